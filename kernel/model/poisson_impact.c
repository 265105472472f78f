/* poisson_impact.c - Poisson's law of rigid contacts that are hit at one instant: they come to
 * rest by percussions, and e times these are given back
 *
 * What it says is of all contacts together: formulation "multiple-impact" knows it. Where
 * there is no impact, as for forces of closed contacts, it is 0 <= y _|_ lambda >= 0.
 * doc/multiple-impact.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <math.h>

typedef struct poisson {
    double e;
} poisson;

static const zn_option options[] = {
    ZN_OPT_REAL(
        poisson, e, 1, 0, 1, "-",
        "restitution: percussion of expansion over that of compression"),
    ZN_OPT_END,
};

static zn_index size(const void *state)
{
    (void)state;
    return 1;
}

static bool cone(const void *state, zn_index k, zn_cone *out)
{
    (void)state;
    *out = (zn_cone){.set = zn_set_orthant(), .size = 1};
    return k == 0;
}

static double restitution(const void *state)
{
    return ((const poisson *)state)->e;
}

static void compliance(const void *state, zn_compliance *out)
{
    *out = (zn_compliance){.K = INFINITY, .eta = 1, .e = restitution(state)};
}

/* After an impact contacts separate that have had a percussion. */
static bool admissible(const void *state, const double param[],
                       const double y[], const double lambda[], double tol)
{
    (void)state;
    (void)param;
    return y[0] >= -tol && lambda[0] >= -tol;
}

const zn_law_type zni_law_poisson_impact = {
    .type = {.size = sizeof zni_law_poisson_impact,
             .kind = ZN_KIND_LAW,
             .name = "poisson-impact",
             .summary = "impacts of rigid contacts in two phases, compression "
                        "and expansion (Poisson)",
             .state_size = sizeof(poisson),
             .options = options},
    .levels = ZN_LAW_VELOCITY,
    .families = 1u << ZN_SECOND_ORDER,
    .size = size,
    .cone = cone,
    .restitution = restitution,
    .admissible = admissible,
    .compliance = compliance,
};

zn_status zn_law_poisson_impact(zn_ctx *ctx, double e, zn_law **out)
{
    const zni_number set[] = {{"e", e}};

    return zni_law_make(ctx, "poisson-impact", 1, set, out);
}
