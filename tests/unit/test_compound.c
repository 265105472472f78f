/* test_compound.c - bodies of several shapes touch where their parts do
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "tests/unit/shapes.h"

enum { KINDS = 7, PARTS = 3, MOST = 2 * ZN_TOUCH_MOST * PARTS * PARTS };

static solid one[KINDS];

static void setup(void)
{
    static double corner[24];

    scene_setup();
    shapes_seed = 5;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            corner[3 * i + k] = 0.3 * ((i >> k & 1 ? 1 : -1) + 0.4 * uniform());
    one[0] = sphere(0.3);
    one[1] = box(0.4, 0.6, 0.5);
    one[2] = capsule(0.15, 0.5);
    one[3] = hull(8, corner);
    one[4] = cylinder(0.3, 0.5);
    one[5] = cone(0.3, 0, 0.6);
    one[6] = cone(0.2, 0.3, 0.4);
}

/* A body of some of these, anywhere in it. */
typedef struct compound {
    int part[PARTS];
    double at[PARTS][7];
    double pose[7];
    zn_ds *ds;
} compound;

static void make(compound *b, double away)
{
    for (int i = 0; i < PARTS; i++) {
        b->part[i] = (int)((uniform() + 1) / 2 * KINDS) % KINDS;
        random_pose(0.5, b->at[i]);
    }
    random_pose(1, b->pose);
    b->pose[0] += away;
}

static void part_pose(const compound *b, int i, double out[7])
{
    compose(b->pose, b->at[i], out);
}

/* Gaps below `reach` of the size of each pair of parts; n: the way from b to a where it is least. @return how many */
static zn_index by_parts(const compound *a, const compound *b, double reach,
                         double gap[], double n[3])
{
    double least = INFINITY;
    zn_index all = 0;

    for (int i = 0; i < PARTS; i++)
        for (int j = 0; j < PARTS; j++) {
            const zn_shape *s = one[a->part[i]].shape,
                           *r = one[b->part[j]].shape;
            zn_touch t[ZN_TOUCH_MOST];
            double pa[7], pb[7], lo[2][3], hi[2][3], size[2];
            zn_index m;
            part_pose(a, i, pa);
            part_pose(b, j, pb);
            zn_shape_bounds(s, lo[0], hi[0]);
            zn_shape_bounds(r, lo[1], hi[1]);
            for (int k = 0; k < 2; k++) {
                double d[3];
                for (int l = 0; l < 3; l++)
                    d[l] = hi[k][l] - lo[k][l];
                size[k] = sqrt(dot(d, d)) / 2;
            }
            MUST(zn_shape_touch(s, pa, r, pb, reach * fmin(size[0], size[1]), t,
                                &m));
            for (zn_index k = 0; k < m; k++) {
                gap[all++] = t[k].gap;
                if (t[k].gap < least)
                    memcpy(n, t[k].n, sizeof t[k].n);
                least = fmin(least, t[k].gap);
            }
        }
    return all;
}

static void attach(zn_source *c, compound *b, const char *name)
{
    const double none[6] = {0}, mass = 1;

    MUST(zn_ds_new(ctx, "newton-euler", name, 6, b->pose, none, &b->ds));
    MUST(zn_ds_set_constant(b->ds, "mass", 1, 1, &mass));
    MUST(zn_ds_set_diagonal(b->ds, "inertia", 3, (const double[]){1, 1, 1}));
    MUST(zn_model_add_ds(model, b->ds));
    for (int i = 0; i < PARTS; i++)
        MUST(zn_collision_attach(c,
                                 &(zn_collider){.ds = b->ds,
                                                .shape = one[b->part[i]].shape,
                                                .pose = b->at[i]},
                                 NULL));
}

static int less(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Gaps of the contacts that the source announces for two bodies that stand still. */
static zn_index announced(compound *a, compound *b, double gap[])
{
    zn_source *c;
    zn_law *law;

    MUST(zn_source_new(ctx, "collision", &c));
    for (int i = 0; i < KINDS; i++) /* the source owns them, used or not */
        MUST(zn_collision_attach(
            c, &(zn_collider){.shape = one[i].shape, .group = 255}, NULL));
    attach(c, a, "a");
    attach(c, b, "b");
    MUST(zn_law_friction(ctx, 3, 0, 0, 0.3, &law));
    MUST(zn_collision_law(c, 0, 0, law));
    simulate("moreau-jean", NULL, 0, 1e-9, 1);
    MUST(zn_simulation_add_source(sim, c));
    MUST(zn_simulation_init(sim));
    MUST(zn_simulation_step(sim));
    const zn_index n = zn_simulation_contact_count(sim, 0);
    for (zn_index k = 0; k < n; k++)
        gap[k] =
            zn_simulation_y(sim, zn_simulation_contact_at(sim, 0, k), 0)[0];
    return n;
}

/* Are there as many places, with such gaps, a little beside it? Not where two ways out are equally long, at which pairs
 * that are deep in each other come to lie when they are moved to and fro. */
static bool is_one_way(const compound *a, const compound *b, zn_index n,
                       const double gap[])
{
    double other[MOST], way[3];

    for (int k = 0; k < 8; k++) {
        compound beside = *b;
        disturb(b->pose, 1e-7, beside.pose);
        if (by_parts(a, &beside, 0.02, other, way) != n)
            return false;
        qsort(other, (size_t)n, sizeof *other, less);
        for (zn_index i = 0; i < n; i++)
            if (fabs(other[i] - gap[i]) > 1e-6)
                return false;
    }
    return true;
}

/* Two of them, the second one where the least gap of all parts is `want`. @return how many gaps there are */
static zn_index two(compound *a, compound *b, double want, double gap[])
{
    double way[3];
    zn_index n;

    do {
        make(a, 0);
        make(b, 0.8);
        for (int k = 0; k < 20; k++) {
            n = by_parts(a, b, 4, gap, way);
            qsort(gap, (size_t)n, sizeof *gap, less);
            for (int i = 0; i < 3; i++)
                b->pose[i] += (gap[0] - want) * way[i];
        }
        n = by_parts(a, b, 0.02, gap, way);
        qsort(gap, (size_t)n, sizeof *gap, less);
    } while (n == 0 || fabs(gap[0] - want) > 1e-9 || !is_one_way(a, b, n, gap));
    return n;
}

START_TEST(places_of_a_body_are_those_of_its_parts)
{
    double gap[MOST], said[MOST];
    compound a, b;

    shapes_seed = 0x9e3779b97f4a7c15u * (unsigned)(_i + 1);
    const zn_index n = two(&a, &b, 1e-3 * (_i % 7 - 3), gap);
    ck_assert_int_eq(announced(&a, &b, said), n);
    qsort(said, (size_t)n, sizeof *said, less);
    for (zn_index k = 0; k < n; k++)
        ck_assert_double_eq_tol(said[k], gap[k], 1e-12); /* sizes are about 1 */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("compound bodies");
    TCase *tc = tcase_create("compound");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_loop_test(tc, places_of_a_body_are_those_of_its_parts, 0, 150);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
