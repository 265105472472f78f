/* vsystem.h - linear systems in the space of velocities
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_VSYSTEM_H
#define ZENO_SYSTEM_VSYSTEM_H

#include "../core/monitor.h"
#include "../methods/interior.h"
#include "motion.h"

/* (L H'M^-1 H R + D) z = b, L, R and D by contact, by factors of
 * M + H R D^-1 L H': velocity.c. */
typedef struct zni_vsystem {
    zn_index n;
    double operations, values; /* predicted of one factorisation            */
    double entries;            /* of K                                      */
    double cholesky;           /* of Cholesky's; known once one was made    */
    zni_rows rows;             /* of H                                      */
    double *c;                 /* d m: C = R D^-1 L by contact              */
    double *e;                 /* d m: R D^-1                               */
    double *v;                 /* 2 n + 3 m: work                           */
    double *scale;             /* n: powers of two that make the diagonal 1 */
    bool blocks;               /* all that comes goes to CHOLMOD first      */
    bool only;                 /* and to it alone: columns do not fit       */
    bool iterates;             /* where L is near R', by factors with R'    */
    bool neighbour;            /* the factors are those                     */
    bool averages;             /* and those of the symmetric part           */
    double *basis;             /* of the iteration                          */
    zn_index cap_basis;
    int32_t *np, *ni, *rank;   /* the graph of the bodies, and its order    */
    zn_index *order;           /* n: work, order of K where bodies do not tell */
    zni_csc csc;               /* K = M + H C H', scaled                    */
    zni_slu slu;
    zn_index cap_c, cap_e, cap_v, cap_np, cap_ni, cap_rank, cap_order;
    zn_index cap_scale;
} zni_vsystem;

/* What comes to be factorised: anything; L is R' or nearly so, and M symmetric; the same, and M nearly so. */
typedef enum zni_vsystem_of { ZNI_VSYSTEM_ANY, ZNI_VSYSTEM_DEFINITE, ZNI_VSYSTEM_NEARLY } zni_vsystem_of;

/* vplan.c: the prediction, unless that would take too long itself: then nothing fits. It takes
 * the graph of the bodies; where M does not fall apart the pattern, and ZNI_WAYS of g. */
zn_status zni_vsystem_plan(zn_ctx *ctx, zni_vsystem *s, zni_motion *g,
                           const zn_monitor *mon);
/* p, i of K for g, which has ZNI_WAYS. */
zn_status zni_vsystem_pattern(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g);
/* Prediction and, where it fits, the pattern and room for the rest. */
zn_status zni_vsystem_set(zn_ctx *ctx, zni_vsystem *s, zni_motion *g,
                          zni_vsystem_of what, const zn_monitor *mon);
/* Will one factorisation end before the time does? Where only Cholesky's does, a matrix that
 * is not positive definite gets no second chance until this is asked again. */
bool zni_vsystem_fits(zni_vsystem *s, const zn_monitor *mon);
/* ZN_ESINGULAR without words */
zn_status zni_vsystem_factor(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g,
                             const zni_ipm_blocks *k);
/* b becomes z; refined against D. Rows that do not move are 0. */
void zni_vsystem_solve(zni_vsystem *s, zni_motion *g, const zni_ipm_blocks *k,
                       double b[]);
void zni_vsystem_fini(zn_ctx *ctx, zni_vsystem *s);

#endif
