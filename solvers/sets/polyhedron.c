/* polyhedron.c - the set H z >= K, -w in its normal cone at z
 * SPDX-License-Identifier: Apache-2.0
 *
 * The nearest point is found by the dual method of D. Goldfarb, A. Idnani (Math. Prog. 27, 1983) with the identity as
 * Hessian. Beginning with x, the face that is violated most is added to the active set; where the multiplier of an
 * active face would become negative during that step, the face is dropped. Every iterate is the nearest point for its
 * active set, and the distances from x increase, so no active set is repeated. */
#include "sets.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../linalg/small.h"

/* The faces of a polyhedron, and the work of one projection. */
typedef struct faces {
    zn_index n, m; /* components, faces */
    const double *H, *K;
    zn_index k;      /* active faces, at most n */
    double *face;    /* n, their numbers */
    double *u;       /* n, their multipliers */
    double *Q;       /* n x n, orthonormal basis of their normals */
    double *R;       /* n x n, the normals in it */
    double *r;       /* n */
    double *z;       /* n, the step */
    double *y;       /* n, the point */
    double *s;       /* m, by how much y violates the faces, as distances; negative inside */
    double *length;  /* m, of the normals */
    const double *x; /* n, the point that is projected */
} faces;

static zn_index face_count(const zn_cone *c)
{
    return c->nparam / (c->size + 1);
}

static zn_index params(zn_index size)
{
    (void)size;
    return -1;
}

static double entry(const faces *f, zn_index i, zn_index j)
{
    return f->H[i + j * f->m];
}

/* the length of the normal of face i */
static double length_of(const zn_cone *c, zn_index i)
{
    const zn_index m = face_count(c);
    double sum = 0;

    for (zn_index j = 0; j < c->size; j++)
        sum += c->param[i + j * m] * c->param[i + j * m];
    return sqrt(sum);
}

static faces open_faces(const zn_cone *c, double work[])
{
    const zn_index n = c->size, m = face_count(c);
    faces f = {.n = n, .m = m, .H = c->param, .K = c->param + m * n};

    f.face = work;
    f.u = f.face + n;
    f.r = f.u + n;
    f.z = f.r + n;
    f.y = f.z + n;
    f.Q = f.y + n;
    f.R = f.Q + n * n;
    f.s = f.R + n * n;
    f.length = f.s + m;
    for (zn_index i = 0; i < m; i++)
        f.length[i] = length_of(c, i);
    return f;
}

static zn_index work_size(const zn_cone *c)
{
    /* including a vector of n for the natural map */
    return 6 * c->size + 2 * c->size * c->size + 2 * face_count(c);
}

static zn_status check(zn_ctx *ctx, const zn_cone *c)
{
    const zn_index m = face_count(c);

    if (m < 1 || c->nparam != m * (c->size + 1))
        return zn_fail(ctx, ZN_EINVAL,
                       "%td parameters, must be m (%td + 1) for m >= 1 faces",
                       c->nparam, c->size);
    for (zn_index i = 0; i < c->nparam; i++)
        if (!isfinite(c->param[i]))
            return zn_fail(ctx, ZN_EINVAL, "parameter %td = %g", i,
                           c->param[i]);
    for (zn_index i = 0; i < m; i++)
        if (length_of(c, i) == 0)
            return zn_fail(ctx, ZN_EINVAL, "face %td: its row of H is zero", i);
    return ZN_OK;
}

/* s of the faces first ... end - 1, at y */
static void violations(const faces *f, zn_index first, zn_index end)
{
    for (zn_index i = first; i < end; i++)
        f->s[i] = f->K[i];
    for (zn_index j = 0; j < f->n; j++)
        for (zn_index i = first; i < end; i++)
            f->s[i] -= entry(f, i, j) * f->y[j];
    for (zn_index i = first; i < end; i++)
        f->s[i] /= f->length[i];
}

/* What s_i may be by rounding alone, relative to the magnitudes of the terms that it is the sum of. */
static double rounding(const faces *f, zn_index i)
{
    double size = fabs(f->K[i]);

    for (zn_index j = 0; j < f->n; j++)
        size += fabs(entry(f, i, j)) * (fabs(f->y[j]) + fabs(f->x[j]));
    return 4 * (double)f->n * DBL_EPSILON * size / f->length[i];
}

/* The face that is violated most, by more than rounding; -1: none. */
static zn_index worst(const faces *f)
{
    zn_index at;

    violations(f, 0, f->m);
    for (zn_index a = 0; a < f->k; a++)
        f->s[(zn_index)f->face[a]] = 0; /* an active face is violated by rounding alone */
    do {
        at = -1;
        for (zn_index i = 0; i < f->m; i++)
            if (f->s[i] > (at < 0 ? 0 : f->s[at]))
                at = i;
        if (at < 0 || f->s[at] > rounding(f, at))
            return at;
        f->s[at] = 0;
    } while (true);
}

/* z = the part of the unit normal of face i that is orthogonal to the active normals, r = its coordinates in Q, by
 * Gram-Schmidt, twice for full accuracy. Returns |z|^2, or 0 if the normal is linearly dependent on the active ones. */
static double split(faces *f, zn_index i)
{
    double sum;

    for (zn_index j = 0; j < f->n; j++)
        f->z[j] = entry(f, i, j) / f->length[i];
    memset(f->r, 0, (size_t)f->n * sizeof *f->r);
    for (int twice = 0; twice < 2; twice++)
        for (zn_index a = 0; a < f->k; a++) {
            const double *q = f->Q + a * f->n;
            const double p = zni_dot(f->n, q, f->z);

            f->r[a] += p;
            for (zn_index j = 0; j < f->n; j++)
                f->z[j] -= p * q[j];
        }
    sum = zni_dot(f->n, f->z, f->z);
    return f->k < f->n && sum > 1e4 * DBL_EPSILON * DBL_EPSILON ? sum : 0;
}

/* r = R^-1 r: what the multipliers of the active faces lose per unit of that of the new face */
static void shares(faces *f)
{
    for (zn_index a = f->k - 1; a >= 0; a--) {
        for (zn_index b = a + 1; b < f->k; b++)
            f->r[a] -= f->R[a + b * f->n] * f->r[b];
        f->r[a] /= f->R[a + a * f->n];
    }
}

/* Make face i active, with multiplier u: add a column to Q and R. */
static void append(faces *f, zn_index i, double u)
{
    const double size = sqrt(split(f, i));

    for (zn_index j = 0; j < f->n; j++)
        f->Q[j + f->k * f->n] = f->z[j] / size;
    for (zn_index a = 0; a < f->k; a++)
        f->R[a + f->k * f->n] = f->r[a];
    f->R[f->k + f->k * f->n] = size;
    f->face[f->k] = (double)i;
    f->u[f->k++] = u;
}

/* Drop the active face number `at`: the columns of those after it are made again. */
static void drop(faces *f, zn_index at)
{
    const zn_index k = f->k;

    f->k = at; /* the faces before it keep their columns */
    for (zn_index a = at + 1; a < k; a++)
        append(f, (zn_index)f->face[a], f->u[a]);
}

enum { ADDED, AT_A_POINT, EMPTY };

/* The normal of face i is a combination of the active normals with coefficients r <= 0: the polyhedron is empty. If the
 * violation is within the rounding of that combination, y is taken as its point. */
static int no_room(const faces *f, zn_index i)
{
    double sum = 1;

    for (zn_index a = 0; a < f->k; a++)
        sum -= f->r[a];
    return f->s[i] <= 16 * rounding(f, i) * sum ? AT_A_POINT : EMPTY;
}

/* Move y until face i is active, dropping others where necessary. */
static int add(faces *f, zn_index i)
{
    double u = 0;

    for (;;) {
        const double zz = split(f, i);
        double t = INFINITY, v;
        zn_index out = -1;

        violations(f, i, i + 1);
        v = fmax(f->s[i], 0);
        shares(f);
        for (zn_index a = 0; a < f->k; a++)
            if (f->r[a] > 0 && f->u[a] / f->r[a] < t) {
                t = f->u[a] / f->r[a];
                out = a;
            }
        const bool full = zz > 0 && v / zz <= t;
        if (full)
            t = v / zz;
        if (!isfinite(t))
            return no_room(f, i);
        for (zn_index j = 0; zz > 0 && j < f->n; j++)
            f->y[j] += t * f->z[j];
        for (zn_index a = 0; a < f->k; a++)
            f->u[a] = fmax(0, f->u[a] - t * f->r[a]);
        u += t;
        if (full) {
            append(f, i, u);
            return ADDED;
        }
        drop(f, out);
    }
}

static void project(const zn_cone *c, const double x[], double out[],
                    double work[])
{
    faces f = open_faces(c, work);
    int what = ADDED;
    zn_index i = 0;

    f.x = x;
    memcpy(f.y, x, (size_t)f.n * sizeof *x);
    /* there are finitely many active sets; the limit is for sets that rounding repeats */
    for (zn_index it = 0; it < 100 * (f.m + f.n) && what == ADDED; it++) {
        i = worst(&f);
        if (i < 0)
            break;
        what = add(&f, i);
    }
    for (zn_index j = 0; j < f.n; j++)
        out[j] = i < 0 || what == AT_A_POINT ? f.y[j] : NAN;
}

static void natural(const zn_cone *c, double rho, const double z[],
                    const double w[], double f[], double work[])
{
    zni_set_natural(c, rho, 0, z, w, f, work + work_size(c) - c->size, work);
}

ZNI_SET(set_polyhedron, "polyhedron", "H z >= K, -w in its normal cone at z",
        .params = params, .check = check, .work = work_size, .project = project, .natural = natural)
