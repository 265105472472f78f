/* scalar.c - the linear complementarity problem of one pair
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp.h"

/* w = m z + q: q >= 0 gives z = 0; else w = 0 needs m > 0, and for m <= 0 the
 * sum stays negative for every z >= 0. */
zn_status zni_lcp_scalar(const zn_lcp *p, double z[], double w[],
                         zn_solve_info *info)
{
    double m =
        p->M->storage == ZN_DENSE ? p->M->x[0] : zn_matrix_get(p->M, 0, 0);
    double q = p->q[0];

    info->iterations = 0;
    info->outcome = ZN_SOLVED;
    z[0] = 0;
    w[0] = q;
    if (q >= 0)
        return ZN_OK;
    if (m > 0) {
        z[0] = -q / m;
        w[0] = m * z[0] + q;
        return ZN_OK;
    }
    info->outcome = ZN_INFEASIBLE;
    return ZN_UNSOLVED;
}
