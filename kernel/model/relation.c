/* relation.c - relations: what all classes share
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/seen.h"
#include "solvers/core/printed.h"

#include <zeno/plugin.h>

#include <stdalign.h>
#include <string.h>

static size_t aligned(size_t bytes)
{
    const size_t a = alignof(max_align_t);

    return (bytes + a - 1) / a * a;
}

/* 'z': as many as z has, which may be set later; the class checks it at seal.
 * The velocity of a relation's systems is not its business: 'v' is 'q'. */
static const zn_relation *object(const zni_owner *o)
{
    return (const zn_relation *)((const char *)o - offsetof(zn_relation, owner));
}

static const zn_slot *slots(const zni_owner *o)
{
    return object(o)->type->slots;
}

static zn_index size(const zni_owner *o, char letter)
{
    const zn_relation *r = object(o);

    switch (letter) {
    case 'q':
    case 'v':
    case 'x':
        return r->nq;
    case 'y':
        return r->ny;
    case 'z':
        return -1;
    default: /* a number */
        return letter - '0';
    }
}

static zn_status may_change(const zni_owner *o)
{
    return zni_relation_touch(
        (zn_relation *)((char *)o - offsetof(zn_relation, owner)));
}

/* Of classes without and with patterns. */
static const zni_owner_kind kind = {.what = "relation",
                                    .change = may_change,
                                    .slots = slots,
                                    .size = size},
                            patterned = {.what = "relation",
                                         .change = may_change,
                                         .slots = slots,
                                         .size = size,
                                         .patterns = "qx"};

/* One block for everything whose size is known at creation. */
static zn_relation *make_room(zn_ctx *ctx, const zn_relation_type *type,
                              const char *name, zn_index ny, zn_index nq)
{
    const zn_index nops = zni_slots_count(type->slots);
    const size_t head = aligned(sizeof(zn_relation)),
                 ops = aligned((size_t)nops * sizeof(zn_operator)),
                 state = aligned(type->type.state_size),
                 text = strlen(name) + 1;
    char *at = zn_alloc(ctx, (zn_index)(head + ops + state + text), 1);
    zn_relation *r = (zn_relation *)at;

    if (!r)
        return NULL;
    r->type = type;
    r->ctx = ctx;
    r->nops = nops;
    r->ops = (zn_operator *)(at + head);
    r->state = at + head + ops;
    r->name = memcpy(at + head + ops + state, name, text);
    r->ny = ny;
    r->nq = nq;
    r->pending = -1;
    r->owner = (zni_owner){.ctx = ctx, .kind = &kind, .name = r->name};
    for (zn_index i = 0; i < nops; i++)
        zni_operator_init(&r->ops[i], &r->owner, i);
    zn_option_defaults(type->type.options, r->state);
    return r;
}

zn_status zn_relation_new(zn_ctx *ctx, const char *cls, const char *name,
                          zn_index ny, zn_index nq, zn_relation **out)
{
    const zn_type *type;
    zn_status st;

    *out = NULL;
    if (name && !*name)
        return zn_fail(ctx, ZN_EINVAL,
                       "a relation has a name, or NULL for none");
    name = name ? name : "anonymous";
    st = zni_check_printed(ctx, name);
    if (!st)
        st = zn_kernel_register(ctx);
    if (!st)
        st = zn_type_find(ctx, ZN_KIND_RELATION, cls ? cls : "", &type);
    if (st)
        return zn_note(ctx, st, "relation '%s'", name);
    if (ny < 1 || ny > ZNI_MAX_SIZE || nq < 1 || nq > ZNI_MAX_SIZE)
        return zn_fail(
            ctx, ZN_EINVAL,
            "relation '%s': ny = %td, nq = %td, both must be 1 ... %td", name,
            ny, nq, ZNI_MAX_SIZE);

    zn_relation *r =
        make_room(ctx, (const zn_relation_type *)type, name, ny, nq);
    if (!r)
        return zn_note(ctx, ZN_ENOMEM, "relation '%s'", name);
    r->inited = true;
    st = r->type->init ? r->type->init(r) : ZN_OK;
    if (st) {
        zn_relation_free(r);
        return st;
    }
    *out = r;
    return ZN_OK;
}

void zni_relation_destroy(zn_relation *r)
{
    zn_ctx *ctx = r->ctx;

    if (r->inited && r->type->fini)
        r->type->fini(r);
    zni_seen_drop(r);
    for (zn_index i = 0; i < r->nops; i++)
        zni_operator_fini(&r->ops[i]);
    zn_free_array(ctx, r->owner.z);
    zn_free_array(ctx, r);
}

void zn_relation_free(zn_relation *r)
{
    if (r && !r->model)
        zni_relation_destroy(r);
}

/* ---- operators ------------------------------------------------------------ */

zn_operator *zn_relation_operator(zn_relation *r, const char *name)
{
    return zni_slots_find(&r->owner, &r->type->type, r->type->slots, r->ops,
                          name);
}

zn_status zn_relation_set_constant(zn_relation *r, const char *op,
                                   zn_index rows, zn_index cols,
                                   const double values[])
{
    zn_operator *o = zn_relation_operator(r, op);

    return o ? zn_operator_set_constant(o, rows, cols, values) : ZN_ENOENT;
}

zn_status zn_relation_set_sparse(zn_relation *r, const char *op,
                                 const zn_matrix *A)
{
    zn_operator *o = zn_relation_operator(r, op);

    return o ? zn_operator_set_sparse(o, A) : ZN_ENOENT;
}

zn_status zn_relation_set_function(zn_relation *r, const char *op, zn_fn *f)
{
    zn_operator *o = zn_relation_operator(r, op);

    return o ? zn_operator_set_function(o, f) : ZN_ENOENT;
}

zn_status zn_relation_set_closure(zn_relation *r, const char *op,
                                  zn_closure_fn *f, void *user,
                                  void (*drop)(void *user))
{
    zn_operator *o = zn_relation_operator(r, op);

    return o ? zn_operator_set_closure(o, f, user, drop) : ZN_ENOENT;
}

zn_status zn_relation_set_plugin(zn_relation *r, const char *op,
                                 const char *plugin, const char *symbol)
{
    zn_operator *o = zn_relation_operator(r, op);

    return o ? zn_operator_set_plugin(o, plugin, symbol) : ZN_ENOENT;
}

zn_status zn_relation_set_name(zn_relation *r, const char *op, const char *name)
{
    zn_operator *o = zn_relation_operator(r, op);

    return o ? zn_operator_set_name(o, name) : ZN_ENOENT;
}

zn_status zn_relation_set_pattern(zn_relation *r, const char *op,
                                  const zn_pattern *a)
{
    zn_operator *o = zn_relation_operator(r, op);

    return o ? zn_operator_set_pattern(o, a) : ZN_ENOENT;
}

zn_status zni_relation_follow_patterns(zn_relation *r)
{
    r->owner.kind = &patterned;
    return ZN_OK;
}

zn_status zn_relation_set_z(zn_relation *r, zn_index nz, const double z[])
{
    const zn_status st = zni_relation_touch(r);

    return st ? st : zni_owner_set_z(&r->owner, nz, z);
}

double *zn_relation_z(zn_relation *r, zn_index *nz)
{
    if (nz)
        *nz = r->owner.nz;
    return r->owner.z;
}

/* ---- a look inside -------------------------------------------------------- */

const char *zn_relation_name(const zn_relation *r)
{
    return r->name;
}

zn_ctx *zn_relation_ctx(const zn_relation *r)
{
    return r->ctx;
}

const zn_relation_type *zn_relation_class(const zn_relation *r)
{
    return r->type;
}

void *(zn_relation_state)(zn_relation *r)
{
    return r->state;
}

zn_operator *(zn_relation_op)(zn_relation *r, zn_index i)
{
    return &r->ops[i];
}

const zn_relation_variability *zn_relation_varies(const zn_relation *r)
{
    return &r->varies;
}

zn_index zn_relation_ny(const zn_relation *r)
{
    return r->ny;
}

zn_index zn_relation_nq(const zn_relation *r)
{
    return r->nq;
}
