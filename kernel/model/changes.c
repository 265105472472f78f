/* changes.c - what the next seal must look at, and what a simulation must know
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <string.h>

zn_status zni_pending_put(zn_ctx *ctx, zni_pending *t, void *object,
                          int32_t *where)
{
    if (*where >= 0)
        return ZN_OK;
    if (t->n >= INT32_MAX)
        return zn_fail(ctx, ZN_ENOMEM,
                       "%td things came or changed since the last seal, "
                       "more than are counted",
                       t->n);
    const zn_status st =
        zn_grow(ctx, &t->item, &t->cap, t->n + 1, sizeof *t->item);
    if (st)
        return st;
    *where = (int32_t)t->n;
    t->item[t->n++] = object;
    return ZN_OK;
}

void zni_pending_drop(zni_pending *t, int32_t *where)
{
    if (*where >= 0)
        t->item[*where] = NULL;
    *where = -1;
}

void zni_pending_fini(zn_ctx *ctx, zni_pending *t)
{
    zn_free_array(ctx, t->item);
    *t = (zni_pending){0};
}

zn_status zni_log_reserve(zn_model *m, zn_index n)
{
    /* a log longer than this is no better than looking at everything */
    const zn_index useful = 1024 + 4 * (m->nds + m->nint);

    if (m->nlog + n > useful) { /* the older half, or more */
        const zn_index keep = n < useful / 2 ? useful / 2 - n : 0;
        const zn_index gone = m->nlog > keep ? m->nlog - keep : 0;
        m->log_base += gone;
        m->nlog -= gone;
        if (m->nlog)
            memmove(m->log, m->log + gone, (size_t)m->nlog * sizeof *m->log);
    }
    return zn_grow(m->ctx, &m->log, &m->clog, m->nlog + n, sizeof *m->log);
}

void zni_log(zn_model *m, zni_change_kind kind, zn_index place)
{
    m->log[m->nlog++] = (zni_change){kind, place};
}

zn_index zni_model_changes(const zn_model *m, zn_index *seen,
                           const zni_change **out)
{
    const zn_index from = *seen - m->log_base;

    *seen = m->log_base + m->nlog;
    *out = from >= 0 && m->log ? m->log + from : NULL;
    return from >= 0 ? m->nlog - from : -1;
}

/* ---- objects that change ---------------------------------------------- */

static zn_status refuse(zn_ctx *ctx, const char *what, const char *name)
{
    return zn_fail(ctx, ZN_ESTATE,
                   "%s '%s' is in a sealed model: reopen the model first", what,
                   name);
}

zn_status zni_ds_touch(zn_ds *ds)
{
    zn_model *m = ds->model;

    if (!m)
        return ZN_OK;
    if (m->sealed)
        return refuse(ds->owner.ctx, "system", ds->owner.name);
    return zni_pending_put(m->ctx, &m->ds_pending, ds, &ds->pending);
}

zn_status zni_relation_touch(zn_relation *r)
{
    zn_model *m = r->model;

    if (!m)
        return ZN_OK;
    if (m->sealed)
        return refuse(r->ctx, "relation", r->name);
    m->rescan = m->rescan || r->known;
    return zni_pending_put(m->ctx, &m->rel_pending, r, &r->pending);
}

zn_status zni_law_touch(zn_law *law)
{
    if (!law->model)
        return ZN_OK;
    if (law->model->sealed)
        return refuse(law->ctx, "law", law->type->type.name);
    law->touched = true;
    law->model->rescan = true;
    law->model->laws_at_work++;
    return ZN_OK;
}
