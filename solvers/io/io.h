/* io.h - problem files: what readers and writers of the classes share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_IO_H
#define ZENO_SOLVERS_IO_H

#include <stdio.h>

#include <zeno/matrix.h>
#include <zeno/problem_file.h>

#include "../core/problem_class.h"

/* ---- what a problem owns ------------------------------------------------- */

/* Arrays of many types, freed together. */
typedef struct zni_store {
    zn_ctx *ctx;
    void **block;
    zn_index n, cap;
} zni_store;

/* Zero-filled array of n elements, freed with the store; NULL: no memory. */
void *zni_store_alloc(zni_store *s, zn_index n, size_t elem);
void zni_store_free(zni_store *s);

/* ---- entries of a matrix -------------------------------------------------- */

/* In any order; the arrays belong to a store. */
typedef struct zni_entries {
    zn_index room, n; /* room for them, how many there are */
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

/* Compressed columns of them; the same place twice adds up. i and j must be in range. */
zn_status zni_compress(zni_store *s, zn_index rows, zn_index cols, const zni_entries *e,
                       zn_matrix *out);

/* ---- text in ------------------------------------------------------------- */

/* A text that is read token by token; at[0] up to `end`, where a zero stands. What is asked for after
 * something has failed fails likewise, with the words that there are: who reads looks at the end. */
typedef struct zni_text {
    zn_ctx *ctx;
    const char *at, *end;
    zn_index line; /* of `at`, from 1 */
    zn_status st;
} zni_text;

/* ZN_EINVAL with the line in front; returns t->st, as the others do. */
zn_status zni_text_fail(zni_text *t, const char *fmt, ...)
    ZN_PRINTF(2, 3);

/* Go to the next token, over blanks, and over comments from a '#' to the end of
 * its line; false at the end of the text. */
bool zni_text_next(zni_text *t);

/* Over blanks alone. */
bool zni_text_blank(zni_text *t);

/* A whole number in [lo, hi]; 0 where it fails. `what` names it in messages, here and below. */
zn_status zni_text_index(zni_text *t, const char *what, zn_index lo,
                         zn_index hi, zn_index *out);

/* The whole number x. */
void zni_text_same(zni_text *t, const char *what, zn_index x);

/* A whole number n >= lo of things that take at least one number each in the
 * rest of the text; more than the text can hold is refused. */
zn_status zni_text_count(zni_text *t, const char *what, zn_index lo,
                         zn_index *out);

/* Can the rest of the text hold n numbers? */
zn_status zni_text_room(zni_text *t, const char *what, zn_index n);

/* The number x(k) of an array called `what`; finite, unless infinities mean
 * something. */
zn_status zni_text_real(zni_text *t, const char *what, zn_index k,
                        bool infinite, double *x);

/* As zni_store_alloc; NULL also where something has failed. */
void *zni_text_room_for(zni_text *t, zni_store *s, zn_index n, size_t elem);

/* n numbers into an array of the store. */
zn_status zni_text_vector(zni_text *t, zni_store *s, const char *what,
                          zn_index n, bool infinite, const double **out);

/* The word that must come next, such as ":". */
zn_status zni_text_word(zni_text *t, const char *word);

/* The rest of this line, cut to size, and on to the next one. */
void zni_text_line(zni_text *t, char line[], size_t size);

/* A matrix of any of the three layouts, in the store; must be rows x cols, with
 * at least -rows rows when that is negative. */
zn_status zni_text_matrix(zni_text *t, zni_store *s, const char *name,
                          zn_index rows, zn_index cols, const zn_matrix **out);

/* ---- text out ------------------------------------------------------------ */

/* The writers look at the stream's error flag once, at the end. */
void zni_put_matrix(FILE *f, const zn_matrix *A);
void zni_put_vector(FILE *f, zn_index n, const double x[]);

/* ---- field by field ------------------------------------------------------- */

typedef enum zni_field_kind {
    ZNI_WHOLE,  /* a number from lo to hi, which is `rows` if that is there, but `gap`       */
    ZNI_COUNT,  /* of things, lo at least, that take a number each in what follows           */
    ZNI_AHEAD,  /* rows of the matrix that is the next field, not written itself             */
    ZNI_MATRIX, /* rows x cols                                                               */
    ZNI_VECTOR, /* rows finite numbers                                                       */
    ZNI_BOUNDS  /* rows numbers, which may be infinite; NULL: all of them are `none`         */
} zni_field_kind;

/* What is at a place of the struct of a problem, in the order in which it is in its files. Sizes are asked for
 * when all before is known. */
typedef struct zni_field {
    zni_field_kind kind;
    const char *name;  /* NULL: the end                                     */
    size_t at;
    const char *words; /* for messages about whole numbers                  */
    zn_index (*rows)(const void *problem), (*cols)(const void *problem);
    zn_index lo, hi, gap; /* gap 0: none                                    */
    double none;
    const char *fclib; /* its dataset; of a count the vector that is as long */
} zni_field;

#define ZNI_FIELD(T, of_kind, field, ...)                                                          \
    {.kind = ZNI_##of_kind, .name = #field, .at = offsetof(T, field), __VA_ARGS__}
#define ZNI_FIELDS_END {.name = NULL}

/* n >= 1, M (n x n) and q (n) of an affine map M z + q */
#define ZNI_AFFINE(T, size)                                                                        \
    ZNI_FIELD(T, COUNT, n, .words = "n", .lo = 1),                                                 \
        ZNI_FIELD(T, MATRIX, M, .rows = size, .cols = size),                                       \
        ZNI_FIELD(T, VECTOR, q, .rows = size)

/* Arrays go into the store. NULL is a list without fields. */
zn_status zni_fields_read(zni_text *t, zni_store *s, const zni_field f[], void *p);
void zni_fields_write(FILE *out, const zni_field f[], const void *p);

/* ---- one entry per class ------------------------------------------------- */

enum { ZNI_PARTS = 4, ZNI_WORDS = 4 };

struct zni_h5;

typedef struct zni_problem_format {
    const char *class; /* name of the zn_problem_type                        */
    const char *words[ZNI_WORDS]; /* what files of this class are called, too,
                                   * lower case; the rest NULL              */
    size_t size;             /* of the plain struct                          */
    const zni_field *fields; /* NULL: none                                   */
    /* Optional: what is behind the fields, all that it points to in the store. */
    zn_status (*read)(zni_text *t, zni_store *s, void *problem);
    void (*write)(FILE *f, const void *problem);
    /* Optional: the group of fclib's HDF5 files that holds a problem of this
     * class, and what is done with one that is read. */
    const char *group;
    zn_status (*join)(struct zni_h5 *h, zni_store *s, const char *group, void *problem);
    /* Optional: pieces of a solution, one behind the other; none: z and w as
     * they are. */
    struct zni_solution_piece {
        const char *name;
        bool in_w;
        zn_index (*length)(const void *problem);
    } parts[ZNI_PARTS];
    /* Optional: may a text that nobody named be meant by this? */
    bool (*likely)(const void *problem);
    /* Files of this class may go on after the problem with anything. */
    bool tail;
    /* Optional: why this problem cannot be written; NULL: it can. */
    const char *(*unwritable)(const void *problem);
    /* Optional: number of contacts, or of cones. */
    zn_index (*contacts)(const void *problem);
} zni_problem_format;

/* All of them, ended by NULL. */
extern const zni_problem_format *const zni_problem_formats[];

#endif
