/* multiple_impact.c - laws of contacts that are hit at one instant. Of Liu, Zhao and
 * Brogliato: their percussions grow as forces of springs K d^eta do, and give back e^2 of
 * the energy that goes in; of Poisson, K infinite: they come to rest, and e times the
 * percussions of that are given back
 *
 * What it says is of all contacts together: formulation "multiple-impact" knows it. Where
 * there is no impact, as for forces of closed contacts, it is 0 <= y _|_ lambda >= 0.
 * doc/multiple-impact.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <math.h>

typedef struct multiple {
    double e, K, eta;
    double mu; /* of the class with friction */
} multiple;

#define SPRING                                                                 \
    ZN_OPT_REAL(multiple, e, 1, 0, 1, "-",                                     \
                "energetic restitution: e^2 of the energy comes back"),        \
        ZN_OPT_REAL(multiple, K, 1, 1e-300, 1e300, "N/m^eta",                  \
                    "stiffness; ratios matter between contacts of one eta"),   \
        ZN_OPT_REAL(                                                           \
            multiple, eta, 1.5, 1, 10, "-",                                    \
            "exponent of the force: 1 of a linear spring, 3/2 of spheres")

static const zn_option options[] = {SPRING, ZN_OPT_END};
static const zn_option with_friction[] = {
    SPRING,
    ZN_OPT_REAL(multiple, mu, 0, 0, 1e6, "-", "coefficient of friction"),
    ZN_OPT_END,
};

static const zn_option rigid[] = {
    ZN_OPT_REAL(
        multiple, e, 1, 0, 1, "-",
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
    return ((const multiple *)state)->e;
}

static void compliance(const void *state, zn_compliance *out)
{
    const multiple *s = state;

    *out = (zn_compliance){.K = s->K, .eta = s->eta, .e = s->e};
}

/* After an impact contacts separate that have had a percussion. */
static bool admissible(const void *state, const double param[],
                       const double y[], const double lambda[], double tol)
{
    (void)state;
    (void)param;
    return y[0] >= -tol && lambda[0] >= -tol;
}

const zn_law_type zni_law_multiple_impact = {
    .type = {.size = sizeof zni_law_multiple_impact,
             .kind = ZN_KIND_LAW,
             .name = "multiple-impact",
             .summary = "percussions in the ratio of forces of springs "
                        "(Liu, Zhao, Brogliato)",
             .state_size = sizeof(multiple),
             .options = options},
    .levels = ZN_LAW_VELOCITY,
    .families = 1u << ZN_SECOND_ORDER,
    .size = size,
    .cone = cone,
    .restitution = restitution,
    .admissible = admissible,
    .compliance = compliance,
};

zn_status zn_law_multiple_impact(zn_ctx *ctx, double e, double K, double eta,
                                 zn_law **out)
{
    const zni_number set[] = {{"e", e}, {"K", K}, {"eta", eta}};

    return zni_law_make(ctx, "multiple-impact", 3, set, out);
}

/* ---- rigid contacts --------------------------------------------------------------------- */

static void no_compliance(const void *state, zn_compliance *out)
{
    *out = (zn_compliance){.K = INFINITY, .eta = 1, .e = restitution(state)};
}

const zn_law_type zni_law_poisson_impact = {
    .type = {.size = sizeof zni_law_poisson_impact,
             .kind = ZN_KIND_LAW,
             .name = "poisson-impact",
             .summary = "impacts of rigid contacts in two phases, compression "
                        "and expansion (Poisson)",
             .state_size = sizeof(multiple),
             .options = rigid},
    .levels = ZN_LAW_VELOCITY,
    .families = 1u << ZN_SECOND_ORDER,
    .size = size,
    .cone = cone,
    .restitution = restitution,
    .admissible = admissible,
    .compliance = no_compliance,
};

zn_status zn_law_poisson_impact(zn_ctx *ctx, double e, zn_law **out)
{
    const zni_number set[] = {{"e", e}};

    return zni_law_make(ctx, "poisson-impact", 1, set, out);
}

/* ---- with friction, in the plane ------------------------------------------------------ */

static zn_index both(const void *state)
{
    (void)state;
    return 2;
}

static bool friction_cone(const void *state, zn_index k, zn_cone *out)
{
    *out = (zn_cone){.set = zn_set_friction(),
                     .size = 2,
                     .nparam = 1,
                     .param = &((const multiple *)state)->mu};
    return k == 0;
}

static bool rubs(const void *state, const double param[], const double y[],
                 const double lambda[], double tol)
{
    const double mu = ((const multiple *)state)->mu;

    return admissible(state, param, y, lambda, tol) &&
           fabs(lambda[1]) <= mu * lambda[0] + tol;
}

const zn_law_type zni_law_multiple_impact_friction = {
    .type = {.size = sizeof zni_law_multiple_impact_friction,
             .kind = ZN_KIND_LAW,
             .name = "multiple-impact-friction",
             .summary = "the same with Coulomb friction along the impact, in "
                        "the plane",
             .state_size = sizeof(multiple),
             .options = with_friction},
    .levels = ZN_LAW_VELOCITY,
    .families = 1u << ZN_SECOND_ORDER,
    .size = both,
    .cone = friction_cone,
    .restitution = restitution,
    .admissible = rubs,
    .compliance = compliance,
};

zn_status zn_law_multiple_impact_friction(zn_ctx *ctx, double e, double K,
                                          double eta, double mu, zn_law **out)
{
    const zni_number set[] = {{"e", e}, {"K", K}, {"eta", eta}, {"mu", mu}};

    return zni_law_make(ctx, "multiple-impact-friction", 4, set, out);
}
