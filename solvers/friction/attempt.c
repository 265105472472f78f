/* attempt.c - one method of the list of `auto`, on a problem of friction
 * SPDX-License-Identifier: Apache-2.0 */
#include "auto.h"

/* Proximal steps that may gain nothing; steps in which a trial of Newton's method has to bring the squares
 * of its residual to a tenth. Where it arrives they are there in four to seven, though its term keeps the first
 * ones short (the error by which problems are judged may wait for ten), and then in one; in heaps they are at a
 * third to nine tenths of what they were. */
enum { IDLE = 40, DIGIT = 8 };

/* Of the tolerance, for a trial: its errors fall by squares in the end, so that this is a step, and of
 * bodies that rest the error of a step's start stays in all that follow. */
static const double BEYOND = 1e-3;

/* Patches may take as much as interior points while they seem to need no more than PROMISED
 * sweeps: after what is granted heaps of 2200 to 8500 contacts seemed to need 1300 at most, a
 * wedge, which interior points end, 3000. */
enum { PROMISED = 1800 };

/* Patches of a problem that is several of them, as long as factors or interior points would take. */
static zn_status patches(zni_fauto *s, zn_ctx *ctx, bool late, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info)
{
    const zni_stages of = zni_fauto_stages(s);
    const zn_index most = late ? zni_stage_interior(&of, ZNI_EARLY_STEPS)
                               : zni_stage_worth(&of);
    const zni_patches how = {.tol = s->tol,
                             .max_iter = most,
                             .granted = late ? 2 * ZNI_PATCHES_LATE : 0,
                             .patience = PROMISED,
                             .first = late ? ZNI_PATCHES_LATE : ZNI_PATCHES_FIRST,
                             .size = ZNI_PATCH,
                             .rescues = zni_stage_rescues(&of, most, ZNI_HEART),
                             .threads = s->threads > 0 ? s->threads
                                                       : zni_pool_cores()};

    return zni_patches_run(ctx, &s->patches, &s->sweeps, &how, &s->c, z, w, mon,
                           info);
}

/* Loads alone: what they push along is for the sweeps that follow where it is little. */
static zn_status loads(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    const zni_stages of = zni_fauto_stages(s);
    const zni_panagiotopoulos how = {.tol = s->tol,
                                     .max_iter = m->steps,
                                     .sweeps = 0,
                                     .normal = ZNI_LOADS,
                                     .steps = zni_stage_sets(&of)};

    return zni_panagiotopoulos_run(ctx, &s->loads, &how, &s->c, z, w, mon, info);
}

zn_status zni_fauto_interior(zni_fauto *s, zn_ctx *ctx, bool path)
{
    s->interior.path = path;
    return zni_fipm_reserve(ctx, &s->interior, s->c.n, zni_fipm_cones(&s->c));
}

zn_status zni_fauto_turns(zni_fauto *s, zn_ctx *ctx)
{
    zn_status st = zni_fauto_interior(s, ctx, false);

    if (!st)
        st = zn_grow(ctx, &s->kept, &s->cap_kept, s->c.n, sizeof *s->kept);
    return st ? st : zni_turns_begin(ctx, &s->turns, s->c.nc, true);
}

/* Of which problem the first sweeps ask what else costs. */
typedef struct payer {
    zni_fauto *s;
    zn_ctx *ctx;
    zn_monitor *mon;
} payer;

/* Sweeps that an early trial of Newton's method costs are those to wait for, where they are half of the
 * others at most: it may fail, and then sweeps begin anew. */
static zn_status price(void *of, zn_index *patience)
{
    const payer *p = of;
    const zn_status st = zni_fauto_plan(p->s, p->ctx, p->mon);
    const zni_stages stages = zni_fauto_stages(p->s);
    const zn_index trial = st ? 0 : zni_stage_newton(&stages);

    if (!st && zni_fauto_tries(p->s) && 2 * trial <= *patience)
        *patience = trial;
    return st;
}

static zn_status sweep(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[],
                       double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zni_stages of = zni_fauto_stages(s);
    payer pays = {s, ctx, mon};
    zni_nsgs sweeps =
        zni_stage_sweeps(&of, m->kind == ZNI_BY_FIRST || m->kind == ZNI_BY_STANDING
                                  ? ZNI_STAGE_FIRST
                              : m->kind == ZNI_BY_COSTLY ? ZNI_STAGE_COSTLY
                              : m->kind == ZNI_BY_EVEN   ? ZNI_STAGE_EVEN
                              : m->kind == ZNI_BY_LONGER ? ZNI_STAGE_LONGER
                              : m->kind == ZNI_BY_AGAIN  ? ZNI_STAGE_AGAIN
                                                         : ZNI_STAGE_LAST);

    if (m->kind == ZNI_BY_STANDING)
        sweeps.max_iter = m->steps;
    if (m->kind == ZNI_BY_FIRST && s->c.n > ZNI_SMALL && !s->c.mur) {
        sweeps.price = price;
        sweeps.payer = &pays;
    }
    return zni_nsgs_run(ctx, &s->sweeps, &sweeps, &s->c, z, w, mon, info);
}

/* A trial that came to the tolerance did what it was asked for, if it went no further, too. */
static zn_status arrived(const zni_fauto *s, zn_status st, const double z[], const double w[],
                         zn_solve_info *info)
{
    if (st != ZN_UNSOLVED || info->outcome == ZN_INTERRUPTED ||
        info->outcome == ZN_TIME_LIMIT || !(zni_fc_error(&s->c, z, w) <= s->tol))
        return st;
    info->outcome = ZN_SOLVED;
    return ZN_OK;
}

/* a method that factorises, with its linear system set */
static zn_status factored(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[],
                          double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_index steps = m->steps < s->max_steps ? m->steps : s->max_steps;
    zni_fnewton newton = {.tol = m->kind == ZNI_BY_TRIAL ? BEYOND * s->tol : s->tol,
                          .max_iter = steps,
                          .map = (int)m->map,
                          .search = true,
                          .reg = m->reg,
                          .fade = m->kind == ZNI_BY_TRIAL,
                          .digit = m->kind == ZNI_BY_TRIAL ? DIGIT : 0,
                          .hybrid = m->kind == ZNI_BY_NEWTON ? 50 : 0};
    zni_prox prox = {.tol = s->tol,
                     .max_iter = 5 * s->max_steps < m->steps ? 5 * s->max_steps
                                                             : m->steps,
                     .idle = IDLE,
                     .inner_iter = 40,
                     .alpha = m->reg,
                     .factor = 5};
    const zni_homotopy path = {.tol = s->tol, .max_iter = m->steps, .alpha = m->reg};
    zni_admm admm = {
        .tol = s->tol, .max_iter = m->steps, .rho = 1e-3, .theta = 1};
    zni_fipm interior = {.tol = s->tol,
                         .max_iter = m->kind != ZNI_BY_CENTRAL ? steps
                                     : 10 * s->max_steps < m->steps
                                         ? 10 * s->max_steps
                                         : m->steps,
                         .shift = m->kind == ZNI_BY_DAMPED ? ZNI_IPM_DAMPED
                                                           : ZNI_IPM_NEWTON};
    zn_status st;

    if (m->kind == ZNI_BY_PROX || m->kind == ZNI_BY_SMALL_PROX || m->kind == ZNI_BY_END)
        return zni_prox_run(ctx, &s->prox, &s->newton, &prox, &s->c, z, w, mon,
                            info);
    if (m->kind == ZNI_BY_PATH || m->kind == ZNI_BY_LONG_PATH)
        return zni_homotopy_run(ctx, &s->homotopy, &s->newton, &path, &s->c, z, w,
                                mon, info);
    if (m->kind == ZNI_BY_DIRECTION) {
        st = zni_admm_run(ctx, &s->admm, &s->newton.lin, &admm, &s->c, z, w,
                          mon, info);
        /* not monotone: others do not need that */
        return st == ZN_EINVAL ? ZN_UNSOLVED : st;
    }
    if (m->kind == ZNI_BY_TURNS) {
        st = zni_fauto_turns(s, ctx);
        return st ? st
                  : zni_fipm_turns(ctx, &s->interior, &s->turns, s->tol, steps,
                                   &s->c, &s->newton.lin, s->kept, z, w, mon,
                                   info);
    }
    if (m->kind == ZNI_BY_INTERIOR || m->kind == ZNI_BY_DAMPED || m->kind == ZNI_BY_CENTRAL) {
        st = zni_fauto_interior(s, ctx, m->kind == ZNI_BY_CENTRAL);
        if (st)
            return st;
        return zni_fipm_run(ctx, &s->interior, &interior, &s->c, &s->newton.lin,
                            z, w, mon, info);
    }
    st = zni_fnewton_run(ctx, &s->newton, &newton, &s->c, z, w, mon, info);
    return m->kind == ZNI_BY_TRIAL ? arrived(s, st, z, w, info) : st;
}

zn_status zni_fmethod_run(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[],
                         double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st;

    if (m->kind == ZNI_BY_PIVOTS || m->kind == ZNI_BY_LATE_PIVOTS)
        return zni_plane_solve(ctx, &s->plane, s->tol, 50 * s->c.n, (int)m->steps, &s->c,
                               z, w, mon, info);
    if (m->kind == ZNI_BY_LOADS)
        return loads(s, ctx, m, z, w, mon, info);
    if (m->kind == ZNI_BY_PATCHES || m->kind == ZNI_BY_LATE_PATCHES)
        return patches(s, ctx, m->kind == ZNI_BY_LATE_PATCHES, z, w, mon, info);
    if (!zni_fmethod_factors(m))
        return sweep(s, ctx, m, z, w, mon, info);
    if (!zni_flin_fits(&s->newton.lin, mon)) {
        /* u of this point, by which it is compared with the best */
        zni_fc_mul(&s->c, z, s->c.q, w);
        info->outcome = ZN_TIME_LIMIT;
        return ZN_UNSOLVED;
    }
    st = zni_flin_set(ctx, &s->newton.lin, &s->c, s->c.n > ZNI_SMALL);
    return st ? st : factored(s, ctx, m, z, w, mon, info);
}
