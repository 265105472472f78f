/* multiple_impact_test.h - a solver of multiple impacts under test
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_MULTIPLE_IMPACT_TEST_H
#define ZENO_MULTIPLE_IMPACT_TEST_H

#include <math.h>

#include <zeno/multiple_impact.h>

#include "zeno_test.h"

static zn_ctx *ctx;
static zn_solver *solver;

static inline void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    solver = NULL;
}

static inline void teardown(void)
{
    zn_solver_free(solver);
    zn_ctx_free(ctx);
}

static inline void use(const char *name)
{
    zn_solver_free(solver);
    ck_assert_msg(!zn_solver_new(ctx, "multiple-impact", name, &solver), "%s",
                  zn_errmsg(ctx));
}

/* It must arrive. */
static inline zn_solve_info solve(const zn_multiple_impact *p, double z[],
                                  double w[])
{
    zn_solve_info info;
    const zn_status st = zn_solver_solve(solver, p, z, w, &info);

    ck_assert_msg(st == ZN_OK, "%s: %s, error %g after %td", zn_errmsg(ctx),
                  zn_outcome_name(info.outcome), info.error, info.iterations);
    return info;
}

#define NEAR(a, b, tol)                                                        \
    do {                                                                       \
        const double near_a = (a), near_b = (b);                               \
        ck_assert_msg(fabs(near_a - near_b) <= (tol),                          \
                      "%s = %.17g, expected %.17g, difference %.3g", #a,       \
                      near_a, near_b, near_a - near_b);                        \
    } while (0)

#endif
