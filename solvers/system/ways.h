/* ways.h - the directions H in which contacts act on velocities, by contact and by row
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_WAYS_H
#define ZENO_SYSTEM_WAYS_H

#include "mass.h"

/* Contact a has entries in rows i[p[a] .. p[a+1]-1], which ascend in H; row i[k] of its d columns is x[d k ...]. */
typedef struct zni_ways {
    zn_index *p, *i;
    double *x;
    zn_index cap_p, cap_i, cap_x;
} zni_ways;

/* A copy of the stored entries of H. */
zn_status zni_ways_set(zn_ctx *ctx, zni_ways *s, zn_index d, zn_index nc,
                       const zni_by_columns *H);
/* Room for so many rows of all contacts. */
zn_status zni_ways_room(zn_ctx *ctx, zni_ways *s, zn_index d, zn_index blocks);
/* Appends those of the given rows of d dense columns, with leading dimension n, that are not zero; `at`: the end
 * before, returned: the end after. */
zn_index zni_ways_sift(zni_ways *s, zn_index n, zn_index d, const double x[],
                       zn_index count, const zn_index rows[], zn_index at);
void zni_ways_fini(zn_ctx *ctx, zni_ways *s);

/* u = (columns of contact a)' v, d numbers */
void zni_ways_gather(const zni_ways *s, zn_index d, zn_index a,
                     const double v[], double u[]);

/* v += (columns of contact a) r */
void zni_ways_scatter(const zni_ways *s, zn_index d, zn_index a,
                      const double r[], double v[]);

/* The same by rows: row i has the entries k[p[i] .. p[i+1]-1] of the ways, which belong to the contacts a[...],
 * ascending. */
typedef struct zni_rows {
    zn_index *p, *k, *a;
    zn_index cap_p, cap_k, cap_a;
} zni_rows;

zn_status zni_rows_set(zn_ctx *ctx, zni_rows *s, const zni_ways *ways,
                       zn_index n, zn_index nc);
void zni_rows_fini(zn_ctx *ctx, zni_rows *s);

#endif
