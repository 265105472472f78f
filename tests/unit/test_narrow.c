/* test_narrow.c - classes that find where two shapes touch: other libraries as oracles of ours
 *
 * The gap is the largest that a plane leaves between two shapes. So whatever another library
 * says of a pair, the gap along its normal may not be more than ours; if it is, ours is wrong,
 * and nobody needs to be trusted for that. And where it finds the same to `tol`, which it does
 * for the share of poses that is listed below, both are right.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/comma.h"
#include "tests/unit/shapes.h"

#include <unistd.h>

#include <zeno/narrow.h>
#include <zeno/plugin.h>

enum { SOLIDS = 6, CONVEX = 5, POSES = 300 };
static const double AT_LENGTH = 0.02; /* gaps near zero: of shapes of size 1 */

static solid one[SOLIDS];
static double prism[36];
static zn_narrow *w;
static zn_touch ours[ZN_TOUCH_MOST], theirs[ZN_TOUCH_MOST];

static void setup(void)
{
    scene_setup();
    shapes_seed = 11;
    for (int i = 0; i < 12; i++) {
        prism[3 * i] = 0.5 * cos(acos(-1) / 3 * (i + 0.3));
        prism[3 * i + 1] = 0.5 * sin(acos(-1) / 3 * (i + 0.3));
        prism[3 * i + 2] = i < 6 ? -0.4 : 0.4;
    }
    one[0] = sphere(0.4);
    one[1] = box(0.6, 1.1, 0.8);
    one[2] = capsule(0.2, 0.9);
    one[3] = cylinder(0.4, 0.7);
    one[4] = hull(12, prism);
    one[5] = (solid){0};
    MUST(zn_shape_plane(ctx, &one[5].shape));
}

static void teardown(void)
{
    zn_narrow_free(w);
    w = NULL;
    for (int i = 0; i < SOLIDS; i++)
        zn_shape_free(one[i].shape);
    scene_teardown();
}

/* ---- our own, by its name ---------------------------------------------------------- */

START_TEST(the_exact_class_is_ours)
{
    double pa[7], pb[7];
    zn_index n, m;

    MUST(zn_narrow_new(ctx, "exact", &w));
    ck_assert_str_eq(zn_narrow_class(w)->type.name, "exact");
    random_pose(0.1, pa);
    random_pose(0.3, pb);
    n = touch(&one[1], pa, &one[3], pb, 0.1, ours);
    MUST(zn_narrow_touch(w, one[1].shape, pa, one[3].shape, pb, 0.1, theirs,
                         &m));
    ck_assert_int_gt(n, 0);
    ck_assert_int_eq(m, n);
    ck_assert_mem_eq(ours, theirs, (size_t)n * sizeof *ours);
}
END_TEST

/* A ball of radius 0.1 over the ground, half of that above it, in steps of 1 ms. */
static zn_ds *falling_ball(zn_source *src)
{
    const double q0[7] = {0, 0, 0.15, 1}, v0[6] = {0}, m = 1;
    const double I[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, weight[3] = {0, 0, -10};
    zn_shape *ball, *floor;
    zn_law *law;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", "body", 6, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, I));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, weight));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_shape_sphere(ctx, 0.1, &ball));
    MUST(zn_shape_plane(ctx, &floor));
    MUST(zn_collision_attach(src, &(zn_collider){.ds = ds, .shape = ball},
                             NULL));
    MUST(zn_collision_attach(src, &(zn_collider){.shape = floor}, NULL));
    MUST(zn_law_friction(ctx, 3, 0, 0, 0.5, &law));
    MUST(zn_collision_law(src, 0, 0, law));
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_add_source(sim, src));
    MUST(zn_simulation_set_time(sim, 0, 1e-3, 0.3));
    return ds;
}

START_TEST(what_cannot_be_says_so)
{
    const double at[7] = {0, 0, 0, 1, 0, 0, 0};
    char word[8];
    zn_source *src;
    zn_index n = 1;

    REFUSED(zn_narrow_new(ctx, "wide", &w), ZN_ENOENT, "wide");
    ck_assert_ptr_null(w);
    MUST(zn_narrow_new(ctx, "exact", &w));
    ck_assert(!zn_narrow_meets(w, one[5].shape, one[5].shape));
    REFUSED(zn_narrow_touch(w, one[5].shape, at, one[5].shape, at, 1, ours, &n),
            ZN_ENOTSUP, "narrow phase 'exact' has no contact between a plane");
    ck_assert_int_eq(n, 0);
    REFUSED(zn_narrow_set(w, "tol", "1"), ZN_ENOENT, "narrow phase");
    REFUSED(zn_narrow_get(w, "tol", word, sizeof word), ZN_ENOENT, "tol");
    MUST(zn_source_new(ctx, "collision", &src));
    MUST(zn_source_set(src, "narrow", "wide"));
    falling_ball(src);
    REFUSED(zn_simulation_init(sim), ZN_ENOENT, "wide");
}
END_TEST

/* ---- other libraries ------------------------------------------------------------------ */

typedef struct oracle {
    const char *plugin, *name;
    bool apart;                      /* does it see gaps > 0? */
    double tol;                      /* to which it means what it says, */
    double hull_tol;                 /* and of hulls, whose corners it rounds */
    double share[CONVEX][SOLIDS][2]; /* overlapping, apart: agree at least */
} oracle;

/* The shares are those that were measured, less a tenth; rows and columns: sphere, box, capsule,
 * cylinder, hull, plane. */
static const oracle oracles[] = {
    {"OdePlugin",
     "ode",
     false,
     1e-12,
     0,
     {{{1}, {1}, {1}, {1}, {0}, {1}},
      {{1}, {0.9}, {1}, {0.75}, {0}, {1}},
      {{1}, {1}, {1}, {0}, {0}, {1}},
      {{1}, {0.75}, {0}, {0}, {0}, {1}},
      {{0}, {0}, {0}, {0}, {0}, {0}}}},
    {"MujocoPlugin",
     "mujoco",
     true,
     1e-9,
     1e-6,
     {{{1, 1}, {1, 1}, {1, 1}, {0.35, 0.3}, {0.15, 0.2}, {1, 1}},
      {{1, 1}, {0.4, 0.45}, {1, 1}, {0.35, 0.35}, {0.5, 0.6}, {1, 1}},
      {{1, 1}, {1, 1}, {1, 1}, {0, 0}, {0.25, 0.2}, {1, 1}},
      {{0.25, 0.3}, {0.35, 0.35}, {0, 0}, {0.1, 0.1}, {0.35, 0.4}, {1, 1}},
      {{0.2, 0.2},
       {0.55, 0.45},
       {0.25, 0.3},
       {0.3, 0.35},
       {0.5, 0.55},
       {1, 1}}}},
};

/* Moved along the normal so that the gap is `to`. */
static void bring(const solid *a, double pa[7], const solid *b,
                  const double pb[7], double to)
{
    const zn_index n = touch(a, pa, b, pb, 10, ours);
    const zn_touch d = ours[deepest(ours, n)];

    for (int i = 0; i < 3; i++)
        pa[i] += (to - d.gap) * d.n[i];
}

/* One pose: @return do they agree? */
static bool ask(const oracle *o, int i, int j, double pa[7], double pb[7])
{
    const solid *a = &one[i], *b = &one[j];
    zn_index n, m;

    n = touch(a, pa, b, pb, 0.5, ours);
    if (!n)
        return false;
    MUST(zn_narrow_touch(w, a->shape, pa, b->shape, pb, 0.5, theirs, &m));
    if (!m)
        return false;
    const zn_touch *t = &ours[deepest(ours, n)],
                   *u = &theirs[deepest(theirs, m)];
    ck_assert_double_eq_tol(dot(u->n, u->n), 1, 1e-12);
    ck_assert_double_eq_tol(dot(u->n, u->p1) - dot(u->n, u->p2), u->gap, 1e-12);
    if (j < CONVEX) /* a plane has no other normal than its own */
        ck_assert_msg(
            gap_along(a, pa, b, pb, u->n) <= t->gap + 1e-13,
            "%s and %s: %s knows a plane that leaves %.17g, not %.17g",
            zn_shape_kind(a->shape), zn_shape_kind(b->shape), o->name,
            gap_along(a, pa, b, pb, u->n), t->gap);
    return fabs(u->gap - t->gap) <= (i == 4 || j == 4 ? o->hull_tol : o->tol);
}

static double share_of(const oracle *o, int i, int j, double gap)
{
    double pa[7], pb[7];
    int agree = 0;

    for (int k = 0; k < POSES; k++) {
        random_pose(0.2, pa);
        random_pose(0.7, pb);
        bring(&one[i], pa, &one[j], pb, gap * (0.5 + 0.5 * uniform()));
        agree += ask(o, i, j, pa, pb);
    }
    return (double)agree / POSES;
}

static const oracle *begin(int which)
{
    const oracle *o = &oracles[which];
    const char *build = getenv("ZENO_BUILDDIR");
    char path[TEST_PATH];

    snprintf(path, sizeof path, "%s/plugins", build ? build : ".");
    MUST(zn_plugin_path_add(ctx, path));
    MUST(zn_plugin_load(ctx, o->plugin));
    MUST(zn_narrow_new(ctx, o->name, &w));
    return o;
}

START_TEST(no_oracle_knows_a_larger_gap)
{
    const oracle *o = begin(_i);
    double pa[7], pb[7];

    for (int i = 0; i < CONVEX; i++)
        for (int j = 0; j < SOLIDS; j++)
            for (int k = 0; k < POSES; k++) {
                if (!zn_narrow_meets(w, one[i].shape, one[j].shape))
                    continue;
                random_pose(0.2, pa);
                random_pose(0.2 + 0.3 * (k % 3), pb);
                ask(o, i, j, pa, pb);
            }
}
END_TEST

START_TEST(near_zero_oracles_agree_as_often_as_they_did)
{
    const oracle *o = begin(_i);

    for (int i = 0; i < CONVEX; i++)
        for (int j = 0; j < SOLIDS; j++)
            for (int s = 0; s <= o->apart; s++) {
                if (!zn_narrow_meets(w, one[i].shape, one[j].shape))
                    continue;
                const double got =
                    share_of(o, i, j, s ? AT_LENGTH : -AT_LENGTH);
                ck_assert_msg(got >= o->share[i][j][s],
                              "%s and %s, %s: %s agrees on %g, not %g",
                              zn_shape_kind(one[i].shape),
                              zn_shape_kind(one[j].shape),
                              s ? "apart" : "overlapping", o->name, got,
                              o->share[i][j][s]);
            }
}
END_TEST

static zn_index pairs(zn_narrow *k, zn_touch out[CONVEX][ZN_TOUCH_MOST])
{
    double pa[7], pb[7];
    zn_index n, all = 0;

    shapes_seed = 5;
    for (int i = 0; i < CONVEX; i++) {
        random_pose(0.1, pa);
        random_pose(0.2, pb);
        if (!zn_narrow_meets(k, one[i].shape, one[1].shape))
            continue;
        MUST(zn_narrow_touch(k, one[i].shape, pa, one[1].shape, pb, 0.5, out[i],
                             &n));
        ck_assert_int_gt(n, 0);
        all += n;
    }
    return all;
}

/* What another library is told in words has points in its numbers. */
START_TEST(decimal_commas_change_nothing)
{
    static zn_touch plain[CONVEX][ZN_TOUCH_MOST], comma[CONVEX][ZN_TOUCH_MOST];
    char folder[] = "/tmp/zeno-narrow-XXXXXX";

    const oracle *o = begin(_i);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    const zn_index n = pairs(w, plain);
    zn_narrow_free(w);
    MUST(zn_narrow_new(ctx, o->name, &w));
    const bool can = comma_use(folder);
    const zn_index m = pairs(w, comma);
    if (can)
        comma_drop(folder);
    ck_assert_int_eq(rmdir(folder), 0);
    ck_assert_int_eq(m, n);
    for (int i = 0; i < CONVEX; i++)
        ck_assert_double_eq(comma[i][0].gap, plain[i][0].gap);
}
END_TEST

/* It lands with 1 m/s and stays; who sees overlaps only stops it when it has sunk in, by a step
 * at most. */
START_TEST(a_run_takes_what_they_find)
{
    const oracle *o = begin(_i);
    zn_source *src;

    MUST(zn_source_new(ctx, "collision", &src));
    MUST(zn_source_set(src, "narrow", o->name));
    const zn_ds *ds = falling_ball(src);
    MUST(zn_simulation_run(sim));
    const double z = zn_state_q(zn_simulation_state(sim), ds)[2];
    ck_assert_double_le(z, 0.1 + 1e-12 + (o->apart ? 1e-3 : 0));
    ck_assert_double_ge(z, 0.1 - 2e-3);
    ck_assert_double_eq_tol(zn_state_v(zn_simulation_state(sim), ds)[2], 0,
                            1e-9);
}
END_TEST

/* A ball that is 0.05 in the top of a cube of triangles. */
START_TEST(ode_takes_meshes)
{
    static const double corner[24] = {-.5, -.5, -.5, .5,  -.5, -.5, .5, .5,
                                      -.5, -.5, .5,  -.5, -.5, -.5, .5, .5,
                                      -.5, .5,  .5,  .5,  .5,  -.5, .5, .5};
    static const zn_index face[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7,
                                      0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5,
                                      2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    const double at[7] = {1, 2, 3, 1}, over[7] = {1.1, 2.2, 3.85, 1};
    zn_shape *cube;
    zn_index n;

    begin(_i);
    MUST(zn_shape_mesh(ctx, 8, corner, 12, face, &cube));
    for (int swap = 0; swap < 2; swap++) {
        if (swap)
            MUST(zn_narrow_touch(w, cube, at, one[0].shape, over, 0.1, theirs,
                                 &n));
        else
            MUST(zn_narrow_touch(w, one[0].shape, over, cube, at, 0.1, theirs,
                                 &n));
        ck_assert_int_ge(n, 1);
        const zn_touch *t = &theirs[deepest(theirs, n)];
        ck_assert_double_eq_tol(t->gap, -0.05, 1e-12);
        ck_assert_double_eq_tol(t->n[2], swap ? -1 : 1, 1e-12);
    }
    zn_narrow_free(w); /* before what it was asked about */
    w = NULL;
    zn_shape_free(cube);
}
END_TEST

/* ---- memory --------------------------------------------------------------------------- */

static const oracle *starving; /* NULL: our own */

static zn_status starved(const zn_allocator *alloc)
{
    const double pa[7] = {0, 0, 0, 1}, pb[7] = {0.3, 0.1, 0.2, 1};
    const char *build = getenv("ZENO_BUILDDIR");
    char path[TEST_PATH];
    zn_shape *box_ = NULL, *ball = NULL;
    zn_narrow *k = NULL;
    zn_ctx *c;
    zn_index n;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    snprintf(path, sizeof path, "%s/plugins", build ? build : ".");
    if (starving)
        st = zn_plugin_path_add(c, path);
    if (!st && starving)
        st = zn_plugin_load(c, starving->plugin);
    if (!st)
        st = zn_narrow_new(c, starving ? starving->name : "exact", &k);
    if (!st)
        st = zn_shape_box(c, (const double[3]){0.3, 0.1, 0.2}, &box_);
    if (!st)
        st = zn_shape_sphere(c, 0.4, &ball);
    if (!st)
        st = zn_narrow_touch(k, box_, pa, ball, pb, 0.1, theirs, &n);
    zn_narrow_free(k);
    zn_shape_free(box_);
    zn_shape_free(ball);
    zn_ctx_free(c);
    return st;
}

START_TEST(no_memory_is_said_and_nothing_leaks)
{
    starving = _i < 0 ? NULL : &oracles[_i];
    test_torture(starved);
}
END_TEST

static bool there(const oracle *o)
{
    const char *build = getenv("ZENO_BUILDDIR");
    char path[TEST_PATH];

    snprintf(path, sizeof path, "%s/plugins/%s.la", build ? build : ".",
             o->plugin);
    if (access(path, R_OK) == 0)
        return true;
    printf("SKIP: without the library of %s when Zeno was configured\n",
           o->plugin);
    return false;
}

int main(void)
{
    Suite *suite = suite_create("narrow phases");
    TCase *t = tcase_create("all");
    int missing = 0;

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, the_exact_class_is_ours);
    tcase_add_test(t, what_cannot_be_says_so);
    tcase_add_loop_test(t, no_memory_is_said_and_nothing_leaks, -1, 0);
    for (int i = 0; i < (int)(sizeof oracles / sizeof *oracles); i++)
        if (there(&oracles[i])) {
            tcase_add_loop_test(t, no_oracle_knows_a_larger_gap, i, i + 1);
            tcase_add_loop_test(t, near_zero_oracles_agree_as_often_as_they_did,
                                i, i + 1);
            tcase_add_loop_test(t, a_run_takes_what_they_find, i, i + 1);
            tcase_add_loop_test(t, decimal_commas_change_nothing, i, i + 1);
            if (!oracles[i].apart)
                tcase_add_loop_test(t, ode_takes_meshes, i, i + 1);
            tcase_add_loop_test(t, no_memory_is_said_and_nothing_leaks, i,
                                i + 1);
        } else {
            missing++;
        }
    suite_add_tcase(suite, t);
    const int status = test_main(suite);
    if (status)
        return status;
    return !missing ? 0 : test_in_ci() ? EXIT_FAILURE : TEST_SKIPPED;
}
