/* pid.c - PID in velocity form
 *
 *     u <- u + (Kp + Kd/D + Ki D) e_0 - (Kp + 2 Kd/D) e_1 + (Kd/D) e_2
 *
 * with e = reference - y, the newest e_0, zero before the first sampling, and D
 * the step of the formula: the time until the next sampling, or the option.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/control/control.h"

typedef struct pid {
    double Kp, Ki, Kd;
    double reference;
    double step;
    double e[2]; /* of the last samplings, the newest first */
} pid;

static const zn_option options[] = {
    ZN_OPT_REAL(pid, Kp, 1, -1e300, 1e300, "-", "proportional gain"),
    ZN_OPT_REAL(pid, Ki, 0, -1e300, 1e300, "1/s", "integral gain"),
    ZN_OPT_REAL(pid, Kd, 0, -1e300, 1e300, "s", "derivative gain"),
    ZN_OPT_REAL(pid, reference, 0, -1e300, 1e300, "-",
                "wanted y; may be set between steps"),
    ZN_OPT_REAL(pid, step, 0, 0, 1e300, "s",
                "step in the formula; 0: the sampling period"),
    ZN_OPT_END,
};

static zn_status start(zn_block *b, zn_findings *f)
{
    if (b->ni != 1 || b->no != 1)
        zn_findings_add(f,
                        "block '%s': a PID has one input and one output, not "
                        "%td and %td",
                        b->name, b->ni, b->no);
    return ZN_OK;
}

static zn_status sample(zn_block *b, const zn_sampling *at, double out[])
{
    pid *s = b->state;
    const double D = s->step > 0 ? s->step : at->held;
    const double e0 = s->reference - at->in[0];

    if (!(D > 0))
        return zn_fail(b->ctx, ZN_EINVAL,
                       "how long the input is held is not known: there is one "
                       "sampling instant only, or the steps of the simulation "
                       "are chosen on the way; give the block a period, or set "
                       "its option step");
    out[0] += (s->Kp + s->Kd / D + s->Ki * D) * e0 -
              (s->Kp + 2 * s->Kd / D) * s->e[0] + s->Kd / D * s->e[1];
    s->e[1] = s->e[0];
    s->e[0] = e0;
    return ZN_OK;
}

static void memory(zn_block *b, zn_block_keep_fn *keep, void *user)
{
    keep(user, 2, ((pid *)b->state)->e);
}

const zn_block_type zni_block_pid = {
    .type = {.size = sizeof zni_block_pid,
             .kind = ZN_KIND_BLOCK,
             .name = "pid",
             .summary = "proportional, integral, derivative; velocity form",
             .state_size = sizeof(pid),
             .options = options},
    .role = ZN_BLOCK_CONTROLLER,
    .start = start,
    .sample = sample,
    .memory = memory,
};
