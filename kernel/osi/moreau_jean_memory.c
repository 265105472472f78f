/* moreau_jean_memory.c - the scheme between steps: what it remembers, work
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/moreau_jean.h"

#include "kernel/model/arm.h"
#include "kernel/model/vectors.h"
#include "solvers/linalg/few.h"
#include "solvers/linalg/small.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The memory, in this order: h of the differences; n numbers each
 * of how far v is taken to go in the next step, and of its last differences of order one to
 * four, beyond which the start of a step is not better by the usual tolerances; the key of W where q' = v.
 * Of bodies that one pass is exact for but for the contacts: h, negative after a jump, and the last difference. */
enum { ORDERS = 4, AHEAD = 1 };

static zn_index past_size(zn_index n)
{
    return AHEAD + (1 + ORDERS) * n;
}

zn_index zni_mj_memory(const void *s, const zn_ds *ds)
{
    const zn_index n = zn_ds_nv(ds);

    (void)s;
    if (zni_mj_linear(ds))
        return zn_ds_curved(ds) ? AHEAD + n : 0;
    return zni_mj_remembers(ds)
               ? past_size(n) + zni_mj_key_size(n, zn_ds_parameter_count(ds))
               : past_size(n);
}

zn_status zni_mj_start(void *s, const zn_ds *ds, void *w, double t, double h,
                       const double q[], const double v[], double m[])
{
    (void)w, (void)t, (void)h, (void)q, (void)v;
    memset(m, 0, (size_t)zni_mj_memory(s, ds) * sizeof *m);
    return ZN_OK;
}

void zni_mj_first(const zni_mj *mj, const zn_step *step, const zni_mj_body *b,
                  const double m[], double u[])
{
    const bool still = !zni_mj_has_past(b) || mj->start == ZNI_MJ_VELOCITY;
    const double *v = step->state->v + b->vo;
    double f;

    if (still) {
        zni_copy(b->n, v, u);
        return;
    }
    f = m[0] > 0 ? step->hw / m[0] : 0;
    for (zn_index i = 0; i < b->n; i++)
        u[i] = v[i] + f * m[AHEAD + i];
}

zn_status zni_mj_recall(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                        zni_mj_body *b, const double m[])
{
    const double *key = m + past_size(b->n);
    const double *z = key + ZNI_MJ_KEY_Q + 3 * (zn_index)b->n;
    const zn_index size = zni_mj_key_size(b->n, b->more->nz);

    b->usable = mj->matrix == ZNI_MJ_LAZY && mj->start == ZNI_MJ_EXTRAPOLATE &&
                key[ZNI_MJ_KEY_H] == step->hw &&
                key[ZNI_MJ_KEY_THETA] == mj->theta &&
                zni_same(b->more->nz, z, b->more->z);
    if (!b->usable || zni_same(size, key, b->more->key))
        return ZN_OK;
    zni_copy(size, key, b->more->key);
    b->recalled = true;
    return zni_mj_make_by_key(mj, step, ds, b);
}

/* The difference of order k + 1 in place of the one of order k, which is d now, f as many
 * times h as that of the last step to the power k. */
static inline double shift(double d, double f, double *past)
{
    const double next = d - f * *past;

    *past = d;
    return next;
}

/* Of a difference so much at most may be left by the next one, if the step was f times as long as the one
 * before: a jump in one that is far shorter would else seem to go on at its rate. */
static inline double may_be_left(double f)
{
    return f < 0.5 ? 0.75 : 1;
}

typedef int64_t pair_bits __attribute__((vector_size(16)));

/* Bits of |a| < |b|, all or none of each of two. */
static inline pair_bits smaller(zni_pair a, zni_pair b)
{
    const pair_bits size = {INT64_MAX, INT64_MAX};

    return (zni_pair)((pair_bits)a & size) < (zni_pair)((pair_bits)b & size);
}

/* As `differences`, of two unknowns at once. */
static inline void differences_of_two(zn_index n, const double v[], const double u[],
                                      double f, double ahead[])
{
    zni_pair d, vk, sum = {0};
    pair_bits smooth = {-1, -1};
    double scale = f, *past = ahead;
    const double left = may_be_left(f);

    zni_take2(u, &d);
    zni_take2(v, &vk);
    d -= vk;
    for (int k = 0; k < ORDERS; k++, scale *= f) {
        zni_pair was, next;

        zni_take2(past += n, &was);
        next = d - scale * was;
        zni_put2(&d, past);
        smooth &= smaller(next, left * d);
        sum += (zni_pair)((pair_bits)d & smooth);
        d = next;
    }
    zni_put2(&sum, ahead);
}

/* Differences of v with this step, and how far v goes in the next one: as many of them as
 * fall from one to the next in this step: with one more the start of this step would have been
 * nearer. A jump ends that until it is behind. */
static void differences(zn_index n, const double v[], const double u[], double f,
                        double ahead[])
{
    const double left = may_be_left(f);
    zn_index i = 0;

    for (; i + 2 <= n; i += 2)
        differences_of_two(n, v + i, u + i, f, ahead + i);
    if (i < n) {
        double d = u[i] - v[i], scale = f, sum = 0, *past = ahead + i;
        bool smooth = true;

        for (int k = 0; k < ORDERS; k++, scale *= f) {
            const double next = shift(d, scale, past += n);

            smooth = smooth && fabs(next) < left * fabs(d);
            if (smooth)
                sum += d;
            d = next;
        }
        ahead[i] = sum;
    }
}

/* Of one unknown, which counts r-fold, the difference of v with this step, and the squares of it and of what the
 * last one leaves of it. */
static inline void note_difference(double r, double f, double v, double u, double *last, double *now,
                                   double *off)
{
    const double d = u - v, here = r * d, left = r * (d - f * *last);

    *now += here * here;
    *off += left * left;
    *last = d;
}

/* The difference of v with this step. It is how far v goes in the next one, too, if this one
 * went on as the last one did: if it would have begun nearer with its difference. */
static void last_difference(const zn_step *step, const zn_ds *ds,
                            const zni_mj_body *b, double m[])
{
    const zni_arm arm = zni_arm_of(ds);
    const double *v = step->state->v + b->vo, *u = step->v1 + b->vo;
    const double f = m[0] != 0 ? step->hw / fabs(m[0]) : 0;
    double now = 0, off = 0, *last = m + AHEAD;

    if (b->n == ZNI_BODY && arm.first == 3) {
        note_difference(1, f, v[0], u[0], last, &now, &off);
        note_difference(1, f, v[1], u[1], last + 1, &now, &off);
        note_difference(1, f, v[2], u[2], last + 2, &now, &off);
        note_difference(arm.r, f, v[3], u[3], last + 3, &now, &off);
        note_difference(arm.r, f, v[4], u[4], last + 4, &now, &off);
        note_difference(arm.r, f, v[5], u[5], last + 5, &now, &off);
    } else {
        for (zn_index i = 0; i < b->n; i++)
            note_difference(zni_arm_moves(&arm, i, 1), f, v[i], u[i], last + i, &now, &off);
    }
    m[0] = off < now ? step->hw : -step->hw;
}

/* What the next step begins with, if it begins elsewhere than at v_k. */
void zni_mj_remember(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                     const zni_mj_body *b, double m[])
{
    const double f = m[0] > 0 ? step->hw / m[0] : 0;

    if (mj->start == ZNI_MJ_VELOCITY) {
        m[0] = 0;
        return;
    }
    if (b->linear) {
        last_difference(step, ds, b, m);
        return;
    }
    differences(b->n, step->state->v + b->vo, step->v1 + b->vo, f, m + AHEAD);
    m[0] = step->hw;
    if (b->remembers && b->new_W)
        zni_copy(zni_mj_key_size(b->n, b->more->nz), b->more->key,
                 m + past_size(b->n));
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
    zn_status st = zni_mj_want_vectors(ds, b);

    if (st)
        return st;
    double *mean = zni_mj_inc(b);
    zn_force_parts room = {zni_mj_vector(b, 1), zni_mj_turn(mj), zni_mj_spare(mj),
                           zni_mj_room(mj)}; /* free by now */

    b->steady = false;
    b->known = b->known && b->more;
    for (zn_index i = 0; i < n; i++)
        mean[i] = (v[i] + u[i]) / 2;
    out->contact += zni_dot(n, mean, p);
    st = zn_osi_add_power(ds, step->t1, q1, u, a, mean, &room, out);
    if (!st)
        st = zn_osi_add_power(ds, step->t, q, v, step->h - a, mean, &room, out);
    if (!st)
        st = zn_osi_add_moving_mass(ds, q, v, q1, u, zni_mj_vector(b, 1), out);
    return st;
}
