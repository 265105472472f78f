/* kind_models.h - a ball over a floor, and what tells of instants
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_KIND_MODELS_H
#define ZENO_TEST_KIND_MODELS_H

#include "tests/unit/osi_models.h"

static inline zn_ds *ball(double e)
{
    const double one = 1;
    zn_ds *ds = point_mass("ball", 1, 1, 0, -9.81);

    join("floor", newton(e), 1, 1, &one, NULL, ds, NULL);
    return ds;
}

/* Instants at which something happened. */
typedef struct happened {
    double t[64];
    int n, dropped;
} happened;

static inline zn_status note(void *user, zn_simulation *s)
{
    happened *h = user;

    ck_assert_int_lt(h->n, 64);
    h->t[h->n++] = zn_simulation_time(s);
    return ZN_OK;
}

static const char *const kinds[] = {"fixed", "error"};

#endif
