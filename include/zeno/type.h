/** @file
 * Classes and plugins. Every concrete class (a system, relation, law,
 * integrator, formulation, solver) is one const descriptor whose first member
 * is a zn_type, kept in the registry of the context. Built-in classes and the
 * classes of a loaded plugin enter by the same door, zn_plugin_add.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_TYPE_H
#define ZENO_TYPE_H

#include <zeno/option.h>

ZN_BEGIN_DECLS

/** What a class is. The descriptor that belongs to each kind is named. */
typedef enum zn_kind {
    ZN_KIND_PROBLEM = 1,     /**< zn_problem_type: a class of solver problems */
    ZN_KIND_LCP_SOLVER,      /**< zn_solver_type for zn_lcp                   */
    ZN_KIND_MLCP_SOLVER,     /**< zn_solver_type for zn_mlcp                  */
    ZN_KIND_RELAY_SOLVER,
    ZN_KIND_AVI_SOLVER,
    ZN_KIND_VI_SOLVER,
    ZN_KIND_NCP_SOLVER,
    ZN_KIND_MCP_SOLVER,
    ZN_KIND_QP_SOLVER,
    ZN_KIND_FRICTION_SOLVER,
    ZN_KIND_GLOBAL_FRICTION_SOLVER,
    ZN_KIND_ROLLING_SOLVER,
    ZN_KIND_GLOBAL_ROLLING_SOLVER,
    ZN_KIND_SOCLCP_SOLVER,
    ZN_KIND_GENERIC_SOLVER,
    ZN_KIND_PLASTICITY_SOLVER,
    ZN_KIND_SET,             /**< zn_set_type: sets that multipliers live in   */
    ZN_KIND_IMPACT_SOLVER,   /**< zn_solver_type for zn_multiple_impact       */
    ZN_KIND_DS = 64,         /**< zn_ds_type: dynamical systems               */
    ZN_KIND_RELATION,        /**< zn_relation_type                            */
    ZN_KIND_LAW,             /**< zn_law_type                                 */
    ZN_KIND_OSI,             /**< zn_osi_type: one-step integrators           */
    ZN_KIND_FORMULATION,     /**< zn_formulation_type: one-step problems      */
    ZN_KIND_BLOCK,           /**< zn_block_type: sensors, observers, controllers */
    ZN_KIND_SIMULATION,      /**< zn_simulation_type: how time passes         */
    ZN_KIND_SOURCE,          /**< zn_source_type: who announces contacts      */
    ZN_KIND_ODE,             /**< zn_ode_type: smooth motion between events   */
    ZN_KIND_NARROW,          /**< zn_narrow_type: where two shapes touch      */
    ZN_KIND_OWN = 96,        /**< from here on: solvers of plugins' own classes of
                                  problems, see zn_problem_type.solver_kind   */
    ZN_KIND_MAX = 128
} zn_kind;

/** Takes something that lives from step to step, as bytes: n of them at p, to save, or to load
 * what was saved. */
typedef void zn_memory_fn(void *to, void *p, size_t n);

/** What every class says of itself; the first member of its descriptor. */
typedef struct zn_type {
    size_t           size;       /**< sizeof the whole descriptor              */
    zn_kind          kind;
    const char      *name;       /**< unique in its kind, [a-z0-9-]            */
    const char      *summary;    /**< one line of help                         */
    size_t           state_size; /**< bytes the host allocates, zero-filled    */
    const zn_option *options;    /**< into the state; NULL for none            */
} zn_type;

/** Does the descriptor p, of struct type T with first member `type`, reach as
 * far as `field`? Ask before looking at a field added in a later minor. */
#define ZN_HAS(T, p, field)                                                    \
    ((p)->type.size >= offsetof(T, field) + sizeof((p)->field))

/** The name of a kind as users read it ("lcp solver"), or "unknown kind". */
ZN_API const char *zn_kind_name(const zn_ctx *ctx, zn_kind kind);

/** What the registry must know of a kind before classes of it may enter.
 * The solvers and the kernel declare theirs; only they call this. */
typedef struct zn_kind_info {
    zn_kind     kind;
    const char *name;     /**< as users read it                               */
    size_t      min_size; /**< smallest descriptor accepted: up to the fields that
                               were appended since the first minor            */
    /** NULL if the descriptor has all it needs, else what is missing. */
    const char *(*missing)(const zn_type *type);
    size_t      size;     /**< of a whole one here; 0: min_size. A shorter one is
                               copied, with zeros for what it does not have    */
} zn_kind_info;

/** Declare a kind; declaring the same one again is fine. */
ZN_API zn_status zn_kind_declare(zn_ctx *ctx, const zn_kind_info *info);

/** The class of that kind and name, or with a name that it had once.
 * @retval ZN_ENOENT  there is none; the message lists those there are */
ZN_API zn_status zn_type_find(zn_ctx *ctx, zn_kind kind, const char *name,
                              const zn_type **out);

/** The i-th class of a kind in order of registration, or NULL past the end. */
ZN_API const zn_type *zn_type_at(const zn_ctx *ctx, zn_kind kind, zn_index i);

/* ---- plugins ---------------------------------------------------------- */

/** Version of the plugin interface. The host takes the same major and a
 * minor not newer than its own. */
#define ZN_PLUGIN_MAJOR 2
#define ZN_PLUGIN_MINOR 12

/** What changes memory layouts; must be equal in host and plugin. */
#define ZN_PLUGIN_BUILD "real=double index=64"

/** A symbol that an operator plugin describes. */
typedef struct zn_symbol {
    const char *name;      /**< of the C function                              */
    const char *signature; /**< "S1" ... "S19", table in zeno/operator.h       */
    zn_index    rows;      /**< expected size of the result, -1: any           */
    zn_index    cols;      /**< likewise                                       */
    const char *help;      /**< one line                                       */
} zn_symbol;

/** A name that a class had once, and is still found by. */
typedef struct zn_alias {
    zn_kind     kind;
    const char *old;  /**< not the name of a class of that kind               */
    const char *name; /**< of a class of this plugin                          */
} zn_alias;

/** A plugin: what the one exported function returns. Constant. */
typedef struct zn_plugin {
    size_t                 size;    /**< sizeof(zn_plugin)                     */
    int                    major;   /**< ZN_PLUGIN_MAJOR at its compilation    */
    int                    minor;   /**< ZN_PLUGIN_MINOR                       */
    const char            *build;   /**< ZN_PLUGIN_BUILD                       */
    const char            *name;    /**< as in its file name                   */
    const char            *version;
    const char            *license;
    const zn_type *const  *types;   /**< classes, NULL-terminated; or NULL     */
    const zn_symbol       *symbols; /**< operators, ended by a NULL name; or NULL */
    const zn_alias        *aliases; /**< ended by a NULL `old`; or NULL (2.2)  */
} zn_plugin;

/** The exported function has this name and type. */
#define ZN_PLUGIN_ENTRY "zn_plugin_entry"
typedef const zn_plugin *zn_plugin_entry_fn(void);

/** Describe this shared object:
 * `ZN_PLUGIN(FollowerPlugin, .version = "1.0", .symbols = table);` */
#define ZN_PLUGIN(ident, ...)                                                  \
    ZN_API const zn_plugin *zn_plugin_entry(void);                             \
    const zn_plugin *zn_plugin_entry(void)                                     \
    {                                                                          \
        static const zn_plugin zn_plugin_self = {                              \
            .size = sizeof(zn_plugin), .major = ZN_PLUGIN_MAJOR,               \
            .minor = ZN_PLUGIN_MINOR, .build = ZN_PLUGIN_BUILD,                \
            .name = #ident, __VA_ARGS__};                                      \
        return &zn_plugin_self;                                                \
    }                                                                          \
    extern const zn_plugin *zn_plugin_entry(void)

/** Take a plugin's classes into the registry, all or none.
 * @param[in] p  constant for the life of the context, not copied
 * @retval ZN_EABI    other major, newer minor, other build: both are named
 * @retval ZN_EEXIST  a class (or a plugin) of that name exists
 * @retval ZN_EINVAL  a descriptor is incomplete; says which and what */
ZN_API zn_status zn_plugin_add(zn_ctx *ctx, const zn_plugin *p);

/** The plugin of that name if it was added, else NULL. */
ZN_API const zn_plugin *zn_plugin_find(const zn_ctx *ctx, const char *name);

/** The i-th plugin in order of addition, or NULL past the end. */
ZN_API const zn_plugin *zn_plugin_at(const zn_ctx *ctx, zn_index i);

ZN_END_DECLS
#endif
