/* test_first_order_class.c - a class of systems with its required operations only, by every
 * integrator
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "tests/analytic/events.h"
#include "tests/unit/first_order.h"

/* x' = 1/2 - x in both components, M = I because the class has no `lhs`; a relay in (-1, 1) turns
 * the first to zero: x_0 = (3/2) exp(-t) - 1/2 until t = ln 3, then it is held at zero by
 * lambda = -1/2, and x_1 = 1/2 + (x_1(0) - 1/2) exp(-t). */
static zn_vary of_J;

static zn_status tank_seal(zn_ds *ds, zn_findings *f)
{
    (void)ds, (void)f;
    return ZN_OK;
}

static void tank_varies(const zn_ds *ds, zn_ds_variability *out)
{
    (void)ds;
    out->M = ZN_CONSTANT;
    out->J = of_J;
    out->F = ZN_WITH_STATE;
}

static zn_status tank_field(const zn_ds *ds, double t, const double x[], double f[])
{
    (void)ds, (void)t;
    for (int i = 0; i < 2; i++)
        f[i] = 0.5 - x[i];
    return ZN_OK;
}

static zn_status tank_jac(const zn_ds *ds, double t, const double x[], double A[])
{
    (void)ds, (void)t, (void)x;
    A[0] = A[3] = -1;
    A[1] = A[2] = 0;
    return ZN_OK;
}

static const zn_ds_type tank_type = {
    .type = {.size = sizeof tank_type,
             .kind = ZN_KIND_DS,
             .name = "tank",
             .summary = "x' = 1/2 - x"},
    .family = ZN_FIRST_ORDER,
    .seal = tank_seal,
    .varies = tank_varies,
    .field = tank_field,
    .field_jac = tank_jac,
};
static const zn_type *const types[] = {&tank_type.type, NULL};
static const zn_plugin plugin = {.major = ZN_PLUGIN_MAJOR,
                                 .minor = ZN_PLUGIN_MINOR,
                                 .size = sizeof plugin,
                                 .build = ZN_PLUGIN_BUILD,
                                 .name = "tank",
                                 .version = "1",
                                 .license = "Apache-2.0",
                                 .types = types};

static const double x0[] = {1, 3};

static zn_ds *tank(void)
{
    const double first[] = {1, 0};
    zn_ds *ds;

    MUST(zn_plugin_add(ctx, &plugin));
    MUST(zn_ds_new_first_order(ctx, "tank", "tank", 2, x0, &ds));
    MUST(zn_model_add_ds(model, ds));
    fo_join("switch", relay(-1, 1), fo_relation("switch", 1, 2, first, NULL, first), ds, NULL);
    return ds;
}

/* The factor of x - 1/2 in a step of h = 1/16, which is that of the scheme. */
static const struct {
    const char *osi, *options;
    double factor;
} ways[] = {
    {"euler-moreau", "theta=1", 16.0 / 17},
    {"euler-moreau", "theta=0.5", 31.0 / 33},
    {"euler-moreau", "theta=0.5 scheme=midpoint", 31.0 / 33},
    /* last, as it takes constant matrices only */
    {"zero-order-hold", NULL, 0.93941306281347578611}, /* exp(-1/16) */
};
enum { WAYS = sizeof ways / sizeof *ways };

START_TEST(mass_is_the_identity)
{
    const double h = 0.0625, f = ways[_i / 2].factor;
    zn_ds *ds;
    double want[2];

    of_J = _i % 2 ? ZN_WITH_STATE : ZN_CONSTANT;
    ds = tank();
    simulate(ways[_i / 2].osi, ways[_i / 2].options, 0, h, 2);
    for (int k = 1; k <= 16; k++) { /* to t = 1, before the relay switches */
        MUST(zn_simulation_step(sim));
        want[0] = -0.5 + 1.5 * pow(f, k);
        want[1] = 0.5 + 2.5 * pow(f, k);
        for (int i = 0; i < 2; i++) /* rounding, sixteen times */
            CLOSE(x_of(ds, i), want[i], 1e-14);
    }
    MUST(zn_simulation_run(sim));
    CLOSE(x_of(ds, 0), 0, 1e-12);
    CLOSE(x_of(ds, 1), 0.5 + 2.5 * pow(f, 32), 1e-14);
}
END_TEST

START_TEST(mass_is_the_identity_between_events)
{
    zn_ds *ds;

    of_J = _i ? ZN_WITH_STATE : ZN_CONSTANT;
    ds = tank();
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_use(sim, "euler-moreau", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.0625, 2));
    events.n = 0;
    MUST(zn_simulation_on_event(sim, note_event, NULL));
    MUST(zn_simulation_run(sim));
    ck_assert_int_ge(events.n, 1);
    CLOSE(events.at[events.n - 1].t, log(3), 1e-9); /* rtol of the ODE is 1e-10 */
    CLOSE(x_of(ds, 0), 0, 1e-12);
    CLOSE(x_of(ds, 1), 0.5 + 2.5 * exp(-2), 1e-9);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("first-order class");
    TCase *tc = tcase_create("required operations only");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, mass_is_the_identity, 0, 2 * WAYS - 1);
    tcase_add_loop_test(tc, mass_is_the_identity_between_events, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
