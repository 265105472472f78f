/* test_hull.c - hulls of many points
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/shapes/cloud.h"
#include "kernel/shapes/merge.h"
#include "tests/must.h"
#include "tests/unit/directions.h"
#include "tests/unit/zeno_test.h"

static const double pi = 3.14159265358979323846;
static zn_ctx *ctx;

static void setup(void)
{
    ck_assert(!zn_ctx_new(&ctx));
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

/* The queries against a look at all points; some of them in one place. */
START_TEST(the_tree_of_points_leaves_none_out)
{
    enum { N = 1000 };
    double p[3 * N], m[3];
    int found[N];
    zni_cloud c;

    srand(20261131);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++)
            p[3 * i + k] = i % 3 ? round(4 * uniform()) : uniform();
    MUST(zni_cloud_make(ctx, N, p, &c));
    for (int t = 0; t < 500; t++) {
        int first = 0, near_ = 0;
        unit(m);
        if (t % 2)
            m[0] = m[1] = 0, m[2] = 1;
        for (int i = 1; i < N; i++)
            if (zni_dot3(m, p + 3 * i) > zni_dot3(m, p + 3 * first))
                first = i;
        ck_assert_int_eq(zni_cloud_farthest(&c, m), first);
        const double d = round(3 * uniform());
        const int n = zni_cloud_in_plane(&c, m, d, 0.01, found);
        for (int i = 0; i < N; i++)
            near_ += fabs(zni_dot3(m, p + 3 * i) - d) <= 0.01;
        ck_assert_int_eq(n, near_);
        for (int i = 0; i < n; i++)
            ck_assert(fabs(zni_dot3(m, p + 3 * found[i]) - d) <= 0.01);
    }
    zni_cloud_free(ctx, &c);
}
END_TEST

/* 12 000 points of a sphere, no four in a plane: 2 n - 4 faces (Euler), and the volume of the ball but for that between
 * it and triangles, 8 pi^2/(sqrt(3) n) of it in the mean of many (a triangle of side a has a slice of area A and height
 * about a^2/8 under the sphere). To look at all points once an edge would take a minute. */
START_TEST(a_hull_may_have_thousands_of_corners)
{
    enum { N = 12000 };
    static double p[3 * N];
    zn_shape *s;
    zn_mass m;

    srand(20261132);
    for (int i = 0; i < N; i++)
        unit(p + 3 * i);
    MUST(zn_shape_hull(ctx, N, p, &s));
    ck_assert_int_eq(zn_shape_face_count(s), 2 * N - 4);
    MUST(zn_shape_mass(s, 1, &m));
    ck_assert_double_lt(m.mass, 4 * pi / 3);
    ck_assert_double_gt(m.mass, 4 * pi / 3 * (1 - 20. / N));
    for (zn_index f = 0; f < zn_shape_face_count(s); f += 97)
        ck_assert_int_eq(zn_shape_face(s, f, 0, (double[3]){0}), 3);
    zn_shape_free(s);
}
END_TEST

/* Rings of a sphere, as files have them, with nine digits: of four corners of a cell one is off the plane of the
 * others by about 1e-12, 1e-11 ... The volume is that of the rings: each slice of height h between regular polygons of
 * areas A and A' has h/3 (A + A' + root of A A'). */
START_TEST(points_of_nine_digits_have_a_hull)
{
    enum { RINGS = 100, ROUND = 100, N = (RINGS - 1) * ROUND + 2 };
    static double p[3 * N];
    double volume = 0;
    zn_index k = 0;
    zn_shape *s;
    zn_mass m;

    for (int i = 0; i < RINGS; i++) {
        const double t = pi * i / RINGS, t1 = pi * (i + 1) / RINGS,
                     area = ROUND / 2. * sin(2 * pi / ROUND);
        const double a = area * sin(t) * sin(t), b = area * sin(t1) * sin(t1);
        volume += (cos(t) - cos(t1)) / 3 * (a + b + sqrt(a * b));
        for (int j = 0; i > 0 && j < ROUND; j++, k++) {
            const double f = 2 * pi * j / ROUND;
            p[3 * k] = round(sin(t) * cos(f) * 1e9) / 1e9;
            p[3 * k + 1] = round(sin(t) * sin(f) * 1e9) / 1e9;
            p[3 * k + 2] = round(cos(t) * 1e9) / 1e9;
        }
    }
    p[3 * k + 2] = 1;
    p[3 * k + 5] = -1;
    MUST(zn_shape_hull(ctx, N, p, &s));
    MUST(zn_shape_mass(s, 1, &m));
    ck_assert_double_eq_tol(m.mass, volume, 1e-8); /* 4 pi times 5e-10 */
    zn_shape_free(s);
}
END_TEST

/* Against a look at all that stay, for points of a grid that are doubled, with and without noise; in one plane, too. */
START_TEST(of_points_that_are_near_the_first_stays)
{
    enum { M = 600 };
    static const double near_[] = {0, 1e-3, .1, 1.5};
    double p[3 * M], left[3 * M];

    srand(20261136);
    for (int t = 0; t < 80; t++) {
        const double by = near_[t % 4], noise = t % 3 ? .7 * by : 0;
        zn_index n = M, kept = 0;
        for (int i = 0; i < 3 * M; i++)
            p[i] = i % 3 || t % 2 ? round(6 * uniform()) + noise * uniform()
                                  : -0. * (rand() % 2);
        for (int i = 0; i < M; i++) {
            bool there = false;
            for (zn_index j = 0; j < kept && !there; j++) {
                double most = 0;
                for (int k = 0; k < 3; k++)
                    most = fmax(most, fabs(p[3 * i + k] - left[3 * j + k]));
                there = most <= by;
            }
            if (!there)
                memcpy(left + 3 * kept++, p + 3 * i, 3 * sizeof *p);
        }
        MUST(zni_one_in_a_place(ctx, &n, p, by));
        ck_assert_int_eq(n, kept);
        ck_assert_mem_eq(p, left, 3 * (size_t)n * sizeof *p);
    }
}
END_TEST

/* Points of single precision that come twice: 1e-7 or 1e-6 off. */
START_TEST(doubled_points_of_single_precision_have_a_hull)
{
    enum { D = 30 };
    const double off = pow(10, _i - 7);
    double p[6 * D], x[3 * D];
    zn_shape *s, *clean;
    zn_mass m, want;

    srand(20261137);
    for (int t = 0; t < 200; t++) {
        for (int i = 0; i < D; i++)
            unit(x + 3 * i);
        for (int i = 0; i < 6 * D; i++)
            p[i] = x[i % (3 * D)] + off * uniform();
        MUST(zn_shape_hull(ctx, D, x, &clean));
        MUST(zn_shape_hull(ctx, 2 * D, p, &s));
        MUST(zn_shape_mass(s, 1, &m));
        MUST(zn_shape_mass(clean, 1, &want));
        /* the area of a ball times how far corners are off, and what is taken for one place */
        ck_assert_double_eq_tol(m.mass, want.mass, 4 * pi * (2 * off + 4e-6));
        zn_shape_free(clean);
        zn_shape_free(s);
    }
}
END_TEST

enum { CORNERS = 10, N = 60 };
/* Of a cube with a corner cut off: 7 faces, and 1/48 of the volume less. */
static const double corner[CORNERS][3] = {
    {0, 0, 0}, {1, 0, 0}, {0, 1, 0},  {1, 1, 0},  {0, 0, 1},
    {1, 0, 1}, {0, 1, 1}, {.5, 1, 1}, {1, .5, 1}, {1, 1, .5}};

/* Triangles of a surface have each corner as often as triangles meet there; in any order. */
START_TEST(points_in_one_place_are_one)
{
    double p[3 * N];
    zn_shape *s;
    zn_mass m;

    srand(20261134);
    for (int t = 0; t < 20; t++) {
        for (int i = 0; i < N; i++) {
            const double *x = corner[i < CORNERS ? i : rand() % CORNERS];
            /* -0 is 0 */
            for (int k = 0; k < 3; k++)
                p[3 * (N - 1 - i) + k] = x[k] == 0 && rand() % 2 ? -0. : x[k];
        }
        MUST(zn_shape_hull(ctx, N, p, &s));
        ck_assert_int_eq(zn_shape_face_count(s), 7);
        MUST(zn_shape_mass(s, 1, &m));
        ck_assert_double_eq_tol(m.mass, 1 - 1. / 48, 1e-15);
        zn_shape_free(s);
    }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++)
            p[3 * i + k] = corner[i % 3][k];
    ck_assert_int_eq(zn_shape_hull(ctx, N, p, &s), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "span no body"));
    ck_assert_ptr_null(s);
}
END_TEST

/* Nor do those that were computed, or read from two files, have to be the same to the last bit: each is up to
 * 1e-16, 1e-15 ... 1e-8 off, and so is the volume, times the area, which is below 6. */
START_TEST(points_almost_in_one_place_are_one)
{
    const double off = pow(10, _i - 16);
    double p[3 * N];
    zn_shape *s;
    zn_mass m;

    srand(20261135);
    for (int t = 0; t < 10; t++) {
        for (int i = 0; i < N; i++) {
            const double *x = corner[i < CORNERS ? i : rand() % CORNERS];
            for (int k = 0; k < 3; k++)
                p[3 * i + k] = x[k] + off * uniform();
        }
        MUST(zn_shape_hull(ctx, N, p, &s));
        MUST(zn_shape_mass(s, 1, &m));
        ck_assert_double_eq_tol(m.mass, 1 - 1. / 48, 6 * 2 * off + 1e-15);
        zn_shape_free(s);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hull");
    TCase *tc = tcase_create("hull");

    tcase_set_timeout(tc, 20);
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, the_tree_of_points_leaves_none_out);
    tcase_add_test(tc, a_hull_may_have_thousands_of_corners);
    tcase_add_test(tc, points_of_nine_digits_have_a_hull);
    tcase_add_test(tc, points_in_one_place_are_one);
    tcase_add_loop_test(tc, points_almost_in_one_place_are_one, 0, 9);
    tcase_add_test(tc, of_points_that_are_near_the_first_stays);
    tcase_add_loop_test(tc, doubled_points_of_single_precision_have_a_hull, 0,
                        2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
