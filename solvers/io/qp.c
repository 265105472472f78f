/* qp.c - quadratic programs in files: n, M, q, lb, ub, m, A, b
 *
 * The layout is our own, similar to the others: bounds may be infinite, A and b are left out when m = 0, and the
 * constraint is A z + b >= 0.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <math.h>

#include <zeno/qp.h>

ZNI_NUMBER(size, zn_qp, p->n)
ZNI_NUMBER(rows, zn_qp, p->m)

static const zni_field fields[] = {
    ZNI_AFFINE(zn_qp, size),
    ZNI_FIELD(zn_qp, BOUNDS, lb, .rows = size, .none = -INFINITY),
    ZNI_FIELD(zn_qp, BOUNDS, ub, .rows = size, .none = INFINITY),
    ZNI_FIELD(zn_qp, COUNT, m, .words = "m, rows of the constraint"),
    ZNI_FIELDS_END,
};

static zn_status read(zni_text *t, zni_store *s, void *problem)
{
    zn_qp *p = problem;

    if (p->m == 0)
        return ZN_OK;
    zni_text_matrix(t, s, "A", p->m, p->n, &p->A);
    return zni_text_vector(t, s, "b", p->m, false, &p->b);
}

/* If the problem has no A it is the identity, which is written out. */
static void write(FILE *f, const void *problem)
{
    const zn_qp *p = problem;
    const double zero = 0;

    if (p->m == 0)
        return;
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

static const char *unwritable(const void *problem)
{
    return ((const zn_qp *)problem)->project
               ? "a set given by a projection function has no place in a file"
               : NULL;
}

const zni_problem_format zni_qp_format = {
    .class = "qp",
    .size = sizeof(zn_qp),
    .fields = fields,
    .read = read,
    .write = write,
    .parts = {{"z", false, size}, {"nu", true, size}, {"l", true, rows}},
    .unwritable = unwritable,
};
