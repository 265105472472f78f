/* test_passive.c - laws that only take: random impacts of contacts with friction, rolling
 * friction and adhesion and of axes with dry friction, all at once, judged by code of its own
 *
 * One step without forces is v+ = v- + M^-1 H' lambda. With e = 0 every law here has
 * lambda.u+ <= 0, and so T+ - T- = lambda.u+ - lambda.W lambda/2 <= 0, whatever the matrix is.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

enum { DOFS = 9, THINGS = 5, ROWS = 5, TRIALS = 600 };

static const double h = 1e-3;

typedef enum kind { GAP, PLANE, SPACE, ROLL_PLANE, ROLL_SPACE, AXIS, KINDS } kind;

static const struct {
    const char *law;
    int rows, slip, roll; /* rows of the tangent, of rolling */
} of[KINDS] = {{"newton-impact", 1, 0, 0},          {"newton-impact-friction", 2, 1, 0},
               {"newton-impact-friction", 3, 2, 0}, {"rolling-friction", 3, 1, 1},
               {"rolling-friction", 5, 2, 2},       {"dry-friction", 1, 0, 0}};

typedef struct thing {
    kind is;
    double mu, mu_r, pull, bound; /* N; of an axis N or N m */
    zn_interaction *a;
} thing;

static uint64_t seed;

static double uniform(double lo, double hi)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return lo + (hi - lo) * (double)(seed >> 11) / 9007199254740992.0;
}

/* What goes into one problem. */
static const kind together[4][3] = {{GAP, PLANE, AXIS},
                                    {GAP, SPACE, AXIS},
                                    {ROLL_PLANE, ROLL_PLANE, ROLL_PLANE},
                                    {ROLL_SPACE, ROLL_SPACE, ROLL_SPACE}};

/* The same where the equations of motion are kept. */
static const kind kept[4][3] = {{PLANE, PLANE, PLANE},
                                {SPACE, SPACE, SPACE},
                                {ROLL_PLANE, ROLL_PLANE, ROLL_PLANE},
                                {ROLL_SPACE, ROLL_SPACE, ROLL_SPACE}};

/* Something that acts on a system of n coordinates, of any rows. */
static void draw(thing *t, const kind among[3], zn_index n, zn_ds *ds,
                 bool adhere)
{
    const double closed[ROWS] = {-1};
    double C[ROWS * DOFS];
    zn_relation *r;
    zn_law *law;
    int rows;

    t->is = among[(int)uniform(0, 3)];
    rows = of[t->is].rows;
    t->mu = uniform(0, 1.5);
    t->mu_r = uniform(0, 0.5);
    t->pull = adhere && t->is != AXIS ? uniform(-500, 500) : 0;
    t->pull = t->pull > 0 ? t->pull : 0;
    t->bound = uniform(0, 800);
    for (zn_index i = 0; i < rows * n; i++)
        C[i] = uniform(-1, 1);
    MUST(zn_law_new(ctx, of[t->is].law, &law));
    if (t->is == AXIS) {
        MUST(zn_law_set_real(law, "bound", t->bound));
    } else if (t->is != GAP) {
        MUST(zn_law_set_real(law, "size", rows));
        MUST(zn_law_set_real(law, "mu", t->mu));
    }
    if (of[t->is].roll)
        MUST(zn_law_set_real(law, "mu_r", t->mu_r));
    if (t->pull > 0)
        MUST(zn_law_set_real(law, "adhesion", t->pull));
    MUST(zn_relation_new(ctx, "linear", NULL, rows, n, &r));
    MUST(zn_relation_set_constant(r, "C", rows, n, C));
    MUST(zn_relation_set_constant(r, "e", rows, 1, closed));
    MUST(zn_model_connect(model, NULL, law, r, ds, NULL, &t->a));
}

/* |l| <= most, and against the slip with all of it: power -most |u|, the most that the
 * disc can take. Returns the power. */
static double disc(int n, const double l[], const double u[], double most,
                   const char *what)
{
    const double size = n == 1 ? fabs(l[0]) : hypot(l[0], l[1]);
    const double slip = n == 1 ? fabs(u[0]) : hypot(u[0], u[1]);
    const double power = l[0] * u[0] + (n > 1 ? l[1] * u[1] : 0);

    ck_assert_msg(size <= most + 1e-8, "%s: %.12g > %.12g", what, size, most);
    ck_assert_msg(fabs(power + most * slip) <= 1e-7,
                  "%s: power %.12g, the most is %.12g", what, power,
                  -most * slip);
    return power;
}

/* The power of lambda after the step; negative, or less than what rounding makes of it. */
static double judge(const thing *t)
{
    const double *l = zn_simulation_lambda(sim, t->a, 1);
    const double *u = zn_simulation_y(sim, t->a, 1);
    const double r = l[0] + h * t->pull;
    const int slip = of[t->is].slip, roll = of[t->is].roll;
    double power = l[0] * u[0];

    if (t->is == AXIS)
        return disc(1, l, u, h * t->bound, "an axis");
    ck_assert_double_ge(u[0], -1e-8);
    ck_assert_double_ge(r, -1e-8);
    ck_assert_double_le(fabs(u[0] * r), 1e-7);
    if (slip)
        power += disc(slip, l + 1, u + 1, t->mu * r, "friction");
    if (roll)
        power += disc(roll, l + 1 + slip, u + 1 + slip, t->mu_r * r,
                      "rolling friction");
    return power;
}

static double kinetic(zn_index n, const double M[], const double v[])
{
    double T = 0;

    for (zn_index i = 0; i < n; i++)
        T += M[i + i * n] * v[i] * v[i] / 2;
    return T;
}

/* One trial; does it have an answer? */
static bool strike(bool adhere, bool global, long seen[KINDS], long *torn)
{
    const zn_index n = 3 + (zn_index)uniform(0, DOFS - 2);
    const int things = 1 + (int)uniform(0, THINGS);
    const int drawn = (int)uniform(0, 4);
    const kind *among = global ? kept[drawn] : together[drawn];
    double M[DOFS * DOFS] = {0}, v[DOFS], zero[DOFS] = {0}, before;
    thing t[THINGS];
    zn_status st;

    for (zn_index i = 0; i < n; i++) {
        M[i + i * n] = uniform(0.5, 2);
        v[i] = uniform(-1, 1);
    }
    zn_ds *ds = linear_system("body", n, M, NULL, NULL, zero, v, NULL);
    for (int k = 0; k < things; k++)
        draw(&t[k], among, n, ds, adhere);
    simulate("moreau-jean", "theta=0.5", 0, h, h);
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-11));
    if (global)
        MUST(zn_simulation_set(sim, "formulation",
                               drawn < 2 ? "global" : "global-rolling"));
    before = kinetic(n, M, v);
    st = zn_simulation_step(sim);
    if (st == ZN_UNSOLVED)
        return false;
    MUST(st);
    for (int k = 0; k < things; k++) {
        const double *l = zn_simulation_lambda(sim, t[k].a, 1);
        ck_assert_double_le(judge(&t[k]), 1e-7);
        seen[t[k].is] += l[0] != 0;
        *torn += t[k].pull > 0 && l[0] < 0;
    }
    ck_assert_double_le(kinetic(n, M, zn_simulation_v(sim, ds)),
                        before * (1 + 1e-9));
    return true;
}

/* Without and with adhesion, the energy of whose pull is in that of the step; condensed, and
 * with the equations of motion kept. */
START_TEST(laws_without_restitution_only_take)
{
    long seen[KINDS] = {0}, solved = 0, torn = 0;

    seed = 77 + (uint64_t)_i;
    for (int trial = 0; trial < TRIALS; trial++) {
        solved += strike(_i % 2, _i / 2, seen, &torn);
        scene_teardown();
        scene_setup();
    }
    ck_assert_int_ge(solved, TRIALS - 6); /* much friction may have no answer */
    for (int k = 0; k < KINDS; k++) /* or it says nothing */
        if (_i < 2 || (k != GAP && k != AXIS))
            ck_assert_int_gt(seen[k], TRIALS / 20);
    ck_assert(_i % 2 ? torn > TRIALS / 20 : torn == 0);
}
END_TEST

/* A single contact that adheres, any e and any velocity: never more energy than before. */
START_TEST(a_contact_that_adheres_gives_none_by_its_restitution)
{
    long pulled = 0;

    seed = 5;
    for (int trial = 0; trial < TRIALS; trial++) {
        const double m = uniform(0.5, 2), e = uniform(0, 1), C = 1, low = -1;
        const double v = uniform(-1, 1), pull = uniform(0, 3000);
        zn_ds *ds = point_mass("ball", m, 0, v, 0);
        zn_law *law = newton(e);

        MUST(zn_law_set_real(law, "adhesion", pull));
        zn_interaction *a = join("floor", law, 1, 1, &C, &low, ds, NULL);
        simulate("moreau-jean", "theta=0.5", 0, h, h);
        MUST(zn_simulation_step(sim));
        const double l = zn_simulation_lambda(sim, a, 1)[0], u = v_of(ds, 0);
        ck_assert_double_ge(l, -h * pull - 1e-12);
        ck_assert_double_le(u * u, v * v * (1 + 1e-12));
        CLOSE(m * (u - v), l, 1e-12);
        pulled += l < 0;
        scene_teardown();
        scene_setup();
    }
    ck_assert_int_gt(pulled, TRIALS / 10);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("passive");
    TCase *tc = tcase_create("laws");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, laws_without_restitution_only_take, 0, 4);
    tcase_add_test(tc, a_contact_that_adheres_gives_none_by_its_restitution);
    suite_add_tcase(s, tc);
    return test_main(s);
}
