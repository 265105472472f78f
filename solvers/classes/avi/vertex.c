/* vertex.c - a vertex of a polyhedron
 *
 * First a point of P, the one nearest to 0 (../../sets/polyhedron.c). Where none is found P is empty, but for
 * rounding: interior points then find the point or a proof that P is empty, which is verified
 * (../qp/certificate.c). Then from face to face: as long as the point touches fewer than n independent
 * faces, it moves along a direction in all of them until it touches another one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

#include <math.h>
#include <string.h>

#include <zeno/qp.h>
#include <zeno/set.h>

#include "../../core/monitor.h"
#include "../../linalg/small.h"

#define TOUCHED 1e-9 /* a face with unit normal and a smaller slack is touched */

zn_status zni_vertex_reserve(zn_ctx *ctx, zni_vertex *v, zn_index n, zn_index m)
{
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(v, basis, m + 1), ZNI_ARRAY(v, Hn, m * n + 2 * m + n * n + 2 * n),
                            ZNI_ARRAY(v, a, 3 * m + 6 * n + 2 * n * n));

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

/* The product of the unit normal of face f with x. */
static double along(const zni_vertex *v, const zn_avi *p, zn_index f,
                    const double x[])
{
    double sum = 0;

    for (zn_index j = 0; j < p->n; j++)
        sum += v->Hn[f + j * p->m] * x[j];
    return sum;
}

/* The point of P nearest to 0 by a quadratic program, or the proof that P is empty; w: n + m work. Q and d are used as
 * work. */
static zn_status interior(zn_ctx *ctx, zni_vertex *v, const zn_avi *p, const double b[], double w[],
                          zn_monitor *mon, zn_solve_info *info)
{
    const zn_index n = p->n;
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
    if (st > 0 && info->outcome == ZN_RAY)
        info->outcome = ZN_STALLED;
    return st;
}

/* v->x = the point of P nearest to 0. The projection cannot be interrupted; its cost is predicted by n steps, each of
 * which looks at all faces. */
static zn_status point(zn_ctx *ctx, zni_vertex *v, const zn_avi *p,
                       zn_monitor *mon, zn_solve_info *info)
{
    const zn_index n = p->n, m = p->m;
    const zn_cone P = {.set = zn_set_polyhedron(), .size = n, .param = v->Hn, .nparam = m * (n + 1)};
    double *b = v->a, *work = b + m;

    if (!zni_affords(mon, 4 * (double)n * (double)n * (double)(m + n))) {
        info->outcome = ZN_TIME_LIMIT;
        return ZN_UNSOLVED;
    }
    memset(v->x, 0, (size_t)n * sizeof *v->x);
    zn_cone_project(&P, v->x, v->x, work);
    if (!isnan(v->x[0]))
        return ZN_OK;
    for (zn_index f = 0; f < m; f++)
        b[f] = -v->Kn[f];
    return interior(ctx, v, p, b, work, mon, info);
}

bool zni_outside(const double Q0[], zn_index n, zn_index nb, double least, double u[])
{
    double length;

    for (int twice = 0; twice < 2; twice++)
        for (zn_index c = 0; c < nb; c++) {
            const double *Q = Q0 + c * n;
            const double dot = zni_dot(n, Q, u);

            for (zn_index k = 0; k < n; k++)
                u[k] -= dot * Q[k];
        }
    length = sqrt(zni_dot(n, u, u));
    if (length < least)
        return false;
    for (zn_index k = 0; k < n; k++)
        u[k] /= length;
    return true;
}

/* Add face f to the basis if it is independent of the faces there. */
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

/* Move along d or -d, whichever is shorter, to the next face; -1: there is none. */
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

/* List the faces that are not in the basis after those that are. */
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
    zni_inner_fini(&v->inner);
    ZNI_FREE(ctx, v->basis, v->Hn, v->a);
}
