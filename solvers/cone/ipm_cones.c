/* ipm_cones.c - a step of the interior point method, over all cones
 * SPDX-License-Identifier: Apache-2.0 */
#include "ipm_cones.h"

#include <math.h>
#include <string.h>

#include "cone.h"
#include "nt.h"

/* relative distance from the border that rounding leaves meaningful */
static const double ROUND = 1e-14;

/* rows of cone a that are in L */
static zn_index rows(const zni_ipm *p, zn_index a)
{
    return p->tau[a] > 0 ? p->at[a + 1] - p->at[a] : 1;
}

static double rest(zn_index d, const double x[])
{
    double sum = 0;

    for (zn_index i = 1; i < d; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

static double aperture(const zni_ipm *p, zn_index a)
{
    return p->tau[a] > 0 ? p->tau[a] : 1;
}

/* r = T^-1 y */
static void reactions(zni_ipm_state *a)
{
    const zni_ipm *p = a->p;

    memcpy(a->r, a->y, (size_t)p->m * sizeof *a->r);
    for (zn_index c = 0; c < p->ncones; c++)
        a->r[p->at[c]] /= aperture(p, c);
}

/* u, res; returns |res| in the units of u */
double zni_ipm_residual(zni_ipm_state *a)
{
    const zni_ipm *p = a->p;
    double sum = 0;

    p->ops->velocities(p->system, a->r, a->u);
    memset(a->res, 0, (size_t)p->m * sizeof *a->res);
    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], d = rows(p, c);
        double T = aperture(p, c);

        for (zn_index i = at; i < at + d; i++) {
            a->res[i] = a->u[i] / (i == at ? T : 1) - a->x[i];
            if (i == at && p->shift != ZNI_IPM_NONE)
                a->res[i] += rest(d, a->x + at);
            sum += a->res[i] * a->res[i];
        }
    }
    return sqrt(sum);
}

double zni_ipm_gap(const zni_ipm_state *a, double t)
{
    const zni_ipm *p = a->p;
    double sum = 0;

    for (zn_index c = 0; c < p->ncones; c++)
        for (zn_index i = p->at[c]; i < p->at[c] + rows(p, c); i++)
            sum += (a->x[i] + t * a->dx[i]) * (a->y[i] + t * a->dy[i]);
    return sum / (double)p->ncones;
}

/* scaling points; false: a point is not inside */
bool zni_ipm_scale(zni_ipm_state *a)
{
    const zni_ipm *p = a->p;

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], d = rows(p, c);

        a->beta[c] = zni_nt_scaling(d, a->x + at, a->y + at, a->w + at);
        if (!(a->beta[c] > 0 && isfinite(a->beta[c])))
            return false;
        zni_nt_apply(d, a->beta[c], a->w + at, a->y + at, a->l + at);
    }
    return true;
}

/* b = E b, E = I - e (0, x_r' / |x_r|): takes the derivative of |x_r| into
 * account; columns 0, stride d */
static void derive(const zni_ipm_state *a, zn_index c, double b[])
{
    zn_index d = rows(a->p, c);
    const double *x = a->x + a->p->at[c];
    double t = rest(d, x), sum = 0;

    if (!a->newton || !(t > 0))
        return;
    for (zn_index i = 1; i < d; i++)
        sum += x[i] * b[i];
    b[0] -= sum / t;
}

/* D = T E W^2 T, identity where r_r = 0 */
void zni_ipm_blocks(zni_ipm_state *a)
{
    const zni_ipm *p = a->p;
    double *D = a->D;

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], n = p->at[c + 1] - at, d = rows(p, c);
        double T = aperture(p, c);

        if (d < n) {
            memset(D, 0, (size_t)(n * n) * sizeof *D);
            for (zn_index i = 1; i < n; i++)
                D[i * (n + 1)] = 1;
        }
        if (d == n) {
            zni_nt_square(d, a->beta[c], a->w + at, D);
            for (zn_index j = 0; j < d; j++)
                derive(a, c, D + j * d);
            for (zn_index j = 0; j < d; j++)
                D[j * d] *= T;
            for (zn_index i = 0; i < d; i++)
                D[i] *= T;
        } else {
            zni_nt_square(1, a->beta[c], a->w + at, D);
        }
        D += n * n;
    }
}

/* dx, dy for dx + W^2 dy = g */
void zni_ipm_direction(zni_ipm_state *a)
{
    const zni_ipm *p = a->p;
    double *b = a->t;

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], n = p->at[c + 1] - at, d = rows(p, c);

        memset(b + at, 0, (size_t)n * sizeof *b);
        memcpy(b + at, a->g + at, (size_t)d * sizeof *b);
        derive(a, c, b + at);
        for (zn_index i = at; i < at + d; i++)
            b[i] -= a->res[i];
        b[at] *= aperture(p, c);
    }
    p->ops->direction(p->system, b);
    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], d = rows(p, c);

        memcpy(a->dy + at, b + at, (size_t)d * sizeof *b);
        a->dy[at] *= aperture(p, c);
        zni_nt_apply(d, a->beta[c], a->w + at, a->dy + at, a->dx + at);
        zni_nt_apply(d, a->beta[c], a->w + at, a->dx + at, a->dx + at);
        for (zn_index i = at; i < at + d; i++)
            a->dx[i] = a->g[i] - a->dx[i];
    }
}

double zni_ipm_reach(const zni_ipm_state *a)
{
    const zni_ipm *p = a->p;
    double t = INFINITY;

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], d = rows(p, c);

        t = fmin(t, zni_soc_reach(d, a->x + at, a->dx + at));
        t = fmin(t, zni_soc_reach(d, a->y + at, a->dy + at));
    }
    return t;
}

/* g of the predictor: -x */
void zni_ipm_predict(zni_ipm_state *a)
{
    for (zn_index i = 0; i < a->p->m; i++)
        a->g[i] = -a->x[i];
}

/* g = -x + W (l \ (sigma mu e - (W^-1 dx) o (W dy))) */
void zni_ipm_correct(zni_ipm_state *a, double target)
{
    const zni_ipm *p = a->p;

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], d = rows(p, c);
        double *g = a->g + at, *s = a->s + at, *t = a->t + at;
        const double *w = a->w + at, *l = a->l + at;

        zni_nt_apply_inverse(d, a->beta[c], w, a->dx + at, s);
        zni_nt_apply(d, a->beta[c], w, a->dy + at, t);
        zni_soc_product(d, s, t, g);
        for (zn_index i = 0; i < d; i++)
            g[i] = (i == 0 ? target : 0) - g[i];
        zni_soc_quotient(d, l, g, g);
        zni_nt_apply(d, a->beta[c], w, g, g);
        for (zn_index i = 0; i < d; i++)
            g[i] -= a->x[at + i];
    }
}

/* rounding may take a point that is nearly on the border out of the cone */
static void push(zn_index d, double x[])
{
    double t = rest(d, x), least = t + ROUND * t;

    if (x[0] < least)
        x[0] = least;
}

void zni_ipm_advance(zni_ipm_state *a, double t)
{
    const zni_ipm *p = a->p;

    for (zn_index c = 0; c < p->ncones; c++)
        for (zn_index i = p->at[c]; i < p->at[c] + rows(p, c); i++) {
            a->x[i] += t * a->dx[i];
            a->y[i] += t * a->dy[i];
        }
    for (zn_index c = 0; c < p->ncones; c++) {
        push(rows(p, c), a->x + p->at[c]);
        push(rows(p, c), a->y + p->at[c]);
    }
    reactions(a);
}

void zni_ipm_begin(zni_ipm_state *a, double factor)
{
    const zni_ipm *p = a->p;

    memset(a->x, 0, (size_t)p->m * sizeof *a->x);
    memset(a->y, 0, (size_t)p->m * sizeof *a->y);
    for (zn_index c = 0; c < p->ncones; c++) {
        a->x[p->at[c]] = p->velocity / aperture(p, c);
        a->y[p->at[c]] = factor * p->reaction * aperture(p, c);
    }
    reactions(a);
}

/* The point given, taken inside the cones by a part of the usual start. Less than
 * the error of the point is not enough: from the border there is no way on. */
void zni_ipm_begin_warm(zni_ipm_state *a, double part)
{
    const zni_ipm *p = a->p;

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], d = rows(p, c);
        double T = aperture(p, c), *x = a->x + at, *y = a->y + at;

        for (zn_index i = 0; i < d; i++) {
            x[i] = a->u[at + i] / (i == 0 ? T : 1);
            y[i] = a->r[at + i] * (i == 0 ? T : 1);
        }
        if (p->shift != ZNI_IPM_NONE)
            x[0] += rest(d, x);
        x[0] += fmax(0, part * p->velocity / T - zni_soc_least(d, x));
        y[0] += fmax(0, part * p->reaction * T - zni_soc_least(d, y));
    }
    reactions(a);
}

void zni_ipm_project(const zni_ipm_state *a, double r[])
{
    const zni_ipm *p = a->p;
    double unit = p->reaction / p->velocity;

    memset(r, 0, (size_t)p->m * sizeof *r);
    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], d = rows(p, c);
        double T = aperture(p, c), *y = r + at, s = rest(d, a->u + at);

        for (zn_index i = 0; i < d; i++)
            y[i] = a->r[at + i] - unit * a->u[at + i];
        if (p->shift != ZNI_IPM_NONE)
            y[0] -= unit * T * s;
        zni_soc_project(d, T, y);
    }
}
