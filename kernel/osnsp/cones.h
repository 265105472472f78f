/* cones.h - the blocks of a one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_CONES_H
#define ZENO_KERNEL_CONES_H

#include <zeno/law.h>

#include "kernel/osnsp/member.h"

/* Its blocks: cones of the active copies of laws. */
typedef struct zni_cones {
    zn_index       n;
    zn_cone       *cone;
    zn_index      *start; /* n + 1, first rows */
    const zn_law **law;
    zn_index       nparam; /* that change from step to step */
    double        *param;  /* these, and as they were */
    zn_index       given;  /* of them, so far */
    const zn_law  *of;     /* the last law, if its copies have one block that does
                              not change: */
    zn_cone        like;
    zn_index       ccone, cstart, claw, cparam;
} zni_cones;

/* ---- cones.c ---- */
/* The blocks of the active rows: first room for them, then those of every active
 * interaction in order. */
zn_status zni_cones_begin(zni_problem *p);
void zni_cones_put(zni_problem *p, const zni_member *m);
void zni_cones_end(zni_problem *p);
/* Do the parameters of its law change from step to step? */
bool zni_member_varies(const zni_member *m);
/* Their parameters in this step; *changed: they differ from those before. */
zn_status zni_cones_vary(zni_problem *p, const zn_step *step, bool *changed);
/* Those of a copy of the active interaction at a place, or NULL where they are
 * constant. */
const double *zni_cones_param(const zni_problem *p, zn_index place,
                              zn_index copy);
/* How far bounds that follow a load are from what it says now, as a share of the largest of them, and of one
 * unit more where that is enough. */
double zni_cones_load_residual(const zni_problem *p, zn_index place,
                               const zn_step *step, bool one);
void zni_cones_fini(zni_problem *p);

#endif
