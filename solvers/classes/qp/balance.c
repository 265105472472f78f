/* balance.c - a quadratic program in units of its rows
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/octave.h"
#include "qp.h"

#include <string.h>

/* the other problem, in room */
typedef struct balanced {
    zn_qp p;
    zn_matrix M, A;
} balanced;

/* A' = A C over the largest of each row, which is its unit in r; A of 1 where there is none */
static void rows(const zn_qp *p, const double c[], double A[], double r[])
{
    const zn_index n = p->n, m = p->m;

    memset(A, 0, (size_t)(m * n) * sizeof *A);
    if (p->A)
        zn_matrix_to_dense(p->A, A);
    for (zn_index i = 0; i < m; i++) {
        double most = 0;

        if (!p->A)
            A[i + i * m] = 1;
        for (zn_index j = 0; j < n; j++) {
            A[i + j * m] *= c[j];
            most = fmax(most, fabs(A[i + j * m]));
        }
        r[i] = most > 0 ? 1 / zni_octave(most) : 1;
        for (zn_index j = 0; j < n; j++)
            A[i + j * m] *= r[i];
    }
}

/* z = C z', s' = R s: M' = C M C, q' = C q, A' = R A C, b' = R b; nu' = C nu, l' = l / R. */
zn_status zni_qp_balanced(zni_turn *t)
{
    zni_balance *s = t->of->balance;
    const zn_qp *p = t->problem;
    const zn_index n = p->n, m = p->m;
    const zn_status st = zni_balance_affine(t, p->M, p->q, 2 * n + m * n + m);

    if (st)
        return st;
    double *M = s->more, *vectors = M + n * n, *A = vectors + 3 * n + m, *c = s->zu, *r = s->wu + n;

    rows(p, c, A, r);

    balanced o = {.M = zn_matrix_dense(n, n, M), .A = zn_matrix_dense(m, n, A)};

    o.p = (zn_qp){.n = n, .M = &o.M, .m = m, .A = m > 0 ? &o.A : NULL};
    zni_qp_vectors(p, c, r, &o.p, vectors, s->wu);
    return zni_balance_run(t, &o.p);
}
