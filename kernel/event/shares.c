/* shares.c - how contacts share a load that fewer of them could bear
 *
 * Where closed rows depend on one another the motion tells the sum H' lambda and not who bears
 * it. The shares s are forces of that sum inside of all bounds; while the motion goes on its
 * forces are s and what the rows that count add. So a guard is beyond zero where no shares are
 * left, or these have to be chosen anew, and not where one choice of rows has no pull.
 *
 *     s = lambda + N z,  K N = 0,  K = E' A E,   E: with the friction of what slides
 *
 *     minimise  -t x - sum log(bound_i(s) - x) + |s|^2/(2 m^2),   t = 4^k / m
 *
 * over z and x, the least distance from a bound, by Newton's method (Boyd and Vandenberghe,
 * Convex Optimization, 2004, 11.4), until x is positive and known. m, the largest of lambda,
 * bounds what is shared where contacts may be squeezed by any force. Each row is weighed by
 * sqrt(K_ii), over that of the first one, so that units do not decide. A contact that sticks has the bound
 * lambda_N - |lambda_T|/mu, a barrier -log((lambda_N - x)^2 - |lambda_T|^2/mu^2). Where x can only
 * be zero, as of a block whose weight is above its edge and that has no force at the other one, the
 * contacts that no answer has inside keep the forces they have, and are not shared.
 * doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

#include <string.h>

/* Centres on the way, each by so many steps of Newton's method at most: the gap of the last
 * is 4^-WAY of the forces. */
enum { WAY = 20, NEWTON = 40 };

/* At a centre: what the step would gain of a sum of logarithms. */
static const double NEAR = 1e-3;

/* Less of the largest force is none: what is left of a problem with forces of one size. */
static const double INSIDE = 1e-9;

/* At the end of the way those that have to be at their bounds are there to 4^-WAY, the others are
 * not: the root of it is in between. */
static const double TIGHT = 1e-6;

typedef struct shares {
    zni_event_driven *e;
    zn_index n, k;   /* rows, and directions N */
    double   m, t;
    double  *N;      /* n x k, weighed */
    double  *weight; /* n */
    unsigned char *out; /* n: not shared */
    double  *s;      /* n, weighed, at z = 0 */
    double  *y, *step, *try; /* k + 1: z and x */
    double  *now;    /* n, weighed, at a y */
    double  *G, *H;  /* gradient and Hessian */
} shares;

static zn_index row_of(const shares *a, zn_index i)
{
    return zni_event_contact(a->e,
                             a->e->force.rows.where[a->e->pick[i]]);
}

/* ---- which sums stay ------------------------------------------------------------------ */

/* K = E' A E of the rows that are picked. */
static void gram(const zni_event_driven *e, double K[])
{
    const zn_index n = e->npick, rows = e->force.active.n;
    const double *A = e->force.matrix.x;

    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++) {
            const zn_index at[2] = {e->pick[i], e->pick[j]};
            double f[2][3] = {{1, 0, 0}, {1, 0, 0}}, sum = 0;
            for (int k = 0; k < 2; k++)
                zni_event_slope(e, zni_event_contact(e, e->force.rows.where[at[k]]),
                                &f[k][1]);
            for (int b = 0; b < 3; b++)
                for (int a = 0; a < 3; a++)
                    if (f[0][a] != 0 && f[1][b] != 0)
                        sum += f[0][a] * f[1][b] *
                               A[at[0] + a + (at[1] + b) * rows];
            K[i + j * n] = sum;
        }
}

/* Of the rows that are shared N, a column for each that depends on others. */
static void directions(shares *a, double K[])
{
    a->k = zni_rank_directions(&a->e->newton, a->n, K, a->out, a->N, NULL);
    for (zn_index q = 0; q < a->k; q++)
        for (zn_index i = 0; i < a->n; i++)
            a->N[i + q * a->n] *= a->weight[i];
}

/* ---- bounds ----------------------------------------------------------------------------- */

/* Of row i: n[0] - x - |n[1], n[2]| is to be positive, n = sign (scale s[i + k] - from). Both
 * sides of a relay are two of them. */
typedef struct bound {
    int    rows;
    double sign, from, scale[3];
} bound;

/* Those of a row; how many. */
static int bounds(const shares *a, zn_index i, bound out[2])
{
    const zni_event_driven *e = a->e;
    const zn_index c = row_of(a, i);
    const zni_contact *o = &e->contact[c];
    int n = 0;

    if (o->bilateral || o->tangent || a->out[i])
        return 0;
    if (o->relay) {
        if (isfinite(o->lb))
            out[n++] = (bound){1, 1, a->weight[i] * o->lb, {1, 0, 0}};
        if (isfinite(o->ub))
            out[n++] = (bound){1, -1, a->weight[i] * o->ub, {1, 0, 0}};
        return n;
    }
    out[0] = (bound){1, 1, 0, {1, 0, 0}};
    if (c + 1 >= e->now.row[1] || o[1].tangent != 1 || !e->is[c + 1].closed)
        return 1;
    out[0].rows = o[1].space ? 3 : 2;
    for (int k = 1; k < out[0].rows; k++) /* in the unit of the normal */
        out[0].scale[k] = a->weight[i] / (a->weight[i + k] * o[1].mu);
    return 1;
}

/* What of them is there at a->now, without x; how far from the bound. */
static double distance(const shares *a, zn_index i, const bound *b, double f[3])
{
    f[1] = f[2] = 0;
    f[0] = b->sign * (a->now[i] - b->from);
    for (int k = 1; k < b->rows; k++)
        f[k] = b->scale[k] * a->now[i + k];
    return f[0] - hypot(f[1], f[2]);
}

static void go(shares *a, const double y[])
{
    memcpy(a->now, a->s, (size_t)a->n * sizeof *a->now);
    for (zn_index j = 0; j < a->k; j++)
        for (zn_index i = 0; i < a->n; i++)
            a->now[i] += y[j] * a->N[i + j * a->n];
}

/* The least distance from a bound at a->now; *count of them. */
static double least(const shares *a, zn_index *count)
{
    double most = INFINITY, f[3];
    bound b[2];

    *count = 0;
    for (zn_index i = 0; i < a->n; i++) {
        const int nb = bounds(a, i, b);
        *count += nb;
        for (int k = 0; k < nb; k++)
            most = fmin(most, distance(a, i, &b[k], f));
    }
    return most;
}

/* ---- centres ------------------------------------------------------------------------------ */

/* The sum that is minimised; INFINITY beyond a bound. */
static double value(shares *a, const double y[])
{
    const double x = y[a->k];
    double sum = -a->t * x, f[3];
    bound b[2];

    go(a, y);
    for (zn_index i = 0; i < a->n; i++) {
        const int nb = bounds(a, i, b);
        sum += a->now[i] / a->m * (a->now[i] / a->m) / 2;
        for (int k = 0; k < nb; k++) {
            const double d = distance(a, i, &b[k], f) - x;
            if (!(d > 0))
                return INFINITY;
            sum -= log(d / a->m) + log((d + 2 * hypot(f[1], f[2])) / a->m);
        }
    }
    return sum;
}

/* Gradient and Hessian of -log(f0^2 - f1^2 - f2^2) of one bound. */
static void add_bound(shares *a, zn_index i, const bound *b)
{
    const zn_index k = a->k, n = k + 1;
    double f[3], g[3], row[3];

    distance(a, i, b, f);
    f[0] -= a->y[k];
    const double D = f[0] * f[0] - f[1] * f[1] - f[2] * f[2];
    const double v[3] = {f[0], -f[1], -f[2]};
    for (zn_index p = 0; p < n; p++) {
        for (int l = 0; l < 3; l++)
            row[l] = l >= b->rows ? 0
                     : p < k      ? (l ? b->scale[l] : b->sign) *
                                   a->N[i + l + p * a->n]
                                  : -(l == 0);
        double along = 0;
        for (int l = 0; l < b->rows; l++)
            along += v[l] * row[l];
        a->G[p] -= 2 / D * along;
        for (int l = 0; l < 3; l++)
            g[l] = 4 / D / D * along * v[l] - 2 / D * (l ? -row[l] : row[l]);
        for (zn_index q = 0; q < n; q++) {
            double sum = q < k ? 0 : -g[0];
            for (int l = 0; q < k && l < b->rows; l++)
                sum += g[l] * (l ? b->scale[l] : b->sign) *
                       a->N[i + l + q * a->n];
            a->H[p + q * n] += sum;
        }
    }
}

/* The step of Newton's method at a->y; what it would gain. */
static double newton(shares *a)
{
    const zn_index n = a->k + 1;
    zni_rank *r = &a->e->newton;
    double gain = 0;
    bound b[2];

    go(a, a->y);
    memset(a->G, 0, (size_t)n * sizeof *a->G);
    memset(a->H, 0, (size_t)(n * n) * sizeof *a->H);
    a->G[a->k] = -a->t;
    for (zn_index p = 0; p < a->k; p++)
        for (zn_index i = 0; i < a->n; i++) {
            const double N = a->N[i + p * a->n] / a->m / a->m;
            a->G[p] += N * a->now[i];
            for (zn_index q = 0; q < a->k; q++)
                a->H[p + q * n] += N * a->N[i + q * a->n];
        }
    for (zn_index i = 0; i < a->n; i++) {
        const int nb = bounds(a, i, b);
        for (int k = 0; k < nb; k++)
            add_bound(a, i, &b[k]);
    }
    for (zn_index p = 0; p < n; p++)
        a->G[p] = -a->G[p];
    zni_rank_factor(r, n, a->H, NULL);
    zni_rank_solve(r, a->G, a->step);
    for (zn_index p = 0; p < n; p++)
        gain += a->G[p] * a->step[p];
    return gain;
}

/* To the centre of the present t. */
static void centre(shares *a)
{
    const zn_index n = a->k + 1;

    for (int k = 0; k < NEWTON; k++) {
        const double gain = newton(a), before = value(a, a->y);
        double w = 1;
        if (!(gain > NEAR))
            return;
        for (; w > NEAR; w /= 2) {
            for (zn_index p = 0; p < n; p++)
                a->try[p] = a->y[p] + w * a->step[p];
            if (value(a, a->try) <= before - w * gain / 4)
                break;
        }
        if (!(w > NEAR)) /* rounding is all that is left */
            return;
        memcpy(a->y, a->try, (size_t)n * sizeof *a->y);
    }
}

/* Inside of all bounds, by how much; with what it is from now on in a->now. */
static double inside(shares *a)
{
    zn_index count;
    double *x = &a->y[a->k];

    memset(a->y, 0, (size_t)(a->k + 1) * sizeof *a->y);
    go(a, a->y);
    *x = fmin(least(a, &count), 0) - a->m;
    a->t = 1 / a->m;
    for (int k = 0; k < WAY; k++, a->t *= 4) {
        centre(a);
        if (*x > 2 * (double)count / a->t)
            break;
    }
    go(a, a->y);
    return least(a, &count);
}

/* Those that have to be at their bounds go out; are there any? */
static bool leave_tight(shares *a)
{
    const double x = a->y[a->k];
    bool any = false;
    double f[3];
    bound b[2];

    for (zn_index i = 0; i < a->n; i++) {
        const int nb = bounds(a, i, b);
        for (int k = 0; k < nb; k++)
            if (distance(a, i, &b[k], f) - x < TIGHT * a->m)
                for (int l = 0; l < b[k].rows; l++)
                    a->out[i + l] = any = true;
    }
    memcpy(a->s, a->now, (size_t)a->n * sizeof *a->s);
    return any;
}

/* All that can be are inside of their bounds. */
static bool find(shares *a)
{
    for (;;) {
        gram(a->e, a->e->shares);
        directions(a, a->e->shares);
        const double x = inside(a);
        if (x > INSIDE * a->m)
            return isfinite(x);
        if (!(x > -INSIDE * a->m) || !leave_tight(a))
            return false;
    }
}

/* ---- all of it ------------------------------------------------------------------------------ */

zn_status zni_event_share_reserve(zni_event_driven *e, zn_index n)
{
    const zn_index k = n + 1;
    zn_status st = zni_rank_reserve(e->ctx, &e->newton, n + 1);

    return st ? st
              : zn_grow(e->ctx, &e->shares, &e->cshares,
                        n * n + n * k + 4 * n + 4 * k + k * k,
                        sizeof *e->shares);
}

static zn_status room(zni_event_driven *e, shares *a)
{
    const zn_index n = a->n, k = a->k + 1;
    zn_status st = zni_event_share_reserve(e, n);

    if (st)
        return st;
    a->N = e->shares + n * n;
    a->weight = a->N + n * k;
    a->s = a->weight + n;
    a->now = a->s + n;
    a->y = a->now + n;
    a->step = a->y + k;
    a->try = a->step + k;
    a->G = a->try + k;
    a->H = a->G + k;
    a->out = (unsigned char *)(a->H + k * k); /* n numbers are more than enough */
    memset(a->out, 0, (size_t)n);
    return ZN_OK;
}

zn_status zni_event_share(zni_event_driven *e)
{
    shares a = {.e = e, .n = e->npick, .k = e->npick};
    zn_status st = ZN_OK;
    bool shared = false;
    double one = 0;

    if (e->rank.rank < a.n) {
        st = room(e, &a);
        if (st)
            return st;
        gram(e, e->shares);
        for (zn_index i = 0; i < a.n; i++) {
            const double d = e->shares[i + i * a.n];
            one = one > 0 ? one : d;
            a.weight[i] = d > 0 ? sqrt(d / one) : 1;
            a.s[i] = a.weight[i] * e->is[row_of(&a, i)].share;
            a.m = fmax(a.m, fabs(a.s[i]));
        }
        shared = a.m > 0 && find(&a);
    }
    for (zn_index i = 0; i < a.n; i++) {
        zni_contact_state *is = &e->is[row_of(&a, i)];
        is->shared = shared && !a.out[i];
        is->bears = shared ? is->shared : is->bears;
        is->share = shared ? a.now[i] / a.weight[i] : 0;
    }
    return ZN_OK;
}
