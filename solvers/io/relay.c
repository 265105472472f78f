/* relay.c - relay problems in files: n, M, q, lb, ub
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <zeno/relay.h>

static zn_status read(zni_text *t, zni_store *s, const void **out)
{
    zn_relay *p = zni_store_alloc(s, 1, sizeof *p);
    zn_matrix *M;
    double *q, *lb, *ub;
    zn_status st = p ? zni_text_count(t, "n", 1, &p->n) : ZN_ENOMEM;

    if (!st)
        st = zni_text_matrix(t, s, "M", p->n, p->n, &M);
    if (!st)
        st = zni_text_vector(t, s, "q", p->n, false, &q);
    if (!st)
        st = zni_text_vector(t, s, "lb", p->n, true, &lb);
    if (!st)
        st = zni_text_vector(t, s, "ub", p->n, true, &ub);
    if (st)
        return st;
    p->M = M;
    p->q = q;
    p->lb = lb;
    p->ub = ub;
    *out = p;
    return ZN_OK;
}

static void write(FILE *f, const void *problem)
{
    const zn_relay *p = problem;

    fprintf(f, "%td\n", p->n);
    zni_put_matrix(f, p->M);
    zni_put_vector(f, p->n, p->q);
    zni_put_vector(f, p->n, p->lb);
    zni_put_vector(f, p->n, p->ub);
}

const zni_problem_format zni_relay_format = {
    .class = "relay",
    .words = {"relay"},
    .read = read,
    .write = write,
};
