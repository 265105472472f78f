/* test_generic_failures.c - mechanisms: a class that is asked for a part of the problem fails
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic_test.h"

#include <zeno/plugin.h>
#include <zeno/solver.h>

#include "solvers/classes/generic/auto.h"

static zn_status answer; /* of the class that is asked */
static int asked;

typedef struct broken {
    double tol;
} broken;

static zn_status fails(void *state, zn_ctx *ctx, const void *problem, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    (void)state;
    (void)problem;
    (void)z;
    (void)w;
    (void)mon;
    (void)info;
    asked++;
    return zn_fail(ctx, answer, "its bearings are %d", 7);
}

static const zn_option options[] = {
    ZN_OPT_REAL(broken, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_END,
};

#define BROKEN(of_kind)                                                                   \
    {                                                                                     \
        .type = {.size = sizeof(zn_solver_type), .kind = of_kind, .name = "broken",       \
                 .summary = "fails", .state_size = sizeof(broken), .options = options},   \
        .solve = fails                                                                    \
    }

static const zn_solver_type mlcp = BROKEN(ZN_KIND_MLCP_SOLVER), relay = BROKEN(ZN_KIND_RELAY_SOLVER),
                            friction = BROKEN(ZN_KIND_FRICTION_SOLVER),
                            rolling = BROKEN(ZN_KIND_ROLLING_SOLVER);
static const zn_type *const types[] = {&mlcp.type, &relay.type, &friction.type, &rolling.type, NULL};
static const zn_plugin plugin = {.size = sizeof(zn_plugin),
                                 .major = ZN_PLUGIN_MAJOR,
                                 .minor = ZN_PLUGIN_MINOR,
                                 .build = ZN_PLUGIN_BUILD,
                                 .name = "broken",
                                 .version = "1",
                                 .license = "Apache-2.0",
                                 .types = types};

/* What asks another class: as it is, or what is left of it once joints are eliminated. */
static const struct {
    zn_index rows[2];
    int kind[2];
} cases[] = {{{1, 1}, {UN, UN}}, {{1, 1}, {RE, RE}}, {{3, 3}, {F3, F3}},
             {{5, 5}, {R3, R3}}, {{1, 3}, {EQ, F3}}, {{1, 1}, {EQ, RE}}, {{1, 5}, {EQ, R3}}};
enum { CASES = sizeof cases / sizeof *cases, MOST = 10 };

/* M = 2 I, and each first row of a block is pressed */
static void pressed(machine *m, int i)
{
    machine_new(m, 2, cases[i].rows, cases[i].kind);
    for (zn_index k = 0; k < m->n; k++) {
        m->M[k * (m->n + 1)] = 2;
        m->lb[k] = -1;
        m->ub[k] = 1;
    }
    for (int b = 0; b < 2; b++) {
        m->q[m->start[b]] = -1;
        m->mu[b] = 0.5;
        m->mu_r[b] = 0.1;
    }
}

/* `auto`, whose other classes have only a solver that fails */
static void broken_new(zni_gauto *s, const zn_solver_type **type, zn_ctx *ctx)
{
    const zn_type *found;

    ck_assert(!zn_type_find(ctx, ZN_KIND_GENERIC_SOLVER, "auto", &found));
    *type = (const zn_solver_type *)found;
    ck_assert_uint_eq(found->state_size, sizeof *s);
    *s = (zni_gauto){.tol = 1e-8, .patience = 1000, .max_sweeps = 20000, .max_steps = 100,
                     .max_condensed = 1500};
    ck_assert(!(*type)->init(s, ctx));
    for (int k = 0; k < ZNI_GCLASSES; k++) {
        zn_solver_free(s->of[k]);
        ck_assert_msg(!zn_solver_new(ctx, zni_generic_classes[k], "broken", &s->of[k]), "%s", zn_errmsg(ctx));
    }
}

static zn_status solve(int i, zn_ctx *ctx)
{
    const zn_solver_type *type;
    double z[MOST] = {0}, w[MOST];
    zn_solve_info info = {0};
    zni_gauto s;
    machine m;
    zn_status st;

    asked = 0;
    pressed(&m, i);
    broken_new(&s, &type, ctx);
    st = type->solve(&s, ctx, &m.p, z, w, NULL, &info);
    if (!st)
        ck_assert_double_le((double)naive_generic(&m, z), 1e-7);
    type->fini(&s, ctx);
    machine_free(&m);
    return st;
}

/* A failure that says nothing of the problem is that of the call: with another method the answer would hang on
 * chance, and nobody would hear of the plugin that fails. */
START_TEST(what_fails_in_a_class_that_was_asked_is_told)
{
    static const zn_status of[] = {ZN_ENOMEM, ZN_EUSER, ZN_EDOM, ZN_EIO};

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        zn_ctx *ctx = context();

        ck_assert(!zn_plugin_add(ctx, &plugin));
        answer = of[k];
        ck_assert_int_eq(solve(_i, ctx), of[k]);
        ck_assert_int_eq(asked, 1);
        ck_assert_msg(strstr(zn_errmsg(ctx), "its bearings are 7"), "%s", zn_errmsg(ctx));
        zn_ctx_free(ctx);
    }
}
END_TEST

/* That it does not apply is no failure: the next method solves it, and nothing is said. */
START_TEST(who_does_not_apply_leaves_it_to_the_others)
{
    static const zn_status of[] = {ZN_EINVAL, ZN_ESINGULAR};

    for (int k = 0; k < 2; k++) {
        zn_ctx *ctx = context();

        ck_assert(!zn_plugin_add(ctx, &plugin));
        answer = of[k];
        ck_assert_msg(solve(_i, ctx) == ZN_OK, "%s", zn_errmsg(ctx));
        ck_assert_int_ge(asked, 1);
        zn_ctx_free(ctx);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generic mechanical, failures within");
    TCase *tc = tcase_create("failures");

    tcase_add_loop_test(tc, what_fails_in_a_class_that_was_asked_is_told, 0, CASES);
    tcase_add_loop_test(tc, who_does_not_apply_leaves_it_to_the_others, 0, CASES);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
