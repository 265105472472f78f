/* cone.h - what the solvers of second-order cone problems share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_CONE_CONE_H
#define ZN_CONE_CONE_H

#include <math.h>
#include <string.h>

#include <zeno/soclcp.h>

#include "../../contact/contact.h"
#include "../../core/solver_type.h"
#include "../../sets/cones.h"

extern const zn_problem_type zni_soclcp_problem;

/* w = M z + q */
static inline void zni_soclcp_dual(const zn_soclcp *p, const double z[],
                                   double w[])
{
    memcpy(w, p->q, (size_t)p->n * sizeof *w);
    zn_matrix_mul(p->M, 1, z, 1, w);
}

/* size[c] = the mean |M_ii| of cone c, rounded to a power of two; for a cone whose diagonal is zero the mean of the
 * other cones, or the unit of M (../../linalg/units.h) if all are zero. size needs n elements, ncones are returned. */
void zni_soclcp_sizes(const zn_soclcp *p, double size[]);

/* The mean |M_ii| of all rows, or the unit of M if the diagonal is zero. work: n */
double zni_soclcp_size(const zn_soclcp *p, double work[]);

/* || s - P(s - w) || / ||q||, s = size z, for the solvers: independent of the error measure. x: n work */
double zni_soclcp_residual(const zn_soclcp *p, const double size[],
                           const double z[], const double w[], double x[]);

/* Does d prove that there is no solution? It uses the data and d only. v: 4 n work */
bool zni_soclcp_ray_proves(const zn_soclcp *p, const double d[], double v[]);

/* the rows of the largest cone; the sum of squares of the rows of all cones */
zn_index zni_soclcp_widest(const zn_soclcp *p);
zn_index zni_soclcp_blocks(const zn_soclcp *p);

/* ---- law.c: cones as contacts ---- */

/* the number of rows of all cones if it is the same and 2 or 3, else 0 */
zn_index zni_soc_uniform(const zn_soclcp *p);

/* *c = the problem in blocks of d rows, with the cone as law of contact. */
zn_status zni_soc_set(zn_ctx *ctx, zni_fc *c, const zn_soclcp *p, zn_index d);

#endif
