/* game.c - LCP of bimatrix games, by the path of Lemke and Howson
 *
 * M = [0 A; B' 0] with A, B > 0 and q < 0, where rows are divided by -q: A and B are the costs of
 * the m and l pure strategies of two players. If z = (x, y) is a solution then x / sum x and y / sum y are an
 * equilibrium, and there always is one. Lemke's path from the covering vector 1 may end on a ray, since the set
 * of almost complementary points is unbounded. With payoffs P = c - A, c - B > 0 instead of
 * costs these points lie in two polytopes, w = 1 - P z, so the path that starts at z = 0 by
 * increasing one z_k ends at an equilibrium (Lemke & Howson, J. SIAM 12, 1964).
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp.h"

#include <string.h>

/* the number of paths that are tried if rounding spoils one */
enum { PATHS = 8 };

/* a range of strategies */
typedef struct span {
    zn_index begin, end;
} span;

/* the strategies of the other player than that of strategy i */
static span others(zn_index n, zn_index m, zn_index i)
{
    return i < m ? (span){m, n} : (span){0, m};
}

zn_index zni_lcp_players(const zni_box *b)
{
    const double *M = b->M->x;
    const zn_index n = b->n;
    zn_index m = 0;

    if (b->M->storage != ZN_DENSE || M[0] != 0 || M[n * n - 1] != 0)
        return 0;
    for (zn_index j = 0; j < n; j++)
        if (!(b->q[j] < 0))
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

/* P = costs minus 1.5 times their largest one, the negative payoffs, all < 0; and the right-hand side, ones */
static void payoffs(const zni_box *b, zn_index m, double P[], double one[])
{
    const zn_index n = b->n;
    double most[2] = {0, 0};

    memset(P, 0, (size_t)(n * n) * sizeof *P);
    for (zn_index j = 0; j < n; j++) {
        const span theirs = others(n, m, j);
        double *big = &most[j < m];

        for (zn_index i = theirs.begin; i < theirs.end; i++) {
            const double cost = b->M->x[i + j * n] / -b->q[i];

            P[i + j * n] = cost;
            *big = cost > *big ? cost : *big;
        }
    }
    for (zn_index j = 0; j < n; j++) {
        const span theirs = others(n, m, j);

        for (zn_index i = theirs.begin; i < theirs.end; i++)
            P[i + j * n] -= 1.5 * most[j < m];
        one[j] = 1;
    }
}

/* Scale z at the end of a path to a solution with costs: the least cost of each player's strategies against it is 1.
 * false: it cannot be. */
static bool as_costs(const zni_box *b, zn_index m, double z[])
{
    const zn_index n = b->n;
    double least[2] = {INFINITY, INFINITY};

    for (zn_index i = 0; i < n; i++)
        z[i] = z[i] > 0 ? z[i] : 0;
    for (zn_index i = 0; i < n; i++) {
        const span theirs = others(n, m, i);
        double cost = 0;

        for (zn_index j = theirs.begin; j < theirs.end; j++)
            if (z[j] != 0)
                cost += b->M->x[i + j * n] / -b->q[i] * z[j];
        least[i < m] = cost < least[i < m] ? cost : least[i < m];
    }
    if (!(least[0] > 0 && least[1] > 0))
        return false;
    for (zn_index j = 0; j < n; j++)
        z[j] /= least[j >= m];
    return true;
}

/* Does z then solve the problem, perhaps after polishing? */
static zn_status equilibrium(zni_lemke *s, zn_ctx *ctx, const zni_box *b, zn_index m, double z[], double w[],
                             const zn_monitor *mon)
{
    zn_status st;

    if (!as_costs(b, m, z))
        return ZN_UNSOLVED;
    zni_box_dual(b, z, w);
    st = zni_box_polish(ctx, &s->work, b, s->tol, z, w, mon);
    return st || zni_box_residual(b, z, w) <= s->tol ? st : ZN_UNSOLVED;
}

/* Follow the path from z = 0 on which only pair k may violate complementarity. */
static zn_status follow(zni_lemke *s, zn_ctx *ctx, const zn_lcp *game, zn_index k, zn_monitor *mon,
                        zn_solve_info *info)
{
    const zn_status st = zni_dictionary_load(ctx, &s->t, game, game->n, mon, info);
    const zn_index r = st ? -1 : zni_lemke_blocking(&s->t, k);

    info->outcome = ZN_STALLED;
    return st      ? st
           : r < 0 ? ZN_UNSOLVED
                   : zni_lemke_follow(&s->t, game, r, k, k, s->max_iter, mon, info);
}

bool zni_lcp_game_few(const zni_box *b, zn_index m, zn_index most, double z[],
                      double w[], zn_index *pivots)
{
    double P[ZNI_LEMKE_FEW * ZNI_LEMKE_FEW], one[ZNI_LEMKE_FEW],
        x[ZNI_LEMKE_FEW];

    payoffs(b, m, P, one);
    const zn_matrix costs = zn_matrix_dense(b->n, b->n, P);
    const zni_box game = {.n = b->n, .M = &costs, .q = one};

    *pivots = zni_howson_few(&game, most, x);
    if (!*pivots || !as_costs(b, m, x))
        return false;
    memcpy(z, x, (size_t)b->n * sizeof *z);
    zni_box_dual(b, z, w);
    return true;
}

zn_status zni_lcp_game(zni_lemke *s, zni_call call, const zni_box *b)
{
    const zn_index n = b->n, m = zni_lcp_players(b);
    zn_status st = m > 0 ? zni_lemke_reserve(s, call.ctx, n, n * n) : ZN_EINVAL;

    if (!st)
        st = zn_grow(call.ctx, &s->P, &s->cap_P, n * n + n, sizeof *s->P);
    if (st)
        return st;
    double *one = s->P + n * n;
    const zn_matrix P = zn_matrix_dense(n, n, s->P);
    const zn_lcp game = {.n = n, .M = &P, .q = one};

    payoffs(b, m, s->P, one);
    call.info->iterations = 0;
    st = ZN_UNSOLVED;
    for (zn_index k = 0; k < n && k < PATHS && st; k++) {
        st = follow(s, call.ctx, &game, k, call.mon, call.info);
        if (!st) {
            zni_dictionary_z(&s->t, call.z);
            st = equilibrium(s, call.ctx, b, m, call.z, call.w, call.mon);
        }
        if (st < 0)
            return st;
        if (st && call.info->outcome == ZN_INTERRUPTED)
            break;
    }
    if (st) {
        memset(call.z, 0, (size_t)n * sizeof *call.z);
        memcpy(call.w, b->q, (size_t)n * sizeof *call.w);
        call.info->outcome = call.info->outcome == ZN_RAY ? ZN_STALLED : call.info->outcome;
        return st;
    }
    call.info->outcome = ZN_SOLVED;
    return ZN_OK;
}
