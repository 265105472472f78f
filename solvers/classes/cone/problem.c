/* problem.c - the class of second-order cone complementarity problems: error measure, checks, units
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "../../linalg/octave.h"
#include "cone.h"
#include "../../contact/law.h"
#include "../../core/data.h"
#include "../../core/problem_class.h"
#include "../../linalg/far_rows.h"
#include "../../linalg/small.h"
#include "../../linalg/twice.h"
#include "../../linalg/units.h"
#include "../../system/sizes.h"

zn_index zni_soclcp_widest(const zn_soclcp *p)
{
    zn_index d = 0;

    for (zn_index c = 0; c < p->ncones; c++)
        if (p->cone[c + 1] - p->cone[c] > d)
            d = p->cone[c + 1] - p->cone[c];
    return d;
}

zn_index zni_soclcp_blocks(const zn_soclcp *p)
{
    zn_index sum = 0;

    for (zn_index c = 0; c < p->ncones; c++)
        sum += (p->cone[c + 1] - p->cone[c]) * (p->cone[c + 1] - p->cone[c]);
    return sum;
}

void zni_soclcp_sizes(const zn_soclcp *p, double size[])
{
    double sum = 0, none;
    zn_index count = 0;

    zn_matrix_diag(p->M, size);
    for (zn_index c = 0; c < p->ncones; c++) {
        size[c] = zni_contact_mean(p->cone[c + 1] - p->cone[c], size + p->cone[c], 1);
        sum += size[c];
        count += size[c] > 0;
    }
    none = sum > 0 ? sum / (double)count : zni_matrix_unit(p->M);
    for (zn_index c = 0; c < p->ncones; c++)
        size[c] = zni_octave(size[c] > 0 ? size[c] : none);
}

double zni_soclcp_size(const zn_soclcp *p, double work[])
{
    double mean;

    zn_matrix_diag(p->M, work);
    mean = zni_contact_mean(p->n, work, 1);
    return mean > 0 ? mean : zni_matrix_unit(p->M);
}

double zni_soclcp_residual(const zn_soclcp *p, const double size[],
                           const double z[], const double w[], double x[])
{
    const double q = zni_norm(p->n, p->q);

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->cone[c], d = p->cone[c + 1] - at;
        double *r = x + at;

        for (zn_index i = 0; i < d; i++)
            r[i] = size[c] * z[at + i] - w[at + i];
        /* if s - w is in the cone s - P(s - w) is w, without rounding */
        if (zni_norm(d - 1, r + 1) <= p->tau[c] * r[0]) {
            memcpy(r, w + at, (size_t)d * sizeof *r);
            continue;
        }
        zni_soc_project(d, p->tau[c], r);
        for (zn_index i = 0; i < d; i++)
            r[i] = size[c] * z[at + i] - r[i];
    }
    return zni_norm(p->n, x) / (q > 0 ? q : 1);
}

/* ---- the error measure -------------------------------------------------------------------- */

/* the largest |s_i| */
static double largest(const zn_soclcp *p, const double size[], const double z[])
{
    double most = 0;

    for (zn_index c = 0; c < p->ncones; c++)
        for (zn_index i = p->cone[c]; i < p->cone[c + 1]; i++)
            most = fmax(most, size[c] * fabs(z[i]));
    return most;
}

double zn_soclcp_error(const zn_soclcp *p, const double z[], const double w[],
                       double work[])
{
    const double qq = zni_dot(p->n, p->q, p->q);
    double sum = 0, apart = 0, *size = work + p->n;

    zni_soclcp_dual(p, z, work);
    zni_soclcp_sizes(p, size);
    if (zni_hides(largest(p, size, z), sqrt(qq))) {
        memcpy(work, p->q, (size_t)p->n * sizeof *work);
        zni_twice_rows(p->M, z, work, size, p->n);
        zni_soclcp_sizes(p, size);
    }
    for (zn_index i = 0; i < p->n; i++)
        apart += (w[i] - work[i]) * (w[i] - work[i]);
    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->cone[c];

        sum += zni_cone_distance2(p->cone[c + 1] - at, p->tau[c], size[c], z + at, work + at);
    }
    sum = isnan(sum) || sum >= apart ? sum : apart;
    return sqrt(sum / (qq > 0 ? qq : 1));
}

ZNI_NUMBER(size, zn_soclcp, p->n)
ZNI_ERROR(error, zn_soclcp_error)

static zn_status check_data(zn_ctx *ctx, const zn_soclcp *p)
{
    zn_status st;

    if (p->n < 1 || p->ncones < 1 || !p->M || !p->q || !p->cone || !p->tau)
        return zn_fail(ctx, ZN_EINVAL,
                       "n = %td, %td cones, must be >= 1, with M, q, cone and "
                       "tau",
                       p->n, p->ncones);
    st = zni_check_affine(ctx, p->n, p->M, p->q);
    if (!st)
        st = zni_check_cover(ctx, "cone", p->n, p->ncones, p->cone);
    for (zn_index c = 0; c < p->ncones && !st; c++)
        if (!(p->tau[c] > 0) || !isfinite(p->tau[c]))
            st = zn_fail(ctx, ZN_EINVAL, "tau(%td) = %g, must be > 0", c, p->tau[c]);
    return st;
}

static zn_status check(zn_ctx *ctx, const void *p)
{
    return zn_note(ctx, check_data(ctx, p), "soclcp");
}

/* ---- cones that are far apart, in units of their own: of each cone the smallest of its rows ----- */

typedef struct own_soclcp {
    zn_soclcp p;
    zn_matrix M;
} own_soclcp;

ZNI_NUMBER(own_room, zn_soclcp, zni_values(p->M) + 2 * p->n)

static bool own_rows(const void *problem, void *out, double room[], double zu[], double wu[])
{
    const zn_soclcp *p = problem;
    own_soclcp *o = out;
    const zn_index n = p->n;
    double *q = room, *work = q + n, *x = work + n;

    if (!zni_far_rows(n, 0, p->M, NULL, zu, NULL, work))
        return false;
    zni_far_rows_rest(n, p->q, zu);
    for (zn_index c = 0; c < p->ncones; c++) {
        double least = INFINITY;

        for (zn_index i = p->cone[c]; i < p->cone[c + 1]; i++)
            least = fmin(least, zu[i]);
        for (zn_index i = p->cone[c]; i < p->cone[c + 1]; i++) {
            zu[i] = least;
            wu[i] = 1 / least;
            q[i] = least * p->q[i];
        }
    }
    *o = (own_soclcp){.p = *p, .M = zni_matrix_in_units(p->M, zu, zu, x)};
    o->p.M = &o->M;
    o->p.q = q;
    return true;
}

ZNI_PROBLEM(zni_soclcp_problem, ZN_KIND_SOCLCP_SOLVER, "soclcp",
            "M z + q in the dual cone, z in the cone, orthogonal",
            .nz = size, .nw = size, .error = error, .check = check, .own_room = own_room,
            .own_size = sizeof(own_soclcp), .own_rows = own_rows);
