/* test_guarded.c - no solver writes past its memory, whatever the proportions of a problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "guarded.h"
#include "solver_answer.h"

/* one row, few, sparse, of low rank */
#define ROWS {"n=1", "n=3 rank=0.4", "n=40 storage=sparse", "n=40 rank=0.1"}
/* many velocities for a contact, many contacts of a body, in between */
#define CONTACTS(d)                                                                  \
    {d " contacts=1 bodies=20", d " contacts=12 bodies=1", d " contacts=1 bodies=1", \
     d " contacts=5 bodies=5"}

static const struct {
    const char *name;
    zn_kind kind;
    const char *options[4];
} classes[] = {
    {"lcp", ZN_KIND_LCP_SOLVER, ROWS},
    {"mlcp", ZN_KIND_MLCP_SOLVER, ROWS},
    {"relay", ZN_KIND_RELAY_SOLVER, ROWS},
    {"ncp", ZN_KIND_NCP_SOLVER, ROWS},
    {"mcp", ZN_KIND_MCP_SOLVER, ROWS},
    {"vi", ZN_KIND_VI_SOLVER, ROWS},
    {"avi", ZN_KIND_AVI_SOLVER, {"n=1 faces=1", "n=1 faces=30", "n=9 faces=2", "n=2 faces=40"}},
    {"qp", ZN_KIND_QP_SOLVER, {"n=1 faces=0", "n=1 faces=40", "n=40 faces=1", "n=9 rank=0.3"}},
    {"soclcp", ZN_KIND_SOCLCP_SOLVER, {"cones=1 cone=1", "cones=1 cone=40", "cones=20", "cones=9"}},
    {"generic-mechanical", ZN_KIND_GENERIC_SOLVER,
     {"blocks=1", "blocks=2", "blocks=20", "blocks=9 rank=0.3"}},
    {"friction", ZN_KIND_FRICTION_SOLVER, CONTACTS("d=2")},
    {"friction", ZN_KIND_FRICTION_SOLVER, CONTACTS("d=3")},
    {"global-friction", ZN_KIND_GLOBAL_FRICTION_SOLVER, CONTACTS("d=2")},
    {"global-friction", ZN_KIND_GLOBAL_FRICTION_SOLVER, CONTACTS("d=3")},
    {"rolling-friction", ZN_KIND_ROLLING_SOLVER, CONTACTS("d=3")},
    {"rolling-friction", ZN_KIND_ROLLING_SOLVER, CONTACTS("d=5")},
    {"rolling-friction", ZN_KIND_ROLLING_SOLVER, CONTACTS("d=6")},
    {"global-rolling-friction", ZN_KIND_GLOBAL_ROLLING_SOLVER, CONTACTS("d=3")},
    {"global-rolling-friction", ZN_KIND_GLOBAL_ROLLING_SOLVER, CONTACTS("d=5")},
    {"global-rolling-friction", ZN_KIND_GLOBAL_ROLLING_SOLVER, CONTACTS("d=6")},
};
enum { CLASSES = sizeof classes / sizeof *classes };

/* With tol = 0 each method of an `auto` has its turn. */
static void run(zn_ctx *ctx, const char *class_name, const char *name, double tol,
                const zn_problem_file *f)
{
    zn_solver *s;
    answer a;

    ck_assert_msg(!zn_solver_new(ctx, class_name, name, &s), "%s", zn_errmsg(ctx));
    if (zn_option_find(zn_solver_class(s)->type.options, "max_iter"))
        ck_assert_int_eq(zn_solver_set_real(s, "max_iter", 40), ZN_OK);
    if (tol == 0)
        ck_assert_int_eq(zn_solver_set_real(s, "tol", tol), ZN_OK);
    zn_solver_set_time_limit(s, 0.2); /* of an auto with tol = 0, on one body's 24 contacts */
    a = solve(s, f);
    drop(&a);
    zn_solver_free(s);
}

START_TEST(nothing_is_written_past_an_end)
{
    const char *class_name = classes[_i].name;
    int broken = 0;
    const zn_allocator alloc = {guarded, &broken};
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    for (int o = 0; o < 4; o++) {
        zn_problem_file *f = draw(ctx, class_name, classes[_i].options[o]);

        for (zn_index k = 0; zn_type_at(ctx, classes[_i].kind, k); k++)
            for (int tol = 0; tol < 2; tol++) {
                const char *name = zn_type_at(ctx, classes[_i].kind, k)->name;

                run(ctx, class_name, name, tol, f);
                ck_assert_msg(broken == 0, "%s %s, %s", class_name, name,
                              classes[_i].options[o]);
            }
        zn_problem_file_free(f);
    }
    zn_ctx_free(ctx);
    ck_assert_int_eq(broken, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory");
    TCase *tc = tcase_create("guarded");

    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, nothing_is_written_past_an_end, 0, CLASSES);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
