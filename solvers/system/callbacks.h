/* callbacks.h - w = F(z) by a function, and by one its Jacobian
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_CALLBACKS_H
#define ZENO_SYSTEM_CALLBACKS_H

#include <zeno/vi.h>

/* w = F(z); ZN_RETRY also when it is not finite */
zn_status zni_map_value(zn_map_fn *F, void *user, zn_index n, const double z[], double w[]);

/* stored values of a Jacobian of so many rows: full, or by the columns of J */
zn_index zni_jacobian_nnz(zn_index n, const zn_matrix *J);
/* the pattern alone; values come from the callback */
zn_status zni_jacobian_check(zn_ctx *ctx, zn_index n, const zn_matrix *J);

/* A map in the units of its F and of z; F and Jacobian of such, given this as `user`. */
typedef struct zni_own_map {
    zn_map_fn       *F;
    zn_jacobian_fn  *jacobian;
    zn_project_fn   *project;
    void            *user;
    const zn_matrix *J; /* as in zn_vi                                  */
    zn_index         n;
    double           unit;   /* of F, where wu is not there             */
    const double    *zu;     /* n units of z; NULL: 1                   */
    const double    *wu;     /* n units of F; NULL: `unit`              */
    double          *z;      /* n: work, where zu is there              */
} zni_own_map;

zn_status zni_own_F(void *map, const double z[], double out[]);
zn_status zni_own_jacobian(void *map, const double z[], double x[]);

#endif
