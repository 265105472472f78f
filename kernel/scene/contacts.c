/* contacts.c - the contacts of a scene: its shapes in a source "collision"
 *
 * Bodies that a joint holds together do not meet, unless the joint says so; with the
 * world they do.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/rotation.h>

/* Options of rolling and spin, which Coulomb's law alone does not have. */
static bool of_rolling(const char *name)
{
    return strcmp(name, "mu_r") == 0 || strcmp(name, "mu_s") == 0;
}

/* Does nothing resist rolling and spin? Then their rows would cost and do nothing. */
static bool rolls_freely(const char *words)
{
    char name[ZN_WORD_MAX], value[ZN_TEXT_MAX];

    while (zni_word_next(&words, name, value))
        if (of_rolling(name) && strtod(value, NULL) != 0)
            return false;
    return true;
}

static zn_status make_law(const zn_scene *s, zn_ctx *ctx,
                          const zni_scene_law *from, zn_law **out)
{
    char name[ZN_WORD_MAX], value[ZN_TEXT_MAX];
    const char *words = from->options, *cls = from->cls;
    const bool rolling = strcmp(cls, "rolling-friction") == 0;
    const bool freely = rolling && !from->chosen && rolls_freely(words);
    zn_status st;

    if (freely)
        cls = "newton-impact-friction";
    st = zn_law_new(ctx, cls, out);
    if (!st && strcmp(cls, "newton-impact-friction") == 0)
        st = zn_law_set(*out, "size", s->flat ? "2" : "3");
    else if (!st && rolling)
        st = zn_law_set(*out, "size",
                        s->flat                         ? "3"
                        : strstr(words, "mu_s=") ? "6"
                                                        : "5");
    while (!st && zni_word_next(&words, name, value))
        if (!freely || !of_rolling(name))
            st = zn_law_set(*out, name, value);
    return st;
}

/* Are there shapes of two bodies, one of which moves? */
static bool might_meet(const zn_scene *s)
{
    bool moves = false, two = false;

    for (zn_index i = 0; i < s->nshape; i++) {
        moves = moves || !s->body[s->shape[i].body].b.fixed;
        two = two || s->shape[i].body != s->shape[0].body;
    }
    return moves && two;
}

/* Groups that pass through each other, though nobody said so. */
static void tell_free(const zn_scene *s, zn_ctx *ctx)
{
    if (!s->nlaw && might_meet(s)) {
        zn_log(ctx, ZN_LOG_WARN,
               "there are shapes and no laws: bodies pass through each other; "
               "'laws: {mu: 0.5}' lets them meet, 'laws: {type: none}' says "
               "that it is meant");
        return;
    }
    for (zn_index i = 0; i < s->ngroup; i++)
        for (zn_index j = 0; j <= i; j++)
            if (!zni_scene_law_said(s, i, j))
                zn_log(ctx, i == j ? ZN_LOG_INFO : ZN_LOG_WARN,
                       "no law between groups '%s' and '%s': their shapes pass "
                       "through each other; type: none says that it is meant",
                       s->group[j], s->group[i]);
}

/* "ground#1": those of what moves are named so by the source; to it what is fixed has no body, and would
 * be counted in the order in which it comes. */
static zn_status name_of(zn_ctx *ctx, const zn_scene_body *b, zn_index number,
                         char **out)
{
    const size_t n = strlen(b->name) + 24;

    *out = NULL;
    if (!b->fixed)
        return ZN_OK;
    *out = zn_alloc(ctx, (zn_index)n, 1);
    if (!*out)
        return ZN_ENOMEM;
    snprintf(*out, n, "%s#%td", b->name, number);
    return ZN_OK;
}

zn_status zni_scene_attach(const zn_scene *s, zn_model *m, zn_source *src,
                           zn_shape *made[], zn_index i, zn_index *id)
{
    const zni_scene_shape *from = &s->shape[i];
    const zn_scene_body *b = &s->body[from->body].b;
    zn_ds *ds = b->fixed ? NULL : zn_model_ds(m, b->name);
    zn_shape **mine =
        made + (from->geometry ? from->geometry->number : s->ngeometry + i);
    zn_shape *shape = *mine;
    double pose[7];
    char *name = NULL;
    zn_status st;

    if (!b->fixed && !ds)
        return zn_fail(zn_model_ctx(m), ZN_EINVAL,
                       "the model has no body '%s'; is it of this scene?",
                       b->name);
    zni_scene_place(b, &from->s, pose);
    st = name_of(zn_model_ctx(m), b, from->number, &name);
    if (!st && !shape)
        st = zni_form_make(zn_model_ctx(m), &from->s, &shape);
    if (!st) {
        st = zn_collision_attach(src,
                                 &(zn_collider){.ds = ds,
                                                .shape = shape,
                                                .name = name,
                                                .pose = pose,
                                                .group = from->group},
                                 id);
        if (!st)
            *mine = shape;
        else if (!*mine)
            zn_shape_free(shape);
    }
    zn_free_array(zn_model_ctx(m), name);
    return zn_note(zn_model_ctx(m), st, "body '%s'", b->name);
}

static zn_status give_laws(const zn_scene *s, zn_ctx *ctx, zn_source *src)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->ngroup; i++)
        for (zn_index j = 0; !st && j <= i; j++) {
            const zni_scene_law *from = zni_scene_law_of(s, i, j);
            zn_law *law = NULL;
            if (!from)
                continue;
            st = make_law(s, ctx, from, &law);
            if (!st)
                st = zn_collision_law(src, i, j, law);
            if (st)
                zn_law_free(law);
        }
    return st;
}

zn_status zni_scene_ignore(zn_model *m, zn_source *src, const zn_scene_joint *j)
{
    const zn_ds *d1 = zn_model_ds(m, j->body1);
    const zn_ds *d2 = j->body2 ? zn_model_ds(m, j->body2) : NULL;

    return d1 && d2 && zni_scene_holds(j) ? zn_collision_ignore(src, d1, d2)
                                          : ZN_OK;
}

static zn_status use_options(const zn_scene *s, zn_source *src)
{
    char name[ZN_WORD_MAX], value[ZN_TEXT_MAX];
    const char *words = s->meeting;
    zn_status st = ZN_OK;

    while (!st && zni_word_next(&words, name, value))
        st = zn_source_set(src, name, value);
    return st;
}

zn_status zn_scene_contacts(const zn_scene *s, zn_simulation *sim)
{
    zn_ctx *ctx = zn_simulation_ctx(sim);
    zn_source *src;
    zn_status st = zn_source_new(ctx, "collision", &src);

    if (st)
        return st;
    tell_free(s, ctx);
    st = use_options(s, src);
    if (!st)
        st = give_laws(s, ctx, src);
    if (!st)
        return zni_scene_lives(s, sim, src);
    zn_source_free(src);
    return st;
}
