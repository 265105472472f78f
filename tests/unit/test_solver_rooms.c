/* test_solver_rooms.c - what was in memory before a solver got it does not matter
 * SPDX-License-Identifier: Apache-2.0 */
#include "conduct_problems.h"

/* Room that methods work in comes as it is, without a value. Every solver of every class, from
 * memory of the process and from an allocator whose new bytes are no zeros: same bits. With tol
 * = 0 all methods of an `auto` have their turn. */

typedef struct answer {
    zn_status st;
    zn_solve_info info;
    double z[2 * MOST], w[MOST + FACES];
} answer;

/* twice with one solver, the second time where the first has left things */
static answer solve(zn_ctx *ctx, const struct class_of_problems *c,
                    const char *name, zn_index n, double tol)
{
    answer a = {.st = ZN_OK};
    zn_solver *s;
    data d;

    ck_assert_int_eq(zn_solver_new(ctx, c->name, name, &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", tol), ZN_OK);
    if (zn_option_find(zn_solver_class(s)->type.options, "max_iter"))
        ck_assert_int_eq(zn_solver_set_real(s, "max_iter", 60), ZN_OK);
    for (int k = 0; k < 2; k++) {
        fill(&d, n);
        c->pose(&d);
        memset(a.z, 0, sizeof a.z);
        a.st = zn_solver_solve(s, &d.p, a.z, a.w, &a.info);
    }
    zn_solver_free(s);
    return a;
}

static void compare(const struct class_of_problems *c, const char *name,
                    zn_index n, double tol)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *plain = context(), *dirty;
    answer a, b;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &dirty), ZN_OK);
    a = solve(plain, c, name, n, tol);
    b = solve(dirty, c, name, n, tol);
    ck_assert_msg(a.st == b.st && a.info.iterations == b.info.iterations &&
                      !memcmp(a.z, b.z, sizeof a.z) &&
                      !memcmp(a.w, b.w, sizeof a.w),
                  "%s %s, n = %td, tol = %g: %d after %td, %d after %td", c->name,
                  name, n, tol, (int)a.st, a.info.iterations, (int)b.st,
                  b.info.iterations);
    zn_ctx_free(plain);
    zn_ctx_free(dirty);
    ck_assert_int_eq(mem.live, 0);
}

START_TEST(memory_as_it_comes)
{
    const struct class_of_problems *c = &classes[_i];
    zn_ctx *ctx = context();
    const zn_type *t;

    for (zn_index i = 0; (t = zn_type_at(ctx, c->kind, i)); i++)
        for (zn_index n = 3; n <= 9; n += 6) {
            compare(c, t->name, n, 1e-8);
            compare(c, t->name, n, 0);
        }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("solvers, rooms");
    TCase *tc = tcase_create("rooms");

    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, memory_as_it_comes, 0, NCLASSES);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
