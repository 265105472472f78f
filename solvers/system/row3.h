/* row3.h - products of a row of 3 x 3 blocks, inlined into functions for registers of any width
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_ROW3_H
#define ZENO_SYSTEM_ROW3_H

#include "../linalg/wide.h"
#include "blocks.h"

/* The sums of a row. The first two columns of a block are read with the number behind them, so the first three lanes
 * count. The third is read with the number before it, so the last three count. Nothing outside of the block is read. */
typedef struct zni_sums3 {
    zni_lanes two, third;
} zni_sums3;

/* Adds the block x times r. */
static inline void zni_add3(const double x[], const double r[], zni_sums3 *sum)
{
    zni_lanes a, b, c;

    zni_take4(x, &a);
    zni_take4(x + 3, &b);
    zni_take4(x + 5, &c);
    sum->two += a * r[0] + b * r[1];
    sum->third += c * r[2];
}

/* Adds blocks first ... end - 1 of c times r. */
static ZNI_INTO_WIDE void zni_blocks3(const zni_fc *c, zn_index first, zn_index end,
                                      const double r[], zni_sums3 *sum)
{
    const double *x = c->x + 9 * first;

    for (zn_index k = first; k < end; k++, x += 9)
        zni_add3(x, r + 3 * c->i[k], sum);
}

/* u = q + sum */
static inline void zni_leave3(const zni_sums3 *sum, const double q[], double u[])
{
    u[0] = q[0] + (sum->two[0] + sum->third[1]);
    u[1] = q[1] + (sum->two[1] + sum->third[2]);
    u[2] = q[2] + (sum->two[2] + sum->third[3]);
}

/* u = q + blocks first ... end - 1 of c times r; q may be u. */
static ZNI_INTO_WIDE void zni_sum3(const zni_fc *c, zn_index first,
                                   zn_index end, const double r[],
                                   const double q[], double u[])
{
    zni_sums3 sum = {{0}, {0}};

    zni_blocks3(c, first, end, r, &sum);
    zni_leave3(&sum, q, u);
}

/* u = q_a + the row of W without its diagonal block times r. */
static ZNI_INTO_WIDE void zni_others3(const zni_fc *c, zn_index a,
                                      const double r[], double u[])
{
    const zn_index own = c->diag[a];
    zni_sums3 sum = {{0}, {0}};

    zni_blocks3(c, c->p[a], own, r, &sum);
    zni_blocks3(c, own + 1, c->p[a + 1], r, &sum);
    zni_leave3(&sum, c->q + 3 * a, u);
}

/* The same, with the same bits, by setting r of the contact itself to 0 meanwhile: the end of one loop is predicted
 * better by a processor than those of two. */
static ZNI_INTO_WIDE void zni_alone3(const zni_fc *c, zn_index a, double r[], double u[])
{
    double *own = r + 3 * a;
    const double r0 = own[0], r1 = own[1], r2 = own[2];

    own[0] = own[1] = own[2] = 0;
    zni_sum3(c, c->p[a], c->p[a + 1], r, c->q + 3 * a, u);
    own[0] = r0;
    own[1] = r1;
    own[2] = r2;
}

#endif
