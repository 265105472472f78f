/* test_steady.c - steps with the contacts of the step before: what each of them asks anew, and what is none
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#include "kernel/simulation/simulation.h"

#include <zeno/friction.h>

enum { STEPS = 12 };

static void begin(void)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_set(sim, "recompute", "no")); /* with which no step is steady */
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0x1p-7, 100));
}

/* ---- a solver that refuses what it is asked first in a step ------------------------- */

static int asked;

/* One contact in the plane on a diagonal matrix: it stops, or slides. */
static zn_status grudge(void *state, zn_ctx *c, const void *problem, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    const zn_friction *p = problem;
    const double *x = p->M->x, *q = p->q, hold = p->mu[0] * fmax(-q[0] / x[0], 0);

    (void)state, (void)c, (void)mon;
    z[0] = z[1] = 0;
    if (asked++ > 0) {
        z[0] = fmax(-q[0] / x[0], 0);
        z[1] = fmax(-hold, fmin(-q[1] / x[3], hold));
    }
    for (int i = 0; i < 2; i++)
        w[i] = x[3 * i] * z[i] + q[i];
    info->outcome = asked > 1 ? ZN_SOLVED : ZN_STALLED;
    return asked > 1 ? ZN_OK : ZN_UNSOLVED;
}

typedef struct sullen {
    double tol;
} sullen;

static const zn_option options[] = {ZN_OPT_REAL(sullen, tol, 1e-8, 0, 1, "-", "error that is left at most"),
                                    ZN_OPT_END};
static const zn_solver_type sullen_type = {
    .type = {.size = sizeof sullen_type,
             .kind = ZN_KIND_FRICTION_SOLVER,
             .name = "sullen",
             .summary = "for tests",
             .state_size = sizeof(sullen),
             .options = options},
    .solve = grudge,
};
static const zn_type *const types[] = {&sullen_type.type, NULL};
static const zn_plugin solvers = {.size = sizeof solvers,
                                  .major = ZN_PLUGIN_MAJOR,
                                  .minor = ZN_PLUGIN_MINOR,
                                  .build = ZN_PLUGIN_BUILD,
                                  .name = "sullen",
                                  .version = "1",
                                  .license = "Apache-2.0",
                                  .types = types};

/* What has no answer with e is solved with e = 0, and so it is in a steady step: each of them asks with e
 * first, however often the steps before had no answer. */
START_TEST(a_steady_step_tries_to_bounce_first)
{
    const double m[4] = {1, 0, 0, 1}, g[2] = {1, -9.81}, q[2] = {0, 0}, v[2] = {0, 0}, up[4] = {0, 1, 1, 0};
    zn_run_info info;
    zn_law *law;
    zn_ds *ball;
    int steady = 0;

    MUST(zn_kernel_register(ctx));
    MUST(zn_plugin_add(ctx, &solvers));
    ball = linear_system("ball", 2, m, NULL, NULL, q, v, g);
    MUST(zn_law_friction(ctx, 2, 0.5, 0, 0.3, &law));
    join("floor", law, 2, 2, up, NULL, ball, NULL);
    begin();
    MUST(zn_simulation_set(sim, "solver", "sullen"));
    MUST(zn_simulation_set(sim, "on_solver_failure", "accept"));
    MUST(zn_simulation_set(sim, "accept_tol", "1e-6"));
    for (int k = 0; k < STEPS; k++) {
        asked = 0;
        MUST(zn_simulation_step(sim));
        ck_assert_int_eq(asked, 2);
        steady += sim->steady > 0;
    }
    zn_simulation_run_info(sim, &info);
    ck_assert_int_eq(info.without_bounce, STEPS);
    ck_assert_int_ge(steady, STEPS - 1);
}
END_TEST

/* ---- two copies of one law ------------------------------------------------------------ */

/* into the corner, out of it, and against the wall again */
static void to_and_fro(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = t < 4 * 0x1p-7 ? -3 : t < 7 * 0x1p-7 ? 20 : -24;
    f[1] = -10;
}

/* A point in a corner, floor and wall being rows of one interaction: the wall opens while the floor holds, and
 * the point moves freely along the floor until it is back. Steps of copies are never steady. */
START_TEST(a_copy_of_a_law_that_opens_is_seen)
{
    const double m[4] = {1, 0, 0, 1}, zero[2] = {0, 0}, corner[4] = {0, 1, 1, 0};
    double v = 0, x = 0;
    bool left = false;
    zn_law *law = NULL;
    zn_ds *ds = linear_system("point", 2, m, NULL, NULL, zero, zero, NULL);

    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)to_and_fro));
    MUST(zn_law_newton_impact(ctx, 0, &law));
    join("corner", law, 2, 2, corner, NULL, ds, NULL);
    begin();
    for (int k = 0; k < STEPS; k++) {
        const double h = 0x1p-7, before = v;
        double f[2];

        MUST(zn_simulation_step(sim));
        ck_assert(sim->steady == 0);
        /* theta = 1/2 */
        to_and_fro(k * h, 2, f, 0, NULL);
        v += h * f[0] / 2;
        to_and_fro((k + 1) * h, 2, f, 0, NULL);
        v += h * f[0] / 2;
        if (x <= 0 && v < 0) /* held, where the step begins on the wall */
            v = 0;
        x += h * (before + v) / 2;
        CLOSE(q_of(ds, 1), 0, 1e-15);
        CLOSE(v_of(ds, 0), v, 1e-14);
        CLOSE(q_of(ds, 0), x, 1e-14);
        left = left || x > 0.001;
    }
    ck_assert(left && v < -0.1); /* on its way back, not yet there */
}
END_TEST

int main(void)
{
    Suite *s = suite_create("steady steps");
    TCase *tc = tcase_create("steady");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_steady_step_tries_to_bounce_first);
    tcase_add_test(tc, a_copy_of_a_law_that_opens_is_seen);
    suite_add_tcase(s, tc);
    return test_main(s);
}
