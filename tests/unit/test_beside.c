/* test_beside.c - a body of several shapes side by side is touched as the one body that they make
 *
 * A slab is cut into tiles, at random places; what touches it has to meet neither their edges nor
 * their sides. The judge is the slab in one piece, a convex shape.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/relation.h"
#include "tests/unit/shapes.h"

enum { KINDS = 6, CUTS = 3, MOST = ZN_TOUCH_MOST * CUTS * CUTS };

static const double whole[3] = {3, 2.4, 0.8};

/* What touches, its size about 0.3. */
static solid mover(int kind)
{
    static double corner[24];

    for (int i = 0; i < 24; i++)
        corner[i] = 0.2 * ((i / 3 >> i % 3 & 1 ? 1 : -1) + 0.4 * uniform());
    switch (kind) {
    case 0:
        return sphere(0.2);
    case 1:
        return box(0.3, 0.4, 0.25);
    case 2:
        return capsule(0.1, 0.4);
    case 3:
        return hull(8, corner);
    case 4:
        return cylinder(0.2, 0.3);
    default:
        return cone(0.2, 0.1, 0.3);
    }
}

/* A body and a slab that stand still, and what the source announces of them. */
typedef struct place {
    double gap, n[3];
} place;

static zn_ds *body(const double pose[7])
{
    const double none[6] = {0}, mass = 1;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", "a", 6, pose, none, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &mass));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, (const double[]){1, 1, 1}));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static void begin(zn_source *c)
{
    zn_law *law;

    MUST(zn_law_friction(ctx, 3, 0, 0, 0.3, &law));
    MUST(zn_collision_law(c, 0, 0, law));
    simulate("moreau-jean", NULL, 0, 1e-9, 1);
    MUST(zn_simulation_add_source(sim, c));
    MUST(zn_simulation_init(sim));
}

static zn_index announced(place out[])
{
    MUST(zn_simulation_step(sim));
    const zn_index n = zn_simulation_contact_count(sim, 0);
    ck_assert_int_le(n, MOST);
    for (zn_index k = 0; k < n; k++) {
        const zn_interaction *a = zn_simulation_contact_at(sim, 0, k);
        const zni_shape_contact *d = zn_interaction_data(a);
        out[k].gap = zn_simulation_y(sim, a, 0)[0];
        memcpy(out[k].n, d->n, sizeof d->n);
    }
    return n;
}

/* @return its number */
static zn_index attach(zn_source *c, zn_ds *ds, zn_shape *shape,
                       const double base[7], const double x[3])
{
    zn_index id;

    const double in[7] = {x[0], x[1], x[2], 1, 0, 0, 0};
    double pose[7];

    compose(base, in, pose);
    MUST(zn_collision_attach(
        c, &(zn_collider){.ds = ds, .shape = shape, .pose = pose}, &id));
    return id;
}

/* A box of that size at `base`, cut at random, in an order at random. */
static void attach_tiles(zn_source *c, zn_ds *ds, const double size[3],
                         const double base[7])
{
    double cut[2][CUTS + 1];
    int order[CUTS * CUTS];

    for (int i = 0; i < 2; i++) {
        for (int k = 0; k <= CUTS; k++)
            cut[i][k] = size[i] * ((double)k / CUTS - 0.5);
        for (int k = 1; k < CUTS; k++)
            cut[i][k] += size[i] * 0.08 * uniform();
    }
    for (int k = 0; k < CUTS * CUTS; k++) {
        const int at = (int)((uniform() + 1) / 2 * (k + 1)) % (k + 1);
        order[k] = order[at];
        order[at] = k;
    }
    for (int k = 0; k < CUTS * CUTS; k++) {
        const int i = order[k] % CUTS, j = order[k] / CUTS;
        const double part[3] = {cut[0][i + 1] - cut[0][i],
                                cut[1][j + 1] - cut[1][j], size[2]};
        const double x[3] = {(cut[0][i] + cut[0][i + 1]) / 2,
                             (cut[1][j] + cut[1][j + 1]) / 2, 0};
        zn_shape *s;
        MUST(zn_shape_box(ctx, part, &s));
        attach(c, ds, s, base, x);
    }
}

/* Moves a to where its gap to b is `want`, along the way there. @return done */
static bool bring(const solid *a, double pa[7], const solid *b,
                  const double pb[7], double want, zn_touch *out)
{
    zn_touch t[ZN_TOUCH_MOST];

    for (int k = 0; k < 20; k++) {
        const zn_index n = touch(a, pa, b, pb, 10, t);
        if (n == 0)
            return false;
        *out = t[deepest(t, n)];
        if (fabs(out->gap - want) < 1e-14)
            return true;
        for (int i = 0; i < 3; i++)
            pa[i] -= (out->gap - want) * out->n[i];
    }
    return fabs(out->gap - want) < 1e-12;
}

/* Over the slab, its face, or standing across its rim; level, or turned at random. */
static void somewhere(const double base[7], bool rim, double pose[7])
{
    double in[7], turn[7];

    random_pose(1, turn);
    if (uniform() < 0) { /* level: about z, and a quarter about x or not */
        const double w[3] = {0, 0, 3 * uniform()};
        const double quarter[3] = {uniform() < 0 ? 0 : acos(-1) / 2, 0, 0};
        double p[4], q[4];
        zn_quaternion_exp(w, p);
        zn_quaternion_exp(quarter, q);
        zn_quaternion_product(p, q, turn + 3);
    }
    for (int i = 0; i < 2; i++)
        in[i] = (whole[i] / 2 - (rim ? 0 : 0.4)) * uniform();
    if (rim)
        in[uniform() < 0] *= 1.5;
    in[2] = whole[2] / 2 + 0.4;
    memcpy(in + 3, turn + 3, 4 * sizeof *in);
    compose(base, in, pose);
}

/* The gap that is announced is that to the slab; over its face, every normal is that of the face or
 * nothing but the way to the slab; at its rim, no normal has a part of the slab above its plane, unless
 * the slab itself has that place. */
static void as_the_slab(bool rim, bool split, int seed)
{
    const double depth[] = {3e-3, 1e-5, 0, -1e-9, -1e-4, -2e-3, -1e-2};
    zn_touch t;
    place said[MOST];
    double base[7], pose[7];
    zn_source *c;
    int tries = 0;

    shapes_seed = 0x9e3779b97f4a7c15u * (unsigned)(seed + 1);
    const solid slab = box(whole[0], whole[1], whole[2]);
    const solid a = mover(split ? 1 : seed % KINDS);
    random_pose(1, base);
    do {
        ck_assert_int_lt(++tries, 100);
        somewhere(base, rim, pose);
    } while (!bring(&a, pose, &slab, base, depth[seed / KINDS % 7], &t));
    MUST(zn_source_new(ctx, "collision", &c));
    MUST(zn_source_set(c, "reach", "0.1"));
    zn_ds *ds = body(pose);
    if (split)
        attach_tiles(c, ds, a.size, (const double[]){0, 0, 0, 1, 0, 0, 0});
    else
        MUST(zn_collision_attach(
            c, &(zn_collider){.ds = ds, .shape = a.shape}, NULL));
    attach_tiles(c, NULL, whole, base);
    begin(c);
    const zn_index n = announced(said);
    double least = INFINITY;
    for (zn_index k = 0; k < n; k++) {
        least = fmin(least, said[k].gap);
        if (!rim)
            ck_assert_msg(dot(said[k].n, t.n) > 1 - 1e-12,
                          "seed %d, place %td of %td: normal %g %g %g for %g %g %g, gap %g, of the slab %g", seed,
                          k, n, said[k].n[0], said[k].n[1], said[k].n[2],
                          t.n[0], t.n[1], t.n[2], said[k].gap, t.gap);
    }
    ck_assert_msg(fabs(least - t.gap) <= 1e-12,
                  "seed %d: least gap %.15g of %td, %.15g of the slab", seed,
                  least, n, t.gap);
    if (split)
        zn_shape_free(a.shape);
    zn_shape_free(slab.shape);
}

START_TEST(a_floor_of_tiles_is_a_floor)
{
    as_the_slab(false, false, _i);
}
END_TEST

START_TEST(a_rim_of_tiles_is_a_rim)
{
    as_the_slab(true, false, _i);
}
END_TEST

START_TEST(a_brick_of_parts_is_a_brick)
{
    as_the_slab(false, true, _i);
}
END_TEST

/* ---- tiles that go and come ----------------------------------------------------------------- */

enum { ROW = 4 };

/* Tile i of a row of them along x. */
static zn_index attach_tile(zn_source *c, int i, const double base[7])
{
    const double size[3] = {whole[0] / ROW, whole[1], whole[2]};
    const double x[3] = {((i + 0.5) / ROW - 0.5) * whole[0], 0, 0};
    zn_shape *s;

    MUST(zn_shape_box(ctx, size, &s));
    return attach(c, NULL, s, base, x);
}

/* The least gap that is announced is that to a slab from tile `from` to the one before `to`, which is farther
 * than is announced if nothing is. */
static void as_tiles(const solid *a, const double pose[7], const double base[7],
                     int from, int to, const char *when)
{
    const double mid[7] = {((from + to) / 2. / ROW - 0.5) * whole[0], 0, 0, 1};
    const solid slab = box(whole[0] * (to - from) / ROW, whole[1], whole[2]);
    place said[MOST];
    zn_touch t[ZN_TOUCH_MOST];
    double at[7], least = INFINITY;

    compose(base, mid, at);
    const zn_index n = announced(said);
    const zn_index m = touch(a, pose, &slab, at, 10, t);
    ck_assert_int_gt(m, 0);
    const double gap = t[deepest(t, m)].gap;
    for (zn_index k = 0; k < n; k++)
        least = fmin(least, said[k].gap);
    ck_assert_msg(n ? fabs(least - gap) <= 1e-12 : gap > 1e-2,
                  "%s: least gap %.15g of %td, %.15g of the slab", when, least,
                  n, gap);
    zn_shape_free(slab.shape);
}

/* Over a row of four tiles, where the third begins, stands something that reaches down beside the second
 * when the last two are gone: what was a seam is a rim then, and a seam again when they are back. */
START_TEST(a_seam_whose_tiles_go_is_a_rim)
{
    double base[7], in[7], pose[7];
    zn_source *c;
    zn_index id[ROW];
    zn_touch t;
    int tries = 0;

    shapes_seed = 0x9e3779b97f4a7c15u * (unsigned)(_i + 1);
    const solid slab = box(whole[0], whole[1], whole[2]);
    const solid a = mover(_i % KINDS);
    random_pose(1, base);
    do {
        ck_assert_int_lt(++tries, 100);
        random_pose(1, in);
        in[0] = 0.15 * uniform();
        in[1] = 0.5 * uniform();
        in[2] = whole[2] / 2 + 0.3;
        compose(base, in, pose);
    } while (!bring(&a, pose, &slab, base, _i % 2 ? -1e-3 : 1e-4, &t));
    MUST(zn_source_new(ctx, "collision", &c));
    MUST(zn_source_set(c, "reach", "0.1"));
    MUST(zn_collision_attach(
        c, &(zn_collider){.ds = body(pose), .shape = a.shape}, NULL));
    for (int i = 0; i < ROW; i++)
        id[i] = attach_tile(c, i, base);
    begin(c);
    as_tiles(&a, pose, base, 0, ROW, "whole");
    MUST(zn_collision_detach(c, id[2]));
    MUST(zn_collision_detach(c, id[3]));
    as_tiles(&a, pose, base, 0, 2, "without two");
    id[3] = attach_tile(c, 3, base);
    id[2] = attach_tile(c, 2, base);
    as_tiles(&a, pose, base, 0, ROW, "whole again");
    MUST(zn_collision_detach(c, id[0]));
    MUST(zn_collision_detach(c, id[1]));
    as_tiles(&a, pose, base, 2, ROW, "without two others");
    zn_shape_free(slab.shape);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("shapes side by side");
    TCase *tc = tcase_create("beside");
    /* six kinds, seven depths */
    const int m = test_rounds(3 * 42);

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, a_floor_of_tiles_is_a_floor, 0, m);
    tcase_add_loop_test(tc, a_rim_of_tiles_is_a_rim, 0, m);
    tcase_add_loop_test(tc, a_brick_of_parts_is_a_brick, 0, m);
    tcase_add_loop_test(tc, a_seam_whose_tiles_go_is_a_rim, 0,
                        test_rounds(10 * KINDS));
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
