/* by_sets.h - the semismooth equation of a product of sets
 *
 * z = (z_1, z_2, ...) with each z_a in a set, w = M z + q. phi is made of functions phi_a(w_a, z_a) whose zeros are the
 * pairs that set a admits (Alart & Curnier, CMAME 92, 1991; Qi & Sun, Math. Prog. 58, 1993). With A = dphi/dw and B =
 * dphi/dz, set by set, a direction d solves
 *     (A M + B) d = -phi.
 * Where M is singular, as with redundant contacts, so is this matrix. Then a small multiple of A is added to B, which
 * is a proximal term at the iterate and does not change the solutions. The owner knows the sets and M, which may be
 * dense, sparse or never formed. The step length along d is chosen in newton.h.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_BY_SETS_H
#define ZENO_SOLVERS_BY_SETS_H

#include "../linalg/cells.h"
#include "newton.h"

/* The first member of the owner's own struct, which is `of` of zni_semismooth and the first argument of its
 * functions. */
typedef struct zni_by_sets {
    zn_index n, nb;     /* rows and sets                                       */
    zn_index d;         /* rows of each; 0: as ro says                         */
    const zn_index *ro; /* nb + 1 first rows                                   */
    /* phi of set a at its w and z; also its blocks A and B (d x d) if A is not NULL */
    void (*map)(const void *of, zn_index a, const double w[], const double z[],
                double phi[], double A[], double B[]);
    /* Factorises A M + B with the present A and B; ZN_ESINGULAR: singular. Then solve turns b into d. */
    zn_status (*factor)(void *of);
    void (*solve)(void *of, double b[]);

    /* A and B of each set one behind the other, set after set; if B is not NULL, all A in A and all B in B. */
    double *A, *B;
    double *phi;        /* n                                                   */

    /* w has a proximal term alpha E (z - ref) of its own. Besides, reg E A is added to B. E is the identity, with reg
     * in units of `unit`; or 1 / rho by set, times `turn` by row. */
    double alpha, reg, unit;
    const double *rho;  /* nb, or NULL                                         */
    const double *turn; /* n, or NULL                                          */
    bool energy;        /* squares of phi are weighted by 1 / rho: energies    */

    bool fade;          /* reg shrinks with ||phi||: the first steps are short where redundant sets would shift loads
                         * arbitrarily, and the last ones are Newton's (Yamashita & Fukushima, Computing Suppl. 15,
                         * 2001) */
    /* state of a run: zero at first */
    double now;         /* reg of the present step                             */
    double added;       /* the multiple of E A in B now, alpha included        */
    bool   begun;
    double m, first;    /* the merit 1/2 ||phi||^2 at the iterate and at the first one */
} zni_by_sets;

/* phi at (z, w), with `derive` A and B too; returns the merit. */
double zni_by_sets_value(zni_by_sets *s, const double z[], const double w[], bool derive);

/* w += alpha E (z - ref), ref NULL: 0 */
void zni_by_sets_pull(const zni_by_sets *s, const double z[], const double ref[], double w[]);

/* No step was accepted: the next term is a stronger one. */
void zni_by_sets_stronger(zni_by_sets *s);

/* For zni_semismooth. The first direction has the present term. The second, if it is asked for, has a stronger one,
 * which turns the step towards that of each set alone. */
zn_status zni_by_sets_linearise(void *of, const double z[], const double w[], double *m);
double zni_by_sets_merit(void *of, const double z[], const double w[]);
zn_status zni_by_sets_direction(void *of, int kth, const double z[], const double w[],
                                double d[], double *slope);
#define ZNI_BY_SETS                                                                      \
    .linearise = zni_by_sets_linearise, .merit = zni_by_sets_merit,                      \
    .direction = zni_by_sets_direction

/* The same for sets that are the parts of M in cells, factorised by cells. It is the first member of the owner's
 * struct, with these functions as factor, solve and affords; A before B, part by part. */
typedef struct zni_by_cells {
    zni_by_sets sets;
    zn_ctx *ctx;
    zni_cell_lu *lu;
    const zni_cells *M;
} zni_by_cells;

zn_status zni_by_cells_factor(void *of);
void zni_by_cells_solve(void *of, double b[]);
zn_status zni_by_cells_affords(void *of, const zn_monitor *mon);

#endif
