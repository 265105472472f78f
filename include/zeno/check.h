/** @file
 * Are the given Jacobians the derivatives of the given functions? Each one of
 * the model's systems and relations that was given by the user is compared with
 * central differences of its function, at the initial state and at a few states
 * around it.
 *
 * | Jacobian      | of    | with respect to |
 * |---------------|-------|-----------------|
 * | jac_f_int_q   | f_int | q               |
 * | jac_f_int_v   | f_int | v               |
 * | jac_f_gyr_q   | f_gyr | q               |
 * | jac_f_gyr_v   | f_gyr | v               |
 * | jac_m_int_q   | m_int | q               |
 * | jac_m_int_v   | m_int | v               |
 * | jac_h_q       | h     | q               |
 * | jac_h_lambda  | h     | lambda          |
 * | h_dot         | h     | t               |
 * | jac_h_q_dot   | jac_h_q | t, along the motion q' = v |
 * | jac_g_q       | g     | q               |
 * | jac_g_lambda  | g     | lambda          |
 * | jac_f_x       | f     | x               |
 * | jac_h_x       | h     | x               |
 *
 * Positions of systems on manifolds (rigid bodies) are moved along velocities, and
 * the Jacobian is compared along them too: column j is then that of velocity j.
 *
 * The table goes by the names of operators, so classes of plugins that use
 * these names are checked too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_CHECK_H
#define ZENO_CHECK_H

#include <zeno/model.h>

ZN_BEGIN_DECLS

/** Where and how strictly to compare; a field that is 0 takes its default. */
typedef struct zn_check_options {
    double   t;      /**< time (s)                                            */
    zn_index states; /**< states around the initial one; default 4, -1: none  */
    double   spread; /**< their distance, relative to max(1, |q0|) in each
                          component, likewise for v, t and lambda; default 0.1 */
    double   tol;    /**< relative difference that is still agreement;
                          default 1e-6                                        */
} zn_check_options;

/** What was found for one Jacobian: its worst entry over all states. */
typedef struct zn_jacobian_check {
    const char *what;        /**< "system" or "relation"                       */
    const char *name;        /**< of the object                                */
    const char *jacobian;    /**< "jac_h_q"                                    */
    const char *origin;      /**< "BallPlugin:ballGapJac"                      */
    const char *function;    /**< "h"                                          */
    const char *variable;    /**< "q", "x", "v", "t", "lambda"                 */
    zn_index    row, col;    /**< of the worst entry, from 0                   */
    double      given;       /**< value of that entry                          */
    double      differenced; /**< what differences of the function give        */
    double      error;       /**< |given - differenced|, less the error of the
                                  differences, over the larger of the two      */
    bool        agrees;      /**< error <= tol, and it was compared somewhere  */
    zn_index    compared;    /**< states at which it was compared              */
    zn_index    left_out;    /**< states at which a function had no value      */
} zn_jacobian_check;

/** Receives one line of the report; the texts are borrowed. */
typedef void zn_check_fn(void *user, const zn_jacobian_check *found);

/** zn_check_jacobians with the size of the options. */
ZN_API zn_status zn_check_jacobians_sized(zn_model *m, const zn_check_options *o,
                                          size_t size, zn_check_fn *fn,
                                          void *user, zn_index *wrong);

/** Compare all given Jacobians of a sealed model; systems first, then relations
 * in the order of the interactions that use them. A relation that several
 * interactions share is compared at the initial state of each. Each function is also
 * called once at the initial state and watched (zn_ctx_guard): one that writes beside its
 * result is a failure.
 * @param[in]  o      NULL: the defaults
 * @param[in]  fn     called once per Jacobian; may be NULL
 * @param[out] wrong  how many do not agree; may be NULL
 * @retval ZN_ESTATE  the model is not sealed
 * @retval ZN_EINVAL  an option is not acceptable
 * @retval other      a function failed at the initial state, as in a step */
static inline zn_status zn_check_jacobians(zn_model *m,
                                           const zn_check_options *o,
                                           zn_check_fn *fn, void *user,
                                           zn_index *wrong)
{
    return zn_check_jacobians_sized(m, o, sizeof *o, fn, user, wrong);
}

ZN_END_DECLS
#endif
