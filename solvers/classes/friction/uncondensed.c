/* uncondensed.c - friction by the bodies that are found in W
 * SPDX-License-Identifier: Apache-2.0 */
#include "uncondensed.h"

#include <stddef.h>

#include <zeno/global_friction.h>

#include "../../core/monitor.h"
#include "../../core/solver_type.h"
#include "motion.h"

/* W of a wall has a block for each pair of contacts of a brick, and the fill of its factors is that of a mesh of
 * contacts; factors of M + H C H' have that of a mesh of bricks, a fortieth of the values. So bodies are looked for
 * in W (../../system/uncondense.c), and methods of global friction solve M v = H r, u = H'v + q. */

/* The first tolerance relative to tol: the error of global friction measures energies. */
static const double FIRST = 0.5;

/* The difference of W and H'M^-1 H is moved to the right-hand side with the last solution: b = q + (W - H'M^-1 H) r.
 * It is rounding or, for spinning bodies that were not told apart, their unsymmetric part, and the error falls by a
 * constant factor with each correction. If it does not fall below FALLS times the last one there are no more
 * corrections. */
static const double FALLS = 0.5;

/* least tolerance: below, rounding decides */
static const double LEAST = 1e-15;

zn_status zni_by_bodies_solver(zn_ctx *ctx, int way, zn_solver **of)
{
    static const char *const names[ZNI_BODIES_WAYS] = {"interior-point", "aclm", "central-path"};
    zn_status st = *of ? ZN_OK : zn_solver_new(ctx, "global-friction", names[way], of);

    if (!st && way == ZNI_BODIES_TURNS)
        st = zn_solver_set(*of, "inner", "interior-point");
    if (!st && way == ZNI_BODIES_TURNS)
        st = zn_solver_set(*of, "accelerate", "yes");
    return st ? st : zn_solver_set(*of, way == ZNI_BODIES_POINTS ? "brief" : "polish", "yes");
}

zn_status zni_by_bodies_within(zni_call call, zn_solver *of, double tol, zn_index most, const void *problem)
{
    zn_status st = zn_solver_set_real(of, "tol", tol);

    if (!st)
        st = zn_solver_set_real(of, "max_iter", (double)most);
    return st ? st : zn_solver_solve_inner(of, problem, call.z, call.w, call.mon, call.info);
}

static zn_global_friction problem_of(const zni_by_bodies *k, const zni_fc *c, const zn_matrix *M,
                                     const zn_matrix *H)
{
    return (zn_global_friction){
        c->d, c->nc, k->bodies.n, M, H, k->z + k->bodies.n + c->n, k->z + 2 * k->bodies.n + c->n, c->mu};
}

static zn_status plan(zn_ctx *ctx, zni_by_bodies *k, const zni_fc *c, zn_monitor *mon)
{
    const zn_matrix M = zni_uncondensed_mass(&k->bodies), H = zni_uncondensed_ways(&k->bodies, c);
    const zn_global_friction p = problem_of(k, c, &M, &H);
    const zn_status st = zni_motion_set(ctx, &k->motion, &p, 0);

    return st ? st : zni_vsystem_plan(ctx, &k->plan, &k->motion, mon);
}

zn_status zni_by_bodies_set(zn_ctx *ctx, zni_by_bodies *k, const zni_fc *c, zn_monitor *mon)
{
    zn_status st = zni_uncondense(ctx, &k->bodies, c, &k->found);
    zn_index size;

    if (!st)
        st = zni_due(mon, 0);
    k->found = k->found && !st && k->bodies.n > 0;
    size = 2 * (k->bodies.n + c->n);
    if (!st && k->found)
        st = zn_grow(ctx, &k->z, &k->cap_z, size, sizeof *k->z);
    if (st || !k->found)
        return st;
    memset(k->z, 0, (size_t)size * sizeof *k->z);
    return plan(ctx, k, c, mon);
}

/* Correct the right-hand side at r, where u is that of M and H; u becomes that of W. Returns the error of r for the old
 * right-hand side. */
static double correct(zni_by_bodies *k, const zni_fc *c, const double r[], double u[])
{
    double *b = k->z + 2 * k->bodies.n + c->n;
    zni_fc own = *c;
    double err;

    own.q = b;
    err = zni_fc_error(&own, r, u);
    for (zn_index i = 0; i < c->n; i++)
        b[i] -= u[i];
    zni_fc_mul(c, r, c->q, u);
    for (zn_index i = 0; i < c->n; i++)
        b[i] += u[i];
    return err;
}

/* One method, asked again with a smaller tolerance or a corrected right-hand side while its solution is not one of
 * W. */
static zn_status ask(zni_call call, zni_by_bodies *k, const zni_by_bodies_how *opt, int way, const zni_fc *c)
{
    double *r = call.z, *u = call.w;
    zni_call by = call;
    const zn_matrix M = zni_uncondensed_mass(&k->bodies), H = zni_uncondensed_ways(&k->bodies, c);
    const zn_global_friction p = problem_of(k, c, &M, &H);
    double tol = fmax(FIRST * opt->tol, LEAST), err = INFINITY, last, own;
    zn_index total = 0;
    zn_status st = zni_by_bodies_solver(call.ctx, way, &k->of[way]);

    by.z = k->z;
    memset(k->z, 0, (size_t)k->bodies.n * sizeof *k->z);
    memcpy(k->z + k->bodies.n, r, (size_t)c->n * sizeof *r);
    memcpy(k->z + 2 * k->bodies.n + c->n, c->q, (size_t)c->n * sizeof *c->q);
    do {
        if (!st)
            st = zni_by_bodies_within(by, k->of[way], tol, opt->most[way], &p);
        if (st < 0)
            return st;
        total += call.info->iterations;
        memcpy(r, k->z + k->bodies.n, (size_t)c->n * sizeof *r);
        last = err;
        own = correct(k, c, r, u);
        err = zni_fc_error(c, r, u);
        if (own > FIRST * opt->tol)
            tol *= fmin(0.5, 0.3 * opt->tol / own);
    } while (!st && err > opt->tol && tol > LEAST && (own > FIRST * opt->tol || err <= FALLS * last));
    call.info->iterations = total;
    return st;
}

zn_status zni_by_bodies_run(zni_call call, zni_by_bodies *k, const zni_by_bodies_how *opt, const zni_fc *c)
{
    zn_status st = ask(call, k, opt, opt->first, c);

    for (int way = 0; way < ZNI_BODIES_WAYS && st == ZN_UNSOLVED && !zni_over(call.mon, &call.info->outcome); way++) {
        const zn_index before = call.info->iterations;

        if (way == opt->first || opt->most[way] == 0)
            continue;
        st = ask(call, k, opt, way, c);
        call.info->iterations += before;
    }
    return st;
}

void zni_by_bodies_fini(zn_ctx *ctx, zni_by_bodies *k)
{
    zni_uncondensed_fini(ctx, &k->bodies);
    zni_motion_fini(ctx, &k->motion);
    zni_vsystem_fini(ctx, &k->plan);
    for (int way = 0; way < ZNI_BODIES_WAYS; way++)
        zn_solver_free(k->of[way]);
    zn_free_array(ctx, k->z);
}
