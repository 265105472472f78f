/* ncp.h - nonlinear and mixed complementarity as inequalities on a box
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_NCP_NCP_H
#define ZN_NCP_NCP_H

#include <zeno/mcp.h>
#include <zeno/ncp.h>

#include "../vi/vi.h"

/* NCP: the box is the orthant; zero is a vector of n zeros. */
static inline zn_vi zni_ncp_vi(const zn_ncp *p, const double zero[])
{
    return (zn_vi){.n = p->n,
                   .F = p->F,
                   .user = p->user,
                   .lb = zero,
                   .jacobian = p->jacobian,
                   .J = p->J};
}

static inline zn_vi zni_mcp_vi(const zn_mcp *p)
{
    return (zn_vi){.n = p->n,
                   .F = p->F,
                   .user = p->user,
                   .lb = p->lb,
                   .ub = p->ub,
                   .jacobian = p->jacobian,
                   .J = p->J};
}

#endif
