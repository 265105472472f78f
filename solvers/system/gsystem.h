/* gsystem.h - the Newton system of a friction problem with the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_GSYSTEM_H
#define ZENO_SYSTEM_GSYSTEM_H

#include "../linalg/square.h"
#include "vsystem.h"

/* With A = dphi/du and B = dphi/dr by contact, the system for (v, u, r) is, if full,
 *     [ M        -H ]              and with u eliminated, for (v, r),
 *     [ H'  -I      ]                  [ M     -H ]
 *     [      A    B ]                  [ A H'   B ].
 * Unknowns and rows are scaled by powers of two, so that the entries are near 1 in any units. It is stored by columns,
 * and its analysis is kept while the patterns of M and H stay. */
typedef struct zni_gsystem {
    bool full;
    zn_index size;
    zni_rows rows;          /* of H                                         */
    zn_index n, law;        /* first rows of u (if full) and of phi         */
    double by[3], of[3];    /* scales of the rows of M, H', phi; of v, u, r */
    zn_index *p, *i;        /* the matrix                                   */
    double *x;
    zni_square square; /* sparse                                                */
    zni_vsystem plan; /* only for predictions: the system with r eliminated  */
    zn_index cap_p, cap_i, cap_x;
} zni_gsystem;

/* Do the set-up and one factorisation of the system of g fit into the time that is left? Nothing is set up to
 * predict it, and nothing is done without a limit. ZN_UNSOLVED: they do not; v and u become those of r in z, and
 * info says so. */
zn_status zni_gsystem_begin(zn_ctx *ctx, zni_gsystem *s, zni_motion *g, double z[],
                            double u[], const zn_monitor *mon, zn_solve_info *info);
/* After that: does one more factorisation fit? */
bool zni_gsystem_fits(const zni_gsystem *s, const zn_monitor *mon);

/* Makes room, and lists H by rows. */
zn_status zni_gsystem_set(zn_ctx *ctx, zni_gsystem *s, const zni_motion *g,
                          bool full);
/* Assembles p, i and x from ab: A and B of each contact in turn, column-major. */
void zni_gsystem_assemble(zni_gsystem *s, const zni_motion *g,
                          const double ab[]);
/* ZN_ESINGULAR without words */
zn_status zni_gsystem_factor(zn_ctx *ctx, zni_gsystem *s);
void zni_gsystem_solve(zni_gsystem *s, double b[]);
void zni_gsystem_fini(zn_ctx *ctx, zni_gsystem *s);

#endif
