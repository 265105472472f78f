/* game.c - the linear problems of two players' games, by Lemke and Howson's path
 *
 * M = [0 A; B' 0] with A, B > 0 and q < 0, each row divided by -q: costs of m and l pure
 * strategies. With z = (x, y) a solution, x / sum x and y / sum y are an equilibrium, and
 * one exists always. Lemke's path from the covering vector 1 may end on a ray: its set
 * of almost complementary points is unbounded. With payoffs c - A, c - B > 0 instead of
 * costs the points lie in two polytopes, w = 1 - P z, so the path that starts at z = 0 by
 * letting one z_k grow ends at an equilibrium (Lemke & Howson, J. SIAM 12, 1964).
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp.h"

#include <string.h>

/* paths that are tried, where rounding spoils one */
enum { PATHS = 8 };

/* The other player's strategies */
typedef struct span {
    zn_index begin, end;
} span;

static span others(zn_index n, zn_index m, zn_index i)
{
    return i < m ? (span){m, n} : (span){0, m};
}

zn_index zni_lcp_players(const zn_lcp *p)
{
    const double *M = p->M->x;
    const zn_index n = p->n;
    zn_index m = 0;

    if (p->M->storage != ZN_DENSE || M[0] != 0 || M[n * n - 1] != 0)
        return 0;
    for (zn_index j = 0; j < n; j++)
        if (!(p->q[j] < 0))
            return 0;
    while (m < n && M[m] == 0)
        m++;
    for (zn_index j = 0; j < n; j++, M += n) {
        const span theirs = others(n, m, j), own = others(n, m, theirs.begin);

        for (zn_index i = own.begin; i < own.end; i++)
            if (M[i] != 0)
                return 0;
        for (zn_index i = theirs.begin; i < theirs.end; i++)
            if (!(M[i] > 0))
                return 0;
    }
    return m < n ? m : 0;
}

/* -P: costs less their largest and a bit, so that all payoffs are positive */
static void payoffs(const zn_lcp *p, zn_index m, double P[])
{
    const zn_index n = p->n;
    double most[2] = {0, 0};

    memset(P, 0, (size_t)(n * n) * sizeof *P);
    for (zn_index j = 0; j < n; j++) {
        const span theirs = others(n, m, j);
        double *big = &most[j < m];

        for (zn_index i = theirs.begin; i < theirs.end; i++) {
            const double cost = p->M->x[i + j * n] / -p->q[i];

            P[i + j * n] = cost;
            *big = cost > *big ? cost : *big;
        }
    }
    for (zn_index j = 0; j < n; j++) {
        const span theirs = others(n, m, j);

        for (zn_index i = theirs.begin; i < theirs.end; i++)
            P[i + j * n] -= 1.5 * most[j < m];
    }
}

/* From z = 0 along the path on which only pair k may be violated. */
static zn_status follow(zni_lemke *s, zn_ctx *ctx, const zn_lcp *p, zn_index k,
                        zn_monitor *mon, zn_solve_info *info)
{
    zni_dictionary *t = &s->t;
    const zn_index n = p->n;
    zn_index e = k, out;
    zn_status st = zni_dictionary_load(ctx, t, p, n, mon, info);

    if (st)
        return st;
    do {
        zn_index r = zni_lemke_blocking(t, e);

        if (mon && zn_monitor_tick(mon, info->iterations, -1)) {
            info->outcome = ZN_INTERRUPTED;
            return ZN_UNSOLVED;
        }
        if (r < 0 || info->iterations >= s->max_iter) {
            info->outcome = r < 0 ? ZN_STALLED : ZN_ITERATION_LIMIT;
            return ZN_UNSOLVED;
        }
        info->iterations++;
        out = t->basic[r];
        st = zni_dictionary_pivot(t, r, e);
        if (st) {
            info->outcome = zni_dictionary_stopped(st);
            return st;
        }
        for (zn_index i = 0; i < n; i++)
            t->b[i] = t->b[i] < 0 ? 0 : t->b[i];
        e = -1 - t->where[out < n ? out + n : out - n];
    } while (out != k && out != n + k);
    return ZN_OK;
}

/* x, y to sums of 1 and back to costs: the other's least cost is 1. */
static bool to_costs(const zn_lcp *p, zn_index m, double z[])
{
    const zn_index n = p->n;
    double least[2] = {INFINITY, INFINITY};

    for (zn_index i = 0; i < n; i++) {
        const span theirs = others(n, m, i);
        double cost = 0;

        for (zn_index j = theirs.begin; j < theirs.end; j++)
            if (z[j] != 0)
                cost += p->M->x[i + j * n] / -p->q[i] * z[j];
        least[i < m] = cost < least[i < m] ? cost : least[i < m];
    }
    if (!(least[0] > 0 && least[1] > 0))
        return false;
    for (zn_index j = 0; j < n; j++)
        z[j] /= least[j >= m];
    return true;
}

/* z of a path's end, as costs */
static bool as_costs(const zni_box *b, zn_index m, double z[])
{
    const zn_lcp p = {.n = b->n, .M = b->M, .q = b->q};

    for (zn_index i = 0; i < b->n; i++)
        z[i] = z[i] > 0 ? z[i] : 0;
    return to_costs(&p, m, z);
}

/* Does it solve the problem then? */
static bool equilibrium(const zni_lemke *s, const zni_box *b, zn_index m,
                        double z[], double w[])
{
    return as_costs(b, m, z) && zni_box_error(b, z, w) <= s->tol;
}

bool zni_lcp_game_few(const zni_box *b, zn_index m, zn_index most, double z[],
                      double w[], zn_index *pivots)
{
    const zn_lcp p = {.n = b->n, .M = b->M, .q = b->q};
    double P[ZNI_LEMKE_FEW * ZNI_LEMKE_FEW], one[ZNI_LEMKE_FEW],
        x[ZNI_LEMKE_FEW];

    payoffs(&p, m, P);
    for (zn_index i = 0; i < b->n; i++)
        one[i] = 1;
    const zn_matrix costs = zn_matrix_dense(b->n, b->n, P);
    const zni_box game = {.n = b->n, .M = &costs, .q = one};

    *pivots = zni_howson_few(&game, most, x);
    if (!*pivots || !as_costs(b, m, x))
        return false;
    memcpy(z, x, (size_t)b->n * sizeof *z);
    zni_box_dual(b, z, w);
    return true;
}

zn_status zni_lcp_game(zni_lemke *s, zn_ctx *ctx, const zn_lcp *p, double z[],
                       double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zn_index n = p->n, m = zni_lcp_players(p);
    const zni_box box = zni_lcp_box(p);
    zn_status st = m > 0 ? zni_lemke_reserve(s, ctx, n, n * n) : ZN_EINVAL;

    if (!st)
        st = zn_grow(ctx, &s->P, &s->cap_P, n * n + n, sizeof *s->P);
    if (st)
        return st;
    double *one = s->P + n * n;
    const zn_matrix P = zn_matrix_dense(n, n, s->P);
    const zn_lcp game = {.n = n, .M = &P, .q = one};

    payoffs(p, m, s->P);
    for (zn_index i = 0; i < n; i++)
        one[i] = 1;
    info->iterations = 0;
    st = ZN_UNSOLVED;
    for (zn_index k = 0; k < n && k < PATHS; k++) {
        const zn_status path = follow(s, ctx, &game, k, mon, info);

        if (path < 0)
            return path;
        if (path) {
            if (info->outcome == ZN_INTERRUPTED)
                break;
            continue;
        }
        zni_dictionary_z(&s->t, z);
        if (!equilibrium(s, &box, m, z, w)) {
            if (!zni_dictionary_renew(&s->t, &game, s->v))
                continue;
            memcpy(z, s->v, (size_t)n * sizeof *z);
            if (!equilibrium(s, &box, m, z, w))
                continue;
        }
        info->outcome = ZN_SOLVED;
        st = ZN_OK;
        break;
    }
    if (st) {
        memset(z, 0, (size_t)n * sizeof *z);
        memcpy(w, p->q, (size_t)n * sizeof *w);
    }
    return st;
}
