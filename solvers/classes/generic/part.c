/* part.c - one block of a generic mechanical problem, solved exactly
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/units.h"
#include "generic.h"

/* Larger blocks are swept row by row: they are seldom full, and dense factors of them cost more than they gain. */
enum { LARGE = 200 };

static zn_index rows_of(const zn_generic *p, zn_index b)
{
    return p->start[b + 1] - p->start[b];
}

/* the method for block b */
static int how(const zn_generic *p, zn_index b, bool assemble)
{
    if (p->kind[b] >= ZN_GENERIC_FRICTION_2D)
        return ZNI_CONTACT;
    if (p->kind[b] == ZN_GENERIC_EQUALITY && assemble)
        return ZNI_JOINT;
    if (rows_of(p, b) == 1 || rows_of(p, b) > LARGE)
        return ZNI_ROWS;
    return p->kind[b] == ZN_GENERIC_EQUALITY ? ZNI_LINEAR : ZNI_BOX;
}

zn_index zni_gpart_values(zni_gsweep_work *k, const zni_gm *g, bool assemble)
{
    zn_index values = 0;

    k->largest = 0;
    for (zn_index b = 0; b < g->p->nb; b++) {
        zn_index m = rows_of(g->p, b);
        int h = how(g->p, b, assemble);

        if (h == ZNI_LINEAR || h == ZNI_BOX)
            values += m * m;
        if (h == ZNI_BOX && m > k->largest)
            k->largest = m;
    }
    return values;
}

/* ---- what does not depend on z -------------------------------------------------- */

static zni_lu factors(zni_gsweep_work *k, const zni_gm *g, zn_index b)
{
    zn_index i = g->p->start[b];

    return (zni_lu){.n = rows_of(g->p, b),
                    .a = k->dense + k->part[b].at,
                    .scale = k->scale + 2 * i,
                    .piv = k->piv + i};
}

/* D = the dense diagonal block b, whose units are rows; returns its largest |value| */
static double gather(const zni_gm *g, zn_index b, double D[])
{
    zn_index s = g->p->start[b], m = rows_of(g->p, b);
    double size = 0;

    memset(D, 0, (size_t)(m * m) * sizeof *D);
    for (zn_index i = 0; i < m; i++) {
        zn_index a = g->cells.part[s + i];

        for (zn_index k = g->cells.row[a]; k < g->cells.row[a + 1]; k++) {
            zn_index j = g->ro[g->cells.col[k]] - s;

            if (j < 0 || j >= m)
                continue;
            D[i + j * m] = g->cells.x[g->cells.bp[k]];
            size = fmax(size, fabs(D[i + j * m]));
        }
    }
    return size;
}

/* Redundant rows make the block singular: then a sweep makes one proximal step instead. */
static zn_status set_linear(zni_gsweep_work *k, const zni_gm *g, zn_index b)
{
    zni_lu lu = factors(k, g, b);
    zn_status st;
    double size = gather(g, b, lu.a);

    k->part[b].damp = 0;
    st = zni_lu_factor(&lu);
    if (st != ZN_ESINGULAR)
        return st;
    gather(g, b, lu.a);
    k->part[b].damp = 1e-9 * size;
    for (zn_index i = 0; i < lu.n; i++)
        lu.a[i * (lu.n + 1)] += k->part[b].damp;
    st = size > 0 ? zni_lu_factor(&lu) : ZN_ESINGULAR;
    if (st == ZN_ESINGULAR)
        k->part[b].damp = -1;
    return st == ZN_ESINGULAR ? ZN_OK : st;
}

zn_status zni_gpart_set(zni_gsweep_work *k, const zni_gm *g, bool assemble)
{
    const zn_generic *p = g->p;
    zn_index at = 0, contacts = 0;
    bool joint = false;
    zn_status st = ZN_OK;

    for (zn_index b = 0; b < p->nb && !st; b++) {
        zni_gpart *t = &k->part[b];
        zn_index m = rows_of(p, b), a = g->cells.part[p->start[b]];

        *t = (zni_gpart){.unit = a, .at = at};
        t->how = how(p, b, assemble);
        if (t->how == ZNI_JOINT) {
            /* the first block stands for all equality blocks */
            t->unit = joint ? -1 : a;
            joint = true;
        } else if (t->how == ZNI_CONTACT) {
            t->at = contacts;
            contacts += (zn_index)zni_gm_contact_set(g, a, k->contact + t->at);
        } else if (t->how == ZNI_LINEAR) {
            st = set_linear(k, g, b);
        } else if (t->how == ZNI_BOX) {
            double size = gather(g, b, k->dense + at);

            t->size = size > 0 ? zni_octave(size) : 1;
            for (zn_index i = 0; i < m * m; i++)
                k->dense[at + i] /= t->size;
        }
        if (t->how == ZNI_LINEAR || t->how == ZNI_BOX)
            at += m * m;
    }
    return st;
}

/* ---- solution of one block ----------------------------------------------------------- */

static void solve_row(const zni_gm *g, zn_index a, double z[])
{
    zn_index i = g->ro[a];
    double m = g->cells.x[g->cells.bp[g->cells.diag[a]]], w, q;

    zni_gm_row(g, a, z, g->p->q + i, &w);
    q = w - m * z[i];
    if (m > 0) {
        z[i] = zni_gm_clip(g, i, -q / m);
        return;
    }
    zn_matrix M = zn_matrix_dense(1, 1, &m);
    zni_box b = {.n = 1, .M = &M, .q = &q, .lo = &g->lo[i], .hi = &g->hi[i]};
    zn_solve_info info;
    double x = z[i];

    /* without a solution the row stays as it is until the others have moved */
    if (zni_box_scalar(&b, &x, &w, &info) == ZN_OK)
        z[i] = x;
}

static void solve_linear(zni_gsweep_work *k, const zni_gm *g, zn_index b,
                         double z[])
{
    zni_lu lu = factors(k, g, b);
    zn_index s = g->p->start[b];
    double *w = k->v;

    if (k->part[b].damp < 0)
        return;
    for (zn_index i = 0; i < lu.n; i++)
        zni_gm_row(g, k->part[b].unit + i, z, g->p->q + s + i, w + i);
    zni_lu_solve(&lu, w);
    for (zn_index i = 0; i < lu.n; i++)
        z[s + i] -= w[i];
}

/* By active sets, which are mostly those of the last sweep; if they fail, by pivots. M and q are scaled to the order of
 * one, as these methods expect. */
static zn_status solve_box(zn_ctx *ctx, zni_gsweep_work *k, const zni_gm *g,
                           zn_index b, double z[])
{
    const double tol = 1e-15; /* rounding */
    zn_index s = g->p->start[b], m = rows_of(g->p, b);
    const double *D = k->dense + k->part[b].at;
    double *q = k->v, *w = q + m, *x = w + m;
    zn_matrix M = zn_matrix_dense(m, m, D);
    double *lo = x + m, *hi = lo + m, unit = k->part[b].size, size;
    zni_box box = {.n = m, .M = &M, .q = q, .lo = lo, .hi = hi};
    zni_newton opt = {.tol = tol, .max_iter = 30, .plain = true};
    zn_solve_info info = {0};
    zn_status st;

    for (zn_index i = 0; i < m; i++)
        zni_gm_row(g, k->part[b].unit + i, z, g->p->q + s + i, q + i);
    for (zn_index j = 0; j < m; j++)
        for (zn_index i = 0; i < m; i++)
            q[i] -= unit * D[i + j * m] * z[s + j];
    size = zni_largest(q, m);
    size = size > 0 ? zni_octave(size) : 1;
    for (zn_index i = 0; i < m; i++) {
        q[i] /= size;
        x[i] = z[s + i] * unit / size;
        lo[i] = g->lo[s + i] * unit / size;
        hi[i] = g->hi[s + i] * unit / size;
    }
    st =
        zni_box_newton((zni_call){ctx, x, w, NULL, &info}, &k->box, &opt, &box);
    if (st == ZN_UNSOLVED && info.outcome != ZN_INACCURATE) {
        info = (zn_solve_info){0};
        k->pivots.tol = tol;
        k->pivots.max_iter = 100 * m;
        st = zni_pivots_solve((zni_call){ctx, x, w, NULL, &info}, &k->pivots,
                              &k->box, &box);
        if (!st || info.outcome == ZN_INACCURATE)
            st = zni_box_sharpen(ctx, &k->box, &k->pivots, &box, x, w, NULL);
    }
    if (st == ZN_ENOMEM)
        return st;
    for (zn_index i = 0; i < m; i++)
        if (isfinite(x[i]))
            z[s + i] = zni_gm_clip(g, s + i, x[i] * size / unit);
    return ZN_OK;
}

static void solve_joint(zni_gsweep_work *k, const zni_gm *g, double z[])
{
    zni_joint *e = &k->joint;

    for (zn_index i = 0; i < e->n; i++) {
        zn_index a = e->unit[i];

        zni_gm_row(g, a, z, g->p->q + g->ro[a], k->v + i);
    }
    zni_joint_solve(e, k->v);
    for (zn_index i = 0; i < e->n; i++)
        z[g->ro[e->unit[i]]] -= k->v[i];
}

zn_status zni_gpart_solve(zn_ctx *ctx, zni_gsweep_work *k, const zni_gm *g,
                          zn_index b, double z[])
{
    const zni_gpart *t = &k->part[b];

    switch (t->how) {
    case ZNI_ROWS:
        for (zn_index a = 0; a < rows_of(g->p, b); a++)
            solve_row(g, t->unit + a, z);
        break;
    case ZNI_CONTACT:
        zni_gm_contact_solve(g, t->unit, k->contact + t->at, z);
        break;
    case ZNI_LINEAR:
        solve_linear(k, g, b, z);
        break;
    case ZNI_BOX:
        return solve_box(ctx, k, g, b, z);
    case ZNI_JOINT:
        if (t->unit >= 0)
            solve_joint(k, g, z);
        break;
    }
    return ZN_OK;
}
