/* generic_test.h - problems and helpers of the generic mechanical tests
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GENERIC_TEST_H
#define GENERIC_TEST_H

#include "lcp_test.h"

#include <zeno/generic_mechanical.h>

/* a problem with its own arrays, dense */
typedef struct machine {
    zn_index n, nb;
    double *M, *q, *lb, *ub, *mu, *mu_r;
    zn_index *start;
    unsigned char *kind;
    zn_matrix A;
    zn_generic p;
} machine;

static inline void machine_free(machine *m)
{
    free(m->M);
    free(m->q);
    free(m->lb);
    free(m->ub);
    free(m->mu);
    free(m->mu_r);
    free(m->start);
    free(m->kind);
}

/* Blocks of rows[b] rows and kinds kind[b], everything else zero. m must stay
 * where it is: p points into it. */
static inline void machine_new(machine *m, zn_index nb, const zn_index rows[],
                               const int kind[])
{
    *m = (machine){.nb = nb, .start = indices(nb + 1), .mu = reals(nb),
                   .mu_r = reals(nb)};
    m->kind = (unsigned char *)calloc((size_t)nb, 1);
    ck_assert_ptr_nonnull(m->kind);
    for (zn_index b = 0; b < nb; b++) {
        m->start[b + 1] = m->start[b] + rows[b];
        m->kind[b] = (unsigned char)kind[b];
    }
    m->n = m->start[nb];
    m->M = reals(m->n * m->n);
    m->q = reals(m->n);
    m->lb = reals(m->n);
    m->ub = reals(m->n);
    m->A = zn_matrix_dense(m->n, m->n, m->M);
    m->p = (zn_generic){.n = m->n, .M = &m->A, .q = m->q, .nb = nb,
                        .start = m->start, .kind = m->kind, .lb = m->lb,
                        .ub = m->ub, .mu = m->mu, .mu_r = m->mu_r};
}

/* Is that row of a block one of rolling? */
static inline bool turns(int kind, zn_index i)
{
    return (kind == ZN_GENERIC_ROLLING_2D && i == 2) ||
           (kind == ZN_GENERIC_ROLLING_3D && i > 2);
}

/* M = H'H, q = H'v for nb blocks on few or many bodies of 6 velocities each, block
 * b between body b % bodies and the next or the ground; few bodies: redundant
 * rows. q in the range of H': the equalities can be met, and u = 0 with them. */
static inline void machine_random(machine *m, rng *g, zn_index nb,
                                  const zn_index rows[], const int kind[],
                                  zn_index bodies)
{
    zn_index s = 6 * bodies;
    double *H, *v = reals(s);

    machine_new(m, nb, rows, kind);
    H = reals(s * m->n);
    for (zn_index i = 0; i < s; i++)
        v[i] = uniform(g, -2, 1);
    for (zn_index b = 0; b < nb; b++) {
        m->mu[b] = uniform(g, 0.1, 0.6);
        m->mu_r[b] = kind[b] < ZN_GENERIC_ROLLING_2D ? NAN : m->mu[b] / 8;
        for (zn_index r = m->start[b]; r < m->start[b + 1]; r++) {
            m->lb[r] = uniform(g, -1, 0);
            m->ub[r] = uniform(g, 0, 1);
            const double size = turns(kind[b], r - m->start[b]) ? 0.1 : 1;

            for (zn_index i = 0; i < 6; i++) {
                H[s * r + 6 * (b % bodies) + i] = size * uniform(g, -1, 1);
                if (b >= bodies)
                    H[s * r + 6 * ((b + 1) % bodies) + i] +=
                        size * uniform(g, -1, 1);
            }
        }
    }
    for (zn_index i = 0; i < m->n; i++) {
        for (zn_index k = 0; k < s; k++)
            m->q[i] += H[k + s * i] * v[k];
        for (zn_index j = 0; j < m->n; j++)
            for (zn_index k = 0; k < s; k++)
                m->M[i + j * m->n] += H[k + s * i] * H[k + s * j];
    }
    free(H);
    free(v);
}

/* |r - P(r - v)|^2 on the cone of rolling friction, v = u + (...) e_N: the normal
 * part of P is the zero of an increasing function, by halving */
static inline long double naive_rolling(zn_index rows, long double mu,
                                        long double mur, const long double r[],
                                        const long double u[])
{
    const zn_index m = (rows - 1) / 2;
    long double x[5], s = 0, t = 0, us = 0, ut = 0, lo = 0, hi, sum;

    for (zn_index i = 1; i < rows; i++) {
        x[i] = r[i] - u[i];
        if (i <= m) {
            s = hypotl(s, x[i]);
            us = hypotl(us, u[i]);
        } else {
            t = hypotl(t, x[i]);
            ut = hypotl(ut, u[i]);
        }
    }
    x[0] = r[0] - u[0] - mu * us - mur * ut;
    hi = fabsl(x[0]) + mu * s + mur * t;
    for (int half = 0; half < 200; half++) {
        const long double n = (lo + hi) / 2;
        const bool more = n - x[0] - mu * fmaxl(0, s - mu * n) -
                              mur * fmaxl(0, t - mur * n) >
                          0;

        lo = more ? lo : n;
        hi = more ? n : hi;
    }
    sum = (r[0] - lo) * (r[0] - lo);
    for (zn_index i = 1; i < rows; i++) {
        const long double size = i <= m ? s : t, most = (i <= m ? mu : mur) * lo;
        const long double p = size > most ? x[i] * most / size : x[i];

        sum += (r[i] - p) * (r[i] - p);
    }
    return sum;
}

/* what moments of a block are divided by: 1 without rolling */
static inline double naive_length(const zn_generic *p, zn_index n,
                                  const double M[], zn_index b, double *size)
{
    const zn_index s = p->start[b], rows = p->start[b + 1] - s;
    const bool rolls = p->kind[b] >= ZN_GENERIC_ROLLING_2D;
    const zn_index plain = rolls ? (rows + 1) / 2 : rows;

    *size = mean_octave(n, M, s, plain);
    return rolls ? octave(sqrt(*size / mean_octave(n, M, s + plain,
                                                   rows - plain)))
                 : 1;
}

/* the error measure from its definition, in long double; P of the cone as the
 * nearest point of its border in the plane of axis and x_T */
static inline double naive_generic(const machine *m, const double z[])
{
    long double most = 0, qq = 0;

    for (zn_index b = 0; b < m->nb; b++) {
        zn_index s = m->start[b], rows = m->start[b + 1] - s;
        long double sum = 0, w[64], mu = m->mu[b];
        double size, L = naive_length(&m->p, m->n, m->M, b, &size);

        for (zn_index i = 0; i < rows; i++) {
            w[i] = m->q[s + i];
            for (zn_index j = 0; j < m->n; j++)
                w[i] += (long double)m->M[s + i + j * m->n] * z[j];
            if (turns(m->kind[b], i))
                w[i] *= L;
            qq += (long double)m->q[s + i] * m->q[s + i] *
                  (turns(m->kind[b], i) ? L * L : 1);
        }
        if (m->kind[b] >= ZN_GENERIC_ROLLING_2D) {
            long double r[5];

            for (zn_index i = 0; i < rows; i++)
                r[i] = size * z[s + i] / (turns(m->kind[b], i) ? L : 1);
            sum = naive_rolling(rows, mu, m->mu_r[b] / L, r, w);
        } else if (m->kind[b] >= ZN_GENERIC_FRICTION_2D) {
            long double ut = hypotl(w[1], rows == 3 ? w[2] : 0), x[3], t, y = 0,
                        f = 0;

            for (zn_index i = 0; i < rows; i++)
                x[i] = size * z[s + i] - w[i] - (i == 0 ? mu * ut : 0);
            t = hypotl(x[1], rows == 3 ? x[2] : 0);
            if (x[0] >= 0 && t <= mu * x[0]) {
                y = x[0];
                f = 1;
            } else if (x[0] + mu * t > 0) {
                y = (x[0] + mu * t) / (1 + mu * mu);
                f = t > 0 ? mu * y / t : 0;
            }
            sum = (size * z[s] - y) * (size * z[s] - y);
            for (zn_index i = 1; i < rows; i++)
                sum += (size * z[s + i] - f * x[i]) *
                       (size * z[s + i] - f * x[i]);
        } else {
            for (zn_index i = 0; i < rows; i++) {
                long double r = w[i], zi = size * z[s + i];

                if (m->kind[b] == ZN_GENERIC_UNILATERAL)
                    r = fminl(r, zi);
                if (m->kind[b] == ZN_GENERIC_RELAY)
                    r = fmaxl(fminl(r, zi - size * m->lb[s + i]),
                              zi - size * m->ub[s + i]);
                sum += r * r;
            }
        }
        most = fmaxl(most, sqrtl(sum));
    }
    return (double)(most / (qq > 0 ? sqrtl(qq) : 1));
}

/* the matrix in the blocks of the problem, blocks of zeros left out */
static inline stored machine_blocks(const machine *m)
{
    zn_index n = m->n, nb = m->nb, k = 0, at = 0;
    stored s = {.x = reals(n * n), .p = indices(nb + 1), .i = indices(nb * nb),
                .ro = indices(nb + 1), .bp = indices(nb * nb)};

    for (zn_index a = 0; a < nb; a++) {
        s.ro[a + 1] = m->start[a + 1];
        for (zn_index b = 0; b < nb; b++) {
            bool any = false;

            for (zn_index j = m->start[b]; j < m->start[b + 1]; j++)
                for (zn_index i = m->start[a]; i < m->start[a + 1]; i++)
                    any |= m->M[i + j * n] != 0;
            if (!any)
                continue;
            s.i[k] = b;
            s.bp[k++] = at;
            for (zn_index j = m->start[b]; j < m->start[b + 1]; j++)
                for (zn_index i = m->start[a]; i < m->start[a + 1]; i++)
                    s.x[at++] = m->M[i + j * n];
        }
        s.p[a + 1] = k;
    }
    s.m = (zn_matrix){.storage = ZN_BSR, .rows = n, .cols = n, .x = s.x,
                      .p = s.p, .i = s.i, .nbr = nb, .nbc = nb, .ro = s.ro,
                      .co = s.ro, .bp = s.bp};
    return s;
}

/* a solver with an option as "name=value", or NULL */
static inline zn_status run_with(zn_ctx *ctx, const char *name,
                                 const char *option, double tol,
                                 const zn_generic *p, double z[], double w[],
                                 zn_solve_info *info)
{
    char text[64], *value;
    zn_solver *s;
    zn_status st = zn_solver_new(ctx, "generic-mechanical", name, &s);

    ck_assert_msg(st == ZN_OK, "%s: %s", name, zn_errmsg(ctx));
    ck_assert_int_eq(zn_solver_set_real(s, "tol", tol), ZN_OK);
    if (option) {
        snprintf(text, sizeof text, "%s", option);
        value = strchr(text, '=');
        ck_assert_ptr_nonnull(value);
        *value++ = '\0';
        ck_assert_msg(!zn_solver_set(s, text, value), "%s", zn_errmsg(ctx));
    }
    st = zn_solver_solve(s, p, z, w, info);
    zn_solver_free(s);
    return st;
}

/* every solver with every choice that changes what it does */
static const struct {
    const char *name, *option;
} ways[] = {
    {"auto", NULL},
    {"nsgs", NULL},
    {"nsgs", "equalities=assemble"},
    {"nsgs", "equalities=eliminate"},
    {"nsgs", "shuffle=yes"},
    {"newton", NULL},
    {"newton", "function=jean-moreau"},
    {"newton", "function=natural"},
    {"newton", "function=fischer-burmeister"},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

enum {
    EQ = ZN_GENERIC_EQUALITY,
    UN = ZN_GENERIC_UNILATERAL,
    RE = ZN_GENERIC_RELAY,
    F2 = ZN_GENERIC_FRICTION_2D,
    F3 = ZN_GENERIC_FRICTION_3D,
    R2 = ZN_GENERIC_ROLLING_2D,
    R3 = ZN_GENERIC_ROLLING_3D
};

/* A block of each kind, uncoupled but for the first two:
 *   equality and unilateral  M = [2 1; 1 2], q = [-4; 1]: z = (2, 0), w = (0, 3);
 *   relay in [-1, 1]         M = 2, q = 3: z = -1, w = 1;
 *   friction-2d, mu = 0.3    the example of zeno/friction.h's chapter,
 *                            M = [2 .5; .5 1], q = (-1, 2): slip, r_T = -0.3 r_N,
 *                            r_N = 1 / (2 - 0.15) = 20/37;
 *   friction-3d, mu = 0.5    M = I, q = (-1, 0.3, 0.4): |q_T| = 0.5 = mu r_N:
 *                            r = (1, -0.3, -0.4), on the border of stick. */
static inline void by_hand(machine *m)
{
    static const zn_index rows[] = {1, 1, 1, 2, 3};
    static const int kind[] = {EQ, UN, RE, F2, F3};
    static const double q[] = {-4, 1, 3, -1, 2, -1, 0.3, 0.4};
    double *M;

    machine_new(m, 5, rows, kind);
    M = m->M;
    M[0] = M[1 + 8] = M[2 + 16] = 2;
    M[1] = M[8] = 1;
    M[3 + 24] = 2;
    M[4 + 24] = M[3 + 32] = 0.5;
    M[4 + 32] = M[5 + 40] = M[6 + 48] = M[7 + 56] = 1;
    memcpy(m->q, q, sizeof q);
    m->lb[2] = -1;
    m->ub[2] = 1;
    m->mu[3] = 0.3;
    m->mu[4] = 0.5;
}

#endif
