/* generic.h - solvers of generic mechanical problems, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_GENERIC_GENERIC_H
#define ZN_GENERIC_GENERIC_H

#include <math.h>
#include <string.h>

#include <zeno/generic_mechanical.h>

#include <zeno/lcp.h>

#include "../../contact/fnewton.h"
#include "../../box/lemke.h"
#include "../../box/refute.h"
#include "../../linalg/cells.h"

/* ---- a problem as units --------------------------------------------------- */

/* A unit is a contact (2 to 6 rows) or one row of any other kind, whose z is in [lo, hi]: (-inf, inf) for an equality,
 * (0, inf) for a unilateral row, (lb, ub) for a relay. Nonsmooth functions are defined by units. The matrix is stored
 * in block rows of units with every diagonal block present. q and the blocks of the problem are borrowed. */
typedef struct zni_gm {
    zn_index n, nu; /* rows, units                                            */
    const zn_generic *p;
    double qnorm;
    double *size;   /* 2 n: by block the mean |M_ii| as in the error measure, and from
                     * n on the lengths of blocks with rolling friction      */
    zn_index *ro;   /* nu+1 first rows                                        */
    double *lo, *hi; /* n; not used for contacts                              */
    double *mu;      /* nu; -1 for rows                                       */
    double *mur;     /* 2 nu: mu_r / length of contacts with rolling friction, else -1;
                      * then mu_s / length of those with spin, else 0         */
    double *by;      /* n: 1, or the length that scales moments and rotations */
    zni_cells cells; /* the matrix; its parts are the units                    */
    zn_index cap_ro, cap_lo, cap_hi, cap_mu, cap_mur, cap_by, cap_size;
} zni_gm;

/* The rows of a block of n rows whose velocities are not rotations. */
static inline zn_index zni_generic_plain_rows(int kind, zn_index n)
{
    return kind >= ZN_GENERIC_ROLLING_2D ? 1 + (n - 1) / 2 : n;
}

/* diag[first row of a block] is the size of the block: the mean |M_ii|, rounded down to a power of two; for a block
 * without a diagonal the mean of the others, and if all are without one the unit of M. For a block with rolling
 * friction the rows of rotations do not count, and the next element of diag is its length. */
void zni_generic_sizes(const zn_generic *p, double diag[]);

zn_status zni_gm_reserve(zn_ctx *ctx, zni_gm *g, zn_index n, zn_index nnz);
zn_status zni_gm_set(zn_ctx *ctx, zni_gm *g, const zn_generic *p);
/* The two steps of zni_gm_set: the units, which suffice for errors and products, then the blocks of the matrix. */
zn_status zni_gm_cut(zn_ctx *ctx, zni_gm *g, const zn_generic *p);
zn_status zni_gm_fill(zn_ctx *ctx, zni_gm *g);
void zni_gm_fini(zn_ctx *ctx, zni_gm *g);

/* w = (block row of unit a) z + (q or 0); w and q begin at the unit's first row */
void zni_gm_row(const zni_gm *g, zn_index a, const double z[], const double q[],
                double w[]);
/* w = M z + (q or 0) */
void zni_gm_mul(const zni_gm *g, const double z[], const double q[],
                double w[]);

/* The error measure at z and w = M z + q. */
double zni_gm_error(const zni_gm *g, const double z[], const double w[]);

/* Is z so large that the rounding of M z is as large as q? (linalg/twice.h) */
bool zni_gm_hides(const zni_gm *g, const double z[]);

/* z clipped to [lo_i, hi_i]; NaN stays */
static inline double zni_gm_clip(const zni_gm *g, zn_index i, double z)
{
    return z < g->lo[i] ? g->lo[i] : z > g->hi[i] ? g->hi[i] : z;
}

/* Projects all units, or one, on their admissible sets. */
void zni_gm_project(const zni_gm *g, double z[]);
void zni_gm_project_unit(const zni_gm *g, zn_index a, double z[]);

/* ---- contacts by their laws: contact.c --------------------------------------- */

/* z and w begin at the first row of unit a, except for zni_gm_contact_solve. `length` is that of the error measure. */
double zni_gm_contact_error2(const zni_gm *g, zn_index a, double size, double length,
                             const double z[], const double w[]);
void zni_gm_contact_project(const zni_gm *g, zn_index a, double z[]);
/* rho, or 1 / none for a block of zeros; and the nonsmooth function with a given rho */
double zni_gm_contact_step(const zni_gm *g, zn_index a, double none);
void zni_gm_contact_map(const zni_gm *g, zn_index a, zni_map_kind kind, double rho, const double w[],
                        const double z[], double phi[], double A[], double B[]);
/* zni_gm_contact_set stores what does not depend on q and returns its bytes; zni_gm_contact_solve solves the contact
 * with the other units as in z. */
size_t zni_gm_contact_set(const zni_gm *g, zn_index a, void *contact);
void zni_gm_contact_solve(const zni_gm *g, zn_index a, const void *contact, double z[]);

/* ---- all equality rows together --------------------------------------------- */

/* The connected parts of M_EE, if there are several and none has more rows than ZNI_JOINT_PART. */
enum { ZNI_JOINT_PART = 60 };
typedef struct zni_joint_parts {
    zn_index n;       /* number of parts; 0: M_EE is not treated by parts    */
    zn_index *of;     /* per row of E: its part                              */
    zn_index *within; /* per row of E: its number within the part            */
    zn_index *row;    /* the rows of E, part by part                         */
    zn_index *first;  /* n + 1 starts in `row`                               */
    zn_index *index;  /* the memory of the four arrays above                 */
    double *a;        /* dense factors: ZNI_JOINT_PART numbers per row       */
    double *scale;    /* 2 per row, of the factors; then per part the proximal term, or 0 */
    int *piv;
    zn_index cap_index, cap_a, cap_scale, cap_piv;
} zni_joint_parts;

/* M_EE of all equality rows, factored. Where it is singular, because joints are redundant, systems are solved by a
 * proximal iteration. */
typedef struct zni_joint {
    zn_index n;    /* rows of E                                              */
    zn_index *of;  /* nu: the number of a unit in E; -1: it is not in E       */
    zn_index *unit; /* n: the units of E                                     */
    zn_index *p, *i, *bp, *ro; /* M_EE as a view with blocks of one value     */
    zni_square square;
    zni_joint_parts parts; /* if parts.n > 0 the factors are here, else in square */
    bool proximal;
    bool known;   /* the parts belong to the present sparse pattern          */
    double delta; /* the proximal term                                       */
    double *v;    /* 5 n                                                     */
    zn_index cap_of, cap_unit, cap_p, cap_i, cap_bp, cap_ro, cap_v;
} zni_joint;

zn_status zni_joint_reserve(zn_ctx *ctx, zni_joint *k, zn_index n,
                            zn_index nnz);
/* Extracts and factors M_EE. ZN_ESINGULAR, without a message: singular even with the proximal term. */
zn_status zni_joint_set(zn_ctx *ctx, zni_joint *k, const zni_gm *g);
/* b <- M_EE^-1 b. False: not to working accuracy; b is the best approximation */
bool zni_joint_solve(zni_joint *k, double b[]);
/* The same for part a alone, or for all rows if there are no parts. The residual is compared with `size`, the norm of
 * all of b. */
bool zni_joint_solve_part(zni_joint *k, zn_index a, double size, double b[]);
/* b <- its part in the null space of M_EE, which no multipliers of joints can balance */
void zni_joint_beyond(zni_joint *k, double b[]);
void zni_joint_fini(zn_ctx *ctx, zni_joint *k);

/* ---- elimination of the equality rows ---------------------------------------- */

/* The problem of the other rows: S = M_RR - M_RE M_EE^-1 M_ER, dense. */
typedef struct zni_condensed {
    zni_joint joint;
    zni_gm reduced; /* p as units, after zni_condensed_units                 */
    zn_generic p; /* n = 0: there are only equality rows                     */
    zn_matrix M;
    double *v;    /* m m S, m q, m lb, m ub, m mu, 2 m mu_r, m z, m w, 3 n work */
    double *z, *w, *work;
    zn_index *index; /* m rows of the problem, m+1 starts, m blocks of it; n for parts */
    unsigned char *kind;
    bool open; /* S is complete, but w_E = 0 cannot be met with this q       */
    zn_index cap_v, cap_index, cap_kind;
} zni_condensed;

/* Is less than an eighth of M stored? */
bool zni_condensed_thin(const zn_matrix *M);
/* Room for m rows that are not equalities, of n rows. */
zn_status zni_condensed_reserve(zn_ctx *ctx, zni_condensed *k, zn_index n,
                                zn_index m, zn_index nnz);
zn_status zni_condensed_set(zn_ctx *ctx, zni_condensed *k, const zni_gm *g);
/* Do equality rows contradict each other, so that |w_b| of some block is more than `least` for every z? Asked if
 * k->open. */
bool zni_condensed_torn(zni_condensed *k, const zni_gm *g, zni_refute *proof, double least);
/* k->z = z_R; and back: z_R = k->z, with the z_E that follows from it */
void zni_condensed_restrict(zni_condensed *k, const double z[]);
void zni_condensed_expand(zni_condensed *k, const zni_gm *g, double z[]);
/* Iterative refinement: sets s such that S z_R + s is the w_R that belongs to z once w_E = 0, which removes the
 * rounding of the elimination from the next solution. k->z = z_R. */
void zni_condensed_correct(zni_condensed *k, const zni_gm *g, const double z[],
                           const double w[]);
/* The condensed problem as units, with the error measure of the whole problem. */
zn_status zni_condensed_units(zn_ctx *ctx, zni_condensed *k, const zni_gm *g);
/* The most solutions of the condensed problem: refinement gains nothing after that. */
enum { ZNI_CORRECTIONS = 3 };
void zni_condensed_fini(zn_ctx *ctx, zni_condensed *k);

/* ---- Gauss-Seidel --------------------------------------------------------------- */

/* a value of zni_nsgs.local: all equality rows as one block */
enum { ZNI_ASSEMBLED = 1 };

enum {
    ZNI_ROWS,
    ZNI_CONTACT,
    ZNI_LINEAR,
    ZNI_BOX,
    ZNI_JOINT
};

/* What sweeps keep of each block; it does not depend on z. */
typedef struct zni_gpart {
    int how; /* the method                                                   */
    zn_index unit; /* first                                                  */
    zn_index at;   /* offset in `contact`, or of m m values in `dense`       */
    double damp;   /* proximal term of a singular linear block; < 0: the block is left as it is */
    double size;   /* the values of a box block are divided by it            */
} zni_gpart;

typedef struct zni_gsweep_work {
    zni_gpart *part;
    zni_seidel turns;
    char *contact; /* what the laws keep of each contact                     */
    double *dense; /* dense blocks, or their factors                         */
    double *scale; /* 2 n: of the factors                                    */
    int *piv;      /* n                                                      */
    double *v;     /* 5 n                                                    */
    zni_joint joint;
    zni_box_work box;
    zni_pivots pivots;
    zn_index largest; /* rows of a box block                                 */
    zn_index cap_part, cap_contact, cap_dense, cap_scale, cap_piv, cap_v;
} zni_gsweep_work;

zn_status zni_gsweep_reserve(zn_ctx *ctx, zni_gsweep_work *k, zn_index n,
                             zn_index nnz);
/* Room for g, and all that does not depend on z. */
zn_status zni_gsweep_set(zn_ctx *ctx, zni_gsweep_work *k, const zni_nsgs *opt,
                         const zni_gm *g);
/* Sweeps from z, after zni_gsweep_set; z and w return the best point. */
zn_status zni_gsweep_run(zni_call call, zni_gsweep_work *k, const zni_nsgs *opt, const zni_gm *g);
void zni_gsweep_fini(zn_ctx *ctx, zni_gsweep_work *k);

/* Solves block b with the other blocks as in z. */
zn_status zni_gpart_solve(zn_ctx *ctx, zni_gsweep_work *k, const zni_gm *g,
                          zn_index b, double z[]);
zn_status zni_gpart_set(zni_gsweep_work *k, const zni_gm *g, bool assemble);
/* The number of values that zni_gpart_set will put in k->dense; sets k->largest. */
zn_index zni_gpart_values(zni_gsweep_work *k, const zni_gm *g, bool assemble);

/* ---- the plane: Lemke ------------------------------------------------------------ */

typedef struct zni_gplane_work {
    zni_lemke pivots;
    double *v;    /* m m matrix, m each of q, x, y, nu of c                  */
    double *c;    /* nu, in v: scales of the units, with the next two (plane.c) */
    double size, unit;
    zn_index *at; /* nu: first unknown of a unit                             */
    zn_index cap_v, cap_at;
} zni_gplane_work;

/* Rows of the linear complementarity problem. 0: there are units other than contacts in the plane and rows with a lower
 * bound, or too many rows. */
zn_index zni_gplane_rows(const zni_gm *g);
/* The most such rows that n rows of the problem can give. */
zn_index zni_gplane_most(zn_index n);
zn_status zni_gplane_reserve(zn_ctx *ctx, zni_gplane_work *k, zn_index m,
                             zn_index nu);
/* From z. zni_gplane_rows(g) > 0, and the blocks of g are filled. */
zn_status zni_gplane_run(zni_call call, zni_gplane_work *k, double tol, zn_index max_iter,
                         const zni_gm *g);
void zni_gplane_fini(zn_ctx *ctx, zni_gplane_work *k);

/* ---- Newton ---------------------------------------------------------------------- */

enum { ZNI_AB = 2 * ZNI_DMAX };

typedef struct zni_gmnewton_work {
    zni_cell_lu lu;
    double *v;   /* 6 n                                                       */
    double *ab;  /* at most ZNI_AB n: A, then B of each unit                  */
    double *rho; /* nu                                                        */
    double *turn; /* n: factors of the proximal term by row                   */
    zn_index cap_v, cap_ab, cap_rho, cap_turn;
} zni_gmnewton_work;

zn_status zni_gmnewton_reserve(zn_ctx *ctx, zni_gmnewton_work *k, zn_index n,
                              zn_index nnz);
zn_status zni_gmnewton_set(zn_ctx *ctx, zni_gmnewton_work *k, const zni_gm *g);
/* Newton's method from z, after zni_gmnewton_set and, if opt->hybrid > 0, zni_gsweep_set. Of the options of contacts
 * these are used: tol, max_iter, map, search, reg, hybrid, and alpha with ref, then without sweeps, for the proximal
 * problem with w + alpha diag(1 / rho) (z - ref) in place of w. */
zn_status zni_gmnewton_run(zni_call call, zni_gmnewton_work *k, zni_gsweep_work *sweeps,
                           const zni_fnewton *opt, const zni_gm *g);
void zni_gmnewton_fini(zn_ctx *ctx, zni_gmnewton_work *k);

/* phi of unit a at its w and z; unless A is NULL also A = dphi/dw and B = dphi/dz */
void zni_gm_map(const zni_gm *g, zn_index a, zni_map_kind kind, double rho, const double w[],
                const double z[], double phi[], double A[], double B[]);

/* ---- proximal points -------------------------------------------------------------- */

/* Proximal points from z, after zni_gmnewton_set: at most `most` problems, beginning with the weakest proximal term. v:
 * ZNI_PROXIMATED(n, n), work. */
zn_status zni_gprox_run(zni_call call, zni_gmnewton_work *k, double tol, zn_index most,
                        const zni_gm *g, double v[]);

/* ---- many starts ------------------------------------------------------------------- */

/* Newton's method from many starts, after zni_gmnewton_set; z returns the point where the best of them ended. best:
 * n, work. */
zn_status zni_gstarts_run(zni_call call, zni_gmnewton_work *k, double tol, zn_index most,
                          const zni_gm *g, double best[]);

#endif
