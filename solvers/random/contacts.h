/* contacts.h - a random scene of bodies that touch
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_RANDOM_CONTACTS_H
#define ZENO_SOLVERS_RANDOM_CONTACTS_H

#include "random.h"

#include "../core/short.h"

/* Contact a is between body[2 a], which always exists, and body[2 a + 1], or the ground if that is -1. u = H' v,
 * where H has blocks of 6 x d. */
typedef struct zni_scene {
    zn_index d, nc, nb;
    zn_index *body;   /* 2 nc */
    double *H;        /* 2 nc blocks, column-major */
    double *mass;     /* 6 nb */
    double *moment;   /* 9 nb and 9 nb: for spinning bodies, the rotational blocks of M and of M^-1; NULL: no body
                       * spins */
} zni_scene;

/* Draw the moments of spinning bodies, if o->spin is not 0; called after the rest of the scene is drawn. */
zn_status zni_scene_spin(zni_draws by, zni_scene *c);

/* M, which is diagonal unless bodies spin, and H, both CSC with 6 nb rows. */
zn_status zni_scene_global(zni_store *s, const zni_scene *c, zn_matrix **M,
                           zn_matrix **H);

/* W = H' M^-1 H in blocks of d. */
zn_status zni_scene_condensed(zni_store *s, const zni_scene *c, zn_matrix **W);

/* The data of the problem of a scene, condensed or with the motion kept. */
typedef struct zni_drawn {
    bool kept;           /* it is                  */
    zn_index nc, n;      /* contacts, velocities   */
    zn_matrix *W;        /* condensed              */
    zn_matrix *M, *H;    /* else                   */
    double *q, *b;
    double *mu, *mu_r;   /* of its law             */
} zni_drawn;

/* Makes the coefficients of a law, and rr and u of all contacts such that they satisfy it. */
typedef zn_status zni_law_maker(zni_draws by, zni_drawn *p, double rr[], double u[]);

/* Draw a scene and a solution, and compute the data for which it is the solution. */
zn_status zni_drawn_scene(zni_draws by, zni_law_maker *law, zni_drawn *p, zni_random_result *out);

/* Structures of o->bodies bodies at rest on each other, o->structure > 0; and the velocities (6 nb) after a moment
 * of free fall. */
zn_status zni_scene_structure(zni_draws by, zn_index d, zni_scene *c);
void zni_scene_falls(const zni_scene *c, double v[]);

#define ZNI_RANDOM_STRUCTURE                                                     \
    ZNI_RANDOM(CHOICE, structure, 0,                                             \
               "none|stack|wall|arch|wedge|pile|chain|heap",                     \
               "bodies at rest, as many as `bodies` says, 20 for 0, instead of " \
               "a scene of `contacts`; no solution is known"),                   \
        ZNI_RANDOM(REAL, slope, 0.15, 0, 1, "-",                                 \
                   "thickness of an arch of radius 1, lean of a wedge's walls, " \
                   "parameter of a chain's catenary over its length")

#define ZNI_RANDOM_SCENE                                                                 \
    ZNI_RANDOM(INT, contacts, 50, 1, 1e7, "-", "contacts"),                              \
        ZNI_RANDOM(INT, bodies, 0, 0, 1e7, "-",                                          \
                   "bodies of 6 velocities; few make W singular; 0: as many "            \
                   "as contacts"),                                                       \
        ZNI_RANDOM(REAL, spread, 0, 0, 12, "-",                                          \
                   "decades over which the masses spread"),                              \
        ZNI_RANDOM(REAL, spin, 0, 0, 1, "-",                                             \
                   "moment by which a body that spins turns out of its axis in a step, " \
                   "to its inertia; with it M is not symmetric"),                        \
        ZNI_RANDOM(REAL, mu, 0.5, 0, 1e6, "-", "friction")

/* ---- spheres poured one by one, each at rest on what lies there (heap.c) ---- */

enum { ZNI_HELD = 3 }; /* a sphere rests on at most so many */

/* Sphere b, of radius R[b] around x[3 b], rests on held[b] others of lower number, or the ground where that is -1,
 * below[3 b ...]. The normals point into b. */
typedef struct zni_heap {
    double *x, *R, *normal; /* 3 nb, nb, 9 nb                               */
    zn_index *below, *held; /* 3 nb, nb                                     */
} zni_heap;

zn_status zni_heap_pour(zni_store *s, zn_index nb, zni_random *r, zni_heap *h);

#endif
