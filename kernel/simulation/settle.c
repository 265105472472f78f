/* settle.c - is Newton's method of a step at its end? What is small is so beside what the step moves,
 * in any units. doc/time-stepping.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/arm.h"
#include "kernel/model/small.h"
#include "kernel/model/vectors.h"
#include "kernel/simulation/simulation.h"

#include <float.h>
#include <math.h>

static inline const zni_progress *of(const zn_simulation *s, const zni_body *b)
{
    return &s->progress[b - s->body];
}

/* |u| and |p| of a system, in one unit each */
static double speed(const zni_body *b, const double u[])
{
    const zni_arm arm = zni_arm_of(b->ds);

    return sqrt(zni_arm_square(&arm, b->n, u));
}

static double push_square(const zni_body *b, const zni_arm *arm, const double p[])
{
    const zn_index first = zni_arm_first(arm, b->n);

    return zni_square(first, p) + zni_square(b->n - first, p + first) / (arm->r * arm->r);
}

static double push(const zni_body *b, const double p[])
{
    const zni_arm arm = zni_arm_of(b->ds);

    return sqrt(push_square(b, &arm, p));
}

/* What Newton's method can reach: u and p carry the error of the one-step problem's
 * solver, which another iteration makes anew (doc/time-stepping.md). */
double zni_sim_carried(const zn_simulation *s)
{
    const double error = s->info.solver_error < s->opt.solver_tol
                             ? s->info.solver_error
                             : s->opt.solver_tol;

    return 10 * error;
}

static double attainable(const zn_simulation *s, double tol)
{
    return zni_larger(tol, zni_sim_carried(s));
}

/* How large the system's unknown is in this step: at its ends, and what contacts and joints make of
 * it, as u is all but zero in a pile that they hold against h g. An impact turns u round, so that is up
 * to twice the ends; where W is close to singular it may be any number, of which nothing is to be
 * concluded: no more than 1 beyond. In the units of u: of integrators that look for positions, W^-1 p is
 * a length, and what it makes of u about that over h. */
static double scale_of(const zn_simulation *s, const zni_body *b, const zni_arm *arm)
{
    const zn_osi_type *t = b->osi->type;
    const bool second = b->ds->type->family == ZN_SECOND_ORDER;
    const double *old = second ? s->state.v + b->ds->v_off : s->state.x + b->ds->x_off;
    const double ends = zni_larger(zni_arm_square(arm, b->n, old),
                                  zni_arm_square(arm, b->n, zni_sim_unknown(s, b)));
    const bool lengths = ZN_HAS(zn_osi_type, t, finds_positions) && t->finds_positions;
    const double over = lengths ? s->step.h : 1;
    const double turned = zni_arm_square(arm, b->n, s->du + b->uoff) / (over * over);

    return turned > ends ? fmin(sqrt(turned), 1 + 2 * sqrt(ends)) : sqrt(ends);
}

/* Increments that fall no more: twice, and where that was not rounding, for good. */
enum { STALLED = 2, FOR_GOOD = 4 };

bool zni_sim_gives_in(const zn_simulation *s, const zni_body *b, zn_index iterations)
{
    return of(s, b)->stalls >= FOR_GOOD || iterations == s->opt.newton_max_iter;
}

/* Is its u, whose increments fall no more, nothing but rounding, as that of a system at rest? So it is where it
 * moves by some roundings of where it is. */
static bool rests(const zn_simulation *s, const zni_body *b)
{
    const zn_ds *ds = b->ds;
    const zni_arm arm = zni_arm_of(ds);
    double at = 0;

    if (of(s, b)->stalls < STALLED || ds->type->family != ZN_SECOND_ORDER)
        return false;
    for (zn_index i = 0; i < ds->nq; i++) {
        const double qi = zni_arm_moves(&arm, i, s->q1[ds->q_off + i]);
        at += qi * qi;
    }
    return of(s, b)->scale * s->step.h <= 1e4 * DBL_EPSILON * sqrt(at);
}

/* A share of it. The solver's error is one of the whole problem, in Euclidean norms. */
static double tolerated(const zn_simulation *s, const zni_body *b, double tol)
{
    return zni_larger(tol * of(s, b)->scale, zni_sim_carried(s) * sqrt(s->whole[b->ds->type->family]));
}

/* What steps of a single look leave has the same sign in many of them and adds up along the motion: in
 * so many, a long run, it is to be the tolerance. */
enum { LONG_RUN = 1000000 };

static double in_long_run(const zn_simulation *s)
{
    return zni_larger(s->opt.newton_tol / LONG_RUN, DBL_EPSILON / 2);
}

double zni_sim_hidden(const zn_simulation *s, const zni_body *b)
{
    return attainable(s, in_long_run(s)) * of(s, b)->scale;
}

/* The largest of three changes, each f times as large. */
static inline double largest_of_three(double f, const double u[3], const double last[3])
{
    const double a = zni_larger(fabs(f * (u[0] - last[0])), 0),
                 b = zni_larger(fabs(f * (u[1] - last[1])), a);

    return zni_larger(fabs(f * (u[2] - last[2])), b);
}

/* The largest change of an unknown in the last iteration. */
static double increment_of(const zn_simulation *s, const zni_body *b, const zni_arm *arm)
{
    const double *u = zni_sim_unknown(s, b), *last = s->uprev + b->uoff;
    const zn_index first = zni_arm_first(arm, b->n);
    double d = 0;

    if (first == 3 && b->n == ZNI_BODY)
        return zni_larger(largest_of_three(arm->r, u + 3, last + 3),
                          largest_of_three(1, u, last));
    for (zn_index i = 0; i < first; i++)
        d = zni_larger(fabs(u[i] - last[i]), d);
    for (zn_index i = first; i < b->n; i++)
        d = zni_larger(fabs(arm->r * (u[i] - last[i])), d);
    return d;
}

/* Of the increment d the matrix left e of the unknown: it multiplies errors by e/d, and will leave
 * e^2/d. Said by the unknown, as residuals of what is light are small whatever is left, and no finer
 * than numbers are. */
bool zni_sim_near_enough(const zn_simulation *s, const zni_body *b, bool *more)
{
    const zn_osi_type *t = b->osi->type;
    const zni_progress *o = of(s, b);
    const double d = o->change;
    double tol, e;

    if (b->affine || !t->distance)
        return true;
    e = t->distance(b->osi->state, &s->step, b->ds, b->w, s->p + b->uoff);
    tol = tolerated(s, b, in_long_run(s));
    *more = *more || e > DBL_EPSILON / 2 * o->scale;
    return e <= tol || (e <= d && e * e <= d * tol);
}

/* Has the last iteration left the unknown where it was? Then it is what the equations say, and
 * the residual what rounding leaves of momenta and forces, which may be large beside p. With
 * projection=simultaneous positions of what is corrected move apart from u. */
static bool stands(const zn_simulation *s, const zni_body *b)
{
    const double tol = 1e-4 * s->opt.newton_tol; /* far below what is asked of u */
    const zni_progress *o = of(s, b);

    if (s->projection.inside && s->projection.moved && s->projection.moved[b->uoff])
        return false;
    if (o->change <= zni_larger(tol, 16 * DBL_EPSILON) * o->scale || /* a few roundings */
        rests(s, b))
        return true;
    return zni_sim_gives_in(s, b, s->step.iteration) &&
           o->change <= tol * zni_beside(speed(b, zni_sim_unknown(s, b)), true);
}

/* |M u| of the iterate, where a projection inside the step needs it; its room is free between two
 * corrections. */
static double momentum(const zn_simulation *s, const zni_body *b)
{
    double *Mu = s->projection.move ? s->projection.move + b->uoff : NULL;

    if (!Mu || b->ds->type->family != ZN_SECOND_ORDER ||
        b->ds->type->mass_mul(b->ds, s->q1 + b->ds->q_off, s->v1 + b->ds->v_off, Mu))
        return 0;
    return push(b, Mu);
}

/* Is a residual small? Its scale is p, or the momentum of the unknown's scale, by what the last
 * iteration made of the residual before: W d = R. Alone, or lagged, it is as it was always measured. */
static bool balanced(const zn_simulation *s, const zni_body *b, double r)
{
    const bool lagged = s->opt.newton_check == ZNI_CHECK_LAGGED;
    const double tol = lagged ? s->opt.newton_tol : attainable(s, s->opt.newton_tol);
    const double p = lagged ? 0 : push(b, s->p + b->uoff);

    if (r <= tol * zni_beside(p, s->opt.newton_check != ZNI_CHECK_BOTH ||
                                     zni_sim_gives_in(s, b, s->step.iteration)))
        return true;
    if (s->opt.newton_check != ZNI_CHECK_BOTH)
        return false;
    if (s->projection.inside) /* what it moves is in the residual and not in the increment */
        return r <= tol * momentum(s, b);
    if (of(s, b)->stalls >= STALLED || s->step.iteration == s->opt.newton_max_iter)
        /* the last iteration made nothing of it: it is what the solver leaves, or too large */
        return r <= zni_sim_carried(s) * sqrt(s->pushed[b->ds->type->family]);
    return r * of(s, b)->change <= tolerated(s, b, s->opt.newton_tol) * of(s, b)->left;
}

bool zni_sim_balanced(const zn_simulation *s, const zni_body *b, double r)
{
    return balanced(s, b, r) || (isfinite(r) && stands(s, b));
}

/* A change above half of the last one is rounding, if it is one that Newton's method should have
 * squared to nothing; others only if it happens again. */
void zni_sim_note_change(zn_simulation *s, zni_body *b)
{
    zni_progress *o = &s->progress[b - s->body];
    const zni_arm arm = zni_arm_of(b->ds);
    const double d = increment_of(s, b, &arm), scale = scale_of(s, b, &arm);

    if (s->step.iteration == 0)
        o->stalls = 0;
    else if (d >= o->change / 2)
        o->stalls += d * d <= DBL_EPSILON * scale * scale ? 2 : 1;
    o->scale = scale;
    o->change = d;
    s->whole[b->ds->type->family] += scale * scale;
    s->pushed[b->ds->type->family] += push_square(b, &arm, s->p + b->uoff);
    s->info.newton_increment = zni_larger(d, s->info.newton_increment);
}

/* Did it move no further than tolerance in the iteration that was just made? */
static bool still(const zn_simulation *s, const zni_body *b)
{
    const double d = of(s, b)->change;

    return d <= tolerated(s, b, s->opt.newton_tol) || rests(s, b) ||
           (zni_sim_gives_in(s, b, s->step.iteration + 1) &&
            d <= attainable(s, s->opt.newton_tol) * zni_beside(speed(b, zni_sim_unknown(s, b)), true));
}

bool zni_sim_stalls(const zn_simulation *s)
{
    for (zn_index k = 0; s->step.iteration >= FOR_GOOD && k < s->nbody; k++)
        if (s->body[k].ds && s->progress[k].stalls >= FOR_GOOD && !still(s, &s->body[k]))
            return true;
    return false;
}

bool zni_sim_settled(const zn_simulation *s)
{
    for (zn_index k = 0; k < s->nbody; k++)
        if (s->body[k].ds && !still(s, &s->body[k]))
            return false;
    return true;
}
