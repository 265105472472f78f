/* test_ode_order.c - order conditions of the explicit formulae, all of them
 *
 * A rooted tree with the branches t1 ... tk is the equation y' = y_t1 ... y_tk, y(0) = 0, of which a
 * formula makes the elementary weight of the tree, and the solution is s^|t| / gamma(t),
 * gamma(t) = |t| gamma(t1) ... gamma(tk). A formula is of order p if both are equal at the end of a
 * step for all trees of up to p nodes (J. C. Butcher, Numerical Methods for Ordinary
 * Differential Equations, 3rd ed., 2016, 31; E. Hairer, S. P. Norsett, G. Wanner, Solving
 * Ordinary Differential Equations I, II.2), and in between likewise.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/zeno_test.h"

#include <math.h>

#include <zeno/ode.h>

enum { NODES = 9, TREES = 486 }; /* 1, 1, 2, 4, 9, 20, 48, 115, 286 of each size */

static struct tree {
    int nodes, branches, branch[NODES];
    double gamma;
} trees[TREES];
static int ntrees, upto[NODES + 1]; /* trees of at most so many nodes */

/* Trees with the branches of `t` and more of `left` nodes, none behind `last`. */
static void grow(struct tree t, int left, int last)
{
    if (left == 0) {
        t.gamma = t.nodes;
        for (int i = 0; i < t.branches; i++)
            t.gamma *= trees[t.branch[i]].gamma;
        ck_assert_int_lt(ntrees, TREES);
        trees[ntrees++] = t;
        return;
    }
    for (int k = 0; k <= last; k++) {
        if (trees[k].nodes > left)
            break;
        struct tree more = t;
        more.branch[more.branches++] = k;
        grow(more, left - trees[k].nodes, k);
    }
}

static void make_trees(void)
{
    ntrees = 0;
    for (int nodes = 1; nodes <= NODES; nodes++) {
        grow((struct tree){.nodes = nodes}, nodes - 1, ntrees - 1);
        upto[nodes] = ntrees;
    }
    ck_assert_int_eq(ntrees, TREES);
}

static zn_status field(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    for (int k = 0; k < ntrees; k++) {
        f[k] = 1;
        for (int i = 0; i < trees[k].branches; i++)
            f[k] *= y[trees[k].branch[i]];
    }
    return ZN_OK;
}

/* The largest error of trees of some sizes at the part s of a step of length 1. */
static double worst(const double y[], int from, int to, double s)
{
    double most = 0;

    for (int k = from > 1 ? upto[from - 1] : 0; k < upto[to]; k++)
        most = fmax(most, fabs(y[k] - pow(s, trees[k].nodes) / trees[k].gamma));
    return most;
}

static const struct {
    const char *cls;
    int    order, between;
    double exact; /* its coefficients have 16 digits, and sums of them */
} formulae[] = {
    {"dormand-prince", 5, 4, 4e-15},
    {"dormand-prince-853", 8, 7, 4e-14},
};

START_TEST(every_tree_has_its_weight)
{
    const int p = formulae[_i].order, m = formulae[_i].between;
    const double exact = formulae[_i].exact;
    static double y[TREES];
    zn_ctx *ctx;
    zn_ode *o;

    make_trees();
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zn_ode_new(ctx, formulae[_i].cls, &o), ZN_OK);
    const zn_ode_problem problem = {
        .n = ntrees, .field = field, .rtol = 0, .atol = 10, .h_max = 1};
    memset(y, 0, sizeof y);
    *zn_ode_length(o) = 1;
    ck_assert_int_eq(zn_ode_begin(o, &problem, 0, y), ZN_OK);
    ck_assert_int_eq(zn_ode_step(o, 1), ZN_OK);
    ck_assert_double_eq(zn_ode_time(o), 1);
    ck_assert_double_le(worst(zn_ode_value(o), 1, p, 1), exact);
    ck_assert_double_gt(worst(zn_ode_value(o), p + 1, p + 1, 1), 1e-6);
    for (double s = 0.125; s < 1; s += 0.125) {
        zn_ode_at(o, s, y);
        ck_assert_double_le(worst(y, 1, m, s), exact);
    }
    zn_ode_at(o, 0.375, y);
    ck_assert_double_gt(worst(y, m + 1, m + 1, 0.375), 1e-7);
    zn_ode_free(o);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("order conditions");
    TCase *tc = tcase_create("trees");

    tcase_add_loop_test(tc, every_tree_has_its_weight, 0,
                        (int)(sizeof formulae / sizeof *formulae));
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
