/* path.h - pivots along the path of a linear problem in a box
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_PATH_H
#define ZN_BOX_PATH_H

#include "box.h"
#include "dictionary.h"

/* From a point (z0, w0) that is complementary in the box, and for the residual
 * r = M z0 + q - w0 it leaves, the solutions of
 *     M z + q - w = (1 - t) r,   (z, w) complementary in the box,
 * form a path of straight pieces that begins there with t = 0; where t = 1 it
 * solves the problem. Each corner is a pivot. */
typedef struct zni_path {
    zni_dictionary d;
    double *z0, *w0, *r; /* n each: the start                            */
    double *zt;          /* n: the point reached                         */
    double *work;        /* n                                            */
    double t;            /* and its t                                    */
    double most;         /* of |r|                                       */
    double scale;        /* divisor of the errors told to the monitor, by
                            the caller; 0: none are told                 */
    unsigned char *side; /* n: of the point reached                      */
    unsigned char *inside, *down; /* n: at a bound, but free at the start;
                                     upper bound at the start            */
    zn_index pivots;     /* of the last call                             */
    double *v;
    zn_index cap_v, cap_side;
} zni_path;

zn_status zni_path_reserve(zn_ctx *ctx, zni_path *k, zn_index n, zn_index nnz);
void zni_path_fini(zn_ctx *ctx, zni_path *k);

/* Start at a vertex: z0 at its bounds (lower first; 0 where there is none), w0
 * as large as is needed to be complementary, so that r is the same number in
 * all rows with a bound. false: the vertex is the solution, in zt. */
bool zni_path_vertex(zni_path *k, const zni_box *b);

/* Start at z, on the box, where M z + q = w: w0 is the part of w that is
 * complementary, r the rest. */
void zni_path_point(zni_path *k, const zni_box *b, const double z[],
                    const double w[]);

/* Follow the path from its start until t = end for the first time.
 * ZN_UNSOLVED with info->outcome: a ray, the limit of pivots, an interruption;
 *                zt, t are the last corner
 * ZN_ESINGULAR   the block of the rows of z0 inside their bounds is singular,
 *                and there is no way to begin (without words) */
zn_status zni_path_follow(zn_ctx *ctx, zni_path *k, const zni_box *b, double end,
                          zn_index max_pivots, zn_monitor *mon,
                          zn_solve_info *info);

/* ---- a problem solved along a path ---------------------------------------- */

typedef struct zni_pivots {
    double   tol;
    zn_index max_iter;
    bool     from_point; /* the path begins at z, and at a vertex if that fails;
                            else at a vertex                                 */
    zni_path path;
    double  *v; /* 2 n: a second z and w */
    zn_index cap_v;
} zni_pivots;

zn_status zni_pivots_reserve(zn_ctx *ctx, zni_pivots *k, zn_index n,
                             zn_index nnz);
void zni_pivots_fini(zn_ctx *ctx, zni_pivots *k);

/* The best point met and its w come back, the last basis polished in `work`.
 * ZN_ESINGULAR, without words: the block of the rows without bounds is singular,
 * with any partners */
zn_status zni_pivots_solve(zn_ctx *ctx, zni_pivots *k, zni_box_work *work,
                           const zni_box *b, double z[], double w[],
                           zn_monitor *mon, zn_solve_info *info);

/* The next choice of sides of rows with a bound, as a counter with one digit per row (enum.c); false: all are done.
 * start[], where it begins, is zero of the counter; NULL: all rows free. */
bool zni_box_next_sides(const zni_box *b, unsigned char side[], const unsigned char start[]);

/* Is every row, with its bounds to the bit, within a few units of the largest q? Then no
 * sign can be wrong. */
bool zni_box_plain(const zni_box *b, const double z[], const double w[]);

/* Repair rows of a solution within the tolerance whose w has the wrong sign by more
 * than rounding (sharp.c). `k` is begun anew. Without words. */
zn_status zni_box_sharpen(zn_ctx *ctx, zni_box_work *k, zni_pivots *pivots,
                          const zni_box *b, double z[], double w[],
                          zn_monitor *mon);

#endif
