/* condense.c - a generic mechanical problem without its equality rows
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/finite.h"
#include "generic.h"

/* With E the equality rows and R the others, w_E = 0 gives
 *     z_E = -M_EE^-1 (q_E + M_ER z_R),
 *     w_R = S z_R + s,  S = M_RR - M_RE M_EE^-1 M_ER,  s = q_R - M_RE M_EE^-1 q_E,
 * the Schur complement (Cottle, Pang & Stone 1992, section 2.3), which is dense.
 * Column j of S is the R part of M (e_j - M_EE^-1 M_Ej). */

/* Written out in full its products are cheaper where at least an eighth of M is stored, and not when
 * there are so many rows that it would be the largest thing here. */
enum { FULL = 1500, EIGHTH = 8 };

bool zni_condensed_thin(const zn_matrix *M)
{
    return zn_matrix_nnz(M) < M->rows * M->rows / EIGHTH;
}

static bool written_out(const zn_matrix *M)
{
    return M->rows <= FULL && !zni_condensed_thin(M);
}

static zn_status room(zn_ctx *ctx, zni_condensed *k, zn_index n, zn_index m, bool parts, bool full)
{
    return ZNI_GROW(ctx, ZNI_BARE(k, full, full ? n * n : 0),
                    ZNI_BARE(k, v, m * m + 8 * m + 3 * n), ZNI_ARRAY(k, index, 3 * m + 1),
                    ZNI_BARE(k, column, parts ? n : 0), ZNI_ARRAY(k, spot, parts ? 2 * n : 0),
                    ZNI_ARRAY(k, kind, m));
}

zn_status zni_condensed_reserve(zn_ctx *ctx, zni_condensed *k, zn_index n,
                                zn_index m, zn_index nnz)
{
    zn_status st = n > 0 ? zni_joint_reserve(ctx, &k->joint, n, nnz) : ZN_OK;

    if (!st)
        st = zni_gm_reserve(ctx, &k->reduced, m, m * m);
    return st ? st : room(ctx, k, n, m, true, n <= FULL && nnz >= n * n / EIGHTH);
}

/* Rows up to which those that are no contacts make one block. */
enum { TOGETHER = 200 };

/* Stops and dry friction of one joint act along the same line, so that sweeps over
 * blocks of their own would creep: rows of boxes are one block. */
static bool together(const zni_condensed *k, const zni_gm *g)
{
    zn_index rows = 0;

    for (zn_index a = 0; a < g->nu; a++)
        rows += k->joint.of[a] < 0 && g->mu[a] < 0;
    return rows <= TOGETHER;
}

/* block a at the end of those that stay, or with the one before: its rows */
static zn_index put(zni_condensed *k, const zni_gm *g, zn_index a, bool join,
                    zn_index i)
{
    const zn_generic *p = g->p;
    zn_index m = k->M.rows, first = i, *start = k->index + m,
             *from = start + m + 1;
    double *lb = k->v + m * m + m, *ub = lb + m, *mu = ub + m, *mur = mu + m;
    bool contact = p->kind[a] >= ZN_GENERIC_FRICTION_2D;

    for (zn_index r = p->start[a]; r < p->start[a + 1]; r++) {
        if (k->joint.of[g->cells.part[r]] >= 0)
            continue;
        k->index[i] = r;
        lb[i] = g->lo[r];
        ub[i++] = g->hi[r];
    }
    if (i == first)
        return i;
    if (join && k->p.nb > 0) {
        k->kind[k->p.nb - 1] = ZN_GENERIC_RELAY;
        return i;
    }
    start[k->p.nb] = first;
    from[k->p.nb] = a;
    mu[k->p.nb] = contact ? p->mu[a] : 0;
    mur[k->p.nb] = p->kind[a] >= ZN_GENERIC_ROLLING_2D ? p->mu_r[a] : 0;
    mur[m + k->p.nb] =
        p->kind[a] == ZN_GENERIC_SPINNING_3D ? p->mu_r[p->nb + a] : 0;
    k->kind[k->p.nb++] = p->kind[a];
    return i;
}

/* The blocks that stay, boxes before contacts; a relay without bounds is an
 * equality. */
static void blocks(zni_condensed *k, const zni_gm *g, zn_index m)
{
    const zn_generic *p = g->p;
    double *q = k->v + m * m;
    zn_index *start = k->index + m, i = 0;
    bool join = together(k, g);

    k->p = (zn_generic){.n = m,
                        .M = &k->M,
                        .q = q,
                        .start = start,
                        .kind = k->kind,
                        .lb = q + m,
                        .ub = q + 2 * m,
                        .mu = q + 3 * m,
                        .mu_r = q + 4 * m};
    for (zn_index a = 0; a < p->nb; a++)
        if (p->kind[a] < ZN_GENERIC_FRICTION_2D)
            i = put(k, g, a, join, i);
    for (zn_index a = 0; a < p->nb; a++)
        if (p->kind[a] >= ZN_GENERIC_FRICTION_2D)
            i = put(k, g, a, false, i);
    start[k->p.nb] = i;
    /* those of spin behind those of rolling */
    memmove(q + 4 * m + k->p.nb, q + 5 * m, (size_t)k->p.nb * sizeof *q);
}

/* t_E <- -M_EE^-1 u_E */
static bool solve(zni_condensed *k, const zni_gm *g, const double u[],
                  double t[], double b[])
{
    const zni_joint *e = &k->joint;
    bool good;

    for (zn_index i = 0; i < e->n; i++)
        b[i] = -u[g->ro[e->unit[i]]];
    good = e->n == 0 || zni_joint_solve(&k->joint, b);
    for (zn_index i = 0; i < e->n; i++)
        t[g->ro[e->unit[i]]] = b[i];
    return good;
}

/* ---- where joints fall into parts ------------------------------------------------------ */

/* Column j of S is then made of the columns of M that belong to j and to the
 * joints of the parts that M_Ej touches. What it costs does not grow with the number of parts. */

/* What a column needs. */
typedef struct columns {
    const zni_csc *M;
    zni_joint *e;
    const zni_gm *g;
    double *b;          /* per row of E, zero between columns */
    const zn_index *spot; /* per row: its number among those that stay; -1: it is one of E */
    zn_index *touched;  /* parts, so many: */
    zn_index n;
} columns;

/* b = -M_Ej, and the parts in which it is not zero. @return its length */
static double begin(columns *k, zn_index col)
{
    const zni_csc *M = k->M;
    double size = 0;

    k->n = 0;
    for (zn_index e = M->p[col]; e < M->p[col + 1]; e++) {
        const zn_index row = k->e->of[k->g->cells.part[M->i[e]]]; /* of E, or -1 */
        zn_index a, i = 0;

        if (row < 0 || M->x[e] == 0)
            continue;
        k->b[row] = -M->x[e];
        size += M->x[e] * M->x[e];
        a = k->e->parts.of[row];
        while (i < k->n && k->touched[i] != a)
            i++;
        if (i == k->n)
            k->touched[k->n++] = a;
    }
    return sqrt(size);
}

/* out = out + x times the rows of that column of M that stay */
static void add(const columns *k, zn_index col, double x, double out[])
{
    const zni_csc *M = k->M;

    for (zn_index e = M->p[col]; e < M->p[col + 1]; e++)
        if (k->spot[M->i[e]] >= 0)
            out[k->spot[M->i[e]]] += x * M->x[e];
}

/* What the joints of a part answer; b is zero there afterwards. */
static void answer(const columns *k, zn_index a, double out[])
{
    const zni_joint_parts *p = &k->e->parts;

    for (zn_index i = p->first[a]; i < p->first[a + 1]; i++) {
        const zn_index e = p->row[i];

        add(k, k->g->ro[k->e->unit[e]], k->b[e], out);
        k->b[e] = 0;
    }
}

static bool column(columns *k, zn_index col, zn_index m, double out[])
{
    const double size = begin(k, col);
    bool good = true;

    memset(out, 0, (size_t)m * sizeof *out);
    add(k, col, 1, out);
    for (zn_index i = 0; i < k->n; i++) {
        good = zni_joint_solve_part(k->e, k->touched[i], size, k->b) && good;
        answer(k, k->touched[i], out);
    }
    return good && zni_finite(m, out);
}

static bool all_columns(zni_condensed *c, const zni_gm *g)
{
    const zn_index m = c->p.n;
    columns k = {.M = &g->cells.csc, .e = &c->joint, .g = g, .b = c->column, .touched = c->spot + g->n};
    bool good = true;

    k.spot = c->spot;
    for (zn_index i = 0; i < g->n; i++)
        c->spot[i] = -1;
    for (zn_index i = 0; i < m; i++)
        c->spot[c->index[i]] = i;
    memset(k.b, 0, (size_t)c->joint.n * sizeof *k.b);
    for (zn_index j = 0; j < m; j++)
        good = column(&k, c->index[j], m, c->v + m * j) && good;
    return good;
}

/* ---- all of it ------------------------------------------------------------------------- */

zn_status zni_condensed_set(zn_ctx *ctx, zni_condensed *k, const zni_gm *g)
{
    zn_index n = g->n, m = 0;
    double *S, *q, *t, *u;
    zn_matrix full = *g->p->M;
    bool good = true, last = true, by_parts;
    zn_status st = zni_joint_set(ctx, &k->joint, g);

    k->open = false;
    if (st)
        return st;
    by_parts = k->joint.parts.n && g->p->M->storage != ZN_DENSE;
    m = n - k->joint.n;
    st = room(ctx, k, n, m, k->joint.parts.n, written_out(g->p->M));
    if (st)
        return st;
    if (written_out(g->p->M)) {
        zn_matrix_to_dense(g->p->M, k->full);
        full = zn_matrix_dense(n, n, k->full);
    }
    S = k->v;
    q = S + m * m;
    k->z = q + 6 * m;
    k->w = k->z + m;
    k->work = t = k->w + m;
    u = t + n;
    k->M = zn_matrix_dense(m, m, S);
    blocks(k, g, m);
    if (by_parts && !all_columns(k, g))
        return ZN_ESINGULAR;
    for (zn_index j = by_parts ? m : 0; j <= m; j++) {
        double *out = j < m ? S + m * j : q;

        /* the last column is q */
        memset(t, 0, (size_t)n * sizeof *t);
        if (j < m) {
            t[k->index[j]] = 1;
            zn_matrix_mul(&full, 1, t, 0, u);
        } else {
            memcpy(u, g->p->q, (size_t)n * sizeof *u);
        }
        last = solve(k, g, u, t, u + n);
        good = good && (last || j == m);
        if (j == m)
            memcpy(u, g->p->q, (size_t)n * sizeof *u);
        zn_matrix_mul(&full, 1, t, j < m ? 0 : 1, u);
        for (zn_index i = 0; i < m; i++)
            out[i] = u[k->index[i]];
        good = good && zni_finite(m, out);
    }
    k->open = good && !last;
    return good && last ? ZN_OK : ZN_ESINGULAR;
}

/* What q_E has that M_EE z cannot make is y with M_EE y = 0: w = 0 in these rows asks for y'q = 0 then, and of some
 * block |w_b| is y'q over the sum of all |y_b| at the least. */
bool zni_condensed_torn(zni_condensed *k, const zni_gm *g, zni_refute *proof, double least)
{
    const zn_generic *p = g->p;
    const zni_box box = {.n = g->n, .M = p->M, .q = p->q, .lo = g->lo, .hi = g->hi};
    const zni_joint *e = &k->joint;
    double *y = k->work, *r = y + g->n, value = 0, size = 0;

    for (zn_index i = 0; i < e->n; i++)
        r[i] = p->q[g->ro[e->unit[i]]];
    zni_joint_beyond(&k->joint, r);
    memset(y, 0, (size_t)g->n * sizeof *y);
    for (zn_index i = 0; i < e->n; i++) {
        const zn_index row = g->ro[e->unit[i]];

        y[row] = r[i];
        value += r[i] * p->q[row];
    }
    for (zn_index b = 0; b < p->nb; b++)
        size += zni_norm(p->start[b + 1] - p->start[b], y + p->start[b]);
    return fabs(value) > least * size && zni_refutes_rows(proof, &box, y);
}

void zni_condensed_restrict(zni_condensed *k, const double z[])
{
    for (zn_index i = 0; i < k->p.n; i++)
        k->z[i] = z[k->index[i]];
}

/* z_E moves by -M_EE^-1 w_E: rounding counts by the size of the move only */
void zni_condensed_expand(zni_condensed *k, const zni_gm *g, double z[])
{
    double *u = k->work, *t = u + g->n;

    for (zn_index i = 0; i < k->p.n; i++)
        z[k->index[i]] = k->z[i];
    zni_gm_mul(g, z, g->p->q, u);
    solve(k, g, u, u, t);
    for (zn_index e = 0; e < k->joint.n; e++) {
        zn_index i = g->ro[k->joint.unit[e]];

        z[i] += u[i];
    }
}

/* S x + s = w_R + S (x - z_R) - M_RE M_EE^-1 w_E */
void zni_condensed_correct(zni_condensed *k, const zni_gm *g, const double z[],
                           const double w[])
{
    zn_index m = k->p.n;
    double *q = k->v + m * m, *t = k->work, *u = t + g->n;

    zni_condensed_restrict(k, z);
    memset(t, 0, (size_t)g->n * sizeof *t);
    solve(k, g, w, t, u);
    zni_gm_mul(g, t, NULL, u);
    for (zn_index i = 0; i < m; i++)
        q[i] = w[k->index[i]] + u[k->index[i]];
    zn_matrix_mul(&k->M, -1, k->z, 1, q);
}

zn_status zni_condensed_units(zn_ctx *ctx, zni_condensed *k, const zni_gm *g)
{
    const zn_index *from = k->index + 2 * k->p.n + 1;
    const zn_status st = zni_gm_set(ctx, &k->reduced, &k->p);

    if (st)
        return st;
    k->reduced.qnorm = g->qnorm > 0 ? g->qnorm : 1;
    for (zn_index b = 0; b < k->p.nb; b++) {
        k->reduced.size[b] = g->size[from[b]];
        k->reduced.size[k->p.n + b] = g->size[g->n + from[b]];
    }
    return ZN_OK;
}

void zni_condensed_fini(zn_ctx *ctx, zni_condensed *k)
{
    zni_joint_fini(ctx, &k->joint);
    zni_gm_fini(ctx, &k->reduced);
    ZNI_FREE(ctx, k->v, k->full, k->index, k->kind, k->column, k->spot);
}
