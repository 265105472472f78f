/* problem.c - the classes of rolling friction, and of friction with the equations of motion
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../contact/law.h"
#include "../../core/data.h"
#include "../../core/problem_class.h"
#include "../../linalg/affine.h"
#include "../../linalg/octave.h"
#include "../../linalg/twice.h"
#include "../../linalg/wide.h"
#include "../../system/sizes.h"

#include <zeno/global_friction.h>

/* The sum of the squared residuals of all contacts (0 without mu), where reactions are multiplied by size, and
 * moments and rotations scaled by length; *own += |s|^2 and *data += |u|^2 in the same scale. */
static double sums(zn_index d, zn_index nc, const double mu[], const double mur[],
                   const double size[], const double length[], const double r[],
                   const double u[], double *own, double *data)
{
    zn_index m = (d - 1) / 2;
    double sum = 0;

    for (zn_index a = 0; a < nc; a++) {
        double s[ZNI_DMAX], v[ZNI_DMAX];

        for (zn_index k = 0; k < d; k++) {
            double L = k > m ? length[a] : 1;

            s[k] = size[a] * r[d * a + k] / L;
            v[k] = u[d * a + k] * L;
            *own += s[k] * s[k];
            if (data)
                *data += v[k] * v[k];
        }
        if (mu)
            sum += zni_rolling_residual_of(d, nc, a, mu, mur, length[a], s, v);
    }
    return sum;
}

double zn_rolling_friction_error(const zn_rolling_friction *p, const double z[],
                                 const double w[], double work[])
{
    zn_index n = p->d * p->nc;
    double err, off = 0, q2 = 0, own = 0, none = 0;
    double *size = work + n, *length = size + p->nc, *lo = length + p->nc;

    /* two numbers per contact, from its d >= 3 diagonal entries */
    zn_matrix_diag(p->M, work);
    zni_rolling_sizes(p->d, p->nc, p->M, work, size, length);
    sums(p->d, p->nc, NULL, NULL, size, length, z, p->q, &own, &q2);
    memcpy(work, p->q, (size_t)n * sizeof *work);
    if (zni_hides(sqrt(own), sqrt(q2)))
        zni_twice_rows(p->M, z, work, lo, (p->d - 2) * p->nc);
    else
        zn_matrix_mul(p->M, 1, z, 1, work);
    err = sums(p->d, p->nc, p->mu, p->mu_r, size, length, z, work, &none, NULL);
    for (zn_index i = 0; i < n; i++)
        work[i] -= w[i];
    sums(p->d, p->nc, NULL, NULL, size, length, z, work, &none, &off);
    if (isnan(err) || isnan(off))
        return NAN;
    return zni_relative(sqrt(fmax(err, off)), sqrt(own), sqrt(q2));
}

ZNI_NUMBER(size, zn_rolling_friction, p->d * p->nc)
ZNI_ERROR(condensed_error, zn_rolling_friction_error)

/* Are the coefficients mu_r, and with d = 6 the mu_s behind them, finite and >= 0? */
static zn_status check_rolling(zn_ctx *ctx, zn_index d, zn_index nc, const double mu_r[])
{
    const zn_status st = zni_check_positive(ctx, "mu_r", nc, mu_r);

    return st || d < 6 ? st : zni_check_positive(ctx, "mu_s", nc, mu_r + nc);
}

static zn_status condensed_check(zn_ctx *ctx, const void *problem)
{
    const zn_rolling_friction *p = problem;
    zn_status st;

    if (p->d != 3 && p->d != 5 && p->d != 6)
        return zn_fail(ctx, ZN_EINVAL,
                       "rolling friction: d = %td, must be 3, 5 or 6", p->d);
    if (p->nc < 1 || !p->M || !p->q || !p->mu || !p->mu_r)
        return zn_fail(ctx, ZN_EINVAL,
                       "rolling friction: nc = %td, must be >= 1, with M, q, "
                       "mu and mu_r",
                       p->nc);
    st = zni_check_affine(ctx, zni_rows_of(p->d, p->nc), p->M, p->q);
    if (!st)
        st = zni_check_positive(ctx, "mu", p->nc, p->mu);
    if (!st)
        st = check_rolling(ctx, p->d, p->nc, p->mu_r);
    return st ? zn_note(ctx, st, "rolling friction, d = %td, nc = %td", p->d,
                        p->nc)
              : ZN_OK;
}

ZNI_OUTPUTS(outputs, zn_rolling_friction)

ZNI_PROBLEM(zni_rolling_problem, ZN_KIND_ROLLING_SOLVER, "rolling-friction",
            "u = M r + q, Coulomb and rolling friction at contacts",
            .nz = size, .nw = size, .error = condensed_error, .check = condensed_check,
            .outputs = outputs);

/* ---- with the equations of motion -------------------------------------------------------- */

/* Friction and rolling friction are one problem here; without rolling friction there is no mu_r. The measure is
 * compiled for both cases, because sweeps call it often: without rolling friction it needs no lengths. */
typedef zn_global_rolling_friction motion;

static motion plain(const zn_global_friction *p)
{
    return (motion){p->d, p->nc, p->n, p->M, p->H, p->q, p->b, p->mu, NULL};
}

/* The sizes of the contacts and, with rolling friction, the lengths that convert moments to forces. mass: n, returns
 * the masses; w: m, work. Returns the value that replaces a mass of 0. */
static inline double sizes(const motion *p, bool rolls, double mass[], double w[], double size[],
                           double length[])
{
    const zn_index d = p->d, nc = p->nc;
    const double none = zni_motion_sizes(p->M, p->H, d * nc, mass, w);

    if (rolls)
        zni_rolling_sizes(d, nc, NULL, w, size, length);
    else
        zni_contact_sizes(d, nc, 0, d, NULL, w, size);
    return none;
}

/* e = M v - H r - q, u = H'v + b */
static void residuals(const motion *p, const double z[], double e[], double u[])
{
    const zn_index n = p->n, m = p->d * p->nc;

    for (zn_index i = 0; i < n; i++)
        e[i] = -p->q[i];
    zn_matrix_mul(p->M, 1, z, 1, e);
    if (m == 0)
        return;
    zn_matrix_mul(p->H, -1, z + n, 1, e);
    memcpy(u, p->b, (size_t)m * sizeof *u);
    zn_matrix_mul_t(p->H, 1, z, 1, u);
}

static ZNI_INTO_WIDE double measure(const motion *p, bool rolls, const double z[], const double w[],
                                    double work[])
{
    const zn_index n = p->n, d = p->d, nc = p->nc, m = d * nc, h = (d - 1) / 2;
    const double *r = z + n;
    double *e = work, *u = work + n, *size = u + m, *length = size + nc;
    const double none = sizes(p, rolls, e, u, size, length);
    double balance = 0, law = 0, off = 0, own = 0, qq = 0, bb = 0;

    for (zn_index i = 0; i < n; i++)
        qq += p->q[i] * p->q[i] / e[i];
    residuals(p, z, e, u);
    for (zn_index a = 0; a < nc; a++) {
        const double by = 1 / size[a], long_a = rolls ? length[a] : 1;
        double s[ZNI_DMAX], x[ZNI_DMAX];

        for (zn_index k = 0; k < d; k++) {
            const zn_index i = d * a + k;
            const double L = rolls && k > h ? long_a : 1;
            const double apart = (w[i] - u[i]) * L, b = p->b[i] * L;

            s[k] = size[a] * r[i] / L;
            x[k] = u[i] * L;
            own += s[k] * s[k] * by;
            bb += b * b * by;
            off += apart * apart * by;
        }
        const zni_part disc = {1, d - 1, p->mu[a]};

        law += by * (rolls ? zni_rolling_residual_of(d, nc, a, p->mu, p->mu_r, long_a, s, x)
                           : zni_contact_residual(1, &disc, s, x));
    }
    for (zn_index i = 0; i < n; i++)
        balance += e[i] * e[i] / zni_motion_mass(p->M, i, none);
    if (isnan(balance) || isnan(law) || isnan(off))
        return NAN;

    /* scaled so that the roots, and so the bits of the error, do not depend on the unit of mass */
    const double even = zni_even(fmax(qq, bb));

    return zni_relative(sqrt(even * fmax(balance, fmax(law, off))), sqrt(even * own),
                        sqrt(even * fmax(qq, bb)));
}

double zn_global_friction_error(const zn_global_friction *p, const double z[],
                                const double w[], double work[])
{
    const motion all = plain(p);

    return measure(&all, false, z, w, work);
}

double zn_global_rolling_friction_error(const zn_global_rolling_friction *p,
                                        const double z[], const double w[],
                                        double work[])
{
    return measure(p, true, z, w, work);
}

/* name: that of the class; known: d is one of its `dimensions` */
static zn_status check_motion(zn_ctx *ctx, const motion *p, const char *name, bool known,
                              const char *dimensions, bool rolls)
{
    zn_index m;
    zn_status st;

    if (!known)
        return zn_fail(ctx, ZN_EINVAL, "%s: d = %td, must be %s", name, p->d, dimensions);
    if (p->n < 1 || p->nc < 0 || !p->M || !p->q ||
        (p->nc > 0 && (!p->H || !p->b || !p->mu || (rolls && !p->mu_r))))
        return zn_fail(ctx, ZN_EINVAL,
                       "%s: n = %td, nc = %td, must be >= 1 and >= 0, with M, H, q, b%s",
                       name, p->n, p->nc, rolls ? ", mu and mu_r" : " and mu");
    m = zni_rows_of(p->d, p->nc);
    st = zni_check_matrix(ctx, "M", p->M, p->n, p->n);
    if (!st && p->nc > 0)
        st = zni_check_matrix(ctx, "H", p->H, p->n, m);
    if (!st)
        st = zni_check_finite(ctx, "q", p->n, p->q);
    if (!st)
        st = zni_check_finite(ctx, "b", m, p->b);
    if (!st)
        st = zni_check_positive(ctx, "mu", p->nc, p->mu);
    if (!st && rolls)
        st = check_rolling(ctx, p->d, p->nc, p->mu_r);
    return zn_note(ctx, st, "%s, d = %td, nc = %td, n = %td", name, p->d, p->nc, p->n);
}

/* ---- the classes ----------------------------------------------------------- */

ZNI_NUMBER(nz, zn_global_friction, p->n + p->d * p->nc)
ZNI_NUMBER(nw, zn_global_friction, p->d * p->nc)
ZNI_ERROR(error, zn_global_friction_error)

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const motion p = plain(problem);

    return check_motion(ctx, &p, "global friction", p.d == 2 || p.d == 3, "2 or 3", false);
}

ZNI_NUMBER(rolling_nz, motion, p->n + p->d * p->nc)
ZNI_NUMBER(rolling_nw, motion, p->d * p->nc)
ZNI_ERROR(rolling_error, zn_global_rolling_friction_error)

static zn_status rolling_check(zn_ctx *ctx, const void *problem)
{
    const motion *p = problem;

    return check_motion(ctx, p, "global rolling friction", p->d == 3 || p->d == 5 || p->d == 6,
                        "3, 5 or 6", true);
}

ZNI_PROBLEM(zni_global_friction_problem, ZN_KIND_GLOBAL_FRICTION_SOLVER, "global-friction",
            "M v = H r + q, u = H'v + b, Coulomb friction",
            .nz = nz, .nw = nw, .error = error, .check = check);
ZNI_PROBLEM(zni_global_rolling_problem, ZN_KIND_GLOBAL_ROLLING_SOLVER, "global-rolling-friction",
            "M v = H r + q, u = H'v + b, Coulomb and rolling friction",
            .nz = rolling_nz, .nw = rolling_nw, .error = rolling_error, .check = rolling_check);
