/* test_constructors.c - what a call that makes something leaves when it cannot
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <zeno/zeno.h>

/* One that fails with `st`; it sets what it is given, which was no NULL. */
typedef struct failing {
    const char *name;
    zn_status st;
    zn_status (*make)(zn_ctx *ctx, void **out);
} failing;

#define MAKES(name, type, call)                                                \
    static zn_status name(zn_ctx *ctx, void **out)                             \
    {                                                                          \
        type *x = *out;                                                        \
        const zn_status st = call;                                             \
        *out = x;                                                              \
        return st;                                                             \
    }

MAKES(integrator, zn_osi, zn_osi_new(ctx, "no-such", &x))
MAKES(law, zn_law, zn_law_new(ctx, "no-such", &x))
MAKES(impact, zn_law, zn_law_newton_impact(ctx, -1, &x))
MAKES(relay, zn_law, zn_law_relay(ctx, 1, (double[]){-1}, NULL, &x))
MAKES(bounds, zn_law, zn_law_relay(ctx, 1, (double[]){1}, (double[]){-1}, &x))
MAKES(solver, zn_solver, zn_solver_new(ctx, "lcp", "no-such", &x))
MAKES(class, zn_solver, zn_solver_new(ctx, "no-such", "lemke", &x))
MAKES(ode, zn_ode, zn_ode_new(ctx, "no-such", &x))
MAKES(absent, zn_problem_file,
      zn_problem_file_read(ctx, "/nowhere/x.dat", NULL, &x))
MAKES(text, zn_problem_file, zn_problem_file_parse(ctx, "lcp", -1, "lcp", &x))
MAKES(nonsense, zn_problem_file,
      zn_problem_file_parse(ctx, "nonsense", 8, "lcp", &x))
MAKES(random_one, zn_problem_file,
      zn_problem_random(ctx, "lcp", "nonsense=1", &x))
MAKES(factor, zn_factor, zn_factor_new(ctx, 0, &x))
MAKES(ball, zn_shape, zn_shape_sphere(ctx, -1, &x))
MAKES(block, zn_shape, zn_shape_box(ctx, (double[]){1, 0, 1}, &x))
MAKES(scene, zn_scene, zn_scene_read(ctx, "/nowhere/x.yaml", 0, NULL, &x))

static const failing all[] = {
    {"integrator", ZN_ENOENT, integrator},
    {"law", ZN_ENOENT, law},
    {"impact law", ZN_EINVAL, impact},
    {"relay without a bound", ZN_EINVAL, relay},
    {"bounds of a relay", ZN_EINVAL, bounds},
    {"solver", ZN_ENOENT, solver},
    {"class of solvers", ZN_ENOENT, class},
    {"ode", ZN_ENOENT, ode},
    {"file that is not there", ZN_ENOENT, absent},
    {"length of a text", ZN_EINVAL, text},
    {"text", ZN_EINVAL, nonsense},
    {"random problem", ZN_ENOENT, random_one},
    {"factor", ZN_EINVAL, factor},
    {"sphere", ZN_EINVAL, ball},
    {"box", ZN_EINVAL, block},
    {"scene", ZN_EIO, scene},
};

START_TEST(what_cannot_be_made_is_null_with_words)
{
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        void *out = ctx; /* as if it were there from before */
        const zn_status st = all[k].make(ctx, &out);

        ck_assert_msg(st == all[k].st, "%s: %s, not %s: %s", all[k].name,
                      zn_status_name(st), zn_status_name(all[k].st),
                      zn_errmsg(ctx));
        ck_assert_msg(out == NULL, "%s: it failed and is not NULL", all[k].name);
        ck_assert_msg(*zn_errmsg(ctx), "%s: no words", all[k].name);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("constructors");
    TCase *tc = tcase_create("constructors");

    tcase_add_test(tc, what_cannot_be_made_is_null_with_words);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
