/* heaps.c - when `auto` of friction takes many contacts some at a time
 * SPDX-License-Identifier: Apache-2.0 */
#include "auto.h"

/* Patches are for problems of SEVERAL of them at least; before all factors where so many times the
 * sweeps before the first are worth it, else before the first that would take
 * ZNI_EARLY_STEPS. */
enum { SEVERAL = ZNI_PATCHES_SEVERAL };

/* Are there several? early: are they worth it before all factors? */
static bool several(const zni_fauto *s, bool early)
{
    return s->c.nc > SEVERAL * ZNI_PATCH &&
           early == (zni_stage_worth(&s->of) > SEVERAL * ZNI_PATCHES_FIRST);
}

bool zni_fauto_several_early(const zni_turn *t)
{
    return several(t->state, true);
}

bool zni_fauto_several_late(const zni_turn *t)
{
    return several(t->state, false);
}

bool zni_fauto_many(const zni_turn *t)
{
    const zni_fauto *s = t->state;

    return s->c.nc > SEVERAL * ZNI_PATCH;
}

zn_status zni_fauto_patches(zni_turn *t)
{
    zni_fauto *s = t->state;
    const bool late = t->m->kind == ZNI_LATE_PATCHES;
    const zn_index most = late ? zni_stage_interior(&s->of, ZNI_EARLY_STEPS)
                               : zni_stage_worth(&s->of);
    const zni_patches how = {.tol = s->of.tol,
                             .max_iter = most,
                             .granted = late ? 2 * ZNI_PATCHES_LATE : 0,
                             .patience = ZNI_PATCHES_PROMISED,
                             .first = late ? ZNI_PATCHES_LATE : ZNI_PATCHES_FIRST,
                             .size = ZNI_PATCH,
                             .rescues = zni_stage_rescues(&s->of, most, ZNI_HEART),
                             .threads = s->threads > 0 ? s->threads
                                                       : zni_pool_cores()};

    return zni_patches_run(t->ctx, &s->patches, &s->sweeps, &how, &s->c, t->z, t->w, t->mon,
                           t->info);
}
