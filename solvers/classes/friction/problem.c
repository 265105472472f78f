/* problem.c - the class of friction problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"
#include "../../contact/measure.h"
#include "../../core/data.h"
#include "../../core/problem_class.h"
#include "../../linalg/affine.h"
#include "../../linalg/few.h"
#include "../../linalg/twice.h"
#include "../../system/sizes.h"

/* u = M z + q. Most small problems have one contact, whose block is the matrix. d is a constant where this is
 * called. */
static inline void velocities(const zn_friction *p, zn_index d, const double z[], double u[])
{
    if (p->nc != 1 || p->M->storage != ZN_DENSE) {
        memcpy(u, p->q, (size_t)(d * p->nc) * sizeof *u);
        zn_matrix_mul(p->M, 1, z, 1, u);
        return;
    }
    for (zn_index k = 0; k < d; k++)
        u[k] = p->q[k];
    zni_add_mul(d, d, p->M->x, z, u);
}

/* The sum of squared residuals, and *off = |w - u|^2, with u in twice the precision: for a z so large that rounding
 * in M z hides u. A diverging point must not look like a solution. size: n of work */
static double far_away(const zn_friction *p, const double z[], const double w[], double u[],
                       double size[], double *off)
{
    const zn_index n = p->d * p->nc, d = p->d;
    double err = 0;

    memcpy(u, p->q, (size_t)n * sizeof *u);
    zni_twice_rows(p->M, z, u, size, n);
    zn_matrix_diag(p->M, size);
    zni_contact_sizes(d, p->nc, 0, d, p->M, size, size);
    for (zn_index a = 0; a < p->nc; a++) {
        const zni_part disc = {1, d - 1, p->mu[a]};
        double r[3];

        for (zn_index k = 0; k < d; k++)
            r[k] = size[a] * z[d * a + k];
        err += zni_contact_residual(1, &disc, r, u + d * a);
    }
    *off = 0;
    for (zn_index i = 0; i < n; i++)
        *off += (w[i] - u[i]) * (w[i] - u[i]);
    return err;
}

/* The diagonal of M, whose numbers are `step` apart. */
typedef struct diagonal {
    const double *at;
    zn_index step;
} diagonal;

/* size: n work */
static diagonal diagonal_of(const zn_matrix *M, double size[])
{
    if (M->storage == ZN_DENSE)
        return (diagonal){M->x, M->rows + 1};
    zn_matrix_diag(M, size);
    return (diagonal){size, 1};
}

/* Is the reaction 0? Then the size of the contact does not matter. */
static inline bool idle(zn_index d, const double z[])
{
    return z[0] == 0 && z[1] == 0 && z[d - 1] == 0;
}

/* The sums over all contacts at u = M z + q, with the size of each from its block; false: a contact with a reaction has
 * no diagonal, and gets its size from the others (below). */
static inline bool sum(const zn_friction *p, zn_index d, const double z[], const double w[],
                       double u[], diagonal diag, zni_friction_sums *s)
{
    const zn_index step = d * diag.step;

    velocities(p, d, z, u);
    *s = (zni_friction_sums){0};
    for (zn_index i = 0, a = 0; a < p->nc; a++, i += d, diag.at += step) {
        double size = 1;

        if (!idle(d, z + i)) {
            const double mean = zni_contact_mean(d, diag.at, diag.step);

            if (!(mean > 0))
                return false;
            size = zni_octave(mean);
        }
        zni_friction_add(s, d, p->mu[a], size, p->q + i, z + i, w + i, u + i);
    }
    return true;
}

/* The same if some contacts have no diagonal. */
static void sum_as_others(const zn_friction *p, const double z[], const double w[],
                          const double u[], double size[], zni_friction_sums *s)
{
    const zn_index d = p->d;

    *s = (zni_friction_sums){0};
    zn_matrix_diag(p->M, size);
    zni_contact_sizes(d, p->nc, 0, d, p->M, size, size);
    for (zn_index a = 0; a < p->nc; a++)
        zni_friction_add(s, d, p->mu[a], size[a], p->q + d * a, z + d * a, w + d * a, u + d * a);
}

double zn_friction_error(const zn_friction *p, const double z[],
                         const double w[], double work[])
{
    double *size = work + p->d * p->nc;
    const diagonal diag = diagonal_of(p->M, size);
    zni_friction_sums s;
    double own, data;

    if (!(p->d == 2 ? sum(p, 2, z, w, work, diag, &s) : sum(p, 3, z, w, work, diag, &s)))
        sum_as_others(p, z, w, work, size, &s);
    own = sqrt(s.r2);
    data = sqrt(s.q2);
    if (zni_hides(own, data))
        s.err = far_away(p, z, w, work, size, &s.off);
    return zni_friction_measure(&s, own, data);
}

ZNI_NUMBER(size, zn_friction, p->d * p->nc)
ZNI_ERROR(error, zn_friction_error)

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const zn_friction *p = problem;
    zn_status st;

    if (p->d != 2 && p->d != 3)
        return zn_fail(ctx, ZN_EINVAL, "friction: d = %td, must be 2 or 3",
                       p->d);
    if (p->nc < 1 || !p->M || !p->q || !p->mu)
        return zn_fail(ctx, ZN_EINVAL,
                       "friction: nc = %td, must be >= 1, with M, q and mu",
                       p->nc);
    st = zni_check_affine(ctx, zni_rows_of(p->d, p->nc), p->M, p->q);
    if (!st)
        st = zni_check_positive(ctx, "mu", p->nc, p->mu);
    return st ? zn_note(ctx, st, "friction, d = %td, nc = %td", p->d, p->nc)
              : ZN_OK;
}

ZNI_OUTPUTS(outputs, zn_friction)

ZNI_PROBLEM(zni_friction_problem, ZN_KIND_FRICTION_SOLVER, "friction",
            "u = M r + q, Coulomb friction at contacts in 2D or 3D",
            .nz = size, .nw = size, .error = error, .check = check, .outputs = outputs);
