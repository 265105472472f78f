/* formats.c - the classes of problems that have files, one line each
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#define FORMATS(X)                                                             \
    X(lcp)                                                                     \
    X(mlcp)                                                                    \
    X(relay)                                                                   \
    X(avi)                                                                     \
    X(qp)                                                                      \
    X(soclcp)                                                                  \
    X(friction)                                                                \
    X(global_friction)                                                         \
    X(rolling)                                                                 \
    X(global_rolling)                                                          \
    X(generic)                                                                 \
    X(plasticity)                                                              \
    X(impact)                                                                  \
    X(ncp)                                                                     \
    X(mcp)                                                                     \
    X(vi)

#define FORMAT(name) extern const zni_problem_format zni_##name##_format;
#define LISTED(name) &zni_##name##_format,

FORMATS(FORMAT)

const zni_problem_format *const zni_problem_formats[] = {FORMATS(LISTED) NULL};
