/* plane.c - contacts in the plane by pivots: Lemke's method from many covering vectors, then branch and bound
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/units.h"
#include "friction.h"

/* The disc of a contact in the plane is an interval. With y = r_T + mu r_N >= 0, the distance of r_T from the lower
 * end, and b >= 0, the sliding speed at the upper end, friction takes two rows where Klarbring's form has three
 * (Pfeiffer & Glocker, Multibody Dynamics with Unilateral Contacts, 1996),
 *     [ W_NN - mu W_NT   W_NT  0 ] [r_N]   [q_N]   [u_N      ]
 *     [ W_TN - mu W_TT   W_TT  1 ] [ y ] + [q_T] = [u_T + b  ]
 *     [      2 mu         -1   0 ] [ b ]   [ 0 ]   [mu r_N - r_T]
 * and two rows more with rolling friction. A pivot costs half of what it costs there. That matrix is copositive if
 * W is positive semi-definite, so that Lemke's path ends at a solution or on a ray; for this one there is no such
 * theory. y may be measured from either end of each interval: that makes 2^nc problems, each with another path for
 * each covering vector. */

/* Limits of paths, most problems are solved by one of the first, and of nodes of the tree, which take half a second
 * with 64 rows. */
enum { PATHS = 128, NODES = 4000 };

static zn_index rows(const zni_fc *c)
{
    return (2 * c->d - 1) * c->nc;
}

zn_status zni_plane_reserve(zn_ctx *ctx, zni_plane_work *k, zn_index d, zn_index nc)
{
    const zn_index m = (2 * d - 1) * nc;
    const zn_status st = zn_grow(ctx, &k->v, &k->cap_v, m * m + 4 * m + d * nc, sizeof *k->v);

    return st ? st : zni_lemke_reserve(&k->pivots, ctx, m, m * m);
}

void zni_plane_fini(zn_ctx *ctx, zni_plane_work *k)
{
    zni_lemke_fini(&k->pivots, ctx);
    zni_branch_fini(ctx, &k->branch);
    zn_free_array(ctx, k->v);
}

/* mu or mu_r, of disc p = 1, 2 */
static double coefficient(const zni_fc *c, zn_index a, zn_index p)
{
    return p == 1 ? c->mu[a] : c->mur[a];
}

/* the part of block (a, e) of W in the rows of contact a */
static void block(const zni_fc *c, const double W[], double by, const double sign[],
                  zn_index a, zn_index e, zn_index m, double A[])
{
    const zn_index d = c->d, each = 2 * d - 1;

    for (zn_index i = 0; i < d; i++) {
        double *row = A + each * a + (i > 0 ? 2 * i - 1 : 0) + each * e * m;
        const double si = by * sign[d * a + i];

        row[0] = si * W[i];
        for (zn_index p = 1; p < d; p++) {
            const double x = si * W[i + d * p] * sign[d * e + p];

            row[(2 * p - 1) * m] = x;
            row[0] -= coefficient(c, e, p) * x;
        }
    }
}

/* the unit of q: pivots and the tree see values near 1 */
static double unit(const zni_fc *c)
{
    return zni_unit(zni_largest(c->q, c->n));
}

static void build(const zni_fc *c, const double sign[], double A[], double b[])
{
    const zn_index d = c->d, each = 2 * d - 1, m = rows(c);
    const double by = 1 / zni_fc_scale(c), of = 1 / unit(c);

    memset(A, 0, (size_t)(m * m) * sizeof *A);
    memset(b, 0, (size_t)m * sizeof *b);
    for (zn_index a = 0; a < c->nc; a++) {
        double *own = A + each * a + each * a * m;

        for (zn_index k = c->p[a]; k < c->p[a + 1]; k++)
            block(c, c->x + d * d * k, by, sign, a, c->i[k], m, A);
        b[each * a] = of * c->q[d * a];
        for (zn_index p = 1; p < d; p++) {
            own[2 * p - 1 + 2 * p * m] += 1;
            own[2 * p] = 2 * coefficient(c, a, p);
            own[2 * p + (2 * p - 1) * m] = -1;
            b[each * a + 2 * p - 1] = of * sign[d * a + p] * c->q[d * a + p];
        }
    }
}

/* r and u from x; returns their error */
static double judge(const zni_fc *c, const double sign[], const double x[], double z[],
                    double w[])
{
    const zn_index d = c->d, each = 2 * d - 1;
    const double by = unit(c) / zni_fc_scale(c);

    for (zn_index a = 0; a < c->nc; a++) {
        const double *xa = x + each * a;

        z[d * a] = by * xa[0];
        for (zn_index p = 1; p < d; p++)
            z[d * a + p] = by * sign[d * a + p] * (xa[2 * p - 1] - coefficient(c, a, p) * xa[0]);
    }
    return zni_fc_look(c, z, w);
}

/* the ends that y is measured from, and the covering vector, of path i: fractional parts of multiples of the golden
 * ratio */
static void turn(const zni_fc *c, zn_index i, double sign[], double cover[])
{
    const zn_index m = rows(c);

    for (zn_index j = 0; j < c->n; j++)
        sign[j] = j % c->d > 0 && zni_golden((i + 1) * (j + 1) * (j + 1)) > 1.5 ? -1 : 1;
    for (zn_index j = 0; j < m; j++) {
        const double g = zni_golden(i * m + j);

        cover[j] = i % 2 ? exp2(16 * (g - 1.5)) : g;
    }
}

zn_status zni_plane_solve(zni_call call, zni_plane_work *k, double tol, zn_index max_iter, const zni_fc *c)
{
    const zn_index m = rows(c);
    zn_index total = 0;
    zn_status st = zni_plane_reserve(call.ctx, k, c->d, c->nc);

    if (st)
        return st;

    double *A = k->v, *b = A + m * m, *x = b + m, *y = x + m, *cover = y + m, *sign = cover + m;
    zn_matrix M = zn_matrix_dense(m, m, A);
    const zn_lcp lcp = {.n = m, .M = &M, .q = b};
    const zni_box box = zni_lcp_box(&lcp);

    /* small, as solutions are judged by the error measure of friction */
    k->pivots.tol = 1e-3 * tol;
    call.info->outcome = ZN_ITERATION_LIMIT;
    for (int i = 0; i <= PATHS && total < max_iter; i++) {
        const bool tree = i == PATHS;

        if (tree && m > ZNI_BRANCH_MAX)
            break;
        turn(c, i, sign, cover);
        build(c, sign, A, b);
        memset(x, 0, (size_t)m * sizeof *x);
        call.info->iterations = 0;
        k->pivots.max_iter = 50 * m < max_iter - total ? 50 * m : max_iter - total;
        k->pivots.cover = tree ? NULL : cover;
        st = tree ? zni_box_branch((zni_call){call.ctx, x, y, call.mon, call.info}, &k->branch,
                                   &k->pivots.work, k->pivots.tol, NODES, &box)
                  : zni_lemke_solve(&k->pivots, (zni_call){call.ctx, x, y, call.mon, call.info},
                                    &lcp);
        call.info->iterations = total += call.info->iterations;
        if (st < 0)
            return st;
        if (!st && judge(c, sign, x, call.z, call.w) <= tol)
            return ZN_OK;
        if (!st)
            call.info->outcome = ZN_STALLED; /* solved by the measure of pivots, but not by that of friction */
        if (zni_over(call.mon, &call.info->outcome))
            break;
    }
    zni_fc_mul(c, call.z, c->q, call.w);
    return ZN_UNSOLVED;
}
