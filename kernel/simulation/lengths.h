/* lengths.h - the vectors of a simulation that are as long as its model says
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_LENGTHS_H
#define ZENO_KERNEL_LENGTHS_H

#include <zeno/ctx.h>
#include <zeno/simulation.h>

/* Of the state: q, v, p, bc, x, r, active, y and lambda of three levels; rows that are gaps;
 * tangents of the state; the iterate q1, v1, x1; p, du and uprev of u vectors; bc before the step. */
enum { ZNI_SIM_VECTORS = 22 };

/* Room for the sizes of the model, which the state has from then on; none is NULL. What was
 * there stays. Levels that no law is on, and impulses of prescribed velocities where there are
 * none, are one vector of zeros. */
zn_status zni_sim_vectors_reserve(zn_simulation *s);
/* A law is on that level. */
zn_status zni_sim_use_level(zn_simulation *s, zn_level level);
/* A contact has tangents that may turn. */
zn_status zni_sim_use_tangents(zn_simulation *s);
/* There is something that one pass may not be exact for. */
zn_status zni_sim_use_iterations(zn_simulation *s);
/* Who wrote to all of the state wrote there as well: zeros again. */
void zni_sim_nothing(zn_simulation *s);
void zni_sim_vectors_fini(zn_simulation *s);

#endif
