/* laws.c - classes of laws, sound or not, as told by the compiler
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/ds.h>
#include <zeno/law.h>

static zn_index size(const void *state)
{
    (void)state;
    return 1;
}

static bool cone(const void *state, zn_index k, zn_cone *out)
{
    (void)state;
    *out = (zn_cone){.set = zn_set_zero(), .size = 1};
    return k == 0;
}

static bool admissible(const void *state, const double param[],
                       const double y[], const double lambda[], double tol)
{
    (void)state;
    (void)param;
    (void)lambda;
    return y[0] <= tol && y[0] >= -tol;
}

static const zn_law_type first = {.type = {.size = sizeof first,
                                           .kind = ZN_KIND_LAW,
                                           .name = "test-first",
                                           .summary = "y = 0",
                                           .state_size = 8},
                                  .levels = ZN_LAW_VELOCITY,
                                  .families = 1u << ZN_SECOND_ORDER,
                                  .size = size,
                                  .cone = cone,
                                  .admissible = admissible};

/* SECOND names it; without HALF it has all it needs */
static const zn_law_type second = {.type = {.size = sizeof second,
                                            .kind = ZN_KIND_LAW,
                                            .name = SECOND,
                                            .summary = "y = 0 again",
                                            .state_size = 8},
                                   .levels = ZN_LAW_VELOCITY,
                                   .families = 1u << ZN_SECOND_ORDER,
                                   .size = size,
                                   .cone = cone,
#ifndef HALF
                                   .admissible = admissible
#endif
};

static const zn_type *const types[] = {&first.type, &second.type, NULL};
ZN_PLUGIN(laws, .version = "1.0", .license = "Apache-2.0", .types = types);
