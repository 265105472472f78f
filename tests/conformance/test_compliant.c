/* test_compliant.c - moreau-jean compliance=impulse: contacts that give way, as MoreauJeanOSI
 * of Siconos steps them
 *
 * The ball of the reference table, and rows that Siconos 4.4.0 itself gave for two other
 * models; another program of the scheme agrees with these to 3e-14.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/reference.h"
#include "tests/unit/scene.h"

/* y = C q + D lambda + e, complementarity; nq coordinates. */
static zn_interaction *soft(const char *name, zn_index n, zn_index nq,
                            const double C[], const double D[],
                            const double e[], zn_ds *ds)
{
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_relation_new(ctx, "linear", name, n, nq, &r));
    MUST(zn_relation_set_constant(r, "C", n, nq, C));
    MUST(zn_relation_set_constant(r, "D", n, n, D));
    MUST(zn_relation_set_constant(r, "e", n, 1, e));
    MUST(zn_model_connect(model, name, complementarity(n), r, ds, NULL, &a));
    return a;
}

START_TEST(ball_between_a_roof_and_a_compliant_floor)
{
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 2. / 5 * 0.1 * 0.1};
    const double q0[3] = {1, 0, 0}, v0[3] = {0}, F[3] = {-9.81, 0, 0};
    const double up[3] = {1, 0, 0}, down[3] = {-1, 0, 0};
    const double Kc = 0.01, radius = -0.1, room = 0.7;
    zn_interaction *roof, *floor;
    reference ref;
    zn_ds *ball;

    if (!reference_read(&ref, "trajectories/BouncingBallTS-CompliantContact/"
                              "BouncingBallTS-CompliantContact.ref"))
        return;
    scene_setup();
    ball = linear_system("ball", 3, M, NULL, NULL, q0, v0, F);
    roof = join("roof", newton(1), 1, 3, down, &room, ball, NULL);
    floor = soft("floor", 1, 3, up, &Kc, &radius, ball);
    simulate("moreau-jean", "compliance=impulse", 0, 5e-4, 10);
    MUST(zn_simulation_set(sim, "recompute", _i ? "yes" : "no"));
    MUST(zn_simulation_init(sim));
    ck_assert_int_eq(ref.rows, 1001);
    for (long k = 0; k < ref.rows; k++) {
        const double *above = zn_simulation_lambda(sim, roof, 1);
        const double *below = zn_simulation_lambda(sim, floor, 1);
        while (zn_simulation_time(sim) < reference_at(&ref, k, 0) - 1e-9)
            MUST(zn_simulation_step(sim));
        reference_check(&ref, k, 1, q_of(ball, 0), 1e-11);
        reference_check(&ref, k, 2, v_of(ball, 0), 1e-11);
        reference_check(&ref, k, 3, below[0] - above[0], 1e-11);
        reference_check(&ref, k, 4, above[0], 1e-11);
        /* the gap is told without D lambda */
        CLOSE(zn_simulation_y(sim, floor, 0)[0], q_of(ball, 0) - 0.1, 1e-14);
    }
    scene_teardown();
    reference_free(&ref);
}
END_TEST

/* ---- against Siconos itself ---------------------------------------------------------- */

typedef struct row {
    long step;
    double q[2], v[2], lambda[2];
} row;

static void compare(const row *r, size_t n, const zn_ds *ds,
                    const double *lambda[2])
{
    for (size_t k = 0, step = 0; k < n; k++) {
        for (; step < (size_t)r[k].step; step++)
            MUST(zn_simulation_step(sim));
        for (zn_index i = 0; i < 2; i++) {
            CLOSE(q_of(ds, i), r[k].q[i], 1e-11);
            CLOSE(v_of(ds, i), r[k].v[i], 1e-11);
            CLOSE(*lambda[i], r[k].lambda[i], 1e-11);
        }
    }
}

/* theta = 0.6, stiffness, damping and a rigid contact that the compliant one moves. */
START_TEST(a_compliant_and_a_rigid_contact)
{
    static const row rows[] = {
        {500, {-0.1501236271399842, -0.13449873307359334},
         {3.1813672604301928, -1.6312462347055774}, {0.013840059664595675, 0}},
        {1000, {0.029818193829972358, 0.32430340132277063},
         {0.033504295963153678, 0.74530484944457132}, {0, 0}},
        {3000, {-0.07063196570856492, 0.2631401464654759},
         {-0.1697441635499638, -0.94736589654448722}, {0.0066683978647215682, 0}},
    };
    const double M[4] = {1, 0.2, 0.2, 2}, C[4] = {0.3, -0.1, -0.1, 0.2};
    const double K[4] = {20, -5, -5, 30}, F[2] = {-9.81, 3};
    const double q0[2] = {0.5, 0.4}, v0[2] = {0, -1}, one[2] = {1, 0};
    const double Kc = 0.01, off = 0, between[2] = {-1, 1}, more = 0.1;
    const double *lambda[2];
    zn_interaction *a, *b;
    zn_ds *ds;

    scene_setup();
    ds = linear_system("two", 2, M, C, K, q0, v0, F);
    a = soft("soft", 1, 2, one, &Kc, &off, ds);
    b = join("rigid", newton(0.4), 1, 2, between, &more, ds, NULL);
    simulate("moreau-jean", "theta=0.6 compliance=impulse", 0, 1e-3, 3);
    MUST(zn_simulation_init(sim));
    lambda[0] = zn_simulation_lambda(sim, a, 1);
    lambda[1] = zn_simulation_lambda(sim, b, 1);
    compare(rows, sizeof rows / sizeof *rows, ds, lambda);
    scene_teardown();
}
END_TEST

/* A compliance that couples the rows of one contact; Siconos lets both in by the first. */
START_TEST(a_contact_of_two_rows)
{
    static const row rows[] = {
        {200, {0.30379999999999979, 0.26379999999999948},
         {-1.9620000000000068, -2.1620000000000053}, {0, 0}},
        {500, {-0.59357518333772452, -0.75918204535151468},
         {-2.6863675938676397, -4.0759673119536908},
         {0.023884794403584306, 0.021271451255509007}},
        {1000, {-0.18626423833976546, -1.5753143404493593},
         {1.3328581930521299, 2.2738801870288019}, {0, 0.051976528420903605}},
        {3000, {-0.40065243839111492, -1.0419495390219407},
         {0.5963709274511283, 4.2906582782997917},
         {0.011611294964614435, 0.032367019426651725}},
    };
    const double M[4] = {1, 0, 0, 2}, F[2] = {-9.81, -19.62};
    const double q0[2] = {0.5, 0.5}, v0[2] = {0, -0.2}, e[2] = {0, 0};
    const double Kc[4] = {0.02, 0.005, 0.005, 0.03}, I[4] = {1, 0, 0, 1};
    const double *lambda[2];
    zn_interaction *a;
    zn_ds *ds;

    scene_setup();
    ds = linear_system("two", 2, M, NULL, NULL, q0, v0, F);
    a = soft("soft", 2, 2, I, Kc, e, ds);
    simulate("moreau-jean", "compliance=impulse", 0, 1e-3, 3);
    MUST(zn_simulation_set(sim, "activation", "first"));
    MUST(zn_simulation_init(sim));
    lambda[0] = zn_simulation_lambda(sim, a, 1);
    lambda[1] = lambda[0] + 1;
    compare(rows, sizeof rows / sizeof *rows, ds, lambda);
    scene_teardown();
}
END_TEST

/* ---- what it is not for ---------------------------------------------------------------- */

static void bent(double t, unsigned nq, double *q, unsigned nl, double *lambda,
                 double *y, unsigned nz, double *z)
{
    (void)t, (void)nq, (void)nl, (void)nz, (void)z;
    y[0] = q[0] * q[0] - 1 + 0.1 * lambda[0];
}

START_TEST(a_relation_that_bends_is_refused)
{
    zn_interaction *a;
    zn_relation *r;
    zn_ds *ds;

    scene_setup();
    ds = point_mass("ball", 1, 2, 0, -1);
    MUST(zn_relation_new(ctx, "compliant", "floor", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)bent));
    MUST(zn_model_connect(model, "floor", complementarity(1), r, ds, NULL, &a));
    simulate("moreau-jean", "compliance=impulse", 0, 1e-3, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP,
            "compliance=impulse is for linear relations");
    scene_teardown();
}
END_TEST

/* y and lambda at the end of the step: they have to have a share in the step. */
START_TEST(forces_at_the_end_of_a_step_need_it)
{
    const double one = 1;
    zn_relation *r;
    zn_ds *ds;

    scene_setup();
    ds = point_mass("ball", 1, 2, 0, -1);
    MUST(zn_relation_new(ctx, "linear", "floor", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "D", 1, 1, &one));
    MUST(zn_model_connect(model, "floor", complementarity(1), r, ds, NULL, NULL));
    simulate("moreau-jean", _i ? "gamma_input=0" : "theta=0", 0, 1e-3, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP,
            "a relation that depends on lambda needs theta > 0 and gamma_input > 0");
    scene_teardown();
}
END_TEST

int main(void)
{
    Suite *s = suite_create("compliant contacts with impulses");
    TCase *t = tcase_create("all");

    tcase_add_loop_test(t, ball_between_a_roof_and_a_compliant_floor, 0, 2);
    tcase_add_test(t, a_compliant_and_a_rigid_contact);
    tcase_add_test(t, a_contact_of_two_rows);
    tcase_add_test(t, a_relation_that_bends_is_refused);
    tcase_add_loop_test(t, forces_at_the_end_of_a_step_need_it, 0, 2);
    suite_add_tcase(s, t);
    return test_main(s);
}
