/* homotopy.c - the path of proximal problems, followed to the problem itself
 * SPDX-License-Identifier: Apache-2.0 */
#include "../methods/arc.h"
#include "friction.h"

/* Of phi, the function of Alart & Curnier (../contact/ac.c), at r and
 *     u = W r + q + alpha (r - s),   alpha = e^tau times the size of W,
 * s the start. For large alpha there is one solution, near s; for alpha = 0 the solutions
 * are those of the problem. Between both the path turns where contacts that carry each
 * other exchange what they do, so that proximal points (prox.c), which only let alpha
 * shrink, end there, and Newton's method has a merit with local minima. The path of a
 * piecewise smooth phi that is proper does not end (Alexander, Kellogg, Li & Yorke,
 * Piecewise smooth continuation, Numer. Math. 33, 1979). */
typedef struct homotopy {
    zni_fc c;
    zni_homotopy opt;
    zni_fnewton_work newton;
    zni_homotopy_work work;
} homotopy;

typedef struct run {
    zn_ctx *ctx;
    zni_fnewton_work *newton;
    const zni_fc *c;
    double *u;       /* n                                                   */
    const double *s; /* n: where the path begins                            */
    double scale;    /* of alpha                                            */
    double unit;     /* of squares of lengths: an energy of q             */
} run;

zn_status zni_homotopy_reserve(zn_ctx *ctx, zni_homotopy_work *k, zn_index n)
{
    return zni_room(ctx, &k->v, &k->cap_v, ZNI_FOLLOWED(n) + 2 * n,
                    sizeof *k->v);
}

void zni_homotopy_fini(zn_ctx *ctx, zni_homotopy_work *k)
{
    zn_free_array(ctx, k->v);
}

static double dot(void *of, const double x[], const double y[])
{
    const run *a = of;
    zn_index d = a->c->d;
    double sum = 0;

    for (zn_index b = 0; b < a->c->nc; b++) {
        double part = 0;

        for (zn_index i = d * b; i < d * (b + 1); i++)
            part += x[i] * y[i];
        sum += part / a->newton->rho[2 * b];
    }
    return sum / a->unit;
}

/* phi at (u, r), and A and B of every contact if asked for */
static void map(const run *a, const double r[], double phi[], bool derive)
{
    const zni_fc *c = a->c;
    zn_index d = c->d, dd = d * d;

    for (zn_index b = 0; b < c->nc; b++) {
        double *A = a->newton->ab + 2 * dd * b;

        c->law->map(ZNI_AC, c, b, a->newton->rho + 2 * b, a->u + d * b, r + d * b,
                    phi + d * b, derive ? A : NULL, A + dd);
    }
}

static double value(void *of, const double r[], double tau, double phi[])
{
    const run *a = of;
    const double alpha = exp(tau) * a->scale;

    zni_fc_mul(a->c, r, a->c->q, a->u);
    for (zn_index i = 0; i < a->c->n; i++)
        a->u[i] += alpha * (r[i] - a->s[i]);
    map(a, r, phi, false);
    return sqrt(dot(of, phi, phi));
}

/* d = A alpha (r - s) */
static zn_status factor(void *of, const double r[], double tau, double d[],
                        int *sign)
{
    run *a = of;
    const zni_fc *c = a->c;
    const double alpha = exp(tau) * a->scale;
    zn_index m = c->d;
    zn_status st;

    map(a, r, d, true);
    for (zn_index b = 0; b < c->nc; b++) {
        double step[ZNI_DMAX];

        for (zn_index i = 0; i < m; i++)
            step[i] = alpha * (r[m * b + i] - a->s[m * b + i]);
        zni_block_times(m, a->newton->ab + 2 * m * m * b, step, d + m * b);
    }
    zni_fnewton_matrix(c, a->newton->ab, alpha, a->newton->lin.j);
    st = zni_flin_factor(a->ctx, &a->newton->lin, c, false);
    return st ? st : zni_flin_sign(a->ctx, &a->newton->lin, sign);
}

static void back(void *of, double b[])
{
    zni_flin_solve(&((run *)of)->newton->lin, b);
}

/* of r in the cones */
static double error(void *of, const double r[])
{
    const run *a = of;
    const zni_fc *c = a->c;
    double *in = a->u + c->n;

    for (zn_index b = 0; b < c->nc; b++)
        c->law->project(c, b, r + c->d * b, in + c->d * b);
    zni_fc_mul(c, in, c->q, a->u);
    return zni_fc_error(c, in, a->u);
}

static bool affords(void *of, const zn_monitor *mon)
{
    return zni_flin_fits(&((const run *)of)->newton->lin, mon);
}

zn_status zni_homotopy_run(zn_ctx *ctx, zni_homotopy_work *k,
                           zni_fnewton_work *newton, const zni_homotopy *s,
                           const zni_fc *c, double z[], double w[],
                           zn_monitor *mon, zn_solve_info *info)
{
    const zn_index n = c->n;
    zn_status st = zni_homotopy_reserve(ctx, k, n);
    run a = {.ctx = ctx, .newton = newton, .c = c, .scale = zni_fc_scale(c)};
    const zni_curve f = {.of = &a,
                        .n = n,
                        .value = value,
                        .factor = factor,
                        .solve = back,
                        .dot = dot,
                        .error = error,
                        .affords = affords};
    zni_following how = {.tol = s->tol,
                         .max_iter = s->max_iter,
                         .from = log(s->alpha),
                         .unit = 1};
    double q = 0;

    if (!st)
        st = zni_fnewton_size(ctx, newton, c);
    if (st)
        return st;
    for (zn_index b = 0; b < c->nc; b++) {
        const double step = zni_block_step(c->d, c->x + c->d * c->d * c->diag[b]);

        newton->rho[2 * b] = newton->rho[2 * b + 1] = step;
        for (zn_index i = c->d * b; i < c->d * (b + 1); i++)
            q += step * c->q[i] * c->q[i];
    }
    a.unit = q > 0 ? q : 1;
    a.u = k->v + ZNI_FOLLOWED(n);
    a.s = k->v + 7 * n;
    memcpy(k->v + 7 * n, z, (size_t)n * sizeof *z);
    st = zni_follow(&f, &how, k->v, z, mon, info);
    for (zn_index b = 0; b < c->nc; b++)
        c->law->project(c, b, z + c->d * b, z + c->d * b);
    zni_fc_mul(c, z, c->q, w);
    return st;
}

/* ---- the solver ------------------------------------------------------------ */

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    homotopy *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st)
        st = zni_fnewton_reserve(ctx, &s->newton, n, nnz);
    return st ? st : zni_homotopy_reserve(ctx, &s->work, n);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    homotopy *s = state;
    zn_status st = zni_fc_set(ctx, &s->c, problem);

    if (!st)
        st = zni_flin_begin(ctx, &s->newton.lin, &s->c, z, w, mon, info);
    return st ? st
              : zni_homotopy_run(ctx, &s->work, &s->newton, &s->opt, &s->c, z, w,
                                 mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    homotopy *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_fnewton_fini(ctx, &s->newton);
    zni_homotopy_fini(ctx, &s->work);
}

#define OPT(kind, name, field, def, lo, hi, help)                              \
    {                                                                          \
        kind, name, offsetof(homotopy, opt.field), def, lo, hi, NULL, "-", help \
    }

static const zn_option options[] = {
    OPT(ZN_OPTION_REAL, "tol", tol, 1e-8, 0, 1, "error that counts as solved"),
    OPT(ZN_OPTION_INT, "max_iter", max_iter, 2000, 1, 1e9, "factorisations"),
    OPT(ZN_OPTION_REAL, "alpha", alpha, 1e-2, 1e-9, 1e3,
        "proximal term at the start, relative to the diagonal of M"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_friction_homotopy, ZN_KIND_FRICTION_SOLVER, "homotopy",
           "path of proximal problems by its length (Keller 1977)", homotopy,
           options, .reserve = reserve, .solve = solve, .fini = fini);
