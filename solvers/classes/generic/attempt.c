/* attempt.c - the methods that `auto` of generic mechanical problems may try: when each is suitable, and how it is run
 * SPDX-License-Identifier: Apache-2.0 */
#include "auto.h"

#include <zeno/mlcp.h>
#include <zeno/rolling_friction.h>

#include "../../core/core.h"
#include "../../core/monitor.h"

/* the most pivots of Lemke's method, as in the solver for contacts alone */
enum { PIVOTS = 100000 };

/* Proximal points help where the rounding of redundant rows keeps a problem from being solved. With an error above this
 * that is not the cause, and they would take ten times as long as all other methods. */
static const double ROUNDED = 1e-3;

/* The tolerance of a solver of another class, whose error measure is a different one: `strict` is adapted to its
 * answers. */
static zn_status inner_tol(const zni_gauto *s, zn_solver *in)
{
    const double tol = fmin(fmax(0.5 * s->strict * s->tol, 1e-15), 1);

    /* mostly it is that of the last problem, and setting an option by name takes time */
    return zni_solver_tol(in) == tol ? ZN_OK : zn_solver_set_real(in, "tol", tol);
}

/* The other solver was satisfied, but err is above our tolerance: can it be asked for more? */
static bool stricter(zni_gauto *s, double err)
{
    if (!(err > s->tol) || isinf(err) || 0.5 * s->strict * s->tol <= 1e-15)
        return false;
    s->strict *= 0.1 * s->tol / err;
    return true;
}

static zn_status as_mlcp(zni_turn *t)
{
    zni_gauto *s = t->state;
    const zn_generic *p = s->g.p;
    zn_matrix M = zn_matrix_dense(p->n, p->n, s->full);
    zn_mlcp q = {.n = p->n, .M = p->M, .q = p->q, .eq = s->eq};
    zn_status st;

    if (p->n <= ZNI_GSMALL && p->M->storage != ZN_DENSE) {
        zn_matrix_to_dense(p->M, s->full);
        q.M = &M;
    }
    for (zn_index i = 0; i < p->n; i++)
        s->eq[i] = s->g.lo[i] < 0; /* -inf, else 0 */
    do {
        st = inner_tol(s, s->of[ZNI_GMLCP]);
        if (!st)
            st = zn_solver_solve_inner(s->of[ZNI_GMLCP], &q, t->z, t->w, t->mon, t->info);
    } while (!st && stricter(s, s->left = zni_gm_error(&s->g, t->z, t->w)));
    return st;
}

/* zni_method.kind of the first sweeps; later ones go on to their limit. */
enum { FIRST = 1 };

/* the options of sweeps, the first time or after all other methods */
static zni_nsgs sweeping(const zni_gauto *s, bool first)
{
    return (zni_nsgs){.tol = s->tol,
                      .max_iter = s->max_sweeps,
                      .omega = 1,
                      .order = first ? ZNI_ASCENDING : ZNI_SHUFFLED,
                      .seed = 1,
                      .patience = first ? s->patience : s->max_sweeps,
                      .granted = first ? 0 : s->patience};
}

static zni_fnewton stepping(const zni_gauto *s, zni_map_kind map, double reg)
{
    return (zni_fnewton){.tol = s->tol,
                          .max_iter = s->max_steps,
                          .map = (int)map,
                          .search = true,
                          .reg = reg,
                          .hybrid = 50};
}

/* apart from equality rows, is it a problem of relays, of friction or of rolling friction alone? */
static bool single(const zni_gblocks *has)
{
    return !has->contacts ||
           (has->contacts == 1 && !has->relay && !has->unilateral);
}

static bool rolls(const zni_gblocks *has)
{
    return has->contact[ZN_GENERIC_ROLLING_2D] ||
           has->contact[ZN_GENERIC_ROLLING_3D] ||
           has->contact[ZN_GENERIC_SPINNING_3D];
}

static zn_status as_class(zni_turn *t, const zn_generic *p, const double lb[],
                          const double ub[], double z[], double w[])
{
    zni_gauto *s = t->state;
    const zni_gblocks *has = &s->has;
    zn_index d = p->start[1];
    zn_relay relay = {p->n, p->M, p->q, lb, ub};
    zn_friction friction = {d, p->n / d, p->M, p->q, p->mu};
    zn_rolling_friction rolling = {d,    p->n / d, p->M,
                                   p->q, p->mu,    p->mu_r};
    const int class = !has->contacts ? ZNI_GRELAY : rolls(has) ? ZNI_GROLLING : ZNI_GFRICTION;
    const void *const problems[] = {NULL, &relay, &friction, &rolling};
    const zn_status st = inner_tol(s, s->of[class]);

    t->info->solver = zni_generic_classes[class];
    return st ? st : zn_solver_solve_inner(s->of[class], problems[class], z, w, t->mon, t->info);
}

/* the problem by the solver of its class */
static zn_status alone(zni_turn *t)
{
    zni_gauto *s = t->state;
    zn_status st;

    do
        st = as_class(t, s->g.p, s->g.lo, s->g.hi, t->z, t->w);
    while (!st && stricter(s, s->left = zni_gm_error(&s->g, t->z, t->w)));
    return st;
}

/* Newton's method; sweeps replace a step that fails */
static zn_status by_newton(zni_turn *t, const zni_fnewton *opt, const zni_gm *g, double z[], double w[])
{
    zni_gauto *s = t->state;
    const zni_nsgs sweeps = sweeping(s, true);
    zn_status st = zni_gmnewton_set(t->ctx, &s->newton, g);

    if (!st)
        st = zni_gsweep_set(t->ctx, &s->sweeps, &sweeps, g);
    return st ? st
              : zni_gmnewton_run((zni_call){t->ctx, z, w, t->mon, t->info}, &s->newton, &s->sweeps,
                                 opt, g);
}

/* solves the condensed problem from k->z */
static zn_status remaining(zni_turn *t)
{
    zni_gauto *s = t->state;
    zni_condensed *k = &s->c;
    const zn_generic *p = &k->p;
    zni_fnewton steps = stepping(s, ZNI_AC, 1e-8);
    zni_nsgs opt = sweeping(s, true);
    zn_status st;

    if (single(&s->has))
        return as_class(t, p, p->lb, p->ub, k->z, k->w);
    st = zni_condensed_units(t->ctx, k, &s->g);
    if (!st)
        st = by_newton(t, &steps, &k->reduced, k->z, k->w);
    if (st == ZN_UNSOLVED && t->info->outcome != ZN_INTERRUPTED && zni_gplane_rows(&k->reduced) > 0)
        st = zni_gplane_run((zni_call){t->ctx, k->z, k->w, t->mon, t->info}, &s->plane, s->tol,
                            PIVOTS, &k->reduced);
    if (st != ZN_UNSOLVED || t->info->outcome == ZN_INTERRUPTED)
        return st;
    return zni_gsweep_run((zni_call){t->ctx, k->z, k->w, t->mon, t->info}, &s->sweeps, &opt,
                          &k->reduced);
}

/* Solves the condensed problem, then z_E; refined at most `rounds` - 1 times. */
static zn_status eliminated(zni_turn *t, int rounds)
{
    zni_gauto *s = t->state;
    zn_index total = 0;
    zn_status st = ZN_OK;

    zni_condensed_restrict(&s->c, t->z);
    t->info->outcome = ZN_SOLVED;
    for (int round = 0; round < rounds; round++) {
        if (s->c.p.n > 0)
            st = remaining(t);
        if (st < 0)
            return st;
        total += t->info->iterations;
        zni_condensed_expand(&s->c, &s->g, t->z);
        zni_gm_mul(&s->g, t->z, s->g.p->q, t->w);
        if (st || !stricter(s, zni_gm_error(&s->g, t->z, t->w)))
            break;
        zni_condensed_correct(&s->c, &s->g, t->z, t->w);
    }
    t->info->iterations = total;
    t->info->solver = t->m->name; /* not the name of the inner solver */
    return st;
}

static zn_status condensed(zni_turn *t)
{
    zni_gauto *s = t->state;
    const zn_status st = zni_condensed_set(t->ctx, &s->c, &s->g);

    return st ? st : eliminated(t, ZNI_CORRECTIONS);
}

/* If the equality rows provably contradict each other, z returns a point that violates them least. */
static zn_status contradiction(zni_turn *t)
{
    zni_gauto *s = t->state;
    zn_status st = zni_refute_reserve(t->ctx, &s->proof, s->g.n);

    if (st)
        return st;
    t->info->outcome = ZN_TIME_LIMIT;
    if (!zni_affords(t->mon, ZNI_REFUTE_PRODUCTS * (double)zn_matrix_nnz(s->g.p->M)))
        return ZN_UNSOLVED;
    t->info->outcome = ZN_STALLED;
    if (!zni_condensed_torn(&s->c, &s->g, &s->proof, s->tol * s->g.qnorm))
        return ZN_UNSOLVED;
    st = eliminated(t, 1);
    if (st >= 0 && !zni_over(t->mon, &t->info->outcome))
        t->info->outcome = ZN_INFEASIBLE;
    return st < 0 ? st : ZN_UNSOLVED;
}

static zn_status newton(zni_turn *t)
{
    const zni_gauto *s = t->state;
    const zni_fnewton opt = stepping(s, (zni_map_kind)t->m->kind, t->m->reg);

    return by_newton(t, &opt, &s->g, t->z, t->w);
}

static zn_status anew(zni_turn *t)
{
    memset(t->z, 0, (size_t)t->of->nz * sizeof *t->z);
    return newton(t);
}

static zn_status plane(zni_turn *t)
{
    zni_gauto *s = t->state;

    return zni_gplane_run(zni_call_of(t), &s->plane, s->tol, PIVOTS, &s->g);
}

static zn_status shifts(zni_turn *t)
{
    zni_gauto *s = t->state;
    const zn_status st = zni_gmnewton_set(t->ctx, &s->newton, &s->g);

    t->info->outcome = ZN_STALLED;
    zni_gm_mul(&s->g, t->z, s->g.p->q, t->w);
    if (st || zni_gm_error(&s->g, t->z, t->w) > ROUNDED)
        return st ? st : ZN_UNSOLVED;
    return zni_gprox_run(zni_call_of(t), &s->newton, s->tol, s->max_steps, &s->g, s->prox);
}

static zn_status starts(zni_turn *t)
{
    zni_gauto *s = t->state;
    const zn_status st = zni_gmnewton_set(t->ctx, &s->newton, &s->g);

    return st ? st
              : zni_gstarts_run(zni_call_of(t), &s->newton, s->tol, s->max_steps, &s->g, s->prox);
}

static zn_status sweep(zni_turn *t)
{
    zni_gauto *s = t->state;
    zni_nsgs opt = sweeping(s, t->m->kind == FIRST);
    zn_status st = zni_gsweep_set(t->ctx, &s->sweeps, &opt, &s->g);

    return st ? st : zni_gsweep_run(zni_call_of(t), &s->sweeps, &opt, &s->g);
}

static zn_status few(zni_turn *t)
{
    zni_gauto *s = t->state;

    return zni_gfew(s->g.p, s->tol, &s->warm, t->z, t->w, t->info) ? ZN_OK : ZN_EINVAL;
}

/* ---- when a method is suitable ---------------------------------------------- */

static bool few_rows(const zni_turn *t)
{
    const zni_gauto *s = t->state;

    return !s->tried && s->g.n <= ZNI_GFEW && s->has.equalities > 0 && !s->has.relay &&
           !s->has.contacts;
}

static bool complementary(const zni_turn *t)
{
    const zni_gauto *s = t->state;

    return !s->has.relay && !s->has.contacts;
}

static bool one_class(const zni_turn *t)
{
    const zni_gauto *s = t->state;

    return s->has.equalities == 0 && single(&s->has) && (s->has.relay || s->has.contacts);
}

/* The condensed matrix is full. Where M is thin (zni_condensed_thin), a step of Newton's method on the whole problem
 * costs less if more than FULL_ROWS rows stay. A belt of 400 plates on hinges with dry friction and 120 closed
 * contacts, 759 rows: 0.08 s instead of 0.55 s. */
enum { FULL_ROWS = 200 };

static bool condenses(const zni_turn *t)
{
    const zni_gauto *s = t->state;

    const zn_index rows = s->g.n - s->has.equalities;

    return (s->has.equalities > 0 || (s->has.relay && s->has.unilateral)) &&
           rows <= s->max_condensed;
}

static bool condenses_full(const zni_turn *t)
{
    const zni_gauto *s = t->state;

    return condenses(t) && s->g.n - s->has.equalities > FULL_ROWS &&
           zni_condensed_thin(s->g.p->M);
}

static bool condenses_first(const zni_turn *t)
{
    return condenses(t) && !condenses_full(t);
}

/* the elimination found no multipliers of the joints */
static bool open(const zni_turn *t)
{
    return ((const zni_gauto *)t->state)->c.open;
}

/* contacts in the plane together with stops or relays */
static bool in_plane(const zni_turn *t)
{
    const zni_gauto *s = t->state;

    return s->has.contact[ZN_GENERIC_FRICTION_2D] && s->has.contacts == 1 &&
           !single(&s->has) && s->has.equalities == 0 && zni_gplane_rows(&s->g) > 0;
}

/* Up to SCATTERED rows many starts cost little, and one of a hundred converges. With one unit all starts would be the
 * same. */
enum { SCATTERED = 100 };

static bool scattered(const zni_turn *t)
{
    const zni_gauto *s = t->state;

    return s->g.n <= SCATTERED && s->g.nu > 1;
}

/* ---- the order of the methods ----------------------------------------------- */

#define WHOLE .is = ZNI_WHOLE
#define STEPS(map, term) .kind = map, .reg = term, WHOLE
#define ELIMINATED                                                               \
    "eliminated", "few rows remain without the joints, stops and relays that make sweeps slow", \
        .run = condensed
#define CONTRADICTION                                                          \
    "contradiction", "do joints contradict each other?", .run = contradiction, \
        .suits = open, .is = ZNI_WHOLE | ZNI_PROVES

const zni_method zni_generic_methods[] = {
    {"eliminated", "few rows of joints and stops: joints are eliminated block by block", .run = few,
     .suits = few_rows},
    {"mlcp", "no friction and no relay: a mixed complementarity problem", .run = as_mlcp,
     .suits = complementary},
    {"auto", "one kind of block: a problem of that class", .run = alone, .suits = one_class},
    {ELIMINATED, .suits = condenses_first, WHOLE},
    {CONTRADICTION},
    {"newton", "few steps from a good start", .run = newton, STEPS(ZNI_AC, 1e-8)},
    {ELIMINATED, .suits = condenses_full, WHOLE},
    {CONTRADICTION},
    {"plane", "contacts in the plane by pivots, which redundant rows do not slow down", .run = plane,
     .suits = in_plane, WHOLE},
    {"newton",
     "from zero: from the given start redundant rows may block every direction",
     .run = anew, STEPS(ZNI_AC, 1e-8)},
    {"nsgs", "as long as their rate promises an early end", .run = sweep,
     .kind = FIRST, WHOLE},
    {"newton-fb", "Fischer-Burmeister function, strong regularisation, from the start", .run = newton,
     .from = ZNI_FROM_START, STEPS(ZNI_FB, 1e-4)},
    {"prox", "if the error is small: multipliers of redundant rows drift until a contact gives way",
     .run = shifts, WHOLE},
    {"newton", "few rows, and nothing has converged: Newton from random starts", .run = starts,
     .suits = scattered, WHOLE},
    {"nsgs", "sweeps in random order, up to their limit", .run = sweep, WHOLE},
    {"newton", "a few last steps, as sweeps have found the states of the contacts", .run = newton,
     STEPS(ZNI_AC, 1e-8)},
    ZNI_LAST,
};
