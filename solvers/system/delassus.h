/* delassus.h - the condensed problem of one with the motion kept: W = H' M^-1 H
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_DELASSUS_H
#define ZENO_SYSTEM_DELASSUS_H

#include "motion.h"

/* W by block rows, as sparse as it comes out. */
typedef struct zni_delassus {
    double values;           /* of H as far as they are stored              */
    double condensed;        /* of W as far as they were counted            */
    double *q;               /* m: H' M^-1 q + b                            */
    double *unit;            /* m: its reactions are ours over that, `uneven`, else they are ours; of rolling
                              * friction mu and mur follow. First the sizes of contacts */
    bool uneven;
    double largest;          /* size of a contact                           */
    const double *mu, *mur;  /* of the condensed problem                    */
    double *x;               /* W by block rows                             */
    zn_index *p, *i;         /* nc + 1 starts, block columns                */
    zn_index *ro;            /* nc + 1 first rows                           */
    zn_index *bp;            /* positions of the blocks in x                */
    int32_t *mark;           /* 2 nc and nodes: work                        */
    zn_index cap_q, cap_unit, cap_x, cap_p, cap_i, cap_ro, cap_bp, cap_mark;
} zni_delassus;

/* Its values, and contacts by bodies. */
zn_status zni_delassus_look(zn_ctx *ctx, zni_delassus *s, zni_motion *g);
/* After that: has W no more values than that? s->condensed: how many, if so. */
bool zni_delassus_few(zni_delassus *s, const zni_motion *g, double most);

/* Sizes of the contacts, into `unit`: are they `uneven`? */
zn_status zni_delassus_sizes(zn_ctx *ctx, zni_delassus *s, zni_motion *g);

/* W and q of g, which has contacts; z: v becomes that without reactions, w: work of m. ZN_UNSOLVED when the time is
 * over before all is there. */
zn_status zni_delassus_set(zn_ctx *ctx, zni_delassus *s, zni_motion *g, double z[], double w[],
                            const zn_monitor *mon);
/* W as a view */
zn_matrix zni_delassus_matrix(const zni_delassus *s, const zni_motion *g);
/* m reactions from ours to those of the condensed problem, `over`, or back, or velocities the other way round */
void zni_delassus_scale(const zni_delassus *s, const zni_motion *g, bool over, double x[]);
void zni_delassus_fini(zn_ctx *ctx, zni_delassus *s);

#endif
