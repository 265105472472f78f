/* friction_test.h - problems and helpers of the friction tests
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FRICTION_TEST_H
#define FRICTION_TEST_H

#include <float.h>

#include "lcp_test.h"

#include <zeno/friction.h>

/* a problem with its own arrays, dense */
typedef struct contacts {
    zn_index d, nc, n;
    double *M, *q, *mu;
    zn_matrix A;
    zn_friction p;
} contacts;

static inline void contacts_free(contacts *c)
{
    free(c->M);
    free(c->q);
    free(c->mu);
}

static inline void contacts_new(contacts *c, zn_index d, zn_index nc)
{
    zn_index n = d * nc;

    *c = (contacts){.d = d, .nc = nc, .n = n, .M = reals(n * n),
                    .q = reals(n), .mu = reals(nc)};
    c->A = zn_matrix_dense(n, n, c->M);
    c->p = (zn_friction){d, nc, NULL, c->q, c->mu};
}

/* ---- an error measure of the tests' own ----------------------------------- */

/* sum over contacts of || s - P(s - u - mu |u_T| e_N) ||^2, its root over
 * |q|, without the rounding of s = w r, w of the size of the block; the projection by minimising over the border in
 * polar form, long double, M dense */
static inline double naive_friction(const contacts *c, const double r[])
{
    long double sum = 0, q2 = 0, r2 = 0, most;

    for (zn_index a = 0; a < c->nc; a++) {
        long double u[3] = {0}, x[3], s, t, mu = c->mu[a], y = 0, z = 0;
        double size = mean_octave(c->n, c->M, c->d * a, c->d), ra[3];

        for (zn_index k = 0; k < c->d; k++) {
            zn_index i = c->d * a + k;

            ra[k] = size * r[i];

            u[k] = c->q[i];
            for (zn_index j = 0; j < c->n; j++)
                u[k] += (long double)c->M[i + j * c->n] * r[j];
            q2 += (long double)c->q[i] * c->q[i];
            r2 += (long double)ra[k] * ra[k];
        }
        s = sqrtl(u[1] * u[1] + u[2] * u[2]);
        x[0] = ra[0] - u[0] - mu * s;
        x[1] = ra[1] - u[1];
        x[2] = c->d == 3 ? ra[2] - u[2] : 0;
        t = sqrtl(x[1] * x[1] + x[2] * x[2]);
        if (x[0] >= 0 && t <= mu * x[0]) {
            y = x[0];
            z = 1;
        } else if (x[0] + mu * t > 0) {
            /* nearest point of the ray (1, mu): its length along the ray */
            y = (x[0] + mu * t) / (1 + mu * mu);
            z = mu * y / t;
        }
        sum += (ra[0] - y) * (ra[0] - y);
        for (zn_index k = 1; k < c->d; k++)
            sum += (ra[k] - z * x[k]) * (ra[k] - z * x[k]);
    }
    most = sqrtl(sum) - 16 * DBL_EPSILON * sqrtl(r2);
    return most <= 0 ? 0 : (double)(q2 > 0 ? most / sqrtl(q2) : most);
}

/* ---- reading ---------------------------------------------------------------- */

static inline zn_index file_index(FILE *f)
{
    long v;

    ck_assert_int_eq(fscanf(f, "%ld", &v), 1);
    return v;
}

static inline void file_reals(FILE *f, zn_index n, double x[])
{
    for (zn_index i = 0; i < n; i++)
        ck_assert_int_eq(fscanf(f, "%lf", &x[i]), 1);
}

static inline void file_blocks(FILE *f, zn_index n, double M[])
{
    zn_index nb = file_index(f), br = file_index(f), bc = file_index(f);
    zn_index *row = indices(br + 1), *col = indices(bc + 1), *start, *which;

    for (zn_index i = 0; i < br; i++)
        row[i + 1] = file_index(f);
    for (zn_index i = 0; i < bc; i++)
        col[i + 1] = file_index(f);
    start = indices(file_index(f));
    which = indices(file_index(f));
    for (zn_index i = 0; i <= br; i++)
        start[i] = file_index(f);
    for (zn_index k = 0; k < nb; k++)
        which[k] = file_index(f);
    for (zn_index a = 0; a < br; a++) {
        for (zn_index k = start[a]; k < start[a + 1]; k++) {
            ck_assert_int_eq(file_index(f), k);
            for (zn_index j = col[which[k]]; j < col[which[k] + 1]; j++)
                for (zn_index i = row[a]; i < row[a + 1]; i++)
                    file_reals(f, 1, &M[i + j * n]);
        }
    }
    free(row);
    free(col);
    free(start);
    free(which);
}

/* compressed columns or triplets, in words */
static inline void file_sparse(FILE *f, zn_index n, double M[])
{
    zn_index origin = file_index(f);
    char line[512];
    long r, c, nzmax, nnz;

    ck_assert_ptr_nonnull(fgets(line, sizeof line, f)); /* end of the line */
    ck_assert_ptr_nonnull(fgets(line, sizeof line, f)); /* a comment       */
    ck_assert_ptr_nonnull(fgets(line, sizeof line, f));
    if (origin == 1) {
        ck_assert_int_eq(sscanf(line, "triplet: %ld-by-%ld, nzmax: %ld nnz: %ld",
                                &r, &c, &nzmax, &nnz),
                         4);
        for (long k = 0; k < nnz; k++) {
            long i, j;
            double x;

            ck_assert_int_eq(fscanf(f, " %ld %ld : %lf", &i, &j, &x), 3);
            M[i + j * n] += x;
        }
        return;
    }
    ck_assert_int_eq(origin, 2);
    ck_assert_int_eq(
        sscanf(line, "%ld-by-%ld, nzmax: %ld nnz: %ld", &r, &c, &nzmax, &nnz),
        4);
    for (long j = 0; j < c; j++) {
        long col, from, to;

        ck_assert_int_eq(
            fscanf(f, " col %ld : locations %ld to %ld", &col, &from, &to), 3);
        for (long k = from; k <= to; k++) {
            long i;
            double x;

            ck_assert_int_eq(fscanf(f, " %ld : %lf", &i, &x), 2);
            M[i + j * n] += x;
        }
    }
}

static inline void contacts_read(contacts *c, const char *path)
{
    FILE *f = fopen(path, "r");
    zn_index d, nc, storage;

    ck_assert_ptr_nonnull(f);
    d = file_index(f);
    nc = file_index(f);
    contacts_new(c, d, nc);
    storage = file_index(f);
    ck_assert_int_eq(file_index(f), c->n);
    ck_assert_int_eq(file_index(f), c->n);
    if (storage == 0) {
        file_index(f);
        file_index(f);
        file_reals(f, c->n * c->n, c->M);
    } else if (storage == 1) {
        file_blocks(f, c->n, c->M);
    } else {
        file_sparse(f, c->n, c->M);
    }
    file_reals(f, c->n, c->q);
    file_reals(f, nc, c->mu);
    fclose(f);
}

/* ---- random problems ------------------------------------------------------- */

/* W = H' H of nb bodies with 2 d - 1 velocities of unit mass, contact a between
 * body a % nb and the next or the ground; few bodies: hyperstatic. q = H' v for
 * a random v that falls: then the problem has a solution. */
static inline void contacts_random(contacts *c, rng *g, zn_index d, zn_index nc,
                                   zn_index bodies, double mu0, double mu1)
{
    zn_index m = (2 * d - 1) * bodies, s = 2 * d - 1;
    double *H = reals(m * d * nc), *v = reals(m);

    contacts_new(c, d, nc);
    for (zn_index i = 0; i < m; i++)
        v[i] = uniform(g, -2, 1);
    for (zn_index a = 0; a < nc; a++) {
        c->mu[a] = uniform(g, mu0, mu1);
        for (zn_index k = 0; k < d; k++) {
            double *h = H + m * (d * a + k);

            for (zn_index i = 0; i < s; i++)
                h[s * (a % bodies) + i] = uniform(g, -1, 1);
            if (a >= bodies)
                for (zn_index i = 0; i < s; i++)
                    h[s * ((a + 1) % bodies) + i] += uniform(g, -1, 1);
        }
    }
    for (zn_index i = 0; i < c->n; i++) {
        for (zn_index k = 0; k < m; k++)
            c->q[i] += H[k + m * i] * v[k];
        for (zn_index j = 0; j < c->n; j++)
            for (zn_index k = 0; k < m; k++)
                c->M[i + j * c->n] += H[k + m * i] * H[k + m * j];
    }
    free(H);
    free(v);
}

/* blocks of d rows, blocks of zeros left out */
static inline stored to_blocks(zn_index d, zn_index nc, const double M[])
{
    zn_index n = d * nc, k = 0, at = 0;
    stored s = {.x = reals(n * n), .p = indices(nc + 1), .i = indices(nc * nc),
                .ro = indices(nc + 1), .bp = indices(nc * nc)};

    for (zn_index a = 0; a < nc; a++) {
        s.ro[a + 1] = d * (a + 1);
        for (zn_index b = 0; b < nc; b++) {
            bool any = false;

            for (zn_index e = 0; e < d * d; e++)
                any |= M[d * a + e % d + (d * b + e / d) * n] != 0;
            if (!any)
                continue;
            s.i[k] = b;
            s.bp[k++] = at;
            for (zn_index e = 0; e < d * d; e++)
                s.x[at++] = M[d * a + e % d + (d * b + e / d) * n];
        }
        s.p[a + 1] = k;
    }
    s.m = (zn_matrix){.storage = ZN_BSR, .rows = n, .cols = n, .x = s.x,
                      .p = s.p, .i = s.i, .nbr = nc, .nbc = nc, .ro = s.ro,
                      .co = s.ro, .bp = s.bp};
    return s;
}

/* a pile of blocks of d rows, block tridiagonal: contact a between bodies a and
 * a - 1, unit masses, tilted frames; stored as blocks only */
static inline stored pile(zn_index nc, double q[])
{
    stored s = {.x = reals(27 * nc),
                .p = indices(nc + 1),
                .i = indices(3 * nc),
                .ro = indices(nc + 1),
                .bp = indices(3 * nc)};
    zn_index k = 0;

    for (zn_index a = 0; a < nc; a++) {
        s.ro[a + 1] = 3 * (a + 1);
        for (zn_index b = a > 0 ? a - 1 : 0; b <= a + 1 && b < nc; b++) {
            s.i[k] = b;
            s.bp[k] = 9 * k;
            for (int e = 0; e < 9; e++)
                s.x[9 * k + e] = e % 4 ? 0 : a != b ? -1 : a == 0 ? 1 : 2;
            k++;
        }
        s.p[a + 1] = k;
        /* all fall with the same speed on the floor, shaken sideways */
        q[3 * a] = a == 0 ? -1 : 0;
        q[3 * a + 1] = 0.1 * sin((double)a);
        q[3 * a + 2] = 0.05 * cos(3 * (double)a);
    }
    s.m = (zn_matrix){.storage = ZN_BSR,
                      .rows = 3 * nc,
                      .cols = 3 * nc,
                      .x = s.x,
                      .p = s.p,
                      .i = s.i,
                      .nbr = nc,
                      .nbc = nc,
                      .ro = s.ro,
                      .co = s.ro,
                      .bp = s.bp};
    return s;
}

/* ---- by the laws alone, of any storage ------------------------------------- */

/* From the data alone: u_N >= 0, r in K, u_N r_N = 0, friction against sliding, to eps of
 * the sizes of u and r there are. */
static inline void certify_friction(const zn_friction *p, const double r[], double eps)
{
    zn_index m = 3 * p->nc;
    double *u = reals(m), us = 0, rs = 0;

    memcpy(u, p->q, (size_t)m * sizeof *u);
    zn_matrix_mul(p->M, 1, r, 1, u);
    for (zn_index i = 0; i < m; i++) {
        us = fmax(us, fabs(p->q[i]));
        rs = fmax(rs, fabs(r[i]));
    }
    for (zn_index a = 0; a < p->nc; a++) {
        const double *ua = u + 3 * a, *ra = r + 3 * a;
        double slide = hypot(ua[1], ua[2]), pull = hypot(ra[1], ra[2]);
        double along = ua[1] * ra[1] + ua[2] * ra[2];

        ck_assert_double_ge(ua[0], -eps * us);
        ck_assert_double_ge(p->mu[a] * ra[0], pull - eps * rs);
        ck_assert_double_le(fabs(ua[0] * ra[0]), eps * us * rs);
        ck_assert_double_le(fabs(along + p->mu[a] * ra[0] * slide),
                            eps * us * rs);
    }
    free(u);
}

#endif
