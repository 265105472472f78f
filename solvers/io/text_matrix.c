/* text_matrix.c - reads matrices from text: dense, block rows and sparse, in the layouts
 * of doc/problem-files.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <string.h>

#include "../linalg/pieces.h"

/* ---- dense: the sizes once more, then the values by columns --------------- */

static void read_dense(zni_text *t, zni_store *s, const char *name, zn_index rows,
                       zn_index cols, zn_matrix *A)
{
    const double *x = NULL;

    zni_text_same(t, "rows, again", rows);
    zni_text_same(t, "columns, again", cols);
    if (cols && rows > PTRDIFF_MAX / cols)
        zni_text_fail(t, "%s: %td x %td is too large", name, rows, cols);
    else
        zni_text_vector(t, s, name, rows * cols, false, &x);
    *A = zn_matrix_dense(rows, cols, x);
}

/* ---- block rows ---------------------------------------------------------- */

/* Read the ends of n consecutive blocks that fill [0, length], into n + 1 cuts. */
static zn_index *read_cuts(zni_text *t, zni_store *s, const char *what,
                           zn_index n, zn_index length)
{
    zn_index *cut = zni_text_room_for(t, s, n + 1, sizeof *cut);

    for (zn_index a = 0; a < n && !t->st; a++)
        zni_text_index(t, what, cut[a] + 1, length, &cut[a + 1]);
    if (!t->st && cut[n] != length)
        zni_text_fail(t, "%s: the last is %td, must be %td", what, cut[n], length);
    return cut;
}

static void read_structure(zni_text *t, zn_index blocks, zn_index *p, zn_index *i,
                           const zn_matrix *A)
{
    zni_text_same(t, "length of index1", A->nbr + 1);
    zni_text_same(t, "length of index2", blocks);
    zni_text_index(t, "index1", 0, 0, &p[0]);
    for (zn_index a = 0; a < A->nbr && !t->st; a++)
        zni_text_index(t, "index1", p[a], blocks, &p[a + 1]);
    if (!t->st && p[A->nbr] != blocks)
        zni_text_fail(t, "index1: the last is %td, must be %td", p[A->nbr], blocks);
    for (zn_index k = 0; k < blocks && !t->st; k++)
        zni_text_index(t, "index2", 0, A->nbc - 1, &i[k]);
}

/* Read the values of the blocks, each of which begins with its number. */
static const double *read_values(zni_text *t, zni_store *s, const char *name,
                                 const zn_matrix *A, zn_index bp[])
{
    zn_index total = 0;
    double *x;

    for (zn_index a = 0; a < A->nbr && !t->st; a++)
        for (zn_index k = A->p[a]; k < A->p[a + 1] && !t->st; k++) {
            /* no overflow: both factors are less than the bytes of the file */
            zn_index values = A->co[A->i[k] + 1] - A->co[A->i[k]];

            values *= A->ro[a + 1] - A->ro[a];
            bp[k] = total;
            total += values;
            zni_text_room(t, name, values);
            zni_text_room(t, name, total);
        }
    x = zni_text_room_for(t, s, total, sizeof *x);
    for (zn_index k = 0; !t->st && k < A->p[A->nbr]; k++) {
        zn_index end = k + 1 < A->p[A->nbr] ? bp[k + 1] : total;

        zni_text_same(t, "number of the block", k);
        for (zn_index e = bp[k]; e < end && !t->st; e++)
            zni_text_real(t, name, e, false, &x[e]);
    }
    return x;
}

/* Sort the blocks of each block row by column; by insertion, since rows are short. */
static void sort_blocks(zni_text *t, const char *name, zn_index nbr,
                        const zn_index p[], zn_index i[], zn_index bp[])
{
    for (zn_index a = 0; a < nbr; a++)
        for (zn_index k = p[a] + 1; k < p[a + 1]; k++) {
            zn_index column = i[k], at = bp[k], e = k;

            for (; e > p[a] && i[e - 1] > column; e--) {
                i[e] = i[e - 1];
                bp[e] = bp[e - 1];
            }
            i[e] = column;
            bp[e] = at;
            if (e > p[a] && i[e - 1] == column)
                zni_text_fail(t, "%s: block (%td,%td) is there twice", name, a, column);
        }
}

static void read_blocks(zni_text *t, zni_store *s, const char *name, zn_index rows,
                        zn_index cols, zn_matrix *A)
{
    zn_index blocks, nbr, nbc, *ro, *co, *p, *i, *bp;

    zni_text_count(t, "number of blocks", 0, &blocks);
    zni_text_count(t, "number of block rows", rows > 0, &nbr);
    zni_text_count(t, "number of block columns", cols > 0, &nbc);
    ro = read_cuts(t, s, "ends of block rows", nbr, rows);
    co = read_cuts(t, s, "ends of block columns", nbc, cols);
    p = zni_text_room_for(t, s, nbr + 1, sizeof *p);
    i = zni_text_room_for(t, s, blocks, sizeof *i);
    bp = zni_text_room_for(t, s, blocks, sizeof *bp);
    if (t->st)
        return;
    *A = zni_view_blocks(nbr, ro, p, i, bp, NULL);
    A->cols = cols;
    A->nbc = nbc;
    A->co = co;
    read_structure(t, blocks, p, i, A);
    A->x = read_values(t, s, name, A, bp);
    if (!t->st)
        sort_blocks(t, name, nbr, p, i, bp);
}

/* ---- sparse -------------------------------------------------------------- */

/* how the entries of a sparse matrix are listed; HALF: triplets of one triangle of a symmetric matrix */
enum { TRIPLET = 1, COLUMNS = 2, ROWS = 3, HALF = 4 };

/* Read a colon and the value of entry (i, j). */
static void add(zni_text *t, const char *name, zni_entries *e, zn_index i, zn_index j)
{
    double x = 0;

    zni_text_word(t, ":");
    if (e->n == e->room)
        zni_text_fail(t, "%s: more entries than the header's %td", name, e->room);
    zni_text_real(t, name, e->n, false, &x);
    if (!t->st)
        zni_entry(e, i, j, x);
}

/* lines "  i j : value" */
static void read_triplets(zni_text *t, const char *name, zn_index rows,
                          zn_index cols, zni_entries *e)
{
    zn_index i, j;

    while (e->n < e->room && !t->st) {
        zni_text_index(t, "row of an entry", 0, rows - 1, &i);
        zni_text_index(t, "column of an entry", 0, cols - 1, &j);
        add(t, name, e, i, j);
    }
}

/* For each column j "col j : locations a to b", then lines "  i : value" for the entries a to b; for rows
 * likewise. */
static void read_lists(zni_text *t, const char *name, bool by_columns,
                       zn_index lists, zn_index length, zni_entries *e)
{
    zn_index last, at;

    for (zn_index j = 0; j < lists && !t->st; j++) {
        zni_text_word(t, by_columns ? "col" : "row");
        zni_text_same(t, "number of the list", j);
        zni_text_word(t, ":");
        zni_text_word(t, "locations");
        zni_text_same(t, "first location", e->n);
        zni_text_word(t, "to");
        zni_text_index(t, "last location", e->n - 1, e->room - 1, &last);
        while (!t->st && e->n <= last) {
            zni_text_index(t, "place of an entry", 0, length - 1, &at);
            add(t, name, e, by_columns ? at : j, by_columns ? j : at);
        }
    }
    if (e->n != e->room)
        zni_text_fail(t, "%s: %td entries, the header says %td", name, e->n, e->room);
}

/* Find the header "triplet: R-by-C, nzmax: N nnz: K", "csr: R-by-C, ..." or "R-by-C, ...", whose sizes are printed as
 * reals. Before it there are the rest of the present line, a comment, which may be empty, and perhaps blank lines. */
static bool find_header(zni_text *t, double head[4])
{
    char line[256];
    bool comment = false;

    zni_text_line(t, line, sizeof line);
    while (t->at < t->end) {
        const char *at = line, *colon, *dash;

        zni_text_line(t, line, sizeof line);
        colon = strchr(line, ':');
        dash = strchr(line, '-');
        if (colon && colon < dash)
            at = colon + 1;
        if (sscanf(at, "%lf-by-%lf, nzmax: %lf nnz: %lf", &head[0], &head[1],
                   &head[2], &head[3]) == 4)
            return true;
        if (line[strspn(line, " \t\r\v\f")] == '\0')
            continue;
        if (comment)
            break;
        comment = true;
    }
    return false;
}

/* The number of entries by the header. Messages name the line of the header, which has been passed. */
static zn_index read_header(zni_text *t, const char *name, zn_index rows, zn_index cols)
{
    double head[4] = {0};

    if (t->st)
        return 0;
    const bool found = find_header(t, head);
    const double r = head[0], c = head[1], most = head[2], n = head[3];

    t->line--;
    if (!found)
        zni_text_fail(t, "%s: no \"R-by-C, nzmax: N nnz: K\"", name);
    else if (r != (double)rows || c != (double)cols)
        zni_text_fail(t, "%s is %g-by-%g here, %td x %td above", name, r, c, rows, cols);
    /* an entry is at least "0 : 0" and a blank */
    else if (!(n >= 0 && n <= most && n <= (double)(t->end - t->at) / 4))
        zni_text_fail(t, "%s: %g entries (room %g) in %td bytes", name, n, most,
                      (zn_index)(t->end - t->at));
    t->line++;
    return t->st ? 0 : (zn_index)n;
}

/* Add the other triangle of a symmetric matrix. */
static void mirror(zni_entries *e)
{
    zn_index half = e->n;

    for (zn_index k = 0; k < half; k++)
        if (e->i[k] != e->j[k])
            zni_entry(e, e->j[k], e->i[k], e->x[k]);
}

static void read_entries(zni_text *t, const char *name, zn_index origin,
                         zn_index rows, zn_index cols, zni_entries *e)
{
    if (origin == COLUMNS)
        read_lists(t, name, true, cols, rows, e);
    else if (origin == ROWS)
        read_lists(t, name, false, rows, cols, e);
    else
        read_triplets(t, name, rows, cols, e);
    if (origin == HALF)
        mirror(e);
}

static void read_sparse(zni_text *t, zni_store *s, const char *name, zn_index rows,
                        zn_index cols, zn_matrix *A)
{
    zni_store work = {.ctx = t->ctx};
    zn_index origin, count;
    zni_entries e;

    zni_text_index(t, "origin of the sparse matrix", TRIPLET, HALF, &origin);
    if (origin == HALF && rows != cols)
        zni_text_fail(t, "%s: half of a %td x %td matrix", name, rows, cols);
    count = read_header(t, name, rows, cols);
    if (!t->st)
        t->st = zni_entries_new(&work, origin == HALF ? 2 * count : count, &e);
    if (!t->st) {
        e.room = count; /* the entries that the header promises */
        read_entries(t, name, origin, rows, cols, &e);
    }
    if (!t->st)
        t->st = zni_compress(s, rows, cols, &e, A);
    zni_store_free(&work);
}

/* ---- any ----------------------------------------------------------------- */

zn_status zni_text_matrix(zni_text *t, zni_store *s, const char *name,
                          zn_index rows, zn_index cols, const zn_matrix **out)
{
    static void (*const read[])(zni_text *, zni_store *, const char *, zn_index, zn_index,
                                zn_matrix *) = {read_dense, read_blocks, read_sparse};
    zn_index storage, r, c;
    zn_matrix *A;

    if (t->st)
        return t->st;
    zni_text_index(t, "storage of the matrix (0 dense, 1 blocks, 2 sparse)", 0, 2, &storage);
    zni_text_index(t, "rows of the matrix", 0, PTRDIFF_MAX, &r);
    zni_text_index(t, "columns of the matrix", 0, PTRDIFF_MAX, &c);
    if (t->st)
        return zn_note(t->ctx, t->st, "matrix %s", name);
    if (c != cols || (rows < 0 ? r < -rows : r != rows))
        return zni_text_fail(t, "%s is %td x %td, must be %s%td x %td", name, r,
                             c, rows < 0 ? "at least " : "",
                             rows < 0 ? -rows : rows, cols);
    /* every problem has vectors of so many numbers, so the rest of the file must be that long: a sparse matrix
     * cannot make us allocate more */
    zni_text_room(t, name, r > cols ? r : cols);
    *out = A = zni_text_room_for(t, s, 1, sizeof *A);
    if (!t->st)
        read[storage](t, s, name, r, cols, A);
    return t->st;
}
