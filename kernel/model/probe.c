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
static zn_status call(const zn_operator *op, const zni_point *p, double out[])
{
    const char *list = zni_operator_slot(op)->signature;
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
    case 7:
        return zni_call_s7(op, p->t, p->nq, p->q0, out);
    case 8:
        return zni_call_s8(op, p->t, p->q, p->v, p->nq, p->q0, out);
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
        return zni_operator_slot(op)->rows == 'y'
                   ? zni_call_s14(op, p->t, p->nq, p->q, out)
                   : zni_call_s14(op, p->t, p->nl, p->lambda, out);
    case 15:
        return zni_call_s15(op, p->t, p->nq, p->q, p->nl, p->lambda, out);
    case 16:
        return zni_call_s16(op, p->t, p->nl, p->lambda, out);
    case 19:
        return zni_call_s19(op, p->t, p->nq, p->q, out);
    }
    return zn_fail(zni_operator_owner(op)->ctx, ZN_ENOTSUP,
                   "%s of %s '%s' has argument list %s, which cannot be "
                   "checked",
                   zni_operator_slot(op)->name,
                   zni_operator_owner(op)->kind->what,
                   zni_operator_owner(op)->name, list);
}

zn_status zni_probe_call(zni_probe *b, const zn_operator *op)
{
    const zn_status st = call(op, &b->p, b->given);

    return st == ZN_EDOM || st == ZN_RETRY || st == ZN_ENOTSUP ? ZN_OK : st;
}

/* The same, and what comes in a pattern is written out. */
static zn_status value(const zn_operator *op, const zni_point *p, double out[])
{
    zn_ctx *ctx = zni_operator_owner(op)->ctx;
    double *packed;
    zn_status st;

    if (op->mode != ZN_OPERATOR_FUNCTION || !zni_operator_declared(op))
        return call(op, p, out);
    packed = zn_alloc(ctx, zni_operator_count(op) + 1, sizeof *packed);
    if (!packed)
        return ZN_ENOMEM;
    st = call(op, p, packed);
    if (!st)
        zn_pattern_to_dense(zni_operator_declared(op), packed, 1, out);
    zn_free_array(ctx, packed);
    return st;
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

void zni_point_move(zni_point *p, double d, const double dir[], double work[])
{
    zn_index qo = 0, vo = 0;

    if (!p->nds) {
        for (zn_index i = 0; i < p->nq; i++)
            p->q[i] += d * dir[i];
        return;
    }
    for (zn_index k = 0; k < p->nds; k++) {
        const zn_ds *ds = p->ds[k];
        for (zn_index i = 0; i < ds->nv; i++)
            work[i] = d * dir[vo + i];
        zn_ds_retract(ds, p->q + qo, work, p->q + qo);
        qo += ds->nq;
        vo += ds->nv;
    }
}

/* rows x nq in b->given to rows x nv in b->along */
static void take_along(zni_probe *b, zn_index rows)
{
    const zni_point *p = &b->p;
    zn_index qo = 0, vo = 0;

    for (zn_index k = 0; k < p->nds; k++) {
        const zn_ds *ds = p->ds[k];
        zn_ds_tangent(ds, p->q + qo, rows, b->given + rows * qo,
                      b->along + rows * vo);
        qo += ds->nq;
        vo += ds->nv;
    }
}

/* Does q move along velocities rather than by components? */
static bool curved(const zni_probe *b, char by)
{
    return by == 'q' && b->p.nds > 0;
}

/* The function with component j moved by d. */
static zn_status moved(zni_probe *b, const zn_operator *of, char by, zn_index j,
                       double d, double out[])
{
    zni_point *p = &b->p;
    const bool far = by == 'm' || curved(b, by);
    zn_index n;
    double *x = moving(b, by, &n) + j;
    const double old = *x;
    double *work = b->dir + p->nv;

    memcpy(b->keep, p->q, (size_t)p->nq * sizeof *p->q);
    if (curved(b, by)) {
        memset(b->dir, 0, (size_t)p->nv * sizeof *b->dir);
        b->dir[j] = 1;
    }
    if (far)
        zni_point_move(p, d, by == 'm' ? p->v : b->dir, work);
    else
        *x += d;
    const zn_status st = value(of, p, out);
    if (far)
        memcpy(p->q, b->keep, (size_t)p->nq * sizeof *p->q);
    else
        *x = old;
    return st;
}

/* ---- one Jacobian at one point ------------------------------------------------- */

/* Entry `at` of the Jacobian against row k of the four values in b->f. */
static void compare_entry(const zni_probe *b, const double values[],
                          zn_index at, zn_index k, zn_index rows, double h,
                          zn_jacobian_check *found)
{
    const double given = values[at];
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
    found->row = at % rows;
    found->col = at / rows;
}

zn_status zni_probe_compare(zni_probe *b, const zn_operator *jac,
                            const zn_operator *of, char by, bool initial,
                            zn_jacobian_check *found)
{
    static const int steps[] = {-1, 1, -2, 2};
    const zn_index rows = zni_operator_size(of);
    zn_index n;
    const double *x = moving(b, by, &n);
    zn_jacobian_check sofar = *found;

    const bool along = curved(b, by);
    if (zni_operator_size(jac) != rows * n) {
        found->left_out++; /* a class that means something else by the names */
        return ZN_OK;
    }
    zn_status st = value(of, &b->p, b->f[0]);
    if (!st)
        st = value(jac, &b->p, b->given);
    if (st && initial && st != ZN_ENOTSUP)
        return st;
    if (along) {
        take_along(b, rows);
        n = b->p.nv;
    }
    for (zn_index j = 0; !st && j < n; j++) {
        /* along a motion, in its unit of time */
        const double h = by == 'm'
                             ? zni_difference_step(0) *
                                   zni_difference_time(b->p.nq, b->p.q, b->p.v)
                             : zni_difference_step(along ? 0 : x[j]);
        for (int i = 0; !st && i < 4; i++)
            st = moved(b, of, by, j, steps[i] * h, b->f[i]);
        for (zn_index k = 0; !st && k < rows; k++) {
            compare_entry(b, along ? b->along : b->given, j * rows + k, k,
                          zni_operator_rows(jac), h, &sofar);
            sofar.compared = found->compared + 1;
        }
    }
    if (st == ZN_OK)
        *found = sofar;
    else
        found->left_out++;
    return ZN_OK;
}
