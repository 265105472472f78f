/** @file
 * Films: what a scene did, in one HDF5 file. `zeno view` plays it in a browser, `zeno
 * convert` hands it to other programs. doc/scenes.md has the table of its contents.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_FILM_H
#define ZENO_FILM_H

#include <zeno/scene.h>

ZN_BEGIN_DECLS

typedef struct zn_film zn_film;

/** Record a run: becomes an observer of the simulation, which owns it then; the first
 * frame is the state at t0, or that of a loaded checkpoint, and with it the file takes its name: an
 * older film of that name stays until then. The film has a checkpoint in it, of every tenth second of the
 * clock and of the end: zn_checkpoint_load takes a film, too. Frames go to the file at least every second; it can be
 * read while it is written, and opens, with all that was flushed, wherever the process dies.
 * @param[in] scene  of which the simulation is; borrowed
 * @param[in] every  a frame every n-th step, and the first and last    n >= 1
 * @retval ZN_EIO  the file cannot be made; says why */
ZN_API zn_status zn_film_new(zn_simulation *s, const zn_scene *scene,
                             const char *path, zn_index every, zn_film **out);

/** All frames so far are in the file.
 * @retval ZN_EIO  they are not; says why */
ZN_API zn_status zn_film_flush(zn_film *f);

/** Write what is left, the last frame and the state, and close the file; nothing is recorded
 * after. Freeing the simulation closes it with what was written by then, and cannot say that
 * it failed. NULL is fine. */
ZN_API zn_status zn_film_close(zn_film *f);

/** Numbers of a contact in a film. */
enum {
    ZN_FILM_P1 = 0,       /**< point of body 1, inertial frame (m), 3         */
    ZN_FILM_P2 = 3,       /**< point of body 2 or the world (m), 3            */
    ZN_FILM_NORMAL = 6,   /**< unit normal from body 2 to body 1, 3           */
    ZN_FILM_GAP = 9,      /**< m                                              */
    ZN_FILM_IMPULSE = 10, /**< of the last step, on body 1, inertial frame (N s), 3 */
    ZN_FILM_FORCE = 13,   /**< its mean force: impulse over h (N), 3          */
    ZN_FILM_VELOCITY = 16,/**< of body 1 seen from body 2: normal, two tangents (m/s), 3 */
    ZN_FILM_STATUS = 19,  /**< 0 open, 1 sticking or without friction, 2 sliding */
    ZN_FILM_CONTACT = 20
};

/** Numbers of a joint in a film: what it, with its stops, friction, spring and motor, did
 * over the last step to the first of its bodies that moves, inertial frame. */
enum {
    ZN_FILM_JOINT_POINT = 0,    /**< on that body (m), 3                       */
    ZN_FILM_JOINT_IMPULSE = 3,  /**< N s, 3                                    */
    ZN_FILM_JOINT_FORCE = 6,    /**< its mean force: impulse over h (N), 3     */
    ZN_FILM_JOINT_ANGULAR = 9,  /**< angular impulse about the point (N m s), 3 */
    ZN_FILM_JOINT_MOMENT = 12,  /**< its mean moment (N m), 3                  */
    ZN_FILM_JOINT = 15
};

/** The contacts that there are now, as a frame of a film has them. */
typedef struct zn_film_contacts {
    zn_index  n;
    zn_index *body;  /**< n x 2: numbers of bodies of the scene, -1: fixed     */
    double   *value; /**< n x ZN_FILM_CONTACT                                  */
    double   *mu;    /**< n: as contact_mu below                               */
} zn_film_contacts;

/** Look at the contacts of a simulation of a scene, between two steps, without a film.
 * @param[in]  h    length of the last step (s), by which impulses are divided to be forces;
 *                  0: forces are zero
 * @param[out] out  free it with zn_film_contacts_free */
ZN_API zn_status zn_film_contacts_now(const zn_scene *scene, const zn_simulation *s,
                                      double h, zn_film_contacts *out);
ZN_API void zn_film_contacts_free(zn_ctx *ctx, zn_film_contacts *c);

/** Likewise what its joints did in the last step.
 * @param[out] out  zn_scene_joint_count x ZN_FILM_JOINT */
ZN_API zn_status zn_film_joints_now(const zn_scene *scene, const zn_simulation *s,
                                    double h, double out[]);

/** Energies of a frame (J): kinetic, potential of gravity and constant forces, work of
 * contacts and joints since the start (NaN if the simulation keeps no balance). */
enum { ZN_FILM_ENERGY = 3 };
/** Of the last step: Newton's iterations, those of the solver, its error, active rows,
 * smallest gap (m). */
enum { ZN_FILM_SOLVER = 5 };

/** A film in memory. Arrays of frames have one frame after the other. */
typedef struct zn_film_data {
    char      *title;
    double     gravity[3]; /**< m/s^2                                         */
    zn_index   nbody;    /**< all bodies                                      */
    char     **body;     /**< their names                                     */
    double    *mass;     /**< kg; 0: fixed                                    */
    zn_index  *moving;   /**< nbody: its place among those that move, or -1   */
    zn_index   nmoving;
    double    *life;     /**< nbody x 2: it is there from the first up to the second, which
                              may be infinite (s); NULL: all are always there. Poses
                              before and after are those of its birth and death */
    zn_index   nshape;
    zn_index  *shape_body;
    char     **form;     /**< as in zn_scene_shape                            */
    double    *size;     /**< nshape x 3                                      */
    double    *place;    /**< nshape x 7: position and quaternion in the frame of the
                              centre of mass, or in the world                 */
    zn_index  *point_end; /**< nshape: points of shapes 0 ... i; NULL: none have any */
    double    *points;   /**< x 3: of hulls, meshes and height fields, in their frames (m) */
    char     **colour;   /**< "" if none is given                             */
    zn_index   nframe;
    double    *t;        /**< s                                               */
    double    *pose;     /**< nframe x nmoving x 7: centre of mass, quaternion */
    double    *velocity; /**< nframe x nmoving x 6: inertial, and in the body frame */
    double    *energy;   /**< nframe x ZN_FILM_ENERGY                         */
    double    *solver;   /**< nframe x ZN_FILM_SOLVER                         */
    zn_index  *contact_end; /**< nframe: contacts of frames 0 ... k           */
    zn_index  *contact_body; /**< x 2: numbers of bodies, -1: fixed           */
    double    *contact;  /**< x ZN_FILM_CONTACT                               */
    zn_index  *triangle_end; /**< nshape: triangles of shapes 0 ... i; NULL: none have any */
    zn_index  *triangles; /**< x 3: of meshes and height fields, numbers of points of their
                               shape, from 0                                  */
    zn_index   njoint;   /**< 0 in films without joints, and in older ones    */
    char     **joint_name;
    double    *joint;    /**< nframe x njoint x ZN_FILM_JOINT                 */
    double    *contact_mu; /**< a number of each contact: coefficient of friction, 0
                               without, one that changes with the velocity at that of
                               the frame; NULL in older films                */
} zn_film_data;

/** Read a film.
 * @retval ZN_EIO     it cannot be read
 * @retval ZN_EINVAL  it is no film, damaged, or not all in that file; says what */
ZN_API zn_status zn_film_read(zn_ctx *ctx, const char *path,
                              zn_film_data **out);
ZN_API void zn_film_data_free(zn_ctx *ctx, zn_film_data *d);
/** Is a body there in a frame? */
ZN_API bool zn_film_there(const zn_film_data *d, zn_index body, zn_index frame);

ZN_END_DECLS
#endif
