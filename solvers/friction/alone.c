/* alone.c - friction problems that need no method: no contact closes, or those that do are
 * not coupled
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

/* Blocks of d x d, if any? */
static bool cut_by_contacts(const zn_matrix *M, zn_index d, zn_index nc)
{
    if (M->storage != ZN_BSR)
        return M->storage == ZN_DENSE;
    if (M->nbr != nc || M->nbc != nc)
        return false;
    for (zn_index a = 0; a < nc; a++)
        if (M->ro[a] != d * a || M->co[a] != d * a)
            return false;
    return true;
}

static bool closes(const zn_friction *p, zn_index a)
{
    return p->q[p->d * a] < 0;
}

/* Is a block of d x d, d = 2 or 3, columns `step` apart, zero? */
static bool zero(zn_index d, zn_index step, const double x[])
{
    for (zn_index j = 0; j < d; j++, x += step)
        if (x[0] != 0 || x[1] != 0 || x[d - 1] != 0)
            return false;
    return true;
}

/* Does M couple the contact with no other one that closes? Mostly the first that is looked
 * at says no. *own: the block on the diagonal, NULL: there is none */
static bool single(const zn_friction *p, zn_index a, const double **own)
{
    const zn_matrix *M = p->M;
    const zn_index d = p->d;

    if (M->storage == ZN_DENSE) {
        const double *row = M->x + d * a;

        for (zn_index b = 0; b < p->nc; b++)
            if (b != a && closes(p, b) &&
                !zero(d, M->rows, row + b * d * M->rows))
                return false;
        *own = row + a * d * M->rows;
        return true;
    }
    *own = NULL;
    for (zn_index k = M->p[a]; k < M->p[a + 1]; k++) {
        const zn_index b = M->i[k];

        if (b == a)
            *own = M->x + M->bp[k];
        else if (closes(p, b) && !zero(d, d, M->x + M->bp[k]))
            return false;
    }
    return true;
}

/* r of one contact in closed form */
static bool alone(const zn_friction *p, zn_index a, const double own[],
                  double r[])
{
    const zn_index d = p->d, step = p->M->storage == ZN_DENSE ? p->M->rows : d;
    zni_contact one;
    double W[9];

    for (zn_index j = 0; j < d; j++)
        for (zn_index i = 0; i < d; i++)
            W[i + j * d] = own[i + j * step];
    if (d == 2 && !(W[0] > p->mu[a] * fabs(W[2])))
        return false;
    zni_contact_set(&one, d, p->mu[a], W);
    return zni_contact_solve(&one, d, p->q + d * a, r + d * a);
}

/* r of the contacts that close and u = W r + q; false: they are coupled, or close others,
 * and r and u are as they were */
static bool each_alone(const zn_friction *p, double r[], double u[])
{
    const zn_index d = p->d, n = d * p->nc;
    const size_t bytes = (size_t)n * sizeof *r;
    double x[ZNI_NEAR], v[ZNI_NEAR];
    const double *own;

    if (n > ZNI_NEAR || !cut_by_contacts(p->M, d, p->nc))
        return false;
    memcpy(x, r, bytes);
    for (zn_index a = 0; a < p->nc; a++) {
        if (!closes(p, a))
            memset(x + d * a, 0, (size_t)d * sizeof *x);
        else if (!single(p, a, &own) || !own || !alone(p, a, own, x))
            return false;
    }
    memcpy(v, p->q, bytes);
    if (p->M->storage == ZN_DENSE)
        zni_add_mul(n, n, p->M->x, x, v);
    else
        zn_matrix_mul(p->M, 1, x, 1, v);
    for (zn_index a = 0; a < p->nc; a++)
        if (!closes(p, a) && !(v[d * a] >= 0))
            return false;
    memcpy(r, x, bytes);
    memcpy(u, v, bytes);
    return true;
}

bool zni_friction_near(const zn_friction *p, double r[], double u[],
                       zn_solve_info *info)
{
    if (zni_friction_take_off(p, r, u)) {
        info->solver = "take-off";
        return true;
    }
    info->solver = p->nc > 1 ? "closed-form" : p->d == 2 ? "lemke" : "nsgs";
    info->iterations = 1;
    return each_alone(p, r, u);
}

bool zni_friction_alone(const zn_friction *p, double tol, double r[],
                        double u[], double work[], double start[],
                        zn_monitor *mon, zn_solve_info *info)
{
    const double since = zni_clock_if_told(mon);
    const size_t bytes = (size_t)(p->d * p->nc) * sizeof *r;
    double error;

    memcpy(start, r, bytes);
    if (!zni_friction_near(p, r, u, info))
        return false;
    error = zn_friction_error(p, r, u, work);
    if (mon &&
        error <=
            tol) { /* who watches is told of the start, and may stop there */
        memcpy(u, p->q, bytes);
        zn_matrix_mul(p->M, 1, start, 1, u);
        if (zn_monitor_tick(mon, 0, zn_friction_error(p, start, u, work)))
            error = INFINITY;
        memcpy(r, start, bytes);
        zni_friction_near(p, r, u, info);
    }
    if (!(error <= tol)) {
        memcpy(r, start, bytes);
        return false;
    }
    info->error = error;
    zni_portfolio_tell(
        mon, ZN_OK, info, since,
        "what closes is not coupled: each contact in closed form");
    return true;
}
