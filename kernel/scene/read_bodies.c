/* read_bodies.c - bodies of a scene file
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/read.h"

#include <string.h>

/* ---- bodies ---- */

const char *const zni_body_keys[] = {
    "repeat",   "when",   "fixed",   "position",   "rotation", "quaternion",
    "velocity", "spin",   "density", "mass",       "centre",   "inertia",
    "force",    "moment", "options", "shape",      "shapes",   "group",
    "colour",   "birth",  "death",   "prescribed", "jumps",    NULL};

/* [Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]; in the plane Izz. */
static bool read_inertia(zni_reader *r, const zni_node *n, double I[9])
{
    double x[6] = {0};

    if (!n)
        return true;
    if (r->scene->flat)
        return zni_yaml_number(r, n, &I[8]);
    if (!zni_yaml_vector(r, n, n->kind == ZNI_LIST && n->n == 6 ? 6 : 3, x))
        return false;
    for (int i = 0; i < 3; i++)
        I[4 * i] = x[i];
    I[1] = I[3] = x[3];
    I[2] = I[6] = x[4];
    I[5] = I[7] = x[5];
    return true;
}

/* Texts of the expressions of a body. */
typedef struct expressions {
    char prescribed[6][ZN_TEXT_MAX], force[3][ZN_TEXT_MAX], moment[3][ZN_TEXT_MAX];
} expressions;

static const char *const of_time[] = {"t", NULL};

/* A number, or an expression of t. */
static bool read_component(zni_reader *r, const zni_node *n, double *f,
                           char text[ZN_TEXT_MAX], const char **at)
{
    return zni_yaml_of_time(r, n) ? zni_yaml_formula(r, n, of_time, text, at)
                                  : zni_yaml_number(r, n, f);
}

/* Components, or the name of a function. */
static bool read_force(zni_reader *r, const zni_node *n, double f[3],
                       char text[][ZN_TEXT_MAX], const char *at[3],
                       const char **name)
{
    const zn_index size = r->scene->flat ? 2 : 3;
    bool good = true;

    if (n && n->kind == ZNI_SCALAR && strchr(n->text, ':'))
        return zni_yaml_text(r, n, name);
    if (n && n->kind == ZNI_SCALAR) {
        zni_complain(r, n, "must be [x, y%s] or Plugin:symbol",
                     r->scene->flat ? "" : ", z");
        return false;
    }
    if (!n || n->kind != ZNI_LIST || n->n != size)
        return zni_yaml_place(r, n, f); /* says what is wrong */
    for (const zni_node *k = n->first; k; k = k->next, f++, text++, at++)
        good = read_component(r, k, f, *text, at) && good;
    return good;
}

static bool read_forces(zni_reader *r, const zni_node *n, zn_scene_body *b,
                        expressions *e)
{
    const zni_node *moment = zni_tree_get(n, "moment");
    const bool good = read_force(r, zni_tree_get(n, "force"), b->force, e->force,
                                 b->force_at, &b->f_ext);

    if (r->scene->flat && !(moment && moment->kind == ZNI_SCALAR && strchr(moment->text, ':')))
        return read_component(r, moment, &b->moment[2], e->moment[2], &b->moment_at[2]) &&
               good;
    return read_force(r, moment, b->moment, e->moment, b->moment_at, &b->m_ext) && good;
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

/* Expressions of t by their names. */
static bool read_prescribed(zni_reader *r, const zni_node *n, zn_scene_body *b,
                            char text[6][ZN_TEXT_MAX])
{
    bool good = true;

    if (!n)
        return true;
    if (!zni_known(r, n, "prescribed velocities", zni_prescribed))
        return false;
    for (int i = 0; i < 6; i++)
        good = zni_yaml_formula(r, zni_tree_get(n, zni_prescribed[i]), of_time,
                                text[i], &b->prescribed[i]) &&
               good;
    return good;
}

static bool read_numbers(zni_reader *r, const zni_node *n, zn_scene_body *b)
{
    bool good = true;

    good = zni_yaml_bool(r, zni_tree_get(n, "fixed"), &b->fixed) && good;
    good = zni_yaml_bool(r, zni_tree_get(n, "jumps"), &b->jumps) && good;
    good =
        zni_yaml_place(r, zni_tree_get(n, "position"), b->position) && good;
    good = zni_yaml_turn(r, n, b->orientation, &b->angle) && good;
    good =
        zni_yaml_place(r, zni_tree_get(n, "velocity"), b->velocity) && good;
    good = zni_yaml_about(r, zni_tree_get(n, "spin"), b->spin) && good;
    good = zni_yaml_positive(r, zni_tree_get(n, "density"), "density",
                             &b->density) &&
           good;
    good =
        zni_yaml_positive(r, zni_tree_get(n, "mass"), "mass", &b->mass) && good;
    good = zni_yaml_place(r, zni_tree_get(n, "centre"), b->centre) && good;
    good = read_inertia(r, zni_tree_get(n, "inertia"), b->inertia) && good;
    b->born = zni_tree_get(n, "birth") != NULL;
    b->dies = zni_tree_get(n, "death") != NULL;
    good = zni_yaml_number(r, zni_tree_get(n, "birth"), &b->birth) && good;
    return zni_yaml_number(r, zni_tree_get(n, "death"), &b->death) && good;
}

/* What moves needs a mass; better said here, with its line. */
static void check_mass(zni_reader *r, const zni_node *n, const char *name)
{
    const zn_index k = zni_scene_find(r->scene, name);
    const zn_scene_body *b = zn_scene_body_at(r->scene, k);

    if (b->fixed)
        return;
    if (!zni_mass_finite(b))
        zni_complain(r, n,
                     "the mass of body '%s', its density or its inertia is too "
                     "large for a number; are its units right?",
                     name);
    else if (!(b->mass > 0))
        zni_complain(r, n,
                     "body '%s' moves and has no mass; give density or mass, "
                     "and a shape with %s, or fixed: yes",
                     name, r->scene->flat ? "an area" : "a volume");
    else if (!(b->inertia[r->scene->flat ? 8 : 0] > 0))
        zni_complain(r, n,
                     "body '%s' moves and has no inertia; give one, or a shape "
                     "with %s",
                     name, r->scene->flat ? "an area" : "a volume");
}

void zni_yaml_body(zni_reader *r, const zni_node *n, const char *name)
{
    zn_scene_body b = {.name = name, .orientation = {1, 0, 0, 0}};
    const zn_index before = r->f.count;
    const zni_node *list = zni_tree_get(n, "shapes");
    char words[ZN_TEXT_MAX];
    expressions given;
    bool good;

    if (!zni_known(r, n, "body", zni_body_keys))
        return;
    good = read_numbers(r, n, &b);
    good = read_forces(r, n, &b, &given) && good;
    good = read_body_options(r, zni_tree_get(n, "options"), words) && good;
    good = read_prescribed(r, zni_tree_get(n, "prescribed"), &b, given.prescribed) && good;
    if (!good)
        b = (zn_scene_body){.name = name, .fixed = b.fixed};
    b.options = words;
    if (zni_failed(r, n, zn_scene_add_body(r->scene, &b)))
        return;
    if (zni_tree_get(n, "shape"))
        zni_yaml_shape(r, n, name, zni_tree_get(n, "shape"));
    if (list && list->kind != ZNI_LIST) {
        zni_complain(r, list,
                     "shapes must be a list of shapes; one alone is "
                     "'shape'");
        return;
    }
    for (const zni_node *k = list ? list->first : NULL; k; k = k->next)
        zni_yaml_shape(r, n, name, k);
    if (r->f.count == before && !r->st)
        check_mass(r, n, name);
}
