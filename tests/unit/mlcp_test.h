/* mlcp_test.h - mixed problems whose answer is known by hand
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_MLCP_H
#define ZENO_TEST_MLCP_H

#include "lcp_test.h"

/* A body of 2 kg, pushed by f, held by two equal joints: 2 v - r1 - r2 = f, v =
 * 0 twice. Only r1 + r2 = -f is determined. */
static const double held[] = {2, 1, 1, -1, 0, 0, -1, 0, 0};

/* Solved by that name from zero and from the answer, in each storage. */
static inline void expect(const char *name, zn_index n, const double M[],
                          const double q[], const unsigned char eq[],
                          const double want[])
{
    zn_ctx *ctx = context();
    stored csc = to_csc(n, M), bsr = to_bsr(n, M);
    zn_matrix dense = zn_matrix_dense(n, n, M);
    const zn_matrix *storages[] = {&dense, &csc.m, &bsr.m};
    double z[8], w[8];
    zn_solve_info info;

    for (int warm = 0; warm < 2; warm++) {
        for (int k = 0; k < 3; k++) {
            zn_mlcp p = {n, storages[k], q, eq};

            for (zn_index i = 0; i < n; i++)
                z[i] = warm ? want[i] : 0;
            ck_assert_msg(run_once(ctx, "mlcp", name, -1, &p, z, w, &info) ==
                              ZN_OK,
                          "%s, storage %d: %s", name, k, zn_errmsg(ctx));
            for (zn_index i = 0; i < n; i++)
                ck_assert_msg(fabs(z[i] - want[i]) <= 1e-7,
                              "%s, storage %d: z(%td) = %.17g, not %.17g", name,
                              k, i, z[i], want[i]);
        }
    }
    stored_free(&csc);
    stored_free(&bsr);
    zn_ctx_free(ctx);
}

#endif
