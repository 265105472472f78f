/* test_event_loops.c - joints that say the same more than once, from event to event: forces,
 * impulses and percussions are the least that do the same, against those told by hand
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"
#include "tests/analytic/linkage.h"

static zn_index left_out(void)
{
    zn_run_info info;

    zn_simulation_run_info(sim, &info);
    return info.redundant;
}

static double lambda(const zn_interaction *a, int level, int row)
{
    return zn_simulation_lambda(sim, a, level)[row];
}

/* What the log has as percussions of a row. */
static double told_of(const zn_interaction *a, int row)
{
    double P = 0;

    for (int i = 0; i < events.n; i++)
        if (events.at[i].what == ZN_EVENT_IMPACT && events.at[i].interaction == a && events.at[i].row == row)
            P += events.at[i].value;
    return P;
}

/* ---- a rigid beam on three supports ------------------------------------------------------ */

enum { SUPPORTS = 3 };
static const double beam_mass = 3, beam_inertia = 0.7; /* kg, kg m^2 */
static const double place[SUPPORTS] = {-1, 0.25, 2};   /* m */

/* q = (height of the centre, angle), the moment `twist` on it; supports are equalities y + x th = 0. */
static zn_ds *beam(double twist, zn_interaction *a[SUPPORTS])
{
    const double M[4] = {beam_mass, 0, 0, beam_inertia}, none[2] = {0, 0};
    const double f[2] = {-beam_mass * grav, twist};
    zn_ds *ds = linear_system("beam", 2, M, NULL, NULL, none, none, f);
    char name[] = "support 0";

    for (int k = 0; k < SUPPORTS; k++, name[8]++) {
        const double C[2] = {1, place[k]};
        a[k] = join(name, equality(1), 1, 2, C, NULL, ds, NULL);
    }
    return ds;
}

/* Of all with sum r_k = F, sum x_k r_k = T those with the least sum d_k r_k^2, d_k = 1/m + x_k^2/I:
 * r_k = (alpha + beta x_k)/d_k, and alpha, beta from two equations. */
static void least_by_hand(double F, double T, double r[SUPPORTS])
{
    double S[3] = {0}, d[SUPPORTS];

    for (int k = 0; k < SUPPORTS; k++) {
        d[k] = 1 / beam_mass + place[k] * place[k] / beam_inertia;
        for (int p = 0; p < 3; p++)
            S[p] += pow(place[k], p) / d[k];
    }
    const double det = S[0] * S[2] - S[1] * S[1];
    const double alpha = (F * S[2] - T * S[1]) / det;
    const double beta = (T * S[0] - F * S[1]) / det;
    for (int k = 0; k < SUPPORTS; k++)
        r[k] = (alpha + beta * place[k]) / d[k];
}

START_TEST(a_beam_on_three_supports_rests_on_all_of_them)
{
    const double twist = 4.5, h = 0.125;
    double r[SUPPORTS];
    zn_interaction *a[SUPPORTS];

    beam(twist, a);
    event_driven(0, h, 1);
    least_by_hand(beam_mass * grav, -twist, r);
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        for (int k = 0; k < SUPPORTS; k++) {
            CLOSE(lambda(a[k], 2, 0), r[k], 1e-12);
            CLOSE(lambda(a[k], 1, 0), h * r[k], 1e-12);
        }
    }
    ck_assert_int_eq((int)left_out(), 1);
}
END_TEST

/* A ball falls on the beam at x = 0.6, e = 0.5: it cannot move, and P = 1.5 m |v|. Behind the impact
 * forces are those of before. */
START_TEST(a_beam_that_is_hit_shares_the_percussion)
{
    const double m = 0.4, at = 0.6, height = 0.8, C[3] = {1, -1, -at};
    const double P = 1.5 * m * sqrt(2 * grav * height);
    double hit[SUPPORTS], rest[SUPPORTS];
    zn_interaction *a[SUPPORTS];
    zn_ds *ds = beam(0, a), *ball = point_mass("ball", m, height, 0, -m * grav);

    join("contact", newton(0.5), 1, 3, C, NULL, ball, ds);
    event_driven(0, 0.1, 0.6);
    least_by_hand(P, P * at, hit);
    least_by_hand(beam_mass * grav, 0, rest);
    while (zn_simulation_step_info(sim)->impacts == 0)
        MUST(zn_simulation_step(sim));
    CLOSE(zn_simulation_time(sim), sqrt(2 * height / grav), 1e-12);
    for (int k = 0; k < SUPPORTS; k++) {
        CLOSE(told_of(a[k], 0), hit[k], 1e-11);
        CLOSE(lambda(a[k], 1, 0), hit[k], 1e-11);
        CLOSE(lambda(a[k], 2, 0), rest[k], 1e-11);
    }
    ck_assert_int_eq((int)left_out(), 1);
}
END_TEST

/* ---- a door on three hinges ------------------------------------------------------------- */

/* The recording's last row has F in its columns after the time. */
static void recorded(const char *name, const double F[3])
{
    char line[512], last[512] = "";
    FILE *f = fopen(name, "r");
    double x[4];

    ck_assert(f != NULL);
    while (fgets(line, sizeof line, f))
        memcpy(last, line, sizeof last);
    fclose(f);
    remove(name);
    ck_assert_int_eq(
        sscanf(last, "%lf,%lf,%lf,%lf", &x[0], &x[1], &x[2], &x[3]), 4);
    for (int i = 0; i < 3; i++)
        CLOSE(x[i + 1], F[i], 1e-9);
}

/* It turns with w, and after a turn its axes are those of the rows again. Of m g each bears a third, of
 * the force m w^2 0.4 m towards the hinges a part by 1/d, d = 1/m + z^2/I_z at the height z. The weight has a
 * moment, and with F of the outer hinges and M of all
 *     2 z F + 3 M = 0.4 m g,     F d = z M d_M,     d_M = 1/I_z
 * is the least. In a last step of s forces turn by w s. */
START_TEST(a_door_that_swings_on_three_hinges)
{
    const double z = 0.7, heights[3] = {-z, 0, z}, m = DOOR_MASS, w = 3;
    const double Iz = m * 4.64 / 12, ratio = z / (Iz / m + z * z);
    const double M = 0.4 * m * grav / (2 * z * ratio + 3), F = ratio * M;
    const double d[3] = {1 / m + z * z / Iz, 1 / m, 1 / m + z * z / Iz};
    const double all = -m * w * w * 0.4 / (2 / d[0] + 1 / d[1]);
    const double lean[3] = {F, 0, -F}, T = 2 * acos(-1) / w, s = 0x1p-17;
    zn_interaction *a[3];
    zn_reaction r[3];
    zn_recorder *rec;
    char name[64];
    zn_ds *door = hung_door(w, 3, heights, a);

    event_driven(0, 0.1, T);
    snprintf(name, sizeof name, "test_event_loops.%d.csv", (int)getpid());
    MUST(zn_recorder_new(sim, name, 1, &rec));
    MUST(zn_recorder_add_reaction(rec, a[0], 1, "low"));
    MUST(zn_simulation_advance_to(sim, T - s));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq((int)left_out(), 10);
    CLOSE(atan2(-q_of(door, 2), q_of(door, 0)), 0, 1e-9);
    for (int k = 0; k < 3; k++) {
        MUST(zn_simulation_reaction(sim, a[k], 1, &r[k]));
        CLOSE(r[k].h, s, 1e-12);
        CLOSE(r[k].impulse_body[0] / s, all / d[k] + lean[k], 1e-7);
        CLOSE(r[k].impulse_body[1] / s, m * grav / 3, 1e-7);
        ck_assert_double_lt(fabs(r[k].impulse_body[2] / s), m * w * w * w * s);
        ck_assert_double_lt(fabs(r[k].angular_body[0] / s), M * w * s);
        CLOSE(r[k].angular_body[1] / s, 0, 1e-9);
        CLOSE(r[k].angular_body[2] / s, M, 1e-7);
    }
    recorded(name, (const double[]){r[0].impulse[0] / s, r[0].impulse[1] / s,
                                    r[0].impulse[2] / s});
}
END_TEST

/* A rod that flies along itself with v is held by hinges at heights z of its end: of P = -m v each has F, and
 * M about y, which the rod has I of,
 *     sum F = P,  sum z F + sum M = 0,  F d = alpha + beta z,  M/I = beta,  d = 1/m + z^2/I
 * is the least. Its other percussions are none. */
START_TEST(a_rod_that_is_stopped_by_three_hinges)
{
    const double m = 1.5, v = 2, I = m * 4 / 12, z[3] = {0, 0.5, 2}, axis[3] = {0, 0, 1};
    double S[3] = {0, 0, 3 * I}, alpha, beta;
    zn_interaction *a[3];
    zn_ds *ds = rod("rod", (const double[]){0, 0, 0}, (const double[]){2, 0, 0}, m, v, 0);

    for (int k = 0; k < 3; k++) {
        const double at[3] = {0, 0, z[k]}, d = 1 / m + z[k] * z[k] / I;
        a[k] = hinge((const char *const[]){"low", "middle", "high"}[k], ds, NULL, at, axis);
        S[0] += 1 / d;
        S[1] += z[k] / d;
        S[2] += z[k] * z[k] / d;
    }
    alpha = -m * v * S[2] / (S[0] * S[2] - S[1] * S[1]);
    beta = -alpha * S[1] / S[2];
    event_driven(0, 0x1p-30, 0x1p-30);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq((int)left_out(), 10);
    CLOSE(v_of(ds, 0), 0, 1e-12);
    for (int k = 0; k < 3; k++) {
        CLOSE(told_of(a[k], 0), (alpha + beta * z[k]) / (1 / m + z[k] * z[k] / I), 1e-12);
        CLOSE(told_of(a[k], 1), 0, 1e-12);
        CLOSE(told_of(a[k], 2), 0, 1e-12);
        CLOSE(hypot(told_of(a[k], 3), told_of(a[k], 4)), fabs(beta * I), 1e-12);
    }
}
END_TEST

/* ---- a Bricard mechanism ------------------------------------------------------------------ */

/* The largest difference of what 30 rows bear, as mean of the forces at both ends of a step of h and as
 * impulse over h, of the fourth step. */
static double between_levels(double h, double *largest)
{
    double force[30], worst = 0;
    zn_interaction *a[6];
    zn_ds *ds[5];

    scene_again();
    bricard_mechanism(ds, a);
    event_driven(0, h, 4 * h);
    for (int i = 0; i < 3; i++)
        MUST(zn_simulation_step(sim));
    for (int k = 0; k < 30; k++)
        force[k] = lambda(a[k / 5], 2, k % 5);
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq((int)left_out(), 1);
    *largest = 0;
    for (int k = 0; k < 30; k++) {
        const double mean = (force[k] + lambda(a[k / 5], 2, k % 5)) / 2;
        *largest = fmax(*largest, fabs(mean));
        worst = fmax(worst, fabs(lambda(a[k / 5], 1, k % 5) / h - mean));
    }
    return worst;
}

START_TEST(forces_of_a_bricard_mechanism_are_its_impulses_over_time)
{
    double size[2];
    const double a = between_levels(1e-2, &size[0]);
    const double b = between_levels(1e-3, &size[1]);

    ck_assert_double_gt(size[1], 5); /* five rods of 1 kg hang on six hinges */
    ck_assert_double_lt(b, 1e-3 * size[1]);
    ck_assert_double_lt(b, a / 20);
}
END_TEST

/* The same as time steps give, but for their order in h. */
START_TEST(they_are_those_of_time_stepping)
{
    const double h = 1e-4, T = 0.2;
    double force[30];
    zn_interaction *a[6];
    zn_ds *ds[5];

    bricard_mechanism(ds, a);
    event_driven(0, 0.1, T);
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 30; k++)
        force[k] = lambda(a[k / 5], 2, k % 5);
    scene_again();
    bricard_mechanism(ds, a);
    use("moreau-jean", "theta=0.5");
    MUST(zn_simulation_set_time(sim, 0, h, T));
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 30; k++)
        CLOSE(lambda(a[k / 5], 1, k % 5) / h, force[k], 1e-3);
}
END_TEST

/* A blow on its first rod: percussions of 30 rows, against impulses of the step, whose least is found in another
 * way; it ends at the impact with which it begins. */
START_TEST(percussions_of_a_bricard_mechanism_are_its_impulses)
{
    const double blow[6] = {1, -2, 0.5, 0.3, 0.7, -0.4};
    double size = 0, left = 0;
    zn_interaction *a[6];
    zn_ds *ds[5];

    bricard_mechanism(ds, a);
    event_driven(0, 0.1, 0.1);
    MUST(zn_simulation_init(sim));
    memcpy(zn_simulation_state_rw(sim)->v, blow, sizeof blow);
    MUST(zn_simulation_touched(sim));
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq((int)left_out(), 1);
    for (int k = 0; k < 30; k++) {
        const zn_index at = zn_interaction_offset(a[k / 5]) + k % 5;
        size = fmax(size, fabs(told_of(a[k / 5], k % 5)));
        CLOSE(told_of(a[k / 5], k % 5), lambda(a[k / 5], 1, k % 5), 1e-9);
        CLOSE(told_of(a[k / 5], k % 5), zn_simulation_state(sim)->lambda[1][at], 1e-9);
        left += told_of(a[k / 5], k % 5) == 0;
    }
    ck_assert_double_gt(size, 0.5);
    ck_assert_double_lt(left, 20);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("loops of joints from event to event");
    TCase *tc = tcase_create("loops of joints from event to event");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_beam_on_three_supports_rests_on_all_of_them);
    tcase_add_test(tc, a_beam_that_is_hit_shares_the_percussion);
    tcase_add_test(tc, a_door_that_swings_on_three_hinges);
    tcase_add_test(tc, forces_of_a_bricard_mechanism_are_its_impulses_over_time);
    tcase_add_test(tc, they_are_those_of_time_stepping);
    tcase_add_test(tc, a_rod_that_is_stopped_by_three_hinges);
    tcase_add_test(tc, percussions_of_a_bricard_mechanism_are_its_impulses);
    suite_add_tcase(s, tc);
    return test_main(s);
}
