/* uncondensed.c - friction by the bodies that are found in W
 * SPDX-License-Identifier: Apache-2.0 */
#include "uncondensed.h"

#include <stddef.h>

#include <zeno/global_friction.h>

#include "../../core/monitor.h"
#include "../../core/solver_type.h"
#include "motion.h"

/* W of a wall has a block for each two contacts of a brick, and its factors fill in as a mesh of contacts;
 * those of M + H C H' as one of bricks: a fortieth of the values. So bodies are looked for in W
 * (../../system/uncondense.c), and the methods of global friction solve M v = H r, u = H'v + q. */

/* What they are asked for at first, of tol: their error measures energies. */
static const double FIRST = 0.5;

/* tolerance below which rounding decides */
static const double LEAST = 1e-15;

static zn_status make(zn_ctx *ctx, zni_by_bodies *k)
{
    zn_status st = ZN_OK;

    if (!k->points)
        st = zn_solver_new(ctx, "global-friction", "interior-point", &k->points);
    if (st || k->turns)
        return st;
    st = zn_solver_new(ctx, "global-friction", "aclm", &k->turns);
    if (!st)
        st = zn_solver_set(k->turns, "inner", "interior-point");
    if (!st)
        st = zn_solver_set(k->turns, "accelerate", "yes");
    return st ? st : zn_solver_set(k->turns, "polish", "yes");
}

static zn_global_friction problem_of(const zni_by_bodies *k, const zni_fc *c, const zn_matrix *M,
                                     const zn_matrix *H)
{
    return (zn_global_friction){
        c->d, c->nc, k->bodies.n, M, H, k->z + k->bodies.n + c->n, c->q, c->mu};
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
    zn_status st = zni_due(mon, ZNI_LOOKING * (double)c->nc);
    zn_index size;

    k->found = false;
    if (!st)
        st = zni_uncondense(ctx, &k->bodies, c, &k->found);
    if (!st)
        st = zni_due(mon, 0);
    k->found = k->found && !st;
    size = 2 * k->bodies.n + c->n;
    if (!st && k->found)
        st = zn_grow(ctx, &k->z, &k->cap_z, size, sizeof *k->z);
    if (st || !k->found)
        return st;
    memset(k->z, 0, (size_t)size * sizeof *k->z);
    st = make(ctx, k);
    return st ? st : plan(ctx, k, c, mon);
}

/* Points or turns, asked again where what they call solved is not. */
static zn_status ask(zni_by_bodies *k, const zni_by_bodies_how *opt, const zni_fc *c, bool convex,
                     double r[], double u[], zn_monitor *mon, zn_solve_info *info)
{
    const zn_matrix M = zni_uncondensed_mass(&k->bodies), H = zni_uncondensed_ways(&k->bodies, c);
    const zn_global_friction p = problem_of(k, c, &M, &H);
    zn_solver *of = convex ? k->turns : k->points;
    const zn_index most = convex ? opt->turns : opt->points;
    zn_index total = 0;
    zn_status st = ZN_OK;

    for (double tol = FIRST * opt->tol; !st && tol > LEAST;) {
        double err;

        st = zn_solver_set_real(of, "tol", tol);
        if (!st)
            st = zn_solver_set_real(of, "max_iter", (double)most);
        if (!st)
            st = zn_solver_solve_inner(of, &p, k->z, u, mon, info);
        if (st < 0)
            return st;
        total += info->iterations;
        memcpy(r, k->z + k->bodies.n, (size_t)c->n * sizeof *r);
        zni_fc_mul(c, r, c->q, u);
        err = zni_fc_error(c, r, u);
        if (err <= opt->tol)
            break;
        tol *= fmin(0.5, 0.3 * opt->tol / err);
    }
    info->iterations = total;
    return st;
}

zn_status zni_by_bodies_run(zni_by_bodies *k, const zni_by_bodies_how *opt, const zni_fc *c,
                            double r[], double u[], zn_monitor *mon, zn_solve_info *info)
{
    const bool other = opt->convex ? opt->points > 0 : opt->turns > 0;
    zn_index steps;
    zn_status st;

    memset(k->z, 0, (size_t)k->bodies.n * sizeof *k->z);
    memcpy(k->z + k->bodies.n, r, (size_t)c->n * sizeof *r);
    st = ask(k, opt, c, opt->convex, r, u, mon, info);
    if (st != ZN_UNSOLVED || !other || zni_over(mon, &info->outcome))
        return st;
    steps = info->iterations;
    st = ask(k, opt, c, !opt->convex, r, u, mon, info);
    info->iterations += steps;
    return st;
}

void zni_by_bodies_fini(zn_ctx *ctx, zni_by_bodies *k)
{
    zni_uncondensed_fini(ctx, &k->bodies);
    zni_motion_fini(ctx, &k->motion);
    zni_vsystem_fini(ctx, &k->plan);
    zn_solver_free(k->points);
    zn_solver_free(k->turns);
    zn_free_array(ctx, k->z);
}

/* ---- the solver ---------------------------------------------------------------------- */

typedef struct solver {
    zni_fc c;
    double tol;
    zn_index max_iter;
    zni_by_bodies work;
} solver;

static zn_status solve(void *state, zn_ctx *ctx, const void *problem, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    solver *s = state;
    zni_by_bodies_how how = {.tol = s->tol, .points = s->max_iter, .turns = s->max_iter};
    const zn_friction *p = problem;
    zn_status st;

    if (!zn_matrix_symmetric(p->M, 1e-12))
        return zn_fail(ctx, ZN_EINVAL, "M is not symmetric: it is not one of bodies");
    st = zni_fc_set(ctx, &s->c, p);
    if (!st)
        st = zni_by_bodies_set(ctx, &s->work, &s->c, mon);
    if (st == ZN_UNSOLVED) {
        zni_fc_mul(&s->c, z, s->c.q, w);
        info->outcome = ZN_TIME_LIMIT;
    }
    if (st)
        return st;
    if (!s->work.found)
        return zn_fail(ctx, ZN_EINVAL, "no bodies are found in M, of %td contacts", p->nc);
    how.convex = zni_friction_stands(&s->c);
    return zni_by_bodies_run(&s->work, &how, &s->c, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    solver *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_by_bodies_fini(ctx, &s->work);
}

static const zn_option options[] = {
    ZN_OPT_REAL(solver, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(solver, max_iter, 200, 1, 1e9, "-", "steps of interior points; convex problems in turns"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_friction_uncondensed, ZN_KIND_FRICTION_SOLVER, "uncondensed",
           "bodies are found in W, then interior points of their order", solver, options,
           .solve = solve, .fini = fini);
