/* refute.c - proofs that no z and w within given ranges satisfy w = M z + q
 * SPDX-License-Identifier: Apache-2.0 */
#include "refute.h"

#include <string.h>

#include "../core/room.h"
#include "../linalg/nearest.h"
#include "../linalg/octave.h"
#include "../linalg/sizes.h"
#include "../linalg/small.h"
#include "../linalg/twice.h"
#include "../linalg/units.h"

/* Relative to the terms of a sum: what counts as 0, since that much may be the rounding of whoever assembled M (as
 * in proofs of cones and friction); what may become 0 after a correction of y; how large a contradiction has to be. */
static const double ZERO = ZNI_ROUNDING, NEARLY = 1e-6, APART = 1e-8;

/* number of corrections of y, each of which gains as many digits as a solution by products has */
enum { ROUNDS = 8 };

/* A multiplier smaller than this part of the largest one is dropped. */
static const double NONE = 1e-9;

/* After WHOLE rounds with `units`, multipliers are dropped whose contributions to each sum that has to vanish, and
 * to y'q, are smaller than the part TOUCHED: a search by products does not see contributions to the last digits of
 * sums. */
enum { WHOLE = 3 };
static const double TOUCHED = 1e-6;

zn_status zni_refute_reserve(zn_ctx *ctx, zni_refute *k, zn_index n)
{
    return zni_room(ctx, &k->v, &k->cap_v, 16 * n, sizeof *k->v);
}

void zni_refute_fini(zn_ctx *ctx, zni_refute *k)
{
    zn_free_array(ctx, k->v);
}

/* ---- the proof ------------------------------------------------------------------- */

/* y; c = M'y and the sizes of its sums; may: the factors by which y may change; must: which c have to vanish (1 over
 * their size, or 0); delta and the rest: work */
typedef struct proof {
    const zni_box *b;
    const zni_ranges *r;
    double *y, *c, *clo, *size, *may, *must, *delta, *work, *s, *rest, *Gd, *d, *at;
    const double *units; /* of zni_refutes, or NULL */
} proof;

static proof begin(zni_refute *k, const zni_box *b, const zni_ranges *r)
{
    const zn_index n = b->n;
    double *v = k->v;

    return (proof){b,         r,         v,         v + n,     v + 2 * n, v + 3 * n,  v + 4 * n, v + 5 * n,
                   v + 6 * n, v + 7 * n, v + 8 * n, v + 9 * n, v + 10 * n, v + 11 * n, v + 12 * n, NULL};
}

static void combine(const proof *p)
{
    const zni_box *b = p->b;
    const size_t bytes = (size_t)b->n * sizeof *p->c;

    memset(p->c, 0, bytes);
    memset(p->clo, 0, bytes);
    memset(p->size, 0, bytes);
    zni_twice_mul(b->M, true, 1, p->y, p->c, p->clo);
    zni_add_sizes(b->M, true, p->y, p->size);
    for (zn_index j = 0; j < b->n; j++)
        p->c[j] = zni_twice(p->c[j], p->clo[j]);
}

/* Is c_j not zero although z_j has no bound on some side? */
static bool open(const proof *p, zn_index j)
{
    return fabs(p->c[j]) > ZERO * p->size[j] && (isinf(p->r->z_lo[j]) || isinf(p->r->z_hi[j]));
}

/* Does it make the lower end of -c'z infinite, which has to be above y'q? */
static bool in_the_way(const proof *p, zn_index j)
{
    return isinf(p->c[j] > 0 ? p->r->z_hi[j] : p->r->z_lo[j]);
}

void zni_add_range(double x, double lo, double hi, double sum[2], double *size)
{
    const double part[2] = {x > 0 ? x * lo : x * hi, x > 0 ? x * hi : x * lo};

    for (int side = 0; side < 2 && x != 0; side++) {
        sum[side] += part[side];
        *size += isfinite(part[side]) ? fabs(part[side]) : 0;
    }
}

/* Is y'q outside of the interval that the ranges allow? Coefficients that count as 0 are left out. */
static bool outside(const proof *p)
{
    const zni_box *b = p->b;
    double sum[2] = {0, 0}, right = 0, size = 0, slack;

    for (zn_index i = 0; i < b->n; i++) {
        const double part = p->y[i] * b->q[i];

        if (fabs(p->c[i]) > ZERO * p->size[i])
            zni_add_range(-p->c[i], p->r->z_lo[i], p->r->z_hi[i], sum, &size);
        zni_add_range(p->y[i], p->r->w_lo[i], p->r->w_hi[i], sum, &size);
        right += part;
        size += fabs(part);
    }
    slack = APART * size;
    return isfinite(size) && (sum[0] > right + slack || sum[1] < right - slack);
}

/* the sums that have to vanish, as a function of the changes of multipliers */
static void columns(const void *of, const double x[], double c[])
{
    const proof *p = of;

    for (zn_index i = 0; i < p->b->n; i++)
        p->work[i] = p->may[i] * x[i];
    zn_matrix_mul_t(p->b->M, 1, p->work, 0, c);
    for (zn_index j = 0; j < p->b->n; j++)
        c[j] *= p->must[j];
}

static void columns_t(const void *of, const double c[], double x[])
{
    const proof *p = of;

    for (zn_index j = 0; j < p->b->n; j++)
        p->work[j] = p->must[j] * c[j];
    zn_matrix_mul(p->b->M, 1, p->work, 0, x);
    for (zn_index i = 0; i < p->b->n; i++)
        x[i] *= p->may[i];
}

static zni_nearest search(const proof *p, const double c[])
{
    return (zni_nearest){.of = p,
                         .n = p->b->n,
                         .m = p->b->n,
                         .mul = columns,
                         .mul_t = columns_t,
                         .d = p->d,
                         .s = p->s,
                         .r = p->rest,
                         .Gd = p->Gd,
                         .c = c};
}

/* drop the multipliers that hardly contribute to the sums that have to vanish, and to y'q */
static void thin(const proof *p)
{
    const zn_index n = p->b->n;
    const double all = fabs(zni_dot(n, p->y, p->b->q));

    for (zn_index i = 0; i < n; i++)
        p->delta[i] = fabs(p->b->q[i]) / all;
    zni_add_sizes(p->b->M, false, p->must, p->delta);
    for (zn_index i = 0; i < n; i++)
        if (p->delta[i] * fabs(p->y[i]) < TOUCHED)
            p->y[i] = 0;
    combine(p);
}

/* correct y such that c = 0 where that is required, by the least change */
static void correct(const proof *p, int round)
{
    const zni_nearest all = search(p, p->at);
    const zn_index n = p->b->n;

    /* changes are relative to y: multipliers that are 0 stay so, and all others get the same number of digits */
    for (zn_index i = 0; i < n; i++)
        p->may[i] = p->units ? fmax(p->units[i], fabs(p->y[i])) : fabs(p->y[i]);
    memset(p->delta, 0, (size_t)n * sizeof *p->delta);
    zni_add_sizes(p->b->M, true, p->may, p->delta);
    for (zn_index j = 0; j < n; j++)
        p->must[j] = p->must[j] > 0 && p->delta[j] > 0 ? 1 / p->delta[j] : 0;
    if (p->units && round >= WHOLE)
        thin(p);
    for (zn_index j = 0; j < n; j++)
        p->at[j] = p->must[j] * p->c[j];
    memset(p->delta, 0, (size_t)n * sizeof *p->delta);
    zni_nearest_zero(&all, p->delta);
    for (zn_index i = 0; i < n; i++) {
        const double y = p->y[i] + p->may[i] * p->delta[i];
        const bool none = p->units && isinf(y > 0 ? p->r->w_lo[i] : p->r->w_hi[i]);

        p->y[i] = fabs(y) > NONE * p->may[i] && !none ? y : 0;
    }
}

/* correct p->y until it is a proof; false: it does not become one */
static bool proves(const proof *p)
{
    const zn_index n = p->b->n;

    memset(p->must, 0, (size_t)n * sizeof *p->must);
    for (int round = 0;; round++) {
        bool more = false;

        combine(p);
        if (outside(p))
            return true;
        for (zn_index j = 0; j < n; j++) {
            /* without units, a coefficient far from 0 is meant; with units, it is made to vanish if it is in the way */
            if (!open(p, j) || !(p->units ? in_the_way(p, j) : fabs(p->c[j]) <= NEARLY * p->size[j]))
                continue;
            p->must[j] = 1;
            more = true;
        }
        if (!more || round == ROUNDS)
            return false;
        correct(p, round);
    }
}

bool zni_refutes(zni_refute *k, const zni_box *b, const zni_ranges *r, const double units[], double y[])
{
    proof p = begin(k, b, r);

    p.units = units;
    memcpy(p.y, y, (size_t)b->n * sizeof *y);
    if (!proves(&p))
        return false;
    memcpy(y, p.y, (size_t)b->n * sizeof *y);
    return true;
}

/* ---- equalities that contradict each other ------------------------------------------------ */

/* Units of rows, into p->may, and of columns, into p->must, in which the largest numbers are near 1; the unit of a
 * row of zeros is that of its q, and 0 stands for rows with a bound. all: every column has to vanish, else those of
 * z without a bound */
static void units(const proof *p, bool all)
{
    const zni_box *b = p->b;
    const zn_index n = b->n;

    for (zn_index i = 0; i < n; i++) {
        p->work[i] = zni_box_free(b, i);
        p->must[i] = 1;
    }
    /* sums of |M| over rows */
    memset(p->may, 0, (size_t)n * sizeof *p->may);
    zni_add_sizes(b->M, false, p->must, p->may);
    for (zn_index i = 0; i < n; i++) {
        const double most = p->may[i] > 0 ? p->may[i] : fabs(b->q[i]);

        p->may[i] = p->work[i] > 0 && most > 0 ? 1 / zni_octave(most) : 0;
    }
    memset(p->size, 0, (size_t)n * sizeof *p->size);
    zni_add_sizes(b->M, true, p->may, p->size);
    for (zn_index j = 0; j < n; j++)
        p->must[j] = (all || zni_box_free(b, j)) && p->size[j] > 0 ? 1 / zni_octave(p->size[j]) : 0;
}

/* Multipliers: the component of q, in these units, that no z can produce. false: there is none. */
static bool left_over(const proof *p)
{
    const zn_index n = p->b->n;
    const zni_nearest all = search(p, NULL);
    double most = 0, of;

    for (zn_index i = 0; i < n; i++)
        p->delta[i] = p->may[i] * p->b->q[i];
    of = zni_largest(p->delta, n);
    for (int pass = 0; pass < 2; pass++) {
        zni_nearest_zero(&all, p->delta);
        most = zni_largest(p->delta, n);
        for (zn_index i = 0; i < n; i++)
            if (!(fabs(p->delta[i]) > NONE * most))
                p->delta[i] = 0;
    }
    for (zn_index i = 0; i < n; i++)
        p->y[i] = p->may[i] * p->delta[i];
    return most > APART * of && isfinite(most);
}

/* the bounds of z, and w = 0 */
static zni_ranges equations(zni_refute *k, const zni_box *b)
{
    const zn_index n = b->n;
    double *z_lo = k->v + 13 * n, *z_hi = z_lo + n, *zero = z_hi + n;

    for (zn_index i = 0; i < n; i++) {
        z_lo[i] = zni_box_lo(b, i);
        z_hi[i] = zni_box_hi(b, i);
        zero[i] = 0;
    }
    return (zni_ranges){z_lo, z_hi, zero, zero};
}

bool zni_refutes_rows(zni_refute *k, const zni_box *b, double y[])
{
    const zni_ranges r = equations(k, b);

    return zni_refutes(k, b, &r, NULL, y);
}

bool zni_refute_equalities(zni_refute *k, const zni_box *b)
{
    const zni_ranges r = equations(k, b);
    const proof p = begin(k, b, &r);

    for (int all = 0; all < 2; all++) {
        units(&p, all);
        if (left_over(&p) && proves(&p))
            return true;
    }
    return false;
}
