/* alone.c - friction problems that need no method: no contact closes, or there is one
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

#include <string.h>

#include "../linalg/few.h"
#include "../strategy/portfolio.h"

bool zni_friction_take_off(const zn_friction *p, double r[], double u[])
{
    const zn_index n = p->d * p->nc;

    for (zn_index i = 0; i < n; i += p->d)
        if (!(p->q[i] >= 0))
            return false;
    memset(r, 0, (size_t)n * sizeof *r);
    memcpy(u, p->q, (size_t)n * sizeof *u);
    return true;
}

static bool alone(const zn_friction *p, double r[], double u[])
{
    const zn_index d = p->d;
    const double *M = p->M->x;
    double start[3] = {r[0], r[1], r[d - 1]};
    zni_contact one;

    if (p->nc != 1 || p->M->storage != ZN_DENSE ||
        (d == 2 && !(M[0] > p->mu[0] * fabs(M[2]))))
        return false;
    zni_contact_set(&one, d, p->mu[0], M);
    if (!zni_contact_solve(&one, d, p->q, r)) {
        memcpy(r, start, (size_t)d * sizeof *r);
        return false;
    }
    for (zn_index i = 0; i < d; i++)
        u[i] = p->q[i];
    zni_add_mul(d, d, M, r, u);
    return true;
}

bool zni_friction_near(const zn_friction *p, double r[], double u[],
                       zn_solve_info *info)
{
    if (zni_friction_take_off(p, r, u)) {
        info->solver = "take-off";
        return true;
    }
    info->solver = p->d == 2 ? "lemke" : "nsgs";
    info->iterations = 1;
    return alone(p, r, u);
}

bool zni_friction_alone(const zn_friction *p, double tol, double r[], double u[],
                        zn_monitor *mon, zn_solve_info *info)
{
    const double since = zni_clock_if_told(mon);
    double work[6];

    if (p->nc != 1)
        return false;
    memcpy(u, p->q, (size_t)p->d * sizeof *u);
    zn_matrix_mul(p->M, 1, r, 1, u);
    if (zn_monitor_tick(mon, 0, zn_friction_error(p, r, u, work)) ||
        !zni_friction_near(p, r, u, info))
        return false;
    info->error = zn_friction_error(p, r, u, work);
    if (!(info->error <= tol))
        return false;
    zni_portfolio_tell(mon, ZN_OK, info, since, "one contact, in closed form");
    return true;
}
