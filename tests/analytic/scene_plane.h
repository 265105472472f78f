/* scene_plane.h - scenes of the plane from text, for tests
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_SCENE_PLANE_H
#define ZENO_TEST_SCENE_PLANE_H

#include <stdlib.h>

#include "tests/must.h"
#include "tests/unit/scene_text.h"

typedef struct result {
    zn_scene *scene;
    zn_model *m;
    zn_simulation *sim;
} result;

static inline result begin(const char *text, zn_index nset, const char *const set[])
{
    result r = {.scene = read_with(text, nset, set)};

    MUST(zn_scene_simulation(r.scene, ctx, &r.m, &r.sim));
    return r;
}

static inline void end(result *r)
{
    zn_simulation_free(r->sim);
    zn_model_free(r->m);
    zn_scene_free(r->scene);
}

static inline const double *q_of(const result *r, const char *name)
{
    return zn_simulation_q(r->sim, zn_model_ds(r->m, name));
}

static inline const double *v_of(const result *r, const char *name)
{
    return zn_simulation_v(r->sim, zn_model_ds(r->m, name));
}

#endif
