/* pairs.h - where two shapes touch
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_PAIRS_H
#define ZENO_KERNEL_PAIRS_H

#include "kernel/shapes/shape.h"

/* Lengths, as parts of the size of the smaller shape. Places that are nearer to each other are one:
 * noise far below it changes neither their number nor their features. */
#define ZNI_SAME 1e-6
/* Gaps from which on contacts are announced, unless the option says another. */
#define ZNI_REACH 0.02

/* Room for one of the polyhedra or bodies of triangles, moved; grows before a search, not in it. */
typedef struct zni_scratch {
    double  *v, *plane;
    zn_index cv, cplane;
    int     *list, *near_, *some; /* triangles of a mesh */
    zn_index clist, cnear, csome;
    double (*point)[3], (*normal)[3], (*face)[4];
    zn_index cpoint, cnormal, cface;
} zni_scratch;

zn_status zni_scratch_reserve(zn_ctx *ctx, zni_scratch *s, const zn_shape *a);
void zni_scratch_free(zn_ctx *ctx, zni_scratch *s);

/* A position and a unit quaternion; of shapes of the plane in it, turned about z. */
zn_status zni_pose_of(const zn_shape *s, const double pose[7], zni_pose *out);
/* out = b as seen in the frame a */
void zni_pose_between(const zni_pose *a, const zni_pose *b, zni_pose *out);
/* Zero-filled, with room for numbers. */
zn_status zni_shape_make(zn_ctx *ctx, zni_shape_kind kind, zn_index numbers,
                         zn_shape **out);

/* Is there a way to find contacts of such a pair? */
bool zni_pair_meets(const zn_shape *a, const zn_shape *b);
/* scratch: reserved for both. The places are in the frame of one of both: out->frame is pa or pb. */
void zni_pair_touch(const zn_shape *a, const zni_pose *pa, const zn_shape *b,
                    const zni_pose *pb, zni_scratch *scratch, zni_touches *out);

/* Places of (b, a) from those of (a, b); all into the inertial frame. */
void zni_touches_exchange(zni_touches *out);
void zni_touches_carry(zni_touches *out);
/* Place k there, the places stay. */
void zni_touches_see(const zni_touches *of, zn_index k, zn_touch *out);

/* Adds a place, if its gap is within reach. a and b are on the cores, n is from B to A; what is
 * round turns under its point. Fa, Fb: NULL if the core is none. */
void zni_place_add(zni_touches *out, const zni_round *Fa, double ra,
                   const zni_round *Fb, double rb, const double a[3],
                   const double b[3], const double n[3], double gap,
                   uint32_t f1, uint32_t f2);

#endif
