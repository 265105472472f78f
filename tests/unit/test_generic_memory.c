/* test_generic_memory.c - memory of the generic mechanical solvers
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic_test.h"
#include "solver_memory.h"

enum {
    JOBS = 6,
    MOST = 128
};

static machine all, joints, large, stuck;
static stored odd, columns, sparse;
static zn_generic problems[JOBS];

static void other_data(int k)
{
    all.q[3 * k] = -all.q[3 * k];
    joints.q[2 * k] = -2 * joints.q[2 * k];
    large.q[5 * k] = -large.q[5 * k];
}

static void second_call_is_free(void)
{
    job.change = other_data;
    job_allocates_nothing(0, 4);
    job.change = NULL;
}

/* what depends on a sparse pattern is made once per pattern */
static void reserved_is_enough(void)
{
    const zn_generic *p = (const zn_generic *)job.p;

    if (p->M->storage == ZN_DENSE)
        job_allocates_nothing(p->n, 1);
}

/* A contact of the plane and a stop of one direction that contradict each other by
 * 1e-9, which none of Newton's methods sees. */
static void slider(machine *m)
{
    static const zn_index rows[] = {2, 1};
    static const int kind[] = {F2, UN};

    machine_new(m, 2, rows, kind);
    m->M[0] = 0.5;
    m->M[4] = m->M[8] = 0.84831522;
    m->M[5] = m->M[7] = -0.84831522;
    m->q[0] = -0.00981;
    m->q[1] = 0.00381306;
    m->q[2] = -m->q[1] - 1e-9;
    m->mu[0] = 0.2;
}

static void each(int way, void (*what)(void))
{
    const zn_index rows[] = {3, 2, 2, 4, 5, 2}, ones[] = {2, 3, 1, 2, 2};
    const int kind[] = {F3, EQ, F2, UN, R3, RE}, mixed[] = {EQ, UN, EQ, UN, EQ};
    zn_index many[50];
    int kinds[50];
    rng g = {5};

    machine_random(&all, &g, 6, rows, kind, 4);
    machine_random(&joints, &g, 5, ones, mixed, 3);
    /* sparse factorisations need more than 60 rows */
    for (int b = 0; b < 50; b++) {
        kinds[b] = b % 6;
        many[b] = kinds[b] == F2   ? 2
                  : kinds[b] >= F3 ? 3
                                   : 1 + b % 2;
    }
    machine_random(&large, &g, 50, many, kinds, 50);
    slider(&stuck);
    ck_assert_int_le(large.n, MOST);
    odd = to_bsr(all.n, all.M);
    columns = to_csc(joints.n, joints.M);
    sparse = to_csc(large.n, large.M);
    for (int k = 0; k < JOBS; k++)
        problems[k] = k < 2 ? all.p : k < 4 ? joints.p : k < 5 ? large.p : stuck.p;
    problems[1].M = &odd.m;
    problems[3].M = &columns.m;
    problems[4].M = &sparse.m;
    for (int k = 0; k < JOBS; k++) {
        job = (memory_job){.class_name = "generic-mechanical",
                           .name = ways[way].name,
                           .option = ways[way].option,
                           .p = &problems[k]};
        what();
    }
    stored_free(&odd);
    stored_free(&columns);
    stored_free(&sparse);
    machine_free(&all);
    machine_free(&joints);
    machine_free(&large);
    machine_free(&stuck);
}

START_TEST(every_allocation_may_fail)
{
    each(_i, job_torture);
}
END_TEST

START_TEST(a_second_call_allocates_nothing)
{
    each(_i, second_call_is_free);
}
END_TEST

START_TEST(what_was_reserved_is_enough)
{
    each(_i, reserved_is_enough);
}
END_TEST

/* Joints and stops, which the solver of that class answers: the room of all methods, which
 * zn_solver_reserve makes, is no part of what a process waits for that solves one. */
START_TEST(a_first_call_makes_room_for_what_answers)
{
    const zn_index rows[] = {2, 3, 1, 2, 2};
    const int kind[] = {EQ, UN, EQ, UN, EQ};
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    rng g = {5};
    machine m;
    long made[2], before;

    machine_random(&m, &g, 5, rows, kind, 3);
    for (int k = 0; k < 2; k++) {
        double z[MOST] = {0}, w[MOST] = {0};
        zn_ctx *ctx;
        zn_solver *s;

        ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
        ck_assert_int_eq(zn_solver_new(ctx, "generic-mechanical", "auto", &s), ZN_OK);
        before = mem.calls;
        ck_assert_int_eq(k ? zn_solver_reserve(s, m.p.n, m.p.n * m.p.n)
                           : zn_solver_solve(s, &m.p, z, w, NULL),
                         ZN_OK);
        made[k] = mem.calls - before;
        zn_solver_free(s);
        zn_ctx_free(ctx);
    }
    ck_assert_msg(4 * made[0] < made[1], "%ld of %ld", made[0], made[1]);
    machine_free(&m);
}
END_TEST

/* Rows of relays and of stops, nearly skew, so that a block takes other methods where its
 * data are harder: the first problem is solved at its start. */
START_TEST(harder_data_of_a_block_allocate_nothing)
{
    const zn_index rows[] = {6, 6};
    const int kind[] = {RE, UN};
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    rng g = {77};
    machine m;
    zn_ctx *ctx;
    zn_solver *s;
    long before = 0;

    machine_new(&m, 2, rows, kind);
    for (zn_index j = 0; j < m.n; j++) {
        m.M[j + j * m.n] = 0.05;
        for (zn_index i = j < 6 ? 0 : 6; i < j; i++) {
            m.M[i + j * m.n] = uniform(&g, -1, 1);
            m.M[j + i * m.n] = -m.M[i + j * m.n];
        }
        m.lb[j] = uniform(&g, -3, -0.1);
        m.ub[j] = uniform(&g, 0.1, 3);
    }
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(zn_solver_new(ctx, "generic-mechanical", "nsgs", &s), ZN_OK);
    for (int k = 0; k < 30; k++) {
        double z[12] = {0}, w[12];
        for (zn_index i = 0; i < m.n; i++)
            m.q[i] = k ? uniform(&g, -1, 1) : i < 6 ? 0 : 1;
        ck_assert_msg(!zn_solver_solve(s, &m.p, z, w, NULL), "%d: %s", k, zn_errmsg(ctx));
        before = k ? before : mem.calls;
    }
    ck_assert_int_eq(mem.calls, before);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    machine_free(&m);
}
END_TEST

START_TEST(the_same_input_gives_the_same_bits)
{
    each(_i, job_twice);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generic mechanical, memory");
    TCase *tc = tcase_create("memory");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, every_allocation_may_fail, 0, WAYS);
    tcase_add_loop_test(tc, a_second_call_allocates_nothing, 0, WAYS);
    tcase_add_loop_test(tc, what_was_reserved_is_enough, 0, WAYS);
    tcase_add_test(tc, a_first_call_makes_room_for_what_answers);
    tcase_add_test(tc, harder_data_of_a_block_allocate_nothing);
    tcase_add_loop_test(tc, the_same_input_gives_the_same_bits, 0, WAYS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
