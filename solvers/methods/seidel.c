/* seidel.c - block Gauss-Seidel in any order, with relaxation and acceleration
 * SPDX-License-Identifier: Apache-2.0 */
#include "seidel.h"

#include <math.h>

#include "../core/draw.h"

typedef struct run {
    zn_ctx *ctx;
    zni_seidel *k;
    const zni_nsgs *opt;
    zni_in_turn f;
    zn_index made; /* sweeps                                                   */
    uint64_t random;
    bool each;     /* a new order before each sweep                            */
    bool combines; /* sweeps are accelerated now                               */
    double error, first; /* error of the last evaluation; after one sweep */
} run;

/* Plain sweeps go on for up to LONG times their number where their gain promises that this is enough. */
enum { LONG = 3 };

zn_status zni_seidel_reserve(zn_ctx *ctx, zni_seidel *k, zn_index n, zn_index nb,
                             bool shuffled, bool freezes)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(k, order, shuffled ? nb : 0), ZNI_ARRAY(k, sleep, freezes ? nb : 0),
                    ZNI_BARE(k, best, n));
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
    ZNI_FREE(ctx, k->order, k->sleep, k->best, k->old);
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

    memset(s->k->sleep, 0, (size_t)s->f.nb * sizeof *s->k->sleep);
}

/* Acceleration begins here. */
static zn_status combine(run *s)
{
    const zni_nsgs *opt = s->opt;
    const zni_in_turn *f = &s->f;

    s->combines = true;
    if (opt->accelerate == ZNI_COMBINED)
        return zni_anderson_begin(s->ctx, &s->k->acceleration, f->n,
                                  opt->depth ? opt->depth : ZNI_ANDERSON);
    return zni_momentum_begin(s->ctx, &s->k->momentum,
                              opt->accelerate == ZNI_MOMENTUM ? ZNI_CONJUGATE
                                                              : ZNI_ACCELERATED,
                              f->n, f->block.d, f->weight);
}

/* Projects all blocks on their sets. */
static void admit(const run *s, double z[])
{
    const zni_visiting *o = &s->f.block;

    if (s->f.admit) {
        s->f.admit(o->of, z);
        return;
    }
    for (zn_index b = 0; b < s->f.nb; b++)
        o->project(o->of, b, z + (o->d ? o->d * b : o->start[b]));
}

static double look(void *of, const double z[], double w[])
{
    run *s = of;
    const zni_in_turn *f = &s->f;

    f->renew(f->block.of, z, w);
    s->error = f->error(f->block.of, z, w);
    if (s->made == 1)
        s->first = s->error;
    return s->error;
}

/* Is acceleration to begin now? */
static bool due(run *s, const double z[], double w[])
{
    const zn_index plain = s->opt->plain;
    double gain, need;

    if (plain == 0)
        return true;
    if (s->made != plain)
        return s->made >= (1 + LONG) * plain;
    look(s, z, w);
    gain = log(s->first / s->error);
    need = log(s->error / s->opt->tol);
    return !(gain > 0) || need > LONG * gain;
}

/* Before the next sweep: z becomes the accelerated point, projected on the sets. */
static zn_status prepare(run *s, double z[], double w[])
{
    const zni_in_turn *f = &s->f;
    const bool anderson = s->opt->accelerate == ZNI_COMBINED;
    zn_status st = ZN_OK;

    if (!s->combines && !due(s, z, w))
        return ZN_OK;
    if (!s->combines) {
        st = combine(s);
    } else {
        if (anderson)
            zni_anderson_next(&s->k->acceleration, z);
        else
            zni_momentum_next(&s->k->momentum, z);
        admit(s, z);
        if (f->block.carry || f->carries)
            f->renew(f->block.of, z, w);
    }
    if (!st && anderson)
        zni_anderson_from(&s->k->acceleration, z);
    else if (!st)
        zni_momentum_from(&s->k->momentum, z);
    return st;
}

/* One sweep; *change is the Euclidean norm of the change over that of z. */
static zn_status sweep(void *of, double z[], double w[], double *change)
{
    run *s = of;
    const zni_nsgs *opt = s->opt;
    const bool against = opt->accelerate == ZNI_NESTEROV && s->made % 2 == 1;
    const zni_visits v = {.end = s->f.nb,
                          .back = against != (opt->order == ZNI_REVERSE),
                          .order = opt->order == ZNI_SHUFFLED ? s->k->order : NULL};
    double all[2] = {0, 0}; /* squared norms of the change and of z */
    zn_status st = ZN_OK;

    if (s->each)
        zni_draw_order(s->k->order, s->f.nb, &s->random);
    if (opt->accelerate && !against)
        st = prepare(s, z, w);
    s->made++;
    if (!st)
        st = s->f.pass ? s->f.pass(s->f.block.of, &s->f.block, &v, z, w, all)
                       : zni_visit_all(&s->f.block, &v, z, all);
    *change = all[1] > 0 ? sqrt(all[0] / all[1]) : sqrt(all[0]);
    return st;
}

static zn_status straight(void *of, double z[], double w[], double *change)
{
    const run *s = of;

    return s->f.straight(s->f.block.of, z, w, change);
}

zn_status zni_seidel_reserve_for(zn_ctx *ctx, zni_seidel *k, const zni_nsgs *opt, zn_index n,
                                 zn_index nb, zn_index most)
{
    zn_status st = zni_seidel_reserve(ctx, k, n, nb, opt->order == ZNI_SHUFFLED, opt->freeze > 0);

    if (!st && most > ZNI_FEW_ROWS)
        st = zni_room(ctx, &k->old, &k->cap_old, most, sizeof *k->old);
    if (!st && opt->accelerate == ZNI_COMBINED && opt->plain == 0)
        st = zni_anderson_reserve(ctx, &k->acceleration, n, opt->depth ? opt->depth : ZNI_ANDERSON);
    if (!st && opt->accelerate > ZNI_COMBINED)
        st = zni_momentum_reserve(ctx, &k->momentum, n);
    return st;
}

/* All that sweeps may need, even if the start is a solution already. */
static zn_status room(run *s, zn_ctx *ctx)
{
    const zni_in_turn *f = &s->f;
    const zn_index *start = f->block.start;
    zni_seidel *k = s->k;
    zn_index most = 0;
    zn_status st;

    for (zn_index b = 0; b < f->nb && f->block.d == 0; b++)
        most = start[b + 1] - start[b] > most ? start[b + 1] - start[b] : most;
    st = zni_seidel_reserve_for(ctx, k, s->opt,
                                f->best && (!s->opt->accelerate || s->opt->plain > 0) ? 0 : f->n,
                                f->nb, most);
    s->f.block.opt = s->opt;
    s->f.block.sleep = k->sleep;
    s->f.block.old = most > ZNI_FEW_ROWS ? k->old : NULL;
    return st;
}

zn_status zni_seidel_run(zni_call call, zni_seidel *k, const zni_nsgs *opt, const zni_in_turn *f)
{
    const bool shuffled = opt->order == ZNI_SHUFFLED,
               alike = opt->order == ZNI_ASCENDING && !opt->accelerate && opt->freeze == 0;
    run s = {.ctx = call.ctx,
             .k = k,
             .opt = opt,
             .f = *f,
             .random = (uint64_t)opt->seed,
             .each = shuffled && !opt->once};
    const zni_swept swept = {.of = &s,
                             .n = f->n,
                             .sweep = f->straight && alike ? straight : sweep,
                             .look = look,
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
    zn_status st = room(&s, call.ctx);

    if (st)
        return st;
    if (opt->freeze > 0)
        wake(&s);
    for (zn_index b = 0; b < f->nb && shuffled; b++)
        k->order[b] = b;
    if (shuffled && !s.each)
        zni_draw_order(k->order, f->nb, &s.random);
    admit(&s, call.z);
    return zni_sweeps(call, &swept, &how, f->best ? f->best : k->best);
}
