/* panagiotopoulos.c - normal and tangential problems in turns
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

#include <zeno/lcp.h>

/* Panagiotopoulos, Ing.-Arch. 44 (1975): with r_T held, the loads are a linear
 * complementarity problem,
 *     0 <= r_N,   W_NN r_N + (W_NT r_T + q_N) >= 0,   orthogonal;
 * with r_N held, r_T minimises r_T'W_TT r_T / 2 + (W_TN r_N + q_T)'r_T over the
 * disks ||r_T|| <= mu r_N: Gauss-Seidel by contact, each disk exactly (disk.c).
 * Converges where friction couples the two little: mu small. */
enum { SWEEPS = 200 };

typedef struct turns {
    double tol;
    zn_index max_iter;
    char normal[ZN_WORD_MAX];
    zni_inner inner;
    zni_fc c;
    double *x;    /* W_NN: nb                                               */
    zn_index *ro; /* 0 ... nb: rows, and blocks, of one element             */
    double *v;    /* 2 n: best, r without loads; 3 nc: q, z, w of the loads */
    zn_index cap_x, cap_ro, cap_v;
} turns;

static zn_status room(turns *s, zn_ctx *ctx, zn_index nc, zn_index nb,
                      zn_index n)
{
    zn_status st = zn_grow(ctx, &s->x, &s->cap_x, nb, sizeof *s->x);

    if (!st)
        st = zn_grow(ctx, &s->ro, &s->cap_ro, nb + 1, sizeof *s->ro);
    return st ? st
              : zn_grow(ctx, &s->v, &s->cap_v, 2 * n + 3 * nc, sizeof *s->v);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    turns *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st)
        st = room(s, ctx, s->c.cap_diag, s->c.cap_i, n);
    if (!st)
        st = zni_inner_make(ctx, &s->inner, "lcp", s->normal);
    if (!st)
        st = zn_solver_reserve(s->inner.solver, n / 2 + 1, nnz / 4 + n);
    /* in the plane and in space; of all blocks, and of almost all, copied into a full matrix */
    for (zn_index d = 2; !st && d <= 3; d++) {
        const zn_index nb = nnz / (d * d);
        st = zn_solver_reserve(s->inner.solver, n / d, nb);
        if (!st)
            st = zn_solver_reserve(s->inner.solver, n / d, nb > 0 ? nb - 1 : 0);
    }
    return st;
}

/* the loads of r, r_T held; u: work */
static zn_status loads(turns *s, const zn_matrix *WNN, double r[], double u[],
                       zn_monitor *mon, zn_solve_info *info)
{
    const zni_fc *c = &s->c;
    zn_index d = c->d;
    double *rt = s->v + c->n, *q = rt + c->n, *z = q + c->nc, *w = z + c->nc;
    double size = 1;
    zn_lcp p = {c->nc, WNN, q};
    zn_status st;

    memcpy(rt, r, (size_t)c->n * sizeof *r);
    for (zn_index a = 0; a < c->nc; a++)
        rt[d * a] = 0;
    zni_fc_mul(c, rt, c->q, u);
    for (zn_index a = 0; a < c->nc; a++) {
        q[a] = u[d * a];
        z[a] = r[d * a];
        size = fmax(size, fabs(q[a]));
    }
    st = zn_solver_set_real(
        s->inner.solver, "tol",
        fmin(1e-2, fmax(1e-14, 0.01 * s->tol * c->qnorm / size)));
    if (!st)
        st = zn_solver_solve_inner(s->inner.solver, &p, z, w, mon, info);
    for (zn_index a = 0; a < c->nc && st >= 0; a++)
        r[d * a] = fmax(0, z[a]);
    return st;
}

/* r_T with r_N held, by sweeps until the change is small against r */
static bool tangents(const turns *s, double r[], zn_monitor *mon, double err)
{
    const zni_fc *c = &s->c;
    zn_index d = c->d, dd = d * d;
    double enough = fmax(1e-15, 1e-2 * fmin(s->tol, err));

    for (zn_index it = 0; it < SWEEPS; it++) {
        double moved = 0, size = 0;

        for (zn_index a = 0; a < c->nc; a++) {
            const double *W = c->x + dd * c->diag[a];
            double *ra = r + d * a, q[3], old[3];

            zni_fc_others(c, a, r, q);
            for (zn_index i = 0; i < d; i++) {
                q[i] += W[i] * ra[0];
                old[i] = ra[i];
            }
            zni_disk_solve(d, W, q, c->mu[a] * ra[0], ra);
            for (zn_index i = 1; i < d; i++)
                moved += (ra[i] - old[i]) * (ra[i] - old[i]);
            for (zn_index i = 0; i < d; i++)
                size += ra[i] * ra[i];
        }
        if (!(moved > enough * enough * size))
            return false;
        if (zn_monitor_tick(mon, it, err))
            return true;
    }
    return false;
}

/* room, the inner solver, and W of the normal rows alone, in s */
static zn_status begin(turns *s, zn_ctx *ctx, zn_matrix *WNN)
{
    const zni_fc *c = &s->c;
    zn_status st = room(s, ctx, c->nc, c->nb, c->n);

    if (!st)
        st = zni_inner_make(ctx, &s->inner, "lcp", s->normal);
    if (!st)
        st = zn_solver_reserve(s->inner.solver, c->nc, c->nb);
    if (st)
        return st;
    for (zn_index k = 0; k <= c->nb; k++)
        s->ro[k] = k;
    for (zn_index k = 0; k < c->nb; k++)
        s->x[k] = c->x[c->d * c->d * k];
    *WNN = zni_fc_matrix(c);
    WNN->rows = WNN->cols = c->nc;
    WNN->x = s->x;
    WNN->ro = WNN->co = WNN->bp = s->ro;
    return ZN_OK;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double r[], double u[], zn_monitor *mon,
                       zn_solve_info *info)
{
    turns *s = state;
    zni_fc *c = &s->c;
    zn_status st = zni_fc_set(ctx, c, problem);
    const size_t bytes = (size_t)c->n * sizeof *r;
    zn_index it = 0;
    double err, least;
    zn_matrix WNN;

    if (!st)
        st = begin(s, ctx, &WNN);
    if (st)
        return st;

    double *best = s->v;

    for (zn_index a = 0; a < c->nc; a++)
        zn_friction_project(c->d, c->mu[a], r + c->d * a, r + c->d * a);
    zni_fc_mul(c, r, c->q, u);
    err = least = zni_fc_error(c, r, u);
    memcpy(best, r, bytes);
    info->outcome = ZN_ITERATION_LIMIT;
    for (; it < s->max_iter && least > s->tol; it++) {
        zn_solve_info inner = {0};

        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        st = loads(s, &WNN, r, u, mon, &inner);
        if (st < 0)
            return st;
        if (st) {
            info->outcome = inner.outcome;
            break;
        }
        if (tangents(s, r, mon, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        zni_fc_mul(c, r, c->q, u);
        err = zni_fc_error(c, r, u);
        if (isnan(err)) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (err < least) {
            least = err;
            memcpy(best, r, bytes);
        }
    }
    info->iterations = it;
    memcpy(r, best, bytes);
    zni_fc_mul(c, r, c->q, u);
    return least <= s->tol ? ZN_OK : ZN_UNSOLVED;
}

static void fini(void *state, zn_ctx *ctx)
{
    turns *s = state;

    zni_inner_fini(&s->inner);
    zni_fc_fini(ctx, &s->c);
    zn_free_array(ctx, s->x);
    zn_free_array(ctx, s->ro);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    ZN_OPT_REAL(turns, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(turns, max_iter, 1000, 1, 1e9, "-",
               "turns, of a normal and a tangential problem"),
    ZN_OPT_WORD(turns, normal, "auto", "of the class lcp, for the loads"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_friction_panagiotopoulos, ZN_KIND_FRICTION_SOLVER,
           "panagiotopoulos",
           "loads with r_T held, then r_T (Panagiotopoulos 1975)", turns,
           options, .reserve = reserve, .solve = solve, .fini = fini);
