/* recorder_columns.c - what a recorder writes: parts of the state and probes
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/output/recorder.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/model/model.h"
#include "solvers/core/printed.h"

static char *copy2(zn_ctx *ctx, const char *a, const char *b, char **second)
{
    const size_t na = strlen(a) + 1, nb = strlen(b) + 1;
    char *p = zn_alloc(ctx, (zn_index)(na + nb), 1);

    if (!p)
        return NULL;
    memcpy(p, a, na);
    memcpy(p + na, b, nb);
    *second = p + na;
    return p;
}

zn_status zni_recorder_add(zn_recorder *r, zni_column c)
{
    char *unit = NULL, *name;
    zn_status st =
        zn_grow(r->ctx, &r->column, &r->ccolumn, r->n + 1, sizeof *r->column);

    if (st)
        return st;
    name = copy2(r->ctx, c.name, c.unit ? c.unit : "-", &unit);
    if (!name)
        return ZN_ENOMEM;
    c.name = name;
    c.unit = unit;
    r->column[r->n++] = c;
    return ZN_OK;
}

void zni_recorder_forget(zn_recorder *r, zn_index n)
{
    while (r->n > n) {
        zni_column *c = &r->column[--r->n];
        zni_keep_none(&c->user);
        zn_free_array(r->ctx, (void *)c->name);
    }
}

/* A column for a user, who may err. size: components there are of `what`. */
static zn_status ask(zn_recorder *r, zni_column c, const char *name,
                     const char *unit, zn_index size, const char *what)
{
    zn_status st = zni_check_printed(r->ctx, name ? name : "");

    if (!st && unit)
        st = zni_check_printed(r->ctx, unit);
    if (st)
        return zn_note(r->ctx, st, "recorder '%s': a column", r->path);
    if (!name || !*name)
        return zn_fail(r->ctx, ZN_EINVAL, "recorder '%s': a column has no name",
                       r->path);
    if (r->begun)
        return zn_fail(r->ctx, ZN_ESTATE,
                       "recorder '%s': column '%s' comes after the first row; "
                       "add columns before the first step",
                       r->path, name);
    if (c.i < 0 || c.i >= size)
        return zn_fail(r->ctx, ZN_EINVAL,
                       "recorder '%s': column '%s' asks for component %td of "
                       "%s '%s', which has %td",
                       r->path, name, c.i, what,
                       c.ds  ? zn_ds_name(c.ds)
                       : c.a ? zn_interaction_name(c.a)
                             : "",
                       size);
    for (zn_index k = 0; k < r->n; k++)
        if (strcmp(r->column[k].name, name) == 0)
            return zn_fail(r->ctx, ZN_EEXIST,
                           "recorder '%s': there is a column '%s' already",
                           r->path, name);
    c.name = name;
    c.unit = unit;
    return zni_recorder_add(r, c);
}

zn_status zn_recorder_add(zn_recorder *r, const char *name, const char *unit,
                          zn_probe_fn *fn, void *user)
{
    return zn_recorder_add_owned(r, name, unit, fn, user, NULL);
}

zn_status zn_recorder_add_owned(zn_recorder *r, const char *name,
                                const char *unit, zn_probe_fn *fn, void *user,
                                void (*drop)(void *user))
{
    const zni_column c = {
        .source = ZNI_FROM_PROBE, .fn = fn, .user = {user, drop}};

    if (r)
        return ask(r, c, name, unit, fn ? 1 : 0, "the probe");
    if (drop)
        drop(user);
    return ZN_OK;
}

static zn_status ask_ds(zn_recorder *r, zni_source source, const zn_ds *ds,
                        zn_index i, zn_index size, const char *what,
                        const char *name, const char *unit)
{
    const zni_column c = {.source = source, .ds = ds, .i = i};

    return ask(r, c, name, unit, size, what);
}

zn_status zn_recorder_add_q(zn_recorder *r, const zn_ds *ds, zn_index i,
                            const char *name, const char *unit)
{
    return r ? ask_ds(r, ZNI_FROM_Q, ds, i, zn_ds_nq(ds), "q of system", name,
                      unit)
             : ZN_OK;
}

zn_status zn_recorder_add_v(zn_recorder *r, const zn_ds *ds, zn_index i,
                            const char *name, const char *unit)
{
    return r ? ask_ds(r, ZNI_FROM_V, ds, i, zn_ds_nv(ds), "v of system", name,
                      unit)
             : ZN_OK;
}

zn_status zn_recorder_add_p(zn_recorder *r, const zn_ds *ds, zn_index i,
                            const char *name, const char *unit)
{
    return r ? ask_ds(r, ZNI_FROM_P, ds, i, zn_ds_nv(ds), "p of system", name,
                      unit)
             : ZN_OK;
}

zn_status zn_recorder_add_x(zn_recorder *r, const zn_ds *ds, zn_index i,
                            const char *name, const char *unit)
{
    return r ? ask_ds(r, ZNI_FROM_X, ds, i, zn_ds_nx(ds), "x of system", name,
                      unit)
             : ZN_OK;
}

static zn_status ask_rows(zn_recorder *r, zni_source source,
                          const zn_interaction *a, int level, zn_index i,
                          const char *name, const char *unit)
{
    const zni_column c = {.source = source, .a = a, .level = level, .i = i};

    if (level < 0 || level >= ZN_LEVELS)
        return zn_fail(r->ctx, ZN_EINVAL,
                       "recorder '%s': column '%s' asks for level %d, there "
                       "are 0 to %d",
                       r->path, name ? name : "", level, ZN_LEVELS - 1);
    return ask(r, c, name, unit, zn_interaction_size(a), "interaction");
}

zn_status zn_recorder_add_y(zn_recorder *r, const zn_interaction *a, int level,
                            zn_index i, const char *name, const char *unit)
{
    return r ? ask_rows(r, ZNI_FROM_Y, a, level, i, name, unit) : ZN_OK;
}

zn_status zn_recorder_add_lambda(zn_recorder *r, const zn_interaction *a,
                                 int level, zn_index i, const char *name,
                                 const char *unit)
{
    return r ? ask_rows(r, ZNI_FROM_LAMBDA, a, level, i, name, unit) : ZN_OK;
}

/* ---- without a choice of the user ---- */

/* Units of coordinates are the user's, and only he knows which are angles. */
#define LENGTH   "m|rad"
#define VELOCITY "m/s|rad/s"
#define FORCE    "N|N m"
#define IMPULSE  "N s|N m s"

/* One column per component, "ball.q0". */
static zn_status add_parts(zn_recorder *r, zni_column c, zn_index size,
                           const char *whose, const char *what,
                           const char *unit)
{
    const zn_index room = (zn_index)(strlen(whose) + strlen(what)) + 24;
    char *name = zn_alloc(r->ctx, room, 1);
    zn_status st = name ? ZN_OK : ZN_ENOMEM;

    c.name = name;
    c.unit = unit;
    for (c.i = 0; !st && c.i < size; c.i++) {
        snprintf(name, (size_t)room, "%s.%s%td", whose, what, c.i);
        st = zni_recorder_add(r, c);
    }
    zn_free_array(r->ctx, name);
    return st;
}

static zn_status default_ds(zn_recorder *r, const zn_ds *ds)
{
    const char *name = zn_ds_name(ds);
    zni_column c = {.source = ZNI_FROM_Q, .ds = ds};
    zn_status st = add_parts(r, c, zn_ds_nq(ds), name, "q", LENGTH);

    c.source = ZNI_FROM_V;
    if (!st)
        st = add_parts(r, c, zn_ds_nv(ds), name, "v", VELOCITY);
    c.source = ZNI_FROM_X;
    return st ? st : add_parts(r, c, zn_ds_nx(ds), name, "x", "-");
}

zn_status zn_recorder_add_reaction(zn_recorder *r, const zn_interaction *a,
                                   int body, const char *name)
{
    static const char *const part[] = {"Fx", "Fy", "Fz", "Mx", "My", "Mz"};
    zn_status st = ZN_OK;

    for (int i = 0; r && !st && i < 6; i++) {
        const zni_column c = {
            .source = ZNI_FROM_REACTION, .a = a, .i = i, .body = body};
        char full[256];
        snprintf(full, sizeof full, "%s.%s", name, part[i]);
        st = body < 1 || body > zn_interaction_ds_count(a)
                 ? zn_fail(r->ctx, ZN_EINVAL,
                           "recorder '%s': interaction '%s' has no body %d",
                           r->path, zn_interaction_name(a), body)
             : strlen(name) > 240
                 ? zn_fail(r->ctx, ZN_EINVAL,
                           "recorder '%s': a name of %zu letters is too long",
                           r->path, strlen(name))
                 : ask(r, c, full, i < 3 ? "N" : "N m", 6, "reaction of");
    }
    return st;
}

/* y and lambda; for mechanics also their relatives of the velocity level. Which
 * level a law is solved at is the integrator's business, so both are there. */
static zn_status default_interaction(zn_recorder *r, const zn_interaction *a)
{
    const char *name = zn_interaction_name(a);
    const zn_index size = zn_interaction_size(a);
    const bool second =
        zn_ds_class(zn_interaction_ds(a, 0))->family == ZN_SECOND_ORDER;
    zni_column c = {.source = ZNI_FROM_Y, .a = a};
    zn_status st = add_parts(r, c, size, name, "y", second ? LENGTH : "-");

    c.level = 1;
    if (!st && second)
        st = add_parts(r, c, size, name, "u", VELOCITY);
    c.level = 0;
    c.source = ZNI_FROM_LAMBDA;
    if (!st)
        st = add_parts(r, c, size, name, second ? "force" : "lambda",
                       second ? FORCE : "-");
    c.level = 1;
    if (!st && second)
        st = add_parts(r, c, size, name, "impulse", IMPULSE);
    return st;
}

zn_status zni_recorder_default(zn_recorder *r)
{
    const zn_model *m = zn_simulation_model(r->s);
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < zn_model_ds_places(m); k++)
        if (zn_model_ds_at(m, k))
            st = default_ds(r, zn_model_ds_at(m, k));
    for (zn_index k = 0; !st && k < zn_model_interaction_places(m); k++)
        if (zn_model_interaction_at(m, k))
            st = default_interaction(r, zn_model_interaction_at(m, k));
    return st;
}

/* ---- values ---- */

/* Where the parts of the state are, which the seal has decided by now. */
void zni_recorder_locate(zn_recorder *r)
{
    const zni_change *changes;

    r->seen = 0;
    zni_model_changes(zn_simulation_model(r->s), &r->seen, &changes);
    for (zn_index k = 0; k < r->n; k++) {
        zni_column *c = &r->column[k];
        if (c->a) {
            c->at = zn_interaction_offset(c->a) + c->i;
            c->place = c->a->place;
            c->serial = c->a->serial;
        } else if (c->ds) {
            c->at = c->i + (c->source == ZNI_FROM_Q   ? zn_ds_q_offset(c->ds)
                            : c->source == ZNI_FROM_X ? zn_ds_x_offset(c->ds)
                                                      : zn_ds_v_offset(c->ds));
            c->place = c->ds->place;
            c->serial = (zn_index)c->ds->id;
        }
    }
}

/* Who is at a place: its number, or -1. */
static zn_index serial_of_ds(const zn_model *m, zn_index place)
{
    const zn_ds *ds = zn_model_ds_at(m, place);

    return ds ? (zn_index)ds->id : -1;
}

static zn_index serial_of_interaction(const zn_model *m, zn_index place)
{
    const zn_interaction *a = zn_model_interaction_at(m, place);

    return a ? a->serial : -1;
}

/* Columns of what left the model end: its place may be somebody else's now. */
static void follow_model(zn_recorder *r)
{
    const zn_model *m = zn_simulation_model(r->s);
    const zni_change *change;
    const zn_index n = zni_model_changes(m, &r->seen, &change);

    for (zn_index k = 0; n && k < r->n; k++) {
        zni_column *c = &r->column[k];
        if (!c->ds && !c->a)
            continue;
        if (n < 0) /* the log was cut: see who is there */
            c->gone = c->gone ||
                      (c->ds ? serial_of_ds(m, c->place)
                             : serial_of_interaction(m, c->place)) != c->serial;
        for (zn_index i = 0; i < n; i++)
            c->gone = c->gone ||
                      (change[i].place == c->place &&
                       change[i].kind ==
                           (c->ds ? ZNI_DS_REMOVED : ZNI_INTERACTION_REMOVED));
    }
}

static double reaction(const zni_column *c, const zn_simulation *s)
{
    zn_reaction w;

    if (zn_simulation_reaction(s, c->a, c->body, &w))
        return NAN;
    if (!(w.h > 0))
        return 0; /* before the first step */
    return (c->i < 3 ? w.impulse[c->i] : w.angular[c->i - 3]) / w.h;
}

static double value(const zni_column *c, const zn_simulation *s)
{
    const zn_state *x = zn_simulation_state(s);

    if (c->gone)
        return NAN;
    switch (c->source) {
    case ZNI_FROM_PROBE:
        return c->fn(c->user.user, s);
    case ZNI_FROM_TIME:
        return x->t;
    case ZNI_FROM_Q:
        return x->q[c->at];
    case ZNI_FROM_V:
        return x->v[c->at];
    case ZNI_FROM_P:
        return x->p[c->at];
    case ZNI_FROM_X:
        return x->x[c->at];
    case ZNI_FROM_Y:
        return x->y[c->level][c->at];
    case ZNI_FROM_LAMBDA:
        return zn_simulation_lambda(s, c->a, c->level)[c->i];
    case ZNI_FROM_REACTION:
        return reaction(c, s);
    }
    return NAN;
}

void zni_recorder_evaluate(zn_recorder *r)
{
    follow_model(r);
    for (zn_index k = 0; k < r->n; k++)
        r->row[k] = value(&r->column[k], r->s);
}
