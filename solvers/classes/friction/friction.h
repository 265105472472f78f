/* friction.h - solvers of friction problems, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_FRICTION_H
#define ZN_FRICTION_FRICTION_H

#include "../../box/branch.h"
#include "../../box/lemke.h"
#include "../../contact/fnewton.h"
#include "../../methods/admm.h"
#include "../../methods/projection.h"
#include "../../strategy/inner.h"
#include "view.h"

/* ---- no method ------------------------------------------------------------- */

/* r = 0 and u = q solve it: no contact closes. false: nothing has happened. */
bool zni_friction_take_off(const zn_friction *p, double r[], double u[]);

/* The same, or up to ZNI_NEAR numbers of contacts where those that close, q_N < 0, are not
 * coupled, one above all, each by what it has a closed form for, from r, if the others stay
 * open then; M full or in blocks; in the plane only where the law of each has one solution
 * whatever q is, M_NN > mu |M_NT|; or few contacts by the method below, to tol. false: r is as it was.
 * In info the method that would begin, and its iterations. */
bool zni_friction_near(const zn_friction *p, double tol, double r[], double u[],
                       zn_solve_info *info);

/* The same of rolling friction: no contact closes, or they are few, M also by columns. */
bool zni_rolling_near(const zn_rolling_friction *p, double tol, double r[], double u[],
                      zn_solve_info *info);

/* Do contacts hardly push along, so that what holds them may be loads alone? */
bool zni_friction_stands(const zni_fc *c);

/* ---- few contacts ---------------------------------------------------------- */

/* Newton's method on up to 16 rows of M, full or in blocks of contacts, from r; on the stack, to a thousandth
 * of tol. The steps it took, or -1: it does not arrive, or contacts are redundant, whose loads its way would
 * decide; r and u are as they were. */
zn_index zni_friction_few(const zn_friction *p, double tol, double r[], double u[]);
/* The same with rolling friction, d = 3 or 5. */
zn_index zni_rolling_few(const zn_rolling_friction *p, double tol, double r[], double u[]);

/* ---- no solution ---------------------------------------------------------- */

/* Does d prove that no r solves the contacts with rows first[a] ... first[a+1] - 1,
 * the normal first? W by blocks, v: 4 n. Takes nothing from a solver but d. */
bool zni_ray_proves(zn_index nc, const zn_index first[], const zn_matrix *W,
                    const double q[], const double d[], double v[]);

/* ---- room ------------------------------------------------------------------ */

/* Numbers of the methods below, of which one works at a time: so many for each of n rows. */
typedef struct zni_work {
    double *v;
    zn_index cap_v;
} zni_work;

static inline zn_status zni_work_room(zn_ctx *ctx, zni_work *k, zn_index n)
{
    return zni_room(ctx, &k->v, &k->cap_v, ZNI_PROX_PATH * n, sizeof *k->v);
}

/* ---- proximal point ------------------------------------------------------ */

typedef struct zni_prox {
    double tol;
    zn_index max_iter;
    zn_index inner_iter;
    double alpha;  /* first value, relative to the diagonal                 */
    double factor; /* by which it shrinks and grows                         */
    zn_index idle; /* steps without half the error to give up after, 0: none */
    int map;       /* 0: Alart-Curnier, 1: Fischer-Burmeister               */
} zni_prox;

/* From z; newton->lin must have been set for c. */
zn_status zni_prox_run(zni_call call, zni_work *k, zni_fnewton_work *newton, const zni_prox *s, const zni_fc *c);

/* ---- the path of proximal problems ----------------------------------------- */

/* From z; newton->lin must have been set for c. */
zn_status zni_homotopy_run(zni_call call, zni_work *k, zni_fnewton_work *newton, const zni_homotopy *s,
                           const zni_fc *c);

/* ---- a variational inequality ------------------------------------------------ */

typedef struct zni_vi {
    zni_projection opt; /* rho in units of 1 / unit                              */
    int step;           /* 0: adaptive, 1: fixed                                 */
    double unit, longest;
} zni_vi;

enum { ZNI_VI = ZNI_PROJECTED + 1 };

/* From r; u is that of the best r. v: ZNI_VI n */
zn_status zni_vi_run(zni_call call, const zni_vi *how, const zni_view *a, double v[]);

/* ---- gradients, of symmetric W -------------------------------------------------- */

typedef struct zni_gradient {
    double tol;
    zn_index max_iter;
    zn_index threads; /* 0: as many as there are processors                    */
    bool fast;        /* accelerated, else spectral                            */
} zni_gradient;

/* From z. pool: NULL or what threads it had. */
zn_status zni_gradient_run(zni_call call, zni_work *work, zni_pool **pool, const zni_gradient *opt, const zni_fc *c);
/* The same by conjugate ones. */
zn_status zni_cpg_run(zni_call call, zni_work *work, double tol, zn_index max_iter, const zni_fc *c);

/* ---- pivots in the plane -------------------------------------------------- */

typedef struct zni_plane_work {
    zni_lemke pivots; /* the tree has its room */
    zni_branch branch;
    double *v; /* m m + 4 m + n, m = (2 d - 1) nc */
    zn_index cap_v;
} zni_plane_work;

zn_status zni_plane_reserve(zn_ctx *ctx, zni_plane_work *k, zn_index d, zn_index nc);
void zni_plane_fini(zn_ctx *ctx, zni_plane_work *k);

/* Friction with d = 2, rolling friction with d = 3: exact. By so many pivots of as many paths, and where there are no
 * more than ZNI_BRANCH_MAX rows by a tree. Unsolved: z is none to go on from; that a path ends on a ray, or a tree
 * without leaves, proves nothing. */
zn_status zni_plane_solve(zni_call call, zni_plane_work *k, double tol, zn_index max_iter, const zni_fc *c);

/* ---- normal and tangential problems in turns ------------------------------------ */

typedef struct zni_panagiotopoulos {
    double tol;
    zn_index max_iter;  /* turns                                             */
    zn_index sweeps;    /* of a tangential problem, at most                  */
    const char *normal; /* of the class lcp, for the loads                   */
    zn_index steps;     /* its max_iter; 0: as it has it                     */
} zni_panagiotopoulos;

typedef struct zni_panagiotopoulos_work {
    zni_inner inner;
    double *x;    /* W_NN: nb                                                */
    zn_index *ro; /* 0 ... nb: rows, and blocks, of one element              */
    double *v;    /* 2 n: best, r without loads; 3 nc: q, z, w of the loads  */
    zn_index cap_x, cap_ro, cap_v;
} zni_panagiotopoulos_work;

/* Room for nc contacts of n rows and nb blocks of W, with the solver for their loads. */
zn_status zni_panagiotopoulos_reserve(zn_ctx *ctx, zni_panagiotopoulos_work *k,
                                      const char *normal, zn_index nc, zn_index nb,
                                      zn_index n);
/* From r; (r, u) is the best point. */
zn_status zni_panagiotopoulos_run(zni_call call, zni_panagiotopoulos_work *k, const zni_panagiotopoulos *opt,
                                  const zni_fc *c);
void zni_panagiotopoulos_fini(zn_ctx *ctx, zni_panagiotopoulos_work *k);

/* ---- alternating directions ---------------------------------------------- */

typedef enum zni_admm_way { ZNI_ADMM, ZNI_ACLM, ZNI_TRESCA } zni_admm_way;

typedef struct zni_admm {
    double tol;
    zn_index max_iter;
    double rho;   /* first penalty, relative to the diagonal of W           */
    double theta; /* over-relaxation                                        */
    zni_admm_way way; /* to friction                                        */
    const double *shift; /* not NULL: s_N (nc) of the convex problem to solve, by ZNI_ADMM */
} zni_admm;

/* The problem, and who solves (A + rho I) x = b; `of` is this struct itself, the first member of the owner's. */
typedef struct zni_directions {
    zni_view view;
    const double *q; /* n: u of r = 0                                       */
    zn_status (*factor)(void *of, zn_ctx *ctx, double rho); /* ZN_ESINGULAR: there are no factors */
    void (*solve)(void *of, double b[]);
    bool (*affords)(void *of, const zn_monitor *mon);
} zni_directions;

/* v: so many numbers for each of n rows */
enum { ZNI_ADMM_ROOM = ZNI_ALTERNATED(1, 1, 1) + 1 };

/* From z; *rho, unless NULL: the last penalty. */
zn_status zni_directions_run(zni_call call, const zni_directions *p, const zni_admm *opt, double v[], double *rho);

/* Of the condensed problem; lin must have been set for c. */
zn_status zni_admm_run(zni_call call, zni_work *k, zni_flin *lin, const zni_admm *opt, const zni_fc *c);

#endif
