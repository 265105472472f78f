/* nsgs.c - Gauss-Seidel over the blocks of a generic mechanical problem, each block solved exactly
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic.h"

/* Jourdan, Alart & Jean, CMAME 155 (1998), with blocks of several laws as in Acary
 * & Brogliato, Numerical Methods for Nonsmooth Dynamical Systems (2008), ch. 12-13; the
 * sweeps are those of ../../methods/seidel.c. */
enum { CHECK = 20 };

/* room for box blocks of up to m rows */
static zn_status reserve_boxes(zn_ctx *ctx, zni_gsweep_work *k, zn_index m)
{
    const zn_status st = zni_box_reserve(ctx, &k->box, m, m * m);

    return st ? st : zni_pivots_reserve(ctx, &k->pivots, m, m * m);
}

/* The needs of box blocks are known only with the blocks (zni_gsweep_set). If nnz fills the matrix, there is room for
 * one block of all rows. */
zn_status zni_gsweep_reserve(zn_ctx *ctx, zni_gsweep_work *k, zn_index n,
                             zn_index nnz)
{
    zn_status st = zni_seidel_reserve(ctx, &k->turns, n, n, true, true);

    if (!st) /* one block may have all rows */
        st = zni_room(ctx, &k->turns.old, &k->turns.cap_old, n, sizeof *k->turns.old);
    if (!st)
        st = ZNI_GROW(ctx, ZNI_ARRAY(k, part, n), ZNI_ARRAY(k, contact, (n / 2 + 1) * (zn_index)zni_contact_bytes()),
                      ZNI_ARRAY(k, scale, 2 * n), ZNI_ARRAY(k, piv, n), ZNI_BARE(k, v, 5 * n));
    if (st || n < 1 || nnz / n < n)
        return st;
    /* dense blocks of any size */
    st = zni_room(ctx, &k->dense, &k->cap_dense, n * n, sizeof *k->dense);
    return st ? st : reserve_boxes(ctx, k, n);
}

zn_status zni_gsweep_set(zn_ctx *ctx, zni_gsweep_work *k, const zni_nsgs *opt,
                         const zni_gm *g)
{
    const bool assemble = opt->local == ZNI_ASSEMBLED;
    zn_status st = zni_gsweep_reserve(ctx, k, g->n, 0);

    if (!st)
        st = zni_room(ctx, &k->dense, &k->cap_dense,
                     zni_gpart_values(k, g, assemble), sizeof *k->dense);
    if (!st && k->largest > 0)
        st = reserve_boxes(ctx, k, k->largest);
    if (!st)
        st = zni_gpart_set(k, g, assemble);
    if (!st && assemble)
        st = zni_joint_set(ctx, &k->joint, g);
    return st;
}

void zni_gsweep_fini(zn_ctx *ctx, zni_gsweep_work *k)
{
    zni_seidel_fini(ctx, &k->turns);
    ZNI_FREE(ctx, k->part, k->contact, k->dense, k->scale, k->piv, k->v);
    zni_joint_fini(ctx, &k->joint);
    zni_box_fini(ctx, &k->box);
    zni_pivots_fini(ctx, &k->pivots);
}

typedef struct run {
    zn_ctx *ctx;
    zni_gsweep_work *k;
    const zni_gm *g;
    double *z;
} run;

static zn_status solve_block(void *of, zn_index d, zn_index b, double zb[])
{
    const run *s = of;

    (void)d;
    (void)zb;
    return zni_gpart_solve(s->ctx, s->k, s->g, b, s->z);
}

/* the units of block b */
static void project(void *of, zn_index b, double zb[])
{
    const zni_gm *g = ((const run *)of)->g;
    const zn_index first = g->p->start[b], end = g->p->start[b + 1];

    for (zn_index a = g->cells.part[first]; a < g->nu && g->ro[a] < end; a++)
        zni_gm_project_unit(g, a, zb + g->ro[a] - first);
}

/* All equality rows at once, in the place of the first of their blocks. They are neither relaxed nor frozen. */
static zn_status joint(const run *s, zn_index b, double moved[2])
{
    const zni_joint *e = &s->k->joint;
    const zn_status st = zni_gpart_solve(s->ctx, s->k, s->g, b, s->z);

    moved[0] = moved[1] = 0;
    for (zn_index i = 0; i < e->n && s->k->part[b].unit >= 0; i++) {
        const double now = s->z[s->g->ro[e->unit[i]]], change = s->k->v[i];

        moved[0] += change * change;
        moved[1] += now * now;
    }
    return st;
}

static zn_status sweep(void *of, const zni_visiting *block, const zni_visits *v, double z[],
                       double w[], double all[2])
{
    run *s = of;
    zn_status st = ZN_OK;

    (void)w;
    s->z = z;
    for (zn_index h = v->first; h < v->end && !st; h++) {
        const zn_index b = zni_visited(v, h);
        double moved[2];

        st = s->k->part[b].how == ZNI_JOINT ? joint(s, b, moved)
                                            : zni_visit(block, b, z, moved);
        all[0] += moved[0];
        all[1] += moved[1];
    }
    return st;
}

static void renew(void *of, const double z[], double w[])
{
    const zni_gm *g = ((const run *)of)->g;

    zni_gm_mul(g, z, g->p->q, w);
}

static double error(void *of, const double z[], const double w[])
{
    return zni_gm_error(((const run *)of)->g, z, w);
}

zn_status zni_gsweep_run(zni_call call, zni_gsweep_work *k, const zni_nsgs *opt, const zni_gm *g)
{
    run s = {.ctx = call.ctx, .k = k, .g = g};
    const zni_in_turn f = {
        .n = g->n,
        .nb = g->p->nb,
        .block = {.of = &s, .start = g->p->start, .solve = solve_block, .project = project},
        .renew = renew,
        .error = error,
        .pass = sweep,
        .every = CHECK};

    return zni_seidel_run(call, &k->turns, opt, &f);
}

/* ---- the solver --------------------------------------------------------------------------- */

/* An option says how equality rows are treated: swept block by block, solved together as one block (assemble), or
 * eliminated before the sweeps (condense.c). */
typedef struct nsgs {
    zni_nsgs opt;
    bool shuffle; /* the same as order = shuffled */
    int equalities;
    zni_gm g;
    zni_condensed c;
    zni_gsweep_work work;
} nsgs;

enum { SWEEP, ASSEMBLE, ELIMINATE };

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    nsgs *s = state;
    zn_status st = zni_gm_reserve(ctx, &s->g, n, nnz);

    if (!st)
        st = zni_gsweep_reserve(ctx, &s->work, n, nnz);
    if (!st && s->equalities == ASSEMBLE)
        st = zni_joint_reserve(ctx, &s->work.joint, n, nnz);
    /* the number of rows that stay is known only with the blocks; if M is full, there is room for any */
    if (!st && s->equalities == ELIMINATE && n > 0 && nnz / n >= n)
        st = zni_condensed_reserve(ctx, &s->c, n, n, nnz);
    return st;
}

static zn_status eliminated(nsgs *s, zni_call call, const zni_nsgs *opt)
{
    zni_condensed *k = &s->c;
    zn_index total = 0;
    zn_status st = zni_condensed_set(call.ctx, k, &s->g);

    if (st == ZN_ESINGULAR)
        return zn_fail(call.ctx, st,
                       "the %td equality rows cannot be eliminated: M_EE is "
                       "singular, or not solvable for the other columns",
                       k->joint.n);
    if (!st && k->p.n > 0)
        st = zni_condensed_units(call.ctx, k, &s->g);
    if (!st && k->p.n > 0)
        st = zni_gsweep_set(call.ctx, &s->work, opt, &k->reduced);
    if (st)
        return st;
    call.info->outcome = ZN_SOLVED;
    zni_condensed_restrict(k, call.z);
    for (int round = 0; round < ZNI_CORRECTIONS; round++) {
        if (k->p.n > 0)
            st = zni_gsweep_run((zni_call){call.ctx, k->z, k->w, call.mon, call.info}, &s->work,
                                opt, &k->reduced);
        if (st < 0)
            return st;
        total += call.info->iterations;
        zni_condensed_expand(k, &s->g, call.z);
        zni_gm_mul(&s->g, call.z, s->g.p->q, call.w);
        if (st || zni_gm_error(&s->g, call.z, call.w) <= opt->tol)
            break;
        zni_condensed_correct(k, &s->g, call.z, call.w);
    }
    call.info->iterations = total;
    return st;
}

static zn_status solve(nsgs *s, zni_call call, const void *problem)
{
    zni_nsgs opt = s->opt;
    zn_status st;

    opt.local = s->equalities == ASSEMBLE ? ZNI_ASSEMBLED : 0;
    opt.order = s->shuffle ? ZNI_SHUFFLED : opt.order;
    st = zni_nsgs_check(call.ctx, &opt);
    if (!st)
        st = zni_gm_set(call.ctx, &s->g, problem);
    if (st)
        return st;
    if (s->equalities == ELIMINATE)
        return eliminated(s, call, &opt);
    st = zni_gsweep_set(call.ctx, &s->work, &opt, &s->g);
    if (st == ZN_ESINGULAR)
        return zn_fail(call.ctx, st, "the matrix of the %td equality rows is singular",
                       s->work.joint.n);
    return st ? st : zni_gsweep_run(call, &s->work, &opt, &s->g);
}

static void fini(nsgs *s, zn_ctx *ctx)
{
    zni_gm_fini(ctx, &s->g);
    zni_condensed_fini(ctx, &s->c);
    zni_gsweep_fini(ctx, &s->work);
}

static const zn_option options[] = {
    ZNI_NSGS_LIMITS(nsgs, opt),
    ZNI_OPTION(nsgs, REAL, "omega", opt.omega, 1, 0.01, 1.99, NULL,
               "relaxation (equalities=assemble: of the other blocks)"),
    ZNI_NSGS_ORDERS(nsgs, opt, "natural|shuffled|reverse", "of the blocks", "no|yes",
                    "sweeps combined by Anderson's least squares"),
    ZNI_NSGS_FREEZE(nsgs, opt, "block"),
    ZN_OPT_BOOL(nsgs, shuffle, false, "order = shuffled: a new one each sweep"),
    ZN_OPT_CHOICE(nsgs, equalities, 0, "sweep|assemble|eliminate",
                  "equality blocks: one by one, as one block, or eliminated before"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_generic_nsgs, ZN_KIND_GENERIC_SOLVER, "nsgs",
           "Gauss-Seidel, each block exactly (Jourdan, Alart & Jean 1998)", nsgs, options, solve,
           fini, .reserve = reserve);
