/* iteration.h - the iteration matrix of a system and its factors
 * SPDX-License-Identifier: Apache-2.0
 *
 * W = a M + b dF/dq + c dF/dv in the pattern of that sum, with the rows and columns
 * of prescribed velocities replaced by those of the identity. */
#ifndef ZENO_KERNEL_OSI_ITERATION_H
#define ZENO_KERNEL_OSI_ITERATION_H

#include <zeno/ds.h>
#include <zeno/factor.h>

#include "solvers/linalg/diagonal.h"

enum { ZNI_MASS = 0, ZNI_JAC_Q, ZNI_JAC_V, ZNI_TERMS };

/* What W is summed of. */
typedef struct zni_terms {
    zn_sum        *sum;    /* NULL: every term has the pattern of W, or is zero */
    double        *term[ZNI_TERMS];
    zn_index       count[ZNI_TERMS], nW;
    zn_pattern    *mass;   /* of term[ZNI_MASS]; NULL: that is lent */
    zn_pattern    *more;   /* what relations have added so far, with the rest of W; NULL: nothing, or all */
    unsigned char *fixed;  /* n, NULL: no prescribed velocities */
} zni_terms;

typedef struct zni_iteration {
    double    *W;      /* begins the block of all that is kept */
    zn_factor *factor; /* NULL: W is diagonal, and its own factor */
    zni_terms *terms;  /* in the block; of a W that keeps nothing but itself they are lent, and
                          NULL while it is not made */
    uint8_t    few;    /* its order then */
    uint8_t    lent;   /* bit k: term[k] is of the caller */
    bool       light;  /* all of them, and the struct */
} zni_iteration;

/* Room for the matrices of a system, with the patterns it has since its seal.
 * dense: W is full whatever they are. */
zn_status zni_iteration_init(zn_ctx *ctx, const zn_ds *ds, bool dense,
                             zni_iteration *it);
/* The same without room for dF/dq and dF/dv, and with `mass` for M: they only live while W
 * is made, and the caller lends it then. A small W that is diagonal has no factor. */
zn_status zni_iteration_init_lent(zn_ctx *ctx, const zn_ds *ds, bool dense,
                                  bool mass, zni_iteration *it);
/* Numbers that these need, and where they are until W is made. */
zn_index zni_iteration_lends(const zni_iteration *it, const zn_ds *ds);
void zni_iteration_lend(zni_iteration *it, const zn_ds *ds, double room[]);
void zni_iteration_fini(zn_ctx *ctx, zni_iteration *it);

static inline double *zni_iteration_term(const zni_iteration *it, int k)
{
    return it->terms->term[k];
}

/* Flags of prescribed velocities, NULL: none. */
static inline const unsigned char *zni_iteration_fixed(const zni_iteration *it)
{
    return it->terms ? it->terms->fixed : NULL;
}

/* W = 0; W += f term[k]. */
void zni_iteration_clear(zni_iteration *it);
void zni_iteration_add(zni_iteration *it, int k, double f);
/* W += f K, n x n and written out, mostly of zeros. Entries that are not zero for the first time belong to W for
 * good. */
zn_status zni_iteration_add_relations(zni_iteration *it, const zn_ds *ds, double f,
                                      const double K[]);
/* W itself, as integrators hand it out. */
void zni_iteration_matrix(const zni_iteration *it, const zn_pattern **a,
                          const double **W);
/* Factors of W as it is. */
zn_status zni_iteration_factor(zni_iteration *it, zn_ctx *ctx);

/* B = W^-1 B, nrhs columns. */
static inline void zni_iteration_solve(const zni_iteration *it, zn_index nrhs,
                                       double B[])
{
    if (it->factor)
        zn_factor_solve(it->factor, nrhs, B);
    else
        zni_diagonal_divide(it->few, it->W, nrhs, B);
}

#endif
