/* families.h - random problems of each class, small, for what is asked of every solver
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_FAMILIES_H
#define ZENO_TEST_FAMILIES_H

#include "every_class.h"

enum { VARIANTS = 6 };

static const struct {
    const char *name;
    zn_kind kind;
    const char *options[VARIANTS]; /* of problems that differ in size, storage, rank; in the laws of contacts */
} classes[] = {
    {"lcp",
     ZN_KIND_LCP_SOLVER,
     {"n=4", "n=12 rank=0.5 skew=1", "n=3 degenerate=0.5",
      "n=40 storage=sparse", "n=12 rank=0.3", "n=70 skew=2"}},
    {"mlcp",
     ZN_KIND_MLCP_SOLVER,
     {"n=3 rank=0.34 degenerate=0.6", "n=12 rank=0.5 skew=1",
      "n=3 degenerate=0.5", "n=40 storage=sparse", "n=3 rank=0.4 degenerate=0.3", "n=70 skew=2"}},
    {"relay",
     ZN_KIND_RELAY_SOLVER,
     {"n=4", "n=9 rank=0.5 skew=1", "n=3 degenerate=0.5", "n=40 storage=sparse",
      "n=9 rank=0.3", "n=70 skew=2"}},
    {"avi",
     ZN_KIND_AVI_SOLVER,
     {"n=4 faces=9", "n=9 faces=14 rank=0.5", "n=3 faces=7", "n=8 faces=20",
      "n=5 faces=3", "n=12 faces=30"}},
    {"qp",
     ZN_KIND_QP_SOLVER,
     {"n=4", "n=12 rank=0.5", "n=3 degenerate=0.5", "n=40 storage=sparse",
      "n=12 rank=0.3", "n=70"}},
    {"vi", ZN_KIND_VI_SOLVER, {"n=4", "n=12", "n=3", "n=30", "n=12", "n=7"}},
    {"ncp", ZN_KIND_NCP_SOLVER, {"n=4", "n=12", "n=3", "n=30", "n=12", "n=7"}},
    {"mcp", ZN_KIND_MCP_SOLVER, {"n=4", "n=12", "n=3", "n=30", "n=12", "n=7"}},
    {"friction",
     ZN_KIND_FRICTION_SOLVER,
     {"contacts=4", "contacts=2", "contacts=2 mu=0", "contacts=1", "contacts=3 d=2",
      "contacts=1 d=2"}},
    {"global-friction",
     ZN_KIND_GLOBAL_FRICTION_SOLVER,
     {"contacts=4", "contacts=2", "contacts=2 mu=0", "contacts=1", "contacts=3", "contacts=2 mu=2"}},
    {"rolling-friction",
     ZN_KIND_ROLLING_SOLVER,
     {"contacts=2 d=6 mu_s=0.1", "contacts=2 d=6", "contacts=3", "contacts=3 mu_r=0", "contacts=2 mu=0",
      "contacts=2 d=3"}},
    {"global-rolling-friction",
     ZN_KIND_GLOBAL_ROLLING_SOLVER,
     {"contacts=2 d=6 mu_s=0.1", "contacts=4", "contacts=2 mu_r=0", "contacts=1", "contacts=3 d=3", "contacts=2 mu=0"}},
    {"soclcp",
     ZN_KIND_SOCLCP_SOLVER,
     {"cones=4", "cones=2 cone=6", "cones=3 cone=2", "cones=1", "cones=9 rank=0.5",
      "cones=2 storage=sparse"}},
    {"plasticity",
     ZN_KIND_PLASTICITY_SOLVER,
     {"points=4", "points=2 model=von-mises", "points=2", "points=1", "points=6 rank=0.5",
      "points=3 storage=sparse"}},
    {"generic-mechanical",
     ZN_KIND_GENERIC_SOLVER,
     {"blocks=4", "blocks=9", "blocks=7 mu=0", "blocks=2", "blocks=7 rank=0.5", "blocks=3"}},
};
enum { CLASSES = sizeof classes / sizeof *classes };

static inline bool family_is_there(const char *name)
{
    for (int k = 0; k < CLASSES; k++)
        if (!strcmp(classes[k].name, name))
            return true;
    return false;
}

#endif
