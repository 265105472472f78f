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
 * ends on a ray another one may not (plane.c), and of few contacts all that they may do are a tree. Where
 * redundant contacts pull against each other by no more than rounding, what is
 * left is to shift loads until one of them gives way: proximal points with hardly any term
 * do that in a step or two, from the best point. Where they do not, as contacts exchange what they
 * do on the way, the path of proximal problems is followed: from a point that sweeps have brought
 * near no longer than interior points in turns take, from the start, at the end of all, as long
 * as it may be; and then directions of multipliers, as long: they take no factors on the way, and where
 * all else stands still they may still arrive. The path of interior points, which begins nowhere in particular
 * and goes on where they turn back, comes as soon as their turns have failed, and has an account of its own: what
 * comes after has solved nothing of what it does. Where it ends near a solution proximal points go the rest.
 * Where a problem is small and nothing has arrived, one of many starts may (starts.c).
 * And all of it but that path, those of pivots and those starts once more from r = 0: of
 * redundant contacts a start may be so badly loaded that no way leads away from it.
 *
 * What steps cost is predicted from the fill of the factors: a method is left out when its
 * factors would have more than most_values values, or one of them would not be ready within
 * the time limit. Each method starts from the best point so far unless said
 * otherwise, and has a limit of iterations, and the late ones together take no more than a
 * multiple of what the others took (effort.h); nothing depends on clocks unless a time limit is
 * set. A proof that there is no solution ends it; else the best point comes back with its
 * error. */

const zni_fmethod zni_friction_methods[] = {
    {"lemke", &zni_by_pivots, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"panagiotopoulos", &zni_by_loads, ZNI_AC, 0, ZNI_FROM_GIVEN, 1},
    {"nsgs", &zni_by_standing, ZNI_AC, 0, ZNI_FROM_LAST, 30},
    {"nsgs", &zni_by_first, ZNI_AC, 0, ZNI_FROM_GIVEN, 0},
    {"newton-ac", &zni_by_small_newton, ZNI_AC, 1e-6, ZNI_FROM_GIVEN, 10},
    {"prox", &zni_by_small_prox, ZNI_AC, 1e-12, ZNI_FROM_BEST, 20},
    {"newton-natural", &zni_by_trial, ZNI_NATURAL, 1e-3, ZNI_FROM_GIVEN, 40},
    {"patches", &zni_by_patches, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"nsgs", &zni_by_costly, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"admm", &zni_by_direction, ZNI_AC, 0, ZNI_FROM_GIVEN, ZNI_DIRECTIONS},
    {"nsgs", &zni_by_even, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"nsgs", &zni_by_longer, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"patches", &zni_by_late_patches, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"interior-point", &zni_by_interior, ZNI_AC, 0, ZNI_FROM_EARLY, ZNI_EARLY_STEPS},
    {"nsgs", &zni_by_again, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"lemke", &zni_by_late_pivots, ZNI_AC, 0, ZNI_FROM_GIVEN, 0},
    {"lemke", &zni_by_more_pivots, ZNI_AC, 0, ZNI_FROM_GIVEN, 128},
    {"homotopy", &zni_by_path, ZNI_AC, 1e-2, ZNI_FROM_BEST, 150},
    {"aclm", &zni_by_turns, ZNI_AC, 0, ZNI_FROM_GIVEN, 40},
    {"central-path", &zni_by_central, ZNI_AC, 0, ZNI_FROM_GIVEN, 4800},
    {"prox", &zni_by_end, ZNI_AC, 0.1, ZNI_FROM_LAST, 40},
    {"newton-fb", &zni_by_newton, ZNI_FB, 1e-4, ZNI_FROM_GIVEN, 40},
    {"newton-fb", &zni_by_newton, ZNI_FB, 1e-6, ZNI_FROM_BEST, 100},
    {"prox", &zni_by_prox, ZNI_AC, 0.1, ZNI_FROM_GIVEN, 1000},
    {"newton-ac", &zni_by_newton, ZNI_AC, 1e-6, ZNI_FROM_BEST, 100},
    {"newton-natural", &zni_by_newton, ZNI_NATURAL, 1e-4, ZNI_FROM_GIVEN, 100},
    {"interior-point", &zni_by_interior, ZNI_AC, 0, ZNI_FROM_GIVEN, 200},
    {"prox", &zni_by_prox, ZNI_AC, 1e-12, ZNI_FROM_BEST, 100},
    {"homotopy", &zni_by_long_path, ZNI_AC, 1e-2, ZNI_FROM_GIVEN, 4000},
    {"admm", &zni_by_direction, ZNI_AC, 0, ZNI_FROM_GIVEN, 10000},
    {"newton-fb", &zni_by_starts, ZNI_FB, 1e-6, ZNI_FROM_BEST, 300},
    {"nsgs", &zni_by_sweeps, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {NULL, NULL, ZNI_AC, 0, ZNI_FROM_BEST, 0},
};

/* With rolling friction, where there is no function of Fischer & Burmeister, but
 * the problem is scaled, which makes Newton's steps long. Tiny ones begin with
 * Newton: a contact of five components has no cheap closed form. Redundant
 * contacts are for interior points; damped ones find solutions that others do not,
 * and fail where those do not. The second half is for redundant contacts with high
 * friction, which have several solutions: what matters there is to start anew on
 * another way. In the plane the laws are made of lines, and pivots end what interior points do not. */
const zni_fmethod zni_rolling_methods[] = {
    {"newton", &zni_by_tiny_newton, ZNI_NATURAL, 1e-6, ZNI_FROM_BEST, 10},
    {"nsgs", &zni_by_first, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"nsgs", &zni_by_costly, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {"interior-point", &zni_by_interior, ZNI_AC, 0, ZNI_FROM_GIVEN, 100},
    {"interior-point", &zni_by_damped, ZNI_AC, 0, ZNI_FROM_GIVEN, 100},
    {"lemke", &zni_by_more_pivots, ZNI_AC, 0, ZNI_FROM_GIVEN, 128},
    {"newton", &zni_by_newton, ZNI_NATURAL, 1e-4, ZNI_FROM_GIVEN, 40},
    {"newton", &zni_by_newton, ZNI_AC, 1e-6, ZNI_FROM_BEST, 100},
    {"prox", &zni_by_prox, ZNI_AC, 0.1, ZNI_FROM_GIVEN, 100},
    {"newton", &zni_by_newton, ZNI_NATURAL, 1e-7, ZNI_FROM_GIVEN, 100},
    {"prox", &zni_by_prox, ZNI_AC, 0.01, ZNI_FROM_GIVEN, 100},
    {"newton", &zni_by_newton, ZNI_AC, 1e-2, ZNI_FROM_GIVEN, 200},
    {"prox", &zni_by_prox, ZNI_AC, 1, ZNI_FROM_GIVEN, 200},
    {"newton", &zni_by_newton, ZNI_AC, 1e-4, ZNI_FROM_GIVEN, 100},
    {"prox", &zni_by_prox, ZNI_AC, 1e-12, ZNI_FROM_BEST, 100},
    {"central-path", &zni_by_central, ZNI_AC, 0, ZNI_FROM_GIVEN, 1600},
    {"prox", &zni_by_end, ZNI_AC, 0.1, ZNI_FROM_LAST, 40},
    {"newton", &zni_by_starts, ZNI_AC, 1e-6, ZNI_FROM_BEST, 300},
    {"nsgs", &zni_by_sweeps, ZNI_AC, 0, ZNI_FROM_BEST, 0},
    {NULL, NULL, ZNI_AC, 0, ZNI_FROM_BEST, 0},
};
