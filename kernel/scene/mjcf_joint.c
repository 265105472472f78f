/* mjcf_joint.c - joints of MJCF: those of a body together are one of ours, or none
 *
 *     free, or three slides and a ball or three hinges      the body moves freely
 *     hinge, slide, ball                                    revolute, prismatic, spherical
 *     hinge and slide along one axis                        cylindrical
 *     two slides and a hinge across them                    planar
 *     two hinges across each other at one point             universal
 *     three hinges                                          spherical
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/rotation.h>

enum { MOST = 6 };

typedef struct found {
    zni_mj_item i;
    double point[3], axis[3]; /* inertial frame, axis of length 1 */
} found;

typedef struct joints {
    found hinge[MOST], slide[MOST];
    int hinges, slides, balls, frees, all;
    found ball;
} joints;

const char *const zni_mj_joint_known[] = {
    "name",    "class",        "type",      "pos",       "axis",
    "range",   "limited",      "stiffness", "springref", "ref",
    "damping", "frictionloss", "armature",  NULL};

static bool read_one(zni_mj *m, zni_mj_item i, const double pose[7], found *out)
{
    double at[7] = {0, 0, 0, 1, 0, 0, 0}, axis[3] = {0, 0, 1}, l;

    zni_import_attributes(&m->im, i.e, zni_mj_joint_known);
    out->i = i;
    if (!zni_mj_reals(m, i, "pos", 3, 3, at, NULL) ||
        !zni_mj_reals(m, i, "axis", 3, 3, axis, NULL))
        return false;
    l = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (!(l > 0)) {
        zni_complain(m->r, &i.e->attr, "the axis (0, 0, 0) has no direction");
        return false;
    }
    for (int k = 0; k < 3; k++)
        axis[k] /= l;
    zni_pose_after(pose, at, at);
    memcpy(out->point, at, sizeof out->point);
    zn_rotate(pose + 3, axis, out->axis);
    return true;
}

/* What joints have no place for that are not a coordinate of their own. */
static void lose(zni_mj *m, const found f[], int n)
{
    static const char *const lost[] = {"range",        "stiffness", "damping",
                                       "frictionloss", "armature",  NULL};

    for (int k = 0; k < n; k++)
        for (int i = 0; lost[i]; i++) {
            double x[2] = {0};
            if (zni_mj_reals(m, f[k].i, lost[i], 1, 2, x, NULL) &&
                (x[0] != 0 || x[1] != 0))
                zni_import_skip(&m->im, &f[k].i.e->attr,
                                "'%s' of a joint that is free, a ball or one "
                                "with others",
                                lost[i]);
        }
}

static bool collect(zni_mj *m, zni_mj_item body, const double pose[7],
                    joints *out)
{
    for (zni_element *c = body.e->first; c; c = c->next) {
        const zni_node *own = zni_tree_get(&c->attr, "class"), *type;
        const bool freejoint = strcmp(c->name, "freejoint") == 0;
        zni_mj_item i = {c, body.class};
        found f;
        if (!freejoint && strcmp(c->name, "joint") != 0)
            continue;
        c->seen = true;
        if (own)
            i.class = zni_mj_find_class(m, own);
        type = zni_mj_get(m, i, "type");
        if (++out->all > MOST) {
            zni_complain(m->r, &c->attr, "more than %d joints of one body",
                         MOST);
            return false;
        }
        if (freejoint || (type && strcmp(type->text, "free") == 0)) {
            out->frees++;
            lose(m, &(found){.i = i}, !freejoint);
            continue;
        }
        if (!read_one(m, i, pose, &f))
            return false;
        if (!type || strcmp(type->text, "hinge") == 0)
            out->hinge[out->hinges++] = f;
        else if (strcmp(type->text, "slide") == 0)
            out->slide[out->slides++] = f;
        else if (strcmp(type->text, "ball") == 0) {
            out->ball = f;
            out->balls++;
        } else {
            zni_complain(m->r, type,
                         "there is no joint '%.30s'; there are free, ball, "
                         "slide, hinge",
                         type->text);
            return false;
        }
    }
    return true;
}

static double along(const found *a, const found *b)
{
    double s = 0;

    for (int i = 0; i < 3; i++)
        s += a->axis[i] * b->axis[i];
    return s;
}

static void begin(zni_mj *m, const found *f, const char *cls, zn_scene_joint *j)
{
    j->name = zni_mj_name(m, f->i, "joint");
    j->cls = cls;
    memcpy(j->point, f->point, sizeof j->point);
    if (strcmp(cls, "spherical") != 0)
        memcpy(j->axis, f->axis, sizeof j->axis);
}

/* Stops, spring, damping and friction along the coordinate. */
static void drive(zni_mj *m, const found *f, bool turns, zn_scene_joint *j)
{
    const double unit = turns ? m->angle : 1;
    double range[2] = {0}, ref = 0, springref = 0;
    const bool ranged = zni_mj_get(m, f->i, "range") != NULL;
    const bool limited = zni_mj_is(m, f->i, "limited", "true") ||
                         (m->limits_by_range && ranged &&
                          !zni_mj_is(m, f->i, "limited", "false"));

    zni_mj_reals(m, f->i, "range", 2, 2, range, NULL);
    zni_mj_reals(m, f->i, "ref", 1, 1, &ref, NULL);
    zni_mj_reals(m, f->i, "springref", 1, 1, &springref, NULL);
    zni_mj_reals(m, f->i, "stiffness", 1, 1, &j->stiffness, NULL);
    zni_mj_reals(m, f->i, "damping", 1, 1, &j->damping, NULL);
    zni_mj_reals(m, f->i, "frictionloss", 1, 1, &j->friction, NULL);
    zni_mj_reals(m, f->i, "armature", 1, 1, &j->armature, NULL);
    m->start = unit * ref;
    j->rest = unit * (springref - ref);
    j->resting = true;
    for (int k = 0; k < 2; k++)
        j->stop[k] = unit * (range[k] - ref);
    j->stopped = limited && ranged;
    if (j->stopped && turns &&
        (j->stop[0] <= -3.1415 || j->stop[1] >= 3.1415)) {
        zni_import_skip(&m->im, &f->i.e->attr, "range of half a turn or more");
        j->stopped = false;
    }
}

static void refuse(zni_mj *m, zni_mj_item body, const joints *k)
{
    zni_complain(m->r, &body.e->attr,
                 "joints of one body: %d hinges, %d slides, %d balls, %d free "
                 "together are none that is there; put a body between them",
                 k->hinges, k->slides, k->balls, k->frees);
}

/* Two hinges at one point at right angles: the first one's axis is the parent's, the second one's
 * the body's. */
static bool crossed(const found h[2])
{
    double d = 0;

    for (int i = 0; i < 3; i++)
        d = fmax(d, fabs(h[0].point[i] - h[1].point[i]));
    return d < 1e-9 && fabs(along(h, h + 1)) < 1e-9;
}

static void several(zni_mj *m, zni_mj_item body, const joints *k,
                    zn_scene_joint *j, bool *add)
{
    const found *h = k->hinge, *s = k->slide;

    *add = true;
    if (k->hinges == 1 && k->slides == 1 && !k->balls &&
        fabs(fabs(along(h, s)) - 1) < 1e-9) {
        begin(m, s, "cylindrical", j);
        memcpy(j->point, h->point, sizeof j->point);
        drive(m, s, false, j);
        lose(m, h, 1);
    } else if (k->hinges == 1 && k->slides == 2 && !k->balls &&
               fabs(along(h, s)) < 1e-9 && fabs(along(h, s + 1)) < 1e-9 &&
               fabs(along(s, s + 1)) < 1 - 1e-9) {
        begin(m, h, "planar", j);
        lose(m, h, 1);
        lose(m, s, 2);
    } else if (k->hinges == 2 && !k->slides && !k->balls && crossed(h)) {
        begin(m, h + 1, "universal", j);
        memcpy(j->axis2, h[0].axis, sizeof j->axis2);
        lose(m, h, 2);
    } else if (k->hinges == 3 && !k->slides && !k->balls) {
        begin(m, h, "spherical", j);
        lose(m, h, 3);
    } else if (k->slides == 3 && (k->hinges == 3 || k->balls == 1) &&
               k->hinges * k->balls == 0) {
        *add = false;
        lose(m, s, 3);
        lose(m, h, k->hinges);
        lose(m, &k->ball, k->balls);
    } else
        refuse(m, body, k);
}

bool zni_mj_joints(zni_mj *m, zni_mj_item body, const double pose[7],
                   zn_scene_joint *j, bool *add)
{
    joints k = {.all = 0};

    m->start = 0;
    *add = false;
    if (!collect(m, body, pose, &k) || k.all == 0)
        return false;
    if (k.all > 1) {
        if (k.frees)
            refuse(m, body, &k);
        else
            several(m, body, &k, j, add);
        return true;
    }
    *add = !k.frees;
    if (k.hinges) {
        begin(m, &k.hinge[0], "revolute", j);
        drive(m, &k.hinge[0], true, j);
    } else if (k.slides) {
        begin(m, &k.slide[0], "prismatic", j);
        drive(m, &k.slide[0], false, j);
    } else if (k.balls) {
        begin(m, &k.ball, "spherical", j);
        lose(m, &k.ball, 1);
    }
    return true;
}
