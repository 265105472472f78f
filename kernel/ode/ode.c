/* ode.c - integrators of smooth motion: objects of a registered class
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/ode/ode.h"
#include "solvers/core/core.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/ctx.h>
#include <zeno/plugin.h>

zn_status zn_ode_new(zn_ctx *ctx, const char *cls, zn_ode **out)
{
    const zn_type *type;
    zn_ode *ode;
    zn_status st;

    *out = NULL;
    st = zn_kernel_register(ctx);
    if (!st)
        st = zn_type_find(ctx, ZN_KIND_ODE, cls, &type);
    if (st)
        return st;
    ode = zn_alloc(ctx, 1, sizeof *ode);
    if (!ode)
        return ZN_ENOMEM;
    ode->ctx = ctx;
    ode->type = (const zn_ode_type *)type;
    ode->state = zn_alloc(ctx, (zn_index)type->state_size, 1);
    if (!ode->state) {
        zn_ode_free(ode);
        return ZN_ENOMEM;
    }
    zn_option_defaults(type->options, ode->state);
    *out = ode;
    return ZN_OK;
}

void zn_ode_free(zn_ode *ode)
{
    zn_ctx *ctx;

    if (!ode)
        return;
    ctx = ode->ctx;
    if (ode->type->fini && ode->state)
        ode->type->fini(ode->state, ctx);
    zn_free_array(ctx, ode->state);
    zn_free_array(ctx, ode->y0);
    zn_free_array(ctx, ode->y1);
    zn_free_array(ctx, ode->y);
    zn_free_array(ctx, ode->g);
    zn_free_array(ctx, ode);
}

static void owner(const zn_ode *ode, char who[], size_t size)
{
    snprintf(who, size, "integrator of smooth motion '%s'",
             ode->type->type.name);
}

zn_status zn_ode_set(zn_ode *ode, const char *option, const char *value)
{
    char who[96];

    owner(ode, who, sizeof who);
    return zn_option_set(ode->ctx, who, ode->type->type.options, ode->state,
                         option, value);
}

zn_status zn_ode_set_words(zn_ode *ode, const char *words)
{
    char who[96];

    owner(ode, who, sizeof who);
    return zn_option_set_words(ode->ctx, who, ode->type->type.options,
                               ode->state, words);
}

zn_status zn_ode_get(const zn_ode *ode, const char *option, char buf[],
                     size_t size)
{
    return zn_option_read(ode->ctx, "integrator of smooth motion",
                          ode->type->type.options, ode->state, option, buf,
                          size);
}

const zn_ode_type *zn_ode_class(const zn_ode *ode)
{
    return ode->type;
}

static zn_status grow(zn_ode *ode, zn_index n, zn_index guards)
{
    zn_status st =
        zn_grow(ode->ctx, &ode->y0, &ode->cy0, n, sizeof *ode->y0);

    if (!st)
        st = zn_grow(ode->ctx, &ode->y1, &ode->cy1, n, sizeof *ode->y1);
    if (!st)
        st = zn_grow(ode->ctx, &ode->y, &ode->cy, n, sizeof *ode->y);
    if (!st)
        st = zn_grow(ode->ctx, &ode->g, &ode->cg, guards, sizeof *ode->g);
    return st;
}

zn_status zni_ode_reserve(zn_ode *ode, zn_index n, zn_index guards)
{
    const zn_index g = zni_ode_of_a_guard(ode) * guards;
    const bool fits =
        n <= ode->cy0 && n <= ode->cy1 && n <= ode->cy && g <= ode->cg;
    const zn_status st = fits ? ZN_OK : grow(ode, n, g);

    return st ? st : ode->type->reserve(ode->state, ode->ctx, n);
}

bool zni_ode_keeps(const zn_ode *ode)
{
    return ZN_HAS(zn_ode_type, ode->type, memory) && ode->type->memory;
}

void zni_ode_memory(zn_ode *ode, zn_index n, zn_memory_fn *keep, void *to)
{
    keep(to, &ode->t0, sizeof ode->t0);
    keep(to, &ode->t1, sizeof ode->t1);
    keep(to, &ode->h, sizeof ode->h);
    keep(to, ode->y0, (size_t)n * sizeof *ode->y0);
    keep(to, ode->y1, (size_t)n * sizeof *ode->y1);
    ode->type->memory(ode->state, keep, to);
}

void zni_ode_attach(zn_ode *ode, const zn_ode_problem *p)
{
    ode->p = *p;
    ode->fresh = false;
}

static zn_status begin(zn_ode *ode, const zn_ode_problem *p, double t,
                       const double y[])
{
    zn_status st;

    if (p->n < 1 || !p->field || !(p->rtol >= 0) || !(p->atol > 0) ||
        !(p->h_max > 0) || !isfinite(t))
        return zn_fail(
            ode->ctx, ZN_EINVAL,
            "smooth motion of %td unknowns from t = %g: rtol = %g must "
            "be >= 0, atol = %g and h_max = %g must be > 0",
            p->n, t, p->rtol, p->atol, p->h_max);
    st = zni_ode_reserve(ode, p->n, 0);
    if (st)
        return st;
    ode->p = *p;
    ode->t0 = ode->t1 = t;
    ode->fresh = true;
    memcpy(ode->y1, y, (size_t)p->n * sizeof *y);
    return ZN_OK;
}

zn_status zn_ode_begin_sized(zn_ode *ode, const zn_ode_problem *p, size_t size,
                             double t, const double y[])
{
    zn_ode_problem whole;

    zni_copy_sized(p, size, &whole, sizeof whole);
    return begin(ode, &whole, t, y);
}

/* Values within a step are sums of products of what its ends are of: they are numbers, too, if no
 * end comes near to the largest one there is. */
#define FAR 1e300

static zn_status check_end(const zn_ode *ode, double t1)
{
    for (zn_index i = 0; i < ode->p.n; i++)
        if (!(fabs(ode->y1[i]) <= FAR))
            return zn_fail(ode->ctx, ZN_EDOM,
                           "number %td of the state is %g at t = %.9g s, must be %g at "
                           "most",
                           i, ode->y1[i], t1, FAR);
    return ZN_OK;
}

zn_status zn_ode_step(zn_ode *ode, double limit)
{
    double t1 = ode->t1;
    zn_status st;

    if (!(limit > ode->t1))
        return zn_fail(ode->ctx, ZN_EINVAL,
                       "a step from t = %.17g s to %.17g s: must go forward",
                       ode->t1, limit);
    memcpy(ode->y0, ode->y1, (size_t)ode->p.n * sizeof *ode->y0);
    st = ode->type->step(ode->state, &ode->p, ode->t1, ode->y0, limit,
                         ode->fresh, &ode->h, &t1, ode->y1, &ode->info);
    if (!st)
        st = check_end(ode, t1);
    if (st) { /* where it was */
        memcpy(ode->y1, ode->y0, (size_t)ode->p.n * sizeof *ode->y0);
        return st == ZN_UNSOLVED
                   ? zn_fail(ode->ctx, st,
                             "smooth motion from t = %.17g s: no step is short "
                             "enough for rtol = %g, atol = %g; is the motion "
                             "stiff, "
                             "unbounded, or are its functions not smooth?",
                             ode->t1, ode->p.rtol, ode->p.atol)
                   : zn_note(ode->ctx, st, "smooth motion from t = %.9g s",
                             ode->t1);
    }
    ode->t0 = ode->t1;
    ode->t1 = t1;
    ode->fresh = false;
    ode->info.steps++;
    return ZN_OK;
}

double zn_ode_before(const zn_ode *ode)
{
    return ode->t0;
}

double zn_ode_time(const zn_ode *ode)
{
    return ode->t1;
}

const double *zn_ode_value(const zn_ode *ode)
{
    return ode->y1;
}

void zn_ode_at(const zn_ode *ode, double t, double y[])
{
    const size_t bytes = (size_t)ode->p.n * sizeof *y;

    if (t <= ode->t0)
        memcpy(y, ode->y0, bytes);
    else if (t >= ode->t1)
        memcpy(y, ode->y1, bytes);
    else
        ode->type->at(ode->state, t, y);
}

bool zn_ode_sag(const zn_ode *ode, double out[])
{
    if (!ZN_HAS(zn_ode_type, ode->type, sag) || !ode->type->sag)
        return false;
    ode->type->sag(ode->state, out);
    return true;
}

bool zn_ode_carries(const zn_ode *ode)
{
    return ZN_HAS(zn_ode_type, ode->type, resume) && ode->type->resume;
}

void zn_ode_save(const zn_ode *ode, double m[])
{
    if (zn_ode_carries(ode))
        ode->type->save(ode->state, m);
}

void zn_ode_resume(zn_ode *ode, const double m[])
{
    if (zn_ode_carries(ode))
        ode->type->resume(ode->state, m);
}

double *zn_ode_length(zn_ode *ode)
{
    return &ode->h;
}

void zn_ode_look_sized(const zn_ode *ode, zn_ode_info *out, size_t size)
{
    zn_ode_info whole = ode->info;

    whole.h = ode->h;
    zni_copy_sized(&whole, sizeof whole, out, size);
}
