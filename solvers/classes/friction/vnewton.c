/* vnewton.c - Newton and proximal points for global friction in the space of velocities
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/newton.h"
#include "../../methods/prox.h"
#include "motion.h"

/* The function phi of Fischer & Burmeister by contact (map.c), of r and of
 *     u = H'v + b + alpha E (r - s),   v = M^-1 (H r + q),
 * E the inverse of the contact's rho, which bounds its block of W. With A = dphi/du, B =
 * dphi/dr a step of Newton's method is
 *     (A H'M^-1 H + B + (alpha + e) A E) dr = -phi,
 * of which velocity.c factorises M + H C H', C = (B + (alpha + e) A E)^-1 A: a matrix of
 * the order of the bodies, not of the contacts.
 *
 * alpha = 0 is the problem itself; e makes the step the least one where contacts are
 * redundant and moves no solution. From near a solution that is enough, mostly. Where
 * the merit has a local minimum on the way it ends there, and the proximal points take
 * over (../methods/prox.c): problems with alpha > 0 from s, which are the nearer to
 * monotone the larger alpha is. */
static const double REG = 1e-6; /* e */

/* Steps on the problem itself and on a proximal one, of which QUICK say that alpha may
 * be less; halvings; how often e may grow a thousandfold; problems in all, and without
 * halving the error. */
enum { PROXIMAL_STEPS = 20, QUICK = 8, HALVINGS = 12, TRIES = 3 };
enum { PROBLEMS = 40, IDLE = 8 };

/* The first alpha and its factor, chosen on piles of 200 grains with seeds 1 to 4: 0.1
 * takes twice the steps, 1e-5 has problems that Newton does not solve. */
static const double ALPHA = 1e-3, FACTOR = 5, LEAST = 1e-9, MOST = 1e3;

/* more exact problems take more steps and gain nothing */
static const double EXACT = 0.03;

typedef struct run {
    zn_ctx *ctx;
    zni_vnewton_work *k;
    zni_motion *g;
    double *z;             /* (v, r)                      */
    double *phi;           /* m                           */
    double *dv;            /* n + m                       */
    const double *s;       /* m: where the problem began  */
    double *A, *B, *D, *I; /* d m each, I the identities  */
    double alpha;
    double m;              /* merit at the iterate        */
    zn_index left;         /* steps that may be made      */
} run;

zn_status zni_vnewton_set(zn_ctx *ctx, zni_vnewton_work *k, zni_motion *g,
                          const zn_monitor *mon)
{
    zn_index m = g->m, d = g->d, dd = d * d;
    zn_status st = zn_grow(ctx, &k->v, &k->cap_v, (ZNI_DAMPED + 2) * m + g->n +
                               ZNI_PROXIMATED(m, m),
                           sizeof *k->v);

    k->g = g;
    if (!st)
        st = zn_grow(ctx, &k->ab, &k->cap_ab, 4 * d * m, sizeof *k->ab);
    if (st)
        return st;
    for (zn_index i = 0; i < d * m; i++)
        k->ab[3 * d * m + i] = i % dd % (d + 1) == 0;
    return zni_vsystem_set(ctx, &k->bodies, g, false, mon);
}

void zni_vnewton_fini(zn_ctx *ctx, zni_vnewton_work *k)
{
    zni_vsystem_fini(ctx, &k->bodies);
    zn_free_array(ctx, k->v);
    zn_free_array(ctx, k->ab);
}

/* 1/2 the sum of E phi^2, of the units of an energy; phi, A and B too if asked for */
static double value(run *a, const double r[], const double u[], bool derive)
{
    const zni_motion *g = a->g;
    zn_index d = g->d, dd = d * d;
    double sum = 0;

    for (zn_index c = 0; c < g->nc; c++) {
        double phi[3] = {0}, rho = g->step[c];

        zni_map(ZNI_FB, d, g->p->mu[c], rho, u + d * c, r + d * c, phi,
                derive ? a->A + dd * c : NULL, derive ? a->B + dd * c : NULL);
        for (zn_index i = 0; i < d; i++)
            sum += phi[i] * phi[i] / rho;
        if (derive)
            memcpy(a->phi + d * c, phi, (size_t)d * sizeof *phi);
    }
    return sum / 2;
}

static zn_status linearise(void *of, const double r[], const double u[],
                           double *m)
{
    run *a = of;

    *m = a->m = value(a, r, u, true);
    return ZN_OK;
}

static double merit(void *of, const double r[], const double u[])
{
    return value(of, r, u, false);
}

static zn_status direction(void *of, int kth, const double r[],
                           const double u[], double dr[], double *slope)
{
    run *a = of;
    zni_motion *g = a->g;
    zn_index dd = g->d * g->d;
    const zni_ipm_blocks k = {
        .D = a->D, .L = a->A, .R = a->I, .symmetric = false};
    zn_status st = ZN_ESINGULAR;
    double e = REG;

    (void)kth;
    (void)r;
    (void)u;
    *slope = -2 * a->m;
    for (int tries = 0; tries < TRIES && st == ZN_ESINGULAR; tries++) {
        for (zn_index i = 0; i < g->d * g->m; i++)
            a->D[i] =
                a->B[i] + (a->alpha + e) / g->step[i / dd] * a->A[i];
        e *= 1e3;
        st = zni_vsystem_factor(a->ctx, &a->k->bodies, g, &k);
    }
    if (st)
        return st;
    for (zn_index i = 0; i < g->m; i++)
        dr[i] = -a->phi[i];
    zni_vsystem_solve(&a->k->bodies, g, &k, dr);
    return ZN_OK;
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
    for (zn_index i = 0; i < g->m && a->alpha > 0; i++)
        du[i] += a->alpha / g->step[i / d] * dr[i];
}

/* v and u of r, which is that of z */
static zn_status evaluate(void *of, const double r[], double u[])
{
    run *a = of;
    zni_motion *g = a->g;

    zni_motion_move(g, a->z, u);
    for (zn_index i = 0; i < g->m && a->alpha > 0; i++)
        u[i] += a->alpha / g->step[i / g->d] * (r[i] - a->s[i]);
    return ZN_OK;
}

/* of the class or, as it has it with rho for the size, of the proximal problem */
static double error(void *of, const double r[], const double u[])
{
    run *a = of;
    zni_motion *g = a->g;
    double sum = 0;

    if (a->alpha == 0)
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

/* at most so many steps of those that are left */
static zn_status newton(run *a, double tol, zn_index steps, double u[],
                        zn_monitor *mon, zn_solve_info *info)
{
    const zni_semismooth f = {.of = a,
                              .n = a->g->m,
                              .linearise = linearise,
                              .merit = merit,
                              .directions = 1,
                              .direction = direction,
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
static zn_status proximal(void *of, double alpha, bool full,
                          const double ref[], double tol, double r[],
                          double u[], zn_monitor *mon, zn_solve_info *info)
{
    run *a = of;
    zn_status st;

    (void)full; /* never asked for */
    (void)r; /* that of z */
    a->alpha = alpha;
    a->s = ref;
    st = newton(a, tol, PROXIMAL_STEPS, u, mon, info);
    a->alpha = 0;
    return st;
}

/* of the problem itself */
static double measure(void *of, const double r[], double u[])
{
    evaluate(of, r, u);
    return error(of, r, u);
}

zn_status zni_vnewton_run(zn_ctx *ctx, zni_vnewton_work *k, const zni_vnewton *opt,
                          double z[], double u[], zn_monitor *mon,
                          zn_solve_info *info)
{
    zni_motion *g = k->g;
    const zn_index m = g->m;
    run a = {.ctx = ctx,
             .k = k,
             .g = g,
             .z = z,
             .phi = k->v + ZNI_DAMPED * m,
             .dv = k->v + (ZNI_DAMPED + 1) * m,
             .A = k->ab,
             .B = k->ab + g->d * m,
             .D = k->ab + 2 * g->d * m,
             .I = k->ab + 3 * g->d * m,
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

    info->iterations = 0;
    info->outcome = ZN_TIME_LIMIT;
    if (!zni_vsystem_fits(&k->bodies, mon))
        return ZN_UNSOLVED;
    st = newton(&a, opt->tol, opt->steps, u, mon, info);
    if (st != ZN_UNSOLVED || info->outcome == ZN_INTERRUPTED || a.left == 0)
        return st;
    steps = info->iterations;
    st = zni_proximal_points(&p, &how, a.dv + g->n + m, z + g->n, u, mon, info);
    info->iterations += steps;
    if (st >= 0)
        evaluate(&a, z + g->n, u); /* v of the best point */
    if (st == ZN_UNSOLVED && a.left == 0 && info->outcome == ZN_STALLED)
        info->outcome = ZN_ITERATION_LIMIT;
    return st;
}

/* ---- the solver ----------------------------------------------------------------- */

typedef struct vnewton {
    zni_motion g;
    zni_vnewton opt;
    zni_vnewton_work work;
} vnewton;

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    vnewton *s = state;
    zn_status st = zni_motion_begin(ctx, &s->g, problem, ZNI_WAYS, z, w, mon);

    if (st)
        return st;
    st = zni_vnewton_set(ctx, &s->work, &s->g, mon);
    if (!st)
        st = zni_vnewton_run(ctx, &s->work, &s->opt, z, w, mon, info);
    if (st >= 0)
        zni_motion_move(&s->g, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    vnewton *s = state;

    zni_motion_fini(ctx, &s->g);
    zni_vnewton_fini(ctx, &s->work);
}

#define OPT(kind, name, field, def, lo, hi, help)                              \
    {                                                                          \
        kind, name, offsetof(vnewton, opt.field), def, lo, hi, NULL, "-", help \
    }

static const zn_option options[] = {
    OPT(ZN_OPTION_REAL, "tol", tol, 1e-8, 0, 1, "error that counts as solved"),
    OPT(ZN_OPTION_INT, "max_iter", max_iter, 1000, 1, 1e9,
        "steps of Newton's method, those of proximal points included"),
    OPT(ZN_OPTION_INT, "steps", steps, ZNI_VNEWTON_STEPS, 1, 1e9,
        "most of them on the problem itself, before proximal points"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_global_friction_newton_velocity, ZN_KIND_GLOBAL_FRICTION_SOLVER,
           "newton-velocity",
           "semismooth Newton, then proximal points, factors by bodies",
           vnewton, options, .solve = solve, .fini = fini);
