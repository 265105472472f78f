/* delassus.c - the condensed problem of one with the motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "delassus.h"

#include "../linalg/pieces.h"
#include "rolling_scale.h"
#include "sizes.h"

/* ---- W ------------------------------------------------------------------------- */

zn_status zni_delassus_look(zn_ctx *ctx, zni_delassus *s, zni_motion *g)
{
    const zn_status st = zni_motion_touch(ctx, g);

    s->values = g->m > 0 ? (double)g->columns.p[g->m] : 0;
    return st ? st
              : zn_grow(ctx, &s->mark, &s->cap_mark, 2 * g->nc + g->touching.n,
                        sizeof *s->mark);
}

/* Lists the contacts that share a block of M with a, into `to`, and returns their number. seen, met: of contacts and
 * nodes, marked with a + 1. */
static zn_index neighbours(const zni_motion *g, zn_index a, int32_t seen[], int32_t met[],
                           int32_t to[])
{
    const zni_by_columns *H = &g->columns;
    const zni_touching *t = &g->touching;
    zn_index count = 0;

    for (zn_index k = H->p[g->d * a]; k < H->p[g->d * (a + 1)]; k++) {
        const int32_t n = t->node[zni_bodies_of(&g->mass.bodies, H->i[k])];

        if (met[n] == a + 1)
            continue;
        met[n] = (int32_t)a + 1;
        for (int32_t l = t->first[n]; l < t->first[n + 1]; l++) {
            const int32_t c = t->at[l];

            if (seen[c] == a + 1)
                continue;
            seen[c] = (int32_t)a + 1;
            to[count++] = c;
        }
    }
    return count;
}

/* Clears these marks. */
static void unmark(zni_delassus *s, const zni_motion *g)
{
    memset(s->mark, 0, (size_t)(2 * g->nc + g->touching.n) * sizeof *s->mark);
}

bool zni_delassus_few(zni_delassus *s, const zni_motion *g, double most)
{
    const zn_index nc = g->nc, dd = g->d * g->d;
    zn_index count = 0;

    unmark(s, g);
    for (zn_index a = 0; a < nc && (double)(dd * count) <= most; a++)
        count += neighbours(g, a, s->mark, s->mark + 2 * nc, s->mark + nc);
    s->condensed = (double)(dd * count);
    return s->condensed <= most;
}

/* Block column b of W, W_ab = H_a' (M^-1 H_b), at the next place of each row; x: n zeros. */
static void fill(zni_delassus *s, zni_motion *g, zn_index b, zn_index count, const int32_t rows[],
                 zn_index next[], double x[])
{
    const zn_index d = g->d;

    for (zn_index e = 0; e < d; e++) {
        zni_motion_respond(g, d * b + e, x);
        for (zn_index l = 0; l < count; l++)
            zni_by_columns_gather(&g->columns, d * rows[l], d, x,
                                  s->x + d * (d * next[rows[l]] + e));
        zni_motion_forget(g, d * b + e, x);
    }
    for (zn_index l = 0; l < count; l++)
        s->i[next[rows[l]]++] = b;
}

static zn_status room(zn_ctx *ctx, zni_delassus *s, const zni_motion *g)
{
    const zn_index nc = g->nc, nb = s->p[nc], dd = g->d * g->d;
    return ZNI_GROW(ctx, ZNI_ARRAY(s, i, nb), ZNI_ARRAY(s, bp, nb), ZNI_ARRAY(s, x, dd * nb));
}

/* The clock is read once for LOOK contacts, each of which takes some thousand operations. */
enum { LOOK = 64, CONTACT = 4000 };

static bool late(zn_index a, const zn_monitor *mon)
{
    return a % LOOK == 0 && zni_due_by(mon, LOOK * CONTACT);
}

/* W by block columns; ZN_UNSOLVED if the time is over before. The pattern is symmetric, so the number of neighbours of
 * a contact is the length of its row, and columns arrive in each row in ascending order. */
static zn_status condense(zn_ctx *ctx, zni_delassus *s, zni_motion *g, const zn_monitor *mon)
{
    const zn_index nc = g->nc, dd = g->d * g->d;
    zn_status st = zni_delassus_look(ctx, s, g);
    zn_index *next;
    int32_t *seen, *to, *met;

    if (!st)
        st = ZNI_GROW(ctx, ZNI_ARRAY(s, p, nc + 1), ZNI_ARRAY(s, ro, nc + 1));
    if (st)
        return st;
    seen = s->mark;
    to = seen + nc;
    met = to + nc;
    unmark(s, g);
    s->p[0] = 0;
    for (zn_index a = 0; a < nc; a++) {
        if (late(a, mon))
            return ZN_UNSOLVED;
        s->p[a + 1] = s->p[a] + neighbours(g, a, seen, met, to);
    }
    st = room(ctx, s, g);
    if (st)
        return st;
    if (s->p[nc] > 0) /* not where H is zero */
        memset(s->x, 0, (size_t)(dd * s->p[nc]) * sizeof *s->x);
    memset(g->v, 0, (size_t)g->n * sizeof *g->v);
    unmark(s, g);
    next = s->ro; /* first rows later */
    memcpy(next, s->p, (size_t)(nc + 1) * sizeof *next);
    for (zn_index b = 0; b < nc; b++) {
        if (late(b, mon))
            return ZN_UNSOLVED;
        fill(s, g, b, neighbours(g, b, seen, met, to), to, next, g->v);
    }
    for (zn_index k = 0; k < s->p[nc]; k++)
        s->bp[k] = dd * k;
    for (zn_index a = 0; a <= nc; a++)
        s->ro[a] = g->d * a;
    return ZN_OK;
}

/* ---- rows of one size -------------------------------------------------------- */

/* With rolling friction the solvers would scale a copy of W (rolling_scale.h). W is scaled here, so that they need no
 * copy. */
static void roll(zni_delassus *s, const zni_motion *g)
{
    const zn_index d = g->d, nc = g->nc;
    double *D = s->q, *mu = s->unit + g->m, *mur = mu + nc;

    memset(D, 0, (size_t)g->m * sizeof *D);
    for (zn_index a = 0; a < nc; a++)
        for (zn_index k = s->p[a]; k < s->p[a + 1]; k++)
            for (zn_index e = 0; e < d && s->i[k] == a; e++)
                D[d * a + e] = s->x[d * d * k + e * (d + 1)];
    zni_rolling_scales(d, nc, D, g->c.mu, g->c.mur, mu, mur);
    zni_rolling_scale_blocks(d, nc, s->p, s->i, D, s->x);
    for (zn_index i = 0; i < g->m; i++)
        s->unit[i] = D[i] * (s->uneven ? s->unit[i] : 1);
    s->uneven = true;
    s->mu = mu;
    s->mur = mur;
}

/* ---- contacts of one size ------------------------------------------------------- */

/* The condensed problem measures errors by velocities, that of g by energies. The two agree where all contacts have one
 * size in that measure, by masses alone: W_aa of a contact that joints hold is rounding. Where sizes range over decades
 * the condensed problem is that of r = D r', u = D^-1 u', with D a power of two for each contact: W' = D W D, q' = D q,
 * and the same cones. */
zn_status zni_delassus_sizes(zn_ctx *ctx, zni_delassus *s, zni_motion *g)
{
    const zn_index d = g->d, nc = g->nc, rows = g->c.mur ? 1 + (d - 1) / 2 : d;
    double *mass = g->v, *w = mass + g->n;
    const zn_status st =
        zn_grow(ctx, &s->unit, &s->cap_unit, g->m + (g->c.mur ? 3 * nc : 0), sizeof *s->unit);

    if (st)
        return st;
    zni_motion_sizes(g->p->M, g->p->H, g->m, mass, w);
    zni_contact_sizes(d, nc, 0, rows, NULL, w, s->unit);
    s->uneven = zni_contacts_uneven(nc, s->unit, &s->largest);
    return ZN_OK;
}

static zn_status even(zn_ctx *ctx, zni_delassus *s, zni_motion *g)
{
    const zn_status st = zni_delassus_sizes(ctx, s, g);
    double *D = s->unit;

    if (st)
        return st;
    s->mu = g->c.mu;
    s->mur = g->c.mur;
    for (zn_index i = g->m; i-- > 0 && s->uneven;) /* from contacts to rows */
        D[i] = zni_octave(sqrt(s->largest / D[i / g->d]));
    if (s->uneven)
        zni_rolling_scale_blocks(g->d, g->nc, s->p, s->i, D, s->x);
    if (g->c.mur)
        roll(s, g);
    return ZN_OK;
}

void zni_delassus_scale(const zni_delassus *s, const zni_motion *g, bool over, double x[])
{
    for (zn_index i = 0; i < g->m && s->uneven; i++)
        x[i] = over ? x[i] / s->unit[i] : x[i] * s->unit[i];
}

/* ---- the problem --------------------------------------------------------------- */

zn_status zni_delassus_set(zn_ctx *ctx, zni_delassus *s, zni_motion *g, double z[], double w[],
                            const zn_monitor *mon)
{
    const zn_index n = g->n, m = g->m;
    zn_status st = zn_grow(ctx, &s->q, &s->cap_q, m + 1, sizeof *s->q);

    if (!st)
        st = condense(ctx, s, g, mon);
    if (!st)
        st = even(ctx, s, g);
    if (st)
        return st;
    /* velocities without reactions; the reactions of the start are saved in w */
    memcpy(w, z + n, (size_t)m * sizeof *w);
    memset(z + n, 0, (size_t)m * sizeof *z);
    zni_motion_move(g, z, s->q);
    zni_delassus_scale(s, g, false, s->q);
    memcpy(z + n, w, (size_t)m * sizeof *z);
    return ZN_OK;
}

zn_matrix zni_delassus_matrix(const zni_delassus *s, const zni_motion *g)
{
    return zni_view_blocks(g->nc, s->ro, s->p, s->i, s->bp, s->x);
}

void zni_delassus_fini(zn_ctx *ctx, zni_delassus *s)
{
    ZNI_FREE(ctx, s->q, s->unit, s->x, s->p, s->i, s->ro, s->bp, s->mark);
}
