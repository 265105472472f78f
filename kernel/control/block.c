/* block.c - a block: its room, options and matrices
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "kernel/control/control.h"
#include "kernel/model/model.h"

static zn_status may_change(const zni_owner *o)
{
    const zn_block *b =
        (const zn_block *)((const char *)o - offsetof(zn_block, owner));

    if (b->begun || (b->control && b->control->started))
        return zn_fail(b->ctx, ZN_ESTATE, "its sampling has begun");
    return ZN_OK;
}

static const zn_block *block_of(const zni_owner *o)
{
    return (const zn_block *)((const char *)o - offsetof(zn_block, owner));
}

static const zn_slot *slots(const zni_owner *o)
{
    return block_of(o)->type->slots;
}

static zn_index size(const zni_owner *o, char letter)
{
    const zn_block *b = block_of(o);

    switch (letter) {
    case 'i':
        return b->ni;
    case 'o':
        return b->no;
    case 'u':
        return b->nu;
    default:
        return 1;
    }
}

static const zni_owner_kind kind = {
    .what = "block", .change = may_change, .slots = slots, .size = size};

void zni_block_free(zn_block *b)
{
    if (!b)
        return;
    if (b->type->fini && b->state)
        b->type->fini(b);
    for (zn_index i = 0; i < b->nops; i++)
        zni_operator_fini(&b->ops[i]);
    zn_free_array(b->ctx, b->clock.table);
    zn_free_array(b->ctx, b->state);
    zn_free_array(b->ctx, b->in);
    zn_free_array(b->ctx, b->kept);
    zn_free_array(b->ctx, b->name);
    zn_free_array(b->ctx, b);
}

zn_status zni_block_new(zn_ctx *ctx, const zn_block_type *type,
                        const char *name, zn_index ni, zn_index no, zn_index nu,
                        zn_block **out)
{
    const zn_index text = (zn_index)strlen(name) + 1;
    const zn_index nops = zni_slots_count(type->slots);
    zn_block *b =
        zn_alloc(ctx, (zn_index)(sizeof *b + (size_t)nops * sizeof *b->ops), 1);

    *out = NULL;
    if (!b)
        return ZN_ENOMEM;
    b->type = type;
    b->ctx = ctx;
    b->ni = ni;
    b->no = no;
    b->nu = nu;
    b->nops = nops;
    b->name = zn_alloc(ctx, text, 1);
    b->in = zn_alloc(ctx, ni + 3 * no, sizeof *b->in);
    if (b->name && b->in)
        b->state = zn_alloc(ctx, (zn_index)type->type.state_size, 1);
    if (!b->state) {
        zni_block_free(b);
        return ZN_ENOMEM;
    }
    b->out = b->in + ni;
    b->out0 = b->out + no;
    b->last = b->out0 + no;
    memcpy(b->name, name, (size_t)text);
    b->owner = (zni_owner){.ctx = ctx, .kind = &kind, .name = b->name};
    for (zn_index i = 0; i < b->nops; i++)
        zni_operator_init(&b->ops[i], &b->owner, i);
    zn_option_defaults(type->type.options, b->state);
    *out = b;
    return ZN_OK;
}

bool zni_block_needs(const zn_block *b, zn_findings *f, zn_index i)
{
    if (zn_block_matrix(b, i))
        return false;
    zn_findings_add(f, "block '%s': %s is not given", b->name,
                    b->type->slots[i].name);
    return true;
}

/* ---- what the user sets ----------------------------------------------------- */

static void owner(const zn_block *b, char buf[], size_t size)
{
    snprintf(buf, size, "block '%s' (%s)", b->name, b->type->type.name);
}

zn_status zn_block_set(zn_block *b, const char *option, const char *value)
{
    char who[160];

    owner(b, who, sizeof who);
    return zn_option_set(b->ctx, who, b->type->type.options, b->state, option,
                         value);
}

zn_status zn_block_set_real(zn_block *b, const char *option, double value)
{
    char who[160];

    owner(b, who, sizeof who);
    return zn_option_set_real(b->ctx, who, b->type->type.options, b->state,
                              option, value);
}

zn_status zn_block_get(const zn_block *b, const char *option, char buf[],
                       size_t size)
{
    char who[160];

    owner(b, who, sizeof who);
    return zn_option_read(b->ctx, who, b->type->type.options, b->state, option,
                          buf, size);
}

zn_status zn_block_set_constant(zn_block *b, const char *matrix, zn_index rows,
                                zn_index cols, const double values[])
{
    zn_operator *op = zni_slots_find(&b->owner, &b->type->type, b->type->slots,
                                     b->ops, matrix);

    if (!op)
        return ZN_ENOENT;
    const zn_status st = zn_operator_set_constant(op, rows, cols, values);
    return st == ZN_EINVAL && rows != b->no && zn_operator_rows(op) == b->no &&
                   cols == zn_operator_cols(op)
               ? zn_note(b->ctx, st, "a block that was made with %td output%s",
                         b->no, b->no == 1 ? "" : "s")
               : st;
}

zn_status zn_block_set_output(zn_block *b, zn_index n, const double out[])
{
    if (n != b->no)
        return zn_fail(b->ctx, ZN_EINVAL,
                       "block '%s': %td values given, its output has %td",
                       b->name, n, b->no);
    memcpy(b->out, out, (size_t)n * sizeof *out);
    memcpy(b->out0, out, (size_t)n * sizeof *out);
    return ZN_OK;
}

/* ---- a look inside ----------------------------------------------------------- */

const double *zn_block_output(const zn_block *b, zn_index *n)
{
    if (n)
        *n = b->no;
    return b->out;
}

const char *zn_block_name(const zn_block *b)
{
    return b->name;
}

zn_ctx *zn_block_ctx(const zn_block *b)
{
    return b->ctx;
}

const zn_block_type *zn_block_class(const zn_block *b)
{
    return b->type;
}

void *(zn_block_state)(zn_block *b)
{
    return b->state;
}

zn_index zn_block_input_size(const zn_block *b)
{
    return b->ni;
}

zn_index zn_block_output_size(const zn_block *b)
{
    return b->no;
}

zn_index zn_block_held_size(const zn_block *b)
{
    return b->nu;
}

const double *zn_block_matrix(const zn_block *b, zn_index i)
{
    return zn_operator_get_mode(&b->ops[i]) == ZN_OPERATOR_ABSENT
               ? NULL
               : zn_operator_value(&b->ops[i]);
}
