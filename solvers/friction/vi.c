/* vi.c - extragradient and fixed point of the variational inequality
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* r in K with F(r)'(x - r) >= 0 for all x in K, F(r) = u + mu ||u_T|| e_N. Steps
 *     r' = P_K(r - rho F(r)),   extragradient: r <- P_K(r - rho F(r')),
 *                               fixed point:   r <- r',
 * with rho adapted to the local Lipschitz constant of F (Khobotov, USSR Comput.
 * Math. 27, 1987; Han & Lo, Comput. Math. Appl. 43, 2002): rho is cut until
 * rho ||F(r) - F(r')|| <= L ||r - r'||, and grows when it was below L_min. */
typedef struct vi {
    double tol;
    zn_index max_iter;
    double L, L_min, tau;
    zni_fc c;
    double *v; /* 5 n */
    zn_index cap_v;
} vi;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    vi *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    return st ? st : zn_grow(ctx, &s->v, &s->cap_v, 5 * n, sizeof *s->v);
}

/* F from u */
static void shifted(const zni_fc *c, const double u[], double F[])
{
    zn_index d = c->d;

    for (zn_index a = 0; a < c->nc; a++) {
        const double *ua = u + d * a;
        double *Fa = F + d * a;

        memcpy(Fa, ua, (size_t)d * sizeof *F);
        Fa[0] +=
            c->mu[a] * (d == 2 ? fabs(ua[1])
                               : sqrt(ua[1] * ua[1] + ua[2] * ua[2]));
    }
}

/* out = P_K(r - rho F) */
static void step(const zni_fc *c, const double r[], double rho,
                 const double F[], double out[])
{
    for (zn_index i = 0; i < c->n; i++)
        out[i] = r[i] - rho * F[i];
    for (zn_index a = 0; a < c->nc; a++)
        zn_friction_project(c->d, c->mu[a], out + c->d * a, out + c->d * a);
}

static zn_status run(vi *s, zn_ctx *ctx, bool extra, const void *problem,
                     double z[], double w[], zn_monitor *mon,
                     zn_solve_info *info)
{
    zni_fc *c = &s->c;
    zn_status st = zni_fc_set(ctx, c, problem);
    zn_index n = c->n, it = 0;
    double rho, err, least;

    if (!st)
        st = zn_grow(ctx, &s->v, &s->cap_v, 5 * n, sizeof *s->v);
    if (st)
        return st;

    double *F = s->v, *F1 = F + n, *r1 = F + 2 * n, *u1 = F + 3 * n;
    double *best = F + 4 * n;

    rho = 1 / zni_fc_scale(c);
    step(c, z, 0, z, z);
    zni_fc_mul(c, z, c->q, w);
    err = least = zni_fc_error(c, z, w);
    memcpy(best, z, (size_t)n * sizeof *z);
    info->outcome = ZN_ITERATION_LIMIT;
    for (; it < s->max_iter && err > s->tol; it++) {
        double ratio = 0;

        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        shifted(c, w, F);
        for (int cut = 0; cut < 60; cut++) {
            double top = 0, bottom = 0;

            step(c, z, rho, F, r1);
            zni_fc_mul(c, r1, c->q, u1);
            shifted(c, u1, F1);
            for (zn_index i = 0; i < n; i++) {
                top += (F[i] - F1[i]) * (F[i] - F1[i]);
                bottom += (z[i] - r1[i]) * (z[i] - r1[i]);
            }
            ratio = bottom > 0 ? rho * sqrt(top / bottom) : 0;
            if (ratio <= s->L)
                break;
            rho *= s->tau * fmin(1, 1 / ratio);
        }
        if (extra) {
            step(c, z, rho, F1, z);
            zni_fc_mul(c, z, c->q, w);
        } else {
            memcpy(z, r1, (size_t)n * sizeof *z);
            memcpy(w, u1, (size_t)n * sizeof *w);
        }
        if (ratio < s->L_min)
            rho /= s->tau;
        err = zni_fc_error(c, z, w);
        if (isnan(err) || !isfinite(rho)) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (err < least) {
            least = err;
            memcpy(best, z, (size_t)n * sizeof *z);
        }
    }
    info->iterations = it;
    memcpy(z, best, (size_t)n * sizeof *z);
    zni_fc_mul(c, z, c->q, w);
    return least <= s->tol ? ZN_OK : ZN_UNSOLVED;
}

static zn_status extragradient(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    return run(state, ctx, true, problem, z, w, mon, info);
}

static zn_status fixed_point(void *state, zn_ctx *ctx, const void *problem,
                             double z[], double w[], zn_monitor *mon,
                             zn_solve_info *info)
{
    return run(state, ctx, false, problem, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    vi *s = state;

    zni_fc_fini(ctx, &s->c);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    ZN_OPT_REAL(vi, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(vi, max_iter, 50000, 1, 1e9, "-", "steps before giving up"),
    ZN_OPT_REAL(vi, L, 0.9, 0.01, 0.99, "-", "largest contraction ratio"),
    ZN_OPT_REAL(vi, L_min, 0.3, 0, 0.99, "-", "ratio below which rho grows"),
    ZN_OPT_REAL(vi, tau, 0.6666666666666666, 0.1, 0.99, "-",
                "factor by which rho is cut"),
    ZN_OPT_END,
};

const zn_solver_type zni_friction_vi_extragradient = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_FRICTION_SOLVER,
             .name = "vi-extragradient",
             .summary = "extragradient, self-adaptive step",
             .state_size = sizeof(vi),
             .options = options},
    .reserve = reserve,
    .solve = extragradient,
    .fini = fini,
};

const zn_solver_type zni_friction_vi_fixed_point = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_FRICTION_SOLVER,
             .name = "vi-fixed-point",
             .summary = "fixed-point projection, self-adaptive step",
             .state_size = sizeof(vi),
             .options = options},
    .reserve = reserve,
    .solve = fixed_point,
    .fini = fini,
};
