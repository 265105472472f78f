/* relay.c - relay problems in files: n, M, q, lb, ub
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <zeno/relay.h>

static zn_status read(zni_text *t, zni_store *s, const void **out)
{
    zn_relay *p = zni_store_alloc(s, 1, sizeof *p);
    zn_status st = p ? zni_text_affine(t, s, &p->n, &p->M, &p->q) : ZN_ENOMEM;

    if (!st)
        st = zni_text_vector(t, s, "lb", p->n, true, &p->lb);
    if (!st)
        st = zni_text_vector(t, s, "ub", p->n, true, &p->ub);
    *out = p;
    return st;
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
