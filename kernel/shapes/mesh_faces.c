/* mesh_faces.c - faces of a mesh: triangles in one plane that share sides
 *
 * A floor of many triangles is one face, and has the same normal, to the last bit, wherever
 * it is touched. The largest triangles are the first to say in which plane their face is, as those
 * that are narrow know it worse.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* a vertex this near a plane, times the size, is in it */
static const double FLAT = 1e-13;
/* two sides whose unit vectors add up to less go straight on */
static const double STRAIGHT = 1e-9;

typedef struct sized {
    double area;
    int t;
} sized;

static int larger_first(const void *a, const void *b)
{
    const sized *p = a, *q = b;

    if (p->area != q->area)
        return p->area > q->area ? -1 : 1;
    return (p->t > q->t) - (p->t < q->t);
}

static double area_of(const zni_mesh *m, int t)
{
    double u[3], w[3], c[3];

    zni_sub3(m->v[m->tri[t][1]], m->v[m->tri[t][0]], u);
    zni_sub3(m->v[m->tri[t][2]], m->v[m->tri[t][0]], w);
    zni_cross(u, w, c);
    return zni_dot3(c, c);
}

/* How far vertex v is above the plane of triangle t; near one of its corners it is exact. */
static double above(const zni_mesh *m, int t, int v)
{
    double d[3];

    zni_sub3(m->v[v], m->v[m->tri[t][0]], d);
    return zni_dot3(m->plane[t], d);
}

static bool same_plane(const zni_mesh *m, int seed, int t, double tol)
{
    double far = 0;

    for (int k = 0; k < 3; k++)
        far = fmax(far, fabs(above(m, seed, m->tri[t][k])));
    return far <= tol && zni_dot3(m->plane[seed], m->plane[t]) > 0;
}

/* All of the face of a triangle, with its plane. */
static void fill(zni_mesh *m, int seed, double tol, int stack[])
{
    int n = 0;

    m->face[seed] = seed;
    stack[n++] = seed;
    while (n) {
        const int t = stack[--n];
        for (int k = 0; k < 3; k++) {
            const int next = m->across[t][k];
            if (next < 0 || m->face[next] >= 0 ||
                !same_plane(m, seed, next, tol))
                continue;
            m->face[next] = seed;
            memcpy(m->plane[next], m->plane[seed], sizeof *m->plane);
            stack[n++] = next;
        }
    }
}

static zn_status find_faces(zn_ctx *ctx, zni_mesh *m, double tol)
{
    sized *s = zn_alloc(ctx, m->nt, sizeof *s);
    int *stack = zn_alloc(ctx, m->nt, sizeof *stack);

    for (int t = 0; s && t < m->nt; t++) {
        s[t] = (sized){area_of(m, t), t};
        m->face[t] = -1;
    }
    if (s && stack) {
        qsort(s, (size_t)m->nt, sizeof *s, larger_first);
        for (int i = 0; i < m->nt; i++)
            if (m->face[s[i].t] < 0)
                fill(m, s[i].t, tol, stack);
    }
    zn_free_array(ctx, s);
    zn_free_array(ctx, stack);
    return s && stack ? ZN_OK : ZN_ENOMEM;
}

/* The corner of t that is not at its side k. */
static int opposite(const zni_mesh *m, int t, int k)
{
    return m->tri[t][(k + 2) % 3];
}

static int side_to(const zni_mesh *m, int t, int other)
{
    return m->across[t][0] == other ? 0 : m->across[t][1] == other ? 1 : 2;
}

static void find_bends(zni_mesh *m)
{
    for (int t = 0; t < m->nt; t++)
        for (int k = 0; k < 3; k++) {
            const int next = m->across[t][k];
            if (next < 0)
                m->bend[t][k] = ZNI_BORDER;
            else if (m->face[t] == m->face[next])
                m->bend[t][k] = ZNI_FLAT;
            else if (above(m, t, opposite(m, next, side_to(m, next, t))) < 0)
                m->bend[t][k] = ZNI_CONVEX;
            else
                m->bend[t][k] = ZNI_CONCAVE;
        }
}

static int corner_at(const zni_mesh *m, int t, int v)
{
    return m->tri[t][0] == v ? 0 : m->tri[t][1] == v ? 1 : 2;
}

/* The unit vector from vertex v along side k of t, which has it. */
static void away(const zni_mesh *m, int t, int k, int v, double u[3])
{
    const int p = m->tri[t][k], q = m->tri[t][(k + 1) % 3];

    zni_sub3(m->v[p == v ? q : p], m->v[v], u);
    const double l = sqrt(zni_dot3(u, u));
    for (int i = 0; i < 3; i++)
        u[i] /= l;
}

/* Corner k of t: the triangles of its face there, from the first to the last one, are found at
 * once; it is a corner of the face unless they go all round it, or end in a straight line. */
static void mark(zni_mesh *m, bool (*seen)[3], int t, int k)
{
    const int v = m->tri[t][k], begin = t;
    double u[3], w[3];
    bool corner = false;

    /* back over the side that ends at v, as long as it is flat */
    while (m->bend[t][(k + 2) % 3] == ZNI_FLAT) {
        t = m->across[t][(k + 2) % 3];
        k = corner_at(m, t, v);
        if (t == begin)
            break;
    }
    const int first = t, first_k = k;
    const bool round = m->bend[t][(k + 2) % 3] == ZNI_FLAT;
    if (!round)
        away(m, t, (k + 2) % 3, v, u);
    for (int pass = 0; pass < 2; pass++) {
        t = first;
        k = first_k;
        for (;;) {
            seen[t][k] = true;
            m->corner[t][k] = corner;
            if (m->bend[t][k] != ZNI_FLAT)
                break;
            t = m->across[t][k];
            k = corner_at(m, t, v);
            if (t == first)
                break;
        }
        if (round)
            return;
        away(m, t, k, v, w);
        zni_along(u, 1, w, w);
        corner = zni_dot3(w, w) > STRAIGHT * STRAIGHT;
    }
    m->sharp[v] = m->sharp[v] || corner;
}

zn_status zni_mesh_faces(zn_ctx *ctx, zni_mesh *m, double scale)
{
    bool(*seen)[3] = zn_alloc(ctx, m->nt, sizeof *seen);
    zn_status st = seen ? find_faces(ctx, m, FLAT * scale) : ZN_ENOMEM;

    if (!st) {
        find_bends(m);
        for (int t = 0; t < m->nt; t++)
            for (int k = 0; k < 3; k++)
                if (!seen[t][k])
                    mark(m, seen, t, k);
    }
    zn_free_array(ctx, seen);
    return st;
}
