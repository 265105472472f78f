/* vertex.c - a vertex of a polyhedron
 *
 * A point first: the one nearest to 0 is H' mu with 0 <= mu _|_ H H' mu - K >= 0,
 * a monotone complementarity problem, for which Lemke's method ends on a ray
 * only if P is empty, but for rounding: that it is, or the point, is then said by interior points, whose
 * proofs are verified (../qp/certificate.c). Then from face to face: as long as fewer than n
 * independent faces are touched, move along a direction in all of them until
 * the next one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

#include <math.h>
#include <string.h>

#include <zeno/qp.h>

#define TOUCHED 1e-9 /* slack of a face, of unit normal, that is touched */

zn_status zni_vertex_reserve(zn_ctx *ctx, zni_vertex *v, zn_index n, zn_index m)
{
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(v, basis, m + 1), ZNI_ARRAY(v, Hn, m * n + 2 * m + n * n + 2 * n),
                            ZNI_ARRAY(v, a, m * m + 3 * m + n));

    if (!st)
        st = zni_lemke_reserve(&v->lemke, ctx, m, m * m);
    if (st)
        return st;
    v->Kn = v->Hn + m * n;
    v->size = v->Kn + m;
    v->x = v->size + m;
    v->d = v->x + n;
    v->Q = v->d + n;
    return ZN_OK;
}

static void normalise(zni_vertex *v, const zn_avi *p)
{
    for (zn_index f = 0; f < p->m; f++) {
        v->size[f] = zni_face_length(p, f);
        v->Kn[f] = p->K[f] / v->size[f];
        for (zn_index j = 0; j < p->n; j++)
            v->Hn[f + j * p->m] = p->H[f + j * p->m] / v->size[f];
    }
}

static double along(const zni_vertex *v, const zn_avi *p, zn_index f,
                    const double x[])
{
    double sum = 0;

    for (zn_index j = 0; j < p->n; j++)
        sum += v->Hn[f + j * p->m] * x[j];
    return sum;
}

/* The same by a quadratic program, after Lemke's method; w: n + m. Q and d are not in use yet. */
static zn_status interior(zn_ctx *ctx, zni_vertex *v, const zn_avi *p, const double b[], double w[],
                          zn_monitor *mon, zn_solve_info *info)
{
    const zn_index n = p->n, pivots = info->iterations;
    const zn_matrix I = zn_matrix_dense(n, n, v->Q), H = zn_matrix_dense(p->m, n, v->Hn);
    const zn_qp qp = {.n = n, .M = &I, .q = v->d, .m = p->m, .A = &H, .b = b};
    const char *name = info->solver;
    zn_status st = zni_inner_make(ctx, &v->inner, "qp", "interior-point");

    if (st)
        return st;
    memset(v->Q, 0, (size_t)(n * n) * sizeof *v->Q);
    memset(v->d, 0, (size_t)n * sizeof *v->d);
    memset(v->x, 0, (size_t)n * sizeof *v->x);
    for (zn_index i = 0; i < n; i++)
        v->Q[i + i * n] = 1;
    st = zn_solver_solve_inner(v->inner.solver, &qp, v->x, w, mon, info);
    info->solver = name;
    info->iterations += pivots;
    if (st > 0 && info->outcome == ZN_RAY)
        info->outcome = ZN_STALLED;
    return st;
}

/* The point of P nearest to 0, into v->x. */
static zn_status point(zn_ctx *ctx, zni_vertex *v, const zn_avi *p,
                       zn_monitor *mon, zn_solve_info *info)
{
    const zn_index n = p->n, m = p->m;
    double *HH = v->a, *q = HH + m * m, *mu = q + m, *w = mu + m;
    const zn_matrix M = zn_matrix_dense(m, m, HH);
    const zn_lcp lcp = {.n = m, .M = &M, .q = q};
    zn_status st;

    for (zn_index j = 0; j < m; j++) {
        q[j] = -v->Kn[j];
        mu[j] = 0;
        for (zn_index i = 0; i < m; i++) {
            HH[i + j * m] = 0;
            for (zn_index k = 0; k < n; k++)
                HH[i + j * m] += v->Hn[i + k * m] * v->Hn[j + k * m];
        }
    }
    v->lemke.tol = TOUCHED / 10;
    v->lemke.max_iter = 100 * m;
    v->lemke.cover = NULL;
    st = zni_lemke_solve(&v->lemke, ctx, &lcp, mu, w, mon, info);
    if (st == ZN_UNSOLVED && info->outcome == ZN_RAY)
        return interior(ctx, v, p, q, mu, mon, info);
    if (!st)
        zni_avi_multiply(true, n, m, 1, v->Hn, m, mu, m, v->x, n);
    return st;
}

bool zni_outside(const double Q0[], zn_index n, zn_index nb, double least, double u[])
{
    double sum = 0, length;

    for (int twice = 0; twice < 2; twice++)
        for (zn_index c = 0; c < nb; c++) {
            const double *Q = Q0 + c * n;
            double dot = 0;
            for (zn_index k = 0; k < n; k++)
                dot += Q[k] * u[k];
            for (zn_index k = 0; k < n; k++)
                u[k] -= dot * Q[k];
        }
    for (zn_index k = 0; k < n; k++)
        sum += u[k] * u[k];
    length = sqrt(sum);
    if (length < least)
        return false;
    for (zn_index k = 0; k < n; k++)
        u[k] /= length;
    return true;
}

/* Put face f into the basis if it is independent of those there. */
static bool add(zni_vertex *v, const zn_avi *p, zn_index f, zn_index *nb)
{
    double *u = v->Q + *nb * p->n;

    for (zn_index k = 0; k < p->n; k++)
        u[k] = v->Hn[f + k * p->m];
    if (!zni_outside(v->Q, p->n, *nb, ZNI_INDEPENDENT, u))
        return false;
    v->basis[(*nb)++] = f;
    return true;
}

void zni_axis_outside(const double Q[], zn_index n, zn_index nb, double u[])
{
    double best = -1;
    zn_index axis = 0;

    for (zn_index k = 0; k < n; k++) {
        double rest = 1;
        for (zn_index c = 0; c < nb; c++)
            rest -= Q[k + c * n] * Q[k + c * n];
        if (rest > best + 1e-12) {
            best = rest;
            axis = k;
        }
    }
    memset(u, 0, (size_t)n * sizeof *u);
    u[axis] = 1;
    zni_outside(Q, n, nb, 0, u);
}

/* Move along d or -d, the shorter way, to the next face; -1: there is none. */
static zn_index next_face(zni_vertex *v, const zn_avi *p)
{
    double least = INFINITY, step = 0;
    zn_index face = -1;

    for (zn_index f = 0; f < p->m; f++) {
        const double rate = along(v, p, f, v->d);
        const double slack = fmax(along(v, p, f, v->x) - v->Kn[f], 0);
        if (fabs(rate) < ZNI_INDEPENDENT || !(slack / fabs(rate) < least))
            continue;
        least = slack / fabs(rate);
        step = -slack / rate;
        face = f;
    }
    for (zn_index k = 0; k < p->n; k++)
        v->x[k] += step * v->d[k];
    return face;
}

/* The faces that are not in the basis, behind those that are. */
static void list_others(zni_vertex *v, const zn_avi *p)
{
    zn_index at = p->n;

    for (zn_index f = 0; f < p->m; f++) {
        zn_index i = 0;
        while (i < p->n && v->basis[i] != f)
            i++;
        if (i == p->n)
            v->basis[at++] = f;
    }
}

zn_status zni_vertex_find(zn_ctx *ctx, zni_vertex *v, const zn_avi *p,
                          zn_monitor *mon, zn_solve_info *info)
{
    zn_index nb = 0;
    zn_status st = ZN_OK;

    normalise(v, p);
    st = point(ctx, v, p, mon, info);
    if (st)
        return st;
    for (zn_index f = 0; f < p->m && nb < p->n; f++)
        if (along(v, p, f, v->x) - v->Kn[f] <= TOUCHED)
            add(v, p, f, &nb);
    while (nb < p->n) {
        zni_axis_outside(v->Q, p->n, nb, v->d);
        const zn_index f = next_face(v, p);
        if (f < 0 || !add(v, p, f, &nb)) {
            info->outcome = ZN_STALLED;
            return ZN_UNSOLVED;
        }
    }
    list_others(v, p);
    return ZN_OK;
}

void zni_vertex_fini(zn_ctx *ctx, zni_vertex *v)
{
    zni_lemke_fini(&v->lemke, ctx);
    zni_inner_fini(&v->inner);
    ZNI_FREE(ctx, v->basis, v->Hn, v->a);
}
