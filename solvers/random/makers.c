/* makers.c - the classes of which there are random problems, one line each
 * SPDX-License-Identifier: Apache-2.0 */
#include "random.h"

#define MAKERS(X)                                                              \
    X(lcp)                                                                     \
    X(mlcp)                                                                    \
    X(relay)                                                                   \
    X(avi)                                                                     \
    X(qp)                                                                      \
    X(ncp)                                                                     \
    X(mcp)                                                                     \
    X(vi)                                                                      \
    X(soclcp)                                                                  \
    X(friction)                                                                \
    X(global_friction)                                                         \
    X(rolling)                                                                 \
    X(global_rolling)                                                          \
    X(generic)                                                                 \
    X(plasticity)

#define MAKER(name) extern const zni_random_maker zni_random_##name;
#define LISTED(name) &zni_random_##name,

MAKERS(MAKER)

const zni_random_maker *const zni_random_makers[] = {MAKERS(LISTED) NULL};
