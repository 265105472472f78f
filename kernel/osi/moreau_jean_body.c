/* moreau_jean_body.c - what moreau-jean keeps of a system
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/moreau_jean.h"

/* Vectors that every body has, and those of a body with `more` beside them. */
enum { VECTORS = 2, MORE_VECTORS = 3 };

/* The arrays of `more`, from there on. */
static void set_more(zni_mj_body *b, double *a)
{
    const zn_index n = b->n;
    zni_mj_more *more = b->more;

    more->vF = a;
    more->qF = a += n;
    a += b->nq;
    more->L = a;
    more->kick = a + n;
    a += b->carries ? 2 * n : 0;
    more->qM = a;
    a += b->still ? 0 : b->nq;
    more->z = a;
    more->key = a + more->nz;
}

/* May dF/dq be other than zero? */
static bool pulls(const zn_ds *ds)
{
    return zn_ds_varies(ds)->J != ZN_ZERO && zn_ds_pattern(ds, ZN_DS_JAC_Q).shape != ZN_SHAPE_ZERO;
}

zni_mj_body *zni_mj_body_new(zn_ctx *ctx, const zn_ds *ds)
{
    const zn_index n = zn_ds_nv(ds), nq = zn_ds_nq(ds);
    const zn_index nz = zn_ds_parameter_count(ds);
    const zn_ds_type *type = zn_ds_class(ds);
    const zn_ds_variability *varies = zn_ds_varies(ds);
    const bool linear = zni_mj_linear(ds), even = zn_vary_constant(varies->F);
    const bool carries = type->carries && type->carries(ds);
    const bool still = zn_vary_constant(varies->M);
    const bool remembers = !linear && zni_mj_remembers(ds);
    const bool more = !linear || !even || nz;
    const bool later = !more && !zn_ds_curved(ds) && !zn_ds_bc_count(ds);
    const zn_index own = more
                             ? nq + (carries ? 2 * n : 0) + (still ? 0 : nq) +
                                   nz + (remembers ? zni_mj_key_size(n, nz) : 0)
                             : 0;
    const zn_index vectors = VECTORS + (zn_ds_bc_count(ds) > 0) + (more ? MORE_VECTORS : 0);
    const zn_index arrays = later ? 0 : vectors * n + own;
    const zn_index bytes = arrays * (zn_index)sizeof(double);
    zni_mj_body *b = zn_alloc(
        ctx, (zn_index)(sizeof *b + (more ? sizeof *b->more : 0)) + bytes, 1);

    if (!b)
        return NULL;
    b->a = later ? NULL : (double *)(void *)(b + 1);
    b->curved = zn_ds_curved(ds);
    b->carries = carries;
    b->means = ZN_HAS(zn_ds_type, type, force_mean) && type->force_mean;
    b->n = (int32_t)n;
    b->nq = (int32_t)nq;
    b->vo = (int32_t)zn_ds_v_offset(ds);
    b->qo = (int32_t)zn_ds_q_offset(ds);
    b->nbc = (int32_t)zn_ds_bc_count(ds);
    b->linear = linear;
    b->even = even;
    b->timed = zn_vary_with(varies->F, ZN_WITH_TIME);
    b->still = still;
    b->remembers = remembers;
    b->square = carries || (type->retract_jac && pulls(ds));
    if (more) {
        b->more = (zni_mj_more *)(void *)(b->a + arrays);
        b->more->nz = nz;
        set_more(b, b->a + (vectors - 1) * n);
    }
    return b;
}

zn_status zni_mj_make_vectors(const zn_ds *ds, zni_mj_body *b)
{
    b->a = zn_alloc(zn_ds_ctx(ds), VECTORS * (zn_index)b->n, sizeof *b->a);
    return b->a ? ZN_OK : ZN_ENOMEM;
}

void zni_mj_body_free(zn_ctx *ctx, zni_mj_body *b)
{
    if (b->a != (double *)(void *)(b + 1))
        zn_free_array(ctx, b->a);
    zn_free_array(ctx, b);
}
