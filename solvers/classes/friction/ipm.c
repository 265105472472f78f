/* ipm.c - interior points for friction and rolling friction: what all forms share, and the condensed form
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/ray.h"
#include "ipm.h"

/* ---- for any form of the matrix ---------------------------------------------------- */

void zni_fipm_velocities(void *of, const double r[], double u[])
{
    const zni_fipm_system *s = of;
    const zni_fc *c = s->view.c;

    zni_view_velocities(&s->view, r, u);
    for (zn_index a = 0; s->given && a < c->nc; a++)
        u[c->d * a] += s->given[a];
}

void zni_fipm_project(void *of, zn_index a, double x[])
{
    const zni_fc *c = ((const zni_fipm_system *)of)->view.c;

    c->law->project(c, a, x, x, NULL);
}

double zni_fipm_error(void *of, const double r[], const double u[])
{
    const zni_fipm_system *s = of;

    return s->given ? s->shifted(of, r, u) : zni_view_error(&s->view, r, u);
}

bool zni_fipm_infeasible(void *of, const double r[])
{
    const zni_fipm_system *s = of;
    const zn_index n = s->view.n;
    double *d = s->ray;

    memset(d, 0, (size_t)n * sizeof *d);
    for (zn_index i = 0; i < n; i += s->view.c->d)
        d[i] = fmax(0, r[i]);
    return zni_ray_settle(n, s->product, of, d, d + n) && s->proves(of, d, d + n);
}

zn_status zni_fipm_room(zn_ctx *ctx, zni_central_work *k, bool path, zn_index n,
                        zn_index cones, zn_index values)
{
    return path ? zni_central_reserve(ctx, k, n, cones, values)
                : zni_ipm_reserve(ctx, &k->ipm, n, cones, values, true);
}

zn_status zni_fipm_go(zni_call call, zni_central_work *k, bool path, const zni_fipm *opt, zni_fipm_system *s,
                      zni_ipm *p)
{
    const zni_fc *c = s->view.c;
    zn_status st;

    s->given = opt->given;
    p->m = s->view.n;
    p->nb = c->nc;
    p->tau = c->mu;
    p->tau2 = c->mur;
    p->shift = opt->given ? ZNI_IPM_NONE : (zni_ipm_shift)opt->shift;
    p->brief = opt->brief;
    p->tol = opt->tol;
    p->max_iter = opt->max_iter;
    p->frames = true;
    p->system = s;
    p->reaction = p->velocity / s->view.scale;
    st = path ? zni_central_run(call.ctx, k, p, call.z, call.mon, call.info)
              : zni_ipm_run(call.ctx, &k->ipm, p, call.z, call.mon, call.info);
    if (st >= 0)
        zni_view_velocities(&s->view, call.z, call.w);
    return st;
}

/* ---- condensed --------------------------------------------------------------------- */

/* (L W R + D) z = b in blocks, with the factors of friction's Newton methods. Where contacts are redundant W is
 * singular, and only D keeps the system regular, which is as small as the gap where contacts stick. */
typedef struct condensed {
    zni_fipm_system common;
    const zni_fc *c;
    zni_flin *lin; /* lin->j: L W R + D */
    double *v;     /* 6 n           */
    zni_fnewton_work *whole; /* not NULL: Newton's method tries to end the path */
    double tol;
} condensed;

/* clear the rows and columns of J that are held */
static void clear_held(const zni_fc *c, zn_index a, zn_index k, double J[])
{
    zn_index d = c->d;

    for (zn_index j = 0; j < d; j++)
        for (zn_index i = 0; i < d; i++)
            if (zni_fc_held(c, a, i) || zni_fc_held(c, c->i[k], j))
                J[i + j * d] = 0;
}

static void add_diagonal(condensed *s, double x)
{
    const zni_fc *c = s->c;
    zn_index d = c->d;

    for (zn_index a = 0; a < c->nc; a++)
        for (zn_index i = 0; i < d; i++)
            s->lin->j[d * d * c->diag[a] + i * (d + 1)] += x;
}

/* J = L R, all 3 x 3, written out with a fixed order of the sums */
static inline void times3(const double L[], const double R[], double J[])
{
    for (int j = 0; j < 3; j++, R += 3, J += 3) {
        const double x = R[0], y = R[1], z = R[2];

        J[0] = L[0] * x + L[3] * y + L[6] * z;
        J[1] = L[1] * x + L[4] * y + L[7] * z;
        J[2] = L[2] * x + L[5] * y + L[8] * z;
    }
}

/* J = L R, all d x d */
static inline void times(zn_index d, const double L[], const double R[], double J[])
{
    if (d == 3)
        times3(L, R, J);
    for (zn_index j = 0; j < d && d != 3; j++)
        zni_block_times(d, L, R + d * j, J + d * j);
}

/* Where contacts are redundant the matrix of a convex problem is positive definite only up to rounding. With this part
 * of the size of W on the diagonal, a proximal term, which does not move the solutions, CHOLMOD can factorise it. */
static const double PROX = 1e-11;

static zn_status factor(void *system, zn_ctx *ctx, const zni_ipm_blocks *b,
                        double reg)
{
    condensed *s = system;
    const zni_fc *c = s->c;
    zn_index d = c->d, dd = d * d;
    double scale = zni_fc_scale(c), WR[ZNI_DMAX * ZNI_DMAX];
    zn_status st;

    for (zn_index a = 0; a < c->nc; a++) {
        for (zn_index k = c->p[a]; k < c->p[a + 1]; k++) {
            times(d, c->x + dd * k, b->R + dd * c->i[k], WR);
            times(d, b->L + dd * a, WR, s->lin->j + dd * k);
            clear_held(c, a, k, s->lin->j + dd * k);
        }
        for (zn_index i = 0; i < dd; i++)
            s->lin->j[dd * c->diag[a] + i] += b->D[dd * a + i];
        for (zn_index i = 0; i < d && s->common.given; i++)
            s->lin->j[dd * c->diag[a] + i * (d + 1)] += PROX * scale;
    }
    if (reg > 0)
        add_diagonal(s, reg * scale);
    st = zni_flin_factor(ctx, s->lin, c, b->symmetric);
    if (reg > 0)
        add_diagonal(s, -reg * scale);
    return st;
}

/* The condition number of L W R + D grows as the gap shrinks, and all digits of the solution are wanted: two steps of
 * iterative refinement */
static void direction(void *system, double b[])
{
    condensed *s = system;
    zni_fc J = *s->c;
    zn_index n = J.n;
    double *x = s->v, *y = x + n;

    J.x = s->lin->j;
    memcpy(x, b, (size_t)n * sizeof *x);
    zni_flin_solve(s->lin, x);
    for (int step = 0; step < 2; step++) {
        zni_fc_mul(&J, x, NULL, y);
        for (zn_index i = 0; i < n; i++)
            y[i] = b[i] - y[i];
        zni_flin_solve(s->lin, y);
        for (zn_index i = 0; i < n; i++)
            x[i] += y[i];
    }
    memcpy(b, x, (size_t)n * sizeof *b);
}

/* the error measure of the class for u_N + s with a given shift s */
static double shifted(void *system, const double r[], const double u[])
{
    const zni_fc *c = ((const condensed *)system)->c;
    const zn_index d = c->d;
    double f[ZNI_DMAX], sum = 0;

    for (zn_index a = 0; a < c->nc; a++) {
        const double size = c->size[a] / (c->scale ? c->scale[d * a] : 1);

        sum += size * size * zni_fc_natural_of(c, a, 1 / c->size[a], 0, r + d * a, u + d * a, f);
    }
    return sqrt(sum) / (c->qnorm > 0 ? c->qnorm : 1);
}

static void product(void *system, const double x[], double y[])
{
    zni_fc_mul(((condensed *)system)->c, x, NULL, y);
}

static bool proves(void *system, const double d[], double v[])
{
    const zni_fc *c = ((const condensed *)system)->c;
    zn_matrix W = zni_fc_matrix(c);

    return zni_ray_proves(c->nc, c->ro, &W, c->q, d, v);
}

static zn_status sign(void *system, zn_ctx *ctx, int *sign)
{
    return zni_flin_sign(ctx, ((condensed *)system)->lin, sign);
}

static bool fits(void *system, const zn_monitor *mon)
{
    return zni_flin_fits(((condensed *)system)->lin, mon);
}

zn_status zni_fipm_whole(zni_call call, zni_fnewton_work *k, const zni_fc *c, double tol, zn_index steps)
{
    const zni_fnewton how = {.tol = tol,
                             .max_iter = steps,
                             .map = ZNI_FB,
                             .search = true,
                             .reg = 1e-6,
                             .admit = true};

    return zni_fnewton_run(call, k, &how, c);
}

static zn_status end(void *system, zn_ctx *ctx, zn_index most, double r[],
                     zn_monitor *mon, zn_solve_info *info)
{
    const condensed *s = system;

    return s->whole ? zni_fipm_whole((zni_call){ctx, r, s->v, mon, info}, s->whole, s->c, s->tol, most)
                    : ZN_UNSOLVED;
}

static const zni_ipm_ops ops = {ZNI_FIPM_COMMON,
                                .factor = factor,
                                .sign = sign,
                                .direction = direction,
                                .end = end,
                                .fits = fits};

zn_status zni_fipm_reserve(zn_ctx *ctx, zni_fipm_work *k, zn_index n,
                           zn_index cones)
{
    zn_status st = zni_room(ctx, &k->v, &k->cap_v, 6 * n, sizeof *k->v);

    if (st)
        return st;
    return zni_fipm_room(ctx, &k->work, k->path, n, cones, ZNI_DMAX * n);
}

void zni_fipm_fini(zn_ctx *ctx, zni_fipm_work *k)
{
    zni_central_fini(ctx, &k->work);
    zn_free_array(ctx, k->v);
}

zn_status zni_fipm_run(zni_call call, zni_fipm_work *k, const zni_fipm *opt, const zni_fc *c, zni_flin *lin)
{
    condensed system = {.common = {.view = zni_view_condensed(c),
                                   .ray = k->v,
                                   .product = product,
                                   .proves = proves,
                                   .shifted = shifted},
                        .c = c,
                        .lin = lin,
                        .v = k->v,
                        .whole = c->mur ? NULL : opt->whole,
                        .tol = opt->tol};
    zni_ipm p = {.at = c->ro,
                 .symmetric = zni_fc_symmetric(c, 1e-12),
                 .velocity = zni_ipm_size(c->n, c->q),
                 .ops = &ops};

    return zni_fipm_go(call, &k->work, k->path, opt, &system.common, &p);
}
