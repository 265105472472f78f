/* test_seats.c - interactions of more rows than a byte counts: their rows enter the problem one by
 * one, as those of as many interactions of one row
 * SPDX-License-Identifier: Apache-2.0 */
#include "model_test.h"

#include <zeno/simulation.h>

enum { MOST = 300, STEPS = 120 };

static const zn_index sizes[] = {254, 255, 256, MOST};

/* What there is behind each step. */
typedef struct course {
    zn_index active[STEPS];
    double q[STEPS][MOST];
} course;

/* n coordinates that fall onto a floor, the last one first. */
static zn_ds *falling(zn_index n)
{
    double M[MOST], f[MOST], q[MOST], v[MOST] = {0};
    zn_ds *ds;

    for (zn_index i = 0; i < n; i++) {
        M[i] = 1 + (double)(i % 7);
        f[i] = -9.81 * M[i];
        q[i] = 0.02 + 1e-4 * (double)(n - i);
    }
    MUST(zn_ds_new(ctx, "lagrangian-linear", "points", n, q, v, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", n, M));
    MUST(zn_ds_set_constant(ds, "f_ext", n, 1, f));
    MUST(zn_model_add_ds(m, ds));
    return ds;
}

/* The floor under rows from `first` on. */
static void floor_under(zn_ds *ds, zn_law *law, zn_index n, zn_index first, zn_index rows)
{
    static double C[MOST * MOST];
    zn_relation *r;

    memset(C, 0, sizeof C);
    for (zn_index i = 0; i < rows; i++)
        C[i + rows * (first + i)] = 1;
    MUST(zn_relation_new(ctx, "linear", NULL, rows, n, &r));
    MUST(zn_relation_set_constant(r, "C", rows, n, C));
    MUST(zn_model_connect(m, NULL, law, r, ds, NULL, NULL));
}

static void fall(zn_index n, bool together, course *out)
{
    zn_simulation *sim;
    zn_law *law;
    zn_ds *ds;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    MUST(zn_model_new(ctx, &m));
    ds = falling(n);
    MUST(zn_law_newton_impact(ctx, 0.5, &law));
    for (zn_index i = 0; i < n; i += together ? n : 1)
        floor_under(ds, law, n, i, together ? n : 1);
    MUST(zn_model_seal(m));
    MUST(zn_simulation_new(m, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 1e-3, 1));
    for (int k = 0; k < STEPS; k++) {
        const zn_state *x = zn_simulation_state(sim);

        MUST(zn_simulation_step(sim));
        out->active[k] = 0;
        for (zn_index i = 0; i < n; i++)
            out->active[k] += x->active[i] != 0;
        memcpy(out->q[k], x->q, (size_t)n * sizeof *x->q);
    }
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_ctx_free(ctx);
}

START_TEST(rows_of_a_wide_interaction_enter_one_by_one)
{
    static course one, many;
    const zn_index n = sizes[_i];
    zn_index some = 0;

    fall(n, true, &one);
    fall(n, false, &many);
    for (int k = 0; k < STEPS; k++) {
        ck_assert_int_eq(one.active[k], many.active[k]);
        some += one.active[k] > 0 && one.active[k] < n;
        for (zn_index i = 0; i < n; i++) /* rounding of sums of some ten steps */
            ck_assert_double_eq_tol(one.q[k][i], many.q[k][i], 1e-14);
    }
    ck_assert_int_eq(one.active[0], 0);
    ck_assert_int_gt(some, 10); /* of them alone in steps */
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("seats");
    TCase *t = tcase_create("wide");

    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, rows_of_a_wide_interaction_enter_one_by_one, 0,
                        sizeof sizes / sizeof *sizes);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
