/* problem.c - the class of generic mechanical problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/data.h"
#include "../../core/problem_class.h"
#include "../../linalg/affine.h"
#include "../../linalg/octave.h"
#include "../../linalg/twice.h"
#include "../../linalg/units.h"
#include "../../system/sizes.h"
#include "generic.h"

static const char *const names[] = {"equality", "unilateral", "relay",
                                    "friction-2d", "friction-3d",
                                    "rolling-2d", "rolling-3d", "spinning-3d"};
static const zn_index rows_of[] = {0, 0, 0, 2, 3, 3, 5, 6}; /* 0: any */
enum { KINDS = sizeof names / sizeof names[0] };

const char *zn_generic_kind_name(int kind)
{
    return kind >= 0 && kind < KINDS ? names[kind] : NULL;
}

/* ---- the error measure; no solver shares this code ------------------------ */

/* max(min(z - lo, w), z - hi), NaN for NaN */
static double row(double lo, double hi, double z, double w)
{
    double r = w;

    if (isnan(z))
        return z;
    if (z - lo < r)
        r = z - lo;
    return z - hi > r ? z - hi : r;
}

static double rolling2(const zn_generic *p, zn_index b, double size,
                       double length, const double z[], const double w[])
{
    zn_index i = p->start[b], d = p->start[b + 1] - i;
    double r[ZNI_DMAX], u[ZNI_DMAX];

    for (zn_index k = 0; k < d; k++) {
        double L = k > (d - 1) / 2 ? length : 1;

        r[k] = size * z[i + k] / L;
        u[k] = w[i + k] * L;
    }
    return zni_rolling_residual_of(d, p->nb, b, p->mu, p->mu_r, length, r, u);
}

static double block2(const zn_generic *p, zn_index b, const double size[],
                     const double z[], const double w[])
{
    double sum = 0;

    if (p->kind[b] >= ZN_GENERIC_ROLLING_2D)
        return rolling2(p, b, size[p->start[b]], size[p->start[b] + 1], z, w);
    if (p->kind[b] >= ZN_GENERIC_FRICTION_2D) {
        zn_index i = p->start[b], d = p->start[b + 1] - i;
        const zni_part disc = {1, d - 1, p->mu[b]};
        double r[3];

        for (zn_index k = 0; k < d; k++)
            r[k] = size[i] * z[i + k];
        return zni_contact_residual(1, &disc, r, w + i);
    }
    for (zn_index i = p->start[b]; i < p->start[b + 1]; i++) {
        double lo = -INFINITY, hi = INFINITY, a = size[p->start[b]], r;

        if (p->kind[b] == ZN_GENERIC_UNILATERAL) {
            lo = 0;
        } else if (p->kind[b] == ZN_GENERIC_RELAY) {
            lo = p->lb[i];
            hi = p->ub[i];
        }
        r = row(a * lo, a * hi, a * z[i], w[i]);
        sum += r * r;
    }
    return sum;
}

/* the length, a power of two, that makes the diagonal entries of M for rotations as large as size */
static double length_of(double size, double turns)
{
    return turns > 0 ? zni_octave(sqrt(size / zni_octave(turns))) : 1;
}

void zni_generic_sizes(const zn_generic *p, double diag[])
{
    double sum = 0, none;
    zn_index count = 0;

    zn_matrix_diag(p->M, diag);
    for (zn_index b = 0; b < p->nb; b++) {
        zn_index i = p->start[b], n = p->start[b + 1] - i;
        zn_index m = zni_generic_plain_rows(p->kind[b], n);
        double turns = m < n ? zni_contact_mean(n - m, diag + i + m, 1) : 0;

        diag[i] = zni_contact_mean(m, diag + i, 1);
        if (m < n)
            diag[i + 1] = turns;
        sum += diag[i];
        count += diag[i] > 0;
    }
    none = sum > 0 ? sum / (double)count : zni_matrix_unit(p->M);
    for (zn_index b = 0; b < p->nb; b++) {
        double *size = diag + p->start[b];

        *size = zni_octave(*size > 0 ? *size : none);
        if (p->kind[b] >= ZN_GENERIC_ROLLING_2D)
            size[1] = length_of(*size, size[1]);
    }
}

/* |x|^2 of a velocity x, whose rotations are multiplied by the lengths */
static double square(const zn_generic *p, const double size[], const double x[])
{
    double sum = 0;

    for (zn_index b = 0; b < p->nb; b++) {
        zn_index i = p->start[b], end = p->start[b + 1];
        zn_index turns = i + zni_generic_plain_rows(p->kind[b], end - i);

        for (zn_index k = i; k < end; k++) {
            double v = k < turns ? x[k] : x[k] * size[i + 1];

            sum += v * v;
        }
    }
    return sum;
}

/* the largest |size z_i| */
static double largest(const zn_generic *p, const double size[], const double z[])
{
    double most = 0;

    for (zn_index b = 0; b < p->nb; b++) {
        const double unit = size[p->start[b]];

        for (zn_index i = p->start[b]; i < p->start[b + 1]; i++) {
            const double a = unit * fabs(z[i]);

            most = a > most ? a : most; /* NaN is not seen */
        }
    }
    return most;
}

double zn_generic_error(const zn_generic *p, const double z[], const double w[],
                        double work[])
{
    double most = 0, off, qq, *size = work + p->n;

    for (zn_index i = 0; i < p->n; i++)
        work[i] = p->q[i];
    zn_matrix_mul(p->M, 1, z, 1, work);
    zni_generic_sizes(p, size);
    qq = square(p, size, p->q);
    if (zni_hides(largest(p, size, z), sqrt(qq))) {
        memcpy(work, p->q, (size_t)p->n * sizeof *work);
        zni_twice_rows(p->M, z, work, size, p->n);
        zni_generic_sizes(p, size);
    }
    for (zn_index b = 0; b < p->nb; b++) {
        double sum = block2(p, b, size, z, work);

        if (isnan(sum) || sum > most)
            most = sum;
        if (isnan(most))
            return NAN;
    }
    for (zn_index i = 0; i < p->n; i++)
        work[i] -= w[i];
    off = square(p, size, work);
    if (isnan(off))
        return NAN;
    return sqrt(fmax(most, off) / (qq > 0 ? qq : 1));
}

/* ---- the class ------------------------------------------------------------- */

static zn_status check_relay(zn_ctx *ctx, const zn_generic *p, zn_index b)
{
    zn_status st = ZN_OK;

    if (!p->lb || !p->ub)
        return zn_fail(ctx, ZN_EINVAL, "block %td is a relay without lb and ub",
                       b);
    for (zn_index i = p->start[b]; i < p->start[b + 1] && !st; i++)
        st = zni_check_bounds(ctx, i, p->lb[i], p->ub[i]);
    return zn_note(ctx, st, "block %td", b);
}

static zn_status check_coefficient(zn_ctx *ctx, zn_index b, const char *name,
                                   double x)
{
    if (!isfinite(x))
        return zn_fail(ctx, ZN_EDOM, "block %td: %s = %g", b, name, x);
    return x >= 0 ? ZN_OK
                  : zn_fail(ctx, ZN_EINVAL, "block %td: %s = %g, must be >= 0",
                            b, name, x);
}

static zn_status check_block(zn_ctx *ctx, const zn_generic *p, zn_index b)
{
    zn_index rows = p->start[b + 1] - p->start[b], d;
    zn_status st;

    if (p->kind[b] >= KINDS)
        return zn_fail(ctx, ZN_EINVAL,
                       "block %td: kind = %d, must be 0 to %d, zn_generic_kind",
                       b, p->kind[b], KINDS - 1);
    if (p->kind[b] == ZN_GENERIC_RELAY)
        return check_relay(ctx, p, b);
    if (p->kind[b] < ZN_GENERIC_FRICTION_2D)
        return ZN_OK;
    d = rows_of[p->kind[b]];
    if (rows != d)
        return zn_fail(ctx, ZN_EINVAL, "block %td: %td rows of %s, must be %td",
                       b, rows, names[p->kind[b]], d);
    if (!p->mu)
        return zn_fail(ctx, ZN_EINVAL, "block %td has friction without mu", b);
    st = check_coefficient(ctx, b, "mu", p->mu[b]);
    if (st || p->kind[b] < ZN_GENERIC_ROLLING_2D)
        return st;
    if (!p->mu_r)
        return zn_fail(ctx, ZN_EINVAL,
                       "block %td has rolling friction without mu_r", b);
    st = check_coefficient(ctx, b, "mu_r", p->mu_r[b]);
    if (st || p->kind[b] != ZN_GENERIC_SPINNING_3D)
        return st;
    return check_coefficient(ctx, b, "mu_s", p->mu_r[p->nb + b]);
}

static zn_status check_data(zn_ctx *ctx, const zn_generic *p)
{
    zn_status st;

    if (p->n < 1 || p->nb < 1 || !p->M || !p->q || !p->start || !p->kind)
        return zn_fail(
            ctx, ZN_EINVAL,
            "n = %td, %td blocks, must be >= 1, with M, q, start and "
            "kind",
            p->n, p->nb);
    st = zni_check_affine(ctx, p->n, p->M, p->q);
    if (!st)
        st = zni_check_cover(ctx, "block", p->n, p->nb, p->start);
    for (zn_index b = 0; b < p->nb && !st; b++)
        st = check_block(ctx, p, b);
    return st;
}

static zn_status check(zn_ctx *ctx, const void *p)
{
    const zn_status st = check_data(ctx, p);

    return st ? zn_note(ctx, st, "generic mechanical problem") : ZN_OK;
}

ZNI_NUMBER(size, zn_generic, p->n)
ZNI_ERROR(error, zn_generic_error)
ZNI_OUTPUTS(outputs, zn_generic)

ZNI_PROBLEM(zni_generic_problem, ZN_KIND_GENERIC_SOLVER, "generic-mechanical",
            "blocks of equality, unilateral, relay, friction and rolling rows",
            .nz = size, .nw = size, .error = error, .check = check, .outputs = outputs);
