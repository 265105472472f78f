/* gsystem.c - the Newton system of a friction problem with the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "gsystem.h"

#include "../linalg/pieces.h"

/* Operations for each number in the blocks of the contacts, for the set-up of columns and their analysis. */
static const double SETTING = 1000;

bool zni_gsystem_fits(const zni_gsystem *s, const zn_monitor *mon)
{
    zni_vsystem both = {.operations = 2 * s->plan.operations};

    return zni_vsystem_fits(&both, mon);
}

zn_status zni_gsystem_begin(zn_ctx *ctx, zni_gsystem *s, zni_motion *g, double z[],
                            double u[], const zn_monitor *mon, zn_solve_info *info)
{
    zn_status st;

    if (!zni_limited(mon)) {
        if (zni_affords(mon, SETTING * (double)(g->d * g->m)))
            return ZN_OK;
    } else {
        st = zni_vsystem_plan(ctx, &s->plan, g, mon);
        if (st || zni_gsystem_fits(s, mon))
            return st;
    }
    info->outcome = ZN_TIME_LIMIT;
    zni_motion_move(g, z, u);
    return ZN_UNSOLVED;
}

zn_status zni_gsystem_set(zn_ctx *ctx, zni_gsystem *s, const zni_motion *g,
                          bool full)
{
    zn_index n = g->n, m = g->m, d = g->d, blocks = g->H.p[g->nc];
    /* H twice; -I, A and B if full, else B; zni_csc makes room for the diagonals that it adds */
    zn_index most = g->mass.columns.p[n] + 2 * d * blocks + (full ? m + 2 * d * m : d * m);
    zn_status st = zni_rows_set(ctx, &s->rows, &g->H, n, g->nc);

    /* pivots of an earlier problem would influence the rounding */
    zni_slu_restart(&s->square.slu);
    s->full = full;
    s->n = n;
    s->law = full ? n + m : n;
    s->size = n + (full ? 2 * m : m);
    if (!st)
        st = ZNI_GROW(ctx, ZNI_ARRAY(s, p, s->size + 1), ZNI_ARRAY(s, i, most),
                      ZNI_ARRAY(s, x, most));
    if (!st && m <= ZNI_ROOMY)
        st = zni_csc_reserve(ctx, &s->square.csc, s->size, most);
    return st ? st : zni_slu_reserve(ctx, &s->square.slu, s->size);
}

/* Is row or unknown i one of v (0), u (1) or r (2)? */
static int group(const zni_gsystem *s, zn_index n, zn_index i)
{
    return i < n ? 0 : i < s->law ? 1 : 2;
}

static void put(zni_gsystem *s, zn_index *at, zn_index n, zn_index i,
                zn_index j, double x)
{
    s->i[*at] = i;
    s->x[(*at)++] = x * s->by[group(s, n, i)] * s->of[group(s, n, j)];
}

/* Let m be the size of M and w that of H'M^-1 H, so h = sqrt(m w) that of H. Rows of M are scaled by 1/m and those of
 * H' by 1/h; u is in units of h and r of m/h; rows of phi are scaled so that their largest entry is near one. */
static void scales(zni_gsystem *s, const zni_motion *g, const double ab[])
{
    double m = zni_octave(g->inertia), h = zni_octave(sqrt(m * g->scale));
    double most[2] = {0, 0};
    zn_index dd = g->d * g->d;

    for (zn_index i = 0; i < 2 * dd * g->nc; i++)
        most[i / dd % 2] = fmax(most[i / dd % 2], fabs(ab[i]));
    s->of[0] = 1;
    s->of[1] = h;
    s->of[2] = m / h;
    s->by[0] = 1 / m;
    s->by[1] = 1 / h;
    most[0] = fmax(h * most[0], m / h * most[1]);
    s->by[2] = most[0] > 0 && isfinite(most[0]) ? 1 / zni_octave(most[0]) : 1;
}

/* Column j of M, and of the rows below it. */
static void mass_column(zni_gsystem *s, const zni_motion *g, zn_index j,
                        const double ab[], zn_index *at)
{
    zn_index n = g->n, d = g->d;
    const zni_by_columns *M = &g->mass.columns;

    for (zn_index k = M->p[j]; k < M->p[j + 1]; k++)
        put(s, at, n, M->i[k], j, M->x[k]);
    for (zn_index l = s->rows.p[j]; l < s->rows.p[j + 1]; l++) {
        zn_index a = s->rows.a[l];
        const double *h = g->H.x + d * s->rows.k[l], *A = ab + 2 * d * d * a;

        for (zn_index i = 0; i < d; i++) {
            double sum = 0;

            for (zn_index e = 0; e < d && !s->full; e++)
                sum += A[i + e * d] * h[e];
            put(s, at, n, n + d * a + i, j, s->full ? h[i] : sum);
        }
    }
}

void zni_gsystem_assemble(zni_gsystem *s, const zni_motion *g,
                          const double ab[])
{
    zn_index n = g->n, m = g->m, d = g->d, at = 0;
    zn_index law = s->law;

    scales(s, g, ab);
    for (zn_index j = 0; j < n; j++) {
        s->p[j] = at;
        mass_column(s, g, j, ab, &at);
    }
    for (zn_index j = 0; j < m && s->full; j++) {
        zn_index a = j / d;
        const double *A = ab + 2 * d * d * a + d * (j % d);

        s->p[n + j] = at;
        put(s, &at, n, n + j, n + j, -1);
        for (zn_index i = 0; i < d; i++)
            put(s, &at, n, law + d * a + i, n + j, A[i]);
    }
    for (zn_index j = 0; j < m; j++) {
        zn_index a = j / d, e = j % d;
        const double *B = ab + 2 * d * d * a + d * d + d * e;

        s->p[law + j] = at;
        for (zn_index k = g->H.p[a]; k < g->H.p[a + 1]; k++)
            put(s, &at, n, g->H.i[k], law + j, -g->H.x[d * k + e]);
        for (zn_index i = 0; i < d; i++)
            put(s, &at, n, law + d * a + i, law + j, B[i]);
    }
    s->p[s->size] = at;
}

zn_status zni_gsystem_factor(zn_ctx *ctx, zni_gsystem *s)
{
    const zn_matrix J = zni_view_columns(s->size, s->size, s->p, s->i, s->x);
    const zn_status st = zni_square_take(ctx, &s->square, &J);

    return st ? st : zni_square_factor(ctx, &s->square, false);
}

void zni_gsystem_solve(zni_gsystem *s, double b[])
{
    for (zn_index i = 0; i < s->size; i++)
        b[i] *= s->by[group(s, s->n, i)];
    zni_square_solve(&s->square, b);
    for (zn_index i = 0; i < s->size; i++)
        b[i] *= s->of[group(s, s->n, i)];
}

void zni_gsystem_fini(zn_ctx *ctx, zni_gsystem *s)
{
    zni_vsystem_fini(ctx, &s->plan);
    zni_square_fini(ctx, &s->square);
    zni_rows_fini(ctx, &s->rows);
    ZNI_FREE(ctx, s->p, s->i, s->x);
}
