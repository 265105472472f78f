/* import_couple.c - coordinates of two hinges, or of two slides, in a fixed ratio, both 0 at first
 *
 * Slides have axes that stand still: what carries two that are parallel would have to be in the row.
 * With axes that stand still it is a coupler. Where one body carries both axes the angles are counted
 * from what it carries, too: from the line between parallel axes, as of a gear, or of each axis from
 * the other one, as of a bevel gear.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/import.h"

#include <math.h>
#include <string.h>

zn_index zni_import_find_joint(const zni_import *im, const char *name)
{
    for (zn_index i = 0; i < im->njoints; i++)
        if (strcmp(im->joint[i].name, name) == 0)
            return i;
    return -1;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Are points of two axes one, as far as their numbers go? 1e-9 of them is far above rounding, and
 * below what one builds. */
static bool one_line(const double p[3], const double q[3])
{
    const double d[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};

    return dot(d, d) <= 1e-18 * (dot(p, p) + dot(q, q));
}

/* The class of gears for two axes on one body that moves; NULL: there is none. The second point comes
 * to the height of the first. */
static const char *carried(zn_scene_joint *j)
{
    const double *a = j->axis, *b = j->axis2, aa = dot(a, a);
    const double ab = dot(a, b);
    double d[3], along;

    if (aa * dot(b, b) - ab * ab > 1e-18 * aa * dot(b, b))
        return "bevel-gear";
    for (int i = 0; i < 3; i++)
        d[i] = j->point2[i] - j->point[i];
    along = dot(d, a) / aa;
    for (int i = 0; i < 3; i++)
        j->point2[i] -= along * a[i];
    return one_line(j->point, j->point2) ? NULL : "gear";
}

bool zni_import_couple(zni_import *im, const char *name, zn_index first,
                       zn_index second, double ratio)
{
    const zn_scene_joint *k[2] = {im->joint + first, im->joint + second};
    zn_index body[2], on[2];
    zn_scene_joint j = {
        .name = name, .cls = "coupler", .meet = true, .radius = {1, -ratio}};

    const bool slides = strcmp(k[0]->cls, "prismatic") == 0;

    for (int i = 0; i < 2; i++) {
        const zn_index *of = im->bodies[i ? second : first];
        body[i] = of[0] < 0 ? -1 : im->part[of[0]].owner;
        on[i] = of[1] < 0 ? -1 : im->part[of[1]].owner;
        if (strcmp(k[i]->cls, slides ? "prismatic" : "revolute") != 0 ||
            body[i] < 0)
            return false;
    }
    if (body[0] == body[1] || on[0] != on[1] || (slides && on[0] >= 0))
        return false;
    if (slides)
        j.cls = "slide-coupler";
    memcpy(j.point, k[0]->point, sizeof j.point);
    memcpy(j.axis, k[0]->axis, sizeof j.axis);
    memcpy(j.point2, k[1]->point, sizeof j.point2);
    memcpy(j.axis2, k[1]->axis, sizeof j.axis2);
    if (on[0] >= 0)
        j.cls = carried(&j);
    if (!j.cls)
        return false;
    zni_import_joint(im, &j, body[0], body[1]);
    return true;
}
