/* test_friction.c - contacts with friction and rolling friction in models: known
 * motions, thresholds, Coulomb's law at every contact of random models, units,
 * what is chosen and what is refused
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>

#include <zeno/zeno.h>

#include "tests/unit/zeno_test.h"

static zn_ctx *ctx;
static zn_model *model;
static zn_simulation *sim;

static void must(zn_status st)
{
    ck_assert_msg(st == ZN_OK, "%s: %s", zn_status_name(st), zn_errmsg(ctx));
}

static void refused(zn_status st, zn_status want, const char *words)
{
    ck_assert_msg(st == want, "%s: %s", zn_status_name(st), zn_errmsg(ctx));
    ck_assert_msg(strstr(zn_errmsg(ctx), words), "'%s' is not in: %s", words,
                  zn_errmsg(ctx));
}

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    must(zn_model_new(ctx, &model));
    sim = NULL;
}

static void teardown(void)
{
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_ctx_free(ctx);
}

static zn_ds *body(const char *name, zn_index n, const double mass[],
                   const double q0[], const double v0[], const double f[])
{
    zn_ds *ds;

    must(zn_ds_new(ctx, "lagrangian-linear", name, n, q0, v0, &ds));
    must(zn_ds_set_diagonal(ds, "mass", n, mass));
    must(zn_ds_set_constant(ds, "f_ext", n, 1, f));
    must(zn_model_add_ds(model, ds));
    return ds;
}

static zn_interaction *contact(const char *name, zn_law *law, zn_index rows,
                               zn_index nq, const double C[], double gap,
                               zn_ds *d1, zn_ds *d2)
{
    double e[5] = {gap, 0, 0, 0, 0};
    zn_interaction *a;
    zn_relation *r;

    must(zn_relation_new(ctx, "linear", name, rows, nq, &r));
    must(zn_relation_set_constant(r, "C", rows, nq, C));
    must(zn_relation_set_constant(r, "e", rows, 1, e));
    must(zn_model_connect(model, name, law, r, d1, d2, &a));
    return a;
}

static void start(double h, double T)
{
    must(zn_model_seal(model));
    must(zn_simulation_new(model, &sim));
    /* a resting contact is not lost by rounding of its gap */
    must(zn_simulation_use(sim, "moreau-jean", "theta=0.5 threshold=1e-12",
                           NULL));
    must(zn_simulation_set_time(sim, 0, h, T));
}

/* ---- blocks ----------------------------------------------------------------- */

static const double g = 9.81;

/* A block of 1 kg on a plane, pushed along and into it; dimension 2 or 3. */
static zn_ds *pushed(zn_index d, double mu, double along, double into)
{
    const double C2[] = {0, 1, 1, 0};
    const double C3[] = {0, 1, 0, 0, 0, 1, 1, 0, 0};
    const double mass[] = {1, 1, 1}, zero[3] = {0};
    /* 3-4-5 in the plane of contact */
    const double f2[] = {along, -into}, f3[] = {.6 * along, .8 * along, -into};
    zn_ds *ds = body("block", d, mass, zero, zero, d == 2 ? f2 : f3);
    zn_law *law;

    must(zn_law_friction(ctx, d, 0, 0, mu, &law));
    contact("plane", law, d, d, d == 2 ? C2 : C3, 0, ds, NULL);
    return ds;
}

/* 4.9 N against mu m g = 4.905 N: for ever; 4.91 N: a = 0.005 m/s^2 */
START_TEST(a_block_is_held_up_to_mu_times_its_weight)
{
    const zn_index d = 2 + _i % 2;
    const bool held = _i / 2;
    zn_ds *ds = pushed(d, 0.5, held ? 4.9 : 4.91, g);
    double speed = 0;

    start(0.01, 20);
    must(zn_simulation_run(sim));
    const double *v = zn_simulation_v(sim, ds);
    for (zn_index i = 0; i + 1 < d; i++)
        speed += v[i] * v[i];
    speed = sqrt(speed);
    if (held)
        ck_assert_double_le(speed, 1e-12);
    else /* 2000 steps of a solver that is accurate to 1e-8 of g h or better */
        ck_assert_double_eq_tol(speed, 0.005 * 20, 1e-5);
    ck_assert_double_le(fabs(v[d - 1]), 1e-9);
}
END_TEST

/* tan(slope) = mu (1 -+ 1e-6): rests, or slides with 1e-6 mu g cos(slope) */
START_TEST(a_slope_holds_up_to_mu)
{
    const bool held = _i;
    const double mu = 0.6, slope = atan(mu * (1 + (held ? -1e-6 : 1e-6)));
    zn_ds *ds = pushed(2, mu, g * sin(slope), g * cos(slope));
    double a = held ? 0 : 1e-6 * mu * g * cos(slope);

    start(0.01, 10);
    must(zn_simulation_set_real(sim, "solver_tol", 1e-13));
    must(zn_simulation_run(sim));
    ck_assert_double_eq_tol(zn_simulation_v(sim, ds)[0], a * 10,
                            held ? 1e-13 : 1e-9);
}
END_TEST

/* slides with v0 - mu g t, stops after v0 / (mu g), at v0^2 / (2 mu g) */
START_TEST(a_sliding_block_stops_where_it_should)
{
    const double C[] = {0, 1, 1, 0}, mass[] = {3, 3}, zero[2] = {0};
    const double v0[] = {2, 0}, f[] = {0, -3 * g}, h = 1e-3, mu = 0.4;
    zn_ds *ds = body("block", 2, mass, zero, v0, f);
    zn_law *law;

    must(zn_law_friction(ctx, 2, 0, 0, mu, &law));
    contact("plane", law, 2, 2, C, 0, ds, NULL);
    start(h, 1);
    must(zn_simulation_run(sim));
    ck_assert_double_le(fabs(zn_simulation_v(sim, ds)[0]), 1e-12);
    /* theta = 1/2 is exact while it slides; the last step is of h v / 2 */
    ck_assert_double_eq_tol(zn_simulation_q(sim, ds)[0], 4 / (2 * mu * g),
                            mu * g * h * h);
}
END_TEST

/* A plate that is rougher across its grain: tangents s_x x', s_y y'. */
static zn_ds *grained(const double s[2], double mu, const double f[3],
                      const double v0[3])
{
    const double C[] = {0, s[0], 0, 0, 0, s[1], 1, 0, 0};
    const double mass[] = {1, 1, 1}, zero[3] = {0};
    zn_ds *ds = body("block", 3, mass, zero, v0, f);
    zn_law *law;

    must(zn_law_friction(ctx, 3, 0, 0, mu, &law));
    contact("plate", law, 3, 3, C, 0, ds, NULL);
    return ds;
}

/* The force that holds is within the ellipse of half axes mu s g m: 1 - 1e-3 of it along 3-4-5
 * stays, 1 + 1e-3 goes. */
START_TEST(friction_with_a_grain_holds_up_to_an_ellipse)
{
    const double s[2] = {1, 0.5}, zero[3] = {0}, mu = 0.4;
    const double edge = mu * g / hypot(.6 / s[0], .8 / s[1]);
    const double f = edge * (1 + (_i ? 1e-3 : -1e-3));
    const double force[3] = {.6 * f, .8 * f, -g};
    zn_ds *ds = grained(s, mu, force, zero);

    start(0.01, 2);
    must(zn_simulation_set_real(sim, "solver_tol", 1e-13));
    must(zn_simulation_run(sim));
    const double *v = zn_simulation_v(sim, ds);
    if (_i)
        ck_assert_double_gt(hypot(v[0], v[1]), 1e-4);
    else
        ck_assert_double_le(hypot(v[0], v[1]), 1e-12);
}
END_TEST

/* v_i' = -mu g s_i^2 v_i/|(s_1 v_1, s_2 v_2)|, so v_y = v_y0 (v_x/v_x0)^(s_y^2/s_x^2): the block
 * turns along the grain. Of order 1 in h. */
START_TEST(slip_turns_along_the_grain)
{
    const double s[2] = {1, 0.5}, v0[3] = {2, 1.5, 0}, f[3] = {0, 0, -g};
    double error[2];

    for (int k = 0; k < 2; k++) {
        zn_ds *ds = grained(s, 0.4, f, v0);
        start(k ? 1e-3 : 2e-3, 0.5);
        must(zn_simulation_set_real(sim, "solver_tol", 1e-12));
        must(zn_simulation_run(sim));
        const double *v = zn_simulation_v(sim, ds);
        ck_assert_double_lt(v[0], 1);
        error[k] =
            v[1] - v0[1] * pow(v[0] / v0[0], s[1] * s[1] / (s[0] * s[0]));
        teardown();
        setup();
    }
    ck_assert_double_le(fabs(error[1]), 1e-3);
    ck_assert_double_eq_tol(error[0] / error[1], 2, 0.1);
}
END_TEST

static void viscous(unsigned n, double *u, unsigned m, double *mu, unsigned nz,
                    double *z)
{
    (void)n, (void)m;
    mu[0] = nz > 0 && u[1] < 0 ? z[0] : 0.1 + 0.05 * fabs(u[1]);
}

static double slows_down(double h)
{
    const double C[] = {0, 1, 1, 0}, mass[] = {1, 1}, zero[2] = {0};
    const double v0[] = {3, 0}, f[] = {0, -g};
    zn_ds *ds = body("block", 2, mass, zero, v0, f);
    zn_law *law;
    double v;

    must(zn_law_friction(ctx, 2, 0, 0, 0, &law));
    must(
        zn_operator_set_function(zn_law_operator(law, "mu"), (zn_fn *)viscous));
    contact("plane", law, 2, 2, C, 0, ds, NULL);
    start(h, 1);
    must(zn_simulation_run(sim));
    v = zn_simulation_v(sim, ds)[0];
    teardown();
    setup();
    return v;
}

/* v' = -g (0.1 + 0.05 v): v = (v0 + 2) exp(-0.05 g t) - 2; mu at the start of
 * the step makes it a scheme of order 1 */
START_TEST(mu_may_depend_on_the_velocity)
{
    const double exact = 5 * exp(-0.05 * g) - 2;
    const double coarse = slows_down(0.02) - exact;
    const double fine = slows_down(0.01) - exact;

    ck_assert_double_le(fabs(fine), 0.01);
    ck_assert_double_eq_tol(coarse / fine, 2, 0.1);
}
END_TEST

START_TEST(mu_of_a_function_is_checked)
{
    const double C[] = {0, 1, 1, 0}, mass[] = {1, 1}, zero[2] = {0}, z = -0.5;
    const double v0[] = {-3, 0}, f[] = {0, -g};
    zn_ds *ds = body("block", 2, mass, zero, v0, f);
    zn_law *law;

    must(zn_law_friction(ctx, 2, 0, 0, 0, &law));
    must(
        zn_operator_set_function(zn_law_operator(law, "mu"), (zn_fn *)viscous));
    must(zn_operator_set_z(zn_law_operator(law, "mu"), 1, &z));
    contact("plane", law, 2, 2, C, 0, ds, NULL);
    start(0.01, 1);
    refused(zn_simulation_run(sim), ZN_EINVAL,
            "interaction 'plane': law 'newton-impact-friction': set "
            "'friction': mu = -0.5, must be >= 0");
}
END_TEST

/* ---- rolling ---------------------------------------------------------------- */

/* A wheel, J = m R^2 / 2, rolls without slip: m v' = -F, J w' = F R - mu_r m g,
 * v = R w, so that v' = -mu_r g / (1.5 R) until it rests. */
START_TEST(a_wheel_rolls_to_rest)
{
    const bool space = _i;
    const double R = 0.5, J = 0.5 * R * R, v = 1.5, mu_r = 0.02, T = 2;
    const double zero[6] = {0};
    /* q = (z, x, angle): normal, slip at the floor, rolling */
    const double C2[9] = {1, 0, 0, 0, 1, 0, 0, -R, 1};
    const double m2[3] = {1, 1, J}, f2[3] = {-g, 0, 0}, v2[3] = {0, v, v / R};
    /* q = (z, x, y, about x, about y), obliquely by 3-4-5 */
    const double C3[25] = {1, 0, 0, 0, 0, 0, 1, 0, 0,  0, 0, 0, 1,
                           0, 0, 0, 0, R, 1, 0, 0, -R, 0, 0, 1};
    const double m3[5] = {1, 1, 1, J, J}, f3[5] = {-g, 0, 0, 0, 0};
    const double v3[5] = {0, .6 * v, .8 * v, -.8 * v / R, .6 * v / R};
    zn_ds *ds = space ? body("wheel", 5, m3, zero, v3, f3)
                      : body("wheel", 3, m2, zero, v2, f2);
    double rate = mu_r * g / (1.5 * R), speed;
    zn_law *law;

    must(zn_law_rolling_friction(ctx, space ? 5 : 3, 0, 0.5, mu_r, &law));
    contact("floor", law, space ? 5 : 3, space ? 5 : 3, space ? C3 : C2, 0, ds,
            NULL);
    start(2e-3, 8);
    must(zn_simulation_set_real(sim, "solver_tol", 1e-12));
    while (zn_simulation_time(sim) < T - 1e-9)
        must(zn_simulation_step(sim));
    const double *u = zn_simulation_v(sim, ds);
    speed = space ? hypot(u[1], u[2]) : u[1];
    ck_assert_double_eq_tol(speed, v - rate * T, 1e-8);
    if (space)
        ck_assert_double_eq_tol(u[2] / u[1], 4.0 / 3, 1e-7);
    must(zn_simulation_run(sim));
    u = zn_simulation_v(sim, ds);
    for (zn_index i = 0; i < (space ? 5 : 3); i++)
        ck_assert_double_le(fabs(u[i]), 1e-10);
}
END_TEST

/* ---- Coulomb's law at every contact and step of random models -------------------- */

static unsigned long long seed;

static double uniform(double lo, double hi)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return lo + (hi - lo) * (double)(seed >> 11) / 9007199254740992.0;
}

enum { BODIES = 4, CONTACTS = 7, STEPS = 150 };

typedef struct units {
    double mass, length; /* time stays */
} units;

typedef struct world {
    zn_index d;
    zn_ds *ds[BODIES];
    zn_interaction *a[CONTACTS];
} world;

/* Points in space (or in the plane) under a force, with contacts on planes and on
 * one another in random frames; all is multiplied by the units. */
static world scatter(zn_index d, units u)
{
    world w = {.d = d};
    double C[CONTACTS][18] = {{0}};
    char name[16];

    for (int i = 0; i < CONTACTS; i++)
        for (zn_index k = 0; k < d * d; k++) {
            C[i][k] = uniform(-1, 1);
            C[i][k + d * d] = -C[i][k];
        }
    for (int i = 0; i < BODIES; i++) {
        double m[3], q0[3] = {0}, v0[3], f[3];
        for (zn_index k = 0; k < d; k++) {
            m[k] = u.mass * uniform(0.5, 2);
            v0[k] = u.length * uniform(-1, 1);
            f[k] = u.mass * u.length * (uniform(-2, 2) - 6 * C[i][k * d]);
        }
        snprintf(name, sizeof name, "body%d", i);
        w.ds[i] = body(name, d, m, q0, v0, f);
    }
    /* one plane against each body, then bodies against each other; without
     * restitution, so that standing still is feasible and there is a solution */
    for (int i = 0; i < CONTACTS; i++) {
        const int one = i % BODIES, other = (one + 1) % BODIES;
        const bool two = i >= BODIES;
        zn_law *law;
        must(zn_law_friction(ctx, d, 0, 0, uniform(0, 1), &law));
        snprintf(name, sizeof name, "contact%d", i);
        w.a[i] = contact(name, law, d, two ? 2 * d : d, C[i],
                         u.length * uniform(0, 0.1), w.ds[one],
                         two ? w.ds[other] : NULL);
    }
    start(0.01, 0.01 * STEPS);
    must(zn_simulation_set_real(sim, "solver_tol", 1e-11));
    must(zn_simulation_init(sim));
    return w;
}

/* One step, and the law of every contact by the law's own judgement. */
static long check_step(const world *w)
{
    double before[CONTACTS][3];
    long closed = 0;

    for (int i = 0; i < CONTACTS; i++)
        memcpy(before[i], zn_simulation_y(sim, w->a[i], 1),
               (size_t)w->d * sizeof(double));
    must(zn_simulation_step(sim));
    for (int i = 0; i < CONTACTS; i++) {
        const zn_law *law = zn_interaction_law(w->a[i]);
        const double *l = zn_simulation_lambda(sim, w->a[i], 1);
        const double *u = zn_simulation_y(sim, w->a[i], 1);
        double y[3], power = 0, size = 0;

        if (!zn_simulation_active(sim, w->a[i])) {
            for (zn_index k = 0; k < w->d; k++)
                ck_assert(l[k] == 0);
            continue;
        }
        closed += l[0] > 0;
        must(zn_law_class(law)->shift(law, before[i], y));
        for (zn_index k = 0; k < w->d; k++) {
            y[k] += u[k];
            size += fabs(u[k] * l[k]);
            power += k > 0 ? u[k] * l[k] : 0;
        }
        ck_assert_msg(
            zn_law_class(law)->admissible(zn_law_state(law), NULL, y, l, 1e-8),
            "contact %d at %g s: y = %.12g %.12g, lambda = %.12g "
            "%.12g",
            i, zn_simulation_time(sim), y[0], y[1], l[0], l[1]);
        ck_assert_double_le(power, 1e-9 * (1 + size));
    }
    return closed;
}

START_TEST(coulomb_holds_everywhere)
{
    long closed = 0;

    seed = 1000 + (unsigned long long)_i;
    const world w = scatter(2 + _i % 2, (units){1, 1});
    for (int k = 0; k < STEPS; k++)
        closed += check_step(&w);
    ck_assert_int_gt(closed, STEPS / 2); /* or it says nothing */
}
END_TEST

static void run_into(zn_index d, units u, double out[])
{
    const world w = scatter(d, u);

    must(zn_simulation_run(sim));
    for (int i = 0; i < BODIES; i++) {
        memcpy(out, zn_simulation_q(sim, w.ds[i]), (size_t)d * sizeof *out);
        memcpy(out + d, zn_simulation_v(sim, w.ds[i]), (size_t)d * sizeof *out);
        out += 2 * d;
    }
    teardown();
    setup();
}

START_TEST(again_the_same_bits_and_units_do_not_matter)
{
    const zn_index d = 2 + _i % 2, n = 2 * BODIES * d;
    double one[6 * BODIES], two[6 * BODIES], far[6 * BODIES];

    for (int k = 0; k < 3; k++) {
        seed = 2000 + (unsigned long long)_i;
        run_into(d, k < 2 ? (units){1, 1} : (units){1. / 1024, 64},
                 k == 0   ? one
                 : k == 1 ? two
                          : far);
    }
    ck_assert(memcmp(one, two, (size_t)n * sizeof *one) == 0);
    for (zn_index i = 0; i < n; i++)
        ck_assert_double_eq_tol(far[i], 64 * one[i], 1e-7 * (1 + fabs(far[i])));
}
END_TEST

/* ---- what is chosen, what is refused ---------------------------------------------- */

/* One block per law, each on its own floor. */
static void many_blocks(zn_index n, zn_law *laws[], const zn_index rows[])
{
    const double mass[5] = {1, 1, 1, 1, 1}, zero[5] = {0}, f[5] = {-g};

    for (zn_index i = 0; i < n; i++) {
        double C[25] = {0};
        char name[16];
        for (zn_index k = 0; k < rows[i]; k++)
            C[k + k * rows[i]] = 1;
        snprintf(name, sizeof name, "block%d", (int)i);
        zn_ds *ds = body(name, rows[i], mass, zero, zero, f);
        snprintf(name, sizeof name, "floor%d", (int)i);
        contact(name, laws[i], rows[i], rows[i], C, 0, ds, NULL);
    }
    start(0.01, 0.1);
}

static zn_law *law_of(char kind)
{
    zn_law *law;

    switch (kind) {
    case 'n':
        must(zn_law_newton_impact(ctx, 0, &law));
        break;
    case 'm':
        must(zn_law_multiple_impact(ctx, 0, 1e6, 1, &law));
        break;
    case 'e':
        must(zn_law_equality(ctx, 0, &law));
        break;
    case 'r':
        must(zn_law_new(ctx, "relay", &law));
        must(zn_law_set(law, "lb", "-9"));
        break;
    case '2':
    case '3':
        must(zn_law_friction(ctx, kind - '0', 0, 0, 0.5, &law));
        break;
    default:
        must(zn_law_rolling_friction(ctx, kind == 'a' ? 3 : 5, 0, 0.5, 0.1,
                                     &law));
    }
    return law;
}

static zn_index rows_of(char kind)
{
    return kind == '2'                  ? 2
           : kind == '3' || kind == 'a' ? 3
           : kind == 'b'                ? 5
                                        : 1;
}

static void make_blocks(const char *kinds)
{
    zn_law *laws[4];
    zn_index rows[4], n = 0;

    for (; kinds[n]; n++) {
        laws[n] = law_of(kinds[n]);
        rows[n] = rows_of(kinds[n]);
    }
    many_blocks(n, laws, rows);
}

START_TEST(the_formulation_follows_from_the_cones)
{
    static const struct {
        const char *kinds;
        zn_kind solver;
    } cases[] = {
        {"n", ZN_KIND_LCP_SOLVER},       {"ne", ZN_KIND_MLCP_SOLVER},
        {"ner", ZN_KIND_RELAY_SOLVER},   {"22", ZN_KIND_FRICTION_SOLVER},
        {"33", ZN_KIND_FRICTION_SOLVER}, {"aa", ZN_KIND_ROLLING_SOLVER},
        {"bb", ZN_KIND_ROLLING_SOLVER},  {"23", ZN_KIND_GENERIC_SOLVER},
        {"2n", ZN_KIND_GENERIC_SOLVER},  {"3ner", ZN_KIND_GENERIC_SOLVER},
        {"an", ZN_KIND_GENERIC_SOLVER},  {"ab2r", ZN_KIND_GENERIC_SOLVER},
    };

    make_blocks(cases[_i].kinds);
    must(zn_simulation_run(sim));
    ck_assert_int_eq(zn_solver_class(zn_simulation_solver(sim))->type.kind,
                     cases[_i].solver);
    /* all rest on their floors, by impulses of g h */
    for (zn_index i = 0; i < zn_model_ds_places(model); i++)
        ck_assert_double_le(
            fabs(zn_simulation_v(sim, zn_model_ds_at(model, i))[0]), 1e-7);
}
END_TEST

START_TEST(what_does_not_fit_is_told)
{
    make_blocks("2");
    must(zn_simulation_set(sim, "formulation", "lcp"));
    must(zn_simulation_set(sim, "solver", "lemke"));
    refused(zn_simulation_init(sim), ZN_ENOTSUP,
            "law 'newton-impact-friction' of interaction 'floor0' lives in the "
            "set 'friction' of 2 rows, which formulation 'lcp' with solver "
            "'lemke' does not accept; use formulation 'auto'");
    teardown();
    setup();
    make_blocks("23");
    must(zn_simulation_set(sim, "formulation", "friction"));
    refused(zn_simulation_init(sim), ZN_ENOTSUP,
            "does not accept beside another set or size");
    teardown();
    setup();
    make_blocks("am");
    refused(zn_simulation_init(sim), ZN_ENOTSUP,
            "together: 'rolling-friction' of 3, 'orthant' of 1 rows");
}
END_TEST

START_TEST(positions_know_no_friction)
{
    pushed(2, 0.5, 1, g);
    must(zn_model_seal(model));
    must(zn_simulation_new(model, &sim));
    must(zn_simulation_use(sim, "schatzman-paoli", NULL, NULL));
    must(zn_simulation_set_time(sim, 0, 0.01, 1));
    refused(zn_simulation_init(sim), ZN_ENOTSUP,
            "without friction: use 'moreau-jean'");
}
END_TEST

START_TEST(rows_are_multiples_of_the_law)
{
    const double C[] = {0, 1, 0, 1, 0, 1}, zero[2] = {0}, mass[2] = {1, 1};
    zn_ds *ds = body("block", 2, mass, zero, zero, zero);
    zn_law *law;

    must(zn_law_friction(ctx, 2, 0, 0, 0.5, &law));
    contact("plane", law, 3, 2, C, 0, ds, NULL);
    refused(zn_model_seal(model), ZN_EINVAL, "must be a multiple of the 2");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("friction in models");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, a_block_is_held_up_to_mu_times_its_weight, 0, 4);
    tcase_add_loop_test(t, a_slope_holds_up_to_mu, 0, 2);
    tcase_add_test(t, a_sliding_block_stops_where_it_should);
    tcase_add_loop_test(t, friction_with_a_grain_holds_up_to_an_ellipse, 0, 2);
    tcase_add_test(t, slip_turns_along_the_grain);
    tcase_add_test(t, mu_may_depend_on_the_velocity);
    tcase_add_test(t, mu_of_a_function_is_checked);
    tcase_add_loop_test(t, a_wheel_rolls_to_rest, 0, 2);
    tcase_add_loop_test(t, coulomb_holds_everywhere, 0, 20);
    tcase_add_loop_test(t, again_the_same_bits_and_units_do_not_matter, 0, 6);
    tcase_add_loop_test(t, the_formulation_follows_from_the_cones, 0, 12);
    tcase_add_test(t, what_does_not_fit_is_told);
    tcase_add_test(t, positions_know_no_friction);
    tcase_add_test(t, rows_are_multiples_of_the_law);
    suite_add_tcase(s, t);
    return test_main(s);
}
