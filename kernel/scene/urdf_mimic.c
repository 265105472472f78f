/* urdf_mimic.c - <mimic> of URDF: the coordinate of a joint is multiplier times that of another, and
 * offset; both are hinges, or both are slides
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/urdf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool turns(const robot_joint *k)
{
    return strcmp(k->type, "revolute") == 0 ||
           strcmp(k->type, "continuous") == 0;
}

static bool slides(const robot_joint *k)
{
    return strcmp(k->type, "prismatic") == 0;
}

static void read_mimic(robot *u, robot_joint *k)
{
    const zni_element *e = zni_urdf_child(k->e, "mimic");
    const char *name = e ? zni_urdf_must(u, e, "joint") : NULL;
    double ratio = 1, offset = 0;
    zn_index i = 0;

    k->mimic = -1;
    if (!name || !zni_urdf_one(u, e, "multiplier", &ratio) ||
        !zni_urdf_one(u, e, "offset", &offset))
        return;
    while (i < u->njoint && strcmp(u->joint[i].name, name) != 0)
        i++;
    if (i == u->njoint) {
        zni_complain(u->r, &e->attr, "there is no joint '%.60s'", name);
    } else if (!(turns(k) && turns(&u->joint[i])) &&
               !(slides(k) && slides(&u->joint[i]))) {
        zni_import_skip(&u->im, &e->attr,
                        "<mimic> other than of two hinges or two slides");
    } else if (ratio == 0) {
        zni_import_skip(&u->im, &e->attr, "<mimic> with multiplier 0");
    } else {
        k->mimic = i;
        k->ratio = ratio;
        k->offset = offset;
    }
}

/* Where those begin that follow others which begin at 0. */
void zni_urdf_mimics(robot *u)
{
    for (zn_index i = 0; i < u->njoint; i++)
        read_mimic(u, &u->joint[i]);
    for (zn_index i = 0; i < u->njoint && !u->r->f.count; i++) {
        robot_joint *k = &u->joint[i];
        double ratio = k->ratio;
        zn_index to = k->mimic, n = 0;
        k->start = k->offset;
        for (; to >= 0 && n <= u->njoint; n++) {
            k->start += ratio * u->joint[to].offset;
            ratio *= u->joint[to].ratio;
            to = u->joint[to].mimic;
        }
        if (to >= 0)
            zni_complain(u->r, &k->e->attr,
                         "joint '%.60s' mimics itself, in a circle", k->name);
        else if (!isfinite(k->start))
            zni_complain(u->r, &k->e->attr, "joint '%.60s' begins at %g",
                         k->name, k->start);
    }
}

void zni_urdf_couple(robot *u)
{
    for (zn_index i = 0; i < u->njoint && !u->r->st; i++) {
        const robot_joint *k = &u->joint[i];
        const zn_index first = zni_import_find_joint(&u->im, k->name);
        char name[ZN_WORD_MAX];
        const char *kept;
        zn_index second;
        if (k->mimic < 0)
            continue;
        second = zni_import_find_joint(&u->im, u->joint[k->mimic].name);
        snprintf(name, sizeof name, "%.56s.mimic", k->name);
        kept = zni_scene_keep(u->r->scene, name);
        if (!kept)
            u->r->st = ZN_ENOMEM;
        else if (first < 0 || second < 0 ||
                 !zni_import_couple(&u->im, kept, first, second, k->ratio))
            zni_import_skip(&u->im, &zni_urdf_child(k->e, "mimic")->attr,
                            slides(k)
                                ? "<mimic> of slides on a link that moves"
                                : "<mimic> of hinges that are not of one body");
    }
}
