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

/* ---- without a method ------------------------------------------------------ */

/* If no contact closes r = 0, u = q is the solution. false: r and u are as they were. */
bool zni_friction_take_off(const zn_friction *p, double r[], double u[]);

/* The same; or, with up to ZNI_NEAR unknowns, the contacts that close (q_N < 0) are not coupled, and each is solved in
 * closed form, from r, provided the others stay open: M full or in blocks, in the plane only if each contact has one
 * solution whatever q is, M_NN > mu |M_NT|; or few contacts are solved by the method below, to tol. false: r is as it
 * was. info gets the name of the method that `auto` would begin with, and the iterations. */
bool zni_friction_near(const zn_friction *p, double tol, double r[], double u[],
                       zn_solve_info *info);

/* The same with rolling friction: no contact closes, or they are few; M may be by columns, too. */
bool zni_rolling_near(const zn_rolling_friction *p, double tol, double r[], double u[],
                      zn_solve_info *info);

/* Are the tangential parts of q so small that the normal loads alone may be the solution? */
bool zni_friction_stands(const zni_fc *c);

/* ---- few contacts ---------------------------------------------------------- */

/* Newton's method on up to 16 rows, from r, on the stack, to a thousandth of tol; M full or in blocks of contacts.
 * Returns the number of steps, or -1, r and u as they were: it did not converge, or contacts are redundant, so that
 * their loads would depend on the iterates. */
zn_index zni_friction_few(const zn_friction *p, double tol, double r[], double u[]);
/* The same with rolling friction, d = 3 or 5. */
zn_index zni_rolling_few(const zn_rolling_friction *p, double tol, double r[], double u[]);

/* ---- no solution ---------------------------------------------------------- */

/* Does d prove that there is no solution? Contact a has the rows first[a] ... first[a+1] - 1, the normal one first;
 * W in blocks, v: 4 n of work. Of what a solver has computed only d is used. */
bool zni_ray_proves(zn_index nc, const zn_index first[], const zn_matrix *W,
                    const double q[], const double d[], double v[]);

/* ---- room ------------------------------------------------------------------ */

/* Work space of the methods below, of which one runs at a time: ZNI_PROX_PATH numbers for each of n rows. */
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
    double alpha;  /* first proximal term, relative to the diagonal         */
    double factor; /* by which it shrinks and grows                         */
    zn_index idle; /* it gives up after so many steps that do not halve the error; 0: never */
    int map;       /* 0: Alart-Curnier, 1: Fischer-Burmeister               */
} zni_prox;

/* From z; newton->lin has been set for c. */
zn_status zni_prox_run(zni_call call, zni_work *k, zni_fnewton_work *newton, const zni_prox *s, const zni_fc *c);

/* ---- the path of proximal problems ----------------------------------------- */

/* From z; newton->lin has been set for c. */
zn_status zni_homotopy_run(zni_call call, zni_work *k, zni_fnewton_work *newton, const zni_homotopy *s,
                           const zni_fc *c);

/* ---- a variational inequality ------------------------------------------------ */

typedef struct zni_vi {
    zni_projection opt; /* rho in units of 1 / unit                              */
    int step;           /* 0: adaptive, 1: fixed                                 */
    double unit, longest;
} zni_vi;

enum { ZNI_VI = ZNI_PROJECTED + 1 };

/* From z; (z, w) is the best point. v: ZNI_VI n */
zn_status zni_vi_run(zni_call call, const zni_vi *how, const zni_view *a, double v[]);

/* ---- gradient methods, for symmetric W -------------------------------------------------- */

typedef struct zni_gradient {
    double tol;
    zn_index max_iter;
    zn_index threads; /* 0: as many as there are processors                    */
    bool fast;        /* accelerated, else spectral                            */
} zni_gradient;

/* From z. *pool: NULL, or the threads of an earlier call. */
zn_status zni_gradient_run(zni_call call, zni_work *work, zni_pool **pool, const zni_gradient *opt, const zni_fc *c);
/* The same by conjugate gradients. */
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

/* Friction with d = 2, rolling friction with d = 3, whose laws are piecewise linear. Lemke's method with many covering
 * vectors, at most max_iter pivots in all, then branch and bound if there are no more than ZNI_BRANCH_MAX rows. If
 * unsolved, z is no good start for others, and neither a ray nor an exhausted tree proves that there is no
 * solution. */
zn_status zni_plane_solve(zni_call call, zni_plane_work *k, double tol, zn_index max_iter, const zni_fc *c);

/* ---- normal and tangential problems alternately --------------------------------- */

typedef struct zni_panagiotopoulos {
    double tol;
    zn_index max_iter;  /* alternations                                      */
    zn_index sweeps;    /* most sweeps of a tangential problem               */
    const char *normal; /* solver of the class lcp for the loads             */
    zn_index steps;     /* its max_iter; 0: its default                      */
} zni_panagiotopoulos;

typedef struct zni_panagiotopoulos_work {
    zni_inner inner;
    double *x;    /* W_NN: nb                                                */
    zn_index *ro; /* 0 ... nb: first rows, and blocks, of one element each   */
    double *v;    /* 2 n: best r, r without loads; 3 nc: q, z, w of the loads */
    zn_index cap_x, cap_ro, cap_v;
} zni_panagiotopoulos_work;

/* Room for nc contacts of n rows and nb blocks of W, and the solver of the loads. */
zn_status zni_panagiotopoulos_reserve(zn_ctx *ctx, zni_panagiotopoulos_work *k,
                                      const char *normal, zn_index nc, zn_index nb,
                                      zn_index n);
/* From z; (z, w) is the best point. */
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
    zni_admm_way way; /* in which friction is convexified: admm.c           */
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
