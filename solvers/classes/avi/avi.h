/* avi.h - what the solvers of affine variational inequalities share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_AVI_AVI_H
#define ZN_AVI_AVI_H

#include <zeno/avi.h>

#include "../../box/lemke.h"
#include "../../box/path.h"
#include "../../linalg/affine.h"
#include "../../linalg/lu.h"
#include "../../strategy/inner.h"

/* the square of the length of the normal of face f, and the length */
static inline double zni_face_squares(const zn_avi *p, zn_index f)
{
    double sum = 0;

    for (zn_index j = 0; j < p->n; j++)
        sum += p->H[f + j * p->m] * p->H[f + j * p->m];
    return sum;
}

static inline double zni_face_length(const zn_avi *p, zn_index f)
{
    return sqrt(zni_face_squares(p, f));
}

/* out (rows x cols, leading dimension ld) = X Y or, if turned, X'Y; n: length of the sums; lx, ly: leading dimensions
 * of X and Y */
void zni_avi_multiply(bool turned, zn_index rows, zn_index n, zn_index cols, const double X[], zn_index lx,
                      const double Y[], zn_index ly, double out[], zn_index ld);

/* As zn_avi_error, but an error that is no more than `enough` may be that before rounding is subtracted. */
double zni_avi_error(const zn_avi *p, double enough, const double z[], const double w[], double work[]);

/* Is P bounded or empty? false: it is not, or it was not found out; work: n + m */
bool zni_avi_bounded(const zn_avi *p, double work[]);

/* A vertex of P, the crossing of n independent faces. */
typedef struct zni_vertex {
    zn_index *basis; /* n faces; then the m - n others */
    double   *Hn;    /* m x n, rows of unit length */
    double   *Kn;    /* m, K of these rows */
    double   *size;  /* m, the lengths of the rows of H */
    double   *x;     /* n, the vertex */
    double   *Q;     /* n x n, work: orthonormal normals found so far */
    double   *d;     /* n, work: a direction */
    double   *a;     /* 3 m + 6 n + 2 n^2: work */
    zni_inner inner; /* qp, "interior-point", where there seems to be no point of P: made when it is asked */
    zn_index  cap_basis, cap_Hn, cap_a;
} zni_vertex;

zn_status zni_vertex_reserve(zn_ctx *ctx, zni_vertex *v, zn_index n,
                             zn_index m);
/* Find a vertex of P, which must contain no line. ZN_UNSOLVED: P is empty (info->outcome is
 * ZN_INFEASIBLE), or none was found. */
zn_status zni_vertex_find(zn_ctx *ctx, zni_vertex *v, const zn_avi *p,
                          zn_monitor *mon, zn_solve_info *info);
void zni_vertex_fini(zn_ctx *ctx, zni_vertex *v);

/* A unit normal is independent of others if its part outside of their span is longer than this. */
#define ZNI_INDEPENDENT 1e-8

/* u = its part that is orthogonal to the first nb columns of Q (orthonormal, n rows), scaled to unit length; false: the
 * part is shorter than `least`, and is not scaled */
bool zni_outside(const double Q[], zn_index n, zn_index nb, double least, double u[]);
/* the same for the unit vector that is least in the span of these columns */
void zni_axis_outside(const double Q[], zn_index n, zn_index nb, double u[]);

/* The lines in P, and the problem without them. */
typedef struct zni_lines {
    zn_index rank;  /* n less the dimension of the lines                 */
    double  *Q;     /* n x n: Y, the rank first columns, and Z           */
    double  *a;     /* pieces of the smaller problem                     */
    double  *X;     /* in a: u = -X (y, 1)                               */
    double  *y, *w; /* in a: room for the solution of the smaller problem */
    zn_matrix S;    /* its matrix                                        */
    zni_lu   lu;
    zn_index cap_Q, cap_a;
} zni_lines;

/* Find the lines. They are n - rank dimensions; if rank is n there are none. */
zn_status zni_lines_find(zn_ctx *ctx, zni_lines *k, const zn_avi *p);
/* Are the lines parallel to all faces, up to rounding? zni_lines_find tolerates ZNI_INDEPENDENT, which counts where z
 * is large. */
bool zni_lines_are(const zni_lines *k, const zn_avi *p);
/* The problem without the lines, of rank unknowns (maybe none). ZN_ESINGULAR: M is
 * singular along the lines. */
zn_status zni_lines_reduce(zn_ctx *ctx, zni_lines *k, const zn_avi *p,
                           zn_avi *small);
/* z, w of the problem from y, w of the smaller one. */
void zni_lines_expand(const zni_lines *k, const zn_avi *p, double z[],
                      double w[]);
void zni_lines_fini(zn_ctx *ctx, zni_lines *k);

/* A box, as a relay. */
typedef struct zni_avi_boxed {
    double     tol;
    zni_inner  inner; /* relay, "auto" */
    double    *v;     /* 2 n: bounds, */
    zn_index  *face;  /* 2 n: and their faces */
    zn_index   cap_v, cap_face;
} zni_avi_boxed;

/* Does every face bound one coordinate, and is there a face? */
bool zni_avi_is_boxed(const zn_avi *p);
zn_status zni_avi_boxed_solve(zni_avi_boxed *k, zni_call call, const zn_avi *p);
void zni_avi_boxed_fini(zni_avi_boxed *k, zn_ctx *ctx);

/* Multipliers of the faces as unknowns of a mixed problem. */
typedef struct zni_avi_mixed {
    double         tol;
    zni_inner      inner; /* mlcp, "auto" */
    double        *a;     /* (n + m)^2, 4 (n + m), n^2 and m */
    unsigned char *eq;
    zn_index       cap_a, cap_eq;
    zni_box_work   work; /* of zni_avi_sharpen */
    zni_pivots     pivots;
    bool plain; /* the last solution has no sign that needs to be checked */
} zni_avi_mixed;

/* Check the signs of the solution (z, w) of p, found to tol, and correct them by zni_box_sharpen where rounding leaves
 * them in doubt. */
zn_status zni_avi_sharpen(zni_avi_mixed *k, zn_ctx *ctx, const zn_avi *p, double tol, double z[],
                          double w[], zn_monitor *mon);

/* The tolerance of inner problems, whose error measure is the same: half of tol, to allow for rounding. */
static inline double zni_avi_inner_tol(double tol)
{
    return fmax(0.5 * tol, 1e-15);
}

zn_status zni_avi_mixed_solve(zni_avi_mixed *k, zni_call call, const zn_avi *p);
void zni_avi_mixed_fini(zni_avi_mixed *k, zn_ctx *ctx);

/* Pivots from a vertex, by the method of Cao and Ferris. */
typedef struct zni_avi_pivot {
    double     tol;
    zn_index   max_iter;
    zni_lines  lines;
    zni_vertex vertex;
    zni_lemke  lemke;
    zni_lu     lu;
    double    *a; /* matrices of the reduced problem and its vectors */
    zn_index   cap_a;
    zni_avi_mixed signs; /* for zni_avi_sharpen */
} zni_avi_pivot;

zn_status zni_avi_pivot_solve(zni_avi_pivot *k, zni_call call, const zn_avi *p);
void zni_avi_pivot_fini(zni_avi_pivot *k, zn_ctx *ctx);

#endif
