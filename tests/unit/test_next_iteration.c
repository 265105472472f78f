/* test_next_iteration.c - Newton's method ends where another iteration would move nothing that the solver
 * of the one-step problem does not leave anyway, and not before
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/mechanics.h>

#include "tests/unit/scene.h"

enum { HEIGHT = 6, STEPS = 24 };

static const double g = 9.81, r = 0.1; /* m/s^2, m */

static zn_ds *sphere(const char *name, double mass, double radius, const double x[3],
                     const double v[3], const double force[3])
{
    const double q0[7] = {x[0], x[1], x[2], 1, 0, 0, 0}, v0[6] = {v[0], v[1], v[2]};
    const double J = 0.4 * mass * radius * radius;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", name, 6, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &mass));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, (double[3]){J, J, J}));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, force));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static zn_relation *between(const char *name, double radius)
{
    zn_relation *pair;

    MUST(zn_relation_new(ctx, "sphere-sphere", name, 3, 14, &pair));
    MUST(zn_relation_set_constant(pair, "radius1", 1, 1, &radius));
    MUST(zn_relation_set_constant(pair, "radius2", 1, 1, &r));
    return pair;
}

static void touch(zn_law *law, zn_relation *relation, zn_ds *a, zn_ds *b)
{
    zn_interaction *made;

    MUST(zn_model_connect(model, NULL, law, relation, a, b, &made));
}

/* Spheres in a column, of which a fifth of its weight pushes the last one: it rolls off.
 * @return that one */
static zn_ds *column(void)
{
    const double up[3] = {0, 0, 1}, still[3] = {0}, zero = 0;
    zn_relation *pair = between("pair", r), *floor;
    zn_ds *below = NULL;
    zn_law *law;

    MUST(zn_law_friction(ctx, 3, 0, 0, 0.3, &law));
    MUST(zn_relation_new(ctx, "sphere-plane", "floor", 3, 7, &floor));
    MUST(zn_relation_set_constant(floor, "radius", 1, 1, &r));
    MUST(zn_relation_set_constant(floor, "normal", 3, 1, up));
    MUST(zn_relation_set_constant(floor, "offset", 1, 1, &zero));
    for (int k = 0; k < HEIGHT; k++) {
        const double x[3] = {0, 0, r + 2 * r * k};
        const double force[3] = {k == HEIGHT - 1 ? 0.2 * g : 0, 0, -g};
        zn_ds *next;
        char name[16];

        snprintf(name, sizeof name, "sphere %d", k);
        next = sphere(name, 1, r, x, still, force);
        touch(law, below ? pair : floor, next, below);
        below = next;
    }
    return below;
}

/* Three spheres in a row that slide over the top of a dome of 1 m, which holds them all but
 * not, without friction; the outer ones are pulled along with ten times their weight.
 * @return the middle one */
static zn_ds *dome(void)
{
    const double R = 1, v = 2.9, down[3] = {0, 0, -R}, none[3] = {0};
    zn_relation *pair = between("pair", r), *base = between("base", R);
    zn_ds *ground, *row[3];
    zn_law *law;

    MUST(zn_law_friction(ctx, 3, 0, 0, 0, &law));
    ground = sphere("dome", 1e9, R, down, none, none);
    for (int k = 0; k < 3; k++) {
        const double at = 2 * asin(r / (R + r)) * (k - 1);
        const double x[3] = {(R + r) * sin(at), 0, (R + r) * cos(at) - R};
        const double along[3] = {v * cos(at), 0, -v * sin(at)};
        const double force[3] = {k != 1 ? 100 : 0, 0, -g};
        char name[16];

        snprintf(name, sizeof name, "sphere %d", k);
        row[k] = sphere(name, 1, r, x, along, force);
        touch(law, base, ground, row[k]);
        if (k)
            touch(law, pair, row[k - 1], row[k]);
    }
    return row[1];
}

/* Of a run: iterations of a step, the least and the most, those of the first `late` steps left out; where
 * a sphere was in the end, and its velocity. */
typedef struct went {
    zn_index least, most;
    double   x, vz;
} went;

static went run(zn_ds *(*build)(void), int late, int steps, const char *start,
                const char *check, double tol)
{
    went to = {.least = 1000};
    char scheme[64];
    zn_ds *ds;

    snprintf(scheme, sizeof scheme, "theta=0.5 threshold=1e-3 start=%s", start);
    scene_teardown();
    scene_setup();
    ds = build();
    simulate("moreau-jean", scheme, 0, 1e-3, 1);
    MUST(zn_simulation_set(sim, "newton_check", check));
    MUST(zn_simulation_set(sim, "formulation", "friction"));
    MUST(zn_simulation_set(sim, "solver", "nsgs"));
    MUST(zn_simulation_set_real(sim, "solver_tol", tol));
    MUST(zn_simulation_set_real(sim, "newton_tol", 10 * tol));
    for (int k = 0; k < steps; k++) {
        zn_index n;

        MUST(zn_simulation_step(sim));
        n = zn_simulation_step_info(sim)->newton_iterations;
        if (k < late)
            continue;
        to.least = n < to.least ? n : to.least;
        to.most = n > to.most ? n : to.most;
    }
    to.x = zn_simulation_q(sim, ds)[0];
    to.vz = zn_simulation_v(sim, ds)[2];
    return to;
}

/* What moves on as it did begins where it ends: one iteration a step, and no further from where an
 * exact solution leads than the solver's tolerance. */
START_TEST(a_smooth_motion_takes_one_iteration)
{
    const went exact = run(column, 3, STEPS, "extrapolate", "both", 1e-13);
    const went a = run(column, 3, STEPS, "extrapolate", "both", 1e-8);

    ck_assert_int_eq(a.most, 1);
    ck_assert_double_eq_tol(a.x / exact.x, 1, 2e-8);
}
END_TEST

/* From v_k the first iteration leaves 1.6e-5 of the motion, as impulses act along rows that turn: that is
 * no residual to speak of, but no rest of the solver either. */
START_TEST(impulses_along_rows_that_turn_are_iterated)
{
    const went exact = run(column, 3, STEPS, "extrapolate", "both", 1e-13);
    const went early = run(column, 3, STEPS, "velocity", "residual", 1e-7);
    const went a = run(column, 3, STEPS, "velocity", "both", 1e-7);

    ck_assert_int_eq(early.most, 1);
    ck_assert_double_gt(fabs(early.x / exact.x - 1), 1e-5);
    ck_assert_int_ge(a.least, 2);
    ck_assert_double_eq_tol(a.x / exact.x, 1, 1e-8);
}
END_TEST

/* Where next to no impulse acts residuals are small from the first iteration on, whatever the rows say of
 * the velocity (2e-6 of it are left by two iterations). */
START_TEST(velocities_along_rows_that_turn_are_iterated)
{
    const went exact = run(dome, 0, 1, "velocity", "both", 1e-13);
    const went early = run(dome, 0, 1, "velocity", "residual", 1e-7);
    const went a = run(dome, 0, 1, "velocity", "both", 1e-7);

    ck_assert_int_eq(early.most, 1);
    ck_assert_double_gt(fabs(early.vz / exact.vz - 1), 1e-4);
    ck_assert_int_ge(a.least, 2);
    ck_assert_double_eq_tol(a.vz / exact.vz, 1, 1e-6);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("the next iteration");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(t, a_smooth_motion_takes_one_iteration);
    tcase_add_test(t, impulses_along_rows_that_turn_are_iterated);
    tcase_add_test(t, velocities_along_rows_that_turn_are_iterated);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
