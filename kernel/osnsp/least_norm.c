/* least_norm.c - reactions of joints of which some rows follow from others
 *
 * The one-step problem leaves such rows out, and gives the others reactions mu_k (in units
 * by which rows have length one in the metric of the mass). All that do the same are
 * mu_k - N y for the rows that are left in and y for those left out, where the rows left
 * out are N' times the others. The least of them has
 *     (I + N'N) y = N' mu_k.
 * N is taken at the positions at hand, by least squares: the rows may be off by what
 * positions are.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/joint_sets.h"
#include "kernel/osnsp/redundant.h"

#include <math.h>
#include <string.h>

/* H of an interaction at the state, m x nu; the linearisation stays as it is. */
static zn_status rows_at(const zni_lins *L, const zni_lin *s, const zn_state *x,
                         double H[], double q[], double C[])
{
    const bool rows = zni_lin_class(s)->jac_v && s->turns;
    zn_status st;

    zni_lin_gather(s, x, q);
    if (rows)
        return zni_lin_where(s,
                             zni_lin_class(s)->jac_v(s->a->relation, zni_interaction_data(s->a),
                                                     x->t, q, L->zero, H));
    st = zni_lin_class(s)->jac_q(s->a->relation, zni_interaction_data(s->a), x->t, q, L->zero,
                                 s->turns ? C : H);
    for (zn_index j = 0; !st && s->turns && j < s->nds; j++)
        zn_ds_tangent(s->a->ds[j], q + zni_lin_qo(s, j), s->m, C + s->m * zni_lin_qo(s, j),
                      H + s->m * zni_lin_uo(s, j));
    return zni_lin_where(s, st);
}

zn_status zni_lin_rows_at(const zni_lins *L, const zni_lin *s,
                          const zn_state *x, double H[])
{
    double *q = zn_alloc(L->ctx, s->nq + s->m * s->nq, sizeof *q);
    zn_status st = q ? ZN_OK : ZN_ENOMEM;

    if (!st)
        st = rows_at(L, s, x, H, q, q + s->nq);
    zn_free_array(L->ctx, q);
    return st;
}

/* A of the set at the state. */
static zn_status gather(zni_joint_sets *w, zn_index set, zn_index cols,
                        const zn_state *x)
{
    zn_index first = 0, n;
    const zn_index *joint = zni_joint_sets_joints(w, set, &n);
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < n; k++) {
        const zni_lin *s = zni_problem_lin(w->p, joint[k]);
        double *H;
        H = zn_alloc(w->p->ctx, s->m * zni_lin_nu(s), sizeof *H);
        st = H ? zni_lin_rows_at(w->p->lins, s, x, H) : ZN_ENOMEM;
        for (zn_index j = 0; !st && j < s->nds; j++)
            st = zni_joint_sets_fill(w, s, j, cols, first, H);
        for (zn_index r = 0; r < s->m; r++)
            w->row[first + r] = s->off + r;
        first += s->m;
        zn_free_array(w->p->ctx, H);
    }
    return st;
}

/* Columns that are left in first, those left out behind them; how many the latter are. */
static zn_index sort(zni_joint_sets *w, zn_index rows, zn_index cols,
                     double room[])
{
    const unsigned char *out = w->p->lins->redundant;
    zn_index last = rows, at = 0;

    while (at < last) {
        double *a = w->A + at * cols, *b;
        const zn_index row = w->row[at];
        const double length = w->length[at];
        if (!out[row]) {
            at++;
            continue;
        }
        last--;
        b = w->A + last * cols;
        memcpy(room, a, (size_t)cols * sizeof *a);
        memcpy(a, b, (size_t)cols * sizeof *a);
        memcpy(b, room, (size_t)cols * sizeof *a);
        w->row[at] = w->row[last];
        w->row[last] = row;
        w->length[at] = w->length[last];
        w->length[last] = length;
    }
    return rows - last;
}

/* The last n columns become N (their first rows), by least squares with the others. */
static zn_status combine(zni_joint_sets *w, zn_index rows, zn_index cols,
                         zn_index n)
{
    const zn_index in = rows - n;

    if (in > 0 &&
        LAPACKE_dgels(LAPACK_COL_MAJOR, 'N', (lapack_int)cols, (lapack_int)in,
                      (lapack_int)n, w->A, (lapack_int)cols, w->A + in * cols,
                      (lapack_int)cols))
        return zn_fail(
            w->p->ctx, ZN_UNSOLVED,
            "rows of %td joints' equations that are left in depend on "
            "one another here",
            in);
    return ZN_OK;
}

/* lambda of the set becomes the least that does the same. Those left out are zero, but in impacts, whose
 * percussions may be shared already. */
static zn_status share(zni_joint_sets *w, zn_index rows, zn_index cols,
                       zn_index n, double lambda[])
{
    const zn_index in = rows - n;
    const double *N = w->A + in * cols;
    double *S = zn_alloc(w->p->ctx, n * n + n, sizeof *S), *y;
    zn_status st = S ? ZN_OK : ZN_ENOMEM;

    y = S ? S + n * n : NULL;
    for (zn_index j = 0; !st && j < n; j++) /* mu of the others alone */
        for (zn_index r = 0; r < in; r++)
            lambda[w->row[r]] += N[r + j * cols] * w->length[in + j] * lambda[w->row[in + j]] / w->length[r];
    for (zn_index j = 0; !st && j < n; j++) {
        for (zn_index i = 0; i <= j; i++) {
            double sum = i == j;
            for (zn_index r = 0; r < in; r++)
                sum += N[r + i * cols] * N[r + j * cols];
            S[i + j * n] = sum;
        }
        y[j] = 0;
        for (zn_index r = 0; r < in; r++)
            y[j] += N[r + j * cols] * w->length[r] * lambda[w->row[r]];
    }
    if (!st && LAPACKE_dposv(LAPACK_COL_MAJOR, 'U', (lapack_int)n, 1, S,
                             (lapack_int)n, y, (lapack_int)n))
        st = zn_fail(w->p->ctx, ZN_ENOMEM, "least reactions of joints");
    for (zn_index j = 0; !st && j < n; j++) {
        lambda[w->row[in + j]] = y[j] / w->length[in + j];
        for (zn_index r = 0; r < in; r++)
            lambda[w->row[r]] -= N[r + j * cols] * y[j] / w->length[r];
    }
    zn_free_array(w->p->ctx, S);
    return st;
}

static zn_status of_set(zni_joint_sets *w, zn_index set, zn_index rows,
                        zn_index cols, const zn_state *x, double lambda[])
{
    zn_index n;
    zn_status st = zni_joint_sets_room(w, rows, cols);

    if (!st)
        st = gather(w, set, cols, x);
    if (!st) {
        zni_joint_sets_normalise(w, rows, cols);
        n = sort(w, rows, cols, w->e); /* e: 2 cols */
        if (n > 0) {
            st = combine(w, rows, cols, n);
            if (!st)
                st = share(w, rows, cols, n, lambda);
        }
    }
    zni_joint_sets_release(w);
    return st;
}

zn_status zni_least_norm(zni_problem *p, const zni_body *bodies, zn_index nbody,
                         const zn_state *x, double lambda[])
{
    zni_joint_sets w = {.p = p, .bodies = bodies, .nbody = nbody};
    zn_status st = zni_joint_sets_init(&w);

    for (zn_index b = 0; !st && b < nbody; b++) {
        zn_index rows, cols;
        if (zni_joint_sets_searched(&w, b, &rows, &cols) &&
            rows <= ZNI_JOINT_SETS_LARGEST / cols)
            st = of_set(&w, b, rows, cols, x, lambda);
    }
    zni_joint_sets_fini(&w);
    return zn_note(p->ctx, st, "reactions of redundant joints");
}
