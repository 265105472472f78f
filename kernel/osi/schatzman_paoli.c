/* schatzman_paoli.c - position-level two-step scheme of Schatzman and Paoli
 *
 * Unknown q = q_{k+1}; h = t_{k+1} - t_k, b = t_k - t_{k-1}; lambda: impulses.
 *
 *   R_free(q) = M(q_k)(q - q_k - (h/b)(q_k - q_{k-1})) - c F,  c = h (h + b)/2
 *   R_free(q) = p = h H' lambda,   0 <= y(q^) _|_ lambda >= 0,
 *   q^ = (q + e q_ref)/(1 + e),    q_ref = q_{k-1} (schatzman_paoli_memory.c)
 *   v- = (b (q - q_k)/h + h (q_k - q_{k-1})/b)/(h + b), the velocity of t_k
 *
 *   symmetric  F = theta F(t_{k+1}, q, v-) + (1 - 2 theta) F(t_k, q_k, v-)
 *                  + theta F(t_{k-1}, q_{k-1}, v-)
 *   theta      F = F(t_k + theta h, theta q + (1 - theta) q_k,
 *                    theta v- + (1 - theta) v-_k),  v-_k: v- of the last step
 *
 *   W = M(q_k) - c dF/dq,   dv-/dq = b/(h (h + b))
 *
 * With h = b these are the formulas of the papers; with other steps the
 * momentum balance stays exact and the symmetric scheme of order 2.
 * doc/schatzman-paoli.md; L. Paoli & M. Schatzman, A numerical scheme for
 * impact problems I, II (SIAM J. Numer. Anal. 40, 2002).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/schatzman_paoli.h"

#include <math.h>
#include <string.h>

/* A place where the force is evaluated, its weight in F, and the factors of
 * d/dq and dv-/dq d/dv in the derivative of that share by the unknown. */
typedef struct station {
    double weight, t;
    const double *q, *v;
    double dq, dv;
} station;

static const zn_option options[] = {
    ZN_OPT_CHOICE(zni_sp, scheme, ZNI_SP_SYMMETRIC, "symmetric|theta",
                  "where forces are evaluated; symmetric: order 2"),
    ZN_OPT_REAL(zni_sp, theta, 0.25, 0, 1, "-",
                "weight of the implicit evaluation; symmetric: at most 1/2"),
    ZN_OPT_CHOICE(zni_sp, start, ZNI_SP_START_TAYLOR, "taylor|backward",
                  "q_{-1} = q_0 - h v_0, with or without h^2 a_0/2"),
    ZN_OPT_CHOICE(zni_sp, velocity, ZNI_SP_V_AUTO,
                  "auto|backward|centred|three-point",
                  "formula of v_{k+1}; auto: three-point, backward at impacts"),
    ZN_OPT_END,
};

/* ---- what it takes ---- */

static const char *refuses(const void *s, const zn_ds *ds)
{
    (void)s;
    return zn_ds_class(ds)->retract || zn_ds_nq(ds) != zn_ds_nv(ds)
               ? "the unknown is the position, which needs q' = v"
               : NULL;
}

static zn_level level(const void *s, const zn_relation *r, const zn_law *law,
                      const char **why)
{
    const zn_law_type *type = zn_law_class(law);
    zn_cone c;

    (void)s;
    if (zn_relation_on_position(zn_relation_varies(r))) {
        *why = "the relation depends on lambda, a force; this scheme knows "
               "impulses only: use 'moreau-jean'";
        return ZN_LEVEL_REFUSED;
    }
    if (!(type->levels & ZN_LAW_VELOCITY)) {
        *why = "the law says nothing about impacts: use 'newton-impact' or "
               "'equality'";
        return ZN_LEVEL_REFUSED;
    }
    for (zn_index k = 0; type->cone(zn_law_state(law), k, &c); k++)
        if (c.set != zn_set_orthant() && c.set != zn_set_zero()) {
            *why = "on positions there are unilateral and bilateral laws only, "
                   "without friction: use 'moreau-jean'";
            return ZN_LEVEL_REFUSED;
        }
    return ZN_LEVEL_POSITION;
}

static zn_index memory(const void *s, const zn_ds *ds)
{
    (void)s;
    return ZNI_SP_VECTORS * zn_ds_nv(ds) + ZNI_SP_NUMBERS;
}

static void detach(void *s, zn_ctx *ctx, const zn_ds *ds, void *w)
{
    zni_sp_body *b = w;

    (void)s;
    (void)ds;
    if (!b)
        return;
    zni_iteration_fini(ctx, &b->W);
    zn_free_array(ctx, b->again);
    zn_free_array(ctx, b);
}

static zn_status attach(void *s, zn_ctx *ctx, const zn_ds *ds, void **w)
{
    const zni_sp *sp = s;
    const zn_index n = zn_ds_nv(ds);
    zni_sp_body *b;
    double *a;
    zn_status st = ZN_ENOMEM;

    if (sp->scheme == ZNI_SP_SYMMETRIC && sp->theta > 0.5)
        return zn_fail(ctx, ZN_EINVAL,
                       "schatzman-paoli: theta = %g, the symmetric scheme "
                       "needs theta <= 1/2",
                       sp->theta);
    b = zn_alloc(ctx, 1, sizeof *b);
    if (!b)
        return st;
    b->again = a = zn_alloc(ctx, 11 * n, sizeof *a);
    if (!a)
        goto fail;
    b->before = a += n;
    b->ref = a += n;
    b->vold = a += n;
    b->vbar = a += n;
    b->dq = a += n;
    b->R = a += n;
    b->qs = a += n;
    b->vs = a += n;
    b->F = a += n;
    b->tmp = a + n;
    st = zni_iteration_init(ctx, ds, false, &b->W);
    if (st)
        goto fail;
    *w = b;
    return ZN_OK;

fail:
    detach(s, ctx, ds, b);
    return st;
}

/* ---- the smooth part ---- */

/* Is W the same in every iteration? */
static bool constant(const zn_ds *ds)
{
    return zn_ds_constant_matrices(zn_ds_varies(ds));
}

/* Newton's increments are measured on v1: (q - q_k)/h until the commit. */
static void iterate_velocity(const zn_step *step, const zn_ds *ds,
                             const zni_sp_body *b)
{
    const zn_index n = zn_ds_nv(ds);
    const double *qk = step->state->q + zn_ds_q_offset(ds);
    const double *q = step->q1 + zn_ds_q_offset(ds);
    double *v = step->v1 + zn_ds_v_offset(ds);

    for (zn_index i = 0; i < n; i++)
        v[i] = (q[i] - qk[i]) / b->h;
}

static zn_status begin(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[])
{
    const zn_index n = zn_ds_nv(ds), nbc = zn_ds_bc_count(ds);
    const zn_index *index = zn_ds_bc_index(ds);
    const double *qk = step->state->q + zn_ds_q_offset(ds);
    const double *number = m + ZNI_SP_VECTORS * n;
    const double last = number[ZNI_SP_H1];
    const bool linear = constant(ds);
    double *q = step->q1 + zn_ds_q_offset(ds);
    zni_sp_body *b = w;

    (void)s;
    if (!(last > 0))
        return zn_fail(zn_ds_ctx(ds), ZN_ESTATE,
                       "schatzman-paoli was started without a step length; set "
                       "the instants before the initialisation");
    b->h = step->h;
    b->b = zni_sp_same(last, b->h, step->t1) ? b->h : last;
    b->hw = zni_sp_same(number[ZNI_SP_HW], b->h, step->t1) ? number[ZNI_SP_HW]
                                                           : b->h;
    b->bw = b->b == b->h ? b->hw : b->b;
    b->t_before = step->t - last;
    b->kick = 0;
    memcpy(b->before, m + ZNI_SP_Q1 * n, (size_t)n * sizeof *m);
    memcpy(b->vold, m + ZNI_SP_VBAR * n, (size_t)n * sizeof *m);
    /* Newton starts from the step without forces; a linear system gets there
     * from anywhere, and from q_k with one rounding less */
    for (zn_index i = 0; i < n; i++) {
        b->again[i] = b->h / b->b * (qk[i] - b->before[i]);
        q[i] = linear ? qk[i] : qk[i] + b->again[i];
    }
    zni_sp_reference(step, ds, m, b);
    if (nbc) {
        const zn_status st = zn_ds_bc_values(ds, step->t + b->h / 2, b->tmp);
        if (st)
            return st;
        for (zn_index k = 0; k < nbc; k++)
            q[index[k]] = qk[index[k]] + b->h * b->tmp[k];
    }
    iterate_velocity(step, ds, b);
    return zn_vary_constant(zn_ds_varies(ds)->M)
               ? ZN_OK
               : zn_ds_class(ds)->mass(ds, qk,
                                       zni_iteration_term(&b->W, ZNI_MASS));
}

void zni_sp_vbar(const zn_step *step, const zn_ds *ds, zni_sp_body *b)
{
    const zn_index n = zn_ds_nv(ds);
    const double *qk = step->state->q + zn_ds_q_offset(ds);
    const double *q = step->q1 + zn_ds_q_offset(ds);
    const double r = b->b / b->h, sum = b->h + b->b;

    for (zn_index i = 0; i < n; i++)
        b->vbar[i] = (r * (q[i] - qk[i]) + b->again[i]) / sum;
}

/* Where the iterate asks for the force; returns how many places. */
static int stations(const zni_sp *sp, const zn_step *step, const zn_ds *ds,
                    zni_sp_body *b, station at[3])
{
    const zn_index n = zn_ds_nv(ds);
    const double *qk = step->state->q + zn_ds_q_offset(ds);
    const double *q = step->q1 + zn_ds_q_offset(ds);
    const double theta = sp->theta;

    zni_sp_vbar(step, ds, b);
    if (sp->scheme == ZNI_SP_SYMMETRIC) {
        at[0] = (station){1 - 2 * theta, step->t, qk, b->vbar, 0, 1};
        at[1] = (station){theta, step->t1, q, b->vbar, 1, 1};
        at[2] = (station){theta, b->t_before, b->before, b->vbar, 0, 1};
        return 3;
    }
    for (zn_index i = 0; i < n; i++) {
        b->qs[i] = theta * q[i] + (1 - theta) * qk[i];
        b->vs[i] = theta * b->vbar[i] + (1 - theta) * b->vold[i];
    }
    at[0] = (station){1, step->t + theta * b->h, b->qs, b->vs, theta, theta};
    return 1;
}

zn_status zni_sp_residual(const zni_sp *sp, const zn_step *step,
                          const zn_ds *ds, zni_sp_body *b)
{
    const zn_index n = zn_ds_nv(ds);
    const zn_ds_type *type = zn_ds_class(ds);
    const double *qk = step->state->q + zn_ds_q_offset(ds);
    const double *q = step->q1 + zn_ds_q_offset(ds);
    const double c = b->h * (b->h + b->b) / 2;
    const zn_pattern mass = zn_ds_pattern(ds, ZN_DS_MASS);
    double *mean = b->tmp;
    station at[3];
    const int count = stations(sp, step, ds, b, at);
    zn_status st = ZN_OK;

    for (zn_index i = 0; i < n; i++)
        b->tmp[i] = q[i] - qk[i] - b->again[i];
    memset(b->R, 0, (size_t)n * sizeof *b->R);
    if (zn_vary_constant(zn_ds_varies(ds)->M))
        st = type->mass_mul(ds, qk, b->tmp, b->R);
    else
        zn_pattern_mul(&mass, zni_iteration_term(&b->W, ZNI_MASS), 1, b->tmp,
                       b->R);
    memset(mean, 0, (size_t)n * sizeof *mean);
    for (int k = 0; !st && k < count; k++) {
        if (at[k].weight == 0)
            continue;
        st = type->force(ds, at[k].t, at[k].q, at[k].v, b->F);
        for (zn_index i = 0; !st && i < n; i++)
            mean[i] += at[k].weight * b->F[i];
    }
    for (zn_index i = 0; !st && i < n; i++)
        b->R[i] -= c * mean[i];
    return st;
}

static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    const zn_index n = zn_ds_nv(ds);
    zni_sp_body *b = w;
    double sum = 0;
    const zn_status st = zni_sp_residual(s, step, ds, b);

    if (st)
        return st;
    for (zn_index i = 0; i < n; i++)
        b->tmp[i] = b->R[i] - p[i];
    zn_osi_mask(ds, NULL, 1, b->tmp);
    for (zn_index i = 0; i < n; i++)
        sum += b->tmp[i] * b->tmp[i];
    *norm = sqrt(sum);
    return ZN_OK;
}

/* W = M(q_k) - c sum weight (dq dF/dq + dv dv-/dq dF/dv), c dv-/dq = b/2 */
static zn_status iteration_matrix(const zni_sp *sp, const zn_step *step,
                                  const zn_ds *ds, zni_sp_body *b)
{
    const zn_ds_type *type = zn_ds_class(ds);
    const double c = b->hw * (b->hw + b->bw) / 2;
    zni_iteration *W = &b->W;
    station at[3];
    const int count = stations(sp, step, ds, b, at);
    zn_status st = ZN_OK;

    if (zn_vary_constant(zn_ds_varies(ds)->M))
        st = type->mass(ds, at[0].q, zni_iteration_term(W, ZNI_MASS));
    zni_iteration_clear(W);
    zni_iteration_add(W, ZNI_MASS, 1);
    for (int k = 0; !st && k < count; k++) {
        const double fq = c * at[k].weight * at[k].dq;
        const double fv = b->bw / 2 * at[k].weight * at[k].dv;
        if (fq == 0 && fv == 0)
            continue;
        st = type->force_jac(ds, at[k].t, at[k].q, at[k].v,
                             zni_iteration_term(W, ZNI_JAC_Q),
                             zni_iteration_term(W, ZNI_JAC_V));
        if (st)
            return st;
        zni_iteration_add(W, ZNI_JAC_Q, -fq);
        zni_iteration_add(W, ZNI_JAC_V, -fv);
    }
    if (st)
        return st;
    st = zni_iteration_factor(W, zn_ds_ctx(ds));
    return zn_note(zn_ds_ctx(ds), st,
                   "iteration matrix of system '%s' (t = %g s, h = %g s)",
                   zn_ds_name(ds), step->t1, step->h);
}

static zn_status free_state(void *s, const zn_step *step, const zn_ds *ds,
                            void *w, const double p_fixed[], const double K[],
                            bool *changed)
{
    const zni_sp *sp = s;
    const zn_index n = zn_ds_nv(ds);
    zni_sp_body *b = w;

    (void)K; /* of relations that level() refuses */
    *changed = false;
    if (!b->kept || b->hW != b->hw || b->bW != b->bw ||
        b->thetaW != sp->theta || b->schemeW != sp->scheme) {
        zn_status st;
        b->kept = false;
        st = iteration_matrix(sp, step, ds, b);
        if (st)
            return st;
        b->kept = constant(ds);
        b->hW = b->hw;
        b->bW = b->bw;
        b->thetaW = sp->theta;
        b->schemeW = sp->scheme;
        *changed = true;
    }
    for (zn_index i = 0; i < n; i++)
        b->dq[i] = (p_fixed ? p_fixed[i] : 0) - b->R[i];
    zn_osi_mask(ds, NULL, 1, b->dq);
    zn_factor_solve(b->W.factor, 1, b->dq);
    return ZN_OK;
}

static zn_status update(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double du[])
{
    const zn_index n = zn_ds_nv(ds);
    double *q = step->q1 + zn_ds_q_offset(ds);
    zni_sp_body *b = w;

    (void)s;
    b->kick = 0;
    for (zn_index i = 0; i < n; i++) {
        q[i] += b->dq[i] + du[i];
        b->kick = fmax(b->kick, fabs(du[i]));
    }
    iterate_velocity(step, ds, b);
    return ZN_OK;
}

/* ---- what the one-step problem takes ---- */

static void solve(void *s, const zn_ds *ds, void *w, zn_index nrhs, double B[])
{
    zni_sp_body *b = w;

    (void)s;
    zn_osi_mask(ds, NULL, nrhs, B);
    zn_factor_solve(b->W.factor, nrhs, B);
}

static const double *free_value(void *s, const zn_step *step, const zn_ds *ds,
                                void *w, zn_level lev)
{
    zni_sp_body *b = w;

    (void)s;
    (void)step;
    (void)ds;
    (void)lev;
    return b->dq;
}

static void point(void *s, const zn_step *step, const zn_ds *ds, void *w,
                  zn_level lev, double e, double q[])
{
    const zn_index n = zn_ds_nq(ds);
    const double *q1 = step->q1 + zn_ds_q_offset(ds);
    zni_sp_body *b = w;

    (void)s;
    (void)lev;
    for (zn_index i = 0; i < n; i++)
        q[i] = (q1[i] + e * b->ref[i]) / (1 + e);
}

static double row_factor(const void *s, const zn_step *step, zn_level lev,
                         double e)
{
    (void)s;
    (void)step;
    (void)lev;
    return 1 / (1 + e);
}

static double col_factor(const void *s, const zn_step *step, zn_level lev)
{
    (void)s;
    (void)lev;
    return step->hw;
}

static double impulse_factor(const void *s, const zn_step *step)
{
    (void)s;
    return 1 / step->hw;
}

static zn_status matrix(void *s, const zn_ds *ds, void *w, const zn_pattern **a,
                        const double **W)
{
    const zni_sp_body *b = w;

    (void)s, (void)ds;
    zni_iteration_matrix(&b->W, a, W);
    return ZN_OK;
}

static int order(const void *s)
{
    const zni_sp *sp = s;

    return sp->scheme == ZNI_SP_SYMMETRIC &&
                   sp->start == ZNI_SP_START_TAYLOR &&
                   (sp->velocity == ZNI_SP_V_AUTO ||
                    sp->velocity == ZNI_SP_V_THREE)
               ? 2
               : 1;
}

const zn_osi_type zni_osi_schatzman_paoli = {
    .type = {.size = sizeof zni_osi_schatzman_paoli,
             .kind = ZN_KIND_OSI,
             .name = "schatzman-paoli",
             .summary = "two-step scheme on positions, impacts included",
             .state_size = sizeof(zni_sp),
             .options = options},
    .family = ZN_SECOND_ORDER,
    .refuses = refuses,
    .level = level,
    .memory = memory,
    .attach = attach,
    .detach = detach,
    .start = zni_sp_start,
    .begin = begin,
    .residual = residual,
    .free = free_state,
    .solve = solve,
    .free_value = free_value,
    .point = point,
    .row_factor = row_factor,
    .col_factor = col_factor,
    .update = update,
    .commit = zni_sp_commit,
    .work = zni_sp_work,
    .impulse_factor = impulse_factor,
    .matrix = matrix,
    .order = order,
    .finds_positions = true,
};
