/* condense.c - elimination of the percussions z_e of equalities, which leaves the contacts, by
 *
 *     M_ee z_e + M_ec z_c + q_e = 0
 * SPDX-License-Identifier: Apache-2.0 */
#include "impact.h"

#include "../../core/room.h"

zn_status zni_percussion_reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    zni_percussion *c = state;

    (void)nnz;
    return ZNI_GROW(ctx, ZNI_ARRAY(c, row, n), ZNI_ARRAY(c, eqrow, n), ZNI_ARRAY(c, of, n),
                    ZNI_ARRAY(c, normal, n), ZNI_ARRAY(c, mu, n), ZNI_ARRAY(c, q, n),
                    ZNI_ARRAY(c, P, 5 * n), ZNI_ARRAY(c, M, n * n), ZNI_ARRAY(c, all, n * n));
}

/* sorts the rows: normals of contacts, then their tangents; equalities separately */
static void sort(zni_percussion *c, const zn_multiple_impact *p)
{
    const zn_index n = p->n;

    c->m = c->k = 0;
    for (zn_index i = 0; i < n; i++)
        if (p->eq && p->eq[i])
            c->eqrow[c->k++] = i;
        else if (!zni_impact_tangent(p, i))
            c->row[c->m++] = i;
    c->normals = c->m;
    for (zn_index j = 0; j < c->normals; j++)
        if (zni_impact_tangent(p, c->row[j] + 1)) {
            c->normal[c->m - c->normals] = j;
            c->mu[c->m - c->normals] = p->mu[c->row[j]];
            c->row[c->m++] = c->row[j] + 1;
        }
}

/* A = M_ee, B = A^-1 M_ec, b = A^-1 q_e */
static zn_status eliminate(zni_percussion *c, zn_ctx *ctx,
                           const zn_multiple_impact *p)
{
    const zn_index n = p->n, k = c->k, m = c->m;
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(c, B, k * m), ZNI_ARRAY(c, b, k));

    if (!st)
        st = zni_lu_size(ctx, &c->A, k);
    if (st)
        return st;
    for (zn_index j = 0; j < k; j++) {
        c->b[j] = p->q[c->eqrow[j]];
        for (zn_index i = 0; i < k; i++)
            c->A.a[i + j * k] = c->all[c->eqrow[i] + c->eqrow[j] * n];
    }
    for (zn_index j = 0; j < m; j++)
        for (zn_index i = 0; i < k; i++)
            c->B[i + j * k] = c->all[c->eqrow[i] + c->row[j] * n];
    if (zni_lu_factor(&c->A))
        return zn_fail(ctx, ZN_ESINGULAR, "multiple impact: equalities that depend on one another");
    for (zn_index j = 0; j < m; j++)
        zni_lu_solve(&c->A, c->B + j * k);
    zni_lu_solve(&c->A, c->b);
    return ZN_OK;
}

zn_status zni_percussion_form(zni_percussion *c, zn_ctx *ctx, const zn_multiple_impact *p,
                              int refused)
{
    const zn_index n = p->n;
    zn_status st = zni_impact_refuse(ctx, p, refused);

    if (!st)
        st = zni_percussion_reserve(c, ctx, n, 0);
    if (st)
        return st;
    sort(c, p);
    c->w = c->P + c->m;
    c->work = c->w + c->m;
    zn_matrix_to_dense(p->M, c->all);
    if (c->k)
        st = eliminate(c, ctx, p);
    for (zn_index j = 0; !st && j < c->m; j++) {
        c->q[j] = p->q[c->row[j]];
        c->of[j] = p->of[c->row[j]];
        for (zn_index l = 0; l < c->k; l++)
            c->q[j] -= c->all[c->row[j] + c->eqrow[l] * n] * c->b[l];
        for (zn_index i = 0; i < c->m; i++) {
            double sum = c->all[c->row[i] + c->row[j] * n];
            for (zn_index l = 0; l < c->k; l++)
                sum -= c->all[c->row[i] + c->eqrow[l] * n] * c->B[l + j * c->k];
            c->M[i + j * c->m] = sum;
        }
        c->P[j] = 0;
        c->w[j] = c->q[j];
    }
    return st;
}

void zni_percussion_expand(const zni_percussion *c, const zn_multiple_impact *p,
                           const double P[], double z[], double w[])
{
    for (zn_index j = 0; j < c->m; j++)
        z[c->row[j]] = P[j];
    for (zn_index l = 0; l < c->k; l++) {
        double sum = -c->b[l];
        for (zn_index j = 0; j < c->m; j++)
            sum -= c->B[l + j * c->k] * P[j];
        z[c->eqrow[l]] = sum;
    }
    for (zn_index i = 0; i < p->n; i++)
        w[i] = p->q[i];
    zn_matrix_mul(p->M, 1, z, 1, w);
}

void zni_percussion_fini(zni_percussion *c, zn_ctx *ctx)
{
    ZNI_FREE(ctx, c->M, c->q, c->P, c->of, c->normal, c->mu, c->row, c->eqrow, c->B, c->b, c->all);
    zni_lu_fini(ctx, &c->A);
}
