/* rolling.h - what the classes of rolling friction ask of their data
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_ROLLING_ROLLING_H
#define ZN_ROLLING_ROLLING_H

#include "../../contact/law.h"

/* Are the coefficients mu_r, with d = 6 mu_s behind them, numbers >= 0? Says which is not. */
zn_status zni_check_rolling(zn_ctx *ctx, zn_index d, zn_index nc,
                            const double mu_r[]);

#endif
