/* soclcp.c - second-order cone LCP in files: n, nc, M, q, coneIndex, tau
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <zeno/soclcp.h>

/* The first rows of the cones, from 0 up to n. */
static zn_status read_cones(zni_text *t, zni_store *s, const zn_soclcp *p,
                            const zn_index **out)
{
    zn_index *cone = zni_store_alloc(s, p->ncones + 1, sizeof *cone);

    *out = cone;
    if (!cone)
        return ZN_ENOMEM;
    for (zn_index k = 0; k <= p->ncones; k++) {
        char what[64];
        const zn_index lo = k ? cone[k - 1] + 1 : 0;
        const zn_index hi = k == 0 ? 0 : p->n - (p->ncones - k);
        zn_status st;
        snprintf(what, sizeof what, "first row of cone %td", k);
        st = zni_text_index(t, what, k == p->ncones ? p->n : lo, hi, &cone[k]);
        if (st)
            return st;
    }
    return ZN_OK;
}

static zn_status read(zni_text *t, zni_store *s, const void **out)
{
    zn_soclcp *p = zni_store_alloc(s, 1, sizeof *p);
    zn_status st = p ? zni_text_count(t, "n", 1, &p->n) : ZN_ENOMEM;

    if (!st)
        st = zni_text_index(t, "nc, number of cones", 1, p->n, &p->ncones);
    if (!st)
        st = zni_text_matrix(t, s, "M", p->n, p->n, &p->M);
    if (!st)
        st = zni_text_vector(t, s, "q", p->n, false, &p->q);
    if (!st)
        st = read_cones(t, s, p, &p->cone);
    if (!st)
        st = zni_text_vector(t, s, "tau", p->ncones, false, &p->tau);
    *out = p;
    return st;
}

static void write(FILE *f, const void *problem)
{
    const zn_soclcp *p = problem;

    fprintf(f, "%td\n%td\n", p->n, p->ncones);
    zni_put_matrix(f, p->M);
    zni_put_vector(f, p->n, p->q);
    for (zn_index k = 0; k <= p->ncones; k++)
        fprintf(f, "%td\n", p->cone[k]);
    zni_put_vector(f, p->ncones, p->tau);
}

ZNI_NUMBER(cones, zn_soclcp, p->ncones)

const zni_problem_format zni_soclcp_format = {
    .class = "soclcp",
    .words = {"soclcp", "socp"},
    .read = read,
    .write = write,
    .contacts = cones,
};
