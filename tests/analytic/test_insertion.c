/* test_insertion.c - bodies made in other orders: the same bits
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

enum { BODIES = 5, ORDERS = 6, STEPS = 220 };

static const double L = 0.4, m = 1.5;

/* Order k of n things: forwards, backwards, or mixed. */
static int at(int k, int i, int n)
{
    return k == 0 ? i : k == 1 ? n - 1 - i : (2 * i + k) % n;
}

static zn_ds *bar(int i)
{
    const double q[7] = {L * i + L / 2, 0, 0.3 + 0.01 * i, 1};
    const double v[6] = {0, 0.3 * i, 0, 0, 0, 0.2};
    const double I[3] = {1e-3, m * L * L / 12, m * L * L / 12};
    const double f[3] = {0, 0, -9.81 * m};
    char name[16];
    zn_ds *ds;

    snprintf(name, sizeof name, "bar %d", i);
    MUST(zn_ds_new(ctx, "newton-euler", name, 6, q, v, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, I));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* The end of a bar, on the floor z = 0, with friction. */
static void rest_end(zn_ds *ds, int i)
{
    const double P[3] = {i % 2 ? L / 2 : -L / 2, 0, 0}, up[3] = {0, 0, 1};
    const double zero = 0;
    char name[16];
    zn_relation *r;
    zn_law *law;

    snprintf(name, sizeof name, "end %d", i);
    MUST(zn_relation_new(ctx, "point-plane", NULL, 3, 7, &r));
    MUST(zn_relation_set_constant(r, "point", 3, 1, P));
    MUST(zn_relation_set_constant(r, "normal", 3, 1, up));
    MUST(zn_relation_set_constant(r, "offset", 1, 1, &zero));
    MUST(zn_law_friction(ctx, 3, 0.3, 0, 0.4, &law));
    MUST(zn_model_connect(model, name, law, r, ds, NULL, NULL));
}

/* Between bar i - 1 and bar i. */
static void hinge(zn_ds *const bars[], int i)
{
    const double P[3] = {L * i, 0, 0.3 + 0.01 * i}, y[3] = {0, 1, 0};
    char name[16];
    zn_relation *r;
    zn_law *law;

    snprintf(name, sizeof name, "hinge %d", i);
    MUST(zn_joint_new(ctx, i % 2 ? "spherical" : "revolute", name,
                      bars[i - 1], bars[i], P, i % 2 ? NULL : y, &r));
    MUST(zn_law_equality(ctx, zn_relation_ny(r), &law));
    MUST(zn_model_connect(model, name, law, r, bars[i - 1], bars[i], NULL));
}

/* A chain of bars that falls onto a floor, the bars made in order k. Joints and contacts are in
 * one order: which of two of them comes first is what a solver may depend on. */
static void run(const char *formulation, int k, double q[BODIES][7], double v[BODIES][6])
{
    zn_ds *bars[BODIES];

    scene_teardown();
    scene_setup();
    for (int j = 0; j < BODIES; j++)
        bars[at(k, j, BODIES)] = bar(at(k, j, BODIES));
    for (int i = 0; i < 2 * BODIES; i++)
        rest_end(bars[i / 2], i);
    for (int i = 1; i < BODIES; i++)
        hinge(bars, i);
    simulate("moreau-jean", "theta=0.5", 0, 2e-3, 1);
    MUST(zn_simulation_set(sim, "formulation", formulation));
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-8));
    for (int j = 0; j < STEPS; j++)
        MUST(zn_simulation_step(sim));
    for (int i = 0; i < BODIES; i++) {
        memcpy(q[i], zn_simulation_q(sim, bars[i]), sizeof q[i]);
        memcpy(v[i], zn_simulation_v(sim, bars[i]), sizeof v[i]);
    }
}

START_TEST(a_chain_moves_alike_in_whatever_order_it_was_made)
{
    const char *form = _i ? "global" : "auto";
    double q[2][BODIES][7], v[2][BODIES][6];

    run(form, 0, q[0], v[0]);
    ck_assert_double_lt(q[0][0][2], 0.25); /* it has fallen */
    for (int k = 1; k < ORDERS; k++) {
        run(form, k, q[1], v[1]);
        ck_assert_msg(memcmp(q[0], q[1], sizeof q[0]) == 0 &&
                          memcmp(v[0], v[1], sizeof v[0]) == 0,
                      "order %d: z of bar 1 differs by %g", k,
                      q[1][1][2] - q[0][1][2]);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("insertion");
    TCase *tc = tcase_create("orders");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(
        tc, a_chain_moves_alike_in_whatever_order_it_was_made, 0, 2);
    suite_add_tcase(s, tc);
    return test_main(s);
}
