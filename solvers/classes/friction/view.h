/* view.h - contacts whose velocities are affine in their reactions, however the matrix is given
 *
 *     u = A r + c:   A = W, c = q of a condensed problem; with the motion kept A = H'M^-1 H.
 *
 * What a method needs of a problem with contacts besides factors, so that one code serves both forms; the path of
 * proximal problems, which is written so.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_VIEW_H
#define ZN_FRICTION_VIEW_H

#include "../../contact/law.h"
#include "../../methods/arc.h"
#include "../../strategy/portfolio.h"
#include "../../system/motion.h"

typedef struct zni_view {
    const zni_fc *c; /* law, d, nc, mu, mur                                  */
    zn_index n;      /* d nc                                                 */
    double scale;    /* typical size of the diagonal of A                    */
    zni_motion *g;   /* the motion kept; NULL: the problem is c, condensed   */
    double *z;       /* g->n + n, with g: (v, r) of the last velocities      */
    const double *shift; /* with g: the error is that of the convex problem whose u_N is shifted by these nc numbers */
} zni_view;

zni_view zni_view_condensed(const zni_fc *c);
zni_view zni_view_kept(zni_motion *g, double z[]);
/* u of r */
void zni_view_velocities(const zni_view *a, const double r[], double u[]);
/* the error measure of the class; with the motion kept at the r of the last velocities */
double zni_view_error(const zni_view *a, const double r[], const double u[]);

/* ---- the path of proximal problems: prox_path.c ------------------------------------ */

typedef struct zni_homotopy {
    double tol;
    zn_index max_iter; /* factorisations                                    */
    double alpha;      /* where the path begins, relative to the diagonal   */
} zni_homotopy;

/* The curve of the zeros of phi, the function of Alart & Curnier (../../contact/map.c) at r and
 *     u = A r + c + alpha (r - s),   alpha = e^tau times the size of A,
 * s the start. The first member of the owner's struct, which is the `of` of the functions. */
typedef struct zni_prox_path {
    zni_view view;
    double *rho; /* 2 nc                                                    */
    double *ab;  /* 2 d n: F = dphi/du, G = dphi/dr by contact              */
    double *v;   /* ZNI_PROX_PATH n                                         */
    /* Factorise F A + G + alpha F; the sign of its determinant, up to a factor that is the same for all alpha.
     * ZN_ESINGULAR: there are no factors. Then `solve` turns b into the solution. */
    zn_status (*factor)(void *of, double alpha, int *sign);
    void (*solve)(void *of, double b[]);
    /* will one more factorisation end within the time limit? */
    bool (*affords)(void *of, const zn_monitor *mon);
    /* of the run: */
    double unit; /* an energy, by which squares of step lengths are divided */
    double *s, *u, *in; /* n each: the start; velocities; r in the cones    */
} zni_prox_path;

enum { ZNI_PROX_PATH = 10 };

/* From r; (r, u) is the best point, r in the cones. */
zn_status zni_prox_path_run(zni_call call, zni_prox_path *a, const zni_homotopy *opt);

/* The options of a solver whose state has a zni_homotopy opt. of: what the first term is relative to */
#define ZNI_PROX_PATH_OPTIONS(T, opt, of)                                      \
    ZNI_LIMITS_IN(T, opt, 1e-8, 2000, 1e9, "factorisations"),                  \
        ZNI_OPTION(T, REAL, "alpha", opt.alpha, 1e-2, 1e-9, 1e3, NULL,         \
            "proximal term at the start, relative to the diagonal of " of),    \
        ZN_OPT_END

#endif
