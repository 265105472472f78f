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
    double size;      /* what errors are relative to; 0: 1 or, if it is larger, ||q||_inf */
} zni_box;

/* What is left of w, relative to the largest |q_i|, that is the rounding of a row without
 * cancellation. */
#define ZNI_BOX_PLAIN (4 * DBL_EPSILON)

static inline double zni_box_lo(const zni_box *b, zn_index i)
{
    return b->lo ? b->lo[i] : 0;
}

static inline double zni_box_hi(const zni_box *b, zn_index i)
{
    return b->hi ? b->hi[i] : INFINITY;
}

/* numbers that M stores */
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

/* z_i into the box, NaN and infinity as 0 */
static inline double zni_box_into(const zni_box *b, zn_index i, double z)
{
    return zni_box_clip(b, i, isfinite(z) ? z : 0);
}

/* n numbers z and w, elsewhere */
static inline void zni_put_point(zn_index n, const double z[], const double w[], double to_z[], double to_w[])
{
    memcpy(to_z, z, (size_t)n * sizeof *z);
    memcpy(to_w, w, (size_t)n * sizeof *w);
}

/* |max(min(z - lo, w), z - hi)| of row i: no rounding of small w against big z;
 * NaN for NaN */
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

/* on which side of its complementarity a row is */
enum { ZNI_AT_LO, ZNI_FREE, ZNI_AT_HI };

/* no bounds: an equation */
static inline bool zni_box_free(const zni_box *b, zn_index i)
{
    return isinf(zni_box_lo(b, i)) && isinf(zni_box_hi(b, i));
}

/* how many of them there are */
static inline zn_index zni_box_equations(const zni_box *b)
{
    zn_index m = 0;

    for (zn_index i = 0; i < b->n; i++)
        m += zni_box_free(b, i);
    return m;
}

/* of sides: how many there are of all rows together */
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

/* where z of that side is; a free one is 0 */
static inline double zni_box_on_side(const zni_box *b, zn_index i, unsigned char side)
{
    return side == ZNI_FREE ? 0 : side == ZNI_AT_LO ? zni_box_lo(b, i) : zni_box_hi(b, i);
}

/* The block of the free rows of a full M, which are listed in map: how many there are */
zn_index zni_box_block(const zni_box *b, const unsigned char side[], zn_index map[], double a[]);

/* What is left of w in the free rows, which is the residual when no row has a
 * wrong sign; relative to the largest |q_i|, or to `least` if that is larger,
 * or to nothing if all are zero. */
double zni_box_rest(const zni_box *b, double least, const unsigned char side[], const double w[]);

/* Rows with a wrong sign change sides; false: there is none. */
bool zni_box_move(unsigned char side[], const zni_box *b, const double z[],
                  const double w[]);

/* The same at z = 0, where w = q, beside equality rows: there the set has to be factored
 * anyhow, and contacts that close are best taken as closed. Of another z the sides stay. */
void zni_box_first_move(unsigned char side[], const zni_box *b, const double z[]);

/* Natural residual max_i |z_i - P(z_i - w_i)| / size; NaN for NaN.
 * The solvers' own; the problem classes measure errors with code of theirs. */
double zni_box_residual(const zni_box *b, const double z[], const double w[]);
/* w = M z + q, by the matrix as it is stored; and the residual then */
void zni_box_dual(const zni_box *b, const double z[], double w[]);
double zni_box_error(const zni_box *b, const double z[], double w[]);

/* ZN_OK and ZN_SOLVED if that is within tol, else ZN_UNSOLVED, and the outcome stays. */
zn_status zni_box_verdict(const zni_box *b, double tol, const double z[], const double w[], zn_solve_info *info);

/* One row: the solution in closed form. ZN_UNSOLVED with ZN_INFEASIBLE when there is
 * none. */
zn_status zni_box_scalar(const zni_box *b, double z[], double w[],
                         zn_solve_info *info);

/* ---- memory and linear algebra of the Newton methods ------------------- */

enum { ZNI_POOL = 10, ZNI_HISTORY = 256 };

typedef struct zni_box_work {
    double *pool; /* ZNI_POOL vectors of n */
    unsigned char *side;
    zn_index *map; /* dense: n rows of the free block; sparse: their numbers; chains: 3 n */
    zn_index cap_pool, cap_side, cap_map, cap_jx;
    double *s; /* in the pool: scale of z against w, M_ii where positive */
    double delta;   /* regularisation of singular free blocks */
    bool proximal;  /* the last free block was singular       */
    bool sparse;
    bool symmetric; /* sparse: M is                           */
    zni_lu lu;
    zni_csc csc;
    zni_slu slu;
    struct {
        bool on;     /* are the factors of the free rows these? */
        zni_csc csc; /* the rows alone */
        zni_slu lu;
    } block;
    double *jx;        /* values of a matrix with the pattern of csc */
    uint64_t history[ZNI_HISTORY]; /* hashes of the active sets tried last */
    unsigned char *start; /* enumeration: the sides it starts with */
    zn_index cap_start;
} zni_box_work;

zn_status zni_box_reserve(zn_ctx *ctx, zni_box_work *k, zn_index n,
                          zn_index nnz);
/* Make room, take the matrix of b, compute the scale; ZN_UNSOLVED: the time is over, or who watches said stop. */
zn_status zni_box_prepare(zn_ctx *ctx, zni_box_work *k, const zni_box *b, const zn_monitor *mon);
/* The same where nobody waits. */
static inline zn_status zni_box_begin(zn_ctx *ctx, zni_box_work *k, const zni_box *b)
{
    return zni_box_prepare(ctx, k, b, NULL);
}
void zni_box_fini(zn_ctx *ctx, zni_box_work *k);

/* Is the residual of every row within the rounding of its own w? Then double
 * precision has no better point. */
bool zni_box_at_rounding(zni_box_work *k, const zni_box *b, const double z[],
                         const double w[]);

/* Is `rest` within the rounding of the sums q + M z, row by row? Uses the first vector
 * of the pool. */
bool zni_box_small_rows(zni_box_work *k, const zni_box *b, const double z[],
                        const double rest[]);

/* k->side by the min map: free where s_i (z_i - lo_i) >= w_i, likewise at hi;
 * so rows with both zero are free */
void zni_box_read(zni_box_work *k, const zni_box *b, const double z[],
                  const double w[]);
/* k->side of a start from z alone. true: z lies inside some bound, so it solves
 * a problem nearby, and its sides say more than its w would */
bool zni_box_guess(zni_box_work *k, const zni_box *b, const double z[]);
/* k->side of the solution of an LCP with a tridiagonal Z-matrix; false: it is
 * not one, and k->side is lost. Uses the first 8 vectors of the pool. */
bool zni_box_chain(zni_box_work *k, const zni_box *b);

/* z with the sides of k->side: at its bounds, and w = 0 where free. r: n work.
 * A singular free block is solved in the sense of a proximal iteration from
 * the z on entry (the least change of z when M is symmetric semi-definite).
 * ZN_ESINGULAR: not even so */
zn_status zni_box_solve_sides(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                              double z[], double r[]);

/* After that, where the block was regular: the same once more, by its factors. */
void zni_box_refine(zni_box_work *k, const zni_box *b, double z[], double r[]);
/* Where the error of (z, w), w = M z + q, exceeds tol: solve for the sides of z
 * with residuals in long double, and keep the better. What is lost by pivots, or
 * by entries of M z that are large against q, is won back. Factors for which there is no
 * time are not made. */
zn_status zni_box_polish(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                         double tol, double z[], double w[],
                         const zn_monitor *mon);
/* (z, w) jumps to the solution of the set that it points to, if that is no worse; zt, wt: n work each. */
zn_status zni_box_jump(zn_ctx *ctx, zni_box_work *k, const zni_box *b, double z[], double w[], double zt[],
                       double wt[], const zn_monitor *mon);
/* Every choice of sides, the start's first, of at most `most` rows that have one (ZN_EINVAL: there are more).
 * ZN_INFEASIBLE: none is right, to rounding; ZN_STALLED: nor were all blocks regular. */
zn_status zni_box_enumerate(zn_ctx *ctx, zni_box_work *k, double tol, zn_index most,
                            const zni_box *b, double z[], double w[], zn_monitor *mon,
                            zn_solve_info *info);

/* The last step of a method that ended well (st = ZN_OK) or short of tol
 * (inaccurate): polish, and say which of the two it is then. */
zn_status zni_box_settle(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                         double tol, zn_status st, double z[], double w[],
                         const zn_monitor *mon, zn_solve_info *info);

/* Is there time to factor the free block, or with all the mixed matrix? ZN_UNSOLVED: no */
zn_status zni_box_affords(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                          bool all, const zn_monitor *mon);

/* What the set of a sparse problem that is read at (z, w) is predicted to cost at least, in operations of a sweep: with
 * the part that it has where the pattern fills. ZN_UNSOLVED: that cannot be told. */
zn_status zni_box_set_price(zn_ctx *ctx, zni_box_work *k, const zni_box *b, const double z[], const double w[],
                            const zn_monitor *mon, double *out);
/* Sets of a sparse problem that cost what pivots from a vertex are predicted to, one for
 * each row with a bound, from 1 to `most`; 0: it is dense, or not known. */
zn_status zni_box_steps(zn_ctx *ctx, zni_box_work *k, const zni_box *b, zn_index most,
                        zn_index *out);

/* Factor diag(dz) + diag(dw) M, ZN_ESINGULAR as above; then solve with it, in
 * place. */
zn_status zni_box_factor_mixed(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                               const double dz[], const double dw[]);
void zni_box_solve_mixed(zni_box_work *k, double d[]);

/* Steps from z of Newton's methods: (diag(dz) + diag(dw) M) d = -phi; and z + d has the
 * sides that are read at (z, w). r: n work */
zn_status zni_box_step_mixed(zn_ctx *ctx, zni_box_work *k, const zni_box *b, const double phi[],
                             const double dz[], const double dw[], double d[]);
zn_status zni_box_step_sides(zn_ctx *ctx, zni_box_work *k, const zni_box *b, const double z[],
                             const double w[], double d[], double r[]);

/* Factors of the free rows alone, of a sparse problem: do they pay? They are made, plus delta on the
 * diagonal, and solved with in place, 0 elsewhere. */
zn_status zni_gather_pays(zn_ctx *ctx, zni_box_work *k, zn_index n, bool *out);
zn_status zni_gather_factor(zn_ctx *ctx, zni_box_work *k, double delta);
void zni_gather_solve(zni_box_work *k, double r[]);

/* ---- a small problem near the last one ---------------------------------- */

enum { ZNI_WARM_MAX = 16 };

/* Factors of the last free block, used again while M and the set are the same.
 * Zero: none. */
typedef struct zni_warm {
    bool exact; /* points are refined once more, by sums in twice the precision, where
                   terms are large beside q                                    */
    zn_index n; /* of M, 0: nothing is kept */
    uint64_t set;
    zn_index m; /* free rows: their numbers, and the row exchanges */
    zn_index map[ZNI_WARM_MAX];
    int piv[ZNI_WARM_MAX];
    double a[ZNI_WARM_MAX * ZNI_WARM_MAX], M[ZNI_WARM_MAX * ZNI_WARM_MAX];
} zni_warm;

/* Solve from the active set of z, which is that of a problem nearby, and a few
 * sets after it. Dense, n <= ZNI_WARM_MAX. tol is relative to the largest |q_i|, or to
 * `least` if that is larger. false: not found, z is the start again, another method has
 * to; or the monitor said stop, info->outcome. */
bool zni_box_warm(zni_warm *k, const zni_box *b, double tol, double least,
                  double z[], double w[], zn_monitor *mon, zn_solve_info *info);

/* Larger problems: the last matrix, and the factors of its last free blocks: two where
 * they are small, since a start from zero meets its own set before that of the solution. */
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
    bool singular; /* the start told nothing, and the block of the first set is singular */
    zn_index cap_M, cap_x, cap_side;
} zni_again;

/* The same when M is dense, n up to ZNI_AGAIN_MAX, and z has free rows or there are few
 * bounds, else ZN_EINVAL. ZN_UNSOLVED: not found, z is the start again unless the monitor said stop. */
zn_status zni_box_again(zn_ctx *ctx, zni_again *k, const zni_box *b, double tol,
                        double z[], double w[], zn_monitor *mon, zn_solve_info *info);
zn_status zni_box_again_reserve(zn_ctx *ctx, zni_again *k, zn_index n);
void zni_box_again_fini(zn_ctx *ctx, zni_again *k);

/* ---- Fischer-Burmeister ------------------------------------------------ */

/* Phi_i, and its derivatives by z_i and w_i when dz is not NULL; 1/2
 * ||Phi||^2 */
double zni_box_phi(const zni_box_work *k, const zni_box *b, const double z[],
                   const double w[], double phi[], double dz[], double dw[]);

/* ---- methods ----------------------------------------------------------- */

typedef struct zni_newton {
    double tol;
    zn_index max_iter;
    zn_index granted; /* 0: max_iter; else of them no more than that, or where there was
                         damping than zni_box_steps says: who rents until that has cost
                         the price never pays more than twice what was best */
    bool fb;    /* directions from Fischer-Burmeister, else from the min map */
    bool plain; /* give up where damping would start                        */
    zn_index price; /* 0, or sets that cost what another method is predicted to: they are
                       left as soon as their pace says that more are needed         */
} zni_newton;

/* Semismooth Newton from z; best z and its w come back. */
zn_status zni_box_newton(zn_ctx *ctx, zni_box_work *k, const zni_newton *opt,
                         const zni_box *b, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info);

/* Proximal points. */
typedef struct zni_box_proximal {
    zni_box_work newton; /* of the problems with the term                   */
    double *x, *q;       /* their values                                    */
    double *s;           /* n: what the term is measured by                 */
    double *v;           /* of ../methods/prox.c                            */
    zn_index cap_x, cap_q, cap_s, cap_v;
} zni_box_proximal;

/* Room for the method, on a matrix of nnz values. */
zn_status zni_box_proximal_reserve(zn_ctx *ctx, zni_box_proximal *k, zn_index n,
                                   zn_index nnz);
/* From z, to tol by zni_box_residual; `outer` takes the matrix as it is. As
 * zn_solver_type.solve, (z, w) the best point. */
zn_status zni_box_proximal_run(zn_ctx *ctx, zni_box_proximal *k,
                               zni_box_work *outer, double tol,
                               const zni_box *b, double z[], double w[],
                               zn_monitor *mon, zn_solve_info *info);
void zni_box_proximal_fini(zn_ctx *ctx, zni_box_proximal *k);

#endif
