/* relation_jacobian.h - Jacobians of a relation's functions, as they are given or by differences
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_RELATION_JACOBIAN_H
#define ZENO_KERNEL_RELATION_JACOBIAN_H

#include "kernel/model/room.h"
#include "kernel/model/seen.h"

static inline bool zni_relation_given(const zn_relation *r, int i)
{
    return r->ops[i].mode != ZN_OPERATOR_ABSENT;
}

/* Operator i with what the relation sees. */
static inline zn_status zni_relation_call(const zn_relation *r, zni_whole_call *whole, int i,
                                          double t, const double q[], const double lambda[],
                                          double out[])
{
    return r->seen ? zni_seen_call(r, i, t, q, NULL, lambda, whole, out)
                   : whole(r, i, t, q, NULL, lambda, out);
}

typedef enum zni_with { ZNI_WITH_Q, ZNI_WITH_LAMBDA } zni_with;

/* Operator jac, the derivative of operator i with respect to that; rooms as differences want them. */
zn_status zni_relation_jacobian(const zn_relation *r, const zni_rooms *rooms,
                                zni_whole_call *whole, int jac, int i, zni_with with, double t,
                                const double q[], const double lambda[], double out[]);

#endif
