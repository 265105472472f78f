/* condense.c - elimination of the equality rows of a generic mechanical problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/finite.h"
#include "../../linalg/wide.h"
#include "generic.h"

/* With E the equality rows and R the others, w_E = 0 gives
 *     z_E = -M_EE^-1 (q_E + M_ER z_R),
 *     w_R = S z_R + s,  S = M_RR - M_RE M_EE^-1 M_ER,  s = q_R - M_RE M_EE^-1 q_E,
 * where S, the Schur complement (Cottle, Pang & Stone 1992, section 2.3), is dense. */

bool zni_condensed_thin(const zn_matrix *M)
{
    enum { EIGHTH = 8 };

    return zn_matrix_nnz(M) < M->rows * M->rows / EIGHTH;
}

static zn_status room(zn_ctx *ctx, zni_condensed *k, zn_index n, zn_index m)
{
    return ZNI_GROW(ctx, ZNI_BARE(k, v, m * m + 8 * m + 3 * n), ZNI_ARRAY(k, index, 3 * m + 1 + n),
                    ZNI_ARRAY(k, kind, m));
}

zn_status zni_condensed_reserve(zn_ctx *ctx, zni_condensed *k, zn_index n,
                                zn_index m, zn_index nnz)
{
    zn_status st = n > 0 ? zni_joint_reserve(ctx, &k->joint, n, nnz) : ZN_OK;

    if (!st)
        st = zni_gm_reserve(ctx, &k->reduced, m, m * m);
    return st ? st : room(ctx, k, n, m);
}

/* The most rows of boxes that are joined into one block. */
enum { TOGETHER = 200 };

/* Are the rows of boxes joined into one block? Stops and dry friction of one joint act along the same line, so that
 * sweeps over separate blocks would converge slowly. */
static bool joins_boxes(const zni_condensed *k, const zni_gm *g)
{
    zn_index rows = 0;

    for (zn_index a = 0; a < g->nu; a++)
        rows += k->joint.of[a] < 0 && g->mu[a] < 0;
    return rows <= TOGETHER;
}

/* Appends block a to those that stay, or joins it to the last one; i is the next row, which is returned. */
static zn_index append_block(zni_condensed *k, const zni_gm *g, zn_index a, bool join,
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

/* The blocks that stay, boxes before contacts. (Relays with infinite bounds were eliminated as equalities.) */
static void set_blocks(zni_condensed *k, const zni_gm *g, zn_index m)
{
    const zn_generic *p = g->p;
    double *q = k->v + m * m;
    zn_index *start = k->index + m, i = 0;
    bool join = joins_boxes(k, g);

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
            i = append_block(k, g, a, join, i);
    for (zn_index a = 0; a < p->nb; a++)
        if (p->kind[a] >= ZN_GENERIC_FRICTION_2D)
            i = append_block(k, g, a, false, i);
    start[k->p.nb] = i;
    /* mu_s follows mu_r without a gap */
    memmove(q + 4 * m + k->p.nb, q + 5 * m, (size_t)k->p.nb * sizeof *q);
}

/* t_E <- -M_EE^-1 u_E */
static void solve_joints(zni_condensed *k, const zni_gm *g, const double u[], double t[], double b[])
{
    const zni_joint *e = &k->joint;

    for (zn_index i = 0; i < e->n; i++)
        b[i] = -u[g->ro[e->unit[i]]];
    if (e->n > 0)
        zni_joint_solve(&k->joint, b);
    for (zn_index i = 0; i < e->n; i++)
        t[g->ro[e->unit[i]]] = b[i];
}

/* ---- the columns of S ------------------------------------------------------------------ */

/* Column j of S is the R part of M (e_j - M_EE^-1 M_Ej). It needs column j of M, and the columns of the equality
 * rows in those parts of M_EE in which M_Ej is not zero; its cost does not grow with the number of parts. s is
 * computed from q in the same way. */

/* A column of M, or q: its n entries, in the rows i, or (NULL) in all of them. */
typedef struct entries {
    zn_index n;
    const zn_index *i;
    const double *x;
} entries;

typedef struct columns {
    zni_joint *e;
    const zni_gm *g;
    double *b;            /* per row of E: the right-hand side, zero between columns */
    double *t;            /* per row of M: the column with all of its rows           */
    zn_index *touched, n; /* the parts in which b is not zero                        */
} columns;

static entries column_of(const zni_gm *g, zn_index j)
{
    const zn_matrix *M = g->p->M;
    const zni_csc *c = &g->cells.csc;

    if (M->storage == ZN_DENSE)
        return (entries){g->n, NULL, M->x + g->n * j};
    return (entries){c->p[j + 1] - c->p[j], c->i + c->p[j], c->x + c->p[j]};
}

static void touch(columns *k, zn_index part)
{
    for (zn_index i = 0; i < k->n; i++)
        if (k->touched[i] == part)
            return;
    k->touched[k->n++] = part;
}

/* b = minus the entries in E; returns its length */
static double set_right_side(columns *k, const entries *c)
{
    double size = 0;

    k->n = 0;
    for (zn_index e = 0; e < c->n; e++) {
        const zn_index row = k->e->of[k->g->cells.part[c->i ? c->i[e] : e]]; /* of E, or -1 */

        if (row < 0 || c->x[e] == 0)
            continue;
        k->b[row] = -c->x[e];
        size += c->x[e] * c->x[e];
        touch(k, k->e->parts.n ? k->e->parts.of[row] : 0);
    }
    return sqrt(size);
}

/* t += x times the entries */
ZNI_WIDE static void add(const entries *c, double x, double t[])
{
    if (!c->i)
        zni_add_wide(c->n, x, c->x, t);
    for (zn_index e = 0; c->i && e < c->n; e++)
        t[c->i[e]] += x * c->x[e];
}

/* t += M b of the joints of one part, or of all; b is zero there afterwards */
static void add_joints(const columns *k, zn_index a)
{
    const zni_joint_parts *p = &k->e->parts;
    const zn_index first = p->n ? p->first[a] : 0, end = p->n ? p->first[a + 1] : k->e->n;

    for (zn_index i = first; i < end; i++) {
        const zn_index e = p->n ? p->row[i] : i;
        const entries c = column_of(k->g, k->g->ro[k->e->unit[e]]);

        add(&c, k->b[e], k->t);
        k->b[e] = 0;
    }
}

/* out = the column of S, or s: its m rows that stay. False: inaccurate. */
static bool column(columns *k, entries c, zn_index m, const zn_index stay[], double out[])
{
    const double size = set_right_side(k, &c);
    bool good = true;

    memset(k->t, 0, (size_t)k->g->n * sizeof *k->t);
    add(&c, 1, k->t);
    for (zn_index i = 0; i < k->n; i++) {
        good = zni_joint_solve_part(k->e, k->touched[i], size, k->b) && good;
        add_joints(k, k->touched[i]);
    }
    for (zn_index i = 0; i < m; i++)
        out[i] = k->t[stay[i]];
    return good && zni_finite(m, out);
}

zn_status zni_condensed_set(zn_ctx *ctx, zni_condensed *k, const zni_gm *g)
{
    zn_index n = g->n, m = 0;
    columns all = {.e = &k->joint, .g = g};
    double *q;
    bool good = true, last;
    zn_status st = zni_joint_set(ctx, &k->joint, g);

    k->open = false;
    if (st)
        return st;
    m = n - k->joint.n;
    st = room(ctx, k, n, m);
    if (st)
        return st;
    q = k->v + m * m;
    k->z = q + 6 * m;
    k->w = k->z + m;
    k->work = k->w + m;
    k->M = zn_matrix_dense(m, m, k->v);
    set_blocks(k, g, m);
    all.t = k->work;
    all.b = all.t + n;
    all.touched = k->index + 3 * m + 1;
    memset(all.b, 0, (size_t)n * sizeof *all.b);
    for (zn_index j = 0; j < m; j++)
        good = column(&all, column_of(g, k->index[j]), m, k->index, k->v + m * j) && good;
    last = column(&all, (entries){n, NULL, g->p->q}, m, k->index, q);
    k->open = good && !last;
    return good && last ? ZN_OK : ZN_ESINGULAR;
}

/* The part of q_E outside of the range of M_EE gives y with M_EE y = 0. w = 0 in these rows requires y'q = 0; otherwise
 * some block has |w_b| >= |y'q| / (sum of all |y_b|). */
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

/* z_E is corrected by -M_EE^-1 w_E, so that the rounding is relative to the correction only */
void zni_condensed_expand(zni_condensed *k, const zni_gm *g, double z[])
{
    double *u = k->work, *t = u + g->n;

    for (zn_index i = 0; i < k->p.n; i++)
        z[k->index[i]] = k->z[i];
    zni_gm_mul(g, z, g->p->q, u);
    solve_joints(k, g, u, u, t);
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
    solve_joints(k, g, w, t, u);
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
    ZNI_FREE(ctx, k->v, k->index, k->kind);
}
