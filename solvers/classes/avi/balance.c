/* balance.c - an affine variational inequality in units of its rows
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

/* z = C z': M' = C M C, q' = C q, H' = H C; w' = C w, and the same multipliers. Faces have unit length for every
 * method, whatever their units. */
zn_status zni_avi_balanced(zni_turn *t)
{
    zni_balance *s = t->of->balance;
    const zn_avi *p = t->problem;
    const zn_index n = p->n, m = p->m;
    const zn_status room = zni_balance_begin(s, t->ctx, t->of->nz, t->of->nw, n * n + n + m * n);

    if (room)
        return room;
    double *M = s->more, *q = M + n * n, *H = q + n, *c = s->zu;

    if (!zni_balance_matrix(n, p->M, p->q, M, c))
        return ZN_UNSOLVED;
    for (zn_index i = 0; i < n; i++) {
        q[i] = c[i] * p->q[i];
        s->wu[i] = 1 / c[i];
        for (zn_index f = 0; f < m; f++)
            H[f + i * m] = p->H[f + i * m] * c[i];
    }
    for (zn_index f = 0; f < m; f++)
        s->wu[n + f] = 1;

    const zn_matrix view = zn_matrix_dense(n, n, M);
    const zn_avi other = {.n = n, .m = m, .M = &view, .q = q, .H = H, .K = p->K};

    return zni_balance_run(t, &other);
}
