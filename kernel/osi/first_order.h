/* first_order.h - what integrators of first-order systems share
 * SPDX-License-Identifier: Apache-2.0
 *
 * Unknown x = x_{k+1}, laws on y, input r held over the step: the update is
 * x + inc + du, and nothing is left to do when the step is accepted. */
#ifndef ZENO_KERNEL_OSI_FIRST_ORDER_H
#define ZENO_KERNEL_OSI_FIRST_ORDER_H

#include <zeno/osi.h>

/* What is kept for a system begins with this. */
typedef struct zni_first_order {
    zn_index      n;
    zn_index      at;   /* where its part of x begins */
    zn_ds_variability varies;
    double       *inc;  /* n, x_free - x */
} zni_first_order;

/* Room of `size` bytes (a struct that begins with the above) and `doubles`
 * numbers behind it, which *a receives; NULL when there is no memory. */
void *zni_first_order_attach(zn_ctx *ctx, const zn_ds *ds, size_t size,
                             zn_index doubles, double **a);

/* Operations of the type, as they are. */
zn_level zni_first_order_level(const void *s, const zn_relation *r,
                               const zn_law *law, const char **why);
const double *zni_first_order_free_value(void *s, const zn_step *step,
                                         const zn_ds *ds, void *w,
                                         zn_level level);
zn_status zni_first_order_update(void *s, const zn_step *step, const zn_ds *ds,
                                 void *w, const double du[]);
zn_status zni_first_order_commit(void *s, const zn_step *step, const zn_ds *ds,
                                 void *w, const double p[], double m[],
                                 double bc[]);
double zni_first_order_impulse_factor(const void *s, const zn_step *step);

#endif
