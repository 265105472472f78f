/* collision_find.c - the contacts of attached shapes, announced
 *
 * A contact is that of a relation "shapes", shared by all of as many rows (relation.c). Body 1 is the one with the
 * smaller id, and the world is always body 2. The key has the ids of the two shapes (40 bits
 * each) and of the two features (24 each).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/contact/contacts.h"
#include "kernel/shapes/collision.h"
#include "kernel/shapes/flat.h"
#include "kernel/shapes/relation.h"
#include "kernel/shapes/columns.h"

#include <math.h>
#include <string.h>

static zn_key key_of(const zni_attached *a, const zni_attached *b,
                     const zn_touch *t)
{
    return (zn_key){.hi = a->id << 24 | b->id >> 16,
                    .lo =
                        (b->id & 0xffff) << 48 | (uint64_t)t->f1 << 24 | t->f2};
}

static zn_status relation_of(zni_collision *c, zn_index rows, bool two,
                             zn_relation **out)
{
    zn_relation **r = &c->relation[rows][two];
    zn_status st;

    *out = *r;
    if (*out)
        return ZN_OK;
    st = zn_relation_new(c->ctx, c->flat ? "shapes-planar" : "shapes", NULL,
                         rows, (two ? 2 : 1) * (c->flat ? 3 : 7), out);
    if (st)
        return st;
    zn_model_reopen(c->model);
    st = zn_model_add_relation(c->model, *out);
    if (st)
        zn_relation_free(*out);
    else
        *r = *out;
    return st;
}

static ZNI_INTO_WIDE void turn(const zni_lanes R[3], const double p[3], double out[3])
{
    zni_lanes x;

    zni_columns_mul(R, p, &x);
    zni_put3(&x, out);
}

/* A point of the inertial frame in that of a shape which is at `pose`. */
static ZNI_INTO_WIDE void into_shape(const zni_pose *pose, const double p[3], double out[3])
{
    zni_lanes R[3];
    double d[3];

    zni_sub3(p, pose->x, d);
    zni_columns_take_back(pose->R, R);
    turn(R, d, out);
}

/* Of a shape at `pose`, places in a frame with the columns R at x: c in the frame of its body, and the way from
 * there to p in the inertial one. The world's is the inertial one, too. `own`: the frame is that of the shape. */
static ZNI_INTO_WIDE void end_of(const zni_lanes R[3], const zni_lanes *x, const zni_attached *m,
                                 const zni_pose *pose, bool own, const double c[3],
                                 const double p[3], double at[3], double offset[3])
{
    zni_lanes B[3], d;

    memset(offset, 0, 3 * sizeof *offset);
    if (memcmp(p, c, 3 * sizeof *p) != 0) {
        zni_sub3(p, c, offset);
        turn(R, offset, offset);
    }
    if (own && m->ds)
        memcpy(at, c, 3 * sizeof *at);
    else
        zni_columns_point(R, x, c, at);
    if (!own && m->ds)
        into_shape(pose, at, at);
    if (m->centred || !m->ds)
        return;
    zni_columns_take(m->in_body.R, B);
    zni_take3(m->in_body.x, &d);
    zni_columns_point(B, &d, at, at);
}

/* What is kept of a place, found where the two shapes are at pa and pb. */
ZNI_WIDE static void data_of(const zni_attached *a, const zni_pose *pa, const zni_attached *b,
                             const zni_pose *pb, const zni_pose *frame,
                             const zn_touch *t, zni_shape_contact *out)
{
    static const zni_pose inertial = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    const zni_pose *f = frame ? frame : &inertial;
    zni_lanes R[3], x;

    zni_columns_take(f->R, R);
    zni_take3(f->x, &x);
    end_of(R, &x, a, pa, frame == pa, t->c1, t->p1, out->c1, out->d1);
    end_of(R, &x, b, pb, frame == pb, t->c2, t->p2, out->c2, out->d2);
    turn(R, t->n, out->n);
}

/* Has a known contact a normal that turned round since the last step? Then a body went through
 * what is thin: the impulse at the end of a step came when half of the step was made. */
static bool went_through(const zn_contacts *to, zn_key key, const double n[3])
{
    const zn_index k = zni_contacts_find(to, key);
    const zn_interaction *a = k >= 0 ? to->known[k].a : NULL;
    const zni_shape_contact *old = a ? zn_interaction_data(a) : NULL;

    return old && zni_dot3(old->n, n) < -0.5;
}

/* Such places. */
static zn_status announce(zni_collision *c, const zni_attached *a,
                          const zni_pose *pa, const zni_attached *b,
                          const zni_pose *pb, bool fast, zn_contacts *to,
                          const zni_touches *at)
{
    zn_law *law = c->law[a->group][b->group];
    zni_shape_contact data;
    zn_contact k = {.law = law, .d1 = a->ds, .d2 = b->ds};
    zn_status st = at->n ? relation_of(c, zn_law_size(law), b->ds != NULL, &k.relation)
                         : ZN_OK;

    for (zn_index i = 0; !st && i < at->n; i++) {
        const zn_touch *t = &at->at[i];
        k.key = key_of(a, b, t);
        data_of(a, pa, b, pb, at->frame, t, &data);
        /* then it stays on its side */
        k.data = fast && went_through(to, k.key, data.n) ? NULL : &data;
        st = zn_contacts_announce(to, &k);
    }
    return st;
}

/* The side of the plane's reach that the box of a shape is on. */
static bool over_plane(const zni_attached *plane, const zni_attached *m)
{
    const double *n = zni_endless_normal(plane->shape, &plane->at);
    double least = -zni_dot3(n, plane->at.x);

    for (int i = 0; i < 3; i++)
        least += fmin(n[i] * m->box.lo[i], n[i] * m->box.hi[i]);
    return least > 0;
}

static void pose_numbers(const zni_pose *p, double out[7])
{
    memcpy(out, p->x, sizeof p->x);
    zn_rotation_quaternion(p->R, out + 3);
}

zn_status zni_collision_touch(zni_collision *c, const zn_shape *a,
                              const zni_pose *pa, const zn_shape *b,
                              const zni_pose *pb, zni_touches *out)
{
    double qa[7], qb[7];
    const zn_status st =
        zn_grow(c->ctx, &c->touch, &c->ctouch, ZN_TOUCH_MOST, sizeof *c->touch);

    if (st)
        return st;
    out->at = c->touch;
    out->most = ZN_TOUCH_MOST;
    out->frame = NULL;
    if (!c->by) {
        zni_pair_touch(a, pa, b, pb, &c->scratch, out);
        return ZN_OK;
    }
    pose_numbers(pa, qa);
    pose_numbers(pb, qb);
    return zn_narrow_touch(c->by, a, qa, b, qb, out->reach, out->at, &out->n);
}

/* Bodies of triangles may share any number: those left out would sink in until they are among the
 * deepest. */
zn_status zni_collision_touch_all(zni_collision *c, const zn_shape *a,
                                  const zni_pose *pa, const zn_shape *b,
                                  const zni_pose *pb, zni_touches *out)
{
    zn_status st = zni_collision_touch(c, a, pa, b, pb, out);

    while (!st && !c->by && out->n == out->most) {
        st = zn_grow(c->ctx, &c->touch, &c->ctouch, 2 * out->most,
                     sizeof *c->touch);
        out->at = c->touch;
        out->most = c->ctouch;
        if (!st)
            zni_pair_touch(a, pa, b, pb, &c->scratch, out);
    }
    return st;
}

/* Two meet that come nearer by more than half the diagonal of the smaller one in a step: said once. */
static void tell_rash(zni_collision *c, const zni_attached *a,
                      const zni_attached *b, double h, double size)
{
    const double speed = a->speed + b->speed;

    if (c->rash || !(h * speed > size))
        return;
    c->rash = true;
    zn_log(c->ctx, ZN_LOG_WARN,
           "'%s' and '%s' meet at up to %.3g m/s, %.3g m in a step of %.3g s, "
           "and half the diagonal of one is %.3g m: they may enter or pass "
           "each other; a step of %.1g s is short enough",
           a->name, b->name, speed, h * speed, h, size, 0.1 * size / speed);
}

zn_status zni_collision_look(zni_collision *c, const zn_view *at, zni_couple p,
                             bool turned, zn_contacts *to, bool *found)
{
    const zni_attached *a = &c->member[p.i], *b = &c->member[p.j];
    const double size = zni_collision_size(a, b);
    const double horizon = c->ahead * (at->t1 - at->t);
    const double way = horizon * (a->speed + b->speed);
    const bool fast = way > c->reach * size;
    const zni_pose *pa = &a->at, *pb = &b->at;
    zni_pose then[2];
    zni_touches out = {.reach = turned ? way : c->reach * size};
    zn_status st = zni_collision_touch_all(c, a->shape, pa, b->shape, pb, &out);

    if (!st && !out.n && fast && !turned) {
        st = zni_sweep(c, a, b, at, horizon, size, &out, &then[0], &then[1]);
        pa = &then[0];
        pb = &then[1];
    }
    if (!st)
        zni_beside_keep(c, p.i, pa, p.j, pb, &out);
    if (!st && turned)
        zni_turned_keep(a, b, at, horizon, &out);
    if (!st)
        st = announce(c, a, pa, b, pb, fast, to, &out);
    *found = !st && out.n;
    if (*found && fast)
        tell_rash(c, a, b, at->t1 - at->t, size);
    if (*found)
        zni_turned_meet(c, a, b);
    else if (!st && fast && b->ds && !turned)
        st = zni_turned_apart(c, p.i, p.j);
    return st ? zn_note(c->ctx, st, "%s and %s", a->name, b->name) : ZN_OK;
}

static zn_status look(zni_collision *c, const zn_view *at, zni_couple p,
                      zn_contacts *to)
{
    const zni_attached *a = &c->member[p.i], *b = &c->member[p.j];
    bool found;

    if (!a->ds || (b->ds && b->id < a->id)) {
        p = (zni_couple){p.j, p.i};
        a = &c->member[p.i];
        b = &c->member[p.j];
    }
    if (b->leaf < 0 ? over_plane(b, a) : !zni_box_overlaps(&a->box, &b->box))
        return ZN_OK;
    return zni_collision_look(c, at, p, false, to, &found);
}

/* Laws that came since the last search. */
static zn_status hand_over(zni_collision *c)
{
    zn_status st = ZN_OK;

    if (c->taken < c->ngiven)
        zn_model_reopen(c->model);
    for (; !st && c->taken < c->ngiven; c->taken += !st) {
        st = zni_collision_check_law(c, c->given[c->taken]);
        if (!st)
            st = zn_model_add_law(c->model, c->given[c->taken]);
    }
    return st;
}

zn_status zni_collision_find(void *k, const zn_view *at, zn_contacts *to)
{
    zni_collision *c = k;
    zn_status st = ZN_OK;

    if (!c->tree_made) /* nothing was ever attached */
        return ZN_OK;
    st = hand_over(c);
    if (!st)
        st = zni_collision_name(c);
    if (!st)
        st = zni_collision_place(c, at);
    if (!st)
        st = zni_collision_pairs(c);
    if (!st)
        st = zni_beside_find(c);
    if (!st)
        st = zni_turned_begin(c);
    for (zn_index i = 0; !st && i < c->npair; i++)
        st = look(c, at, c->pair[i], to);
    return st ? st : zni_turned_find(c, at, to);
}
