/* vsystem.h - linear systems of friction, reduced to velocities
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_VSYSTEM_H
#define ZENO_SYSTEM_VSYSTEM_H

#include "../core/monitor.h"
#include "../methods/interior.h"
#include "motion.h"

/* Solves (L H'M^-1 H R + D) z = b, with L, R and D by contact, by factors of K = M + H R D^-1 L H': velocity.c. */
typedef struct zni_vsystem {
    zn_index n;
    double operations, values; /* of one factorisation, predicted           */
    double entries;            /* of K                                      */
    double cholesky;           /* operations of Cholesky's; known after the first one */
    zni_rows rows;             /* of H                                      */
    double *c;                 /* d m: C = R D^-1 L by contact              */
    double *e;                 /* d m: R D^-1                               */
    double *v;                 /* 2 n + 3 m: work                           */
    double *scale;             /* n: powers of two that make the diagonal 1 */
    bool blocks;               /* all matrices are tried by CHOLMOD first   */
    bool only;                 /* and by nothing else: LU does not fit into the time */
    bool iterates;             /* where L is close to R': factors with R', then GMRES */
    bool neighbour;            /* the present factors are such              */
    bool averages;             /* and of the symmetric part of K            */
    double *basis;             /* vectors of GMRES                          */
    zn_index cap_basis;
    int32_t *np, *ni, *rank;   /* the graph of the bodies, and its order    */
    zn_index *order;           /* n: work; ordering of K where M has no blocks */
    zni_csc csc;               /* K = M + H C H', scaled                    */
    zni_slu slu;
    zn_index cap_c, cap_e, cap_v, cap_np, cap_ni, cap_rank, cap_order;
    zn_index cap_scale;
} zni_vsystem;

/* What will be factorised: anything; L is R' or close to it, and M symmetric; the same, and M nearly symmetric. */
typedef enum zni_vsystem_of { ZNI_VSYSTEM_ANY, ZNI_VSYSTEM_DEFINITE, ZNI_VSYSTEM_NEARLY } zni_vsystem_of;

/* The prediction (vplan.c), unless it would take too long itself: then nothing fits. It needs the graph of the bodies
 * or, where M does not decompose into blocks, the pattern of K, and ZNI_WAYS of g. */
zn_status zni_vsystem_plan(zn_ctx *ctx, zni_vsystem *s, zni_motion *g,
                           const zn_monitor *mon);
/* The pattern of K for g, which needs ZNI_WAYS. */
zn_status zni_vsystem_pattern(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g);
/* The prediction and, if the factors fit into the time, the pattern and room for the rest. */
zn_status zni_vsystem_set(zn_ctx *ctx, zni_vsystem *s, zni_motion *g,
                          zni_vsystem_of what, const zn_monitor *mon);
/* Does one factorisation fit into the time that is left? If only Cholesky's does, a matrix that is not positive
 * definite gets no second try until this is asked again. */
bool zni_vsystem_fits(zni_vsystem *s, const zn_monitor *mon);
/* ZN_ESINGULAR without words */
zn_status zni_vsystem_factor(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g,
                             const zni_ipm_blocks *k);
/* b becomes z, by iterative refinement. Rows that do not move are 0. */
void zni_vsystem_solve(zni_vsystem *s, zni_motion *g, const zni_ipm_blocks *k,
                       double b[]);
void zni_vsystem_fini(zn_ctx *ctx, zni_vsystem *s);

#endif
