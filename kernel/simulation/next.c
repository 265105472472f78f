/* next.c - what would another iteration of Newton's method move?
 *
 * At the iterate u, which the multipliers lambda of the last one-step problem led to, the next
 * problem has the same solution, but for
 *     g = W^-1 (R_free(u) - H' lambda)   of the unknowns of each system, and
 *     d = c + H u - w                    of the rows of each contact,
 * W, H and c made at u, w the rows that the law admitted. Where neither is more than the solver leaves
 * of u, nobody needs another iteration. doc/time-stepping.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/arm.h"
#include "kernel/simulation/simulation.h"

#include "solvers/linalg/few.h"

#include <math.h>

/* Is the next problem known by these two? Not of laws on positions, forces that laws give, inputs that
 * are no rows of H, and cones that follow a load or the velocity. */
static bool told(const zn_simulation *s)
{
    const zni_problem *p = &s->problem;

    if (s->opt.newton_check != ZNI_CHECK_BOTH || s->projection.inside ||
        !p->active.nact || p->has.any_input || p->has.any_fixed ||
        p->has.any_vary || p->ngroup || !p->has.any_level[ZN_LEVEL_VELOCITY] ||
        p->has.any_level[ZN_LEVEL_POSITION] ||
        p->has.any_level[ZN_LEVEL_ACCELERATION])
        return false;
    for (zn_index k = 0; k < p->active.nact; k++) {
        const zni_member *m = zni_problem_member(p, p->active.act[k]);

        if (m->more->force || m->more->soft || m->load >= 0 || m->summed)
            return false;
    }
    return true;
}

static bool system_stays(const zn_simulation *s, const zni_body *b)
{
    const zn_osi_type *t = b->osi->type;

    return ZN_HAS(zn_osi_type, t, next) && t->next &&
           t->next(b->osi->state, &s->step, b->ds, b->w, s->p + b->uoff) <=
               zni_sim_hidden(s, b);
}

/* H u of rows, and the squares of their lengths: of angular velocities at their arm. */
typedef struct row {
    double u, square;
} row;

/* Row r of a contact. */
static row row_of(const zn_simulation *s, const zni_lin *a, zn_index r)
{
    row to = {0, 0};

    for (zn_index j = 0; j < a->nds; j++) {
        const zni_body *b = &s->body[a->body[j]];
        const zni_arm arm = zni_arm_of(b->ds);
        const double *u = zni_sim_unknown(s, b),
                     *H = a->H + r + zni_lin_uo(a, j) * a->m;

        for (zn_index d = 0; d < a->n[j]; d++, H += a->m) {
            const zn_index i = zni_lin_unknown(a, j, d);
            const double h = zni_arm_pushes(&arm, i, *H);

            to.u += *H * u[i];
            to.square += h * h;
        }
    }
    return to;
}

/* Three rows of n columns, one behind the other. */
static inline void add_three(zn_index n, const double *H, const double u[],
                             double weight, row to[3])
{
    zni_pair h, sum = {to[0].u, to[1].u}, square = {0};
    double last = 0;

    for (zn_index d = 0; d < n; d++, H += 3) {
        zni_take2(H, &h);
        sum += h * u[d];
        square += h * h;
        to[2].u += H[2] * u[d];
        last += H[2] * H[2];
    }
    to[0] = (row){sum[0], to[0].square + weight * square[0]};
    to[1] = (row){sum[1], to[1].square + weight * square[1]};
    to[2].square += weight * last;
}

/* The three rows of a contact in space. */
static void three_rows(const zn_simulation *s, const zni_lin *a, row to[3])
{
    for (zn_index j = 0; j < a->nds; j++) {
        const zni_body *b = &s->body[a->body[j]];
        const zni_arm arm = zni_arm_of(b->ds);
        const zn_index n = zni_arm_first(&arm, a->n[j]);
        const double *u = zni_sim_unknown(s, b),
                     *H = a->H + 3 * zni_lin_uo(a, j);

        add_three(n, H, u, 1, to);
        add_three(a->n[j] - n, H + 3 * n, u + n, 1 / (arm.r * arm.r), to);
    }
}

/* Is d of a row no more than what a velocity `tol` along it makes? */
static inline bool row_stays(double d, double tol, double square)
{
    return d * d <= tol * tol * square;
}

static bool contact_stays(const zn_simulation *s, zn_index place)
{
    const zni_problem *p = &s->problem;
    const zni_member *m = zni_problem_member(p, place);
    const zni_lin *a = zni_problem_lin(p, place);
    const double *w = p->rows.w + m->first;
    const bool space = m->nact == 3 && a->m == 3 && !a->touch; /* most often */
    double tol = INFINITY;
    row three[3] = {{0, 0}, {0, 0}, {0, 0}};

    for (zn_index j = 0; j < a->nds; j++) {
        const double here = zni_sim_hidden(s, &s->body[a->body[j]]);

        tol = here < tol ? here : tol;
    }
    if (space)
        three_rows(s, a, three);
    for (zn_index k = 0; k < m->nact; k++) {
        const zn_index r = zni_member_active(m)[k];
        const row one = space ? three[k] : row_of(s, a, r);

        if (!row_stays(m->act->c[r] + one.u - w[k], tol, one.square))
            return false;
    }
    return true;
}

bool zni_sim_stays(const zn_simulation *s)
{
    const zni_problem *p = &s->problem;

    if (!told(s))
        return false;
    for (zn_index k = 0; k < s->nbody; k++)
        if (s->body[k].ds && !system_stays(s, &s->body[k]))
            return false;
    for (zn_index k = 0; k < p->active.nact; k++)
        if (!contact_stays(s, p->active.act[k]))
            return false;
    return true;
}
