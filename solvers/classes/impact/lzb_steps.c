/* lzb_steps.c - multiple impacts by the law of Liu, Zhao and Brogliato, in equal steps of
 * the percussion of one contact
 *
 * This primary contact 0 is the one that stores the most energy, or would store it after a step of its own.
 * While dP is added to its percussion, G_i dP is added to that of contact i, with
 *
 *     F_i/F_0 = r s E_i^a_i / E_0^a_0,     a = eta/(1 + eta),
 *     r = (1 + eta_i)^a_i / (1 + eta_0)^a_0,   s = K_i^(1/(1 + eta_i)) / K_0^(1/(1 + eta_0)),
 *
 * and for a contact that begins E_i = |u_i| G_i dP, so that G_i is the power 1 + eta_i of the quotient with |u_i| dP in
 * place of E_i. Errors are of the order of dP. As in the usual implementations, with which this one can be compared,
 * energies and velocities up to `nothing`, in the units of the data, count as zero. Contacts far from the blow store
 * less than that in a step and begin anew in every step, so that errors grow again when steps get shorter.
 * doc/multiple-impact.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "impact.h"

#include <math.h>

typedef struct steps {
    zni_percussion c;
    double tol, step, nothing;
    zn_index max_iter;
    double *old, *E, *G; /* m each: w before the step, energies, percussions of the step */
} steps;

static const zn_option options[] = {
    ZNI_TOL(steps, tol, 1e-8),
    ZN_OPT_REAL(steps, step, 1e-6, 1e-300, 1e300, "N s",
                "percussion of a step"),
    ZN_OPT_REAL(steps, nothing, 0, 0, 1e300, "J, m/s",
                "energies and rates up to it are none"),
    ZN_OPT_INT(steps, max_iter, 10000000, 1, 1e15, "-",
               "steps before giving up"),
    ZN_OPT_END,
};

static bool over(const steps *o)
{
    for (zn_index i = 0; i < o->c.m; i++)
        if (o->E[i] > o->nothing || o->c.w[i] < -o->nothing)
            return false;
    return true;
}

/* the energy of contact i, or what it would be after a step of its own */
static double level(const steps *o, zn_index i)
{
    if (o->E[i] > o->nothing)
        return o->E[i];
    return o->c.w[i] < -o->nothing ? -o->c.w[i] * o->step : 0;
}

/* the primary contact */
static zn_index first(const steps *o)
{
    zn_index r = 0;

    for (zn_index i = 1; i < o->c.m; i++)
        if (level(o, i) > level(o, r))
            r = i;
    return r;
}

/* G_i of contact i in a step of the primary contact r. The ratio of the energies has no unit; the factor that remains
 * where the exponents differ has one, as the ratio of the K has. */
static double part(const steps *o, zn_index i, zn_index r)
{
    const zn_compliance *c = &o->c.of[i], *c0 = &o->c.of[r];
    const double a = c->eta / (1 + c->eta), a0 = c0->eta / (1 + c0->eta);
    const double rs = pow(1 + c->eta, a) / pow(1 + c0->eta, a0) *
                      pow(c->K, 1 / (1 + c->eta)) /
                      pow(c0->K, 1 / (1 + c0->eta));
    const double most = level(o, r), E = level(o, i);
    double F = rs * pow(E / most, a);

    if (a != a0)
        F *= pow(most, a - a0);
    return o->E[i] > o->nothing ? F : pow(F, 1 + c->eta);
}

static void advance(steps *o)
{
    const zn_index m = o->c.m, r = first(o);

    for (zn_index i = 0; i < m; i++) {
        o->G[i] = (i == r ? 1 : part(o, i, r)) * o->step;
        o->old[i] = o->c.w[i];
    }
    for (zn_index j = 0; j < m; j++) {
        o->c.P[j] += o->G[j];
        if (o->G[j] != 0)
            for (zn_index i = 0; i < m; i++)
                o->c.w[i] += o->c.M[i + j * m] * o->G[j];
    }
    for (zn_index i = 0; i < m; i++) {
        const double mean = (o->old[i] + o->c.w[i]) / 2, e = o->c.of[i].e;
        if (o->G[i] == 0)
            continue;
        if (mean <= 0)
            o->E[i] -= mean * o->G[i];
        else
            o->E[i] = e > 0 ? fmax(0, o->E[i] - mean * o->G[i] / (e * e)) : 0;
    }
}

static zn_status solve(steps *o, zni_call call, const zn_multiple_impact *p)
{
    zn_status st = zni_percussion_form(&o->c, call.ctx, p, ZNI_NO_RIGID | ZNI_NO_FRICTION);

    if (st)
        return st;
    o->old = o->c.work;
    o->E = o->old + o->c.m;
    o->G = o->E + o->c.m;
    for (zn_index i = 0; i < o->c.m; i++)
        o->E[i] = 0;
    for (call.info->iterations = 0; !st && !over(o);) {
        st = zni_impact_step(call.mon, o->max_iter, call.info);
        if (!st)
            advance(o);
    }
    /* an unfinished impact might pass for one that dissipates more: no percussion instead */
    for (zn_index i = 0; st && i < o->c.m; i++)
        o->c.P[i] = 0;
    zni_percussion_expand(&o->c, p, o->c.P, call.z, call.w);
    return st;
}

ZNI_SOLVER(zni_impact_steps, ZN_KIND_IMPACT_SOLVER, "lzb-steps",
           "the same law in equal steps, of order one", steps, options, solve, zni_percussion_fini,
           .reserve = zni_percussion_reserve);
