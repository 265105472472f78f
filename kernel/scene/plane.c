/* plane.c - scenes of the plane: bodies with (x, y, angle)
 *
 * Vectors of such a scene have z = 0, spins and moments are about z, and instead of an
 * orientation there is an angle.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"

#include <math.h>
#include <string.h>

#include <zeno/mechanics.h>

zn_status zn_scene_set_dimension(zn_scene *s, zn_index dimension)
{
    if (dimension != 2 && dimension != 3)
        return zn_fail(s->ctx, ZN_EINVAL, "dimension = %td, must be 2 or 3",
                       dimension);
    if (s->nbody || s->njoint)
        return zn_fail(s->ctx, ZN_ESTATE,
                       "there are bodies already; say first that a scene is of "
                       "the plane");
    s->flat = dimension == 2;
    return s->flat ? zni_plane_vector(s, "gravity", s->gravity) : ZN_OK;
}

zn_index zn_scene_dimension(const zn_scene *s)
{
    return s->flat ? 2 : 3;
}

/* ---- checks ------------------------------------------------------------------------ */

zn_status zni_plane_vector(const zn_scene *s, const char *what,
                           const double x[3])
{
    return !s->flat || x[2] == 0
               ? ZN_OK
               : zn_fail(s->ctx, ZN_EINVAL,
                         "%s: z = %g, must be 0 in a scene of the plane", what,
                         x[2]);
}

static zn_status about_z(const zn_scene *s, const char *what, const double x[3])
{
    return x[0] == 0 && x[1] == 0
               ? ZN_OK
               : zn_fail(s->ctx, ZN_EINVAL,
                         "%s: (%g, %g) about x and y, must be 0 in a scene of "
                         "the plane",
                         what, x[0], x[1]);
}

zn_status zni_plane_turn(const zn_scene *s, double angle, double p[4])
{
    const double all[3][4] = {
        {0}, {1, 0, 0, 0}, {cos(angle / 2), 0, 0, sin(angle / 2)}};
    bool other = true; /* none, or that of the angle */

    for (int i = 0; i < 3; i++)
        other = other && memcmp(p, all[i], sizeof *all) != 0;

    if (!isfinite(angle))
        return zn_fail(s->ctx, ZN_EINVAL, "angle = %g, must be finite", angle);
    if (!s->flat && angle != 0)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "angle = %g is for scenes of the plane; give an "
                       "orientation",
                       angle);
    if (!s->flat)
        return ZN_OK;
    if (other)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "an orientation is for scenes in space; give an angle");
    memcpy(p, all[2], sizeof *all);
    return ZN_OK;
}

static zn_status check_inertia(const zn_scene *s, const double I[9])
{
    for (int i = 0; i < 8; i++)
        if (I[i] != 0)
            return zn_fail(s->ctx, ZN_EINVAL,
                           "inertia: component %d is %g; a body of the plane "
                           "has that about z alone, component 8",
                           i, I[i]);
    return ZN_OK;
}

zn_status zni_plane_body(const zn_scene *s, zn_scene_body *b)
{
    zn_status st = zni_plane_turn(s, b->angle, b->orientation);

    if (st || !s->flat)
        return st;
    st = zni_plane_vector(s, "position", b->position);
    if (!st)
        st = zni_plane_vector(s, "velocity", b->velocity);
    if (!st)
        st = zni_plane_vector(s, "centre", b->centre);
    if (!st)
        st = zni_plane_vector(s, "force", b->force);
    if (!st)
        st = about_z(s, "spin", b->spin);
    if (!st)
        st = about_z(s, "moment", b->moment);
    if (!st)
        st = check_inertia(s, b->inertia);
    if (!st && b->m_ext)
        st = zn_fail(s->ctx, ZN_EINVAL,
                     "a moment by a function is for scenes in space; here "
                     "force: Plugin:symbol has three components, the moment "
                     "last");
    for (int i = 2; !st && i < 5; i++)
        if (b->prescribed[i])
            st = zn_fail(s->ctx, ZN_EINVAL,
                         "velocity %s is prescribed, which a body of the plane "
                         "has not; there are vx, vy and wz",
                         zni_prescribed[i]);
    if (!st && b->options && *b->options)
        st = zn_fail(s->ctx, ZN_EINVAL,
                     "options '%s' are of class newton-euler, in space",
                     b->options);
    return st;
}

zn_status zni_plane_shape(const zn_scene *s, zn_scene_shape *shape)
{
    const zni_form *f = zni_form_find(shape->form);
    zn_status st = zni_plane_vector(s, "position", shape->position);

    if (!st && f && f->flat != s->flat)
        st = zn_fail(s->ctx, ZN_EINVAL,
                     "a %s is of %s, and the scene of %s (dimension: 2 is the "
                     "plane)",
                     f->name, f->flat ? "the plane" : "space",
                     s->flat ? "the plane" : "space");
    for (zn_index i = 0;
         !st && s->flat && shape->points && i < shape->npoint; i++)
        st = zni_plane_vector(s, "points", shape->points + 3 * i);
    return st ? st : zni_plane_turn(s, shape->angle, shape->orientation);
}

/* ---- bodies ------------------------------------------------------------------------ */

zn_status zni_plane_make_body(const zn_scene *s, const zn_scene_body *b,
                              zn_ctx *ctx, zn_ds **out)
{
    double q[7], v[6];
    zn_status st = zni_scene_velocity(s, b, ctx, v);

    zni_scene_start(b, q);
    q[2] = b->angle;
    v[2] = b->prescribed[5] && !b->jumps ? v[5] : b->spin[2];
    if (!st)
        st = zn_planar_body_new(ctx, b->name, b->mass, b->inertia[8], q, v, out);
    return st ? st : zni_scene_set_forces(s, b, ctx, *out);
}

void zni_plane_pose(const double q[3], double out[7])
{
    const double pose[7] = {q[0], q[1], 0, cos(q[2] / 2), 0, 0, sin(q[2] / 2)};

    memcpy(out, pose, sizeof pose);
}

void zni_plane_velocity(const double v[3], double out[6])
{
    const double velocity[6] = {v[0], v[1], 0, 0, 0, v[2]};

    memcpy(out, velocity, sizeof velocity);
}
