/* certificate.c - proofs that a quadratic program has no solution
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/nearest.h"
#include "../../linalg/sizes.h"
#include "../../linalg/twice.h"
#include "interior.h"

#include <string.h>

/* Along what the iterates run away where there is no solution: multipliers of rows that contradict
 * each other, or a direction in which the objective falls. What of it has to be 0 is 0 to the rounding of its own
 * sum, row by row: a proof that does not ask for the units of rows and columns. An iterate has that up to what is
 * left of the way; so the nearest point that has it is looked for (nearest.c), and judged again. */

/* What a contradiction has to be, relative to the terms of its sum: a point that violates rows by less
 * counts as a solution. */
static const double ZERO = 1e-8;

/* the nearest point is looked for so often at the most, for signs that turn on the way */
enum { ROUNDS = 8 };

/* what is so small beside what it was is the rounding of 0 */
static const double NOTHING = 1e-9;

/* Rows of which A d is that much of its terms, or less, are in the way of d: what they have of it is taken out. What goes
 * away from a row by more than an iterate is off will not reach it. */
static const double TOUCHED = 1e-6;

/* is x 0 as a sum of terms of that size? */
static bool nothing(double x, double size)
{
    return zni_beyond(x, size) == 0;
}

/* Is a point looked for, where so much is left of the way? Where it is a tenth of what it was when one was last
 * looked for, or where iterates have digits to lose only. */
static const double NEAR = 1e-6;

static bool worth(double *last, double left)
{
    if (!(left <= NEAR || left <= 0.1 * *last))
        return false;
    *last = left;
    return true;
}

/* ---- rows that contradict each other ----------------------------------------------- */

/* Multipliers l of rows, c = A'l, of its terms the size. */
typedef struct farkas {
    zni_interior *a;
    double *l, *c, *size;
} farkas;

/* has column i no bound on the side that c pulls it to? */
static bool open(const farkas *f, zn_index i)
{
    const zn_qp *p = f->a->p;

    return isinf(f->c[i] > 0 ? zni_qp_hi(p, i) : zni_qp_lo(p, i));
}

/* exact: c in twice the precision */
static void combine(const farkas *f, bool exact)
{
    const zni_interior *a = f->a;
    const size_t bytes = (size_t)a->n * sizeof *f->c;

    memset(f->c, 0, bytes);
    memset(a->x, 0, bytes);
    if (exact && a->p->A)
        zni_twice_mul(a->p->A, true, 1, f->l, f->c, a->x);
    else
        zni_qp_mul(a->p, true, 1, f->l, 0, f->c);
    for (zn_index i = 0; i < a->n; i++)
        f->c[i] = zni_twice(f->c[i], a->x[i]);
    memset(f->size, 0, bytes);
    zni_qp_add_sizes(a->p, true, f->l, f->size);
}

/* Is the largest l'(A z + b) over the bounds less than 0, if what is open was 0? left: of that the most beside
 * its terms, of all units together */
static bool contradicts(const farkas *f, double *value, double *left)
{
    const zn_qp *p = f->a->p;
    double sum = 0, size = 0, most = 0, all = 0;

    for (zn_index r = 0; r < p->m; r++) {
        const double part = p->b ? f->l[r] * p->b[r] : 0;

        sum += part;
        size += fabs(part);
    }
    for (zn_index i = 0; i < p->n; i++) {
        const double c = f->c[i];

        all = fmax(all, f->size[i]);
        if (open(f, i)) {
            most = fmax(most, fabs(c));
        } else if (!nothing(c, f->size[i])) {
            const double end = c > 0 ? zni_qp_hi(p, i) : zni_qp_lo(p, i);

            sum += c * end;
            size += fabs(c * end);
        }
    }
    *value = sum;
    *left = all > 0 ? most / all : 0;
    return sum < -ZERO * size && isfinite(size);
}

static bool closed(const farkas *f)
{
    for (zn_index i = 0; i < f->a->n; i++)
        if (open(f, i) && !nothing(f->c[i], f->size[i]))
            return false;
    return true;
}

/* what is open of A'(l o x), column by column in the size of its terms */
static void columns(const void *of, const double x[], double y[])
{
    const farkas *f = of;
    const zni_interior *a = f->a;

    for (zn_index r = 0; r < a->m; r++)
        a->rest[r] = f->l[r] * x[r];
    zni_qp_mul(a->p, true, 1, a->rest, 0, y);
    for (zn_index i = 0; i < a->n; i++)
        y[i] = open(f, i) && f->size[i] > 0 ? y[i] / f->size[i] : 0;
}

static void columns_t(const void *of, const double y[], double x[])
{
    const farkas *f = of;
    const zni_interior *a = f->a;

    for (zn_index i = 0; i < a->n; i++)
        a->x[i] = open(f, i) && f->size[i] > 0 ? y[i] / f->size[i] : 0;
    zni_qp_mul(a->p, false, 1, a->x, 0, x);
    for (zn_index r = 0; r < a->m; r++)
        x[r] *= f->l[r];
}

/* Farkas: l >= 0 with max over the bounds of l'(A z + b) < 0. */
bool zni_interior_infeasible(zni_interior *a, const double y[], bool last)
{
    const farkas f = {.a = a, .l = a->u, .c = a->res, .size = a->trial};
    const zni_nearest all = {.of = &f, .n = a->m, .m = a->n, .mul = columns, .mul_t = columns_t,
                             .d = a->trial_l, .s = a->E, .r = a->f, .Gd = a->D};
    double value, left;

    for (zn_index r = 0; r < a->m; r++) {
        if (!isfinite(y[r]))
            return false;
        f.l[r] = fmax(y[r], 0);
    }
    /* mostly it does not by far */
    combine(&f, false);
    if (!contradicts(&f, &value, &left))
        return false;
    for (int round = 0;; round++) {
        combine(&f, true);
        if (!contradicts(&f, &value, &left))
            return false;
        if (closed(&f))
            break;
        if (round == ROUNDS || (round == 0 && !last && !worth(&a->empty, left)))
            return false;
        for (zn_index r = 0; r < a->m; r++)
            a->g[r] = 1;
        zni_nearest_zero(&all, a->g);
        for (zn_index r = 0; r < a->m; r++)
            f.l[r] *= a->g[r] > NOTHING ? a->g[r] : 0;
    }
    for (zn_index r = 0; r < a->m; r++)
        f.l[r] /= -value;
    for (zn_index i = 0; i < a->n; i++)
        f.c[i] /= -value;
    return true;
}

/* ---- an objective that falls for ever ---------------------------------------------- */

/* A direction d, M d and A d with the sizes of their terms. Those of M d are, as M is semi-definite, no
 * larger than sqrt(M_ii M_jj) |d_j|, which is also what its entries are rounded by where it was made
 * as a product. */
typedef struct ray {
    zni_interior *a;
    double *d, *Md, *Ad, *size_M, *size_A;
    double energy;         /* of the largest of M d                                */
    double *unit, *unit_A; /* of d: 1 / sqrt(M_ii), or its own; 0: stays 0. What A d is in them */
} ray;

/* 0 where a bound is in its way */
static void clip(const ray *f)
{
    const zn_qp *p = f->a->p;

    for (zn_index i = 0; i < p->n; i++)
        if ((f->d[i] < 0 && isfinite(zni_qp_lo(p, i))) ||
            (f->d[i] > 0 && isfinite(zni_qp_hi(p, i))))
            f->d[i] = 0;
}

static void move(const ray *f)
{
    const zni_interior *a = f->a;
    const zn_qp *p = a->p;
    double sum = 0;

    zn_matrix_diag(p->M, f->size_M);
    for (zn_index i = 0; i < a->n; i++) {
        f->size_M[i] = sqrt(fmax(f->size_M[i], 0));
        sum += f->size_M[i] * fabs(f->d[i]);
    }
    for (zn_index i = 0; i < a->n; i++)
        f->size_M[i] *= sum;
    zn_matrix_mul(p->M, 1, f->d, 0, f->Md);
    zni_qp_mul(p, false, 1, f->d, 0, f->Ad);
    memset(f->size_A, 0, (size_t)a->m * sizeof *f->size_A);
    zni_qp_add_sizes(p, false, f->d, f->size_A);
}

static bool falls(const ray *f, double *fall)
{
    const zni_interior *a = f->a;
    double size = 0;

    *fall = 0;
    for (zn_index i = 0; i < a->n; i++) {
        *fall -= a->p->q[i] * f->d[i];
        size += fabs(a->p->q[i] * f->d[i]);
    }
    return *fall > ZERO * size && isfinite(size);
}

/* left: the most of what is in the way, beside the largest term */
static bool free_way(const ray *f, double *left)
{
    const zni_interior *a = f->a;
    double most_M = 0, all_M = 0, most_A = 0, all_A = 0;
    bool yes = true;

    for (zn_index i = 0; i < a->n; i++) {
        yes = yes && nothing(f->Md[i], f->size_M[i]);
        most_M = fmax(most_M, fabs(f->Md[i]));
        all_M = fmax(all_M, f->size_M[i]);
    }
    for (zn_index r = 0; r < a->m; r++) {
        yes = yes && (f->Ad[r] >= 0 || nothing(f->Ad[r], f->size_A[r]));
        most_A = fmax(most_A, -f->Ad[r]);
        all_A = fmax(all_A, f->size_A[r]);
    }
    *left = fmax(all_M > 0 ? most_M / all_M : 0, all_A > 0 ? most_A / all_A : 0);
    return yes;
}

/* d in units, and rows of A in what these make of them */
static void scale(ray *f)
{
    const zni_interior *a = f->a;
    const zn_qp *p = a->p;
    double sum = 0;

    zn_matrix_diag(p->M, f->unit);
    for (zn_index i = 0; i < a->n; i++)
        sum += sqrt(fmax(f->unit[i], 0)) * fabs(f->d[i]);
    f->energy = sum > 0 ? sum * sum : 1;
    for (zn_index i = 0; i < a->n; i++) {
        const bool stays = f->d[i] == 0 && (isfinite(zni_qp_lo(p, i)) || isfinite(zni_qp_hi(p, i)));

        f->unit[i] = stays ? 0 : f->unit[i] > 0 ? sum / sqrt(f->unit[i]) : fabs(f->d[i]);
        a->f[i] = f->unit[i] > 0 ? f->d[i] / f->unit[i] : 0;
    }
    memset(f->unit_A, 0, (size_t)a->m * sizeof *f->unit_A);
    zni_qp_add_sizes(p, false, f->unit, f->unit_A);
    for (zn_index r = 0; r < a->m; r++)
        f->unit_A[r] = a->g[r] > 0 && f->unit_A[r] > 0 ? 1 / f->unit_A[r] : 0;
}

/* M d, and A d of the rows that are in the way, of d in units */
static void rows(const void *of, const double x[], double y[])
{
    const ray *f = of;
    const zni_interior *a = f->a;
    double *s = y + a->n;

    for (zn_index i = 0; i < a->n; i++)
        a->x[i] = f->unit[i] * x[i];
    zn_matrix_mul(a->p->M, 1, a->x, 0, y);
    for (zn_index i = 0; i < a->n; i++)
        y[i] *= f->unit[i] / f->energy;
    zni_qp_mul(a->p, false, 1, a->x, 0, s);
    for (zn_index r = 0; r < a->m; r++)
        s[r] *= f->unit_A[r];
}

static void rows_t(const void *of, const double y[], double x[])
{
    const ray *f = of;
    const zni_interior *a = f->a;
    const double *s = y + a->n;

    for (zn_index i = 0; i < a->n; i++)
        a->x[i] = f->unit[i] / f->energy * y[i];
    zn_matrix_mul(a->p->M, 1, a->x, 0, x);
    for (zn_index r = 0; r < a->m; r++)
        a->rest[r] = f->unit_A[r] * s[r];
    zni_qp_mul(a->p, true, 1, a->rest, 1, x);
    for (zn_index i = 0; i < a->n; i++)
        x[i] *= f->unit[i];
}

/* d with M d = 0, q'd < 0, A d >= 0, and 0 where a bound is in its way */
bool zni_interior_ray(zni_interior *a, const double d[], bool last)
{
    ray f = {.a = a, .d = a->trial, .Md = a->res, .Ad = a->u, .size_M = a->D, .size_A = a->E,
                   .unit = a->D, .unit_A = a->E};
    const zn_index n = a->n, m = n + a->m;
    const zni_nearest all = {.of = &f, .n = n, .m = m, .mul = rows, .mul_t = rows_t,
                             .d = a->rt + m, .s = a->rc + m, .r = a->rc, .Gd = a->rt};
    double fall, left;

    memcpy(f.d, d, (size_t)a->n * sizeof *d);
    clip(&f);
    for (int round = 0;; round++) {
        if (!falls(&f, &fall))
            return false;
        move(&f);
        for (zn_index r = 0; r < a->m; r++)
            a->g[r] = (round > 0 && a->g[r] > 0) || f.Ad[r] <= TOUCHED * f.size_A[r];
        if (free_way(&f, &left))
            break;
        if (round == ROUNDS || (round == 0 && !last && !worth(&a->endless, left)))
            return false;
        scale(&f);
        zni_nearest_zero(&all, a->f);
        for (zn_index i = 0; i < n; i++)
            f.d[i] = fabs(a->f[i]) > NOTHING ? f.unit[i] * a->f[i] : 0;
        clip(&f);
    }
    for (zn_index i = 0; i < a->n; i++)
        a->res[i] = f.d[i] / fall;
    for (zn_index r = 0; r < a->m; r++)
        a->u[r] /= fall;
    return true;
}
