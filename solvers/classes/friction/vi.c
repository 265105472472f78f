/* vi.c - friction as a variational inequality: extragradient and fixed point
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* Find r in K with F(r)'(x - r) >= 0 for all x in K, F(r) = u + mu ||u_T|| e_N, u = A r + c, by
 * ../../methods/projection.c; the fixed-point iteration with a fixed step is that of De Saxce & Feng, Math. Comput.
 * Modelling 28, 1998. With the motion kept each F costs one solution with M. */
typedef struct mapped {
    zni_view view;
    double *u; /* n */
} mapped;

static zn_status map(const void *of, const double r[], double F[])
{
    const mapped *s = of;
    const zni_fc *c = s->view.c;

    zni_view_velocities(&s->view, r, s->u);
    memcpy(F, s->u, (size_t)s->view.n * sizeof *F);
    for (zn_index a = 0; a < c->nc; a++)
        F[c->d * a] += c->law->shift(c, a, s->u + c->d * a, NULL);
    return ZN_OK;
}

static zn_status project(const void *of, double x[])
{
    const zni_fc *c = ((const mapped *)of)->view.c;

    zni_fc_project(c, x);
    return ZN_OK;
}

static double error(const void *of, const double r[], const double F[], double work[])
{
    const mapped *s = of;

    (void)F;
    (void)work;
    return zni_view_error(&s->view, r, s->u);
}

zn_status zni_vi_run(zni_call call, const zni_vi *how, const zni_view *a, double v[])
{
    const mapped of = {*a, v + ZNI_PROJECTED * a->n};
    const zni_inequality p = {
        .of = &of, .n = a->n, .map = map, .project = project, .error = error};
    zni_projection opt = how->opt;
    zn_status st;

    opt.rho /= how->unit;
    opt.longest = how->longest;
    if (how->step) {
        opt.L = INFINITY;
        opt.L_min = 0;
    }
    st = zni_projections(call, &p, &opt, v);
    memcpy(call.w, of.u, (size_t)a->n * sizeof *call.w);
    return st;
}
