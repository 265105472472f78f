/** @file
 * Surfaces from files: triangles of meshes (Wavefront OBJ, STL as text or binary, VTK's VTP) and heights
 * of height fields (rows of numbers), as zn_shape_mesh and zn_shape_height_field want them:
 *
 *     zn_mesh_read(ctx, "rock.stl", &d);
 *     zn_shape_mesh(ctx, d.nv, d.points, d.nt, d.corner, &rock);
 *     zn_mesh_data_free(ctx, &d);
 *
 * A file says nothing of its unit: what is read are metres, unless the caller scales the points.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_SURFACE_H
#define ZENO_SURFACE_H

#include <zeno/ctx.h>

ZN_BEGIN_DECLS

/** Points, and triangles between them. */
typedef struct zn_mesh_data {
    zn_index  nv;     /**< points                                             */
    double   *points; /**< 3 x nv, column-major (m)                           */
    zn_index  nt;     /**< triangles                                          */
    zn_index *corner; /**< 3 x nt: points of each, from 0, in the file's order */
} zn_mesh_data;

/** Read a file of triangles. Which kind of file it is, its contents say.
 *
 * | kind       | what is read                                                  |
 * |------------|---------------------------------------------------------------|
 * | OBJ        | `v` and `f`, points and faces                                 |
 * | STL, text  | `vertex`; the normals are those of the order of the corners   |
 * | STL, binary | likewise                                                     |
 * | VTP        | PolyData of one piece in XML: polygons                        |
 *
 * OBJ: faces of more than three corners are cut from the first one, so they have to be convex; numbers < 0 count from
 * the last point; points that no face has are left out. VTP: arrays are text or base64, plain or compressed by zlib;
 * polygons are cut from the first corner, too.
 *
 * STL has no list of points, VTP often has those of each triangle: those whose numbers are equal are one; triangles
 * with two corners in one point, which rounding made, are left out.
 * @param[out] out  yours, for zn_mesh_data_free; zeros on failure
 * @retval ZN_EIO     the file cannot be read; says why
 * @retval ZN_EINVAL  it is none of these, or a line of it is wrong, a number is not finite, a point is
 *                    not there, there is no triangle or more than 1e6 of them; says where */
ZN_API zn_status zn_mesh_read(zn_ctx *ctx, const char *path,
                              zn_mesh_data *out);
/** The same from memory; `name` stands for the file in messages. */
ZN_API zn_status zn_mesh_read_text(zn_ctx *ctx, const char *name, size_t n,
                                   const char text[], zn_mesh_data *out);
/** What it holds; zeros are fine. */
ZN_API void zn_mesh_data_free(zn_ctx *ctx, zn_mesh_data *d);

/** Heights over a grid. */
typedef struct zn_height_data {
    zn_index nx, ny; /**< along x and y                                       */
    double  *height; /**< nx x ny, column-major (m)                           */
} zn_height_data;

/** Read rows of heights: a line has those along x, the first one those of the least y. Numbers
 * are apart by blanks, commas or semicolons; # begins a comment.
 * @param[out] out  yours, for zn_height_data_free; zeros on failure
 * @retval ZN_EIO     the file cannot be read; says why
 * @retval ZN_EINVAL  a line has more numbers than others, something that is none or not finite, there
 *                    are fewer than 2 x 2, or more than 1e6 triangles between them; says where */
ZN_API zn_status zn_height_read(zn_ctx *ctx, const char *path,
                                zn_height_data *out);
/** The same from memory; `name` stands for the file in messages. */
ZN_API zn_status zn_height_read_text(zn_ctx *ctx, const char *name, size_t n,
                                     const char text[], zn_height_data *out);
/** What it holds; zeros are fine. */
ZN_API void zn_height_data_free(zn_ctx *ctx, zn_height_data *d);

ZN_END_DECLS
#endif
