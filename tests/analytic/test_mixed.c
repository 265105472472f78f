/* test_mixed.c - rolling friction, friction, a joint, its stop and its dry friction in one
 * one-step problem: what has nothing to do with the rest moves as it does alone
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene_text.h"

/* A ball on a slope, a brick that falls on the same slope, a beam on a hinge with a
 * stop on which it comes to rest. They do not meet. */
static const char text[] =
    "gravity: [0, 0, -9.81]\n"
    "parameters: {R: 0.1, alpha: 20, balls: 1, rest: 1}\n"
    "laws:\n"
    "  - {mu: 0.6, mu_r: 0.01, between: [ball, slope]}\n"
    "  - {mu: 0.3, e: 0.5, between: [brick, slope]}\n"
    "  - {type: none, between: [beam, slope]}\n"
    "  - {type: none, between: [ball, brick]}\n"
    "  - {type: none, between: [ball, beam]}\n"
    "  - {type: none, between: [beam, brick]}\n"
    "bodies:\n"
    "  slope:\n"
    "    fixed: yes\n"
    "    group: slope\n"
    "    shape: {type: plane, normal: [\"sin(alpha*deg)\", 0, "
    "\"cos(alpha*deg)\"]}\n"
    "  ball:\n"
    "    when: balls\n"
    "    density: 1000\n"
    "    group: ball\n"
    "    position: [\"R*sin(alpha*deg)\", 0, \"R*cos(alpha*deg)\"]\n"
    "    shape: {type: sphere, radius: R}\n"
    "  brick:\n"
    "    when: rest\n"
    "    density: 500\n"
    "    group: brick\n"
    "    position: [\"5+0.1*sin(alpha*deg)\", 3, "
    "\"-5*tan(alpha*deg)+0.2*cos(alpha*deg)\"]\n"
    "    rotation: {axis: [0, 1, 0], angle: alpha*deg}\n"
    "    shape: {type: box, size: [0.4, 0.3, 0.2]}\n"
    "  beam:\n"
    "    when: rest\n"
    "    density: 1000\n"
    "    group: beam\n"
    "    position: [-3, 0, 3]\n"
    "    shape: {type: box, size: [0.6, 0.1, 0.1]}\n"
    "joints:\n"
    "  hinge:\n"
    "    when: rest\n"
    "    type: revolute\n"
    "    bodies: [beam]\n"
    "    point: [-3.3, 0, 3]\n"
    "    axis: [0, 1, 0]\n"
    "    stops: [-1, 1]\n"
    "    stop_e: 0.4\n"
    "    friction: 1\n"
    "simulation: {h: 1e-3, T: 1, solver_tol: 1e-12}\n";

typedef struct part {
    zn_scene *scene;
    zn_model *model;
    zn_simulation *sim;
} part;

static part start(const char *without)
{
    const char *set[] = {without};
    part p;

    p.scene = read_with(text, without ? 1 : 0, set);
    ck_assert_msg(!zn_scene_simulation(p.scene, ctx, &p.model, &p.sim), "%s",
                  zn_errmsg(ctx));
    return p;
}

static void end(part *p)
{
    zn_simulation_free(p->sim);
    zn_model_free(p->model);
    zn_scene_free(p->scene);
}

static void step(part *p)
{
    ck_assert_msg(!zn_simulation_step(p->sim), "%s", zn_errmsg(ctx));
}

static const double *q_of(const part *p, const char *body)
{
    return zn_simulation_q(p->sim, zn_model_ds(p->model, body));
}

static void same(const part *a, const part *b, const char *body)
{
    const double *qa = q_of(a, body), *qb = q_of(b, body);
    const double *va = zn_simulation_v(a->sim, zn_model_ds(a->model, body));
    const double *vb = zn_simulation_v(b->sim, zn_model_ds(b->model, body));

    for (int i = 0; i < 7; i++)
        ck_assert_msg(fabs(qa[i] - qb[i]) <= 1e-10, "%s, q%d: %.17g, %.17g",
                      body, i, qa[i], qb[i]);
    for (int i = 0; i < 6; i++)
        ck_assert_msg(fabs(va[i] - vb[i]) <= 1e-10, "%s, v%d: %.17g, %.17g",
                      body, i, va[i], vb[i]);
}

START_TEST(each_moves_as_it_does_alone)
{
    part all = start(NULL), ball = start("rest=0"), rest = start("balls=0");
    zn_run_info info;

    for (int k = 0; k < 1000; k++) {
        step(&all);
        step(&ball);
        step(&rest);
        same(&all, &ball, "ball");
        same(&all, &rest, "brick");
        same(&all, &rest, "beam");
    }
    zn_simulation_run_info(all.sim, &info);
    ck_assert_str_eq(info.formulation, "generic-mechanical");
    zn_simulation_run_info(ball.sim, &info);
    ck_assert_str_eq(info.formulation, "rolling-friction");
    end(&all);
    end(&ball);
    end(&rest);
}
END_TEST

/* Without sliding, by moments about the point of contact, with N = m g cos:
 *     7/5 m R^2 w' = m g (R sin - mu_r cos) */
START_TEST(the_ball_rolls_as_on_paper)
{
    const double g = 9.81, R = 0.1, mu_r = 0.01, alpha = acos(-1) / 9;
    const double a = 5 * g / 7 * (sin(alpha) - mu_r / R * cos(alpha));
    part all = start(NULL);
    double d;

    while (!zn_simulation_done(all.sim))
        step(&all);
    d = (q_of(&all, "ball")[0] - R * sin(alpha)) / cos(alpha);
    ck_assert_double_eq_tol(d, a / 2, 1e-3 * a); /* h a T / 2 at most */
    /* the beam lies on its stop, by 1 rad, which holds velocities */
    ck_assert_double_eq_tol(q_of(&all, "beam")[3], cos(0.5), 1e-5);
    end(&all);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mixed");
    TCase *tc = tcase_create("mixed");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, each_moves_as_it_does_alone);
    tcase_add_test(tc, the_ball_rolls_as_on_paper);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
