/* body.h - a system under an integrator, as osi, osnsp and simulation see it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_BODY_H
#define ZENO_KERNEL_BODY_H

#include <zeno/osi.h>

#include "kernel/model/ids.h"
#include "kernel/model/version.h"

struct zn_osi {
    const zn_osi_type *type; /* &full */
    zn_osi_type        full; /* that of the class, completed (complete.h) */
    zn_ctx            *ctx;
    void              *state;
    zni_ids            assigned; /* of systems that asked for it */
    zn_index           settings; /* options that were set so far */
};

/* One system and what its integrator keeps for it. Unknowns of both families
 * share vectors of length nv + nx ("u vectors"): uoff is the system's part. */
typedef struct zni_body {
    zn_ds    *ds; /* NULL: empty place */
    zn_osi   *osi;
    void     *w;       /* the integrator's work */
    zni_version W;     /* when W became another one */
    int32_t   n;       /* unknowns: nv or nx */
    int32_t   qoff;    /* in q */
    uint32_t  uoff;    /* in u vectors: v_off, or nv + x_off */
    bool      affine;  /* constant mass and Jacobians: one Newton pass */
    bool      moved;   /* to this integrator from another one */
    bool      changed; /* W of the last `free` is new */
    bool      remembers; /* it has memory */
    uint64_t  id;      /* of the system, to know it from a later one */
    double   *K;       /* n x n, sum of dg/dq, when some relation has it */
    int32_t   moff;    /* in state->m */
    int32_t   mplace;  /* among the places of the memory, if it has such */
    int32_t   group;   /* of systems coupled by dg/dx, -1: none */
    int32_t   goff;    /* where its unknowns begin there */
} zni_body;

_Static_assert(sizeof(zni_body) == 80, "there is one for every system");

/* How Newton's method comes along with a system in a step. */
typedef struct zni_progress {
    double change; /* the largest change of an unknown in the last iteration, */
    double left;   /* the residual that it began with, */
    double scale;  /* how large the unknown is in the step, */
    int    stalls; /* and how often changes did not fall: 2, it is rounding */
} zni_progress;

/* May this integrator take the system? NULL if so, else why not. */
const char *zni_osi_refuses(const zn_osi *osi, const zn_ds *ds);
/* Did somebody assign the system to it? */
bool zni_osi_assigned(const zn_osi *osi, const zn_ds *ds);
/* The system of that id is no more. */
void zni_osi_forget(zn_osi *osi, uint64_t id);

#endif
