/* read_bodies.c - bodies and shapes of a scene file
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/read.h"

#include <math.h>
#include <string.h>

#include <zeno/rotation.h>

/* ---- shapes ---- */

static const char *const shape_keys[] = {
    "type",     "radius",     "size",  "length", "normal", "position",
    "rotation", "quaternion", "group", "colour", NULL};

/* Sizes of the forms, by their keys. */
static const struct {
    const char *form, *keys[2];
} forms[] = {{"sphere", {"radius", NULL}},
             {"box", {"size", NULL}},
             {"capsule", {"radius", "length"}},
             {"plane", {NULL, NULL}}};

static bool has_size(int form, const char *key)
{
    for (int i = 0; i < 2; i++)
        if (forms[form].keys[i] && strcmp(forms[form].keys[i], key) == 0)
            return true;
    return false;
}

/* The quaternion that turns z to n by the shortest way. */
static bool turn_to(zni_reader *r, const zni_node *at, double p[4])
{
    double n[3] = {0, 0, 1}, l;

    if (!zni_yaml_vector(r, at, 3, n))
        return false;
    l = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(l > 0)) {
        zni_complain(r, at, "the normal (0, 0, 0) has no direction");
        return false;
    }
    for (int i = 0; i < 3; i++)
        n[i] /= l;
    p[0] = 1 + n[2];
    p[1] = p[0] > 1e-9 ? -n[1] : 1;
    p[2] = n[0];
    p[3] = 0;
    zn_quaternion_normalise(p);
    return true;
}

static bool read_sizes(zni_reader *r, const zni_node *n, zn_scene_shape *out)
{
    static const char *const all[] = {"radius", "size", "length", "normal"};
    const size_t count = sizeof forms / sizeof *forms;
    const zni_node *key;
    bool good = true;
    int k = 0;

    while (k < (int)count && strcmp(forms[k].form, out->form))
        k++;
    if (k == (int)count) {
        zni_complain(r, zni_tree_get(n, "type"),
                     "there is no shape '%.64s'; there are sphere, box, "
                     "capsule, plane",
                     out->form);
        return false;
    }
    for (int i = 0; i < 4; i++) {
        const bool mine =
            has_size(k, all[i]) || (i == 3 && strcmp(out->form, "plane") == 0);
        key = zni_tree_get(n, all[i]);
        if (mine && !key && i < 3) {
            zni_complain(r, n, "a %s needs its %s", out->form, all[i]);
            good = false;
        } else if (!mine && key) {
            zni_complain(r, key, "a %s has no %s", out->form, all[i]);
            good = false;
        }
    }
    if (!good)
        return false;
    if (has_size(k, "size")) {
        key = zni_tree_get(n, "size");
        if (!zni_yaml_vector(r, key, 3, out->size))
            return false;
        for (int i = 0; i < 3; i++)
            if (!(out->size[i] > 0)) {
                zni_complain(r, key, "size %g, must be > 0", out->size[i]);
                return false;
            }
    }
    return zni_yaml_positive(r, zni_tree_get(n, "radius"), "radius",
                             &out->size[0]) &&
           zni_yaml_positive(r, zni_tree_get(n, "length"), "length",
                             &out->size[1]);
}

static void read_shape(zni_reader *r, const zni_node *body, const char *name,
                       const zni_node *n)
{
    zn_scene_shape s = {.orientation = {1, 0, 0, 0}};
    const zni_node *normal = zni_tree_get(n, "normal");
    bool good;

    zni_yaml_text(r, zni_tree_get(body, "group"), &s.group);
    zni_yaml_text(r, zni_tree_get(body, "colour"), &s.colour);
    if (!zni_known(r, n, "shape", shape_keys))
        return;
    if (!zni_tree_get(n, "type"))
        zni_complain(r, n,
                     "the shape has no type: sphere, box, capsule "
                     "or plane");
    good = zni_tree_get(n, "type") &&
           zni_yaml_text(r, zni_tree_get(n, "type"), &s.form) &&
           read_sizes(r, n, &s);
    good = zni_yaml_vector(r, zni_tree_get(n, "position"), 3, s.position) && good;
    good = zni_yaml_turn(r, n, s.orientation) && good;
    good = zni_yaml_text(r, zni_tree_get(n, "group"), &s.group) && good;
    good = zni_yaml_text(r, zni_tree_get(n, "colour"), &s.colour) && good;
    good = (!normal || turn_to(r, normal, s.orientation)) && good;
    if (good)
        zni_failed(r, n, zn_scene_add_shape(r->scene, name, &s));
}

/* ---- bodies ---- */

static const char *const body_keys[] = {
    "repeat",     "when",     "fixed", "position", "rotation",
    "quaternion", "velocity", "spin",  "density",  "mass",
    "centre",     "inertia",  "force", "moment",   "options",
    "shape",      "shapes",   "group", "colour",   NULL};

/* [Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]. */
static bool read_inertia(zni_reader *r, const zni_node *n, double I[9])
{
    double x[6] = {0};

    if (!n)
        return true;
    if (!zni_yaml_vector(r, n, n->kind == ZNI_LIST && n->n == 6 ? 6 : 3, x))
        return false;
    for (int i = 0; i < 3; i++)
        I[4 * i] = x[i];
    I[1] = I[3] = x[3];
    I[2] = I[6] = x[4];
    I[5] = I[7] = x[5];
    return true;
}

/* Numbers, or the name of a function. */
static bool read_force(zni_reader *r, const zni_node *n, double f[3],
                       const char **name)
{
    if (n && n->kind == ZNI_SCALAR) {
        if (strchr(n->text, ':'))
            return zni_yaml_text(r, n, name);
        zni_complain(r, n, "must be [x, y, z] or Plugin:symbol");
        return false;
    }
    return zni_yaml_vector(r, n, 3, f);
}

static bool read_body_options(zni_reader *r, const zni_node *n,
                              char words[ZN_TEXT_MAX])
{
    static const char *const none[] = {NULL};
    const zn_type *type;

    words[0] = 0;
    if (!n)
        return true;
    if (n->kind != ZNI_MAP) {
        zni_complain(r, n, "options must be a map, {gyroscopic: carried}");
        return false;
    }
    return !zni_failed(
               r, n, zn_type_find(r->ctx, ZN_KIND_DS, "newton-euler", &type)) &&
           zni_yaml_options(r, n, none, "a body", type->options, NULL, words);
}

static bool read_numbers(zni_reader *r, const zni_node *n, zn_scene_body *b)
{
    bool good = true;

    good = zni_yaml_bool(r, zni_tree_get(n, "fixed"), &b->fixed) && good;
    good =
        zni_yaml_vector(r, zni_tree_get(n, "position"), 3, b->position) && good;
    good = zni_yaml_turn(r, n, b->orientation) && good;
    good =
        zni_yaml_vector(r, zni_tree_get(n, "velocity"), 3, b->velocity) && good;
    good = zni_yaml_vector(r, zni_tree_get(n, "spin"), 3, b->spin) && good;
    good = zni_yaml_positive(r, zni_tree_get(n, "density"), "density",
                             &b->density) &&
           good;
    good =
        zni_yaml_positive(r, zni_tree_get(n, "mass"), "mass", &b->mass) && good;
    good = zni_yaml_vector(r, zni_tree_get(n, "centre"), 3, b->centre) && good;
    good = read_inertia(r, zni_tree_get(n, "inertia"), b->inertia) && good;
    good = read_force(r, zni_tree_get(n, "force"), b->force, &b->f_ext) && good;
    return read_force(r, zni_tree_get(n, "moment"), b->moment, &b->m_ext) &&
           good;
}

/* What moves needs a mass; better said here, with its line. */
static void check_mass(zni_reader *r, const zni_node *n, const char *name)
{
    const zn_index k = zni_scene_find(r->scene, name);
    const zn_scene_body *b = zn_scene_body_at(r->scene, k);

    if (b->fixed)
        return;
    if (!(b->mass > 0))
        zni_complain(r, n,
                     "body '%s' moves and has no mass; give density or mass, "
                     "and a shape with a volume, or fixed: yes",
                     name);
    else if (!(b->inertia[0] > 0))
        zni_complain(r, n,
                     "body '%s' moves and has no inertia; give one, or a shape "
                     "with a volume",
                     name);
}

void zni_yaml_body(zni_reader *r, const zni_node *n, const char *name)
{
    zn_scene_body b = {.name = name, .orientation = {1, 0, 0, 0}};
    const zn_index before = r->f.count;
    const zni_node *list = zni_tree_get(n, "shapes");
    char words[ZN_TEXT_MAX];
    bool good;

    if (!zni_known(r, n, "body", body_keys))
        return;
    good = read_numbers(r, n, &b);
    good = read_body_options(r, zni_tree_get(n, "options"), words) && good;
    if (!good)
        b = (zn_scene_body){.name = name, .fixed = b.fixed};
    b.options = words;
    if (zni_failed(r, n, zn_scene_add_body(r->scene, &b)))
        return;
    if (zni_tree_get(n, "shape"))
        read_shape(r, n, name, zni_tree_get(n, "shape"));
    if (list && list->kind != ZNI_LIST) {
        zni_complain(r, list,
                     "shapes must be a list of shapes; one alone is "
                     "'shape'");
        return;
    }
    for (const zni_node *k = list ? list->first : NULL; k; k = k->next)
        read_shape(r, n, name, k);
    if (r->f.count == before && !r->st)
        check_mass(r, n, name);
}
