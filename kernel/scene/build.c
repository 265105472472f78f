/* build.c - the model of a scene
 *
 * A body that moves becomes a system of class "newton-euler", or one of the plane, with its
 * centre of mass as position; fixed bodies are the world.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/formula.h"
#include "kernel/scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/mechanics.h>
#include <zeno/plugin.h>

/* ---- bodies ---- */

static bool some(const double x[], int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] != 0)
            return true;
    return false;
}

static zn_status set_options(zn_ds *ds, const char *options)
{
    char name[ZN_WORD_MAX], value[ZN_TEXT_MAX];
    zn_status st = ZN_OK;

    while (!st && options && zni_word_next(&options, name, value))
        st = zn_ds_set(ds, name, value);
    return st;
}

/* ---- prescribed velocities ---- */

static zn_status set_prescribed(const zn_scene_body *b, zn_ctx *ctx, zn_ds *ds)
{
    zni_formulas *f;
    zn_index index[6], n = 0;
    const char *text[6];
    const bool flat = zn_ds_nv(ds) == 3; /* vx, vy, and wz is the third */
    zn_status st;

    for (zn_index i = 0; i < 6; i++)
        if (b->prescribed[i]) {
            text[n] = b->prescribed[i];
            index[n++] = flat && i == 5 ? 2 : i;
        }
    if (n == 0)
        return ZN_OK;
    st = zni_formulas_new(ctx, n, NULL, text, &f);
    if (st)
        return st;
    st = zn_ds_prescribe_closure(ds, n, index, zni_formulas_at, f, zni_formulas_drop);
    if (st)
        zni_formulas_drop(f);
    return st;
}

/* v of component i, which is prescribed, where the body begins. */
static zn_status first_velocity(const zn_scene *s, const zn_scene_body *b,
                                zn_ctx *ctx, int i, double *v)
{
    char what[32];

    snprintf(what, sizeof what, "prescribed %s", zni_prescribed[i]);
    return zni_formula_start(ctx, what, b->prescribed[i], zni_scene_begin(s, b), v);
}

double zni_scene_begin(const zn_scene *s, const zn_scene_body *b)
{
    return fmax(s->times[0], b->born ? b->birth : s->times[0]);
}

zn_status zni_scene_velocity(const zn_scene *s, const zn_scene_body *b,
                             zn_ctx *ctx, double v[6])
{
    zn_status st = ZN_OK;

    memcpy(v, b->velocity, 3 * sizeof *v);
    zn_rotate_back(b->orientation, b->spin, v + 3);
    for (int i = 0; !st && i < 6; i++)
        if (b->prescribed[i] && !b->jumps)
            st = first_velocity(s, b, ctx, i, v + i);
    return st;
}

/* ---- a body ---- */

void zni_scene_start(const zn_scene_body *b, double q[7])
{
    zn_rotate(b->orientation, b->centre, q);
    for (int i = 0; i < 3; i++)
        q[i] += b->position[i];
    memcpy(q + 3, b->orientation, 4 * sizeof *q);
}

/* In space; *out is freed by the caller where it fails. */
static zn_status in_space(const zn_scene *s, const zn_scene_body *b,
                          zn_ctx *ctx, zn_ds **out)
{
    double q[7], v[6];
    zn_status st;

    zni_scene_start(b, q);
    st = zni_scene_velocity(s, b, ctx, v);
    if (!st)
        st = zn_ds_new(ctx, "newton-euler", b->name, 6, q, v, out);
    if (!st)
        st = zn_ds_set_constant(*out, "mass", 1, 1, &b->mass);
    if (!st)
        st = zn_ds_set_constant(*out, "inertia", 3, 3, b->inertia);
    if (!st)
        st = zni_scene_set_forces(s, b, ctx, *out);
    return st ? st : set_options(*out, b->options);
}

static zn_status make_body(const zn_scene *s, const zn_scene_body *b,
                           zn_ctx *ctx, zn_ds **out)
{
    zn_status st;

    *out = NULL;
    if (!(b->mass > 0) || !some(b->inertia, 9))
        return zn_fail(ctx, ZN_EINVAL,
                       "it moves and has no %s; give a density or a mass and "
                       "a shape with %s, or mass and inertia, or make it "
                       "fixed",
                       b->mass > 0 ? "inertia" : "mass",
                       s->flat ? "an area" : "a volume");
    st = (s->flat ? zni_plane_make_body : in_space)(s, b, ctx, out);
    if (!st)
        st = set_prescribed(b, ctx, *out);
    if (st) {
        zn_ds_free(*out);
        *out = NULL;
    }
    return st;
}

zn_status zni_scene_make_body(const zn_scene *s, const zn_scene_body *b,
                              zn_model *m)
{
    zn_ctx *ctx = zn_model_ctx(m);
    zn_ds *ds;
    zn_status st = make_body(s, b, ctx, &ds);

    if (!st) {
        st = zn_model_add_ds(m, ds);
        if (st)
            zn_ds_free(ds);
    }
    return st ? zn_note(ctx, st, "body '%s'", b->name) : ZN_OK;
}

static zn_status add_bodies(const zn_scene *s, zn_model *m)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->nbody; i++) {
        const zn_scene_body *b = &s->body[i].b;
        if (!b->fixed && zn_scene_body_lives(b, s->times[0]))
            st = zni_scene_make_body(s, b, m);
    }
    return st;
}

/* ---- the model ---- */

zn_status zn_scene_build(const zn_scene *s, zn_ctx *ctx, zn_model **out)
{
    zn_model *m = NULL;
    zn_status st = zn_kernel_register(ctx);

    *out = NULL;
    if (!st)
        st = zn_model_new(ctx, &m);
    for (zn_index i = 0; !st && i < s->nplugin; i++)
        st = zn_plugin_load(ctx, s->plugin[i]);
    if (!st)
        st = add_bodies(s, m);
    for (zn_index i = 0; !st && i < s->njoint; i++)
        if (zni_scene_joint_lives(s, &s->joint[i], s->times[0]))
            st = zni_scene_join(m, &s->joint[i]);
    if (st)
        zn_model_free(m);
    else
        *out = m;
    return st;
}

/* Options of the integrator go there, others to the simulation. */
static zn_status use_options(const zn_scene *s, zn_simulation *sim, zn_osi *osi)
{
    const zn_option *table = zn_osi_class(osi)->type.options;
    char name[ZN_WORD_MAX], value[ZN_TEXT_MAX];
    const char *words = s->options;
    zn_status st = ZN_OK;

    while (!st && zni_word_next(&words, name, value))
        if (strncmp(name, "solver.", 7) == 0)
            st = zn_simulation_solver_set(sim, name + 7, value);
        else if (zn_option_find(table, name))
            st = zn_osi_set(osi, name, value);
        else
            st = zn_simulation_set(sim, name, value);
    return st;
}

zn_status zn_scene_simulation(const zn_scene *s, zn_ctx *ctx, zn_model **model,
                              zn_simulation **sim)
{
    return zn_scene_simulation_class(s, ctx, "time-stepping", model, sim);
}

zn_status zn_scene_simulation_class(const zn_scene *s, zn_ctx *ctx,
                                    const char *cls, zn_model **model,
                                    zn_simulation **sim)
{
    zn_osi *osi = NULL;
    zn_status st = zn_scene_build(s, ctx, model);

    *sim = NULL;
    if (st)
        return st;
    st = zn_model_seal(*model);
    if (!st)
        st = zn_simulation_new_class(*model, cls, sim);
    if (!st)
        st = zn_simulation_use(*sim, s->osi, NULL, &osi);
    if (!st)
        st = use_options(s, *sim, osi);
    if (!st)
        st =
            zn_simulation_set_time(*sim, s->times[0], s->times[1], s->times[2]);
    if (!st)
        st = zn_scene_contacts(s, *sim);
    if (st) {
        zn_simulation_free(*sim);
        zn_model_free(*model);
        *sim = NULL;
        *model = NULL;
    }
    return st;
}
