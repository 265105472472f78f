/* film_state.h - the state of a run in its film, from which another goes on
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_FILM_STATE_H
#define ZENO_KERNEL_SCENE_FILM_STATE_H

#include <zeno/simulation.h>

#include "kernel/scene/h5.h"

/* Datasets of kernel/output/checkpoint_film.h. */
typedef struct zni_film_state {
    zni_h5_rows set[3];
    double saved; /* clock of the last one */
    int    turn;
} zni_film_state;

bool zni_film_state_begin(zni_film_state *s, hid_t file);
/* Is it time for one? */
bool zni_film_state_due(const zni_film_state *s, const zn_simulation *sim);
/* Add rows to set[k], which may fail with words. */
typedef zn_status zni_state_add(void *user, int k, zn_index n,
                                const void *values);
zn_status zni_film_state_save(zni_film_state *s, const zn_simulation *sim,
                              zni_state_add *add, void *user);

#endif
