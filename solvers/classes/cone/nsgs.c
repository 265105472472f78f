/* nsgs.c - block Gauss-Seidel method over second-order cones
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../contact/nsgs.h"
#include "../../linalg/lu.h"
#include "../../linalg/carried.h"
#include "../../linalg/units.h"
#include "cone.h"

#include <string.h>

/* One cone after another is solved while the others are held. The solution of a block problem
 *     w = D z + g,  z in K, w in K*, z'w = 0
 * is z = 0 if g is in K*, and z = -D^-1 g if that is in K. Otherwise z and w are on
 * the borders of the cones, and are found by damped Newton steps on the Fischer-Burmeister function.
 * The sweeps converge for symmetric positive
 * definite M and, mostly, for the semidefinite M of contact problems that have a
 * solution. If all cones have two rows, or all three, they are swept as contacts
 * (law.c), and by the above only if that fails. */
typedef struct nsgs {
    zni_nsgs opt;
    zni_carried M;
    zni_lu lu;
    double *v; /* 2 n: work of the residual, sizes of the cones      */
    double *b; /* one block: D, Jz, Jw (d * d each), 11 vectors of d */
    zn_index cap_v, cap_b;
    zni_fc c; /* cones of two or three rows */
    zni_nsgs_work work;
} nsgs;

enum { VECTORS = 11, STEPS = 30, HALVINGS = 12, GUESS = 16 };

typedef struct block {
    nsgs *s;
    zn_index d;
    double tau, size; /* size: the mean diagonal of D */
    double *D, *Jz, *Jw;
    double *z, *w, *g, *zt, *wt, *phi, *step, *work; /* work: 4 d */
} block;

static zn_status reserve_block(nsgs *s, zn_ctx *ctx, zn_index d)
{
    zn_status st = zni_lu_size(ctx, &s->lu, d);

    return st ? st
              : zn_grow(ctx, &s->b, &s->cap_b, 3 * d * d + VECTORS * d,
                        sizeof *s->b);
}

/* The cones are not known yet: there is room for cones of ordinary size, or of any size if M is dense. */
static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    nsgs *s = state;
    zn_index d = nnz >= n * n || n < GUESS ? n : GUESS;
    zn_status st = zn_grow(ctx, &s->v, &s->cap_v, 2 * n, sizeof *s->v);

    if (!st && (nnz < n * n || n <= 64))
        st = zni_csc_reserve(ctx, &s->M.csc, n, nnz);
    if (!st)
        st = zni_fc_reserve(ctx, &s->c, n, nnz);
    if (!st)
        st = zni_nsgs_reserve(ctx, &s->work, n);
    return st ? st : reserve_block(s, ctx, d);
}

/* D = the block of the cone, and its size, `none` if its diagonal is zero */
static void load_block(block *k, zn_index at, double none)
{
    const zn_index d = k->d;

    zni_carried_block(&k->s->M, at, d, k->D);
    k->size = 0;
    for (zn_index i = 0; i < d; i++)
        k->size += fabs(k->D[i * (d + 1)]) / (double)d;
    if (!(k->size > 0))
        k->size = none;
}

/* ---- one block ------------------------------------------------------------ */

static void dual(const block *k, const double z[], double w[])
{
    memcpy(w, k->g, (size_t)k->d * sizeof *w);
    for (zn_index j = 0; j < k->d; j++)
        for (zn_index i = 0; i < k->d; i++)
            w[i] += k->D[i + j * k->d] * z[j];
}

/* 1/2 |phi|^2 of (size z, w) */
static double merit(block *k, const double z[], const double w[], bool derive)
{
    double *x = k->work + 3 * k->d;

    for (zn_index i = 0; i < k->d; i++)
        x[i] = k->size * z[i];
    zni_soc_phi(k->d, k->tau, x, w, k->phi, derive ? k->Jz : NULL, k->Jw,
                k->work);
    return 0.5 * zni_dot(k->d, k->phi, k->phi);
}

/* step = -(size Jz + Jw D)^-1 phi */
static zn_status newton_step(block *k)
{
    zn_index d = k->d;
    double *H = k->s->lu.a;

    k->s->lu.n = d;
    for (zn_index j = 0; j < d; j++)
        for (zn_index i = 0; i < d; i++) {
            double h = k->size * k->Jz[i + j * d];

            for (zn_index l = 0; l < d; l++)
                h += k->Jw[i + l * d] * k->D[l + j * d];
            H[i + j * d] = h;
        }
    for (zn_index i = 0; i < d; i++)
        k->step[i] = -k->phi[i];
    if (zni_lu_factor(&k->s->lu))
        return ZN_ESINGULAR;
    zni_lu_solve(&k->s->lu, k->step);
    return ZN_OK;
}

/* Damped Newton steps from k->z. */
static void newton(block *k)
{
    const double size = zni_largest(k->g, k->d), small = 1e-28 * size * size;
    double m;

    dual(k, k->z, k->w);
    m = merit(k, k->z, k->w, true);
    for (int it = 0; it < STEPS && m > small && !newton_step(k); it++) {
        double t = 1, mt = m;
        int half = 0;

        for (; half < HALVINGS; half++, t /= 2) {
            for (zn_index i = 0; i < k->d; i++)
                k->zt[i] = k->z[i] + t * k->step[i];
            dual(k, k->zt, k->wt);
            mt = merit(k, k->zt, k->wt, false);
            if (mt <= (1 - 1e-4 * t) * m)
                break;
        }
        if (half == HALVINGS)
            return; /* rounding, or a stationary point that is no zero */
        memcpy(k->z, k->zt, (size_t)k->d * sizeof *k->z);
        memcpy(k->w, k->wt, (size_t)k->d * sizeof *k->w);
        m = merit(k, k->z, k->w, true);
    }
}

/* Solve the block problem for z. */
static void solve_block(block *k)
{
    zn_index d = k->d;

    if (k->g[0] >= k->tau * zni_norm(d - 1, k->g + 1)) {
        memset(k->z, 0, (size_t)d * sizeof *k->z);
        return;
    }
    k->s->lu.n = d;
    memcpy(k->s->lu.a, k->D, (size_t)(d * d) * sizeof *k->D);
    if (!zni_lu_factor(&k->s->lu)) {
        for (zn_index i = 0; i < d; i++)
            k->zt[i] = -k->g[i];
        zni_lu_solve(&k->s->lu, k->zt);
        if (k->tau * k->zt[0] >= zni_norm(d - 1, k->zt + 1)) {
            memcpy(k->z, k->zt, (size_t)d * sizeof *k->z);
            return;
        }
    }
    newton(k);
}

/* ---- sweeps ----------------------------------------------------------------- */

static block cut(nsgs *s, zn_index d, double tau)
{
    double *v = s->b + 3 * d * d;

    return (block){.s = s,
                   .d = d,
                   .tau = tau,
                   .D = s->b,
                   .Jz = s->b + d * d,
                   .Jw = s->b + 2 * d * d,
                   .z = v,
                   .w = v + d,
                   .g = v + 2 * d,
                   .zt = v + 3 * d,
                   .wt = v + 4 * d,
                   .phi = v + 5 * d,
                   .step = v + 6 * d,
                   .work = v + 7 * d};
}

typedef struct run {
    nsgs *s;
    const zn_soclcp *p;
    double *sizes, *work, *w;
} run;

static zn_status solve_cone(void *of, zn_index d, zn_index c, double z[])
{
    const run *a = of;
    const zn_index at = a->p->cone[c];
    block k = cut(a->s, d, a->p->tau[c]);

    load_block(&k, at, a->sizes[c]);
    memcpy(k.z, z, (size_t)d * sizeof *z);
    memcpy(k.g, a->w + at, (size_t)d * sizeof *z);
    for (zn_index j = 0; j < d; j++)
        for (zn_index i = 0; i < d; i++)
            k.g[i] -= k.D[i + j * d] * k.z[j];
    solve_block(&k);
    memcpy(z, k.z, (size_t)d * sizeof *z);
    return ZN_OK;
}

static void project(void *of, zn_index c, double z[])
{
    const zn_soclcp *p = ((const run *)of)->p;

    zni_soc_project(p->cone[c + 1] - p->cone[c], p->tau[c], z);
}

static void carry(void *of, zn_index d, zn_index c, const double old[], const double z[])
{
    const run *a = of;

    zni_carried_change(&a->s->M, a->p->cone[c], d, old, z, a->w);
}

/* w is updated by the changes within a sweep, and computed anew after it */
static void renew(void *of, const double z[], double w[])
{
    zni_soclcp_dual(((const run *)of)->p, z, w);
}

static double error(void *of, const double z[], const double w[])
{
    const run *a = of;

    return zni_soclcp_residual(a->p, a->sizes, z, w, a->work);
}

/* Sweeps over cones of two or three rows each, as contacts. ZN_UNSOLVED: z is the best point, not within the
 * tolerance. */
static zn_status contacts(nsgs *s, zni_call call, const zn_soclcp *p, zn_index d, double work[],
                          const double sizes[])
{
    zn_status st = zni_soc_set(call.ctx, &s->c, p, d);

    if (!st)
        st = zni_nsgs_run(call, &s->work, &s->opt, &s->c);
    if (st)
        return st;
    return zni_soclcp_residual(p, sizes, call.z, call.w, work) <= s->opt.tol ? ZN_OK : ZN_UNSOLVED;
}

/* room for both kinds of sweeps, so that no later call allocates */
static zn_status size(nsgs *s, zn_ctx *ctx, const zn_soclcp *p)
{
    zn_status st = zni_nsgs_check(ctx, &s->opt);

    if (!st)
        st = zn_grow(ctx, &s->v, &s->cap_v, 2 * p->n, sizeof *s->v);
    if (!st)
        st = reserve_block(s, ctx, zni_soclcp_widest(p));
    return st ? st : zni_carried_reserve(ctx, &s->M, p->n, zn_matrix_nnz(p->M));
}

static zn_status solve(nsgs *s, zni_call call, const zn_soclcp *p)
{
    zni_nsgs opt = s->opt;
    zn_index before = 0;
    zn_status st = size(s, call.ctx, p);

    if (st)
        return st;
    const zn_index d = zni_soc_uniform(p);
    run a = {.s = s, .p = p, .sizes = s->v + p->n, .work = s->v, .w = call.w};
    const zni_in_turn f = {.n = p->n,
                           .nb = p->ncones,
                           .block = {.of = &a,
                                     .start = p->cone,
                                     .solve = solve_cone,
                                     .project = project,
                                     .carry = carry},
                           .renew = renew,
                           .error = error,
                           .every = 1};

    zni_soclcp_sizes(p, a.sizes);
    if (d > 0) {
        st = contacts(s, call, p, d, a.work, a.sizes);
        if (!st)
            call.info->outcome = ZN_SOLVED;
        if (st <= 0 || call.info->outcome == ZN_INTERRUPTED)
            return st;
        before = call.info->iterations;
    }
    st = zni_carried_set(call.ctx, &s->M, p->M);
    if (st)
        return st;
    opt.max_iter -= before;
    st = zni_seidel_run(call, &s->work.turns, &opt, &f);
    call.info->iterations += before;
    return st;
}

static void fini(nsgs *s, zn_ctx *ctx)
{
    zni_carried_fini(ctx, &s->M);
    zni_lu_fini(ctx, &s->lu);
    zni_fc_fini(ctx, &s->c);
    zni_nsgs_fini(ctx, &s->work);
    ZNI_FREE(ctx, s->v, s->b);
}

static const zn_option options[] = {
    ZNI_NSGS_LIMITS(nsgs, opt),
    ZNI_NSGS_OMEGA(nsgs, opt),
    ZNI_NSGS_ORDERS(nsgs, opt, "natural|shuffled|reverse", "of the cones", "no|yes",
                    "sweeps combined by Anderson's least squares"),
    ZNI_NSGS_SHUFFLE(nsgs, opt),
    ZNI_NSGS_FREEZE(nsgs, opt, "cone"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_soclcp_nsgs, ZN_KIND_SOCLCP_SOLVER, "nsgs",
           "block Gauss-Seidel, cone after cone (Jourdan et al. 1998)", nsgs, options, solve, fini,
           .reserve = reserve);
