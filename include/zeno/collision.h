/** @file
 * Collision: a contact source of class "collision" that finds where the shapes of bodies
 * touch. Make it, attach shapes, say which law holds between which groups, hand it to
 * the simulation:
 *
 *     zn_source_new(ctx, "collision", &c);
 *     zn_shape_box(ctx, size, &box);
 *     zn_collision_attach(c, &(zn_collider){.ds = body, .shape = box}, NULL);
 *     zn_collision_attach(c, &(zn_collider){.shape = floor}, NULL);
 *     zn_collision_law(c, 0, 0, friction);
 *     zn_simulation_add_source(sim, c);
 *
 * Bodies are systems of class "newton-euler"; with shapes of the plane those with q = (x, y,
 * angle), for example by zn_planar_body_new. A source is of space or of the plane, as its first
 * shape is. Shapes of the same body, or of the world, do not meet. Groups without a law do not
 * meet either. A law has 1 row (gap), 3 (friction), 5 or 6 (rolling friction, spin); in the
 * plane 1, 2 (friction) or 3 (rolling friction).
 *
 * | option | default | what                                                        |
 * |--------|---------|-------------------------------------------------------------|
 * | reach  | 0.02    | contacts are announced from that gap on, times a size       |
 * | ahead  | 1.5     | steps that two shapes farther apart are followed; 0: none   |
 * | narrow | exact   | class that finds where two shapes touch (zeno/narrow.h)     |
 *
 * The size is that of the smaller shape (half the diagonal of its bounds). Shapes are followed
 * along their motion, and places where they will touch are announced. Bodies that pass within half
 * a step want gamma=1 of moreau-jean, too.
 *
 * Shapes of one body, and of the world, that touch or overlap have one surface together: edges and
 * sides that others hide have no contacts, so that a floor of boxes is a floor.
 *
 * Keys are made of the names of the bodies and of the features that touch, so a contact
 * is the same whatever the order in which bodies were made. doc/shapes.md.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_COLLISION_H
#define ZENO_COLLISION_H

#include <zeno/shape.h>
#include <zeno/source.h>

ZN_BEGIN_DECLS

/** A shape at a place in a body. */
typedef struct zn_collider {
    zn_ds        *ds;    /**< the body; NULL: the world                       */
    zn_shape     *shape; /**< handed over; may be attached many times, also after it was taken
                              off; the source frees it                        */
    const double *pose;  /**< 7: of the shape's frame in that of the body (whose origin is
                              the centre of mass) or in the world; NULL: the same  */
    zn_index      group; /**< 0, 1, ...                                       */
    const char   *name;  /**< unique, copied; NULL: made by the next step, from the name of
                              the body and the next number of its shapes      */
} zn_collider;

/** Groups are below this. */
enum { ZN_COLLISION_GROUPS = 256 };

/** zn_collision_attach with the size of what is attached. */
ZN_API zn_status zn_collision_attach_sized(zn_source *c, const zn_collider *what,
                                           size_t size, zn_index *id);

/** Attach a shape; also between steps of a run.
 * @param[in]  c    of class "collision"
 * @param[out] id   for zn_collision_detach; may be NULL
 * @retval ZN_EINVAL  not such a source, a system without a position in space, or in the
 *                    plane, a pose that is none, a plane on a body, a shape of the plane
 *                    among those of space
 * A name that is taken is refused by the next step (ZN_EEXIST). */
static inline zn_status zn_collision_attach(zn_source *c, const zn_collider *what,
                                            zn_index *id)
{
    return zn_collision_attach_sized(c, what, sizeof *what, id);
}
/** Take it off, between steps. Its id may be that of one that is attached later. */
ZN_API zn_status zn_collision_detach(zn_source *c, zn_index id);
/** Free a shape now that is attached nowhere any more, as shapes that come and go want; others
 * go with their source. NULL is fine.
 * @retval ZN_ESTATE  it is attached
 * @retval ZN_EINVAL  it is not in this source */
ZN_API zn_status zn_collision_discard(zn_source *c, zn_shape *shape);
/** A body is about to leave the model: take off all its shapes, and forget whom it does
 * not meet. */
ZN_API zn_status zn_collision_leave(zn_source *c, const zn_ds *ds);

/** The law between two groups; NULL: they do not meet. Handed to the model with the
 * first contact, to the source until then.
 * @retval ZN_EINVAL  group out of range, or a law with other numbers of rows; if no shape is
 *                    attached yet, the next step says so */
ZN_API zn_status zn_collision_law(zn_source *c, zn_index group1,
                                  zn_index group2, zn_law *law);

/** Do these two bodies (NULL: the world) never meet, because a joint holds them? */
ZN_API zn_status zn_collision_ignore(zn_source *c, const zn_ds *d1,
                                     const zn_ds *d2);

ZN_END_DECLS
#endif
