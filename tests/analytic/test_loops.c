/* test_loops.c - mechanisms whose joints say the same more than once: they move as
 * they should, and hold also where a row was left out
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/linkage.h"

static void begin(double h, double T)
{
    simulate("moreau-jean", "theta=0.5", 0, h, T);
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_set_real(sim, "projection_tol", 1e-11));
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-9));
    MUST(zn_simulation_init(sim));
}

static zn_index left_out(void)
{
    zn_run_info info;

    zn_simulation_run_info(sim, &info);
    return info.redundant;
}

static double opening(zn_interaction *const a[], int n)
{
    double worst = 0;

    for (int k = 0; k < n; k++)
        for (int i = 0; i < 5; i++)
            worst = fmax(worst, fabs(zn_simulation_y(sim, a[k], 0)[i]));
    return worst;
}

/* ---- a parallelogram ------------------------------------------------------------- */

/* th'' = -c sin(th) from 0, at the rate v, at time T: classical Runge-Kutta. */
static double swing(double c, double v, double T)
{
    const int n = 20000;
    const double h = T / n;
    double q = 0;

    for (int i = 0; i < n; i++) {
        const double a = -c * sin(q), b = -c * sin(q + h / 2 * v);
        const double d = -c * sin(q + h / 2 * (v + h / 2 * a));
        const double e = -c * sin(q + h * (v + h / 2 * b));
        q += h * v + h * h / 6 * (a + b + d);
        v += h / 6 * (a + 2 * b + 2 * d + e);
    }
    return q;
}

/* Two cranks of 1 m and 1 kg, a bar of 2 kg between their ends, 4 hinges: 20 rows for
 * 18 velocities, of which one is free. The cranks hang and start at 2 rad/s: never do
 * they come near the bar's direction, where the motion would branch. */
static double parallelogram(double h)
{
    const double z[3] = {0, 0, 1}, A[3] = {0, 0, 0}, B[3] = {3, 0, 0};
    const double P[3] = {0, -1, 0}, Q[3] = {3, -1, 0};
    const double c = (1 + 2) * grav / (2. / 3 + 2);
    zn_ds *one, *two, *bar;
    zn_interaction *a[4];

    scene_teardown();
    scene_setup();
    one = rod("one", A, P, 1, 1, 2);
    two = rod("two", B, Q, 1, 1, 2);
    bar = rod("bar", P, Q, 2, 2, 0);
    a[0] = hinge("A", one, NULL, A, z);
    a[1] = hinge("B", two, NULL, B, z);
    a[2] = hinge("P", one, bar, P, z);
    a[3] = hinge("Q", two, bar, Q, z);
    begin(h, .7);
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        ck_assert_double_le(opening(a, 4), 1e-10);
    }
    ck_assert_int_eq((int)left_out(), 3);
    /* the bar stays level, and its centre is 1 m from (1.5, 0) */
    CLOSE(hypot(q_of(bar, 0) - 1.5, q_of(bar, 1)), 1, 1e-10);
    CLOSE(fabs(q_of(bar, 3)), 1, 1e-10);
    return fabs(atan2(q_of(bar, 0) - 1.5, -q_of(bar, 1)) - swing(c, 2, .7));
}

START_TEST(a_parallelogram_swings_as_a_pendulum)
{
    const double a = parallelogram(1e-3), b = parallelogram(5e-4);

    ck_assert_msg(b < 1e-5, "%g", b);
    CLOSE(log2(a / b), 2, .05);
}
END_TEST

/* ---- a Bricard mechanism ------------------------------------------------------------ */

/* At rest its energy is that of the weights at the start, which it keeps but for the error of the
 * scheme. */
static double bricard(double h, double *lowest)
{
    zn_ds *ds[5];
    zn_interaction *a[6];
    double E = 0;

    scene_teardown();
    scene_setup();
    bricard_mechanism(ds, a);
    begin(h, 2);
    *lowest = 0;
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        ck_assert_double_le(opening(a, 6), 1e-9);
        *lowest = fmin(*lowest, q_of(ds[2], 1));
    }
    ck_assert_int_eq((int)left_out(), 1);
    for (int i = 0; i < 5; i++) {
        const double *v = zn_simulation_v(sim, ds[i]);
        double Iv[6];
        E += grav * q_of(ds[i], 1);
        MUST(zn_ds_class(ds[i])->mass_mul(ds[i], zn_simulation_q(sim, ds[i]), v,
                                          Iv));
        for (int k = 0; k < 6; k++)
            E += v[k] * Iv[k] / 2;
    }
    return E + 3 * grav;
}

START_TEST(a_bricard_mechanism_moves)
{
    double low[2], drift[2];

    drift[0] = bricard(4e-3, &low[0]);
    drift[1] = bricard(2e-3, &low[1]);
    ck_assert_double_lt(fabs(drift[1]), 1e-5);
    ck_assert_double_lt(fabs(drift[1]), fabs(drift[0]) / 2);
    /* swings through its lowest position, 1.2898 m below */
    CLOSE(low[0], low[1], 1e-4);
    ck_assert_double_lt(low[1], -1.28);
}
END_TEST

/* ---- a door on three hinges ---------------------------------------------------------- */

/* One hinge would do. With a hinge taken away the others hold it. */
START_TEST(a_door_may_lose_a_hinge)
{
    const double z[3] = {0, 0, 1}, end[3] = {2, 0, 0};
    const double at[3][3] = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}};
    zn_ds *door = rod("door", at[0], end, 1, 0, 0);
    zn_interaction *a[3];

    a[0] = hinge("low", door, NULL, at[0], z);
    a[1] = hinge("middle", door, NULL, at[1], z);
    a[2] = hinge("high", door, NULL, at[2], z);
    begin(1e-3, 1);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 200; i++)
            MUST(zn_simulation_step(sim));
        ck_assert_int_eq((int)left_out(), 10 - 5 * k);
        ck_assert_double_le(opening(a + k, 3 - k), 1e-10);
        CLOSE(hypot(q_of(door, 0), q_of(door, 1)), 1, 1e-10);
        if (k == 2)
            break;
        zn_model_reopen(model);
        MUST(zn_model_remove_interaction(model, a[k]));
        MUST(zn_model_seal(model));
    }
    ck_assert_double_lt(q_of(door, 1), -.5); /* it fell */
}
END_TEST

/* A rod that nothing holds was there first. When it has gone a third hinge along the same axis, as the second, says
 * what the first one does. */
START_TEST(rows_are_left_out_whoever_has_gone)
{
    const double z[3] = {0, 0, 1}, A[3] = {0, 0, 0}, P[3] = {0, -1, 0};
    const double far[3] = {5, 0, 0}, end[3] = {6, 0, 0};
    zn_ds *first = rod("first", far, end, 1, 0, 0), *door = rod("door", A, P, 1, 1, 2);
    zn_interaction *a[3];

    a[0] = hinge("one", door, NULL, A, z);
    a[1] = hinge("two", door, NULL, (double[3]){0, 0, 1}, z);
    begin(1e-3, 1);
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq((int)left_out(), 5);
    zn_model_reopen(model);
    MUST(zn_model_remove_ds(model, first));
    a[2] = hinge("three", door, NULL, (double[3]){0, 0, 2}, z);
    MUST(zn_model_seal(model));
    for (int k = 0; k < 5; k++)
        MUST(zn_simulation_step(sim));
    ck_assert_int_eq((int)left_out(), 10);
    ck_assert_double_le(opening(a, 3), 1e-10);
}
END_TEST

/* ---- and where there is no loop -------------------------------------------------------- */

/* A relation that says the same twice, and rows that tell a velocity that is
 * prescribed. */
START_TEST(rows_that_say_nothing_new)
{
    const double C[4] = {1, 2, 0, 0}, M[4] = {1, 0, 0, 1}, q0[2] = {0},
                 v0[2] = {0}, f[2] = {1, 1};
    zn_ds *ds = linear_system("point", 2, M, NULL, NULL, q0, v0, f);
    zn_interaction *a = join("twice", equality(2), 2, 2, C, NULL, ds, NULL);

    simulate("moreau-jean", "theta=0.5", 0, .1, 1);
    MUST(zn_simulation_set(sim, "recompute", "yes"));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq((int)left_out(), 1);
    CLOSE(v_of(ds, 0), 0, 1e-14);
    CLOSE(v_of(ds, 1), 1, 1e-14);
    /* the row of length 2 was taken, half the force in it: 2 lambda = -h f */
    CLOSE(zn_simulation_lambda(sim, a, 1)[0] +
              2 * zn_simulation_lambda(sim, a, 1)[1],
          -.1, 1e-14);
}
END_TEST

/* ---- reactions ---------------------------------------------------------------------- */

static double norm_of(zn_interaction *const a[], int n, const zn_simulation *s,
                      const double *state)
{
    double sum = 0;

    (void)s;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 5; i++) {
            const double x = state ? state[zn_interaction_offset(a[k]) + i]
                                   : zn_simulation_lambda(sim, a[k], 1)[i];
            sum += x * x;
        }
    return sqrt(sum);
}

/* The last row of the recording has Fy in its third column. */
static void recorded(const char *name, double Fy)
{
    char line[512], last[512] = "";
    FILE *f = fopen(name, "r");
    double x[3];

    ck_assert(f && fgets(line, sizeof line, f));
    ck_assert_msg(strncmp(line,
                          "t[s],middle on door.Fx[N],middle on door.Fy[N],",
                          47) == 0,
                  "%s", line);
    while (fgets(line, sizeof line, f))
        memcpy(last, line, sizeof last);
    fclose(f);
    remove(name);
    ck_assert_int_eq(sscanf(last, "%lf,%lf,%lf", &x[0], &x[1], &x[2]), 3);
    CLOSE(x[2], Fy, 1e-8);
}

/* On three hinges, heights -0.7, 0 and 0.7 from its middle: 15 rows where 5 would do. Its weight m g at x = 0.4 is carried by all of
 * them alike; the moment 0.4 m g is taken by pairs of horizontal forces of the outer hinges and
 * by the moments of all. What the least norm gives is symmetric: F_x of the
 * upper is minus that of the lower hinge, and 0 of the middle one. */
START_TEST(a_door_on_three_hinges_shares_its_weight)
{
    const double heights[3] = {-0.7, 0, 0.7}, h = 1e-3, m = DOOR_MASS;
    const double f[3] = {0, -m * grav, 0};
    double force[3] = {0}, moment[3] = {0};
    zn_interaction *a[3];
    zn_recorder *rec;
    zn_reaction w[3];
    char name[64];

    hung_door(0, 3, heights, a);
    begin(h, 0.1);
    snprintf(name, sizeof name, "test_loops.%d.csv", (int)getpid());
    MUST(zn_recorder_new(sim, name, 1, &rec));
    MUST(zn_recorder_add_reaction(rec, a[1], 1, "middle on door"));
    REFUSED(zn_recorder_add_reaction(rec, a[1], 2, "on the wall"), ZN_EINVAL,
            "has no body 2");
    MUST(zn_simulation_run(sim));
    recorded(name, m * grav / 3);
    ck_assert_int_eq((int)left_out(), 10);
    for (int k = 0; k < 3; k++) {
        MUST(zn_simulation_reaction(sim, a[k], 1, &w[k]));
        CLOSE(w[k].h, h, 1e-12);
        CLOSE(w[k].point[1], 0.7 * (k - 1), 1e-9);
        CLOSE(w[k].impulse[1] / h, m * grav / 3, 1e-8);
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, l = (i + 2) % 3;
            const double arm[3] = {w[k].point[0] - 0.4, w[k].point[1],
                                   w[k].point[2]};
            force[i] += w[k].impulse[i] / h;
            moment[i] += (w[k].angular[i] + arm[j] * w[k].impulse[l] -
                          arm[l] * w[k].impulse[j]) /
                         h;
            CLOSE(w[k].impulse_body[i], w[k].impulse[i], 1e-9);
        }
    }
    for (int i = 0; i < 3; i++) { /* in balance */
        CLOSE(force[i], -f[i], 1e-8);
        CLOSE(moment[i], 0, 1e-8);
    }
    CLOSE(w[0].impulse[0] / h, -w[2].impulse[0] / h, 1e-8);
    CLOSE(w[1].impulse[0], 0, 1e-10);
    CLOSE(w[0].angular[2], w[2].angular[2], 1e-10);
    ck_assert_double_gt(w[0].impulse[0] / h,
                        10); /* it leans on the lower one */
    /* less than what the one-step problem found */
    ck_assert_double_lt(
        norm_of(a, 3, sim, NULL),
        0.8 * norm_of(a, 3, sim, zn_simulation_state(sim)->lambda[1]));
    REFUSED(zn_simulation_reaction(sim, a[0], 2, &w[0]), ZN_EINVAL,
            "on body 2: it joins 1");
}
END_TEST

/* ---- without memory ------------------------------------------------------------------ */

/* Of two ties of three rows the second says one new thing. Where there was no memory for the search,
 * the next try finds the same as if there always had been. */
START_TEST(a_search_that_failed_is_done_again)
{
    const double M[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const double first[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    const double second[12] = {1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
    const double at[4] = {0};
    bool failed = true;

    scene_teardown();
    for (long n = 1; failed; n++) {
        test_memory mem = {0};
        zn_allocator alloc = test_allocator(&mem);
        zn_ds *ds;
        ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
        MUST(zn_model_new(ctx, &model));
        ds = linear_system("body", 4, M, NULL, NULL, at, at, NULL);
        join("first", equality(3), 3, 4, first, NULL, ds, NULL);
        join("second", equality(3), 3, 4, second, NULL, ds, NULL);
        simulate("moreau-jean", NULL, 0, 0.1, 1);
        mem.fail_at = mem.calls + n;
        ck_assert_int_eq(zn_simulation_init(sim),
                         mem.failed ? ZN_ENOMEM : ZN_OK);
        failed = mem.failed;
        mem.fail_at = 0;
        MUST(zn_simulation_init(sim));
        ck_assert_int_eq(left_out(), 2);
        MUST(zn_simulation_step(sim));
        scene_teardown(); /* while `mem` is there */
    }
    scene_setup();
}
END_TEST

int main(void)
{
    Suite *s = suite_create("loops of joints");
    TCase *tc = tcase_create("loops of joints");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_parallelogram_swings_as_a_pendulum);
    tcase_add_test(tc, a_bricard_mechanism_moves);
    tcase_add_test(tc, a_door_may_lose_a_hinge);
    tcase_add_test(tc, rows_are_left_out_whoever_has_gone);
    tcase_add_test(tc, rows_that_say_nothing_new);
    tcase_add_test(tc, a_door_on_three_hinges_shares_its_weight);
    tcase_add_test(tc, a_search_that_failed_is_done_again);
    suite_add_tcase(s, tc);
    return test_main(s);
}
