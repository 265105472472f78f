/* law.h - a second-order cone as a law of contacts, for their sweeps
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_CONE_LAW_H
#define ZN_CONE_LAW_H

#include "../../contact/contact.h"
#include "cone.h"

/* 2 or 3 when all cones have so many rows, else 0 */
zn_index zni_soc_uniform(const zn_soclcp *p);

/* The problem as blocks of d, its cones by this law. */
zn_status zni_soc_set(zn_ctx *ctx, zni_fc *c, const zn_soclcp *p, zn_index d);

#endif
