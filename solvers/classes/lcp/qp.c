/* qp.c - LCP with a symmetric matrix, solved as a quadratic program
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp.h"

#include <string.h>

#include <zeno/qp.h>

#include "../../linalg/affine.h"
#include "../../strategy/inner.h"

/* For symmetric M the problem is the condition for a minimum of
 *     1/2 z'M z + q'z,   z >= 0
 * (Cottle, Pang & Stone 1992, section 1.4), which for positive semidefinite M is sufficient, too: any solver of
 * the class "qp" can be used. */
typedef struct program {
    double tol;
    int method;
    zni_inner inner;
    double *zero; /* n */
    zn_index cap_zero;
} program;

static const char *const methods[] = {"auto", "active-set",
                                      "projected-gradient", "admm"};

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    program *s = state;
    zn_status st = zn_grow(ctx, &s->zero, &s->cap_zero, n, sizeof *s->zero);

    if (!st)
        st = zni_inner_make(ctx, &s->inner, "qp", methods[s->method]);
    return st ? st : zn_solver_reserve(s->inner.solver, n, nnz);
}

static zn_status solve(program *s, zni_call call, const zn_lcp *p)
{
    zn_index n = p->n;
    zn_status st;

    /* M may come from products of Jacobians, whose entries are rounded differently */
    if (!zn_matrix_symmetric(p->M, 1e-9))
        return zn_fail(call.ctx, ZN_EINVAL, "M is not symmetric");
    st = zn_grow(call.ctx, &s->zero, &s->cap_zero, n, sizeof *s->zero);
    if (st)
        return st;

    zn_qp qp = {.n = n, .M = p->M, .q = p->q, .lb = s->zero};

    memset(s->zero, 0, (size_t)n * sizeof *s->zero);
    st = zni_inner_solve(call, &s->inner, "qp", methods[s->method], s->tol, &qp);
    if (st < 0)
        return st;
    for (zn_index i = 0; i < n; i++)
        call.z[i] = call.z[i] > 0 ? call.z[i] : 0;
    zni_affine(p->M, p->q, call.z, call.w);
    return st;
}

static void fini(program *s, zn_ctx *ctx)
{
    zni_inner_fini(&s->inner);
    zn_free_array(ctx, s->zero);
}

static const zn_option options[] = {
    ZNI_TOL(program, tol, 1e-8),
    ZN_OPT_CHOICE(program, method, 0, "auto|active-set|projected-gradient|admm",
                  "solver of the quadratic program"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_lcp_qp, ZN_KIND_LCP_SOLVER, "qp",
           "a quadratic program, for symmetric M (Cottle et al. 1992)", program, options, solve,
           fini, .reserve = reserve);
