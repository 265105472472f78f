/* seidel.c - Gauss-Seidel: blocks in turn, in any order, at any pace
 * SPDX-License-Identifier: Apache-2.0 */
#include "seidel.h"

#include <math.h>

#include "../core/draw.h"

typedef struct run {
    zn_ctx *ctx;
    zni_seidel *k;
    const zni_nsgs *opt;
    const zni_in_turn *f;
    zn_index made; /* sweeps                                                   */
    uint64_t random;
    bool each;     /* another order before each sweep                          */
    bool combines; /* sweeps, by now                                           */
} run;

zn_status zni_seidel_reserve(zn_ctx *ctx, zni_seidel *k, zn_index n, zn_index nb,
                             bool shuffled, bool freezes)
{
    zn_status st = ZN_OK;

    if (shuffled)
        st = zn_grow(ctx, &k->order, &k->cap_order, nb, sizeof *k->order);
    if (!st && freezes)
        st = zn_grow(ctx, &k->sleep, &k->cap_sleep, nb, sizeof *k->sleep);
    return st ? st : zni_room(ctx, &k->best, &k->cap_best, n, sizeof *k->best);
}

zn_status zni_seidel_reserve_pace(zn_ctx *ctx, zni_seidel *k, zn_index n, zn_index depth)
{
    zn_status st = zni_anderson_reserve(ctx, &k->acceleration, n, depth);

    return st ? st : zni_momentum_reserve(ctx, &k->momentum, n);
}

void zni_seidel_fini(zn_ctx *ctx, zni_seidel *k)
{
    zni_anderson_fini(ctx, &k->acceleration);
    zni_momentum_fini(ctx, &k->momentum);
    zn_free_array(ctx, k->order);
    zn_free_array(ctx, k->sleep);
    zn_free_array(ctx, k->best);
}

zn_status zni_nsgs_check(zn_ctx *ctx, const zni_nsgs *opt)
{
    if (opt->accelerate && (opt->order == ZNI_SHUFFLED || opt->freeze > 0))
        return zn_fail(ctx, ZN_EINVAL,
                       "'accelerate' needs sweeps that are all alike, not "
                       "'order' = shuffled or 'freeze'");
    return ZN_OK;
}

static void wake(void *of)
{
    const run *s = of;

    memset(s->k->sleep, 0, (size_t)s->f->nb * sizeof *s->k->sleep);
}

/* Sweeps are combined from here on. */
static zn_status combine(run *s)
{
    const zni_nsgs *opt = s->opt;
    const zni_in_turn *f = s->f;

    s->combines = true;
    if (opt->accelerate == ZNI_COMBINED)
        return zni_anderson_begin(s->ctx, &s->k->acceleration, f->n,
                                  opt->depth ? opt->depth : ZNI_ANDERSON);
    return zni_momentum_begin(s->ctx, &s->k->momentum,
                              opt->accelerate == ZNI_MOMENTUM ? ZNI_CONJUGATE
                                                              : ZNI_ACCELERATED,
                              f->n, f->d, f->weight);
}

/* the next point to sweep from, back in the sets */
static void leap(const run *s, double z[], double w[])
{
    if (s->opt->accelerate == ZNI_COMBINED)
        zni_anderson_next(&s->k->acceleration, z);
    else
        zni_momentum_next(&s->k->momentum, z);
    s->f->admit(s->f->of, z);
    if (s->f->renew)
        s->f->renew(s->f->of, z, w);
}

/* What is due before the next sweep, from z. */
static zn_status prepare(run *s, double z[], double w[])
{
    const zni_in_turn *f = s->f;
    zn_status st = ZN_OK;

    if (s->combines)
        leap(s, z, w);
    else if (!f->due || f->due(f->of, s->made, z))
        st = combine(s);
    if (!st && s->combines && s->opt->accelerate == ZNI_COMBINED)
        zni_anderson_from(&s->k->acceleration, z);
    else if (!st && s->combines)
        zni_momentum_from(&s->k->momentum, z);
    return st;
}

/* one sweep; the change relative to z, Euclidean */
static zn_status sweep(void *of, double z[], double w[], double *change)
{
    run *s = of;
    const zni_nsgs *opt = s->opt;
    const bool against = opt->accelerate == ZNI_NESTEROV && s->made % 2 == 1;
    const zni_visits v = {.end = s->f->nb,
                          .back = against != (opt->order == ZNI_REVERSE),
                          .order = opt->order == ZNI_SHUFFLED ? s->k->order : NULL};
    double all[2] = {0, 0}; /* the change, and z; squares */
    zn_status st = ZN_OK;

    if (s->each)
        zni_draw_order(s->k->order, s->f->nb, &s->random);
    if (opt->accelerate && !against)
        st = prepare(s, z, w);
    s->made++;
    if (!st)
        st = s->f->pass(s->f->of, &v, z, w, all);
    *change = all[1] > 0 ? sqrt(all[0] / all[1]) : sqrt(all[0]);
    return st;
}

static double look(void *of, const double z[], double w[])
{
    const zni_in_turn *f = ((const run *)of)->f;

    return f->look(f->of, z, w);
}

zn_status zni_seidel_run(zn_ctx *ctx, zni_seidel *k, const zni_nsgs *opt,
                         const zni_in_turn *f, double best[], double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info)
{
    const bool shuffled = opt->order == ZNI_SHUFFLED;
    run s = {.ctx = ctx,
             .k = k,
             .opt = opt,
             .f = f,
             .random = (uint64_t)opt->seed,
             .each = shuffled && !opt->once};
    const bool straight =
        f->straight && opt->order == ZNI_ASCENDING && !opt->accelerate && opt->freeze == 0;
    const zni_swept swept = {.of = straight ? f->of : &s,
                             .n = f->n,
                             .sweep = straight ? f->straight : sweep,
                             .look = straight ? f->look : look,
                             .wake = opt->freeze > 0 ? wake : NULL};
    const zni_sweeping how = {.tol = opt->tol,
                              .max_iter = opt->max_iter,
                              .every = opt->check ? 1 : f->every,
                              .more = opt->more,
                              .first = f->first,
                              .restless = s.each || opt->freeze > 0,
                              .patience = opt->patience,
                              .granted = opt->granted,
                              .early = opt->early,
                              .price = opt->price,
                              .payer = opt->payer};
    zn_status st = zni_seidel_reserve(ctx, k, best ? 0 : f->n, f->nb, shuffled,
                                      opt->freeze > 0);

    if (st)
        return st;
    if (opt->freeze > 0)
        wake(&s);
    for (zn_index b = 0; b < f->nb && shuffled; b++)
        k->order[b] = b;
    if (shuffled && !s.each)
        zni_draw_order(k->order, f->nb, &s.random);
    if (f->admit)
        f->admit(f->of, z);
    return zni_sweeps(&swept, &how, best ? best : k->best, z, w, mon, info);
}
