/* prox_path.c - the path of proximal problems, followed to the problem itself
 * SPDX-License-Identifier: Apache-2.0 */
#include "view.h"

/* For large alpha there is one solution, near s; for alpha = 0 the solutions are those of the problem. In between the
 * path turns back in alpha where contacts that carry each other exchange their states. There proximal points (prox.c),
 * which only decrease alpha, stall, and the merit function of Newton's method has local minima. For a proper, piecewise
 * smooth phi the path does not end (Alexander, Kellogg, Li & Yorke, Piecewise smooth continuation, Numer. Math. 33,
 * 1979). */

static double alpha_of(const zni_prox_path *a, double tau)
{
    return exp(tau) * a->view.scale;
}

/* the scalar product of steps, in the lengths rho of the contacts */
static double dot(void *of, const double x[], const double y[])
{
    const zni_prox_path *a = of;
    const zn_index d = a->view.c->d;
    double sum = 0;

    for (zn_index b = 0; b < a->view.c->nc; b++) {
        double part = 0;

        for (zn_index i = d * b; i < d * (b + 1); i++)
            part += x[i] * y[i];
        sum += part / a->rho[2 * b];
    }
    return sum / a->unit;
}

/* The energy of the velocities c, those of r = 0. */
static double energy(const zni_prox_path *a)
{
    const zn_index d = a->view.c->d;
    double sum = 0;

    memset(a->in, 0, (size_t)a->view.n * sizeof *a->in);
    zni_view_velocities(&a->view, a->in, a->u);
    for (zn_index b = 0; b < a->view.c->nc; b++)
        for (zn_index i = d * b; i < d * (b + 1); i++)
            sum += a->rho[2 * b] * a->u[i] * a->u[i];
    return sum > 0 ? sum : 1;
}

/* phi at (u, r); with `derive` also F and G of every contact */
static void map(const zni_prox_path *a, const double r[], double phi[], bool derive)
{
    const zni_fc *c = a->view.c;
    const zn_index d = c->d, dd = d * d;

    for (zn_index b = 0; b < c->nc; b++) {
        double *F = a->ab + 2 * dd * b;

        c->law->map(ZNI_AC, c, b, a->rho + 2 * b, a->u + d * b, r + d * b, phi + d * b,
                    derive ? F : NULL, F + dd);
    }
}

static double value(void *of, const double r[], double tau, double phi[])
{
    const zni_prox_path *a = of;
    const double alpha = alpha_of(a, tau);

    zni_view_velocities(&a->view, r, a->u);
    for (zn_index i = 0; i < a->view.n; i++)
        a->u[i] += alpha * (r[i] - a->s[i]);
    map(a, r, phi, false);
    return sqrt(dot(of, phi, phi));
}

/* d = dphi/dtau = F alpha (r - s) */
static zn_status factor(void *of, const double r[], double tau, double d[], int *sign)
{
    const zni_prox_path *a = of;
    const double alpha = alpha_of(a, tau);
    const zn_index m = a->view.c->d;

    map(a, r, d, true);
    for (zn_index b = 0; b < a->view.c->nc; b++) {
        double step[ZNI_DMAX];

        for (zn_index i = 0; i < m; i++)
            step[i] = alpha * (r[m * b + i] - a->s[m * b + i]);
        zni_block_times(m, a->ab + 2 * m * m * b, step, d + m * b);
    }
    return a->factor(of, alpha, sign);
}

/* the error measure of r projected onto the cones */
static double error(void *of, const double r[])
{
    const zni_prox_path *a = of;
    const zni_fc *c = a->view.c;

    for (zn_index b = 0; b < c->nc; b++)
        c->law->project(c, b, r + c->d * b, a->in + c->d * b, NULL);
    zni_view_velocities(&a->view, a->in, a->u);
    return zni_view_error(&a->view, a->in, a->u);
}

zn_status zni_prox_path_run(zni_call call, zni_prox_path *a, const zni_homotopy *opt)
{
    const zni_fc *c = a->view.c;
    const zn_index n = a->view.n;
    const zni_curve f = {.of = a,
                         .n = n,
                         .value = value,
                         .factor = factor,
                         .solve = a->solve,
                         .dot = dot,
                         .error = error,
                         .affords = a->affords};
    const zni_following how = {.tol = opt->tol,
                               .max_iter = opt->max_iter,
                               .from = log(opt->alpha),
                               .unit = 1};
    zn_status st = ZN_OK;

    a->s = a->v + ZNI_FOLLOWED(n);
    a->u = a->s + n;
    a->in = a->u + n;
    memcpy(a->s, call.z, (size_t)n * sizeof *call.z);
    a->unit = energy(a);
    if (n > 0)
        st = zni_follow(&f, &how, a->v, call.z, call.mon, call.info);
    zni_fc_project(c, call.z);
    zni_view_velocities(&a->view, call.z, call.w);
    return st;
}
