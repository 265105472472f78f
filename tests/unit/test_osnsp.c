/* test_osnsp.c - assembly of the one-step problem, entry by entry
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

/* Entries of the assembled matrix and vector. */
static double M_of(zn_index i, zn_index j)
{
    return zn_matrix_get(zn_simulation_one_step(sim)->M, i, j);
}

static double w_of(zn_index i)
{
    return zn_simulation_one_step(sim)->q[i];
}

/* Moreau-Jean, H W^-1 H' with W = M + h theta C + h^2 theta^2 K: the 2 x 2
 * example of the theory, M = [2 .3; .3 1], K = [4 -1; -1 3], C = diag(.2, .1),
 * H = [1 1; 1 -2], h = .1, theta = .5, worked out in exact arithmetic. */
START_TEST(moreau_jean_matrix_of_two_contacts_on_one_system)
{
    const double M[4] = {2, .3, .3, 1}, K[4] = {4, -1, -1, 3};
    const double C[4] = {.2, 0, 0, .1}, H[4] = {1, 1, 1, -2};
    const double q0[2] = {0, 0}, v0[2] = {-1, -1};
    const double expected[4] = {1.245691981896, -1.395175019723,
                                -1.395175019723, 5.254903714398};
    zn_ds *ds = linear_system("s", 2, M, C, K, q0, v0, NULL);

    join("contacts", equality(2), 2, 2, H, NULL, ds, NULL);
    simulate("moreau-jean", "theta=0.5", 0, .1, .1);
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq(zn_simulation_one_step(sim)->n, 2);
    for (zn_index i = 0; i < 4; i++)
        CLOSE(M_of(i % 2, i / 2), expected[i], 1e-12);
}
END_TEST

/* ---- three systems, two interactions ---------------------------------- */

/* D_1 = {1, 3}, D_2 = {2, 3}; sizes 3 and 1. Each relation has an input of its
 * own, g = B lambda with B unrelated to C' = dh/dq'. Stacked columns. */
static const double C1[3 * 3] = {1, 0, 2, 1, 0, 1, 0, 1, 1};
static const double D1[3 * 3] = {1, 0, 0, 0, 0, 0, 0, 0, 2};
static const double B1[3 * 3] = {1, 1, 0, 0, 0, 1, 1, 0, 2};
static const double C2[4] = {1, -1, 2, 1};
static const double B2[4] = {0, 1, 1, 1};
static const double scale = 20; /* 1 / (h theta): see below */

static void h_of(zn_index m, zn_index n, const double C[], const double D[],
                 const double x[], const double l[], double y[])
{
    for (zn_index i = 0; i < m; i++) {
        y[i] = 0;
        for (zn_index j = 0; j < n; j++)
            y[i] += C[i + j * m] * x[j];
        for (zn_index j = 0; D && j < m; j++)
            y[i] += D[i + j * m] * l[j];
    }
}

static void h1(double t, unsigned n, double *x, unsigned m, double *l,
               double *y, unsigned nz, double *z)
{
    (void)t, (void)n, (void)m, (void)nz, (void)z;
    h_of(3, 3, C1, D1, x, l, y);
}

static void g1(double t, unsigned n, double *x, unsigned m, double *l,
               double *p, unsigned nz, double *z)
{
    (void)t, (void)n, (void)x, (void)m, (void)nz, (void)z;
    h_of(3, 3, B1, NULL, l, NULL, p);
    for (int i = 0; i < 3; i++)
        p[i] *= scale;
}

static void h2(double t, unsigned n, double *x, unsigned m, double *l,
               double *y, unsigned nz, double *z)
{
    (void)t, (void)n, (void)m, (void)nz, (void)z;
    h_of(1, 4, C2, NULL, x, l, y);
}

static void g2(double t, unsigned n, double *x, unsigned m, double *l,
               double *p, unsigned nz, double *z)
{
    (void)t, (void)n, (void)x, (void)m, (void)nz, (void)z;
    for (int i = 0; i < 4; i++)
        p[i] = scale * B2[i] * l[0];
}

/* Constant Jacobians as functions, so that nothing is taken from finite
 * differences. */
#define CONSTANT(name, size, factor, source)                                   \
    static void name(double t, unsigned n, double *x, unsigned m, double *l,   \
                     double *out, unsigned nz, double *z)                      \
    {                                                                          \
        (void)t, (void)n, (void)x, (void)m, (void)l, (void)nz, (void)z;        \
        for (int i = 0; i < (size); i++)                                       \
            out[i] = (factor)*source;                                          \
    }

CONSTANT(h1_q, 9, 1, C1[i])
CONSTANT(h1_l, 9, 1, D1[i])
CONSTANT(g1_l, 9, scale, B1[i])
CONSTANT(g1_q, 9, 0, C1[i])
CONSTANT(h2_q, 4, 1, C2[i])
CONSTANT(h2_l, 1, 0, C2[i])
CONSTANT(g2_l, 4, scale, B2[i])
CONSTANT(g2_q, 16, 0, C2[i % 4])

static zn_relation *nonlinear(const char *name, zn_index ny, zn_index nq,
                              zn_fn *h, zn_fn *hq, zn_fn *hl, zn_fn *g,
                              zn_fn *gq, zn_fn *gl)
{
    zn_relation *r;

    MUST(zn_relation_new(ctx, "nonlinear", name, ny, nq, &r));
    MUST(zn_relation_set_function(r, "h", h));
    MUST(zn_relation_set_function(r, "jac_h_q", hq));
    MUST(zn_relation_set_function(r, "jac_h_lambda", hl));
    MUST(zn_relation_set_function(r, "g", g));
    MUST(zn_relation_set_function(r, "jac_g_q", gq));
    MUST(zn_relation_set_function(r, "jac_g_lambda", gl));
    return r;
}

/* The worked example of the theory has first-order systems M x' = A x + r, whose
 * W = M - h theta A is that of a mechanical system with damping -A, and whose
 * factor is h gamma where ours, for a position-level relation, is
 * h^2 theta gamma. With B scaled by 1/(h theta) the matrix is the same:
 * h = .1, theta = 1/2, gamma = 1. The 16 numbers are the theory's. */
START_TEST(three_systems_two_interactions)
{
    const double M1 = 2, A1 = 1, M2[4] = {1, 0, 0, 1};
    const double A2[4] = {0, 2, -1, .5}, M3[4] = {1, 0, 0, 4};
    const double A3[4] = {1, 0, -2, 3}, zero[2] = {0};
    const double expected[4][4] = {
        {1.144018583043, 2.294893861159e-3, 5.337027552720e-2,
         9.753298909925e-2},
        {0, 2.409638554217e-2, 4.819277108434e-2, 2.409638554217e-2},
        {1.927990708479e-1, 2.639127940333e-2, 2.150343534416,
         1.216293746414e-1},
        {1.904761904762e-1, 2.868617326449e-2, 5.737234652897e-2,
         1.269293540319e-1}};
    zn_ds *a = linear_system("1", 1, &M1, &A1, NULL, zero, zero, NULL);
    zn_ds *b = linear_system("2", 2, M2, A2, NULL, zero, zero, NULL);
    zn_ds *c = linear_system("3", 2, M3, A3, NULL, zero, zero, NULL);
    zn_relation *r1 =
        nonlinear("r1", 3, 3, (zn_fn *)h1, (zn_fn *)h1_q, (zn_fn *)h1_l,
                  (zn_fn *)g1, (zn_fn *)g1_q, (zn_fn *)g1_l);
    zn_relation *r2 =
        nonlinear("r2", 1, 4, (zn_fn *)h2, (zn_fn *)h2_q, (zn_fn *)h2_l,
                  (zn_fn *)g2, (zn_fn *)g2_q, (zn_fn *)g2_l);

    MUST(zn_model_connect(model, "one", complementarity(3), r1, a, c, NULL));
    MUST(zn_model_connect(model, "two", complementarity(1), r2, b, c, NULL));
    simulate("moreau-jean", "theta=0.5 gamma_input=1", 0, .1, .1);
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq(zn_simulation_one_step(sim)->n, 4);
    for (zn_index i = 0; i < 4; i++)
        for (zn_index j = 0; j < 4; j++)
            CLOSE(M_of(i, j), expected[i][j], 1e-12);
}
END_TEST

/* Two systems of two integrators: a row and a column of the matrix have the factors
 * of each for its own system, M = D + sum h^2 theta_j gamma_j / m_j. */
START_TEST(factors_are_those_of_each_integrator)
{
    const double C[2] = {-1, 1}, D = .125, h = .1;
    zn_ds *a = point_mass("a", 2, 0, 1, 0), *b = point_mass("b", 5, 0, -1, 0);
    zn_relation *r;
    zn_osi *osi;

    MUST(zn_relation_new(ctx, "linear", "r", 1, 2, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 2, C));
    MUST(zn_relation_set_constant(r, "D", 1, 1, &D));
    MUST(zn_model_connect(model, "ab", complementarity(1), r, a, b, NULL));
    simulate("moreau-jean", "theta=0.5 gamma_input=0.75", 0, h, 1);
    MUST(zn_simulation_use(sim, "moreau-jean", "theta=1", &osi));
    MUST(zn_osi_assign(osi, b));
    MUST(zn_simulation_step(sim));
    CLOSE(M_of(0, 0), D + h * h * (.5 * .75 / 2 + 1 / 5.), 1e-15);
}
END_TEST

/* An impact between them: the momentum stays, and the velocities part. */
START_TEST(an_impact_joins_two_integrators)
{
    const double C[2] = {-1, 1};
    zn_ds *a = point_mass("a", 2, 0, 3, 0), *b = point_mass("b", 5, 0, -1, 0);
    zn_osi *osi;

    join("ab", newton(.5), 1, 2, C, NULL, a, b);
    simulate("moreau-jean", "theta=0.5", 0, .1, .1);
    MUST(zn_simulation_use(sim, "moreau-jean", "theta=1", &osi));
    MUST(zn_osi_assign(osi, b));
    MUST(zn_simulation_step(sim));
    CLOSE(2 * v_of(a, 0) + 5 * v_of(b, 0), 2 * 3 - 5 * 1, 1e-15);
    CLOSE(v_of(b, 0) - v_of(a, 0), .5 * 4, 1e-15);
}
END_TEST

/* Laws at two levels, or at two instants, cannot be one row. */
START_TEST(integrators_that_do_not_agree_are_refused)
{
    const double C[2] = {-1, 1};
    zn_ds *a = point_mass("a", 2, 0, 3, 0), *b = point_mass("b", 5, 0, -1, 0);
    zn_osi *osi;

    join("ab", newton(.5), 1, 2, C, NULL, a, b);
    simulate("moreau-jean", NULL, 0, .1, .1);
    MUST(zn_simulation_use(sim, "schatzman-paoli", NULL, &osi));
    MUST(zn_osi_assign(osi, b));
    REFUSED(zn_simulation_step(sim), ZN_ENOTSUP, "other levels (1, 0)");
}
END_TEST

/* Two bodies that touch twice share both: each block sums over both. Order of
 * the systems in an interaction does not matter. */
START_TEST(blocks_are_matched_by_system)
{
    const double first[2] = {-1, 1}, second[2] = {3, -2};
    zn_ds *a = point_mass("a", 2, 0, 1, 0), *b = point_mass("b", 5, 0, -1, 0);

    join("ab", newton(0), 1, 2, first, NULL, a, b);
    join("ba", newton(0), 1, 2, second, NULL, b, a);
    simulate("moreau-jean", NULL, 0, .1, .1);
    MUST(zn_simulation_set(sim, "on_solver_failure", "accept"));
    MUST(zn_simulation_step(sim));
    /* H_1 = (-1, 1), H_2 = (-2, 3) in the order (a, b) */
    CLOSE(M_of(0, 0), 1 / 2. + 1 / 5., 1e-15);
    CLOSE(M_of(1, 1), 4 / 2. + 9 / 5., 1e-15);
    CLOSE(M_of(0, 1), 2 / 2. + 3 / 5., 1e-15);
    CLOSE(M_of(1, 0), 2 / 2. + 3 / 5., 1e-15);
}
END_TEST

/* q of an active contact: H v_free + e u_k. */
START_TEST(restitution_enters_the_affine_term)
{
    const double H = 2;
    zn_ds *ds = point_mass("ball", 4, -1, -3, -8);

    join("floor", newton(0.25), 1, 1, &H, NULL, ds, NULL);
    simulate("moreau-jean", NULL, 0, .5, .5);
    MUST(zn_simulation_step(sim));
    /* v_free = -3 - 8/4 * .5 = -4, u_free = -8, u_k = -6 */
    CLOSE(w_of(0), -8 - 0.25 * 6, 1e-15);
    CLOSE(M_of(0, 0), 4. / 4, 1e-15);
    CLOSE(v_of(ds, 0), 0.25 * 3, 1e-15);
}
END_TEST

/* Block rows and dense storage give the same matrix, and the same run. */
START_TEST(storage_does_not_matter)
{
    enum { N = 6 };
    double last[2][N];
    const char *const storage[2] = {"dense", "block"};

    for (int k = 0; k < 2; k++) {
        const double ground = 1, pair[2] = {-1, 1};
        zn_law *law = newton(0.5);
        zn_ds *bead[N];
        for (int i = 0; i < N; i++) {
            char name[16];
            snprintf(name, sizeof name, "b%d", i);
            bead[i] = point_mass(name, 1 + i, i, -1, -9.81);
            snprintf(name, sizeof name, "c%d", i);
            if (i)
                join(name, law, 1, 2, pair, (double[]){-1}, bead[i - 1],
                     bead[i]);
            else
                join(name, law, 1, 1, &ground, NULL, bead[0], NULL);
        }
        simulate("moreau-jean", NULL, 0, .01, .5);
        MUST(zn_simulation_set(sim, "storage", storage[k]));
        MUST(zn_simulation_run(sim));
        for (int i = 0; i < N; i++)
            last[k][i] = q_of(bead[i], 0);
        scene_teardown();
        scene_setup();
    }
    for (int i = 0; i < N; i++)
        CLOSE(last[0][i], last[1][i], 1e-12);
}
END_TEST

/* Table of the activation rule: h = .01, gamma = 1/2. */
START_TEST(index_set_of_the_activation_rule)
{
    static const struct {
        double y, u;
        bool in;
    } rows[] = {{0, 0, true},      {.004, -1, true}, {.006, -1, false},
                {-.001, 5, false}, {.004, 1, false}, {.005, -1, true},
                {-.03, 5, true},   {1, -1000, true}};
    enum { N = sizeof rows / sizeof *rows };
    const double H = 1;
    zn_interaction *a[N];
    zn_law *law = newton(0);

    for (int i = 0; i < N; i++) {
        char name[16];
        zn_ds *ds;
        snprintf(name, sizeof name, "d%d", i);
        ds = point_mass(name, 1, rows[i].y, rows[i].u, 0);
        snprintf(name, sizeof name, "c%d", i);
        a[i] = join(name, law, 1, 1, &H, NULL, ds, NULL);
    }
    simulate("moreau-jean", NULL, 0, .01, .01);
    MUST(zn_simulation_step(sim));
    for (int i = 0; i < N; i++)
        ck_assert_msg(zn_simulation_active(sim, a[i]) == rows[i].in,
                      "y = %g, u = %g: %s", rows[i].y, rows[i].u,
                      rows[i].in ? "should be active" : "should not be");
}
END_TEST

/* An interaction that stacks copies of a law decides copy by copy. */
START_TEST(rows_of_one_interaction_are_activated_one_by_one)
{
    const double H[4] = {1, 0, 0, 1}, q0[2] = {1, -.001}, v0[2] = {-1, -1};
    const double M[4] = {1, 0, 0, 1};
    zn_ds *ds = linear_system("s", 2, M, NULL, NULL, q0, v0, NULL);
    zn_interaction *a = join("two", newton(0), 2, 2, H, NULL, ds, NULL);

    simulate("moreau-jean", NULL, 0, .01, .01);
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq(zn_simulation_one_step(sim)->n, 1);
    CLOSE(v_of(ds, 0), -1, 0);
    CLOSE(v_of(ds, 1), 0, 1e-15);
    CLOSE(zn_simulation_lambda(sim, a, 1)[0], 0, 0);
    CLOSE(zn_simulation_lambda(sim, a, 1)[1], 1, 1e-15);
}
END_TEST

/* ---- more rows than coordinates, which move -------------------------------- */

static const double lifts = 2, lowers = 3; /* m/s */

/* A floor that rises, a wall, and a ceiling that comes down. */
static void press(unsigned nq, double *q, double t, unsigned ny, double *y,
                  unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[0] - lifts * t;
    y[1] = 9 - q[0];
    y[2] = .1 - q[0] - lowers * t;
}

static void press_rate(unsigned nq, double *q, double t, unsigned ny, double *y,
                       unsigned nz, double *z)
{
    (void)nq, (void)q, (void)t, (void)ny, (void)nz, (void)z;
    y[0] = -lifts;
    y[1] = 0;
    y[2] = -lowers;
}

static void press_jac(unsigned nq, double *q, double t, unsigned ny, double *H,
                      unsigned nz, double *z)
{
    (void)nq, (void)q, (void)t, (void)ny, (void)nz, (void)z;
    H[0] = 1;
    H[1] = H[2] = -1;
}

/* dh/dt has three numbers where the velocity has one: u = v - 2 of the floor, which the
 * point of 2 kg rests on, and p = m (2 - v_k). */
START_TEST(a_row_of_many_moves_without_those_beside_it)
{
    zn_ds *ds = point_mass("point", 2, 0, 0, 0);
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_relation_new(ctx, "rheonomous", "press", 3, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)press));
    MUST(zn_relation_set_function(r, "h_dot", (zn_fn *)press_rate));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)press_jac));
    MUST(zn_model_connect(model, "press", newton(0), r, ds, NULL, &a));
    simulate("moreau-jean", NULL, 0, .01, .01);
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq(zn_simulation_one_step(sim)->n, 1);
    CLOSE(M_of(0, 0), .5, 1e-15);
    CLOSE(v_of(ds, 0), lifts, 1e-15);
    CLOSE(zn_simulation_lambda(sim, a, 1)[0], 2 * lifts, 1e-15);
}
END_TEST

START_TEST(misfits_are_refused_by_name)
{
    const double H = 1;
    zn_ds *ds = point_mass("ball", 1, 1, 0, 0);

    join("rod", equality(1), 1, 1, &H, NULL, ds, NULL);
    simulate("moreau-jean", NULL, 0, .01, .01);
    MUST(zn_simulation_set(sim, "formulation", "lcp"));
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "law 'equality'");
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "formulation 'lcp'");
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "solver 'auto'");
    MUST(zn_simulation_set(sim, "formulation", "mlcp"));
    MUST(zn_simulation_set(sim, "solver", "no-such"));
    REFUSED(zn_simulation_init(sim), ZN_ENOENT, "no-such");
    MUST(zn_simulation_set(sim, "formulation", "auto"));
    MUST(zn_simulation_set(sim, "solver", "auto"));
    MUST(zn_simulation_init(sim));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("one-step nonsmooth problem");
    TCase *tc = tcase_create("assembly");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, moreau_jean_matrix_of_two_contacts_on_one_system);
    tcase_add_test(tc, three_systems_two_interactions);
    tcase_add_test(tc, factors_are_those_of_each_integrator);
    tcase_add_test(tc, an_impact_joins_two_integrators);
    tcase_add_test(tc, integrators_that_do_not_agree_are_refused);
    tcase_add_test(tc, blocks_are_matched_by_system);
    tcase_add_test(tc, restitution_enters_the_affine_term);
    tcase_add_test(tc, storage_does_not_matter);
    tcase_add_test(tc, index_set_of_the_activation_rule);
    tcase_add_test(tc, rows_of_one_interaction_are_activated_one_by_one);
    tcase_add_test(tc, a_row_of_many_moves_without_those_beside_it);
    tcase_add_test(tc, misfits_are_refused_by_name);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
