/* rolling.h - what the classes of rolling friction measure errors by
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_ROLLING_ROLLING_H
#define ZN_ROLLING_ROLLING_H

#include "../../contact/law.h"

/* zni_contact_residual of contact a of nc, whose moments and rotations have been multiplied by lengths. */
double zni_rolling_residual_of(zn_index d, zn_index nc, zn_index a,
                               const double mu[], const double mur[],
                               double length, const double r[],
                               const double u[]);

/* Are the coefficients mu_r, with d = 6 mu_s behind them, numbers >= 0? Says which is not. */
zn_status zni_check_rolling(zn_ctx *ctx, zn_index d, zn_index nc,
                            const double mu_r[]);

#endif
