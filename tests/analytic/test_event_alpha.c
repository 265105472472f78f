/* test_event_alpha.c - from event to event by Newmark's schemes: orders of instants, memory
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

/* A mass on a spring, omega = 2, thrown up from a wall at its rest: impacts at k pi/2, each with
 * e of the rate before it. */
static zn_ds *on_a_spring(double e)
{
    const double M = 3, K = 12, q0 = 0, v0 = 1, one = 1;
    zn_ds *ds = linear_system("mass", 1, &M, NULL, &K, &q0, &v0, NULL);

    join("wall", newton(e), 1, 1, &one, NULL, ds, NULL);
    return ds;
}

static void by_alpha(double h, double T, const char *words)
{
    event_driven(0, h, T);
    MUST(zn_simulation_set(sim, "ode", "generalised-alpha"));
    MUST(zn_simulation_set(sim, "ode_options", words));
}

static const struct {
    const char *words;
    double ratio; /* of errors of rates */
} schemes[] = {{"rho=0.9", 4},
               {"rho=0.3", 4},
               {"method=newmark", 4},
               {"method=newmark gamma=0.6 beta=0.3025", 2}};

/* Errors are quartered with h, of the instants by every scheme (damping does not change the period
 * at first order), of the rates at them by undamped ones. */
START_TEST(instants_of_impacts_have_the_order_of_the_scheme)
{
    enum { IMPACTS = 4 };
    const double e = 0.8;
    double t[2][IMPACTS], u[2][IMPACTS];

    for (int i = 0; i < 2; i++) {
        scene_again();
        on_a_spring(e);
        by_alpha(i ? 5e-3 : 1e-2, 7, schemes[_i].words);
        MUST(zn_simulation_run(sim));
        ck_assert_int_eq(event_count(ZN_EVENT_IMPACT), IMPACTS);
        for (int k = 0; k < IMPACTS; k++) {
            const zn_event_record *r = event_at(ZN_EVENT_IMPACT, k);
            t[i][k] = r->t - (k + 1) * M_PI / 2;
            u[i][k] = r->before + pow(e, k);
            CLOSE(r->after, -e * r->before, 1e-12);
        }
    }
    for (int k = 0; k < IMPACTS; k++) {
        CLOSE(t[0][k] / t[1][k], 4, 0.02);
        ck_assert_double_lt(fabs(t[1][k]), 3e-4);
        if (schemes[_i].ratio < 3)
            CLOSE(u[0][k] / u[1][k], schemes[_i].ratio, 0.02);
        else
            ck_assert_double_lt(fabs(u[1][k]), 1e-4);
    }
}
END_TEST

/* A stiff inner mass does not set the step, and does not spoil the other one's motion. */
START_TEST(a_stiff_part_does_not_set_the_step)
{
    const double M[4] = {1, 0, 0, 0.5}, k = 1e10, e = 0.8;
    const double K[4] = {k, -k, -k, k}, f[2] = {-grav, -grav / 2};
    const double q0[2] = {1, 1}, v0[2] = {0, 0}, C[2] = {1, 0};

    zn_ds *ds = linear_system("ball", 2, M, NULL, K, q0, v0, f);

    join("floor", newton(e), 1, 2, C, NULL, ds, NULL);
    by_alpha(1e-3, 0.7, "rho=0.5");
    MUST(zn_simulation_run(sim));
    /* a fall under constant forces is exact, but for k times the rounding of q, 1e-6 m/s^2 */
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, sqrt(2 / grav), 1e-8);
}
END_TEST

static void rod(unsigned nq, double *q, unsigned ny, double *y, unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = 1 - q[0] * q[0] - q[1] * q[1];
}

static void rod_gradient(unsigned nq, double *q, unsigned ny, double *G, unsigned nz,
                         double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    G[0] = -2 * q[0];
    G[1] = -2 * q[1];
}

static void rod_gradient_dot(unsigned nq, double *q, unsigned nv, double *v, double *G,
                             unsigned nz, double *z)
{
    (void)q;
    rod_gradient(nq, v, nv, G, nz, z);
}

/* A mass on a string that stays taut moves as one on a rod does: at the bottom, where both
 * terms of its rate vanish, what a step leaves in the rate is no kink. */
START_TEST(a_taut_string_is_a_rod)
{
    const double M[4] = {1, 0, 0, 1}, f[2] = {0, grav}, v0[2] = {0, 0};
    const double q0[2] = {sqrt(0.75), 0.5}; /* y down, 60 degrees */
    double end[2][2];

    for (int taut = 0; taut < 2; taut++) {
        zn_relation *r;

        scene_again();
        zn_ds *ds = linear_system("mass", 2, M, NULL, NULL, q0, v0, f);
        MUST(zn_relation_new(ctx, "scleronomous", "string", 1, 2, &r));
        MUST(zn_relation_set_function(r, "h", (zn_fn *)rod));
        MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)rod_gradient));
        MUST(zn_relation_set_function(r, "jac_h_q_dot", (zn_fn *)rod_gradient_dot));
        MUST(zn_model_connect(model, "string", taut ? newton(0) : equality(1), r, ds,
                              NULL, NULL));
        by_alpha(0.01, 10, "rho=0.99");
        MUST(zn_simulation_run(sim));
        for (int i = 0; i < 2; i++)
            end[taut][i] = q_of(ds, i);
    }
    ck_assert_int_eq(event_count(ZN_EVENT_CLOSE), 1); /* at the start */
    ck_assert_int_eq(event_count(ZN_EVENT_IMPACT) + event_count(ZN_EVENT_OPEN), 0);
    for (int i = 0; i < 2; i++)
        CLOSE(end[1][i], end[0][i], 1e-12);
}
END_TEST

/* A carried on belongs to the memory: from the checkpoint of every step the same bits. */
START_TEST(restarts_have_the_same_bits)
{
    enum { STEPS = 200 };
    static void *saved[STEPS];
    static size_t size[STEPS];
    double end[2];
    int n = 0;
    zn_ds *ds = on_a_spring(0.8);

    by_alpha(0.05, 5, "rho=0.6");
    MUST(zn_simulation_init(sim));
    for (zn_status st = ZN_OK; st == ZN_OK; n++) {
        ck_assert_int_lt(n, STEPS);
        MUST(zn_checkpoint_to_memory(sim, &saved[n], &size[n]));
        st = zn_simulation_step(sim);
    }
    end[0] = q_of(ds, 0);
    end[1] = v_of(ds, 0);
    for (int k = 0; k < n; k++) {
        MUST(zn_checkpoint_from_memory(sim, saved[k], size[k]));
        MUST(zn_simulation_run(sim));
        ck_assert_msg(q_of(ds, 0) == end[0] && v_of(ds, 0) == end[1],
                      "from step %d", k);
        zn_free_array(ctx, saved[k]);
    }
}
END_TEST

/* Twenty masses apart, each with its own events between instants of the grid. */
START_TEST(isles_move_as_if_they_were_alone)
{
    enum { MANY = 20 };
    zn_ds *ds[MANY];
    double q[MANY], v[MANY];

    for (int alone = 1; alone >= 0; alone--) {
        for (int i = 0; i < MANY; i++) {
            const double M = 1 + 0.1 * i, K = 3, q0 = 0.1 * i, v0 = 1, one = 1;
            char name[16];
            if (alone || i == 0)
                scene_again();
            snprintf(name, sizeof name, "m%d", i);
            ds[i] = linear_system(name, 1, &M, NULL, &K, &q0, &v0, NULL);
            join(name, newton(0.7), 1, 1, &one, NULL, ds[i], NULL);
            if (!alone)
                continue;
            by_alpha(0.02, 6, "rho=0.8");
            MUST(zn_simulation_set(sim, "ends", "grid"));
            MUST(zn_simulation_run(sim));
            q[i] = q_of(ds[i], 0);
            v[i] = v_of(ds[i], 0);
        }
    }
    by_alpha(0.02, 6, "rho=0.8");
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < MANY; i++)
        ck_assert_msg(q_of(ds[i], 0) == q[i] && v_of(ds[i], 0) == v[i],
                      "mass %d", i);
}
END_TEST

/* Isles of one and of two coordinates by turns, by integrators that factorise. */
START_TEST(isles_of_several_sizes_allocate_nothing)
{
    static const char *const odes[] = {"generalised-alpha", "radau"};
    const double M[4] = {3, 0, 0, 3}, K[4] = {12, 0, 0, 12}, C[2] = {1, 0};
    const double q0[2] = {0.1, 0.2}, v0[2] = {1, 1};
    static test_memory mem;
    const zn_allocator alloc = test_allocator(&mem);
    long calls;

    mem = (test_memory){0};
    scene_teardown();
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    for (int i = 0; i < 3; i++) {
        const char name[2] = {(char)('a' + i), 0};
        const zn_index n = 1 + i % 2;

        join(name, newton(0.7), 1, n, C, NULL,
             linear_system(name, n, M, NULL, K, q0, v0, NULL), NULL);
    }
    event_driven(0, 0.05, 5);
    MUST(zn_simulation_set(sim, "ode", odes[_i]));
    MUST(zn_simulation_set(sim, "ends", "grid"));
    for (int k = 0; k < 50; k++)
        MUST(zn_simulation_step(sim));
    calls = mem.calls;
    for (int k = 0; k < 50; k++)
        MUST(zn_simulation_step(sim));
    ck_assert_int_eq(mem.calls, calls);
    ck_assert_int_gt(event_count(ZN_EVENT_IMPACT), 6);
}
END_TEST

static void push(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz;
    f[0] = z[0];
}

/* A force that is constant in each step leaves no error where it is set anew: what was carried on
 * belongs to the one before. */
START_TEST(forces_of_a_changed_model_are_exact)
{
    const double h = 0.125;
    double q = 0, v = 0;
    zn_ds *ds = point_mass("mass", 1, 0, 0, 0);

    by_alpha(h, 20 * h, "rho=0.3");
    for (int k = 0; k < 20; k++) {
        const double f = k % 5 < 3 ? 1 : -3;

        zn_model_reopen(model);
        MUST(zn_ds_set_constant(ds, "f_ext", 1, 1, &f));
        MUST(zn_model_seal(model));
        MUST(zn_simulation_step(sim));
        q += h * v + h * h / 2 * f;
        v += h * f;
        CLOSE(q_of(ds, 0), q, 1e-14);
        CLOSE(v_of(ds, 0), v, 1e-14);
    }
}
END_TEST

/* Likewise of a controller, u = 2 (1 - q) at every instant, also from a checkpoint of one. */
START_TEST(forces_of_a_controller_are_exact)
{
    enum { STEPS = 20 };
    const double h = 0.125, zero = 0, C[2] = {1, 0};
    double q = 0, v = 0, left[2];
    void *saved = NULL;
    size_t size = 0;
    zn_control *control;
    zn_block *y, *u;
    zn_ds *ds = point_mass("mass", 1, 0, 0, 0);

    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)push));
    MUST(zn_ds_set_z(ds, 1, &zero));
    by_alpha(h, STEPS * h, "rho=0.3");
    MUST(zn_control_new(sim, &control));
    MUST(zn_control_add(control, "linear-sensor", "y", ds, NULL, 1, &y));
    MUST(zn_block_set_constant(y, "C", 1, 2, C));
    MUST(zn_control_add(control, "pid", "u", ds, y, 1, &u));
    MUST(zn_block_set_period(y, 0, h));
    MUST(zn_block_set_period(u, 0, h));
    MUST(zn_block_set_real(u, "Kp", 2));
    MUST(zn_block_set_real(u, "reference", 1));
    for (int k = 0; k < STEPS; k++) {
        const double f = 2 * (1 - q);

        if (k == STEPS / 2)
            MUST(zn_checkpoint_to_memory(sim, &saved, &size));
        MUST(zn_simulation_step(sim));
        q += h * v + h * h / 2 * f;
        v += h * f;
        CLOSE(q_of(ds, 0), q, 1e-14);
        CLOSE(v_of(ds, 0), v, 1e-14);
    }
    left[0] = q_of(ds, 0);
    left[1] = v_of(ds, 0);
    MUST(zn_checkpoint_from_memory(sim, saved, size));
    MUST(zn_simulation_run(sim));
    ck_assert(q_of(ds, 0) == left[0] && v_of(ds, 0) == left[1]);
    zn_free_array(ctx, saved);
}
END_TEST

/* Others than before, or none, are those of a new simulation. */
START_TEST(options_that_are_taken_back_leave_nothing)
{
    static const char *const now[] = {"", "gamma=0.6 method=newmark"};
    double q[3];

    for (int i = 0; i < 3; i++) {
        scene_again();
        zn_ds *ds = on_a_spring(0.8);

        by_alpha(0.05, 3, i ? "rho=0.3 beta=0.5" : now[_i]);
        MUST(zn_simulation_init(sim));
        if (i == 1) {
            MUST(zn_simulation_set(sim, "ode_options", "rho=0.2,rho=2"));
            REFUSED(zn_simulation_step(sim), ZN_EINVAL, "option 'rho'");
        }
        MUST(zn_simulation_set(sim, "ode_options", now[_i]));
        MUST(zn_simulation_run(sim));
        q[i] = q_of(ds, 0);
    }
    ck_assert(q[0] == q[1] && q[0] == q[2]);
}
END_TEST

START_TEST(options_need_a_class_that_has_them)
{
    on_a_spring(0.5);
    event_driven(0, 0.1, 1);
    MUST(zn_simulation_set(sim, "ode_options", "rho=0.5"));
    REFUSED(zn_simulation_step(sim), ZN_EINVAL,
            "option ode_options = 'rho=0.5' with ode=auto");
    scene_again();
    on_a_spring(0.5);
    by_alpha(0.1, 1, "rho=2");
    REFUSED(zn_simulation_step(sim), ZN_EINVAL, "option 'rho'");
    scene_again();
    on_a_spring(0.5);
    by_alpha(0.1, 1, "rho=0.5");
    MUST(zn_simulation_set(sim, "ode", "radau"));
    REFUSED(zn_simulation_step(sim), ZN_ENOENT, "rho");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven by Newmark's schemes");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_loop_test(t, instants_of_impacts_have_the_order_of_the_scheme, 0,
                        sizeof schemes / sizeof *schemes);
    tcase_add_test(t, a_stiff_part_does_not_set_the_step);
    tcase_add_test(t, a_taut_string_is_a_rod);
    tcase_add_test(t, restarts_have_the_same_bits);
    tcase_add_test(t, isles_move_as_if_they_were_alone);
    tcase_add_loop_test(t, isles_of_several_sizes_allocate_nothing, 0, 2);
    tcase_add_test(t, forces_of_a_changed_model_are_exact);
    tcase_add_test(t, forces_of_a_controller_are_exact);
    tcase_add_loop_test(t, options_that_are_taken_back_leave_nothing, 0, 2);
    tcase_add_test(t, options_need_a_class_that_has_them);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
