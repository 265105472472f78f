/* threads.c - how many threads OpenBLAS takes
 * SPDX-License-Identifier: Apache-2.0 */
#include <cblas.h>

#include <zeno/ctx.h>

void zn_blas_threads(int n)
{
    openblas_set_num_threads(n < 1 ? 1 : n);
}
