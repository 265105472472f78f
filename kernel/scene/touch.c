/* touch.c - contacts between balls, and of balls and boxes with planes
 *
 * A contact is announced while its gap is less than what the relative velocity may
 * close in the step under way, and a fiftieth of the shape. Its points and normal are
 * data of relation `contact`.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"

#include <math.h>
#include <string.h>

#include <zeno/mechanics.h>
#include <zeno/source.h>

enum { SPHERE, BOX, PLANE, OTHER };

/* A shape, where its body is. */
typedef struct placed {
    int form;
    zn_ds *ds;    /* NULL: fixed */
    double at[3]; /* in the frame of the centre of mass, or the world */
    double turn[4];
    double size[3];
    double reach; /* radius of a ball around it */
    zn_index group, body;
} placed;

typedef struct touch {
    zn_ctx *ctx;
    zn_index n;
    placed *shape;
    zn_index ngroup;
    zn_law **law; /* ngroup x ngroup, one of a pair in both places */
    zn_relation *relation[2][6]; /* by number of bodies - 1, rows - 1 */
} touch;

static void drop(void *user)
{
    touch *k = user;

    for (zn_index i = 0; i < k->ngroup; i++)
        for (zn_index j = 0; j <= i; j++)
            zn_law_free(k->law[i * k->ngroup + j]);
    for (int b = 0; b < 2; b++)
        for (int r = 0; r < 6; r++)
            zn_relation_free(k->relation[b][r]);
    zn_free_array(k->ctx, k->law);
    zn_free_array(k->ctx, k->shape);
    zn_free_array(k->ctx, k);
}

/* ---- where things are ---- */

static const double still[7] = {0, 0, 0, 1, 0, 0, 0};

static const double *pose(const zn_view *at, const placed *s)
{
    return s->ds ? zn_state_q(at->state, s->ds) : still;
}

/* A point given in the frame of the body, in the inertial frame. */
static void out_of(const double q[7], const double x[3], double out[3])
{
    zn_rotate(q + 3, x, out);
    for (int i = 0; i < 3; i++)
        out[i] += q[i];
}

static void into(const double q[7], const double x[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = x[i] - q[i];
    zn_rotate_back(q + 3, out, out);
}

/* Bound of the speed of points of a shape. */
static double speed(const zn_view *at, const placed *s)
{
    const double *v = s->ds ? zn_state_v(at->state, s->ds) : NULL;
    const double arm =
        sqrt(s->at[0] * s->at[0] + s->at[1] * s->at[1] + s->at[2] * s->at[2]) +
        s->reach;

    return !v ? 0
              : sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) +
                    arm * sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
}

/* ---- a contact ---- */

typedef struct pair {
    touch *k;
    const zn_view *at;
    zn_contacts *to;
    zn_index i, j; /* i moves */
    double near;
} pair;

static zn_status announce(const pair *p, uint64_t feature, const double P1[3],
                          const double P2[3], const double n[3])
{
    touch *k = p->k;
    const placed *a = &k->shape[p->i], *b = &k->shape[p->j];
    zn_law *law = k->law[a->group * k->ngroup + b->group];
    const zn_index rows = zn_law_size(law);
    zn_relation **r = &k->relation[b->ds != NULL][rows - 1];
    double data[9], gap = 0;
    zn_status st = ZN_OK;

    for (int c = 0; c < 3; c++)
        gap += n[c] * (P1[c] - P2[c]);
    if (!(gap < p->near))
        return ZN_OK;
    if (!*r)
        st = zn_relation_new(k->ctx, "contact", NULL, rows, b->ds ? 14 : 7, r);
    if (st)
        return st;
    into(pose(p->at, a), P1, data);
    into(pose(p->at, b), P2, data + 3);
    memcpy(data + 6, n, 3 * sizeof *n);
    return zn_contacts_announce(
        p->to,
        &(zn_contact){.key = {(uint64_t)p->i << 32 | (uint64_t)p->j, feature},
                      .law = law,
                      .relation = *r,
                      .d1 = a->ds,
                      .d2 = b->ds,
                      .data = data});
}

static zn_status balls(const pair *p)
{
    const placed *a = &p->k->shape[p->i], *b = &p->k->shape[p->j];
    double x[3], y[3], n[3] = {0, 0, 1}, l;

    out_of(pose(p->at, a), a->at, x);
    out_of(pose(p->at, b), b->at, y);
    l = sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) +
             (x[2] - y[2]) * (x[2] - y[2]));
    for (int c = 0; l > 0 && c < 3; c++)
        n[c] = (x[c] - y[c]) / l;
    for (int c = 0; c < 3; c++) {
        x[c] -= a->size[0] * n[c];
        y[c] += b->size[0] * n[c];
    }
    return announce(p, 0, x, y, n);
}

/* A point of shape i against the plane of shape j. */
static zn_status on_plane(const pair *p, uint64_t feature, const double x[3])
{
    static const double z[3] = {0, 0, 1};
    const placed *b = &p->k->shape[p->j];
    double n[3], foot[3], height = 0;

    zn_rotate(b->turn, z, n);
    for (int c = 0; c < 3; c++)
        height += n[c] * (x[c] - b->at[c]);
    for (int c = 0; c < 3; c++)
        foot[c] = x[c] - height * n[c];
    return announce(p, feature, x, foot, n);
}

static zn_status with_plane(const pair *p)
{
    static const double z[3] = {0, 0, 1};
    const placed *a = &p->k->shape[p->i], *b = &p->k->shape[p->j];
    const double *q = pose(p->at, a);
    double x[3], n[3];
    zn_status st = ZN_OK;

    if (a->form == SPHERE) {
        zn_rotate(b->turn, z, n);
        out_of(q, a->at, x);
        for (int c = 0; c < 3; c++)
            x[c] -= a->size[0] * n[c];
        return on_plane(p, 0, x);
    }
    for (uint64_t corner = 0; !st && corner < 8; corner++) {
        for (int c = 0; c < 3; c++)
            x[c] = (corner >> c & 1 ? 0.5 : -0.5) * a->size[c];
        zn_rotate(a->turn, x, x);
        for (int c = 0; c < 3; c++)
            x[c] += a->at[c];
        out_of(q, x, x);
        st = on_plane(p, corner, x);
    }
    return st;
}

static zn_status meet(touch *k, const zn_view *at, zn_contacts *to, zn_index i,
                      zn_index j)
{
    const placed *a = &k->shape[i], *b = &k->shape[j];
    pair p = {k, at, to, i, j, 0};

    if (a->body == b->body || (!a->ds && !b->ds) ||
        !k->law[a->group * k->ngroup + b->group])
        return ZN_OK;
    if (!a->ds) {
        p.i = j;
        p.j = i;
        a = &k->shape[p.i];
        b = &k->shape[p.j];
    }
    p.near = (at->t1 - at->t) * (speed(at, a) + speed(at, b)) + a->reach / 50;
    if (b->form == PLANE && a->form != PLANE && a->form != OTHER)
        return with_plane(&p);
    return a->form == SPHERE && b->form == SPHERE ? balls(&p) : ZN_OK;
}

static zn_status find(void *user, const zn_view *at, zn_contacts *to)
{
    touch *k = user;
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < k->n; i++)
        for (zn_index j = 0; !st && j < i; j++)
            st = meet(k, at, to, i, j);
    return st;
}

/* ---- from the scene ---- */

static int form_of(const char *form)
{
    return strcmp(form, "sphere") == 0  ? SPHERE
           : strcmp(form, "box") == 0   ? BOX
           : strcmp(form, "plane") == 0 ? PLANE
                                        : OTHER;
}

static void place(const zn_scene *s, zn_model *m, const zni_scene_shape *from,
                  placed *to)
{
    const zn_scene_body *b = &s->body[from->body].b;
    const double *size = from->s.size;

    to->form = form_of(from->s.form);
    to->ds = b->fixed ? NULL : zn_model_ds(m, b->name);
    to->group = from->group;
    to->body = from->body;
    memcpy(to->size, size, sizeof to->size);
    to->reach =
        to->form == SPHERE
            ? size[0]
            : sqrt(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]) /
                  2;
    for (int i = 0; i < 3; i++)
        to->at[i] = from->s.position[i] - (b->fixed ? 0 : b->centre[i]);
    memcpy(to->turn, from->s.orientation, sizeof to->turn);
    if (b->fixed) {
        zn_rotate(b->orientation, to->at, to->at);
        for (int i = 0; i < 3; i++)
            to->at[i] += b->position[i];
        zn_quaternion_product(b->orientation, to->turn, to->turn);
    }
}

static zn_status make_law(zn_ctx *ctx, const zni_scene_law *from, zn_law **out)
{
    char name[ZN_WORD_MAX], value[ZN_TEXT_MAX];
    const char *words = from->options;
    zn_status st = zn_law_new(ctx, from->cls, out);

    /* in space, not in the plane */
    if (!st && strcmp(from->cls, "newton-impact-friction") == 0)
        st = zn_law_set(*out, "size", "3");
    else if (!st && strcmp(from->cls, "rolling-friction") == 0)
        st = zn_law_set(*out, "size", "5");
    while (!st && zni_word_next(&words, name, value))
        st = zn_law_set(*out, name, value);
    return st;
}

/* Groups that pass through each other, though nobody said so. */
static void tell_free(const zn_scene *s, zn_ctx *ctx)
{
    for (zn_index i = 0; i < s->ngroup; i++)
        for (zn_index j = 0; j <= i; j++)
            if (!zni_scene_law_said(s, i, j))
                zn_log(ctx, i == j ? ZN_LOG_INFO : ZN_LOG_WARN,
                       "no law between groups '%s' and '%s': their shapes pass "
                       "through each other; type: none says that it is meant",
                       s->group[j], s->group[i]);
}

zn_status zn_scene_contacts(const zn_scene *s, zn_simulation *sim)
{
    zn_ctx *ctx = zn_simulation_ctx(sim);
    touch *k = zn_alloc(ctx, 1, sizeof *k);
    zn_status st = ZN_OK;

    if (!k)
        return ZN_ENOMEM;
    k->ctx = ctx;
    k->n = s->nshape;
    k->shape = zn_alloc(ctx, s->nshape, sizeof *k->shape);
    k->law = zn_alloc(ctx, s->ngroup * s->ngroup, sizeof *k->law);
    tell_free(s, ctx);
    if (!k->shape || !k->law)
        st = ZN_ENOMEM;
    else
        k->ngroup = s->ngroup;
    for (zn_index i = 0; !st && i < k->n; i++)
        place(s, zn_simulation_model(sim), &s->shape[i], &k->shape[i]);
    for (zn_index i = 0; !st && i < s->ngroup; i++)
        for (zn_index j = 0; !st && j <= i; j++) {
            const zni_scene_law *law = zni_scene_law_of(s, i, j);
            zn_law **to = &k->law[i * s->ngroup + j];
            if (law)
                st = make_law(ctx, law, to);
            k->law[j * s->ngroup + i] = *to;
        }
    if (!st)
        st = zn_simulation_find_contacts(sim, find, k, drop);
    if (st)
        drop(k);
    return st;
}
