/* reduced.c - global friction by the condensed problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

/* W = H' M^-1 H column by column, as sparse as it comes out, and H' M^-1 q + b;
 * a solver of the condensed problem; then v = M^-1 (H r + q). M is factorised
 * once per call, its analysis kept while the pattern stays. */
typedef struct reduced {
    double tol;
    char solver[ZN_WORD_MAX]; /* of the condensed class */
    char made[ZN_WORD_MAX];   /* name of inner         */
    zn_solver *inner;
    zni_mass mass;
    double *v;   /* n + m: a column, its product with H'     */
    double *q;   /* m: of the condensed problem              */
    double *x;   /* W by columns                             */
    zn_index *p; /* m + 1                                    */
    zn_index *i;
    zn_index cap_v, cap_q, cap_x, cap_p, cap_i;
} reduced;

static zn_status condense(reduced *s, zn_ctx *ctx, const zn_global_friction *p)
{
    zn_index n = p->n, m = p->d * p->nc, nnz = 0;
    double *x = s->v, *y = s->v + n;

    for (zn_index j = 0; j < m; j++) {
        zn_status st;

        s->p[j] = nnz;
        zni_column(p->H, j, y, x);
        zni_mass_solve(&s->mass, x);
        zn_matrix_mul_t(p->H, 1, x, 0, y);
        st = zn_grow(ctx, &s->x, &s->cap_x, nnz + m, sizeof *s->x);
        if (!st)
            st = zn_grow(ctx, &s->i, &s->cap_i, nnz + m, sizeof *s->i);
        if (st)
            return st;
        for (zn_index i = 0; i < m; i++) {
            if (y[i] == 0)
                continue;
            s->i[nnz] = i;
            s->x[nnz++] = y[i];
        }
    }
    s->p[m] = nnz;
    memcpy(x, p->q, (size_t)n * sizeof *x);
    zni_mass_solve(&s->mass, x);
    memcpy(s->q, p->b, (size_t)m * sizeof *s->q);
    zn_matrix_mul_t(p->H, 1, x, 1, s->q);
    return ZN_OK;
}

/* the solver of the condensed problem, anew when another is asked for */
static zn_status make_inner(reduced *s, zn_ctx *ctx, bool rolling)
{
    const char *name = s->solver[0] ? s->solver : "auto";
    zn_status st;

    if (s->inner && strcmp(s->made, name) == 0)
        return ZN_OK;
    zn_solver_free(s->inner);
    s->inner = NULL;
    st = zn_solver_new(ctx, rolling ? "rolling-friction" : "friction", name,
                       &s->inner);
    if (!st)
        memcpy(s->made, name, strlen(name) + 1);
    return st;
}

static zn_status solve_condensed(reduced *s, zn_ctx *ctx,
                                 const zn_global_friction *p,
                                 const double mur[], double r[], double w[],
                                 zn_monitor *mon, zn_solve_info *info)
{
    zn_index m = p->d * p->nc;
    zn_matrix W = {.storage = ZN_CSC,
                   .rows = m,
                   .cols = m,
                   .x = s->x,
                   .p = s->p,
                   .i = s->i};
    zn_friction f = {p->d, p->nc, &W, s->q, p->mu};
    zn_rolling_friction g = {p->d, p->nc, &W, s->q, p->mu, mur};
    double scale = fmax(zni_norm(p->n, p->q), zni_norm(m, p->b));
    double own = zni_norm(m, s->q), tol = s->tol;
    zn_status st = make_inner(s, ctx, mur != NULL);

    /* the error there is relative to the condensed vector */
    if (own > 0)
        tol = fmin(1, 0.5 * s->tol * (scale > 0 ? scale : 1) / own);
    if (!st)
        st = zn_solver_set_real(s->inner, "tol", tol);
    return st ? st
              : zn_solver_solve_inner(s->inner, mur ? (void *)&g : (void *)&f,
                                      r, w, mon, info);
}

/* mur: rolling friction, else NULL */
static zn_status run(reduced *s, zn_ctx *ctx, const zn_global_friction *p,
                     const double mur[], double z[], double w[],
                     zn_monitor *mon, zn_solve_info *info)
{
    zn_index n = p->n, m = p->d * p->nc;
    zn_status st = zn_grow(ctx, &s->v, &s->cap_v, n + m, sizeof *s->v), end;

    if (!st)
        st = zn_grow(ctx, &s->q, &s->cap_q, m + 1, sizeof *s->q);
    if (!st)
        st = zn_grow(ctx, &s->p, &s->cap_p, m + 1, sizeof *s->p);
    if (!st)
        st = zni_mass_set(ctx, &s->mass, p->M);
    if (!st && m > 0)
        st = condense(s, ctx, p);
    if (!st && m > 0)
        st = solve_condensed(s, ctx, p, mur, z + n, w, mon, info);
    if (st < 0)
        return st;
    end = st;
    memcpy(z, p->q, (size_t)n * sizeof *z);
    if (m > 0)
        zn_matrix_mul(p->H, 1, z + n, 1, z);
    zni_mass_solve(&s->mass, z);
    if (m > 0) {
        memcpy(w, p->b, (size_t)m * sizeof *w);
        zn_matrix_mul_t(p->H, 1, z, 1, w);
    }
    return end;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    return run(state, ctx, problem, NULL, z, w, mon, info);
}

static zn_status solve_rolling(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    const zn_global_rolling_friction *p = problem;
    zn_global_friction plain = {p->d, p->nc, p->n, p->M,
                                p->H, p->q,  p->b, p->mu};
    static const double none = 0;

    /* without contacts there may be no coefficients */
    return run(state, ctx, &plain, p->mu_r ? p->mu_r : &none, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    reduced *s = state;

    zn_solver_free(s->inner);
    zni_mass_fini(ctx, &s->mass);
    zn_free_array(ctx, s->v);
    zn_free_array(ctx, s->q);
    zn_free_array(ctx, s->x);
    zn_free_array(ctx, s->p);
    zn_free_array(ctx, s->i);
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
    const zn_solver_type ident = {.type = {.size = sizeof(zn_solver_type),     \
                                           .kind = of,                         \
                                           .name = text,                       \
                                           .summary = about,                   \
                                           .state_size = sizeof(reduced),      \
                                           .options = table},                  \
                                  .solve = function,                           \
                                  .fini = fini}

/* auto leaves the word empty: the condensed class's own auto */
CLASS(zni_global_friction_auto, ZN_KIND_GLOBAL_FRICTION_SOLVER, "auto",
      "condensed problem by the auto of friction", auto_options, solve);
CLASS(zni_global_friction_reduced, ZN_KIND_GLOBAL_FRICTION_SOLVER, "reduced",
      "condensed problem by a solver of friction", options, solve);
CLASS(zni_global_rolling_auto, ZN_KIND_GLOBAL_ROLLING_SOLVER, "auto",
      "condensed problem by the auto of rolling friction", auto_options,
      solve_rolling);
CLASS(zni_global_rolling_reduced, ZN_KIND_GLOBAL_ROLLING_SOLVER, "reduced",
      "condensed problem by a solver of rolling friction", options,
      solve_rolling);
