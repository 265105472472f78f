/* test_control.c - sampled control: instants, order, plugins, refusals, memory
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/control_scene.h"

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

static const zn_type *const types[] = {
    &eye_type.type, &mind_type.type, &hand_type.type, &broken_type.type, NULL};
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

START_TEST(a_single_instant_is_met_up_to_rounding)
{
    /* 3 * 0.1 is not 0.3 in floating point */
    const double once = 0.3;
    zn_ds *ds = integrator(0);
    zn_block *a;

    start(0.1, 1);
    a = block("eye", "a", ds, NULL, 1);
    MUST(zn_block_set_instants(a, 1, &once));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(logged, 1);
    close_to(log_times[0], 0.3, 1e-12);
}
END_TEST

/* Steps of 0.1 s end there, whatever they are. */
START_TEST(instants_between_the_steps_are_landed_on)
{
    const double given[] = {0.13, 0.37, 0.52};
    zn_ds *ds = integrator(0);
    zn_block *a;

    start(0.1, 1);
    a = block("eye", "a", ds, NULL, 1);
    MUST(zn_block_set_instants(a, 3, given));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(logged, 3);
    for (int k = 0; k < 3; k++)
        close_to(log_times[k], given[k], 1e-15);
}
END_TEST

static const char *const loops[] = {"pid", "sliding-mode", "twisting"};

/* One of each class that remembers, around x_1' = x_2, x_2' = u_i for three
 * plants. */
static zn_ds *closed_loops(zn_block *watched[3])
{
    static const double A[] = {0, 0, 1, 0}, B[] = {0, 1}, C[] = {1, 0};
    static const double S[] = {1, 1}, L[] = {8.7, 24}, x0[] = {0.7, -0.2};
    const double zero = 0;
    zn_ds *ds[3];

    for (int i = 0; i < 3; i++) {
        ds[i] = fo_system(loops[i], 2, A, x0);
        MUST(zn_ds_set_constant(ds[i], "B", 2, 1, B));
        MUST(zn_ds_set_u(ds[i], 1, &zero));
    }
    start(0.05, 4);
    for (int i = 0; i < 3; i++) {
        zn_block *y = block("linear-sensor", "y", ds[i], NULL, i ? 2 : 1);
        if (i == 0)
            MUST(zn_block_set_constant(y, "C", 1, 2, C));
        if (i == 1)
            MUST(zn_block_set(y, "delay", "3"));
        watched[i] = block(loops[i], loops[i], ds[i], y, 1);
        if (i == 0) {
            zn_block *z = block("luenberger", "z", ds[i], y, 2);
            MUST(zn_block_set_constant(z, "A", 2, 2, A));
            MUST(zn_block_set_constant(z, "B", 2, 1, B));
            MUST(zn_block_set_constant(z, "C", 1, 2, C));
            MUST(zn_block_set_constant(z, "L", 2, 1, L));
            MUST(zn_block_set_real(watched[i], "Kd", 2));
            MUST(zn_block_set_period(watched[i], 0.1, 0.1));
            watched[i] = z;
            continue;
        }
        MUST(zn_block_set_constant(watched[i], "A", 2, 2, A));
        MUST(zn_block_set_constant(watched[i], "B", 2, 1, B));
        if (i == 1)
            MUST(zn_block_set_constant(watched[i], "C", 1, 2, S));
    }
    return ds[0];
}

START_TEST(a_run_taken_up_from_a_checkpoint_has_the_same_bits)
{
    const char *const path = "test_control.checkpoint";
    zn_block *b[3];
    double x[6], out[4];
    const zn_index half = 37; /* between two samplings of the PID */

    closed_loops(b);
    while (zn_simulation_step(sim) != ZN_END)
        if (zn_simulation_step_number(sim) == half)
            MUST(zn_checkpoint_save(sim, path));
    memcpy(x, zn_simulation_state(sim)->x, sizeof x);
    memcpy(out, zn_block_output(b[0], NULL), 2 * sizeof *out);
    out[2] = zn_block_output(b[1], NULL)[0];
    out[3] = zn_block_output(b[2], NULL)[0];
    scene_teardown();
    setup();
    closed_loops(b);
    MUST(zn_checkpoint_load(sim, path));
    ck_assert_int_eq(zn_simulation_step_number(sim), half);
    MUST(zn_simulation_run(sim));
    ck_assert_mem_eq(x, zn_simulation_state(sim)->x, sizeof x);
    ck_assert_mem_eq(out, zn_block_output(b[0], NULL), 2 * sizeof *out);
    ck_assert_double_eq(out[2], zn_block_output(b[1], NULL)[0]);
    ck_assert_double_eq(out[3], zn_block_output(b[2], NULL)[0]);
    remove(path);
}
END_TEST

START_TEST(a_run_begun_anew_has_the_same_bits)
{
    zn_block *b[3];
    double x[6], out[4];

    closed_loops(b);
    MUST(zn_simulation_run(sim));
    memcpy(x, zn_simulation_state(sim)->x, sizeof x);
    memcpy(out, zn_block_output(b[0], NULL), 2 * sizeof *out);
    out[2] = zn_block_output(b[1], NULL)[0];
    out[3] = zn_block_output(b[2], NULL)[0];
    MUST(zn_simulation_reset(sim));
    for (int i = 0; i < 3; i++) /* held inputs stay as they are */
        zn_ds_u(zn_model_ds(model, loops[i]), NULL)[0] = 0;
    MUST(zn_simulation_run(sim));
    ck_assert_mem_eq(x, zn_simulation_state(sim)->x, sizeof x);
    ck_assert_mem_eq(out, zn_block_output(b[0], NULL), 2 * sizeof *out);
    ck_assert_double_eq(out[2], zn_block_output(b[1], NULL)[0]);
    ck_assert_double_eq(out[3], zn_block_output(b[2], NULL)[0]);
}
END_TEST

START_TEST(a_checkpoint_of_other_blocks_is_refused)
{
    const char *const path = "test_control.checkpoint";
    zn_ds *ds = integrator(0);

    start(0.1, 1);
    block("hand", "c", ds, block("eye", "s", ds, NULL, 1), 1);
    for (int k = 0; k < 3; k++)
        MUST(zn_simulation_step(sim));
    MUST(zn_checkpoint_save(sim, path));
    scene_teardown();
    setup();
    ds = integrator(0);
    start(0.1, 1);
    block("eye", "s", ds, NULL, 1);
    REFUSED(zn_checkpoint_load(sim, path), ZN_EINVAL,
            "bytes in the memory of observers and control blocks");
    remove(path);
}
END_TEST

START_TEST(a_period_that_misses_the_grid_adds_steps)
{
    static const double at[] = {0, 0.25, 0.5, 0.75, 1};
    zn_ds *ds = integrator(0);
    zn_block *a;

    start(0.1, 1);
    a = block("eye", "a", ds, NULL, 1);
    MUST(zn_block_set_period(a, 0, 0.25));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(logged, 5);
    for (int k = 0; k < 5; k++)
        ck_assert(log_times[k] == at[k]);
    /* 10 of the grid, and 0.25 and 0.75, which are not on it */
    ck_assert_int_eq(zn_simulation_step_number(sim), 12);
    ck_assert(zn_simulation_time(sim) == 1);
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

/* The plant has to stay; the block says so, and looks at nothing that is gone. */
START_TEST(a_plant_that_is_taken_out_is_said)
{
    zn_ds *ds = integrator(0), *other;
    const double x0 = 1;

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "other", 1, &x0, &other));
    MUST(zn_model_add_ds(model, other));
    start(0.1, 1);
    block("linear-sensor", "eye", ds, NULL, 1);
    MUST(zn_simulation_step(sim));
    zn_model_reopen(model);
    MUST(zn_model_remove_ds(model, ds));
    MUST(zn_model_seal(model));
    REFUSED(zn_simulation_step(sim), ZN_ESTATE,
            "block 'eye' (linear-sensor) at t = ");
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
    REFUSED(zn_block_set_constant(s, "C", 2, 1, (double[]){1, 2}), ZN_EINVAL,
            "a block that was made with 1 output: C of block 's'");
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
    DO(zn_simulation_set(s, "recompute", "no")); /* that allocates */
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
    tcase_add_test(tc, a_single_instant_is_met_up_to_rounding);
    tcase_add_test(tc, instants_between_the_steps_are_landed_on);
    tcase_add_test(tc, a_run_taken_up_from_a_checkpoint_has_the_same_bits);
    tcase_add_test(tc, a_run_begun_anew_has_the_same_bits);
    tcase_add_test(tc, a_checkpoint_of_other_blocks_is_refused);
    tcase_add_test(tc, a_period_that_misses_the_grid_adds_steps);
    tcase_add_test(tc, a_controller_comes_from_a_plugin);
    tcase_add_test(tc, a_plant_that_is_taken_out_is_said);
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
