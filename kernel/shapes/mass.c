/* mass.c - mass, centre and inertia of shapes full of matter, and of several together
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/flat.h"
#include "kernel/shapes/mesh.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static void diagonal(zn_mass *out, double mass, double xx, double yy, double zz)
{
    *out = (zn_mass){.mass = mass};
    out->inertia[0] = xx;
    out->inertia[4] = yy;
    out->inertia[8] = zz;
}

/* A cylinder and two half spheres, whose centre of mass is 3/8 r out of their face. */
static void capsule(double density, double r, double l, zn_mass *out)
{
    const double mc = density * pi * r * r * l;
    const double ms = density * 4 / 3 * pi * r * r * r;
    const double axial = mc * r * r / 2 + ms * 2 / 5 * r * r;
    const double across = mc * (3 * r * r + l * l) / 12 +
                          ms * (2 * r * r / 5 + l * l / 4 + 3 * l * r / 8);

    diagonal(out, mc + ms, across, across, axial);
}

/* Discs of radius r(z) from R to S: integrals of r^2, z r^2, z^2 r^2, r^4 along z, which begins
 * at the first one. */
static void cone(double density, double R, double S, double l, zn_mass *out)
{
    const double d = S - R, area = density * pi * l;
    const double m = area * (R * R + R * S + S * S) / 3;
    const double mz = area * l * (R * R / 2 + 2 * R * d / 3 + d * d / 4);
    const double mzz = area * l * l * (R * R / 3 + R * d / 2 + d * d / 5);
    const double axial =
        area * (R * R * R * R + R * R * R * S + R * R * S * S + R * S * S * S +
                S * S * S * S) / 10;
    const double across = axial / 2 + mzz - mz / m * mz;

    diagonal(out, m, across, across, axial);
    out->centre[2] = mz / m - l / 2;
}

/* out += density times the integrals of 1, x and x x' over the tetrahedron 0, a, b, c */
static void tetrahedron(const double a[3], const double b[3], const double c[3],
                        double density, double *m, double mx[3], double mxx[9])
{
    double x[3], sum[3];

    zni_cross(a, b, x);
    const double dm = density * zni_dot3(x, c) / 6;
    *m += dm;
    for (int i = 0; i < 3; i++) {
        sum[i] = a[i] + b[i] + c[i];
        mx[i] += dm * sum[i] / 4;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            mxx[i + 3 * j] +=
                dm / 20 *
                (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + sum[i] * sum[j]);
}

/* From tetrahedra between a vertex and each face, cut into triangles. */
static void polyhedron(const zn_shape *s, double density, zn_mass *out)
{
    double m = 0, mx[3] = {0}, mxx[9] = {0}, o[3], a[3], b[3], c[3];

    zn_shape_face(s, 0, 0, o);
    for (zn_index f = 0; f < zn_shape_face_count(s); f++) {
        const zn_index n = zn_shape_face(s, f, 0, a);
        zni_sub3(a, o, a);
        for (zn_index k = 1; k + 1 < n; k++) {
            zn_shape_face(s, f, k, b);
            zn_shape_face(s, f, k + 1, c);
            zni_sub3(b, o, b);
            zni_sub3(c, o, c);
            tetrahedron(a, b, c, density, &m, mx, mxx);
        }
    }
    *out = (zn_mass){.mass = m};
    for (int i = 0; i < 3; i++)
        mx[i] /= m;
    /* second moments about the centre, then tr S I - S */
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            mxx[i + 3 * j] -= m * mx[i] * mx[j];
    const double trace = mxx[0] + mxx[4] + mxx[8];
    for (int i = 0; i < 3; i++) {
        out->centre[i] = o[i] + mx[i];
        for (int j = 0; j < 3; j++)
            out->inertia[i + 3 * j] = (i == j ? trace : 0) - mxx[i + 3 * j];
    }
}

zn_status zn_shape_mass(const zn_shape *s, double density, zn_mass *out)
{
    const double *a = s->size, r = s->radius;
    double m;

    *out = (zn_mass){0};
    if (!(density > 0 && density < INFINITY))
        return zn_fail(s->ctx, ZN_EINVAL,
                       "density = %g, must be > 0 and finite (%s)", density,
                       s->flat ? "kg/m^2" : "kg/m^3");
    if (s->flat)
        return zni_flat_mass(s, density, out);
    switch (s->kind) {
    case ZNI_SPHERE:
        m = density * 4 / 3 * pi * r * r * r;
        diagonal(out, m, 0.4 * m * r * r, 0.4 * m * r * r, 0.4 * m * r * r);
        return ZN_OK;
    case ZNI_BOX:
        m = density * a[0] * a[1] * a[2];
        diagonal(out, m, m * (a[1] * a[1] + a[2] * a[2]) / 12,
                 m * (a[0] * a[0] + a[2] * a[2]) / 12,
                 m * (a[0] * a[0] + a[1] * a[1]) / 12);
        return ZN_OK;
    case ZNI_CAPSULE:
        capsule(density, r, a[2], out);
        return ZN_OK;
    case ZNI_CYLINDER:
    case ZNI_CONE:
        cone(density, a[0], a[2], a[1], out);
        return ZN_OK;
    case ZNI_MESH:
        if (!s->mesh->closed)
            return zn_fail(s->ctx, ZN_EINVAL,
                           "the mesh is not closed, and has no volume; close "
                           "it, or give mass and inertia");
        polyhedron(s, density, out);
        if (out->mass > 0)
            return ZN_OK;
        m = out->mass / density;
        *out = (zn_mass){0};
        return zn_fail(s->ctx, ZN_EINVAL,
                       "the triangles of the mesh have a volume of %g m^3: "
                       "their outsides are inside",
                       m);
    case ZNI_HULL:
        polyhedron(s, density, out);
        return ZN_OK;
    default:
        return zn_fail(s->ctx, ZN_EINVAL, "a %s has no volume",
                       zn_shape_kind(s));
    }
}

/* out += m (d.d I - d d'): Steiner's rule */
static void parallel_axes(double m, const double d[3], double out[9])
{
    const double dd = zni_dot3(d, d);

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[i + 3 * j] += m * ((i == j ? dd : 0) - d[i] * d[j]);
}

/* out += R I R' */
static void turned(const double R[9], const double I[9], double out[9])
{
    double RI[9];

    zni_mul33(R, I, RI);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                out[i + 3 * j] += RI[i + 3 * k] * R[j + 3 * k];
}

void zn_mass_add(zn_mass *sum, const zn_mass *part, const double pose[7])
{
    const double here[7] = {0, 0, 0, 1, 0, 0, 0};
    const double *at = pose ? pose : here;
    const double m = sum->mass + part->mass;
    zn_mass out = {.mass = m};
    double R[9], c[3], d[3];

    zn_rotation_matrix(at + 3, R);
    zni_mul3(R, part->centre, c);
    for (int i = 0; i < 3; i++) {
        c[i] += at[i];
        out.centre[i] =
            m > 0 ? (sum->mass * sum->centre[i] + part->mass * c[i]) / m : 0;
    }
    memcpy(out.inertia, sum->inertia, sizeof out.inertia);
    turned(R, part->inertia, out.inertia);
    zni_sub3(sum->centre, out.centre, d);
    parallel_axes(sum->mass, d, out.inertia);
    zni_sub3(c, out.centre, d);
    parallel_axes(part->mass, d, out.inertia);
    *sum = out;
}
