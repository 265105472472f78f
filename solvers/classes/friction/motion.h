/* motion.h - solvers of friction with the equations of motion kept, for each
 * other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_MOTION_H
#define ZN_FRICTION_MOTION_H

#include "../../contact/fnewton.h"
#include "../../contact/rolling.h"
#include "../../core/solver_type.h"
#include "../../linalg/columns.h"
#include "../../methods/central.h"
#include "../../methods/newton.h"
#include "prox_path.h"

#include <stdint.h>

/* ---- columns of a matrix ------------------------------------------------- */

/* Entries p[j] .. p[j+1]-1 of column j in rows i, ascending: the matrix's own where it is
 * stored so, else a copy without zeros. */
typedef struct zni_by_columns {
    const zn_index *p, *i;
    const double *x;
    zni_columns own;
} zni_by_columns;

/* u += A'v of n columns from the first on */
void zni_by_columns_gather(const zni_by_columns *s, zn_index first, zn_index n,
                           const double v[], double u[]);

/* ---- M inverted or factorised -------------------------------------------- */

/* The inverse of a matrix of small blocks, the rows of each anywhere in the matrix. Where
 * all have one row there is nothing but inv. */
typedef struct zni_bodies {
    zn_index n, nb; /* rows, blocks; 0 blocks: too many rows to tell         */
    zn_index values; /* of inv                                              */
    bool single;     /* blocks have one row                                 */
    bool together;   /* the rows of each follow each other                  */
    int32_t *body;  /* n: block of a row                                    */
    int32_t *start; /* nb+1: first in row of a block                        */
    int32_t *row;   /* n: rows by blocks, ascending in each                 */
    int32_t *at;    /* n: where in inv the column of a row begins, or, of one that is a block by
                     * itself, minus that, minus 1                          */
    double *inv;    /* columns of the blocks' inverses                      */
    zn_index cap_body, cap_start, cap_row, cap_at, cap_inv;
} zni_bodies;

/* *apart: M (n x n) has no large block, s is ready for its values. Its blocks are known
 * where it has large ones, too. */
zn_status zni_bodies_split(zn_ctx *ctx, zni_bodies *s, const zni_by_columns *M,
                           zn_index n, bool *apart);
zn_status zni_bodies_invert(zni_bodies *s, const zni_by_columns *M);
/* x = M^-1 x */
void zni_bodies_solve(const zni_bodies *s, double x[]);
void zni_bodies_fini(zn_ctx *ctx, zni_bodies *s);

/* the block of row i, and its rows; where blocks are not known all rows are of one */
static inline zn_index zni_bodies_of(const zni_bodies *s, zn_index i)
{
    return s->single ? i : s->nb > 0 ? s->body[i] : 0;
}

static inline zn_index zni_bodies_rows(const zni_bodies *s, zn_index b)
{
    return s->single ? 1 : s->nb > 0 ? s->start[b + 1] - s->start[b] : s->n;
}

/* where in inv the column of row i begins */
static inline zn_index zni_bodies_at(const zni_bodies *s, zn_index i)
{
    return s->at[i] < 0 ? -1 - s->at[i] : s->at[i];
}

/* v += M^-1 e_i x */
static inline void zni_bodies_add(const zni_bodies *s, zn_index i, double x,
                                  double v[])
{
    const double *column;
    zn_index b;

    if (s->single) {
        v[i] += s->inv[i] * x;
        return;
    }
    b = s->body[i];
    column = s->inv + zni_bodies_at(s, i);
    for (zn_index l = s->start[b]; l < s->start[b + 1]; l++)
        v[s->row[l]] += *column++ * x;
}

/* By blocks when it falls apart, else by factors of its columns, which are LAPACK's where they
 * are full; what is known of the pattern is kept while it stays. */
typedef struct zni_mass {
    bool apart;
    zni_by_columns columns;
    zni_bodies bodies;
    zni_csc csc; /* for slu                                                 */
    zni_slu slu;
    bool analysed;
} zni_mass;

/* ZN_EINVAL: M is singular */
zn_status zni_mass_set(zn_ctx *ctx, zni_mass *s, const zn_matrix *M);
void zni_mass_solve(zni_mass *s, double x[]);
void zni_mass_fini(zn_ctx *ctx, zni_mass *s);

/* how many blocks M falls apart into */
static inline zn_index zni_mass_blocks(const zni_mass *s)
{
    return s->bodies.nb > 0 ? s->bodies.nb : 1;
}

/* ---- n x d nc matrices by contact ---------------------------------------- */

/* The rows that contact a has anything in are i[p[a] .. p[a+1]-1], ascending
 * in H; row i[k] of its d columns is x[d k ...]. */
typedef struct zni_ways {
    zn_index *p, *i;
    double *x;
    zn_index cap_p, cap_i, cap_x;
} zni_ways;

/* Copy of H, of any storage; what is stored is kept, zeros of a dense one not. */
zn_status zni_ways_set(zn_ctx *ctx, zni_ways *s, zn_index d, zn_index nc,
                       const zn_matrix *H);
/* Room for so many rows. */
zn_status zni_ways_room(zn_ctx *ctx, zni_ways *s, zn_index d, zn_index blocks);
/* Append those of the given rows (NULL: 0, 1, ...) of d dense columns, leading
 * dimension n, that are not zero; `at` before and after. */
zn_index zni_ways_sift(zni_ways *s, zn_index n, zn_index d, const double x[],
                       zn_index count, const zn_index rows[], zn_index at);
void zni_ways_fini(zn_ctx *ctx, zni_ways *s);

/* u = (columns of contact a)' v, d numbers */
void zni_ways_gather(const zni_ways *s, zn_index d, zn_index a,
                     const double v[], double u[]);

/* v += (columns of contact a) r */
void zni_ways_scatter(const zni_ways *s, zn_index d, zn_index a,
                      const double r[], double v[]);

/* The same by rows: entry k = k[p[i] .. p[i+1]-1] of the ways has row i and is of
 * contact a[...], ascending. */
typedef struct zni_rows {
    zn_index *p, *k, *a;
    zn_index cap_p, cap_k, cap_a;
} zni_rows;

zn_status zni_rows_set(zn_ctx *ctx, zni_rows *s, const zni_ways *ways,
                       zn_index n, zn_index nc);
void zni_rows_fini(zn_ctx *ctx, zni_rows *s);

/* ---- contacts by bodies --------------------------------------------------- */

typedef struct zni_touching {
    zn_index n;          /* nodes: blocks of M in a row with the same contacts */
    int32_t *node;       /* blocks of M: that of each                       */
    int32_t *first, *at; /* contacts by nodes: at[first[k]] .. are at node k */
    double influences;   /* values of M^-1 H, where M^-1 has none but blocks */
    int32_t *seen;       /* nodes: work                                     */
    zn_index cap_node, cap_first, cap_at, cap_seen;
} zni_touching;

void zni_touching_fini(zn_ctx *ctx, zni_touching *s);

/* ---- a problem ----------------------------------------------------------- */

/* What methods need of a problem beside M^-1 and H by columns, and what takes several times
 * the room of both. */
enum {
    ZNI_BLOCKS = 1, /* the contacts as friction solves them by themselves   */
    ZNI_WAYS = 2    /* H by contact, sizes and steps of the contacts: what matrices of M and
                     * H are made of                                        */
};

typedef struct zni_motion {
    bool as_rolling; /* of a solver of rolling friction: what problems are   */
    zn_index d, nc, n, m; /* m = d nc                                       */
    const zn_global_friction *p; /* borrowed for the call                   */
    zni_fc c;                    /* its contacts: law, d, nc, mu, mur       */
    /* rolling friction: the problem as it was given, of which p is `scaled` */
    const zn_global_rolling_friction *rolling;
    const zn_global_rolling_friction *whole; /* the same where p is not scaled  */
    zn_global_friction scaled;
    zni_scaled own;
    zni_mass mass;
    zni_by_columns columns; /* of H                                         */
    double scale;         /* mean of the diagonals of H_a' M^-1 H_a         */
    double *v;            /* work, what the error measure takes of it       */
    zn_monitor *mon;      /* of zni_motion_begin                            */
    /* zni_motion_touch */
    zni_touching touching;
    bool touched;
    /* ZNI_BLOCKS */
    zni_contact *contact; /* nc, of the blocks H_a' M^-1 H_a                */
    double *block;        /* these, d d nc                                  */
    /* ZNI_WAYS */
    zni_ways H;
    double *size;         /* m, of which nc: as the error measure has them  */
    double *step;         /* nc: zni_block_step of the blocks, of any law   */
    double qnorm;         /* by what the error measure divides              */
    double inertia;       /* mean |M_ii|                                    */
    /* zni_motion_influence */
    zni_ways X;           /* M^-1 H, if kept                                */
    bool kept;
    zn_index *mark;       /* n, with X 2 n: work                            */
    zn_index cap_contact, cap_block, cap_v, cap_mark, cap_size, cap_step;
} zni_motion;

/* The problem with M inverted or factorised, and parts of the above. */
zn_status zni_motion_set(zn_ctx *ctx, zni_motion *g, const zn_global_friction *p,
                         int parts);
/* The init of a solver of rolling friction whose state begins with a zni_motion. */
zn_status zni_motion_init_rolling(void *state, zn_ctx *ctx);
/* That, or zni_motion_set, for who is to return (z, u): ZN_UNSOLVED when the time is over before all is there, u is
 * that of the v given. */
zn_status zni_motion_begin(zn_ctx *ctx, zni_motion *g, const void *problem, int parts,
                           const double z[], double u[], zn_monitor *mon);
/* More parts of the same; and X, unless it has more than `most` values. */
zn_status zni_motion_more(zn_ctx *ctx, zni_motion *g, int parts);
zn_status zni_motion_influence(zn_ctx *ctx, zni_motion *g, double most);
/* Its contacts by bodies, once for a problem. */
zn_status zni_motion_touch(zn_ctx *ctx, zni_motion *g);
/* x (n zeros) = M^-1 (column j of H); zeros again */
void zni_motion_respond(zni_motion *g, zn_index j, double x[]);
void zni_motion_forget(const zni_motion *g, zn_index j, double x[]);
/* (v, r) from the unknowns of the problem given to those of p; back, with u */
void zni_motion_scale(const zni_motion *g, double z[]);
void zni_motion_unscale(const zni_motion *g, double z[], double u[]);
void zni_motion_fini(zn_ctx *ctx, zni_motion *g);

/* From r: v = M^-1 (H r + q), u = H'v + b */
void zni_motion_move(zni_motion *g, double z[], double u[]);

/* the error measure of the class, of the problem as it was given */
double zni_motion_error(zni_motion *g, const double z[], const double u[]);

/* The same or, shift given, the error of the convex problem whose u_N is shifted
 * by those nc numbers; z has v of its r, as after zni_motion_move. g has ZNI_WAYS. */
double zni_motion_measure(zni_motion *g, const double shift[], const double z[],
                          const double u[]);

/* certificate.c: does d (m) prove that there is no solution? v: 2 n */
bool zni_ray_balances(const zni_motion *g, const double d[], double v[]);

/* ---- condensed ----------------------------------------------------------- */

typedef struct zni_reduced {
    zn_solver *inner;        /* of the condensed problem                    */
    char made[ZN_WORD_MAX];  /* its name                                    */
    bool followed;           /* the path of interior points was: its auto need not */
    double values;           /* of H as far as they are stored              */
    double *q;               /* m: of the condensed problem                 */
    double *unit;            /* nc: its reactions are ours over that; uneven: not 1 */
    bool uneven;
    double *x;               /* W by block rows                             */
    zn_index *p, *i;         /* nc + 1 starts, block columns                */
    zn_index *ro;            /* nc + 1 first rows                           */
    zn_index *bp;            /* positions of the blocks in x                */
    int32_t *mark;           /* 2 nc and nodes: work                        */
    zn_index cap_q, cap_unit, cap_x, cap_p, cap_i, cap_ro, cap_bp, cap_mark;
} zni_reduced;

/* Its values, and contacts by bodies. */
zn_status zni_reduced_look(zn_ctx *ctx, zni_reduced *s, zni_motion *g);
/* After that: has W no more values than that? */
bool zni_reduced_few(zni_reduced *s, const zni_motion *g, double most);

/* By the solver of that name of the class friction or, when g->c.mur is set,
 * rolling-friction, which is not scaled here. */
zn_status zni_reduced_run(zn_ctx *ctx, zni_reduced *s, const char *solver,
                          double tol, zni_motion *g, double z[], double w[],
                          zn_monitor *mon, zn_solve_info *info);
void zni_reduced_fini(zn_ctx *ctx, zni_reduced *s);

/* ---- Gauss-Seidel -------------------------------------------------------- */

/* What a sweep takes of g: M^-1 by blocks, where it has them, else X. */
static inline bool zni_motion_sweeps(const zni_motion *g)
{
    return g->mass.apart || g->kept;
}

typedef struct zni_gnsgs_work {
    zni_seidel turns;
    unsigned char *even; /* nc: have the columns of a contact the same rows? */
    double *push;        /* n, where blocks of M have more than one row      */
    double *weight;      /* nc, where they are asked for                     */
    zn_index cap_even, cap_push, cap_weight;
} zni_gnsgs_work;

/* Room for all sweeps of small problems, for what every one takes of large ones. */
zn_status zni_gnsgs_size(zn_ctx *ctx, zni_gnsgs_work *k, const zni_motion *g);
void zni_gnsgs_fini(zn_ctx *ctx, zni_gnsgs_work *k);

/* g has ZNI_BLOCKS, and zni_motion_sweeps it */
zn_status zni_gnsgs_run(zn_ctx *ctx, zni_gnsgs_work *k, const zni_nsgs *opt,
                        zni_motion *g, double z[], double u[], zn_monitor *mon,
                        zn_solve_info *info);

/* ---- linear systems in the space of velocities ----------------------------- */

/* (L H'M^-1 H R + D) z = b, L, R and D by contact, by factors of
 * M + H R D^-1 L H': velocity.c. */
typedef struct zni_vsystem {
    zn_index n;
    double operations, values; /* predicted of one factorisation            */
    double entries;            /* of K                                      */
    double cholesky;           /* of Cholesky's; known once one was made    */
    zni_rows rows;             /* of H                                      */
    double *c;                 /* d m: C = R D^-1 L by contact              */
    double *e;                 /* d m: R D^-1                               */
    double *v;                 /* 2 n + 3 m: work                           */
    double *scale;             /* n: powers of two that make the diagonal 1 */
    bool blocks;               /* all that comes goes to CHOLMOD first      */
    bool only;                 /* and to it alone: columns do not fit       */
    bool iterates;             /* where L is near R', by factors with R'    */
    bool neighbour;            /* the factors are those                     */
    double *basis;             /* of the iteration                          */
    zn_index cap_basis;
    int32_t *np, *ni, *rank;   /* the graph of the bodies, and its order    */
    zn_index *order;           /* n: work, order of K where bodies do not tell */
    zni_csc csc;               /* K = M + H C H', scaled                    */
    zni_slu slu;
    bool analysed;
    zn_index cap_c, cap_e, cap_v, cap_np, cap_ni, cap_rank, cap_order;
    zn_index cap_scale;
} zni_vsystem;

/* vplan.c: the prediction, unless that would take too long itself: then nothing fits. It takes
 * the graph of the bodies; where M does not fall apart the pattern, and ZNI_WAYS of g. */
zn_status zni_vsystem_plan(zn_ctx *ctx, zni_vsystem *s, zni_motion *g,
                           const zn_monitor *mon);
/* p, i of K for g, which has ZNI_WAYS. */
zn_status zni_vsystem_pattern(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g);
/* Prediction and, where it fits, the pattern and room for the rest. definite: M is symmetric, and L is R' or
 * nearly so of all that will be factorised. */
zn_status zni_vsystem_set(zn_ctx *ctx, zni_vsystem *s, zni_motion *g,
                          bool definite, const zn_monitor *mon);
/* Will one factorisation end before the time does? Where only Cholesky's does, a matrix that
 * is not positive definite gets no second chance until this is asked again. */
bool zni_vsystem_fits(zni_vsystem *s, const zn_monitor *mon);
/* ZN_ESINGULAR without words */
zn_status zni_vsystem_factor(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g,
                             const zni_ipm_blocks *k);
/* b becomes z; refined against D. Rows that do not move are 0. */
void zni_vsystem_solve(zni_vsystem *s, zni_motion *g, const zni_ipm_blocks *k,
                       double b[]);
void zni_vsystem_fini(zn_ctx *ctx, zni_vsystem *s);

/* ---- the block system of Newton's method --------------------------------- */

/* With A = dphi/du and B = dphi/dr by contact, unknowns (v, u, r) if full,
 *     [ M        -H ]              else (v, r), u eliminated:
 *     [ H'  -I      ]                  [ M     -H ]
 *     [      A    B ]                  [ A H'   B ].
 * Unknowns and rows are scaled by powers of two, so that the entries are near 1
 * whatever the units are. By columns, its analysis kept while the patterns of M and
 * H stay. */
typedef struct zni_gsystem {
    bool full;
    zn_index size;
    zni_rows rows;          /* of H                                         */
    zn_index n, law;        /* first rows of u, if full, and of phi         */
    double by[3], of[3];    /* scales: of the rows of M, H', phi; of v, u, r */
    zn_index *p, *i;        /* the matrix                                   */
    double *x;
    zni_csc csc;
    zni_slu slu;
    bool analysed;
    zni_vsystem plan; /* only predicts: what is left when r is eliminated    */
    zn_index cap_p, cap_i, cap_x;
} zni_gsystem;

/* Will the system of g be set up and factorised once before the time is over? Nothing
 * is set up to know it, and nothing is done without a limit. ZN_UNSOLVED: it will not, v and u are those of
 * the r in z, and info says so. */
zn_status zni_gsystem_begin(zn_ctx *ctx, zni_gsystem *s, zni_motion *g, double z[],
                            double u[], const zn_monitor *mon, zn_solve_info *info);
/* After that: one more factorisation? */
bool zni_gsystem_fits(const zni_gsystem *s, const zn_monitor *mon);

/* Room and the rows of H. */
zn_status zni_gsystem_set(zn_ctx *ctx, zni_gsystem *s, const zni_motion *g,
                          bool full);
/* p, i, x from ab: A, B, A, B, ... column-major, contact by contact */
void zni_gsystem_assemble(zni_gsystem *s, const zni_motion *g,
                          const double ab[]);
/* ZN_ESINGULAR without words */
zn_status zni_gsystem_factor(zn_ctx *ctx, zni_gsystem *s);
void zni_gsystem_solve(zni_gsystem *s, double b[]);
/* b -= (the matrix) x; x is scaled on the way, and back */
void zni_gsystem_residual(const zni_gsystem *s, double x[], double b[]);
void zni_gsystem_fini(zn_ctx *ctx, zni_gsystem *s);

/* ---- alternating directions ---------------------------------------------- */

typedef struct zni_gadmm {
    double tol;
    zn_index max_iter;
    double rho;          /* first penalty, relative to that of W            */
    const double *shift; /* not NULL: of the convex problem to solve        */
} zni_gadmm;

typedef struct zni_gadmm_work {
    zni_gsystem system;
    double rho; /* the last penalty                                         */
    double *v;  /* 2 n + 7 m                                                */
    double *ab; /* 2 d m                                                    */
    zn_index cap_v, cap_ab;
} zni_gadmm_work;

zn_status zni_gadmm_size(zn_ctx *ctx, zni_gadmm_work *k, const zni_motion *g);
void zni_gadmm_fini(zn_ctx *ctx, zni_gadmm_work *k);

/* From z; (z, u) is the best point. */
zn_status zni_gadmm_run(zn_ctx *ctx, zni_gadmm_work *k, const zni_gadmm *opt,
                        zni_motion *g, double z[], double u[], zn_monitor *mon,
                        zn_solve_info *info);

/* ---- semismooth Newton --------------------------------------------------- */

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
    double *v;   /* n + (ZNI_DAMPED + 3) m                                  */
    double *ab;  /* 2 d m                                                   */
    double *rho; /* 2 nc                                                    */
    zn_index cap_v, cap_ab, cap_rho;
} zni_gnewton_work;

zn_status zni_gnewton_size(zn_ctx *ctx, zni_gnewton_work *k,
                           const zni_gnewton *opt, const zni_motion *g);
void zni_gnewton_fini(zn_ctx *ctx, zni_gnewton_work *k);

/* From r of z; (z, u) is the best point. g has ZNI_BLOCKS and ZNI_WAYS; no sweeps unless
 * zni_motion_sweeps it. */
zn_status zni_gnewton_run(zn_ctx *ctx, zni_gnewton_work *k,
                          const zni_gnewton *opt, zni_motion *g, double z[],
                          double u[], zn_monitor *mon, zn_solve_info *info);

/* ---- Newton in the space of velocities ------------------------------------- */

typedef struct zni_vnewton {
    double tol;
    zn_index max_iter; /* steps in all                                      */
    zn_index steps;    /* most of them on the problem itself, at first      */
} zni_vnewton;

/* From an error of 1e-3 on most piles take 4 to 20. */
enum { ZNI_VNEWTON_STEPS = 60 };

typedef struct zni_vnewton_work {
    zni_motion *g;
    zni_vsystem bodies;
    double *v;  /* n + (ZNI_DAMPED + 5) m                                   */
    double *ab; /* 4 d m                                                    */
    zn_index cap_v, cap_ab;
} zni_vnewton_work;

/* Room for g, which stays where it is. */
zn_status zni_vnewton_set(zn_ctx *ctx, zni_vnewton_work *k, zni_motion *g,
                          const zn_monitor *mon);
/* From r of z, best near a solution: Newton's method and, where that does not arrive, proximal
 * points. (z, u) is the best point. */
zn_status zni_vnewton_run(zn_ctx *ctx, zni_vnewton_work *k, const zni_vnewton *opt,
                          double z[], double u[], zn_monitor *mon,
                          zn_solve_info *info);
void zni_vnewton_fini(zn_ctx *ctx, zni_vnewton_work *k);

/* ---- interior points ------------------------------------------------------- */

typedef struct zni_gipm {
    double tol;
    zn_index max_iter;
    int shift;           /* zni_ipm_shift                                   */
    const double *given; /* not NULL: of the convex problem to solve        */
} zni_gipm;

typedef struct zni_gipm_work {
    zni_motion *g;
    const double *given; /* of the run                                      */
    bool path;           /* the central path is followed, by whole factors  */
    bool by_bodies, symmetric;
    zni_vsystem bodies;  /* the linear system by bodies, or                 */
    zni_gsystem system;  /* as a saddle point                               */
    zni_central_work work; /* its own room where path is set                */
    zni_vnewton_work *whole; /* NULL, or what ends the path                 */
    bool ended;          /* it is set for g                                 */
    double tol;          /* of the run                                      */
    zni_ipm_blocks k;    /* of this step, D with what keeps it regular      */
    double *D;           /* d m                                             */
    zn_index *at;        /* nc + 1                                          */
    double *z;           /* n + m: v, r                                     */
    double *v;           /* 2 (n + m): of the linear system                 */
    double *ab;          /* 2 d m: S and D by contact                       */
    double *ray;         /* 5 m + 2 n: for a proof that there is no solution */
    zn_index cap_at, cap_z, cap_v, cap_ab, cap_ray, cap_D;
} zni_gipm_work;

/* Room for g, which stays where it is. */
zn_status zni_gipm_set(zn_ctx *ctx, zni_gipm_work *k, zni_motion *g,
                       const zn_monitor *mon);
/* From r of z; (z, u) is the best point, z scaled as g is. */
zn_status zni_gipm_run(zn_ctx *ctx, zni_gipm_work *k, const zni_gipm *opt,
                       double z[], double u[], zn_monitor *mon,
                       zn_solve_info *info);
void zni_gipm_fini(zn_ctx *ctx, zni_gipm_work *k);

#endif
