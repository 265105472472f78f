/* gauto.c - the global friction solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../strategy/portfolio.h"
#include "motion.h"

/* The strategy, in order; the first that brings the error to tol answers. W is
 * thin when it has no more than RATIO times the values of H and M^-1 H, which is
 * so for rigid bodies with few contacts each and for few contacts on a structure.
 *
 *   nsgs            W thin, more than MANY rows: while its rate promises the end within
 *                   the sweeps that cost what the factors of interior points do; of a large
 *                   problem W and factors are not looked at before as many sweeps again as
 *                   were made would not be enough
 *   nsgs            the same, from there: within those that cost what all of their steps do
 *   interior-point  W thin, more than MANY rows, where factors by bodies fit: the more
 *                   contacts a body has, the fewer rows than those of W do they have;
 *                   few steps, from where the first sweeps ended: later ones come close to
 *                   the borders of the cones, from which steps are short
 *   aclm            the same: interior points on the convex problems of a fixed point,
 *                   and Newton's method from there, which arrive where friction makes
 *                   the problem far from monotone, in irregular piles; no more of them than where it
 *                   arrived, which leaves time for what comes
 *   central-path    the same: interior points once more, where their path turns, too, and Newton's
 *                   method from points of it
 *   aclm            the same: all of its turns, where the first steps were not enough
 *   reduced         W thin: the auto of friction on the condensed problem
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
enum { ADMM_STEPS = 3000, RATIO = 4, MANY = 600 };

/* Steps that interior points are thought to take, operations of a contact in a sweep,
 * and sweeps that are always granted. */
enum { STEPS = 20, VISIT = 400, LEAST = 30 };

/* What a step takes besides the operations of its factors, for each of their values and each
 * contact, and what a contact takes in a sweep with all that is looked at between, as instructions.
 * Counted on a wall of 420 contacts, a wedge of 356, scenes of 300 and 356 among 2000 bodies: 280
 * to 620 a value where a contact has 18 000; 1360 to 1790 in a sweep. */
enum { STEP_VALUE = 360, STEP_CONTACT = 18000, SWEPT = 1500 };

/* Steps of interior points where sweeps arrive, too: 4 and 5 in wedges, 10 and 11 in scenes of many
 * bodies; it takes 20 where loads travel far. */
enum { EASY = 10 };

/* Twice the steps that interior points take where they arrive; convex problems. */
enum { INTERIOR_STEPS = 50, TURNS = 40 };

/* Steps in all these before the path: piles of 60 to 400 grains with one density that they solve take 40 to 480, with
 * masses over three decades 1200 once; those that they do not solve take as many as they may. */
enum { TURNED = 600 };

/* Factorisations of the path for each step of a Newton method: piles of 1200 contacts that are solved
 * take 150 to 730 of them from one of its two starts, which share them. */
enum { PATH = 16 };

/* What interior points are asked for, of tol, and sweeps that stand in their place. Their last steps gain digits for the price of
 * one; and where few of many bodies touch, the measure, beside the forces on all of them,
 * says little of the contacts, whose law is kept as exactly beside u and r alone then. */
static const double EXACT = 1.0 / 30;

/* Values of factors by bodies, in units of most_values, beyond which they are not
 * made: they take the place of W, M^-1 H and a second copy. */
enum { FACTORS = 10 };

typedef struct autos {
    double tol;
    zn_index patience;
    zn_index max_sweeps;
    zn_index max_steps;
    double most_values;
    zni_motion g;
    zni_gnsgs_work sweeps;
    zni_gnewton_work newton;
    zni_gadmm_work admm;
    zni_reduced reduced;
    zn_solver *interior, *turns, *along;
    int path; /* that of interior points is followed */
    zn_monitor *outer, inner; /* of who asked; of what counts steps */
    zn_index steps;           /* counted                            */
    zni_vsystem plan; /* what its factors cost */
    bool looked, thin; /* at W: it is */
    bool condenses;    /* M^-1 H has no more than most_values */
    double *start; /* n + m: as given */
    double *best;  /* 2 (n + m): best point, end of the first sweeps */
    zn_index cap_start, cap_best;
} autos;

typedef enum kind {
    SWEEPS,
    LONGER,
    NEWTON,
    ADMM,
    REDUCED,
    INTERIOR,
    FIXED,
    ALONG,
    AGAIN
} kind;

/* one method of the list */
typedef struct method {
    const char *name; /* NULL: end                           */
    kind kind;
    enum { ALWAYS, THIN, MANY_THIN, THICK } when;
    zni_map_kind map;
    double reg;
    enum { BEST, GIVEN, EARLY } from; /* the point it begins from */
    zn_index steps;                   /* most of it               */
} method;

static const method methods[] = {
    {"nsgs", SWEEPS, MANY_THIN, ZNI_AC, 0, GIVEN, 0},
    {"nsgs", LONGER, MANY_THIN, ZNI_AC, 0, BEST, 0},
    {"interior-point", INTERIOR, MANY_THIN, ZNI_AC, 0, EARLY, INTERIOR_STEPS},
    {"aclm", FIXED, MANY_THIN, ZNI_AC, 0, GIVEN, TURNS},
    {"central-path", ALONG, MANY_THIN, ZNI_AC, 0, GIVEN, 0},
    {"aclm", AGAIN, MANY_THIN, ZNI_AC, 0, GIVEN, TURNS},
    {"reduced", REDUCED, THIN, ZNI_AC, 0, GIVEN, 0},
    {"nsgs", SWEEPS, THICK, ZNI_AC, 0, BEST, 0},
    {"newton-fb", NEWTON, THICK, ZNI_FB, 1e-4, GIVEN, 40},
    {"newton-fb", NEWTON, THICK, ZNI_FB, 1e-6, BEST, 100},
    {"interior-point", INTERIOR, THICK, ZNI_AC, 0, GIVEN, 0},
    {"newton-ac", NEWTON, ALWAYS, ZNI_AC, 1e-6, GIVEN, 100},
    {"admm", ADMM, ALWAYS, ZNI_AC, 0, GIVEN, 0},
    {"newton-natural", NEWTON, ALWAYS, ZNI_NATURAL, 1e-4, BEST, 100},
    {"reduced", REDUCED, THICK, ZNI_AC, 0, GIVEN, 0},
    {"nsgs", SWEEPS, ALWAYS, ZNI_AC, 0, BEST, 0},
    {NULL, SWEEPS, ALWAYS, ZNI_AC, 0, BEST, 0},
};

/* What all methods but sweeps take of the problem; is what it condenses to thin? The fill of its
 * factors by bodies. */
static zn_status look(autos *s, zn_ctx *ctx, zn_monitor *mon)
{
    zn_status st = ZN_OK;

    if (s->looked)
        return ZN_OK;
    s->looked = true;
    st = zni_motion_more(ctx, &s->g, ZNI_WAYS);
    if (!st && !s->g.mass.apart)
        st = zni_motion_influence(ctx, &s->g, s->most_values);
    if (!st)
        st = zni_reduced_look(ctx, &s->reduced, &s->g);
    s->condenses = s->reduced.influences <= s->most_values;
    if (!st && s->condenses)
        s->thin = zni_reduced_few(&s->reduced, &s->g,
                                  fmin(s->most_values, RATIO * (s->reduced.values +
                                                                s->reduced.influences)));
    if (!st && s->thin && s->g.m > MANY && !s->g.mass.dense)
        st = zni_vsystem_plan(ctx, &s->plan, &s->g, mon);
    return st;
}

/* Room for the points that others than the first method leave. */
static zn_status others(autos *s, zn_ctx *ctx)
{
    return zn_grow(ctx, &s->best, &s->cap_best, 2 * (s->g.n + s->g.m), sizeof *s->best);
}

/* Are the bodies many, and factors of their order worth a try? */
static bool many(const autos *s)
{
    return s->thin && s->g.m > MANY && !s->g.mass.dense &&
           s->plan.values <= FACTORS * s->most_values;
}

/* sweeps that cost what the factors of interior points do; all: with all else of their steps */
static zn_index worth(const autos *s, bool all)
{
    const double nc = (double)s->g.nc;

    if (!many(s))
        return s->thin ? LEAST : s->patience;

    const double besides = STEP_VALUE * s->plan.values + STEP_CONTACT * nc;
    const double most = all ? EASY * (s->plan.operations + besides) / (SWEPT * nc)
                            : STEPS * s->plan.operations / (VISIT * nc);

    return (zn_index)fmax(LEAST, fmin(most, (double)s->patience));
}

/* is the method one for this problem? tried: others were */
static bool applies(autos *s, const method *m, bool tried)
{
    const bool thin = s->thin;
    bool out = m->when == ALWAYS || (m->when != THICK) == thin;

    if (out && m->when == MANY_THIN)
        out = many(s);
    if (out && m->kind == SWEEPS && m->when == THICK)
        out = !tried; /* else they began before W was looked at */
    if (out && m->kind == ALONG)
        out = s->path;
    if (out && (m->kind == SWEEPS || m->kind == LONGER))
        out = zni_motion_sweeps(&s->g);
    if (out && m->kind == REDUCED)
        out = s->condenses;
    /* of one contact a sweep is its closed form, and the next one the same */
    if (out && m->kind == SWEEPS && m->when == ALWAYS)
        out = s->g.nc > 1 || s->g.c.law != &zni_coulomb;
    /* where most of a step is its factors the first sweeps have had all that it is worth */
    if (out && m->kind == LONGER)
        out = worth(s, true) > worth(s, false);
    /* turns that ended by themselves would be the same */
    if (out && m->kind == AGAIN)
        out = s->steps >= TURNED;
    if (out && m->kind == REDUCED && !thin)
        out = zni_reduced_few(&s->reduced, &s->g, s->most_values);
    return out;
}

/* a solver of its own, its limit that of the method or of all */
static zn_status by_solver(autos *s, zn_solver *of, const method *m, double z[],
                           double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_index most =
        m->steps && m->steps < s->max_steps ? m->steps : s->max_steps;

    if (m->kind == ALONG)
        most = PATH * s->max_steps;

    zn_status st = zn_solver_set_real(
        of, "tol", m->kind == INTERIOR ? EXACT * s->tol : s->tol);

    if (!st)
        st = zn_solver_set_real(of, "max_iter", (double)most);
    return st ? st : zn_solver_solve_inner(of, s->g.p, z, w, mon, info);
}

/* a step of the turns; is it the last? */
static bool step(void *of, zn_index iteration, double error)
{
    autos *s = of;

    return zn_monitor_tick(s->outer, iteration, error) || ++s->steps >= TURNED;
}

/* The turns, whose steps are counted: that is the limit of their iterations. */
static zn_status turn(autos *s, const method *m, double z[], double w[],
                      zn_monitor *mon, zn_solve_info *info)
{
    zn_status st;

    s->steps = 0;
    s->outer = mon;
    s->inner = (zn_monitor){.fn = step, .user = s, .end = mon ? mon->end : 0};
    st = by_solver(s, s->turns, m, z, w, &s->inner, info);
    if (info->outcome == ZN_INTERRUPTED && s->steps >= TURNED)
        info->outcome = ZN_ITERATION_LIMIT;
    return st;
}

/* Who asks what sweeps are worth. */
typedef struct payer {
    autos *s;
    zn_ctx *ctx;
    zn_monitor *mon;
} payer;

static zn_status price(void *of, zn_index *patience)
{
    const payer *p = of;
    zn_status st = look(p->s, p->ctx, p->mon);

    *patience = worth(p->s, false);
    return st;
}

static zn_status attempt(autos *s, zn_ctx *ctx, const method *m, bool first,
                         double z[], double w[], zn_monitor *mon,
                         zn_solve_info *info)
{
    const bool few = s->g.nc <= ZNI_PAIR;
    payer asks = {s, ctx, mon};
    const zni_nsgs sweeps = {.tol = m->kind == LONGER ? EXACT * s->tol : s->tol,
                             .max_iter = s->max_sweeps,
                             .omega = 1,
                             .order = first || m->kind == LONGER ? ZNI_ASCENDING
                                                                 : ZNI_SHUFFLED,
                             .seed = 1,
                             .patience = !s->looked ? s->patience
                                         : m->when == MANY_THIN
                                             ? worth(s, m->kind == LONGER)
                                         : first ? s->patience
                                         : few   ? s->max_sweeps
                                                 : 0,
                             .granted = few && !first ? ZNI_PAIR_SWEEPS : 0,
                             .price = s->looked ? NULL : price,
                             .payer = &asks};
    const zni_gnewton newton = {
        .tol = s->tol,
        .max_iter = m->steps < s->max_steps ? m->steps : s->max_steps,
        .map = (int)m->map,
        .reduced = true,
        .reg = m->reg,
        .hybrid = zni_motion_sweeps(&s->g) ? 50 : 0};
    const zni_gadmm admm = {.tol = s->tol, .max_iter = ADMM_STEPS, .rho = 1};

    switch (m->kind) {
    case SWEEPS:
    case LONGER:
        return zni_gnsgs_run(ctx, &s->sweeps, &sweeps, &s->g, z, w, mon, info);
    case NEWTON:
        return zni_gnewton_run(ctx, &s->newton, &newton, &s->g, z, w, mon,
                               info);
    case ADMM:
        return zni_gadmm_run(ctx, &s->admm, &admm, &s->g, z, w, mon, info);
    case INTERIOR:
        return by_solver(s, s->interior, m, z, w, mon, info);
    case FIXED:
        return turn(s, m, z, w, mon, info);
    case AGAIN:
        return by_solver(s, s->turns, m, z, w, mon, info);
    case ALONG:
        s->reduced.followed = true;
        return by_solver(s, s->along, m, z, w, mon, info);
    case REDUCED:
        break;
    }
    return zni_reduced_run(ctx, &s->reduced, "auto", s->tol, &s->g, z, w, mon,
                           info);
}

static zn_status init(void *state, zn_ctx *ctx)
{
    autos *s = state;
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

/* The problem and, unless it is large, room for all methods but two that are seldom
 * asked for unless they are the first: the condensed one, whose W may be the largest
 * of all, and interior points, which are solvers of their own. Of a large one sweeps come
 * first, which need little. */
static zn_status prepare(autos *s, zn_ctx *ctx, const zn_global_friction *p, zn_monitor *mon)
{
    const zni_gnewton newton = {.reduced = true, .hybrid = 1};
    const bool large = p->d * p->nc > ZNI_ROOMY;
    zn_status st = zni_motion_set(ctx, &s->g, p, ZNI_BLOCKS);

    s->looked = s->thin = false;
    s->reduced.followed = !s->path;
    s->steps = 0;
    if (!st && !(large && s->g.mass.apart))
        st = look(s, ctx, mon);
    if (!st)
        st = zni_gnsgs_size(ctx, &s->sweeps, &s->g);
    if (!st && !large)
        st = zni_gnewton_size(ctx, &s->newton, &newton, &s->g);
    if (!st && !large)
        st = zni_gadmm_size(ctx, &s->admm, &s->g);
    if (!st && !large)
        st = others(s, ctx);
    return st ? st
              : zn_grow(ctx, &s->start, &s->cap_start, s->g.n + s->g.m, sizeof *s->start);
}

/* What the methods of the list have come to. */
typedef struct course {
    double least; /* error of best */
    const char *who;
    zn_outcome why;
    zn_index total; /* iterations */
} course;

/* One method from its point; over: it was the last. */
static zn_status one(autos *s, zn_ctx *ctx, const method *m, bool first, course *c,
                     double z[], double w[], zn_monitor *mon, zn_solve_info *info, bool *over)
{
    const zn_index size = s->g.n + s->g.m;
    const size_t bytes = (size_t)size * sizeof *z;
    const double since = zni_clock_if_told(mon);
    double err;
    zn_status st;

    if (!first)
        memcpy(z, m->from == GIVEN   ? s->start
                  : m->from == EARLY ? s->best + size
                                     : s->best, bytes);
    info->iterations = 0;
    st = attempt(s, ctx, m, first, z, w, mon, info);
    if (st < 0)
        return st;
    info->solver = m->name;
    err = zni_motion_error(&s->g, z, w);
    if (zn_monitor_explains(mon)) {
        info->error = err;
        zni_portfolio_tell(mon, st, info, since, NULL);
    }
    info->iterations = c->total += info->iterations;
    *over = err <= s->tol;
    if (*over)
        return ZN_OK;
    c->why = st ? info->outcome : ZN_INACCURATE;
    st = others(s, ctx);
    if (st)
        return st;
    for (int k = 0; first && k < 2; k++)
        memcpy(s->best + k * size, s->start, bytes);
    if (err < c->least) {
        c->least = err;
        c->who = m->name;
        memcpy(s->best, z, bytes);
    }
    if (m->kind == SWEEPS)
        memcpy(s->best + size, s->best, bytes);
    /* proved: nobody else will find one either */
    *over = zni_over(mon, &c->why) || c->why == ZN_INFEASIBLE;
    return ZN_UNSOLVED;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    zn_status st = prepare(s, ctx, problem, mon);
    course c = {.least = INFINITY, .who = "auto", .why = ZN_ITERATION_LIMIT};
    bool over = false, tried = false;
    size_t bytes;

    if (st)
        return st;
    bytes = (size_t)(s->g.n + s->g.m) * sizeof *z;
    memcpy(s->start, z, bytes);
    for (const method *m = methods; m->name && !over; m++) {
        /* the first sweeps are asked for by nothing */
        if (tried)
            st = look(s, ctx, mon);
        if (st < 0)
            return st;
        if (s->looked && !applies(s, m, tried))
            continue;
        st = one(s, ctx, m, !tried, &c, z, w, mon, info, &over);
        if (st <= 0)
            return st;
        tried = true;
    }
    memcpy(z, tried ? s->best : s->start, bytes);
    zni_motion_move(&s->g, z, w);
    info->solver = c.who;
    info->outcome = c.why;
    return ZN_UNSOLVED;
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

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
    ZN_OPT_REAL(autos, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(autos, patience, 1000, 1, 1e9, "-",
               "sweeps that Gauss-Seidel may still seem to need"),
    ZN_OPT_INT(autos, max_sweeps, 20000, 1, 1e9, "-",
               "sweeps of Gauss-Seidel each time it is tried"),
    ZN_OPT_INT(autos, max_steps, 100, 1, 1e6, "-",
               "most steps of a Newton method"),
    ZN_OPT_BOOL(autos, path, 1,
                "follow the path of interior points where others have ended"),
    ZN_OPT_REAL(autos, most_values, 2e7, 0, 1e18, "-",
                "values of W or of M^-1 H beyond which they are not formed"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_global_friction_auto, ZN_KIND_GLOBAL_FRICTION_SOLVER, "auto",
           "Gauss-Seidel while it is quick, then Newton; falls back", autos,
           options, .init = init, .solve = solve, .fini = fini);
