/* test_film.c - what a film holds of a scene: shapes, forces, velocities, friction, energies, joints
 * SPDX-License-Identifier: Apache-2.0 */
#include "film_scene.h"

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
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
