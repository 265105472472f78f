/* stages.c - how many sweeps `auto` makes, and of which kind
 * SPDX-License-Identifier: Apache-2.0 */
#include "stages.h"

/* Steps that Newton's method is assumed to take on small problems. */
enum { FEW_STEPS = 5 };

/* A sweep over rolling contacts, each of which takes Newton steps of its own, costs more than a quarter of a step of
 * interior points. These take about 16 steps and do not start from where sweeps end. So after ten sweeps it is decided
 * whether they converge: 50 problems of up to 100 rows take 0.89 times the instructions on average, 1.01 at most. */
enum { ROLLING_EARLY = 10 };

/* Combined sweeps of few rows have converged after ten, or nearly after thirty: Newton's steps then cost no more than
 * so many further sweeps. */
enum { FEW_MORE = 20 };

/* The error that combined sweeps leave within the tolerance may have any direction, that of plain sweeps is their
 * slowest mode. A rolling dumbbell whose time steps start within the tolerance drifted by 3e-6 m in a second. One sweep
 * more leaves a hundredth to a thousandth of the error, less than plain sweeps do. With few contacts three differences
 * are as good as four or six. */
enum { AFTER = 1, FEW_DEPTH = 3 };

/* Operations of a Newton step for each value of the matrix, besides its factors; counted on stacks, walls, arches,
 * chains, piles and heaps of 50 to 600 contacts. */
static const double NEWTON_VALUE = 40;

/* Operations of a contact in a sweep besides its blocks: few if it has a closed form. A rolling contact in space takes
 * Newton steps of its own, 5900 operations (counted on 14 contacts of a rockfall, where a sweep takes 92 000
 * instructions, a step of interior points 341 000). With many rows that is left out, as is what steps cost besides
 * their factors: with the former alone problems of 60 and 100 contacts went to interior points too early. */
enum { CLOSED_FORM = 300, ROLLING = 5900 };

/* 18 for a block of W, and those of the contacts */
double zni_stage_sweep(const zni_stages *s)
{
    const bool rolls = s->c->mur && s->c->d > 3 && s->c->n <= ZNI_SMALL;

    return 18 * (double)s->c->nb + (rolls ? ROLLING : CLOSED_FORM) * (double)s->c->nc;
}

/* For small problems fill is not predicted; their factors count as full. */
static bool full(const zni_stages *s)
{
    return s->lin->square.dense || s->c->n <= ZNI_SMALL;
}

/* What a factorisation costs; with `may` that by blocks of contacts, if it is made so. */
static zni_factors factors(const zni_stages *s, bool may)
{
    if (full(s))
        return zni_cost_dense((double)s->c->n);
    return (zni_factors){.one = {s->lin->values, s->lin->operations},
                         .block = may && s->lin->by_blocks ? s->c->d : 0};
}

/* operations of a factorisation; they are known if it is full or its fill has been predicted */
static double factor_cost(const zni_stages *s)
{
    return factors(s, false).one.operations;
}

/* number of values of the matrix */
static double values(const zni_stages *s)
{
    const double d = (double)s->c->d;

    return d * d * (double)s->c->nb;
}

/* A step of interior points: factors and, if these are sparse, everything else. */
static double step(const zni_stages *s, bool made)
{
    const zni_factors of = factors(s, made);

    return zni_cost_factors(&of) + (of.dense ? 0 : ZNI_COST_NUMBER * values(s));
}

double zni_stage_made(const zni_stages *s)
{
    return step(s, true);
}

/* The number of sweeps that cost as much as `many` times `one` operations. */
static zn_index in_sweeps(const zni_stages *s, double many, double one)
{
    return zni_cost_worth(many, one, zni_stage_sweep(s), (double)s->max_sweeps);
}

/* The loads alone are found by trying active sets, each by factors of the normal rows of the set, at 1 / d^3 of the
 * operations of factors of all rows. Random walls and stacks take one or two sets, boxes of a scene seven; where
 * redundant contacts pull at each other no number is enough. Together they may cost as much as TRIED sweeps, since
 * nothing is known of their gain in advance. */
enum { SETS = 20, TRIED = 90 };

/* Operations of trying a set for each block of the matrix, besides its factors; counted on walls of 60 and 200 bricks,
 * stacks of 100 and of 13 boxes. */
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

/* The number of sweeps that cost as much as the factors of Newton's steps, without anything else: the method after the
 * first sweeps is cheaper than such steps. */
static double worth(const zni_stages *s)
{
    return (s->c->n <= ZNI_SMALL ? FEW_STEPS : ZNI_COST_STEPS) *
           (factor_cost(s) / zni_stage_sweep(s));
}

/* The same for the first ADMM: one factorisation, and one solution for each iteration. */
static double directions_worth(const zni_stages *s)
{
    return (factor_cost(s) + ZNI_DIRECTIONS * 2 * s->lin->values) /
           zni_stage_sweep(s);
}

/* How many more sweeps may seem to be needed before they are given up: as many as Newton's steps cost, if that is
 * known. */
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

/* A patch costs as much as five dense factorisations: 0.35 s for 300 contacts, the cost of 2600 sweeps of 1800
 * grains, or of 50 sweeps of 10^5 spheres. */
zn_index zni_stage_rescues(const zni_stages *s, zn_index sweeps, zn_index contacts)
{
    const double one = 5 * zni_lu_operations((double)(s->c->d * contacts));

    return zni_cost_worth((double)sweeps, zni_stage_sweep(s), one, (double)sweeps);
}

/* The first sweeps are combined (Anderson): that halves the number of sweeps even of a few contacts, whose errors
 * shrink by a constant factor. If there are many rows and that was not enough, sweeps get momentum: combined ones
 * converge soon in piles with little friction, and stall in heaps. Nesterov's momentum comes first: where loads
 * travel far, in walls, arches, stacks and large heaps, it takes a third to a tenth of the sweeps that momentum of
 * conjugate gradients takes; the latter takes a half to two thirds in small piles, and converges in some where
 * Nesterov's oscillates. Sweeps over rolling contacts are plain first, then combined. */
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

/* The path of interior points takes 200 factorisations and more where interior points have made 50 steps in vain. */
enum { PATH = 4 };

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
    /* The cost of the next method, if that converges, is spent whatever the rate of convergence. No more than that can
     * be lost, and there are piles where sweeps stall for long before they converge, and where the next methods fail
     * after many times as much. */
    if (which == ZNI_STAGE_LONGER && s->c->n > ZNI_SMALL)
        sweeps.granted = zni_stage_worth(s);
    /* steps with factors come next: sweeps go on while they are expected to converge before these would */
    if (which == ZNI_STAGE_LONGER && zni_stage_interior(s, ZNI_COST_STEPS) > sweeps.patience)
        sweeps.patience = zni_stage_interior(s, ZNI_COST_STEPS);
    /* beyond what interior points have cost they go on while they are expected to converge for less than the path */
    if (which == ZNI_STAGE_AGAIN) {
        sweeps.granted = in_sweeps(s, 1, s->last);
        sweeps.max_iter = sweeps.patience = PATH * sweeps.granted;
    }
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
    /* something cheaper comes next */
    if ((which == ZNI_STAGE_FIRST && s->c->n > ZNI_SMALL && s->c->mur) ||
        which == ZNI_STAGE_COSTLY)
        sweeps.patience = sweeps.patience / 2 + 1;
    return sweeps;
}
