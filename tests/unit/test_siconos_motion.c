/* test_siconos_motion.c - scene files of Siconos: surfaces, velocities that are prescribed, and what
 * acts along the axes of joints
 *
 * Where numbers are said to be of its runner, it was 4.4 on the same scene with the same step.
 * SPDX-License-Identifier: Apache-2.0 */
#include <malloc.h>

#include "siconos_file.h"

static zn_simulation *sim;
static zn_model *model;

static void stop(void)
{
    zn_simulation_free(sim);
    zn_model_free(model);
    sim = NULL;
    model = NULL;
    teardown();
}

static void begin(void)
{
    static const char *const groups[] = {
        "data",        "data/ref",    "data/input",
        "data/nslaws", "data/joints", "data/boundary_conditions"};
    const float ball[] = {0.2f};

    file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert(file >= 0);
    put_real(file, "dimension", 3);
    for (size_t k = 0; k < sizeof groups / sizeof *groups; k++)
        H5Gclose(group(groups[k]));
    shape("Ball", "Sphere", 1, ball);
}

/* A ball of 2 kg there, with that velocity and I = diag(1, 1, 1). */
static void ball(const char *name, const double x[3], const double v[6])
{
    const double q[4] = {1, 0, 0, 0}, I[3] = {1, 1, 1};
    char full[100];

    object(name, "Ball", 0, 2);
    snprintf(full, sizeof full, "data/input/%s", name);
    change(full, "translation", x, 3);
    change(full, "orientation", q, 4);
    change(full, "velocity", v, 6);
    change(full, "inertia", I, 3);
    snprintf(full, sizeof full, "data/input/%s/Ball-0", name);
    change(full, "translation", (double[]){0, 0, 0}, 3);
}

#define BALL(name, ...) ball(name, __VA_ARGS__)
#define ROW(...)        ((const double[]){__VA_ARGS__})

static hid_t joint(const char *name, const char *type, const char *a,
                   const double point[3], const double axis[3])
{
    char full[100];
    hid_t d;

    snprintf(full, sizeof full, "data/joints/%s", name);
    d = dataset(full, 0, 0, NULL);
    put_word(d, "type", type);
    put_word(d, "object1", a);
    if (point)
        put_reals(d, "points", 3, point);
    if (axis)
        put_reals(d, "axes", 3, axis);
    put_truth(d, "absolute", 1);
    return d;
}

/* The scene with that step, to the end at T. */
static void run_to(double step, double T)
{
    char words[60];
    const char *const set[] = {words};

    close_file();
    snprintf(words, sizeof words, "step=%.17g", step);
    ck_assert_msg(!zn_scene_read(ctx, path, 1, set, &scene), "%s",
                  zn_errmsg(ctx));
    ck_assert_msg(!zn_scene_simulation(scene, ctx, &model, &sim), "%s",
                  zn_errmsg(ctx));
    while (zn_simulation_time(sim) < T - step / 2)
        ck_assert_msg(!zn_simulation_step(sim), "%s", zn_errmsg(ctx));
}

static const double *q_of(const char *name)
{
    return zn_simulation_q(sim, zn_model_ds(model, name));
}

static const double *v_of(const char *name)
{
    return zn_simulation_v(sim, zn_model_ds(model, name));
}

/* ---- surfaces ---- */

static void ground(const char *of)
{
    object("ground", of, 0, 0);
    change("data/input/ground", "translation", ROW(0, 0, 0), 3);
    change("data/input/ground", "orientation", ROW(1, 0, 0, 0), 4);
}

/* Height (i, j) is at x_i, y_j; cells are cut from most x and least y on. */
START_TEST(height_maps_have_rows_along_x)
{
    const float z[] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
    const zn_scene_shape *s;
    double p[3], cut[3];
    hid_t d;

    begin();
    d = dataset("data/ref/Map", 3, 4, z);
    put_word(d, "type", "heightmap");
    put_reals(d, "rect", 2, ROW(4, 6));
    H5Dclose(d);
    ground("Map");
    close_file();
    take();
    s = shape_of("ground");
    ck_assert_str_eq(s->form, "height_field");
    for (zn_index k = 0; k < 12; k++) {
        const zn_index a = k % s->grid[0], b = k / s->grid[0];
        const double at[3] = {
            s->size[0] * ((double)a / (double)(s->grid[0] - 1) - 0.5),
            s->size[1] * ((double)b / (double)(s->grid[1] - 1) - 0.5),
            s->heights[k]};
        zn_rotate(s->orientation, at, p);
        /* x_i = 2 i - 2, y_j = 2 j - 3 */
        ck_assert_double_eq_tol(p[2], 10 * (p[0] + 2) / 2 + (p[1] + 3) / 2,
                                1e-12);
    }
    /* ours are cut from the corner of least x and y on */
    zn_rotate(s->orientation, ROW(1, 1, 0), cut);
    ck_assert(cut[0] < 0 && cut[1] > 0);
}
END_TEST

START_TEST(height_maps_carry)
{
    /* z = x / 10 + 1: a ball at rest under friction is r sqrt(1 + 0.01) above it */
    const float z[] = {0.8f, 0.8f, 1.2f, 1.2f};
    hid_t d;

    begin();
    d = dataset("data/ref/Map", 2, 2, z);
    put_word(d, "type", "heightmap");
    put_reals(d, "rect", 2, ROW(4, 4));
    H5Dclose(d);
    ground("Map");
    BALL("ball", ROW(0, 0, 1 + 0.2 * sqrt(1.01)), ROW(0, 0, 0, 0, 0, 0));
    law("c", "NewtonImpactFrictionNSL", 0, 1);
    run_to(1e-3, 0.1);
    ck_assert_double_eq_tol(q_of("ball")[2],
                            1 + 0.1 * q_of("ball")[0] + 0.2 * sqrt(1.01),
                            1e-5); /* g h^2, what one step falls */
}
END_TEST

/* Shape "Mesh": VTK's text of points, and of faces, each to where its corners end. */
static void mesh(const char *points, const char *ends, const char *corners,
                 double scale)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    const hsize_t one = 1;
    const hid_t space = H5Screate_simple(1, &one, NULL);
    char words[800];
    const char *text = words;
    hid_t d;

    snprintf(words, sizeof words,
             "<VTKFile type='PolyData'><PolyData><Piece><Points>"
             "<DataArray type='Float64' format='ascii'>%s</DataArray></Points>"
             "<Polys><DataArray type='Int32' Name='offsets' format='ascii'>%s"
             "</DataArray><DataArray type='Int32' Name='connectivity' "
             "format='ascii'>%s</DataArray></Polys></Piece></PolyData>"
             "</VTKFile>",
             points, ends, corners);
    H5Tset_size(type, H5T_VARIABLE);
    d = H5Dcreate2(file, "data/ref/Mesh", type, space, H5P_DEFAULT, H5P_DEFAULT,
                   H5P_DEFAULT);
    ck_assert(H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &text) >= 0);
    put_word(d, "type", "vtp");
    put_real(d, "scale", scale);
    H5Dclose(d);
    H5Sclose(space);
    H5Tclose(type);
}

START_TEST(meshes_are_scaled)
{
    begin();
    mesh("-2 -2 0 2 -2 0 2 2 .5 -2 2 .5", "4", "0 1 2 3", 2);
    ground("Mesh");
    close_file();
    take();
    ck_assert_str_eq(shape_of("ground")->form, "mesh");
    ck_assert_int_eq(shape_of("ground")->ntriangle, 2);
    SAME(3, shape_of("ground")->points + 6, 4, 4, 1);
    zn_scene_free(scene);
    scene = NULL;
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    change("data/ref/Mesh", "scale", ROW(NAN), 0);
    close_file();
    ck_assert_int_eq(zn_scene_read(ctx, path, 0, NULL, &scene), ZN_EINVAL);
    ck_assert_ptr_nonnull(
        strstr(zn_errmsg(ctx), "'scale' of shape 'Mesh' must be a number"));
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    change("data/ref/Mesh", "scale", ROW(0), 0);
    close_file();
    ck_assert_int_eq(zn_scene_read(ctx, path, 0, NULL, &scene), ZN_EINVAL);
    ck_assert_ptr_nonnull(
        strstr(zn_errmsg(ctx), "must be a number other than 0"));
}
END_TEST

/* Bytes that are held, those of HDF5 too. (0 with the allocator of a sanitizer.) */
static double held(void)
{
    const struct mallinfo2 m = mallinfo2();

    return (double)m.uordblks + (double)m.hblkhd;
}

static void take_again(int times)
{
    for (int k = 0; k < times; k++) {
        take();
        zn_scene_free(scene);
        scene = NULL;
    }
}

/* What HDF5 opens for a file is closed: a type that stays open is 2 kB at each time. Pieces of memory
 * that HDF5 keeps for later are 20 kB, however often. */
START_TEST(a_file_that_was_read_leaves_nothing_behind)
{
    enum { MANY = 200 };
    double before;

    begin();
    mesh("-2 -2 0 2 -2 0 2 2 .5 -2 2 .5", "4", "0 1 2 3", 2);
    ground("Mesh");
    close_file();
    take_again(20);
    before = held();
    take_again(MANY);
    ck_assert_double_lt(held() - before, 200.0 * MANY);
}
END_TEST

/* A wedge from z = -1 to z = x / 10, seen through its origin: its flat side is above then, at z = 1.
 * There a ball of 0.2 m stands, here as with its runner, which has it at z = 1.2 after 0.8 s. */
START_TEST(a_scale_below_0_turns_a_mesh_about)
{
    double volume = 0, top = 0;
    const zn_scene_shape *s;

    begin();
    mesh("-2 -2 -1 2 -2 -1 2 2 -1 -2 2 -1 -2 -2 -.2 2 -2 .2 2 2 .2 -2 2 -.2",
         "4 8 12 16 20 24",
         "0 3 2 1 4 5 6 7 0 1 5 4 1 2 6 5 2 3 7 6 3 0 4 7", -1);
    ground("Mesh");
    change("data/input/ground/Mesh-0", "translation", ROW(0, 0, 0), 3);
    BALL("a", ROW(0.1, 0.2, 1.5), ROW(0, 0, 0, 0, 0, 0));
    law("c", "NewtonImpactFrictionNSL", 0, 1);
    change("data/nslaws/c", "e", ROW(0), 0);
    run_to(1e-3, 0.8);
    /* its faces look out of it: so the volume, of tetrahedra from the origin to each, is not
     * negative */
    s = shape_of("ground");
    for (zn_index t = 0; t < s->ntriangle; t++) {
        const double *p[3];
        for (int k = 0; k < 3; k++)
            p[k] = s->points + 3 * s->triangles[3 * t + k];
        for (int k = 0; k < 3; k++) {
            const int a = (k + 1) % 3, b = (k + 2) % 3;
            volume += p[0][k] * (p[1][a] * p[2][b] - p[1][b] * p[2][a]) / 6;
        }
        top = fmax(top, p[0][2]);
    }
    ck_assert_double_eq_tol(volume, 16, 1e-12);
    ck_assert_double_eq_tol(top, 1, 1e-12);
    /* the impact is found a step late at most, at sqrt(2 g 0.3) m/s */
    ck_assert_double_eq_tol(q_of("a")[2], 1.2, 1e-3 * sqrt(2 * 9.80665 * 0.3));
    ck_assert_double_eq_tol(q_of("a")[0], 0.1, 1e-9);
}
END_TEST

/* Without a group a shape is a volume: it has inertia, and touches nothing. */
START_TEST(volumes_do_not_touch)
{
    const double m = 2, r = 0.2;
    zn_index k;

    begin();
    BALL("ball", ROW(0, 0, 2), ROW(0, 0, 0, 0, 0, 0));
    change("data/input/ball", "inertia", NULL, 0);
    change("data/input/ball/Ball-0", "group", NULL, 0);
    close_file();
    take();
    ck_assert_int_eq(zn_scene_shape_count(scene), 0);
    ck_assert_double_eq_tol(body("ball", &k)->inertia[0], 0.4 * m * r * r,
                            1e-15);
}
END_TEST

/* ---- velocities ---- */

static hid_t condition(const char *name, const char *type, const char *of)
{
    char full[100];
    hid_t d;

    snprintf(full, sizeof full, "data/boundary_conditions/%s", name);
    d = dataset(full, 0, 0, NULL);
    put_word(d, "type", type);
    put_word(d, "object1", of);
    return d;
}

START_TEST(conditions_give_velocities)
{
    const double T = 0.5, h = 1e-3;
    hid_t d;

    begin();
    BALL("a", ROW(0, 0, 5), ROW(0.3, 0, 0, 0, 0, 0));
    BALL("b", ROW(9, 0, 5), ROW(0, 0, 0, 0, 0, 0));
    d = condition("harmonic", "HarmonicBC", "a");
    put_reals(d, "indices", 2, ROW(0, 2));
    put_reals(d, "a", 2, ROW(0.5, 1));
    put_reals(d, "b", 2, ROW(1, 2));
    put_reals(d, "omega", 2, ROW(2, 3));
    put_reals(d, "phi", 2, ROW(0.1, 0.5));
    H5Dclose(d);
    d = condition("constant", "BoundaryCondition", "b");
    put_reals(d, "indices", 2, ROW(0, 5));
    put_reals(d, "v", 2, ROW(0.25, -3));
    H5Dclose(d);
    d = condition("none", "FixedBC", "b");
    put_reals(d, "indices", 1, ROW(2));
    H5Dclose(d);
    run_to(h, T);
    ck_assert_double_eq_tol(v_of("a")[0], 0.5 + cos(2 * T + 0.1), 1e-12);
    ck_assert_double_eq_tol(v_of("a")[2], 1 + 2 * cos(3 * T + 0.5), 1e-12);
    /* its integral, but for half of the jump at first: h/2 (0.3 - v(0)), h/2 (0 - v(0)) */
    ck_assert_double_eq_tol(q_of("a")[0],
                            0.5 * T + (sin(2 * T + 0.1) - sin(0.1)) / 2 -
                                h / 2 * (0.2 + cos(0.1)),
                            1e-6);
    ck_assert_double_eq_tol(q_of("a")[2],
                            5 + T + 2 * (sin(3 * T + 0.5) - sin(0.5)) / 3 -
                                h / 2 * (1 + 2 * cos(0.5)),
                            1e-6);
    /* of its runner, to the digits it keeps */
    ck_assert_double_eq_tol(q_of("a")[0], 0.64509, 1e-5);
    ck_assert_double_eq_tol(q_of("a")[2], 5.7852, 1e-5);
    ck_assert_double_eq_tol(v_of("b")[0], 0.25, 1e-14);
    ck_assert_double_eq_tol(v_of("b")[2], 0, 1e-14);
    ck_assert_double_eq_tol(v_of("b")[5], -3, 1e-14);
}
END_TEST

START_TEST(conditions_name_their_body)
{
    hid_t d;

    begin();
    BALL("a", ROW(0, 0, 5), ROW(0, 0, 0, 0, 0, 0));
    d = dataset("data/boundary_conditions/c", 0, 0, NULL);
    put_word(d, "type", "FixedBC");
    put_reals(d, "indices", 1, ROW(0));
    H5Dclose(d);
    close_file();
    ck_assert_int_eq(zn_scene_read(ctx, path, 0, NULL, &scene), ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), "boundary_conditions/c: it needs object1 and indices"), "%s",
                  zn_errmsg(ctx));
}
END_TEST

START_TEST(wrong_conditions_are_refused)
{
    const struct {
        const char *key;
        double x;
        const char *says;
    } wrong[] = {
        {"indices", 6, "conditions/c: index 6, must be 0 to 5"},
        {"indices", 0.5, "index 0.5, must be"},
        {"a", NAN, "with a finite number in each of a, b, omega, phi"}};

    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        hid_t d;
        begin();
        BALL("a", ROW(0, 0, 5), ROW(0, 0, 0, 0, 0, 0));
        d = condition("c", "HarmonicBC", "a");
        put_reals(d, "indices", 1, ROW(0));
        put_reals(d, "a", 1, ROW(0));
        put_reals(d, "b", 1, ROW(0));
        put_reals(d, "omega", 1, ROW(0));
        put_reals(d, "phi", 1, ROW(0));
        H5Dclose(d);
        change("data/boundary_conditions/c", wrong[k].key, &wrong[k].x, 1);
        close_file();
        ck_assert_int_eq(zn_scene_read(ctx, path, 0, NULL, &scene), ZN_EINVAL);
        ck_assert_msg(strstr(zn_errmsg(ctx), wrong[k].says), "%s",
                      zn_errmsg(ctx));
    }
}
END_TEST

/* ---- along and about axes ---- */

START_TEST(stops_have_the_restitution_of_their_law)
{
    hid_t d;

    begin();
    law("s", "NewtonImpactNSL", -1, -1); /* e = 0.5 */
    BALL("a", ROW(0, 0, 5), ROW(1, 0, 0, 0, 0, 0));
    d = joint("j", "PrismaticJointR", "a", NULL, ROW(1, 0, 0));
    put_reals(d, "stops", 6, ROW(0, -0.1, 1, 0, 0.1, -1));
    put_word(d, "nslaws", "s");
    H5Dclose(d);
    run_to(1e-3, 0.15);
    ck_assert_double_eq_tol(v_of("a")[0], -0.5, 1e-12);
    ck_assert_double_eq_tol(q_of("a")[0], 0.1 - 0.5 * 0.05, 2e-3); /* h v */
}
END_TEST

/* The bound is an impulse a step, the larger of both, 0.002 N s in 1 ms: 2 N, 1 m/s^2. */
START_TEST(friction_of_a_joint_is_an_impulse_a_step)
{
    hid_t d;

    begin();
    d = dataset("data/nslaws/f", 0, 0, NULL);
    put_word(d, "type", "RelayNSL");
    put_real(d, "lb", _i == 1 ? -0.0005 : -0.002);
    put_real(d, "ub", _i == 2 ? 0.0005 : 0.002);
    put_real(d, "gid1", -1);
    put_real(d, "gid2", -1);
    H5Dclose(d);
    BALL("a", ROW(0, 0, 5), ROW(-1, 0, 0, 0, 0, 0));
    d = joint("j", "PrismaticJointR", "a", NULL, ROW(1, 0, 0));
    put_word(d, "friction", "f");
    H5Dclose(d);
    run_to(1e-3, 0.5);
    ck_assert_double_eq_tol(v_of("a")[0], -0.5, 1e-9);
    ck_assert_double_eq_tol(q_of("a")[0], -0.5 + 0.125, 1e-5);
    ck_assert_ptr_nonnull(strstr(said, "that is 2 N (N m)"));
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_scene_free(scene);
    sim = NULL;
    model = NULL;
    scene = NULL;
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    change("data/nslaws/f", "lb", ROW(0.1), 0);
    close_file();
    ck_assert_int_eq(zn_scene_read(ctx, path, 0, NULL, &scene), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "must be a RelayNSL with lb"));
    ck_assert_int_eq(
        zn_scene_read(ctx, path, 1, (const char *const[]){"step=0"}, &scene),
        ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "step = 0, must be > 0"));
}
END_TEST

static void put_names(hid_t at, const char *key, const char names[2][4])
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    const hsize_t n = 2;
    const hid_t space = H5Screate_simple(1, &n, NULL);
    hid_t a;

    H5Tset_size(type, 4);
    a = H5Acreate2(at, key, type, space, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert(a >= 0 && H5Awrite(a, type, names) >= 0);
    H5Aclose(a);
    H5Sclose(space);
    H5Tclose(type);
}

/* Two wheels of I = 1, w2 = 3 w1: 1 = (1 + 9) w1. */
START_TEST(couplers_couple_angles)
{
    hid_t d;

    begin();
    BALL("a", ROW(0, 0, 5), ROW(0, 0, 0, 0, 1, 0));
    BALL("b", ROW(0, 3, 5), ROW(0, 0, 0, 0, 0, 0));
    law("c", "NewtonImpactFrictionNSL", 1, 1);
    H5Dclose(joint("ja", "PivotJointR", "a", ROW(0, 0, 5), ROW(0, 1, 0)));
    H5Dclose(joint("jb", "PivotJointR", "b", ROW(0, 3, 5), ROW(0, 1, 0)));
    d = joint("k", "CouplerJointR", "a", NULL, NULL);
    put_word(d, "object2", "b");
    put_reals(d, "coupled", 3, ROW(0, 0, 3));
    put_names(d, "references", (const char[2][4]){"ja", "jb"});
    H5Dclose(d);
    run_to(1e-3, 0.1);
    ck_assert_str_eq(said, "");
    ck_assert_double_eq_tol(v_of("a")[4], 0.1, 1e-9);
    ck_assert_double_eq_tol(v_of("b")[4], 0.3, 1e-9);
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_scene_free(scene);
    sim = NULL;
    model = NULL;
    scene = NULL;
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    change("data/joints/k", "coupled", ROW(0, 1, 3), 3);
    close_file();
    take();
    ck_assert_ptr_nonnull(strstr(said, "a CouplerJointR other than"));
}
END_TEST

/* A pendulum from the horizontal, I = 1 + 2 about its pin, arm 1: I th'' = 2 g cos th, by
 * Runge-Kutta's method. Its runner ends 1.8 mm off with this step, and 8.8 mm with five
 * times that: impulses of joints are of order one there. Its gravity is 9.80665 m/s^2. */
START_TEST(a_pendulum_swings_as_it_should)
{
    const double h = 5e-4, I = 3, k = 2 * 9.80665;
    double th = 0, w = 0;

    for (int i = 0; i < 2000; i++) {
        const double k1 = k / I * cos(th), k2 = k / I * cos(th + h / 2 * w),
                     k3 = k / I * cos(th + h / 2 * (w + h / 2 * k1)),
                     k4 = k / I * cos(th + h * (w + h / 2 * k2));
        th += h * w + h * h / 6 * (k1 + k2 + k3);
        w += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    begin();
    BALL("a", ROW(1, 0, 5), ROW(0, 0, 0, 0, 0, 0));
    H5Dclose(joint("j", "PivotJointR", "a", ROW(0, 0, 5), ROW(0, 1, 0)));
    run_to(h, 1);
    ck_assert_double_eq_tol(q_of("a")[0], cos(th), 2e-6);
    ck_assert_double_eq_tol(q_of("a")[2], 5 - sin(th), 2e-6);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("motion of Siconos scenes");
    TCase *tc = tcase_create("motion of Siconos scenes");

    tcase_add_checked_fixture(tc, setup, stop);
    tcase_add_test(tc, height_maps_have_rows_along_x);
    tcase_add_test(tc, height_maps_carry);
    tcase_add_test(tc, meshes_are_scaled);
    tcase_add_test(tc, a_file_that_was_read_leaves_nothing_behind);
    tcase_add_test(tc, a_scale_below_0_turns_a_mesh_about);
    tcase_add_test(tc, volumes_do_not_touch);
    tcase_add_test(tc, conditions_give_velocities);
    tcase_add_test(tc, conditions_name_their_body);
    tcase_add_test(tc, wrong_conditions_are_refused);
    tcase_add_test(tc, stops_have_the_restitution_of_their_law);
    tcase_add_loop_test(tc, friction_of_a_joint_is_an_impulse_a_step, 0, 3);
    tcase_add_test(tc, couplers_couple_angles);
    tcase_add_test(tc, a_pendulum_swings_as_it_should);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
