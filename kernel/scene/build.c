/* build.c - the model of a scene
 *
 * A body that moves becomes a system of class "newton-euler" with its centre of mass
 * as position; fixed bodies are the world. A joint becomes its relation with the law
 * equality, its stops axis coordinates with newton-impact, its dry friction one with
 * relay, whose bounds are impulses: friction times h.
 * SPDX-License-Identifier: Apache-2.0 */
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

static zn_status make_body(const zn_scene *s, const zn_scene_body *b,
                           zn_ctx *ctx, zn_ds **out)
{
    double q[7], v[6], arm[3];
    zn_ds *ds = NULL;
    zn_status st = ZN_OK;

    *out = NULL;
    if (!(b->mass > 0) || !some(b->inertia, 9))
        return zn_fail(ctx, ZN_EINVAL,
                       "it moves and has no %s; give a density or a mass and "
                       "a shape with a volume, or mass and inertia, or make it "
                       "fixed",
                       b->mass > 0 ? "inertia" : "mass");
    zn_rotate(b->orientation, b->centre, arm);
    zn_rotate_back(b->orientation, b->spin, v + 3);
    for (int i = 0; i < 3; i++) {
        q[i] = b->position[i] + arm[i];
        v[i] = b->velocity[i];
    }
    memcpy(q + 3, b->orientation, 4 * sizeof *q);
    st = zn_ds_new(ctx, "newton-euler", b->name, 6, q, v, &ds);
    if (!st)
        st = zn_ds_set_constant(ds, "mass", 1, 1, &b->mass);
    if (!st)
        st = zn_ds_set_constant(ds, "inertia", 3, 3, b->inertia);
    if (!st)
        st = set_forces(s, b, ds);
    if (!st)
        st = set_options(ds, b->options);
    if (st)
        zn_ds_free(ds);
    else
        *out = ds;
    return st;
}

static zn_status add_bodies(const zn_scene *s, zn_model *m)
{
    zn_ctx *ctx = zn_model_ctx(m);

    for (zn_index i = 0; i < s->nbody; i++) {
        const zn_scene_body *b = &s->body[i].b;
        zn_ds *ds;
        zn_status st;
        if (b->fixed)
            continue;
        st = make_body(s, b, ctx, &ds);
        if (!st) {
            st = zn_model_add_ds(m, ds);
            if (st)
                zn_ds_free(ds);
        }
        if (st)
            return zn_note(ctx, st, "body '%s'", b->name);
    }
    return ZN_OK;
}

/* ---- joints ---- */

/* A joint with its bodies in the order that the relation wants. */
typedef struct link {
    const zn_scene_joint *j;
    zn_model *m;
    zn_ctx *ctx;
    zn_ds *d1, *d2;
    bool swapped;
} link;

static bool symmetric(const char *cls)
{
    return strcmp(cls, "point-on-line") != 0 &&
           strcmp(cls, "point-on-plane") != 0 && strcmp(cls, "screw") != 0;
}

static zn_status find_bodies(const zn_scene *s, link *l)
{
    const zn_scene_joint *j = l->j;

    l->d1 = zn_model_ds(l->m, j->body1);
    l->d2 = j->body2 ? zn_model_ds(l->m, j->body2) : NULL;
    (void)s;
    if (!l->d1 && !l->d2)
        return zn_fail(l->ctx, ZN_EINVAL, "none of its bodies moves");
    if (l->d1)
        return ZN_OK;
    if (!symmetric(j->cls))
        return zn_fail(l->ctx, ZN_EINVAL,
                       "the first body of a %s must move; '%s' is fixed",
                       j->cls, j->body1);
    l->d1 = l->d2;
    l->d2 = NULL;
    l->swapped = true;
    return ZN_OK;
}

/* Hand law and relation over, or free them. */
static zn_status connect(const link *l, const char *suffix, zn_law *law,
                         zn_relation *r, zn_status st)
{
    char name[ZN_WORD_MAX + 16];

    snprintf(name, sizeof name, "%s%s", l->j->name, suffix);
    if (!st)
        st = zn_model_connect(l->m, name, law, r, l->d1, l->d2, NULL);
    if (st) {
        zn_law_free(law);
        zn_relation_free(r);
    }
    return st;
}

static zn_status new_relation(const link *l, const char *cls, zn_relation **r)
{
    return zn_joint_new(l->ctx, cls, l->j->name, l->d1, l->d2, l->j->point,
                        some(l->j->axis, 3) ? l->j->axis : NULL, r);
}

/* The ends of a rod in the frames of the bodies, and its length. */
static zn_status set_rod(const link *l, zn_relation *r)
{
    const double *end[2] = {l->swapped ? l->j->point2 : l->j->point,
                            l->swapped ? l->j->point : l->j->point2};
    const zn_ds *const d[2] = {l->d1, l->d2};
    double length = 0, arm[3];
    zn_status st = ZN_OK;

    for (int b = 0; !st && b < 2; b++) {
        const double *q = d[b] ? zn_ds_q0(d[b]) : NULL;
        for (int i = 0; i < 3; i++)
            arm[i] = end[b][i] - (q ? q[i] : 0);
        if (q)
            zn_rotate_back(q + 3, arm, arm);
        st = zn_relation_set_constant(r, b ? "point2" : "point1", 3, 1, arm);
    }
    for (int i = 0; i < 3; i++)
        length += (end[0][i] - end[1][i]) * (end[0][i] - end[1][i]);
    length = sqrt(length);
    if (!st && !(length > 0))
        st = zn_fail(l->ctx, ZN_EINVAL, "both ends of the rod are one point");
    return st ? st : zn_relation_set_constant(r, "length", 1, 1, &length);
}

static zn_status add_itself(const link *l)
{
    zn_relation *r = NULL;
    zn_law *law = NULL;
    zn_status st = new_relation(l, l->j->cls, &r);

    if (!st && strcmp(l->j->cls, "rod") == 0)
        st = set_rod(l, r);
    if (!st && strcmp(l->j->cls, "screw") == 0)
        st = zn_relation_set_constant(r, "pitch", 1, 1, &l->j->pitch);
    if (!st)
        st = zn_law_equality(l->ctx, zn_relation_ny(r), &law);
    return connect(l, "", law, r, st);
}

/* The coordinate that stops and friction see. */
static const char *coordinate(const char *cls)
{
    if (strcmp(cls, "revolute") == 0)
        return "axis-turn";
    return strcmp(cls, "prismatic") == 0 || strcmp(cls, "cylindrical") == 0
               ? "axis-slide"
               : NULL;
}

static zn_status add_stop(const link *l, const char *cls, bool upper)
{
    /* of body 1 seen from body 2; with the bodies in the other order the
     * coordinate has the other sign */
    const bool over = upper != l->swapped;
    const double limit = (l->swapped ? -1 : 1) * l->j->stop[upper];
    const double sign = over ? -1 : 1;
    zn_relation *r = NULL;
    zn_law *law = NULL;
    zn_status st = new_relation(l, cls, &r);

    if (!st)
        st = zn_relation_set_constant(r, "sign", 1, 1, &sign);
    if (!st)
        st = zn_relation_set_constant(r, "limit", 1, 1, &limit);
    if (!st)
        st = zn_law_newton_impact(l->ctx, l->j->stop_e, &law);
    return connect(l, upper ? ".stop2" : ".stop1", law, r, st);
}

static zn_status add_friction(const link *l, const char *cls, double h)
{
    const double ub = l->j->friction * h, lb = -ub;
    zn_relation *r = NULL;
    zn_law *law = NULL;
    zn_status st = new_relation(l, cls, &r);

    if (!st)
        st = zn_law_relay(l->ctx, 1, &lb, &ub, &law);
    return connect(l, ".friction", law, r, st);
}

static zn_status add_joint(const zn_scene *s, zn_model *m,
                           const zn_scene_joint *j)
{
    link l = {.j = j, .m = m, .ctx = zn_model_ctx(m)};
    const char *along = coordinate(j->cls);
    zn_status st = find_bodies(s, &l);

    if (!st && (j->stopped || j->friction > 0) && !along)
        st = zn_fail(l.ctx, ZN_EINVAL,
                     "stops and friction are for revolute, prismatic and "
                     "cylindrical joints; this one is %s",
                     j->cls);
    if (!st)
        st = add_itself(&l);
    if (!st && j->stopped)
        st = add_stop(&l, along, false);
    if (!st && j->stopped)
        st = add_stop(&l, along, true);
    if (!st && j->friction > 0)
        st = add_friction(&l, along, s->times[1]);
    return zn_note(l.ctx, st, "joint '%s'", j->name);
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
        st = add_joint(s, m, &s->joint[i]);
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
