/* test_gather.c - sets of large sparse problems: the free rows are factored alone where the whole
 * pattern fills, with the solution of the equations that they are, and no trace of sets before
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <string.h>

#include "../../solvers/box/box.h"

enum { N = 600, EACH = 4, SETS = 6 };

typedef struct scene {
    zn_ctx *ctx;
    zn_index p[N + 1], i[N * (EACH + 1)];
    double x[N * (EACH + 1)], q[N], z[N], r[N];
    zn_matrix M;
    zni_box b;
    zni_box_work k;
} scene;

static int ascending(const void *a, const void *b)
{
    const zn_index x = *(const zn_index *)a, y = *(const zn_index *)b;

    return (x > y) - (x < y);
}

/* EACH numbers somewhere in each column, `reach` rows at most from the diagonal, which is strong */
static void begin(scene *s, rng *r, double reach)
{
    zn_index at = 0;

    for (zn_index j = 0; j < N; j++) {
        zn_index count = 1, *row = s->i + at;

        s->p[j] = at;
        row[0] = j;
        while (count <= EACH) {
            const zn_index i = j + (zn_index)integer(r, -reach, reach);
            bool fresh = i >= 0 && i < N;

            for (zn_index e = 0; e < count; e++)
                fresh = fresh && row[e] != i;
            if (fresh)
                row[count++] = i;
            else if (reach < EACH)
                break;
        }
        qsort(row, (size_t)count, sizeof *row, ascending);
        for (zn_index e = 0; e < count; e++)
            s->x[at + e] = row[e] == j ? 4 : uniform(r, -1, 1);
        at += count;
        s->q[j] = uniform(r, -1, 1);
    }
    s->p[N] = at;
    s->M = (zn_matrix){.storage = ZN_CSC,
                       .rows = N,
                       .cols = N,
                       .x = s->x,
                       .p = s->p,
                       .i = s->i};
    s->b = (zni_box){.n = N, .M = &s->M, .q = s->q};
    s->ctx = context();
    ck_assert_int_eq(zni_box_begin(s->ctx, &s->k, &s->b), ZN_OK);
}

static void end(scene *s)
{
    zni_box_fini(s->ctx, &s->k);
    zn_ctx_free(s->ctx);
}

/* a set of so many free rows in ten, and its point */
static void solve(scene *s, rng *r, double free)
{
    for (zn_index i = 0; i < N; i++)
        s->k.side[i] = uniform(r, 0, 10) < free ? ZNI_FREE : ZNI_AT_LO;
    memset(s->z, 0, sizeof s->z);
    ck_assert_int_eq(zni_box_solve_sides(s->ctx, &s->k, &s->b, s->z, s->r),
                     ZN_OK);
}

/* w = 0 where rows are free, z = 0 elsewhere, by products of this test's own */
static void right(const scene *s)
{
    double w[N], off = 0;

    memcpy(w, s->q, sizeof w);
    for (zn_index j = 0; j < N; j++)
        for (zn_index e = s->p[j]; e < s->p[j + 1]; e++)
            w[s->i[e]] += s->x[e] * s->z[j];
    for (zn_index i = 0; i < N; i++)
        off = fmax(off, fabs(s->k.side[i] == ZNI_FREE ? w[i] : s->z[i]));
    ck_assert_double_le(off, 1e-13);
}

START_TEST(free_rows_are_factored_alone_where_the_pattern_fills)
{
    static scene s;
    rng r = {3};
    zni_cost whole;

    memset(&s, 0, sizeof s);
    begin(&s, &r, N);
    ck_assert_int_eq(zni_slu_foreseen(s.ctx, &s.k.slu, &s.k.csc, &whole),
                     ZN_OK);
    for (int t = 0; t < SETS; t++) {
        solve(&s, &r, 5);
        right(&s);
        ck_assert(s.k.block.on);
        ck_assert_double_le(zni_slu_spent(&s.k.block.lu).operations,
                            whole.operations / 4);
    }
    solve(&s, &r, 0);
    right(&s);
    ck_assert(s.k.block.on);
    solve(&s, &r, 10); /* nothing to be won */
    right(&s);
    ck_assert(!s.k.block.on);
    end(&s);
}
END_TEST

START_TEST(a_thin_pattern_keeps_its_analysis)
{
    static scene s;
    rng r = {4};

    memset(&s, 0, sizeof s);
    begin(&s, &r, 12);
    for (int t = 0; t < SETS; t++) {
        solve(&s, &r, 5);
        right(&s);
        ck_assert(!s.k.block.on);
    }
    end(&s);
}
END_TEST

START_TEST(sets_before_leave_no_trace)
{
    static scene used, fresh;
    rng a = {5}, b = {5};

    memset(&used, 0, sizeof used);
    begin(&used, &a, N);
    for (int t = 0; t < SETS; t++) {
        rng before = a;

        solve(&used, &a, 2 + t);
        b = (rng){5};
        memset(&fresh, 0, sizeof fresh);
        begin(&fresh, &b, N);
        b = before;
        solve(&fresh, &b, 2 + t);
        ck_assert_mem_eq(used.z, fresh.z, sizeof used.z);
        end(&fresh);
    }
    end(&used);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gather");
    TCase *tc = tcase_create("gather");

    tcase_add_test(tc, free_rows_are_factored_alone_where_the_pattern_fills);
    tcase_add_test(tc, a_thin_pattern_keeps_its_analysis);
    tcase_add_test(tc, sets_before_leave_no_trace);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
