/* matrix_look.c - looking into a matrix in any storage, and checking it
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/matrix.h>

#include <math.h>
#include <string.h>

/* The block (its number) of row r that holds column b, or -1. */
static zn_index find(const zn_index p[], const zn_index i[], zn_index r,
                     zn_index b)
{
    zn_index lo = p[r], hi = p[r + 1];

    while (lo < hi) {
        const zn_index mid = lo + (hi - lo) / 2;
        if (i[mid] < b)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < p[r + 1] && i[lo] == b ? lo : -1;
}

/* The block row or column in which index i falls. */
static zn_index block_of(const zn_index offsets[], zn_index n, zn_index i)
{
    zn_index lo = 0, hi = n;

    while (lo + 1 < hi) {
        const zn_index mid = lo + (hi - lo) / 2;
        if (offsets[mid] <= i)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

double zn_matrix_get(const zn_matrix *A, zn_index i, zn_index j)
{
    zn_index a, b, k;

    if (A->storage == ZN_DENSE)
        return A->x[i + j * A->rows];
    if (A->storage == ZN_CSC) {
        k = find(A->p, A->i, j, i);
        return k < 0 ? 0 : A->x[k];
    }
    a = block_of(A->ro, A->nbr, i);
    b = block_of(A->co, A->nbc, j);
    k = find(A->p, A->i, a, b);
    if (k < 0)
        return 0;
    return A->x[A->bp[k] + (i - A->ro[a]) +
                (j - A->co[b]) * (A->ro[a + 1] - A->ro[a])];
}

void zn_matrix_diag(const zn_matrix *A, double d[])
{
    for (zn_index i = 0; i < A->rows; i++)
        d[i] = zn_matrix_get(A, i, i);
}

zn_index zn_matrix_nnz(const zn_matrix *A)
{
    zn_index n = 0;

    if (A->storage == ZN_DENSE)
        return A->rows * A->cols;
    if (A->storage == ZN_CSC)
        return A->p[A->cols];
    for (zn_index a = 0; a < A->nbr; a++)
        for (zn_index k = A->p[a]; k < A->p[a + 1]; k++)
            n += (A->ro[a + 1] - A->ro[a]) *
                 (A->co[A->i[k] + 1] - A->co[A->i[k]]);
    return n;
}

/* Call fn for every stored entry, until it returns false. */
typedef bool entry_fn(void *user, zn_index i, zn_index j, double x);

static bool each(const zn_matrix *A, entry_fn *fn, void *user)
{
    if (A->storage == ZN_DENSE) {
        for (zn_index j = 0; j < A->cols; j++)
            for (zn_index i = 0; i < A->rows; i++)
                if (!fn(user, i, j, A->x[i + j * A->rows]))
                    return false;
        return true;
    }
    if (A->storage == ZN_CSC) {
        for (zn_index j = 0; j < A->cols; j++)
            for (zn_index k = A->p[j]; k < A->p[j + 1]; k++)
                if (!fn(user, A->i[k], j, A->x[k]))
                    return false;
        return true;
    }
    for (zn_index a = 0; a < A->nbr; a++)
        for (zn_index k = A->p[a]; k < A->p[a + 1]; k++) {
            const double *x = A->x + A->bp[k];
            for (zn_index j = A->co[A->i[k]]; j < A->co[A->i[k] + 1]; j++)
                for (zn_index i = A->ro[a]; i < A->ro[a + 1]; i++)
                    if (!fn(user, i, j, *x++))
                        return false;
        }
    return true;
}

typedef struct target {
    double  *x;
    zn_index rows;
} target;

static bool put(void *user, zn_index i, zn_index j, double x)
{
    target *t = user;

    t->x[i + j * t->rows] = x;
    return true;
}

void zn_matrix_to_dense(const zn_matrix *A, double out[])
{
    target t = {out, A->rows};

    memset(out, 0, (size_t)(A->rows * A->cols) * sizeof *out);
    each(A, put, &t);
}

typedef struct mirror {
    const zn_matrix *A;
    double           max, tol;
} mirror;

static bool largest(void *user, zn_index i, zn_index j, double x)
{
    mirror *m = user;

    (void)i;
    (void)j;
    m->max = fmax(m->max, fabs(x));
    return true;
}

static bool mirrored(void *user, zn_index i, zn_index j, double x)
{
    const mirror *m = user;

    return i == j || fabs(x - zn_matrix_get(m->A, j, i)) <= m->tol * m->max;
}

bool zn_matrix_symmetric(const zn_matrix *A, double tol)
{
    mirror m = {A, 0, tol};

    if (A->rows != A->cols)
        return false;
    each(A, largest, &m);
    return each(A, mirrored, &m);
}

/* ---- checks ---- */

typedef struct place {
    zn_index i, j;
    double   x;
} place;

static bool finite_entry(void *user, zn_index i, zn_index j, double x)
{
    if (isfinite(x))
        return true;
    *(place *)user = (place){i, j, x};
    return false;
}

/* Offsets rise from 0 to `end`; n + 1 of them. */
static bool rising(const zn_index v[], zn_index n, zn_index end)
{
    if (!v || v[0] != 0)
        return false;
    for (zn_index k = 0; k < n; k++)
        if (v[k + 1] < v[k])
            return false;
    return end < 0 || v[n] == end;
}

/* Within each of n lists, indices ascend and lie below `limit`. */
static bool ascending(const zn_index p[], const zn_index i[], zn_index n,
                      zn_index limit)
{
    for (zn_index a = 0; a < n; a++)
        for (zn_index k = p[a]; k < p[a + 1]; k++)
            if (i[k] < 0 || i[k] >= limit || (k > p[a] && i[k] <= i[k - 1]))
                return false;
    return true;
}

static const char *bad_structure(const zn_matrix *A)
{
    if (A->storage == ZN_CSC) {
        if (!rising(A->p, A->cols, -1))
            return "column pointers do not rise from 0";
        if (A->p[A->cols] && (!A->i || !A->x))
            return "row numbers or values are missing";
        return ascending(A->p, A->i, A->cols, A->rows)
                   ? NULL
                   : "row numbers out of range or out of order";
    }
    if (A->storage == ZN_BSR) {
        if (!rising(A->ro, A->nbr, A->rows) || !rising(A->co, A->nbc, A->cols))
            return "block offsets do not cover rows and columns";
        if (!rising(A->p, A->nbr, -1))
            return "block-row pointers do not rise from 0";
        if (A->p[A->nbr] && (!A->i || !A->bp || !A->x))
            return "block numbers, positions or values are missing";
        return ascending(A->p, A->i, A->nbr, A->nbc)
                   ? NULL
                   : "block-column numbers out of range or out of order";
    }
    if (A->storage != ZN_DENSE)
        return "unknown storage";
    return A->x || !A->rows || !A->cols ? NULL : "values are missing";
}

zn_status zn_matrix_check(zn_ctx *ctx, const char *name, const zn_matrix *A)
{
    const char *wrong;
    place at;

    if (!A)
        return zn_fail(ctx, ZN_EINVAL, "matrix %s is missing", name);
    if (A->rows < 0 || A->cols < 0)
        return zn_fail(ctx, ZN_EINVAL, "matrix %s is %td x %td", name, A->rows,
                       A->cols);
    wrong = bad_structure(A);
    if (wrong)
        return zn_fail(ctx, ZN_EINVAL, "matrix %s (%td x %td): %s", name,
                       A->rows, A->cols, wrong);
    if (!each(A, finite_entry, &at))
        return zn_fail(ctx, ZN_EDOM, "%s(%td,%td) = %g", name, at.i, at.j,
                       at.x);
    return ZN_OK;
}
