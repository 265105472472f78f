/* ncp_proximal.c - complementarity by proximal points, for monotone maps on which Newton's methods diverge
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include <math.h>
#include <string.h>

/* Rockafellar, SIAM J. Control Optim. 14 (1976): y is replaced by the solution z of the problem with the map
 *     F(z) + c (z - y),
 * which for a monotone F converges to a solution from any start, however flat or steep F is: the term makes the map
 * strongly monotone, so its Fischer-Burmeister merit function has no minima other than the solution. c begins as 1,
 * since a component is of ordinary size near 1. The smaller c is, the fewer steps are needed; the larger, the easier is
 * each subproblem. So c decreases after a subproblem that was solved and increases after one that was not. */
static const double LESS = 0.25, MORE = 16, MOST = 1e8, LEAST = 1e-10; /* factors of c and its limits */
enum { STEPS = 200 };

static zn_status map(void *user, const double z[], double out[])
{
    const zni_ncp_proximal *s = user;
    const zn_status st = s->v->F(s->v->user, z, out);

    for (zn_index i = 0; i < s->v->n && !st; i++)
        out[i] += s->c * (z[i] - s->y[i]);
    return st;
}

/* the place of J_ii among the values, or -1 */
static zn_index diagonal(const zn_vi *v, zn_index i)
{
    if (!v->J || v->J->storage == ZN_DENSE)
        return i * (v->n + 1);
    for (zn_index k = v->J->p[i]; k < v->J->p[i + 1]; k++)
        if (v->J->i[k] == i)
            return k;
    return -1;
}

static zn_status jacobian(void *user, const double z[], double x[])
{
    const zni_ncp_proximal *s = user;
    const zn_status st = s->v->jacobian(s->v->user, z, x);

    for (zn_index i = 0; i < s->v->n && !st; i++)
        x[diagonal(s->v, i)] += s->c;
    return st;
}

/* Does the pattern of J have all diagonal entries? */
static bool whole(const zn_vi *v)
{
    for (zn_index i = 0; i < v->n; i++)
        if (diagonal(v, i) < 0)
            return false;
    return true;
}

/* Does this end of a subproblem end the method? Otherwise it may be tried with another c. */
static bool over(zn_status st, const zn_solve_info *info)
{
    return st < 0 || (st && (info->outcome == ZN_INTERRUPTED || info->outcome == ZN_TIME_LIMIT));
}

zn_status zni_ncp_proximal_init(zn_ctx *ctx, zni_ncp_proximal *s)
{
    return zn_solver_new(ctx, "mcp", "newton-fb", &s->newton);
}

zn_status zni_ncp_proximal_reserve(zn_ctx *ctx, zni_ncp_proximal *s, zn_index n, zn_index nnz)
{
    const zn_status st = zn_grow(ctx, &s->y, &s->cap_y, 3 * n, sizeof *s->y);

    return st ? st : zn_solver_reserve(s->newton, n, nnz);
}

zn_status zni_ncp_proximal_run(zni_call call, zni_ncp_proximal *s, const zn_problem_type *class,
                               const void *p, const zn_vi *v, double tol)
{
    const size_t bytes = (size_t)v->n * sizeof *call.z;
    const zn_mcp each = {.n = v->n, .F = map, .jacobian = jacobian, .J = v->J, .user = s, .lb = v->lb, .ub = v->ub};
    zn_index total = 0;
    zn_status st = zn_grow(call.ctx, &s->y, &s->cap_y, 3 * v->n, sizeof *s->y);

    if (!st) /* subproblems are solved to a tenth of the tolerance */
        st = zn_solver_set_real(s->newton, "tol", fmax(0.1 * tol, 1e-15));
    if (st)
        return st;
    if (!whole(v))
        return ZN_EINVAL;
    s->v = v;
    s->c = 1;
    for (zn_index i = 0; i < v->n; i++) /* F may be undefined outside of the box */
        call.z[i] = fmin(fmax(call.z[i], zni_vi_lo(v, i)), zni_vi_hi(v, i));
    memcpy(s->y, call.z, bytes);
    for (int k = 0; k < STEPS && s->c <= MOST; k++) {
        st = zn_solver_solve_inner(s->newton, &each, call.z, call.w, call.mon, call.info);
        call.info->iterations = total += call.info->iterations;
        if (over(st, call.info))
            return st;
        if (st) {
            memcpy(call.z, s->y, bytes);
            s->c *= MORE;
            continue;
        }
        memcpy(s->y, call.z, bytes);
        call.info->error =
            zni_vi_map(v, call.z, call.w) ? INFINITY : class->error(p, call.z, call.w, s->y + v->n);
        if (call.info->error <= tol)
            return ZN_OK;
        s->c = fmax(s->c * LESS, LEAST);
    }
    call.info->error =
        zni_vi_map(v, call.z, call.w) ? INFINITY : class->error(p, call.z, call.w, s->y + v->n);
    call.info->outcome = ZN_STALLED;
    return ZN_UNSOLVED;
}

void zni_ncp_proximal_fini(zn_ctx *ctx, zni_ncp_proximal *s)
{
    zn_free_array(ctx, s->y);
    zn_solver_free(s->newton);
}
