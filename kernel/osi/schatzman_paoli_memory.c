/* schatzman_paoli_memory.c - the scheme between steps: start, reference of the
 * restitution, output velocity, work
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/schatzman_paoli.h"

#include "kernel/model/model.h"

#include <float.h>
#include <math.h>
#include <string.h>

bool zni_sp_same(double h1, double h2, double t1)
{
    return fabs(h1 - h2) <= 4 * DBL_EPSILON * fabs(t1);
}

/* Is no contact of the system penetrated at t_k? */
static bool clear(const zn_ds *ds, const zn_state *state)
{
    for (zn_index k = 0; k < ds->nint; k++) {
        const zn_interaction *a = zni_ds_ints(ds)[k];
        for (zn_index i = 0; !a->law->type->always && i < a->size; i++)
            if (state->y[0][a->off + i] < 0)
                return false;
    }
    return true;
}

/* An impact takes two steps, y = -e y_ref in both, and what is left of the
 * velocity is their difference over h: -e times the velocity before, if y_ref
 * moved by h times that. With equal steps q_ref = q_{k-1} does. When the length
 * changes q_ref must instead move on from its last value, by h times the
 * velocity of two steps ago; then no step can leave faster than -e times that
 * velocity, however short it is. Coming back to q_{k-1} is harmless while the
 * contacts are open: -e y_ref <= 0 <= y asks for nothing. */
void zni_sp_reference(const zn_step *step, const zn_ds *ds, const double m[],
                      zni_sp_body *b)
{
    const zn_index n = zn_ds_nv(ds);
    const double *q1 = m + ZNI_SP_Q1 * n, *q2 = m + ZNI_SP_Q2 * n;
    const double *ref = m + ZNI_SP_REF * n, *number = m + ZNI_SP_VECTORS * n;
    const double h1 = number[ZNI_SP_H1], h2 = number[ZNI_SP_H2];
    const bool equal =
        zni_sp_same(step->h, h1, step->t1) && zni_sp_same(h1, h2, step->t1);

    b->clear = clear(ds, step->state);
    b->plain = (equal && number[ZNI_SP_PLAIN] != 0) ||
               (b->clear && number[ZNI_SP_CLEAR] != 0);
    if (b->plain) {
        memcpy(b->ref, q1, (size_t)n * sizeof *q1);
        return;
    }
    for (zn_index i = 0; i < n; i++)
        b->ref[i] = ref[i] + step->h * ((q1[i] - q2[i]) / h2);
}

/* ---- start ---- */

/* Accelerations of prescribed velocities: their change over the first step. */
static zn_status prescribed(const zn_ds *ds, zni_sp_body *b, double t, double h,
                            double a[])
{
    const zn_index nbc = zn_ds_bc_count(ds);
    zn_status st = zn_ds_bc_values(ds, t, b->vs);

    if (!st)
        st = zn_ds_bc_values(ds, t + h, a);
    for (zn_index k = 0; !st && k < nbc; k++)
        a[k] = (a[k] - b->vs[k]) / h;
    return st;
}

/* a with M(q) a = F(t,q,v), without contact forces. */
static zn_status acceleration(const zn_ds *ds, zni_sp_body *b, double t,
                              double h, const double q[], const double v[],
                              double a[])
{
    const zn_index n = zn_ds_nv(ds), nbc = zn_ds_bc_count(ds);
    const zn_index *index = zn_ds_bc_index(ds);
    const zn_ds_type *type = zn_ds_class(ds);
    double *given = b->tmp;
    const zn_pattern mass = zn_ds_pattern(ds, ZN_DS_MASS);
    zn_status st = type->mass(ds, q, zni_iteration_term(&b->W, ZNI_MASS));

    if (!st)
        st = type->force(ds, t, q, v, a);
    if (!st && nbc)
        st = prescribed(ds, b, t, h, given);
    if (st)
        return st;
    memset(b->qs, 0, (size_t)n * sizeof *b->qs);
    for (zn_index k = 0; k < nbc; k++)
        b->qs[index[k]] = given[k];
    if (nbc)
        zn_pattern_mul(&mass, zni_iteration_term(&b->W, ZNI_MASS), -1, b->qs,
                       a);
    zn_osi_mask(ds, NULL, 1, a);
    b->kept = false;
    zni_iteration_clear(&b->W);
    zni_iteration_add(&b->W, ZNI_MASS, 1);
    st = zni_iteration_factor(&b->W, zn_ds_ctx(ds));
    if (st)
        return zn_note(zn_ds_ctx(ds), st, "mass of system '%s' at the start",
                       zn_ds_name(ds));
    zn_factor_solve(b->W.factor, 1, a);
    for (zn_index k = 0; k < nbc; k++)
        a[index[k]] = given[k];
    return ZN_OK;
}

zn_status zni_sp_start(void *s, const zn_ds *ds, void *w, double t, double h,
                       const double q[], const double v[], double m[])
{
    const zni_sp *sp = s;
    const zn_index n = zn_ds_nv(ds);
    double *number = m + ZNI_SP_VECTORS * n;
    zni_sp_body *b = w;
    double *a0 = b->F;

    memset(m, 0, (size_t)(ZNI_SP_VECTORS * n + ZNI_SP_NUMBERS) * sizeof *m);
    if (!(h > 0)) /* no step is planned; begin would refuse it */
        return ZN_OK;
    memset(a0, 0, (size_t)n * sizeof *a0);
    if (sp->start == ZNI_SP_START_TAYLOR) {
        const zn_status st = acceleration(ds, b, t, h, q, v, a0);
        if (st)
            return st;
    }
    for (zn_index i = 0; i < n; i++) {
        const double before = q[i] - h * v[i] + h * h / 2 * a0[i];
        m[ZNI_SP_Q1 * n + i] = before;
        /* where the reference of a step before, of the same length, had been */
        m[ZNI_SP_Q2 * n + i] = m[ZNI_SP_REF * n + i] = before - h * v[i];
        m[ZNI_SP_VBAR * n + i] = v[i];
    }
    number[ZNI_SP_H1] = number[ZNI_SP_H2] = number[ZNI_SP_HW] = h;
    number[ZNI_SP_PLAIN] = number[ZNI_SP_CLEAR] = 1;
    return ZN_OK;
}

/* ---- end of a step ---- */

static double largest(zn_index n, const double x[])
{
    double max = 0;

    for (zn_index i = 0; i < n; i++)
        max = fmax(max, fabs(x[i]));
    return max;
}

/* The output velocity, from the differences d of this step and d1 of the last:
 *   backward d, centred (b d + h d1)/(h + b), three-point d + h (d - d1)/(h + b)
 * A three-point formula is right when d - d1 is smooth: no nonsmooth force in
 * this step, or one that has been steady for two. */
static void velocity(const zni_sp *sp, const zn_step *step, const zn_ds *ds,
                     const zni_sp_body *b, bool smooth)
{
    const zn_index n = zn_ds_nv(ds);
    const double *qk = step->state->q + zn_ds_q_offset(ds);
    const double *q = step->q1 + zn_ds_q_offset(ds);
    double *v = step->v1 + zn_ds_v_offset(ds);
    int kind = sp->velocity;

    if (kind == ZNI_SP_V_AUTO)
        kind = smooth ? ZNI_SP_V_THREE : ZNI_SP_V_BACKWARD;
    for (zn_index i = 0; i < n; i++) {
        const double d = (q[i] - qk[i]) / b->h;
        const double d1 = b->again[i] / b->h;
        v[i] = d;
        if (kind == ZNI_SP_V_CENTRED)
            v[i] = b->vbar[i];
        else if (kind == ZNI_SP_V_THREE)
            v[i] = d + b->h * (d - d1) / (b->h + b->b);
    }
}

zn_status zni_sp_commit(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double p[], double m[], double bc[])
{
    const zn_index n = zn_ds_nv(ds), nbc = zn_ds_bc_count(ds);
    const zn_index *index = zn_ds_bc_index(ds);
    const double *qk = step->state->q + zn_ds_q_offset(ds);
    const double *q = step->q1 + zn_ds_q_offset(ds);
    double *v = step->v1 + zn_ds_v_offset(ds);
    double *force = m + ZNI_SP_FORCE * n, *number = m + ZNI_SP_VECTORS * n;
    zni_sp_body *b = w;
    const double c = b->h * (b->h + b->b) / 2;
    double size = largest(n, force), change = 0, moved = 0;
    zn_status st = ZN_OK;

    if (nbc)
        st = zni_sp_residual(s, step, ds, b);
    if (!st && nbc)
        st = zn_ds_bc_values(ds, step->t1, b->vs);
    if (st)
        return st;
    zni_sp_vbar(step, ds, b);
    for (zn_index i = 0; i < n; i++) {
        const double f = p[i] / c;
        size = fmax(size, fabs(f));
        change = fmax(change, fabs(f - force[i]));
        moved = fmax(moved, fabs(q[i] - qk[i]));
        force[i] = f;
    }
    number[ZNI_SP_STEADY] = change <= size / 2 ? number[ZNI_SP_STEADY] + 1 : 0;
    /* 1e-9: a push below it is a solver's rounding and does no harm */
    velocity(s, step, ds, b,
             b->kick <= 1e-9 * moved || number[ZNI_SP_STEADY] >= 2);

    for (zn_index k = 0; k < nbc; k++) {
        const zn_index i = index[k];
        v[i] = b->vs[k];
        bc[i] = (b->R[i] - p[i]) / b->h;
    }
    memcpy(m + ZNI_SP_Q2 * n, b->before, (size_t)n * sizeof *m);
    memcpy(m + ZNI_SP_Q1 * n, qk, (size_t)n * sizeof *m);
    memcpy(m + ZNI_SP_REF * n, b->ref, (size_t)n * sizeof *m);
    memcpy(m + ZNI_SP_VBAR * n, b->vbar, (size_t)n * sizeof *m);
    number[ZNI_SP_H2] = number[ZNI_SP_H1];
    number[ZNI_SP_H1] = step->h;
    number[ZNI_SP_HW] = b->hw;
    number[ZNI_SP_PLAIN] = b->plain;
    number[ZNI_SP_CLEAR] = b->clear;
    return ZN_OK;
}

/* ---- work ---- */

/* Trapezoidal rule on the power of forces; impulses and a moving mass with the
 * mean of the velocities at both ends, so that for a constant mass the kinetic
 * energy changes exactly by the work of M (v_{k+1} - v_k). The balance closes to
 * order 2 while the motion is smooth and v_{k+1} is of order 2, else to 1. */
zn_status zni_sp_work(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      const double p[], zn_work *out)
{
    const zn_index n = zn_ds_nv(ds);
    const double *qk = step->state->q + zn_ds_q_offset(ds);
    const double *q = step->q1 + zn_ds_q_offset(ds);
    const double *vk = step->state->v + zn_ds_v_offset(ds);
    const double *v = step->v1 + zn_ds_v_offset(ds);
    zni_sp_body *b = w;
    zn_force_parts room = {b->F, b->R, b->tmp, b->vs};
    zn_status st;

    (void)s;
    for (zn_index i = 0; i < n; i++)
        out->contact += (vk[i] + v[i]) / 2 * p[i] / b->h;
    st = zn_osi_add_moving_mass(ds, qk, vk, q, v, b->tmp, out);
    if (!st)
        st = zn_osi_add_power(ds, step->t, qk, vk, b->h / 2, vk, &room, out);
    if (!st)
        st = zn_osi_add_power(ds, step->t1, q, v, b->h / 2, v, &room, out);
    return st;
}
