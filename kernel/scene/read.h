/* read.h - the parts of the reader of scenes
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_READ_H
#define ZENO_KERNEL_SCENE_READ_H

#include "kernel/scene/scene.h"
#include "kernel/scene/tree.h"

#include <zeno/surface.h>

enum { ZNI_LOOPS = 3, ZNI_MOST = 1000000 };

/* Most bytes that a scene may be: text of bodies, not of meshes. */
enum { ZNI_SCENE_MOST = 64 << 20 };

typedef struct zni_reader {
    zn_ctx      *ctx;
    zn_scene    *scene;
    const char  *file;
    zn_findings  f;
    zn_status    st;      /* no memory: everything ends */
    zn_index     nset;
    const char *const *set;
    struct {
        const char *name;
        double      value;
    } loop[ZNI_LOOPS + 2]; /* of `repeat`, and x and y of a height */
    int          nloop;
    zn_index     made;    /* things that were repeated, in all */
    struct zni_surface_file *files; /* of meshes and heights */
    bool         degrees; /* it was said that angles are in radians */
} zni_reader;

/* Keys of the parts of a scene, each list ended by NULL; schema.c tells them to editors. */
extern const char *const zni_scene_keys[], *const zni_simulation_keys[],
    *const zni_body_keys[], *const zni_shape_keys[], *const zni_law_keys[],
    *const zni_joint_keys[], *const zni_joint_types[];
/* A joint of that type needs that key. */
typedef struct zni_need {
    const char *type, *key;
    bool space; /* in space only */
} zni_need;
extern const zni_need zni_joint_needs[]; /* ended by NULL */

/* ---- read_values.c ---- */
/* A finding at a node. */
void zni_complain(zni_reader *r, const zni_node *at, const char *fmt, ...)
    ZN_PRINTF(3, 4);
/* The words of a call that failed become one; true if it did. */
bool zni_failed(zni_reader *r, const zni_node *at, zn_status st);
/* Is it a map? Says so if not, and which of its keys are not among the known ones (ended
 * by NULL); `what` the map is of. The rest of it is read all the same, for what else is
 * wrong. */
bool zni_known(zni_reader *r, const zni_node *map, const char *what,
               const char *const keys[]);

/* What follows writes *out only where there is such a value, and leaves it if n is
 * NULL; false if there was one and it was wrong. */
bool zni_yaml_number(zni_reader *r, const zni_node *n, double *out);
bool zni_yaml_positive(zni_reader *r, const zni_node *n, const char *what,
                       double *out);
bool zni_yaml_vector(zni_reader *r, const zni_node *n, int size, double out[]);
/* [x, y, z], or in the plane [x, y]. */
bool zni_yaml_place(zni_reader *r, const zni_node *n, double out[3]);
/* The same of what turns: in the plane one number, about z. */
bool zni_yaml_about(zni_reader *r, const zni_node *n, double out[3]);
bool zni_yaml_bool(zni_reader *r, const zni_node *n, bool *out);
bool zni_yaml_text(zni_reader *r, const zni_node *n, const char **out);
/* A name in which (expressions) become whole numbers: "link.(i + 1)". */
bool zni_yaml_name(zni_reader *r, const zni_node *n, char out[ZN_WORD_MAX]);
/* A plain number of more than a turn is degrees, as a rule: said once. */
void zni_mind_degrees(zni_reader *r, const zni_node *n, double angle);
/* Keys rotation: {axis, angle} or quaternion; in the plane rotation: angle. */
bool zni_yaml_turn(zni_reader *r, const zni_node *map, double p[4],
                   double *angle);
/* The quaternion that turns z to a direction of any length by the shortest way. */
bool zni_turn_along(zni_reader *r, const zni_node *at, const double z[3],
                    double p[4]);
/* The value of an expression, or a finding at the node. */
bool zni_evaluate(zni_reader *r, const zni_node *at, const char *text,
                  double *out);

/* The text of an expression in which all names but the free ones have their values, where there is one: in *out
 * then, which is text. */
bool zni_yaml_formula(zni_reader *r, const zni_node *n, const char *const free[],
                      char text[ZN_TEXT_MAX], const char **out);

/* Is it an expression whose first unknown name is t? A parameter or a loop of that name is known. */
bool zni_yaml_of_time(zni_reader *r, const zni_node *n);

/* A parameter of what is read, with the value that was set for it, or p.value; what cannot be the name
 * of one, or is one already, keeps p.value. False: what was set is wrong. */
bool zni_reader_parameter(zni_reader *r, const zni_node *at,
                          zn_scene_parameter p, double *out);

/* Call `make` with every combination of the loops of key `repeat` of the item, or
 * once; `name` with the numbers appended. */
typedef void zni_make_fn(zni_reader *r, const zni_node *item, const char *name);
void zni_each(zni_reader *r, const zni_node *name, const zni_node *item,
              zni_make_fn *make);

/* ---- read_options.c ---- */
/* Words "name=value ..." of the pairs of a map that an option table has, its keys
 * beside `skip` (ended by NULL) being options of it, or of `also`. */
bool zni_yaml_options(zni_reader *r, const zni_node *map,
                      const char *const skip[], const char *what,
                      const zn_option *table, const zn_option *also,
                      char words[ZN_TEXT_MAX]);

/* ---- read_shapes.c ---- */
void zni_yaml_shape(zni_reader *r, const zni_node *body, const char *name,
                    const zni_node *n);

/* ---- read_surfaces.c ---- */
/* What was read for one shape; zn_free_array of each. */
typedef struct zni_lists {
    double   *points;
    zn_index *triangles;
    double   *heights;
} zni_lists;

/* Points, triangles or heights of a shape of that form. */
bool zni_yaml_lists(zni_reader *r, const zni_node *map, const zni_form *f,
                    zn_scene_shape *out, zni_lists *lists);
/* The mesh of a file beside the scene, with its points times scale; it is the reader's. NULL: said
 * at the node why not, or no memory. */
const zn_mesh_data *zni_surface_mesh(zni_reader *r, const zni_node *at, const char *name,
                                     const double scale[3]);
/* Points of another scale; of a mirrored one triangles look the other way. */
void zni_mesh_stretch(zn_mesh_data *d, const double scale[3]);
/* The path of a file: beside the scene, if its name is not absolute; zn_free_array of it. NULL: no
 * memory. */
char *zni_path_beside(zni_reader *r, const char *name);
/* Can it be opened? */
bool zni_surface_there(zni_reader *r, const char *name);
void zni_surface_files_free(zni_reader *r);

/* ---- read_bodies.c, read_joints.c ---- */
zni_make_fn zni_yaml_body;
zni_make_fn zni_yaml_joint;
void zni_yaml_laws(zni_reader *r, const zni_node *n);

#endif
