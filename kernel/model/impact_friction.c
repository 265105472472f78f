/* impact_friction.c - Newton's impact law with Coulomb friction, on contacts of 2
 * or 3 rows, the normal first:
 *     0 <= u_N+ + e u_N-  _|_  lambda_N >= 0,
 *     |lambda_T| <= mu lambda_N,  opposed to u_T+ + e_t u_T- where that is not 0
 * Friction is a disc in space. J.J. Moreau, Unilateral contact and dry friction in
 * finite freedom dynamics, CISM 302 (1988).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/coulomb.h"
#include "kernel/model/model.h"

#include <math.h>

typedef struct friction {
    zn_index size;
    double e, e_t, mu;
    bool approach_only;
    double adhesion;
} friction;

static const zn_option options[] = {
    ZN_OPT_INT(friction, size, 2, 2, 3, "-", "rows: normal, 1 or 2 tangents"),
    ZN_OPT_REAL(friction, e, 0, 0, 1, "-", "coefficient of restitution"),
    ZN_OPT_REAL(friction, e_t, 0, -1, 1, "-", "the same of the tangents"),
    ZN_OPT_REAL(friction, mu, 0, 0, 1e6, "-", "coefficient of friction"),
    ZN_OPT_BOOL(friction, approach_only, false,
                "e u- acts for approaching contacts only"),
    ZN_OPT_REAL(friction, adhesion, 0, 0, 1e300, "N",
                "a closed contact may be pulled as much"),
    ZN_OPT_END,
};

enum { MU = ZNI_COULOMB_E_T + 1 };

static const zn_slot slots[] = {
    {"e", "S14", '1', '1', true, "restitution as a function of u"},
    {"e_t", "S14", '1', '1', true, "tangential restitution"},
    {"mu", "S14", '1', '1', true, "friction"},
    {0},
};

static zn_index size(const void *state)
{
    return ((const friction *)state)->size;
}

static bool cone(const void *state, zn_index k, zn_cone *out)
{
    const friction *f = state;

    *out = (zn_cone){.set = zn_set_friction(),
                     .size = f->size,
                     .nparam = 1,
                     .param = &f->mu};
    return k == 0;
}

static zn_status shift(const zn_law *law, const double u[], double out[])
{
    const friction *f = law->state;
    double e = f->e, e_t = f->e_t;
    const zn_status st = zni_coulomb_restitution(law, f->size, u, &e, &e_t);

    if (st)
        return st;
    out[0] = e * (f->approach_only ? fmin(u[0], 0) : u[0]);
    for (zn_index i = 1; i < f->size; i++)
        out[i] = e_t * u[i];
    return ZN_OK;
}

static double restitution(const void *state)
{
    return ((const friction *)state)->e;
}

static bool varies(const zn_law *law)
{
    return law->ops[MU].mode != ZN_OPERATOR_ABSENT;
}

static zn_status vary(const zn_law *law, const double u[], double param[])
{
    const friction *f = law->state;

    return zn_law_coefficient(law, MU, f->size, u, f->mu, param);
}

static double adhesion(const void *state)
{
    return ((const friction *)state)->adhesion;
}

static bool admissible(const void *state, const double param[],
                       const double y[], const double lambda[], double tol)
{
    const friction *f = state;

    return zni_coulomb_contact(f->size, param ? param[0] : f->mu, y, lambda,
                               tol);
}

zn_status zn_law_friction(zn_ctx *ctx, zn_index rows, double e, double e_t,
                          double mu, zn_law **out)
{
    const zni_number set[] = {
        {"size", (double)rows}, {"e", e}, {"e_t", e_t}, {"mu", mu}};

    return zni_law_make(ctx, "newton-impact-friction", 4, set, out);
}

const zn_law_type zni_law_impact_friction = {
    .type = {.size = sizeof zni_law_impact_friction,
             .kind = ZN_KIND_LAW,
             .name = "newton-impact-friction",
             .summary = "Newton's impact law with Coulomb friction, in the "
                        "plane and in space",
             .state_size = sizeof(friction),
             .options = options},
    .levels = ZN_LAW_VELOCITY,
    .families = 1u << ZN_SECOND_ORDER,
    .size = size,
    .cone = cone,
    .shift = shift,
    .restitution = restitution,
    .admissible = admissible,
    .adhesion = adhesion,
    .slots = slots,
    .vary = vary,
    .varies = varies,
};
