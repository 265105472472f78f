/* test_projection_sizes.c - what is small in a position: the same in metres and in
 * nanometres; joints that contradict each other are named
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static const double m = 2;

/* A bar of two units along x, in units of s metres. */
static zn_ds *bar(const char *name, double x, double s)
{
    const double q[7] = {x * s, 0, 0, 1}, v[6] = {0};
    const double I[3] = {.02 * s * s, .5 * s * s, .6 * s * s};
    const double f[3] = {0, .3 * s, -9.81 * m * s};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", name, 6, q, v, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, I));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* The same in the plane x, y. */
static zn_ds *flat(const char *name, double x, double s)
{
    const double q[3] = {x * s, 0, 0}, v[3] = {0}, f[3] = {.3 * s, -19 * s, 0};
    const double M[9] = {m, 0, 0, 0, m, 0, 0, 0, .5 * s * s};

    return linear_system(name, 3, M, NULL, NULL, q, v, f);
}

/* ---- units of length --------------------------------------------------------------------- */

static zn_interaction *hinge(const char *cls, zn_ds *a, zn_ds *b, double x)
{
    const double at[3] = {x, 0, 0}, axis[3] = {0, 1, 0};
    const bool plane = strstr(cls, "planar") != NULL;
    zn_interaction *i;
    zn_relation *r;

    if (plane)
        MUST(zn_planar_joint_new(ctx, cls, cls, a, b, at, NULL, NULL,
                                 &r));
    else
        MUST(zn_joint_new(ctx, cls, cls, a, b, at, axis, &r));
    MUST(zn_model_connect(model, b ? "middle" : "end", equality(zn_relation_ny(r)), r, a, b,
                          &i));
    return i;
}

/* A double pendulum 1 s after it was let go, in its own unit of length; *off: how far
 * its joints were apart at worst, in that unit. */
static void swing(bool plane, double s, double tol, double q[7], double *off)
{
    zn_ds *a = plane ? flat("a", .5, s) : bar("a", .5, s);
    zn_ds *b = plane ? flat("b", 1.5, s) : bar("b", 1.5, s);
    zn_interaction *j =
        hinge(plane ? "revolute-planar" : "spherical", a, NULL, 0);
    const zn_interaction *k =
        hinge(plane ? "revolute-planar" : "revolute", a, b, s);
    const int n = plane ? 2 : 3;

    *off = 0;
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, 1);
    MUST(zn_simulation_set_real(sim, "projection_tol", tol));
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        for (int i = 0; i < n; i++)
            *off = fmax(*off, fmax(fabs(zn_simulation_y(sim, j, 0)[i]),
                                   fabs(zn_simulation_y(sim, k, 0)[i])) /
                                  s);
    }
    memcpy(q, zn_simulation_q(sim, b), (plane ? 3 : 7) * sizeof *q);
    for (int i = 0; i < n; i++)
        q[i] /= s;
}

static void scaled(bool plane)
{
    double q[7] = {0}, p[7] = {0}, off;

    swing(plane, 1, 0, q, &off);
    for (int e = -10; e >= -40; e -= 10) {
        scene_teardown();
        scene_setup();
        swing(plane, ldexp(1, e), 0, p, &off);
        ck_assert_double_le(off, 4e-12); /* 1e-12 of sums of two or three lengths */
        for (int i = 0; i < 7; i++)
            CLOSE(p[i], q[i], 1e-12); /* not bits: LAPACK sums with pivots */
    }
    /* a tolerance in metres is none for nanometres */
    scene_teardown();
    scene_setup();
    swing(plane, 0x1p-30, 1e-12, p, &off);
    ck_assert_double_gt(off, 1e-9);
}

START_TEST(a_mechanism_of_nanometres_is_one_of_metres)
{
    scaled(false);
}
END_TEST

START_TEST(so_in_the_plane)
{
    scaled(true);
}
END_TEST

/* Two balls fall on the floor one above the other, with contacts projected: their overlap
 * is as small for their size. */
static double overlap(double s)
{
    const double C1 = 1, C2[2] = {-1, 1}, r1 = -s, r2 = -3 * s;
    zn_ds *a = point_mass("a", 1, 1.1 * s, 0, -9.81 * s);
    zn_ds *b = point_mass("b", 3, 4.3 * s, 0, -3 * 9.81 * s);
    zn_interaction *i, *j;
    double worst = 0;

    i = join("floor", newton(.5), 1, 1, &C1, &r1, a, NULL);
    j = join("pair", newton(.3), 1, 2, C2, &r2, a, b);
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    MUST(zn_simulation_set(sim, "projection", "direct"));
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        worst = fmax(worst, -fmin(zn_simulation_y(sim, i, 0)[0],
                                  zn_simulation_y(sim, j, 0)[0]));
    }
    return worst / s;
}

START_TEST(so_are_contacts)
{
    const double one = overlap(1);

    ck_assert_double_le(one, 1e-9);
    for (int e = -30; e <= 30; e += 20) {
        scene_teardown();
        scene_setup();
        ck_assert(overlap(ldexp(1, e)) == one);
    }
}
END_TEST

/* ---- contradictions -------------------------------------------------------------------------- */

static void tie(const char *cls, const char *name, zn_ds *a, zn_ds *b,
                const double p1[3], const double p2[3], double length)
{
    zn_interaction *i;
    zn_relation *r;

    MUST(zn_relation_new(ctx, cls, name, length > 0 ? 1 : 3, b ? 14 : 7, &r));
    MUST(zn_relation_set_constant(r, "point1", 3, 1, p1));
    MUST(zn_relation_set_constant(r, "point2", 3, 1, p2));
    if (length > 0)
        MUST(zn_relation_set_constant(r, "length", 1, 1, &length));
    MUST(zn_model_connect(model, name, equality(zn_relation_ny(r)), r, a, b,
                          &i));
}

static void refused(const char *projection, const char *who)
{
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, .01);
    MUST(zn_simulation_set(sim, "projection", projection));
    REFUSED(zn_simulation_run(sim), ZN_EINVAL, "contradict each other");
    ck_assert(strstr(zn_errmsg(ctx), who) != NULL);
    ck_assert(strstr(zn_errmsg(ctx), "off by -0.1 ") != NULL);
}

static const double left[3] = {-.5, 0, 0}, right[3] = {.5, 0, 0};

/* A bar of length 1 between balls 1.1 apart. */
START_TEST(a_bar_too_short_is_said)
{
    static const char *const projection[] = {"joints", "simultaneous"};
    const double at[3] = {0}, far[3] = {1.1, 0, 0};

    for (int k = 0; k < 2; k++) {
        scene_teardown();
        scene_setup();
        zn_ds *a = bar("a", .5, 1);
        tie("spherical", "one end", a, NULL, left, at, 0);
        tie("spherical", "other end", a, NULL, right, far, 0);
        refused(projection[k], "'other end' follows from other joints "
                               "('one end')");
    }
}
END_TEST

/* Two of them in a row between balls 2.1 apart. */
START_TEST(a_chain_too_short_is_said)
{
    const double at[3] = {0}, far[3] = {2.1, 0, 0};
    zn_ds *a = bar("a", .5, 1), *b = bar("b", 1.5, 1);

    tie("spherical", "one end", a, NULL, left, at, 0);
    tie("spherical", "middle", a, b, right, left, 0);
    tie("spherical", "other end", b, NULL, right, far, 0);
    refused("joints", "('one end', 'other end')");
}
END_TEST

/* A bar on a ball, and a rod of length 1 to a point 3 from it: nothing is dependent, the
 * rod just does not reach. */
START_TEST(a_rod_too_short_is_said)
{
    const double at[3] = {0}, far[3] = {0, 3, 0};
    zn_ds *a = bar("a", .5, 1);

    tie("spherical", "ball", a, NULL, left, at, 0);
    tie("rod", "rod", a, NULL, right, far, 1);
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, .01);
    REFUSED(zn_simulation_run(sim), ZN_UNSOLVED, "row 0 of interaction 'rod'");
}
END_TEST

/* A contact that is brought back step by step comes to zero, and may be below it by what numbers hold
 * before they vanish. */
START_TEST(what_all_but_vanishes_is_no_violation)
{
    static const char *kind[] = {"direct", "combined", "simultaneous"};
    const double C = 1;

    for (double y = 1; y > 0; y *= 1e-3) {
        zn_ds *ball = point_mass("ball", 3, -y, 0, -1);

        join("plate", newton(0), 1, 1, &C, NULL, ball, NULL);
        simulate("moreau-jean", NULL, 0, 1e-2, 1);
        MUST(zn_simulation_set(sim, "projection", kind[_i]));
        MUST(zn_simulation_step(sim));
        ck_assert_double_le(fabs(q_of(ball, 0)), fmax(1e-7 * y, 1e-280));
        scene_teardown();
        scene_setup();
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("projection_sizes");
    TCase *tc = tcase_create("core");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_mechanism_of_nanometres_is_one_of_metres);
    tcase_add_test(tc, so_in_the_plane);
    tcase_add_test(tc, so_are_contacts);
    tcase_add_test(tc, a_bar_too_short_is_said);
    tcase_add_test(tc, a_chain_too_short_is_said);
    tcase_add_test(tc, a_rod_too_short_is_said);
    tcase_add_loop_test(tc, what_all_but_vanishes_is_no_violation, 0, 3);
    suite_add_tcase(s, tc);
    return test_main(s);
}
