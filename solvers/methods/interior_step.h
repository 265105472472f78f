/* interior_step.h - a step of the interior point method, over all cones
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_INTERIOR_STEP_H
#define ZENO_SOLVERS_INTERIOR_STEP_H

#include "interior.h"

/* For the cone problem with the shift s = sum of tau |u_r| of De Saxce, where all
 * cones are L = { x_0 >= |x_r| } and y = P r: for each cone y_0 = tau r_N, y_r some
 * rows of r, where two cones may share r_N (rolling friction). Then
 *     P'x = u + s e_N,   s = sum of tau |x_r|,   x o y = mu e,   mu -> 0.
 * Newton on this, the complementarity scaled by W, W y = W^-1 x = l (nt.h):
 *     (A + P'E W^2 P) dr = P'E g - res,   dy = P dr,   dx = g - W^2 dy,
 *     E = I - part e (0, x_r' / |x_r|),   part = 1 or less,
 * A the linear map from r to u, g = -x for the predictor and
 *     g = -x + W (l \ (sigma mu e - (W^-1 dx) o (W dy)))
 * after it (Mehrotra, SIAM J. Optim. 2, 1992; for friction Acary, Armand, Nguyen
 * & Shpakovych, Optim. Methods Softw. 2024; with rolling Acary, Armand & Nguyen
 * 2022-24).
 *
 * Transforming the system by W on both sides is what looks better conditioned, and
 * is not: it loses the last digits of A. Turning it into the axes of W^2 = Q l Q'
 * (nt.h) keeps them: with dy = Q z and single cones, P regular,
 *     (Q'E^-1 P^-T A P^-1 Q + l) z = Q'g - Q'E^-1 P^-T res,   Q'dx = Q'g - l z.
 *
 * W has the root of the unit of A. It leaves the step again, but not its rounding, which
 * would be another one where the unit of A is an odd power of two: so W^2 is taken twice
 * there, as if x were in a unit of half the size. */
typedef struct zni_ipm_state {
    const zni_ipm *p;
    const zni_ipm_cone *cones;
    zn_index ncones;
    double *x, *y, *r, *u;
    double *res;       /* u + s e_N - P'x                                   */
    double *g, *dx, *dy;
    double octave;     /* 1 or 2: W^2 is kept so many times, see below      */
    double *w, *l;     /* the scalings                                      */
    double *f, *lambda; /* frames and W^2 in them                           */
    double *h;         /* Q'g                                               */
    double *t, *s;     /* work                                              */
    double *best;
    double *beta;      /* ncones                                            */
    zni_ipm_blocks k;
    double *D, *L, *R, *inv; /* what k points to                            */
    double blunt;      /* what |x_r| is taken to be where x_r = 0, see zni_ipm_slip */
    double part;       /* of the derivative of s that E has; 0: E = I       */
    double mu, size;   /* of this step, mean of x'y and |res|               */
    double mu0, size0; /* where this attempt began                          */
    double least;      /* error of best                                     */
} zni_ipm_state;

enum { ZNI_IPM_VECTORS = 16 }; /* of m + ncones elements */

/* The cones of p; none of what has no aperture, but one for each block at least. */
void zni_ipm_list(zni_ipm_state *a, zni_ipm_cone cones[]);

/* Its vectors, all zero: what is not in a cone stays so. The cones are listed. */
void zni_ipm_cut(zni_ipm_state *a, zni_ipm_work *k);

/* Points to start from: multiples of e in all cones, of the usual gaps and reactions;
 * and the r and u of now, taken inside by a part of that. */
void zni_ipm_begin(zni_ipm_state *a, double gap, double load);
void zni_ipm_begin_warm(zni_ipm_state *a, double part);
/* The point of x o y = m e, m = factor in units of the problem, next to that of r and u. */
void zni_ipm_begin_near(zni_ipm_state *a, double factor);

/* |x_r|, or with its tip rounded off, hypot(|x_r|, lift blunt) */
double zni_ipm_slip(const zni_ipm_state *a, const zni_ipm_cone *k, const double x[]);

/* u and res at r; returns |res| */
double zni_ipm_residual(zni_ipm_state *a);

/* mean of x'y at t along dx, dy */
double zni_ipm_gap(const zni_ipm_state *a, double t);

/* the scalings; false: a point is not inside */
bool zni_ipm_scale(zni_ipm_state *a);

/* a->k, with E as a->part says */
void zni_ipm_blocks_set(zni_ipm_state *a);

/* Factors of the system, or of one that is next to it. */
zn_status zni_ipm_factor(const zni_ipm_state *a, zn_ctx *ctx);

/* h of the predictor, and of the step made, target = sigma mu */
void zni_ipm_predict(zni_ipm_state *a);
void zni_ipm_correct(zni_ipm_state *a, double target);

/* dx, dy for h */
void zni_ipm_direction(zni_ipm_state *a);

/* The error of now; the best is kept, which may be the projected point: it is far
 * better as soon as it is known what is on a border, and leads astray before. */
double zni_ipm_note(zni_ipm_state *a);

/* r is the point to begin with, and the best; its error. */
double zni_ipm_enter(zni_ipm_state *a, const double r[], zn_solve_info *info);

/* the t at which it meets a border; and the way to t */
double zni_ipm_reach(const zni_ipm_state *a);
void zni_ipm_advance(zni_ipm_state *a, double t);

#endif
