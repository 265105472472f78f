/* soclcp.c - second-order cone LCP in files: n, nc, M, q, coneIndex, tau
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <zeno/soclcp.h>

ZNI_NUMBER(rows, zn_soclcp, p->n)
ZNI_NUMBER(cones, zn_soclcp, p->ncones)

static const zni_field fields[] = {
    ZNI_FIELD(zn_soclcp, COUNT, n, .words = "n", .lo = 1),
    ZNI_FIELD(zn_soclcp, WHOLE, ncones, .words = "nc, number of cones", .lo = 1, .rows = rows),
    ZNI_FIELD(zn_soclcp, MATRIX, M, .rows = rows, .cols = rows),
    ZNI_FIELD(zn_soclcp, VECTOR, q, .rows = rows),
    ZNI_FIELDS_END,
};

/* The first rows of the cones, in ascending order from 0, then n; then their apertures. */
static zn_status read(zni_text *t, zni_store *s, void *problem)
{
    zn_soclcp *p = problem;
    zn_index *cone = zni_text_room_for(t, s, p->ncones + 1, sizeof *cone);

    p->cone = cone;
    for (zn_index k = 0; k <= p->ncones && !t->st; k++) {
        char what[64];
        const zn_index lo = k ? cone[k - 1] + 1 : 0;
        const zn_index hi = k == 0 ? 0 : p->n - (p->ncones - k);

        snprintf(what, sizeof what, "first row of cone %td", k);
        zni_text_index(t, what, k == p->ncones ? p->n : lo, hi, &cone[k]);
    }
    return zni_text_vector(t, s, "tau", p->ncones, false, &p->tau);
}

static void write(FILE *f, const void *problem)
{
    const zn_soclcp *p = problem;

    for (zn_index k = 0; k <= p->ncones; k++)
        fprintf(f, "%td\n", p->cone[k]);
    zni_put_vector(f, p->ncones, p->tau);
}

const zni_problem_format zni_soclcp_format = {
    .class = "soclcp",
    .words = {"socp"},
    .size = sizeof(zn_soclcp),
    .fields = fields,
    .read = read,
    .write = write,
    .contacts = cones,
};
