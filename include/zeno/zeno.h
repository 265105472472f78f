/** @file
 * Everything: includes all public headers of libzeno and libzeno-solvers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_ZENO_H
#define ZENO_ZENO_H

#include <zeno/avi.h>
#include <zeno/base.h>
#include <zeno/check.h>
#include <zeno/collision.h>
#include <zeno/control.h>
#include <zeno/ctx.h>
#include <zeno/ds.h>
#include <zeno/event.h>
#include <zeno/event_driven.h>
#include <zeno/expm.h>
#include <zeno/factor.h>
#include <zeno/film.h>
#include <zeno/formulation.h>
#include <zeno/friction.h>
#include <zeno/generic_mechanical.h>
#include <zeno/global_friction.h>
#include <zeno/law.h>
#include <zeno/lcp.h>
#include <zeno/lcs.h>
#include <zeno/matrix.h>
#include <zeno/mechanics.h>
#include <zeno/mcp.h>
#include <zeno/mlcp.h>
#include <zeno/model.h>
#include <zeno/multiple_impact.h>
#include <zeno/narrow.h>
#include <zeno/ncp.h>
#include <zeno/ode.h>
#include <zeno/operator.h>
#include <zeno/option.h>
#include <zeno/osi.h>
#include <zeno/output.h>
#include <zeno/pattern.h>
#include <zeno/plasticity.h>
#include <zeno/plugin.h>
#include <zeno/qp.h>
#include <zeno/problem_file.h>
#include <zeno/random_problem.h>
#include <zeno/ray.h>
#include <zeno/relation.h>
#include <zeno/relative_degree.h>
#include <zeno/relay.h>
#include <zeno/rolling_friction.h>
#include <zeno/rotation.h>
#include <zeno/scene.h>
#include <zeno/set.h>
#include <zeno/shape.h>
#include <zeno/simulation.h>
#include <zeno/simulation_kind.h>
#include <zeno/snapshot.h>
#include <zeno/source.h>
#include <zeno/soclcp.h>
#include <zeno/solver.h>
#include <zeno/state.h>
#include <zeno/surface.h>
#include <zeno/type.h>
#include <zeno/variability.h>
#include <zeno/vi.h>

#endif
