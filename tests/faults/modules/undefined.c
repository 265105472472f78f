/* undefined.c - a module that calls a function that exists nowhere
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/operator.h>

extern double zeno_test_function_that_exists_nowhere(double t);

ZN_API zn_fn_s2 force;

void force(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n;
    (void)nz;
    (void)z;
    f[0] = zeno_test_function_that_exists_nowhere(t);
}
