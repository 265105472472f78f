/* path.h - pivots along the path of a linear problem in a box
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_PATH_H
#define ZN_BOX_PATH_H

#include "box.h"
#include "dictionary.h"

/* From a point (z0, w0) that is complementary in the box and has the residual r = M z0 + q - w0, the solutions of
 *       M z + q - w = (1 - t) r,   (z, w) complementary in the box,
 * form a piecewise linear path. It begins at the point with t = 0, and at t = 1 it solves the problem. Each corner
 * is one pivot. */
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
    unsigned char *inside, *down; /* n: rows at a bound that were made free at the start; rows that start at the
                                   * upper bound */
    double *v;
    zn_index cap_v, cap_side;
} zni_path;

zn_status zni_path_reserve(zn_ctx *ctx, zni_path *k, zn_index n, zn_index nnz);
void zni_path_fini(zn_ctx *ctx, zni_path *k);

/* Start at a vertex: z0 at its bounds (the lower one first; 0 if there is none), and w0 as large as complementarity
 * requires, so that r has the same size in all rows with a bound. false: the vertex is the solution, in zt. */
bool zni_path_vertex(zni_path *k, const zni_box *b);

/* Start at a point z of the box with M z + q = w: w0 is the part of w that is complementary, r is the rest. */
void zni_path_point(zni_path *k, const zni_box *b, const double z[],
                    const double w[]);

/* Follow the path from its start until t reaches `end` for the first time. ZN_UNSOLVED with info->outcome: a ray,
 * the limit of pivots, an interruption; zt and t are the last corner ZN_ESINGULAR: the block of the rows of z0
 * inside their bounds is singular, and the path cannot begin (no message) */
zn_status zni_path_follow(zn_ctx *ctx, zni_path *k, const zni_box *b, double end,
                          zn_index max_pivots, zn_monitor *mon,
                          zn_solve_info *info);

/* ---- a problem solved along a path ---------------------------------------- */

typedef struct zni_pivots {
    double   tol;
    zn_index max_iter;
    bool     from_point; /* true: the path begins at z, and if that fails at a vertex; false: at a vertex */
    zni_path path;
    double  *v; /* 2 n: a second z and w */
    zn_index cap_v;
} zni_pivots;

zn_status zni_pivots_reserve(zn_ctx *ctx, zni_pivots *k, zn_index n,
                             zn_index nnz);
void zni_pivots_fini(zn_ctx *ctx, zni_pivots *k);

/* The best point found and its w are returned; the last basis is polished in `work`. ZN_ESINGULAR, without a
 * message: the block of the rows without bounds is singular, with any partners */
zn_status zni_pivots_solve(zni_call call, zni_pivots *k, zni_box_work *work, const zni_box *b);

/* The next choice of sides, counted with one digit for each row that has a bound (enum.c); false: all have been
 * made. start[]: the choice that the count began with; NULL: all rows free. */
bool zni_box_next_sides(const zni_box *b, unsigned char side[], const unsigned char start[]);

/* Is z_i exactly on a bound, or w_i = 0, within a few units of rounding of the largest |q_i|, in each row? Then no
 * sign can be wrong. */
bool zni_box_plain(const zni_box *b, const double z[], const double w[]);

/* Repair rows of a solution within the tolerance whose w has the wrong sign by more than rounding (sharp.c). `k` is
 * prepared anew. No messages. */
zn_status zni_box_sharpen(zn_ctx *ctx, zni_box_work *k, zni_pivots *pivots,
                          const zni_box *b, double z[], double w[],
                          zn_monitor *mon);

#endif
