/** @file
 * Rotations: unit quaternions p = (p0, p1, p2, p3), scalar first, their matrices
 * and rotation vectors w (axis times angle, rad). R turns components in the body
 * frame into components in the inertial frame; matrices are column-major.
 *
 *     p' = 1/2 p o (0, Omega) = 1/2 E(p) Omega,   Omega: angular velocity in the body
 *     R(exp(w)) = I + a w~ + b w~^2,              w~ x = w x x
 *     d/dt exp(w) = 1/2 exp(w) o (0, dexp(-w) w'),  dexp(w) = I + b w~ + c w~^2
 *
 * with a = sin(t)/t, b = (1 - cos t)/t^2, c = (t - sin t)/t^3, t = |w|, which are
 * summed as series near zero. doc/rigid-bodies.md; A. Iserles et al., Lie-group
 * methods, Acta Numerica 9 (2000).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_ROTATION_H
#define ZENO_ROTATION_H

#include <zeno/base.h>

ZN_BEGIN_DECLS

/** out = a o b, the rotation b followed by a; out may be a or b. */
ZN_API void zn_quaternion_product(const double a[4], const double b[4],
                                  double out[4]);
/** out = exp(w): the rotation by |w| about w. */
ZN_API void zn_quaternion_exp(const double w[3], double out[4]);
/** The rotation vector of a unit quaternion, at most pi long. */
ZN_API void zn_quaternion_log(const double p[4], double w[3]);
/** Length sqrt(p0^2 + ... + p3^2); 1 for a rotation. */
ZN_API double zn_quaternion_length(const double p[4]);
/** p/|p|, whatever its length; p = 0 becomes (1, 0, 0, 0). Of a p with a NaN all four are. */
ZN_API void zn_quaternion_normalise(double p[4]);

/** R of a unit quaternion; |p|^2 R(p/|p|) of another. */
ZN_API void zn_rotation_matrix(const double p[4], double R[9]);
/** The quaternion with p0 >= 0 of a rotation matrix. */
ZN_API void zn_rotation_quaternion(const double R[9], double p[4]);
/** out = R x and out = R' x; out may be x. */
ZN_API void zn_rotate(const double p[4], const double x[3], double out[3]);
ZN_API void zn_rotate_back(const double p[4], const double x[3], double out[3]);
/** E(p), 4 x 3: E'E = |p|^2 I, E'p = 0. */
ZN_API void zn_rotation_rate(const double p[4], double E[12]);

/** dexp(w) and its inverse, 3 x 3; that has a pole at |w| = 2 pi. */
ZN_API void zn_dexp(const double w[3], double out[9]);
ZN_API void zn_dexp_inverse(const double w[3], double out[9]);

/** The right-handed orthonormal frame E = [n t1 t2] (3 x 3) of a unit vector n. It
 * jumps where n3 changes its sign, and nowhere else (T. Duff et al., Building an
 * orthonormal basis, revisited, JCGT 6, 2017). */
ZN_API void zn_contact_frame(const double n[3], double E[9]);

ZN_END_DECLS
#endif
