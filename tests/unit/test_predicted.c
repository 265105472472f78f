/* test_predicted.c - moreau-jean relations=predicted: gaps, their Jacobians and the
 * velocities before an impact are those at q_k + h v_k and t_{k+1}
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#include <zeno/mechanics.h>

static const char predicted[] = "theta=0.5 gamma=0 relations=predicted";

/* ---- on a rotating body --------------------------------------------------------- */

/* The end of an arm of length a, which turns about y with w, sinks by a sin(w h) in a
 * step: the contact below it is active if the floor is not deeper, though the gap is
 * still open at the start of the step. */
static bool arm_meets_floor(double more)
{
    const double a = 0.7, w = 3, h = 0.05, depth = a * sin(w * h) + more;
    const double q0[7] = {0, 0, 0, 1}, v0[6] = {0, 0, 0, 0, w};
    const double mass = 2, inertia[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    zn_interaction *floor;
    zn_relation *r;
    zn_ds *arm;
    bool met;

    scene_setup();
    MUST(zn_ds_new(ctx, "newton-euler", "arm", 6, q0, v0, &arm));
    MUST(zn_ds_set_constant(arm, "mass", 1, 1, &mass));
    MUST(zn_ds_set_constant(arm, "inertia", 3, 3, inertia));
    MUST(zn_model_add_ds(model, arm));
    MUST(zn_relation_new(ctx, "point-plane", "floor", 1, 7, &r));
    MUST(zn_relation_set_constant(r, "point", 3, 1, (double[]){a, 0, 0}));
    MUST(zn_relation_set_constant(r, "normal", 3, 1, (double[]){0, 0, 1}));
    MUST(zn_relation_set_constant(r, "offset", 1, 1, (double[]){-depth}));
    MUST(zn_model_connect(model, "floor", newton(0), r, arm, NULL, &floor));
    simulate("moreau-jean", predicted, 0, h, 1);
    MUST(zn_simulation_step(sim));
    met = zn_simulation_lambda(sim, floor, 1)[0] > 0;
    if (met) { /* H = (0 0 1, 0 -a cos(w h) 0) there */
        const double *v = zn_simulation_v(sim, arm);
        CLOSE(v[2] - a * cos(w * h) * v[4], 0, 1e-12);
    }
    scene_teardown();
    return met;
}

START_TEST(a_point_of_a_rotating_body_is_seen_where_it_will_be)
{
    ck_assert(arm_meets_floor(-1e-9));
    ck_assert(!arm_meets_floor(1e-9));
}
END_TEST

/* ---- on a floor that moves ------------------------------------------------------- */

static const double rises = 2; /* m/s */

static void lift(unsigned nq, double *q, double t, unsigned ny, double *y,
                 unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[0] - rises * t;
}

static void lift_rate(unsigned nq, double *q, double t, unsigned ny, double *y,
                      unsigned nz, double *z)
{
    (void)nq, (void)q, (void)t, (void)ny, (void)nz, (void)z;
    y[0] = -rises;
}

static void lift_jac(unsigned nq, double *q, double t, unsigned ny, double *H,
                     unsigned nz, double *z)
{
    (void)nq, (void)q, (void)t, (void)ny, (void)nz, (void)z;
    H[0] = 1;
}

/* A point at rest above a floor that rises; the velocity that a step gives it. */
static double lifted(double above, const char *options)
{
    const double h = 0.05, q0 = rises * h + above;
    zn_relation *r;
    zn_ds *ds;
    double v;

    scene_setup();
    ds = point_mass("point", 1.5, q0, 0, 0);
    MUST(zn_relation_new(ctx, "rheonomous", "floor", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)lift));
    MUST(zn_relation_set_function(r, "h_dot", (zn_fn *)lift_rate));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)lift_jac));
    MUST(zn_model_connect(model, "floor", newton(0.25), r, ds, NULL, NULL));
    simulate("moreau-jean", options, 0, h, 1);
    MUST(zn_simulation_step(sim));
    v = v_of(ds, 0);
    scene_teardown();
    return v;
}

START_TEST(a_moving_floor_is_seen_where_it_will_be)
{
    /* u- = -rises, so u+ = e rises and v = (1 + e) rises */
    CLOSE(lifted(-1e-9, predicted), 1.25 * rises, 1e-12);
    ck_assert(lifted(1e-9, predicted) == 0);
    ck_assert(lifted(-1e-9, "theta=0.5 gamma=0") == 0); /* as of t_k */
}
END_TEST

/* ---- options that change while it runs --------------------------------------------- */

START_TEST(the_rule_follows_the_option)
{
    /* 1 m/s towards a wall at 0.3 h: with gamma = 0 only the prediction sees it */
    const double h = 0.1, one = 1;
    zn_osi *osi;
    zn_ds *ds;

    scene_setup();
    ds = point_mass("point", 1, 1.3 * h, -1, 0);
    join("wall", newton(0.5), 1, 1, &one, NULL, ds, NULL);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", predicted, &osi));
    MUST(zn_simulation_set_time(sim, 0, h, 1));
    MUST(zn_simulation_step(sim));
    ck_assert(v_of(ds, 0) == -1); /* 1.3 h - h is open */
    MUST(zn_osi_set(osi, "relations", "end"));
    MUST(zn_simulation_step(sim));
    ck_assert(v_of(ds, 0) ==
              -1); /* 0.3 h is open, and the step passes the wall */
    MUST(zn_osi_set(osi, "relations", "predicted"));
    MUST(zn_simulation_step(sim));
    CLOSE(v_of(ds, 0), 0.5, 1e-12);
    scene_teardown();
}
END_TEST

int main(void)
{
    Suite *s = suite_create("relations at the predictor");
    TCase *t = tcase_create("all");

    tcase_add_test(t, a_point_of_a_rotating_body_is_seen_where_it_will_be);
    tcase_add_test(t, a_moving_floor_is_seen_where_it_will_be);
    tcase_add_test(t, the_rule_follows_the_option);
    suite_add_tcase(s, t);
    return test_main(s);
}
