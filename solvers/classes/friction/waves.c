/* waves.c - the patches of one round; those that do not touch each other are solved at the same time
 * SPDX-License-Identifier: Apache-2.0 */
#include "patches.h"

#include <stdatomic.h>

/* Patches depend on the graph and on the error before the round, not on the results of other patches. So a batch of
 * them is built first, and each enters the first wave in which no patch changes what it reads or reads what it changes:
 * the patches of a wave may be solved in any order. The budget of sweeps is distributed before: a patch for which
 * nothing might be left waits until the others are done. */

/* A patch covers this part of its contacts; those nearer to its border may seed other patches. */
static const double COVERED = 0.75;

/* Waves of a batch, as many as a word has bits; the contacts of all patches of a batch, at most so many times those of
 * the problem (patches overlap by about a quarter). */
enum { WAVES = 64, LISTED = 2 };

zn_status zni_waves_begin(zn_ctx *ctx, zni_waves *k, zn_index nc, zn_index threads)
{
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(k, thread, threads), ZNI_ARRAY(k, list, LISTED * nc),
                            ZNI_ARRAY(k, number, nc), ZNI_ARRAY(k, covered, nc),
                            ZNI_ARRAY(k, wrote, nc), ZNI_ARRAY(k, read, nc));
    if (st)
        return st;
    k->threads = threads;
    for (zn_index t = 0; t < threads && !st; t++)
        st = zni_patch_begin(ctx, &k->thread[t], nc);
    for (zn_index a = 0; a < nc; a++)
        k->number[a] = -1;
    return st;
}

static zn_status room(zn_ctx *ctx, zni_waves *k, zn_index patches)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(k, patch, patches), ZNI_ARRAY(k, order, patches));
}

zn_status zni_waves_reserve(zn_ctx *ctx, zni_waves *k, zn_index n, zn_index nnz)
{
    zn_status st = zni_waves_begin(ctx, k, n / 2 + 1, 1);

    if (!st)
        st = room(ctx, k, 1);
    return st ? st : zni_patch_reserve(ctx, &k->thread[0], n, nnz, n / 2 + 1, nnz / 4 + n / 2 + 1);
}

void zni_waves_fini(zn_ctx *ctx, zni_waves *k)
{
    for (zn_index t = 0; t < k->cap_thread; t++)
        zni_patch_fini(ctx, &k->thread[t]);
    ZNI_FREE(ctx, k->thread, k->patch, k->order, k->list, k->number, k->covered, k->wrote, k->read);
}

/* ---- building patches ------------------------------------------------------------- */

/* `size` contacts around a, in the order of their numbers, at the end of the list */
static zni_patch grow(zni_waves *k, const zni_fc *c, zn_index a, zn_index size)
{
    int32_t *list = k->list + k->listed;
    zni_patch p = {.first = k->listed, .size = size};

    p.count = zni_patch_around(c, a, size, false, k->number, list, &p.blocks);
    for (zn_index h = 0; h < p.count; h++) {
        k->number[list[h]] = -1;
        if (h == 0 || (double)h < COVERED * (double)p.count)
            k->covered[list[h]] = true;
    }
    zni_patch_sort(p.count, list);
    return p;
}

/* The first wave that the patch may enter; WAVES: there is none. */
static int wave_of(const zni_waves *k, const zni_fc *c, const zni_patch *p)
{
    const int32_t *list = k->list + p->first;
    uint64_t taken = 0;
    int wave = 0;

    for (zn_index h = 0; h < p->count; h++) {
        taken |= k->wrote[list[h]] | k->read[list[h]];
        for (zn_index e = c->p[list[h]]; e < c->p[list[h] + 1]; e++)
            taken |= k->wrote[c->i[e]];
    }
    while (wave < WAVES && (taken >> wave & 1))
        wave++;
    return wave;
}

static void enter(zni_waves *k, const zni_fc *c, const zni_patch *p)
{
    const int32_t *list = k->list + p->first;
    const uint64_t bit = UINT64_C(1) << p->wave;

    for (zn_index h = 0; h < p->count; h++) {
        k->wrote[list[h]] |= bit;
        for (zn_index e = c->p[list[h]]; e < c->p[list[h] + 1]; e++)
            k->read[c->i[e]] |= bit;
    }
}

/* The next batch, from seed *at on, until the list or the waves are full. A patch that fits into no wave is built again
 * for the next batch, *at being its seed. */
static zn_status batch(zni_waves *k, const zni_round *s, zn_index *at)
{
    const zni_fc *c = s->all.c;
    const zn_index most = s->together ? LISTED * c->nc : 1;
    zn_status st = ZN_OK;

    k->patches = k->listed = 0;
    if (s->together) {
        memset(k->wrote, 0, (size_t)c->nc * sizeof *k->wrote);
        memset(k->read, 0, (size_t)c->nc * sizeof *k->read);
    }
    for (; *at < s->seeds && k->listed < most && !st; ++*at) {
        const zn_index a = s->seed[*at].a;
        const zn_index size = s->seed[*at].size;
        zni_patch p;

        if (k->covered[a])
            continue;
        if (k->listed > 0 && k->listed + size > LISTED * c->nc)
            break;
        p = grow(k, c, a, size);
        p.may = s->seed[*at].sweeps;
        p.residual = zni_blame_square(&s->seed[*at], s->tally->err);
        p.wave = s->together ? wave_of(k, c, &p) : 0;
        if (p.wave == WAVES) {
            /* a covered seed would be skipped */
            k->covered[a] = false;
            break;
        }
        if (s->together)
            enter(k, c, &p);
        st = room(s->all.ctx, k, k->patches + 1);
        if (!st)
            k->patch[k->patches++] = p;
        k->listed += p.count;
    }
    return st;
}

/* Any thread may get any patch, so each has room for the largest. */
static zn_status rooms(zni_waves *k, const zni_round *s)
{
    const zn_index d = s->all.c->d;
    zn_index m = 0, blocks = 0;
    zn_status st = ZN_OK;

    for (zn_index i = 0; i < k->patches; i++) {
        m = k->patch[i].count > m ? k->patch[i].count : m;
        blocks = k->patch[i].blocks > blocks ? k->patch[i].blocks : blocks;
    }
    for (zn_index t = 0; t < k->threads && k->threads > 1 && !st; t++)
        st = zni_patch_reserve(s->all.ctx, &k->thread[t], d * m, d * d * blocks, m, blocks);
    return st;
}

/* ---- the budget --------------------------------------------------------------------- */

/* The number of contacts that `auto` gets if sweeps do not solve the patch. Of the smallest patches these are all, or
 * the heart if all are too expensive or have been tried in vain; of larger ones none: solving the heart would only push
 * its error to the rest. */
static zn_index heart(const zni_round *s, const zni_patch *p)
{
    const bool whole = p->may <= ZNI_PATCH_SWEEPS && s->rescues >= zni_patch_price(p->count);

    if (p->count > s->all.size)
        return 0;
    return whole || p->count <= ZNI_HEART ? p->count : ZNI_HEART;
}

/* Which of the waiting patches, from `at` on in their order, may run now? Returns the end of these. For all but the
 * first the budget has to suffice for their limits of sweeps and for asking `auto`. */
static zn_index allot(zni_waves *k, const zni_round *s, zn_index at, zn_index end)
{
    double left = (double)(s->limit - zni_tally_spent(s->tally)) * (double)s->all.c->nc;
    zn_index others = s->rescues, o = at;

    for (; o < end && left > 0; o++) {
        zni_patch *p = &k->patch[k->order[o]];
        const double m = (double)p->count, most = (double)p->may;

        p->heart = heart(s, p);
        p->price = zni_patch_price(p->heart);
        p->others = p->heart > 0 && s->rescues >= p->price;
        if (o > at && (left < most * m || (p->others && others < p->price)))
            break;
        p->most = (zn_index)fmin(most, left / m);
        left -= (double)p->most * m;
        others -= p->others ? p->price : 0;
    }
    return o;
}

/* ---- solving patches at the same time --------------------------------------------------- */

typedef struct work {
    zni_waves *k;
    zni_round *s;
    zn_index end;
    atomic_long next; /* in order */
} work;

static void solve(void *arg, zn_index me)
{
    work *w = arg;
    zni_tally *t = w->s->tally;
    zn_monitor *mon = t->mon, late = {0};
    long o;

    /* only the calling thread asks the monitor; the others look at the clock */
    if (mon && me > 0) {
        late.end = mon->end;
        mon = &late;
    }
    while ((o = atomic_fetch_add(&w->next, 1)) < (long)w->end) {
        zni_patch *p = &w->k->patch[w->k->order[o]];

        if (me == 0)
            mon = zni_tally_watch(t, p->count);
        zni_patch_solve(&w->s->all, &w->k->thread[me], p, w->k->list + p->first, mon);
        p->stop = mon ? mon->stop : ZN_SOLVED;
    }
}

/* Remember the patch at its contacts and at those beside them. */
static void remember(const zni_waves *k, const zni_round *s, const zni_patch *p)
{
    const zni_fc *c = s->all.c;
    const int32_t *list = k->list + p->first;
    const zni_place of = {.residual = p->residual,
                          .size = (int32_t)p->size,
                          .sweeps = p->solved ? 0 : (int32_t)p->may};

    for (zn_index h = 0; h < p->count; h++)
        for (zn_index e = c->p[list[h]]; e < c->p[list[h] + 1]; e++) {
            zni_place *at = &s->place[c->i[e]];
            const bool open = at->sweeps > 0;

            if (open == p->solved ? !open : of.size > at->size)
                *at = of;
        }
}

/* Solve patches at ... end - 1 of the order, and account for what they have spent. */
static zn_status together(zni_waves *k, zni_round *s, zn_index at, zn_index end)
{
    work w = {.k = k, .s = s, .end = end};
    zn_status st = ZN_OK;

    atomic_init(&w.next, (long)at);
    if (s->pool && end - at > 1)
        zni_pool_run(s->pool, solve, &w);
    else
        solve(&w, 0);
    for (zn_index o = at; o < end; o++) {
        const zni_patch *p = &k->patch[k->order[o]];

        remember(k, s, p);
        s->tally->visits += (double)p->count * (double)p->sweeps;
        s->rescues -= p->asked ? p->price : 0;
        if (zni_tally_stopped(p->why))
            s->why = p->why;
        zni_tally_heed(s->tally, p->stop);
        if (!st)
            st = p->st;
    }
    return st;
}

static zn_status waves(zni_waves *k, zni_round *s)
{
    zn_index n = 0, at = 0;
    zn_status st = ZN_OK;

    for (int wave = 0; n < k->patches; wave++) {
        for (zn_index i = 0; i < k->patches; i++)
            if (k->patch[i].wave == wave)
                k->order[n++] = i;
        while (at < n && !st && !zni_tally_stopped(s->why)) {
            const zn_index end = allot(k, s, at, n);

            if (end == at)
                return ZN_OK;
            st = together(k, s, at, end);
            at = end;
        }
        if (st || zni_tally_stopped(s->why))
            return st;
    }
    return st;
}

zn_status zni_waves_run(zni_waves *k, zni_round *s)
{
    const zn_index nc = s->all.c->nc;
    zn_index at = 0;
    zn_status st = ZN_OK;

    memset(k->covered, 0, (size_t)nc * sizeof *k->covered);
    while (at < s->seeds && !st && !zni_tally_stopped(s->why) &&
           s->limit - zni_tally_spent(s->tally) > 0) {
        st = batch(k, s, &at);
        if (!st)
            st = rooms(k, s);
        if (!st)
            st = waves(k, s);
    }
    return st;
}
