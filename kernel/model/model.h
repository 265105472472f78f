/* model.h - systems, relations, laws and the model as the kernel's own files
 * see them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_MODEL_H
#define ZENO_KERNEL_MODEL_H

#include <stdatomic.h>

#include <zeno/model.h>

#include "kernel/model/heap.h"
#include "kernel/model/room.h"
#include "kernel/plugin/operator.h"

/* Sizes go to users' functions as unsigned and to LAPACK as int. */
#define ZNI_MAX_SIZE ((zn_index)INT32_MAX)

struct zn_findings {
    zn_ctx  *ctx;
    zn_index count; /* findings so far                        */
    zn_index shown; /* of them in text; the others did not fit */
    zn_index len;
    char     text[1440]; /* one finding per line; with the line above and the
                            one below them it fits into zn_errmsg */
};

/* Prescribed velocities of a system. */
typedef struct zni_bc {
    zni_owner   owner; /* "boundary condition of system" */
    zn_operator value; /* S17 or constant, n x 1 */
    zn_index    n;
    zn_index    index[]; /* components of v */
} zni_bc;

/* One block holds the struct, its operators, q0, v0 (or x0), the state of the class and the
 * name: a model may have 1e5 systems. Sizes and places are below ZNI_MAX_SIZE,
 * their products are not. */
struct zn_ds {
    const zn_ds_type *type;
    zni_owner         owner; /* with the context and the name */
    zn_model         *model; /* who owns it, or NULL */
    zni_bc           *bc; /* NULL: none */
    union { /* interactions of the system, in no order; many have one, in place of the list */
        zn_interaction **list; /* cint > 0 */
        zn_interaction  *one;
    } ints;
    uint64_t          id; /* no other object of the context has it */
    int32_t           nint, cint;
    int32_t           start_at; /* bytes from here to q0 or x0; */
    uint32_t          state_at; /* to the state of the class as many times ZNI_DS_ALIGN */
    int32_t           nq, nv, nx;
    int32_t           pending;   /* in the model's list for the next seal, or -1 */
    /* place in the model and in the state vectors; -1 outside of a model */
    int32_t           place, q_off, v_off, x_off;
    zn_ds_variability varies; /* asked at seal */
    bool              known;  /* a seal has seen it and said so in the log */
    bool              inited; /* init was called, so fini must be */
    bool              moves;  /* v0 is kept; else it is 0 */
    zn_operator       ops[];
};

/* The state of its class, where any struct may begin. */
enum { ZNI_DS_ALIGN = 16 };
static inline void *zni_ds_state(const zn_ds *ds)
{
    return (char *)ds + (size_t)ds->state_at * ZNI_DS_ALIGN;
}

/* q0, or x0. */
static inline double *zni_ds_start(const zn_ds *ds)
{
    return (double *)(void *)((char *)ds + ds->start_at);
}

/* v0, behind q0 if any of it is not 0. */
const double *zni_ds_v0(const zn_ds *ds);

zn_index zni_ds_count(const zn_ds *ds); /* operators */

static inline zn_interaction **zni_ds_ints(const zn_ds *ds)
{
    return ds->cint ? ds->ints.list : (zn_interaction **)&ds->ints.one;
}

typedef struct zni_seen zni_seen;

struct zn_relation {
    const zn_relation_type *type;
    zn_ctx                 *ctx;
    char                   *name;
    zn_model               *model;
    void                   *state;
    zni_owner               owner;
    zn_index                nops;
    zn_operator            *ops;
    zn_index                ny, nq;
    zni_seen               *seen; /* of its unknowns, where patterns say so; NULL: all */
    zn_relation_variability varies;
    bool                    known, inited;
    bool                    complete; /* its last seal found nothing wrong */
    int32_t                 pending;
    zn_index                at;    /* in the list of the model */
    zn_index                users; /* interactions that have it */
};

struct zn_law {
    const zn_law_type *type;
    zn_ctx            *ctx;
    zn_model          *model;
    void              *state;
    zni_owner          owner;
    zn_index           nops;
    zn_operator       *ops;
    bool               touched; /* an option was set since the last seal */
    zn_index           at;      /* in the list of the model */
    zn_index           users;   /* interactions that have it */
};

/* The order of interactions: those of the user as they were connected (hi = 0,
 * lo = serial), then those of each source by their keys. */
typedef struct zni_turn {
    uint64_t hi, lo;
    zn_index source; /* its number from 1 on; 0: the user */
} zni_turn;

static inline int zni_turn_compare(const zni_turn *a, const zni_turn *b)
{
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    if (a->hi != b->hi)
        return a->hi < b->hi ? -1 : 1;
    return a->lo < b->lo ? -1 : a->lo > b->lo;
}

/* Rooms for a whole q and v, and what a function gives. */
typedef struct zni_wide {
    zni_rooms rooms;
    zn_index  q, values; /* of the largest */
} zni_wide;

/* One block holds the struct, what few have, its data and its name. Behind the struct are,
 * in this order: of one that a source found its key, of one that is with some unknowns
 * which, the data. */
struct zn_interaction {
    const char  *name; /* of an anonymous one "#" and the serial; the end of the block */
    zn_law      *law;
    zn_relation *relation;
    zn_ds       *ds[2];
    zn_index     serial; /* counts what the model was ever given */
    int32_t      in_ds[2]; /* where it is in their lists */
    int32_t      source; /* that found it, from 1 on; 0: the user connected it */
    int32_t      data;   /* bytes from here to them; 0: its relation's class has none */
    int32_t      size;   /* rows */
    int32_t      copies; /* of the law, set at seal; a law of any size (0) has
                            one copy per row */
    int32_t      place;  /* in the model */
    int32_t      off;    /* of its rows in y and lambda */
    int32_t      pending;
    int8_t       nds;
    bool         known, anonymous;
    bool         partial; /* it is with some unknowns of its systems only */
};

/* Whose it is. */
static inline zn_model *zni_interaction_model(const zn_interaction *a)
{
    return a->law->model;
}

/* The data of its relation's class, or NULL. */
static inline void *zni_interaction_data(const zn_interaction *a)
{
    return a->data ? (char *)a + a->data : NULL;
}

/* In which order it comes. */
static inline zni_turn zni_interaction_turn(const zn_interaction *a)
{
    const uint64_t *key = (const uint64_t *)(const void *)(a + 1);

    return a->source ? (zni_turn){key[0], key[1], a->source}
                     : (zni_turn){0, (uint64_t)a->serial, 0};
}

/* How many unknowns of each system it is with, and which; NULL: all. */
static inline zn_index *zni_interaction_some(const zn_interaction *a)
{
    return a->partial ? (zn_index *)(a + 1) + (a->source ? 2 : 0) : NULL;
}

/* What happened to the model since a simulation last looked. */
typedef enum zni_change_kind {
    ZNI_DS_ADDED,
    ZNI_DS_REMOVED,
    ZNI_DS_CHANGED, /* its operators: variability and constants may be others */
    ZNI_INTERACTION_ADDED,
    ZNI_INTERACTION_REMOVED,
    ZNI_INTERACTION_CHANGED /* its law's options or its relation's operators */
} zni_change_kind;

/* The log tells what happened in order; whoever reads it later than the next
 * change may find a place of an ADDED or CHANGED entry empty by then. */
typedef struct zni_change {
    zni_change_kind kind;
    zn_index        place; /* in ds or interaction places */
} zni_change;

/* Places for things, each with its parts of the state vectors for good. A place
 * that was left is used again for the next thing of the same sizes; who is there
 * is told by the thing's serial. */
typedef struct zni_place_class {
    zn_index size[3];
    int32_t  empty; /* first empty place of these sizes, or -1 */
} zni_place_class;

/* Places of one class, one behind the other, and their parts too. */
typedef struct zni_place_run {
    int32_t first, cls;
    int32_t off[3]; /* where the part of the first begins, vector by vector */
} zni_place_run;

typedef struct zni_places {
    zn_index         n, cap;
    int32_t         *next;    /* of an empty place the next one of its class, or -1 */
    zn_index         vectors; /* of the state, in which each has its part: 1 to 3 */
    zn_index         nrun, crun;
    zni_place_run   *run;     /* alike things mostly come together: one run */
    zn_index         ncls, ccls;
    zni_place_class *cls;
} zni_places;

/* Objects by name: open addressing, at most three quarters full. */
typedef struct zni_names zni_names;
struct zni_names {
    zn_index  n, room; /* room: 0 or a power of two */
    void    **slot;    /* NULL: free */
    const char *(*name)(const zni_names *t, const void *object);
};

/* Parameters z that are the state of a system: of a system or of a relation. */
typedef struct zni_link {
    zn_ds       *ds;
    zn_relation *relation;
    const zn_ds *of;
    zn_index     at, n; /* first of them, and how many */
} zni_link;

/* Things to look at in the next seal; those removed meanwhile leave NULL. */
typedef struct zni_pending {
    zn_index n, cap;
    void   **item;
} zni_pending;

struct zn_model {
    zn_ctx          *ctx;
    bool             sealed;
    /* by place; NULL where a thing was removed */
    zn_index         nds, cds;
    zn_ds          **ds;
    zn_index         nint, cint;
    zn_interaction **ints;
    zn_index         nlaws, claws;
    zn_law         **laws;
    zn_index         nrels, crels;
    zn_relation    **rels;
    zni_names        ds_names, int_names;
    /* lengths of the state vectors, empty places included */
    zn_index         nq, nv, nx, ny;
    zni_places       ds_places, int_places;
    /* what the next seal has to check */
    zni_pending         ds_pending, rel_pending, int_pending;
    bool             rescan; /* a law or relation in use was touched */
    /* changes since the beginning, of which the first log_base are dropped */
    zni_change      *log;
    zn_index         nlog, clog, log_base;
    zn_index         serial; /* of the last thing added */
    zn_index         lost;   /* contacts of sources that others took out */
    zn_index         laws_at_work; /* counts laws that got their first interaction,
                                      lost their last one, or were touched */
    bool             sourced; /* some simulation has contact sources */
    bool             prescribes; /* velocities of some system are or were prescribed, at a seal */
    zni_heap         heap;   /* interactions */
    zn_index         nlink, clink;
    zni_link        *link;
    zni_wide         wide;   /* of relations that see few unknowns; seen.c */
};

/* ---- findings --------------------------------------------------------- */

void zni_findings_init(zn_findings *f, zn_ctx *ctx);
/* ZN_OK if there are none, else ZN_EINVAL with all of them in zn_errmsg. */
zn_status zni_findings_status(zn_findings *f, const char *what);
/* A call of a user's function at seal failed: its words become a finding,
 * unless memory ran out. */
zn_status zni_findings_take(zn_findings *f, zn_status st);

/* ---- operators of an object (slots.c) ----------------------------------- */

zn_index zni_slots_count(const zn_slot *slots);
/* The operator of that name, or NULL and words that list those there are, or say that it is
 * one of the options. */
zn_operator *zni_slots_find(const zni_owner *owner, const zn_type *type,
                            const zn_slot *slots, zn_operator *ops,
                            const char *name);
zn_status zni_owner_set_z(zni_owner *o, zn_index nz, const double z[]);
zn_status zni_owner_set_u(zni_owner *o, zn_index nu, const double u[]);
/* What a controller writes: u of the system, or z if it has no u. */
double *zni_ds_held(const zn_ds *ds, zn_index *n);
/* Add "relation 'r': jac_h_q is not given, finite differences are used" to the
 * log for the operators in `missing` (bits) that *said does not have yet. */
void zni_say_differences(const zni_owner *o, const zn_slot *slots,
                         unsigned missing, atomic_uint *said);
/* n doubles for a class, *cap of them there already; kept if enough. */
zn_status zni_reserve(zn_ctx *ctx, double **work, zn_index *cap, zn_index n);

/* What an operator varies with, if its function varies with `function`. */
static inline zn_vary zni_operator_vary(const zn_operator *op, zn_vary function)
{
    switch (zn_operator_get_mode(op)) {
    case ZN_OPERATOR_ABSENT:
        return ZN_ZERO;
    case ZN_OPERATOR_FUNCTION:
        return function;
    default:
        return ZN_CONSTANT;
    }
}

/* The same of a Jacobian, for which differences are taken if it is absent. */
static inline zn_vary zni_jacobian_vary(const zn_operator *op, zn_vary function)
{
    return zn_operator_get_mode(op) == ZN_OPERATOR_ABSENT
               ? function
               : zni_operator_vary(op, function);
}

/* ---- model -------------------------------------------------------------- */

/* May this change now? ZN_ESTATE if it is in a sealed model, otherwise the
 * next seal looks at it again. */
zn_status zni_ds_touch(zn_ds *ds);
zn_status zni_relation_touch(zn_relation *r);
zn_status zni_law_touch(zn_law *law);

/* ---- follow.c ---- */
/* Parameters that are states, at (q, v, x). ZN_ESTATE: there is no room for them. */
zn_status zni_model_follow_state(const zn_model *m, const double q[],
                                 const double v[], const double x[]);
/* Does the relation see such states? Of first-order systems? */
bool zni_model_follows(const zn_model *m, const zn_relation *r, bool first);
/* The system, or the relation, goes. */
void zni_model_unfollow(zn_model *m, const zn_ds *ds, const zn_relation *r);

/* An option and its value. */
typedef struct zni_number {
    const char *option;
    double      value;
} zni_number;

/* A law of that class with n options set; NULL in *out on failure. */
zn_status zni_law_make(zn_ctx *ctx, const char *cls, zn_index n,
                       const zni_number set[], zn_law **out);

void zni_ds_destroy(zn_ds *ds);
void zni_relation_destroy(zn_relation *r);
/* The largest pull of a contact (N); 0 of laws that know none. */
double zni_law_adhesion(const zn_law *law);
/* The inertia of its rows (kg, kg m^2); 0 of laws that are no forces. */
double zni_law_inertia(const zn_law *law);
void zni_law_destroy(zn_law *law);
void zni_bc_free(zn_ds *ds);

/* What an interaction is made of. */
typedef struct zni_join {
    const char  *name;   /* NULL: anonymous */
    zni_turn     turn;   /* source 0: that of its serial */
    zn_law      *law;
    zn_relation *relation;
    zn_ds       *d1, *d2;
    const zn_end *end[2]; /* with `at`: some unknowns of them; NULL: all */
} zni_join;

zn_status zni_interaction_new(zn_model *m, const zni_join *j,
                              zn_interaction **out);
/* How many unknowns of its i-th system it is with: positions at the second order, and
 * velocities. */
zn_index zni_interaction_q_of(const zn_interaction *a, zn_index i);
zn_index zni_interaction_v_of(const zn_interaction *a, zn_index i);
/* May these be the ends of an interaction? */
zn_status zni_ends_check(const zn_model *m, const zni_join *j, const char *name);
/* How many numbers say which unknowns a join is with, 0: all of both systems; and these:
 * how many of each, then which. */
zn_index zni_ends_size(const zni_join *j);
void zni_ends_write(const zni_join *j, zn_index out[]);
/* Is an interaction with some unknowns with these? */
bool zni_ends_same(const zn_interaction *a, const zn_end end[2]);
/* zn_model_connect for sources, in two parts: what it would refuse is refused, and law
 * and relation are the model's from now on; then the interaction. */
zn_status zni_model_take_ends(zn_model *m, const zni_join *j);
zn_status zni_model_join_taken(zn_model *m, const zni_join *j,
                               zn_interaction **out);
/* zn_model_remove_interaction by its source; and without a trace in the log, from
 * where it cannot fail: whoever reads that looks at everything then. */
zn_status zni_model_take_out(zn_model *m, zn_interaction *a);
void zni_model_sweep_out(zn_model *m, zn_interaction *a);
void zni_interaction_free(zn_model *m, zn_interaction *a);
/* Its name in quotes for people, and of an anonymous one whose it is; cut to size. */
const char *zni_interaction_words(const zn_interaction *a, size_t size, char text[]);
/* Enter it into the lists of its systems (with room made before), and leave
 * them. */
zn_status zni_interaction_reserve(const zn_interaction *a);
void zni_interaction_link(zn_interaction *a);
void zni_interaction_unlink(zn_interaction *a);
/* Some of them are taken out next; NULL: none. ahead.h */
void zni_interactions_ask(zn_index n, zn_interaction *const a[]);

/* Find the wrong things about one interaction; law: was found right just before, or NULL. */
void zni_interaction_check(zn_interaction *a, const zn_law *law, zn_findings *f);

void *zni_names_get(const zni_names *t, const char *name);
/* Room for one more; then zni_names_put cannot fail. */
zn_status zni_names_reserve(zn_ctx *ctx, zni_names *t);
void zni_names_put(zni_names *t, void *object);
void zni_names_drop(zni_names *t, const char *name);
void zni_names_fini(zn_ctx *ctx, zni_names *t);

void zni_places_fini(zn_ctx *ctx, zni_places *p);
/* A place for these sizes, a new one at the end of the vectors *len[] if none
 * is empty; as many of them as the first time, then NULL. */
zn_status zni_places_take(zn_ctx *ctx, zni_places *p, const zn_index size[3],
                          zn_index *const len[3], zn_index *place);
/* Where its parts begin, one number for each vector, and how long they are. */
void zni_places_off(const zni_places *p, zn_index place, int32_t off[]);
const zn_index *zni_places_sizes(const zni_places *p, zn_index place);
void zni_places_leave(zni_places *p, zn_index place);

/* Put an object into a list, its position in *where (-1: not there yet). */
zn_status zni_pending_put(zn_ctx *ctx, zni_pending *t, void *object, int32_t *where);
void zni_pending_drop(zni_pending *t, int32_t *where);
void zni_pending_fini(zn_ctx *ctx, zni_pending *t);

/* Room in the log for n entries; then zni_log cannot fail. */
zn_status zni_log_reserve(zn_model *m, zn_index n);
void zni_log(zn_model *m, zni_change_kind kind, zn_index place);
/* The changes after the first *seen, which becomes the number of all.
 * @return how many; -1: some are no longer known, look at everything. The
 * first time, *seen = -1 asks for that. */
zn_index zni_model_changes(const zn_model *m, zn_index *seen,
                           const zni_change **out);

/* ---- interactions --------------------------------------------------------- */

/* Stacked size of the state (nq or nx) and input (nv or nx) of the systems. */
zn_index zni_interaction_nq(const zn_interaction *a);
zn_index zni_interaction_nv(const zn_interaction *a);

/* As zn_interaction_set_data, of n bytes of which some are others. */
zn_status zni_interaction_renew_data(zn_interaction *a, const void *data, size_t n);

#endif
