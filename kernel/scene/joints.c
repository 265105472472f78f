/* joints.c - joints, gears, springs, motors and prescribed motions of a scene
 *
 * A joint becomes its relation with the law equality. What acts along its coordinate are
 * interactions of their own: stops with newton-impact, dry friction, springs and motors with
 * spring, a prescribed motion with equality, one of limited strength with dry friction whose
 * limit moves.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/joint.h"
#include "kernel/scene/formula.h"
#include "kernel/scene/link.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/mechanics.h>

static bool symmetric(const char *cls)
{
    static const char *const not [] = {"point-on-line", "point-on-plane",
                                       "screw", "rack", NULL};

    return !zni_word_is_of(cls, not);
}

static bool is_gear(const char *cls)
{
    static const char *const gears[] = {"gear", "bevel-gear",    "coupler",
                                        "rack", "slide-coupler", NULL};

    return zni_word_is_of(cls, gears);
}

static bool is_bushing(const char *cls)
{
    return strcmp(cls, "bushing") == 0;
}

static bool is_spring(const char *cls)
{
    return strcmp(cls, "spring") == 0;
}

bool zni_scene_holds(const zn_scene_joint *j)
{
    return !j->meet && !is_spring(j->cls);
}

/* Are its bodies of the plane? */
static bool flat(const zni_scene_link *l)
{
    return zn_ds_nq(l->d1) == 3;
}

/* The coordinate that stops, springs, motors and friction see. */
static const char *coordinate(const zni_scene_link *l)
{
    static const char *const sliders[] = {"prismatic", "cylindrical", NULL};
    const char *cls = l->j->cls;

    if (flat(l))
        return zni_plane_coordinate(cls);
    if (strcmp(cls, "revolute") == 0)
        return "axis-turn";
    if (is_spring(cls))
        return "axis-length";
    return zni_word_is_of(cls, sliders) ? "axis-slide" : NULL;
}

static zn_status find_bodies(zni_scene_link *l)
{
    const zn_scene_joint *j = l->j;

    l->d1 = zn_model_ds(l->m, j->body1);
    l->d2 = j->body2 ? zn_model_ds(l->m, j->body2) : NULL;
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
static zn_status connect(const zni_scene_link *l, const char *suffix, zn_law *law,
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

/* ---- the joint ---- */

static zn_status new_gears(const zni_scene_link *l, zn_relation **r)
{
    const zn_scene_joint *j = l->j;
    const int first = l->swapped, second = !l->swapped;
    zn_gear g[2];

    memcpy(g[first].point, j->point, sizeof j->point);
    memcpy(g[first].axis, j->axis, sizeof j->axis);
    memcpy(g[second].point, j->point2, sizeof j->point2);
    memcpy(g[second].axis, j->axis2, sizeof j->axis2);
    g[first].radius = j->radius[0];
    g[second].radius = j->radius[1];
    return zn_gear_new(l->ctx, j->cls, j->name, l->d1, l->d2, g, r);
}

static bool has_axis(const double axis[3])
{
    return axis[0] != 0 || axis[1] != 0 || axis[2] != 0;
}

/* A universal joint of which both axes are given, that of each body. */
static zn_status new_cross(const zni_scene_link *l, zn_relation **r)
{
    const zn_scene_joint *j = l->j;
    const double *a = l->swapped ? j->axis2 : j->axis;
    const double *b = l->swapped ? j->axis : j->axis2;
    double seen[3], dot = 0, aa = 0, bb = 0;
    zn_status st;

    for (int i = 0; i < 3; i++) {
        dot += a[i] * b[i];
        aa += a[i] * a[i];
        bb += b[i] * b[i];
    }
    if (!(fabs(dot) <= 1e-9 * sqrt(aa * bb)))
        return zn_fail(l->ctx, ZN_EINVAL,
                       "the axes of a universal joint must be at right angles; "
                       "the cosine between them is %g",
                       dot / sqrt(aa * bb));
    st = zn_joint_new(l->ctx, j->cls, j->name, l->d1, l->d2, j->point, a, r);
    zni_joint_seen(l->d2 ? zni_ds_start(l->d2) : NULL, b, seen);
    return st ? st : zn_relation_set_constant(*r, "axis2", 3, 1, seen);
}

/* Of the joint itself, or of its coordinate. */
static zn_status new_relation(const zni_scene_link *l, bool along, zn_relation **r)
{
    static const char *const ends[] = {"rod", "axis-length", NULL};
    const zn_scene_joint *j = l->j;
    const char *cls = along ? coordinate(l) : j->cls;

    if (flat(l))
        return zni_plane_relation(l, along, r);
    if (is_gear(cls))
        return new_gears(l, r);
    if (strcmp(cls, "universal") == 0 && has_axis(j->axis2))
        return new_cross(l, r);
    if (zni_word_is_of(cls, ends))
        return zn_joint_between(l->ctx, cls, j->name, l->d1, l->d2,
                                l->swapped ? j->point2 : j->point,
                                l->swapped ? j->point : j->point2, r);
    return zn_joint_new(l->ctx, cls, j->name, l->d1, l->d2, j->point,
                        has_axis(j->axis) ? j->axis : NULL, r);
}

/* Six springs at a point: along directions that are x, y, z of the world at first and go with
 * body 2, and about those of body 1. */
static zn_status add_bushing(const zni_scene_link *l)
{
    static const struct {
        const char *name;
        double at[3];
    } along[] = {
        {"axis2", {1, 0, 0}}, {"normal21", {0, 1, 0}}, {"normal22", {0, 0, 1}}};
    zn_relation *r = NULL;
    zn_law *law = NULL;
    zn_status st = zn_joint_new(l->ctx, "pose", l->j->name, l->d1, l->d2,
                                l->j->point, along[0].at, &r);

    for (int k = 0; !st && k < 3; k++) {
        double seen[3];
        zni_joint_seen(l->d2 ? zni_ds_start(l->d2) : NULL, along[k].at, seen);
        st = zn_relation_set_constant(r, along[k].name, 3, 1, seen);
    }
    if (!st)
        st = zn_law_spring(l->ctx, 6, l->j->stiffnesses, l->j->dampings, NULL,
                           &law);
    return connect(l, "", law, r, st);
}

static zn_status add_itself(const zni_scene_link *l)
{
    zn_relation *r = NULL;
    zn_law *law = NULL;
    zn_status st = new_relation(l, false, &r);

    if (!st && strcmp(l->j->cls, "screw") == 0)
        st = zn_relation_set_constant(r, "pitch", 1, 1, &l->j->pitch);
    if (!st)
        st = zn_law_equality(l->ctx, zn_relation_ny(r), &law);
    return connect(l, "", law, r, st);
}

/* ---- along the coordinate ---- */

/* y = sign (coordinate - limit), the coordinate of body 1 seen from body 2: with the bodies
 * in the other order it has the other sign, but for a length. */
static zn_status new_coordinate(const zni_scene_link *l, double sign, double limit,
                                zn_relation **r)
{
    const double turned = l->swapped && !is_spring(l->j->cls) ? -1 : 1;
    zn_status st = new_relation(l, true, r);

    sign *= turned;
    limit *= turned;
    if (!st)
        st = zn_relation_set_constant(*r, "sign", 1, 1, &sign);
    return st ? st : zn_relation_set_constant(*r, "limit", 1, 1, &limit);
}

static zn_status add_stop(const zni_scene_link *l, bool upper)
{
    zn_relation *r = NULL;
    zn_law *law = NULL;
    zn_status st = new_coordinate(l, upper ? -1 : 1, l->j->stop[upper], &r);

    if (!st)
        st = zn_law_newton_impact(l->ctx, l->j->stop_e, &law);
    return connect(l, upper ? ".stop2" : ".stop1", law, r, st);
}

static zn_status dry(const zni_scene_link *l, double bound, zn_law **law)
{
    const zn_status st = zn_law_new(l->ctx, "dry-friction", law);

    return st ? st : zn_law_set_real(*law, "bound", bound);
}

static zn_status add_friction(const zni_scene_link *l)
{
    zn_relation *r = NULL;
    zn_law *law = NULL;
    zn_status st = new_coordinate(l, 1, 0, &r);

    if (!st)
        st = dry(l, l->j->friction, &law);
    return connect(l, ".friction", law, r, st);
}

/* ---- springs, motors, motions ---- */

zn_status zni_scene_check_motor(zn_ctx *ctx, const zn_scene_joint *j)
{
    const bool symbol = j->motor && strchr(j->motor, ':');
    const zn_status st =
        zni_formula_check(ctx, "motor", symbol ? NULL : j->motor, true);

    return st ? st : zni_formula_check(ctx, "motion", j->motion, false);
}

static double rest_of(const zni_scene_link *l)
{
    double sum = 0;

    if (l->j->resting || !is_spring(l->j->cls))
        return l->j->rest;
    for (int i = 0; i < 3; i++)
        sum += (l->j->point[i] - l->j->point2[i]) *
               (l->j->point[i] - l->j->point2[i]);
    return sqrt(sum);
}

static zn_status add_spring(const zni_scene_link *l)
{
    const zn_scene_joint *j = l->j;
    zn_relation *r = NULL;
    zn_law *law = NULL;
    const double rest = rest_of(l);
    zn_status st = new_coordinate(l, 1, 0, &r);

    if (!st)
        st = zn_law_spring(l->ctx, 1, &j->stiffness, &j->damping, &rest, &law);
    if (!st)
        st = zn_law_set_real(law, "inertia", j->armature);
    if (!st && j->motor)
        st = strchr(j->motor, ':')
                 ? zn_law_plugin(law, "force", j->motor)
                 : zni_formula_give(l->ctx, zn_law_operator(law, "force"),
                                    j->motor, 1, true);
    return connect(l, ".spring", law, r, st);
}

static zn_status add_motion(const zni_scene_link *l)
{
    const zn_scene_joint *j = l->j;
    const double turned = l->swapped && !is_spring(j->cls) ? -1 : 1;
    zn_relation *r = NULL;
    zn_law *law = NULL;
    zn_status st = new_coordinate(l, 1, 0, &r);

    if (!st)
        st = zni_formula_give(l->ctx, zn_relation_operator(r, "limit"),
                              j->motion, turned, false);
    if (!st)
        st = j->strongest > 0 ? dry(l, j->strongest, &law)
                              : zn_law_equality(l->ctx, 1, &law);
    return connect(l, ".motion", law, r, st);
}

/* ---- all of it ---- */

static bool sprung(const zn_scene_joint *j)
{
    return j->stiffness != 0 || j->damping != 0 || j->motor || j->armature > 0;
}

const char *const zni_joint_suffix[] = {
    "", ".stop1", ".stop2", ".friction", ".spring", ".motion", NULL};

zn_status zni_scene_part(zn_model *m, const zn_scene_joint *j)
{
    char name[ZN_WORD_MAX + 16];
    zn_status st = ZN_OK;

    for (int i = 0; !st && zni_joint_suffix[i]; i++) {
        zn_interaction *a;
        zn_law *law;
        zn_relation *r;
        snprintf(name, sizeof name, "%s%s", j->name, zni_joint_suffix[i]);
        a = zn_model_interaction(m, name);
        if (!a)
            continue;
        law = zn_interaction_law(a);
        r = zn_interaction_relation(a);
        st = zn_model_remove_interaction(m, a);
        if (!st)
            st = zn_model_remove_law(m, law);
        if (!st)
            st = zn_model_remove_relation(m, r);
    }
    return st;
}

zn_status zni_scene_join(zn_model *m, const zn_scene_joint *j)
{
    zni_scene_link l = {.j = j, .m = m, .ctx = zn_model_ctx(m)};
    zn_status st = find_bodies(&l);

    if (!st && !coordinate(&l) &&
        (j->stopped || j->friction > 0 || sprung(j) || j->motion))
        st = zn_fail(l.ctx, ZN_EINVAL,
                     "stops, friction, springs, motors, motions and "
                     "armatures are for revolute, prismatic and cylindrical "
                     "joints and for type spring; this one is %s",
                     j->cls);
    if (!st && is_bushing(j->cls))
        st = add_bushing(&l);
    else if (!st && !is_spring(j->cls))
        st = add_itself(&l);
    if (!st && j->stopped)
        st = add_stop(&l, false);
    if (!st && j->stopped)
        st = add_stop(&l, true);
    if (!st && j->friction > 0)
        st = add_friction(&l);
    if (!st && sprung(j))
        st = add_spring(&l);
    if (!st && j->motion)
        st = add_motion(&l);
    return zn_note(l.ctx, st, "joint '%s'", j->name);
}
