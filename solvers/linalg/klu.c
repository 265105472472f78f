/* klu.c - sparse LU by KLU, its analysis kept while the pattern stays
 * SPDX-License-Identifier: Apache-2.0 */
#include "lu.h"

#include <klu.h>

/* Davis & Palamadai Natarajan, ACM TOMS 37 (2010). KLU keeps its memory by
 * malloc and not by the context; it is made once per pattern: a refactorisation
 * allocates nothing. */
struct zni_klu {
    klu_l_common common;
    klu_l_symbolic *symbolic;
    klu_l_numeric *numeric;
};

_Static_assert(sizeof(zn_index) == sizeof(SuiteSparse_long),
               "KLU's long version takes our indices as they are");

static zn_status status_of(zn_ctx *ctx, const klu_l_common *common)
{
    switch (common->status) {
    case KLU_OK:
        return ZN_OK;
    case KLU_SINGULAR:
        return ZN_ESINGULAR;
    case KLU_OUT_OF_MEMORY:
        return zn_fail(ctx, ZN_ENOMEM, "KLU: out of memory");
    default:
        return zn_fail(ctx, ZN_EINVAL, "KLU refuses the matrix, code %ld",
                       (long)common->status);
    }
}

zn_status zni_klu_new(zn_ctx *ctx, struct zni_klu **klu)
{
    if (*klu)
        return ZN_OK;
    *klu = zn_alloc(ctx, 1, sizeof **klu);
    if (!*klu)
        return ZN_ENOMEM;
    klu_l_defaults(&(*klu)->common);
    return ZN_OK;
}

zn_status zni_klu_pattern(zn_ctx *ctx, struct zni_klu *k, const zni_csc *c)
{
    klu_l_free_numeric(&k->numeric, &k->common);
    klu_l_free_symbolic(&k->symbolic, &k->common);
    k->symbolic = klu_l_analyze(c->n, c->p, c->i, &k->common);
    return k->symbolic ? ZN_OK : status_of(ctx, &k->common);
}

/* are the pivots of the factors at hand fit to be used? */
static bool sound(struct zni_klu *k)
{
    return k->numeric && k->common.status == KLU_OK &&
           klu_l_rcond(k->symbolic, k->numeric, &k->common) &&
           k->common.rcond > 1e-15;
}

zn_status zni_klu_factor(zn_ctx *ctx, struct zni_klu *k, const zni_csc *c,
                         double x[])
{
    /* old pivot order first: no search and no allocation */
    if (k->numeric) {
        klu_l_refactor(c->p, c->i, x, k->symbolic, k->numeric, &k->common);
        if (sound(k) &&
            klu_l_rgrowth(c->p, c->i, x, k->symbolic, k->numeric, &k->common) &&
            k->common.rgrowth > 1e-6)
            return ZN_OK;
        klu_l_free_numeric(&k->numeric, &k->common);
    }
    k->numeric = klu_l_factor(c->p, c->i, x, k->symbolic, &k->common);
    if (!k->numeric)
        return status_of(ctx, &k->common);
    return sound(k) ? ZN_OK : ZN_ESINGULAR;
}

void zni_klu_solve(struct zni_klu *k, zn_index n, double b[])
{
    klu_l_solve(k->symbolic, k->numeric, n, 1, b, &k->common);
}

void zni_klu_free(zn_ctx *ctx, struct zni_klu *k)
{
    if (!k)
        return;
    klu_l_free_numeric(&k->numeric, &k->common);
    klu_l_free_symbolic(&k->symbolic, &k->common);
    zn_free_array(ctx, k);
}
