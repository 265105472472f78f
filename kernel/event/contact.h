/* contact.h - a row as the event-driven simulation has it: what it is, and what it does
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_EVENT_CONTACT_H
#define ZENO_KERNEL_EVENT_CONTACT_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include <zeno/base.h>

/* What later steps depend on, of one contact: saved in checkpoints byte by byte. */
typedef struct zni_contact_state {
    double last;  /* when it left the last time, -INFINITY: not yet */
    double limit; /* where its impacts seemed to accumulate then */
    double ended; /* when they were taken as over, before that; -INFINITY: not yet */
    double error; /* of the instant at which they were to end (s) */
    double doubt; /* it was hit before those of others were over that were taken as that, from
                     here on; INFINITY: it was not */
    int8_t closed;
    int8_t side;  /* of its guard */
    int8_t hit;   /* its gap has come to zero, or its force: what this instant is for */
    int8_t bears; /* its force was not zero in the last problem of forces */
    int8_t rest;  /* its impacts end here */
    int8_t slides; /* of a relay or tangent: sign of its rate, 0: it sticks and is
                      `closed`, or its contact is open. In space 1, and both
                      tangents say the same */
    int8_t shared; /* its force is `share` and what the motion adds to it */
    int8_t gave; /* its force came to its bound at this very instant */
    int8_t flies; /* it was above before this event, and its guard knew it */
    int8_t below; /* it is open there, farther than tol_y */
    int8_t pad[6];
    double d[2];   /* in space, of the first tangent: where to it slides */
    double share;
} zni_contact_state;

#define ZNI_CONTACT_UNKNOWN                                                                  \
    ((zni_contact_state){.last = -INFINITY,                                                  \
                         .limit = INFINITY,                                                  \
                         .ended = -INFINITY,                                                 \
                         .doubt = INFINITY})

/* One row of an interaction. */
typedef struct zni_contact {
    zn_index place;  /* of the interaction */
    zn_index row;    /* in it */
    zn_index at;     /* in y and lambda */
    zn_index serial; /* of the interaction */
    bool     bilateral;
    bool     relay;
    bool     space;   /* a tangent that has another one behind it */
    int      tangent; /* of the contact so many rows before it; 0: is none */
    bool     direct;  /* first order: y depends on lambda */
    double   lb, ub;  /* of a relay (N); first order: of every row */
    double   mu;      /* of a tangent */
    double   e;
} zni_contact;

#endif
