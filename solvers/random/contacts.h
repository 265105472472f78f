/* contacts.h - a random scene of bodies that touch
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_RANDOM_CONTACTS_H
#define ZENO_SOLVERS_RANDOM_CONTACTS_H

#include "random.h"

#include "../core/short.h"

/* Contact a is between body[2 a], always one, and body[2 a + 1], or the ground
 * where that is -1. u = H' v, H has blocks of 6 x d. */
typedef struct zni_scene {
    zn_index d, nc, nb;
    zn_index *body;   /* 2 nc */
    double *H;        /* 2 nc blocks, column-major */
    double *mass;     /* 6 nb */
    double *moment;   /* 9 nb, what of M bodies that spin have beside it and what M^-1 has there; NULL: they do not */
} zni_scene;

/* The moments of bodies that spin, if o->spin is not 0: drawn when all else of the scene is there. */
zn_status zni_scene_spin(zni_store *s, const zni_random_options *o, zni_random *r, zni_scene *c);

/* M, diagonal unless bodies spin, and H, both CSC, with 6 nb rows. */
zn_status zni_scene_global(zni_store *s, const zni_scene *c, zn_matrix **M,
                           zn_matrix **H);

/* W = H' M^-1 H in blocks of d. */
zn_status zni_scene_condensed(zni_store *s, const zni_scene *c, zn_matrix **W);

/* What a problem of a scene is made of, condensed or with the motion kept. */
typedef struct zni_drawn {
    bool kept;           /* it is                  */
    zn_index nc, n;      /* contacts, velocities   */
    zn_matrix *W;        /* condensed              */
    zn_matrix *M, *H;    /* else                   */
    double *q, *b;
    double *mu, *mu_r;   /* of its law             */
} zni_drawn;

/* The coefficients, and rr and u of all contacts that obey the law with them. */
typedef zn_status zni_law_maker(zni_store *s, const zni_random_options *o, zni_random *r,
                                zni_drawn *p, double rr[], double u[]);

/* A scene and a solution, drawn, and what makes it one. */
zn_status zni_drawn_scene(zni_store *s, const zni_random_options *o, zni_random *r,
                          zni_law_maker *law, zni_drawn *p, zni_random_result *out);

/* Bodies at rest on each other, o->bodies of them, o->structure > 0; and their
 * velocities (6 nb) after a moment of free fall. */
zn_status zni_scene_structure(zni_store *s, const zni_random_options *o,
                              zn_index d, zni_random *r, zni_scene *c);
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

enum { ZNI_HELD = 3 }; /* what a sphere rests on, at most */

/* Sphere b, of radius R[b] around x[3 b], rests on the spheres of lower number, or the ground
 * where that is -1, below[3 b ...]; on held[b] of them. The normals to them, into b. */
typedef struct zni_heap {
    double *x, *R, *normal; /* 3 nb, nb, 9 nb                               */
    zn_index *below, *held; /* 3 nb, nb                                     */
} zni_heap;

zn_status zni_heap_pour(zni_store *s, zn_index nb, zni_random *r, zni_heap *h);

#endif
