/* source.c - a contact source: by its class, or by a function of the user
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/contact/source.h"

#include <stdio.h>

#include <zeno/plugin.h>

/* *out is set on success only */
static zn_status make(zn_ctx *ctx, const zn_source_type *type, zn_source **out)
{
    zn_source *src = zn_alloc(ctx, 1, sizeof *src);

    if (!src)
        return ZN_ENOMEM;
    src->ctx = src->contacts.ctx = ctx;
    src->type = type;
    src->state = zn_alloc(ctx, (zn_index)type->type.state_size, 1);
    if (!src->state) {
        zn_free_array(ctx, src);
        return ZN_ENOMEM;
    }
    zn_option_defaults(type->type.options, src->state);
    *out = src;
    return ZN_OK;
}

zn_status zn_source_new(zn_ctx *ctx, const char *cls, zn_source **out)
{
    const zn_type *type;
    zn_status st = zn_kernel_register(ctx);

    *out = NULL;
    if (!st)
        st = zn_type_find(ctx, ZN_KIND_SOURCE, cls ? cls : "", &type);
    return st ? st : make(ctx, (const zn_source_type *)type, out);
}

void zni_source_destroy(zn_source *src)
{
    if (src->type->fini)
        src->type->fini(src->state, src->ctx);
    zni_contacts_fini(&src->contacts);
    zn_free_array(src->ctx, src->state);
    zn_free_array(src->ctx, src);
}

void zn_source_free(zn_source *src)
{
    if (src && !src->owned)
        zni_source_destroy(src);
}

zn_status zn_source_set(zn_source *src, const char *option, const char *value)
{
    return zn_option_set(src->ctx, "contact source", src->type->type.options,
                         src->state, option, value);
}

zn_status zn_source_set_real(zn_source *src, const char *option, double value)
{
    return zn_option_set_real(src->ctx, "contact source",
                              src->type->type.options, src->state, option,
                              value);
}

zn_status zn_source_get(const zn_source *src, const char *option, char buf[],
                        size_t size)
{
    return zn_option_read(src->ctx, "contact source", src->type->type.options,
                          src->state, option, buf, size);
}

void *(zn_source_state)(zn_source *src)
{
    return src->state;
}

const zn_source_type *zn_source_class(const zn_source *src)
{
    return src->type;
}

bool zni_source_idle(const zn_source *src)
{
    return ZN_HAS(zn_source_type, src->type, idle) && src->type->idle &&
           src->type->idle(src->state);
}

const double *zn_state_q(const zn_state *s, const zn_ds *ds)
{
    return ds->nx ? s->x + ds->x_off : s->q + ds->q_off;
}

const double *zn_state_v(const zn_state *s, const zn_ds *ds)
{
    return ds->nx ? NULL : s->v + ds->v_off;
}

/* ---- a function of the user --------------------------------------------------- */

typedef struct given {
    zn_source_fn *fn;
    void *user;
    void (*drop)(void *user);
} given;

static zn_status given_find(void *k, const zn_view *at, zn_contacts *to)
{
    const given *g = k;

    return g->fn(g->user, at, to);
}

static void given_fini(void *k, zn_ctx *ctx)
{
    const given *g = k;

    (void)ctx;
    if (g->drop)
        g->drop(g->user);
}

/* Not registered: there is no way to name the function. */
static const zn_source_type given_type = {
    .type = {.size = sizeof given_type,
             .kind = ZN_KIND_SOURCE,
             .name = "function",
             .summary = "a function of the user",
             .state_size = sizeof(given)},
    .find = given_find,
    .fini = given_fini,
};

zn_status zni_source_of_function(zn_ctx *ctx, zn_source_fn *fn, void *user,
                                 void (*drop)(void *user), zn_source **out)
{
    const zn_status st = make(ctx, &given_type, out);

    if (!st)
        *(given *)(*out)->state = (given){fn, user, drop};
    return st;
}

/* ---- a search ------------------------------------------------------------------- */

/* It may add laws and relations to the model. */
static zn_status prepare(zn_source *src)
{
    zn_model *m = src->contacts.model;
    zn_status st = ZN_OK;

    if (src->prepared)
        return ZN_OK;
    zn_model_reopen(m);
    if (src->type->prepare)
        st = src->type->prepare(src->state, m);
    src->prepared = !st;
    return st;
}

static zn_status search(zn_source *src, const zn_view *at)
{
    zn_contacts *c = &src->contacts;
    zn_status st;

    zni_contacts_begin(c);
    st = src->type->find(src->state, at, c);
    if (!st)
        st = zni_contacts_end(c);
    return st ? st : zn_model_seal(c->model);
}

zn_status zni_source_find(zn_source *src, const zn_view *at, bool *changed)
{
    zn_model *m = src->contacts.model;
    const zn_index before = m->serial;
    zn_status st = prepare(src);

    if (!st)
        st = search(src, at);
    if (st) {
        char words[512]; /* those of the fault, not of the way back */
        snprintf(words, sizeof words, "%s", zn_errmsg(src->ctx));
        zni_contacts_undo(&src->contacts, before);
        (void)zn_model_seal(m);
        return zn_note(src->ctx, zn_fail(src->ctx, st, "%s", words),
                       "contact source %td ('%s')", src->contacts.source,
                       src->type->type.name);
    }
    *changed = src->contacts.changed;
    return ZN_OK;
}
