/* values.c - constants that operators have in common
 *
 * Bodies by the thousand have the same mass and the same weight. An operator gets values of its
 * own when it is given; when its model is sealed, and one of the last that it looked at had the same
 * bits, they share them, and whoever is given others leaves.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/values.h"

#include <string.h>

/* Values that are shared have their users in front of them. */
typedef struct common {
    int64_t users;
    double  x[];
} common;

/* What is longer is seldom twice. */
enum { LONGEST = 64 };

static common *common_of(const zn_operator *op)
{
    return (common *)(void *)((char *)op->value - offsetof(common, x));
}

static zn_ctx *ctx_of(const zn_operator *op)
{
    return zni_operator_owner(op)->ctx;
}

/* Numbers that it keeps and may share; 0: none. */
static zn_index count(const zn_operator *op)
{
    const zn_index n = op->mode == ZN_OPERATOR_CONSTANT ? zni_operator_size(op)
                       : op->mode == ZN_OPERATOR_DIAGONAL
                           ? zni_operator_rows(op)
                           : 0;

    return op->value && n <= LONGEST ? n : 0;
}

void zni_operator_drop_value(zn_operator *op)
{
    common *c = op->shares ? common_of(op) : NULL;

    if (!c)
        zn_free_array(ctx_of(op), op->value);
    else if (--c->users == 0)
        zn_free_array(ctx_of(op), c);
    op->shares = false;
    op->value = NULL;
}

/* Where others can have them, too. */
static zn_status lay_open(zn_operator *op, zn_index n)
{
    const zn_index bytes = (zn_index)sizeof(common) + n * (zn_index)sizeof(double);
    common *c = op->shares ? common_of(op) : zn_alloc(ctx_of(op), bytes, 1);

    if (!c || op->shares)
        return c ? ZN_OK : ZN_ENOMEM;
    memcpy(c->x, op->value, (size_t)n * sizeof *c->x);
    c->users = 1;
    zn_free_array(ctx_of(op), op->value);
    op->value = c->x;
    op->shares = true;
    return ZN_OK;
}

/* Does it have the same? */
static bool alike(const zn_operator *a, const zn_operator *op, zn_index n)
{
    return a && a != op && count(a) == n &&
           memcmp(a->value, op->value, (size_t)n * sizeof *op->value) == 0;
}

zn_status zni_values_share(zni_values *v, zn_operator *op)
{
    const zn_index n = count(op);

    for (int i = 0; n && i < ZNI_VALUES; i++) {
        zn_operator *of = v->last[i];

        if (!alike(of, op, n))
            continue;
        if (op->shares)
            return ZN_OK;
        if (lay_open(of, n))
            return ZN_ENOMEM;
        zn_free_array(ctx_of(op), op->value);
        op->value = of->value;
        op->shares = true;
        common_of(op)->users++;
        return ZN_OK;
    }
    if (n)
        v->last[v->turn++ % ZNI_VALUES] = op;
    return ZN_OK;
}
