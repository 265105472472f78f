/* global_friction.c - global friction problems in files: d, nc, M, H, q, b, mu;
 * fclib_global
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "contacts.h"

/* ---- text ---------------------------------------------------------------- */

/* The rows of the matrix that comes next, from its head; t stays where it is. */
static zn_status rows_ahead(const zni_text *t, const char *name, zn_index *rows)
{
    zni_text ahead = *t;
    zn_index storage;
    zn_status st =
        zni_text_index(&ahead, "storage of the matrix", 0, 2, &storage);

    if (!st)
        st = zni_text_count(&ahead, "rows of the matrix", 1, rows);
    return zn_note(t->ctx, st, "matrix %s", name);
}

zn_status zni_global_friction_read(zni_text *t, zni_store *s,
                                   zn_global_friction *p)
{
    zn_status st = zni_text_count(t, "nc, number of contacts", 0, &p->nc);

    if (!st)
        st = rows_ahead(t, "M", &p->n);
    if (!st)
        st = zni_text_matrix(t, s, "M", p->n, p->n, &p->M);
    if (!st)
        st = zni_text_matrix(t, s, "H", p->n, p->d * p->nc, &p->H);
    if (!st)
        st = zni_text_vector(t, s, "q", p->n, false, &p->q);
    if (!st)
        st = zni_text_vector(t, s, "b", p->d * p->nc, false, &p->b);
    return st ? st : zni_text_vector(t, s, "mu", p->nc, false, &p->mu);
}

static zn_status read(zni_text *t, zni_store *s, const void **out)
{
    zn_global_friction *p = zni_store_alloc(s, 1, sizeof *p);
    zn_status st =
        p ? zni_text_index(t, "d, components of a contact", 2, 3, &p->d)
          : ZN_ENOMEM;

    *out = p;
    return st ? st : zni_global_friction_read(t, s, p);
}

/* H, which need not be there without contacts */
static zn_matrix directions(const zn_global_friction *p)
{
    return p->nc > 0 ? *p->H : zn_matrix_dense(p->n, 0, NULL);
}

void zni_global_friction_write(FILE *f, const zn_global_friction *p)
{
    zn_matrix H = directions(p);

    fprintf(f, "%td\n%td\n", p->d, p->nc);
    zni_put_matrix(f, p->M);
    zni_put_matrix(f, &H);
    zni_put_vector(f, p->n, p->q);
    zni_put_vector(f, p->d * p->nc, p->b);
    zni_put_vector(f, p->nc, p->mu);
}

static void write(FILE *f, const void *problem)
{
    zni_global_friction_write(f, problem);
}

/* ---- fclib: q is called f, b is called w --------------------------------- */

/* what is in an array of the problem joined, in the store */
static const void *keep(zni_store *s, const void *from, zn_index n, size_t size)
{
    void *to = zni_store_alloc(s, n, size);

    return to ? memcpy(to, from, (size_t)n * size) : NULL;
}

static bool keep_matrix(zni_store *s, const zn_matrix *A, const zn_matrix **out)
{
    zn_matrix *to = zni_store_alloc(s, 1, sizeof *to);

    if (!to)
        return false;
    *to = *A;
    to->p = keep(s, A->p, A->cols + 1, sizeof *A->p);
    to->i = keep(s, A->i, A->p[A->cols], sizeof *A->i);
    to->x = keep(s, A->x, A->p[A->cols], sizeof *A->x);
    *out = to;
    return to->p && to->i && to->x;
}

/* bilateral constraints G'v + b = 0: their multipliers join the velocities */
static zn_status join(zni_h5 *h, zni_store *s, const char *group,
                      const char *vectors, zn_global_friction *p)
{
    zni_store work = {.ctx = h->ctx};
    zn_joined *j = NULL;
    const zn_matrix *G;
    zn_index ne;
    const double *c;
    zn_status st = zni_h5_length(h, vectors, "b", &ne);

    if (!st)
        st = zni_h5_vector(h, &work, vectors, "b", ne, &c);
    if (!st)
        st = zni_h5_matrix(h, &work, group, "G", p->n, ne, &G);
    if (!st)
        st = zn_joined_new(h->ctx, p->M, p->H, p->q, G, c, &j);
    if (!st) {
        p->n = j->n;
        p->q = keep(s, j->q, j->n, sizeof *j->q);
        if (!p->q || !keep_matrix(s, &j->M, &p->M) ||
            !keep_matrix(s, &j->H, &p->H))
            st = ZN_ENOMEM;
    }
    zn_joined_free(h->ctx, j);
    zni_store_free(&work);
    return st;
}

zn_status zni_global_friction_read_fclib(zni_h5 *h, zni_store *s,
                                         const char *group,
                                         zn_global_friction *p)
{
    char vectors[64], joints[64];
    zn_status st;

    snprintf(vectors, sizeof vectors, "%s/vectors", group);
    snprintf(joints, sizeof joints, "%s/G", group);
    st = zni_h5_length(h, vectors, "mu", &p->nc);
    if (!st)
        st = zni_h5_length(h, vectors, "f", &p->n);
    if (!st)
        st = zni_h5_vector(h, s, vectors, "mu", p->nc, &p->mu);
    if (!st)
        st = zni_h5_vector(h, s, vectors, "f", p->n, &p->q);
    if (!st)
        st = zni_h5_vector(h, s, vectors, "w", p->d * p->nc, &p->b);
    if (!st)
        st = zni_h5_matrix(h, s, group, "M", p->n, p->n, &p->M);
    if (!st)
        st = zni_h5_matrix(h, s, group, "H", p->n, p->d * p->nc, &p->H);
    return !st && zni_h5_has(h, joints) ? join(h, s, group, vectors, p) : st;
}

static zn_status read_fclib(zni_h5 *h, zni_store *s, const char *group,
                            const void **out)
{
    zn_global_friction *p = zni_store_alloc(s, 1, sizeof *p);
    zn_status st =
        p ? zni_h5_index(h, group, "spacedim", 2, 3, &p->d) : ZN_ENOMEM;

    *out = p;
    return st ? st : zni_global_friction_read_fclib(h, s, group, p);
}

zn_status zni_global_friction_write_fclib(zni_h5 *h, const char *group,
                                          const zn_global_friction *p)
{
    zn_matrix H = directions(p);
    char vectors[64];
    zn_status st = zni_h5_put_index(h, group, "spacedim", p->d);

    snprintf(vectors, sizeof vectors, "%s/vectors", group);
    if (!st)
        st = zni_h5_put_matrix(h, group, "M", p->M);
    if (!st)
        st = zni_h5_put_matrix(h, group, "H", &H);
    if (!st)
        st = zni_h5_put_group(h, vectors);
    if (!st)
        st = zni_h5_put_vector(h, vectors, "f", p->n, p->q);
    if (!st)
        st = zni_h5_put_vector(h, vectors, "w", p->d * p->nc, p->b);
    if (!st)
        st = zni_h5_put_vector(h, vectors, "mu", p->nc, p->mu);
    return st;
}

static zn_status write_fclib(zni_h5 *h, const char *group, const void *problem)
{
    return zni_global_friction_write_fclib(h, group, problem);
}

/* ---- what the class is called -------------------------------------------- */

static int parts(const void *problem, zn_solution_part part[ZNI_PARTS])
{
    const zn_global_friction *p = problem;

    part[0] = (zn_solution_part){"v", false, 0, p->n};
    part[1] = (zn_solution_part){"r", false, p->n, p->d * p->nc};
    part[2] = (zn_solution_part){"u", true, 0, p->d * p->nc};
    return 3;
}

ZNI_NUMBER(contacts, zn_global_friction, p->nc)

const zni_problem_format zni_global_friction_format = {
    .class = "global-friction",
    .words = {"gfc2d", "gfc3d"},
    .group = "fclib_global",
    .read = read,
    .write = write,
    .read_fclib = read_fclib,
    .write_fclib = write_fclib,
    .parts = parts,
    .contacts = contacts,
};
