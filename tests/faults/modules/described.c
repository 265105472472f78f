/* described.c - a plugin that describes its symbols, with sizes
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/operator.h>

ZN_API zn_fn_s2 pair_force, any_force, undescribed;
ZN_API zn_fn_s11 moving_gap;

void pair_force(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n;
    (void)nz;
    (void)z;
    f[0] = t;
    f[1] = -t;
}

void any_force(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)nz;
    (void)z;
    for (unsigned i = 0; i < n; i++)
        f[i] = t;
}

void undescribed(double t, unsigned n, double *f, unsigned nz, double *z)
{
    any_force(t, n, f, nz, z);
}

void moving_gap(unsigned nq, double *q, double t, unsigned ny, double *y,
                unsigned nz, double *z)
{
    (void)nq;
    (void)ny;
    (void)nz;
    (void)z;
    y[0] = q[0] - t;
}

static const zn_symbol symbols[] = {
    {"pair_force", "S2", 2, 1, "opposite forces"},
    {"any_force", "S2", -1, 1, "the same force everywhere"},
    {"moving_gap", "S11", 1, 1, "over a floor that rises"},
    {0},
};
ZN_PLUGIN(described, .version = "1.0", .license = "Apache-2.0",
          .symbols = symbols);
