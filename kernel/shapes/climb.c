/* climb.c - a lower bound of the signed distance of two solids, and where more may be
 *
 * All differences a - b make a convex body M, and g(n) is how far along n its nearest point is.
 * Seen from the centre of a ball in M, the origin is somewhere behind or before the surface. A
 * triangle of points of the surface that the way from there to the origin, along -n0,
 * passes through is refined: the point of M that is farthest across it takes the place
 * of a corner, until it has no more room. The normal of the triangle is then that of the surface
 * where the way leaves M, and as the origin is next to it, g there is next to its largest.
 *
 * Where can g be larger? Let x = a - b be where the way leaves, and m a unit vector at an angle
 * to n of sine y. A ball of radius r in A that touches its surface next to a holds g(m)
 * below x.m - r (1 - n.m), a rim of radius r below x.m - r (f.m)^2/2, f along the rim, and a
 * segment with both ends l from a below x.m - l (f.m)^2; likewise of B. With the least
 * eigenvalue k of the sum of r I, r f f', 2 l f f', and t = |x - (x.n) n|,
 *     g(m) <= x.n + t y - (k/2 + x.n/2) y^2   (x.n >= 0),   x.n + t y - (k/2 + x.n) y^2   (x.n < 0)
 * if m.n >= 0, which what the balls say elsewhere has to show. So g(m) > s bounds y.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/climb.h"

#include <math.h>
#include <string.h>

/* How far the triangle may be from the surface, of the way: roots that are looked for in the cone which this
 * leaves, of a degree, take three steps. Less room costs more here than it spares there. */
static const double CLOSE = 1e-5;
/* s is said to be lower by this, of the size: rounding leaves no largest gap out */
static const double LOWER = 1e-10;
/* what rounding makes of a gap, of the size */
static const double ROUNDING = 1e-15;
enum {
    TURNS = 12,
    STEPS = 24
}; /* more than are ever needed, but for flakes: these go without */

/* A point of M with its points of A and B; (x, y) as it is seen along n0. */
typedef struct corner {
    double v[3], a[3], b[3], x, y;
} corner;

typedef struct climb {
    const zni_solid *A, *B;
    double n0[3], e1[3], e2[3]; /* the way back, and across */
    double size;                /* of both together */
    corner at[3];
    double n[3];       /* the last normal, */
    double s, best[3]; /* the largest gap so far, and its normal */
} climb;

/* The nearest point of M along a unit n. @return g(n) */
static double look(climb *k, const double n[3], corner *out)
{
    const double back[3] = {-n[0], -n[1], -n[2]};
    uint32_t f;

    zni_solid_support(k->A, back, out->a, &f);
    zni_solid_support(k->B, n, out->b, &f);
    zni_sub3(out->a, out->b, out->v);
    out->x = zni_dot3(out->v, k->e1);
    out->y = zni_dot3(out->v, k->e2);
    const double g = zni_dot3(n, out->v);
    if (g > k->s) {
        k->s = g;
        memcpy(k->best, n, sizeof k->best);
    }
    return g;
}

/* Is the way to the left of the side from p to q? > 0: yes */
static double turn(const corner *p, const corner *q)
{
    return p->x * q->y - p->y * q->x;
}

static void swap(corner *p, corner *q)
{
    const corner was = *p;

    *p = *q;
    *q = was;
}

/* Three points of M around the way, as far as three normals about n0 know. @return not in a line */
static bool three(climb *k)
{
    static const double about[3][2] = {
        {1, 0}, {-0.5, 0.8660254037844386}, {-0.5, -0.8660254037844386}};
    const corner *c = k->at;
    double n[3];

    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            n[j] =
                (k->n0[j] - about[i][0] * k->e1[j] - about[i][1] * k->e2[j]) /
                sqrt(2);
        look(k, n, &k->at[i]);
    }
    const double area = (c[1].x - c[0].x) * (c[2].y - c[0].y) -
                        (c[1].y - c[0].y) * (c[2].x - c[0].x);
    if (area < 0)
        swap(&k->at[1], &k->at[2]);
    return area != 0;
}

/* A triangle, counter-clockwise, that the way passes through: what is farthest beyond a side that has
 * the way behind it takes the place of the third corner. */
static bool surround(climb *k)
{
    double n[3];

    if (!three(k))
        return false;
    for (int t = 0; t < TURNS; t++) {
        int i = 0;
        while (i < 3 && turn(&k->at[i], &k->at[(i + 1) % 3]) > 0)
            i++;
        if (i == 3)
            return true;
        corner *p = &k->at[i], *q = &k->at[(i + 1) % 3],
               *third = &k->at[(i + 2) % 3];
        const double x = q->x - p->x, y = q->y - p->y, l = sqrt(x * x + y * y);
        for (int j = 0; j < 3; j++)
            n[j] = (x * k->e2[j] - y * k->e1[j]) / l;
        look(k, n, third);
        swap(q, third);
    }
    return false;
}

/* The unit normal of the triangle, on the side of n0. */
static bool normal(climb *k)
{
    double u[3], w[3];

    zni_sub3(k->at[1].v, k->at[0].v, u);
    zni_sub3(k->at[2].v, k->at[0].v, w);
    zni_cross(u, w, k->n);
    const double l = sqrt(zni_dot3(k->n, k->n));
    for (int i = 0; i < 3; i++)
        k->n[i] /= l;
    return l > 0 && zni_dot3(k->n, k->n0) > 0;
}

/* The triangle comes next to the surface of M, or there is nothing left to look for. */
static bool refine(climb *k, double limit)
{
    for (int i = 0; i < STEPS && k->s <= limit; i++) {
        corner c;
        if (!normal(k))
            return false;
        const double room = zni_dot3(k->n, k->at[0].v) - look(k, k->n, &c);
        if (room <= CLOSE * k->size)
            break;
        /* of the three triangles with c that through which the way passes */
        int j = 0;
        while (j < 3 &&
               !(turn(&c, &k->at[j]) >= 0 && turn(&c, &k->at[(j + 1) % 3]) < 0))
            j++;
        if (j == 3)
            return false;
        k->at[(j + 2) % 3] = c;
    }
    return true;
}

/* ---- what else may be larger ---------------------------------------------------------- */

/* A point of a solid, and how the solid is round there: m.a is below m.x - y^2 K/2 + loss for some
 * a in it. */
typedef struct hold {
    double x[3], loss, K[3]; /* K(0,0), K(0,1), K(1,1) along the tangents */
    zni_ball ball;           /* in the solid; of radius 0: x */
} hold;

enum { HOLDS_MOST = 6 };

/* One solid at the way's end, with the outward normal f n. */
typedef struct end {
    const zni_solid *S;
    double f, n[3], t1[3], t2[3];
    double x[3];      /* on the triangle */
    double at[3][3];  /* its corners, */
    double weight[3]; /* and how much of x each is */
} end;

/* How far x is from the surface, inside. */
static double depth(const zni_solid *S, const double x[3])
{
    double out = INFINITY, ends, side;

    if (S->round) {
        zni_round_depth(S->round, x, &ends, &side);
        return fmin(ends, S->round->ca * side);
    }
    /* segments, and triangles alone, of one plane, have no inside */
    if (S->poly->nf < 4)
        return 0;
    for (int f = 0; f < S->poly->nf; f++)
        out = fmin(out, S->poly->plane[4 * f + 3] -
                            zni_dot3(S->poly->plane + 4 * f, x));
    return out;
}

/* K = k f f' */
static void along(const end *e, const double f[3], double k, hold *out)
{
    const double x = zni_dot3(f, e->t1), y = zni_dot3(f, e->t2);

    out->K[0] = k * x * x;
    out->K[1] = k * x * y;
    out->K[2] = k * y * y;
}

/* A ball of about the radius r under the surface. @return is there one? */
static bool by_ball(const end *e, double r, hold *out)
{
    *out = (hold){.K = {r, 0, r}};
    memcpy(out->x, e->x, sizeof out->x);
    zni_along(e->x, -e->f * r, e->n, out->ball.c);
    out->ball.r = depth(e->S, out->ball.c);
    out->loss = r - out->ball.r;
    return out->ball.r > 0;
}

static void by_point(const double x[3], hold *out)
{
    *out = (hold){.loss = 0};
    memcpy(out->x, x, sizeof out->x);
    memcpy(out->ball.c, x, sizeof out->ball.c);
}

static void by_rim(const end *e, hold *out)
{
    const zni_round *F = e->S->round;
    const double m[3] = {e->f * e->n[0], e->f * e->n[1], e->f * e->n[2]};
    double x[3], d[3], f[3];
    int rim;

    zni_round_support(F, m, x, &rim);
    by_point(x, out);
    zni_sub3(x, F->c[rim], d);
    zni_cross(F->z, d, f);
    const double r = sqrt(zni_dot3(f, f));
    if (r > 0)
        along(e, f, 1 / r, out);
}

/* Of a polyhedron: between two corners of the triangle. */
static void by_segment(const end *e, int i, hold *out)
{
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    double w = e->weight[i], w1 = e->weight[j], u[3], x[3];

    if (memcmp(e->at[k], e->at[i], sizeof e->at[k]) == 0)
        w += e->weight[k];
    else if (memcmp(e->at[k], e->at[j], sizeof e->at[k]) == 0)
        w1 += e->weight[k];
    zni_sub3(e->at[j], e->at[i], u);
    const double l = sqrt(zni_dot3(u, u));
    const double part = w + w1 > 0 ? w1 / (w + w1) : 0;
    const double shorter = fmin(part, 1 - part) * l;
    zni_along(e->at[i], part, u, x);
    by_point(x, out);
    if (!(l > 0))
        return;
    along(e, u, 2 * shorter / (l * l), out);
    out->loss = shorter / l * fabs(zni_dot3(u, e->n));
}

/* All that may be said of a solid there. @return how many */
static int holds(const end *e, double size, hold out[HOLDS_MOST])
{
    int n = 0;

    for (int i = 0; i < 2; i++)
        n += by_ball(e, i ? size / 128 : size / 16, &out[n]);
    by_point(e->x, &out[n++]);
    if (e->S->round)
        by_rim(e, &out[n++]);
    for (int i = 0; e->S->poly && i < 3; i++)
        by_segment(e, i, &out[n++]);
    return n;
}

/* The sine of the angle to n beyond which nothing is above s; >= 1: none. */
static double widest(const climb *k, const hold *a, const hold *b, double s)
{
    double x[3], K[3], t[3];

    zni_sub3(a->x, b->x, x);
    const double h = zni_dot3(x, k->n);
    zni_along(x, -h, k->n, t);
    for (int i = 0; i < 3; i++)
        K[i] = a->K[i] + b->K[i];
    const double least =
        (K[0] + K[2] - sqrt((K[0] - K[2]) * (K[0] - K[2]) + 4 * K[1] * K[1])) /
        2;
    const double bend = least / 2 + (h < 0 ? h : h / 2);
    const double more = fmax(0, h + a->loss + b->loss - s);
    const double tt = zni_dot3(t, t);

    return bend > 0 ? (sqrt(tt) + sqrt(tt + 4 * bend * more)) / (2 * bend) : 1;
}

static void ends_of(const climb *k, end *a, end *b)
{
    double E[9], w[3], all = 0;

    for (int i = 0; i < 3; i++) {
        w[i] = turn(&k->at[(i + 1) % 3], &k->at[(i + 2) % 3]);
        all += w[i];
    }
    zn_contact_frame(k->n, E);
    *a = (end){.S = k->A, .f = -1};
    *b = (end){.S = k->B, .f = 1};
    for (int i = 0; i < 3; i++) {
        a->weight[i] = b->weight[i] = w[i] / all;
        memcpy(a->at[i], k->at[i].a, sizeof a->at[i]);
        memcpy(b->at[i], k->at[i].b, sizeof b->at[i]);
        zni_along(a->x, w[i] / all, k->at[i].a, a->x);
        zni_along(b->x, w[i] / all, k->at[i].b, b->x);
        a->n[i] = b->n[i] = E[i];
        a->t1[i] = b->t1[i] = E[3 + i];
        a->t2[i] = b->t2[i] = E[6 + i];
    }
}

/* What is known: how much there is at most, the sine of the angle to n beyond which nothing is above s, and
 * the cosine of that to the centres of two balls. */
typedef struct bounds {
    double s, most, sine, cosine;
    zni_ball a, b; /* of the cosine */
} bounds;

/* A pair of holds: what their balls say, and the sine of the angle. */
static void consider(const climb *k, const hold *a, const hold *b, bounds *out)
{
    double d[3];

    zni_sub3(a->ball.c, b->ball.c, d);
    const double l = sqrt(zni_dot3(d, d)), r = a->ball.r + b->ball.r;
    if (l > 0 && out->s + r > out->cosine * l) {
        out->cosine = (out->s + r) / l;
        out->a = a->ball;
        out->b = b->ball;
    }
    out->most = fmin(out->most, l - r);
    out->sine = fmin(out->sine, widest(k, a, b, out->s));
}

/* A ball elsewhere under the surface, f t away. */
static void shifted(const zni_solid *S, const hold *a, double f,
                    const double t[3], hold *out)
{
    *out = *a;
    zni_along(a->x, f, t, out->x);
    zni_along(a->ball.c, f, t, out->ball.c);
    out->ball.r = depth(S, out->ball.c);
    out->loss = a->K[0] - out->ball.r;
}

/* The way leaves a face beside the point that is next to the origin: there a ball says all. */
static void consider_shifted(const climb *k, const hold *a, const hold *b,
                             bounds *out)
{
    double x[3], t[3];
    hold c;

    zni_sub3(a->x, b->x, x);
    zni_along(x, -zni_dot3(x, k->n), k->n, t);
    if (b->ball.r > 0) {
        shifted(k->B, b, 1, t, &c);
        if (c.ball.r > 0)
            consider(k, a, &c, out);
    } else if (a->ball.r > 0) {
        shifted(k->A, a, -1, t, &c);
        if (c.ball.r > 0)
            consider(k, &c, b, out);
    }
}

/* Of the normals in out->ways those that may leave more than out->s. */
static void narrow(const climb *k, zni_climbed *out)
{
    zni_ways *ways = &out->ways;
    hold a[HOLDS_MOST], b[HOLDS_MOST];
    bounds of = {.s = out->s, .most = out->most, .sine = 1, .cosine = -1};
    zni_ways w;
    end ea, eb;

    ends_of(k, &ea, &eb);
    const int na = holds(&ea, k->size, a), nb = holds(&eb, k->size, b);
    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++) {
            consider(k, &a[i], &b[j], &of);
            consider_shifted(k, &a[i], &b[j], &of);
        }
    zni_ways_above(&of.a, 1, &of.b, 1, of.s, &w);
    if (w.angle < ways->angle)
        *ways = w;
    out->most = of.most;
    const double angle = zni_ways_sine(of.sine);
    const double off = acos(fmax(-1, fmin(1, zni_dot3(ways->axis, k->n))));
    if (ways->angle >= 0 && angle < ways->angle && ways->angle + off < 1.57) {
        ways->angle = angle;
        memcpy(ways->axis, k->n, sizeof ways->axis);
    }
}

bool zni_climb(const zni_solid *A, const zni_solid *B, const zni_ball a[],
               int na, const zni_ball b[], int nb, double limit,
               zni_climbed *out)
{
    climb k = {.A = A, .B = B, .s = -INFINITY};
    double E[9], d[3];

    out->most = INFINITY;
    /* as if they just touched */
    zni_ways_above(a, na, b, nb, 0, &out->ways);
    memcpy(k.n0, out->ways.axis, sizeof k.n0);
    if (!(zni_dot3(k.n0, k.n0) > 0))
        return false;
    zn_contact_frame(k.n0, E);
    memcpy(k.e1, E + 3, sizeof k.e1);
    memcpy(k.e2, E + 6, sizeof k.e2);
    zni_sub3(a[na / 2].c, b[nb / 2].c, d);
    k.size = sqrt(zni_dot3(d, d)) + a[na / 2].r + b[nb / 2].r;
    if (!surround(&k) || !refine(&k, limit))
        return false;
    out->s = k.s - LOWER * k.size;
    memcpy(out->n, k.best, sizeof out->n);
    zni_ways_above(a, na, b, nb, out->s, &out->ways);
    if (out->s <= limit)
        narrow(&k, out);
    out->most -= ROUNDING * k.size;
    return true;
}
