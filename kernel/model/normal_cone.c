/* normal_cone.c - the law -y in N_P(lambda), P = {lambda : H lambda >= K}
 *
 * y is then a combination of the inner normals of the active faces with weights
 * that are not negative:  y = H' mu,  0 <= mu _|_ H lambda - K >= 0.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"
#include "kernel/model/room.h"

#include <zeno/lcp.h>

#include <math.h>
#include <string.h>

typedef struct cone {
    zn_index size, faces;
    double *H;    /* faces x size, column-major; start of the one block */
    double *K;    /* faces */
    zni_rooms rooms; /* faces + size, for `admissible` */
} cone;

static zn_index size(const void *state)
{
    const cone *c = state;

    return c->size > 0 ? c->size : 1;
}

/* H and then K, in one block */
static bool face_cone(const void *state, zn_index k, zn_cone *out)
{
    const cone *c = state;

    *out = (zn_cone){.set = zn_set_polyhedron(),
                     .size = size(c),
                     .nparam = c->faces * (size(c) + 1),
                     .param = c->H};
    return k == 0;
}

static zn_status check(const void *state, zn_ctx *ctx)
{
    const cone *c = state;

    return c->H ? ZN_OK
                : zn_fail(ctx, ZN_EINVAL,
                          "no polyhedron, make the law by "
                          "zn_law_normal_cone");
}

/* One sweep of min |y - H' mu|, mu >= 0 over the active faces, by coordinates
 * (Hildreth 1957); how far mu moved. */
static double sweep(const cone *c, const double lambda[], double tol,
                    double mu[], double rest[])
{
    double moved = 0;

    for (zn_index f = 0; f < c->faces; f++) {
        double slack = -c->K[f], hh = 0, hr = 0, next;
        for (zn_index j = 0; j < c->size; j++) {
            const double h = c->H[f + j * c->faces];
            slack += h * lambda[j];
            hh += h * h;
            hr += h * rest[j];
        }
        if (slack > tol || hh == 0)
            continue;
        next = fmax(0, mu[f] + hr / hh);
        for (zn_index j = 0; j < c->size; j++)
            rest[j] -= c->H[f + j * c->faces] * (next - mu[f]);
        moved = fmax(moved, fabs(next - mu[f]) * sqrt(hh));
        mu[f] = next;
    }
    return moved;
}

/* How far y is from H' mu with mu >= 0 and zero beside the active faces; work:
 * faces + size */
static double distance(const cone *c, const double y[], const double lambda[],
                       double tol, double work[])
{
    const int most = 10000; /* sweeps; normals at small angles are slow */
    double *mu = work, *rest = mu + c->faces, off = 0;

    memset(mu, 0, (size_t)c->faces * sizeof *mu);
    memcpy(rest, y, (size_t)c->size * sizeof *y);
    for (int i = 0; i < most && sweep(c, lambda, tol, mu, rest) > 1e-3 * tol;)
        i++;
    for (zn_index j = 0; j < c->size; j++)
        off = fmax(off, fabs(rest[j]));
    return off;
}

static bool admissible(const void *state, const double param[],
                       const double y[], const double lambda[], double tol)
{
    (void)param;
    const cone *c = state;
    zni_room room;
    bool good;

    for (zn_index f = 0; f < c->faces; f++) {
        double slack = -c->K[f];
        for (zn_index j = 0; j < c->size; j++)
            slack += c->H[f + j * c->faces] * lambda[j];
        if (!(slack >= -tol))
            return false;
    }
    zni_room_await(&c->rooms, &room);
    good = distance(c, y, lambda, tol, room.at) <= tol;
    zni_room_leave(&room);
    return good;
}

static void fini(void *state, zn_ctx *ctx)
{
    cone *c = state;

    zn_free_array(ctx, c->H);
    zni_rooms_fini(ctx, &c->rooms);
}

/* ---- construction --------------------------------------------------------- */

/* The point of P nearest to 0 is H' mu with 0 <= mu _|_ H H' mu - K >= 0. The
 * matrix is positive semi-definite, so Lemke's method ends on a ray only if
 * there is no point at all. */
static zn_status check_not_empty(zn_ctx *ctx, const cone *c)
{
    const zn_index m = c->faces, n = c->size;
    double *HH = zn_alloc(ctx, m * m + 3 * m, sizeof *HH);
    zn_solver *solver = NULL;
    zn_solve_info info;
    zn_status st = ZN_ENOMEM;

    if (!HH)
        return st;
    double *q = HH + m * m, *mu = q + m, *w = mu + m;
    for (zn_index i = 0; i < m; i++) {
        q[i] = -c->K[i];
        for (zn_index j = 0; j < m; j++)
            for (zn_index k = 0; k < n; k++)
                HH[i + j * m] += c->H[i + k * m] * c->H[j + k * m];
    }
    const zn_matrix M = zn_matrix_dense(m, m, HH);
    const zn_lcp lcp = {.n = m, .M = &M, .q = q};
    st = zn_solver_new(ctx, "lcp", "lemke", &solver);
    if (!st)
        st = zn_solver_set_real(solver, "tol", 1e-9);
    if (!st)
        st = zn_solver_solve(solver, &lcp, mu, w, &info);
    if (st == ZN_UNSOLVED)
        st = zn_fail(ctx, ZN_EINVAL,
                     "the polyhedron H lambda >= K is empty (%td faces, %td "
                     "rows)",
                     m, n);
    zn_solver_free(solver);
    zn_free_array(ctx, HH);
    return st;
}

static zn_status fill(zn_ctx *ctx, cone *c, zn_index n, zn_index m,
                      const double H[], const double K[])
{
    c->H = zn_alloc(ctx, m * n + m, sizeof *c->H);
    if (!c->H || zni_rooms_reserve(ctx, &c->rooms, 1, m + n))
        return ZN_ENOMEM;
    c->K = c->H + m * n;
    c->size = n;
    c->faces = m;
    for (zn_index k = 0; k < m * n + m; k++) {
        c->H[k] = k < m * n ? H[k] : K[k - m * n];
        if (!isfinite(c->H[k]))
            return zn_fail(ctx, ZN_EDOM, "%s(%td) is %g", k < m * n ? "H" : "K",
                           k < m * n ? k : k - m * n, c->H[k]);
    }
    return check_not_empty(ctx, c);
}

zn_status zn_law_normal_cone(zn_ctx *ctx, zn_index n, zn_index m,
                             const double H[], const double K[], zn_law **out)
{
    zn_status st;

    *out = NULL;
    if (n < 1 || n > ZNI_MAX_SIZE || m < 1 || m > ZNI_MAX_SIZE || !H || !K)
        return zn_fail(ctx, ZN_EINVAL,
                       "law 'normal-cone': %td rows, %td faces, H, K at %s", n,
                       m, H && K ? "their pointers" : "NULL");
    st = zn_law_new(ctx, "normal-cone", out);
    if (!st)
        st = zn_note(ctx, fill(ctx, (*out)->state, n, m, H, K),
                     "law 'normal-cone'");
    if (!st)
        return ZN_OK;
    zn_law_free(*out);
    *out = NULL;
    return st;
}

const zn_law_type zni_law_normal_cone = {
    .type = {.size = sizeof zni_law_normal_cone,
             .kind = ZN_KIND_LAW,
             .name = "normal-cone",
             .summary = "-y in N_P(lambda), P = {lambda : H lambda >= K}",
             .state_size = sizeof(cone)},
    .levels = ZN_LAW_POSITION | ZN_LAW_VELOCITY,
    .families = 1u << ZN_FIRST_ORDER,
    .always = true,
    .size = size,
    .cone = face_cone,
    .admissible = admissible,
    .check = check,
    .fini = fini,
};
