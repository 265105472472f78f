/* read_hdf5_object.c - objects of Siconos' scenes, with their contactors
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/read_hdf5.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/rotation.h>

/* An object, while its contactors are read. */
typedef struct object {
    zni_h5_scene *h;
    const char *name, *where;
    zn_scene_body b;
    double least;
    zn_mass matter; /* of its shapes at density 1, about its origin; */
    zn_mass volume; /* likewise of those that are not for contact */
    bool measure;   /* first: what is it made of? */
    bool needed;    /* of its matter the inertia is made */
} object;

/* ---- contactors ---- */

/* The quaternion of a contactor in the plane becomes its angle. */
static bool lies_flat(object *o, zn_scene_shape *s)
{
    double *p = s->orientation;

    if (p[1] != 0 || p[2] != 0) {
        zni_h5_complain(o->h->r, o->where,
                        "the quaternion (%g, %g, %g, %g) of a contactor turns "
                        "it out of the plane",
                        p[0], p[1], p[2], p[3]);
        return false;
    }
    s->angle = 2 * atan2(p[3], p[0]);
    memset(p, 0, sizeof s->orientation);
    return !zni_plane_turn(o->h->r->scene, s->angle, p);
}

static bool placed(object *o, hid_t at, zn_scene_shape *s)
{
    const bool flat = o->h->r->scene->flat;
    double in[7] = {0, 0, 0, 1, 0, 0, 0}, pose[7];
    int n = H5Aexists(at, "translation") > 0
                ? zni_h5_reals(at, "translation", 3, in)
                : 3;

    if (flat && n == 2) /* without z, which its writer takes as well */
        n = 3;
    if (n == 3 && H5Aexists(at, "orientation") > 0)
        n = zni_h5_reals(at, "orientation", 4, in + 3) - 1;
    if (n != 3 || !(fabs(zn_quaternion_length(in + 3) - 1) < 1e-6)) {
        zni_h5_complain(o->h->r, o->where,
                        "a contactor's translation has 3 numbers%s, its "
                        "orientation is a quaternion of length 1",
                        flat ? ", or 2" : "");
        return false;
    }
    memcpy(pose, s->position, sizeof s->position);
    memcpy(pose + 3, s->orientation, sizeof s->orientation);
    zni_pose_after(in, pose, pose);
    memcpy(s->position, pose, sizeof s->position);
    memcpy(s->orientation, pose + 3, sizeof s->orientation);
    return !flat || lies_flat(o, s);
}

/* Shapes without a group are volumes, which have mass and no contact. */
static void add_shape(object *o, hid_t at, zn_scene_shape *s)
{
    zni_reader *r = o->h->r;
    const bool volume = H5Aexists(at, "group") <= 0;
    char group[ZN_WORD_MAX];
    double gid = 0;
    zn_status st = ZN_OK;

    zni_h5_reals(at, "group", 1, &gid);
    snprintf(group, sizeof group, "%.0f", gid);
    s->group = group;
    if (o->measure)
        st = zni_matter_add(r->ctx, volume ? &o->volume : &o->matter, s, NULL,
                            o->needed, &o->least);
    else if (!volume)
        st = zn_scene_add_shape(r->scene, o->name, s);
    if (st == ZN_ENOMEM)
        r->st = st;
    else if (st)
        zni_h5_complain(r, o->where, "%s", zn_errmsg(r->ctx));
}

static void contactor(void *user, hid_t at, const char *name)
{
    object *o = user;
    char shape[ZN_WORD_MAX];
    zni_h5_shape s;

    if (!zni_h5_word(at, "shape_name", shape)) {
        zni_h5_complain(o->h->r, o->where,
                        "contactor '%.60s' has no shape_name", name);
        return;
    }
    if (!zni_h5_shape_find(o->h, o->where, shape, o->measure, &s))
        return;
    if (placed(o, at, &s.s))
        add_shape(o, at, &s.s);
    zni_h5_shape_free(o->h, &s);
}

/* ---- objects ---- */

static bool list(object *o, hid_t at, const char *key, int n, double out[])
{
    if (H5Aexists(at, key) <= 0 || zni_h5_reals(at, key, n, out) == n)
        return true;
    zni_h5_complain(o->h->r, o->where, "'%s' must be %d finite numbers", key,
                    n);
    return false;
}

/* In the plane: x, y, angle and their rates, the inertia about z. */
static bool motion_in_plane(object *o, hid_t at)
{
    zn_scene_body *b = &o->b;
    const bool short_centre =
        zni_h5_reals(at, "center_of_mass", 3, b->centre) == 2;
    double v[3] = {0};

    if (!list(o, at, "translation", 2, b->position) ||
        !list(o, at, "orientation", 1, &b->angle) ||
        !list(o, at, "velocity", 3, v) ||
        (!short_centre && !list(o, at, "center_of_mass", 3, b->centre)) ||
        !list(o, at, "inertia", 1, &b->inertia[8]) ||
        zni_plane_turn(o->h->r->scene, b->angle, b->orientation))
        return false;
    memcpy(b->velocity, v, 2 * sizeof *v);
    b->spin[2] = v[2];
    return true;
}

static bool motion_in_space(object *o, hid_t at)
{
    zn_scene_body *b = &o->b;
    double v[6] = {0}, I[9] = {0};
    const int n = zni_h5_reals(at, "inertia", 9, I);

    b->orientation[0] = 1;
    if (!list(o, at, "translation", 3, b->position) ||
        !list(o, at, "orientation", 4, b->orientation) ||
        !list(o, at, "velocity", 6, v) ||
        !list(o, at, "center_of_mass", 3, b->centre))
        return false;
    if (!(fabs(zn_quaternion_length(b->orientation) - 1) < 1e-6)) {
        zni_h5_complain(o->h->r, o->where,
                        "the quaternion (%g, %g, %g, %g) has length %.9g, must "
                        "be 1",
                        b->orientation[0], b->orientation[1], b->orientation[2],
                        b->orientation[3],
                        zn_quaternion_length(b->orientation));
        return false;
    }
    memcpy(b->velocity, v, sizeof b->velocity);
    zn_rotate(b->orientation, v + 3, b->spin);
    if (n == 9)
        memcpy(b->inertia, I, sizeof I);
    for (int i = 0; n == 3 && i < 3; i++)
        b->inertia[4 * i] = I[i];
    return true;
}

static bool numbers_of(object *o, hid_t at)
{
    const bool flat = o->h->r->scene->flat;
    zn_scene_body *b = &o->b;
    double time[2] = {-1, -1}, arm[3];

    if (!list(o, at, "mass", 1, &b->mass) ||
        !list(o, at, "time_of_birth", 1, &time[0]) ||
        !list(o, at, "time_of_death", 1, &time[1]) ||
        !(flat ? motion_in_plane : motion_in_space)(o, at))
        return false;
    b->fixed = !(b->mass > 0);
    zn_rotate(b->orientation, b->centre, arm);
    for (int i = 0; i < (flat ? 2 : 3); i++)
        b->position[i] -= arm[i];
    b->born = time[0] > 0;
    b->birth = time[0];
    b->dies = time[1] >= 0;
    b->death = time[1];
    return true;
}

/* Does its inertia come from its shapes? */
static bool measured(const object *o)
{
    bool given = o->b.fixed;

    for (int i = 0; i < 9; i++)
        given = given || o->b.inertia[i] != 0;
    return !given;
}

/* Inertia of its volumes, or of its shapes, about their centroid, where none is given. */
static void find_inertia(object *o)
{
    const zn_mass *m = o->volume.mass > 0 ? &o->volume : &o->matter;

    if (measured(o) && m->mass > 0)
        for (int i = o->h->r->scene->flat ? 8 : 0; i < 9; i++)
            o->b.inertia[i] = m->inertia[i] * (o->b.mass / m->mass);
}

/* Velocities that boundary conditions give it. */
static void find_conditions(object *o)
{
    const zni_h5_scene *h = o->h;

    for (zn_index i = 0; i < h->nconditions; i++)
        if (strcmp(h->condition[i].object, o->name) == 0) {
            o->b.prescribed[h->condition[i].index] = h->condition[i].text;
            o->b.jumps = true;
        }
}

static void contactors(object *o, hid_t at)
{
    char group[ZN_WORD_MAX + 16];

    snprintf(group, sizeof group, "data/input/%s", o->name);
    (void)at;
    zni_h5_each(o->h->r, o->h->file, group, contactor, o);
}

void zni_h5_object(void *user, hid_t at, const char *name)
{
    char where[80];
    object o = {.h = user, .name = name, .where = where, .measure = true};
    zni_reader *r = o.h->r;

    snprintf(where, sizeof where, "input/%.60s", name);
    o.b.name = name;
    if (!numbers_of(&o, at))
        return;
    if (H5Aexists(at, "fext") > 0)
        zni_import_skip(&o.h->im, &o.h->at,
                        "'fext' of an object, which its runner passes over, "
                        "too,");
    find_conditions(&o);
    o.needed = measured(&o);
    contactors(&o, at);
    if (r->f.count || r->st)
        return;
    find_inertia(&o);
    if (zn_scene_add_body(r->scene, &o.b)) {
        zni_h5_complain(r, where, "%s", zn_errmsg(r->ctx));
        return;
    }
    if (!o.b.fixed && !(o.b.inertia[r->scene->flat ? 8 : 0] > 0)) {
        zni_h5_complain(r, where,
                        "it moves and has no inertia, and no shape "
                        "with a volume");
        return;
    }
    o.measure = false;
    contactors(&o, at);
}
