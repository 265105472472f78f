/* ds.c - dynamical systems: what all classes share
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"
#include "solvers/core/core.h"
#include "solvers/core/printed.h"

#include <zeno/plugin.h>

#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

static size_t aligned(size_t bytes)
{
    _Static_assert(alignof(max_align_t) <= ZNI_DS_ALIGN, "a state may hold anything");
    return (bytes + ZNI_DS_ALIGN - 1) / ZNI_DS_ALIGN * ZNI_DS_ALIGN;
}

static const zn_ds *object(const zni_owner *o)
{
    return (const zn_ds *)((const char *)o - offsetof(zn_ds, owner));
}

static const zn_slot *slots(const zni_owner *o)
{
    return object(o)->type->slots;
}

static zn_index size(const zni_owner *o, char letter)
{
    const zn_ds *ds = object(o);

    switch (letter) {
    case 'q':
        return ds->nq;
    case 'v':
        return ds->nv;
    case 'x':
        return ds->nx;
    case 'z': /* as many as z has; the class checks it at seal */
        return -1;
    default: /* a number */
        return letter - '0';
    }
}

static zn_status may_change(const zni_owner *o)
{
    return zni_ds_touch((zn_ds *)((char *)o - offsetof(zn_ds, owner)));
}

/* Of classes without and with patterns. */
static const zni_owner_kind kinds[] = {
    {.what = "system", .change = may_change, .slots = slots, .size = size},
    {.what = "system",
     .change = may_change,
     .slots = slots,
     .size = size,
     .patterns = "qvx"}};

/* One block for everything whose size is known at creation. */
static zn_ds *make_room(zn_ctx *ctx, const zn_ds_type *type, const char *name,
                        zn_index nq, zn_index nv, bool moves)
{
    const bool first = type->family == ZN_FIRST_ORDER;
    const zn_index nops = zni_slots_count(type->slots);
    const size_t start = sizeof(zn_ds) + (size_t)nops * sizeof(zn_operator),
                 init = (size_t)(moves ? nq + nv : nq) * sizeof(double),
                 state = aligned(start + init),
                 behind = state + type->type.state_size, text = strlen(name) + 1;
    char *at = zn_alloc(ctx, (zn_index)(behind + text), 1);
    zn_ds *ds = (zn_ds *)at;

    if (!ds)
        return NULL;
    ds->type = type;
    ds->state_at = (uint32_t)(state / ZNI_DS_ALIGN);
    ds->start_at = (int32_t)start;
    if (first) {
        ds->nx = (int32_t)nq;
    } else {
        ds->nq = (int32_t)nq;
        ds->nv = (int32_t)nv;
    }
    ds->owner = (zni_owner){.ctx = ctx,
                            .kind = &kinds[type->pattern != NULL],
                            .name = memcpy(at + behind, name, text)};
    ds->moves = moves;
    ds->id = zni_ctx_id(ctx);
    ds->pending = ds->place = ds->q_off = ds->v_off = ds->x_off = -1;
    return ds;
}

zn_index zni_ds_count(const zn_ds *ds)
{
    return zni_slots_count(ds->type->slots);
}

/* What bodies that begin at rest have in common. */
static const double rest[6];

/* Has v0 (NULL: none) other bits than these? */
static bool moving(zn_index nv, const double v0[])
{
    const zn_index few = sizeof rest / sizeof *rest;

    return v0 && (nv > few || memcmp(v0, rest, (size_t)nv * sizeof *v0) != 0);
}

const double *zni_ds_v0(const zn_ds *ds)
{
    return ds->moves ? zni_ds_start(ds) + ds->nq : rest;
}

static zn_status create(zn_ctx *ctx, const char *cls, const char *name,
                        zn_family family, zn_index n, const double v0[], zn_ds **out)
{
    const zn_type *type;
    zn_status st;

    *out = NULL;
    if (!name || !*name)
        return zn_fail(ctx, ZN_EINVAL, "a system must have a name");
    st = zni_check_printed(ctx, name);
    if (!st)
        st = zn_kernel_register(ctx);
    if (!st)
        st = zn_type_find(ctx, ZN_KIND_DS, cls ? cls : "", &type);
    if (st)
        return zn_note(ctx, st, "system '%s'", name);
    if (((const zn_ds_type *)type)->family != family)
        return zn_fail(ctx, ZN_EINVAL, "system '%s': class '%s' is of %s order",
                       name, cls,
                       family == ZN_FIRST_ORDER ? "second" : "first");
    if (n < 1 || n > ZNI_MAX_SIZE)
        return zn_fail(ctx, ZN_EINVAL,
                       "system '%s': n = %td, must be 1 ... %td", name, n,
                       ZNI_MAX_SIZE);

    const zn_ds_type *t = (const zn_ds_type *)type;
    zn_index nq = n, nv = n;
    const char *why = t->sizes ? t->sizes(n, &nq, &nv) : NULL;
    if (why)
        return zn_fail(ctx, ZN_EINVAL, "system '%s' (%s): n = %td, %s", name,
                       type->name, n, why);
    zn_ds *ds = make_room(ctx, t, name, nq, nv, moving(nv, v0));
    if (!ds)
        return zn_note(ctx, ZN_ENOMEM, "system '%s'", name);
    for (zn_index i = 0, nops = zni_ds_count(ds); i < nops; i++)
        zni_operator_init(&ds->ops[i], &ds->owner, i);
    zn_option_defaults(type->options, zni_ds_state(ds));
    *out = ds;
    return ZN_OK;
}

/* Copy an initial state, if there is room for it; what is not finite is refused. */
static zn_status start(const zn_ds *ds, const char *what, zn_index n,
                       const double from[], double to[])
{
    if (!from)
        return zn_fail(ds->owner.ctx, ZN_EINVAL, "system '%s': %s is NULL",
                       ds->owner.name, what);
    for (zn_index i = 0; i < n; i++) {
        if (!isfinite(from[i]))
            return zn_fail(ds->owner.ctx, ZN_EDOM, "system '%s': %s[%td] is %g",
                           ds->owner.name, what, i, from[i]);
        if (to)
            to[i] = from[i];
    }
    return ZN_OK;
}

static zn_status init_class(zn_ds *ds)
{
    ds->inited = true;
    return ds->type->init ? ds->type->init(ds) : ZN_OK;
}

zn_status zn_ds_new(zn_ctx *ctx, const char *cls, const char *name, zn_index n,
                    const double q0[], const double v0[], zn_ds **out)
{
    zn_status st = create(ctx, cls, name, ZN_SECOND_ORDER, n, v0, out);
    zn_ds *ds = *out;

    if (st)
        return st;
    st = start(ds, "q0", ds->nq, q0, zni_ds_start(ds));
    if (!st)
        st = start(ds, "v0", ds->nv, v0,
                   ds->moves ? zni_ds_start(ds) + ds->nq : NULL);
    if (!st)
        st = init_class(ds);
    if (st) {
        zn_ds_free(ds);
        *out = NULL;
    }
    return st;
}

zn_status zn_ds_new_first_order(zn_ctx *ctx, const char *cls, const char *name,
                                zn_index n, const double x0[], zn_ds **out)
{
    zn_status st = create(ctx, cls, name, ZN_FIRST_ORDER, n, NULL, out);
    zn_ds *ds = *out;

    if (st)
        return st;
    st = start(ds, "x0", n, x0, zni_ds_start(ds));
    if (!st)
        st = init_class(ds);
    if (st) {
        zn_ds_free(ds);
        *out = NULL;
    }
    return st;
}

void zni_ds_destroy(zn_ds *ds)
{
    zn_ctx *ctx = ds->owner.ctx;

    if (ds->inited && ds->type->fini)
        ds->type->fini(ds);
    for (zn_index i = 0, n = zni_ds_count(ds); i < n; i++)
        zni_operator_fini(&ds->ops[i]);
    zni_bc_free(ds);
    zn_free_array(ctx, ds->owner.z);
    zn_free_array(ctx, ds->owner.u);
    zn_free_array(ctx, ds->cint ? ds->ints.list : NULL);
    zn_free_array(ctx, ds);
}

void zn_ds_free(zn_ds *ds)
{
    if (ds && !ds->model)
        zni_ds_destroy(ds);
}

/* ---- options -------------------------------------------------------------- */

static const char *owner(const zn_ds *ds, size_t len, char text[])
{
    snprintf(text, len, "system '%s' (%s)", ds->owner.name,
             ds->type->type.name);
    return text;
}

zn_status zn_ds_set(zn_ds *ds, const char *option, const char *value)
{
    char who[160];
    const zn_status st = zni_ds_touch(ds);

    return st ? st
              : zn_option_set(ds->owner.ctx, owner(ds, sizeof who, who),
                              ds->type->type.options, zni_ds_state(ds), option, value);
}

zn_status zn_ds_get(const zn_ds *ds, const char *option, char buf[],
                    size_t size)
{
    char who[160];

    return zn_option_read(ds->owner.ctx, owner(ds, sizeof who, who),
                          ds->type->type.options, zni_ds_state(ds), option, buf, size);
}

zn_status zn_ds_set_real(zn_ds *ds, const char *option, double value)
{
    char who[160];
    const zn_status st = zni_ds_touch(ds);

    return st ? st
              : zn_option_set_real(ds->owner.ctx, owner(ds, sizeof who, who),
                                   ds->type->type.options, zni_ds_state(ds), option,
                                   value);
}

/* ---- operators ------------------------------------------------------------ */

zn_operator *zn_ds_operator(zn_ds *ds, const char *name)
{
    return zni_slots_find(&ds->owner, &ds->type->type, ds->type->slots, ds->ops,
                          name);
}

zn_status zn_ds_set_constant(zn_ds *ds, const char *op, zn_index rows,
                             zn_index cols, const double values[])
{
    zn_operator *o = zn_ds_operator(ds, op);

    return o ? zn_operator_set_constant(o, rows, cols, values) : ZN_ENOENT;
}

zn_status zn_ds_set_diagonal(zn_ds *ds, const char *op, zn_index n,
                             const double d[])
{
    zn_operator *o = zn_ds_operator(ds, op);

    return o ? zn_operator_set_diagonal(o, n, d) : ZN_ENOENT;
}

zn_status zn_ds_set_sparse(zn_ds *ds, const char *op, const zn_matrix *A)
{
    zn_operator *o = zn_ds_operator(ds, op);

    return o ? zn_operator_set_sparse(o, A) : ZN_ENOENT;
}

zn_status zn_ds_set_pattern(zn_ds *ds, const char *op, const zn_pattern *a)
{
    zn_operator *o = zn_ds_operator(ds, op);

    return o ? zn_operator_set_pattern(o, a) : ZN_ENOENT;
}

zn_status zn_ds_set_function(zn_ds *ds, const char *op, zn_fn *f)
{
    zn_operator *o = zn_ds_operator(ds, op);

    return o ? zn_operator_set_function(o, f) : ZN_ENOENT;
}

zn_status zn_ds_set_closure(zn_ds *ds, const char *op, zn_closure_fn *f,
                            void *user, void (*drop)(void *user))
{
    zn_operator *o = zn_ds_operator(ds, op);

    return o ? zn_operator_set_closure(o, f, user, drop) : ZN_ENOENT;
}

zn_status zn_ds_set_plugin(zn_ds *ds, const char *op, const char *plugin,
                           const char *symbol)
{
    zn_operator *o = zn_ds_operator(ds, op);

    return o ? zn_operator_set_plugin(o, plugin, symbol) : ZN_ENOENT;
}

zn_status zn_ds_set_name(zn_ds *ds, const char *op, const char *name)
{
    zn_operator *o = zn_ds_operator(ds, op);

    return o ? zn_operator_set_name(o, name) : ZN_ENOENT;
}

zn_status zn_ds_set_z(zn_ds *ds, zn_index nz, const double z[])
{
    const zn_status st = zni_ds_touch(ds);

    return st ? st : zni_owner_set_z(&ds->owner, nz, z);
}

double *zn_ds_z(zn_ds *ds, zn_index *nz)
{
    if (nz)
        *nz = ds->owner.nz;
    return ds->owner.z;
}

zn_status zn_ds_set_u(zn_ds *ds, zn_index nu, const double u[])
{
    const zn_status st = zni_ds_touch(ds);

    if (!st && ds->type->family != ZN_FIRST_ORDER)
        return zn_fail(
            ds->owner.ctx, ZN_EINVAL,
            "system '%s' (%s) has no held input u, which is of first-order "
            "systems: its functions see the parameters z, and controllers "
            "write these",
            ds->owner.name, ds->type->type.name);
    return st ? st : zni_owner_set_u(&ds->owner, nu, u);
}

double *zn_ds_u(zn_ds *ds, zn_index *nu)
{
    if (nu)
        *nu = ds->owner.nu;
    return ds->owner.u;
}

double *zni_ds_held(const zn_ds *ds, zn_index *n)
{
    const bool u = ds->owner.nu > 0;

    *n = u ? ds->owner.nu : ds->owner.nz;
    return u ? ds->owner.u : ds->owner.z;
}

/* ---- a look inside -------------------------------------------------------- */

const char *zn_ds_name(const zn_ds *ds)
{
    return ds->owner.name;
}

zn_ctx *zn_ds_ctx(const zn_ds *ds)
{
    return ds->owner.ctx;
}

const zn_ds_type *zn_ds_class(const zn_ds *ds)
{
    return ds->type;
}

void *(zn_ds_state)(zn_ds *ds)
{
    return zni_ds_state(ds);
}

zn_operator *(zn_ds_op)(zn_ds *ds, zn_index i)
{
    return &ds->ops[i];
}

const zn_ds_variability *zn_ds_varies(const zn_ds *ds)
{
    return &ds->varies;
}

zn_pattern zn_ds_pattern(const zn_ds *ds, zn_ds_matrix which)
{
    const zn_index n =
        ds->type->family == ZN_SECOND_ORDER ? ds->nv : ds->nx;
    const zn_pattern *a =
        ds->type->pattern ? ds->type->pattern(ds, which) : NULL;

    if (which == ZN_DS_MASS && ds->type->family == ZN_FIRST_ORDER &&
        !ds->type->lhs)
        return zn_pattern_diagonal(n);
    return a ? *a : zn_pattern_dense(n, n);
}

zn_index zn_ds_nq(const zn_ds *ds)
{
    return ds->nq;
}

zn_index zn_ds_nv(const zn_ds *ds)
{
    return ds->nv;
}

zn_index zn_ds_nx(const zn_ds *ds)
{
    return ds->nx;
}

const double *zn_ds_q0(const zn_ds *ds)
{
    return ds->nq ? zni_ds_start(ds) : NULL;
}

const double *zn_ds_v0(const zn_ds *ds)
{
    return ds->nq ? zni_ds_v0(ds) : NULL;
}

const double *zn_ds_x0(const zn_ds *ds)
{
    return ds->nx ? zni_ds_start(ds) : NULL;
}

zn_index zn_ds_q_offset(const zn_ds *ds)
{
    return ds->q_off;
}

zn_index zn_ds_v_offset(const zn_ds *ds)
{
    return ds->v_off;
}

zn_index zn_ds_x_offset(const zn_ds *ds)
{
    return ds->x_off;
}
