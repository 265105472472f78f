/* along.c - where a shape may touch a polyhedron along the normals of its faces
 *
 * For what is hidden otherwise: where the nearest of two are an edge or a side that another shape of
 * the body covers, the body is still there with a face beside it. Of the faces that have the centre of the
 * other shape in front, that with the largest gap is taken that `keep` leaves something of.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/along.h"

#include <math.h>
#include <string.h>

static bool over_face(const zni_poly *P, int f, const double x[3], double eps)
{
    for (int k = P->first[f]; k < P->first[f + 1]; k++) {
        const int next = k + 1 < P->first[f + 1] ? k + 1 : P->first[f];
        const double *v = P->v + 3 * P->loop[k];
        double u[3], d[3], c[3];
        zni_sub3(P->v + 3 * P->loop[next], v, u);
        zni_sub3(x, v, d);
        zni_cross(u, d, c);
        if (zni_dot3(c, P->plane + 4 * f) < -eps * sqrt(zni_dot3(u, u)))
            return false;
    }
    return true;
}

/* The core of A in the frame of b. */
static void move(const zn_shape *a, const zni_pose *at, zni_scratch *scratch,
                 zni_poly *poly, zni_round *round_, zni_solid *out)
{
    *out = (zni_solid){0};
    if (a->round.l > 0) {
        zni_round_move(&a->round, at, round_);
        out->round = round_;
    } else {
        zni_poly_move(&a->core, at, scratch->v, scratch->plane, poly);
        out->poly = poly;
    }
}

/* The places along the normal of face f, if A is not all behind it. */
static void places(const zn_shape *a, const zni_solid *A, const zn_shape *b,
                   int f, zni_nearest *k, zni_touches *out)
{
    const zni_solid B = {.poly = &b->core};
    const double eps = ZNI_SAME * fmin(a->scale, b->scale);

    zni_along(k->a, -k->s, k->n, k->b);
    k->fb = zni_feature(ZNI_FACE, f);
    zni_patch(A, &B, k, a->radius, b->radius, eps, true, out);
    if (!out->n && over_face(&b->core, f, k->a, eps))
        zni_place_add(out, A->round, a->radius, NULL, b->radius, k->a, k->b,
                      k->n, k->s - a->radius - b->radius, k->fa, k->fb);
    for (zn_index i = 0; a->kind == ZNI_SPHERE && i < out->n; i++)
        out->at[i].f1 = out->at[i].f2 = zni_feature(ZNI_WHOLE, 0);
}

/* The next face below `limit` in the order of gaps, then of numbers, after face `last` with its gap.
 * @return -1: none */
static int next_face(const zni_solid *A, const zni_poly *B,
                     const double centre[3], double limit, int last,
                     zni_nearest *k)
{
    const double before = k->s;
    int best = -1;

    for (int f = 0; f < B->nf; f++) {
        const double *pl = B->plane + 4 * f, m[3] = {-pl[0], -pl[1], -pl[2]};
        double p[3];
        uint32_t feature;
        if (!(zni_dot3(pl, centre) > pl[3]))
            continue;
        const double s = -zni_solid_support(A, m, p, &feature) - pl[3];
        if (!(s < limit) || s > before || (s == before && f <= last) ||
            (best >= 0 && s <= k->s))
            continue;
        best = f;
        k->s = s;
        k->fa = feature;
        memcpy(k->n, pl, sizeof k->n);
        memcpy(k->a, p, sizeof k->a);
    }
    return best;
}

void zni_touch_along(const zn_shape *a, const zni_pose *pa, const zn_shape *b,
                     const zni_pose *pb, zni_scratch *scratch,
                     zni_keep *keep, void *user, zni_touches *out)
{
    zni_nearest k = {.s = INFINITY};
    zni_round round_;
    zni_poly poly;
    zni_solid A;
    zni_pose at;
    double mid[3], centre[3];

    out->n = 0;
    if (a->mesh || b->core.nf == 0 || a->flat || zni_endless(a))
        return;
    zni_pose_between(pb, pa, &at);
    move(a, &at, scratch, &poly, &round_, &A);
    for (int i = 0; i < 3; i++)
        mid[i] = (a->lo[i] + a->hi[i]) / 2;
    zni_mul3(at.R, mid, centre);
    zni_along(centre, 1, at.x, centre);
    for (int f = -1; !out->n;) {
        f = next_face(&A, &b->core, centre, out->reach + a->radius + b->radius,
                      f, &k);
        if (f < 0)
            return;
        places(a, &A, b, f, &k, out);
        out->frame = pb;
        keep(user, out);
    }
}
