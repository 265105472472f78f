/* admm.c - alternating directions, by themselves and within fixed-point iterations on convex problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* The iteration is that of ../../methods/admm.c; for friction see Kleinert, Simeon & Obermayr, J. Comput. Appl.
 * Math. 262 (2014). In the convex problem min r'W r / 2 + (q + s)'r, r in C, a copy z of r is in C, and -rho y
 * converges to the velocity u + s:
 *     (W + rho I) r = rho (z - y) - q - s.
 * There are three forms of friction: admm    C the cone, s_N = mu ||u_T|| from the last y, in each iteration aclm
 * C the cone, s_N fixed while the convex problem is solved, then updated
 *           (Acary, Cadoux, Lemarechal & Malick, ZAMM 91, 2011)
 * tresca  s = 0, C the cylinder of radius mu r_N of the last solution
 *           (Haslinger 1983; Panagiotopoulos 1975) */

enum { EVERY = 10 };

/* Bounds of rho relative to the size of W_ii: if there is no solution rho would shrink, and r grow, until rounding hid
 * the residual. */
static const double LEAST = 1e-4, MOST = 1e8;

/* z = P_C(z) */
static void onto(const zni_fc *c, zni_admm_way how, const double radius[], double z[])
{
    zn_index d = c->d;

    for (zn_index a = 0; a < c->nc; a++) {
        double *za = z + d * a, t, keep;

        if (how != ZNI_TRESCA) {
            c->law->project(c, a, za, za, NULL);
            continue;
        }
        t = zni_tangent(d, za);
        keep = t > radius[a] ? radius[a] / t : 1;
        za[0] = fmax(0, za[0]);
        for (zn_index k = 1; k < d; k++)
            za[k] *= keep;
    }
}

typedef struct course {
    const zni_directions *p;
    const zni_admm *opt;
    double *fixed; /* nc: shift or radius                       */
    double least;
    double inner; /* tolerance of a convex problem             */
} course;

/* what the outer problem keeps fixed, the shift s_N or a radius, from z and y */
static void renew(course *s, double rho, const double z[], const double y[])
{
    const zni_fc *c = s->p->view.c;
    const double *given = s->opt->shift;

    for (zn_index a = 0; a < c->nc; a++)
        s->fixed[a] = s->opt->way == ZNI_TRESCA ? c->mu[a] * fmax(0, z[c->d * a])
                      : given                   ? given[a]
                                                : rho * c->law->shift(c, a, y + c->d * a, NULL);
}

static zn_status factor(void *of, zn_ctx *ctx, double rho)
{
    const zni_directions *p = ((const course *)of)->p;

    return p->factor((void *)p, ctx, rho);
}

/* the error at z, which is projected onto the cone */
static double error(course *s, double z[], double w[])
{
    const zni_view *a = &s->p->view;
    double err;

    onto(a->c, ZNI_ADMM, s->fixed, z);
    zni_view_velocities(a, z, w);
    err = zni_view_error(a, z, w);
    s->least = fmin(s->least, err);
    s->inner = fmax(1e-3 * s->opt->tol, fmin(1e-2, 1e-2 * s->least));
    return err;
}

/* the multiplier is that of the velocity at z */
static zn_status begin(void *of, double rho, double z[], double w[], double x[], double y[], double *err)
{
    course *s = of;
    const zni_fc *c = s->p->view.c;
    const double *given = s->opt->shift;

    *err = error(s, z, w);
    memcpy(x, z, (size_t)s->p->view.n * sizeof *z);
    for (zn_index i = 0; i < s->p->view.n; i++)
        y[i] = -w[i] / rho;
    for (zn_index a = 0; a < c->nc; a++)
        y[c->d * a] -= (given ? given[a] : c->law->shift(c, a, w + c->d * a, NULL)) / rho;
    renew(s, rho, x, y);
    return ZN_OK;
}

static void minimise(void *of, double rho, const double x[], const double y[], double r[])
{
    course *s = of;
    const zni_directions *p = s->p;
    const zni_fc *c = p->view.c;

    if (s->opt->way == ZNI_ADMM)
        renew(s, rho, x, y);
    for (zn_index i = 0; i < p->view.n; i++)
        r[i] = rho * (x[i] - y[i]) - p->q[i];
    for (zn_index a = 0; a < c->nc && s->opt->way != ZNI_TRESCA; a++)
        r[c->d * a] -= s->fixed[a];
    p->solve((void *)p, r);
}

static zn_status project(void *of, double x[])
{
    const course *s = of;

    onto(s->p->view.c, s->opt->way, s->fixed, x);
    return ZN_OK;
}

static double measure(void *of, double rho, const double x[], const double y[], double z[], double w[])
{
    course *s = of;

    (void)rho;
    (void)y;
    memcpy(z, x, (size_t)s->p->view.n * sizeof *z);
    return error(s, z, w);
}

/* the next convex problem, once this one is solved well enough */
static bool turn(void *of, double rho, double left, const double x[], const double y[])
{
    course *s = of;

    if (!(left <= s->inner))
        return false;
    renew(s, rho, x, y);
    return true;
}

static bool affords(void *of, const zn_monitor *mon)
{
    const zni_directions *p = ((const course *)of)->p;

    return p->affords((void *)p, mon);
}

zn_status zni_directions_run(zni_call call, const zni_directions *p, const zni_admm *opt, double v[], double *rho)
{
    const zn_index n = p->view.n;
    const double scale = p->view.scale;
    course s = {.p = p, .opt = opt, .fixed = v + ZNI_ALTERNATED(n, n, n), .least = INFINITY};
    const zni_split f = {.of = &s,
                         .n = n,
                         .nz = n,
                         .nw = n,
                         .factor = factor,
                         .begin = begin,
                         .minimise = minimise,
                         .project = project,
                         .measure = measure,
                         .turn = opt->way == ZNI_ADMM ? NULL : turn,
                         .affords = affords};
    const zni_alternation steps = {.tol = opt->tol,
                                   .max_iter = opt->max_iter,
                                   .rho = opt->rho * scale,
                                   .least = LEAST * scale,
                                   .most = MOST * scale,
                                   .theta = opt->theta,
                                   .every = EVERY};

    return zni_alternate(call, &f, &steps, v, rho);
}

/* ---- the problem condensed --------------------------------------------------- */

typedef struct condensed {
    zni_directions common;
    zni_flin *lin;
    bool symmetric;
} condensed;

static zn_status factor_blocks(void *of, zn_ctx *ctx, double rho)
{
    const condensed *s = of;
    const zni_fc *c = s->common.view.c;
    zn_index d = c->d, dd = d * d;

    memcpy(s->lin->j, c->x, (size_t)(dd * c->nb) * sizeof *c->x);
    for (zn_index a = 0; a < c->nc; a++)
        for (zn_index k = 0; k < d; k++)
            s->lin->j[dd * c->diag[a] + k * (d + 1)] += rho;
    return zni_flin_factor(ctx, s->lin, c, s->symmetric);
}

static void solve_blocks(void *of, double b[])
{
    zni_flin_solve(((const condensed *)of)->lin, b);
}

static bool fits(void *of, const zn_monitor *mon)
{
    return zni_flin_fits(((const condensed *)of)->lin, mon);
}

zn_status zni_admm_run(zni_call call, zni_work *k, zni_flin *lin, const zni_admm *opt, const zni_fc *c)
{
    const condensed s = {.common = {.view = zni_view_condensed(c),
                                    .q = c->q,
                                    .factor = factor_blocks,
                                    .solve = solve_blocks,
                                    .affords = fits},
                         .lin = lin,
                         .symmetric = zni_fc_symmetric(c, 1e-12)};
    zn_status st = zni_work_room(call.ctx, k, c->n);

    if (!st)
        st = zni_directions_run(call, &s.common, opt, k->v, NULL);
    return st != ZN_ESINGULAR ? st
                              : zn_fail(call.ctx, ZN_EINVAL, "M + %g I is singular: M is not monotone",
                                        opt->rho * s.common.view.scale);
}
