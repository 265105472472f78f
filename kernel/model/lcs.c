/* lcs.c - linear complementarity systems from their matrices
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/lcs.h>

#include <stdio.h>
#include <string.h>

#include "kernel/model/model.h"

static zn_status make_system(zn_ctx *ctx, const char *name, const zn_lcs *p,
                             zn_ds **out)
{
    zn_status st = zn_ds_new_first_order(ctx, "first-order-linear", name, p->n,
                                         p->x0, out);

    if (!st && p->A)
        st = zn_ds_set_constant(*out, "A", p->n, p->n, p->A);
    if (!st && p->a)
        st = zn_ds_set_constant(*out, "b", p->n, 1, p->a);
    return st;
}

static zn_status make_relation(zn_ctx *ctx, const char *name, const zn_lcs *p,
                               zn_relation **out)
{
    zn_status st =
        zn_relation_new(ctx, "first-order-linear", name, p->m, p->n, out);

    if (!st)
        st = zn_relation_set_constant(*out, "C", p->m, p->n, p->C);
    if (!st)
        st = zn_relation_set_constant(*out, "B", p->n, p->m, p->B);
    if (!st && p->D)
        st = zn_relation_set_constant(*out, "D", p->m, p->m, p->D);
    if (!st && p->b)
        st = zn_relation_set_constant(*out, "e", p->m, 1, p->b);
    return st;
}

zn_status zn_lcs_add(zn_model *m, const char *name, const zn_lcs *p,
                     zn_law *law, zn_ds **ds, zn_interaction **out)
{
    zn_ctx *ctx = m->ctx;
    const size_t size = name ? strlen(name) + sizeof ".law" : 1;
    char *joint = zn_alloc(ctx, (zn_index)size, 1);
    zn_relation *r = NULL;
    zn_law *own = NULL;
    zn_ds *d = NULL;
    zn_status st = joint ? ZN_OK : ZN_ENOMEM;
    bool added = false;

    if (!st)
        st = make_system(ctx, name, p, &d);
    if (!st)
        st = make_relation(ctx, name, p, &r);
    if (!st && !law)
        st = zn_law_complementarity(ctx, 0, &own);
    if (st)
        goto fail;
    snprintf(joint, size, "%s.law", name);
    st = zn_model_add_ds(m, d);
    added = st == ZN_OK;
    if (!st)
        st = zn_model_connect(m, joint, law ? law : own, r, d, NULL, out);
    if (st)
        goto fail;
    zn_free_array(ctx, joint);
    if (ds)
        *ds = d;
    return ZN_OK;

fail:
    if (added && zn_model_remove_ds(m, d) == ZN_OK)
        d = NULL;
    zn_ds_free(d);
    zn_relation_free(r);
    zn_law_free(own);
    zn_free_array(ctx, joint);
    return zn_note(ctx, st, "linear complementarity system '%s'",
                   name ? name : "(null)");
}
