/** @file
 * Rigid bodies in space: systems of class "newton-euler".
 *
 *     q = (x, p): centre of mass (m) and unit quaternion        7 numbers
 *     v = (x', Omega): velocity in the inertial frame (m/s) and angular
 *         velocity in the body frame (rad/s)                    6 numbers
 *
 *     m x''                        = f_ext(t) - f_int(t,q,v)
 *     I Omega' + Omega x I Omega   = m_ext(t) - m_int(t,q,v)
 *     q' = T(q) v = (x', 1/2 p o (0, Omega))
 *
 * Make one by zn_ds_new(ctx, "newton-euler", name, 6, q0, v0, &ds).
 *
 * | operator    | size  | list | what                                            |
 * |-------------|-------|------|-------------------------------------------------|
 * | mass        | 1     |      | kg; required                                    |
 * | inertia     | 3 x 3 |      | kg m^2, at the centre, in the body frame; required |
 * | f_ext       | 3     | S7   | N, inertial frame                               |
 * | m_ext       | 3     | S7   | N m, body frame (option m_ext)                  |
 * | f_int       | 3     | S8   | N, inertial frame                               |
 * | m_int       | 3     | S8   | N m, body frame (option m_int)                  |
 * | jac_f_int_q | 3 x 7 | S8   | its gradient by the seven numbers of q          |
 * | jac_f_int_v | 3 x 6 | S8   |                                                 |
 * | jac_m_int_q | 3 x 7 | S8   |                                                 |
 * | jac_m_int_v | 3 x 6 | S8   |                                                 |
 *
 * The last pair of arguments of S7 and S8 is the initial position. Jacobians left
 * out are replaced by differences along the motions that there are, said once.
 *
 * | option     | choices                 | what                                 |
 * |------------|-------------------------|--------------------------------------|
 * | update     | exponential, tangent    | p+ = p o exp(w), or (p + T(p) w)/|.| |
 * | gyroscopic | force, carried, off     | Omega x I Omega as a force; by carrying the momentum along (moreau-jean: conserves it, and with theta = 1/2 the energy of free rotation); or left out |
 * | m_ext      | body, inertial          | frame of that moment                 |
 * | m_int      | body, inertial          | likewise                             |
 * | quaternion | refuse, normalise       | what to do with one that is not of length 1 |
 *
 * doc/rigid-bodies.md.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_MECHANICS_H
#define ZENO_MECHANICS_H

#include <zeno/ds.h>
#include <zeno/rotation.h>

ZN_BEGIN_DECLS

/** Principal moments of inertia (kg m^2, ascending) and axes (columns, right-handed,
 * in the body frame) of a body of class "newton-euler" in a sealed model.
 * @retval ZN_EINVAL  another class
 * @retval ZN_ESTATE  not sealed yet */
ZN_API zn_status zn_body_principal(const zn_ds *ds, double moments[3],
                                   double axes[9]);

ZN_END_DECLS
#endif
