/* nearest.h - the nearest zero of linear functions, by products with G and G' only
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_NEAREST_H
#define ZN_LINALG_NEAREST_H

#include <zeno/ctx.h>

typedef struct zni_nearest {
    const void *of;
    zn_index n, m; /* unknowns, functions */
    void (*mul)(const void *of, const double x[], double y[]);   /* y = G x  */
    void (*mul_t)(const void *of, const double y[], double x[]); /* x = G'y  */
    double *d, *s;  /* n each, work */
    double *r, *Gd; /* m each, work */
    const double *c; /* m, or NULL: 0 */
} zni_nearest;

/* Replace x by the nearest point with G x + c = 0. */
void zni_nearest_zero(const zni_nearest *p, double x[]);

#endif
