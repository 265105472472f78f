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

/* How far x is from the box between lo and hi, squared. */
static double from_box(const double lo[3], const double hi[3],
                       const double x[3])
{
    double out = 0;

    for (int i = 0; i < 3; i++) {
        const double before = lo[i] - x[i], after = x[i] - hi[i];
        const double d = before > 0 ? before : after > 0 ? after : 0;
        out += d * d;
    }
    return out;
}

/* Takes a triangle, if it is nearer than what there is; is it, in its plane and its box? */
static void nearer(const zni_mesh *m, int t, const double centre[3],
                   const double x[3], zni_foot *out)
{
    const double best = fabs(out->s);
    double d[3], foot[3], n[3];
    zni_piece p;

    zni_sub3(x, m->v[m->tri[t][0]], d);
    if (fabs(zni_dot3(m->plane[t], d)) > best)
        return;
    zni_piece_of(m, t, centre, &p);
    const uint32_t f = zni_piece_nearest(&p, x, foot);
    const double l = zni_piece_away(&p, f, x, foot, n);
    if (!(fabs(l) < best))
        return;
    const bool inside = inwards(&p, f, n);
    out->piece = p;
    out->feature = f;
    out->s = inside ? -l : l;
    memcpy(out->at, foot, sizeof foot);
    for (int k = 0; k < 3; k++)
        out->n[k] = inside ? -n[k] : n[k];
}

/* Branches that are nearer come first, and those that are farther than what was found do not. */
void zni_mesh_foot(const zni_mesh *m, const double centre[3], const double x[3],
                   zni_foot *out)
{
    struct {
        int node;
        double far;
    } stack[ZNI_MESH_DEEP];
    int n = 1;

    out->s = INFINITY;
    stack[0].node = 0;
    stack[0].far = 0;
    while (n) {
        const zni_mesh_node *at = &m->node[stack[--n].node];
        if (stack[n].far > out->s * out->s)
            continue;
        for (int k = 0; k < at->n; k++)
            nearer(m, m->order[at->first + k], centre, x, out);
        if (at->n)
            continue;
        const zni_mesh_node *two = &m->node[at->first];
        const double a = from_box(two[0].lo, two[0].hi, x),
                     b = from_box(two[1].lo, two[1].hi, x);
        const int second = a <= b;
        stack[n].node = at->first + second;
        stack[n++].far = second ? b : a;
        stack[n].node = at->first + !second;
        stack[n++].far = second ? a : b;
    }
}

double zni_mesh_outside(const zni_mesh *m, const double centre[3],
                        const double x[3])
{
    double own[3], middle[3];
    zni_foot f;

    if (!m->own) {
        zni_mesh_foot(m, centre, x, &f);
        return f.s;
    }
    zni_mul3(m->back->R, x, own);
    zni_along(own, 1, m->back->x, own);
    zni_mul3(m->back->R, centre, middle);
    zni_along(middle, 1, m->back->x, middle);
    zni_mesh_foot(m->own, middle, own, &f);
    return f.s;
}

bool zni_piece_under(const zni_piece *p, const double x[3], double eps)
{
    bool beyond = false;
    double above, d[3];

    for (int k = 0; k < 3; k++) {
        if (zni_piece_beside(p, k, x, &above) <= eps)
            continue;
        if (p->bend[k] != ZNI_CONCAVE || above >= 0)
            return false;
        beyond = true;
    }
    if (!beyond)
        return true;
    const double s = zni_mesh_outside(p->m, p->centre, x);
    zni_sub3(x, p->v, d);
    return s < 0 && fabs(zni_dot3(p->plane, d)) <= -2 * s;
}
