/* test_overflow.c - a motion that grows without bound ends in words, whatever makes its steps
 *
 * Beside a system at rest one grows until a number of its state is none. Then the step fails, names the
 * system, the component and the time, and the state is that of the last step, bit for bit.
 * SPDX-License-Identifier: Apache-2.0 */
#include "specimen_integrators.h"

static zn_ctx *ctx;
static zn_model *model;
static zn_simulation *sim;
static zn_ds *calm, *wild;
static const char *who;

static void setup(void)
{
    ctx = conform_ctx();
}

static void teardown(void)
{
    zn_simulation_free(sim);
    zn_model_free(model);
    sim = NULL;
    model = NULL;
    zn_ctx_free(ctx);
}

static void check(zn_status st, const char *what)
{
    conform_ok(ctx, who, what, st);
}

/* ---- models ---- */

/* UNSTABLE   x' = 5 x or q'' = 25 q: by exp(5 h) a step, of a linear system
 * NONLINEAR  the same by a function of the user
 * PUSHED     a constant force that overflows before long */
typedef enum growth { UNSTABLE, NONLINEAR, PUSHED, GROWTHS } growth;

static const double unit[] = {1, 0, 0, 1}, rest[] = {0, 0}, begin[] = {0, 1};
static double hard[] = {0, -1e307};

static void away_second(double t, unsigned n, double *q, double *v, double *f,
                        unsigned nz, double *z)
{
    (void)t, (void)v, (void)nz, (void)z;
    for (unsigned i = 0; i < n; i++)
        f[i] = -25 * q[i];
}

static void away_first(double t, unsigned n, const double *x, double *f,
                       unsigned nz, double *z)
{
    (void)t, (void)nz, (void)z;
    for (unsigned i = 0; i < n; i++)
        f[i] = 5 * x[i];
}

static zn_ds *second_system(const char *name, const double q[], growth g)
{
    const double away[] = {0, 0, 0, -25};
    const bool function = g == NONLINEAR;
    zn_ds *ds;

    check(zn_ds_new(ctx, function ? "lagrangian" : "lagrangian-linear", name, 2,
                    q, rest, &ds),
          "a system");
    check(zn_ds_set_constant(ds, "mass", 2, 2, unit), "its mass");
    if (q == begin && g == UNSTABLE)
        check(zn_ds_set_constant(ds, "stiffness", 2, 2, away),
              "what pushes it away");
    if (q == begin && function)
        check(zn_ds_set_function(ds, "f_int", FN(away_second)),
              "what pushes it away");
    if (q == begin && g == PUSHED)
        check(zn_ds_set_constant(ds, "f_ext", 2, 1, hard), "what pushes it");
    check(zn_model_add_ds(model, ds), "adding it");
    return ds;
}

static zn_ds *first_system(const char *name, const double x[], growth g)
{
    const double away[] = {0, 0, 0, 5};
    const bool function = x == begin && g == NONLINEAR;
    zn_ds *ds;

    check(zn_ds_new_first_order(ctx,
                                function ? "first-order" : "first-order-linear",
                                name, 2, x, &ds),
          "a system");
    if (x == begin && g == UNSTABLE)
        check(zn_ds_set_constant(ds, "A", 2, 2, away), "what pushes it away");
    if (function)
        check(zn_ds_set_function(ds, "f", FN(away_first)),
              "what pushes it away");
    if (x == begin && g == PUSHED)
        check(zn_ds_set_constant(ds, "b", 2, 1, hard), "what pushes it");
    check(zn_model_add_ds(model, ds), "adding it");
    return ds;
}

static void make(bool second, growth g)
{
    zn_simulation_free(sim);
    zn_model_free(model);
    sim = NULL;
    model = NULL;
    check(zn_model_new(ctx, &model), "a model");
    calm = (second ? second_system : first_system)("calm", rest, g);
    wild = (second ? second_system : first_system)("wild", begin, g);
    check(zn_model_seal(model), "seal");
}

/* ---- what must hold ---- */

/* The numbers of a system: q and v, or x. */
static void numbers(const zn_ds *ds, double out[4])
{
    memset(out, 0, 4 * sizeof *out);
    if (zn_ds_nx(ds))
        memcpy(out, zn_simulation_x(sim, ds), 2 * sizeof *out);
    else {
        memcpy(out, zn_simulation_q(sim, ds), 2 * sizeof *out);
        memcpy(out + 2, zn_simulation_v(sim, ds), 2 * sizeof *out);
    }
}

static void state(double out[9])
{
    out[0] = zn_simulation_time(sim);
    numbers(calm, out + 1);
    numbers(wild, out + 5);
}

/* Some thousand steps at most: a step multiplies by exp(h 5) >= 1.5, or adds 1e306 to v. False: it takes no
 * such system, and says so. */
static bool ends_in_words(void)
{
    double before[9] = {0}, after[9];
    zn_status st;

    st = zn_simulation_init(sim);
    for (int k = 0; !st && k < 5000; k++) {
        state(before);
        for (int i = 0; i < 9; i++)
            ck_assert_msg(isfinite(before[i]),
                          "%s: number %d of the state is %g at "
                          "step %d",
                          who, i, before[i], k);
        st = zn_simulation_step(sim);
    }
    if (st == ZN_ENOTSUP)
        return false;
    ck_assert_msg(st == ZN_EDOM || st == ZN_UNSOLVED,
                  "%s: status %d after t = %g: %s", who, (int)st, before[0],
                  zn_errmsg(ctx));
    ck_assert_msg(fabs(before[8]) + fabs(before[6]) > 1e100,
                  "%s: ended at %g: %s", who, before[8], zn_errmsg(ctx));
    ck_assert_msg(strstr(zn_errmsg(ctx), "'wild'") != NULL, "%s: %s", who,
                  zn_errmsg(ctx));
    ck_assert_msg(strstr(zn_errmsg(ctx), "[1]") ||
                      strstr(zn_errmsg(ctx), "component 1"),
                  "%s: no component: %s", who, zn_errmsg(ctx));
    ck_assert_msg(strstr(zn_errmsg(ctx), " t = ") != NULL, "%s: no time: %s",
                  who, zn_errmsg(ctx));
    state(after);
    conform_same(who, "the state after the failure", 9, before, after);
    /* and again: a failed step changes nothing */
    ck_assert_int_eq(zn_simulation_step(sim), st);
    state(after);
    conform_same(who, "the state after another one", 9, before, after);
    return true;
}

/* ---- claims ---- */

START_TEST(by_time_steps)
{
    const specimen *p = &specimens[_i];
    const zn_type *t;
    static char name[160];
    int taken = 0;

    check(zn_type_find(ctx, ZN_KIND_OSI, p->cls, &t), "its class");
    const bool second = ((const zn_osi_type *)t)->family == ZN_SECOND_ORDER;
    for (growth g = UNSTABLE; g < GROWTHS; g++) {
        if (p->diagonal && g != PUSHED) /* it takes what is stable only */
            continue;
        snprintf(name, sizeof name, "integrator '%s' (%s), growth %d", p->cls,
                 p->options ? p->options : "-", (int)g);
        who = name;
        make(second, g);
        check(zn_simulation_new(model, &sim), "a simulation");
        check(zn_simulation_use(sim, p->cls, p->options, NULL), "itself");
        check(zn_simulation_set_time(sim, 0, 0.1, 1e4), "times");
        taken += ends_in_words();
    }
    ck_assert_int_gt(taken, 0);
}
END_TEST

/* What makes smooth motion, and which growth it is asked for, of systems of first order too (-1: of none). */
static const struct {
    const char *ode;
    growth from, to;
    int first;
} odes[] = {{"dormand-prince", UNSTABLE, NONLINEAR, NONLINEAR},
            {"dormand-prince-853", UNSTABLE, NONLINEAR, NONLINEAR},
            {"radau", UNSTABLE, NONLINEAR, NONLINEAR},
            {"linear", UNSTABLE, UNSTABLE, -1},
            {"generalised-alpha", UNSTABLE, PUSHED, -1},
            {"half-explicit", UNSTABLE, NONLINEAR, -1},
            {"ballistic", PUSHED, PUSHED, -1}};

/* Does it end in words, from event to event? */
static bool ends_by_events(const char *ode, bool second, growth g)
{
    static char name[160];

    snprintf(name, sizeof name, "event-driven by '%s', order %d, growth %d",
             ode, second ? 2 : 1, (int)g);
    who = name;
    make(second, g);
    check(zn_simulation_new_class(model, "event-driven", &sim),
          "a simulation");
    check(zn_simulation_set(sim, "ode", ode), "itself");
    check(zn_simulation_set(sim, "rtol", "1e-4"), "its tolerance");
    check(zn_simulation_set(sim, "h_max", "0.1"), "its longest step");
    check(zn_simulation_use(sim, second ? "moreau-jean" : "euler-moreau", NULL,
                            NULL),
          "an integrator");
    check(zn_simulation_set_time(sim, 0, 0.1, 1e4), "times");
    return ends_in_words();
}

START_TEST(from_event_to_event)
{
    hard[1] =
        -1e298; /* such a motion ends at 1e300, so that values within its steps are numbers */
    for (growth g = odes[_i].from; g <= odes[_i].to; g++)
        ck_assert(ends_by_events(odes[_i].ode, true, g));
    for (int g = UNSTABLE; g <= odes[_i].first; g++)
        ck_assert(ends_by_events(odes[_i].ode, false, (growth)g));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("overflow");
    TCase *tc = tcase_create("overflow");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, by_time_steps, 0, CONFORM_COUNT(specimens));
    tcase_add_loop_test(tc, from_event_to_event, 0, CONFORM_COUNT(odes));
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
