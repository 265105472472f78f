/* complementarity.c - the law 0 <= y _|_ lambda >= 0
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

typedef struct rows {
    zn_index size;
} rows;

static const zn_option options[] = {
    ZN_OPT_INT(rows, size, 0, 0, 1e9, "-", "rows; 0: as many as there are"),
    ZN_OPT_END,
};

static zn_index size(const void *state)
{
    return ((const rows *)state)->size;
}

static bool cone(const void *state, zn_index k, zn_cone *out)
{
    *out = (zn_cone){.set = zn_set_orthant(),
                     .size = size(state) > 0 ? size(state) : 1};
    return k == 0;
}

static bool admissible(const void *state, const double param[],
                       const double y[], const double lambda[], double tol)
{
    (void)param;
    const zn_index n = size(state) > 0 ? size(state) : 1;

    for (zn_index i = 0; i < n; i++)
        if (!(y[i] >= -tol && lambda[i] >= -tol &&
              (y[i] <= tol || lambda[i] <= tol)))
            return false;
    return true;
}

const zn_law_type zni_law_complementarity = {
    .type = {.size = sizeof zni_law_complementarity,
             .kind = ZN_KIND_LAW,
             .name = "complementarity",
             .summary = "0 <= y _|_ lambda >= 0",
             .state_size = sizeof(rows),
             .options = options},
    .levels = ZN_LAW_POSITION,
    .families = 1u << ZN_FIRST_ORDER | 1u << ZN_SECOND_ORDER,
    .size = size,
    .cone = cone,
    .admissible = admissible,
};
