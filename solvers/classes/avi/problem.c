/* problem.c - the class of affine variational inequalities: error measure, checks, units
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

#include "../../linalg/sizes.h"
#include "../../linalg/twice.h"
#include "../../core/data.h"
#include "../../core/problem_class.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- is a polyhedron bounded? --------------------------------------------------------------------
 *
 * {z : H z >= K}, if it is not empty, is bounded if and only if no direction d != 0 has H d >= 0, that is, if the cone
 * of its normals is the whole space (Farkas); this holds if the cone contains e_1, ..., e_n and -(1, ..., 1). The
 * combination of normals with weights >= 0 that is nearest to each of these vectors is computed by coordinate descent
 * (Hildreth, Naval Research Logistics Quarterly 4, 1957). */

/* limit of sweeps, and distance that counts as zero; if a vector is not reached P is not known to be bounded */
enum { SWEEPS = 200 };
static const double NEAR = 1e-6;

/* Is there a lambda >= 0 with r = H'lambda - c = 0? On entry r = -c, whose largest entry is 1. */
static bool vanishes(const zn_avi *p, double r[], double lambda[])
{
    const zn_index n = p->n, m = p->m;

    memset(lambda, 0, (size_t)m * sizeof *lambda);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (zn_index f = 0; f < m; f++) {
            double along = 0, by;

            for (zn_index j = 0; j < n; j++)
                along += p->H[f + j * m] * r[j];
            by = fmax(-lambda[f], -along / zni_face_squares(p, f));
            lambda[f] += by;
            for (zn_index j = 0; j < n; j++)
                r[j] += by * p->H[f + j * m];
        }
        if (zni_largest(r, n) <= NEAR)
            return true;
    }
    return false;
}

bool zni_avi_bounded(const zn_avi *p, double work[])
{
    const zn_index n = p->n;
    double *r = work, *lambda = work + n;

    for (zn_index k = 0; k <= n; k++) {
        for (zn_index j = 0; j < n; j++)
            r[j] = k == n ? 1 : j == k ? -1 : 0;
        if (!vanishes(p, r, lambda))
            return false;
    }
    return true;
}

/* ---- the error measure ------------------------------------------------------------------------ */

/* rho: the unit of M; size: what errors of w are relative to */
typedef struct units {
    double rho, size;
} units;

/* the largest distance of a face from 0, times rho */
static double farthest(const zn_avi *p, double rho)
{
    double far = 0;

    for (zn_index f = 0; f < p->m; f++)
        far = fmax(far, rho * fabs(p->K[f]) / zni_face_length(p, f));
    return far;
}

/* the unit of M; if M = 0 that of q divided by that of the distances of the faces */
static double unit(const zn_avi *p)
{
    const double most = zni_largest_value(p->M);

    return most > 0 ? zni_unit(most) : zni_unit(zni_largest(p->q, p->n)) / zni_unit(farthest(p, 1));
}

/* The size of errors: the largest of |q_i| and of rho times the distances by which faces keep z from 0. A face with 0
 * on its inner side does not count, however far it is. */
static units units_of(const zn_avi *p)
{
    units u = {.rho = unit(p),
               .size = zni_largest(p->q, p->n)};

    for (zn_index f = 0; f < p->m; f++)
        u.size = fmax(u.size, u.rho * p->K[f] / zni_face_length(p, f));
    /* q = 0, and 0 is in P: the distances of the faces are the only other data */
    if (u.size == 0)
        u.size = farthest(p, u.rho);
    return u;
}

/* off_i = the larger of |(M z + q - H'mu)_i| and |(w - M z - q)_i|, in double-double arithmetic where
 * rounding would hide it; lo: n work */
static void equations(const zn_avi *p, units u, const double z[], const double w[],
                      double off[], double lo[])
{
    const zn_index n = p->n;
    const bool care = zni_hides(u.rho * zni_largest(z, n), u.size);

    for (zn_index i = 0; i < n; i++) {
        off[i] = p->q[i];
        lo[i] = 0;
    }
    if (care)
        zni_twice_mul(p->M, false, 1, z, off, lo);
    else
        zn_matrix_mul(p->M, 1, z, 1, off);
    for (zn_index i = 0; i < n; i++) {
        const double *column = p->H + i * p->m, apart = w[i] - zni_twice(off[i], lo[i]);

        for (zn_index f = 0; f < p->m; f++)
            if (w[n + f] != 0) /* as most are */
                zni_twice_add(&off[i], &lo[i], column[f], -w[n + f]);
        off[i] = zni_worse(fabs(zni_twice(off[i], lo[i])), fabs(apart));
        if (isnan(z[i]))
            off[i] = z[i];
    }
}

/* min(mu, rho (H z - K)) of face f scaled to unit length. slack: (H z - K)_f; size: the magnitude of its terms */
static double face_error(const zn_avi *p, double rho, zn_index f, double slack, double mu,
                         double size)
{
    const double length = zni_face_length(p, f), weight = mu * length;

    slack = isnan(weight) ? weight : rho / length * slack;
    return zni_beyond(weight < slack ? weight : slack, size);
}

/* The largest error of all rows and faces. size: the magnitudes of their terms, whose rounding is subtracted; NULL: it
 * is not. */
static double worst(const zn_avi *p, double rho, const double z[], const double w[],
                    const double off[], const double size[])
{
    enum { FACES = 64 }; /* faces at a time, on the stack */
    const zn_index n = p->n;
    double err = 0;

    for (zn_index i = 0; i < n; i++)
        err = zni_worse(err, zni_beyond(off[i], size ? size[i] : 0));
    for (zn_index first = 0; first < p->m; first += FACES) {
        const zn_index end = first + FACES < p->m ? first + FACES : p->m;
        double slack[FACES], lo[FACES] = {0};

        for (zn_index f = first; f < end; f++)
            slack[f - first] = -p->K[f];
        for (zn_index j = 0; j < n; j++)
            zni_twice_column(end - first, z[j], p->H + first + j * p->m, slack, lo);
        for (zn_index f = first; f < end; f++)
            err = zni_worse(err, face_error(p, rho, f, zni_twice(slack[f - first], lo[f - first]),
                                            w[n + f], size ? size[n + f] : 0));
    }
    return err;
}

/* the magnitudes of the terms of rows and faces, in the unit of w */
static void sizes(const zn_avi *p, units u, const double z[], const double w[], double size[])
{
    const zn_index n = p->n;
    const zn_matrix H = zn_matrix_dense(p->m, n, p->H);

    for (zn_index i = 0; i < n; i++)
        size[i] = fabs(p->q[i]);
    for (zn_index f = 0; f < p->m; f++)
        size[n + f] = fabs(p->K[f]);
    zni_add_sizes(p->M, false, z, size);
    zni_add_sizes(&H, true, w + n, size);
    zni_add_sizes(&H, false, z, size + n);
    for (zn_index f = 0; f < p->m; f++)
        size[n + f] *= u.rho / zni_face_length(p, f);
}

/* The error beyond rounding. On a bounded polyhedron there is a solution, so all rounding is forgiven, however terms
 * cancel; otherwise no more than a part of the data, since z may diverge. */
static double beyond_rounding(const zn_avi *p, units u, const double z[], const double w[],
                              const double off[], double size[])
{
    double all, part;

    sizes(p, u, z, w, size);
    all = worst(p, u.rho, z, w, off, size);
    zni_limit_sizes(p->n + p->m, u.size, size);
    part = worst(p, u.rho, z, w, off, size);
    return part == all || !zni_avi_bounded(p, size) ? part : all;
}

double zni_avi_error(const zn_avi *p, double enough, const double z[], const double w[], double work[])
{
    const units u = units_of(p);
    const double least = DBL_EPSILON * u.size;
    double *size = work + p->n, err;

    equations(p, u, z, w, work, size);
    err = worst(p, u.rho, z, w, work, NULL);
    if (err > fmax(least, enough * u.size))
        err = fmax(least, beyond_rounding(p, u, z, w, work, size));
    return u.size > 0 ? err / u.size : err;
}

double zn_avi_error(const zn_avi *p, const double z[], const double w[], double work[])
{
    return zni_avi_error(p, 0, z, w, work);
}

ZNI_NUMBER(nz, zn_avi, p->n)
ZNI_NUMBER(nw, zn_avi, p->n + p->m)
ZNI_ERROR(error, zn_avi_error)

static zn_status check_faces(zn_ctx *ctx, const zn_avi *p)
{
    for (zn_index f = 0; f < p->m; f++) {
        const double size = zni_face_length(p, f);

        if (!isfinite(size) || !isfinite(p->K[f]))
            return zn_fail(ctx, ZN_EDOM, "face %td: |H| = %g, K = %g", f, size,
                           p->K[f]);
        if (size == 0)
            return zn_fail(ctx, ZN_EINVAL, "face %td: its row of H is zero", f);
    }
    return ZN_OK;
}

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const zn_avi *p = problem;
    zn_status st;

    if (p->n < 1 || p->m < 0 || !p->M || !p->q || (p->m && (!p->H || !p->K)))
        return zn_fail(ctx, ZN_EINVAL,
                       "avi: n = %td, m = %td, must be >= 1 and >= 0, with M, "
                       "q, H and K",
                       p->n, p->m);
    st = zni_check_affine(ctx, p->n, p->M, p->q);
    if (!st && p->m > PTRDIFF_MAX / p->n)
        st = zn_fail(ctx, ZN_EINVAL, "H has more values than can be counted");
    if (!st)
        st = check_faces(ctx, p);
    return zn_note(ctx, st, "avi, n = %td, m = %td", p->n, p->m);
}

/* ---- in its own units: normals of length about 1, the largest |M_ij| in [1, 2) ---- */

typedef struct own_avi {
    zn_avi p;
    zn_matrix M;
} own_avi;

ZNI_NUMBER(own_room, zn_avi, zni_values(p->M) + 2 * (p->n + p->m) + p->m * (p->n + 1))

/* *o = the problem with a unit for each unknown, if wanted and they are far apart; w has the inverse unit, so z'w is
 * unchanged. Its q, H and the values x of M are in the arrays given, its K is that of p. Returns whether there are such
 * units. */
static bool in_units(const zn_avi *p, bool wanted, own_avi *o, double q[], double H[], double x[], double zu[],
                     double wu[], double work[])
{
    const zn_index n = p->n, m = p->m;
    const zn_matrix faces = zn_matrix_dense(m, n, p->H);
    const bool apart = wanted && zni_far_rows(n, m, p->M, m > 0 ? &faces : NULL, zu, wu, work);

    if (apart)
        zni_far_rows_rest(n, p->q, zu);
    for (zn_index i = 0; i < n; i++) {
        zu[i] = apart ? zu[i] : 1;
        wu[i] = 1 / zu[i];
        q[i] = zu[i] * p->q[i];
        for (zn_index f = 0; f < m; f++)
            H[f + i * m] = zu[i] * p->H[f + i * m];
    }
    if (apart)
        o->M = zni_matrix_in_units(p->M, zu, zu, x);
    o->p = (zn_avi){.n = n, .m = m, .M = apart ? &o->M : p->M, .q = q, .H = H, .K = p->K};
    return apart;
}

static bool pose(const void *problem, bool rows, void *out, double room[], double zu[], double wu[])
{
    const zn_avi *p = problem;
    own_avi *o = out;
    zn_index n = p->n, m = p->m;
    double *q = room, *K = q + n, *H = K + m, *work = H + m * n, *x = work + n + m;

    if (!in_units(p, rows, o, q, H, x, zu, wu, work) && rows)
        return false;
    const double rho = unit(&o->p);
    const double of_q = zni_unit(fmax(farthest(&o->p, rho), zni_largest(q, n)));

    zni_affine_own(o->p.M, rho, of_q, q, &o->M, x, zu, wu);
    for (zn_index f = 0; f < m; f++) {
        double size = zni_unit(zni_face_length(&o->p, f));

        K[f] = p->K[f] / size * (rho / of_q);
        for (zn_index j = 0; j < n; j++)
            H[f + j * m] /= size;
        wu[n + f] = of_q / size;
    }
    o->p.M = &o->M;
    o->p.K = K;
    return true;
}

ZNI_POSED(pose)

ZNI_PROBLEM(zni_avi_problem, ZN_KIND_AVI_SOLVER, "avi",
            "H z >= K, -(M z + q) in the normal cone at z",
            .nz = nz, .nw = nw, .error = error, .check = check, .own = own, .own_room = own_room,
            .own_size = sizeof(own_avi), .own_rows = own_rows);
