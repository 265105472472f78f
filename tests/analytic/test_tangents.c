/* test_tangents.c - the multipliers that a step starts from follow the tangents
 *
 * A box is pressed on a wall by four points, and held by friction. The normal is
 * (1, 1, +-eps)/sqrt(2): where its third number changes sign zn_contact_frame takes other
 * tangents, at a right angle to those of before, though nothing else happens. Whoever starts
 * from the same forces then does not notice.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#include <string.h>

enum { POINTS = 4, STEPS = 40, MOST = 5 };

static const double m = 3, a = 0.4, b = 0.3, c = 0.2, h = 5e-3, mu = 0.4;

/* Which side of zero n3 is on; the user of the function of points. */
static double side;

/* Point i of the box, and where the plane through 0 is nearest to it. */
static void touch(void *user, const zn_args *x)
{
    const double *body = user, s = sqrt(0.5);
    const double n[3] = {s, s, 1e-14 * side};
    double *P1 = x->out, *P2 = x->out + 3, gap = 0;

    zn_rotate(x->q + 3, body, P1);
    for (int k = 0; k < 3; k++) {
        P1[k] += x->q[k];
        gap += n[k] * P1[k];
    }
    for (int k = 0; k < 3; k++) {
        P2[k] = P1[k] - gap * n[k];
        x->out[6 + k] = n[k];
    }
}

static double point[POINTS][3];
static zn_interaction *at[POINTS];
static zn_ds *box;

/* The box's first axis is the normal of the wall. */
static void make_box(void)
{
    const double I[3] = {m * (b * b + c * c) / 12, m * (a * a + c * c) / 12,
                         m * (a * a + b * b) / 12};
    const double s = sqrt(0.5), still[6] = {0};
    const double f[3] = {-40 * s - 3 * s, -40 * s + 3 * s, -11}, moment[3] = {0.9, 0.2, -0.3};
    double q0[7] = {a / 2 * s, a / 2 * s, 0, cos(M_PI / 8), 0, 0, sin(M_PI / 8)};

    MUST(zn_ds_new(ctx, "newton-euler", "box", 6, q0, still, &box));
    MUST(zn_ds_set_constant(box, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(box, "inertia", 3, I));
    MUST(zn_ds_set_constant(box, "f_ext", 3, 1, f));
    MUST(zn_ds_set_constant(box, "m_ext", 3, 1, moment));
    MUST(zn_model_add_ds(model, box));
}

static void press(zn_index rows)
{
    zn_law *law;

    if (rows == 3)
        MUST(zn_law_friction(ctx, 3, 0, 0, mu, &law));
    else
        MUST(zn_law_rolling_friction(ctx, rows, 0, mu, 0.05, &law));
    for (int i = 0; i < POINTS; i++) {
        const double P[3] = {-a / 2, i & 1 ? b / 2 : -b / 2, i & 2 ? c / 2 : -c / 2};
        zn_relation *r;

        memcpy(point[i], P, sizeof P);
        MUST(zn_relation_new(ctx, "contact", NULL, rows, 7, &r));
        MUST(zn_relation_set_closure(r, "points", touch, point[i], NULL));
        MUST(zn_model_connect(model, NULL, law, r, box, NULL, &at[i]));
    }
}

static void setup(zn_index rows)
{
    side = 1;
    scene_setup();
    make_box();
    press(rows);
    simulate("moreau-jean", "theta=0.5 threshold=1e-6", 0, h, 10 * STEPS * h);
    MUST(zn_simulation_set(sim, "solver", rows == 3 ? "nsgs" : "auto"));
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-10));
}

/* What the reactions of the last step are in the world: impulse and angular impulse of each. */
typedef struct world {
    double p[POINTS][3], L[POINTS][3], q[7];
    zn_index iterations;
} world;

static world look(zn_index rows)
{
    const double s = sqrt(0.5), n[3] = {s, s, 1e-14 * side};
    world w = {.iterations = 0};
    double E[9];

    zn_contact_frame(n, E);
    for (int i = 0; i < POINTS; i++) {
        const double *l = zn_simulation_lambda(sim, at[i], 1);

        for (int k = 0; k < 3; k++) {
            w.p[i][k] = E[k] * l[0] + E[3 + k] * l[1] + E[6 + k] * l[2];
            w.L[i][k] = rows < 5 ? 0 : E[3 + k] * l[3] + E[6 + k] * l[4];
        }
    }
    memcpy(w.q, zn_simulation_q(sim, box), sizeof w.q);
    w.iterations = zn_simulation_step_info(sim)->solver_iterations;
    return w;
}

/* A step in the frame of before, and one in each that follows at a right angle to it. */
static world step(zn_index rows)
{
    world w;

    MUST(zn_simulation_step(sim));
    w = look(rows);
    side = -side;
    return w;
}

static void near(const world *x, const world *y, double tol)
{
    for (int i = 0; i < POINTS; i++)
        for (int k = 0; k < 3; k++) {
            CLOSE(x->p[i][k], y->p[i][k], tol);
            CLOSE(x->L[i][k], y->L[i][k], tol);
        }
    for (int k = 0; k < 7; k++)
        CLOSE(x->q[k], y->q[k], tol);
}

START_TEST(a_frame_that_turns_by_a_right_angle_is_not_noticed)
{
    const zn_index rows = _i ? 5 : 3;
    world still[STEPS], turned;
    zn_index later = 0;

    setup(rows);
    for (int k = 0; k < STEPS; k++) {
        still[k] = step(rows);
        side = 1;
        later += k ? still[k].iterations : 0;
    }
    scene_teardown();
    ck_assert_int_gt(still[0].iterations, 2); /* from zero it is work, then there is hardly any */
    ck_assert_int_lt(later, STEPS);

    setup(rows);
    for (int k = 0; k < STEPS; k++) {
        turned = step(rows);
        near(&turned, &still[k], 1e-9);
        ck_assert_int_eq(turned.iterations, still[k].iterations);
    }
    scene_teardown();
}
END_TEST

START_TEST(a_restart_in_between_gives_the_same_bits)
{
    const zn_index rows = _i ? 5 : 3;
    world through[STEPS], again;
    void *bytes = NULL;
    size_t size = 0;
    double then = 0;

    setup(rows);
    for (int k = 0; k < STEPS; k++) {
        if (k == STEPS / 2) {
            MUST(zn_checkpoint_to_memory(sim, &bytes, &size));
            then = side;
        }
        through[k] = step(rows);
    }
    MUST(zn_checkpoint_from_memory(sim, bytes, size)); /* the one that was used, */
    side = then;
    for (int k = STEPS / 2; k < STEPS; k++) {
        again = step(rows);
        ck_assert_mem_eq(&again, &through[k], sizeof again);
    }
    /* and a fresh one of another context */
    void *copy = malloc(size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, size);
    zn_free_array(ctx, bytes);
    scene_teardown();
    setup(rows);
    MUST(zn_checkpoint_from_memory(sim, copy, size));
    free(copy);
    side = then;
    for (int k = STEPS / 2; k < STEPS; k++) {
        again = step(rows);
        ck_assert_mem_eq(&again, &through[k], sizeof again);
    }
    scene_teardown();
}
END_TEST

START_TEST(a_snapshot_brings_the_tangents_back)
{
    world first[3], again;
    zn_snapshot *then;

    setup(3);
    for (int k = 0; k < 5; k++)
        step(3);
    MUST(zn_snapshot_new(sim, &then));
    MUST(zn_snapshot_take(then));
    for (int k = 0; k < 3; k++)
        first[k] = step(3);
    MUST(zn_snapshot_restore(then));
    side = -side; /* an odd number of steps */
    for (int k = 0; k < 3; k++) {
        again = step(3);
        ck_assert_mem_eq(&again, &first[k], sizeof again);
    }
    zn_snapshot_free(then);
    scene_teardown();
}
END_TEST

/* Contacts that go and others that come in their places begin as those of a fresh simulation. */
START_TEST(a_contact_that_comes_back_starts_from_zero)
{
    double q[7], v[6];
    world back, fresh;

    setup(3);
    for (int k = 0; k < 5; k++)
        step(3);
    memcpy(q, zn_simulation_q(sim, box), sizeof q);
    memcpy(v, zn_simulation_v(sim, box), sizeof v);
    zn_model_reopen(model);
    for (int i = 0; i < POINTS; i++)
        MUST(zn_model_remove_interaction(model, at[i]));
    press(3);
    MUST(zn_model_seal(model));
    back = step(3);
    scene_teardown();
    setup(3);
    MUST(zn_simulation_init(sim));
    memcpy(zn_simulation_state_rw(sim)->q, q, sizeof q);
    memcpy(zn_simulation_state_rw(sim)->v, v, sizeof v);
    MUST(zn_simulation_touched(sim));
    side = -1;
    fresh = step(3);
    near(&back, &fresh, 1e-9);
    ck_assert_int_eq(back.iterations, fresh.iterations);
    ck_assert_int_gt(fresh.iterations, 5);
    scene_teardown();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tangents");
    TCase *tc = tcase_create("that turn");

    tcase_add_loop_test(tc, a_frame_that_turns_by_a_right_angle_is_not_noticed, 0, 2);
    tcase_add_loop_test(tc, a_restart_in_between_gives_the_same_bits, 0, 2);
    tcase_add_test(tc, a_snapshot_brings_the_tangents_back);
    tcase_add_test(tc, a_contact_that_comes_back_starts_from_zero);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
