/* collision_pairs.c - where attached shapes are, and whose boxes overlap
 *
 * The tree holds each shape with a margin; one that stays inside keeps its pairs, so that a
 * search costs what moved, and the pairs that there are.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/collision.h"

#include <math.h>
#include <string.h>

/* margin of the boxes in the tree, times the size of the shape */
static const double MARGIN = 0.1;

/* ---- places -------------------------------------------------------------------------- */

void zni_pose_compose(const zni_pose *a, const zni_pose *b, zni_pose *out)
{
    zni_mul3(a->R, b->x, out->x);
    zni_along(a->x, 1, out->x, out->x);
    zni_mul33(a->R, b->R, out->R);
}

void zni_box_of(const zn_shape *s, const zni_pose *at, zni_box *out)
{
    double mid[3], half[3], c[3];

    for (int i = 0; i < 3; i++) {
        mid[i] = (s->lo[i] + s->hi[i]) / 2;
        half[i] = (s->hi[i] - s->lo[i]) / 2;
    }
    zni_mul3(at->R, mid, c);
    for (int i = 0; i < 3; i++) {
        const double h = fabs(at->R[i]) * half[0] +
                         fabs(at->R[i + 3]) * half[1] +
                         fabs(at->R[i + 6]) * half[2];
        out->lo[i] = at->x[i] + c[i] - h;
        out->hi[i] = at->x[i] + c[i] + h;
    }
}

void zni_box_widen(zni_box *b, double by)
{
    for (int i = 0; i < 3; i++) {
        b->lo[i] -= by;
        b->hi[i] += by;
    }
}

void zni_body_pose(const zn_ds *ds, const zn_view *at, double t, zni_pose *out)
{
    const double *q = zn_state_q(at->state, ds), *v = zn_state_v(at->state, ds);
    double w[3], turn[4], p[4];

    if (zn_ds_nq(ds) == 3) {
        const double angle = q[2] + t * v[2], c = cos(angle), s = sin(angle);
        *out = (zni_pose){{q[0] + t * v[0], q[1] + t * v[1], 0},
                          {c, s, 0, -s, c, 0, 0, 0, 1}};
        return;
    }
    for (int i = 0; i < 3; i++) {
        out->x[i] = q[i] + t * v[i];
        w[i] = t * v[3 + i];
    }
    memcpy(p, q + 3, sizeof p);
    if (t != 0) {
        zn_quaternion_exp(w, turn);
        zn_quaternion_product(q + 3, turn, p);
    }
    zn_rotation_matrix(p, out->R);
}

void zni_body_speeds(const zn_ds *ds, const zn_view *at, double v[3], double *w)
{
    const double *u = zn_state_v(at->state, ds);
    const bool flat = zn_ds_nv(ds) == 3;

    for (int i = 0; i < 3; i++)
        v[i] = flat && i == 2 ? 0 : u[i];
    *w = flat ? fabs(u[2]) : sqrt(zni_dot3(u + 3, u + 3));
}

/* Of its points: that of the centre of mass, and what turning adds. */
static double speed_of(const zni_attached *m, const zn_view *at)
{
    double v[3], w;

    zni_body_speeds(m->ds, at, v, &w);
    return sqrt(zni_dot3(v, v)) + m->far * w;
}

double zni_collision_size(const zni_attached *a, const zni_attached *b)
{
    const double sa = a->shape->scale, sb = b->shape->scale;

    return sa > 0 && (!(sb > 0) || sa < sb) ? sa : sb;
}

static zn_status insert(zni_collision *c, zni_attached *m)
{
    zni_box wide = m->box;

    if (m->ds)
        zni_box_widen(&wide, MARGIN * m->shape->scale);
    if (m->leaf >= 0)
        zni_boxes_remove(&c->tree, m->leaf);
    m->leaf = -1;
    m->fresh = true;
    return zni_boxes_insert(&c->tree, &wide, (int)(m - c->member), &m->leaf);
}

static bool is_there(const zn_model *m, const zn_ds *ds)
{
    return ds->place >= 0 && ds->place < m->nds && m->ds[ds->place] == ds;
}

static zn_status place(zni_collision *c, zni_attached *m, const zn_view *at)
{
    const double h = at->t1 - at->t;
    zni_pose body;

    if (!m->ds) {
        m->at = m->in_body;
    } else if (!is_there(c->model, m->ds)) {
        return zn_fail(c->ctx, ZN_EINVAL,
                       "shape '%s' is on a body that is not in the model",
                       m->name);
    } else {
        zni_body_pose(m->ds, at, 0, m->centred ? &m->at : &body);
        if (!m->centred)
            zni_pose_compose(&body, &m->in_body, &m->at);
        m->speed = speed_of(m, at);
    }
    if (!(m->shape->scale > 0))
        return ZN_OK;
    zni_box_of(m->shape, &m->at, &m->box);
    if (m->ds)
        zni_box_widen(&m->box,
              fmax(c->reach * m->shape->scale, c->ahead * h * m->speed));
    for (int i = 0; i < 3; i++)
        if (!(m->box.hi[i] - m->box.lo[i] < INFINITY))
            return zn_fail(
                c->ctx, ZN_EDOM, "shape '%s' is at (%g, %g, %g), with speed %g",
                m->name, m->at.x[0], m->at.x[1], m->at.x[2], m->speed);
    return m->leaf >= 0 &&
                   zni_box_holds(zni_boxes_box(&c->tree, m->leaf), &m->box)
               ? ZN_OK
               : insert(c, m);
}

zn_status zni_collision_place(zni_collision *c, const zn_view *at)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < c->n; i++) {
        zni_attached *m = &c->member[i];
        if (m->shape && (m->ds || m->fresh))
            st = place(c, m, at);
    }
    return st;
}

/* ---- pairs ------------------------------------------------------------------------------- */

typedef struct asking {
    zni_collision *c;
    int i;
} asking;

static zn_status add_pair(zni_collision *c, int i, int j)
{
    const zn_status st =
        zn_grow(c->ctx, &c->pair, &c->cpair, c->npair + 1, sizeof *c->pair);

    if (!st)
        c->pair[c->npair++] = (zni_couple){i, j};
    return st;
}

/* Two fresh ones find each other twice. */
static zn_status hit(void *user, int j)
{
    const asking *a = user;

    if ((a->c->member[j].fresh && j >= a->i) ||
        !zni_collision_meets(a->c, a->i, j))
        return ZN_OK;
    return add_pair(a->c, a->i, j);
}

/* Pairs of what moved, and of what is gone, are found anew. */
static void forget(zni_collision *c)
{
    zn_index n = 0;

    for (zn_index k = 0; k < c->npair; k++) {
        const zni_couple p = c->pair[k];
        if (!c->member[p.i].fresh && !c->member[p.j].fresh)
            c->pair[n++] = p;
    }
    c->npair = n;
}

zn_status zni_collision_pairs(zni_collision *c)
{
    zn_status st = ZN_OK;
    bool any = false;

    for (zn_index i = 0; i < c->n; i++) {
        c->member[i].fresh = c->member[i].fresh || c->refresh;
        any = any || c->member[i].fresh;
    }
    if (!any)
        return ZN_OK;
    forget(c);
    for (zn_index i = 0; !st && i < c->n; i++) {
        const zni_attached *m = &c->member[i];
        asking a = {c, (int)i};
        if (!m->shape || !m->fresh)
            continue;
        if (m->leaf >= 0) {
            st = zni_boxes_query(&c->tree, zni_boxes_box(&c->tree, m->leaf),
                                 hit, &a);
            for (zn_index k = 0; !st && k < c->nplane; k++)
                if (!c->member[c->plane[k]].fresh || c->plane[k] < i)
                    st = hit(&a, c->plane[k]);
        } else {
            for (zn_index j = 0; !st && j < c->n; j++)
                if (c->member[j].leaf >= 0)
                    st = hit(&a, (int)j);
        }
    }
    for (zn_index i = 0; !st && i < c->n; i++)
        c->member[i].fresh = false;
    c->refresh = c->refresh && st;
    return st;
}
