/* patches.c - friction where the error is: patches of contacts between sweeps of all
 * SPDX-License-Identifier: Apache-2.0 */
#include "patches.h"

#include <stdlib.h>

#include "../core/monitor.h"

/* In a large heap sweeps end everywhere but in a few places, where loads have to grow by a
 * thousand times what a sweep adds until something slips: after some hundreds a hundredth of
 * the contacts has nine tenths of the error. Momentum, which has one length for all, begins
 * anew whenever one of those places changes. So each gets sweeps and momentum of its own: a
 * nonlinear Schwarz method (of domains that are there from the beginning: Alart, Iceta & Dureisseix,
 * CMAME 205-208, 2012), multiplicative, with
 * patches that follow the error,
 *     contacts by their residual, the largest first, until the rest has less than REST of it,
 *     each that was in no patch yet with those nearest in the graph of W: its patch,
 *     the problem of the patch, the reactions of the others held, by sweeps with momentum,
 * and sweeps of all to and fro, which take back what patches leave at their borders. */

/* Of the error, what may be left outside, and what a patch leaves of its own: nobody needs more
 * where the others are not yet what they will be. */
static const double REST = 0.3, LEFT = 0.1;

/* Sweeps of all after each round, of a patch of at most FEW contacts and of larger ones. */
enum { BETWEEN = 20, OF_FEW = 1000, OF_MANY = 300, FEW = 2000 };

/* Newton's and interior points' steps on a patch that sweeps did not end: 15 to 40 do. */
enum { RESCUE_STEPS = 50 };

/* A round has some SPREAD patches that hardly overlap, or patches of the smallest size, and of
 * twice, 4, ... times of that where the last one gained less than GAIN: what is soft reaches
 * farther then. A patch covers COVERED of itself, what is nearer to its border is left to
 * others. */
enum { SPREAD = 16, LARGEST = 16 };
static const double GAIN = 0.7, COVERED = 0.75;

/* Where more of the contacts have the error after the first sweeps it is nowhere: loads travel
 * through all. In heaps, piles and wedges it was a fiftieth to a third, in walls and arches from
 * 44 hundredths on. */
static const double NOWHERE = 0.4;

/* Rounds without half the error to give up after, and that they were PART of all sweeps: rounds of
 * few contacts are cheap, and who judges long work by a short pause leaves before the end. */
enum { IDLE = 12 };
static const double PART = 1.0 / 3;

typedef struct run {
    zn_ctx *ctx;
    zni_patches_work *k;
    zni_nsgs_work *all;
    const zni_patches *opt;
    const zni_fc *c;
    double *r, *u;
    int32_t *number, *list; /* nc each                          */
    bool *covered;          /* nc                               */
    zn_index count;         /* of list                          */
    double rest;            /* square of what may be left       */
    zn_index limit;         /* of sweeps: granted, or all       */
    double visits;          /* of contacts, in patches          */
    zn_index sweeps;        /* of all                           */
    double err;             /* of all, after the last of them   */
    zn_monitor *mon;        /* who watches all of this          */
    zn_monitor inner;       /* what is run in it asks this      */
    zn_index share;         /* contacts that it sweeps          */
    zn_index next, rescues; /* sweep that is told next; so far  */
} run;

void zni_patches_fini(zn_ctx *ctx, zni_patches_work *k)
{
    zni_nsgs_fini(ctx, &k->sweeps);
    zni_fc_fini(ctx, &k->sub);
    zn_solver_free(k->rescue);
    zn_free_array(ctx, k->blame);
    zn_free_array(ctx, k->v);
    zn_free_array(ctx, k->covered);
    zn_free_array(ctx, k->best);
    zn_free_array(ctx, k->rows);
    zn_free_array(ctx, k->blocks);
    zn_free_array(ctx, k->x);
}

/* ---- who watches --------------------------------------------------------------- */

static bool stopped(zn_outcome why)
{
    return why == ZN_INTERRUPTED || why == ZN_TIME_LIMIT;
}

static zn_index spent(const run *s)
{
    return s->sweeps + (zn_index)(s->visits / (double)s->c->nc);
}

/* Of what is run inside, in the count and with the error of all. */
static bool tell(void *user, zn_index it, double error)
{
    run *s = user;
    const zn_index nc = s->c->nc,
                   now = s->sweeps + (zn_index)((s->visits + (double)(s->share * it)) /
                                                (double)nc);

    if (now < s->next)
        return false;
    s->next = now + 1;
    return zn_monitor_tick(s->mon, now, s->share == nc ? error : s->err);
}

/* The monitor of what sweeps so many contacts; NULL: nobody watches. It is told of no methods:
 * they are no news to who asks about the whole. */
static zn_monitor *watch(run *s, zn_index contacts)
{
    if (!s->mon)
        return NULL;
    s->share = contacts;
    s->inner = (zn_monitor){
        .fn = tell, .user = s, .end = s->mon->end, .stop = s->mon->stop};
    return &s->inner;
}

/* and what it said */
static void heed(run *s)
{
    if (s->mon && !s->mon->stop)
        s->mon->stop = s->inner.stop;
}

/* ---- where the error is -------------------------------------------------------- */

/* the square of the residual of contact a, as the error has it */
static double residual(const run *s, zn_index a)
{
    const zni_fc *c = s->c;
    double u[ZNI_DMAX], f[ZNI_DMAX], size = c->size[a];

    zni_fc_row(c, a, s->r, u);
    return size * zni_fc_natural(c, a, 1 / size, s->r + c->d * a, u, f);
}

static int worse(const void *x, const void *y)
{
    const zni_blame *a = x, *b = y;

    if (a->part != b->part)
        return a->part > b->part ? -1 : 1;
    return a->a < b->a ? -1 : a->a > b->a;
}

/* Contacts by their residual; returns how many have all but what may be left. err: of all */
static zn_index blame(run *s, double err)
{
    const zn_index nc = s->c->nc;
    const double left = fmax(REST, 0.5 * s->opt->tol / err);
    double all = 0, rest = 1;
    zn_index n = 0;

    for (zn_index a = 0; a < nc; a++)
        all += residual(s, a);
    for (zn_index a = 0; a < nc; a++) {
        const double part = all > 0 ? residual(s, a) / all : 0;

        s->k->blame[a] = (zni_blame){(float)part, (int32_t)a};
        s->covered[a] = false;
    }
    s->rest = left * left * all;
    qsort(s->k->blame, (size_t)nc, sizeof *s->k->blame, worse);
    while (n < nc && rest > left * left)
        rest -= (double)s->k->blame[n++].part;
    return n;
}

/* ---- one patch ------------------------------------------------------------------ */

static int ascending(const void *x, const void *y)
{
    const int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;

    return a < b ? -1 : a > b;
}

static void enter(run *s, zn_index a)
{
    s->number[a] = 0;
    s->list[s->count++] = (int32_t)a;
}

/* `size` contacts around a, in the order of their numbers; returns the blocks between them. */
static zn_index grow(run *s, zn_index a, zn_index size)
{
    const zni_fc *c = s->c;
    zn_index blocks = 0;

    s->count = 0;
    enter(s, a);
    for (zn_index h = 0; h < s->count; h++) {
        const zn_index b = s->list[h];

        for (zn_index k = c->p[b]; k < c->p[b + 1] && s->count < size; k++)
            if (s->number[c->i[k]] < 0)
                enter(s, c->i[k]);
    }
    for (zn_index h = 0; h < s->count; h++)
        if (h == 0 || (double)h < COVERED * (double)s->count)
            s->covered[s->list[h]] = true;
    qsort(s->list, (size_t)s->count, sizeof *s->list, ascending);
    for (zn_index h = 0; h < s->count; h++)
        s->number[s->list[h]] = (int32_t)h;
    for (zn_index h = 0; h < s->count; h++)
        for (zn_index k = c->p[s->list[h]]; k < c->p[s->list[h] + 1]; k++)
            blocks += s->number[c->i[k]] >= 0;
    return blocks;
}

/* of m contacts and their blocks */
static zn_status room(zn_ctx *ctx, zni_patches_work *k, zn_index n, zn_index m,
                      zn_index blocks)
{
    zn_status st =
        zn_grow(ctx, &k->rows, &k->cap_rows, 2 * (m + 1), sizeof *k->rows);

    if (!st)
        st = zn_grow(ctx, &k->blocks, &k->cap_blocks, 2 * blocks,
                     sizeof *k->blocks);
    return st ? st : zn_grow(ctx, &k->x, &k->cap_x, 3 * n + m, sizeof *k->x);
}

/* The problem of the patch: q has what the reactions of the others do. Squares: of q, as
 * the error has it, and of the residuals. */
static void cut(const run *s, zn_index nb, zn_matrix *W, zn_friction *p,
                double *size, double *left)
{
    const zni_fc *c = s->c;
    const zn_index m = s->count, d = c->d, dd = d * d;
    zn_index *at = s->k->rows, *ro = at + m + 1, *i = s->k->blocks,
             *bp = i + nb;
    double *q = s->k->x, *r = q + d * m, *mu = q + 3 * d * m;

    *size = *left = 0;
    nb = 0;
    for (zn_index h = 0; h < m; h++) {
        const zn_index a = s->list[h];

        at[h] = nb;
        ro[h] = d * h;
        mu[h] = c->mu[a];
        memcpy(q + d * h, c->q + d * a, (size_t)d * sizeof *q);
        memcpy(r + d * h, s->r + d * a, (size_t)d * sizeof *r);
        for (zn_index k = c->p[a]; k < c->p[a + 1]; k++) {
            const zn_index b = c->i[k];
            double y[ZNI_DMAX];

            if (s->number[b] >= 0) {
                i[nb] = s->number[b];
                bp[nb++] = dd * k;
                continue;
            }
            zni_block_times(d, c->x + dd * k, s->r + d * b, y);
            for (zn_index e = 0; e < d; e++)
                q[d * h + e] += y[e];
        }
        for (zn_index e = 0; e < d; e++)
            *size += q[d * h + e] * q[d * h + e] / c->size[a];
        *left += residual(s, a);
    }
    at[m] = nb;
    ro[m] = d * m;
    *W = (zn_matrix){.storage = ZN_BSR,
                     .rows = d * m,
                     .cols = d * m,
                     .x = c->x,
                     .p = at,
                     .i = i,
                     .nbr = m,
                     .nbc = m,
                     .ro = ro,
                     .co = ro,
                     .bp = bp};
    *p = (zn_friction){.d = d, .nc = m, .M = W, .q = q, .mu = mu};
}

/* `auto`, as long as it is quick */
static zn_status rescue(run *s, const zn_friction *p, double tol, double r[],
                        double u[], zn_solve_info *info)
{
    zni_patches_work *k = s->k;
    zn_status st = ZN_OK;

    s->rescues++;
    if (!k->rescue) {
        st = zn_solver_new(s->ctx, "friction", "auto", &k->rescue);
        if (!st)
            st = zn_solver_set_real(k->rescue, "max_steps", RESCUE_STEPS);
        if (!st)
            st = zn_solver_set_real(k->rescue, "max_sweeps", OF_FEW);
    }
    if (!st)
        st = zn_solver_set_real(k->rescue, "tol", tol);
    if (st)
        return st;
    st = zn_solver_solve_inner(k->rescue, p, r, u, watch(s, p->nc), info);
    heed(s);
    return st;
}

/* sweeps of all that patches have left to spend, before those behind them */
static zn_index left_for_patches(const run *s)
{
    return s->limit - BETWEEN - spent(s);
}

/* sweeps of m contacts */
static zn_index most(const run *s, zn_index m)
{
    const double left =
        (double)left_for_patches(s) * (double)s->c->nc / (double)m;

    return (zn_index)fmin(m > FEW ? OF_MANY : OF_FEW, left);
}

/* The patch around a, in place of what r has there. */
static zn_status solve_patch(run *s, zn_index a, zn_index size, zn_outcome *why)
{
    zni_patches_work *k = s->k;
    const zn_index d = s->c->d, nb = grow(s, a, size), m = s->count;
    double data, left;
    zn_matrix W;
    zn_friction p;
    zn_solve_info info = {0};
    zn_status st = room(s->ctx, k, d * m, m, nb);

    if (st)
        return st;

    double *r = k->x + d * m, *u = r + d * m;

    cut(s, nb, &W, &p, &data, &left);
    /* what is left for all is shared by the contacts */
    left = fmax(LEFT * LEFT * left,
                LEFT * LEFT * s->rest * (double)m / (double)s->c->nc);
    const zni_nsgs how = {.tol = data > 0 ? sqrt(left / data) : s->opt->tol,
                          .max_iter = most(s, m),
                          .omega = 1,
                          .accelerate = ZNI_MOMENTUM};

    st = zni_fc_set(s->ctx, &k->sub, &p);
    if (!st)
        st = zni_nsgs_run(s->ctx, &k->sweeps, &how, &k->sub, r, u, watch(s, m),
                          &info);
    heed(s);
    s->visits += (double)m * (double)info.iterations;
    if (st == ZN_UNSOLVED && info.outcome != ZN_INTERRUPTED &&
        s->rescues < s->opt->rescues && m <= s->opt->size)
        st = rescue(s, &p, how.tol, r, u, &info);
    for (zn_index h = 0; h < m; h++) {
        memcpy(s->r + d * s->list[h], r + d * h, (size_t)d * sizeof *r);
        s->number[s->list[h]] = -1;
    }
    *why = info.outcome;
    return st < 0 ? st : ZN_OK;
}

/* ---- rounds ---------------------------------------------------------------------- */

/* sweeps of all, to and fro, as many as are left at most */
static zn_status sweep(run *s, zn_index many, zn_outcome *why)
{
    const zn_index left = s->opt->max_iter - spent(s);
    const zni_nsgs how = {.tol = s->opt->tol,
                          .max_iter = many < left ? many : left,
                          .omega = 1,
                          .accelerate = ZNI_NESTEROV};
    zn_solve_info info = {0};
    const zn_status st =
        zni_nsgs_run(s->ctx, s->all, &how, s->c, s->r, s->u,
                     watch(s, s->c->nc), &info);

    heed(s);
    s->sweeps += info.iterations;
    *why = info.outcome;
    if (st >= 0)
        s->err = zni_fc_error(s->c, s->r, s->u);
    return st < 0 ? st : ZN_OK;
}

/* patches of the seeds, the worst first */
static zn_status patches(run *s, zn_index seeds, zn_index size, zn_outcome *why)
{
    zn_status st = ZN_OK;

    for (zn_index k = 0; k < seeds && !st && !stopped(*why); k++) {
        const zn_index a = s->k->blame[k].a;

        if (s->covered[a])
            continue;
        if (left_for_patches(s) <= 0)
            break;
        st = solve_patch(s, a, size, why);
    }
    return st;
}

/* what there is one of for each of nc contacts, n rows */
static zn_status places(zn_ctx *ctx, zni_patches_work *k, zn_index n,
                        zn_index nc)
{
    zn_status st = zn_grow(ctx, &k->blame, &k->cap_blame, nc, sizeof *k->blame);

    if (!st)
        st = zn_grow(ctx, &k->v, &k->cap_v, 2 * nc, sizeof *k->v);
    if (!st)
        st = zn_grow(ctx, &k->covered, &k->cap_covered, nc, sizeof *k->covered);
    return st ? st : zn_grow(ctx, &k->best, &k->cap_best, n, sizeof *k->best);
}

zn_status zni_patches_reserve(zn_ctx *ctx, zni_patches_work *k, zn_index n,
                              zn_index nnz)
{
    zn_status st = places(ctx, k, n, n / 2 + 1);

    if (!st)
        st = room(ctx, k, n, n / 2 + 1, nnz / 4 + n / 2 + 1);
    if (!st)
        st = zni_fc_reserve(ctx, &k->sub, n, nnz);
    if (!st)
        st = zni_nsgs_reserve(ctx, &k->sweeps, n);
    return st ? st : zni_momentum_reserve(ctx, &k->sweeps.momentum, n);
}

static zn_status begin(run *s)
{
    const zn_index nc = s->c->nc;
    zni_patches_work *k = s->k;
    zn_status st;

    if (nc > INT32_MAX)
        return zn_fail(
            s->ctx, ZN_EINVAL,
            "'patches' counts contacts up to %d, these are %td; take "
            "'nsgs'",
            INT32_MAX, nc);
    st = places(s->ctx, k, s->c->n, nc);
    if (st)
        return st;
    /* where no error is a number that is what comes back */
    memcpy(k->best, s->r, (size_t)s->c->n * sizeof *s->r);
    s->number = k->v;
    s->list = k->v + nc;
    s->covered = k->covered;
    for (zn_index a = 0; a < nc; a++)
        s->number[a] = -1;
    return ZN_OK;
}

typedef struct course {
    double last;          /* error of the round before                */
    double first;         /* after the first sweeps                 */
    double least, half;   /* of the best; below it a round was not idle */
    zn_index idle, since; /* such rounds; sweeps before the first of them */
    zn_index times;       /* the smallest patches, times that           */
    bool nowhere;
} course;

static bool idle(const run *s, const course *f)
{
    const double all = (double)spent(s);

    return f->idle > IDLE && all - (double)f->since > PART * all;
}

/* Does the gain of the rounds promise the end within the patience, and before all sweeps are spent? */
static bool promises(const run *s, const course *f)
{
    const double gain = log(f->first / f->least), need = log(f->least / s->opt->tol);
    const double made = (double)(spent(s) - s->opt->first),
                 left = (double)(s->opt->max_iter - spent(s));

    return need * made <= gain * fmin(left, (double)s->opt->patience);
}

/* What is granted is prolonged after the first round, or there is no promise. */
static bool hopeless(run *s, const course *f)
{
    if (s->opt->granted <= 0 || f->last == INFINITY)
        return false;
    s->limit = s->opt->max_iter;
    return !promises(s, f);
}

/* The best point is kept; *why if there is no more to be done. */
static bool done(run *s, course *f, zn_outcome *why)
{
    if (s->err < f->least) {
        f->least = s->err;
        memcpy(s->k->best, s->r, (size_t)s->c->n * sizeof *s->r);
    }
    if (f->last == INFINITY)
        f->first = s->err;
    f->idle = s->err < f->half ? 0 : f->idle + 1;
    if (f->idle == 0) {
        f->half = s->err / 2;
        f->since = spent(s);
    }
    if (f->least <= s->opt->tol)
        *why = ZN_SOLVED;
    else if (!stopped(*why))
        *why = f->nowhere || idle(s, f) || hopeless(s, f) ? ZN_STALLED
               : spent(s) >= s->opt->max_iter             ? ZN_ITERATION_LIMIT
                                                          : ZN_SOLVED;
    return f->least <= s->opt->tol || *why != ZN_SOLVED;
}

/* one round: patches, and sweeps of all, unless the error is nowhere */
static zn_status round_of(run *s, course *f, zn_outcome *why)
{
    const zn_index seeds = blame(s, s->err), size = seeds / SPREAD;
    zn_status st;

    f->nowhere =
        f->last == INFINITY && (double)seeds > NOWHERE * (double)s->c->nc;
    if (f->nowhere)
        return ZN_OK;
    f->times = !(s->err > GAIN * f->last) ? 1
               : f->times < LARGEST       ? 2 * f->times
                                          : 1;
    f->last = s->err;
    st = patches(s, seeds,
                 f->times * (size > s->opt->size ? size : s->opt->size), why);
    return st ? st : sweep(s, BETWEEN, why);
}

zn_status zni_patches_run(zn_ctx *ctx, zni_patches_work *k, zni_nsgs_work *all,
                          const zni_patches *opt, const zni_fc *c, double r[],
                          double u[], zn_monitor *mon, zn_solve_info *info)
{
    run s = {.ctx = ctx, .k = k, .all = all, .opt = opt,
             .c = c,     .r = r, .u = u,     .mon = mon,
             .limit = opt->granted > 0 && opt->granted < opt->max_iter
                          ? opt->granted
                          : opt->max_iter};
    course f = {
        .last = INFINITY, .least = INFINITY, .half = INFINITY, .times = 1};
    zn_outcome why = ZN_SOLVED;
    zn_status st = begin(&s);

    if (!st)
        st = sweep(&s, opt->first, &why);
    while (!st && !done(&s, &f, &why))
        st = round_of(&s, &f, &why);
    if (st)
        return st;
    memcpy(r, k->best, (size_t)c->n * sizeof *r);
    zni_fc_mul(c, r, c->q, u);
    info->iterations = spent(&s);
    info->outcome = why;
    return why == ZN_SOLVED ? ZN_OK : ZN_UNSOLVED;
}
