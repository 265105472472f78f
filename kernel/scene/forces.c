/* forces.c - what acts on a body of a scene: its weight, and its force and moment
 *
 * A component is a constant and, where its body has one, an expression of t. Forces of which no
 * component has one are constants of the system.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/formula.h"
#include "kernel/scene/scene.h"

/* ---- checks ---- */

static const char *const component[] = {"x of force",  "y of force",  "z of force",
                                        "x of moment", "y of moment", "z of moment"};

static const char *text_of(const zn_scene_body *b, int i)
{
    return i < 3 ? b->force_at[i] : b->moment_at[i - 3];
}

/* An expression is instead of a number, and there where it counts. */
static zn_status check_alone(const zn_scene *s, const zn_scene_body *b, int i)
{
    const char *all = i < 3 || s->flat ? b->f_ext : b->m_ext;
    const double x = i < 3 ? b->force[i] : b->moment[i - 3];

    if (all)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "%s is '%.80s', and '%.80s' is all that acts; give one of them",
                       component[i], text_of(b, i), all);
    if (x != 0)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "%s is %g and '%.80s'; give one of them, or their sum as an "
                       "expression",
                       component[i], x, text_of(b, i));
    return s->flat && i >= 2 && i < 5
               ? zn_fail(s->ctx, ZN_EINVAL,
                         "there is %s, which a body of the plane has not; there are x "
                         "and y of force and z of moment",
                         component[i])
               : ZN_OK;
}

/* What is fixed feels nothing, and who gives it a force wants it to move. */
static zn_status check_moved(const zn_scene *s, const zn_scene_body *b)
{
    for (int i = 0; b->fixed && i < 6; i++)
        if (text_of(b, i) || (i < 3 ? b->force[i] : b->moment[i - 3]) != 0)
            return zn_fail(s->ctx, ZN_EINVAL,
                           "it is fixed, and there is %s, which moves nothing; leave one of them out", component[i]);
    return b->fixed && (b->f_ext || b->m_ext)
               ? zn_fail(s->ctx, ZN_EINVAL,
                         "it is fixed, and '%.80s' acts on it, which moves nothing; leave one of them out",
                         b->f_ext ? b->f_ext : b->m_ext)
               : ZN_OK;
}

zn_status zni_scene_check_forces(const zn_scene *s, const zn_scene_body *b)
{
    zn_status st = check_moved(s, b);

    for (int i = 0; !st && i < 6; i++) {
        if (!text_of(b, i))
            continue;
        st = zni_formula_check(s->ctx, component[i], text_of(b, i), false);
        if (!st)
            st = check_alone(s, b, i);
    }
    return st;
}

/* Has every expression a value where the body begins? */
static zn_status check_start(const zn_scene *s, const zn_scene_body *b, zn_ctx *ctx)
{
    zn_status st = ZN_OK;
    double x;

    for (int i = 0; !st && i < 6; i++)
        if (text_of(b, i))
            st = zni_formula_start(ctx, component[i], text_of(b, i),
                                   zni_scene_begin(s, b), &x);
    return st;
}

/* ---- into a system ---- */

/* base[] alone is a constant, and none at all where it is 0. */
static zn_status give(zn_ctx *ctx, zn_ds *ds, const char *op, const double base[3],
                      const char *const text[3], bool *there)
{
    const bool moves = text[0] || text[1] || text[2];

    *there = moves || base[0] != 0 || base[1] != 0 || base[2] != 0;
    if (moves)
        return zni_formulas_give(ctx, zn_ds_operator(ds, op), 3, base, text);
    return *there ? zn_ds_set_constant(ds, op, 3, 1, base) : ZN_OK;
}

/* In the plane the third component is the moment. */
static zn_status flat_force(const zn_scene *s, const zn_scene_body *b, zn_ctx *ctx,
                            zn_ds *ds)
{
    const double f[3] = {b->mass * s->gravity[0] + b->force[0],
                         b->mass * s->gravity[1] + b->force[1], b->moment[2]};
    const char *const text[3] = {b->force_at[0], b->force_at[1], b->moment_at[2]};

    if (b->f_ext)
        return zn_ds_set_name(ds, "f_ext", b->f_ext);
    return text[0] || text[1] || text[2]
               ? zni_formulas_give(ctx, zn_ds_operator(ds, "f_ext"), 3, f, text)
               : zn_ds_set_constant(ds, "f_ext", 3, 1, f);
}

static zn_status force_in_space(const zn_scene *s, const zn_scene_body *b,
                                zn_ctx *ctx, zn_ds *ds)
{
    double f[3];
    bool there;
    zn_status st;

    for (int i = 0; i < 3; i++)
        f[i] = b->mass * s->gravity[i] + b->force[i];
    st = b->f_ext ? zn_ds_set_name(ds, "f_ext", b->f_ext)
                  : give(ctx, ds, "f_ext", f, b->force_at, &there);
    if (!st && b->m_ext)
        return zn_ds_set_name(ds, "m_ext", b->m_ext);
    if (!st)
        st = give(ctx, ds, "m_ext", b->moment, b->moment_at, &there);
    return st || !there ? st : zn_ds_set(ds, "m_ext", "inertial");
}

zn_status zni_scene_set_forces(const zn_scene *s, const zn_scene_body *b,
                               zn_ctx *ctx, zn_ds *ds)
{
    const zn_status st = check_start(s, b, ctx);

    return st ? st : (s->flat ? flat_force : force_in_space)(s, b, ctx, ds);
}
