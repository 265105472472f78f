/* patches.c - friction where the error is: patches of contacts between sweeps of all
 * SPDX-License-Identifier: Apache-2.0 */
#include "patches.h"

#include <stdlib.h>

#include "stages.h"

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

/* Of the error, what may be left outside: the others are not yet what they will be. */
static const double REST = 0.3;

/* Sweeps of all after each round. */
enum { BETWEEN = 20 };

/* Blocks for each thread and colour that are worth its waking, as `nsgs` has it. */
enum { GRAIN = 4000 };

/* A round has some SPREAD patches that hardly overlap, or patches of the smallest size. What comes back gets more
 * (give), up to LARGEST times the contacts, and MORE times the sweeps up to VISITS of a contact: 0.15 s, less than
 * `auto` takes for a patch of the smallest size. */
enum { SPREAD = 16, LARGEST = 16, MORE = 4, VISITS = 2000000 };
static const double GAIN = 0.7;

/* Where more of the contacts have the error after the first sweeps it is nowhere: loads travel
 * through all. In heaps, piles and wedges it was a fiftieth to a third, in walls and arches from
 * 44 hundredths on. */
static const double NOWHERE = 0.4;

/* Rounds without half the error to give up after, two turns of all sizes and sweeps, and that they were PART of all
 * sweeps: rounds of few contacts are cheap, and who judges long work by a short pause leaves before the end. */
enum { IDLE = 24 };
static const double PART = 1.0 / 3;

typedef struct run {
    zni_patches_work *k;
    zni_nsgs_work *all;
    const zni_patches *opt;
    bool many;      /* c is permuted by domains, and so are r and u; threads share what they do */
    zni_round round; /* what it works on, and what it may spend              */
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

/* the share of thread `me` of the squares of the residuals, into u */
static void residuals(void *arg, zn_index me)
{
    const run *s = arg;
    const zn_index nc = s->round.all.c->nc,
                   threads = s->round.pool ? zni_pool_size(s->round.pool) : 1,
                   end = zni_pool_share(nc, threads, me + 1);

    for (zn_index a = zni_pool_share(nc, threads, me); a < end; a++)
        s->u[a] = zni_patch_residual(&s->round.all, a);
}

/* Contacts by their residual: the seeds are those that have all but what may be left. */
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

/* What the patch of a seed gets. A place has come back if a patch of the round before was there or beside it and
 * GAIN of the residual that it began with is there again. What was solved has left that at its borders, and loads are
 * pushed to and fro between patches that are smaller than what is soft: twice as many contacts. What was not solved
 * creeps: while all that slips goes on to slip a sweep brings a ten-thousandth of what loads have to grow by, and
 * with momentum thousands of sweeps do it: MORE times as many, and when they would be more than VISITS twice as many
 * contacts, too. After LARGEST times the first ones, or half of all, it begins anew. */
static void give(const run *s, zni_blame *b, zn_index size)
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

/* sweeps of all, as many as are left at most; those that combine as long as they seem to need no more than twice the
 * first ones, where patches take five to ten times as many */
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
        zni_nsgs_run(of->ctx, s->all, &how, of->c, of->r, s->u, mon, &info);

    zni_tally_heed(&s->tally, mon ? mon->stop : ZN_SOLVED);
    s->tally.sweeps += info.iterations;
    *why = info.outcome;
    if (st >= 0)
        s->tally.err = zni_fc_error(of->c, of->r, s->u);
    return st < 0 ? st : ZN_OK;
}

/* The first ones, with Nesterov's momentum. Many contacts combine before, as long as that promises to end: from the
 * loads of a step before the error may be everywhere, and 99 140 contacts take 63 where momentum takes 96; from
 * nothing it shows after thirty that it does not. (Fewer contacts come from combined sweeps already.) */
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

/* what there is one of for each of nc contacts, n rows */
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

/* many contacts by domains, and the threads that share them */
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
    /* where no error is a number that is what comes back */
    memcpy(k->best, of->r, (size_t)of->c->n * sizeof *of->r);
    return ZN_OK;
}

typedef struct course {
    double last;          /* error of the round before                */
    double first;         /* after the first sweeps                 */
    double least, half;   /* of the best; below it a round was not idle */
    zn_index idle, since; /* such rounds; sweeps before the first of them */
    bool nowhere;
} course;

static bool idle(const run *s, const course *f)
{
    const double all = (double)zni_tally_spent(&s->tally);

    return f->idle > IDLE && all - (double)f->since > PART * all;
}

/* Does the gain of the rounds promise the end within the patience, and before all sweeps are spent? */
static bool promises(const run *s, const course *f)
{
    const double gain = log(f->first / f->least), need = log(f->least / s->opt->tol);
    const zn_index spent = zni_tally_spent(&s->tally);
    const double made = (double)(spent - s->opt->first),
                 left = (double)(s->opt->max_iter - spent);

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

/* one round: patches, and sweeps of all, unless the error is nowhere */
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
        give(s, &s->k->blame[i], size);
    memset(s->k->place, 0, (size_t)s->round.all.c->nc * sizeof *s->k->place);
    s->round.place = s->k->place;
    /* those of all behind them are left to be spent */
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
