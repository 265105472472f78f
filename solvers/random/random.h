/* random.h - random problems: numbers, matrices, one maker per class
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_RANDOM_H
#define ZENO_SOLVERS_RANDOM_H

#include <zeno/option.h>

#include "../io/io.h"

/* ---- numbers ----------------------------------------------------------------- */

/* splitmix64 (core/hash.h) */
typedef struct zni_random {
    uint64_t state;
} zni_random;

double zni_random_unit(zni_random *r); /* [0, 1) */
double zni_random_sign(zni_random *r); /* [-1, 1) */
zn_index zni_random_below(zni_random *r, zn_index n);
double zni_random_size(zni_random *r); /* [0.1, 1.1): not small */
void zni_random_vector(zni_random *r, zn_index n, double x[]); /* of [-1, 1) */
void zni_random_direction(zni_random *r, zn_index n, double x[]); /* length 1 */

/* ---- what a class is made from ------------------------------------------------- */

/* The options of all classes; each has the ones it lists in its table. */
typedef struct zni_random_options {
    zn_index seed;
    zn_index n;          /* unknowns */
    double rank;         /* rank of the symmetric part, as a share of n */
    double skew;         /* size of the skew part */
    double degenerate;   /* share of rows, contacts, cones on a border */
    int storage;
    int family;
    double cubic;        /* largest cubic coefficient of a map */
    double equalities;   /* share of the rows */
    zn_index faces;      /* faces of a polyhedron */
    zn_index cones, cone; /* second-order cones, rows of each */
    double tau;
    zn_index d, contacts, bodies;
    double mu, mu_r, mu_s;
    zn_index blocks;     /* blocks of a mechanism */
    zn_index points;     /* points of a solid */
    int model;           /* model of plasticity, minus one */
    double eta, theta, sigma_y;
    double spread;       /* of the masses */
    double spin;         /* of the bodies */
    int structure;       /* structure of bodies at rest, 0: none */
    double slope;        /* of a structure */
} zni_random_options;

#define ZNI_RANDOM(kind, field, ...)                                           \
    ZN_OPT_##kind(zni_random_options, field, __VA_ARGS__)
#define ZNI_RANDOM_SEED                                                        \
    ZNI_RANDOM(INT, seed, 1, 0, 9e15, "-", "another number, another problem")
#define ZNI_RANDOM_UNKNOWNS(many) ZNI_RANDOM(INT, n, many, 1, 1e8, "-", "unknowns")
/* For problems with one square matrix M. */
#define ZNI_RANDOM_PARTS                                                       \
    ZNI_RANDOM(REAL, rank, 1, 0, 1, "-",                                       \
               "of the symmetric part of M, as a share of n"),                 \
        ZNI_RANDOM(REAL, skew, 0, 0, 1e9, "-",                                 \
                   "size of the skew part of M, to that of the symmetric one")
#define ZNI_RANDOM_MATRIX                                                      \
    ZNI_RANDOM_PARTS, ZNI_RANDOM(CHOICE, storage, 0, "dense|sparse", "of M")
#define ZNI_RANDOM_DEGENERATE(what)                                            \
    ZNI_RANDOM(REAL, degenerate, 0, 0, 1, "-", what)

/* A problem and its solution, allocated in the store. */
typedef struct zni_random_result {
    void *problem; /* of the class, zero-filled at first */
    double *z, *w;
} zni_random_result;

/* What problems are made with: memory, the options and the random numbers. Handed over by value. */
typedef struct zni_draws {
    zni_store *s;
    const zni_random_options *o;
    zni_random *r;
} zni_draws;

/* Makes a problem, or a part of it. */
typedef zn_status zni_random_make(zni_draws by, zni_random_result *out);

typedef struct zni_random_maker {
    const char *class;
    const zn_option *options;
    size_t size;     /* of its struct                                        */
    zni_random_make *make; /* makes the whole problem; if there is `draw`, only that of other families */
    zni_random_make *draw; /* as in zni_random_affine                        */
    size_t M, q;     /* with `draw`: where these are in the struct           */
    zn_index (*rows)(const zni_random_options *o); /* with `draw`: number of rows; NULL: n */
} zni_random_maker;

#define ZNI_RANDOM_MAP(T, how) .size = sizeof(T), .M = offsetof(T, M), .q = offsetof(T, q), .draw = how

/* ---- parts ---------------------------------------------------------------------- */

/* A positive semi-definite n x n matrix plus a skew one, dense or with some six entries in a row; n is given since
 * it may differ from by.o->n. */
zn_status zni_random_matrix(zni_draws by, zn_index n, zn_matrix **out);

/* q = w - M z */
zn_status zni_random_rest(zni_store *s, const zn_matrix *M, const double z[],
                          const double w[], double **q);

/* Allocate a solution of nz and nw numbers. */
zn_status zni_random_solution(zni_store *s, zn_index nz, zn_index nw,
                              zni_random_result *out);

/* Make a matrix M of n x n and a solution of n and nw >= n numbers, let `draw` make the solution and the rest of the
 * problem, and compute the q for which it is the solution: w = M z + q. */
zn_status zni_random_affine(zni_draws by, zn_index n, zn_index nw, zni_random_make *draw,
                            zni_random_result *out, const zn_matrix **M, const double **q);

/* An array of n times x, in the store; NULL: no memory. */
double *zni_random_same(zni_store *s, zn_index n, double x);

/* Complementary z, w >= 0. */
void zni_random_pair(zni_draws by, double *z, double *w);

/* One row, with random bounds: z at one of them and w with the right sign, or z between them. */
void zni_random_between(zni_draws by, double *lb, double *ub, double *z, double *w);
/* The same for the first n rows of a solution. */
zn_status zni_random_bounds(zni_draws by, zn_index n, const double **lb, const double **ub,
                            zni_random_result *out);

/* z and w of m rows in the cone |z_T| <= a z_0 and its dual, with z.w = 0. */
enum { ZNI_RANDOM_CONE = 64 }; /* rows at most */
void zni_random_cone(zni_draws by, zn_index m, double a, double z[], double w[]);

#endif
