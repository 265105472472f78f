/* impact.h - solvers of multiple impacts, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_IMPACT_IMPACT_H
#define ZN_IMPACT_IMPACT_H

#include <zeno/multiple_impact.h>

#include "../../core/solver_type.h"
#include "../../linalg/lu.h"

/* Only contacts, without the equalities: w = M P + q of m rows, dense; normals first,
 * then tangents. First in the state of a solver. */
typedef struct zni_percussion {
    zn_index m, normals;
    double *M, *q;      /* m x m, m */
    double *P, *w;      /* m each: 0 and q at first */
    double *work;       /* 3 m */
    zn_compliance *of;  /* m, of normals */
    zn_index *normal;   /* of tangents, by their number behind the normals */
    double *mu;         /* of tangents */
    zn_index *row;      /* m, of the problem */
    /* the equalities */
    zn_index k;
    zn_index *eqrow;    /* k */
    zni_lu A;           /* of their part of the matrix */
    double *B, *b, *all; /* A^-1 times the columns of contacts (k x m), A^-1 q, n x n */
    zn_index cap_M, cap_q, cap_P, cap_of, cap_normal, cap_mu, cap_row, cap_eqrow, cap_B, cap_b,
        cap_all;
} zni_percussion;

/* What a solver does not know: contacts without springs, friction. */
enum { ZNI_NO_RIGID = 1, ZNI_NO_FRICTION = 2 };

/* As the operations of a solver. Room for n rows; equalities take more when there are any. */
zn_status zni_percussion_reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz);
void zni_percussion_fini(void *state, zn_ctx *ctx);
/* Of a problem that has nothing of what is refused; else words. */
zn_status zni_percussion_form(zni_percussion *c, zn_ctx *ctx, const zn_multiple_impact *p,
                              int refused);
/* All z of the problem from those of contacts, and w = M z + q, in which what
 * rounding leaves of equalities stays. */
void zni_percussion_expand(const zni_percussion *c, const zn_multiple_impact *p,
                           const double P[], double z[], double w[]);

/* One more of at most so many steps; ZN_UNSOLVED: there is none, as info says. */
zn_status zni_impact_step(zn_monitor *mon, zn_index most, zn_solve_info *info);

/* Are the contacts without springs (K infinite)? All are, or none. */
bool zni_impact_rigid(const zn_multiple_impact *p);
/* Is the row the tangent of the contact before it? */
bool zni_impact_tangent(const zn_multiple_impact *p, zn_index row);
/* Words where it has what is refused. */
zn_status zni_impact_refuse(zn_ctx *ctx, const zn_multiple_impact *p, int refused);

enum { ZNI_BI_STIFFNESS = 0, ZNI_MONO_STIFFNESS = 1 };

/* What a contact is doing. */
typedef enum zni_phase { ZNI_IDLE, ZNI_COMPRESSES, ZNI_EXPANDS } zni_phase;

/* The motion of the springs in units of its own: y = (compressions, percussions), the latter of
 * m contacts and then of nt tangents. */
typedef struct zni_springs {
    zn_index m, nt;
    int model;
    /* of the percussion, n = m + nt: velocities w = M P + q; what contacts are made of; contacts and friction
     * of tangents */
    double *M, *q;
    const zn_compliance *of;
    const zn_index *normal;
    const double *mu;
    double *k;           /* m, force k d^eta */
    double *unit;        /* m, of compressions: k^(-1/(1 + eta)) */
    zni_phase *phase;    /* m */
    double *end;         /* m, compression at which an expansion ends */
    double *work, *from; /* m, of compressions; energy when this one began */
    double *w;           /* n, velocities */
    double *F;           /* m, forces of springs */
    double *f, *x;       /* nt: forces of tangents, room */
    double *held;        /* nt, forces within bounds while it is decided who sticks */
    double *L;           /* nt x nt */
    zn_index *stuck;     /* nt: room */
    int *side;           /* nt, where to they slide; 0: they stick */
    int *still;          /* nt, are they without a rate since the last event? */
    int *before;         /* nt, room for sides */
    double percussion;   /* what the unit of P is */
    double *room;
    zn_index cap_room, cap_phase, cap_stuck, cap_side;
} zni_springs;

/* For m contacts and nt tangents. */
zn_status zni_springs_reserve(zni_springs *s, zn_ctx *ctx, zn_index m, zn_index nt);
void zni_springs_fini(zni_springs *s, zn_ctx *ctx);
/* Units and phases at the start; M and q of c are in these then. */
void zni_springs_start(zni_springs *s, zni_percussion *c, int model);
/* dy = f(y). */
void zni_springs_rate(zni_springs *s, const double y[], double dy[]);
/* The smallest of the guards: < 0 when a phase has to end. */
double zni_springs_guard(zni_springs *s, const double y[]);
/* Phases that end at y; compressions that are over become 0 there. */
void zni_springs_switch(zni_springs *s, double y[]);
/* Velocities at y, and forces of springs at y or later by d. */
void zni_springs_forces(zni_springs *s, const double y[], double d);

/* Forces of tangents, by those of springs at hand. */
void zni_tangents_forces(zni_springs *s);
/* Guards of tangents, after velocities and forces. */
double zni_tangents_guard(const zni_springs *s);
/* What they do from y on. */
void zni_tangents_switch(zni_springs *s, const double y[]);

/* Nothing is stored, and nothing approaches: no contact is in a phase, or what is left of
 * the phases changes rates by no more than rest. */
bool zni_springs_rest(const zni_springs *s, const double y[], double rest);
/* Springs and friction hold each other: no contact in a phase moves, and no force is left on
 * any row, both to rest. */
bool zni_springs_wedged(zni_springs *s, const double y[], double rest);

#endif
