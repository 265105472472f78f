/* row_sums.h - what increments of the unknowns add to the rows of an interaction
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ROW_SUMS_H
#define ZENO_KERNEL_ROW_SUMS_H

#include "kernel/model/vectors.h"
#include "kernel/osnsp/linearisation.h"

/* A column of three rows, times x. */
static inline void zni_rows_three(const double *restrict H, double x, zni_pair *sum,
                                  double *last)
{
    zni_pair h;

    zni_take2(H, &h);
    *sum += h * x;
    *last += H[2] * x;
}

/* q = q + f H inc of three rows: contacts in space. */
static inline void zni_rows_add_three(zn_index n, const double *restrict H, double f,
                                      const double *restrict inc, double *restrict q)
{
    zni_pair to, sum = {0};
    double last = 0;
    zn_index d = 0;

    if (n == ZNI_BODY) {
        zni_rows_three(H, inc[0], &sum, &last);
        zni_rows_three(H + 3, inc[1], &sum, &last);
        zni_rows_three(H + 6, inc[2], &sum, &last);
        zni_rows_three(H + 9, inc[3], &sum, &last);
        zni_rows_three(H + 12, inc[4], &sum, &last);
        zni_rows_three(H + 15, inc[5], &sum, &last);
        d = n;
    }
    for (; d < n; d++)
        zni_rows_three(H + 3 * d, inc[d], &sum, &last);
    zni_take2(q, &to);
    to += f * sum;
    zni_put2(&to, q);
    q[2] += f * last;
}

/* q = q + f H inc of two rows: contacts in the plane. */
static inline void zni_rows_add_two(zn_index n, const double *restrict H, double f,
                                    const double *restrict inc, double *restrict q)
{
    zni_pair h, to, sum = {0};

    for (zn_index d = 0; d < n; d++, H += 2) {
        zni_take2(H, &h);
        sum += h * inc[d];
    }
    zni_take2(q, &to);
    to += f * sum;
    zni_put2(&to, q);
}

/* q = q + f H inc, all rows; two at a time */
static inline void zni_rows_add(const zni_lin *s, zn_index j, double f,
                                const double inc[], double q[])
{
    const zn_index n = s->n[j], ld = s->m;
    zn_index r = 0;

    if (ld == 3) {
        zni_rows_add_three(n, s->H + zni_lin_uo(s, j) * 3, f, inc, q);
        return;
    }
    if (ld == 2) {
        zni_rows_add_two(n, s->H + zni_lin_uo(s, j) * 2, f, inc, q);
        return;
    }
    for (; r + 2 <= ld; r += 2) {
        const double *H = s->H + r + zni_lin_uo(s, j) * ld;
        zni_pair h, to, sum = {0};

        for (zn_index d = 0; d < n; d++, H += ld) {
            zni_take2(H, &h);
            sum += h * inc[d];
        }
        zni_take2(q + r, &to);
        to += f * sum;
        zni_put2(&to, q + r);
    }
    if (r < ld) {
        const double *H = s->H + r + zni_lin_uo(s, j) * ld;
        double sum = 0;

        for (zn_index d = 0; d < n; d++, H += ld)
            sum += *H * inc[d];
        q[r] += f * sum;
    }
}

#endif
