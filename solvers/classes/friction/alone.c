/* alone.c - friction problems that need no list of methods: no contact closes, the closing ones are
 * not coupled, or there are few contacts
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

#include <stdint.h>
#include <string.h>

#include "../../linalg/few.h"
#include "../../linalg/wide.h"

/* The contacts that close, in order. Data on the stack are kept small, here and below: the first call in a process
 * waits for each page of it. */
typedef struct closed {
    zn_index n;
    unsigned char at[ZNI_NEAR / 2];
} closed;

_Static_assert(ZNI_NEAR <= 256, "the number of a row is a byte, that of a place in M two");

static bool take_off(zn_index d, zn_index n, const double q[], double r[], double u[])
{
    for (zn_index i = 0; i < n; i += d)
        if (!(q[i] >= 0))
            return false;
    memset(r, 0, (size_t)n * sizeof *r);
    memcpy(u, q, (size_t)n * sizeof *u);
    return true;
}

bool zni_friction_take_off(const zn_friction *p, double r[], double u[])
{
    return take_off(p->d, p->d * p->nc, p->q, r, u);
}

/* Is M full, or in blocks of d x d by contact? */
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
    const double *y = x + step;

    if (x[0] != 0 || x[1] != 0 || y[0] != 0 || y[1] != 0)
        return false;
    return d == 2 || (x[2] == 0 && y[2] == 0 && y[step] == 0 &&
                      y[step + 1] == 0 && y[step + 2] == 0);
}

/* Does M, which is full, couple contacts a and b? */
static bool coupled(const zn_friction *p, zn_index a, zn_index b)
{
    return !zero(p->d, p->M->rows, p->M->x + p->d * (a + b * p->M->rows));
}

/* Is contact c->at[k] coupled with no other closing contact? If M is full only the closing contact before it is looked
 * at, which is mostly coupled if any is; `apart` finds the others. *own: the block on the diagonal, or NULL. */
static bool single(const zn_friction *p, const closed *c, zn_index k,
                   const double **own)
{
    const zn_matrix *M = p->M;
    const zn_index d = p->d, a = c->at[k];

    if (M->storage == ZN_DENSE) {
        *own = M->x + d * a * (M->rows + 1);
        return k == 0 ||
               (!coupled(p, a, c->at[k - 1]) && !coupled(p, c->at[k - 1], a));
    }
    *own = NULL;
    for (zn_index e = M->p[a]; e < M->p[a + 1]; e++) {
        const zn_index b = M->i[e];

        if (b == a)
            *own = M->x + M->bp[e];
        else if (closes(p, b) && !zero(d, d, M->x + M->bp[e]))
            return false;
    }
    return true;
}

/* Are the velocities v of the closing contacts, to the bit, those of their own blocks alone? d is a constant where this
 * and the next function are called, so that their loops are unrolled. */
static inline bool apart(zn_index d, const zn_friction *p, const closed *c, const double x[],
                         const double v[])
{
    const zn_index n = d * p->nc;

    for (zn_index k = 0; k < c->n; k++) {
        const zn_index i = d * c->at[k];

        for (zn_index row = i; row < i + d; row++) {
            double u = p->q[row];

            for (zn_index j = i; j < i + d; j++)
                u += x[j] * p->M->x[row + j * n];
            if (u != v[row])
                return false;
        }
    }
    return true;
}

/* r of one contact in closed form */
static inline bool alone(zn_index d, const zn_friction *p, zn_index a, const double own[],
                         double r[])
{
    const zn_index step = p->M->storage == ZN_DENSE ? p->M->rows : d;
    zni_contact one;
    double W[9];

    for (zn_index j = 0; step > d && j < d; j++)
        for (zn_index i = 0; i < d; i++)
            W[i + j * d] = own[i + j * step];
    if (step > d)
        own = W;
    if (d == 2 && !(own[0] > p->mu[a] * fabs(own[2])))
        return false;
    zni_contact_set(&one, d, p->mu[a], own);
    return zni_contact_solve(&one, d, p->q + d * a, r + d * a);
}

/* x of all contacts that close */
static inline bool all_alone(zn_index d, const zn_friction *p, const closed *c,
                             const double *const own[], double x[])
{
    for (zn_index k = 0; k < c->n; k++)
        if (!alone(d, p, c->at[k], own[k], x))
            return false;
    return true;
}

/* v += M x for full M, x = 0 where nothing closes: the sums of eight rows stay in registers */
ZNI_WIDE static void add_closed(const zn_friction *p, const closed *c,
                                const double x[], double v[])
{
    const zn_index d = p->d, n = d * p->nc;
    const double *M = p->M->x;
    uint16_t column[ZNI_NEAR]; /* where they begin in M */
    double f[ZNI_NEAR];
    zn_index m = 0, i = 0;

    for (zn_index k = 0; k < c->n; k++)
        for (zn_index j = d * c->at[k]; j < d * (c->at[k] + 1); j++) {
            column[m] = (uint16_t)(j * n);
            f[m] = x[j];
            m += x[j] != 0;
        }
    for (; i + 8 <= n; i += 8) {
        zni_lanes a, b, four;

        zni_take4(v + i, &a);
        zni_take4(v + i + 4, &b);
        for (zn_index k = 0; k < m; k++) {
            const double *from = M + column[k] + i;

            zni_take4(from, &four);
            a += f[k] * four;
            zni_take4(from + 4, &four);
            b += f[k] * four;
        }
        zni_put4(&a, v + i);
        zni_put4(&b, v + i + 4);
    }
    for (zn_index k = 0; k < m; k++)
        for (zn_index r = i; r < n; r++)
            v[r] += f[k] * M[column[k] + r];
}

/* r of the closing contacts and u = W r + q; false, r as it was: they are coupled, or make others close */
static bool each_alone(const zn_friction *p, double r[], double u[])
{
    const zn_index d = p->d, n = d * p->nc;
    const size_t bytes = (size_t)n * sizeof *r;
    double x[ZNI_NEAR];
    const double *own[ZNI_NEAR / 2];
    closed c;

    if (n > ZNI_NEAR || !cut_by_contacts(p->M, d, p->nc))
        return false;
    memcpy(x, r, bytes);
    c.n = 0;
    for (zn_index a = 0; a < p->nc; a++) {
        if (closes(p, a))
            c.at[c.n++] = (unsigned char)a;
        else
            x[d * a] = x[d * a + 1] = x[d * a + d - 1] = 0;
    }
    for (zn_index k = 0; k < c.n; k++)
        if (!single(p, &c, k, own + k) || !own[k])
            return false;
    if (!(d == 2 ? all_alone(2, p, &c, own, x) : all_alone(3, p, &c, own, x)))
        return false;
    memcpy(u, p->q, bytes);
    if (p->M->storage != ZN_DENSE) {
        zn_matrix_mul(p->M, 1, x, 1, u);
    } else {
        add_closed(p, &c, x, u);
        if (!(d == 2 ? apart(2, p, &c, x, u) : apart(3, p, &c, x, u)))
            return false;
    }
    for (zn_index a = 0; a < p->nc; a++)
        if (!closes(p, a) && !(u[d * a] >= 0))
            return false;
    memcpy(r, x, bytes);
    return true;
}

/* The same for a single contact, whose block is the matrix; d is a constant where this is called. */
static inline bool only_one(zn_index d, const zn_friction *p, double r[], double u[])
{
    double x[3];

    for (zn_index i = 0; i < d; i++)
        x[i] = r[i];
    if (!alone(d, p, 0, p->M->x, x))
        return false;
    for (zn_index i = 0; i < d; i++) {
        r[i] = x[i];
        u[i] = p->q[i];
    }
    zni_add_mul(d, d, p->M->x, x, u);
    return true;
}

bool zni_friction_near(const zn_friction *p, double tol, double r[], double u[],
                       zn_solve_info *info)
{
    if (p->q[0] >= 0 && zni_friction_take_off(p, r, u)) {
        info->solver = "take-off";
        return true;
    }
    info->solver = p->nc > 1 ? "closed-form" : p->d == 2 ? "lemke" : "nsgs";
    info->iterations = 1;
    if (p->nc == 1 && p->M->storage == ZN_DENSE)
        return p->d == 2 ? only_one(2, p, r, u) : only_one(3, p, r, u);
    if (each_alone(p, r, u))
        return true;
    if (!cut_by_contacts(p->M, p->d, p->nc))
        return false;
    info->iterations = zni_friction_few(p, tol, r, u);
    info->solver = "newton-ac";
    return info->iterations >= 0;
}

bool zni_rolling_near(const zn_rolling_friction *p, double tol, double r[], double u[],
                      zn_solve_info *info)
{
    if (take_off(p->d, p->d * p->nc, p->q, r, u)) {
        info->solver = "take-off";
        return true;
    }
    if (p->M->storage != ZN_CSC && !cut_by_contacts(p->M, p->d, p->nc))
        return false;
    info->iterations = zni_rolling_few(p, tol, r, u);
    info->solver = "newton-ac";
    return info->iterations >= 0;
}
