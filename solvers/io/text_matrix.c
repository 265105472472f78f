/* text_matrix.c - matrices from text, dense, block rows and sparse, in the layouts
 * of doc/problem-files.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <string.h>

/* ---- dense: sizes again, then the values by columns ---------------------- */

static zn_status read_dense(zni_text *t, zni_store *s, const char *name,
                            zn_index rows, zn_index cols, zn_matrix *A)
{
    zn_index again;
    const double *x;
    zn_status st = zni_text_index(t, "rows, again", rows, rows, &again);

    if (!st)
        st = zni_text_index(t, "columns, again", cols, cols, &again);
    if (!st && cols && rows > PTRDIFF_MAX / cols)
        st = zni_text_fail(t, "%s: %td x %td is too large", name, rows, cols);
    if (!st)
        st = zni_text_vector(t, s, name, rows * cols, false, &x);
    if (!st)
        *A = zn_matrix_dense(rows, cols, x);
    return st;
}

/* ---- block rows ---------------------------------------------------------- */

/* n ends of blocks that fill [0, length] into n+1 cuts. */
static zn_status read_cuts(zni_text *t, zni_store *s, const char *what,
                           zn_index n, zn_index length, zn_index **out)
{
    zn_index *cut = zni_store_alloc(s, n + 1, sizeof *cut);
    zn_status st = cut ? ZN_OK : ZN_ENOMEM;

    for (zn_index a = 0; a < n && !st; a++)
        st = zni_text_index(t, what, cut[a] + 1, length, &cut[a + 1]);
    if (!st && cut[n] != length)
        st = zni_text_fail(t, "%s: the last is %td, must be %td", what, cut[n],
                           length);
    *out = cut;
    return st;
}

static zn_status read_structure(zni_text *t, zn_index blocks, zn_index *p,
                                zn_index *i, const zn_matrix *A)
{
    zn_index again;
    zn_status st =
        zni_text_index(t, "length of index1", A->nbr + 1, A->nbr + 1, &again);

    if (!st)
        st = zni_text_index(t, "length of index2", blocks, blocks, &again);
    if (!st)
        st = zni_text_index(t, "index1", 0, 0, &p[0]);
    for (zn_index a = 0; a < A->nbr && !st; a++)
        st = zni_text_index(t, "index1", p[a], blocks, &p[a + 1]);
    if (!st && p[A->nbr] != blocks)
        st = zni_text_fail(t, "index1: the last is %td, must be %td", p[A->nbr],
                           blocks);
    for (zn_index k = 0; k < blocks && !st; k++)
        st = zni_text_index(t, "index2", 0, A->nbc - 1, &i[k]);
    return st;
}

/* Values of the blocks, each after its number. */
static zn_status read_values(zni_text *t, zni_store *s, const char *name,
                             const zn_matrix *A, zn_index bp[], double **out)
{
    zn_index total = 0, number;
    double *x = NULL;
    zn_status st = ZN_OK;

    for (zn_index a = 0; a < A->nbr && !st; a++)
        for (zn_index k = A->p[a]; k < A->p[a + 1] && !st; k++) {
            /* both factors are less than the bytes of the file */
            zn_index values = A->co[A->i[k] + 1] - A->co[A->i[k]];

            values *= A->ro[a + 1] - A->ro[a];
            bp[k] = total;
            total += values;
            st = zni_text_room(t, name, values);
            if (!st)
                st = zni_text_room(t, name, total);
        }
    if (!st && !(x = zni_store_alloc(s, total, sizeof *x)))
        st = ZN_ENOMEM;
    *out = x;
    for (zn_index k = 0; k < A->p[A->nbr] && !st; k++) {
        zn_index end = k + 1 < A->p[A->nbr] ? bp[k + 1] : total;

        st = zni_text_index(t, "number of the block", k, k, &number);
        for (zn_index e = bp[k]; e < end && !st; e++)
            st = zni_text_real(t, name, e, false, &x[e]);
    }
    return st;
}

/* Ascending block columns in each block row; rows are short. */
static zn_status sort_blocks(zni_text *t, const char *name, zn_index nbr,
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
                return zni_text_fail(t, "%s: block (%td,%td) is there twice",
                                     name, a, column);
        }
    return ZN_OK;
}

static zn_status read_blocks(zni_text *t, zni_store *s, const char *name,
                             zn_index rows, zn_index cols, zn_matrix *A)
{
    zn_index blocks, nbr, nbc, *ro, *co, *p, *i, *bp;
    double *x;
    zn_status st = zni_text_count(t, "number of blocks", 0, &blocks);

    if (!st)
        st = zni_text_count(t, "number of block rows", rows > 0, &nbr);
    if (!st)
        st = zni_text_count(t, "number of block columns", cols > 0, &nbc);
    if (!st)
        st = read_cuts(t, s, "ends of block rows", nbr, rows, &ro);
    if (!st)
        st = read_cuts(t, s, "ends of block columns", nbc, cols, &co);
    if (st)
        return st;
    p = zni_store_alloc(s, nbr + 1, sizeof *p);
    i = zni_store_alloc(s, blocks, sizeof *i);
    bp = zni_store_alloc(s, blocks, sizeof *bp);
    if (!p || !i || !bp)
        return ZN_ENOMEM;
    *A = (zn_matrix){.storage = ZN_BSR,
                     .rows = rows,
                     .cols = cols,
                     .p = p,
                     .i = i,
                     .nbr = nbr,
                     .nbc = nbc,
                     .ro = ro,
                     .co = co,
                     .bp = bp};
    st = read_structure(t, blocks, p, i, A);
    if (!st)
        st = read_values(t, s, name, A, bp, &x);
    if (st)
        return st;
    A->x = x;
    return sort_blocks(t, name, nbr, p, i, bp);
}

/* ---- sparse -------------------------------------------------------------- */

/* How the entries are listed. */
enum { TRIPLET = 1, COLUMNS = 2, ROWS = 3, HALF = 4 };

static zn_status add(zni_text *t, const char *name, zni_entries *e, zn_index i,
                     zn_index j)
{
    if (e->n == e->room)
        return zni_text_fail(t, "%s: more entries than the header's %td", name,
                             e->room);
    e->i[e->n] = i;
    e->j[e->n] = j;
    return zni_text_real(t, name, e->n, false, &e->x[e->n]);
}

/* "  i j : value" */
static zn_status read_triplets(zni_text *t, const char *name, zn_index rows,
                               zn_index cols, zni_entries *e)
{
    zn_index i, j;
    zn_status st = ZN_OK;

    for (; e->n < e->room && !st; e->n += !st) {
        st = zni_text_index(t, "row of an entry", 0, rows - 1, &i);
        if (!st)
            st = zni_text_index(t, "column of an entry", 0, cols - 1, &j);
        if (!st)
            st = zni_text_word(t, ":");
        if (!st)
            st = add(t, name, e, i, j);
    }
    return st;
}

/* "col j : locations a to b", then "  i : value" for each of a .. b; or rows */
static zn_status read_lists(zni_text *t, const char *name, bool by_columns,
                            zn_index lists, zn_index length, zni_entries *e)
{
    zn_index number, first, last, at;
    zn_status st = ZN_OK;

    for (zn_index j = 0; j < lists && !st; j++) {
        st = zni_text_word(t, by_columns ? "col" : "row");
        if (!st)
            st = zni_text_index(t, "number of the list", j, j, &number);
        if (!st)
            st = zni_text_word(t, ":");
        if (!st)
            st = zni_text_word(t, "locations");
        if (!st)
            st = zni_text_index(t, "first location", e->n, e->n, &first);
        if (!st)
            st = zni_text_word(t, "to");
        if (!st)
            st = zni_text_index(t, "last location", first - 1, e->room - 1,
                                &last);
        for (zn_index k = first; !st && k <= last; k++) {
            st = zni_text_index(t, "place of an entry", 0, length - 1, &at);
            if (!st)
                st = zni_text_word(t, ":");
            if (!st)
                st = add(t, name, e, by_columns ? at : j, by_columns ? j : at);
            e->n += !st;
        }
    }
    if (!st && e->n != e->room)
        st = zni_text_fail(t, "%s: %td entries, the header says %td", name,
                           e->n, e->room);
    return st;
}

/* "triplet: R-by-C, nzmax: N nnz: K", "csr: R-by-C, ..." or "R-by-C, ..."; sizes were
 * printed as reals. Behind the line that is begun there is a comment, which may be empty,
 * before it, and perhaps blank lines. */
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

/* The number of entries. */
static zn_status read_header(zni_text *t, const char *name, zn_index rows,
                             zn_index cols, zn_index *count)
{
    double head[4];

    if (!find_header(t, head))
        return zn_fail(t->ctx, ZN_EINVAL,
                       "line %td: %s: no \"R-by-C, nzmax: N nnz: K\"",
                       t->line - 1, name);
    const double r = head[0], c = head[1], most = head[2], n = head[3];
    if (r != (double)rows || c != (double)cols)
        return zn_fail(t->ctx, ZN_EINVAL,
                       "line %td: %s is %g-by-%g here, %td x %td above",
                       t->line - 1, name, r, c, rows, cols);
    /* an entry is at least "0 : 0" and a blank */
    if (!(n >= 0 && n <= most && n <= (double)(t->end - t->at) / 4))
        return zn_fail(t->ctx, ZN_EINVAL,
                       "line %td: %s: %g entries (room %g) in %td bytes",
                       t->line - 1, name, n, most, (zn_index)(t->end - t->at));
    *count = (zn_index)n;
    return ZN_OK;
}

/* The other half of a matrix of which one triangle is listed. */
static void mirror(zni_entries *e)
{
    zn_index half = e->n;

    for (zn_index k = 0; k < half; k++)
        if (e->i[k] != e->j[k])
            zni_entry(e, e->j[k], e->i[k], e->x[k]);
}

static zn_status read_entries(zni_text *t, const char *name, zn_index origin,
                              zn_index rows, zn_index cols, zni_entries *e)
{
    zn_status st;

    if (origin == TRIPLET)
        return read_triplets(t, name, rows, cols, e);
    if (origin == COLUMNS)
        return read_lists(t, name, true, cols, rows, e);
    if (origin == ROWS)
        return read_lists(t, name, false, rows, cols, e);
    st = read_triplets(t, name, rows, cols, e);
    if (!st)
        mirror(e);
    return st;
}

static zn_status read_sparse(zni_text *t, zni_store *s, const char *name,
                             zn_index rows, zn_index cols, zn_matrix *A)
{
    zni_store work = {.ctx = t->ctx};
    zn_index origin, count = 0;
    zni_entries e;
    zn_status st = zni_text_index(t, "origin of the sparse matrix", TRIPLET,
                                  HALF, &origin);

    if (!st && origin == HALF && rows != cols)
        st = zni_text_fail(t, "%s: half of a %td x %td matrix", name, rows,
                           cols);
    if (!st)
        st = read_header(t, name, rows, cols, &count);
    if (!st)
        st = zni_entries_new(&work, origin == HALF ? 2 * count : count, &e);
    e.room = count; /* as the header says */
    if (!st)
        st = read_entries(t, name, origin, rows, cols, &e);
    if (!st)
        st = zni_compress(s, rows, cols, &e, A);
    zni_store_free(&work);
    return st;
}

/* ---- any ----------------------------------------------------------------- */

zn_status zni_text_matrix(zni_text *t, zni_store *s, const char *name,
                          zn_index rows, zn_index cols, const zn_matrix **out)
{
    static zn_status (*const read[])(zni_text *, zni_store *, const char *,
                                     zn_index, zn_index, zn_matrix *) = {
        read_dense, read_blocks, read_sparse};
    zn_index storage, r, c;
    zn_matrix *A;
    zn_status st = zni_text_index(t,
                                  "storage of the matrix (0 dense, 1 blocks, "
                                  "2 sparse)",
                                  0, 2, &storage);

    if (!st)
        st = zni_text_index(t, "rows of the matrix", 0, PTRDIFF_MAX, &r);
    if (!st)
        st = zni_text_index(t, "columns of the matrix", 0, PTRDIFF_MAX, &c);
    if (st)
        return zn_note(t->ctx, st, "matrix %s", name);
    if (c != cols || (rows < 0 ? r < -rows : r != rows))
        return zni_text_fail(t, "%s is %td x %td, must be %s%td x %td", name, r,
                             c, rows < 0 ? "at least " : "",
                             rows < 0 ? -rows : rows, cols);
    rows = r;
    /* a vector of that many numbers stands somewhere in every problem, so a
     * sparse matrix cannot make us allocate more than the file is long */
    st = zni_text_room(t, name, rows > cols ? rows : cols);
    if (st)
        return st;
    *out = A = zni_store_alloc(s, 1, sizeof *A);
    return A ? read[storage](t, s, name, rows, cols, A) : ZN_ENOMEM;
}
