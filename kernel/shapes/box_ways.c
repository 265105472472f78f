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

#include <math.h>

/* rounding, as a part of all lengths together: some 50 operations, most of them far below */
static const double ROUNDING = 1e-13;

/* squares of sines: separation.c leaves out edges below 1e-14, as parallel. Between these two rounding decides
 * whether it does: such edges are looked at, and leave nothing else out. */
static const double PARALLEL = 5e-15, CROSSED = 2e-14;

static const int after[3] = {1, 2, 0}, before[3] = {2, 0, 1};

typedef struct pair {
    double R[3][3], abs[3][3];
    double ha[3], hb[3];
    double ta[3], tb[3]; /* way from B to A along the axes */
    double slack;
} pair;

/* Axes are the normals of faces +x, +y, +z. */
static const double *axis(const zni_poly *P, int k)
{
    return P->plane + 4 * (2 * k + 1);
}

static double half(const zni_poly *P, int k)
{
    return (P->plane[8 * k + 3] + P->plane[8 * k + 7]) / 2;
}

static void begin(const zni_poly *A, const zni_poly *B, pair *p)
{
    double d[3], size = 0;

    for (int i = 0; i < 3; i++)
        d[i] = (A->v[i] + A->v[21 + i] - B->v[i] - B->v[21 + i]) / 2;
    for (int i = 0; i < 3; i++) {
        p->ha[i] = half(A, i);
        p->hb[i] = half(B, i);
        p->ta[i] = zni_dot3(axis(A, i), d);
        p->tb[i] = zni_dot3(axis(B, i), d);
        size += p->ha[i] + p->hb[i] + fabs(p->ta[i]);
        for (int k = 0; k < 3; k++) {
            p->R[i][k] = zni_dot3(axis(A, i), axis(B, k));
            p->abs[i][k] = fabs(p->R[i][k]);
        }
    }
    p->slack = ROUNDING * size;
}

/* Gaps along the six axes; the largest of them. */
static double along_axes(const pair *p, double a[3], double b[3])
{
    double most = -INFINITY;

    for (int i = 0; i < 3; i++) {
        a[i] = fabs(p->ta[i]) - p->ha[i] - p->hb[0] * p->abs[i][0] -
               p->hb[1] * p->abs[i][1] - p->hb[2] * p->abs[i][2];
        b[i] = fabs(p->tb[i]) - p->hb[i] - p->ha[0] * p->abs[0][i] -
               p->ha[1] * p->abs[1][i] - p->ha[2] * p->abs[2][i];
        most = a[i] > most ? a[i] : most;
        most = b[i] > most ? b[i] : most;
    }
    return most;
}

/* The one along e_i x e'_k, in which A's axes have the components 0, -R_before, R_after, and by how much it may
 * be wrong. */
static double across(const pair *p, int i, int k, double *wrong)
{
    const int i1 = after[i], i2 = before[i], k1 = after[k], k2 = before[k];
    const double u = p->R[i1][k], w = p->R[i2][k], ll = u * u + w * w;

    *wrong = 0;
    if (ll < PARALLEL)
        return -INFINITY;
    const double l = sqrt(ll);
    *wrong = ll < CROSSED ? INFINITY : p->slack / l;
    return (fabs(p->ta[i2] * u - p->ta[i1] * w) - p->ha[i1] * p->abs[i2][k] -
            p->ha[i2] * p->abs[i1][k] - p->hb[k1] * p->abs[i][k2] -
            p->hb[k2] * p->abs[i][k1]) /
           l;
}

/* The faces along axis k, 2 k and 2 k + 1, the gap along which is that with this sign. */
static unsigned faces_of(int k, double t, double slack)
{
    return (t > -slack ? 1u << 2 * k : 0) | (t < slack ? 2u << 2 * k : 0);
}

void zni_box_ways_find(const zni_poly *A, const zni_poly *B, double limit,
                       zni_box_ways *out)
{
    double a[3], b[3], c[3][3], wrong[3][3], most;
    pair p;

    *out = (zni_box_ways){.edges = 0};
    begin(A, B, &p);
    most = along_axes(&p, a, b);
    out->apart = most > limit + p.slack;
    if (out->apart)
        return;
    for (int i = 0; i < 3; i++) {
        if (a[i] >= most - p.slack)
            out->face[0] |= faces_of(i, p.ta[i], p.slack);
        if (b[i] >= most - p.slack)
            out->face[1] |= faces_of(i, -p.tb[i], p.slack);
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            c[i][k] = across(&p, i, k, &wrong[i][k]);
            if (c[i][k] - wrong[i][k] > most)
                most = c[i][k] - wrong[i][k];
        }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (c[i][k] + wrong[i][k] >= most - p.slack)
                out->edges |= 1u << (3 * i + k);
}
