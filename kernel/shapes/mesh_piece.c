/* mesh_piece.c - one triangle of a mesh, and what its neighbours let touch it
 *
 * Where a body is nearest to a surface, the surface lies on one side of the plane between the
 * two, at least around that place. So a triangle is touched along d at a vertex only if all
 * vertices around it are below, at an edge if the corners of both triangles are; an edge in a face, or
 * in a hollow, has no such d. This is what keeps a ball that rolls over a joint from feeling it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/mesh.h"

#include <math.h>
#include <string.h>

/* a neighbour may be this much above, times its distance: rounding of d, and noise */
static const double ABOVE = 2e-8;

static const int tri_edge[3][4] = {{0, 1, 0, -1}, {1, 2, 0, -1}, {2, 0, 0, -1}};
static const int tri_first[2] = {0, 3};
static const int tri_loop[3] = {0, 1, 2};
static const int tri_star[4] = {0, 2, 4, 6};
static const int tri_around[6] = {0, 2, 0, 1, 1, 2};

void zni_piece_of(const zni_mesh *m, int t, const double centre[3],
                  zni_piece *out)
{
    double d[3];

    zni_sub3(centre, m->v[m->tri[t][0]], d);
    const bool back = m->sheet && zni_dot3(d, m->plane[t]) < 0;
    out->m = m;
    out->centre = centre;
    out->t = t;
    out->sign = back ? -1 : 1;
    for (int k = 0; k < 3; k++) {
        /* turned round, the corners are 0, 2, 1 and the sides 2, 1, 0 */
        const int corner = back ? (3 - k) % 3 : k, side = back ? 2 - k : k;
        const zni_bend bend = m->bend[t][side];
        out->vertex[k] = m->tri[t][corner];
        out->corner[k] = m->corner[t][corner];
        out->edge[k] = m->edge[t][side];
        out->beyond[k] = m->across[t][side];
        out->bend[k] = !back || bend == ZNI_FLAT || bend == ZNI_BORDER ? bend
                       : bend == ZNI_CONVEX ? ZNI_CONCAVE
                                            : ZNI_CONVEX;
        memcpy(out->v + 3 * k, m->v[out->vertex[k]], sizeof *m->v);
    }
    for (int k = 0; k < 4; k++)
        out->plane[k] = out->sign * m->plane[t][k];
    out->poly = (zni_poly){.nv = 3,
                           .ne = 3,
                           .nf = 1,
                           .v = out->v,
                           .edge = tri_edge,
                           .plane = out->plane,
                           .first = tri_first,
                           .loop = tri_loop,
                           .loop_edge = tri_loop,
                           .star = tri_star,
                           .around = tri_around};
}

/* Is vertex v of the mesh not above the plane through p across d? */
static bool below(const zni_mesh *m, int v, const double p[3],
                  const double d[3])
{
    double w[3];

    zni_sub3(m->v[v], p, w);
    return zni_dot3(d, w) <= ABOVE * sqrt(zni_dot3(w, w));
}

static bool edge_allows(const zni_piece *p, int k, const double d[3])
{
    const zni_mesh *m = p->m;
    const double *at = p->v + 3 * k;

    if (p->bend[k] == ZNI_FLAT || p->bend[k] == ZNI_CONCAVE)
        return zni_dot3(d, p->plane) > 1 - 1e-15;
    if (!below(m, p->vertex[(k + 2) % 3], at, d))
        return false;
    if (p->bend[k] == ZNI_BORDER)
        return zni_dot3(d, p->plane) >= -ABOVE;
    const int t = p->beyond[k];
    for (int i = 0; i < 3; i++)
        if (!below(m, m->tri[t][i], at, d))
            return false;
    return zni_dot3(d, p->plane) + p->sign * zni_dot3(d, m->plane[t]) > 0;
}

static bool vertex_allows(const zni_piece *p, int k, const double d[3])
{
    const zni_mesh *m = p->m;
    const int v = p->vertex[k];

    for (int i = m->star[v]; i < m->star[v + 1]; i++)
        if (!below(m, m->around[i], p->v + 3 * k, d))
            return false;
    return m->sheet || zni_dot3(d, m->normal[v]) > 0;
}

bool zni_piece_allows(const zni_piece *p, uint32_t feature, const double d[3])
{
    const int k = (int)(feature & 0x3fffff);

    switch (feature >> 22) {
    case ZNI_VERTEX:
        return vertex_allows(p, k, d);
    case ZNI_EDGE:
        return edge_allows(p, k, d);
    default:
        return zni_dot3(d, p->plane) > 0;
    }
}

uint32_t zni_piece_support(const zni_piece *p, const double d[3])
{
    double h[3], most = -INFINITY, u[3], far = 0;
    int tied = 0, last = 0, other = 0;

    for (int k = 0; k < 3; k++) {
        zni_sub3(p->v + 3 * k, p->v, u);
        h[k] = zni_dot3(d, u);
        most = fmax(most, h[k]);
        far = fmax(far, zni_dot3(u, u));
    }
    for (int k = 0; k < 3; k++)
        if (h[k] >= most - ABOVE * sqrt(far)) {
            tied++;
            last = k;
        } else {
            other = k;
        }
    return tied == 1   ? zni_feature(ZNI_VERTEX, last)
           : tied == 2 ? zni_feature(ZNI_EDGE, (other + 1) % 3)
                       : zni_feature(ZNI_FACE, 0);
}

double zni_piece_beside(const zni_piece *p, int k, const double x[3],
                        double *above)
{
    double u[3], d[3], out[3];

    zni_sub3(p->v + 3 * ((k + 1) % 3), p->v + 3 * k, u);
    zni_sub3(x, p->v + 3 * k, d);
    zni_cross(u, p->plane, out);
    *above = p->beyond[k] < 0
                 ? INFINITY
                 : p->sign * zni_dot3(p->m->plane[p->beyond[k]], d);
    return zni_dot3(out, d) / sqrt(zni_dot3(u, u));
}

bool zni_piece_over(const zni_piece *p, const double x[3], double eps)
{
    double above;

    for (int k = 0; k < 3; k++)
        if (zni_piece_beside(p, k, x, &above) > eps)
            return false;
    return true;
}

bool zni_piece_at(const zni_piece *p, uint32_t f, int t)
{
    const zni_mesh *m = p->m;
    const int k = (int)(f & 0x3fffff);

    if (m->face[t] == m->face[p->t])
        return true;
    if (f >> 22 == ZNI_EDGE)
        return p->beyond[k] >= 0 && m->face[t] == m->face[p->beyond[k]];
    for (int i = 0; f >> 22 == ZNI_VERTEX && i < 3; i++)
        if (m->tri[t][i] == p->vertex[k])
            return true;
    return false;
}

/* The point of side k that is nearest to x. */
static uint32_t nearest_on_side(const zni_piece *p, int k, const double x[3],
                                double foot[3])
{
    const double *a = p->v + 3 * k, *b = p->v + 3 * ((k + 1) % 3);
    double u[3], d[3];

    zni_sub3(b, a, u);
    zni_sub3(x, a, d);
    const double f = zni_dot3(d, u) / zni_dot3(u, u);
    if (f <= 0 || f >= 1) {
        memcpy(foot, f <= 0 ? a : b, 3 * sizeof *foot);
        return zni_feature(ZNI_VERTEX, f <= 0 ? k : (k + 1) % 3);
    }
    zni_along(a, f, u, foot);
    return zni_feature(ZNI_EDGE, k);
}

uint32_t zni_piece_nearest(const zni_piece *p, const double x[3],
                           double foot[3])
{
    double d[3], at[3], best = INFINITY;
    uint32_t f = zni_feature(ZNI_FACE, 0);

    zni_sub3(x, p->v, d);
    zni_along(x, -zni_dot3(d, p->plane), p->plane, foot);
    if (zni_piece_over(p, x, 0))
        return f;
    for (int k = 0; k < 3; k++) {
        const uint32_t g = nearest_on_side(p, k, x, at);
        zni_sub3(x, at, d);
        if (zni_dot3(d, d) < best) {
            best = zni_dot3(d, d);
            memcpy(foot, at, sizeof at);
            f = g;
        }
    }
    return f;
}

uint32_t zni_piece_feature(const zni_piece *p, uint32_t feature)
{
    const int k = (int)(feature & 0x3fffff);
    const uint32_t face = zni_feature(ZNI_FACE, p->m->face[p->t]);

    switch (feature >> 22) {
    case ZNI_VERTEX:
        return p->m->sharp[p->vertex[k]] ? zni_feature(ZNI_VERTEX, p->vertex[k])
                                         : face;
    case ZNI_EDGE:
        return p->bend[k] == ZNI_FLAT ? face
                                      : zni_feature(ZNI_EDGE, p->edge[k]);
    default:
        return face;
    }
}
