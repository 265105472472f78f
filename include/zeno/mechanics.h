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
 * | update     | exponential, tangent, series | how p goes on by a turn w; see below |
 * | gyroscopic | force, carried, off     | Omega x I Omega as a force; by carrying the momentum along; or left out |
 * | m_ext      | body, inertial          | frame of that moment                 |
 * | m_int      | body, inertial          | likewise                             |
 * | quaternion | refuse, normalise       | what to do with one that is not of length 1 |
 *
 * update: p+ = p o exp(w) (exponential), or (p + T(p) w)/|.| (tangent); series: the first, but for
 * |w| <= 2e-3 with the series of tan x/x, x = |w|/2, for that of sin x/x, and p not put back to
 * length 1, and its derivative in Newton's method that of small turns: the steps of Siconos, off
 * by some 1e-7 rad a turn. gyroscopic=carried is of moreau-jean: it conserves the momentum, and
 * with theta = 1/2 the energy of free rotation.
 *
 * Contact relations: y[0] is the gap, n.(P1 - P2) with the unit normal n from body 2 to
 * body 1; the velocities are those of the material points along n, t1, t2 (frames of
 * zn_contact_frame, in the plane t = (-n2, n1)), then the relative angular velocity about
 * t1, t2 and n. One body (and the world) or two, stacked.
 *
 * | relation       | ny         | operators                                     |
 * |----------------|------------|-----------------------------------------------|
 * | contact        | 1, 3, 5, 6 | points S9: P1, P2, n (9 numbers) at q         |
 * | sphere-plane   |            | radius; normal, offset: plane n.X = offset    |
 * | point-plane    |            | point in the body frame; normal, offset       |
 * | sphere-sphere  |            | radius1, radius2                              |
 * | contact-planar | 1, 2, 3    | the same in the plane, points S9: 6 numbers;  |
 * | disc-line, point-line, disc-disc | | systems with q = (x, y, angle)          |
 *
 * The first operator (of sphere-sphere and disc-disc both) may be left out: its numbers
 * are then the data of each interaction (zn_interaction_set_data), so that one relation
 * serves many contacts. For `contact` these are P1 in the frame of body 1, P2 in that of
 * body 2 or the world's, and n in the inertial frame.
 *
 * Joints, for a law `equality` of ny rows; make them by zn_joint_new:
 *
 * | relation       | ny | what                                                  |
 * |----------------|----|-------------------------------------------------------|
 * | spherical      | 3  | a point in common                                     |
 * | universal      | 4  | and two axes at right angles                          |
 * | revolute       | 5  | a point and an axis in common                         |
 * | cylindrical    | 4  | an axis in common, free to slide and turn             |
 * | prismatic      | 5  | free along an axis only                               |
 * | planar         | 3  | free in a plane and about its normal, the axis        |
 * | fixed          | 6  | welded                                                |
 * | point-on-line  | 2  | a point of body 1 on a line (the axis) of body 2      |
 * | point-on-plane | 1  | a point of body 1 on a plane of body 2, normal to the axis |
 * | screw          | 5  | an axis in common, advance = pitch (m/rad) times angle |
 * | rod            | 1  | point1 and point2 at a fixed distance `length`        |
 *
 * Coordinates, y = sign (coordinate - limit), 1 row: with newton-impact a stop, with
 * dry-friction what it says, by a constant bound or the reaction of the joint, with equality a lock, with spring a
 * spring, damper or motor (doc/springs.md). The limit may be a function of time (operator `limit`,
 * list S2, and `limit_dot`): with equality a prescribed motion.
 *
 * | relation       | coordinate                                                 |
 * |----------------|------------------------------------------------------------|
 * | axis-turn      | angle of body 1 about the axis, 0 at first                  |
 * | axis-slide     | advance of point1 of body 1 from point2 along the axis of body 2 |
 * | axis-length    | distance of point1 and point2                               |
 * | pose           | no axis, 6 rows: place and turn of body 1 in body 2; for bushings |
 *
 * Turns of axis-turn are counted from step to step, the data of the interaction (1 number) being
 * those at the start. pose: the place of point1 in the frame of the joint in body 2 (along the
 * axis, normal1, normal2), and the turn of body 1 about the axes of its own, 2 vec(e).
 *
 * Gears, 1 row as well, by zn_gear_new: y = sign (coordinate - limit) in m along the pitch
 * circle, 0 at first; with equality they mesh and lambda[1] is the impulse between the teeth
 * (N s), with newton-impact on y (sign 1) and on -y (sign -1) they have play, with spring
 * they give way, with dry-friction they slip. The axes of gears may move: the coordinate is
 * that of both bodies alone, seen from what carries their axes.
 *
 * | relation       | coordinate                                                 |
 * |----------------|------------------------------------------------------------|
 * | gear           | radius1 angle1 + radius2 angle2, angles from the line of centres |
 * | bevel-gear     | the same, angles counted from the plane of both axes, which meet |
 * | coupler        | the same, angles counted from the world: for axes that stand still |
 * | slide-coupler  | radius1 advance1 + radius2 advance2 of the centres, m: slides whose axes stand still |
 * | rack           | advance of point1 along the rack (axis2 in body 2) - radius1 times the angle of body 1 |
 *
 * gear: the angles are about the axes, the line of centres is point1 - point2; axes are parallel,
 * or crossed with that line normal to both. slide-coupler: the advances are along directions of
 * the world; radii are any two numbers, points are not looked at. rack: the angle is that of body
 * 1 (the pinion) about its axis, seen from body 2; full turns at the start as with axis-turn.
 *
 * In the plane, systems with q = (x, y, angle), for example by zn_planar_body_new; joints by
 * zn_planar_joint_new:
 *
 * | relation         | ny | what                                                |
 * |------------------|----|-----------------------------------------------------|
 * | revolute-planar  | 2  | a point in common                                   |
 * | prismatic-planar | 2  | free along an axis of body 2                        |
 * | fixed-planar     | 3  | welded                                              |
 * | slot-planar      | 1  | a point of body 1 on a line of body 2               |
 * | turn-planar      | 1  | coordinate: angle 1 - angle 2, 0 at first           |
 * | slide-planar     | 1  | coordinate: advance along the axis                  |
 * | length-planar    | 1  | coordinate: distance of two points                  |
 * | gear-planar, rack-planar | 1 | coordinates as of `gear` and `rack`, by zn_planar_gear_new |
 *
 * doc/rigid-bodies.md.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_MECHANICS_H
#define ZENO_MECHANICS_H

#include <zeno/relation.h>
#include <zeno/rotation.h>

ZN_BEGIN_DECLS

/** Principal moments of inertia (kg m^2, ascending) and axes (columns, right-handed,
 * in the body frame) of a body of class "newton-euler" in a sealed model.
 * @retval ZN_EINVAL  another class
 * @retval ZN_ESTATE  not sealed yet */
ZN_API zn_status zn_body_principal(const zn_ds *ds, double moments[3],
                                   double axes[9]);

/** Make the relation of a joint from what is seen at the initial positions.
 * @param[in] cls    "spherical", "revolute", ... (table above)
 * @param[in] d1, d2 bodies, with their initial positions; d2 NULL: the world
 * @param[in] point  of the joint, inertial frame (m)
 * @param[in] axis   inertial frame, any length; NULL for joints without one
 * @retval ZN_EINVAL the class needs an axis, or two points, or the axis has no direction; d1 or
 *                   point is NULL
 * Connect it by a law `equality` of its size, to d1 and d2 in this order. */
ZN_API zn_status zn_joint_new(zn_ctx *ctx, const char *cls, const char *name,
                              const zn_ds *d1, const zn_ds *d2,
                              const double point[3], const double axis[3],
                              zn_relation **out);

/** The same for "rod" and "axis-length", between two points that are not one.
 * @param[in] on1, on2  points of body 1 and of body 2 (or the world), inertial frame (m);
 *                      their distance is the length of a rod
 * @retval ZN_EINVAL    they are one */
ZN_API zn_status zn_joint_between(zn_ctx *ctx, const char *cls,
                                  const char *name, const zn_ds *d1,
                                  const zn_ds *d2, const double on1[3],
                                  const double on2[3], zn_relation **out);

/** One of two gears, as it is seen at the initial positions, inertial frame. */
typedef struct zn_gear {
    double point[3]; /**< on its axis, in the plane of its teeth (m); of a rack any */
    double axis[3];  /**< its axis, any length; of a rack the direction of its teeth */
    double radius;   /**< of its pitch circle (m), not 0; of a rack not looked at */
} zn_gear;

/** zn_gear_new with the size of one of the two. */
ZN_API zn_status zn_gear_new_sized(zn_ctx *ctx, const char *cls, const char *name,
                                   const zn_ds *d1, const zn_ds *d2,
                                   const zn_gear gear[], size_t size,
                                   zn_relation **out);

/** Make the relation of two gears, of body 1 and of body 2, from what is seen at the initial
 * positions. Bearings (revolute joints) are joints of their own.
 *     radius1 omega1 + radius2 omega2 = 0, both seen from what carries the axes
 * so two gears with teeth outside and axes of one sense have radii of one sign; of a ring with
 * teeth inside, and of pulleys with an open belt, one radius is < 0. The motion depends on their
 * ratio alone, y and lambda[1] on their scale. A rack lies on the side axis x direction of its pinion, with radius < 0
 * on the other.
 * @param[in] cls    "gear", "bevel-gear", "coupler", "rack", "slide-coupler"
 * @param[in] d1, d2 bodies, with their initial positions; d2 NULL: the world
 * @retval ZN_EINVAL a radius is 0, an axis has no direction, there is no line of centres (gear),
 *                   one axis is along the other (bevel-gear), a rack is not at right angles to the
 *                   axis of its pinion, or another class */
static inline zn_status zn_gear_new(zn_ctx *ctx, const char *cls, const char *name,
                                    const zn_ds *d1, const zn_ds *d2,
                                    const zn_gear gear[2], zn_relation **out)
{
    return zn_gear_new_sized(ctx, cls, name, d1, d2, gear, sizeof *gear, out);
}

/** A body of the plane: "lagrangian-linear" with q = (x, y, angle).
 * @param[in] mass, inertia  kg, kg m^2 about the centre, > 0
 * @param[in] q0, v0         centre (m) and angle (rad); their velocities */
ZN_API zn_status zn_planar_body_new(zn_ctx *ctx, const char *name, double mass,
                                    double inertia, const double q0[3],
                                    const double v0[3], zn_ds **out);

/** Make the relation of a joint of the plane from what is seen at the initial positions.
 * @param[in] d1, d2  bodies; d2 NULL: the world
 * @param[in] on1     point of the joint on body 1, inertial frame (m)
 * @param[in] on2     on body 2; NULL: the same
 * @param[in] axis    inertial frame, any length; NULL for joints without one
 * @retval ZN_EINVAL  another class, or systems that have no three coordinates */
ZN_API zn_status zn_planar_joint_new(zn_ctx *ctx, const char *cls,
                                     const char *name, const zn_ds *d1,
                                     const zn_ds *d2, const double on1[2],
                                     const double on2[2], const double axis[2],
                                     zn_relation **out);

/** Make the relation of two gears of the plane, or of a pinion (body 1) on a rack (body 2), from
 * what is seen at the initial positions; y is 0 there.
 * @param[in] cls       "gear-planar", "rack-planar"
 * @param[in] on1, on2  their centres, inertial frame (m); of a rack any point of it
 * @param[in] radius    of the pitch circles (m), as in zn_gear_new: of one sign, or with teeth
 *                      inside of opposite signs; of a rack the first one, > 0 where the rack lies on
 *                      the left of its direction, < 0 where on the right
 * @param[in] axis      of a rack the direction of its teeth, any length; else not looked at
 * @retval ZN_EINVAL    a radius is 0, both centres are one point, a rack has no direction, or
 *                      another class */
ZN_API zn_status zn_planar_gear_new(zn_ctx *ctx, const char *cls,
                                    const char *name, const zn_ds *d1,
                                    const zn_ds *d2, const double on1[2],
                                    const double on2[2], const double radius[2],
                                    const double axis[2], zn_relation **out);

ZN_END_DECLS
#endif
