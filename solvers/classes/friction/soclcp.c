/* soclcp.c - friction as complementarity on second-order cones
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

#include <zeno/soclcp.h>

/* Acary, Cadoux, Lemarechal & Malick, ZAMM 91 (2011): for fixed s_a
 *     K* contains W r + q + s e_N,   r in K,   the two orthogonal
 * is a problem of the class soclcp with tau = mu, and friction is its fixed point s_a = mu ||u_T||. With one outer step
 * only the convexified problem with s = 0 is solved, in which sliding contacts dilate; its r solves the problem with
 * friction only if nothing slides. A contact without friction is a cone of one row. */
typedef struct conic {
    double tol;
    zn_index max_iter;
    char solver[ZN_WORD_MAX];
    zni_inner inner;
    zni_fc c;
    zn_index *ro; /* nc + 1: first rows                                      */
    zn_index *bp; /* nb + 1: blocks in x                                     */
    double *x;    /* blocks without the rows and columns of r_T where mu = 0 */
    double *v;    /* 4 n: q + s, z, w, best                                  */
    zni_flin lin; /* predicts whether there is time for factors; if not, sweeps */
    zn_index cap_ro, cap_bp, cap_x, cap_v;
} conic;

static zn_status room(conic *s, zn_ctx *ctx, zn_index nc, zn_index nb,
                      zn_index n, zn_index values)
{
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(s, ro, nc + 1), ZNI_ARRAY(s, bp, nb + 1),
                            ZNI_ARRAY(s, x, values));
    /* tau of the cones too */
    return st ? st : zn_grow(ctx, &s->v, &s->cap_v, 4 * n + nc, sizeof *s->v);
}

/* The inner solver. Contacts have had sweeps before they become cones. */
static zn_status inner(conic *s, zn_ctx *ctx, const char *name)
{
    const bool made = s->inner.solver && strcmp(s->inner.made, name) == 0;
    const zn_status st = zni_inner_make(ctx, &s->inner, "soclcp", name);

    return st || made || strcmp(name, "auto") != 0
               ? st
               : zn_solver_set(s->inner.solver, "sweeps", "no");
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    conic *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st)
        st = room(s, ctx, s->c.cap_diag, s->c.cap_i, n, s->c.cap_x);
    if (!st)
        st = inner(s, ctx, s->solver);
    return st ? st : zn_solver_reserve(s->inner.solver, n, nnz);
}

/* the matrix of the cones: blocks without tangential rows and columns where mu = 0 */
static void cut(conic *s)
{
    const zni_fc *c = &s->c;
    zn_index d = c->d, at = 0;

    s->ro[0] = 0;
    for (zn_index a = 0; a < c->nc; a++)
        s->ro[a + 1] = s->ro[a] + (c->mu[a] > 0 ? d : 1);
    for (zn_index a = 0; a < c->nc; a++) {
        for (zn_index k = c->p[a]; k < c->p[a + 1]; k++) {
            zn_index cols = s->ro[c->i[k] + 1] - s->ro[c->i[k]];

            s->bp[k] = at;
            for (zn_index j = 0; j < cols; j++)
                for (zn_index i = 0; i < s->ro[a + 1] - s->ro[a]; i++)
                    s->x[at++] = c->x[d * (d * k + j) + i];
        }
    }
    s->bp[c->nb] = at;
}

/* r of the contacts from z of the cones or, with `back`, z from r */
static void exchange(const conic *s, double z[], double r[], bool back)
{
    const zni_fc *c = &s->c;

    for (zn_index a = 0; a < c->nc; a++) {
        zn_index rows = s->ro[a + 1] - s->ro[a];

        for (zn_index i = 0; i < c->d; i++) {
            if (back && i < rows)
                z[s->ro[a] + i] = r[c->d * a + i];
            else if (!back)
                r[c->d * a + i] = i < rows ? z[s->ro[a] + i] : 0;
        }
    }
}

/* q of the cones with s = mu ||u_T|| of u, s = 0 for u NULL */
static void shift(const conic *s, const double u[], double q[])
{
    const zni_fc *c = &s->c;
    zn_index d = c->d;

    for (zn_index a = 0; a < c->nc; a++) {
        const double *ua = u + d * a;

        for (zn_index i = s->ro[a]; i < s->ro[a + 1]; i++)
            q[i] = c->q[d * a + i - s->ro[a]];
        if (u)
            q[s->ro[a]] += c->mu[a] * zni_tangent(d, ua);
    }
}

/* The problem of the cones, which the inner solver solves for each shift. */
typedef struct cones {
    zn_matrix M;
    double *q, *z, *w, *best, *tau;
} cones;

static cones view(conic *s)
{
    const zni_fc *c = &s->c;
    cones k = {.M = zni_fc_matrix(c), .q = s->v};

    k.z = k.q + c->n, k.w = k.z + c->n;
    k.best = k.w + c->n, k.tau = k.best + c->n;
    cut(s);
    k.M.rows = k.M.cols = s->ro[c->nc];
    k.M.x = s->x;
    k.M.ro = k.M.co = s->ro;
    k.M.bp = s->bp;
    for (zn_index a = 0; a < c->nc; a++)
        k.tau[a] = c->mu[a] > 0 ? c->mu[a] : 1;
    return k;
}

/* solve the problem with the shift of u, or without, to a tenth of err */
static zn_status once(conic *s, const cones *k, double err, double r[],
                      double u[], zn_monitor *mon, zn_solve_info *inner)
{
    const zni_fc *c = &s->c;
    const bool shifts = s->max_iter > 1;
    zn_soclcp p = {k->M.rows, &k->M, k->q, c->nc, s->ro, k->tau};
    double tol = fmax(0.1 * s->tol, shifts ? fmin(1e-3, 0.1 * err) : 0), size;
    zn_status st;

    shift(s, shifts ? u : NULL, k->q);
    exchange(s, k->z, r, true);
    /* the error there is relative to the shifted q */
    size = zni_norm(k->M.rows, k->q);
    if (size > c->qnorm && c->qnorm > 0)
        tol *= c->qnorm / size;
    st = zn_solver_set_real(s->inner.solver, "tol", fmin(1, tol));
    if (!st)
        st = zn_solver_solve_inner(s->inner.solver, &p, k->z, k->w, mon, inner);
    if (st < 0)
        return st;
    exchange(s, k->z, r, false);
    zni_fc_mul(c, r, c->q, u);
    return st;
}

/* room, and the inner solver; one without factors if there is no time for these */
static zn_status begin(conic *s, zn_ctx *ctx, const zn_monitor *mon)
{
    const zni_fc *c = &s->c;
    zn_status st = room(s, ctx, c->nc, c->nb, c->n, c->d * c->d * c->nb);
    bool fits = true;

    if (!st)
        st = zni_flin_affords(ctx, &s->lin, c, mon, &fits);
    if (!st)
        st = inner(s, ctx, fits || strcmp(s->solver, "auto") != 0 ? s->solver : "nsgs");
    if (!st && c->nb <= ZNI_ROOMY)
        st = zn_solver_reserve(s->inner.solver, c->n, c->d * c->d * c->nb);
    return st;
}

static zn_status solve(conic *s, zni_call call, const void *problem)
{
    zni_fc *c = &s->c;
    zn_status st = zni_fc_set(call.ctx, c, problem);
    const size_t bytes = (size_t)c->n * sizeof *call.z;
    double err, least;
    zn_index steps = 0;
    cones k;

    if (!st)
        st = begin(s, call.ctx, call.mon);
    if (st)
        return st;
    k = view(s);
    zni_fc_project(c, call.z);
    err = least = zni_fc_look(c, call.z, call.w);
    memcpy(k.best, call.z, bytes);
    call.info->outcome = ZN_ITERATION_LIMIT;
    for (zn_index it = 0; it < s->max_iter && least > s->tol; it++) {
        zn_solve_info inner = {0};

        if (zni_last(call.mon, it, err, call.info))
            break;
        st = once(s, &k, err, call.z, call.w, call.mon, &inner);
        if (st < 0)
            return st;
        steps += inner.iterations;
        err = zni_fc_error(c, call.z, call.w);
        zni_note_best(err, &least, c->n, call.z, k.best);
        if (st || isnan(err)) {
            /* cones with this shift may have no solution where friction has one */
            call.info->outcome = st && inner.outcome != ZN_INFEASIBLE ? inner.outcome : ZN_STALLED;
            break;
        }
    }
    /* the convexified problem is solved, the one with friction is not */
    if (s->max_iter == 1 && call.info->outcome == ZN_ITERATION_LIMIT)
        call.info->outcome = ZN_INACCURATE;
    call.info->iterations = steps;
    /* the answer to the convexified problem is its own solution, near one with friction or not */
    if (s->max_iter > 1)
        memcpy(call.z, k.best, bytes);
    zni_fc_mul(c, call.z, c->q, call.w);
    return (s->max_iter > 1 ? least : err) <= s->tol ? ZN_OK : ZN_UNSOLVED;
}

static void fini(conic *s, zn_ctx *ctx)
{
    zni_inner_fini(&s->inner);
    zni_flin_fini(ctx, &s->lin);
    zni_fc_fini(ctx, &s->c);
    ZNI_FREE(ctx, s->ro, s->bp, s->x, s->v);
}

static const zn_option options[] = {
    ZNI_TOL(conic, tol, 1e-8),
    ZNI_OPTION(conic, INT, "outer", max_iter, 500, 1, 1e9, NULL,
               "problems on cones before giving up; 1: the convexified one alone"),
    ZN_OPT_WORD(conic, solver, "auto", "of the class soclcp, for each"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_friction_soclcp, ZN_KIND_FRICTION_SOLVER, "soclcp",
           "fixed point on mu ||u_T||, soclcp inside (Acary et al. 2011)", conic, options, solve,
           fini, .reserve = reserve);
