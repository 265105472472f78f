/* test_cones.c - the blocks of a one-step problem have room, whatever laws they are of
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#include "kernel/simulation/simulation.h"

static const double ones[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

/* They cut the active rows, one after the other, and none is beyond the room. */
static void check_blocks(const zni_problem *p)
{
    const zni_cones *b = &p->cones;
    zn_index row = 0;

    ck_assert_int_le(b->n, b->ccone);
    ck_assert_int_le(b->n, b->claw);
    ck_assert_int_lt(b->n, b->cstart);
    for (zn_index k = 0; k < b->n; k++) {
        ck_assert_int_eq(b->start[k], row);
        row += b->cone[k].size;
    }
    ck_assert_int_eq(row, p->active.n);
    ck_assert_int_eq(b->start[b->n], row);
}

/* A body that rests on `size` rows, all of them closed, under the law. */
static zn_interaction *rests(const char *name, zn_law *law, zn_index size)
{
    const double at[4] = {0}, f[4] = {-1, -1, -1, -1};
    zn_ds *ds = linear_system(name, 4, ones, NULL, NULL, at, at, f);
    double C[16] = {0};

    for (zn_index i = 0; i < size; i++)
        C[i + i * size] = 1;
    return join(name, law, size, 4, C, NULL, ds, NULL);
}

/* Each row is a cone of its own. */
static zn_law *relay(zn_index rows)
{
    zn_law *law;

    MUST(zn_law_new(ctx, "relay", &law));
    MUST(zn_law_set_real(law, "size", (double)rows));
    return law;
}

static zn_law *friction(zn_index rows)
{
    zn_law *law;

    MUST(zn_law_friction(ctx, rows, 0, 0, 0.5, &law));
    return law;
}

static void step(void)
{
    MUST(zn_simulation_step(sim));
    check_blocks(&sim->problem);
}

/* ---- one law at a time, so that no other one has made the room -------------------------- */

typedef struct one {
    zn_law *(*law)(void);
    zn_index rows, blocks;
} one;

static zn_law *normal(void)
{
    return newton(0);
}
static zn_law *disc(void)
{
    return friction(3);
}
static zn_law *line(void)
{
    return friction(2);
}
static zn_law *four(void)
{
    return equality(4);
}
static zn_law *any(void)
{
    return equality(0);
}
static zn_law *alike(void)
{
    return relay(4);
}

static const one laws[] = {
    {normal, 4, 4}, {disc, 3, 1}, {line, 4, 2},
    {four, 4, 1},   {any, 4, 4},  {alike, 4, 4},
};

START_TEST(of_one_law)
{
    const one *l = &laws[_i];

    rests("a", l->law(), l->rows);
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    step();
    ck_assert_int_eq(sim->problem.active.n, l->rows);
    ck_assert_int_eq(sim->problem.cones.n, l->blocks);
    if (l->blocks * 3 == l->rows) /* a third of the rows is all that it takes */
        ck_assert_int_eq(sim->problem.cones.ccone, l->blocks);
}
END_TEST

/* Equalities, and inequalities behind them: two blocks of four rows, whoever had the law before. */
START_TEST(of_a_law_of_two_cones)
{
    const double x0[4] = {1, 1, 1, 1};
    zn_interaction *a;
    zn_relation *r;
    zn_law *law;
    zn_ds *ds;

    MUST(zn_law_mixed(ctx, 4, 3, &law));
    for (int k = 0; k <= _i; k++) {
        const char *name = k ? "y" : "x";
        MUST(zn_ds_new_first_order(ctx, "first-order-linear", name, 4, x0, &ds));
        MUST(zn_model_add_ds(model, ds));
        MUST(zn_relation_new(ctx, "first-order-linear", name, 4, 4, &r));
        MUST(zn_relation_set_constant(r, "C", 4, 4, ones));
        MUST(zn_relation_set_constant(r, "B", 4, 4, ones));
        MUST(zn_model_connect(model, name, law, r, ds, NULL, &a));
    }
    simulate("euler-moreau", NULL, 0, 1e-2, 1);
    step();
    ck_assert_int_eq(sim->problem.active.n, 4 * (_i + 1));
    ck_assert_int_eq(sim->problem.cones.n, 2 * (_i + 1));
}
END_TEST

/* ---- what comes later makes more blocks of fewer rows ------------------------------------- */

START_TEST(of_laws_that_come_while_it_runs)
{
    zn_law *wide = friction(3), *narrow = newton(0);
    char name[16];

    for (int k = 0; k < 12; k++) {
        snprintf(name, sizeof name, "wide%d", k);
        rests(name, wide, 3);
    }
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    step();
    for (int k = 0; k < 24;
         k++) { /* the first brings a law, the others come as it is */
        snprintf(name, sizeof name, "%d", k);
        zn_model_reopen(model);
        rests(name, k % 3 == 2 ? relay(4) : narrow, 4);
        MUST(zn_model_seal(model));
        step();
    }
    ck_assert_int_eq(sim->problem.cones.n, 12 + 24 * 4);
}
END_TEST

/* ---- less than all rows of a law ----------------------------------------------------------- */

START_TEST(of_gaps_that_are_projected)
{
    rests("a", friction(3), 3);
    rests("b", friction(2), 4);
    rests("c", equality(4), 4);
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_init(sim));
    check_blocks(&sim->problem); /* all rows, for the room */
    ck_assert_int_eq(sim->projection.problem.cones.n, 3 + 4 + 1);
    ck_assert_int_le(sim->projection.problem.cones.n,
                     sim->projection.problem.cones.ccone);
    step();
}
END_TEST

/* Of the second two rows follow from the first: of four rows there are two blocks. Likewise of another
 * body, whose blocks begin elsewhere than with all rows. */
START_TEST(of_joints_of_which_rows_are_left_out)
{
    const double at[4] = {0};
    const double first[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    const double second[12] = {1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
    static const char *const name[2][3] = {{"body", "first", "second"}, {"other", "third", "fourth"}};

    for (int k = 0; k < 2; k++) {
        zn_ds *ds = linear_system(name[k][0], 4, ones, NULL, NULL, at, at, NULL);
        join(name[k][1], equality(3), 3, 4, first, NULL, ds, NULL);
        join(name[k][2], equality(3), 3, 4, second, NULL, ds, NULL);
    }
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    step();
    ck_assert_int_eq(sim->lins.nredundant, 4);
    ck_assert_int_eq(sim->problem.active.n, 8);
    ck_assert_int_eq(sim->problem.cones.n, 4);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("blocks of one-step problems");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, of_one_law, 0, sizeof laws / sizeof *laws);
    tcase_add_loop_test(tc, of_a_law_of_two_cones, 0, 2);
    tcase_add_test(tc, of_laws_that_come_while_it_runs);
    tcase_add_test(tc, of_gaps_that_are_projected);
    tcase_add_test(tc, of_joints_of_which_rows_are_left_out);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
