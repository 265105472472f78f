/* shape.c - shapes: their making, and where two of them touch
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/mesh.h"

#include <math.h>
#include <string.h>

static const char *const kind_name[ZNI_SHAPE_KINDS] = {
    [ZNI_PLANE] = "plane",
    [ZNI_SPHERE] = "sphere",
    [ZNI_BOX] = "box",
    [ZNI_CAPSULE] = "capsule",
    [ZNI_HULL] = "hull",
    [ZNI_CYLINDER] = "cylinder",
    [ZNI_CONE] = "cone",
    [ZNI_MESH] = "mesh",
    [ZNI_HEIGHT_FIELD] = "height field",
    [ZNI_DISC] = "disc",
    [ZNI_RECTANGLE] = "rectangle",
    [ZNI_POLYGON] = "polygon",
    [ZNI_SEGMENT] = "segment",
    [ZNI_HALF_PLANE] = "half plane",
};

static zn_status check_length(zn_ctx *ctx, zni_shape_kind kind,
                              const char *what, double value)
{
    if (value > 0 && value < INFINITY)
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL, "%s: %s = %g, must be > 0 and finite (m)",
                   kind_name[kind], what, value);
}

zn_status zni_shape_make(zn_ctx *ctx, zni_shape_kind kind, zn_index numbers,
                         zn_shape **out)
{
    zn_shape *s = zn_alloc(ctx, 1, sizeof *s);

    *out = NULL;
    if (!s)
        return ZN_ENOMEM;
    s->ctx = ctx;
    s->kind = kind;
    s->numbers = numbers ? zn_alloc(ctx, numbers, sizeof *s->numbers) : NULL;
    if (numbers && !s->numbers) {
        zn_free_array(ctx, s);
        return ZN_ENOMEM;
    }
    *out = s;
    return ZN_OK;
}

void zn_shape_free(zn_shape *s)
{
    if (!s)
        return;
    zn_free_array(s->ctx, s->numbers);
    zn_free_array(s->ctx, s->lists);
    if (s->mesh)
        zni_mesh_free(s->ctx, s->mesh);
    zn_free_array(s->ctx, s);
}

/* Bounds that are the same on both sides of 0. */
static void set_bounds(zn_shape *s, double x, double y, double z)
{
    const double half[3] = {x, y, z};

    for (int i = 0; i < 3; i++) {
        s->lo[i] = -half[i];
        s->hi[i] = half[i];
    }
    s->scale = sqrt(zni_dot3(half, half));
}

zn_status zn_shape_plane(zn_ctx *ctx, zn_shape **out)
{
    const zn_status st = zni_shape_make(ctx, ZNI_PLANE, 0, out);

    if (st)
        return st;
    set_bounds(*out, INFINITY, INFINITY, INFINITY);
    (*out)->hi[2] = 0;
    (*out)->scale = 0;
    return ZN_OK;
}

zn_status zn_shape_sphere(zn_ctx *ctx, double radius, zn_shape **out)
{
    zn_status st = check_length(ctx, ZNI_SPHERE, "radius", radius);

    *out = NULL;
    if (!st)
        st = zni_shape_make(ctx, ZNI_SPHERE, 3, out);
    if (st)
        return st;
    (*out)->radius = radius;
    zni_poly_point((*out)->numbers, &(*out)->core);
    set_bounds(*out, radius, radius, radius);
    return ZN_OK;
}

zn_status zn_shape_box(zn_ctx *ctx, const double size[3], zn_shape **out)
{
    static const char *const name[3] = {"size along x", "size along y",
                                        "size along z"};
    zn_status st = ZN_OK;

    *out = NULL;
    for (int i = 0; !st && i < 3; i++)
        st = check_length(ctx, ZNI_BOX, name[i], size[i]);
    if (!st)
        st = zni_shape_make(ctx, ZNI_BOX, 48, out);
    if (st)
        return st;
    memcpy((*out)->size, size, 3 * sizeof *size);
    zni_poly_box(size, (*out)->numbers, (*out)->numbers + 24, &(*out)->core);
    set_bounds(*out, size[0] / 2, size[1] / 2, size[2] / 2);
    return ZN_OK;
}

zn_status zn_shape_capsule(zn_ctx *ctx, double radius, double length,
                           zn_shape **out)
{
    zn_status st = check_length(ctx, ZNI_CAPSULE, "radius", radius);

    *out = NULL;
    if (!st)
        st = check_length(ctx, ZNI_CAPSULE, "length", length);
    if (!st)
        st = zni_shape_make(ctx, ZNI_CAPSULE, 6, out);
    if (st)
        return st;
    (*out)->radius = radius;
    (*out)->size[2] = length;
    zni_poly_segment(length, (*out)->numbers, &(*out)->core);
    set_bounds(*out, radius, radius, length / 2 + radius);
    return ZN_OK;
}

/* A cylinder, or a cone with its tip cut off where it is as wide as `top`. */
static zn_status make_round(zn_ctx *ctx, zni_shape_kind kind, double radius,
                            double top, double length, zn_shape **out)
{
    zn_status st = check_length(ctx, kind, "radius", radius);

    *out = NULL;
    if (!st)
        st = check_length(ctx, kind, "length", length);
    if (!st)
        st = zni_shape_make(ctx, kind, 0, out);
    if (st)
        return st;
    (*out)->size[0] = radius;
    (*out)->size[1] = length;
    (*out)->size[2] = top;
    zni_round_make(radius, top, length, &(*out)->round);
    set_bounds(*out, fmax(radius, top), fmax(radius, top), length / 2);
    return ZN_OK;
}

zn_status zn_shape_cylinder(zn_ctx *ctx, double radius, double length,
                            zn_shape **out)
{
    return make_round(ctx, ZNI_CYLINDER, radius, radius, length, out);
}

zn_status zn_shape_cone(zn_ctx *ctx, double radius, double top, double length,
                        zn_shape **out)
{
    *out = NULL;
    if (!(top >= 0 && top < INFINITY))
        return zn_fail(ctx, ZN_EINVAL,
                       "cone: radius at the top = %g, must be >= 0 and finite "
                       "(m)",
                       top);
    return make_round(ctx, ZNI_CONE, radius, top, length, out);
}

const char *zn_shape_kind(const zn_shape *s)
{
    return kind_name[s->kind];
}

void zn_shape_bounds(const zn_shape *s, double low[3], double high[3])
{
    memcpy(low, s->lo, sizeof s->lo);
    memcpy(high, s->hi, sizeof s->hi);
}

zn_index zn_shape_face_count(const zn_shape *s)
{
    return s->mesh ? s->mesh->top_t : s->flat ? s->core.nv > 2 : s->core.nf;
}

zn_index zn_shape_face(const zn_shape *s, zn_index f, zn_index k, double x[3])
{
    const zni_poly *P = &s->core;

    if (f < 0 || f >= zn_shape_face_count(s))
        return 0;
    if (s->mesh) {
        if (k >= 0 && k < 3)
            memcpy(x, s->mesh->v[s->mesh->tri[f][k]], 3 * sizeof *x);
        return 3;
    }
    if (s->flat) {
        if (k >= 0 && k < P->nv)
            memcpy(x, P->v + 3 * k, 3 * sizeof *x);
        return P->nv;
    }
    const int *loop = P->loop + P->first[f];
    const zn_index n = P->first[f + 1] - P->first[f];
    if (k >= 0 && k < n)
        memcpy(x, P->v + 3 * loop[k], 3 * sizeof *x);
    return n;
}

/* ---- two of them -------------------------------------------------------------------- */

zn_status zni_pose_of(const zn_shape *s, const double pose[7], zni_pose *out)
{
    double finite = 0;

    for (int i = 0; i < 3; i++)
        finite += 0 * pose[i];
    const double l = zn_quaternion_length(pose + 3);
    if (!(finite == 0) || !(fabs(l - 1) <= 1e-8))
        return zn_fail(s->ctx, ZN_EINVAL,
                       "a pose has position (%g, %g, %g) and a quaternion of "
                       "length %.9g, must be finite and 1",
                       pose[0], pose[1], pose[2], l);
    if (s->flat && (pose[2] != 0 || pose[4] != 0 || pose[5] != 0))
        return zn_fail(s->ctx, ZN_EINVAL,
                       "a pose with z = %g, and a quaternion with (%g, %g) "
                       "about x and y; a %s stays in the plane, must be 0",
                       pose[2], pose[4], pose[5], zn_shape_kind(s));
    memcpy(out->x, pose, sizeof out->x);
    zn_rotation_matrix(pose + 3, out->R);
    return ZN_OK;
}

static zn_status reserve_mesh(zn_ctx *ctx, zni_scratch *s, const zn_shape *a)
{
    const zni_mesh *m = a->mesh;
    zn_status st = zn_grow(ctx, &s->list, &s->clist, m->nt, sizeof *s->list);

    if (!st)
        st = zn_grow(ctx, &s->near_, &s->cnear, m->nt, sizeof *s->near_);
    if (!st)
        st = zn_grow(ctx, &s->some, &s->csome, m->nt, sizeof *s->some);
    /* of two meshes that which is no ground is moved */
    if (st || m->sheet || a->kind == ZNI_HEIGHT_FIELD)
        return st;
    st = zn_grow(ctx, &s->point, &s->cpoint, m->nv, sizeof *s->point);
    if (!st)
        st = zn_grow(ctx, &s->normal, &s->cnormal, m->nv, sizeof *s->normal);
    if (!st)
        st = zn_grow(ctx, &s->face, &s->cface, m->nt, sizeof *s->face);
    return st;
}

zn_status zni_scratch_reserve(zn_ctx *ctx, zni_scratch *s, const zn_shape *a)
{
    zn_status st = zn_grow(ctx, &s->v, &s->cv, 3 * a->core.nv, sizeof *s->v);

    if (!st)
        st = zn_grow(ctx, &s->plane, &s->cplane, 4 * a->core.nf,
                     sizeof *s->plane);
    return !st && a->mesh ? reserve_mesh(ctx, s, a) : st;
}

void zni_scratch_free(zn_ctx *ctx, zni_scratch *s)
{
    zn_free_array(ctx, s->v);
    zn_free_array(ctx, s->plane);
    zn_free_array(ctx, s->list);
    zn_free_array(ctx, s->near_);
    zn_free_array(ctx, s->some);
    zn_free_array(ctx, s->point);
    zn_free_array(ctx, s->normal);
    zn_free_array(ctx, s->face);
}

zn_status zn_shape_touch(const zn_shape *a, const double pose_a[7],
                         const zn_shape *b, const double pose_b[7],
                         double reach, zn_touch out[], zn_index *n)
{
    zni_touches to = {.at = out, .most = ZN_TOUCH_MOST, .reach = reach};
    zni_scratch scratch = {0};
    zni_pose pa, pb;
    zn_status st;

    *n = 0;
    if (!zni_pair_meets(a, b))
        return zn_fail(a->ctx, ZN_ENOTSUP, "a %s and a %s have no contact",
                       zn_shape_kind(a), zn_shape_kind(b));
    st = zni_pose_of(a, pose_a, &pa);
    if (!st)
        st = zni_pose_of(b, pose_b, &pb);
    if (!st)
        st = zni_scratch_reserve(a->ctx, &scratch, a);
    if (!st)
        st = zni_scratch_reserve(a->ctx, &scratch, b);
    if (!st) {
        zni_pair_touch(a, &pa, b, &pb, &scratch, &to);
        zni_touches_carry(&to);
        *n = to.n;
    }
    zni_scratch_free(a->ctx, &scratch);
    return st;
}
