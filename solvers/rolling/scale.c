/* scale.c - rolling friction problems with rows of one size
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling.h"

/* Moments and forces differ by lengths, which may be millimetres, and the rows of
 * M by their squares. With D diagonal, positive and constant on the normal, the
 * tangential and the rolling part of each contact,
 *     r = D r',   u = D^-1 u',   W' = D W D,   q' = D q,
 *     mu' = mu D_N / D_T,   mu_r' = mu_r D_N / D_M
 * is a problem of the same kind, and every method meets it with a diagonal near
 * 1. D are powers of two, so that nothing is rounded. */

/* 2^k next to 1 / sqrt(x) */
static double scale_of(double x)
{
    int e;

    frexp(x, &e);
    return ldexp(1, -e / 2);
}

/* D of contact a; parts without a diagonal are as the largest */
static void contact_scale(const zni_fc *c, zn_index a, double most, double D[])
{
    const double *M = c->x + c->d * c->d * c->diag[a];
    zn_index m = (c->d - 1) / 2;

    for (zn_index part = 0, k = 0; part < 3; part++) {
        zn_index end = part == 0 ? 1 : k + m;
        double mean = 0, s;

        for (zn_index i = k; i < end; i++)
            mean += fabs(M[i * (c->d + 1)]) / (double)(end - k);
        s = scale_of(mean > 1e-14 * most ? mean : most);
        for (; k < end; k++)
            D[k] = s;
    }
}

zn_status zni_fc_set_rolling(zn_ctx *ctx, zni_fc *c,
                             const zn_rolling_friction *p, double z[])
{
    zn_index d = p->d, nc = p->nc, n = d * nc, m = (d - 1) / 2;
    double most = 0;
    zn_status st;

    c->law = &zni_rolling;
    c->own_mu = p->mu;
    c->own_mur = p->mu_r;
    c->scale = NULL;
    st = zn_grow(ctx, &c->own, &c->cap_own, 2 * n + 2 * nc, sizeof *c->own);
    if (!st)
        st = zni_fc_set_blocks(ctx, c, d, nc, p->M, p->q);
    if (st)
        return st;

    double *D = c->own, *q = D + n, *mu = q + n, *mur = mu + nc;

    for (zn_index a = 0; a < nc; a++)
        for (zn_index k = 0; k < d; k++)
            most = fmax(most, fabs(c->x[d * d * c->diag[a] + k * (d + 1)]));
    for (zn_index a = 0; a < nc; a++) {
        double *Da = D + d * a;

        contact_scale(c, a, most > 0 ? most : 1, Da);
        mu[a] = p->mu[a] * (Da[0] / Da[1]);
        mur[a] = p->mu_r[a] * (Da[0] / Da[1 + m]);
    }
    for (zn_index i = 0; i < n; i++) {
        q[i] = D[i] * p->q[i];
        z[i] /= D[i];
    }
    for (zn_index a = 0; a < nc; a++)
        for (zn_index k = c->p[a]; k < c->p[a + 1]; k++)
            for (zn_index j = 0; j < d; j++)
                for (zn_index i = 0; i < d; i++)
                    c->x[d * (d * k + j) + i] *=
                        D[d * a + i] * D[d * c->i[k] + j];
    c->q = q;
    c->mu = mu;
    c->mur = mur;
    c->scale = D;
    return ZN_OK;
}

void zni_fc_unscale(const zni_fc *c, double z[], double w[])
{
    for (zn_index i = 0; i < c->n && c->scale; i++) {
        z[i] *= c->scale[i];
        w[i] /= c->scale[i];
    }
}
