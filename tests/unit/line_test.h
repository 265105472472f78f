/* line_test.h - a solver of the lines of line_problem.h, new for every test
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_LINE_TEST_H
#define ZENO_LINE_TEST_H

#include "zeno_test.h"

#include "line_problem.h"

static zn_ctx *ctx;
static zn_solver *solver;
static double b[2], z[2], w[2];
static line problem;
static zn_solve_info info;

static inline void setup(void)
{
    b[0] = 6;
    b[1] = -10;
    z[0] = z[1] = 0;
    problem = (line){.n = 2, .a = 4, .b = b}; /* z = [1.5, -2.5] */
    info = (zn_solve_info){.outcome = ZN_INFEASIBLE, .error = -1};
    solver = NULL;
    finished = 0;
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(add_lines(ctx), ZN_OK);
}

static inline void teardown(void)
{
    zn_solver_free(solver);
    zn_ctx_free(ctx);
}

static inline void use(const char *name)
{
    ck_assert_msg(!zn_solver_new(ctx, "line", name, &solver), "%s",
                  zn_errmsg(ctx));
}

static inline zn_status solve(void)
{
    return zn_solver_solve(solver, &problem, z, w, &info);
}

#endif
