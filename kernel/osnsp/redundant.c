/* redundant.c - equations of joints that follow from others
 *
 * Joints that close a loop may say the same twice: six hinges of a Bricard mechanism
 * have 30 rows for 30 velocities, and yet it moves. Where the rows H of the bilateral
 * interactions depend on one another the matrix H W^-1 H' is singular; and a little off
 * the positions that the joints allow it is not, but then tells the mechanism to stand
 * still. So rows that follow from the others are left out for good: of each set of
 * bodies that joints connect in a loop, the rows at the initial positions, in
 * velocities times the root of their mass and of length one, by QR with the longest
 * remaining column as pivot (Golub & Van Loan, Matrix Computations, 5.4.2). Rows that are
 * alone in their relation (gears, rods, locks) are taken after those of joints: what a row
 * of a joint says of a direction another one may say elsewhere in the motion, so that it must
 * not be left out for the tooth of a gear. What is left out is a function of the model
 * alone, whatever happened before. doc/rigid-bodies.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/redundant.h"
#include "kernel/osnsp/joint_sets.h"

#include <math.h>
#include <string.h>

/* A row shorter than that, once what the others say is taken away, follows from them:
 * initial positions are seldom better than that. */
static const double RANK = 1e-7;
/* Length of rows that are taken last. */
static const double LATE = 0x1p-10;

/* H at the initial positions. */
static zn_status linearise(const zni_joint_sets *w, zn_index k, double t)
{
    zni_lin *s = zni_lins_at(w->p->lins, k);
    zn_status st;

    for (zn_index j = 0; j < s->nds; j++) {
        const zn_ds *ds = s->a->ds[j];
        if (s->touch)
            zni_lin_take(s, j, zni_ds_start(ds), s->q + zni_lin_qo(s, j));
        else
            memcpy(s->q + zni_lin_qo(s, j), zni_ds_start(ds), (size_t)ds->nq * sizeof *s->q);
    }
    zni_lin_moved(w->p->lins, s, t);
    st = zni_lin_C(w->p->lins, s, t, w->p->lins->zero);
    return st ? zni_lin_where(s, st) : ZN_OK;
}

/* Mark the rows of a set that follow from its others. */
static zn_status rank(zni_joint_sets *w, zn_index rows, zn_index cols)
{
    const zn_index least = rows < cols ? rows : cols;
    unsigned char *out = w->p->lins->redundant;
    zn_index n = 0;

    memset(w->pivot, 0, (size_t)rows * sizeof *w->pivot);
    if (LAPACKE_dgeqp3(LAPACK_COL_MAJOR, (lapack_int)cols, (lapack_int)rows,
                       w->A, (lapack_int)cols, w->pivot, w->tau))
        return zn_fail(w->p->ctx, ZN_ENOMEM, "QR of %td rows of joints", rows);
    for (zn_index i = 0; i < rows; i++) {
        const zn_index r = w->pivot[i] - 1;
        const bool kept =
            i < least && fabs(w->A[i + i * cols]) > RANK * w->length[r];
        out[w->row[r]] = !kept;
        n += kept;
    }
    w->p->lins->nredundant += rows - n;
    return ZN_OK;
}

/* All rows have length one, those that are taken last are shorter. */
static void weigh(zni_joint_sets *w, zn_index set, zn_index rows, zn_index cols)
{
    zn_index first = 0, n;
    const zn_index *joint = zni_joint_sets_joints(w, set, &n);

    zni_joint_sets_normalise(w, rows, cols);
    for (zn_index k = 0; k < n; k++) {
        const zn_index m = zni_problem_lin(w->p, joint[k])->m;
        for (zn_index r = first; r < first + m; r++)
            w->length[r] = m == 1 ? LATE : 1;
        for (zn_index c = 0; m == 1 && c < cols; c++)
            w->A[c + first * cols] *= LATE;
        first += m;
    }
}

static void tell(const zni_joint_sets *w, zn_index k)
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

static zn_status look(zni_joint_sets *w, zn_index set, zn_index rows,
                      zn_index cols, double t)
{
    zn_index first = 0, n;
    const zn_index *joint = zni_joint_sets_joints(w, set, &n);
    zn_status st = zni_joint_sets_room(w, rows, cols);

    for (zn_index k = 0; !st && k < n; k++) {
        const zni_lin *s = zni_problem_lin(w->p, joint[k]);
        st = linearise(w, joint[k], t);
        for (zn_index j = 0; !st && j < s->nds; j++)
            st = zni_joint_sets_fill(w, s, j, cols, first, s->H);
        for (zn_index r = 0; r < s->m; r++)
            w->row[first + r] = s->off + r;
        first += s->m;
    }
    if (!st) {
        weigh(w, set, rows, cols);
        st = rank(w, rows, cols);
    }
    zni_joint_sets_release(w);
    return st;
}

/* ---- all ---------------------------------------------------------------------------- */

static zn_status look_at_all(zni_joint_sets *w, double t)
{
    const zni_order *order = &w->p->lins->order;
    zn_status st = ZN_OK;

    for (zn_index b = 0; !st && b < w->nbody; b++) {
        zn_index rows, cols;
        if (!zni_joint_sets_searched(w, b, &rows, &cols))
            continue;
        if (rows > ZNI_JOINT_SETS_LARGEST / cols) {
            zn_log(w->p->ctx, ZN_LOG_WARN,
                   "%td rows of joints on %td velocities are too many to be "
                   "searched for some that follow from others",
                   rows, cols);
            continue;
        }
        st = look(w, b, rows, cols, t);
    }
    for (zn_index i = 0; !st && i < order->n; i++)
        if (zni_member_bilateral(w->p, zni_order_place(order, i)))
            tell(w, zni_order_place(order, i));
    return st;
}

zn_status zni_redundant_find(zni_problem *p, const zni_body *bodies,
                             zn_index nbody, zn_index ny, double t)
{
    zni_lins *L = p->lins;
    zni_joint_sets w = {.p = p, .bodies = bodies, .nbody = nbody};
    zn_status st;

    memset(L->redundant, 0, (size_t)ny);
    L->nredundant = 0;
    st = zni_joint_sets_init(&w);
    if (!st)
        st = look_at_all(&w, t);
    zni_joint_sets_fini(&w);
    L->set = zni_problem_tick(p); /* other rows take part */
    return zn_note(p->ctx, st, "search for redundant rows of joints");
}
