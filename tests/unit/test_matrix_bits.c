/* test_matrix_bits.c - the bits of products depend on nothing but the numbers
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <math.h>
#include <zeno/matrix.h>

/* A number in (-1, 1) of which the last bits matter */
static double rough(unsigned k)
{
    return sin(1 + 3.7 * k);
}

/* Row i, added up in the order of columns, every product rounded. */
static double by_columns(int m, int n, int i)
{
    double sum = 0;

    for (int j = 0; j < n; j++) {
        const volatile double f = 0.7 * rough((unsigned)(5000 + j));
        const volatile double part = f * rough((unsigned)(i + j * m));

        sum += part;
    }
    return sum;
}

/* M x N, all of it in arrays that begin `at` numbers further on */
static void begin_at(int m, int n, int at, bool cut, double y[], double z[])
{
    enum { MOST = 70, ROOM = 8 };
    static double A[MOST * MOST + ROOM], x[MOST + ROOM], u[MOST + ROOM];
    const zn_index ro[] = {0, m}, co[] = {0, n}, p[] = {0, 1}, i[] = {0}, bp[] = {0, m * n};
    const zn_matrix block = {.storage = ZN_BSR, .rows = m, .cols = n, .x = A + at, .p = p,
                             .i = i, .nbr = 1, .nbc = 1, .ro = ro, .co = co, .bp = bp};
    const zn_matrix full = zn_matrix_dense(m, n, A + at);
    const zn_matrix *M = cut ? &block : &full;

    for (int k = 0; k < m * n; k++)
        A[at + k] = rough((unsigned)k);
    for (int k = 0; k < n; k++)
        x[at + k] = rough((unsigned)(5000 + k));
    zn_matrix_mul(M, 0.7, x + at, 0, u + at);
    memcpy(y, u + at, (size_t)m * sizeof *y);
    zn_matrix_mul_t(M, 0.7, u + at, 0, x + at);
    memcpy(z, x + at, (size_t)n * sizeof *z);
}

/* Full, and as a block: the bits of a product do not depend on where its arrays begin, nor, full, on
 * a library's kernels for the processor: they are those of column after column. */
START_TEST(bits_are_those_of_the_numbers)
{
    for (int m = 1; m <= 70; m += m < 20 ? 1 : 7) {
        for (int n = 1; n <= 70; n += n < 5 ? 1 : 13) {
            double y[70], z[70], other[70], others[70];

            for (int at = 0; at < 16; at++) {
                begin_at(m, n, 0, at % 2, y, z);
                begin_at(m, n, at / 2, at % 2, other, others);
                ck_assert_mem_eq(y, other, (size_t)m * sizeof *y);
                ck_assert_mem_eq(z, others, (size_t)n * sizeof *z);
            }
            begin_at(m, n, 0, false, y, z);
            for (int i = 0; i < m; i++)
#ifdef FP_FAST_FMA /* compilers may fuse products into sums */
                ck_assert_double_eq_tol(y[i], by_columns(m, n, i), 1e-14);
#else
                ck_assert(y[i] == by_columns(m, n, i));
#endif
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("matrix, bits");
    TCase *tc = tcase_create("bits");

    tcase_add_test(tc, bits_are_those_of_the_numbers);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
