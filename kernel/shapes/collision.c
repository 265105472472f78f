/* collision.c - the contact source of shapes: what is attached, which laws hold
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/collision.h"
#include "kernel/shapes/mesh.h"
#include "kernel/shapes/narrow.h"
#include "solvers/core/core.h"

#include <math.h>
#include <string.h>

#include "kernel/contact/source.h"

static const zn_option options[] = {
    ZN_OPT_REAL(zni_collision, reach, ZNI_REACH, 0, 1e6, "-",
                "contacts are announced from that gap on, times the size of "
                "the smaller shape"),
    ZN_OPT_REAL(zni_collision, ahead, 1.5, 0, 1e6, "-",
                "and those where moving shapes will touch within that many steps"),
    ZN_OPT_WORD(zni_collision, narrow, "exact",
                "class that finds where two shapes touch"),
    ZN_OPT_END,
};

static zn_status prepare(void *k, zn_model *m)
{
    zni_collision *c = k;

    c->model = m;
    c->ctx = zn_model_ctx(m);
    zn_narrow_free(c->by);
    c->by = NULL;
    return strcmp(c->narrow, zni_narrow_exact.type.name) == 0
               ? ZN_OK
               : zn_narrow_new(c->ctx, c->narrow, &c->by);
}

static void fini(void *k, zn_ctx *ctx)
{
    zni_collision *c = k;

    zn_narrow_free(c->by);
    for (zn_index i = 0; i < c->n; i++) {
        zn_free_array(ctx, c->member[i].name);
        zn_free_array(ctx, c->member[i].beside);
    }
    for (zn_index i = 0; i < c->nshape; i++)
        zn_shape_free(c->shape[i]);
    for (zn_index i = c->taken; i < c->ngiven; i++)
        zn_law_free(c->given[i]);
    if (c->tree_made)
        zni_boxes_fini(&c->tree);
    zni_scratch_free(ctx, &c->scratch);
    zn_free_array(ctx, c->apart);
    zn_free_array(ctx, c->met);
    zn_free_array(ctx, c->touch);
    zn_free_array(ctx, c->member);
    zn_free_array(ctx, c->sorted);
    zn_free_array(ctx, c->plane);
    zn_free_array(ctx, c->given);
    zn_free_array(ctx, c->ignored);
    zn_free_array(ctx, c->shape);
    zn_free_array(ctx, c->pair);
}

/* Shapes of groups without a law pass through each other. */
static bool idle(const void *k)
{
    const zni_collision *c = k;

    for (int i = 0; i < ZN_COLLISION_GROUPS; i++)
        for (int j = 0; j <= i; j++)
            if (c->law[i][j])
                return false;
    return true;
}

const zn_source_type zni_source_collision = {
    .type = {.size = sizeof zni_source_collision,
             .kind = ZN_KIND_SOURCE,
             .name = "collision",
             .summary = "where the shapes of bodies touch",
             .state_size = sizeof(zni_collision),
             .options = options},
    .prepare = prepare,
    .find = zni_collision_find,
    .fini = fini,
    .idle = idle,
};

zn_status zni_collision_of(zn_source *src, zni_collision **out)
{
    zni_collision *c = src->state;

    *out = c;
    if (src->type != &zni_source_collision)
        return zn_fail(src->ctx, ZN_EINVAL,
                       "contact source '%s': shapes are for one of class "
                       "'collision'",
                       src->type->type.name);
    c->ctx = src->ctx;
    if (!c->tree_made)
        zni_boxes_init(&c->tree, src->ctx);
    c->tree_made = true;
    return ZN_OK;
}

/* ---- shapes ------------------------------------------------------------------------ */

static const char *space_or_plane(bool flat)
{
    return flat ? "the plane" : "space";
}

static zn_status check_system(const zni_collision *c, const zn_collider *w)
{
    const bool flat = w->shape->flat;
    const zn_index nq = zn_ds_nq(w->ds), nv = zn_ds_nv(w->ds);

    if (flat ? nq == 3 && nv == 3 : nq == 7 && nv == 6)
        return ZN_OK;
    return zn_fail(c->ctx, ZN_EINVAL,
                   "system '%s' (%s) has %td coordinates; shapes %s",
                   zn_ds_name(w->ds), zn_ds_class(w->ds)->type.name, nq,
                   flat ? "of the plane are for systems with (x, y, angle)"
                        : "in space are for bodies of class 'newton-euler'");
}

static zn_status check(zni_collision *c, const zn_collider *w)
{
    zn_status st;

    if (!w->shape)
        return zn_fail(c->ctx, ZN_EINVAL, "there is no shape to attach");
    if (w->shape->owner && w->shape->owner != c)
        return zn_fail(c->ctx, ZN_EINVAL,
                       "this %s is in another contact source; make one for "
                       "each",
                       zn_shape_kind(w->shape));
    if (w->group < 0 || w->group >= ZN_COLLISION_GROUPS)
        return zn_fail(c->ctx, ZN_EINVAL, "group = %td, must be 0 ... %d",
                       w->group, ZN_COLLISION_GROUPS - 1);
    if (c->begun && w->shape->flat != c->flat)
        return zn_fail(c->ctx, ZN_EINVAL,
                       "a %s is of %s, and this contact source of %s; make one "
                       "for each",
                       zn_shape_kind(w->shape), space_or_plane(w->shape->flat),
                       space_or_plane(c->flat));
    if (!w->ds)
        return ZN_OK;
    st = check_system(c, w);
    if (st)
        return st;
    if (!(w->shape->scale > 0))
        return zn_fail(c->ctx, ZN_EINVAL,
                       "a %s has no end, and belongs to the world, not to "
                       "body '%s'",
                       zn_shape_kind(w->shape), zn_ds_name(w->ds));
    return ZN_OK;
}

static zn_status own(zni_collision *c, zn_shape *s)
{
    zn_status st;

    if (s->owner)
        return ZN_OK;
    st =
        zn_grow(c->ctx, &c->shape, &c->cshape, c->nshape + 1, sizeof *c->shape);
    if (!st)
        st = zni_scratch_reserve(c->ctx, &c->scratch, s);
    if (st)
        return st;
    s->owner = c;
    s->place = c->nshape;
    c->begun = true;
    c->flat = s->flat;
    c->shape[c->nshape++] = s;
    return ZN_OK;
}

zn_status zn_collision_discard(zn_source *src, zn_shape *shape)
{
    zni_collision *c;
    const zn_status st = zni_collision_of(src, &c);

    if (st || !shape)
        return st;
    if (shape->owner != c)
        return zn_fail(c->ctx, ZN_EINVAL,
                       "this %s is not in this contact source",
                       zn_shape_kind(shape));
    if (shape->uses)
        return zn_fail(c->ctx, ZN_ESTATE,
                       "this %s is attached %td times; take it off first",
                       zn_shape_kind(shape), shape->uses);
    c->shape[shape->place] = c->shape[--c->nshape];
    c->shape[shape->place]->place = shape->place;
    zn_shape_free(shape);
    return ZN_OK;
}

static zn_status copy_name(zni_collision *c, const char *name, char **out)
{
    if (!name)
        return ZN_OK;
    *out = zn_alloc(c->ctx, (zn_index)strlen(name) + 1, 1);
    if (!*out)
        return ZN_ENOMEM;
    strcpy(*out, name);
    return ZN_OK;
}

/* No corner of the bounds of the shape is farther from the origin of the body. */
static double reach_of(const zni_attached *m)
{
    double far = 0;

    for (int i = 0; i < 3; i++)
        far = fmax(far, fmax(fabs(m->shape->lo[i]), fabs(m->shape->hi[i])));
    return sqrt(3.) * far + sqrt(zni_dot3(m->in_body.x, m->in_body.x));
}

/* A member in the place of one that went, if there is one; there is room. */
static zn_index enter(zni_collision *c, const zni_attached *m)
{
    zn_index k = c->n;

    if (c->vacant) {
        k = c->vacant - 1;
        c->vacant = c->member[k].turn;
    } else {
        c->n++;
    }
    c->member[k] = *m;
    c->member[k].turn = c->turns++;
    c->nameless++;
    c->unplaced++;
    m->shape->uses++;
    if (!(m->shape->scale > 0))
        c->plane[c->nplane++] = (int)k;
    return k;
}

static zn_status attach(zn_source *src, const zn_collider *w, zn_index *id)
{
    static const zni_pose itself = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    zn_index k;
    zni_collision *c;
    zni_attached m;
    zn_status st = zni_collision_of(src, &c);

    if (!st)
        st = check(c, w);
    if (st)
        return st;
    m = (zni_attached){.ds = w->ds,
                       .shape = w->shape,
                       .group = (int)w->group,
                       .made = !w->name,
                       .leaf = -1,
                       .fresh = true,
                       .in_body = itself};
    if (w->pose)
        st = zni_pose_of(w->shape, w->pose, &m.in_body);
    m.centred = memcmp(&m.in_body, &itself, sizeof itself) == 0;
    m.far = reach_of(&m);
    if (!st)
        st = zn_grow(c->ctx, &c->member, &c->cap, c->n + 1, sizeof *c->member);
    if (!st && !(w->shape->scale > 0))
        st = zn_grow(c->ctx, &c->plane, &c->cplane, c->nplane + 1,
                     sizeof *c->plane);
    if (!st)
        st = copy_name(c, w->name, &m.name);
    if (st)
        return st;
    st = own(c, w->shape);
    if (st) {
        zn_free_array(c->ctx, m.name);
        return st;
    }
    k = enter(c, &m);
    if (id)
        *id = k;
    return ZN_OK;
}

zn_status zn_collision_attach_sized(zn_source *src, const zn_collider *w,
                                    size_t size, zn_index *id)
{
    zn_collider whole;

    zni_copy_sized(w, size, &whole, sizeof whole);
    return attach(src, &whole, id);
}

zn_status zn_collision_detach(zn_source *src, zn_index id)
{
    zni_collision *c;
    const zn_status st = zni_collision_of(src, &c);

    if (st)
        return st;
    if (id < 0 || id >= c->n || !c->member[id].shape)
        return zn_fail(c->ctx, ZN_ENOENT, "there is no attached shape %td", id);
    zni_attached *m = &c->member[id];
    if (m->leaf >= 0)
        zni_boxes_remove(&c->tree, m->leaf);
    for (zn_index k = 0; k < c->nplane; k++)
        if (c->plane[k] == id)
            c->plane[k--] = c->plane[--c->nplane];
    for (zn_index k = 0; k < c->nsorted; k++)
        if (c->sorted[k].at == id) {
            memmove(c->sorted + k, c->sorted + k + 1,
                    (size_t)(c->nsorted - k - 1) * sizeof *c->sorted);
            c->nsorted--;
            break;
        }
    zni_beside_forget(c, id);
    zn_free_array(c->ctx, m->name);
    c->nameless -= !m->named;
    c->unplaced -= !m->placed;
    m->shape->uses--;
    /* fresh: its pairs go */
    *m = (zni_attached){.leaf = -1, .fresh = true, .turn = c->vacant};
    c->vacant = id + 1;
    return ZN_OK;
}

/* ---- who meets whom ------------------------------------------------------------------- */

static zn_status keep_law(zni_collision *c, zn_law *law)
{
    zn_status st;

    for (zn_index i = 0; i < c->ngiven; i++)
        if (c->given[i] == law)
            return ZN_OK;
    st =
        zn_grow(c->ctx, &c->given, &c->cgiven, c->ngiven + 1, sizeof *c->given);
    if (!st)
        c->given[c->ngiven++] = law;
    return st;
}

zn_status zni_collision_check_law(const zni_collision *c, const zn_law *law)
{
    const zn_index rows = zn_law_size(law);

    if (rows == 1 || rows == 3 || (c->flat ? rows == 2 : rows == 5 || rows == 6))
        return ZN_OK;
    return zn_fail(c->ctx, ZN_EINVAL,
                   "law '%s' has %td rows; between shapes in %s", zn_law_class(law)->type.name, rows,
                   c->flat ? "the plane it has 1 (gap), 2 (friction) or 3 (rolling)"
                           : "space it has 1 (gap), 3 (friction), 5 or 6 (rolling)");
}

zn_status zn_collision_law(zn_source *src, zn_index g1, zn_index g2,
                           zn_law *law)
{
    zni_collision *c;
    zn_status st = zni_collision_of(src, &c);

    if (st)
        return st;
    if (g1 < 0 || g2 < 0 || g1 >= ZN_COLLISION_GROUPS ||
        g2 >= ZN_COLLISION_GROUPS)
        return zn_fail(c->ctx, ZN_EINVAL,
                       "groups %td and %td, must be 0 ... %d", g1, g2,
                       ZN_COLLISION_GROUPS - 1);
    if (law && c->begun)
        st = zni_collision_check_law(c, law);
    if (st)
        return st;
    if (law)
        st = keep_law(c, law);
    if (st)
        return st;
    c->law[g1][g2] = c->law[g2][g1] = law;
    c->refresh = true;
    return ZN_OK;
}

zn_status zn_collision_ignore(zn_source *src, const zn_ds *d1, const zn_ds *d2)
{
    zni_collision *c;
    zn_status st = zni_collision_of(src, &c);

    if (!st)
        st = zn_grow(c->ctx, &c->ignored, &c->cignored, c->nignored + 1,
                     sizeof *c->ignored);
    if (st)
        return st;
    c->ignored[c->nignored][0] = d1;
    c->ignored[c->nignored++][1] = d2;
    c->refresh = true;
    return ZN_OK;
}

zn_status zn_collision_leave(zn_source *src, const zn_ds *ds)
{
    zni_collision *c;
    zn_status st = zni_collision_of(src, &c);

    for (zn_index i = 0; !st && ds && i < c->n; i++)
        if (c->member[i].shape && c->member[i].ds == ds)
            st = zn_collision_detach(src, i);
    if (st || !ds)
        return st;

    for (zn_index k = c->nignored; k-- > 0;)
        if (c->ignored[k][0] == ds || c->ignored[k][1] == ds) {
            c->nignored--;
            c->ignored[k][0] = c->ignored[c->nignored][0];
            c->ignored[k][1] = c->ignored[c->nignored][1];
        }
    return ZN_OK;
}

/* Said once, of the first two that come near each other. */
static void tell_free(zni_collision *c, const zni_attached *a,
                      const zni_attached *b)
{
    if (!c->told)
        zn_log(c->ctx, ZN_LOG_WARN,
               "'%s' (%s%s) and '%s' (%s%s) pass through each other, though "
               "there is a law between them: such a pair has no contact%s",
               a->name, zn_shape_kind(a->shape),
               a->shape->mesh && a->shape->mesh->sheet ? ", not closed" : "",
               b->name, zn_shape_kind(b->shape),
               b->shape->mesh && b->shape->mesh->sheet ? ", not closed" : "",
               c->by ? " in this narrow phase" : "");
    c->told = true;
}

bool zni_collision_meets(zni_collision *c, int i, int j)
{
    const zni_attached *a = &c->member[i], *b = &c->member[j];

    if (a->ds == b->ds || !c->law[a->group][b->group])
        return false;
    for (zn_index k = 0; k < c->nignored; k++) {
        const zn_ds *p = c->ignored[k][0], *q = c->ignored[k][1];
        if ((p == a->ds && q == b->ds) || (p == b->ds && q == a->ds))
            return false;
    }
    if (c->by ? zn_narrow_meets(c->by, a->shape, b->shape)
              : zni_pair_meets(a->shape, b->shape))
        return true;
    tell_free(c, a, b);
    return false;
}
