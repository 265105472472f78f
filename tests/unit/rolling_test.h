/* rolling_test.h - problems with known solutions for the tests of rolling friction
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROLLING_TEST_H
#define ROLLING_TEST_H

#include "friction_test.h"

#include <zeno/rolling_friction.h>

/* a problem with its own arrays, M dense; H if it was made from one; r, u: a
 * solution */
typedef struct rollers {
    zn_index d, nc, n, dof;
    double *M, *H, *q, *mu, *mur, *r, *u;
    zn_matrix A;
    zn_rolling_friction p;
} rollers;

static inline void rollers_free(rollers *c)
{
    free(c->M);
    free(c->H);
    free(c->q);
    free(c->mu);
    free(c->mur);
    free(c->r);
    free(c->u);
}

/* p.M is set by who knows where the struct stays */
static inline void rollers_new(rollers *c, zn_index d, zn_index nc)
{
    zn_index n = d * nc;

    *c = (rollers){.d = d, .nc = nc, .n = n, .M = reals(n * n),
                   .q = reals(n), .mu = reals(nc), .mur = reals(2 * nc),
                   .r = reals(n), .u = reals(n)};
    c->A = zn_matrix_dense(n, n, c->M);
    c->p = (zn_rolling_friction){d, nc, NULL, c->q, c->mu, c->mur};
}

/* ---- an error measure of the tests' own ----------------------------------- */

/* The nearest point of K to x, long double: with s, t the tangential and rolling
 * norms, and w that of spin, the normal part n minimises
 *     (n - x)^2 + max(0, s - mu n)^2 + max(0, t - mur n)^2 + max(0, w - mus n)^2
 * over n >= 0, found by halving the interval where the derivative changes sign. */
static inline void naive_project(zn_index d, double mu, double mur, double mus,
                                 const long double x[], long double out[])
{
    zn_index m = (d - 1) / 2;
    long double s = 0, t = 0, w = d == 6 ? fabsl(x[5]) : 0, lo = 0, hi, n;

    for (zn_index i = 1; i <= m; i++) {
        s += x[i] * x[i];
        t += x[m + i] * x[m + i];
    }
    s = sqrtl(s);
    t = sqrtl(t);
    hi = fabsl(x[0]) + mu * s + mur * t + mus * w;
    for (int k = 0; k < 300 && lo < hi; k++) {
        long double slope;

        n = (lo + hi) / 2;
        slope = n - x[0] - mu * fmaxl(0, s - mu * n) -
                mur * fmaxl(0, t - mur * n) - mus * fmaxl(0, w - mus * n);
        if (slope > 0)
            hi = n;
        else
            lo = n;
        if (n == lo && n == hi)
            break;
    }
    n = (lo + hi) / 2;
    out[0] = n;
    for (zn_index i = 1; i <= m; i++) {
        out[i] = s > mu * n ? mu * n / s * x[i] : x[i];
        out[m + i] = t > mur * n ? mur * n / t * x[m + i] : x[m + i];
    }
    if (d == 6)
        out[5] = w > mus * n ? mus * n / w * x[5] : x[5];
}

/* rotations and moments as the header of the class has them: by a length */
static inline double naive_rolling(const rollers *c, const double r[])
{
    long double sum = 0, q2 = 0, r2 = 0, most;
    zn_index d = c->d, m = (d - 1) / 2;

    for (zn_index a = 0; a < c->nc; a++) {
        long double u[6] = {0}, x[6], P[6], s = 0, t = 0;
        double size = mean_octave(c->n, c->M, d * a, 1 + m), ra[6];
        double other = mean_octave(c->n, c->M, d * a + 1 + m, d - 1 - m);
        double L = octave(sqrt(size / other));
        double mus = d == 6 ? c->mur[c->nc + a] / L : 0;

        for (zn_index k = 0; k < d; k++) {
            zn_index i = d * a + k;
            double by = k > m ? L : 1;

            ra[k] = size * r[i] / by;
            u[k] = c->q[i];
            for (zn_index j = 0; j < c->n; j++)
                u[k] += (long double)c->M[i + j * c->n] * r[j];
            u[k] *= by;
            q2 += (long double)c->q[i] * c->q[i] * by * by;
            r2 += (long double)ra[k] * ra[k];
            x[k] = ra[k] - u[k];
        }
        for (zn_index i = 1; i <= m; i++) {
            s += u[i] * u[i];
            t += u[m + i] * u[m + i];
        }
        x[0] -= c->mu[a] * sqrtl(s) + c->mur[a] / L * sqrtl(t);
        if (d == 6)
            x[0] -= mus * fabsl(u[5]);
        naive_project(d, c->mu[a], c->mur[a] / L, mus, x, P);
        for (zn_index k = 0; k < d; k++)
            sum += (ra[k] - P[k]) * (ra[k] - P[k]);
    }
    most = sqrtl(sum) - 16 * DBL_EPSILON * sqrtl(r2);
    return most <= 0 ? 0 : (double)(q2 > 0 ? most / sqrtl(q2) : most);
}

/* ---- random problems with a known solution -------------------------------- */

/* m numbers of a random direction and the length len */
static inline void direction(rng *g, zn_index m, double len, double x[])
{
    double angle = uniform(g, 0, 6.283185307179586);

    x[0] = m == 1 ? (angle < 3 ? len : -len) : len * cos(angle);
    if (m == 2)
        x[1] = len * sin(angle);
}

/* r and u of one contact in a random state of the law */
static inline void state(rng *g, zn_index d, double mu, double mur, double mus,
                         double r[], double u[])
{
    zn_index m = (d - 1) / 2;
    double load = uniform(g, 0.5, 2), part[3] = {mu, mur, mus};

    memset(r, 0, (size_t)d * sizeof *r);
    memset(u, 0, (size_t)d * sizeof *u);
    if (uniform(g, 0, 1) < 0.2) {
        u[0] = uniform(g, 0, 1);
        for (zn_index k = 1; k < d; k++)
            u[k] = uniform(g, -1, 1);
        return;
    }
    r[0] = load;
    for (int k = 0; k < (d == 6 ? 3 : 2); k++) {
        double *rk = r + 1 + k * m, *uk = u + 1 + k * m;
        zn_index size = k == 2 ? 1 : m;

        if (uniform(g, 0, 1) < 0.5) {
            direction(g, size, uniform(g, 0, 0.95) * part[k] * load, rk);
            continue;
        }
        double speed = uniform(g, 0.1, 1);

        direction(g, size, 1, uk);
        for (zn_index i = 0; i < size; i++) {
            rk[i] = -part[k] * load * uk[i];
            uk[i] *= speed;
        }
    }
}

/* M = H' H, H from nb bodies with d + 1 velocities of unit mass, contact a
 * between body a % nb and the next, or the ground for body 0; few bodies:
 * redundant. Lengths of the rolling parts are `length`, coefficients of spin (d = 6)
 * as those of rolling. q = u - M r for a random (r, u) that fulfils the law. */
static inline void rollers_random(rollers *c, rng *g, zn_index d, zn_index nc,
                                  zn_index bodies, double mu, double mur,
                                  double length)
{
    zn_index s = d + 1, dof = s * bodies, m = (d - 1) / 2;
    double *H;

    rollers_new(c, d, nc);
    c->H = H = reals(dof * d * nc);
    c->dof = dof;
    for (zn_index a = 0; a < nc; a++) {
        c->mu[a] = mu * uniform(g, 0.5, 1);
        c->mur[a] = mur * length * uniform(g, 0.5, 1);
        if (d == 6)
            c->mur[nc + a] = mur * length * uniform(g, 0.2, 1);
        for (zn_index k = 0; k < d; k++) {
            double *h = H + dof * (d * a + k), size = k > m ? 1 / length : 1;

            for (zn_index i = 0; i < s; i++)
                h[s * (a % bodies) + i] = size * uniform(g, -1, 1);
            for (zn_index i = 0; i < s && a % bodies > 0; i++)
                h[s * ((a + 1) % bodies) + i] += size * uniform(g, -1, 1);
        }
        state(g, d, c->mu[a], c->mur[a] / length, c->mur[nc + a] / length,
              c->r + d * a, c->u + d * a);
        for (zn_index k = 1 + m; k < d; k++) {
            c->r[d * a + k] *= length;
            c->u[d * a + k] /= length;
        }
    }
    for (zn_index j = 0; j < c->n; j++)
        for (zn_index i = 0; i < c->n; i++)
            for (zn_index k = 0; k < dof; k++)
                c->M[i + j * c->n] += H[k + dof * i] * H[k + dof * j];
    for (zn_index i = 0; i < c->n; i++) {
        c->q[i] = c->u[i];
        for (zn_index j = 0; j < c->n; j++)
            c->q[i] -= c->M[i + j * c->n] * c->r[j];
    }
}

#endif
