/* interior_step.c - a step of the interior point method, over all cones
 * SPDX-License-Identifier: Apache-2.0 */
#include "interior_step.h"

#include <math.h>
#include <string.h>

#include "../core/monitor.h"
#include "../linalg/small.h"
#include "nt.h"

/* Relative distance from the border of a cone below which there is only rounding. */
static const double ROUND = 1e-14;

/* Added to the diagonal of a singular system, relative to the size of A: LEAST at first, then MORE times as much. */
static const double LEAST = 1e-13, MORE = 100, MOST = 1e-5;

static void add(zni_ipm_state *a, zni_ipm_cone cones[], zn_index head,
                zn_index rest, zn_index d, double tau)
{
    zn_index n = a->ncones++;
    zn_index at = n > 0 ? cones[n - 1].at + cones[n - 1].d : 0;

    cones[n] = (zni_ipm_cone){at, d, head, rest, tau, 1,
                              a->p->frames && rest == head + 1, 1};
}

/* The cones of a block, from `from` on, share their first row. */
static void share(zni_ipm_state *a, zni_ipm_cone cones[], zn_index from)
{
    for (zn_index n = from; n < a->ncones && a->ncones > from + 1; n++) {
        cones[n].share = 1 / (double)(a->ncones - from);
        cones[n].framed = false;
    }
}

void zni_ipm_list(zni_ipm_state *a, zni_ipm_cone cones[])
{
    const zni_ipm *p = a->p;

    a->cones = cones;
    a->ncones = 0;
    for (zn_index c = 0; c < p->nb; c++) {
        zn_index at = p->at[c], rest = p->at[c + 1] - at - 1,
                 before = a->ncones;
        const bool spins = p->tau2 && rest == 5;

        if (p->tau2)
            rest /= 2;
        if (p->tau[c] > 0)
            add(a, cones, at, at + 1, 1 + rest, p->tau[c]);
        if (p->tau2 && p->tau2[c] > 0)
            add(a, cones, at, at + 1 + rest, 1 + rest, p->tau2[c]);
        if (spins && p->tau2[p->nb + c] > 0)
            add(a, cones, at, at + 5, 2, p->tau2[p->nb + c]);
        if (a->ncones == before)
            add(a, cones, at, at + 1, 1, 1);
        share(a, cones, before);
    }
}

void zni_ipm_cut(zni_ipm_state *a, zni_ipm_work *k)
{
    zn_index size = a->p->m + a->ncones;
    double **parts[ZNI_IPM_VECTORS] = {&a->x, &a->y,  &a->r,   &a->u, &a->res,
                                       &a->g, &a->dx, &a->dy,  &a->w, &a->l,
                                       &a->t, &a->s,  &a->best,
                                       &a->f, &a->lambda, &a->h};

    for (zn_index i = 0; i < ZNI_IPM_VECTORS; i++)
        *parts[i] = k->v + i * size;
    a->beta = k->v + ZNI_IPM_VECTORS * size;
    memset(k->v, 0, (size_t)(ZNI_IPM_VECTORS * size) * sizeof *k->v);
    a->D = k->D;
    a->k.D = k->D;
    if (!a->p->frames)
        return;
    a->k.L = a->L = k->D + k->values;
    a->k.R = a->R = a->L + k->values;
    a->k.inv = a->inv = a->R + k->values;
}

/* r with P r = y. Where two cones share r_N their y_0 may differ; then the larger one counts. */
static void reactions(zni_ipm_state *a)
{
    memset(a->r, 0, (size_t)a->p->m * sizeof *a->r);
    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        const double *y = a->y + k->at;

        a->r[k->head] = fmax(a->r[k->head], y[0] / k->tau);
        memcpy(a->r + k->rest, y + 1, (size_t)(k->d - 1) * sizeof *y);
    }
    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++)
        if (k->share < 1)
            a->y[k->at] = k->tau * a->r[k->head];
}

double zni_ipm_slip(const zni_ipm_state *a, const zni_ipm_cone *k, const double x[])
{
    const double norm = zni_norm(k->d - 1, x + 1);

    return a->blunt > 0 ? hypot(norm, k->lift * a->blunt) : norm;
}

double zni_ipm_residual(zni_ipm_state *a)
{
    const zni_ipm *p = a->p;
    double *res = a->res;

    p->ops->velocities(p->system, a->r, a->u);
    memset(res, 0, (size_t)p->m * sizeof *res);
    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        const double *x = a->x + k->at;

        res[k->head] += k->share * a->u[k->head] - k->tau * x[0];
        if (p->shift != ZNI_IPM_NONE)
            res[k->head] += k->tau * zni_ipm_slip(a, k, x);
        for (zn_index i = 0; i < k->d - 1; i++)
            res[k->rest + i] = a->u[k->rest + i] - x[1 + i];
    }
    return sqrt(zni_dot(p->m, res, res));
}

double zni_ipm_gap(const zni_ipm_state *a, double t)
{
    const zni_ipm_cone *last = a->cones + a->ncones - 1;
    double sum = 0;

    for (zn_index i = 0; i < last->at + last->d; i++)
        sum += (a->x[i] + t * a->dx[i]) * (a->y[i] + t * a->dy[i]);
    return sum / (double)a->ncones;
}

bool zni_ipm_scale(zni_ipm_state *a)
{
    for (zn_index c = 0; c < a->ncones; c++) {
        zn_index at = a->cones[c].at, d = a->cones[c].d;

        a->beta[c] = zni_nt_scaling(d, a->octave, a->x + at, a->y + at, a->w + at);
        if (!(a->beta[c] > 0 && isfinite(a->beta[c])))
            return false;
        zni_nt_apply(d, a->beta[c], a->w + at, a->y + at, a->l + at);
        zni_frame_set(d, a->beta[c], a->w + at, a->f + at, a->lambda + at);
    }
    return true;
}

/* b = E b with E = I - part e (0, x_r' / |x_r|), the derivative of the shift; with part < 0 the inverse of that, I +
 * |part| e (...). */
static void derive(const zni_ipm_state *a, const zni_ipm_cone *k, double part,
                   double b[])
{
    const double *x = a->x + k->at;
    double t = zni_ipm_slip(a, k, x), sum = 0;

    if (part == 0 || !(t > 0))
        return;
    for (zn_index i = 1; i < k->d; i++)
        sum += x[i] * b[i];
    b[0] -= part * sum / t;
}

/* D += P'E W^2 P of cone c. D is the block of n rows that begins with row `first`. */
static void add_block(const zni_ipm_state *a, zn_index c, zn_index first,
                      zn_index n, double D[])
{
    const zni_ipm_cone *k = a->cones + c;
    zn_index head = k->head - first, tail = k->rest - first - 1;
    double *column = a->s + k->at;

    for (zn_index j = 0; j < k->d; j++) {
        double *to = D + n * (j == 0 ? head : tail + j);
        double by = j == 0 ? k->tau : 1;

        zni_nt_square_column(k->d, a->beta[c], a->w + k->at, j, column);
        derive(a, k, a->part, column);
        by /= a->octave;
        to[head] += k->tau * (by * column[0]);
        for (zn_index i = 1; i < k->d; i++)
            to[tail + i] += by * column[i];
    }
}

/* The blocks D, L, R and inv of a framed cone, and the identity for rows of the block outside of the cone. */
static void frame_block(const zni_ipm_state *a, zn_index c, zn_index n,
                        double D[], double L[], double R[], double inv[])
{
    const zni_ipm_cone *k = a->cones + c;
    const double *f = a->f + k->at;
    double *e = a->s + k->at, *x = a->t + k->at;
    double unit = a->p->velocity / a->p->reaction;

    memset(D, 0, (size_t)(n * n) * sizeof *D);
    memset(L, 0, (size_t)(n * n) * sizeof *L);
    memset(R, 0, (size_t)(n * n) * sizeof *R);
    memset(inv, 0, (size_t)(n * n) * sizeof *inv);
    for (zn_index j = 0; j < k->d; j++, D += n, L += n, R += n, inv += n) {
        double by = j == 0 ? k->tau : 1;

        D[j] = a->lambda[k->at + j] / a->octave;
        memset(e, 0, (size_t)k->d * sizeof *e);
        e[j] = 1 / by;
        derive(a, k, -a->part, e);
        zni_frame_in(k->d, f, e, L);
        memset(e, 0, (size_t)k->d * sizeof *e);
        e[j] = 1;
        zni_frame_out(k->d, f, e, R);
        R[0] /= k->tau;
        e[j] = by;
        zni_frame_in(k->d, f, e, x);
        memcpy(inv, x, (size_t)k->d * sizeof *x);
    }
    for (zn_index j = k->d; j < n; j++, D += n, L += n, R += n, inv += n) {
        D[j] = unit;
        L[j] = R[j] = inv[j] = 1;
    }
}

/* The block D of the cones from `from` to before `end`, without a frame. */
static void plain_block(const zni_ipm_state *a, zn_index from, zn_index end,
                        zn_index first, zn_index n, double D[])
{
    double unit = a->p->velocity / a->p->reaction;

    memset(D, 0, (size_t)(n * n) * sizeof *D);
    for (zn_index c = from; c < end; c++)
        add_block(a, c, first, n, D);
    /* rows that belong to no cone, mostly none; the first row of a block always has one */
    for (zn_index i = 1; i < n; i++)
        if (D[i * (n + 1)] == 0)
            D[i * (n + 1)] = unit;
}

static void identity(zn_index n, double x[])
{
    memset(x, 0, (size_t)(n * n) * sizeof *x);
    for (zn_index i = 0; i < n; i++)
        x[i * (n + 1)] = 1;
}

void zni_ipm_blocks_set(zni_ipm_state *a)
{
    const zni_ipm *p = a->p;
    zn_index c = 0, at = 0;

    a->k.symmetric = p->symmetric && a->part == 0;
    a->k.nearly = (p->symmetric || p->nearly) && p->frames && !p->tau2;
    for (zn_index b = 0; b < p->nb; b++) {
        zn_index first = p->at[b], n = p->at[b + 1] - first, from = c;

        while (c < a->ncones && a->cones[c].head == first)
            c++;
        if (a->cones[from].framed) {
            frame_block(a, from, n, a->D + at, a->L + at, a->R + at,
                        a->inv + at);
        } else {
            plain_block(a, from, c, first, n, a->D + at);
            if (p->frames) {
                identity(n, a->L + at);
                identity(n, a->R + at);
                identity(n, a->inv + at);
            }
        }
        at += n * n;
    }
}

/* Adds what cone k contributes to the right-hand side: P'E g or, if it is framed, Q'g - Q'E^-1 P^-T res. */
static void right_side(zni_ipm_state *a, const zni_ipm_cone *k, double b[])
{
    const double *h = a->h + k->at, *f = a->f + k->at;
    double *g = a->g + k->at, *e = a->s + k->at;

    if (!k->framed) {
        zni_frame_out(k->d, f, h, g);
        derive(a, k, a->part, g);
        b[k->head] += k->tau * g[0];
        for (zn_index i = 0; i < k->d - 1; i++)
            b[k->rest + i] += g[1 + i];
        return;
    }
    g[0] = a->res[k->head] / k->tau;
    memcpy(g + 1, a->res + k->rest, (size_t)(k->d - 1) * sizeof *g);
    derive(a, k, -a->part, g);
    zni_frame_in(k->d, f, g, e);
    for (zn_index i = 0; i < k->d; i++)
        b[k->head + i] = h[i] - e[i];
}

/* dx and dy of dx + W^2 dy = g, given h = Q'g. */
void zni_ipm_direction(zni_ipm_state *a)
{
    const zni_ipm *p = a->p;
    double *b = a->t;

    for (zn_index i = 0; i < p->m; i++)
        b[i] = -a->res[i];
    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++)
        right_side(a, k, b);
    p->ops->direction(p->system, b);
    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        double *dx = a->dx + k->at, *dy = a->dy + k->at, *z = a->s + k->at;
        const double *f = a->f + k->at, *h = a->h + k->at;

        if (k->framed) {
            memcpy(z, b + k->head, (size_t)k->d * sizeof *z);
            zni_frame_out(k->d, f, z, dy);
        } else {
            dy[0] = k->tau * b[k->head];
            memcpy(dy + 1, b + k->rest, (size_t)(k->d - 1) * sizeof *b);
            zni_frame_in(k->d, f, dy, z);
        }
        for (zn_index i = 0; i < k->d; i++)
            z[i] = h[i] - a->lambda[k->at + i] / a->octave * z[i];
        zni_frame_out(k->d, f, z, dx);
    }
}

double zni_ipm_reach(const zni_ipm_state *a)
{
    double t = INFINITY;

    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        t = fmin(t, zni_soc_reach(k->d, a->x + k->at, a->dx + k->at));
        t = fmin(t, zni_soc_reach(k->d, a->y + k->at, a->dy + k->at));
    }
    return t;
}

/* h of the predictor: -Q'x */
void zni_ipm_predict(zni_ipm_state *a)
{
    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        double *h = a->h + k->at;

        zni_frame_in(k->d, a->f + k->at, a->x + k->at, h);
        for (zn_index i = 0; i < k->d; i++)
            h[i] = -h[i];
    }
}

/* out = W^power v, power = 1 or -1 */
static void scaled(const zni_ipm_state *a, const zni_ipm_cone *k, int power,
                   const double v[], double work[], double out[])
{
    zni_frame_in(k->d, a->f + k->at, v, work);
    for (zn_index i = 0; i < k->d; i++) {
        double w = sqrt(a->lambda[k->at + i]);

        work[i] = power > 0 ? w * work[i] : work[i] / w;
    }
    zni_frame_out(k->d, a->f + k->at, work, out);
}

/* h = Q'(-x + W (l \ (sigma mu e - (W^-1 dx) o (W dy)))), with dx and dy of the predictor. */
void zni_ipm_correct(zni_ipm_state *a, double target)
{
    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        zn_index at = k->at, d = k->d;
        double *g = a->g + at, *s = a->s + at, *t = a->t + at, *h = a->h + at;

        scaled(a, k, -1, a->dx + at, h, s);
        scaled(a, k, 1, a->dy + at, h, t);
        zni_soc_product(d, s, t, g);
        for (zn_index i = 0; i < d; i++)
            g[i] = (i == 0 ? k->lift * target : 0) - g[i];
        zni_soc_quotient(d, a->l + at, g, g);
        zni_frame_in(d, a->f + at, g, s);
        zni_frame_in(d, a->f + at, a->x + at, h);
        for (zn_index i = 0; i < d; i++)
            h[i] = sqrt(a->lambda[at + i]) * s[i] - h[i];
    }
}

/* A point near the border of the cone may be outside of it by rounding: it is moved inside. */
static void push(zn_index d, double x[])
{
    double t = zni_norm(d - 1, x + 1), least = t + ROUND * t;

    if (x[0] < least)
        x[0] = least;
}

void zni_ipm_advance(zni_ipm_state *a, double t)
{
    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        for (zn_index i = k->at; i < k->at + k->d; i++) {
            a->x[i] += t * a->dx[i];
            a->y[i] += t * a->dy[i];
        }
        push(k->d, a->x + k->at);
        push(k->d, a->y + k->at);
    }
    reactions(a);
}

void zni_ipm_begin(zni_ipm_state *a, double gap, double load)
{
    const zni_ipm *p = a->p;
    size_t bytes = (size_t)(p->m + a->ncones) * sizeof *a->x;

    memset(a->x, 0, bytes);
    memset(a->y, 0, bytes);
    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        a->x[k->at] = gap * p->velocity / k->tau;
        a->y[k->at] = load * p->reaction * k->tau;
    }
    reactions(a);
}

/* x and y of a cone at the given r and u, x with the shift. */
static void in_axes(const zni_ipm_state *a, const zni_ipm_cone *k, double x[], double y[])
{
    x[0] = k->share * a->u[k->head] / k->tau;
    y[0] = a->r[k->head] * k->tau;
    for (zn_index i = 1; i < k->d; i++) {
        x[i] = a->u[k->rest + i - 1];
        y[i] = a->r[k->rest + i - 1];
    }
    if (a->p->shift != ZNI_IPM_NONE)
        x[0] += zni_norm(k->d - 1, x + 1);
}

/* Moves the given point into the cones by a part of the usual start. A part as small as the error of the point is not
 * enough: too close to the border steps are short. */
void zni_ipm_begin_warm(zni_ipm_state *a, double part)
{
    const zni_ipm *p = a->p;

    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        double *x = a->x + k->at, *y = a->y + k->at;

        in_axes(a, k, x, y);
        x[0] += fmax(0, part * p->velocity / k->tau - zni_soc_least(k->d, x));
        y[0] += fmax(0, part * p->reaction * k->tau - zni_soc_least(k->d, y));
    }
    reactions(a);
}

/* (l + sqrt(l^2 + 4 m)) / 2, for l < 0 in a form without cancellation. */
static double half(double l, double m)
{
    const double root = sqrt(l * l + 4 * m);

    return l > 0 ? (l + root) / 2 : 2 * m / (root - l);
}

/* With z = y - x, the solution of x o y = m e has the spectral axes of z, and on each axis the solution for numbers
 * (Fukushima, Luo & Tseng, SIAM J. Optim. 12, 2001): y = (z + root(z^2 + 4 m e)) / 2, and x is the same of -z. */
void zni_ipm_begin_near(zni_ipm_state *a, double factor)
{
    const zni_ipm *p = a->p;
    const double unit = p->reaction / p->velocity, m = factor * p->reaction * p->reaction;

    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        double *x = a->x + k->at, *y = a->y + k->at, *z = a->s + k->at, far, near;

        in_axes(a, k, x, y);
        for (zn_index i = 0; i < k->d; i++)
            z[i] = y[i] - unit * x[i];
        far = z[0] + zni_norm(k->d - 1, z + 1);
        near = z[0] - zni_norm(k->d - 1, z + 1);
        y[0] = (half(far, m) + half(near, m)) / 2;
        x[0] = (half(-far, m) + half(-near, m)) / (2 * unit);
        for (zn_index i = 1; i < k->d; i++) {
            const double axis = far > near ? z[i] / (far - near) : 0;

            y[i] = axis * (half(far, m) - half(near, m));
            x[i] = axis * (half(-far, m) - half(-near, m)) / unit;
        }
    }
    reactions(a);
}

/* Interior points are never on the border of a cone. This is a point on the borders near a: r - rho (u + s e_N)
 * projected on the sets of the blocks, as in one step of a fixed-point iteration. */
static void to_borders(const zni_ipm_state *a, double r[])
{
    const zni_ipm *p = a->p;
    double unit = p->reaction / p->velocity;

    memset(r, 0, (size_t)p->m * sizeof *r);
    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        const double *u = a->u + k->rest - 1; /* u[1], ... */

        r[k->head] += k->share * (a->r[k->head] - unit * a->u[k->head]);
        if (p->shift != ZNI_IPM_NONE)
            r[k->head] -= unit * k->tau * zni_norm(k->d - 1, u + 1);
        for (zn_index i = k->rest; i < k->rest + k->d - 1; i++)
            r[i] = a->r[i] - unit * a->u[i];
    }
    for (zn_index c = 0; c < p->nb; c++)
        p->ops->project(p->system, c, r + p->at[c]);
}

double zni_ipm_note(zni_ipm_state *a)
{
    const zni_ipm *p = a->p;
    double err = p->ops->error(p->system, a->r, a->u);

    zni_note_best(err, &a->least, p->m, a->r, a->best);
    if (a->least > p->tol) {
        to_borders(a, a->s);
        p->ops->velocities(p->system, a->s, a->t);
        zni_note_best(p->ops->error(p->system, a->s, a->t), &a->least, p->m, a->s, a->best);
    }
    return err;
}

double zni_ipm_enter(zni_ipm_state *a, const double r[], zn_solve_info *info)
{
    const zni_ipm *p = a->p;
    const size_t bytes = (size_t)p->m * sizeof *r;

    memcpy(a->r, r, bytes);
    memcpy(a->best, r, bytes);
    p->ops->velocities(p->system, a->r, a->u);
    info->iterations = 0;
    info->outcome = ZN_STALLED;
    return zni_ipm_note(a);
}

zn_status zni_ipm_factor(const zni_ipm_state *a, zn_ctx *ctx)
{
    const zni_ipm *p = a->p;
    zn_status st = ZN_ESINGULAR;

    for (double reg = p->reg; st == ZN_ESINGULAR && reg < MOST;
         reg = reg > 0 ? MORE * reg : LEAST)
        st = p->ops->factor(p->system, ctx, &a->k, reg);
    return st;
}
