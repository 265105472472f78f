/* read_bodies.c - bodies and shapes of a scene file
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/read.h"

#include <math.h>
#include <string.h>

#include <zeno/rotation.h>

/* ---- shapes ---- */

const char *const zni_shape_keys[] = {
    "type",     "radius",   "size",       "length", "top",    "points", "normal",
    "position", "rotation", "quaternion", "group",  "colour", NULL};

/* Is it a key of the form? It is its own, or one that a size has elsewhere. */
static bool has_key(const zni_form *f, const char *key, bool must)
{
    for (int i = 0; i < 2; i++)
        if (f->must[i] && strcmp(f->must[i], key) == 0)
            return true;
    return !must && f->may && strcmp(f->may, key) == 0;
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

/* The keys that the form wants, and no others. */
static bool check_keys(zni_reader *r, const zni_node *n, const zni_form *f)
{
    static const char *const all[] = {"radius", "size",   "length",
                                      "top",    "points", "normal"};
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

/* A list of [x, y, z]; *points is the caller's to free. */
static bool read_points(zni_reader *r, const zni_node *n, zn_scene_shape *out,
                        double **points)
{
    zn_index count = 0;

    if (!n)
        return true;
    if (n->kind != ZNI_LIST) {
        zni_complain(r, n, "points must be a list of [x, y, z], this is %s",
                     zni_tree_kind(n));
        return false;
    }
    *points = zn_alloc(r->ctx, 3 * (n->n + 1), sizeof **points);
    if (!*points) {
        r->st = ZN_ENOMEM;
        return false;
    }
    for (const zni_node *k = n->first; k; k = k->next)
        if (!zni_yaml_vector(r, k, 3, *points + 3 * count++))
            return false;
    out->points = *points;
    out->npoint = count;
    return true;
}

static bool read_sizes(zni_reader *r, const zni_node *n, zn_scene_shape *out,
                       double **points)
{
    const zni_form *f = zni_form_find(out->form);
    const zni_node *size = zni_tree_get(n, "size"), *top;

    if (!f) {
        zni_complain(r, zni_tree_get(n, "type"),
                     "there is no shape '%.64s'; there are %s", out->form,
                     zni_form_names);
        return false;
    }
    if (!check_keys(r, n, f) || !zni_yaml_vector(r, size, 3, out->size) ||
        !read_points(r, zni_tree_get(n, "points"), out, points))
        return false;
    for (int i = 0; size && i < 3; i++)
        if (!(out->size[i] > 0)) {
            zni_complain(r, size, "size %g, must be > 0", out->size[i]);
            return false;
        }
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

static void read_shape(zni_reader *r, const zni_node *body, const char *name,
                       const zni_node *n)
{
    zn_scene_shape s = {.orientation = {1, 0, 0, 0}};
    const zni_node *normal = zni_tree_get(n, "normal");
    double *points = NULL;
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
           read_sizes(r, n, &s, &points);
    good = zni_yaml_vector(r, zni_tree_get(n, "position"), 3, s.position) && good;
    good = zni_yaml_turn(r, n, s.orientation) && good;
    good = zni_yaml_text(r, zni_tree_get(n, "group"), &s.group) && good;
    good = zni_yaml_text(r, zni_tree_get(n, "colour"), &s.colour) && good;
    good = (!normal || turn_to(r, normal, s.orientation)) && good;
    if (good)
        zni_failed(r, n, zn_scene_add_shape(r->scene, name, &s));
    zn_free_array(r->ctx, points);
}

/* ---- bodies ---- */

const char *const zni_body_keys[] = {
    "repeat",     "when",     "fixed", "position", "rotation",
    "quaternion", "velocity", "spin",  "density",  "mass",
    "centre",     "inertia",  "force", "moment",   "options",
    "shape",      "shapes",   "group", "colour",   "birth",
    "death",      NULL};

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
    b->born = zni_tree_get(n, "birth") != NULL;
    b->dies = zni_tree_get(n, "death") != NULL;
    good = zni_yaml_number(r, zni_tree_get(n, "birth"), &b->birth) && good;
    good = zni_yaml_number(r, zni_tree_get(n, "death"), &b->death) && good;
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

    if (!zni_known(r, n, "body", zni_body_keys))
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
