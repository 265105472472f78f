/* test_ends_states.c - interactions with some states of systems of the first order
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#include <stdlib.h>

static zn_ds *decaying(const char *name, zn_index n, const double x[])
{
    double *A = calloc((size_t)(n * n), sizeof *A);
    zn_ds *ds;

    ck_assert_ptr_nonnull(A);
    for (zn_index i = 0; i < n; i++)
        A[i * (n + 1)] = -1;
    MUST(zn_ds_new_first_order(ctx, "first-order-linear", name, n, x, &ds));
    MUST(zn_ds_set_constant(ds, "A", n, n, A));
    MUST(zn_model_add_ds(model, ds));
    free(A);
    return ds;
}

/* One state of a, which decays, is kept equal to the last of the six of b: both lose what is
 * between them, 2 - 1, by halves, and go on as 1.5 exp(-t). The others know nothing of it. */
START_TEST(one_state_with_all_of_another)
{
    const double xa[] = {5, 2}, xb[] = {3, 0, 0, 0, 0, 1};
    const double C[] = {1, 0, 0, 0, 0, 0, -1};
    const zn_index second = 1;
    zn_ds *a, *b;
    zn_relation *r;
    zn_interaction *i;
    const double *xs;
    zn_index n;

    a = decaying("a", 2, xa);
    b = decaying("b", 6, xb);
    MUST(zn_relation_new(ctx, "first-order-linear", "tie", 1, 7, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 7, C));
    MUST(zn_relation_set_constant(r, "B", 7, 1, C));
    const zn_end ends[] = {{a, 1, &second}, {b, 0, NULL}};
    MUST(zn_model_connect_ends(model, "tie", equality(1), r, &ends[0], &ends[1], &i));
    ck_assert_int_eq(zn_interaction_unknowns(i, 0, &n)[0], 1);
    ck_assert_int_eq(n, 1);
    simulate("euler-moreau", NULL, 0, 1e-3, 0.5);
    MUST(zn_simulation_run(sim));
    xs = zn_simulation_state(sim)->x; /* a's two, b's six */
    /* theta = 1/2 or 1: the error is at most h T / 2 of what decays */
    ck_assert_double_eq_tol(xs[1], 1.5 * exp(-0.5), 1.5 * 2.5e-4);
    ck_assert_double_eq_tol(xs[7], xs[1], 1e-12);
    ck_assert_double_eq_tol(xs[0], 5 * exp(-0.5), 5 * 2.5e-4);
    ck_assert_double_eq_tol(xs[2], 3 * exp(-0.5), 3 * 2.5e-4);
    ck_assert(xs[4] == 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("some states of a system");
    TCase *tc = tcase_create("states");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, one_state_with_all_of_another);
    suite_add_tcase(s, tc);
    return test_main(s);
}
