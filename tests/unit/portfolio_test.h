/* portfolio_test.h - a list of methods that do what a test says
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_PORTFOLIO_TEST_H
#define ZENO_PORTFOLIO_TEST_H

#include "zeno_test.h"

#include <math.h>
#include <string.h>

#include <zeno/lcp.h>

#include "solvers/core/monitor.h"
#include "solvers/strategy/portfolio.h"

/* What a method does: it adds `move` to z, leaves w = 10 z, and says the rest. */
typedef struct way {
    zn_status st;
    zn_outcome outcome;
    zn_index iterations;
    double error, move;
} way;

static zn_ctx *ctx;
static const way *all_ways;
static zni_method methods[8];
static zni_store store;
static double from[8]; /* where each began */
static zn_attempt told[8];
static char words[8][80];
static int ntold;

static inline zn_status go(zni_turn *t)
{
    const int i = (int)(t->m - methods);
    const way *k = all_ways + i;

    from[i] = t->z[0];
    t->z[0] += k->move;
    t->w[0] = 10 * t->z[0];
    t->info->outcome = k->outcome;
    if (k->iterations >= 0) /* else it says nothing of these */
        t->info->iterations = k->iterations;
    if (k->error >= 0)
        t->info->error = k->error;
    return k->st < 0 ? zn_fail(t->ctx, k->st, "way %d has no diagonal", i) : k->st;
}

static inline void note(void *user, const zn_attempt *a)
{
    (void)user;
    told[ntold] = *a;
    snprintf(words[ntold], sizeof words[0], "%s", a->why ? a->why : "");
    ntold++;
}

static inline void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    store = (zni_store){.cap_start = 0};
    ntold = 0;
}

static inline void teardown(void)
{
    zni_store_fini(&store, ctx);
    zn_ctx_free(ctx);
}

static inline zni_portfolio all_of(const way ways[], int count)
{
    all_ways = ways;
    memset(methods, 0, sizeof methods);
    for (int i = 0; i < count; i++)
        methods[i] = (zni_method){
            .name = "way", .why = i ? "the others failed" : "it is quick", .run = go};
    return (zni_portfolio){.list = methods, .store = &store, .nz = 1, .nw = 1};
}

static inline Suite *portfolio_suite(const char *name, TCase *tc)
{
    Suite *suite = suite_create(name);

    tcase_add_checked_fixture(tc, setup, teardown);
    suite_add_tcase(suite, tc);
    return suite;
}

#endif
