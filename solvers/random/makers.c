/* makers.c - the classes of which there are random problems, one line each
 * SPDX-License-Identifier: Apache-2.0 */
#include "random.h"

extern const zni_random_maker zni_random_avi;
extern const zni_random_maker zni_random_friction;
extern const zni_random_maker zni_random_generic;
extern const zni_random_maker zni_random_global_friction;
extern const zni_random_maker zni_random_global_rolling;
extern const zni_random_maker zni_random_lcp;
extern const zni_random_maker zni_random_mcp;
extern const zni_random_maker zni_random_mlcp;
extern const zni_random_maker zni_random_ncp;
extern const zni_random_maker zni_random_plasticity;
extern const zni_random_maker zni_random_qp;
extern const zni_random_maker zni_random_relay;
extern const zni_random_maker zni_random_rolling;
extern const zni_random_maker zni_random_soclcp;
extern const zni_random_maker zni_random_vi;

const zni_random_maker *const zni_random_makers[] = {
    &zni_random_lcp,
    &zni_random_mlcp,
    &zni_random_relay,
    &zni_random_avi,
    &zni_random_qp,
    &zni_random_ncp,
    &zni_random_mcp,
    &zni_random_vi,
    &zni_random_soclcp,
    &zni_random_friction,
    &zni_random_global_friction,
    &zni_random_rolling,
    &zni_random_global_rolling,
    &zni_random_generic,
    &zni_random_plasticity,
    NULL,
};
