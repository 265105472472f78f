/* heap.h - spheres poured one by one, each at rest on what lies there
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_RANDOM_HEAP_H
#define ZENO_SOLVERS_RANDOM_HEAP_H

#include "random.h"

enum { ZNI_HELD = 3 }; /* what a sphere rests on, at most */

/* Sphere b, of radius R[b] around x[3 b], rests on the spheres of lower number, or the ground
 * where that is -1, below[3 b ...]; on held[b] of them. The normals to them, into b. */
typedef struct zni_heap {
    double *x, *R, *normal; /* 3 nb, nb, 9 nb                               */
    zn_index *below, *held; /* 3 nb, nb                                     */
} zni_heap;

zn_status zni_heap_pour(zni_store *s, zn_index nb, zni_random *r, zni_heap *h);

#endif
