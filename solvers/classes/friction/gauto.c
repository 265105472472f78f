/* gauto.c - the global friction solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/portfolio.h"
#include "gauto.h"

/* The strategy, in order; the first that brings the error to tol answers. W is
 * thin for rigid bodies with few contacts each and for few contacts on a structure
 * (gattempt.c).
 *
 *   nsgs            W thin, many rows: while its rate promises the end within
 *                   the sweeps that cost what the factors of interior points do; of a large
 *                   problem W and factors are not looked at before as many sweeps again as
 *                   were made would not be enough
 *   nsgs            the same, from there: within those that cost what all of their steps do
 *   interior-point  W thin, many rows, where factors by bodies fit: the more
 *                   contacts a body has, the fewer rows than those of W do they have;
 *                   few steps, from where the first sweeps ended: later ones come close to
 *                   the borders of the cones, from which steps are short
 *   aclm            the same: interior points on the convex problems of a fixed point,
 *                   and Newton's method from there, which arrive where friction makes
 *                   the problem far from monotone, in irregular piles; no more of them than where it
 *                   arrived, which leaves time for what comes
 *   reduced         the same, where sizes of contacts range over more than four decades: the auto of friction,
 *                   which gives them one size, without its path
 *   central-path    W thin, many rows: interior points once more, where their path turns, too, and Newton's
 *                   method from points of it
 *   aclm            the same: all of its turns, where the first steps were not enough
 *   reduced         W thin, unless it was asked before: the auto of friction on the condensed problem
 *   nsgs            W not thin: while its rate promises the end within `patience`
 *                   sweeps; at once where W was not looked at
 *   newton-fb       W not thin: strong regularisation, few steps, from the start
 *                   given
 *   newton-fb       W not thin: weak regularisation
 *   interior-point  W not thin: from the start given
 *   newton-ac       weak regularisation, from the start given
 *   admm            from the start given
 *   newton-natural  strong regularisation
 *   reduced         W not thin: from the start given, unless W could have more
 *                   than `most_values` values
 *   nsgs            max_sweeps sweeps in random order
 *
 * Where M^-1 H itself would have more than most_values values, what needs it is
 * left out: the condensed problem and, where M does not fall apart into small blocks, all
 * sweeps. Sweeps are cheap and are enough
 * for most problems with few redundant contacts, a Newton method is quick from a
 * good start. Each method starts from the best point so far unless said otherwise
 * and has a limit of iterations, so the time is bounded; nothing depends on
 * clocks unless a time limit is set. If none succeeds the best point comes back
 * with its error. */

static const zni_gmethod methods[] = {
    {"nsgs", &zni_gby_many_sweeps, ZNI_AC, 0, ZNI_GIVEN, 0},
    {"nsgs", &zni_gby_longer, ZNI_AC, 0, ZNI_BEST, 0},
    {"interior-point", &zni_gby_many_points, ZNI_AC, 0, ZNI_EARLY, ZNI_POINTS},
    {"aclm", &zni_gby_turns, ZNI_AC, 0, ZNI_GIVEN, ZNI_TURNS},
    {"reduced", &zni_gby_uneven_reduced, ZNI_AC, 0, ZNI_GIVEN, 0},
    {"central-path", &zni_gby_path, ZNI_AC, 0, ZNI_GIVEN, 0},
    {"aclm", &zni_gby_turns_again, ZNI_AC, 0, ZNI_GIVEN, ZNI_TURNS},
    {"reduced", &zni_gby_thin_reduced, ZNI_AC, 0, ZNI_GIVEN, 0},
    {"nsgs", &zni_gby_thick_sweeps, ZNI_AC, 0, ZNI_BEST, 0},
    {"newton-fb", &zni_gby_thick_newton, ZNI_FB, 1e-4, ZNI_GIVEN, 40},
    {"newton-fb", &zni_gby_thick_newton, ZNI_FB, 1e-6, ZNI_BEST, 100},
    {"interior-point", &zni_gby_thick_points, ZNI_AC, 0, ZNI_GIVEN, 0},
    {"newton-ac", &zni_gby_newton, ZNI_AC, 1e-6, ZNI_GIVEN, 100},
    {"admm", &zni_gby_directions, ZNI_AC, 0, ZNI_GIVEN, 0},
    {"newton-natural", &zni_gby_newton, ZNI_NATURAL, 1e-4, ZNI_BEST, 100},
    {"reduced", &zni_gby_thick_reduced, ZNI_AC, 0, ZNI_GIVEN, 0},
    {"nsgs", &zni_gby_last_sweeps, ZNI_AC, 0, ZNI_BEST, 0},
};

static zn_status init(void *state, zn_ctx *ctx)
{
    zni_gfauto *s = state;
    zn_status st =
        zn_solver_new(ctx, "global-friction", "interior-point", &s->interior);

    if (!st)
        st = zn_solver_new(ctx, "global-friction", "central-path", &s->along);
    if (!st)
        st = zn_solver_set(s->along, "polish", "yes");
    if (!st)
        st = zn_solver_new(ctx, "global-friction", "aclm", &s->turns);
    if (!st)
        st = zn_solver_set(s->turns, "inner", "interior-point");
    if (!st)
        st = zn_solver_set(s->turns, "accelerate", "yes");
    return st ? st : zn_solver_set(s->turns, "polish", "yes");
}

/* Room for the points that others than the first method leave, that is their r: v is made of it. */
static zn_status others(zni_gfauto *s, zn_ctx *ctx)
{
    return zn_grow(ctx, &s->best, &s->cap_best, 2 * s->g.m + 1, sizeof *s->best);
}

/* The problem and, unless it is large, room for all methods but two that are seldom
 * asked for unless they are the first: the condensed one, whose W may be the largest
 * of all, and interior points, which are solvers of their own. Of a large one sweeps come
 * first, which need little. */
static zn_status prepare(zni_gfauto *s, zn_ctx *ctx, const zn_global_friction *p, const double z[],
                         double w[], zn_monitor *mon)
{
    const zni_gnewton newton = {.reduced = true, .hybrid = 1};
    const bool large = p->d * p->nc > ZNI_ROOMY;
    zn_status st = zni_motion_begin(ctx, &s->g, p, ZNI_BLOCKS, z, w, mon);

    s->looked = s->thin = s->ways = false;
    s->reduced.followed = !s->path;
    s->steps = 0;
    s->first = true;
    s->least = INFINITY;
    if (!st && !(large && s->g.mass.apart))
        st = zni_gfauto_look(s, ctx, mon);
    if (!st)
        st = zni_gnsgs_size(ctx, &s->sweeps, &s->g);
    if (!st && !large)
        st = zni_gfauto_ways(s, ctx);
    if (!st && !large)
        st = zni_gnewton_size(ctx, &s->newton, &newton, &s->g);
    if (!st && !large)
        st = zni_gadmm_size(ctx, &s->admm, &s->g);
    if (!st && !large)
        st = others(s, ctx);
    return st ? st
              : zn_grow(ctx, &s->start, &s->cap_start, s->g.m + 1, sizeof *s->start);
}

static const zni_gmethod *method(const zni_portfolio *all, int i)
{
    return (const zni_gmethod *)all->data + i;
}

static double *early(const zni_gfauto *s)
{
    return s->best + s->g.m;
}

/* the first sweeps are asked for by nothing */
static zn_status next(const zni_portfolio *all, int i, zn_ctx *ctx, double z[], double w[],
                      zn_monitor *mon, bool *skip)
{
    zni_gfauto *s = all->state;
    const zni_gmethod *m = method(all, i);
    zn_status st = s->first ? ZN_OK : zni_gfauto_look(s, ctx, mon);

    (void)w;
    if (st)
        return st;
    *skip = s->looked && m->by->suits && !m->by->suits(s);
    if (!*skip)
        memcpy(z + all->from, s->first || m->from == ZNI_GIVEN ? s->start
                              : m->from == ZNI_EARLY           ? early(s)
                                                               : s->best,
               (size_t)all->nz * sizeof *z);
    return ZN_OK;
}

/* what a method calls solved is not always near enough */
static zn_status go(const zni_portfolio *all, int i, zn_ctx *ctx, double z[], double w[],
                    zn_monitor *mon, zn_solve_info *info)
{
    zni_gfauto *s = all->state;
    const zni_gmethod *m = method(all, i);
    zn_status st = m->by->ways ? zni_gfauto_ways(s, ctx) : ZN_OK;

    if (!st)
        st = m->by->run(s, ctx, m, z, w, mon, info);
    if (st < 0)
        return st;
    info->solver = m->name;
    info->error = zni_motion_error(&s->g, z, w);
    if (info->error <= s->tol)
        return ZN_OK;
    if (!st)
        info->outcome = ZN_INACCURATE;
    return ZN_UNSOLVED;
}

static zn_status room_of_best(zni_portfolio *all, zn_ctx *ctx)
{
    zni_gfauto *s = all->state;
    const zn_status st = others(s, ctx);

    all->best = s->best;
    return st;
}

static zn_status left(const zni_portfolio *all, int i, zn_ctx *ctx, const double z[],
                      zn_solve_info *info)
{
    zni_gfauto *s = all->state;
    const size_t bytes = (size_t)all->nz * sizeof *z;
    const zn_status st = s->first ? others(s, ctx) : ZN_OK;
    const bool best = info->error < s->least;

    if (st)
        return st;
    if (s->first)
        memcpy(early(s), s->start, bytes);
    if (method(all, i)->by->early)
        memcpy(early(s), best ? z + all->from : s->first ? s->start : s->best, bytes);
    if (best)
        s->least = info->error;
    s->first = false;
    return ZN_OK;
}

static void outputs(const zni_portfolio *all, double z[], double w[])
{
    zni_motion_move(&((zni_gfauto *)all->state)->g, z, w);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    zni_gfauto *s = state;
    const zn_status st = prepare(s, ctx, problem, z, w, mon);
    const zni_portfolio all = {.run = go,
                               .next = next,
                               .left = left,
                               .room = room_of_best,
                               .outputs = outputs,
                               .state = s,
                               .data = methods,
                               .count = sizeof methods / sizeof methods[0],
                               .nz = s->g.m,
                               .from = s->g.n,
                               .given = s->start,
                               .proofs = ZNI_TOLD,
                               .latest = true};

    return st ? st : zni_portfolio_run(&all, ctx, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    zni_gfauto *s = state;

    zni_motion_fini(ctx, &s->g);
    zni_gnsgs_fini(ctx, &s->sweeps);
    zni_gnewton_fini(ctx, &s->newton);
    zni_gadmm_fini(ctx, &s->admm);
    zni_reduced_fini(ctx, &s->reduced);
    zn_solver_free(s->interior);
    zn_solver_free(s->turns);
    zn_solver_free(s->along);
    zni_vsystem_fini(ctx, &s->plan);
    zn_free_array(ctx, s->start);
    zn_free_array(ctx, s->best);
}

static const zn_option options[] = {
    ZN_OPT_REAL(zni_gfauto, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(zni_gfauto, patience, 1000, 1, 1e9, "-",
               "sweeps that Gauss-Seidel may still seem to need"),
    ZN_OPT_INT(zni_gfauto, max_sweeps, 20000, 1, 1e9, "-",
               "sweeps of Gauss-Seidel each time it is tried"),
    ZN_OPT_INT(zni_gfauto, max_steps, 100, 1, 1e6, "-",
               "most steps of a Newton method"),
    ZN_OPT_BOOL(zni_gfauto, path, 1,
                "follow the path of interior points where others have ended"),
    ZN_OPT_REAL(zni_gfauto, most_values, 2e7, 0, 1e18, "-",
                "values of W or of M^-1 H beyond which they are not formed"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_global_friction_auto, ZN_KIND_GLOBAL_FRICTION_SOLVER, "auto",
           "Gauss-Seidel while it is quick, then Newton; falls back", zni_gfauto,
           options, .init = init, .solve = solve, .fini = fini);
