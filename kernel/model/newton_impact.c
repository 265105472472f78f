/* newton_impact.c - Newton's impact law: a closed contact has
 *     0 <= u+ + e u-  _|_  lambda >= 0
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <math.h>

typedef struct impact {
    double e;
    bool approach_only;
    double adhesion;
} impact;

static const zn_option options[] = {
    ZN_OPT_REAL(impact, e, 0, 0, 1, "-", "coefficient of restitution"),
    ZN_OPT_BOOL(impact, approach_only, false,
                "e u- acts for approaching contacts only; without, one that "
                "separates may come back with up to e times its velocity"),
    ZN_OPT_REAL(impact, adhesion, 0, 0, 1e300, "N",
                "a closed contact may be pulled as much"),
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

static zn_status shift(const zn_law *law, const double u[], double out[])
{
    const impact *s = law->state;

    out[0] = s->e * (s->approach_only ? fmin(u[0], 0) : u[0]);
    return ZN_OK;
}

static double restitution(const void *state)
{
    return ((const impact *)state)->e;
}

static double adhesion(const void *state)
{
    return ((const impact *)state)->adhesion;
}

/* y is u+ + e u-, what the law is written on */
static bool admissible(const void *state, const double param[],
                       const double y[], const double lambda[], double tol)
{
    (void)param;
    (void)state;
    return y[0] >= -tol && lambda[0] >= -tol &&
           (y[0] <= tol || lambda[0] <= tol);
}

const zn_law_type zni_law_newton_impact = {
    .type = {.size = sizeof zni_law_newton_impact,
             .kind = ZN_KIND_LAW,
             .name = "newton-impact",
             .summary = "0 <= u+ + e u- _|_ lambda >= 0 on closed contacts",
             .state_size = sizeof(impact),
             .options = options},
    .levels = ZN_LAW_VELOCITY,
    .families = 1u << ZN_SECOND_ORDER,
    .size = size,
    .cone = cone,
    .shift = shift,
    .restitution = restitution,
    .admissible = admissible,
    .adhesion = adhesion,
};
