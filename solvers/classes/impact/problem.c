/* problem.c - the class of multiple impacts
 * SPDX-License-Identifier: Apache-2.0 */
#include "impact.h"

#include <math.h>

#include "../../linalg/units.h"
#include "../../core/data.h"
#include "../../core/problem_class.h"

bool zni_impact_tangent(const zn_multiple_impact *p, zn_index row)
{
    return p->mu && row > 0 && row < p->n && p->mu[row - 1] >= 0;
}

static bool has_tangents(const zn_multiple_impact *p)
{
    for (zn_index i = 1; i < p->n; i++)
        if (zni_impact_tangent(p, i))
            return true;
    return false;
}

/* Is the row a contact, neither an equality nor a tangent? */
static bool is_normal(const zn_multiple_impact *p, zn_index row)
{
    return !(p->eq && p->eq[row]) && !zni_impact_tangent(p, row);
}

bool zni_impact_rigid(const zn_multiple_impact *p)
{
    for (zn_index i = 0; i < p->n; i++)
        if (is_normal(p, i))
            return isinf(p->of[i].K);
    return false;
}

zn_status zni_impact_refuse(zn_ctx *ctx, const zn_multiple_impact *p, int refused)
{
    if (refused & ZNI_NO_RIGID && zni_impact_rigid(p))
        return zn_fail(ctx, ZN_EINVAL,
                       "K = inf: rigid contacts have no springs; take solver 'poisson' or 'pairs'");
    if (refused & ZNI_NO_FRICTION && has_tangents(p))
        return zn_fail(ctx, ZN_EINVAL,
                       "contacts with friction: this solver has no tangents; take solver 'lzb'");
    return ZN_OK;
}

zn_status zni_impact_step(zn_monitor *mon, zn_index most, zn_solve_info *info)
{
    if (info->iterations >= most)
        info->outcome = ZN_ITERATION_LIMIT;
    else if (zn_monitor_tick(mon, ++info->iterations, -1))
        info->outcome = ZN_INTERRUPTED;
    else
        return ZN_OK;
    return ZN_UNSOLVED;
}

static bool conservative(const zn_multiple_impact *p)
{
    for (zn_index i = 0; i < p->n; i++)
        if (is_normal(p, i) && p->of[i].e < 1)
            return false;
    return !has_tangents(p);
}

/* the energy that was gained (or, in a conservative problem, changed), relative to the largest velocity */
static double energy(const zn_multiple_impact *p, const double z[],
                     const double w[], double largest)
{
    double gain = 0, size = 0;

    for (zn_index i = 0; i < p->n; i++) {
        gain += z[i] * (p->q[i] + w[i]);
        size += fabs(z[i]) * largest;
    }
    if (!(size > 0))
        return 0;
    return conservative(p) ? fabs(gain) / size : fmax(0, gain / size);
}

double zn_multiple_impact_error(const zn_multiple_impact *p, const double z[],
                                const double w[], double work[])
{
    const double rho = zni_unit(zni_largest_value(p->M));
    const double largest = zni_largest(p->q, p->n);
    double err = 0;

    for (zn_index i = 0; i < p->n; i++)
        work[i] = p->q[i];
    zn_matrix_mul(p->M, 1, z, 1, work);
    for (zn_index i = 0; i < p->n; i++) {
        err = zni_worse(err, fabs(w[i] - work[i]));
        if (p->eq && p->eq[i]) {
            err = zni_worse(err, fabs(w[i]));
            continue;
        }
        if (zni_impact_tangent(p, i)) { /* is z in the cone of its contact? */
            const double over = fabs(z[i]) - p->mu[i - 1] * z[i - 1];
            err = zni_worse(err, isnan(over) ? over : fmax(0, rho * over));
            continue;
        }
        err = zni_worse(err, isnan(w[i]) ? w[i] : fmax(0, -w[i]));
        err = zni_worse(err, isnan(z[i]) ? z[i] : fmax(0, -rho * z[i]));
    }
    if (!(largest > 0))
        return err;
    /* Poisson's law may dissipate energy with e = 1, and gain it where the e differ: energy is no measure for it */
    return zni_impact_rigid(p)
               ? err / largest
               : zni_worse(err / largest, energy(p, z, w, largest));
}

ZNI_NUMBER(size, zn_multiple_impact, p->n)
ZNI_ERROR(error, zn_multiple_impact_error)

static zn_status check_contact(zn_ctx *ctx, const zn_multiple_impact *p,
                               zn_index i)
{
    const zn_compliance *c = &p->of[i];

    if (!(c->K > 0) || !(c->eta >= 1) || !(c->e >= 0 && c->e <= 1) ||
        !isfinite(c->eta))
        return zn_fail(ctx, ZN_EINVAL,
                       "contact %td: stiffness %g must be > 0, exponent %g "
                       ">= 1, restitution %g in [0, 1]",
                       i, c->K, c->eta, c->e);
    if (isinf(c->K) != zni_impact_rigid(p))
        return zn_fail(
            ctx, ZN_EINVAL,
            "contact %td: stiffness %g beside contacts %s; rigid "
            "ones (Poisson's law) and springs cannot be hit together",
            i, c->K, isinf(c->K) ? "with springs" : "that are rigid");
    if (!(zn_matrix_get(p->M, i, i) > 0))
        return zn_fail(ctx, ZN_EINVAL,
                       "M(%td,%td) = %g, must be > 0: no percussion of this "
                       "contact changes its velocity",
                       i, i, zn_matrix_get(p->M, i, i));
    return ZN_OK;
}

/* mu >= 0 of a contact means that the next row is its tangent. */
static zn_status check_friction(zn_ctx *ctx, const zn_multiple_impact *p,
                                zn_index i)
{
    if (!p->mu || p->mu[i] < 0)
        return ZN_OK;
    if (!isfinite(p->mu[i]) || !is_normal(p, i) || i + 1 == p->n ||
        (p->eq && p->eq[i + 1]))
        return zn_fail(ctx, ZN_EINVAL,
                       "row %td: friction %g, which must be finite, of a "
                       "contact, with its tangent in the next row; -1: none",
                       i, p->mu[i]);
    if (!isinf(p->of[i].K))
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL,
                   "contact %td: friction %g of a rigid contact is not known "
                   "here; give it a stiffness",
                   i, p->mu[i]);
}

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const zn_multiple_impact *p = problem;
    zn_status st;

    if (p->n < 1 || !p->M || !p->q || !p->of)
        return zn_fail(ctx, ZN_EINVAL,
                       "multiple impact: n = %td, must be >= 1, with M, q and "
                       "what the contacts are made of",
                       p->n);
    st = zni_check_affine(ctx, p->n, p->M, p->q);
    for (zn_index i = 0; i < p->n && !st; i++) {
        if (is_normal(p, i))
            st = check_contact(ctx, p, i);
        if (!st)
            st = check_friction(ctx, p, i);
    }
    return zn_note(ctx, st, "multiple impact, n = %td", p->n);
}

ZNI_PROBLEM(zni_impact_problem, ZN_KIND_IMPACT_SOLVER, "multiple-impact",
            "percussions that grow as forces of springs do",
            .nz = size, .nw = size, .error = error, .check = check);
