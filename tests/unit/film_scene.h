/* film_scene.h - a box and a ball whose film is written, and read again
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_FILM_SCENE_H
#define ZENO_FILM_SCENE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zeno/film.h>
#include <zeno/output.h>
#include <zeno/source.h>

#include "zeno_test.h"

static zn_ctx *ctx;
static char path[] = "/tmp/zeno-film-XXXXXX";

static inline void setup(void)
{
    int fd;

    ck_assert(!zn_ctx_new(&ctx));
    strcpy(path, "/tmp/zeno-film-XXXXXX");
    fd = mkstemp(path);
    ck_assert(fd >= 0);
    close(fd);
}

static inline void teardown(void)
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
static inline void now_is_the_last_frame(const zn_scene *s, const zn_simulation *sim,
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

static inline zn_film_data *record_of(const char *what, const char *body,
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

static inline zn_film_data *record(zn_index every)
{
    return record_of(text, "ball", every);
}

#endif
