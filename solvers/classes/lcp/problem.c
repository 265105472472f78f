/* problem.c - the class of linear complementarity problems: error measure, checks, units
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp.h"

#include <zeno/lcp.h>

#include "../../core/data.h"
#include "../../core/problem_class.h"
#include "../../linalg/affine.h"

double zn_lcp_error(const zn_lcp *p, const double z[], const double w[],
                    double work[])
{
    return zni_affine_error(p->M, p->q, NULL, z, w, work);
}

ZNI_NUMBER(size, zn_lcp, p->n)
ZNI_ERROR(error, zn_lcp_error)

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const zn_lcp *p = problem;
    zn_status st;

    if (p->n < 1 || !p->M || !p->q)
        return zn_fail(ctx, ZN_EINVAL,
                       "LCP: n = %td, must be >= 1, with M and q", p->n);
    st = zni_check_affine(ctx, p->n, p->M, p->q);
    return st ? zn_note(ctx, st, "LCP, n = %td", p->n) : ZN_OK;
}

/* ---- in its own units: the largest |M_ij| and |q_i| in [1, 2); or in units of each row ---- */

typedef struct own_lcp {
    zn_lcp p;
    zn_matrix M;
} own_lcp;

ZNI_NUMBER(own_room, zn_lcp, zni_values(p->M) + 3 * p->n)

static bool pose(const void *problem, bool rows, void *out, double room[], double zu[],
                 double wu[])
{
    const zn_lcp *p = problem;
    own_lcp *o = out;

    o->p = (zn_lcp){.n = p->n, .M = &o->M, .q = room};
    return zni_affine_posed(rows, p->M, p->q, room, &o->M, zu, wu);
}

ZNI_POSED(pose)

ZNI_OUTPUTS(outputs, zn_lcp)

ZNI_PROBLEM(zni_lcp_problem, ZN_KIND_LCP_SOLVER, "lcp",
            "w = M z + q, z >= 0, w >= 0, z'w = 0",
            .nz = size, .nw = size, .error = error, .check = check, .own = own,
            .own_room = own_room, .own_size = sizeof(own_lcp), .outputs = outputs,
            .own_rows = own_rows);
