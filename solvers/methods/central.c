/* central.c - the central path of a problem with friction, followed by its length
 * SPDX-License-Identifier: Apache-2.0 */
#include "central.h"

#include <math.h>
#include <string.h>

#include "../core/monitor.h"
#include "../linalg/octave.h"
#include "../linalg/small.h"
#include "central_pace.h"
#include "nt.h"

/* For every m > 0 there is a point with x o y = m e. With the shift s held the problem has one. Its sliding is bounded
 * whatever s is, so s -> tau |u_r| has a fixed point (by Brouwer's theorem, as Acary & Cadoux 2013 use it for m = 0),
 * of degree 1. Where m is large there is no other point. So a curve of such points begins there and goes down to m = 0.
 * It may turn on the way; a method that only lets m fall cannot follow it then (Allgower & Georg, Numerical
 * Continuation Methods, 1990). What the first point leaves of the equation stays in it, in the proportion m / (m of the
 * start): so the first point is on the curve. Lengths are relative to the point: with l = W y = W^-1 x they are those
 * of W dy and W^-1 dx, divided by root(m). In these units cones are 1 wide. The sign of the determinant tells where the
 * path turns (arc.h). */

/* Newton's steps back to the path after a step along it, at the most. */
enum { BACK = 6 };

enum { VECTORS = 10 }; /* each has m + (number of cones) elements */

/* A point is near enough to the path at this distance; the borders are at a distance of 1. */
static const double NEAR = 0.1;

/* Newton's steps go this part of the way to the border at the most. The loads of contacts that share a normal go
 * straight: so many times their step must still be within the cones. */
static const double ALMOST = 0.9, AWAY = 1.05;

/* Steps along the path: the first, the longest, the least. They are straight in the logarithms of x and y, as loads and
 * gaps that are powers of m are, however long the step is. */
static const double STEP = 0.5, LONGEST = 4, LEAST = 1e-6;

/* m of the start, which is so large that there is one point only. */
static const double START = 100;

/* |x_r| has no derivative at its tip. A path that passes close to the tip turns there, within any distance, however
 * short. hypot(|x_r|, width m) does have one. In units of m, the cone of a contact that carries the usual load and does
 * not slide is 1 wide. What the width adds where nothing slides is part of what the start leaves, and fades with it. Of
 * the start's x = START gap, a gap of gap m stays open at all contacts. If no velocity is inside of all cones, loads
 * run away as soon as that is too little: at an m that is as much larger as the gap is smaller, unless enough contacts
 * slide by then. More of them do where the tip is narrower. If there is such a velocity, as in piles, a wide tip makes
 * the fewest turns; but where the gap is as wide as the cone of what sticks, it shows too late what slides and what
 * does not. So the first start is for piles. It is left at once where loads run away: they do so with another gap or a
 * wider tip, too. The second is for few bodies. How long a path is depends on its gap as on a throw of dice, and a few
 * paths are very long: three others of 250 factorisations arrive more often than one of 750 (Gomes, Selman, Crato &
 * Kautz, J. Autom. Reasoning 24, 2000). Where loads have run away and wide tips are left out, fewer starts remain,
 * which have ALONE factorisations at least. The last start has all that is left. */
static const struct {
    double width, gap;
    zn_index most;
    bool parts;
} starts[] = {{10, 0.1, 500, true},
              {0.01, 1, 250, false},
              {10, 0.3, 250, true},
              {10, 0.03, 250, true},
              {0.01, 0.3, 500, true},
              {1, 0.01, PTRDIFF_MAX, false}};
enum { STARTS = sizeof starts / sizeof *starts, ALONE = 500, NARROW = 4 };

/* Friction is little where the mean aperture of the cones is less. There the start NARROW comes first. */
static const double LITTLE = 0.35;

/* Loads run away where cones change by more than this times the change of log m, at two points that no short step
 * separates. Where the path turns it looks the same, but at one of two such points at most. */
static const double RUNS = 1e3;

/* If the tangent has turned by more than 60 degrees, the step may have ended on another branch, which may lead back to
 * where m is large. So it is made again, a quarter as long. Two branches may pass each other so closely that no step is
 * short enough: steps of up to SHARP may turn. If Newton's method takes back all but AHEAD of a step longer than NEAR,
 * the path goes to and fro, and the step is halved. A path that is STRAIGHT may go faster after two steps back, too,
 * and much faster after one. If a path ends while log m is above ROUNDING, it was lost and not at its end: the next
 * start follows. Below ROUNDING, steps of less than DIGITS follow rounding. Below LAST, x and y have no digits left. */
static const double TURNED = 0.5, SHARP = 1e-3, AHEAD = 0.1, SHORT = 1e-2, STRAIGHT = 0.95, ROUNDING = -20,
                    DIGITS = 1e-3, LAST = -42;

/* Newton's method is asked to end the path from the first point whose error is below CLOSE, and again each time that
 * the error has become a tenth. A point of the path solves a smoothed problem: from there Newton's method sometimes
 * arrives from 1e-2 on, while the path still has turns to go. ENDING is its steps; where it arrived in piles it took 4
 * to 50. */
enum { ENDING = 60 };
static const double CLOSE = 1e-2, CLOSER = 0.1;

/* Turns and Newton's method may leave a point with an error e below CLOSE. Then a solution is not far, but the point is
 * next to a local minimum of Newton's merit. Points of the path next to it, with m near e (the same in units of the
 * problem), solve smoothed problems. From them Newton's method and proximal points go elsewhere; if not, a path from
 * nothing is as quick. Each time that the error is halved they begin anew. A start is near only if such a point is
 * below CLOSE, too: else a path from nothing comes as near after some twenty factorisations, as in stacks of uneven
 * masses that sweeps left. Steps along the path that would be shorter than SHORT are not made: there the path has
 * another piece nearby, or it is rounding. */
static const struct {
    double m;
    zn_index most;
} smoothed[] = {{10, 150}, {1, 60}, {0.1, 60}};
enum { NEIGHBOURS = sizeof smoothed / sizeof *smoothed };

/* (W dy, W^-1 dx) divided by root(m), dx and dy being changes with log m. *own: its product with itself, summed over
 * cones; *with: with (W py, W^-1 px) likewise; *most: its largest length in one cone */
static void measure(const zni_central *c, const double dx[], const double dy[], const double px[],
                    const double py[], double *most, double *own, double *with)
{
    const zni_ipm_state *a = &c->a;
    double *s = a->s, *t = a->t;

    *most = *own = *with = 0;
    for (zn_index b = 0; b < a->ncones; b++) {
        const zni_ipm_cone *k = a->cones + b;
        const double *w = a->w + k->at, beta = a->beta[b], by = a->octave;
        double one = 0, other = 0;

        zni_nt_apply(k->d, beta, w, dy + k->at, s);
        zni_nt_apply(k->d, beta, w, py + k->at, t);
        for (zn_index i = 0; i < k->d; i++) {
            one += s[i] * s[i] / by;
            other += s[i] * t[i] / by;
        }
        zni_nt_apply_inverse(k->d, beta, w, dx + k->at, s);
        zni_nt_apply_inverse(k->d, beta, w, px + k->at, t);
        for (zn_index i = 0; i < k->d; i++) {
            one += s[i] * s[i] * by;
            other += s[i] * t[i] * by;
        }
        one /= c->m * k->lift;
        *most = fmax(*most, one);
        *own += one;
        *with += other / (c->m * k->lift);
    }
    *most = sqrt(*most);
}

/* The distance from the path: the largest of |l / root(m) - e| and |W^-1 (rest of the equation)| / root(m). */
static double distance(const zni_central *c)
{
    const zni_ipm_state *a = &c->a;
    double most = 0;

    for (zn_index b = 0; b < a->ncones; b++) {
        const zni_ipm_cone *k = a->cones + b;
        const double m = c->m * k->lift, root = sqrt(a->octave * m), small = sqrt(m / a->octave);
        double *s = a->s, *t = a->t, one = 0, other = 0;

        t[0] = a->res[k->head] / k->tau;
        memcpy(t + 1, a->res + k->rest, (size_t)(k->d - 1) * sizeof *t);
        zni_nt_apply_inverse(k->d, a->beta[b], a->w + k->at, t, s);
        for (zn_index i = 0; i < k->d; i++) {
            const double l = a->l[k->at + i] / root - (i == 0);

            one += l * l;
            other += s[i] * s[i];
        }
        most = fmax(most, fmax(sqrt(one), sqrt(other) / small));
    }
    return most;
}

/* At the present point: sets off, nx and ny, and leaves the tangent in dx and dy. */
static zn_status linearise(zni_central *c, int *sign)
{
    zni_ipm_state *a = &c->a;
    const zni_ipm *p = a->p;
    const size_t bytes = (size_t)c->size * sizeof *a->dx;
    zn_status st;

    if (!zni_goes_on(c->mon, c->most, c->err, p->ops->fits, p->system, c->info))
        return ZN_UNSOLVED;
    zni_central_set(c);
    zni_ipm_residual(a);
    zni_central_subtract(c, false);
    if (!zni_ipm_scale(a))
        return ZN_ESINGULAR;
    c->off = distance(c);
    zni_ipm_blocks_set(a);
    a->k.symmetric = a->k.nearly = false;
    c->info->iterations++;
    st = zni_ipm_factor(a, c->ctx);
    if (!st)
        st = p->ops->sign(p->system, c->ctx, sign);
    if (st)
        return st;
    memset(a->dx, 0, bytes);
    memset(a->dy, 0, bytes);
    zni_ipm_correct(a, c->m);
    zni_ipm_direction(a);
    memcpy(c->nx, a->dx, bytes);
    memcpy(c->ny, a->dy, bytes);
    zni_central_tangent(c);
    return ZN_OK;
}

/* a step of nx + t (the tangent), or as much of it as the border allows */
static void go(zni_central *c, double t)
{
    zni_ipm_state *a = &c->a;
    double part;

    for (zn_index i = 0; i < c->size; i++) {
        a->dx[i] = c->nx[i] + t * a->dx[i];
        a->dy[i] = c->ny[i] + t * a->dy[i];
    }
    part = fmin(1, ALMOST * zni_ipm_reach(a));
    zni_ipm_advance(a, part);
    c->tau += part * t;
}

/* The first point. It is on the path because what it leaves of the equation is kept in it. */
static zn_status enter(zni_central *c, double factor, bool near)
{
    zn_status st;

    if (near)
        zni_ipm_begin_near(&c->a, factor);
    else
        zni_ipm_begin(&c->a, c->gap * factor, 1 / c->gap);
    c->tau = c->from = log(factor);
    zni_central_even(c);
    zni_central_set(c);
    memset(c->res, 0, (size_t)c->a.p->m * sizeof *c->res);
    zni_ipm_residual(&c->a);
    memcpy(c->res, c->a.res, (size_t)c->a.p->m * sizeof *c->res);
    st = linearise(c, &c->sign);
    c->first = c->sign;
    return st;
}

/* Back to the path, by the shortest of all steps that lead there to first order. */
static zn_status back(zni_central *c, int *sign, int *steps)
{
    double last = INFINITY;

    for (*steps = 0; *steps < BACK; ++*steps) {
        double most, own, with, t;
        zn_status st = linearise(c, sign);

        if (st || c->off < NEAR)
            return st;
        if (!(c->off < 0.7 * last))
            break;
        last = c->off;
        measure(c, c->a.dx, c->a.dy, c->nx, c->ny, &most, &own, &with);
        t = -with / (own + 1);
        go(c, t);
        if (!(fabs(c->tau - c->at) < 1 + LONGEST))
            break;
    }
    return ZN_ESINGULAR;
}

/* x exp(dx / x): along the shortest line in the cone that begins in the direction dx, where lengths are relative to the
 * point */
static void glide(zn_index d, double x[], double dx[], double w[])
{
    const double root = sqrt(zni_soc_det(d, x));
    double s, e, by;

    for (zn_index i = 0; i < d; i++)
        w[i] = x[i] / root;
    zni_nt_apply_inverse(d, root, w, dx, dx);
    s = zni_norm(d - 1, dx + 1);
    e = exp(dx[0]);
    by = s > 0 ? e * sinh(s) / s : 0;
    for (zn_index i = 1; i < d; i++)
        dx[i] *= by;
    dx[0] = e * cosh(s);
    zni_nt_apply(d, root, w, dx, x);
    memset(dx, 0, (size_t)d * sizeof *dx);
}

/* From the last point: `part` of its Newton's step back to the path, and along its tangent by t of log m. false: that
 * leaves the cones. */
static bool leap(zni_central *c, double part, double t)
{
    zni_ipm_state *a = &c->a;
    const size_t bytes = (size_t)c->size * sizeof *a->x;

    memcpy(a->x, c->px, bytes);
    memcpy(a->y, c->py, bytes);
    for (zn_index i = 0; i < c->size; i++) {
        a->dx[i] = part * c->bx[i] + t * c->tx[i];
        a->dy[i] = part * c->by[i] + t * c->ty[i];
    }
    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        glide(k->d, a->x + k->at, a->dx + k->at, a->s);
        if (k->share == 1)
            glide(k->d, a->y + k->at, a->dy + k->at, a->s);
        else if (!(zni_soc_reach(k->d, a->y + k->at, a->dy + k->at) >= AWAY))
            return false;
    }
    zni_ipm_advance(a, 1);
    c->tau = c->at + part * c->over + t;
    return true;
}

/* The cosine between the tangent of the last point and that of the present one, in the direction of the path and by
 * lengths at the present point. *ahead: how far the present point is along the first of them. */
static double bend(const zni_central *c, int sign, double *ahead)
{
    const zni_ipm_state *a = &c->a;
    double most, own, last, with, here, there;

    measure(c, c->px, c->py, c->tx, c->ty, &most, &own, &there);
    measure(c, a->x, a->y, c->tx, c->ty, &most, &own, &here);
    measure(c, c->tx, c->ty, c->tx, c->ty, &most, &last, &with);
    measure(c, a->dx, a->dy, c->tx, c->ty, &most, &own, &with);
    *ahead = (here - there + c->tau - c->at) / (last + 1);
    return sign * c->sign * (with + 1) / (sqrt(own + 1) * sqrt(last + 1));
}

/* The present point becomes the last one, and its tangent that of the next step. *most: the largest change of a cone
 * along the tangent. */
static void depart(zni_central *c, double *most)
{
    const zni_ipm_state *a = &c->a;
    const size_t bytes = (size_t)c->size * sizeof *a->x;
    double own, with;

    measure(c, a->dx, a->dy, c->nx, c->ny, most, &own, &with);
    memcpy(c->px, a->x, bytes);
    memcpy(c->py, a->y, bytes);
    memcpy(c->tx, a->dx, bytes);
    memcpy(c->ty, a->dy, bytes);
    c->at = c->tau;
    c->over = -with / (own + 1);
    for (zn_index i = 0; i < c->size; i++) {
        c->bx[i] = c->nx[i] + c->over * c->tx[i];
        c->by[i] = c->ny[i] + c->over * c->ty[i];
    }
}

/* One step along the path, of length *h or less. ZN_ESINGULAR: there is none. Close to a kink, Newton's step from a
 * point near the path may lead far away, so it is left out there. */
static zn_status advance(zni_central *c, double *h)
{
    const double least = c->at < ROUNDING ? DIGITS : c->shortest;
    double most, turned = -1, ahead = 0, share = 1;
    int sign = 0, steps = 0;
    zn_status st = ZN_ESINGULAR;

    depart(c, &most);
    if (fmin(most, c->rate) > RUNS && *h >= STEP && c->at > ROUNDING) {
        c->ran = fmin(c->ran, c->width);
        return ZN_ESINGULAR;
    }
    c->rate = most;
    while (st == ZN_ESINGULAR && *h >= least) {
        const double t = (c->sign == c->first ? -1 : 1) * *h / fmax(1, most);

        if (!leap(c, share, t)) {
            *h *= 0.6;
            continue;
        }
        st = back(c, &sign, &steps);
        if (st == ZN_ESINGULAR) {
            share = *h < SHORT ? 0 : 1;
            *h *= 0.5;
            continue;
        }
        if (st)
            break;
        turned = bend(c, sign, &ahead);
        if (*h > NEAR && !(ahead / t > AHEAD)) {
            st = ZN_ESINGULAR;
            *h *= 0.5;
        } else if (*h > SHARP && !(turned > TURNED)) {
            st = ZN_ESINGULAR;
            *h *= 0.25;
        }
    }
    if (st)
        return st;
    zni_central_choose(c, sign);
    if (steps <= 1 || (steps == 2 && turned > STRAIGHT))
        *h = fmin((steps <= 1 && turned > STRAIGHT ? 4 : 2) * *h, LONGEST);
    else if (steps >= 4)
        *h *= 0.7;
    c->err = zni_ipm_note(&c->a);
    return c->tau < LAST ? ZN_ESINGULAR : ZN_OK;
}

/* Another method tries to end the rest of the way from the present point, in so many steps; r is where it comes to. The
 * path then goes on as if nothing had been tried. */
static zn_status end(zni_central *c, zn_index steps, double r[])
{
    zni_ipm_state *a = &c->a;
    const zni_ipm *p = a->p;
    const size_t bytes = (size_t)p->m * sizeof *r;
    const zn_index left = c->most - c->info->iterations;
    zn_solve_info inner = {0};
    zn_status st;

    if (!p->ops->end || left <= 0)
        return ZN_OK;
    memcpy(r, a->r, bytes);
    st = p->ops->end(p->system, c->ctx, left < steps ? left : steps, r, c->mon, &inner);
    c->info->iterations += inner.iterations;
    if (st < 0)
        return st;
    p->ops->velocities(p->system, r, a->s);
    zni_note_best(p->ops->error(p->system, r, a->s), &a->least, p->m, r, a->best);
    if (inner.outcome != ZN_INTERRUPTED && inner.outcome != ZN_TIME_LIMIT)
        return ZN_OK;
    c->info->outcome = inner.outcome;
    return ZN_UNSOLVED;
}

static zn_status follow(zni_central *c, double r[])
{
    double h = STEP, next = CLOSE;
    zn_status st = enter(c, START, false);

    c->shortest = LEAST;
    while (!st && c->a.least > c->a.p->tol) {
        st = advance(c, &h);
        if (!st && c->a.least > c->a.p->tol && c->err < next) {
            next = CLOSER * c->err;
            st = end(c, ENDING, r);
        }
    }
    if (st == ZN_ESINGULAR && c->tau < ROUNDING) { /* its end: what other points led to may be no answer */
        const zn_status ended = end(c, PTRDIFF_MAX, r);

        return ended ? ended : st;
    }
    return st;
}

/* Goes to points of the path next to the best point, and lets another method end the way from there */
static zn_status smooth(zni_central *c, double r[])
{
    const zni_ipm *p = c->a.p;
    double mark = c->a.least;
    zn_status st = ZN_OK;

    c->shortest = SHORT;
    for (int i = 0; i < NEIGHBOURS && c->a.least > p->tol && (!st || st == ZN_ESINGULAR); i++) {
        double h = STEP;

        memcpy(c->a.r, c->a.best, (size_t)p->m * sizeof *r);
        p->ops->velocities(p->system, c->a.r, c->a.u);
        st = enter(c, smoothed[i].m * mark, true);
        if (!st)
            st = advance(c, &h);
        if (!st && c->err < CLOSE)
            st = end(c, smoothed[i].most, r);
        if (c->a.least < mark / 2) {
            mark = c->a.least;
            i = -1;
        }
    }
    return st;
}

zn_status zni_central_reserve(zn_ctx *ctx, zni_central_work *k, zn_index m,
                              zn_index most, zn_index values)
{
    zn_status st = zni_ipm_reserve(ctx, &k->ipm, m, most, values, true);

    return st ? st
              : zni_room(ctx, &k->v, &k->cap_v, VECTORS * (m + most), sizeof *k->v);
}

void zni_central_fini(zn_ctx *ctx, zni_central_work *k)
{
    zni_ipm_fini(ctx, &k->ipm);
    zn_free_array(ctx, k->v);
}

static void cut(zni_central *c, zni_central_work *k)
{
    double **const parts[VECTORS] = {&c->px, &c->py, &c->tx, &c->ty, &c->nx,
                                     &c->ny, &c->bx, &c->by, &c->res,
                                     &c->above};

    c->cones = k->ipm.cones;
    zni_ipm_list(&c->a, k->ipm.cones);
    zni_ipm_cut(&c->a, &k->ipm);
    c->size = c->a.p->m + c->a.ncones;
    for (int i = 0; i < VECTORS; i++)
        *parts[i] = k->v + i * c->size;
    c->pace = c->above + c->a.ncones; /* there are no more cones than m */
    memset(k->v, 0, (size_t)(VECTORS * c->size) * sizeof *k->v);
}

/* Is friction little, and does nothing roll? */
static bool little(const zni_ipm *p)
{
    double sum = 0;

    for (zn_index b = 0; b < p->nb; b++)
        sum += p->tau[b];
    return !p->tau2 && sum < LITTLE * (double)p->nb;
}

/* Give the i-th start its factorisations. */
static void grant(zni_central *c, int i)
{
    const zn_index left = c->a.p->max_iter - c->info->iterations;

    const zn_index most = c->ran < INFINITY && starts[i].most < ALONE ? ALONE : starts[i].most;

    c->most = c->info->iterations + (most < left ? most : left);
    c->width = starts[i].width;
    c->gap = starts[i].gap;
    c->parts = starts[i].parts;
}

/* May another start arrive? Yes if the path was lost or was too long. */
static bool another(const zni_central *c, zn_status st)
{
    return st == ZN_ESINGULAR ? c->tau >= ROUNDING
                              : st == ZN_UNSOLVED && c->info->outcome == ZN_ITERATION_LIMIT;
}

zn_status zni_central_run(zn_ctx *ctx, zni_central_work *k, const zni_ipm *p,
                          double r[], zn_monitor *mon, zn_solve_info *info)
{
    zni_central c = {.a = {.p = p,
                       .least = INFINITY,
                       .part = 1,
                       .octave = zni_even(p->velocity / p->reaction)},
                 .ran = INFINITY,
                 .ctx = ctx,
                 .mon = mon,
                 .info = info};
    const size_t bytes = (size_t)p->m * sizeof *r;
    const bool narrow = little(p);
    bool on = true;
    zn_status st = ZN_OK;

    cut(&c, k);
    c.err = zni_ipm_enter(&c.a, r, info);
    if (k->near && c.a.least < CLOSE) {
        grant(&c, 0);
        st = smooth(&c, r);
        on = !st || st == ZN_ESINGULAR || another(&c, st);
    }
    for (int i = narrow ? -1 : 0; on && i < STARTS && c.a.least > p->tol; i++) {
        const int next = i < 0 ? NARROW : i;

        if ((starts[next].width >= c.ran && next < STARTS - 1) || (narrow && i == NARROW))
            continue;
        grant(&c, next);
        st = follow(&c, r);
        if (st == ZN_ESINGULAR)
            info->outcome = ZN_STALLED;
        on = another(&c, st);
    }
    memcpy(r, c.a.best, bytes);
    if (st < 0 && st != ZN_ESINGULAR)
        return st;
    return c.a.least <= p->tol ? ZN_OK : ZN_UNSOLVED;
}
