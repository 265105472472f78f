/* lzb.c - multiple impacts by the law of Liu, Zhao and Brogliato, with error control
 *
 * The motion of the springs (lzb_motion.c) is integrated by the pair of order 5(4) of
 * Dormand and Prince, and events, at which the phase of a contact ends, are located. Errors
 * are relative to the percussion and the compression of the impact of a single contact.
 * C. Liu, Z. Zhao, B. Brogliato, Frictionless multiple impacts in multibody systems I,
 * Proc. R. Soc. A 464 (2008) 3193-3211. doc/multiple-impact.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "impact.h"

#include <math.h>
#include <string.h>

enum { STAGES = 7 };

typedef struct lzb {
    zni_percussion c;
    double tol, accuracy, allowed;
    zn_index max_iter;
    int model;
    zni_springs s;
    double *room, *k[STAGES], *y, *y1, *trial; /* 2 m + nt each */
    zn_index croom;
    zn_solver *rigid; /* of "auto" */
} lzb;

static const zn_option options[] = {
    ZNI_TOL(lzb, tol, 1e-8),
    ZN_OPT_REAL(lzb, accuracy, 1e-12, 1e-15, 1e-2, "-",
                "error of a step, over percussion and compression of one "
                "impact; tol/50 if that is less"),
    ZN_OPT_INT(lzb, max_iter, 1000000, 1, 1e15, "-", "steps before giving up"),
    ZN_OPT_CHOICE(lzb, model, ZNI_BI_STIFFNESS, "bi-stiffness|mono-stiffness",
                  "where energy is lost: all along expansion, or at its end"),
    ZN_OPT_END,
};

static const double A[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};

static const double E[STAGES] = {
    71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
    -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    lzb *o = state;
    zn_status st = zni_percussion_reserve(o, ctx, n, nnz);
    double *at;

    if (!st)
        st = zn_grow(ctx, &o->room, &o->croom, 2 * (STAGES + 3) * n,
                     sizeof *o->room);
    at = o->room;
    if (!st)
        st = zni_springs_reserve(&o->s, ctx, n / 2, n - n / 2);
    if (st)
        return st;
    for (int i = 0; i < STAGES; i++, at += 2 * n)
        o->k[i] = at;
    o->y = at;
    o->y1 = at + 2 * n;
    o->trial = at + 4 * n;
    return ZN_OK;
}

static void fini(lzb *o, zn_ctx *ctx)
{
    zni_percussion_fini(&o->c, ctx);
    zni_springs_fini(&o->s, ctx);
    zn_free_array(ctx, o->room);
    zn_solver_free(o->rigid);
}

static zn_index size_of(const lzb *o)
{
    return 2 * o->s.m + o->s.nt;
}

/* A step of length h from y, whose rate is in k[0], to y1, whose rate is in k[6]. */
static void step(lzb *o, double h)
{
    const zn_index n = size_of(o);

    for (int i = 1; i < STAGES; i++) {
        double *at = i == STAGES - 1 ? o->y1 : o->trial;
        for (zn_index l = 0; l < n; l++) {
            double sum = 0;
            for (int j = 0; j < i; j++)
                sum += A[i][j] * o->k[j][l];
            at[l] = o->y[l] + h * sum;
        }
        zni_springs_rate(&o->s, at, o->k[i]);
    }
}

/* the estimated error of that step, relative to the allowed error */
static double error_of(const lzb *o, double h)
{
    const zn_index m = o->s.m;
    double worst = 0;

    for (zn_index l = 0; l < size_of(o); l++) {
        const double unit = l < m ? o->s.unit[l] : 1;
        double e = 0;
        for (int j = 0; j < STAGES; j++)
            e += E[j] * o->k[j][l];
        worst = fmax(worst, fabs(h * e) / (o->allowed * unit));
    }
    return worst;
}

/* A phase ends within a step of length h: the step is shortened to end there, by false position between a (before the
 * event) and b (after it) with the Illinois modification. Where that converges slowly, every other iterate is the
 * midpoint: a guard may be constant up to the event, at the rounding of another one, and fall only then. */
static void up_to_the_end(lzb *o, double h, double ga, double gb)
{
    double a = 0, b = h, wa = ga, wb = gb;

    for (int k = 0; k < 200 && gb < -1e-14 && b - a > 1e-16 * h; k++) {
        double x = (a * wb - b * wa) / (wb - wa), g;
        if (!(x > a && x < b) || (k > 8 && k % 2))
            x = (a + b) / 2;
        step(o, x);
        g = zni_springs_guard(&o->s, o->y1);
        if (g < 0) {
            b = x;
            gb = wb = g;
            wa /= k ? 2 : 1;
        } else {
            a = x;
            wa = g;
            wb /= k ? 2 : 1;
        }
    }
    step(o, b);
}

static void accept(lzb *o, bool again)
{
    double *y = o->y;

    o->y = o->y1;
    o->y1 = y;
    if (again) {
        zni_springs_switch(&o->s, o->y);
        zni_springs_rate(&o->s, o->y, o->k[0]);
    } else {
        memcpy(o->k[0], o->k[STAGES - 1], (size_t)size_of(o) * sizeof *y);
    }
}

/* The impact is over if what is left is as small as the error of one step; in a wedge, which the errors of steps keep
 * moving, as small as the error of all steps. */
static bool over(lzb *o)
{
    return zni_springs_rest(&o->s, o->y, o->allowed) ||
           zni_springs_wedged(&o->s, o->y, 50 * o->allowed);
}

static zn_status run(lzb *o, zn_monitor *mon, zn_solve_info *info)
{
    double h = 1e-3; /* the compression of a contact takes a time of about 1 */

    zni_springs_rate(&o->s, o->y, o->k[0]);
    for (info->iterations = 0;;) {
        /* this also sets the velocities at y, after a step that was rejected */
        const double ga = fmax(zni_springs_guard(&o->s, o->y), 0);
        double err, gb;
        if (over(o))
            return ZN_OK;
        if (!(h > 1e-14)) {
            info->outcome = ZN_STALLED;
            return ZN_UNSOLVED;
        }
        if (zni_impact_step(mon, o->max_iter, info))
            return ZN_UNSOLVED;
        step(o, h);
        err = error_of(o, h);
        if (!(err <= 1)) {
            h *= isnan(err) ? 0.1 : fmax(0.1, 0.9 * pow(err, -0.2));
            continue;
        }
        gb = zni_springs_guard(&o->s, o->y1);
        if (gb < 0)
            up_to_the_end(o, h, ga, gb);
        accept(o, gb < 0);
        h *= fmin(5, 0.9 * pow(fmax(err, 1e-10), -0.2));
    }
}

static zn_status solve(lzb *o, zni_call call, const zn_multiple_impact *p)
{
    zn_status st = zni_percussion_form(&o->c, call.ctx, p, ZNI_NO_RIGID);
    const zn_index m = o->c.m;

    if (!st)
        st = reserve(o, call.ctx, m, 0);
    if (!st)
        st = zni_springs_reserve(&o->s, call.ctx, o->c.normals,
                                 m - o->c.normals);
    if (st)
        return st;
    /* the errors of steps add up; below 1e-14 they are rounding */
    o->allowed = fmax(fmin(o->accuracy, o->tol / 50), 1e-14);
    if (m) {
        zni_springs_start(&o->s, &o->c, o->model);
        memset(o->y, 0, (size_t)size_of(o) * sizeof *o->y);
        zni_tangents_switch(&o->s, o->y);
        st = run(o, call.mon, call.info);
    }
    /* an unfinished impact might pass for one that dissipates more: no percussion instead */
    for (zn_index i = 0; i < m; i++)
        o->c.P[i] = st ? 0 : o->y[o->s.m + i] * o->s.percussion;
    zni_percussion_expand(&o->c, p, o->c.P, call.z, call.w);
    return st;
}

static zn_status init_auto(void *state, zn_ctx *ctx)
{
    return zn_solver_new(ctx, "multiple-impact", "poisson",
                         &((lzb *)state)->rigid);
}

static zn_status reserve_auto(void *state, zn_ctx *ctx, zn_index n,
                              zn_index nnz)
{
    const zn_status st = reserve(state, ctx, n, nnz);

    return st ? st : zn_solver_reserve(((lzb *)state)->rigid, n, nnz);
}

static zn_status solve_auto(void *state, zni_call call, const void *problem)
{
    lzb *o = state;

    if (!zni_impact_rigid(problem))
        return solve(state, call, problem);
    zn_solver_set_real(o->rigid, "tol", o->tol);
    return zn_solver_solve_inner(o->rigid, problem, call.z, call.w, call.mon,
                                 call.info);
}

ZNI_SOLVER(zni_impact_auto, ZN_KIND_IMPACT_SOLVER, "auto",
           "'lzb', or 'poisson' where contacts are rigid", lzb, options,
           solve_auto, fini, .init = init_auto, .reserve = reserve_auto);
ZNI_SOLVER(zni_impact_lzb, ZN_KIND_IMPACT_SOLVER, "lzb",
           "the law of Liu, Zhao and Brogliato, with error control", lzb,
           options, solve, fini, .reserve = reserve);
