/* rolling.h - one contact with rolling friction
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_ROLLING_H
#define ZENO_SOLVERS_ROLLING_H

#include "contact.h"

/* The same law as zni_rolling, one contact by projected steps of adapted length. */
extern const zni_law zni_rolling_projected;

/* One contact in the plane by its nine states; contact a of c with block M,
 * u = M r + q. False: no solution found, r is the best. */
bool zni_rolling_plane(const zni_fc *c, zn_index a, const double M[],
                       double rho, const double q[], double r[]);

#endif
