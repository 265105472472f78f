/* io.h - problem files: what the readers and writers of all classes share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_IO_H
#define ZENO_SOLVERS_IO_H

#include <stdio.h>

#include <zeno/matrix.h>
#include <zeno/problem_file.h>

#include "../core/problem_class.h"

/* ---- memory of a problem ------------------------------------------------- */

/* Arrays of any types that are freed together. */
typedef struct zni_store {
    zn_ctx *ctx;
    void **block;
    zn_index n, cap;
} zni_store;

/* An array of n elements filled with zeros, freed with the store; NULL: no memory. */
void *zni_store_alloc(zni_store *s, zn_index n, size_t elem);
void zni_store_free(zni_store *s);

/* ---- entries of a matrix -------------------------------------------------- */

/* Entries (i, j, x) in any order; the arrays belong to a store. */
typedef struct zni_entries {
    zn_index room, n; /* entries that there is room for, and that there are */
    zn_index *i, *j;
    double *x;
} zni_entries;

zn_status zni_entries_new(zni_store *s, zn_index room, zni_entries *e);

static inline void zni_entry(zni_entries *e, zn_index i, zn_index j, double x)
{
    e->i[e->n] = i;
    e->j[e->n] = j;
    e->x[e->n++] = x;
}

/* Their compressed columns, where entries in the same place are added. i and j must be in range. */
zn_status zni_compress(zni_store *s, zn_index rows, zn_index cols, const zni_entries *e,
                       zn_matrix *out);

/* ---- text in ------------------------------------------------------------- */

/* A text that is read token by token, from `at` up to `end`, where there is a zero. After a failure all functions below
 * fail without changing the message, so a reader checks `st` once at its end. */
typedef struct zni_text {
    zn_ctx *ctx;
    const char *at, *end;
    zn_index line; /* of `at`, from 1 */
    zn_status st;
} zni_text;

/* Fail with ZN_EINVAL and a message that begins with the line; returns t->st, as the other functions do. */
zn_status zni_text_fail(zni_text *t, const char *fmt, ...)
    ZN_PRINTF(2, 3);

/* Skip blanks, and comments from a '#' to the end of its line; false at the end of the text. */
bool zni_text_next(zni_text *t);

/* Skip blanks only. */
bool zni_text_blank(zni_text *t);

/* Read an integer in [lo, hi]; *out is 0 on failure. `what` is its name in messages, here and below. */
zn_status zni_text_index(zni_text *t, const char *what, zn_index lo,
                         zn_index hi, zn_index *out);

/* Read an integer that must be x. */
void zni_text_same(zni_text *t, const char *what, zn_index x);

/* Read the number >= lo of things that take at least one number each in the rest of the text; more than the text can
 * hold is refused. */
zn_status zni_text_count(zni_text *t, const char *what, zn_index lo,
                         zn_index *out);

/* Fail unless the rest of the text can hold n numbers. */
zn_status zni_text_room(zni_text *t, const char *what, zn_index n);

/* Read the number x(k) of an array called `what`; it must be finite unless `infinite`. */
zn_status zni_text_real(zni_text *t, const char *what, zn_index k,
                        bool infinite, double *x);

/* As zni_store_alloc; NULL also after a failure. */
void *zni_text_room_for(zni_text *t, zni_store *s, zn_index n, size_t elem);

/* Read n numbers into an array of the store. */
zn_status zni_text_vector(zni_text *t, zni_store *s, const char *what,
                          zn_index n, bool infinite, const double **out);

/* Read a word that must come next, such as ":". */
zn_status zni_text_word(zni_text *t, const char *word);

/* Read the rest of the line, cut to `size`, and go to the next one. */
void zni_text_line(zni_text *t, char line[], size_t size);

/* Read a matrix in any of the three layouts into the store. It must be rows x cols; if rows is negative, it must have
 * -rows rows or more. */
zn_status zni_text_matrix(zni_text *t, zni_store *s, const char *name,
                          zn_index rows, zn_index cols, const zn_matrix **out);

/* ---- text out ------------------------------------------------------------ */

/* Errors are found by ferror, once at the end. */
void zni_put_matrix(FILE *f, const zn_matrix *A);
void zni_put_vector(FILE *f, zn_index n, const double x[]);

/* ---- field by field ------------------------------------------------------- */

typedef enum zni_field_kind {
    ZNI_WHOLE,  /* an integer in [lo, hi] other than `gap`; hi is rows() if that is set      */
    ZNI_COUNT,  /* the number, >= lo, of things of which each has a number in what follows   */
    ZNI_AHEAD,  /* the rows of the matrix that is the next field; not written itself         */
    ZNI_MATRIX, /* rows x cols                                                               */
    ZNI_VECTOR, /* rows finite numbers                                                       */
    ZNI_BOUNDS  /* rows numbers, which may be infinite; a NULL array stands for `none`       */
} zni_field_kind;

/* A field of the struct of a problem. Tables of fields are in the order of the files; rows() and cols() are called
 * when all fields before are known. */
typedef struct zni_field {
    zni_field_kind kind;
    const char *name;  /* NULL: the end                                     */
    size_t at;         /* offset in the struct                              */
    const char *words; /* for messages about integers                       */
    zn_index (*rows)(const void *problem), (*cols)(const void *problem);
    zn_index lo, hi, gap; /* gap = 0: none                                  */
    double none;
    const char *fclib; /* its dataset; for a count a vector of that length  */
} zni_field;

#define ZNI_FIELD(T, of_kind, field, ...)                                                          \
    {.kind = ZNI_##of_kind, .name = #field, .at = offsetof(T, field), __VA_ARGS__}
#define ZNI_FIELDS_END {.name = NULL}

/* n >= 1, M (n x n) and q (n) of an affine map M z + q */
#define ZNI_AFFINE(T, size)                                                                        \
    ZNI_FIELD(T, COUNT, n, .words = "n", .lo = 1),                                                 \
        ZNI_FIELD(T, MATRIX, M, .rows = size, .cols = size),                                       \
        ZNI_FIELD(T, VECTOR, q, .rows = size)

/* f = NULL: no fields. Arrays are allocated in the store. */
zn_status zni_fields_read(zni_text *t, zni_store *s, const zni_field f[], void *p);
void zni_fields_write(FILE *out, const zni_field f[], const void *p);

/* ---- one entry per class ------------------------------------------------- */

enum { ZNI_PARTS = 4, ZNI_WORDS = 4 };

struct zni_h5;

typedef struct zni_problem_format {
    const char *class; /* name of the zn_problem_type                        */
    const char *words[ZNI_WORDS]; /* other names of this class in file names,
                                   * lower case; the rest NULL              */
    size_t size;             /* of the struct of the problem                 */
    const zni_field *fields; /* NULL: none                                   */
    /* Optional: what follows the fields; arrays are allocated in the store. */
    zn_status (*read)(zni_text *t, zni_store *s, void *problem);
    void (*write)(FILE *f, const void *problem);
    /* Optional: the group of fclib's HDF5 files that holds a problem of this
     * class, and a function that is called after its fields are read. */
    const char *group;
    zn_status (*join)(struct zni_h5 *h, zni_store *s, const char *group, void *problem);
    /* Optional: the consecutive pieces of z and of w; none: z and w are one
     * piece each. */
    struct zni_solution_piece {
        const char *name;
        bool in_w;
        zn_index (*length)(const void *problem);
    } parts[ZNI_PARTS];
    /* Optional: is a text of unknown class likely to be this problem? */
    bool (*likely)(const void *problem);
    /* Anything may follow the problem in files of this class. */
    bool tail;
    /* Optional: the reason why this problem cannot be written; NULL: it can. */
    const char *(*unwritable)(const void *problem);
    /* Optional: the number of contacts or cones. */
    zn_index (*contacts)(const void *problem);
} zni_problem_format;

/* All of them, ended by NULL. */
extern const zni_problem_format *const zni_problem_formats[];

#endif
