/* lcp_test.h - problems and helpers of the complementarity tests
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef LCP_TEST_H
#define LCP_TEST_H

#include "zeno_test.h"

#include <math.h>

#include <zeno/lcp.h>
#include <zeno/mlcp.h>

/* ---- random numbers, the same everywhere --------------------------------- */

typedef struct rng {
    uint64_t s;
} rng;

static inline double uniform(rng *r, double lo, double hi)
{
    r->s = r->s * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return lo + (hi - lo) * (double)(r->s >> 11) / 9007199254740992.0;
}

/* a whole number in [lo, hi] */
static inline double integer(rng *r, double lo, double hi)
{
    return floor(uniform(r, lo, hi + 1));
}

static inline double *reals(zn_index n)
{
    double *x = (double *)calloc((size_t)n, sizeof *x);

    ck_assert_ptr_nonnull(x);
    return x;
}

static inline zn_index *indices(zn_index n)
{
    zn_index *x = (zn_index *)calloc((size_t)n, sizeof *x);

    ck_assert_ptr_nonnull(x);
    return x;
}

/* ---- contexts and runs --------------------------------------------------- */

static inline zn_ctx *context(void)
{
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    return ctx;
}

/* One call of a fresh solver; tol < 0: its default. */
static inline zn_status run_once(zn_ctx *ctx, const char *class_name,
                                 const char *name, double tol, const void *p,
                                 double z[], double w[], zn_solve_info *info)
{
    zn_solver *s;
    zn_status st = zn_solver_new(ctx, class_name, name, &s);

    ck_assert_msg(st == ZN_OK, "%s %s: %s", class_name, name, zn_errmsg(ctx));
    if (tol >= 0)
        ck_assert_int_eq(zn_solver_set_real(s, "tol", tol), ZN_OK);
    st = zn_solver_solve(s, p, z, w, info);
    zn_solver_free(s);
    return st;
}

/* ---- an error measure of the tests' own: plain loops, long double -------- */

/* largest over rows of |w_i| (eq) or |min(z_i, w_i)|; dense M */
/* the largest power of two that is not above x > 0 */
static inline double octave(double x)
{
    double p = 1;

    while (p > x)
        p /= 2;
    while (2 * p <= x)
        p *= 2;
    return p;
}

/* of entries i ... i + m - 1 of the diagonal, dense, the mean size, as octave */
static inline double mean_octave(zn_index n, const double M[], zn_index i,
                                 zn_index m)
{
    double sum = 0;

    for (zn_index k = i; k < i + m; k++)
        sum += fabs(M[k + k * n]);
    return sum > 0 ? octave(sum / (double)m) : 1;
}

/* q + row . z with about twice the digits of double (Ogita, Rump, Oishi 2005, Dot2): long
 * double has no more than double on some machines, and under valgrind. Volatile, as a product
 * that is fused into the sum is not rounded. */
static inline double naive_row(zn_index n, const double row[], double q,
                               const double z[])
{
    double sum = q, rest = 0;

    for (zn_index j = 0; j < n; j++) {
        const double x = row[j * n];
        const volatile double rounded = x * z[j];
        const double p = rounded, s = sum + p, t = s - sum;

        rest += fma(x, z[j], -p) + ((sum - (s - t)) + (p - t));
        sum = s;
    }
    return isfinite(rest) ? sum + rest : sum;
}

static inline double naive_error(zn_index n, const double M[], const double q[],
                                 const unsigned char eq[], const double z[])
{
    double worst = 0, scale = 1;

    for (zn_index i = 0; i < n; i++) {
        const double w = naive_row(n, M + i, q[i], z);
        const double r = eq && eq[i] ? w : (w < z[i] ? w : z[i]);

        if (fabs(r) > worst)
            worst = fabs(r);
        if (fabs(q[i]) > scale)
            scale = fabs(q[i]);
    }
    return worst / scale;
}

/* ---- storages ------------------------------------------------------------ */

/* a matrix with its own arrays */
typedef struct stored {
    zn_matrix m;
    double *x;
    zn_index *p, *i, *ro, *bp;
} stored;

static inline void stored_free(stored *s)
{
    free(s->x);
    free(s->p);
    free(s->i);
    free(s->ro);
    free(s->bp);
}

/* compressed columns of the nonzeros of a dense matrix */
static inline stored to_csc(zn_index n, const double M[])
{
    stored s = {.x = reals(n * n), .p = indices(n + 1), .i = indices(n * n)};
    zn_index k = 0;

    for (zn_index j = 0; j < n; j++) {
        for (zn_index i = 0; i < n; i++) {
            if (M[i + j * n] == 0)
                continue;
            s.i[k] = i;
            s.x[k++] = M[i + j * n];
        }
        s.p[j + 1] = k;
    }
    s.m = (zn_matrix){.storage = ZN_CSC, .rows = n, .cols = n, .x = s.x,
                      .p = s.p, .i = s.i};
    return s;
}

/* block rows, blocks of d rows, or of 1, 2, 3, 1, 2, 3 ... rows if d = 0; blocks of
 * zeros are left out */
static inline stored to_bsr_by(zn_index n, const double M[], zn_index d)
{
    stored s = {.x = reals(n * n), .p = indices(n + 1), .i = indices(n * n),
                .ro = indices(n + 1), .bp = indices(n * n)};
    zn_index nb = 0, k = 0, at = 0;

    while (s.ro[nb] < n) {
        zn_index end = s.ro[nb] + (d > 0 ? d : 1 + nb % 3);

        s.ro[++nb] = end < n ? end : n;
    }
    for (zn_index a = 0; a < nb; a++) {
        for (zn_index b = 0; b < nb; b++) {
            bool any = false;

            for (zn_index j = s.ro[b]; j < s.ro[b + 1]; j++)
                for (zn_index i = s.ro[a]; i < s.ro[a + 1]; i++)
                    any |= M[i + j * n] != 0;
            if (!any)
                continue;
            s.i[k] = b;
            s.bp[k++] = at;
            for (zn_index j = s.ro[b]; j < s.ro[b + 1]; j++)
                for (zn_index i = s.ro[a]; i < s.ro[a + 1]; i++)
                    s.x[at++] = M[i + j * n];
        }
        s.p[a + 1] = k;
    }
    s.m = (zn_matrix){.storage = ZN_BSR, .rows = n, .cols = n, .x = s.x,
                      .p = s.p, .i = s.i, .nbr = nb, .nbc = nb, .ro = s.ro,
                      .co = s.ro, .bp = s.bp};
    return s;
}

static inline stored to_bsr(zn_index n, const double M[])
{
    return to_bsr_by(n, M, 0);
}

/* The chain of n contacts between bodies of mass m on a floor (contact 0),
 * block rows of one value: M = tridiag(-1, 2, -1) / m with M(0, 0) = 1 / m. */
static inline stored chain(zn_index n, double m)
{
    stored s = {.x = reals(3 * n), .p = indices(n + 1), .i = indices(3 * n),
                .ro = indices(n + 1), .bp = indices(3 * n)};
    zn_index k = 0;

    for (zn_index a = 0; a < n; a++) {
        s.ro[a + 1] = a + 1;
        for (zn_index b = a > 0 ? a - 1 : 0; b <= a + 1 && b < n; b++) {
            s.i[k] = b;
            s.bp[k] = k;
            s.x[k++] = (a != b ? -1 : a == 0 ? 1 : 2) / m;
        }
        s.p[a + 1] = k;
    }
    s.m = (zn_matrix){.storage = ZN_BSR, .rows = n, .cols = n, .x = s.x,
                      .p = s.p, .i = s.i, .nbr = n, .nbc = n, .ro = s.ro,
                      .co = s.ro, .bp = s.bp};
    return s;
}

/* ---- random matrices, dense ---------------------------------------------- */

typedef enum family {
    SPD,      /* B B' + I / 2                                      */
    P_SKEW,   /* the same plus a skew part: P, not symmetric       */
    DOMINANT, /* strictly diagonally dominant, any signs           */
    PSD,      /* B B' of half rank                                 */
    MONOTONE, /* B B' of half rank plus a skew part                */
    FAMILIES
} family;

static inline const char *family_name(family f)
{
    static const char *const names[] = {"spd", "p-skew", "dominant", "psd",
                                        "monotone"};
    return names[f];
}

static inline double *random_matrix(rng *r, family f, zn_index n)
{
    double *B = reals(n * n), *M = reals(n * n);
    zn_index rank = f == PSD || f == MONOTONE ? (n + 1) / 2 : n;
    double skew = f == P_SKEW || f == MONOTONE ? 1.5 : 0;

    for (zn_index i = 0; i < n * n; i++)
        B[i] = uniform(r, -1, 1);
    for (zn_index i = 0; i < n; i++) {
        for (zn_index j = 0; j < n; j++) {
            double *m = &M[i + j * n];

            if (f == DOMINANT) {
                *m = B[i + j * n] + (i == j ? (double)n : 0);
                continue;
            }
            for (zn_index k = 0; k < rank; k++)
                *m += B[i + k * n] * B[j + k * n];
            *m += skew * (B[i + j * n] - B[j + i * n]);
            if (i == j && f != PSD && f != MONOTONE)
                *m += 0.5;
        }
    }
    free(B);
    return M;
}

/* q for which z is a solution: w = slack where z = 0, else 0. A third of the
 * rows has z > 0, a third w > 0, and with `degenerate` a third neither. */
static inline void plant(rng *r, zn_index n, const double M[], bool degenerate,
                         double z[], double q[])
{
    for (zn_index i = 0; i < n; i++) {
        int kind = (int)uniform(r, 0, degenerate ? 3 : 2);

        z[i] = kind == 0 ? uniform(r, 0.5, 2) : 0;
        q[i] = kind == 1 ? uniform(r, 0.5, 2) : 0;
    }
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            q[i] -= M[i + j * n] * z[j];
}

#endif
