/* core.h - private interface of the context and the registry
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CORE_H
#define ZENO_SOLVERS_CORE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include <zeno/solver.h>

#include "kept.h"

enum {
    ZNI_MESSAGE = 2048, /* room for an error message                          */
    ZNI_FACT = 1536     /* for the fact itself; the rest is for where it was  */
};

/* A set of names as hashed bits (a Bloom filter): some hundred classes are registered in each context, and comparing
 * each of them with all others would take long. */
typedef struct zni_name_set {
    uint64_t bits[32];
} zni_name_set;

struct zn_ctx {
    zn_allocator    alloc;
    pthread_mutex_t saying; /* of the message: several threads may fail at once */
    char            message[ZNI_MESSAGE];
    pthread_t       author; /* the thread that wrote the message */
    atomic_ulong    faults; /* calls of zn_fail so far: tells whether a message is new */
    bool            unsaid; /* the message was withdrawn */
    zn_log_fn      *log;
    zni_kept        log_user;
    zn_log_level    log_level;
    /* registry, in order of registration; kinds by number, name NULL: none */
    zn_kind_info    kinds[ZN_KIND_MAX];
    /* names of the kinds that plugins bring, for their own classes of problems */
    char            own[ZN_KIND_MAX - ZN_KIND_OWN][ZN_WORD_MAX];
    const zn_type **types;
    zn_index        ntypes, ctypes;
    zni_name_set       names; /* of the types */
    void          **extended; /* copies of short descriptors */
    zn_index        nextended, cextended;
    const zn_plugin **plugins;
    zn_index        nplugins, cplugins;
    /* what libzeno keeps here */
    void           *kernel;
    void          (*kernel_drop)(zn_ctx *ctx, void *kernel);
    atomic_uint_fast64_t ids; /* number of ids given out so far */
    /* room in which users' functions are watched (kernel/plugin/guard.h) */
    bool            guarded;
    double         *guard;
    zn_index        cguard;
};

/* Copy a struct that grows at its end between two versions of the interface: fields that only the receiver knows become
 * zero. */
static inline void zni_copy_sized(const void *from, size_t have, void *to,
                                  size_t room)
{
    const size_t both = have < room ? have : room;

    memcpy(to, from, both);
    memset((char *)to + both, 0, room - both);
}

/* The object that libzeno keeps per context (its loaded plugins, its own registration), and the function that frees it,
 * which zn_ctx_free calls first, while the context still works. Exported because libzeno is another shared library; not
 * part of the public interface. */
ZN_API void *zni_ctx_kernel(const zn_ctx *ctx);
ZN_API void zni_ctx_set_kernel(zn_ctx *ctx, void *kernel,
                               void (*drop)(zn_ctx *ctx, void *kernel));

/* A number that no other object of this context has or will have. Data kept under the number of an object are never
 * mistaken for those of a later object at the same address. Exported as above. */
ZN_API uint64_t zni_ctx_id(zn_ctx *ctx);

/* A function that is called before each solution with the class, the problem p and the starting point z. If it returns
 * another status than ZN_OK the call ends with it, and z and w are not changed. Exported as above. */
typedef zn_status zni_tap_fn(void *user, const zn_problem_type *problem,
                             const void *p, const double z[]);
ZN_API void zni_solver_tap(zn_solver *s, zni_tap_fn *fn, void *user);

/* keep: if the class has `outputs` and the starting point is within the tolerance, it is returned as the solution, with
 * no iterations. Exported as above. */
ZN_API void zni_solver_keep_start(zn_solver *s, bool keep);

/* The tolerance of a solver, and its time limit in s; 0: none. */
ZN_API double zni_solver_tol(const zn_solver *s);
ZN_API double zni_solver_time_limit(const zn_solver *s);

/* Is c a letter from a to z or a digit? The names of some hundred classes and options are checked in each context;
 * strspn would be slower, since it builds a table in each call. */
static inline bool zni_plain_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Is something wrong with the option table of a state of that size? Then words says what ("option 'tol': its default is
 * not in its range"). */
bool zni_option_table_bad(const zn_option *table, size_t state_size,
                          char words[], size_t size);

/* Bytes of the field of an option of that kind; 0: there is no such kind. */
size_t zni_option_size(zn_option_kind kind);
/* Is the value of the option a string? */
static inline bool zni_option_spelled(const zn_option *o)
{
    return o->kind == ZN_OPTION_WORD || o->kind == ZN_OPTION_TEXT;
}

/* Is x allowed for o? REAL and INT: finite, in range, whole if INT. */
bool zni_option_allows(const zn_option *o, double x);

/* What is allowed, in words: "must be in [0, 1] s", "must be one of a|b". */
void zni_option_range(const zn_option *o, char words[], size_t size);

/* x with the fewest digits, at least 6, that are read back as x. */
void zni_real_text(double x, char text[], size_t size);

/* Append text to a list in words ("a", "a, b", ...), which has room for size characters. */
void zni_list_add(char words[], size_t size, const char *text);

/* The number of calls of zn_fail in this context, by any thread; has this thread written the message after the first
 * `before` of them? */
unsigned long zni_ctx_faults(zn_ctx *ctx);
bool zni_ctx_said(zn_ctx *ctx, unsigned long before);
/* Withdraw the message, if this thread wrote it, since its failure has been dealt with. */
void zni_ctx_unsay(zn_ctx *ctx);

/* The declaration of a kind, or NULL. */
const zn_kind_info *zni_kind_info(const zn_ctx *ctx, zn_kind kind);

/* The earlier names of classes in a plugin, up to one with `old` NULL. */
const zn_alias *zni_plugin_aliases(const zn_plugin *p);

/* False: the name has not been added. True: it may have been. */
bool zni_name_set_may(const zni_name_set *n, zn_kind kind, const char *name);
void zni_name_set_add(zni_name_set *n, zn_kind kind, const char *name);

/* The class of that kind and name, or earlier name, or NULL. */
const zn_type *zni_type_lookup(const zn_ctx *ctx, zn_kind kind,
                               const char *name);

/* Register the kinds and classes of the solvers library; for zn_ctx_new. */
zn_status zni_builtin_add(zn_ctx *ctx);

/* What the descriptor of a problem class or a solver lacks, in words, or NULL. */
const char *zni_problem_missing(const zn_type *type);
const char *zni_solver_missing(const zn_type *type);

#endif
