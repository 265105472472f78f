/* ways.h - normals along which two solids may be farther apart than is known
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_WAYS_H
#define ZENO_KERNEL_WAYS_H

#include "kernel/shapes/shape.h"

/* All unit normals n, from B to A, within an angle of an axis. */
typedef struct zni_ways {
    double axis[3];
    double angle; /* < 0: there are none; pi: all */
} zni_ways;

/* A ball in a solid. */
typedef struct zni_ball {
    double c[3], r;
} zni_ball;

enum { ZNI_BALLS_MOST = 5 };

/* Some balls in it. @return how many */
int zni_balls_in(const zni_solid *S, zni_ball out[ZNI_BALLS_MOST]);
/* Where g(n) > s may be, as far as na balls in A and nb in B say. */
void zni_ways_above(const zni_ball a[], int na, const zni_ball b[], int nb,
                    double s, zni_ways *out);
/* How wide the cone has to be said to be, by the sine of its angle; >= 1: pi. */
double zni_ways_sine(double sine);
/* Of the normals m = f n, f = 1 or -1: may one be outward on rim i of X, */
bool zni_ways_on_rim(const zni_ways *w, double f, const zni_round *X, int i);
/* how they are turned about the axis of X: from ... to, within half a turn of each other or a whole
 * turn; */
void zni_ways_about(const zni_ways *w, double f, const zni_round *X,
                    double *from, double *to);
/* is one along m, of any length; */
bool zni_ways_has(const zni_ways *w, double f, const double m[3]);
/* may one be across an edge along u, between the unit normals m0 and m1? m1: NULL: anywhere */
bool zni_ways_across(const zni_ways *w, double f, const double u[3],
                     const double m0[3], const double m1[3]);

#endif
