/* test_global.c - the one-step problem with the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#include <zeno/problem_file.h>

#include <stdint.h>
#include <string.h>

static uint64_t seed;

/* in (-1, 1) */
static double draw(void)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

static void fill(zn_index n, double x[])
{
    for (zn_index i = 0; i < n; i++)
        x[i] = draw();
}

/* A A' + I */
static void definite(zn_index n, double out[])
{
    double A[64];

    fill(n * n, A);
    for (zn_index i = 0; i < n; i++)
        for (zn_index j = 0; j < n; j++) {
            out[i + n * j] = i == j;
            for (zn_index k = 0; k < n; k++)
                out[i + n * j] += A[i + n * k] * A[j + n * k];
        }
}

enum { SYSTEMS = 4, N = 5, CONTACTS = 4, JOINTS = 2, STOPS = 3, BRAKES = 3, STEPS = 20 };

static zn_ds *ds[SYSTEMS];
static const char *const names[SYSTEMS] = {"a", "b", "c", "d"};

static void still(double t, unsigned n, double *v)
{
    (void)n;
    v[0] = 0.25 * sin(t);
}

static zn_law *contact_law(zn_index rows, bool rolling)
{
    const double mu = 0.25 + 0.125 * draw(), e = 0.25 + 0.25 * draw();
    zn_law *law;

    if (rolling)
        MUST(zn_law_rolling_friction(ctx, rows, e, mu, 0.1, &law));
    else
        MUST(zn_law_friction(ctx, rows, e, 0, mu, &law));
    return law;
}

/* What joins them: contacts of so many rows, and if wanted ... */
typedef struct kind {
    zn_index rows; /* 0: no contacts with friction */
    bool rolling, joints, springs, stops, brakes;
} kind;

/* Random systems with springs and dampers in a chain of contacts and joints, one of
 * them with a given velocity; the same for the same seed. */
static void random_model(const kind *k)
{
    const zn_index rows = k->rows;
    const zn_index driven[1] = {1};
    double M[N * N], C[N * N], K[N * N], q[N], v[N], f[N], H[5 * 2 * N], b[5];
    zn_law *law;

    for (zn_index s = 0; s < SYSTEMS; s++) {
        definite(N, M);
        definite(N, C);
        definite(N, K);
        fill(N, q);
        fill(N, v);
        fill(N, f);
        ds[s] = linear_system(names[s], N, M, C, K, q, v, f);
    }
    MUST(zn_ds_prescribe_function(ds[1], 1, driven, still));
    for (zn_index a = 0; rows && a < CONTACTS; a++) {
        const zn_index i = a % SYSTEMS, j = (a + 1) % SYSTEMS;
        fill(rows * 2 * N, H);
        fill(rows, b);
        join(NULL, contact_law(rows, k->rolling), rows, a == 0 ? N : 2 * N, H, b,
             ds[j], a == 0 ? NULL : ds[i]);
    }
    for (zn_index a = 0; k->joints && a < JOINTS; a++) {
        fill(2 * N, H);
        join(NULL, equality(1), 1, 2 * N, H, NULL, ds[2 * a], ds[2 * a + 1]);
    }
    for (zn_index a = 0; k->stops && a < STOPS; a++) {
        fill(4 * N, H);
        fill(2, b);
        MUST(zn_law_new(ctx, "newton-impact", &law));
        MUST(zn_law_set_real(law, "e", 0.5));
        join(NULL, law, 1, 2 * N, H, b, ds[a], ds[(a + 2) % SYSTEMS]);
    }
    for (zn_index a = 0; k->brakes && a < BRAKES; a++) {
        /* dry friction, and relays whose middle is not 0 or that say nothing */
        const double lb[2] = {-0.02, 0.01}, ub[2] = {0.05, 0.01};

        fill(4 * N, H);
        if (a == 0) {
            MUST(zn_law_new(ctx, "dry-friction", &law));
            MUST(zn_law_set_real(law, "bound", 2));
        } else {
            MUST(zn_law_relay(ctx, a, lb, ub, &law));
        }
        join(NULL, law, a ? a : 2, 2 * N, H, NULL, ds[a], ds[(a + 1) % SYSTEMS]);
    }
    for (zn_index a = 0; k->springs && a < JOINTS; a++) {
        /* soft, and so stiff that it is a rod */
        const double stiff[2] = {50, a ? 1e9 : 200}, c[2] = {2, 0};

        fill(4 * N, H);
        MUST(zn_law_spring(ctx, 2, stiff, c, NULL, &law));
        join(NULL, law, 2, 2 * N, H, NULL, ds[a], ds[a + 2]);
    }
}

/* Velocities of all systems after some steps, and how they were found. */
static void run(const char *formulation, uint64_t with, const kind *k,
                double out[SYSTEMS * N], zn_run_info *info)
{
    scene_setup();
    seed = with;
    random_model(k);
    simulate("moreau-jean", "theta=0.5 threshold=1", 0, 0.01, 1);
    MUST(zn_simulation_set(sim, "formulation", formulation));
    /* it is of the largest row, in units of the rows in one of the two only */
    MUST(zn_simulation_set(sim, "solver_tol", "1e-14"));
    for (zn_index step = 0; step < STEPS; step++)
        MUST(zn_simulation_step(sim));
    for (zn_index s = 0; s < SYSTEMS; s++)
        memcpy(out + s * N, zn_simulation_v(sim, ds[s]), N * sizeof *out);
    zn_simulation_run_info(sim, info);
    scene_teardown();
}

static const kind kinds[] = {
    {.rows = 2},
    {.rows = 3},
    {.rows = 2, .joints = true},
    {.rows = 3, .joints = true},
    {.rows = 3, .rolling = true},
    {.rows = 5, .rolling = true},
    {.rows = 3, .joints = true, .springs = true},
    {.rows = 2, .joints = true, .springs = true},
    {.rows = 2, .stops = true},
    {.rows = 3, .joints = true, .springs = true, .stops = true},
    {.rows = 5, .rolling = true, .stops = true},
    {.stops = true},
    {.joints = true, .stops = true},
    {.rows = 2, .brakes = true},
    {.rows = 3, .joints = true, .springs = true, .stops = true, .brakes = true},
    {.rows = 3, .rolling = true, .stops = true, .brakes = true},
    {.rows = 5, .rolling = true, .joints = true, .brakes = true},
    {.joints = true, .brakes = true},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

START_TEST(random_models_move_as_with_the_condensed_problem)
{
    const kind *k = &kinds[_i];
    const char *const kept = k->rolling ? "global-rolling" : "global";

    for (uint64_t trial = 1; trial <= 20; trial++) {
        double a[SYSTEMS * N], b[SYSTEMS * N];
        zn_run_info one, other;

        run("auto", trial, k, a, &one);
        run(kept, trial, k, b, &other);
        ck_assert_str_ne(one.formulation, other.formulation);
        ck_assert_str_eq(other.formulation, kept);
        ck_assert_str_eq(other.storage, "columns");
        ck_assert_int_eq(one.solves, other.solves);
        for (zn_index i = 0; i < SYSTEMS * N; i++) /* 20 steps */
            ck_assert_msg(fabs(a[i] - b[i]) <= 1e-9,
                          "trial %d, velocity %td: %.17g condensed, %.17g "
                          "global",
                          (int)trial, i, a[i], b[i]);
    }
}
END_TEST

/* A wheel that rests is at its place but for rounding, which shall not decide that it is let go for a
 * step: one lost changes where it slips. */
#define RESTING "theta=0.5 threshold=1e-9"

/* What no condensed formulation takes: rolling friction beside joints. Two coupled
 * halves of a wheel, welded, move as the whole one. */
START_TEST(rolling_friction_beside_joints)
{
    const double M1[9] = {3, 0, 0, 0, 3, 0, 0, 0, 0.5};
    const double M2[9] = {1, 0, 0, 0, 1, 0, 0, 0, 0.25};
    const double M[9] = {4, 0, 0, 0, 4, 0, 0, 0, 0.75};
    const double f1[3] = {0, -30, 0}, f2[3] = {0, -10, 0}, f[3] = {0, -40, 0};
    const double q0[3] = {0, 0, 0}, v0[3] = {2, 0, 1};
    const double H[9] = {0, 1, 0, 1, 0, 0, 0, 0.5, 1};
    const double G[18] = {1, 0, 0,  0, 1, 0,  0, 0, 1,
                          -1, 0, 0, 0, -1, 0, 0, 0, -1};
    double v[2][3];

    for (int welded = 0; welded < 2; welded++) {
        zn_ds *a, *b;
        zn_law *law;

        scene_setup();
        MUST(zn_law_rolling_friction(ctx, 3, 0, 0.2, 0.05, &law));
        a = linear_system("a", 3, welded ? M1 : M, NULL, NULL, q0, v0,
                          welded ? f1 : f);
        join(NULL, law, 3, 3, H, NULL, a, NULL);
        if (welded) {
            b = linear_system("b", 3, M2, NULL, NULL, q0, v0, f2);
            join(NULL, equality(3), 3, 6, G, NULL, a, b);
        }
        simulate("moreau-jean", RESTING, 0, 0.01, 1);
        for (int k = 0; k < 30; k++)
            MUST(zn_simulation_step(sim));
        memcpy(v[welded], zn_simulation_v(sim, a), sizeof v[welded]);
        scene_teardown();
    }
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(v[0][i], v[1][i], 1e-10);
}
END_TEST

/* The same beside a spring: a wheel on rough ground, held by a spring that is one of the
 * system or a law. */
START_TEST(rolling_friction_beside_springs)
{
    const double M[9] = {3, 0, 0, 0, 3, 0, 0, 0, 0.5}, k = 400;
    const double K[9] = {k}, f[3] = {0, -30, 0}, H[9] = {0, 1, 0, 1, 0, 0, 0, 0.5, 1};
    const double q0[3] = {0.2, 0, 0}, v0[3] = {2, 0, 1}, x[3] = {1};
    double v[2][3];

    for (int law = 0; law < 2; law++) {
        zn_law *rolls, *spring;
        zn_ds *a;

        scene_setup();
        MUST(zn_law_rolling_friction(ctx, 3, 0, 0.2, 0.05, &rolls));
        a = linear_system("a", 3, M, NULL, law ? NULL : K, q0, v0, f);
        join("ground", rolls, 3, 3, H, NULL, a, NULL);
        if (law) {
            MUST(zn_law_spring(ctx, 1, &k, NULL, NULL, &spring));
            join("spring", spring, 1, 3, x, NULL, a, NULL);
        }
        simulate("moreau-jean", RESTING, 0, 0.01, 1);
        for (int i = 0; i < 30; i++)
            MUST(zn_simulation_step(sim));
        memcpy(v[law], zn_simulation_v(sim, a), sizeof v[law]);
        scene_teardown();
    }
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(v[0][i], v[1][i], 1e-9);
}
END_TEST

/* A slab on 320 points slides v0 - mu g t and stops; with more than 600 rows on three
 * unknowns the condensed matrix has fifty times the values. */
START_TEST(auto_keeps_the_motion_where_a_body_has_many_contacts)
{
    enum { POINTS = 320 };
    const double M[9] = {2, 0, 0, 0, 2, 0, 0, 0, 0.6}, mu = 0.3, g = 10;
    const double f[3] = {0, -2 * g, 0}, q0[3] = {0}, v0[3] = {0.9, 0, 0};
    zn_run_info info;
    zn_ds *slab;

    scene_setup();
    slab = linear_system("slab", 3, M, NULL, NULL, q0, v0, f);
    for (int i = 0; i < POINTS; i++) {
        const double x = (double)i / (POINTS - 1) - 0.5;
        const double H[6] = {0, 1, 1, 0, x, 0}; /* (normal, tangent) */
        zn_law *law;

        MUST(zn_law_friction(ctx, 2, 0, 0, mu, &law));
        join(NULL, law, 2, 3, H, NULL, slab, NULL);
    }
    simulate("moreau-jean", "theta=0.5 threshold=1e-9", 0, 0.01, 1);
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-10));
    for (int k = 1; k <= 40; k++) {
        MUST(zn_simulation_step(sim));
        CLOSE(v_of(slab, 0), fmax(0, 0.9 - mu * g * 0.01 * k), 1e-9);
        CLOSE(v_of(slab, 1), 0, 1e-9);
        CLOSE(v_of(slab, 2), 0, 1e-9);
    }
    zn_simulation_run_info(sim, &info);
    ck_assert_str_eq(info.formulation, "global");
    scene_teardown();
}
END_TEST

/* A chain of masses and springs of which a few slide on a floor; each row names two of
 * its many unknowns. */
static void chain(const char *formulation, double out[])
{
    enum { LINKS = 120, FEET = 12 };
    static double M[LINKS], K[LINKS * LINKS], q[LINKS], v[LINKS], f[LINKS];
    zn_ds *ds_chain;

    scene_setup();
    seed = 7;
    memset(K, 0, sizeof K);
    for (int i = 0; i < LINKS; i++) {
        M[i] = 1 + 0.5 * draw();
        K[i + LINKS * i] = 400;
        if (i > 1) /* horizontal: even, vertical: odd */
            K[i + LINKS * (i - 2)] = K[i - 2 + LINKS * i] = -180;
        q[i] = 0;
        v[i] = draw();
        f[i] = i % 2 ? -30 : 4;
    }
    MUST(zn_ds_new(ctx, "lagrangian-linear", "chain", LINKS, q, v, &ds_chain));
    MUST(zn_ds_set_diagonal(ds_chain, "mass", LINKS, M));
    MUST(zn_ds_set_constant(ds_chain, "stiffness", LINKS, LINKS, K));
    MUST(zn_ds_set_constant(ds_chain, "f_ext", LINKS, 1, f));
    MUST(zn_model_add_ds(model, ds_chain));
    for (zn_index a = 0; a < FEET; a++) {
        zn_index p[LINKS + 1], i[2] = {1, 0}, col = 8 * a + 4;
        const double x[2] = {1, 1};
        zn_matrix C = {.storage = ZN_CSC, .rows = 2, .cols = LINKS,
                       .x = x, .p = p, .i = i};
        zn_interaction *made;
        zn_relation *r;
        zn_law *law;

        for (zn_index k = 0; k <= LINKS; k++)
            p[k] = (k > col) + (k > col + 1);
        MUST(zn_law_friction(ctx, 2, 0, 0, 0.4, &law));
        MUST(zn_relation_new(ctx, "linear", NULL, 2, LINKS, &r));
        MUST(zn_relation_set_sparse(r, "C", &C));
        MUST(zn_model_connect(model, NULL, law, r, ds_chain, NULL, &made));
    }
    simulate("moreau-jean", "theta=0.5 threshold=1e-6", 0, 0.005, 1);
    MUST(zn_simulation_set(sim, "formulation", formulation));
    for (zn_index k = 0; k < STEPS; k++)
        MUST(zn_simulation_step(sim));
    memcpy(out, zn_simulation_v(sim, ds_chain), sizeof v);
    scene_teardown();
}

START_TEST(rows_that_touch_few_unknowns)
{
    static double a[120], b[120];
    double moved = 0;

    chain("friction", a);
    chain("global", b);
    for (int i = 0; i < 120; i++) {
        CLOSE(b[i], a[i], 1e-9);
        moved = fmax(moved, fabs(a[i]));
    }
    ck_assert_double_gt(moved, 0.1);
}
END_TEST

/* ---- contacts that come and go ---------------------------------------------------- */

typedef struct growing {
    zn_index n; /* contacts to announce */
    zn_ds *slab;
    zn_law *law;
    zn_relation *foot;
} growing;

static zn_status announce(void *user, const zn_view *at, zn_contacts *to)
{
    const growing *g = user;
    zn_status st = ZN_OK;

    (void)at;
    for (zn_index k = 0; !st && k < g->n; k++) {
        const double point[2] = {(double)k / 400 - 0.5, 0};
        st = zn_contacts_announce(to, &(zn_contact){.key = {(uint64_t)k, 0},
                                                    .law = g->law,
                                                    .relation = g->foot,
                                                    .d1 = g->slab,
                                                    .data = point});
    }
    return st;
}

/* Also where threads are asked for, which the solver of one of the two has and the other has not. */
START_TEST(auto_goes_with_the_contacts)
{
    const zn_index count[] = {2, 400, 200, 10};
    const char *const form[] = {"friction", "global", "global", "friction"};
    const double M[9] = {2, 0, 0, 0, 2, 0, 0, 0, 0.6}, mu = 0.3, g = 10;
    const double f[3] = {0, -2 * g, 0}, q0[3] = {0}, v0[3] = {0.9, 0, 0};
    const double up[2] = {0, 1}, zero = 0;
    growing s = {.n = 0};
    zn_run_info info;

    scene_setup();
    s.slab = linear_system("slab", 3, M, NULL, NULL, q0, v0, f);
    MUST(zn_law_friction(ctx, 2, 0, 0, mu, &s.law));
    MUST(zn_model_add_law(model, s.law));
    MUST(zn_relation_new(ctx, "point-line", NULL, 2, 3, &s.foot));
    MUST(zn_relation_set_constant(s.foot, "normal", 2, 1, up));
    MUST(zn_relation_set_constant(s.foot, "offset", 1, 1, &zero));
    MUST(zn_model_add_relation(model, s.foot));
    simulate("moreau-jean", "theta=0.5 threshold=1e-9", 0, 0.01, 1);
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-10));
    if (_i)
        MUST(zn_simulation_solver_set(sim, "threads", "2"));
    MUST(zn_simulation_find_contacts(sim, announce, &s, NULL));
    for (int k = 1; k <= 12; k++) {
        s.n = count[(k - 1) / 3];
        MUST(zn_simulation_step(sim));
        zn_simulation_run_info(sim, &info);
        ck_assert_msg(strcmp(info.formulation, form[(k - 1) / 3]) == 0,
                      "step %d: %s", k, info.formulation);
    }
    /* whatever its feet are, they carry all of it or less: it tips at the end */
    ck_assert_double_ge(v_of(s.slab, 0), 0.9 - mu * g * 0.12 - 1e-9);
    ck_assert_double_lt(v_of(s.slab, 0), 0.9);
    scene_teardown();
}
END_TEST

/* A piston is driven into the floor: there is no solution, and the problem is written
 * as one of its class. */
START_TEST(a_failed_problem_is_saved_with_its_motion)
{
    const double H[4] = {1, 0, 0, 1}, M[4] = {1, 0, 0, 1}, zero[2] = {0, 0};
    const double down = -1;
    const zn_index first = 0;
    const char *file = "test_global_failed.txt";
    zn_problem_file *saved;
    zn_law *law;
    zn_ds *piston;

    scene_setup();
    MUST(zn_law_friction(ctx, 2, 0, 0, 0.5, &law));
    piston = linear_system("p", 2, M, NULL, NULL, zero, zero, NULL);
    MUST(zn_ds_prescribe(piston, 1, &first, &down));
    join("floor", law, 2, 2, H, NULL, piston, NULL);
    simulate("moreau-jean", "theta=0.5", 0, 0.1, 1);
    MUST(zn_simulation_set(sim, "formulation", "global"));
    MUST(zn_simulation_set(sim, "save_failed", file));
    REFUSED(zn_simulation_step(sim), ZN_UNSOLVED,
            "interaction 'floor' violates its law");
    MUST(zn_problem_file_read(ctx, file, "global-friction", &saved));
    ck_assert_int_eq(zn_problem_file_contacts(saved), 1);
    ck_assert_int_eq(zn_problem_file_nz(saved), 4);
    zn_problem_file_free(saved);
    remove(file);
    scene_teardown();
}
END_TEST

/* The same at a trillionth of the speed, beside balls that are slower: what is violated is
 * named, also where that is less than solver_tol. */
START_TEST(who_violates_its_law_is_named_at_any_speed)
{
    const double H[1] = {1}, M[1] = {1}, zero[1] = {0}, down = -1e-12;
    const zn_index first = 0;
    zn_ds *piston;

    scene_setup();
    join("ground", newton(0), 1, 1, H, NULL,
         point_mass("ball", 1, 0, -1e-13, 0), NULL);
    piston = linear_system("p", 1, M, NULL, NULL, zero, zero, NULL);
    MUST(zn_ds_prescribe(piston, 1, &first, &down));
    join("floor", newton(0), 1, 1, H, NULL, piston, NULL);
    join("wall", newton(0), 1, 1, H, NULL,
         point_mass("late", 1, 0, -1e-13, 0), NULL);
    simulate("moreau-jean", "theta=0.5", 0, 0.1, 1);
    REFUSED(zn_simulation_step(sim), ZN_UNSOLVED,
            "interaction 'floor' violates its law");
    scene_teardown();
}
END_TEST

/* A contact without a name is told by its systems, and the way on that the words name is one. */
START_TEST(words_of_a_failure_say_whose_contact_and_how_to_go_on)
{
    const double H[1] = {1}, M[1] = {1}, zero[1] = {0}, down = -1;
    const zn_index first = 0;
    zn_run_info r;
    zn_ds *piston;

    scene_setup();
    piston = linear_system("p", 1, M, NULL, NULL, zero, zero, NULL);
    MUST(zn_ds_prescribe(piston, 1, &first, &down));
    join(NULL, newton(0), 1, 1, H, NULL, piston, NULL);
    simulate("moreau-jean", "theta=0.5", 0, 0.1, 1);
    REFUSED(zn_simulation_step(sim), ZN_UNSOLVED, "' of 'p' violates its law");
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "or accept, with which the run "
                                                 "goes on and its report counts"));
    MUST(zn_simulation_set(sim, "on_solver_failure", "accept"));
    MUST(zn_simulation_step(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert_int_eq(r.solver_failures, 1);
    scene_teardown();
}
END_TEST

START_TEST(what_it_does_not_take_is_said)
{
    const double H[6] = {1, 0, 0, 0, 1, 0}, M[4] = {1, 0, 0, 1}, none[2] = {0};
    zn_law *law;
    zn_ds *p;

    scene_setup();
    p = linear_system("p", 2, M, NULL, NULL, none, none, none);
    MUST(zn_law_friction(ctx, 3, 0.5, 0, 0.1, &law));
    join("space", law, 3, 2, H, NULL, p, NULL);
    MUST(zn_law_friction(ctx, 2, 0.5, 0, 0.1, &law));
    join("plane", law, 2, 2, M, NULL, p, NULL);
    simulate("moreau-jean", "theta=0.5", 0, 0.1, 1);
    MUST(zn_simulation_set(sim, "formulation", "global"));
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP,
            "law 'newton-impact-friction' of interaction 'plane' lives in the set "
            "'friction' of 2 rows, which formulation 'global' with solver 'auto' "
            "does not accept beside another set or size");
    scene_teardown();
}
END_TEST

START_TEST(event_driven_condenses)
{
    const double H[2] = {1, 0};
    zn_law *law;

    scene_setup();
    MUST(zn_law_friction(ctx, 2, 0, 0, 0.5, &law));
    join("floor", law, 2, 1, H, NULL, point_mass("p", 1, 1, 0, -1), NULL);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_set_time(sim, 0, 0.1, 1));
    MUST(zn_simulation_set(sim, "formulation", "global"));
    ck_assert_int_ne(zn_simulation_init(sim), ZN_OK);
    scene_teardown();
}
END_TEST

int main(void)
{
    Suite *s = suite_create("equations of motion kept");
    TCase *tc = tcase_create("global");

    tcase_add_loop_test(tc, random_models_move_as_with_the_condensed_problem, 0,
                        KINDS);
    tcase_add_test(tc, rolling_friction_beside_joints);
    tcase_add_test(tc, rolling_friction_beside_springs);
    tcase_add_test(tc, auto_keeps_the_motion_where_a_body_has_many_contacts);
    tcase_add_test(tc, rows_that_touch_few_unknowns);
    tcase_add_loop_test(tc, auto_goes_with_the_contacts, 0, 2);
    tcase_add_test(tc, a_failed_problem_is_saved_with_its_motion);
    tcase_add_test(tc, who_violates_its_law_is_named_at_any_speed);
    tcase_add_test(tc, words_of_a_failure_say_whose_contact_and_how_to_go_on);
    tcase_add_test(tc, what_it_does_not_take_is_said);
    tcase_add_test(tc, event_driven_condenses);
    suite_add_tcase(s, tc);
    return test_main(s);
}
