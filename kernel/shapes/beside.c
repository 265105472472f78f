/* beside.c - what of the surface of a shape others of the same body hide
 *
 * Shapes of one body that touch, or overlap, have one surface together. A place p of one with the
 * normal n is on it if all others there lie under the plane through p across n; or if what this one has
 * there along n, a face or an edge, comes out of them towards one of its corners. Else what touches there has met an
 * edge within a floor of tiles, or a side that another one covers, and that one has the contact. Who is
 * beside whom is found once, when they are attached. doc/shapes.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/along.h"
#include "kernel/shapes/collision.h"
#include "kernel/shapes/cover.h"
#include "kernel/shapes/flat.h"

#include <math.h>
#include <string.h>

/* how far along its surface a shape has to come out of the others, times the size of the smaller one */
static const double STEP = 1e-3;

/* ---- who is beside whom --------------------------------------------------------------- */

static zn_status add(zni_collision *c, int i, int j)
{
    zni_attached *m = &c->member[i];
    const zn_status st = zn_grow(c->ctx, &m->beside, &m->cbeside, m->nbeside + 1,
                                 sizeof *m->beside);

    if (st)
        return st;
    m->beside[m->nbeside].at = j;
    zni_pose_between(&m->in_body, &c->member[j].in_body,
                     &m->beside[m->nbeside++].in);
    return ZN_OK;
}

/* Do the bounds of shape j, as seen from i, overlap those of i? */
static bool overlap_from(const zni_collision *c, int i, int j)
{
    const zni_attached *a = &c->member[i], *b = &c->member[j];
    const double eps = ZNI_SAME * zni_collision_size(a, b);
    zni_pose in;
    zni_box box;

    if (zni_endless(a->shape) || zni_endless(b->shape))
        return true;
    zni_pose_between(&a->in_body, &b->in_body, &in);
    zni_box_of(b->shape, &in, &box);
    for (int k = 0; k < 3; k++)
        if (box.lo[k] > a->shape->hi[k] + eps ||
            box.hi[k] < a->shape->lo[k] - eps)
            return false;
    return true;
}

/* What has no end is never hidden, but may hide. */
static zn_status join(zni_collision *c, int i, int j)
{
    zn_status st = ZN_OK;

    if (c->member[i].ds != c->member[j].ds ||
        !overlap_from(c, i, j) || !overlap_from(c, j, i))
        return ZN_OK;
    if (!zni_endless(c->member[i].shape))
        st = add(c, i, j);
    if (!st && !zni_endless(c->member[j].shape))
        st = add(c, j, i);
    return st;
}

typedef struct asking {
    zni_collision *c;
    int i;
} asking;

static zn_status hit(void *user, int j)
{
    const asking *a = user;

    return a->c->member[j].placed ? join(a->c, a->i, j) : ZN_OK;
}

static zn_status find(zni_collision *c, int i)
{
    const zni_attached *m = &c->member[i];
    asking a = {c, i};
    zn_status st = ZN_OK;

    if (m->leaf < 0) {
        for (int j = 0; !st && j < c->n; j++)
            if (c->member[j].leaf >= 0)
                st = hit(&a, j);
        return st;
    }
    zni_box box = *zni_boxes_box(&c->tree, m->leaf);
    zni_box_widen(&box, ZNI_SAME * m->shape->scale);
    st = zni_boxes_query(&c->tree, &box, hit, &a);
    for (zn_index k = 0; !st && k < c->nplane; k++)
        st = hit(&a, c->plane[k]);
    return st;
}

zn_status zni_beside_find(zni_collision *c)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && c->unplaced && i < c->n; i++) {
        zni_attached *m = &c->member[i];
        if (!m->shape || m->placed)
            continue;
        st = find(c, (int)i);
        if (st)
            zni_beside_forget(c, i);
        m->placed = !st;
        c->unplaced -= m->placed;
    }
    return st;
}

static void part(zni_attached *m, zn_index from)
{
    for (zn_index k = 0; k < m->nbeside; k++)
        if (m->beside[k].at == from)
            m->beside[k--] = m->beside[--m->nbeside];
}

void zni_beside_forget(zni_collision *c, zn_index i)
{
    zni_attached *m = &c->member[i];

    for (zn_index k = 0; k < m->nbeside; k++)
        part(&c->member[m->beside[k].at], i);
    for (zn_index k = 0; m->leaf < 0 && k < c->n; k++) /* it keeps no list */
        part(&c->member[k], i);
    zn_free_array(c->ctx, m->beside);
    m->beside = NULL;
    m->nbeside = m->cbeside = 0;
}

/* ---- what is hidden ------------------------------------------------------------------------ */

/* Is x, in the frame of shape i, in one of those beside it, which `other` meets? With n, only if that is
 * not under the plane there; `least` is the size of the smallest that is not. */
static bool covered(zni_collision *c, int i, int other, const double x[3],
                    const double n[3], double *least)
{
    const zni_attached *m = &c->member[i];
    bool any = false;

    for (zn_index k = 0; k < m->nbeside && (n || !any); k++) {
        const zni_beside *b = &m->beside[k];
        const zn_shape *s = c->member[b->at].shape;
        const double size = zni_collision_size(m, &c->member[b->at]);
        double d[3], p[3], N[3];

        zni_sub3(x, b->in.x, d);
        zni_back3(b->in.R, d, p);
        if (zni_cover_outside(s, p) > ZNI_SAME * size ||
            !zni_collision_meets(c, other, b->at))
            continue;
        if (n) {
            zni_back3(b->in.R, n, N);
            if (zni_cover_under(s, p, N, ZNI_SAME * size, c->scratch.list))
                continue;
            *least = fmin(*least, size);
        }
        any = true;
    }
    return any;
}

/* A place on shape i, which is at `pose`, and its normal out of it, in the frame of i. */
typedef struct spot {
    double x[3], n[3];
} spot;

static void spot_of(const zni_pose *pose, const double p[3], double sign,
                    const double n[3], spot *out)
{
    double d[3];

    zni_sub3(p, pose->x, d);
    zni_back3(pose->R, d, out->x);
    zni_back3(pose->R, n, out->n);
    for (int k = 0; k < 3; k++)
        out->n[k] *= sign;
}

static bool hidden(zni_collision *c, int i, int other, const spot *at)
{
    const zn_shape *s = c->member[i].shape;
    double ahead[ZNI_COVER_MOST][3], size = s->scale;

    if (!covered(c, i, other, at->x, at->n, &size))
        return false;
    for (int k = zni_cover_ahead(s, at->x, at->n, ZNI_SAME * size, STEP * size,
                                 c->scratch.list, ahead);
         k-- > 0;)
        if (!covered(c, i, other, ahead[k], NULL, NULL))
            return false;
    return true;
}

/* Two members that touch. */
typedef struct couple {
    zni_collision *c;
    int i, j;
    const zni_pose *pi, *pj;
} couple;

/* Does a face that is touched have that normal? Places beside those that are nearest share their
 * normal, which is but nearly that of a face there. */
static bool of_face(const zn_shape *s, uint32_t feature, const spot *at)
{
    return feature >> 22 != ZNI_FACE || zni_cover_normal(s, at->x, at->n);
}

/* `exact`: with normals of faces alone. */
static bool is_there(const couple *w, const zn_touch *t, bool exact)
{
    zni_collision *c = w->c;
    const zni_attached *a = &c->member[w->i], *b = &c->member[w->j];
    spot p, q;

    spot_of(w->pi, t->p1, -1, t->n, &p);
    spot_of(w->pj, t->p2, 1, t->n, &q);
    return !(a->nbeside && hidden(c, w->i, w->j, &p)) &&
           !(b->nbeside && hidden(c, w->j, w->i, &q)) &&
           (!exact || (of_face(a->shape, t->f1, &p) &&
                       of_face(b->shape, t->f2, &q)));
}

/* @return are all there? */
static bool keep(const couple *w, bool exact, zni_touches *out)
{
    const zn_index all = out->n;
    zn_touch t;

    out->n = 0;
    for (zn_index k = 0; k < all; k++) {
        zni_touches_see(out, k, &t);
        if (is_there(w, &t, exact))
            out->at[out->n++] = out->at[k];
    }
    return out->n == all;
}

static void keep_all(void *user, zni_touches *out)
{
    keep(user, true, out);
}

/* The same seen from the other one. */
static void keep_exchanged(void *user, zni_touches *out)
{
    zni_touches_exchange(out);
    keep(user, true, out);
    zni_touches_exchange(out);
}

void zni_beside_keep(zni_collision *c, int i, const zni_pose *pi, int j,
                     const zni_pose *pj, zni_touches *out)
{
    const zni_attached *a = &c->member[i], *b = &c->member[j];
    couple w = {c, i, j, pi, pj};

    if (!out->n || (!a->nbeside && !b->nbeside))
        return;
    if (keep(&w, false, out))
        return;
    keep(&w, true, out);
    if (!out->n && b->nbeside)
        zni_touch_along(a->shape, pi, b->shape, pj, &c->scratch, keep_all, &w,
                        out);
    if (!out->n && a->nbeside) {
        zni_touch_along(b->shape, pj, a->shape, pi, &c->scratch, keep_exchanged,
                        &w, out);
        zni_touches_exchange(out);
    }
}
