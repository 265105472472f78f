/* box.h - linear complementarity in a box: what LCP, MLCP, relay and others share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_BOX_H
#define ZN_BOX_BOX_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include <zeno/matrix.h>
#include <zeno/solver.h>

#include "../core/monitor.h"
#include "../core/solver_type.h"
#include "../linalg/lu.h"

/* Find z, w = M z + q with, for each i, lo_i <= z_i <= hi_i and
 *     w_i >= 0 where z_i = lo_i,  w_i <= 0 where z_i = hi_i,  w_i = 0 between.
 * LCP: lo = 0, hi = inf. Equality row: lo = -inf, hi = inf. Relay: both
 * finite. */
typedef struct zni_box {
    zn_index n;
    const zn_matrix *M;
    const double *q;
    const double *lo; /* n; NULL: all 0         */
    const double *hi; /* n; NULL: all infinite  */
    double size;      /* errors are relative to it; 0: to 1 or, if it is larger, ||q||_inf */
} zni_box;

/* Residual of w relative to the largest |q_i| that counts as the rounding of a row without cancellation. */
#define ZNI_BOX_PLAIN (4 * DBL_EPSILON)

static inline double zni_box_lo(const zni_box *b, zn_index i)
{
    return b->lo ? b->lo[i] : 0;
}

static inline double zni_box_hi(const zni_box *b, zn_index i)
{
    return b->hi ? b->hi[i] : INFINITY;
}

/* how many numbers M stores */
static inline zn_index zni_box_nnz(const zni_box *b)
{
    return b->M->storage == ZN_DENSE ? b->n * b->n : zn_matrix_nnz(b->M);
}

/* z_i on [lo_i, hi_i]; NaN stays */
static inline double zni_box_clip(const zni_box *b, zn_index i, double z)
{
    double lo = zni_box_lo(b, i), hi = zni_box_hi(b, i);

    return z < lo ? lo : z > hi ? hi : z;
}

static inline void zni_box_clip_all(const zni_box *b, double z[])
{
    for (zn_index i = 0; i < b->n; i++)
        z[i] = zni_box_clip(b, i, z[i]);
}

/* z_i put into the box; NaN and infinity count as 0 */
static inline double zni_box_into(const zni_box *b, zn_index i, double z)
{
    return zni_box_clip(b, i, isfinite(z) ? z : 0);
}

/* copy z and w, of n numbers */
static inline void zni_put_point(zn_index n, const double z[], const double w[], double to_z[], double to_w[])
{
    memcpy(to_z, z, (size_t)n * sizeof *z);
    memcpy(to_w, w, (size_t)n * sizeof *w);
}

/* |max(min(z - lo, w), z - hi)| of row i, which is free of rounding of a small w beside a large z; NaN for NaN */
static inline double zni_box_row(const zni_box *b, zn_index i, double z,
                                 double w)
{
    double r = w, below = z - zni_box_lo(b, i), above = z - zni_box_hi(b, i);

    if (below < r)
        r = below;
    if (above > r)
        r = above;
    return isnan(z) ? z : fabs(r);
}

/* the state of a row: at a bound, or free (w = 0) */
enum { ZNI_AT_LO, ZNI_FREE, ZNI_AT_HI };

/* no bounds: an equation */
static inline bool zni_box_free(const zni_box *b, zn_index i)
{
    return isinf(zni_box_lo(b, i)) && isinf(zni_box_hi(b, i));
}

/* the number of equations */
static inline zn_index zni_box_equations(const zni_box *b)
{
    zn_index m = 0;

    for (zn_index i = 0; i < b->n; i++)
        m += zni_box_free(b, i);
    return m;
}

/* the number of combinations of sides of all rows */
static inline double zni_box_choices(const zni_box *b)
{
    double all = 1;

    for (zn_index i = 0; i < b->n; i++)
        all *= 1 + !isinf(zni_box_lo(b, i)) + !isinf(zni_box_hi(b, i));
    return all;
}

static inline unsigned char zni_box_side(const zni_box *b, zn_index i, double z)
{
    return !(z > zni_box_lo(b, i))   ? ZNI_AT_LO
           : !(z < zni_box_hi(b, i)) ? ZNI_AT_HI
                                     : ZNI_FREE;
}

/* z at that side; 0 for a free row */
static inline double zni_box_on_side(const zni_box *b, zn_index i, unsigned char side)
{
    return side == ZNI_FREE ? 0 : side == ZNI_AT_LO ? zni_box_lo(b, i) : zni_box_hi(b, i);
}

/* Gather the block of the free rows of a full M; their numbers go into map. Returns how many there are. */
zn_index zni_box_block(const zni_box *b, const unsigned char side[], zn_index map[], double a[]);

/* The largest |w| of the free rows, which is the residual if no row has a wrong sign, relative to the largest |q_i|
 * or to `least` if that is larger; absolute if both are zero. */
double zni_box_rest(const zni_box *b, double least, const unsigned char side[], const double w[]);

/* Rows with a wrong sign change sides; false: no sign is wrong. */
bool zni_box_move(unsigned char side[], const zni_box *b, const double z[],
                  const double w[]);

/* The same at z = 0, where w = q, if there are equality rows. The active set has to be factored there in any case,
 * and it is best to take contacts that close as closed. For another z the sides stay. */
void zni_box_first_move(unsigned char side[], const zni_box *b, const double z[]);

/* Natural residual max_i |z_i - P(z_i - w_i)| / size; NaN for NaN. For use inside solvers: the problem classes
 * measure errors by code of their own. */
double zni_box_residual(const zni_box *b, const double z[], const double w[]);
/* w = M z + q; and the same with the residual */
void zni_box_dual(const zni_box *b, const double z[], double w[]);
double zni_box_error(const zni_box *b, const double z[], double w[]);

/* ZN_OK and ZN_SOLVED if the residual is within tol, else ZN_UNSOLVED, and the outcome stays. */
zn_status zni_box_verdict(const zni_box *b, double tol, const double z[], const double w[], zn_solve_info *info);

/* One row: the solution in closed form. ZN_UNSOLVED with ZN_INFEASIBLE if there is none. */
zn_status zni_box_scalar(const zni_box *b, double z[], double w[],
                         zn_solve_info *info);

/* ---- memory and linear algebra of the Newton methods ------------------- */

enum { ZNI_POOL = 10, ZNI_HISTORY = 256 };

typedef struct zni_box_work {
    double *pool; /* ZNI_POOL vectors of n */
    unsigned char *side;
    zn_index *map; /* dense: n, rows of the free block; sparse: 3 n, their numbers, and work of chains */
    zn_index cap_pool, cap_side, cap_map, cap_jx;
    double *s; /* in the pool: scale of z relative to w, M_ii where that is positive */
    double delta;   /* regularisation of singular free blocks */
    bool proximal;  /* the last free block was singular       */
    bool regular;   /* no singular block is solved: ZN_ESINGULAR */
    bool sparse;
    bool symmetric; /* sparse: M is                           */
    zni_lu lu;
    zni_csc csc;
    zni_slu slu;
    struct {
        bool on;     /* these are the factors of the free rows in use */
        zni_csc csc; /* the free block alone */
        zni_slu lu;
    } block;
    double *jx;        /* values of a matrix with the pattern of csc */
    uint64_t history[ZNI_HISTORY]; /* hashes of the active sets tried last */
    unsigned char *start; /* enumeration: the sides of the start   */
    zn_index cap_start;
} zni_box_work;

zn_status zni_box_reserve(zn_ctx *ctx, zni_box_work *k, zn_index n,
                          zn_index nnz);
/* Allocate, load the matrix of b, compute the scale; ZN_UNSOLVED: no time is left, or the monitor said stop. */
zn_status zni_box_prepare(zn_ctx *ctx, zni_box_work *k, const zni_box *b, const zn_monitor *mon);
/* The same without a monitor. */
static inline zn_status zni_box_begin(zn_ctx *ctx, zni_box_work *k, const zni_box *b)
{
    return zni_box_prepare(ctx, k, b, NULL);
}
void zni_box_fini(zn_ctx *ctx, zni_box_work *k);

/* Is the residual of every row within the rounding of its own w? Then there is no better point in double precision. */
bool zni_box_at_rounding(zni_box_work *k, const zni_box *b, const double z[],
                         const double w[]);

/* Is `rest` within the rounding of the sums q + M z, row by row? Uses the first vector of the pool. */
bool zni_box_small_rows(zni_box_work *k, const zni_box *b, const double z[],
                        const double rest[]);

/* Set k->side by the min map: a row is free where s_i (z_i - lo_i) >= w_i, and likewise at hi, so rows where both
 * vanish are free. */
void zni_box_read(zni_box_work *k, const zni_box *b, const double z[],
                  const double w[]);
/* Set k->side from z alone. true: z is strictly inside some bound; then it is probably the solution of a nearby
 * problem, whose active set is a better guess than that of the min map. */
bool zni_box_guess(zni_box_work *k, const zni_box *b, const double z[]);
/* Set k->side to the solution of an LCP with a tridiagonal Z-matrix; false: M is no such matrix, and k->side is
 * undefined. Uses the first 8 vectors of the pool. */
bool zni_box_chain(zni_box_work *k, const zni_box *b);

/* Solve for the active set k->side: z is at its bounds, and w = 0 in the free rows. r: n work. A singular free block
 * is solved by proximal iterations from the z on entry (for a symmetric positive semi-definite M, that is the
 * solution with the least change of z). ZN_ESINGULAR: these fail, too, or k->regular */
zn_status zni_box_solve_sides(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                              double z[], double r[]);

/* After that, if the block was regular: one step of iterative refinement with its factors. */
void zni_box_refine(zni_box_work *k, const zni_box *b, double z[], double r[]);
/* If the error of (z, w), w = M z + q, exceeds tol: solve for the active set of z with residuals in higher
 * precision, and keep the better point. This restores accuracy lost by pivots, or by entries of M z that are large
 * beside q. Factors for which there is no time are not made. */
zn_status zni_box_polish(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                         double tol, double z[], double w[],
                         const zn_monitor *mon);
/* (z, w) becomes the solution of its active set if that is no worse; zt, wt: n work each. */
zn_status zni_box_jump(zn_ctx *ctx, zni_box_work *k, const zni_box *b, double z[], double w[], double zt[],
                       double wt[], const zn_monitor *mon);
/* Try every choice of sides, that of the start first, if at most `most` rows have a choice (else ZN_EINVAL).
 * ZN_INFEASIBLE: none is right, to rounding; ZN_STALLED: the same, but some blocks were singular. */
zn_status zni_box_enumerate(zni_call call, zni_box_work *k, double tol, zn_index most,
                            const zni_box *b);

/* The last step of a method that ended well (st = ZN_OK) or short of tol (inaccurate): polish, and say which of the
 * two it is then. */
zn_status zni_box_settle(zni_call call, zni_box_work *k, const zni_box *b, double tol,
                         zn_status st);

/* Is there time to factor the free block, or, if `all`, the mixed matrix? ZN_UNSOLVED: no */
zn_status zni_box_affords(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                          bool all, const zn_monitor *mon);

/* The least predicted cost of the active set at (z, w) of a sparse problem, in operations of a sweep: where the
 * pattern fills, that of the free part. ZN_UNSOLVED: it cannot be predicted. */
zn_status zni_box_set_price(zn_ctx *ctx, zni_box_work *k, const zni_box *b, const double z[], const double w[],
                            const zn_monitor *mon, double *out);
/* The number of active sets of a sparse problem, from 1 to `most`, that are predicted to cost as much as pivots from
 * a vertex, of which each row with a bound needs one; 0: the problem is dense, or the cost is not known. */
zn_status zni_box_steps(zn_ctx *ctx, zni_box_work *k, const zni_box *b, zn_index most,
                        zn_index *out);

/* Factor diag(dz) + diag(dw) M, ZN_ESINGULAR as above; then solve with it, in place. */
zn_status zni_box_factor_mixed(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                               const double dz[], const double dw[]);
void zni_box_solve_mixed(zni_box_work *k, double d[]);

/* Newton steps from z: with (diag(dz) + diag(dw) M) d = -phi; and such that z + d has the active set of (z, w). r: n
 * work */
zn_status zni_box_step_mixed(zn_ctx *ctx, zni_box_work *k, const zni_box *b, const double phi[],
                             const double dz[], const double dw[], double d[]);
zn_status zni_box_step_sides(zn_ctx *ctx, zni_box_work *k, const zni_box *b, const double z[],
                             const double w[], double d[], double r[]);

/* Factors of the free block alone, of a sparse problem: are they worth while? Make them, with delta added to the
 * diagonal; solve with them in place, with 0 in the other rows. */
zn_status zni_gather_pays(zn_ctx *ctx, zni_box_work *k, zn_index n, bool *out);
zn_status zni_gather_factor(zn_ctx *ctx, zni_box_work *k, double delta);
void zni_gather_solve(zni_box_work *k, double r[]);

/* ---- a small problem near the last one ---------------------------------- */

enum { ZNI_WARM_MAX = 16 };

/* The factors of the last free block, used again while M and the set are the same. Zero: none. */
typedef struct zni_warm {
    bool exact; /* refine points once more, by sums in twice the precision, if terms are large beside q */
    zn_index n; /* of M, 0: nothing is kept */
    uint64_t set;
    zn_index m; /* free rows: their numbers, and the row exchanges */
    bool falling; /* from a start that tells nothing: given up as soon as the number of rows that change does not fall,
                   * and a point whose error is rounding is taken whatever signs that has */
    zn_index map[ZNI_WARM_MAX];
    int piv[ZNI_WARM_MAX];
    double a[ZNI_WARM_MAX * ZNI_WARM_MAX], M[ZNI_WARM_MAX * ZNI_WARM_MAX];
} zni_warm;

/* Solve from the active set of z, the solution of a nearby problem, and a few sets after it. Dense, n <=
 * ZNI_WARM_MAX. tol is relative to the largest |q_i|, or to `least` if that is larger. false: not found, z is the
 * start again, and another method is needed; or the monitor said stop, see info->outcome. */
bool zni_box_warm(zni_warm *k, const zni_box *b, double tol, double least,
                  double z[], double w[], zn_monitor *mon, zn_solve_info *info);

/* Larger problems: the last matrix, and the factors of its last free blocks: two if they are small, since a start
 * from zero meets its own set before that of the solution. */
enum { ZNI_AGAIN_MAX = 1024, ZNI_AGAIN_TWO = 64, ZNI_AGAIN_SETS = 2 };

/* A set and the factors of its free block. */
typedef struct zni_again_set {
    bool factored;
    zn_index m; /* free rows, map: their numbers */
    zn_index *map;
    unsigned char *side;
    zni_lu lu;
    zn_index cap_map, cap_side;
} zni_again_set;

typedef struct zni_again {
    zn_index n; /* of M, 0: nothing is kept */
    double *M, *x; /* n x n; 2 n: the start, work */
    unsigned char *side; /* n: present one, those tried */
    zni_again_set set[ZNI_AGAIN_SETS];
    int last; /* the one used last */
    bool singular; /* the start gave no active set, and the block of the first set is singular */
    zn_index cap_M, cap_x, cap_side;
} zni_again;

/* The same when M is dense, n up to ZNI_AGAIN_MAX, and z has free rows or there are few
 * bounds, else ZN_EINVAL. ZN_UNSOLVED: not found, z is the start again unless the monitor said stop. */
zn_status zni_box_again(zni_call call, zni_again *k, const zni_box *b, double tol);
zn_status zni_box_again_reserve(zn_ctx *ctx, zni_again *k, zn_index n);
void zni_box_again_fini(zn_ctx *ctx, zni_again *k);

/* ---- Fischer-Burmeister ------------------------------------------------ */

/* Phi_i with the scales s_i, and, if dz is not NULL, its derivatives by z_i and w_i; returns 1/2 ||Phi||^2 */
double zni_box_phi(const double s[], const zni_box *b, const double z[], const double w[], double phi[], double dz[],
                   double dw[]);

/* ---- methods ----------------------------------------------------------- */

typedef struct zni_newton {
    double tol;
    zn_index max_iter;
    zn_index granted; /* 0: max_iter steps; else no more than that, or, once steps are damped, than zni_box_steps
                       * says: so the cost is never more than twice that of the better method */
    bool fb;    /* directions from Fischer-Burmeister, else from the min map */
    bool plain; /* give up where damping would begin                        */
    bool regular; /* and at the first block that is singular                */
    zn_index price; /* 0, or the number of sets that cost as much as another method: they are left when as many have
                     * been tried, or do not come nearer */
} zni_newton;

/* Semismooth Newton from z; best z and its w come back. */
zn_status zni_box_newton(zni_call call, zni_box_work *k, const zni_newton *opt, const zni_box *b);

/* Proximal points. */
typedef struct zni_box_proximal {
    zni_box_work newton; /* of the problems with the term                   */
    double *x, *q;       /* their matrix and right-hand side                */
    double *s;           /* n: scale of the proximal term                   */
    double *v;           /* of ../methods/prox.c                            */
    zn_index cap_x, cap_q, cap_s, cap_v;
} zni_box_proximal;

/* Room for the method, on a matrix of nnz values. */
zn_status zni_box_proximal_reserve(zn_ctx *ctx, zni_box_proximal *k, zn_index n,
                                   zn_index nnz);
/* From z, to tol by zni_box_residual; `outer` takes the matrix as it is. As
 * zn_solver_type.solve, (z, w) the best point. */
zn_status zni_box_proximal_run(zni_call call, zni_box_proximal *k, zni_box_work *outer, double tol,
                               const zni_box *b);
void zni_box_proximal_fini(zn_ctx *ctx, zni_box_proximal *k);

#endif
