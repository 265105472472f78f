/* corner.h - the three planes of a corner, for spheres of radius 1
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_CORNER_H
#define ZENO_TEST_CORNER_H

#include "model_test.h"

/* Through the origin, with normals along the axes. */
static inline void corner(zn_relation *wall[3])
{
    const double one = 1, zero = 0;

    for (int k = 0; k < 3; k++) {
        const double normal[3] = {k == 0, k == 1, k == 2};

        MUST(zn_relation_new(ctx, "sphere-plane", NULL, 3, 7, &wall[k]));
        MUST(zn_relation_set_constant(wall[k], "radius", 1, 1, &one));
        MUST(zn_relation_set_constant(wall[k], "normal", 3, 1, normal));
        MUST(zn_relation_set_constant(wall[k], "offset", 1, 1, &zero));
    }
}

#endif
