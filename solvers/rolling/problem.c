/* problem.c - the class of rolling friction problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "../contact/rolling.h"
#include "../core/data.h"

/* No solver shares this code. The normal part n of the nearest point is 0 or the
 * zero of
 *     g(n) = n - x_N - mu max(0, s - mu n) - mu_r max(0, t - mu_r n),
 * with s = ||x_T||, t = ||x_M||. g is concave and has two kinks: Newton from the
 * left ends after three steps. */
double zni_rolling_residual(zn_index d, double mu, double mur, const double r[],
                            const double u[])
{
    zn_index m = (d - 1) / 2;
    double x[ZNI_DMAX] = {0}, s = 0, t = 0, us = 0, ut = 0, n = 0, f, sum;

    for (zn_index i = 1; i <= m; i++) {
        us = hypot(us, u[i]);
        ut = hypot(ut, u[m + i]);
        x[i] = r[i] - u[i];
        x[m + i] = r[m + i] - u[m + i];
        s = hypot(s, x[i]);
        t = hypot(t, x[m + i]);
    }
    x[0] = r[0] - u[0] - mu * us - mur * ut;
    /* comparisons drop a NaN */
    if (isnan(x[0]) || isnan(s) || isnan(t))
        return NAN;
    for (int step = 0; step < 3; step++) {
        double ms = s > mu * n ? mu : 0, mt = t > mur * n ? mur : 0;

        n = (x[0] + ms * s + mt * t) / (1 + ms * ms + mt * mt);
        if (!(n > 0))
            break;
    }
    n = fmax(0, n);
    /* where a component stays as it is, r - x is that of u: not rounded beside r */
    f = n == x[0] ? u[0] + mu * us + mur * ut : r[0] - n;
    sum = f * f;
    for (zn_index i = 1; i <= m; i++) {
        double P = s > mu * n ? r[i] - mu * n / s * x[i] : u[i];
        double Q = t > mur * n ? r[m + i] - mur * n / t * x[m + i] : u[m + i];

        sum += P * P + Q * Q;
    }
    return sum;
}

void zni_rolling_sizes(zn_index d, zn_index nc, const double diag[],
                       double size[], double length[])
{
    zn_index m = (d - 1) / 2;

    zni_contact_sizes(d, nc, 1 + m, d, diag, length);
    zni_contact_sizes(d, nc, 0, 1 + m, diag, size);
    for (zn_index a = 0; a < nc; a++)
        length[a] = zni_octave(sqrt(size[a] / length[a]));
}

double zni_rolling_sum(zn_index d, zn_index nc, const double mu[],
                       const double mur[], const double size[],
                       const double length[], const double r[],
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
            sum += zni_rolling_residual(d, mu[a], mur[a] / length[a], s, v);
    }
    return sum;
}

double zn_rolling_friction_error(const zn_rolling_friction *p, const double z[],
                                 const double w[], double work[])
{
    zn_index n = p->d * p->nc;
    double err, off = 0, q2 = 0, own = 0, none = 0;
    double *size = work + n, *length = size + p->nc;

    /* two numbers a contact, made from its d >= 3 diagonal entries */
    zn_matrix_diag(p->M, work);
    zni_rolling_sizes(p->d, p->nc, work, size, length);
    memcpy(work, p->q, (size_t)n * sizeof *work);
    zn_matrix_mul(p->M, 1, z, 1, work);
    err = zni_rolling_sum(p->d, p->nc, p->mu, p->mu_r, size, length, z, work,
                          &own, NULL);
    for (zn_index i = 0; i < n; i++)
        work[i] -= w[i];
    zni_rolling_sum(p->d, p->nc, NULL, NULL, size, length, z, work, &none,
                    &off);
    zni_rolling_sum(p->d, p->nc, NULL, NULL, size, length, z, p->q, &none, &q2);
    if (isnan(err) || isnan(off))
        return NAN;
    return zni_relative(sqrt(fmax(err, off)), sqrt(own), sqrt(q2));
}

static zn_index size(const void *p)
{
    const zn_rolling_friction *f = p;

    return f->d * f->nc;
}

static double error(const void *p, const double z[], const double w[],
                    double work[])
{
    return zn_rolling_friction_error(p, z, w, work);
}

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const zn_rolling_friction *p = problem;
    zn_index n = p->d * p->nc;
    zn_status st;

    if (p->d != 3 && p->d != 5)
        return zn_fail(ctx, ZN_EINVAL,
                       "rolling friction: d = %td, must be 3 or 5", p->d);
    if (p->nc < 1 || !p->M || !p->q || !p->mu || !p->mu_r)
        return zn_fail(ctx, ZN_EINVAL,
                       "rolling friction: nc = %td, must be >= 1, with M, q, "
                       "mu and mu_r",
                       p->nc);
    st = zni_check_affine(ctx, n, p->M, p->q);
    if (!st)
        st = zni_check_positive(ctx, "mu", p->nc, p->mu);
    if (!st)
        st = zni_check_positive(ctx, "mu_r", p->nc, p->mu_r);
    return zn_note(ctx, st, "rolling friction, d = %td, nc = %td", p->d, p->nc);
}

const zn_problem_type zni_rolling_problem = {
    .type = {.size = sizeof(zn_problem_type),
             .kind = ZN_KIND_PROBLEM,
             .name = "rolling-friction",
             .summary =
                 "u = M r + q, Coulomb and rolling friction at contacts"},
    .solver_kind = ZN_KIND_ROLLING_SOLVER,
    .nz = size,
    .nw = size,
    .error = error,
    .check = check,
};
