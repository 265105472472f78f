/* film_contacts.c - the contacts of a frame: where, how hard, how they slide
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/film_contacts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/film.h>
#include <zeno/law.h>
#include <zeno/rotation.h>
#include <zeno/source.h>

#include "kernel/mechanics/contact.h"

static int by_key(const void *a, const void *b)
{
    const zn_key x = ((const zni_film_seen *)a)->key,
                 y = ((const zni_film_seen *)b)->key;

    if (x.hi != y.hi)
        return x.hi < y.hi ? -1 : 1;
    return x.lo < y.lo ? -1 : x.lo > y.lo;
}

static const zni_contact_type *class_of(const zn_interaction *a)
{
    return (const zni_contact_type *)(const void *)zn_relation_class(
        zn_interaction_relation(a));
}

/* The contacts of all sources, in the order of their keys. */
static zn_status list(zni_film_contacts *c, const zn_scene *scene,
                      const zn_simulation *s)
{
    const zn_index n = zn_simulation_contact_count(s, 0);

    c->n = 0;
    for (zn_index k = 0; k < n; k++) {
        const zn_interaction *a = zn_simulation_contact_at(s, 0, k);
        const zni_contact_type *type = class_of(a);
        if (!zni_contact_is(&type->relation) || type->plane != scene->flat)
            continue;
        if (zn_grow(zn_simulation_ctx(s), &c->seen, &c->cseen, c->n + 1,
                    sizeof *c->seen))
            return ZN_ENOMEM;
        c->seen[c->n].a = a;
        zn_interaction_key(a, &c->seen[c->n++].key);
    }
    if (c->n)
        qsort(c->seen, (size_t)c->n, sizeof *c->seen, by_key);
    return ZN_OK;
}

/* Points and normal of a contact where its bodies are now. */
static zn_status touch(const zn_simulation *s, const zn_interaction *a,
                       zni_touch *out)
{
    const zn_relation *r = zn_interaction_relation(a);
    const zn_index nq = zn_ds_nq(zn_interaction_ds(a, 0));
    double q[14];

    for (zn_index i = 0; i < zn_interaction_ds_count(a); i++)
        memcpy(q + nq * i, zn_simulation_q(s, zn_interaction_ds(a, i)),
               (size_t)nq * sizeof *q);
    return class_of(a)->touch(r, zn_interaction_data(a), zn_simulation_time(s), q, out);
}

static zn_index body_of(const zn_scene *scene, const zn_interaction *a,
                        zn_index i)
{
    return i < zn_interaction_ds_count(a)
               ? zni_scene_find(scene, zn_ds_name(zn_interaction_ds(a, i)))
               : -1;
}

/* The coefficient of friction; one that changes is that at the velocity of the frame. 0: none. */
static zn_status friction(const zn_simulation *s, const zn_interaction *a,
                          double *mu)
{
    const zn_law *law = zn_interaction_law(a);
    const zn_law_type *type = zn_law_class(law);
    double param[2] = {0, 0}; /* and that of rolling */
    zn_status st = ZN_OK;
    zn_cone c = {0};

    if (type->cone(zn_law_state(law), 0, &c) &&
        (c.set == zn_set_friction() || c.set == zn_set_rolling_friction())) {
        if (c.param)
            param[0] = c.param[0];
        if (type->vary && (!type->varies || type->varies(law)))
            st = type->vary(law, zn_simulation_y(s, a, 1), param);
    }
    *mu = param[0];
    return st;
}

/* Normal and tangents; in the plane one. */
static void frame_of(const zni_contact_type *type, const double n[3],
                     double E[9])
{
    const double flat[9] = {n[0], n[1], 0, -n[1], n[0], 0, 0, 0, 1};

    if (type->plane)
        memcpy(E, flat, sizeof flat);
    else
        type->frame(n, E);
}

static zn_status contact(const zn_simulation *s, const zn_interaction *a,
                         double h, double out[])
{
    const double *l = zn_simulation_lambda(s, a, 1);
    const double *u = zn_simulation_y(s, a, 1);
    const zn_index most = class_of(a)->plane ? 2 : 3;
    const zn_index rows = zn_interaction_size(a) < most ? 1 : most;
    zni_touch at;
    double E[9];
    const zn_status st = touch(s, a, &at);

    if (st)
        return st;
    memcpy(out + ZN_FILM_P1, at.p1, sizeof at.p1);
    memcpy(out + ZN_FILM_P2, at.p2, sizeof at.p2);
    memcpy(out + ZN_FILM_NORMAL, at.n, sizeof at.n);
    out[ZN_FILM_GAP] = zn_simulation_y(s, a, 0)[0];
    frame_of(class_of(a), at.n, E);
    for (int i = 0; i < 3; i++) {
        double impulse = 0;
        for (zn_index k = 0; k < rows; k++)
            impulse += E[i + 3 * k] * l[k];
        out[ZN_FILM_IMPULSE + i] = impulse;
        out[ZN_FILM_FORCE + i] = h > 0 ? impulse / h : 0;
        out[ZN_FILM_VELOCITY + i] = i < rows ? u[i] : 0;
    }
    const double slip = rows == 3   ? hypot(u[1], u[2])
                        : rows == 2 ? fabs(u[1])
                                    : 0;
    out[ZN_FILM_STATUS] =
        !(l[0] > 0)                                      ? 0
        : rows == most && slip > 1e-9 * (1 + fabs(u[0])) ? 2
                                                         : 1;
    return ZN_OK;
}

static zn_status make_room(zni_film_contacts *c, zn_ctx *ctx)
{
    zn_status st = zn_grow(ctx, &c->body, &c->cbody, 2 * c->n + 2, sizeof *c->body);

    if (!st)
        st = zn_grow(ctx, &c->value, &c->cvalue, ZN_FILM_CONTACT * (c->n + 1),
                     sizeof *c->value);
    return st ? st : zn_grow(ctx, &c->mu, &c->cmu, c->n + 1, sizeof *c->mu);
}

zn_status zni_film_contacts_look(zni_film_contacts *c, const zn_scene *scene,
                                 const zn_simulation *s, double h)
{
    zn_status st = list(c, scene, s);

    if (!st)
        st = make_room(c, zn_simulation_ctx(s));
    for (zn_index k = 0; !st && k < c->n; k++) {
        const zn_interaction *a = c->seen[k].a;
        c->body[2 * k] = body_of(scene, a, 0);
        c->body[2 * k + 1] = body_of(scene, a, 1);
        st = contact(s, a, h, c->value + ZN_FILM_CONTACT * k);
        if (!st)
            st = friction(s, a, c->mu + k);
    }
    return st;
}

void zni_film_contacts_fini(zni_film_contacts *c, zn_ctx *ctx)
{
    zn_free_array(ctx, c->seen);
    zn_free_array(ctx, c->body);
    zn_free_array(ctx, c->value);
    zn_free_array(ctx, c->mu);
}

/* ---- without a film ---- */

zn_status zn_film_contacts_now(const zn_scene *scene, const zn_simulation *s,
                               double h, zn_film_contacts *out)
{
    zn_ctx *ctx = zn_simulation_ctx(s);
    zni_film_contacts c = {0};
    zn_status st = zni_film_contacts_look(&c, scene, s, h);

    *out = (zn_film_contacts){0};
    if (!st) {
        out->body = zn_alloc(ctx, 2 * c.n, sizeof *out->body);
        st = out->body ? ZN_OK : ZN_ENOMEM;
    }
    for (zn_index i = 0; !st && i < 2 * c.n; i++)
        out->body[i] = (zn_index)c.body[i];
    if (!st) {
        out->n = c.n;
        out->value = c.value;
        out->mu = c.mu;
        c.value = c.mu = NULL;
    }
    zni_film_contacts_fini(&c, ctx);
    return st;
}

void zn_film_contacts_free(zn_ctx *ctx, zn_film_contacts *c)
{
    zn_free_array(ctx, c->body);
    zn_free_array(ctx, c->value);
    zn_free_array(ctx, c->mu);
    *c = (zn_film_contacts){0};
}
