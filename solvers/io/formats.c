/* formats.c - the classes of problems that have files, one line each
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

extern const zni_problem_format zni_avi_format;
extern const zni_problem_format zni_friction_format;
extern const zni_problem_format zni_generic_format;
extern const zni_problem_format zni_global_friction_format;
extern const zni_problem_format zni_global_rolling_format;
extern const zni_problem_format zni_impact_format;
extern const zni_problem_format zni_lcp_format;
extern const zni_problem_format zni_mcp_format;
extern const zni_problem_format zni_mlcp_format;
extern const zni_problem_format zni_ncp_format;
extern const zni_problem_format zni_plasticity_format;
extern const zni_problem_format zni_qp_format;
extern const zni_problem_format zni_relay_format;
extern const zni_problem_format zni_rolling_format;
extern const zni_problem_format zni_soclcp_format;
extern const zni_problem_format zni_vi_format;

const zni_problem_format *const zni_problem_formats[] = {
    &zni_lcp_format,
    &zni_mlcp_format,
    &zni_relay_format,
    &zni_avi_format,
    &zni_qp_format,
    &zni_soclcp_format,
    &zni_friction_format,
    &zni_global_friction_format,
    &zni_rolling_format,
    &zni_global_rolling_format,
    &zni_generic_format,
    &zni_plasticity_format,
    &zni_impact_format,
    &zni_ncp_format,
    &zni_mcp_format,
    &zni_vi_format,
    NULL,
};
