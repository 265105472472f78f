/* iteration.c - the iteration matrix of a system and its factors
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/iteration.h"
#include "kernel/model/vectors.h"
#include "solvers/linalg/few.h"

#include <string.h>

#define DIAGONAL(n) {.shape = ZN_SHAPE_DIAGONAL, .rows = (n), .cols = (n)}

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

/* Up to this order a diagonal W has no factor: the struct of one would be larger than W,
 * and models of many bodies are of small ones. */
enum { FEW = 8 };

/* The patterns of these. */
static const zn_pattern *few_diagonal(zn_index n)
{
    static const zn_pattern of[FEW + 1] = {
        {0}, DIAGONAL(1), DIAGONAL(2), DIAGONAL(3), DIAGONAL(4),
        DIAGONAL(5), DIAGONAL(6), DIAGONAL(7), DIAGONAL(8)};

    return &of[n];
}

static const zn_pattern *pattern_of_W(const zni_iteration *it)
{
    return it->factor ? zn_factor_pattern(it->factor) : few_diagonal(it->nW);
}

/* Is W diagonal whatever room the class wants for its terms? Along a motion on a manifold
 * a diagonal dF/dq does not stay so. */
static bool diagonal(const zn_ds *ds)
{
    const zn_ds_variability *v = zn_ds_varies(ds);

    return v->diagonal && (v->J == ZN_ZERO || !zn_ds_curved(ds));
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

/* Are the terms dense, diagonal or zero, so that their diagonals are at hand? */
static bool separate(const zn_pattern term[])
{
    bool yes = true;

    for (int k = 0; k < ZNI_TERMS; k++)
        yes = yes && (term[k].shape == ZN_SHAPE_ZERO ||
                      term[k].shape == ZN_SHAPE_DENSE ||
                      term[k].shape == ZN_SHAPE_DIAGONAL);
    return yes;
}

/* One block for W, its terms and the pattern of the mass. */
static zn_status make_room(zni_iteration *it, const zn_pattern *W,
                           const zn_pattern *mass)
{
    const bool own = !(it->lent >> ZNI_MASS & 1);
    const size_t extra = own ? sizeof *mass : 0;
    double *a;

    const bool few = it->lent && W->shape == ZN_SHAPE_DIAGONAL && W->rows <= FEW;

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
    return few ? ZN_OK : zn_factor_new_pattern(it->ctx, W, &it->factor);
}

static zn_status init(zn_ctx *ctx, const zn_ds *ds, bool dense, unsigned lent,
                      zni_iteration *it)
{
    zn_pattern term[ZNI_TERMS], W;
    const zn_pattern *terms[ZNI_TERMS + 1] = {NULL}, *pattern = &W;
    zn_status st = ZN_OK;
    zn_index n;

    *it = (zni_iteration){.ctx = ctx, .lent = lent};
    for (int k = 0; k < ZNI_TERMS; k++) {
        term[k] = pattern_of(ds, k);
        terms[k] = &term[k];
        it->count[k] = zn_pattern_count(&term[k]);
    }
    n = term[0].rows;
    if (lent && !dense && n <= FEW && diagonal(ds) && separate(term)) {
        W = zn_pattern_diagonal(n);
    } else if (!common(term, &W) || (dense && W.shape != ZN_SHAPE_DENSE)) {
        const zn_pattern full = zn_pattern_dense(n, n);

        terms[ZNI_TERMS] = dense ? &full : NULL;
        st = zn_sum_new(ctx, n, ZNI_TERMS + 1, terms, &it->sum);
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
    const zn_index full = it->count[k] > it->nW ? it->nW + 1 : 1;

    if (!it->factor) /* of terms that are written out, the diagonal */
        for (zn_index i = 0; it->count[k] && i < it->nW; i++)
            it->W[i] += f * x[i * full];
    else if (it->sum)
        zn_sum_add(it->sum, k, f, x, it->W);
    else
        zni_add_scaled(it->count[k], f, x, it->W);
}

/* The same matrices with a W that is dense. */
static zn_status widen(zni_iteration *it, const zn_ds *ds)
{
    const zn_pattern *old = pattern_of_W(it);
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
    if (pattern_of_W(it)->shape != ZN_SHAPE_DENSE) {
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
    *a = pattern_of_W(it);
    *W = it->W;
}

zn_status zni_iteration_factor(zni_iteration *it)
{
    if (it->fixed)
        zn_pattern_mask(pattern_of_W(it), it->fixed, it->W);
    return it->factor ? zn_factor_set(it->factor, it->W)
                      : zni_diagonal_check(it->ctx, it->nW, it->W);
}
