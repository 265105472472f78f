/* jacobian.c - df/dy of smooth motion by differences
 *
 *     J_j = (f(t, y + d_j e_j) - f(t, y)) / d_j
 *
 * where y and its change are small, d_j is so far as the tolerances are relative there. If f
 * jumps between y and y + d_j e_j this is the jump over d_j, 10^8 times what it should be, and
 * with it neither corrections of Newton's method nor estimates of errors say anything. So one
 * more evaluation, at a sum of parts of all these differences, has to be what J says of it;
 * where it is not, differences are taken on the other side too, and the smaller one is df/dy.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/ode/jacobian.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct differences {
    const zn_ode_problem *p;
    double t;
    const double *y, *f0;
    double *J;
    double *d, *x, *f; /* n each */
    zn_ode_info *info;
} differences;

/* f at y + s e_j, in o->f. *s becomes the difference of the two numbers. */
static zn_status beside(differences *o, zn_index j, double *s)
{
    zn_status st;

    o->x[j] = o->y[j] + *s;
    *s = o->x[j] - o->y[j];
    o->info->evaluations++;
    st = o->p->field(o->p->user, o->t, o->x, o->f);
    o->x[j] = o->y[j];
    return st;
}

static zn_status forward(differences *o, double h)
{
    const zn_ode_problem *p = o->p;
    const double least = p->rtol > 0 ? p->atol / p->rtol : 1;
    zn_status st = ZN_OK;

    for (zn_index j = 0; !st && j < p->n; j++) {
        const double big = fmax(fmax(fabs(o->y[j]), fabs(h * o->f0[j])), least);
        o->d[j] = sqrt(DBL_EPSILON) * big;
        st = beside(o, j, &o->d[j]);
        if (st == ZN_RETRY) { /* at the edge of its domain: the other way */
            o->d[j] = -o->d[j];
            st = beside(o, j, &o->d[j]);
        }
        for (zn_index i = 0; !st && i < p->n; i++)
            o->J[i + j * p->n] = (o->f[i] - o->f0[i]) / o->d[j];
    }
    return st;
}

/* Whether f at y + s is what J says, to a thousandth: curvature makes 1e-8 of it, a jump a
 * tenth at least. The s_j are parts of d_j between 0.1 and 0.4, no sum of which is 1, so that
 * jumps in several columns do not make up for one another. What f says is not asked where it
 * has no value. */
static zn_status check(differences *o, bool *good)
{
    const zn_index n = o->p->n;
    const double golden = 0.618033988749895;
    zn_status st;

    for (zn_index j = 0; j < n; j++)
        o->x[j] += o->d[j] * (0.1 + 0.3 * fmod(golden * (double)(j + 1), 1));
    o->info->evaluations++;
    st = o->p->field(o->p->user, o->t, o->x, o->f);
    *good = true;
    for (zn_index i = 0; !st && *good && i < n; i++) {
        const double found = o->f[i] - o->f0[i];
        double said = 0, all = 0;
        for (zn_index j = 0; j < n; j++) {
            const double term = o->J[i + j * n] * (o->x[j] - o->y[j]);
            said += term;
            all += fabs(term);
        }
        /* and what rounding leaves of f */
        all =
            1e-3 * all + 64 * DBL_EPSILON * fmax(fabs(o->f[i]), fabs(o->f0[i]));
        *good = fabs(found - said) <= all;
    }
    memcpy(o->x, o->y, (size_t)n * sizeof *o->x);
    return st == ZN_RETRY ? ZN_OK : st;
}

/* The other side of each, and the smaller of both: f jumps on one side of y only. */
static zn_status both_sides(differences *o)
{
    zn_status st = ZN_OK;

    for (zn_index j = 0; st >= 0 && j < o->p->n; j++) {
        double *column = o->J + j * o->p->n, d = -o->d[j];
        st = beside(o, j, &d);
        for (zn_index i = 0; !st && i < o->p->n; i++) {
            const double other = (o->f[i] - o->f0[i]) / d;
            if (fabs(other) < fabs(column[i]))
                column[i] = other;
        }
    }
    return st == ZN_RETRY ? ZN_OK : st;
}

zn_status zni_ode_jacobian(const zn_ode_problem *p, double t, const double y[],
                           const double f0[], double h, double J[],
                           double work[], zn_ode_info *info)
{
    const zn_index n = p->n;
    differences o = {p, t, y, f0, J, work, work + n, work + 2 * n, info};
    bool good = true;
    zn_status st;

    memcpy(o.x, y, (size_t)n * sizeof *y);
    st = forward(&o, h);
    if (!st)
        st = check(&o, &good);
    return st || good ? st : both_sides(&o);
}
