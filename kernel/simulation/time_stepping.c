/* time_stepping.c - simulation by time steps: fixed ones from instant to instant of
 * the grid, or of lengths that an estimate of the error chooses
 *
 * A step does not look for the instants of impact inside it, unless it is told to.
 * doc/time-stepping.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"
#include "kernel/simulation/time_stepping.h"

#include <math.h>
#include <string.h>

static const zn_option options[] = {
    ZN_OPT_CHOICE(zni_stepping, step, ZNI_STEP_FIXED, "fixed|error",
                  "steps: from instant to instant, or by error control"),
    ZN_OPT_REAL(zni_stepping, rtol, 1e-6, 0, 1, "-",
                "step=error: tolerance relative to the largest q, v, x so far"),
    ZN_OPT_REAL(zni_stepping, atol, 1e-9, 0, 1e300, "-",
                "step=error: absolute tolerance, in the units of the state"),
    ZN_OPT_REAL(zni_stepping, h_min, 1e-12, 0, 1e300, "s",
                "step=error: smallest step; what it does is accepted"),
    ZN_OPT_REAL(zni_stepping, h_max, 1e300, 0, 1e300, "s",
                "step=error: largest step"),
    ZN_OPT_CHOICE(zni_stepping, on_event, ZNI_EVENT_PASS, "pass|locate",
                  "impacts inside a step: in one with it, or at their instants"),
    ZN_OPT_INT(zni_stepping, locate_most, 4, 1, 1e9, "-",
               "on_event=locate: if no more contacts close in the step"),
    ZN_OPT_INT(zni_stepping, locate_max, 20, 1, 1e9, "-",
               "on_event=locate: instants between two of the grid"),
    ZN_OPT_REAL(zni_stepping, locate_tol, 1e-10, 1e-15, 1, "-",
                "on_event=locate: gaps below that share of the largest one so "
                "far are zero"),
    ZN_OPT_END,
};

static zn_status prepare(void *k, zn_simulation *s)
{
    zni_stepping *t = k;

    if (t->on_event == ZNI_EVENT_LOCATE) {
        const zn_status st = zni_locate_prepare(t, s);
        if (st)
            return st;
    }
    return t->step == ZNI_STEP_ERROR ? zni_control_prepare(t, s) : ZN_OK;
}

static zn_status step(void *k, zn_simulation *s, double limit)
{
    zni_stepping *t = k;
    double end;

    if (t->step == ZNI_STEP_ERROR)
        return zni_control_step(t, s, limit);
    end = zni_times_end(&s->times, s->state.t, limit);
    return t->on_event == ZNI_EVENT_LOCATE ? zni_locate_step(t, s, end)
                                           : zn_simulation_try(s, end, s->times.h);
}

static zn_index remaining(const void *k, const zn_simulation *s)
{
    const zni_stepping *t = k;

    return t->step == ZNI_STEP_ERROR || t->on_event == ZNI_EVENT_LOCATE
               ? -1
               : zn_simulation_grid_left(s);
}

static void memory(void *k, zn_memory_fn *keep, void *to)
{
    zni_stepping *t = k;
    const bool chosen = t->step == ZNI_STEP_ERROR;

    if (t->on_event == ZNI_EVENT_LOCATE)
        keep(to, &t->located, sizeof t->located);
    if (chosen) {
        keep(to, &t->h, sizeof t->h);
        keep(to, &t->until, sizeof t->until);
    }
    if (chosen || t->on_event == ZNI_EVENT_LOCATE)
        keep(to, &t->gap, sizeof t->gap);
    for (zn_index i = 0; chosen && i < t->nextent; i++)
        keep(to, t->extent[i].most, sizeof t->extent[i].most);
}

static void reset(void *k)
{
    zni_stepping *t = k;

    t->h = t->gap = t->located = 0;
    t->until = -INFINITY;
    for (zn_index i = 0; i < t->nextent; i++)
        memset(t->extent[i].most, 0, sizeof t->extent[i].most);
}

static void fini(void *k, zn_ctx *ctx)
{
    zni_stepping *t = k;

    zn_free_array(ctx, t->extent);
    zn_free_array(ctx, t->was);
    zn_free_array(ctx, t->at);
    zn_free_array(ctx, t->whole);
    zn_free_array(ctx, t->kicked);
}

const zn_simulation_type zni_simulation_time_stepping = {
    .type = {.size = sizeof zni_simulation_time_stepping,
             .kind = ZN_KIND_SIMULATION,
             .name = "time-stepping",
             .summary = "steps that contain all impacts, fixed or by error",
             .state_size = sizeof(zni_stepping),
             .options = options},
    .prepare = prepare,
    .step = step,
    .remaining = remaining,
    .memory = memory,
    .reset = reset,
    .fini = fini,
};
