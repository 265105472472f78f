/* problem.c - the class of variational inequalities
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include "../../linalg/units.h"
#include "../../core/data.h"
#include "../../core/problem_class.h"

#include <string.h>

/* x onto X, which is not a box; ZN_UNSOLVED: there is no nearest point */
static zn_status project_set(const zn_vi *p, double x[])
{
    if (p->project)
        return p->project(p->user, x);
    for (zn_index c = 0; c < p->ncones; x += p->cones[c++].size) {
        zn_cone_project(&p->cones[c], x, x, p->work);
        if (isnan(x[0]))
            return ZN_UNSOLVED;
    }
    return ZN_OK;
}

zn_status zni_vi_project(const zn_vi *p, double x[])
{
    if (!zni_vi_boxed(p))
        return project_set(p, x);
    for (zn_index i = 0; i < p->n; i++) {
        double lo = zni_vi_lo(p, i), hi = zni_vi_hi(p, i);

        x[i] = x[i] < lo ? lo : x[i] > hi ? hi : x[i];
    }
    return ZN_OK;
}

/* In a box z - P(z - w) is max(min(z - lo, w), z - hi), which does not round a
 * small w against a big z. */
double zni_vi_residual(const zn_vi *p, const double z[], const double w[],
                       double work[])
{
    const bool boxed = zni_vi_boxed(p);
    double err = 0;

    if (!boxed) {
        for (zn_index i = 0; i < p->n; i++)
            work[i] = z[i] - w[i];
        if (project_set(p, work))
            return NAN;
    }
    for (zn_index i = 0; i < p->n; i++) {
        double r;

        if (!boxed) {
            r = z[i] - work[i];
        } else {
            double lo = zni_vi_lo(p, i), hi = zni_vi_hi(p, i);

            r = z[i] - lo < w[i] ? z[i] - lo : w[i];
            r = z[i] - hi > r ? z[i] - hi : r;
        }
        err = zni_worse(err, isnan(z[i] + w[i]) ? NAN : fabs(r));
    }
    return err;
}

/* The largest |F_i| at P_X(0), at[]; 1 where it is zero or cannot be had. w: n */
static double map_scale(zn_map_fn *F, void *user, zn_index n, const double at[], double w[])
{
    double scale = 0;

    if (F(user, at, w))
        return 1;
    for (zn_index i = 0; i < n; i++)
        scale = zni_worse(scale, fabs(w[i]));
    return scale > 0 && isfinite(scale) ? scale : 1;
}

double zni_vi_scale(const zn_vi *p, double work[])
{
    memset(work, 0, (size_t)p->n * sizeof *work);
    return zni_vi_project(p, work)
               ? 1
               : map_scale(p->F, p->user, p->n, work, work + p->n);
}

/* u |z - P(z - F / u)| by component, not by the code of the methods. A point that runs
 * away along a ray must not look like a solution because z - F rounds to z: what
 * the difference loses of F is counted. work: F, then n */
static double distance(const zn_vi *p, double u, const double z[],
                       double work[])
{
    const bool boxed = zni_vi_boxed(p);
    double *F = work, *x = work + p->n, err = 0;

    for (zn_index i = 0; i < p->n; i++) {
        x[i] = z[i] - F[i] / u;
        if (!boxed)
            err = zni_worse(err, u * fabs(z[i] - x[i] - F[i] / u));
    }
    if (!boxed) {
        if (project_set(p, x))
            return NAN;
        for (zn_index i = 0; i < p->n; i++)
            err = zni_worse(err, u * fabs(z[i] - x[i]));
        return err;
    }
    for (zn_index i = 0; i < p->n; i++) {
        double r = F[i];

        if (p->lb && x[i] < p->lb[i])
            r = u * (z[i] - p->lb[i]);
        else if (p->ub && x[i] > p->ub[i])
            r = u * (z[i] - p->ub[i]);
        err = zni_worse(err, isnan(x[i]) ? NAN : fabs(r));
    }
    return err;
}

double zn_vi_error(const zn_vi *p, const double z[], const double w[],
                   double work[])
{
    double scale = zni_vi_scale(p, work), err = 0;

    for (zn_index i = 0; i < p->n; i++)
        if (isnan(z[i]) || isnan(w[i]))
            return NAN;
    if (p->F(p->user, z, work))
        return NAN;
    for (zn_index i = 0; i < p->n; i++)
        err = zni_worse(err, fabs(w[i] - work[i]));
    return zni_worse(err, distance(p, zni_unit(scale), z, work)) / scale;
}

/* ---- with F in its own unit ------------------------------------------------------ */

typedef struct own_vi {
    zn_vi p;
    zni_own_map map;
} own_vi;

static zn_status own_project(void *map, double x[])
{
    const zni_own_map *o = map;

    return o->project(o->user, x);
}

ZNI_NUMBER(own_room, zn_vi, 2 * p->n)

/* The unit of z is that of the set, which only its functions know. */
static bool own(const void *problem, void *out, double room[], double zu[],
                double wu[])
{
    const zn_vi *p = problem;
    own_vi *o = out;

    *o = (own_vi){.p = *p,
                  .map = {.F = p->F,
                          .jacobian = p->jacobian,
                          .project = p->project,
                          .user = p->user,
                          .J = p->J,
                          .n = p->n,
                          .unit = zni_unit(zni_vi_scale(p, room))}};
    o->p.F = zni_own_F;
    o->p.project = p->project ? own_project : NULL;
    o->p.jacobian = p->jacobian ? zni_own_jacobian : NULL;
    o->p.user = &o->map;
    for (zn_index i = 0; i < p->n; i++) {
        zu[i] = 1;
        wu[i] = o->map.unit;
    }
    return o->map.unit != 1;
}

/* ---- data --------------------------------------------------------------- */

static zn_status check_sets(zn_ctx *ctx, const zn_vi *p)
{
    zn_index n = 0;

    if (p->ncones < 0 || !p->cones || p->project || p->lb || p->ub)
        return zn_fail(ctx, ZN_EINVAL,
                       "ncones = %td%s: X is a product of sets, or known by a "
                       "projection or bounds",
                       p->ncones, p->cones ? "" : " at NULL");
    for (zn_index c = 0; c < p->ncones; c++) {
        const zn_cone *k = &p->cones[c];
        const zn_status st = zn_cone_check(ctx, k);

        if (st)
            return zn_note(ctx, st, "set %td", c);
        if (!p->work && zn_cone_work(k) > k->size)
            return zn_fail(ctx, ZN_EINVAL,
                           "set %td, '%s', wants %td numbers of work, there "
                           "are none",
                           c, k->set->type.name, zn_cone_work(k));
        n += k->size;
    }
    if (n != p->n)
        return zn_fail(ctx, ZN_EINVAL,
                       "the sets have %td components together, n = %td", n,
                       p->n);
    return ZN_OK;
}

zn_status zni_vi_check(zn_ctx *ctx, const zn_vi *p)
{
    if (p->n < 1 || !p->F)
        return zn_fail(ctx, ZN_EINVAL, "n = %td, must be >= 1, with F", p->n);
    if (p->ncones != 0) {
        const zn_status st = check_sets(ctx, p);

        if (st)
            return st;
    }
    for (zn_index i = 0; i < p->n && zni_vi_boxed(p); i++) {
        const zn_status st =
            zni_check_bounds(ctx, i, zni_vi_lo(p, i), zni_vi_hi(p, i));

        if (st)
            return st;
    }
    return p->J ? zni_jacobian_check(ctx, p->n, p->J) : ZN_OK;
}

ZNI_NUMBER(size, zn_vi, p->n)
ZNI_ERROR(error, zn_vi_error)

static zn_status check(zn_ctx *ctx, const void *p)
{
    return zn_note(ctx, zni_vi_check(ctx, p), "vi");
}

ZNI_PROBLEM(zni_vi_problem, ZN_KIND_VI_SOLVER, "vi",
            "z in X, F(z)'(y - z) >= 0 for all y in X",
            .nz = size, .nw = size, .error = error, .check = check, .own = own,
            .own_room = own_room, .own_size = sizeof(own_vi));
