/* law.c - nonsmooth laws: what all classes share
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <zeno/plugin.h>

#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

static zn_status may_change(const zni_owner *o)
{
    return zni_law_touch((zn_law *)((char *)o - offsetof(zn_law, owner)));
}

static const zn_slot *slots(const zni_owner *o)
{
    return ((const zn_law *)((const char *)o - offsetof(zn_law, owner)))
        ->type->slots;
}

static zn_index one(const zni_owner *o, char letter)
{
    (void)o, (void)letter;
    return 1;
}

static const zni_owner_kind kind = {
    .what = "law", .change = may_change, .slots = slots, .size = one};

zn_status zn_law_new(zn_ctx *ctx, const char *cls, zn_law **out)
{
    const size_t a = alignof(max_align_t);
    const size_t head = (sizeof(zn_law) + a - 1) / a * a;
    const zn_type *found;
    zn_status st;

    *out = NULL;
    st = zn_kernel_register(ctx);
    if (!st)
        st = zn_type_find(ctx, ZN_KIND_LAW, cls ? cls : "", &found);
    if (st)
        return st;
    const zn_law_type *type = (const zn_law_type *)found;
    const zn_index nops = zni_slots_count(type->slots);
    const size_t ops = (size_t)nops * sizeof(zn_operator) + a - 1;
    zn_law *law = zn_alloc(
        ctx, (zn_index)(head + ops / a * a + type->type.state_size), 1);
    if (!law)
        return zn_note(ctx, ZN_ENOMEM, "law '%s'", cls);
    law->type = type;
    law->ctx = ctx;
    law->nops = nops;
    law->ops = (zn_operator *)(void *)((char *)law + head);
    law->state = (char *)law + head + ops / a * a;
    law->owner =
        (zni_owner){.ctx = ctx, .kind = &kind, .name = type->type.name};
    for (zn_index i = 0; i < nops; i++)
        zni_operator_init(&law->ops[i], &law->owner, i);
    zn_option_defaults(type->type.options, law->state);
    *out = law;
    return ZN_OK;
}

double zni_law_adhesion(const zn_law *law)
{
    return law->type->adhesion ? law->type->adhesion(law->state) : 0;
}

double zni_law_inertia(const zn_law *law)
{
    return ZN_HAS(zn_law_type, law->type, inertia) && law->type->inertia
               ? law->type->inertia(law->state)
               : 0;
}

void zni_law_destroy(zn_law *law)
{
    if (law->type->fini)
        law->type->fini(law->state, law->ctx);
    for (zn_index i = 0; i < law->nops; i++)
        zni_operator_fini(&law->ops[i]);
    zn_free_array(law->ctx, law);
}

void zn_law_free(zn_law *law)
{
    if (law && !law->model)
        zni_law_destroy(law);
}

static const char *owner(const zn_law *law, size_t size, char text[])
{
    snprintf(text, size, "law '%s'", law->type->type.name);
    return text;
}

static bool has_rows(const zn_law *law)
{
    return ZN_HAS(zn_law_type, law->type, by_row) && law->type->by_row;
}

/* The number that was given takes the place of a function, and of numbers by row. */
static zn_status number(zn_law *law, const char *option, zn_status st)
{
    const zn_slot *slot = law->type->slots;

    if (st)
        return st;
    for (zn_index i = 0; i < law->nops; i++)
        if (!strcmp(slot[i].name, option))
            zn_operator_clear(&law->ops[i]);
    return has_rows(law) ? law->type->by_row(law, option, 0, NULL) : ZN_OK;
}

zn_status zn_law_set_real(zn_law *law, const char *option, double value)
{
    char who[96];
    const zn_status st = zni_law_touch(law);

    return st ? st
              : number(law, option,
                       zn_option_set_real(law->ctx, owner(law, sizeof who, who),
                                          law->type->type.options, law->state,
                                          option, value));
}

zn_status zn_law_get(const zn_law *law, const char *option, char buf[],
                     size_t size)
{
    char who[96];

    return zn_option_read(law->ctx, owner(law, sizeof who, who),
                          law->type->type.options, law->state, option, buf,
                          size);
}

zn_status zn_law_set(zn_law *law, const char *option, const char *value)
{
    char who[96];
    const zn_status st = zni_law_touch(law);

    return st ? st
              : number(law, option,
                       zn_option_set(law->ctx, owner(law, sizeof who, who),
                                     law->type->type.options, law->state,
                                     option, value));
}

zn_status zn_law_set_rows(zn_law *law, const char *option, zn_index n,
                          const double x[])
{
    const char *name = law->type->type.name;
    const zn_status st = zni_law_touch(law);

    if (st)
        return st;
    if (n < 1 || !option || !x)
        return zn_fail(law->ctx, ZN_EINVAL,
                       "law '%s': n = %td numbers by row, option and numbers at "
                       "%s",
                       name, n, option && x ? "their pointers" : "NULL");
    if (!has_rows(law))
        return zn_fail(law->ctx, ZN_ENOENT,
                       "law '%s': '%s' has no numbers by row", name, option);
    return law->type->by_row(law, option, n, x);
}

zn_status zni_law_make(zn_ctx *ctx, const char *cls, zn_index n,
                       const zni_number set[], zn_law **out)
{
    zn_status st = zn_law_new(ctx, cls, out);

    for (zn_index i = 0; !st && i < n; i++)
        st = zn_law_set_real(*out, set[i].option, set[i].value);
    if (st && *out) {
        zn_law_free(*out);
        *out = NULL;
    }
    return st;
}

zn_status zn_law_newton_impact(zn_ctx *ctx, double e, zn_law **out)
{
    return zni_law_make(ctx, "newton-impact", 1, &(zni_number){"e", e}, out);
}

zn_status zn_law_complementarity(zn_ctx *ctx, zn_index n, zn_law **out)
{
    return zni_law_make(ctx, "complementarity", 1,
                        &(zni_number){"size", (double)n}, out);
}

zn_status zn_law_equality(zn_ctx *ctx, zn_index n, zn_law **out)
{
    return zni_law_make(ctx, "equality", 1, &(zni_number){"size", (double)n},
                        out);
}

const zn_law_type *zn_law_class(const zn_law *law)
{
    return law->type;
}

const void *zn_law_state(const zn_law *law)
{
    return law->state;
}

zn_index zn_law_size(const zn_law *law)
{
    return law->type->size(law->state);
}

/* ---- operators ------------------------------------------------------------ */

zn_operator *zn_law_operator(zn_law *law, const char *name)
{
    return zni_slots_find(&law->owner, &law->type->type, law->type->slots, law->ops,
                          name);
}

zn_status zn_law_plugin(zn_law *law, const char *op, const char *name)
{
    zn_operator *o = zn_law_operator(law, op);

    return o ? zn_operator_set_name(o, name) : ZN_ENOENT;
}

const zn_operator *zn_law_op(const zn_law *law, zn_index i)
{
    return &law->ops[i];
}

zn_status zn_law_coefficient(const zn_law *law, zn_index i, zn_index n,
                             const double u[], double otherwise, double *out)
{
    const zn_operator *op = &law->ops[i];

    *out = otherwise;
    if (op->mode == ZN_OPERATOR_ABSENT)
        return ZN_OK;
    return zn_note(law->ctx, zni_call_s14(op, NAN, n, u, out), "law '%s'",
                   law->type->type.name);
}

/* ---- cones ------------------------------------------------------------------ */

zn_cone zn_law_cone_at(const zn_law *law, zn_index i, zn_index *row)
{
    zn_cone c = {0};
    zn_index at = 0;

    for (zn_index k = 0; law->type->cone(law->state, k, &c); k++) {
        if (i < at + c.size)
            break;
        at += c.size;
    }
    *row = i - at;
    return c;
}
