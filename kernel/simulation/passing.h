/* passing.h - one pass over memory for systems without contact
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_PASSING_H
#define ZENO_KERNEL_PASSING_H

#include <zeno/simulation.h>

#include "kernel/model/version.h"
#include "kernel/osi/body.h"

typedef struct zni_passing {
    bool           on;
    bool           acted; /* the input of the step is in p already */
    unsigned char *tag; /* by place of the system: has it an active contact, does it move
                           uniformly, does a stretch of such begin there? */
    int32_t       *at;  /* those with active contacts */
    zn_index       n, ctag, cat;
    double        *a;      /* nv, accelerations of those that move uniformly; NULL: none may; */
    double        *weight; /* by place, and how */
    zn_index       ca, cweight;
    double         hw;     /* what these were made for */
    zn_index       settings;
    zni_version    made;
} zni_passing;

/* Begin, residual and free state of all systems, affine ones; of those that no contact
 * acts on the end of the step, too, if passing.on. A comparison with what was made anew
 * wants all iterates as they are before. */
zn_status zni_sim_pass(zn_simulation *s);
/* The same where none has contact, as in the step before, which was passed over like that. */
zn_status zni_sim_pass_alone(zn_simulation *s);
/* The same where the same ones have contact as in the step before, which was passed over like that. */
zn_status zni_sim_pass_again(zn_simulation *s);
/* The end of the step of those with contact. */
zn_status zni_sim_update_met(zn_simulation *s);
/* Forget these, before a step. */
void zni_passing_clear(zn_simulation *s);
zn_status zni_passing_reserve(zn_simulation *s);
/* A system came: room for its acceleration. */
zn_status zni_passing_join(zn_simulation *s, const zni_body *b);
void zni_passing_fini(zn_simulation *s);

#endif
