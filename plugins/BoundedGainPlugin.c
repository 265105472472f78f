/* BoundedGainPlugin.c - a controller of your own: a gain with bounds
 *
 *     u = min(max(K (r - y), lower), upper)          doc/control.md
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/control.h>

enum { K }; /* the matrices, in the order of the table below */

static const zn_slot slots[] = {
    [K] = {"K", NULL, 'o', 'i', true, "gain"},
    {0},
};

typedef struct bounded_gain {
    double reference, lower, upper;
} bounded_gain;

static const zn_option options[] = {
    ZN_OPT_REAL(bounded_gain, reference, 0, -1e300, 1e300, "-",
                "wanted y, of every component"),
    ZN_OPT_REAL(bounded_gain, lower, -1, -1e300, 1e300, "-", "bound of u"),
    ZN_OPT_REAL(bounded_gain, upper, 1, -1e300, 1e300, "-", "bound of u"),
    ZN_OPT_END,
};

static zn_status start(zn_block *b, zn_findings *f)
{
    const bounded_gain *s = zn_block_state(b);

    if (!zn_block_matrix(b, K))
        zn_findings_add(f, "block '%s': K is not given", zn_block_name(b));
    if (s->lower > s->upper)
        zn_findings_add(f, "block '%s': bounds %g > %g", zn_block_name(b),
                        s->lower, s->upper);
    return ZN_OK;
}

static zn_status sample(zn_block *b, const zn_sampling *at, double out[])
{
    const bounded_gain *s = zn_block_state(b);
    const zn_index m = zn_block_output_size(b), n = zn_block_input_size(b);
    const double *k = zn_block_matrix(b, K);

    for (zn_index i = 0; i < m; i++) {
        double u = 0;
        for (zn_index j = 0; j < n; j++)
            u += k[i + j * m] * (s->reference - at->in[j]);
        u = u < s->lower ? s->lower : u;
        out[i] = u > s->upper ? s->upper : u;
    }
    return ZN_OK;
}

static const zn_block_type bounded_gain_type = {
    .type = {.size = sizeof bounded_gain_type,
             .kind = ZN_KIND_BLOCK,
             .name = "bounded-gain",
             .summary = "u = K (r - y) between bounds",
             .state_size = sizeof(bounded_gain),
             .options = options},
    .role = ZN_BLOCK_CONTROLLER,
    .slots = slots,
    .start = start,
    .sample = sample,
};

static const zn_type *const types[] = {&bounded_gain_type.type, NULL};

ZN_PLUGIN(BoundedGainPlugin, .version = "0.1", .license = "Apache-2.0",
          .types = types);
