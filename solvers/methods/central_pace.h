/* central_pace.h - a point of the central path, and how fast each cone goes along it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CENTRAL_PACE_H
#define ZENO_SOLVERS_CENTRAL_PACE_H

#include "interior_step.h"

typedef struct zni_central {
    zni_ipm_state a;
    zni_ipm_cone *cones;     /* the cones of a                              */
    zn_ctx *ctx;
    zn_monitor *mon;
    zn_solve_info *info;
    zn_index size;           /* length of the vectors                       */
    double *px, *py;         /* the last point of the path                  */
    double *tx, *ty;         /* the tangent there, of log m                 */
    double *nx, *ny;         /* Newton's step at the present point, m fixed */
    double *bx, *by;         /* the shortest step from the last point back to the path */
    double over;             /* its change of log m                         */
    double *res;             /* residual of the equation at the start       */
    double from;             /* log m there                                 */
    double *above, *pace;    /* of each cone: its log m minus log m when that was `since`; its pace */
    double since;
    double turn;             /* log m where some cones began to go on alone */
    bool parts, alone;       /* may some cones go on alone? do they?        */
    double ran;              /* the smallest width with which loads ran away */
    double tau, at;          /* log m of the present and of the last point  */
    double m;                /* e^tau in the units of x o y                 */
    double off;              /* distance from the path; the borders of the cones are at 1 */
    double err;
    double width, gap;       /* of the rounded tip, and of the start, in units of m */
    double rate;             /* largest change of a cone with log m at the last point */
    double shortest;         /* the shortest step allowed                   */
    zn_index most;           /* limit of factorisations, those of earlier starts included */
    int sign, first;
} zni_central;

/* Sets the present m, of all cones and of each. */
void zni_central_set(zni_central *c);

/* Subtracts from a.res what remains of the residual of the start or, with `going`, the derivative of that with log
 * m. */
void zni_central_subtract(zni_central *c, bool going);

/* a.dx and a.dy become the tangent with log m, by the present factors. */
void zni_central_tangent(zni_central *c);

/* From here on all cones have one m and one pace. */
void zni_central_even(zni_central *c);

/* The path has arrived at another point with this sign of the determinant: chooses which cones go on. */
void zni_central_choose(zni_central *c, int sign);

#endif
