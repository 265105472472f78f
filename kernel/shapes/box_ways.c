/* box_ways.c - along which directions the gap of two boxes can be largest
 *
 * With centres d apart, axes e_i and e'_k, half sizes h_i and h'_k, and R_ik = e_i.e'_k, the gap along a
 * normal of a face, and along n = e_i x e'_k of length l, which stands for all 16 pairs of such edges, is
 *
 *     |d.e_i| - h_i - sum_k h'_k |R_ik|      (of the other box likewise)
 *     (|n.d| - sum_j h_j |n.e_j| - sum_k h'_k |n.e'_k|) / l
 *
 * (S. Gottschalk, M. Lin, D. Manocha, OBBTree, SIGGRAPH 1996.) Faces and edges whose direction is not the best one,
 * but for rounding, need not be looked at corner by corner and pair by pair.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/shape.h"
#include "solvers/linalg/wide.h"

#include <math.h>

/* rounding, as a part of all lengths together: some 50 operations, most of them far below */
static const double ROUNDING = 1e-13;

/* squares of sines: separation.c leaves out edges below 1e-14, as parallel. Between these two rounding decides
 * whether it does: such edges are looked at, and leave nothing else out. */
static const double PARALLEL = 5e-15, CROSSED = 2e-14;

static const int after[3] = {1, 2, 0}, before[3] = {2, 0, 1};

/* Of a box, a number for each axis. */
typedef struct frame {
    zni_lanes axis[3]; /* their x, y and z */
    zni_lanes half;
} frame;

typedef struct pair {
    frame a, b;
    zni_lanes R[3], abs[3]; /* R_ik by i, in lanes of k */
    zni_lanes ta, tb;       /* way from B to A along the axes */
    double slack;
} pair;

/* Axes are the normals of faces +x, +y, +z. */
static ZNI_INTO_WIDE void take_frame(const zni_poly *P, frame *out)
{
    const double *x = P->plane + 4, *y = P->plane + 12, *z = P->plane + 20;

    for (int j = 0; j < 3; j++)
        out->axis[j] = (zni_lanes){x[j], y[j], z[j], z[j]};
    out->half = (zni_lanes){x[-1] + x[3], y[-1] + y[3], z[-1] + z[3], z[3]} / 2;
}

static ZNI_INTO_WIDE void size_of(const zni_lanes *x, zni_lanes *out)
{
    *out = (zni_lanes)((zni_bits)*x & 0x7fffffffffffffff);
}

/* In lanes of the axes of f: their products with d. */
static ZNI_INTO_WIDE void along_all(const frame *f, const double d[3], zni_lanes *out)
{
    *out = f->axis[0] * d[0] + f->axis[1] * d[1] + f->axis[2] * d[2];
}

static ZNI_INTO_WIDE void begin(const zni_poly *A, const zni_poly *B, pair *p)
{
    double d[3], size = 0;
    zni_lanes most;

    for (int i = 0; i < 3; i++)
        d[i] = (A->v[i] + A->v[21 + i] - B->v[i] - B->v[21 + i]) / 2;
    take_frame(A, &p->a);
    take_frame(B, &p->b);
    along_all(&p->a, d, &p->ta);
    along_all(&p->b, d, &p->tb);
    for (int i = 0; i < 3; i++) {
        along_all(&p->b, A->plane + 4 + 8 * i, &p->R[i]);
        size_of(&p->R[i], &p->abs[i]);
    }
    size_of(&p->ta, &most);
    most += p->a.half + p->b.half;
    for (int i = 0; i < 3; i++)
        size += most[i];
    p->slack = ROUNDING * size;
}

/* Gaps along the six axes; the largest of them. */
static ZNI_INTO_WIDE double along_axes(const zni_poly *B, const pair *p, zni_lanes *a,
                                       zni_lanes *b)
{
    double most = -INFINITY;
    zni_lanes t;

    size_of(&p->ta, a);
    size_of(&p->tb, b);
    *a -= p->a.half;
    *b -= p->b.half;
    for (int k = 0; k < 3; k++) {
        along_all(&p->a, B->plane + 4 + 8 * k, &t); /* R_ik in lanes of i */
        size_of(&t, &t);
        *a -= p->b.half[k] * t;
        *b -= p->a.half[k] * p->abs[k];
    }
    for (int i = 0; i < 3; i++) {
        most = (*a)[i] > most ? (*a)[i] : most;
        most = (*b)[i] > most ? (*b)[i] : most;
    }
    return most;
}

/* The gaps along e_i x e'_k, times l, in lanes of k; ll: the squares of l. A's axes have the components 0,
 * -R_before, R_after there. */
static ZNI_INTO_WIDE void across(const pair *p, int i, zni_lanes *ll, zni_lanes *gap)
{
    const int i1 = after[i], i2 = before[i];
    const zni_lanes u = p->R[i1], w = p->R[i2], h = p->b.half, m = p->abs[i];
    const zni_lanes h1 = {h[1], h[2], h[0], h[0]}, h2 = {h[2], h[0], h[1], h[1]};
    const zni_lanes m1 = {m[1], m[2], m[0], m[0]}, m2 = {m[2], m[0], m[1], m[1]};
    const zni_lanes t = p->ta[i2] * u - p->ta[i1] * w;

    *ll = u * u + w * w;
    size_of(&t, gap);
    *gap -= p->a.half[i1] * p->abs[i2] + p->a.half[i2] * p->abs[i1];
    *gap -= h1 * m2 + h2 * m1;
}

/* A direction across two edges: its bit, the gap, and by how much that may be wrong. */
typedef struct way {
    unsigned bit;
    double gap, wrong;
} way;

/* Those that may leave more than `most`, or as much; most leave less than nothing, and l <= 1 makes that no more.
 * *largest: the largest gap that there is. @return how many */
static ZNI_INTO_WIDE int across_all(const pair *p, double *largest, way out[9])
{
    const double idle = fmin(*largest - 3 * p->slack, -p->slack);
    int n = 0;

    for (int i = 0; i < 3; i++) {
        zni_lanes ll, gap;

        across(p, i, &ll, &gap);
        const zni_bits look = (ll >= PARALLEL) & ~((gap < idle) & (ll >= CROSSED));
        for (int k = 0; k < 3; k++) {
            if (!look[k])
                continue;
            const double l = sqrt(ll[k]);
            way *w = &out[n++];
            *w = (way){1u << (3 * i + k), gap[k] / l, ll[k] < CROSSED ? INFINITY : p->slack / l};
            *largest = fmax(*largest, w->gap - w->wrong);
        }
    }
    return n;
}

/* The faces along axis k, 2 k and 2 k + 1, the gap along which is that with this sign. */
static ZNI_INTO_WIDE unsigned faces_of(int k, double t, double slack)
{
    return (t > -slack ? 1u << 2 * k : 0) | (t < slack ? 2u << 2 * k : 0);
}

ZNI_WIDE void zni_box_ways_find(const zni_poly *A, const zni_poly *B, double limit,
                                zni_box_ways *out)
{
    zni_lanes a, b;
    way w[9];
    double most;
    pair p;

    *out = (zni_box_ways){.edges = 0};
    begin(A, B, &p);
    most = along_axes(B, &p, &a, &b);
    out->apart = most > limit + p.slack;
    if (out->apart)
        return;
    for (int i = 0; i < 3; i++) {
        if (a[i] >= most - p.slack)
            out->face[0] |= faces_of(i, p.ta[i], p.slack);
        if (b[i] >= most - p.slack)
            out->face[1] |= faces_of(i, -p.tb[i], p.slack);
    }
    const int n = across_all(&p, &most, w);
    for (int k = 0; k < n; k++)
        if (w[k].gap + w[k].wrong >= most - p.slack)
            out->edges |= w[k].bit;
}
