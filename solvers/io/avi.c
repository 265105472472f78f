/* avi.c - affine variational inequalities in files: n, M, q, m, H, K
 *
 * The collections of the field stop after q, since their polyhedra come from
 * elsewhere; ours go on with the faces H z >= K.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <zeno/avi.h>

/* H has any of the layouts of a matrix; the problem wants it dense. */
static zn_status read_faces(zni_text *t, zni_store *s, zn_avi *p)
{
    const zn_matrix *H;
    double *x;
    zn_status st = zni_text_next(t)
                       ? zni_text_count(t, "m, number of faces", 0, &p->m)
                       : zni_text_fail(t, "the faces are missing: m, H and K "
                                          "of H z >= K must follow q");

    if (st || p->m == 0)
        return st;
    st = zni_text_matrix(t, s, "H", p->m, p->n, &H);
    if (!st)
        st = zni_text_vector(t, s, "K", p->m, false, &p->K);
    if (st)
        return st;
    x = zni_store_alloc(s, p->m * p->n, sizeof *x);
    if (!x)
        return ZN_ENOMEM;
    zn_matrix_to_dense(H, x);
    p->H = x;
    return ZN_OK;
}

static zn_status read(zni_text *t, zni_store *s, const void **out)
{
    zn_avi *p = zni_store_alloc(s, 1, sizeof *p);
    zn_status st = p ? zni_text_affine(t, s, &p->n, &p->M, &p->q) : ZN_ENOMEM;

    if (!st)
        st = read_faces(t, s, p);
    *out = p;
    return st;
}

static void write(FILE *f, const void *problem)
{
    const zn_avi *p = problem;

    fprintf(f, "%td\n", p->n);
    zni_put_matrix(f, p->M);
    zni_put_vector(f, p->n, p->q);
    fprintf(f, "%td\n", p->m);
    if (p->m == 0)
        return;
    const zn_matrix H = zn_matrix_dense(p->m, p->n, p->H);
    zni_put_matrix(f, &H);
    zni_put_vector(f, p->m, p->K);
}

static int parts(const void *problem, zn_solution_part part[ZNI_PARTS])
{
    const zn_avi *p = problem;

    part[0] = (zn_solution_part){"z", false, 0, p->n};
    part[1] = (zn_solution_part){"w", true, 0, p->n};
    part[2] = (zn_solution_part){"mu", true, p->n, p->m};
    return 3;
}

/* Without faces it is a system of equations: a problem of another class and one 0. */
static bool likely(const void *problem)
{
    return ((const zn_avi *)problem)->m > 0;
}

const zni_problem_format zni_avi_format = {
    .class = "avi",
    .words = {"avi"},
    .read = read,
    .write = write,
    .parts = parts,
    .likely = likely,
};
