/* mesh.c - triangle meshes and height fields: their making
 *
 * Each side of a triangle is met by one other, that goes along it the other way, or by none.
 * Whatever else a list of triangles may have is refused, with the numbers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* a triangle that is narrower, as a part of its longest side, has no normal */
static const double NARROW = 1e-10;
/* a closed mesh that is thinner, as a part of its extent, has no inside */
static const double FLAT = 1e-12;

enum { POINTS = 3 * ZNI_MESH_MOST };

/* ---- sides ---------------------------------------------------------------------------- */

/* Side k of triangle t is `at` = 3 t + k; low and high are its vertices. */
typedef struct half {
    int low, high, at;
} half;

static int by_ends(const void *a, const void *b)
{
    const half *p = a, *q = b;

    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    if (p->high != q->high)
        return p->high < q->high ? -1 : 1;
    return (p->at > q->at) - (p->at < q->at);
}

static int begin_of(const zni_mesh *m, int at)
{
    return m->tri[at / 3][at % 3];
}

/* One edge: n halves, of which there may be two, in opposite directions. */
static zn_status join(zn_ctx *ctx, const char *what, zni_mesh *m, const half *h,
                      int n)
{
    const int a = h[0].at, b = n > 1 ? h[1].at : 0;

    if (n > 2)
        return zn_fail(ctx, ZN_EINVAL,
                       "%s: the edge between points %d and %d has %d "
                       "triangles, may have two",
                       what, h->low, h->high, n);
    for (int i = 0; i < n; i++)
        m->edge[h[i].at / 3][h[i].at % 3] = m->ne;
    m->ne++;
    m->across[a / 3][a % 3] = -1;
    if (n == 1)
        return ZN_OK;
    if (begin_of(m, a) == begin_of(m, b))
        return zn_fail(ctx, ZN_EINVAL,
                       "%s: triangles %d and %d, at the edge between points "
                       "%d and %d, have their outsides on different sides; "
                       "turn one of them round",
                       what, a / 3, b / 3, h->low, h->high);
    m->across[a / 3][a % 3] = b / 3;
    m->across[b / 3][b % 3] = a / 3;
    return ZN_OK;
}

/* Vertices next to vertices. */
static zn_status stars(zn_ctx *ctx, zni_mesh *m, const half *h, int n)
{
    int fill = 0;

    m->star = zn_alloc(ctx, m->nv + 2, sizeof *m->star);
    m->around = zn_alloc(ctx, 2 * (zn_index)m->ne, sizeof *m->around);
    if (!m->star || !m->around)
        return ZN_ENOMEM;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < n; i++) {
            if (i && h[i].low == h[i - 1].low && h[i].high == h[i - 1].high)
                continue;
            if (pass) {
                m->around[m->star[h[i].low + 1]++] = h[i].high;
                m->around[m->star[h[i].high + 1]++] = h[i].low;
            } else {
                m->star[h[i].low + 2]++;
                m->star[h[i].high + 2]++;
            }
        }
        for (int i = 2; !pass && i < m->nv + 2; i++)
            m->star[i] = fill += m->star[i];
    }
    return ZN_OK;
}

static zn_status find_sides(zn_ctx *ctx, const char *what, zni_mesh *m)
{
    const int n = 3 * m->nt;
    half *h = zn_alloc(ctx, n, sizeof *h);
    zn_status st = h ? ZN_OK : ZN_ENOMEM;

    for (int i = 0; h && i < n; i++) {
        const int p = m->tri[i / 3][i % 3], q = m->tri[i / 3][(i + 1) % 3];
        h[i] = (half){p < q ? p : q, p < q ? q : p, i};
    }
    if (h)
        qsort(h, (size_t)n, sizeof *h, by_ends);
    for (int i = 0, j; !st && i < n; i = j) {
        for (j = i + 1;
             j < n && h[j].low == h[i].low && h[j].high == h[i].high;)
            j++;
        st = join(ctx, what, m, h + i, j - i);
    }
    if (!st)
        st = stars(ctx, m, h, n);
    zn_free_array(ctx, h);
    m->closed = true;
    for (int i = 0; !st && i < n; i++)
        m->closed = m->closed && m->across[i / 3][i % 3] >= 0;
    return st;
}

/* ---- planes ----------------------------------------------------------------------------- */

static zn_status planes(zn_ctx *ctx, const char *what, zni_mesh *m)
{
    for (int t = 0; t < m->nt; t++) {
        double u[3][3], n[3], far = 0;
        for (int k = 0; k < 3; k++) {
            zni_sub3(m->v[m->tri[t][(k + 1) % 3]], m->v[m->tri[t][k]], u[k]);
            far = fmax(far, zni_dot3(u[k], u[k]));
        }
        zni_cross(u[0], u[1], n);
        const double area = sqrt(zni_dot3(n, n));
        if (!(area > NARROW * far))
            return zn_fail(ctx, ZN_EINVAL,
                           "%s: triangle %d (points %d, %d, %d) has no area",
                           what, t, m->tri[t][0], m->tri[t][1], m->tri[t][2]);
        for (int i = 0; i < 3; i++)
            m->plane[t][i] = n[i] / area;
        m->plane[t][3] = zni_dot3(m->plane[t], m->v[m->tri[t][0]]);
        for (int k = 0; k < 3; k++) {
            const double *p = u[k], *q = u[(k + 2) % 3];
            double c[3];
            zni_cross(q, p, c);
            const double angle = atan2(sqrt(zni_dot3(c, c)), -zni_dot3(p, q));
            double *to = m->normal[m->tri[t][k]];
            zni_along(to, angle, m->plane[t], to);
        }
    }
    return ZN_OK;
}

/* Half the diagonal of the bounds of what was given. */
static double extent(const zni_mesh *m)
{
    double lo[3], hi[3], d[3];

    memcpy(lo, m->v[0], sizeof lo);
    memcpy(hi, m->v[0], sizeof hi);
    for (int i = 1; i < m->top_v; i++)
        for (int k = 0; k < 3; k++) {
            lo[k] = fmin(lo[k], m->v[i][k]);
            hi[k] = fmax(hi[k], m->v[i][k]);
        }
    zni_sub3(hi, lo, d);
    return sqrt(zni_dot3(d, d)) / 2;
}

/* What is closed has an inside. Of what is thinner than rounding nobody knows on which side that is:
 * the volume is the sum of parts of area times extent. */
static zn_status check_volume(zn_ctx *ctx, const char *what, const zni_mesh *m)
{
    double volume = 0, area = 0, c[3], u[3], w[3], d[3];

    if (!m->closed)
        return ZN_OK;
    for (int t = 0; t < m->nt; t++) {
        const double *o = m->v[m->tri[t][0]];
        zni_sub3(m->v[m->tri[t][1]], o, u);
        zni_sub3(m->v[m->tri[t][2]], o, w);
        zni_cross(u, w, c);
        zni_sub3(o, m->v[m->tri[0][0]], d);
        volume += zni_dot3(c, d) / 6;
        area += sqrt(zni_dot3(c, c)) / 2;
    }
    if (fabs(volume) > FLAT * area * extent(m))
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL,
                   "%s: its triangles are closed and have a volume of %.3g "
                   "m^3; a sheet has one layer of triangles",
                   what, volume);
}

/* Checked and put together; takes the place of v and tri, which hold points and corners.
 * `what`: of messages. */
static zn_status build(zn_ctx *ctx, const char *what, zni_mesh *m)
{
    zn_status st = ZN_OK;

    m->edge = zn_alloc(ctx, m->nt, sizeof *m->edge);
    m->across = zn_alloc(ctx, m->nt, sizeof *m->across);
    m->bend = zn_alloc(ctx, m->nt, sizeof *m->bend);
    m->corner = zn_alloc(ctx, m->nt, sizeof *m->corner);
    m->plane = zn_alloc(ctx, m->nt, sizeof *m->plane);
    m->face = zn_alloc(ctx, m->nt, sizeof *m->face);
    m->normal = zn_alloc(ctx, m->nv, sizeof *m->normal);
    m->sharp = zn_alloc(ctx, m->nv, sizeof *m->sharp);
    if (!m->edge || !m->across || !m->bend || !m->corner || !m->plane ||
        !m->face || !m->normal || !m->sharp)
        return ZN_ENOMEM;
    st = planes(ctx, what, m);
    if (!st)
        st = find_sides(ctx, what, m);
    if (!st)
        st = check_volume(ctx, what, m);
    m->sheet = !m->closed;
    if (!st)
        st = zni_mesh_faces(ctx, m, extent(m));
    return st ? st : zni_mesh_tree(ctx, m);
}

void zni_mesh_free(zn_ctx *ctx, zni_mesh *m)
{
    zn_free_array(ctx, m->v);
    zn_free_array(ctx, m->tri);
    zn_free_array(ctx, m->edge);
    zn_free_array(ctx, m->across);
    zn_free_array(ctx, m->bend);
    zn_free_array(ctx, m->corner);
    zn_free_array(ctx, m->plane);
    zn_free_array(ctx, m->face);
    zn_free_array(ctx, m->star);
    zn_free_array(ctx, m->around);
    zn_free_array(ctx, m->normal);
    zn_free_array(ctx, m->sharp);
    zn_free_array(ctx, m->node);
    zn_free_array(ctx, m->order);
    zn_free_array(ctx, m);
}

/* ---- shapes --------------------------------------------------------------------------- */

/* Room for nv points and nt triangles, and for those of the sides of a ground. */
static zn_status make(zn_ctx *ctx, zni_shape_kind kind, zn_index nv,
                      zn_index nt, zn_index rim, zn_shape **out)
{
    zn_status st = zni_shape_make(ctx, kind, 0, out);
    zni_mesh *m;

    if (st)
        return st;
    (*out)->mesh = m = zn_alloc(ctx, 1, sizeof *m);
    if (!m)
        return ZN_ENOMEM;
    m->top_v = (int)nv;
    m->top_t = (int)nt;
    m->nv = (int)(nv + (rim ? rim + 1 : 0));
    m->nt = (int)(nt + 3 * rim);
    m->v = zn_alloc(ctx, m->nv, sizeof *m->v);
    m->tri = zn_alloc(ctx, m->nt, sizeof *m->tri);
    return m->v && m->tri ? ZN_OK : ZN_ENOMEM;
}

/* What was made of points and corners; freed if it is not good. */
static zn_status finish(zn_ctx *ctx, const char *what, zn_status st,
                        zn_shape **out)
{
    zn_shape *s = *out;

    if (!st)
        st = build(ctx, what, s->mesh);
    if (st) {
        zn_shape_free(s);
        *out = NULL;
        return st;
    }
    const zni_mesh_node *root = s->mesh->node;
    memcpy(s->lo, root->lo, sizeof s->lo);
    memcpy(s->hi, root->hi, sizeof s->hi);
    s->scale = extent(s->mesh);
    return ZN_OK;
}

static zn_status take_points(zn_ctx *ctx, zni_mesh *m, const double points[])
{
    for (int i = 0; i < m->nv; i++)
        for (int k = 0; k < 3; k++) {
            m->v[i][k] = points[3 * i + k];
            if (!(fabs(m->v[i][k]) < INFINITY))
                return zn_fail(ctx, ZN_EINVAL,
                               "mesh: point %d is (%g, %g, %g), must be finite",
                               i, points[3 * i], points[3 * i + 1],
                               points[3 * i + 2]);
        }
    return ZN_OK;
}

static zn_status take_triangles(zn_ctx *ctx, zni_mesh *m,
                                const zn_index corner[])
{
    for (int t = 0; t < m->nt; t++)
        for (int k = 0; k < 3; k++) {
            const zn_index i = corner[3 * t + k];
            if (i < 0 || i >= m->nv)
                return zn_fail(ctx, ZN_EINVAL,
                               "mesh: triangle %d has point %td, must be 0 ... "
                               "%d",
                               t, i, m->nv - 1);
            m->tri[t][k] = (int)i;
        }
    return ZN_OK;
}

zn_status zn_shape_mesh(zn_ctx *ctx, zn_index nv, const double points[],
                        zn_index nt, const zn_index corner[], zn_shape **out)
{
    zn_status st;

    *out = NULL;
    if (nt < 1 || nt > ZNI_MESH_MOST || nv < 3 || nv > POINTS)
        return zn_fail(ctx, ZN_EINVAL,
                       "mesh: %td points and %td triangles, must be 3 ... %d "
                       "and 1 ... %d",
                       nv, nt, POINTS, ZNI_MESH_MOST);
    if (!points || !corner)
        return zn_fail(ctx, ZN_EINVAL, "mesh: no %s (NULL)",
                       points ? "triangles" : "points");
    st = make(ctx, ZNI_MESH, nv, nt, 0, out);
    if (!st)
        st = take_points(ctx, (*out)->mesh, points);
    if (!st)
        st = take_triangles(ctx, (*out)->mesh, corner);
    return finish(ctx, "mesh", st, out);
}

static zn_status check_field(zn_ctx *ctx, zn_index nx, zn_index ny,
                             const double size[2], const double height[])
{
    if (nx < 2 || ny < 2 || nx > ZNI_MESH_MOST || ny > ZNI_MESH_MOST ||
        zni_grid_triangles(nx, ny) > ZNI_MESH_MOST)
        return zn_fail(ctx, ZN_EINVAL,
                       "height field: %td x %td heights, must be 2 x 2 or "
                       "more, and %d triangles at most",
                       nx, ny, ZNI_MESH_MOST);
    /* three edges for two triangles */
    if ((zni_grid_triangles(nx, ny) + 3 * zni_rim_points(nx, ny)) / 2 * 3 >=
        ZNI_MESH_EDGES)
        return zn_fail(ctx, ZN_EINVAL,
                       "height field: %td x %td heights, with its sides it "
                       "has more than %d edges",
                       nx, ny, ZNI_MESH_EDGES - 1);
    if (!size || !height)
        return zn_fail(ctx, ZN_EINVAL, "height field: no %s (NULL)",
                       size ? "heights" : "size");
    for (int k = 0; k < 2; k++)
        if (!(size[k] > 0 && size[k] < INFINITY))
            return zn_fail(ctx, ZN_EINVAL,
                           "height field: size along %c = %g, must be > 0 and "
                           "finite (m)",
                           'x' + k, size[k]);
    for (zn_index i = 0; i < nx * ny; i++)
        if (!(fabs(height[i]) < INFINITY))
            return zn_fail(ctx, ZN_EINVAL,
                           "height field: height (%td, %td) = %g, must be "
                           "finite",
                           i % nx, i / nx, height[i]);
    return ZN_OK;
}

zn_index zni_grid_triangles(zn_index nx, zn_index ny)
{
    return 2 * (nx - 1) * (ny - 1);
}

void zni_grid_point(zn_index nx, zn_index ny, const double size[2],
                    const double height[], zn_index i, double out[3])
{
    out[0] = size[0] * ((double)(i % nx) / (double)(nx - 1) - 0.5);
    out[1] = size[1] * ((double)(i / nx) / (double)(ny - 1) - 0.5);
    out[2] = height[i];
}

void zni_grid_triangle(zn_index nx, zn_index t, int corner[3])
{
    const zn_index cell = t / 2, n = nx - 1;
    const int k = (int)(cell % n + nx * (cell / n));

    corner[0] = k;
    corner[1] = (int)(t % 2 ? k + 1 + nx : k + 1);
    corner[2] = (int)(t % 2 ? k + nx : k + 1 + nx);
}

zn_status zn_shape_height_field(zn_ctx *ctx, zn_index nx, zn_index ny,
                                const double size[2], const double height[],
                                zn_shape **out)
{
    zn_status st = check_field(ctx, nx, ny, size, height);

    *out = NULL;
    if (!st)
        st = make(ctx, ZNI_HEIGHT_FIELD, nx * ny, zni_grid_triangles(nx, ny),
                  zni_rim_points(nx, ny), out);
    if (st)
        return st == ZN_ENOMEM ? finish(ctx, "height field", st, out) : st;
    zni_mesh *m = (*out)->mesh;
    for (zn_index i = 0; i < nx * ny; i++)
        zni_grid_point(nx, ny, size, height, i, m->v[i]);
    for (zn_index t = 0; t < m->top_t; t++)
        zni_grid_triangle(nx, t, m->tri[t]);
    zni_mesh_sides(nx, ny, size, m);
    return finish(ctx, "height field", st, out);
}
