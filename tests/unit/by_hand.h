/* by_hand.h - problems whose answer is known by hand, in each storage
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_BY_HAND_H
#define ZENO_TEST_BY_HAND_H

#include "lcp_test.h"

/* The problem, of up to eight rows, whose matrix stands at `at`, is solved by the solver `name` of its
 * class from zero and from the answer, with M in each storage, to tol. */
static inline void solved_in_each_storage(const char *class, const char *name, zn_index n,
                                          const double M[], const void *problem,
                                          const zn_matrix **at, const double want[], double tol)
{
    zn_ctx *ctx = context();
    stored csc = to_csc(n, M), bsr = to_bsr(n, M);
    zn_matrix dense = zn_matrix_dense(n, n, M);
    const zn_matrix *storages[] = {&dense, &csc.m, &bsr.m};
    double z[8], w[8];
    zn_solve_info info;

    for (int warm = 0; warm < 2; warm++)
        for (int k = 0; k < 3; k++) {
            *at = storages[k];
            for (zn_index i = 0; i < n; i++)
                z[i] = warm ? want[i] : 0;
            ck_assert_msg(run_once(ctx, class, name, -1, problem, z, w, &info) == ZN_OK,
                          "%s, storage %d: %s", name, k, zn_errmsg(ctx));
            ck_assert_int_eq(info.outcome, ZN_SOLVED);
            for (zn_index i = 0; i < n; i++)
                ck_assert_msg(fabs(z[i] - want[i]) <= tol,
                              "%s, storage %d: z(%td) = %.17g, not %.17g", name, k, i, z[i],
                              want[i]);
        }
    stored_free(&csc);
    stored_free(&bsr);
    zn_ctx_free(ctx);
}

#endif
