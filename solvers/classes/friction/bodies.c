/* bodies.c - `auto` of friction: problems that stand still, bodies found in W, patches
 * SPDX-License-Identifier: Apache-2.0 */
#include "auto.h"

bool zni_friction_stands(const zni_fc *c)
{
    double across = 0, along = 0;

    for (zn_index a = 0; a < c->nc; a++)
        for (zn_index i = 0; i < c->d; i++) {
            const double q = c->q[c->d * a + i];

            *(i > 0 ? &along : &across) += q * q / c->size[a];
        }
    return along <= zni_fauto_near * zni_fauto_near * across;
}

bool zni_fauto_stands(const zni_turn *t)
{
    const zni_fauto *s = t->state;
    const zni_fc *c = &s->c;

    if (c->n <= ZNI_SMALL || s->quick || !zni_friction_stands(c))
        return false;
    return zni_fc_look(c, t->z, t->w) > zni_fauto_near;
}

/* Factors by bodies have to be so many times cheaper than those of contacts: their steps are not symmetric, and need
 * four to ten solutions besides. */
static const double CHEAPER = 4;

/* look for bodies, once, if the law is Coulomb's and there is time */
static zn_status search(zni_fauto *s, zn_ctx *ctx, zn_monitor *mon)
{
    if (s->searched)
        return ZN_OK;
    s->searched = true;
    s->dear = !zni_affords(mon, ZNI_LOOKING * (double)s->c.nc);
    return s->c.law == &zni_coulomb && !s->dear ? zni_by_bodies_set(ctx, &s->bodies, &s->c, mon) : ZN_OK;
}

bool zni_fauto_by_bodies(const zni_fauto *s)
{
    const zni_vsystem *plan = &s->bodies.plan;

    return s->bodies.found && plan->values <= s->of.most_values &&
           CHEAPER * plan->operations <= s->newton.lin.operations;
}

/* the reason why the bodies are not used */
static zn_status none(zn_ctx *ctx, const zni_fauto *s)
{
    const zni_vsystem *plan = &s->bodies.plan;

    if (s->c.law != &zni_coulomb)
        return zn_fail(ctx, ZN_EINVAL, "bodies are looked for where the law is Coulomb's");
    if (s->dear)
        return zn_fail(ctx, ZN_EINVAL, "to look for bodies in W takes longer than there is time");
    if (!s->bodies.found)
        return zn_fail(ctx, ZN_EINVAL, "no bodies are found in W");
    if (plan->values > s->of.most_values)
        return zn_fail(ctx, ZN_EINVAL, "factors by the bodies found in W have %.3g numbers, at most %.3g are allowed",
                       plan->values, s->of.most_values);
    return zn_fail(ctx, ZN_EINVAL, "factors by the bodies found in W are %.2g times cheaper, must be %g times",
                   s->newton.lin.operations / plan->operations, CHEAPER);
}

bool zni_fauto_late_by_bodies(const zni_turn *t)
{
    const zni_fauto *s = t->state;

    return s->c.n > ZNI_SMALL && !s->quick && (!s->searched || zni_fauto_by_bodies(s));
}

/* The limits: those of the method, within those of the options; more convex problems if no path follows. */
static zni_by_bodies_how way(const zni_turn *t)
{
    const zni_fauto *s = t->state;
    const int kind = t->m->kind;
    const zn_index most = (kind == ZNI_BODIES_PATH ? 24 : 1) * s->max_steps,
                   steps = t->m->steps == ZNI_SOON && !s->path ? ZNI_ALL_TURNS : t->m->steps;
    zni_by_bodies_how how = {.tol = s->of.tol, .first = kind};

    how.most[kind] = steps < most ? steps : most;
    return how;
}

zn_status zni_fauto_ask_bodies(zni_turn *t)
{
    const zni_by_bodies_how how = way(t);
    zni_fauto *s = t->state;
    zn_status st = search(s, t->ctx, t->mon);

    if (st && st != ZN_UNSOLVED)
        return st;
    if (!st && zni_fauto_by_bodies(s)) {
        s->effort.each = s->bodies.plan.operations; /* not known before the bodies were found */
        st = zni_by_bodies_run(zni_call_of(t), &s->bodies, &how, &s->c);
        t->info->solver = t->m->name;
        return st;
    }
    if (!st)
        return none(t->ctx, s);
    /* u of this point, for the comparison with the best one */
    zni_fc_mul(&s->c, t->z, s->c.q, t->w);
    t->info->iterations = 0;
    t->info->outcome = ZN_TIME_LIMIT;
    (void)zni_over(t->mon, &t->info->outcome);
    return ZN_UNSOLVED;
}

/* ---- many contacts, some at a time -------------------------------------------------- */

/* A problem needs contacts for SEVERAL patches. They come before all factors if these cost as much as SEVERAL times the
 * sweeps before the first patch, else before interior points. */
enum { SEVERAL = ZNI_PATCHES_SEVERAL };

/* Are there contacts for several patches, and do these come early, or late? */
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

    return zni_patches_run(zni_call_of(t), &s->patches, &s->sweeps, &how, &s->c);
}
