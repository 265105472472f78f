/* test_rolling_memory.c - memory of the rolling friction solvers, both classes
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling_test.h"
#include "solver_memory.h"

/* Every registered solver on six contacts in space, dense, blocks of 5 and blocks
 * of other sizes, on seven in the plane, and on sixty as blocks, for sparse
 * factorisations; the class with the equations of motion with M dense and
 * sparse. */
enum { NC = 6, MANY = 60 };

static rollers space, plane, many;
static stored aligned, odd, large, unit;
static zn_matrix eye, H;
static double *start;

static bool sparse; /* the problem of the job is */

static void other_motions(int k)
{
    space.q[k] = -space.q[k];
    start[k] = -start[k];
}

static void second_call_is_free(void)
{
    job.change = other_motions;
    job_allocates_nothing(0, 3);
    job.change = NULL;
}

/* what depends on the pattern is made once per pattern: linalg/lu.h */
static void reserved_is_enough(void)
{
    if (!sparse)
        job_allocates_nothing(space.n, 1);
}

/* unit masses: M v = H r + q with q = -v0, so that W = H'H and b = 0 */
static void set_up(void)
{
    rng g = {3};
    double *I;

    rollers_random(&space, &g, 5, NC, NC, 0.5, 0.3, 1);
    rollers_random(&plane, &g, 3, NC + 1, NC + 1, 0.5, 0.3, 1);
    rollers_random(&many, &g, 5, MANY, MANY, 0.5, 0.2, 1);
    aligned = to_blocks(5, NC, space.M);
    odd = to_bsr(space.n, space.M);
    large = to_blocks(5, MANY, many.M);
    I = reals(space.dof * space.dof);
    for (zn_index i = 0; i < space.dof; i++)
        I[i * (space.dof + 1)] = 1;
    eye = zn_matrix_dense(space.dof, space.dof, I);
    unit = to_csc(space.dof, I);
    H = zn_matrix_dense(space.dof, space.n, space.H);
    start = reals(space.dof);
    for (zn_index i = 0; i < space.dof; i++)
        start[i] = uniform(&g, -2, 1);
}

static void tear_down(void)
{
    free((void *)(uintptr_t)eye.x);
    free(start);
    stored_free(&aligned);
    stored_free(&odd);
    stored_free(&large);
    stored_free(&unit);
    rollers_free(&space);
    rollers_free(&plane);
    rollers_free(&many);
}

static void condensed(zn_ctx *ctx, void (*what)(void))
{
    zn_rolling_friction p[] = {space.p, space.p, space.p, plane.p, many.p};
    const zn_type *t;

    p[0].M = &space.A;
    p[1].M = &aligned.m;
    p[2].M = &odd.m;
    p[3].M = &plane.A;
    p[4].M = &large.m;
    job.class_name = "rolling-friction";
    for (zn_index i = 0; (t = zn_type_at(ctx, ZN_KIND_ROLLING_SOLVER, i)); i++)
        for (int k = 0; k < 5; k++) {
            job.name = t->name;
            job.p = &p[k];
            sparse = k == 4;
            what();
        }
}

static void global(zn_ctx *ctx, void (*what)(void))
{
    static const double b[5 * NC];
    zn_global_rolling_friction p = {5,     NC, space.dof, NULL,     &H,
                                    start, b,  space.mu,  space.mur};
    const zn_type *t;

    job.class_name = "global-rolling-friction";
    job.p = &p;
    sparse = true;
    for (zn_index i = 0;
         (t = zn_type_at(ctx, ZN_KIND_GLOBAL_ROLLING_SOLVER, i)); i++)
        for (int k = 0; k < 2; k++) {
            job.name = t->name;
            p.M = k ? &unit.m : &eye;
            what();
        }
}

static void each(void (*what)(void))
{
    zn_ctx *ctx = context();

    set_up();
    condensed(ctx, what);
    global(ctx, what);
    tear_down();
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

START_TEST(the_same_input_gives_the_same_bits)
{
    each(job_twice);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rolling friction, memory");
    TCase *tc = tcase_create("memory");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, every_allocation_may_fail);
    tcase_add_test(tc, a_second_call_allocates_nothing);
    tcase_add_test(tc, what_was_reserved_is_enough);
    tcase_add_test(tc, the_same_input_gives_the_same_bits);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
