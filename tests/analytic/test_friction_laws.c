/* test_friction_laws.c - contacts with friction in models: Coulomb's law at every contact of
 * random models, units, what is chosen and what is refused
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_model.h"

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
        MUST(zn_law_friction(ctx, d, 0, 0, uniform(0, 1), &law));
        snprintf(name, sizeof name, "contact%d", i);
        w.a[i] = contact(name, law, d, two ? 2 * d : d, C[i],
                         u.length * uniform(0, 0.1), w.ds[one],
                         two ? w.ds[other] : NULL);
    }
    start(0.01, 0.01 * STEPS);
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-11));
    MUST(zn_simulation_init(sim));
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
    MUST(zn_simulation_step(sim));
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
        MUST(zn_law_class(law)->shift(law, before[i], y));
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

    MUST(zn_simulation_run(sim));
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
        MUST(zn_law_newton_impact(ctx, 0, &law));
        break;
    case 'm':
        MUST(zn_law_multiple_impact(ctx, 0, 1e6, 1, &law));
        break;
    case 'e':
        MUST(zn_law_equality(ctx, 0, &law));
        break;
    case 'r':
        MUST(zn_law_new(ctx, "relay", &law));
        MUST(zn_law_set(law, "lb", "-9"));
        break;
    case '2':
    case '3':
        MUST(zn_law_friction(ctx, kind - '0', 0, 0, 0.5, &law));
        break;
    default:
        MUST(zn_law_rolling_friction(ctx, kind == 'a' ? 3 : 5, 0, 0.5, 0.1,
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
    MUST(zn_simulation_run(sim));
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
    MUST(zn_simulation_set(sim, "formulation", "lcp"));
    MUST(zn_simulation_set(sim, "solver", "lemke"));
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP,
            "law 'newton-impact-friction' of interaction 'floor0' lives in the "
            "set 'friction' of 2 rows, which formulation 'lcp' with solver "
            "'lemke' does not accept; use formulation 'auto'");
    teardown();
    setup();
    make_blocks("23");
    MUST(zn_simulation_set(sim, "formulation", "friction"));
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP,
            "does not accept beside another set or size");
    teardown();
    setup();
    make_blocks("am");
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP,
            "together: 'rolling-friction' of 3, 'orthant' of 1 rows");
}
END_TEST

START_TEST(rows_are_multiples_of_the_law)
{
    const double C[] = {0, 1, 0, 1, 0, 1}, zero[2] = {0}, mass[2] = {1, 1};
    zn_ds *ds = body("block", 2, mass, zero, zero, zero);
    zn_law *law;

    MUST(zn_law_friction(ctx, 2, 0, 0, 0.5, &law));
    contact("plane", law, 3, 2, C, 0, ds, NULL);
    REFUSED(zn_model_seal(model), ZN_EINVAL, "must be a multiple of the 2");
}
END_TEST

/* A disc of 1 kg, 4e-3 kg m^2 and 0.1 m in the plane: rows (u_N, u_T, u_M). */
static zn_ds *disc(const char *e_r, double e_t, double mu_r, double y,
                   const double v0[3])
{
    const double C[] = {0, 1, 0, 1, 0, 0, 0, 0.1, 1}, q0[] = {0, y, 0},
                 mass[] = {1, 1, 4e-3}, f[] = {0.1, -9.81, 0};
    zn_ds *ds = body("disc", 3, mass, q0, v0, f);
    zn_law *law;

    MUST(zn_law_rolling_friction(ctx, 3, 0.6, 0.3, mu_r, &law));
    MUST(zn_law_set_real(law, "e_t", e_t));
    MUST(zn_law_set(law, "e_r", e_r));
    contact("floor", law, 3, 3, C, -0.1, ds, NULL);
    return ds;
}

START_TEST(rolling_comes_back_by_e_r)
{
    /* nothing but spin, and a bound that is not reached: w+ = -e_r w-, of either sign;
     * e_t and what drives the centre have no part in it (mu_r = 10 m) */
    const char *const e_r[] = {"0", "0.5", "-0.25", "1"};
    const double v0[] = {0, -2, 3}, want = -atof(e_r[_i]) * v0[2];
    zn_ds *ds = disc(e_r[_i], 0.3, 10, 0.1, v0);

    start(1e-3, 1e-3);
    MUST(zn_simulation_step(sim));
    ck_assert_double_eq_tol(zn_simulation_v(sim, ds)[2], want, 1e-13);
}
END_TEST

START_TEST(e_r_of_e_t_is_the_disc_of_siconos)
{
    /* rows of 4.4.0: time, q, v; from 0.89 s on rolling sticks with its velocity
     * turned by -0.4 in each step */
    static const double rows[][7] = {
        {0.3, 0.16941956250000617, 0.18145612499993546, -0.91974562499999868,
         0.24692500000003603, -0.33195000000037378, -7.5492499999999954},
        {0.89, 0.27632007227478983, 0.099892601800027875, -2.224513188576366,
         -8.9998770154446173e-05, -2.5818333804217275e-08,
         0.00089998771556763996},
        {0.895, 0.27631993727663462, 0.099892601774209541, -2.2245118385947928,
         3.5999508061778458e-05, 1.5491000281142586e-08,
         -0.00035999508622705685},
    };
    const double v0[] = {1, -1, 3};
    zn_ds *ds = disc("0.4", 0.4, 0.01, 0.3, v0);

    start(5e-3, 1);
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-13));
    for (int k = 0; k < 3; k++) {
        while (zn_simulation_time(sim) < rows[k][0] - 1e-3)
            MUST(zn_simulation_step(sim));
        for (zn_index i = 0; i < 3; i++) { /* its tolerance was 1e-13, too */
            ck_assert_double_eq_tol(zn_simulation_q(sim, ds)[i],
                                    rows[k][1 + i], 1e-11);
            ck_assert_double_eq_tol(zn_simulation_v(sim, ds)[i],
                                    rows[k][4 + i], 1e-11);
        }
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("friction laws in models");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, coulomb_holds_everywhere, 0, 20);
    tcase_add_loop_test(t, again_the_same_bits_and_units_do_not_matter, 0, 6);
    tcase_add_loop_test(t, the_formulation_follows_from_the_cones, 0, 12);
    tcase_add_test(t, what_does_not_fit_is_told);
    tcase_add_test(t, rows_are_multiples_of_the_law);
    tcase_add_loop_test(t, rolling_comes_back_by_e_r, 0, 4);
    tcase_add_test(t, e_r_of_e_t_is_the_disc_of_siconos);
    suite_add_tcase(s, t);
    return test_main(s);
}
