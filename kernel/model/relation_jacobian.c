/* relation_jacobian.c - Jacobians of a relation's functions, as they are given or by differences
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/relation_jacobian.h"

#include "kernel/model/difference.h"

/* (t, q, lambda) for operator i; the one that is NULL moves */
typedef struct point {
    const zn_relation *r;
    zni_whole_call *whole;
    int i;
    double t;
    const double *q, *lambda;
} point;

static zn_status move(const void *data, const double x[], double out[])
{
    const point *p = data;

    return zni_relation_call(p->r, p->whole, p->i, p->t, p->q ? p->q : x,
                             p->lambda ? p->lambda : x, out);
}

zn_status zni_relation_jacobian(const zn_relation *r, const zni_rooms *rooms,
                                zni_whole_call *whole, int jac, int i, zni_with with, double t,
                                const double q[], const double lambda[], double out[])
{
    const bool by_q = with == ZNI_WITH_Q;
    const point p = {.r = r,
                     .whole = whole,
                     .i = i,
                     .t = t,
                     .q = by_q ? NULL : q,
                     .lambda = by_q ? lambda : NULL};

    if (zni_relation_given(r, jac))
        return zni_relation_call(r, whole, jac, t, q, lambda, out);
    return zni_difference(r->ctx, rooms, move, &p, by_q ? zni_relation_sees(r) : r->ny,
                          by_q ? q : lambda,
                          r->type->slots[i].rows == 'y' ? r->ny : zni_relation_sees(r), out);
}
