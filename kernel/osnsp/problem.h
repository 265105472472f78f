/* problem.h - a one-step nonsmooth problem: from linearised interactions to a
 * solver problem and back
 * SPDX-License-Identifier: Apache-2.0
 *
 * A simulation has as many as its kind needs: time stepping one, and another one at
 * position level if it projects. What depends on who integrates (points, factors,
 * W^-1, free values, the rule of activation) comes from the problem's kind. */
#ifndef ZENO_KERNEL_PROBLEM_H
#define ZENO_KERNEL_PROBLEM_H

#include <zeno/formulation.h>

#include "kernel/osnsp/linearisation.h"

typedef struct zni_problem zni_problem;

/* Systems coupled by the inputs of relations; see group.c. */
typedef struct zni_group {
    zn_index   nbody, *body; /* places, ascending */
    zn_index   n;            /* their unknowns */
    bool       coupled;      /* T is not the identity */
    zn_factor *T;
    double    *a;            /* n x n, N and then T */
    double    *delta;        /* n, coupled free increment minus the own ones */
    double    *tmp;          /* n */
} zni_group;

/* Of a large system whose interactions touch few unknowns: X has the rows of these
 * only, and the increment of all of them takes one solution more; see reach.c. */
typedef struct zni_reach {
    zn_index  n;     /* rows of X; -1: something touches all of them */
    zn_index *where; /* of each unknown among them, or -1; NULL: X has all rows */
    double   *load;  /* room for the sum of B lambda */
    bool      loaded;
} zni_reach;

/* Rows of X of one system, or of one group of systems. */
typedef struct zni_part {
    zn_index group; /* -1: of the system alone */
    zn_index body;
    zn_index n;     /* rows */
    zn_index at;    /* where it begins in X, n x m */
    zn_index side;  /* which system of the interaction (the first, if both) */
} zni_part;

/* What a problem knows of one system of an interaction. */
typedef struct zni_side {
    const zn_osi_type *ot;
    void              *os;  /* state of the integrator */
    zn_index           group, goff;
    double             row, col; /* factors of the last assembly */
} zni_side;

/* An interaction in the problem; its linearisation has the same place. */
typedef struct zni_member {
    /* what every step looks at, whether there is contact or not */
    bool               in;      /* it takes part: its rows may become active */
    bool               always;  /* bilateral, or a position-level law */
    bool               thin;    /* redundant rows are left out */
    bool               affine;  /* one pass is exact */
    zn_level           level;
    zn_index           nact;    /* active rows */
    zn_index          *rows;    /* which they are */
    zn_index           slot;    /* among the active interactions, or -1 */
    zn_index           first;   /* row in the problem */
    zn_index           stride;  /* rows of one copy of the law */
    zn_index           unit;    /* of these the first ones that take part */
    zni_side           side[2];

    const zn_law      *law;
    const zn_law_type *lt;
    zn_index           load;    /* place of the interaction whose reaction bounds
                                   this one; -1: none */
    double             e;       /* restitution of the law */
    double             adhesion; /* largest pull (N) */
    bool               summed;  /* C q is not in c: C meets q and the free
                                   increment at once */
    bool               values;  /* c and g are h and g, not yet the constant
                                   parts */
    bool               forced;  /* its compliances are new */
    zn_index           size;    /* rows of the interaction */
    double            *c;       /* m, constant part of q, and `rows` behind it */
    double            *mid;     /* m x nu, rows along which impulses act, at the
                                   middle of the step; NULL: H. Then room */
    double            *force;   /* room of a law that gives a force; NULL: the
                                   law is a set */
    double            *X;       /* W^-1 B, part by part */
    zn_index           cX;
    zni_part           part[2];
    zn_index           nparts;
    zni_version        made;    /* X was */
    zni_version        factors; /* rows and columns of the last assembly were */
} zni_member;

/* The index set of the problem. */
typedef struct zni_choice {
    zn_index      *act;     /* places of active interactions */
    zn_index       nact, cact;
    zn_index       n;       /* rows */
    unsigned char *was;     /* ny, rows that are active */
    zn_index       cwas;
    const unsigned char *given; /* ny, rows that the simulation chose; NULL: the
                                   rule of the kind; borrowed */
    bool           affine;  /* every active relation is */
    bool           steady;  /* every row is always active */
    zni_version    chosen;  /* when it was made */
    zni_version    rows;    /* when it became another one */
} zni_choice;

/* The matrix, dense or in block rows. */
typedef struct zni_assembled {
    zn_matrix   M;
    bool        dense;
    double     *x;
    zn_index    cx;
    zn_index   *p, *i, *bp, *ro; /* block rows */
    zn_index    cp, ci, cbp, cro;
    zn_index   *begin, *linked; /* active interactions by system or group */
    zn_index    cbegin, clinked;
    zni_version structure; /* when it was made */
    zni_version values;    /* when they were */
} zni_assembled;

/* One entry per row of the problem. */
typedef struct zni_rows {
    double         *q, *z, *w;
    double         *pull;  /* lambda = z - pull, if any contact holds */
    zn_index       *where; /* in y, lambda */
    zn_index        cq, cz, cw, cpull, cwhere;
} zni_rows;

/* Its blocks: cones of the active copies of laws. */
typedef struct zni_cones {
    zn_index       n;
    zn_cone       *cone;
    zn_index      *start; /* n + 1, first rows */
    const zn_law **law;
    zn_index       nparam; /* that change from step to step */
    double        *param;  /* these, and as they were */
    zn_index       ccone, cstart, claw, cparam;
} zni_cones;

/* How it is solved. */
typedef struct zni_method {
    bool                       either;  /* condensed or not: `auto` may choose */
    int                        storage; /* 0 auto, 1 dense, 2 block */
    const zn_formulation_type *form;
    void                      *form_state;
    zn_solver                 *solver;
} zni_method;

/* A matrix by columns, with room. */
typedef struct zni_columns_at {
    zn_index *p, *i;
    double   *x;
    zn_index  cp, ci, cx;
} zni_columns_at;

/* The problem with the equations of motion kept, for formulations that want it so;
 * global.c. */
typedef struct zni_global {
    zn_index      *system; /* places of the systems that rows act on */
    zn_index       nsystem, unknowns; /* of systems, and of compliant rows */
    zn_index      *first;  /* by place: first unknown, or -1 */
    unsigned char *fixed;  /* prescribed velocities of a system */
    zni_columns_at W, C;
    double        *middle; /* values of B where some differ from those of C */
    bool           any_middle;
    zn_matrix      Wm, Bm, Cm;
    zn_one_step_motion motion;
    double        *on;     /* rows on each system, for the estimate */
    zn_index       csystem, cfirst, cfixed, cmiddle, con;
} zni_global;

/* What holds of all interactions in it. */
typedef struct zni_summary {
    bool any_input, any_offset; /* some has B, some g - B lambda */
    bool any_level[ZN_LEVELS];
    bool any_old;   /* some has an old factor other than 0 */
    bool any_fixed; /* any_offset or any_old: there is input that does not wait
                       for the solution */
    bool any_adhesion;
    bool one_pass;  /* everything is affine in this step */
} zni_summary;

/* Where a kind of problem takes from what the rest is written with; `m` is the
 * interaction, j the number of one of its systems, b that system. */
typedef struct zni_problem_kind {
    const char *name;
    /* Point of the relation, nq of the system, and its time. */
    void   (*point)(const zni_problem *p, const zni_member *m, zn_index j,
                    const zni_body *b, const zn_step *step, double q[]);
    double (*time)(const zni_member *m, const zn_step *step);
    /* Factors of rows and columns. */
    void   (*factors)(const zni_member *m, zn_index j, const zn_step *step,
                      double *row, double *col);
    /* What q takes from the system: n numbers, or NULL: 0. */
    const double *(*free_value)(const zni_problem *p, const zni_member *m,
                                zn_index j, const zni_body *b,
                                const zn_step *step);
    /* X = W^-1 X, nrhs columns, and when W became what it is. */
    void   (*solve)(const zni_problem *p, const zni_body *b, zn_index nrhs,
                    double X[]);
    zni_version (*W)(const zni_problem *p, const zni_body *b);
    /* Optional: W itself; NULL: the equations of motion cannot be kept. */
    zn_status (*matrix)(const zni_problem *p, const zni_body *b,
                        const zn_pattern **a, const double **W);
    /* Optional: block k of a copy of the law; NULL: as the law says. */
    bool   (*cone)(const zni_problem *p, const zni_member *m, zn_index k,
                   zn_cone *c);
    /* Is the copy of the law that begins with that row active? y, u: its outputs
     * at t_k. */
    bool   (*active)(const zni_problem *p, const zni_member *m,
                     const zn_step *step, zn_index row, const double y[],
                     const double u[]);
} zni_problem_kind;

struct zni_problem {
    zn_ctx                 *ctx;
    const zni_problem_kind *kind;
    void                   *user;   /* of the kind */
    zni_lins               *lins;   /* borrowed */
    zni_member             *member; /* by place of the interaction */
    zn_index                nmember, cmember;
    double                 *lam;    /* ny, multipliers at work */
    zn_index                clam;
    zni_version             lambda; /* when they became others */
    zni_summary             has;
    zni_choice              active;
    const double           *ahead[2]; /* ny, y and u by which rows are chosen and
                                         restitution is measured; NULL: those of
                                         the state */
    zni_assembled           matrix;
    zni_global              global;
    zni_rows                rows;
    zni_cones               cones;
    zn_one_step             statement;
    zni_method              how;
    zni_group              *group;
    zn_index                ngroup, nbody; /* places of systems */
    zni_reach              *reach;  /* by place of the system; NULL: none is so */
};

static inline zni_lin *zni_problem_lin(const zni_problem *p, zn_index k)
{
    return &p->lins->at[k];
}

static inline const double *zni_problem_seen(const zni_problem *p,
                                             const zn_step *step, int which)
{
    return p->ahead[which] ? p->ahead[which] : step->state->y[which];
}

static inline zni_version zni_problem_tick(const zni_problem *p)
{
    return zni_tick(&p->lins->counter);
}

/* Block k of a copy of the law of a member; false: there is none. */
static inline bool zni_member_cone(const zni_problem *p, const zni_member *m,
                                   zn_index k, zn_cone *c)
{
    return p->kind->cone ? p->kind->cone(p, m, k, c)
                         : m->lt->cone(m->law->state, k, c);
}

/* ---- member.c ---- */
/* Room for nmember interactions and ny rows. */
zn_status zni_problem_reserve(zni_problem *p, zn_index nmember, zn_index ny);
/* The interaction at a place takes part at that level. */
zn_status zni_problem_enter(zni_problem *p, zn_index k, zn_level level,
                            const zni_body *bodies);
void zni_problem_leave(zni_problem *p, zn_index k);
/* Does the member say H u = 0, and nothing else? */
bool zni_member_bilateral(const zni_problem *p, zn_index k);
/* What holds of all that take part; call when they changed. */
void zni_problem_summarise(zni_problem *p);
/* The same of one more that takes part. */
void zni_problem_note(zni_problem *p, zn_index k);
void zni_problem_fini(zni_problem *p);

/* ---- constant.c ---- */
/* What the residuals of the iterate need: in c and g the values h and g, if that
 * is less than to linearise. */
zn_status zni_member_evaluate(zni_problem *p, zn_index k,
                              const zni_body *bodies, const zn_step *step);
/* The rest of the linearisation after that. */
zn_status zni_member_complete(zni_problem *p, zn_index k,
                              const zni_body *bodies, const zn_step *step);
/* C, B, D, g, constant part c at the iterate of the step. */
zn_status zni_member_linearise(zni_problem *p, zn_index k,
                               const zni_body *bodies, const zn_step *step);

/* ---- middle.c ---- */
/* The impulses of the member act along its rows at the middle of the step. */
zn_status zni_member_use_middle(zni_problem *p, zn_index k);
/* These rows, for the iterate of the step. */
zn_status zni_member_middle(zni_problem *p, zn_index k, const zn_step *step);

/* ---- force_law.c ---- */
/* The law of the member gives a force. */
zn_status zni_member_use_force(zni_problem *p, zn_index k);
/* That force and its derivatives at the iterate of the step; after C. */
zn_status zni_member_force(zni_problem *p, zn_index k, const zn_step *step);
/* What it makes of the rows: c and compliances, after X. Are these others now? */
bool zni_member_compliances(zni_problem *p, zn_index k, const zn_step *step);
double zni_member_compliance(const zni_member *m, zn_index row);
/* How far lambda is from h f at the iterate, relatively. */
double zni_member_force_residual(const zni_problem *p, zn_index k,
                                 const zn_step *step);

/* ---- adhesion.c ---- */
/* After M and q: q becomes that of z = lambda + s. */
void zni_adhesion_enter(zni_problem *p, const zn_step *step);
/* s of a row of the problem. */
double zni_adhesion_of(const zni_problem *p, zn_index row);

/* ---- response.c ---- */
/* X = W^-1 B where needed. */
zn_status zni_member_solve(zni_problem *p, zn_index k, const zni_body *bodies);
/* u[uoff..] += col g(q, lambda), or of it only what does not wait for lambda:
 * g - B lambda. */
void zni_member_input(const zni_problem *p, zn_index k, const zni_body *bodies,
                      const zn_step *step, bool fixed, double u[]);
/* u += f H' lambda of system j, u beginning where its unknowns do. */
void zni_lin_push(const zni_lin *s, zn_index j, double f, const double lambda[],
                  double u[]);
/* du[uoff..] += col X lambda, of all active members. */
void zni_problem_increment(zni_problem *p, const zni_body *bodies, double du[]);
/* u[uoff..] += old_factor g(t_k, q_k, lambda_k). */
zn_status zni_member_old_input(zni_problem *p, zn_index k,
                               const zni_body *bodies, const zn_step *step,
                               double u[]);

/* ---- reach.c ---- */
/* Which rows of X are needed of which system, once the groups are known. */
zn_status zni_reach_form(zni_problem *p, const zni_body *bodies);
void zni_reach_fini(zni_problem *p);
/* X of a part whose system has a reach. */
void zni_reach_solve(zni_problem *p, zn_index k, const zni_part *part,
                     const zni_body *bodies, double X[]);
/* The member's load, and what all loads move: du[uoff..] += W^-1 load. */
void zni_reach_load(zni_problem *p, zn_index k, const zni_part *part);
void zni_reach_increment(zni_problem *p, const zni_body *bodies, double du[]);
/* The reach of a part, or NULL. */
static inline zni_reach *zni_part_reach(const zni_problem *p,
                                        const zni_part *part)
{
    return p->reach && part->group < 0 && p->reach[part->body].where
               ? &p->reach[part->body]
               : NULL;
}

/* ---- group.c ---- */
/* Find the groups anew, and lay out X of all interactions. */
zn_status zni_groups_form(zni_problem *p, zni_body *bodies, zn_index nbody);
void zni_groups_fini(zni_problem *p);
/* Lay out X of one interaction, while there are no groups. */
zn_status zni_groups_join(zni_problem *p, zn_index k, const zni_body *bodies);
/* After the free increments: T and the coupled ones. */
zn_status zni_groups_free(zni_problem *p, zni_body *bodies,
                          const zn_step *step);
/* du[uoff..] += what the coupling adds to the free increments. */
void zni_groups_increment(const zni_problem *p, const zni_body *bodies,
                          double du[]);
/* X = T^-1 W^-1 X, n x nrhs of the group. */
void zni_group_solve(const zni_problem *p, const zni_group *g,
                     const zni_body *bodies, zn_index nrhs, double X[]);

/* ---- active.c ---- */
/* Index set of the step: rows that enter the problem. */
void zni_problem_activate(zni_problem *p, const zn_step *step);

/* ---- cones.c ---- */
/* The blocks of the active rows. */
zn_status zni_cones_form(zni_problem *p);
/* Their parameters in this step; *changed: they differ from those before. */
zn_status zni_cones_vary(zni_problem *p, const zn_step *step, bool *changed);
/* Those of a copy of the active interaction at a place, or NULL where they are
 * constant. */
const double *zni_cones_param(const zni_problem *p, zn_index place,
                              zn_index copy);
double zni_cones_load_residual(const zni_problem *p, zn_index place,
                               const zn_step *step);
/* The impulse of the interaction by whose reaction the member is bounded. */
double zni_member_load(const zni_problem *p, const zni_member *m);
void zni_cones_fini(zni_problem *p);

/* ---- assemble.c ---- */
/* Room for the problem with every row active; *nnz: values in its matrix. */
zn_status zni_problem_all_rows(zni_problem *p, zn_index *nnz);
zn_status zni_problem_assemble(zni_problem *p, const zni_body *bodies,
                               const zn_step *step);

/* q of all rows. */
void zni_problem_affine_terms(zni_problem *p, const zni_body *bodies,
                              const zn_step *step);

/* ---- global.c ---- */
/* Why the equations of motion cannot be kept for the interaction at a place, or NULL;
 * and whether the estimate says that it pays. */
const char *zni_global_refuses(const zni_problem *p, zn_index k);
bool zni_global_cheaper(zni_problem *p);
/* The statement with the equations of motion instead of M. */
zn_status zni_global_assemble(zni_problem *p, const zni_body *bodies,
                              const zn_step *step);
/* z into the units of the statement, or z and w out of them. */
void zni_global_units(const zni_problem *p, bool in);
/* du[uoff..] += W^-1 H' lambda. */
void zni_global_increment(const zni_problem *p, const zni_body *bodies,
                          const zn_step *step, double du[]);
void zni_global_fini(zni_problem *p);

/* Is the problem to be put with the equations of motion? */
static inline bool zni_problem_global(const zni_problem *p)
{
    return p->how.form && p->how.form->global;
}

/* ---- solve.c ---- */
/* Pick formulation and solver for the sets of all that take part. */
zn_status zni_problem_configure(zni_problem *p, const char *formulation,
                                const char *solver, double tol);
/* Solve the assembled problem from the current multipliers into them. */
zn_status zni_problem_solve(zni_problem *p, zn_solve_info *info);
/* The same by every other solver of the class in turn, until one succeeds. */
zn_status zni_problem_retry(zni_problem *p, double tol, zn_solve_info *info);

/* Formulation and solver are given back. */
void zni_problem_drop_method(zni_problem *p);

/* ---- integrators.c ---- */
/* The problem of a step of the integrators of the systems. */
extern const zni_problem_kind zni_problem_of_step;

#endif
