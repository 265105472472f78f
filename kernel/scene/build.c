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

static zn_status set_forces(const zn_scene *s, const zn_scene_body *b,
                            zn_ds *ds)
{
    double f[3];
    zn_status st = ZN_OK;

    for (int i = 0; i < 3; i++)
        f[i] = b->mass * s->gravity[i] + b->force[i];
    if (b->f_ext)
        st = zn_ds_set_name(ds, "f_ext", b->f_ext);
    else if (some(f, 3))
        st = zn_ds_set_constant(ds, "f_ext", 3, 1, f);
    if (!st && b->m_ext)
        st = zn_ds_set_name(ds, "m_ext", b->m_ext);
    else if (!st && some(b->moment, 3)) {
        st = zn_ds_set_constant(ds, "m_ext", 3, 1, b->moment);
        if (!st)
            st = zn_ds_set(ds, "m_ext", "inertial");
    }
    return st;
}

/* ---- prescribed velocities ---- */

typedef struct prescription {
    zn_ctx *ctx;
    zni_formula *row[6];
} prescription;

static void at_time(void *user, const zn_args *a)
{
    const prescription *p = user;

    for (zn_index i = 0; i < a->rows; i++)
        a->out[i] = zni_formula_value(p->row[i], a->t);
}

static void drop(void *user)
{
    prescription *p = user;

    for (int i = 0; p && i < 6; i++)
        zni_formula_free(p->row[i]);
    if (p)
        zn_free_array(p->ctx, p);
}

static zn_status set_prescribed(const zn_scene_body *b, zn_ctx *ctx, zn_ds *ds)
{
    prescription *p;
    zn_index index[6], n = 0;
    const char *text[6];
    const bool flat = zn_ds_nv(ds) == 3; /* vx, vy, and wz is the third */
    zn_status st = ZN_OK;

    for (zn_index i = 0; i < 6; i++)
        if (b->prescribed[i]) {
            text[n] = b->prescribed[i];
            index[n++] = flat && i == 5 ? 2 : i;
        }
    if (n == 0)
        return ZN_OK;
    p = zn_alloc(ctx, 1, sizeof *p);
    if (!p)
        return ZN_ENOMEM;
    p->ctx = ctx;
    for (zn_index k = 0; !st && k < n; k++)
        st = zni_formula_new(ctx, text[k], 1, &p->row[k]);
    if (!st)
        st = zn_ds_prescribe_closure(ds, n, index, at_time, p, drop);
    if (st)
        drop(p);
    return st;
}

/* v of component i, which is prescribed, where the body begins. */
static zn_status first_velocity(const zn_scene *s, const zn_scene_body *b,
                                zn_ctx *ctx, int i, double *v)
{
    const double t = fmax(s->times[0], b->born ? b->birth : s->times[0]);
    zni_formula *f;
    const zn_status st = zni_formula_new(ctx, b->prescribed[i], 1, &f);

    if (st)
        return st;
    *v = zni_formula_value(f, t);
    zni_formula_free(f);
    if (isfinite(*v))
        return ZN_OK;
    return zn_fail(ctx, ZN_EDOM, "prescribed %s = %s is %g at t = %g s, where the body begins",
                   zni_prescribed[i], b->prescribed[i], *v, t);
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
        st = set_forces(s, b, *out);
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
    zn_osi *osi = NULL;
    zn_status st = zn_scene_build(s, ctx, model);

    *sim = NULL;
    if (st)
        return st;
    st = zn_model_seal(*model);
    if (!st)
        st = zn_simulation_new(*model, sim);
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
