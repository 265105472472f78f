/* motion.h - contacts with the equations of motion kept: M v = H r + q, u = H'v + b
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_MOTION_H
#define ZENO_SYSTEM_MOTION_H

#include "../core/monitor.h"
#include "mass.h"
#include "rolling_scale.h"
#include "ways.h"

struct zni_contact;

/* Contacts by bodies. */
typedef struct zni_touching {
    zn_index n;          /* nodes: consecutive blocks of M with the same contacts */
    int32_t *node;       /* node of each block of M                         */
    int32_t *first, *at; /* contacts by nodes: at[first[k]] .. act on node k */
    double influences;   /* number of values of M^-1 H, where M^-1 is block diagonal */
    int32_t *seen;       /* nodes: work                                     */
    zn_index cap_node, cap_first, cap_at, cap_seen;
} zni_touching;

void zni_touching_fini(zn_ctx *ctx, zni_touching *s);

/* What some methods need beside M^-1 and H by columns, and what takes several times the memory of both. */
enum {
    ZNI_BLOCKS = 1, /* H_a' M^-1 H_a of each contact                        */
    ZNI_WAYS = 2    /* H by contact, sizes and step lengths of the contacts, of which matrices of M and H are made */
};

typedef struct zni_motion {
    bool as_rolling; /* problems are zn_global_rolling_friction              */
    zn_index d, nc, n, m; /* m = d nc                                       */
    const zn_global_friction *p; /* borrowed for the call                   */
    zni_fc c;                    /* its contacts: law, d, nc, mu, mur; without blocks */
    /* rolling friction: the problem as given; p is `scaled`, made from it */
    const zn_global_rolling_friction *rolling;
    const zn_global_rolling_friction *whole; /* the problem as given, where p is not scaled */
    zn_global_friction scaled;
    zni_scaled own;
    zni_mass mass;
    zni_by_columns columns; /* of H                                         */
    double scale;         /* mean of the diagonals of H_a' M^-1 H_a         */
    double *v;            /* work, as long as the error measure needs       */
    zn_monitor *mon;      /* only while it is set up                        */
    /* zni_motion_touch */
    zni_touching touching;
    bool touched;
    /* ZNI_BLOCKS */
    double *block;        /* d d nc                                         */
    struct zni_contact *contact; /* nc + 1: data of each contact that the class keeps */
    /* ZNI_WAYS */
    zni_ways H;
    double *size;         /* nc of m used: sizes, as in the error measure   */
    double *step;         /* nc: zni_block_step of the blocks               */
    double data;          /* square of the divisor of the error measure     */
    double inertia;       /* mean |M_ii|                                    */
    /* zni_motion_influence */
    zni_ways X;           /* M^-1 H, if kept                                */
    bool kept;
    zn_index *mark;       /* work: n, with X 2 n                            */
    zn_index cap_contact, cap_block, cap_v, cap_mark, cap_size, cap_step;
} zni_motion;

/* Sets the problem, with M inverted or factorised, and the parts asked for; law: of its contacts. ZN_UNSOLVED: the time
 * of g->mon was over before all was computed. */
zn_status zni_motion_make(zn_ctx *ctx, zni_motion *g, const zn_global_friction *p,
                          const struct zni_law *law, int parts);
/* The same with rolling friction, scaled. */
zn_status zni_motion_make_rolling(zn_ctx *ctx, zni_motion *g, const zn_global_rolling_friction *p,
                                  const struct zni_law *law, int parts);
/* More parts of the same problem; and X, unless it has more than `most` values. */
zn_status zni_motion_more(zn_ctx *ctx, zni_motion *g, int parts);
zn_status zni_motion_influence(zn_ctx *ctx, zni_motion *g, double most);
/* Lists contacts by bodies, once for a problem. */
zn_status zni_motion_touch(zn_ctx *ctx, zni_motion *g);
/* x (n zeros) = M^-1 (column j of H); and x becomes zero again. */
void zni_motion_respond(zni_motion *g, zn_index j, double x[]);
void zni_motion_forget(const zni_motion *g, zn_index j, double x[]);
/* (v, r) of the given problem becomes that of p; and back, with u. */
void zni_motion_scale(const zni_motion *g, double z[]);
void zni_motion_unscale(const zni_motion *g, double z[], double u[]);
void zni_motion_fini(zn_ctx *ctx, zni_motion *g);

/* From r: v = M^-1 (H r + q), u = H'v + b */
void zni_motion_move(zni_motion *g, double z[], double u[]);

#endif
