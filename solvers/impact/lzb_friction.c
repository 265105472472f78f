/* lzb_friction.c - tangents of contacts while springs are at work: Coulomb's friction in
 * the plane, between forces, as long as the impact lasts
 *
 *     slides to the side s    f = -mu s F,                       until s w = 0
 *     sticks                  w' = M_t. F + M_tt f = 0,          until |f| = mu F
 *
 * F the forces of springs, w the rates of tangents, ' in the time of the springs. Who sticks
 * is decided a little later than the instant at hand, where forces that begin there can be
 * told from zero. Z. Zhao, C. Liu, B. Brogliato, Planar dynamics of a rigid body system with
 * frictional impacts, Proc. R. Soc. A 465 (2009) 2267-2292. doc/multiple-impact.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "impact.h"

#include <math.h>

/* Rates without sign, by rounding and by the end of a search; what an event looks ahead, in
 * the time of an impact. */
static const double TINY = 1e-14, STILL = 1e-12, AHEAD = 1e-7;

static double bound(const zni_springs *s, zn_index t)
{
    return s->mu[t] * s->F[s->normal[t]];
}

/* M of two tangents, and of a tangent and a contact. */
static double tangents(const zni_springs *s, zn_index t, zn_index r)
{
    const zn_index n = s->m + s->nt;

    return s->M[s->m + t + (s->m + r) * n];
}

/* w' of a tangent by all forces but those of tangents that stick. */
static double pushed(const zni_springs *s, zn_index t)
{
    const zn_index n = s->m + s->nt;
    double sum = 0;

    for (zn_index i = 0; i < s->m; i++)
        sum += s->M[s->m + t + i * n] * s->F[i];
    for (zn_index r = 0; r < s->nt; r++)
        if (s->side[r] != 0)
            sum += tangents(s, t, r) * s->f[r];
    return sum;
}

/* L L' of those that stick; one that depends on others is left out (a zero in L). */
static void factor(zni_springs *s, zn_index count)
{
    for (zn_index j = 0; j < count; j++) {
        double *col = s->L + j * s->nt, d;
        for (zn_index i = j; i < count; i++) {
            col[i] = tangents(s, s->stuck[i], s->stuck[j]);
            for (zn_index k = 0; k < j; k++)
                col[i] -= s->L[i + k * s->nt] * s->L[j + k * s->nt];
        }
        d = col[j];
        for (zn_index i = j; i < count; i++)
            col[i] = d > 1e-12 * tangents(s, s->stuck[j], s->stuck[j])
                         ? col[i] / sqrt(d)
                         : 0;
    }
}

void zni_tangents_forces(zni_springs *s)
{
    zn_index count = 0;

    for (zn_index t = 0; t < s->nt; t++) {
        s->f[t] = -s->side[t] * bound(s, t);
        if (s->side[t] == 0 && s->phase[s->normal[t]] != ZNI_IDLE)
            s->stuck[count++] = t;
    }
    if (!count)
        return;
    factor(s, count);
    for (zn_index k = 0; k < count; k++) {
        double sum = -pushed(s, s->stuck[k]);
        const double d = s->L[k + k * s->nt];
        for (zn_index j = 0; j < k; j++)
            sum -= s->L[k + j * s->nt] * s->x[j];
        s->x[k] = d > 0 ? sum / d : 0;
    }
    for (zn_index k = count - 1; k >= 0; k--) {
        const double d = s->L[k + k * s->nt];
        for (zn_index j = k + 1; j < count; j++)
            s->x[k] -= s->L[j + k * s->nt] * s->x[j];
        s->x[k] = d > 0 ? s->x[k] / d : 0;
        s->f[s->stuck[k]] = s->x[k];
    }
}

double zni_tangents_guard(const zni_springs *s)
{
    double least = INFINITY;

    for (zn_index t = 0; t < s->nt; t++)
        if (s->phase[s->normal[t]] != ZNI_IDLE && s->mu[t] > 0)
            least =
                fmin(least, s->side[t] ? TINY + s->side[t] * s->w[s->m + t]
                                       : TINY + bound(s, t) - fabs(s->f[t]));
    return least;
}

/* Of the tangents without a rate all stick at first; the one whose force is most above its
 * bound slides against it, until bounds hold all that stick. */
static void decide(zni_springs *s)
{
    for (;;) {
        double most = 0;
        zn_index which = -1;

        zni_tangents_forces(s);
        for (zn_index t = 0; t < s->nt; t++) {
            const double over = fabs(s->f[t]) - bound(s, t);
            if (s->side[t] == 0 && s->phase[s->normal[t]] != ZNI_IDLE &&
                over > most) {
                most = over;
                which = t;
            }
        }
        if (which < 0)
            return;
        s->side[which] = s->f[which] > 0 ? -1 : 1;
    }
}

void zni_tangents_switch(zni_springs *s, const double y[])
{
    const zn_index m = s->m;

    if (!s->nt)
        return;
    zni_springs_forces(s, y, AHEAD);
    for (zn_index t = 0; t < s->nt; t++) {
        const double w = s->w[m + t];
        const bool still = fabs(w) <= STILL && s->mu[t] > 0;
        s->side[t] = still ? 0 : w > 0 ? 1 : -1;
        if (s->side[t] == 0) /* what a search left: it has none */
            s->q[m + t] -= w;
    }
    decide(s);
}
