/* problem.c - the class of mixed linear complementarity problems: error measure, checks, units
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp.h"

#include "../../core/data.h"
#include "../../core/problem_class.h"
#include "../../linalg/affine.h"

double zn_mlcp_error(const zn_mlcp *p, const double z[], const double w[],
                     double work[])
{
    return zni_affine_error(p->M, p->q, p->eq, z, w, work);
}

ZNI_NUMBER(unknowns, zn_mlcp, p->n)
ZNI_NUMBER(rows, zn_mlcp, p->M->rows)
ZNI_ERROR(error, zn_mlcp_error)

static zn_status check_flags(zn_ctx *ctx, const zn_mlcp *p)
{
    unsigned all = 0;

    for (zn_index i = 0; i < p->n; i++)
        all |= p->eq[i];
    for (zn_index i = 0; all > 1 && i < p->n; i++)
        if (p->eq[i] > 1)
            return zn_fail(ctx, ZN_EINVAL, "eq(%td) = %d, must be 0 or 1", i, p->eq[i]);
    return ZN_OK;
}

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const zn_mlcp *p = problem;
    zn_status st;

    if (p->n < 1 || !p->M || !p->q || !p->eq)
        return zn_fail(ctx, ZN_EINVAL,
                       "MLCP: n = %td, must be >= 1, with M, q and eq", p->n);
    if (p->M->rows < p->n || p->M->cols != p->n)
        return zn_fail(ctx, ZN_EINVAL,
                       "MLCP: M is %td x %td, must be %td x %td", p->M->rows,
                       p->M->cols, p->n, p->n);
    st = zn_matrix_check(ctx, "M", p->M);
    if (!st)
        st = zni_check_finite(ctx, "q", p->M->rows, p->q);
    if (!st)
        st = check_flags(ctx, p);
    return st ? zn_note(ctx, st, "MLCP, n = %td", p->n) : ZN_OK;
}

/* ---- in its own units: the largest |M_ij| and |q_i| in [1, 2); or in units of each row ---- */

typedef struct own_mlcp {
    zn_mlcp p;
    zn_matrix M;
} own_mlcp;

ZNI_NUMBER(own_room, zn_mlcp, zni_values(p->M) + 2 * p->M->rows + p->n)

static bool pose(const void *problem, bool rows, void *out, double room[], double zu[],
                 double wu[])
{
    const zn_mlcp *p = problem;
    own_mlcp *o = out;

    o->p = (zn_mlcp){.n = p->n, .M = &o->M, .q = room, .eq = p->eq};
    return zni_affine_posed(rows, p->M, p->q, room, &o->M, zu, wu);
}

ZNI_POSED(pose)

ZNI_OUTPUTS(outputs, zn_mlcp)

ZNI_PROBLEM(zni_mlcp_problem, ZN_KIND_MLCP_SOLVER, "mlcp",
            "equality rows w = 0, the others z >= 0, w >= 0, zw = 0",
            .nz = unknowns, .nw = rows, .error = error, .check = check, .own = own,
            .own_room = own_room, .own_size = sizeof(own_mlcp), .outputs = outputs,
            .own_rows = own_rows);
