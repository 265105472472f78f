/* delassus.h - the condensed problem of one with the motion kept: W = H' M^-1 H
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_DELASSUS_H
#define ZENO_SYSTEM_DELASSUS_H

#include "motion.h"

/* W by block rows, with the blocks that can be nonzero. */
typedef struct zni_delassus {
    double values;           /* number of values of H stored                */
    double condensed;        /* number of values of W, as far as they were counted */
    double *q;               /* m: H' M^-1 q + b                            */
    double *unit;            /* m: if `uneven`, its reactions are those of g divided by this, otherwise they are the
                              * same; with rolling friction mu and mur follow. At first the sizes of the contacts */
    bool uneven;
    double largest;          /* largest size of a contact                   */
    const double *mu, *mur;  /* of the condensed problem                    */
    double *x;               /* W by block rows                             */
    zn_index *p, *i;         /* nc + 1 starts, block columns                */
    zn_index *ro;            /* nc + 1 first rows                           */
    zn_index *bp;            /* positions of the blocks in x                */
    int32_t *mark;           /* work: 2 nc and one for each node            */
    zn_index cap_q, cap_unit, cap_x, cap_p, cap_i, cap_ro, cap_bp, cap_mark;
} zni_delassus;

/* Counts the values of H, and lists contacts by bodies. */
zn_status zni_delassus_look(zn_ctx *ctx, zni_delassus *s, zni_motion *g);
/* After that: has W at most `most` values? Then s->condensed is their number. */
bool zni_delassus_few(zni_delassus *s, const zni_motion *g, double most);

/* The sizes of the contacts, into `unit`, and whether they are `uneven`. */
zn_status zni_delassus_sizes(zn_ctx *ctx, zni_delassus *s, zni_motion *g);

/* W and q of g, which must have contacts. v in z becomes the velocities without reactions; w: work of m. ZN_UNSOLVED:
 * the time was over before all was computed. */
zn_status zni_delassus_set(zn_ctx *ctx, zni_delassus *s, zni_motion *g, double z[], double w[],
                            const zn_monitor *mon);
/* W as a view */
zn_matrix zni_delassus_matrix(const zni_delassus *s, const zni_motion *g);
/* Scales m reactions of g to those of the condensed problem (`over`) or back; velocities the other way round. */
void zni_delassus_scale(const zni_delassus *s, const zni_motion *g, bool over, double x[]);
void zni_delassus_fini(zn_ctx *ctx, zni_delassus *s);

#endif
