/* adhesion.c - contacts that hold up to a pull: not lambda but
 *     lambda + s,   s = h adhesion along the normal row,
 * is in the cone of the law. The solver is given the problem of that sum,
 *     w = M lambda + q = M (lambda + s) + (q - M s),
 * or, where the equations of motion are kept, W x = B (lambda + s) - B s.
 * doc/friction-laws.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

#include <string.h>

static void find_pull(zni_problem *p, const zn_step *step)
{
    zni_rows *r = &p->rows;

    for (zn_index i = 0; i < p->active.n; i++)
        r->pull[i] = 0;
    for (zn_index k = 0; k < p->active.nact; k++) {
        const zni_member *m = zni_problem_member(p, p->active.act[k]);
        for (zn_index i = 0; m->more->adhesion > 0 && i < m->nact; i += m->unit)
            r->pull[m->first + i] = step->h * m->more->adhesion;
    }
}

void zni_adhesion_enter(zni_problem *p, const zn_step *step)
{
    if (!p->has.any_adhesion)
        return;
    find_pull(p, step);
    zn_matrix_mul(&p->matrix.M, -1, p->rows.pull, 1, p->rows.q);
}

zn_status zni_adhesion_enter_motion(zni_problem *p, const zn_step *step)
{
    zni_global *g = &p->global;
    const zn_matrix *B = g->motion.B;
    zn_status st;

    g->motion.f = NULL;
    if (!p->has.any_adhesion)
        return ZN_OK;
    st = zn_grow(p->ctx, &g->f, &g->cf, g->motion.n, sizeof *g->f);
    if (st)
        return st;
    find_pull(p, step);
    memset(g->f, 0, (size_t)g->motion.n * sizeof *g->f);
    for (zn_index k = 0; k < p->active.nact; k++) {
        const zni_member *m = zni_problem_member(p, p->active.act[k]);
        const double c = zni_member_col(m, 0); /* of its columns in B */

        for (zn_index r = m->first; r < m->first + m->nact; r++)
            for (zn_index e = B->p[r]; p->rows.pull[r] > 0 && e < B->p[r + 1];
                 e++)
                g->f[B->i[e]] -= B->x[e] * c * p->rows.pull[r];
    }
    g->motion.f = g->f;
    return ZN_OK;
}

/* Did the impulse keep above the bound, by more than the solver's rounding? */
void zni_adhesion_mark(const zni_problem *p, const zn_step *step,
                       unsigned char active[])
{
    for (zn_index k = 0; p->has.any_adhesion && k < p->active.nact; k++) {
        const zni_member *m = zni_problem_member(p, p->active.act[k]);
        const zn_index off = zni_problem_lin(p, p->active.act[k])->off;
        const double most = (1 - 1e-9) * step->h * m->more->adhesion;

        for (zn_index i = 0; m->more->adhesion > 0 && i < m->nact; i += m->unit)
            if (p->lam[off + zni_member_active(m)[i]] <= -most)
                active[off + zni_member_active(m)[i]] = 2;
    }
}
