/* core.h - the context and the registry as the library's own files see them
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
    ZNI_MESSAGE = 2048, /* room for the words of a failure                    */
    ZNI_FACT = 1536     /* most the fact itself takes; the rest is for places */
};

/* Which names there may be, a bit for each: some hundred classes enter for each context, and each would be
 * compared with all before. */
typedef struct zni_name_set {
    uint64_t bits[32];
} zni_name_set;

struct zn_ctx {
    zn_allocator    alloc;
    pthread_mutex_t saying; /* threads that work on one model may fail at once */
    char            message[ZNI_MESSAGE];
    pthread_t       author; /* of the message */
    atomic_ulong    faults; /* zn_fail so far: is the message of this call? */
    bool            unsaid; /* the last words are taken back */
    int             hosting; /* solvers of plugins that `auto` has asked and that are at work */
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
    /* what libzeno hangs here */
    void           *kernel;
    void          (*kernel_drop)(zn_ctx *ctx, void *kernel);
    atomic_uint_fast64_t ids; /* given out so far */
    /* room in which users' functions are watched (kernel/plugin/guard.h) */
    bool            guarded;
    double         *guard;
    zn_index        cguard;
};

/* A struct that grows at its end, from one side of the interface to the other, which may
 * know less of it or more: what only the other side knows is zero. */
static inline void zni_copy_sized(const void *from, size_t have, void *to,
                                  size_t room)
{
    const size_t both = have < room ? have : room;

    memcpy(to, from, both);
    memset((char *)to + both, 0, room - both);
}

/* The one thing that libzeno keeps per context (its loaded plugins, its own
 * registration), and the function that takes it back: called once by
 * zn_ctx_free, first, while the context still works. Exported because libzeno
 * is another shared library; not part of the public interface. */
ZN_API void *zni_ctx_kernel(const zn_ctx *ctx);
ZN_API void zni_ctx_set_kernel(zn_ctx *ctx, void *kernel,
                               void (*drop)(zn_ctx *ctx, void *kernel));

/* A number that no other object of this context has or will have: what is kept
 * about an object by its number cannot be mistaken for a later one at the same
 * address. Exported as above. */
ZN_API uint64_t zni_ctx_id(zn_ctx *ctx);

/* Be shown what a solver is asked, before it is solved: its class, p and the start z. Status
 * other than ZN_OK: the call ends with it, z and w as they were. Exported as above. */
typedef zn_status zni_tap_fn(void *user, const zn_problem_type *problem,
                             const void *p, const double z[]);
ZN_API void zni_solver_tap(zn_solver *s, zni_tap_fn *fn, void *user);

/* Before a method is asked: is the start within the tolerance, where the class has `outputs`?
 * Then it is the answer, with no iterations. Exported as above. */
ZN_API void zni_solver_keep_start(zn_solver *s, bool keep);

/* The tolerance that is asked of a solver, and the time that it has, s; 0: no limit. */
ZN_API double zni_solver_tol(const zn_solver *s);
ZN_API double zni_solver_time_limit(const zn_solver *s);

/* Is c of a to z or a digit? Names of some hundred classes and options are read letter by letter for each
 * context; strspn makes a table of what it may find first, each time. */
static inline bool zni_plain_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* What is wrong with the option table of a state of that size, written into
 * words ("option 'tol': default 2 is not in [0, 1]"); false if nothing is. */
bool zni_option_table_bad(const zn_option *table, size_t state_size,
                          char words[], size_t size);

/* Bytes of the field of an option of that kind; 0: there is no such kind. Is it of letters? */
size_t zni_option_size(zn_option_kind kind);
static inline bool zni_option_spelled(const zn_option *o)
{
    return o->kind == ZN_OPTION_WORD || o->kind == ZN_OPTION_TEXT;
}

/* Is x allowed for o? REAL and INT: finite, in range, whole if INT. */
bool zni_option_allows(const zn_option *o, double x);

/* What is allowed: "must be in [0, 1] s", "must be one of: a, b". */
void zni_option_range(const zn_option *o, char words[], size_t size);

/* x in the fewest digits that read back as x. */
void zni_real_text(double x, char text[], size_t size);

/* Add text to a list in words, cut to size: "a", "a, b", ... */
void zni_list_add(char words[], size_t size, const char *text);

/* zn_fail so far on this context, by any thread; and is the message one that this thread
 * gave after the first `before` of them? */
unsigned long zni_ctx_faults(zn_ctx *ctx);
bool zni_ctx_said(zn_ctx *ctx, unsigned long before);
/* The message, if this thread gave it, is not about what fails in the end. */
void zni_ctx_unsay(zn_ctx *ctx);

/* What was declared of a kind, or NULL. */
const zn_kind_info *zni_kind_info(const zn_ctx *ctx, zn_kind kind);

/* The older names in a plugin, ended by a NULL `old`. */
const zn_alias *zni_plugin_aliases(const zn_plugin *p);

/* May the name have been added? */
bool zni_name_set_may(const zni_name_set *n, zn_kind kind, const char *name);
void zni_name_set_add(zni_name_set *n, zn_kind kind, const char *name);

/* The class of that kind and name, older ones too, or NULL. */
const zn_type *zni_type_lookup(const zn_ctx *ctx, zn_kind kind,
                               const char *name);

/* The kinds and classes that the solvers library brings; for zn_ctx_new. */
zn_status zni_builtin_add(zn_ctx *ctx);

/* What a descriptor of a problem class or a solver lacks, or NULL. */
const char *zni_problem_missing(const zn_type *type);
const char *zni_solver_missing(const zn_type *type);

#endif
