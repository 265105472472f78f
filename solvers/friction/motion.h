/* motion.h - solvers of friction with the equations of motion kept, for each
 * other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_MOTION_H
#define ZN_FRICTION_MOTION_H

#include <zeno/global_friction.h>

#include "friction.h"

/* ---- M factorised -------------------------------------------------------- */

/* By LAPACK when its storage is dense, else by sparse factors whose analysis is
 * kept while the pattern stays. */
typedef struct zni_mass {
    bool dense;
    zni_lu lu;
    zni_csc csc;
    zni_slu slu;
    bool analysed;
} zni_mass;

/* ZN_EINVAL: M is singular */
zn_status zni_mass_set(zn_ctx *ctx, zni_mass *s, const zn_matrix *M);
void zni_mass_solve(zni_mass *s, double x[]);
void zni_mass_fini(zn_ctx *ctx, zni_mass *s);

/* ---- n x d nc matrices by contact ---------------------------------------- */

/* The rows that contact a has anything in are i[p[a] .. p[a+1]-1], ascending;
 * row i[k] of its d columns is x[d k ...]. */
typedef struct zni_ways {
    zn_index *p, *i;
    double *x;
    zn_index cap_p, cap_i, cap_x;
} zni_ways;

/* Copy of H, of any storage; what is stored is kept, zeros of a dense one not. */
zn_status zni_ways_set(zn_ctx *ctx, zni_ways *s, zn_index d, zn_index nc,
                       const zn_matrix *H);
void zni_ways_fini(zn_ctx *ctx, zni_ways *s);

/* u = (columns of contact a)' v, d numbers */
void zni_ways_gather(const zni_ways *s, zn_index d, zn_index a,
                     const double v[], double u[]);

/* v += (columns of contact a) r */
void zni_ways_scatter(const zni_ways *s, zn_index d, zn_index a,
                      const double r[], double v[]);

/* ---- a problem ----------------------------------------------------------- */

typedef struct zni_motion {
    zn_index d, nc, n, m; /* m = d nc                                       */
    const zn_global_friction *p; /* borrowed for the call                   */
    zni_mass mass;
    zni_ways H;
    zni_ways X;           /* M^-1 H, for those who ask                      */
    zni_contact *contact; /* nc blocks H_a' M^-1 H_a                        */
    double scale;         /* mean of their diagonals                        */
    double *v;            /* 3 n + 2 m: work                                */
    zn_index cap_contact, cap_v;
} zni_motion;

/* The problem with M factorised, H and the blocks of the contacts; keep: X too */
zn_status zni_motion_set(zn_ctx *ctx, zni_motion *g, const zn_global_friction *p,
                         bool keep);
void zni_motion_fini(zn_ctx *ctx, zni_motion *g);

/* From r: v = M^-1 (H r + q), u = H'v + b */
void zni_motion_move(zni_motion *g, double z[], double u[]);

/* the error measure of the class */
double zni_motion_error(zni_motion *g, const double z[], const double u[]);

/* ---- Gauss-Seidel -------------------------------------------------------- */

typedef struct zni_gnsgs_work {
    zn_index *order, *sleep;
    double *best; /* n + m */
    zn_index cap_order, cap_sleep, cap_best;
} zni_gnsgs_work;

zn_status zni_gnsgs_size(zn_ctx *ctx, zni_gnsgs_work *k, const zni_motion *g);
void zni_gnsgs_fini(zn_ctx *ctx, zni_gnsgs_work *k);

/* g must have X */
zn_status zni_gnsgs_run(zn_ctx *ctx, zni_gnsgs_work *k, const zni_nsgs *opt,
                        zni_motion *g, double z[], double u[], zn_monitor *mon,
                        zn_solve_info *info);

/* ---- the block system of Newton's method --------------------------------- */

/* With A = dphi/du and B = dphi/dr by contact, unknowns (v, u, r) if full,
 *     [ M        -H ]              else (v, r), u eliminated:
 *     [ H'  -I      ]                  [ M     -H ]
 *     [      A    B ]                  [ A H'   B ].
 * By columns, its analysis kept while the patterns of M and H stay; by LAPACK
 * when the storage of M is dense. */
typedef struct zni_gsystem {
    bool full, dense;
    zn_index size;
    zn_index *rp, *rk, *ra; /* H by rows: places in H.i, and their contacts */
    zn_index *p, *i;        /* the matrix                                   */
    double *x;
    zni_csc csc;
    zni_slu slu;
    bool analysed;
    zni_lu lu;
    zn_index cap_rp, cap_rk, cap_ra, cap_p, cap_i, cap_x;
} zni_gsystem;

/* Room and the rows of H. */
zn_status zni_gsystem_set(zn_ctx *ctx, zni_gsystem *s, const zni_motion *g,
                          bool full);
/* p, i, x from ab: A, B, A, B, ... column-major, contact by contact */
void zni_gsystem_assemble(zni_gsystem *s, const zni_motion *g,
                          const double ab[]);
/* ZN_ESINGULAR without words */
zn_status zni_gsystem_factor(zn_ctx *ctx, zni_gsystem *s);
void zni_gsystem_solve(zni_gsystem *s, double b[]);
void zni_gsystem_fini(zn_ctx *ctx, zni_gsystem *s);

/* ---- semismooth Newton --------------------------------------------------- */

typedef enum zni_search { ZNI_FULL_STEP, ZNI_ARMIJO, ZNI_GOLDSTEIN } zni_search;
typedef enum zni_rho { ZNI_RHO_BLOCK, ZNI_RHO_CONSTANT, ZNI_RHO_SPLIT } zni_rho;

typedef struct zni_gnewton {
    double tol;
    zn_index max_iter;
    int map;       /* zni_map_kind                                          */
    int reduced;   /* eliminate u from the system                           */
    int search;    /* zni_search                                            */
    int rho_rule;  /* zni_rho; split is for AC and JM                       */
    double rho;    /* of the constant rule                                  */
    double reg;    /* added to the diagonal of W in the Jacobian, relative  */
    zn_index hybrid; /* Gauss-Seidel sweeps when a step fails; 0: give up   */
    /* not NULL: the convex problem whose u_N is shifted by these, natural map */
    const double *shift;
} zni_gnewton;

typedef struct zni_gnewton_work {
    zni_gsystem system;
    zni_gnsgs_work sweeps;
    double *v;   /* 2 n + 8 m                                               */
    double *ab;  /* 2 d m                                                   */
    double *rho; /* 2 nc                                                    */
    zn_index cap_v, cap_ab, cap_rho;
} zni_gnewton_work;

zn_status zni_gnewton_size(zn_ctx *ctx, zni_gnewton_work *k,
                           const zni_gnewton *opt, const zni_motion *g);
void zni_gnewton_fini(zn_ctx *ctx, zni_gnewton_work *k);

/* From r of z; (z, u) is the best point. g has X unless hybrid is 0. */
zn_status zni_gnewton_run(zn_ctx *ctx, zni_gnewton_work *k,
                          const zni_gnewton *opt, zni_motion *g, double z[],
                          double u[], zn_monitor *mon, zn_solve_info *info);

#endif
