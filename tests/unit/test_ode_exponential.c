/* test_ode_exponential.c - random linear motions beside the exponential of their matrix: any, nilpotent, stiff,
 * gyroscopic, of many scales, singular
 *
 *     y' = A y + c + d cos(w t)
 *
 * is Y' = B Y of Y = (y, cos w t, sin w t, 1), and Y(T) = exp(B T) Y(0): by squares of a power series, with
 * 64 bits.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "kernel/ode/ode.h"
#include "tests/unit/ode_test.h"

enum { MOST = 8, ALL = MOST + 3, KINDS = 6 };

static struct {
    zn_index n;
    double A[MOST * MOST], c[MOST], d[MOST], y0[MOST], w, T;
} m;

/* A linear congruential generator (D. H. Lehmer; constants of Knuth's MMIX). */
static double between(uint64_t *seed, double a, double b)
{
    *seed =
        *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return a + (b - a) * (double)(*seed >> 11) * 0x1p-53;
}

static double element(uint64_t *seed, int kind, zn_index i, zn_index j)
{
    const double r = between(seed, -1, 1);

    switch (kind) {
    case 1: /* nilpotent */
        return j > i ? 30 * r : 0;
    case 2: /* stiff */
        return i == j ? -200 * fabs(r) : r;
    case 3: /* gyroscopic; what is below the diagonal comes later */
        return j > i ? 20 * r : 0;
    case 4: /* nilpotent, of many scales */
        return j == i + 1 ? pow(10, 4 * r) : 0;
    case 5: /* apart, growing and decaying */
        return i / 2 == j / 2 ? 10 * r : 0;
    default:
        return r;
    }
}

static void random_motion(uint64_t seed)
{
    const int kind = (int)(seed % KINDS);
    bool rests, free;

    for (int i = 0; i < 10; i++)
        between(&seed, 0, 1);
    m.n = 1 + (zn_index)between(&seed, 0, MOST);
    rests = between(&seed, 0, 1) < 0.3;
    free = between(&seed, 0, 1) < 0.3;
    for (zn_index i = 0; i < m.n; i++) {
        m.y0[i] = rests ? 0 : between(&seed, -1, 1);
        m.c[i] = free && i + 1 < m.n ? 0 : between(&seed, -1, 1);
        m.d[i] = free || between(&seed, 0, 1) < 0.5 ? 0 : between(&seed, -3, 3);
        for (zn_index j = 0; j < m.n; j++)
            m.A[i + j * m.n] = element(&seed, kind, i, j);
    }
    for (zn_index i = 0; kind == 3 && i < m.n; i++)
        for (zn_index j = 0; j < i; j++)
            m.A[i + j * m.n] = -m.A[j + i * m.n];
    m.w = between(&seed, 0.1, 30);
    m.T = between(&seed, 0.5, 5);
}

/* ---- the exponential ------------------------------------------------------------------ */

typedef struct square {
    long double x[ALL * ALL];
} square;

static square times(zn_index n, const square *a, const square *b)
{
    square out = {{0}};

    for (zn_index j = 0; j < n; j++)
        for (zn_index k = 0; k < n; k++)
            for (zn_index i = 0; i < n; i++)
                out.x[i + j * n] += a->x[i + k * n] * b->x[k + j * n];
    return out;
}

static square exponential(zn_index n, square B)
{
    square sum = {{0}}, term = {{0}};
    long double most = 0;
    int halves = 0;

    for (zn_index i = 0; i < n * n; i++)
        most = fmaxl(most, fabsl(B.x[i]));
    for (; most * (long double)n > 0.1L; most /= 2)
        halves++;
    for (zn_index i = 0; i < n * n; i++)
        B.x[i] = ldexpl(B.x[i], -halves);
    for (zn_index i = 0; i < n; i++)
        sum.x[i + i * n] = term.x[i + i * n] = 1;
    for (int k = 1; k < 18; k++) { /* 0.1^18/18! */
        term = times(n, &term, &B);
        for (zn_index i = 0; i < n * n; i++) {
            term.x[i] /= k;
            sum.x[i] += term.x[i];
        }
    }
    for (; halves; halves--)
        sum = times(n, &sum, &sum);
    return sum;
}

/* y at t; and the largest element of exp(A t). */
static long double exact(double t, double y[])
{
    const zn_index n = m.n, all = n + 3;
    long double most = 1;
    square B = {{0}};

    for (zn_index i = 0; i < n; i++) {
        for (zn_index j = 0; j < n; j++)
            B.x[i + j * all] = m.A[i + j * n] * (long double)t;
        B.x[i + n * all] = m.d[i] * (long double)t;
        B.x[i + (n + 2) * all] = m.c[i] * (long double)t;
    }
    B.x[n + (n + 1) * all] = -m.w * (long double)t;
    B.x[n + 1 + n * all] = m.w * (long double)t;
    B = exponential(all, B);
    for (zn_index i = 0; i < n; i++) {
        long double sum = B.x[i + n * all] + B.x[i + (n + 2) * all];
        for (zn_index j = 0; j < n; j++) {
            sum += B.x[i + j * all] * m.y0[j];
            most = fmaxl(most, fabsl(B.x[i + j * all]));
        }
        y[i] = (double)sum;
    }
    return most;
}

/* ---- motions --------------------------------------------------------------------------- */

static zn_status part(void *user, double t, double b[])
{
    (void)user;
    for (zn_index i = 0; i < m.n; i++)
        b[i] = m.c[i] + m.d[i] * cos(m.w * t);
    return ZN_OK;
}

static zn_status never(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t, (void)y, (void)f;
    return zn_fail(ctx, ZN_EUSER, "f is not asked for");
}

/* A step leaves a tolerance of each unknown at most, which exp(A (T - t)) makes larger. */
START_TEST(motions_are_where_the_exponential_of_their_matrix_is)
{
    enum { INSTANTS = 8 };

    for (uint64_t seed = 1; seed <= 600; seed++) {
        const double tol = pow(10, -3 - (double)(seed % 10));
        double y[MOST], size = 1, grown = 1;
        zn_ode_problem p;
        zn_ode_info before, info;

        random_motion(seed);
        for (int k = 1; k <= INSTANTS; k++) {
            grown = fmax(grown, (double)exact(m.T * k / INSTANTS, y));
            for (zn_index i = 0; i < m.n; i++)
                size = fmax(size, fabs(y[i]));
        }
        p = problem(m.n, never, tol, tol);
        p.A = m.A;
        p.part = part;
        *zn_ode_length(ode) = 0;
        MUST(zn_ode_begin(ode, &p, 0, m.y0));
        zn_ode_look(ode, &before);
        run(m.T);
        zn_ode_look(ode, &info);
        for (zn_index i = 0; i < m.n; i++) {
            const double e = fabs(zn_ode_value(ode)[i] - y[i]);
            const double steps = (double)(info.steps - before.steps);
            ck_assert_msg(e < 0.1 * tol * size * grown * steps,
                          "seed %d: %g of %g off after %g steps, tolerance %g",
                          (int)seed, e, size, steps, tol);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("exponential");
    TCase *t = tcase_create("all");

    ode_class = "linear";
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, motions_are_where_the_exponential_of_their_matrix_is);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
