/* lemke.c - plane friction as a linear complementarity problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/units.h"
#include "friction.h"

/* Klarbring (1986), Stewart & Trinkle, IJNME 39 (1996), exact in the plane: r_T
 * = b1 - b2, slack k; unknowns (r_N, b1, b2, k) >= 0 by contact,
 *     [ W_NN   W_NT  -W_NT  0 ]       [  q_N ]
 *     [ W_TN   W_TT  -W_TT  1 ] z  +  [  q_T ]
 *     [-W_TN  -W_TT   W_TT  1 ]       [ -q_T ]
 *     [  mu    -1      -1   0 ]       [   0  ]
 * by Lemke's method, which ends at a solution or a ray when W is positive
 * semi-definite (the matrix is copositive). W is divided by its scale, to be of the size of
 * the ones, q by that and by its unit, as the tolerance of pivots is absolute. */
zn_status zni_plane_reserve(zn_ctx *ctx, zni_plane_work *k, zn_index nc)
{
    zn_index m = 4 * nc;
    zn_status st = zn_grow(ctx, &k->v, &k->cap_v, m * m + 3 * m, sizeof *k->v);

    return st ? st : zni_lemke_reserve(&k->pivots, ctx, m, m * m);
}

void zni_plane_fini(zn_ctx *ctx, zni_plane_work *k)
{
    zni_lemke_fini(&k->pivots, ctx);
    zni_branch_fini(ctx, &k->branch);
    zn_free_array(ctx, k->v);
}

static void build(const zni_fc *c, double scale, double unit, double A[], double b[])
{
    zn_index m = 4 * c->nc;

    memset(A, 0, (size_t)(m * m) * sizeof *A);
    for (zn_index a = 0; a < c->nc; a++) {
        double *row = A + 4 * a;

        for (zn_index k = c->p[a]; k < c->p[a + 1]; k++) {
            const double *W = c->x + 4 * k;
            double *block = row + 4 * c->i[k] * m;

            for (int i = 0; i < 3; i++) {
                double sign = i == 2 ? -1 / scale : 1 / scale;
                const double *Wi = W + (i > 0);

                block[i] = sign * Wi[0];
                block[i + m] = sign * Wi[2];
                block[i + 2 * m] = -sign * Wi[2];
            }
        }
        row[4 * a * m + 3] = c->mu[a];
        row[(4 * a + 1) * m + 3] = row[(4 * a + 2) * m + 3] = -1;
        row[(4 * a + 3) * m + 1] = row[(4 * a + 3) * m + 2] = 1;
        b[4 * a] = c->q[2 * a] / scale / unit;
        b[4 * a + 1] = c->q[2 * a + 1] / scale / unit;
        b[4 * a + 2] = -c->q[2 * a + 1] / scale / unit;
        b[4 * a + 3] = 0;
    }
}

/* One contact in closed form, where its law has one solution whatever q is:
 * W_NN > mu |W_NT|. Nothing has happened if that is no answer. */
static bool answer_alone(const zni_fc *c, double tol, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info, zn_status *st)
{
    const double *W = c->x, start[2] = {z[0], z[1]};
    zni_contact one;
    double err;

    if (c->nb != 1 || !(W[0] > c->mu[0] * fabs(W[2])))
        return false;
    zni_contact_set(&one, 2, c->mu[0], W);
    zni_contact_local(ZNI_EXACT, 1, &one, 2, c->q, z);
    err = zni_fc_look(c, z, w);
    if (!(err <= tol)) {
        z[0] = start[0];
        z[1] = start[1];
        return false;
    }
    info->iterations = 1;
    info->outcome = ZN_SOLVED;
    *st = ZN_OK;
    if (mon && zn_monitor_tick(mon, 0, err)) {
        info->outcome = ZN_INTERRUPTED;
        *st = ZN_UNSOLVED;
    }
    return true;
}

zn_status zni_plane_solve(zn_ctx *ctx, zni_plane_work *k, double tol,
                          zn_index max_iter, const zni_fc *c, double z[],
                          double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_index m = 4 * c->nc;
    zn_status st = zni_plane_reserve(ctx, k, c->nc);
    const double scale = zni_fc_scale(c), unit = zni_unit(zni_largest(c->q, c->n) / scale);

    if (st)
        return st;
    if (c->nc == 1 && answer_alone(c, tol, z, w, mon, info, &st))
        return st;

    double *A = k->v, *b = A + m * m, *x = b + m, *y = x + m;
    zn_matrix M = zn_matrix_dense(m, m, A);
    zn_lcp lcp = {.n = m, .M = &M, .q = b};

    build(c, scale, unit, A, b);
    zni_fc_mul(c, z, c->q, w);
    for (zn_index a = 0; a < c->nc; a++) {
        x[4 * a] = fmax(0, z[2 * a]) / unit;
        x[4 * a + 1] = fmax(0, z[2 * a + 1]) / unit;
        x[4 * a + 2] = fmax(0, -z[2 * a + 1]) / unit;
        x[4 * a + 3] = fabs(w[2 * a + 1]) / scale / unit;
    }
    /* the measure of pivots counts every row: well below tol */
    k->pivots.tol = fmax(1e-14, 1e-3 * tol);
    k->pivots.max_iter = max_iter;
    st = zni_lemke_solve(&k->pivots, ctx, &lcp, x, y, mon, info);
    if (st < 0)
        return st;
    for (zn_index a = 0; a < c->nc; a++) {
        z[2 * a] = x[4 * a] * unit;
        z[2 * a + 1] = (x[4 * a + 1] - x[4 * a + 2]) * unit;
    }
    return zni_fc_look(c, z, w) <= tol ? ZN_OK : ZN_UNSOLVED;
}
