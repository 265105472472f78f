/* pairs.c - multiple impacts as a sequence of impacts of single contacts
 *
 *     z_i <- z_i - (1 + e_i) w_i/M_ii,   i the contact that approaches fastest,
 *
 * until none approaches. The result depends on this order; with e = 1 and equal balls it is
 * the behaviour of Newton's cradle. doc/multiple-impact.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "impact.h"

#include <math.h>

#include "../../linalg/units.h"

typedef struct pairs {
    zni_percussion c;
    double tol;
    zn_index max_iter;
} pairs;

static const zn_option options[] = {
    ZN_OPT_REAL(pairs, tol, 1e-8, 0, 1, "-",
                "error that counts as solved; approaches below tol times the "
                "largest are none"),
    ZN_OPT_INT(pairs, max_iter, 1000000, 1, 1e15, "-",
               "impacts before giving up"),
    ZN_OPT_END,
};

/* the contact that approaches fastest; -1: none is faster than `least` */
static zn_index fastest(const pairs *o, double least)
{
    zn_index r = -1;

    for (zn_index i = 0; i < o->c.m; i++)
        if (o->c.w[i] < -least) {
            least = -o->c.w[i];
            r = i;
        }
    return r;
}

static void strike(pairs *o, zn_index i)
{
    const zn_index m = o->c.m;
    const double p = -(1 + o->c.of[i].e) * o->c.w[i] / o->c.M[i + i * m];

    o->c.P[i] += p;
    for (zn_index k = 0; k < m; k++)
        o->c.w[k] += o->c.M[k + i * m] * p;
}

static zn_status solve(pairs *o, zni_call call, const zn_multiple_impact *p)
{
    double largest;
    zn_index i;
    zn_status st = zni_percussion_form(&o->c, call.ctx, p, ZNI_NO_FRICTION);

    if (st)
        return st;
    largest = zni_largest(o->c.q, o->c.m);
    call.info->iterations = 0;
    while (!st && (i = fastest(o, o->tol / 2 * largest)) >= 0) {
        st = zni_impact_step(call.mon, o->max_iter, call.info);
        if (!st)
            strike(o, i);
    }
    zni_percussion_expand(&o->c, p, o->c.P, call.z, call.w);
    return st;
}

ZNI_SOLVER(zni_impact_pairs, ZN_KIND_IMPACT_SOLVER, "pairs",
           "not that law: one contact after the other", pairs, options, solve,
           zni_percussion_fini, .reserve = zni_percussion_reserve);
