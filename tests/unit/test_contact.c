/* test_contact.c - contact relations and joints of rigid bodies
 * CK-...: numbers of a program apart from this one, doc/rigid-bodies.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

/* Two bodies somewhere, stacked, and their velocities. */
static double q[14] = {0, 0, 1, 0, 0, 0, 0, .5, -.25, -1, .5, -.5, .5, .5};
static const double v[12] = {.3,  -.7, .2, 1.1, -.4, .6,
                             -.5, .8,  .1, .7,  .9,  -1.3};
static zn_ds *body[2];

static void setup(void)
{
    const double m = 1, I[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, v0[6] = {0};
    char name[] = "body 1";

    scene_setup();
    for (int i = 0; i < 4; i++)
        q[3 + i] = (i + 1) / sqrt(30);
    for (int b = 0; b < 2; b++) {
        name[5] = (char)('1' + b);
        MUST(zn_ds_new(ctx, "newton-euler", name, 6, q + 7 * b, v0, &body[b]));
        MUST(zn_ds_set_constant(body[b], "mass", 1, 1, &m));
        MUST(zn_ds_set_constant(body[b], "inertia", 3, 3, I));
        MUST(zn_model_add_ds(model, body[b]));
    }
}

/* A relation in use, so that it is sealed with the model. */
static zn_relation *use(zn_relation *r, zn_index ny)
{
    zn_interaction *a;

    MUST(zn_model_connect(model, zn_relation_name(r), equality(ny), r, body[0],
                          zn_relation_nq(r) > 7 ? body[1] : NULL, &a));
    MUST(zn_model_seal(model));
    return r;
}

static zn_relation *relation(const char *cls, zn_index ny, zn_index nq)
{
    zn_relation *r;

    MUST(zn_relation_new(ctx, cls, cls, ny, nq, &r));
    return r;
}

static void constant(zn_relation *r, const char *op, zn_index n, double a,
                     double b, double c)
{
    const double x[3] = {a, b, c};

    MUST(zn_relation_set_constant(r, op, n, 1, x));
}

/* y at the positions moved along v for a time s */
static void moved(const zn_relation *r, double s, double y[])
{
    double to[14], w[12];

    for (int i = 0; i < 12; i++)
        w[i] = s * v[i];
    for (int b = 0; b < 14; b += 7)
        zn_ds_retract(body[b / 7], q + b, w + 6 * b / 7, to + b);
    MUST(zn_relation_class(r)->output(r, NULL, 0, to, NULL, y));
}

/* u = H v at q */
static void velocity(const zn_relation *r, const double at[], double u[])
{
    const zn_index ny = zn_relation_ny(r);
    double H[6 * 12];

    MUST(zn_relation_class(r)->jac_v(r, NULL, 0, at, NULL, H));
    memset(u, 0, (size_t)ny * sizeof *u);
    for (zn_index j = 0; j < zn_relation_nq(r) / 7 * 6; j++)
        for (zn_index k = 0; k < ny; k++)
            u[k] += H[k + j * ny] * v[j];
}

/* The first `rows` of H v are the rate of y. */
static void check_rate(const zn_relation *r, zn_index rows)
{
    const double h = 1e-5;
    double a[6], b[6], u[6];

    velocity(r, q, u);
    moved(r, h, a);
    moved(r, -h, b);
    for (zn_index k = 0; k < rows; k++)
        CLOSE(u[k], (a[k] - b[k]) / (2 * h), 1e-9); /* h^2 and eps/h */
}

/* ---- contacts ------------------------------------------------------------------- */

static void point_and_normal(unsigned nq, double *x, unsigned ny, double *out,
                             unsigned nz, double *z)
{
    const double P[9] = {.1, .2, .3, .1, .2, .3, 0, .6, .8};

    (void)x, (void)nz, (void)z;
    ck_assert_uint_eq(nq, 14);
    ck_assert_uint_eq(ny, 9);
    memcpy(out, P, sizeof P);
}

START_TEST(rows_are_those_of_the_theory)
{
    /* CK-3, row by row */
    static const double CT[3][12] = {
        {0, .6, .8, -.42, .16, .38, 0, -.6, -.8, -.24, -.42, -.32},
        {1, 0, 0, -.5333333333333, .04666666666667, -.4933333333333, -1, 0, 0,
         -.45, 0, -1.3},
        {0, .8, -.6, -.2266666666667, .1133333333333, .3733333333333, 0, -.8,
         .6, -.32, -1.31, .24}};
    zn_relation *r = relation("contact", 3, 14);
    double H[36];

    MUST(zn_relation_set_function(r, "points", (zn_fn *)point_and_normal));
    use(r, 3);
    MUST(zn_relation_class(r)->jac_v(r, NULL, 0, q, NULL, H));
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 12; j++)
            CLOSE(H[k + 3 * j], CT[k][j], 1e-13);
}
END_TEST

static zn_relation *sphere_plane(zn_index ny)
{
    zn_relation *r = relation("sphere-plane", ny, 7);

    constant(r, "radius", 1, .3, 0, 0);
    constant(r, "normal", 3, .48, .6, -.64);
    constant(r, "offset", 1, .2, 0, 0);
    return use(r, ny);
}

static zn_relation *point_plane(zn_index ny)
{
    zn_relation *r = relation("point-plane", ny, 7);

    constant(r, "point", 3, .2, -.1, .4);
    constant(r, "normal", 3, 0, .6, .8);
    constant(r, "offset", 1, .2, 0, 0);
    return use(r, ny);
}

static zn_relation *sphere_sphere(zn_index ny)
{
    zn_relation *r = relation("sphere-sphere", ny, 14);

    constant(r, "radius1", 1, .3, 0, 0);
    constant(r, "radius2", 1, .5, 0, 0);
    return use(r, ny);
}

START_TEST(gaps_are_distances)
{
    double y;

    moved(sphere_plane(1), 0, &y); /* n.x - d - a */
    CLOSE(y, -.64 - .2 - .3, 1e-15);
    scene_teardown();
    setup();
    moved(sphere_sphere(1), 0, &y);
    CLOSE(y, sqrt(.25 + .0625 + 4) - .8, 1e-15);
    scene_teardown();
    setup();
    moved(point_plane(1), 0, &y);
    double P[3] = {.2, -.1, .4};
    zn_rotate(q + 3, P, P);
    CLOSE(y, .6 * P[1] + .8 * (1 + P[2]) - .2, 1e-15);
}
END_TEST

START_TEST(gap_rates_are_differences)
{
    static zn_relation *(*const make[])(zn_index) = {sphere_plane, point_plane,
                                                     sphere_sphere};
    static const zn_index rows[] = {1, 3, 5, 6};

    for (int c = 0; c < 3; c++)
        for (int k = 0; k < 4; k++) {
            scene_teardown();
            setup();
            check_rate(make[c](rows[k]), 1);
        }
}
END_TEST

/* Velocity of the material point P of a body, and its angular velocity, from the
 * motion itself. */
static void material(int b, const double P[3], double out[3], double omega[3])
{
    double arm[3];

    zn_rotate(q + 7 * b + 3, v + 6 * b + 3, omega);
    for (int i = 0; i < 3; i++)
        arm[i] = P[i] - q[7 * b + i];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = v[6 * b + i] + omega[j] * arm[k] - omega[k] * arm[j];
    }
}

START_TEST(tangents_and_spins_are_relative_velocities)
{
    zn_relation *r = sphere_sphere(6);
    double n[3], E[9], u[6], d = 0, P[2][3], V[2][3], W[2][3];
    const double radius[2] = {.3, -.5};

    for (int i = 0; i < 3; i++)
        d += (q[i] - q[7 + i]) * (q[i] - q[7 + i]);
    for (int i = 0; i < 3; i++)
        n[i] = (q[i] - q[7 + i]) / sqrt(d);
    zn_contact_frame(n, E);
    for (int b = 0; b < 2; b++) {
        for (int i = 0; i < 3; i++)
            P[b][i] = q[7 * b + i] - radius[b] * n[i];
        material(b, P[b], V[b], W[b]);
    }
    velocity(r, q, u);
    for (int k = 0; k < 3; k++) {
        double rel = 0, turn = 0;
        for (int i = 0; i < 3; i++) {
            rel += E[i + 3 * k] * (V[0][i] - V[1][i]);
            turn += E[i + 3 * k] * (W[0][i] - W[1][i]);
        }
        CLOSE(u[k], rel, 1e-14);
        CLOSE(u[k ? 2 + k : 5], turn, 1e-14); /* t1, t2, then the spin */
    }
}
END_TEST

/* gamma of y'' = H v' + gamma, against second differences of y. */
static void check_acceleration(const zn_relation *r, zn_index rows)
{
    const double h = 1e-4;
    double a[6], b[6], c[6], got[6], qdot[14];

    for (int k = 0; k < 2; k++)
        zn_ds_qdot(body[k], q + 7 * k, v + 6 * k, qdot + 7 * k);
    MUST(zn_relation_class(r)->acceleration(r, NULL, 0, q, qdot, got));
    moved(r, h, a);
    moved(r, 0, b);
    moved(r, -h, c);
    for (zn_index k = 0; k < rows; k++) /* h^2 and eps/h^2 */
        CLOSE(got[k], (a[k] - 2 * b[k] + c[k]) / (h * h), 1e-6);
}

START_TEST(accelerations_of_gaps)
{
    check_acceleration(sphere_plane(3), 1);
    scene_teardown();
    setup();
    check_acceleration(point_plane(3), 1);
    scene_teardown();
    setup();
    check_acceleration(sphere_sphere(3), 1);
}
END_TEST

/* ---- in the plane ----------------------------------------------------------------- */

static double pq[6] = {.2, 1, .7, -.4, .3, -1.1};
static const double pv[6] = {.5, -.3, 1.2, .4, .9, -.8};

static zn_relation *planar(const char *cls, zn_index ny)
{
    const bool two = strcmp(cls, "disc-disc") == 0;
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    zn_relation *r = relation(cls, ny, two ? 6 : 3);
    zn_ds *d[2] = {NULL, NULL};
    zn_interaction *a;

    for (int b = 0; b <= two; b++)
        d[b] = linear_system(b ? "two" : "one", 3, M, NULL, NULL, pq + 3 * b,
                             pv + 3 * b, NULL);
    if (two) {
        constant(r, "radius1", 1, .3, 0, 0);
        constant(r, "radius2", 1, .2, 0, 0);
    } else {
        if (strcmp(cls, "disc-line") == 0)
            constant(r, "radius", 1, .3, 0, 0);
        else
            constant(r, "point", 2, .2, -.4, 0);
        constant(r, "normal", 2, -.6, .8, 0);
        constant(r, "offset", 1, .1, 0, 0);
    }
    MUST(zn_model_connect(model, cls, equality(ny), r, d[0], d[1], &a));
    MUST(zn_model_seal(model));
    return r;
}

START_TEST(planar_contacts)
{
    static const char *const cls[] = {"disc-line", "point-line", "disc-disc"};

    for (int c = 0; c < 3; c++)
        for (zn_index ny = 1; ny <= 3; ny++) {
            const double h = 1e-5;
            double H[18], u[3] = {0}, a[3], b[3], to[6];
            scene_teardown();
            scene_setup();
            const zn_relation *r = planar(cls[c], ny);
            const zn_index nq = zn_relation_nq(r);
            MUST(zn_relation_class(r)->jac_v(r, NULL, 0, pq, NULL, H));
            for (zn_index j = 0; j < nq; j++)
                for (zn_index k = 0; k < ny; k++)
                    u[k] += H[k + j * ny] * pv[j];
            for (int i = 0; i < 6; i++)
                to[i] = pq[i] + h * pv[i];
            MUST(zn_relation_class(r)->output(r, NULL, 0, to, NULL, a));
            for (int i = 0; i < 6; i++)
                to[i] = pq[i] - h * pv[i];
            MUST(zn_relation_class(r)->output(r, NULL, 0, to, NULL, b));
            CLOSE(u[0], (a[0] - b[0]) / (2 * h), 1e-9);
            /* a disc of radius a: t.v - a w, t = (-n2, n1) = (-.8, -.6) */
            if (c == 0 && ny > 1)
                CLOSE(u[1], -.8 * pv[0] - .6 * pv[1] - .3 * pv[2], 1e-15);
            if (ny > 2)
                CLOSE(u[2], pv[2] - (nq > 3 ? pv[5] : 0), 1e-15);
        }
}
END_TEST

/* ---- joints ------------------------------------------------------------------------- */

static const char *const joints[] = {
    "spherical", "universal", "revolute",      "cylindrical",
    "prismatic", "planar",    "point-on-line", "point-on-plane",
    "fixed",     "screw",     "axis-turn",     "axis-slide",
    "gear",      "coupler",   "bevel-gear",    "rack",
    "slide-coupler"};

static zn_relation *seen_joint(const char *cls, const zn_ds *d1,
                               const zn_ds *d2)
{
    static const double point[3] = {.1, .2, -.3}, axis[3] = {1, 2, -2};
    const zn_gear pair[2] = {{{.1, .2, -.3}, {1, 2, -2}, .3},
                             {{-.3, .5, -.1}, {2, 1, 2}, -.7}};
    zn_relation *r;

    if (strstr(cls, "gear") || strstr(cls, "coupler") ||
        strcmp(cls, "rack") == 0)
        MUST(zn_gear_new(ctx, cls, "joint", d1, d2, pair, &r));
    else
        MUST(zn_joint_new(ctx, cls, "joint", d1, d2, point, axis, &r));
    return r;
}

/* A row that a body moves by going along is of a length, and its multiplier a force; what it only turns is an
 * angle. (A tooth's row is a length, though wheels turn, and that of a screw an angle, though it advances.) */
static void check_lengths(const zn_relation *r, const char *cls)
{
    const zn_index ny = zn_relation_ny(r), n = ny - (strcmp(cls, "screw") == 0);
    double H[6 * 12];

    if (strstr(cls, "gear") || strstr(cls, "coupler") || strcmp(cls, "rack") == 0)
        return;
    MUST(zn_relation_class(r)->jac_v(r, NULL, 0, q, NULL, H));
    for (zn_index k = 0; k < n; k++) {
        const double moved = fabs(H[k]) + fabs(H[k + ny]) + fabs(H[k + 2 * ny]);
        ck_assert_msg(zn_relation_class(r)->forces(r, k) == (moved > 1e-9), "%s, row %td: %g",
                      cls, k, moved);
    }
}

/* Joints made from what is seen hold at the beginning, and H v is the rate of h, at
 * positions where they hold and where they do not. */
START_TEST(joints_have_exact_rows)
{
    double keep[14];

    memcpy(keep, q, sizeof q);
    for (size_t c = 0; c < sizeof joints / sizeof *joints; c++)
        for (int world = 0; world < 2; world++) {
            double y[6];
            scene_teardown();
            setup();
            zn_relation *r =
                seen_joint(joints[c], body[0], world ? NULL : body[1]);
            if (strcmp(joints[c], "screw") == 0)
                constant(r, "pitch", 1, .3, 0, 0);
            else if (strncmp(joints[c], "axis", 4) == 0)
                constant(r, "sign", 1, -1, 0, 0);
            use(r, zn_relation_ny(r));
            moved(r, 0, y);
            for (zn_index k = 0; k < zn_relation_ny(r); k++)
                ck_assert_msg(fabs(y[k]) < 1e-15, "%s: y[%td] = %g", joints[c],
                              k, y[k]);
            check_rate(r, zn_relation_ny(r));
            check_acceleration(r, zn_relation_ny(r));
            check_lengths(r, joints[c]);
            for (int b = 0; b < 2; b++) {
                const double far[6] = {.1 + b, -.2, .3, .5, -.4 * b, .2};
                zn_ds_retract(body[b], q + 7 * b, far, q + 7 * b);
            }
            check_rate(r, zn_relation_ny(r));
            check_acceleration(r, zn_relation_ny(r));
            memcpy(q, keep, sizeof q);
        }
}
END_TEST

/* CK-5 ... CK-7: h and rows, with points and axes in the bodies. */
START_TEST(joint_rows_are_those_of_the_theory)
{
    static const double d[3] = {-3.533333333333e-01, 5.833333333333e-01,
                                1.726666666667e+00};
    static const double orth[13] = {6.666666666667e-01,
                                    0,
                                    0,
                                    0,
                                    0,
                                    7.333333333333e-01,
                                    -1.333333333333e-01,
                                    0,
                                    0,
                                    0,
                                    6.666666666667e-01,
                                    0,
                                    3.333333333333e-01};
    static const double slide[13] = {3.533333333333e-01,
                                     -1,
                                     0,
                                     0,
                                     1.266666666667e-01,
                                     4.133333333333e-01,
                                     .04,
                                     1,
                                     0,
                                     0,
                                     6.833333333333e-01,
                                     0,
                                     2.026666666667e+00};
    zn_relation *r = relation("cylindrical", 4, 14);
    double y[4], H[48];

    constant(r, "point1", 3, .2, -.1, .4);
    constant(r, "point2", 3, -.3, 0, .1);
    constant(r, "axis1", 3, 1, 0, 0);
    constant(r, "normal21", 3, 0, 1, 0);
    constant(r, "normal22", 3, 0, 0, 1);
    use(r, 4);
    moved(r, 0, y);
    MUST(zn_relation_class(r)->jac_v(r, NULL, 0, q, NULL, H));
    CLOSE(y[0], orth[0], 1e-12);
    CLOSE(y[2], slide[0], 1e-12);
    for (int j = 0; j < 12; j++) {
        CLOSE(H[4 * j], orth[1 + j], 1e-12);
        CLOSE(H[2 + 4 * j], slide[1 + j], 1e-12);
    }
    scene_teardown();
    setup();
    r = relation("spherical", 3, 14);
    constant(r, "point1", 3, .2, -.1, .4);
    constant(r, "point2", 3, -.3, 0, .1);
    use(r, 3);
    moved(r, 0, y);
    for (int i = 0; i < 3; i++)
        CLOSE(y[i], d[i], 1e-12);
}
END_TEST

/* CK-8 is half of the orientation rows: they are angles here. */
START_TEST(a_rod_and_a_turn)
{
    static const double turn[3] = {1.825741858351e-01, -3.651483716701e-01,
                                   7.302967433402e-01};
    double y[6], P[3] = {.2, -.1, .4}, Q[3] = {-.3, 0, .1}, s = 0;
    zn_relation *r = relation("fixed", 6, 14);

    use(r, 6);
    moved(r, 0, y);
    for (int i = 0; i < 3; i++)
        CLOSE(y[3 + i], 2 * turn[i], 1e-12);
    scene_teardown();
    setup();
    r = relation("rod", 1, 14);
    constant(r, "point1", 3, .2, -.1, .4);
    constant(r, "point2", 3, -.3, 0, .1);
    constant(r, "length", 1, 1.5, 0, 0);
    use(r, 1);
    moved(r, 0, y);
    zn_rotate(q + 3, P, P);
    zn_rotate(q + 10, Q, Q);
    for (int i = 0; i < 3; i++)
        s += pow(q[i] + P[i] - q[7 + i] - Q[i], 2);
    CLOSE(y[0], (s - 2.25) / 2, 1e-14);
    check_rate(r, 1);
}
END_TEST

/* ---- faults --------------------------------------------------------------------------- */

static void long_normal(unsigned nq, double *x, unsigned ny, double *out,
                        unsigned nz, double *z)
{
    (void)nq, (void)x, (void)ny, (void)nz, (void)z;
    out[6] = 2;
}

START_TEST(what_cannot_be_is_named)
{
    zn_interaction *a;
    zn_relation *r = relation("sphere-plane", 4, 14);
    double y[4];

    MUST(zn_model_connect(model, "a", equality(4), r, body[0], body[1], &a));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "ny = 4, must be 1 (gap), 3");
    REFUSED(zn_model_seal(model), ZN_EINVAL, "nq = 14, must be 7");
    REFUSED(zn_model_seal(model), ZN_EINVAL, "normal is not given");
    scene_teardown();
    setup();
    r = relation("sphere-sphere", 3, 14);
    constant(r, "radius1", 1, .1, 0, 0);
    constant(r, "radius2", 1, -.2, 0, 0);
    MUST(zn_model_connect(model, "a", equality(3), r, body[0], body[1], &a));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "radius2 = -0.2, must be > 0");
    scene_teardown();
    setup();
    r = relation("contact", 1, 7);
    MUST(zn_relation_set_function(r, "points", (zn_fn *)long_normal));
    use(r, 1);
    REFUSED(zn_relation_class(r)->output(r, NULL, 0, q, NULL, y), ZN_EDOM,
            "has length 2, must be 1");
    scene_teardown();
    setup();
    MUST(zn_relation_new(ctx, "revolute", "hinge", 5, 14, &r));
    MUST(zn_model_connect(model, "a", equality(5), r, body[0], body[1], &a));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "axis1 is not given");
    const double none[3] = {0};
    REFUSED(zn_joint_new(ctx, "revolute", "hinge", body[0], NULL, none, none, &r), ZN_EINVAL,
            "has no direction");
    REFUSED(zn_joint_new(ctx, "linear", "a", body[0], NULL, none, none, &r), ZN_EINVAL,
            "'linear' is no joint; there is: spherical, universal, revolute");
    REFUSED(zn_joint_new(ctx, "hinge", "a", body[0], NULL, none, none, &r), ZN_ENOENT,
            "joint 'a': 'hinge' is no joint; there is: spherical,");
    ck_assert_ptr_null(strstr(zn_errmsg(ctx), "linear"));
    ck_assert_ptr_null(strstr(zn_errmsg(ctx), "-planar"));
    REFUSED(zn_joint_new(ctx, "revolute", "hinge", body[0], NULL, NULL, none, &r), ZN_EINVAL,
            "point is not given");
    ck_assert_ptr_null(r);
    REFUSED(zn_joint_new(ctx, "spherical", "pin", NULL, NULL, none, NULL, &r), ZN_EINVAL,
            "first body is not given");
    REFUSED(zn_joint_between(ctx, "rod", "rod", body[0], NULL, none, NULL, &r), ZN_EINVAL,
            "point on body 2 is not given");
}
END_TEST

/* Normals that are numbers are looked at before any step. */
START_TEST(normals_are_looked_at_beforehand)
{
    zn_relation *r = relation("sphere-plane", 1, 7);

    constant(r, "radius", 1, .1, 0, 0);
    constant(r, "normal", 3, 0, 1.2, 0.5); /* the offset is 0 */
    MUST(zn_model_connect(model, "a", equality(1), r, body[0], NULL, NULL));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "normal (0, 1.2, 0.5) has length 1.3, must be 1");
}
END_TEST

/* Of an axis the direction counts: where its square overflows, too, and where that vanishes. */
START_TEST(axes_of_any_length)
{
    static const double scale[3] = {1, 0x1p1000, 0x1p-1050};
    double y[3][5];

    for (int k = 0; k < 3; k++) {
        const double axis[3] = {scale[k], -2 * scale[k], 2 * scale[k]}, point[3] = {.1, .2, .3};
        zn_relation *r;
        scene_teardown();
        setup();
        MUST(zn_joint_new(ctx, "revolute", "hinge", body[0], body[1], point, axis, &r));
        use(r, 5);
        moved(r, .1, y[k]);
        ck_assert_mem_eq(y[k], y[0], sizeof y[0]);
    }
    ck_assert_double_gt(fabs(y[0][3]), 1e-2); /* and it is not where it was */
}
END_TEST

int main(void)
{
    Suite *s = suite_create("contact");
    TCase *tc = tcase_create("contact");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_test(tc, rows_are_those_of_the_theory);
    tcase_add_test(tc, gaps_are_distances);
    tcase_add_test(tc, gap_rates_are_differences);
    tcase_add_test(tc, tangents_and_spins_are_relative_velocities);
    tcase_add_test(tc, accelerations_of_gaps);
    tcase_add_test(tc, planar_contacts);
    tcase_add_test(tc, joints_have_exact_rows);
    tcase_add_test(tc, joint_rows_are_those_of_the_theory);
    tcase_add_test(tc, a_rod_and_a_turn);
    tcase_add_test(tc, what_cannot_be_is_named);
    tcase_add_test(tc, normals_are_looked_at_beforehand);
    tcase_add_test(tc, axes_of_any_length);
    suite_add_tcase(s, tc);
    return test_main(s);
}
