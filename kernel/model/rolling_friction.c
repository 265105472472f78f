/* rolling_friction.c - Newton's impact law with Coulomb friction and resistance to
 * rolling, on contacts of 3 rows (normal, tangent, rolling) in the plane, 5
 * (normal, 2 tangents, 2 rolling) or 6 (and spin) in space:
 *     0 <= u_N+ + e u_N-  _|_  lambda_N >= 0,
 *     |lambda_T| <= mu lambda_N,    opposed to u_T+ + e_t u_T-,
 *     |lambda_M| <= mu_r lambda_N,  opposed to u_M+ + e_r u_M-, u_M: relative spin
 *     |lambda_S| <= mu_s lambda_N,  opposed to its part about the normal
 * mu_r and mu_s are lengths.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/coulomb.h"
#include "kernel/model/model.h"

#include <math.h>

typedef struct rolling {
    zn_index size;
    double e, e_t, e_r;
    double mu, mu_r, mu_s; /* in the order of the cone's parameters */
    double adhesion;
} rolling;

_Static_assert(offsetof(rolling, mu_s) ==
                   offsetof(rolling, mu) + 2 * sizeof(double),
               "mu, mu_r and mu_s are the parameters of the cone");

static const zn_option options[] = {
    ZN_OPT_INT(rolling, size, 3, 3, 6, "-",
               "rows: 3 in the plane, 5 in space, 6 with spin"),
    ZN_OPT_REAL(rolling, e, 0, 0, 1, "-", "coefficient of restitution"),
    ZN_OPT_REAL(rolling, e_t, 0, -1, 1, "-", "the same of the tangents"),
    ZN_OPT_REAL(rolling, e_r, 0, -1, 1, "-", "the same of rolling"),
    ZN_OPT_REAL(rolling, mu, 0, 0, 1e6, "-", "coefficient of friction"),
    ZN_OPT_REAL(rolling, mu_r, 0, 0, 1e9, "m", "of rolling friction"),
    ZN_OPT_REAL(rolling, mu_s, 0, 0, 1e9, "m", "of spinning friction, size=6"),
    ZN_OPT_REAL(rolling, adhesion, 0, 0, 1e300, "N",
                "a closed contact may be pulled as much"),
    ZN_OPT_END,
};

enum { MU = ZNI_COULOMB_E_T + 1, MU_R, MU_S };

static const zn_slot slots[] = {
    {"e", "S14", '1', '1', true, "restitution as a function of u"},
    {"e_t", "S14", '1', '1', true, "tangential restitution"},
    {"mu", "S14", '1', '1', true, "friction"},
    {"mu_r", "S14", '1', '1', true, "rolling friction"},
    {"mu_s", "S14", '1', '1', true, "spinning friction"},
    {0},
};

static zn_index size(const void *state)
{
    return ((const rolling *)state)->size;
}

static zn_status check(const void *state, zn_ctx *ctx)
{
    const rolling *f = state;

    if (f->size == 4)
        return zn_fail(ctx, ZN_EINVAL,
                       "size = 4, must be 3 (in the plane), 5 (in space) or 6 "
                       "(and spin)");
    if (f->mu_s > 0 && f->size < 6)
        return zn_fail(ctx, ZN_EINVAL,
                       "mu_s = %g with size = %td: spin is the sixth row, "
                       "size=6",
                       f->mu_s, f->size);
    return ZN_OK;
}

static bool cone(const void *state, zn_index k, zn_cone *out)
{
    const rolling *f = state;

    *out = (zn_cone){.set = zn_set_rolling_friction(),
                     .size = f->size,
                     .nparam = f->size == 6 ? 3 : 2,
                     .param = &f->mu};
    return k == 0;
}

static zn_status shift(const zn_law *law, const double u[], double out[])
{
    const rolling *f = law->state;
    const zn_index m = (f->size - 1) / 2;
    double e = f->e, e_t = f->e_t;
    const zn_status st = zni_coulomb_restitution(law, f->size, u, &e, &e_t);

    if (st)
        return st;
    out[0] = e * u[0];
    for (zn_index i = 1; i < f->size; i++)
        out[i] = (i <= m ? e_t : i <= 2 * m ? f->e_r : 0) * u[i];
    return ZN_OK;
}

static double restitution(const void *state)
{
    return ((const rolling *)state)->e;
}

static bool varies(const zn_law *law)
{
    return law->ops[MU].mode != ZN_OPERATOR_ABSENT ||
           law->ops[MU_R].mode != ZN_OPERATOR_ABSENT ||
           law->ops[MU_S].mode != ZN_OPERATOR_ABSENT;
}

static zn_status vary(const zn_law *law, const double u[], double param[])
{
    const rolling *f = law->state;
    zn_status st = zn_law_coefficient(law, MU, f->size, u, f->mu, &param[0]);

    if (!st)
        st = zn_law_coefficient(law, MU_R, f->size, u, f->mu_r, &param[1]);
    if (!st && f->size == 6)
        st = zn_law_coefficient(law, MU_S, f->size, u, f->mu_s, &param[2]);
    return st;
}

static double adhesion(const void *state)
{
    return ((const rolling *)state)->adhesion;
}

static bool admissible(const void *state, const double param[],
                       const double y[], const double lambda[], double tol)
{
    const rolling *f = state;
    const double *mu = param ? param : &f->mu, load = fmax(lambda[0], 0);
    const zn_index m = (f->size - 1) / 2;
    const double slip = zni_coulomb_size(m, y + 1);
    const double roll = zni_coulomb_size(m, y + 1 + m);
    const bool spins = f->size == 6;
    const double spin = spins ? mu[2] * fabs(y[5]) : 0;

    return zni_coulomb_normal(y[0], lambda[0], tol) &&
           zni_coulomb_part(m, mu[0] * load, y + 1, lambda + 1, tol) &&
           zni_coulomb_part(m, mu[1] * load, y + 1 + m, lambda + 1 + m, tol) &&
           (!spins ||
            zni_coulomb_part(1, mu[2] * load, y + 5, lambda + 5, tol)) &&
           zni_coulomb_orthogonal(f->size, mu[0] * slip + mu[1] * roll + spin,
                                  y, lambda, tol);
}

zn_status zn_law_rolling_friction(zn_ctx *ctx, zn_index rows, double e,
                                  double mu, double mu_r, zn_law **out)
{
    const zni_number set[] = {
        {"size", (double)rows}, {"e", e}, {"mu", mu}, {"mu_r", mu_r}};

    return zni_law_make(ctx, "rolling-friction", 4, set, out);
}

const zn_law_type zni_law_rolling_friction = {
    .type = {.size = sizeof zni_law_rolling_friction,
             .kind = ZN_KIND_LAW,
             .name = "rolling-friction",
             .summary = "Newton's impact law with Coulomb and rolling friction",
             .state_size = sizeof(rolling),
             .options = options},
    .levels = ZN_LAW_VELOCITY,
    .families = 1u << ZN_SECOND_ORDER,
    .size = size,
    .check = check,
    .cone = cone,
    .shift = shift,
    .restitution = restitution,
    .admissible = admissible,
    .adhesion = adhesion,
    .slots = slots,
    .vary = vary,
    .varies = varies,
};
