/* checkpoint_head.h - what a checkpoint says of the run it belongs to
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_CHECKPOINT_HEAD_H
#define ZENO_KERNEL_CHECKPOINT_HEAD_H

#include <zeno/simulation_kind.h>

#include "kernel/model/roster.h"
#include "kernel/simulation/simulation.h"

typedef struct zni_head {
    char     magic[8];
    uint32_t order, version;
    uint64_t bytes; /* of the file */
    uint64_t model; /* fingerprint: names, classes, sizes */
    int64_t  systems, interactions, nq, nv, nx, ny, nm, nz;
    int64_t  memory; /* bytes of the observers' */
    int64_t  step;
    int64_t  contacts; /* bytes of those of sources */
    double   t0, t, next, end; /* instants: first, present, next of the grid, T */
} zni_head;

/* The parameters and held inputs of every object with its operators. */
void zni_each_z(const zni_roster *r, zni_z_fn *fn, void *user);

/* The head of a checkpoint made now; all but `bytes`. */
zn_status zni_head_of(const zn_simulation *s, const zni_roster *r, zni_head *h);

/* Is this a whole checkpoint that we can read? Then *h is its head. */
zn_status zni_head_check_file(zn_ctx *ctx, const unsigned char *file,
                              uint64_t size, zni_head *h);
/* Was it made of a run of this model, with these instants? */
zn_status zni_head_check_run(const zni_head *h, const zn_simulation *s,
                             const zni_roster *r);

#endif
