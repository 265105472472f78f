/* reduced.c - global friction by the condensed problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

#include <stdio.h>
#include <stdlib.h>

/* W = H' M^-1 H by blocks, as sparse as it comes out, and H' M^-1 q + b; a solver
 * of the condensed problem; then v = M^-1 (H r + q). The factors of M are made
 * once per call, what is known of its pattern is kept while it stays. */

/* tolerance of the condensed problem below which rounding decides */
static const double LEAST = 1e-15;

static int ascending(const void *a, const void *b)
{
    zn_index i = *(const zn_index *)a, j = *(const zn_index *)b;

    return (i > j) - (i < j);
}

/* Block columns of row a, ascending, into i from `at`: the contacts that share a
 * row of M^-1 H with a. seen: nc, marked with a + 1. Returns their number. */
static zn_index neighbours(zni_reduced *s, const zni_motion *g, zn_index a,
                           zn_index seen[], zn_index at)
{
    const zni_ways *H = &g->H;
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
static void fill(zni_reduced *s, const zni_motion *g, zn_index a,
                 const zn_index place[])
{
    const zni_ways *H = &g->H;
    zn_index d = g->d;

    for (zn_index k = H->p[a]; k < H->p[a + 1]; k++)
        for (zn_index l = s->rows.p[H->i[k]]; l < s->rows.p[H->i[k] + 1]; l++) {
            double *W = s->x + place[s->rows.a[l]];
            const double *h = H->x + d * k, *x = g->X.x + d * s->rows.k[l];

            for (zn_index f = 0; f < d; f++)
                for (zn_index e = 0; e < d; e++)
                    W[e + d * f] += h[e] * x[f];
        }
}

zn_status zni_reduced_few(zn_ctx *ctx, zni_reduced *s, const zni_motion *g,
                          double most, bool *few)
{
    zn_index nc = g->nc, dd = g->d * g->d, count = 0, *seen;
    zn_status st = zni_rows_set(ctx, &s->rows, &g->X, g->n, nc);

    if (!st)
        st = zn_grow(ctx, &s->mark, &s->cap_mark, 2 * nc, sizeof *s->mark);
    if (!st)
        st = zn_grow(ctx, &s->i, &s->cap_i, nc, sizeof *s->i);
    *few = !st && nc == 0;
    if (st || nc == 0)
        return st;
    seen = s->mark;
    memset(seen, 0, (size_t)nc * sizeof *seen);
    for (zn_index a = 0; a < nc && (double)(dd * count) <= most; a++)
        count += neighbours(s, g, a, seen, 0);
    *few = (double)(dd * count) <= most;
    return ZN_OK;
}

static zn_status condense(zn_ctx *ctx, zni_reduced *s, const zni_motion *g)
{
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
        count = neighbours(s, g, a, seen, at);
        st = zn_grow(ctx, &s->bp, &s->cap_bp, at + count, sizeof *s->bp);
        if (!st)
            st =
                zn_grow(ctx, &s->x, &s->cap_x, dd * (at + count), sizeof *s->x);
        if (st)
            return st;
        memset(s->x + dd * at, 0, (size_t)(dd * count) * sizeof *s->x);
        for (zn_index k = at; k < at + count; k++)
            place[s->i[k]] = s->bp[k] = dd * k;
        fill(s, g, a, place);
        at += count;
        s->p[a + 1] = at;
        s->ro[a + 1] = g->d * (a + 1);
    }
    return ZN_OK;
}

/* the solver of the condensed problem, anew when another is asked for */
static zn_status make_inner(zn_ctx *ctx, zni_reduced *s, bool rolling,
                            const char *name)
{
    zn_status st;

    if (s->inner && strcmp(s->made, name) == 0)
        return ZN_OK;
    zn_solver_free(s->inner);
    s->inner = NULL;
    st = zn_solver_new(ctx, rolling ? "rolling-friction" : "friction", name,
                       &s->inner);
    if (!st)
        snprintf(s->made, sizeof s->made, "%s", name);
    return st;
}

static zn_status solve_condensed(zn_ctx *ctx, zni_reduced *s,
                                 const char *solver, double tol,
                                 const zni_motion *g, double r[], double w[],
                                 zn_monitor *mon, zn_solve_info *info)
{
    const zn_global_friction *p = g->p;
    const zn_matrix W = {.storage = ZN_BSR,
                         .rows = g->m,
                         .cols = g->m,
                         .x = s->x,
                         .p = s->p,
                         .i = s->i,
                         .nbr = g->nc,
                         .nbc = g->nc,
                         .ro = s->ro,
                         .co = s->ro,
                         .bp = s->bp};
    const zn_friction f = {g->d, g->nc, &W, s->q, p->mu};
    const zn_rolling_friction h = {g->d, g->nc, &W, s->q, p->mu, g->c.mur};
    const void *condensed = g->c.mur ? (const void *)&h : &f;
    zn_status st = make_inner(ctx, s, g->c.mur != NULL, solver);

    if (!st)
        st = zn_solver_set_real(s->inner, "tol", fmin(1, tol));
    if (!st && zn_option_find(zn_solver_class(s->inner)->type.options, "path"))
        st = zn_solver_set(s->inner, "path", s->followed ? "no" : "yes");
    return st ? st
              : zn_solver_solve_inner(s->inner, condensed, r, w, mon, info);
}

zn_status zni_reduced_run(zn_ctx *ctx, zni_reduced *s, const char *solver,
                          double tol, zni_motion *g, double z[], double w[],
                          zn_monitor *mon, zn_solve_info *info)
{
    zn_index n = g->n, m = g->m, total = 0;
    double inner = 0.5 * tol;
    zn_status st = zn_grow(ctx, &s->q, &s->cap_q, m + 1, sizeof *s->q);

    if (!st && m > 0)
        st = condense(ctx, s, g);
    if (!st && m > 0) {
        /* velocities without reactions; the start's are kept in w */
        memcpy(w, z + n, (size_t)m * sizeof *w);
        memset(z + n, 0, (size_t)m * sizeof *z);
        zni_motion_move(g, z, s->q);
        memcpy(z + n, w, (size_t)m * sizeof *z);
        st = solve_condensed(ctx, s, solver, inner, g, z + n, w, mon, info);
        total = info->iterations;
    }
    if (st >= 0)
        zni_motion_move(g, z, w);
    /* the error there is that of velocities, here that of energies: ask for more
     * until it is enough */
    while (!st && m > 0 && inner > LEAST) {
        double err = zni_motion_error(g, z, w);

        if (!(err > tol))
            break;
        inner *= fmin(0.5, 0.3 * tol / err);
        st = solve_condensed(ctx, s, solver, inner, g, z + n, w, mon, info);
        total += info->iterations;
        if (st >= 0)
            zni_motion_move(g, z, w);
    }
    info->iterations = total;
    return st;
}

void zni_reduced_fini(zn_ctx *ctx, zni_reduced *s)
{
    zn_solver_free(s->inner);
    zni_rows_fini(ctx, &s->rows);
    zn_free_array(ctx, s->q);
    zn_free_array(ctx, s->x);
    zn_free_array(ctx, s->p);
    zn_free_array(ctx, s->i);
    zn_free_array(ctx, s->ro);
    zn_free_array(ctx, s->bp);
    zn_free_array(ctx, s->mark);
}

/* ---- the solver ---------------------------------------------------------- */

typedef struct reduced {
    double tol;
    char solver[ZN_WORD_MAX]; /* of the class friction */
    zni_motion g;
    zni_reduced work;
} reduced;

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    reduced *s = state;
    zn_status st = zni_motion_set(ctx, &s->g, problem, ZNI_WAYS);

    if (!st)
        st = zni_motion_influence(ctx, &s->g, INFINITY);
    return st ? st
              : zni_reduced_run(ctx, &s->work, s->solver, s->tol, &s->g, z, w,
                                mon, info);
}

/* mur: rolling friction */
static zn_status run_rolling(reduced *s, zn_ctx *ctx, const char *solver,
                             const zn_global_rolling_friction *p, double z[],
                             double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zn_global_friction plain = {p->d, p->nc, p->n, p->M,
                                      p->H, p->q,  p->b, p->mu};
    zn_status st = zni_motion_set(ctx, &s->g, &plain, ZNI_WAYS);

    if (!st)
        st = zni_motion_influence(ctx, &s->g, INFINITY);
    s->g.c.mur = p->mu_r;
    s->g.whole = p;
    return st ? st
              : zni_reduced_run(ctx, &s->work, solver, s->tol, &s->g, z, w, mon,
                                info);
}

ZNI_SOLVE(solve_rolling, run_rolling, ((reduced *)state)->solver)
ZNI_SOLVE(auto_rolling, run_rolling, "auto")

static void fini(void *state, zn_ctx *ctx)
{
    reduced *s = state;

    zni_motion_fini(ctx, &s->g);
    zni_reduced_fini(ctx, &s->work);
}

static const zn_option auto_options[] = {
    ZN_OPT_REAL(reduced, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_END,
};
static const zn_option options[] = {
    ZN_OPT_REAL(reduced, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_WORD(reduced, solver, "nsgs",
                "of the condensed class, for the condensed problem"),
    ZN_OPT_END,
};

#define CLASS(ident, of, text, about, table, function)                         \
    ZNI_SOLVER(ident, of, text, about, reduced, table, .solve = function,      \
               .fini = fini)

CLASS(zni_global_friction_reduced, ZN_KIND_GLOBAL_FRICTION_SOLVER, "reduced",
      "condensed problem by a solver of friction", options, solve);
CLASS(zni_global_rolling_auto, ZN_KIND_GLOBAL_ROLLING_SOLVER, "auto",
      "condensed problem by the auto of rolling friction", auto_options,
      auto_rolling);
CLASS(zni_global_rolling_reduced, ZN_KIND_GLOBAL_ROLLING_SOLVER, "reduced",
      "condensed problem by a solver of rolling friction", options,
      solve_rolling);
