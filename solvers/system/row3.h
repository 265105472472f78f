/* row3.h - products of a row of blocks of three, into functions of any width
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_ROW3_H
#define ZENO_SYSTEM_ROW3_H

#include "../linalg/wide.h"
#include "blocks.h"

/* What a row sums: two columns of each block, whose first three numbers count, and the third, taken
 * with a number before it, whose last three do: so nothing is read that is not of the block. */
typedef struct zni_sums3 {
    zni_lanes two, third;
} zni_sums3;

/* the block x times r, onto them */
static inline void zni_add3(const double x[], const double r[], zni_sums3 *sum)
{
    zni_lanes a, b, c;

    zni_take4(x, &a);
    zni_take4(x + 3, &b);
    zni_take4(x + 5, &c);
    sum->two += a * r[0] + b * r[1];
    sum->third += c * r[2];
}

/* Blocks first ... end - 1 of c times r, onto them. */
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

/* Blocks first ... end - 1 of c times r, and q: may be u. */
static ZNI_INTO_WIDE void zni_sum3(const zni_fc *c, zn_index first,
                                   zn_index end, const double r[],
                                   const double q[], double u[])
{
    zni_sums3 sum = {{0}, {0}};

    zni_blocks3(c, first, end, r, &sum);
    zni_leave3(&sum, q, u);
}

/* all of a row but the diagonal, onto q */
static ZNI_INTO_WIDE void zni_others3(const zni_fc *c, zn_index a,
                                      const double r[], double u[])
{
    const zn_index own = c->diag[a];
    zni_sums3 sum = {{0}, {0}};

    zni_blocks3(c, c->p[a], own, r, &sum);
    zni_blocks3(c, own + 1, c->p[a + 1], r, &sum);
    zni_leave3(&sum, c->q + 3 * a, u);
}

/* The same, its bits too, where the r of the contact itself is 0 meanwhile: one loop, whose end
 * a processor foretells better than those of two. */
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
