/* principal.c - principal pivoting: Murty's least index, Bard's most negative one
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp.h"

#include <string.h>

/* Exchange w_r and z_r of a pair whose basic variable is negative, until there is none.
 *
 * murty: the least such index (Murty, Opsearch 11, 1974), which ends for every
 * P-matrix.
 * bard: the most negative one (Zoutendijk 1960; Bard 1972), which mostly needs fewer pivots, but may cycle.
 *
 * Both are in Cottle, Pang & Stone (1992), section 4.2. A diagonal pivot that
 * is not positive shows that M is not a P-matrix: the outcome is stalled. */
typedef struct principal {
    zni_lemke by; /* first */
    bool largest;
} principal;

/* what counts as negative, and as a pivot that is not rounding; the data are scaled to 1 */
static const double NEGATIVE = 1e-13, PIVOT = 1e-12;

/* The pair to exchange, or -1. The basic variable of pair i is in row i, the other one in column i, so pivots are
 * diagonal. */
static zn_index violated(const zni_dictionary *t, bool largest)
{
    zn_index r = -1;

    for (zn_index i = 0; i < t->n; i++) {
        if (!(t->b[i] < -NEGATIVE) || (r >= 0 && t->b[i] >= t->b[r]))
            continue;
        r = i;
        if (!largest)
            break;
    }
    return r;
}

/* an estimate of the error at the basic point, from its most negative variable */
static double estimate(const zni_dictionary *t, const zn_lcp *p)
{
    double worst = 0, scale = 1;

    for (zn_index i = 0; i < t->n; i++) {
        double unit = t->basic[i] < t->n ? 1 / t->s[i] : t->s[i];

        worst = fmax(worst, -t->b[i] * unit / t->beta);
        scale = fmax(scale, fabs(p->q[i]));
    }
    return worst / scale;
}

static zn_status run(zni_lemke *k, const zn_lcp *p, bool largest, zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = ZN_OK;
    zn_index r;

    info->outcome = ZN_STALLED;
    for (info->iterations = 0; (r = violated(&k->t, largest)) >= 0; info->iterations++) {
        if (info->iterations == k->max_iter) {
            info->outcome = ZN_ITERATION_LIMIT;
            return ZN_OK;
        }
        if (mon && zni_last(mon, info->iterations, estimate(&k->t, p), info))
            return ZN_OK;
        if (!(zni_dictionary_column(&k->t, r, k->t.enter)[r] > PIVOT))
            return ZN_OK;
        st = zni_dictionary_pivot(&k->t, r, r);
        if (st) {
            info->outcome = zni_dictionary_stopped(st);
            return st < 0 && st != ZN_ESINGULAR ? st : ZN_OK;
        }
    }
    info->outcome = ZN_SOLVED;
    return ZN_OK;
}

static double measure(const zni_box *b, double z[], double w[])
{
    for (zn_index i = 0; i < b->n; i++)
        z[i] = z[i] > 0 ? z[i] : 0;
    return zni_box_error(b, z, w);
}

zn_status zni_lcp_principal(zni_lemke *k, zni_call call, bool largest, const zn_lcp *p)
{
    const zni_box b = zni_lcp_box(p);
    zn_index n = p->n;
    zn_status st = zni_room(call.ctx, &k->v, &k->cap_v, 2 * n, sizeof *k->v);

    if (!st)
        st = zni_dictionary_load(call.ctx, &k->t, p, n, call.mon, call.info);
    if (st)
        return st;

    double *z1 = k->v, *w1 = z1 + n, err, other;

    err = measure(&b, call.z, call.w);
    st = run(k, p, largest, call.mon, call.info);
    if (st)
        return st;
    zni_dictionary_z(&k->t, z1);
    other = measure(&b, z1, w1);
    if (call.info->outcome == ZN_SOLVED && !(other <= k->tol)) {
        st = zni_box_polish(call.ctx, &k->work, &b, k->tol, z1, w1, call.mon);
        if (st)
            return st;
        other = zni_box_residual(&b, z1, w1);
    }
    if (other <= k->tol || other < err) {
        zni_put_point(n, z1, w1, call.z, call.w);
        err = other;
    }
    if (err <= k->tol) {
        call.info->outcome = ZN_SOLVED;
        call.info->error = err;
        return ZN_OK;
    }
    if (call.info->outcome == ZN_SOLVED)
        call.info->outcome = ZN_INACCURATE;
    return ZN_UNSOLVED;
}

ZNI_SOLVE(solve, zni_lcp_principal, ((principal *)state)->largest)

static ZNI_INIT(init_bard, principal, largest, true)

static const zn_option options[] = {ZNI_PIVOT_OPTIONS(zni_lemke)};

ZNI_SOLVER(zni_lcp_murty, ZN_KIND_LCP_SOLVER, "murty",
           "least-index principal pivoting, for P-matrices (Murty 1974)",
           principal, options, solve, zni_lemke_fini, .reserve = zni_lemke_reserve);

ZNI_SOLVER(zni_lcp_bard, ZN_KIND_LCP_SOLVER, "bard",
           "principal pivoting on the most negative pair (Bard 1972)",
           principal, options, solve, zni_lemke_fini, .init = init_bard,
           .reserve = zni_lemke_reserve);
