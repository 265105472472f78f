/** @file
 * Scenes: bodies with shapes, laws between groups of shapes, joints and gravity,
 * without writing the equations. From a text file (YAML, doc/scenes.md has every
 * key) or by the calls below, which the reader makes, too:
 *
 *     zn_scene_new(ctx, &scene);
 *     zn_scene_add_body(scene, &(zn_scene_body){.name = "ball", .density = 1000,
 *                                               .position = {0, 0, 1}});
 *     zn_scene_add_shape(scene, "ball", &(zn_scene_shape){.form = "sphere",
 *                                                         .size = {0.1}});
 *     zn_scene_add_body(scene, &(zn_scene_body){.name = "ground", .fixed = true});
 *     zn_scene_add_shape(scene, "ground", &(zn_scene_shape){.form = "plane"});
 *     zn_scene_add_law(scene, &(zn_scene_law){.options = "mu=0.3 e=0.8"});
 *     zn_scene_simulation(scene, ctx, &model, &sim);
 *
 * A scene is data: it can be built into as many models as one likes, in other
 * contexts, too. Every call says what is wrong with what it was given.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_SCENE_H
#define ZENO_SCENE_H

#include <stdio.h>
#include <zeno/simulation.h>

ZN_BEGIN_DECLS

typedef struct zn_scene zn_scene;

/** A shape of a body. Everything is copied.
 *
 * | form     | size                                            |
 * |----------|-------------------------------------------------|
 * | sphere   | radius                                          |
 * | box      | lengths of the edges along x, y, z, centred     |
 * | capsule  | radius, length of the axis (z), centred         |
 * | cylinder | radius, length of the axis (z), centred         |
 * | cone     | radius below, length of the axis (z), centred, radius at the top (0: a tip) |
 * | hull     | none: the least convex body around the points   |
 * | mesh     | none: triangles between points; if they are not closed, the body is fixed or has mass and inertia |
 * | height_field | lengths of the grid along x and y; has no mass of its own |
 * | plane    | none: the half space under z = 0; fixed bodies only |
 *
 * In the plane (zn_scene_set_dimension), with all z = 0:
 *
 * | form     | size                                            |
 * |----------|-------------------------------------------------|
 * | disc     | radius                                          |
 * | rectangle | lengths along x, y, centred                    |
 * | polygon  | none: the least convex set around the points    |
 * | segment  | none: between two points; has no mass of its own |
 * | half_plane | none: y <= 0; fixed bodies only               |
 *
 * What has points or heights is kept once, however many shapes have the same. */
typedef struct zn_scene_shape {
    const char *form;
    double      size[3];
    const double *points;       /**< 3 x n: of a hull or a mesh (m)           */
    zn_index    npoint;         /**< n                                        */
    double      position[3];    /**< in the frame of the body (m)             */
    double      orientation[4]; /**< unit quaternion; all zeros: not turned   */
    const char *group;          /**< for laws; NULL: "default"                */
    const char *colour;         /**< "#rrggbb" for pictures; NULL: any        */
    const zn_index *triangles;  /**< 3 x ntriangle: points of those of a mesh, from 0,
                                     counter-clockwise seen from outside      */
    zn_index    ntriangle;
    const double *heights;      /**< grid[0] x grid[1], column-major: of a height field (m) */
    zn_index    grid[2];        /**< heights along x and y                    */
    double      angle;          /**< in the plane, instead of an orientation (rad) */
} zn_scene_shape;

/** A body. The frame is that in which its shapes are placed. */
typedef struct zn_scene_body {
    const char *name;           /**< unique in the scene                      */
    bool        fixed;          /**< it does not move, and has no mass        */
    double      position[3];    /**< of its frame, inertial (m)               */
    double      orientation[4]; /**< unit quaternion; all zeros: not turned   */
    double      velocity[3];    /**< of the centre of mass (m/s)              */
    double      spin[3];        /**< angular velocity, inertial frame (rad/s) */
    double      density;        /**< kg/m^3: mass, centre and inertia come from
                                     the shapes; 0: from what follows         */
    double      mass;           /**< kg; with a density: must be 0            */
    double      centre[3];      /**< of mass, in the frame of the body (m)    */
    double      inertia[9];     /**< about it, along the frame (kg m^2); all
                                     zeros: of the shapes, at this mass       */
    double      force[3];       /**< besides gravity, inertial frame (N)      */
    double      moment[3];      /**< likewise (N m)                           */
    const char *f_ext, *m_ext;  /**< "Plugin:symbol" instead of them and of
                                     gravity; lists S7; or NULL               */
    const char *options;        /**< of class newton-euler, "gyroscopic=carried" */
    bool        born, dies;     /**< it comes, or goes, in the run:           */
    double      birth;          /**< it is there from then on, at its position and with
                                     its velocity (s)                         */
    double      death;          /**< it is there no more from then on (s)     */
    const char *prescribed[6];  /**< velocities that are given: of the centre of mass along x, y, z,
                                     inertial frame (m/s), about x, y, z of the body (rad/s); each an
                                     expression of t; NULL: free              */
    double      angle;          /**< in the plane, instead of an orientation (rad); there
                                     spin and moment are about z, of the inertia only
                                     component 8 counts, density is in kg/m^2, and f_ext is
                                     one of list S2 with three components, moment last */
    bool        jumps;          /**< components that are prescribed begin with velocity and
                                     spin, and jump in the first step, as in Siconos;
                                     else they are prescribed from the start on */
    const char *force_at[3], *moment_at[3]; /**< components of force and moment that are not
                                     constant: each an expression of t, instead of force[i]
                                     or moment[i], which must be 0; NULL: none */
} zn_scene_body;

/** What holds between two groups of shapes that meet. A pair without a law passes
 * through each other. The last law of a pair counts. */
typedef struct zn_scene_law {
    const char *group1, *group2; /**< NULL: "default"                         */
    const char *cls;     /**< NULL: newton-impact-friction, or rolling-friction if
                              mu_r or mu_s is among the options and not 0;
                              "none": no contact                              */
    const char *options; /**< "mu=0.3 e=0.5"                                  */
} zn_scene_law;

/** A joint, a pair of gears, or a spring between two points. Points and axes are seen at the
 * initial positions, inertial frame. What follows `pitch` is of the coordinate: the angle of a
 * revolute joint, the advance of a prismatic or cylindrical one, the length of a spring. */
typedef struct zn_scene_joint {
    const char *name;
    const char *cls;       /**< "revolute", "gear", ... see zeno/mechanics.h; "spring",
                                "bushing": six springs at a point              */
    const char *body1;
    const char *body2;     /**< NULL: the world                               */
    double      point[3];  /**< m                                             */
    double      axis[3];   /**< zeros for joints without one                  */
    double      point2[3]; /**< rod, spring: its end on body 2; gears: on the
                                second axis (m)                               */
    double      pitch;     /**< screw: advance per radian (m)                 */
    bool        stopped;   /**< the coordinate of the axis has stops          */
    double      stop[2];   /**< least, largest (rad of revolute, m of prismatic) */
    double      stop_e;    /**< their restitution                             */
    double      friction;  /**< dry friction of the axis (N m or N)           */
    bool        meet;      /**< shapes of its bodies meet; else two bodies that move
                                and are joined pass through each other        */
    double      axis2[3];  /**< gears: the second axis; rack: along its teeth; universal: that
                                which is fixed to body 2, `axis` being body 1's, at right angles;
                                zeros: any                                     */
    double      radius[2]; /**< gears: of their pitch circles (m); see zn_gear_new */
    double      stiffness, damping; /**< spring and damper (N/m, N s/m; N m/rad) */
    double      rest;      /**< where the spring has no force; */
    bool        resting;   /**< ... not given: a spring's length at first, 0  */
    const char *motor;     /**< force or moment: an expression of t (s), y (the
                                coordinate), u (its rate), or "Plugin:symbol",
                                list S13; NULL: none                          */
    const char *motion;    /**< where the coordinate is to be: an expression of t */
    double      strongest; /**< most force or moment for that; 0: as much as it takes */
    double      stiffnesses[6]; /**< bushing: along x, y, z of the world at first (N/m),
                                then about x, y, z of the body that moves (N m/rad) */
    double      dampings[6];    /**< likewise (N s/m, N m s/rad)              */
    double      armature;  /**< inertia that moves with the coordinate of a revolute,
                                prismatic or cylindrical joint or a spring alone, as the
                                rotor of a motor behind its gears (kg m^2, kg) */
} zn_scene_joint;

ZN_API zn_status zn_scene_new(zn_ctx *ctx, zn_scene **out);
ZN_API void zn_scene_free(zn_scene *s);

/** Read a scene from a YAML (or JSON) file; NULL: read `text` of n bytes, of which
 * `path` is the name in messages. Names that end in .urdf or .xml are robots in URDF or models in
 * MJCF, .hdf5 scenes of Siconos (doc/scenes.md has what is read of them); what is not read goes to the log as a
 * warning.
 * @param[in] set  nset times "name=value": parameters of the scene that are to have
 *                 other values than in the file
 * @retval ZN_EINVAL  zn_errmsg lists all that is wrong, one per line, each with
 *                    file, line, column and remedy
 * @retval ZN_EIO     it cannot be read */
ZN_API zn_status zn_scene_read(zn_ctx *ctx, const char *path, zn_index nset,
                               const char *const set[], zn_scene **out);
ZN_API zn_status zn_scene_read_text(zn_ctx *ctx, const char *path,
                                    const char text[], size_t n, zn_index nset,
                                    const char *const set[], zn_scene **out);

/** Write a scene as YAML that reads back as the same one, to the bit. Its expressions and
 * repetitions are numbers and bodies then. */
ZN_API zn_status zn_scene_write(const zn_scene *s, FILE *out);
/** Write the JSON schema (draft 7) of scene files, for editors and validators: made from the
 * tables of the reader and the options of the classes of the context. */
ZN_API zn_status zn_scene_schema(zn_ctx *ctx, FILE *out);

/** What follows, with the size of what is given. */
ZN_API zn_status zn_scene_add_body_sized(zn_scene *s, const zn_scene_body *b,
                                         size_t size);
ZN_API zn_status zn_scene_add_shape_sized(zn_scene *s, const char *body,
                                          const zn_scene_shape *shape,
                                          size_t size);
ZN_API zn_status zn_scene_add_law_sized(zn_scene *s, const zn_scene_law *law,
                                        size_t size);
ZN_API zn_status zn_scene_add_joint_sized(zn_scene *s, const zn_scene_joint *j,
                                          size_t size);

/** Add a body; it is copied.
 * @retval ZN_EEXIST  a body of that name is there
 * @retval ZN_EINVAL  a value is not acceptable; says which and why */
static inline zn_status zn_scene_add_body(zn_scene *s, const zn_scene_body *b)
{
    return zn_scene_add_body_sized(s, b, sizeof *b);
}
/** Add a shape to a body; it is copied.
 * @retval ZN_ENOENT  no such body
 * @retval ZN_EINVAL  a value is not acceptable; says which and why */
static inline zn_status zn_scene_add_shape(zn_scene *s, const char *body,
                                           const zn_scene_shape *shape)
{
    return zn_scene_add_shape_sized(s, body, shape, sizeof *shape);
}
/** Add a law between two groups; it is copied.
 * @retval ZN_EINVAL  a value is not acceptable; says which and why */
static inline zn_status zn_scene_add_law(zn_scene *s, const zn_scene_law *law)
{
    return zn_scene_add_law_sized(s, law, sizeof *law);
}
/** Add a joint; it is copied.
 * @retval ZN_EEXIST  a joint of that name is there
 * @retval ZN_ENOENT  no such body
 * @retval ZN_EINVAL  a value is not acceptable; says which and why */
static inline zn_status zn_scene_add_joint(zn_scene *s, const zn_scene_joint *j)
{
    return zn_scene_add_joint_sized(s, j, sizeof *j);
}
/** Say that all is in the plane: bodies with q = (x, y, angle), shapes and joints of the plane;
 * vectors have z = 0. Joints are revolute, prismatic, fixed, point-on-line, rod, spring, gear and
 * rack; they have no axis where that would be z.
 * @param[in] dimension  2, or 3 as without this call
 * @retval ZN_ESTATE  there are bodies already */
ZN_API zn_status zn_scene_set_dimension(zn_scene *s, zn_index dimension);
ZN_API zn_index zn_scene_dimension(const zn_scene *s);
/** A plugin to be loaded before the model is made. */
ZN_API zn_status zn_scene_add_plugin(zn_scene *s, const char *name);
ZN_API zn_status zn_scene_set_gravity(zn_scene *s, const double g[3]);
ZN_API zn_status zn_scene_set_title(zn_scene *s, const char *title);
/** "name=value ..." for the contact source, class "collision"; NULL: as it was. */
ZN_API zn_status zn_scene_set_contacts(zn_scene *s, const char *options);
/** Times, integrator and "name=value ..." for it and for the simulation, after
 * solver_tol=1e-6 (m/s), which scenes have unless they say otherwise. NULL: as it was.
 * Without this call: 0, 1e-3, 1, "moreau-jean", "". */
ZN_API zn_status zn_scene_set_simulation(zn_scene *s, double t0, double h,
                                         double T, const char *osi,
                                         const char *options);

/** Make the model of a scene as it is at its t0, not sealed yet, in a context. The objects
 * have the names of the scene; fixed bodies are part of the world.
 * @retval ZN_EINVAL  a body that moves has no mass, a joint does not fit, ... */
ZN_API zn_status zn_scene_build(const zn_scene *s, zn_ctx *ctx,
                                zn_model **out);
/** Give a simulation of that model, whose times are set, the contacts between the shapes;
 * bodies come and go at their times, on which it lands. The scene is borrowed until the
 * simulation is freed. */
ZN_API zn_status zn_scene_contacts(const zn_scene *s, zn_simulation *sim);
/** All of it: model, sealed, and simulation with contacts, times, integrator and
 * options; both are yours. The scene is borrowed by the simulation. */
ZN_API zn_status zn_scene_simulation(const zn_scene *s, zn_ctx *ctx,
                                     zn_model **model, zn_simulation **sim);
/** The same with a simulation of another class: "event-driven" for mechanisms, whose joints,
 * stops, friction and drives are events; shapes with a law between them are not. */
ZN_API zn_status zn_scene_simulation_class(const zn_scene *s, zn_ctx *ctx,
                                           const char *cls, zn_model **model,
                                           zn_simulation **sim);

/** What is in it. */
ZN_API const char *zn_scene_title(const zn_scene *s);
ZN_API zn_index zn_scene_body_count(const zn_scene *s);
/** Is a body there at t (s)? */
ZN_API bool zn_scene_body_lives(const zn_scene_body *b, double t);
/** The i-th body, as it will be: centre, mass and inertia found from the shapes. */
ZN_API const zn_scene_body *zn_scene_body_at(const zn_scene *s, zn_index i);
ZN_API zn_index zn_scene_shape_count(const zn_scene *s);
/** The i-th shape, and the number of its body. */
ZN_API const zn_scene_shape *zn_scene_shape_at(const zn_scene *s, zn_index i,
                                               zn_index *body);
ZN_API zn_index zn_scene_joint_count(const zn_scene *s);
ZN_API const zn_scene_joint *zn_scene_joint_at(const zn_scene *s, zn_index i);
/** t0, h, T; the integrator; options. */
ZN_API void zn_scene_times(const zn_scene *s, double times[3]);
ZN_API const char *zn_scene_integrator(const zn_scene *s);
/** As zn_scene_set_contacts; "": the defaults. */
ZN_API const char *zn_scene_contact_options(const zn_scene *s);
ZN_API const char *zn_scene_options(const zn_scene *s);
/** Those of them that zn_scene_set_simulation was given, "" if none: without what scenes
 * begin with, which depends on the integrator and on the bodies. */
ZN_API const char *zn_scene_own_options(const zn_scene *s);

/** A named number of the scene's file. */
typedef struct zn_scene_parameter {
    const char *name;
    double      value;
    const char *unit; /**< "-" if none is given */
    const char *help;
} zn_scene_parameter;
ZN_API zn_index zn_scene_parameter_count(const zn_scene *s);
ZN_API const zn_scene_parameter *zn_scene_parameter_at(const zn_scene *s,
                                                       zn_index i);

ZN_END_DECLS
#endif
