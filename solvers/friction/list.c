/* list.c - the methods that `auto` of friction has, in their order
 * SPDX-License-Identifier: Apache-2.0 */
#include "auto.h"

/* The methods stand in lists; the first that brings the error to tol answers (the list of
 * friction in doc/friction.md). Where contacts are hardly pushed along the loads alone are asked first, a problem
 * of a third of the rows: what stands is solved by it, or by some sweeps where it comes near. Sweeps are cheap and
 * are enough for most problems with few
 * redundant contacts; where they are slow, a Newton method that has a good start is quick:
 * that of few steps with strong regularisation from the start given, as sweeps may have led
 * to where redundant contacts are badly loaded. On more rows it is tried at once where its steps cost no
 * more than the sweeps that are waited for in any case and contacts close hardly any loops: it arrives in
 * five to thirty or shows in eight that it does not. Interior points begin where the first sweeps
 * ended: later ones come close to the borders of the cones, from which their steps are
 * short. Where they fail sweeps have as long again as they took: in heaps and columns of
 * thousands of contacts they still gain then, and what comes after takes far more. In the plane
 * pivots come next, as long as rows are few: laws made of lines have answers that they end at, and where a path
 * ends on a ray another one may not. Where
 * redundant contacts pull against each other by no more than rounding, what is
 * left is to shift loads until one of them gives way: proximal points with hardly any term
 * do that in a step or two, from the best point. Where they do not, as contacts exchange what they
 * do on the way, the path of proximal problems is followed: from a point that sweeps have brought
 * near no longer than interior points in turns take, from the start, at the end of all, as long
 * as it may be; and then directions of multipliers, as long: they take no factors on the way, and where
 * all else stands still they may still arrive. The path of interior points, which begins nowhere in particular
 * and goes on where they turn back, comes as soon as their turns have failed, and has an account of its own: what
 * comes after has solved nothing of what it does. Where it ends near a solution proximal points go the rest.
 * And all of it but that path once more from r = 0: of
 * redundant contacts a start may be so badly loaded that no way leads away from it.
 *
 * What steps cost is predicted from the fill of the factors: a method is left out when its
 * factors would have more than most_values values, or one of them would not be ready within
 * the time limit. Each method starts from the best point so far unless said
 * otherwise, and has a limit of iterations, and the late ones together take no more than a
 * multiple of what the others took (effort.h); nothing depends on clocks unless a time limit is
 * set. A proof that there is no solution ends it; else the best point comes back with its
 * error. */

/* Order up to which a problem is tiny. */
enum { TINY = 20 };

/* The error up to which a point in space is near enough for loads to be shifted at once: the
 * first methods leave less on most stacks whose contacts are redundant, often 1e-11. From 2e-3
 * proximal points take ten times as many steps as interior points, which come after. In the
 * plane full steps find which contacts slip from anywhere, as laws there are made of lines. */
static const double NEAR = 1e-4;

/* Patches are for problems of so many of them at least; before all factors where so many times the
 * sweeps before the first are worth it, else before the first that would take
 * ZNI_EARLY_STEPS. */
enum { SEVERAL = 3 };

const zni_fmethod zni_friction_methods[] = {
    {"lemke", ZNI_BY_PIVOTS, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"panagiotopoulos", ZNI_BY_LOADS, ZNI_AC, 0, ZNI_FROM_GIVEN, 1},
    {"nsgs", ZNI_BY_STANDING, ZNI_AC, 0, ZNI_FROM_LAST, 30},
    {"nsgs", ZNI_BY_FIRST, ZNI_AC, 0, ZNI_FROM_GIVEN, 0},
    {"newton-ac", ZNI_BY_SMALL_NEWTON, ZNI_AC, 1e-6, ZNI_FROM_GIVEN, 10},
    {"prox", ZNI_BY_SMALL_PROX, ZNI_AC, 1e-12, ZNI_FROM_BEST, 20},
    {"newton-natural", ZNI_BY_TRIAL, ZNI_NATURAL, 1e-3, ZNI_FROM_GIVEN, 40},
    {"patches", ZNI_BY_PATCHES, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"nsgs", ZNI_BY_COSTLY, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"admm", ZNI_BY_DIRECTION, ZNI_AC, 0, ZNI_FROM_GIVEN, ZNI_DIRECTIONS},
    {"nsgs", ZNI_BY_EVEN, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"nsgs", ZNI_BY_LONGER, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"patches", ZNI_BY_LATE_PATCHES, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"interior-point", ZNI_BY_INTERIOR, ZNI_AC, 0, ZNI_FROM_EARLY, ZNI_EARLY_STEPS},
    {"nsgs", ZNI_BY_AGAIN, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"lemke", ZNI_BY_LATE_PIVOTS, ZNI_AC, 0, ZNI_FROM_GIVEN, 16},
    {"homotopy", ZNI_BY_PATH, ZNI_AC, 1e-2, ZNI_FROM_BEST, 150},
    {"aclm", ZNI_BY_TURNS, ZNI_AC, 0, ZNI_FROM_GIVEN, 40},
    {"central-path", ZNI_BY_CENTRAL, ZNI_AC, 0, ZNI_FROM_GIVEN, 1600},
    {"prox", ZNI_BY_END, ZNI_AC, 0.1, ZNI_FROM_LAST, 40},
    {"newton-fb", ZNI_BY_NEWTON, ZNI_FB, 1e-4, ZNI_FROM_GIVEN, 40},
    {"newton-fb", ZNI_BY_NEWTON, ZNI_FB, 1e-6, ZNI_FROM_BEST, 100},
    {"prox", ZNI_BY_PROX, ZNI_AC, 0.1, ZNI_FROM_GIVEN, 1000},
    {"newton-ac", ZNI_BY_NEWTON, ZNI_AC, 1e-6, ZNI_FROM_BEST, 100},
    {"newton-natural", ZNI_BY_NEWTON, ZNI_NATURAL, 1e-4, ZNI_FROM_GIVEN, 100},
    {"interior-point", ZNI_BY_INTERIOR, ZNI_AC, 0, ZNI_FROM_GIVEN, 200},
    {"prox", ZNI_BY_PROX, ZNI_AC, 1e-12, ZNI_FROM_BEST, 100},
    {"homotopy", ZNI_BY_LONG_PATH, ZNI_AC, 1e-2, ZNI_FROM_GIVEN, 4000},
    {"admm", ZNI_BY_DIRECTION, ZNI_AC, 0, ZNI_FROM_GIVEN, 10000},
    {"nsgs", ZNI_BY_SWEEPS, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {NULL, ZNI_BY_SWEEPS, ZNI_AC, 0, ZNI_FROM_BEST, 0},
};

/* With rolling friction, where there is no function of Fischer & Burmeister, but
 * the problem is scaled, which makes Newton's steps long. Tiny ones begin with
 * Newton: a contact of five components has no cheap closed form. Redundant
 * contacts are for interior points; damped ones find solutions that others do not,
 * and fail where those do not. The second half is for redundant contacts with high
 * friction, which have several solutions: what matters there is to start anew on
 * another way. */
const zni_fmethod zni_rolling_methods[] = {
    {"newton", ZNI_BY_TINY_NEWTON, ZNI_NATURAL, 1e-6, ZNI_FROM_BEST, 10},
    {"nsgs", ZNI_BY_FIRST, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"nsgs", ZNI_BY_COSTLY, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"interior-point", ZNI_BY_INTERIOR, ZNI_AC, 0, ZNI_FROM_GIVEN, 100},
    {"interior-point", ZNI_BY_DAMPED, ZNI_AC, 0, ZNI_FROM_GIVEN, 100},
    {"newton", ZNI_BY_NEWTON, ZNI_NATURAL, 1e-4, ZNI_FROM_GIVEN, 40},
    {"newton", ZNI_BY_NEWTON, ZNI_AC, 1e-6, ZNI_FROM_BEST, 100},
    {"prox", ZNI_BY_PROX, ZNI_AC, 0.1, ZNI_FROM_GIVEN, 100},
    {"newton", ZNI_BY_NEWTON, ZNI_NATURAL, 1e-7, ZNI_FROM_GIVEN, 100},
    {"prox", ZNI_BY_PROX, ZNI_AC, 0.01, ZNI_FROM_GIVEN, 100},
    {"newton", ZNI_BY_NEWTON, ZNI_AC, 1e-2, ZNI_FROM_GIVEN, 200},
    {"prox", ZNI_BY_PROX, ZNI_AC, 1, ZNI_FROM_GIVEN, 200},
    {"newton", ZNI_BY_NEWTON, ZNI_AC, 1e-4, ZNI_FROM_GIVEN, 100},
    {"prox", ZNI_BY_PROX, ZNI_AC, 1e-12, ZNI_FROM_BEST, 100},
    {"central-path", ZNI_BY_CENTRAL, ZNI_AC, 0, ZNI_FROM_GIVEN, 1600},
    {"prox", ZNI_BY_END, ZNI_AC, 0.1, ZNI_FROM_LAST, 40},
    {"nsgs", ZNI_BY_SWEEPS, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {NULL, ZNI_BY_SWEEPS, ZNI_AC, 0, ZNI_FROM_BEST, 0},
};

bool zni_fmethod_factors(const zni_fmethod *m)
{
    return m->kind != ZNI_BY_PIVOTS && m->kind != ZNI_BY_LATE_PIVOTS && m->kind != ZNI_BY_LOADS &&
           m->kind != ZNI_BY_STANDING && m->kind != ZNI_BY_FIRST && m->kind != ZNI_BY_PATCHES &&
           m->kind != ZNI_BY_LATE_PATCHES && m->kind != ZNI_BY_COSTLY && m->kind != ZNI_BY_EVEN &&
           m->kind != ZNI_BY_LONGER && m->kind != ZNI_BY_AGAIN && m->kind != ZNI_BY_SWEEPS;
}

bool zni_fmethod_late(const zni_fmethod *m)
{
    return m->kind == ZNI_BY_PATH || m->kind == ZNI_BY_TURNS || m->kind == ZNI_BY_NEWTON ||
           m->kind == ZNI_BY_PROX || m->kind == ZNI_BY_CENTRAL || m->kind == ZNI_BY_END ||
           m->kind == ZNI_BY_LONG_PATH || m->kind == ZNI_BY_SWEEPS;
}

bool zni_fmethod_apart(const zni_fmethod *m)
{
    return m->kind == ZNI_BY_CENTRAL || m->kind == ZNI_BY_END;
}

/* a pivot of Klarbring's form, of four rows a contact */
static double pivot(const zni_fc *c)
{
    const double m = 4 * (double)c->nc;

    return 2 * m * m;
}

double zni_fmethod_each(const zni_fauto *s, const zni_fmethod *m)
{
    const zni_stages of = zni_fauto_stages(s);

    if (!zni_fmethod_factors(m))
        return m->kind == ZNI_BY_PIVOTS        ? 0
               : m->kind == ZNI_BY_LATE_PIVOTS ? pivot(&s->c)
                                               : zni_stage_sweep(&of);
    return m->kind == ZNI_BY_DIRECTION ? 2 * s->newton.lin.values + zni_stage_sweep(&of) : 0;
}

/* Values of the factors for each of the matrix up to which contacts close hardly any loops: of a tree there are
 * no more than that has, and each loop fills in a little. */
static const double TREE = 1.1;

bool zni_fauto_tries(const zni_fauto *s)
{
    const zni_stages of = zni_fauto_stages(s);
    const double values = s->newton.lin.values, own = (double)(s->c.nb * s->c.d * s->c.d);

    return s->c.n > ZNI_SMALL && !s->quick && values <= s->most_values && values <= TREE * own &&
           zni_stage_newton(&of) <= s->patience;
}

bool zni_fauto_stands(const zni_fauto *s, const double z[], double w[])
{
    const zni_fc *c = &s->c;
    double across = 0, along = 0;

    if (c->n <= ZNI_SMALL || s->quick)
        return false;
    for (zn_index a = 0; a < c->nc; a++)
        for (zn_index i = 0; i < c->d; i++) {
            const double q = c->q[c->d * a + i];

            *(i > 0 ? &along : &across) += q * q / c->size[a];
        }
    if (!(along <= NEAR * NEAR * across))
        return false;
    zni_fc_mul(c, z, c->q, w);
    return zni_fc_error(c, z, w) > NEAR;
}

bool zni_fmethod_counts(const zni_fmethod *m, double error)
{
    return m->kind != ZNI_BY_LOADS || error <= NEAR;
}

bool zni_fmethod_suits(const zni_fauto *s, const zni_fmethod *m, double least)
{
    const zni_stages of = zni_fauto_stages(s);
    zn_matrix W;

    /* of one contact a sweep is its closed form, and the next one the same */
    if (m->kind == ZNI_BY_SWEEPS && s->c.nb == 1 && s->c.law == &zni_coulomb)
        return false;
    if (m->kind == ZNI_BY_PIVOTS)
        return s->c.d == 2 && s->c.nc <= ZNI_FEW;
    if (m->kind == ZNI_BY_LATE_PIVOTS)
        return s->c.d == 2 && s->c.nc > ZNI_FEW && s->c.nc <= ZNI_PLANE_PIVOTS;
    if (m->kind == ZNI_BY_LOADS)
        return zni_stage_sets(&of) > 0;
    if (m->kind == ZNI_BY_STANDING)
        return s->before && s->before->kind == ZNI_BY_LOADS && s->ended <= NEAR;
    if (m->kind == ZNI_BY_SMALL_NEWTON)
        return s->c.n <= ZNI_SMALL;
    if (m->kind == ZNI_BY_SMALL_PROX)
        return s->c.n <= ZNI_SMALL && (s->c.d == 2 || least <= NEAR);
    if (m->kind == ZNI_BY_TINY_NEWTON)
        return s->c.n <= TINY && s->c.nc > 1;
    if (m->kind == ZNI_BY_TRIAL)
        return zni_fauto_tries(s);
    if (m->kind == ZNI_BY_PATCHES || m->kind == ZNI_BY_LATE_PATCHES)
        return s->c.nc > SEVERAL * ZNI_PATCH &&
               (m->kind == ZNI_BY_PATCHES) == (zni_stage_worth(&of) > SEVERAL * ZNI_PATCHES_FIRST);
    if (m->kind == ZNI_BY_LONGER || m->kind == ZNI_BY_EVEN || m->kind == ZNI_BY_COSTLY)
        return s->c.n > ZNI_SMALL;
    if (m->kind == ZNI_BY_AGAIN)
        return s->c.n > ZNI_SMALL && !s->quick;
    /* the path begins nowhere in particular: the second time it would be the same */
    if (zni_fmethod_apart(m) && (!s->path || s->again || s->quick))
        return false;
    if (m->kind == ZNI_BY_END &&
        !(s->before && s->before->kind == ZNI_BY_CENTRAL && s->ended <= NEAR))
        return false;
    if (m->kind == ZNI_BY_PATH && (s->quick || s->c.n <= ZNI_SMALL || least > NEAR))
        return false;
    if (zni_fmethod_factors(m) && s->c.n > ZNI_SMALL &&
        s->newton.lin.values > s->most_values)
        return false;
    if (m->kind != ZNI_BY_DIRECTION && m->kind != ZNI_BY_TURNS)
        return true;
    if (s->c.n <= ZNI_SMALL)
        return false;
    W = zni_fc_matrix(&s->c);
    return zn_matrix_symmetric(&W, 1e-12);
}
