/* gsystem.h - the block system of Newton's method, equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_GSYSTEM_H
#define ZENO_SYSTEM_GSYSTEM_H

#include "../linalg/square.h"
#include "vsystem.h"

/* With A = dphi/du and B = dphi/dr by contact, unknowns (v, u, r) if full,
 *     [ M        -H ]              else (v, r), u eliminated:
 *     [ H'  -I      ]                  [ M     -H ]
 *     [      A    B ]                  [ A H'   B ].
 * Unknowns and rows are scaled by powers of two, so that the entries are near 1
 * whatever the units are. By columns, its analysis kept while the patterns of M and
 * H stay. */
typedef struct zni_gsystem {
    bool full;
    zn_index size;
    zni_rows rows;          /* of H                                         */
    zn_index n, law;        /* first rows of u, if full, and of phi         */
    double by[3], of[3];    /* scales: of the rows of M, H', phi; of v, u, r */
    zn_index *p, *i;        /* the matrix                                   */
    double *x;
    zni_square square; /* sparse                                                */
    zni_vsystem plan; /* only predicts: what is left when r is eliminated    */
    zn_index cap_p, cap_i, cap_x;
} zni_gsystem;

/* Will the system of g be set up and factorised once before the time is over? Nothing
 * is set up to know it, and nothing is done without a limit. ZN_UNSOLVED: it will not, v and u are those of
 * the r in z, and info says so. */
zn_status zni_gsystem_begin(zn_ctx *ctx, zni_gsystem *s, zni_motion *g, double z[],
                            double u[], const zn_monitor *mon, zn_solve_info *info);
/* After that: one more factorisation? */
bool zni_gsystem_fits(const zni_gsystem *s, const zn_monitor *mon);

/* Room and the rows of H. */
zn_status zni_gsystem_set(zn_ctx *ctx, zni_gsystem *s, const zni_motion *g,
                          bool full);
/* p, i, x from ab: A, B, A, B, ... column-major, contact by contact */
void zni_gsystem_assemble(zni_gsystem *s, const zni_motion *g,
                          const double ab[]);
/* ZN_ESINGULAR without words */
zn_status zni_gsystem_factor(zn_ctx *ctx, zni_gsystem *s);
void zni_gsystem_solve(zni_gsystem *s, double b[]);
void zni_gsystem_fini(zn_ctx *ctx, zni_gsystem *s);

#endif
