/* auto.c - the generic mechanical solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../methods/prox.h"
#include "../strategy/portfolio.h"
#include "generic.h"

#include <zeno/mlcp.h>
#include <zeno/rolling_friction.h>

/* The strategy, in order; the first that brings the error to tol answers:
 *
 *   mlcp             no friction and no relay: "auto" of that class
 *   relay, friction, rolling-friction
 *                    only relays and unilateral rows, only contacts of one kind:
 *                    "auto" of that class
 *   eliminated       the equality rows condensed, stops and relays together, if
 *                    there are any and few rows stay; what stays goes to one of
 *                    these if it can, else to newton, plane and then nsgs
 *   newton           Alart-Curnier and min
 *   plane            contacts in the plane beside stops and relays, not many: pivots,
 *                    which redundant rows do not slow down
 *   newton           from zero: a start may lead to a point where rows that pull
 *                    against each other leave neither way to go
 *   nsgs             while its rate promises the end within `patience` sweeps
 *   newton-fb        Fischer-Burmeister, strong regularisation, from the start
 *   newton-natural   from the best point
 *   prox             hardly any proximal term, from the best point, if little is left:
 *                    redundant rows that differ in their last digits shift multipliers
 *                    until a contact gives way
 *   nsgs             max_sweeps sweeps in random order
 *
 * Joints stiffen a problem more than contacts do: swept with them Gauss-Seidel is
 * slow, so they are taken out first; S is as dense as the mechanism is
 * connected, hence the limit on its rows. Each method starts from the best point
 * so far unless said otherwise and has a limit of iterations. If none succeeds the
 * best point comes back with its error. */

/* what blocks a problem has */
typedef struct blocks {
    bool relay, unilateral;
    bool contact[ZN_GENERIC_ROLLING_3D + 1]; /* of each kind of contact */
    int contacts; /* kinds of them */
    zn_index equalities; /* rows */
} blocks;

/* what decides how much room is needed, with the most unknowns that rows may be */
typedef struct shape {
    zn_index n, nnz, storage;
    blocks has;
} shape;

/* rows up to which M is handed on as dense: pivots and sets of a few cache lines; pivots
 * before Lemke's method is given up, as by its solver for contacts alone */
enum { SMALL = 16, PIVOTS = 100000 };

/* Error above which it is not the rounding of redundant rows that keeps a problem from being
 * solved: to see that takes ten times as long as all other methods. */
static const double ROUNDED = 1e-3;

/* the methods, in order */
enum {
    MLCP,
    SINGLE,
    CONDENSED,
    NEWTON,
    PLANE,
    ANEW,
    SWEEPS,
    NEWTON_FB,
    NATURAL,
    SHIFTS,
    SHUFFLED,
    END
};

typedef struct autos {
    double tol;
    double strict; /* of the tolerance of other classes, 1 at first            */
    zn_index patience, max_sweeps, max_steps, max_condensed;
    zn_solver *mlcp, *relay, *friction, *rolling;
    zni_gm g, reduced;
    zni_condensed c;
    zni_gsweep_work sweeps;
    zni_gmnewton_work newton;
    zni_gplane_work plane;
    unsigned char *eq; /* n, for mlcp                                       */
    double *best;      /* of the portfolio                                  */
    double *prox;      /* 3 n: of proximal points                           */
    double *full;      /* small: M as mlcp has it quickest                  */
    zn_index cap_eq, cap_best, cap_prox, cap_full;
    shape fits;    /* what there is room for                                */
    blocks has;    /* of the problem under way, with the methods that apply */
    int way[END];
    bool whole;    /* its blocks are there                                  */
} autos;

static blocks look(const zn_generic *p)
{
    blocks has = {0};

    for (zn_index b = 0; b < p->nb; b++) {
        has.relay |= p->kind[b] == ZN_GENERIC_RELAY;
        has.contact[p->kind[b]] |= p->kind[b] >= ZN_GENERIC_FRICTION_2D;
        has.unilateral |= p->kind[b] == ZN_GENERIC_UNILATERAL;
        if (p->kind[b] == ZN_GENERIC_EQUALITY)
            has.equalities += p->start[b + 1] - p->start[b];
    }
    for (int kind = 0; kind <= ZN_GENERIC_ROLLING_3D; kind++)
        has.contacts += has.contact[kind];
    return has;
}

static zn_status init(void *state, zn_ctx *ctx)
{
    autos *s = state;
    zn_status st = zn_solver_new(ctx, "mlcp", "auto", &s->mlcp);

    if (!st)
        st = zn_solver_new(ctx, "relay", "auto", &s->relay);
    if (!st)
        st = zn_solver_new(ctx, "friction", "auto", &s->friction);
    return st ? st : zn_solver_new(ctx, "rolling-friction", "auto", &s->rolling);
}

/* what depends on the number of rows alone */
static zn_status vectors(autos *s, zn_ctx *ctx, zn_index n)
{
    zn_status st = zn_grow(ctx, &s->eq, &s->cap_eq, n, sizeof *s->eq);

    if (!st)
        st = zn_grow(ctx, &s->best, &s->cap_best, ZNI_PORTFOLIO(n, n),
                     sizeof *s->best);
    if (!st)
        st = zn_grow(ctx, &s->prox, &s->cap_prox, ZNI_PROXIMATED(n, n),
                     sizeof *s->prox);
    if (!st && n <= SMALL)
        st = zn_grow(ctx, &s->full, &s->cap_full, n * n, sizeof *s->full);
    return st;
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st = zni_gm_reserve(ctx, &s->g, n, nnz);

    if (!st)
        st = zni_gsweep_reserve(ctx, &s->sweeps, n, nnz);
    if (!st)
        st = zni_gmnewton_reserve(ctx, &s->newton, n, nnz);
    if (!st)
        st = vectors(s, ctx, n);
    if (st || n < 1 || nnz / n < n)
        return st;
    /* what the other classes need is known with the blocks; dense: all */
    zn_solver *const others[] = {s->mlcp, s->relay, s->friction, s->rolling};

    for (size_t k = 0; k < sizeof others / sizeof others[0] && !st; k++)
        st = zn_solver_reserve(others[k], n, nnz);
    if (!st)
        st = zni_condensed_reserve(ctx, &s->c, n, n, nnz);
    if (!st)
        st = zni_gplane_reserve(ctx, &s->plane, zni_gplane_most(n), n);
    return st ? st : zni_gm_reserve(ctx, &s->reduced, n, n * n);
}

/* ---- methods ------------------------------------------------------------------- */

/* Another class has another measure; `strict` is what its answers have shown to be
 * needed of it. */
static zn_status inner_tol(const autos *s, zn_solver *in)
{
    return zn_solver_set_real(in, "tol",
                              fmin(fmax(0.5 * s->strict * s->tol, 1e-15), 1));
}

/* It was content where we are not: is something to be gained by asking for more? */
static bool stricter(autos *s, double err)
{
    if (!(err > s->tol) || isinf(err) || 0.5 * s->strict * s->tol <= 1e-15)
        return false;
    s->strict *= 0.1 * s->tol / err;
    return true;
}

static zn_status as_mlcp(autos *s, double z[], double w[], zn_monitor *mon,
                         zn_solve_info *info)
{
    const zn_generic *p = s->g.p;
    zn_matrix M = zn_matrix_dense(p->n, p->n, s->full);
    zn_mlcp q = {.n = p->n, .M = p->M, .q = p->q, .eq = s->eq};
    zn_status st;

    if (p->n <= SMALL && p->M->storage != ZN_DENSE) {
        zn_matrix_to_dense(p->M, s->full);
        q.M = &M;
    }
    for (zn_index i = 0; i < p->n; i++)
        s->eq[i] = s->g.lo[i] < 0; /* -inf, else 0 */
    do {
        st = inner_tol(s, s->mlcp);
        if (!st)
            st = zn_solver_solve_inner(s->mlcp, &q, z, w, mon, info);
    } while (!st && stricter(s, zni_gm_error(&s->g, z, w)));
    return st;
}

static zni_gsweep sweeping(const autos *s, bool first)
{
    return (zni_gsweep){.tol = s->tol,
                        .max_iter = s->max_sweeps,
                        .omega = 1,
                        .shuffle = !first,
                        .seed = 1,
                        .patience = first ? s->patience : 0};
}

static zni_gmnewton stepping(const autos *s, zni_map_kind map, double reg)
{
    return (zni_gmnewton){.tol = s->tol,
                          .max_iter = s->max_steps,
                          .map = (int)map,
                          .search = true,
                          .reg = reg,
                          .hybrid = 50};
}

/* without equality rows: is it a problem of relay, friction or rolling friction? */
static bool single(const blocks *has)
{
    return !has->contacts ||
           (has->contacts == 1 && !has->relay && !has->unilateral);
}

static bool rolls(const blocks *has)
{
    return has->contact[ZN_GENERIC_ROLLING_2D] ||
           has->contact[ZN_GENERIC_ROLLING_3D];
}

/* the solver of a problem of one class */
static zn_solver *other(const autos *s, const blocks *has)
{
    return !has->contacts ? s->relay : rolls(has) ? s->rolling : s->friction;
}

static zn_status as_class(autos *s, const zn_generic *p, const double lb[],
                          const double ub[], const blocks *has, double z[],
                          double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_index d = p->start[1];
    zn_relay relay = {p->n, p->M, p->q, lb, ub};
    zn_friction friction = {d, p->n / d, p->M, p->q, p->mu};
    zn_rolling_friction rolling = {d,    p->n / d, p->M,
                                   p->q, p->mu,    p->mu_r};
    const void *problem = !has->contacts ? (const void *)&relay
                          : rolls(has)   ? (const void *)&rolling
                                         : (const void *)&friction;
    zn_solver *to = other(s, has);
    zn_status st = inner_tol(s, to);

    info->solver = !has->contacts ? "relay"
                   : rolls(has)   ? "rolling-friction"
                                  : "friction";
    return st ? st : zn_solver_solve_inner(to, problem, z, w, mon, info);
}

/* a problem of one class as it is */
static zn_status alone(autos *s, const blocks *has, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    zn_status st;

    do
        st = as_class(s, s->g.p, s->g.lo, s->g.hi, has, z, w, mon, info);
    while (!st && stricter(s, zni_gm_error(&s->g, z, w)));
    return st;
}

/* the condensed problem, in k->z */
static zn_status remaining(autos *s, zn_ctx *ctx, const blocks *has,
                           zn_monitor *mon, zn_solve_info *info)
{
    zni_condensed *k = &s->c;
    const zn_generic *p = &k->p;
    zni_gmnewton steps = stepping(s, ZNI_AC, 1e-8);
    zni_gsweep opt = sweeping(s, true);
    zn_status st;

    if (single(has))
        return as_class(s, p, p->lb, p->ub, has, k->z, k->w, mon, info);
    st = zni_gm_set(ctx, &s->reduced, p);
    if (!st)
        st = zni_gmnewton_set(ctx, &s->newton, &s->reduced);
    if (!st)
        st = zni_gsweep_set(ctx, &s->sweeps, &opt, &s->reduced);
    if (st)
        return st;
    zni_condensed_scale(k, &s->g, &s->reduced);
    st = zni_gmnewton_run(ctx, &s->newton, &s->sweeps, &steps, &s->reduced,
                          k->z, k->w, mon, info);
    if (st == ZN_UNSOLVED && info->outcome != ZN_INTERRUPTED &&
        zni_gplane_rows(&s->reduced) > 0)
        st = zni_gplane_run(ctx, &s->plane, s->tol, PIVOTS, &s->reduced, k->z,
                            k->w, mon, info);
    if (st != ZN_UNSOLVED || info->outcome == ZN_INTERRUPTED)
        return st;
    return zni_gsweep_run(ctx, &s->sweeps, &opt, &s->reduced, k->z, k->w, mon,
                          info);
}

static zn_status condensed(autos *s, zn_ctx *ctx, const blocks *has, double z[],
                           double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_index total = 0;
    zn_status st = zni_condensed_set(ctx, &s->c, &s->g);

    if (st)
        return st;
    zni_condensed_restrict(&s->c, z);
    info->outcome = ZN_SOLVED;
    for (int round = 0; round < ZNI_CORRECTIONS; round++) {
        if (s->c.p.n > 0)
            st = remaining(s, ctx, has, mon, info);
        if (st < 0)
            return st;
        total += info->iterations;
        zni_condensed_expand(&s->c, &s->g, z);
        zni_gm_mul(&s->g, z, s->g.p->q, w);
        if (st || !stricter(s, zni_gm_error(&s->g, z, w)))
            break;
        zni_condensed_correct(&s->c, &s->g, z, w);
    }
    info->iterations = total;
    info->solver = "eliminated";
    return st;
}

static zn_status whole_newton(autos *s, zn_ctx *ctx, zni_map_kind map,
                              double reg, double z[], double w[],
                              zn_monitor *mon, zn_solve_info *info)
{
    zni_gmnewton opt = stepping(s, map, reg);
    zni_gsweep sweeps = sweeping(s, true);
    zn_status st = zni_gmnewton_set(ctx, &s->newton, &s->g);

    info->solver = map == ZNI_FB   ? "newton-fb"
                   : map == ZNI_AC ? "newton"
                                   : "newton-natural";
    if (!st)
        st = zni_gsweep_set(ctx, &s->sweeps, &sweeps, &s->g);
    return st ? st
              : zni_gmnewton_run(ctx, &s->newton, &s->sweeps, &opt, &s->g, z, w,
                                 mon, info);
}

static zn_status shifts(autos *s, zn_ctx *ctx, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    const zn_status st = zni_gmnewton_set(ctx, &s->newton, &s->g);

    info->solver = "prox";
    info->outcome = ZN_STALLED;
    zni_gm_mul(&s->g, z, s->g.p->q, w);
    if (st || zni_gm_error(&s->g, z, w) > ROUNDED)
        return st ? st : ZN_UNSOLVED;
    return zni_gprox_run(ctx, &s->newton, s->tol, s->max_steps, &s->g, s->prox,
                         z, w, mon, info);
}

static zn_status whole_sweeps(autos *s, zn_ctx *ctx, bool first, double z[],
                              double w[], zn_monitor *mon, zn_solve_info *info)
{
    zni_gsweep opt = sweeping(s, first);
    zn_status st = zni_gsweep_set(ctx, &s->sweeps, &opt, &s->g);

    info->solver = "nsgs";
    return st ? st
              : zni_gsweep_run(ctx, &s->sweeps, &opt, &s->g, z, w, mon, info);
}

/* ---- the list --------------------------------------------------------------------- */

static const char *const reasons[] = {
    [MLCP] = "no friction and no relay: a mixed complementarity problem",
    [SINGLE] = "one kind of block: a problem of that class",
    [CONDENSED] = "few rows beside what stiffens sweeps: joints, stops, relays",
    [NEWTON] = "few steps where a start is good",
    [PLANE] = "contacts in the plane: a linear complementarity problem",
    [ANEW] = "Newton without what was known",
    [SWEEPS] = "while the end is near at the rate of the sweeps",
    [NEWTON_FB] = "another function, strong regularisation, from the start",
    [NATURAL] = "a third function, from the best point",
    [SHIFTS] = "if little is left: redundant rows shift what they carry",
    [SHUFFLED] = "sweeps in random orders, to their limit",
};

static zn_status attempt(autos *s, zn_ctx *ctx, int what, const blocks *has,
                         double z[], double w[], zn_monitor *mon,
                         zn_solve_info *info)
{
    switch (what) {
    case MLCP:
        info->solver = "mlcp";
        return as_mlcp(s, z, w, mon, info);
    case SINGLE:
        return alone(s, has, z, w, mon, info);
    case CONDENSED:
        return condensed(s, ctx, has, z, w, mon, info);
    case NEWTON:
        return whole_newton(s, ctx, ZNI_AC, 1e-8, z, w, mon, info);
    case PLANE:
        info->solver = "plane";
        return zni_gplane_run(ctx, &s->plane, s->tol, PIVOTS, &s->g, z, w, mon,
                              info);
    case ANEW:
        memset(z, 0, (size_t)s->g.n * sizeof *z);
        return whole_newton(s, ctx, ZNI_AC, 1e-8, z, w, mon, info);
    case NEWTON_FB:
        return whole_newton(s, ctx, ZNI_FB, 1e-4, z, w, mon, info);
    case NATURAL:
        return whole_newton(s, ctx, ZNI_NATURAL, 1e-4, z, w, mon, info);
    case SHIFTS:
        return shifts(s, ctx, z, w, mon, info);
    default:
        return whole_sweeps(s, ctx, what == SWEEPS, z, w, mon, info);
    }
}

/* contacts of the plane with stops or relays beside them, and perhaps equality rows */
static bool in_plane(const blocks *has)
{
    return has->contact[ZN_GENERIC_FRICTION_2D] && has->contacts == 1 &&
           !single(has);
}

static bool applies(const autos *s, int what, const blocks *has)
{
    if (what == MLCP)
        return !has->relay && !has->contacts;
    if (what == SINGLE)
        return has->equalities == 0 && single(has) &&
               (has->relay || has->contacts);
    if (what == PLANE)
        return in_plane(has) && has->equalities == 0 &&
               zni_gplane_rows(&s->g) > 0;
    return what != CONDENSED ||
           ((has->equalities > 0 || (has->relay && has->unilateral)) &&
            s->g.n - has->equalities <= s->max_condensed);
}

/* Room for all methods now, so that no later call of this size allocates. */
static zn_status size(autos *s, zn_ctx *ctx, const blocks *has)
{
    zn_index n = s->g.n, m = n - has->equalities,
             nnz = zn_matrix_nnz(s->g.p->M);
    zni_gsweep opt = sweeping(s, true);
    zn_status st = vectors(s, ctx, n);

    if (!st && applies(s, MLCP, has))
        st = zn_solver_reserve(s->mlcp, n, n <= SMALL ? n * n : nnz);
    if (!st && applies(s, SINGLE, has))
        st = zn_solver_reserve(other(s, has), n, nnz);
    if (!st && in_plane(has) && has->equalities == 0)
        st = zni_gplane_reserve(ctx, &s->plane, zni_gplane_most(n), n);
    if (!st && m > 0 && applies(s, CONDENSED, has)) {
        st = zni_gm_reserve(ctx, &s->reduced, m, m * m);
        if (!st && single(has))
            st = zn_solver_reserve(other(s, has), m, m * m);
        if (!st)
            st = zni_gsweep_reserve(ctx, &s->sweeps, m, m * m);
        if (!st)
            st = zni_gmnewton_reserve(ctx, &s->newton, m, m * m);
        if (!st && in_plane(has))
            st = zni_gplane_reserve(ctx, &s->plane, zni_gplane_most(m), m);
    }
    if (!st)
        st = zni_gsweep_set(ctx, &s->sweeps, &opt, &s->g);
    return st ? st : zni_gmnewton_set(ctx, &s->newton, &s->g);
}

static bool fits(const shape *a, const shape *b)
{
    return a->n == b->n && a->nnz == b->nnz && a->storage == b->storage &&
           a->has.relay == b->has.relay &&
           !memcmp(a->has.contact, b->has.contact, sizeof a->has.contact) &&
           a->has.unilateral == b->has.unilateral &&
           a->has.equalities == b->has.equalities;
}

/* The units, and what else is needed at once; *whole: the blocks too. */
static zn_status begin(autos *s, zn_ctx *ctx, const zn_generic *p,
                       const blocks *has, bool *whole)
{
    const shape now = {p->n, zn_matrix_nnz(p->M), (zn_index)p->M->storage,
                       *has};
    zn_status st = zni_gm_cut(ctx, &s->g, p);

    *whole = !fits(&s->fits, &now);
    if (st || !*whole)
        return st;
    s->fits = (shape){0};
    st = zni_gm_fill(ctx, &s->g);
    if (!st)
        st = size(s, ctx, has);
    if (!st)
        s->fits = now;
    return st;
}

static zn_status run(const zni_portfolio *all, int i, zn_ctx *ctx, double z[],
                     double w[], zn_monitor *mon, zn_solve_info *info)
{
    autos *s = all->state;
    const int what = s->way[i];
    zn_status st = ZN_OK;

    if (!s->whole && what != MLCP && what != SINGLE) {
        st = zni_gm_fill(ctx, &s->g);
        s->whole = !st;
    }
    s->strict = 1;
    if (!st)
        st = attempt(s, ctx, what, &s->has, z, w, mon, info);
    if (st < 0)
        return st;
    zni_gm_mul(&s->g, z, s->g.p->q, w);
    info->error = zni_gm_error(&s->g, z, w);
    if (info->error <= s->tol)
        info->outcome = ZN_SOLVED;
    return info->error <= s->tol ? ZN_OK : ZN_UNSOLVED;
}

static const char *why(const zni_portfolio *all, int i)
{
    return reasons[((const autos *)all->state)->way[i]];
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    const zn_generic *p = problem;
    zni_portfolio all = {
        .run = run, .why = why, .state = s, .nz = p->n, .nw = p->n};
    zn_status st;

    s->has = look(p);
    st = begin(s, ctx, p, &s->has, &s->whole);
    if (st)
        return st;
    for (int what = 0; what < END; what++) {
        if (!applies(s, what, &s->has))
            continue;
        all.fresh |= (unsigned)(what == NEWTON_FB) << all.count;
        s->way[all.count++] = what;
    }
    all.best = s->best;
    return zni_portfolio_run(&all, ctx, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zn_solver_free(s->mlcp);
    zn_solver_free(s->relay);
    zn_solver_free(s->friction);
    zn_solver_free(s->rolling);
    zni_gm_fini(ctx, &s->g);
    zni_gm_fini(ctx, &s->reduced);
    zni_condensed_fini(ctx, &s->c);
    zni_gsweep_fini(ctx, &s->sweeps);
    zni_gmnewton_fini(ctx, &s->newton);
    zni_gplane_fini(ctx, &s->plane);
    zn_free_array(ctx, s->eq);
    zn_free_array(ctx, s->full);
    zn_free_array(ctx, s->best);
    zn_free_array(ctx, s->prox);
}

static const zn_option options[] = {
    ZN_OPT_REAL(autos, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(autos, patience, 1000, 1, 1e9, "-",
               "sweeps that Gauss-Seidel may still seem to need"),
    ZN_OPT_INT(autos, max_sweeps, 20000, 1, 1e9, "-",
               "sweeps of Gauss-Seidel each time it is tried"),
    ZN_OPT_INT(autos, max_steps, 100, 1, 1e6, "-",
               "most steps of a Newton method"),
    ZN_OPT_INT(autos, max_condensed, 1500, 0, 1e5, "-",
               "most rows that elimination of the equalities may leave"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_generic_auto, ZN_KIND_GENERIC_SOLVER, "auto",
           "mlcp, elimination of equalities, Newton, Gauss-Seidel; falls back",
           autos, options, .init = init, .reserve = reserve, .solve = solve,
           .fini = fini);
