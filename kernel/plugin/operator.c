/* operator.c - how an operator is given: nothing, a value, a function
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/operator.h"

#include <math.h>
#include <string.h>

#include "kernel/plugin/arguments.h"
#include "kernel/plugin/loader.h"

/* As it is kept beside others. */
static uint16_t few(zn_index n)
{
    return n >= 0 && n <= ZNI_OPERATOR_FEW ? (uint16_t)n : ZNI_OPERATOR_FEW + 1;
}

void zni_operator_init(zn_operator *op, const zni_owner *owner, zn_index slot)
{
    const zn_slot *s = &owner->kind->slots(owner)[slot];

    *op = (zn_operator){
        .back = (uint16_t)(((char *)op - (char *)owner) / (ptrdiff_t)sizeof(void *)),
        .slot = (uint8_t)slot,
        .nrows = few(owner->kind->size(owner, s->rows)),
        .ncols = few(owner->kind->size(owner, s->cols))};
}

zn_index zni_operator_many(const zn_operator *op, bool rows)
{
    const zni_owner *o = zni_operator_owner(op);
    const zn_slot *s = zni_operator_slot(op);
    const zni_extra *e = rows ? NULL : zni_operator_extra(op);

    return e && e->cols ? e->cols : o->kind->size(o, rows ? s->rows : s->cols);
}

static zni_owner *owner_of(zn_operator *op)
{
    return (zni_owner *)(void *)((char *)op - op->back * sizeof(void *));
}

static zn_ctx *ctx_of(const zn_operator *op)
{
    return zni_operator_owner(op)->ctx;
}

/* Room for what it has beside itself. */
static zn_status extend(zn_operator *op)
{
    zni_owner *o = owner_of(op);
    zni_extra *e;

    if (op->more)
        return ZN_OK;
    e = zn_alloc(o->ctx, 1, sizeof *e);
    if (!e)
        return ZN_ENOMEM;
    e->slot = op->slot;
    e->next = o->extra;
    o->extra = e;
    op->more = true;
    return ZN_OK;
}

zn_status zni_operator_set_cols(zn_operator *op, zn_index cols)
{
    zni_extra *e;

    if (zni_operator_cols(op) == cols)
        return ZN_OK;
    if (cols > ZNI_OPERATOR_FEW && extend(op))
        return ZN_ENOMEM;
    e = zni_operator_extra(op);
    if (e)
        e->cols = cols;
    op->ncols = few(cols);
    return ZN_OK;
}

/* Give that room back. */
static void shorten(zn_operator *op)
{
    zni_extra *e = zni_operator_extra(op), **at = &owner_of(op)->extra;

    if (!e)
        return;
    while (*at != e)
        at = &(*at)->next;
    *at = e->next;
    zn_free_array(ctx_of(op), e->z);
    zn_free_array(ctx_of(op), e);
    op->more = false;
}

static void drop_pattern(zn_operator *op)
{
    zn_pattern_free(ctx_of(op), zni_operator_declared(op));
    if (op->more)
        zni_operator_extra(op)->pattern = NULL;
}

/* Give back what it holds; a declared pattern stays for the next function. */
static void empty(zn_operator *op)
{
    zn_ctx *ctx = ctx_of(op);
    zni_extra *e = zni_operator_extra(op);

    if (op->mode == ZN_OPERATOR_SPARSE)
        drop_pattern(op);
    if (op->mode != ZN_OPERATOR_FUNCTION)
        zni_operator_drop_value(op);
    op->value = NULL;
    op->mode = ZN_OPERATOR_ABSENT;
    if (!e)
        return;
    zn_free_array(ctx, e->origin);
    if (e->drop)
        e->drop(e->user);
    *e = (zni_extra){.next = e->next,
                     .slot = e->slot,
                     .pattern = e->pattern,
                     .cols = e->cols,
                     .nz = e->nz,
                     .z = e->z};
}

/* Ask its object: not while that is in a sealed model. */
static zn_status may_change(const zn_operator *op)
{
    const zni_owner *o = zni_operator_owner(op);

    return o->kind->change ? o->kind->change(o) : ZN_OK;
}

void zn_operator_clear(zn_operator *op)
{
    if (op && !may_change(op)) {
        empty(op);
        drop_pattern(op);
    }
}

void zni_operator_fini(zn_operator *op)
{
    if (!op->back)
        return; /* of an object that was never finished */
    empty(op);
    drop_pattern(op);
    shorten(op);
}

/* Refuse with whose operator it is in front; the words come by zn_fail. */
static zn_status note(const zn_operator *op, zn_status st)
{
    const zni_owner *o = zni_operator_owner(op);

    return zn_note(o->ctx, st, "%s of %s '%s'", zni_operator_slot(op)->name,
                   o->kind->what, o->name);
}

/* ---- a value -------------------------------------------------------------- */

/* Does the slot take a value, and are all of them finite? */
static zn_status check_value(const zn_operator *op, const double values[],
                             zn_index rows, zn_index n)
{
    zn_ctx *ctx = ctx_of(op);
    if (!zni_operator_slot(op)->constant)
        return zn_fail(ctx, ZN_EINVAL,
                       "cannot be constant, give a function (list %s)",
                       zni_operator_slot(op)->signature);
    for (zn_index k = 0; k < n; k++)
        if (!isfinite(values[k]))
            return zn_fail(ctx, ZN_EDOM, "value (%td, %td) is %g", k % rows,
                           k / rows, values[k]);
    return ZN_OK;
}

/* Replace what is there by a copy of n values; unchanged on failure. */
static zn_status take_value(zn_operator *op, zn_operator_mode mode, zn_index n,
                            const double values[])
{
    const zn_status st = may_change(op);
    if (st)
        return note(op, st);
    double *copy = zn_alloc(ctx_of(op), n, sizeof *copy);
    if (!copy)
        return note(op, ZN_ENOMEM);
    memcpy(copy, values, (size_t)n * sizeof *copy);
    empty(op);
    drop_pattern(op);
    op->mode = mode & 0x3f;
    op->value = copy;
    return ZN_OK;
}

zn_status zn_operator_set_constant(zn_operator *op, zn_index rows,
                                   zn_index cols, const double values[])
{
    if (!op)
        return ZN_EINVAL; /* whoever gave NULL has said why */
    zn_ctx *ctx = ctx_of(op);
    /* as many columns as z has: the class checks that when it is sealed */
    const bool open = zni_operator_slot(op)->cols == 'z' && cols > 0 && cols <= INT32_MAX;
    if (rows != zn_operator_rows(op) ||
        (cols != zn_operator_cols(op) && !open) || !values)
        return note(
            op, zn_fail(ctx, ZN_EINVAL, "%s is %td x %td, expected %td x %td",
                        values ? "the value" : "no value (NULL)", rows, cols,
                        zn_operator_rows(op), zn_operator_cols(op)));

    zn_status st = check_value(op, values, rows, rows * cols);
    if (st)
        return note(op, st);
    if (open && cols > ZNI_OPERATOR_FEW) { /* what cannot fail afterwards */
        st = may_change(op);
        st = st ? st : extend(op);
        if (st)
            return note(op, st);
    }
    st = take_value(op, ZN_OPERATOR_CONSTANT, rows * cols, values);
    return st ? st : zni_operator_set_cols(op, cols);
}

zn_status zn_operator_set_diagonal(zn_operator *op, zn_index n, const double d[])
{
    if (!op)
        return ZN_EINVAL;
    zn_ctx *ctx = ctx_of(op);
    if (zn_operator_rows(op) != zn_operator_cols(op))
        return note(op, zn_fail(ctx, ZN_EINVAL,
                                "is %td x %td, a diagonal needs a square",
                                zn_operator_rows(op), zn_operator_cols(op)));
    if (n != zn_operator_rows(op) || !d)
        return note(op,
                    zn_fail(ctx, ZN_EINVAL, "%s has %td elements, expected %td",
                            d ? "the diagonal" : "no diagonal (NULL)", n,
                            zn_operator_rows(op)));

    zn_status st = check_value(op, d, n, n);
    if (st)
        return note(op, st);
    return take_value(op, ZN_OPERATOR_DIAGONAL, n, d);
}

zn_status zn_operator_set_sparse(zn_operator *op, const zn_matrix *A)
{
    if (!op)
        return ZN_EINVAL;
    zn_ctx *ctx = ctx_of(op);
    zn_pattern *pattern = NULL;
    double *value = NULL;
    zn_index count;
    zn_status st;

    if (!A || A->rows != zn_operator_rows(op) ||
        A->cols != zn_operator_cols(op))
        return note(op, zn_fail(ctx, ZN_EINVAL,
                                "the matrix is %td x %td, expected %td x %td",
                                A ? A->rows : 0, A ? A->cols : 0,
                                zn_operator_rows(op), zn_operator_cols(op)));
    st = check_value(op, NULL, 1, 0);
    if (!st)
        st = zn_matrix_check(ctx, zni_operator_slot(op)->name, A);
    if (!st)
        st = may_change(op);
    if (!st)
        st = extend(op);
    if (!st)
        st = zn_pattern_of(ctx, A, &pattern);
    if (st)
        return note(op, st);
    count = zn_pattern_count(pattern);
    value = zn_alloc(ctx, count > 0 ? count : 1, sizeof *value);
    if (!value) {
        zn_pattern_free(ctx, pattern);
        return note(op, ZN_ENOMEM);
    }
    zn_pattern_take(pattern, A, value);
    empty(op);
    drop_pattern(op);
    op->mode = ZN_OPERATOR_SPARSE;
    op->value = value;
    zni_operator_extra(op)->pattern = pattern;
    return ZN_OK;
}

/* ---- a function ------------------------------------------------------------ */

/* Slots without an argument list take values only. */
static zn_status check_callable(const zn_operator *op)
{
    const char *list = zni_operator_slot(op)->signature;
    if (list && *list)
        return ZN_OK;
    return zn_fail(ctx_of(op), ZN_EINVAL,
                   "is a constant of the class, it cannot be a function");
}

/* Does the class take values of that matrix in a pattern? */
static bool follows(const zn_operator *op)
{
    const char *letters = zni_operator_owner(op)->kind->patterns;
    const zn_slot *slot = zni_operator_slot(op);

    return letters && slot->cols != '1' &&
           (strchr(letters, slot->rows) || strchr(letters, slot->cols));
}

zn_status zn_operator_set_pattern(zn_operator *op, const zn_pattern *a)
{
    if (!op)
        return ZN_EINVAL;
    zn_ctx *ctx = ctx_of(op);
    zn_pattern *copy = NULL;
    zn_status st = check_callable(op);

    if (!st && a && !follows(op))
        st = zn_fail(ctx, ZN_EINVAL, "its class wants dense values here");
    if (!st && a &&
        (a->rows != zn_operator_rows(op) || a->cols != zn_operator_cols(op)))
        st = zn_fail(ctx, ZN_EINVAL,
                     "the pattern is %td x %td, expected %td x %td", a->rows,
                     a->cols, zn_operator_rows(op), zn_operator_cols(op));
    if (!st && a)
        st = zn_pattern_check(ctx, "its pattern", a);
    if (!st)
        st = may_change(op);
    if (!st && a)
        st = extend(op);
    if (!st && a)
        st = zn_pattern_copy(ctx, a, &copy);
    if (st)
        return note(op, st);
    if (op->mode != ZN_OPERATOR_FUNCTION) /* of a constant it means nothing */
        empty(op);
    drop_pattern(op);
    if (a)
        zni_operator_extra(op)->pattern = copy;
    return ZN_OK;
}

zn_pattern zn_operator_pattern(const zn_operator *op)
{
    const zn_pattern *a = zni_operator_declared(op);

    if (a)
        return *a;
    switch (op->mode) {
    case ZN_OPERATOR_ABSENT:
        return zn_pattern_zero(zn_operator_rows(op), zn_operator_cols(op));
    case ZN_OPERATOR_DIAGONAL:
        return zn_pattern_diagonal(zn_operator_rows(op));
    default:
        return zn_pattern_dense(zn_operator_rows(op), zn_operator_cols(op));
    }
}

zn_status zn_operator_set_function(zn_operator *op, zn_fn *f)
{
    if (!op)
        return ZN_EINVAL;
    zn_status st = check_callable(op);
    if (!st && !f)
        st = zn_fail(ctx_of(op), ZN_EINVAL, "the function is NULL");
    if (!st)
        st = may_change(op);
    if (st)
        return note(op, st);
    empty(op);
    op->mode = ZN_OPERATOR_FUNCTION;
    op->fn = f;
    return ZN_OK;
}

zn_status zn_operator_set_closure(zn_operator *op, zn_closure_fn *f, void *user,
                                  void (*drop)(void *user))
{
    if (!op)
        return ZN_EINVAL;
    zn_status st = check_callable(op);
    if (!st && !f)
        st = zn_fail(ctx_of(op), ZN_EINVAL, "the function is NULL");
    if (!st)
        st = may_change(op);
    if (!st)
        st = extend(op);
    if (st)
        return note(op, st);
    empty(op);
    op->mode = ZN_OPERATOR_FUNCTION;
    zni_operator_extra(op)->closure = f;
    zni_operator_extra(op)->user = user;
    zni_operator_extra(op)->drop = drop;
    return ZN_OK;
}

/* Does the plugin's own description of the symbol agree with the operator? */
static zn_status check_description(const zn_operator *op, const char *origin, const zn_symbol *d)
{
    zn_ctx *ctx = ctx_of(op);
    if (strcmp(d->signature, zni_operator_slot(op)->signature) != 0)
        return zn_fail(ctx, ZN_EINVAL,
                       "%s is described with argument list %s, expected %s",
                       origin, d->signature, zni_operator_slot(op)->signature);
    if ((d->rows >= 0 && d->rows != zn_operator_rows(op)) ||
        (d->cols >= 0 && d->cols != zn_operator_cols(op)))
        return zn_fail(ctx, ZN_EINVAL,
                       "%s is described with size %td x %td (-1: any), "
                       "expected %td x %td",
                       origin, d->rows, d->cols, zn_operator_rows(op),
                       zn_operator_cols(op));
    return ZN_OK;
}

/* Join "plugin:symbol". */
static char *join(zn_ctx *ctx, const char *plugin, const char *symbol)
{
    const size_t np = strlen(plugin), ns = strlen(symbol);
    char *s = zn_alloc(ctx, (zn_index)(np + ns + 2), 1);
    if (!s)
        return NULL;
    memcpy(s, plugin, np);
    s[np] = ':';
    memcpy(s + np + 1, symbol, ns + 1);
    return s;
}

zn_status zn_operator_set_plugin(zn_operator *op, const char *plugin,
                                 const char *symbol)
{
    if (!op)
        return ZN_EINVAL;
    zn_ctx *ctx = ctx_of(op);
    char *origin = NULL;
    zn_fn *fn = NULL;
    const zn_symbol *desc = NULL;

    zn_status st = check_callable(op);
    if (!st && (!plugin || !*plugin || !symbol || !*symbol))
        st = zn_fail(ctx, ZN_EINVAL, "the plugin or its symbol has no name");
    if (st)
        goto fail;

    origin = join(ctx, plugin, symbol);
    if (!origin) {
        st = ZN_ENOMEM;
        goto fail;
    }
    st = zn_plugin_symbol(ctx, plugin, symbol, &fn, &desc);
    if (!st && desc)
        st = check_description(op, origin, desc);
    if (!st)
        st = zni_arguments_check(ctx, origin, zni_plugin_declared(ctx, plugin, symbol),
                                 zni_operator_slot(op)->signature);
    if (!st)
        st = may_change(op);
    if (!st)
        st = extend(op);
    if (st)
        goto fail;

    empty(op);
    op->mode = ZN_OPERATOR_FUNCTION;
    op->fn = fn;
    zni_operator_extra(op)->origin = origin;
    return ZN_OK;

fail:
    zn_free_array(ctx, origin);
    return note(op, st);
}

zn_status zn_operator_set_name(zn_operator *op, const char *name)
{
    if (!op)
        return ZN_EINVAL;
    zn_ctx *ctx = ctx_of(op);

    /* the last colon: a path may hold others, a symbol cannot */
    const char *colon = name ? strrchr(name, ':') : NULL;
    if (!colon)
        return note(op, zn_fail(ctx, ZN_EINVAL, "'%s' is not \"plugin:symbol\"",
                                name ? name : "NULL"));
    const size_t n = (size_t)(colon - name);
    char *plugin = zn_alloc(ctx, (zn_index)n + 1, 1);
    if (!plugin)
        return note(op, ZN_ENOMEM);
    memcpy(plugin, name, n);
    zn_status st = zn_operator_set_plugin(op, plugin, colon + 1);
    zn_free_array(ctx, plugin);
    return st;
}

/* ---- parameters ------------------------------------------------------------- */

zn_status zn_operator_set_z(zn_operator *op, zn_index nz, const double z[])
{
    if (!op)
        return ZN_EINVAL;
    zn_ctx *ctx = ctx_of(op);
    if (nz < 0 || (nz > 0 && !z))
        return note(op, zn_fail(ctx, ZN_EINVAL, "z has %td elements at %s", nz,
                                z ? "its pointer" : "NULL"));

    /* kept in place when it fits, so that it may be set between steps */
    zn_index had;
    double *own = zni_operator_own(op, &had);
    if (nz > 0 && nz == had) {
        memmove(own, z, (size_t)nz * sizeof *z);
        return ZN_OK;
    }
    if (nz > 0 && extend(op))
        return note(op, ZN_ENOMEM);
    own = NULL;
    if (nz > 0) {
        own = zn_alloc(ctx, nz, sizeof *own);
        if (!own)
            return note(op, ZN_ENOMEM);
        memcpy(own, z, (size_t)nz * sizeof *z);
    }
    if (op->more) {
        zni_extra *e = zni_operator_extra(op);

        zn_free_array(ctx, e->z);
        e->z = own;
        e->nz = nz;
    }
    return ZN_OK;
}

double *zn_operator_z(zn_operator *op, zn_index *nz)
{
    zn_index n = 0;
    double *z = op ? zni_operator_seen(op, &n) : NULL;

    if (nz)
        *nz = n;
    return z;
}

/* ---- looking inside ------------------------------------------------------------ */

zn_operator_mode zn_operator_get_mode(const zn_operator *op)
{
    return op ? (zn_operator_mode)op->mode : ZN_OPERATOR_ABSENT;
}

const char *zn_operator_origin(const zn_operator *op)
{
    switch (zn_operator_get_mode(op)) {
    case ZN_OPERATOR_CONSTANT:
        return "a constant";
    case ZN_OPERATOR_DIAGONAL:
        return "a diagonal";
    case ZN_OPERATOR_SPARSE:
        return "a sparse matrix";
    case ZN_OPERATOR_FUNCTION:
        if (op->more && zni_operator_extra(op)->origin)
            return zni_operator_extra(op)->origin;
        return op->fn ? "a C function" : "a function"; /* Python's, for example */
    case ZN_OPERATOR_ABSENT:
        break;
    }
    return "nothing";
}

const double *zn_operator_value(const zn_operator *op)
{
    return op && op->mode != ZN_OPERATOR_FUNCTION ? op->value : NULL;
}

zn_index zn_operator_rows(const zn_operator *op)
{
    return op ? zni_operator_rows(op) : 0;
}

zn_index zn_operator_cols(const zn_operator *op)
{
    return op ? zni_operator_cols(op) : 0;
}

zn_status zni_operator_write(const zn_operator *op, double out[])
{
    const zn_index n = zni_operator_size(op);
    if (op->mode == ZN_OPERATOR_CONSTANT) {
        memcpy(out, op->value, (size_t)n * sizeof *out);
        return ZN_OK;
    }
    if (op->mode == ZN_OPERATOR_SPARSE) {
        zn_pattern_to_dense(zni_operator_declared(op), op->value, 1, out);
        return ZN_OK;
    }
    memset(out, 0, (size_t)n * sizeof *out);
    if (op->mode == ZN_OPERATOR_DIAGONAL)
        for (zn_index i = 0, rows = zni_operator_rows(op); i < rows; i++)
            out[i + i * rows] = op->value[i];
    return ZN_OK;
}
