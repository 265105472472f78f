/* sources.h - the contact sources of a simulation
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SOURCES_H
#define ZENO_KERNEL_SOURCES_H

#include <zeno/simulation.h>

#include "kernel/contact/source.h"

typedef struct zni_finders {
    zn_source    **at;
    zn_index       n, cap;
    bool           found;    /* contacts are those of the present state */
    unsigned char *restored; /* contacts of a checkpoint, for the next search */
    size_t         nrestored;
} zni_finders;

/* ---- sources.c ---- */
/* Let the sources search for a step that ends at `limit` at most, and take in what
 * came and went. */
zn_status zni_sim_find_contacts(zn_simulation *s, double limit);
/* No contacts of sources, and none known. */
zn_status zni_sources_clear(zn_simulation *s);
/* Their contacts as bytes, yours to free; given back for the next search. */
zn_status zni_sources_save(const zn_simulation *s, unsigned char **out,
                           size_t *size);
/* How many contacts that is, and of how many rows; false: it is damaged. */
bool zni_sources_count(const unsigned char *bytes, size_t size, uint64_t *n,
                       uint64_t *rows);
void zni_sources_await(zn_simulation *s, unsigned char *bytes, size_t size);
zn_status zni_sources_restore(zn_simulation *s);
void zni_sources_fini(zn_simulation *s);

#endif
