/* BlockPlugin.c - the two lower corners of a block over a floor
 * SPDX-License-Identifier: Apache-2.0
 *
 * q = (x, y, a): centre (m) and angle (rad, against the clock); z = b, h, width
 * and height of the block (m). A is the left corner when a = 0, B the right one,
 * s = sin a, c = cos a.
 *
 * | function     | list | result                                              |
 * |--------------|------|-----------------------------------------------------|
 * | blockGaps    | S9   | heights of A and B (m):                             |
 * |              |      | y -+ b/2 s - h/2 c                                  |
 * | blockGapsJac | S9   | (0, 1, -+ b/2 c + h/2 s), 2 x 3                     |
 * | blockGapsDot | S10  | its time derivative, (0, 0, (+- b/2 s + h/2 c) a')  | */
#include <math.h>

#include <zeno/operator.h>

static bool are_given(unsigned nz)
{
    if (nz < 2)
        zn_raise("needs 2 parameters (width, height), got %u", nz);
    return nz >= 2;
}

ZN_API zn_fn_s9 blockGaps, blockGapsJac;
ZN_API zn_fn_s10 blockGapsDot;

void blockGaps(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
               double *z)
{
    (void)nq, (void)ny;
    if (!are_given(nz))
        return;
    const double s = z[0] / 2 * sin(q[2]), c = z[1] / 2 * cos(q[2]);
    y[0] = q[1] - s - c;
    y[1] = q[1] + s - c;
}

void blockGapsJac(unsigned nq, double *q, unsigned ny, double *G, unsigned nz,
                  double *z)
{
    (void)nq, (void)ny;
    if (!are_given(nz))
        return;
    const double c = z[0] / 2 * cos(q[2]), s = z[1] / 2 * sin(q[2]);
    G[2] = G[3] = 1; /* column by column: (0, 0), (1, 1), (A, B) */
    G[4] = s - c;
    G[5] = s + c;
}

void blockGapsDot(unsigned nq, double *q, unsigned nv, double *v, double *dG,
                  unsigned nz, double *z)
{
    (void)nq, (void)nv;
    if (!are_given(nz))
        return;
    const double s = z[0] / 2 * sin(q[2]), c = z[1] / 2 * cos(q[2]);
    dG[4] = (c + s) * v[2];
    dG[5] = (c - s) * v[2];
}

static const zn_symbol symbols[] = {
    {"blockGaps", "S9", 2, 1, "heights of the lower corners; z = b, h"},
    {"blockGapsJac", "S9", 2, 3, "their Jacobian"},
    {"blockGapsDot", "S10", 2, 3, "its time derivative"},
    {0},
};
ZN_PLUGIN(BlockPlugin, .version = "1.0", .license = "Apache-2.0",
          .symbols = symbols);
