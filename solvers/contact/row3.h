/* row3.h - products of a row of blocks of three, into functions of any width
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_ROW3_H
#define ZENO_SOLVERS_ROW3_H

#include "../linalg/wide.h"
#include "contact.h"

/* sum += the block x times r; nothing behind the block is read */
static inline void zni_add3(const double x[], const double r[], zni_lanes *sum)
{
    zni_lanes a, b, c = {x[6], x[7], x[8], 0};

    zni_take4(x, &a);
    zni_take4(x + 3, &b);
    *sum += a * r[0] + b * r[1] + c * r[2];
}

/* Blocks first ... end - 1 of c times r, onto u. Two sums, of every other block, so that
 * an addition need not wait for the one before. */
static ZNI_INTO_WIDE void zni_sum3(const zni_fc *c, zn_index first,
                                   zn_index end, const double r[], double u[])
{
    const double *x = c->x + 9 * first;
    const zn_index *i = c->i;
    zni_lanes even = {0}, odd = {0};
    zn_index k = first;

    for (; k + 1 < end; k += 2, x += 18) {
        zni_add3(x, r + 3 * i[k], &even);
        zni_add3(x + 9, r + 3 * i[k + 1], &odd);
    }
    if (k < end)
        zni_add3(x, r + 3 * i[k], &even);
    even += odd;
    for (int e = 0; e < 3; e++)
        u[e] += even[e];
}

/* all of a row but the diagonal, onto q */
static ZNI_INTO_WIDE void zni_others3(const zni_fc *c, zn_index a,
                                      const double r[], double u[])
{
    const zn_index own = c->diag[a];

    for (int e = 0; e < 3; e++)
        u[e] = c->q[3 * a + e];
    zni_sum3(c, c->p[a], own, r, u);
    zni_sum3(c, own + 1, c->p[a + 1], r, u);
}

#endif
