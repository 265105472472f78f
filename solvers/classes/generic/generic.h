/* generic.h - solvers of generic mechanical problems, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_GENERIC_GENERIC_H
#define ZN_GENERIC_GENERIC_H

#include <math.h>
#include <string.h>

#include <zeno/generic_mechanical.h>

#include <zeno/lcp.h>

#include "../../contact/contact.h"
#include "../../box/lemke.h"
#include "../../box/refute.h"
#include "../../linalg/cells.h"

/* ---- a problem as units --------------------------------------------------- */

/* Units are what a nonsmooth function is defined on: a contact (2 to 5 rows) or
 * one row of any other kind, a row in [lo, hi]: equality (-inf, inf), unilateral
 * (0, inf), relay (lb, ub). The matrix is kept as block rows of units, every
 * diagonal block stored. q and the blocks are borrowed from the problem. */
typedef struct zni_gm {
    zn_index n, nu; /* rows, units                                            */
    const zn_generic *p;
    double qnorm;
    double *size;   /* 2 n, of which nb: mean |M_ii| of a block, as the error has
                     * it; from n on the lengths of those that roll          */
    zn_index *ro;   /* nu+1 first rows                                        */
    double *lo, *hi; /* n; of contacts unused                                 */
    double *mu;      /* nu; -1 for rows                                       */
    double *mur;     /* 2 nu: mu_r / length of contacts that roll, else -1, and
                      * mu_s / length of those that spin                      */
    double *by;      /* n: 1, or the length by which methods have moments and rotations */
    zni_cells cells; /* the matrix, by units: its parts                        */
    zn_index cap_ro, cap_lo, cap_hi, cap_mu, cap_mur, cap_by, cap_size;
} zni_gm;

/* Of n rows of a block those whose velocities are not rotations. */
static inline zn_index zni_generic_plain_rows(int kind, zn_index n)
{
    return kind >= ZN_GENERIC_ROLLING_2D ? 1 + (n - 1) / 2 : n;
}

/* Into the first element of each block of diag its size, the mean |M_ii| down to a
 * power of two, of those without a diagonal the mean of the others, where all are without
 * the unit of M; of a block that rolls, without its last rows, and into the second the length. */
void zni_generic_sizes(const zn_generic *p, double diag[]);

zn_status zni_gm_reserve(zn_ctx *ctx, zni_gm *g, zn_index n, zn_index nnz);
zn_status zni_gm_set(zn_ctx *ctx, zni_gm *g, const zn_generic *p);
/* Its parts: the units, which is what errors and products need, and their blocks. */
zn_status zni_gm_cut(zn_ctx *ctx, zni_gm *g, const zn_generic *p);
zn_status zni_gm_fill(zn_ctx *ctx, zni_gm *g);
void zni_gm_fini(zn_ctx *ctx, zni_gm *g);

/* w = (row of unit a) z + (q or 0), all of that unit's length */
void zni_gm_row(const zni_gm *g, zn_index a, const double z[], const double q[],
                double w[]);
/* w = M z + (q or 0) */
void zni_gm_mul(const zni_gm *g, const double z[], const double q[],
                double w[]);

/* The error measure, w = M z + q given. */
double zni_gm_error(const zni_gm *g, const double z[], const double w[]);

/* Is z so large that its rounding hides errors of q? (linalg/twice.h) */
bool zni_gm_hides(const zni_gm *g, const double z[]);

/* z of row i on [lo_i, hi_i]; NaN stays */
static inline double zni_gm_clip(const zni_gm *g, zn_index i, double z)
{
    return z < g->lo[i] ? g->lo[i] : z > g->hi[i] ? g->hi[i] : z;
}

/* Every unit at the admissible point nearest to z, and one. */
void zni_gm_project(const zni_gm *g, double z[]);
void zni_gm_project_unit(const zni_gm *g, zn_index a, double z[]);

/* ---- its contacts, by their laws: contact.c ------------------------------------ */

/* z and w begin at the first row of unit a, but of zni_gm_contact_solve. `length` is that of the error. */
double zni_gm_contact_error2(const zni_gm *g, zn_index a, double size, double length,
                             const double z[], const double w[]);
void zni_gm_contact_project(const zni_gm *g, zn_index a, double z[]);
/* rho, of a block of zeros 1 / none, and the function with it */
double zni_gm_contact_step(const zni_gm *g, zn_index a, double none);
void zni_gm_contact_map(const zni_gm *g, zn_index a, zni_map_kind kind, double rho, const double w[],
                        const double z[], double phi[], double A[], double B[]);
/* the contact by itself, the others as in z; what is known before q is, its bytes */
size_t zni_gm_contact_set(const zni_gm *g, zn_index a, void *contact);
void zni_gm_contact_solve(const zni_gm *g, zn_index a, const void *contact, double z[]);

/* ---- the equality rows together --------------------------------------------- */

/* The parts of M_EE that nothing joins, where there are several, of so many rows at the most. */
enum { ZNI_JOINT_PART = 60 };
typedef struct zni_joint_parts {
    zn_index n;       /* how many; 0: it is not so                           */
    zn_index *of;     /* per row of E: its part                              */
    zn_index *within; /* and its number there                                */
    zn_index *row;    /* the rows of the parts, one part behind the other    */
    zn_index *first;  /* n + 1 starts in `row`                               */
    zn_index *index;  /* all of these                                        */
    double *a;        /* factors: ZNI_JOINT_PART numbers for each row        */
    double *scale;    /* 2 for each row; then of each part the proximal term, or 0 */
    int *piv;
    zn_index cap_index, cap_a, cap_scale, cap_piv;
} zni_joint_parts;

/* M_EE over all equality rows, factored; when it is singular (redundant joints)
 * a proximal iteration takes the place of the solution. */
typedef struct zni_joint {
    zn_index n;    /* rows of E                                              */
    zn_index *of;  /* nu: number in E of a unit, -1: not in it                */
    zn_index *unit; /* n units of E                                          */
    zn_index *p, *i, *bp, *ro; /* M_EE as a view with blocks of one value     */
    zni_square square;
    zni_joint_parts parts; /* parts.n > 0: the factors are these              */
    bool proximal;
    bool known;   /* the parts are those of the pattern in columns           */
    double delta; /* of the proximal term                                    */
    double *v;    /* 5 n                                                     */
    zn_index cap_of, cap_unit, cap_p, cap_i, cap_bp, cap_ro, cap_v;
} zni_joint;

zn_status zni_joint_reserve(zn_ctx *ctx, zni_joint *k, zn_index n,
                            zn_index nnz);
/* Take and factor. ZN_ESINGULAR, without words: not even regularised */
zn_status zni_joint_set(zn_ctx *ctx, zni_joint *k, const zni_gm *g);
/* b <- M_EE^-1 b. False: no solution to working accuracy; b is then the best */
bool zni_joint_solve(zni_joint *k, double b[]);
/* The same in part a alone, or of all where there are none; accuracy beside `size`, that of all of b. */
bool zni_joint_solve_part(zni_joint *k, zn_index a, double size, double b[]);
/* b <- what of it no loads of joints make: its part in the null space of M_EE */
void zni_joint_beyond(zni_joint *k, double b[]);
void zni_joint_fini(zn_ctx *ctx, zni_joint *k);

/* ---- elimination of the equality rows ---------------------------------------- */

/* The problem of the other rows: S = M_RR - M_RE M_EE^-1 M_ER, dense. */
typedef struct zni_condensed {
    zni_joint joint;
    zni_gm reduced; /* p as units, where asked for                           */
    zn_generic p; /* n = 0: there are only equality rows                     */
    zn_matrix M;
    double *v;    /* m m S, m q, m lb, m ub, m mu, 2 m mu_r, m z, m w, 3 n work */
    double *z, *w, *work;
    zn_index *index; /* m rows of the problem, m+1 starts, m blocks of it; n for parts */
    unsigned char *kind;
    bool open; /* all is there, but z_E leaves some of w_E as q is           */
    zn_index cap_v, cap_index, cap_kind;
} zni_condensed;

/* Is so little of M stored that its products are not cheaper written out? */
bool zni_condensed_thin(const zn_matrix *M);
/* Room for m rows that are not of equality, of n. */
zn_status zni_condensed_reserve(zn_ctx *ctx, zni_condensed *k, zn_index n,
                                zn_index m, zn_index nnz);
zn_status zni_condensed_set(zn_ctx *ctx, zni_condensed *k, const zni_gm *g);
/* Do rows of joints contradict each other, whatever the others do, so that each z leaves more than `least` of w?
 * Asked where k->open. */
bool zni_condensed_torn(zni_condensed *k, const zni_gm *g, zni_refute *proof, double least);
/* k->z from z; and z_R from k->z, with the z_E that belongs to it */
void zni_condensed_restrict(zni_condensed *k, const double z[]);
void zni_condensed_expand(zni_condensed *k, const zni_gm *g, double z[]);
/* s such that S z_R + s is what w_R at z becomes with w_E = 0: takes the rounding
 * of the elimination out of the next solution. k->z is z_R. */
void zni_condensed_correct(zni_condensed *k, const zni_gm *g, const double z[],
                           const double w[]);
/* The one that stayed as units, with the scale of the error of the whole problem. */
zn_status zni_condensed_units(zn_ctx *ctx, zni_condensed *k, const zni_gm *g);
/* How often that is worth it. */
enum { ZNI_CORRECTIONS = 3 };
void zni_condensed_fini(zn_ctx *ctx, zni_condensed *k);

/* ---- Gauss-Seidel --------------------------------------------------------------- */

/* zni_nsgs.local: all equality rows as one block */
enum { ZNI_ASSEMBLED = 1 };

enum {
    ZNI_ROWS,
    ZNI_CONTACT,
    ZNI_LINEAR,
    ZNI_BOX,
    ZNI_JOINT
};

/* What is known of each block before q is. */
typedef struct zni_gpart {
    int how; /* the method                                                   */
    zn_index unit; /* first                                                  */
    zn_index at;   /* byte of a contact, or first of m m values in `dense`   */
    double damp;   /* proximal term of a singular linear block; < 0: none    */
    double size;   /* of the values of a box block: they are divided by it   */
} zni_gpart;

typedef struct zni_gsweep_work {
    zni_gpart *part;
    zni_seidel turns;
    char *contact; /* what their laws have of each                           */
    double *dense; /* blocks, or their factors                               */
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
/* Room for g, and everything that does not depend on z. */
zn_status zni_gsweep_set(zn_ctx *ctx, zni_gsweep_work *k, const zni_nsgs *opt,
                         const zni_gm *g);
/* From z, after zni_gsweep_set; z and w are the best point. */
zn_status zni_gsweep_run(zn_ctx *ctx, zni_gsweep_work *k, const zni_nsgs *opt,
                         const zni_gm *g, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info);
void zni_gsweep_fini(zn_ctx *ctx, zni_gsweep_work *k);

/* Solve block b for the others as they are in z. */
zn_status zni_gpart_solve(zn_ctx *ctx, zni_gsweep_work *k, const zni_gm *g,
                          zn_index b, double z[]);
zn_status zni_gpart_set(zni_gsweep_work *k, const zni_gm *g, bool assemble);
/* Values that zni_gpart_set will put in k->dense; k->largest. */
zn_index zni_gpart_values(zni_gsweep_work *k, const zni_gm *g, bool assemble);

/* ---- the plane: Lemke ------------------------------------------------------------ */

typedef struct zni_gplane_work {
    zni_lemke pivots;
    double *v;    /* m m matrix, m each of q, x, y, nu of c                  */
    double *c;    /* nu, in v: of plane.c, as the next two                   */
    double size, unit;
    zn_index *at; /* nu: first unknown of a unit                             */
    zn_index cap_v, cap_at;
} zni_gplane_work;

/* Rows of the linear complementarity problem; 0: there are others than contacts in the
 * plane and rows with a lower bound, or too many. */
zn_index zni_gplane_rows(const zni_gm *g);
/* Their number at most with n rows and units. */
zn_index zni_gplane_most(zn_index n);
zn_status zni_gplane_reserve(zn_ctx *ctx, zni_gplane_work *k, zn_index m,
                             zn_index nu);
/* zni_gplane_rows(g) > 0, the blocks of g filled. */
zn_status zni_gplane_run(zn_ctx *ctx, zni_gplane_work *k, double tol,
                         zn_index max_iter, const zni_gm *g, double z[],
                         double w[], zn_monitor *mon, zn_solve_info *info);
void zni_gplane_fini(zn_ctx *ctx, zni_gplane_work *k);

/* ---- Newton ---------------------------------------------------------------------- */

typedef struct zni_gmnewton {
    double tol;
    zn_index max_iter;
    int map;     /* zni_map_kind                                              */
    bool search; /* damp by line search                                       */
    double reg;  /* proximal term of the Jacobian, relative to the diagonal   */
    zn_index hybrid; /* Gauss-Seidel sweeps when a step fails; 0: give up     */
    /* solve for w + alpha diag(1 / rho) (z - ref) instead; then no sweeps */
    double alpha;
    const double *ref;
} zni_gmnewton;

enum { ZNI_AB = 2 * ZNI_DMAX };

typedef struct zni_gmnewton_work {
    zni_cell_lu lu;
    double *v;   /* 6 n                                                       */
    double *ab;  /* ZNI_AB n at most: of each unit A, then B                  */
    double *rho; /* nu                                                        */
    double *turn; /* n: by which proximal terms count in a row                */
    zn_index cap_v, cap_ab, cap_rho, cap_turn;
} zni_gmnewton_work;

zn_status zni_gmnewton_reserve(zn_ctx *ctx, zni_gmnewton_work *k, zn_index n,
                              zn_index nnz);
zn_status zni_gmnewton_set(zn_ctx *ctx, zni_gmnewton_work *k, const zni_gm *g);
/* From z, after zni_gmnewton_set and, for opt->hybrid, zni_gsweep_set. */
zn_status zni_gmnewton_run(zn_ctx *ctx, zni_gmnewton_work *k,
                          zni_gsweep_work *sweeps, const zni_gmnewton *opt,
                          const zni_gm *g, double z[], double w[],
                          zn_monitor *mon, zn_solve_info *info);
void zni_gmnewton_fini(zn_ctx *ctx, zni_gmnewton_work *k);

/* phi of unit a at its w and z; with A not NULL also its derivatives by them */
void zni_gm_map(const zni_gm *g, zn_index a, zni_map_kind kind, double rho, const double w[],
                const double z[], double phi[], double A[], double B[]);

/* ---- proximal points -------------------------------------------------------------- */

/* From z, after zni_gmnewton_set, at most so many problems, terms from the weakest on; v:
 * ZNI_PROXIMATED(n, n). */
zn_status zni_gprox_run(zn_ctx *ctx, zni_gmnewton_work *k, double tol,
                        zn_index most, const zni_gm *g, double v[], double z[],
                        double w[], zn_monitor *mon, zn_solve_info *info);

/* ---- many starts ------------------------------------------------------------------- */

/* After zni_gmnewton_set; z: where the best of them ended. best (n): work. */
zn_status zni_gstarts_run(zn_ctx *ctx, zni_gmnewton_work *k, double tol, zn_index most,
                          const zni_gm *g, double best[], double z[], double w[],
                          zn_monitor *mon, zn_solve_info *info);

#endif
