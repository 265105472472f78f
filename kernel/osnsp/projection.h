/* projection.h - positions back onto their constraints: a second one-step problem,
 * at position level
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_PROJECTION_H
#define ZENO_KERNEL_PROJECTION_H

#include "kernel/osnsp/problem.h"

/* The metric A of a system: V = A^-1 H' Lambda. */
typedef struct zni_metric {
    zn_factor  *A;
    zni_version made;
} zni_metric;

/* Rows corrected in the coordinates of bodies; coordinates.c */
typedef struct zni_ties {
    double    *C; /* by rows */
    double    *S; /* C C' */
    double    *y; /* n, and the correction behind them */
    double    *r; /* along quaternions, of one interaction */
    zn_index  *of; /* n: the interaction of a row, by its place */
    double    *w; /* n of a complementarity problem, and n of its vector */
    unsigned char *tied; /* n, rows that are equations */
    zn_index   cC, cS, cy, cr, cof, cw, ctied;
    zn_solver *solver; /* where contacts are pushed, not tied */
} zni_ties;

typedef struct zni_projector {
    bool        on;
    bool        mass;   /* A is the mass, else T'T */
    bool        combined; /* the contacts of a step are those it leads to */
    bool        only_chosen; /* and no others are corrected */
    bool        from_closed; /* and those that are closed at its beginning */
    bool        in_coordinates; /* by coordinates.c */
    bool        inside; /* the step's own iterates are corrected */
    bool        corrected; /* one of this step was */
    bool        only_active; /* only rows that are active in `after` */
    bool        open; /* of these also what is neither violated nor touched */
    bool        joints; /* only what holds bodies together, and as well as rounding
                           lets it */
    bool        beginning; /* before a run: also laws that are written on positions */
    bool        relative; /* tol is a fraction of the size of a row */
    double      tol;    /* may stay; unilateral rows with y beyond it are left out */
    zni_problem problem;
    const zni_problem *after; /* whose trial position it is; borrowed */
    zni_ties    ties;
    zni_metric *metric; /* by place of the system */
    zn_index    nmetric, cmetric;
    double     *move;   /* u vector: the correction of one iteration */
    zn_index    cmove;
    unsigned char *moved; /* by the first unknown of a system: it was, in this step */
    zn_index    cmoved;
    double     *total;  /* ny, multipliers of all iterations of a step */
    zn_index    ctotal;
    unsigned char *chosen; /* ny, rows of contacts that are tied: those of a combined
                              projection, and of one inside those that press and last */
    unsigned char *reached; /* ny, those that the last pass adds */
    unsigned char *settled; /* ny, those that were chosen at the last correction */
    zn_index    cchosen, creached, csettled;
    unsigned char *met; /* ny, rows of a correction of this step */
    zn_index    cmet;
    double     *size;   /* ny, of rows; row_sizes.c */
    double     *length; /* of bodies, by place */
    zn_index    csize, clength, ny;
    zn_index    worst_at, worst_row; /* violated most at the last look; -1: none */
    double     *work;   /* q of one system, or T and A of one */
    zn_index    cwork;
} zni_projector;

/* Is the row passed over? Of contacts that take part by their first row that one alone is
 * projected. */
static inline bool zni_projector_passes(const zni_projector *p,
                                        const zni_member *m, zn_index row)
{
    return p->after->active.together && !m->always &&
           row >= m->stride;
}

void zni_projector_init(zni_projector *p, zn_ctx *ctx,
                         const zni_problem *after);
void zni_projector_fini(zni_projector *p);
/* Room for the places of systems and interactions, nu unknowns and ny rows; n:
 * positions of the largest system. */
zn_status zni_projector_reserve(zni_projector *p, zn_index nbody,
                                 zn_index nint, zn_index nu, zn_index ny);
/* The interaction at a place takes part, if its law is written on velocities. */
zn_status zni_projector_enter(zni_projector *p, zn_index k, zn_level level,
                               const zni_body *bodies);
/* The system at a place became another one, or has gone: its metric is made again. */
void zni_projector_renew(zni_projector *p, zn_index place);
/* What may stay of the row at that place of y. */
double zni_projector_may_stay(const zni_projector *p, zn_index at);
/* The largest violation of the trial position, which is linearised for it, in units of what
 * may stay; rows have the sizes of the first look of a step. */
zn_status zni_projector_look(zni_projector *p, const zni_body *bodies,
                             const zn_step *step, bool first, double *worst);
/* ---- chosen.c ---- */
/* A step begins: the ny rows of the contacts it will choose, none so far or those whose
 * y (ny) is not positive; NULL: it does not choose any. */
const unsigned char *zni_projector_begin(zni_projector *p, const double y[],
                                         zn_index ny);
/* Look for contacts that the trial position reaches; *grew: some are not among the
 * chosen. */
zn_status zni_projector_reach(zni_projector *p, const zni_body *bodies,
                              const zn_step *step, bool *grew);
/* Of one inside: contacts that last and press in this iterate are tied. */
void zni_projector_press(zni_projector *p, const zn_step *step);
/* They are chosen, too. */
void zni_projector_extend(zni_projector *p, zn_index ny);
/* No more are chosen in this step: it is corrected with these. */
void zni_projector_settle(zni_projector *p, zn_index ny);
/* ---- contradict.c ---- */
/* At a position that was looked at and is good: do rows that were left out hold, too? */
zn_status zni_projector_confirm(const zni_projector *p, double t);
/* ---- enough.c: of the problem of a projector, at the point that a solver left ---- */
bool zni_projector_enough(const zni_problem *p);
/* ---- row_sizes.c: the sizes of rows, where they are linearised ---- */
void zni_projector_measure(zni_projector *p);
/* Matrix and vector of the rows that are violated or closed. */
zn_status zni_projector_assemble(zni_projector *p, const zni_body *bodies,
                                  const zn_step *step);
/* After the solution: the trial position moves. */
zn_status zni_projector_move(zni_projector *p, const zni_body *bodies,
                              zn_index nbody, zn_index nu,
                              const zn_step *step);

/* Is that of a system other than zero? One that is zero must not be applied: to put a quaternion
 * back to length one moves it, too, by rounding. */
bool zni_projector_moves(const double V[], zn_index n);
/* The trial position of a system by V. */
void zni_projector_shift(const zni_projector *p, const zni_body *b,
                         const double V[], const zn_step *step);

/* ---- coordinates.c: instead of assemble, solve and move ---- */
zn_status zni_projector_tie(zni_projector *p, const zni_body *bodies,
                            zn_index nbody, zn_index nu, const zn_step *step);
/* Room for that of all rows that may take part, unless these are very many; width: unknowns and
 * systems. */
zn_status zni_ties_reserve(zni_projector *p, zn_index width);
void zni_ties_fini(zn_ctx *ctx, zni_ties *t);

#endif
