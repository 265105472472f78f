/* avi.c - affine variational inequalities in files: n, M, q, m, H, K
 *
 * The collections of the field stop after q, since their polyhedra come from
 * elsewhere; ours go on with the faces H z >= K.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <zeno/avi.h>

ZNI_NUMBER(rows, zn_avi, p->n)
ZNI_NUMBER(faces, zn_avi, p->m)

static const zni_field fields[] = {ZNI_AFFINE(zn_avi, rows), ZNI_FIELDS_END};

/* H may be in any layout of a matrix; the problem has it dense. */
static zn_status read(zni_text *t, zni_store *s, void *problem)
{
    zn_avi *p = problem;
    const zn_matrix *H;
    double *x;

    if (!zni_text_next(t))
        zni_text_fail(t, "the faces are missing: m, H and K of H z >= K must follow q");
    zni_text_count(t, "m, number of faces", 0, &p->m);
    if (t->st || p->m == 0)
        return t->st;
    zni_text_matrix(t, s, "H", p->m, p->n, &H);
    zni_text_vector(t, s, "K", p->m, false, &p->K);
    p->H = x = zni_text_room_for(t, s, p->m * p->n, sizeof *x);
    if (x)
        zn_matrix_to_dense(H, x);
    return t->st;
}

static void write(FILE *f, const void *problem)
{
    const zn_avi *p = problem;
    const zn_matrix H = zn_matrix_dense(p->m, p->n, p->H);

    fprintf(f, "%td\n", p->m);
    if (p->m == 0)
        return;
    zni_put_matrix(f, &H);
    zni_put_vector(f, p->m, p->K);
}

/* Without faces it is a system of equations; the text is more likely a problem of another class and a trailing 0. */
static bool likely(const void *problem)
{
    return faces(problem) > 0;
}

const zni_problem_format zni_avi_format = {
    .class = "avi",
    .size = sizeof(zn_avi),
    .fields = fields,
    .read = read,
    .write = write,
    .parts = {{"z", false, rows}, {"w", true, rows}, {"mu", true, faces}},
    .likely = likely,
};
