/* scalar.c - the relay problem of one row
 * SPDX-License-Identifier: Apache-2.0 */
#include "relay.h"

/* w = m z + q on [lb, ub]. m > 0: the root, put on the interval. m <= 0: w
 * falls, so an end does: lb if w >= 0 there, else ub, if w <= 0 there; one of
 * the two holds when both are finite. */
zn_status zni_relay_scalar(const zn_relay *p, double z[], double w[],
                           zn_solve_info *info)
{
    double m = zn_matrix_get(p->M, 0, 0), q = p->q[0];
    zni_box b = zni_relay_box(p);

    info->iterations = 0;
    info->outcome = ZN_SOLVED;
    if (m > 0)
        z[0] = zni_box_clip(&b, 0, -q / m);
    else if (m == 0 && q == 0)
        z[0] = zni_box_clip(&b, 0, z[0]);
    else if (isfinite(p->lb[0]) && m * p->lb[0] + q >= 0)
        z[0] = p->lb[0];
    else if (isfinite(p->ub[0]) && m * p->ub[0] + q <= 0)
        z[0] = p->ub[0];
    else if (m < 0)
        z[0] = -q / m; /* an infinite end: inside, for what is left */
    else
        info->outcome = ZN_INFEASIBLE;
    w[0] = m * z[0] + q;
    return info->outcome == ZN_SOLVED ? ZN_OK : ZN_UNSOLVED;
}
