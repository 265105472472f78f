/* panagiotopoulos.c - normal and tangential problems alternately
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

#include <zeno/lcp.h>

/* Panagiotopoulos, Ing.-Arch. 44 (1975): for fixed r_T the loads solve a linear complementarity problem,
 *     0 <= r_N,   W_NN r_N + (W_NT r_T + q_N) >= 0,   orthogonal;
 * for fixed r_N, r_T minimises r_T'W_TT r_T / 2 + (W_TN r_N + q_T)'r_T over the disks ||r_T|| <= mu r_N, by
 * Gauss-Seidel sweeps that solve each disk exactly. The alternation converges where the coupling by friction is
 * weak, for small mu. */

/* one run */
typedef struct turns {
    const zni_panagiotopoulos *opt;
    zni_panagiotopoulos_work *k;
    const zni_fc *c;
    const double *r; /* iterate of the sweeps */
    zn_matrix WNN;
} turns;

zn_status zni_panagiotopoulos_reserve(zn_ctx *ctx, zni_panagiotopoulos_work *k, const char *normal, zn_index nc,
                                      zn_index nb, zn_index n)
{
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(k, x, nb), ZNI_ARRAY(k, ro, nb + 1), ZNI_ARRAY(k, v, 2 * n + 3 * nc));

    if (!st)
        st = zni_inner_make(ctx, &k->inner, "lcp", normal);
    return st ? st : zn_solver_reserve(k->inner.solver, nc, nb);
}

void zni_panagiotopoulos_fini(zn_ctx *ctx, zni_panagiotopoulos_work *k)
{
    zni_inner_fini(&k->inner);
    ZNI_FREE(ctx, k->x, k->ro, k->v);
}

/* the loads of r for fixed r_T; u: work */
static zn_status loads(const turns *s, double r[], double u[], zn_monitor *mon,
                       zn_solve_info *info)
{
    const zni_fc *c = s->c;
    zn_solver *inner = s->k->inner.solver;
    zn_index d = c->d;
    double *rt = s->k->v + c->n, *q = rt + c->n, *z = q + c->nc, *w = z + c->nc;
    double size = 1;
    zn_lcp p = {c->nc, &s->WNN, q};
    zn_status st;

    memcpy(rt, r, (size_t)c->n * sizeof *r);
    for (zn_index a = 0; a < c->nc; a++)
        rt[d * a] = 0;
    zni_fc_mul(c, rt, c->q, u);
    for (zn_index a = 0; a < c->nc; a++) {
        q[a] = u[d * a];
        z[a] = r[d * a];
        size = fmax(size, fabs(q[a]));
    }
    st = zn_solver_set_real(
        inner, "tol", fmin(1e-2, fmax(1e-14, 0.01 * s->opt->tol * c->qnorm / size)));
    if (!st && s->opt->steps > 0)
        st = zn_solver_set_real(inner, "max_iter", (double)s->opt->steps);
    if (!st)
        st = zn_solver_solve_inner(inner, &p, z, w, mon, info);
    for (zn_index a = 0; a < c->nc && st >= 0; a++)
        r[d * a] = fmax(0, z[a]);
    return st;
}

/* r_T of a contact, for fixed r_N and other contacts */
static ZNI_INTO_WIDE zn_status tangent(void *of, zn_index d, zn_index a, double ra[])
{
    const turns *s = of;
    const zni_fc *c = s->c;
    const double *W = c->x + d * d * c->diag[a];
    double q[3];

    zni_fc_others(c, a, s->r, q);
    for (zn_index i = 0; i < d; i++)
        q[i] += W[i] * ra[0];
    zni_disk_solve(d, W, q, c->mu[a] * ra[0], ra);
    return ZN_OK;
}

/* r_T for fixed r_N, by sweeps until the change is small relative to r; true: interrupted */
static bool tangents(turns *s, double r[], zn_monitor *mon, double err)
{
    const zni_nsgs plain = {.omega = 1};
    const zni_visiting block = {.of = s, .d = s->c->d, .solve = tangent, .opt = &plain};
    const zni_visits all = {.end = s->c->nc};
    double enough = fmax(1e-15, 1e-2 * fmin(s->opt->tol, err));

    s->r = r;
    for (zn_index it = 0; it < s->opt->sweeps; it++) {
        double moved[2];

        zni_visit_contacts(&block, &all, r, moved); /* none fails */
        if (!(moved[0] > enough * enough * moved[1]))
            return false;
        if (zn_monitor_tick(mon, it, err))
            return true;
    }
    return false;
}

/* room, the inner solver, and W_NN */
static zn_status begin(turns *s, zn_ctx *ctx)
{
    const zni_fc *c = s->c;
    zni_panagiotopoulos_work *k = s->k;
    zn_status st =
        zni_panagiotopoulos_reserve(ctx, k, s->opt->normal, c->nc, c->nb, c->n);

    if (st)
        return st;
    for (zn_index e = 0; e <= c->nb; e++)
        k->ro[e] = e;
    for (zn_index e = 0; e < c->nb; e++)
        k->x[e] = c->x[c->d * c->d * e];
    s->WNN = zni_fc_matrix(c);
    s->WNN.rows = s->WNN.cols = c->nc;
    s->WNN.x = k->x;
    s->WNN.ro = s->WNN.co = s->WNN.bp = k->ro;
    return ZN_OK;
}

zn_status zni_panagiotopoulos_run(zni_call call, zni_panagiotopoulos_work *k, const zni_panagiotopoulos *opt,
                                  const zni_fc *c)
{
    turns s = {.opt = opt, .k = k, .c = c};
    const size_t bytes = (size_t)c->n * sizeof *call.z;
    double err, least, *best;
    zn_status st = begin(&s, call.ctx);

    if (st)
        return st;
    best = k->v;
    zni_fc_project(c, call.z);
    err = least = zni_fc_look(c, call.z, call.w);
    memcpy(best, call.z, bytes);
    for (call.info->iterations = 0;
         least > opt->tol && zni_goes_on(call.mon, opt->max_iter, err, NULL, NULL, call.info);
         call.info->iterations++) {
        zn_solve_info inner = {0};

        st = loads(&s, call.z, call.w, call.mon, &inner);
        if (st < 0)
            return st;
        if (st) {
            /* that there are no loads for this r_T does not prove that the problem has no solution */
            call.info->outcome = inner.outcome == ZN_INFEASIBLE || inner.outcome == ZN_RAY ? ZN_STALLED : inner.outcome;
            break;
        }
        if (tangents(&s, call.z, call.mon, err)) {
            call.info->outcome = ZN_INTERRUPTED;
            break;
        }
        err = zni_fc_look(c, call.z, call.w);
        if (isnan(err)) {
            call.info->outcome = ZN_STALLED;
            break;
        }
        zni_note_best(err, &least, c->n, call.z, best);
    }
    memcpy(call.z, best, bytes);
    zni_fc_mul(c, call.z, c->q, call.w);
    return least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
