/* plasticity.c - plasticity problems in files: 3, nc, model, M, q, constants
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <zeno/plasticity.h>

/* An older layout has no model, which then is Drucker-Prager: after nc comes the
 * storage of M and its rows; else the model and the storage, which is at most 2
 * where the rows are 3 nc. */
static zn_status read_model(zni_text *t, zn_index nc, zn_yield *model)
{
    zni_text ahead = *t;
    zn_index first, second;
    zn_status st = zni_text_index(&ahead, "model or storage", 0, 2, &first);

    if (!st)
        st = zni_text_index(&ahead, "storage or rows of the matrix", 0,
                            PTRDIFF_MAX, &second);
    *model = ZN_DRUCKER_PRAGER;
    if (st || second == 3 * nc)
        return st;
    st = zni_text_index(t, "model (1 Drucker-Prager, 2 von Mises)", 1, 2,
                        &first);
    *model = (zn_yield)first;
    return st;
}

static zn_status read(zni_text *t, zni_store *s, const void **out)
{
    zn_plasticity *p = zni_store_alloc(s, 1, sizeof *p);
    zn_index d;
    zn_status st =
        p ? zni_text_index(t, "d, components of a point", 3, 3, &d) : ZN_ENOMEM;

    if (!st)
        st = zni_text_count(t, "nc, number of points", 1, &p->nc);
    if (!st)
        st = read_model(t, p->nc, &p->model);
    if (!st)
        st = zni_text_matrix(t, s, "M", 3 * p->nc, 3 * p->nc, &p->M);
    if (!st)
        st = zni_text_vector(t, s, "q", 3 * p->nc, false, &p->q);
    if (!st && p->model == ZN_VON_MISES)
        st = zni_text_vector(t, s, "sigma_y", p->nc, false, &p->sigma_y);
    if (!st && p->model == ZN_DRUCKER_PRAGER)
        st = zni_text_vector(t, s, "eta", p->nc, false, &p->eta);
    if (!st && p->model == ZN_DRUCKER_PRAGER)
        st = zni_text_vector(t, s, "theta", p->nc, false, &p->theta);
    *out = p;
    return st;
}

static void write(FILE *f, const void *problem)
{
    const zn_plasticity *p = problem;

    fprintf(f, "3\n%td\n%d\n", p->nc, (int)p->model);
    zni_put_matrix(f, p->M);
    zni_put_vector(f, 3 * p->nc, p->q);
    if (p->model == ZN_VON_MISES) {
        zni_put_vector(f, p->nc, p->sigma_y);
    } else {
        zni_put_vector(f, p->nc, p->eta);
        zni_put_vector(f, p->nc, p->theta);
    }
}

static int parts(const void *problem, zn_solution_part part[ZNI_PARTS])
{
    zn_index n = 3 * ((const zn_plasticity *)problem)->nc;

    part[0] = (zn_solution_part){"r", false, 0, n};
    part[1] = (zn_solution_part){"u", true, 0, n};
    return 2;
}

const zni_problem_format zni_plasticity_format = {
    .class = "plasticity",
    .read = read,
    .write = write,
    .parts = parts,
};
