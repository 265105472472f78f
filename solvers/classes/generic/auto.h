/* auto.h - the state and the methods of `auto` of generic mechanical problems
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
    int contacts; /* number of kinds of contacts */
    zn_index equalities; /* rows */
} zni_gblocks;

/* up to so many rows M is passed on as a dense matrix: it fits in a few cache lines */
enum { ZNI_GSMALL = 16 };

/* the classes that a problem may belong to */
enum { ZNI_GMLCP, ZNI_GRELAY, ZNI_GFRICTION, ZNI_GROLLING, ZNI_GCLASSES };
extern const char *const zni_generic_classes[];

typedef struct zni_gauto {
    double tol;
    double strict; /* factor of the tolerance of other classes, 1 at first     */
    double left;   /* the error of another class's answer; -1: not measured    */
    zn_index patience, max_sweeps, max_steps, max_condensed;
    zn_solver *of[ZNI_GCLASSES]; /* `auto` of other classes                       */
    zni_gm g;
    zni_condensed c;
    zni_refute proof; /* for the proof that joints contradict each other     */
    zni_gsweep_work sweeps;
    zni_gmnewton_work newton;
    zni_gplane_work plane;
    zni_warm warm; /* active set of few.c                               */
    unsigned char *eq; /* n, for mlcp                                       */
    zni_store store;
    double *prox;      /* work of proximal points                           */
    double *full;      /* dense M of a small problem                        */
    zn_index cap_eq, cap_prox, cap_full;
    zni_gblocks has; /* of the problem under way                            */
    bool whole; /* its blocks are filled                                 */
    bool tried; /* `near` has tried the first method in vain             */
} zni_gauto;

/* zni_method.is: the method needs the blocks of the problem, not only its units */
enum { ZNI_WHOLE = ZNI_OWN };

/* the methods, in their order */
extern const zni_method zni_generic_methods[];

/* ---- problems of few rows: few.c ---- */

/* The most rows, and the most unilateral rows among them, that fit on the stack. */
enum { ZNI_GFEW = ZNI_PARTS_ROWS, ZNI_GFEW_STOPS = ZNI_LEMKE_FEW };

/* Solves a problem of few rows with equality and unilateral blocks only: equalities are eliminated, the unilateral rows
 * solved by the active set that z has, or by pivots. All memory is on the stack. w = M z + q. False: the problem is not
 * of this kind, its joints are redundant, or accuracy was lost; then z is undefined. warm: keeps active sets. */
bool zni_gfew(const zn_generic *p, double tol, zni_warm *warm, double z[], double w[],
              zn_solve_info *info);

#endif
