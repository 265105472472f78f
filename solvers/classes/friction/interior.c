/* interior.c - interior points on contacts, whoever knows the matrix
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/ray.h"
#include "ipm.h"

void zni_fipm_velocities(void *of, const double r[], double u[])
{
    const zni_fipm_system *s = of;
    const zni_fc *c = s->view.c;

    s->view.velocities(s->view.of, r, u);
    for (zn_index a = 0; s->given && a < c->nc; a++)
        u[c->d * a] += s->given[a];
}

void zni_fipm_project(void *of, zn_index a, double x[])
{
    const zni_fc *c = ((const zni_fipm_system *)of)->view.c;

    c->law->project(c, a, x, x);
}

double zni_fipm_error(void *of, const double r[], const double u[])
{
    const zni_fipm_system *s = of;

    return s->given ? s->shifted(of, r, u) : s->view.error(s->view.of, r, u);
}

bool zni_fipm_infeasible(void *of, const double r[])
{
    const zni_fipm_system *s = of;
    const zn_index n = s->view.n;
    double *d = s->ray;

    memset(d, 0, (size_t)n * sizeof *d);
    for (zn_index i = 0; i < n; i += s->view.c->d)
        d[i] = fmax(0, r[i]);
    return zni_ray_settle(n, s->product, of, d, d + n) && s->proves(of, d, d + n);
}

zn_status zni_fipm_room(zn_ctx *ctx, zni_central_work *k, bool path, zn_index n,
                        zn_index cones, zn_index values)
{
    return path ? zni_central_reserve(ctx, k, n, cones, values)
                : zni_ipm_reserve(ctx, &k->ipm, n, cones, values, true);
}

zn_status zni_fipm_go(zn_ctx *ctx, zni_central_work *k, bool path, const zni_fipm *opt,
                      zni_fipm_system *s, zni_ipm *p, double r[], double u[], zn_monitor *mon,
                      zn_solve_info *info)
{
    const zni_fc *c = s->view.c;
    zn_status st;

    s->given = opt->given;
    p->m = s->view.n;
    p->nb = c->nc;
    p->tau = c->mu;
    p->tau2 = c->mur;
    p->shift = opt->given ? ZNI_IPM_NONE : (zni_ipm_shift)opt->shift;
    p->brief = opt->brief;
    p->tol = opt->tol;
    p->max_iter = opt->max_iter;
    p->frames = true;
    p->system = s;
    p->reaction = p->velocity / s->view.scale;
    st = path ? zni_central_run(ctx, k, p, r, mon, info)
              : zni_ipm_run(ctx, &k->ipm, p, r, mon, info);
    if (st >= 0)
        s->view.velocities(s->view.of, r, u);
    return st;
}
