/* interior_step.h - a step of the interior point method, over all cones
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_INTERIOR_STEP_H
#define ZENO_SOLVERS_INTERIOR_STEP_H

#include "interior.h"

/* The cone problem with De Saxce's shift s = sum of tau |u_r|. All cones are L = { x_0 >= |x_r| } and y = P r: for each
 * cone y_0 = tau r_N, and y_r are some rows of r; two cones may share r_N (rolling friction). Then
 *     P'x = u + s e_N,   s = sum of tau |x_r|,   x o y = mu e,   mu -> 0.
 * Newton's method on this, with the complementarity scaled by W, W y = W^-1 x = l (nt.h), solves
 *     (A + P'E W^2 P) dr = P'E g - res,   dy = P dr,   dx = g - W^2 dy,
 *     E = I - part e (0, x_r' / |x_r|),   part = 1 or less,
 * where A is the linear map from r to u, g = -x for the predictor and
 *     g = -x + W (l \ (sigma mu e - (W^-1 dx) o (W dy)))
 * for the corrector (Mehrotra, SIAM J. Optim. 2, 1992; for friction Acary, Armand, Nguyen & Shpakovych, Optim. Methods
 * Softw. 2024; with rolling Acary, Armand & Nguyen 2022-24).
 *
 * Scaling the system by W on both sides looks better conditioned, but loses the last digits of A. Turning it into the
 * axes of W^2 = Q l Q' (nt.h) keeps them: with dy = Q z, and where P is regular because each block has one cone,
 *     (Q'E^-1 P^-T A P^-1 Q + l) z = Q'g - Q'E^-1 P^-T res,   Q'dx = Q'g - l z.
 *
 * W has the square root of the unit of A. The step does not depend on that unit, but its rounding would where the unit
 * is an odd power of two. There W^2 is multiplied by two, as if x were in a unit of half the size. */
typedef struct zni_ipm_state {
    const zni_ipm *p;
    const zni_ipm_cone *cones;
    zn_index ncones;
    double *x, *y, *r, *u;
    double *res;       /* u + s e_N - P'x                                   */
    double *g, *dx, *dy;
    double octave;     /* 1 or 2: W^2 is stored times this, see above       */
    double *w, *l;     /* the scalings                                      */
    double *f, *lambda; /* frames and W^2 in them                           */
    double *h;         /* Q'g                                               */
    double *t, *s;     /* work                                              */
    double *best;
    double *beta;      /* ncones                                            */
    zni_ipm_blocks k;
    double *D, *L, *R, *inv; /* what k points to                            */
    double blunt;      /* width of the rounded tip of |x_r|, see zni_ipm_slip */
    double part;       /* part of the derivative of s in E; 0: E = I        */
    double mu, size;   /* of this step, mean of x'y and |res|               */
    double mu0, size0; /* where this attempt began                          */
    double least;      /* error of best                                     */
} zni_ipm_state;

enum { ZNI_IPM_VECTORS = 16 }; /* of m + ncones elements */

/* Lists the cones of p. Parts without aperture have none, but each block has at least one cone. */
void zni_ipm_list(zni_ipm_state *a, zni_ipm_cone cones[]);

/* Sets its vectors to zero; rows that belong to no cone stay zero. The cones must be listed before. */
void zni_ipm_cut(zni_ipm_state *a, zni_ipm_work *k);

/* Starting points: multiples of e in all cones, of the usual gaps and reactions; or the present r and u, moved into the
 * cones by a part of that. */
void zni_ipm_begin(zni_ipm_state *a, double gap, double load);
void zni_ipm_begin_warm(zni_ipm_state *a, double part);
/* The point with x o y = m e, m = factor in units of the problem, that is next to the present r and u. */
void zni_ipm_begin_near(zni_ipm_state *a, double factor);

/* |x_r| or, where its tip is rounded off, hypot(|x_r|, lift blunt). */
double zni_ipm_slip(const zni_ipm_state *a, const zni_ipm_cone *k, const double x[]);

/* u and res at r; returns |res| */
double zni_ipm_residual(zni_ipm_state *a);

/* mean of x'y at t along dx, dy */
double zni_ipm_gap(const zni_ipm_state *a, double t);

/* the scalings; false: a point is not inside */
bool zni_ipm_scale(zni_ipm_state *a);

/* Sets a->k, with the derivative of the shift that a->part asks for. */
void zni_ipm_blocks_set(zni_ipm_state *a);

/* Factorises the system, regularised where it is singular. */
zn_status zni_ipm_factor(const zni_ipm_state *a, zn_ctx *ctx);

/* Right-hand side h of the predictor, and of the corrector with target = sigma mu. */
void zni_ipm_predict(zni_ipm_state *a);
void zni_ipm_correct(zni_ipm_state *a, double target);

/* dx, dy for h */
void zni_ipm_direction(zni_ipm_state *a);

/* Returns the error of the present point and keeps the best point. That may be the point projected onto the borders of
 * the cones, which is far better as soon as the right constraints are active, and misleading before. */
double zni_ipm_note(zni_ipm_state *a);

/* Takes r as the present and the best point; returns its error. */
double zni_ipm_enter(zni_ipm_state *a, const double r[], zn_solve_info *info);

/* The step length at which x or y meets the border of its cone; and a step of length t. */
double zni_ipm_reach(const zni_ipm_state *a);
void zni_ipm_advance(zni_ipm_state *a, double t);

#endif
