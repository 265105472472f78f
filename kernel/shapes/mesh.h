/* mesh.h - surfaces of triangles
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_MESH_H
#define ZENO_KERNEL_MESH_H

#include "kernel/shapes/pairs.h"

enum {
    ZNI_MESH_MOST = 1000000, /* triangles that are given: numbers of edges fit a feature, */
    ZNI_MESH_EDGES = 1 << 22, /* which has room for so many */
    ZNI_MESH_DEEP = 64 /* room for what waits on the way down a tree, of which a level adds one */
};

/* Lengths, as parts of the size of the smaller shape. What is as far from a side as that is on it:
 * a thousandth of what makes two places one, so that it decides about no place. */
#define ZNI_MESH_ROUNDING (1e-3 * ZNI_SAME)
/* Overlaps as deep as contacts are announced high are a little: those of bodies that came to touch,
 * were announced before, and stay. What is deeper came in otherwise, and has to be there with its
 * points. */
#define ZNI_MESH_LITTLE ZNI_REACH
/* How much deeper than the nearest way out edges may be that overlap: ridges may be sharp. */
#define ZNI_EDGE_DEPTH 10

/* What the surface does at the side of a triangle. */
typedef enum zni_bend {
    ZNI_FLAT,    /* goes on in the same plane */
    ZNI_CONVEX,  /* bends away from the outside */
    ZNI_CONCAVE, /* bends towards it */
    ZNI_BORDER   /* ends */
} zni_bend;

/* A node of the tree of triangles: a leaf has n > 0 triangles in `order` from `first` on, others
 * two children, at `first` and after it. */
typedef struct zni_mesh_node {
    double lo[3], hi[3];
    int first, n;
} zni_mesh_node;

/* Triangles are counter-clockwise seen from outside. Those that share sides and a plane are a
 * face; features of contacts are faces, edges and vertices. */
typedef struct zni_mesh {
    int nv, nt, ne;
    int top_v, top_t; /* those first ones are what was given; sides of a height field follow */
    bool closed; /* no side is a border */
    bool sheet;  /* has two outsides: not closed */
    double (*v)[3];
    int (*tri)[3];
    int (*edge)[3];     /* number of side k, from corner k to the next one */
    int (*across)[3];   /* the triangle beyond it; -1: none */
    unsigned char (*bend)[3];
    bool (*corner)[3];  /* is it a corner of the face that the triangle is in? */
    double (*plane)[4]; /* of its face: unit normal, offset */
    int *face;          /* the first triangle that is in it */
    int *star, *around; /* nv + 1; vertices that share a side with a vertex */
    double (*normal)[3]; /* of vertices: of triangles, weighted by their angles */
    bool *sharp;        /* is a vertex a corner of a face? */
    zni_mesh_node *node;
    int *order, nnode;
    /* of a copy in another frame: the mesh whose tree there is, and the way to its frame */
    const struct zni_mesh *own;
    const zni_pose *back;
} zni_mesh;

void zni_mesh_free(zn_ctx *ctx, zni_mesh *m);
/* mesh.c: a grid of nx x ny heights over that size: its triangles, point i, and corners of
 * triangle t. */
zn_index zni_grid_triangles(zn_index nx, zn_index ny);
void zni_grid_point(zn_index nx, zn_index ny, const double size[2],
                    const double height[], zn_index i, double out[3]);
void zni_grid_triangle(zn_index nx, zn_index t, int corner[3]);
/* mesh_sides.c: points around such a grid; the ground under it has as many and one more below, and
 * three triangles for each. Puts them after those of the surface. */
zn_index zni_rim_points(zn_index nx, zn_index ny);
void zni_mesh_sides(zn_index nx, zn_index ny, const double size[2], zni_mesh *m);
/* mesh_faces.c: faces, bends and corners of a mesh whose sides are known. */
zn_status zni_mesh_faces(zn_ctx *ctx, zni_mesh *m, double scale);
/* mesh_tree.c */
zn_status zni_mesh_tree(zn_ctx *ctx, zni_mesh *m);
/* Triangles whose bounds overlap the box, in the order of the tree; list: nt. @return how many */
int zni_mesh_query(const zni_mesh *m, const double lo[3], const double hi[3],
                   int list[]);

/* A triangle alone, as a polyhedron of one face, on the side where the other one is. Its corner
 * k is the vertex[k] of the mesh, its side k, from there to the next corner, the edge[k]. */
typedef struct zni_piece {
    const zni_mesh *m;
    const double *centre; /* of the other one */
    int    t;
    double sign; /* of the normal: -1 behind a sheet */
    int    vertex[3], edge[3], beyond[3];
    zni_bend bend[3];
    bool   corner[3];
    double v[9], plane[4];
    zni_poly poly;
} zni_piece;

/* mesh_piece.c */
void zni_piece_of(const zni_mesh *m, int t, const double centre[3],
                  zni_piece *out);
/* Is the surface around a feature of the piece (its own numbers) on one side of a plane with the
 * normal d there, and is that the outer one? Then it may touch along d there. */
bool zni_piece_allows(const zni_piece *p, uint32_t feature, const double d[3]);
/* The feature of the piece that is the farthest along d. */
uint32_t zni_piece_support(const zni_piece *p, const double d[3]);
/* Is x over the piece, seen along its normal, but for eps? */
bool zni_piece_over(const zni_piece *p, const double x[3], double eps);
/* How far x is beyond side k, along the plane; and above the plane of what is there (infinity:
 * nothing). */
double zni_piece_beside(const zni_piece *p, int k, const double x[3],
                        double *above);
/* Is the triangle t in the face of the piece, or in one at a feature of it? */
bool zni_piece_at(const zni_piece *p, uint32_t feature, int t);
/* The nearest point of the piece. @return the feature it is on */
uint32_t zni_piece_nearest(const zni_piece *p, const double x[3],
                           double foot[3]);
/* A feature of the piece as one of the mesh: kind and number in a key. */
uint32_t zni_piece_feature(const zni_piece *p, uint32_t feature);

/* mesh_ground.c: how far x is from the feature f of a piece, at its foot, and the unit vector from
 * there to x; of a face the height above it, < 0 under it, and its normal. */
double zni_piece_away(const zni_piece *p, uint32_t f, const double x[3],
                      const double foot[3], double n[3]);
/* The place of a mesh that is nearest to x; `centre` of the other one, of a sheet. */
typedef struct zni_foot {
    zni_piece piece;   /* the triangle, */
    uint32_t  feature; /* what of it, */
    double    at[3];   /* and where */
    double    n[3];    /* unit vector out of the body, along the way there */
    double    s;       /* how far x is outside; < 0: inside */
} zni_foot;
void zni_mesh_foot(const zni_mesh *m, const double centre[3], const double x[3],
                   zni_foot *out);
/* How far x is outside; of a copy in another frame, too. */
double zni_mesh_outside(const zni_mesh *m, const double centre[3],
                        const double x[3]);
/* As zni_piece_over; or x is beyond sides where the surface bends up, and under what is there.
 * Then it has entered the ground in a hollow, under both, and each may push it out; but if it is
 * more than half deeper under the piece than in the ground, it came from elsewhere. */
bool zni_piece_under(const zni_piece *p, const double x[3], double eps);

/* How a solid may leave a piece. */
typedef enum zni_leave {
    ZNI_LEAVE,        /* as the surface around allows, unless a point of it leaves elsewhere sooner; */
    ZNI_LEAVE_DEEPER, /* if they overlap, as the surface allows, */
    ZNI_LEAVE_ANYHOW  /* or whatever the surface does around */
} zni_leave;

/* mesh_nearest.c: where a solid, with all within `radius` of it, and a piece are nearest, if the
 * surface may touch there. `list`: all triangles around. @return found, with near->s below limit */
bool zni_piece_meets(const zni_piece *p, const zni_solid *A, double radius,
                     double scale, double limit, const int list[], int n,
                     zni_leave how, zni_nearest *out);

/* mesh_touch.c: a convex shape `a` at a place in the frame of the mesh, or a plane there. */
void zni_mesh_touch(const zn_shape *a, const zni_pose *at, const zni_mesh *m,
                    double scale, zni_scratch *scratch, zni_touches *out);
/* mesh_mesh.c: a body of triangles at a place in the frame of another one, or of a height field. */
void zni_mesh_on_mesh(const zni_mesh *a, const zni_pose *at, const zni_mesh *b,
                      double scale, zni_scratch *scratch, zni_touches *out);
void zni_mesh_on_plane(const zni_mesh *m, const zni_pose *plane,
                       zni_touches *out);

/* mesh_gather.c: places, the deepest of all that were offered, each key once, in their order. */
void zni_gather(zni_touches *out, const zn_touch *t, double eps);
void zni_gather_sort(zni_touches *out);

#endif
