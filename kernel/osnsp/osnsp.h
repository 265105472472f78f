/* osnsp.h - the one-step nonsmooth problem: from active interactions to a
 * solver problem and back
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_OSNSP_H
#define ZENO_KERNEL_OSNSP_H

#include <zeno/formulation.h>

#include "kernel/model/model.h"
#include "kernel/model/version.h"
#include "kernel/osi/body.h"

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

/* Rows of X of one system, or of one group of systems. */
typedef struct zni_part {
    zn_index group; /* -1: of the system alone */
    zn_index body;
    zn_index n;     /* rows */
    zn_index at;    /* where it begins in X, n x m */
} zni_part;

/* When what a relation is evaluated at last became another. */
typedef struct zni_sources {
    zni_version time;   /* t */
    zni_version state;  /* q, v */
    zni_version lambda;
    double      t;
} zni_sources;

/* When a block of an interaction was made. */
typedef struct zni_blocks {
    zni_version C; /* and H */
    zni_version D, B, K, y0, X;
    zni_version factors; /* row and col */
} zni_blocks;

/* An interaction at work. Its arrays share one block, `q` is its start. */
typedef struct zni_site {
    zn_interaction         *a; /* NULL: empty place */
    zn_index                serial; /* of the interaction */
    const zn_relation_type *rt;
    const zn_law_type      *lt;
    const zn_osi_type      *ot;
    void                   *os; /* state of the integrator */
    zn_level                level;
    double                  e;       /* restitution of the law */
    zn_index                m;       /* rows */
    zn_index                off;     /* in y, lambda */
    zn_index                unit;    /* rows of one copy of the law */
    zn_index                nds;
    zn_index                body[2]; /* places of the systems */
    zn_index                n[2];    /* their unknowns */
    zn_index                uo[2];   /* column where each begins in H */
    zn_index                qo[2];   /* and in the stacked state */
    zn_index                nu, nq;  /* stacked sizes */
    const zn_relation_variability *varies; /* of the relation */
    bool                    always;  /* bilateral, or a position-level law */
    bool                    affine;  /* linear relation: one pass is exact */
    bool                    plain;   /* y = C q + D lambda + y0, u = C v,
                                        input B lambda, all constant */
    bool                    moving;  /* but for y0, which depends on time */
    bool                    summed;  /* C q is not in c: C meets q and the free
                                        increment at once */
    zni_sources             from; /* when what it is made of last changed */
    zni_blocks              made; /* when each block was made */
    bool                    values;  /* c and g are h and g, not yet the
                                        constant parts */
    double                 *q;       /* nq, where the relation is evaluated */
    double                 *v;       /* nu */
    double                 *C;       /* m x nq, dh/dq */
    double                 *H;       /* m x nu, C T(q); C itself when T = I */
    double                 *B;       /* nu x m, input Jacobian; NULL: H' */
    double                 *D;       /* m x m; NULL: 0 */
    double                 *K;       /* nu x nq, dg/dq; NULL: 0 */
    double                 *g;       /* nu, input g - B lambda at the iterate */
    double                 *X;       /* W^-1 B, part by part */
    zn_index                cX;
    zni_part                part[2];
    zn_index                nparts;
    zn_index                group[2], goff[2]; /* of the systems */
    double                 *c;       /* m, constant part of q */
    double                 *y0;      /* m, y at q = 0 of a plain relation */
    double                 *zero;    /* m and nq, whichever is more */
    zn_index                qat[2], vat[2]; /* systems' parts of the state */
    double                  row, col; /* factors of the last assembly */
    zn_index               *rows;    /* active rows, nact of them */
    zn_index                nact;
    zn_index                slot;    /* in the list of active sites, or -1 */
    zn_index                first;   /* row in the one-step problem */
} zni_site;

typedef struct zni_osnsp {
    zn_ctx   *ctx;
    zni_site *site; /* by place of the interaction */
    zn_index  nsites, csites;
    zni_counter clock;
    zni_version parameters; /* z and u may have been written: every step */
    bool      one_pass;  /* everything is affine in this step */
    bool      any_input, any_offset; /* some site has B, some g - B lambda */
    bool      any_level[2]; /* some site is at that zn_level */
    bool      any_old;   /* some site has an old factor other than 0 */
    bool      any_fixed; /* any_offset or any_old: there is input that does not
                            wait for the one-step problem */

    /* current multipliers (ny) and which rows were active (ny) */
    double        *lam;
    unsigned char *was;
    zn_index       cny;

    /* active sites, the rows they make, and the problem */
    zn_index       *act;
    zn_index        nact, cact;
    zn_index        n;
    bool            affine;  /* every active relation is */
    bool            steady;  /* every row is always active */
    zni_version     sites;     /* one came, went or was made anew */
    zni_version     chosen;    /* the active rows were */
    zni_version     rows;      /* the choice became another one */
    zni_version     structure; /* of the matrix was made */
    zni_version     matrix;    /* its values were */
    zni_version     lambda;    /* lam became another one */
    zn_matrix       M;
    bool            dense;
    double         *x;
    zn_index        cx;
    zn_index       *p, *i, *bp, *ro; /* block rows */
    zn_index        cp, ci, cbp, cro;
    zn_index       *mark; /* per active site, for the structure */
    zn_index        cmark;
    double         *q, *z, *w;
    zn_index        cq, cz, cw;
    unsigned char  *set;
    const zn_law  **law;
    zn_index       *row;
    zn_index       *where; /* row of the problem -> row of the state */
    zn_index        cset, claw, crow, cwhere;
    zn_one_step     problem;

    zni_group      *group;
    zn_index        ngroup;

    /* how it is solved */
    int                        storage; /* 0 auto, 1 dense, 2 block */
    const zn_formulation_type *form;
    void                      *form_state;
    zn_solver                 *solver;
    const char                *solver_name;
} zni_osnsp;

static inline bool zni_site_first_order(const zni_site *s)
{
    return s->ot->family == ZN_FIRST_ORDER;
}

/* A status of a relation, with whose it is. */
static inline zn_status zni_site_where(const zni_site *s, zn_status st)
{
    return st ? zn_note(s->a->model->ctx, st, "interaction '%s'", s->a->name)
              : ZN_OK;
}

/* y = y + A x, A is m x n */
static inline void zni_site_add_product(zn_index m, zn_index n, const double A[],
                                   const double x[], double y[])
{
    for (zn_index j = 0; j < n; j++, A += m) {
        const double f = x[j];

        for (zn_index i = 0; f != 0 && i < m; i++)
            y[i] += A[i] * f;
    }
}

/* ---- sites.c ---- */
zn_status zni_site_init(zni_osnsp *o, zni_site *s, zn_interaction *a,
                        const zni_body *bodies);
void zni_site_fini(zni_osnsp *o, zni_site *s);
/* The relation is evaluated at another (t, q, lambda) from here on. */
void zni_site_moved(zni_osnsp *o, zni_site *s, double t);
/* C, and H = C T(q), at (t, s->q, lambda), unless they hold. */
zn_status zni_site_jacobian(zni_osnsp *o, zni_site *s, double t, const double lambda[]);
/* Is h evaluated at lambda = 0? */
static inline bool zni_site_at_zero(const zni_site *s)
{
    return zn_relation_affine_output(s->varies);
}

/* The multipliers or the part of them that s->lam holds are others. */
static inline void zni_osnsp_new_lambda(zni_osnsp *o)
{
    o->lambda = zni_tick(&o->clock);
}

/* What the residuals of the iterate need: in c and g the values h and g, if that
 * is less than to linearise. */
zn_status zni_site_evaluate(zni_osnsp *o, zni_site *s, const zni_body *bodies,
                            const zn_step *step);
/* The rest of the linearisation after that. */
zn_status zni_site_complete(zni_osnsp *o, zni_site *s, const zni_body *bodies,
                            const zn_step *step);
/* C, B, D, g, constant part c at the iterate of the step. */
zn_status zni_site_linearise(zni_osnsp *o, zni_site *s, const zni_body *bodies,
                             const zn_step *step);
/* y0 of a plain relation at that time. */
zn_status zni_site_constant(zni_osnsp *o, zni_site *s, double t);
/* X = W^-1 B where needed. */
void zni_site_solve(zni_osnsp *o, zni_site *s, const zni_body *bodies);

/* ---- site_output.c ---- */
/* Stack the systems' parts of a state vector. */
void zni_site_gather(const zni_site *s, const zn_state *state, double q[],
                     double v[]);
/* y and its velocity at (t, state), into state->y. */
zn_status zni_site_output(zni_osnsp *o, zni_site *s, zn_state *state);

/* ---- site_input.c ---- */
/* u[uoff..] += factor g(q, lambda), or of it only what does not wait for lambda:
 * g - B lambda. */
void zni_site_input(const zni_osnsp *o, const zni_site *s,
                    const zni_body *bodies, const zn_step *step, bool fixed,
                    double u[]);
/* du[uoff..] += col_factor X lambda. */
void zni_site_increment(const zni_osnsp *o, const zni_site *s,
                        const zni_body *bodies, const zn_step *step,
                        double du[]);
/* u[uoff..] += old_factor g(t_k, q_k, lambda_k). */
zn_status zni_site_old_input(zni_osnsp *o, zni_site *s, const zni_body *bodies,
                             const zn_step *step, double u[]);

/* ---- group.c ---- */
/* Find the groups anew, and lay out X of all interactions. */
zn_status zni_groups_form(zni_osnsp *o, zni_body *bodies, zn_index nbody);
void zni_groups_fini(zni_osnsp *o);
/* After the integrators' `free`: T and the coupled free increments. */
zn_status zni_groups_free(zni_osnsp *o, zni_body *bodies, const zn_step *step);
/* du[uoff..] += what the coupling adds to the free increments. */
void zni_groups_increment(const zni_osnsp *o, const zni_body *bodies,
                          double du[]);
/* X = T^-1 W^-1 X, n x nrhs of the group. */
void zni_group_solve(const zni_group *g, const zni_body *bodies, zn_index nrhs,
                     double X[]);

/* ---- active.c ---- */
/* Index set of the step: rows that enter the one-step problem. */
void zni_osnsp_activate(zni_osnsp *o, const zn_step *step);

/* ---- assemble.c ---- */
/* Room for the problem with every row active; *nnz: values in its matrix. */
zn_status zni_osnsp_reserve(zni_osnsp *o, const zni_body *bodies,
                            zn_index *nnz);
zn_status zni_osnsp_assemble(zni_osnsp *o, const zni_body *bodies,
                             const zn_step *step);

/* ---- solve.c ---- */
/* Pick formulation and solver for the sets of all sites. */
zn_status zni_osnsp_configure(zni_osnsp *o, const char *formulation,
                              const char *solver, double tol);
/* Solve the assembled problem from the current multipliers into them. */
zn_status zni_osnsp_solve(zni_osnsp *o, zn_solve_info *info);
/* The same by every other solver of the class in turn, until one succeeds. */
zn_status zni_osnsp_retry(zni_osnsp *o, double tol, zn_solve_info *info);
void zni_osnsp_fini(zni_osnsp *o);

#endif
