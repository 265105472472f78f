/* central_pace.h - a point of the central path, and how fast each cone goes along it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CENTRAL_PACE_H
#define ZENO_SOLVERS_CENTRAL_PACE_H

#include "interior_step.h"

typedef struct zni_central {
    zni_ipm_state a;
    zni_ipm_cone *cones;     /* those of a                                  */
    zn_ctx *ctx;
    zn_monitor *mon;
    zn_solve_info *info;
    zn_index size;           /* of the vectors                              */
    double *px, *py;         /* the last point of the path                  */
    double *tx, *ty;         /* the tangent there, of log m                 */
    double *nx, *ny;         /* Newton's step of now, m held                */
    double *bx, *by;         /* the least step from there back to the path  */
    double over;             /* what it does to log m                       */
    double *res;             /* what the start left of the equation         */
    double from;             /* log m there                                 */
    double *above, *pace;    /* of each cone: its log m, less log m, where that was since; how fast it goes */
    double since;
    double turn;             /* log m where some began to go on alone       */
    bool parts, alone;       /* may some go on alone? do some?              */
    double ran;              /* the least width with which loads ran away   */
    double tau, at;          /* log m: of now, of the last point            */
    double m;                /* e^tau in the units of x o y                 */
    double off;              /* how far from the path: 1 is the border      */
    double err;
    double width, gap;       /* of what is rounded off and of the start, in units of m */
    double rate;             /* how far log m changed a cone at the last point */
    double shortest;         /* the least step                              */
    zn_index most;           /* factorisations, with those of starts before */
    int sign, first;
} zni_central;

/* m of now, of all and of each cone */
void zni_central_set(zni_central *c);

/* res of a -= what the start left, as it is now, or how that goes with log m */
void zni_central_subtract(zni_central *c, bool going);

/* dx and dy of a: the tangent of log m, by the factors of now */
void zni_central_tangent(zni_central *c);

/* All go at one pace from here on, with one m. */
void zni_central_even(zni_central *c);

/* The path has come to another point, with that sign: who goes on from there? */
void zni_central_choose(zni_central *c, int sign);

#endif
