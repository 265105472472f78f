/** @file
 * Formulations: how the assembled one-step problem is put to a solver. The
 * assembly (blocks, storage, index sets, warm start) is done once for all; a
 * formulation turns matrix, vector and sets into a problem of one class.
 *
 * | formulation        | sets of the blocks              | solver class       |
 * |--------------------|---------------------------------|--------------------|
 * | lcp                | orthant                         | lcp                |
 * | mlcp               | orthant, zero                   | mlcp               |
 * | relay              | box, orthant, zero              | relay              |
 * | avi                | polyhedron, and all of these    | avi                |
 * | friction           | friction, all of one size       | friction           |
 * | rolling-friction   | rolling friction, of one size   | rolling-friction   |
 * | generic-mechanical | friction, box, orthant, zero    | generic-mechanical |
 * | global             | friction, of one size; zero, orthant, bounded boxes | global-friction |
 * | global-rolling     | rolling friction, of one size; the same beside it | global-rolling-friction |
 * | multiple-impact    | orthant of laws with a stiffness, zero | multiple-impact |
 * | auto               | picks the first that accepts the cones of all laws   |
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_FORMULATION_H
#define ZENO_FORMULATION_H

#include <zeno/law.h>
#include <zeno/matrix.h>
#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** The equations of motion, kept for a formulation that is `global`: x are the
 * velocities of the systems that multipliers act on, less those without multipliers,
 *
 *     W x = B z + f,     w = C' x + q,     so that M = C' W^-1 B;
 *
 * f is not in q. By columns; those of B and C are the rows of the problem. */
typedef struct zn_one_step_motion {
    zn_index         n; /**< unknowns x                                       */
    const zn_matrix *W; /**< iteration matrices of the systems        n x n   */
    const zn_matrix *B; /**< C itself, but for joints whose impulses act at
                             the middle of the step                   n x rows */
    const zn_matrix *C; /**<                                          n x rows */
    const double    *f; /**< what pulls of adhesion do; NULL: 0        n      */
    const double    *unit; /**< z of the problem over multipliers of the laws,
                                by which bounds go; NULL: 1            rows   */
} zn_one_step_motion;

/** The assembled one-step problem: w = M z + q, cut into blocks, one per cone of
 * each active copy of a law; block b has the rows start[b] ... start[b + 1] - 1. */
typedef struct zn_one_step {
    zn_index             n;
    const zn_matrix     *M;       /**< dense or block rows; NULL: `motion`, or
                                   it was not needed (storage=product), nor were
                                   the blocks then, and no formulation asked  */
    const double        *q;       /**< n                                      */
    zn_index             nblocks;
    const zn_cone       *cone;    /**< nblocks                                */
    const zn_index      *start;   /**< nblocks + 1                            */
    const zn_law *const *law;     /**< nblocks, whose cone it is              */
    zn_index             version; /**< of n, blocks and parameters: what was made
                                   of them may be kept while it stays; 0: unknown */
    const zn_one_step_motion *motion; /**< instead of M, of formulations that
                                   are `global`; else NULL                    */
} zn_one_step;

/** A class of formulations. */
typedef struct zn_formulation_type {
    zn_type     type;    /**< kind ZN_KIND_FORMULATION                        */
    const char *problem; /**< class of its solvers ("lcp")                    */
    bool        uniform; /**< blocks must be of one set and size              */
    /** Does it take blocks of this set and size? Parameters may be NULL. */
    bool      (*accepts)(const zn_cone *c);
    /** Optional: reserve work for n rows. */
    zn_status (*reserve)(void *s, zn_ctx *ctx, zn_index n);
    void      (*fini)(void *s, zn_ctx *ctx);
    /** Put it to the solver; z is the warm start on entry. */
    zn_status (*solve)(void *s, zn_ctx *ctx, const zn_one_step *p,
                       zn_solver *solver, double z[], double w[],
                       zn_solve_info *info);
    /** Optional: write the problem to a file, for later study. */
    zn_status (*save)(void *s, zn_ctx *ctx, const zn_one_step *p,
                      const char *path);
    /** It takes the equations of motion, not M. With `uniform` blocks of the sets
     * zero, orthant and box, if it accepts them, are taken beside those of one set and size. */
    bool        global;
    bool        compliant; /**< for laws of impact with a stiffness
                                (zn_law_type.compliance): no other formulation takes
                                these at velocity level, and this one no
                                contact without */
    bool        pulls;  /**< `global`, and it reads motion->f: without, contacts
                                that adhere are refused                     */
    /** Optional: reserve what depends on the matrix, too: nnz values are stored. */
    zn_status (*reserve_values)(void *s, zn_ctx *ctx, zn_index n, zn_index nnz);
} zn_formulation_type;

ZN_END_DECLS
#endif
