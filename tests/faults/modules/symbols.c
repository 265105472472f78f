/* symbols.c - a plugin that describes one symbol as told by the compiler
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/operator.h>

ZN_API zn_fn_s2 force;

void force(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t;
    (void)n;
    (void)nz;
    (void)z;
    f[0] = 1;
}

static const zn_symbol symbols[] = {
    {SYMBOL, LIST, ROWS, 1, "a force"},
    {0},
};
ZN_PLUGIN(symbols, .version = "1.0", .license = "Apache-2.0",
          .symbols = symbols);
