/* classes.h - the problem classes, one line each  A class X(stem, KIND, text) has the descriptor zni_<stem>_problem,
 * solvers of the kind ZN_KIND_<KIND>_SOLVER, which is called `text`, the file format zni_<stem>_format, and, if it is
 * among ZNI_DRAWN_CLASSES, random problems zni_random_<stem>. SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CORE_CLASSES_H
#define ZENO_SOLVERS_CORE_CLASSES_H

#define ZNI_DRAWN_CLASSES(X)                                            \
    X(lcp, LCP, "lcp solver")                                           \
    X(mlcp, MLCP, "mlcp solver")                                        \
    X(relay, RELAY, "relay solver")                                     \
    X(avi, AVI, "avi solver")                                           \
    X(friction, FRICTION, "friction solver")                            \
    X(global_friction, GLOBAL_FRICTION, "global friction solver")       \
    X(rolling, ROLLING, "rolling friction solver")                      \
    X(global_rolling, GLOBAL_ROLLING, "global rolling friction solver") \
    X(vi, VI, "vi solver")                                              \
    X(ncp, NCP, "ncp solver")                                           \
    X(mcp, MCP, "mcp solver")                                           \
    X(qp, QP, "qp solver")                                              \
    X(soclcp, SOCLCP, "second-order cone lcp solver")                   \
    X(generic, GENERIC, "generic solver")                               \
    X(plasticity, PLASTICITY, "plasticity solver")

#define ZNI_CLASSES(X) ZNI_DRAWN_CLASSES(X) X(impact, IMPACT, "multiple impact solver")

#endif
