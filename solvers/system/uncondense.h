/* uncondense.h - the bodies of a condensed problem, found in W: W = H' M^-1 H, M by bodies
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_UNCONDENSE_H
#define ZENO_SYSTEM_UNCONDENSE_H

#include "cliques.h"

/* Rows of the contacts of a body, or of bodies that are not told apart, at most. */
enum { ZNI_BODY_ROWS = 480 };

/* What of the block of a group is whose. */
typedef struct zni_shares {
    zni_cliques cliques;
    bool symmetric;      /* W is, up to rounding                            */
    zn_index *at;         /* groups: where its block is in the next two     */
    double *whole, *first; /* in W; of it what its first end has, once it is known */
    unsigned char *known; /* groups                                         */
    unsigned char *waits; /* bodies: in the queue                           */
    unsigned char *open;  /* bodies: with what touches nothing else         */
    int32_t *queue;       /* bodies                                         */
    int32_t *root;        /* bodies: one of those that are not told apart   */
    int32_t *place;       /* contacts: rows in a matrix, else -1            */
    double *dense;        /* two matrices of ZNI_BODY_ROWS rows, or three    */
    zn_index cap_at, cap_whole, cap_first, cap_known, cap_waits, cap_open, cap_queue, cap_root, cap_place,
        cap_dense;
} zni_shares;

/* Shares of all bodies, one by one or as few as possible together (root). *found: so many rows as a
 * matrix may have are enough. */
zn_status zni_shares_find(zn_ctx *ctx, zni_shares *s, const zni_fc *c, bool *found);
/* The matrix of these groups as far as bodies of `root` have it; its rows, or 0: too many. */
zn_index zni_shares_gather(zni_shares *s, const zni_fc *c, const int32_t list[], int32_t count,
                           int32_t root, double A[]);
zn_index zni_shares_rows(const zni_shares *s, const zni_fc *c, int32_t g);
void zni_shares_fini(zn_ctx *ctx, zni_shares *s);

/* A body, bodies that are not told apart, or what touches one other body only. */
typedef struct zni_rigid {
    int32_t from, count; /* its groups in the list                          */
    zn_index rank, n, x; /* velocities, the first of them, its values       */
} zni_rigid;

typedef struct zni_uncondensed {
    zn_index n;          /* velocities                                      */
    zn_index *p, *i;     /* H by columns, n x d nc                          */
    double *x;
    zn_index *mp, *mi;   /* M, n x n, a block for each body, or its diagonal */
    double *mass;
    /* on the way */
    zni_shares shares;
    zni_rigid *parts;
    int32_t *list;       /* of groups, by parts                             */
    zn_index nparts, listed, used, masses;
    double *values;      /* of the parts: rank for each row of its contacts */
    zn_index cap_p, cap_i, cap_x, cap_mp, cap_mi, cap_mass, cap_parts, cap_list, cap_values;
} zni_uncondensed;

/* *found: W is H' M^-1 H to some nine digits; where bodies that are not told apart have more velocities than a block of
 * masses may (mass.h), the symmetric part of theirs is. The symmetric part of M is positive definite. */
zn_status zni_uncondense(zn_ctx *ctx, zni_uncondensed *s, const zni_fc *c, bool *found);
/* M and H as views */
zn_matrix zni_uncondensed_mass(const zni_uncondensed *s);
zn_matrix zni_uncondensed_ways(const zni_uncondensed *s, const zni_fc *c);
void zni_uncondensed_fini(zn_ctx *ctx, zni_uncondensed *s);

#endif
