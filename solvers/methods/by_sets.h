/* by_sets.h - the semismooth equation of a product of sets
 *
 * z = (z_1, z_2, ...), each in a set, w = M z + q: phi is made of functions phi_a(w_a, z_a),
 * whose zeros are the pairs that the set of a admits (Alart & Curnier, CMAME 92, 1991; Qi &
 * Sun, Math. Prog. 58, 1993). With A = dphi/dw, B = dphi/dz, set by set, a direction is
 *     (A M + B) d = -phi.
 * Where M is singular, as redundant contacts make it, so is that: then a little of A is
 * added to B, a proximal term at the iterate, which does not move the solutions. What the
 * sets are and what M is, dense, sparse or never written out, the owner says; which step
 * along d is taken, newton.h.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_BY_SETS_H
#define ZENO_SOLVERS_BY_SETS_H

#include "../linalg/cells.h"
#include "newton.h"

/* The first member of the owner's own struct, which is the `of` of zni_semismooth and the
 * first argument of its functions. */
typedef struct zni_by_sets {
    zn_index n, nb;     /* rows and sets                                       */
    zn_index d;         /* rows of each; 0: as ro says                         */
    const zn_index *ro; /* nb + 1 first rows                                   */
    /* phi of set a at its w and z; with A not NULL also A and B, d x d */
    void (*map)(const void *of, zn_index a, const double w[], const double z[],
                double phi[], double A[], double B[]);
    /* Factors of A M + B, as they are; ZN_ESINGULAR: there are none. Then b becomes d. */
    zn_status (*factor)(void *of);
    void (*solve)(void *of, double b[]);

    /* A and B of set a, one behind the other, behind those of the sets before; B not NULL:
     * all A behind each other, and all B */
    double *A, *B;
    double *phi;        /* n                                                   */

    /* w has a proximal term of its own, alpha E (z - ref), and beside it reg E A is added to
     * B. E: one, reg in `unit`; or by set 1 / rho, times `turn` by row. */
    double alpha, reg, unit;
    const double *rho;  /* nb, or NULL                                         */
    const double *turn; /* n, or NULL                                          */
    bool energy;        /* squares of phi count by 1 / rho: energies           */

    bool fade;          /* reg is for the start, and shrinks as ||phi|| does: so first steps
                           are short, where redundant sets would shift loads at will, and
                           the last ones are Newton's (Yamashita & Fukushima, Computing
                           Suppl. 15, 2001)                                    */
    /* of the run: zero at first */
    double now;         /* reg of the present step                             */
    double added;       /* what B has of it, alpha too                         */
    bool   begun;
    double m, first;    /* the merit, 1/2 ||phi||^2, at the iterate, at first  */
} zni_by_sets;

/* phi at (z, w); with `derive` A and B too: the merit */
double zni_by_sets_value(zni_by_sets *s, const double z[], const double w[], bool derive);

/* w += alpha E (z - ref), ref NULL: 0 */
void zni_by_sets_pull(const zni_by_sets *s, const double z[], const double ref[], double w[]);

/* Where no step was good: the next term is a stronger one. */
void zni_by_sets_stronger(zni_by_sets *s);

/* For zni_semismooth. The first direction is that with the term of now, the second, if it is
 * asked for, with a stronger one, which turns the step towards that of the sets apart. */
zn_status zni_by_sets_linearise(void *of, const double z[], const double w[], double *m);
double zni_by_sets_merit(void *of, const double z[], const double w[]);
zn_status zni_by_sets_direction(void *of, int kth, const double z[], const double w[],
                                double d[], double *slope);
#define ZNI_BY_SETS                                                                      \
    .linearise = zni_by_sets_linearise, .merit = zni_by_sets_merit,                      \
    .direction = zni_by_sets_direction

/* The same of sets that are the parts of M in cells, with factors by cells: first member of the owner's struct, with
 * these as factor, solve and affords; A before B, part by part. */
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
