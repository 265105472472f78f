/* test_scene_restart.c - bodies that tumble fast, stopped at a step and taken up again, go on with
 * the bits that they would have had
 * SPDX-License-Identifier: Apache-2.0
 *
 * Contacts come and go at every step; those that stay have other points and normals, outputs of
 * the step before and multipliers to start from. Nothing of it may be lost. */
#include <stdlib.h>

#include <zeno/output.h>

#include "kernel/output/checkpoint_head.h"
#include "solvers/core/hash.h"
#include "tests/must.h"
#include "tests/unit/scene_text.h"

enum { STEPS = 360, EVERY = 7, ON = 3 };

static const char text[] =
    "gravity: [0, 0, -9.81]\n"
    "laws: {mu: 0.3, e: 0.4}\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: plane}}\n"
    "  wall: {fixed: yes, shape: {type: plane, normal: [-1, 0, 0], position: "
    "[1, 0, 0]}}\n"
    "  box: {repeat: {i: 4}, density: 600, position: [-i*0.15, 0.02*i, 0.2 + "
    "0.15*i],\n"
    "    velocity: [6, 0, -2], spin: [7, 30, 11], shape: {type: box, size: "
    "[0.1, 0.14, 0.08]}}\n"
    "  can: {density: 600, position: [0.2, 0.3, 0.5], velocity: [3, -3, 0], "
    "spin: [40, 1, 2],\n"
    "    shape: {type: cylinder, radius: 0.05, length: 0.2}}\n"
    "  stone: {density: 600, position: [0.4, 0, 0.6], velocity: [0, 1, 0], "
    "spin: [4, 50, 2],\n"
    "    shape: {type: hull, points: [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, "
    "0, 0.1],\n"
    "    [0.1, 0.1, 0.1]]}}\n"
    "simulation: {h: 2e-3, T: 3}\n";

static const char *const projection[] = {"none", "direct", "combined",
                                         "simultaneous"};

typedef struct flight {
    zn_model *m;
    zn_simulation *sim;
} flight;

static flight begin(const zn_scene *scene)
{
    flight f;

    ck_assert_msg(!zn_scene_simulation(scene, ctx, &f.m, &f.sim), "%s",
                  zn_errmsg(ctx));
    return f;
}

static void end(flight *f)
{
    zn_simulation_free(f->sim);
    zn_model_free(f->m);
}

static void step(const flight *f)
{
    ck_assert_msg(!zn_simulation_step(f->sim), "%s", zn_errmsg(ctx));
}

/* Positions and velocities, of which there are n. */
static zn_index look(const flight *f, double **out)
{
    const zn_state *x = zn_simulation_state(f->sim);

    *out = malloc((size_t)(x->nq + x->nv) * sizeof **out);
    ck_assert_ptr_nonnull(*out);
    memcpy(*out, x->q, (size_t)x->nq * sizeof **out);
    memcpy(*out + x->nq, x->v, (size_t)x->nv * sizeof **out);
    return x->nq + x->nv;
}

START_TEST(taken_up_at_a_step_the_bits_are_the_same)
{
    double *want[STEPS + ON + 1], *got;
    void *saved[STEPS + 1] = {0};
    size_t size[STEPS + 1];
    zn_scene *scene = read_with(text, 0, NULL);
    flight f = begin(scene);
    zn_run_info info;
    zn_index n = 0;

    ck_assert(!zn_simulation_set(f.sim, "projection", projection[_i]));
    for (int k = 0; k <= STEPS + ON; k++) {
        step(&f);
        n = look(&f, &want[k]);
        if (k <= STEPS && k % EVERY == 0)
            ck_assert(!zn_checkpoint_to_memory(f.sim, &saved[k], &size[k]));
    }
    zn_simulation_run_info(f.sim, &info);
    ck_assert_int_gt(info.impacts, 50);
    end(&f);
    for (int k = 0; k <= STEPS; k += EVERY) {
        f = begin(scene);
        ck_assert(!zn_simulation_set(f.sim, "projection", projection[_i]));
        ck_assert_msg(!zn_checkpoint_from_memory(f.sim, saved[k], size[k]),
                      "%s", zn_errmsg(ctx));
        for (int j = k + 1; j <= k + ON; j++) {
            step(&f);
            ck_assert_int_eq(look(&f, &got), n);
            for (zn_index i = 0; i < n; i++)
                ck_assert_msg(memcmp(&got[i], &want[j][i], sizeof *got) == 0,
                              "projection=%s, taken up at step %d: number %td "
                              "of step %d is "
                              "%.17g, was %.17g",
                              projection[_i], k + 1, i, j + 1, got[i],
                              want[j][i]);
            free(got);
        }
        end(&f);
        zn_free_array(ctx, saved[k]);
    }
    for (int k = 0; k <= STEPS + ON; k++)
        free(want[k]);
    zn_scene_free(scene);
}
END_TEST

/* Into a file, with the head and signed anew; what a look at it says. */
static zn_status seen(unsigned char *saved, size_t n, const zni_head *h,
                      zn_checkpoint_info *out)
{
    char path[] = "/tmp/zeno-restart-XXXXXX";
    const int fd = mkstemp(path);
    uint64_t sum;
    zn_status st;

    memcpy(saved, h, sizeof *h);
    sum = zni_hash_bytes(ZNI_HASH, saved, n - sizeof sum);
    memcpy(saved + n - sizeof sum, &sum, sizeof sum);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, saved, n), (ssize_t)n);
    ck_assert_int_eq(close(fd), 0);
    st = zn_checkpoint_look(ctx, path, out);
    unlink(path);
    return st;
}

/* The model has no interactions of its own; what lies and bounces has contacts with three rows
 * each. Bytes of contacts that are none are damage, not a number. */
START_TEST(a_look_counts_contacts_that_come_and_go)
{
    zn_scene *scene = read_with(text, 0, NULL);
    flight f = begin(scene);
    zn_checkpoint_info is;
    zn_index many = 0;
    zni_head good, bad;
    void *saved;
    size_t n;

    while (many < 8) {
        step(&f);
        many = zn_simulation_contact_count(f.sim, 0);
    }
    MUST(zn_checkpoint_to_memory(f.sim, &saved, &n));
    memcpy(&good, saved, sizeof good);
    MUST(seen(saved, n, &good, &is));
    ck_assert_int_eq(is.interactions, many);
    ck_assert_int_eq(is.rows, 3 * many);
    for (int k = 0; k < 6; k++) {
        bad = good;
        bad.contacts = (int64_t[]){-1, INT64_MAX, good.contacts - 8, good.contacts + 8,
                                   good.contacts, good.contacts}[k];
        bad.memory = (int64_t[]){good.memory, good.memory, good.memory, good.memory,
                                 -8, good.memory + 8}[k];
        REFUSED(seen(saved, n, &bad, &is), ZN_EINVAL, "bytes of contacts");
    }
    zn_free_array(ctx, saved);
    end(&f);
    zn_scene_free(scene);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scenes taken up again");
    TCase *tc = tcase_create("restart");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, taken_up_at_a_step_the_bits_are_the_same, 0, 4);
    tcase_add_test(tc, a_look_counts_contacts_that_come_and_go);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
