/* balance.c - a relay problem in units of its rows
 * SPDX-License-Identifier: Apache-2.0 */
#include "balance.h"

extern const zn_problem_type zni_relay_problem;

/* of M, q and bounds */
static zn_index numbers(zn_index n)
{
    return n * n + 3 * n;
}

zn_status zni_relay_balance_reserve(zni_balance *s, zn_ctx *ctx, zn_index n)
{
    return zni_balance_reserve(s, ctx, zni_relay_problem.type.name, n, n, numbers(n));
}

/* z = C z': M' = C M C, q' = C q, bounds over C; w' = C w. */
zn_status zni_relay_balanced(zni_turn *t)
{
    zni_balance *s = t->of->balance;
    const zn_relay *p = t->problem;
    const zn_index n = p->n;
    const zn_status room = zni_balance_begin(s, t->ctx, t->of->nz, t->of->nw, numbers(n));

    if (room)
        return room;
    double *M = s->more, *q = M + n * n, *lb = q + n, *ub = lb + n, *c = s->zu;

    if (!zni_balance_matrix(n, p->M, p->q, M, c))
        return ZN_UNSOLVED;
    for (zn_index i = 0; i < n; i++) {
        q[i] = c[i] * p->q[i];
        lb[i] = p->lb[i] / c[i];
        ub[i] = p->ub[i] / c[i];
        s->wu[i] = 1 / c[i];
    }

    const zn_matrix view = zn_matrix_dense(n, n, M);
    const zn_relay other = {.n = n, .M = &view, .q = q, .lb = lb, .ub = ub};

    return zni_balance_run(t, &other);
}
