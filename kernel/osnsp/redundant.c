/* redundant.c - equations of joints that follow from others
 *
 * Joints that close a loop may say the same twice: six hinges of a Bricard mechanism
 * have 30 rows for 30 velocities, and yet it moves. Where the rows H of the bilateral
 * interactions depend on one another the matrix H W^-1 H' is singular; and a little off
 * the positions that the joints allow it is not, but then tells the mechanism to stand
 * still. So rows that follow from the others are left out for good: of each set of
 * bodies that joints connect in a loop, the rows at the initial positions, in
 * velocities times the root of their mass and of length one, by QR with the longest
 * remaining column as pivot (Golub & Van Loan, Matrix Computations, 5.4.2). What is left
 * out is a function of the model alone, whatever happened before. doc/rigid-bodies.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/redundant.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* A row shorter than that, once what the others say is taken away, follows from them:
 * initial positions are seldom better than that. */
static const double RANK = 1e-7;

enum {
    ALWAYS = 60, /* rows of a set that is looked at although it has no loop */
    LARGEST =
        1 << 24 /* numbers in the matrix of one set; beyond: not looked at */
};

typedef struct work {
    zni_problem *p;
    const zni_body *bodies;
    zn_index nbody;
    zn_index
        *set;     /* per body: one of the bodies it is connected to, at last its
                        representative */
    zn_index *at; /* per body of the set at hand: its first column in v */
    double *A;    /* velocities x rows of the set, by columns */
    double *tau, *root,
        *e; /* QR; of one system: roots of masses, two vectors */
    lapack_int *pivot;
    zn_index *row; /* per row of the set: in y, lambda */
} work;

static zn_index find(const work *w, zn_index body)
{
    while (w->set[body] != body)
        body = w->set[body];
    return body;
}

/* Sets of bodies that are connected; the smallest place stands for all. */
static void connect(work *w)
{
    for (zn_index b = 0; b < w->nbody; b++)
        w->set[b] = b;
    for (zn_index k = 0; k < w->p->nmember; k++) {
        const zni_lin *s = zni_problem_lin(w->p, k);
        zn_index a, b;
        if (!zni_member_bilateral(w->p, k) || s->nds < 2)
            continue;
        a = find(w, s->body[0]);
        b = find(w, s->body[1]);
        if (a < b)
            w->set[b] = a;
        else
            w->set[a] = b;
    }
    for (zn_index b = 0; b < w->nbody; b++)
        w->set[b] = find(w, b);
}

/* ---- the rows of one set --------------------------------------------------------- */

/* Rows, velocities, and whether the joints of the set close a loop, the world being
 * one of its bodies. */
static bool measure(work *w, zn_index set, zn_index *rows, zn_index *cols)
{
    zn_index joints = 0, anchors = 0, bodies = 0;

    *rows = *cols = 0;
    for (zn_index b = 0; b < w->nbody; b++) {
        if (w->set[b] != set || !w->bodies[b].ds)
            continue;
        w->at[b] = *cols;
        *cols += w->bodies[b].n;
        bodies++;
    }
    for (zn_index k = 0; k < w->p->nmember; k++) {
        const zni_lin *s = zni_problem_lin(w->p, k);
        if (!zni_member_bilateral(w->p, k) || w->set[s->body[0]] != set)
            continue;
        *rows += s->m;
        joints += s->nds > 1;
        anchors += s->nds == 1;
    }
    return joints > bodies - 1 || anchors > 1;
}

/* Roots of the diagonal of the mass; 1 for large systems, whose elements are of one
 * kind. */
static zn_status roots(work *w, const zn_ds *ds, zn_index n)
{
    enum { SMALL = 64 };
    double *e = w->e, *Me = e + n;

    for (zn_index i = 0; i < n; i++)
        w->root[i] = 1;
    memset(e, 0, (size_t)n * sizeof *e);
    for (zn_index i = 0; i < n && n <= SMALL; i++) {
        zn_status st;
        e[i] = 1;
        st = ds->type->mass_mul(ds, ds->q0, e, Me);
        e[i] = 0;
        if (st)
            return st;
        if (Me[i] > 0)
            w->root[i] = sqrt(Me[i]);
    }
    return ZN_OK;
}

/* Rows of one interaction for one of its systems, over the roots of its masses. */
static zn_status fill(work *w, const zni_lin *s, zn_index j, zn_index cols,
                      zn_index first)
{
    const zn_ds *ds = s->a->ds[j];
    const zn_index n = s->n[j], at = w->at[s->body[j]];
    const double *H = s->H + s->uo[j] * s->m;
    const zn_status st = roots(w, ds, n);

    for (zn_index c = 0; !st && c < n; c++)
        for (zn_index r = 0; r < s->m; r++)
            w->A[at + c + (first + r) * cols] += H[r + c * s->m] / w->root[c];
    for (zn_index i = 0; !st && i < zn_ds_bc_count(ds); i++)
        for (zn_index r = 0; r < s->m; r++) /* it moves as it is told */
            w->A[at + zn_ds_bc_index(ds)[i] + (first + r) * cols] = 0;
    return st;
}

/* H at the initial positions. */
static zn_status linearise(const work *w, zn_index k, double t)
{
    zni_lin *s = &w->p->lins->at[k];
    zn_status st;

    for (zn_index j = 0; j < s->nds; j++) {
        const zn_ds *ds = s->a->ds[j];
        memcpy(s->q + s->qo[j], ds->q0, (size_t)ds->nq * sizeof *s->q);
    }
    zni_lin_moved(w->p->lins, s, t);
    st = zni_lin_C(w->p->lins, s, t, s->zero);
    return st ? zni_lin_where(s, st) : ZN_OK;
}

/* Columns of length one. */
static void normalise(const work *w, zn_index rows, zn_index cols)
{
    for (zn_index r = 0; r < rows; r++) {
        double *a = w->A + r * cols, sum = 0;
        for (zn_index c = 0; c < cols; c++)
            sum += a[c] * a[c];
        for (zn_index c = 0; c < cols && sum > 0; c++)
            a[c] /= sqrt(sum);
    }
}

/* Mark the rows of a set that follow from its others. */
static zn_status rank(work *w, zn_index rows, zn_index cols)
{
    const zn_index least = rows < cols ? rows : cols;
    unsigned char *out = w->p->lins->redundant;
    zn_index n = 0;

    memset(w->pivot, 0, (size_t)rows * sizeof *w->pivot);
    if (LAPACKE_dgeqp3(LAPACK_COL_MAJOR, (lapack_int)cols, (lapack_int)rows,
                       w->A, (lapack_int)cols, w->pivot, w->tau))
        return zn_fail(w->p->ctx, ZN_ENOMEM, "QR of %td rows of joints", rows);
    while (n < least && fabs(w->A[n + n * cols]) > RANK)
        n++;
    for (zn_index i = n; i < rows; i++)
        out[w->row[w->pivot[i] - 1]] = 1;
    w->p->lins->nredundant += rows - n;
    return ZN_OK;
}

static void tell(const work *w, zn_index k)
{
    const zni_lin *s = zni_problem_lin(w->p, k);
    const unsigned char *out = w->p->lins->redundant + s->off;
    zn_index n = 0;

    for (zn_index r = 0; r < s->m; r++)
        n += out[r];
    if (n)
        zn_log(w->p->ctx, ZN_LOG_INFO,
               "interaction '%s': %td of its %td rows follow from those of the "
               "others and are left out",
               s->a->name, n, s->m);
}

static zn_status room(work *w, zn_index rows, zn_index cols)
{
    zn_ctx *ctx = w->p->ctx;

    w->A = zn_alloc(ctx, rows * cols, sizeof *w->A);
    w->tau = zn_alloc(ctx, rows + 3 * cols, sizeof *w->tau);
    w->pivot = zn_alloc(ctx, rows, sizeof *w->pivot);
    w->row = zn_alloc(ctx, rows, sizeof *w->row);
    if (!w->A || !w->tau || !w->pivot || !w->row)
        return ZN_ENOMEM;
    w->root = w->tau + rows;
    w->e = w->root + cols;
    return ZN_OK;
}

static void release(work *w)
{
    zn_free_array(w->p->ctx, w->A);
    zn_free_array(w->p->ctx, w->tau);
    zn_free_array(w->p->ctx, w->pivot);
    zn_free_array(w->p->ctx, w->row);
    w->A = w->tau = NULL;
    w->pivot = NULL;
    w->row = NULL;
}

static zn_status look(work *w, zn_index set, zn_index rows, zn_index cols,
                      double t)
{
    zn_index first = 0;
    zn_status st = room(w, rows, cols);

    for (zn_index k = 0; !st && k < w->p->nmember; k++) {
        const zni_lin *s = zni_problem_lin(w->p, k);
        if (!zni_member_bilateral(w->p, k) || w->set[s->body[0]] != set)
            continue;
        st = linearise(w, k, t);
        for (zn_index j = 0; !st && j < s->nds; j++)
            st = fill(w, s, j, cols, first);
        for (zn_index r = 0; r < s->m; r++)
            w->row[first + r] = s->off + r;
        first += s->m;
    }
    if (!st) {
        normalise(w, rows, cols);
        st = rank(w, rows, cols);
    }
    release(w);
    return st;
}

/* ---- all ---------------------------------------------------------------------------- */

static zn_status look_at_all(work *w, double t)
{
    zn_status st = ZN_OK;

    connect(w);
    for (zn_index b = 0; !st && b < w->nbody; b++) {
        zn_index rows, cols;
        bool loop;
        if (w->set[b] != b || !w->bodies[b].ds)
            continue;
        loop = measure(w, b, &rows, &cols);
        if (rows == 0 || cols == 0 || (!loop && rows > ALWAYS))
            continue;
        if (rows > LARGEST / cols) {
            zn_log(w->p->ctx, ZN_LOG_WARN,
                   "%td rows of joints on %td velocities are too many to be "
                   "searched for some that follow from others",
                   rows, cols);
            continue;
        }
        st = look(w, b, rows, cols, t);
    }
    for (zn_index k = 0; !st && k < w->p->nmember; k++)
        if (zni_member_bilateral(w->p, k))
            tell(w, k);
    return st;
}

zn_status zni_redundant_find(zni_problem *p, const zni_body *bodies,
                             zn_index nbody, zn_index ny, double t)
{
    zni_lins *L = p->lins;
    work w = {.p = p, .bodies = bodies, .nbody = nbody};
    zn_status st;

    memset(L->redundant, 0, (size_t)ny);
    L->nredundant = 0;
    w.set = zn_alloc(p->ctx, 2 * nbody, sizeof *w.set);
    if (!w.set)
        return ZN_ENOMEM;
    w.at = w.set + nbody;
    st = look_at_all(&w, t);
    zn_free_array(p->ctx, w.set);
    L->set = zni_problem_tick(p); /* other rows take part */
    return zn_note(p->ctx, st, "search for redundant rows of joints");
}
