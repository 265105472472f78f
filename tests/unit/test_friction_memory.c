/* test_friction_memory.c - memory of the friction solvers
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"
#include "solver_memory.h"

/* Every registered solver on 6 contacts, which all accept in the plane: symmetric,
 * not redundant; dense, blocks of 2, and blocks of other sizes; and on 2, for which "auto" has
 * a way of its own. */
enum { D = 2, NC = 6, N = D * NC };

static contacts small, few;
static stored aligned, odd, large;
static contacts big; /* sparse factorisations need more than 60 rows */

/* the problem of the job */
static const zn_friction *problem(void)
{
    return (const zn_friction *)job.p;
}

static void other_normals(int k)
{
    small.q[k] = -small.q[k];
}

/* It looks for bodies before it knows what it will need room for, and asks a second method where the first one ends in
 * vain. */
static bool finds_bodies(void)
{
    return strcmp(job.name, "uncondensed") == 0;
}

/* "auto" makes room for its methods when it is asked for, or its short cut does not answer. */
static void second_call_is_free(void)
{
    const bool asked = strcmp(job.name, "auto") == 0 && problem()->nc <= NC;

    job.change = finds_bodies() ? NULL : other_normals;
    job_allocates_nothing(asked ? N : 0, 3);
    job.change = NULL;
}

/* what depends on the pattern is made once per pattern: linalg/lu.h */
static void reserved_is_enough(void)
{
    if (problem()->nc <= NC && !finds_bodies())
        job_allocates_nothing(N, 1);
}

/* What is answered on the stack makes no room but that of the error measure: a process that solves
 * one small problem does not wait for the room of methods that it never asks. */
static void short_cut_makes_no_room(void)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    zn_solver *s;
    long before;

    if (strcmp(job.name, "auto") != 0 || problem()->nc > NC || problem()->M->storage != ZN_DENSE)
        return;
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(zn_solver_new(ctx, "friction", job.name, &s), ZN_OK);
    before = mem.calls;
    ck_assert_int_eq(job_call(s), ZN_OK);
    ck_assert_int_eq(mem.calls - before, 1);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}

static void each(void (*what)(void))
{
    zn_ctx *ctx = context();
    rng g = {3};
    zn_friction p[5];
    const zn_type *t;

    contacts_random(&small, &g, D, NC, NC, 0.2, 0.6);
    contacts_random(&few, &g, D, 2, 2, 0.2, 0.6);
    contacts_new(&big, 2, 100);
    for (zn_index i = 0; i < big.n; i++) {
        big.M[i + i * big.n] = 3;
        if (i >= 2)
            big.M[i + (i - 2) * big.n] = big.M[i - 2 + i * big.n] = -1;
        big.q[i] = i % 3 ? -1 : 0.5;
        big.mu[i / 2] = 0.4;
    }
    /* a corner entry, so that it is no band */
    big.M[(big.n - 1) * big.n] = big.M[big.n - 1] = -0.5;
    aligned = to_blocks(D, NC, small.M);
    odd = to_bsr(N, small.M);
    large = to_blocks(2, 100, big.M);
    for (int k = 0; k < 3; k++)
        p[k] = small.p;
    p[0].M = &small.A;
    p[1].M = &aligned.m;
    p[2].M = &odd.m;
    p[3] = big.p;
    p[3].M = &large.m;
    p[4] = few.p;
    p[4].M = &few.A;
    for (zn_index i = 0; (t = zn_type_at(ctx, ZN_KIND_FRICTION_SOLVER, i)); i++)
        for (int k = 0; k < 5; k++) {
            if (k == 3 &&
                (!strcmp(t->name, "enum") || !strcmp(t->name, "lemke")))
                continue; /* refused; and 400 x 400 pivots are slow */
            job = (memory_job){.class_name = "friction", .name = t->name, .p = &p[k]};
            what();
        }
    stored_free(&aligned);
    stored_free(&odd);
    stored_free(&large);
    contacts_free(&small);
    contacts_free(&few);
    contacts_free(&big);
    zn_ctx_free(ctx);
}

START_TEST(every_allocation_may_fail)
{
    each(job_torture);
}
END_TEST

START_TEST(a_second_call_allocates_nothing)
{
    each(second_call_is_free);
}
END_TEST

START_TEST(what_was_reserved_is_enough)
{
    each(reserved_is_enough);
}
END_TEST

START_TEST(what_the_short_cut_answers_makes_no_room_for_methods)
{
    each(short_cut_makes_no_room);
}
END_TEST

/* Ten contacts are too many for the short cut. What was reserved is room for all that "auto" may try: no
 * method reaches the tolerance, so all are tried. */
START_TEST(late_fallbacks_have_room_that_was_reserved)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    contacts ten;
    rng g = {3};
    zn_ctx *ctx;
    zn_solver *s;
    long before;

    contacts_random(&ten, &g, D, 10, 10, 0.2, 0.6);
    ten.p.M = &ten.A;
    job.p = &ten.p;
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(zn_solver_new(ctx, "friction", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_reserve(s, ten.n, ten.n * ten.n), ZN_OK);
    before = mem.calls;
    zn_solver_set_real(s, "max_sweeps", 3);
    zn_solver_set_real(s, "max_steps", 2);
    zn_solver_set_real(s, "tol", 0);
    ck_assert_int_eq(job_call(s), ZN_OK);
    ck_assert_msg(mem.calls == before, "%ld allocations", mem.calls - before);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    contacts_free(&ten);
}
END_TEST

/* What sweeps answer makes room for sweeps; all methods together make five times as much. */
START_TEST(sweeps_make_no_room_for_what_comes_after_them)
{
    test_memory mem[2] = {{0}};
    contacts ten;
    rng g = {3};

    contacts_random(&ten, &g, D, 10, 10, 0.2, 0.6);
    ten.p.M = &ten.A;
    job.p = &ten.p;
    for (int k = 0; k < 2; k++) {
        zn_allocator alloc = test_allocator(&mem[k]);
        zn_ctx *ctx;
        zn_solver *s;

        ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
        ck_assert_int_eq(zn_solver_new(ctx, "friction", k ? "auto" : "nsgs", &s), ZN_OK);
        mem[k].calls = 0;
        ck_assert_int_eq(job_call(s), ZN_OK);
        zn_solver_free(s);
        zn_ctx_free(ctx);
    }
    /* one more: the start */
    ck_assert_msg(mem[1].calls <= mem[0].calls + 3, "auto %ld, nsgs %ld", mem[1].calls, mem[0].calls);
    contacts_free(&ten);
}
END_TEST

START_TEST(the_same_input_gives_the_same_bits)
{
    each(job_twice);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, memory");
    TCase *tc = tcase_create("memory");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, every_allocation_may_fail);
    tcase_add_test(tc, a_second_call_allocates_nothing);
    tcase_add_test(tc, what_was_reserved_is_enough);
    tcase_add_test(tc, what_the_short_cut_answers_makes_no_room_for_methods);
    tcase_add_test(tc, late_fallbacks_have_room_that_was_reserved);
    tcase_add_test(tc, sweeps_make_no_room_for_what_comes_after_them);
    tcase_add_test(tc, the_same_input_gives_the_same_bits);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
