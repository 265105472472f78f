/* lives.c - bodies that come and go: the model follows the clock
 *
 * What the model is at an instant follows from the scene alone, so one call brings it there
 * from wherever it is: at the beginning, at each birth and death, on which the simulation
 * lands, and where a run goes on from a checkpoint.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"

#include <math.h>
#include <stdlib.h>

#include <zeno/event.h>
#include <zeno/simulation_kind.h>

#include "kernel/simulation/simulation.h"

typedef struct lives {
    zn_ctx *ctx;
    const zn_scene *scene;
    zn_source *src;
    bool *body;   /* is it there? */
    bool *joint;  /* likewise */
    zn_index *id; /* of shapes in the source, -1: not attached */
    zn_shape **made; /* by geometry, then by shape: see zni_scene_attach */
    double *time; /* births and deaths */
    zn_index ntime;
} lives;

bool zn_scene_body_lives(const zn_scene_body *b, double t)
{
    return (!b->born || b->birth <= t) && (!b->dies || t < b->death);
}

bool zni_scene_joint_lives(const zn_scene *s, const zn_scene_joint *j, double t)
{
    const zn_scene_body *a = &s->body[zni_scene_find(s, j->body1)].b;

    return zn_scene_body_lives(a, t) &&
           (!j->body2 ||
            zn_scene_body_lives(&s->body[zni_scene_find(s, j->body2)].b, t));
}

/* ---- from one instant to another ---- */

static zn_status go(lives *l, zn_model *m, zn_index i)
{
    const zn_scene *s = l->scene;
    zn_ds *ds = zn_model_ds(m, s->body[i].b.name);
    zn_status st;

    if (!ds || s->body[i].b.fixed)
        return ZN_OK;
    st = zn_collision_leave(l->src, ds);
    return st ? st : zn_model_remove_ds(m, ds);
}

/* Shape i is there no more. */
static zn_status take_off(lives *l, zn_index i)
{
    const zn_scene *s = l->scene;
    zn_shape **own = &l->made[s->ngeometry + i];
    zn_status st = zn_collision_detach(l->src, l->id[i]);

    if (st)
        return st;
    l->id[i] = -1;
    if (!s->shape[i].geometry) {
        st = zn_collision_discard(l->src, *own);
        *own = NULL;
    }
    return st;
}

/* What is there no more at t: shapes, joints, bodies. */
static zn_status leave(lives *l, zn_model *m, double t)
{
    const zn_scene *s = l->scene;
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->nshape; i++)
        if (l->id[i] >= 0 &&
            !zn_scene_body_lives(&s->body[s->shape[i].body].b, t))
            st = take_off(l, i);
    for (zn_index i = 0; !st && i < s->njoint; i++)
        if (l->joint[i] && !zni_scene_joint_lives(s, &s->joint[i], t)) {
            st = zni_scene_part(m, &s->joint[i]);
            l->joint[i] = st != ZN_OK;
        }
    for (zn_index i = 0; !st && i < s->nbody; i++)
        if (l->body[i] && !zn_scene_body_lives(&s->body[i].b, t)) {
            st = go(l, m, i);
            l->body[i] = st != ZN_OK;
        }
    return st;
}

/* Of a joint that failed to come a part may be there. */
static zn_status join(lives *l, zn_model *m, const zn_scene_joint *j)
{
    zn_status st = zni_scene_part(m, j);

    if (!st)
        st = zni_scene_join(m, j);
    return st ? st : zni_scene_ignore(m, l->src, j);
}

/* What is there from t on. */
static zn_status come(lives *l, zn_model *m, double t)
{
    const zn_scene *s = l->scene;
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->nbody; i++)
        if (!l->body[i] && zn_scene_body_lives(&s->body[i].b, t)) {
            if (!s->body[i].b.fixed)
                st = zni_scene_make_body(s, &s->body[i].b, m);
            l->body[i] = !st;
        }
    for (zn_index i = 0; !st && i < s->nshape; i++)
        if (l->id[i] < 0 && l->body[s->shape[i].body])
            st = zni_scene_attach(s, m, l->src, l->made, i, &l->id[i]);
    for (zn_index i = 0; !st && i < s->njoint; i++)
        if (!l->joint[i] && zni_scene_joint_lives(s, &s->joint[i], t)) {
            st = join(l, m, &s->joint[i]);
            l->joint[i] = !st;
        }
    return st;
}

/* If it fails the model stays open, and the same again goes on with what is left. */
static zn_status bring(lives *l, zn_model *m, double t)
{
    zn_status st;

    zn_model_reopen(m);
    st = leave(l, m, t);
    if (!st)
        st = come(l, m, t);
    return st ? st : zn_model_seal(m);
}

/* ---- as an event ---- */

/* What counts as the same instant. */
static double slack(const zn_simulation *s)
{
    return 1e-6 * zn_simulation_grid_step(s);
}

static double next(void *user, const zn_simulation *s, double t)
{
    const lives *l = user;
    zn_index low = 0, high = l->ntime;

    (void)s;
    while (low < high) { /* the first that is later than t */
        const zn_index mid = low + (high - low) / 2;
        if (l->time[mid] > t)
            high = mid;
        else
            low = mid + 1;
    }
    return low < l->ntime ? l->time[low] : INFINITY;
}

static zn_status happen(void *user, zn_simulation *s)
{
    const zn_status st = bring(user, zn_simulation_model(s), s->state.t + slack(s));

    return st ? st : zni_sim_sync(s); /* observers see who is there now */
}

static zn_status resume(void *user, zn_simulation *s, double t)
{
    return bring(user, zn_simulation_model(s), t + slack(s));
}

static void drop(void *user)
{
    lives *l = user;

    zn_free_array(l->ctx, l->body);
    zn_free_array(l->ctx, l->joint);
    zn_free_array(l->ctx, l->id);
    zn_free_array(l->ctx, l->made);
    zn_free_array(l->ctx, l->time);
    zn_free_array(l->ctx, l);
}

/* ---- the beginning ---- */

static int by_time(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static zn_status new_lives(const zn_scene *s, zn_simulation *sim,
                           zn_source *src, lives **out)
{
    zn_ctx *ctx = zn_simulation_ctx(sim);
    lives *l = zn_alloc(ctx, 1, sizeof *l);

    *out = l;
    if (!l)
        return ZN_ENOMEM;
    *l = (lives){.ctx = ctx, .scene = s, .src = src};
    l->body = zn_alloc(ctx, s->nbody, sizeof *l->body);
    l->joint = zn_alloc(ctx, s->njoint, sizeof *l->joint);
    l->id = zn_alloc(ctx, s->nshape, sizeof *l->id);
    l->made = zn_alloc(ctx, s->ngeometry + s->nshape, sizeof *l->made);
    l->time = zn_alloc(ctx, 2 * s->nbody, sizeof *l->time);
    if (!l->body || !l->joint || !l->id || !l->made || !l->time)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < s->nbody; i++) {
        const zn_scene_body *b = &s->body[i].b;
        l->body[i] = zn_scene_body_lives(b, s->times[0]);
        if (b->born)
            l->time[l->ntime++] = b->birth;
        if (b->dies)
            l->time[l->ntime++] = b->death;
    }
    for (zn_index i = 0; i < s->njoint; i++)
        l->joint[i] = zni_scene_joint_lives(s, &s->joint[i], s->times[0]);
    for (zn_index i = 0; i < s->nshape; i++)
        l->id[i] = -1;
    if (l->ntime)
        qsort(l->time, (size_t)l->ntime, sizeof *l->time, by_time);
    return ZN_OK;
}

zn_status zni_scene_lives(const zn_scene *s, zn_simulation *sim, zn_source *src)
{
    zn_model *m = zn_simulation_model(sim);
    lives *l;
    zn_status st = new_lives(s, sim, src, &l);

    /* what the model was made with is there already */
    for (zn_index i = 0; !st && i < s->njoint; i++)
        if (l->joint[i])
            st = zni_scene_ignore(m, src, &s->joint[i]);
    if (!st)
        st = bring(l, m, zn_simulation_t0(sim) + slack(sim));
    if (!st)
        st = zn_simulation_add_source(sim, src);
    if (st)
        zn_source_free(src);
    else if (l->ntime) {
        st = zn_simulation_add_event(sim, &(zn_event){.size = sizeof(zn_event),
                                                      .next = next,
                                                      .happen = happen,
                                                      .user = l,
                                                      .drop = drop,
                                                      .resume = resume});
        if (!st)
            return ZN_OK;
    }
    if (l)
        drop(l);
    return st;
}
