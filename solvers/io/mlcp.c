/* mlcp.c - mixed complementarity problems in files, in both layouts
 *
 * A file begins with two flags s1, s2, which say which layouts it has, the number n of equalities and the number m
 * of complementarity rows. Then follow
 *   if s1: the ends of blocks of rows from 0 to n + m, a mark for each block (0: equality,
 *       1: complementarity), M, q;
 *   if s2: A, B, C, D by rows, a, b, where M = [A C; D B] and q = [a; b].
 * If both are there they must agree. M may have more than n + m rows: equations without an unknown of their own. If M
 * is there alone q has a number for each row. Otherwise q has n + m numbers, the problem is that of A, B, C, D, and
 * each row of M that is not among its rows is a further equation; rows of M beyond the numbers of q must be among
 * them. Numbers after the problem, a solution from older writers, are ignored.
 * Files of an older layout begin with n, m and n + m instead of the flags, and go on as with s2.
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <math.h>

#include <zeno/mlcp.h>

/* ---- one square matrix with marked rows ---------------------------------- */

static const unsigned char *read_marks(zni_text *t, zni_store *s, zn_index equalities,
                                       zn_index rows)
{
    unsigned char *eq = zni_text_room_for(t, s, rows, sizeof *eq);
    zn_index *end = zni_text_room_for(t, s, rows + 1, sizeof *end);
    zn_index blocks = 0, mark, count = 0;

    zni_text_same(t, "start of the first block", 0);
    while (!t->st && end[blocks] < rows) {
        zni_text_index(t, "end of a block", end[blocks] + 1, rows, &end[blocks + 1]);
        blocks++;
    }
    for (zn_index b = 0; b < blocks && !t->st; b++) {
        zni_text_index(t, "mark of a block (0 equality, 1 complementarity)", 0, 1, &mark);
        for (zn_index i = end[b]; i < end[b + 1] && !t->st; i++)
            count += eq[i] = mark == 0;
    }
    if (count != equalities)
        zni_text_fail(t, "the blocks mark %td equality rows, the header says %td", count,
                      equalities);
    return eq;
}

/* short_q: q has p->n numbers, even if M has more rows */
static void read_marked(zni_text *t, zni_store *s, zn_index equalities,
                        bool short_q, zn_mlcp *p)
{
    p->eq = read_marks(t, s, equalities, p->n);
    zni_text_matrix(t, s, "M", -p->n, p->n, &p->M);
    if (!t->st)
        zni_text_vector(t, s, "q", short_q ? p->n : p->M->rows, false, &p->q);
}

/* ---- A, B, C, D, a, b ---------------------------------------------------- */

/* Read rows x cols numbers, row by row, into the dense M of n rows, at (r, c). */
static void read_piece(zni_text *t, const char *name, zn_index rows,
                       zn_index cols, zn_index r, zn_index c, zn_index n,
                       double M[])
{
    for (zn_index i = 0; i < rows && !t->st; i++)
        for (zn_index j = 0; j < cols && !t->st; j++)
            zni_text_real(t, name, i * cols + j, false, &M[(r + i) + (c + j) * n]);
}

static zn_status read_pieces(zni_text *t, zni_store *s, zn_index n,
                             zn_index size, zn_mlcp *p)
{
    zn_index m = size - n;
    double *M, *q;
    zn_matrix *A;
    unsigned char *eq;

    if (size > PTRDIFF_MAX / size)
        return zni_text_fail(t, "n + m = %td is too large", size);
    zni_text_room(t, "A, B, C, D", size * size);
    M = zni_text_room_for(t, s, size * size, sizeof *M);
    A = zni_text_room_for(t, s, 1, sizeof *A);
    eq = zni_text_room_for(t, s, size, sizeof *eq);
    q = zni_text_room_for(t, s, size, sizeof *q);
    if (t->st)
        return t->st;
    read_piece(t, "A", n, n, 0, 0, size, M);
    read_piece(t, "B", m, m, n, n, size, M);
    read_piece(t, "C", n, m, 0, n, size, M);
    read_piece(t, "D", m, n, n, 0, size, M);
    for (zn_index i = 0; i < size && !t->st; i++)
        zni_text_real(t, i < n ? "a" : "b", i < n ? i : i - n, false, &q[i]);
    for (zn_index i = 0; i < n; i++)
        eq[i] = 1;
    *A = zn_matrix_dense(size, size, M);
    p->n = size;
    p->M = A;
    p->q = q;
    p->eq = eq;
    return t->st;
}

/* ---- both ---------------------------------------------------------------- */

/* equal to six digits, as many as the sparse layout prints */
static bool alike(double a, double b)
{
    return fabs(a - b) <= 1e-5 * fmax(fabs(a), fabs(b));
}

/* at[i]: the row of the pieces that is row i of `marked`. The pieces have the equalities first, both kinds in their
 * order. */
static zn_index *places(zni_text *t, zni_store *s, const zn_mlcp *marked, zn_index n)
{
    zn_index *at = zni_text_room_for(t, s, marked->n, sizeof *at), first = 0, second = n;

    for (zn_index i = 0; i < marked->n && at; i++)
        at[i] = marked->eq[i] ? first++ : second++;
    return at;
}

/* The first column in which row i of `marked` differs from row k of the pieces, where column j is at[j]; n: they are
 * alike. */
static zn_index differs(const zn_mlcp *marked, zn_index i, const zn_index at[], const zn_mlcp *pieces,
                        zn_index k)
{
    zn_index j = 0;

    while (j < marked->n && alike(zn_matrix_get(marked->M, i, j), zn_matrix_get(pieces->M, k, at[j])))
        j++;
    return j;
}

static void compare(zni_text *t, const zn_mlcp *marked, const zn_index at[], const zn_mlcp *pieces)
{
    for (zn_index i = 0; i < marked->n && !t->st; i++) {
        const zn_index k = at[i], j = differs(marked, i, at, pieces, k);

        if (!alike(marked->q[i], pieces->q[k]))
            zni_text_fail(t, "q(%td) = %g, but %g in a, b", i, marked->q[i], pieces->q[k]);
        else if (j < marked->n)
            zni_text_fail(t, "M(%td,%td) = %g, but %g in A, B, C, D", i, j, zn_matrix_get(marked->M, i, j),
                          zn_matrix_get(pieces->M, k, at[j]));
    }
}

/* Is row i of `marked` among the rows of the pieces? */
static bool among(const zn_mlcp *marked, zn_index i, const zn_index at[],
                  const zn_mlcp *pieces)
{
    const zn_index size = marked->n;

    for (zn_index k = 0; k < size; k++)
        if ((i >= size || alike(marked->q[i], pieces->q[k])) && differs(marked, i, at, pieces, k) == size)
            return true;
    return false;
}

/* p, the marked problem, becomes that of the pieces, followed by the rows of p that they do not have. */
static void append(zni_text *t, zni_store *s, const zn_index at[], const zn_mlcp *pieces, zn_mlcp *p)
{
    const zn_mlcp marked = *p;
    zn_index size = p->n, rows = size;
    double *M = zni_text_room_for(t, s, p->M->rows * 2 * size, sizeof *M);
    double *q = zni_text_room_for(t, s, 2 * size, sizeof *q);
    zn_matrix *A = zni_text_room_for(t, s, 1, sizeof *A);
    zn_index *row = zni_text_room_for(t, s, 2 * size, sizeof *row);

    for (zn_index i = 0; !t->st && i < marked.M->rows; i++) {
        if (among(&marked, i, at, pieces))
            continue;
        if (i >= size)
            zni_text_fail(t, "row %td of M is not in A, B, C, D, and q has %td numbers", i, size);
        else
            row[rows++] = i;
    }
    if (t->st)
        return;
    for (zn_index j = 0; j < size; j++) {
        for (zn_index i = 0; i < size; i++)
            M[i + j * rows] = zn_matrix_get(pieces->M, i, j);
        q[j] = pieces->q[j];
    }
    for (zn_index i = size; i < rows; i++) {
        for (zn_index j = 0; j < size; j++)
            M[i + at[j] * rows] = zn_matrix_get(marked.M, row[i], j);
        q[i] = marked.q[row[i]];
    }
    *A = zn_matrix_dense(rows, size, M);
    *p = (zn_mlcp){.n = size, .M = A, .q = q, .eq = pieces->eq};
}

/* Does the text begin with n, m, n + m as the older layout? m > 0, since a dense LCP begins so with m = 0. */
static bool older(zni_text t, zn_index *n, zn_index *m)
{
    zn_index rows;

    return !zni_text_index(&t, "n", 0, PTRDIFF_MAX, n) &&
           !zni_text_index(&t, "m", 1, PTRDIFF_MAX, m) &&
           !zni_text_index(&t, "rows", 1, PTRDIFF_MAX, &rows) &&
           *n == rows - *m;
}

static zn_status read_newer(zni_text *t, zni_store *s, zn_mlcp *p)
{
    zn_mlcp pieces;
    zn_index marked, split, n, m, *at;

    zni_text_index(t, "is M there", 0, 1, &marked);
    zni_text_index(t, "are A, B, C, D there", 0, 1, &split);
    if (!marked && !split)
        zni_text_fail(t, "neither M nor A, B, C, D are there");
    zni_text_count(t, "n, number of equalities", 0, &n);
    zni_text_count(t, "m, number of complementarities", n == 0, &m);
    if (t->st)
        return t->st;
    p->n = n + m;
    if (marked)
        read_marked(t, s, n, split, p);
    if (split && !t->st)
        read_pieces(t, s, n, n + m, marked ? &pieces : p);
    if (t->st || !marked || !split)
        return t->st;
    at = places(t, s, p, n);
    if (p->M->rows == p->n)
        compare(t, p, at, &pieces);
    else
        append(t, s, at, &pieces, p);
    return t->st;
}

static zn_status read(zni_text *t, zni_store *s, void *problem)
{
    zn_mlcp *p = problem;
    const zni_text start = *t;
    zn_index n, m;
    const bool old = older(start, &n, &m);

    if (read_newer(t, s, p) != ZN_EINVAL || !old)
        return t->st;
    *t = start;
    for (zn_index head, k = 0; k < 3; k++)
        zni_text_index(t, "n, m, n + m", 0, PTRDIFF_MAX, &head);
    return read_pieces(t, s, n, n + m, p);
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
    .size = sizeof(zn_mlcp),
    .read = read,
    .write = write,
    .tail = true,
};
