/* block.c - a block of the matrix of a one-step problem: rows of one interaction, columns of another
 *
 *   M_ab = [a = b] D_a + sum_j row_factor C_a^j W_j^-1 B_b^j col_factor
 *
 * over the systems j that a and b share.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/vectors.h"
#include "kernel/osnsp/problem.h"

#include "solvers/linalg/wide.h"

/* ---- three rows and three columns: contacts in space ------------------------------- */

/* Three columns of which each unknown has its part: those of X, n x 3 with leading dimension nx, or of W^-1 B',
 * B 3 x n, W diagonal, as X would be that is not kept */
typedef struct columns {
    const double *X;
    zn_index nx;
    const double *B, *W;
} columns;

/* Row d of them, times f; last: nothing behind B is read. */
static ZNI_INTO_WIDE void take_row(bool divided, const columns *of, zn_index d, bool last, double f,
                                   double to[3])
{
    zni_lanes x;

    if (!divided) {
        for (int c = 0; c < 3; c++)
            to[c] = f * of->X[d + c * of->nx];
        return;
    }
    if (last)
        zni_take3(of->B + 3 * d, &x);
    else
        zni_take4(of->B + 3 * d, &x);
    x = x / of->W[d] * f;
    for (int c = 0; c < 3; c++)
        to[c] = x[c];
}

/* What unknown d adds; last: nothing behind H is read, else four numbers are. */
static ZNI_INTO_WIDE void add_one(bool divided, const double *H, const columns *of, zn_index d,
                                  bool last, double f, zni_lanes sum[3])
{
    double x[3];
    zni_lanes h;

    if (last)
        zni_take3(H + 3 * d, &h);
    else
        zni_take4(H + 3 * d, &h);
    take_row(divided, of, d, last, f, x);
    for (int c = 0; c < 3; c++)
        sum[c] += h * x[c];
}

/* out += f H X, H 3 x n */
static ZNI_INTO_WIDE void add_columns(bool divided, zn_index n, double f, const double *H,
                                      const columns *of, double *out, zn_index ld)
{
    zni_lanes sum[3];
    zn_index d = 0;

    for (int c = 0; c < 3; c++)
        zni_take3(out + c * ld, &sum[c]);
    if (n == ZNI_BODY) {
        add_one(divided, H, of, 0, false, f, sum);
        add_one(divided, H, of, 1, false, f, sum);
        add_one(divided, H, of, 2, false, f, sum);
        add_one(divided, H, of, 3, false, f, sum);
        add_one(divided, H, of, 4, false, f, sum);
        d = 5;
    }
    for (; d < n - 1; d++)
        add_one(divided, H, of, d, false, f, sum);
    add_one(divided, H, of, d, true, f, sum);
    for (int c = 0; c < 3; c++)
        zni_put3(&sum[c], out + c * ld);
}

ZNI_WIDE static void add_three(zn_index n, double f, const double H[], const double X[],
                               zn_index nx, double out[], zn_index ld)
{
    add_columns(false, n, f, H, &(columns){.X = X, .nx = nx}, out, ld);
}

ZNI_WIDE static void divide_three(zn_index n, double f, const double H[], const double B[],
                                  const double W[], double out[], zn_index ld)
{
    add_columns(true, n, f, H, &(columns){.B = B, .W = W}, out, ld);
}

/* ---- three or five rows of a rigid body: most joints -------------------------------- */

/* Unknown d in a column of five rows, four and the last one */
static ZNI_INTO_WIDE void add_five(zn_index d, double f, const double *restrict H,
                                   const double *restrict X, zni_lanes *sum, double *last)
{
    const double x = f * X[d];
    zni_lanes h;

    zni_take4(H + 5 * d, &h);
    *sum += h * x;
    *last += H[5 * d + 4] * x;
}

/* The same of three rows */
static ZNI_INTO_WIDE void add_two_and_one(zn_index d, double f, const double *restrict H,
                                          const double *restrict X, zni_pair *sum, double *last)
{
    const double x = f * X[d];
    zni_pair h;

    zni_take2(H + 3 * d, &h);
    *sum += h * x;
    *last += H[3 * d + 2] * x;
}

/* out += f H X, H 5 x 6, X of k columns */
ZNI_WIDE static void add_fives(zn_index k, double f, const double *restrict H,
                               const double *restrict X, zn_index nx, double *restrict out,
                               zn_index ld)
{
    for (; k > 0; k--, X += nx, out += ld) {
        double last = out[4];
        zni_lanes sum;

        zni_take4(out, &sum);
        add_five(0, f, H, X, &sum, &last);
        add_five(1, f, H, X, &sum, &last);
        add_five(2, f, H, X, &sum, &last);
        add_five(3, f, H, X, &sum, &last);
        add_five(4, f, H, X, &sum, &last);
        add_five(5, f, H, X, &sum, &last);
        zni_put4(&sum, out);
        out[4] = last;
    }
}

/* The same with H 3 x 6 */
static void add_threes(zn_index k, double f, const double *restrict H, const double *restrict X,
                       zn_index nx, double *restrict out, zn_index ld)
{
    for (; k > 0; k--, X += nx, out += ld) {
        double last = out[2];
        zni_pair sum;

        zni_take2(out, &sum);
        add_two_and_one(0, f, H, X, &sum, &last);
        add_two_and_one(1, f, H, X, &sum, &last);
        add_two_and_one(2, f, H, X, &sum, &last);
        add_two_and_one(3, f, H, X, &sum, &last);
        add_two_and_one(4, f, H, X, &sum, &last);
        add_two_and_one(5, f, H, X, &sum, &last);
        zni_put2(&sum, out);
        out[2] = last;
    }
}

/* ---- any ----------------------------------------------------------------------------- */

/* The next where it is one of the sums above; false: it is none. */
static inline bool add_few(const zni_member *a, const zni_lin *s, zn_index i, const zni_member *b,
                           const double X[], zn_index n, double f, double out[], zn_index ld)
{
    const double *H = s->H + zni_lin_uo(s, i) * s->m;

    if (s->touch || a->nact != s->m || b->nact != b->size)
        return false;
    if (s->m == 3 && b->size == 3)
        add_three(s->n[i], f, H, X, n, out, ld);
    else if (s->m == 5 && s->n[i] == ZNI_BODY)
        add_fives(b->size, f, H, X, n, out, ld);
    else if (s->m == 3 && s->n[i] == ZNI_BODY)
        add_threes(b->size, f, H, X, n, out, ld);
    else
        return false;
    return true;
}

/* out += f H X, active rows of a in system i, active columns of b, whose rows of
 * X for that system begin at X with leading dimension n; `where` says in which row
 * an unknown is, NULL: in its own */
static void add_block(const zni_member *a, const zni_lin *s, zn_index i,
                      const zni_member *b, const double X[], zn_index n,
                      const zn_index *where, double f, double out[],
                      zn_index ld)
{
    const zn_index *touch = zni_lin_touched(s, i);
    const bool plain = !touch && !where && a->nact == s->m;

    for (zn_index c = 0; c < b->nact; c++) {
        const double *H = s->H + zni_lin_uo(s, i) * s->m,
                     *Xc = X + zni_member_active(b)[c] * n;
        double *o = out + c * ld;

        if (plain) {
            zni_add_times(s->m, s->n[i], f, H, Xc, o);
            continue;
        }
        for (zn_index d = 0; d < s->n[i]; d++, H += s->m) {
            const zn_index u = touch ? touch[d] : d;
            const double x = f * Xc[where ? where[u] : u];

            if (x == 0)
                continue;
            if (a->nact == s->m)
                zni_add_scaled(s->m, x, H, o);
            else
                for (zn_index r = 0; r < a->nact; r++)
                    o[r] += H[zni_member_active(a)[r]] * x;
        }
    }
}

/* D, or the compliance of a force, in the block of an interaction with itself. */
static ZNI_INTO_WIDE void write_direct(const zni_member *a, const zni_lin *s, double out[],
                                       zn_index ld)
{
    const double *D = a->level == ZN_LEVEL_POSITION ? s->more->D : NULL;

    for (zn_index c = 0; D && c < a->nact; c++)
        for (zn_index r = 0; r < a->nact; r++)
            out[r + c * ld] =
                D[zni_member_active(a)[r] + zni_member_active(a)[c] * s->m];
    for (zn_index c = 0; a->more->force && c < a->nact; c++)
        out[c + c * ld] = zni_member_compliance(a, zni_member_active(a)[c]);
}

/* The same of a member that keeps no X. */
static void divide_block(const zni_problem *p, const zni_member *a,
                         const zni_lin *s, zn_index i, const zni_member *b,
                         const zni_lin *of, const zni_part *part, double f,
                         double out[], zn_index ld)
{
    const double *B = of->H + zni_lin_uo(of, part->side) * of->m,
                 *W = zni_part_diagonal(p, part);
    double X[ZNI_DIVIDED_ROWS * ZNI_DIVIDED_MOST];

    if (!s->touch && s->m == 3 && a->nact == 3 && b->nact == 3) {
        divide_three(part->n, f, s->H + zni_lin_uo(s, i) * 3, B, W, out, ld);
        return;
    }
    for (zn_index d = 0; d < part->n; d++)
        for (zn_index r = 0; r < of->m; r++)
            X[d + r * part->n] = B[r + d * of->m] / W[d];
    if (!add_few(a, s, i, b, X, part->n, f, out, ld))
        add_block(a, s, i, b, X, part->n, NULL, f, out, ld);
}

/* The block of a and b gets what part `part` of b does to the rows of a in system i, which is of the part. */
static ZNI_INTO_WIDE void add_part(const zni_problem *p, const zni_member *a,
                                   const zni_lin *s, zn_index i, const zni_member *b,
                                   const zni_lin *of, const zni_part *part, const zni_reach *reach,
                                   double out[], zn_index ld)
{
    const double f = zni_member_row(a, i) * zni_member_col(b, part->side), *X;

    if (!b->act->X) {
        divide_block(p, a, s, i, b, of, part, f, out, ld);
        return;
    }
    X = b->act->X + part->at + a->side[i].goff;
    if (reach || !add_few(a, s, i, b, X, part->n, f, out, ld))
        add_block(a, s, i, b, X, part->n, reach ? reach->where : NULL, f, out, ld);
}

/* Is system i of a member, or its group, the part? */
static inline bool is_part(const zni_member *a, const zni_lin *s, zn_index i, const zni_part *part)
{
    return part->group < 0 ? s->body[i] == part->body : a->side[i].group == part->group;
}

void zni_problem_block(const zni_problem *p, zn_index k, zn_index l, double out[])
{
    const zni_member *a = zni_problem_member(p, k), *b = zni_problem_member(p, l);
    const zni_lin *s = zni_problem_lin(p, k), *of = zni_problem_lin(p, l);
    const zn_index ld = a->nact;

    zni_clear(ld * b->nact, out);
    if (a == b)
        write_direct(a, s, out, ld);
    for (zn_index j = 0; j < b->nparts; j++) {
        const zni_part part = zni_member_part(b, of, j);

        for (zn_index i = 0; i < s->nds; i++)
            if (is_part(a, s, i, &part))
                add_part(p, a, s, i, b, of, &part, zni_part_reach(p, &part), out, ld);
    }
    if (a == b && a->more->soft)
        zni_member_soften(a, s, out, ld);
}

/* The same of one row and one column, of what is of one part; without factors. */
static double dot(const zni_problem *p, const zni_member *a, const zni_lin *s, zn_index i, zn_index r,
                  const zni_member *b, const zni_lin *of, const zni_part *part, zn_index c)
{
    const zn_index *touch = zni_lin_touched(s, i);
    const zni_reach *reach = zni_part_reach(p, part);
    const double *H = s->H + zni_lin_uo(s, i) * s->m + r,
                 *X = b->act->X ? b->act->X + part->at + c * part->n + a->side[i].goff : NULL,
                 *B = of->H + zni_lin_uo(of, part->side) * of->m + c,
                 *W = X ? NULL : zni_part_diagonal(p, part);
    double sum = 0;

    for (zn_index d = 0; d < s->n[i]; d++, H += s->m) {
        const zn_index u = touch ? touch[d] : d;
        sum += *H * (X ? X[reach ? reach->where[u] : u] : B[u * of->m] / W[u]);
    }
    return sum;
}

double zni_problem_entry(const zni_problem *p, zn_index k, zn_index r, zn_index l, zn_index c)
{
    const zni_member *a = zni_problem_member(p, k), *b = zni_problem_member(p, l);
    const zni_lin *s = zni_problem_lin(p, k), *of = zni_problem_lin(p, l);
    double sum = 0;

    for (zn_index j = 0; j < b->nparts; j++) {
        const zni_part part = zni_member_part(b, of, j);

        for (zn_index i = 0; i < s->nds; i++)
            if (is_part(a, s, i, &part))
                sum += dot(p, a, s, i, r, b, of, &part, c);
    }
    return sum;
}

/* The columns of one member in all rows, which are zero before. */
static void fill_columns(const zni_problem *p, zn_index l, double x[])
{
    const zni_member *b = zni_problem_member(p, l);
    const zni_lin *of = zni_problem_lin(p, l);
    const zni_choice *c = &p->active;

    write_direct(b, of, x + b->first, c->n);
    for (zn_index j = 0; j < b->nparts; j++) {
        const zni_part part = zni_member_part(b, of, j);
        const zni_reach *reach = zni_part_reach(p, &part);
        const zn_index node = part.group < 0 ? part.body : p->nbody + part.group;

        for (zn_index k = 0; k < c->nact; k++) {
            const zni_member *a = zni_problem_member(p, c->act[k]);
            const zni_lin *s;

            if (a->end[0] != node && a->end[1] != node)
                continue;
            s = zni_problem_lin(p, c->act[k]);
            for (zn_index i = 0; i < s->nds; i++)
                if (is_part(a, s, i, &part))
                    add_part(p, a, s, i, b, of, &part, reach, x + a->first, c->n);
        }
    }
    if (b->more->soft)
        zni_member_soften(b, of, x + b->first, c->n);
}

/* The matrix of a member alone that keeps no X, of one system and three rows; false: it is another one. */
static bool divide_alone(const zni_problem *p, zn_index k, double x[])
{
    const zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);
    zni_part part;

    if (m->act->X || s->nds != 1 || s->m != 3 || m->nact != 3 || m->level != ZN_LEVEL_VELOCITY ||
        m->more->soft)
        return false;
    part = zni_member_part(m, s, 0);
    memset(x, 0, 9 * sizeof *x);
    divide_three(part.n, zni_member_row(m, 0) * zni_member_col(m, 0), s->H, s->H,
                 zni_part_diagonal(p, &part), x, 3);
    return true;
}

void zni_problem_dense(const zni_problem *p, double x[])
{
    const zni_choice *c = &p->active;

    if (c->nact == 1) { /* most often */
        if (!divide_alone(p, c->act[0], x))
            zni_problem_block(p, c->act[0], c->act[0], x);
        return;
    }
    zni_clear(c->n * c->n, x);
    for (zn_index l = 0; l < c->nact; l++)
        fill_columns(p, c->act[l], x + zni_problem_member(p, c->act[l])->first * c->n);
}
