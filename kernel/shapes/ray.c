/* ray.c - where a half line meets a shape first
 *
 * A convex shape is met by a line in an interval, cut out of it by half spaces, balls and, of
 * what is round, x^2 + y^2 <= (a + k z)^2 between two faces. Triangles of a mesh are met where
 * the line passes all three sides on the same side; it passes a side of two triangles with the
 * same numbers, so that there is no gap between them. A. Woo, S. Benthin, I. Wald, Watertight
 * Ray/Triangle Intersection, Journal of Computer Graphics Techniques 2 (2013).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/collision.h"
#include "kernel/shapes/mesh.h"

#include <math.h>
#include <string.h>

#include <zeno/ray.h>

/* The line o + t d, |d| = 1, in the frame of a shape. */
typedef struct line {
    double o[3], d[3];
} line;

/* Part of it, and the outward normals at both ends. */
typedef struct span {
    double t[2], n[2][3];
} span;

static const span all = {.t = {-INFINITY, INFINITY}};
static const span none = {.t = {INFINITY, -INFINITY}};

static void cut(span *s, int end, double t, const double n[3])
{
    if (end == 0 ? t > s->t[0] : t < s->t[1]) {
        s->t[end] = t;
        memcpy(s->n[end], n, sizeof s->n[end]);
    }
}

/* ---- pieces of convex shapes -------------------------------------------------------- */

/* What is left of it in n.x <= b. */
static void half_space(const line *l, const double n[3], double b, span *s)
{
    const double above = zni_dot3(n, l->o) - b, slope = zni_dot3(n, l->d);

    if (slope != 0)
        cut(s, slope > 0, -above / slope, n);
    else if (above > 0)
        *s = none;
}

/* Roots of a t^2 + 2 b t + c, in order; false: none. */
static bool roots(double a, double b, double c, double t[2])
{
    const double disc = b * b - a * c, root = sqrt(fmax(disc, 0));
    const double q = b > 0 ? -b - root : -b + root; /* no cancellation */

    if (disc < 0 || q == 0)
        return disc == 0 && a != 0 ? (t[0] = t[1] = -b / a, true) : false;
    t[0] = fmin(c / q, a != 0 ? q / a : c / q);
    t[1] = fmax(c / q, a != 0 ? q / a : c / q);
    return true;
}

static span ball(const line *l, const double centre[3], double r)
{
    span s = all;
    double o[3], n[3];

    /* from the point that is nearest to the centre: no cancellation from afar */
    zni_sub3(l->o, centre, o);
    const double near = -zni_dot3(o, l->d);
    zni_along(o, near, l->d, n);
    const double left = r * r - zni_dot3(n, n);
    if (left < 0)
        return none;
    for (int end = 0; end < 2; end++) {
        const double way = end ? sqrt(left) : -sqrt(left);
        double at[3];
        for (int i = 0; i < 3; i++)
            at[i] = (n[i] + way * l->d[i]) / r;
        cut(&s, end, near + way, at);
    }
    return s;
}

/* The normal of the side at t. */
static void side_normal(const line *l, double t, double k, double n[3])
{
    double length;

    zni_along(l->o, t, l->d, n);
    length = hypot(n[0], n[1]);
    n[0] = length > 0 ? n[0] / length : 1;
    n[1] = length > 0 ? n[1] / length : 0;
    n[2] = -k;
    length = sqrt(1 + k * k);
    for (int i = 0; i < 3; i++)
        n[i] /= length;
}

/* Within the radius a + k z of the axis, which is not negative in the part of the line that is
 * given: what is left of that is one piece. */
static void side(const line *l, double a, double k, span *s)
{
    const double across = l->d[0] * l->d[0] + l->d[1] * l->d[1];
    const double near = -(l->o[0] * l->d[0] + l->o[1] * l->d[1]) / across;
    const double middle = across > 0 ? fmin(fmax(near, s->t[0]), s->t[1]) : s->t[0];
    double o[3], t[2], n[3];

    /* from where it is near the axis: no cancellation from afar */
    zni_along(l->o, middle, l->d, o);
    const double r = a + k * o[2], dr = k * l->d[2];
    const double A = across - dr * dr;
    const double B = o[0] * l->d[0] + o[1] * l->d[1] - r * dr;
    const double C = o[0] * o[0] + o[1] * o[1] - r * r;

    if (!roots(A, B, C, t)) {
        if (A > 0 || C > 0)
            *s = none;
        return; /* all of it, parallel to the side or steeper */
    }
    for (int end = 0; end < 2; end++)
        t[end] += middle;
    if (A <= 0) {
        /* within before or behind a root; what is behind the other is in the other cone */
        const int end = A < 0 ? dr < 0 : B > 0;
        side_normal(l, t[!end], k, n);
        cut(s, end, t[!end], n);
        return;
    }
    for (int end = 0; end < 2; end++) {
        side_normal(l, t[end], k, n);
        cut(s, end, t[end], n);
    }
}

/* All between two faces at z = -h and h with the radii r0 and r1. */
static span round_part(const line *l, double r0, double r1, double h)
{
    static const double up[3] = {0, 0, 1}, down[3] = {0, 0, -1};
    span s = all;

    half_space(l, up, h, &s);
    half_space(l, down, h, &s);
    if (s.t[0] <= s.t[1])
        side(l, (r0 + r1) / 2, (r1 - r0) / (2 * h), &s);
    return s;
}

/* Of two pieces of one convex shape. */
static void join(span *s, const span *with)
{
    if (!(with->t[0] <= with->t[1]))
        return;
    if (!(s->t[0] <= s->t[1])) {
        *s = *with;
        return;
    }
    for (int end = 0; end < 2; end++)
        if (end == 0 ? with->t[0] < s->t[0] : with->t[1] > s->t[1]) {
            s->t[end] = with->t[end];
            memcpy(s->n[end], with->n[end], sizeof s->n[end]);
        }
}

static span capsule(const line *l, const zn_shape *s)
{
    const double *v = s->core.v;
    span out = round_part(l, s->radius, s->radius, fabs(v[5] - v[2]) / 2), end;

    for (int k = 0; k < 2; k++) {
        end = ball(l, v + 3 * k, s->radius);
        join(&out, &end);
    }
    return out;
}

static span polyhedron(const line *l, const zni_poly *p)
{
    span s = all;

    for (int f = 0; f < p->nf; f++)
        half_space(l, p->plane + 4 * f, p->plane[4 * f + 3], &s);
    return s;
}

/* Corners counter-clockwise in the plane. */
static span polygon(const line *l, const zni_poly *p)
{
    span s = all;

    for (int k = 0; k < p->nv; k++) {
        const double *a = p->v + 3 * k, *b = p->v + 3 * ((k + 1) % p->nv);
        const double length = hypot(b[0] - a[0], b[1] - a[1]);
        const double n[3] = {(b[1] - a[1]) / length, (a[0] - b[0]) / length, 0};
        half_space(l, n, zni_dot3(n, a), &s);
    }
    return s;
}

/* Met where its ends are on both sides of the line. */
static span segment(const line *l, const zni_poly *p)
{
    const double *a = p->v, *b = p->v + 3, *d = l->d, *o = l->o;
    const double left = (a[0] - o[0]) * d[1] - (a[1] - o[1]) * d[0];
    const double right = (b[0] - o[0]) * d[1] - (b[1] - o[1]) * d[0];
    const double u[3] = {b[0] - a[0], b[1] - a[1], 0}, length = hypot(u[0], u[1]);
    double n[3] = {u[1] / length, -u[0] / length, 0}, from[3];
    const double slope = zni_dot3(n, d);

    if (slope == 0 || (left > 0 && right > 0) || (left < 0 && right < 0))
        return none;
    zni_sub3(a, o, from);
    const double t = zni_dot3(n, from) / slope;
    for (int i = 0; i < 3; i++)
        n[i] = slope > 0 ? -n[i] : n[i];
    span s = all;
    cut(&s, 0, t, n);
    cut(&s, 1, t, n);
    return s;
}

/* ---- meshes ------------------------------------------------------------------------- */

/* Twice the volume over a side: on which side of it the line passes. From b to a it is the same
 * number with the other sign, to the bit. */
static double passes(const line *l, const double a[3], const double b[3])
{
    double p[3], q[3], c[3];

    zni_sub3(a, l->o, p);
    zni_sub3(b, l->o, q);
    zni_cross(p, q, c);
    return zni_dot3(l->d, c);
}

static void triangle(const line *l, const zni_mesh *m, int t, double *first, int *which)
{
    double w[3];
    bool left = true, right = true;

    for (int k = 0; k < 3; k++) {
        w[k] = passes(l, m->v[m->tri[t][k]], m->v[m->tri[t][(k + 1) % 3]]);
        left = left && w[k] >= 0;
        right = right && w[k] <= 0;
    }
    const double slope = zni_dot3(m->plane[t], l->d);
    if (left == right || slope == 0)
        return; /* beside it, or along it */
    const double at = (m->plane[t][3] - zni_dot3(m->plane[t], l->o)) / slope;
    if (at >= 0 && at < *first) {
        *first = at;
        *which = t;
    }
}

/* Does it reach a box before `first`? Rounded outwards. */
static bool reaches(const line *l, const double lo[3], const double hi[3], double first)
{
    double from = 0, to = first;

    for (int i = 0; i < 3; i++) {
        const double slack = 1e-14 * (fabs(lo[i]) + fabs(hi[i]) + fabs(l->o[i]));
        double a = lo[i] - slack - l->o[i], b = hi[i] + slack - l->o[i];
        if (l->d[i] == 0) {
            if (a > 0 || b < 0)
                return false;
            continue;
        }
        a /= l->d[i];
        b /= l->d[i];
        from = fmax(from, fmin(a, b));
        to = fmin(to, fmax(a, b));
    }
    return from <= to * (1 + 1e-14);
}

static double mesh(const line *l, const zni_mesh *m, double n[3])
{
    int stack[ZNI_MESH_DEEP], deep = 0, which = -1;
    double first = INFINITY;

    stack[deep++] = 0;
    while (deep) {
        const zni_mesh_node *at = &m->node[stack[--deep]];
        if (!reaches(l, at->lo, at->hi, first))
            continue;
        for (int k = 0; k < at->n; k++)
            triangle(l, m, m->order[at->first + k], &first, &which);
        if (!at->n) {
            stack[deep++] = at->first + 1;
            stack[deep++] = at->first;
        }
    }
    if (which < 0)
        return INFINITY;
    const double sign = m->sheet && zni_dot3(m->plane[which], l->d) > 0 ? -1 : 1;
    for (int i = 0; i < 3; i++)
        n[i] = sign * m->plane[which][i];
    return first;
}

/* ---- shapes --------------------------------------------------------------------------- */

static span of_convex(const line *l, const zn_shape *s)
{
    static const double up[3] = {0, 0, 1}, north[3] = {0, 1, 0};
    span out = all;

    switch (s->kind) {
    case ZNI_PLANE:
        half_space(l, up, 0, &out);
        return out;
    case ZNI_HALF_PLANE:
        half_space(l, north, 0, &out);
        return out;
    case ZNI_SPHERE:
    case ZNI_DISC:
        return ball(l, s->core.v, s->radius);
    case ZNI_CAPSULE:
        return capsule(l, s);
    case ZNI_CYLINDER:
    case ZNI_CONE:
        return round_part(l, s->round.r[0], s->round.r[1], s->round.l / 2);
    case ZNI_BOX:
    case ZNI_HULL:
        return polyhedron(l, &s->core);
    case ZNI_SEGMENT:
        return segment(l, &s->core);
    default:
        return polygon(l, &s->core);
    }
}

/* How far it is to the first place of the surface, and the outward normal there. */
static double first_place(const line *l, const zn_shape *s, double n[3])
{
    if (s->mesh)
        return mesh(l, s->mesh, n);
    const span in = of_convex(l, s);
    const int end = in.t[0] >= 0 ? 0 : 1;

    if (!(in.t[0] <= in.t[1]) || !(in.t[end] >= 0))
        return INFINITY;
    memcpy(n, in.n[end], 3 * sizeof *n);
    return in.t[end];
}

/* The ray with a direction of unit length. */
static zn_status check(zn_ctx *ctx, const zn_ray *ray, bool flat, line *out)
{
    double largest = 0;

    for (int i = 0; i < 3; i++) {
        if (!isfinite(ray->from[i]) || !isfinite(ray->along[i]))
            return zn_fail(ctx, ZN_EINVAL,
                           "a ray from (%g, %g, %g) along (%g, %g, %g): numbers must be finite",
                           ray->from[0], ray->from[1], ray->from[2], ray->along[0],
                           ray->along[1], ray->along[2]);
        largest = fmax(largest, fabs(ray->along[i]));
    }
    if (!(largest > 0))
        return zn_fail(ctx, ZN_EINVAL,
                       "a ray from (%g, %g, %g) along (0, 0, 0) has no direction", ray->from[0],
                       ray->from[1], ray->from[2]);
    if (!(ray->reach >= 0))
        return zn_fail(ctx, ZN_EINVAL,
                       "the reach of a ray is %g m, must be >= 0; INFINITY: without end",
                       ray->reach);
    if (flat && (ray->from[2] != 0 || ray->along[2] != 0))
        return zn_fail(ctx, ZN_EINVAL,
                       "a ray from z = %g along z = %g leaves the plane; both must be 0 for "
                       "shapes of the plane",
                       ray->from[2], ray->along[2]);
    memcpy(out->o, ray->from, sizeof out->o);
    for (int i = 0; i < 3; i++)
        out->d[i] = ray->along[i] / largest; /* no overflow */
    const double length = sqrt(zni_dot3(out->d, out->d));
    for (int i = 0; i < 3; i++)
        out->d[i] /= length;
    return ZN_OK;
}

/* If a shape at a place is met before what is in `out`. */
static bool meets(const line *l, const zn_shape *s, const zni_pose *at, double reach, zn_hit *out)
{
    line own;
    double x[3], n[3], first;

    zni_sub3(l->o, at->x, x);
    zni_back3(at->R, x, own.o);
    zni_back3(at->R, l->d, own.d);
    first = first_place(&own, s, n);
    if (!(first < out->distance) || first > reach)
        return false;
    out->distance = first;
    zni_along(l->o, first, l->d, out->point);
    for (int i = 0; i < 3; i++)
        out->normal[i] = at->R[i] * n[0] + at->R[3 + i] * n[1] + at->R[6 + i] * n[2];
    return true;
}

zn_status zn_shape_ray(const zn_shape *s, const double pose[7], const zn_ray *ray, zn_hit *out)
{
    zni_pose at = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    line l;
    zn_status st = check(s->ctx, ray, s->flat, &l);

    *out = (zn_hit){.distance = INFINITY};
    if (!st && pose)
        st = zni_pose_of(s, pose, &at);
    if (!st)
        meets(&l, s, &at, ray->reach, out);
    return st;
}

zn_status zn_collision_ray(zn_source *src, const zn_state *state, const zn_ray *ray, zn_hit *out)
{
    const zn_view view = {.state = state};
    zni_collision *c;
    line l;
    zn_status st = zni_collision_of(src, &c);

    *out = (zn_hit){.distance = INFINITY};
    if (!st && c->n)
        st = check(c->ctx, ray, c->flat, &l);
    for (zn_index k = 0; !st && k < c->n; k++) {
        const zni_attached *m = &c->member[k];
        zni_pose body, at = m->in_body;
        if (!m->shape || (m->ds && m->ds == ray->ignore))
            continue;
        if (m->ds) {
            zni_body_pose(m->ds, &view, 0, &body);
            zni_pose_compose(&body, &m->in_body, &at);
        }
        if (meets(&l, m->shape, &at, ray->reach, out)) {
            out->ds = m->ds;
            out->name = m->name;
        }
    }
    return st;
}
