/* fremond.c - Fremond's impact law: reactions are opposed to the mean velocity of the
 * impact, so that no contact ever gives energy
 *     u_m = theta u+ + (1 - theta) u-,   f = (1 - theta)/theta  (1 for theta = 1/2)
 *     0 <= u_N+ + e min(u_N-, 0) + f max(u_N-, 0)  _|_  lambda_N >= 0,
 *     |lambda_T| <= mu lambda_N,  opposed to u_m,T where that is not 0
 * With M (v+ - v-) = H' lambda the kinetic energy changes by
 *     lambda . u_m - (theta - 1/2) |v+ - v-|_M^2,
 * where lambda . u_m is -mu lambda_N |u_m,T| + lambda_N (1 - theta (1 + e)) u_N- for a
 * contact that comes nearer, and the first of these for one that goes: no term of
 * it is positive as long as e <= f. The law is scaled by 1/theta here, which
 * cones do not see. M. Fremond, Rigid bodies collisions, Physics Letters A 204 (1995).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/coulomb.h"
#include "kernel/model/model.h"

#include <math.h>

typedef struct fremond {
    zn_index size;
    double e, mu, theta;
} fremond;

static const zn_option options[] = {
    ZN_OPT_INT(fremond, size, 2, 1, 3, "-",
               "rows: normal, then none, 1 or 2 tangents"),
    ZN_OPT_REAL(fremond, e, 0, 0, 1, "-", "coefficient of restitution"),
    ZN_OPT_REAL(fremond, mu, 0, 0, 1e6, "-", "coefficient of friction"),
    ZN_OPT_REAL(fremond, theta, 0.5, 0.5, 1, "-",
                "weight of u+ in the mean velocity, the same in all laws of a "
                "model; 1/2 allows every e"),
    ZN_OPT_END,
};

enum { E, MU };

static const zn_slot slots[] = {
    {"e", "S14", '1', '1', true, "restitution as a function of u"},
    {"mu", "S14", '1', '1', true, "friction"},
    {0},
};

static zn_index size(const void *state)
{
    return ((const fremond *)state)->size;
}

static bool cone(const void *state, zn_index k, zn_cone *out)
{
    const fremond *f = state;

    *out = f->size == 1 ? (zn_cone){.set = zn_set_orthant(), .size = 1}
                        : (zn_cone){.set = zn_set_friction(),
                                    .size = f->size,
                                    .nparam = 1,
                                    .param = &f->mu};
    return k == 0;
}

/* What comes back of a velocity that friction turns around, or that leaves. */
static double back(const fremond *f)
{
    return (1 - f->theta) / f->theta;
}

/* e = 2/3 and theta = 3/5 fit, whatever their last digits. */
static zn_status fits(const fremond *f, double e, zn_ctx *ctx)
{
    if (e >= 0 && e <= back(f) * (1 + 1e-12))
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL,
                   "e = %g with theta = %g would create energy: e must be in "
                   "[0, (1 - theta)/theta = %g]; theta = 0.5 allows all up "
                   "to 1",
                   e, f->theta, back(f));
}

static zn_status check(const void *state, zn_ctx *ctx)
{
    const fremond *f = state;

    return fits(f, f->e, ctx);
}

static zn_status shift(const zn_law *law, const double u[], double out[])
{
    const fremond *f = law->state;
    double e;
    zn_status st = zn_law_coefficient(law, E, f->size, u, f->e, &e);

    if (!st)
        st = zn_note(law->ctx, fits(f, e, law->ctx), "law '%s'",
                     law->type->type.name);
    if (st)
        return st;
    out[0] = (u[0] < 0 ? e : back(f)) * u[0];
    for (zn_index i = 1; i < f->size; i++)
        out[i] = back(f) * u[i];
    return ZN_OK;
}

static double restitution(const void *state)
{
    return ((const fremond *)state)->e;
}

static bool varies(const zn_law *law)
{
    return law->ops[MU].mode != ZN_OPERATOR_ABSENT &&
           ((const fremond *)law->state)->size > 1;
}

static zn_status vary(const zn_law *law, const double u[], double param[])
{
    const fremond *f = law->state;

    return zn_law_coefficient(law, MU, f->size, u, f->mu, param);
}

static bool admissible(const void *state, const double param[],
                       const double y[], const double lambda[], double tol)
{
    const fremond *f = state;

    return zni_coulomb_contact(f->size, param ? param[0] : f->mu, y, lambda,
                               tol);
}

zn_status zn_law_fremond(zn_ctx *ctx, zn_index rows, double e, double mu,
                         zn_law **out)
{
    const zni_number set[] = {{"size", (double)rows}, {"e", e}, {"mu", mu}};

    return zni_law_make(ctx, "fremond-impact", 3, set, out);
}

const zn_law_type zni_law_fremond = {
    .type = {.size = sizeof zni_law_fremond,
             .kind = ZN_KIND_LAW,
             .name = "fremond-impact",
             .summary = "Fremond's impact law with friction: never creates "
                        "energy",
             .state_size = sizeof(fremond),
             .options = options},
    .levels = ZN_LAW_VELOCITY,
    .families = 1u << ZN_SECOND_ORDER,
    .size = size,
    .cone = cone,
    .shift = shift,
    .restitution = restitution,
    .admissible = admissible,
    .check = check,
    .slots = slots,
    .vary = vary,
    .varies = varies,
};
