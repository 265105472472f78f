/* structured.h - random problems of families met in practice
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_STRUCTURED_H
#define ZENO_SOLVERS_STRUCTURED_H

#include <zeno/lcp.h>
#include <zeno/mlcp.h>
#include <zeno/relay.h>

#include "random.h"

/* in the order of the option `family` of lcp */
enum {
    ZNI_FAMILY_RANDOM,
    ZNI_FAMILY_OBSTACLE,
    ZNI_FAMILY_OBSTACLE_2D,
    ZNI_FAMILY_BEARING,
    ZNI_FAMILY_GAME
};

#define ZNI_RANDOM_FAMILY(names)                                               \
    ZNI_RANDOM(CHOICE, family, ZNI_FAMILY_RANDOM, names,                       \
               "random, or of a structure; see doc/random-problems.md")

zn_status zni_random_structured_lcp(zni_draws by, zni_random_result *out);
zn_status zni_random_bridges(zni_draws by, zni_random_result *out);
zn_status zni_random_rank_one(zni_draws by, zni_random_result *out);

#endif
