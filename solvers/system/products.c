/* products.c - products with the blocks of a friction problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "row3.h"

/* Products with blocks of d >= 4 components; d is a constant where this is inlined. */
static ZNI_INTO_WIDE void blocks(const int d, const zni_fc *c, zn_index k,
                                 zn_index end, const double r[], double sum[])
{
    zni_lanes four, a;

    zni_take4(sum, &four);
    for (; k < end; k++) {
        const double *x = c->x + d * d * k, *rb = r + d * c->i[k];

        for (int j = 0; j < d; j++, x += d) {
            zni_take4(x, &a);
            four += a * rb[j];
            for (int i = 4; i < d; i++)
                sum[i] += x[i] * rb[j];
        }
    }
    zni_put4(&four, sum);
}

static ZNI_INTO_WIDE void wide_row(const int d, const zni_fc *c, zn_index a,
                                   const double r[], const double q[],
                                   double u[])
{
    double sum[ZNI_DMAX] = {0};

    blocks(d, c, c->p[a], c->p[a + 1], r, sum);
    for (int i = 0; i < d; i++)
        u[i] = (q ? q[i] : 0) + sum[i];
}

static ZNI_INTO_WIDE void wide_others(const int d, const zni_fc *c, zn_index a,
                                      const double r[], double u[])
{
    double sum[ZNI_DMAX];

    memcpy(sum, c->q + d * a, (size_t)d * sizeof *sum);
    blocks(d, c, c->p[a], c->diag[a], r, sum);
    blocks(d, c, c->diag[a] + 1, c->p[a + 1], r, sum);
    memcpy(u, sum, (size_t)d * sizeof *sum);
}

/* ---- rows -------------------------------------------------------------------- */

/* u = (q or 0) + (row a of W) r for a contact in space. */
ZNI_WIDE static void row_in_space(const zni_fc *c, zn_index a, const double r[], const double q[], double u[])
{
    const double none[3] = {0};

    if (c->d == 3)
        zni_sum3(c, c->p[a], c->p[a + 1], r, q ? q : none, u);
    else if (c->d == 5)
        wide_row(5, c, a, r, q, u);
    else
        wide_row(6, c, a, r, q, u);
}

/* The same in any dimension. */
static inline void row(const zni_fc *c, zn_index a, const double r[], const double q[], double u[])
{
    if (c->d > 2) {
        row_in_space(c, a, r, q, u);
    } else {
        double u0 = q ? q[0] : 0, u1 = q ? q[1] : 0;

        for (zn_index k = c->p[a]; k < c->p[a + 1]; k++) {
            const double *x = c->x + 4 * k, *rb = r + 2 * c->i[k];

            u0 += x[0] * rb[0] + x[2] * rb[1];
            u1 += x[1] * rb[0] + x[3] * rb[1];
        }
        u[0] = u0;
        u[1] = u1;
    }
}

void zni_fc_row(const zni_fc *c, zn_index a, const double r[], double u[])
{
    row(c, a, r, c->q + c->d * a, u);
}

/* u = q_a + (row a of W without its diagonal block) r */
ZNI_WIDE void zni_fc_others(const zni_fc *c, zn_index a, const double r[], double u[])
{
    if (c->d == 3)
        zni_others3(c, a, r, u);
    else if (c->d == 5)
        wide_others(5, c, a, r, u);
    else if (c->d == 6)
        wide_others(6, c, a, r, u);
    else
        zni_fc_others_plane(c, a, r, u);
}

void zni_fc_mul(const zni_fc *c, const double r[], const double q[], double u[])
{
    for (zn_index a = 0; a < c->nc; a++)
        row(c, a, r, q ? q + c->d * a : NULL, u + c->d * a);
}

double zni_fc_scale(const zni_fc *c)
{
    double sum = 0;

    for (zn_index a = 0; a < c->nc; a++)
        for (zn_index k = 0; k < c->d; k++)
            sum += fabs(c->x[c->d * c->d * c->diag[a] + k * (c->d + 1)]);
    return sum > 0 ? sum / (double)c->n : 1;
}

double zni_fc_norm(const zni_fc *c)
{
    zn_index dd = c->d * c->d;
    double most = 0;

    for (zn_index a = 0; a < c->nc; a++) {
        double row[ZNI_DMAX] = {0};

        for (zn_index k = c->p[a]; k < c->p[a + 1]; k++)
            for (zn_index e = 0; e < dd; e++)
                row[e % c->d] += fabs(c->x[dd * k + e]);
        for (zn_index i = 0; i < c->d; i++)
            most = fmax(most, row[i]);
    }
    return most;
}
