/* mjcf_actuator.c - <actuator> of MJCF on a joint of one coordinate: motor, position, velocity, general
 *
 *     force on the joint = gear f,  f = gain ctrl + b0 + b1 (gear q) + b2 (gear q'),
 *
 * f between the numbers of its forcerange, ctrl between those of its ctrlrange. ctrl is a parameter of
 * the scene with the name of the actuator, 0 without another value. Without a forcerange f is the
 * spring and damper of the joint, as far as it can be.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const zni_mj_actuator_known[] = {
    "name",         "class",       "joint",      "gear",
    "ctrlrange",    "ctrllimited", "forcerange", "kp",
    "kv",           "gainprm",     "biasprm",    "gaintype",
    "forcelimited", "dyntype",     "biastype",   NULL};

typedef struct actuator {
    zni_mj_item i;
    double gain, bias[3], gear, control;
    bool limited;
    double range[2]; /* of f */
} actuator;

/* Range of something, if it is limited. False: it is wrong. */
static bool range_of(zni_mj *m, zni_mj_item i, const char *key,
                     const char *limited, bool *is, double range[2])
{
    const zni_node *n = zni_mj_get(m, i, key);

    *is = n && (zni_mj_is(m, i, limited, "true") ||
                (m->limits_by_range && !zni_mj_is(m, i, limited, "false")));
    if (!zni_import_reals(m->r, n, 2, 2, range, NULL))
        return false;
    if (*is && !(range[0] <= range[1])) {
        zni_complain(m->r, n, "%s %g %g, the first must not be larger", key,
                     range[0], range[1]);
        return false;
    }
    return true;
}

/* What <general> says; false: no scene can say it, or it is wrong. */
static bool general(zni_mj *m, actuator *a)
{
    static const char *const usual[][3] = {{"gaintype", "fixed", "fixed"},
                                           {"biastype", "none", "affine"},
                                           {"dyntype", "none", "none"}};
    double gain[10] = {1};

    for (int k = 0; k < 3; k++) {
        const zni_node *n = zni_mj_get(m, a->i, usual[k][0]);
        if (n && strcmp(n->text, usual[k][1]) && strcmp(n->text, usual[k][2])) {
            zni_import_skip(&m->im, n, "<general> with %s '%.30s'", usual[k][0],
                            n->text);
            return false;
        }
    }
    if (!zni_mj_reals(m, a->i, "gainprm", 1, 10, gain, NULL))
        return false;
    a->gain = gain[0];
    if (zni_mj_is(m, a->i, "biastype", "affine")) {
        double bias[10] = {0};
        if (!zni_mj_reals(m, a->i, "biasprm", 1, 10, bias, NULL))
            return false;
        memcpy(a->bias, bias, sizeof a->bias);
    }
    return true;
}

/* f as a function of ctrl, length and rate. */
static bool characteristic(zni_mj *m, actuator *a)
{
    const bool position = strcmp(a->i.e->name, "position") == 0;
    double kp = 1, kv = position ? 0 : 1;

    if (strcmp(a->i.e->name, "general") == 0)
        return general(m, a);
    a->gain = 1;
    if (strcmp(a->i.e->name, "motor") == 0)
        return true;
    if (!zni_mj_reals(m, a->i, "kp", 1, 1, &kp, NULL) ||
        !zni_mj_reals(m, a->i, "kv", 1, 1, &kv, NULL))
        return false;
    a->gain = position ? kp : kv;
    a->bias[1] = position ? -kp : 0;
    a->bias[2] = -kv;
    return true;
}

/* The value that --set gives, or 0. */
static bool control(zni_mj *m, actuator *a)
{
    const zni_node *name = zni_tree_get(&a->i.e->attr, "name");
    double range[2];
    bool limited;

    if (!range_of(m, a->i, "ctrlrange", "ctrllimited", &limited, range))
        return false;
    if (name &&
        !zni_reader_parameter(
            m->r, name,
            (zn_scene_parameter){name->text, 0, "-", "control of an actuator"},
            &a->control))
        return false;
    if (limited)
        a->control = fmin(fmax(a->control, range[0]), range[1]);
    return true;
}

/* Append a force to what moves a joint already. */
static void add_motor(zni_mj *m, zn_scene_joint *j, const char *force)
{
    char text[ZN_TEXT_MAX];
    const char *kept;

    if (j->motor && strlen(j->motor) + strlen(force) + 4 > sizeof text) {
        zni_complain(m->r, &(zni_node){.line = 1, .column = 1},
                     "too many actuators of joint '%.60s'", j->name);
        return;
    }
    snprintf(text, sizeof text, "%s%s%s", j->motor ? j->motor : "",
             j->motor ? " + " : "", force);
    kept = zni_scene_keep(m->r->scene, text);
    if (kept)
        j->motor = kept;
    else
        m->r->st = ZN_ENOMEM;
}

/* y is 0 where the joint begins, at q = ref. */
static void drive(zni_mj *m, const actuator *a, zn_scene_joint *j, double ref)
{
    const double at_rest =
        a->gain * a->control + a->bias[0] + a->bias[1] * a->gear * ref;
    const double k = -a->gear * a->gear * a->bias[1];
    const double d = -a->gear * a->gear * a->bias[2];
    char text[256];

    if (a->limited)
        snprintf(text, sizeof text,
                 "(%.17g)*max(%.17g, min(%.17g, (%.17g) + (%.17g)*y + "
                 "(%.17g)*u))",
                 a->gear, a->range[0], a->range[1], at_rest,
                 a->gear * a->bias[1], a->gear * a->bias[2]);
    else
        snprintf(text, sizeof text, "(%.17g) + (%.17g)*y + (%.17g)*u",
                 a->gear * at_rest, -k, -d);
    if (a->limited || k < 0 || d < 0 || (k == 0 && a->gear * at_rest != 0)) {
        add_motor(m, j, text);
        return;
    }
    j->damping += d;
    if (k > 0) {
        j->rest =
            (j->stiffness * j->rest + a->gear * at_rest) / (j->stiffness + k);
        j->stiffness += k;
        j->resting = true;
    }
}

static bool has_coordinate(const zn_scene_joint *j)
{
    return strcmp(j->cls, "revolute") == 0 ||
           strcmp(j->cls, "prismatic") == 0 ||
           strcmp(j->cls, "cylindrical") == 0;
}

static void read_actuator(zni_mj *m, zni_mj_item i)
{
    const zni_node *n = zni_mj_get(m, i, "joint");
    const zn_index joint = n ? zni_import_find_joint(&m->im, n->text) : -1;
    double gear[6] = {1};
    actuator a = {.i = i};

    if (joint < 0 || !has_coordinate(&m->im.joint[joint])) {
        zni_import_skip(&m->im, &i.e->attr,
                        "<%.20s> of what is no joint of one coordinate",
                        i.e->name);
        return;
    }
    zni_import_attributes(&m->im, i.e, zni_mj_actuator_known);
    if (!characteristic(m, &a) ||
        !zni_mj_reals(m, i, "gear", 1, 6, gear, NULL) ||
        !range_of(m, i, "forcerange", "forcelimited", &a.limited, a.range) ||
        !control(m, &a))
        return;
    a.gear = gear[0];
    drive(m, &a, &m->im.joint[joint], m->ref[joint]);
}

void zni_mj_actuators(zni_mj *m, const zni_element *e)
{
    for (zni_element *c = e->first; c && !m->r->st; c = c->next) {
        if (!zni_mj_is_actuator(c->name))
            continue;
        c->seen = true;
        read_actuator(m, zni_mj_in_class(m, c, 0));
    }
    zni_import_children(&m->im, e);
}

bool zni_mj_is_actuator(const char *name)
{
    static const char *const known[] = {"motor", "position", "velocity",
                                        "general", NULL};

    return zni_word_is_of(name, known);
}
