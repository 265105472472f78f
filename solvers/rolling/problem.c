/* problem.c - the class of rolling friction problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "../contact/rolling.h"
#include "../core/data.h"

/* No solver shares this code. The normal part n of the nearest point is 0 or the
 * zero of
 *     g(n) = n - x_N - sum of mu_k max(0, s_k - mu_k n),
 * with s_k = ||x_part||. g is concave and has a kink for each part: Newton from the
 * left ends after one step more. */
double zni_rolling_residual(int parts, const zni_part part[], const double r[],
                            const double u[])
{
    double x[ZNI_DMAX] = {0}, s[ZNI_PARTS_MOST] = {0}, shift = 0, n = 0, f, sum;

    for (int k = 0; k < parts; k++) {
        double slip = 0;
        for (zn_index i = part[k].at; i < part[k].at + part[k].n; i++) {
            x[i] = r[i] - u[i];
            s[k] = hypot(s[k], x[i]);
            slip = hypot(slip, u[i]);
        }
        shift += part[k].mu * slip;
        if (isnan(s[k])) /* comparisons drop a NaN */
            return NAN;
    }
    x[0] = r[0] - u[0] - shift;
    if (isnan(x[0]))
        return NAN;
    for (int step = 0; step <= parts; step++) {
        double top = x[0], den = 1;

        for (int k = 0; k < parts; k++)
            if (s[k] > part[k].mu * n) {
                top += part[k].mu * s[k];
                den += part[k].mu * part[k].mu;
            }
        n = top / den;
        if (!(n > 0))
            break;
    }
    n = fmax(0, n);
    /* where a component stays as it is, r - x is that of u: not rounded beside r */
    f = n == x[0] ? u[0] + shift : r[0] - n;
    sum = f * f;
    for (int k = 0; k < parts; k++)
        for (zn_index i = part[k].at; i < part[k].at + part[k].n; i++) {
            const double P = s[k] > part[k].mu * n
                                 ? r[i] - part[k].mu * n / s[k] * x[i]
                                 : u[i];
            sum += P * P;
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

/* Of contact a, its moments and rotations times `length`. */
double zni_rolling_residual_of(zn_index d, zn_index nc, zn_index a,
                               const double mu[], const double mur[],
                               double length, const double r[],
                               const double u[])
{
    zni_part part[ZNI_PARTS_MOST];
    const int parts = zni_rolling_parts(d, mu[a], mur + a, nc, part);

    for (int k = 1; k < parts; k++)
        part[k].mu /= length;
    return zni_rolling_residual(parts, part, r, u);
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
            sum += zni_rolling_residual_of(d, nc, a, mu, mur, length[a], s, v);
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

zn_status zni_check_rolling(zn_ctx *ctx, zn_index d, zn_index nc,
                            const double mu_r[])
{
    const zn_status st = zni_check_positive(ctx, "mu_r", nc, mu_r);

    return st || d < 6 ? st : zni_check_positive(ctx, "mu_s", nc, mu_r + nc);
}

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const zn_rolling_friction *p = problem;
    zn_index n = p->d * p->nc;
    zn_status st;

    if (p->d != 3 && p->d != 5 && p->d != 6)
        return zn_fail(ctx, ZN_EINVAL,
                       "rolling friction: d = %td, must be 3, 5 or 6", p->d);
    if (p->nc < 1 || !p->M || !p->q || !p->mu || !p->mu_r)
        return zn_fail(ctx, ZN_EINVAL,
                       "rolling friction: nc = %td, must be >= 1, with M, q, "
                       "mu and mu_r",
                       p->nc);
    st = zni_check_affine(ctx, n, p->M, p->q);
    if (!st)
        st = zni_check_positive(ctx, "mu", p->nc, p->mu);
    if (!st)
        st = zni_check_rolling(ctx, p->d, p->nc, p->mu_r);
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
