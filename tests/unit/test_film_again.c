/* test_film_again.c - runs that go on from their films
 * SPDX-License-Identifier: Apache-2.0 */
#include <hdf5.h>

#include "film_scene.h"

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
    Suite *suite = suite_create("film, again");
    TCase *tc = tcase_create("film");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_run_goes_on_from_its_film);
    tcase_add_test(tc, a_state_that_is_none_is_refused);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
