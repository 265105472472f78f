/* spring.c - springs, dampers, motors: a force along the coordinate of a relation
 *     lambda/h = f = -k (y - rest) - c u + force(t, y, u) - I d(H v)/dt
 * in the mean of the step, with weight w at its end. doc/springs.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/by_row.h"
#include "kernel/model/difference.h"

#include <math.h>
#include <string.h>

typedef struct spring {
    zn_index size;
    double inertia;                  /* of every row */
    double stiffness, damping, rest; /* the same, unless */
    double weight;
    zni_by_row own; /* k, c, rest */
} spring;

static const zn_option options[] = {
    ZN_OPT_INT(spring, size, 0, 0, 1e9, "-", "rows; 0: as many as there are"),
    ZN_OPT_REAL(spring, stiffness, 0, -1e300, 1e300, "N/m",
                "k of -k (y - rest); N m/rad about an axis"),
    ZN_OPT_REAL(spring, damping, 0, -1e300, 1e300, "N s/m", "c of -c u"),
    ZN_OPT_REAL(spring, inertia, 0, 0, 1e300, "kg",
                "I of -I d(H v)/dt: of a rotor that turns with the coordinate of "
                "a joint; kg m^2 about an axis"),
    ZN_OPT_REAL(spring, rest, 0, -1e300, 1e300, "m",
                "value of y without force"),
    ZN_OPT_REAL(spring, weight, 0.5, 0, 1, "-",
                "of the force at the end of the step; 1/2: order 2, 1: damps "
                "what h does not resolve"),
    ZN_OPT_END,
};

enum { FORCE };

static const zn_slot slots[] = {
    {"force", "S13", '1', '1', true,
     "force f(t, y, u) of a row (N or N m), beside spring and damper"},
    {0},
};

static zn_index size(const void *state)
{
    const spring *s = state;

    return s->own.each ? s->own.rows : s->size;
}

static zn_index rows_of(const spring *s)
{
    return size(s) > 0 ? size(s) : 1;
}

/* Its rows are bilateral: the compliance is the one-step problem's. */
static bool cone(const void *state, zn_index k, zn_cone *out)
{
    *out = (zn_cone){.set = zn_set_zero(), .size = rows_of(state)};
    return k == 0;
}

static bool admissible(const void *state, const double param[],
                       const double y[], const double lambda[], double tol)
{
    (void)param, (void)lambda;
    for (zn_index i = 0; i < rows_of(state); i++)
        if (!(fabs(y[i]) <= tol))
            return false;
    return true;
}

static zn_status given(const zn_law *law, double t, double y, double u,
                       double *f)
{
    return zni_call_s13(&law->ops[FORCE], t, 1, &y, 1, &u, f);
}

/* f of the function, and its derivatives by differences: Newton's method looks at
 * them, its answer does not depend on them */
static zn_status add_given(const zn_law *law, double t, double y, double u,
                           double *f, double *dy, double *du)
{
    const double a = zni_difference_step(y), b = zni_difference_step(u);
    double more, less;
    zn_status st = given(law, t, y, u, &more);

    *f += more;
    if (st || !dy)
        return st;
    st = given(law, t, y + a, u, &more);
    if (!st)
        st = given(law, t, y - a, u, &less);
    if (st)
        return st;
    *dy += (more - less) / (2 * a);
    st = given(law, t, y, u + b, &more);
    if (!st)
        st = given(law, t, y, u - b, &less);
    if (!st)
        *du += (more - less) / (2 * b);
    return st;
}

static zn_status force(const zn_law *law, double t, const double y[],
                       const double u[], double f[], double dfdy[],
                       double dfdu[])
{
    const spring *s = law->state;
    const double *own = s->own.each;
    const zn_index n = rows_of(s);
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < n; i++) {
        const double k = own ? own[i] : s->stiffness;
        const double c = own ? own[i + n] : s->damping;
        const double rest = own ? own[i + 2 * n] : s->rest;

        f[i] = -k * (y[i] - rest) - c * u[i];
        if (dfdy) {
            dfdy[i] = -k;
            dfdu[i] = -c;
        }
        if (law->ops[FORCE].mode != ZN_OPERATOR_ABSENT)
            st = add_given(law, t, y[i], u[i], f + i, dfdy ? dfdy + i : NULL,
                           dfdy ? dfdu + i : NULL);
    }
    return zn_note(law->ctx, st, "law '%s'", law->type->type.name);
}

static double weight(const void *state)
{
    return ((const spring *)state)->weight;
}

static double inertia(const void *state)
{
    return ((const spring *)state)->inertia;
}

static void fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((spring *)state)->own.each);
}

static zn_status by_row(zn_law *law, const char *option, zn_index n,
                        const double x[])
{
    spring *s = law->state;
    const zni_row_option of[] = {{"stiffness", &s->stiffness},
                                 {"damping", &s->damping},
                                 {"rest", &s->rest}};

    for (zn_index i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return zn_fail(law->ctx, ZN_EINVAL,
                           "law 'spring': n = %td: a number that is not finite",
                           n);
    return zni_by_row_set(law, &s->own, 3, of, s->size, option, n, x);
}

zn_status zn_law_spring(zn_ctx *ctx, zn_index n, const double stiffness[],
                        const double damping[], const double rest[],
                        zn_law **out)
{
    zn_status st;

    *out = NULL;
    if (n < 1 || n > ZNI_MAX_SIZE || !stiffness)
        return zn_fail(ctx, ZN_EINVAL,
                       "law 'spring': n = %td: needs a row or more, and their "
                       "stiffness",
                       n);
    st = zn_law_new(ctx, "spring", out);
    if (st)
        return st;
    st = by_row(*out, "stiffness", n, stiffness);
    if (!st && damping)
        st = by_row(*out, "damping", n, damping);
    if (!st && rest)
        st = by_row(*out, "rest", n, rest);
    if (!st)
        return ZN_OK;
    zn_law_free(*out);
    *out = NULL;
    return st;
}

const zn_law_type zni_law_spring = {
    .type = {.size = sizeof zni_law_spring,
             .kind = ZN_KIND_LAW,
             .name = "spring",
             .summary = "a force that depends on y and its velocity: spring, "
                        "damper, bushing, motor",
             .state_size = sizeof(spring),
             .options = options},
    .levels = ZN_LAW_FORCE,
    .families = 1u << ZN_SECOND_ORDER,
    .always = true,
    .size = size,
    .cone = cone,
    .admissible = admissible,
    .slots = slots,
    .fini = fini,
    .force = force,
    .force_weight = weight,
    .inertia = inertia,
    .by_row = by_row,
};
