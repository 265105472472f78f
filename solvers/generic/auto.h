/* auto.h - what `auto` of generic mechanical problems is made of: its state, its methods
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_GENERIC_AUTO_H
#define ZN_GENERIC_AUTO_H

#include "generic.h"

/* what blocks a problem has */
typedef struct zni_gblocks {
    bool relay, unilateral;
    bool contact[ZN_GENERIC_SPINNING_3D + 1]; /* of each kind of contact */
    int contacts; /* kinds of them */
    zn_index equalities; /* rows */
} zni_gblocks;

/* rows up to which M is handed on as dense: pivots and sets of a few cache lines */
enum { ZNI_GSMALL = 16 };

/* the methods, in order */
enum {
    ZNI_WAY_FEW,
    ZNI_WAY_MLCP,
    ZNI_WAY_SINGLE,
    ZNI_WAY_CONDENSED,
    ZNI_WAY_NEWTON,
    ZNI_WAY_PLANE,
    ZNI_WAY_ANEW,
    ZNI_WAY_SWEEPS,
    ZNI_WAY_NEWTON_FB,
    ZNI_WAY_NATURAL,
    ZNI_WAY_SHIFTS,
    ZNI_WAY_STARTS,
    ZNI_WAY_SHUFFLED,
    ZNI_WAY_LAST,
    ZNI_WAY_END
};

typedef struct zni_gauto {
    double tol;
    double strict; /* of the tolerance of other classes, 1 at first            */
    double left;   /* the error of what another class has answered; -1: not measured */
    zn_index patience, max_sweeps, max_steps, max_condensed;
    zn_solver *mlcp, *relay, *friction, *rolling;
    zni_gm g, reduced;
    zni_condensed c;
    zni_gsweep_work sweeps;
    zni_gmnewton_work newton;
    zni_gplane_work plane;
    zni_warm warm; /* of few.c                                          */
    unsigned char *eq; /* n, for mlcp                                       */
    double *best;      /* of the portfolio                                  */
    double *prox;      /* 3 n: of proximal points                           */
    double *full;      /* small: M as mlcp has it quickest                  */
    zn_index cap_eq, cap_best, cap_prox, cap_full;
    zni_gblocks has; /* of the problem under way, with the methods that apply */
    int way[ZNI_WAY_END];
    bool whole; /* its blocks are there                                  */
    bool tried; /* the first of the methods, in vain, and nobody watched */
} zni_gauto;

/* without equality rows: is it a problem of relay, friction or rolling friction? */
bool zni_gsingle(const zni_gblocks *has);
/* the solver of a problem of one class */
zn_solver *zni_gother(const zni_gauto *s, const zni_gblocks *has);

/* The options of sweeps, the first time or after all else. */
zni_gsweep zni_gsweeping(const zni_gauto *s, bool first);

/* Joints and stops of few rows, at once (few.h). False: in vain, and z is anything. */
bool zni_gat_once(zni_gauto *s, const zn_generic *p, double z[], double w[], zn_solve_info *info);

/* Run one method on the problem in s->g, from z, as zn_solver_type.solve. */
zn_status zni_gattempt(zni_gauto *s, zn_ctx *ctx, int what, const zni_gblocks *has,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info);

#endif
