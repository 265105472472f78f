/* newton.h - Newton's method of one system, for integrators without `attach`
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_OSI_NEWTON_H
#define ZENO_KERNEL_OSI_NEWTON_H

#include "kernel/osi/body.h"

/* What its class keeps for a system, by its own `attach` or by ours. */
zn_status zni_osi_attach(const zn_osi *osi, zn_ctx *ctx, const zn_ds *ds,
                         void **w);

/* Of a class without `attach`, below. */
zn_status zni_osi_newton_residual(const zn_osi *osi, const zn_step *step,
                                  const zn_ds *ds, void *w, const double p[],
                                  double *norm);

/* Its residual, and the norm of what it leaves if the class does not say. */
static inline zn_status zni_osi_residual(const zn_osi *osi, const zn_step *step,
                                         const zn_ds *ds, void *w,
                                         const double p[], double *norm)
{
    if (!osi->type->attach)
        return zni_osi_newton_residual(osi, step, ds, w, p, norm);
    *norm = 0;
    return osi->type->residual(osi->state, step, ds, w, p, norm);
}

/* The operations of a class without `attach`, where it has none of its own. */
void zni_osi_complete_newton(zn_osi_type *t);

#endif
