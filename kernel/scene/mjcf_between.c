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

static void hold(zni_mj *m, const zni_element *e, bool weld)
{
    const double here[7] = {0, 0, 0, 1, 0, 0, 0};
    double at[7] = {0, 0, 0, 1, 0, 0, 0};
    zn_scene_joint j = {.cls = weld ? "fixed" : "spherical"};
    zn_index a, b;

    zni_import_attributes(&m->im, e,
                          (const char *const[]){"name", "body1", "body2",
                                                "anchor", "active", NULL});
    a = part_of(m, e, "body1");
    b = part_of(m, e, "body2");
    zni_import_reals(m->r, zni_tree_get(&e->attr, "anchor"), 3, 3, at, NULL);
    j.name = zni_mj_name(m, (zni_mj_item){e, -1}, "equality");
    zni_pose_after(a < 0 ? here : m->im.part[a].pose, at, at);
    memcpy(j.point, at, sizeof j.point);
    zni_import_joint(&m->im, &j, a < 0 ? b : a, a < 0 ? a : b);
}

void zni_mj_equality(zni_mj *m, const zni_element *e)
{
    for (zni_element *c = e->first; c && !m->r->f.count; c = c->next) {
        const bool weld = strcmp(c->name, "weld") == 0;
        const bool couple =
            strcmp(c->name, "joint") == 0 || strcmp(c->name, "tendon") == 0;
        if (!couple && ((!weld && strcmp(c->name, "connect") != 0) ||
                        !zni_tree_get(&c->attr, "body1")))
            continue;
        c->seen = true;
        if (zni_mj_is(m, (zni_mj_item){c, -1}, "active", "false"))
            continue;
        if (!couple)
            hold(m, c, weld);
        else if (m->ncouple < ZNI_MJ_COUPLES)
            m->couple[m->ncouple++] = c;
        else
            zni_complain(m->r, &c->attr,
                         "more than %d <joint> and <tendon> of <equality>",
                         ZNI_MJ_COUPLES);
    }
    zni_import_children(&m->im, e);
}

/* The joint that an attribute names, -1: none of one coordinate. */
static zn_index joint_of(const zni_mj *m, const zni_element *e, const char *key)
{
    const zni_node *n = zni_tree_get(&e->attr, key);

    return n ? zni_import_find_joint(&m->im, n->text) : -1;
}

bool zni_mj_polycoef(zni_mj *m, const zni_element *e, bool alone, double *factor,
                     bool *said)
{
    double c[5] = {0, 1, 0, 0, 0};

    if (!zni_import_reals(m->r, zni_tree_get(&e->attr, "polycoef"), 1, 5, c,
                          NULL))
        return false;
    *factor = c[1];
    *said = c[0] == 0 && (alone || (c[2] == 0 && c[3] == 0 && c[4] == 0));
    return true;
}

void zni_mj_skip_polycoef(zni_mj *m, const zni_element *e)
{
    zni_import_skip(&m->im, &e->attr,
                    "polycoef other than '0 FACTOR' of <equality>");
}

/* Coordinates from where they begin. Without joint 2, or with a factor 0, joint 1 does not move. */
static void couple(zni_mj *m, const zni_element *e)
{
    const zn_index first = joint_of(m, e, "joint1");
    const zn_index second = joint_of(m, e, "joint2");
    const bool alone = !zni_tree_get(&e->attr, "joint2");
    double factor;
    bool said;

    zni_import_attributes(&m->im, e,
                          (const char *const[]){"name", "joint1", "joint2",
                                                "polycoef", "active", NULL});
    if (!zni_mj_polycoef(m, e, alone, &factor, &said))
        return;
    if (first < 0 || (second < 0 && !alone))
        zni_import_skip(&m->im, &e->attr,
                        "<joint> of <equality> without its joints, each of "
                        "one axis,");
    else if (!said)
        zni_mj_skip_polycoef(m, e);
    else if (alone || factor == 0)
        m->im.joint[first].motion = "0";
    else if (!zni_import_couple(
                 &m->im, zni_mj_name(m, (zni_mj_item){e, -1}, "equality"),
                 first, second, factor))
        zni_import_skip(&m->im, &e->attr,
                        "<joint> of <equality> other than of hinges of one "
                        "body, or of slides of the world,");
}

void zni_mj_couple(zni_mj *m)
{
    for (zn_index i = 0; i < m->ncouple && !m->r->st; i++)
        if (strcmp(m->couple[i]->name, "tendon") == 0)
            zni_mj_tie_tendons(m, m->couple[i]);
        else
            couple(m, m->couple[i]);
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
    double friction[5] = {-1, -1, 0.005, 0.0001, 0.0001}, condim = 3;
    zni_meeting k = {.shapes = true};
    const bool said = zni_mj_get(m, i, "friction") != NULL;

    zni_import_attributes(&m->im, i.e, zni_mj_pair_known);
    k.a = geom_of(m, i.e, "geom1");
    k.b = geom_of(m, i.e, "geom2");
    if (k.a < 0 || k.b < 0 ||
        !zni_mj_reals(m, i, "friction", 1, 5, friction, NULL) ||
        !zni_mj_reals(m, i, "condim", 1, 1, &condim, NULL) ||
        !zni_mj_condim(m, i, condim))
        return;
    for (int j = 0; said && j < 4; j++)
        if (j != 1 && !(friction[j] >= 0)) {
            zni_complain(m->r, zni_mj_get(m, i, "friction"),
                         "friction %g, must be >= 0", friction[j]);
            return;
        }
    if (carries(m, m->im.shape[k.a].part, m->im.shape[k.b].part)) {
        zni_import_skip(&m->im, &i.e->attr,
                        "<pair> of bodies of which one carries the other");
        return;
    }
    k.mu = friction[0];
    k.mu_s = friction[2];
    k.mu_r = friction[3];
    k.condim = zni_mj_get(m, i, "condim") ? (int)condim : 0;
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
