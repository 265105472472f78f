/* plane_joints.c - joints of scenes of the plane: the relations behind their types
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/link.h"

#include <math.h>
#include <string.h>

#include <zeno/mechanics.h>

/* Types as in space, where there is one. A rod is a length that stays, a slider with a
 * coordinate has its axis in body 2. */
static const struct {
    const char *type, *relation, *coordinate;
    bool axis; /* it has one */
} planar[] = {{"revolute", "revolute-planar", "turn-planar", false},
              {"prismatic", "prismatic-planar", "slide-planar", true},
              {"fixed", "fixed-planar", NULL, false},
              {"point-on-line", "slot-planar", NULL, true},
              {"rod", "length-planar", NULL, false},
              {"spring", NULL, "length-planar", false},
              {"gear", "gear-planar", NULL, false},
              {"rack", "rack-planar", NULL, true}};

enum { TYPES = sizeof planar / sizeof *planar };

static int find(const char *type)
{
    int k = 0;

    while (k < TYPES && strcmp(planar[k].type, type) != 0)
        k++;
    return k;
}

zn_status zni_plane_check_joint(const zn_scene *s, const zn_scene_joint *j)
{
    const int k = find(j->cls);
    zn_status st = ZN_OK;

    if (!s->flat)
        return ZN_OK;
    if (k == TYPES)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "a joint '%s' is of space; in the plane there are "
                       "revolute, prismatic, fixed, point-on-line, rod, "
                       "spring, gear, rack",
                       j->cls);
    if (planar[k].axis && strcmp(j->cls, "rack") != 0 && j->axis[0] == 0 &&
        j->axis[1] == 0)
        st = zn_fail(s->ctx, ZN_EINVAL, "a %s needs an axis", j->cls);
    if (!st)
        st = zni_plane_vector(s, "point", j->point);
    if (!st)
        st = zni_plane_vector(s, "point2", j->point2);
    if (!st)
        st = zni_plane_vector(s, "axis", j->axis);
    return st ? st : zni_plane_vector(s, "axis2", j->axis2);
}

const char *zni_plane_coordinate(const char *type)
{
    const int k = find(type);

    return k < TYPES ? planar[k].coordinate : NULL;
}

/* The second point counts where there are two. */
static bool two_points(const char *type)
{
    static const char *const with[] = {"rod", "spring", "gear", "rack", NULL};

    return zni_word_is_of(type, with);
}

/* A rod keeps the length it has at first. */
static zn_status keep_length(const zn_scene_joint *j, zn_relation *r)
{
    const double length =
        hypot(j->point[0] - j->point2[0], j->point[1] - j->point2[1]);

    return zn_relation_set_constant(r, "limit", 1, 1, &length);
}

zn_status zni_plane_relation(const zni_scene_link *l, bool coordinate,
                             zn_relation **out)
{
    const zn_scene_joint *j = l->j;
    const int k = find(j->cls);
    const char *cls = coordinate ? planar[k].coordinate : planar[k].relation;
    const bool two = two_points(j->cls);
    const double *first = j->point, *second = two ? j->point2 : NULL;
    const double radius[2] = {j->radius[l->swapped], j->radius[!l->swapped]};
    zn_status st;

    if (l->swapped && two) {
        first = j->point2;
        second = j->point;
    }
    if (strcmp(j->cls, "gear") == 0 || strcmp(j->cls, "rack") == 0)
        return zn_planar_gear_new(l->ctx, cls, j->name, l->d1, l->d2, first,
                                  second, radius, j->axis2, out);
    st = zn_planar_joint_new(l->ctx, cls, j->name, l->d1, l->d2, first, second,
                             planar[k].axis ? j->axis : NULL, out);
    if (!st && strcmp(j->cls, "rod") == 0)
        st = keep_length(j, *out);
    return st;
}
