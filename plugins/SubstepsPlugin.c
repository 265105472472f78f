/* SubstepsPlugin.c - a simulation of your own: several steps between two instants
 *
 * The grid of zn_simulation_set_time says what is recorded, and each of its
 * intervals is made in n equal steps. doc/extend-simulation.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/simulation_kind.h>

typedef struct substeps {
    zn_index n;
} substeps;

static const zn_option options[] = {
    ZN_OPT_INT(substeps, n, 2, 1, 1e6, "-", "steps in each interval"),
    ZN_OPT_END,
};

static zn_status step(void *k, zn_simulation *s, double limit)
{
    const substeps *o = k;
    const double t = zn_simulation_time(s), grid = zn_simulation_grid_next(s);
    const double end = grid < limit ? grid : limit;
    const double h = (end - t) / (double)o->n;
    /* if a later step fails the host goes back to the mark */
    zn_status st = zn_simulation_mark(s);

    for (zn_index i = 1; !st && i <= o->n; i++)
        st = zn_simulation_try(s, i < o->n ? t + (double)i * h : end, h);
    return st;
}

static zn_index remaining(const void *k, const zn_simulation *s)
{
    (void)k;
    return zn_simulation_grid_left(s);
}

static const zn_simulation_type substeps_type = {
    .type = {.size = sizeof substeps_type,
             .kind = ZN_KIND_SIMULATION,
             .name = "substeps",
             .summary = "n equal steps between two instants of the grid",
             .state_size = sizeof(substeps),
             .options = options},
    .step = step,
    .remaining = remaining,
};

static const zn_type *const types[] = {&substeps_type.type, NULL};

ZN_PLUGIN(SubstepsPlugin, .version = "1.0", .license = "Apache-2.0",
          .types = types);
