/** @file
 * The model (nonsmooth dynamical system): systems, relations, laws and the
 * interactions that join them. Build, seal, run; it may be reopened between
 * steps, and pointers to what stays remain valid.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_MODEL_H
#define ZENO_MODEL_H

#include <zeno/ds.h>
#include <zeno/law.h>
#include <zeno/relation.h>

ZN_BEGIN_DECLS

typedef struct zn_model       zn_model;
typedef struct zn_interaction zn_interaction;

ZN_API zn_status zn_model_new(zn_ctx *ctx, zn_model **out);
/** Free a model and all it owns; no simulation may borrow it any more. */
ZN_API void zn_model_free(zn_model *m);
ZN_API zn_ctx *zn_model_ctx(const zn_model *m);

/** Hand over; on success the model owns the object. Adding a law or relation
 * twice is fine.
 * @retval ZN_EEXIST  a system of that name is there
 * @retval ZN_EINVAL  the object is in another model, or of another context
 * @retval ZN_ESTATE  the model is sealed (reopen it first) */
ZN_API zn_status zn_model_add_ds(zn_model *m, zn_ds *ds);
ZN_API zn_status zn_model_add_law(zn_model *m, zn_law *law);
ZN_API zn_status zn_model_add_relation(zn_model *m, zn_relation *r);

/** Join one law and one relation to one or two systems of the model. Law and
 * relation are handed over if the model does not own them yet.
 * @param[in]  name  for messages and output; copied, unique in the model. NULL: it
 *                   is anonymous, messages call it by a number
 * @param[in]  d2    NULL: one system
 * @param[out] out   borrowed from the model; may be NULL
 * @retval ZN_EINVAL  the same system twice, or a system not of this model
 * @retval ZN_EEXIST  an interaction of that name is there
 * @retval ZN_ESTATE  the model is sealed; as for the calls below */
ZN_API zn_status zn_model_connect(zn_model *m, const char *name, zn_law *law,
                                  zn_relation *r, zn_ds *d1, zn_ds *d2,
                                  zn_interaction **out);

/** A system as an interaction sees it: all of it, or some of its unknowns, which then
 * are the q (or x) of the relation: the nodes of a mesh that a contact touches. What
 * the interaction costs is proportional to their number, not to that of the system's. */
typedef struct zn_end {
    zn_ds          *ds;
    zn_index        n;  /**< how many; with `at` NULL: all of them, whatever n is */
    const zn_index *at; /**< which, n, from 0, each once, in the order in which the
                             relation has them; borrowed for the call         */
} zn_end;

/** zn_model_connect_ends with the size of an end. */
ZN_API zn_status zn_model_connect_ends_sized(zn_model *m, const char *name,
                                             zn_law *law, zn_relation *r,
                                             const zn_end *d1, const zn_end *d2,
                                             size_t size, zn_interaction **out);

/** As zn_model_connect, to some of the unknowns of the systems. Both must be of a
 * class with q' = v, or of the first order, also where all unknowns of one are taken.
 * @param[in]  d2     NULL: one system
 * @retval ZN_EINVAL  also: an unknown twice, or none of the system */
static inline zn_status zn_model_connect_ends(zn_model *m, const char *name,
                                              zn_law *law, zn_relation *r,
                                              const zn_end *d1, const zn_end *d2,
                                              zn_interaction **out)
{
    return zn_model_connect_ends_sized(m, name, law, r, d1, d2, sizeof *d1, out);
}

/** The unknowns of the i-th system (0, 1) that an interaction is with, *n of them;
 * NULL: with all. */
ZN_API const zn_index *zn_interaction_unknowns(const zn_interaction *a, zn_index i,
                                               zn_index *n);

/** Couple systems, also of different order: from here on the parameters z of a system, or
 * of a relation, have the state of another system behind those they had, (q, v) of second
 * order (nq + nv) or x of first order (nx), at the initial state until a simulation
 * begins. So a circuit sees the velocity of its motor, the motor the current. May be
 * called for several systems; their states follow each other in z.
 *
 * In event-driven simulation it is the state at every instant. In time stepping it is that
 * of the beginning of the step, held over it, which is of order 1 in h. Operators with
 * parameters of their own do not see it. z is in the model: no two simulations may
 * step at the same time that share it. Removing `of` leaves z as it is.
 * @retval ZN_EINVAL  one of them is not in the model, or both are the same
 * @retval ZN_ESTATE  the model is sealed; and later, from the simulation: z was set
 *                    after this call */
ZN_API zn_status zn_model_follow(zn_model *m, zn_ds *ds, const zn_ds *of);
ZN_API zn_status zn_model_follow_relation(zn_model *m, zn_relation *r,
                                          const zn_ds *of);

/** Take an interaction out and free it; a system, with its interactions. The
 * law and the relation stay with the model. */
ZN_API zn_status zn_model_remove_interaction(zn_model *m, zn_interaction *a);
ZN_API zn_status zn_model_remove_ds(zn_model *m, zn_ds *ds);

/** Take a law or a relation out and free it.
 * @retval ZN_EINVAL  it is not in this model
 * @retval ZN_ESTATE  an interaction has it; or the model is sealed */
ZN_API zn_status zn_model_remove_law(zn_model *m, zn_law *law);
ZN_API zn_status zn_model_remove_relation(zn_model *m, zn_relation *r);

/** Check all that is new or was touched since the last seal.
 * @retval ZN_EINVAL  zn_errmsg lists all that is wrong, one per line */
ZN_API zn_status zn_model_seal(zn_model *m);

/** Allow changes again, between steps. What stays keeps its place and its part
 * of the state vectors. */
ZN_API void zn_model_reopen(zn_model *m);
ZN_API bool zn_model_sealed(const zn_model *m);

/** Number of places for systems and interactions; a place can be empty
 * (NULL) after a removal and is used again. */
ZN_API zn_index zn_model_ds_places(const zn_model *m);
ZN_API zn_index zn_model_interaction_places(const zn_model *m);
ZN_API zn_ds *zn_model_ds_at(zn_model *m, zn_index place);
ZN_API zn_interaction *zn_model_interaction_at(zn_model *m, zn_index place);

/** By name; NULL if there is none. */
ZN_API zn_ds *zn_model_ds(zn_model *m, const char *name);
ZN_API zn_interaction *zn_model_interaction(zn_model *m, const char *name);

/** Of an anonymous one "#" and a number. */
ZN_API const char *zn_interaction_name(const zn_interaction *a);
ZN_API zn_law *zn_interaction_law(zn_interaction *a);
ZN_API zn_relation *zn_interaction_relation(zn_interaction *a);
/** Number of systems (1 or 2) and the i-th. */
ZN_API zn_index zn_interaction_ds_count(const zn_interaction *a);
ZN_API zn_ds *zn_interaction_ds(zn_interaction *a, zn_index i);
/** Size of y and lambda, and where its rows begin in the state vectors. */
ZN_API zn_index zn_interaction_size(const zn_interaction *a);
ZN_API zn_index zn_interaction_offset(const zn_interaction *a);

/** Its data, of the size that the class of its relation declares; NULL: none. */
ZN_API const void *zn_interaction_data(const zn_interaction *a);
/** Set the part of them that is given, between steps, also in a sealed model.
 * @param[in] data  data_given bytes (data_size, if that is 0), copied
 * @retval ZN_EINVAL  the class of its relation has none, or refuses these: they
 *                    stay as they were */
ZN_API zn_status zn_interaction_set_data(zn_interaction *a, const void *data);

ZN_END_DECLS

/* what a const object gives is const */
#ifdef __cplusplus
static inline const zn_ds *zn_model_ds_at(const zn_model *m, zn_index place)
{
    return zn_model_ds_at(const_cast<zn_model *>(m), place);
}
static inline const zn_interaction *zn_model_interaction_at(const zn_model *m, zn_index place)
{
    return zn_model_interaction_at(const_cast<zn_model *>(m), place);
}
static inline const zn_ds *zn_model_ds(const zn_model *m, const char *name)
{
    return zn_model_ds(const_cast<zn_model *>(m), name);
}
static inline const zn_interaction *zn_model_interaction(const zn_model *m, const char *name)
{
    return zn_model_interaction(const_cast<zn_model *>(m), name);
}
static inline const zn_law *zn_interaction_law(const zn_interaction *a)
{
    return zn_interaction_law(const_cast<zn_interaction *>(a));
}
static inline const zn_relation *zn_interaction_relation(const zn_interaction *a)
{
    return zn_interaction_relation(const_cast<zn_interaction *>(a));
}
static inline const zn_ds *zn_interaction_ds(const zn_interaction *a, zn_index i)
{
    return zn_interaction_ds(const_cast<zn_interaction *>(a), i);
}
#else
#define zn_model_ds_at(m, ...)                                                 \
    ZN_KEEP(zn_model, zn_ds, m, zn_model_ds_at((zn_model *)(m), __VA_ARGS__))
#define zn_model_interaction_at(m, ...)                                        \
    ZN_KEEP(zn_model, zn_interaction, m, zn_model_interaction_at((zn_model *)(m), __VA_ARGS__))
#define zn_model_ds(m, ...)                                                    \
    ZN_KEEP(zn_model, zn_ds, m, zn_model_ds((zn_model *)(m), __VA_ARGS__))
#define zn_model_interaction(m, ...)                                           \
    ZN_KEEP(zn_model, zn_interaction, m, zn_model_interaction((zn_model *)(m), __VA_ARGS__))
#define zn_interaction_law(a)                                                  \
    ZN_KEEP(zn_interaction, zn_law, a, zn_interaction_law((zn_interaction *)(a)))
#define zn_interaction_relation(a)                                             \
    ZN_KEEP(zn_interaction, zn_relation, a, zn_interaction_relation((zn_interaction *)(a)))
#define zn_interaction_ds(a, ...)                                              \
    ZN_KEEP(zn_interaction, zn_ds, a, zn_interaction_ds((zn_interaction *)(a), __VA_ARGS__))
#endif
#endif
