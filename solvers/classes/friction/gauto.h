/* gauto.h - what `auto` of global friction is made of: its state, its list of methods
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_GAUTO_H
#define ZN_FRICTION_GAUTO_H

#include "motion.h"

/* Twice the steps that interior points take where they arrive; convex problems. */
enum { ZNI_POINTS = 50, ZNI_TURNS = 40 };

typedef struct zni_gmethod zni_gmethod;

typedef struct zni_gfauto {
    double tol;
    zn_index patience;
    zn_index max_sweeps;
    zn_index max_steps;
    double most_values;
    zni_motion g;
    zni_gnsgs_work sweeps;
    zni_gnewton_work newton;
    zni_gadmm_work admm;
    zni_reduced reduced;
    zn_solver *interior, *turns, *along;
    int path; /* that of interior points is followed */
    zn_monitor *outer, inner; /* of who asked; of what counts steps */
    zn_index steps;           /* counted                            */
    zni_vsystem plan; /* what its factors cost */
    bool looked, thin; /* at W: it is */
    bool ways;         /* g has ZNI_WAYS                      */
    bool condenses;    /* M^-1 H has no more than most_values */
    bool first;        /* the method of now is the first */
    double least;  /* error of the best point so far */
    double *start; /* m: r as given */
    double *best;  /* 2 m: of the best point, of the end of the first sweeps */
    zn_index cap_start, cap_best;
} zni_gfauto;

/* What a method is, whatever its numbers: all that the list asks about it. */
typedef struct zni_gway {
    bool early; /* a method may begin where it ended: ZNI_EARLY       */
    bool ways;  /* it makes matrices of M and H: zni_gfauto_ways      */
    /* is it one for the problem, W looked at, and what was before? NULL: yes */
    bool (*suits)(zni_gfauto *s);
    /* from z, as zn_solver_type.solve */
    zn_status (*run)(zni_gfauto *s, zn_ctx *ctx, const zni_gmethod *m, double z[], double w[],
                     zn_monitor *mon, zn_solve_info *info);
} zni_gway;

/* one method of the list */
struct zni_gmethod {
    const char *name;
    const zni_gway *by;
    zni_map_kind map;
    double reg;
    enum { ZNI_BEST, ZNI_GIVEN, ZNI_EARLY } from; /* the point it begins from */
    zn_index steps;                               /* most of it, 0: as many as there may be */
};

/* ---- gattempt.c: many: W is thin and the bodies many; thick: W is not thin ---- */
extern const zni_gway zni_gby_many_sweeps, zni_gby_longer, zni_gby_many_points, zni_gby_turns,
    zni_gby_uneven_reduced, zni_gby_path, zni_gby_turns_again, zni_gby_thin_reduced,
    zni_gby_thick_sweeps, zni_gby_thick_newton, zni_gby_thick_points, zni_gby_newton, zni_gby_directions,
    zni_gby_thick_reduced, zni_gby_last_sweeps;

/* Is what the problem condenses to thin? The fill of its factors by bodies. Once for each problem. */
zn_status zni_gfauto_look(zni_gfauto *s, zn_ctx *ctx, zn_monitor *mon);
/* What matrices of M and H are made of: once for a problem. */
zn_status zni_gfauto_ways(zni_gfauto *s, zn_ctx *ctx);

#endif
