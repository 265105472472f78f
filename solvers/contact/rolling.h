/* rolling.h - rolling friction, for its solvers
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_ROLLING_H
#define ZENO_SOLVERS_ROLLING_H

#include <zeno/global_friction.h>

#include "../linalg/columns.h"
#include "contact.h"

/* The law of zni_fc_set_rolling: one contact by Newton, or by projected steps of
 * adapted length. */
extern const zni_law zni_rolling;
extern const zni_law zni_rolling_projected;

/* One contact: in the plane by its nine states, by Newton, by projected steps;
 * contact a of c with block M, u = M r + q. False: no solution found, r is the
 * best. */
bool zni_rolling_plane(const zni_fc *c, zn_index a, const double M[],
                       double rho, const double q[], double r[]);
bool zni_rolling_steps(const zni_fc *c, zn_index a, const double M[],
                       double rho, const double q[], double r[]);

/* zni_contact_residual of contact a of nc, whose moments and rotations have been multiplied by lengths. */
double zni_rolling_residual_of(zn_index d, zn_index nc, zn_index a,
                               const double mu[], const double mur[],
                               double length, const double r[],
                               const double u[]);

/* Are the coefficients mu_r, with d = 6 mu_s behind them, numbers >= 0? Says which is not. */
zn_status zni_check_rolling(zn_ctx *ctx, zn_index d, zn_index nc,
                            const double mu_r[]);

/* Of each contact, from the diagonal of W: its size, the mean of the normal and
 * tangential entries, and the length that makes the others as large; M as for zni_contact_sizes. */
void zni_rolling_sizes(zn_index d, zn_index nc, const zn_matrix *M, const double diag[],
                       double size[], double length[]);

/* ---- with the equations of motion ---------------------------------------- */

/* Memory of a problem scaled as in rolling_scale.c. */
typedef struct zni_scaled {
    zni_columns columns; /* of H D                                         */
    zn_matrix H;         /* they as a view                                 */
    double *v;           /* n + 2 m + 3 nc: work, D, D b, mu, mu_r         */
    double *scale;       /* D, in v                                        */
    zn_index cap_v;
} zni_scaled;

/* g is p scaled, as friction, and c its contacts (no blocks) with their law. */
zn_status zni_scaled_set(zn_ctx *ctx, zni_scaled *s,
                         const zn_global_rolling_friction *p,
                         zn_global_friction *g, zni_fc *c);
void zni_scaled_fini(zn_ctx *ctx, zni_scaled *s);

#endif
