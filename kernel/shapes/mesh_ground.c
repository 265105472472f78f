/* mesh_ground.c - how far a point is outside of a mesh, or inside
 *
 * On the nearest triangle of all the nearest point is in a face, on an edge or at a vertex; on which
 * side of the surface the point is says the normal there, of edges and vertices that of their
 * triangles weighted by their angles (J.A. Baerentzen, H. Aanaes, Signed distance computation
 * using the angle weighted pseudonormal, IEEE TVCG 11, 2005).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/mesh.h"

#include <math.h>
#include <string.h>

double zni_piece_away(const zni_piece *p, uint32_t f, const double x[3],
                      const double foot[3], double n[3])
{
    double d[3];

    if (f >> 22 == ZNI_FACE) {
        zni_sub3(x, p->v, d);
        memcpy(n, p->plane, 3 * sizeof *n);
        return zni_dot3(n, d);
    }
    zni_sub3(x, foot, d);
    const double l = sqrt(zni_dot3(d, d));
    for (int i = 0; i < 3; i++)
        n[i] = l > 0 ? d[i] / l : p->plane[i];
    return l;
}

/* Does n look into the body, at an edge or a vertex? Of a sheet, away from the side of the piece. */
static bool inwards(const zni_piece *p, uint32_t f, const double n[3])
{
    const zni_mesh *m = p->m;
    const int k = (int)(f & 0x3fffff);

    if (f >> 22 == ZNI_FACE)
        return false;
    if (f >> 22 == ZNI_VERTEX)
        return p->sign * zni_dot3(n, m->normal[p->vertex[k]]) < 0;
    const double beyond =
        p->beyond[k] < 0 ? 0 : p->sign * zni_dot3(n, m->plane[p->beyond[k]]);
    return zni_dot3(n, p->plane) + beyond < 0;
}

void zni_mesh_foot(const zni_mesh *m, const int list[], int n,
                   const double centre[3], const double x[3], zni_foot *out)
{
    double best = INFINITY, foot[3], d[3];
    zni_piece p;

    out->s = INFINITY;
    for (int i = 0; i < n; i++) {
        zni_piece_of(m, list[i], centre, &p);
        const uint32_t f = zni_piece_nearest(&p, x, foot);
        const double l = zni_piece_away(&p, f, x, foot, d);
        if (!(fabs(l) < best))
            continue;
        best = fabs(l);
        const bool inside = inwards(&p, f, d);
        out->piece = p;
        out->feature = f;
        out->s = inside ? -l : l;
        memcpy(out->at, foot, sizeof foot);
        for (int k = 0; k < 3; k++)
            out->n[k] = inside ? -d[k] : d[k];
    }
}

bool zni_piece_under(const zni_piece *p, const double x[3], double eps,
                     const int list[], int n)
{
    bool beyond = false;
    double above, d[3];
    zni_foot f;

    for (int k = 0; k < 3; k++) {
        if (zni_piece_beside(p, k, x, &above) <= eps)
            continue;
        if (p->bend[k] != ZNI_CONCAVE || above >= 0)
            return false;
        beyond = true;
    }
    if (!beyond)
        return true;
    zni_mesh_foot(p->m, list, n, p->centre, x, &f);
    zni_sub3(x, p->v, d);
    return f.s < 0 && fabs(zni_dot3(p->plane, d)) <= -2 * f.s;
}
