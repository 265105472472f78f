/* rolling_scale.c - rolling friction problems with rows of one size
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling_scale.h"

#include "../linalg/pieces.h"
#include "sizes.h"

/* Moments and forces differ by a length, which may be millimetres, and rows of M by its square. With D diagonal,
 * positive and constant on the normal, the tangential and the rolling part of each contact,
 *     r = D r',   u = D^-1 u',   W' = D W D,   q' = D q,
 *     mu' = mu D_N / D_T,   mu_r' = mu_r D_N / D_M
 * is a problem of the same kind whose diagonal has one size: the largest mean over normal and tangential rows, which
 * does not depend on the unit of length, as moments do. D are powers of two, so nothing is rounded. A problem that is
 * scaled already has D = 1: its means have the binary exponent of the largest, which stays, or one less. So a caller
 * that scales its problem has it solved in place, without a copy. */

/* The parts are normal, tangential, rolling and, with six components, spin: where the part ends that begins with row
 * k. */
static zn_index part_end(zn_index d, zn_index k)
{
    const zn_index m = (d - 1) / 2;

    return k == 0 ? 1 : k + m < d ? k + m : d;
}

static double mean_of(zn_index k, zn_index end, const double w[])
{
    double mean = 0;

    for (zn_index i = k; i < end; i++)
        mean += fabs(w[i]) / (double)(end - k);
    return mean;
}

/* D of a contact, in place of its diagonal of W, in units of the largest mean, so that all D stay the same when W is
 * multiplied by a power of two. most[0] is the largest mean of normal and tangential rows, most[1] that of the others;
 * it replaces the mean of parts without a diagonal. */
static void contact_scale(zn_index d, const double most[2], double D[])
{
    const zn_index m = (d - 1) / 2;
    const double whole = zni_octave(most[0]);

    for (zn_index k = 0; k < d;) {
        const zn_index end = part_end(d, k);
        const double mean = mean_of(k, end, D), large = mean > 1e-14 * most[k > m] ? mean : most[k > m],
                     s = zni_over_root_octave(large / whole);

        for (; k < end; k++)
            D[k] = s;
    }
}

void zni_rolling_scales(zn_index d, zn_index nc, double D[], const double mu[], const double mur[],
                        double mu1[], double mur1[])
{
    const zn_index m = (d - 1) / 2;
    double most[2] = {0, 0};

    for (zn_index a = 0; a < nc; a++)
        for (zn_index k = 0; k < d; k = part_end(d, k))
            most[k > m] = fmax(most[k > m], mean_of(k, part_end(d, k), D + d * a));
    for (int k = 0; k < 2; k++) /* if all are zero: as the others, or 1 */
        if (!(most[k] > 0))
            most[k] = most[1 - k] > 0 ? most[1 - k] : 1;
    for (zn_index a = 0; a < nc; a++) {
        double *Da = D + d * a;

        contact_scale(d, most, Da);
        mu1[a] = mu[a] * (Da[0] / Da[1]);
        mur1[a] = mur[a] * (Da[0] / Da[1 + m]);
        if (d == 6)
            mur1[nc + a] = mur[nc + a] * (Da[0] / Da[5]);
    }
}

void zni_rolling_scale_blocks(zn_index d, zn_index nc, const zn_index p[], const zn_index at[],
                              const double D[], double x[])
{
    for (zn_index a = 0; a < nc; a++)
        for (zn_index k = p[a]; k < p[a + 1]; k++) {
            const double *Da = D + d * a, *Db = D + d * at[k];
            double *W = x + d * d * k;

            for (zn_index j = 0; j < d; j++)
                for (zn_index i = 0; i < d; i++)
                    W[i + d * j] = W[i + d * j] * Da[i] * Db[j];
        }
}

/* Sizes, lengths and the divisor of the error measure; diag: of W, which is not scaled yet. */
static void measures(zni_fc *c, const zn_matrix *M, const double diag[], const double q[])
{
    const zn_index d = c->d, nc = c->nc, m = (d - 1) / 2;
    double *length = c->size + nc;

    zni_rolling_sizes(d, nc, M, diag, c->size, length);
    c->qnorm = 0;
    for (zn_index a = 0; a < nc; a++)
        for (zn_index k = 0; k < d; k++)
            c->qnorm += q[d * a + k] * q[d * a + k] * (k > m ? length[a] * length[a] : 1);
    c->qnorm = sqrt(c->qnorm);
}

zn_status zni_fc_set_scaled(zn_ctx *ctx, zni_fc *c,
                            const zn_rolling_friction *p, double z[])
{
    const zn_index d = p->d, nc = p->nc, n = d * nc;
    double *D, *q, *mu, *mur;
    bool scaled = false;
    zn_status st;

    c->own_mu = p->mu;
    c->own_mur = p->mu_r;
    c->scale = NULL;
    st = ZNI_GROW(ctx, ZNI_ARRAY(c, own, 2 * n + 3 * nc), ZNI_ARRAY(c, size, 2 * nc));
    if (!st)
        st = zni_fc_set_blocks(ctx, c, d, nc, p->M, p->q, false);
    if (st)
        return st;
    D = c->own;
    q = D + n;
    mu = q + n;
    mur = mu + nc;
    for (zn_index a = 0; a < nc; a++)
        for (zn_index k = 0; k < d; k++)
            D[d * a + k] = q[d * a + k] = c->x[d * d * c->diag[a] + k * (d + 1)];
    zni_rolling_scales(d, nc, D, p->mu, p->mu_r, mu, mur);
    for (zn_index i = 0; i < n; i++)
        scaled = scaled || D[i] != 1;
    if (scaled && c->x != c->own_x)
        st = zni_fc_set_blocks(ctx, c, d, nc, p->M, p->q, true);
    if (st)
        return st;
    measures(c, p->M, q, p->q);
    for (zn_index i = 0; i < n; i++) {
        q[i] = D[i] * p->q[i];
        z[i] /= D[i];
    }
    if (scaled)
        zni_rolling_scale_blocks(d, nc, c->p, c->i, D, c->own_x);
    c->q = q;
    c->mu = mu;
    c->mur = mur;
    c->scale = D;
    return ZN_OK;
}

/* ---- with the equations of motion ---------------------------------------- */

zn_status zni_scaled_set(zn_ctx *ctx, zni_scaled *s,
                         const zn_global_rolling_friction *p,
                         zn_global_friction *g, zni_fc *c)
{
    zn_index n = p->n, nc = p->nc, m = p->d * nc;
    zn_status st = zni_columns_set(ctx, &s->columns, p->H);

    if (!st)
        st = zn_grow(ctx, &s->v, &s->cap_v, n + 2 * m + 3 * nc, sizeof *s->v);
    if (st)
        return st;

    double *D = s->v + n, *b = D + m, *mu = b + m, *mur = mu + nc;

    /* for the diagonal of W: only sizes matter, and masses are mostly near their diagonals */
    zni_motion_sizes(p->M, p->H, m, s->v, D);
    zni_rolling_scales(p->d, nc, D, p->mu, p->mu_r, mu, mur);
    for (zn_index j = 0; j < m; j++) {
        b[j] = D[j] * p->b[j];
        for (zn_index k = s->columns.p[j]; k < s->columns.p[j + 1]; k++)
            s->columns.x[k] *= D[j];
    }
    s->scale = D;
    s->H = zni_view_columns(n, m, s->columns.p, s->columns.i, s->columns.x);
    *g = (zn_global_friction){p->d, nc, n, p->M, &s->H, p->q, b, mu};
    *c = (zni_fc){.d = p->d, .nc = nc, .mu = mu, .mur = mur};
    return ZN_OK;
}

void zni_scaled_fini(zn_ctx *ctx, zni_scaled *s)
{
    zni_columns_fini(ctx, &s->columns);
    zn_free_array(ctx, s->v);
}
