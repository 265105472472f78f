/** @file
 * Shapes of rigid bodies, and where two of them touch. A shape is constant, has a
 * frame of its own, and may be that of many bodies.
 *
 * | shape    | made by          | in its frame (lengths in m)                     |
 * |----------|------------------|-------------------------------------------------|
 * | plane    | zn_shape_plane   | the half space z <= 0                           |
 * | sphere   | zn_shape_sphere  | centre 0                                        |
 * | box      | zn_shape_box     | |x| <= a/2, |y| <= b/2, |z| <= c/2              |
 * | capsule  | zn_shape_capsule | all within r of the segment |z| <= l/2, x = y = 0 |
 * | cylinder | zn_shape_cylinder | all within r of the z axis, |z| <= l/2         |
 * | cone | zn_shape_cone | likewise, the radius goes from r at z = -l/2 to that at the top, 0 at a tip, at z = l/2 |
 * | hull     | zn_shape_hull    | the least convex body around given points       |
 * | mesh     | zn_shape_mesh    | triangles: a body if they close, a sheet with two sides if not |
 * | height field | zn_shape_height_field | all under a surface over a grid of x and y |
 * | disc     | zn_shape_disc    | centre 0                                        |
 * | rectangle | zn_shape_rectangle | |x| <= a/2, |y| <= b/2                       |
 * | polygon  | zn_shape_polygon | the least convex set around given points        |
 * | segment  | zn_shape_segment | between two points                              |
 * | half plane | zn_shape_half_plane | all y <= 0                                 |
 *
 * The last five are of the plane z = 0, for bodies with q = (x, y, angle); they meet each
 * other, and none of the others. Their poses have z = 0 and turn about z.
 *
 * The signed distance of A and B is the largest gap that a plane between them can have,
 *
 *     g = max { min n.a - max n.b : a in A, b in B, |n| = 1 }
 *
 * their distance where they are apart, and minus the shortest translation that parts them
 * where they overlap: one formula through zero, no margins. n points from B to A. Faces and
 * edges that lie on each other give a contact at each corner of what they share, with its
 * own gap along n. doc/shapes.md.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_SHAPE_H
#define ZENO_SHAPE_H

#include <zeno/ctx.h>

ZN_BEGIN_DECLS

typedef struct zn_shape zn_shape;

/** Make a shape; yours, until something takes it over (zn_collision_attach).
 * @retval ZN_EINVAL  a length is not > 0 and finite; says which */
ZN_API zn_status zn_shape_plane(zn_ctx *ctx, zn_shape **out);
ZN_API zn_status zn_shape_sphere(zn_ctx *ctx, double radius, zn_shape **out);
/** @param[in] size  whole lengths a, b, c along x, y, z */
ZN_API zn_status zn_shape_box(zn_ctx *ctx, const double size[3], zn_shape **out);
/** @param[in] length  l, between the centres of the two half spheres */
ZN_API zn_status zn_shape_capsule(zn_ctx *ctx, double radius, double length,
                                  zn_shape **out);
/** @param[in] length  l, between the two faces */
ZN_API zn_status zn_shape_cylinder(zn_ctx *ctx, double radius, double length,
                                   zn_shape **out);
/** @param[in] radius  of the face at z = -l/2
 * @param[in] top     radius at z = l/2; 0: a tip
 * @param[in] length  l */
ZN_API zn_status zn_shape_cone(zn_ctx *ctx, double radius, double top,
                               double length, zn_shape **out);
/** The convex polyhedron around n points; those inside, or within 1e-12 of the size in a
 * face, are no corners of it; within 1e-10, 1e-8 or 1e-6, where rounded points leave no body otherwise. Of points
 * in one place the first counts. 40 000 corners take some seconds.
 * @param[in] points  3 x n, column-major, copied
 * @retval ZN_EINVAL  they are in a plane, not finite, more than 1e5, or more than 256
 *                    are corners of one face */
ZN_API zn_status zn_shape_hull(zn_ctx *ctx, zn_index n, const double points[],
                               zn_shape **out);
/** A surface of triangles, counter-clockwise seen from outside. If no edge has only one
 * triangle they bound a body; else they are a sheet, that is touched from both sides. Triangles
 * that share edges and lie in one plane (within 1e-13 of the size) are one face, whose joints are
 * felt by nothing. It meets all shapes; meshes and height fields if both have an inside.
 * @param[in] points    3 x nv, column-major (m), copied
 * @param[in] corner    3 x nt, column-major: points of each triangle, from 0; copied
 * @retval ZN_EINVAL  no triangle or more than 1e6 of them, a point that is none or not finite, a
 *                    triangle without area, an edge with more than two triangles, or two
 *                    with their outsides on different sides; closed, and a volume of 0 */
ZN_API zn_status zn_shape_mesh(zn_ctx *ctx, zn_index nv, const double points[],
                               zn_index nt, const zn_index corner[],
                               zn_shape **out);
/** Ground of given heights on a grid, centred at x = y = 0; each cell is two triangles, cut from
 * its corner of least x and y to that of most. What is under it is inside: the ground is a body with
 * upright sides below its rim and a bottom, a diagonal of the grid below the least height. Bounds
 * are those of that body; faces are those of the surface.
 * @param[in] size      lengths of the grid along x and y (m)
 * @param[in] height    nx x ny, column-major: z at x_i, y_j (m), copied
 * @retval ZN_EINVAL  nx or ny < 2, more than 1e6 triangles, more than 4194303 edges with the sides
 *                    (nx or ny near 2), a height that is not finite */
ZN_API zn_status zn_shape_height_field(zn_ctx *ctx, zn_index nx, zn_index ny,
                                       const double size[2],
                                       const double height[], zn_shape **out);
/** Of the plane. */
ZN_API zn_status zn_shape_disc(zn_ctx *ctx, double radius, zn_shape **out);
/** @param[in] size  whole lengths a, b along x and y */
ZN_API zn_status zn_shape_rectangle(zn_ctx *ctx, const double size[2],
                                    zn_shape **out);
/** The convex polygon around n points; those inside, or within 1e-12 of the size on a side, are
 * no corners of it. Corners are counted counter-clockwise from the one on the left, of two there from the
 * lower.
 * @param[in] points  2 x n, column-major, copied
 * @retval ZN_EINVAL  they are on one line, not finite, more than 1e5, or more than ZN_TOUCH_MOST
 *                    are corners */
ZN_API zn_status zn_shape_polygon(zn_ctx *ctx, zn_index n, const double points[],
                                  zn_shape **out);
/** Between two points, without thickness; touched from both sides.
 * @param[in] ends  2 x 2, column-major (m) */
ZN_API zn_status zn_shape_segment(zn_ctx *ctx, const double ends[4],
                                  zn_shape **out);
/** Without end: y <= 0, of the world. */
ZN_API zn_status zn_shape_half_plane(zn_ctx *ctx, zn_shape **out);
/** NULL is fine. */
ZN_API void zn_shape_free(zn_shape *s);

/** "box"; as in the table. */
ZN_API const char *zn_shape_kind(const zn_shape *s);
/** Smallest box of the shape's frame that holds it; infinite sides for a plane. */
ZN_API void zn_shape_bounds(const zn_shape *s, double low[3], double high[3]);

/** Flat faces of a box or a hull, triangles of a mesh or a height field, for pictures; a rectangle and
 * a polygon are one themselves, others have none. */
ZN_API zn_index zn_shape_face_count(const zn_shape *s);
/** Corners of face f, counter-clockwise seen from outside.
 * @param[in]  f  0 ... zn_shape_face_count - 1
 * @param[in]  k  which corner
 * @param[out] x  where it is, in the shape's frame; untouched if there is no such corner
 * @return how many corners the face has; 0: no such face */
ZN_API zn_index zn_shape_face(const zn_shape *s, zn_index f, zn_index k,
                              double x[3]);

/** Mass, centre and inertia of matter. */
typedef struct zn_mass {
    double mass;       /**< kg                                                */
    double centre[3];  /**< m                                                 */
    double inertia[9]; /**< kg m^2, at the centre, axes of the frame; column-major */
} zn_mass;

/** Of a shape full of matter of one density (kg/m^3, in the plane kg/m^2), in its frame.
 * @retval ZN_EINVAL  a plane, a height field or a mesh that is not closed has no volume, a half plane
 *                    or a segment no area, or the density is not > 0 */
ZN_API zn_status zn_shape_mass(const zn_shape *s, double density, zn_mass *out);
/** Add a part to a body: all in the frame of `sum` (begin with zeros).
 * @param[in] pose  of the part's frame: position, unit quaternion; NULL: the same */
ZN_API void zn_mass_add(zn_mass *sum, const zn_mass *part, const double pose[7]);

/** A place where A and B touch, or may touch soon. */
typedef struct zn_touch {
    double   p1[3];    /**< on A, inertial frame (m)                          */
    double   p2[3];    /**< on B                                              */
    double   c1[3];    /**< centre of what is round there: a point fixed to A that p1 goes
                            with, while A turns under it; p1 at a corner      */
    double   c2[3];    /**< likewise of B                                     */
    double   n[3];     /**< unit normal from B to A                           */
    double   gap;      /**< n.(p1 - p2): < 0 where they overlap (m)           */
    uint32_t f1, f2;   /**< features of A and B that touch: the same as long as
                            these do                                          */
} zn_touch;

/** Most places of one pair that zn_shape_touch tells; bodies of triangles may have more. The source
 * `collision` announces all of them. */
enum { ZN_TOUCH_MOST = 64 };

/** Where two shapes touch: the places with gap < reach, of more than ZN_TOUCH_MOST those with the least
 * gaps, in an order that the poses decide.
 * The least gap among them is the signed distance, if that is below reach (of discs that lie
 * flat within 1e-8 up to 3e-9 of their radius). In the plane two sides touch at the two ends of
 * what they share. What is in a mesh or a height field has depths
 * along the normals of faces, edges and vertices that it is under: doc/shapes.md.
 * @param[in]  a, pose_a  shape and its frame: position, unit quaternion
 * @param[out] out        ZN_TOUCH_MOST
 * @param[out] n          how many; 0: none
 * @retval ZN_ENOTSUP  such a pair has no contact: two planes, two height fields, a plane and a
 *                     height field, a sheet and a mesh or a height field, one of the plane and
 *                     one of space */
ZN_API zn_status zn_shape_touch(const zn_shape *a, const double pose_a[7],
                                const zn_shape *b, const double pose_b[7],
                                double reach, zn_touch out[], zn_index *n);

ZN_END_DECLS
#endif
