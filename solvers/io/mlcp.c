/* mlcp.c - mixed complementarity problems in files, in both layouts
 *
 * "s1 s2", which layouts are there; n equalities, m complementarities; then
 *   s1: ends of blocks of rows from 0 to n+m, a mark for each block (0: equality,
 *       1: complementarity), M, q
 *   s2: A, B, C, D by rows, a, b with M = [A C; D B], q = [a; b].
 * With both, they must agree. M may have more rows than n + m, equations without
 * an unknown of their own: q has a number for each of them if M is there alone.
 * If not, q has n + m numbers, the pieces are the problem, and the rows of M that
 * are not among them are further equations; a row of M without a number must be
 * among them. Numbers behind the problem, a solution of older writers, are left.
 * Files of an older layout begin with n, m and n + m, and go on as s2.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <math.h>

#include <zeno/mlcp.h>

/* ---- one square matrix with marked rows ---------------------------------- */

static zn_status read_marks(zni_text *t, zni_store *s, zn_index equalities,
                            zn_index rows, const unsigned char **out)
{
    unsigned char *eq = zni_store_alloc(s, rows, sizeof *eq);
    zn_index *end = zn_alloc(t->ctx, rows + 1, sizeof *end);
    zn_index blocks = 0, mark, count = 0;
    zn_status st = eq && end ? ZN_OK : ZN_ENOMEM;

    if (!st)
        st = zni_text_index(t, "start of the first block", 0, 0, &end[0]);
    while (!st && end[blocks] < rows) {
        st = zni_text_index(t, "end of a block", end[blocks] + 1, rows,
                            &end[blocks + 1]);
        blocks++;
    }
    for (zn_index b = 0; b < blocks && !st; b++) {
        st = zni_text_index(
            t, "mark of a block (0 equality, 1 complementarity)", 0, 1, &mark);
        for (zn_index i = end[b]; i < end[b + 1] && !st; i++)
            count += eq[i] = mark == 0;
    }
    if (!st && count != equalities)
        st = zni_text_fail(t,
                           "the blocks mark %td equality rows, the header says "
                           "%td",
                           count, equalities);
    zn_free_array(t->ctx, end);
    *out = eq;
    return st;
}

/* short_q: q has p->n numbers, whatever the rows of M */
static zn_status read_marked(zni_text *t, zni_store *s, zn_index equalities,
                             bool short_q, zn_mlcp *p)
{
    zn_status st = read_marks(t, s, equalities, p->n, &p->eq);

    if (!st)
        st = zni_text_matrix(t, s, "M", -p->n, p->n, &p->M);
    if (!st)
        st = zni_text_vector(t, s, "q", short_q ? p->n : p->M->rows, false, &p->q);
    return st;
}

/* ---- A, B, C, D, a, b ---------------------------------------------------- */

/* rows x cols numbers by rows into the dense M of n rows, at (r, c) */
static zn_status read_piece(zni_text *t, const char *name, zn_index rows,
                            zn_index cols, zn_index r, zn_index c, zn_index n,
                            double M[])
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; i < rows && !st; i++)
        for (zn_index j = 0; j < cols && !st; j++)
            st = zni_text_real(t, name, i * cols + j, false,
                               &M[(r + i) + (c + j) * n]);
    return st;
}

static zn_status read_pieces(zni_text *t, zni_store *s, zn_index n,
                             zn_index size, zn_mlcp *p)
{
    zn_index m = size - n;
    zn_status st = size > PTRDIFF_MAX / size
                       ? zni_text_fail(t, "n + m = %td is too large", size)
                       : zni_text_room(t, "A, B, C, D", size * size);

    if (st)
        return st;
    double *M = zni_store_alloc(s, size * size, sizeof *M);
    zn_matrix *A = zni_store_alloc(s, 1, sizeof *A);
    unsigned char *eq = zni_store_alloc(s, size, sizeof *eq);
    double *q = zni_store_alloc(s, size, sizeof *q);
    if (!M || !A || !eq || !q)
        return ZN_ENOMEM;
    st = read_piece(t, "A", n, n, 0, 0, size, M);
    if (!st)
        st = read_piece(t, "B", m, m, n, n, size, M);
    if (!st)
        st = read_piece(t, "C", n, m, 0, n, size, M);
    if (!st)
        st = read_piece(t, "D", m, n, n, 0, size, M);
    for (zn_index i = 0; i < size && !st; i++)
        st = zni_text_real(t, i < n ? "a" : "b", i < n ? i : i - n, false,
                           &q[i]);
    for (zn_index i = 0; i < n; i++)
        eq[i] = 1;
    *A = zn_matrix_dense(size, size, M);
    p->n = size;
    p->M = A;
    p->q = q;
    p->eq = eq;
    return st;
}

/* ---- both ---------------------------------------------------------------- */

/* six digits: what the sparse layout prints */
static bool alike(double a, double b)
{
    return fabs(a - b) <= 1e-5 * fmax(fabs(a), fabs(b));
}

/* Is row i of `marked` the row of the pieces? In those the equalities are first,
 * each kind in its order. */
static zn_status compare(zni_text *t, const zn_mlcp *marked, zn_index n,
                         const zn_mlcp *pieces)
{
    zn_index size = marked->n;
    zn_index *at = zn_alloc(t->ctx, size, sizeof *at), first = 0, second = n;
    zn_status st = at ? ZN_OK : ZN_ENOMEM;

    for (zn_index i = 0; i < size && !st; i++)
        at[i] = marked->eq[i] ? first++ : second++;
    for (zn_index i = 0; i < size && !st; i++) {
        if (!alike(marked->q[i], pieces->q[at[i]]))
            st = zni_text_fail(t, "q(%td) = %g, but %g in a, b", i,
                               marked->q[i], pieces->q[at[i]]);
        for (zn_index j = 0; j < size && !st; j++) {
            double x = zn_matrix_get(marked->M, i, j);
            double y = zn_matrix_get(pieces->M, at[i], at[j]);

            if (!alike(x, y))
                st = zni_text_fail(t, "M(%td,%td) = %g, but %g in A, B, C, D",
                                   i, j, x, y);
        }
    }
    zn_free_array(t->ctx, at);
    return st;
}

/* Is row i of `marked` among the rows of the pieces, where column j is at[j]? */
static bool among(const zn_mlcp *marked, zn_index i, const zn_index at[],
                  const zn_mlcp *pieces)
{
    zn_index size = marked->n;

    for (zn_index k = 0; k < size; k++) {
        bool same = i >= size || alike(marked->q[i], pieces->q[k]);

        for (zn_index j = 0; j < size && same; j++)
            same = alike(zn_matrix_get(marked->M, i, j),
                         zn_matrix_get(pieces->M, k, at[j]));
        if (same)
            return true;
    }
    return false;
}

/* the pieces, with the rows of `marked` that they do not have below them */
static zn_status append(zni_text *t, zni_store *s, const zn_mlcp *marked,
                        zn_index n, const zn_mlcp *pieces, zn_mlcp *out)
{
    zn_index size = marked->n, rows = size, first = 0, second = n;
    zn_index *at = zn_alloc(t->ctx, size, sizeof *at);
    double *M = zni_store_alloc(s, marked->M->rows * 2 * size, sizeof *M);
    double *q = zni_store_alloc(s, 2 * size, sizeof *q);
    zn_matrix *A = zni_store_alloc(s, 1, sizeof *A);
    zn_index *row = zn_alloc(t->ctx, 2 * size, sizeof *row);
    zn_status st = at && M && q && A && row ? ZN_OK : ZN_ENOMEM;

    for (zn_index i = 0; i < size && !st; i++)
        at[i] = marked->eq[i] ? first++ : second++;
    for (zn_index i = 0; i < marked->M->rows && !st; i++) {
        if (among(marked, i, at, pieces))
            continue;
        if (i >= size)
            st = zni_text_fail(t,
                               "row %td of M is not in A, B, C, D, and q has "
                               "%td numbers",
                               i, size);
        else
            row[rows++] = i;
    }
    for (zn_index j = 0; j < size && !st; j++) {
        for (zn_index i = 0; i < size; i++)
            M[i + j * rows] = zn_matrix_get(pieces->M, i, j);
        q[j] = pieces->q[j];
    }
    for (zn_index i = size; i < rows && !st; i++) {
        for (zn_index j = 0; j < size; j++)
            M[i + at[j] * rows] = zn_matrix_get(marked->M, row[i], j);
        q[i] = marked->q[row[i]];
    }
    zn_free_array(t->ctx, at);
    zn_free_array(t->ctx, row);
    if (st)
        return st;
    *A = zn_matrix_dense(rows, size, M);
    *out = (zn_mlcp){.n = size, .M = A, .q = q, .eq = pieces->eq};
    return ZN_OK;
}

/* n, m, n + m of the older layout, with m > 0: without, a dense LCP begins so */
static bool older(zni_text t, zn_index *n, zn_index *m)
{
    zn_index rows;

    return !zni_text_index(&t, "n", 0, PTRDIFF_MAX, n) &&
           !zni_text_index(&t, "m", 1, PTRDIFF_MAX, m) &&
           !zni_text_index(&t, "rows", 1, PTRDIFF_MAX, &rows) &&
           *n == rows - *m;
}

static zn_status read_older(zni_text *t, zni_store *s, zn_index n, zn_index m,
                            zn_mlcp *p)
{
    zn_index head;
    zn_status st = ZN_OK;

    for (int k = 0; k < 3 && !st; k++)
        st = zni_text_index(t, "n, m, n + m", 0, PTRDIFF_MAX, &head);
    return st ? st : read_pieces(t, s, n, n + m, p);
}

static zn_status read_newer(zni_text *t, zni_store *s, zn_mlcp *p)
{
    zn_mlcp pieces;
    zn_index marked, split, n, m;
    zn_status st = zni_text_index(t, "is M there", 0, 1, &marked);

    if (!st)
        st = zni_text_index(t, "are A, B, C, D there", 0, 1, &split);
    if (!st && !marked && !split)
        st = zni_text_fail(t, "neither M nor A, B, C, D are there");
    if (!st)
        st = zni_text_count(t, "n, number of equalities", 0, &n);
    if (!st)
        st = zni_text_count(t, "m, number of complementarities", n == 0, &m);
    if (st)
        return st;
    p->n = n + m;
    if (marked)
        st = read_marked(t, s, n, split, p);
    if (!st && split)
        st = read_pieces(t, s, n, n + m, marked ? &pieces : p);
    if (!st && marked && split) {
        zn_mlcp both = *p;

        st = p->M->rows == p->n ? compare(t, p, n, &pieces)
                                : append(t, s, &both, n, &pieces, p);
    }
    return st;
}

static zn_status read(zni_text *t, zni_store *s, void *problem)
{
    zn_mlcp *p = problem;
    const zni_text start = *t;
    zn_index n, m;
    const bool old = older(start, &n, &m);
    const zn_status st = read_newer(t, s, p);

    if (st != ZN_EINVAL || !old)
        return st;
    *t = start;
    return read_older(t, s, n, m, p);
}

static void write(FILE *f, const void *problem)
{
    const zn_mlcp *p = problem;
    zn_index n = 0;

    for (zn_index i = 0; i < p->n; i++)
        n += p->eq[i] != 0;
    fprintf(f, "1\n0\n%td\n%td\n0", n, p->n - n);
    for (zn_index i = 0; i < p->n; i++)
        if (i + 1 == p->n || !p->eq[i] != !p->eq[i + 1])
            fprintf(f, " %td", i + 1);
    fprintf(f, "\n");
    for (zn_index i = 0; i < p->n; i++)
        if (i + 1 == p->n || !p->eq[i] != !p->eq[i + 1])
            fprintf(f, "%d%c", !p->eq[i], i + 1 < p->n ? ' ' : '\n');
    zni_put_matrix(f, p->M);
    zni_put_vector(f, p->M->rows, p->q);
}

const zni_problem_format zni_mlcp_format = {
    .class = "mlcp",
    .words = {"mlcp"},
    .size = sizeof(zn_mlcp),
    .read = read,
    .write = write,
    .tail = true,
};
