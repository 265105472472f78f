/* auto.h - what `auto` of generic mechanical problems is made of: its state, its methods
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_GENERIC_AUTO_H
#define ZN_GENERIC_AUTO_H

#include "../../linalg/parts.h"
#include "../../strategy/portfolio.h"
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

/* the classes that a problem may be one of */
enum { ZNI_GMLCP, ZNI_GRELAY, ZNI_GFRICTION, ZNI_GROLLING, ZNI_GCLASSES };
extern const char *const zni_generic_classes[];

typedef struct zni_gauto {
    double tol;
    double strict; /* of the tolerance of other classes, 1 at first            */
    double left;   /* the error of what another class has answered; -1: not measured */
    zn_index patience, max_sweeps, max_steps, max_condensed;
    zn_solver *of[ZNI_GCLASSES]; /* `auto` of other classes                       */
    zni_gm g;
    zni_condensed c;
    zni_refute proof; /* that joints contradict each other                   */
    zni_gsweep_work sweeps;
    zni_gmnewton_work newton;
    zni_gplane_work plane;
    zni_warm warm; /* of few.c                                          */
    unsigned char *eq; /* n, for mlcp                                       */
    zni_store store;
    double *prox;      /* 3 n: of proximal points                           */
    double *full;      /* small: M as mlcp has it quickest                  */
    zn_index cap_eq, cap_prox, cap_full;
    zni_gblocks has; /* of the problem under way                            */
    bool whole; /* its blocks are there                                  */
    bool tried; /* the first of the methods, in vain, and nobody watched */
} zni_gauto;

/* it needs the blocks of the problem, not its units alone */
enum { ZNI_WHOLE = ZNI_OWN };

/* the methods, in their order */
extern const zni_method zni_generic_methods[];

/* ---- few rows, at once: few.c ---- */

/* Rows at most, and of these unilateral ones: what pivots on the stack take. */
enum { ZNI_GFEW = ZNI_PARTS_ROWS, ZNI_GFEW_STOPS = ZNI_LEMKE_FEW };

typedef struct zni_gfew_with {
    double tol;     /* of the error      */
    zni_warm *warm; /* for the stops     */
} zni_gfew_with;

/* Joints and stops alone, of few rows: the joints eliminated, the stops from z by the set that they had,
 * or by pivots. On the stack. False: it is not such a problem, joints are redundant, or accuracy was lost; z is
 * anything then. w = M z + q. */
bool zni_gfew(const zn_generic *p, const zni_gfew_with *with, double z[], double w[],
              zn_solve_info *info);

#endif
