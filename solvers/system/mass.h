/* mass.h - the mass matrix of equations of motion, inverted by blocks or factorised
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_MASS_H
#define ZENO_SYSTEM_MASS_H

#include <stdint.h>

#include "../linalg/columns.h"
#include "../linalg/lu.h"

/* ---- columns of a matrix ------------------------------------------------- */

/* Entries p[j] .. p[j+1]-1 of column j in rows i, ascending: borrowed from the matrix if it is stored so, otherwise a
 * copy without zeros. */
typedef struct zni_by_columns {
    const zn_index *p, *i;
    const double *x;
    zni_columns own;
} zni_by_columns;

/* The columns of A, valid as long as A is. */
zn_status zni_by_columns_set(zn_ctx *ctx, zni_by_columns *s, const zn_matrix *A);
void zni_by_columns_fini(zn_ctx *ctx, zni_by_columns *s);

/* v += A x of n columns */
void zni_by_columns_scatter(const zni_by_columns *s, zn_index n, const double x[],
                            double v[]);
/* (column j)'v */
static inline double zni_by_columns_times(const zni_by_columns *s, zn_index j,
                                          const double v[])
{
    double sum = 0;

    for (zn_index k = s->p[j]; k < s->p[j + 1]; k++)
        sum += s->x[k] * v[s->i[k]];
    return sum;
}

/* u += A'v of n columns from the first on */
void zni_by_columns_gather(const zni_by_columns *s, zn_index first, zn_index n,
                           const double v[], double u[]);

/* ---- M inverted or factorised -------------------------------------------- */

/* Most rows of a block that is inverted by itself. */
enum { ZNI_BLOCK_OF_MASSES = 16 };

/* The inverse of a matrix that decomposes into small blocks, whose rows may be anywhere in the matrix. If all blocks
 * have one row only inv is used. */
typedef struct zni_bodies {
    zn_index n, nb; /* rows, blocks; 0 blocks: too many rows to find them    */
    zn_index values; /* of inv                                              */
    bool single;     /* all blocks have one row                             */
    bool together;   /* the rows of each block are consecutive              */
    int32_t *body;  /* n: block of a row                                    */
    int32_t *start; /* nb+1: first in row of a block                        */
    int32_t *row;   /* n: rows by blocks, ascending in each                 */
    int32_t *at;    /* n: where in inv the column of a row begins; if the row is a block by itself, minus that, minus
                     * 1 */
    double *inv;    /* columns of the blocks' inverses                      */
    zn_index cap_body, cap_start, cap_row, cap_at, cap_inv;
} zni_bodies;

/* *apart: M (n x n) has no large block, and s is ready for its values. The blocks are known even where some are
 * large. */
zn_status zni_bodies_split(zn_ctx *ctx, zni_bodies *s, const zni_by_columns *M,
                           zn_index n, bool *apart);
zn_status zni_bodies_invert(zni_bodies *s, const zni_by_columns *M);
/* One block of at most ZNI_BLOCK_OF_MASSES rows, in place; ZN_ESINGULAR without words. */
zn_status zni_bodies_invert_block(zn_index rows, double inv[]);
/* x = M^-1 x */
void zni_bodies_solve(const zni_bodies *s, double x[]);
void zni_bodies_fini(zn_ctx *ctx, zni_bodies *s);

/* The block of row i, and the number of its rows; where blocks are not known all rows belong to one. */
static inline zn_index zni_bodies_of(const zni_bodies *s, zn_index i)
{
    return s->single ? i : s->nb > 0 ? s->body[i] : 0;
}

static inline zn_index zni_bodies_rows(const zni_bodies *s, zn_index b)
{
    return s->single ? 1 : s->nb > 0 ? s->start[b + 1] - s->start[b] : s->n;
}

/* Where in inv the column of row i begins. */
static inline zn_index zni_bodies_at(const zni_bodies *s, zn_index i)
{
    return s->at[i] < 0 ? -1 - s->at[i] : s->at[i];
}

/* v += M^-1 e_i x */
static inline void zni_bodies_add(const zni_bodies *s, zn_index i, double x,
                                  double v[])
{
    const double *column;
    zn_index b;

    if (s->single) {
        v[i] += s->inv[i] * x;
        return;
    }
    b = s->body[i];
    column = s->inv + zni_bodies_at(s, i);
    for (zn_index l = s->start[b]; l < s->start[b + 1]; l++)
        v[s->row[l]] += *column++ * x;
}

/* M inverted by blocks where it decomposes, otherwise factorised by columns, by LAPACK if they are full. The analysis
 * is kept while the pattern stays. */
typedef struct zni_mass {
    bool apart;
    zni_by_columns columns;
    zni_bodies bodies;
    zni_csc csc; /* for slu                                                 */
    zni_slu slu;
} zni_mass;

/* ZN_EINVAL: M is singular; ZN_UNSOLVED: there is no time to factorise it. */
zn_status zni_mass_set(zn_ctx *ctx, zni_mass *s, const zn_matrix *M, const zn_monitor *mon);
void zni_mass_solve(zni_mass *s, double x[]);
/* Is M, which s was set for, so close to its symmetric part that a few iterations with factors of that part correct the
 * rest? This is measured in units of its diagonal, which has to be positive. */
bool zni_mass_nearly_symmetric(const zni_mass *s, const zn_matrix *M);
void zni_mass_fini(zn_ctx *ctx, zni_mass *s);

#endif
