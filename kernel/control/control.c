/* control.c - the blocks of a simulation, sampled at their instants
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/control/control.h"

#include <math.h>
#include <string.h>

#include <zeno/plugin.h>

#include "kernel/model/model.h"
#include "kernel/simulation/simulation.h"

static void drop(void *user)
{
    zn_control *c = user;

    if (!c)
        return;
    for (zn_index i = 0; i < c->nblock; i++)
        zni_block_free(c->block[i]);
    zn_free_array(c->ctx, c->block);
    zn_free_array(c->ctx, c);
}

/* ---- sampling ----------------------------------------------------------------- */

static void count(void *user, zn_index n, double values[])
{
    (void)values;
    *(zn_index *)user += n;
}

static void take(void *user, zn_index n, double values[])
{
    double **at = user;

    if (n)
        memcpy(*at, values, (size_t)n * sizeof *values);
    *at += n;
}

static void give_back(void *user, zn_index n, double values[])
{
    double **at = user;

    if (n)
        memcpy(values, *at, (size_t)n * sizeof *values);
    *at += n;
}

/* What the class remembers, to its copy or from it. */
static void copy_memory(zn_block *b, zn_block_keep_fn *keep)
{
    double *at = b->kept;

    if (at)
        b->type->memory(b, keep, &at);
}

/* Room for that copy, of a block that has started. */
static zn_status keep_room(zn_block *b)
{
    zn_index n = 0;

    if (!b->type->memory || b->kept)
        return ZN_OK;
    b->type->memory(b, count, &n);
    b->kept = n ? zn_alloc(b->ctx, n, sizeof *b->kept) : NULL;
    return n && !b->kept ? ZN_ENOMEM : ZN_OK;
}

/* A block begins. Where it cannot, it is as before, so that it may once what is missing is there. */
static zn_status begin(zn_block *b, zn_findings *f)
{
    const zn_index size = (zn_index)b->type->type.state_size, found = f->count;
    void *before;
    zn_status st;

    if (b->begun)
        return ZN_OK;
    if (!b->type->start) {
        st = keep_room(b);
        b->begun = !st;
        return st;
    }
    before = zn_alloc(b->ctx, size + 1, 1);
    if (!before)
        return ZN_ENOMEM;
    memcpy(before, b->state, (size_t)size);
    st = zni_findings_take(f, b->type->start(b, f));
    if (!st && f->count == found)
        st = keep_room(b);
    b->begun = !st && f->count == found;
    if (!b->begun && b->type->fini)
        b->type->fini(b);
    if (!b->begun)
        memcpy(b->state, before, (size_t)size);
    zn_free_array(b->ctx, before);
    return st;
}

/* Everything is wired: may the blocks begin? */
static zn_status start(zn_control *c)
{
    zn_findings f;
    zn_status st = ZN_OK;

    zni_findings_init(&f, c->ctx);
    for (zn_index i = 0; !st && i < c->nblock; i++)
        st = begin(c->block[i], &f);
    if (!st)
        st = zni_findings_status(&f, "the control is not complete");
    c->started = !st;
    return st;
}

/* Input of a block: of a sensor the state of its plant. */
static const double *input(const zn_block *b, const zn_simulation *s)
{
    const zn_ds *ds = b->plant;

    if (b->source)
        return b->source->out;
    if (ds->type->family == ZN_FIRST_ORDER)
        return zn_simulation_x(s, ds);
    memcpy(b->in, zn_simulation_q(s, ds), (size_t)ds->nq * sizeof *b->in);
    memcpy(b->in + ds->nq, zn_simulation_v(s, ds),
           (size_t)ds->nv * sizeof *b->in);
    return b->in;
}

/* Is the plant in the model still? */
static bool is_there(const zn_block *b, const zn_simulation *s)
{
    const zn_ds *ds = b->plant_place < s->model->nds ? s->model->ds[b->plant_place] : NULL;

    return ds && ds->id == b->plant_id;
}

/* The next output of a block whose input is there. */
static zn_status output(zn_block *b, zn_sampling *at, const zn_simulation *s)
{
    const size_t bytes = (size_t)b->no * sizeof *b->out;
    zn_index nu;
    double *held;
    zn_status st;

    if (!is_there(b, s))
        return zn_fail(b->ctx, ZN_ESTATE,
                       "its plant has been taken out of the model; it must stay there");
    held = zni_ds_held(b->plant, &nu);
    at->in = input(b, s);
    at->u = held;
    memcpy(b->last, b->out, bytes);
    copy_memory(b, take);
    st = b->type->sample(b, at, b->out);
    for (zn_index i = 0; !st && i < b->no; i++)
        if (!isfinite(b->out[i]))
            st = zn_fail(b->ctx, ZN_EDOM, "output %td is %g", i, b->out[i]);
    if (st) {
        memcpy(b->out, b->last, bytes);
        copy_memory(b, give_back);
    } else if (b->type->role == ZN_BLOCK_CONTROLLER) {
        memcpy(held, b->out, bytes);
    }
    return st;
}

/* One that fails is as it was, and due again. */
static zn_status sample(zn_block *b, const zn_simulation *s)
{
    const zni_clock before = b->clock;
    zn_sampling at = {0};
    bool due;
    zn_status st = zni_clock_due(b, s, &at, &due);

    if (st || !due)
        return st;
    st = output(b, &at, s);
    if (!st)
        return ZN_OK;
    b->clock = before;
    return zn_note(b->ctx, st, "block '%s' (%s) at t = %.9g s", b->name, b->type->type.name,
                   at.t);
}

/* Every accepted step, the instant t0 included: sensors, observers, controllers, each of them in
 * order. If one fails, the next call goes on with it. */
static zn_status instant(void *user, const zn_simulation *s)
{
    enum { ROLES = ZN_BLOCK_CONTROLLER - ZN_BLOCK_SENSOR + 1 };
    zn_control *c = user;
    zn_status st = c->started ? ZN_OK : start(c);

    for (; !st && c->turn < ROLES * c->nblock; c->turn++) {
        zn_block *b = c->block[c->turn % c->nblock];
        if ((zn_index)b->type->role - ZN_BLOCK_SENSOR == c->turn / c->nblock)
            st = sample(b, s);
        if (st)
            return st;
    }
    c->turn = st ? c->turn : 0;
    return st;
}

/* The next instant of a clock of its own: the simulation has to land on it. */
static double next(void *user, const zn_simulation *s, double t)
{
    const zn_control *c = user;
    double first = INFINITY;

    (void)s;
    for (zn_index i = 0; i < c->nblock; i++)
        first = fmin(first, zni_clock_next(&c->block[i]->clock, t));
    return first;
}

/* ---- checkpoints --------------------------------------------------------------- */

typedef struct keeper {
    zn_memory_fn *fn;
    void *user;
} keeper;

static void keep(void *user, zn_index n, double values[])
{
    const keeper *k = user;

    k->fn(k->user, values, (size_t)n * sizeof *values);
}

/* What lives from one sampling to the next. The blocks get their memory when they
 * start, so a run that is taken up starts them here. */
static zn_status memory(void *user, zn_memory_fn *fn, void *to)
{
    zn_control *c = user;
    keeper k = {fn, to};
    const zn_status st = c->started ? ZN_OK : start(c);

    fn(to, &c->turn, sizeof c->turn);
    for (zn_index i = 0; !st && i < c->nblock; i++) {
        zn_block *b = c->block[i];
        fn(to, &b->clock.number, sizeof b->clock.number);
        fn(to, &b->clock.last, sizeof b->clock.last);
        fn(to, &b->clock.span, sizeof b->clock.span);
        keep(&k, b->no, b->out);
        if (b->type->memory)
            b->type->memory(b, keep, &k);
    }
    return st;
}

static void zero(void *user, void *p, size_t n)
{
    (void)user;
    memset(p, 0, n);
}

/* The run begins anew: no sampling was made, the outputs are the first ones. */
static void reset(void *user)
{
    zn_control *c = user;

    if (c->started)
        memory(c, zero, NULL);
    for (zn_index i = 0; i < c->nblock; i++)
        memcpy(c->block[i]->out, c->block[i]->out0,
               (size_t)c->block[i]->no * sizeof(double));
}

zn_status zn_control_new(zn_simulation *s, zn_control **out)
{
    zn_control *c;
    zn_status st;

    *out = NULL;
    if (s->observers.saw_t0 || s->state.step > 0)
        return zn_fail(s->ctx, ZN_ESTATE,
                       "control must be attached before the simulation is "
                       "initialised");
    c = zn_alloc(s->ctx, 1, sizeof *c);
    if (!c)
        return ZN_ENOMEM;
    c->ctx = s->ctx;
    c->sim = s;
    st = zn_simulation_add_event(
        s, &(zn_event){.size = sizeof(zn_event), .next = next, .user = c});
    if (!st)
        st = zni_sim_observe_first(s, &(zn_observer){.size = sizeof(zn_observer),
                                                     .fn = instant,
                                                     .user = c,
                                                     .drop = drop,
                                                     .memory = memory,
                                                     .reset = reset});
    if (st) {
        drop(c);
        return st;
    }
    *out = c;
    return ZN_OK;
}

/* ---- wiring ------------------------------------------------------------------- */

/* Sizes and ends that fit, or words. */
static zn_status check_ends(zn_control *c, const zn_block_type *type,
                            const char *name, const zn_ds *plant,
                            const zn_block *source, zn_index n)
{
    const char *why = NULL;
    zn_index nu;

    if (c->started)
        return zn_fail(c->ctx, ZN_ESTATE, "block '%s': the sampling has begun",
                       name);
    if (n < 1 || n > ZNI_MAX_SIZE)
        return zn_fail(c->ctx, ZN_EINVAL, "block '%s': n = %td", name, n);
    if (!plant || plant->model != c->sim->model)
        why = "needs a plant, a system of the simulation's model";
    else if (type->role == ZN_BLOCK_SENSOR && source)
        why = "is a sensor, which has no source";
    else if (type->role != ZN_BLOCK_SENSOR && (!source || source->control != c))
        why = "needs a source, a block of the same control";
    if (why)
        return zn_fail(c->ctx, ZN_EINVAL, "block '%s' (%s) %s", name,
                       type->type.name, why);
    zni_ds_held(plant, &nu);
    if (type->role == ZN_BLOCK_CONTROLLER && n != nu)
        return zn_fail(c->ctx, ZN_EINVAL,
                       "block '%s' (%s) has %td outputs, %s of system '%s' has "
                       "%td elements",
                       name, type->type.name, n,
                       plant->owner.nu > 0 ? "u" : "z", plant->owner.name, nu);
    return ZN_OK;
}

zn_status zn_control_add(zn_control *c, const char *cls, const char *name,
                         zn_ds *plant, zn_block *source, zn_index n,
                         zn_block **out)
{
    const zn_type *found;
    const zn_block_type *type;
    zn_block *b;
    zn_index nu;
    zn_status st = zn_type_find(c->ctx, ZN_KIND_BLOCK, cls, &found);

    if (out)
        *out = NULL;
    if (st)
        return st;
    type = (const zn_block_type *)found;
    st = check_ends(c, type, name, plant, source, n);
    if (!st)
        st = zn_grow(c->ctx, &c->block, &c->cblock, c->nblock + 1,
                     sizeof(zn_block *));
    if (st)
        return st;
    zni_ds_held(plant, &nu);
    st = zni_block_new(c->ctx, type, name,
                       source ? source->no
                       : plant->type->family == ZN_FIRST_ORDER
                           ? plant->nx
                           : (zn_index)plant->nq + plant->nv,
                       n, nu, &b);
    if (st)
        return st;
    b->control = c;
    b->plant = plant;
    b->plant_place = plant->place;
    b->plant_id = plant->id;
    b->source = source;
    c->block[c->nblock++] = b;
    if (out)
        *out = b;
    return ZN_OK;
}
