/* dictionary_sparse.c - the dictionary of the pivoting methods: the sparse kind
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"
#include "dictionary.h"

#include <math.h>
#include <string.h>

/* the same scales as for dense matrices, then M' = S M S */
static void scale(zni_dictionary *t)
{
    const zni_csc *c = &t->M;
    double *s = t->s;

    memset(s, 0, (size_t)t->n * sizeof *s);
    for (zn_index j = 0; j < t->n; j++)
        for (zn_index e = c->p[j]; e < c->p[j + 1]; e++) {
            const double m = fabs(c->x[e]);

            s[j] = fmax(s[j], m);
            s[c->i[e]] = fmax(s[c->i[e]], m);
        }
    for (zn_index i = 0; i < t->n; i++)
        s[i] = zni_dictionary_unit(s[i]);
    for (zn_index j = 0; j < t->n; j++)
        for (zn_index e = c->p[j]; e < c->p[j + 1]; e++)
            c->x[e] *= s[c->i[e]] * s[j];
}

/* Factor the basis, whose columns are those of the basic variables. */
static zn_status factor(zni_dictionary *t)
{
    const zn_index n = t->n;
    const zni_csc *c = &t->M;
    zn_index at = 0;
    zn_status st =
        zni_basis_begin(t->ctx, &t->basis, n, c->nnz + 2 * n);
    zni_csc *B = &t->basis.B;

    for (zn_index r = 0; r < n && !st; r++) {
        const zn_index v = t->basic[r], j = v - n;

        B->p[r] = at;
        if (v < n) {
            B->i[at] = v;
            B->x[at++] = 1;
        } else if (v == 2 * n) {
            for (zn_index i = 0; i < n; i++)
                if (t->cover[i] != 0) {
                    B->i[at] = i;
                    B->x[at++] = -t->cover[i];
                }
        } else {
            for (zn_index e = c->p[j]; e < c->p[j + 1]; e++)
                if (c->x[e] != 0) {
                    B->i[at] = c->i[e];
                    B->x[at++] = -c->x[e];
                }
        }
    }
    if (st)
        return st;
    B->p[n] = B->nnz = at;
    return zni_basis_factor(t->ctx, &t->basis, t->mon);
}

zn_status zni_thin_load(zni_dictionary *t, const zn_lcp *p)
{
    bool fresh;
    zn_status st = zni_csc_set(t->ctx, &t->M, p->M, &fresh);

    if (st)
        return st;
    scale(t);
    zni_dictionary_rhs(t, p->q);
    t->entered = -1;
    return factor(t);
}

static void exchange_own(zni_dictionary *t, const unsigned char side[])
{
    for (zn_index i = 0; i < t->n; i++) {
        const zn_index in = t->column[i];

        if (side[i] != ZNI_FREE)
            continue;
        t->column[i] = t->basic[i];
        t->basic[i] = in;
        t->where[t->column[i]] = -1 - i;
        t->where[in] = i;
    }
}

zn_status zni_dictionary_start(zni_dictionary *t, const unsigned char side[])
{
    zn_status st, back;

    t->entered = -1;
    exchange_own(t, side);
    st = factor(t);
    if (st != ZN_ESINGULAR)
        return st;
    exchange_own(t, side);
    back = factor(t);
    return back ? back : st;
}

const double *zni_thin_column(zni_dictionary *t, zn_index e, double buf[])
{
    const zn_index n = t->n, v = t->column[e], j = v - n;
    const zni_csc *c = &t->M;

    if (buf == t->enter && t->entered == e)
        return buf;
    memset(buf, 0, (size_t)n * sizeof *buf);
    if (v < n)
        buf[v] = -1;
    else if (v == 2 * n)
        memcpy(buf, t->cover, (size_t)n * sizeof *buf);
    else
        for (zn_index m = c->p[j]; m < c->p[j + 1]; m++)
            buf[c->i[m]] = c->x[m];
    zni_basis_solve(&t->basis, buf);
    if (buf == t->enter)
        t->entered = e;
    return buf;
}

void zni_dictionary_values(zni_dictionary *t, const double q[],
                           const double rest[])
{
    const zni_csc *c = &t->M;
    double *x = t->b;

    for (zn_index i = 0; i < t->n; i++)
        x[i] = t->beta * t->s[i] * q[i];
    for (zn_index e = 0; rest && e <= t->n; e++) {
        const zn_index v = t->column[e], j = v - t->n;

        if (v < t->n || v == 2 * t->n || rest[e] == 0)
            continue;
        for (zn_index m = c->p[j]; m < c->p[j + 1]; m++)
            x[c->i[m]] += c->x[m] * rest[e];
    }
    zni_basis_solve(&t->basis, x);
}

void zni_thin_row(zni_dictionary *t, zn_index r, double out[])
{
    memset(out, 0, (size_t)t->n * sizeof *out);
    out[r] = 1;
    zni_basis_solve_t(&t->basis, out);
}

zn_status zni_thin_exchange(zni_dictionary *t, zn_index r, const double te[])
{
    for (zn_index i = 0; i < t->n; i++)
        t->compare[i] = -te[i];
    t->entered = -1;
    return zni_basis_exchange(t->ctx, &t->basis, r, t->compare);
}

zn_status zni_thin_refactor(zni_dictionary *t)
{
    return zni_basis_due(&t->basis) ? factor(t) : ZN_OK;
}
