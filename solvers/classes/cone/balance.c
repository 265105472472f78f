/* balance.c - a second-order cone problem in units of its cones
 * SPDX-License-Identifier: Apache-2.0 */
#include "cone.h"

/* z = C z', C the same in all rows of a cone, whose largest entry decides: M' = C M C, q' = C q, w' = C w. */
zn_status zni_soclcp_balanced(zni_turn *t)
{
    zni_balance *s = t->of->balance;
    const zn_soclcp *p = t->problem;
    const zn_index n = p->n;
    const zn_status room = zni_balance_begin(s, t->ctx, t->of->nz, t->of->nw, n * n + n);

    if (room)
        return room;
    double *M = s->more, *q = M + n * n, *c = s->zu;

    zn_matrix_to_dense(p->M, M);
    zni_balance_units(n, M, p->q, c);
    for (zn_index k = 0; k < p->ncones; k++) {
        double least = c[p->cone[k]];

        for (zn_index i = p->cone[k]; i < p->cone[k + 1]; i++)
            least = fmin(least, c[i]);
        for (zn_index i = p->cone[k]; i < p->cone[k + 1]; i++)
            c[i] = least;
    }
    if (!zni_balance_apart(n, c))
        return ZN_UNSOLVED;
    zni_balance_scale(n, c, M);
    for (zn_index i = 0; i < n; i++) {
        q[i] = c[i] * p->q[i];
        s->wu[i] = 1 / c[i];
    }

    const zn_matrix view = zn_matrix_dense(n, n, M);
    const zn_soclcp other = {
        .n = n, .M = &view, .q = q, .ncones = p->ncones, .cone = p->cone, .tau = p->tau};

    return zni_balance_run(t, &other);
}
