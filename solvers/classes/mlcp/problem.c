/* problem.c - the class of mixed linear complementarity problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp.h"

#include "../../core/data.h"
#include "../../core/problem_class.h"
#include "../../linalg/affine.h"
#include "../../linalg/look.h"

double zn_mlcp_error(const zn_mlcp *p, const double z[], const double w[],
                     double work[])
{
    double rho, err = 0;
    const double scale = zni_look(p->M, p->q, z, work, work + p->M->rows, p->n, &rho);

    for (zn_index i = 0; i < p->M->rows; i++) {
        double r = work[i], zi = i < p->n ? rho * z[i] : 0;
        double off = fabs(w[i] - r);

        if (i < p->n && !p->eq[i] && !(r < zi) && !isnan(r))
            r = zi;
        r = isnan(zi) ? zi : fabs(r);
        /* false for NaN: mostly nothing is worse than what there is */
        if (!(r <= err && off <= err))
            err = zni_worse(zni_worse(err, r), off);
    }
    return scale > 0 ? err / scale : err;
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

/* ---- in its own units: the largest |M_ij| and |q_i| in [1, 2), and of each row that is far away ---- */

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
    const zn_index m = p->M->rows;
    double *work = room + m, *x = work + m + p->n;
    const zn_matrix *M = zni_affine_in_units(rows, p->M, p->q, room, &o->M, x, zu, wu, work);

    if (rows && M == p->M)
        return false;
    const double rho = zni_matrix_unit(M), unit = zni_unit(zni_largest(room, m));

    if (!rows && rho == 1 && unit == 1)
        return false;
    zni_affine_own(M, rho, unit, room, &o->M, x, zu, wu);
    o->p = (zn_mlcp){.n = p->n, .M = &o->M, .q = room, .eq = p->eq};
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

ZNI_OUTPUTS(outputs, zn_mlcp)

ZNI_PROBLEM(zni_mlcp_problem, ZN_KIND_MLCP_SOLVER, "mlcp",
            "equality rows w = 0, the others z >= 0, w >= 0, zw = 0",
            .nz = unknowns, .nw = rows, .error = error, .check = check, .own = own,
            .own_room = own_room, .own_size = sizeof(own_mlcp), .outputs = outputs,
            .own_rows = own_rows);
