/* sweep.h - Gauss-Seidel: what all of its kinds have around a sweep
 *
 * Who owns the rows or blocks makes a sweep over them; how often the error is looked at,
 * when there is no point in going on and which point comes back is here.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_SWEEP_H
#define ZENO_SOLVERS_SWEEP_H

#include <zeno/solver.h>

/* Whose sweeps they are; `of` is the first argument of both. */
typedef struct zni_swept {
    void    *of;
    zn_index n;
    /* One more sweep over z in place; w is as the last sweep or look left it. *change:
     * of z, relative, where it tells of progress; it comes as infinity. */
    zn_status (*sweep)(void *of, double z[], double w[], double *change);
    /* w = M z + q, and the error */
    double (*look)(void *of, const double z[], double w[]);
    /* Optional: the change was content and the error is not: what sleeps has to wake. */
    void (*wake)(void *of);
} zni_swept;

typedef struct zni_sweeping {
    double   tol;
    zn_index max_iter;
    zn_index every;    /* sweeps between two looks, each of which costs a product */
    zn_index more;     /* after the one that comes within tol, unless it comes far
                          within; these are looked at, and what leads up to them: 0 */
    bool     first;    /* look after the first sweep too: it may be the last    */
    bool     restless; /* a sweep without change is not the end: the next has
                          another order, or wakes what sleeps                   */
    zn_index patience; /* stall when the sweeps still needed, by the gain of the
                          last ones, seem to be more; 0: never                  */
    zn_index granted;  /* sweeps before which that is not asked                 */
    zn_index early;    /* sweeps after which it is asked first, by the second half of them;
                          0: thirty, by the last twenty                         */
    /* Optional: asked once, where more than were made, or with `early` than there is patience for, are still needed:
     * patience, by what else costs, which has to be looked at for that */
    zn_status (*price)(void *payer, zn_index *patience);
    void    *payer;
} zni_sweeping;

/* From z, admissible; best: n. The best point comes back. */
zn_status zni_sweeps(const zni_swept *s, const zni_sweeping *opt, double best[],
                     double z[], double w[], zn_monitor *mon,
                     zn_solve_info *info);

#endif
