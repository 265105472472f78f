/* structured.c - random problems of families met in practice, whose solution is chosen before the data
 *
 *   obstacle      a string above the ground: M = -d^2/dx^2, n inner points of (0, 1)
 *   obstacle-2d   a membrane: five-point Laplacian, n the next lower square number
 *   bearing       a lubricating film with cavitation: -div(h^3 grad), h = 1 + 0.8 cos 2 pi x
 *   game          equilibria of two players: M = [0 A; B' 0], A, B > 0, q = -1
 *   bridges       rectifiers of four diodes each between nodes without capacitance: the
 *                 block of the equality rows is singular
 *   rank-one      relays that depend on one sum of states, at rest: M = a b', q of 1e-11
 *
 * The solutions of the first three are made of a function g, a sum of a few waves: z = max(g, 0)^2, w = max(-g, 0),
 * so that both vanish at the free boundary, as in an obstacle problem.
 * SPDX-License-Identifier: Apache-2.0 */
#include "structured.h"

#include <math.h>
#include <string.h>

enum { WAVES = 5 };

typedef struct field {
    double kx[WAVES], ky[WAVES], phase[WAVES], size[WAVES];
} field;

static field draw_field(zni_random *r, bool flat)
{
    field g;

    for (int k = 0; k < WAVES; k++) {
        g.kx[k] = 2 * M_PI * (1 + 3 * zni_random_unit(r));
        g.ky[k] = flat ? 0 : 2 * M_PI * (1 + 3 * zni_random_unit(r));
        g.phase[k] = 2 * M_PI * zni_random_unit(r);
        g.size[k] = zni_random_size(r);
    }
    return g;
}

static double at(const field *g, double x, double y)
{
    double sum = 0;

    for (int k = 0; k < WAVES; k++)
        sum += g->size[k] * sin(g->kx[k] * x + g->ky[k] * y + g->phase[k]);
    return sum;
}

/* conductance of the film between two points with the midpoint x */
static double film(bool bearing, double x)
{
    double h = 1 + 0.8 * cos(2 * M_PI * x);

    return bearing ? h * h * h : 1;
}

/* The differential operator on nx x ny inner points of the unit square, by columns. */
static zn_status grid(zni_store *s, zn_index nx, zn_index ny, bool bearing,
                      zn_matrix **out)
{
    const zn_index n = nx * ny;
    const double h = 1 / (double)(nx + 1), unit = 1 / (h * h);
    zni_entries e;

    *out = zni_store_alloc(s, 1, sizeof **out);
    if (!*out || zni_entries_new(s, 5 * n, &e))
        return ZN_ENOMEM;
    for (zn_index c = 0; c < n; c++) {
        const zn_index col = c % nx, row = c / nx;
        const double left = film(bearing, ((double)col + 0.5) * h),
                     right = film(bearing, ((double)col + 1.5) * h),
                     own = film(bearing, (double)(col + 1) * h);
        const bool flat = ny == 1;
        const struct {
            bool there;
            zn_index to;
            double x;
        } entry[] = {
            {row > 0, c - nx, -own},
            {col > 0, c - 1, -left},
            {true, c, left + right + (flat ? 0 : 2 * own)},
            {col + 1 < nx, c + 1, -right},
            {row + 1 < ny, c + nx, -own},
        };
        for (int k = 0; k < 5; k++)
            if (entry[k].there)
                zni_entry(&e, entry[k].to, c, unit * entry[k].x);
    }
    return zni_compress(s, n, n, &e, *out);
}

static zn_status make_field(zni_draws by, zni_random_result *out)
{
    const bool flat = by.o->family == ZNI_FAMILY_OBSTACLE;
    const zn_index nx = flat ? by.o->n : (zn_index)floor(sqrt((double)by.o->n)),
                   ny = flat ? 1 : nx;
    const field g = draw_field(by.r, flat);
    zn_matrix *M;
    double *q;
    zn_status st = grid(by.s, nx, ny, by.o->family == ZNI_FAMILY_BEARING, &M);

    if (!st)
        st = zni_random_solution(by.s, nx * ny, nx * ny, out);
    for (zn_index c = 0; !st && c < nx * ny; c++) {
        const double h = 1 / (double)(nx + 1);
        const double a =
            at(&g, (double)(c % nx + 1) * h, (double)(c / nx + 1) * h);

        out->z[c] = a > 0 ? a * a : 0;
        out->w[c] = a < 0 ? -a : 0;
    }
    if (!st)
        st = zni_random_rest(by.s, M, out->z, out->w, &q);
    if (st)
        return st;
    *(zn_lcp *)out->problem = (zn_lcp){.n = nx * ny, .M = M, .q = q};
    return ZN_OK;
}

/* ---- games ---------------------------------------------------------------------- */

/* Positive costs of m strategies against the weights y of the other's: 1 for those of
 * the first k, more for the others. M at (row, col), leading dimension n */
static void costs(zni_random *r, zn_index m, zn_index k, zn_index other,
                  const double y[], zn_index n, double M[], double w[])
{
    for (zn_index i = 0; i < m; i++) {
        double sum = 0, over = i < k ? 0 : zni_random_size(r);

        for (zn_index j = 0; j < other; j++) {
            M[i + j * n] = 1 + 9 * zni_random_unit(r);
            sum += M[i + j * n] * y[j];
        }
        for (zn_index j = 0; j < other; j++)
            M[i + j * n] *= (1 + over) / sum;
        w[i] = over;
    }
}

static zn_status make_game(zni_draws by, zni_random_result *out)
{
    const zn_index n = by.o->n > 1 ? by.o->n : 2, m = n / 2, l = n - m;
    const zn_index k = 1 + zni_random_below(by.r, m);
    zn_matrix *A = zni_store_alloc(by.s, 1, sizeof *A);
    double *M = zni_store_alloc(by.s, n * n, sizeof *M);
    double *q = zni_store_alloc(by.s, n, sizeof *q);
    zn_status st =
        A && M && q ? zni_random_solution(by.s, n, n, out) : ZN_ENOMEM;

    if (st)
        return st;
    for (zn_index i = 0; i < n; i++) {
        out->z[i] = (i < m ? i : i - m) < k ? zni_random_size(by.r) : 0;
        q[i] = -1;
    }
    costs(by.r, m, k, l, out->z + m, n, M + m * n, out->w);
    costs(by.r, l, k, m, out->z, n, M + m, out->w + m);
    *A = zn_matrix_dense(n, n, M);
    *(zn_lcp *)out->problem = (zn_lcp){.n = n, .M = A, .q = q};
    return ZN_OK;
}

zn_status zni_random_structured_lcp(zni_draws by, zni_random_result *out)
{
    return (by.o->family == ZNI_FAMILY_GAME ? make_game : make_field)(by, out);
}

/* ---- bridges --------------------------------------------------------------------- */

/* Each bridge has five rows: the current balance of a node of potential v, then four diodes with voltages z and
 * currents w: M = [0 C; -C' G], where G = g g' has rank one, plus 0.1 on its diagonal; the block of the equality
 * rows is zero. */
enum { ROWS = 5 };

zn_status zni_random_bridges(zni_draws by, zni_random_result *out)
{
    const zn_index nb = by.o->n / ROWS > 0 ? by.o->n / ROWS : 1, n = ROWS * nb;
    zn_matrix *M = zni_store_alloc(by.s, 1, sizeof *M);
    unsigned char *eq = zni_store_alloc(by.s, n, 1);
    zni_entries e;
    double *q;
    zn_status st = M && eq ? zni_random_solution(by.s, n, n, out) : ZN_ENOMEM;

    if (!st)
        st = zni_entries_new(by.s, 26 * nb, &e);
    if (st)
        return st;
    for (zn_index b = 0; b < nb; b++) {
        const zn_index v = ROWS * b;
        double g[4];

        eq[v] = 1;
        out->z[v] = zni_random_sign(by.r);
        for (int d = 0; d < 4; d++) {
            const zn_index row = v + 1 + d;
            const double c = d % 2 ? -1 : 1;

            g[d] = zni_random_size(by.r);
            zni_random_pair(by, &out->z[row], &out->w[row]);
            zni_entry(&e, v, row, c);
            zni_entry(&e, row, v, -c);
        }
        for (int k = 0; k < 16; k++) {
            const double own = k / 4 == k % 4 ? 0.1 : 0;

            zni_entry(&e, v + 1 + k / 4, v + 1 + k % 4, g[k / 4] * g[k % 4] + own);
        }
        if (b > 0) { /* one diode of the bridge before loads one of this bridge */
            zni_entry(&e, v + 1, v - 1, -0.05);
            zni_entry(&e, v - 1, v + 1, -0.05);
        }
    }
    st = zni_compress(by.s, n, n, &e, M);
    if (!st)
        st = zni_random_rest(by.s, M, out->z, out->w, &q);
    if (st)
        return st;
    *(zn_mlcp *)out->problem = (zn_mlcp){.n = n, .M = M, .q = q, .eq = eq};
    return ZN_OK;
}

/* ---- rank one ---------------------------------------------------------------------- */

zn_status zni_random_rank_one(zni_draws by, zni_random_result *out)
{
    const zn_index n = by.o->n;
    zn_matrix *M = zni_store_alloc(by.s, 1, sizeof *M);
    double *x = zni_store_alloc(by.s, n * n, sizeof *x);
    double *v = zni_store_alloc(by.s, 5 * n, sizeof *v);
    double *a = v, *b = a + n, *q = b + n, *lb = q + n, *ub = lb + n, sum = 0;
    zn_index most = 0;
    zn_status st =
        M && x && v ? zni_random_solution(by.s, n, n, out) : ZN_ENOMEM;

    if (st)
        return st;
    for (zn_index i = 0; i < n; i++) {
        a[i] = zni_random_size(by.r);
        b[i] = zni_random_size(by.r);
        most = b[i] > b[most] ? i : most;
        lb[i] = -1;
        ub[i] = 1;
    }
    /* b'z = 0 with one row between its bounds, that of the largest b_i */
    for (zn_index i = 0; i < n; i++) {
        if (i == most)
            continue;
        out->z[i] = sum > 0 ? -1 : 1;
        out->w[i] = -out->z[i] * 1e-11 * zni_random_size(by.r);
        sum += b[i] * out->z[i];
    }
    out->z[most] = -sum / b[most];
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            x[i + j * n] = a[i] * b[j];
    memcpy(q, out->w, (size_t)n * sizeof *q);
    *M = zn_matrix_dense(n, n, x);
    *(zn_relay *)out->problem = (zn_relay){.n = n, .M = M, .q = q, .lb = lb, .ub = ub};
    return ZN_OK;
}
