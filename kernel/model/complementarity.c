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

static zn_set set(const void *state, zn_index i)
{
    (void)state;
    (void)i;
    return ZN_SET_ORTHANT;
}

static bool admissible(const void *state, const double y[],
                       const double lambda[], double tol)
{
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
    .set = set,
    .admissible = admissible,
};
