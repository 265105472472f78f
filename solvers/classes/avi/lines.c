/* lines.c - removes the lines of a polyhedron
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

#include <math.h>
#include <string.h>

#include "../../linalg/sizes.h"

/* If H d = 0 the polyhedron contains the line z + t d, and w'd = 0 for such d.
 * With orthonormal columns Y, which span the rows of H, and Z, which span the
 * lines, z = Y y + Z u and
 *     Z'(M z + q) = 0:  u = -(Z'M Z)^-1 (Z'M Y y + Z'q),
 *     Y'(M z + q):      (Y'M Y - Y'M Z (Z'M Z)^-1 Z'M Y) y
 *                       + Y'q - Y'M Z (Z'M Z)^-1 Z'q
 * leaves a variational inequality in y over {y : H Y y >= K}, which contains no line (Cao &
 * Ferris 1996, section 2: the lineality space is factored out). Lengths of normals
 * and multipliers are unchanged. */

zn_status zni_lines_find(zn_ctx *ctx, zni_lines *k, const zn_avi *p)
{
    const zn_index n = p->n, m = p->m;
    zn_index nb = 0;
    zn_status st = zn_grow(ctx, &k->Q, &k->cap_Q, n * n + n, sizeof *k->Q);

    if (st)
        return st;
    for (zn_index f = 0; f < m && nb < n; f++) {
        double *u = k->Q + nb * n;

        for (zn_index j = 0; j < n; j++)
            u[j] = p->H[f + j * m];
        nb += zni_outside(k->Q, n, nb, ZNI_INDEPENDENT * zni_face_length(p, f), u);
    }
    k->rank = nb;
    for (; nb < n; nb++)
        zni_axis_outside(k->Q, n, nb, k->Q + nb * n);
    return ZN_OK;
}

bool zni_lines_are(const zni_lines *k, const zn_avi *p)
{
    for (zn_index f = 0; f < p->m; f++)
        for (zn_index c = k->rank; c < p->n; c++) {
            double sum = 0;

            for (zn_index j = 0; j < p->n; j++)
                sum += p->H[f + j * p->m] * k->Q[j + c * p->n];
            if (zni_beyond(sum, zni_face_length(p, f)) > 0)
                return false;
        }
    return true;
}

/* B = Q'M Q and c = Q'q */
static void rotate(const zni_lines *k, const zn_avi *p, double B[], double c[],
                   double work[])
{
    const zn_index n = p->n;

    for (zn_index j = 0; j < n; j++) {
        zn_matrix_mul(p->M, 1, k->Q + j * n, 0, work);
        zni_avi_multiply(true, n, n, 1, k->Q, n, work, n, B + j * n, n);
    }
    zni_avi_multiply(true, n, n, 1, k->Q, n, p->q, n, c, n);
}

zn_status zni_lines_reduce(zn_ctx *ctx, zni_lines *k, const zn_avi *p,
                           zn_avi *small)
{
    const zn_index n = p->n, m = p->m, r = k->rank, l = n - r;
    zn_status st =
        zn_grow(ctx, &k->a, &k->cap_a,
                n * n + l * (r + 1) + r * r + m * r + 5 * n + m, sizeof *k->a);

    if (!st)
        st = zni_lu_size(ctx, &k->lu, l);
    if (st)
        return st;

    double *B = k->a, *X = B + n * n, *S = X + l * (r + 1), *H = S + r * r;
    double *c = H + m * r, *s = c + n, *work = s + n;

    k->X = X;
    k->y = work + n;
    k->w = k->y + n; /* r + m fit into n + m */
    rotate(k, p, B, c, work);
    for (zn_index j = 0; j < l; j++)
        for (zn_index i = 0; i < l; i++)
            k->lu.a[i + j * l] = B[r + i + (r + j) * n];
    st = zni_lu_factor(&k->lu);
    if (st)
        return zn_fail(ctx, ZN_ESINGULAR,
                       "the polyhedron contains lines, and M is singular along "
                       "them; use 'mlcp'");
    /* X = (Z'M Z)^-1 [Z'M Y  Z'q] */
    for (zn_index j = 0; j <= r; j++) {
        for (zn_index i = 0; i < l; i++)
            X[i + j * l] = j < r ? B[r + i + j * n] : c[r + i];
        zni_lu_solve(&k->lu, X + j * l);
    }
    for (zn_index j = 0; j <= r; j++)
        for (zn_index i = 0; i < r; i++) {
            double sum = j < r ? B[i + j * n] : c[i];

            for (zn_index t = 0; t < l; t++)
                sum -= B[i + (r + t) * n] * X[t + j * l];
            if (j < r)
                S[i + j * r] = sum;
            else
                s[i] = sum;
        }
    zni_avi_multiply(false, m, n, r, p->H, m, k->Q, n, H, m);
    k->S = zn_matrix_dense(r, r, S);
    *small = (zn_avi){.n = r, .m = m, .M = &k->S, .q = s, .H = H, .K = p->K};
    return ZN_OK;
}

void zni_lines_expand(const zni_lines *k, const zn_avi *p, double z[],
                      double w[])
{
    const zn_index n = p->n, r = k->rank, l = n - r;

    memset(z, 0, (size_t)n * sizeof *z);
    for (zn_index j = 0; j < n; j++) {
        double t = j < r ? k->y[j] : -k->X[j - r + r * l];

        for (zn_index c = 0; c < r && j >= r; c++)
            t -= k->X[j - r + c * l] * k->y[c];
        for (zn_index i = 0; i < n; i++)
            z[i] += t * k->Q[i + j * n];
    }
    zni_affine(p->M, p->q, z, w);
    for (zn_index f = 0; f < p->m; f++)
        w[n + f] = k->w[r + f];
}

void zni_lines_fini(zn_ctx *ctx, zni_lines *k)
{
    ZNI_FREE(ctx, k->Q, k->a);
    zni_lu_fini(ctx, &k->lu);
}
