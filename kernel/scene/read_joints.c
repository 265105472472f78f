/* read_joints.c - laws and joints of a scene file
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/guess.h"
#include "kernel/scene/read.h"

#include <string.h>

/* ---- laws ---- */

const char *const zni_law_keys[] = {"between", "type", NULL};

/* [a, b], or a for both. */
static bool read_groups(zni_reader *r, const zni_node *n, zn_scene_law *law)
{
    if (!n)
        return true;
    if (n->kind == ZNI_SCALAR) {
        law->group1 = law->group2 = n->text;
        return true;
    }
    if (n->kind != ZNI_LIST || n->n != 2) {
        zni_complain(r, n, "between must be two groups, [a, b]");
        return false;
    }
    return zni_yaml_text(r, n->first, &law->group1) &&
           zni_yaml_text(r, n->first->next, &law->group2);
}

static void read_law(zni_reader *r, const zni_node *n)
{
    zn_scene_law law = {NULL, NULL, NULL, NULL};
    char words[ZN_TEXT_MAX] = "";
    const zn_type *type;
    const char *cls;

    if (n->kind != ZNI_MAP) {
        zni_complain(r, n, "a law must be a map, {between: [a, b], mu: 0.3}");
        return;
    }
    if (!read_groups(r, zni_tree_get(n, "between"), &law) ||
        !zni_yaml_text(r, zni_tree_get(n, "type"), &law.cls))
        return;
    cls = law.cls                   ? law.cls
          : zni_tree_get(n, "mu_r") || zni_tree_get(n, "mu_s") ? "rolling-friction"
                                    : "newton-impact-friction";
    if (strcmp(cls, "none") != 0) {
        if (zni_failed(r, n, zn_type_find(r->ctx, ZN_KIND_LAW, cls, &type)) ||
            !zni_yaml_options(r, n, zni_law_keys, cls, type->options, NULL,
                              words))
            return;
    } else if (!zni_known(r, n, "law 'none'", zni_law_keys)) {
        return;
    }
    law.options = words;
    zni_failed(r, n, zn_scene_add_law(r->scene, &law));
}

void zni_yaml_laws(zni_reader *r, const zni_node *n)
{
    if (n->kind == ZNI_MAP)
        read_law(r, n);
    else if (n->kind != ZNI_LIST)
        zni_complain(r, n, "laws must be a list of laws");
    for (const zni_node *k = n->kind == ZNI_LIST ? n->first : NULL; k;
         k = k->next)
        read_law(r, k);
}

/* ---- joints ---- */

const char *const zni_joint_keys[] = {
    "repeat",   "when",  "type",  "bodies", "point",     "axis",
    "point2",   "axis2", "radii", "pitch",  "stops",     "stop_e",
    "friction", "meet",  "motor", "motion", "strongest", "stiffness",
    "damping",  "rest",  "armature", NULL};

const char *const zni_joint_types[] = {
    "spherical", "universal", "revolute", "cylindrical",   "prismatic",
    "planar",    "fixed",     "screw",    "point-on-line", "point-on-plane",
    "rod",       "spring",    "gear",     "bevel-gear",    "coupler",
    "rack",      "bushing",   "slide-coupler", NULL};

static bool check_type(zni_reader *r, const zni_node *joint, const char **type)
{
    const zni_node *n = zni_tree_get(joint, "type");
    zni_guess guess = {0};
    char words[160];

    if (!n) {
        zni_complain(r, joint, "the joint has no type");
        return false;
    }
    if (!zni_yaml_text(r, n, type))
        return false;
    guess.wrong = *type;
    for (int i = 0; zni_joint_types[i]; i++) {
        if (strcmp(zni_joint_types[i], *type) == 0)
            return true;
        zni_guess_offer(&guess, zni_joint_types[i]);
    }
    zni_guess_words(&guess, words, sizeof words);
    zni_complain(r, n, "there is no joint '%.64s'%s", *type,
                 guess.n ? words
                         : "; there are spherical, universal, revolute, "
                           "cylindrical, prismatic, planar, fixed, screw, "
                           "point-on-line, point-on-plane, rod, spring, gear, "
                           "bevel-gear, coupler, rack, bushing, slide-coupler");
    return false;
}

/* Does the body exist? What it may be meant to be, otherwise. */
static bool check_body(zni_reader *r, const zni_node *at, const char *name)
{
    zni_guess guess = {.wrong = name};
    char words[160];

    if (zni_scene_find(r->scene, name) >= 0)
        return true;
    for (zn_index i = 0; i < r->scene->nbody && i < 10000; i++)
        zni_guess_offer(&guess, r->scene->body[i].b.name);
    zni_guess_words(&guess, words, sizeof words);
    zni_complain(r, at, "there is no body '%s'%s", name, words);
    return false;
}

static bool read_pair(zni_reader *r, const zni_node *joint,
                      char name[2][ZN_WORD_MAX], int *count)
{
    const zni_node *n = zni_tree_get(joint, "bodies");
    bool good = true;

    *count = 0;
    if (!n || n->kind != ZNI_LIST || n->n < 1 || n->n > 2) {
        zni_complain(r, n ? n : joint,
                     "bodies must be [first, second], or [one] for a joint "
                     "with the world");
        return false;
    }
    for (const zni_node *k = n->first; k; k = k->next) {
        char *to = name[(*count)++];
        good = zni_yaml_name(r, k, to) && check_body(r, k, to) && good;
    }
    return good;
}

const zni_need zni_joint_needs[] = {{"universal", "axis", false},
                                    {"revolute", "axis", true},
                                    {"cylindrical", "axis", false},
                                    {"prismatic", "axis", false},
                                    {"planar", "axis", false},
                                    {"screw", "axis", false},
                                    {"point-on-line", "axis", false},
                                    {"point-on-plane", "axis", false},
                                    {"screw", "pitch", false},
                                    {"rod", "point2", false},
                                    {"rod", "point", false},
                                    {"revolute", "point", false},
                                    {"spherical", "point", false},
                                    {"universal", "point", false},
                                    {"spring", "point", false},
                                    {"spring", "point2", false},
                                    {"gear", "radii", false},
                                    {"gear", "axis", true},
                                    {"gear", "axis2", true},
                                    {"gear", "point", false},
                                    {"gear", "point2", false},
                                    {"bevel-gear", "radii", false},
                                    {"bevel-gear", "axis", false},
                                    {"bevel-gear", "axis2", false},
                                    {"coupler", "radii", false},
                                    {"coupler", "axis", false},
                                    {"coupler", "axis2", false},
                                    {"slide-coupler", "radii", false},
                                    {"slide-coupler", "axis", false},
                                    {"slide-coupler", "axis2", false},
                                    {"rack", "radii", false},
                                    {"rack", "axis", true},
                                    {"rack", "axis2", false},
                                    {"rack", "point", false},
                                    {"rack", "point2", false},
                                    {"bushing", "point", false},
                                    {"bushing", "stiffness", false},
                                    {NULL, NULL, false}};

/* What a type needs beside its bodies. */
static bool check_needs(zni_reader *r, const zni_node *n, const char *type)
{
    bool good = true;

    for (const zni_need *need = zni_joint_needs; need->type; need++)
        if (strcmp(need->type, type) == 0 && !zni_tree_get(n, need->key) &&
            !(need->space && r->scene->flat)) {
            zni_complain(r, n, "a %s joint needs its %s", type, need->key);
            good = false;
        }
    return good;
}

/* A direction, if it is given: not zero. */
static bool read_axis(zni_reader *r, const zni_node *n, const char *key,
                      double out[3])
{
    const zni_node *at = zni_tree_get(n, key);

    if (!zni_yaml_place(r, at, out))
        return false;
    if (at && out[0] == 0 && out[1] == 0 && out[2] == 0) {
        zni_complain(r, at, "%s is zero: it has no direction", key);
        return false;
    }
    return true;
}

/* What acts along the coordinate, and what gears are. */
static bool read_drive(zni_reader *r, const zni_node *n, zn_scene_joint *j,
                       char text[2][ZN_TEXT_MAX])
{
    static const char *const of_motor[] = {"t", "y", "u", NULL};
    static const char *const of_motion[] = {"t", NULL};
    const struct {
        const char *key;
        double *to;
    } numbers[] = {{"stiffness", &j->stiffness},
                   {"damping", &j->damping},
                   {"rest", &j->rest},
                   {"strongest", &j->strongest},
                   {"armature", &j->armature}};
    const bool six = j->cls && strcmp(j->cls, "bushing") == 0;
    double *const list[] = {j->stiffnesses, j->dampings};
    bool good = true;

    for (int i = 0; six && i < 2; i++)
        good =
            zni_yaml_vector(r, zni_tree_get(n, numbers[i].key), 6, list[i]) &&
            good;

    for (size_t i = six ? 2 : 0; i < sizeof numbers / sizeof *numbers; i++)
        good = zni_yaml_number(r, zni_tree_get(n, numbers[i].key),
                               numbers[i].to) &&
               good;
    j->resting = zni_tree_get(n, "rest") != NULL;
    good = read_axis(r, n, "axis2", j->axis2) && good;
    good = zni_yaml_vector(r, zni_tree_get(n, "radii"), 2, j->radius) && good;
    good = zni_yaml_formula(r, zni_tree_get(n, "motor"), of_motor, text[0],
                            &j->motor) &&
           good;
    return zni_yaml_formula(r, zni_tree_get(n, "motion"), of_motion, text[1],
                            &j->motion) &&
           good;
}

void zni_yaml_joint(zni_reader *r, const zni_node *n, const char *name)
{
    zn_scene_joint j = {.name = name};
    char body[2][ZN_WORD_MAX], text[2][ZN_TEXT_MAX];
    int count;
    bool good;

    if (!zni_known(r, n, "joint", zni_joint_keys))
        return;
    good = check_type(r, n, &j.cls) && check_needs(r, n, j.cls);
    good = read_pair(r, n, body, &count) && good;
    good = zni_yaml_place(r, zni_tree_get(n, "point"), j.point) && good;
    good = read_axis(r, n, "axis", j.axis) && good;
    good = zni_yaml_place(r, zni_tree_get(n, "point2"), j.point2) && good;
    good = zni_yaml_number(r, zni_tree_get(n, "pitch"), &j.pitch) && good;
    good = zni_yaml_vector(r, zni_tree_get(n, "stops"), 2, j.stop) && good;
    good = zni_yaml_number(r, zni_tree_get(n, "stop_e"), &j.stop_e) && good;
    good = zni_yaml_number(r, zni_tree_get(n, "friction"), &j.friction) && good;
    good = zni_yaml_bool(r, zni_tree_get(n, "meet"), &j.meet) && good;
    good = read_drive(r, n, &j, text) && good;
    if (!good)
        return;
    j.stopped = zni_tree_get(n, "stops") != NULL;
    if (j.stopped && !strcmp(j.cls, "revolute")) {
        zni_mind_degrees(r, zni_tree_get(n, "stops")->first, j.stop[0]);
        zni_mind_degrees(r, zni_tree_get(n, "stops")->last, j.stop[1]);
    }
    j.body1 = body[0];
    j.body2 = count == 2 ? body[1] : NULL;
    zni_failed(r, n, zn_scene_add_joint(r->scene, &j));
}
