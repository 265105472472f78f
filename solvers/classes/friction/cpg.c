/* cpg.c - conjugate projected gradient
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* After Renouf & Alart, Conjugate gradient type algorithms for frictional multi-contact problems, CMAME 194 (2005), for
 * symmetric M. r_N is projected on r_N >= 0, then r_T on the disk of radius mu r_N. The direction is the negative
 * velocity without its components into active bounds, made conjugate (Fletcher & Reeves) while the active set stays.
 * Fixed points are the solutions. With friction convergence is not guaranteed: if the error has not decreased for a
 * while, or has grown much, steps of a fixed length are made from the best point. */
enum { PATIENCE = 30, PLAIN = 30 };

static void project(const zni_fc *c, double r[])
{
    zn_index d = c->d;

    for (zn_index a = 0; a < c->nc; a++) {
        double *ra = r + d * a, t = zni_tangent(d, ra), most;

        ra[0] = fmax(0, ra[0]);
        most = c->mu[a] * ra[0];
        for (zn_index k = 1; k < d && t > most; k++)
            ra[k] *= most / t;
    }
}

/* g = -u without its components into active bounds, r_N = 0 or the border of the disk. Returns whether the active set
 * has changed. */
static bool gradient(const zni_fc *c, const double r[], const double u[],
                     double held[], double g[])
{
    zn_index d = c->d;
    bool other = false;

    for (zn_index a = 0; a < c->nc; a++) {
        const double *ra = r + d * a;
        double *ga = g + d * a, t = zni_tangent(d, ra), along = 0;
        double now = 0;

        for (zn_index k = 0; k < d; k++)
            ga[k] = -u[d * a + k];
        if (ra[0] <= 0 && ga[0] <= 0) {
            now = 1;
            memset(ga, 0, (size_t)d * sizeof *ga);
        } else if (t >= c->mu[a] * ra[0] * (1 - 1e-14)) {
            for (zn_index k = 1; k < d; k++)
                along += t > 0 ? ga[k] * ra[k] / t : 0;
            if (along >= 0 && t > 0) {
                /* it slides; the disk grows with r_N, and r_T follows its border */
                now = 2;
                for (zn_index k = 1; k < d; k++)
                    ga[k] += (c->mu[a] * ga[0] - along) * ra[k] / t;
            }
        }
        other |= held[a] != now;
        held[a] = now;
    }
    return other;
}

/* one run */
typedef struct course {
    const zni_fc *c;
    double *g, *p, *Mp, *best;
    double *held; /* nc                                       */
    double rho;        /* length of the steps that are not conjugate  */
    double before;     /* ||g||^2 of the last step, 0: restart        */
    double err, least; /* error of the present and of the best point  */
    zn_index since;    /* steps since the error decreased             */
    zn_index plain;    /* steps of fixed length that are left         */
} course;

/* move z along the conjugate direction, to the minimum of the quadratic function */
static void along(course *k, bool other, double gg, double z[],
                  const double w[])
{
    zn_index n = k->c->n;
    double beta = other || k->before == 0 ? 0 : gg / k->before;
    double pMp = 0, gp = 0, alpha;

    for (zn_index i = 0; i < n; i++) {
        k->p[i] = k->g[i] + (beta > 0 ? beta * k->p[i] : 0);
        gp -= w[i] * k->p[i];
    }
    k->before = gg;
    zni_fc_mul(k->c, k->p, NULL, k->Mp);
    for (zn_index i = 0; i < n; i++)
        pMp += k->p[i] * k->Mp[i];
    alpha = pMp > 0 && gp > 0 ? gp / pMp : k->rho;
    for (zn_index i = 0; i < n; i++)
        z[i] += alpha * k->p[i];
}

static void step(course *k, double z[], double w[])
{
    zn_index n = k->c->n;
    bool other = gradient(k->c, z, w, k->held, k->g);
    double gg = 0, uu = 0;

    for (zn_index i = 0; i < n; i++) {
        gg += k->g[i] * k->g[i];
        uu += w[i] * w[i];
    }
    if (k->plain == 0 && gg <= 1e-28 * uu)
        k->plain = PLAIN; /* all bounds are active, but this is no solution */
    if (k->plain > 0) {
        k->plain--;
        for (zn_index i = 0; i < n; i++)
            z[i] -= k->rho * w[i];
        k->before = 0;
    } else {
        along(k, other, gg, z, w);
    }
    project(k->c, z);
    k->err = zni_fc_look(k->c, z, w);
}

/* keep the best point, and go back to it if the error does not decrease */
static void keep(course *k, double z[], double w[])
{
    size_t bytes = (size_t)k->c->n * sizeof *z;

    k->since++;
    if (k->err < 0.9 * k->least)
        k->since = 0;
    zni_note_best(k->err, &k->least, k->c->n, z, k->best);
    if ((k->since > PATIENCE || k->err > 10 * k->least) && k->plain == 0) {
        k->since = 0;
        k->plain = PLAIN;
        memcpy(z, k->best, bytes);
        zni_fc_mul(k->c, z, k->c->q, w);
    }
}

zn_status zni_cpg_run(zni_call call, zni_work *work, double tol, zn_index max_iter, const zni_fc *c)
{
    const zn_index n = c->n;
    const size_t bytes = (size_t)n * sizeof *call.z;
    const double most = zni_fc_norm(c);
    const zn_status st = zni_work_room(call.ctx, work, n);

    if (st)
        return st;
    if (!zni_fc_symmetric(c, 1e-3))
        return zn_fail(call.ctx, ZN_EINVAL, "M is not symmetric");

    /* with length 1 / ||M||_inf projected steps converge */
    course k = {.c = c,
                .g = work->v,
                .p = work->v + n,
                .Mp = work->v + 2 * n,
                .best = work->v + 3 * n,
                .held = work->v + 4 * n,
                .rho = most > 0 ? 1 / most : 1};

    memset(k.held, 0, (size_t)c->nc * sizeof *k.held);
    project(c, call.z);
    k.err = k.least = zni_fc_look(c, call.z, call.w);
    memcpy(k.best, call.z, bytes);
    for (call.info->iterations = 0;
         k.least > tol && zni_goes_on(call.mon, max_iter, k.err, NULL, NULL, call.info); call.info->iterations++) {
        step(&k, call.z, call.w);
        if (isnan(k.err)) {
            call.info->outcome = ZN_STALLED;
            break;
        }
        keep(&k, call.z, call.w);
    }
    memcpy(call.z, k.best, bytes);
    zni_fc_mul(c, call.z, c->q, call.w);
    return k.least <= tol ? ZN_OK : ZN_UNSOLVED;
}
