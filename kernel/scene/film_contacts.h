/* film_contacts.h - the contacts of a frame
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_FILM_CONTACTS_H
#define ZENO_KERNEL_SCENE_FILM_CONTACTS_H

#include <zeno/simulation.h>

#include "kernel/scene/scene.h"

/* A contact, and its key. */
typedef struct zni_film_seen {
    zn_key key;
    const zn_interaction *a;
} zni_film_seen;

/* Those of one frame, in the order of their keys; rows of the datasets of group "contact". */
typedef struct zni_film_contacts {
    zn_index       n, cseen, cbody, cvalue, cmu;
    zni_film_seen *seen;
    int64_t       *body;  /* n x 2 */
    double        *value; /* n x ZN_FILM_CONTACT */
    double        *mu;    /* n */
} zni_film_contacts;

/* Look at those of all sources; h: length of the last step. */
zn_status zni_film_contacts_look(zni_film_contacts *c, const zn_scene *scene,
                                 const zn_simulation *s, double h);
void zni_film_contacts_fini(zni_film_contacts *c, zn_ctx *ctx);

#endif
