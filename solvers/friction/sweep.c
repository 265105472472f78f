/* sweep.c - nonsmooth Gauss-Seidel: contact after contact, each exactly
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* Jourdan, Alart & Jean, A Gauss-Seidel like algorithm to solve frictional
 * contact problems, CMAME 155 (1998); Jean, The non-smooth contact dynamics
 * method, CMAME 177 (1999). The change of r in a sweep is the light measure of
 * progress; when it is small, and every CHECK sweeps, the true error is
 * computed. The best point by true error is kept. */
enum { CHECK = 20, BEGIN = 10, RATE = 20, WINDOW = 60 };

zn_status zni_nsgs_reserve(zn_ctx *ctx, zni_nsgs_work *k, zn_index n)
{
    zn_index nc = n / 2 + 1;
    zn_status st =
        zn_grow(ctx, &k->contact, &k->cap_contact, nc, sizeof(zni_contact));

    if (!st)
        st = zn_grow(ctx, &k->order, &k->cap_order, nc, sizeof *k->order);
    if (!st)
        st = zn_grow(ctx, &k->sleep, &k->cap_sleep, nc, sizeof *k->sleep);
    return st ? st : zn_grow(ctx, &k->v, &k->cap_v, 2 * n, sizeof *k->v);
}

void zni_nsgs_fini(zn_ctx *ctx, zni_nsgs_work *k)
{
    zn_free_array(ctx, k->contact);
    zn_free_array(ctx, k->order);
    zn_free_array(ctx, k->sleep);
    zn_free_array(ctx, k->v);
}

/* Fisher & Yates by Knuth's 64-bit linear congruential generator */
void zni_nsgs_shuffle(zn_index order[], zn_index n, uint64_t *state)
{
    for (zn_index i = n - 1; i > 0; i--) {
        *state = *state * UINT64_C(6364136223846793005) +
                 UINT64_C(1442695040888963407);
        zn_index j = (zn_index)((*state >> 33) % (uint64_t)(i + 1));
        zn_index t = order[i];

        order[i] = order[j];
        order[j] = t;
    }
}

/* one sweep; the change relative to r, Euclidean */
static double sweep(zni_nsgs_work *k, const zni_nsgs *opt, const zni_fc *c,
                    double r[])
{
    const zni_law *law = c->law;
    zn_index d = c->d, dd = d * d;
    double moved = 0, size = 0;

    for (zn_index o = 0; o < c->nc; o++) {
        zn_index a = k->order[o];
        double *ra = r + d * a, q[ZNI_DMAX], old[ZNI_DMAX];
        double change = 0, norm = 0;
        const double *W = c->x + dd * c->diag[a];

        if (k->sleep[a] > 0) {
            k->sleep[a]--;
            for (zn_index i = 0; i < d; i++)
                size += ra[i] * ra[i];
            continue;
        }
        zni_fc_row(c, a, r, q);
        for (zn_index i = 0; i < d; i++) {
            old[i] = ra[i];
            for (zn_index j = 0; j < d; j++)
                q[i] -= W[i + j * d] * ra[j];
        }
        law->contact_solve(c, a, k->contact + law->contact_size * (size_t)a, q,
                           ra);
        for (zn_index i = 0; i < d; i++) {
            /* r is in the cone, old too: so is what lies between or, beyond
             * the new one, the projection */
            ra[i] = old[i] + opt->omega * (ra[i] - old[i]);
        }
        if (opt->omega > 1)
            law->project(c, a, ra, ra);
        for (zn_index i = 0; i < d; i++) {
            change += (ra[i] - old[i]) * (ra[i] - old[i]);
            norm += ra[i] * ra[i];
        }
        moved += change;
        size += norm;
        if (opt->freeze > 0 && change <= 1e-4 * opt->tol * opt->tol * norm)
            k->sleep[a] = opt->freeze;
    }
    return size > 0 ? sqrt(moved / size) : sqrt(moved);
}

static void wake(zni_nsgs_work *k, zn_index nc)
{
    memset(k->sleep, 0, (size_t)nc * sizeof *k->sleep);
}

bool zni_nsgs_hopeless(double now, double before, zn_index window,
                       const zni_nsgs *opt)
{
    double gain = log(before / now), need = log(now / opt->tol);

    return !(gain > 0) || need / gain * (double)window > (double)opt->patience;
}

zn_status zni_nsgs_run(zn_ctx *ctx, zni_nsgs_work *k, const zni_nsgs *opt,
                       const zni_fc *c, double r[], double u[], zn_monitor *mon,
                       zn_solve_info *info)
{
    zn_index n = c->n, d = c->d, it = 0, since = 0, from = 0;
    zn_index window = opt->patience > 0 ? BEGIN : opt->max_iter;
    zn_status st = zni_nsgs_reserve(ctx, k, n);
    uint64_t random = (uint64_t)opt->seed;
    double err, least, light = opt->tol, change, mark;

    if (st)
        return st;

    double *best = k->v;

    for (zn_index a = 0; a < c->nc; a++) {
        c->law->contact_set(c, a,
                            k->contact + c->law->contact_size * (size_t)a);
        k->order[a] = a;
        c->law->project(c, a, r + d * a, r + d * a);
    }
    wake(k, c->nc);
    if (opt->shuffle != ZNI_ORDER)
        zni_nsgs_shuffle(k->order, c->nc, &random);

    zni_fc_mul(c, r, c->q, u);
    err = least = mark = zni_fc_error(c, r, u);
    memcpy(best, r, (size_t)n * sizeof *r);
    info->outcome = ZN_ITERATION_LIMIT;
    while (least > opt->tol && it < opt->max_iter) {
        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        if (opt->shuffle == ZNI_EACH)
            zni_nsgs_shuffle(k->order, c->nc, &random);
        change = sweep(k, opt, c, r);
        it++;
        since++;
        if (!opt->check && change > light && since < CHECK && it != 1 &&
            it != window && it < opt->max_iter)
            continue;
        since = 0;
        zni_fc_mul(c, r, c->q, u);
        err = zni_fc_error(c, r, u);
        if (isnan(err)) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (err < least) {
            least = err;
            memcpy(best, r, (size_t)n * sizeof *r);
        }
        /* the light measure was content too early */
        if (change <= light && err > opt->tol) {
            light = change * fmin(0.5, opt->tol / err);
            wake(k, c->nc);
        }
        if (change == 0 && err > opt->tol && opt->shuffle != ZNI_EACH) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (opt->patience > 0 && it >= window) {
            if (from > 0 && zni_nsgs_hopeless(least, mark, it - from, opt)) {
                info->outcome = ZN_STALLED;
                break;
            }
            mark = least;
            from = it;
            window = it + (it < BEGIN + RATE ? RATE : WINDOW);
        }
    }
    info->iterations = it;
    memcpy(r, best, (size_t)n * sizeof *r);
    zni_fc_mul(c, r, c->q, u);
    return least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
