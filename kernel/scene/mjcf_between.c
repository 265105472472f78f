/* mjcf_between.c - what MJCF says of two: <equality> of bodies, <contact> of bodies and of geoms
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/mjcf.h"

#include <string.h>

static zn_index part_of(zni_mj *m, const zni_element *e, const char *key)
{
    const zni_node *n = zni_tree_get(&e->attr, key);

    for (zn_index i = 0; n && i < m->im.nparts; i++)
        if (strcmp(m->im.part[i].name, n->text) == 0)
            return i;
    if (n && strcmp(n->text, "world") != 0)
        zni_complain(m->r, n, "there is no body '%.60s'", n->text);
    return -1;
}

void zni_mj_equality(zni_mj *m, const zni_element *e)
{
    const double here[7] = {0, 0, 0, 1, 0, 0, 0};

    for (zni_element *c = e->first; c && !m->r->f.count; c = c->next) {
        const bool weld = strcmp(c->name, "weld") == 0;
        zn_index a, b;
        double at[7] = {0, 0, 0, 1, 0, 0, 0};
        zn_scene_joint j = {.cls = weld ? "fixed" : "spherical"};
        if ((!weld && strcmp(c->name, "connect") != 0) ||
            !zni_tree_get(&c->attr, "body1"))
            continue;
        c->seen = true;
        zni_import_attributes(
            &m->im, c,
            (const char *const[]){"name", "body1", "body2", "anchor", NULL});
        a = part_of(m, c, "body1");
        b = part_of(m, c, "body2");
        zni_import_reals(m->r, zni_tree_get(&c->attr, "anchor"), 3, 3, at,
                         NULL);
        j.name = zni_mj_name(m, (zni_mj_item){c, -1}, "equality");
        zni_pose_after(a < 0 ? here : m->im.part[a].pose, at, at);
        memcpy(j.point, at, sizeof j.point);
        zni_import_joint(&m->im, &j, a < 0 ? b : a, a < 0 ? a : b);
    }
    zni_import_children(&m->im, e);
}

/* ---- contact ---- */

const char *const zni_mj_pair_known[] = {"name",   "class",    "geom1", "geom2",
                                         "condim", "friction", NULL};

/* The number of a geom; -1: there is none, which is said. */
static zn_index geom_of(zni_mj *m, const zni_element *e, const char *key)
{
    const zni_node *n = zni_tree_get(&e->attr, key);

    for (zn_index i = 0; n && i < m->im.nshapes; i++)
        if (m->im.shape[i].name && strcmp(m->im.shape[i].name, n->text) == 0)
            return i;
    zni_complain(m->r, n ? n : &e->attr,
                 n ? "there is no geom '%.60s'" : "<pair> needs its %.60s",
                 n ? n->text : key);
    return -1;
}

/* Does one carry the other, so that no contact between them is looked for? */
static bool carries(const zni_mj *m, zn_index a, zn_index b)
{
    return a >= 0 && b >= 0 &&
           (a == b || m->im.part[a].parent == b || m->im.part[b].parent == a);
}

static void read_pair(zni_mj *m, zni_mj_item i)
{
    double friction[5] = {-1}, condim = 3;
    zni_meeting k = {.shapes = true};
    const bool said = zni_mj_get(m, i, "friction") != NULL;

    zni_import_attributes(&m->im, i.e, zni_mj_pair_known);
    k.a = geom_of(m, i.e, "geom1");
    k.b = geom_of(m, i.e, "geom2");
    if (k.a < 0 || k.b < 0 ||
        !zni_mj_reals(m, i, "friction", 1, 5, friction, NULL) ||
        !zni_mj_reals(m, i, "condim", 1, 1, &condim, NULL))
        return;
    if (said && !(friction[0] >= 0)) {
        zni_complain(m->r, zni_mj_get(m, i, "friction"),
                     "friction %g, must be >= 0", friction[0]);
        return;
    }
    if (carries(m, m->im.shape[k.a].part, m->im.shape[k.b].part)) {
        zni_import_skip(&m->im, &i.e->attr,
                        "<pair> of bodies of which one carries the other");
        return;
    }
    k.mu = condim == 1 ? 0 : friction[0];
    if (condim > 3)
        zni_import_skip(&m->im, &i.e->attr, "friction of condim %g beyond 3",
                        condim);
    zni_import_meeting(&m->im, &k);
}

static void read_exclude(zni_mj *m, const zni_element *e)
{
    zni_meeting k = {.shapes = false};

    zni_import_attributes(
        &m->im, e, (const char *const[]){"name", "body1", "body2", NULL});
    for (int i = 0; i < 2; i++)
        if (!zni_tree_get(&e->attr, i ? "body2" : "body1")) {
            zni_complain(m->r, &e->attr, "<exclude> needs its %s",
                         i ? "body2" : "body1");
            return;
        }
    k.a = part_of(m, e, "body1");
    k.b = part_of(m, e, "body2");
    if (!m->r->f.count)
        zni_import_meeting(&m->im, &k);
}

void zni_mj_contact(zni_mj *m, const zni_element *e)
{
    for (zni_element *c = e->first; c && !m->r->st; c = c->next) {
        const bool pair = strcmp(c->name, "pair") == 0;
        if (!pair && strcmp(c->name, "exclude") != 0)
            continue;
        c->seen = true;
        if (pair)
            read_pair(m, zni_mj_in_class(m, c, 0));
        else
            read_exclude(m, c);
    }
    zni_import_children(&m->im, e);
}
