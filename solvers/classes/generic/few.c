/* few.c - a mechanism of few rows: joints are eliminated part by part, what is left is a small problem of stops
 * SPDX-License-Identifier: Apache-2.0 */
#include "auto.h"

#include <math.h>
#include <string.h>

#include "../../linalg/few.h"
#include "../../linalg/parts.h"
#include "../../linalg/pieces.h"
#include "../../linalg/units.h"

/* With the equality rows E before the unilateral rows U, and q as one more column, elimination leaves
 *     w_U = S z_U + s,   S = M_UU - M_UE M_EE^-1 M_EU,   s = q_U - M_UE M_EE^-1 q_E,
 * a complementarity problem of few rows; z_E follows by back substitution. A joint has few neighbours, so that most
 * blocks are zero (../linalg/parts.h). A pivot that vanishes, as with redundant joints, ends the elimination. All
 * other failures show in w, and other methods are tried. */

enum { MOST = ZNI_GFEW, PART = ZNI_PART, CORRECTIONS = 3 };

/* A residual larger than ROUNDING |q| is corrected once; further corrections follow while it is larger than ENOUGH
 * times the tolerance, where ENOUGH is 1 / sqrt(6) because the error measure combines the six rows of a joint. */
static const double ROUNDING = 0x1p-40, ENOUGH = 0.4;

/* The place of a row is its number in the order E, U. */
typedef struct few {
    zni_parts p;
    unsigned char place[MOST], part[MOST]; /* of a row; of a place              */
} few;

/* ---- the problem by places ---------------------------------------------------------- */

static void new_part(few *t, zn_index at)
{
    t->p.first[t->p.np++] = at;
}

/* Gives places to the rows of one equality block, in the last part if it has room, else in new ones. */
static void assign_joint(few *t, zn_index rows, zn_index *at)
{
    if (t->p.np == 0 || *at + rows - t->p.first[t->p.np - 1] > PART)
        new_part(t, *at);
    for (zn_index i = 0; i < rows; i++, ++*at) {
        if (*at - t->p.first[t->p.np - 1] == PART)
            new_part(t, *at);
        t->part[*at] = (unsigned char)(t->p.np - 1);
    }
}

/* Are there equality and unilateral rows only, and few of them? */
static bool suits(const zn_generic *p)
{
    zn_index e = 0;

    for (zn_index b = 0; b < p->nb; b++) {
        if (p->kind[b] > ZN_GENERIC_UNILATERAL)
            return false;
        if (p->kind[b] == ZN_GENERIC_EQUALITY)
            e += p->start[b + 1] - p->start[b];
    }
    return p->n <= MOST && e > 0 && p->n - e <= ZNI_GFEW_STOPS;
}

/* Assigns places and parts to all rows. */
static void assign_places(few *t, const zn_generic *p)
{
    zn_index at = 0, rest;

    t->p.n = p->n;
    t->p.np = 0;
    for (zn_index b = 0; b < p->nb; b++) {
        if (p->kind[b] == ZN_GENERIC_UNILATERAL)
            continue;
        for (zn_index i = p->start[b], k = at; i < p->start[b + 1]; i++)
            t->place[i] = (unsigned char)k++;
        assign_joint(t, p->start[b + 1] - p->start[b], &at);
    }
    t->p.e = rest = at;
    t->p.first[t->p.np] = at;
    t->p.first[t->p.np + 1] = t->p.n;
    for (zn_index b = 0; b < p->nb; b++)
        for (zn_index i = p->start[b];
             p->kind[b] == ZN_GENERIC_UNILATERAL && i < p->start[b + 1]; i++, rest++) {
            t->place[i] = (unsigned char)rest;
            t->part[rest] = (unsigned char)t->p.np;
        }
}

static void couple(few *t, zn_index r, zn_index c)
{
    t->p.beside[r] |= UINT32_C(1) << c;
    t->p.beside[c] |= UINT32_C(1) << r;
}

/* are rows i ... i + m - 1 in one part and in consecutive places? */
static bool together(const few *t, zn_index i, zn_index m)
{
    const zn_index r = t->place[i], s = t->place[i + m - 1];

    return m == 1 || (m <= PART && s == r + m - 1 && t->part[r] == t->part[s]);
}

/* Copies a stored block whose rows and whose columns are in consecutive places. */
static void load_block(few *t, const zni_piece *b, const double x[])
{
    const zn_index r = t->place[b->r], c = t->place[b->c];

    if (!zni_any(b->m * b->n, x)) /* a stored zero does not couple parts */
        return;
    for (zn_index j = 0; j < b->n; j++, x += b->m) {
        double *to = t->p.A + (c + j) * t->p.n + r;

        for (zn_index i = 0; i < b->m; i++)
            to[i] = x[i];
    }
    couple(t, t->part[r], t->part[c]);
}

/* Copies a stored block entry by entry, as its rows or columns are in several parts. */
static void load_numbers(few *t, const zni_piece *b, const double x[])
{
    for (zn_index j = 0; j < b->n; j++)
        for (zn_index i = 0; i < b->m; i++) {
            const double a = x[i + j * b->m];
            const zn_index r = t->place[zni_piece_row(b, i)], c = t->place[b->c + j];

            if (a == 0)
                continue;
            t->p.A[r + c * t->p.n] = a;
            couple(t, t->part[r], t->part[c]);
        }
}

static void load(few *t, const zn_generic *p)
{
    const zn_matrix *M = p->M;
    double *q = t->p.A + t->p.n * t->p.n;

    memset(t->p.A, 0, (size_t)(t->p.n * t->p.n) * sizeof *t->p.A);
    memset(t->p.beside, 0, (size_t)(t->p.np + 1) * sizeof *t->p.beside);
    for (zni_piece b = {0}; zni_next_piece(M, &b);)
        if (M->storage == ZN_BSR && together(t, b.r, b.m) && together(t, b.c, b.n))
            load_block(t, &b, M->x + b.at);
        else
            load_numbers(t, &b, M->x + b.at);
    for (zn_index i = 0; i < t->p.n; i++)
        q[t->place[i]] = p->q[i];
    for (zn_index i = 0; i < t->p.e; i++)
        t->p.was[i] = fabs(t->p.A[i * (t->p.n + 1)]);
}

/* ---- the stops ---------------------------------------------------------------------- */

/* Solves 0 <= S x + s _|_ x >= 0 for x_U, where S has been formed in its place: by the active set of x, else from 0 by
 * pivots. */
static bool solve_stops(few *t, double tol, zni_warm *warm, const double s[], double x[])
{
    const zn_index e = t->p.e, m = t->p.n - e;
    const double *first = t->p.A + e * t->p.n + e;
    double S[ZNI_GFEW_STOPS * ZNI_GFEW_STOPS], w[ZNI_GFEW_STOPS];
    zn_solve_info aside;
    zn_index pivots;

    if (m == 0)
        return true;
    if (m == 1) {
        x[0] = s[0] < 0 ? -s[0] / *first : 0;
        return *first > 0;
    }
    for (zn_index j = 0; j < m; j++)
        memcpy(S + j * m, first + j * t->p.n, (size_t)m * sizeof *S);

    const zn_matrix M = {.storage = ZN_DENSE, .rows = m, .cols = m, .x = S};
    const zni_box b = {.n = m, .M = &M, .q = s};

    return (zni_largest(x, m) > 0 &&
            zni_box_warm(warm, &b, 0.5 * tol, 0, x, w, NULL, &aside)) ||
           zni_lemke_few(&b, true, 50 * m, x, w, &pivots);
}

/* ---- all together ------------------------------------------------------------------- */

/* z from x, w = M z + q, and r = w by places. Returns the largest violation of w_E = 0, w_U >= 0, and w_U = 0 where
 * x_U > 0. */
static double answer(const few *t, const zn_generic *p, const double x[], double z[], double w[],
                  double r[])
{
    double most = 0;

    for (zn_index i = 0; i < t->p.n; i++)
        z[i] = x[t->place[i]];
    memcpy(w, p->q, (size_t)t->p.n * sizeof *w);
    zn_matrix_mul(p->M, 1, z, 1, w);
    for (zn_index i = 0; i < t->p.n; i++) {
        const bool low = t->place[i] >= t->p.e && !(x[t->place[i]] > 0);
        const double a = low ? -w[i] : fabs(w[i]);

        r[t->place[i]] = w[i];
        if (!(a <= most))
            most = a;
    }
    return most;
}

/* One step of iterative refinement of x, whose w is r: s is the w_U that belongs to x_U = 0 and w_E = 0. */
static bool correct(few *t, double tol, zni_warm *warm, double r[], double x[])
{
    const zn_index e = t->p.e, m = t->p.n - e;
    double s[ZNI_GFEW_STOPS], now[ZNI_GFEW_STOPS], more[MOST];

    zni_parts_forward(&t->p, r);
    for (zn_index i = 0; i < m; i++) {
        s[i] = r[e + i];
        now[i] = x[e + i];
        for (zn_index j = 0; j < m; j++)
            s[i] -= t->p.A[e + i + (e + j) * t->p.n] * x[e + j];
    }
    if (!solve_stops(t, tol, warm, s, now))
        return false;
    for (zn_index i = 0; i < m; i++)
        more[e + i] = now[i] - x[e + i];
    zni_parts_back(&t->p, r, more);
    for (zn_index i = 0; i < e; i++)
        x[i] += more[i];
    memcpy(x + e, now, (size_t)m * sizeof *now);
    return true;
}

/* Not inlined, so that its memory on the stack is touched only for problems that suit. */
__attribute__((noinline)) static bool eliminated(const zn_generic *p, double tol, zni_warm *warm,
                                                 double z[], double w[], zn_solve_info *info)
{
    double x[MOST], r[MOST], left, size;
    int k = 0;
    const double *q;
    few t;

    assign_places(&t, p);
    load(&t, p);
    if (!zni_parts_eliminate(&t.p))
        return false;
    q = t.p.A + t.p.n * t.p.n;
    for (zn_index i = 0; i < t.p.n; i++)
        x[t.place[i]] = z[i];
    if (!solve_stops(&t, tol, warm, q + t.p.e, x + t.p.e))
        return false;
    zni_parts_back(&t.p, q, x);
    left = answer(&t, p, x, z, w, r);
    size = zni_largest(p->q, t.p.n);
    for (; k < CORRECTIONS && left > (k == 0 ? ROUNDING : ENOUGH * tol) * size; k++) {
        if (!correct(&t, tol, warm, r, x))
            return false;
        left = answer(&t, p, x, z, w, r);
    }
    info->solver = "eliminated";
    info->iterations = 1 + k;
    return true;
}

bool zni_gfew(const zn_generic *p, double tol, zni_warm *warm, double z[], double w[],
              zn_solve_info *info)
{
    return suits(p) && eliminated(p, tol, warm, z, w, info);
}
