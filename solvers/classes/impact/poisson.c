/* poisson.c - multiple impacts of rigid contacts by Poisson's law, in two phases
 *
 *     compression   w_c = M P_c + q,           0 <= w_c  _|_  P_c >= 0
 *     expansion     w = w_c + M P_e,           0 <= w    _|_  P_e - e P_c >= 0
 *
 * with e by contact. Both phases are complementarity problems, solved by "lcp". C. Glocker and
 * F. Pfeiffer, Multiple impacts with friction in rigid multibody systems, Nonlinear Dynamics 7
 * (1995) 471-497, without their friction. doc/multiple-impact.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "impact.h"

#include <math.h>

#include <zeno/lcp.h>

typedef struct poisson {
    zni_percussion c;
    double tol;
    zn_solver *lcp;
} poisson;

static const zn_option options[] = {
    ZNI_TOL(poisson, tol, 1e-8),
    ZN_OPT_END,
};

static zn_status init(void *state, zn_ctx *ctx)
{
    return zn_solver_new(ctx, "lcp", "auto", &((poisson *)state)->lcp);
}

static void fini(poisson *o, zn_ctx *ctx)
{
    zni_percussion_fini(&o->c, ctx);
    zn_solver_free(o->lcp);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    poisson *o = state;
    const zn_status st = zni_percussion_reserve(o, ctx, n, nnz);

    return st ? st : zn_solver_reserve(o->lcp, n, n * n);
}

/* One phase, from the velocities q and P = 0. */
static zn_status phase(poisson *o, const zn_matrix *M, const double q[],
                       double P[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    const zn_lcp p = {.n = o->c.m, .M = M, .q = q};
    const zn_index before = info->iterations;
    zn_status st;

    for (zn_index i = 0; i < o->c.m; i++)
        P[i] = 0;
    st = zn_solver_solve_inner(o->lcp, &p, P, w, mon, info);
    info->iterations += before;
    return st;
}

static zn_status solve(poisson *o, zni_call call, const zn_multiple_impact *p)
{
    double *P, *x, *q;
    zn_matrix M;
    zn_index m;
    zn_status st = zni_percussion_form(&o->c, call.ctx, p, ZNI_NO_FRICTION);

    if (st)
        return st;
    m = o->c.m;
    M = zn_matrix_dense(m, m, o->c.M);
    P = o->c.P;
    x = o->c.work; /* percussions of both phases; then q of the second phase */
    q = x + m;
    call.info->iterations = 0;
    if (m)
        st = phase(o, &M, o->c.q, P, o->c.w, call.mon, call.info);
    for (zn_index i = 0; i < m; i++) {
        x[i] = (1 + o->c.of[i].e) * P[i];
        q[i] = o->c.q[i];
    }
    if (m && !st) {
        zn_matrix_mul(&M, 1, x, 1, q);
        st = phase(o, &M, q, P, o->c.w, call.mon, call.info);
        for (zn_index i = 0; i < m; i++)
            x[i] += P[i];
    }
    zni_percussion_expand(&o->c, p, x, call.z, call.w);
    return st < 0 ? zn_note(call.ctx, st, "Poisson's law") : st;
}

ZNI_SOLVER(zni_impact_poisson, ZN_KIND_IMPACT_SOLVER, "poisson",
           "rigid contacts by Poisson's law: compression, then e times its "
           "percussions",
           poisson, options, solve, fini, .init = init, .reserve = reserve);
