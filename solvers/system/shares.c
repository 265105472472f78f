/* shares.c - how the block of a group of contacts is shared between its two bodies
 * SPDX-License-Identifier: Apache-2.0 */
#include "uncondense.h"

/* Take a body with mass M whose contact a acts on its velocities by J_a. Blocks between its contacts in different
 * groups are known, G_ab = J_a' M^-1 J_b = W_ab. Within a group W has the sum of the contributions of two bodies. G has
 * rank six at most, three in the plane, so
 *     G_SS = G_ST G_UT^-1 G_US
 * for as many rows U and columns T of other groups. No group may be in both U and T unless its share is known. (This is
 * the skeleton of a matrix of low rank: Goreinov, Tyrtyshnikov & Zamarashkin, Linear Algebra Appl. 261, 1997.) U and T
 * are the pivots of an elimination, after which nothing is left if this is a body. The share of one body in a group
 * leaves the rest to the other body, and with it more may be found out about that one. */

/* Pivots may range over RANGE; what remains after them, relative to the first, must be below EXACT. */
static const double RANGE = 1e-8, EXACT = 1e-10;

enum { RANK = 6 }; /* of a body in space */

/* Bound of the difference between the share by six pivots and by their transpose, which is rounding, enlarged by the
 * range of the pivots. */
static const double APART = 1e-6;

zn_index zni_shares_rows(const zni_shares *s, const zni_fc *c, int32_t g)
{
    return c->d * (s->cliques.first[g + 1] - s->cliques.first[g]);
}

/* ---- matrices ---------------------------------------------------------------------- */

static bool within(const zni_shares *s, int32_t b, int32_t root)
{
    return b >= 0 && s->root[b] == root;
}

/* Have two groups a body with this root in common? */
static bool common(const zni_shares *s, int32_t g, int32_t f, int32_t root)
{
    const int32_t *a = s->cliques.end + 2 * g, *b = s->cliques.end + 2 * f;

    for (int i = 0; i < 2; i++)
        if (within(s, a[i], root) && (a[i] == b[0] || a[i] == b[1]))
            return true;
    return false;
}

/* The share of bodies with this root in the block of g, into the rows from A on; zeros where it is not known. */
static void own(const zni_shares *s, const zni_fc *c, int32_t g, int32_t root, zn_index n, double A[])
{
    const zn_index rows = zni_shares_rows(s, c, g);
    const double *whole = s->whole + s->at[g], *first = s->first + s->at[g];
    const bool one = within(s, s->cliques.end[2 * g], root),
               two = within(s, s->cliques.end[2 * g + 1], root);

    for (zn_index j = 0; j < rows; j++)
        for (zn_index i = 0; i < rows; i++) {
            const zn_index k = i + rows * j;

            A[i + n * j] = one && two       ? whole[k]
                           : !s->known[g] ? 0
                           : one          ? first[k]
                                          : whole[k] - first[k];
        }
}

/* Blocks of W between contact a of group g and the contacts that have a place: those of g itself, or those of all other
 * groups with a body of `root` in common. */
static void blocks(const zni_shares *s, const zni_fc *c, zn_index a, int32_t g, bool own_group,
                   int32_t root, zn_index n, double A[])
{
    for (zn_index m = c->p[a]; m < c->p[a + 1]; m++) {
        const zn_index b = c->i[m];
        const int32_t f = s->cliques.group[b];
        const double *x = c->x + c->bp[m];

        if (s->place[b] < 0 || (own_group ? f != g : f == g || !common(s, g, f, root)))
            continue;
        for (zn_index l = 0; l < c->d; l++)
            for (zn_index k = 0; k < c->d; k++)
                A[s->place[a] + k + n * (s->place[b] + l)] = x[k + c->d * l];
    }
}

/* Gives the contacts of these groups consecutive rows, or takes their places away; returns the number of rows. */
static zn_index settle(zni_shares *s, const zni_fc *c, const int32_t list[], int32_t count, bool there)
{
    zn_index n = 0;

    for (int32_t l = 0; l < count; l++)
        for (int32_t k = s->cliques.first[list[l]]; k < s->cliques.first[list[l] + 1]; k++, n += c->d)
            s->place[s->cliques.at[k]] = there ? (int32_t)n : -1;
    return n;
}

zn_index zni_shares_gather(zni_shares *s, const zni_fc *c, const int32_t list[], int32_t count,
                           int32_t root, double A[])
{
    const zni_cliques *q = &s->cliques;
    zn_index n = 0, at = 0;

    for (int32_t l = 0; l < count; l++)
        n += zni_shares_rows(s, c, list[l]);
    if (n > ZNI_BODY_ROWS)
        return 0;
    settle(s, c, list, count, true);
    memset(A, 0, (size_t)(n * n) * sizeof *A);
    for (int32_t l = 0; l < count; l++) {
        for (int32_t k = q->first[list[l]]; k < q->first[list[l] + 1]; k++)
            blocks(s, c, q->at[k], list[l], false, root, n, A);
        own(s, c, list[l], root, n, A + at * (n + 1));
        at += zni_shares_rows(s, c, list[l]);
    }
    settle(s, c, list, count, false);
    return n;
}

/* ---- one body ------------------------------------------------------------------------ */

/* A body: its groups, and the matrix of their contacts. */
typedef struct body {
    const int32_t *list;
    int32_t count;
    zn_index n, rank; /* rows; its rank is at least this */
    bool told;        /* shares found by other bodies may be used           */
    const double *A;
    double *work; /* n x n */
} body;

/* Rows and columns of the pivots; exact: they range over little, and leave nothing. */
typedef struct skeleton {
    zn_index rank, row[RANK], column[RANK];
    bool exact;
} skeleton;

/* The rows U or columns T: those of all groups whose share is known, and of every second of the others, without group
 * `left`. */
static zn_index part(const zni_shares *s, const zni_fc *c, const body *k, int32_t left, bool rows, int32_t out[])
{
    bool next = true; /* does the next unknown group belong to U? */
    zn_index n = 0, at = 0;

    for (int32_t l = 0; l < k->count; l++) {
        const zn_index size = zni_shares_rows(s, c, k->list[l]);
        const bool known = k->told && s->known[k->list[l]];

        for (zn_index i = 0; i < size && l != left && (known || next == rows); i++)
            out[n++] = (int32_t)(at + i);
        next = next != (l != left && !known);
        at += size;
    }
    return n;
}

/* The largest entry, and where it is. */
static double largest(const double B[], zn_index rows, zn_index columns, zn_index *row, zn_index *column)
{
    double most = 0;

    *row = *column = 0;
    for (zn_index j = 0; j < columns; j++)
        for (zn_index i = 0; i < rows; i++)
            if (fabs(B[i + rows * j]) > most) {
                most = fabs(B[i + rows * j]);
                *row = i;
                *column = j;
            }
    return most;
}

/* One step of Gaussian elimination with the pivot in row p and column q, which are zero afterwards. */
static void eliminate(double B[], zn_index rows, zn_index columns, zn_index p, zn_index q)
{
    const double pivot = B[p + rows * q];

    for (zn_index j = 0; j < columns; j++)
        for (zn_index i = 0; i < rows && j != q; i++)
            if (i != p)
                B[i + rows * j] -= B[i + rows * q] * B[p + rows * j] / pivot;
    for (zn_index j = 0; j < columns; j++)
        B[p + rows * j] = 0;
    memset(B + rows * q, 0, (size_t)rows * sizeof *B);
}

/* Complete pivoting on these rows and columns. In the plane the rank may be more than three,
 * of bodies that turn out of it; then what remains must show that these are all pivots. */
static skeleton pivots(const body *k, const int32_t U[], zn_index rows, const int32_t T[], zn_index columns)
{
    skeleton out = {0};
    double *B = k->work, first = 0, here;
    zn_index p, q;

    for (zn_index j = 0; j < columns; j++)
        for (zn_index i = 0; i < rows; i++)
            B[i + rows * j] = k->A[U[i] + k->n * T[j]];
    while (out.rank < RANK && out.rank < rows && out.rank < columns) {
        here = largest(B, rows, columns, &p, &q);
        first = out.rank == 0 ? here : first;
        if (out.rank >= k->rank && here <= EXACT * first)
            break;
        if (!(here > RANGE * first))
            return out;
        eliminate(B, rows, columns, p, q);
        out.row[out.rank] = U[p];
        out.column[out.rank++] = T[q];
    }
    out.exact = out.rank >= k->rank && (out.rank == k->rank || (rows > out.rank && columns > out.rank)) &&
                largest(B, rows, columns, &p, &q) <= EXACT * first;
    return out;
}

/* to (size x size) = A_ST A_UT^-1 A_US; false: A_UT is singular. */
static bool skeletal(const body *k, zn_index r, const zn_index U[], const zn_index T[], zn_index at,
                     zn_index size, double to[])
{
    const zn_index n = k->n;
    double K[RANK * RANK];

    for (zn_index j = 0; j < r; j++)
        for (zn_index i = 0; i < r; i++)
            K[i + r * j] = k->A[U[i] + n * T[j]];
    for (zn_index j = 0; j < size; j++) {
        double b[RANK], y[RANK];

        for (zn_index i = 0; i < r; i++)
            b[i] = k->A[U[i] + n * (at + j)];
        if (!zni_small_solve(r, K, b, y))
            return false;
        for (zn_index i = 0; i < size; i++) {
            double sum = 0;

            for (zn_index l = 0; l < r; l++)
                sum += k->A[at + i + n * T[l]] * y[l];
            to[i + size * j] = sum;
        }
    }
    return true;
}

/* The mean of that and of the same with rows and columns exchanged, which is the transpose where the matrix is
 * symmetric. False: the two do not agree. */
static bool complete(const zni_shares *s, const body *k, const skeleton *of, zn_index at,
                     zn_index size, double to[])
{
    double *mirror = k->work, most = 0, off = 0;

    if (!skeletal(k, of->rank, of->row, of->column, at, size, to) ||
        (!s->symmetric && !skeletal(k, of->rank, of->column, of->row, at, size, mirror)))
        return false;
    for (zn_index j = 0; s->symmetric && j < size; j++)
        for (zn_index i = 0; i < size; i++)
            mirror[j + size * i] = to[i + size * j];
    for (zn_index i = 0; i < size * size; i++) {
        most = fmax(most, fabs(to[i]));
        off = fmax(off, fabs(to[i] - mirror[i]));
        to[i] = 0.5 * (to[i] + mirror[i]);
    }
    return off <= APART * most;
}

/* Finds the share of body b in its group `left`; false: what is known is not enough. */
static bool tell(zni_shares *s, const zni_fc *c, const body *k, int32_t b, int32_t left)
{
    const int32_t g = k->list[left];
    const zn_index size = zni_shares_rows(s, c, g);
    int32_t U[ZNI_BODY_ROWS], T[ZNI_BODY_ROWS];
    double *first = s->first + s->at[g], *whole = s->whole + s->at[g];
    const zn_index rows = part(s, c, k, left, true, U), columns = part(s, c, k, left, false, T);
    const skeleton found = pivots(k, U, rows, T, columns);
    zn_index at = 0;

    for (int32_t l = 0; l < left; l++)
        at += zni_shares_rows(s, c, k->list[l]);
    if (!found.exact || !complete(s, k, &found, at, size, first))
        return false;
    for (zn_index i = 0; s->cliques.end[2 * g] != b && i < size * size; i++)
        first[i] = whole[i] - first[i];
    return true;
}

/* ---- all of them --------------------------------------------------------------------- */

/* Finds all shares of body b that can be found, by itself or (told) also by shares that other bodies have found.
 * Returns whether any was found. */
static bool visit(zni_shares *s, const zni_fc *c, int32_t b, bool told)
{
    const zni_cliques *q = &s->cliques;
    const int32_t *list = q->has + q->begin[b], size = q->begin[b + 1] - q->begin[b];
    double *A = s->dense;
    bool more = false;
    body k = {list, size, 0, c->d == 2 ? 3 : RANK, told, A, A + ZNI_BODY_ROWS * ZNI_BODY_ROWS};

    for (int32_t l = 0; l < size; l++) {
        const int32_t g = list[l];

        if (s->known[g])
            continue;
        if (k.n == 0)
            k.n = zni_shares_gather(s, c, list, size, b, A);
        if (k.n == 0)
            return false;
        if (!tell(s, c, &k, b, l))
            continue;
        s->known[g] = more = true;
        k.n = told ? 0 : k.n; /* it changes the matrix */
    }
    return more;
}

/* Each body by itself first, as shares made of other shares accumulate their rounding. Then bodies are visited again
 * whenever a neighbour has found a share. */
static void visit_all(zni_shares *s, const zni_fc *c)
{
    const zni_cliques *q = &s->cliques;
    zn_index from = 0, to = q->nbodies;

    for (int32_t b = 0; b < q->nbodies; b++) {
        visit(s, c, b, false);
        s->queue[b] = b;
        s->waits[b] = 1;
    }
    for (; from < to; from++) {
        const int32_t b = s->queue[from % q->nbodies];

        s->waits[b] = 0;
        if (!visit(s, c, b, true))
            continue;
        for (int32_t k = q->begin[b]; k < q->begin[b + 1]; k++)
            for (int e = 0; e < 2; e++) {
                const int32_t o = q->end[2 * q->has[k] + e];

                if (o < 0 || o == b || s->waits[o])
                    continue;
                s->waits[o] = 1;
                s->queue[to++ % q->nbodies] = o;
            }
    }
}

/* A group with one known body, whose other end is the ground or a body that touches nothing else, belongs to that body
 * as a whole if its share was not found. */
static void whole(zni_shares *s, const zni_fc *c)
{
    for (int32_t g = 0; g < s->cliques.ngroups; g++) {
        const zn_index size = zni_shares_rows(s, c, g);
        const int32_t *end = s->cliques.end + 2 * g;

        if (s->known[g] || end[1] >= 0 || end[0] < 0)
            continue;
        memcpy(s->first + s->at[g], s->whole + s->at[g], (size_t)(size * size) * sizeof *s->first);
        s->known[g] = s->open[end[0]] = true;
    }
}

static int32_t root_of(const zni_shares *s, int32_t b)
{
    while (s->root[b] != b)
        b = s->root[b];
    return b;
}

/* Bodies with a common group whose shares were not found are taken together. */
static void join(zni_shares *s)
{
    for (int32_t g = 0; g < s->cliques.ngroups; g++) {
        const int32_t *end = s->cliques.end + 2 * g;

        if (!s->known[g] && end[1] >= 0) {
            const int32_t a = root_of(s, end[0]), b = root_of(s, end[1]);

            s->root[a > b ? a : b] = a < b ? a : b;
        }
    }
    for (int32_t b = 0; b < s->cliques.nbodies; b++)
        s->root[b] = root_of(s, b);
}

/* The blocks of the groups in W. */
static void fill(zni_shares *s, const zni_fc *c)
{
    const zni_cliques *q = &s->cliques;

    for (int32_t g = 0; g < q->ngroups; g++) {
        settle(s, c, &g, 1, true);
        for (int32_t k = q->first[g]; k < q->first[g + 1]; k++)
            blocks(s, c, q->at[k], g, true, -1, zni_shares_rows(s, c, g), s->whole + s->at[g]);
        settle(s, c, &g, 1, false);
    }
}

static zn_status room(zn_ctx *ctx, zni_shares *s, const zni_fc *c)
{
    const zn_index ng = s->cliques.ngroups, nb = s->cliques.nbodies + 1;
    zn_status st = zn_grow(ctx, &s->at, &s->cap_at, ng + 1, sizeof *s->at);

    if (st)
        return st;
    s->at[0] = 0;
    for (int32_t g = 0; g < ng; g++) {
        const zn_index rows = zni_shares_rows(s, c, g);

        s->at[g + 1] = s->at[g] + rows * rows;
    }
    return ZNI_GROW(ctx, ZNI_ARRAY(s, whole, s->at[ng]), ZNI_ARRAY(s, first, s->at[ng]),
                    ZNI_ARRAY(s, known, ng), ZNI_ARRAY(s, waits, nb), ZNI_ARRAY(s, open, nb),
                    ZNI_ARRAY(s, queue, nb), ZNI_ARRAY(s, root, nb), ZNI_ARRAY(s, place, c->nc),
                    ZNI_ARRAY(s, dense, (s->symmetric ? 2 : 3) * ZNI_BODY_ROWS * ZNI_BODY_ROWS));
}

zn_status zni_shares_find(zn_ctx *ctx, zni_shares *s, const zni_fc *c, bool *found)
{
    zn_status st = zni_cliques_find(ctx, &s->cliques, c, found);

    if (st || !*found)
        return st;
    *found = false;
    for (int32_t g = 0; g < s->cliques.ngroups; g++)
        if (zni_shares_rows(s, c, g) > ZNI_BODY_ROWS)
            return ZN_OK;
    st = room(ctx, s, c);
    if (st)
        return st;
    for (zn_index a = 0; a < c->nc; a++)
        s->place[a] = -1;
    for (int32_t b = 0; b < s->cliques.nbodies; b++)
        s->root[b] = b;
    memset(s->known, 0, (size_t)s->cliques.ngroups);
    memset(s->open, 0, (size_t)s->cliques.nbodies);
    fill(s, c);
    visit_all(s, c);
    whole(s, c);
    join(s);
    *found = true;
    return ZN_OK;
}

void zni_shares_fini(zn_ctx *ctx, zni_shares *s)
{
    zni_cliques_fini(ctx, &s->cliques);
    ZNI_FREE(ctx, s->at, s->whole, s->first, s->known, s->waits, s->open, s->queue, s->root,
             s->place, s->dense);
}
