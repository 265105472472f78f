/* reduced.c - global friction by the condensed problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

#include <stdlib.h>

/* W = H' M^-1 H by blocks, as sparse as it comes out, and H' M^-1 q + b; a solver
 * of the condensed problem; then v = M^-1 (H r + q). The factors of M are made
 * once per call, what is known of its pattern is kept while it stays. */
typedef struct reduced {
    double tol;
    char solver[ZN_WORD_MAX]; /* of the class friction */
    char made[ZN_WORD_MAX];   /* name of inner         */
    zn_solver *inner;
    zni_motion g;
    zni_rows rows;   /* of M^-1 H                             */
    double *q;       /* m: of the condensed problem           */
    double *x;       /* W by block rows                       */
    zn_index *p, *i; /* nc + 1 starts, block columns          */
    zn_index *ro;    /* nc + 1 first rows                     */
    zn_index *bp;    /* positions of the blocks in x          */
    zn_index *mark;  /* 2 nc: work                            */
    zn_index cap_q, cap_x, cap_p, cap_i, cap_ro, cap_bp, cap_mark;
} reduced;

static int ascending(const void *a, const void *b)
{
    zn_index i = *(const zn_index *)a, j = *(const zn_index *)b;

    return (i > j) - (i < j);
}

/* Block columns of row a, ascending, into i from `at`: the contacts that share a
 * row of M^-1 H with a. seen: nc, marked with a + 1. Returns their number. */
static zn_index neighbours(reduced *s, zn_index a, zn_index seen[], zn_index at)
{
    const zni_ways *H = &s->g.H;
    zn_index count = 0;

    for (zn_index k = H->p[a]; k < H->p[a + 1]; k++)
        for (zn_index l = s->rows.p[H->i[k]]; l < s->rows.p[H->i[k] + 1]; l++) {
            zn_index b = s->rows.a[l];

            if (seen[b] == a + 1)
                continue;
            seen[b] = a + 1;
            s->i[at + count++] = b;
        }
    qsort(s->i + at, (size_t)count, sizeof *s->i, ascending);
    return count;
}

/* W_ab = sum over the rows i of H_a of (row i of H_a)' (row i of X_b), into its
 * places place[b] */
static void fill(reduced *s, zn_index a, const zn_index place[])
{
    const zni_ways *H = &s->g.H;
    zn_index d = s->g.d;

    for (zn_index k = H->p[a]; k < H->p[a + 1]; k++)
        for (zn_index l = s->rows.p[H->i[k]]; l < s->rows.p[H->i[k] + 1]; l++) {
            double *W = s->x + place[s->rows.a[l]];
            const double *h = H->x + d * k, *x = s->g.X.x + d * s->rows.k[l];

            for (zn_index f = 0; f < d; f++)
                for (zn_index e = 0; e < d; e++)
                    W[e + d * f] += h[e] * x[f];
        }
}

static zn_status condense(reduced *s, zn_ctx *ctx)
{
    zni_motion *g = &s->g;
    zn_index nc = g->nc, dd = g->d * g->d, at = 0, *seen, *place;
    zn_status st = zni_rows_set(ctx, &s->rows, &g->X, g->n, nc);

    if (!st)
        st = zn_grow(ctx, &s->p, &s->cap_p, nc + 1, sizeof *s->p);
    if (!st)
        st = zn_grow(ctx, &s->ro, &s->cap_ro, nc + 1, sizeof *s->ro);
    if (!st)
        st = zn_grow(ctx, &s->mark, &s->cap_mark, 2 * nc, sizeof *s->mark);
    if (st)
        return st;
    seen = s->mark;
    place = seen + nc;
    memset(seen, 0, (size_t)nc * sizeof *seen);
    s->p[0] = s->ro[0] = 0;
    for (zn_index a = 0; a < nc; a++) {
        zn_index count;

        st = zn_grow(ctx, &s->i, &s->cap_i, at + nc, sizeof *s->i);
        if (st)
            return st;
        count = neighbours(s, a, seen, at);
        st = zn_grow(ctx, &s->bp, &s->cap_bp, at + count, sizeof *s->bp);
        if (!st)
            st =
                zn_grow(ctx, &s->x, &s->cap_x, dd * (at + count), sizeof *s->x);
        if (st)
            return st;
        memset(s->x + dd * at, 0, (size_t)(dd * count) * sizeof *s->x);
        for (zn_index k = at; k < at + count; k++)
            place[s->i[k]] = s->bp[k] = dd * k;
        fill(s, a, place);
        at += count;
        s->p[a + 1] = at;
        s->ro[a + 1] = g->d * (a + 1);
    }
    return ZN_OK;
}

/* the solver of the condensed problem, anew when another is asked for */
static zn_status make_inner(reduced *s, zn_ctx *ctx)
{
    const char *name = s->solver;
    zn_status st;

    if (s->inner && strcmp(s->made, name) == 0)
        return ZN_OK;
    zn_solver_free(s->inner);
    s->inner = NULL;
    st = zn_solver_new(ctx, "friction", name, &s->inner);
    if (!st)
        memcpy(s->made, name, strlen(name) + 1);
    return st;
}

static zn_status solve_condensed(reduced *s, zn_ctx *ctx,
                                 const zn_global_friction *p, double r[],
                                 double w[], zn_monitor *mon,
                                 zn_solve_info *info)
{
    zn_index m = p->d * p->nc;
    zn_matrix W = {.storage = ZN_BSR,
                   .rows = m,
                   .cols = m,
                   .x = s->x,
                   .p = s->p,
                   .i = s->i,
                   .nbr = p->nc,
                   .nbc = p->nc,
                   .ro = s->ro,
                   .co = s->ro,
                   .bp = s->bp};
    zn_friction f = {p->d, p->nc, &W, s->q, p->mu};
    double scale = fmax(zni_norm(p->n, p->q), zni_norm(m, p->b));
    double own = zni_norm(m, s->q), tol = s->tol;
    zn_status st = make_inner(s, ctx);

    /* the error there is relative to the condensed vector */
    if (own > 0)
        tol = fmin(1, 0.5 * s->tol * (scale > 0 ? scale : 1) / own);
    if (!st)
        st = zn_solver_set_real(s->inner, "tol", tol);
    return st ? st : zn_solver_solve_inner(s->inner, &f, r, w, mon, info);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    reduced *s = state;
    const zn_global_friction *p = problem;
    zn_index n = p->n, m = p->d * p->nc;
    zn_status st = zn_grow(ctx, &s->q, &s->cap_q, m + 1, sizeof *s->q), end;

    if (!st)
        st = zni_motion_set(ctx, &s->g, p, true);
    if (!st && m > 0)
        st = condense(s, ctx);
    if (!st && m > 0) {
        /* velocities without reactions, the start's are kept */
        memcpy(w, z + n, (size_t)m * sizeof *w);
        memset(z + n, 0, (size_t)m * sizeof *z);
        zni_motion_move(&s->g, z, s->q);
        memcpy(z + n, w, (size_t)m * sizeof *z);
        st = solve_condensed(s, ctx, p, z + n, w, mon, info);
    }
    if (st < 0)
        return st;
    end = st;
    zni_motion_move(&s->g, z, w);
    return end;
}

static void fini(void *state, zn_ctx *ctx)
{
    reduced *s = state;

    zn_solver_free(s->inner);
    zni_motion_fini(ctx, &s->g);
    zni_rows_fini(ctx, &s->rows);
    zn_free_array(ctx, s->q);
    zn_free_array(ctx, s->x);
    zn_free_array(ctx, s->p);
    zn_free_array(ctx, s->i);
    zn_free_array(ctx, s->ro);
    zn_free_array(ctx, s->bp);
    zn_free_array(ctx, s->mark);
}

static const zn_option options[] = {
    ZN_OPT_REAL(reduced, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_WORD(reduced, solver, "nsgs",
                "of the class friction, for the condensed problem"),
    ZN_OPT_END,
};

const zn_solver_type zni_global_friction_reduced = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_GLOBAL_FRICTION_SOLVER,
             .name = "reduced",
             .summary = "condensed problem by a solver of friction",
             .state_size = sizeof(reduced),
             .options = options},
    .solve = solve,
    .fini = fini,
};
