/* lzb_friction.c - Coulomb's friction in the plane during the impact, between the forces of springs and tangents
 *
 *     slides to the side s    f = -mu s F,                       until s w = 0
 *     sticks                  w' = M_t. F + M_tt f = 0,          until |f| = mu F
 *
 * with F the forces of springs, w the velocities of tangents and ' the derivative by the time of the springs. Which
 * tangents stick is determined a little after an event, when forces that begin at it are not zero any more. Z. Zhao,
 * C. Liu, B. Brogliato, Planar dynamics of a rigid body system with frictional impacts, Proc. R. Soc. A 465 (2009)
 * 2267-2292. doc/multiple-impact.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "impact.h"

#include <math.h>

/* Velocities that count as zero, because of rounding and because of the accuracy of located events; the time after an
 * event at which sticking is determined, in units of the duration of an impact. */
static const double TINY = 1e-14, STILL = 1e-12, AHEAD = 1e-7;

static double bound(const zni_springs *s, zn_index t)
{
    return s->mu[t] * s->F[s->normal[t]];
}

/* the entry of M for two tangents */
static double tangents(const zni_springs *s, zn_index t, zn_index r)
{
    const zn_index n = s->m + s->nt;

    return s->M[s->m + t + (s->m + r) * n];
}

/* w' of a row from the forces of contacts and of tangents: all tangents, or the sliding ones only. *size: the sum of
 * the absolute values. */
static double rate(const zni_springs *s, zn_index row, bool all, double *size)
{
    const zn_index m = s->m, n = m + s->nt;
    double sum = 0;

    *size = 0;
    for (zn_index j = 0; j < n; j++) {
        const double force = j < m ? s->F[j] : s->f[j - m];
        const double part = s->M[row + j * n] * force;
        if (j < m || all || s->side[j - m] != 0) {
            sum += part;
            *size += fabs(part);
        }
    }
    return sum;
}

/* Cholesky factorisation of M of the sticking tangents; a tangent that depends on others gets a zero pivot in L. */
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
        double size, sum = -rate(s, s->m + s->stuck[k], false, &size);
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

/* The largest step from `held` towards f that keeps the forces of sticking tangents within their bounds, at most 1;
 * which: the tangent that limits it, or -1. */
static double allowed(zni_springs *s, zn_index *which)
{
    double share = 1;

    *which = -1;
    for (zn_index t = 0; t < s->nt; t++) {
        const double way = s->f[t] - s->held[t];
        const double room = bound(s, t) - (way > 0 ? 1 : -1) * s->held[t];
        if (s->side[t] == 0 && s->phase[s->normal[t]] != ZNI_IDLE &&
            fabs(way) * share > room) {
            share = fmax(room, 0) / fabs(way);
            *which = t;
        }
    }
    return share;
}

/* Of the tangents that begin to slide the one that accelerates most against its side, or -1. */
static zn_index wrong(const zni_springs *s)
{
    double most = STILL;
    zn_index which = -1;

    for (zn_index t = 0; t < s->nt; t++) {
        double size, back;
        if (s->side[t] == 0 || !s->still[t])
            continue;
        back = -s->side[t] * rate(s, s->m + t, true, &size);
        if (back > most * size) {
            most = back / size;
            which = t;
        }
    }
    return which;
}

/* The forces of tangents whose velocity is zero: f in [-mu F, mu F], and w' = M f + ... is zero, or opposite to f
 * where f is at a bound. This is the minimum of f'M f/2 + f'(...) in that box, which exists for every M of contacts.
 * An active set method: from f = 0 towards the minimum over the sticking tangents, as far as the bounds allow. A
 * tangent that reaches its bound slides, and sticks again if it would accelerate against its side. The quadratic
 * never increases, so no active set occurs twice. */
static void decide(zni_springs *s)
{
    zn_index count = 4;

    for (zn_index t = 0; t < s->nt; t++) {
        s->held[t] = 0;
        count += s->still[t];
    }
    for (zn_index k = 0; k < 4 * count * count; k++) {
        zn_index which;
        double share;
        zni_tangents_forces(s);
        share = allowed(s, &which);
        for (zn_index t = 0; t < s->nt; t++)
            s->held[t] += share * (s->f[t] - s->held[t]);
        if (which >= 0) {
            s->side[which] = s->f[which] > 0 ? -1 : 1;
            continue;
        }
        which = wrong(s);
        if (which < 0)
            return;
        s->side[which] = 0;
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
        s->still[t] = still;
        if (still) /* remove what the location of the event left */
            s->q[m + t] -= w;
    }
    decide(s);
}

/* If all tangents of compressed contacts stick as far as the bounds allow, is every row in equilibrium? Overwrites the
 * sides. */
static bool balanced(zni_springs *s, double rest)
{
    for (zn_index t = 0; t < s->nt; t++) {
        s->still[t] = s->phase[s->normal[t]] != ZNI_IDLE && s->mu[t] > 0;
        s->side[t] = s->still[t] ? 0 : 1;
    }
    decide(s);
    for (zn_index i = 0; i < s->m + s->nt; i++) {
        double size;
        if (fabs(rate(s, i, true, &size)) > rest)
            return false;
    }
    return true;
}

bool zni_springs_wedged(zni_springs *s, const double y[], double rest)
{
    bool wedged;

    for (zn_index i = 0; i < s->m; i++)
        if (s->phase[i] != ZNI_IDLE && fabs(s->w[i]) > rest)
            return false;
    for (zn_index t = 0; t < s->nt; t++)
        if (s->phase[s->normal[t]] != ZNI_IDLE && fabs(s->w[s->m + t]) > rest)
            return false;
    zni_springs_forces(s, y, 0);
    for (zn_index t = 0; t < s->nt; t++)
        s->before[t] = s->side[t];
    wedged = balanced(s, rest);
    for (zn_index t = 0; t < s->nt; t++)
        s->side[t] = s->before[t];
    zni_tangents_forces(s);
    return wedged;
}
