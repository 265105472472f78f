/* test_product.c - the matrix of a one-step problem kept as a product: sweeps by velocities
 * SPDX-License-Identifier: Apache-2.0 */
#include "model_test.h"

#include <math.h>
#include <unistd.h>

#include <zeno/friction.h>
#include <zeno/problem_file.h>
#include <zeno/simulation.h>

enum { LAYERS = 4, SPHERES = 30 }; /* 16, 9, 4 and 1 */

static zn_ds *sphere[SPHERES];
static zn_interaction *contact[200];
static int contacts;

typedef struct pile {
    double mass, radius;
    int boxes;    /* one of so many bodies has moments of inertia that differ: W is not diagonal; 0: none */
    double mu;
    double heavy; /* how many times as heavy the top is */
} pile;

static const pile usual = {.mass = 0.7, .radius = 0.1, .mu = 0.4, .heavy = 1};

/* pyramid of spheres on a floor, which moves a little */
static void make_bodies(const pile *p)
{
    const double r = p->radius;
    int n = 0;

    for (int layer = 0; layer < LAYERS; layer++)
        for (int i = 0; i < LAYERS - layer; i++)
            for (int j = 0; j < LAYERS - layer; j++, n++) {
                const double q[7] = {r * (2 * i + layer), r * (2 * j + layer),
                                     r * (1 + layer * sqrt(2)), 1};
                const double v[6] = {0.05 * sin(n), 0.04 * cos(3 * n), -0.1,
                                     0.3 * cos(n), 0.2, 0.1 * sin(2 * n)};
                const double M = p->mass * (layer == LAYERS - 1 ? p->heavy : 1);
                const double J = 0.4 * M * r * r, f[3] = {0, 0, -9.81 * M};
                const bool box = p->boxes && n % p->boxes == 0;
                const double I[9] = {J, 0, 0, 0, box ? 1.3 * J : J, 0, 0, 0,
                                     box ? 1.6 * J : J};
                char name[16];

                snprintf(name, sizeof name, "s%d", n);
                MUST(zn_ds_new(ctx, "newton-euler", name, 6, q, v, &sphere[n]));
                MUST(zn_ds_set_constant(sphere[n], "mass", 1, 1, &M));
                MUST(zn_ds_set_constant(sphere[n], "inertia", 3, 3, I));
                MUST(zn_ds_set_constant(sphere[n], "f_ext", 3, 1, f));
                MUST(zn_model_add_ds(m, sphere[n]));
            }
}

static void join(zn_law *law, zn_relation *r, int i, int j)
{
    char name[32];

    snprintf(name, sizeof name, "c%d-%d", i, j);
    MUST(zn_model_connect(m, name, law, r, sphere[i], j < 0 ? NULL : sphere[j],
                          &contact[contacts++]));
}

static void make_pile(const pile *p)
{
    const double up[3] = {0, 0, 1}, zero = 0, r = p->radius;
    zn_relation *pair, *floor_;
    zn_law *law;

    contacts = 0;
    make_bodies(p);
    MUST(zn_law_friction(ctx, 3, 0, 0, p->mu, &law));
    MUST(zn_relation_new(ctx, "sphere-sphere", "pair", 3, 14, &pair));
    MUST(zn_relation_set_constant(pair, "radius1", 1, 1, &r));
    MUST(zn_relation_set_constant(pair, "radius2", 1, 1, &r));
    MUST(zn_relation_new(ctx, "sphere-plane", "floor", 3, 7, &floor_));
    MUST(zn_relation_set_constant(floor_, "radius", 1, 1, &r));
    MUST(zn_relation_set_constant(floor_, "normal", 3, 1, up));
    MUST(zn_relation_set_constant(floor_, "offset", 1, 1, &zero));
    for (int i = 0; i < SPHERES; i++) {
        const double *a = zn_ds_q0(sphere[i]);

        if (a[2] < 1.5 * r)
            join(law, floor_, i, -1);
        for (int j = i + 1; j < SPHERES; j++) {
            const double *b = zn_ds_q0(sphere[j]);

            if (hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]) < 2.1 * r)
                join(law, pair, i, j);
        }
    }
    MUST(zn_model_seal(m));
}

static const char *threads; /* of the solver, if not NULL */

static zn_simulation *simulate(const char *storage, const char *reserve, double tol)
{
    zn_simulation *sim;

    MUST(zn_simulation_new(m, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set(sim, "storage", storage));
    MUST(zn_simulation_set(sim, "reserve", reserve));
    MUST(zn_simulation_set_real(sim, "solver_tol", tol));
    MUST(zn_simulation_set(sim, "newton_check", "increment"));
    MUST(zn_simulation_set_real(sim, "newton_tol", 100 * tol));
    MUST(zn_simulation_set_time(sim, 0, 1e-3, 1));
    if (threads)
        MUST(zn_simulation_solver_set(sim, "threads", threads));
    MUST(zn_simulation_init(sim));
    return sim;
}

static void steps(zn_simulation *sim, int n)
{
    for (int k = 0; k < n; k++)
        MUST(zn_simulation_step(sim));
}

static const char *storage_of(const zn_simulation *sim)
{
    zn_run_info info;

    zn_simulation_run_info(sim, &info);
    return info.storage;
}

/* positions and velocities of all, and the sum of the impulses on the floor */
typedef struct seen {
    double q[SPHERES][7], v[SPHERES][6];
} seen;

static seen *look(const zn_simulation *sim)
{
    seen *s = malloc(sizeof *s);

    for (int i = 0; i < SPHERES; i++) {
        memcpy(s->q[i], zn_simulation_q(sim, sphere[i]), sizeof s->q[i]);
        memcpy(s->v[i], zn_simulation_v(sim, sphere[i]), sizeof s->v[i]);
    }
    return s;
}

static void alike(const seen *a, const seen *b, double tol)
{
    for (int i = 0; i < SPHERES; i++) {
        close_to(7, a->q[i], b->q[i], tol);
        close_to(6, a->v[i], b->v[i], 1e3 * tol);
    }
}

static seen *run(const pile *p, const char *storage, const char *reserve, double tol,
                 int n, const char *want)
{
    zn_simulation *sim;
    seen *s;

    setup();
    make_pile(p);
    sim = simulate(storage, reserve, tol);
    steps(sim, n);
    ck_assert_str_eq(storage_of(sim), want);
    s = look(sim);
    zn_simulation_free(sim);
    teardown();
    return s;
}

/* ---- what it is for ----------------------------------------------------------------------- */

START_TEST(motion_is_that_of_the_matrix)
{
    pile p = usual;
    seen *a, *b;

    p.boxes = _i;
    a = run(&p, "block", "active", 1e-11, 60, "block rows");
    b = run(&p, "product", "active", 1e-11, 60, "product");
    /* 60 steps of errors of 1e-11 of speeds that are some 0.1 m/s, spread by collisions */
    alike(a, b, 1e-9);
    free(a);
    free(b);
}
END_TEST

/* The matrix of the first step, n x n, where its first iterate has it: what comes and goes with later ones
 * hangs on what the solver of each storage left, and the motion of such a pile on what comes and goes */
static double *matrix(const pile *p, const char *storage, zn_index *n)
{
    zn_simulation *sim;
    double *M;

    setup();
    make_pile(p);
    sim = simulate(storage, "active", 1e-9);
    MUST(zn_simulation_set(sim, "newton_max_iter", "1"));
    MUST(zn_simulation_set(sim, "on_newton_failure", "accept"));
    steps(sim, 1);
    ck_assert_str_eq(storage_of(sim), storage[0] == 'b' ? "block rows" : "dense");
    *n = zn_simulation_one_step(sim)->M->rows;
    M = malloc((size_t)(*n * *n) * sizeof *M);
    zn_matrix_to_dense(zn_simulation_one_step(sim)->M, M);
    zn_simulation_free(sim);
    teardown();
    return M;
}

START_TEST(blocks_are_those_of_the_whole_matrix)
{
    /* no, all, one of two and one of three bodies have a W that is not diagonal */
    pile p = usual;
    zn_index n, k;
    double *a, *b, largest = 0;

    p.boxes = _i;
    a = matrix(&p, "block", &n);
    b = matrix(&p, "dense", &k);
    ck_assert_int_eq(n, k);
    ck_assert_int_gt(n, 150); /* block rows have more than 32 */
    for (zn_index i = 0; i < n * n; i++)
        largest = fmax(largest, fabs(b[i]));
    for (zn_index i = 0; i < n; i++)
        for (zn_index j = 0; j < n; j++) {
            ck_assert_double_eq_tol(a[i + j * n], b[i + j * n], 1e-8 * largest);
            if (p.boxes == 0 && i / 3 != j / 3)
                ck_assert(a[i + j * n] == a[j + i * n]);
        }
    free(a);
    free(b);
}
END_TEST

START_TEST(many_blocks_choose_it_where_nobody_says)
{
    /* 70 contacts act on 30 spheres, ten blocks of the matrix each. */
    pile p = usual;

    free(run(&p, "auto", "active", 1e-8, 3, "product"));
    free(run(&p, "auto", "all", 1e-8, 3, "product"));
    free(run(&p, "dense", "active", 1e-8, 3, "dense"));
}
END_TEST

START_TEST(threads_choose_nothing)
{
    pile p = usual;
    seen *a = run(&p, "auto", "all", 1e-8, 20, "product"), *b;

    threads = "2";
    b = run(&p, "auto", "all", 1e-8, 20, "product");
    threads = NULL;
    ck_assert_int_eq(memcmp(a, b, sizeof *a), 0);
    free(a);
    free(b);
}
END_TEST

START_TEST(room_and_units_and_use_leave_bits)
{
    pile p = usual;
    seen *a = run(&p, "product", "active", 1e-9, 40, "product"), *b;
    zn_simulation *sim;

    b = run(&p, "product", "all", 1e-9, 40, "product");
    ck_assert_int_eq(memcmp(a, b, sizeof *a), 0);
    free(b);
    p.mass *= 0x1p8;
    b = run(&p, "product", "active", 1e-9, 40, "product");
    ck_assert_msg(memcmp(a, b, sizeof *a) == 0, "mass");
    free(b);

    /* a simulation that has been used, and begun again */
    p = usual;
    setup();
    make_pile(&p);
    sim = simulate("product", "active", 1e-9);
    steps(sim, 25);
    MUST(zn_simulation_reset(sim));
    steps(sim, 40);
    b = look(sim);
    ck_assert_int_eq(memcmp(a, b, sizeof *a), 0);
    zn_simulation_free(sim);
    teardown();
    free(a);
    free(b);
}
END_TEST

/* ---- where it is not enough ----------------------------------------------------------------- */

START_TEST(where_sweeps_stall_the_matrix_is_made)
{
    /* in some step of forty contacts exchange what redundant ones carry, which sweeps do not
     * see the end of */
    pile p = usual;
    bool made = false;
    zn_simulation *sim;
    seen *a, *b;

    a = run(&p, "block", "active", 1e-9, 40, "block rows");
    setup();
    make_pile(&p);
    sim = simulate("product", "active", 1e-9);
    for (int k = 0; k < 40; k++) {
        steps(sim, 1);
        made = made || zn_simulation_one_step(sim)->nblocks > 0;
    }
    ck_assert(made);
    ck_assert_str_eq(storage_of(sim), "product");
    b = look(sim);
    alike(a, b, 1e-7);
    zn_simulation_free(sim);
    teardown();
    free(a);
    free(b);
}
END_TEST

START_TEST(a_step_without_the_matrix_has_none)
{
    pile p = usual;
    zn_simulation *sim;

    setup();
    make_pile(&p);
    sim = simulate("product", "active", 1e-8);
    steps(sim, 3);
    ck_assert_ptr_null(zn_simulation_one_step(sim)->M);
    zn_simulation_free(sim);
    teardown();
}
END_TEST

START_TEST(other_laws_have_the_matrix)
{
    const double one[3] = {1, 1, 1}, C[3] = {0, 0, 1}, q[3] = {0}, v[3] = {0};
    zn_simulation *sim;
    zn_relation *r;
    zn_law *law;
    zn_ds *ds;

    setup();
    MUST(zn_ds_new(ctx, "lagrangian-linear", "ball", 3, q, v, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 3, one));
    MUST(zn_model_add_ds(m, ds));
    MUST(zn_law_newton_impact(ctx, 0, &law));
    MUST(zn_relation_new(ctx, "linear", "ground", 1, 3, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 3, C));
    MUST(zn_model_connect(m, NULL, law, r, ds, NULL, NULL));
    MUST(zn_model_seal(m));
    sim = simulate("product", "active", 1e-8);
    steps(sim, 2);
    ck_assert_str_eq(storage_of(sim), "dense");
    zn_simulation_free(sim);
    teardown();
}
END_TEST

/* ---- files and time ------------------------------------------------------------------------------ */

START_TEST(saved_problems_are_those_of_the_matrix)
{
    char path[64], one[128];
    pile p = usual;
    zn_simulation *sim;
    seen *a = run(&p, "product", "active", 1e-9, 4, "product"), *b;
    zn_problem_file *f;

    snprintf(path, sizeof path, "/tmp/zeno-product-%ld.dat", (long)getpid());
    setup();
    make_pile(&p);
    sim = simulate("product", "active", 1e-9);
    MUST(zn_simulation_set(sim, "save_problems", path));
    steps(sim, 4);
    b = look(sim);
    ck_assert_int_eq(memcmp(a, b, sizeof *a), 0); /* who looks changes nothing */
    snprintf(one, sizeof one, "/tmp/zeno-product-%ld-000003-1.dat", (long)getpid());
    MUST(zn_problem_file_read(ctx, one, "friction", &f));
    ck_assert_int_eq(((const zn_friction *)zn_problem_file_problem(f))->nc, 70);
    zn_problem_file_free(f);
    zn_simulation_free(sim);
    teardown();
    snprintf(one, sizeof one, "rm -f /tmp/zeno-product-%ld-*", (long)getpid());
    ck_assert_int_eq(system(one), 0);
    free(a);
    free(b);
}
END_TEST

START_TEST(the_time_of_a_solver_is_that_of_its_sweeps_too)
{
    pile p = usual;
    zn_simulation *sim;

    p.heavy = 1e5;
    setup();
    make_pile(&p);
    sim = simulate("product", "active", 1e-12);
    MUST(zn_simulation_set(sim, "solver_time", "1e-9"));
    MUST(zn_simulation_set(sim, "on_solver_failure", "stop"));
    REFUSED(zn_simulation_step(sim), ZN_UNSOLVED, "time_limit");
    MUST(zn_simulation_set(sim, "on_solver_failure", "accept"));
    MUST(zn_simulation_step(sim));
    zn_simulation_free(sim);
    teardown();
}
END_TEST

/* ---- memory ---------------------------------------------------------------------------------------- */

START_TEST(a_step_allocates_nothing_once_there_is_room)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    pile p = usual;
    zn_simulation *sim;
    long calls;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &m));
    make_pile(&p);
    sim = simulate(_i ? "product" : "auto", "all", 1e-6);
    MUST(zn_simulation_set(sim, "recompute", "no"));
    steps(sim, 4);
    calls = mem.calls;
    steps(sim, 8); /* of which none takes the matrix */
    ck_assert_int_eq(mem.calls, calls);
    zn_simulation_free(sim);
    teardown();
}
END_TEST

/* Each allocation of a step fails in turn: the step does, the next one has the same bits. */
START_TEST(what_fails_for_want_of_memory_can_be_done_again)
{
    pile p = usual;
    seen *a;
    bool failed = true;

    setup();
    make_pile(&p);
    {
        zn_simulation *sim = simulate("product", "active", 1e-9);

        steps(sim, 2);
        a = look(sim);
        zn_simulation_free(sim);
    }
    teardown();
    for (long n = 1; failed && n < 1000; n += 1 + n / 7) {
        test_memory mem = {0};
        const zn_allocator alloc = test_allocator(&mem);
        zn_simulation *sim;
        zn_status st;
        seen *b;

        ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
        MUST(zn_model_new(ctx, &m));
        make_pile(&p);
        sim = simulate("product", "active", 1e-9);
        mem.fail_at = mem.calls + n;
        st = zn_simulation_step(sim);
        failed = mem.failed;
        ck_assert_int_eq(st, failed ? ZN_ENOMEM : ZN_OK);
        mem.fail_at = 0;
        steps(sim, failed ? 2 : 1);
        b = look(sim);
        ck_assert_int_eq(memcmp(a, b, sizeof *a), 0);
        free(b);
        zn_simulation_free(sim);
        teardown();
        ck_assert_int_eq(mem.live, 0);
    }
    ck_assert(!failed);
    free(a);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("the matrix as a product");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, motion_is_that_of_the_matrix, 0, 2);
    tcase_add_loop_test(t, blocks_are_those_of_the_whole_matrix, 0, 4);
    tcase_add_test(t, many_blocks_choose_it_where_nobody_says);
    tcase_add_test(t, threads_choose_nothing);
    tcase_add_test(t, room_and_units_and_use_leave_bits);
    tcase_add_test(t, where_sweeps_stall_the_matrix_is_made);
    tcase_add_test(t, a_step_without_the_matrix_has_none);
    tcase_add_test(t, other_laws_have_the_matrix);
    tcase_add_test(t, saved_problems_are_those_of_the_matrix);
    tcase_add_test(t, the_time_of_a_solver_is_that_of_its_sweeps_too);
    tcase_add_loop_test(t, a_step_allocates_nothing_once_there_is_room, 0, 2);
    tcase_add_test(t, what_fails_for_want_of_memory_can_be_done_again);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
