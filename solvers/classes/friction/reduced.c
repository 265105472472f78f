/* reduced.c - global friction by the condensed problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

#include <stdio.h>

#include "../../core/monitor.h"

/* W = H' M^-1 H by blocks, as sparse as it comes out, and H' M^-1 q + b; a solver
 * of the condensed problem; then v = M^-1 (H r + q). The factors of M are made
 * once per call, what is known of its pattern is kept while it stays. */

/* tolerance of the condensed problem below which rounding decides */
static const double LEAST = 1e-15;

/* ---- W ------------------------------------------------------------------------- */

zn_status zni_reduced_look(zn_ctx *ctx, zni_reduced *s, zni_motion *g)
{
    const zn_status st = zni_motion_touch(ctx, g);

    s->values = g->m > 0 ? (double)g->columns.p[g->m] : 0;
    return st ? st
              : zn_grow(ctx, &s->mark, &s->cap_mark, 2 * g->nc + g->touching.n,
                        sizeof *s->mark);
}

/* The contacts that share a block of M with a, into `to`; how many. seen, met: of contacts and
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

/* marks for that, as if no contact had been asked for */
static void unmark(zni_reduced *s, const zni_motion *g)
{
    memset(s->mark, 0, (size_t)(2 * g->nc + g->touching.n) * sizeof *s->mark);
}

bool zni_reduced_few(zni_reduced *s, const zni_motion *g, double most)
{
    const zn_index nc = g->nc, dd = g->d * g->d;
    zn_index count = 0;

    unmark(s, g);
    for (zn_index a = 0; a < nc && (double)(dd * count) <= most; a++)
        count += neighbours(g, a, s->mark, s->mark + 2 * nc, s->mark + nc);
    return (double)(dd * count) <= most;
}

/* Block column b of W, W_ab = H_a' (M^-1 H_b), at the next places of the rows; x: n zeros. */
static void fill(zni_reduced *s, zni_motion *g, zn_index b, zn_index count, const int32_t rows[],
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

static zn_status room(zn_ctx *ctx, zni_reduced *s, const zni_motion *g)
{
    const zn_index nc = g->nc, nb = s->p[nc], dd = g->d * g->d;
    zn_status st = zn_grow(ctx, &s->i, &s->cap_i, nb, sizeof *s->i);

    if (!st)
        st = zn_grow(ctx, &s->bp, &s->cap_bp, nb, sizeof *s->bp);
    return st ? st : zn_grow(ctx, &s->x, &s->cap_x, dd * nb, sizeof *s->x);
}

/* Is the time over? Looked at once for so many contacts, none of which takes long. */
enum { LOOK = 64 };

static bool late(zn_index a, const zn_monitor *mon)
{
    return a % LOOK == 0 && zni_late(mon);
}

/* W by block columns, ZN_UNSOLVED if the time is over before: that who shares a block of M with whom is mutual tells how long rows are, and
 * columns come to a row in their order. */
static zn_status condense(zn_ctx *ctx, zni_reduced *s, zni_motion *g, const zn_monitor *mon)
{
    const zn_index nc = g->nc, dd = g->d * g->d;
    zn_status st = zni_reduced_look(ctx, s, g);
    zn_index *next;
    int32_t *seen, *to, *met;

    if (!st)
        st = zn_grow(ctx, &s->p, &s->cap_p, nc + 1, sizeof *s->p);
    if (!st)
        st = zn_grow(ctx, &s->ro, &s->cap_ro, nc + 1, sizeof *s->ro);
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

/* ---- contacts of one size ------------------------------------------------------- */

/* Errors are of velocities there and of energies here, which is the same where all contacts have one size,
 * as the measure has it: by masses alone, since of one that joints hold W_aa is mere rounding. Where sizes range over
 * decades the condensed problem is that of r = D r', u = D^-1 u', D a power of two for each contact:
 * W' = D W D, q' = D q, and the same cones. */
static zn_status even(zn_ctx *ctx, zni_reduced *s, zni_motion *g)
{
    const zn_index d = g->d, dd = d * d, nc = g->nc, rows = g->c.mur ? 1 + (d - 1) / 2 : d;
    double largest, *D, *mass = g->v, *w = mass + g->n;
    zn_status st = zn_grow(ctx, &s->unit, &s->cap_unit, nc, sizeof *s->unit);

    if (st)
        return st;
    D = s->unit;
    zni_motion_sizes(g->p->M, g->p->H, g->m, mass, w);
    zni_contact_sizes(d, nc, 0, rows, NULL, w, D);
    s->uneven = zni_contacts_uneven(nc, D, &largest);
    for (zn_index a = 0; a < nc && s->uneven; a++)
        D[a] = zni_octave(sqrt(largest / D[a]));
    for (zn_index a = 0; a < nc && s->uneven; a++)
        for (zn_index k = s->p[a]; k < s->p[a + 1]; k++)
            for (zn_index i = dd * k; i < dd * (k + 1); i++)
                s->x[i] *= D[a] * D[s->i[k]];
    return ZN_OK;
}

/* x of m rows times the units of its contacts, or over them */
static void into(const zni_reduced *s, const zni_motion *g, bool over, double x[])
{
    for (zn_index i = 0; i < g->m && s->uneven; i++)
        x[i] = over ? x[i] / s->unit[i / g->d] : x[i] * s->unit[i / g->d];
}

/* ---- the problem --------------------------------------------------------------- */

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
    if (st)
        return st;
    into(s, g, true, r);
    st = zn_solver_solve_inner(s->inner, condensed, r, w, mon, info);
    into(s, g, false, r);
    return st;
}

zn_status zni_reduced_run(zn_ctx *ctx, zni_reduced *s, const char *solver,
                          double tol, zni_motion *g, double z[], double w[],
                          zn_monitor *mon, zn_solve_info *info)
{
    zn_index n = g->n, m = g->m, total = 0;
    double inner = 0.5 * tol;
    zn_status st = zn_grow(ctx, &s->q, &s->cap_q, m + 1, sizeof *s->q);

    if (!st && m > 0)
        st = condense(ctx, s, g, mon);
    if (!st && m > 0)
        st = even(ctx, s, g);
    if (st == ZN_UNSOLVED)
        info->outcome = ZN_TIME_LIMIT;
    if (!st && m > 0) {
        /* velocities without reactions; the start's are kept in w */
        memcpy(w, z + n, (size_t)m * sizeof *w);
        memset(z + n, 0, (size_t)m * sizeof *z);
        zni_motion_move(g, z, s->q);
        into(s, g, false, s->q);
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
    zn_free_array(ctx, s->q);
    zn_free_array(ctx, s->unit);
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
    zn_status st = zni_motion_begin(ctx, &s->g, problem, 0, z, w, mon);

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
    zn_status st = zni_motion_begin(ctx, &s->g, &plain, 0, z, w, mon);

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
