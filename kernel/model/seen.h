/* seen.h - relations that see few of the unknowns of large systems
 *
 * Patterns of Jacobians say which unknowns a relation knows. To whoever asks the relation
 * q, H, B and K have these only; its functions are given the whole q, NaN in the others,
 * and what they give beside the patterns is refused. doc/sparse.md
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SEEN_H
#define ZENO_KERNEL_SEEN_H

#include "kernel/model/model.h"

struct zni_seen {
    zn_index n;
    zn_index at[]; /* n, ascending */
};

/* Operator i of a class called with the whole of what its list has. */
typedef zn_status zni_whole_call(const zn_relation *r, int i, double t,
                                 const double q[], const double v[],
                                 const double lambda[], double out[]);

/* Size of the state as its operations are given it. */
static inline zn_index zni_relation_sees(const zn_relation *r)
{
    return r->seen ? r->seen->n : r->nq;
}

/* Operator i with what the relation sees of q and v (NULL: its list has none); of the result
 * what belongs to that. */
zn_status zni_seen_call(const zn_relation *r, int i, double t, const double q[],
                        const double v[], const double lambda[],
                        zni_whole_call *call, double out[]);

/* `init` of classes whose operations go through that. */
zn_status zni_relation_follow_patterns(zn_relation *r);

/* At the seal: what it sees, from the patterns of its operators. */
zn_status zni_seen_find(zn_relation *r, zn_findings *f);
void zni_seen_drop(zn_relation *r);
void zni_seen_fini(zn_model *m);

#endif
