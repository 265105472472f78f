/* vi.c - extragradient and fixed point of the variational inequality
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* r in K with F(r)'(x - r) >= 0 for all x in K, F(r) = u + mu ||u_T|| e_N. With
 *     y = P_K(r - rho F(r)),
 *   fixed point    r <- y                      (De Saxce & Feng, Math. Comput.
 *                                               Modelling 28, 1998)
 *   extragradient  r <- P_K(r - rho F(y))      (Korpelevich 1976)
 * rho is fixed, or adapted to the local Lipschitz constant of F (Khobotov, USSR
 * Comput. Math. 27, 1987; Han & Lo, Comput. Math. Appl. 43, 2002): cut until
 * rho ||F(r) - F(y)|| <= L ||r - y||, grown when that was below L_min. */
typedef struct vi {
    double tol;
    zn_index max_iter;
    double L, L_min, tau;
    int step;   /* 0: adaptive, 1: fixed                                    */
    double rho; /* relative to 1 / ||M||_inf; first of the adaptive ones    */
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
        Fa[0] += c->mu[a] * zni_tangent(d, ua);
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

/* what an iteration works on */
typedef struct point {
    const vi *s;
    const zni_fc *c;
    double *r, *u, *F;  /* here, F from u                                   */
    double *y, *uy, *G; /* after a step, G = F there                        */
    double rho, most;
} point;

/* y, uy, G from r, u with a rho that is good; how much of it was used */
static double predict(point *k)
{
    const vi *s = k->s;
    double ratio = 0;

    shifted(k->c, k->u, k->F);
    for (int cut = 0; cut < 60; cut++) {
        double top = 0, bottom = 0;

        step(k->c, k->r, k->rho, k->F, k->y);
        zni_fc_mul(k->c, k->y, k->c->q, k->uy);
        shifted(k->c, k->uy, k->G);
        if (s->step)
            break;
        for (zn_index i = 0; i < k->c->n; i++) {
            top += (k->F[i] - k->G[i]) * (k->F[i] - k->G[i]);
            bottom += (k->r[i] - k->y[i]) * (k->r[i] - k->y[i]);
        }
        ratio = bottom > 0 ? k->rho * sqrt(top / bottom) : 0;
        if (ratio <= s->L)
            break;
        k->rho *= s->tau * fmin(1, 1 / ratio);
    }
    return ratio;
}

static zn_status run(vi *s, zn_ctx *ctx, bool extra, const void *problem,
                     double z[], double w[], zn_monitor *mon,
                     zn_solve_info *info)
{
    zni_fc *c = &s->c;
    zn_status st = zni_fc_set(ctx, c, problem);
    zn_index n = c->n, it = 0;
    size_t bytes = (size_t)n * sizeof *z;
    double err, least, norm;

    if (!st)
        st = zn_grow(ctx, &s->v, &s->cap_v, 5 * n, sizeof *s->v);
    if (st)
        return st;

    double *v = s->v, *best = v + 4 * n;
    point k = {.s = s,
               .c = c,
               .r = z,
               .u = w,
               .F = v,
               .y = v + n,
               .uy = v + 2 * n,
               .G = v + 3 * n};

    norm = zni_fc_norm(c);
    k.rho = s->rho / (norm > 0 ? norm : 1);
    k.most = 1e4 / zni_fc_scale(c); /* where F is flat only this bounds it */
    step(c, z, 0, z, z);
    zni_fc_mul(c, z, c->q, w);
    err = least = zni_fc_error(c, z, w);
    memcpy(best, z, bytes);
    info->outcome = ZN_ITERATION_LIMIT;
    for (; it < s->max_iter && err > s->tol; it++) {
        double ratio;

        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        ratio = predict(&k);
        if (extra) {
            step(c, z, k.rho, k.G, z);
            zni_fc_mul(c, z, c->q, w);
        } else {
            memcpy(z, k.y, bytes);
            memcpy(w, k.uy, bytes);
        }
        if (!s->step && ratio < s->L_min)
            k.rho = fmin(k.rho / s->tau, k.most);
        err = zni_fc_error(c, z, w);
        if (isnan(err) || !isfinite(k.rho)) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (err < least) {
            least = err;
            memcpy(best, z, bytes);
        }
    }
    info->iterations = it;
    memcpy(z, best, bytes);
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

#define COMMON(way_of_rho)                                                     \
    ZN_OPT_REAL(vi, tol, 1e-8, 0, 1, "-", "error that counts as solved"),      \
        ZN_OPT_INT(vi, max_iter, 50000, 1, 1e9, "-",                           \
                   "steps before giving up"),                                  \
        ZN_OPT_CHOICE(vi, step, way_of_rho, "adaptive|fixed",                  \
                      "length rho of the steps"),                              \
        ZN_OPT_REAL(vi, rho, 1, 1e-9, 1e9, "-",                                \
                    "first or fixed length, relative to 1 / ||M||"),           \
        ZN_OPT_REAL(vi, L, 0.9, 0.01, 0.99, "-", "largest contraction ratio"), \
        ZN_OPT_REAL(vi, L_min, 0.3, 0, 0.99, "-",                              \
                    "ratio below which rho grows"),                            \
        ZN_OPT_REAL(vi, tau, 0.6666666666666666, 0.1, 0.99, "-",               \
                    "factor by which rho is cut")

static const zn_option options[] = {COMMON(0), ZN_OPT_END};
static const zn_option fixed_options[] = {COMMON(1), ZN_OPT_END};

#define CLASS(ident, text, about, table, function)                             \
    const zn_solver_type ident = {.type = {.size = sizeof(zn_solver_type),     \
                                           .kind = ZN_KIND_FRICTION_SOLVER,    \
                                           .name = text,                       \
                                           .summary = about,                   \
                                           .state_size = sizeof(vi),           \
                                           .options = table},                  \
                                  .reserve = reserve,                          \
                                  .solve = function,                           \
                                  .fini = fini}

CLASS(zni_friction_vi_extragradient, "vi-extragradient",
      "extragradient, self-adaptive step (Khobotov 1987)", options,
      extragradient);
CLASS(zni_friction_vi_fixed_point, "vi-fixed-point",
      "fixed-point projection, self-adaptive step (Han & Lo 2002)", options,
      fixed_point);
CLASS(zni_friction_desaxce, "desaxce",
      "fixed point of De Saxce & Feng (1998), fixed step", fixed_options,
      fixed_point);
