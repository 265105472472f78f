/* balance.h - a problem that nothing has solved once more, its rows in units of their own
 *
 * The units of all data together are taken out before any method sees a problem (core/solver.c), but
 * not those of one row beside another: kN beside N, um beside m. Methods that are not a matter of one row at a time
 * lose digits by them. Where `auto` of a class has failed it is asked once more, with z = C z',
 * M' = C M C, C such that diagonal entries are near 1; what comes back is judged in the units given.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_BALANCE_H
#define ZENO_SOLVERS_BALANCE_H

#include <zeno/matrix.h>

#include "portfolio.h"

/* Rows, with those of constraints, up to which a copy is full. */
enum { ZNI_BALANCED = 500 };

typedef struct zni_balance {
    int wanted;       /* an option                                            */
    zn_solver *inner; /* `auto` of the class, without this                    */
    double *zu, *wu;  /* of z and w, in v: z of the problem is zu times the other's */
    double *more;     /* room for the problem in v                            */
    double *v;
    zn_index cap_v;
} zni_balance;

/* the option of those who try it */
#define ZNI_BALANCE_OPTION(T, field)                                                               \
    {ZN_OPTION_BOOL, "balance", offsetof(T, field), 1, 0, 1, NULL, "-",                            \
     "where all has failed, once more with rows in units of their own"}

/* Among what comes last in a list whose `balance` it is: by that function. */
#define ZNI_BALANCED_WAY(by, when)                                                                 \
    {"balanced", "all of it once more, rows in units of their own", .run = by, .suits = when}

/* May it be tried? */
bool zni_balance_suits(const zni_turn *t);

/* Room for so many z, w and other numbers, and the solver of the class of that name with room for its part: for those
 * whose steps allocate nothing. */
zn_status zni_balance_reserve(zni_balance *s, zn_ctx *ctx, const char *name, zn_index nz, zn_index nw,
                              zn_index more);
void zni_balance_fini(zni_balance *s, zn_ctx *ctx);

/* Room for a problem of a matrix P, q and `more` other numbers behind them; then c = s->zu, the units of P and q,
 * s->wu = 1 / c of as many rows, and C P C, full, and C q in s->more. ZN_UNSOLVED: they are not apart. Rows
 * start[k] ... of each of so many sets have one unit; 0 sets: all are by themselves. */
zn_status zni_balance_affine(zni_turn *t, const zn_matrix *P, const double q[], zn_index sets,
                             const zn_index start[], zn_index more);

/* `other`, which is the problem in units s->zu and s->wu, from z = 0. z, w and info become what it found where that
 * is an answer, by the measure of the class, and stay if not; of a list whose proofs are shown w is a proof that it
 * found. */
zn_status zni_balance_run(zni_turn *t, const void *other);

#endif
