/* rolling_scale.h - problems with rolling friction scaled to rows of one size
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_ROLLING_SCALE_H
#define ZENO_SYSTEM_ROLLING_SCALE_H

#include <zeno/global_friction.h>
#include <zeno/rolling_friction.h>

#include "../linalg/columns.h"
#include "blocks.h"

/* D of all contacts, in place of the diagonal of W, and the coefficients (3 nc) of the scaled problem. */
void zni_rolling_scales(zn_index d, zn_index nc, double D[], const double mu[], const double mur[],
                        double mu1[], double mur1[]);
/* W becomes D W D, W by block rows p, at. */
void zni_rolling_scale_blocks(zn_index d, zn_index nc, const zn_index p[], const zn_index at[],
                              const double D[], double x[]);
/* Scales p and z; c gets all but its law. Where D is 1 its blocks are those of p, if p has them as c needs them. */
zn_status zni_fc_set_scaled(zn_ctx *ctx, zni_fc *c,
                            const zn_rolling_friction *p, double z[]);

/* ---- with the equations of motion ---------------------------------------- */

/* Memory of a problem scaled like this. */
typedef struct zni_scaled {
    zni_columns columns; /* of H D                                         */
    zn_matrix H;         /* the same as a view                             */
    double *v;           /* n + 2 m + 3 nc: work, D, D b, mu, mu_r         */
    double *scale;       /* D, in v                                        */
    zn_index cap_v;
} zni_scaled;

/* g is p scaled, as a friction problem, and c has its contacts, without blocks and law. */
zn_status zni_scaled_set(zn_ctx *ctx, zni_scaled *s,
                         const zn_global_rolling_friction *p,
                         zn_global_friction *g, zni_fc *c);
void zni_scaled_fini(zn_ctx *ctx, zni_scaled *s);

#endif
