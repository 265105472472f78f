/* umf.c - sparse LU by UMFPACK; the symbolic analysis is kept while the pattern stays
 * SPDX-License-Identifier: Apache-2.0 */
#include "lu.h"

#include <math.h>
#include <string.h>

#include <umfpack.h>

/* Davis, ACM TOMS 30 (2004): multifrontal LU, whose updates are products of dense blocks. UMFPACK takes its memory from
 * malloc, not from the context, and allocates in each factorisation. */
struct zni_umf {
    double control[UMFPACK_CONTROL], info[UMFPACK_INFO];
    void *symbolic, *numeric;
    zn_index *wi; /* n, work */
    double *w, *b; /* n each  */
    zn_index cap_wi, cap_w, cap_b;
};

_Static_assert(sizeof(zn_index) == sizeof(SuiteSparse_long),
               "UMFPACK's long version takes our indices as they are");

static zn_status status_of(zn_ctx *ctx, SuiteSparse_long code)
{
    switch (code) {
    case UMFPACK_OK:
        return ZN_OK;
    case UMFPACK_WARNING_singular_matrix:
        return ZN_ESINGULAR;
    case UMFPACK_ERROR_out_of_memory:
        return zn_fail(ctx, ZN_ENOMEM, "UMFPACK: out of memory");
    default:
        return zn_fail(ctx, ZN_EINVAL, "UMFPACK refuses the matrix, code %ld",
                       (long)code);
    }
}

zn_status zni_umf_new(zn_ctx *ctx, struct zni_umf **umf)
{
    if (*umf)
        return ZN_OK;
    *umf = zn_alloc(ctx, 1, sizeof **umf);
    if (!*umf)
        return ZN_ENOMEM;
    umfpack_dl_defaults((*umf)->control);
    (*umf)->control[UMFPACK_IRSTEP] = 0; /* iterative refinement is left to the caller */
    /* the default of 0.1 leaves an error of 5e-13 in w of the sets of test_gather, 0.2 leaves 2e-14 for 50 % more
     * operations */
    (*umf)->control[UMFPACK_PIVOT_TOLERANCE] = 0.2;
    return ZN_OK;
}

static void forget(struct zni_umf *k)
{
    umfpack_dl_free_numeric(&k->numeric);
    umfpack_dl_free_symbolic(&k->symbolic);
}

/* The analysis is made without values, so that the ordering, and with it the bits of later factors, do not depend on
 * earlier matrices. */
zn_status zni_umf_pattern(zn_ctx *ctx, struct zni_umf *k, const zni_csc *c)
{
    const zn_status st =
        ZNI_GROW(ctx, ZNI_BARE(k, wi, c->n), ZNI_BARE(k, w, c->n), ZNI_BARE(k, b, c->n));

    forget(k);
    return st ? st
              : status_of(ctx, umfpack_dl_symbolic(c->n, c->n, c->p, c->i, NULL,
                                                   &k->symbolic, k->control,
                                                   k->info));
}

/* As with KLU, the matrix counts as singular if the ratio of the pivots is at the level of rounding. */
zn_status zni_umf_factor(zn_ctx *ctx, struct zni_umf *k, const zni_csc *c,
                         const double x[])
{
    zn_status st;

    umfpack_dl_free_numeric(&k->numeric);
    st = status_of(ctx, umfpack_dl_numeric(c->p, c->i, x, k->symbolic,
                                           &k->numeric, k->control, k->info));
    return st || k->info[UMFPACK_RCOND] > 1e-15 ? st : ZN_ESINGULAR;
}

zni_cost zni_umf_spent(const struct zni_umf *k)
{
    if (!k->numeric)
        return (zni_cost){0};
    return (zni_cost){k->info[UMFPACK_LNZ] + k->info[UMFPACK_UNZ],
                      k->info[UMFPACK_FLOPS]};
}

zn_status zni_umf_sign(zn_ctx *ctx, struct zni_umf *k, int *sign)
{
    double mantissa, exponent, info[UMFPACK_INFO];
    const zn_status st = status_of(
        ctx, umfpack_dl_get_determinant(&mantissa, &exponent, k->numeric, info));

    *sign = !st && mantissa < 0 ? -1 : 1;
    return st;
}

void zni_umf_solve(struct zni_umf *k, zn_index n, double b[])
{
    double info[UMFPACK_INFO];

    memcpy(k->b, b, (size_t)n * sizeof *b);
    (void)umfpack_dl_wsolve(UMFPACK_A, NULL, NULL, NULL, b, k->b, k->numeric,
                            k->control, info, k->wi, k->w);
}

void zni_umf_free(zn_ctx *ctx, struct zni_umf *k)
{
    if (!k)
        return;
    forget(k);
    ZNI_FREE(ctx, k->wi, k->w, k->b, k);
}
