/* ncp_proximal.c - complementarity by proximal points: for monotone maps that Newton's methods run past
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include <math.h>
#include <string.h>

/* Rockafellar, SIAM J. Control Optim. 14 (1976): y <- the solution of
 *     F(z) + c (z - y),
 * which converges to one of F for a monotone F, from anywhere, however flat or steep F is: what c adds makes the
 * map strongly monotone, and its Fischer-Burmeister merit has no other minima than the solution. In units in which
 * 1 is an ordinary size c begins as 1. The smaller it is, the fewer steps are left; the larger, the easier is each:
 * it falls after one that was solved and rises after one that was not. */
static const double LESS = 0.25, MORE = 16, MOST = 1e8, LEAST = 1e-10;
enum { STEPS = 200 };

static zn_status map(void *user, const double z[], double out[])
{
    const zni_ncp_proximal *s = user;
    const zn_status st = s->F(s->user, z, out);

    for (zn_index i = 0; i < s->n && !st; i++)
        out[i] += s->c * (z[i] - s->y[i]);
    return st;
}

/* the place of J_ii, or -1 */
static zn_index diagonal(const zn_matrix *J, zn_index n, zn_index i)
{
    if (!J || J->storage == ZN_DENSE)
        return i * (n + 1);
    for (zn_index k = J->p[i]; k < J->p[i + 1]; k++)
        if (J->i[k] == i)
            return k;
    return -1;
}

static zn_status jacobian(void *user, const double z[], double x[])
{
    const zni_ncp_proximal *s = user;
    const zn_status st = s->jacobian(s->user, z, x);

    for (zn_index i = 0; i < s->n && !st; i++)
        x[diagonal(s->J, s->n, i)] += s->c;
    return st;
}

static bool whole(const zni_ncp_proximal *s)
{
    for (zn_index i = 0; i < s->n; i++)
        if (diagonal(s->J, s->n, i) < 0)
            return false;
    return true;
}

/* Ends by itself? Else the step may be tried with another c. */
static bool over(zn_status st, const zn_solve_info *info)
{
    return st < 0 || (st && (info->outcome == ZN_INTERRUPTED || info->outcome == ZN_TIME_LIMIT));
}

zn_status zni_ncp_proximal_reserve(zn_ctx *ctx, zni_ncp_proximal *s, zn_index n)
{
    return zn_grow(ctx, &s->y, &s->cap_y, 3 * n, sizeof *s->y);
}

/* w = F(z), and the error of the problem itself */
static double judge(zni_ncp_proximal *s, const zni_ncp_of *of, const double z[], double w[],
                    zn_solve_info *info)
{
    info->error = zni_vi_map(&of->v, z, w) ? INFINITY : of->error(of->problem, z, w, s->y + s->n);
    return info->error;
}

zn_status zni_ncp_proximal_run(zn_ctx *ctx, zni_ncp_proximal *s, const zni_ncp_of *of, double tol,
                               double z[], double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zn_vi *v = &of->v;
    const size_t bytes = (size_t)v->n * sizeof *z;
    const zn_ncp ncp = {.n = v->n, .F = map, .jacobian = jacobian, .J = v->J, .user = s};
    const zn_mcp mcp = {.n = v->n, .F = map, .jacobian = jacobian, .J = v->J, .user = s,
                        .lb = v->lb, .ub = v->ub};
    zn_index total = 0;
    zn_status st = zni_ncp_proximal_reserve(ctx, s, v->n);

    if (!st) /* each step a tenth as exactly */
        st = zn_solver_set_real(of->newton, "tol", fmax(0.1 * tol, 1e-15));
    if (st)
        return st;
    s->F = v->F;
    s->jacobian = v->jacobian;
    s->user = v->user;
    s->J = v->J;
    s->n = v->n;
    if (!whole(s))
        return ZN_EINVAL;
    s->c = 1;
    memcpy(s->y, z, bytes);
    for (int k = 0; k < STEPS && s->c <= MOST; k++) {
        st = zn_solver_solve_inner(of->newton, of->mixed ? (const void *)&mcp : &ncp, z, w, mon, info);
        info->iterations = total += info->iterations;
        if (over(st, info))
            return st;
        if (st) {
            memcpy(z, s->y, bytes);
            s->c *= MORE;
            continue;
        }
        memcpy(s->y, z, bytes);
        if (judge(s, of, z, w, info) <= tol)
            return ZN_OK;
        s->c = fmax(s->c * LESS, LEAST);
    }
    judge(s, of, z, w, info);
    info->outcome = ZN_STALLED;
    return ZN_UNSOLVED;
}

void zni_ncp_proximal_fini(zn_ctx *ctx, zni_ncp_proximal *s)
{
    zn_free_array(ctx, s->y);
}
