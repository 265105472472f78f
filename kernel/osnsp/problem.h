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

#include "kernel/osnsp/assembled.h"
#include "kernel/osnsp/choice.h"
#include "kernel/osnsp/cones.h"
#include "kernel/osnsp/global.h"
#include "kernel/osnsp/group.h"
#include "kernel/osnsp/kind.h"
#include "kernel/osnsp/product.h"

enum { ZNI_STORAGE_PRODUCT = 3 };

/* How it is solved. */
typedef struct zni_method {
    bool                       either;  /* condensed or not: `auto` may choose */
    int                        storage; /* 0 auto, 1 dense, 2 block, 3 product */
    bool                       told;    /* the solver has options of the user, threads apart */
    const zn_formulation_type *form;
    void                      *form_state;
    zn_solver                 *solver;
} zni_method;

/* What holds of all interactions in it. */
typedef struct zni_summary {
    bool any_input, any_offset; /* some has B, some g - B lambda */
    bool any_level[ZN_LEVELS];
    bool any_old;   /* some has an old factor other than 0 */
    bool any_fixed; /* any_offset or any_old: there is input that does not wait
                       for the solution */
    bool any_adhesion;
    bool any_vary;  /* parameters of some cone change, or follow a reaction */
    bool one_pass;  /* everything is affine in this step */
    int32_t block;  /* rows of the smallest cone of all, at least */
} zni_summary;

/* Members for a while, of interactions that never acted and have their row only: nobody has as
 * many of them in hand. */
typedef struct zni_members {
    zni_member at[ZNI_SPARE];
    zni_member empty; /* of what takes no part */
    zni_member_more none;
    unsigned   turn;
} zni_members;

struct zni_problem {
    zn_ctx                 *ctx;
    const zni_problem_kind *kind;
    void                   *user;   /* of the kind */
    zni_lins               *lins;   /* borrowed */
    zni_member            **member; /* by place of the interaction; NULL: it takes no part, or,
                                       where there are `bodies`, it is alone in its row */
    zn_index                nmember, cmember;
    zni_members            *spare;
    zni_body *const        *bodies; /* by place, of such interactions; borrowed */
    double                 *lam;    /* ny, multipliers at work */
    zn_index                clam;
    zni_version             lambda; /* when they became others */
    zni_summary             has;
    zni_choice              active;
    const double           *swept; /* by place of the system: if not negative, its free
                                      velocity is step->v1; NULL: that of none */
    const double           *ahead[2]; /* ny, y and u by which rows are chosen and
                                         restitution is measured; NULL: those of
                                         the state */
    zni_assembled           matrix;
    zni_product_form             product;
    zni_global              global;
    zni_rows                rows;
    zni_cones               cones;
    zn_one_step             statement;
    zni_method              how;
    zni_group              *group;
    zn_index                ngroup, nbody; /* places of systems */
    zni_reach              *reach;  /* by place of the system; NULL: none is so */
    zni_reach              *reaches; /* room for it */
    zn_index                creach;
};

static inline zni_lin *zni_problem_lin(const zni_problem *p, zn_index k)
{
    return zni_lins_at(p->lins, k);
}

/* ---- member.c ---- */
/* That of a place that has none of its own: one for a while, or an empty one. */
zni_member *zni_member_spare(const zni_problem *p, zn_index k);

/* The member at a place; of an interaction that is alone in its row for a while only. */
static inline zni_member *zni_problem_member(const zni_problem *p, zn_index k)
{
    return p->member[k] ? p->member[k] : zni_member_spare(p, k);
}

/* ---- response.c ---- */
/* W of the system of a part that is diagonal, of a member that keeps no X. */
const double *zni_part_diagonal(const zni_problem *p, const zni_part *part);

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
                         : m->law->type->cone(m->law->state, k, c);
}

/* Where the rows of what takes part at a place are, and on which level; also when the model has
 * lost it. @return how many; 0: nothing takes part there */
static inline zn_index zni_problem_rows(const zni_problem *p, zn_index k, zn_index *off,
                                        zn_level *level)
{
    const zni_member *m = p->member[k];
    const zni_row *r = p->bodies ? zni_lins_alone(p->lins, k) : NULL;

    *off = m ? m->off : r ? r->off : 0;
    *level = m ? m->level : ZN_LEVEL_VELOCITY;
    return m ? (m->in ? m->size : 0) : r != NULL;
}

/* The reach of a part, or NULL. */
static inline zni_reach *zni_part_reach(const zni_problem *p,
                                        const zni_part *part)
{
    return p->reach && part->group < 0 && p->reach[part->body].where
               ? &p->reach[part->body]
               : NULL;
}

/* Is X of a member of one system what it was? Where nothing changes this is most of what is asked. */
static inline bool zni_member_responded(const zni_problem *p, const zni_member *m, const zni_lin *s,
                                        const zni_body *bodies)
{
    return s->nds == 1 && m->act && m->act->X && !s->more->B && !p->lins->recompute &&
           zni_holds(m->act->made, zni_later(p->kind->W(p, &bodies[s->body[0]]), s->made));
}

/* ---- member.c ---- */
/* Room for nmember interactions and ny rows. */
zn_status zni_problem_reserve(zni_problem *p, zn_index nmember, zn_index ny);
/* The interaction at a place takes part at that level. */
zn_status zni_problem_enter(zni_problem *p, zn_index k, zn_level level,
                            const zni_body *bodies);
void zni_problem_leave(zni_problem *p, zn_index k);
/* Where it can do without, an interaction that never acted keeps nothing but its row. */
void zni_problem_leave_alone(zni_problem *p, zn_index k);
/* What holds of all that take part; call when they changed. */
void zni_problem_summarise(zni_problem *p);
/* The same of one more that takes part. */
void zni_problem_note(zni_problem *p, zn_index k);
void zni_problem_fini(zni_problem *p);

/* ---- active.c ---- */
/* Index set of the step: rows that enter the problem. Fails where those of an interaction
 * enter for the first time and there is no memory. */
zn_status zni_problem_activate(zni_problem *p, const zn_step *step);
/* Does no row act, and would nothing but the rule of the integrators let one enter? */
bool zni_problem_none_acts(const zni_problem *p);
/* It was so in the last step: does none enter in this one, either? */
bool zni_problem_none_enters(const zni_problem *p, const zn_step *step);
/* Do rows act, those that the rule of the integrator alone let enter, or that always do? */
bool zni_problem_some_act(const zni_problem *p);
/* It was so in the last step: do the same ones enter in this one? */
bool zni_problem_same_enter(const zni_problem *p, const zn_step *step);
/* Did the copy of a contact's law whose first row is at i press in the last step, and is it where a
 * projection left it, y: no wider open than `lasting`? A step leads along it then, and rounding
 * makes its gap positive or not. */
bool zni_problem_lasts(const zni_problem *p, const zni_member *m, const zn_step *step,
                       zn_index i, const double y[]);
/* Of a copy of a law on velocities, from row i of a seat on, that pressed in the last step and that the rule of
 * the integrators leaves out: would it let it in, but for rounding? resting.c */
zn_status zni_problem_rests(zni_problem *p, const zn_step *step, const zni_seat *seat, zn_index i,
                            const double y[], const double u[], bool *rests);
/* No row enters. */
void zni_problem_deactivate(zni_problem *p);
/* From here on by shares, or not (NULL). */
zn_status zni_problem_share_out(zni_problem *p, const zn_index share[], zn_index n);
/* The share at hand. */
void zni_problem_turn_to(zni_problem *p, zn_index share);

/* ---- again.c ---- */
/* After a step: does its problem differ from that of a step with the same rows, W and factors in q alone? */
bool zni_problem_may_again(const zni_problem *p);
/* q of such a step; *same: its factors are those of the last one, else there is no q. */
zn_status zni_problem_again(zni_problem *p, const zni_body *bodies, const zn_step *step, bool *same);

/* ---- block.c ---- */
/* The block of the rows of the interaction at place k and the columns of that at l, both active, by
 * columns. */
void zni_problem_block(const zni_problem *p, zn_index k, zn_index l, double out[]);
/* H W^-1 H' of row r of k and row c of l, whether they are active or not; X of l is made. */
double zni_problem_entry(const zni_problem *p, zn_index k, zn_index r, zn_index l, zn_index c);
/* All blocks of the active ones, in a full matrix. */
void zni_problem_dense(const zni_problem *p, double x[]);

/* ---- block_rows.c ---- */
/* All blocks that there are of the matrix in block rows, into x. */
void zni_problem_block_rows(const zni_problem *p, double x[]);

/* ---- assemble.c ---- */
/* Room for the problem with every row active; *nnz: values in its matrix. */
zn_status zni_problem_all_rows(zni_problem *p, zn_index *nnz);
/* Room comes with the rows that become active instead; none is yet. */
void zni_problem_no_rows(zni_problem *p);
/* Matrix and q of the active rows, with W^-1 B of their members, which linearise at the
 * iterate before if they have not. */
zn_status zni_problem_assemble(zni_problem *p, const zni_body *bodies,
                               const zn_step *step, bool linearise);

/* Where the product stands for the matrix: that, too, from here to the next assembly. */
zn_status zni_problem_condense(zni_problem *p);

/* ---- rests.c ---- */
/* What q has no digits of is 0: what is left of a motion that has died away, and rounding of one that leaves
 * contacts with friction as they are. */
void zni_problem_drop_rests(zni_problem *p, const zni_body *bodies, const zn_step *step);

/* q of all rows. */
void zni_problem_affine_terms(zni_problem *p, const zni_body *bodies,
                              const zn_step *step);

/* Is the problem to be put with the equations of motion? */
static inline bool zni_problem_global(const zni_problem *p)
{
    return p->how.form && p->how.form->global;
}

/* ---- solve.c ---- */
/* Is no law at work, so that nothing says which class of problems it is? */
bool zni_problem_idle(const zni_problem *p);
/* What is asked of a solver: a tolerance, and the time in which, s; 0: no limit. */
typedef struct zni_asked {
    double tol, time;
} zni_asked;

/* Pick formulation and solver for the sets of all that take part. */
zn_status zni_problem_configure(zni_problem *p, const char *formulation,
                                const char *solver, zni_asked asked);
/* z to begin from, in the units of the assembled problem. */
void zni_problem_start(const zni_problem *p, double z[]);
/* Solve the assembled problem from the current multipliers into them. */
zn_status zni_problem_solve(zni_problem *p, zn_solve_info *info);
/* The same by every other solver of the class in turn, until one succeeds. */
zn_status zni_problem_retry(zni_problem *p, zni_asked asked, zn_solve_info *info);

/* Formulation and solver are given back. */
void zni_problem_drop_method(zni_problem *p);

/* ---- tangents.c ---- */
/* Has the interaction at a place tangents that may turn? */
bool zni_member_turns(const zni_problem *p, zn_index k);
/* Of each active copy of a law the first tangent, into the first three of its rows. */
void zni_problem_tangents(const zni_problem *p, double tangent[]);
/* The multipliers at work, which were along these, follow the tangents of the assembled problem. */
void zni_problem_turn(zni_problem *p, const double tangent[]);

/* ---- integrators.c ---- */
/* The problem of a step of the integrators of the systems. */
extern const zni_problem_kind zni_problem_of_step;

#endif
