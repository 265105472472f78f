/* attempt.h - what a step has beside state and iterate
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ATTEMPT_H
#define ZENO_KERNEL_ATTEMPT_H

#include "kernel/model/version.h"
#include "kernel/simulation/copy.h"

/* What holds of all systems and all active interactions, so that steps need not ask; the
 * last, as options of the integrators say, since one was set. */
typedef struct zni_all {
    bool affine_bodies; /* every system is affine */
    bool affine;        /* and every active relation: one pass is exact */
    bool at_once;       /* begin, residual and free are one call */
    bool may_at_once;   /* every system takes free_affine */
    bool remembers;     /* some system has memory */
    bool prescribed;    /* velocities of some system are */
    bool impulses;      /* input and impulse are the same thing */
    bool any_commit;    /* some relation wants to know of accepted steps */
    bool certain;       /* outputs are sums of constants, and no relation wants to know */
    zn_index settings;  /* integrators, and options of theirs that were set so far */
    bool foresees;      /* one of them looks ahead */
    bool any_old;       /* one weighs input of t_k, on some level, */
    bool old[ZN_LEVELS]; /* on this one */
} zni_all;

/* Impulses, or forces, with the least reactions of redundant joints, found when they are
 * asked for; reactions.c. */
typedef struct zni_least {
    double  *x; /* ny */
    zn_index cap;
    struct {
        double      t;
        zn_index    step;
        zni_version changed, set;
    } of; /* what they were found for */
} zni_least;

/* What the class does in the step under way; loop.c. */
typedef struct zni_attempt {
    zn_snapshot mark;
    bool        marked;    /* the mark is of this step */
    bool        shortened; /* by the policy */
    zn_index    rejected, forced;
    double      nominal;   /* length that is kept for, 0: none */
} zni_attempt;

/* Where the next pass of a step begins, if `on`: (q1, v1, x1) of the pass before. */
typedef struct zni_resumed {
    double  *at;
    zn_index cap;
    bool     on;
} zni_resumed;

/* Files of the problems of the run; save.c. */
typedef struct zni_saving {
    zn_index  step, count; /* the problem is that of the step */
    bool      on;          /* it is watched */
    zn_status written;     /* what came of its files */
    double   *start, *answer; /* kept, and of no use */
    zn_index  cap_start, cap_answer;
} zni_saving;

/* Outputs ahead of a step; foresee.c. */
typedef struct zni_foresight {
    double  *q, *y[2];
    zn_index cq, cy[2];
} zni_foresight;

#endif
