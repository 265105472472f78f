/* checkpoint.c - saves everything that moves, and loads it again
 *
 * The file: a head with sizes, a fingerprint of the model and the instants
 * around the step; then totals of the run, the state's vectors, the parameters z
 * of objects and operators (user functions may write them), held inputs u, what
 * control blocks remember, the contacts of sources; then a checksum of all before. Numbers are stored as they are in
 * memory, so that the same bits come back; the head tells their byte order.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <zeno/output.h>

#include "kernel/output/whole_file.h"
#include "kernel/output/checkpoint_file.h"
#include "kernel/output/checkpoint_film.h"
#include "kernel/output/checkpoint_head.h"
#include "kernel/plugin/file.h"
#include "kernel/simulation/simulation.h"

/* ---- what moves ---- */

static void reals(zni_bytes *b, double *p, zn_index n)
{
    zni_bytes_item(b, p, (size_t)n * sizeof *p);
}

/* Part of a vector that is kept, or of the zeros that stand for those which no law of the model needs (any more: the
 * run that was saved may have had one): nothing is written there. */
static void kept(zni_bytes *b, const zn_simulation *s, double *x, zn_index off,
                 zn_index n)
{
    if (x != s->nothing || b->pass == ZNI_SAVE)
        reals(b, x + off, n);
    else
        b->count += (size_t)n * sizeof *x;
}

static void system_state(zni_bytes *b, const zn_simulation *s, const zn_ds *ds,
                         const zn_state *x)
{
    const zni_body *body = &s->body[ds->place];

    if (ds->nq) {
        reals(b, x->q + ds->q_off, ds->nq);
        reals(b, x->v + ds->v_off, ds->nv);
        reals(b, x->p + ds->v_off, ds->nv);
        kept(b, s, x->bc, ds->v_off, ds->nv);
    }
    if (ds->nx) {
        reals(b, x->x + ds->x_off, ds->nx);
        reals(b, x->r + ds->x_off, ds->nx);
    }
    reals(b, x->m + body->moff, zni_sim_kept(s, body));
}

/* Thing by thing, not vector by vector: where they are in the vectors depends on
 * what the model was before. */
static void state(zni_bytes *b, const zn_simulation *s, const zni_roster *r,
                  zn_state *x)
{
    zni_bytes_item(b, &x->t, sizeof x->t);
    for (zn_index k = 0; k < r->nds; k++)
        system_state(b, s, r->ds[k], x);
    for (zn_index k = 0; k < r->nint; k++) {
        const zn_interaction *a = r->ints[k];
        for (int level = 0; level < ZN_LEVELS; level++) {
            kept(b, s, x->y[level], a->off, a->size);
            kept(b, s, x->lambda[level], a->off, a->size);
        }
        kept(b, s, s->tangent, a->off, a->size);
        zni_bytes_item(b, x->active + a->off, (size_t)a->size);
        zni_bytes_item(b, zni_interaction_data(a), a->relation->type->data_size);
    }
}

/* Counters of the totals, which are first; what exceeds MOST is damage: no run makes
 * so many, and sums of them would not fit. */
enum { COUNTS = 14 };
#define MOST ((zn_index)1 << 53)

/* Totals, without the names; the interaction of the worst gap by its number in
 * the roster. */
static void totals(zni_bytes *b, zn_run_info *r, double *since, zn_index *worst)
{
    zn_index *const counts[] = {
        &r->steps,
        &r->newton_iterations,
        &r->newton_failures,
        &r->solves,
        &r->solver_iterations,
        &r->solver_failures,
        &r->retries,
        &r->shortened,
        &r->impacts,
        &r->max_active,
        &r->rejected,
        &r->forced,
        &r->projection_failures,
        &r->without_bounce,
        worst,
    };
    double *const numbers[] = {
        &r->seconds,   &r->worst_error,  &r->worst_gap,     &r->worst_gap_time,
        &r->kinetic0,  &r->potential0,   &r->work.external, &r->work.internal,
        &r->work.gyro, &r->work.contact, &r->work.boundary,
        &r->work.damping, &r->work.springs, &r->projected,
        &r->least_step, &r->largest_step, since,
    };
    int64_t energy = r->energy;

    _Static_assert(sizeof counts / sizeof *counts == COUNTS + 1, "and worst");
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        zni_bytes_item(b, counts[i], sizeof *counts[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        zni_bytes_item(b, numbers[i], sizeof *numbers[i]);
    zni_bytes_item(b, &energy, sizeof energy);
    r->energy = energy != 0;
}

static void put_z(void *user, zn_index nz, double *z)
{
    reals(user, z, nz);
}

static void put_memory(void *user, void *p, size_t n)
{
    zni_bytes_item(user, p, n);
}

/* What goes into a checkpoint. */
typedef struct whole {
    const zn_simulation *s;
    zni_roster r;
    zn_state *x;
    zn_run_info totals;
    double since; /* when the balance of their energies began */
    zn_index worst;
    unsigned char *contacts; /* of sources, as bytes */
    size_t ncontacts;
} whole;

static zn_status contents(zni_bytes *b, whole *w)
{
    totals(b, &w->totals, &w->since, &w->worst);
    state(b, w->s, &w->r, w->x);
    zni_each_z(&w->r, put_z, b);
    zni_bytes_item(b, w->contacts, w->ncontacts);
    return zni_sim_memory(w->s, put_memory, b);
}

/* ---- save ---- */

static zn_index number_of(const zni_roster *r, const char *interaction)
{
    for (zn_index k = 0; interaction && k < r->nint; k++)
        if (strcmp(zn_interaction_name(r->ints[k]), interaction) == 0)
            return k;
    return -1;
}

/* Into `out`, once it is known how much: `begin` makes room for memory. */
static zn_status write_whole(whole *w, zni_bytes *out)
{
    zni_bytes count = {.pass = ZNI_COUNT};
    zni_head h;
    uint64_t sum;
    zn_status st = zni_head_of(w->s, &w->r, &h);

    w->worst = number_of(&w->r, w->totals.worst_gap_name);
    if (!st)
        st = contents(&count, w);
    if (st)
        return st;
    h.contacts = (int64_t)w->ncontacts;
    h.bytes = sizeof h + count.count + sizeof sum;
    st = zni_bytes_begin(out, h.bytes);
    if (st)
        return st;
    zni_bytes_item(out, &h, sizeof h);
    st = contents(out, w);
    if (st)
        return st;
    sum = out->sum;
    zni_bytes_item(out, &sum, sizeof sum);
    return zni_bytes_flush(out);
}

static zn_status write_all(const zn_simulation *s, zni_bytes *out)
{
    zn_state x = *zn_simulation_state(s); /* its vectors, not copies */
    zni_roster_room room = {0};
    whole w = {.s = s, .x = &x, .totals = zni_sim_totals(s), .since = s->since};
    zn_status st = zni_roster_fill(s->model, &room, &w.r);

    if (!st)
        st = zni_sources_save(s, &w.contacts, &w.ncontacts);
    if (!st)
        st = write_whole(&w, out);
    zn_free_array(s->ctx, w.contacts);
    zni_roster_fini(s->ctx, &room);
    return st;
}

/* Before it is initialised there is nothing to go on from, and where the model has changed, or is open and may
 * have, the state is not that of the model. */
static zn_status begun(const zn_simulation *s)
{
    const zni_change *changes;
    zn_index seen = s->seen;

    if (!s->ready)
        return zn_fail(zn_simulation_ctx(s), ZN_ESTATE,
                       "the simulation is not initialised yet: call "
                       "zn_simulation_init, or make a step");
    if (!zn_model_sealed(s->model))
        return zn_fail(zn_simulation_ctx(s), ZN_ESTATE,
                       "the model is open: call zn_model_seal first");
    return zni_model_changes(s->model, &seen, &changes) == 0
               ? ZN_OK
               : zn_fail(zn_simulation_ctx(s), ZN_ESTATE,
                         "the model has changed since the last step: call "
                         "zn_simulation_init, or make a step");
}

zn_status zn_checkpoint_to_memory(const zn_simulation *s, void **bytes,
                                  size_t *size)
{
    zn_ctx *ctx = zn_simulation_ctx(s);
    zni_bytes out = {.ctx = ctx, .pass = ZNI_SAVE, .fd = -1};
    zn_status st = begun(s);

    if (!st)
        st = write_all(s, &out);
    *bytes = NULL;
    *size = 0;
    if (st) {
        zn_free_array(ctx, out.to);
        return zn_note(ctx, st, "checkpoint in memory");
    }
    *bytes = out.to;
    *size = (size_t)out.count;
    return ZN_OK;
}

zn_status zn_checkpoint_save(const zn_simulation *s, const char *path)
{
    zn_ctx *ctx = zn_simulation_ctx(s);
    zni_whole_file p = {.fd = -1};
    zn_status st = begun(s);

    if (!st)
        st = zni_whole_file_begin(&p, ctx, path);
    if (!st)
        st = write_all(s, &(zni_bytes){.ctx = ctx,
                                       .pass = ZNI_SAVE,
                                       .fd = p.fd});
    st = zni_whole_file_end(&p, st);
    return st ? zn_note(ctx, st, "checkpoint '%.200s'", path) : ZN_OK;
}

zn_status zn_checkpoint_try(const zn_simulation *s, const char *path)
{
    zn_ctx *ctx = zn_simulation_ctx(s);
    const zn_status st = zni_whole_file_try(ctx, path);

    return st ? zn_note(ctx, st, "checkpoint '%.200s'", path) : ZN_OK;
}

/* ---- load ---- */

static zn_status check_counts(zn_ctx *ctx, zn_index step,
                              const unsigned char *totals)
{
    zn_index n = step;

    for (size_t i = 0; i < COUNTS && n >= 0 && n <= MOST; i++)
        memcpy(&n, totals + i * sizeof n, sizeof n);
    if (n >= 0 && n <= MOST)
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL,
                   "damaged: it counts %td steps, iterations or events", n);
}

/* The worst gap is of an interaction or of none, -1, and below zero or none. */
static zn_status check_gap(zn_ctx *ctx, const zni_head *h, double gap,
                           zn_index worst)
{
    if (worst < -1 || worst >= h->interactions)
        return zn_fail(ctx, ZN_EINVAL,
                       "damaged: its worst gap is of interaction %td of %lld",
                       worst, (long long)h->interactions);
    if (gap < 0 || (gap == 0 && worst == -1))
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL,
                   "damaged: its worst gap is %.9g of interaction %td, must be "
                   "< 0, or 0 of none",
                   gap, worst);
}

/* The totals end with a truth; the instant stands in the head, and behind them. */
static zn_status check_totals(zn_ctx *ctx, const zni_head *h,
                              const unsigned char *from)
{
    zni_bytes before = {.pass = ZNI_COUNT}, in = {.pass = ZNI_LOAD, .from = from};
    zn_run_info r = {0};
    zn_index worst = 0;
    int64_t energy;
    zn_status st;
    double t, since = 0;

    totals(&before, &r, &since, &worst);
    totals(&in, &r, &since, &worst);
    st = check_gap(ctx, h, r.worst_gap, worst);
    if (st)
        return st;
    memcpy(&energy, from + before.count - sizeof energy, sizeof energy);
    if (energy < 0 || energy > 1)
        return zn_fail(ctx, ZN_EINVAL,
                       "damaged: that it has an energy balance is %lld, not 0 or 1",
                       (long long)energy);
    memcpy(&t, from + before.count, sizeof t);
    if (energy && !(since >= h->t0 && since <= h->t))
        return zn_fail(ctx, ZN_EINVAL,
                       "damaged: its energy balance begins at t = %.9g s, not between "
                       "%.9g s and %.9g s",
                       since, h->t0, h->t);
    if (t == h->t)
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL,
                   "damaged: its head is at t = %.9g s, its state at %.9g s",
                   h->t, t);
}

/* Whose turn it is among events and observers, and whether one failed: what zni_sim_memory begins with. A
 * run may have others than the one that was saved. */
static zn_status check_turns(zn_ctx *ctx, const unsigned char *memory)
{
    zn_index turn[3];

    memcpy(turn, memory, sizeof turn);
    if (turn[0] >= 0 && turn[1] >= 0 && (turn[2] == 0 || turn[2] == 1))
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL,
                   "damaged: it is the turn of event %td and observer %td, one of "
                   "which failed: %td",
                   turn[0], turn[1], turn[2]);
}

/* Outputs are evaluated anew in the loaded state, so that nothing kept from
 * another one remains. The functions may write z, so all is loaded again. */
static zn_status take(zn_simulation *s, whole *w, const zni_head *h,
                      const unsigned char *from, uint64_t size)
{
    zni_bytes count = {.pass = ZNI_COUNT};
    zni_bytes in = {.pass = ZNI_LOAD, .from = from}, again = in;
    zn_status st = contents(&count, w);

    if (st)
        return st;
    if (count.count != size)
        return zn_fail(zn_simulation_ctx(s), ZN_EINVAL,
                       "damaged: its parts do not fit together");
    st = check_counts(zn_simulation_ctx(s), (zn_index)h->step, from);
    if (!st)
        st = check_totals(zn_simulation_ctx(s), h, from);
    if (!st)
        st = check_turns(zn_simulation_ctx(s), from + size - h->memory);
    if (st)
        return st;
    st = contents(&in, w);
    w->x->step = (zn_index)h->step;
    if (!st)
        st = zn_simulation_touched(s);
    if (!st)
        st = contents(&again, w);
    if (st)
        return st;
    zni_sources_await(s, w->contacts, w->ncontacts);
    w->contacts = NULL;
    w->totals.worst_gap_name =
        w->worst >= 0 ? zn_interaction_name(w->r.ints[w->worst]) : NULL;
    return zni_sim_resume(s, &w->totals, w->since);
}

static zn_status enter(zn_simulation *s, const unsigned char *file,
                       uint64_t size, zni_head h)
{
    zni_roster_room room = {0};
    whole w = {.s = s, .x = zn_simulation_state_rw(s), .worst = -1};
    zn_status st = zni_sources_clear(s);

    if (!st)
        st = zni_events_resume(s, h.t);
    if (!st)
        st = zni_roster_fill(s->model, &room, &w.r);
    if (!st)
        st = zni_head_check_run(&h, s, &w.r);
    if (!st && !(h.contacts >= 0 && (uint64_t)h.contacts <= size))
        st = zn_fail(s->ctx, ZN_EINVAL, "damaged: %lld bytes of contacts",
                     (long long)h.contacts);
    if (!st && h.contacts) {
        w.ncontacts = (size_t)h.contacts;
        w.contacts = zn_alloc(s->ctx, (zn_index)h.contacts, 1);
        st = w.contacts ? ZN_OK : ZN_ENOMEM;
    }
    if (!st)
        st = take(s, &w, &h, file + sizeof h,
                  size - sizeof h - sizeof(uint64_t));
    zn_free_array(s->ctx, w.contacts);
    zni_roster_fini(s->ctx, &room);
    return st;
}

/* Does the model change before it is known whether it is that of the file? */
static bool unsettled(const zn_simulation *s)
{
    bool any = s->sources.n > 0;

    for (zn_index i = 0; i < s->events.n; i++)
        any = any || s->events.at[i].of.resume;
    return any && s->observers.saw_t0;
}

/* What was there before a file was refused; no observer is told. */
static zn_status go_back(zn_simulation *s, const unsigned char *now,
                         uint64_t size)
{
    const zn_index observers = s->observers.n;
    zni_head h;
    zn_status st = zni_head_check_file(s->ctx, now, size, &h);

    s->observers.n = 0;
    if (!st)
        st = enter(s, now, size, h);
    s->observers.n = observers;
    return st;
}

static zn_status load(zn_simulation *s, const unsigned char *file,
                      uint64_t size)
{
    zni_head h;
    void *now = NULL;
    size_t bytes = 0;
    zn_status st = zni_head_check_file(s->ctx, file, size, &h), back = ZN_OK;

    if (!st)
        st = zni_sim_prepare(s);
    if (!st && unsettled(s))
        st = zn_checkpoint_to_memory(s, &now, &bytes);
    if (st)
        return st;
    st = enter(s, file, size, h);
    if (st)
        back = now ? go_back(s, now, bytes) : zni_events_resume(s, s->state.t);
    zn_free_array(s->ctx, now);
    return back ? back : st;
}

zn_status zn_checkpoint_from_memory(zn_simulation *s, const void *bytes,
                                    size_t size)
{
    const zn_status st = load(s, bytes, size);

    return st ? zn_note(zn_simulation_ctx(s), st, "checkpoint in memory")
              : ZN_OK;
}

/* The bytes of a checkpoint, or of the one in a film; freed by zn_free_array. */
static zn_status read_file(zn_ctx *ctx, const char *path, unsigned char **out,
                           uint64_t *size)
{
    return zni_state_is_in(path)
               ? zni_state_read(ctx, path, out, size)
               : zni_file_read(ctx, path, INT64_MAX, out, size);
}

zn_status zn_checkpoint_load(zn_simulation *s, const char *path)
{
    zn_ctx *ctx = zn_simulation_ctx(s);
    unsigned char *file = NULL;
    uint64_t size;
    zn_status st = read_file(ctx, path, &file, &size);

    if (!st)
        st = load(s, file, size);
    zn_free_array(ctx, file);
    return st ? zn_note(ctx, st, "checkpoint '%s'", path) : ZN_OK;
}

/* How many contacts of sources there were, and their rows: they stand before what observers remember. */
static zn_status of_sources(zn_ctx *ctx, const unsigned char *file,
                            const zni_head *h, uint64_t *n, uint64_t *rows)
{
    const uint64_t inside = h->bytes - sizeof *h - sizeof(uint64_t);
    const uint64_t bytes = (uint64_t)h->contacts, behind = (uint64_t)h->memory;

    if (bytes <= inside && behind <= inside - bytes &&
        zni_sources_count(file + sizeof *h + inside - behind - bytes, bytes, n, rows))
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL, "damaged: %lld bytes of contacts",
                   (long long)h->contacts);
}

zn_status zn_checkpoint_look_sized(zn_ctx *ctx, const char *path,
                                   zn_checkpoint_info *out, size_t size)
{
    zn_checkpoint_info info = {0};
    unsigned char *file = NULL;
    uint64_t bytes, contacts = 0, rows = 0;
    zni_head h;
    zn_status st = read_file(ctx, path, &file, &bytes);

    if (!st)
        st = zni_head_check_file(ctx, file, bytes, &h);
    if (!st)
        st = of_sources(ctx, file, &h, &contacts, &rows);
    zn_free_array(ctx, file);
    if (!st)
        info = (zn_checkpoint_info){.bytes = (size_t)bytes,
                                    .t0 = h.t0,
                                    .t = h.t,
                                    .end = h.end,
                                    .step = (zn_index)h.step,
                                    .systems = (zn_index)h.systems,
                                    .interactions = (zn_index)((uint64_t)h.interactions + contacts),
                                    .nq = (zn_index)h.nq,
                                    .nv = (zn_index)h.nv,
                                    .nx = (zn_index)h.nx,
                                    .rows = (zn_index)((uint64_t)h.ny + rows)};
    memcpy(out, &info, size < sizeof info ? size : sizeof info);
    return st ? zn_note(ctx, st, "checkpoint '%s'", path) : ZN_OK;
}

/* ---- while running ---- */

typedef struct habit {
    zn_ctx *ctx;
    zn_index n;
    char path[];
} habit;

static zn_status observe(void *user, const zn_simulation *s)
{
    const habit *h = user;
    const zn_index step = zn_simulation_step_number(s);
    zn_status st;

    if (step < 1 || step % h->n != 0)
        return ZN_OK;
    st = zni_sim_flush(s);
    return st ? st : zn_checkpoint_save(s, h->path);
}

static void drop(void *user)
{
    habit *h = user;

    zn_free_array(h->ctx, h);
}

zn_status zn_checkpoint_every(zn_simulation *s, const char *path, zn_index n)
{
    zn_ctx *ctx = zn_simulation_ctx(s);
    const size_t length = strlen(path) + 1;
    habit *h;
    zn_status st;

    if (n < 1)
        return zn_fail(ctx, ZN_EINVAL,
                       "checkpoint '%s': every %td steps; must be >= 1", path,
                       n);
    st = zn_checkpoint_try(s, path);
    if (st)
        return st;
    h = zn_alloc(ctx, (zn_index)(sizeof *h + length), 1);
    if (!h)
        return ZN_ENOMEM;
    h->ctx = ctx;
    h->n = n;
    memcpy(h->path, path, length);
    st = zn_simulation_observe(s, observe, h, drop);
    if (st)
        drop(h);
    return st;
}
