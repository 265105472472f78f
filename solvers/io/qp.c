/* qp.c - quadratic programs in files: n, M, q, lb, ub, m, A, b
 *
 * A layout of our own, in the manner of the others: bounds may be infinite, A is
 * left out when m = 0, and the constraint is A z + b >= 0.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <math.h>

#include <zeno/qp.h>

static zn_status read(zni_text *t, zni_store *s, const void **out)
{
    zn_qp *p = zni_store_alloc(s, 1, sizeof *p);
    zn_status st = p ? zni_text_affine(t, s, &p->n, &p->M, &p->q) : ZN_ENOMEM;

    if (!st)
        st = zni_text_vector(t, s, "lb", p->n, true, &p->lb);
    if (!st)
        st = zni_text_vector(t, s, "ub", p->n, true, &p->ub);
    if (!st)
        st = zni_text_count(t, "m, rows of the constraint", 0, &p->m);
    if (!st && p->m > 0)
        st = zni_text_matrix(t, s, "A", p->m, p->n, &p->A);
    if (!st && p->m > 0)
        st = zni_text_vector(t, s, "b", p->m, false, &p->b);
    *out = p;
    return st;
}

static void put_bounds(FILE *f, const zn_qp *p, const double x[], double none)
{
    for (zn_index i = 0; i < p->n; i++)
        zni_put_vector(f, 1, x ? &x[i] : &none);
}

/* A that is left out is the identity. */
static void put_constraint(FILE *f, const zn_qp *p)
{
    const double zero = 0;

    if (p->A) {
        zni_put_matrix(f, p->A);
    } else {
        fprintf(f,
                "2\n%td\n%td\n1\nidentity\n"
                "triplet: %td-by-%td, nzmax: %td nnz: %td\n",
                p->m, p->n, p->m, p->n, p->m, p->m);
        for (zn_index i = 0; i < p->m; i++)
            fprintf(f, " %td %td : 1\n", i, i);
    }
    for (zn_index i = 0; i < p->m; i++)
        zni_put_vector(f, 1, p->b ? &p->b[i] : &zero);
}

static void write(FILE *f, const void *problem)
{
    const zn_qp *p = problem;

    fprintf(f, "%td\n", p->n);
    zni_put_matrix(f, p->M);
    zni_put_vector(f, p->n, p->q);
    put_bounds(f, p, p->lb, -INFINITY);
    put_bounds(f, p, p->ub, INFINITY);
    fprintf(f, "%td\n", p->m);
    if (p->m > 0)
        put_constraint(f, p);
}

static const char *unwritable(const void *problem)
{
    return ((const zn_qp *)problem)->project
               ? "a set given by a projection function has no place in a file"
               : NULL;
}

static int parts(const void *problem, zn_solution_part part[ZNI_PARTS])
{
    const zn_qp *p = problem;

    part[0] = (zn_solution_part){"z", false, 0, p->n};
    part[1] = (zn_solution_part){"nu", true, 0, p->n};
    part[2] = (zn_solution_part){"l", true, p->n, p->m};
    return 3;
}

const zni_problem_format zni_qp_format = {
    .class = "qp",
    .words = {"qp"},
    .read = read,
    .write = write,
    .parts = parts,
    .unwritable = unwritable,
};
