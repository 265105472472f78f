/* shape.h - what a shape is made of
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SHAPE_H
#define ZENO_KERNEL_SHAPE_H

#include <zeno/shape.h>

#include "kernel/mechanics/rotation.h"

typedef enum zni_shape_kind {
    ZNI_PLANE,
    ZNI_SPHERE,
    ZNI_BOX,
    ZNI_CAPSULE,
    ZNI_HULL,
    ZNI_CYLINDER,
    ZNI_CONE,
    ZNI_MESH,
    ZNI_HEIGHT_FIELD,
    ZNI_DISC,
    ZNI_RECTANGLE,
    ZNI_POLYGON,
    ZNI_SEGMENT,
    ZNI_HALF_PLANE,
    ZNI_SHAPE_KINDS
} zni_shape_kind;

/* A convex polyhedron: a point, a segment, or a body with faces, whose corners are
 * counter-clockwise seen from outside. */
typedef struct zni_poly {
    int           nv, ne, nf;
    const double *v;         /* nv x 3 */
    const int   (*edge)[4];  /* two vertices, and the two faces at it (-1: none) */
    const double *plane;     /* nf x 4: outward unit normal, offset */
    const int    *first;     /* nf + 1: where a face begins in the lists below */
    const int    *loop;      /* its vertices */
    const int    *loop_edge; /* edge from loop[k] to the next one */
    const int    *star;      /* nv + 1: where a vertex begins in ... */
    const int    *around;    /* the edges at it */
} zni_poly;

/* A cylinder or a cone: all between two circles around one axis. */
typedef struct zni_round {
    double c[2][3];          /* centres of the rims, */
    double r[2];             /* and their radii; r[0] > 0, r[1] = 0: a tip */
    double x[3], y[3], z[3]; /* axes; z from the first rim to the second */
    double l;                /* length along z */
    double ca, sa;           /* normal of the side: ca outwards + sa z */
} zni_round;

/* One of both. */
typedef struct zni_solid {
    const zni_poly  *poly;
    const zni_round *round;
} zni_solid;

struct zn_shape {
    zn_ctx        *ctx;
    zni_shape_kind kind;
    bool           flat;   /* of the plane: all z = 0 */
    double         radius; /* of all that is within this distance of the core */
    double         size[3];
    zni_poly       core;   /* nv = 0: none */
    zni_round      round;  /* l = 0: none */
    struct zni_mesh *mesh; /* owned; NULL: none */
    double         lo[3], hi[3];
    double         scale;  /* half the diagonal of the bounds; 0: unbounded */
    double        *numbers; /* owned: vertices, planes */
    int           *lists;   /* owned: topology, if it is not shared */
    const void    *owner;   /* source that took it over, */
    zn_index       place;   /* where it is among its shapes, */
    zn_index       uses;    /* and how often it is attached there */
};

/* A place in a frame of one's own, before it is carried to the inertial one. */
typedef struct zni_pose {
    double x[3], R[9];
} zni_pose;

/* The features of a key: kind in the two high bits of 24, number below. */
enum { ZNI_VERTEX = 0, ZNI_EDGE = 1, ZNI_FACE = 2, ZNI_WHOLE = 3 };
static inline uint32_t zni_feature(int kind, int number)
{
    return (uint32_t)kind << 22 | (uint32_t)number;
}

/* Features of what is round, as vertices: the four points of each disc that stand for it,
 * and, from here on, a point of each rim that is not fixed to it; and as edges: crossings
 * of the rims, and a line of the side. */
enum { ZNI_DISC_POINTS = 4, ZNI_RIM = 2 * ZNI_DISC_POINTS, ZNI_SIDE = 4 };

/* Places of one pair, at most so many; of more those with the least gaps. */
typedef struct zni_touches {
    zn_touch *at;
    zn_index  n, most;
    double    reach;
    const zni_pose *frame; /* that they are in; NULL: the inertial one */
} zni_touches;

static inline void zni_sub3(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[i] - b[i];
}

/* out = a + f b */
static inline void zni_along(const double a[3], double f, const double b[3],
                             double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[i] + f * b[i];
}

/* out = A' x; out is not x */
static inline void zni_back3(const double A[9], const double x[3],
                             double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = zni_dot3(A + 3 * i, x);
}

/* Signed distance of the cores of two polyhedra in one frame, and what is nearest. */
typedef struct zni_nearest {
    double   s;          /* signed distance; > limit: not looked for further */
    double   n[3];       /* from B to A */
    double   a[3], b[3]; /* the nearest points */
    uint32_t fa, fb;     /* the features they are on */
} zni_nearest;

/* separation.c: by planes through faces and along edges. Exact if s <= 0, and a lower bound
 * of the distance otherwise. */
void zni_separate(const zni_poly *A, const zni_poly *B, double limit,
                  zni_nearest *out);
/* Where two boxes may part the best: bits of faces of each, and bit 3 i + k for edges along axis i of A and
 * axis k of B. */
typedef struct zni_box_ways {
    bool     apart; /* by more than the limit; no bits then */
    unsigned face[2], edges;
} zni_box_ways;
/* box_ways.c */
void zni_box_ways_find(const zni_poly *A, const zni_poly *B, double limit,
                       zni_box_ways *out);
/* Where two lines are nearest: p + x u and q + y w, c = u x w of square cc. */
void zni_lines_nearest(const double p[3], const double u[3], const double q[3],
                       const double w[3], const double c[3], double cc,
                       double a[3], double b[3]);
/* distance.c: of polyhedra that are apart; `bound` as zni_separate found it. */
void zni_distance(const zni_poly *A, const zni_poly *B,
                  const zni_nearest *bound, zni_nearest *out);
/* round_nearest.c: the farthest point along m, and the feature it is on; @return how far */
double zni_solid_support(const zni_solid *S, const double m[3], double p[3],
                         uint32_t *feature);
/* May these be the nearest points? */
typedef bool zni_accept(const void *user, const zni_nearest *k);
/* round_nearest.c: of solids of which one is round at least, apart or not; s > limit: not
 * looked for further. `accept`: of a candidate that is better than the last one; NULL: all. */
void zni_round_nearest(const zni_solid *A, const zni_solid *B, double limit,
                       zni_accept *accept, const void *user, zni_nearest *out);
/* patch.c: places where A and B may touch along near->n, with their gap; true if they
 * prove that near->s is the signed distance, or, if that is known, hold it. `eps`: lengths
 * below count as none. */
bool zni_patch(const zni_solid *A, const zni_solid *B,
               const zni_nearest *near_, double ra, double rb, double eps,
               bool known, zni_touches *out);

/* poly.c: is -m between the normals of the two faces at an edge, to which it is at right
 * angles? */
bool zni_edge_looks_back(const zni_poly *P, const int edge[4],
                         const double m[3]);
/* poly.c: A in another frame; v and plane: room for its vertices and faces. */
void zni_poly_move(const zni_poly *A, const zni_pose *pose, double v[],
                   double plane[], zni_poly *out);
/* round.c */
void zni_round_make(double r0, double r1, double length, zni_round *out);
void zni_round_move(const zni_round *F, const zni_pose *pose, zni_round *out);
/* The farthest point along a unit m, and its rim; @return how far */
double zni_round_support(const zni_round *F, const double m[3], double p[3],
                         int *rim);
/* How deep x is under the discs, and across the axis under the side; < 0: outside. */
void zni_round_depth(const zni_round *F, const double x[3], double *ends,
                     double *side);
/* Where the line from p along n meets the axis, or passes it; p itself, if n is within 20
 * degrees of the axis. */
void zni_round_centre(const zni_round *F, const double p[3], const double n[3],
                      double out[3]);
bool zni_poly_is_box(const zni_poly *P);
/* Shared topologies; edges 4 k ... 4 k + 3 of a box are along its axis k. */
void zni_poly_box(const double size[3], double v[24], double plane[24],
                  zni_poly *out);
void zni_poly_segment(double length, double v[6], zni_poly *out);
void zni_poly_point(double v[3], zni_poly *out);

#endif
