/* iteration.c - the iteration matrix of a system and its factors
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/iteration.h"
#include "solvers/linalg/few.h"

#include <string.h>

void zni_iteration_fini(zni_iteration *it)
{
    zn_factor_free(it->factor);
    zn_sum_free(it->sum);
    zn_free_array(it->ctx, it->W);
    zn_free_array(it->ctx, it->fixed);
    *it = (zni_iteration){.ctx = it->ctx};
}

static zn_pattern pattern_of(const zn_ds *ds, int k)
{
    static const zn_ds_matrix which[ZNI_TERMS] = {
        [ZNI_MASS] = ZN_DS_MASS, [ZNI_JAC_Q] = ZN_DS_JAC_Q,
        [ZNI_JAC_V] = ZN_DS_JAC_V};

    if (k == ZNI_JAC_V && zn_ds_class(ds)->family == ZN_FIRST_ORDER)
        return zn_pattern_zero(zn_ds_nx(ds), zn_ds_nx(ds));
    return zn_ds_pattern(ds, which[k]);
}

/* The pattern all terms have, but for those that are zero; false: there are two. */
static bool common(const zn_pattern term[], zn_pattern *out)
{
    bool same = true;

    *out = zn_pattern_diagonal(term[0].rows);
    for (int k = 0; k < ZNI_TERMS; k++)
        if (term[k].shape != ZN_SHAPE_ZERO)
            *out = term[k];
    for (int k = 0; k < ZNI_TERMS; k++)
        same = same && (term[k].shape == ZN_SHAPE_ZERO ||
                        (term[k].shape == out->shape &&
                         term[k].kl == out->kl && term[k].ku == out->ku));
    return same && (out->shape == ZN_SHAPE_DENSE ||
                    out->shape == ZN_SHAPE_DIAGONAL ||
                    out->shape == ZN_SHAPE_BANDED);
}

/* Flags of prescribed velocities. */
static zn_status fix(zni_iteration *it, const zn_ds *ds)
{
    const zn_index nbc = zn_ds_bc_count(ds), *index = zn_ds_bc_index(ds);

    if (!nbc)
        return ZN_OK;
    it->fixed = zn_alloc(it->ctx, zn_ds_nv(ds), 1);
    if (!it->fixed)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < nbc; i++)
        it->fixed[index[i]] = 1;
    return ZN_OK;
}

static zn_status make_room(zni_iteration *it, const zn_pattern *W)
{
    zn_index total = it->nW = zn_pattern_count(W);
    double *a;

    for (int k = 0; k < ZNI_TERMS; k++)
        total += it->lent && k != ZNI_MASS ? 0 : it->count[k];
    it->W = a = zn_alloc(it->ctx, total, sizeof *a);
    if (!a)
        return ZN_ENOMEM;
    a += it->nW;
    for (int k = 0; k < ZNI_TERMS; k++) {
        if (it->lent && k != ZNI_MASS)
            continue;
        it->term[k] = a;
        a += it->count[k];
    }
    return zn_factor_new_pattern(it->ctx, W, &it->factor);
}

static zn_status init(zn_ctx *ctx, const zn_ds *ds, bool dense, bool lent,
                      zni_iteration *it)
{
    zn_pattern term[ZNI_TERMS], W;
    const zn_pattern *terms[ZNI_TERMS + 1] = {NULL}, *pattern = &W;
    zn_status st = ZN_OK;

    *it = (zni_iteration){.ctx = ctx, .lent = lent};
    for (int k = 0; k < ZNI_TERMS; k++) {
        term[k] = pattern_of(ds, k);
        terms[k] = &term[k];
        it->count[k] = zn_pattern_count(&term[k]);
    }
    it->mass = term[ZNI_MASS];
    if (!common(term, &W) || (dense && W.shape != ZN_SHAPE_DENSE)) {
        const zn_pattern full = zn_pattern_dense(term[0].rows, term[0].rows);

        terms[ZNI_TERMS] = dense ? &full : NULL;
        st = zn_sum_new(ctx, term[0].rows, ZNI_TERMS + 1, terms, &it->sum);
        pattern = st ? &W : zn_sum_pattern(it->sum);
    }
    if (!st)
        st = make_room(it, pattern);
    if (!st)
        st = fix(it, ds);
    if (st)
        zni_iteration_fini(it);
    return st;
}

zn_status zni_iteration_init(zn_ctx *ctx, const zn_ds *ds, bool dense,
                             zni_iteration *it)
{
    return init(ctx, ds, dense, false, it);
}

zn_status zni_iteration_init_lent(zn_ctx *ctx, const zn_ds *ds,
                                  zni_iteration *it)
{
    return init(ctx, ds, true, true, it);
}

void zni_iteration_clear(zni_iteration *it)
{
    memset(it->W, 0, (size_t)it->nW * sizeof *it->W);
}

void zni_iteration_add(zni_iteration *it, int k, double f)
{
    const double *x = it->term[k];

    if (it->sum)
        zn_sum_add(it->sum, k, f, x, it->W);
    else
        zni_add_scaled(it->count[k], f, x, it->W);
}

/* The same matrices with a W that is dense. */
static zn_status widen(zni_iteration *it, const zn_ds *ds)
{
    const zn_pattern *old = zn_factor_pattern(it->factor);
    zni_iteration wide;
    zn_status st = zni_iteration_init(it->ctx, ds, true, &wide);

    if (st)
        return st;
    zn_pattern_to_dense(old, it->W, 1, wide.W);
    for (int k = 0; k < ZNI_TERMS; k++)
        memcpy(wide.term[k], it->term[k],
               (size_t)it->count[k] * sizeof *it->W);
    zni_iteration_fini(it);
    *it = wide;
    return ZN_OK;
}

zn_status zni_iteration_add_dense(zni_iteration *it, const zn_ds *ds, double f,
                                  const double K[])
{
    if (zn_factor_pattern(it->factor)->shape != ZN_SHAPE_DENSE) {
        const zn_status st = widen(it, ds);

        if (st)
            return st;
    }
    for (zn_index i = 0; i < it->nW; i++)
        it->W[i] += f * K[i];
    return ZN_OK;
}

void zni_iteration_matrix(const zni_iteration *it, const zn_pattern **a,
                          const double **W)
{
    *a = zn_factor_pattern(it->factor);
    *W = it->W;
}

zn_status zni_iteration_factor(zni_iteration *it)
{
    if (it->fixed)
        zn_pattern_mask(zn_factor_pattern(it->factor), it->fixed, it->W);
    return zn_factor_set(it->factor, it->W);
}
