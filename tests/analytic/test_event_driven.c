/* test_event_driven.c - events at their exact instants: impacts, accumulations, contacts
 * that open, constraints
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

/* ---- the bouncing ball ---------------------------------------------------------- */

/* Dropped from q0 it hits first after s = sqrt(2 q0 / g), then after 2 e^k s; in all
 * s (1 + e)/(1 - e). */
START_TEST(the_ball_hits_at_the_exact_instants)
{
    const double e = 0.9, s = sqrt(2 / grav);
    double t = s, flight = 2 * s;

    bouncing_ball(1, 0, e);
    event_driven(0, 0.05, 8.5);
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 30; k++) {
        const zn_event_record *r = event_at(ZN_EVENT_IMPACT, k);
        const double v = sqrt(2 * grav) * pow(e, k);
        CLOSE(r->t, t, 1e-11);
        CLOSE(r->before, -v, 1e-11);
        CLOSE(r->after, e * v, 1e-11);
        CLOSE(r->value, (1 + e) * v, 1e-11);
        CLOSE(r->energy, -(1 - e * e) * v * v / 2, 1e-11);
        flight *= e;
        t += flight;
    }
}
END_TEST

START_TEST(its_impacts_accumulate_and_it_rests)
{
    static const double restitution[] = {0, 0.5, 0.9, 0.99};

    for (int i = 0; i < 4; i++) {
        const double e = restitution[i], s = sqrt(2 / grav);
        const double end = s * (1 + e) / (1 - e);
        zn_ds *ds = bouncing_ball(1, 0, e);
        event_driven(0, 0.1, 2 * end);
        MUST(zn_simulation_run(sim));
        if (e > 0) {
            const zn_event_record *r = event_at(ZN_EVENT_ACCUMULATION, 0);
            CLOSE(r->limit, end, 1e-11 * (1 + end));
            ck_assert_double_le(r->error, 1e-7);
            CLOSE(r->t, end, 1e-7);
        }
        CLOSE(event_at(ZN_EVENT_CLOSE, 0)->value, grav, 1e-12);
        ck_assert_int_eq(event_count(ZN_EVENT_CLOSE), 1);
        ck_assert_int_eq(event_count(ZN_EVENT_OPEN), 0);
        CLOSE(q_of(ds, 0), 0, 1e-12);
        ck_assert_double_eq(v_of(ds, 0), 0);
        scene_again();
    }
}
END_TEST

/* ---- the log --------------------------------------------------------------------- */

/* The lowest descriptor that is free. */
static int next_descriptor(void)
{
    const int fd = dup(0);

    ck_assert_int_ge(fd, 0);
    close(fd);
    return fd;
}

static long lines_of(const char *path)
{
    FILE *f = fopen(path, "r");
    long n = 0;

    ck_assert_ptr_nonnull(f);
    for (int c; (c = getc(f)) != EOF;)
        n += c == '\n';
    fclose(f);
    return n;
}

/* One file after another: each has the events of its time below its header, and is closed
 * when the next is begun. */
START_TEST(each_log_has_the_events_of_its_time)
{
    char folder[] = "/tmp/zeno-eventsXXXXXX", path[64];
    int before = 0, free_one = 0;

    ck_assert_ptr_nonnull(mkdtemp(folder));
    bouncing_ball(1, 0, 0.5);
    event_driven(0, 0.1, 1.2);
    for (int k = 0; k < 4; k++) {
        snprintf(path, sizeof path, "%s/log%d.csv", folder, k);
        MUST(zn_simulation_set(sim, "events", path));
        MUST(zn_simulation_advance_to(sim, 0.3 * (k + 1)));
        ck_assert_int_eq(lines_of(path), 1 + events.n - before);
        ck_assert(k != 1 || events.n == 1); /* at root(2 / g) = 0.45 s */
        before = events.n;
        if (k == 0)
            free_one = next_descriptor();
        ck_assert_int_eq(next_descriptor(), free_one);
        unlink(path);
    }
    ck_assert_int_ge(before, 2);
    rmdir(folder);
}
END_TEST

/* ---- a table on a shaker --------------------------------------------------------- */

static const double shake_a = 0.05, shake_w = 20;

static void table_h(unsigned nq, double *q, double t, unsigned ny, double *y,
                    unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[0] - shake_a * sin(shake_w * t);
}

static void table_h_dot(unsigned nq, double *q, double t, unsigned ny,
                        double *y, unsigned nz, double *z)
{
    (void)nq, (void)q, (void)ny, (void)nz, (void)z;
    y[0] = -shake_a * shake_w * cos(shake_w * t);
}

static void table_jac(unsigned nq, double *q, double t, unsigned ny, double *H,
                      unsigned nz, double *z)
{
    (void)nq, (void)q, (void)t, (void)ny, (void)nz, (void)z;
    H[0] = 1;
}

static zn_ds *ball_on_table(double q0, double v0, double e)
{
    zn_ds *ds = point_mass("ball", 1, q0, v0, -grav);
    zn_relation *r;
    zn_interaction *a;

    MUST(zn_relation_new(ctx, "rheonomous", "table", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)table_h));
    MUST(zn_relation_set_function(r, "h_dot", (zn_fn *)table_h_dot));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)table_jac));
    MUST(zn_model_connect(model, "table", newton(e), r, ds, NULL, &a));
    return ds;
}

/* It leaves when the table falls away with g, sin w t = g / (a w^2), flies, and falls on
 * it again. The second derivative of the table is a difference here: 1e-9. */
START_TEST(a_ball_leaves_a_shaken_table_when_it_falls_away)
{
    const double off = asin(grav / (shake_a * shake_w * shake_w)) / shake_w;

    ball_on_table(0, shake_a * shake_w, 0);
    event_driven(0, 0.01, 0.3);
    MUST(zn_simulation_run(sim));
    CLOSE(off, 2.563317112652e-02, 1e-14);
    CLOSE(event_at(ZN_EVENT_OPEN, 0)->t, off, 1e-9);
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, 2.618288909269e-01, 1e-9);
    ck_assert_int_eq(event_count(ZN_EVENT_OPEN), 1);
}
END_TEST

/* ---- several contacts at once ------------------------------------------------------ */

/* Three unit masses in a row, y1 = q2 - q1, y2 = q3 - q2, the first one hits with
 * velocity 1 at t = 0. */
static void three_in_a_row(zn_law *one, zn_law *two)
{
    const double C[] = {-1, 1};
    zn_ds *a = point_mass("a", 1, 0, 1, 0), *b = point_mass("b", 1, 0, 0, 0);
    zn_ds *c = point_mass("c", 1, 0, 0, 0);

    join("ab", one, 1, 2, C, NULL, a, b);
    join("bc", two, 1, 2, C, NULL, b, c);
    event_driven(0, 0.5, 1);
    MUST(zn_simulation_run(sim));
}

static zn_law *poisson(double e)
{
    zn_law *law;

    MUST(zn_law_poisson_impact(ctx, e, &law));
    return law;
}

/* Rates u and percussions P of both contacts, in one event each. */
static void hit_once(double u1, double u2, double P1, double P2)
{
    const zn_event_record *a = event_at(ZN_EVENT_IMPACT, 0);
    const zn_event_record *b = event_at(ZN_EVENT_IMPACT, 1);

    ck_assert_int_eq(event_count(ZN_EVENT_IMPACT), 2);
    ck_assert_double_eq(a->t, 0);
    ck_assert_double_eq(b->t, 0);
    CLOSE(a->before, -1, 1e-15);
    CLOSE(b->before, 0, 1e-15);
    CLOSE(a->after, u1, 1e-13);
    CLOSE(b->after, u2, 1e-13);
    CLOSE(a->value, P1, 1e-13);
    CLOSE(b->value, P2, 1e-13);
}

/* u+ = u- + M P with M = [2 -1; -1 2], u- = (-1, 0).
 * Newton, e = (0, 1):  u+ = 0,       P = M^-1 (1, 0) = (2/3, 1/3)
 * Newton, e = (1, 1):  u+ = (1, 0),  P = M^-1 (2, 0) = (4/3, 2/3)
 * Poisson, e = (0, 1): Pc = (2/3, 1/3), then 1/3 more of the second: M (2/3, 2/3) =
 *                      (2/3, 2/3) leaves u1 = -1/3, so P1 = 5/6 and u+ = (0, 1/2) */
START_TEST(impacts_at_the_start_of_three_bodies_in_a_row)
{
    three_in_a_row(newton(0), newton(1));
    hit_once(0, 0, 2.0 / 3, 1.0 / 3);
    scene_again();
    three_in_a_row(newton(1), newton(1));
    hit_once(1, 0, 4.0 / 3, 2.0 / 3);
    scene_again();
    three_in_a_row(poisson(0), poisson(1));
    hit_once(0, 0.5, 5.0 / 6, 2.0 / 3);
}
END_TEST

/* Two balls of equal height hit two floors at once; a third one later. */
START_TEST(two_impacts_at_one_instant_are_one_event)
{
    const double one = 1;
    const double q0[] = {1, 1, 2};

    for (int i = 0; i < 3; i++) {
        char name[8];
        zn_ds *ds;
        snprintf(name, sizeof name, "b%d", i);
        ds = point_mass(name, 1, q0[i], 0, -grav);
        join(name, newton(0.5), 1, 1, &one, NULL, ds, NULL);
    }
    event_driven(0, 0.7, 0.7);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(events.n, 3);
    CLOSE(events.at[0].t, sqrt(2 / grav), 1e-14);
    ck_assert(events.at[0].t == events.at[1].t);
    CLOSE(events.at[2].t, sqrt(4 / grav), 1e-14);
}
END_TEST

/* Ten beads above one another, gaps of 2^-10 m, every other one falls faster, e = 0.9: 1981
 * impacts in 0.2 s, and the lower five come to rest by impacts that accumulate. The numbers
 * are of a program with 120 decimal digits that goes from impact to impact in closed form,
 * until rates are below 1e-30 m/s (9484 impacts; those of 60 digits are the same). Grids that end
 * steps of the integrator make other last digits, and other errors. */
static const double grids[] = {20, 1, 2, 6, 20, 31};

START_TEST(beads_that_fall_on_one_another_are_where_120_digits_have_them)
{
    static const double at[] = {0.125,
                                0.375,
                                0.625,
                                0.875,
                                1.125,
                                1.3750232700417144,
                                1.6250326263959249,
                                1.8751238784461421,
                                2.1251366463959331,
                                2.3752164143480177};
    static const double rests[] = {0.15142940346738262, 0.15145763744852592,
                                   0.15344882265279142, 0.15365196463786432,
                                   0.16565885301917094};
    const double one = 1, pair[2] = {-1, 1}, r = 0.125, gap = 0x1p-10;
    zn_ds *bead[10];

    for (int i = 0; i < 10; i++) {
        const double b = i ? -2 * r : -r;
        zn_interaction *a;
        char name[8];
        snprintf(name, sizeof name, "b%d", i);
        bead[i] = point_mass(name, 1, r + i * (2 * r + gap) + gap,
                             i % 2 ? -1.5 : -0.5, -grav);
        a = join(name, newton(0.9), 1, i ? 2 : 1, i ? pair : &one, &b,
                 bead[i ? i - 1 : 0], i ? bead[i] : NULL);
        ck_assert_ptr_nonnull(a);
    }
    event_driven(0, 0.2 / grids[_i], 0.2);
    MUST(zn_simulation_set(sim, "instants", _i ? "stop" : "dense"));
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 10; i++)
        CLOSE(q_of(bead[i], 0), at[i], 1e-12);
    for (int i = 0; i < 5; i++) {
        const zn_event_record *a = event_at(ZN_EVENT_ACCUMULATION, i);
        ck_assert_double_lt(a->error, 1e-6);
        CLOSE(a->limit, rests[i], a->error);
    }
}
END_TEST

/* Two and three beads at 1, 1.5 and 2 m over the floor, that come to rest together by impacts
 * without end: instants of a program with 130 digits, rates below 1e-45 m/s. The log has each to the
 * error it says, some 1e-7. */
static const struct collapse {
    int    n;
    double e, t;
} collapses[] = {
    {2, 0.2, 0.571373172395827328}, {2, 0.25, 0.600564309192650053},
    {2, 0.3, 0.643260594785690670}, {2, 0.33, 0.672931562575995710},
    {2, 0.36, 0.704305755671062807}, {3, 0.3, 0.638596984767080668},
    {3, 0.33, 0.642101742100850546},
};

START_TEST(columns_come_to_rest_when_the_log_says)
{
    const struct collapse *c = &collapses[_i];
    const double one = 1, pair[2] = {-1, 1};
    zn_ds *bead[3] = {NULL};

    for (int i = 0; i < c->n; i++) {
        char name[8];
        snprintf(name, sizeof name, "b%d", i);
        bead[i] = point_mass(name, 1, 1 + 0.5 * i, 0, -grav);
        join(name, newton(c->e), 1, i ? 2 : 1, i ? pair : &one, NULL,
             bead[i ? i - 1 : 0], i ? bead[i] : NULL);
    }
    event_driven(0, 0.01, 0.75);
    MUST(zn_simulation_run(sim));
    ck_assert_int_ge(event_count(ZN_EVENT_ACCUMULATION), c->n);
    for (int i = 0; i < c->n; i++) {
        const zn_event_record *a = event_at(
            ZN_EVENT_ACCUMULATION, event_count(ZN_EVENT_ACCUMULATION) - c->n + i);
        ck_assert_double_lt(a->error, 1e-6);
        CLOSE(a->limit, c->t, a->error);
    }
}
END_TEST

/* ---- constraints -------------------------------------------------------------------- */

/* A point of 1 kg on a circle of radius 1, (x, y) with y downwards. */
static void circle_h(unsigned nq, const double *q, unsigned ny, double *y,
                     unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
}

static void circle_jac(unsigned nq, const double *q, unsigned ny, double *H,
                       unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    H[0] = q[0];
    H[1] = q[1];
}

static void circle_jac_dot(unsigned nq, const double *q, unsigned nv,
                           const double *v, double *H, unsigned nz, double *z)
{
    (void)nq, (void)q, (void)nv, (void)nz, (void)z;
    H[0] = v[0];
    H[1] = v[1];
}

/* The period of a pendulum of length 1 and amplitude a: 2 pi / (sqrt(g) agm(1, cos(a/2)))
 * (Gauss). */
static double period(double a)
{
    double x = 1, y = cos(a / 2);

    for (int k = 0; k < 10; k++) {
        const double mean = (x + y) / 2;
        y = sqrt(x * y);
        x = mean;
    }
    return 2 * M_PI / (sqrt(grav) * x);
}

/* A bob at the angle a, and what holds it. */
static zn_ds *hung(double a, zn_law *law, zn_fn *h, zn_fn *jac, zn_fn *jac_dot)
{
    const double M[] = {1, 0, 0, 1}, q0[] = {sin(a), cos(a)}, v0[2] = {0};
    const double f[] = {0, grav};
    zn_ds *ds = linear_system("bob", 2, M, NULL, NULL, q0, v0, f);
    zn_relation *r;
    zn_interaction *rod;

    MUST(zn_relation_new(ctx, "scleronomous", "rod", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", h));
    MUST(zn_relation_set_function(r, "jac_h_q", jac));
    if (jac_dot)
        MUST(zn_relation_set_function(r, "jac_h_q_dot", jac_dot));
    MUST(zn_model_connect(model, "rod", law, r, ds, NULL, &rod));
    return ds;
}

static zn_ds *pendulum(double a)
{
    return hung(a, equality(1), (zn_fn *)circle_h, (zn_fn *)circle_jac,
                (zn_fn *)circle_jac_dot);
}

START_TEST(a_pendulum_is_back_after_its_period)
{
    const double a = 2, T = period(a);
    zn_ds *ds = pendulum(a);

    event_driven(0, T / 50, 3 * T);
    MUST(zn_simulation_run(sim));
    CLOSE(q_of(ds, 0), sin(a), 1e-9);
    CLOSE(q_of(ds, 1), cos(a), 1e-9);
    CLOSE(hypot(q_of(ds, 0), q_of(ds, 1)), 1, 1e-12);
    CLOSE(v_of(ds, 0), 0, 1e-8);
    ck_assert_int_eq(events.n, 0);
}
END_TEST

/* By a scheme of order two in steps of T/400 and T/800, the rod held at every instant. */
START_TEST(a_pendulum_by_generalised_alpha_is_of_order_two)
{
    const double a = 2, T = period(a);
    double late[2];

    for (int i = 0; i < 2; i++) {
        scene_again();
        zn_ds *ds = pendulum(a);
        event_driven(0, T / (i ? 800 : 400), T);
        MUST(zn_simulation_set(sim, "ode", "generalised-alpha"));
        MUST(zn_simulation_run(sim));
        late[i] = v_of(ds, 0);
        CLOSE(hypot(q_of(ds, 0), q_of(ds, 1)), 1, 1e-12);
    }
    CLOSE(late[0] / late[1], 4, 0.05);
    ck_assert_double_lt(fabs(late[1]), 1e-3);
}
END_TEST

START_TEST(an_unknown_integrator_is_told_what_there_is)
{
    pendulum(1);
    event_driven(0, 0.5, 10);
    MUST(zn_simulation_set(sim, "ode", "rk4"));
    REFUSED(zn_simulation_step(sim), ZN_ENOENT, "option ode, 'auto' or a class: no integrator");
    REFUSED(zn_simulation_step(sim), ZN_ENOENT, "'rk4'; there is: dormand-prince,");
}
END_TEST

/* Steps of the integrator that the pendulum takes. */
static zn_index steps_of(const char *ode, double end[2])
{
    zn_index steps = 0;
    zn_ds *ds;

    scene_again();
    ds = pendulum(1);
    event_driven(0, 0.5, 10);
    MUST(zn_simulation_set(sim, "ode", ode));
    while (zn_simulation_time(sim) < 10) {
        MUST(zn_simulation_step(sim));
        steps += zn_simulation_step_info(sim)->substeps;
    }
    end[0] = q_of(ds, 0);
    end[1] = q_of(ds, 1);
    return steps;
}

/* Masses and forces are constant, but the force of the rod is not. */
START_TEST(what_a_joint_bends_is_no_uniform_motion)
{
    double end[3][2];
    const zn_index by_itself = steps_of("auto", end[0]);

    ck_assert_int_eq(by_itself, steps_of("dormand-prince-853", end[1]));
    ck_assert_mem_eq(end[0], end[1], sizeof end[0]);
    ck_assert_int_lt(4 * by_itself, steps_of("dormand-prince", end[2]));
}
END_TEST

static void string_h(unsigned nq, const double *q, unsigned ny, double *y,
                     unsigned nz, double *z)
{
    circle_h(nq, q, ny, y, nz, z);
    y[0] = -y[0];
}

static void string_jac(unsigned nq, const double *q, unsigned ny, double *H,
                       unsigned nz, double *z)
{
    circle_jac(nq, q, ny, H, nz, z);
    H[0] = -H[0];
    H[1] = -H[1];
}

static const char *const rtols[] = {"1e-3", "1e-4", "1e-6"};

/* On a taut string, with loose tolerances: where it turns v is nothing, and what errors leave of
 * the rate is no jump of it. */
START_TEST(errors_of_a_taut_string_are_no_impacts)
{
    hung(1, newton(0.5), (zn_fn *)string_h, (zn_fn *)string_jac, NULL);
    event_driven(0, 1, 20);
    MUST(zn_simulation_set(sim, "rtol", rtols[_i]));
    MUST(zn_simulation_set(sim, "atol", rtols[_i]));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(event_count(ZN_EVENT_IMPACT), 0);
    ck_assert_int_eq(event_count(ZN_EVENT_OPEN), 0);
    ck_assert_int_eq(event_count(ZN_EVENT_CLOSE), 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(t, the_ball_hits_at_the_exact_instants);
    tcase_add_test(t, its_impacts_accumulate_and_it_rests);
    tcase_add_test(t, each_log_has_the_events_of_its_time);
    tcase_add_test(t, a_ball_leaves_a_shaken_table_when_it_falls_away);
    tcase_add_test(t, impacts_at_the_start_of_three_bodies_in_a_row);
    tcase_add_test(t, two_impacts_at_one_instant_are_one_event);
    tcase_add_loop_test(
        t, beads_that_fall_on_one_another_are_where_120_digits_have_them, 0,
        sizeof grids / sizeof *grids);
    tcase_add_loop_test(t, columns_come_to_rest_when_the_log_says, 0,
                        sizeof collapses / sizeof *collapses);
    tcase_add_test(t, a_pendulum_is_back_after_its_period);
    tcase_add_test(t, a_pendulum_by_generalised_alpha_is_of_order_two);
    tcase_add_test(t, what_a_joint_bends_is_no_uniform_motion);
    tcase_add_test(t, an_unknown_integrator_is_told_what_there_is);
    tcase_add_loop_test(t, errors_of_a_taut_string_are_no_impacts, 0,
                        sizeof rtols / sizeof *rtols);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
