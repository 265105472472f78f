/* gnsgs.c - Gauss-Seidel on the contacts with the velocities kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

/* The sweeps of sweep.c, without W: the columns X_a = M^-1 H_a of each contact
 * are made once; then the velocity of a contact is read from v and its reaction
 * at once moves v,
 *     u_a = H_a'v + b_a,   r_a <- solution for u_a - W_aa r_a,   v += X_a dr_a.
 * A contact costs the entries of H_a and X_a, not those of a row of W. What v
 * gathers of rounding is swept away each time the true error is computed. */
enum { CHECK = 20, WINDOW = 60 };

zn_status zni_gnsgs_size(zn_ctx *ctx, zni_gnsgs_work *k, const zni_motion *g)
{
    zn_index nc = g->nc + 1;
    zn_status st = zn_grow(ctx, &k->order, &k->cap_order, nc, sizeof *k->order);

    if (!st)
        st = zn_grow(ctx, &k->sleep, &k->cap_sleep, nc, sizeof *k->sleep);
    return st ? st
              : zn_grow(ctx, &k->best, &k->cap_best, g->n + g->m,
                        sizeof *k->best);
}

void zni_gnsgs_fini(zn_ctx *ctx, zni_gnsgs_work *k)
{
    zn_free_array(ctx, k->order);
    zn_free_array(ctx, k->sleep);
    zn_free_array(ctx, k->best);
}

/* one contact; the square of the change */
static double visit(const zni_nsgs *opt, const zni_motion *g, zn_index a,
                    double v[], double r[])
{
    zn_index d = g->d;
    const zni_contact *c = &g->contact[a];
    double q[3], old[3], dr[3], change = 0;

    zni_ways_gather(&g->H, d, a, v, q);
    for (zn_index i = 0; i < d; i++) {
        old[i] = r[i];
        q[i] += g->p->b[d * a + i];
        for (zn_index j = 0; j < d; j++)
            q[i] -= c->M[i + j * d] * r[j];
    }
    zni_contact_solve(c, d, q, r);
    for (zn_index i = 0; i < d; i++)
        r[i] = old[i] + opt->omega * (r[i] - old[i]);
    if (opt->omega > 1)
        zn_friction_project(d, c->mu, r, r);
    for (zn_index i = 0; i < d; i++) {
        dr[i] = r[i] - old[i];
        change += dr[i] * dr[i];
    }
    if (change > 0)
        zni_ways_scatter(&g->X, d, a, dr, v);
    return change;
}

/* the change of r relative to r, Euclidean */
static double sweep(zni_gnsgs_work *k, const zni_nsgs *opt, const zni_motion *g,
                    double z[])
{
    zn_index d = g->d;
    double moved = 0, size = 0;

    for (zn_index o = 0; o < g->nc; o++) {
        zn_index a = k->order[o];
        double *ra = z + g->n + d * a, change = 0, norm = 0;
        bool asleep = k->sleep[a] > 0;

        if (asleep)
            k->sleep[a]--;
        else
            change = visit(opt, g, a, z, ra);
        for (zn_index i = 0; i < d; i++)
            norm += ra[i] * ra[i];
        moved += change;
        size += norm;
        if (!asleep && opt->freeze > 0 &&
            change <= 1e-4 * opt->tol * opt->tol * norm)
            k->sleep[a] = opt->freeze;
    }
    return size > 0 ? sqrt(moved / size) : sqrt(moved);
}

static void wake(zni_gnsgs_work *k, zn_index nc)
{
    memset(k->sleep, 0, (size_t)nc * sizeof *k->sleep);
}

zn_status zni_gnsgs_run(zn_ctx *ctx, zni_gnsgs_work *k, const zni_nsgs *opt,
                        zni_motion *g, double z[], double u[], zn_monitor *mon,
                        zn_solve_info *info)
{
    zn_index n = g->n, d = g->d, it = 0, since = 0, window = WINDOW;
    size_t bytes = (size_t)(n + g->m) * sizeof *z;
    zn_status st = zni_gnsgs_size(ctx, k, g);
    uint64_t random = (uint64_t)opt->seed;
    double err, least, light = opt->tol, change, mark, *r = z + n;
    bool each = opt->order == ZNI_SHUFFLED && !opt->once;

    if (st)
        return st;
    for (zn_index a = 0; a < g->nc; a++) {
        k->order[a] = opt->order == ZNI_REVERSE ? g->nc - 1 - a : a;
        zn_friction_project(d, g->p->mu[a], r + d * a, r + d * a);
    }
    wake(k, g->nc);
    if (opt->order == ZNI_SHUFFLED && !each)
        zni_nsgs_shuffle(k->order, g->nc, &random);

    zni_motion_move(g, z, u);
    err = least = mark = zni_motion_error(g, z, u);
    memcpy(k->best, z, bytes);
    info->outcome = ZN_ITERATION_LIMIT;
    while (least > opt->tol && it < opt->max_iter) {
        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        if (each)
            zni_nsgs_shuffle(k->order, g->nc, &random);
        change = sweep(k, opt, g, z);
        it++;
        since++;
        if (!opt->check && change > light && since < CHECK &&
            it < opt->max_iter)
            continue;
        since = 0;
        zni_motion_move(g, z, u);
        err = zni_motion_error(g, z, u);
        if (isnan(err)) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (err < least) {
            least = err;
            memcpy(k->best, z, bytes);
        }
        /* the light measure was content too early */
        if (change <= light && err > opt->tol) {
            if (change > 0)
                light = change * fmin(0.5, opt->tol / err);
            wake(k, g->nc);
        }
        /* nothing moves; unless all are asleep, or in another order */
        if (change == 0 && err > opt->tol && !each && opt->freeze == 0) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (opt->patience > 0 && it >= window) {
            if (zni_nsgs_hopeless(least, mark, WINDOW, opt)) {
                info->outcome = ZN_STALLED;
                break;
            }
            mark = least;
            window = it + WINDOW;
        }
    }
    info->iterations = it;
    memcpy(z, k->best, bytes);
    zni_motion_move(g, z, u);
    return least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
