/* problem.c - the class of convex quadratic programs: error measure, checks, units
 * SPDX-License-Identifier: Apache-2.0 */
#include "qp.h"

#include "../../linalg/far_rows.h"
#include "../../linalg/sizes.h"
#include "../../linalg/twice.h"
#include "../../linalg/units.h"
#include "../../core/data.h"
#include "../../core/problem_class.h"
#include "../../core/told.h"

#include <float.h>
#include <string.h>

double zni_qp_scale(const zn_qp *p)
{
    return fmax(1, zni_largest(p->q, p->n));
}

double zni_qp_row_scale(const zn_qp *p, zn_index r, double scale)
{
    return p->b ? fmax(scale, fabs(p->b[r])) : scale;
}

/* ---- units ----------------------------------------------------------------------- */

/* The unit of w is rho times that of z, that of s = A z + b alpha times that of z, that of l that of w / alpha.
 * Errors in the unit of w are relative to `size`. */
typedef struct units {
    double rho, alpha, size;
} units;

/* By how much z = 0 violates A z + b >= 0; for another K the largest |b_r|. */
static double least_row(const zn_qp *p)
{
    double most = 0;

    if (p->project && p->b)
        return zni_largest(p->b, p->m);
    for (zn_index r = 0; r < p->m && p->b; r++)
        most = fmax(most, -p->b[r]);
    return most;
}

/* v: 2 n work */
static units units_of(const zn_qp *p, double v[])
{
    double M = zni_largest_value(p->M), q = zni_largest(p->q, p->n);
    double far = fmax(p->lb ? zni_largest_finite(p->lb, p->n) : 0,
                      p->ub ? zni_largest_finite(p->ub, p->n) : 0);
    double b = p->b ? zni_largest(p->b, p->m) : 0;
    units u = {.alpha = p->m > 0 && p->A ? zni_unit(zni_largest_value(p->A)) : 1};

    far = fmax(far, b / u.alpha);
    /* in a linear program, M = 0, the unit of w is that of q and the unit of z that of the bounds */
    u.rho = M > 0 ? zni_unit(M) : zni_unit(q) / zni_unit(far);
    u.size = fmax(zni_affine_size(p->M, p->q, p->lb, p->ub, v),
                  u.rho / u.alpha * least_row(p));
    u.size = u.size > 0 ? u.size : u.rho * far;
    u.size = u.size > 0 ? u.size : 1;
    return u;
}

void zni_qp_mul(const zn_qp *p, bool transposed, double a, const double x[], double b, double y[])
{
    const zn_index rows = transposed ? p->n : p->m;

    if (p->m > 0 && p->A) {
        (transposed ? zn_matrix_mul_t : zn_matrix_mul)(p->A, a, x, b, y);
        return;
    }
    for (zn_index i = 0; i < rows; i++)
        y[i] = (i < p->m ? a * x[i] : 0) + (b != 0 ? b * y[i] : 0);
}

void zni_qp_add_sizes(const zn_qp *p, bool transposed, const double x[], double size[])
{
    if (p->m > 0 && p->A)
        zni_add_sizes(p->A, transposed, x, size);
    for (zn_index i = 0; i < p->m && !p->A; i++)
        size[i] += fabs(x[i]);
}

void zni_qp_rows(const zn_qp *p, const double z[], double s[])
{
    for (zn_index i = 0; i < p->m; i++)
        s[i] = p->b ? p->b[i] : 0;
    zni_qp_mul(p, false, 1, z, 1, s);
}

void zni_qp_gradient(const zn_qp *p, const double z[], const double l[],
                     double nu[])
{
    memcpy(nu, p->q, (size_t)p->n * sizeof *nu);
    zn_matrix_mul(p->M, 1, z, 1, nu);
    zni_qp_mul(p, true, -1, l, 1, nu);
}

void zni_qp_dual(const zn_qp *p, const double x[], double w[])
{
    zni_qp_gradient(p, x, x + p->n, w);
    zni_qp_rows(p, x, w + p->n);
}

zn_status zni_qp_project(const zn_qp *p, double s[])
{
    if (p->project && p->m > 0)
        return zni_ask_nearest(p->project, p->user, s);
    for (zn_index i = 0; i < p->m; i++)
        s[i] = s[i] < 0 ? 0 : s[i];
    return ZN_OK;
}

/* |s - P_K(s - alpha^2 / rho l)| if K is given by its projection */
static double projected_error(const zn_qp *p, units u, const double z[],
                              const double l[], double work[])
{
    const double beta = u.rho / u.alpha; /* errors of s to those of w */
    double err = 0;

    zni_qp_rows(p, z, work);
    /* what rounding of s - l loses of l counts as an error: a diverging iterate must not look like a solution */
    for (zn_index i = 0; i < p->m; i++) {
        double s = work[i], step = u.alpha / beta * l[i];

        work[i] = s - step;
        err = zni_worse(err, beta * fabs(s - work[i] - step));
    }
    if (zni_qp_project(p, work))
        return NAN;
    /* P - (A z + b) in place, since work has m numbers only */
    zni_qp_mul(p, false, -1, z, 1, work);
    for (zn_index i = 0; i < p->m; i++)
        err = zni_worse(err, beta * fabs(work[i] - (p->b ? p->b[i] : 0)));
    return err / u.size;
}

/* nu as zni_qp_gradient, but in double-double arithmetic where rounding would hide an error; lo: n work */
static void gradient(const zn_qp *p, units u, const double z[], const double l[], double nu[],
                     double lo[])
{
    const zn_index n = p->n;

    if (!zni_hides(u.rho * zni_largest(z, n), u.size) &&
        !zni_hides(u.alpha * zni_largest(l, p->m), u.size)) {
        zni_qp_gradient(p, z, l, nu);
        return;
    }
    memcpy(nu, p->q, (size_t)n * sizeof *nu);
    memset(lo, 0, (size_t)n * sizeof *lo);
    zni_twice_mul(p->M, false, 1, z, nu, lo);
    if (p->m > 0 && p->A)
        zni_twice_mul(p->A, true, -1, l, nu, lo);
    for (zn_index i = 0; i < p->m && !p->A; i++)
        zni_twice_add(&nu[i], &lo[i], -1, l[i]);
    for (zn_index i = 0; i < n; i++)
        nu[i] = zni_twice(nu[i], lo[i]);
}

/* The error of w and z, without rounding if it is not negligible; work: 2 n */
static double gradient_error(const zn_qp *p, units u, const double z[], const double w[],
                             double work[])
{
    const double *l = w + p->n, least = DBL_EPSILON * u.size;
    double *size = work + p->n, err;

    gradient(p, u, z, l, work, size);
    err = zni_bounds_error(p->n, u.rho, p->lb, p->ub, z, w, work, NULL);
    if (!(err > least))
        return err / u.size;
    for (zn_index i = 0; i < p->n; i++)
        size[i] = fabs(p->q[i]);
    zni_add_sizes(p->M, false, z, size);
    zni_qp_add_sizes(p, true, l, size);
    if (!zni_bounded(p->n, p->lb, p->ub))
        zni_limit_sizes(p->n, u.size, size);
    return fmax(least, zni_bounds_error(p->n, u.rho, p->lb, p->ub, z, w, work, size)) / u.size;
}

double zn_qp_error(const zn_qp *p, const double z[], const double w[],
                   double work[])
{
    const double *l = w + p->n;
    double err, like_s;
    units u;

    for (zn_index i = 0; i < p->n + p->m; i++)
        if (isnan(w[i]) || (i < p->n && isnan(z[i])))
            return NAN;
    u = units_of(p, work);
    like_s = u.size / u.rho * u.alpha;
    err = gradient_error(p, u, z, w, work);
    if (p->project)
        return zni_worse(err, projected_error(p, u, z, l, work));
    if (p->m > 0 && p->A) {
        for (zn_index i = 0; i < p->m; i++)
            work[i] = p->b ? p->b[i] : 0;
        zni_careful_mul(p->A, u.alpha, like_s, z, work, work + p->m, 2 * p->n);
    } else {
        zni_qp_rows(p, z, work);
    }
    /* for the orthant s - P(s - l) is min(s, l), which is computed without rounding */
    for (zn_index i = 0; i < p->m; i++)
        err = zni_worse(err, fabs(fmin(work[i] / zni_qp_row_scale(p, i, like_s),
                                       u.alpha * l[i] / u.size)));
    return err;
}

ZNI_NUMBER(size_z, zn_qp, p->n)
ZNI_NUMBER(size_w, zn_qp, p->n + p->m)
ZNI_ERROR(error, zn_qp_error)

static zn_status check_data(zn_ctx *ctx, const zn_qp *p)
{
    zn_status st;

    if (p->n < 1 || p->m < 0 || !p->M || !p->q)
        return zn_fail(ctx, ZN_EINVAL,
                       "n = %td, m = %td, must be >= 1 and >= 0, with M and q",
                       p->n, p->m);
    if (p->m > 0 && !p->A && p->m != p->n)
        return zn_fail(ctx, ZN_EINVAL, "no A: m = %td, must be n = %td", p->m,
                       p->n);
    st = zni_check_affine(ctx, p->n, p->M, p->q);
    if (!st && p->m > 0 && p->A)
        st = zni_check_matrix(ctx, "A", p->A, p->m, p->n);
    if (!st && !zn_matrix_symmetric(p->M, 1e-9))
        st = zn_fail(ctx, ZN_EINVAL, "M is not symmetric");
    for (zn_index i = 0; i < p->n && !st; i++)
        st = zni_check_bounds(ctx, i, zni_qp_lo(p, i), zni_qp_hi(p, i));
    return st || !p->b ? st : zni_check_finite(ctx, "b", p->m, p->b);
}

static zn_status check(zn_ctx *ctx, const void *p)
{
    return zn_note(ctx, check_data(ctx, p), "qp");
}

/* ---- in its own units: the largest |M_ij|, |A_ij| and the size of errors in [1, 2); or in units of each row ---- */

typedef struct own_qp {
    zn_qp p;
    zn_matrix M, A;
    zn_project_fn *project;
    void *user;
    zn_index m;
    double z, s, w, l;     /* the units of all rows  */
    const double *zu, *wu; /* the units of each row  */
} own_qp;

static zn_status own_project(void *user, double x[])
{
    own_qp *o = user;
    zn_status st;

    zni_scale_into(o->m, o->s, x, x);
    st = o->project(o->user, x);
    zni_scale_into(o->m, 1 / o->s, x, x);
    return st;
}

ZNI_NUMBER(own_room, zn_qp,
           5 * p->n + 2 * p->m + zni_values(p->M) + (p->m > 0 && p->A ? zni_values(p->A) : 0))

/* bounds divided by c; NULL stays NULL */
static const double *bounds_over(zn_index n, const double from[], const double c[], double to[])
{
    for (zn_index i = 0; from && i < n; i++)
        to[i] = from[i] / c[i];
    return from ? to : NULL;
}

/* Set q, the bounds and b of out to those of p in the units z = C z', s' = R s, nu' = C nu; room: 3 n + m; wu = 1 / c
 * */
static void vectors(const zn_qp *p, const double c[], const double r[], zn_qp *out, double room[],
                    double wu[])
{
    const zn_index n = p->n;
    double *q = room, *lb = q + n, *ub = lb + n, *b = ub + n;

    for (zn_index i = 0; i < n; i++) {
        wu[i] = 1 / c[i];
        q[i] = c[i] * p->q[i];
    }
    for (zn_index f = 0; p->b && f < p->m; f++)
        b[f] = r[f] * p->b[f];
    out->q = q;
    out->lb = bounds_over(n, p->lb, c, lb);
    out->ub = bounds_over(n, p->ub, c, ub);
    out->b = p->b ? b : NULL;
}

/* *of = x = *of / f, unless *of is NULL */
static void over(zn_index n, double f, const double **of, double x[])
{
    if (*of)
        zni_scale_into(n, 1 / f, *of, x);
    *of = *of ? x : NULL;
}

/* If rows or unknowns are far apart they get units of their own, z = C z' and s' = R s, so M' = C M C, A' = R A C,
 * nu' = C nu and l' = l / R. If K is given by its projection all rows keep one unit, and without A the unknowns, too.
 * A = 1 is preserved by R = 1/C. false: they are not far apart */
static bool in_units(const zn_qp *p, own_qp *o, double q[], double x[], double zu[], double wu[], double work[])
{
    const zn_index n = p->n, m = p->m;
    const zn_matrix *A = m > 0 ? p->A : NULL;
    double *l = wu + n;

    if ((p->project && m > 0) || !zni_far_rows(n, A ? m : 0, p->M, A, zu, l, work))
        return false;
    zni_far_rows_rest(n, p->q, zu);
    for (zn_index f = 0; f < m; f++)
        l[f] = !A ? 1 / zu[f] : l[f] > 0 ? l[f] : 1;
    o->M = zni_matrix_in_units(p->M, zu, zu, x);
    o->p.M = &o->M;
    if (A) {
        o->A = zni_matrix_in_units(A, l, zu, x + zni_values(p->M));
        o->p.A = &o->A;
    }
    vectors(p, zu, l, &o->p, q, wu);
    return true;
}

/* Make huge bounds, which mean that there is none, infinite in lb and ub (unless NULL). Were there any? */
static bool without_bounds(const zn_qp *p, double lb[], double ub[])
{
    const bool below = p->lb && zni_no_bounds(p->n, p->lb, -1, lb);

    return (p->ub && zni_no_bounds(p->n, p->ub, 1, ub)) || below;
}

static bool pose(const void *problem, bool rows, void *out, double room[], double zu[], double wu[])
{
    const zn_qp *p = problem;
    own_qp *o = out;
    const zn_index n = p->n, m = p->m;
    double *q = room, *lb = q + n, *ub = lb + n, *b = ub + n, *work = b + m, *x = work + 2 * n + m;

    o->p = *p;
    if (rows && !in_units(p, o, q, x, zu, wu, work))
        return false;
    const units u = units_of(&o->p, work);

    o->w = zni_unit(u.size);
    o->z = o->w / u.rho;
    o->s = u.alpha * o->z;
    o->l = o->w / u.alpha;
    if (!rows && o->w == 1 && o->z == 1 && o->s == 1 && !without_bounds(p, NULL, NULL))
        return false;
    over(n, o->w, &o->p.q, q);
    over(n, o->z, &o->p.lb, lb);
    over(n, o->z, &o->p.ub, ub);
    without_bounds(p, lb, ub);
    over(m, o->s, &o->p.b, b);
    o->M = zni_matrix_scaled(o->p.M, 1 / u.rho, x);
    o->p.M = &o->M;
    if (m > 0 && p->A) {
        o->A = zni_matrix_scaled(o->p.A, 1 / u.alpha, x + zni_values(p->M));
        o->p.A = &o->A;
    }
    if (p->project) {
        o->m = m;
        o->project = p->project;
        o->user = p->user;
        o->p.project = own_project;
        o->p.user = o;
    }
    for (zn_index i = 0; i < n; i++)
        zu[i] = rows ? o->z * zu[i] : o->z;
    for (zn_index i = 0; i < n + m; i++)
        wu[i] = (rows ? wu[i] : 1) * (i < n ? o->w : o->l);
    o->zu = zu;
    o->wu = wu;
    return true;
}

ZNI_POSED(pose)

/* A proof from its own units: l'(A z + b) or q'd is -1 in any units. A d has the inverse of the unit of l. */
static void own_proof(const void *problem, const void *own, zn_outcome outcome,
                      double z[], double w[])
{
    const zn_qp *p = problem;
    const own_qp *o = own;
    const double energy = o->w * o->z;

    for (zn_index i = 0; i < p->n; i++)
        z[i] *= o->zu[i];
    for (zn_index i = 0; i < p->n + p->m; i++)
        w[i] *= outcome == ZN_RAY ? 1 / o->wu[i] : o->wu[i] / energy;
}

ZNI_PROBLEM(zni_qp_problem, ZN_KIND_QP_SOLVER, "qp",
            "min 1/2 z'Mz + q'z, lb <= z <= ub, A z + b in K",
            .nz = size_z, .nw = size_w, .error = error, .check = check, .own = own,
            .own_room = own_room, .own_proof = own_proof, .own_size = sizeof(own_qp),
            .own_rows = own_rows);
