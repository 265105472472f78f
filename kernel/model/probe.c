/* probe.c - one Jacobian against differences of its function at one point
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/probe.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/model/difference.h"

/* ---- values ----------------------------------------------------------------- */

/* Call an operator with the argument list of its slot. */
static zn_status value(const zn_operator *op, const zni_point *p, double out[])
{
    const char *list = op->slot->signature;
    const int n = list ? atoi(list + 1) : 2; /* a constant: any will do */

    switch (n) {
    case 1:
        return zni_call_s1(op, p->t, out);
    case 2:
        return zni_call_s2(op, p->t, out);
    case 3:
        return zni_call_s3(op, p->t, p->nq, p->q, out);
    case 4:
        return zni_call_s4(op, p->t, p->nq, p->q, out);
    case 5:
        return zni_call_s5(op, p->t, p->nq, p->q, p->v, out);
    case 6:
        return zni_call_s6(op, p->t, p->nq, p->q, p->v, out);
    case 9:
        return zni_call_s9(op, p->t, p->nq, p->q, p->nl, out);
    case 10:
        return zni_call_s10(op, p->t, p->nq, p->q, p->nv, p->v, out);
    case 11:
        return zni_call_s11(op, p->nq, p->q, p->t, p->nl, out);
    case 12:
        return zni_call_s12(op, p->t, p->nq, p->q, p->nl, p->lambda, out);
    case 13:
        return zni_call_s13(op, p->t, p->nq, p->q, p->nl, p->lambda, out);
    case 14: /* outputs are of x, inputs of lambda */
        return op->slot->rows == 'y'
                   ? zni_call_s14(op, p->t, p->nq, p->q, out)
                   : zni_call_s14(op, p->t, p->nl, p->lambda, out);
    case 15:
        return zni_call_s15(op, p->t, p->nq, p->q, p->nl, p->lambda, out);
    case 16:
        return zni_call_s16(op, p->t, p->nl, p->lambda, out);
    case 19:
        return zni_call_s19(op, p->t, p->nq, p->q, out);
    }
    return zn_fail(op->owner->ctx, ZN_ENOTSUP,
                   "%s of %s '%s' has argument list %s, which cannot be "
                   "checked",
                   op->slot->name, op->owner->what, op->owner->name, list);
}

/* The variable that moves, and how many components it has. */
static double *moving(zni_probe *b, char by, zn_index *n)
{
    switch (by) {
    case 'q':
    case 'x':
        *n = b->p.nq;
        return b->p.q;
    case 'v':
    case 'd':
        *n = b->p.nv;
        return b->p.v;
    case 'l':
        *n = b->p.nl;
        return b->p.lambda;
    }
    *n = 1;
    return &b->p.t;
}

/* The function with component j moved by d. */
static zn_status moved(zni_probe *b, const zn_operator *of, char by, zn_index j,
                       double d, double out[])
{
    zni_point *p = &b->p;
    zn_index n;
    double *x = moving(b, by, &n) + j;
    const double old = *x;

    *x += d;
    if (by == 'm')
        for (zn_index i = 0; i < p->nq; i++) {
            b->keep[i] = p->q[i];
            p->q[i] += d * p->v[i];
        }
    const zn_status st = value(of, p, out);
    *x = old;
    if (by == 'm')
        memcpy(p->q, b->keep, (size_t)p->nq * sizeof *p->q);
    return st;
}

/* ---- one Jacobian at one point ------------------------------------------------- */

/* Entry `at` of the Jacobian against row k of the four values in b->f. */
static void compare_entry(const zni_probe *b, const zn_operator *jac,
                          zn_index at, zn_index k, double h,
                          zn_jacobian_check *found)
{
    const double given = b->given[at];
    const double near = (b->f[1][k] - b->f[0][k]) / (2 * h);
    const double far = (b->f[3][k] - b->f[2][k]) / (4 * h);
    double size = 0;
    for (int i = 0; i < 4; i++)
        size = fmax(size, fabs(b->f[i][k]));

    /* the error of `near` is about a third of its distance to `far`, and a few
     * units in the last place of the function divided by h */
    const double doubt = fabs(near - far) + 16 * DBL_EPSILON * size / h;
    const double off = fabs(given - near) - doubt;
    const double error = off > 0 ? off / fmax(fabs(given), fabs(near)) : 0;
    if (found->compared > 0 && error <= found->error)
        return;
    found->error = error;
    found->given = given;
    found->differenced = near;
    found->row = at % jac->rows;
    found->col = at / jac->rows;
}

zn_status zni_probe_compare(zni_probe *b, const zn_operator *jac,
                            const zn_operator *of, char by, bool initial,
                            zn_jacobian_check *found)
{
    static const int steps[] = {-1, 1, -2, 2};
    const zn_index rows = of->rows * of->cols;
    zn_index n;
    const double *x = moving(b, by, &n);
    zn_jacobian_check sofar = *found;

    if (jac->rows * jac->cols != rows * n) {
        found->left_out++; /* a class that means something else by the names */
        return ZN_OK;
    }
    zn_status st = value(of, &b->p, b->f[0]);
    if (!st)
        st = value(jac, &b->p, b->given);
    if (st && initial && st != ZN_ENOTSUP)
        return st;
    for (zn_index j = 0; !st && j < n; j++) {
        /* along a motion, in its unit of time */
        const double h = by == 'm'
                             ? zni_difference_step(0) *
                                   zni_difference_time(b->p.nq, b->p.q, b->p.v)
                             : zni_difference_step(x[j]);
        for (int i = 0; !st && i < 4; i++)
            st = moved(b, of, by, j, steps[i] * h, b->f[i]);
        for (zn_index k = 0; !st && k < rows; k++) {
            compare_entry(b, jac, j * rows + k, k, h, &sofar);
            sofar.compared = found->compared + 1;
        }
    }
    if (st == ZN_OK)
        *found = sofar;
    else
        found->left_out++;
    return ZN_OK;
}
