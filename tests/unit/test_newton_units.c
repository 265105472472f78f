/* test_newton_units.c - Newton's method does the same in any units, and ends whatever masses are:
 * rounding of large momenta
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#define GM 3.986e14 /* of the Earth (m^3/s^2) */

static double kilogram;

static void gravity(double t, unsigned n, double *q, double *v, double *f,
                    unsigned nz, double *z)
{
    const double r = hypot(q[0], q[1]), k = kilogram * GM / (r * r * r);

    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = k * q[0];
    f[1] = k * q[1];
}

/* A Jacobian that is far off. */
static void wrong(double t, unsigned n, double *q, double *v, double *J, unsigned nz,
                  double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    J[0] = J[3] = -1e9 * kilogram;
}

/* A circle around the Earth. Its momentum is 7.7e3 N s per kg, which residuals cannot be known
 * to better than a 1e-16th of. */
static zn_ds *satellite(double mass, const char *check, const char *tol, zn_fn_s6 *jac)
{
    const double r = 6.8e6, v = sqrt(GM / r);
    const double q0[2] = {r, 0}, v0[2] = {0, v}, M[4] = {mass, 0, 0, mass};
    zn_ds *ds;

    kilogram = mass;
    MUST(zn_ds_new(ctx, "lagrangian", "satellite", 2, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 2, 2, M));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)gravity));
    if (jac)
        MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)jac));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", "theta=0.5", 0, 1, 600);
    MUST(zn_simulation_set(sim, "newton_check", check));
    MUST(zn_simulation_set(sim, "newton_tol", tol));
    return ds;
}

static const struct {
    const char *check, *tol;
    double      apart; /* m; a residual alone allows what it divides by the mass */
} ways[] = {{"both", "1e-10", 1e-6}, {"residual", "1e-10", 1}, {"lagged", "1e-6", 100}};

/* From a gram to a thousand tons, at powers of two. */
START_TEST(a_satellite_flies_whatever_its_mass)
{
    static const double mass[] = {1, 0x1p-10, 0x1p10, 0x1p20, 0x1p30};
    double at[2] = {0};

    for (size_t k = 0; k < sizeof mass / sizeof *mass; k++) {
        scene_teardown();
        scene_setup();
        zn_ds *ds = satellite(mass[k], ways[_i].check, ways[_i].tol, NULL);
        MUST(zn_simulation_run(sim));
        /* the mean rule of order two, 1.1e-3 rad a step: radius to (h w)^2 of itself */
        ck_assert_double_eq_tol(hypot(q_of(ds, 0), q_of(ds, 1)) / 6.8e6, 1, 1.3e-6);
        for (int i = 0; i < 2 && k > 0; i++)
            ck_assert_double_eq_tol(q_of(ds, i), at[i], ways[_i].apart);
        at[0] = q_of(ds, 0);
        at[1] = q_of(ds, 1);
    }
}
END_TEST

START_TEST(what_does_not_converge_is_still_said)
{
    satellite(1024, "both", "1e-10", wrong);
    ck_assert_int_eq(zn_simulation_run(sim), ZN_UNSOLVED);
    ck_assert_msg(strstr(zn_errmsg(ctx), "did not converge") != NULL, "%s", zn_errmsg(ctx));
}
END_TEST

/* ---- units of the whole model ------------------------------------------------------ */

/* What one metre (or ampere, or radian), second and kilogram are in the units of the model. */
static struct {
    double length, time, mass;
} unit;

enum { MOST = 7 };

/* Where a model went, in the units of the first, and how many iterations it took. */
typedef struct went {
    double   x[MOST];
    zn_index n, iterations;
} went;

/* f = m (w^2 q + b q^3), w = 30/s, b = 2000/(m^2 s^2) */
static void hardening(double t, unsigned n, double *q, double *v, double *f, unsigned nz,
                      double *z)
{
    const double k = unit.mass / unit.time / unit.time, y = q[0] / unit.length;

    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = k * q[0] * (900 + 2000 * y * y);
}

static void hardening_q(double t, unsigned n, double *q, double *v, double *J, unsigned nz,
                        double *z)
{
    const double k = unit.mass / unit.time / unit.time, y = q[0] / unit.length;

    (void)t, (void)n, (void)v, (void)nz, (void)z;
    J[0] = k * (900 + 6000 * y * y);
}

static void none(double t, unsigned n, double *q, double *v, double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    J[0] = 0;
}

static void run(zn_index steps)
{
    const double h = unit.time / 1024;

    simulate("moreau-jean", "theta=0.5", 0, h, (double)steps * h);
    MUST(zn_simulation_run(sim));
}

static void note(went *to, const double x[], zn_index n, double in)
{
    zn_run_info info;

    zn_simulation_run_info(sim, &info);
    to->iterations = info.newton_iterations;
    for (zn_index i = 0; i < n; i++)
        to->x[to->n++] = x[i] / in;
}

static zn_ds *lagrangian(double q0, zn_fn_s6 *force, zn_fn_s6 *slope, double mass)
{
    const double rest = 0;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "mass", 1, &q0, &rest, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &mass));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)force));
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)slope));
    MUST(zn_ds_set_function(ds, "jac_f_int_v", (zn_fn *)none));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static void oscillator(went *to)
{
    zn_ds *ds = lagrangian(.3 * unit.length, hardening, hardening_q, unit.mass);

    run(1024);
    note(to, zn_simulation_q(sim, ds), 1, unit.length);
    note(to, zn_simulation_v(sim, ds), 1, unit.length / unit.time);
}

/* m l^2 = 1 kg m^2, m g l = 10 N m */
static void swinging(double t, unsigned n, double *q, double *v, double *f, unsigned nz,
                     double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = 10 * unit.mass / unit.time / unit.time * sin(q[0]);
}

static void swinging_q(double t, unsigned n, double *q, double *v, double *J, unsigned nz,
                       double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    J[0] = 10 * unit.mass / unit.time / unit.time * cos(q[0]);
}

/* It strikes a wall at -0.2 rad. An angle has no unit of length. */
static void pendulum(went *to)
{
    const double one = 1, wall = .2;
    zn_ds *ds = lagrangian(1.2, swinging, swinging_q, unit.mass);

    join("wall", newton(.8), 1, 1, &one, &wall, ds, NULL);
    run(2048);
    note(to, zn_simulation_q(sim, ds), 1, 1);
    note(to, zn_simulation_v(sim, ds), 1, 1 / unit.time);
}

/* A free body about its axis of middle inertia. */
static void tumbler(went *to)
{
    const double q0[7] = {0, 0, 0, 1, 0, 0, 0};
    const double v0[6] = {.1 / unit.time, 0, 0, .01 / unit.time, 3 / unit.time, .02 / unit.time};
    const double m = unit.mass, I[9] = {.5 * m, 0, 0, 0, .75 * m, 0, 0, 0, m};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", "body", 6, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, I));
    MUST(zn_model_add_ds(model, ds));
    run(1024);
    note(to, zn_simulation_v(sim, ds), 6, 1 / unit.time);
}

/* An inductance of a nonlinear core: x' = -x - 8 x^3 + 4 cos 9 t + the diode's share, A */
static void core(double t, unsigned n, const double *x, double *f, unsigned nz, double *z)
{
    const double y = x[0] / unit.length;

    (void)n, (void)nz, (void)z;
    f[0] = unit.length / unit.time * (4 * cos(9 * t / unit.time) - y - 8 * y * y * y);
}

static void core_x(double t, unsigned n, double *x, double *J, unsigned nz, double *z)
{
    const double y = x[0] / unit.length;

    (void)t, (void)n, (void)nz, (void)z;
    J[0] = (-1 - 24 * y * y) / unit.time;
}

/* It lets no current flow below -0.05 A. */
static void circuit(went *to)
{
    const double x0 = .1 * unit.length, one = 1, e = .05 * unit.length;
    zn_relation *r;
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order", "coil", 1, &x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)core));
    MUST(zn_ds_set_function(ds, "jac_f_x", (zn_fn *)core_x));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "first-order-linear", "diode", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "B", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "e", 1, 1, &e));
    MUST(zn_model_connect(model, "diode", complementarity(1), r, ds, NULL, NULL));
    simulate("euler-moreau", "theta=1", 0, unit.time / 1024, 2 * unit.time);
    MUST(zn_simulation_run(sim));
    note(to, zn_simulation_x(sim, ds), 1, unit.length);
}

/* The voltage of a diode that is curved: u(x) = x (1 + 4 x^2/A^2) + 0.05 A, seen by a law */
static void curved(unsigned n, double *x, unsigned ny, double *y, unsigned nz, double *z)
{
    const double a = x[0] / unit.length;

    (void)n, (void)ny, (void)nz, (void)z;
    y[0] = x[0] * (1 + 4 * a * a) + .05 * unit.length;
}

static void curved_x(unsigned n, double *x, unsigned ny, double *C, unsigned nz, double *z)
{
    const double a = x[0] / unit.length;

    (void)n, (void)ny, (void)nz, (void)z;
    C[0] = 1 + 12 * a * a;
}

static void as_given(unsigned n, double *l, unsigned nr, double *r, unsigned nz, double *z)
{
    (void)n, (void)nr, (void)nz, (void)z;
    r[0] = l[0];
}

static void one_to_one(unsigned n, double *l, unsigned nr, double *B, unsigned nz, double *z)
{
    (void)n, (void)l, (void)nr, (void)nz, (void)z;
    B[0] = 1;
}

static void bent(went *to)
{
    const double x0 = .1 * unit.length;
    zn_relation *r;
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order", "coil", 1, &x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)core));
    MUST(zn_ds_set_function(ds, "jac_f_x", (zn_fn *)core_x));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "without-feedthrough", "diode", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)curved));
    MUST(zn_relation_set_function(r, "jac_h_x", (zn_fn *)curved_x));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)as_given));
    MUST(zn_relation_set_function(r, "jac_g_lambda", (zn_fn *)one_to_one));
    MUST(zn_model_connect(model, "diode", complementarity(1), r, ds, NULL, NULL));
    simulate("euler-moreau", "theta=1", 0, unit.time / 1024, 2 * unit.time);
    MUST(zn_simulation_run(sim));
    note(to, zn_simulation_x(sim, ds), 1, unit.length);
}

/* An oscillator before a bent wall that gives way, 1 mm for 1 N: 0.1 m + q + q^3/m^2 + c lambda */
static double softness(void)
{
    return 1e-3 * unit.time * unit.time / unit.mass;
}

static void gap(unsigned n, double *q, unsigned nl, double *l, double *y, unsigned nz, double *z)
{
    const double a = q[0] / unit.length;

    (void)n, (void)nl, (void)nz, (void)z;
    y[0] = .1 * unit.length + q[0] * (1 + a * a) + softness() * l[0];
}

static void gap_q(unsigned n, double *q, unsigned nl, double *l, double *C, unsigned nz, double *z)
{
    const double a = q[0] / unit.length;

    (void)n, (void)nl, (void)l, (void)nz, (void)z;
    C[0] = 1 + 3 * a * a;
}

static void gap_lambda(unsigned n, double *q, unsigned nl, double *l, double *D, unsigned nz,
                       double *z)
{
    (void)n, (void)q, (void)nl, (void)l, (void)nz, (void)z;
    D[0] = softness();
}

static void pressed(went *to)
{
    zn_ds *ds = lagrangian(.3 * unit.length, hardening, hardening_q, unit.mass);
    zn_relation *r;

    MUST(zn_relation_new(ctx, "compliant", "wall", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)gap));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)gap_q));
    MUST(zn_relation_set_function(r, "jac_h_lambda", (zn_fn *)gap_lambda));
    MUST(zn_model_connect(model, "wall", complementarity(1), r, ds, NULL, NULL));
    run(1024);
    note(to, zn_simulation_q(sim, ds), 1, unit.length);
    note(to, zn_simulation_v(sim, ds), 1, unit.length / unit.time);
}

static const struct {
    const char *name;
    void      (*build)(went *to);
    bool        length; /* is there one in it? */
} models[] = {{"oscillator", oscillator, true},
              {"pendulum", pendulum, false},
              {"tumbler", tumbler, false},
              {"circuit", circuit, true},
              {"bent", bent, true},
              {"pressed", pressed, true}};

static went in_units(int k, double length, double time, double mass)
{
    went to = {.n = 0};

    scene_teardown();
    scene_setup();
    unit.length = models[k].length ? length : 1;
    unit.time = time;
    unit.mass = mass;
    models[k].build(&to);
    return to;
}

/* In metres, seconds, kilograms as in units of a thousand millionth of them or as much larger: the
 * same iterations to the same bits. */
START_TEST(units_do_not_matter)
{
    static const double scale[][3] = {{0x1p-30, 1, 1},  {0x1p30, 1, 1},
                                      {1, 0x1p-30, 1},  {1, 0x1p30, 1},
                                      {1, 1, 0x1p-30},  {1, 1, 0x1p30},
                                      {0x1p-30, 0x1p-10, 0x1p20}, {0x1p30, 0x1p20, 0x1p-30}};
    const went is = in_units(_i, 1, 1, 1);

    ck_assert_int_gt(is.iterations, 0);
    for (size_t k = 0; k < sizeof scale / sizeof *scale; k++) {
        const went to = in_units(_i, scale[k][0], scale[k][1], scale[k][2]);
        ck_assert_msg(to.iterations == is.iterations, "%s %zu: %td iterations, not %td",
                      models[_i].name, k, to.iterations, is.iterations);
        for (zn_index i = 0; i < is.n; i++)
            ck_assert_msg(to.x[i] == is.x[i], "%s %zu: number %td is %.17g, not %.17g",
                          models[_i].name, k, i, to.x[i], is.x[i]);
    }
}
END_TEST

/* ---- outputs -------------------------------------------------------------------------- */

/* x' = -x - 4 A/s + lambda meets the bend of the diode. The balance of a linear system is met by
 * whatever an iteration finds; that u(x) is zero where the diode conducts, its output alone tells. */
START_TEST(outputs_are_what_laws_made_them)
{
    const double A = -1, b = -4, x0 = .1;
    double least = INFINITY, last = INFINITY;
    zn_relation *r;
    zn_ds *ds;

    unit.length = unit.time = unit.mass = 1;
    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "coil", 1, &x0, &ds));
    MUST(zn_ds_set_constant(ds, "A", 1, 1, &A));
    MUST(zn_ds_set_constant(ds, "b", 1, 1, &b));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "without-feedthrough", "diode", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)curved));
    MUST(zn_relation_set_function(r, "jac_h_x", (zn_fn *)curved_x));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)as_given));
    MUST(zn_relation_set_function(r, "jac_g_lambda", (zn_fn *)one_to_one));
    MUST(zn_model_connect(model, "diode", complementarity(1), r, ds, NULL, NULL));
    simulate("euler-moreau", "theta=1", 0, 1. / 64, .5);
    MUST(zn_simulation_set(sim, "newton_check", "residual"));
    for (int k = 0; k < 32; k++) {
        MUST(zn_simulation_step(sim));
        curved(1, zn_simulation_state_rw(sim)->x, 1, &last, 0, NULL);
        least = fmin(least, last);
    }
    ck_assert_double_ge(least, -1e-9);
    ck_assert_double_le(last, 1e-9);
}
END_TEST

/* x' = -x - x^3 - b + lambda, 0 <= x + D lambda _|_ lambda >= 0 comes to rest with both conducting: the
 * balance gives lambda of x, and with that all outputs are zero. */
static void pulled(double t, unsigned n, double *x, double *f, unsigned nz, double *z)
{
    (void)t, (void)nz, (void)z;
    for (unsigned i = 0; i < n; i++)
        f[i] = -x[i] - x[i] * x[i] * x[i] - 1 - i;
}

static void pulled_x(double t, unsigned n, double *x, double *J, unsigned nz, double *z)
{
    (void)t, (void)nz, (void)z;
    for (unsigned i = 0; i < n; i++)
        J[i + n * i] = -1 - 3 * x[i] * x[i];
}

START_TEST(outputs_have_all_of_D)
{
    static const char *const checks[] = {"both", "residual"};
    const double x0[2] = {.1, .2}, D[4] = {.5, -.25, .125, .75}, one[4] = {1, 0, 0, 1};
    double lambda[2];
    const double *x;
    zn_relation *r;
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order", "coils", 2, x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)pulled));
    MUST(zn_ds_set_function(ds, "jac_f_x", (zn_fn *)pulled_x));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "first-order-linear", "diodes", 2, 2, &r));
    MUST(zn_relation_set_constant(r, "C", 2, 2, one));
    MUST(zn_relation_set_constant(r, "D", 2, 2, D));
    MUST(zn_relation_set_constant(r, "B", 2, 2, one));
    MUST(zn_model_connect(model, "diodes", complementarity(2), r, ds, NULL, NULL));
    simulate("euler-moreau", "theta=1", 0, 1. / 16, 40);
    MUST(zn_simulation_set(sim, "newton_check", checks[_i]));
    MUST(zn_simulation_run(sim));
    x = zn_simulation_x(sim, ds);
    for (int i = 0; i < 2; i++) {
        lambda[i] = x[i] + x[i] * x[i] * x[i] + 1 + i;
        ck_assert_double_gt(lambda[i], .1);
    }
    for (int i = 0; i < 2; i++)
        CLOSE(x[i] + D[i] * lambda[0] + D[i + 2] * lambda[1], 0, 1e-8);
}
END_TEST

/* ---- forces of laws -------------------------------------------------------------------- */

static void cubic(double t, unsigned ny, double *y, unsigned nu, double *u, double *f, unsigned nz,
                  double *z)
{
    (void)t, (void)ny, (void)nu, (void)u, (void)nz, (void)z;
    f[0] = -200 * y[0] * y[0] * y[0];
}

/* Long steps, in each of which Newton's method has to go on: what the residuals alone find is what they find with the
 * increments. The balance of the mass is linear and met at once; that the force is the spring's its own residual
 * tells. */
START_TEST(residuals_have_the_force_of_a_spring)
{
    static const char *const checks[] = {"both", "residual"};
    double q[2];

    for (int k = 0; k < 2; k++) {
        const double m = 2, A = 0.5, one = 1, zero = 0;
        zn_relation *r;
        zn_law *law;
        zn_ds *ds;
        scene_teardown();
        scene_setup();
        MUST(zn_ds_new(ctx, "lagrangian-linear", "mass", 1, &A, &zero, &ds));
        MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
        MUST(zn_model_add_ds(model, ds));
        MUST(zn_relation_new(ctx, "linear", "length", 1, 1, &r));
        MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
        MUST(zn_law_new(ctx, "spring", &law));
        MUST(zn_operator_set_function(zn_law_operator(law, "force"), (zn_fn *)cubic));
        MUST(zn_model_connect(model, "spring", law, r, ds, NULL, NULL));
        simulate("moreau-jean", "theta=0.5", 0, 0.25, 1);
        MUST(zn_simulation_set(sim, "newton_check", checks[k]));
        MUST(zn_simulation_run(sim));
        q[k] = q_of(ds, 0);
    }
    CLOSE(q[1], q[0], 1e-8);
}
END_TEST

/* ---- one iteration ----------------------------------------------------------------- */

/* From rest at q_0 = 0.3 m, theta = 1/2: u = -h f(q_0)/W, W = 1 + h^2/4 f'(q_0), and no more:
 * that is within newton_tol (of u itself), and what an iteration with a matrix of before would leave does not count. */
START_TEST(a_single_iteration_is_one)
{
    const double q0 = .3, h = 1. / 1024;
    const double W = 1 + h * h / 4 * (900 + 6000 * q0 * q0);
    zn_ds *ds;

    unit.length = unit.time = unit.mass = 1;
    ds = lagrangian(q0, hardening, hardening_q, 1);
    simulate("moreau-jean", "theta=0.5", 0, h, h);
    MUST(zn_simulation_set(sim, "newton_max_iter", "1"));
    MUST(zn_simulation_set(sim, "newton_tol", "1"));
    MUST(zn_simulation_run(sim));
    CLOSE(v_of(ds, 0), -h * q0 * (900 + 2000 * q0 * q0) / W, 1e-15);
}
END_TEST

/* ---- at rest ------------------------------------------------------------------------- */

/* A weight of 10 N on a spring of 1e6 N/m and a damper, m = 1 kg */
static void weight(double t, unsigned n, double *q, double *v, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    f[0] = 10 + 1e6 * q[0] * (1 + q[0] * q[0]) + 1000 * v[0];
}

static void weight_q(double t, unsigned n, double *q, double *v, double *J, unsigned nz,
                     double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    J[0] = 1e6 * (1 + 3 * q[0] * q[0]);
}

static void weight_v(double t, unsigned n, double *q, double *v, double *J, unsigned nz,
                     double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    J[0] = 1000;
}

/* Where u is nothing but rounding, changes are as large as it is: steps end all the same, after the
 * iteration that shows it. On a floor that carries the weight, it is small beside h g. */
START_TEST(what_rests_takes_few_iterations)
{
    const double one = 1, floor = 0;
    zn_run_info before, after;
    zn_ds *ds = lagrangian(0, weight, weight_q, 1);

    MUST(zn_ds_set_function(ds, "jac_f_int_v", (zn_fn *)weight_v));
    if (_i)
        join("floor", newton(.5), 1, 1, &one, &floor, ds, NULL);
    simulate("moreau-jean", "theta=1", 0, 1. / 1024, 4);
    MUST(zn_simulation_advance_to(sim, 2));
    zn_simulation_run_info(sim, &before);
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &after);
    ck_assert_double_lt(fabs(v_of(ds, 0)), 1e-12);
    CLOSE(q_of(ds, 0), _i ? 0 : -1e-5, 1e-14);
    ck_assert_int_le(after.newton_iterations - before.newton_iterations,
                     (_i ? 1 : 3) * (after.steps - before.steps));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("Newton's method and units");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_loop_test(t, a_satellite_flies_whatever_its_mass, 0,
                        sizeof ways / sizeof *ways);
    tcase_add_test(t, what_does_not_converge_is_still_said);
    tcase_add_loop_test(t, units_do_not_matter, 0, sizeof models / sizeof *models);
    tcase_add_test(t, outputs_are_what_laws_made_them);
    tcase_add_loop_test(t, outputs_have_all_of_D, 0, 2);
    tcase_add_test(t, residuals_have_the_force_of_a_spring);
    tcase_add_test(t, a_single_iteration_is_one);
    tcase_add_loop_test(t, what_rests_takes_few_iterations, 0, 2);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
