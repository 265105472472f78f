/* test_event_driven.c - reference trajectories of event-driven runs
 *
 * Row by row: an instant of the grid is a row, an impact two, of one time. The tables were
 * made with an integrator and a search for roots of their own, whose errors are of the
 * order 1e-12 relative: they set the tolerances.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/reference.h"
#include "tests/unit/scene.h"

static zn_interaction *floor_;

static zn_ds *ball(double e)
{
    const double q0[3] = {1, 0, 0}, v0[3] = {0}, f[3] = {-9.81, 0, 0};
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 2.0 / 5 * 0.1 * 0.1};
    const double C[3] = {1, 0, 0};
    zn_law *law = newton(e);
    zn_ds *ds = linear_system("ball", 3, M, NULL, NULL, q0, v0, f);

    floor_ = join("floor", law, 1, 3, C, NULL, ds, NULL);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.005, 8.5));
    MUST(zn_simulation_init(sim));
    return ds;
}

START_TEST(bouncing_ball)
{
    reference ref;
    zn_ds *ds;
    int impacts = 0;

    if (!reference_read(&ref, "trajectories/BouncingBallED/BouncingBallED.ref"))
        return;
    ds = ball(0.9);
    for (long k = 0; k < ref.rows; k++) {
        const bool after =
            k > 0 && reference_at(&ref, k, 0) == reference_at(&ref, k - 1, 0);
        MUST(zn_simulation_step(sim));
        reference_check(&ref, k, 0, zn_simulation_time(sim), 1e-11);
        reference_check(&ref, k, 1, q_of(ds, 0), 1e-9);
        reference_check(&ref, k, 2, v_of(ds, 0), 1e-10);
        if (after) /* else the table keeps the last impulse */
            reference_check(&ref, k, 3, zn_simulation_p(sim, ds)[0], 1e-10);
        impacts += after;
    }
    ck_assert_int_eq(impacts, 44);
    reference_free(&ref);
}
END_TEST

START_TEST(ball_that_rests_after_its_first_impact)
{
    reference ref;
    zn_ds *ds;

    if (!reference_read(&ref, "trajectories/BouncingBallED-withRestingContact/"
                              "BouncingBallED-withRestingContact.ref"))
        return;
    ds = ball(0);
    for (long k = 0; k < ref.rows; k++) {
        MUST(zn_simulation_step(sim));
        reference_check(&ref, k, 0, zn_simulation_time(sim), 1e-12);
        reference_check(&ref, k, 1, q_of(ds, 0), 1e-11);
        reference_check(&ref, k, 2, v_of(ds, 0), 1e-11);
        reference_check(&ref, k, 4, zn_simulation_lambda(sim, floor_, 2)[0],
                        1e-10);
    }
    reference_free(&ref);
}
END_TEST

/* ---- a block that falls on its corners ----------------------------------------------- */

/* 1 m by 1.5 m, 1 kg: gaps y -+ sin(a)/2 - 3/4 cos(a) */
static void gap(unsigned nq, double *q, unsigned ny, double *y, unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz;
    y[0] = q[1] + z[0] * sin(q[2]) - 0.75 * cos(q[2]);
}

static void gradient(unsigned nq, double *q, unsigned ny, double *H, unsigned nz,
                     double *z)
{
    (void)nq, (void)ny, (void)nz;
    H[0] = 0;
    H[1] = 1;
    H[2] = z[0] * cos(q[2]) + 0.75 * sin(q[2]);
}

static void gradient_dot(unsigned nq, double *q, unsigned nv, double *v, double *out,
                         unsigned nz, double *z)
{
    (void)nq, (void)nv, (void)nz;
    out[0] = out[1] = 0;
    out[2] = (0.75 * cos(q[2]) - z[0] * sin(q[2])) * v[2];
}

static zn_ds *block(void)
{
    const double I = (1 + 1.5 * 1.5) / 12, q0[3] = {0, 1, 0.2}, v0[3] = {0};
    const double f[3] = {0, -9.81, 0}, M[9] = {1, 0, 0, 0, 1, 0, 0, 0, I};
    zn_ds *ds = linear_system("block", 3, M, NULL, NULL, q0, v0, f);

    for (int k = 0; k < 2; k++) {
        const double arm = k ? 0.5 : -0.5;
        zn_relation *r;
        MUST(zn_relation_new(ctx, "scleronomous", k ? "right" : "left", 1, 3, &r));
        MUST(zn_relation_set_function(r, "h", (zn_fn *)gap));
        MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)gradient));
        MUST(zn_relation_set_function(r, "jac_h_q_dot", (zn_fn *)gradient_dot));
        MUST(zn_relation_set_z(r, 1, &arm));
        MUST(zn_model_connect(model, k ? "right" : "left", newton(0.2), r, ds, NULL,
                              NULL));
    }
    return ds;
}

typedef struct instants {
    int n, accumulations;
    double t[100];
} instants;

static void keep(void *user, const zn_event_record *e)
{
    instants *to = user;

    if (e->what == ZN_EVENT_IMPACT && to->n < 100)
        to->t[to->n++] = e->t;
    to->accumulations += e->what == ZN_EVENT_ACCUMULATION;
}

/* e = 0.2: impacts of one corner accumulate, it rocks about that one, falls on the other, ten
 * times over until it stands. Siconos 4.4.0 as Debian packages it goes through all 68 impacts
 * (LsodarOSI); here the last ones of each accumulation are passed at once. */
START_TEST(a_block_comes_to_stand_through_accumulations_of_accumulations)
{
    /* the next are at 1e-5 m/s, where 1e-15 m is 1e-10 s */
    static const double impacts[9] = {
        0.18375148378275064, 0.2886638647264197,  0.2887029028256668,
        0.32585651623752276, 0.333250989893231,   0.33472950363873166,
        0.33502520066735525, 0.33508433991340764, 0.335096167719251};
    static const double at[4][5] = {
        /* t, y, angle, and their rates */
        {0.34, 0.7551737556417475, 0.010429276971744226, -0.018372794086149787,
         -0.03733162056042068},
        {0.395, 0.7501914962532459, 0.00038310259155304593, -0.011029231879124008,
         -0.02207114864986449},
        {0.404, 0.7500079459841711, 1.5892157821001645e-05, -0.0008381302397205998,
         -0.0016763004405754788},
        {0.58, 0.75, 0, 0, 0}};
    zn_ds *ds = block();
    instants seen = {0};

    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_set_time(sim, 0, 0.001, 0.58));
    MUST(zn_simulation_on_event(sim, keep, &seen));
    for (int k = 0; k < 4; k++) {
        MUST(zn_simulation_advance_to(sim, at[k][0]));
        for (int i = 0; i < 2; i++) {
            CLOSE(q_of(ds, 1 + i), at[k][1 + i], 1e-10);
            CLOSE(v_of(ds, 1 + i), at[k][3 + i], 1e-10);
        }
        CLOSE(q_of(ds, 0), 0, 1e-15);
    }
    ck_assert_int_ge(seen.n, 40);
    ck_assert_int_ge(seen.accumulations, 8);
    for (int k = 0; k < 9; k++)
        CLOSE(seen.t[k], impacts[k], 1e-10);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conformance: event-driven");
    TCase *tc = tcase_create("trajectories");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, bouncing_ball);
    tcase_add_test(tc, ball_that_rests_after_its_first_impact);
    tcase_add_test(tc, a_block_comes_to_stand_through_accumulations_of_accumulations);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
