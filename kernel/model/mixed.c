/* mixed.c - the law of mixed complementarity: some rows y = 0 with lambda free,
 * the others 0 <= y _|_ lambda >= 0
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <math.h>

typedef struct mixed {
    zn_index size, equalities;
} mixed;

static const zn_option options[] = {
    ZN_OPT_INT(mixed, size, 1, 1, 1e9, "-", "rows"),
    ZN_OPT_INT(mixed, equalities, 0, 0, 1e9, "-",
               "the first rows, which are equalities"),
    ZN_OPT_END,
};

static zn_index size(const void *state)
{
    return ((const mixed *)state)->size;
}

static bool cone(const void *state, zn_index k, zn_cone *out)
{
    const mixed *m = state;
    const bool both = m->equalities > 0 && m->equalities < m->size;
    const bool zero = k == 0 && m->equalities > 0;

    *out = zero ? (zn_cone){.set = zn_set_zero(), .size = m->equalities}
                : (zn_cone){.set = zn_set_orthant(),
                            .size = m->size - m->equalities};
    return k < (both ? 2 : 1);
}

static zn_status check(const void *state, zn_ctx *ctx)
{
    const mixed *m = state;

    if (m->equalities <= m->size)
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL, "%td equalities in %td rows", m->equalities,
                   m->size);
}

static bool admissible(const void *state, const double param[],
                       const double y[], const double lambda[], double tol)
{
    const mixed *m = state;

    (void)param;
    for (zn_index i = 0; i < size(state); i++) {
        const bool ok = i < m->equalities
                            ? fabs(y[i]) <= tol && isfinite(lambda[i])
                            : y[i] >= -tol && lambda[i] >= -tol &&
                                  (y[i] <= tol || lambda[i] <= tol);
        if (!ok)
            return false;
    }
    return true;
}

zn_status zn_law_mixed(zn_ctx *ctx, zn_index size_, zn_index equalities,
                       zn_law **out)
{
    const zni_number set[] = {{"size", (double)size_},
                              {"equalities", (double)equalities}};

    return zni_law_make(ctx, "mixed-complementarity", 2, set, out);
}

const zn_law_type zni_law_mixed = {
    .type = {.size = sizeof zni_law_mixed,
             .kind = ZN_KIND_LAW,
             .name = "mixed-complementarity",
             .summary = "y = 0 in the first rows, 0 <= y _|_ lambda >= 0 in "
                        "the others",
             .state_size = sizeof(mixed),
             .options = options},
    .levels = ZN_LAW_POSITION,
    .families = 1u << ZN_FIRST_ORDER,
    .always = true,
    .size = size,
    .cone = cone,
    .admissible = admissible,
    .check = check,
};
