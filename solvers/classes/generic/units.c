/* units.c - a generic mechanical problem as block rows of its units
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic.h"
#include "../../linalg/twice.h"
#include "../../linalg/units.h"
#include "lengths.h"

static zn_status grow_rows(zn_ctx *ctx, zni_gm *g, zn_index n)
{
    zn_status st = zn_grow(ctx, &g->ro, &g->cap_ro, n + 1, sizeof *g->ro);

    if (!st)
        st = zn_grow(ctx, &g->size, &g->cap_size, 2 * n, sizeof *g->size);
    if (!st)
        st = zn_grow(ctx, &g->unit, &g->cap_unit, n, sizeof *g->unit);
    if (!st)
        st = zn_grow(ctx, &g->lo, &g->cap_lo, n, sizeof *g->lo);
    if (!st)
        st = zn_grow(ctx, &g->hi, &g->cap_hi, n, sizeof *g->hi);
    if (!st)
        st = zn_grow(ctx, &g->mu, &g->cap_mu, n, sizeof *g->mu);
    if (!st)
        st = zn_grow(ctx, &g->mur, &g->cap_mur, 2 * n, sizeof *g->mur);
    if (!st)
        st = zn_grow(ctx, &g->length, &g->cap_length, n, sizeof *g->length);
    if (!st)
        st = zn_grow(ctx, &g->row, &g->cap_row, n + 1, sizeof *g->row);
    if (!st)
        st = zn_grow(ctx, &g->diag, &g->cap_diag, n, sizeof *g->diag);
    if (!st)
        st = zn_grow(ctx, &g->mark, &g->cap_mark, n, sizeof *g->mark);
    return st ? st : zn_grow(ctx, &g->next, &g->cap_next, n, sizeof *g->next);
}

static zn_status grow_blocks(zn_ctx *ctx, zni_gm *g, zn_index blocks)
{
    zn_status st = zni_room(ctx, &g->col, &g->cap_col, blocks, sizeof *g->col);

    return st ? st
              : zni_room(ctx, &g->bp, &g->cap_bp, blocks + 1, sizeof *g->bp);
}

/* nnz counts whole blocks of contacts; every row may be a unit. */
zn_status zni_gm_reserve(zn_ctx *ctx, zni_gm *g, zn_index n, zn_index nnz)
{
    zn_index most = nnz + 3 * n;
    zn_status st = grow_rows(ctx, g, n);

    if (n > 0 && most / n >= n)
        most = n * n;
    if (!st)
        st = grow_blocks(ctx, g, most);
    if (!st)
        st = zni_room(ctx, &g->x, &g->cap_x, most, sizeof *g->x);
    if (!st)
        st = zni_room(ctx, &g->to, &g->cap_to, nnz + n, sizeof *g->to);
    return st ? st : zni_csc_reserve(ctx, &g->csc, n, nnz);
}

/* Units, bounds and coefficients; are the units other than before? */
static bool cut(zni_gm *g, const zn_generic *p)
{
    zn_index nu = 0;
    bool moved = false;

    for (zn_index b = 0; b < p->nb; b++) {
        bool contact = p->kind[b] >= ZN_GENERIC_FRICTION_2D;

        for (zn_index i = p->start[b]; i < p->start[b + 1]; i++) {
            bool relay = p->kind[b] == ZN_GENERIC_RELAY;

            g->lo[i] = relay                                 ? p->lb[i]
                       : p->kind[b] == ZN_GENERIC_UNILATERAL ? 0
                                                             : -INFINITY;
            g->hi[i] = relay ? p->ub[i] : INFINITY;
            if (contact && i > p->start[b]) {
                g->unit[i] = nu - 1;
                continue;
            }
            moved = moved || nu >= g->nu || g->ro[nu] != i;
            g->ro[nu] = i;
            g->mu[nu] = contact ? p->mu[b] : -1;
            g->mur[2 * nu] = -1;
            g->mur[2 * nu + 1] = 0;
            g->length[nu] = 1;
            g->unit[i] = nu++;
        }
    }
    moved = moved || g->nu != nu || g->n != p->n;
    g->ro[nu] = p->n;
    g->nu = nu;
    g->n = p->n;
    return moved;
}

static zn_index places(zni_gm *g)
{
    zn_index at = 0;

    for (zn_index a = 0; a < g->nu; a++) {
        for (zn_index k = g->row[a]; k < g->row[a + 1]; k++) {
            g->bp[k] = at;
            at += (g->ro[a + 1] - g->ro[a]) *
                  (g->ro[g->col[k] + 1] - g->ro[g->col[k]]);
            if (g->col[k] == a)
                g->diag[a] = k;
        }
    }
    g->bp[g->row[g->nu]] = at;
    return at;
}

/* ---- dense: every block --------------------------------------------------------- */

static zn_status set_dense(zn_ctx *ctx, zni_gm *g, const zn_matrix *A)
{
    zn_index nu = g->nu, n = g->n;
    zn_status st = grow_blocks(ctx, g, nu * nu);

    if (!st)
        st = zni_room(ctx, &g->x, &g->cap_x, n * n, sizeof *g->x);
    if (st)
        return st;
    for (zn_index a = 0; a < nu; a++) {
        g->row[a] = nu * a;
        for (zn_index b = 0; b < nu; b++)
            g->col[nu * a + b] = b;
    }
    g->nblocks = g->row[nu] = nu * nu;
    places(g);
    for (zn_index a = 0; a < nu; a++) {
        zn_index rows = g->ro[a + 1] - g->ro[a];
        double *x = g->x + g->bp[g->row[a]];

        for (zn_index j = 0; j < n; j++, x += rows)
            memcpy(x, A->x + g->ro[a] + j * n, (size_t)rows * sizeof *x);
    }
    return ZN_OK;
}

/* ---- sparse: the pattern once ------------------------------------------------------ */

enum { COUNT, PLACE, LOCATE };

/* Entries column by column, so blocks of a row come in ascending order; mark[a]
 * is the last block column seen in row a. zni_csc stores every diagonal. */
static void walk(zni_gm *g, int what)
{
    const zni_csc *c = &g->csc;

    for (zn_index a = 0; a < g->nu; a++) {
        g->mark[a] = -1;
        g->next[a] = what == COUNT ? 0 : g->row[a];
    }
    for (zn_index j = 0; j < g->n; j++) {
        zn_index b = g->unit[j];

        for (zn_index k = c->p[j]; k < c->p[j + 1]; k++) {
            zn_index i = c->i[k], a = g->unit[i];

            if (g->mark[a] != b) {
                g->mark[a] = b;
                if (what == PLACE)
                    g->col[g->next[a]] = b;
                g->next[a]++;
            }
            if (what == LOCATE)
                g->to[k] = g->bp[g->next[a] - 1] + i - g->ro[a] +
                           (j - g->ro[b]) * (g->ro[a + 1] - g->ro[a]);
        }
    }
}

static zn_status pattern(zn_ctx *ctx, zni_gm *g)
{
    zn_status st;

    walk(g, COUNT);
    g->row[0] = 0;
    for (zn_index a = 0; a < g->nu; a++)
        g->row[a + 1] = g->row[a] + g->next[a];
    g->nblocks = g->row[g->nu];
    st = grow_blocks(ctx, g, g->nblocks);
    if (!st)
        st = zni_room(ctx, &g->to, &g->cap_to, g->csc.nnz, sizeof *g->to);
    if (st)
        return st;
    walk(g, PLACE);
    st = zni_room(ctx, &g->x, &g->cap_x, places(g), sizeof *g->x);
    if (!st)
        walk(g, LOCATE);
    return st;
}

static zn_status set_sparse(zn_ctx *ctx, zni_gm *g, const zn_matrix *A)
{
    bool fresh;
    zn_status st = zni_csc_set(ctx, &g->csc, A, &fresh);

    if (!st && (fresh || !g->known)) {
        g->known = false;
        st = pattern(ctx, g);
        g->known = !st;
    }
    if (st)
        return st;
    memset(g->x, 0, (size_t)g->bp[g->nblocks] * sizeof *g->x);
    for (zn_index k = 0; k < g->csc.nnz; k++)
        g->x[g->to[k]] = g->csc.x[k];
    return ZN_OK;
}

/* mean |M_ii| of some rows */
static double mean_of(zn_index n, const double diag[])
{
    double mean = 0;

    for (zn_index i = 0; i < n; i++)
        mean += fabs(diag[i]);
    return mean / (double)n;
}

/* the length of a block that rolls, 1 of others, and what depends on it */
static void lengths(zni_gm *g)
{
    const zn_generic *p = g->p;
    double *length = g->size + g->n, q2 = 0;

    for (zn_index b = 0; b < p->nb; b++) {
        zn_index a = g->unit[p->start[b]], end = p->start[b + 1];
        zn_index turns =
            p->start[b] + zni_generic_plain_rows(p->kind[b], end - p->start[b]);

        length[b] = turns < end ? zni_generic_length(g->size[b], length[b]) : 1;
        for (zn_index i = p->start[b]; i < end; i++) {
            double q = i < turns ? p->q[i] : length[b] * p->q[i];

            q2 += q * q;
        }
        if (turns == end)
            continue;
        g->length[a] = length[b];
        g->mur[2 * a] = p->mu_r[b] / length[b];
        if (p->kind[b] == ZN_GENERIC_SPINNING_3D)
            g->mur[2 * a + 1] = p->mu_r[p->nb + b] / length[b];
    }
    g->qnorm = sqrt(q2);
}

static void sizes(zni_gm *g)
{
    const zn_generic *p = g->p;
    double *turns = g->size + g->n, sum = 0, none;
    zn_index count = 0;

    zn_matrix_diag(p->M, g->size);
    for (zn_index b = 0; b < p->nb; b++) {
        zn_index i = p->start[b], n = p->start[b + 1] - i;
        zn_index m = zni_generic_plain_rows(p->kind[b], n);

        turns[b] = m < n ? mean_of(n - m, g->size + i + m) : 0;
        g->size[b] = mean_of(m, g->size + i);
        sum += g->size[b];
        count += g->size[b] > 0;
    }
    none = sum > 0 ? sum / (double)count : zni_matrix_unit(p->M);
    for (zn_index b = 0; b < p->nb; b++)
        g->size[b] = zni_octave(g->size[b] > 0 ? g->size[b] : none);
    lengths(g);
}

zn_status zni_gm_cut(zn_ctx *ctx, zni_gm *g, const zn_generic *p)
{
    zn_status st = grow_rows(ctx, g, p->n);

    if (st)
        return st;
    g->p = p;
    if (cut(g, p) || p->M->storage == ZN_DENSE)
        g->known = false;
    sizes(g);
    return ZN_OK;
}

zn_status zni_gm_fill(zn_ctx *ctx, zni_gm *g)
{
    const zn_matrix *M = g->p->M;

    return M->storage == ZN_DENSE ? set_dense(ctx, g, M)
                                  : set_sparse(ctx, g, M);
}

zn_status zni_gm_set(zn_ctx *ctx, zni_gm *g, const zn_generic *p)
{
    zn_status st = zni_gm_cut(ctx, g, p);

    return st ? st : zni_gm_fill(ctx, g);
}

void zni_gm_fini(zn_ctx *ctx, zni_gm *g)
{
    void *all[] = {g->ro,  g->unit,   g->lo,  g->hi,  g->mu,
                   g->mur, g->length, g->row, g->col, g->bp,
                   g->diag, g->x,     g->to,  g->mark, g->next,
                   g->size};

    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        zn_free_array(ctx, all[k]);
    zni_csc_fini(ctx, &g->csc);
}

/* ---- what is done with it ------------------------------------------------------------ */

zn_matrix zni_gm_matrix(const zni_gm *g)
{
    return (zn_matrix){.storage = ZN_BSR,
                       .rows = g->n,
                       .cols = g->n,
                       .x = g->x,
                       .p = g->row,
                       .i = g->col,
                       .nbr = g->nu,
                       .nbc = g->nu,
                       .ro = g->ro,
                       .co = g->ro,
                       .bp = g->bp};
}

void zni_gm_row(const zni_gm *g, zn_index a, const double z[], const double q[],
                double w[])
{
    zn_index rows = g->ro[a + 1] - g->ro[a];

    for (zn_index i = 0; i < rows; i++)
        w[i] = q ? q[i] : 0;
    for (zn_index k = g->row[a]; k < g->row[a + 1]; k++) {
        const double *x = g->x + g->bp[k];

        for (zn_index j = g->ro[g->col[k]]; j < g->ro[g->col[k] + 1]; j++)
            for (zn_index i = 0; i < rows; i++)
                w[i] += *x++ * z[j];
    }
}

void zni_gm_mul(const zni_gm *g, const double z[], const double q[], double w[])
{
    if (q)
        memcpy(w, q, (size_t)g->n * sizeof *w);
    zn_matrix_mul(g->p->M, 1, z, q ? 1 : 0, w); /* as it is stored: quicker */
}

static double unit2(const zni_gm *g, zn_index a, double size, double length,
                    const double z[], const double w[])
{
    zn_index i = g->ro[a], d = g->ro[a + 1] - i;
    double f[3], s[3], r;

    if (zni_gm_rolls(g, a))
        return zni_roll_error2(g, a, size, length, z + i, w + i);
    if (g->mu[a] >= 0) {
        for (zn_index k = 0; k < d; k++)
            s[k] = size * z[i + k];
        return zni_cone_natural(d, g->mu[a], 1, s, w + i, f);
    }
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
    /* the host computes the same in another order: leave it some room */
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
    if (zni_gm_rolls(g, a))
        zni_roll_project(g, a, z);
    else if (g->mu[a] >= 0)
        zn_friction_project(g->ro[a + 1] - g->ro[a], g->mu[a], z, z);
    else
        z[0] = zni_gm_clip(g, g->ro[a], z[0]);
}

void zni_gm_project(const zni_gm *g, double z[])
{
    for (zn_index a = 0; a < g->nu; a++)
        zni_gm_project_unit(g, a, z + g->ro[a]);
}
