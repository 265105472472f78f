/* impact.h - solvers of multiple impacts, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_IMPACT_IMPACT_H
#define ZN_IMPACT_IMPACT_H

#include <zeno/multiple_impact.h>

#include "../../core/solver_type.h"
#include "../../linalg/lu.h"

/* The contacts after elimination of the equalities: w = M P + q, dense with m rows, the normals first, then the
 * tangents. It is the first member of the state of every solver. */
typedef struct zni_percussion {
    zn_index m, normals;
    double *M, *q;      /* m x m, m */
    double *P, *w;      /* m each: percussions and velocities, 0 and q at first */
    double *work;       /* 3 m */
    zn_compliance *of;  /* m: the compliances of the normals */
    zn_index *normal;   /* per tangent: the contact it belongs to */
    double *mu;         /* per tangent: its coefficient of friction */
    zn_index *row;      /* m: rows of the problem */
    /* the equalities */
    zn_index k;
    zn_index *eqrow;    /* k */
    zni_lu A;           /* factors of M_ee */
    double *B, *b, *all; /* M_ee^-1 M_ec (k x m), M_ee^-1 q_e, M of the problem (n x n) */
    zn_index cap_M, cap_q, cap_P, cap_of, cap_normal, cap_mu, cap_row, cap_eqrow, cap_B, cap_b,
        cap_all;
} zni_percussion;

/* What a solver may refuse: contacts without springs, friction. */
enum { ZNI_NO_RIGID = 1, ZNI_NO_FRICTION = 2 };

/* Operations of a solver: room for n rows (equalities allocate more when they occur), and the end. */
zn_status zni_percussion_reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz);
void zni_percussion_fini(zni_percussion *c, zn_ctx *ctx);
/* Forms w = M P + q of the contacts; fails with a message if the problem has what is refused. */
zn_status zni_percussion_form(zni_percussion *c, zn_ctx *ctx, const zn_multiple_impact *p,
                              int refused);
/* z of the problem from the percussions P of contacts, and w = M z + q, in which the rounding of equalities stays
 * visible. */
void zni_percussion_expand(const zni_percussion *c, const zn_multiple_impact *p,
                           const double P[], double z[], double w[]);

/* Counts one more step of at most `most`. ZN_UNSOLVED: no more steps; info says why. */
zn_status zni_impact_step(zn_monitor *mon, zn_index most, zn_solve_info *info);

/* Are the contacts rigid (K infinite)? Either all are, or none. */
bool zni_impact_rigid(const zn_multiple_impact *p);
/* Is the row the tangent of the contact before it? */
bool zni_impact_tangent(const zn_multiple_impact *p, zn_index row);
/* Fails with a message if the problem has what is refused. */
zn_status zni_impact_refuse(zn_ctx *ctx, const zn_multiple_impact *p, int refused);

enum { ZNI_BI_STIFFNESS = 0, ZNI_MONO_STIFFNESS = 1 };

/* What a contact is doing. */
typedef enum zni_phase { ZNI_IDLE, ZNI_COMPRESSES, ZNI_EXPANDS } zni_phase;

/* The motion of the springs in dimensionless units. Its state is y = (m compressions, m percussions of contacts, nt
 * percussions of tangents). */
typedef struct zni_springs {
    zn_index m, nt;
    int model;
    /* borrowed from zni_percussion, n = m + nt: velocities w = M P + q, compliances of contacts, contact and
     * coefficient of tangents */
    double *M, *q;
    const zn_compliance *of;
    const zn_index *normal;
    const double *mu;
    double *k;           /* m: stiffness, the force is k d^eta */
    double *unit;        /* m: unit of the compression, k^(-1/(1 + eta)) */
    zni_phase *phase;    /* m */
    double *end;         /* m: the compression at which the expansion ends */
    double *work, *from; /* m: work of all compressions; energy at the beginning of the present one */
    double *w;           /* n: velocities */
    double *F;           /* m: forces of the springs */
    double *f, *x;       /* nt: friction forces; work */
    double *held;        /* nt: admissible friction forces while the sticking tangents are determined */
    double *L;           /* nt x nt: Cholesky factor of the sticking tangents */
    zn_index *stuck;     /* nt: the sticking tangents */
    int *side;           /* nt: the sign of the sliding velocity; 0: the tangent sticks */
    int *still;          /* nt: was the tangential velocity zero at the last event? */
    int *before;         /* nt: saved sides */
    double percussion;   /* the unit of P */
    double *room;
    zn_index cap_room, cap_phase, cap_stuck, cap_side;
} zni_springs;

/* For m contacts and nt tangents. */
zn_status zni_springs_reserve(zni_springs *s, zn_ctx *ctx, zn_index m, zn_index nt);
void zni_springs_fini(zni_springs *s, zn_ctx *ctx);
/* Sets the units and the phases at the start; scales M and q of c to these units. */
void zni_springs_start(zni_springs *s, zni_percussion *c, int model);
/* dy = f(y). */
void zni_springs_rate(zni_springs *s, const double y[], double dy[]);
/* The smallest guard function; < 0: some phase has ended. */
double zni_springs_guard(zni_springs *s, const double y[]);
/* Changes the phases that end at y; compressions that are over become 0 in y. */
void zni_springs_switch(zni_springs *s, double y[]);
/* Velocities at y, and the forces of the springs a time d later. */
void zni_springs_forces(zni_springs *s, const double y[], double d);

/* The friction forces, from the present forces of the springs. */
void zni_tangents_forces(zni_springs *s);
/* The smallest guard function of the tangents, once velocities and forces are known. */
double zni_tangents_guard(const zni_springs *s);
/* Determines which tangents stick and which slide from y on. */
void zni_tangents_switch(zni_springs *s, const double y[]);

/* Is the impact over? No spring stores energy and no contact approaches, except for amounts that change velocities by
 * no more than `rest`. */
bool zni_springs_rest(const zni_springs *s, const double y[], double rest);
/* Are springs and friction in equilibrium? No compressed contact moves, and no row has a resulting force, both up to
 * `rest`. */
bool zni_springs_wedged(zni_springs *s, const double y[], double rest);

#endif
