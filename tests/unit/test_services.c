/* test_services.c - what the headers offer to classes and programs beside models: what an
 * object says of itself, and what a class is helped with
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/control_scene.h"

#include <zeno/plugin.h>
#include <zeno/simulation_kind.h>

static void add_types(const zn_type *const types[])
{
    static zn_plugin plugin;

    MUST(zn_kernel_register(ctx));
    plugin = (zn_plugin){.size = sizeof plugin,
                         .major = ZN_PLUGIN_MAJOR,
                         .minor = ZN_PLUGIN_MINOR,
                         .build = ZN_PLUGIN_BUILD,
                         .name = "services",
                         .version = "1",
                         .license = "Apache-2.0",
                         .types = types};
    MUST(zn_plugin_add(ctx, &plugin));
}

/* ---- blocks, integrators, laws: what they say of themselves --------------------------- */

START_TEST(a_block_knows_its_class_context_and_what_is_held)
{
    zn_ds *ds = integrator(0);
    zn_block *y, *u;

    start(0.1, 1);
    y = block("linear-sensor", "y", ds, NULL, 1);
    u = block("pid", "u", ds, y, 1);
    ck_assert_ptr_eq(zn_block_ctx(u), ctx);
    ck_assert_str_eq(zn_block_class(y)->type.name, "linear-sensor");
    ck_assert_int_eq(zn_block_class(y)->role, ZN_BLOCK_SENSOR);
    ck_assert_str_eq(zn_block_class(u)->type.name, "pid");
    ck_assert_int_eq(zn_block_class(u)->role, ZN_BLOCK_CONTROLLER);
    ck_assert_int_eq(zn_block_held_size(u), 1);
}
END_TEST

START_TEST(integrators_of_a_run_are_counted_and_have_words)
{
    zn_ode *ode;
    zn_osi *osi;
    char got[32];

    point_mass("ball", 1, 0, 0, 0);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    ck_assert_int_eq(zn_simulation_osi_count(sim), 0);
    MUST(zn_osi_new(ctx, "moreau-jean", &osi));
    ck_assert_ptr_eq(zn_osi_ctx(osi), ctx);
    MUST(zn_osi_set_words(osi, "theta=0.75, gamma=0.5"));
    MUST(zn_osi_get(osi, "theta", got, sizeof got));
    ck_assert_str_eq(got, "0.75");
    REFUSED(zn_osi_set_words(osi, "theta=0.75 thetta=1"), ZN_ENOENT, "thetta");
    REFUSED(zn_osi_set_words(osi, "theta"), ZN_EINVAL, "theta");
    MUST(zn_simulation_add_osi(sim, osi));
    ck_assert_int_eq(zn_simulation_osi_count(sim), 1);
    ck_assert_ptr_eq(zn_simulation_osi(sim, 0), osi);
    ck_assert_ptr_null(zn_simulation_osi(sim, 1));
    MUST(zn_ode_new(ctx, "radau", &ode));
    ck_assert_str_eq(zn_ode_class(ode)->type.name, "radau");
    zn_ode_free(ode);
}
END_TEST

static void grows(unsigned nin, double *u, unsigned nout, double *out,
                  unsigned nz, double *z)
{
    (void)nin, (void)nout, (void)nz, (void)z;
    out[0] = 0.25 + u[1];
}

static void fails(unsigned nin, double *u, unsigned nout, double *out,
                  unsigned nz, double *z)
{
    (void)nin, (void)u, (void)nout, (void)nz, (void)z;
    out[0] = NAN;
}

/* The place of an operator in the table of a class of laws. */
static zn_index slot_of(const zn_law *law, const char *name)
{
    const zn_slot *s = zn_law_class(law)->slots;
    zn_index i = 0;

    while (strcmp(s[i].name, name))
        i++;
    return i;
}

START_TEST(a_coefficient_is_that_of_the_function_or_the_other_one)
{
    const double u[] = {-1, 0.5, 0};
    zn_index mu;
    double got;
    zn_law *law;

    MUST(zn_law_new(ctx, "newton-impact-friction", &law));
    mu = slot_of(law, "mu");
    MUST(zn_law_coefficient(law, mu, 3, u, 0.125, &got));
    ck_assert(got == 0.125);
    MUST(zn_operator_set_function(zn_law_operator(law, "mu"), (zn_fn *)grows));
    ck_assert_ptr_eq(zn_law_op(law, mu), zn_law_operator(law, "mu"));
    ck_assert_ptr_ne(zn_law_op(law, slot_of(law, "e")), zn_law_op(law, mu));
    MUST(zn_law_coefficient(law, mu, 3, u, 0.125, &got));
    ck_assert(got == 0.75);
    MUST(zn_law_coefficient(law, slot_of(law, "e"), 3, u, 0.5, &got));
    ck_assert(got == 0.5);
    MUST(zn_operator_set_function(zn_law_operator(law, "mu"), (zn_fn *)fails));
    REFUSED(zn_law_coefficient(law, mu, 3, u, 0.125, &got), ZN_EDOM,
            "law 'newton-impact-friction'");
    zn_law_free(law);
}
END_TEST

/* ---- systems ------------------------------------------------------------------------- */

static void pushed(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz;
    f[0] = z[0];
}

START_TEST(options_of_a_system_are_read_back)
{
    const double q[] = {0, 0, 0, 1, 0, 0, 0}, zero[6] = {0}, one = 1;
    char got[32], few[4];
    zn_ds *ds, *line;

    MUST(zn_ds_new(ctx, "newton-euler", "body", 6, q, zero, &ds));
    MUST(zn_ds_get(ds, "gyroscopic", got, sizeof got));
    ck_assert_str_eq(got, "force");
    MUST(zn_ds_set(ds, "gyroscopic", "off"));
    MUST(zn_ds_get(ds, "gyroscopic", got, sizeof got));
    ck_assert_str_eq(got, "off");
    MUST(zn_ds_get(ds, "quaternion", few, sizeof few));
    ck_assert_str_eq(few, "ref"); /* cut to size */
    REFUSED(zn_ds_get(ds, "spin", got, sizeof got), ZN_ENOENT, "'body'");
    REFUSED(zn_ds_set_real(ds, "spin", 1), ZN_ENOENT, "'body'");
    REFUSED(zn_ds_set_real(ds, "gyroscopic", 1), ZN_EINVAL, "gyroscopic");
    zn_ds_free(ds);
    MUST(zn_ds_new(ctx, "lagrangian", "line", 1, &one, &one, &line));
    MUST(zn_ds_set_real(line, "unit_mass", 1));
    MUST(zn_ds_get(line, "unit_mass", got, sizeof got));
    ck_assert_str_eq(got, "yes");
    zn_ds_free(line);
}
END_TEST

START_TEST(what_functions_see_is_followed_bit_by_bit)
{
    const double z[] = {2, -1}, own = 7, u = 3;
    double kept[3] = {0};
    zn_ds *ds = point_mass("ball", 1, 0, 0, 0), *tank;
    zn_index n;

    ck_assert_int_eq(zn_ds_parameter_count(ds), 0);
    ck_assert(zn_ds_parameters_follow(ds, 0, NULL));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)pushed));
    MUST(zn_ds_set_z(ds, 2, z));
    ck_assert_int_eq(zn_ds_parameter_count(ds), 2);
    MUST(zn_operator_set_z(zn_ds_operator(ds, "f_ext"), 1, &own));
    ck_assert_int_eq(zn_ds_parameter_count(ds), 3);
    ck_assert(!zn_ds_parameters_follow(ds, 2, kept)); /* not so many */
    ck_assert(kept[0] == 0);
    ck_assert(!zn_ds_parameters_follow(ds, 3, kept)); /* others than before */
    ck_assert(kept[0] == 2 && kept[1] == -1 && kept[2] == 7);
    ck_assert(zn_ds_parameters_follow(ds, 3, kept));
    zn_ds_z(ds, &n)[1] = nextafter(-1, 0);
    ck_assert(!zn_ds_parameters_follow(ds, 3, kept));
    ck_assert(zn_ds_parameters_follow(ds, 3, kept));
    tank = integrator(0);
    MUST(zn_ds_set_u(tank, 1, &u));
    ck_assert_int_eq(zn_ds_parameter_count(tank), 2); /* and its z */
}
END_TEST

/* ---- work ---------------------------------------------------------------------------- */

static void heavier(unsigned n, double *q, double *m, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    m[0] = 1 + q[0] * q[0];
}

/* m q'' + C v + K q = f(t): 0.5 s of it along 2 m/s; the potential of K is no work */
START_TEST(power_is_told_by_what_it_comes_from)
{
    const double m = 1, C = 3, K = 5, q = 0.5, v = -0.25, along = 2, z = 4;
    double part[4][1];
    zn_force_parts room = {part[0], part[1], part[2], part[3]};
    zn_work w = {.external = 1};
    zn_ds *ds = linear_system("ball", 1, &m, &C, &K, &q, &v, NULL);

    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)pushed));
    MUST(zn_ds_set_z(ds, 1, &z));
    MUST(zn_model_seal(model));
    MUST(zn_osi_add_power(ds, 0, &q, &v, 0.5, &along, &room, &w));
    ck_assert(w.external == 1 + 0.5 * along * z);
    ck_assert(w.damping == 0.5 * along * -C * v);
    ck_assert(w.internal == 0 && w.gyro == 0 && w.contact == 0);
}
END_TEST

/* v' (M(q1) - M(q)) v / 2 with M = 1 + q^2, the mean of that of both ends */
START_TEST(a_mass_that_moves_does_work)
{
    const double q = 1, q1 = 2, v = 3, v1 = -2, m = 4;
    zn_ds *ds, *still = linear_system("still", 1, &m, NULL, NULL, &q, &v, NULL);
    zn_work w = {0};
    double room[1];

    MUST(zn_ds_new(ctx, "lagrangian", "moves", 1, &q, &v, &ds));
    MUST(zn_ds_set_function(ds, "mass", (zn_fn *)heavier));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_model_seal(model));
    MUST(zn_osi_add_moving_mass(still, &q, &v, &q1, &v1, room, &w));
    ck_assert(w.gyro == 0);
    MUST(zn_osi_add_moving_mass(ds, &q, &v, &q1, &v1, room, &w));
    ck_assert(w.gyro == (9 * 3 / 2. + 4 * 3 / 2.) / 2); /* M(q1) - M(q) = 3 */
}
END_TEST

START_TEST(prescribed_rows_are_those_of_the_identity)
{
    const double M[] = {2, 1, 0, 1, 3, 1, 0, 1, 4}, x[3] = {0}, zero = 0;
    const zn_index held = 1;
    double W[9], B[6] = {1, 2, 3, 4, 5, 6};
    zn_ds *ds = linear_system("three", 3, M, NULL, NULL, x, x, NULL);

    memcpy(W, M, sizeof W);
    zn_osi_mask(ds, W, 2, B); /* nothing is prescribed */
    ck_assert_mem_eq(W, M, sizeof W);
    ck_assert(B[1] == 2 && B[4] == 5);
    MUST(zn_ds_prescribe(ds, 1, &held, &zero));
    zn_osi_mask(ds, W, 2, NULL);
    zn_osi_mask(ds, NULL, 2, B);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            ck_assert(W[i + 3 * j] ==
                      (i == 1 || j == 1 ? i == j : M[i + 3 * j]));
    for (int k = 0; k < 6; k++)
        ck_assert(B[k] == (k % 3 == 1 ? 0 : k + 1));
}
END_TEST

/* ---- an integrator whose unknown is an increment ---------------------------------------- */

static int increments;

static zn_status increment(void *s, const zn_step *step, const zn_ds *ds,
                           void *w, const double p_fixed[], const double K[],
                           bool *changed)
{
    const zn_osi_work *b = w;
    const double p = p_fixed ? p_fixed[0] : 0, r = b->R[0];
    zn_status st = zn_osi_increment(s, step, ds, w, p_fixed, K, changed);
    double inverse = 1;

    if (st)
        return st;
    increments++;
    zn_factor_solve(b->factor, 1, &inverse);
    ck_assert_double_eq_tol(b->free[0], inverse * (p - r), 1e-15 * fabs(p - r));
    return ZN_OK;
}

static zn_status refuses_inputs(void *s, const zn_step *step, const zn_ds *ds,
                                void *w, const double p_fixed[],
                                const double K[], bool *changed)
{
    const double some = 1;

    (void)K;
    return zn_osi_increment(s, step, ds, w, p_fixed, &some, changed);
}

/* The built-in class under another name, `free` ours: the same bits, through its steps. */
static double moved(const char *cls, zn_status want)
{
    const double m = 2, K = 30, q0 = 1, v0 = 0, f = -9;
    const zn_osi_type *of;
    static zn_osi_type own, bad;
    static const zn_type *types[] = {&own.type, &bad.type, NULL};
    double q;
    zn_ds *ds;
    zn_osi *osi;

    scene_teardown();
    scene_setup();
    MUST(zn_osi_new(ctx, "generalised-alpha", &osi));
    of = zn_osi_class(osi);
    own = bad = *of;
    own.type.name = "own-alpha";
    own.free = increment;
    bad.type.name = "bad-alpha";
    bad.free = refuses_inputs;
    add_types(types);
    zn_osi_free(osi);
    ds = linear_system("ball", 1, &m, NULL, &K, &q0, &v0, &f);
    simulate(cls, NULL, 0, 1e-2, 0.5);
    zn_status st = zn_simulation_run(sim);
    ck_assert_msg(st == want, "%s", zn_errmsg(ctx));
    q = zn_simulation_q(sim, ds)[0];
    return q;
}

START_TEST(an_increment_is_what_residual_and_input_ask_for)
{
    const double q = moved("generalised-alpha", ZN_OK);

    increments = 0;
    ck_assert(moved("own-alpha", ZN_OK) == q);
    ck_assert_int_ge(increments, 50); /* one a step */
    moved("bad-alpha", ZN_ENOTSUP);
    ck_assert_msg(
        strstr(zn_errmsg(ctx), "does not know inputs that depend on the state"),
        "%s", zn_errmsg(ctx));
}
END_TEST

/* ---- inside a step of a class of simulations ---------------------------------------------- */

typedef struct seen {
    int order;
    double grid;
    zn_index left;
} seen;

static seen saw;

static zn_status step_halves(void *k, zn_simulation *s, double limit)
{
    const double t = zn_simulation_time(s), h = zn_simulation_grid_step(s) / 2;

    (void)k;
    saw = (seen){zn_simulation_order(s), zn_simulation_grid_step(s),
                 zn_simulation_grid_left(s)};
    zn_simulation_count_forced(s);
    return zn_simulation_try(s, t + h < limit ? t + h : limit, h);
}

static const zn_simulation_type halves_type = {
    .type = {.size = sizeof halves_type,
             .kind = ZN_KIND_SIMULATION,
             .name = "halves",
             .summary = "for tests"},
    .step = step_halves};

static void halves(const char *integrator, const char *words)
{
    static const zn_type *const types[] = {&halves_type.type, NULL};

    scene_teardown();
    scene_setup();
    add_types(types);
    point_mass("ball", 1, 0, 0, -1);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "halves", &sim));
    MUST(zn_simulation_use(sim, integrator, words, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.25, 1));
}

START_TEST(a_class_of_simulations_knows_grid_order_and_counts)
{
    zn_run_info info;

    halves("moreau-jean", "theta=1");
    MUST(zn_simulation_step(sim));
    ck_assert(saw.order == 1 && saw.grid == 0.25 && saw.left == 4);
    ck_assert(zn_simulation_time(sim) == 0.125);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(saw.left, 1);
    zn_simulation_run_info(sim, &info);
    ck_assert(info.steps == 8 && info.forced == 8);
    halves("moreau-jean", "theta=0.5");
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq(saw.order, 2);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("services");
    TCase *tc = tcase_create("services");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_block_knows_its_class_context_and_what_is_held);
    tcase_add_test(tc, integrators_of_a_run_are_counted_and_have_words);
    tcase_add_test(tc, a_coefficient_is_that_of_the_function_or_the_other_one);
    tcase_add_test(tc, options_of_a_system_are_read_back);
    tcase_add_test(tc, what_functions_see_is_followed_bit_by_bit);
    tcase_add_test(tc, power_is_told_by_what_it_comes_from);
    tcase_add_test(tc, a_mass_that_moves_does_work);
    tcase_add_test(tc, prescribed_rows_are_those_of_the_identity);
    tcase_add_test(tc, an_increment_is_what_residual_and_input_ask_for);
    tcase_add_test(tc, a_class_of_simulations_knows_grid_order_and_counts);
    suite_add_tcase(s, tc);
    return test_main(s);
}
