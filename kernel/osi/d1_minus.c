/* d1_minus.c - half-explicit time-discontinuous Galerkin scheme: forces of contacts
 * inside the step, impulses at its end
 *
 *   a_k     = M(q_k)^-1 (F(t_k, q_k, v_k) + H_k' f_k)
 *   V       = v_k + h a_k,   q_{k+1} = q_k (+) h/2 (v_k + V)
 *   a_{k+1} = M(q_{k+1})^-1 (F(t_{k+1}, q_{k+1}, V) + H_{k+1}' f_{k+1})
 *   v-      = v_k + h/2 (a_k + a_{k+1})
 *   M(q_{k+1})(v_{k+1} - v-) = H_{k+1}' lambda,   0 <= u_{k+1} + e u- _|_ lambda >= 0
 *
 * for contacts with y_{k+1} <= tol; u- = H_{k+1} v- + dh/dt. The forces f are those
 * of contacts that are closed at their instant and, for f_{k+1}, were at t_k:
 *
 *   level=acceleration   0 <= y''_k _|_ f_k,                 0 <= y''_{k+1} _|_ f_{k+1}
 *   level=velocity       0 <= u_k + h y''_k _|_ f_k,
 *                        0 <= H_{k+1}(v_k + h/2 (a_k + a_{k+1})) + dh/dt _|_ f_{k+1}
 *
 * and tangents of friction always as in the second. With impacts=instead f_k of velocities is
 * asked for with H at q_k + h v_k, 0 <= H (v_k + h a_k) + dh/dt _|_ f_k. doc/d1-minus.md;
 * T. Schindler, V. Acary, Math. Comput. Simul. 95 (2014); V. Acary, Appl. Numer.
 * Math. 62 (2012).
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/osi.h>

enum { ACCELERATION = 0, VELOCITY = 1 };
enum { BESIDE = 0, INSTEAD = 1 };

typedef struct d1_minus {
    int    level; /* of forces */
    int    impacts;
    double tol; /* gap and velocity of a closed contact */
    bool   said; /* that steps are too long */
} d1_minus;

/* Of one system. */
typedef struct work_of {
    zn_osi_work w;
    double bent;  /* what `watch` saw grow, in the last step, */
    int    grown; /* and in how many of them */
} work_of;

static const zn_option options[] = {
    ZN_OPT_CHOICE(d1_minus, level, VELOCITY, "acceleration|velocity",
                  "forces inside the step are asked for on accelerations, or on "
                  "the velocities they lead to"),
    ZN_OPT_CHOICE(d1_minus, impacts, BESIDE, "beside|instead",
                  "where a contact closes its impulse acts beside the forces of "
                  "the contacts that were, or instead of all forces of the step"),
    ZN_OPT_REAL(d1_minus, tol, 1e-8, 0, 1e300, "m, m/s",
                "a contact is closed at a gap, and does not part at a velocity, "
                "up to this"),
    ZN_OPT_END,
};

/* Kept for one system: a_k, v_k + h/2 a_k, v-, impulse of the forces inside the
 * step, what q moves along, and four of the work; before that F_k, M^-1 F_k and F_{k+1} without contacts. */
enum { A, HALF, BEFORE, INSIDE, TURN, ROOM, VECTORS = ROOM + 4 };

/* ---- what it takes ---- */

static const char *refuses(const void *s, const zn_ds *ds)
{
    const zn_ds_type *type = zn_ds_class(ds);

    (void)s;
    if (type->carries && type->carries(ds))
        return "it carries momenta (free rotation kept to rounding): use 'moreau-jean', or "
               "gyroscopic=force";
    return zn_ds_bc_count(ds) ? "it has no prescribed velocities: use 'moreau-jean'" : NULL;
}

static zn_level level(const void *s, const zn_relation *r, const zn_law *law,
                      const char **why)
{
    const zn_law_type *type = zn_law_class(law);
    zn_cone c;

    (void)s;
    if (zn_relation_on_position(zn_relation_varies(r))) {
        *why = "the relation depends on lambda, and this scheme works on "
               "velocities and accelerations: use 'moreau-jean'";
        return ZN_LEVEL_REFUSED;
    }
    if (!(type->levels & ZN_LAW_VELOCITY)) {
        *why = "the law is not written on velocities: use 'newton-impact' or "
               "'equality'";
        return ZN_LEVEL_REFUSED;
    }
    for (zn_index k = 0; type->cone(zn_law_state(law), k, &c); k++)
        if (c.set != zn_set_zero() && c.set != zn_set_orthant() && !c.set->gap) {
            *why = "its law is the same for forces and for impulses of "
                   "unilateral, bilateral and friction laws only: use "
                   "'moreau-jean'";
            return ZN_LEVEL_REFUSED;
        }
    return ZN_LEVEL_VELOCITY;
}

/* ---- inside the step ---- */

static void stage_of(const void *s, const zn_step *step, zn_index k,
                     zn_stage *out)
{
    const d1_minus *d = s;

    *out = (zn_stage){.t = k ? step->t1 : step->t,
                      .length = k ? step->h / 2 : step->h,
                      .reached = k > 0,
                      .velocity = d->level == VELOCITY,
                      .foreseen = k == 0 && d->level == VELOCITY &&
                                  d->impacts == INSTEAD,
                      .withdraw = k > 0 && d->impacts == INSTEAD,
                      .closed = d->tol};
}

/* A mode that is unstable grows in every step; what a load does to a slow one seldom in so many of
 * them. */
enum { GROWN = 10 };

/* Beyond h omega = 2 the fastest mode is soon all of the motion. With dq = h (v_k + V)/2 and what
 * changes with it, of F = f - K q,
 *     omega^2 = da' dF / -(dq' dF),
 * which is omega_max^2 at most whatever the motion is, and -(dq' dF) grows. */
static void watch(d1_minus *d, const zn_step *step, const zn_ds *ds, work_of *b)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const double *F = zn_osi_vector(b, ROOM), *a = zn_osi_vector(b, ROOM + 1);
    const double *F1 = zn_osi_vector(b, ROOM + 2), *a1 = b->w.free, h = step->h;
    double bent = 0, up = 0;

    for (zn_index i = 0; i < x.n; i++) {
        bent -= h / 2 * (x.v[i] + x.v1[i]) * (F1[i] - F[i]);
        up += (a1[i] - a[i]) * (F1[i] - F[i]);
    }
    b->grown = bent > fmax(b->bent, 0) && up * h * h > 4 * bent ? b->grown + 1 : 0;
    b->bent = bent;
    if (b->grown < GROWN || d->said)
        return;
    d->said = true;
    zn_log(zn_ds_ctx(ds), ZN_LOG_WARN,
           "'%s': the motion grows step by step up to t = %.6g s, as beyond the limit of "
           "stability h omega = 2 of 'd1-minus': h = %.3g s, omega = %.3g 1/s of its stiffest "
           "springs or dampers; take steps below %.3g s, or 'moreau-jean'",
           zn_ds_name(ds), step->t1, h, sqrt(up / bent), 2 / sqrt(up / bent));
}

/* M and the acceleration without contacts, at the iterate. */
static zn_status stage(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       zn_index k, bool *changed)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    zn_osi_work *b = w;
    const size_t size = (size_t)b->n * sizeof *b->free;
    zn_status st = ZN_OK;

    if (!b->kept || !zn_vary_constant(zn_ds_varies(ds)->M))
        st = zn_osi_factorise(s, step, ds, b);
    if (!st)
        st = zn_ds_class(ds)->force(ds, k ? step->t1 : step->t, x.q1, x.v1,
                                    b->free);
    if (!st) {
        memcpy(zn_osi_vector(b, k ? ROOM + 2 : ROOM), b->free, size);
        zn_factor_solve(b->factor, 1, b->free);
        if (k)
            watch(s, step, ds, w);
        else
            memcpy(zn_osi_vector(b, ROOM + 1), b->free, size);
    }
    *changed = b->changed;
    b->changed = false;
    return st;
}

static const double *stage_velocity(void *s, const zn_step *step,
                                    const zn_ds *ds, void *w, zn_index k)
{
    (void)s;
    return k ? zn_osi_vector(w, HALF) : zn_step_view_of(step, ds).v;
}

/* A contact that carried a force at t_k stays in while it is closed: it lets go by
 * its law, not by a velocity of the size of an error. With impacts=instead the sets are
 * those of other programs. */
static bool stage_active(const void *s, zn_index k, const double y_k[],
                         const double u_k[], const double y[], const double u[])
{
    const d1_minus *d = s;

    if (y_k[0] > d->tol || (k && y[0] > d->tol))
        return false;
    if (d->impacts == INSTEAD)
        return d->level == VELOCITY || (k ? u[0] : u_k[0]) <= d->tol;
    return d->level == VELOCITY ? u_k[0] >= -d->tol
                                : u_k[0] <= d->tol || u[0] <= d->tol;
}

/* What the force of a stage does: half of the step each. */
static void half(const zn_step *step, zn_osi_work *b, zn_index k,
                 const double f[])
{
    double *inside = zn_osi_vector(b, INSIDE);

    for (zn_index i = 0; i < b->n; i++)
        inside[i] = (k ? inside[i] : 0) + step->h / 2 * f[i];
}

static zn_status stage_end(void *s, const zn_step *step, const zn_ds *ds,
                           void *w, zn_index k, const double f[],
                           const double a[])
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const double h = step->h;
    zn_osi_work *b = w;
    double *ak = zn_osi_vector(b, A), *mid = zn_osi_vector(b, HALF);
    double *w_turn = zn_osi_vector(b, TURN);

    (void)s;
    half(step, b, k, f);
    for (zn_index i = 0; k == 0 && i < x.n; i++) {
        ak[i] = b->free[i] + a[i];
        mid[i] = x.v[i] + h / 2 * ak[i];
        x.v1[i] = x.v[i] + h * ak[i];
        w_turn[i] = h / 2 * (x.v[i] + x.v1[i]);
    }
    if (k == 0)
        zn_ds_retract(ds, x.q, w_turn, x.q1);
    for (zn_index i = 0; k == 1 && i < x.n; i++)
        x.v1[i] = mid[i] + h / 2 * (b->free[i] + a[i]);
    if (k == 1)
        memcpy(zn_osi_vector(b, BEFORE), x.v1, (size_t)x.n * sizeof *x.v1);
    return ZN_OK;
}

/* ---- impulses at its end ---- */

/* R_free(v) = M(q_{k+1})(v - v-) */
static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    zn_osi_work *b = w;

    (void)s, (void)p, (void)norm;
    for (zn_index i = 0; i < x.n; i++)
        b->free[i] = x.v1[i] - zn_osi_vector(b, BEFORE)[i];
    return zn_ds_class(ds)->mass_mul(ds, x.q1, b->free, b->R);
}

/* y: at q_{k+1} */
static bool active(const void *s, const zn_step *step, const double y[],
                   const double u[], bool was)
{
    (void)step, (void)u, (void)was;
    return y[0] <= ((const d1_minus *)s)->tol;
}

/* ---- work ---- */

/* Trapezoidal rule with v_k and v-; the impulses with v- and v_{k+1}, which is what
 * they change the energy by. */
static zn_status work(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      const double p[], zn_work *out)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    zn_osi_work *b = w;
    const double *before = zn_osi_vector(b, BEFORE);
    const double *inside = zn_osi_vector(b, INSIDE);
    zn_force_parts room = {
        zn_osi_vector(b, ROOM), zn_osi_vector(b, ROOM + 1),
        zn_osi_vector(b, ROOM + 2), zn_osi_vector(b, ROOM + 3)};
    zn_status st;

    (void)s;
    for (zn_index i = 0; i < x.n; i++) {
        out->contact += (x.v[i] + before[i]) / 2 * inside[i];
        out->contact += (before[i] + x.v1[i]) / 2 * p[i];
    }
    st = zn_osi_add_moving_mass(ds, x.q, x.v, x.q1, before, room.gyro, out);
    if (!st)
        st = zn_osi_add_power(ds, step->t, x.q, x.v, step->h / 2, x.v, &room,
                              out);
    return st ? st
              : zn_osi_add_power(ds, step->t1, x.q1, before, step->h / 2,
                                 before, &room, out);
}

static int order(const void *s)
{
    (void)s;
    return 2;
}

const zn_osi_type zni_osi_d1_minus = {
    .type = {.size = sizeof zni_osi_d1_minus,
             .kind = ZN_KIND_OSI,
             .name = "d1-minus",
             .summary = "forces of contacts inside the step, impulses at its end",
             .state_size = sizeof(d1_minus),
             .options = options},
    .family = ZN_SECOND_ORDER,
    .work_size = sizeof(work_of),
    .vectors = VECTORS,
    .refuses = refuses,
    .level = level,
    .residual = residual,
    .active = active,
    .work = work,
    .order = order,
    .stages = 2,
    .stage_of = stage_of,
    .stage = stage,
    .stage_velocity = stage_velocity,
    .stage_active = stage_active,
    .stage_end = stage_end,
};
