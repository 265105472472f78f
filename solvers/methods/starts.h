/* starts.h - a method from many starts, where nothing else has solved the problem
 *
 * The owner of the problem draws the starts and runs the method from each. Their number and size, the time limit and
 * the best of all end points are here.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_STARTS_H
#define ZENO_SOLVERS_STARTS_H

#include "../core/call.h"

/* The problem; `of` is the first argument of all functions. */
typedef struct zni_scattered {
    void    *of;
    zn_index n; /* of z and w */
    /* z becomes the next start, drawn from *chance, `size` times the usual size */
    void (*draw)(void *of, double size, uint64_t *chance, double z[]);
    /* from z, as zn_solver_type.solve */
    zn_status (*solve)(void *of, zni_call call);
    /* w = M z + q, and the error */
    double (*look)(void *of, const double z[], double w[]);
} zni_scattered;

typedef struct zni_scatter {
    zn_index most;     /* starts                                              */
    double operations; /* budget of operations for all starts                 */
    double step;       /* operations of an iteration                          */
} zni_scatter;

/* On return z is the best of all end points, and info->iterations the sum over all starts. best (n): work. */
zn_status zni_scatter_run(zni_call call, const zni_scattered *s, const zni_scatter *how,
                          double best[]);

#endif
