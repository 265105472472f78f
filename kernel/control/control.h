/* control.h - blocks as the files of sampled control see them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_CONTROL_H
#define ZENO_KERNEL_CONTROL_H

#include <zeno/control.h>
#include <zeno/expm.h>

#include "kernel/plugin/operator.h"

/* When a block is sampled: at every instant of the simulation (period 0), at
 * first + k period, or at the instants of a table. */
typedef struct zni_clock {
    double   first, period;
    double  *table;
    zn_index count;  /* of the table */
    zn_index number; /* samplings made */
    double   last;   /* time of the last one */
    double   span;   /* what elapsed and held were, to keep their bits */
} zni_clock;

struct zn_block {
    const zn_block_type *type;
    zn_control          *control;
    zn_ctx              *ctx;
    char                *name;
    zni_owner            owner; /* of the matrices */
    zn_index             nops;
    void                *state;
    zn_ds               *plant;
    zn_index             plant_place; /* who it is, if it is gone */
    uint64_t             plant_id;
    zn_block            *source;
    zn_index             ni, no, nu;
    double              *in;  /* sensors of second-order plants: q, v */
    double              *out; /* no */
    double              *out0; /* no, before the first sampling */
    double              *last; /* no, out before the sampling at hand */
    double              *kept; /* likewise what the class remembers; NULL: nothing */
    zni_clock            clock;
    bool                 begun; /* it was started */
    zn_operator          ops[];
};

struct zn_control {
    zn_ctx              *ctx;
    const zn_simulation *sim;
    zn_block           **block;
    zn_index             nblock, cblock;
    bool                 started;
    zn_index             turn; /* of which block and role at the present instant, if one failed */
};

/* ---- block.c ---- */
zn_status zni_block_new(zn_ctx *ctx, const zn_block_type *type,
                        const char *name, zn_index ni, zn_index no, zn_index nu,
                        zn_block **out);
void zni_block_free(zn_block *b);
/* Is a matrix missing that the class cannot do without? */
bool zni_block_needs(const zn_block *b, zn_findings *f, zn_index i);

/* ---- clock.c ---- */
/* Is the block due at the present instant of s? Fills at->t, number, elapsed,
 * held and counts. ZN_EINVAL when an instant was missed. */
zn_status zni_clock_due(zn_block *b, const zn_simulation *s, zn_sampling *at,
                        bool *due);
/* The first instant after t of a clock with instants of its own, or INFINITY. */
double zni_clock_next(const zni_clock *c, double t);

/* ---- held.c: x' = A x + B u sampled, u held ---- */
typedef struct zni_held {
    zn_expm *expm;
    double   h; /* of Ad, Bd; 0: none */
    double  *Ad, *Bd;
} zni_held;
zn_status zni_held_init(zn_ctx *ctx, zni_held *d, zn_index n, zn_index m);
void zni_held_fini(zn_ctx *ctx, zni_held *d);
/* Ad, Bd for that duration; *fresh: they are others than before. */
zn_status zni_held_at(zni_held *d, double h, const double A[], const double B[],
                      bool *fresh);

/* y = y + f A x, A is m x n */
void zni_add_product(zn_index m, zn_index n, double f, const double A[],
                     const double x[], double y[]);
/* C = A B, (m x k)(k x n) */
void zni_product(zn_index m, zn_index k, zn_index n, const double A[],
                 const double B[], double C[]);

#endif
