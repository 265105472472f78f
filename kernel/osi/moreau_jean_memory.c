/* moreau_jean_memory.c - the scheme between steps: what it remembers, work
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/moreau_jean.h"

#include <string.h>

zn_index zni_mj_memory(const void *s, const zn_ds *ds)
{
    (void)s;
    return zni_mj_linear(ds) ? 0 : zn_ds_nv(ds);
}

zn_status zni_mj_start(void *s, const zn_ds *ds, void *w, double t, double h,
                       const double q[], const double v[], double m[])
{
    (void)w, (void)t, (void)h, (void)q, (void)v;
    memset(m, 0, (size_t)zni_mj_memory(s, ds) * sizeof *m);
    return ZN_OK;
}

/* The acceleration to begin the next step with. */
void zni_mj_remember(const zn_step *step, const zni_mj_body *b,
                     const double p[], double m[])
{
    const double *v = step->state->v + b->vo, *u = step->v1 + b->vo;
    bool smooth = true;

    for (zn_index i = 0; i < b->n; i++)
        smooth = smooth && p[i] == 0;
    for (zn_index i = 0; i < b->n; i++)
        m[i] = smooth ? (u[i] - v[i]) / step->h : 0;
}

static double dot(zn_index n, const double a[], const double b[])
{
    double s = 0;

    for (zn_index i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

/* Work along the mean velocity (v_k + v_{k+1})/2, with which the kinetic energy
 * of a constant mass changes exactly by the work of all impulses. */
zn_status zni_mj_work(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      const double p[], zn_work *out)
{
    const zni_mj *mj = s;
    zni_mj_body *b = w;
    const zn_index n = b->n;
    const double *v = step->state->v + b->vo, *u = step->v1 + b->vo;
    const double *q = step->state->q + b->qo, *q1 = step->q1 + b->qo;
    const double a = step->h * mj->theta;
    double *mean = b->inc;
    zn_force_parts room = {b->R, b->F1, b->Fk, zni_mj_room(mj)}; /* free by now */
    zn_status st;

    b->known = b->steady = false;
    for (zn_index i = 0; i < n; i++)
        mean[i] = (v[i] + u[i]) / 2;
    out->contact += dot(n, mean, p);
    st = zn_osi_add_power(ds, step->t1, q1, u, a, mean, &room, out);
    if (!st)
        st = zn_osi_add_power(ds, step->t, q, v, step->h - a, mean, &room, out);
    if (!st)
        st = zn_osi_add_moving_mass(ds, q, v, q1, u, b->R, out);
    return st;
}
