/* avi_test.h - affine variational inequalities for tests: their solvers, a context, a triangle
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_AVI_TEST_H
#define ZENO_TEST_AVI_TEST_H

#include "tests/unit/lcp_test.h"

#include <zeno/avi.h>
#include <zeno/random_problem.h>

#include "solvers/classes/avi/avi.h"

static const char *const all[] = {"auto", "cao-ferris", "mlcp"};

static zn_ctx *ctx;

static inline void setup(void)
{
    ctx = context();
}

static inline void teardown(void)
{
    zn_ctx_free(ctx);
}

/* the triangle z1 >= 0, z2 >= 0, z1 + z2 <= 1, with faces of unlike units */
static const double triangle_H[] = {1, 0, -100, 0, 0.01, -100};
static const double triangle_K[] = {0, 0, -100};

static inline zn_avi triangle(const zn_matrix *M, const double q[])
{
    return (zn_avi){
        .n = 2, .m = 3, .M = M, .q = q, .H = triangle_H, .K = triangle_K};
}

#endif
