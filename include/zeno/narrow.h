/** @file
 * Where two shapes touch, by classes: "exact" is zn_shape_touch, a plugin may bring another one,
 * for a second opinion on a pair, or on a whole run (before it begins):
 *
 *     zn_source_set(collision, "narrow", "ode");
 *
 * OdePlugin has "ode", MujocoPlugin "mujoco", where these libraries are installed.
 * doc/shapes.md.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_NARROW_H
#define ZENO_NARROW_H

#include <zeno/shape.h>
#include <zeno/type.h>

ZN_BEGIN_DECLS

typedef struct zn_narrow zn_narrow;

/** A class; `k` is its state: its options live there, zero-filled apart from them. */
typedef struct zn_narrow_type {
    zn_type   type; /**< kind ZN_KIND_NARROW                                  */
    /** Optional: does it find contacts of such a pair? Without it of all. */
    bool      (*meets)(const void *k, const zn_shape *a, const zn_shape *b);
    /** As zn_shape_touch. Features f1 and f2 below 2^24, no two places of a pair with
     * the same two; c1 = p1 and c2 = p2 where nothing is round. What it makes of a shape it
     * may keep until `fini`. */
    zn_status (*touch)(void *k, zn_ctx *ctx, const zn_shape *a, const double pose_a[7],
                       const zn_shape *b, const double pose_b[7], double reach,
                       zn_touch out[], zn_index *n);
    /** Optional */
    void      (*fini)(void *k, zn_ctx *ctx);
} zn_narrow_type;

/** Make one by class name.
 * @retval ZN_ENOENT  no such class; is its plugin loaded? */
ZN_API zn_status zn_narrow_new(zn_ctx *ctx, const char *cls, zn_narrow **out);
/** NULL is fine. Shapes that it was asked about live at least as long. */
ZN_API void zn_narrow_free(zn_narrow *w);
ZN_API zn_status zn_narrow_set(zn_narrow *w, const char *option,
                               const char *value);
/** An option as text, cut to size.
 * @retval ZN_ENOENT  no such option */
ZN_API zn_status zn_narrow_get(const zn_narrow *w, const char *option, char buf[],
                               size_t size);
ZN_API const zn_narrow_type *zn_narrow_class(const zn_narrow *w);

/** Does it find contacts of such a pair? */
ZN_API bool zn_narrow_meets(const zn_narrow *w, const zn_shape *a, const zn_shape *b);
/** Where two shapes touch: all places with gap < reach that it knows of.
 * @param[in]  pose_a  of the frame of a: position, unit quaternion
 * @param[out] out     ZN_TOUCH_MOST
 * @retval ZN_ENOTSUP  it has no way for such a pair */
ZN_API zn_status zn_narrow_touch(zn_narrow *w, const zn_shape *a, const double pose_a[7],
                                 const zn_shape *b, const double pose_b[7],
                                 double reach, zn_touch out[], zn_index *n);

ZN_END_DECLS
#endif
