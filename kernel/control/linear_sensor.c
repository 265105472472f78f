/* linear_sensor.c - y = C x + D u, now or some samplings ago
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "kernel/control/control.h"

enum { C, D };

static const zn_slot slots[] = {
    [C] = {"C", NULL, 'o', 'i', true, "output matrix; absent: identity"},
    [D] = {"D", NULL, 'o', 'u', true, "direct term; absent: zero"},
    {0},
};

typedef struct linear_sensor {
    zn_index delay;
    double *past; /* no x delay: what was measured at sampling k is in column k mod delay */
    double *now;  /* no */
} linear_sensor;

static const zn_option options[] = {
    ZN_OPT_INT(linear_sensor, delay, 0, 0, 1000000, "samplings",
               "so many samplings late; until then the output is the initial one"),
    ZN_OPT_END,
};

static void fini(zn_block *b)
{
    linear_sensor *s = b->state;

    zn_free_array(b->ctx, s->past);
}

static void memory(zn_block *b, zn_block_keep_fn *keep, void *user)
{
    linear_sensor *s = b->state;

    keep(user, b->no * s->delay, s->past);
}

static zn_status start(zn_block *b, zn_findings *f)
{
    linear_sensor *s = b->state;

    s->past = zn_alloc(b->ctx, b->no * (s->delay + 1), sizeof *s->past);
    if (!s->past)
        return ZN_ENOMEM;
    s->now = s->past + b->no * s->delay;
    if (!zn_block_matrix(b, C) && b->no != b->ni)
        zn_findings_add(f,
                        "block '%s': C is not given, and %td outputs are not "
                        "the %td states",
                        b->name, b->no, b->ni);
    return ZN_OK;
}

static void measure(const zn_block *b, const zn_sampling *at, double y[])
{
    const double *const c = zn_block_matrix(b, C);
    const double *const d = zn_block_matrix(b, D);

    if (!c)
        memcpy(y, at->in, (size_t)b->no * sizeof *y);
    else
        memset(y, 0, (size_t)b->no * sizeof *y);
    if (c)
        zni_add_product(b->no, b->ni, 1, c, at->in, y);
    if (d)
        zni_add_product(b->no, b->nu, 1, d, at->u, y);
}

static zn_status sample(zn_block *b, const zn_sampling *at, double out[])
{
    linear_sensor *s = b->state;
    const size_t bytes = (size_t)b->no * sizeof *out;

    measure(b, at, s->now);
    if (s->delay) {
        double *const old = s->past + b->no * (at->number % s->delay);
        if (at->number >= s->delay)
            memcpy(out, old, bytes);
        memcpy(old, s->now, bytes);
    } else {
        memcpy(out, s->now, bytes);
    }
    return ZN_OK;
}

const zn_block_type zni_block_linear_sensor = {
    .type = {.size = sizeof zni_block_linear_sensor,
             .kind = ZN_KIND_BLOCK,
             .name = "linear-sensor",
             .summary = "y = C x + D u",
             .state_size = sizeof(linear_sensor),
             .options = options},
    .role = ZN_BLOCK_SENSOR,
    .slots = slots,
    .start = start,
    .sample = sample,
    .fini = fini,
    .memory = memory,
};
