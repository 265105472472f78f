/* iteration.c - the iteration matrix of a system and its factors
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/iteration.h"
#include "kernel/model/vectors.h"
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

/* Numbers of the terms of its own, or of those that are lent. */
static zn_index numbers(const zni_iteration *it, bool lent)
{
    zn_index n = 0;

    for (int k = 0; k < ZNI_TERMS; k++)
        n += (it->lent >> k & 1) == lent ? it->count[k] : 0;
    return n;
}

/* The terms that are lent, or those of its own, one behind the other. */
static double *place(zni_iteration *it, bool lent, double *at)
{
    for (int k = 0; k < ZNI_TERMS; k++) {
        if ((it->lent >> k & 1) != lent)
            continue;
        it->term[k] = at;
        at += it->count[k];
    }
    return at;
}

zn_index zni_iteration_lends(const zni_iteration *it)
{
    return numbers(it, true);
}

void zni_iteration_lend(zni_iteration *it, double room[])
{
    zni_clear(zni_iteration_lends(it), room); /* classes may leave zeros out */
    place(it, true, room);
}

/* One block for W, its terms and the pattern of the mass. */
static zn_status make_room(zni_iteration *it, const zn_pattern *W,
                           const zn_pattern *mass)
{
    const bool own = !(it->lent >> ZNI_MASS & 1);
    const size_t extra = own ? sizeof *mass : 0;
    double *a;

    it->nW = zn_pattern_count(W);
    a = zn_alloc(it->ctx,
                 it->nW + numbers(it, false) +
                     (zn_index)((extra + sizeof *a - 1) / sizeof *a),
                 sizeof *a);
    it->W = a;
    if (!a)
        return ZN_ENOMEM;
    a = place(it, false, a + it->nW);
    if (own) {
        it->mass = (zn_pattern *)(void *)a;
        *it->mass = *mass;
    }
    return zn_factor_new_pattern(it->ctx, W, &it->factor);
}

static zn_status init(zn_ctx *ctx, const zn_ds *ds, bool dense, unsigned lent,
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
    if (!common(term, &W) || (dense && W.shape != ZN_SHAPE_DENSE)) {
        const zn_pattern full = zn_pattern_dense(term[0].rows, term[0].rows);

        terms[ZNI_TERMS] = dense ? &full : NULL;
        st = zn_sum_new(ctx, term[0].rows, ZNI_TERMS + 1, terms, &it->sum);
        pattern = st ? &W : zn_sum_pattern(it->sum);
    }
    if (!st)
        st = make_room(it, pattern, &term[ZNI_MASS]);
    if (!st)
        st = fix(it, ds);
    if (st)
        zni_iteration_fini(it);
    return st;
}

zn_status zni_iteration_init(zn_ctx *ctx, const zn_ds *ds, bool dense,
                             zni_iteration *it)
{
    return init(ctx, ds, dense, 0, it);
}

zn_status zni_iteration_init_lent(zn_ctx *ctx, const zn_ds *ds, bool dense,
                                  bool mass, zni_iteration *it)
{
    return init(ctx, ds, dense,
                1u << ZNI_JAC_Q | 1u << ZNI_JAC_V | (unsigned)mass << ZNI_MASS,
                it);
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
    zn_status st = init(it->ctx, ds, true, it->lent, &wide);

    if (st)
        return st;
    zn_pattern_to_dense(old, it->W, 1, wide.W);
    for (int k = 0; k < ZNI_TERMS; k++)
        if (it->lent >> k & 1)
            wide.term[k] = it->term[k];
        else
            zni_copy(it->count[k], it->term[k], wide.term[k]);
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
