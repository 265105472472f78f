/* cloud.h - points in a tree of bounds
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_CLOUD_H
#define ZENO_KERNEL_CLOUD_H

#include "kernel/shapes/shape.h"

/* n points from `first` on, in the order of the cloud; its halves are the parts `next` and the one after
 * that. */
typedef struct zni_cloud_part {
    double lo[3], hi[3];
    int    first, n, next; /* 0: it has no halves */
} zni_cloud_part;

typedef struct zni_cloud {
    const double   *p;     /* borrowed, 3 x n */
    int            *order; /* owned, like the parts */
    zni_cloud_part *part;
} zni_cloud;

/* @retval ZN_ENOMEM  as it says; free it in any case */
zn_status zni_cloud_make(zn_ctx *ctx, int n, const double p[], zni_cloud *out);
void zni_cloud_free(zn_ctx *ctx, zni_cloud *c);
/* The point that is farthest along m; of several the first. */
int zni_cloud_farthest(const zni_cloud *c, const double m[3]);
/* The points within tol of the plane m.x = d; in any order. @return how many */
int zni_cloud_in_plane(const zni_cloud *c, const double m[3], double d,
                       double tol, int out[]);

#endif
