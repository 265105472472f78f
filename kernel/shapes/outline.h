/* outline.h - what a solid has where it looks along a direction
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_OUTLINE_H
#define ZENO_KERNEL_OUTLINE_H

#include "kernel/shapes/shape.h"

enum { ZNI_OUTLINE_MOST = 256 }; /* corners of a face that are looked at */

/* A face, an edge, a disc, or a line of a side. A disc has no sides, but points that stand for
 * its rim. */
typedef struct zni_outline {
    bool     face;     /* has it a plane? */
    double   plane[4]; /* outward unit normal, offset */
    uint32_t f;        /* feature of the face */
    int      n, sides; /* corners; sides, from each corner to the next */
    double   v[ZNI_OUTLINE_MOST][3];
    uint32_t fv[ZNI_OUTLINE_MOST], fs[ZNI_OUTLINE_MOST]; /* features */
    double   at[ZNI_OUTLINE_MOST][2]; /* corners, along two tangents */
    double   side[ZNI_OUTLINE_MOST / 4][4][4]; /* zni_outline_sides: of four sides the x, y where they begin, and
                                                  of their unit directions, 0: seen from their end */
    bool     used[ZNI_OUTLINE_MOST];  /* is a place already: */
    int      taken;                   /* so many are */
    const zni_round *round;
    int  rim;  /* of a disc; -1: none */
    bool level; /* a disc across the direction: its points are as deep as any */
} zni_outline;

/* What S has along the unit m, next to a feature (which matters for polyhedra), seen along
 * the tangents t1 and t2.
 * @return is there a face or an edge? */
bool zni_outline_of(const zni_solid *S, uint32_t feature, const double m[3],
                    const double t1[3], const double t2[3], zni_outline *out);
/* Sides as they are seen, of one that has some. */
void zni_outline_sides(zni_outline *o);

#endif
