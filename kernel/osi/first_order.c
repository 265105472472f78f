/* first_order.c - what integrators of first-order systems share
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/first_order.h"

#include <stdalign.h>
#include <stddef.h>

void *zni_first_order_attach(zn_ctx *ctx, const zn_ds *ds, size_t size,
                             zn_index doubles, double **a)
{
    const size_t d = alignof(max_align_t), head = (size + d - 1) / d * d;
    const zn_index bytes = doubles * (zn_index)sizeof **a;
    zni_first_order *b = zn_alloc(ctx, (zn_index)head + bytes, 1);

    if (!b)
        return NULL;
    b->n = zn_ds_nx(ds);
    b->at = zn_ds_x_offset(ds);
    b->varies = *zn_ds_varies(ds);
    *a = (double *)(void *)((char *)b + head);
    return b;
}

zn_level zni_first_order_level(const void *s, const zn_relation *r,
                               const zn_law *law, const char **why)
{
    (void)s;
    (void)r;
    if (zn_law_class(law)->levels & ZN_LAW_POSITION)
        return ZN_LEVEL_POSITION;
    *why = "the law is written on a velocity, first-order systems have none";
    return ZN_LEVEL_REFUSED;
}

const double *zni_first_order_free_value(void *s, const zn_step *step,
                                         const zn_ds *ds, void *w, zn_level lev)
{
    (void)s, (void)step, (void)ds, (void)lev;
    return ((zni_first_order *)w)->inc;
}

zn_status zni_first_order_update(void *s, const zn_step *step, const zn_ds *ds,
                                 void *w, const double du[])
{
    const zni_first_order *b = w;
    double *x1 = step->x1 + b->at;

    (void)s;
    (void)ds;
    for (zn_index i = 0; i < b->n; i++)
        x1[i] += b->inc[i] + du[i];
    return ZN_OK;
}

zn_status zni_first_order_commit(void *s, const zn_step *step, const zn_ds *ds,
                                 void *w, const double p[], double m[],
                                 double bc[])
{
    (void)s, (void)step, (void)ds, (void)w, (void)p, (void)m, (void)bc;
    return ZN_OK;
}

/* the input of the state is r, a mean over the step, not an impulse */
double zni_first_order_impulse_factor(const void *s, const zn_step *step)
{
    (void)s;
    return 1 / step->hw;
}
