/* flat_touch.c - where two shapes of the plane touch
 *
 * The gap along the outward normal m of a side of B is s = min m.a - max m.b over the corners a
 * and b of the cores; likewise of sides of A. Where both overlap, the largest s is their signed
 * distance. Where they are apart it is, if the corner for which the minimum is taken faces the
 * side; else two corners are nearest. So the normal is that of a side wherever there is one, and
 * no difference of points that are almost one: the same formula holds on both sides of zero.
 *
 * Two sides that face each other touch at the two ends of what they share, each with its own gap
 * along the normal: a corner of one on the side of the other.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/flat.h"

#include <math.h>
#include <string.h>

typedef struct pair {
    const zni_poly *A, *B;
    double ra, rb;
    double tie, eps; /* lengths that are rounding; that do not count */
    zni_touches *out;
} pair;

/* A side of one, and what of the other is nearest to its line. */
typedef struct facing {
    const zni_poly *R, *I; /* whose side, and the other one */
    bool of_a;             /* R is A */
    int side, corner;      /* of R, of I */
    int other, beside;     /* end and number of the flatter side at the corner; -1: none */
    double p[2], t[2], m[2], l; /* the side: start, direction, outward normal, length */
    double s;                   /* gap of the corner */
    double x, x_other, s_other; /* along the side; gap of the other end */
} facing;

static int next_of(const zni_poly *P, int k)
{
    return k + 1 < P->nv ? k + 1 : 0;
}

/* Direction of a side; @return its length */
static double direction(const zni_poly *P, int side, double t[2])
{
    const double *p = P->v + 3 * side, *q = P->v + 3 * next_of(P, side);
    const double l = hypot(q[0] - p[0], q[1] - p[1]);

    for (int i = 0; i < 2; i++)
        t[i] = (q[i] - p[i]) / l;
    return l;
}

/* Height over the line of the side, and place along it. */
static double over(const facing *f, const double v[2], double *x)
{
    const double d[2] = {v[0] - f->p[0], v[1] - f->p[1]};

    *x = f->t[0] * d[0] + f->t[1] * d[1];
    return f->m[0] * d[0] + f->m[1] * d[1];
}

/* Of the two sides of I at the corner that which looks back more. */
static void flatter(facing *f)
{
    const int n = f->I->nv, k = f->corner;
    const int before = k > 0 ? k - 1 : n - 1;
    double u[2], w[2];

    f->other = f->beside = -1;
    if (n < 2)
        return;
    direction(f->I, k, u);
    direction(f->I, before, w);
    /* their normals are (u_y, -u_x): which is more against m? */
    const double after = f->m[0] * u[1] - f->m[1] * u[0];
    const double ahead = f->m[0] * w[1] - f->m[1] * w[0];
    f->beside = after <= ahead ? k : before;
    f->other = after <= ahead ? next_of(f->I, k) : before;
    f->s_other = over(f, f->I->v + 3 * f->other, &f->x_other);
}

/* @return does the corner, or what is as near, face the side? */
static bool look(const pair *p, bool of_a, int side, facing *f)
{
    double low, high, x;

    *f = (facing){.R = of_a ? p->A : p->B,
                  .I = of_a ? p->B : p->A,
                  .of_a = of_a,
                  .side = side,
                  .s = INFINITY};
    memcpy(f->p, f->R->v + 3 * side, sizeof f->p);
    f->l = direction(f->R, side, f->t);
    f->m[0] = f->t[1];
    f->m[1] = -f->t[0];
    for (int k = 0; k < f->I->nv; k++) {
        const double s = over(f, f->I->v + 3 * k, &x);
        if (s < f->s) {
            f->s = s;
            f->x = x;
            f->corner = k;
        }
    }
    flatter(f);
    low = high = f->x;
    if (f->other >= 0 && f->s_other - f->s <= p->tie) {
        low = fmin(low, f->x_other);
        high = fmax(high, f->x_other);
    }
    return high >= -p->tie && low <= f->l + p->tie;
}

/* ---- places ------------------------------------------------------------------------ */

static void place(const pair *p, const double a[3], const double b[3],
                  const double n[3], double gap, uint32_t fa, uint32_t fb)
{
    zni_place_add(p->out, NULL, p->ra, NULL, p->rb, a, b, n,
                  gap - p->ra - p->rb, fa, fb);
}

/* Points of R and of I, with their features; the normal is from B to A. */
static void place_facing(const pair *p, const facing *f, const double on_r[2],
                         const double on_i[2], double gap, uint32_t fr,
                         uint32_t fi)
{
    const double sign = f->of_a ? -1 : 1;
    const double n[3] = {sign * f->m[0], sign * f->m[1], 0};
    const double r[3] = {on_r[0], on_r[1], 0}, i[3] = {on_i[0], on_i[1], 0};

    if (f->of_a)
        place(p, r, i, n, gap, fr, fi);
    else
        place(p, i, r, n, gap, fi, fr);
}

/* A corner of I on the side of R. */
static void corner_on_side(const pair *p, const facing *f, int corner)
{
    const double *v = f->I->v + 3 * corner;
    double x;
    const double s = over(f, v, &x);
    const double foot[2] = {f->p[0] + x * f->t[0], f->p[1] + x * f->t[1]};

    place_facing(p, f, foot, v, s, zni_feature(ZNI_EDGE, f->side),
                 zni_feature(ZNI_VERTEX, corner));
}

/* Gap between the side of I at that place along the side of R, and the line of the latter. */
static double gap_at(const facing *f, double x)
{
    const double d = f->x_other - f->x;

    return d != 0 ? f->s + (x - f->x) / d * (f->s_other - f->s) : f->s;
}

/* A corner of R, which is at x along its side, under the side of I. */
static void side_on_corner(const pair *p, const facing *f, int corner, double x)
{
    const double *v = f->R->v + 3 * corner, gap = gap_at(f, x);
    const double above[2] = {v[0] + gap * f->m[0], v[1] + gap * f->m[1]};

    place_facing(p, f, v, above, gap, zni_feature(ZNI_VERTEX, corner),
                 zni_feature(ZNI_EDGE, f->beside));
}

/* One end of what both sides share: where the corner of R is at x_r, that of I at x_i, and
 * `inner` is whether that of I is farther in. Of two that are in one place it is A's, whichever
 * side is looked at, but never at the cost of the least gap. */
static void end_place(const pair *p, const facing *f, int corner_r, double x_r,
                      int corner_i, double x_i, bool inner)
{
    const bool one = fabs(x_r - x_i) <= p->eps;
    const bool exact =
        corner_i != f->corner || gap_at(f, x_r) <= f->s + p->tie;

    if (one ? !(f->of_a && exact) : inner)
        corner_on_side(p, f, corner_i);
    else
        side_on_corner(p, f, corner_r, x_r);
}

static void two_sides(const pair *p, const facing *f)
{
    const bool turned = f->other >= 0 && f->x_other < f->x;
    const int first = turned ? f->other : f->corner;
    const int last = turned ? f->corner : f->other;
    const double low = turned ? f->x_other : f->x;
    const double high = turned ? f->x : f->x_other;

    if (f->other < 0 || fmin(high, f->l) - fmax(low, 0) <= p->eps) {
        corner_on_side(p, f, f->corner);
        return;
    }
    end_place(p, f, f->side, 0, first, low, low > 0);
    end_place(p, f, next_of(f->R, f->side), f->l, last, high, high < f->l);
}

/* ---- which ------------------------------------------------------------------------- */

/* The nearest two corners. */
static void two_corners(const pair *p)
{
    double least = INFINITY, n[3] = {0, 1, 0};
    int i = 0, j = 0;

    for (int a = 0; a < p->A->nv; a++)
        for (int b = 0; b < p->B->nv; b++) {
            const double *v = p->A->v + 3 * a, *w = p->B->v + 3 * b;
            const double d = hypot(v[0] - w[0], v[1] - w[1]);
            if (d < least) {
                least = d;
                i = a;
                j = b;
            }
        }
    /* centres that coincide have no normal; any will part them */
    for (int k = 0; k < 2 && least > 0; k++)
        n[k] = (p->A->v[3 * i + k] - p->B->v[3 * j + k]) / least;
    place(p, p->A->v + 3 * i, p->B->v + 3 * j, n, least,
          zni_feature(ZNI_VERTEX, i), zni_feature(ZNI_VERTEX, j));
}

void zni_flat_touch(const zni_poly *A, double ra, const zni_poly *B, double rb,
                    double scale, zni_touches *out)
{
    /* 1e-13: some hundred times the rounding of sums of what is as large as the shapes */
    const pair p = {A, B, ra, rb, 1e-13 * scale, ZNI_SAME * scale, out};
    facing best = {.s = -INFINITY}, f;
    double top = -INFINITY;

    for (int of_a = 0; of_a < 2; of_a++) {
        const zni_poly *R = of_a ? A : B;
        for (int k = 0; R->nv > 1 && k < R->nv; k++) {
            const bool faces = look(&p, of_a, k, &f);
            if (f.s - ra - rb >= out->reach)
                return;
            top = fmax(top, f.s);
            if (faces && f.s > best.s)
                best = f;
        }
    }
    if (best.s > -INFINITY && best.s >= top - p.tie)
        two_sides(&p, &best);
    else
        two_corners(&p);
    /* a disc has one place, whatever it rolls over */
    for (zn_index k = 0; (ra > 0 || rb > 0) && k < out->n; k++)
        out->at[k].f1 = out->at[k].f2 = zni_feature(ZNI_WHOLE, 0);
}
