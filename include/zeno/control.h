/** @file
 * Sampled control. Blocks are attached to a simulation: sensors read the state
 * of a system, the plant, observers estimate, controllers write the plant's held
 * input. Each has its own sampling instants, on which the simulation lands; between
 * them its output is held.
 *
 *     plant x --> sensor --> [observer] --> controller --> u of the plant
 *
 * The held input of a system is its u (zn_ds_set_u): of class first-order-linear
 * it acts as B u, of class first-order by the function `input`. A system without
 * u has its parameters z in that place, B z, f(t,x,z) or f_ext(t,z).
 *
 * At one instant first all sensors are sampled that are due, then observers,
 * then controllers, each in the order they were added; only then the other
 * observers of the simulation, such as recorders, see the state. Hence an input
 * recorded at t_k is the one that acts after t_k, and the one an observer block
 * is given is the one that acted before.
 *
 * | class          | role       | input    | output   | matrices (R required) and options |
 * |----------------|------------|----------|----------|-----------------------------------|
 * | linear-sensor  | sensor     | x of plant | y = C x + D u | C (identity), D; delay    |
 * | luenberger     | observer   | y        | estimate | A R, B, C R, L R                  |
 * | reduced-order  | observer   | y        | estimate | A R, B, C R, L R                  |
 * | pid            | controller | y, one   | u, one   | Kp, Ki, Kd, reference, step       |
 * | sliding-mode   | controller | x        | u        | A, B R, C R; alpha, theta, form, equivalent, prediction, tol |
 * | twisting       | controller | x, two   | u, one   | A R, B R; gain, beta, form, tol   |
 *
 * doc/control.md has the formulas. Write a class of your own as a
 * zn_block_type and bring it by a plugin.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_CONTROL_H
#define ZENO_CONTROL_H

#include <zeno/simulation.h>

ZN_BEGIN_DECLS

typedef struct zn_control zn_control;
typedef struct zn_block   zn_block;

/** Order at one instant. */
typedef enum zn_block_role {
    ZN_BLOCK_SENSOR     = 1,
    ZN_BLOCK_OBSERVER   = 2,
    ZN_BLOCK_CONTROLLER = 3
} zn_block_role;

/** What a block sees when it is sampled. */
typedef struct zn_sampling {
    double        t;       /**< now (s)                                       */
    zn_index      number;  /**< samplings before this one                     */
    double        elapsed; /**< since the last one (s); 0 at the first        */
    double        held;    /**< until the next one (s)                        */
    const double *in;      /**< input of the block                            */
    const double *u;       /**< held input of the plant until now, or NULL    */
} zn_sampling;

/** Takes n numbers of a block's memory; see zn_block_type.memory. */
typedef void zn_block_keep_fn(void *user, zn_index n, double values[]);

/** A class of blocks. Matrices are constants; the letters of their slots are
 * 'i' size of the input, 'o' size of the output, 'u' size of the plant's held
 * input, '1' one; the signature is NULL. */
typedef struct zn_block_type {
    zn_type        type;  /**< kind ZN_KIND_BLOCK                             */
    zn_block_role  role;
    const zn_slot *slots; /**< ended by a NULL name; NULL: none               */
    /** Optional: sizes and matrices are known, before the first sampling. Add
     * findings, make room. Status only for failures such as no memory. */
    zn_status (*start)(zn_block *b, zn_findings *f);
    /** One sampling. `out` holds the last output on entry. One that fails is made again with the next
     * call of the simulation; `out` and what `memory` hands out are what they were then. */
    zn_status (*sample)(zn_block *b, const zn_sampling *at, double out[]);
    /** Optional: release; copes with a zero state. */
    void      (*fini)(zn_block *b);
    /** Optional: hand every array that lives from one sampling to the next, but
     * for the output, to `keep` (user passed on), always the same ones in the
     * same order after `start`. Checkpoints save and load them this way. A class
     * without it has no such memory. */
    void      (*memory)(zn_block *b, zn_block_keep_fn *keep, void *user);
} zn_block_type;

/** Make a set of blocks for a simulation, before its first step; the simulation
 * owns it.
 * @retval ZN_ESTATE  the simulation has made steps */
ZN_API zn_status zn_control_new(zn_simulation *s, zn_control **out);

/** Add a block, before the first step; the control owns it. Unless told
 * otherwise it is sampled at every instant of the simulation.
 * @param[in] cls     "pid", ... or a plugin's
 * @param[in] name    for messages; copied
 * @param[in] plant   the system a sensor reads, a controller drives and whose
 *                    held input observers know; stays in the model
 * @param[in] source  block whose output is the input; NULL for sensors, whose
 *                    input is x, or q and v
 * @param[in] n       size of the output; of a controller, that of the plant's u or z
 * @retval ZN_EINVAL  sizes or wiring do not fit; says which */
ZN_API zn_status zn_control_add(zn_control *c, const char *cls,
                                const char *name, zn_ds *plant,
                                zn_block *source, zn_index n, zn_block **out);

/** Options and matrices, before the first sampling; options that a block may
 * read anew each time, such as a reference, at any time. */
ZN_API zn_status zn_block_set(zn_block *b, const char *option,
                              const char *value);
ZN_API zn_status zn_block_set_real(zn_block *b, const char *option,
                                   double value);
ZN_API zn_status zn_block_get(const zn_block *b, const char *option, char buf[],
                              size_t size);
ZN_API zn_status zn_block_set_constant(zn_block *b, const char *matrix,
                                       zn_index rows, zn_index cols,
                                       const double values[]);

/** Output before the first sampling: the initial estimate of an observer, the
 * first input of a controller in velocity form. Zero if not set. */
ZN_API zn_status zn_block_set_output(zn_block *b, zn_index n,
                                     const double out[]);

/** Sample at first + k period (s), evaluated by that product. The simulation lands on
 * these instants, whatever its steps.
 * @retval ZN_EINVAL  period <= 0 or not finite */
ZN_API zn_status zn_block_set_period(zn_block *b, double first, double period);

/** Sample at given instants t[0] < t[1] < ..., copied. */
ZN_API zn_status zn_block_set_instants(zn_block *b, zn_index n,
                                       const double t[]);

/** The present output. */
ZN_API const double *zn_block_output(const zn_block *b, zn_index *n);

ZN_API const char *zn_block_name(const zn_block *b);
ZN_API zn_ctx *zn_block_ctx(const zn_block *b);
ZN_API const zn_block_type *zn_block_class(const zn_block *b);

/** For classes: state, sizes, i-th matrix in the order of the slots, which is
 * NULL if it was not given. */
ZN_API void *zn_block_state(zn_block *b);
ZN_API zn_index zn_block_input_size(const zn_block *b);
ZN_API zn_index zn_block_output_size(const zn_block *b);
ZN_API zn_index zn_block_held_size(const zn_block *b);
ZN_API const double *zn_block_matrix(const zn_block *b, zn_index i);

ZN_END_DECLS

/* what a const object gives is const */
#ifdef __cplusplus
static inline const void *zn_block_state(const zn_block *b)
{
    return zn_block_state(const_cast<zn_block *>(b));
}
#else
#define zn_block_state(b)                                                      \
    ZN_KEEP(zn_block, void, b, zn_block_state((zn_block *)(b)))
#endif
#endif
