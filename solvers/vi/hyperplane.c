/* hyperplane.c - projection on separating hyperplanes
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include <string.h>

/* Projection and contraction (Solodov & Tseng, SIAM J. Control Optim. 34, 1996;
 * He, Appl. Math. Optim. 35, 1997). With y = P(z - rho F(z)), r = z - y and
 *     d = r - rho (F(z) - F(y)),
 * every solution v of a pseudomonotone problem has d'(v - y) <= 0: the
 * hyperplane through y with normal d separates z from all of them when d'r > 0,
 * which rho ||F(z) - F(y)|| <= L ||r|| ensures. z is moved across it, gamma times
 * the distance, and back onto X. (The plane with normal F(y) of Solodov & Svaiter
 * 1999 was tried: where F is not zero at the solution the steps shrink as
 * ||r||^2, and nothing is gained by the projection on X afterwards.) */
typedef struct hyperplane {
    double tol;
    zn_index max_iter;
    double rho, tau, L, L_min, gamma;
    double *v;
    zn_index cap_v;
} hyperplane;

enum { VECTORS = 4, SHORTER = 100 };

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    hyperplane *s = state;

    (void)nnz;
    return zn_grow(ctx, &s->v, &s->cap_v, VECTORS * n, sizeof *s->v);
}

/* the iterate and what goes with it */
typedef struct run {
    const hyperplane *s;
    const zn_vi *p;
    double *z, *w, *y, *Fy, *best, *work;
} run;

/* d'r > 0 with d in a->y; *rho is made short enough; *ratio says by how much.
 * ZN_UNSOLVED: it cannot be */
static zn_status separate(run *a, double *rho, double *step, double *ratio)
{
    for (int k = 0; k < SHORTER; k++, *rho *= a->s->tau) {
        double rr = 0, gg = 0, dr = 0, dd = 0;
        zn_status st;

        for (zn_index i = 0; i < a->p->n; i++)
            a->y[i] = a->z[i] - *rho * a->w[i];
        st = zni_vi_project(a->p, a->y);
        if (!st)
            st = zni_vi_map(a->p, a->y, a->Fy);
        if (st < 0)
            return st;
        if (st)
            continue;
        for (zn_index i = 0; i < a->p->n; i++) {
            double r = a->z[i] - a->y[i], g = *rho * (a->w[i] - a->Fy[i]);

            a->y[i] = r - g;
            rr += r * r;
            gg += g * g;
            dr += (r - g) * r;
            dd += (r - g) * (r - g);
        }
        if (rr == 0)
            return ZN_UNSOLVED;
        *ratio = sqrt(gg / rr);
        *step = dr / dd;
        if (*ratio <= a->s->L)
            return ZN_OK;
    }
    return ZN_UNSOLVED;
}

/* across the hyperplane and onto X; a shorter way where F is not defined */
static zn_status cross(run *a, double step)
{
    for (int k = 0; k < SHORTER; k++, step *= a->s->tau) {
        zn_status st;

        for (zn_index i = 0; i < a->p->n; i++)
            a->work[i] = a->z[i] - step * a->y[i];
        st = zni_vi_project(a->p, a->work);
        if (!st)
            st = zni_vi_map(a->p, a->work, a->Fy);
        if (st < 0)
            return st;
        if (st)
            continue;
        memcpy(a->z, a->work, (size_t)a->p->n * sizeof *a->z);
        memcpy(a->w, a->Fy, (size_t)a->p->n * sizeof *a->w);
        return ZN_OK;
    }
    return ZN_UNSOLVED;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    hyperplane *s = state;
    const zn_vi *p = problem;
    zn_index n = p->n;
    size_t bytes = (size_t)n * sizeof *z;
    double err, least = INFINITY, scale, rho = s->rho, step = 0, ratio = 1;
    zn_status st = reserve(s, ctx, n, 0);

    if (st)
        return st;
    double *v = s->v, *best = v + 2 * n, *work = v + 3 * n;
    run a = {s, p, z, w, v, v + n, best, work};

    scale = zni_vi_scale(p, v);
    st = zni_vi_project(p, z);
    if (!st)
        st = zni_vi_map(p, z, w);
    if (st > 0)
        st = zn_fail(ctx, ZN_EDOM, "F is not defined at the start");
    memcpy(best, z, bytes);
    info->outcome = ZN_ITERATION_LIMIT;
    for (info->iterations = 0; !st; info->iterations++) {
        err = zni_vi_residual(p, z, w, work) / scale;
        if (err < least) {
            least = err;
            memcpy(best, z, bytes);
        }
        if (err <= s->tol || info->iterations >= s->max_iter)
            break;
        if (zn_monitor_tick(mon, info->iterations, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        st = separate(&a, &rho, &step, &ratio);
        if (!st)
            st = cross(&a, s->gamma * step);
        if (ratio < s->L_min)
            rho /= s->tau;
    }
    if (st < 0)
        return st;
    if (st)
        info->outcome = ZN_STALLED;
    memcpy(z, best, bytes);
    st = zni_vi_map(p, z, w);
    if (st < 0)
        return st;
    if (least <= s->tol)
        info->outcome = ZN_SOLVED;
    return least <= s->tol ? ZN_OK : ZN_UNSOLVED;
}

static void fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((hyperplane *)state)->v);
}

static const zn_option options[] = {
    ZN_OPT_REAL(hyperplane, tol, 1e-8, 0, 1, "-",
                "error that counts as solved"),
    ZN_OPT_INT(hyperplane, max_iter, 20000, 1, 1e9, "-",
               "steps before giving up"),
    ZN_OPT_REAL(hyperplane, rho, 1, 1e-12, 1e12, "-",
                "first step of the prediction"),
    ZN_OPT_REAL(hyperplane, tau, 2.0 / 3, 0.01, 0.99, "-",
                "factor by which a step shrinks"),
    ZN_OPT_REAL(hyperplane, L, 0.9, 0.01, 0.99, "-",
                "largest ratio of an accepted step"),
    ZN_OPT_REAL(hyperplane, L_min, 0.3, 0, 0.99, "-",
                "ratio below which the next step is longer"),
    ZN_OPT_REAL(hyperplane, gamma, 1.5, 0.01, 1.99, "-",
                "relaxation: times the distance from the plane"),
    ZN_OPT_END,
};

const zn_solver_type zni_vi_hyperplane = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_VI_SOLVER,
             .name = "hyperplane",
             .summary =
                 "projection on hyperplanes, pseudomonotone F (Solodov 1996)",
             .state_size = sizeof(hyperplane),
             .options = options},
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};
