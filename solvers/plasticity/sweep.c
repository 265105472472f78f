/* sweep.c - Gauss-Seidel over the points
 * SPDX-License-Identifier: Apache-2.0 */
#include "plasticity.h"

/* As friction/sweep.c: the change of r in a sweep is the light measure of progress;
 * when it is small, and every CHECK sweeps, the true error is computed. */
enum { CHECK = 20, WINDOW = 60 };

zn_status zni_psweep_reserve(zn_ctx *ctx, zni_psweep_work *k, zn_index n)
{
    zn_status st =
        zn_grow(ctx, &k->point, &k->cap_point, n / 3 + 1, sizeof *k->point);

    return st ? st : zn_grow(ctx, &k->v, &k->cap_v, n, sizeof *k->v);
}

void zni_psweep_fini(zn_ctx *ctx, zni_psweep_work *k)
{
    zn_free_array(ctx, k->point);
    zn_free_array(ctx, k->v);
}

/* one sweep; the change relative to r, Euclidean */
static double sweep(zni_psweep_work *k, double omega, const zni_solid *s,
                    double r[])
{
    double moved = 0, size = 0;

    for (zn_index a = 0; a < s->c.nc; a++) {
        double *ra = r + 3 * a, q[3], old[3];
        const double *M = k->point[a].block.M;

        zni_fc_row(&s->c, a, r, q);
        memcpy(old, ra, sizeof old);
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++)
                q[i] -= M[i + 3 * j] * old[j];
        zni_point_solve(&k->point[a], q, ra);
        for (int i = 0; i < 3; i++)
            ra[i] = old[i] + omega * (ra[i] - old[i]);
        if (omega > 1)
            zni_yield_project(&k->point[a].law, ra, ra, NULL);
        for (int i = 0; i < 3; i++) {
            moved += (ra[i] - old[i]) * (ra[i] - old[i]);
            size += ra[i] * ra[i];
        }
    }
    return size > 0 ? sqrt(moved / size) : sqrt(moved);
}

/* the error went from before to now in a window: how many are still needed? */
static bool hopeless(double now, double before, const zni_psweep *opt)
{
    double gain = log(before / now), need = log(now / opt->tol);

    return !(gain > 0) || need / gain * WINDOW > (double)opt->patience;
}

zn_status zni_psweep_run(zn_ctx *ctx, zni_psweep_work *k, const zni_psweep *opt,
                         const zni_solid *s, double r[], double u[],
                         zn_monitor *mon, zn_solve_info *info)
{
    const zni_fc *c = &s->c;
    zn_index it = 0, since = 0, window = WINDOW;
    size_t bytes = (size_t)c->n * sizeof *r;
    double err, least, light = opt->tol, change, mark, *best;
    zn_status st = zni_psweep_reserve(ctx, k, c->n);

    if (st)
        return st;
    best = k->v;
    for (zn_index a = 0; a < c->nc; a++) {
        zni_yield_law y = zni_solid_law(s, a);

        zni_point_set(&k->point[a], &y, c->x + 9 * c->diag[a]);
        zni_yield_project(&y, r + 3 * a, r + 3 * a, NULL);
    }
    zni_fc_mul(c, r, c->q, u);
    err = least = mark = zni_solid_error(s, r, u);
    memcpy(best, r, bytes);
    info->outcome = ZN_ITERATION_LIMIT;
    while (least > opt->tol && it < opt->max_iter) {
        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        change = sweep(k, opt->omega, s, r);
        it++;
        since++;
        if (change > light && since < CHECK && it < opt->max_iter)
            continue;
        since = 0;
        zni_fc_mul(c, r, c->q, u);
        err = zni_solid_error(s, r, u);
        if (err < least) {
            least = err;
            memcpy(best, r, bytes);
        }
        /* the light measure was content too early */
        if (change <= light && err > opt->tol)
            light = change * fmin(0.5, opt->tol / err);
        if (isnan(err) || (change == 0 && err > opt->tol)) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (opt->patience > 0 && it >= window) {
            if (hopeless(least, mark, opt)) {
                info->outcome = ZN_STALLED;
                break;
            }
            mark = least;
            window = it + WINDOW;
        }
    }
    info->iterations = it;
    memcpy(r, best, bytes);
    zni_fc_mul(c, r, c->q, u);
    if (least <= opt->tol)
        info->outcome = ZN_SOLVED;
    return least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
