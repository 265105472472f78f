/* solver.c - the host of all solvers: makes them, and tells the truth of what
 * they return
 * SPDX-License-Identifier: Apache-2.0 */
#include "solvers/core/core.h"
#include "solvers/core/monitor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct zn_solver {
    zn_ctx                *ctx;
    const zn_solver_type  *type;
    const zn_problem_type *problem;
    void                  *state;
    const double          *tol; /* into the state */
    double                *work;
    zn_index               cwork;
    zn_monitor             mon;
};

const char *zn_outcome_name(zn_outcome o)
{
    static const char *const names[] = {
        "ok",      "iteration_limit", "time_limit", "ray", "infeasible",
        "stalled", "inaccurate",      "interrupted"};

    return o >= 0 && (size_t)o < sizeof names / sizeof *names ? names[o]
                                                              : "unknown";
}

void zn_solver_free(zn_solver *s)
{
    if (!s)
        return;
    if (s->type->fini && s->state)
        s->type->fini(s->state, s->ctx);
    zn_free_array(s->ctx, s->state);
    zn_free_array(s->ctx, s->work);
    zn_free_array(s->ctx, s);
}

zn_status zn_solver_new(zn_ctx *ctx, const char *problem, const char *name,
                        zn_solver **out)
{
    const zn_type *pt, *type;
    const zn_option *tol;
    zn_solver *s;
    zn_status st;

    *out = NULL;
    st = zn_type_find(ctx, ZN_KIND_PROBLEM, problem, &pt);
    if (st)
        return st;
    st = zn_type_find(ctx, ((const zn_problem_type *)pt)->solver_kind, name,
                      &type);
    if (st)
        return st;
    s = zn_alloc(ctx, 1, sizeof *s);
    if (!s)
        return ZN_ENOMEM;
    s->ctx = ctx;
    s->type = (const zn_solver_type *)type;
    s->problem = (const zn_problem_type *)pt;
    s->state = zn_alloc(ctx, (zn_index)type->state_size, 1);
    st = ZN_ENOMEM;
    if (!s->state)
        goto fail;
    zn_option_defaults(type->options, s->state);
    tol = zn_option_find(type->options, "tol");
    s->tol = (const double *)(const void *)((char *)s->state + tol->offset);
    st = s->type->init ? s->type->init(s->state, ctx) : ZN_OK;
    if (st)
        goto fail;
    *out = s;
    return ZN_OK;

fail:
    zn_solver_free(s);
    return st;
}

static void owner(const zn_solver *s, char buf[], size_t size)
{
    snprintf(buf, size, "%s '%s'", zn_kind_name(s->ctx, s->type->type.kind),
             s->type->type.name);
}

zn_status zn_solver_set(zn_solver *s, const char *option, const char *value)
{
    char who[128];

    owner(s, who, sizeof who);
    return zn_option_set(s->ctx, who, s->type->type.options, s->state, option,
                         value);
}

zn_status zn_solver_set_real(zn_solver *s, const char *option, double value)
{
    char who[128];

    owner(s, who, sizeof who);
    return zn_option_set_real(s->ctx, who, s->type->type.options, s->state,
                              option, value);
}

void zn_solver_set_time_limit(zn_solver *s, double seconds)
{
    s->mon.limit = seconds > 0 ? seconds : 0;
}

void zn_solver_set_callback(zn_solver *s, zn_iteration_fn *fn, void *user)
{
    s->mon.fn = fn;
    s->mon.user = user;
}

const zn_solver_type *zn_solver_class(const zn_solver *s)
{
    return s->type;
}

void *zn_solver_state(zn_solver *s)
{
    return s->state;
}

zn_status zn_solver_reserve(zn_solver *s, zn_index n, zn_index nnz)
{
    zn_status st =
        zn_grow(s->ctx, &s->work, &s->cwork, 4 * n, sizeof *s->work);

    if (!st && s->type->reserve)
        st = s->type->reserve(s->state, s->ctx, n, nnz);
    return st;
}

/* Compute the error of what came back and say so. */
static zn_status verdict(zn_solver *s, const void *p, const double z[],
                         const double w[], zn_monitor *mon, zn_status st,
                         zn_solve_info *info)
{
    info->error = s->problem->error(p, z, w, s->work);
    if (info->error <= *s->tol) {
        info->outcome = ZN_SOLVED;
        return ZN_OK;
    }
    if (mon && mon->why)
        info->outcome = mon->why;
    else if (isnan(info->error))
        info->outcome = ZN_STALLED;
    else if (st == ZN_OK || info->outcome == ZN_SOLVED)
        info->outcome = ZN_INACCURATE;
    return zn_fail(s->ctx, ZN_UNSOLVED,
                   "solver '%s' ended with '%s' after %td iterations: error "
                   "%.3g, tol %.3g",
                   info->solver, zn_outcome_name(info->outcome),
                   info->iterations, info->error, *s->tol);
}

zn_status zn_solver_solve_inner(zn_solver *s, const void *p, double z[],
                                double w[], zn_monitor *mon,
                                zn_solve_info *info)
{
    zn_status st;

    *info = (zn_solve_info){.solver = s->type->type.name};
    st = s->problem->check(s->ctx, p);
    if (!st)
        st = zn_grow(s->ctx, &s->work, &s->cwork,
                     s->problem->nz(p) + s->problem->nw(p), sizeof *s->work);
    if (!st)
        st = s->type->solve(s->state, s->ctx, p, z, w, mon, info);
    if (st < 0)
        return zn_note(s->ctx, st, "%s '%s'",
                       zn_kind_name(s->ctx, s->type->type.kind),
                       s->type->type.name);
    return verdict(s, p, z, w, mon, st, info);
}

zn_status zn_solver_solve(zn_solver *s, const void *p, double z[], double w[],
                          zn_solve_info *info)
{
    zni_monitor_start(&s->mon);
    return zn_solver_solve_inner(s, p, z, w, &s->mon, info);
}
