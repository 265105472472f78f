/** @file
 * Rays: what a half line from a point meets first, of shapes, or of all that is attached to a
 * contact source. For sensors that measure distances, for lines of sight, for picking:
 *
 *     const zn_ray ray = {.from = {0, 0, 2}, .along = {0, 0, -1}, .reach = INFINITY};
 *     zn_hit hit;
 *     zn_collision_ray(zn_simulation_source(sim, 0), zn_simulation_state(sim), &ray, &hit);
 *     if (hit.distance <= ray.reach)  ... hit.ds, hit.point, hit.normal
 *
 * Shapes are exact, as where they touch: cylinders and cones are round, edges of meshes let
 * nothing through. What begins inside of a body meets its surface from within.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_RAY_H
#define ZENO_RAY_H

#include <zeno/collision.h>

ZN_BEGIN_DECLS

/** A half line. */
typedef struct zn_ray {
    double       from[3];  /**< where it begins (m); in the plane z = 0       */
    double       along[3]; /**< its direction, of any length > 0              */
    double       reach;    /**< what is farther away is not met (m); INFINITY */
    const zn_ds *ignore;   /**< a body that it goes through, as that of a sensor; NULL: none */
} zn_ray;

/** What it meets first; distance = INFINITY: nothing. Of two at one distance the one that was
 * attached first. */
typedef struct zn_hit {
    double      distance; /**< from its beginning (m), >= 0                   */
    double      point[3]; /**< where (m)                                      */
    double      normal[3]; /**< unit, out of the body; of a sheet to where the ray comes from */
    zn_ds      *ds;       /**< the body; NULL: the world, or a shape alone    */
    const char *name;     /**< of what is attached; NULL: not named yet, or a shape alone */
} zn_hit;

/** Where a shape at a place is met; `ignore` has no meaning here.
 * @param[in] pose  of the shape's frame: position, unit quaternion; NULL: the inertial frame
 * @retval ZN_EINVAL  the ray has no direction, a number is not finite, reach < 0, or it leaves
 *                    the plane of a shape of the plane */
ZN_API zn_status zn_shape_ray(const zn_shape *s, const double pose[7], const zn_ray *ray,
                              zn_hit *out);

/** Of all shapes attached to a source of class "collision", with bodies where they are in that
 * state (zn_simulation_state). Nothing is kept or changed.
 * @retval ZN_EINVAL  as above, or not such a source */
ZN_API zn_status zn_collision_ray(zn_source *c, const zn_state *at, const zn_ray *ray,
                                  zn_hit *out);

ZN_END_DECLS
#endif
