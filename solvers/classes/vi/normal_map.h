/* normal_map.h - inequalities on any set by Newton's method on their normal map
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_VI_NORMAL_MAP_H
#define ZN_VI_NORMAL_MAP_H

#include "../../linalg/lu.h"
#include "vi.h"

typedef struct zni_normal_map {
    zni_lu lu;
    double *v, *J;
    zn_index cap_v, cap_J;
} zni_normal_map;

/* rows up to which it is worth it */
enum { ZNI_NORMAL_MAP = 200 };

zn_status zni_normal_map_reserve(zn_ctx *ctx, zni_normal_map *s, zn_index n);
/* From z. ZN_EDOM: F is not defined there. */
zn_status zni_normal_map_run(zn_ctx *ctx, zni_normal_map *s, const zn_vi *p, double tol, double z[],
                             double w[], zn_monitor *mon, zn_solve_info *info);
void zni_normal_map_fini(zn_ctx *ctx, zni_normal_map *s);

#endif
