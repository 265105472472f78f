/* electric.h - stepping along the reference tables of first-order systems
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_CONFORMANCE_ELECTRIC_H
#define ZENO_CONFORMANCE_ELECTRIC_H

#include "tests/conformance/reference.h"
#include "tests/unit/first_order.h"

static reference ref;

static inline void setup(void)
{
    scene_setup();
    memset(&ref, 0, sizeof ref);
}

static inline void teardown(void)
{
    scene_teardown();
    reference_free(&ref);
}

static inline void start(const char *options, double t0, double h, double T)
{
    simulate("euler-moreau", options, t0, h, T);
    MUST(zn_simulation_init(sim));
}

/* Step until the time of a row of the table. */
static inline void go_to_row(long row)
{
    const double t = reference_at(&ref, row, 0);
    const double slack = 1e-3 * zn_simulation_end(sim) /
                         (double)zn_simulation_step_count(sim);

    while (zn_simulation_time(sim) < t - slack)
        MUST(zn_simulation_step(sim));
}

#endif
