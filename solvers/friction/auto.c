/* auto.c - the friction solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../strategy/portfolio.h"
#include "ipm.h"
#include "patches.h"
#include "stages.h"

/* The methods stand in lists; the first that brings the error to tol answers (the list of
 * friction in doc/friction.md). Sweeps are cheap and are enough for most problems with few
 * redundant contacts; where they are slow, a Newton method that has a good start is quick:
 * that of few steps with strong regularisation from the start given, as sweeps may have led
 * to where redundant contacts are badly loaded. Interior points begin where the first sweeps
 * ended: later ones come close to the borders of the cones, from which their steps are
 * short. Where redundant contacts pull against each other by no more than rounding, what is
 * left is to shift loads until one of them gives way: proximal points with hardly any term
 * do that in a step or two, from the best point. And all of it once more from r = 0: of
 * redundant contacts a start may be so badly loaded that no way leads away from it.
 *
 * What steps cost is predicted from the fill of the factors: a method is left out when its
 * factors would have more than most_values values, or one of them would not be ready within
 * the time limit. Each method starts from the best point so far unless said
 * otherwise, and has a limit of iterations, so the work is bounded; nothing depends on
 * clocks unless a time limit is set. A proof that there is no solution ends it; else
 * the best point comes back with its error. */

/* Order up to which a problem is tiny, contacts in the plane that pivots do at once, and
 * proximal steps that may gain nothing. */
enum { TINY = 20, FEW = 2, IDLE = 40 };

/* The error up to which a point in space is near enough for loads to be shifted at once: the
 * first methods leave less on most stacks whose contacts are redundant, often 1e-11. From 2e-3
 * proximal points take ten times as many steps as interior points, which come after. In the
 * plane full steps find which contacts slip from anywhere, as laws there are made of lines. */
static const double NEAR = 1e-4;

/* Patches are for problems of so many of them at least; before all factors where so many times the
 * sweeps before the first are worth it, else before the first that would take STEPS. They may take as
 * much as those while they seem to need no more than PROMISED sweeps: after what is granted heaps
 * of 2200 to 8500 contacts seemed to need 1300 at most, a wedge, which interior points end, 3000. */
enum { SEVERAL = 3, STEPS = 50, PROMISED = 1800 };

typedef struct autos {
    double tol;
    zn_index patience;
    zn_index max_sweeps;
    zn_index max_steps;
    double most_values;
    zni_fc c;
    zni_nsgs_work sweeps;
    zni_patches_work patches;
    zni_fnewton_work newton;
    zni_prox_work prox;
    zni_admm_work admm;
    zni_plane_work plane;
    zni_fipm_work interior;
    zni_turns turns;
    double *kept; /* n: best of the turns */
    zn_index d, nc, nb; /* the sizes that there is room for */
    double *best;       /* 2 n: best point, start given */
    double *first;      /* n: best of the start given   */
    double *early;      /* n: best of the first sweeps  */
    zn_index cap_best, cap_first, cap_early, cap_kept;
} autos;

/* one method of the list */
typedef struct method {
    const char *name; /* NULL: end                      */
    enum {
        PIVOTS,
        FIRST,
        PATCHES,
        LATE_PATCHES,
        COSTLY,
        EVEN,
        LONGER,
        SWEEPS,
        NEWTON,
        SMALL_NEWTON,
        TINY_NEWTON,
        PROX,
        SMALL_PROX,
        DIRECTION,
        INTERIOR,
        DAMPED,
        TURNS
    } kind;
    zni_map_kind map;
    double reg;     /* of Newton; first term of prox         */
    enum { BEST, GIVEN, EARLY } from; /* the point to begin from          */
    zn_index steps; /* most of it                            */
} method;

static const method friction_methods[] = {
    {"lemke", PIVOTS, ZNI_AC, 0, BEST, 0},
    {"nsgs", FIRST, ZNI_AC, 0, BEST, 0},
    {"newton-ac", SMALL_NEWTON, ZNI_AC, 1e-6, GIVEN, 10},
    {"prox", SMALL_PROX, ZNI_AC, 1e-12, BEST, 20},
    {"patches", PATCHES, ZNI_AC, 0, BEST, 0},
    {"nsgs", COSTLY, ZNI_AC, 0, BEST, 0},
    {"admm", DIRECTION, ZNI_AC, 0, GIVEN, 0},
    {"nsgs", EVEN, ZNI_AC, 0, BEST, 0},
    {"nsgs", LONGER, ZNI_AC, 0, BEST, 0},
    {"patches", LATE_PATCHES, ZNI_AC, 0, BEST, 0},
    {"interior-point", INTERIOR, ZNI_AC, 0, EARLY, STEPS},
    {"aclm", TURNS, ZNI_AC, 0, GIVEN, 40},
    {"newton-fb", NEWTON, ZNI_FB, 1e-4, GIVEN, 40},
    {"newton-fb", NEWTON, ZNI_FB, 1e-6, BEST, 100},
    {"prox", PROX, ZNI_AC, 0.1, GIVEN, 1000},
    {"newton-ac", NEWTON, ZNI_AC, 1e-6, BEST, 100},
    {"newton-natural", NEWTON, ZNI_NATURAL, 1e-4, GIVEN, 100},
    {"interior-point", INTERIOR, ZNI_AC, 0, GIVEN, 200},
    {"prox", PROX, ZNI_AC, 1e-12, BEST, 100},
    {"nsgs", SWEEPS, ZNI_AC, 0, BEST, 0},
    {NULL, SWEEPS, ZNI_AC, 0, BEST, 0},
};

/* With rolling friction, where there is no function of Fischer & Burmeister, but
 * the problem is scaled, which makes Newton's steps long. Tiny ones begin with
 * Newton: a contact of five components has no cheap closed form. Redundant
 * contacts are for interior points; damped ones find solutions that others do not,
 * and fail where those do not. The second half is for redundant contacts with high
 * friction, which have several solutions: what matters there is to start anew on
 * another way. */
static const method rolling_methods[] = {
    {"newton", TINY_NEWTON, ZNI_NATURAL, 1e-6, BEST, 10},
    {"nsgs", FIRST, ZNI_AC, 0, BEST, 0},
    {"nsgs", COSTLY, ZNI_AC, 0, BEST, 0},
    {"interior-point", INTERIOR, ZNI_AC, 0, GIVEN, 100},
    {"interior-point", DAMPED, ZNI_AC, 0, GIVEN, 100},
    {"newton", NEWTON, ZNI_NATURAL, 1e-4, GIVEN, 40},
    {"newton", NEWTON, ZNI_AC, 1e-6, BEST, 100},
    {"prox", PROX, ZNI_AC, 0.1, GIVEN, 100},
    {"newton", NEWTON, ZNI_NATURAL, 1e-7, GIVEN, 100},
    {"prox", PROX, ZNI_AC, 0.01, GIVEN, 100},
    {"newton", NEWTON, ZNI_AC, 1e-2, GIVEN, 200},
    {"prox", PROX, ZNI_AC, 1, GIVEN, 200},
    {"newton", NEWTON, ZNI_AC, 1e-4, GIVEN, 100},
    {"prox", PROX, ZNI_AC, 1e-12, BEST, 100},
    {"nsgs", SWEEPS, ZNI_AC, 0, BEST, 0},
    {NULL, SWEEPS, ZNI_AC, 0, BEST, 0},
};

/* room for the points that are kept; all: also the one that only factors begin from */
static zn_status points(autos *s, zn_ctx *ctx, zn_index n, bool all)
{
    zn_status st = zn_grow(ctx, &s->best, &s->cap_best, 2 * n, sizeof *s->best);

    if (!st)
        st = zn_grow(ctx, &s->first, &s->cap_first, n, sizeof *s->first);
    return st || !all ? st
                      : zn_grow(ctx, &s->early, &s->cap_early, n,
                                sizeof *s->early);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st)
        st = zni_nsgs_reserve(ctx, &s->sweeps, n);
    if (!st)
        st = points(s, ctx, n, nnz / 4 <= ZNI_ROOMY);
    if (st || nnz / 4 > ZNI_ROOMY)
        return st;
    st = zni_fnewton_reserve(ctx, &s->newton, n, nnz);
    if (!st && n > ZNI_SMALL)
        st = zni_nsgs_reserve_pace(ctx, &s->sweeps, n, ZNI_DEPTH);
    if (!st)
        st = zni_prox_reserve(ctx, &s->prox, n);
    if (!st)
        st = zni_admm_reserve(ctx, &s->admm, n);
    if (!st)
        st = zni_plane_reserve(ctx, &s->plane, FEW);
    if (!st)
        st = zni_fipm_reserve(ctx, &s->interior, n, n);
    if (!st)
        st = zn_grow(ctx, &s->kept, &s->cap_kept, n, sizeof *s->kept);
    return st ? st : zni_turns_begin(ctx, &s->turns, n / 2, true);
}

/* Does the method need factors? */
static bool factors(const method *m)
{
    return m->kind != PIVOTS && m->kind != FIRST && m->kind != PATCHES &&
           m->kind != LATE_PATCHES && m->kind != COSTLY && m->kind != EVEN &&
           m->kind != LONGER && m->kind != SWEEPS;
}

static zni_stages stages(const autos *s)
{
    return (zni_stages){&s->c,       &s->newton.lin, s->tol,
                        s->patience, s->max_sweeps,  s->most_values};
}

/* does the method suit the problem? */
static bool suits(const autos *s, const method *m)
{
    const zni_stages of = stages(s);
    zn_matrix W;

    if (m->kind == PIVOTS)
        return s->c.d == 2 && s->c.nc <= FEW;
    if (m->kind == SMALL_NEWTON || m->kind == SMALL_PROX)
        return s->c.n <= ZNI_SMALL;
    if (m->kind == TINY_NEWTON)
        return s->c.n <= TINY && s->c.nc > 1;
    if (m->kind == PATCHES || m->kind == LATE_PATCHES)
        return s->c.nc > SEVERAL * ZNI_PATCH &&
               (m->kind == PATCHES) == (zni_stage_worth(&of) > SEVERAL * ZNI_PATCHES_FIRST);
    if (m->kind == LONGER || m->kind == EVEN || m->kind == COSTLY)
        return s->c.n > ZNI_SMALL;
    if (factors(m) && s->c.n > ZNI_SMALL &&
        s->newton.lin.values > s->most_values)
        return false;
    if (m->kind != DIRECTION && m->kind != TURNS)
        return true;
    if (s->c.n <= ZNI_SMALL)
        return false;
    W = zni_fc_matrix(&s->c);
    return zn_matrix_symmetric(&W, 1e-12);
}

/* Patches of a problem that is several of them, as long as factors or interior points would take. */
static zn_status patches(autos *s, zn_ctx *ctx, bool late, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info)
{
    const zni_stages of = stages(s);
    const zn_index most = late ? zni_stage_interior(&of, STEPS) : zni_stage_worth(&of);
    const zni_patches how = {.tol = s->tol,
                             .max_iter = most,
                             .granted = late ? 2 * ZNI_PATCHES_LATE : 0,
                             .patience = PROMISED,
                             .first = late ? ZNI_PATCHES_LATE : ZNI_PATCHES_FIRST,
                             .size = ZNI_PATCH,
                             .rescues = zni_stage_rescues(&of, most, ZNI_PATCH)};

    return zni_patches_run(ctx, &s->patches, &s->sweeps, &how, &s->c, z, w, mon,
                           info);
}

static zn_status turns_room(autos *s, zn_ctx *ctx)
{
    zn_status st = zni_fipm_reserve(ctx, &s->interior, s->c.n, 2 * s->c.nc);

    if (!st)
        st = zn_grow(ctx, &s->kept, &s->cap_kept, s->c.n, sizeof *s->kept);
    return st ? st : zni_turns_begin(ctx, &s->turns, s->c.nc, true);
}

static zn_status sweep(autos *s, zn_ctx *ctx, const method *m, double z[],
                       double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zni_stages of = stages(s);
    const zni_nsgs sweeps =
        zni_stage_sweeps(&of, m->kind == FIRST    ? ZNI_STAGE_FIRST
                              : m->kind == COSTLY ? ZNI_STAGE_COSTLY
                              : m->kind == EVEN   ? ZNI_STAGE_EVEN
                              : m->kind == LONGER ? ZNI_STAGE_LONGER
                                                  : ZNI_STAGE_LAST);

    return zni_nsgs_run(ctx, &s->sweeps, &sweeps, &s->c, z, w, mon, info);
}

/* a method that factorises, with its linear system set */
static zn_status factored(autos *s, zn_ctx *ctx, const method *m, double z[],
                          double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_index steps = m->steps < s->max_steps ? m->steps : s->max_steps;
    zni_fnewton newton = {.tol = s->tol,
                          .max_iter = steps,
                          .map = (int)m->map,
                          .search = true,
                          .reg = m->reg,
                          .hybrid = m->kind == NEWTON ? 50 : 0};
    zni_prox prox = {.tol = s->tol,
                     .max_iter = 5 * s->max_steps < m->steps ? 5 * s->max_steps
                                                             : m->steps,
                     .idle = IDLE,
                     .inner_iter = 40,
                     .alpha = m->reg,
                     .factor = 5};
    zni_admm admm = {
        .tol = s->tol, .max_iter = ZNI_DIRECTIONS, .rho = 1e-3, .theta = 1};
    zni_fipm interior = {.tol = s->tol,
                         .max_iter = steps,
                         .shift = m->kind == DAMPED ? ZNI_IPM_DAMPED
                                                    : ZNI_IPM_NEWTON};
    zn_status st;

    if (m->kind == PROX || m->kind == SMALL_PROX)
        return zni_prox_run(ctx, &s->prox, &s->newton, &prox, &s->c, z, w, mon,
                            info);
    if (m->kind == DIRECTION) {
        st = zni_admm_run(ctx, &s->admm, &s->newton.lin, &admm, &s->c, z, w,
                          mon, info);
        /* not monotone: others do not need that */
        return st == ZN_EINVAL ? ZN_UNSOLVED : st;
    }
    if (m->kind == TURNS) {
        st = turns_room(s, ctx);
        return st ? st
                  : zni_fipm_turns(ctx, &s->interior, &s->turns, s->tol, steps,
                                   &s->c, &s->newton.lin, s->kept, z, w, mon,
                                   info);
    }
    if (m->kind == INTERIOR || m->kind == DAMPED) {
        st = zni_fipm_reserve(ctx, &s->interior, s->c.n, 2 * s->c.nc);
        if (st)
            return st;
        return zni_fipm_run(ctx, &s->interior, &interior, &s->c, &s->newton.lin,
                            z, w, mon, info);
    }
    return zni_fnewton_run(ctx, &s->newton, &newton, &s->c, z, w, mon, info);
}

static zn_status attempt(autos *s, zn_ctx *ctx, const method *m, double z[],
                         double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st;

    if (m->kind == PIVOTS)
        return zni_plane_solve(ctx, &s->plane, s->tol, 50 * s->c.n, &s->c, z, w,
                               mon, info);
    if (m->kind == PATCHES || m->kind == LATE_PATCHES)
        return patches(s, ctx, m->kind == LATE_PATCHES, z, w, mon, info);
    if (!factors(m))
        return sweep(s, ctx, m, z, w, mon, info);
    if (!zni_flin_fits(&s->newton.lin, mon)) {
        /* u of this point, by which it is compared with the best */
        zni_fc_mul(&s->c, z, s->c.q, w);
        info->outcome = ZN_TIME_LIMIT;
        return ZN_UNSOLVED;
    }
    st = zni_flin_set(ctx, &s->newton.lin, &s->c, s->c.n > ZNI_SMALL);
    return st ? st : factored(s, ctx, m, z, w, mon, info);
}

/* Room for sweeps, and for all methods on a problem that is not large. */
static zn_status room(autos *s, zn_ctx *ctx)
{
    const zni_fc *c = &s->c;
    zn_status st;

    if (s->d == c->d && s->nc == c->nc && s->nb == c->nb)
        return ZN_OK;
    s->nc = 0;
    st = zni_nsgs_size(ctx, &s->sweeps, c);
    if (!st)
        st = points(s, ctx, c->n, c->nb <= ZNI_ROOMY);
    if (!st && c->d == 2 && c->nc <= FEW)
        st = zni_plane_reserve(ctx, &s->plane, c->nc);
    if (!st && c->n > ZNI_SMALL && c->nb <= ZNI_ROOMY)
        st = zni_nsgs_reserve_pace(ctx, &s->sweeps, c->n, ZNI_DEPTH);
    if (!st && c->nb <= ZNI_ROOMY)
        st = zni_fnewton_size(ctx, &s->newton, c);
    if (!st && c->nb <= ZNI_ROOMY)
        st = zni_prox_reserve(ctx, &s->prox, c->n);
    if (!st && c->nb <= ZNI_ROOMY)
        st = zni_admm_reserve(ctx, &s->admm, c->n);
    if (!st && c->nb <= ZNI_ROOMY)
        st = turns_room(s, ctx);
    if (st)
        return st;
    s->d = c->d;
    s->nc = c->nc;
    s->nb = c->nb;
    return ZN_OK;
}

static zn_status keep_early(autos *s, zn_ctx *ctx)
{
    zn_status st = points(s, ctx, s->c.n, true);

    if (!st)
        memcpy(s->early, s->best, (size_t)s->c.n * sizeof *s->early);
    return st;
}

/* the point that the method begins from */
static const double *begin(const autos *s, const method *m)
{
    return m->from == GIVEN   ? s->best + s->c.n
           : m->from == EARLY ? s->early
                              : s->best;
}

/* What factors cost is predicted before the first method that depends on it; those of a
 * small problem take no time, whatever the last one was. */
static zn_status plan(autos *s, zn_ctx *ctx, const method *m, zn_monitor *mon,
                      bool *planned)
{
    bool fits;

    if (s->c.n <= ZNI_SMALL)
        s->newton.lin.setting = s->newton.lin.operations = 0;
    if (*planned || s->c.n <= ZNI_SMALL || !(factors(m) || m->kind == COSTLY || m->kind == PATCHES))
        return ZN_OK;
    *planned = true;
    return zni_flin_affords(ctx, &s->newton.lin, &s->c, mon, &fits);
}

/* the methods of a list in turn, on the problem in s->c */
static zn_status run(autos *s, zn_ctx *ctx, const method list[], double z[],
                     double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = ZN_OK;
    size_t bytes = (size_t)s->c.n * sizeof *z;
    zn_outcome why = ZN_ITERATION_LIMIT;
    const char *who = "auto";
    double least = INFINITY, since;
    zn_index total = 0;
    bool planned = false;

    memcpy(s->best, z, bytes);
    memcpy(s->best + s->c.n, z, bytes);
    s->newton.lin.dense = zni_flin_dense(&s->c);
    for (const method *m = list; m->name; m++) {
        double err;

        st = plan(s, ctx, m, mon, &planned);
        if (st)
            return st;
        if (!suits(s, m) ||
            (m->kind == SMALL_PROX && s->c.d > 2 && !(least <= NEAR)))
            continue;
        memcpy(z, begin(s, m), bytes);
        info->iterations = 0;
        info->solver = m->name;
        since = zni_clock_if_told(mon);
        st = attempt(s, ctx, m, z, w, mon, info);
        if (st < 0)
            return st;
        if (zn_monitor_explains(mon)) {
            info->error = zni_fc_error(&s->c, z, w);
            zni_portfolio_tell(mon, st, info, since, NULL);
        }
        total += info->iterations;
        info->iterations = total;
        if (!st)
            return ZN_OK;
        err = zni_fc_error(&s->c, z, w);
        if (err < least) {
            least = err;
            who = m->name;
            memcpy(s->best, z, bytes);
        }
        if (m->kind == FIRST) {
            st = keep_early(s, ctx);
            if (st)
                return st;
        }
        why = info->outcome;
        /* proved: nobody else will find one either */
        if (zni_over(mon, &why) || why == ZN_INFEASIBLE)
            break;
    }
    memcpy(z, least < INFINITY ? s->best : s->best + s->c.n, bytes);
    zni_fc_mul(&s->c, z, s->c.q, w);
    info->solver = who;
    info->outcome = why;
    return ZN_UNSOLVED;
}

/* The same, and where that does not arrive again from r = 0; the better point of both
 * comes back. (A start is not exchanged for r = 0 because that leaves less: in a heap it is
 * the memory of which of many reactions it is, how much its walls carry, say.) */
static zn_status run_twice(autos *s, zn_ctx *ctx, const method list[], double z[],
                           double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zn_index n = s->c.n;
    bool cold = true;
    zn_solve_info first;
    double least;
    zn_status st;

    for (zn_index i = 0; i < n; i++)
        cold = cold && z[i] == 0;
    st = room(s, ctx);
    if (st)
        return st;
    st = run(s, ctx, list, z, w, mon, info);
    if (st != ZN_UNSOLVED || cold || info->outcome == ZN_INTERRUPTED ||
        info->outcome == ZN_INFEASIBLE || info->outcome == ZN_TIME_LIMIT)
        return st;
    first = *info;
    least = zni_fc_error(&s->c, z, w);
    memcpy(s->first, z, (size_t)n * sizeof *z);
    memset(z, 0, (size_t)n * sizeof *z);
    st = run(s, ctx, list, z, w, mon, info);
    info->iterations += first.iterations;
    if (st != ZN_UNSOLVED || !(least <= zni_fc_error(&s->c, z, w)))
        return st;
    memcpy(z, s->first, (size_t)n * sizeof *z);
    zni_fc_mul(&s->c, z, s->c.q, w);
    info->solver = first.solver;
    return st;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    const zn_friction *p = problem;
    const bool roomy = s->d == p->d && s->nc == p->nc;
    bool nothing = zni_friction_take_off(p, z, w);
    zn_status st;

    if (nothing)
        info->solver = "take-off";
    /* the first call makes room also when it has nothing to do */
    if (nothing && roomy)
        return ZN_OK;
    st = zni_fc_set(ctx, &s->c, p);
    if (!st)
        st = room(s, ctx);
    if (st || nothing)
        return st;
    /* what `near` was not asked for: no other bits the first time nor when watched */
    if ((mon || !roomy) && zni_friction_alone(p, s->tol, z, w, s->best, s->first, mon, info))
        return ZN_OK;
    return run_twice(s, ctx, friction_methods, z, w, mon, info);
}

/* Contacts that have closed forms, once there is room for more; before, `solve`
 * begins with it. */
static bool near(void *state, const void *problem, double z[], double w[],
                 zn_solve_info *info)
{
    const autos *s = state;
    const zn_friction *p = problem;

    return s->d == p->d && s->nc == p->nc && zni_friction_near(p, z, w, info);
}

static zn_status solve_rolling(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    autos *s = state;
    zn_status st = zni_fc_set_rolling(ctx, &s->c, problem, z);

    if (!st)
        st = run_twice(s, ctx, rolling_methods, z, w, mon, info);
    zni_fc_unscale(&s->c, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_nsgs_fini(ctx, &s->sweeps);
    zni_patches_fini(ctx, &s->patches);
    zni_fnewton_fini(ctx, &s->newton);
    zni_prox_fini(ctx, &s->prox);
    zni_admm_fini(ctx, &s->admm);
    zni_plane_fini(ctx, &s->plane);
    zni_fipm_fini(ctx, &s->interior);
    zni_turns_fini(ctx, &s->turns);
    zn_free_array(ctx, s->kept);
    zn_free_array(ctx, s->best);
    zn_free_array(ctx, s->first);
    zn_free_array(ctx, s->early);
}

static const zn_option options[] = {
    ZN_OPT_REAL(autos, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(autos, patience, 400, 1, 1e9, "-",
               "sweeps that Gauss-Seidel may still seem to need, at least, where "
               "factors are sparse"),
    ZN_OPT_INT(autos, max_sweeps, 20000, 1, 1e9, "-",
               "sweeps of Gauss-Seidel each time it is tried"),
    ZN_OPT_INT(autos, max_steps, 200, 1, 1e6, "-",
               "most steps of a Newton method, a fifth of proximal ones"),
    ZN_OPT_REAL(autos, most_values, 2e8, 0, 1e18, "-",
                "values of factors beyond which no method that needs them is "
                "tried"),
    ZN_OPT_END,
};

#define CLASS(ident, of, function, short_cut)                                  \
    const zn_solver_type ident = {                                             \
        .type =                                                                \
            {.size = sizeof(zn_solver_type),                                   \
             .kind = of,                                                       \
             .name = "auto",                                                   \
             .summary =                                                        \
                 "Gauss-Seidel while it is quick, then Newton; falls back",    \
             .state_size = sizeof(autos),                                      \
             .options = options},                                              \
        .reserve = reserve,                                                    \
        .solve = function,                                                     \
        .fini = fini,                                                          \
        .near = short_cut}

CLASS(zni_friction_auto, ZN_KIND_FRICTION_SOLVER, solve, near);
CLASS(zni_rolling_auto, ZN_KIND_ROLLING_SOLVER, solve_rolling, NULL);
