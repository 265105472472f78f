/* mesh_tree.c - which triangles of a mesh are near a box: a tree of bounds, made once
 *
 * Triangles are halved along the longest side of the box of their centres, by number, so the tree
 * is as deep as the logarithm of their number, whatever they are.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/halve.h"
#include "kernel/shapes/mesh.h"

#include <math.h>

enum { LEAF = 4 };

static double centre(const zni_mesh *m, int t, int axis)
{
    return m->v[m->tri[t][0]][axis] + m->v[m->tri[t][1]][axis] +
           m->v[m->tri[t][2]][axis];
}

static void bounds(const zni_mesh *m, zni_mesh_node *at, double middle[3])
{
    double lo[3], hi[3];

    for (int i = 0; i < 3; i++) {
        at->lo[i] = lo[i] = INFINITY;
        at->hi[i] = hi[i] = -INFINITY;
    }
    for (int k = 0; k < at->n; k++) {
        const int t = m->order[at->first + k];
        for (int i = 0; i < 3; i++) {
            const double c = centre(m, t, i);
            lo[i] = fmin(lo[i], c);
            hi[i] = fmax(hi[i], c);
            for (int j = 0; j < 3; j++) {
                at->lo[i] = fmin(at->lo[i], m->v[m->tri[t][j]][i]);
                at->hi[i] = fmax(at->hi[i], m->v[m->tri[t][j]][i]);
            }
        }
    }
    zni_sub3(hi, lo, middle);
}

/* The triangles of a part, halved along an axis. */
static void halve(zni_mesh *m, double key[], int axis, int first, int n)
{
    for (int k = first; k < first + n; k++)
        key[m->order[k]] = centre(m, m->order[k], axis);
    zni_halve(m->order, key, first, first + n - 1, first + n / 2);
}

zn_status zni_mesh_tree(zn_ctx *ctx, zni_mesh *m)
{
    double *key = zn_alloc(ctx, m->nt, sizeof *key);

    /* half as many as the triangles are leaves at most, and one less branches */
    m->node = zn_alloc(ctx, 2 * (zn_index)m->nt, sizeof *m->node);
    m->order = zn_alloc(ctx, m->nt, sizeof *m->order);
    if (!key || !m->node || !m->order) {
        zn_free_array(ctx, key);
        return ZN_ENOMEM;
    }
    for (int t = 0; t < m->nt; t++)
        m->order[t] = t;
    m->node[0] = (zni_mesh_node){.n = m->nt};
    m->nnode = 1;
    for (int i = 0; i < m->nnode; i++) {
        zni_mesh_node *at = &m->node[i];
        const int first = at->first, n = at->n;
        double wide[3];
        bounds(m, at, wide);
        if (n <= LEAF)
            continue;
        const int axis = wide[0] >= wide[1] && wide[0] >= wide[2] ? 0
                         : wide[1] >= wide[2]                     ? 1
                                                                  : 2;
        halve(m, key, axis, first, n);
        m->node[m->nnode] = (zni_mesh_node){.first = first, .n = n / 2};
        m->node[m->nnode + 1] =
            (zni_mesh_node){.first = first + n / 2, .n = n - n / 2};
        at->first = m->nnode;
        at->n = 0;
        m->nnode += 2;
    }
    zn_free_array(ctx, key);
    return ZN_OK;
}

static bool overlaps(const double lo[3], const double hi[3], const double p[3],
                     const double q[3])
{
    for (int i = 0; i < 3; i++)
        if (!(lo[i] <= q[i] && p[i] <= hi[i]))
            return false;
    return true;
}

static bool triangle_overlaps(const zni_mesh *m, int t, const double lo[3],
                              const double hi[3])
{
    double p[3], q[3];

    for (int i = 0; i < 3; i++) {
        const double a = m->v[m->tri[t][0]][i], b = m->v[m->tri[t][1]][i],
                     c = m->v[m->tri[t][2]][i];
        p[i] = fmin(a, fmin(b, c));
        q[i] = fmax(a, fmax(b, c));
    }
    return overlaps(lo, hi, p, q);
}

int zni_mesh_query(const zni_mesh *m, const double lo[3], const double hi[3],
                   int list[])
{
    int stack[ZNI_MESH_DEEP], n = 0, found = 0;

    stack[n++] = 0;
    while (n) {
        const zni_mesh_node *at = &m->node[stack[--n]];
        if (!overlaps(lo, hi, at->lo, at->hi))
            continue;
        for (int k = 0; k < at->n; k++)
            if (triangle_overlaps(m, m->order[at->first + k], lo, hi))
                list[found++] = m->order[at->first + k];
        if (!at->n) {
            stack[n++] = at->first + 1;
            stack[n++] = at->first;
        }
    }
    return found;
}
