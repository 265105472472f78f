/* call_list.c - a function with the argument list of its slot, from the list that is one for all:
 * for calls that are rare, of operators with parameters of their own, or watched
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/operator.h"

/* The lists take plain pointers where they only read, as users' files do. */
static inline double *in(const double x[])
{
    return (double *)(uintptr_t)x;
}

void zni_call_by_list(const zn_operator *op, int list, const zn_args *a)
{
    const unsigned rows = (unsigned)a->rows, nq = (unsigned)a->nq, nz = (unsigned)a->nz;
    const unsigned nx = (unsigned)a->nx, nl = (unsigned)a->nl;
    double *q = in(a->q), *v = in(a->v), *x = in(a->x), *l = in(a->lambda), *q0 = in(a->q0);
    zn_fn *f = op->fn;

    switch (list) {
    case 1:
        ((zn_fn_s1 *)f)(a->t, rows, (unsigned)a->cols, a->out, nz, a->z);
        break;
    case 2:
        ((zn_fn_s2 *)f)(a->t, rows, a->out, nz, a->z);
        break;
    case 3:
        ((zn_fn_s3 *)f)(a->t, nx, x, a->out, nz, a->z);
        break;
    case 4:
        ((zn_fn_s4 *)f)(nq, q, a->out, nz, a->z);
        break;
    case 5:
        ((zn_fn_s5 *)f)(nq, q, v, a->out, nz, a->z);
        break;
    case 6:
        ((zn_fn_s6 *)f)(a->t, nq, q, v, a->out, nz, a->z);
        break;
    case 7:
        ((zn_fn_s7 *)f)(a->t, a->out, nq, q0);
        break;
    case 8:
        ((zn_fn_s8 *)f)(a->t, q, v, a->out, nq, q0);
        break;
    case 9:
        ((zn_fn_s9 *)f)(nq, q, rows, a->out, nz, a->z);
        break;
    case 10:
        ((zn_fn_s10 *)f)(nq, q, (unsigned)a->nv, v, a->out, nz, a->z);
        break;
    case 11:
        ((zn_fn_s11 *)f)(nq, q, a->t, rows, a->out, nz, a->z);
        break;
    case 12:
        ((zn_fn_s12 *)f)(nq, q, nl, l, a->out, nz, a->z);
        break;
    case 13:
        ((zn_fn_s13 *)f)(a->t, nx, x, nl, l, a->out, nz, a->z);
        break;
    case 14:
        ((zn_fn_s14 *)f)(nx, x, rows, a->out, nz, a->z);
        break;
    case 15:
        ((zn_fn_s15 *)f)(nx, x, nl, l, rows, a->out);
        break;
    case 16:
        ((zn_fn_s16 *)f)(nl, l, rows, a->out);
        break;
    case 17:
        ((zn_fn_s17 *)f)(a->t, rows, a->out);
        break;
    case 19:
        ((zn_fn_s19 *)f)(a->t, nx, x, (unsigned)zni_operator_owner(op)->nu,
                         zni_operator_owner(op)->u, a->out, nz, a->z);
        break;
    }
}
