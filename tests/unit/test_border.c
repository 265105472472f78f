/* test_border.c - sets of free rows a few rows from one that is factored: solved as LAPACK does,
 * refused where they are singular or far
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <string.h>

#include <lapacke.h>

#include "../../solvers/box/box.h"

enum { N = 60, TRIES = 400 };

typedef struct scene {
    zn_ctx *ctx;
    zn_index n, map[N];
    unsigned char base[N], side[N];
    double M[N * N], q[N], room[N * (ZNI_BORDER + 1)];
    zni_again_set set;
    zni_border border;
} scene;

static zni_box box(const scene *s, zn_matrix *M)
{
    *M = zn_matrix_dense(s->n, s->n, s->M);
    return (zni_box){.n = s->n, .M = M, .q = s->q};
}

/* the block of the base set, factored as its owner does */
static void factor(scene *s)
{
    zni_again_set *set = &s->set;

    set->m = 0;
    set->map = s->map;
    set->side = s->base;
    for (zn_index i = 0; i < s->n; i++)
        if (s->base[i] == ZNI_FREE)
            s->map[set->m++] = i;
    ck_assert_int_eq(zni_lu_size(s->ctx, &set->lu, set->m), ZN_OK);
    for (zn_index j = 0; j < set->m; j++)
        for (zn_index i = 0; i < set->m; i++)
            set->lu.a[i + j * set->m] = s->M[s->map[i] + s->map[j] * s->n];
    ck_assert_int_eq(zni_lu_factor(&set->lu), ZN_OK);
    s->border = (zni_border){.base = set, .Y = s->room};
}

/* n rows, of which most are free, and a diagonal that keeps all blocks regular */
static void draw(scene *s, rng *r, double diagonal)
{
    s->n = 20 + (zn_index)uniform(r, 0, N - 20);
    for (zn_index e = 0; e < s->n * s->n; e++)
        s->M[e] = uniform(r, -1, 1);
    for (zn_index i = 0; i < s->n; i++) {
        s->M[i + i * s->n] += diagonal;
        s->q[i] = uniform(r, -1, 1);
        s->base[i] = s->side[i] = uniform(r, 0, 1) < 0.8 ? ZNI_FREE : ZNI_AT_LO;
    }
}

/* k rows change sides */
static void change(scene *s, rng *r, int k)
{
    while (k > 0) {
        const zn_index i = (zn_index)uniform(r, 0, (double)s->n);

        if (s->side[i] != s->base[i])
            continue;
        s->side[i] = s->side[i] == ZNI_FREE ? ZNI_AT_LO : ZNI_FREE;
        k--;
    }
}

/* z of the set by LAPACK, from z = 0 */
static void expected(const scene *s, double z[])
{
    double A[N * N], b[N];
    lapack_int piv[N];
    zn_index map[N], m = 0;

    for (zn_index i = 0; i < s->n; i++)
        if (s->side[i] == ZNI_FREE)
            map[m++] = i;
    for (zn_index j = 0; j < m; j++) {
        b[j] = -s->q[map[j]];
        for (zn_index i = 0; i < m; i++)
            A[i + j * m] = s->M[map[i] + map[j] * s->n];
    }
    ck_assert_int_eq(LAPACKE_dgesv(LAPACK_COL_MAJOR, (lapack_int)m, 1, A,
                                   (lapack_int)m, piv, b, (lapack_int)m),
                     0);
    memset(z, 0, (size_t)s->n * sizeof *z);
    for (zn_index i = 0; i < m; i++)
        z[map[i]] = b[i];
}

START_TEST(a_set_nearby_has_the_solution_of_its_own_factors)
{
    scene s = {0};
    rng r = {(uint64_t)_i + 1};
    int taken = 0;

    ck_assert_int_eq(zn_ctx_new(&s.ctx), ZN_OK);
    for (int t = 0; t < TRIES; t++) {
        zn_matrix M;
        zni_box b;
        double z[N] = {0}, want[N];

        draw(&s, &r, 10);
        change(&s, &r, _i);
        b = box(&s, &M);
        factor(&s);
        if (!zni_border_take(&s.border, &b, s.side))
            continue;
        taken++;
        zni_border_correct(&s.border, &b, z, s.q);
        expected(&s, want);
        for (zn_index i = 0; i < s.n; i++)
            ck_assert_double_eq_tol(z[i], want[i], 1e-13);
    }
    /* what is near: a fourth of the rows, and no more than there is room for */
    if (_i <= ZNI_BORDER)
        ck_assert_int_ge(taken, TRIES / 4);
    else
        ck_assert_int_eq(taken, 0);
    zni_lu_fini(s.ctx, &s.set.lu);
    zn_ctx_free(s.ctx);
}
END_TEST

/* A row that comes is another one's copy: two equal rows of the new block. */
START_TEST(a_set_that_is_singular_is_refused)
{
    scene s = {0};
    rng r = {77};

    ck_assert_int_eq(zn_ctx_new(&s.ctx), ZN_OK);
    for (int t = 0; t < TRIES; t++) {
        zn_matrix M;
        zni_box b;
        zn_index come = 0, there = 0;

        draw(&s, &r, 10);
        while (s.base[there] != ZNI_FREE)
            there++;
        while (come < s.n && s.base[come] == ZNI_FREE)
            come++;
        if (come == s.n)
            continue;
        for (zn_index j = 0; j < s.n; j++)
            s.M[come + j * s.n] = s.M[there + j * s.n];
        s.side[come] = ZNI_FREE;
        b = box(&s, &M);
        factor(&s);
        ck_assert(!zni_border_take(&s.border, &b, s.side));
    }
    zni_lu_fini(s.ctx, &s.set.lu);
    zn_ctx_free(s.ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("border");
    TCase *tc = tcase_create("border");

    tcase_add_loop_test(tc, a_set_nearby_has_the_solution_of_its_own_factors, 0,
                        ZNI_BORDER + 3);
    tcase_add_test(tc, a_set_that_is_singular_is_refused);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
