/* dry_friction.c - dry friction along or about an axis, set-valued:
 *     |lambda| <= b,   lambda = -b u/|u| where u is not 0,
 *     b = h bound + coefficient R,   R the impulse of the reaction of a joint
 * lambda is an impulse, `bound` a force (N, N m), `coefficient` what is rubbed by: the
 * coefficient of friction of a slider, times the radius of the pin for a hinge.
 * doc/rigid-bodies.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <math.h>

typedef struct dry {
    zn_index size;
    double bound, coefficient;
    char joint[ZN_TEXT_MAX]; /* a name of any length */
    double lb,
        ub; /* of a row under h = 1 and no load, as parameters of a box */
} dry;

static const zn_option options[] = {
    ZN_OPT_INT(dry, size, 0, 0, 1e9, "-", "rows; 0: as many as there are"),
    ZN_OPT_REAL(dry, bound, 0, 0, 1e300, "N",
                "largest friction without load; N m about an axis"),
    ZN_OPT_REAL(dry, coefficient, 0, 0, 1e300, "-",
                "friction per reaction of the joint; m about an axis"),
    ZN_OPT_TEXT(dry, joint, "",
                "interaction whose reaction it is; empty: none"),
    ZN_OPT_END,
};

static zn_index rows_of(const dry *f)
{
    return f->size > 0 ? f->size : 1;
}

static zn_index size(const void *state)
{
    return ((const dry *)state)->size;
}

static bool cone(const void *state, zn_index k, zn_cone *out)
{
    const dry *f = state;

    *out =
        (zn_cone){.set = zn_set_box(), .size = 1, .nparam = 2, .param = &f->lb};
    return k < rows_of(f);
}

/* At every seal, before anybody asks for a cone. */
static zn_status check(const void *state, zn_ctx *ctx)
{
    dry *f = (dry *)(uintptr_t)state;

    /* what follows from the options */
    f->lb = -f->bound;
    f->ub = f->bound;
    if ((f->coefficient > 0) != (f->joint[0] != '\0'))
        return zn_fail(ctx, ZN_EINVAL,
                       "coefficient = %g and joint = '%s': friction by a "
                       "reaction needs both",
                       f->coefficient, f->joint);
    return ZN_OK;
}

static zn_status loaded(const zn_law *law, double h, double load,
                        double param[])
{
    const dry *f = law->state;
    const double most = h * f->bound + f->coefficient * load;

    for (zn_index i = 0; i < rows_of(f); i++) {
        param[2 * i] = -most;
        param[2 * i + 1] = most;
    }
    return ZN_OK;
}

static const char *load_by(const void *state)
{
    const dry *f = state;

    return f->joint[0] ? f->joint : NULL;
}

static bool admissible(const void *state, const double param[],
                       const double y[], const double lambda[], double tol)
{
    const dry *f = state;

    for (zn_index i = 0; i < rows_of(f); i++) {
        const double most = param ? param[2 * i + 1] : f->ub;
        if (!(fabs(lambda[i]) <= most + tol) ||
            !(y[i] <= tol || lambda[i] <= -most + tol) ||
            !(y[i] >= -tol || lambda[i] >= most - tol))
            return false;
    }
    return true;
}

const zn_law_type zni_law_dry_friction = {
    .type = {.size = sizeof zni_law_dry_friction,
             .kind = ZN_KIND_LAW,
             .name = "dry-friction",
             .summary = "dry friction along or about axes, its bound constant "
                        "or by the reaction of a joint",
             .state_size = sizeof(dry),
             .options = options},
    .levels = ZN_LAW_VELOCITY,
    .families = 1u << ZN_SECOND_ORDER,
    .always = true,
    .size = size,
    .cone = cone,
    .admissible = admissible,
    .check = check,
    .loaded = loaded,
    .load_by = load_by,
};
