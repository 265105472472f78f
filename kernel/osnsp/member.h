/* member.h - an interaction in a one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_MEMBER_H
#define ZENO_KERNEL_MEMBER_H

#include <zeno/law.h>

#include "kernel/osnsp/linearisation.h"

typedef struct zni_problem zni_problem;

/* Rows of X of one system, or of one group of systems. */
typedef struct zni_part {
    int32_t  group; /* -1: of the system alone */
    int32_t  body;
    int32_t  n;     /* rows */
    int32_t  side;  /* which system of the interaction (the first, if both) */
    zn_index at;    /* where it begins in X, n x m */
} zni_part;

/* What a problem knows of one system of an interaction. */
typedef struct zni_side {
    const zn_osi *osi; /* NULL: there is no second one */
    int32_t       group, goff;
} zni_side;

/* What there is of an interaction that acts: room comes when its rows are active, or asked
 * for, the first time. */
typedef struct zni_act {
    double     *X;       /* W^-1 B, part by part; NULL: no room yet, or it is had by divisions */
    zni_version made;    /* X was, or could be */
    zni_version factors; /* they were others before */
    double      first[2]; /* factors of the row and of the column in the last assembly, of the
                             first system */
    double      c[];     /* m, constant part of q; behind them m numbers of 32 bits, which rows
                            are active, and the factors of a second system */
} zni_act;

/* Weights in the rows of a relation with D on velocity level. */
typedef struct zni_soft {
    double own;    /* of H W^-1 H' in its own block */
    double direct; /* of D there */
    double free;   /* of H v_free in q */
} zni_soft;

/* What few members have. */
typedef struct zni_member_more {
    double    adhesion; /* largest pull (N) */
    double   *mid;      /* m x nu, rows along which impulses act, at the middle of the step;
                           NULL: H. Then room */
    double   *force;    /* room of a law that gives a force; NULL: the law is a set */
    zni_soft *soft;     /* of a relation with D on velocity level; else NULL */
} zni_member_more;

/* An interaction in the problem; its linearisation has the same place. */
typedef struct zni_member {
    /* what every step looks at, whether there is contact or not */
    bool               in;      /* it takes part: its rows may become active */
    bool               always;  /* bilateral, or a position-level law */
    bool               thin;    /* redundant rows are left out */
    bool               affine;  /* one pass is exact */
    bool               summed;  /* C q is not in c: C meets q and the free
                                   increment at once */
    bool               values;  /* c and g are h and g, not yet the constant
                                   parts */
    bool               forced;  /* its compliances are new */
    uint8_t            level;   /* zn_level */
    int32_t            nact;    /* active rows */
    int32_t            slot;    /* among the active interactions, or -1 */
    int32_t            first;   /* row in the problem */
    int32_t            stride;  /* rows of one copy of the law */
    int32_t            unit;    /* of these the first ones that take part */
    int32_t            off;     /* of its rows in y, lambda */
    int32_t            size;    /* its rows */
    int32_t             place;   /* of the interaction */
    const zn_law      *law;
    int32_t            end[2];  /* what couples it to others: systems, or behind these
                                   the groups that they are in; -1: no second one */
    zni_side           side[2];
    zni_act           *act;     /* NULL: it never acted */

    int32_t            nX[2];   /* rows of the parts of X */
    int32_t            nparts;
    int32_t            load;    /* place of the interaction whose reaction bounds
                                   this one; -1: none */
    double             e;       /* restitution of the law */
    zni_member_more   *more;    /* its own, or that of all which have none */
} zni_member;

/* Which of its rows are active, nact. */
static inline int32_t *zni_member_active(const zni_member *m)
{
    return (int32_t *)(void *)(m->act->c + m->size);
}

/* The factors of the last assembly, of row and column, of system j. */
static inline double *zni_member_factors(const zni_member *m, zn_index j)
{
    return j ? m->act->c + m->size + (m->size + 1) / 2 : m->act->first;
}

static inline double zni_member_row(const zni_member *m, zn_index j)
{
    return zni_member_factors(m, j)[0];
}

static inline double zni_member_col(const zni_member *m, zn_index j)
{
    return zni_member_factors(m, j)[1];
}

/* A contact in space, of systems of few unknowns whose W is diagonal, keeps no X: blocks of the
 * matrix and increments divide by W where they would read X. */
enum { ZNI_DIVIDED_ROWS = 3, ZNI_DIVIDED_MOST = 12 };

static inline zn_index zni_member_size_of_X(const zni_member *m)
{
    return (zn_index)(m->nX[0] + m->nX[1]) * m->size;
}

/* Part i of X: there is a second one of the second system, unless one group has both. */
static inline zni_part zni_member_part(const zni_member *m, const zni_lin *s,
                                       zn_index i)
{
    return (zni_part){.group = m->side[i].group,
                      .body = s->body[i],
                      .n = m->nX[i],
                      .side = (int32_t)i,
                      .at = i ? m->nX[0] * s->m : 0};
}

/* ---- member.c ---- */
/* Room for what there is of it when it acts, and for its linearisation, if there is none. */
zn_status zni_member_acts(zni_problem *p, zn_index k);
/* What few members have it is to have, too. */
zn_status zni_member_add_more(zni_problem *p, zni_member *m);
/* Does the member say H u = 0, and nothing else? */
bool zni_member_bilateral(const zni_problem *p, zn_index k);

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

/* ---- soft.c ---- */
/* The relation of the member has D, and its level is that of velocities. */
zn_status zni_member_use_soft(zni_problem *p, zn_index k);
/* Its constant part, weights of the step, and D; after C. */
zn_status zni_member_soft_constant(zni_problem *p, zn_index k,
                                   const zn_step *step, double t);
/* H W^-1 H' in out, leading dimension ld, becomes its own block. */
void zni_member_soften(const zni_member *m, const zni_lin *s, double out[],
                       zn_index ld);

/* ---- force_law.c ---- */
/* The law of the member gives a force. */
zn_status zni_member_use_force(zni_problem *p, zn_index k);
/* That force and its derivatives at the iterate of the step; after C. */
zn_status zni_member_force(zni_problem *p, zn_index k, const zn_step *step);
/* What it makes of the rows: c and compliances, after X. Are these others now? */
bool zni_member_compliances(zni_problem *p, zn_index k, const zn_step *step);
double zni_member_compliance(const zni_member *m, zn_index row);
/* How far lambda is from h f at the iterate, as a share of what there is in the step, and of one unit more where
 * that is enough. */
double zni_member_force_residual(const zni_problem *p, zn_index k,
                                 const zn_step *step, bool one);

/* ---- adhesion.c ---- */
/* After M and q: q becomes that of z = lambda + s. */
void zni_adhesion_enter(zni_problem *p, const zn_step *step);
/* The same where the equations of motion are kept: W x = B z + f, f = -B s. */
zn_status zni_adhesion_enter_motion(zni_problem *p, const zn_step *step);
/* Marks contacts that were torn off in the step among those of a state: 2, not 1. */
void zni_adhesion_mark(const zni_problem *p, const zn_step *step,
                       unsigned char active[]);

/* ---- response.c ---- */
/* Room for X, if there is none, and back. */
zn_status zni_member_room(zni_problem *p, zn_index k);
void zni_member_drop_X(zni_problem *p, zn_index k);
/* X = W^-1 B where needed. */
zn_status zni_member_solve(zni_problem *p, zn_index k, const zni_body *bodies);
/* u[uoff..] += col g(q, lambda), or of it only what does not wait for lambda:
 * g - B lambda. */
void zni_member_input(const zni_problem *p, zn_index k, const zni_body *bodies,
                      const zn_step *step, bool fixed, double u[]);
/* u += f H' lambda of system j, u beginning where its unknowns do. */
void zni_lin_push(const zni_lin *s, zn_index j, double f, const double lambda[],
                  double u[]);
/* The same of what acts on the system: B lambda, or H' lambda along the rows of a member. */
void zni_member_push(const zni_member *m, const zni_lin *s, zn_index j, double f,
                     const double lambda[], double u[]);
/* Column r of B or H' of system j, into a vector of that system. */
void zni_member_column(const zni_member *m, const zni_lin *s, zn_index j,
                       zn_index r, double x[]);
/* du[uoff..] += col X lambda, of all active members. */
void zni_problem_increment(zni_problem *p, const zni_body *bodies, double du[]);
/* All of what zni_member_input adds, of all active members; known: with the factors that the matrix of
 * this step was made with. */
void zni_problem_input(const zni_problem *p, const zni_body *bodies, const zn_step *step, bool known,
                       double u[]);
/* In one look at each of them that, and all of what zni_member_input adds. */
void zni_problem_act(zni_problem *p, const zni_body *bodies,
                     const zn_step *step, double du[], double input[]);
/* u[uoff..] += old_factor g(t_k, q_k, lambda_k). */
zn_status zni_member_old_input(zni_problem *p, zn_index k,
                               const zni_body *bodies, const zn_step *step,
                               double u[]);

#endif
