/* problem.c - the class of linear complementarity problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp.h"

#include <zeno/lcp.h>

#include "../../linalg/look.h"
#include "../../core/data.h"
#include "../../core/problem_class.h"
#include "../../linalg/affine.h"

double zn_lcp_error(const zn_lcp *p, const double z[], const double w[],
                    double work[])
{
    double rho, err = 0;
    const double scale = zni_look(p->M, p->q, z, work, work + p->n, p->n, &rho);

    for (zn_index i = 0; i < p->n; i++) {
        double wi = work[i], zi = rho * z[i], low = wi < zi ? wi : zi;
        double off = fabs(w[i] - wi);

        low = isnan(wi) ? wi : fabs(low);
        /* false for NaN: mostly nothing is worse than what there is */
        if (!(low <= err && off <= err))
            err = zni_worse(zni_worse(err, low), off);
    }
    return scale > 0 ? err / scale : err;
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

/* ---- in its own units: the largest |M_ij| and |q_i| in [1, 2), and of each row that is far away ---- */

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
    double *work = room + p->n, *x = work + 2 * p->n;
    const zn_matrix *M = zni_affine_in_units(rows, p->M, p->q, room, &o->M, x, zu, wu, work);

    if (rows && M == p->M)
        return false;
    const double rho = zni_matrix_unit(M), unit = zni_unit(zni_largest(room, p->n));

    if (!rows && rho == 1 && unit == 1)
        return false;
    zni_affine_own(M, rho, unit, room, &o->M, x, zu, wu);
    o->p = (zn_lcp){.n = p->n, .M = &o->M, .q = room};
    return true;
}

static bool own(const void *problem, void *out, double room[], double zu[], double wu[])
{
    return pose(problem, false, out, room, zu, wu);
}

static bool own_rows(const void *problem, void *out, double room[], double zu[], double wu[])
{
    return pose(problem, true, out, room, zu, wu);
}

ZNI_OUTPUTS(outputs, zn_lcp)

ZNI_PROBLEM(zni_lcp_problem, ZN_KIND_LCP_SOLVER, "lcp",
            "w = M z + q, z >= 0, w >= 0, z'w = 0",
            .nz = size, .nw = size, .error = error, .check = check, .own = own,
            .own_room = own_room, .own_size = sizeof(own_lcp), .outputs = outputs,
            .own_rows = own_rows);
