/* test_control_held.c - an input that is written at an instant acts from then on
 * SPDX-License-Identifier: Apache-2.0
 *
 * A mass under a force that is constant between the instants moves along
 * parabolas, which Moreau's and Jean's scheme follows exactly with theta = 1/2,
 * if the force at both ends of a step is that of the step. */
#include "tests/unit/control_scene.h"

static const double mass = 2; /* kg */

/* ---- plants ---------------------------------------------------------------- */

static void f_of_z(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz;
    f[0] = z[0];
}

static void mass_of_q(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n, (void)q, (void)nz, (void)z;
    M[0] = mass;
}

/* the input once more, as a force that Newton's method has to look at */
static void internal(double t, unsigned n, double *q, double *v, double *f,
                     unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz;
    f[0] = -z[0];
}

enum { CONSTANT_MASS, NEWTON, OWN, KINDS };

/* A mass on a line: in one pass, by Newton's method, and by Newton's method with
 * the force half from f_ext, half from f_int with parameters of its own. */
static zn_ds *mass_point(int kind)
{
    const double q0 = 0.3, v0 = -0.7, zero = 0;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "mass", 1, &q0, &v0, &ds));
    if (kind == CONSTANT_MASS)
        MUST(zn_ds_set_constant(ds, "mass", 1, 1, &mass));
    else
        MUST(zn_ds_set_function(ds, "mass", (zn_fn *)mass_of_q));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)f_of_z));
    MUST(zn_ds_set_z(ds, 1, &zero));
    if (kind == OWN) {
        MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)internal));
        MUST(zn_operator_set_z(zn_ds_operator(ds, "f_int"), 1, &zero));
    }
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* ---- a controller with a fixed program ---------------------------------------- */

/* no two the same, no symmetry; N */
static const double program[] = {1.5, -2.25, 0.8, 3.1, -0.4, 0, 2.7, -1.1};
enum { STEPS = sizeof program / sizeof *program };

static zn_status sample_program(zn_block *b, const zn_sampling *at,
                                double out[])
{
    (void)b;
    out[0] = program[at->number % STEPS];
    return ZN_OK;
}

static const zn_block_type program_type = {.type = {.size = sizeof program_type,
                                                    .kind = ZN_KIND_BLOCK,
                                                    .name = "program",
                                                    .summary = "for tests"},
                                           .role = ZN_BLOCK_CONTROLLER,
                                           .sample = sample_program};
static const zn_type *const types[] = {&program_type.type, NULL};
static const zn_plugin plugin = {.size = sizeof plugin,
                                 .major = ZN_PLUGIN_MAJOR,
                                 .minor = ZN_PLUGIN_MINOR,
                                 .build = ZN_PLUGIN_BUILD,
                                 .name = "programs",
                                 .version = "1",
                                 .license = "Apache-2.0",
                                 .types = types};

static void setup(void)
{
    scene_setup();
    MUST(zn_kernel_register(ctx));
    MUST(zn_plugin_add(ctx, &plugin));
}

/* ---- second order ------------------------------------------------------------ */

START_TEST(a_force_from_a_controller_acts_on_the_whole_step)
{
    const double h = 0.25;
    zn_ds *ds = mass_point(_i);
    double q = 0.3, v = -0.7;

    simulate("moreau-jean", "theta=0.5", 0, h, STEPS * h);
    MUST(zn_control_new(sim, &control));
    block("program", "u", ds, block("linear-sensor", "x", ds, NULL, 2), 1);
    for (int k = 0; k < STEPS; k++) {
        double f = program[k];

        if (_i == OWN && k > 0) { /* a second writer, between the steps */
            const double more = program[STEPS - 1 - k];
            MUST(zn_operator_set_z(zn_ds_operator(ds, "f_int"), 1, &more));
            f += more;
        }
        q += h * v + h * h / 2 * f / mass;
        v += h * f / mass;
        MUST(zn_simulation_step(sim));
        /* the sums are of size 3, a few roundings each step */
        close_to(zn_simulation_v(sim, ds)[0], v, 4e-15);
        close_to(zn_simulation_q(sim, ds)[0], q, 4e-15);
    }
}
END_TEST

/* How often the force is evaluated where the step begins: keeping it from the end
 * of the last one may not be lost altogether. */
static double began;
static int calls;

static void counted(double t, unsigned n, double *q, double *v, double *f,
                    unsigned nz, double *z)
{
    calls += t < began + 0.05;
    internal(t, n, q, v, f, nz, z);
}

START_TEST(the_force_is_kept_while_the_parameters_stay)
{
    const double one = 1;
    zn_ds *ds = mass_point(NEWTON);

    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)counted));
    MUST(zn_ds_set_z(ds, 1, &one));
    simulate("moreau-jean", "theta=0.5", 0, 0.1, 10);
    MUST(zn_simulation_set(sim, "recompute", "no")); /* that calls, too */
    for (int k = 0; k < 6; k++) {
        began = zn_simulation_time(sim);
        calls = 0;
        zn_ds_z(ds, NULL)[0] = k < 3 ? 1 : 2;
        MUST(zn_simulation_step(sim));
        ck_assert_int_eq(calls, k == 0 || k == 3);
    }
}
END_TEST

/* ---- first order --------------------------------------------------------------- */

START_TEST(a_first_order_input_acts_on_the_whole_step)
{
    const double h = 0.25;
    zn_ds *ds = integrator(0.3);
    double x = 0.3;

    simulate("euler-moreau", "theta=0.5 gamma=1", 0, h, STEPS * h);
    MUST(zn_control_new(sim, &control));
    block("program", "u", ds, block("linear-sensor", "x", ds, NULL, 1), 1);
    for (int k = 0; k < STEPS; k++) {
        x += h * program[k];
        MUST(zn_simulation_step(sim));
        close_to(x_of(ds, 0), x, 4e-15);
    }
}
END_TEST

/* e(t) of the relation below */
static void wave(double t, unsigned n, double *e, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    e[0] = t * t - 3;
}

START_TEST(an_output_follows_time_and_parameters)
{
    /* 0 = y = x + 2 z + e(t) is held by r: x = -2 z - e at each instant, with the
     * z of the step */
    const double one = 1, two = 2, z0 = 0, h = 0.25;
    zn_ds *ds = fo_system("x", 1, NULL, &one);
    zn_relation *r = fo_relation("held", 1, 1, &one, NULL, &one);
    zn_interaction *a;
    zn_law *law;

    MUST(zn_relation_set_constant(r, "F", 1, 1, &two));
    MUST(zn_relation_set_function(r, "e", (zn_fn *)wave));
    MUST(zn_relation_set_z(r, 1, &z0));
    MUST(zn_law_equality(ctx, 1, &law));
    a = fo_join("held", law, r, ds, NULL);
    simulate("euler-moreau", "theta=0.5 gamma=1", 0, h, STEPS * h);
    for (int k = 0; k < STEPS; k++) {
        const double t = (k + 1) * h;

        zn_relation_z(r, NULL)[0] = program[k];
        MUST(zn_simulation_step(sim));
        /* rounding of terms up to 7 */
        close_to(x_of(ds, 0), -2 * program[k] - (t * t - 3), 1e-14);
        close_to(y_of(a, 0), 0, 1e-14);
    }
    /* between steps, too: the outputs are made anew */
    zn_relation_z(r, NULL)[0] += 1;
    MUST(zn_simulation_touched(sim));
    close_to(y_of(a, 0), 2, 1e-14);
}
END_TEST

/* One sampling only: there is no next one until which the input would be held. */
START_TEST(how_long_an_input_is_held_must_be_known)
{
    static const char *const classes[] = {"pid", "sliding-mode", "twisting"};
    static const double A[] = {0, 0, 1, 0}, B[] = {0, 1}, C[] = {1, 1};
    const double x0[] = {0.7, -0.2}, once = 0.3;

    for (int k = 0; k < 3; k++) {
        zn_block *u;
        zn_ds *ds;
        scene_teardown();
        scene_setup();
        ds = plant(2, A, B, x0);
        start(0.1, 1);
        u = block("linear-sensor", "x", ds, NULL, k ? 2 : 1);
        if (k == 0)
            MUST(zn_block_set_constant(u, "C", 1, 2, C));
        u = block(classes[k], "u", ds, u, 1);
        if (k > 0) {
            MUST(zn_block_set_constant(u, "A", 2, 2, A));
            MUST(zn_block_set_constant(u, "B", 2, 1, B));
        }
        if (k == 1)
            MUST(zn_block_set_constant(u, "C", 1, 2, C));
        MUST(zn_block_set_instants(u, 1, &once));
        REFUSED(zn_simulation_run(sim), ZN_EINVAL,
                "how long the input is held is not known");
        ck_assert(strstr(zn_errmsg(ctx), "block 'u'"));
        close_to(zn_simulation_time(sim), 0.3, 1e-12);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("held input");
    TCase *tc = tcase_create("held input");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_loop_test(tc, a_force_from_a_controller_acts_on_the_whole_step, 0,
                        KINDS);
    tcase_add_test(tc, the_force_is_kept_while_the_parameters_stay);
    tcase_add_test(tc, a_first_order_input_acts_on_the_whole_step);
    tcase_add_test(tc, an_output_follows_time_and_parameters);
    tcase_add_test(tc, how_long_an_input_is_held_must_be_known);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
