/* test_film.c - films of scenes, written and read
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <hdf5.h>

#include <zeno/film.h>
#include <zeno/output.h>
#include <zeno/source.h>

#include "zeno_test.h"

static zn_ctx *ctx;
static char path[] = "/tmp/zeno-film-XXXXXX";

static void setup(void)
{
    int fd;

    ck_assert(!zn_ctx_new(&ctx));
    strcpy(path, "/tmp/zeno-film-XXXXXX");
    fd = mkstemp(path);
    ck_assert(fd >= 0);
    close(fd);
}

static void teardown(void)
{
    unlink(path);
    zn_ctx_free(ctx);
}

/* A box at rest under a slanted gravity, and a ball that flies. */
static const char text[] =
    "title: a box and a ball\n"
    "gravity: [1, 0, -10]\n"
    "laws: {mu: 0.3}\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: plane}}\n"
    "  box: {mass: 2, position: [0, 0, 0.1], shape: {type: box, size: [0.4, "
    "0.2, 0.2], position: [0, 0, 0]}}\n"
    "  ball: {mass: 3, position: [5, 0, 20], velocity: [1, 0, 0], spin: [0, 2, "
    "0], shape: {type: sphere, radius: 0.5, colour: \"#ff8800\"}}\n"
    "  slope: {fixed: yes, shapes: [{type: hull, position: [9, 9, 9], points: "
    "[[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]]}, {type: cone, radius: 0.1, "
    "length: 0.3, position: [9, 0, 9]}, {type: hull, position: [0, 9, 9], "
    "points: [[0, 0, 0], [4, 0, 0], [0, 5, 0], [0, 0, 6], [1, 1, 1]]}]}\n"
    "simulation: {h: 1e-3, T: 1}\n";

/* What is there after the last step is what its frame has, with forces over the last step. */
static void now_is_the_last_frame(const zn_scene *s, const zn_simulation *sim,
                                  const zn_film_data *d)
{
    const double h = zn_simulation_time(sim) -
                     zn_simulation_instant(sim, zn_simulation_step_number(sim) - 1);
    const zn_index last = d->nframe - 1, from = last ? d->contact_end[last - 1] : 0;
    double joint[20 * ZN_FILM_JOINT];
    zn_film_contacts c;

    ck_assert(!zn_film_contacts_now(s, sim, h, &c));
    ck_assert_int_eq(c.n, d->contact_end[last] - from);
    for (zn_index i = 0; i < c.n * ZN_FILM_CONTACT; i++)
        ck_assert_double_eq_tol(c.value[i], d->contact[from * ZN_FILM_CONTACT + i],
                                1e-12 * (1 + fabs(c.value[i])));
    for (zn_index i = 0; i < 2 * c.n; i++)
        ck_assert_int_eq(c.body[i], d->contact_body[2 * from + i]);
    for (zn_index i = 0; i < c.n; i++)
        ck_assert(c.mu[i] == d->contact_mu[from + i]);
    zn_film_contacts_free(ctx, &c);
    ck_assert(c.n == 0 && !c.value);
    ck_assert_int_eq(zn_scene_joint_count(s), d->njoint);
    ck_assert_int_le(d->njoint, 20);
    ck_assert(!zn_film_joints_now(s, sim, h, joint));
    for (zn_index i = 0; i < d->njoint * ZN_FILM_JOINT; i++)
        ck_assert_double_eq_tol(joint[i], d->joint[last * d->njoint * ZN_FILM_JOINT + i],
                                1e-12 * (1 + fabs(joint[i])));
}

static zn_film_data *record_of(const char *what, const char *body,
                               zn_index every)
{
    zn_scene *s;
    zn_model *m;
    zn_simulation *sim;
    zn_film *film;
    zn_film_data *d;

    ck_assert_msg(
        !zn_scene_read_text(ctx, "x", what, strlen(what), 0, NULL, &s), "%s",
        zn_errmsg(ctx));
    ck_assert(!zn_scene_simulation(s, ctx, &m, &sim));
    ck_assert(!zn_simulation_set(sim, "energy", "yes"));
    ck_assert_msg(!zn_film_new(sim, s, path, every, &film), "%s",
                  zn_errmsg(ctx));
    ck_assert_msg(!zn_simulation_run(sim), "%s", zn_errmsg(ctx));
    ck_assert(!zn_film_close(film) && !zn_film_close(film));
    ck_assert_msg(!zn_film_read(ctx, path, &d), "%s", zn_errmsg(ctx));
    now_is_the_last_frame(s, sim, d);
    const double *q = zn_simulation_q(sim, zn_model_ds(m, body));
    ck_assert_mem_eq(q, d->pose + 7 * (d->nmoving * d->nframe - 1),
                     7 * sizeof *q);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
    return d;
}

static zn_film_data *record(zn_index every)
{
    return record_of(text, "ball", every);
}

START_TEST(it_holds_what_the_scene_is)
{
    zn_film_data *d = record(100);

    ck_assert_str_eq(d->title, "a box and a ball");
    ck_assert(d->gravity[0] == 1 && d->gravity[2] == -10);
    ck_assert_int_eq(d->nbody, 4);
    ck_assert_str_eq(d->body[2], "ball");
    ck_assert(d->mass[0] == 0 && d->mass[2] == 3);
    ck_assert(d->moving[0] == -1 && d->moving[1] == 0 && d->moving[2] == 1);
    ck_assert_int_eq(d->nshape, 6);
    ck_assert_str_eq(d->form[4], "cone");
    ck_assert(d->point_end[2] == 0 && d->point_end[3] == 4 &&
              d->point_end[4] == 4 && d->point_end[5] == 9);
    ck_assert(d->points[11] == 3 && d->points[3 * 5] == 4 &&
              d->points[3 * 8 + 2] == 1);
    ck_assert_str_eq(d->form[0], "plane");
    ck_assert_str_eq(d->colour[2], "#ff8800");
    ck_assert(d->size[3] == 0.4 && d->shape_body[2] == 2);
    ck_assert_int_eq(d->nframe, 11);
    ck_assert(d->t[0] == 0 && d->t[10] == 1);
    zn_film_data_free(ctx, d);
}
END_TEST

/* the forces of a box at rest are its weight, turned round */
START_TEST(forces_are_those_of_contacts)
{
    zn_film_data *d = record(100);

    for (zn_index k = 1; k < d->nframe; k++) {
        double f[3] = {0, 0, 0}, p[3] = {0, 0, 0};
        for (zn_index i = d->contact_end[k - 1]; i < d->contact_end[k]; i++) {
            const double *c = d->contact + ZN_FILM_CONTACT * i;
            ck_assert(d->contact_body[2 * i] == 1);
            ck_assert(d->contact_body[2 * i + 1] == -1);
            ck_assert_double_eq_tol(c[ZN_FILM_NORMAL + 2], 1, 1e-15);
            ck_assert(d->contact_mu[i] == 0.3);
            ck_assert_double_eq_tol(c[ZN_FILM_P1 + 2], 0, 2e-5);
            for (int j = 0; j < 3; j++) {
                f[j] += c[ZN_FILM_FORCE + j];
                p[j] += c[ZN_FILM_IMPULSE + j];
            }
        }
        /* the box stands within 1e-9 m/s: forces to 1e-6 of 20 N */
        ck_assert_double_eq_tol(f[0], -2, 1e-4);
        ck_assert_double_eq_tol(f[1], 0, 1e-4);
        ck_assert_double_eq_tol(f[2], 20, 1e-4);
        ck_assert_double_eq_tol(p[2], 20e-3, 1e-7);
    }
    zn_film_data_free(ctx, d);
}
END_TEST

/* A box that slides with 5 m/s. */
#define SLIDING(mu)                                                            \
    "gravity: [0, 0, -10]\nlaws: {mu: " mu "}\nbodies:\n"                      \
    "  ground: {fixed: yes, shape: {type: plane}}\n"                           \
    "  box: {mass: 2, position: [0, 0, 0.1], velocity: [3, -4, 0], "           \
    "shape: {type: box, size: [0.4, 0.2, 0.2]}}\n"                             \
    "simulation: {h: 1e-3, T: 0.1}\n"

/* Without friction its points move as it does. */
START_TEST(velocities_are_those_of_contacts)
{
    zn_film_data *d = record_of(SLIDING("0"), "box", 10);
    const zn_index n = d->contact_end[d->nframe - 1];

    ck_assert_int_gt(n, d->nframe);
    for (zn_index i = d->contact_end[0]; i < n; i++) {
        const double *c = d->contact + ZN_FILM_CONTACT * i;
        const double *u = c + ZN_FILM_VELOCITY;

        /* of 5 m/s: the corners lie within 1e-6 m or so of the floor */
        ck_assert_double_eq_tol(u[0], 0, 1e-4);
        ck_assert_double_eq_tol(hypot(u[1], u[2]), 5, 1e-4);
        ck_assert(c[ZN_FILM_STATUS] == 2);
        ck_assert(d->contact_mu[i] == 0);
    }
    zn_film_data_free(ctx, d);
}
END_TEST

/* mu = |u_T|/10, less and less */
static void slower(unsigned nu, double *u, unsigned n, double *out, unsigned nz,
                   double *z)
{
    (void)n;
    (void)nz;
    (void)z;
    *out = nu == 3 ? hypot(u[1], u[2]) / 10 : NAN;
}

static void let_mu_vary(zn_simulation *sim, zn_model *m)
{
    const zn_interaction *a;

    ck_assert(!zn_simulation_step(sim));
    a = zn_simulation_contact_at(sim, 0, 0);
    zn_model_reopen(m);
    zn_law *law = zn_interaction_law((zn_interaction *)a);
    ck_assert_msg(!zn_operator_set_function(zn_law_operator(law, "mu"),
                                            (zn_fn *)slower),
                  "%s", zn_errmsg(ctx));
    ck_assert(!zn_model_seal(m));
}

START_TEST(friction_that_changes_is_that_of_the_frame)
{
    static const char sliding[] = SLIDING("0.2");
    zn_film_data *d;
    zn_simulation *sim;
    zn_film *film;
    zn_scene *s;
    zn_model *m;

    ck_assert(!zn_scene_read_text(ctx, "x", sliding, sizeof sliding - 1, 0,
                                  NULL, &s));
    ck_assert(!zn_scene_simulation(s, ctx, &m, &sim));
    let_mu_vary(sim, m);
    ck_assert(!zn_film_new(sim, s, path, 10, &film));
    ck_assert_msg(!zn_simulation_run(sim), "%s", zn_errmsg(ctx));
    ck_assert(!zn_film_close(film) && !zn_film_read(ctx, path, &d));
    ck_assert_int_gt(d->contact_end[d->nframe - 1], 4);
    for (zn_index i = 0; i < d->contact_end[d->nframe - 1]; i++) {
        const double *u = d->contact + ZN_FILM_CONTACT * i + ZN_FILM_VELOCITY;
        ck_assert(d->contact_mu[i] == hypot(u[1], u[2]) / 10);
    }
    ck_assert(d->contact_mu[d->contact_end[d->nframe - 1] - 1] < 0.49);
    zn_film_data_free(ctx, d);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
}
END_TEST

/* the energy of the ball in flight is kept: kinetic 1.5 + spin of 2/5 m R^2 */
START_TEST(energies_are_those_of_bodies)
{
    zn_film_data *d = record(1);
    const double spin = 0.5 * 0.4 * 3 * 0.25 * 4;
    const double potential = -2 * -10 * 0.1 + 3 * (10 * 20 - 5);

    ck_assert_int_eq(d->nframe, 1001);
    ck_assert_double_eq_tol(d->energy[0], 1.5 + spin, 1e-12);
    ck_assert_double_eq_tol(d->energy[1], potential, 1e-10);
    const double *e = d->energy + ZN_FILM_ENERGY * 1000;
    ck_assert_double_eq_tol(e[0] + e[1], 1.5 + spin + potential, 1e-2);
    ck_assert(isfinite(e[2]));
    zn_film_data_free(ctx, d);
}
END_TEST

START_TEST(what_is_no_film_is_refused)
{
    zn_film_data *d;
    FILE *f;
    hid_t file;

    ck_assert(zn_film_read(ctx, "/no/such", &d) == ZN_EIO && !d);
    ck_assert(zn_film_read(ctx, path, &d) == ZN_EIO && !d);
    f = fopen(path, "w");
    fputs("text\n", f);
    fclose(f);
    ck_assert(zn_film_read(ctx, path, &d) == ZN_EIO && !d);
    file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(file);
    ck_assert(zn_film_read(ctx, path, &d) == ZN_EINVAL && !d);
    ck_assert(strstr(zn_errmsg(ctx), "it is no film"));
}
END_TEST

/* Names and titles that somebody else wrote are told, not obeyed by a terminal. */
START_TEST(names_are_printed_characters)
{
    const char *names[4] = {"a\033[2Jb", "c\nd", "\xc2\x9b", "\xc3\xa9"};
    const hsize_t n = 4;
    const hid_t type = H5Tcopy(H5T_C_S1), title = H5Tcopy(H5T_C_S1);
    const hid_t space = H5Screate_simple(1, &n, NULL),
                one = H5Screate(H5S_SCALAR);
    zn_film_data *d;
    hid_t file, set, a;

    zn_film_data_free(ctx, record(500));
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    H5Tset_size(title, 8);
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    set = H5Dopen2(file, "body/name", H5P_DEFAULT);
    ck_assert(H5Dwrite(set, type, space, H5S_ALL, H5P_DEFAULT, names) >= 0);
    ck_assert(H5Adelete(file, "title") >= 0);
    a = H5Acreate2(file, "title", title, one, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert(H5Awrite(a, title, "\033]0;x\a.") >= 0);
    H5Aclose(a);
    H5Dclose(set);
    H5Fclose(file);
    ck_assert_msg(!zn_film_read(ctx, path, &d), "%s", zn_errmsg(ctx));
    ck_assert_str_eq(d->title, "?]0;x?.");
    ck_assert_str_eq(d->body[0], "a?[2Jb");
    ck_assert_str_eq(d->body[1], "c?d");
    ck_assert_str_eq(d->body[2], "??");
    ck_assert_str_eq(d->body[3], "\xc3\xa9");
    zn_film_data_free(ctx, d);
    H5Sclose(one);
    H5Sclose(space);
    H5Tclose(title);
    H5Tclose(type);
}
END_TEST

/* a film without one of its parts, or with a part of another size */
START_TEST(what_is_missing_is_named)
{
    static const char *const part[] = {
        "time",          "pose",        "velocity",    "energy",
        "solver",        "body/name",   "body/mass",   "shape/form",
        "shape/size",    "shape/place", "contact/end", "contact/body",
        "contact/value", "gravity"};
    zn_film_data *d;

    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        zn_film_data_free(ctx, record(500));
        hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
        ck_assert(H5Ldelete(file, part[k], H5P_DEFAULT) >= 0);
        H5Fclose(file);
        ck_assert(zn_film_read(ctx, path, &d) == ZN_EINVAL && !d);
        ck_assert_msg(strstr(zn_errmsg(ctx), part[k]), "%s", zn_errmsg(ctx));
    }
}
END_TEST

/* a part of numbers, or of whole ones, with a row less than the others */
START_TEST(a_row_too_few_is_told)
{
    static const char *const part[] = {"pose", "energy", "body/mass", "contact/end"};
    static const double zeros[1 << 16];
    zn_film_data *d;

    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        hsize_t n[2];

        zn_film_data_free(ctx, record(500));
        hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), set = H5Dopen2(file, part[k], H5P_DEFAULT),
              space = H5Dget_space(set), type = H5Dget_type(set);
        H5Sget_simple_extent_dims(space, n, NULL);
        n[0]--;
        ck_assert_uint_le(n[0] * (H5Sget_simple_extent_ndims(space) > 1 ? n[1] : 1), 1 << 16);
        hid_t fewer = H5Screate_simple(H5Sget_simple_extent_ndims(space), n, NULL);
        H5Dclose(set);
        ck_assert(H5Ldelete(file, part[k], H5P_DEFAULT) >= 0);
        set = H5Dcreate2(file, part[k], type, fewer, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        ck_assert(set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros) >= 0);
        H5Dclose(set);
        H5Sclose(fewer);
        H5Sclose(space);
        H5Tclose(type);
        H5Fclose(file);
        ck_assert(zn_film_read(ctx, path, &d) == ZN_EINVAL && !d);
        ck_assert_msg(strstr(zn_errmsg(ctx), part[k]) && strstr(zn_errmsg(ctx), "rows, must have"), "%s",
                      zn_errmsg(ctx));
    }
}
END_TEST

START_TEST(a_place_that_cannot_be_written_is_said)
{
    zn_scene *s;
    zn_model *m;
    zn_simulation *sim;
    zn_film *film;

    ck_assert(!zn_scene_read_text(ctx, "x", text, strlen(text), 0, NULL, &s));
    ck_assert(!zn_scene_simulation(s, ctx, &m, &sim));
    ck_assert(zn_film_new(sim, s, "/no/such/film.h5", 1, &film) == ZN_EIO);
    ck_assert(!film && strstr(zn_errmsg(ctx), "/no/such/film.h5"));
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
}
END_TEST

/* until a run has begun, what has the name stays; a device keeps it */
START_TEST(an_older_film_stays_until_there_is_a_frame)
{
    zn_film_data *d;
    zn_scene *s;
    zn_model *m;
    zn_simulation *sim;
    zn_film *film;
    zn_index frames;

    d = record(500);
    frames = d->nframe;
    zn_film_data_free(ctx, d);
    ck_assert(!zn_scene_read_text(ctx, "x", text, strlen(text), 0, NULL, &s));
    ck_assert(!zn_scene_simulation(s, ctx, &m, &sim));
    ck_assert(!zn_film_new(sim, s, path, 1, &film));
    zn_simulation_free(sim);
    ck_assert_msg(!zn_film_read(ctx, path, &d), "%s", zn_errmsg(ctx));
    ck_assert_int_eq(d->nframe, frames);
    zn_film_data_free(ctx, d);
    zn_model_free(m);
    ck_assert(!zn_scene_simulation(s, ctx, &m, &sim));
    ck_assert(zn_film_new(sim, s, "/dev/null", 1, &film) == ZN_EIO);
    ck_assert(strstr(zn_errmsg(ctx), "/dev/null"));
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
}
END_TEST

static herr_t say_nothing(hid_t stack, void *user)
{
    (void)stack, (void)user;
    return 0;
}

START_TEST(it_leaves_hdf5_as_it_was)
{
    int mine;
    H5E_auto2_t fn = NULL;
    void *data = NULL;

    ck_assert_int_ge(H5Eset_auto2(H5E_DEFAULT, say_nothing, &mine), 0);
    zn_film_data_free(ctx, record(500));
    /* who says what fails is who was to say it before, and nothing is open */
    ck_assert_int_ge(H5Eget_auto2(H5E_DEFAULT, &fn, &data), 0);
    ck_assert(fn == say_nothing && data == &mine);
    ck_assert_int_eq(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}
END_TEST

/* ---- memory ---- */

static zn_status write_and_read(const zn_allocator *alloc)
{
    zn_scene *s = NULL;
    zn_model *m = NULL;
    zn_simulation *sim = NULL;
    zn_film *film;
    zn_film_data *d = NULL;
    zn_ctx *c;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_scene_read_text(c, "x", text, strlen(text), 0, NULL, &s);
    if (!st)
        st = zn_scene_simulation(s, c, &m, &sim);
    if (!st)
        st = zn_film_new(sim, s, path, 1, &film);
    for (int k = 0; !st && k < 3; k++)
        st = zn_simulation_step(sim);
    if (!st)
        st = zn_film_close(film);
    if (!st)
        st = zn_film_read(c, path, &d);
    zn_film_data_free(c, d);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
    zn_ctx_free(c);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    test_torture(write_and_read);
}
END_TEST

/* A weight of 2 kg hangs on a hinge, 1 m beside it, held by a stop: 20 N and 20 N m; and a
 * spring of 100 N/m, stretched by 0.1 m, pulls another. Steps of 1 ms. */
START_TEST(joints_have_reactions)
{
    zn_film_data *d =
        record_of("gravity: [0, 0, -10]\n"
                  "bodies:\n"
                  "  arm: {mass: 2, position: [1, 0, 0], inertia: [1, 1, 1]}\n"
                  "  ball: {mass: 1, position: [0, 5, 0], inertia: [1, 1, 1], "
                  "force: [0, 0, 20]}\n"
                  "joints:\n"
                  "  hinge: {type: revolute, bodies: [arm], point: [0, 0, 0], "
                  "axis: [0, 1, 0],"
                  " stops: [-1, 0]}\n"
                  "  rope: {type: spring, bodies: [ball], point: [0, 5, 0], "
                  "point2: [0, 5, -1],"
                  " stiffness: 100, rest: 0.9}\n"
                  "simulation: {h: 1e-3, T: 0.02, theta: 0.5}\n",
                  "ball", 1);
    const zn_index f = d->nframe - 1;
    const double *hinge = d->joint + ZN_FILM_JOINT * 2 * f;
    const double *rope = hinge + ZN_FILM_JOINT;

    ck_assert_int_eq(d->njoint, 2);
    ck_assert_str_eq(d->joint_name[0], "hinge");
    ck_assert_str_eq(d->joint_name[1], "rope");
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq_tol(hinge[ZN_FILM_JOINT_POINT + i], 0, 1e-9);
        ck_assert_double_eq_tol(hinge[ZN_FILM_JOINT_FORCE + i], i == 2 ? 20 : 0,
                                1e-6);
        ck_assert_double_eq_tol(hinge[ZN_FILM_JOINT_IMPULSE + i],
                                i == 2 ? 0.02 : 0, 1e-9);
        /* it keeps the weight from turning it forward, about -y */
        ck_assert_double_eq_tol(hinge[ZN_FILM_JOINT_MOMENT + i],
                                i == 1 ? -20 : 0, 1e-6);
        ck_assert_double_eq_tol(rope[ZN_FILM_JOINT_FORCE + i], i == 2 ? -10 : 0,
                                1e-6);
        ck_assert(d->joint[i + ZN_FILM_JOINT_FORCE] == 0); /* at t0 */
    }
    zn_film_data_free(ctx, d);
}
END_TEST

/* Stones that come and go, roll and rest. */
static const char stones[] =
    "parameters: {T: 1}\n"
    "gravity: [0.5, 0, -10]\n"
    "laws: {mu: 0.3, e: 0.2}\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: plane}}\n"
    "  stone: {repeat: {i: 6}, density: 100, birth: 0.15*i, position: [0.05*i, "
    "0, 0.5],\n"
    "    spin: [i, 1, 0], shape: {type: box, size: [0.3, 0.2, 0.2]}}\n"
    "  pearl: {density: 50, position: [0, 0.1, 1], death: 0.8,\n"
    "    shape: {type: sphere, radius: 0.1}}\n"
    "simulation: {h: 2e-3, T: T}\n";

/* Records up to T, from the end of the film `from` if that is not NULL. */
static zn_film_data *record_stones(const char *T, const char *from,
                                   const char *to)
{
    const char *const set[] = {T};
    zn_film_data *d;
    zn_scene *s;
    zn_model *m;
    zn_simulation *sim;
    zn_film *film;

    ck_assert_msg(
        !zn_scene_read_text(ctx, "x", stones, strlen(stones), 1, set, &s), "%s",
        zn_errmsg(ctx));
    ck_assert(!zn_scene_simulation(s, ctx, &m, &sim));
    ck_assert(!zn_simulation_set(sim, "energy", "yes"));
    ck_assert(!zn_film_new(sim, s, to, 10, &film));
    if (from)
        ck_assert_msg(!zn_checkpoint_load(sim, from), "%s", zn_errmsg(ctx));
    ck_assert_msg(!zn_simulation_run(sim), "%s", zn_errmsg(ctx));
    ck_assert(!zn_film_close(film));
    ck_assert_msg(!zn_film_read(ctx, to, &d), "%s", zn_errmsg(ctx));
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
    return d;
}

/* Stopped at 0.42 s and taken up: poses, velocities, contacts and energies of all later frames are
 * the same bits. */
START_TEST(a_run_goes_on_from_its_film)
{
    char second[] = "/tmp/zeno-film-XXXXXX";
    const int fd = mkstemp(second);
    zn_film_data *whole = record_stones("T=1", NULL, path);
    zn_film_data *half = record_stones("T=0.42", NULL, path), *rest;

    ck_assert(fd >= 0);
    close(fd);
    ck_assert_int_eq(half->nframe, 22);
    rest = record_stones("T=1", path, second);
    unlink(second);
    ck_assert_int_eq(rest->nframe, whole->nframe - 21);
    const zn_index n = whole->nmoving, at = 21, more = rest->nframe - 1;
    const zn_index c0 = whole->contact_end[at], r0 = rest->contact_end[0];
    const zn_index nc = whole->contact_end[whole->nframe - 1] - c0;
    ck_assert_mem_eq(rest->t, whole->t + at,
                     (size_t)(more + 1) * sizeof(double));
    ck_assert_mem_eq(rest->pose, whole->pose + 7 * n * at,
                     (size_t)(7 * n * (more + 1)) * sizeof(double));
    ck_assert_mem_eq(rest->velocity, whole->velocity + 6 * n * at,
                     (size_t)(6 * n * (more + 1)) * sizeof(double));
    ck_assert_mem_eq(rest->energy, whole->energy + ZN_FILM_ENERGY * at,
                     (size_t)(ZN_FILM_ENERGY * (more + 1)) * sizeof(double));
    ck_assert_int_eq(rest->contact_end[more] - r0, nc);
    ck_assert_int_gt(nc, 100);
    ck_assert_mem_eq(rest->contact + ZN_FILM_CONTACT * r0,
                     whole->contact + ZN_FILM_CONTACT * c0,
                     (size_t)(ZN_FILM_CONTACT * nc) * sizeof(double));
    zn_film_data_free(ctx, whole);
    zn_film_data_free(ctx, half);
    zn_film_data_free(ctx, rest);
}
END_TEST

/* A film that has lost its state, one whose state is damaged, one of another scene. */
START_TEST(a_state_that_is_none_is_refused)
{
    zn_scene *s;
    zn_model *m;
    zn_simulation *sim;
    hid_t file;

    zn_film_data_free(ctx, record_stones("T=0.1", NULL, path));
    ck_assert(!zn_scene_read_text(ctx, "x", text, strlen(text), 0, NULL, &s));
    ck_assert(!zn_scene_simulation(s, ctx, &m, &sim));
    ck_assert_int_eq(zn_checkpoint_load(sim, path), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "checkpoint '/tmp/"));
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    /* the last one is in either: a run of more than 10 s keeps them in turn */
    ck_assert(file >= 0 && !H5Ldelete(file, "state/a", H5P_DEFAULT) &&
              !H5Ldelete(file, "state/b", H5P_DEFAULT));
    H5Fclose(file);
    ck_assert_int_eq(zn_checkpoint_load(sim, path), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "is damaged"));
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    ck_assert(file >= 0 && !H5Ldelete(file, "state", H5P_DEFAULT));
    H5Fclose(file);
    ck_assert_int_eq(zn_checkpoint_load(sim, path), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "no state is in it"));
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("film");
    TCase *tc = tcase_create("film");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, it_holds_what_the_scene_is);
    tcase_add_test(tc, forces_are_those_of_contacts);
    tcase_add_test(tc, velocities_are_those_of_contacts);
    tcase_add_test(tc, friction_that_changes_is_that_of_the_frame);
    tcase_add_test(tc, energies_are_those_of_bodies);
    tcase_add_test(tc, joints_have_reactions);
    tcase_add_test(tc, what_is_no_film_is_refused);
    tcase_add_test(tc, names_are_printed_characters);
    tcase_add_test(tc, what_is_missing_is_named);
    tcase_add_test(tc, a_row_too_few_is_told);
    tcase_add_test(tc, a_place_that_cannot_be_written_is_said);
    tcase_add_test(tc, an_older_film_stays_until_there_is_a_frame);
    tcase_add_test(tc, a_run_goes_on_from_its_film);
    tcase_add_test(tc, a_state_that_is_none_is_refused);
    tcase_add_test(tc, it_leaves_hdf5_as_it_was);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
