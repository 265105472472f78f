/* linear_sensor.c - y = C x + D u
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "kernel/control/control.h"

enum { C, D };

static const zn_slot slots[] = {
    [C] = {"C", NULL, 'o', 'i', true, "output matrix; absent: identity"},
    [D] = {"D", NULL, 'o', 'u', true, "direct term; absent: zero"},
    {0},
};

static zn_status start(zn_block *b, zn_findings *f)
{
    if (!zn_block_matrix(b, C) && b->no != b->ni)
        zn_findings_add(f,
                        "block '%s': C is not given, and %td outputs are not "
                        "the %td states",
                        b->name, b->no, b->ni);
    return ZN_OK;
}

static zn_status sample(zn_block *b, const zn_sampling *at, double out[])
{
    const double *const c = zn_block_matrix(b, C);
    const double *const d = zn_block_matrix(b, D);

    if (!c)
        memcpy(out, at->in, (size_t)b->no * sizeof *out);
    else
        memset(out, 0, (size_t)b->no * sizeof *out);
    if (c)
        zni_add_product(b->no, b->ni, 1, c, at->in, out);
    if (d)
        zni_add_product(b->no, b->nu, 1, d, at->u, out);
    return ZN_OK;
}

const zn_block_type zni_block_linear_sensor = {
    .type = {.size = sizeof zni_block_linear_sensor,
             .kind = ZN_KIND_BLOCK,
             .name = "linear-sensor",
             .summary = "y = C x + D u"},
    .role = ZN_BLOCK_SENSOR,
    .slots = slots,
    .start = start,
    .sample = sample,
};
