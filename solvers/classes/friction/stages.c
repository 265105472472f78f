/* stages.c - how long and in what way `auto` sweeps
 * SPDX-License-Identifier: Apache-2.0 */
#include "stages.h"

/* Steps that Newton's method is thought to take, of small problems. */
enum { FEW_STEPS = 5 };

/* A sweep of contacts that roll, each of which takes Newton's steps of its own, costs more than a quarter of
 * a step of interior points, which need some 16 and do not begin where sweeps end. So it is asked after ten
 * whether these arrive: 50 problems of up to 100 rows take 0.89 of the instructions in the mean, 1.01 at most. */
enum { ROLLING_EARLY = 10 };

/* Sweeps of few rows that combine are at their end after ten, or nearly after thirty: then Newton's steps
 * take no longer than as many more. */
enum { FEW_MORE = 20 };

/* Combined sweeps within the tolerance leave what has any direction, where plain ones leave their slowest
 * mode: a dumbbell that rolls, whose steps begin within the tolerance of the last, left its way by 3e-6 m
 * in a second. One sweep more leaves a hundredth to a thousandth, less than plain ones do. Of three
 * differences few contacts have what they have of four or six. */
enum { AFTER = 1, FEW_DEPTH = 3 };

/* What a step of Newton's method takes for each value of the matrix. Counted on stacks, walls, arches, chains, piles
 * and heaps of 50 to 600 contacts. */
static const double NEWTON_VALUE = 40;

/* What a contact costs in a sweep, besides its blocks: few operations where it has a closed form. One in
 * space that rolls takes Newton's steps of its own, 5900 (counted on 14 contacts of a rockfall, where a sweep
 * takes 92 000 instructions, a step of interior points 341 000). Of many rows that is left out, as what
 * steps take besides their factors is: with it alone 60 and 100 contacts went to interior points too early. */
enum { CLOSED_FORM = 300, ROLLING = 5900 };

/* operations of a sweep: 18 for a block, and those of the contact */
double zni_stage_sweep(const zni_stages *s)
{
    const bool rolls = s->c->mur && s->c->d > 3 && s->c->n <= ZNI_SMALL;

    return 18 * (double)s->c->nb + (rolls ? ROLLING : CLOSED_FORM) * (double)s->c->nc;
}

/* Of small problems the fill is not predicted: it is taken for what it is at most. */
static bool full(const zni_stages *s)
{
    return s->lin->square.dense || s->c->n <= ZNI_SMALL;
}

/* A factorisation; as blocks of contacts have it, if it may. */
static zni_factors factors(const zni_stages *s, bool may)
{
    if (full(s))
        return zni_cost_dense((double)s->c->n);
    return (zni_factors){.one = {s->lin->values, s->lin->operations},
                         .block = may && s->lin->by_blocks ? s->c->d : 0};
}

/* operations of one, where they are known: full, or the fill was predicted */
static double factor_cost(const zni_stages *s)
{
    return factors(s, false).one.operations;
}

/* values of the matrix */
static double values(const zni_stages *s)
{
    const double d = (double)s->c->d;

    return d * d * (double)s->c->nb;
}

/* Of interior points: factors, and all besides where these are thin. */
static double step(const zni_stages *s, bool made)
{
    const zni_factors of = factors(s, made);

    return zni_cost_factors(&of) + (of.dense ? 0 : ZNI_COST_NUMBER * values(s));
}

double zni_stage_made(const zni_stages *s)
{
    return step(s, true);
}

/* Sweeps that cost as much as so many of what takes that */
static zn_index in_sweeps(const zni_stages *s, double many, double one)
{
    return zni_cost_worth(many, one, zni_stage_sweep(s), (double)s->max_sweeps);
}

/* Which contacts are pressed is found by a factor of their rows for each guess, which takes a d^3-th of the
 * operations of that of all rows. Walls and stacks at random take one or two of them, boxes of a scene seven, and where
 * redundant ones pull at each other no number is enough: all may cost what TRIED sweeps do, which are spent before it
 * is known what they are worth. */
enum { SETS = 20, TRIED = 90 };

/* What one takes for each value of the matrix besides the operations of its factors, counted on walls of 60 and 200
 * bricks, stacks of 100 and of 13 boxes. */
static const double SET_VALUE = 400;

zn_index zni_stage_sets(const zni_stages *s)
{
    const double d = (double)s->c->d, nb = (double)s->c->nb;
    const double one = factor_cost(s) / (d * d * d) * ZNI_COST_SCATTERED + SET_VALUE * nb;
    const zn_index sets = zni_cost_worth(TRIED, zni_stage_sweep(s), one, SETS);

    return sets > 1 ? sets : 0;
}

zn_index zni_stage_newton(const zni_stages *s)
{
    const zni_factors of = factors(s, true);

    return in_sweeps(s, ZNI_COST_STEPS, zni_cost_factors(&of) + NEWTON_VALUE * values(s));
}

/* as many sweeps as cost what the operations of Newton's steps do, and nothing besides: what comes
 * next is cheaper than steps */
static double worth(const zni_stages *s)
{
    return (s->c->n <= ZNI_SMALL ? FEW_STEPS : ZNI_COST_STEPS) *
           (factor_cost(s) / zni_stage_sweep(s));
}

/* and as many as the first ADMM does: one factorisation, one solution an iteration */
static double directions_worth(const zni_stages *s)
{
    return (factor_cost(s) + ZNI_DIRECTIONS * 2 * s->lin->values) /
           zni_stage_sweep(s);
}

/* Sweeps that are worth waiting for: as many, where that is known. */
static zn_index patience(const zni_stages *s, bool known)
{
    const bool bounded = full(s);
    double most = worth(s);

    if (!bounded && !known)
        return s->patience;
    if (most > (double)s->max_sweeps ||
        factor_cost(s) > s->most_values * (double)s->c->n)
        most = (double)s->max_sweeps;
    if (!bounded)
        most = fmax(most, (double)s->patience);
    return most < ZNI_COST_LEAST ? ZNI_COST_LEAST : (zn_index)most;
}

zn_index zni_stage_worth(const zni_stages *s)
{
    return (zn_index)fmin(worth(s), (double)patience(s, true));
}

zn_index zni_stage_interior(const zni_stages *s, zn_index steps)
{
    return in_sweeps(s, (double)steps, step(s, false));
}

/* One cost 0.35 s for 300 contacts, what five dense factorisations of them do: as much as 2600
 * sweeps of 1800 grains, and as 50 of 10^5 spheres. */
zn_index zni_stage_rescues(const zni_stages *s, zn_index sweeps, zn_index contacts)
{
    const double one = 5 * zni_lu_operations((double)(s->c->d * contacts));

    return zni_cost_worth((double)sweeps, zni_stage_sweep(s), one, (double)sweeps);
}

/* Sweeps combine first, which takes half of the sweeps of a few contacts already, whose errors
 * shrink by the same part each time, and gather momentum where there are many rows and that was not
 * enough: in piles with little friction combinations end soon, in heaps they stand still.
 * Momentum is Nesterov's first: where loads travel far, in walls, arches, stacks and large
 * heaps, it takes a third to a tenth of the sweeps of conjugate gradients; these take a
 * half to two thirds of its in small piles, and some that it circles around. If they roll they
 * combine. */
static zni_pace pace(const zni_stages *s, zni_stage which)
{
    const bool rolling = s->c->mur != NULL;

    if (which == ZNI_STAGE_LAST || which == ZNI_STAGE_AGAIN)
        return ZNI_PLAIN;
    if (which == ZNI_STAGE_FIRST)
        return rolling ? ZNI_PLAIN : ZNI_COMBINED;
    if (which == ZNI_STAGE_EVEN)
        return ZNI_NESTEROV;
    return rolling || which == ZNI_STAGE_COSTLY ? ZNI_COMBINED : ZNI_MOMENTUM;
}

zni_nsgs zni_stage_sweeps(const zni_stages *s, zni_stage which)
{
    const bool last = which == ZNI_STAGE_LAST;
    zni_nsgs sweeps = {.tol = s->tol,
                       .max_iter = s->max_sweeps,
                       .omega = 1,
                       .order = last ? ZNI_SHUFFLED : ZNI_ASCENDING,
                       .seed = 1,
                       .accelerate = (int)pace(s, which),
                       .depth = ZNI_DEPTH,
                       .patience =
                           last ? 0 : patience(s, which != ZNI_STAGE_FIRST)};

    if (last && s->c->nc <= ZNI_PAIR) {
        sweeps.patience = s->max_sweeps;
        sweeps.granted = ZNI_PAIR_SWEEPS;
    }
    /* what the next method costs where it arrives is spent whatever the rate: at most that
     * is lost, and there are piles where sweeps wait for long, and where the next ones fail
     * after many times as much */
    if (which == ZNI_STAGE_LONGER && s->c->n > ZNI_SMALL)
        sweeps.granted = zni_stage_worth(s);
    /* steps with factors come after it: as long as sweeps promise to arrive before these would, they go on */
    if (which == ZNI_STAGE_LONGER && zni_stage_interior(s, ZNI_COST_STEPS) > sweeps.patience)
        sweeps.patience = zni_stage_interior(s, ZNI_COST_STEPS);
    if (which == ZNI_STAGE_AGAIN)
        sweeps.max_iter = sweeps.granted = in_sweeps(s, 1, s->last);
    if (which == ZNI_STAGE_COSTLY && !s->c->mur)
        sweeps.granted =
            (zn_index)fmin(directions_worth(s), (double)sweeps.patience);
    if (which == ZNI_STAGE_FIRST && s->c->n <= ZNI_SMALL && sweeps.accelerate) {
        sweeps.patience = FEW_MORE;
        sweeps.more = AFTER;
        sweeps.depth = FEW_DEPTH;
    }
    if (which == ZNI_STAGE_FIRST && s->c->n <= ZNI_SMALL && s->c->mur)
        sweeps.early = ROLLING_EARLY;
    /* there is something cheaper to be tried before long */
    if ((which == ZNI_STAGE_FIRST && s->c->n > ZNI_SMALL && s->c->mur) ||
        which == ZNI_STAGE_COSTLY)
        sweeps.patience = sweeps.patience / 2 + 1;
    return sweeps;
}
