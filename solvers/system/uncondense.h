/* uncondense.h - the bodies of a condensed problem, found in W: W = H' M^-1 H, M by bodies
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_UNCONDENSE_H
#define ZENO_SYSTEM_UNCONDENSE_H

#include "cliques.h"

/* Most rows of the contacts of a body, or of bodies that cannot be separated. */
enum { ZNI_BODY_ROWS = 480 };

/* The shares of the two bodies of each group in its block of W. */
typedef struct zni_shares {
    zni_cliques cliques;
    bool symmetric;      /* W is, up to rounding                            */
    zn_index *at;         /* groups: where the block is in the next two arrays */
    double *whole, *first; /* the block in W; the share of its first body, once known */
    unsigned char *known; /* groups                                         */
    unsigned char *waits; /* bodies: in the queue                           */
    unsigned char *open;  /* bodies: has contact with something that touches nothing else */
    int32_t *queue;       /* bodies                                         */
    int32_t *root;        /* bodies: representative of those that cannot be separated */
    int32_t *place;       /* contacts: first row in the matrix, or -1       */
    double *dense;        /* two or three matrices of ZNI_BODY_ROWS rows     */
    zn_index cap_at, cap_whole, cap_first, cap_known, cap_waits, cap_open, cap_queue, cap_root, cap_place,
        cap_dense;
} zni_shares;

/* Finds the shares of all bodies, of each alone or of as few as possible together (root). *found: no matrix has too
 * many rows. */
zn_status zni_shares_find(zn_ctx *ctx, zni_shares *s, const zni_fc *c, bool *found);
/* The contribution of the bodies with this root to the matrix of these groups; returns its rows, or 0: too many. */
zn_index zni_shares_gather(zni_shares *s, const zni_fc *c, const int32_t list[], int32_t count,
                           int32_t root, double A[]);
zn_index zni_shares_rows(const zni_shares *s, const zni_fc *c, int32_t g);
void zni_shares_fini(zn_ctx *ctx, zni_shares *s);

/* A part: a body, bodies that cannot be separated, or something that touches only one body. */
typedef struct zni_rigid {
    int32_t from, count; /* its groups in the list                          */
    zn_index rank, n, x; /* number of velocities, the first of them, its values */
} zni_rigid;

typedef struct zni_uncondensed {
    zn_index n;          /* velocities                                      */
    zn_index *p, *i;     /* H by columns, n x d nc                          */
    double *x;
    zn_index *mp, *mi;   /* M, n x n, a block for each body, or its diagonal */
    double *mass;
    /* work: */
    zni_shares shares;
    zni_rigid *parts;
    int32_t *list;       /* of groups, by parts                             */
    zn_index nparts, listed, used, masses;
    double *values;      /* values of the parts: `rank` for each row of its contacts */
    zn_index cap_p, cap_i, cap_x, cap_mp, cap_mi, cap_mass, cap_parts, cap_list, cap_values;
} zni_uncondensed;

/* *found: W = H' M^-1 H to some nine digits. Where bodies that cannot be separated have more velocities than a block of
 * masses may have (mass.h), this holds for their symmetric part. The symmetric part of M is positive definite. */
zn_status zni_uncondense(zn_ctx *ctx, zni_uncondensed *s, const zni_fc *c, bool *found);
/* M and H as views */
zn_matrix zni_uncondensed_mass(const zni_uncondensed *s);
zn_matrix zni_uncondensed_ways(const zni_uncondensed *s, const zni_fc *c);
void zni_uncondensed_fini(zn_ctx *ctx, zni_uncondensed *s);

#endif
