/* scene.h - a scene as its own files see it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_H
#define ZENO_KERNEL_SCENE_H

#include <zeno/collision.h>
#include <zeno/scene.h>

#include "kernel/model/model.h"

typedef struct zni_scene_body {
    zn_scene_body b;     /* as found; */
    zn_scene_body given; /* as given */
    zn_mass       matter; /* of the shapes, at density 1, in its frame */
    zn_index      shapes;
} zni_scene_body;

/* What has points or heights, kept once for all shapes that have the same. */
typedef struct zni_geometry {
    char      key[20]; /* a hash of what follows */
    zn_index  number;
    const char *form;
    double    size[3];
    double   *points;
    zn_index  npoint;
    zn_index *triangles;
    zn_index  ntriangle;
    double   *heights;
    zn_index  grid[2];
    bool      good;    /* it was checked */
    double    least;   /* of its extents */
    bool      weighed; /* there is its matter, at density 1 */
    zn_mass   matter;
} zni_geometry;

typedef struct zni_scene_shape {
    zn_scene_shape s;
    zn_index       body, group;
    zn_index       number; /* among those of its body */
    zni_geometry  *geometry; /* NULL: sizes say all */
} zni_scene_shape;

typedef struct zni_scene_law {
    zn_index    group[2]; /* the smaller one first */
    const char *cls, *options;
    bool        chosen; /* the class was named, and does not follow from the options */
} zni_scene_law;

struct zn_scene {
    zn_ctx             *ctx;
    char              **text; /* all words of the scene */
    zn_index            ntext, text_room;
    const char         *title;
    bool                flat; /* of the plane */
    double              gravity[3];
    double              times[3]; /* t0, h, T */
    const char         *osi, *said; /* the integrator, options that were given */
    const char         *meeting;    /* options of the contact source */
    double              least;      /* extent of the shapes that move; or inf */
    char                options[2 * ZN_TEXT_MAX]; /* what is usual, and said */
    zni_scene_body     *body;
    zn_index            nbody, body_room;
    zni_names           body_names; /* to number + 1 */
    zni_geometry      **geometry;
    zn_index            ngeometry, geometry_room;
    zni_names           geometry_keys;
    zni_scene_shape    *shape;
    zn_index            nshape, shape_room;
    const char        **group;
    zn_index            ngroup, group_room;
    zni_scene_law      *law;
    zn_index            nlaw, law_room;
    zn_scene_joint     *joint;
    zn_index            njoint, joint_room;
    const char        **plugin;
    zn_index            nplugin, plugin_room;
    zn_scene_parameter *parameter;
    zn_index            nparameter, parameter_room;
};

/* A copy that lives as long as the scene; NULL of NULL, or without memory. */
const char *zni_scene_keep(zn_scene *s, const char *text);
/* A number as text, as short as it is the same number: it stands in messages. In the C locale. */
void zni_scene_number(double x, char out[ZN_WORD_MAX]);
/* Number of a body, -1: none. */
zn_index zni_scene_find(const zn_scene *s, const char *name);
/* How bodies and geometries are called where they are found by name. */
void zni_scene_name(zn_scene *s);
/* The law between two groups, or NULL. */
const zni_scene_law *zni_scene_law_of(const zn_scene *s, zn_index g1,
                                      zn_index g2);

/* Has anybody said what holds between them, if only that nothing does? */
bool zni_scene_law_said(const zn_scene *s, zn_index g1, zn_index g2);

/* Where a shape is: in the frame of the centre of mass of its body, or in the world. */
void zni_scene_place(const zn_scene_body *b, const zn_scene_shape *s,
                     double out[7]);

/* Where a body begins: centre of mass and quaternion, inertial frame. */
void zni_scene_start(const zn_scene_body *b, double q[7]);

/* ---- forms.c ---- */
enum { ZNI_POINTS = 1, ZNI_TRIANGLES = 2, ZNI_HEIGHTS = 4 };

typedef struct zni_form {
    const char *name;
    int         sizes;   /* numbers of its key `size` */
    const char *must[2]; /* keys of a file that say its sizes */
    const char *may[4];  /* others */
    int         lists;   /* of what it is made */
    bool        full;    /* of matter */
    bool        flat;    /* of the plane */
    bool        endless; /* of the world */
    zn_status (*make)(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out);
} zni_form;

extern const char zni_form_names[];
/* The k-th form, NULL after the last. */
const zni_form *zni_form_at(size_t k);
/* NULL: there is none such. */
const zni_form *zni_form_find(const char *name);
/* The shape of a scene, with words where there is none such or a size is wrong. */
zn_status zni_form_make(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out);

/* ---- geometry.c ---- */
/* Points, triangles and heights of a shape of that form, which was checked, become copies that
 * live as long as the scene. *out: NULL if there are none. */
zn_status zni_geometry_keep(zn_scene *s, zn_scene_shape *shape,
                            zni_geometry **out);
void zni_geometry_free(zn_scene *s);

/* ---- mass.c ---- */
/* Would this be a shape? Add its matter to that of its body; `g`: what it is of, or NULL. A mesh that
 * is open has none, and is refused if it is needed. *least: of its extents. */
zn_status zni_matter_add(zn_ctx *ctx, zn_mass *sum, const zn_scene_shape *s,
                         zni_geometry *g, bool needed, double *least);
/* Does the mass of this body, or its inertia, come from its shapes? */
bool zni_mass_of_shapes(const zn_scene_body *given);
/* Mass, centre and inertia of a body from what was given and from its shapes. */
void zni_mass_find(zni_scene_body *b);

/* Did no sum or product of its masses and inertias overflow? */
bool zni_mass_finite(const zn_scene_body *b);

/* ---- joints.c ---- */
/* A joint between bodies of a model, with all that acts along its coordinate. */
zn_status zni_scene_join(zn_model *m, const zn_scene_joint *j);
/* Are its bodies held by it, so that they pass through each other? */
bool zni_scene_holds(const zn_scene_joint *j);
/* Would these be expressions of a joint? Words otherwise. */
zn_status zni_scene_check_motor(zn_ctx *ctx, const zn_scene_joint *j);

/* What the names of the interactions of a joint end with; ended by NULL. */
extern const char *const zni_joint_suffix[];
/* The same taken out of the model again, if it is there. */
zn_status zni_scene_part(zn_model *m, const zn_scene_joint *j);

/* Names of its prescribed velocities, "vx" ... "wz", in files. */
extern const char *const zni_prescribed[7]; /* ended by NULL */

/* ---- forces.c ---- */
/* Would these be expressions of its forces? Words otherwise. */
zn_status zni_scene_check_forces(const zn_scene *s, const zn_scene_body *b);
/* What acts on a system that was made of that body, in space or in the plane. */
zn_status zni_scene_set_forces(const zn_scene *s, const zn_scene_body *b,
                               zn_ctx *ctx, zn_ds *ds);

/* ---- build.c, contacts.c, lives.c ---- */
/* When it is there: from the start on, or its birth (s). */
double zni_scene_begin(const zn_scene *s, const zn_scene_body *b);
zn_status zni_scene_make_body(const zn_scene *s, const zn_scene_body *b,
                              zn_model *m);
/* Of a body in space where it begins: of the centre, and the spin in the frame of the body;
 * components that are prescribed are as prescribed. */
zn_status zni_scene_velocity(const zn_scene *s, const zn_scene_body *b,
                             zn_ctx *ctx, double v[6]);
/* Shape i into a source of class "collision"; made: of each geometry, once it was, and then of each
 * shape that has none. */
zn_status zni_scene_attach(const zn_scene *s, zn_model *m, zn_source *src,
                           zn_shape *made[], zn_index i,
                           zn_index *id);
/* Bodies that a joint holds together do not meet. */
zn_status zni_scene_ignore(zn_model *m, zn_source *src, const zn_scene_joint *j);
/* Are both bodies of a joint there? */
bool zni_scene_joint_lives(const zn_scene *s, const zn_scene_joint *j, double t);
/* Attach what is there, and let bodies come and go in a simulation, if there are such;
 * the source becomes that of the simulation. */
zn_status zni_scene_lives(const zn_scene *s, zn_simulation *sim, zn_source *src);

/* ---- plane.c, plane_joints.c ---- */
/* Has a vector no z in a scene of the plane? Words otherwise, as of what follows. */
zn_status zni_plane_vector(const zn_scene *s, const char *what,
                           const double x[3]);
/* The quaternion of an angle, in the plane. */
zn_status zni_plane_turn(const zn_scene *s, double angle, double p[4]);
zn_status zni_plane_body(const zn_scene *s, zn_scene_body *b);
zn_status zni_plane_shape(const zn_scene *s, zn_scene_shape *shape);
zn_status zni_plane_check_joint(const zn_scene *s, const zn_scene_joint *j);
/* A system with q = (x, y, angle); *out is freed by the caller where it fails. */
zn_status zni_plane_make_body(const zn_scene *s, const zn_scene_body *b,
                              zn_ctx *ctx, zn_ds **out);
/* Of (x, y, angle): position and quaternion; of their rates: velocity and spin. */
void zni_plane_pose(const double q[3], double out[7]);
void zni_plane_velocity(const double v[3], double out[6]);

/* scene_options.c: s->options, of what was said and what there is. */
void zni_scene_write_options(zn_scene *s);

/* ---- words.c ---- */
/* Is it one of a list that ends with NULL? */
bool zni_word_is_of(const char *word, const char *const list[]);
/* Take the next "name=value" from *words, false at the end or where there is none. */
bool zni_word_next(const char **words, char name[ZN_WORD_MAX],
                   char value[ZN_TEXT_MAX]);

#endif
