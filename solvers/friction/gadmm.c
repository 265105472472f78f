/* gadmm.c - global friction by alternating directions
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/global_friction.h>

#include "../rolling/rolling.h"

/* Boyd et al. (2011) on min v'M v / 2 - q'v with x = H'v + b + s in K*, s_N the
 * shift (mu ||u_T||) renewed all along (Acary, Bremond & Huber, 2018):
 *     M v + rho H (H'v - t) = q,   t = x - y - b - s,
 *     x <- P_K*(H'v + b + s + y),  y <- y + H'v + b + s - x,   r = -rho y,
 * P_K*(x) = x + P_K(-x). The first line is solved in the form
 *     [ M   H      ] [v]   [q]
 *     [ H' -I/rho  ] [l] = [t],
 * as sparse as the data, factorised when rho changes to balance the residuals. */
typedef struct gadmm {
    double tol;
    zn_index max_iter;
    double rho;
    /* the problem as it was given, one of the two; scaled, in the second case */
    const zn_global_friction *friction;
    const zn_global_rolling_friction *rolling;
    zni_scaled own;
    zn_global_friction g; /* what is solved, and its contacts, no blocks    */
    zni_fc c;
    zni_csc mass; /* copy of a sparse M                                    */
    zni_columns H;
    zni_csc csc; /* the matrix above, kp, ki, kx before                   */
    zni_slu slu;
    bool analysed;
    zn_index *kp, *ki;
    double *kx;
    double *v; /* 4 n + 10 m                                           */
    zn_index cap_kp, cap_ki, cap_kx, cap_v;
} gadmm;

enum { BALANCE = 25 };

/* entries of column j of M, ascending: count, or into ki and kx */
static zn_index mass_column(const gadmm *s, const zn_matrix *M, zn_index j,
                            zn_index to[], double x[])
{
    zn_index k = 0;

    if (M->storage == ZN_DENSE) {
        for (zn_index i = 0; i < M->rows; i++) {
            double value = M->x[i + j * M->rows];

            if (value == 0)
                continue;
            to[k] = i;
            x[k++] = value;
        }
        return k;
    }
    for (zn_index l = s->mass.p[j]; l < s->mass.p[j + 1]; l++, k++) {
        to[k] = s->mass.i[l];
        x[k] = s->mass.x[l];
    }
    return k;
}

/* the matrix by columns; next: n, where the row of H is */
static void assemble(gadmm *s, const zn_global_friction *p, double rho,
                     zn_index next[])
{
    zn_index n = p->n, m = p->d * p->nc, k = 0;

    /* rows of H: next[i] counts, then is the first place after those of M */
    memset(next, 0, (size_t)n * sizeof *next);
    for (zn_index l = 0; l < s->H.p[m]; l++)
        next[s->H.i[l]]++;
    for (zn_index j = 0; j < n; j++) {
        zn_index row = next[j];

        s->kp[j] = k;
        k += mass_column(s, p->M, j, s->ki + k, s->kx + k);
        next[j] = k;
        k += row;
    }
    for (zn_index j = 0; j < m; j++) {
        s->kp[n + j] = k;
        for (zn_index l = s->H.p[j]; l < s->H.p[j + 1]; l++) {
            zn_index i = s->H.i[l], at = next[i]++;

            s->ki[at] = n + j;
            s->kx[at] = s->kx[k] = s->H.x[l];
            s->ki[k++] = i;
        }
        s->ki[k] = n + j;
        s->kx[k++] = -1 / rho;
    }
    s->kp[n + m] = k;
}

static zn_status factor(gadmm *s, zn_ctx *ctx, zn_index size)
{
    zn_matrix K = {.storage = ZN_CSC,
                   .rows = size,
                   .cols = size,
                   .x = s->kx,
                   .p = s->kp,
                   .i = s->ki};
    bool fresh;
    zn_status st = zni_csc_set(ctx, &s->csc, &K, &fresh);

    if (!st)
        st = zni_slu_reserve(ctx, &s->slu, size);
    if (!st && (fresh || !s->analysed)) {
        s->analysed = false;
        st = zni_slu_pattern(ctx, &s->slu, &s->csc);
        s->analysed = !st;
    }
    if (!st)
        st = zni_slu_factor(ctx, &s->slu, &s->csc, s->csc.x, false);
    return st == ZN_ESINGULAR ? zn_fail(ctx, ZN_EINVAL, "M is singular") : st;
}

/* room, copies, and the matrix with its first rho */
static zn_status prepare(gadmm *s, zn_ctx *ctx, const zn_global_friction *p,
                         double rho)
{
    zn_index n = p->n, m = p->d * p->nc, nnz;
    bool fresh;
    zn_status st = zni_columns_set(ctx, &s->H, p->H);

    if (!st && p->M->storage != ZN_DENSE)
        st = zni_csc_set(ctx, &s->mass, p->M, &fresh);
    if (st)
        return st;
    nnz = (p->M->storage == ZN_DENSE ? n * n : s->mass.nnz) + 2 * s->H.p[m] + m;
    st = zn_grow(ctx, &s->kp, &s->cap_kp, 2 * n + m + 1, sizeof *s->kp);
    if (!st)
        st = zn_grow(ctx, &s->ki, &s->cap_ki, nnz, sizeof *s->ki);
    if (!st)
        st = zn_grow(ctx, &s->kx, &s->cap_kx, nnz, sizeof *s->kx);
    if (st)
        return st;
    assemble(s, p, rho, s->kp + n + m + 1);
    return factor(s, ctx, n + m);
}

/* the point (v, -rho y) in the unknowns of the problem as it was given, and its
 * error; u is what its H' v + b is */
static double error(const gadmm *s, const double rho, const double k[],
                    const double y[], const double u[], double point[],
                    double own[], double work[])
{
    zn_index n = s->g.n, m = s->g.d * s->g.nc;

    memcpy(point, k, (size_t)n * sizeof *point);
    for (zn_index e = 0; e < m; e++) {
        double D = s->own.scale ? s->own.scale[e] : 1;

        point[n + e] = -rho * D * y[e];
        own[e] = u[e] / D;
    }
    return s->rolling
               ? zn_global_rolling_friction_error(s->rolling, point, own, work)
               : zn_global_friction_error(s->friction, point, own, work);
}

/* of the problem s->g, whose contacts are s->c */
static zn_status run(gadmm *s, zn_ctx *ctx, double z[], double w[],
                     zn_monitor *mon, zn_solve_info *info)
{
    const zn_global_friction *p = &s->g;
    const zni_fc *c = &s->c;
    zn_index n = p->n, m = p->d * p->nc, d = p->d, it = 0;
    double rho = s->rho, err = INFINITY, least = INFINITY, primal, dual;
    zn_status st =
        zn_grow(ctx, &s->v, &s->cap_v, 4 * n + 10 * m + 1, sizeof *s->v);

    if (!st)
        st = prepare(s, ctx, p, rho);
    if (st)
        return st;

    double *k = s->v, *x = k + n + m, *y = x + m, *u = y + m, *old = u + m;
    double *point = old + m, *best = point + n + m, *own = best + n + m;
    double *work = own + m;

    /* x = u + s at the start given, y from its reactions */
    memcpy(u, p->b, (size_t)m * sizeof *u);
    zn_matrix_mul_t(p->H, 1, z, 1, u);
    for (zn_index e = 0; e < m; e++) {
        x[e] = u[e];
        y[e] = -z[n + e] / (s->own.scale ? s->own.scale[e] : 1) / rho;
    }
    for (zn_index a = 0; a < p->nc; a++)
        x[d * a] += c->law->shift(c, a, u + d * a);
    info->outcome = ZN_ITERATION_LIMIT;
    for (; it < s->max_iter && least > s->tol; it++) {
        if (zn_monitor_tick(mon, it, isfinite(err) ? err : -1)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        memcpy(k, p->q, (size_t)n * sizeof *k);
        for (zn_index e = 0; e < m; e++)
            k[n + e] = x[e] - y[e] - p->b[e];
        for (zn_index a = 0; a < p->nc; a++)
            k[n + d * a] -= c->law->shift(c, a, x + d * a);
        zni_slu_solve(&s->slu, k);
        memcpy(u, p->b, (size_t)m * sizeof *u);
        zn_matrix_mul_t(p->H, 1, k, 1, u);
        memcpy(old, x, (size_t)m * sizeof *x);
        primal = dual = 0;
        for (zn_index a = 0; a < p->nc; a++) {
            double t[ZNI_DMAX], P[ZNI_DMAX];
            double shift = c->law->shift(c, a, old + d * a);

            for (zn_index e = 0; e < d; e++)
                t[e] = -(u[d * a + e] + (e == 0 ? shift : 0) + y[d * a + e]);
            c->law->project(c, a, t, P);
            for (zn_index e = 0; e < d; e++) {
                double to = P[e] - t[e], gap;

                /* y + (H'v + b + s) - x = -t - x = -P_K(t) */
                x[d * a + e] = to;
                y[d * a + e] = -P[e];
                gap = u[d * a + e] + (e == 0 ? shift : 0) - to;
                primal += gap * gap;
                dual += (to - old[d * a + e]) * (to - old[d * a + e]);
            }
        }
        /* the reactions of now with the motion they make would need M^-1: the
         * point is (v, r), its error holds the residual of the motion */
        if (it % 10 == 9) {
            err = error(s, rho, k, y, u, point, own, work);
            if (isnan(err)) {
                info->outcome = ZN_STALLED;
                break;
            }
            if (err < least) {
                least = err;
                memcpy(best, point, (size_t)(n + m) * sizeof *best);
            }
        }
        if (it % BALANCE == BALANCE - 1 && primal > 0 && dual > 0 &&
            it < s->max_iter / 2 &&
            (primal > 100 * dual || dual > 100 * primal)) {
            /* here a large rho is for the primal residual */
            double f = fmax(0.1, fmin(10, pow(primal / dual, 0.25)));

            rho *= f;
            for (zn_index e = 0; e < m; e++)
                y[e] /= f;
            assemble(s, p, rho, s->kp + n + m + 1);
            st = factor(s, ctx, n + m);
            if (st)
                return st;
        }
    }
    info->iterations = it;
    if (least < INFINITY)
        memcpy(z, best, (size_t)(n + m) * sizeof *z);
    memcpy(w, p->b, (size_t)m * sizeof *w);
    zn_matrix_mul_t(p->H, 1, z, 1, w);
    for (zn_index e = 0; e < m && s->own.scale; e++)
        w[e] /= s->own.scale[e];
    return least <= s->tol ? ZN_OK : ZN_UNSOLVED;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    gadmm *s = state;

    s->friction = problem;
    s->rolling = NULL;
    s->g = *s->friction;
    s->c = (zni_fc){
        .law = &zni_coulomb, .d = s->g.d, .nc = s->g.nc, .mu = s->g.mu};
    if (s->g.nc == 0)
        return zn_fail(ctx, ZN_EINVAL, "nc = 0: nothing to alternate with");
    return run(s, ctx, z, w, mon, info);
}

static zn_status solve_rolling(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    gadmm *s = state;
    zn_status st;

    s->friction = NULL;
    s->rolling = problem;
    if (s->rolling->nc == 0)
        return zn_fail(ctx, ZN_EINVAL, "nc = 0: nothing to alternate with");
    st = zni_scaled_set(ctx, &s->own, s->rolling, &s->g, &s->c);
    return st ? st : run(s, ctx, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    gadmm *s = state;

    zni_csc_fini(ctx, &s->mass);
    zni_csc_fini(ctx, &s->csc);
    zni_slu_fini(ctx, &s->slu);
    zni_columns_fini(ctx, &s->H);
    zn_free_array(ctx, s->kp);
    zn_free_array(ctx, s->ki);
    zn_free_array(ctx, s->kx);
    zn_free_array(ctx, s->v);
    zni_scaled_fini(ctx, &s->own);
}

static const zn_option options[] = {
    ZN_OPT_REAL(gadmm, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(gadmm, max_iter, 20000, 1, 1e9, "-", "iterations"),
    ZN_OPT_REAL(gadmm, rho, 1, 1e-9, 1e9, "-", "first penalty"),
    ZN_OPT_END,
};

#define CLASS(ident, of, about, function)                                      \
    const zn_solver_type ident = {.type = {.size = sizeof(zn_solver_type),     \
                                           .kind = of,                         \
                                           .name = "admm",                     \
                                           .summary = about,                   \
                                           .state_size = sizeof(gadmm),        \
                                           .options = options},                \
                                  .solve = function,                           \
                                  .fini = fini}

CLASS(zni_global_friction_admm, ZN_KIND_GLOBAL_FRICTION_SOLVER,
      "alternating directions, nothing is condensed", solve);
CLASS(zni_global_rolling_admm, ZN_KIND_GLOBAL_ROLLING_SOLVER,
      "alternating directions on the scaled problem, nothing is condensed",
      solve_rolling);
