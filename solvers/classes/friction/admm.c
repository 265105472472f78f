/* admm.c - alternating directions, alone and in fixed points of convex problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/admm.h"
#include "friction.h"

/* By ../methods/admm.c; for friction Kleinert, Simeon & Obermayr, J. Comput. Appl.
 * Math. 262 (2014). Of the convex problem min r'W r / 2 + (q + s)'r, r in C, a copy
 * of r is in C, and -rho y is the velocity u + s in the end:
 *     (W + rho I) r = rho (z - y) - q - s.
 * Three ways to friction:
 *   admm    C the cone, s_N = mu ||u_T|| of the last y, all along
 *   aclm    C the cone, s_N fixed while the convex problem is solved, then anew
 *           (Acary, Cadoux, Lemarechal & Malick, ZAMM 91, 2011)
 *   tresca  s = 0, C the cylinder of radius mu r_N of the last solution
 *           (Haslinger 1983; Panagiotopoulos 1975) */

enum { EVERY = 10 };

/* rho over the size of W_ii stays between these */
static const double LEAST = 1e-8, MOST = 1e6;

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

/* what the outer problem keeps fixed: shift s_N or radius, from z, y; for the
 * cylinder z goes into the cone for the error to count */
static void renew(const zni_fc *c, zni_admm_way how, double rho, const double z[],
                  const double y[], double fixed[])
{
    for (zn_index a = 0; a < c->nc; a++)
        fixed[a] = how == ZNI_TRESCA ? c->mu[a] * fmax(0, z[c->d * a])
                                 : rho * c->law->shift(c, a, y + c->d * a, NULL);
}

typedef struct course {
    const zni_fc *c;
    zni_flin *lin;
    zni_admm_way how;
    double *fixed; /* nc: shift or radius                       */
    double tol, least;
    double inner; /* what may be left of a convex problem      */
    bool symmetric;
} course;

static zn_status factor(void *of, zn_ctx *ctx, double rho)
{
    const course *s = of;
    const zni_fc *c = s->c;
    zn_index d = c->d, dd = d * d;

    memcpy(s->lin->j, c->x, (size_t)(dd * c->nb) * sizeof *c->x);
    for (zn_index a = 0; a < c->nc; a++)
        for (zn_index k = 0; k < d; k++)
            s->lin->j[dd * c->diag[a] + k * (d + 1)] += rho;
    return zni_flin_factor(ctx, s->lin, c, s->symmetric);
}

/* the true error at z in the cone */
static double error(course *s, double z[], double w[])
{
    const zni_fc *c = s->c;
    double err;

    onto(c, ZNI_ADMM, s->fixed, z);
    err = zni_fc_look(c, z, w);
    s->least = fmin(s->least, err);
    s->inner = fmax(1e-3 * s->tol, fmin(1e-2, 1e-2 * s->least));
    return err;
}

/* the multiplier is that of the velocity at z */
static zn_status begin(void *of, double rho, double z[], double w[], double x[],
                       double y[], double *err)
{
    course *s = of;
    const zni_fc *c = s->c;

    *err = error(s, z, w);
    memcpy(x, z, (size_t)c->n * sizeof *z);
    for (zn_index i = 0; i < c->n; i++)
        y[i] = -w[i] / rho;
    for (zn_index a = 0; a < c->nc; a++)
        y[c->d * a] -= c->law->shift(c, a, w + c->d * a, NULL) / rho;
    renew(c, s->how, rho, x, y, s->fixed);
    return ZN_OK;
}

static void minimise(void *of, double rho, const double x[], const double y[],
                     double r[])
{
    const course *s = of;
    const zni_fc *c = s->c;

    if (s->how == ZNI_ADMM)
        renew(c, s->how, rho, x, y, s->fixed);
    for (zn_index i = 0; i < c->n; i++)
        r[i] = rho * (x[i] - y[i]) - c->q[i];
    for (zn_index a = 0; a < c->nc && s->how != ZNI_TRESCA; a++)
        r[c->d * a] -= s->fixed[a];
    zni_flin_solve(s->lin, r);
}

static zn_status project(void *of, double x[])
{
    const course *s = of;

    onto(s->c, s->how, s->fixed, x);
    return ZN_OK;
}

static double measure(void *of, double rho, const double x[], const double y[],
                      double z[], double w[])
{
    (void)rho;
    (void)y;
    memcpy(z, x, (size_t)((course *)of)->c->n * sizeof *z);
    return error(of, z, w);
}

/* convex problem solved well enough: the next one */
static bool turn(void *of, double rho, double left, const double x[],
                 const double y[])
{
    const course *s = of;

    if (!(left <= s->inner))
        return false;
    renew(s->c, s->how, rho, x, y, s->fixed);
    return true;
}

static bool affords(void *of, const zn_monitor *mon)
{
    return zni_flin_fits(((const course *)of)->lin, mon);
}

zn_status zni_admm_run(zni_call call, zni_work *k, zni_flin *lin, const zni_admm *opt, const zni_fc *c)
{
    const zn_index n = c->n;
    const double scale = zni_fc_scale(c);
    zn_status st = zni_work_room(call.ctx, k, n);
    course s = {.c = c,
                .lin = lin,
                .how = opt->way,
                .tol = opt->tol,
                .least = INFINITY,
                .symmetric = zni_fc_symmetric(c, 1e-12)};
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

    if (st)
        return st;
    s.fixed = k->v + ZNI_ALTERNATED(n, n, n);
    st = zni_alternate(call.ctx, &f, &steps, k->v, call.z, call.w, NULL, call.mon, call.info);
    return st != ZN_ESINGULAR
               ? st
               : zn_fail(call.ctx, ZN_EINVAL,
                         "M + %g I is singular: M is not monotone", steps.rho);
}
