/* test_generic_few.c - mechanisms of few rows, joints eliminated block by block and stops at once
 *
 * Bodies of 6 velocities in a chain or a tree, joints of 1 to 6 rows between them, stops that hold one or
 * two: M = H'H. Answers are judged by the error of the definition in long double.
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic_test.h"

enum {
    MOST = 64,
    BODIES = 16,
    VELOCITIES = 6 * BODIES,
    SEEDS = 60,
    STOPS = 11
};

/* What joint or stop b holds: body `one`, and another one or (negative) the ground. */
static void hold(rng *g, double H[], zn_index row, zn_index one, zn_index other)
{
    for (zn_index c = 0; c < 6; c++) {
        H[row * VELOCITIES + 6 * one + c] = uniform(g, -1, 1);
        if (other >= 0)
            H[row * VELOCITIES + 6 * other + c] = uniform(g, -1, 1);
    }
}

/* So many joints, one for each body, and stops somewhere between them; redundant: a joint's last row is its
 * first once more. */
static void mechanism(machine *m, rng *g, zn_index joints, zn_index stops, bool redundant)
{
    zn_index rows[MOST], left = MOST - stops, nb = 0, of[MOST];
    int kind[MOST];
    double *H, v[VELOCITIES];

    for (zn_index b = 0; b < joints && left > 0; b++) {
        rows[nb] = b % 4 ? 5 : 1 + (zn_index)uniform(g, 0, 5.99);
        rows[nb] = rows[nb] < left ? rows[nb] : left;
        left -= rows[nb];
        of[nb] = b;
        kind[nb++] = EQ;
        if (b % 3 == 1 && stops > 0) {
            of[nb] = b;
            rows[nb] = stops > 1 ? 2 : 1;
            stops -= rows[nb];
            kind[nb++] = UN;
        }
    }
    for (; stops > 0; stops--) {
        of[nb] = stops % joints;
        rows[nb] = 1;
        kind[nb++] = UN;
    }
    machine_new(m, nb, rows, kind);
    H = reals(m->n * VELOCITIES);
    for (zn_index b = 0; b < nb; b++)
        for (zn_index r = m->start[b]; r < m->start[b + 1]; r++)
            hold(g, H, r, of[b], of[b] == 0 ? -1 : of[b] % 5 == 4 ? of[b] / 2 : of[b] - 1);
    if (redundant)
        memcpy(H + (m->start[1] - 1) * VELOCITIES, H + m->start[0] * VELOCITIES,
               VELOCITIES * sizeof *H);
    for (zn_index i = 0; i < m->n && !redundant; i++)
        m->M[i * (m->n + 1)] = 0.05; /* of supports that give way, so that all rows say something */
    for (zn_index c = 0; c < VELOCITIES; c++)
        v[c] = uniform(g, -1, 1);
    for (zn_index i = 0; i < m->n; i++) {
        for (zn_index c = 0; c < VELOCITIES; c++)
            m->q[i] += H[i * VELOCITIES + c] * v[c];
        for (zn_index j = 0; j < m->n; j++)
            for (zn_index c = 0; c < VELOCITIES; c++)
                m->M[i + j * m->n] += H[i * VELOCITIES + c] * H[j * VELOCITIES + c];
    }
    free(H);
}

static void seeded(machine *m, int seed)
{
    rng g = {(uint64_t)(2900 + seed)};

    mechanism(m, &g, 1 + seed % 14, seed % (STOPS + 1), false);
}

static zn_solver *solver(zn_ctx *ctx)
{
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "generic-mechanical", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-10), ZN_OK);
    return s;
}

static void solved(zn_solver *s, zn_ctx *ctx, const machine *m, const zn_generic *p, double z[],
                   zn_solve_info *info)
{
    double w[MOST];

    ck_assert_msg(!zn_solver_solve(s, p, z, w, info), "%s", zn_errmsg(ctx));
    /* the measure of the library and that of the definition: rounding of M z */
    ck_assert_double_le(naive_generic(m, z), 2e-10);
}

START_TEST(mechanisms_are_solved_at_once)
{
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx);
    double z[MOST] = {0};
    zn_solve_info info;
    machine m;

    seeded(&m, _i);
    stored blocks = machine_blocks(&m);
    m.p.M = &blocks.m;
    solved(s, ctx, &m, &m.p, z, &info);
    ck_assert_str_eq(info.solver, "eliminated");
    ck_assert_int_le(info.iterations, 4);
    stored_free(&blocks);
    machine_free(&m);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* Whoever watches sees the same bits; products of other storages have another order. */
START_TEST(one_answer_for_all)
{
    zn_ctx *ctx = context();
    double z[5][MOST] = {{0}};
    zn_solve_info info;
    machine m;

    seeded(&m, _i);
    stored form[] = {machine_blocks(&m), to_csc(m.n, m.M), to_bsr(m.n, m.M)};
    for (int k = 0; k < 5; k++) {
        zn_solver *s = solver(ctx);

        m.p.M = k < 3 ? &form[k].m : &m.A;
        if (k == 4)
            zn_solver_set_time_limit(s, 60); /* somebody watches */
        solved(s, ctx, &m, &m.p, z[k], &info);
        ck_assert_str_eq(info.solver, "eliminated");
        for (zn_index i = 0; i < m.n; i++)
            ck_assert_double_eq_tol(z[0][i], z[k][i], 1e-9); /* |z| is up to 30, 1/0.05 its condition */
        zn_solver_free(s);
    }
    ck_assert(!memcmp(z[3], z[4], sizeof z[3]));
    for (int k = 0; k < 3; k++)
        stored_free(&form[k]);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* From the solution of another q, by a used object and by a fresh one; in units 2^40 larger and smaller. */
START_TEST(neither_history_nor_units_matter)
{
    zn_ctx *ctx = context();
    zn_solver *used = solver(ctx), *fresh = solver(ctx);
    double z[MOST] = {0}, other[MOST], scaled[MOST];
    zn_solve_info info;
    machine m;

    seeded(&m, _i);
    solved(used, ctx, &m, &m.p, z, &info);
    memcpy(other, z, sizeof z);
    for (zn_index i = 0; i < m.n; i++) {
        m.q[i] = -0.7 * m.q[i];
        scaled[i] = 0x1p-40 * z[i] * 0x1p-20;
    }
    solved(used, ctx, &m, &m.p, z, &info);
    solved(fresh, ctx, &m, &m.p, other, &info);
    ck_assert_str_eq(info.solver, "eliminated");
    ck_assert(!memcmp(z, other, sizeof z));
    for (zn_index i = 0; i < m.n; i++)
        m.q[i] *= 0x1p-20;
    for (zn_index i = 0; i < m.n * m.n; i++)
        m.M[i] *= 0x1p40;
    solved(used, ctx, &m, &m.p, scaled, &info);
    for (zn_index i = 0; i < m.n; i++)
        ck_assert_double_eq(scaled[i], 0x1p-60 * z[i]);
    machine_free(&m);
    zn_solver_free(used);
    zn_solver_free(fresh);
    zn_ctx_free(ctx);
}
END_TEST

/* A row that says nothing new has no pivot: other methods, as before. */
START_TEST(redundant_joints_are_left_to_others)
{
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx);
    double z[MOST] = {0};
    zn_solve_info info;
    rng g = {(uint64_t)(500 + _i)};
    machine m;

    do
        mechanism(&m, &g, 4 + _i % 8, _i % 5, true);
    while (m.start[1] < 2 && (machine_free(&m), true));
    solved(s, ctx, &m, &m.p, z, &info);
    ck_assert_str_ne(info.solver, "eliminated");
    machine_free(&m);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* With stops beyond those of the short cut. */
START_TEST(more_stops_are_left_to_others)
{
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx);
    double z[MOST] = {0};
    zn_solve_info info;
    rng g = {(uint64_t)(700 + _i)};
    machine m;

    mechanism(&m, &g, 6, STOPS + 1, false);
    solved(s, ctx, &m, &m.p, z, &info);
    ck_assert_str_ne(info.solver, "eliminated");
    machine_free(&m);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* all but the error's, of the host */
START_TEST(no_method_reserves_anything)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    double z[MOST] = {0};
    zn_solve_info info;
    machine m;
    zn_ctx *ctx;
    zn_solver *s;
    long before;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    s = solver(ctx);
    seeded(&m, 13);
    before = mem.calls;
    solved(s, ctx, &m, &m.p, z, &info);
    ck_assert_int_le(mem.calls - before, 1);
    machine_free(&m);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mechanisms of few rows");
    TCase *t = tcase_create("at once");

    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, mechanisms_are_solved_at_once, 0, SEEDS);
    tcase_add_loop_test(t, one_answer_for_all, 0, SEEDS);
    tcase_add_loop_test(t, neither_history_nor_units_matter, 0, SEEDS);
    tcase_add_loop_test(t, redundant_joints_are_left_to_others, 0, 10);
    tcase_add_loop_test(t, more_stops_are_left_to_others, 0, 10);
    tcase_add_test(t, no_method_reserves_anything);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
