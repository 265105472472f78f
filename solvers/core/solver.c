/* solver.c - the host of all solvers: creates them, runs them, checks their solutions
 * SPDX-License-Identifier: Apache-2.0 */
#include "core.h"
#include "finite.h"
#include "host.h"
#include "monitor.h"
#include "short.h"
#include "solver_type.h"
#include "told.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what a descriptor must have ---------------------------------------- */

const char *zni_problem_missing(const zn_type *type)
{
    const zn_problem_type *p = (const zn_problem_type *)type;

    if (!p->solver_kind)
        return "solver kind";
    if (!p->nz || !p->nw)
        return "sizes nz and nw";
    if (!p->error)
        return "error measure";
    return p->check ? NULL : "check";
}

const char *zni_solver_missing(const zn_type *type)
{
    const zn_solver_type *s = (const zn_solver_type *)type;
    const zn_option *tol = zn_option_find(type->options, "tol");

    if (!s->solve)
        return "operation solve";
    return tol && tol->kind == ZN_OPTION_REAL ? NULL : "real option 'tol'";
}

/* ---- making ------------------------------------------------------------- */

zn_status zn_solver_new(zn_ctx *ctx, const char *problem, const char *name,
                        zn_solver **out)
{
    const zn_type *class, *method;
    const zn_option *rows;
    zn_solver *s = NULL;
    zn_status st;

    *out = NULL;
    st = zn_type_find(ctx, ZN_KIND_PROBLEM, problem, &class);
    if (st)
        return st;
    const zn_problem_type *p = (const zn_problem_type *)class;
    st = zn_type_find(ctx, p->solver_kind, name, &method);
    if (st)
        return st;

    s = zn_alloc(ctx, 1, sizeof *s);
    if (!s)
        return ZN_ENOMEM;
    s->ctx = ctx;
    s->problem = p;
    s->type = (const zn_solver_type *)method;
    snprintf(s->title, sizeof s->title, "%s '%s'",
             zn_kind_name(ctx, method->kind), method->name);
    s->state = zn_alloc(ctx, 1, method->state_size);
    st = s->state ? ZN_OK : ZN_ENOMEM;
    if (st)
        goto fail;
    zn_option_defaults(method->options, s->state);
    s->tol =
        (double *)(void *)((char *)s->state +
                           zn_option_find(method->options, "tol")->offset);
    rows = zn_option_find(method->options, "balance");
    if (rows && rows->kind == ZN_OPTION_BOOL)
        s->rows = (const int *)(const void *)((const char *)s->state + rows->offset);
    if (s->type->init)
        st = s->type->init(s->state, ctx);
    if (st)
        goto fail;
    *out = s;
    return ZN_OK;

fail:
    zn_note(ctx, st, "%s", s->title);
    zn_solver_free(s);
    return st;
}

void zn_solver_free(zn_solver *s)
{
    if (!s)
        return;
    if (s->state && s->type->fini)
        s->type->fini(s->state, s->ctx);
    zn_solver_set_callback(s, NULL, NULL);
    zn_solver_set_explain(s, NULL, NULL);
    zn_free_array(s->ctx, s->state);
    zn_free_array(s->ctx, s->work);
    zn_free_array(s->ctx, s->own);
    zn_free_array(s->ctx, s->room);
    zn_free_array(s->ctx, s);
}

/* ---- settings ----------------------------------------------------------- */

zn_status zn_solver_set(zn_solver *s, const char *option, const char *value)
{
    return zn_option_set(s->ctx, s->title, s->type->type.options, s->state,
                         option, value);
}

zn_status zn_solver_set_real(zn_solver *s, const char *option, double value)
{
    return zn_option_set_real(s->ctx, s->title, s->type->type.options, s->state,
                              option, value);
}

zn_status zn_solver_get(const zn_solver *s, const char *option, char buf[],
                        size_t size)
{
    return zn_option_read(s->ctx, s->title, s->type->type.options, s->state,
                          option, buf, size);
}

void zn_solver_set_time_limit(zn_solver *s, double seconds)
{
    s->time_limit = seconds > 0 ? seconds : 0;
}

void zn_solver_set_callback(zn_solver *s, zn_iteration_fn *fn, void *user)
{
    zn_solver_set_callback_owned(s, fn, user, NULL);
}

void zn_solver_set_callback_owned(zn_solver *s, zn_iteration_fn *fn, void *user,
                                  void (*drop)(void *user))
{
    s->fn = fn;
    zni_keep(&s->user, user, drop);
}

void zn_solver_set_explain(zn_solver *s, zn_attempt_fn *fn, void *user)
{
    zn_solver_set_explain_owned(s, fn, user, NULL);
}

void zn_solver_set_explain_owned(zn_solver *s, zn_attempt_fn *fn, void *user,
                                 void (*drop)(void *user))
{
    s->explain = fn;
    zni_keep(&s->explain_user, user, drop);
}

void zni_solver_tap(zn_solver *s, zni_tap_fn *fn, void *user)
{
    s->tap = fn;
    s->tap_user = user;
}

void zni_solver_keep_start(zn_solver *s, bool keep)
{
    s->keeps = keep;
}

double zni_solver_tol(const zn_solver *s)
{
    return *s->tol;
}

double zni_solver_time_limit(const zn_solver *s)
{
    return s->time_limit;
}

const zn_solver_type *zn_solver_class(const zn_solver *s)
{
    return s->type;
}

void *(zn_solver_state)(zn_solver *s)
{
    return s->state;
}

/* Numbers of the starting point that are kept while a short cut is tried */
static zn_index kept(zn_index nz)
{
    return nz <= ZNI_NEAR ? nz : 0;
}

zn_status zn_solver_reserve(zn_solver *s, zn_index n, zn_index nnz)
{
    zn_status st = ZN_OK;

    if (n < 0 || nnz < 0 || n > PTRDIFF_MAX / 2)
        return zn_fail(s->ctx, ZN_EINVAL, "%s: room for n = %td, nnz = %td",
                       s->title, n, nnz);
    if (s->type->reserve)
        st = s->type->reserve(s->state, s->ctx, n, nnz);
    /* nz = nw in most classes; in the others the first call adds the rest */
    if (!st)
        st = zn_grow(s->ctx, &s->work, &s->cap_work, 2 * n + kept(n), sizeof *s->work);
    if (!st)
        st = zni_own_units_reserve(s, n, nnz);
    return zn_note(s->ctx, st, "%s, room for n = %td, nnz = %td", s->title, n,
                   nnz);
}

/* ---- solving ------------------------------------------------------------ */

const char *zn_outcome_name(zn_outcome o)
{
    static const char *const names[] = {
        [ZN_SOLVED] = "ok",
        [ZN_ITERATION_LIMIT] = "iteration_limit",
        [ZN_TIME_LIMIT] = "time_limit",
        [ZN_RAY] = "ray",
        [ZN_INFEASIBLE] = "infeasible",
        [ZN_STALLED] = "stalled",
        [ZN_INACCURATE] = "inaccurate",
        [ZN_INTERRUPTED] = "interrupted",
    };
    int i = (int)o;

    return i >= 0 && i <= ZN_INTERRUPTED ? names[i] : "unknown outcome";
}

/* Are the data valid? This takes O(nnz), as the error measure does. A NaN or an invalid index is reported here, with
 * its place, so that no method has to guard its loops against it. */
static inline zn_status check_data(const zn_solver *s, const void *p, const double z[],
                                   const double w[], zn_index *nz)
{
    zn_status st;

    if (!p || !z || !w)
        return zn_fail(s->ctx, ZN_EINVAL, "no problem, z or w");
    st = s->problem->check(s->ctx, p);
    if (st)
        return st;
    const zn_index n = *nz = s->problem->nz(p);
    zn_index i;

    if (zni_finite(n, z))
        return ZN_OK;
    i = zni_not_finite(n, z);
    return zn_fail(s->ctx, ZN_EDOM, "starting point z(%td) = %g", i, z[i]);
}

/* The message that there is no solution; the method's own message, if any, follows it. */
static void explain(const zn_solver *s, zn_index n, const zn_solve_info *info,
                    bool has_words)
{
    char why[160];

    snprintf(why, sizeof why,
             "n = %td: %s after %td iterations, error %g > tol %g", n,
             zn_outcome_name(info->outcome), info->iterations, info->error,
             *s->tol);
    if (has_words)
        zn_note(s->ctx, ZN_UNSOLVED, "%s, %s", s->title, why);
    else
        zn_fail(s->ctx, ZN_UNSOLVED, "%s, %s", s->title, why);
}

/* The status of the result of a method, whose error is in info. faults: zni_ctx_faults before the method */
static zn_status judge(const zn_solver *s, const void *p, const zn_monitor *mon,
                       unsigned long faults, zn_solve_info *info)
{
    if (info->error <= *s->tol) {
        info->outcome = ZN_SOLVED;
        return ZN_OK;
    }
    if (mon && zni_stopped(mon))
        info->outcome = ZN_INTERRUPTED;
    else if (mon && mon->stop)
        info->outcome = mon->stop;
    else if (isnan(info->error))
        info->outcome = ZN_STALLED;
    else if (info->outcome == ZN_SOLVED)
        info->outcome = ZN_INACCURATE;
    explain(s, s->problem->nz(p), info, zni_ctx_said(s->ctx, faults));
    return ZN_UNSOLVED;
}

/* The call failed; info must not look like a solution. */
static zn_status failed(const zn_solver *s, zn_status st, zn_solve_info *info)
{
    info->outcome = ZN_STALLED;
    info->error = NAN;
    return zn_note(s->ctx, st, "%s", s->title);
}

_Thread_local zn_status zni_told_first;

/* How often a method is run again with a smaller tolerance, and the smallest one: below it rounding decides. */
enum { ROUNDS = 2 };
static const double LEAST = 1e-15;

/* The 2-norm and the largest number of a vector of 10^6 rows differ by up to this factor. A method that misses the
 * tolerance by more does so for another reason, such as rounding that its own measure forgives. */
static const double APART = 1000;

/* Is it promising to run the method again with less than tol? */
static bool misses(const zn_solver *s, double tol, const zn_solve_info *info)
{
    return info->error > tol && info->error <= APART * tol &&
           0.5 * tol / info->error * *s->tol > LEAST;
}

/* If a method has converged by its own measure, which may have other norms or rounding, but not by that of the class,
 * it is run again from there, with a tolerance that is smaller by as much as was missed. The better point is kept. */
static zn_status for_less(zn_solver *s, const void *p, double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info)
{
    const zn_index nz = s->problem->nz(p), nw = s->problem->nw(p), size = nz + nw;
    const double tol = *s->tol;
    zn_index total = info->iterations;
    double least;
    zn_status st = zn_grow(s->ctx, &s->work, &s->cap_work, 2 * size, sizeof *s->work);

    for (int round = 0; round < ROUNDS && !st && misses(s, tol, info); round++) {
        least = info->error;
        zni_copy(nz, z, s->work + size);
        zni_copy(nw, w, s->work + size + nz);
        *s->tol *= 0.5 * tol / least;
        info->iterations = 0;
        st = zni_own_units_run(s, p, tol, z, w, mon, info);
        info->iterations = total += info->iterations;
        if (st < 0)
            break;
        info->error = s->problem->error(p, z, w, s->work);
        if (info->error < least)
            continue;
        zni_copy(nz, s->work + size, z);
        zni_copy(nw, s->work + size + nz, w);
        info->error = least;
        info->outcome = ZN_INACCURATE;
        break;
    }
    *s->tol = tol;
    return st;
}

/* Tries the short cut of the method, if it has one and there is no monitor. If its error, by the measure of the class,
 * is too large, z is the starting point again. start: room for kept(nz) */
static bool near(zn_solver *s, const void *p, zn_index nz, double z[], double w[],
                 double start[], const zn_monitor *mon, zn_solve_info *info)
{
    if (mon || !ZN_HAS(zn_solver_type, s->type, near) || !s->type->near)
        return false;
    *info = (zn_solve_info){.solver = s->type->type.name};
    if (nz <= ZNI_NEAR)
        zni_copy(nz, z, start);
    if (!s->type->near(s->state, p, z, w, info))
        return false;
    info->error = s->problem->error(p, z, w, s->work);
    info->outcome = ZN_SOLVED;
    if (info->error <= *s->tol && !zni_told_first)
        return true;
    if (nz <= ZNI_NEAR)
        zni_copy(nz, start, z);
    return false;
}

/* If a method left numbers that are not finite, z = 0 is returned with its outputs and its error. */
static void in_numbers(const zn_solver *s, const void *p, double z[], double w[], zn_solve_info *info)
{
    const zn_problem_type *class = s->problem;
    const zn_index nz = class->nz(p), nw = class->nw(p);

    if (!isnan(info->error) || (zni_finite(nz, z) && zni_finite(nw, w)))
        return;
    memset(z, 0, (size_t)nz * sizeof *z);
    memset(w, 0, (size_t)nw * sizeof *w);
    if (ZN_HAS(zn_problem_type, class, outputs) && class->outputs)
        class->outputs(p, z, w);
    info->error = class->error(p, z, w, s->work);
    info->outcome = ZN_STALLED;
    zn_fail(s->ctx, ZN_UNSOLVED, "what %s came to is no number, zero comes back", info->solver);
}

/* Solves a problem with nz unknowns whose data have been checked. */
static inline zn_status solve_it(zn_solver *s, const void *p, zn_index nz, double z[], double w[],
                                 zn_monitor *mon, zn_solve_info *info)
{
    const zn_index measure = nz + s->problem->nw(p), room = measure + kept(nz);
    zn_status st = ZN_OK;
    unsigned long faults;

    if (room > s->cap_work)
        st = zn_grow(s->ctx, &s->work, &s->cap_work, room, sizeof *s->work);
    if (!st && near(s, p, nz, z, w, s->work + measure, mon, info))
        return ZN_OK;
    faults = zni_ctx_faults(s->ctx);
    *info = (zn_solve_info){.solver = s->type->type.name};
    if (!st)
        st = zni_own_units_run(s, p, *s->tol, z, w, mon, info);
    if (st >= 0) {
        info->error = s->problem->error(p, z, w, s->work);
        in_numbers(s, p, z, w, info);
    }
    if (!st && misses(s, *s->tol, info))
        st = for_less(s, p, z, w, mon, info);
    if (st >= 0 && zni_told_first) /* while an error was measured */
        st = zni_told_first;
    if (st < 0)
        return failed(s, st, info);
    return judge(s, p, mon, faults, info);
}

zn_status zn_solver_solve_inner(zn_solver *s, const void *p, double z[],
                                double w[], zn_monitor *mon,
                                zn_solve_info *info)
{
    const zn_status before = zni_told_first; /* in another thread, perhaps by an error measure outside of any solve */
    zn_solve_info aside;
    zn_status st;

    zni_told_first = ZN_OK;
    st = solve_it(s, p, s->problem->nz(p), z, w, mon, info ? info : &aside);
    if (before)
        zni_told_first = before;
    return st;
}

/* Solves with a callback, explanations or a time limit. */
static zn_status watched(zn_solver *s, const void *p, double z[], double w[],
                         zn_solve_info *info)
{
    zn_monitor mon = {.explain = s->explain, .explain_user = s->explain_user.user};
    zni_watcher watcher = {.fn = s->fn, .user = s->user.user};

    if (s->fn)
        zni_monitor_watch(&mon, &watcher);
    if (s->time_limit > 0)
        zni_monitor_bound(&mon, s->time_limit);
    return zn_solver_solve_inner(s, p, z, w, &mon, info);
}

/* Is the starting point within the tolerance? z is not changed. */
static bool answered(zn_solver *s, const void *p, const double z[], double w[], zn_solve_info *info)
{
    const zn_problem_type *class = s->problem;

    if (!s->keeps || !ZN_HAS(zn_problem_type, class, outputs) || !class->outputs ||
        class->nz(p) + class->nw(p) > s->cap_work)
        return false;
    class->outputs(p, z, w);
    *info = (zn_solve_info){.solver = s->type->type.name,
                            .outcome = ZN_SOLVED,
                            .error = class->error(p, z, w, s->work)};
    return info->error <= *s->tol;
}

/* A function of the problem has failed without words: those of an earlier failure are not to follow. */
static zn_status silent(const zn_solver *s, zn_status st)
{
    return zn_fail(s->ctx, st, "%s: a function of the problem has returned %s, without words (zn_fail)",
                   s->title, zn_status_name(st));
}

/* Here info has the size that this version of the library knows. */
static zn_status solve(zn_solver *s, const void *p, double z[], double w[],
                       zn_solve_info *info)
{
    unsigned long faults;
    zn_index nz = 0;
    zn_status st = check_data(s, p, z, w, &nz);

    if (!st && s->tap)
        st = s->tap(s->tap_user, s->problem, p, z);
    if (st) {
        *info = (zn_solve_info){.solver = s->type->type.name};
        return failed(s, st, info);
    }
    if (answered(s, p, z, w, info))
        return ZN_OK;
    faults = zni_ctx_faults(s->ctx);
    zni_told_first = ZN_OK;
    st = s->fn || s->explain || s->time_limit > 0 ? watched(s, p, z, w, info)
                                                  : solve_it(s, p, nz, z, w, NULL, info);
    return st < 0 && zni_ctx_faults(s->ctx) == faults ? silent(s, st) : st;
}

zn_status zn_solver_solve_sized(zn_solver *s, const void *p, double z[],
                                double w[], zn_solve_info *info, size_t size)
{
    zn_solve_info whole;
    const bool same = info && size == sizeof whole;
    const zn_status st = solve(s, p, z, w, same ? info : &whole);

    if (info && !same)
        zni_copy_sized(&whole, sizeof whole, info, size);
    return st;
}

zn_status zn_solver_solve_as(zn_solver *s, const char *problem, const void *p,
                             double z[], double w[], zn_solve_info *info,
                             size_t size)
{
    const char *own = s->problem->type.name;
    zn_solve_info whole = {.solver = s->type->type.name};
    zn_status st;

    if (!strcmp(own, problem))
        return zn_solver_solve_sized(s, p, z, w, info, size);
    st = zn_fail(s->ctx, ZN_EINVAL,
                 "the problem is of class '%s', the solver of class '%s': give "
                 "it a problem of '%s', or make a solver for this one, "
                 "zn_solver_new(ctx, \"%s\", \"auto\", &solver)",
                 problem, own, own, problem);
    st = failed(s, st, &whole);
    if (info)
        zni_copy_sized(&whole, sizeof whole, info, size);
    return st;
}
