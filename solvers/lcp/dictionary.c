/* dictionary.c - the dense dictionary of the pivoting methods
 * SPDX-License-Identifier: Apache-2.0 */
#include "dictionary.h"

#include <math.h>
#include <string.h>

#include <cblas.h>

/* below this size a loop is quicker than a call of BLAS */
enum { SMALL = 24 };

zn_status zni_dictionary_reserve(zn_ctx *ctx, zni_dictionary *t, zn_index n)
{
    zn_status st;

    st = zn_grow(ctx, &t->T, &t->cap_real, n * (n + 4), sizeof *t->T);
    if (!st)
        st =
            zn_grow(ctx, &t->basic, &t->cap_index, 5 * n + 2, sizeof *t->basic);
    if (!st)
        st = zni_lu_size(ctx, &t->lu, n);
    return st;
}

/* Scale to (S M S) z' + S q, entries near 1, by powers of two: exact, so the
 * ties of degenerate data stay ties. */
static void scale(zni_dictionary *t, const double q[])
{
    zn_index n = t->n;
    double big = 0;
    int e;

    memset(t->s, 0, (size_t)n * sizeof *t->s);
    for (zn_index j = 0; j < n; j++) {
        for (zn_index i = 0; i < n; i++) {
            double m = fabs(t->T[i + j * n]);

            t->s[i] = m > t->s[i] ? m : t->s[i];
            t->s[j] = m > t->s[j] ? m : t->s[j];
        }
    }
    for (zn_index i = 0; i < n; i++) {
        frexp(t->s[i], &e);
        t->s[i] = ldexp(1, t->s[i] > 0 ? -e / 2 : 0);
        big = fmax(big, fabs(t->s[i] * q[i]));
    }
    frexp(big, &e);
    t->beta = ldexp(1, -e);
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            t->T[i + j * n] *= t->s[i] * t->s[j];
}

void zni_dictionary_load(zni_dictionary *t, const zn_lcp *p, zn_index columns)
{
    zn_index n = p->n;

    t->n = n;
    t->columns = columns;
    t->b = t->T + n * (n + 1);
    t->work = t->b + n;
    t->s = t->work + n;
    t->column = t->basic + n;
    t->where = t->column + n + 1;
    t->list = t->where + 2 * n + 1;

    if (p->M->storage == ZN_DENSE)
        memcpy(t->T, p->M->x, (size_t)(n * n) * sizeof *t->T);
    else
        zn_matrix_to_dense(p->M, t->T);
    scale(t, p->q);
    for (zn_index i = 0; i < n; i++) {
        t->b[i] = t->beta * t->s[i] * p->q[i];
        t->T[i + n * n] = 1;
        t->basic[i] = i;
        t->where[i] = i;
        t->column[i] = n + i;
        t->where[n + i] = -1 - i;
    }
    t->column[n] = 2 * n;
    t->where[2 * n] = -1 - n;
}

void zni_dictionary_pivot(zni_dictionary *t, zn_index r, zn_index e)
{
    zn_index n = t->n, out = t->basic[r], in = t->column[e];
    double *T = t->T, *te = T + e * n, p = te[r], f;

    for (zn_index j = 0; j < t->columns; j++) {
        double *tj = T + j * n;

        if (j == e || tj[r] == 0)
            continue;
        f = -tj[r] / p;
        if (n > SMALL)
            cblas_daxpy((int)n, f, te, 1, tj, 1);
        else
            for (zn_index i = 0; i < n; i++)
                tj[i] += te[i] * f;
        tj[r] = f;
    }
    f = -t->b[r] / p;
    for (zn_index i = 0; i < n; i++) {
        t->b[i] += te[i] * f;
        te[i] /= p;
    }
    t->b[r] = f;
    te[r] = 1 / p;

    t->basic[r] = in;
    t->where[in] = r;
    t->column[e] = out;
    t->where[out] = -1 - e;
}

void zni_dictionary_z(const zni_dictionary *t, double z[])
{
    for (zn_index i = 0; i < t->n; i++) {
        zn_index r = t->where[t->n + i];

        z[i] = r >= 0 ? t->s[i] * t->b[r] / t->beta : 0;
    }
}

bool zni_dictionary_renew(zni_dictionary *t, const zn_lcp *p, double z[])
{
    zn_index n = t->n, m = 0;
    const double *M = p->M->x;

    for (zn_index i = 0; i < n; i++)
        if (t->where[n + i] >= 0)
            t->list[m++] = i;
    if (p->M->storage != ZN_DENSE) {
        zn_matrix_to_dense(p->M, t->T);
        M = t->T;
    }
    t->lu.n = m;
    for (zn_index j = 0; j < m; j++) {
        t->work[j] = -p->q[t->list[j]];
        for (zn_index i = 0; i < m; i++)
            t->lu.a[i + j * m] = M[t->list[i] + t->list[j] * n];
    }
    if (zni_lu_factor(&t->lu))
        return false;
    zni_lu_solve(&t->lu, t->work);
    memset(z, 0, (size_t)n * sizeof *z);
    for (zn_index i = 0; i < m; i++)
        z[t->list[i]] = t->work[i];
    return true;
}

void zni_dictionary_fini(zn_ctx *ctx, zni_dictionary *t)
{
    zn_free_array(ctx, t->T);
    zn_free_array(ctx, t->basic);
    zni_lu_fini(ctx, &t->lu);
    *t = (zni_dictionary){0};
}
