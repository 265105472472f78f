/* read_hdf5_joint.c - joints of Siconos' scenes, with stops, friction, couplings
 *
 * Measured, 4.4: friction along an axis is bounded by an impulse a step, whatever the step is, so
 * the force is that by the step of its runner; a coupler has y = dof2 - ratio dof1 in its manual,
 * while its velocities follow with ratio 1.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/read_hdf5.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/rotation.h>

/* A joint on its way. */
typedef struct joint {
    zni_h5_scene *h;
    const char *where;
    zn_scene_joint j;
} joint;

/* A number of a law that has that type; false where there is none. */
static bool law_number(const joint *k, const char *law, const char *type,
                       const char *key, double *x)
{
    char path[ZN_WORD_MAX + 16], is[ZN_WORD_MAX];
    bool good = false;
    hid_t at;

    snprintf(path, sizeof path, "data/nslaws/%s", law);
    at = H5Lexists(k->h->file, "data/nslaws", H5P_DEFAULT) > 0 &&
                 H5Lexists(k->h->file, path, H5P_DEFAULT) > 0
             ? H5Oopen(k->h->file, path, H5P_DEFAULT)
             : -1;
    if (at < 0)
        return false;
    zni_h5_word(at, "type", is);
    good = strcmp(is, type) == 0 && zni_h5_reals(at, key, 1, x) == 1;
    H5Oclose(at);
    return good;
}

/* ---- stops: d (-c - p) >= 0, a bound above where d > 0, below else ---- */

static void restitution(joint *k, hid_t at)
{
    char name[8][ZN_WORD_MAX];
    const int n = zni_h5_words(at, "nslaws", 8, name);
    double e;

    for (int i = 0; i < n; i++) {
        if (!law_number(k, name[i], "NewtonImpactNSL", "e", &e))
            continue;
        if (i > 0 && e != k->j.stop_e)
            zni_import_skip(&k->h->im, &k->h->at,
                            "a stop's restitution that is not that of the "
                            "first one");
        else
            k->j.stop_e = e;
    }
}

static void add_stops(joint *k, hid_t at)
{
    const double far = strcmp(k->j.cls, "revolute") == 0 ? 10 : 1e9;
    double x[6];
    const int n = zni_h5_reals(at, "stops", 6, x);

    if (n == -1 && H5Aexists(at, "stops") > 0)
        zni_h5_complain(k->h->r, k->where,
                        "'stops' must be one or two rows of [axis, position, "
                        "direction]");
    k->j.stop[0] = -far;
    k->j.stop[1] = far;
    for (int i = 0; i + 3 <= n; i += 3)
        if (x[i] == 0)
            k->j.stop[x[i + 2] > 0] = -x[i + 1];
        else
            zni_import_skip(&k->h->im, &k->h->at, "a stop of another axis");
    k->j.stopped = n >= 3;
    if (k->j.stopped)
        restitution(k, at);
}

/* ---- friction ---- */

double zni_h5_step(const zn_scene *s)
{
    for (zn_index i = 0; i < s->nparameter; i++)
        if (strcmp(s->parameter[i].name, "step") == 0)
            return s->parameter[i].value;
    return 5e-4;
}

static void add_friction(joint *k, hid_t at)
{
    const double step = zni_h5_step(k->h->r->scene);
    char name[8][ZN_WORD_MAX];
    const int n = zni_h5_words(at, "friction", 8, name);
    double lb, ub;

    if (n < 1)
        return;
    if (n > 1)
        zni_import_skip(&k->h->im, &k->h->at, "friction of a second axis");
    if (!law_number(k, name[0], "RelayNSL", "lb", &lb) ||
        !law_number(k, name[0], "RelayNSL", "ub", &ub) || lb > 0 || ub < 0) {
        zni_h5_complain(k->h->r, k->where,
                        "its friction '%.40s' must be a RelayNSL with lb <= 0 "
                        "<= ub",
                        name[0]);
        return;
    }
    if (-lb != ub)
        zni_import_skip(&k->h->im, &k->h->at,
                        "the smaller bound of a joint's friction");
    k->j.friction = (ub > -lb ? ub : -lb) / step;
    zn_log(k->h->r->ctx, ZN_LOG_WARN,
           "%s, data/%s: friction is bounded by an impulse a step there, %g: "
           "with steps of %g s that is %g N (N m); --set step=... is the step "
           "it was run with",
           k->h->r->file, k->where, k->j.friction * step, step, k->j.friction);
}

/* ---- where it is ---- */

/* One row, or none where the joint wants none. */
static bool three(hid_t at, const char *key, double x[3])
{
    double row[3];
    const int n = H5Aexists(at, key) > 0 ? zni_h5_reals(at, key, 3, row) : 0;

    if (n == 3)
        memcpy(x, row, sizeof row);
    return n == 3 || n == 0;
}

/* Point and axis of the joint that is described at `at`, inertial frame. */
static bool place(const joint *k, hid_t at, const char *body, double where[3],
                  double along[3])
{
    double point[3] = {0}, axis[3] = {0, 1, 0}, q[7];
    const zn_scene_body *b =
        zn_scene_body_at(k->h->r->scene, zni_scene_find(k->h->r->scene, body));

    if (!three(at, "points", point) || !three(at, "axes", axis)) {
        zni_h5_complain(k->h->r, k->where,
                        "one point and one axis of 3 numbers");
        return false;
    }
    if (!b) {
        zni_h5_complain(k->h->r, k->where, "there is no object '%s'", body);
        return false;
    }
    memcpy(where, point, sizeof point);
    memcpy(along, axis, sizeof axis);
    if (zni_h5_truth(at, "absolute", true))
        return true;
    zni_scene_start(b, q);
    zn_rotate(q + 3, point, where);
    for (int i = 0; i < 3; i++)
        where[i] += q[i];
    zn_rotate(q + 3, axis, along);
    return true;
}

/* ---- couplers ---- */

/* The axis of a reference: a hinge between that body and what stands still. */
static bool reference(const joint *k, const char *name, const char *body,
                      double where[3], double along[3])
{
    char path[ZN_WORD_MAX + 16], type[ZN_WORD_MAX], of[2][ZN_WORD_MAX];
    const zn_scene *s = k->h->r->scene;
    bool good = false;
    hid_t at;

    snprintf(path, sizeof path, "data/joints/%s", name);
    at = H5Lexists(k->h->file, path, H5P_DEFAULT) > 0
             ? H5Oopen(k->h->file, path, H5P_DEFAULT)
             : -1;
    if (at < 0)
        return false;
    zni_h5_word(at, "type", type);
    if (strcmp(type, "PivotJointR") == 0 && zni_h5_word(at, "object1", of[0]) &&
        strcmp(of[0], body) == 0) {
        const zn_scene_body *b =
            zni_h5_word(at, "object2", of[1])
                ? zn_scene_body_at(s, zni_scene_find(s, of[1]))
                : NULL;
        good = (!b || b->fixed) && place(k, at, body, where, along);
    }
    H5Oclose(at);
    return good;
}

static void add_coupler(joint *k, hid_t at)
{
    char name[8][ZN_WORD_MAX];
    double c[3];
    zn_scene_joint *j = &k->j;

    if (zni_h5_reals(at, "coupled", 3, c) != 3) {
        zni_h5_complain(k->h->r, k->where,
                        "'coupled' must be one row of [dof 1, dof 2, ratio]");
        return;
    }
    if (c[0] != 0 || c[1] != 0 || c[2] == 0 || !j->body2 ||
        zni_h5_words(at, "references", 8, name) != 2 ||
        !reference(k, name[0], j->body1, j->point, j->axis) ||
        !reference(k, name[1], j->body2, j->point2, j->axis2)) {
        zni_import_skip(&k->h->im, &k->h->at,
                        "a CouplerJointR other than of angles of two "
                        "PivotJointR with the world");
        return;
    }
    j->radius[0] = -c[2];
    j->radius[1] = 1;
    if (zn_scene_add_joint(k->h->r->scene, j))
        zni_h5_complain(k->h->r, k->where, "%s", zn_errmsg(k->h->r->ctx));
}

/* ---- the whole ---- */

static const char *class_of(const char *type)
{
    static const struct {
        const char *type, *cls;
    } known[] = {
        {"PivotJointR", "revolute"},      {"KneeJointR", "spherical"},
        {"PrismaticJointR", "prismatic"}, {"CylindricalJointR", "cylindrical"},
        {"FixedJointR", "fixed"},         {"CouplerJointR", "coupler"}};

    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(known[k].type, type) == 0)
            return known[k].cls;
    return NULL;
}

static void add_joint(joint *k, hid_t at)
{
    zn_scene_joint *j = &k->j;
    const bool free =
        strcmp(j->cls, "spherical") == 0 || strcmp(j->cls, "fixed") == 0;

    if (!place(k, at, j->body1, j->point, j->axis))
        return;
    if (free) {
        memset(j->axis, 0, sizeof j->axis);
        if (H5Aexists(at, "stops") > 0)
            zni_import_skip(&k->h->im, &k->h->at,
                            "'stops' of a joint "
                            "without an axis");
        if (H5Aexists(at, "friction") > 0)
            zni_import_skip(&k->h->im, &k->h->at,
                            "'friction' of a joint "
                            "without an axis");
    } else {
        add_stops(k, at);
        add_friction(k, at);
    }
    if (zn_scene_add_joint(k->h->r->scene, j))
        zni_h5_complain(k->h->r, k->where, "%s", zn_errmsg(k->h->r->ctx));
}

void zni_h5_joint(void *user, hid_t at, const char *name)
{
    zni_h5_scene *h = user;
    char type[ZN_WORD_MAX], body[2][ZN_WORD_MAX], where[80];
    joint k = {.h = h, .where = where, .j = {.name = name}};

    snprintf(where, sizeof where, "joints/%.60s", name);
    if (h->r->scene->flat) {
        zni_h5_complain(h->r, where,
                        "its joints are of space, and end its runner in a "
                        "scene of dimension 2; zeno convert makes a scene of "
                        "the file without them, to which 'joints' can be "
                        "added");
        return;
    }
    zni_h5_word(at, "type", type);
    k.j.cls = class_of(type);
    if (!k.j.cls) {
        zni_h5_complain(h->r, where,
                        "joint '%s': there are PivotJointR, KneeJointR, "
                        "PrismaticJointR, CylindricalJointR, FixedJointR, "
                        "CouplerJointR",
                        type);
        return;
    }
    if (!zni_h5_word(at, "object1", body[0])) {
        zni_h5_complain(h->r, where, "it has no object1");
        return;
    }
    k.j.body1 = body[0];
    k.j.body2 = zni_h5_word(at, "object2", body[1]) ? body[1] : NULL;
    k.j.meet = zni_h5_truth(at, "allow_self_collide", false);
    if (strcmp(k.j.cls, "coupler") == 0)
        add_coupler(&k, at);
    else
        add_joint(&k, at);
}
