/* turns.c - the fixed point on De Saxce's shift
 * SPDX-License-Identifier: Apache-2.0 */
#include "ipm.h"

zn_status zni_turns_begin(zn_ctx *ctx, zni_turns *t, zn_index nc,
                          bool accelerate)
{
    zn_status st = zni_room(ctx, &t->s, &t->cap_s, 2 * nc, sizeof *t->s);

    if (!st && accelerate)
        st = zni_anderson_begin(ctx, &t->acceleration, nc, ZNI_ANDERSON);
    if (st)
        return st;
    t->nc = nc;
    t->accelerate = accelerate;
    if (nc > 0)
        memset(t->s, 0, (size_t)nc * sizeof *t->s);
    return ZN_OK;
}

void zni_turns_from(zni_turns *t, zn_index d, const double mu[],
                    const double u[])
{
    for (zn_index a = 0; a < t->nc; a++)
        t->s[a] = mu[a] * zni_tangent(d, u + d * a);
}

/* A turn from the u of the last problem; returns what the plain step changes. */
static double plain(zni_turns *t, zn_index d, const double mu[], const double u[])
{
    zni_anderson *k = &t->acceleration;
    double *next = t->s + t->nc, change = 0;

    for (zn_index a = 0; a < t->nc; a++) {
        next[a] = mu[a] * zni_tangent(d, u + d * a);
        change += (next[a] - t->s[a]) * (next[a] - t->s[a]);
    }
    if (t->accelerate) {
        zni_anderson_from(k, t->s);
        zni_anderson_next(k, next);
    }
    for (zn_index a = 0; a < t->nc; a++)
        t->s[a] = fmax(0, next[a]);
    return sqrt(change);
}

void zni_turns_fini(zn_ctx *ctx, zni_turns *t)
{
    zn_free_array(ctx, t->s);
    zni_anderson_fini(ctx, &t->acceleration);
}

/* ---- the turns --------------------------------------------------------------- */

/* Turns that may gain nothing, of an error below NEARLY: that is what interior points
 * leave of it; above, the fixed point may yet have to be found. */
enum { IDLE = 5 };
static const double NEARLY = 1e-5;

/* turns before `polish` is first tried */
enum { FIRST_POLISH = 3 };

typedef struct course {
    const zni_turning *f;
    double *best;
    double least, err;    /* of best, of now                      */
    double reached;       /* by turns                             */
    zn_index idle, total; /* turns without gain; inner iterations */
} course;

/* the point of now; is its error another's? */
static void arrive(course *c, const double z[], const double w[])
{
    c->err = c->f->error(c->f->of, z, w);
    zni_note_best(c->err, &c->least, c->f->n, z, c->best);
}

/* one turn; *why it is the last, ZN_ITERATION_LIMIT: it is not */
static zn_status turn(course *c, zni_turns *t, double z[], double w[],
                      zn_monitor *mon, zn_outcome *why)
{
    const zni_turning *f = c->f;
    zn_solve_info inner = {0};
    const zn_status st = f->convex(f->of, c->err, t->s, z, w, mon, &inner);
    double change;

    if (st < 0)
        return st;
    c->total += inner.iterations;
    arrive(c, z, w);
    c->idle = c->err < 0.9 * c->reached ? 0 : c->idle + 1;
    c->reached = fmin(c->err, c->reached);
    *why = inner.outcome;
    if (st && *why != ZN_ITERATION_LIMIT && *why != ZN_STALLED &&
        *why != ZN_INACCURATE)
        return ZN_OK;
    change = plain(t, f->d, f->mu, w);
    /* s at rest: nothing will move any more */
    *why = isnan(c->err) || (change == 0 && (st || f->exact)) ||
                   (f->exact && c->idle >= IDLE && c->reached < NEARLY)
               ? ZN_STALLED
               : ZN_ITERATION_LIMIT;
    return ZN_OK;
}

/* the whole problem from the best point; the turns go on from where they were */
static zn_status polish(course *c, double z[], double w[], zn_monitor *mon,
                        zn_outcome *why)
{
    const zni_turning *f = c->f;
    zn_solve_info inner = {0};
    zn_status st;

    memcpy(z, c->best, (size_t)f->n * sizeof *z);
    st = f->polish(f->of, z, w, mon, &inner);
    if (st < 0)
        return st;
    c->total += inner.iterations;
    arrive(c, z, w);
    if (inner.outcome == ZN_INTERRUPTED)
        *why = inner.outcome;
    return ZN_OK;
}

zn_status zni_turns_run(zni_turns *t, const zni_turning *f, double best[],
                        double z[], double w[], zn_monitor *mon,
                        zn_solve_info *info)
{
    const size_t bytes = (size_t)f->n * sizeof *z;
    course c = {.f = f, .best = best, .least = INFINITY};
    zn_index due = FIRST_POLISH;
    zn_outcome why = ZN_ITERATION_LIMIT;
    zn_status st = ZN_OK;

    memcpy(best, z, bytes);
    arrive(&c, z, w);
    c.reached = c.err;
    for (zn_index it = 1;
         it <= f->max_iter && !(c.least <= f->tol) && why == ZN_ITERATION_LIMIT;
         it++) {
        st = turn(&c, t, z, w, mon, &why);
        if (!st && f->polish && it == due && why == ZN_ITERATION_LIMIT &&
            c.least > f->tol) {
            st = polish(&c, z, w, mon, &why);
            due *= 2;
        }
        if (st)
            return st;
    }
    info->iterations = c.total;
    info->outcome = why;
    memcpy(z, best, bytes);
    return c.least <= f->tol ? ZN_OK : ZN_UNSOLVED;
}
