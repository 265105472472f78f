/* lcp.c - linear complementarity problems in files: n, M, q
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <zeno/lcp.h>

static zn_status read(zni_text *t, zni_store *s, const void **out)
{
    zn_lcp *p = zni_store_alloc(s, 1, sizeof *p);
    zn_status st = p ? zni_text_affine(t, s, &p->n, &p->M, &p->q) : ZN_ENOMEM;

    *out = p;
    return st;
}

static void write(FILE *f, const void *problem)
{
    const zn_lcp *p = problem;

    fprintf(f, "%td\n", p->n);
    zni_put_matrix(f, p->M);
    zni_put_vector(f, p->n, p->q);
}

const zni_problem_format zni_lcp_format = {
    .class = "lcp",
    .words = {"lcp"},
    .read = read,
    .write = write,
};
