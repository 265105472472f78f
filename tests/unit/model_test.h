/* model_test.h - the frame of the tests of models, systems and relations
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TESTS_MODEL_TEST_H
#define ZENO_TESTS_MODEL_TEST_H

#include "kernel/model/model.h"
#include "tests/must.h"
#include "zeno_test.h"

static zn_ctx *ctx;
static zn_model *m;
static char said[2000]; /* the log, from warnings on unless a test wants more */

static inline void listen(void *user, zn_log_level level, const char *line)
{
    (void)user;
    const size_t n = strlen(said);
    snprintf(said + n, sizeof said - n, "%d %s\n", (int)level, line);
}

static inline void setup(void)
{
    said[0] = '\0';
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    zn_ctx_set_log(ctx, ZN_LOG_WARN, listen, NULL);
    ck_assert_int_eq(zn_model_new(ctx, &m), ZN_OK);
}

static inline void teardown(void)
{
    zn_model_free(m);
    zn_ctx_free(ctx);
}

static inline void close_to(zn_index n, const double a[], const double b[],
                            double tol)
{
    for (zn_index i = 0; i < n; i++)
        ck_assert_msg(fabs(a[i] - b[i]) <= tol, "[%td]: %.15g, not %.15g", i,
                      a[i], b[i]);
}

/* The matrices of a system, written out. */
static inline void written_out_mass(const zn_ds *ds, const double q[],
                                    double M[])
{
    const zn_pattern a = zn_ds_pattern(ds, ZN_DS_MASS);
    double *x = calloc((size_t)zn_pattern_count(&a) + 1, sizeof *x);

    ck_assert_int_eq(zn_ds_class(ds)->mass(ds, q, x), ZN_OK);
    zn_pattern_to_dense(&a, x, 1, M);
    free(x);
}

static inline void written_out_jac(const zn_ds *ds, double t, const double q[],
                                   const double v[], double Q[], double V[])
{
    const zn_pattern a = zn_ds_pattern(ds, ZN_DS_JAC_Q);
    const zn_pattern b = zn_ds_pattern(ds, ZN_DS_JAC_V);
    double *x = calloc((size_t)zn_pattern_count(&a) + 1, sizeof *x);
    double *y = calloc((size_t)zn_pattern_count(&b) + 1, sizeof *y);

    ck_assert_int_eq(zn_ds_class(ds)->force_jac(ds, t, q, v, x, y), ZN_OK);
    zn_pattern_to_dense(&a, x, 1, Q);
    zn_pattern_to_dense(&b, y, 1, V);
    free(x);
    free(y);
}

#endif
