/* test_solver_recovers.c - memory that ran out leaves no trace: the same object, asked once more,
 * gives the bits of a new one
 *
 * What an object remembers of a problem - patterns, factors, room - is half made when an
 * allocation fails, and must not be taken for whole when the same problem comes again.
 * SPDX-License-Identifier: Apache-2.0 */
#include "every_class.h"
#include "solver_answer.h"

/* two problems, the second one larger */
static const struct kind {
    const char *name;
    zn_kind solvers;
    const char *first, *then;
} kinds[] = {
    {"lcp", ZN_KIND_LCP_SOLVER, "n=3", "n=8 rank=0.5"},
    {"lcp", ZN_KIND_LCP_SOLVER, "n=25 storage=sparse", "n=70 storage=sparse"},
    {"mlcp", ZN_KIND_MLCP_SOLVER, "n=3", "n=8"},
    {"mlcp", ZN_KIND_MLCP_SOLVER, "n=25 storage=sparse", "n=70 storage=sparse"},
    {"relay", ZN_KIND_RELAY_SOLVER, "n=3", "n=8"},
    {"relay", ZN_KIND_RELAY_SOLVER, "n=25 storage=sparse", "n=70 storage=sparse"},
    {"avi", ZN_KIND_AVI_SOLVER, "n=3 faces=5", "n=5 faces=9"},
    {"qp", ZN_KIND_QP_SOLVER, "n=4", "n=12"},
    {"qp", ZN_KIND_QP_SOLVER, "n=45 storage=sparse", "n=80 storage=sparse"},
    {"vi", ZN_KIND_VI_SOLVER, "n=3", "n=8"},
    {"ncp", ZN_KIND_NCP_SOLVER, "n=3", "n=8"},
    {"mcp", ZN_KIND_MCP_SOLVER, "n=3", "n=8"},
    {"friction", ZN_KIND_FRICTION_SOLVER, "contacts=2", "contacts=7"},
    {"friction", ZN_KIND_FRICTION_SOLVER, "contacts=2 d=2", "contacts=40 d=2"},
    {"global-friction", ZN_KIND_GLOBAL_FRICTION_SOLVER, "contacts=2", "contacts=7"},
    {"rolling-friction", ZN_KIND_ROLLING_SOLVER, "contacts=2", "contacts=7"},
    {"global-rolling-friction", ZN_KIND_GLOBAL_ROLLING_SOLVER, "contacts=2",
     "contacts=5"},
    {"soclcp", ZN_KIND_SOCLCP_SOLVER, "seed=2", "seed=1"},
    {"generic-mechanical", ZN_KIND_GENERIC_SOLVER, "seed=2", "seed=1"},
    {"plasticity", ZN_KIND_PLASTICITY_SOLVER, "seed=2", "seed=1"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *words[2][2]; /* options and their values, of all that are made; NULL: none */

static zn_solver *make(zn_ctx *ctx, const struct kind *k, const char *name)
{
    zn_solver *s;

    ck_assert_msg(!zn_solver_new(ctx, k->name, name, &s), "%s", zn_errmsg(ctx));
    if (zn_option_find(zn_solver_class(s)->type.options, "max_iter"))
        ck_assert(!zn_solver_set(s, "max_iter", "200"));
    for (int i = 0; i < 2 && words[i][0]; i++)
        ck_assert_msg(!zn_solver_set(s, words[i][0], words[i][1]), "%s", zn_errmsg(ctx));
    return s;
}

/* Each problem once more gives the bits that a new object gives. */
static void same(const struct kind *k, const char *name, long n, zn_solver *s,
                 zn_problem_file *const f[2], const answer fresh[2], int which)
{
    const answer *b = &fresh[which];
    const size_t z = (size_t)zn_problem_file_nz(f[which]) * sizeof *b->z,
                 w = (size_t)zn_problem_file_nw(f[which]) * sizeof *b->w;
    answer a = solve(s, f[which]);

    ck_assert_msg(a.st == b->st && a.info.iterations == b->info.iterations &&
                      !memcmp(a.z, b->z, z) && !memcmp(a.w, b->w, w),
                  "%s (%s) %s: after allocation %ld had failed %s after %td, error %g, "
                  "of a new object %s after %td, error %g",
                  k->name, which ? k->then : k->first, name, n,
                  zn_outcome_name(a.info.outcome), a.info.iterations, a.info.error,
                  zn_outcome_name(b->info.outcome), b->info.iterations, b->info.error);
    drop(&a);
}

/* The n-th allocation of the second problem fails; false: there are not so many. */
static bool runs_out(const struct kind *k, const char *name, zn_ctx *ctx,
                     test_memory *mem, zn_problem_file *const f[2],
                     const answer fresh[2], long n)
{
    zn_solver *s = make(ctx, k, name);
    answer a = solve(s, f[0]);
    bool failed;

    drop(&a);
    mem->failed = false;
    mem->fail_at = mem->calls + n;
    a = solve(s, f[1]);
    mem->fail_at = 0;
    failed = mem->failed;
    ck_assert_msg(a.st == (failed ? ZN_ENOMEM : fresh[1].st),
                  "%s (%s) %s: allocation %ld failed: %s", k->name, k->then, name, n,
                  zn_status_name(a.st));
    drop(&a);
    /* the smaller one, for which there is room, or the one that had none */
    for (int i = 0; failed && i < 2; i++)
        same(k, name, n, s, f, fresh, (int)((n + i) % 2));
    zn_solver_free(s);
    return failed;
}

/* Allocation 1, 2, 3, ..., or, where solves are long, each whose number is by a tenth larger than the last one; how
 * many failed. */
static int each(const struct kind *k, const char *name, zn_ctx *ctx, test_memory *mem, zn_problem_file *const f[2],
                bool seldom)
{
    zn_solver *s = make(ctx, k, name);
    answer fresh[2] = {solve(s, f[0])};
    int failed = 0;

    zn_solver_free(s);
    s = make(ctx, k, name);
    fresh[1] = solve(s, f[1]);
    zn_solver_free(s);
    for (long n = 1; fresh[1].st >= 0 && runs_out(k, name, ctx, mem, f, fresh, n);
         n += (seldom ? 1 + n / 10 : 1) * test_stride())
        failed++;
    drop(&fresh[0]);
    drop(&fresh[1]);
    return failed;
}

START_TEST(an_allocation_that_failed_leaves_no_trace)
{
    const struct kind *k = &kinds[_i];
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    int solvers = 0;

    ck_assert(!zn_ctx_new_with(&alloc, &ctx));
    zn_problem_file *const f[2] = {draw(ctx, k->name, k->first),
                                   draw(ctx, k->name, k->then)};
    for (zn_index i = 0; zn_type_at(ctx, k->solvers, i); i++, solvers++)
        each(k, zn_type_at(ctx, k->solvers, i)->name, ctx, &mem, f, false);
    ck_assert_int_ge(solvers, 2);
    zn_problem_file_free(f[0]);
    zn_problem_file_free(f[1]);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

/* ---- methods that come late ------------------------------------------------------------ */

/* problems that first methods leave, to patches, paths, trees and other starts */
static const struct late {
    struct kind k;
    const char *solver;
    const char *words[2][2];
} lates[] = {
    {{"friction", ZN_KIND_FRICTION_SOLVER, "structure=pile bodies=8", "structure=pile bodies=16"},
     "patches",
     {{"first", "3"}, {"size", "12"}}},
    {{"friction", ZN_KIND_FRICTION_SOLVER, "contacts=8 bodies=3 mu=1.5", "structure=pile bodies=12 seed=3"},
     "auto",
     {{NULL, NULL}, {NULL, NULL}}},
    {{"friction", ZN_KIND_FRICTION_SOLVER, "contacts=12 bodies=4 mu=1.5 d=2", "contacts=24 bodies=8 mu=1.5 d=2"},
     "auto",
     {{NULL, NULL}, {NULL, NULL}}},
    {{"friction", ZN_KIND_FRICTION_SOLVER, "contacts=8 bodies=3 mu=1.5", "contacts=20 bodies=5 mu=2 spread=4 seed=4"},
     "auto",
     {{NULL, NULL}, {NULL, NULL}}},
    {{"global-friction", ZN_KIND_GLOBAL_FRICTION_SOLVER, "contacts=8 bodies=3 mu=1.5",
      "contacts=20 bodies=5 mu=2 spread=4 seed=4"},
     "auto",
     {{NULL, NULL}, {NULL, NULL}}},
    {{"global-friction", ZN_KIND_GLOBAL_FRICTION_SOLVER, "structure=pile bodies=5", "structure=pile bodies=12 seed=3"},
     "auto",
     {{NULL, NULL}, {NULL, NULL}}},
    {{"rolling-friction", ZN_KIND_ROLLING_SOLVER, "contacts=8 bodies=3 mu=1", "contacts=14 bodies=4 mu=1.5"},
     "auto",
     {{NULL, NULL}, {NULL, NULL}}},
    {{"global-rolling-friction", ZN_KIND_GLOBAL_ROLLING_SOLVER, "contacts=8 bodies=3 mu=1",
      "contacts=14 bodies=4 mu=1.5"},
     "auto",
     {{NULL, NULL}, {NULL, NULL}}},
    {{"generic-mechanical", ZN_KIND_GENERIC_SOLVER, "blocks=7 rank=0.5", "blocks=30 rank=0.3 mu=2"},
     "auto",
     {{NULL, NULL}, {NULL, NULL}}},
    {{"lcp", ZN_KIND_LCP_SOLVER, "n=30 rank=0.3 skew=1", "n=40 family=game seed=3"},
     "auto",
     {{NULL, NULL}, {NULL, NULL}}},
    {{"mlcp", ZN_KIND_MLCP_SOLVER, "n=20 rank=0.4 degenerate=0.3", "n=120 family=bridges"},
     "auto",
     {{NULL, NULL}, {NULL, NULL}}},
    /* an answer that is far out is looked at once more */
    {{"relay", ZN_KIND_RELAY_SOLVER, "n=3 family=rank-one", "n=4 family=rank-one"},
     "auto",
     {{NULL, NULL}, {NULL, NULL}}},
    {{"soclcp", ZN_KIND_SOCLCP_SOLVER, "cones=4 rank=0.5", "cones=12 cone=4 rank=0.4"},
     "auto",
     {{NULL, NULL}, {NULL, NULL}}},
};
enum { LATES = sizeof lates / sizeof *lates };

START_TEST(nor_where_methods_come_late)
{
    const struct late *l = &lates[_i];
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;

    memcpy(words, l->words, sizeof words);
    ck_assert(!zn_ctx_new_with(&alloc, &ctx));
    zn_problem_file *const f[2] = {draw(ctx, l->k.name, l->k.first), draw(ctx, l->k.name, l->k.then)};

    ck_assert_int_ge(each(&l->k, l->solver, ctx, &mem, f, true), test_stride() > 1 ? 1 : 10);
    zn_problem_file_free(f[0]);
    zn_problem_file_free(f[1]);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

/* ---- before the first problem ------------------------------------------------------------ */

/* An object that could not be made is not there, and leaves nothing; the next one is whole. */
START_TEST(an_object_that_could_not_be_made_leaves_nothing)
{
    const struct kind *k = &kinds[_i];
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    zn_solver *s;

    ck_assert(!zn_ctx_new_with(&alloc, &ctx));
    for (zn_index i = 0; zn_type_at(ctx, k->solvers, i); i++) {
        const char *name = zn_type_at(ctx, k->solvers, i)->name;
        const long live = mem.live;
        zn_status st = ZN_ENOMEM;

        for (long n = 1; st; n++) {
            ck_assert_int_lt(n, 1000);
            mem.failed = false;
            mem.fail_at = mem.calls + n;
            st = zn_solver_new(ctx, k->name, name, &s);
            mem.fail_at = 0;
            ck_assert_msg(st == (mem.failed ? ZN_ENOMEM : ZN_OK), "%s %s: allocation %ld failed: %s", k->name, name, n,
                          zn_status_name(st));
            ck_assert(!st || !s);
            zn_solver_free(s);
            ck_assert_msg(mem.live == live, "%s %s: %ld left after allocation %ld failed", k->name, name,
                          mem.live - live, n);
        }
    }
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

static bool has(const char *name)
{
    for (int k = 0; k < KINDS; k++)
        if (!strcmp(kinds[k].name, name))
            return true;
    return false;
}

START_TEST(no_class_is_left_out)
{
    zn_ctx *ctx;

    ck_assert(!zn_ctx_new(&ctx));
    every_class_is_asked(ctx, has);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("solvers, memory that ran out");
    TCase *tc = tcase_create("recovers");

    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, an_allocation_that_failed_leaves_no_trace, 0, KINDS);
    tcase_add_loop_test(tc, nor_where_methods_come_late, 0, LATES);
    tcase_add_loop_test(tc, an_object_that_could_not_be_made_leaves_nothing, 0, KINDS);
    tcase_add_test(tc, no_class_is_left_out);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
