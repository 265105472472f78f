/* linear.c - LCP and relay problems in files: n, M, q; then lb, ub
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <zeno/lcp.h>
#include <zeno/relay.h>

ZNI_NUMBER(lcp_rows, zn_lcp, p->n)
ZNI_NUMBER(relay_rows, zn_relay, p->n)

static const zni_field lcp[] = {ZNI_AFFINE(zn_lcp, lcp_rows), ZNI_FIELDS_END};

static const zni_field relay[] = {
    ZNI_AFFINE(zn_relay, relay_rows),
    ZNI_FIELD(zn_relay, BOUNDS, lb, .rows = relay_rows),
    ZNI_FIELD(zn_relay, BOUNDS, ub, .rows = relay_rows),
    ZNI_FIELDS_END,
};

const zni_problem_format zni_lcp_format = {
    .class = "lcp",
    .size = sizeof(zn_lcp),
    .fields = lcp,
};

const zni_problem_format zni_relay_format = {
    .class = "relay",
    .size = sizeof(zn_relay),
    .fields = relay,
};
