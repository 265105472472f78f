/* alpha.c - what the schemes of generalised alpha share
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/alpha.h"

#include <string.h>

zn_index zni_alpha_memory(const void *s, const zn_ds *ds)
{
    (void)s;
    return 2 * zn_ds_nv(ds) + 1;
}

void zni_alpha_recall(zni_alpha_body *b, const double m[])
{
    const zn_index n = b->base.n;

    memcpy(zn_osi_vector(b, ZNI_A), m, (size_t)n * sizeof *m);
    memcpy(zn_osi_vector(b, ZNI_ACC), m + n, (size_t)n * sizeof *m);
    b->due = m[2 * n] == 0;
}

void zni_alpha_follow(zni_alpha_body *b)
{
    const zni_alpha *o = &b->of;
    const double *a = zn_osi_vector(b, ZNI_A), *acc = zn_osi_vector(b, ZNI_ACC);
    const double *a1 = zn_osi_vector(b, ZNI_A1);
    double *acc1 = zn_osi_vector(b, ZNI_ACC1);

    for (zn_index i = 0; i < b->base.n; i++)
        acc1[i] = ((1 - o->m) * a1[i] + o->m * a[i] - o->f * acc[i]) / (1 - o->f);
}

zn_status zni_alpha_residual(const zn_step *step, const zn_ds *ds,
                             zni_alpha_body *b, double f)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const zn_ds_type *type = zn_ds_class(ds);
    double *R = b->base.R, *F = zn_osi_vector(b, ZNI_ROOM);
    zn_status st = type->mass_mul(ds, x.q1, zn_osi_vector(b, ZNI_ACC1), R);

    if (!st)
        st = type->force(ds, step->t1, x.q1, x.v1, F);
    for (zn_index i = 0; !st && i < x.n; i++)
        R[i] = f * (R[i] - F[i]);
    return st;
}
