/* units.c - a generic mechanical problem as block rows of its units
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic.h"
#include "../../linalg/twice.h"
#include "../../linalg/units.h"

static zn_status grow_rows(zn_ctx *ctx, zni_gm *g, zn_index n)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(g, ro, n + 1), ZNI_ARRAY(g, size, 2 * n), ZNI_ARRAY(g, lo, n),
                    ZNI_ARRAY(g, hi, n), ZNI_ARRAY(g, mu, n), ZNI_ARRAY(g, mur, 2 * n),
                    ZNI_ARRAY(g, by, n));
}

/* nnz counts the whole blocks of contacts; every row may be a unit. */
zn_status zni_gm_reserve(zn_ctx *ctx, zni_gm *g, zn_index n, zn_index nnz)
{
    const zn_status st = grow_rows(ctx, g, n);

    return st ? st : zni_cells_reserve(ctx, &g->cells, n, nnz);
}

/* Units, bounds and coefficients. */
static void cut(zni_gm *g, const zn_generic *p)
{
    zn_index nu = 0;

    for (zn_index b = 0; b < p->nb; b++) {
        bool contact = p->kind[b] >= ZN_GENERIC_FRICTION_2D;

        for (zn_index i = p->start[b]; i < p->start[b + 1]; i++) {
            bool relay = p->kind[b] == ZN_GENERIC_RELAY;

            g->lo[i] = relay                                 ? p->lb[i]
                       : p->kind[b] == ZN_GENERIC_UNILATERAL ? 0
                                                             : -INFINITY;
            g->hi[i] = relay ? p->ub[i] : INFINITY;
            g->by[i] = 1;
            if (contact && i > p->start[b])
                continue;
            g->ro[nu] = i;
            g->mu[nu] = contact ? p->mu[b] : -1;
            g->mur[2 * nu] = -1;
            g->mur[2 * nu++ + 1] = 0;
        }
    }
    g->ro[nu] = p->n;
    g->nu = nu;
    g->n = p->n;
}

/* the sizes and lengths of the blocks (1 without rolling), and the coefficients and norm that depend on them */
static void sizes(zni_gm *g)
{
    const zn_generic *p = g->p;
    double *length = g->size + g->n, q2 = 0;

    zni_generic_sizes(p, g->size);
    for (zn_index b = 0; b < p->nb; b++) {
        zn_index a = g->cells.part[p->start[b]], end = p->start[b + 1];
        zn_index turns =
            p->start[b] + zni_generic_plain_rows(p->kind[b], end - p->start[b]);

        length[b] = turns < end ? g->size[p->start[b] + 1] : 1;
        g->size[b] = g->size[p->start[b]]; /* later blocks are read from later places */
        for (zn_index i = p->start[b]; i < end; i++) {
            double q = i < turns ? p->q[i] : length[b] * p->q[i];

            q2 += q * q;
        }
        if (turns == end)
            continue;
        for (zn_index i = turns; i < end; i++)
            g->by[i] = length[b];
        g->mur[2 * a] = p->mu_r[b] / length[b];
        if (p->kind[b] == ZN_GENERIC_SPINNING_3D)
            g->mur[2 * a + 1] = p->mu_r[p->nb + b] / length[b];
    }
    g->qnorm = sqrt(q2);
}

zn_status zni_gm_cut(zn_ctx *ctx, zni_gm *g, const zn_generic *p)
{
    zn_status st = grow_rows(ctx, g, p->n);

    if (st)
        return st;
    g->p = p;
    cut(g, p);
    st = zni_cells_cut(ctx, &g->cells, g->n, g->nu, g->ro);
    if (st)
        return st;
    sizes(g);
    return ZN_OK;
}

zn_status zni_gm_fill(zn_ctx *ctx, zni_gm *g)
{
    return zni_cells_set(ctx, &g->cells, g->p->M);
}

zn_status zni_gm_set(zn_ctx *ctx, zni_gm *g, const zn_generic *p)
{
    zn_status st = zni_gm_cut(ctx, g, p);

    return st ? st : zni_gm_fill(ctx, g);
}

void zni_gm_fini(zn_ctx *ctx, zni_gm *g)
{
    ZNI_FREE(ctx, g->ro, g->lo, g->hi, g->mu, g->mur, g->by, g->size);
    zni_cells_fini(ctx, &g->cells);
}

/* ---- products, error, projection ------------------------------------------------------- */

/* w += (block row) z, for units of one row and of three rows, which are the most frequent ones and take most of the
 * time of a sweep */
static void row_of_one(const zni_gm *g, zn_index a, const double z[], double w[])
{
    const zn_index *ro = g->ro, *col = g->cells.col, end = g->cells.row[a + 1];
    const double *x = g->cells.x + g->cells.bp[g->cells.row[a]]; /* the blocks of a row are contiguous */
    double s = w[0];

    for (zn_index k = g->cells.row[a]; k < end; k++)
        for (zn_index j = ro[col[k]]; j < ro[col[k] + 1]; j++)
            s += *x++ * z[j];
    w[0] = s;
}

static void row_of_three(const zni_gm *g, zn_index a, const double z[], double w[])
{
    const zn_index *ro = g->ro, *col = g->cells.col, end = g->cells.row[a + 1];
    const double *x = g->cells.x + g->cells.bp[g->cells.row[a]];
    double s = w[0], t = w[1], u = w[2];

    for (zn_index k = g->cells.row[a]; k < end; k++)
        for (zn_index j = ro[col[k]]; j < ro[col[k] + 1]; j++, x += 3) {
            s += x[0] * z[j];
            t += x[1] * z[j];
            u += x[2] * z[j];
        }
    w[0] = s;
    w[1] = t;
    w[2] = u;
}

void zni_gm_row(const zni_gm *g, zn_index a, const double z[], const double q[],
                double w[])
{
    zn_index rows = g->ro[a + 1] - g->ro[a];

    for (zn_index i = 0; i < rows; i++)
        w[i] = q ? q[i] : 0;
    if (rows == 1) {
        row_of_one(g, a, z, w);
        return;
    }
    if (rows == 3) {
        row_of_three(g, a, z, w);
        return;
    }
    for (zn_index k = g->cells.row[a]; k < g->cells.row[a + 1]; k++) {
        const double *x = g->cells.x + g->cells.bp[k];

        for (zn_index j = g->ro[g->cells.col[k]]; j < g->ro[g->cells.col[k] + 1]; j++)
            for (zn_index i = 0; i < rows; i++)
                w[i] += *x++ * z[j];
    }
}

void zni_gm_mul(const zni_gm *g, const double z[], const double q[], double w[])
{
    if (q)
        memcpy(w, q, (size_t)g->n * sizeof *w);
    zn_matrix_mul(g->p->M, 1, z, q ? 1 : 0, w); /* the matrix as it is stored is quicker than block rows */
}

static double unit2(const zni_gm *g, zn_index a, double size, double length,
                    const double z[], const double w[])
{
    const zn_index i = g->ro[a];
    double r;

    if (g->mu[a] >= 0)
        return zni_gm_contact_error2(g, a, size, length, z + i, w + i);
    r = fmin(size * z[i] - size * g->lo[i], w[i]);
    r = fmax(r, size * z[i] - size * g->hi[i]);
    return isnan(z[i] + w[i]) ? NAN : r * r;
}

double zni_gm_error(const zni_gm *g, const double z[], const double w[])
{
    const zn_generic *p = g->p;
    double most = 0;
    zn_index a = 0;

    for (zn_index b = 0; b < p->nb; b++) {
        double sum = 0;

        for (; a < g->nu && g->ro[a] < p->start[b + 1]; a++)
            sum += unit2(g, a, g->size[b], g->size[g->n + b], z, w);
        if (!(sum <= most))
            most = sum;
        if (isnan(most))
            return NAN;
    }
    /* the host computes the same in another order: a margin for its rounding */
    return (1 + 1e-6) * sqrt(most) / (g->qnorm > 0 ? g->qnorm : 1);
}

bool zni_gm_hides(const zni_gm *g, const double z[])
{
    const zn_generic *p = g->p;
    double most = 0;

    for (zn_index b = 0; b < p->nb; b++)
        for (zn_index i = p->start[b]; i < p->start[b + 1]; i++)
            most = fmax(most, g->size[b] * fabs(z[i]));
    return zni_hides(most, g->qnorm);
}

void zni_gm_project_unit(const zni_gm *g, zn_index a, double z[])
{
    if (g->mu[a] >= 0)
        zni_gm_contact_project(g, a, z);
    else
        z[0] = zni_gm_clip(g, g->ro[a], z[0]);
}

void zni_gm_project(const zni_gm *g, double z[])
{
    for (zn_index a = 0; a < g->nu; a++)
        zni_gm_project_unit(g, a, z + g->ro[a]);
}
