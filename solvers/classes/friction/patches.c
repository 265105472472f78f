/* patches.c - Gauss-Seidel on patches of contacts where the error is, between sweeps of all contacts
 * SPDX-License-Identifier: Apache-2.0 */
#include "patches.h"

#include <stdlib.h>

#include "stages.h"

/* In a large heap sweeps converge everywhere but in a few places, where loads have to grow by a thousand times what a
 * sweep adds until something slips: after some hundred sweeps a hundredth of the contacts has nine tenths of the error.
 * Momentum with one step length for all restarts whenever one of those places changes. So each place gets sweeps and
 * momentum of its own. This is a multiplicative nonlinear Schwarz method (with fixed domains: Alart, Iceta &
 * Dureisseix, CMAME 205-208, 2012) whose patches follow the error:
 *     sort the contacts by their residual; seeds are the largest, until all others have less than REST of it;
 *     a seed that is in no patch yet and the contacts nearest to it in the graph of W are a patch;
 *     solve the problem of the patch for fixed reactions of all others, by sweeps with momentum;
 * then sweeps of all contacts, forwards and backwards, remove the residuals at the borders of patches. */

/* The part of the error that may be left outside of patches: there the solution will change anyhow. */
static const double REST = 0.3;

/* Sweeps of all contacts after each round. */
enum { BETWEEN = 20 };

/* Blocks for each thread and colour from which on waking a thread pays, as in `nsgs`. */
enum { GRAIN = 4000 };

/* A round has about SPREAD patches that hardly overlap, or patches of the smallest size. A place that comes back gets
 * a larger patch, up to LARGEST times the smallest one, or MORE times the sweeps, up to VISITS visits of a contact:
 * 0.15 s, less than `auto` takes for a patch of the smallest size. */
enum { SPREAD = 16, LARGEST = 16, MORE = 4, VISITS = 2000000 };
static const double GAIN = 0.7;

/* If the seeds after the first sweeps are a larger part of the contacts the error is not local, as loads travel through
 * the whole structure, and the method gives up. They were a fiftieth to a third in heaps, piles and wedges, at least 44
 * hundredths in walls and arches. */
static const double NOWHERE = 0.4;

/* It gives up after more than IDLE rounds that did not halve the error, twice as many as all sizes and limits of sweeps
 * take, if these rounds also had more than PART of all sweeps: rounds on few contacts are cheap. */
enum { IDLE = 24 };
static const double PART = 1.0 / 3;

typedef struct run {
    zni_patches_work *k;
    zni_nsgs_work *all;
    const zni_patches *opt;
    bool many;      /* c, r and u are permuted by domains; threads share the work */
    zni_round round; /* data and limits                                      */
    zni_tally tally;
    double *u;
    zn_index limit; /* of sweeps: granted, or all                            */
} run;

void zni_patches_fini(zn_ctx *ctx, zni_patches_work *k)
{
    zni_waves_fini(ctx, &k->waves);
    ZNI_FREE(ctx, k->blame, k->place, k->best);
}

/* ---- where the error is -------------------------------------------------------- */

static int worse(const void *x, const void *y)
{
    const zni_blame *a = x, *b = y;

    if (a->part != b->part)
        return a->part > b->part ? -1 : 1;
    return a->a < b->a ? -1 : a->a > b->a;
}

/* the share of thread `me` of the squared residuals, into u */
static void residuals(void *arg, zn_index me)
{
    const run *s = arg;
    const zn_index nc = s->round.all.c->nc,
                   threads = s->round.pool ? zni_pool_size(s->round.pool) : 1,
                   end = zni_pool_share(nc, threads, me + 1);

    for (zn_index a = zni_pool_share(nc, threads, me); a < end; a++)
        s->u[a] = zni_patch_residual(&s->round.all, a);
}

/* Sort the contacts by their residual and choose the seeds. */
static void blame(run *s)
{
    const zn_index nc = s->round.all.c->nc;
    const double left = fmax(REST, 0.5 * s->opt->tol / s->tally.err);
    double all = 0, rest = 1;
    zn_index n = 0;

    if (s->round.pool)
        zni_pool_run(s->round.pool, residuals, s);
    else
        residuals(s, 0);
    for (zn_index a = 0; a < nc; a++)
        all += s->u[a];
    for (zn_index a = 0; a < nc; a++) {
        const double part = all > 0 ? s->u[a] / all : 0;

        s->k->blame[a] = (zni_blame){.part = (float)part, .a = (int32_t)a};
    }
    s->round.all.rest = left * left * all;
    qsort(s->k->blame, (size_t)nc, sizeof *s->k->blame, worse);
    while (n < nc && rest > left * left)
        rest -= (double)s->k->blame[n++].part;
    s->round.seed = s->k->blame;
    s->round.seeds = n;
}

/* The size and the limit of sweeps of a seed's patch. A place has come back if a patch of the last round was there or
 * beside it and at least GAIN of that patch's first residual is there again. If that patch was solved, the residual is
 * from its border, and loads are pushed to and fro between patches that are smaller than the soft part of the
 * structure: the new one has twice the contacts. If it was not solved, sweeps converge slowly: while everything that
 * slips goes on slipping, a sweep adds a ten-thousandth of what loads have to grow by, and with momentum it takes
 * thousands of sweeps: the new one gets MORE times as many, or, if these were more than VISITS, twice the contacts.
 * Beyond LARGEST times the smallest size, or half of all contacts, it starts again with the smallest. */
static void size_patch(const run *s, zni_blame *b, zn_index size)
{
    const zni_place *p = &s->k->place[b->a];
    const bool back = zni_blame_square(b, s->tally.err) > (float)(GAIN * GAIN) * p->residual;
    zn_index m = p->size, sweeps = MORE * p->sweeps;

    if (back && (sweeps == 0 || m * sweeps > VISITS)) {
        m *= 2;
        sweeps = 0;
    } else if (!back) {
        sweeps = p->sweeps;
    }
    if (m < size || m > LARGEST * size || 2 * m > s->round.all.c->nc) {
        m = size < s->round.all.c->nc ? size : s->round.all.c->nc;
        sweeps = 0;
    }
    if (sweeps == 0)
        sweeps = VISITS / m < ZNI_PATCH_SWEEPS ? VISITS / m : ZNI_PATCH_SWEEPS;
    b->size = (int32_t)m;
    b->sweeps = (int32_t)(sweeps > 0 ? sweeps : 1);
}

/* ---- rounds ---------------------------------------------------------------------- */

/* Sweeps of all contacts, at most as many as are left. Combined ones (Anderson) go on while they are estimated to need
 * no more than twice the first ones; patches would take five to ten times as many. */
static zn_status sweep(run *s, zn_index many, zni_pace pace, zn_outcome *why)
{
    const zni_patching *of = &s->round.all;
    const zn_index left = s->opt->max_iter - zni_tally_spent(&s->tally);
    const zni_nsgs how = {.tol = s->opt->tol,
                          .max_iter = many < left ? many : left,
                          .omega = 1,
                          .order = s->many ? ZNI_DOMAINS : ZNI_ASCENDING,
                          .permuted = s->many,
                          .threads = s->opt->threads,
                          .grain = GRAIN,
                          .accelerate = (int)pace,
                          .depth = ZNI_DEPTH,
                          .patience = pace == ZNI_COMBINED ? 2 * s->opt->first : 0};
    zn_solve_info info = {0};
    zn_monitor *mon = zni_tally_watch(&s->tally, of->c->nc);
    const zn_status st =
        zni_nsgs_run((zni_call){of->ctx, of->r, s->u, mon, &info}, s->all, &how, of->c);

    zni_tally_heed(&s->tally, mon ? mon->stop : ZN_SOLVED);
    s->tally.sweeps += info.iterations;
    *why = info.outcome;
    if (st >= 0)
        s->tally.err = zni_fc_error(of->c, of->r, s->u);
    return st < 0 ? st : ZN_OK;
}

/* The first sweeps, with Nesterov's momentum. With many contacts combined sweeps come before: from the loads of the
 * last time step the error may be everywhere, and 99 140 contacts take 63 combined sweeps, 96 with momentum; from r =
 * 0 it shows after thirty that they do not converge. (Fewer contacts have had combined sweeps before.) */
static zn_status first(run *s, zn_outcome *why)
{
    const zn_status st =
        s->many ? sweep(s, s->opt->max_iter, ZNI_COMBINED, why) : ZN_OK;
    const zn_index left = s->opt->first - s->tally.sweeps;

    if (st || zni_tally_stopped(*why) || left <= 0 ||
        (s->many && s->tally.err <= s->opt->tol))
        return st;
    return sweep(s, left, ZNI_NESTEROV, why);
}

/* room by contacts and rows */
static zn_status places(zn_ctx *ctx, zni_patches_work *k, zn_index n,
                        zn_index nc)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(k, blame, nc), ZNI_ARRAY(k, place, nc), ZNI_ARRAY(k, best, n));
}

zn_status zni_patches_reserve(zn_ctx *ctx, zni_patches_work *k, zn_index n,
                              zn_index nnz)
{
    const zn_status st = places(ctx, k, n, n / 2 + 1);

    return st ? st : zni_waves_reserve(ctx, &k->waves, n, nnz);
}

/* permute many contacts by domains; the threads that share them */
static zn_status permute(run *s)
{
    zni_patching *of = &s->round.all;
    zni_permuted *p = &s->all->permuted;
    zn_status st = ZN_OK;

    if (s->opt->threads > 1)
        st = zni_pool_ready(of->ctx, s->opt->threads, &s->all->pool);
    if (!st)
        st = zni_nsgs_permute(of->ctx, s->all, ZNI_DOMAINS, of->c);
    if (st)
        return st;
    s->round.pool = s->opt->threads > 1 ? s->all->pool : NULL;
    zni_permuted_enter(p, &s->all->colours, of->r);
    of->c = &p->c;
    of->r = p->v;
    s->u = p->v + p->c.n;
    return ZN_OK;
}

static zn_status begin(run *s)
{
    zni_patching *of = &s->round.all;
    const zn_index nc = of->c->nc;
    zni_patches_work *k = s->k;
    zn_status st;

    if (nc > INT32_MAX)
        return zn_fail(
            of->ctx, ZN_EINVAL,
            "'patches' counts contacts up to %d, these are %td; take "
            "'nsgs'",
            INT32_MAX, nc);
    st = places(of->ctx, k, of->c->n, nc);
    if (!st && s->many)
        st = permute(s);
    if (!st)
        st = zni_waves_begin(of->ctx, &k->waves, nc,
                             s->round.pool ? s->opt->threads : 1);
    if (st)
        return st;
    memset(k->place, 0, (size_t)nc * sizeof *k->place);
    /* if no error is a number the start is returned */
    memcpy(k->best, of->r, (size_t)of->c->n * sizeof *of->r);
    return ZN_OK;
}

typedef struct course {
    double last;          /* error before the last round; INFINITY: there was none */
    double first;         /* error after the first sweeps                 */
    double least, half;   /* error of the best point; below `half` a round has not been idle */
    zn_index idle, since; /* idle rounds; sweeps before the first of them */
    bool nowhere;
} course;

static bool idle(const run *s, const course *f)
{
    const double all = (double)zni_tally_spent(&s->tally);

    return f->idle > IDLE && all - (double)f->since > PART * all;
}

/* Does the gain of the rounds, extrapolated, lead to the tolerance within the patience and the limit of sweeps? */
static bool promises(const run *s, const course *f)
{
    const double gain = log(f->first / f->least), need = log(f->least / s->opt->tol);
    const zn_index spent = zni_tally_spent(&s->tally);
    const double made = (double)(spent - s->opt->first),
                 left = (double)(s->opt->max_iter - spent);

    return need * made <= gain * fmin(left, (double)s->opt->patience);
}

/* After the first round the sweeps granted become all sweeps, or there is no hope. */
static bool hopeless(run *s, const course *f)
{
    if (s->opt->granted <= 0 || f->last == INFINITY)
        return false;
    s->limit = s->opt->max_iter;
    return !promises(s, f);
}

/* Keep the best point; is it the end? Then *why is the reason. */
static bool done(run *s, course *f, zn_outcome *why)
{
    const zni_patching *of = &s->round.all;
    const double err = s->tally.err;

    zni_note_best(err, &f->least, of->c->n, of->r, s->k->best);
    if (f->last == INFINITY)
        f->first = err;
    f->idle = err < f->half ? 0 : f->idle + 1;
    if (f->idle == 0) {
        f->half = err / 2;
        f->since = zni_tally_spent(&s->tally);
    }
    if (f->least <= s->opt->tol)
        *why = ZN_SOLVED;
    else if (!zni_tally_stopped(*why))
        *why = f->nowhere || idle(s, f) || hopeless(s, f) ? ZN_STALLED
               : zni_tally_spent(&s->tally) >= s->opt->max_iter
                   ? ZN_ITERATION_LIMIT
                   : ZN_SOLVED;
    return f->least <= s->opt->tol || *why != ZN_SOLVED;
}

/* one round: patches, then sweeps of all contacts, unless the error is not local */
static zn_status round_of(run *s, course *f, zn_outcome *why)
{
    zn_index size;
    zn_status st;

    blame(s);
    size = s->round.seeds / SPREAD;
    size = size > s->opt->size ? size : s->opt->size;
    f->nowhere = f->last == INFINITY &&
                 (double)s->round.seeds > NOWHERE * (double)s->round.all.c->nc;
    if (f->nowhere)
        return ZN_OK;
    f->last = s->tally.err;
    for (zn_index i = 0; i < s->round.seeds; i++)
        size_patch(s, &s->k->blame[i], size);
    memset(s->k->place, 0, (size_t)s->round.all.c->nc * sizeof *s->k->place);
    s->round.place = s->k->place;
    /* the sweeps of all contacts after them are reserved */
    s->round.limit = s->limit - BETWEEN;
    s->round.why = *why;
    st = zni_waves_run(&s->k->waves, &s->round);
    *why = s->round.why;
    return st ? st : sweep(s, BETWEEN, ZNI_NESTEROV, why);
}

zn_status zni_patches_run(zni_call call, zni_patches_work *k, zni_nsgs_work *all, const zni_patches *opt,
                          const zni_fc *c)
{
    run s = {.k = k, .all = all, .opt = opt, .u = call.w,
             .many = c->nc >= (opt->many > 0 ? opt->many : ZNI_PATCHES_MANY),
             .limit = opt->granted > 0 && opt->granted < opt->max_iter
                          ? opt->granted
                          : opt->max_iter};
    zni_patching *of = &s.round.all;
    course f = {
        .last = INFINITY, .least = INFINITY, .half = INFINITY};
    zn_outcome why = ZN_SOLVED;
    zn_status st;

    s.tally = (zni_tally){.nc = c->nc, .mon = call.mon};
    *of = (zni_patching){
        .ctx = call.ctx, .c = c, .r = call.z, .tol = opt->tol, .size = opt->size};
    s.round.tally = &s.tally;
    s.round.together = s.many;
    s.round.rescues = opt->rescues;
    st = begin(&s);
    if (!st)
        st = first(&s, &why);
    while (!st && !done(&s, &f, &why))
        st = round_of(&s, &f, &why);
    if (st)
        return st;
    memcpy(of->r, k->best, (size_t)c->n * sizeof *call.z);
    zni_fc_mul(of->c, of->r, of->c->q, s.u);
    if (s.many)
        zni_permuted_leave(&all->permuted, &all->colours, call.z, call.w);
    call.info->iterations = zni_tally_spent(&s.tally);
    call.info->outcome = why;
    return why == ZN_SOLVED ? ZN_OK : ZN_UNSOLVED;
}
