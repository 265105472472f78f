/** @file
 * Contact sources: who says, before each step, which contacts there may be. A
 * source announces them one by one, each with a key of 128 bits that is its own
 * for as long as it lasts (two numbers of bodies, of features of shapes). A
 * contact with a known key keeps its multipliers, from which the solver starts,
 * and its state; one that is announced no more is gone; the order of rows in the
 * one-step problem is that of the keys, whatever the order of announcements.
 *
 * Give a function (zn_simulation_find_contacts), or a class of sources, which a
 * plugin may bring. doc/contacts.md has a whole one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_SOURCE_H
#define ZENO_SOURCE_H

#include <zeno/simulation.h>

ZN_BEGIN_DECLS

typedef struct zn_source   zn_source;
typedef struct zn_contacts zn_contacts;

/** Unique among the contacts of a source; ordered by hi, then lo. */
typedef struct zn_key {
    uint64_t hi, lo;
} zn_key;

/** A contact as it is announced; everything is borrowed for the call. */
typedef struct zn_contact {
    zn_key       key;
    zn_law      *law;      /**< handed to the model, if it is not there yet   */
    zn_relation *relation; /**< likewise; one may serve all contacts          */
    zn_ds       *d1;
    zn_ds       *d2;       /**< NULL: one system                              */
    const void  *data;     /**< as zn_interaction_set_data; NULL: leave as
                                they are, zeros at first                      */
    /** Of a mesh the nodes that it touches: as `at` and `n` of zn_end, the unknowns of
     * d1 (n1) and d2 (n2) that are the q (or x) of the relation; NULL: all of them.
     * With the same key and others it is another contact, without multipliers. */
    const zn_index *at1, *at2;
    zn_index     n1, n2;
} zn_contact;

/** Where the bodies are. */
typedef struct zn_view {
    const zn_model *model;
    const zn_state *state; /**< at t; see zn_state_q                          */
    double          t;     /**< present time (s)                              */
    double          t1;    /**< where the next step may end at most (s)       */
} zn_view;

/** Positions and velocities of a system of the model in a state. */
ZN_API const double *zn_state_q(const zn_state *s, const zn_ds *ds);
ZN_API const double *zn_state_v(const zn_state *s, const zn_ds *ds);

/** Announce what there is at (t, state); ZN_OK or a failure with words. What it
 * does must be a function of the view alone, for runs that are begun again. */
typedef zn_status zn_source_fn(void *user, const zn_view *at, zn_contacts *to);

/** A class of sources; `k` is its state (its options live there). */
typedef struct zn_source_type {
    zn_type   type; /**< kind ZN_KIND_SOURCE                                  */
    /** Optional: before the first search: make laws and relations, which the
     * model takes with the first contact, and room. */
    zn_status (*prepare)(void *k, zn_model *m);
    /** As zn_source_fn. */
    zn_status (*find)(void *k, const zn_view *at, zn_contacts *to);
    /** Optional: free what the model did not take. */
    void      (*fini)(void *k, zn_ctx *ctx);
    /** Optional, of minor 12: as it is now `find` will announce nothing, wherever
     * the bodies go. Simulations that have no step to search before, as
     * "event-driven", go on beside such a source. */
    bool      (*idle)(const void *k);
} zn_source_type;

/** Make a source by class name, with the defaults of its options. */
ZN_API zn_status zn_source_new(zn_ctx *ctx, const char *cls, zn_source **out);
/** Free a source that no simulation owns; NULL is fine. */
ZN_API void zn_source_free(zn_source *src);
ZN_API zn_status zn_source_set(zn_source *src, const char *option,
                               const char *value);
ZN_API zn_status zn_source_set_real(zn_source *src, const char *option,
                                    double value);
/** An option as text, cut to size.
 * @retval ZN_ENOENT  no such option */
ZN_API zn_status zn_source_get(const zn_source *src, const char *option, char buf[],
                               size_t size);
ZN_API void *zn_source_state(zn_source *src);
ZN_API const zn_source_type *zn_source_class(const zn_source *src);

/** Hand a source over. Its contacts come into the model at zn_simulation_init, and
 * leave it with the simulation.
 * @retval ZN_ESTATE  the run has begun, or another simulation of the model has
 *                    sources */
ZN_API zn_status zn_simulation_add_source(zn_simulation *s, zn_source *src);
/** The i-th source of a simulation, in the order in which they were handed over; NULL: there
 * are no more. */
ZN_API zn_source *zn_simulation_source(const zn_simulation *s, zn_index i);
/** A function of yours as a source. `drop` (may be NULL) is called when the
 * simulation is freed. */
ZN_API zn_status zn_simulation_find_contacts(zn_simulation *s, zn_source_fn *fn,
                                             void *user,
                                             void (*drop)(void *user));

/** zn_contacts_announce with the size of the contact. */
ZN_API zn_status zn_contacts_announce_sized(zn_contacts *to, const zn_contact *c,
                                            size_t size);

/** Inside `find`: there is, or still is, this contact.
 * @retval ZN_EEXIST  its key was announced already
 * @retval ZN_EINVAL  law, relation, system or data do not fit; says what */
static inline zn_status zn_contacts_announce(zn_contacts *to, const zn_contact *c)
{
    return zn_contacts_announce_sized(to, c, sizeof *c);
}
/** Inside `find`, before anything is announced: the contacts of the last time stay,
 * but for those that are taken away; announce those that are new or changed. A
 * source that knows what changed pays for nothing else. */
ZN_API zn_status zn_contacts_stay(zn_contacts *to);
/** Inside `find`, after zn_contacts_stay: this one is gone.
 * @retval ZN_ENOENT  there is none with that key */
ZN_API zn_status zn_contacts_gone(zn_contacts *to, zn_key key);

/** Contacts of the i-th source now, in no order, and the one of a key, or NULL. */
ZN_API zn_index zn_simulation_contact_count(const zn_simulation *s, zn_index i);
ZN_API zn_interaction *zn_simulation_contact(zn_simulation *s, zn_index i,
                                             zn_key key);
ZN_API zn_interaction *zn_simulation_contact_at(zn_simulation *s,
                                                zn_index i, zn_index k);
/** The key of an interaction that a source announced; false: of another one. */
ZN_API bool zn_interaction_key(const zn_interaction *a, zn_key *out);

ZN_END_DECLS

/* what a const object gives is const */
#ifdef __cplusplus
static inline const void *zn_source_state(const zn_source *src)
{
    return zn_source_state(const_cast<zn_source *>(src));
}
static inline const zn_interaction *zn_simulation_contact(const zn_simulation *s, zn_index i, zn_key key)
{
    return zn_simulation_contact(const_cast<zn_simulation *>(s), i, key);
}
static inline const zn_interaction *zn_simulation_contact_at(const zn_simulation *s, zn_index i, zn_index k)
{
    return zn_simulation_contact_at(const_cast<zn_simulation *>(s), i, k);
}
#else
#define zn_source_state(src)                                                   \
    ZN_KEEP(zn_source, void, src, zn_source_state((zn_source *)(src)))
#define zn_simulation_contact(s, ...)                                          \
    ZN_KEEP(zn_simulation, zn_interaction, s, zn_simulation_contact((zn_simulation *)(s), __VA_ARGS__))
#define zn_simulation_contact_at(s, ...)                                       \
    ZN_KEEP(zn_simulation, zn_interaction, s, zn_simulation_contact_at((zn_simulation *)(s), __VA_ARGS__))
#endif
#endif
