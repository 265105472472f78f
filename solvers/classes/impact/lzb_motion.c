/* lzb_motion.c - the springs of a multiple impact and their phases
 *
 * With F_i = K_i d_i^eta_i, E_i = K_i d_i^(eta_i + 1)/(eta_i + 1) and dP_i = F_i ds the
 * law of zeno/multiple_impact.h is
 *
 *     d_i' = - u_i while u_i <= 0, - u_i/e_i^2 while u_i > 0,    P_i' = K_i d_i^eta_i,
 *
 * with u = M P + q. It is smooth between the events at which some u_i changes its sign or some d_i becomes zero. Unlike
 * the quotients F_i/F_j of the law nothing is singular when a contact begins. doc/multiple-impact.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "impact.h"

#include "../../core/room.h"

#include <math.h>
#include <string.h>

/* Velocities up to this are rounding: the phase of a contact changes only when its velocity exceeds it. In units of the
 * largest velocity of approach. */
static const double TINY = 1e-14;

zn_status zni_springs_reserve(zni_springs *s, zn_ctx *ctx, zn_index m,
                              zn_index nt)
{
    double **const part[] = {&s->k, &s->unit, &s->end, &s->work, &s->from, &s->w, &s->F, &s->f, &s->x, &s->held};
    enum { PARTS = sizeof part / sizeof *part };
    const zn_index n = m + nt;
    const zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(s, room, PARTS * n + nt * nt), ZNI_ARRAY(s, phase, n),
                                  ZNI_ARRAY(s, stuck, n), ZNI_ARRAY(s, side, 3 * n));

    if (st)
        return st;
    s->m = m;
    s->nt = nt;
    s->still = s->side + n;
    s->before = s->side + 2 * n;
    for (int i = 0; i < PARTS; i++)
        *part[i] = s->room + i * n;
    s->L = s->room + PARTS * n;
    return ZN_OK;
}

void zni_springs_fini(zni_springs *s, zn_ctx *ctx)
{
    ZNI_FREE(ctx, s->room, s->phase, s->stuck, s->side);
}

static double stored(const zni_springs *s, zn_index i, double d)
{
    return d > 0 ? s->k[i] * pow(d, s->of[i].eta + 1) / (s->of[i].eta + 1) : 0;
}

static void compress(zni_springs *s, zn_index i, double d)
{
    s->from[i] = stored(s, i, d);
    s->phase[i] = ZNI_COMPRESSES;
}

/* Units: the largest velocity of approach is 1, and so are the percussion that stops this contact and its compression
 * at that instant. */
void zni_springs_start(zni_springs *s, zni_percussion *c, int model)
{
    const zn_index m = s->m, n = m + s->nt;
    double V = 0, p, d;
    zn_index r = 0;

    s->model = model;
    s->M = c->M;
    s->q = c->q;
    s->of = c->of;
    s->normal = c->normal;
    s->mu = c->mu;
    for (zn_index i = 0; i < m; i++)
        if (-c->q[i] > V) {
            V = -c->q[i];
            r = i;
        }
    V = V > 0 ? V : 1;
    p = V / c->M[r + r * n];
    d = pow(p * V / c->of[r].K, 1 / (1 + c->of[r].eta));
    s->percussion = p;
    for (zn_index i = 0; i < n; i++)
        s->q[i] /= V;
    for (zn_index i = 0; i < n * n; i++)
        s->M[i] = s->M[i] * p / V;
    for (zn_index i = 0; i < m; i++) {
        const zn_compliance *o = &s->of[i];

        s->k[i] = o->K * pow(d, o->eta) * d / (V * p);
        s->unit[i] = pow(s->k[i], -1 / (1 + o->eta));
        s->end[i] = s->work[i] = s->from[i] = 0;
        s->phase[i] = ZNI_IDLE;
        if (s->q[i] < -TINY)
            compress(s, i, 0);
    }
    memset(s->side, 0, (size_t)s->nt * sizeof *s->side);
}

static void velocities(zni_springs *s, const double y[])
{
    const zn_index m = s->m, n = m + s->nt;
    const double *P = y + m;

    memcpy(s->w, s->q, (size_t)n * sizeof *s->w);
    for (zn_index j = 0; j < n; j++)
        if (P[j] != 0)
            for (zn_index i = 0; i < n; i++)
                s->w[i] += s->M[i + j * n] * P[j];
}

/* d' of contact i */
static double compression(const zni_springs *s, zn_index i)
{
    const double e = s->model == ZNI_BI_STIFFNESS ? s->of[i].e : 1;

    return s->phase[i] == ZNI_IDLE      ? 0
           : s->phase[i] == ZNI_EXPANDS ? -s->w[i] / (e * e)
                                        : -s->w[i];
}

void zni_springs_forces(zni_springs *s, const double y[], double d)
{
    velocities(s, y);
    for (zn_index i = 0; i < s->m; i++) {
        const double at = y[i] + d * compression(s, i);
        s->F[i] = s->phase[i] != ZNI_IDLE && at > 0
                      ? s->k[i] * pow(at, s->of[i].eta)
                      : 0;
    }
}

void zni_springs_rate(zni_springs *s, const double y[], double dy[])
{
    const zn_index m = s->m;

    zni_springs_forces(s, y, 0);
    for (zn_index i = 0; i < m; i++) {
        dy[i] = compression(s, i);
        dy[m + i] = s->F[i];
    }
    if (s->nt)
        zni_tangents_forces(s);
    for (zn_index t = 0; t < s->nt; t++)
        dy[2 * m + t] = s->f[t];
}

/* the guard function of contact i, which becomes negative when its phase ends */
static double guard(const zni_springs *s, zn_index i, const double y[])
{
    const double w = s->w[i];

    if (s->phase[i] == ZNI_COMPRESSES)
        return TINY - w;
    if (s->phase[i] == ZNI_IDLE)
        return TINY + w;
    return fmin(TINY + w, (y[i] - s->end[i]) / s->unit[i]);
}

double zni_springs_guard(zni_springs *s, const double y[])
{
    double least = INFINITY;

    if (s->nt) {
        zni_springs_forces(s, y, 0);
        zni_tangents_forces(s);
        least = zni_tangents_guard(s);
    } else {
        velocities(s, y);
    }
    for (zn_index i = 0; i < s->m; i++)
        least = fmin(least, guard(s, i, y));
    return least;
}

static void release(zni_springs *s, zn_index i, double y[])
{
    y[i] = 0;
    s->work[i] = 0;
    s->phase[i] = ZNI_IDLE;
}

/* The compression of contact i ends. */
static void turn(zni_springs *s, zn_index i, double y[])
{
    const double e = s->of[i].e, power = s->of[i].eta + 1;

    s->work[i] += stored(s, i, y[i]) - s->from[i];
    s->end[i] = 0;
    if (s->model == ZNI_MONO_STIFFNESS && e < 1)
        s->end[i] = pow((1 - e * e) * s->work[i] * power / s->k[i], 1 / power);
    if (e == 0 || y[i] <= s->end[i])
        release(s, i, y);
    else
        s->phase[i] = ZNI_EXPANDS;
}

void zni_springs_switch(zni_springs *s, double y[])
{
    velocities(s, y);
    for (zn_index i = 0; i < s->m; i++) {
        if (!(guard(s, i, y) < 0))
            continue;
        if (s->phase[i] == ZNI_COMPRESSES)
            turn(s, i, y);
        else if (s->phase[i] == ZNI_IDLE || y[i] > s->end[i])
            compress(s, i, y[i]);
        else
            release(s, i, y);
    }
    zni_tangents_switch(s, y);
}

bool zni_springs_rest(const zni_springs *s, const double y[], double rest)
{
    for (zn_index i = 0; i < s->m; i++)
        if (s->phase[i] != ZNI_IDLE &&
            (s->w[i] < -rest || stored(s, i, y[i]) > rest * rest))
            return false;
    return true;
}
