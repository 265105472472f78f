/* mjcf_tendon.c - <tendon> of <equality> between fixed tendons, sums of coordinates of joints
 *
 * The length of a fixed tendon is c1 joint 1 + c2 joint 2 + ... That it keeps its length, or has a part
 * of that of another one, is one equation of these coordinates: a scene can say it of two.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/mjcf.h"

#include <math.h>
#include <string.h>

/* More joints than a scene can say it of: one is enough to know that. */
enum { MOST = 3 };

/* 0 = sum of coef times joint */
typedef struct row {
    zn_index joint[MOST];
    double coef[MOST];
    int n;
    bool bad; /* a joint has not one coordinate */
} row;

void zni_mj_tendons(zni_mj *m, const zni_element *e)
{
    static const char *const known[] = {"name", "class", NULL};
    static const char *const of_joint[] = {"joint", "coef", NULL};

    m->tendons = e;
    for (zni_element *t = e->first; t; t = t->next) {
        if (strcmp(t->name, "fixed") != 0)
            continue;
        t->seen = true;
        zni_import_attributes(&m->im, t, known);
        for (zni_element *j = t->first; j; j = j->next)
            if (strcmp(j->name, "joint") == 0) {
                j->seen = true;
                zni_import_attributes(&m->im, j, of_joint);
            }
        zni_import_children(&m->im, t);
    }
    zni_import_children(&m->im, e);
}

static const zni_element *tendon_of(const zni_mj *m, const zni_node *name)
{
    const zni_element *t = m->tendons ? m->tendons->first : NULL;

    for (; t; t = t->next) {
        const zni_node *n = zni_tree_get(&t->attr, "name");
        if (n && strcmp(t->name, "fixed") == 0 && !strcmp(n->text, name->text))
            break;
    }
    return t;
}

static void add_term(row *r, zn_index joint, double coef)
{
    int k = 0;

    while (k < r->n && r->joint[k] != joint)
        k++;
    if (k == MOST)
        return;
    if (k == r->n) {
        r->joint[r->n++] = joint;
        r->coef[k] = 0;
    }
    r->coef[k] += coef;
}

/* Add factor times the length of a tendon. @return is it one, with all its numbers? */
static bool add_tendon(zni_mj *m, const zni_node *name, double factor, row *r)
{
    const zni_element *t = tendon_of(m, name);

    if (!t) {
        zni_complain(m->r, name, "there is no fixed tendon '%.60s'",
                     name->text);
        return false;
    }
    for (const zni_element *j = t->first; j; j = j->next) {
        const zni_node *of = zni_tree_get(&j->attr, "joint");
        double coef = 1;
        if (strcmp(j->name, "joint") != 0)
            continue;
        if (!zni_import_reals(m->r, zni_tree_get(&j->attr, "coef"), 1, 1, &coef,
                              NULL))
            return false;
        const zn_index k = of ? zni_import_find_joint(&m->im, of->text) : -1;
        r->bad |= k < 0;
        if (k >= 0)
            add_term(r, k, factor * coef);
    }
    return true;
}

static void drop_zeros(row *r)
{
    int n = 0;

    for (int k = 0; k < r->n; k++)
        if (r->coef[k] != 0) {
            r->joint[n] = r->joint[k];
            r->coef[n++] = r->coef[k];
        }
    r->n = n;
}

/* joint 1 = ratio joint 2 */
static void couple(zni_mj *m, const zni_element *e, const row *r)
{
    const double ratio = -r->coef[1] / r->coef[0];
    const char *name = zni_mj_name(m, (zni_mj_item){e, -1}, "equality");

    if (ratio == 0 || !isfinite(ratio))
        zni_import_skip(&m->im, &e->attr,
                        "<tendon> of <equality> with coefficients %g and %g",
                        r->coef[0], r->coef[1]);
    else if (!zni_import_couple(&m->im, name, r->joint[0], r->joint[1], ratio))
        zni_import_skip(&m->im, &e->attr,
                        "<tendon> of <equality> other than of hinges of one "
                        "body, or of slides of the world,");
}

void zni_mj_tie_tendons(zni_mj *m, const zni_element *e)
{
    const zni_node *first = zni_tree_get(&e->attr, "tendon1");
    const zni_node *second = zni_tree_get(&e->attr, "tendon2");
    double factor;
    bool said;
    row r = {.n = 0};

    zni_import_attributes(&m->im, e,
                          (const char *const[]){"name", "tendon1", "tendon2",
                                                "polycoef", "active", NULL});
    if (!zni_mj_polycoef(m, e, !second, &factor, &said))
        return;
    if (!first) {
        zni_complain(m->r, &e->attr, "<tendon> of <equality> has no tendon1");
        return;
    }
    if (!add_tendon(m, first, 1, &r) ||
        (second && !add_tendon(m, second, -factor, &r)))
        return;
    /* more than it has room for are too many, whatever their sum */
    const bool many = r.n == MOST;
    drop_zeros(&r);
    if (r.bad)
        zni_import_skip(&m->im, &e->attr,
                        "<tendon> of <equality> with joints that have not one "
                        "axis each,");
    else if (!said)
        zni_mj_skip_polycoef(m, e);
    else if (many)
        zni_import_skip(&m->im, &e->attr,
                        "<tendon> of <equality> of more than two joints");
    else if (r.n == 1)
        m->im.joint[r.joint[0]].motion = "0";
    else if (r.n == 2)
        couple(m, e, &r);
}
