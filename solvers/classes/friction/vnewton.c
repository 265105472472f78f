/* vnewton.c - Newton's method and proximal points for global friction in the space of velocities
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/by_sets.h"
#include "../../methods/prox.h"
#include "motion.h"

/* The function phi of Fischer & Burmeister by contact (map.c), of r and of
 *     u = H'v + b + alpha E (r - s),   v = M^-1 (H r + q),
 * E the inverse of the contact's rho, which bounds its block of W. With A = dphi/du, B =
 * dphi/dr a step of Newton's method is
 *     (A H'M^-1 H + B + (alpha + e) A E) dr = -phi,
 * for which velocity.c factorises M + H C H', C = (B + (alpha + e) A E)^-1 A: a matrix of
 * the order of the bodies, not of the contacts.
 *
 * alpha = 0 is the problem itself; e regularises the step where contacts are redundant and does not move the
 * solutions. From near a solution that mostly converges. If it ends in a local minimum of the merit function,
 * proximal points take over (../../methods/prox.c): problems with alpha > 0 from s, which are closer to monotone
 * the larger alpha is. */
static const double REG = 1e-6; /* e */

/* Limit of Newton steps on a proximal problem; after fewer than QUICK steps alpha decreases; halvings of a step. Limits
 * of proximal problems, and of those in a row that do not halve the error. */
enum { PROXIMAL_STEPS = 20, QUICK = 8, HALVINGS = 12 };
enum { PROBLEMS = 40, IDLE = 8 };

/* The first alpha and its factor, chosen on piles of 200 grains with seeds 1 to 4: from 0.1 it takes twice the steps,
 * from 1e-5 there are problems that Newton's method does not solve. */
static const double ALPHA = 1e-3, FACTOR = 5, LEAST = 1e-9, MOST = 1e3;

/* the part of the error to which a proximal problem is solved: less takes more steps and gains nothing */
static const double EXACT = 0.03;

typedef struct run {
    zni_by_sets sets;
    zn_ctx *ctx;
    zni_vnewton_work *k;
    zni_motion *g;
    zni_ipm_blocks blocks; /* A and B, by what velocity.c takes   */
    double *z;             /* (v, r)                              */
    double *dv;            /* n + m                               */
    const double *s;       /* m: centre of the proximal problem   */
    zn_index left;         /* steps that are left                 */
} run;

zn_status zni_vnewton_set(zn_ctx *ctx, zni_vnewton_work *k, zni_motion *g,
                          const zn_monitor *mon)
{
    zn_index m = g->m, d = g->d, dd = d * d;
    zn_status st =
        ZNI_GROW(ctx, ZNI_ARRAY(k, v, (ZNI_DAMPED + 2) * m + g->n + ZNI_PROXIMATED(m, m)),
                 ZNI_ARRAY(k, ab, 3 * d * m));

    k->g = g;
    if (st)
        return st;
    for (zn_index i = 0; i < d * m; i++)
        k->ab[2 * d * m + i] = i % dd % (d + 1) == 0;
    return zni_vsystem_set(ctx, &k->bodies, g, ZNI_VSYSTEM_ANY, mon);
}

void zni_vnewton_fini(zn_ctx *ctx, zni_vnewton_work *k)
{
    zni_vsystem_fini(ctx, &k->bodies);
    ZNI_FREE(ctx, k->v, k->ab);
}

static void map(const void *of, zn_index c, const double u[], const double r[],
                double phi[], double A[], double B[])
{
    const zni_motion *g = ((const run *)of)->g;

    zni_map(ZNI_FB, g->d, g->p->mu[c], g->step[c], u, r, phi, A, B);
}

static zn_status factor(void *of)
{
    const run *a = of;

    return zni_vsystem_factor(a->ctx, &a->k->bodies, a->g, &a->blocks);
}

static void step(void *of, double dr[])
{
    const run *a = of;

    zni_vsystem_solve(&a->k->bodies, a->g, &a->blocks, dr);
}

/* du = (H'M^-1 H + alpha E) dr */
static void mul(void *of, const double dr[], double du[])
{
    run *a = of;
    zni_motion *g = a->g;
    zn_index d = g->d;

    memset(a->dv, 0, (size_t)g->n * sizeof *a->dv);
    for (zn_index c = 0; c < g->nc; c++)
        zni_ways_scatter(&g->H, d, c, dr + d * c, a->dv);
    zni_mass_solve(&g->mass, a->dv);
    for (zn_index c = 0; c < g->nc; c++)
        zni_ways_gather(&g->H, d, c, a->dv, du + d * c);
    zni_by_sets_pull(&a->sets, dr, NULL, du);
}

/* v and u of r, which is part of a->z */
static zn_status evaluate(void *of, const double r[], double u[])
{
    run *a = of;

    zni_motion_move(a->g, a->z, u);
    zni_by_sets_pull(&a->sets, r, a->s, u);
    return ZN_OK;
}

/* the error measure of the class or, for a proximal problem, the same with rho for the sizes of contacts */
static double error(void *of, const double r[], const double u[])
{
    run *a = of;
    zni_motion *g = a->g;
    double sum = 0;

    if (a->sets.alpha == 0)
        return zni_motion_error(g, a->z, u);
    for (zn_index c = 0; c < g->nc; c++) {
        double f[3], rho = g->step[c];

        sum += zni_cone_natural(g->d, g->p->mu[c], rho, r + g->d * c,
                                u + g->d * c, f) /
               rho;
    }
    return sqrt(sum / (g->data > 0 ? g->data : 1));
}

static zn_status affords(void *of, const zn_monitor *mon)
{
    return zni_vsystem_fits(&((run *)of)->k->bodies, mon) ? ZN_OK : ZN_UNSOLVED;
}

/* at most so many steps, within those that are left */
static zn_status newton(run *a, double tol, zn_index steps, double u[],
                        zn_monitor *mon, zn_solve_info *info)
{
    const zni_semismooth f = {.of = a,
                              .n = a->g->m,
                              .directions = 1,
                              ZNI_BY_SETS,
                              .mul = mul,
                              .evaluate = evaluate,
                              .error = error,
                              .affords = affords};
    const zni_damping damping = {.tol = tol,
                                 .max_iter = steps < a->left ? steps : a->left,
                                 .search = ZNI_ARMIJO,
                                 .halvings = HALVINGS};

    zn_status st;

    evaluate(a, a->z + a->g->n, u);
    st = zni_damped_newton(&f, &damping, a->k->v, a->z + a->g->n, u, mon,
                           info);
    a->left -= info->iterations;
    return st;
}

/* the problem with alpha > 0 from s */
static zn_status proximal(void *of, zni_call call, double alpha, bool full,
                          const double ref[], double tol)
{
    run *a = of;
    zn_status st;

    (void)full; /* never set; call.z is part of a->z */
    a->sets.alpha = alpha;
    a->s = ref;
    st = newton(a, tol, PROXIMAL_STEPS, call.w, call.mon, call.info);
    a->sets.alpha = 0;
    return st;
}

/* the error of the problem itself */
static double measure(void *of, const double r[], double u[])
{
    evaluate(of, r, u);
    return error(of, r, u);
}

zn_status zni_vnewton_run(zni_call call, zni_vnewton_work *k, const zni_vnewton *opt)
{
    zni_motion *g = k->g;
    const zn_index m = g->m;
    double *A = k->ab, *B = A + g->d * m;
    run a = {.sets = {.n = m,
                      .nb = g->nc,
                      .d = g->d,
                      .map = map,
                      .factor = factor,
                      .solve = step,
                      .A = A,
                      .B = B,
                      .phi = k->v + ZNI_DAMPED * m,
                      .reg = REG,
                      .rho = g->step,
                      .energy = true},
             .ctx = call.ctx,
             .k = k,
             .g = g,
             .blocks = {.D = B, .L = A, .R = B + g->d * m, .symmetric = false},
             .z = call.z,
             .dv = k->v + (ZNI_DAMPED + 1) * m,
             .left = opt->max_iter};
    const zni_proximal p = {
        .of = &a, .n = m, .nw = m, .solve = proximal, .measure = measure};
    const zni_proximate how = {.tol = opt->tol,
                               .max_iter = PROBLEMS,
                               .alpha = ALPHA,
                               .least = LEAST,
                               .most = MOST,
                               .factor = FACTOR,
                               .easy = QUICK,
                               .exact = EXACT,
                               .idle = IDLE};
    zn_index steps;
    zn_status st;

    call.info->iterations = 0;
    call.info->outcome = ZN_TIME_LIMIT;
    if (!zni_vsystem_fits(&k->bodies, call.mon))
        return ZN_UNSOLVED;
    st = newton(&a, opt->tol, opt->steps, call.w, call.mon, call.info);
    if (st != ZN_UNSOLVED || call.info->outcome == ZN_INTERRUPTED || a.left == 0)
        return st;
    steps = call.info->iterations;
    st = zni_proximal_points((zni_call){call.ctx, call.z + g->n, call.w, call.mon, call.info}, &p,
                             &how, a.dv + g->n + m);
    call.info->iterations += steps;
    if (st >= 0)
        evaluate(&a, call.z + g->n, call.w); /* v of the best point */
    if (st == ZN_UNSOLVED && a.left == 0 && call.info->outcome == ZN_STALLED)
        call.info->outcome = ZN_ITERATION_LIMIT;
    return st;
}
