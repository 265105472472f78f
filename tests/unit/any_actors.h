/* any_actors.h - what acts on the models of any_model.h: a controller with a sensor and an observer
 * of its own, events that kick a body, and who sees each step once
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_ANY_ACTORS_H
#define ZENO_TEST_ANY_ACTORS_H

#include <zeno/control.h>
#include <zeno/event.h>
#include <zeno/plugin.h>

#include "tests/unit/any_systems.h"

/* ---- blocks, which write first and fail then ----------------------------------------------- */

/* How many samplings were made. */
typedef struct eye {
    double n;
} eye;

static inline zn_status sample_eye(zn_block *b, const zn_sampling *at, double out[])
{
    eye *s = zn_block_state(b);

    s->n++;
    out[0] = at->in[0] + s->n / 4096;
    return fail_now();
}

/* The input that acted, which it makes smaller. */
static inline zn_status sample_hand(zn_block *b, const zn_sampling *at, double out[])
{
    eye *s = zn_block_state(b);

    s->n++;
    out[0] = .75 * at->u[0] - at->in[0] - s->n / 8192;
    return fail_now();
}

static inline void eye_memory(zn_block *b, zn_block_keep_fn *keep, void *user)
{
    keep(user, 1, &((eye *)zn_block_state(b))->n);
}

#define ANY_BLOCK(ident, r)                                                    \
    static const zn_block_type any_##ident = {                                 \
        .type = {.size = sizeof any_##ident,                                   \
                 .kind = ZN_KIND_BLOCK,                                        \
                 .name = "any-" #ident,                                        \
                 .summary = "for tests",                                       \
                 .state_size = sizeof(eye)},                                   \
        .role = r,                                                             \
        .sample = sample_##ident,                                              \
        .memory = eye_memory}
ANY_BLOCK(eye, ZN_BLOCK_SENSOR);
ANY_BLOCK(hand, ZN_BLOCK_CONTROLLER);

static const zn_type *const any_types[] = {&any_eye.type, &any_hand.type, NULL};
static const zn_plugin any_blocks = {.size = sizeof any_blocks,
                                     .major = ZN_PLUGIN_MAJOR,
                                     .minor = ZN_PLUGIN_MINOR,
                                     .build = ZN_PLUGIN_BUILD,
                                     .name = "any-blocks",
                                     .version = "1",
                                     .license = "Apache-2.0",
                                     .types = any_types};

/* ---- what they act on ----------------------------------------------------------------------- */

static zn_ds *pilot;

static inline void driven(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz;
    may_fail();
    f[0] = z[0] + sin(3 * t);
}

/* A mass on a spring, with an input that is held. */
static inline void make_pilot(void)
{
    const double m = 2, k = 5, q = .3, v = 0, z = .1;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "pilot", 1, &q, &v, &pilot));
    MUST(zn_ds_set_constant(pilot, "mass", 1, 1, &m));
    MUST(zn_ds_set_constant(pilot, "stiffness", 1, 1, &k));
    MUST(zn_ds_set_z(pilot, 1, &z));
    MUST(zn_ds_set_function(pilot, "f_ext", (zn_fn *)driven));
    MUST(zn_model_add_ds(model, pilot));
}

static inline void make_control(void)
{
    zn_control *c;
    zn_block *seen, *pid, *hand;

    MUST(zn_plugin_add(ctx, &any_blocks));
    MUST(zn_control_new(sim, &c));
    MUST(zn_control_add(c, "any-eye", "eye", pilot, NULL, 1, &seen));
    MUST(zn_control_add(c, "pid", "pid", pilot, seen, 1, &pid));
    MUST(zn_control_add(c, "any-hand", "hand", pilot, seen, 1, &hand));
    MUST(zn_block_set_period(seen, 0, 1. / 256));
    MUST(zn_block_set_period(pid, 0.003, 0.017));
    MUST(zn_block_set_period(hand, 0.003, 0.034));
    MUST(zn_block_set_real(pid, "Kp", .5));
    MUST(zn_block_set_real(pid, "Kd", .01));
}

/* ---- events ---------------------------------------------------------------------------------- */

/* It writes before it fails. */
static inline zn_status kick(void *user, zn_simulation *s)
{
    double *v = zn_simulation_state_rw(s)->v;
    zn_index k = 0;
    zn_status st;

    while (zn_simulation_v(s, user) != v + k)
        k++;
    v[k] += .25;
    st = zn_simulation_touched(s);
    return st ? st : fail_now();
}

/* And one that only looks. */
static inline zn_status glance(void *user, zn_simulation *s)
{
    (void)user, (void)s;
    return fail_now();
}

/* ---- who sees it ------------------------------------------------------------------------------ */

static _Thread_local double shown; /* each instant counts, and its time */

static inline zn_status count_instant(void *user, const zn_simulation *s)
{
    (void)user;
    if (fail_now())
        return ZN_EUSER;
    shown += 1 + zn_simulation_time(s);
    return ZN_OK;
}

static inline void act(void)
{
    make_control();
    MUST(zn_simulation_every(sim, .01, .013, kick, pilot, NULL));
    MUST(zn_simulation_every(sim, .01, .026, glance, NULL, NULL));
    MUST(zn_simulation_every(sim, .01, .013, kick, pilot, NULL));
    MUST(zn_simulation_observe(sim, count_instant, NULL, NULL));
    MUST(zn_simulation_observe(sim, count_instant, NULL, NULL));
}

#endif
