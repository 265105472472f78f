/* source.h - a contact source: its class, its state, its contacts
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SOURCE_H
#define ZENO_KERNEL_SOURCE_H

#include "kernel/contact/contacts.h"

struct zn_source {
    zn_ctx               *ctx;
    const zn_source_type *type;
    void                 *state;
    bool                  owned;    /* by a simulation */
    bool                  prepared;
    zn_contacts           contacts;
};

/* A function of the user as a source. */
zn_status zni_source_of_function(zn_ctx *ctx, zn_source_fn *fn, void *user,
                                 void (*drop)(void *user), zn_source **out);
void zni_source_destroy(zn_source *src);
/* Will it announce nothing, whatever moves? */
bool zni_source_idle(const zn_source *src);
/* Let it announce, and bring the model to that. The model is sealed, before and
 * after; *changed: contacts came or went. After a failure there are those that
 * were there and have not been taken away. */
zn_status zni_source_find(zn_source *src, const zn_view *at, bool *changed);

#endif
