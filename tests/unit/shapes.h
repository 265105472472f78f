/* shapes.h - what tests of shapes share: random poses, and signed distances by another way
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_SHAPES_H
#define ZENO_TEST_SHAPES_H

#include "tests/unit/scene.h"

/* A shape with its support function, which the library does not have: the farthest it
 * reaches along a direction of its frame. */
typedef struct solid {
    zn_shape *shape;
    double (*support)(const struct solid *s, const double d[3]);
    double size[3], radius;
    bool round; /* a cylinder or a cone */
    zn_index n;
    const double *points;
} solid;

static unsigned long long shapes_seed = 1;

/* Uniform in (-1, 1). */
static inline double uniform(void)
{
    shapes_seed =
        shapes_seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(shapes_seed >> 11) / 4503599627370496. - 1;
}

static inline double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void random_direction(double n[3])
{
    double l;

    do
        for (int i = 0; i < 3; i++)
            n[i] = uniform();
    while ((l = sqrt(dot(n, n))) > 1 || l < 0.1);
    for (int i = 0; i < 3; i++)
        n[i] /= l;
}

static inline void random_pose(double reach, double pose[7])
{
    double w[3];

    random_direction(w);
    for (int i = 0; i < 3; i++) {
        pose[i] = reach * uniform();
        w[i] *= 3;
    }
    zn_quaternion_exp(w, pose + 3);
}

/* pose moved by a small translation and rotation */
static inline void disturb(const double pose[7], double by, double out[7])
{
    double w[3], p[4];

    for (int i = 0; i < 3; i++) {
        out[i] = pose[i] + by * uniform();
        w[i] = by * uniform();
    }
    zn_quaternion_exp(w, p);
    zn_quaternion_product(p, pose + 3, out + 3);
    zn_quaternion_normalise(out + 3);
}

static inline void compose(const double a[7], const double b[7], double out[7])
{
    double x[3];

    zn_rotate(a + 3, b, x);
    for (int i = 0; i < 3; i++)
        out[i] = a[i] + x[i];
    zn_quaternion_product(a + 3, b + 3, out + 3);
}

/* max n.x over the solid at this pose */
static inline double reach_of(const solid *s, const double pose[7],
                              const double n[3])
{
    double d[3];

    zn_rotate_back(pose + 3, n, d);
    return dot(n, pose) + s->support(s, d);
}

/* The gap along n, from B to A: min n.a - max n.b. */
static inline double gap_along(const solid *a, const double pa[7],
                               const solid *b, const double pb[7],
                               const double n[3])
{
    const double m[3] = {-n[0], -n[1], -n[2]};

    return -reach_of(a, pa, m) - reach_of(b, pb, n);
}

/* The best of many directions, improved at random: never above the signed distance. */
static inline double sampled_distance(const solid *a, const double pa[7],
                                      const solid *b, const double pb[7])
{
    enum { TRIES = 2000, KEEP = 8, CLIMB = 400 };
    double n[KEEP][3], s[KEEP], d[3], best = -INFINITY;

    for (int k = 0; k < KEEP; k++)
        s[k] = -INFINITY;
    for (int k = 0; k < TRIES; k++) {
        random_direction(d);
        const double g = gap_along(a, pa, b, pb, d);
        int worst = 0;
        for (int i = 1; i < KEEP; i++)
            if (s[i] < s[worst])
                worst = i;
        if (g > s[worst]) {
            s[worst] = g;
            memcpy(n[worst], d, sizeof d);
        }
    }
    for (int i = 0; i < KEEP; i++) {
        double step = 0.3;
        for (int k = 0; k < CLIMB; k++) {
            double l = 0;
            for (int j = 0; j < 3; j++) {
                d[j] = n[i][j] + step * uniform();
                l += d[j] * d[j];
            }
            for (int j = 0; j < 3; j++)
                d[j] /= sqrt(l);
            const double g = gap_along(a, pa, b, pb, d);
            if (g > s[i]) {
                s[i] = g;
                memcpy(n[i], d, sizeof d);
                step *= 1.3;
            } else {
                step *= 0.93;
            }
        }
        best = fmax(best, s[i]);
    }
    return best;
}

static inline zn_index touch(const solid *a, const double pa[7], const solid *b,
                             const double pb[7], double reach, zn_touch out[])
{
    zn_index n;

    MUST(zn_shape_touch(a->shape, pa, b->shape, pb, reach, out, &n));
    return n;
}

static inline zn_index deepest(const zn_touch t[], zn_index n)
{
    zn_index k = 0;

    for (zn_index i = 1; i < n; i++)
        if (t[i].gap < t[k].gap)
            k = i;
    return k;
}

/* Noise of 1e-9 changes neither the number of places nor their features: 2000 trials. */
static inline void steady_under_noise(const solid *a, const double pa[7],
                                      const solid *b, const double pb[7],
                                      zn_index count)
{
    zn_touch first[ZN_TOUCH_MOST], t[ZN_TOUCH_MOST];
    double qa[7], qb[7];

    for (int k = 0; k < test_rounds(2000); k++) {
        disturb(pa, 1e-9, qa);
        disturb(pb, 1e-9, qb);
        const zn_index n = touch(a, qa, b, qb, 0.02, t);
        ck_assert_int_eq(n, count);
        if (k == 0)
            memcpy(first, t, (size_t)n * sizeof *t);
        for (zn_index i = 0; i < n; i++) {
            ck_assert_double_eq_tol(first[i].gap, t[i].gap, 2e-8);
            ck_assert_uint_eq(first[i].f1, t[i].f1);
            ck_assert_uint_eq(first[i].f2, t[i].f2);
        }
    }
}

/* ---- solids -------------------------------------------------------------------- */

static inline double sphere_support(const solid *s, const double d[3])
{
    (void)d;
    return s->radius;
}

static inline double box_support(const solid *s, const double d[3])
{
    return (fabs(d[0]) * s->size[0] + fabs(d[1]) * s->size[1] +
            fabs(d[2]) * s->size[2]) / 2;
}

static inline double capsule_support(const solid *s, const double d[3])
{
    return s->radius + fabs(d[2]) * s->size[2] / 2;
}

/* size: radius below, at the top, length */
static inline double cone_support(const solid *s, const double d[3])
{
    const double k = hypot(d[0], d[1]), z = d[2] * s->size[2] / 2;

    return fmax(s->size[0] * k - z, s->size[1] * k + z);
}

static inline double hull_support(const solid *s, const double d[3])
{
    double best = -INFINITY;

    for (zn_index i = 0; i < s->n; i++)
        best = fmax(best, dot(d, s->points + 3 * i));
    return best;
}

static inline solid hull(zn_index n, const double points[])
{
    solid s = {.support = hull_support, .n = n, .points = points};

    MUST(zn_shape_hull(ctx, n, points, &s.shape));
    return s;
}

static inline solid sphere(double r)
{
    solid s = {.support = sphere_support, .radius = r};

    MUST(zn_shape_sphere(ctx, r, &s.shape));
    return s;
}

static inline solid box(double x, double y, double z)
{
    solid s = {.support = box_support, .size = {x, y, z}};

    MUST(zn_shape_box(ctx, s.size, &s.shape));
    return s;
}

static inline solid capsule(double r, double l)
{
    solid s = {.support = capsule_support, .radius = r, .size = {0, 0, l}};

    MUST(zn_shape_capsule(ctx, r, l, &s.shape));
    return s;
}

static inline solid cylinder(double r, double l)
{
    solid s = {.support = cone_support, .round = true, .size = {r, r, l}};

    MUST(zn_shape_cylinder(ctx, r, l, &s.shape));
    return s;
}

static inline solid cone(double r, double top, double l)
{
    solid s = {.support = cone_support, .round = true, .size = {r, top, l}};

    MUST(zn_shape_cone(ctx, r, top, l, &s.shape));
    return s;
}

#endif
