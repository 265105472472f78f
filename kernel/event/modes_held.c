/* modes_held.c - first-order systems: multipliers of the rows that are held
 *
 *     y = q(t, x) + D lambda = 0,      y' = C M^-1 (f + g(t, x, lambda)) + dh/dt
 *
 * with D zero on rows that are not direct. Rows of D that depend on the others, N'D = 0, leave
 * N'q = 0, which has no multiplier: they are differentiated. What is solved is
 *
 *     y = 0 on rows of D that count,   N'y' = 0;     matrix [D; N' C M^-1 B]
 *
 * by Newton's method, in one step where everything is affine in lambda. A diode has the
 * relative degree that the others leave it. doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/modes.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { NEWTON = 50 };

/* ---- matrices ------------------------------------------------------------------------- */

static void pick(zni_event_driven *e)
{
    e->npick = 0;
    for (zn_index c = e->nsecond; c < e->ncontact; c++)
        if (e->is[c].closed)
            e->pick[e->npick++] = c;
}

double zni_modes_coupling(const zni_event_driven *e, zn_index i, zn_index j)
{
    const zni_contact *a = &e->contact[i], *b = &e->contact[j];
    const zni_lin *s = zni_lins_at(&e->s->lins, a->place), *r = zni_lins_at(&e->s->lins, b->place);
    const double *X = e->modes.X + e->modes.at[b->place];
    double sum = 0;

    for (zn_index l = 0; l < r->nds; X += r->a->ds[l++]->nx * r->m)
        for (zn_index k = 0; k < s->nds; k++)
            for (zn_index d = 0; s->body[k] == r->body[l] && d < s->n[k]; d++)
                sum += s->C[a->row + (zni_lin_qo(s, k) + d) * s->m] *
                       X[zni_lin_unknown(s, k, d) + b->row * r->a->ds[l]->nx];
    return sum;
}

static double direct(const zni_event_driven *e, zn_index i, zn_index j)
{
    const zni_contact *a = &e->contact[i], *b = &e->contact[j];
    const zni_lin *s = zni_lins_at(&e->s->lins, a->place);

    return a->place == b->place && a->direct
               ? s->more->D[a->row + b->row * s->m]
               : 0;
}

void zni_modes_matrix(zni_event_driven *e, zni_modes_of of)
{
    const zn_index n = e->npick;
    const double d = e->modes.ahead;

    for (zn_index l = 0; l < n; l++)
        for (zn_index k = 0; k < n; k++) {
            const zn_index i = e->pick[k], j = e->pick[l];
            e->reduced[k + l * n] =
                of == ZNI_OF_OUTPUTS ? direct(e, i, j)
                : of == ZNI_OF_RATES
                    ? zni_modes_coupling(e, i, j)
                    : direct(e, i, j) + d * zni_modes_coupling(e, i, j);
        }
}

/* ---- their equations -------------------------------------------------------------------- */

/* Of the rows that are held: the matrix into `reduced`, y and N'y' (N'y if of x) into b, in
 * the order of the rows of D. */
static void equations(zni_event_driven *e, bool of_x, double b[])
{
    zni_modes *m = &e->modes;
    zni_rank *r = &e->rank;
    const zn_index n = e->npick;
    const double *dy = of_x ? e->gap[0] : m->rate;
    double *column = b + n, *rest = column + n;

    zni_modes_matrix(e, ZNI_OF_OUTPUTS);
    zni_rank_factor_general(r, n, e->reduced);
    for (zn_index j = 0; j <= n && r->rank < n; j++) { /* the last one is b */
        for (zn_index k = 0; k < n; k++)
            column[k] = j < n ? zni_modes_coupling(e, e->pick[k], e->pick[j])
                              : dy[e->contact[e->pick[k]].at];
        zni_rank_rest(r, column, rest);
        for (zn_index k = r->rank; k < n; k++)
            *(j < n ? &e->reduced[r->row[k] + j * n] : &b[r->row[k]]) =
                rest[r->row[k]];
    }
    for (zn_index k = 0; k < r->rank; k++)
        b[r->row[k]] = of_x ? 0 : e->gap[0][e->contact[e->pick[r->row[k]]].at];
}

/* May what was left be differentiated? D has to be constant for that. */
static bool may_differentiate(const zni_event_driven *e)
{
    for (zn_index k = e->rank.rank; k < e->npick; k++) {
        const zni_contact *o = &e->contact[e->pick[e->rank.row[k]]];
        if (o->direct &&
            !zn_vary_constant(
                zni_lin_varies(zni_lins_at(&e->s->lins, o->place))->D))
            return false;
    }
    return true;
}

/* Its factors. */
static bool factor(zni_event_driven *e)
{
    if (!may_differentiate(e))
        return false;
    zni_rank_factor_general(&e->rank, e->npick, e->reduced);
    return e->rank.rank == e->npick;
}

static zn_status refuse(const zni_event_driven *e)
{
    const zni_contact *o = &e->contact[e->pick[e->rank.row[e->rank.rank]]];

    return zn_fail(
        e->ctx, ZN_ENOTSUP,
        "interaction '%s', row %td: y is held at zero but no multiplier moves "
        "y or y' (%s); take simulation 'time-stepping'",
        zni_lins_whose(&e->s->lins, o->place)->name, o->row,
        may_differentiate(e)
            ? "relative degree above 1, or rows that say the same"
            : "dh/dlambda is singular, and not constant");
}

/* lambda -= A^-1 b; *moved: how far, relative to the largest. */
static zn_status newton(zni_event_driven *e, double *moved)
{
    zni_modes *m = &e->modes;
    const zn_index n = e->npick;
    double *b = m->box, *d = b + n, size = 0, most = 0;

    equations(e, false, b);
    if (!factor(e))
        return refuse(e);
    zni_rank_solve(&e->rank, b, d);
    for (zn_index k = 0; k < n; k++) {
        double *lam = m->lam + e->contact[e->pick[k]].at;
        *lam -= d[k];
        size = fmax(size, fabs(*lam));
        most = fmax(most, fabs(d[k]));
    }
    *moved = size > 0 ? most / size : 0;
    return ZN_OK;
}

static zn_status outputs(zni_event_driven *e, double t, const double x[])
{
    const zn_status st = zni_modes_relations(e, t, x);

    return st ? st : zni_modes_derivative(e, t, x);
}

zn_status zni_modes_rate(zni_event_driven *e, double t, const double x[])
{
    double moved = 1;
    zn_status st;

    for (zn_index c = e->nsecond; c < e->ncontact; c++)
        if (!e->is[c].closed)
            e->modes.lam[e->contact[c].at] = zni_modes_bound(e, c);
    st = outputs(e, t, x);
    pick(e);
    for (int k = 0; !st && e->npick && moved > 4 * DBL_EPSILON; k++) {
        if (k == NEWTON)
            return zn_fail(e->ctx, ZN_UNSOLVED,
                           "multipliers of rows that are held at t = %.17g s "
                           "are not found by %d steps of Newton's method: the "
                           "last one moved them by %.3g of the largest",
                           t, NEWTON, moved);
        st = newton(e, &moved);
        if (!st)
            st = outputs(e, t, x);
        if (e->modes.linear || (k > 4 && moved < 1e-13))
            break;
    }
    return st;
}

bool zni_modes_regular(zni_event_driven *e)
{
    pick(e);
    equations(e, false, e->modes.box);
    return factor(e);
}

/* ---- at the end of a piece --------------------------------------------------------------- */

/* x -= M^-1 B A^-1 (0, N'y). At an event down to rounding: what is left of y would be read as the side
 * a row is on, however small it is. */
zn_status zni_modes_settle(zni_event_driven *e)
{
    zni_modes *m = &e->modes;
    zn_state *x = &e->s->state;
    double *b = m->box, *d = b + e->ncontact, worst = 0;

    pick(e);
    equations(e, true, b);
    for (zn_index k = 0; k < e->npick; k++)
        worst = fmax(worst, fabs(b[k]));
    if (!(worst > (e->pending != 0 ? 0 : ZNI_SETTLED * e->tol_output)))
        return ZN_OK;
    zni_rank_factor_general(&e->rank, e->npick, e->reduced);
    zni_rank_solve(&e->rank, b, d);
    for (zn_index k = 0; k < e->npick; k++) {
        const zni_contact *o = &e->contact[e->pick[k]];
        const zni_lin *s = zni_lins_at(&e->s->lins, o->place);
        const double *X = m->X + m->at[o->place];
        for (zn_index j = 0; j < s->nds; X += s->a->ds[j++]->nx * s->m) {
            const zn_ds *ds = s->a->ds[j];

            for (zn_index i = 0; i < ds->nx; i++)
                x->x[ds->x_off + i] -= X[i + o->row * ds->nx] * d[k];
        }
    }
    return zni_modes_rate(e, x->t, x->x);
}
