/* alone.c - rows: what a contact needs for its outputs, and all there is of one that never acted
 *
 * A plain relation of one row is y = y0 + C q with numbers that many share. Until it acts nobody
 * asks for more, and who looks at its linearisation all the same gets one for a while, made of what
 * interaction and systems say.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/linearisation.h"

#include <string.h>

/* Room for one more, from 1 on; 0: no memory. */
static int32_t new_shape(zni_lins *L)
{
    const int32_t k = L->unused;

    if (k) {
        L->unused = -L->shape[k - 1].users;
        return k;
    }
    if (L->nshape == INT32_MAX ||
        zn_grow(L->ctx, &L->shape, &L->cshape, L->nshape + 1, sizeof *L->shape))
        return 0;
    return (int32_t)++L->nshape;
}

static bool same(const zni_shape *a, const zni_shape *b)
{
    return a->users > 0 && !memcmp(a->n, b->n, sizeof a->n) &&
           !memcmp(&a->y0, &b->y0, sizeof a->y0) &&
           !memcmp(a->C, b->C, sizeof a->C);
}

/* The shape of a row: that of one of the last, as interactions of one relation mostly come one
 * behind the other, or a new one. */
static int32_t find_shape(zni_lins *L, const zni_shape *of)
{
    enum { LAST = 8 };
    int32_t k;

    for (zn_index i = L->nshape; i > 0 && i > L->nshape - LAST; i--)
        if (same(&L->shape[i - 1], of)) {
            L->shape[i - 1].users++;
            return (int32_t)i;
        }
    k = new_shape(L);
    if (k) {
        L->shape[k - 1] = *of;
        L->shape[k - 1].users = 1;
    }
    return k;
}

void zni_lin_drop_row(zni_lins *L, zn_index k)
{
    zni_row *r = k < L->nrow ? &L->row[k] : NULL;
    zni_shape *s = r && r->shape ? &L->shape[r->shape - 1] : NULL;

    if (s && --s->users == 0) {
        s->users = -L->unused;
        L->unused = r->shape;
    }
    if (r)
        *r = (zni_row){0};
}

zn_status zni_lin_note_row(zni_lins *L, const zni_lin *s)
{
    zni_shape shape = {0};
    zni_row *r;
    zn_status st;

    if (!s->plain || s->family == ZN_FIRST_ORDER || s->m != 1 || s->touch ||
        zni_lin_nu(s) > ZNI_ROW_MOST || L->recompute)
        return ZN_OK;
    st = zn_grow(L->ctx, &L->row, &L->crow, L->n, sizeof *L->row);
    if (st)
        return st;
    L->nrow = L->n;
    shape.y0 = zni_lin_y0_at(s)[0];
    memcpy(shape.C, s->C, (size_t)zni_lin_nu(s) * sizeof *shape.C);
    r = &L->row[s->place];
    for (int j = 0; j < 2; j++) {
        shape.n[j] = (unsigned char)s->n[j];
        r->qat[j] = s->qat[j];
        r->vat[j] = s->vat[j];
        r->body[j] = j < s->nds ? s->body[j] : -1;
    }
    r->off = s->off;
    r->shape = find_shape(L, &shape);
    return r->shape ? ZN_OK : ZN_ENOMEM;
}

void zni_lin_leave_alone(zni_lins *L, zn_index k)
{
    const zni_lin *s = L->at[k];

    L->row[k].alone = s->a;
    L->row[k].serial = s->serial;
    zni_lin_drop(L, k);
}

zni_lin *zni_lin_spare(const zni_lins *L, zn_index k)
{
    const zni_row *r = zni_lins_alone(L, k);
    zni_lin *s =
        r ? &L->spare->lin[L->spare->turn++ % ZNI_SPARE] : &L->spare->empty;

    if (!r)
        return s;
    zni_lin_describe((zni_lins *)(uintptr_t)L, s, r->alone);
    s->lent = s->plain = true;
    s->bytes = zni_lin_bytes(s);
    return s;
}

zn_status zni_lin_keep(zni_lins *L, zn_index k)
{
    zni_lin *s;

    if (!zni_lins_alone(L, k))
        return ZN_OK;
    s = zni_heap_take(&L->heap, sizeof *s);
    if (!s)
        return ZN_ENOMEM;
    *s = *zni_lin_spare(L, k);
    L->at[k] = s;
    L->row[k].alone = NULL;
    return ZN_OK;
}
