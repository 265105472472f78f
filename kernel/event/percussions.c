/* percussions.c - how contacts share an impact that fewer of them could bear
 *
 * Where rows depend on one another the motion tells the sum H' P and not who bears it. What is told of an
 * impact are the least of all P that do the same, in units by which rows have length one in the metric of
 * the mass, as reactions of joints are (osnsp/least_norm.c):
 *
 *     minimise  sum K_ii P_i^2,   P = P0 + N y,   K N = 0,   K = H M^-1 H'
 *
 * of the rows whose part of the law is an equality in this impact (w = 0): of joints, of gaps whose rate
 * obeys Newton's law, of contacts that stick. Rows of joints that follow from others are not in the problem
 * (osnsp/redundant.c), and share nevertheless, from P0 = 0. P >= 0 and |P_T| <= mu P_N hold all the way from
 * P0, the solver's, to the least: who comes to its bound stays there, and the others go on. The motion is
 * that of P0.
 * doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

#include <string.h>

/* Less of the largest w, of the largest entry of a direction, is none. */
static const double NONE = 1e-9;

/* Of more rows that meet in one impact the square matrices here would be the largest there are: they are
 * told as they were found. */
enum { MOST = 256 };

/* Rows that share, and what is worked with. */
typedef struct sharing {
    zni_event_driven *e;
    zn_index n, k;  /* rows, and directions N */
    zn_index in;    /* the first of them are in the problem */
    zn_index *row;  /* n, of the problem; behind these of lambda */
    zn_index *of;   /* k: the row that depends on others */
    double  *K, *N; /* n x n, n x k */
    double  *P, *d; /* n, and the way to the least */
    double  *y, *S; /* k, k x k */
    unsigned char *out; /* n: at its bound */
} sharing;

/* ---- who shares -------------------------------------------------------------------- */

static bool tight(const zni_problem *p, zn_index i, zn_index rows, double least)
{
    bool so = true;

    for (zn_index k = 0; so && k < rows; k++)
        so = fabs(p->rows.w[i + k]) <= least;
    return so;
}

/* Has its law a way of its own to share, as of springs? */
static bool has_own(const zni_event_driven *e, zn_index c)
{
    return zni_lins_whose(&e->s->lins, e->contact[c].place)->law->type->compliance;
}

/* Rows of the contact of row i: with friction all, without it the gap. */
static zn_index rows_of(const zni_event_driven *e, zn_index i)
{
    const zni_problem *p = &e->impact;
    const zn_index c = zni_event_contact(e, p->rows.where[i]);
    zn_index n = 1;

    while (i + n < p->active.n && n < 3 &&
           e->contact[zni_event_contact(e, p->rows.where[i + n])].tangent == n)
        n++;
    return e->contact[c].relay || e->contact[c].tangent || has_own(e, c) ? 0 : n;
}

static void choose(sharing *a)
{
    const zni_event_driven *e = a->e;
    const zni_problem *p = &e->impact;
    double size = 0;

    for (zn_index i = 0; i < p->active.n; i++)
        size = fmax(size, fabs(p->rows.q[i]));
    a->n = 0;
    for (zn_index i = 0, rows; i < p->active.n; i += rows ? rows : 1) {
        rows = rows_of(e, i);
        if (tight(p, i, rows, NONE * size))
            for (zn_index k = 0; k < rows; k++)
                a->row[a->n++] = i + k;
    }
    a->in = a->n;
}

/* Row c is one of a joint that was left out. */
static bool left_out(const zni_event_driven *e, zn_index c)
{
    return e->contact[c].bilateral && e->s->lins.redundant[e->contact[c].at] && !has_own(e, c);
}

/* How many there are. */
static zn_index count_left_out(const zni_event_driven *e)
{
    zn_index n = 0;

    for (zn_index c = e->now.row[0]; e->s->lins.nredundant && c < e->now.row[1]; c++)
        n += left_out(e, c);
    return n;
}

/* Behind the others those that were left out, and what bodies answer to them. */
static zn_status choose_left_out(sharing *a)
{
    zni_event_driven *e = a->e;
    zn_status st = ZN_OK;

    for (zn_index c = e->now.row[0]; e->s->lins.nredundant && !st && c < e->now.row[1]; c++) {
        const zn_index place = e->contact[c].place;
        if (!left_out(e, c))
            continue;
        a->row[a->n++] = e->contact[c].at;
        st = zni_member_linearise(&e->impact, place, e->s->body, &e->s->step);
        if (!st)
            st = zni_member_solve(&e->impact, place, e->s->body);
    }
    return st;
}

/* Its place in lambda. */
static zn_index where(const sharing *a, zn_index i)
{
    return i < a->in ? a->e->impact.rows.where[a->row[i]] : a->row[i];
}

static const zni_contact *contact(const sharing *a, zn_index i)
{
    return &a->e->contact[zni_event_contact(a->e, where(a, i))];
}

/* ---- which sums stay ----------------------------------------------------------------- */

/* Of M in block rows. */
static double entry(const zn_matrix *M, zn_index i, zn_index j)
{
    zn_index a = 0;

    if (M->storage == ZN_DENSE)
        return M->x[i + j * M->rows];
    while (M->ro[a + 1] <= i)
        a++;
    for (zn_index k = M->p[a]; k < M->p[a + 1]; k++) {
        const zn_index b = M->i[k];
        if (M->co[b] <= j && j < M->co[b + 1])
            return M->x[M->bp[k] + i - M->ro[a] +
                        (j - M->co[b]) * (M->ro[a + 1] - M->ro[a])];
    }
    return 0;
}

/* Of two rows of which the second was left out. */
static double left_entry(const sharing *a, zn_index i, zn_index j)
{
    const zni_contact *one = contact(a, i), *other = contact(a, j);

    return zni_problem_entry(&a->e->impact, one->place, one->row, other->place, other->row);
}

static void gram(sharing *a)
{
    const zn_index n = a->n;

    for (zn_index j = 0; j < a->in; j++)
        for (zn_index i = 0; i < a->in; i++)
            a->K[i + j * n] = entry(&a->e->impact.matrix.M, a->row[i], a->row[j]);
    for (zn_index j = a->in; j < n; j++)
        for (zn_index i = 0; i <= j; i++)
            a->K[i + j * n] = a->K[j + i * n] = left_entry(a, i, j);
}

/* N; what is rounding there is none. */
static void directions(sharing *a)
{
    const zn_index n = a->n;

    a->k = zni_rank_directions(&a->e->newton, n, a->K, a->out, a->N, a->of);
    for (zn_index q = 0; q < a->k; q++) {
        const double least = NONE * sqrt(a->K[a->of[q] * (n + 1)]);
        double *column = a->N + q * n;
        for (zn_index i = 0; i < n; i++)
            if (fabs(column[i]) * sqrt(a->K[i + i * n]) <= least)
                column[i] = 0;
    }
}

/* ---- to the least ---------------------------------------------------------------------- */

/* d = N y, (N' D N) y = -N' D P, D the diagonal of K. */
static void way(sharing *a)
{
    const zn_index n = a->n, k = a->k;
    zni_rank *r = &a->e->newton;

    for (zn_index q = 0; q < k; q++) {
        a->d[q] = 0;
        for (zn_index i = 0; i < n; i++)
            a->d[q] -= a->N[i + q * n] * a->K[i + i * n] * a->P[i];
        for (zn_index p = 0; p < k; p++) {
            a->S[p + q * k] = 0;
            for (zn_index i = 0; i < n; i++)
                a->S[p + q * k] +=
                    a->N[i + p * n] * a->K[i + i * n] * a->N[i + q * n];
        }
    }
    zni_rank_factor(r, k, a->S, NULL);
    zni_rank_solve(r, a->d, a->y);
    memset(a->d, 0, (size_t)n * sizeof *a->d);
    for (zn_index q = 0; q < k; q++)
        for (zn_index i = 0; i < n; i++)
            a->d[i] += a->y[q] * a->N[i + q * n];
}

/* The largest t <= 1 with |T + t dT| <= mu (P + t dP), which holds for t = 0; P of `rows` rows. */
static double bounded(const double P[], const double d[], zn_index rows, double mu)
{
    const double m2 = mu * mu;
    double a = m2 * d[0] * d[0], b = m2 * P[0] * d[0], c = m2 * P[0] * P[0], t = 1;

    if (P[0] + d[0] < 0)
        t = fmax(P[0], 0) / -d[0];
    for (zn_index k = 1; k < rows; k++) { /* a t^2 + 2 b t + c >= 0 */
        a -= d[k] * d[k];
        b -= P[k] * d[k];
        c -= P[k] * P[k];
    }
    if (rows == 1 || a * t * t + 2 * b * t + c >= 0)
        return t;
    /* the root in [0, t], in the form that does not cancel */
    const double w = sqrt(fmax(b * b - a * fmax(c, 0), 0));
    const double root = b > 0 ? (b + w) / -a : fmax(c, 0) / (w - b);
    return fmax(0, fmin(t, root));
}

/* Along the way as far as all bounds let; is somebody at one, who had not been? */
static bool go(sharing *a)
{
    const zni_event_driven *e = a->e;
    zn_index first = -1, many = 0;
    double t = 1;

    for (zn_index i = 0, rows; i < a->in; i += rows) { /* those that were left out have no bounds */
        const zn_index c = zni_event_contact(e, where(a, i));
        rows = rows_of(e, a->row[i]);
        if (e->contact[c].bilateral || a->out[i])
            continue;
        const double most = bounded(a->P + i, a->d + i, rows,
                                    rows > 1 ? e->contact[c + 1].mu : 0);
        if (most < t) {
            t = most;
            first = i;
            many = rows;
        }
    }
    for (zn_index i = 0; i < a->n; i++)
        a->P[i] += t * a->d[i];
    if (first >= 0 && many == 1)
        a->P[first] = 0;
    for (zn_index k = 0; k < many; k++)
        a->out[first + k] = 1;
    return first >= 0;
}

/* ---- all of it --------------------------------------------------------------------------- */

zn_status zni_event_percussions_reserve(zni_event_driven *e, zn_index n)
{
    const zn_status st = zni_event_share_reserve(e, n);

    return st ? st
              : zn_grow(e->ctx, &e->sharing, &e->csharing, 2 * n, sizeof *e->sharing);
}

static zn_status room(sharing *a, zn_index n)
{
    zni_event_driven *e = a->e;
    const zn_index k = n + 1;
    const zn_status st = zni_event_percussions_reserve(e, n);

    if (st)
        return st;
    a->row = e->sharing;
    a->of = a->row + n;
    a->K = e->shares;
    a->N = a->K + n * n;
    a->P = a->N + n * k;
    a->d = a->P + n;
    a->y = a->d + k;
    a->S = a->y + k;
    a->out = (unsigned char *)(a->S + k * k); /* n numbers are more than enough */
    return ZN_OK;
}

zn_status zni_event_share_percussions(zni_event_driven *e)
{
    zni_problem *p = &e->impact;
    const zn_index n = p->active.n + count_left_out(e);
    sharing a = {.e = e};
    zn_status st = ZN_OK;

    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        e->percussion[e->contact[c].at] = p->lam[e->contact[c].at];
    if (p->active.n == 0 || n < 2 || n > MOST || zni_problem_global(p))
        return ZN_OK;
    st = room(&a, n);
    if (!st && p->product.ready)
        st = zni_problem_condense(p);
    if (st)
        return st;
    choose(&a);
    st = choose_left_out(&a);
    if (st)
        return st;
    gram(&a);
    memset(a.out, 0, (size_t)a.n);
    for (zn_index i = 0; i < a.n; i++)
        a.P[i] = i < a.in ? p->rows.z[a.row[i]] : 0;
    for (bool any = a.n > 1; any;) {
        directions(&a);
        any = a.k > 0;
        if (any) {
            way(&a);
            any = go(&a);
        }
    }
    for (zn_index i = 0; i < a.n; i++)
        e->percussion[where(&a, i)] = a.P[i];
    return ZN_OK;
}
