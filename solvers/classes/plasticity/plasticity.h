/* plasticity.h - solvers of plasticity problems, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_PLASTICITY_PLASTICITY_H
#define ZN_PLASTICITY_PLASTICITY_H

#include <zeno/plasticity.h>

#include "../../core/solver_type.h"
#include "../../contact/contact.h"

/* The problem as blocks whose law is the yield surface, which the sweeps and Newton's method of
 * friction solve: mu is eta or sigma_y, mur is theta, or NULL for von Mises. */
zn_status zni_solid_set(zn_ctx *ctx, zni_fc *c, const zn_plasticity *p);

extern const zni_law zni_yield;

/* One point: u = M r + q with the law of point a of c, from r. False: not to working accuracy; r is
 * the best point. */
bool zni_point_solve(const zni_fc *c, zn_index a, const zni_contact *k, const double q[], double r[]);
/* Its last resort: projected steps of adaptive length. */
bool zni_point_project(const zni_fc *c, zn_index a, const zni_contact *k, const double q[], double r[]);

#endif
