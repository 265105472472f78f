/* test_control.c - sampled control: instants, order, blocks, refusals
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/first_order.h"

static zn_control *control;

static void close_to(double a, double b, double tol)
{
    ck_assert_msg(fabs(a - b) <= tol, "%.17g, expected %.17g, difference %.3g",
                  a, b, a - b);
}

/* x' = A x + B z, held input z of one element, zero at first */
static zn_ds *plant(zn_index n, const double A[], const double B[],
                    const double x0[])
{
    const double zero = 0;
    zn_ds *ds = fo_system("plant", n, A, x0);

    MUST(zn_ds_set_constant(ds, "B", n, 1, B));
    MUST(zn_ds_set_z(ds, 1, &zero));
    return ds;
}

/* x' = z */
static zn_ds *integrator(double x0)
{
    const double B = 1;

    return plant(1, NULL, &B, &x0);
}

static void start(double h, double T)
{
    simulate("zero-order-hold", NULL, 0, h, T);
    MUST(zn_control_new(sim, &control));
}

static zn_block *block(const char *cls, const char *name, zn_ds *ds,
                       zn_block *source, zn_index n)
{
    zn_block *b;

    MUST(zn_control_add(control, cls, name, ds, source, n, &b));
    return b;
}

/* ---- classes of the test, registered like those of a plugin ------------------- */

/* What was sampled, in order: a letter and the time. */
static char log_names[64];
static double log_times[64];
static int logged;

static zn_status note(char letter, double t)
{
    ck_assert_int_lt(logged, 64);
    log_names[logged] = letter;
    log_times[logged++] = t;
    return ZN_OK;
}

static zn_status sample_eye(zn_block *b, const zn_sampling *at, double out[])
{
    out[0] = at->in[0];
    return note(zn_block_name(b)[0], at->t);
}

static zn_status sample_mind(zn_block *b, const zn_sampling *at, double out[])
{
    /* the input that an observer is given is the one that acted until now */
    out[0] = at->in[0] + 100 * at->u[0];
    return note(zn_block_name(b)[0], at->t);
}

static zn_status sample_hand(zn_block *b, const zn_sampling *at, double out[])
{
    out[0] = (double)at->number + 1;
    if (at->number > 0)
        close_to(at->elapsed, at->held, 1e-9);
    return note(zn_block_name(b)[0], at->t);
}

static zn_status sample_broken(zn_block *b, const zn_sampling *at, double out[])
{
    (void)b;
    out[0] = at->number == 2 ? NAN : 0;
    return ZN_OK;
}

#define CLASS(ident, cls, r)                                                   \
    static const zn_block_type ident##_type = {                                \
        .type = {.size = sizeof ident##_type,                                  \
                 .kind = ZN_KIND_BLOCK,                                        \
                 .name = cls,                                                  \
                 .summary = "for tests"},                                      \
        .role = r,                                                             \
        .sample = sample_##ident}
CLASS(eye, "eye", ZN_BLOCK_SENSOR);
CLASS(mind, "mind", ZN_BLOCK_OBSERVER);
CLASS(hand, "hand", ZN_BLOCK_CONTROLLER);
CLASS(broken, "broken", ZN_BLOCK_CONTROLLER);

static const zn_type *const types[] = {&eye_type.type, &mind_type.type,
                                       &hand_type.type, &broken_type.type,
                                       NULL};
static const zn_plugin plugin = {.size = sizeof plugin,
                                 .major = ZN_PLUGIN_MAJOR,
                                 .minor = ZN_PLUGIN_MINOR,
                                 .build = ZN_PLUGIN_BUILD,
                                 .name = "blocks",
                                 .version = "1",
                                 .license = "Apache-2.0",
                                 .types = types};

static void setup(void)
{
    scene_setup();
    MUST(zn_kernel_register(ctx));
    MUST(zn_plugin_add(ctx, &plugin));
    logged = 0;
}

/* ---- order and instants ------------------------------------------------------- */

START_TEST(sensors_then_observers_then_controllers_then_the_recorder)
{
    zn_ds *ds = integrator(0);
    zn_block *s, *o;

    start(0.5, 0.5);
    /* the order of addition is another one */
    s = block("eye", "s", ds, NULL, 1);
    block("hand", "c", ds, s, 1);
    o = block("mind", "o", ds, s, 1);
    (void)block("eye", "t", ds, NULL, 1);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(logged, 8);
    ck_assert_int_eq(memcmp(log_names, "stocstoc", 8), 0);
    /* x = 0.5 h * 1, and the controller wrote 1 at t = 0 */
    close_to(zn_block_output(o, NULL)[0], 0.5 + 100, 1e-12);
    close_to(zn_ds_z(ds, NULL)[0], 2, 0);
}
END_TEST

/* what an observer of the simulation added before sees */
static zn_status look(void *user, const zn_simulation *s)
{
    const zn_ds *ds = zn_model_ds_at(zn_simulation_model(s), 0);

    *(double *)user = zn_ds_z((zn_ds *)ds, NULL)[0];
    return ZN_OK;
}

START_TEST(a_recorder_sees_the_input_that_acts_from_now_on)
{
    zn_ds *ds = integrator(0);
    double seen = -1;

    simulate("zero-order-hold", NULL, 0, 0.5, 1);
    MUST(zn_simulation_observe(sim, look, &seen, NULL));
    MUST(zn_control_new(sim, &control));
    block("hand", "c", ds, block("eye", "s", ds, NULL, 1), 1);
    MUST(zn_simulation_init(sim));
    close_to(seen, 1, 0);
    MUST(zn_simulation_step(sim));
    close_to(seen, 2, 0);
    close_to(x_of(ds, 0), 0.5, 1e-15);
}
END_TEST

START_TEST(each_block_has_its_own_clock)
{
    const double given[] = {0.1, 0.3, 0.6};
    zn_ds *ds = integrator(0);
    zn_block *a, *b, *c;
    int na = 0, nb = 0, nc = 0;

    start(0.1, 0.7);
    a = block("eye", "a", ds, NULL, 1);
    b = block("eye", "b", ds, NULL, 1);
    c = block("hand", "c", ds, a, 1);
    MUST(zn_block_set_period(a, 0, 0.3));
    MUST(zn_block_set_instants(b, 3, given));
    MUST(zn_block_set_period(c, 0.2, 0.2));
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < logged; i++) {
        if (log_names[i] == 'a')
            close_to(log_times[i], 0.3 * na++, 1e-12);
        if (log_names[i] == 'b')
            close_to(log_times[i], given[nb++], 1e-12);
        if (log_names[i] == 'c')
            close_to(log_times[i], 0.2 * ++nc, 1e-12);
    }
    ck_assert_int_eq(na, 3);
    ck_assert_int_eq(nb, 3);
    ck_assert_int_eq(nc, 3);
    /* held: 0 until 0.2, then 1, 2, 3 */
    close_to(x_of(ds, 0), 0.2 * 1 + 0.2 * 2 + 0.1 * 3, 1e-14);
}
END_TEST

START_TEST(a_period_that_misses_the_steps_is_an_error)
{
    zn_ds *ds = integrator(0);
    zn_block *a;

    start(0.1, 1);
    a = block("eye", "a", ds, NULL, 1);
    MUST(zn_block_set_period(a, 0, 0.25));
    REFUSED(zn_simulation_run(sim), ZN_EINVAL,
            "sampling instant 0.25 s is not an instant of the simulation");
}
END_TEST

/* ---- blocks ---------------------------------------------------------------------- */

START_TEST(sensor_adds_what_passes_directly)
{
    const double C[] = {2, -1}, D[] = {0, 3};
    const double x0 = 5, u = 4;
    zn_ds *ds = integrator(x0);
    zn_block *s;

    MUST(zn_ds_set_z(ds, 1, &u));
    start(0.1, 1);
    s = block("linear-sensor", "s", ds, NULL, 2);
    MUST(zn_block_set_constant(s, "C", 2, 1, C));
    MUST(zn_block_set_constant(s, "D", 2, 1, D));
    MUST(zn_simulation_init(sim));
    close_to(zn_block_output(s, NULL)[0], 10, 0);
    close_to(zn_block_output(s, NULL)[1], 7, 0);
}
END_TEST

static void force(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz;
    f[0] = z[0];
}

START_TEST(pid_holds_a_mass_of_the_other_family)
{
    /* m q'' = u, PD with integral part to the place 1; poles well inside */
    const double C[] = {1, 0}, zero = 0;
    zn_ds *ds = point_mass("mass", 1, 0, 0, 0);
    zn_block *y, *u;

    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)force));
    MUST(zn_ds_set_z(ds, 1, &zero));
    simulate("moreau-jean", "theta=1", 0, 1e-3, 20);
    MUST(zn_control_new(sim, &control));
    y = block("linear-sensor", "y", ds, NULL, 1);
    MUST(zn_block_set_constant(y, "C", 1, 2, C));
    u = block("pid", "u", ds, y, 1);
    MUST(zn_block_set_real(u, "Kp", 12));
    MUST(zn_block_set_real(u, "Ki", 6));
    MUST(zn_block_set_real(u, "Kd", 7));
    MUST(zn_block_set_real(u, "reference", 1));
    MUST(zn_simulation_run(sim));
    close_to(zn_simulation_q(sim, ds)[0], 1, 1e-3);
}
END_TEST

START_TEST(luenberger_estimate_converges_as_its_poles_say)
{
    /* sampled error matrix Ad - Ld C, spectral radius 0.60 at 0.1 s */
    const double A[] = {0, -1, 1, 0}, B[] = {0, 1}, x0[] = {3, -1};
    const double C[] = {1, 0}, L[] = {8.7, 24}, u = 0.5;
    zn_ds *ds = plant(2, A, B, x0);
    zn_block *y, *z;

    MUST(zn_ds_set_z(ds, 1, &u));
    start(0.1, 10);
    y = block("linear-sensor", "y", ds, NULL, 1);
    MUST(zn_block_set_constant(y, "C", 1, 2, C));
    z = block("luenberger", "z", ds, y, 2);
    MUST(zn_block_set_constant(z, "A", 2, 2, A));
    MUST(zn_block_set_constant(z, "B", 2, 1, B));
    MUST(zn_block_set_constant(z, "C", 1, 2, C));
    MUST(zn_block_set_constant(z, "L", 2, 1, L));
    MUST(zn_simulation_run(sim));
    close_to(zn_block_output(z, NULL)[0], x_of(ds, 0), 1e-10);
    close_to(zn_block_output(z, NULL)[1], x_of(ds, 1), 1e-10);
}
END_TEST

START_TEST(reduced_order_observer_stays_on_the_output)
{
    /* Ld = int exp(A s) ds L with C Ld = 1 and the free error multiplied by a
     * per sampling. A nilpotent, h = 0.5: Ad = [1 h; 0 1], so the error of x_2,
     * with that of x_1 zero, goes to (1 - h l_2) of itself, l = Ld. With l =
     * (1, 1): 0.5. L from [h h^2/2; 0 h] L = l: L_2 = 2, L_1 = (1 - 0.25) / h */
    const double A[] = {0, 0, 1, 0}, B[] = {0, 1}, x0[] = {3, -1};
    const double C[] = {1, 0}, L[] = {1.5, 2}, u = 0.5;
    zn_ds *ds = plant(2, A, B, x0);
    double last = 0;
    zn_block *y, *z;

    MUST(zn_ds_set_z(ds, 1, &u));
    start(0.5, 5);
    y = block("linear-sensor", "y", ds, NULL, 1);
    MUST(zn_block_set_constant(y, "C", 1, 2, C));
    z = block("reduced-order", "z", ds, y, 2);
    MUST(zn_block_set_constant(z, "A", 2, 2, A));
    MUST(zn_block_set_constant(z, "B", 2, 1, B));
    MUST(zn_block_set_constant(z, "C", 1, 2, C));
    MUST(zn_block_set_constant(z, "L", 2, 1, L));
    MUST(zn_simulation_init(sim));
    for (int k = 0; k <= 10; k++) {
        const double *zh = zn_block_output(z, NULL);
        close_to(zh[0], x_of(ds, 0), 1e-13);
        if (k > 0)
            close_to(zh[1] - x_of(ds, 1), 0.5 * last, 1e-13);
        else
            close_to(zh[1] - x_of(ds, 1), 1, 0);
        last = zh[1] - x_of(ds, 1);
        if (k < 10)
            MUST(zn_simulation_step(sim));
    }
}
END_TEST

/* ---- sliding ------------------------------------------------------------------------ */

/* How the input moves while sliding: sum of |u_k - u_{k-1}|, largest |s|. */
typedef struct motion {
    double variation, surface;
} motion;

/* x_1' = x_2, x_2' = -x_1 + 2 x_2 + z, surface s = x_1 + x_2, from t = 3 to 6,
 * long after the surface is reached: alone, x would decay as e^-t. */
static motion slide(const char *form, double h)
{
    const double A[] = {0, -1, 1, 2}, B[] = {0, 1}, C[] = {1, 1};
    const double x0[] = {0.7, -0.2};
    motion m = {0, 0};
    double last = 0;
    zn_block *x, *u;
    zn_ds *ds;

    scene_teardown();
    setup();
    ds = plant(2, A, B, x0);
    start(h, 6);
    x = block("linear-sensor", "x", ds, NULL, 2);
    u = block("sliding-mode", "u", ds, x, 1);
    MUST(zn_block_set_constant(u, "A", 2, 2, A));
    MUST(zn_block_set_constant(u, "B", 2, 1, B));
    MUST(zn_block_set_constant(u, "C", 1, 2, C));
    MUST(zn_block_set(u, "form", form));
    MUST(zn_simulation_init(sim));
    while (zn_simulation_time(sim) < 6 - h / 2) {
        const bool sliding = zn_simulation_time(sim) > 3;
        MUST(zn_simulation_step(sim));
        if (sliding) {
            m.variation += fabs(zn_block_output(u, NULL)[0] - last);
            m.surface = fmax(m.surface, fabs(x_of(ds, 0) + x_of(ds, 1)));
        }
        last = zn_block_output(u, NULL)[0];
    }
    return m;
}

START_TEST(implicit_sliding_mode_does_not_chatter_and_explicit_does)
{
    const double h[] = {0.02, 0.01};

    for (int k = 0; k < 2; k++) {
        const motion i = slide("implicit", h[k]), e = slide("explicit", h[k]);
        /* the smooth input of x = O(e^-3) varies by less than |Pi x(3)| */
        ck_assert_double_lt(i.variation, 0.2);
        ck_assert_double_lt(i.surface, 1e-14);
        /* the sign flips by 2 at nearly each of the 3/h samplings, and s jumps
         * by about h C B alpha */
        ck_assert_double_gt(e.variation, 0.5 * 2 * 3 / h[k]);
        ck_assert_double_gt(e.surface, 0.3 * h[k]);
    }
}
END_TEST

START_TEST(two_inputs_reach_two_surfaces_at_once)
{
    /* x' = B u with C B = [2 1; 0.5 1], alpha = 1: C x+ = 0 as soon as it can */
    const double B[] = {2, 0.5, 1, 1}, I[] = {1, 0, 0, 1}, x0[] = {0.3, -0.2};
    const double zero[] = {0, 0};
    zn_ds *ds = fo_system("plant", 2, NULL, x0);
    zn_block *x, *u;

    MUST(zn_ds_set_constant(ds, "B", 2, 2, B));
    MUST(zn_ds_set_z(ds, 2, zero));
    start(0.05, 1);
    x = block("linear-sensor", "x", ds, NULL, 2);
    u = block("sliding-mode", "u", ds, x, 2);
    MUST(zn_block_set_constant(u, "B", 2, 2, B));
    MUST(zn_block_set_constant(u, "C", 2, 2, I));
    MUST(zn_simulation_run(sim));
    close_to(x_of(ds, 0), 0, 1e-14);
    close_to(x_of(ds, 1), 0, 1e-14);
    close_to(zn_block_output(u, NULL)[0], 0, 1e-12);
}
END_TEST

static double twist(const char *form, double T, double *input)
{
    const double A[] = {0, 0, 1, 0}, B[] = {0, 1}, x0[] = {1, 0.5};
    zn_block *x, *u;
    zn_ds *ds;

    scene_teardown();
    setup();
    ds = plant(2, A, B, x0);
    start(0.02, T);
    x = block("linear-sensor", "x", ds, NULL, 2);
    u = block("twisting", "u", ds, x, 1);
    MUST(zn_block_set_constant(u, "A", 2, 2, A));
    MUST(zn_block_set_constant(u, "B", 2, 1, B));
    MUST(zn_block_set_real(u, "gain", 5));
    MUST(zn_block_set(u, "form", form));
    MUST(zn_simulation_run(sim));
    *input = zn_block_output(u, NULL)[0];
    return fabs(x_of(ds, 0)) + fabs(x_of(ds, 1));
}

START_TEST(implicit_twisting_comes_to_rest_and_explicit_does_not)
{
    double u;

    ck_assert_double_lt(twist("avi", 8, &u), 1e-13);
    close_to(u, 0, 1e-11);
    /* a held sign keeps the state in a neighbourhood of size G h */
    ck_assert_double_gt(twist("explicit", 8, &u), 1e-3);
    ck_assert_double_gt(fabs(u), 1);
    /* over the square the set is not fitted to the step: small, no rest asked */
    ck_assert_double_lt(twist("relay", 8, &u), 0.2);
}
END_TEST

START_TEST(a_controller_comes_from_a_plugin)
{
    /* x' = u = clip(2 (3 - x), -1, 1), h = 0.1: from 0 with u = 1 to 2.5, then
     * the error is multiplied by 0.8 */
    const char *const build = getenv("ZENO_BUILDDIR");
    const double gain = 2;
    char folder[TEST_PATH];
    zn_ds *ds = integrator(0);
    zn_block *x, *u;

    snprintf(folder, sizeof folder, "%s/plugins", build ? build : ".");
    MUST(zn_plugin_path_add(ctx, folder));
    MUST(zn_plugin_load(ctx, "BoundedGainPlugin"));
    start(0.1, 3.5);
    x = block("linear-sensor", "x", ds, NULL, 1);
    u = block("bounded-gain", "u", ds, x, 1);
    MUST(zn_block_set_real(u, "reference", 3));
    MUST(zn_block_set_real(u, "lower", 2));
    MUST(zn_block_set_constant(u, "K", 1, 1, &gain));
    REFUSED(zn_simulation_init(sim), ZN_EINVAL, "bounds 2 > 1");
    scene_teardown();
    setup();
    MUST(zn_plugin_path_add(ctx, folder));
    MUST(zn_plugin_load(ctx, "BoundedGainPlugin"));
    ds = integrator(0);
    start(0.1, 3.5);
    x = block("linear-sensor", "x", ds, NULL, 1);
    u = block("bounded-gain", "u", ds, x, 1);
    MUST(zn_block_set_real(u, "reference", 3));
    MUST(zn_block_set_constant(u, "K", 1, 1, &gain));
    MUST(zn_simulation_run(sim));
    close_to(x_of(ds, 0), 3 - 0.5 * pow(0.8, 10), 1e-13);
}
END_TEST

/* ---- what is refused ------------------------------------------------------------------ */

START_TEST(wrong_wiring_is_named)
{
    zn_ds *ds = integrator(0);
    zn_block *s, *b;

    start(0.1, 1);
    s = block("linear-sensor", "s", ds, NULL, 1);
    REFUSED(zn_control_add(control, "nothing", "b", ds, s, 1, &b), ZN_ENOENT,
            "sliding-mode");
    ck_assert_ptr_null(b);
    REFUSED(zn_control_add(control, "pid", "u", ds, NULL, 1, &b), ZN_EINVAL,
            "block 'u' (pid) needs a source");
    REFUSED(zn_control_add(control, "linear-sensor", "t", ds, s, 1, &b),
            ZN_EINVAL, "has no source");
    REFUSED(zn_control_add(control, "pid", "u", NULL, s, 1, &b), ZN_EINVAL,
            "needs a plant");
    REFUSED(zn_control_add(control, "pid", "u", ds, s, 2, &b), ZN_EINVAL,
            "2 outputs, z of system 'plant' has 1");
    REFUSED(zn_control_add(control, "linear-sensor", "t", ds, NULL, 0, &b),
            ZN_EINVAL, "n = 0");
    REFUSED(zn_block_set_constant(s, "C", 1, 2, (double[]){1, 2}), ZN_EINVAL,
            "block 's'");
    REFUSED(zn_block_set_constant(s, "X", 1, 1, (double[]){1}), ZN_ENOENT,
            "it has: C, D");
    REFUSED(zn_block_set_period(s, 0, -1), ZN_EINVAL, "period > 0");
    REFUSED(zn_block_set_instants(s, 2, (double[]){1, 1}), ZN_EINVAL,
            "does not come after");
    REFUSED(zn_block_set_output(s, 3, (double[]){1, 1, 1}), ZN_EINVAL,
            "its output has 1");
    REFUSED(zn_block_set_real(s, "gain", 1), ZN_ENOENT, "linear-sensor");
}
END_TEST

START_TEST(all_that_is_missing_is_said_at_the_start)
{
    zn_ds *ds = integrator(0);
    zn_block *s;

    start(0.1, 1);
    s = block("linear-sensor", "s", ds, NULL, 2);
    block("luenberger", "z", ds, s, 1);
    block("sliding-mode", "u", ds, s, 1);
    REFUSED(zn_simulation_init(sim), ZN_EINVAL, "6 findings");
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "block 'z': L is not given"));
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "block 'u': B is not given"));
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "block 's': C is not given"));
}
END_TEST

START_TEST(a_surface_of_higher_relative_degree_is_refused)
{
    const double A[] = {0, 0, 1, 0}, B[] = {0, 1}, x0[] = {1, 0};
    const double C[] = {1, 0};
    zn_ds *ds = plant(2, A, B, x0);
    zn_block *u;

    start(0.1, 1);
    u = block("sliding-mode", "u", ds, block("linear-sensor", "x", ds, NULL, 2),
              1);
    MUST(zn_block_set_constant(u, "A", 2, 2, A));
    MUST(zn_block_set_constant(u, "B", 2, 1, B));
    MUST(zn_block_set_constant(u, "C", 1, 2, C));
    REFUSED(zn_simulation_init(sim), ZN_EINVAL, "C B must be regular");
}
END_TEST

START_TEST(nan_from_a_block_stops_the_run_and_names_it)
{
    zn_ds *ds = integrator(0);

    start(0.1, 1);
    block("broken", "b", ds, block("eye", "s", ds, NULL, 1), 1);
    REFUSED(zn_simulation_run(sim), ZN_EDOM,
            "block 'b' (broken) at t = 0.2 s: output 0 is nan");
    close_to(zn_ds_z(ds, NULL)[0], 0, 0);
}
END_TEST

START_TEST(nothing_changes_once_it_runs)
{
    const double one = 1;
    zn_ds *ds = integrator(0);
    zn_control *late;
    zn_block *s, *b;

    start(0.1, 1);
    s = block("linear-sensor", "s", ds, NULL, 1);
    MUST(zn_simulation_init(sim));
    REFUSED(zn_block_set_constant(s, "C", 1, 1, &one), ZN_ESTATE,
            "sampling has begun");
    REFUSED(zn_block_set_period(s, 0, 1), ZN_ESTATE, "sampling has begun");
    REFUSED(zn_control_add(control, "pid", "u", ds, s, 1, &b), ZN_ESTATE,
            "sampling has begun");
    REFUSED(zn_control_new(sim, &late), ZN_ESTATE, "before the simulation");
    ck_assert_ptr_null(late);
}
END_TEST

/* ---- memory ------------------------------------------------------------------------------ */

static zn_status whole_run(const zn_allocator *alloc, zn_index steps,
                           const test_memory *mem, long *during)
{
    const double A[] = {0, 0, 1, 0}, B[] = {0, 1}, x0[] = {1, 0}, zero = 0;
    const double C[] = {1, 1}, L[] = {1, 0, 0, 1}, I[] = {1, 0, 0, 1};
    zn_ctx *c = NULL;
    zn_model *m = NULL;
    zn_simulation *s = NULL;
    zn_control *k;
    zn_block *x, *z, *u;
    zn_ds *ds = NULL;
    bool handed = false;
    long before = 0;
    zn_status st = zn_ctx_new_with(alloc, &c);

#define DO(call)                                                               \
    if (!st)                                                                   \
    st = (call)
    DO(zn_model_new(c, &m));
    DO(zn_ds_new_first_order(c, "first-order-linear", "p", 2, x0, &ds));
    DO(zn_ds_set_constant(ds, "A", 2, 2, A));
    DO(zn_ds_set_constant(ds, "B", 2, 1, B));
    DO(zn_ds_set_z(ds, 1, &zero));
    DO(zn_model_add_ds(m, ds));
    handed = st == ZN_OK;
    DO(zn_model_seal(m));
    DO(zn_simulation_new(m, &s));
    DO(zn_simulation_use(s, "zero-order-hold", NULL, NULL));
    DO(zn_simulation_set_time(s, 0, 0.1, 2));
    DO(zn_control_new(s, &k));
    DO(zn_control_add(k, "linear-sensor", "x", ds, NULL, 2, &x));
    DO(zn_control_add(k, "reduced-order", "z", ds, x, 2, &z));
    DO(zn_block_set_constant(z, "A", 2, 2, A));
    DO(zn_block_set_constant(z, "C", 2, 2, I));
    DO(zn_block_set_constant(z, "L", 2, 2, L));
    DO(zn_control_add(k, "sliding-mode", "u", ds, z, 1, &u));
    DO(zn_block_set_constant(u, "A", 2, 2, A));
    DO(zn_block_set_constant(u, "B", 2, 1, B));
    DO(zn_block_set_constant(u, "C", 1, 2, C));
    DO(zn_simulation_step(s));
    before = mem ? mem->calls : 0;
    for (zn_index i = 1; i < steps; i++)
        DO(zn_simulation_step(s));
#undef DO
    if (during)
        *during = mem->calls - before;
    zn_simulation_free(s);
    zn_model_free(m);
    zn_ds_free(handed ? NULL : ds);
    zn_ctx_free(c);
    return st;
}

START_TEST(a_step_allocates_nothing)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    long during = -1;

    ck_assert_int_eq(whole_run(&alloc, 10, &mem, &during), ZN_OK);
    ck_assert_int_eq(during, 0);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

static zn_status tortured(const zn_allocator *alloc)
{
    return whole_run(alloc, 2, NULL, NULL);
}

START_TEST(no_memory_is_said_and_nothing_is_lost)
{
    test_torture(tortured);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("control");
    TCase *tc = tcase_create("control");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_test(tc,
                   sensors_then_observers_then_controllers_then_the_recorder);
    tcase_add_test(tc, a_recorder_sees_the_input_that_acts_from_now_on);
    tcase_add_test(tc, each_block_has_its_own_clock);
    tcase_add_test(tc, a_period_that_misses_the_steps_is_an_error);
    tcase_add_test(tc, sensor_adds_what_passes_directly);
    tcase_add_test(tc, pid_holds_a_mass_of_the_other_family);
    tcase_add_test(tc, luenberger_estimate_converges_as_its_poles_say);
    tcase_add_test(tc, reduced_order_observer_stays_on_the_output);
    tcase_add_test(tc,
                   implicit_sliding_mode_does_not_chatter_and_explicit_does);
    tcase_add_test(tc, two_inputs_reach_two_surfaces_at_once);
    tcase_add_test(tc, implicit_twisting_comes_to_rest_and_explicit_does_not);
    tcase_add_test(tc, a_controller_comes_from_a_plugin);
    tcase_add_test(tc, wrong_wiring_is_named);
    tcase_add_test(tc, all_that_is_missing_is_said_at_the_start);
    tcase_add_test(tc, a_surface_of_higher_relative_degree_is_refused);
    tcase_add_test(tc, nan_from_a_block_stops_the_run_and_names_it);
    tcase_add_test(tc, nothing_changes_once_it_runs);
    tcase_add_test(tc, a_step_allocates_nothing);
    tcase_add_test(tc, no_memory_is_said_and_nothing_is_lost);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
