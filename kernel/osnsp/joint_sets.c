/* joint_sets.c - sets of bodies that joints connect, and the rows of their joints, in
 * velocities times the root of their mass and of length one
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/joint_sets.h"

#include <math.h>
#include <string.h>

#include "solvers/linalg/octave.h"

static zn_index find(const zni_joint_sets *w, zn_index body)
{
    while (w->set[body] != body)
        body = w->set[body];
    return body;
}

/* Sets of bodies that are connected; the smallest place stands for all. */
static void connect(zni_joint_sets *w)
{
    const zni_order *order = &w->p->lins->order;

    for (zn_index b = 0; b < w->nbody; b++)
        w->set[b] = b;
    for (zn_index i = 0; i < order->n; i++) {
        const zni_lin *s = zni_problem_lin(w->p, zni_order_place(order, i));
        zn_index a, b;
        if (!zni_member_bilateral(w->p, zni_order_place(order, i)) || s->nds < 2)
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

/* The joints set by set, those of one in the order of their turns: rows and columns must not
 * depend on places, which the past decides. */
static void sort(zni_joint_sets *w)
{
    const zni_order *order = &w->p->lins->order;

    for (int fill = 0; fill < 2; fill++) {
        for (zn_index i = 0; i < order->n; i++) {
            const zn_index k = zni_order_place(order, i);
            zn_index set;
            if (!zni_member_bilateral(w->p, k))
                continue;
            set = w->set[zni_problem_lin(w->p, k)->body[0]];
            if (fill)
                w->joint[w->end[set]] = k;
            w->end[set]++;
        }
        for (zn_index b = 0, sum = 0; !fill && b < w->nbody; b++) {
            const zn_index n = w->end[b];
            w->end[b] = sum;
            sum += n;
        }
    }
}

/* ---- the rows of one set --------------------------------------------------------- */

const zn_index *zni_joint_sets_joints(const zni_joint_sets *w, zn_index set,
                                      zn_index *n)
{
    const zn_index first = set > 0 ? w->end[set - 1] : 0;

    *n = w->end[set] - first;
    return w->joint + first;
}

/* Rows and velocities of a set; do its joints close a loop, the world being one of
 * its bodies? */
static bool measure(zni_joint_sets *w, zn_index set, zn_index *rows, zn_index *cols)
{
    zn_index joints = 0, anchors = 0, bodies = 0, n;
    const zn_index *joint = zni_joint_sets_joints(w, set, &n);

    *rows = *cols = 0;
    w->even = 0;
    for (zn_index i = 0; i < n; i++) {
        const zni_lin *s = zni_problem_lin(w->p, joint[i]);
        *rows += s->m;
        joints += s->nds > 1;
        anchors += s->nds == 1;
        for (zn_index j = 0; j < s->nds; j++)
            w->at[s->body[j]] = -1;
    }
    for (zn_index i = 0; i < n; i++) {
        const zni_lin *s = zni_problem_lin(w->p, joint[i]);
        for (zn_index j = 0; j < s->nds; j++) {
            if (w->at[s->body[j]] >= 0)
                continue;
            w->at[s->body[j]] = *cols;
            *cols += w->bodies[s->body[j]].n;
            bodies++;
        }
    }
    return joints > bodies - 1 || anchors > 1;
}

/* Roots of the diagonal of the mass, those of a set in one unit whose powers of two have roots; 1 for
 * large systems, whose elements are of one kind. */
static zn_status roots(zni_joint_sets *w, const zn_ds *ds, zn_index n)
{
    enum { SMALL = 64 };
    double *e = w->e, *Me = e + n;

    for (zn_index i = 0; i < n; i++)
        w->root[i] = 1;
    memset(e, 0, (size_t)n * sizeof *e);
    for (zn_index i = 0; i < n && n <= SMALL; i++) {
        zn_status st;
        e[i] = 1;
        st = ds->type->mass_mul(ds, zni_ds_start(ds), e, Me);
        e[i] = 0;
        if (st)
            return st;
        if (!(Me[i] > 0))
            continue;
        if (w->even == 0)
            w->even = zni_even(Me[i]);
        w->root[i] = sqrt(w->even * Me[i]);
    }
    return ZN_OK;
}

/* Rows of one interaction for one of its systems, over the roots of its masses. */
zn_status zni_joint_sets_fill(zni_joint_sets *w, const zni_lin *s, zn_index j,
                              zn_index cols, zn_index first,
                              const double rows[])
{
    const zn_ds *ds = s->a->ds[j];
    const zn_index at = w->at[s->body[j]];
    const double *H = rows + zni_lin_uo(s, j) * s->m;
    const zn_status st = roots(w, ds, ds->nv);

    for (zn_index d = 0; !st && d < s->n[j]; d++) {
        const zn_index c = zni_lin_unknown(s, j, d);

        for (zn_index r = 0; r < s->m; r++)
            w->A[at + c + (first + r) * cols] += H[r + d * s->m] / w->root[c];
    }
    for (zn_index i = 0; !st && i < zn_ds_bc_count(ds); i++)
        for (zn_index r = 0; r < s->m; r++) /* it moves as it is told */
            w->A[at + zn_ds_bc_index(ds)[i] + (first + r) * cols] = 0;
    return st;
}

/* Columns of length one. */
void zni_joint_sets_normalise(const zni_joint_sets *w, zn_index rows,
                              zn_index cols)
{
    for (zn_index r = 0; r < rows; r++) {
        double *a = w->A + r * cols, sum = 0;
        for (zn_index c = 0; c < cols; c++)
            sum += a[c] * a[c];
        w->length[r] = sum > 0 ? sqrt(sum) : 1;
        for (zn_index c = 0; c < cols; c++)
            a[c] /= w->length[r];
    }
}

zn_status zni_joint_sets_room(zni_joint_sets *w, zn_index rows, zn_index cols)
{
    zn_ctx *ctx = w->p->ctx;

    w->A = zn_alloc(ctx, rows * cols, sizeof *w->A);
    w->tau = zn_alloc(ctx, 2 * rows + 3 * cols, sizeof *w->tau);
    w->pivot = zn_alloc(ctx, rows, sizeof *w->pivot);
    w->row = zn_alloc(ctx, rows, sizeof *w->row);
    if (!w->A || !w->tau || !w->pivot || !w->row)
        return ZN_ENOMEM;
    w->length = w->tau + rows;
    w->root = w->length + rows;
    w->e = w->root + cols;
    return ZN_OK;
}

void zni_joint_sets_release(zni_joint_sets *w)
{
    zn_free_array(w->p->ctx, w->A);
    zn_free_array(w->p->ctx, w->tau);
    zn_free_array(w->p->ctx, w->pivot);
    zn_free_array(w->p->ctx, w->row);
    w->A = w->tau = NULL;
    w->pivot = NULL;
    w->row = NULL;
}

bool zni_joint_sets_searched(zni_joint_sets *w, zn_index set, zn_index *rows,
                             zn_index *cols)
{
    bool loop;

    if (w->set[set] != set || !w->bodies[set].ds)
        return false;
    loop = measure(w, set, rows, cols);
    return *rows > 0 && *cols > 0 && (loop || *rows <= ZNI_JOINT_SETS_ALWAYS);
}

zn_status zni_joint_sets_init(zni_joint_sets *w)
{
    w->set = zn_alloc(w->p->ctx, 3 * w->nbody + w->p->lins->order.n,
                      sizeof *w->set);
    if (!w->set)
        return ZN_ENOMEM;
    w->at = w->set + w->nbody;
    w->end = w->at + w->nbody;
    w->joint = w->end + w->nbody;
    connect(w);
    sort(w);
    return ZN_OK;
}

void zni_joint_sets_fini(zni_joint_sets *w)
{
    zn_free_array(w->p->ctx, w->set);
}
