/* block_rows.c - values of the matrix of a one-step problem in block rows
 *
 *   M_ab = sum_j f Y_a^j H_b^j',   Y = H W^-1,   f = row_factor col_factor
 *
 * over the systems j that a and b share, of contacts in space that divide by W (member.h) and have as many
 * unknowns and the same factors in all systems, as those of rigid bodies under one integrator: Y is
 * made once for all blocks of a row, and M_ba is M_ab transposed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

#include "solvers/linalg/wide.h"

enum { ROWS = ZNI_DIVIDED_ROWS };

/* What these contacts have in common. */
typedef struct common {
    zn_index n;      /* unknowns of a system; 0: there is none yet */
    double row, col; /* factors */
} common;

/* f Y of the systems of a contact; four numbers are written at a time. */
typedef struct scaled {
    double Y[2][ROWS * ZNI_DIVIDED_MOST + 1];
} scaled;

/* Is that all there is of the active interaction? */
static bool divides(const zni_member *m, const zni_lin *s)
{
    return !m->act->X && m->nact == ROWS && s->m == ROWS && !s->more->D &&
           !m->more->force && !m->more->soft;
}

/* @return H of such a contact, the first of which says what they have in common; else NULL */
static const double *look(const zni_problem *p, zn_index slot, common *all)
{
    const zni_member *m = zni_problem_member(p, p->active.act[slot]);
    const zni_lin *s = zni_problem_lin(p, p->active.act[slot]);

    if (!divides(m, s))
        return NULL;
    if (!all->n)
        *all = (common){s->n[0], zni_member_row(m, 0), zni_member_col(m, 0)};
    for (zn_index j = 0; j < s->nds; j++)
        if (s->n[j] != all->n || zni_member_row(m, j) != all->row ||
            zni_member_col(m, j) != all->col)
            return NULL;
    return s->H;
}

/* W of system j of a contact */
static const double *divisor(const zni_problem *p, zn_index slot, int j)
{
    const zn_index k = p->active.act[slot];
    const zni_part part =
        zni_member_part(zni_problem_member(p, k), zni_problem_lin(p, k), j);

    return zni_part_diagonal(p, &part);
}

/* Y = f H W^-1 */
static ZNI_INTO_WIDE void scale(zn_index n, double f, const double *H,
                                const double *W, double *Y)
{
    for (zn_index d = 0; d < n; d++) {
        zni_lanes h;

        zni_take3(H + 3 * d, &h); /* nothing behind H is read */
        h *= f / W[d];
        zni_put4(&h, Y + 3 * d);
    }
}

/* Unknown d in the columns of M += Y H' */
static ZNI_INTO_WIDE void add_one(zn_index d, const double *Y, const double *H,
                                  zni_lanes M[3])
{
    zni_lanes y;

    zni_take4(Y + 3 * d, &y);
    M[0] += y * H[3 * d];
    M[1] += y * H[3 * d + 1];
    M[2] += y * H[3 * d + 2];
}

/* M (3 x 3) += Y H'; most have the six unknowns of a rigid body */
static ZNI_INTO_WIDE void add(zn_index n, const double *Y, const double *H,
                              zni_lanes M[3])
{
    zn_index d = 0;

    for (; d + 6 <= n; d += 6, Y += 18, H += 18)
        for (zn_index i = 0; i < 6; i++)
            add_one(i, Y, H, M);
    for (; d < n; d++, Y += 3, H += 3)
        add_one(0, Y, H, M);
}

static ZNI_INTO_WIDE void transpose(const double *restrict M,
                                    double *restrict out)
{
    for (int r = 0; r < 3; r++) {
        out[3 * r] = M[r];
        out[3 * r + 1] = M[r + 3];
        out[3 * r + 2] = M[r + 6];
    }
}

/* M_kl and M_lk, which are one if k = l; end: the systems of k, and of l */
static ZNI_INTO_WIDE void meet(zn_index n, const scaled *k,
                               const int32_t end[2], const double *H,
                               const int32_t of[2], double *restrict kl,
                               double *lk)
{
    zni_lanes M[3] = {{0}, {0}, {0}};

    for (int i = 0; i < 2 && end[i] >= 0; i++)
        for (int j = 0; j < 2; j++)
            if (end[i] == of[j])
                add(n, k->Y[i], H + 3 * n * j, M);
    zni_put4(&M[0], kl);
    zni_put4(&M[1], kl + 3);
    zni_put3(&M[2], kl + 6);
    if (kl != lk)
        transpose(kl, lk);
}

static void general(const zni_problem *p, zn_index k, zn_index l, double out[])
{
    zni_problem_block(p, p->active.act[k], p->active.act[l], out);
}

/* Row k from its own block on, and column k below it. */
ZNI_WIDE static void row_and_column(const zni_problem *p, const common *all,
                                    zn_index k, double *x)
{
    const zni_assembled *M = &p->matrix;
    const double *const *H = M->divided, f = all->row * all->col;
    const zn_index last = M->p[k + 1];
    scaled Y;

    for (int j = 0; j < 2 && H[k] && M->end[k][j] >= 0; j++)
        scale(all->n, f, H[k] + 3 * all->n * j, divisor(p, k, j), Y.Y[j]);
    for (zn_index b = M->next[k]; b < last; b++) {
        const zn_index l = M->i[b];
        double *kl = x + M->bp[b], *lk = k == l ? kl : x + M->bp[M->next[l]++];

        if (H[k] && H[l]) {
            meet(all->n, &Y, M->end[k], H[l], M->end[l], kl, lk);
            continue;
        }
        general(p, k, l, kl);
        if (k != l)
            general(p, l, k, lk);
    }
}

void zni_problem_block_rows(const zni_problem *p, double x[])
{
    const zni_assembled *M = &p->matrix;
    common all = {0};

    for (zn_index k = 0; k < p->active.nact; k++) {
        M->next[k] = (int32_t)M->p[k];
        M->divided[k] = look(p, k, &all);
    }
    for (zn_index k = 0; k < p->active.nact; k++)
        row_and_column(p, &all, k, x);
}
