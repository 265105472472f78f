/* auto.c - the solver of quadratic programs when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/octave.h"
#include "../../strategy/list.h"
#include "qp.h"

#include <string.h>

extern const zn_problem_type zni_qp_problem;

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
static zn_status in_balance(zni_turn *t)
{
    zni_balance *s = t->of->balance;
    const zn_qp *p = t->problem;
    const zn_index n = p->n, m = p->m;
    const zn_status st = zni_balance_affine(t, p->M, p->q, 0, NULL, 2 * n + m * n + m);

    if (st)
        return st;
    double *M = s->more, *vectors = M + n * n, *A = vectors + 3 * n + m, *c = s->zu, *r = s->wu + n;

    rows(p, c, A, r);

    balanced o = {.M = zn_matrix_dense(n, n, M), .A = zn_matrix_dense(m, n, A)};

    o.p = (zn_qp){.n = n, .M = &o.M, .m = m, .A = m > 0 ? &o.A : NULL};
    zni_qp_vectors(p, c, r, &o.p, vectors, s->wu);
    return zni_balance_run(t, &o.p);
}

/* ---- in which order --------------------------------------------------------------------- */

/* with faces the sets that are guessed mostly come again */
static bool bounds(const zni_turn *t)
{
    return ((const zn_qp *)t->problem)->m == 0;
}

/* a function that projects is in the units given */
static bool in_units(const zni_turn *t)
{
    return !((const zn_qp *)t->problem)->project && zni_balance_suits(t);
}

static const char *const guesses[] = {"pivots", "false", "max_iter", "10", NULL};

static const zni_method methods[] = {
    {"active-set", "bounds alone: a few active sets mostly find the right one", .suits = bounds,
     .options = guesses},
    {.name = "interior-point", .why = "few factorisations, or a proof that there is no solution"},
    {.name = "projected-gradient", .why = "a set with a cheap projection: products with M alone"},
    {.name = "admm", .why = "any set, one factorisation"},
    {.name = "active-set", .why = "pivots, from what was found"},
    ZNI_LAST,
};
static const zni_method last[] = {ZNI_BALANCED_WAY(in_balance, in_units), ZNI_LAST};

static const zni_portfolio what = {
    .class = &zni_qp_problem, .list = methods, .last = last, .proofs = ZNI_SHOWN};

ZNI_LIST_ROOM(what)
ZNI_SOLVE(solve, zni_list_solve, &what)

static const zn_option options[] = {
    ZNI_LIST_OPTIONS(1e-8),
    ZNI_BALANCE_OPTION(zni_list, balance.wanted),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_qp_auto, ZN_KIND_QP_SOLVER, "auto",
           "active sets, interior points, projected gradients, alternating "
           "directions",
           zni_list, options, .init = init, .reserve = reserve, .solve = solve,
           .fini = zni_list_fini);
