/* reduced.c - global friction by the condensed problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"
#include "patches.h"

/* The condensed problem, with W = H' M^-1 H in blocks and H' M^-1 q + b, is solved by a solver of its class; then
 * v = M^-1 (H r + q). M is factorised once per call; the analysis of its pattern is kept while the pattern stays. */

/* least tolerance of the condensed problem: below, rounding decides */
static const double LEAST = 1e-15;

/* ---- the problem --------------------------------------------------------------- */

/* The options of `patches` before other methods: a limit of sweeps; after those granted it decides whether it gains
 * enough. With bodies that have many contacts each, slow patches are not left to `auto`: for 80 bodies that took 98
 * hundredths of the time of 600 sweeps. */
static zn_status limit(zn_solver *patches, const zni_reduced *s)
{
    zn_status st = zn_solver_set_real(patches, "max_iter", (double)s->sweeps);

    if (!st)
        st = zn_solver_set_real(patches, "patience", ZNI_PATCHES_PROMISED);
    if (!st)
        st = zn_solver_set(patches, "rescue", "no");
    return st ? st : zn_solver_set_real(patches, "granted", ZNI_REDUCED_GRANTED);
}

static zn_status solve_condensed(zni_call call, zni_reduced *s, const char *solver, double tol, const zni_motion *g)
{
    double *r = call.z + g->n;
    const zn_global_friction *p = g->p;
    const zn_matrix W = zni_delassus_matrix(&s->delassus, g);
    const zn_friction f = {g->d, g->nc, &W, s->delassus.q, p->mu};
    const zn_rolling_friction h = {g->d, g->nc, &W, s->delassus.q, s->delassus.mu, s->delassus.mur};
    const void *condensed = g->c.mur ? (const void *)&h : &f;
    zni_inner *inner = s->sweeps > 0 ? &s->patches : &s->inner;
    zn_status st = zni_inner_make(call.ctx, inner, g->c.mur ? "rolling-friction" : "friction", solver);

    if (!st)
        st = zn_solver_set_real(inner->solver, "tol", fmin(1, tol));
    if (!st && s->sweeps > 0)
        st = limit(inner->solver, s);
    if (!st && zn_option_find(zn_solver_class(inner->solver)->type.options, "path"))
        st = zn_solver_set(inner->solver, "path", s->followed ? "no" : "yes");
    if (st)
        return st;
    zni_delassus_scale(&s->delassus, g, true, r);
    st = zn_solver_solve_inner(inner->solver, condensed, r, call.w, call.mon, call.info);
    zni_delassus_scale(&s->delassus, g, false, r);
    return st;
}

zn_status zni_reduced_run(zni_call call, zni_reduced *s, const char *solver, double tol, zni_motion *g)
{
    zn_index m = g->m, total = 0;
    double inner = 0.5 * tol, err = INFINITY;
    zn_status st = m > 0 ? zni_delassus_set(call.ctx, &s->delassus, g, call.z, call.w, call.mon) : ZN_OK;

    if (st == ZN_UNSOLVED)
        call.info->outcome = ZN_TIME_LIMIT;
    if (m == 0 || st == ZN_UNSOLVED)
        zni_motion_move(g, call.z, call.w);
    /* the condensed error measures velocities, this one energies: decrease the tolerance until it suffices */
    while (!st && m > 0 && err > tol) {
        st = solve_condensed(call, s, solver, inner, g);
        total += call.info->iterations;
        if (st >= 0)
            zni_motion_move(g, call.z, call.w);
        if (st || inner <= LEAST)
            break;
        err = zni_motion_error(g, call.z, call.w);
        inner *= fmin(0.5, 0.3 * tol / err);
    }
    call.info->iterations = total;
    return st;
}

zn_status zni_reduced_rolling(zni_call call, zni_reduced *s, const char *solver, double tol, zni_motion *g,
                              const zn_global_rolling_friction *p)
{
    const zn_global_friction plain = {p->d, p->nc, p->n, p->M, p->H, p->q, p->b, p->mu};
    const zn_status st = zni_motion_begin(call.ctx, g, &plain, 0, call.z, call.w, call.mon);

    g->c.mur = p->mu_r;
    g->whole = p;
    return st ? st : zni_reduced_run(call, s, solver, tol, g);
}

void zni_reduced_fini(zn_ctx *ctx, zni_reduced *s)
{
    zni_inner_fini(&s->inner);
    zni_inner_fini(&s->patches);
    zni_delassus_fini(ctx, &s->delassus);
}
