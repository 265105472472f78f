/* mjcf_geom.c - geoms of MJCF: sphere, capsule, cylinder, box, plane, mesh, hfield, with their
 * matter, and what they have of friction
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* From here to there: the middle, the turn of z to it, the length. */
static bool from_to(zni_mj *m, const zni_node *at, const double x[6],
                    double pose[7], double *length)
{
    double d[3];

    *length = 0;
    for (int i = 0; i < 3; i++) {
        d[i] = x[3 + i] - x[i];
        pose[i] = (x[i] + x[3 + i]) / 2;
        *length += d[i] * d[i];
    }
    *length = sqrt(*length);
    return zni_turn_along(m->r, at, d, pose + 3);
}

static bool needs(zni_mj *m, const zni_node *at, const char *type, int have,
                  int want)
{
    if (have < want)
        zni_complain(m->r, at, "a %.20s needs %d sizes, it has %d", type, want,
                     have);
    return have >= want;
}

/* Sizes are halves there. */
static bool sizes(zni_mj *m, zni_mj_item i, const char *type, zn_scene_shape *s,
                  double pose[7])
{
    const zni_node *at = zni_mj_get(m, i, "size"), *ends;
    double size[3] = {0}, x[6];
    int n = 0;

    if (!zni_import_reals(m->r, at, 1, 3, size, &n))
        return false;
    at = at ? at : &i.e->attr;
    ends = zni_mj_get(m, i, "fromto");
    if (ends) {
        double length;
        const int third = strcmp(type, "box") == 0 ? 2 : 1;
        if (!zni_import_reals(m->r, ends, 6, 6, x, NULL) ||
            !from_to(m, ends, x, pose, &length))
            return false;
        if (third == 2 && n < 2)
            size[1] = size[0];
        size[third] = length / 2;
        n = n > third ? n : n == 0 ? 0 : third + 1;
    }
    s->form = type;
    if (strcmp(type, "plane") == 0)
        return true;
    if (strcmp(type, "sphere") == 0) {
        s->size[0] = size[0];
        return needs(m, at, type, n, 1);
    }
    if (strcmp(type, "box") == 0) {
        for (int k = 0; k < 3; k++)
            s->size[k] = 2 * size[k];
        return needs(m, at, type, n, 3);
    }
    s->size[0] = size[0];
    s->size[1] = 2 * size[1];
    return needs(m, at, type, n, 2);
}

static const char *colour(zni_mj *m, zni_mj_item i)
{
    double rgba[4] = {0};

    return zni_mj_get(m, i, "rgba") &&
                   zni_mj_reals(m, i, "rgba", 4, 4, rgba, NULL)
               ? zni_import_colour(m->r, rgba)
               : NULL;
}

bool zni_mj_condim(zni_mj *m, zni_mj_item i, double condim)
{
    if (condim == 1 || condim == 3 || condim == 4 || condim == 6)
        return true;
    zni_complain(m->r, &i.e->attr,
                 "condim %g, must be 1 (no friction), 3 (sliding), 4 (and spin) "
                 "or 6 (and rolling)",
                 condim);
    return false;
}

/* Who meets whom, and with which friction. */
static bool meeting(zni_mj *m, zni_mj_item i, zni_part_shape *s)
{
    double friction[3] = {1, 0.005, 0.0001}, bits[2] = {1, 1}, condim = 3;
    const bool good = zni_mj_reals(m, i, "friction", 1, 3, friction, NULL) &&
                      zni_mj_reals(m, i, "contype", 1, 1, &bits[0], NULL) &&
                      zni_mj_reals(m, i, "conaffinity", 1, 1, &bits[1], NULL) &&
                      zni_mj_reals(m, i, "condim", 1, 1, &condim, NULL);

    if (!good)
        return false;
    if (!(friction[0] >= 0) || !(friction[1] >= 0) || !(friction[2] >= 0) ||
        !(bits[0] >= 0 && bits[0] < 2147483648.0) ||
        !(bits[1] >= 0 && bits[1] < 2147483648.0)) {
        zni_complain(m->r, &i.e->attr,
                     "friction %g %g %g, contype %g and conaffinity %g must be "
                     ">= 0 (and < 2^31)",
                     friction[0], friction[1], friction[2], bits[0], bits[1]);
        return false;
    }
    s->mu = friction[0];
    s->mu_s = friction[1];
    s->mu_r = friction[2];
    s->condim = (int)condim;
    s->type = (long)bits[0];
    s->affinity = (long)bits[1];
    return zni_mj_condim(m, i, condim);
}

const char *const zni_mj_geom_known[] = {
    "name",    "class",     "type",        "size",   "pos",
    "quat",    "axisangle", "euler",       "xyaxes", "zaxis",
    "fromto",  "density",   "mass",        "rgba",   "friction",
    "contype", "condim",    "conaffinity", "mesh",   "hfield", NULL};

void zni_mj_geom(zni_mj *m, zni_mj_item i, zn_index part, const double in[7],
                 bool weighs)
{
    static const char *const types[] = {"sphere", "capsule", "cylinder",
                                        "box",    "plane",   "mesh",
                                        "hfield"};
    const zni_node *n = zni_mj_get(m, i, "type");
    const zni_node *name = zni_tree_get(&i.e->attr, "name");
    const char *type = n ? n->text : "sphere";
    zni_part_shape s = {.part = part, .name = name ? name->text : NULL};
    double pose[7], density = 1000, mass = -1;
    int k = 0;

    while (k < 7 && strcmp(types[k], type) != 0)
        k++;
    if (k == 7) {
        zni_import_skip(&m->im, &i.e->attr, "<geom> of type '%.30s'", type);
        return;
    }
    zni_import_attributes(&m->im, i.e, zni_mj_geom_known);
    if (!zni_mj_pose(m, i, pose) ||
        !(k == 5   ? zni_mj_mesh(m, i, &s.s)
          : k == 6 ? zni_mj_hfield(m, i, &s.s)
                   : sizes(m, i, types[k], &s.s, pose)) ||
        !meeting(m, i, &s) ||
        !zni_mj_reals(m, i, "density", 1, 1, &density, NULL) ||
        !zni_mj_reals(m, i, "mass", 1, 1, &mass, NULL))
        return;
    zni_pose_after(in, pose, pose);
    memcpy(s.s.position, pose, sizeof s.s.position);
    memcpy(s.s.orientation, pose + 3, sizeof s.s.orientation);
    s.s.colour = colour(m, i);
    if (weighs && mass != 0 &&
        !zni_import_matter(&m->im, &i.e->attr, part, &s.s, density, mass))
        return;
    zni_import_shape(&m->im, &s);
}
