/* moreau_jean.c - the theta scheme of Moreau and Jean, linear and nonlinear
 *
 * Unknown u = v_{k+1}; q(u) = q_k (+) h (theta u + (1 - theta) v_k):
 *
 *   R_free(u) = M(q_M)(u - v_k) - h theta F(t_{k+1}, q(u), u)
 *               - h (1 - theta) F(t_k, q_k, v_k)
 *   W         = M(q_M) - h theta dF/dv - h^2 theta^2 dF/dq - h^2 theta gamma K
 *   q_M       = q_k (+) gamma_mass h (theta u + (1 - theta) v_k)
 *
 * On a manifold (+) is the retraction of the class, dF/dq is along T(q), and in W
 * it is multiplied by the derivative D of the retraction. Where momenta turn with
 * the body (Simo & Wong, IJNME 31, 1991) they are carried to the end of the step,
 *
 *   R_free(u) = M u - carry_w(M v_k + h (1 - theta) F_k) - h theta F(t_{k+1}, q(u), u),
 *   w = h (theta u + (1 - theta) v_k),
 *
 * and a free body keeps its momentum, with theta = 1/2 its energy too. With motion=split
 * w has theta (1 - theta) h^2 M^-1 (F_k - F_{k+1}) more: it is that of the free rotation between
 * two kicks (G. Strang, SIAM J. Numer. Anal. 5, 1968), which also keeps the momentum about the axis
 * of a symmetric body.
 *
 * Newton's method begins where the last steps lead, by differences of v, and where q' = v
 * keeps W from step to step as long as one iteration is enough with it (doc/moreau-jean.md). What
 * these were, and where W was made, is memory of the scheme, so that a run that is taken
 * up has the same iterates.
 *
 * with impulses at velocity level and forces at position level.
 * doc/moreau-jean.md; J.J. Moreau, Numerical aspects of the sweeping process
 * (1999); M. Jean, The non-smooth contact dynamics method (1999).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/moreau_jean.h"

#include "kernel/model/arm.h"
#include "kernel/model/vectors.h"
#include "kernel/osi/sums.h"

#include <math.h>
#include <string.h>

static const zn_option options[] = {
    ZN_OPT_REAL(zni_mj, theta, 0.5, 0, 1, "-",
                "weight of the implicit evaluation of forces; 1/2: order 2"),
    ZN_OPT_REAL(zni_mj, gamma, 0.5, 0, 2, "-",
                "activation: contact active if y + gamma h u <= threshold"),
    ZN_OPT_REAL(zni_mj, threshold, 0, -1e300, 1e300, "m",
                "gap at which a contact is activated"),
    ZN_OPT_REAL(zni_mj, hysteresis, ZNI_MJ_NO_HYSTERESIS, ZNI_MJ_NO_HYSTERESIS,
                1e300, "m",
                "a closed contact stays so until it parts and y + gamma h u > "
                "threshold + hysteresis; -1e300: no such memory"),
    ZN_OPT_REAL(zni_mj, gamma_mass, 0.5, 0, 1, "-",
                "evaluation point of M(q): 0 start, 1/2 middle, 1 end of step"),
    ZN_OPT_REAL(zni_mj, gamma_input, 1, 0, 1, "-",
                "weight of the new force of position-level relations"),
    ZN_OPT_CHOICE(zni_mj, start, ZNI_MJ_EXTRAPOLATE, "extrapolate|velocity",
                  "where Newton's method begins: where the last steps lead, or "
                  "at v_k"),
    ZN_OPT_CHOICE(zni_mj, matrix, ZNI_MJ_LAZY, "lazy|every",
                  "Newton's matrix is made again where one iteration is not "
                  "enough with the last one, or in every iteration"),
    ZN_OPT_CHOICE(zni_mj, impulses, ZNI_MJ_MIDDLE, "end|middle",
                  "bilateral impulses act along the rows at the end of the step, "
                  "or at its middle: order 2"),
    ZN_OPT_CHOICE(zni_mj, relations, ZNI_MJ_END, "end|start|predicted",
                  "where the Jacobians of gaps on velocity level are taken: the "
                  "end of the step, its start, or q_k + h v_k, where gaps and "
                  "velocities before the impact are then taken, too"),
    ZN_OPT_CHOICE(zni_mj, compliance, ZNI_MJ_FORCE, "force|impulse",
                  "the multiplier of relations with D: a force, the law on y at "
                  "the end of the step, or an impulse, the gap a step ahead and "
                  "moved by the step once more: the steps of MoreauJeanOSI, which "
                  "depend on the units"),
    ZN_OPT_CHOICE(zni_mj, motion, ZNI_MJ_MEAN, "mean|split",
                  "of bodies with gyroscopic=carried in a step: along the mean velocity, or "
                  "half of the forces as a kick, free rotation, and the other half"),
    ZN_OPT_END,
};

/* Of a relation that depends on lambda, by D or by an input of its own. */
static zn_level soft_level(const zni_mj *mj, const zn_relation *r,
                           const zn_law *law, const char **why)
{
    const zn_relation_variability *v = zn_relation_varies(r);
    const bool impulse = mj->compliance == ZNI_MJ_IMPULSE;

    if (!(zn_law_class(law)->levels & ZN_LAW_POSITION))
        *why = "a relation that depends on lambda needs a law on y itself "
               "(complementarity, equality)";
    else if (!impulse && (mj->theta <= 0 || mj->gamma_input <= 0))
        *why = "a relation that depends on lambda needs theta > 0 and "
               "gamma_input > 0";
    else if (impulse && (v->input || !zn_relation_linear(v)))
        *why = "compliance=impulse is for linear relations y = C q + D lambda + e, "
               "p = C' lambda with constant C and D";
    else
        return impulse ? ZN_LEVEL_VELOCITY : ZN_LEVEL_POSITION;
    return ZN_LEVEL_REFUSED;
}

static zn_level level(const void *s, const zn_relation *r, const zn_law *law,
                      const char **why)
{
    const zni_mj *mj = s;
    const unsigned levels = zn_law_class(law)->levels;

    if (zn_relation_on_position(zn_relation_varies(r)))
        return soft_level(mj, r, law, why);
    if (mj->relations == ZNI_MJ_BEGIN && zni_law_inertia(law) > 0 &&
        !zn_relation_linear(zn_relation_varies(r))) {
        *why = "inertia of the law goes with the change of H, which relations=start "
               "does not see: use relations=end";
        return ZN_LEVEL_REFUSED;
    }
    if (levels == ZN_LAW_FORCE)
        return ZN_LEVEL_VELOCITY;
    if (!(levels & ZN_LAW_VELOCITY)) {
        *why = "the law is written on y, but without compliance the scheme "
               "works on velocities: use 'newton-impact', or a relation with D";
        return ZN_LEVEL_REFUSED;
    }
    return ZN_LEVEL_VELOCITY;
}

static void detach(void *s, zn_ctx *ctx, const zn_ds *ds, void *w)
{
    zni_mj_body *b = w;

    (void)s;
    (void)ds;
    if (!b)
        return;
    zni_iteration_fini(ctx, &b->W);
    if (b->more)
        zn_factor_free(b->more->mass);
    zni_mj_body_free(ctx, b);
}

static void fini(void *s, zn_ctx *ctx)
{
    zni_mj *mj = s;

    zn_free_array(ctx, mj->scratch);
    zn_free_array(ctx, mj->room);
}

static zn_status attach(void *s, zn_ctx *ctx, const zn_ds *ds, void **w)
{
    const zn_pattern mass = zn_ds_pattern(ds, ZN_DS_MASS);
    zni_mj_body *b = zni_mj_body_new(ctx, ds);
    zni_mj *mj = s;
    zn_status st;

    if (!b)
        return ZN_ENOMEM;
    st = zni_iteration_init_lent(ctx, ds, b->square, b->still, &b->W);
    if (!st && b->carries)
        st = zn_factor_new_pattern(ctx, &mass, &b->more->mass);
    if (!st)
        st = zn_grow(ctx, &mj->room, &mj->croom,
                     3 * (zn_index)(b->nq > b->n ? b->nq : b->n),
                     sizeof *mj->room);
    if (!st)
        st = zn_grow(ctx, &mj->scratch, &mj->cscratch,
                     zni_mj_blocks(b) + zni_iteration_lends(&b->W, ds),
                     sizeof *mj->scratch);
    if (st) {
        detach(s, ctx, ds, b);
        return st;
    }
    *w = b;
    return ZN_OK;
}

/* F(t_k, q_k, v_k): the last force of the last step, if it is that. With other
 * parameters, as from a controller at t_k, it is not: they act on the whole step
 * that begins. */
static zn_status old_force(const zn_step *step, const zn_ds *ds, zni_mj_body *b)
{
    const double *q = step->state->q + b->qo, *v = step->state->v + b->vo;
    const zni_mj_more *more = b->more;

    if (!more)
        return ZN_OK;
    if (b->known && more->tF == step->t && zni_same(b->nq, more->qF, q) &&
        zni_same(b->n, more->vF, v)) {
        zni_copy(b->n, zni_mj_F1(b), zni_mj_Fk(b));
        return ZN_OK;
    }
    return ds->type->force(ds, step->t, q, v, zni_mj_Fk(b));
}

/* F(t_{k+1}, q(u), u), remembered with where it was taken. */
static zn_status new_force(const zn_step *step, const zn_ds *ds, zni_mj_body *b)
{
    const double *q = step->q1 + b->qo, *u = step->v1 + b->vo;
    zni_mj_more *more = b->more;
    zn_status st;

    if (!more)
        return zni_mj_even_force(step, ds, b);
    st = ds->type->force(ds, step->t1, q, u, zni_mj_F1(b));
    b->known = st == ZN_OK;
    more->tF = step->t1;
    zni_copy(b->nq, q, more->qF);
    zni_copy(b->n, u, more->vF);
    return st;
}

static zn_status begin(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[])
{
    const zni_mj *mj = s;
    zni_mj_body *b = w;
    double *u = step->v1 + b->vo;
    zn_status st;

    st = zni_mj_want_vectors(ds, b);
    if (st)
        return st;
    b->steady = b->new_W = b->behind = false;
    zni_mj_first(mj, step, b, m, u);
    if (b->more && b->more->nz &&
        !zn_ds_parameters_follow(ds, b->more->nz, b->more->z))
        b->known = false;
    st = b->remembers ? zni_mj_recall(mj, step, ds, b, m) : ZN_OK;
    if (st)
        return st;
    b->behind = b->nbc && mj->start == ZNI_MJ_VELOCITY;
    if (b->nbc && !b->behind)
        st = zni_mj_lead(mj, step, ds, b, u);
    if (!st)
        st = zni_mj_no_kick(mj, step, ds, b);
    if (st)
        return st;
    zni_mj_move(mj, step, ds, b, 1, u, step->q1 + b->qo);
    return mj->theta < 1 ? old_force(step, ds, b) : ZN_OK;
}

/* R = M(q_M) inc. A mass that moves is kept for the iteration matrix. */
static zn_status momentum(const zn_step *step, const zn_ds *ds, zni_mj_body *b,
                          const double inc[])
{
    const double *qM = zni_mj_qM(b, step);
    double *M, *R = zni_mj_R(b);
    zn_status st;

    if (b->still)
        return ds->type->mass_mul(ds, qM, inc, R);
    M = zni_iteration_term(&b->W, ZNI_MASS);
    st = ds->type->mass(ds, qM, M);
    b->fresh = st == ZN_OK;
    if (st)
        return st;
    if (b->W.terms->mass->shape == ZN_SHAPE_DENSE)
        zni_add_mul(b->n, b->n, M, inc, R);
    else
        zn_pattern_mul(b->W.terms->mass, M, 1, inc, R);
    return ZN_OK;
}

/* R = M(q_M)(u - v_k) */
static zn_status change_of_momentum(const zni_mj *mj, const zn_step *step,
                                    const zn_ds *ds, zni_mj_body *b)
{
    const zn_index n = b->n;
    const double *v = step->state->v + b->vo, *u = step->v1 + b->vo;
    double *inc = b->more ? zni_mj_inc(b) : zni_mj_spare(mj), *R = zni_mj_R(b);
    bool moved = false;
    zn_status st = ZN_OK;

    b->fresh = false;
    if (n == ZNI_BODY) {
        zni_minus_six(u, v, inc);
        moved = zni_any(ZNI_BODY, inc);
        zni_clear(ZNI_BODY, R);
    } else {
        for (zn_index i = 0; i < n; i++) {
            inc[i] = u[i] - v[i];
            moved = moved || inc[i] != 0;
            R[i] = 0;
        }
    }
    if (!b->still)
        zni_mj_move(mj, step, ds, b, mj->gamma_mass, u, b->more->qM);
    if (moved)
        st = momentum(step, ds, b, inc);
    return st;
}

/* R = M(q_M)(u - v_k) - h theta F_{k+1} - h (1 - theta) F_k, no mask */
static zn_status full_residual(const zni_mj *mj, const zn_step *step,
                               const zn_ds *ds, zni_mj_body *b)
{
    const double a = step->h * mj->theta;
    const double c = b->carries ? 0 : step->h - a; /* else it was carried, too */
    const double *F1 = b->more ? zni_mj_F1(b) : zni_mj_even(b);
    const double *Fk = b->more ? zni_mj_Fk(b) : F1;
    double *R = zni_mj_R(b);
    zn_status st = b->carries ? zni_mj_carried(mj, step, ds, b)
                              : change_of_momentum(mj, step, ds, b);

    if (!st && (a > 0 || !b->more))
        st = new_force(step, ds, b);
    if (st)
        return st;
    zni_take_off(b->n, c, Fk, a, F1, R); /* forces of no weight are 0 * a number */
    return ZN_OK;
}

/* Zero the components whose velocity is prescribed. */
static void mask(const zn_ds *ds, const zni_mj_body *b, double x[])
{
    if (b->nbc)
        zn_osi_mask(ds, NULL, 1, x);
}

static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    zni_mj_body *b = w;
    const zni_arm arm = step->euclidean ? zni_no_arm() : zni_arm_of(ds);
    const zn_status st = full_residual(s, step, ds, b);

    if (st)
        return st;
    mask(ds, b, zni_mj_R(b));
    *norm = zni_arm_off(&arm, b->n, zni_mj_R(b), p, zni_iteration_fixed(&b->W));
    if (b->more) {
        b->more->before = b->more->norm;
        b->more->norm = *norm;
    }
    return ZN_OK;
}

enum { FEW = 12 }; /* unknowns */

/* |W^-1 (R_free - p)|. R is to stay; where the increment has no room of its own, that of few unknowns is
 * at hand, and of more nothing is told. */
static double next(void *s, const zn_step *step, const zn_ds *ds, void *w,
                   const double p[])
{
    const zni_mj_body *b = w;
    const zni_arm arm = zni_arm_of(ds);
    double few[FEW], *e = b->more ? zni_mj_inc(b) : few, most = 0;

    (void)s, (void)step;
    if (!b->more && b->n > FEW)
        return INFINITY;
    for (zn_index i = 0; i < b->n; i++)
        e[i] = zni_mj_R(b)[i] - p[i];
    mask(ds, b, e);
    zni_iteration_solve(&b->W, 1, e);
    for (zn_index i = 0; i < b->n; i++)
        most = zni_larger(fabs(zni_arm_moves(&arm, i, e[i])), most);
    return most;
}

/* With a W that may be that of an earlier step. Contacts and joints that act make it shorter. */
static double distance(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double p[])
{
    return ((const zni_mj_body *)w)->remembers ? next(s, step, ds, w, p) : 0;
}

static zn_status free_state(void *s, const zn_step *step, const zn_ds *ds,
                            void *w, const double p_fixed[], const double K[],
                            bool *changed)
{
    zni_mj_body *b = w;
    const double *u = step->v1 + b->vo;
    const zn_status st = zni_mj_matrix(s, step, ds, b, K, changed);

    if (st)
        return st;
    zni_less(b->n, p_fixed, zni_mj_R(b), zni_mj_inc(b));
    mask(ds, b, zni_mj_inc(b));
    zni_iteration_solve(&b->W, 1, zni_mj_inc(b));
    if (!b->nbc)
        return ZN_OK;
    for (zn_index i = 0; i < b->n; i++)
        zni_mj_vfree(b)[i] = u[i] + zni_mj_inc(b)[i];
    if (!b->behind)
        return ZN_OK;
    b->behind = false;
    return zni_mj_lead(s, step, ds, b, zni_mj_vfree(b));
}

static void solve(void *s, const zn_ds *ds, void *w, zn_index nrhs, double B[])
{
    zni_mj_body *b = w;

    (void)s;
    if (b->nbc)
        zn_osi_mask(ds, NULL, nrhs, B);
    zni_iteration_solve(&b->W, nrhs, B);
}

static const double *free_value(void *s, const zn_step *step, const zn_ds *ds,
                                void *w, zn_level lev)
{
    const zni_mj_body *b = w;
    const zn_index n = b->n;
    const double *u = step->v1 + b->vo, *inc = zni_mj_inc(b);
    double *vfree = zni_mj_spare(s);

    (void)ds;
    if (lev != ZN_LEVEL_VELOCITY)
        return inc;
    if (b->nbc)
        return zni_mj_vfree(b);
    if (n == ZNI_BODY)
        zni_plus_six(u, inc, vfree);
    else
        for (zn_index i = 0; i < n; i++)
            vfree[i] = u[i] + inc[i];
    return vfree;
}

static void point(void *s, const zn_step *step, const zn_ds *ds, void *w,
                  zn_level lev, double e, double q[])
{
    const zni_mj *mj = s;
    const zni_mj_body *b = w;
    const int where = lev == ZN_LEVEL_VELOCITY ? mj->relations : ZNI_MJ_END;
    const double *from =
        (where == ZNI_MJ_END ? step->q1 : step->state->q) + b->qo;

    (void)e;
    if (where == ZNI_MJ_PREDICTED)
        zni_mj_shift(ds, b, from, step->h, step->state->v + b->vo,
                     zni_mj_turn(mj), q);
    else
        zni_copy(b->nq, from, q);
}

static bool foresees(const void *s)
{
    return ((const zni_mj *)s)->relations == ZNI_MJ_PREDICTED;
}

static double row_factor(const void *s, const zn_step *step, zn_level lev,
                         double e)
{
    const zni_mj *mj = s;

    (void)e;
    return lev == ZN_LEVEL_VELOCITY ? 1 : step->hw * mj->theta;
}

static double col_factor(const void *s, const zn_step *step, zn_level lev)
{
    const zni_mj *mj = s;

    return lev == ZN_LEVEL_VELOCITY ? 1 : step->hw * mj->gamma_input;
}

static double old_factor(const void *s, const zn_step *step, zn_level lev)
{
    const zni_mj *mj = s;

    return lev == ZN_LEVEL_VELOCITY ? 0 : step->hw * (1 - mj->gamma_input);
}

static zn_status update(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double du[])
{
    zni_mj_body *b = w;
    const zn_index n = b->n;
    const double *inc = zni_mj_inc(b);
    double *u = step->v1 + b->vo;
    zn_status st;

    if (b->nbc) {
        for (zn_index i = 0; i < n; i++)
            u[i] = zni_mj_vfree(b)[i] + du[i];
    } else if (n == ZNI_BODY) {
        zni_plus_six(u, inc, u);
        zni_plus_six(u, du, u);
    } else {
        for (zn_index i = 0; i < n; i++)
            u[i] = u[i] + inc[i] + du[i];
    }
    zni_mj_move(s, step, ds, b, 1, u, step->q1 + b->qo);
    if (!zni_mj_splits(s, b))
        return ZN_OK;
    st = new_force(step, ds, b); /* once more, where these kicks lead */
    if (!st) {
        zni_mj_kick(s, step, ds, b);
        zni_mj_move(s, step, ds, b, 1, u, step->q1 + b->qo);
    }
    return st;
}

/* A contact that is closed stays so while it approaches, and until its gap is `hysteresis`
 * wider than it was to close; or narrower, then one that rests is let go and closed again
 * by turns, as programs do that have a value each for both. */
static bool active(const void *s, const zn_step *step, const double y[],
                   const double u[], bool was)
{
    const zni_mj *mj = s;
    const double ahead = y[0] + mj->gamma * step->h * u[0] - mj->threshold;

    if (!was || mj->hysteresis == ZNI_MJ_NO_HYSTERESIS)
        return ahead <= 0;
    return ahead <= mj->hysteresis || u[0] < 0;
}

/* The impulse on prescribed velocities is what is missing in their rows. */
static zn_status commit(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double p[], double m[], double bc[])
{
    const zn_index *index;
    zni_mj_body *b = w;
    zn_status st;

    if (zni_mj_has_past(b))
        zni_mj_remember(s, step, ds, b, m);
    if (!b->nbc)
        return ZN_OK;
    st = full_residual(s, step, ds, b);
    if (st)
        return st;
    index = zn_ds_bc_index(ds);
    memset(bc, 0, (size_t)b->n * sizeof *bc);
    for (zn_index i = 0; i < b->nbc; i++)
        bc[index[i]] = zni_mj_R(b)[index[i]] - p[index[i]];
    return ZN_OK;
}

static bool middle(const void *s)
{
    const zni_mj *mj = s;

    return mj->impulses == ZNI_MJ_MIDDLE && mj->relations == ZNI_MJ_END;
}

static int order(const void *s)
{
    return ((const zni_mj *)s)->theta == 0.5 ? 2 : 1;
}

static zn_status matrix(void *s, const zn_ds *ds, void *w, const zn_pattern **a,
                        const double **W)
{
    const zni_mj_body *b = w;

    (void)s, (void)ds;
    zni_iteration_matrix(&b->W, a, W);
    return ZN_OK;
}

const zn_osi_type zni_osi_moreau_jean = {
    .type = {.size = sizeof zni_osi_moreau_jean,
             .kind = ZN_KIND_OSI,
             .name = "moreau-jean",
             .summary = "theta scheme on velocities and impulses",
             .state_size = sizeof(zni_mj),
             .options = options},
    .family = ZN_SECOND_ORDER,
    .level = level,
    .memory = zni_mj_memory,
    .fini = fini,
    .attach = attach,
    .detach = detach,
    .start = zni_mj_start,
    .begin = begin,
    .residual = residual,
    .free = free_state,
    .free_affine = zni_mj_free_affine,
    .move_affine = zni_mj_move_affine,
    .uniform = zni_mj_uniform,
    .solve = solve,
    .free_value = free_value,
    .point = point,
    .row_factor = row_factor,
    .col_factor = col_factor,
    .old_factor = old_factor,
    .update = update,
    .active = active,
    .commit = commit,
    .work = zni_mj_work,
    .order = order,
    .matrix = matrix,
    .middle = middle,
    .foresees = foresees,
    .distance = distance,
    .next = next,
    .updates_again = true,
};
