/* factor_sparse.c - factors of matrices in columns or blocks
 * SPDX-License-Identifier: Apache-2.0
 *
 * The pattern is copied once, with every diagonal entry added. sparse_lu.c chooses the method for it. */
#include "factor.h"
#include "lu.h"

#include <math.h>

struct zni_sparse {
    zni_csc c;
    zni_slu lu;
};

void zni_sparse_free(zn_factor *f)
{
    if (!f->sparse)
        return;
    zni_csc_fini(f->ctx, &f->sparse->c);
    zni_slu_fini(f->ctx, &f->sparse->lu);
    zn_free_array(f->ctx, f->sparse);
}

zn_status zni_sparse_new(zn_factor *f)
{
    struct zni_sparse *s = f->sparse = zn_alloc(f->ctx, 1, sizeof *s);
    zn_status st;

    if (!s)
        return ZN_ENOMEM;
    st = zni_csc_pattern(f->ctx, &s->c, &f->pattern);
    if (!st)
        st = zni_csc_mirror(f->ctx, &s->c);
    return st ? st : zni_slu_pattern(f->ctx, &s->lu, &s->c);
}

static zn_status take(zn_factor *f, const double x[])
{
    zni_csc *c = &f->sparse->c;
    unsigned bad = 0;

    zni_csc_values(c, x);
    for (zn_index k = 0; k < c->nnz; k++)
        bad |= !(c->x[k] - c->x[k] == 0);
    for (zn_index j = 0; bad && j < c->n; j++)
        for (zn_index k = c->p[j]; k < c->p[j + 1]; k++)
            if (!isfinite(c->x[k]))
                return zn_fail(f->ctx, ZN_EDOM, "matrix (%td,%td) = %g",
                               c->i[k], j, c->x[k]);
    return ZN_OK;
}

/* the kinds of zni_slu */
static const zni_factor_kind kinds[] = {[ZNI_SLU_TRI] = ZNI_BAND_LU,
                                        [ZNI_SLU_BAND] = ZNI_BAND_LU,
                                        [ZNI_SLU_KLU] = ZNI_SPARSE_LU,
                                        [ZNI_SLU_FULL] = ZNI_LU,
                                        [ZNI_SLU_CHOL] = ZNI_SPARSE_CHOLESKY,
                                        [ZNI_SLU_UMF] = ZNI_SPARSE_LU};

static zn_status factor(zn_factor *f, const double x[], bool definite)
{
    struct zni_sparse *s = f->sparse;
    zn_status st = take(f, x);
    const bool symmetric = !st && zni_csc_symmetric(&s->c);

    f->kind = ZNI_NO_FACTORS;
    if (!st && !definite)
        st = zni_slu_factor(f->ctx, &s->lu, &s->c, s->c.x, symmetric);
    else if (!st)
        st = symmetric ? zni_slu_factor_definite(f->ctx, &s->lu, &s->c, s->c.x) : ZN_ESINGULAR;
    if (st == ZN_ESINGULAR)
        return zn_fail(f->ctx, st, "sparse matrix (%td x %td, %td values) is %s", f->n, f->n,
                       s->c.nnz,
                       definite ? "not symmetric positive definite"
                                : "singular to working precision");
    if (!st)
        f->kind = kinds[s->lu.kind];
    return st;
}

static zn_status set(zn_factor *f, const double x[])
{
    return factor(f, x, false);
}

static zn_status set_definite(zn_factor *f, const double x[])
{
    return factor(f, x, true);
}

static void solve(const zn_factor *f, zn_index nrhs, double B[])
{
    for (zn_index k = 0; k < nrhs; k++, B += f->n)
        zni_slu_solve(&f->sparse->lu, B);
}

zn_factor_cost zni_sparse_spent(const zn_factor *f)
{
    return zni_slu_spent(&f->sparse->lu);
}

zn_status zni_sparse_predict(zn_factor *f, const double x[],
                             zn_factor_cost *out, zni_factor_kind *kind)
{
    struct zni_sparse *s = f->sparse;
    zn_status st = take(f, x);

    if (!st)
        st = zni_slu_predict(f->ctx, &s->lu, &s->c, s->c.x,
                             zni_csc_symmetric(&s->c), NULL, out);
    *kind = kinds[s->lu.kind];
    return st;
}

const zni_factor_method zni_factor_sparse = {
    .set = set, .set_definite = set_definite, .solve = solve};
