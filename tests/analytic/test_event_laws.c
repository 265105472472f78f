/* test_event_laws.c - random systems on which laws, and integrators, have to agree by what they say
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

enum { MOST = 4, ROWS = 3 };

/* M = G G' + I/2, K and f diagonal, contacts H q + b >= 0 of random directions. */
typedef struct random_system {
    int n, m;
    double M[MOST * MOST], K[MOST * MOST], f[MOST], q0[MOST], v0[MOST];
    double H[ROWS][MOST], b[ROWS], T[ROWS][MOST];
} random_system;

static const double end = 1.5;

static void make_masses(random_system *s, uint64_t *seed)
{
    double G[MOST * MOST];
    const int n = s->n;

    for (int i = 0; i < n * n; i++)
        G[i] = between(seed, -1, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            s->M[i + j * n] = i == j ? 0.5 : 0;
            for (int k = 0; k < n; k++)
                s->M[i + j * n] += G[i + k * n] * G[j + k * n];
        }
}

static random_system make(int number, int contacts)
{
    uint64_t seed = (uint64_t)number + 1;
    random_system s = {0};

    between(&seed, 0, 1);
    s.n = 1 + (int)between(&seed, 0, MOST);
    s.m = contacts;
    make_masses(&s, &seed);
    for (int i = 0; i < s.n; i++) {
        s.K[i * (s.n + 1)] = between(&seed, 0, 20);
        s.f[i] = between(&seed, -5, 5);
        s.q0[i] = between(&seed, -1, 1);
        s.v0[i] = between(&seed, -2, 2);
    }
    for (int c = 0; c < s.m; c++) {
        s.b[c] = between(&seed, 0.05, 0.6);
        for (int i = 0; i < s.n; i++) {
            s.H[c][i] = between(&seed, -1, 1);
            s.T[c][i] = between(&seed, -1, 1);
            s.b[c] -= s.H[c][i] * s.q0[i];
        }
    }
    return s;
}

static zn_ds *system_of(const random_system *s)
{
    return linear_system("s", s->n, s->M, NULL, s->K, s->q0, s->v0, s->f);
}

static zn_law *law_of(const char *cls, double e)
{
    zn_law *law;

    MUST(zn_law_new(ctx, cls, &law));
    MUST(zn_law_set_real(law, "e", e));
    return law;
}

static zn_law *without_friction(double e)
{
    zn_law *law;

    MUST(zn_law_friction(ctx, 2, e, 0, 0, &law));
    return law;
}

/* Contacts of one row, or two, a normal and a tangent. */
static void contacts(const random_system *s, zn_ds *ds, const char *cls,
                     double e)
{
    for (int c = 0; c < s->m; c++) {
        const bool two = strcmp(cls, "newton-impact-friction") == 0;
        double C[2 * MOST], b[2] = {s->b[c], 0};
        char name[16];
        for (int i = 0; i < s->n; i++) {
            C[i * (two ? 2 : 1)] = s->H[c][i];
            if (two)
                C[2 * i + 1] = s->T[c][i];
        }
        snprintf(name, sizeof name, "contact%d", c);
        join(name, two ? without_friction(e) : law_of(cls, e), two ? 2 : 1, s->n,
             C, b, ds, NULL);
    }
}

static int hits(void)
{
    return event_count(ZN_EVENT_IMPACT);
}

/* Places and rates at the end; the number of impacts of one row. */
static int by_events(const random_system *s, const char *cls, double e,
                     double x[])
{
    zn_ds *ds;
    zn_status st;

    scene_again();
    ds = system_of(s);
    contacts(s, ds, cls, e);
    event_driven(0, 0.1, end);
    st = zn_simulation_run(sim);
    ck_assert_msg(!st, "'%s': %s", cls, zn_errmsg(ctx));
    for (int i = 0; i < s->n; i++) {
        x[i] = q_of(ds, i);
        x[s->n + i] = v_of(ds, i);
    }
    return hits();
}

static double apart(int n, const double a[], const double b[])
{
    double most = 0;

    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

static void agree(const random_system *s, int number, double e,
                  const char *const other[], double tol)
{
    double x[2 * MOST], y[2 * MOST];
    const int n = by_events(s, "newton-impact", e, x);

    for (int k = 0; other[k]; k++) {
        const int m = by_events(s, other[k], e, y);
        ck_assert_msg(apart(2 * s->n, x, y) < tol,
                      "system %d, e = %g, '%s': %g apart, %d and %d impacts",
                      number, e, other[k], apart(2 * s->n, x, y), n, m);
    }
}

/* No part of percussions comes back: Poisson's law is its first phase, Newton's. Without friction a
 * tangent does nothing. */
START_TEST(without_restitution)
{
    static const char *const other[] = {"poisson-impact",
                                        "newton-impact-friction", NULL};
    const random_system s = make(_i, 1 + _i % ROWS);

    agree(&s, _i, 0, other, 1e-9);
}
END_TEST

/* Rates, percussions and energies give one contact the same restitution. */
START_TEST(one_contact)
{
    static const char *const other[] = {
        "poisson-impact", "multiple-impact", "newton-impact-friction", NULL};
    const random_system s = make(_i, 1);
    uint64_t seed = (uint64_t)_i;

    between(&seed, 0, 1);
    agree(&s, _i, between(&seed, 0.1, 0.9), other, 1e-8);
}
END_TEST

/* Each contact is there once more: rows depend on one another, and nothing else happens. */
START_TEST(what_is_said_twice)
{
    random_system s = make(_i, 1);
    double x[2 * MOST], y[2 * MOST];
    uint64_t seed = (uint64_t)_i;

    between(&seed, 0, 1);
    const double e = between(&seed, 0.1, 0.9);
    by_events(&s, "newton-impact", e, x);
    for (s.m = 2; s.m <= ROWS; s.m++) {
        s.b[s.m - 1] = s.b[0];
        memcpy(s.H[s.m - 1], s.H[0], sizeof s.H[0]);
        by_events(&s, "newton-impact", e, y);
        ck_assert_msg(apart(2 * s.n, x, y) < 1e-9,
                      "system %d, %d times: %g apart", _i, s.m,
                      apart(2 * s.n, x, y));
    }
}
END_TEST

/* ---- integrators ---------------------------------------------------------------------- */

/* Masses on springs in a row, which hit one another and a floor below the first one. */
static zn_ds *mass[MOST];

static int row_of_masses(int number)
{
    uint64_t seed = (uint64_t)number + 100;
    int n;

    between(&seed, 0, 1);
    n = 2 + (int)between(&seed, 0, MOST - 1);
    for (int i = 0; i < n; i++) {
        const double m = between(&seed, 0.5, 2), k = between(&seed, 1, 30),
                     c = between(&seed, 0, 1), f = between(&seed, -8, 1),
                     q = 0.3 * (i + 1) + between(&seed, 0, 0.1),
                     v = between(&seed, -1, 1), C[] = {-1, 1}, up = 1;
        char name[16];
        snprintf(name, sizeof name, "mass%d", i);
        MUST(zn_ds_new(ctx, "lagrangian-linear", name, 1, &q, &v, &mass[i]));
        MUST(zn_ds_set_diagonal(mass[i], "mass", 1, &m));
        MUST(zn_ds_set_diagonal(mass[i], "stiffness", 1, &k));
        MUST(zn_ds_set_diagonal(mass[i], "damping", 1, &c));
        MUST(zn_ds_set_constant(mass[i], "f_ext", 1, 1, &f));
        MUST(zn_model_add_ds(model, mass[i]));
        snprintf(name, sizeof name, "contact%d", i);
        if (i)
            join(name, newton(0.6), 1, 2, C, NULL, mass[i - 1], mass[i]);
        else
            join(name, newton(0.4), 1, 1, &up, NULL, mass[i], NULL);
    }
    return n;
}

static void places(int n, double x[])
{
    for (int i = 0; i < n; i++)
        x[i] = q_of(mass[i], 0);
}

/* The first mass has an integrator of its own, or all have the second. */
static void by_steps(int number, const char *first, const char *others,
                     double h, double x[])
{
    zn_osi *own;
    int n;

    scene_again();
    n = row_of_masses(number);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    if (first) {
        MUST(zn_osi_new(ctx, first, &own));
        MUST(zn_osi_assign(own, mass[0]));
        MUST(zn_simulation_add_osi(sim, own));
    }
    MUST(zn_simulation_use(sim, others, NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, h, 1));
    MUST(zn_simulation_run(sim));
    places(n, x);
}

static const struct {
    const char *first, *others;
} scheme[] = {{NULL, "moreau-jean"},     {NULL, "modal"},
              {NULL, "schatzman-paoli"}, {NULL, "d1-minus"},
              {NULL, "nonsmooth-alpha"}, {NULL, "verlet-moreau"},
              {"modal", "moreau-jean"},  {"verlet-moreau", "moreau-jean"},
              {"verlet-moreau", "modal"}};

enum { SCHEMES = sizeof scheme / sizeof *scheme };

/* Alone or mixed they lead to the motion from event to event as h -> 0, of order one across impacts. Not from these
 * steps on where masses come to rest on one another by infinitely many impacts, which steps end now earlier, now later:
 * in system 5 they are off by 1e-2 with h = 5e-5; moreau-jean and modal are within 6e-9 from 1.2e-5 on, schatzman-paoli
 * with 4e-6. */
START_TEST(schemes_lead_to_one_motion)
{
    const double coarse = 1e-3, fine = 5e-5;
    double x[MOST], y[MOST];
    int n;

    scene_again();
    n = row_of_masses(_i);
    event_driven(0, 0.1, 1);
    MUST(zn_simulation_run(sim));
    ck_assert_int_ge(hits(), 1);
    places(n, x);
    for (int k = 0; k < SCHEMES; k++) {
        const char *first = scheme[k].first ? scheme[k].first : "all";
        by_steps(_i, scheme[k].first, scheme[k].others, coarse, y);
        ck_assert_msg(apart(n, x, y) < 20 * coarse,
                      "system %d, '%s' and '%s': %g apart at h", _i, first,
                      scheme[k].others, apart(n, x, y));
        by_steps(_i, scheme[k].first, scheme[k].others, fine, y);
        ck_assert_msg(apart(n, x, y) < 20 * fine,
                      "system %d, '%s' and '%s': %g apart at h/20", _i, first,
                      scheme[k].others, apart(n, x, y));
    }
}
END_TEST

static void setup(void)
{
    const char *build = getenv("ZENO_BUILDDIR");
    char folder[TEST_PATH];

    scene_setup();
    snprintf(folder, sizeof folder, "%s/plugins", build ? build : ".");
    MUST(zn_plugin_path_add(ctx, folder));
    MUST(zn_plugin_load(ctx, "VerletMoreauPlugin"));
}

int main(void)
{
    Suite *suite = suite_create("laws and integrators that agree");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_loop_test(tc, without_restitution, 0, 40);
    tcase_add_loop_test(tc, one_contact, 0, 40);
    tcase_add_loop_test(tc, what_is_said_twice, 0, 20);
    tcase_add_loop_test(tc, schemes_lead_to_one_motion, 0, 5);
    tcase_add_loop_test(tc, schemes_lead_to_one_motion, 6, 10);
    tcase_set_timeout(tc, 60);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
