/* motion.h - contacts with the equations of motion kept: M v = H r + q, u = H'v + b
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_MOTION_H
#define ZENO_SYSTEM_MOTION_H

#include "../core/monitor.h"
#include "mass.h"
#include "rolling_scale.h"
#include "ways.h"

struct zni_contact;

/* Its contacts by bodies. */
typedef struct zni_touching {
    zn_index n;          /* nodes: blocks of M in a row with the same contacts */
    int32_t *node;       /* blocks of M: that of each                       */
    int32_t *first, *at; /* contacts by nodes: at[first[k]] .. are at node k */
    double influences;   /* values of M^-1 H, where M^-1 has none but blocks */
    int32_t *seen;       /* blocks of M: work                               */
    zn_index cap_node, cap_first, cap_at, cap_seen;
} zni_touching;

void zni_touching_fini(zn_ctx *ctx, zni_touching *s);

/* What methods need of a problem beside M^-1 and H by columns, and what takes several times
 * the room of both. */
enum {
    ZNI_BLOCKS = 1, /* H_a' M^-1 H_a of each contact                        */
    ZNI_WAYS = 2    /* H by contact, sizes and steps of the contacts: what matrices of M and
                     * H are made of                                        */
};

typedef struct zni_motion {
    bool as_rolling; /* what problems are: zn_global_rolling_friction        */
    zn_index d, nc, n, m; /* m = d nc                                       */
    const zn_global_friction *p; /* borrowed for the call                   */
    zni_fc c;                    /* its contacts: law, d, nc, mu, mur; no blocks */
    /* rolling friction: the problem as it was given, of which p is `scaled` */
    const zn_global_rolling_friction *rolling;
    const zn_global_rolling_friction *whole; /* the same where p is not scaled  */
    zn_global_friction scaled;
    zni_scaled own;
    zni_mass mass;
    zni_by_columns columns; /* of H                                         */
    double scale;         /* mean of the diagonals of H_a' M^-1 H_a         */
    double *v;            /* work, what the error measure takes of it       */
    zn_monitor *mon;      /* while it is set                                */
    /* zni_motion_touch */
    zni_touching touching;
    bool touched;
    /* ZNI_BLOCKS */
    double *block;        /* d d nc                                         */
    struct zni_contact *contact; /* nc + 1: what the class that takes the problem keeps of each */
    /* ZNI_WAYS */
    zni_ways H;
    double *size;         /* m, of which nc: as the error measure has them  */
    double *step;         /* nc: zni_block_step of the blocks, of any law   */
    double data;          /* square of what the error measure divides by    */
    double inertia;       /* mean |M_ii|                                    */
    /* zni_motion_influence */
    zni_ways X;           /* M^-1 H, if kept                                */
    bool kept;
    zn_index *mark;       /* n, with X 2 n: work                            */
    zn_index cap_contact, cap_block, cap_v, cap_mark, cap_size, cap_step;
} zni_motion;

/* The problem with M inverted or factorised, and parts of the above; law: of its contacts. ZN_UNSOLVED when the
 * time of g->mon is over before all is there. */
zn_status zni_motion_make(zn_ctx *ctx, zni_motion *g, const zn_global_friction *p,
                          const struct zni_law *law, int parts);
/* The same with rolling friction: p scaled. */
zn_status zni_motion_make_rolling(zn_ctx *ctx, zni_motion *g, const zn_global_rolling_friction *p,
                                  const struct zni_law *law, int parts);
/* More parts of the same; and X, unless it has more than `most` values. */
zn_status zni_motion_more(zn_ctx *ctx, zni_motion *g, int parts);
zn_status zni_motion_influence(zn_ctx *ctx, zni_motion *g, double most);
/* Its contacts by bodies, once for a problem. */
zn_status zni_motion_touch(zn_ctx *ctx, zni_motion *g);
/* x (n zeros) = M^-1 (column j of H); zeros again */
void zni_motion_respond(zni_motion *g, zn_index j, double x[]);
void zni_motion_forget(const zni_motion *g, zn_index j, double x[]);
/* (v, r) from the unknowns of the problem given to those of p; back, with u */
void zni_motion_scale(const zni_motion *g, double z[]);
void zni_motion_unscale(const zni_motion *g, double z[], double u[]);
void zni_motion_fini(zn_ctx *ctx, zni_motion *g);

/* From r: v = M^-1 (H r + q), u = H'v + b */
void zni_motion_move(zni_motion *g, double z[], double u[]);

#endif
