/* choice.h - which rows enter a one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_CHOICE_H
#define ZENO_KERNEL_CHOICE_H

#include <zeno/osi.h>

#include "kernel/model/version.h"

/* What the choice of rows looks at of an interaction that takes part, whether there is
 * contact or not: one behind the other in the order of turns. Of more rows than a byte
 * counts the member has the three numbers: there is ZNI_SEAT_WIDE, 0 and 0. */
enum { ZNI_SEAT_WIDE = UINT8_MAX };
typedef struct zni_seat {
    int32_t place; /* of the interaction */
    int32_t off;   /* of its rows in y, lambda */
    uint8_t size;  /* its rows */
    uint8_t stride, unit; /* rows of one copy of the law; those that take part */
    bool    always;
} zni_seat;

_Static_assert(sizeof(zni_seat) == 12, "there is one for every contact");

/* The integrator of all systems of all interactions, if there is one. */
typedef struct zni_chooser {
    const zn_osi_type *ot; /* NULL: they have several, or its kind has its own rule */
    void              *os;
} zni_chooser;

/* The index set of the problem. */
typedef struct zni_choice {
    int32_t       *act;     /* places of active interactions; room for all of them, or, where
                               interactions get their block when they act, for those so far */
    zn_index       nact, cact;
    zn_index       n;       /* rows */
    unsigned char *was;     /* ny, rows that are active */
    zn_index       cwas;
    const unsigned char *given; /* ny, rows that the simulation chose; NULL: the
                                   rule of the kind; borrowed */
    bool           ties;    /* copies of one row may be equations (zni_problem_kind.tied) */
    double         lasting; /* how wide a contact may be that lasts because it
                               pressed, by row times `width`; 0: none does so */
    const double  *width;   /* ny; NULL: 1. Borrowed */
    bool           none;    /* no row is to enter */
    bool           together; /* an interaction enters as its first copy of the law does */
    bool           affine;  /* every active relation is */
    bool           steady;  /* every row is always active */
    zni_seat      *seat;    /* of all that may enter */
    zn_index       nseat, cseat;
    zni_chooser    by;
    /* Interactions of which nothing joins those of one share to those of another, if it is
     * so: rows are chosen of one share at a time. */
    const zn_index *share;  /* by place: which, NULL: there is one; borrowed */
    zn_index        nshare, at; /* how many; the one at hand */
    zn_index       *first, cfirst; /* nshare + 2, the first seat of each */
    zni_version    seated;  /* when these were made */
    zni_version    chosen;  /* when it was made */
    zni_version    touched; /* when `act` or `was` was last written to, but for that */
    zni_version    by_rule; /* when `act` became what `was` says, by the rule of the integrators alone */
    zni_version    rows;    /* when it became another one */
    zn_status      failed;  /* why there was no room for one that acts the first time */
} zni_choice;

#endif
