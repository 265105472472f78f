/* read_shapes.c - shapes of a scene file
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/read.h"

#include <math.h>
#include <string.h>

const char *const zni_shape_keys[] = {
    "type",       "radius", "size",   "length",   "top",
    "points",     "normal", "file",   "faces",    "scale",
    "heights",    "height", "cells",  "position", "rotation",
    "quaternion", "group",  "colour", NULL};

/* Is it a key of the form? */
static bool has_key(const zni_form *f, const char *key, bool must)
{
    for (size_t i = 0; i < sizeof f->must / sizeof *f->must; i++)
        if (f->must[i] && strcmp(f->must[i], key) == 0)
            return true;
    for (size_t i = 0; !must && i < sizeof f->may / sizeof *f->may; i++)
        if (f->may[i] && strcmp(f->may[i], key) == 0)
            return true;
    return false;
}

/* A plane by its normal, a half plane likewise. */
static bool turn_to(zni_reader *r, const zni_node *at, zn_scene_shape *s)
{
    double n[3] = {0, 0, 1};

    if (!zni_yaml_place(r, at, n))
        return false;
    if (!r->scene->flat)
        return zni_turn_along(r, at, n, s->orientation);
    if (n[0] == 0 && n[1] == 0) {
        zni_complain(r, at, "the direction (0, 0) is none");
        return false;
    }
    s->angle = atan2(-n[0], n[1]);
    return true;
}

/* The keys that the form wants, and no others. */
static bool check_keys(zni_reader *r, const zni_node *n, const zni_form *f)
{
    static const char *const all[] = {"radius", "size",    "length", "top",
                                      "points", "normal",  "file",   "faces",
                                      "scale",  "heights", "height", "cells"};
    bool good = true;

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const zni_node *key = zni_tree_get(n, all[i]);
        if (!key && has_key(f, all[i], true)) {
            zni_complain(r, n, "a %s needs its %s", f->name, all[i]);
            good = false;
        } else if (key && !has_key(f, all[i], false)) {
            zni_complain(r, key, "a %s has no %s", f->name, all[i]);
            good = false;
        }
    }
    return good;
}

static bool read_sizes(zni_reader *r, const zni_node *n, zn_scene_shape *out,
                       zni_lists *lists)
{
    const zni_form *f = zni_form_find(out->form);
    const zni_node *size = zni_tree_get(n, "size"), *top;

    if (!f) {
        zni_complain(r, zni_tree_get(n, "type"),
                     "there is no shape '%.64s'; there are %s", out->form,
                     zni_form_names);
        return false;
    }
    if (!check_keys(r, n, f) || !zni_yaml_vector(r, size, f->sizes, out->size))
        return false;
    for (int i = 0; size && i < f->sizes; i++)
        if (!(out->size[i] > 0)) {
            zni_complain(r, size, "size %g, must be > 0", out->size[i]);
            return false;
        }
    if (f->lists && !zni_yaml_lists(r, n, f, out, lists))
        return false;
    top = zni_tree_get(n, "top");
    if (!zni_yaml_number(r, top, &out->size[2]))
        return false;
    if (top && !(out->size[2] >= 0)) {
        zni_complain(r, top, "top = %g, must be >= 0", out->size[2]);
        return false;
    }
    return zni_yaml_positive(r, zni_tree_get(n, "radius"), "radius",
                             &out->size[0]) &&
           zni_yaml_positive(r, zni_tree_get(n, "length"), "length",
                             &out->size[1]);
}

void zni_yaml_shape(zni_reader *r, const zni_node *body, const char *name,
                    const zni_node *n)
{
    zn_scene_shape s = {.orientation = {1, 0, 0, 0}};
    const zni_node *normal = zni_tree_get(n, "normal");
    zni_lists lists = {0};
    bool good;

    zni_yaml_text(r, zni_tree_get(body, "group"), &s.group);
    zni_yaml_text(r, zni_tree_get(body, "colour"), &s.colour);
    if (!zni_known(r, n, "shape", zni_shape_keys))
        return;
    if (!zni_tree_get(n, "type"))
        zni_complain(r, n, "the shape has no type; there are %s",
                     zni_form_names);
    good = zni_tree_get(n, "type") &&
           zni_yaml_text(r, zni_tree_get(n, "type"), &s.form) &&
           read_sizes(r, n, &s, &lists);
    good =
        zni_yaml_place(r, zni_tree_get(n, "position"), s.position) && good;
    good = zni_yaml_turn(r, n, s.orientation, &s.angle) && good;
    good = zni_yaml_text(r, zni_tree_get(n, "group"), &s.group) && good;
    good = zni_yaml_text(r, zni_tree_get(n, "colour"), &s.colour) && good;
    good = (!normal || turn_to(r, normal, &s)) && good;
    if (good)
        zni_failed(r, n, zn_scene_add_shape(r->scene, name, &s));
    zn_free_array(r->ctx, lists.points);
    zn_free_array(r->ctx, lists.triangles);
    zn_free_array(r->ctx, lists.heights);
}
