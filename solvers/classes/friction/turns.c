/* turns.c - the fixed-point iteration on De Saxce's shift
 * SPDX-License-Identifier: Apache-2.0 */
#include "ipm.h"

zn_status zni_turns_begin(zn_ctx *ctx, zni_turns *t, zn_index nc, bool accelerate)
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

void zni_turns_from(zni_turns *t, zn_index d, const double mu[], const double u[])
{
    for (zn_index a = 0; a < t->nc; a++)
        t->s[a] = mu[a] * zni_tangent(d, u + d * a);
}

/* The next shift, from the velocities u of the last convex problem. Returns the norm of the change that a step
 * without acceleration makes. */
static double next_shift(zni_turns *t, zn_index d, const double mu[], const double u[])
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

/* ---- the iteration ----------------------------------------------------------- */

/* The iteration ends after IDLE convex problems in a row without gain, once the error is below NEARLY: that is about
 * what interior points leave of it. Above NEARLY the fixed point may yet have to be found. */
enum { IDLE = 5 };
static const double NEARLY = 1e-5;

/* convex problems before `polish` is first tried */
enum { FIRST_POLISH = 3 };

typedef struct course {
    const zni_turning *f;
    double *best;
    double least, err;    /* error of `best`, and of the present point            */
    double reached;       /* least error that a convex problem has led to         */
    zn_index idle, total; /* convex problems without gain; inner iterations       */
    zn_outcome why;       /* why it ends; ZN_ITERATION_LIMIT: it goes on          */
} course;

/* measure the present point and keep the best one */
static void measure(course *c, zni_call call)
{
    c->err = c->f->error(c->f->of, call.z, call.w);
    zni_note_best(c->err, &c->least, c->f->n, call.z, c->best);
}

/* one convex problem, and the shift of the next one */
static zn_status turn(course *c, zni_turns *t, zni_call call)
{
    const zni_turning *f = c->f;
    zn_solve_info inner = {0};
    zn_status st;

    call.info = &inner;
    st = f->convex(f->of, c->err, t->s, call);
    if (st < 0)
        return st;
    c->total += inner.iterations;
    measure(c, call);
    c->idle = c->err < 0.9 * c->reached ? 0 : c->idle + 1;
    c->reached = fmin(c->err, c->reached);
    c->why = inner.outcome;
    if (st && c->why != ZN_ITERATION_LIMIT && c->why != ZN_STALLED && c->why != ZN_INACCURATE)
        return ZN_OK;
    /* a shift that does not move leads to the same problem again */
    const bool rests = next_shift(t, f->d, f->mu, call.w) == 0 && (st || f->exact);
    const bool idle = f->exact && c->idle >= IDLE && c->reached < NEARLY;

    c->why = isnan(c->err) || rests || idle ? ZN_STALLED : ZN_ITERATION_LIMIT;
    return ZN_OK;
}

/* the whole problem from the best point; the shift stays what it was */
static zn_status polish(course *c, zni_call call)
{
    const zni_turning *f = c->f;
    zn_solve_info inner = {0};
    zn_status st;

    call.info = &inner;
    memcpy(call.z, c->best, (size_t)f->n * sizeof *call.z);
    st = f->polish(f->of, call);
    if (st < 0)
        return st;
    c->total += inner.iterations;
    measure(c, call);
    if (inner.outcome == ZN_INTERRUPTED)
        c->why = inner.outcome;
    return ZN_OK;
}

zn_status zni_turns_run(zni_call call, zni_turns *t, const zni_turning *f, double best[])
{
    const size_t bytes = (size_t)f->n * sizeof *best;
    course c = {.f = f, .best = best, .least = INFINITY, .why = ZN_ITERATION_LIMIT};
    zn_index due = FIRST_POLISH;

    memcpy(best, call.z, bytes);
    measure(&c, call);
    c.reached = c.err;
    for (zn_index it = 1; it <= f->max_iter && !(c.least <= f->tol) && c.why == ZN_ITERATION_LIMIT; it++) {
        zn_status st = turn(&c, t, call);

        if (!st && f->polish && it == due && c.why == ZN_ITERATION_LIMIT && c.least > f->tol) {
            st = polish(&c, call);
            due *= 2;
        }
        if (st)
            return st;
    }
    call.info->iterations = c.total;
    call.info->outcome = c.why;
    memcpy(call.z, best, bytes);
    return c.least <= f->tol ? ZN_OK : ZN_UNSOLVED;
}
