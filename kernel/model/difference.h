/* difference.h - derivatives by finite differences
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_DIFFERENCE_H
#define ZENO_KERNEL_DIFFERENCE_H

#include <zeno/pattern.h>

#include "kernel/model/room.h"

/* f(x), whatever else it depends on being in `data`. */
typedef zn_status zni_vector_fn(const void *data, const double x[], double f[]);

/* A step for a central difference at x. */
double zni_difference_step(double x);

/* J = df/dx, nf x nx, central differences.
 * rooms: for nx + nf */
zn_status zni_difference(zn_ctx *ctx, const zni_rooms *rooms,
                         zni_vector_fn *f, const void *data, zn_index nx,
                         const double x[], zn_index nf, double J[]);

/* The same to 1e-13 of max(|x|, 1), for what constraints are made of: H v of closed contacts is no better than H;
 * to 1e-10 where f is not smooth over 6e-3 of that to both sides.
 * rooms: for nx + 4 nf */
zn_status zni_difference_fine(zn_ctx *ctx, const zni_rooms *rooms,
                              zni_vector_fn *f, const void *data, zn_index nx,
                              const double x[], zn_index nf, double J[]);

/* f as a function of one number s, time along a motion. */
typedef zn_status zni_curve_fn(const void *data, double s, double f[]);
/* max(|x|, 1) */
double zni_difference_size(zn_index n, const double x[]);
/* How long a motion through q with velocity v (n) takes to change q by its own
 * size, at most 1 s: the unit for steps along it. */
double zni_difference_time(zn_index n, const double q[], const double v[]);

/* out = df/ds at 0, to 1e-10; unit as above.
 * work: nf */
zn_status zni_difference_along(zni_curve_fn *f, const void *data, double unit,
                               zn_index nf, double work[], double out[]);
/* out = d2f/ds2 at 0, to 1e-10 of `size`, that of the numbers which f is made of; to 1e-8 in components that are not
 * smooth over 6e-3 units to both sides.
 * work: 4 nf */
zn_status zni_difference_twice(zni_curve_fn *f, const void *data, double unit,
                               double size, zn_index nf, double work[],
                               double out[]);

/* Columns of a pattern that share no row have one colour: they are moved at once
 * (A.R. Curtis, M.J.D. Powell & J.K. Reid, 1974). */
typedef struct zni_colouring {
    zn_index  n;   /* how many colours */
    zn_index *of;  /* of each column */
} zni_colouring;

zn_status zni_colouring_find(zn_ctx *ctx, const zn_pattern *a, zni_colouring *out);
void zni_colouring_fini(zn_ctx *ctx, zni_colouring *c);

/* The Jacobian of f, which has entries in the pattern only.
 * rooms: for columns + 2 rows */
zn_status zni_difference_pattern(zn_ctx *ctx, const zni_rooms *rooms,
                                 zni_vector_fn *f, const void *data,
                                 const zn_pattern *a, const zni_colouring *c,
                                 const double x[], double J[]);

#endif
