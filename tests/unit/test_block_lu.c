/* test_block_lu.c - factors by blocks, pivots on the diagonal
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <math.h>
#include <string.h>

#include "../../solvers/linalg/block_lu.h"
#include "../../solvers/linalg/lu.h"

/* a matrix by blocks, and the same in full */
typedef struct blocks {
    zn_index d, n, m;      /* m = d n rows */
    zn_index *p, *i, *order;
    double *x, *full;
} blocks;

/* Blocks at random in a fifth of the places, the diagonal always and some times as large; no
 * symmetry, not even of the pattern. The order is a shuffled one. */
static blocks make(rng *g, zn_index d, zn_index n, double diagonal)
{
    blocks b = {.d = d, .n = n, .m = d * n};

    b.p = indices(n + 1);
    b.i = indices(n * n);
    b.order = indices(n);
    b.x = reals(d * d * n * n);
    b.full = reals(b.m * b.m);
    for (zn_index a = 0; a < n; a++) {
        b.p[a + 1] = b.p[a];
        for (zn_index c = 0; c < n; c++) {
            double *x = b.x + d * d * b.p[a + 1];

            if (c != a && uniform(g, 0, 1) > 0.2)
                continue;
            for (zn_index k = 0; k < d * d; k++)
                x[k] = uniform(g, -1, 1) * (a == c ? diagonal : 1);
            for (zn_index k = 0; k < d * d; k++)
                b.full[d * a + k % d + b.m * (d * c + k / d)] = x[k];
            b.i[b.p[a + 1]++] = c;
        }
    }
    for (zn_index a = 0; a < n; a++) {
        const zn_index c = (zn_index)uniform(g, 0, (double)a + 1);

        b.order[a] = b.order[c];
        b.order[c] = a;
    }
    return b;
}

static void drop(blocks *b)
{
    free(b->p);
    free(b->i);
    free(b->order);
    free(b->x);
    free(b->full);
}

static zn_status analyse(zn_ctx *ctx, zni_blu *s, const blocks *b)
{
    return zni_blu_pattern(ctx, s, b->d, b->n, b->p, b->i, b->order);
}

/* the largest of b - A x */
static double left(const blocks *b, const double x[], const double rhs[])
{
    double most = 0;

    for (zn_index i = 0; i < b->m; i++) {
        double sum = rhs[i];

        for (zn_index j = 0; j < b->m; j++)
            sum -= b->full[i + b->m * j] * x[j];
        most = fmax(most, fabs(sum));
    }
    return most;
}

static int full_sign(zn_ctx *ctx, const blocks *b)
{
    zni_lu lu = {0};
    int sign;

    ck_assert_int_eq(zni_lu_size(ctx, &lu, b->m), ZN_OK);
    memcpy(lu.a, b->full, (size_t)(b->m * b->m) * sizeof *lu.a);
    ck_assert_int_eq(zni_lu_factor(&lu), ZN_OK);
    sign = zni_lu_sign(&lu);
    zni_lu_fini(ctx, &lu);
    return sign;
}

/* Blocks of every size that contacts have. The diagonal is large enough for numbers not to
 * grow, and its blocks are regular but for some of many: those say so. */
START_TEST(solves_and_has_the_sign_of_the_determinant)
{
    zn_ctx *ctx = context();
    rng g = {91};
    zni_blu s = {0};
    int solved = 0, negative = 0;

    for (int k = 0; k < 120; k++) {
        blocks b = make(&g, 1 + k % 6, 1 + k % 23, 8);
        double *rhs = reals(b.m), *x = reals(b.m);

        ck_assert_int_eq(analyse(ctx, &s, &b), ZN_OK);
        for (zn_index i = 0; i < b.m; i++)
            x[i] = rhs[i] = uniform(&g, -1, 1);
        if (zni_blu_factor(&s, b.x)) {
            double size = 1;

            zni_blu_solve(&s, x);
            for (zn_index i = 0; i < b.m; i++)
                size = fmax(size, fabs(x[i]));
            ck_assert_double_lt(left(&b, x, rhs), 1e-9 * size);
            ck_assert_int_eq(s.sign, full_sign(ctx, &b));
            negative += s.sign < 0;
            solved++;
        }
        free(rhs);
        free(x);
        drop(&b);
    }
    ck_assert_int_gt(solved, 110);
    ck_assert(negative > 20 && negative < solved - 20);
    zni_blu_fini(ctx, &s);
    zn_ctx_free(ctx);
}
END_TEST

/* In turns half of the rows have nothing but their diagonal, as those of open contacts, each time others,
 * with one pattern: what was left out of the last factors is in the next ones. */
START_TEST(rows_that_are_zero_come_and_go)
{
    zn_ctx *ctx = context();
    rng g = {92};
    zni_blu s = {0};
    int solved = 0;

    for (int k = 0; k < 40; k++) {
        const zn_index d = 2 + k % 4;
        blocks b = make(&g, d, 12, 8);
        double *x0 = reals(d * d * b.p[b.n]), *rhs = reals(b.m), *x = reals(b.m);

        memcpy(x0, b.x, (size_t)(d * d * b.p[b.n]) * sizeof *x0);
        ck_assert_int_eq(analyse(ctx, &s, &b), ZN_OK);
        for (zn_index turn = 0; turn < 3; turn++) {
            for (zn_index a = 0; a < b.n; a++)
                for (zn_index e = b.p[a]; e < b.p[a + 1]; e++)
                    for (zn_index l = 0; l < d * d; l++) {
                        const bool gone = turn < 2 && a % 2 == turn && b.i[e] != a;
                        const double v = gone ? 0 : x0[d * d * e + l];

                        b.x[d * d * e + l] = v;
                        b.full[d * a + l % d + b.m * (d * b.i[e] + l / d)] = v;
                    }
            for (zn_index i = 0; i < b.m; i++)
                x[i] = rhs[i] = uniform(&g, -1, 1);
            if (!zni_blu_factor(&s, b.x))
                continue;
            zni_blu_solve(&s, x);
            ck_assert_double_lt(left(&b, x, rhs), 1e-9);
            ck_assert_int_eq(s.sign, full_sign(ctx, &b));
            solved++;
        }
        free(x0);
        free(rhs);
        free(x);
        drop(&b);
    }
    ck_assert_int_gt(solved, 60);
    zni_blu_fini(ctx, &s);
    zn_ctx_free(ctx);
}
END_TEST

/* [1 1; 1 1 + x] in blocks of one: the second pivot is x, of which half of the digits and more
 * are rounding from x = 1e-8 on. The same where a block itself is that, and where it is zero or
 * not a number. */
START_TEST(says_where_pivots_have_no_digits_left)
{
    static const zn_index p[] = {0, 2, 4}, i[] = {0, 1, 0, 1}, order[] = {0, 1};
    zn_ctx *ctx = context();
    double one[] = {1, 1, 1, 1 + 1e-6};
    zni_blu s = {0};

    ck_assert_int_eq(zni_blu_pattern(ctx, &s, 1, 2, p, i, order), ZN_OK);
    ck_assert(zni_blu_factor(&s, one));
    one[3] = 1 + 1e-9;
    ck_assert(!zni_blu_factor(&s, one));
    one[3] = 1;
    ck_assert(!zni_blu_factor(&s, one));
    one[1] = NAN;
    ck_assert(!zni_blu_factor(&s, one));
    one[0] = one[1] = 0;
    ck_assert(!zni_blu_factor(&s, one));
    for (zn_index d = 2; d <= 6; d++) {
        static const zn_index alone[] = {0, 1}, first[] = {0};
        double x[36];

        for (zn_index k = 0; k < d * d; k++)
            x[k] = 1 + (k % (d + 1) == 0 && k > 0 ? 1e-6 * (double)k : 0);
        ck_assert_int_eq(zni_blu_pattern(ctx, &s, d, 1, alone, first, first), ZN_OK);
        ck_assert(zni_blu_factor(&s, x));
        x[d * d - 1] = 1 + 1e-9;
        ck_assert(!zni_blu_factor(&s, x));
        x[d * d - 1] = NAN;
        ck_assert(!zni_blu_factor(&s, x));
    }
    zni_blu_fini(ctx, &s);
    zn_ctx_free(ctx);
}
END_TEST

/* [1e-7 1; 1 -1] in blocks of one, that order: numbers grow to 1e7. */
START_TEST(says_where_numbers_grow)
{
    static const zn_index p[] = {0, 2, 4}, i[] = {0, 1, 0, 1}, up[] = {0, 1}, down[] = {1, 0};
    static const double x[] = {1e-7, 1, 1, -1};
    zn_ctx *ctx = context();
    zni_blu s = {0}, other = {0};

    ck_assert_int_eq(zni_blu_pattern(ctx, &s, 1, 2, p, i, up), ZN_OK);
    ck_assert(!zni_blu_factor(&s, x));
    ck_assert_int_eq(zni_blu_pattern(ctx, &other, 1, 2, p, i, down), ZN_OK);
    ck_assert(zni_blu_factor(&other, x));
    ck_assert_int_eq(other.sign, -1);
    zni_blu_fini(ctx, &s);
    zni_blu_fini(ctx, &other);
    zn_ctx_free(ctx);
}
END_TEST

/* After another matrix that failed, and in units of a power of two, the bits are those of an
 * object that was new. */
START_TEST(bits_are_those_of_a_new_one_in_any_unit)
{
    zn_ctx *ctx = context();
    rng g = {92};
    zni_blu used = {0};

    for (int k = 0; k < 30; k++) {
        blocks b = make(&g, 2 + k % 4, 17, 8);
        const zn_index values = b.d * b.d * b.p[b.n];
        double *x = reals(b.m), *y = reals(b.m), *bad = reals(values);
        zni_blu fresh = {0};

        for (zn_index i = 0; i < b.m; i++)
            x[i] = y[i] = uniform(&g, -1, 1);
        ck_assert_int_eq(analyse(ctx, &fresh, &b), ZN_OK);
        ck_assert_int_eq(analyse(ctx, &used, &b), ZN_OK);
        ck_assert(zni_blu_knows(&used, b.d, b.n, b.p, b.i));
        memcpy(bad, b.x, (size_t)values * sizeof *bad);
        for (zn_index i = 0; i < b.d * b.d; i++)
            bad[values - 1 - i] = 0;
        bad[values / 2] = NAN;
        ck_assert(!zni_blu_factor(&used, bad));
        if (zni_blu_factor(&fresh, b.x)) {
            for (zn_index i = 0; i < values; i++)
                b.x[i] = ldexp(b.x[i], -41);
            zni_blu_solve(&fresh, x);
            ck_assert(zni_blu_factor(&used, b.x));
            zni_blu_solve(&used, y);
            for (zn_index i = 0; i < b.m; i++)
                ck_assert(ldexp(x[i], 41) == y[i]);
        }
        zni_blu_fini(ctx, &fresh);
        free(x);
        free(y);
        free(bad);
        drop(&b);
    }
    zni_blu_fini(ctx, &used);
    zn_ctx_free(ctx);
}
END_TEST

/* each allocation fails in turn; what failed is analysed anew, whole */
static zn_status with_little_memory(const zn_allocator *alloc)
{
    rng g = {93};
    blocks b = make(&g, 3, 20, 8);
    zn_ctx *ctx = NULL;
    zni_blu s = {0};
    zn_status st = zn_ctx_new_with(alloc, &ctx), first = st;

    if (!st)
        st = first = analyse(ctx, &s, &b);
    if (st && ctx) {
        ck_assert(!zni_blu_knows(&s, b.d, b.n, b.p, b.i));
        st = analyse(ctx, &s, &b);
    }
    if (!st)
        ck_assert(zni_blu_factor(&s, b.x));
    if (ctx)
        zni_blu_fini(ctx, &s);
    zn_ctx_free(ctx);
    drop(&b);
    return first;
}

START_TEST(every_allocation_may_fail)
{
    test_torture(with_little_memory);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("factors by blocks");
    TCase *tc = tcase_create("blocks");

    tcase_add_test(tc, solves_and_has_the_sign_of_the_determinant);
    tcase_add_test(tc, rows_that_are_zero_come_and_go);
    tcase_add_test(tc, says_where_pivots_have_no_digits_left);
    tcase_add_test(tc, says_where_numbers_grow);
    tcase_add_test(tc, bits_are_those_of_a_new_one_in_any_unit);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(s, tc);
    return test_main(s);
}
