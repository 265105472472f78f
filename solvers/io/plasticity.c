/* plasticity.c - plasticity problems in files: 3, nc, model, M, q, constants
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <zeno/plasticity.h>

ZNI_NUMBER(points, zn_plasticity, p->nc)
ZNI_NUMBER(rows, zn_plasticity, 3 * p->nc)

#define FLOW                                                                                       \
    ZNI_FIELD(zn_plasticity, MATRIX, M, .rows = rows, .cols = rows),                               \
        ZNI_FIELD(zn_plasticity, VECTOR, q, .rows = rows)

static const zni_field drucker_prager[] = {
    FLOW,
    ZNI_FIELD(zn_plasticity, VECTOR, eta, .rows = points),
    ZNI_FIELD(zn_plasticity, VECTOR, theta, .rows = points),
    ZNI_FIELDS_END,
};
static const zni_field von_mises[] = {
    FLOW,
    ZNI_FIELD(zn_plasticity, VECTOR, sigma_y, .rows = points),
    ZNI_FIELDS_END,
};

static const zni_field *fields(zn_yield model)
{
    return model == ZN_VON_MISES ? von_mises : drucker_prager;
}

/* In an older layout there is no model, which then is Drucker-Prager: nc is followed by the storage of M and its number
 * of rows, 3 nc. Otherwise nc is followed by the model and the storage, which is 2 at most. */
static zn_yield read_model(zni_text *t, zn_index nc)
{
    zni_text ahead = *t;
    zn_index first, second;

    zni_text_index(&ahead, "model or storage", 0, 2, &first);
    zni_text_index(&ahead, "storage or rows of the matrix", 0, PTRDIFF_MAX, &second);
    t->st = ahead.st;
    if (second == 3 * nc)
        return ZN_DRUCKER_PRAGER;
    zni_text_index(t, "model (1 Drucker-Prager, 2 von Mises)", 1, 2, &first);
    return (zn_yield)first;
}

static zn_status read(zni_text *t, zni_store *s, void *problem)
{
    zn_plasticity *p = problem;

    zni_text_same(t, "d, components of a point", 3);
    zni_text_count(t, "nc, number of points", 1, &p->nc);
    p->model = read_model(t, p->nc);
    return zni_fields_read(t, s, fields(p->model), p);
}

static void write(FILE *f, const void *problem)
{
    const zn_plasticity *p = problem;

    fprintf(f, "3\n%td\n%d\n", p->nc, (int)p->model);
    zni_fields_write(f, fields(p->model), p);
}

const zni_problem_format zni_plasticity_format = {
    .class = "plasticity",
    .size = sizeof(zn_plasticity),
    .read = read,
    .write = write,
    .parts = {{"r", false, rows}, {"u", true, rows}},
};
