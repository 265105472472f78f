/* problem.c - the class of relay problems: error measure, checks, units
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>

#include <zeno/relay.h>

#include "../../linalg/look.h"
#include "../../linalg/sizes.h"
#include "../../linalg/twice.h"
#include "../../core/data.h"
#include "../../core/problem_class.h"
#include "../../linalg/affine.h"

/* rho: the unit of M; size: what errors of w are relative to */
typedef struct units {
    double rho, size;
} units;

/* the largest finite bound */
static double bound(const zn_relay *p)
{
    return fmax(zni_largest_finite(p->lb, p->n), zni_largest_finite(p->ub, p->n));
}

/* The unit of M, from its largest |M_ij|; if M = 0 that of q divided by that of the bounds. */
static double unit(const zn_relay *p, double largest)
{
    return largest > 0 ? zni_unit(largest) : zni_unit(zni_largest(p->q, p->n)) / zni_unit(bound(p));
}

/* v: 2 n work */
static units units_of(const zn_relay *p, double v[])
{
    units u = {.rho = unit(p, zni_largest_value(p->M)),
               .size = zni_affine_size(p->M, p->q, p->lb, p->ub, v)};

    /* q = 0, and 0 is within the bounds: these are the only other data */
    if (u.size == 0)
        u.size = u.rho * bound(p);
    return u;
}

static bool zero_within(const zn_relay *p)
{
    for (zn_index i = 0; i < p->n; i++)
        if (p->lb[i] > 0 || p->ub[i] < 0)
            return false;
    return true;
}

/* The units and y = M z + q in one pass, for small problems; false: it has to be done in the general way. */
static bool look(const zn_relay *p, const double z[], double y[], units *u)
{
    zni_largest_of seen;

    if (!zero_within(p) || !zni_look_few(p->M, p->q, z, y, &seen))
        return false;
    u->rho = unit(p, seen.M);
    u->size = seen.q > 0 ? seen.q : u->rho * bound(p);
    return !zni_hides(u->rho * seen.z, u->size);
}

double zni_relay_error(const zn_relay *p, double enough, const double z[], const double w[], double work[])
{
    double *size = work + p->n, least, err;
    units u;

    if (!look(p, z, work, &u)) {
        u = units_of(p, work);
        for (zn_index i = 0; i < p->n; i++)
            work[i] = p->q[i];
        zni_careful_mul(p->M, u.rho, u.size, z, work, size, p->n);
    }
    least = DBL_EPSILON * u.size;
    err = zni_bounds_error(p->n, u.rho, p->lb, p->ub, z, w, work, NULL);
    if (err > fmax(least, enough * u.size)) {
        for (zn_index i = 0; i < p->n; i++)
            size[i] = fabs(p->q[i]);
        zni_add_sizes(p->M, false, z, size);
        if (!zni_bounded(p->n, p->lb, p->ub))
            zni_limit_sizes(p->n, u.size, size);
        err = fmax(least, zni_bounds_error(p->n, u.rho, p->lb, p->ub, z, w, work, size));
    }
    return u.size > 0 ? err / u.size : err;
}

double zn_relay_error(const zn_relay *p, const double z[], const double w[], double work[])
{
    return zni_relay_error(p, 0, z, w, work);
}

ZNI_NUMBER(size, zn_relay, p->n)
ZNI_ERROR(error, zn_relay_error)

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const zn_relay *p = problem;
    zn_status st;

    if (p->n < 1 || !p->M || !p->q || !p->lb || !p->ub)
        return zn_fail(ctx, ZN_EINVAL,
                       "relay: n = %td, must be >= 1, with M, q, lb and ub",
                       p->n);
    st = zni_check_affine(ctx, p->n, p->M, p->q);
    for (zn_index i = 0; i < p->n && !st; i++)
        st = zni_check_bounds(ctx, i, p->lb[i], p->ub[i]);
    return st ? zn_note(ctx, st, "relay, n = %td", p->n) : ZN_OK;
}

/* ---- in its own units: the largest |M_ij| and the largest of q and bounds in [1, 2); or in units of each row ---- */

typedef struct own_relay {
    zn_relay p;
    zn_matrix M;
} own_relay;

ZNI_NUMBER(own_room, zn_relay, zni_values(p->M) + 5 * p->n)

static bool pose(const void *problem, bool rows, void *out, double room[], double zu[],
                 double wu[])
{
    const zn_relay *p = problem;
    own_relay *o = out;
    zn_index n = p->n;
    double *q = room, *lb = q + n, *ub = lb + n, *work = ub + n, *x = work + 2 * n;
    const zn_matrix *M = zni_affine_in_units(rows, p->M, p->q, q, &o->M, x, zu, wu, work);

    if (rows && M == p->M)
        return false;
    for (zn_index i = 0; i < n; i++) {
        lb[i] = p->lb[i] / zu[i];
        ub[i] = p->ub[i] / zu[i];
    }
    bool none = zni_no_bounds(n, p->lb, -1, lb);

    none |= zni_no_bounds(n, p->ub, 1, ub);
    o->p = (zn_relay){.n = n, .M = M, .q = q, .lb = lb, .ub = ub};
    const double rho = unit(&o->p, zni_largest_value(M));
    const double of_q = zni_unit(fmax(rho * bound(&o->p), zni_largest(q, n)));

    if (!rows && rho == 1 && of_q == 1 && !none)
        return false;
    zni_affine_own(M, rho, of_q, q, &o->M, x, zu, wu);
    zni_scale_into(n, rho / of_q, lb, lb);
    zni_scale_into(n, rho / of_q, ub, ub);
    o->p.M = &o->M;
    return true;
}

ZNI_POSED(pose)

ZNI_OUTPUTS(outputs, zn_relay)

ZNI_PROBLEM(zni_relay_problem, ZN_KIND_RELAY_SOLVER, "relay",
            "lb <= z <= ub, -(M z + q) in the normal cone at z",
            .nz = size, .nw = size, .error = error, .check = check, .own = own,
            .own_room = own_room, .own_size = sizeof(own_relay), .outputs = outputs,
            .own_rows = own_rows);
