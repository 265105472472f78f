/* blocks.h - a condensed problem u = W r + q as block rows, one for each contact
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_BLOCKS_H
#define ZENO_SYSTEM_BLOCKS_H

#include <math.h>
#include <string.h>

#include <zeno/friction.h>

#include "../core/room.h"
#include "../linalg/columns.h"
#include "../linalg/octave.h"
#include "../linalg/small.h"
#include "../sets/cones.h"

/* Up to so many blocks, or rows of contacts, some 4 MB, a solver made of several methods reserves room for all of them
 * at once, so that no later call allocates. Beyond that, and without a reserve, each method gets its room when it runs;
 * for problems with the equations of motion kept some get it at once. */
enum { ZNI_ROOMY = 4096 };

_Static_assert((int)ZNI_DMAX <= (int)ZNI_SMALL_ROWS, "blocks of contacts are small systems");

struct zni_law;

/* The matrix as block rows of d x d blocks, column-major, with every diagonal block stored: borrowed from the problem
 * where it is stored so, otherwise copied from any storage. q and mu are borrowed from the problem. */
typedef struct zni_fc {
    const struct zni_law *law; /* law of the contacts, for those who need it; nothing here does */
    zn_index d, nc, n, nb; /* n = d nc, nb blocks                          */
    const zn_index *p;     /* nc+1 first blocks of the rows                */
    const zn_index *i;     /* nb block columns, ascending in a row         */
    const zn_index *bp;    /* nb positions in x: d d k                     */
    const double *x;       /* d d nb values                                */
    const zn_index *ro;    /* nc+1 first rows: d a                         */
    zn_index *diag;        /* nc positions of the diagonal blocks          */
    zn_index *own_p, *own_i, *own_bp, *own_ro; /* copies, where they are not the problem's */
    double *own_x;
    zni_columns columns; /* columns of a matrix whose blocks have other sizes */
    const double *q, *mu, *mur; /* mur: of rolling, or dilatancy; with six components nc of spin follow */
    double qnorm;               /* norm of the problem's own q, for the error measure */
    double *size; /* nc sizes of W_aa, for the error measure; with rolling 2 nc, then the lengths */
    /* scaled problems (rolling; even.c): r = D r', u = u' / D; own_mu and own_mur belong to r */
    const double *scale; /* n, or NULL: not scaled                         */
    const double *own_mu, *own_mur;
    double *own;    /* 2 n + 3 nc: scale, q, mu, mur                        */
    zn_index *mark; /* nc, work                                            */
    zn_index cap_p, cap_i, cap_bp, cap_ro, cap_diag, cap_x, cap_own, cap_mark,
        cap_size;
    bool as_rolling; /* zni_fc_take is given a zn_rolling_friction */
} zni_fc;

zn_status zni_fc_reserve(zn_ctx *ctx, zni_fc *c, zn_index n, zn_index nnz);
/* Scales a friction problem that c is set to, so that all contacts have one size, if sizes range over decades; z
 * becomes r'. */
zn_status zni_fc_even(zn_ctx *ctx, zni_fc *c, const zn_friction *p, double z[]);
/* Sets the blocks of A, and q; law, coefficients and scale are left to the caller. copy: always into own_p ..., so that
 * they can be changed. */
zn_status zni_fc_set_blocks(zn_ctx *ctx, zni_fc *c, zn_index d, zn_index nc,
                            const zn_matrix *A, const double q[], bool copy);
/* r' to r and u' to u of a scaled problem; nothing changes for one that is not scaled. */
void zni_fc_unscale(const zni_fc *c, double z[], double w[]);
void zni_fc_fini(zn_ctx *ctx, zni_fc *c);

/* The blocks as a view. */
zn_matrix zni_fc_matrix(const zni_fc *c);

/* u = W r + (q or 0) */
void zni_fc_mul(const zni_fc *c, const double r[], const double q[],
                double u[]);

/* (u of contact a) = q_a + W_a r */
void zni_fc_row(const zni_fc *c, zn_index a, const double r[], double u[]);

/* u = q_a + sum over the other contacts b of W_ab r_b */
void zni_fc_others(const zni_fc *c, zn_index a, const double r[], double u[]);

/* The same in the plane. Inline, as a call costs as much as the products of a contact. */
static inline void zni_fc_others_plane(const zni_fc *c, zn_index a, const double r[], double u[])
{
    const zn_index own = c->diag[a], end = c->p[a + 1];
    zn_index k = c->p[a];
    double u0 = c->q[2 * a], u1 = c->q[2 * a + 1];

    for (int part = 0; part < 2; part++, k++) {
        for (const zn_index stop = part == 0 ? own : end; k < stop; k++) {
            const double *x = c->x + 4 * k, *rb = r + 2 * c->i[k];

            u0 += x[0] * rb[0] + x[2] * rb[1];
            u1 += x[1] * rb[0] + x[3] * rb[1];
        }
    }
    u[0] = u0;
    u[1] = u1;
}

/* Is component i of contact a fixed at zero, as its coefficient of friction is zero? */
static inline bool zni_fc_held(const zni_fc *c, zn_index a, zn_index i)
{
    zn_index m = c->mur ? (c->d - 1) / 2 : c->d - 1;

    return i > 0 && (i <= m       ? c->mu[a]
                     : i <= 2 * m ? c->mur[a]
                                  : c->mur[c->nc + a]) == 0;
}

/* The mean of |diag W|, a scale of the matrix. */
double zni_fc_scale(const zni_fc *c);

/* ||W||_inf, the largest sum of a row */
double zni_fc_norm(const zni_fc *c);

#endif
