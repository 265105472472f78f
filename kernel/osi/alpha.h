/* alpha.h - what the schemes of generalised alpha share
 * SPDX-License-Identifier: Apache-2.0
 *
 *   (1 - alpha_m) a_{k+1} + alpha_m a_k = (1 - alpha_f) acc_{k+1} + alpha_f acc_k
 *
 * with acc the acceleration that forces give. doc/generalised-alpha.md */
#ifndef ZENO_KERNEL_OSI_ALPHA_H
#define ZENO_KERNEL_OSI_ALPHA_H

#include <zeno/osi.h>

#include "kernel/ode/alpha.h"

/* Kept for one system, with the vectors: a_k, acc_k; a_{k+1}, acc_{k+1}; room. */
typedef struct zni_alpha_body {
    zn_osi_work base;
    zni_alpha   of;
    bool        due; /* acc at t_k is not known yet */
} zni_alpha_body;

enum { ZNI_A, ZNI_ACC, ZNI_A1, ZNI_ACC1, ZNI_ROOM, ZNI_ALPHA_VECTORS };

/* Memory: a, acc, and whether they are known, which zeros say they are not. */
zn_index zni_alpha_memory(const void *s, const zn_ds *ds);
void zni_alpha_recall(zni_alpha_body *b, const double m[]);

/* acc_{k+1} from a_{k+1}. */
void zni_alpha_follow(zni_alpha_body *b);

/* R = f (M(q_{k+1}) acc_{k+1} - F) at the iterate. */
zn_status zni_alpha_residual(const zn_step *step, const zn_ds *ds,
                             zni_alpha_body *b, double f);

#endif
