/* test_four_points.c - a box on its four corners: twelve reactions, six equations
 *
 * How the load is shared is not determined by rigid bodies. Where it sticks or slides
 * without turning velocities are, and so is the wrench of all reactions together,
 * whoever solves and in whatever form.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#include <string.h>

#include <zeno/scene.h>

enum { CORNERS = 4, STEPS = 120 };

static const double m = 3, a = 0.4, b = 0.3, c = 0.2, g = 9.81, h = 5e-3;
static const double mu = 0.35;

/* What a run leaves. */
typedef struct result {
    double q[7], v[6], wrench[6], work, lambda[CORNERS][3];
    zn_run_info info;
} result;

static zn_ds *box(const double f[3], const double moment[3], const double v0[6])
{
    const double I[3] = {m * (b * b + c * c) / 12, m * (a * a + c * c) / 12,
                         m * (a * a + b * b) / 12};
    const double q0[7] = {0, 0, c / 2, 1, 0, 0, 0};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", "box", 6, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, I));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_ds_set_constant(ds, "m_ext", 3, 1, moment));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static void corner(int i, double P[3])
{
    P[0] = (i & 1 ? a : -a) / 2;
    P[1] = (i & 2 ? b : -b) / 2;
    P[2] = -c / 2;
}

/* A box that is thrown, or pushed (N) and turned (N m) by what friction just holds; its
 * corners connected in this order. */
static result run(const char *formulation, const char *solver,
                  const int order[CORNERS], const double v0[6], double push,
                  double turn)
{
    const double f[3] = {push, push / 2, -m * g}, moment[3] = {0, 0, turn};
    const double up[3] = {0, 0, 1}, zero = 0;
    zn_interaction *at[CORNERS];
    zn_relation *r;
    zn_law *law;
    result out = {.work = 0};
    zn_ds *ds;

    scene_setup();
    ds = box(f, moment, v0);
    MUST(zn_law_friction(ctx, 3, 0, 0, mu, &law));
    for (int k = 0; k < CORNERS; k++) {
        double P[3];

        corner(order[k], P);
        MUST(zn_relation_new(ctx, "point-plane", NULL, 3, 7, &r));
        MUST(zn_relation_set_constant(r, "point", 3, 1, P));
        MUST(zn_relation_set_constant(r, "normal", 3, 1, up));
        MUST(zn_relation_set_constant(r, "offset", 1, 1, &zero));
        MUST(zn_model_connect(model, NULL, law, r, ds, NULL, &at[order[k]]));
    }
    simulate("moreau-jean", "theta=0.5 threshold=1e-6", 0, h, STEPS * h);
    MUST(zn_simulation_set(sim, "formulation", formulation));
    MUST(zn_simulation_set(sim, "solver", solver));
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-10));
    for (int step = 0; step < STEPS; step++) {
        MUST(zn_simulation_step(sim));
        memset(out.wrench, 0, sizeof out.wrench);
        for (int i = 0; i < CORNERS; i++) {
            const double *u = zn_simulation_y(sim, at[i], 1);
            const double *l = zn_simulation_lambda(sim, at[i], 1);
            double power = 0, slip = hypot(u[1], u[2]);

            for (int k = 0; k < 3; k++) {
                out.lambda[i][k] = l[k];
                power += l[k] * u[k];
            }
            /* of all that the cone allows, friction takes most */
            CLOSE(power, l[0] * u[0] - mu * l[0] * slip, 1e-8);
            ck_assert_double_le(hypot(l[1], l[2]), mu * l[0] + 1e-9);
            out.work += power;
        }
        /* the impulse on the box is the balance of its motion */
        const double *p = zn_simulation_p(sim, ds);
        for (int k = 0; k < 6; k++)
            out.wrench[k] = p[k];
    }
    memcpy(out.q, zn_simulation_q(sim, ds), sizeof out.q);
    memcpy(out.v, zn_simulation_v(sim, ds), sizeof out.v);
    zn_simulation_run_info(sim, &out.info);
    scene_teardown();
    return out;
}

static void same(const result *x, const result *y, double tol)
{
    for (int k = 0; k < 7; k++)
        CLOSE(x->q[k], y->q[k], tol);
    for (int k = 0; k < 6; k++)
        CLOSE(x->v[k], y->v[k], tol);
    for (int k = 0; k < 6; k++)
        CLOSE(x->wrench[k], y->wrench[k], tol);
    CLOSE(x->work, y->work, tol);
}

static const int ascending[CORNERS] = {0, 1, 2, 3}, other[CORNERS] = {2, 0, 3, 1};
static const double still[6] = {0}, thrown[6] = {0.9, 0.4, 0, 0, 0, 0};

static const struct {
    const char *formulation, *solver;
} ways[] = {{"friction", "nsgs"},        {"friction", "newton-ac"},
            {"friction", "interior-point"}, {"friction", "admm"},
            {"global", "auto"},          {"global", "interior-point"},
            {"global", "nsgs"}};

/* Held: velocity 0, and the floor answers what pushes, exactly. */
START_TEST(what_holds_a_box_is_the_same_wrench)
{
    const double push = 0.7 * mu * m * g, turn = 0.3;
    const result r = run(ways[_i].formulation, ways[_i].solver, ascending, still,
                         push, turn);
    const double wrench[6] = {-push * h, -push / 2 * h, m * g * h,
                              0,         0,             -turn * h};

    for (int k = 0; k < 6; k++) {
        CLOSE(r.v[k], 0, 1e-8);
        CLOSE(r.wrench[k], wrench[k], 1e-8);
    }
    CLOSE(r.work, 0, 1e-8);
}
END_TEST

/* Thrown without spin it slides with v - mu g t and stops. The loads tilt against the
 * motion, by their first moments, which equilibrium fixes, so that friction does not turn
 * it. (Of a box that slides and spins the motion is not unique: which corner bears more
 * decides how much the others slow the spin.) */
START_TEST(every_solver_sees_the_same_motion)
{
    const double v = hypot(thrown[0], thrown[1]), T = v / (mu * g);
    const result first =
        run("friction", "auto", ascending, thrown, 0, 0);
    const result r =
        run(ways[_i].formulation, ways[_i].solver, ascending, thrown, 0, 0);
    const double way = hypot(r.q[0], r.q[1]);

    same(&first, &r, 1e-7);
    for (int k = 0; k < 6; k++)
        CLOSE(r.v[k], 0, 1e-7);
    CLOSE(r.q[1] / r.q[0], thrown[1] / thrown[0], 1e-7);
    CLOSE(r.q[3], 1, 1e-9);
    /* the last step stops it before its end */
    CLOSE(way, v * T / 2, mu * g * h * h);
    /* work with the velocities of the ends: less than v^2/2 by v_0 times half a step */
    CLOSE(r.work, -m * v * v / 2 + m * mu * g * h * v / 2, m * mu * g * h * h * mu * g);
}
END_TEST

START_TEST(reactions_are_the_same_in_every_run)
{
    const double push = 0.7 * mu * m * g, turn = 0.3;
    const result x = run("auto", "auto", ascending, still, push, turn);
    const result y = run("auto", "auto", ascending, still, push, turn);
    const result z = run("auto", "auto", other, still, push, turn);

    ck_assert_mem_eq(x.lambda, y.lambda, sizeof x.lambda);
    ck_assert_mem_eq(x.q, y.q, sizeof x.q);
    ck_assert_mem_eq(x.v, y.v, sizeof x.v);
    same(&x, &z, 1e-8);
}
END_TEST

/* A box that falls flat on its four corners moves as its centre does alone: by Moreau's steps
 *     v+ = v - g h + r,  0 <= v+ + e v _|_ r >= 0 where z + h v/2 <= c/2,   z += h (v + v+)/2
 * to rounding, if its scene says how exactly contacts are found and solved. */
START_TEST(a_box_of_a_scene_falls_as_its_centre)
{
    const char *text =
        "gravity: [0, 0, -9.81]\n"
        "laws: {e: 0.6, mu: 0.35}\n"
        "bodies:\n"
        "  ground: {fixed: yes, shape: {type: plane}}\n"
        "  box: {mass: 3, position: [0, 0, 1], shape: {type: box, size: [0.4, 0.3, 0.2]}}\n"
        "simulation: {h: 5e-3, T: 3, threshold: 0, solver_tol: 1e-12}\n";
    double z = 1, v = 0;
    zn_index impacts = 0;
    zn_scene *scene;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    MUST(zn_scene_read_text(ctx, "box.yaml", text, strlen(text), 0, NULL, &scene));
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
    for (zn_index k = 0; k < 600; k++) {
        const double dt = (double)(k + 1) * h - (double)k * h;
        const bool near = z + dt * v / 2 <= c / 2;
        const double free = v - g * dt, end = near ? fmax(free, -0.6 * v) : free;

        impacts += end > free;
        z += dt * (v + end) / 2;
        v = end;
        MUST(zn_simulation_step(sim));
        ck_assert_double_eq_tol(zn_simulation_q(sim, zn_model_ds(model, "box"))[2], z,
                                1e-12);
        ck_assert_double_eq_tol(zn_simulation_v(sim, zn_model_ds(model, "box"))[2], v,
                                1e-11);
    }
    ck_assert_int_gt(impacts, 100); /* bounces, and rest */
    zn_simulation_free(sim);
    sim = NULL;
    zn_scene_free(scene);
    scene_teardown();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("a box on four points");
    TCase *tc = tcase_create("reactions that are not unique");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, what_holds_a_box_is_the_same_wrench, 0,
                        (int)(sizeof ways / sizeof *ways));
    tcase_add_loop_test(tc, every_solver_sees_the_same_motion, 0,
                        (int)(sizeof ways / sizeof *ways));
    tcase_add_test(tc, reactions_are_the_same_in_every_run);
    tcase_add_test(tc, a_box_of_a_scene_falls_as_its_centre);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
