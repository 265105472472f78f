/* fields.c - reads and writes problems field by field, by the tables of their classes
 * SPDX-License-Identifier: Apache-2.0 */
#include "h5.h"

static void *place(const zni_field *f, const void *p)
{
    return (char *)p + f->at;
}

static zn_index whole(const zni_field *f, const void *p)
{
    return *(const zn_index *)place(f, p);
}

/* A matrix without columns may be NULL in the problem. */
static zn_matrix matrix(const zni_field *f, const void *p)
{
    return f->cols(p) > 0 ? **(const zn_matrix *const *)place(f, p)
                          : zn_matrix_dense(f->rows(p), 0, NULL);
}

static const double *vector(const zni_field *f, const void *p)
{
    return *(const double *const *)place(f, p);
}

/* ---- text ---------------------------------------------------------------- */

/* The number of rows of the matrix `name` that comes next, from its header; t does not advance. */
static void rows_ahead(zni_text *t, const char *name, zn_index *rows)
{
    zni_text ahead = *t;
    zn_index storage;

    zni_text_index(&ahead, "storage of the matrix", 0, 2, &storage);
    zni_text_count(&ahead, "rows of the matrix", 1, rows);
    t->st = zn_note(t->ctx, ahead.st, "matrix %s", name);
}

static void read_whole(zni_text *t, const zni_field *f, const void *p, zn_index *out)
{
    const zn_index hi = f->rows ? f->rows(p) : f->hi;

    zni_text_index(t, f->words, f->lo, hi, out);
    if (f->gap && *out == f->gap)
        zni_text_fail(t, "%s = %td, must be %td, %td or %td", f->words, *out, f->lo, f->gap + 1,
                      f->hi);
}

zn_status zni_fields_read(zni_text *t, zni_store *s, const zni_field f[], void *p)
{
    for (; f && f->name && !t->st; f++)
        if (f->kind == ZNI_WHOLE)
            read_whole(t, f, p, place(f, p));
        else if (f->kind == ZNI_COUNT)
            zni_text_count(t, f->words, f->lo, place(f, p));
        else if (f->kind == ZNI_AHEAD)
            rows_ahead(t, f[1].name, place(f, p));
        else if (f->kind == ZNI_MATRIX)
            zni_text_matrix(t, s, f->name, f->rows(p), f->cols(p), place(f, p));
        else
            zni_text_vector(t, s, f->name, f->rows(p), f->kind == ZNI_BOUNDS, place(f, p));
    return t->st;
}

void zni_fields_write(FILE *out, const zni_field f[], const void *p)
{
    for (; f && f->name; f++) {
        zn_matrix A;

        if (f->kind == ZNI_WHOLE || f->kind == ZNI_COUNT) {
            fprintf(out, "%td\n", whole(f, p));
        } else if (f->kind == ZNI_MATRIX) {
            A = matrix(f, p);
            zni_put_matrix(out, &A);
        } else if (f->kind != ZNI_AHEAD && vector(f, p)) {
            zni_put_vector(out, f->rows(p), vector(f, p));
        } else if (f->kind == ZNI_BOUNDS) {
            for (zn_index i = 0; i < f->rows(p); i++)
                zni_put_vector(out, 1, &f->none);
        }
    }
}

/* ---- fclib --------------------------------------------------------------- */

/* fclib keeps vectors in a subgroup. A count is not stored: it is the length of a vector. */
static void vectors_of(const char *group, char path[64])
{
    snprintf(path, 64, "%s/vectors", group);
}

static void read_attribute(zni_h5 *h, const char *group, const zni_field *f, zn_index *out)
{
    zni_h5_index(h, group, f->fclib, f->lo, f->hi, out);
    if (!h->st && f->gap && *out == f->gap)
        h->st = zn_fail(h->ctx, ZN_EINVAL, "%s/%s = %td, must be %td, %td or %td", group, f->fclib,
                        *out, f->lo, f->gap + 1, f->hi);
}

static void read_field(zni_h5 *h, zni_store *s, const char *group, const char *vectors,
                       const zni_field *f, void *p)
{
    if (f->kind == ZNI_WHOLE)
        read_attribute(h, group, f, place(f, p));
    else if (f->kind == ZNI_COUNT || f->kind == ZNI_AHEAD)
        zni_h5_length(h, vectors, f->fclib, place(f, p));
    else if (f->kind == ZNI_MATRIX)
        zni_h5_matrix(h, s, group, f->fclib, f->rows(p), f->cols(p), place(f, p));
    else
        zni_h5_vector(h, s, vectors, f->fclib, f->rows(p), place(f, p));
}

/* Matrices come last: their sizes are checked against those of the vectors. */
zn_status zni_fields_read_fclib(zni_h5 *h, zni_store *s, const char *group, const zni_field f[],
                                void *p)
{
    char vectors[64];

    vectors_of(group, vectors);
    for (int matrices = 0; matrices < 2; matrices++)
        for (const zni_field *of = f; of->name && !h->st; of++)
            if ((of->kind == ZNI_MATRIX) == matrices)
                read_field(h, s, group, vectors, of, p);
    return h->st;
}

zn_status zni_fields_write_fclib(zni_h5 *h, const char *group, const zni_field f[], const void *p)
{
    char vectors[64];

    vectors_of(group, vectors);
    zni_h5_put_group(h, vectors);
    for (; f->name && !h->st; f++) {
        zn_matrix A;

        if (f->kind == ZNI_WHOLE) {
            zni_h5_put_index(h, group, f->fclib, whole(f, p));
        } else if (f->kind == ZNI_MATRIX) {
            A = matrix(f, p);
            zni_h5_put_matrix(h, group, f->fclib, &A);
        } else if (f->kind == ZNI_VECTOR) {
            zni_h5_put_vector(h, vectors, f->fclib, f->rows(p), vector(f, p));
        }
    }
    return h->st;
}
