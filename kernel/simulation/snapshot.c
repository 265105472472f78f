/* snapshot.c - the state copied, to look at or to go back to
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/simulation_kind.h>
#include <zeno/snapshot.h>

#include "kernel/simulation/simulation.h"

#include <string.h>

/* One walk over all that moves: counted, taken, compared, or given back. */
typedef struct walk {
    enum { COUNT, TAKE, COMPARE, RESTORE } what;
    bool differs;
    unsigned char *at; /* in the bytes of the snapshot */
    size_t room;       /* of these; what is beyond them is counted only */
    size_t count;
} walk;

/* Most pieces are a few numbers, which are copied sooner than memcpy is called. */
static inline void copy(unsigned char *to, const unsigned char *from, size_t n)
{
    enum { FEW = 4 * sizeof(double) };

    if (n > FEW || n % sizeof(double)) {
        memcpy(to, from, n);
        return;
    }
    for (size_t i = 0; i < n; i += sizeof(double))
        memcpy(to + i, from + i, sizeof(double));
}

static inline void piece(walk *w, void *p, size_t n)
{
    if (!n)
        return;
    if (w->what == TAKE) {
        if (w->count + n <= w->room)
            copy(w->at + w->count, p, n);
        w->count += n;
        return;
    }
    if (w->what == COMPARE)
        w->differs = w->differs || memcmp(p, w->at + w->count, n);
    /* what is as it was is not written: another simulation of the model may be reading it */
    if (w->what == RESTORE && memcmp(p, w->at + w->count, n))
        memcpy(p, w->at + w->count, n);
    w->count += n;
}

static void parameter(void *user, zn_index n, double *z)
{
    piece(user, z, (size_t)n * sizeof *z);
}

static void memory(void *user, void *p, size_t n)
{
    piece(user, p, n);
}

/* A vector of the state; where it is in the copy is *view. */
static inline void vector(walk *w, double *x, zn_index n, double **view)
{
    *view = w->at ? (double *)(void *)(w->at + w->count) : NULL;
    piece(w, x, (size_t)n * sizeof *x);
}

/* All of them, by a walk that nobody else can see: what is copied might be it. */
static void vectors(walk *all, zn_state *x, zn_state *view)
{
    walk w = *all;

    vector(&w, x->q, x->nq, &view->q);
    vector(&w, x->v, x->nv, &view->v);
    vector(&w, x->p, x->nv, &view->p);
    vector(&w, x->bc, x->nv, &view->bc);
    vector(&w, x->x, x->nx, &view->x);
    vector(&w, x->r, x->nx, &view->r);
    for (int k = 0; k < 3; k++)
        vector(&w, x->y[k], x->ny, &view->y[k]);
    for (int k = 0; k < 3; k++)
        vector(&w, x->lambda[k], x->ny, &view->lambda[k]);
    vector(&w, x->m, x->nm, &view->m);
    *all = w;
}

/* What functions may write. */
static void parameters(walk *w, zn_simulation *s)
{
    for (zn_index k = 0; k < s->nbody; k++)
        if (s->body[k].ds && zni_owner_has_z(&s->body[k].ds->owner))
            zni_z_of_ds(s->model->ds[k], parameter, w);
    for (zn_index k = 0; k < s->lins.n; k++) {
        const zn_interaction *a = zni_lins_whose(&s->lins, k);
        if (a && zni_owner_has_z(&a->relation->owner))
            zni_z_of_relation(a->relation, parameter, w);
        if (a && zni_interaction_data(a))
            piece(w, zni_interaction_data(a), a->relation->type->data_size);
    }
}

static void walk_all(walk *w, zn_snapshot *p)
{
    zn_simulation *s = p->s;
    zn_state *x = &s->state, view = *x;
    const zn_simulation_type *type = s->kind;

    vectors(w, x, &view);
    if (!p->lean)
        parameters(w, s);
    if (s->turns_tangents)
        piece(w, s->tangent, (size_t)x->ny * sizeof *s->tangent);
    piece(w, &x->t, sizeof x->t);
    piece(w, &x->step, sizeof x->step);
    piece(w, &s->run, sizeof s->run);
    piece(w, &s->since, sizeof s->since);
    piece(w, &s->noted, sizeof s->noted);
    piece(w, &s->worst_row, sizeof s->worst_row);
    piece(w, &s->hints.deep, sizeof s->hints.deep);
    piece(w, &s->info.impacts, sizeof s->info.impacts);
    if (!p->inner)
        piece(w, &s->turns, sizeof s->turns);
    if (!p->inner && type->memory)
        type->memory(s->kind_state, memory, w);
    view.active = w->at ? w->at + w->count : NULL;
    piece(w, x->active, (size_t)x->ny);
    if (w->what == TAKE)
        p->view = view;
}

zn_status zni_snapshot_reserve(zn_snapshot *p)
{
    walk count = {.what = COUNT};

    walk_all(&count, p);
    return zn_grow(p->ctx, &p->bytes, &p->cbytes, (zn_index)count.count, 1);
}

zn_status zni_snapshot_take(zn_snapshot *p)
{
    walk take = {.what = TAKE, .at = p->bytes, .room = (size_t)p->cbytes};

    walk_all(&take, p);
    if (take.count > take.room) { /* the first one, or the model has grown */
        const zn_status st = zni_snapshot_reserve(p);

        p->size = 0;
        if (st)
            return st;
        take = (walk){.what = TAKE, .at = p->bytes, .room = (size_t)p->cbytes};
        walk_all(&take, p);
    }
    p->size = take.count;
    p->seen = p->s->seen;
    return ZN_OK;
}

bool zni_snapshot_may(const zn_simulation *s)
{
    zn_index seen = s->seen;
    const zni_change *c;
    const zn_index n = zni_model_changes(s->model, &seen, &c);

    for (zn_index i = 0; i < n; i++)
        if (c[i].kind == ZNI_DS_REMOVED || c[i].kind == ZNI_INTERACTION_REMOVED)
            return false;
    return n >= 0;
}

/* Does it have the size of what moves, and is the model that of then? */
static bool fits(zn_snapshot *p)
{
    walk count = {.what = COUNT};

    if (!zni_snapshot_may(p->s))
        return false;
    walk_all(&count, p);
    return count.count == p->size && p->seen == p->s->seen;
}

bool zni_snapshot_differs(zn_snapshot *p)
{
    walk look = {.what = COMPARE, .at = p->bytes};

    if (!fits(p))
        return false;
    walk_all(&look, p);
    return look.differs;
}

zn_status zni_snapshot_restore(zn_snapshot *p)
{
    walk back = {.what = RESTORE, .at = p->bytes};

    if (!p->size)
        return zn_fail(p->ctx, ZN_ESTATE, "the snapshot is empty");
    if (!fits(p))
        return zn_fail(p->ctx, ZN_ESTATE,
                       "the model has changed since the snapshot was taken");
    walk_all(&back, p);
    zni_sim_moved(p->s);
    return ZN_OK;
}

void zni_snapshot_fini(zn_snapshot *p)
{
    zn_free_array(p->ctx, p->bytes);
}

/* ---- the object ---- */

zn_status zn_snapshot_new(zn_simulation *s, zn_snapshot **out)
{
    zn_snapshot *p = zn_alloc(s->ctx, 1, sizeof *p);

    *out = p;
    if (!p)
        return ZN_ENOMEM;
    p->ctx = s->ctx;
    p->s = s;
    return ZN_OK;
}

void zn_snapshot_free(zn_snapshot *p)
{
    if (!p)
        return;
    zni_snapshot_fini(p);
    zn_free_array(p->ctx, p);
}

zn_status zn_snapshot_take(zn_snapshot *p)
{
    const bool known = p->s->ready && zni_snapshot_may(p->s);
    const zn_status st = known ? ZN_OK : zni_sim_prepare(p->s);

    return st ? st : zni_snapshot_take(p);
}

zn_status zn_snapshot_restore(zn_snapshot *p)
{
    const zn_status st = zni_snapshot_restore(p);

    if (!st && p->s->turns.due)
        zni_events_reached(p->s, true);
    return st;
}

const zn_state *zn_snapshot_state(const zn_snapshot *p)
{
    return p->size ? &p->view : NULL;
}
