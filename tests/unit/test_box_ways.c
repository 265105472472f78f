/* test_box_ways.c - the directions that are left of two boxes are those that count
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "kernel/shapes/shape.h"
#include "zeno_test.h"

/* A box that does not know that it is one: all its faces and edges are looked at. */
typedef struct plain {
    int edge[12][4];
    zni_poly poly;
} plain;

static void forget(const zni_poly *P, plain *out)
{
    memcpy(out->edge, P->edge, sizeof out->edge);
    out->poly = *P;
    out->poly.edge = (const int (*)[4])out->edge;
}

static double noise(void)
{
    static unsigned long long seed = 7;

    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) / 4503599627370496. - 1;
}

/* Turned by some power of ten of a radian, often by right angles too, near touching or anywhere. */
static void place(int k, const double sa[3], const double sb[3], zni_pose *out)
{
    const double tilt = k % 5 ? pow(10, -4 * (k % 5)) : 1;
    double w[3], p[4], turn[4], both[4];

    for (int i = 0; i < 3; i++) {
        w[i] = k % 7 ? tilt * noise() : 0;
        out->x[i] = k % 11 ? (sa[i] + sb[i]) * noise() : 0;
    }
    if (k % 3)
        out->x[k % 3] = (sa[k % 3] + sb[k % 3]) / 2 * (1 + 1e-3 * noise());
    zn_quaternion_exp(w, p);
    for (int i = 0; i < 3; i++)
        w[i] = k % 4 == i + 1 ? acos(-1) / 2 : 0;
    zn_quaternion_exp(w, turn);
    zn_quaternion_product(p, turn, both);
    zn_rotation_matrix(both, out->R);
}

static void sizes(int k, double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = k % 6 ? 1 + 0.5 * noise() : pow(10, 1.5 * noise());
}

/* The gap with the directions that are left and with all, to the very bits; false: above the limit. */
static bool same(int k, const double sa[3], const double sb[3],
                 const zni_pose *at, double limit, zni_nearest *all)
{
    double va[24], pa[24], vb[24], pb[24], v[24], plane[24];
    zni_poly A, b, B;
    zni_nearest few;
    plain PA, PB;

    zni_poly_box(sa, va, pa, &A);
    zni_poly_box(sb, vb, pb, &b);
    zni_poly_move(&b, at, v, plane, &B);
    forget(&A, &PA);
    forget(&B, &PB);
    zni_separate(&A, &B, limit, &few);
    zni_separate(&PA.poly, &PB.poly, limit, all);
    if (all->s > limit) {
        ck_assert_msg(few.s > limit, "pose %d: %g, all %g", k, few.s, all->s);
        return false;
    }
    ck_assert_msg(few.s == all->s && few.fa == all->fa && few.fb == all->fb &&
                      !memcmp(few.n, all->n, sizeof few.n) &&
                      !memcmp(few.a, all->a, sizeof few.a) &&
                      !memcmp(few.b, all->b, sizeof few.b),
                  "pose %d: %.17g of %x, %x; all %.17g of %x, %x", k, few.s,
                  few.fa, few.fb, all->s, all->fa, all->fb);
    return true;
}

START_TEST(nothing_that_counts_is_left_out)
{
    int touching = 0, by_edges = 0;

    for (int k = 0; k < 60000; k++) {
        const double limit = k % 2 ? 0.02 : INFINITY;
        double sa[3], sb[3];
        zni_pose at;
        zni_nearest all;

        sizes(k, sa);
        sizes(k / 2, sb);
        place(k, sa, sb, &at);
        if (!same(k, sa, sb, &at, limit, &all))
            continue;
        touching++;
        by_edges += all.fa >> 22 == ZNI_EDGE;
    }
    ck_assert_int_gt(touching, 20000);
    ck_assert_int_gt(by_edges, 2000);
}
END_TEST

/* Turned by so little that edges are parallel to one and not to the other, and apart at a corner, where
 * the gap along what such edges have as a normal may be the largest. */
START_TEST(edges_that_are_nearly_parallel_hide_no_others)
{
    int by_edges = 0;

    for (int k = 0; k < 60000; k++) {
        const double sa[3] = {1, 1.2, 0.8}, sb[3] = {0.9, 1.1, 1.3};
        zni_nearest all;
        zni_pose at;
        double w[3], p[4];

        for (int i = 0; i < 3; i++) {
            w[i] = 1.5e-7 * noise();
            at.x[i] = (sa[i] + sb[i]) / 2 * (i == k % 3 ? 0.5 : 1.05) +
                      1e-7 * noise();
        }
        at.x[(k + 1) % 3] += 0.2 * noise() * (k % 2);
        zn_quaternion_exp(w, p);
        zn_rotation_matrix(p, at.R);
        ck_assert(same(k, sa, sb, &at, INFINITY, &all));
        by_edges += all.fa >> 22 == ZNI_EDGE;
    }
    ck_assert_int_gt(by_edges, 2000);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("box ways");
    TCase *tc = tcase_create("boxes");

    tcase_add_test(tc, nothing_that_counts_is_left_out);
    tcase_add_test(tc, edges_that_are_nearly_parallel_hide_no_others);
    suite_add_tcase(s, tc);
    return test_main(s);
}
