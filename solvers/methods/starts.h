/* starts.h - a method from many starts, where nothing else arrives
 *
 * Who owns the problem draws the starts and runs the method from each; how many there are, of
 * which sizes, when there is no time for more and where the best of them ended is here.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_STARTS_H
#define ZENO_SOLVERS_STARTS_H

#include <zeno/solver.h>

/* Whose starts they are; `of` is the first argument of all. */
typedef struct zni_scattered {
    void    *of;
    zn_index n; /* of z and w */
    /* z: the next start, drawn from *chance, `size` times what is ordinary */
    void (*draw)(void *of, double size, uint64_t *chance, double z[]);
    /* from z, as zn_solver_type.solve */
    zn_status (*solve)(void *of, double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info);
    /* w = M z + q, and the error */
    double (*look)(void *of, const double z[], double w[]);
} zni_scattered;

typedef struct zni_scatter {
    zn_index most;     /* starts                                              */
    double operations; /* what all may take                                   */
    double step;       /* what an iteration takes of that                     */
} zni_scatter;

/* z: where the best of them ended. best (n): work. Iterations: those of all. */
zn_status zni_scatter_run(const zni_scattered *s, const zni_scatter *how, double best[],
                          double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info);

#endif
