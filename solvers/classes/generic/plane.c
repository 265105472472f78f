/* plane.c - plane contacts, stops and relays as one linear complementarity problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/octave.h"
#include "../../linalg/units.h"
#include "generic.h"

/* Klarbring's form (1986; Stewart & Trinkle, IJNME 39, 1996) of contacts, which is exact in the plane, together with
 * rows in intervals. For each unit z = E x + lo, and
 *     contact     x = (r_N, b1, b2), r_T = b1 - b2, and a slack k:
 *                 0 <= E'w + (0, k, k) _|_ x >= 0,  0 <= mu r_N - b1 - b2 _|_ k >= 0
 *     [lo, inf)   0 <= w _|_ x >= 0
 *     [lo, hi]    0 <= w + k _|_ x >= 0,  0 <= hi - lo - x _|_ k >= 0
 * If M is positive semidefinite, Lemke's method ends at a solution or a ray, even with redundant rows, where Newton's
 * method and sweeps converge slowly. x is multiplied by c M / q and E'w divided by c q, where M and q are the largest
 * diagonal entry and constant term, and c is about the square root of the unit's diagonal entry over M. All of them are
 * powers of two: the matrix becomes of the order of one, whatever the units. */

/* the most rows of the linear problem: its full matrix takes 1 MB */
enum { MOST = 360 };

static bool touches(const zni_gm *g, zn_index a)
{
    return g->mu[a] >= 0;
}

static bool bounded(const zni_gm *g, zn_index a)
{
    return !touches(g, a) && g->hi[g->ro[a]] < INFINITY;
}

/* The number of unknowns of unit a with slacks (0: the unit is not of this form), then without them. */
static zn_index unknowns(const zni_gm *g, zn_index a)
{
    const zn_index i = g->ro[a];

    if (touches(g, a))
        return g->ro[a + 1] - i == 2 ? 4 : 0;
    return !(g->lo[i] > -INFINITY) ? 0 : bounded(g, a) ? 2 : 1;
}

static zn_index parts(const zni_gm *g, zn_index a)
{
    return touches(g, a) ? 3 : 1;
}

zn_index zni_gplane_rows(const zni_gm *g)
{
    zn_index m = 0;

    for (zn_index a = 0; a < g->nu; a++) {
        zn_index k = unknowns(g, a);

        if (k == 0 || m + k > MOST)
            return 0;
        m += k;
    }
    return m;
}

zn_index zni_gplane_most(zn_index n)
{
    return n < MOST / 2 ? 2 * n : MOST;
}

zn_status zni_gplane_reserve(zn_ctx *ctx, zni_gplane_work *k, zn_index m,
                             zn_index nu)
{
    zn_status st = ZNI_GROW(ctx, ZNI_BARE(k, v, m * m + 3 * m + nu), ZNI_ARRAY(k, at, nu));
    return st ? st : zni_lemke_reserve(&k->pivots, ctx, m, m * m);
}

void zni_gplane_fini(zn_ctx *ctx, zni_gplane_work *k)
{
    zni_lemke_fini(&k->pivots, ctx);
    ZNI_FREE(ctx, k->v, k->at);
}

/* Component j of x acts on row (j > 0) of its unit with this sign, which is the entry of E. */
static double sign(zn_index j)
{
    return j == 2 ? -1 : 1;
}

/* the factor of z of unit a, and the divisor of its w */
static double times(const zni_gplane_work *k, zn_index a)
{
    return k->c[a] * (k->size / k->unit);
}

static double by(const zni_gplane_work *k, zn_index a)
{
    return k->c[a] * k->unit;
}

/* A += E_a' M_ab E_b / (c_a c_b) */
static void block(const zni_gm *g, const zni_gplane_work *k, zn_index m,
                  zn_index a, zn_index e, double A[])
{
    const zn_index b = g->cells.col[e], d = g->ro[a + 1] - g->ro[a];
    const double *M = g->cells.x + g->cells.bp[e], c = by(k, a) * times(k, b);

    for (zn_index j = 0; j < parts(g, b); j++)
        for (zn_index i = 0; i < parts(g, a); i++)
            A[k->at[a] + i + (k->at[b] + j) * m] =
                sign(i) * sign(j) * M[(i > 0) + (j > 0) * d] / c;
}

/* fills the rows and columns of the slacks of unit a */
static void slacks(const zni_gm *g, const zni_gplane_work *k, zn_index m,
                   zn_index a, double A[], double b[])
{
    const zn_index x = k->at[a];

    if (touches(g, a)) {
        A[x + 3 + x * m] = g->mu[a];
        for (zn_index j = 1; j < 3; j++) {
            A[x + 3 + (x + j) * m] = -1;
            A[x + j + (x + 3) * m] = 1;
        }
        b[x + 3] = 0;
    } else if (bounded(g, a)) {
        const zn_index i = g->ro[a];

        A[x + 1 + x * m] = -1;
        A[x + (x + 1) * m] = 1;
        b[x + 1] = (g->hi[i] - g->lo[i]) * times(k, a);
    }
}

/* x of z, with slacks that fit w */
static void begin(const zni_gm *g, const zni_gplane_work *k, const double z[],
                  const double w[], double x[])
{
    for (zn_index a = 0; a < g->nu; a++) {
        const zn_index i = g->ro[a];
        const double c = times(k, a);
        double *to = x + k->at[a];

        if (touches(g, a)) {
            to[0] = fmax(0, z[i] * c);
            to[1] = fmax(0, z[i + 1] * c);
            to[2] = fmax(0, -z[i + 1] * c);
            to[3] = fabs(w[i + 1]) / by(k, a);
        } else {
            to[0] = fmax(0, (z[i] - g->lo[i]) * c);
            if (bounded(g, a))
                to[1] = fmax(0, -w[i] / by(k, a));
        }
    }
}

static void end(const zni_gm *g, const zni_gplane_work *k, const double x[],
                double z[])
{
    for (zn_index a = 0; a < g->nu; a++) {
        const zn_index i = g->ro[a];
        const double *from = x + k->at[a], c = times(k, a);

        if (touches(g, a)) {
            z[i] = from[0] / c;
            z[i + 1] = (from[1] - from[2]) / c;
        } else {
            z[i] = zni_gm_clip(g, i, from[0] / c + g->lo[i]);
        }
    }
}

/* The scales, and the first unknown of each unit. w = M lo + q. */
static void scale(const zni_gm *g, zni_gplane_work *k, const double w[])
{
    const double unit = zni_largest(w, g->n);
    double size = 0;
    zn_index at = 0;

    for (zn_index a = 0; a < g->nu; a++)
        size = fmax(size, fabs(g->cells.x[g->cells.bp[g->cells.diag[a]]]));
    k->size = size > 0 ? zni_octave(size) : 1;
    k->unit = unit > 0 && unit <= DBL_MAX ? zni_octave(unit) : 1;
    for (zn_index a = 0; a < g->nu; a++) {
        size = fabs(g->cells.x[g->cells.bp[g->cells.diag[a]]]);
        k->c[a] = size > 0 ? zni_root_octave(size / k->size) : 1;
        k->at[a] = at;
        at += unknowns(g, a);
    }
}

/* the matrix A and b = E'(M lo + q), scaled; w and v: n, work */
static void build(const zni_gm *g, zni_gplane_work *k, zn_index m, double A[],
                  double b[], double w[], double v[])
{
    memset(A, 0, (size_t)(m * m) * sizeof *A);
    for (zn_index i = 0; i < g->n; i++)
        v[i] = touches(g, g->cells.part[i]) ? 0 : g->lo[i];
    zni_gm_mul(g, v, g->p->q, w);
    scale(g, k, w);
    for (zn_index a = 0; a < g->nu; a++) {
        const double *r = w + g->ro[a];

        for (zn_index j = 0; j < parts(g, a); j++)
            b[k->at[a] + j] = sign(j) * r[j > 0] / by(k, a);
        for (zn_index e = g->cells.row[a]; e < g->cells.row[a + 1]; e++)
            block(g, k, m, a, e, A);
        slacks(g, k, m, a, A, b);
    }
}

zn_status zni_gplane_run(zni_call call, zni_gplane_work *k, double tol, zn_index max_iter,
                         const zni_gm *g)
{
    const zn_index m = zni_gplane_rows(g);
    zn_status st = zni_gplane_reserve(call.ctx, k, m, g->nu);

    if (st)
        return st;

    double *A = k->v, *b = A + m * m, *x = b + m, *y = x + m;
    zn_matrix M = zn_matrix_dense(m, m, A);
    zn_lcp lcp = {.n = m, .M = &M, .q = b};

    k->c = y + m;
    build(g, k, m, A, b, call.w, x); /* m >= n */
    zni_gm_mul(g, call.z, g->p->q, call.w);
    begin(g, k, call.z, call.w, x);
    /* the error measure of pivots is by rows: it is asked for much less than tol */
    k->pivots.tol = fmax(1e-14, 1e-3 * tol);
    k->pivots.max_iter = max_iter;
    st = zni_lemke_solve(&k->pivots, (zni_call){call.ctx, x, y, call.mon, call.info}, &lcp);
    if (st < 0)
        return st;
    end(g, k, x, call.z);
    zni_gm_mul(g, call.z, g->p->q, call.w);
    return zni_gm_error(g, call.z, call.w) <= tol ? ZN_OK : ZN_UNSOLVED;
}
