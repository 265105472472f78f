/* running.h - the call of a user's function that is under way
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_RUNNING_H
#define ZENO_KERNEL_RUNNING_H

#include "kernel/plugin/operator.h"

/* One call under way in this thread. A function that itself runs a simulation
 * makes an inner one. */
typedef struct zni_frame {
    struct zni_frame  *outer;
    const zn_operator *op;
    double             t; /* NaN: not known */
    zn_index           n; /* numbers of the result */
    zn_status          st;
    char               words[400];
} zni_frame;

/* A user's function has no argument through which to reach its caller, so this
 * one pointer is per thread. Initial-exec saves a function call per use; eight
 * bytes fit the room that the loader keeps for libraries loaded later. */
#if defined(__GNUC__) && defined(__ELF__)
__attribute__((tls_model("initial-exec")))
#endif
extern _Thread_local zni_frame *zni_running;

#endif
