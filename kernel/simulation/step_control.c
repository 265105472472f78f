/* step_control.c - lengths of steps from an estimate of their error
 *
 * A step of length h is made twice, whole and as two halves; the halves are kept.
 * For integrators of order p their difference is 2^p - 1 times the error of the
 * halves, to leading order (Hairer, Norsett & Wanner 1993, II.4).
 *
 * Smooth steps are accepted if that error, of every system's q, v and x in the
 * largest norm, is within
 *
 *     rtol^(1/p) (atol + rtol * its largest norm so far).
 *
 * The first factor makes h go with rtol^(1/p), so that the errors of all steps
 * together, of order h^p, go with rtol. The next length is
 * h (0.9 / error^(1/(p+1))), within 1/5 ... 5.
 *
 * A step with an impact inside is of order one whatever its integrator: q is wrong
 * by up to h times the jump of the velocity, v by its jump for as long as h. Its q
 * and x, and the v on which no impulse acted, have to be within the tolerance
 * (without that factor: there is one such error per impact); v of the others is not
 * looked at. It is halved until it passes, with the part before the impact accepted
 * on the way. Likewise a step at whose middle or end a contact is deeper than at its
 * start by more than the tolerance of gaps. So an impact costs some ten or twenty short steps and the
 * lengths between impacts stay those of the smooth motion (V. Acary, Higher order
 * event capturing time-stepping schemes for nonsmooth multibody systems with
 * unilateral constraints and impacts, Appl. Numer. Math. 62 (2012) 1259-1275).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"
#include "kernel/simulation/time_stepping.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A step that leaves less than a billionth of itself to the limit goes there. */
#define NEARLY (1 - 1e-9)

/* Are the systems those that there were? */
static bool same_systems(const zni_stepping *k, const zn_simulation *s)
{
    zn_index n = 0;
    bool same;

    for (zn_index b = 0; b < s->nbody; b++)
        n += s->body[b].ds != NULL;
    same = n == k->nextent;
    for (zn_index i = 0; same && i < k->nextent; i++) {
        const zn_ds *ds = s->body[k->extent[i].place].ds;
        same = ds && ds->id == k->extent[i].id;
    }
    return same;
}

/* Each system keeps its extent, those that are new begin with none. */
static zn_status note_systems(zni_stepping *k, zn_simulation *s)
{
    const zn_index before = k->nextent, n = s->model->nds;
    zni_roster r;
    zn_status st =
        zn_grow(s->ctx, &k->extent, &k->cextent, n, sizeof *k->extent);

    if (!st)
        st = zn_grow(s->ctx, &k->was, &k->cwas, n, sizeof *k->was);
    if (!st)
        st = zn_grow(s->ctx, &k->at, &k->cat, s->nbody, sizeof *k->at);
    if (st || same_systems(k, s))
        return st;
    st = zni_roster_fill(s->model, &s->roster, &r);
    if (st)
        return st;
    for (zn_index b = 0; b < s->nbody; b++)
        k->at[b] = -1;
    for (zn_index i = 0; i < before; i++) {
        k->was[i] = k->extent[i];
        k->at[k->was[i].place] = i;
    }
    for (zn_index i = 0; i < r.nds; i++) {
        const zn_index j = k->at[r.ds[i]->place];
        const uint64_t id = r.ds[i]->id;
        k->extent[i] = j >= 0 && k->was[j].id == id
                           ? k->was[j]
                           : (zni_extent){r.ds[i]->place, id, {0}};
    }
    k->nextent = r.nds;
    return ZN_OK;
}

zn_status zni_control_prepare(zni_stepping *k, zn_simulation *s)
{
    const zn_state *x = zn_simulation_state(s);
    zn_status st;

    if (!(k->rtol + k->atol > 0))
        return zn_fail(s->ctx, ZN_EINVAL,
                       "rtol = %g and atol = %g: one must be > 0", k->rtol,
                       k->atol);
    if (k->h_min > k->h_max)
        return zn_fail(s->ctx, ZN_EINVAL, "h_min = %g s is above h_max = %g s",
                       k->h_min, k->h_max);
    st = note_systems(k, s);
    if (!st)
        st = zn_grow(s->ctx, &k->whole, &k->cwhole, x->nq + x->nv + x->nx + 1,
                     sizeof *k->whole);
    if (!st)
        st = zn_grow(s->ctx, &k->kicked, &k->ckicked, x->nv + 1, 1);
    if (st)
        return st;
    if (!k->begun)
        k->until = -INFINITY;
    k->begun = true;
    return ZN_OK;
}

static double largest(zn_index n, const double x[])
{
    double most = 0;

    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* The extents of all systems, and of gaps. */
static void note_sizes(zni_stepping *k, const zn_simulation *s)
{
    for (zn_index j = 0; j < k->nextent; j++) {
        const zn_ds *ds = s->body[k->extent[j].place].ds;
        double *size = k->extent[j].most;
        if (ds->nq)
            size[0] = fmax(size[0], largest(ds->nq, s->state.q + ds->q_off));
        if (ds->nv)
            size[1] = fmax(size[1], largest(ds->nv, s->state.v + ds->v_off));
        if (ds->nx)
            size[2] = fmax(size[2], largest(ds->nx, s->state.x + ds->x_off));
    }
    for (zn_index i = 0; i < s->state.ny; i++)
        if (s->gap[i])
            k->gap = fmax(k->gap, fabs(s->state.y[0][i]));
}

/* Note on which velocities an impulse acted. */
static void note_kicks(zni_stepping *k, const zn_state *x)
{
    for (zn_index i = 0; i < x->nv; i++)
        k->kicked[i] |= x->p[i] != 0;
}

static void keep_whole(zni_stepping *k, const zn_state *x)
{
    memcpy(k->whole, x->q, (size_t)x->nq * sizeof *x->q);
    memcpy(k->whole + x->nq, x->v, (size_t)x->nv * sizeof *x->v);
    memcpy(k->whole + x->nq + x->nv, x->x, (size_t)x->nx * sizeof *x->x);
}

/* Largest |a - b|, without the components that skip. */
static double difference(zn_index n, const double a[], const double b[],
                         const unsigned char *skip)
{
    double most = 0;

    for (zn_index i = 0; i < n; i++)
        if (!skip || !skip[i])
            most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* One vector of a system: its error over its tolerance. What rounding makes of it
 * is none. */
static double part(const zni_stepping *k, double e, double before, double now)
{
    const double size = fmax(before, now);

    e -= 16 * DBL_EPSILON * size;
    return e > 0 ? e / (k->atol + k->rtol * size) : 0;
}

/* Error of the two halves relative to the tolerance. */
static double error_of(const zni_stepping *k, const zn_simulation *s, bool hit)
{
    const zn_state *x = &s->state;
    const double *v = k->whole + x->nq, *z = v + x->nv;
    const int p = zn_simulation_order(s);
    const double sharp = hit || !(k->rtol > 0) ? 1 : pow(k->rtol, 1.0 / p);
    const double order = pow(2, hit ? 1 : p) - 1;
    double worst = 0;

    for (zn_index j = 0; j < k->nextent; j++) {
        const zn_ds *ds = s->body[k->extent[j].place].ds;
        const double *size = k->extent[j].most;
        double e;
        if (ds->nq) {
            e = difference(ds->nq, k->whole + ds->q_off, x->q + ds->q_off,
                           NULL);
            worst = fmax(worst, part(k, e / order, size[0],
                                     largest(ds->nq, x->q + ds->q_off)));
        }
        if (ds->nv) {
            e = difference(ds->nv, v + ds->v_off, x->v + ds->v_off,
                           hit ? k->kicked + ds->v_off : NULL);
            worst = fmax(worst, part(k, e / order, size[1],
                                     largest(ds->nv, x->v + ds->v_off)));
        }
        if (ds->nx) {
            e = difference(ds->nx, z + ds->x_off, x->x + ds->x_off, NULL);
            worst = fmax(worst, part(k, e / order, size[2],
                                     largest(ds->nx, x->x + ds->x_off)));
        }
    }
    return worst / sharp;
}

/* How much deeper than at the start of the step something is in its obstacle,
 * relative to the tolerance: a contact that a long step flew through is not in any
 * difference of two motions that both missed it. */
static double penetration(const zni_stepping *k, const zn_simulation *s)
{
    const double *y = s->state.y[0], *y0 = s->attempt.mark.view.y[0];
    double worst = 0;

    for (zn_index i = 0; i < s->state.ny; i++)
        if (s->gap[i])
            worst = fmax(worst, fmin(0, y0[i]) - y[i]);
    return part(k, worst, k->gap, 0);
}

/* The step whole, then from the same start as two halves. *hit: an impact is in
 * it. */
static zn_status both(zni_stepping *k, zn_simulation *s, double t1, double h,
                      bool *hit, double *error)
{
    const double t = s->state.t;
    const zn_index before = s->info.impacts;
    double deep;
    zn_status st = zn_simulation_try(s, t1, h);

    if (st)
        return st;
    memset(k->kicked, 0, (size_t)s->state.nv);
    *hit = s->info.impacts > before;
    note_kicks(k, &s->state);
    keep_whole(k, &s->state);
    st = zn_simulation_rollback(s);
    if (!st)
        st = zn_simulation_try(s, t + h / 2, h / 2);
    if (st)
        return st;
    deep = penetration(k, s);
    note_kicks(k, &s->state);
    st = zn_simulation_try(s, t1, h / 2);
    if (st)
        return st;
    note_kicks(k, &s->state);
    deep = fmax(deep, penetration(k, s));
    *hit = *hit || s->info.impacts > before || deep > 1;
    *error = fmax(error_of(k, s, *hit), deep);
    return ZN_OK;
}

/* The length to try: the one that the error asks for, half the way to an impact
 * that is known to come, or what is left to the limit, evenly. */
static double length(const zni_stepping *k, const zn_simulation *s,
                     double limit)
{
    const double t = s->state.t, left = limit - t;
    double h = k->h > 0 ? k->h : fmax(zn_simulation_grid_step(s), k->h_min);

    if (!(h > 0))
        h = left / 100;
    h = fmin(h, k->h_max);
    if (t < k->until)
        h = fmin(h, fmax((k->until - t) / 2, k->h_min));
    if (h >= left * NEARLY)
        return left;
    return 2 * h > left ? left / 2 : h;
}

/* How much longer the next may be. A little more is not worth new matrices. */
static double growth(double error, int p)
{
    const double f = error > 0 ? 0.9 * pow(error, -1.0 / (p + 1)) : 5;

    return f > 5 ? 5 : f < 0.2 ? 0.2 : f > 1 && f < 1.2 ? 1 : f;
}

zn_status zni_control_step(zni_stepping *k, zn_simulation *s, double limit)
{
    const double t = s->state.t;
    const int p = zn_simulation_order(s);
    zn_status st;

    note_sizes(k, s);
    st = zn_simulation_mark(s);
    if (st)
        return st;
    for (;;) {
        const double h = length(k, s, limit);
        const double t1 = h < limit - t ? t + h : limit;
        const bool least = h * NEARLY <= k->h_min || t + h / 2 <= t || t1 <= t + h / 2;
        double error = 0;
        bool hit = false;

        st = both(k, s, t1, h, &hit, &error);
        if (st && (st < 0 || least))
            return st;
        if (!st && (error <= 1 || least)) {
            if (error > 1)
                zn_simulation_count_forced(s);
            if (!hit && !least)
                k->h = fmax(h * growth(error, p), h < k->h ? k->h : 0);
            if (hit || t1 >= k->until)
                k->until = -INFINITY;
            return ZN_OK;
        }
        zn_simulation_count_rejected(s);
        if (!st && hit) {
            if (!(k->h > 0))
                k->h = h;
            k->until = t1;
        } else {
            k->h = fmax(st ? h / 2 : h * fmin(growth(error, p), 0.7), k->h_min);
        }
        st = zn_simulation_rollback(s);
        if (st)
            return st;
    }
}
