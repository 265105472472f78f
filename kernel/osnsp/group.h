/* group.h - systems whose unknowns are solved for together, and large ones of which
 * interactions touch few
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_GROUP_H
#define ZENO_KERNEL_GROUP_H

#include "kernel/osnsp/member.h"

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
    bool      unit;  /* B moves and W stays: */
    double   *G;     /* n x n, E W^-1 E' */
    zni_version *made; /* n, its columns */
    zn_index  of;    /* unknowns of the system for which there is room: `where`, and those */
    zn_index *room;  /* that are touched now                                               */
    zn_index  croom, cload, cG, cmade;
} zni_reach;

/* ---- reach.c ---- */
/* Which rows of X are needed of which system, once the groups are known. Those of before stay
 * as long as they are few more. */
zn_status zni_reach_form(zni_problem *p, const zni_body *bodies);
void zni_reach_fini(zni_problem *p);
/* X of a part whose system has a reach. */
void zni_reach_solve(zni_problem *p, zn_index k, const zni_part *part,
                     const zni_body *bodies, double X[]);
/* The member's load, and what all loads move: du[uoff..] += W^-1 load. */
void zni_reach_load(zni_problem *p, zn_index k, const zni_part *part);
void zni_reach_increment(zni_problem *p, const zni_body *bodies, double du[]);

/* ---- group.c ---- */
/* Find the groups anew, and lay out X of all interactions. */
zn_status zni_groups_form(zni_problem *p, zni_body *bodies, zn_index nbody);
void zni_groups_fini(zni_problem *p);
/* Lay out X of one interaction, while there are no groups. */
zn_status zni_groups_join(zni_problem *p, zn_index k, const zni_body *bodies);
zn_status zni_groups_lay_out(zni_problem *p, const zni_lin *s, zni_member *m,
                             const zni_body *bodies);
/* After the free increments: T and the coupled ones. */
zn_status zni_groups_free(zni_problem *p, zni_body *bodies,
                          const zn_step *step);
/* du[uoff..] += what the coupling adds to the free increments. */
void zni_groups_increment(const zni_problem *p, const zni_body *bodies,
                          double du[]);
/* X = T^-1 W^-1 X, n x nrhs of the group. */
void zni_group_solve(const zni_problem *p, const zni_group *g,
                     const zni_body *bodies, zn_index nrhs, double X[]);

#endif
