/* cone.h - second-order cones and the solvers of their problems
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

/* The mean |M_ii| of each cone, of those without the mean of the others, or the unit of M
 * (../linalg/units.h) where all are without. The array has n elements, of which ncones are told. */
void zni_soclcp_sizes(const zn_soclcp *p, double size[]);

/* The mean |M_ii| of all rows, or the unit of M where it has no diagonal. work: n */
double zni_soclcp_size(const zn_soclcp *p, double work[]);

/* || s - P(s - w) || / ||q||, s = size z; the solvers' own. x: n work */
double zni_soclcp_residual(const zn_soclcp *p, const double size[],
                           const double z[], const double w[], double x[]);

/* Does d prove that there is no solution? Takes nothing from a solver but d; v: 4 n */
bool zni_soclcp_ray_proves(const zn_soclcp *p, const double d[], double v[]);

/* rows of the largest cone, and numbers of a block for each */
zn_index zni_soclcp_widest(const zn_soclcp *p);
zn_index zni_soclcp_blocks(const zn_soclcp *p);

/* ---- law.c: as contacts ---- */

/* 2 or 3 when all cones have so many rows, else 0 */
zn_index zni_soc_uniform(const zn_soclcp *p);

/* The problem as blocks of d, its cones by this law. */
zn_status zni_soc_set(zn_ctx *ctx, zni_fc *c, const zn_soclcp *p, zn_index d);

#endif
