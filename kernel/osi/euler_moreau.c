/* euler_moreau.c - the theta-gamma schemes for first-order systems
 *
 * M x' = f(t, x) + r, unknown x = x_{k+1}; with c the weight of the new input
 * and s = d(point of the relation)/dx:
 *
 *   scheme     R_free(x)                                          c      s      t_r
 *   standard   M(x - x_k) - h theta f_{k+1} - h (1-theta) f_k     gamma  1      t_{k+1}
 *   full       the same                                           1      gamma  t_{k+gamma}
 *   midpoint   M(x - x_k) - h f(t_{k+theta}, x_{k+theta})         1      gamma  t_{k+gamma}
 *
 *   W = M - h theta A - h gamma K,     input of the step  h (c r + (1 - c) r_k)
 *
 * Rows of M that are zero (algebraic equations) take theta = 1, without which
 * their error would be multiplied by -(1 - theta)/theta at each step; midpoint,
 * with f at one point only, refuses them unless theta = 1.
 * doc/euler-moreau.md; V. Acary, O. Bonnefon, B. Brogliato, Nonsmooth Modeling
 * and Simulation for Switched Circuits (2011).
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/osi.h>

enum { STANDARD = 0, FULL = 1, MIDPOINT = 2 };

typedef struct euler_moreau {
    double theta;
    double gamma;
    int scheme;
} euler_moreau;

/* What is kept for one system. All arrays in one block. */
typedef struct body {
    zn_factor *W;
    bool kept; /* W is constant and factorised for hW, thetaW */
    double hW, thetaW;
    double *inc;              /* x_free - x */
    double *fk, *f1, *R;      /* fields at both ends, residual */
    double *xt;               /* x_{k+theta} */
    double *M, *A;            /* n x n */
    unsigned char *algebraic; /* n, rows of M that are zero */
} body;

static const zn_option options[] = {
    ZN_OPT_REAL(euler_moreau, theta, 1, 0, 1, "-",
                "weight of the implicit evaluation of f"),
    ZN_OPT_REAL(euler_moreau, gamma, 1, 0, 1, "-",
                "weight of the new nonsmooth input (standard), or point of the "
                "relation (full, midpoint)"),
    ZN_OPT_CHOICE(euler_moreau, scheme, 0, "standard|full|midpoint",
                  "which theta-gamma scheme"),
    ZN_OPT_END,
};

static zn_level level(const void *s, const zn_relation *r, const zn_law *law,
                      const char **why)
{
    const euler_moreau *em = s;

    (void)r;
    if (!(zn_law_class(law)->levels & ZN_LAW_POSITION)) {
        *why =
            "the law is written on a velocity, first-order systems have none";
        return ZN_LEVEL_REFUSED;
    }
    if (em->gamma <= 0) {
        *why = "an implicit law needs gamma > 0";
        return ZN_LEVEL_REFUSED;
    }
    return ZN_LEVEL_POSITION;
}

static void detach(void *s, zn_ctx *ctx, const zn_ds *ds, void *w)
{
    body *b = w;

    (void)s;
    (void)ds;
    if (!b)
        return;
    zn_factor_free(b->W);
    zn_free_array(ctx, b->inc);
    zn_free_array(ctx, b->algebraic);
    zn_free_array(ctx, b);
}

static zn_status attach(void *s, zn_ctx *ctx, const zn_ds *ds, void **w)
{
    const zn_index n = zn_ds_nx(ds);
    body *b = zn_alloc(ctx, 1, sizeof *b);
    zn_status st = ZN_ENOMEM;
    double *a;

    if (!b)
        return st;
    b->algebraic = zn_alloc(ctx, n, 1);
    b->inc = a = zn_alloc(ctx, 5 * n + 2 * n * n, sizeof *a);
    if (!a || !b->algebraic)
        goto fail;
    b->fk = a += n;
    b->f1 = a += n;
    b->R = a += n;
    b->xt = a += n;
    b->M = a += n;
    b->A = a + n * n;
    st = zn_factor_new(ctx, n, &b->W);
    if (st)
        goto fail;
    *w = b;
    return ZN_OK;

fail:
    detach(s, ctx, ds, b);
    return st;
}

static double theta_of(const euler_moreau *em, const body *b, zn_index i)
{
    return b->algebraic[i] ? 1 : em->theta;
}

/* M at x_{k+theta}, and which of its rows are zero. */
static zn_status mass(const euler_moreau *em, const zn_step *step,
                      const zn_ds *ds, body *b)
{
    const zn_index n = zn_ds_nx(ds);
    const zn_ds_type *type = zn_ds_class(ds);
    zn_status st = ZN_OK;

    if (b->kept)
        return ZN_OK;
    if (type->lhs) {
        st = type->lhs(ds, step->t + em->theta * step->h, b->xt, b->M);
        if (st)
            return st;
    } else {
        memset(b->M, 0, (size_t)(n * n) * sizeof *b->M);
        for (zn_index i = 0; i < n; i++)
            b->M[i + i * n] = 1;
    }
    for (zn_index i = 0; i < n; i++) {
        bool zero = true;
        for (zn_index j = 0; j < n; j++)
            zero = zero && b->M[i + j * n] == 0;
        b->algebraic[i] = zero;
        if (zero && em->scheme == MIDPOINT && em->theta < 1)
            return zn_fail(
                zn_ds_ctx(ds), ZN_ENOTSUP,
                "row %td of M is zero: scheme 'midpoint' evaluates f "
                "at one point only and cannot take theta = 1 there; "
                "use scheme 'full'",
                i);
    }
    return ZN_OK;
}

static zn_status begin(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[])
{
    const euler_moreau *em = s;
    const zn_index n = zn_ds_nx(ds);
    const double *x = step->state->x + zn_ds_x_offset(ds);
    body *b = w;

    (void)m;
    memcpy(step->x1 + zn_ds_x_offset(ds), x, (size_t)n * sizeof *x);
    if (em->scheme == MIDPOINT || em->theta >= 1)
        return ZN_OK;
    return zn_ds_class(ds)->field(ds, step->t, x, b->fk);
}

static void middle(const euler_moreau *em, const zn_step *step, const zn_ds *ds,
                   body *b)
{
    const zn_index n = zn_ds_nx(ds);
    const double *x = step->state->x + zn_ds_x_offset(ds);
    const double *x1 = step->x1 + zn_ds_x_offset(ds);

    for (zn_index i = 0; i < n; i++)
        b->xt[i] = em->theta * x1[i] + (1 - em->theta) * x[i];
}

static zn_status field(const euler_moreau *em, const zn_step *step,
                       const zn_ds *ds, body *b)
{
    const bool mid = em->scheme == MIDPOINT;
    const double t = mid ? step->t + em->theta * step->h : step->t1;

    return zn_ds_class(ds)->field(
        ds, t, mid ? b->xt : step->x1 + zn_ds_x_offset(ds), b->f1);
}

static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    const euler_moreau *em = s;
    const zn_index n = zn_ds_nx(ds);
    const double *x = step->state->x + zn_ds_x_offset(ds);
    const double *x1 = step->x1 + zn_ds_x_offset(ds);
    const double h = step->h;
    body *b = w;
    double sum = 0;
    zn_status st;

    middle(em, step, ds, b);
    st = mass(em, step, ds, b);
    if (!st)
        st = field(em, step, ds, b);
    if (st)
        return st;
    for (zn_index i = 0; i < n; i++) {
        const double th = em->scheme == MIDPOINT ? 1 : theta_of(em, b, i);
        b->R[i] = -h * th * b->f1[i];
        if (th < 1)
            b->R[i] -= h * (1 - th) * b->fk[i];
    }
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; x1[j] != x[j] && i < n; i++)
            b->R[i] += b->M[i + j * n] * (x1[j] - x[j]);
    for (zn_index i = 0; i < n; i++)
        sum += (b->R[i] - p[i]) * (b->R[i] - p[i]);
    *norm = sqrt(sum);
    return ZN_OK;
}

static zn_status iteration_matrix(const euler_moreau *em, const zn_step *step,
                                  const zn_ds *ds, body *b, const double K[])
{
    const zn_index n = zn_ds_nx(ds);
    const bool mid = em->scheme == MIDPOINT;
    const double h = step->hw;
    const double t = mid ? step->t + em->theta * step->h : step->t1;
    zn_status st = zn_ds_class(ds)->field_jac(
        ds, t, mid ? b->xt : step->x1 + zn_ds_x_offset(ds), b->A);

    if (st)
        return st;
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++) {
            const zn_index k = i + j * n;
            const double th = mid ? em->theta : theta_of(em, b, i);
            b->A[k] =
                b->M[k] - h * th * b->A[k] - (K ? h * em->gamma * K[k] : 0);
        }
    st = zn_factor_set(b->W, b->A);
    return zn_note(zn_ds_ctx(ds), st,
                   "iteration matrix M - h theta A of system '%s' (t = %g s, "
                   "h = %g s)",
                   zn_ds_name(ds), step->t1, h);
}

static zn_status free_state(void *s, const zn_step *step, const zn_ds *ds,
                            void *w, const double p_fixed[], const double K[],
                            bool *changed)
{
    const euler_moreau *em = s;
    const zn_index n = zn_ds_nx(ds);
    const unsigned constant = ZN_DS_CONST_MASS | ZN_DS_AFFINE_FORCE;
    bool no_K = true;
    body *b = w;
    zn_status st;

    for (zn_index i = 0; K && no_K && i < n * n; i++)
        no_K = K[i] == 0;
    *changed = false;
    if (!no_K || !b->kept || b->hW != step->hw || b->thetaW != em->theta) {
        st = iteration_matrix(em, step, ds, b, no_K ? NULL : K);
        if (st)
            return st;
        b->kept = no_K && (zn_ds_traits(ds) & constant) == constant;
        b->hW = step->hw;
        b->thetaW = em->theta;
        *changed = true;
    }
    for (zn_index i = 0; i < n; i++)
        b->inc[i] = (p_fixed ? p_fixed[i] : 0) - b->R[i];
    zn_factor_solve(b->W, 1, b->inc);
    return ZN_OK;
}

static void solve(void *s, const zn_ds *ds, void *w, zn_index nrhs, double B[])
{
    (void)s;
    (void)ds;
    zn_factor_solve(((body *)w)->W, nrhs, B);
}

static const double *free_value(void *s, const zn_step *step, const zn_ds *ds,
                                void *w, zn_level lev)
{
    (void)s;
    (void)step;
    (void)ds;
    (void)lev;
    return ((body *)w)->inc;
}

static double weight(const euler_moreau *em) /* c */
{
    return em->scheme == STANDARD ? em->gamma : 1;
}

static double place(const euler_moreau *em) /* s */
{
    return em->scheme == STANDARD ? 1 : em->gamma;
}

static void point(void *s, const zn_step *step, const zn_ds *ds, void *w,
                  zn_level lev, double e, double q[])
{
    const zn_index n = zn_ds_nx(ds);
    const double *x = step->state->x + zn_ds_x_offset(ds);
    const double *x1 = step->x1 + zn_ds_x_offset(ds);
    const double a = place(s);

    (void)w;
    (void)lev;
    (void)e;
    for (zn_index i = 0; i < n; i++)
        q[i] = a == 1 ? x1[i] : a * x1[i] + (1 - a) * x[i];
}

static double relation_time(const void *s, const zn_step *step)
{
    const double a = place(s);

    return a == 1 ? step->t1 : step->t + a * step->h;
}

static double row_factor(const void *s, const zn_step *step, zn_level lev,
                         double e)
{
    (void)step;
    (void)lev;
    (void)e;
    return place(s);
}

static double col_factor(const void *s, const zn_step *step, zn_level lev)
{
    (void)lev;
    return step->hw * weight(s);
}

static double old_factor(const void *s, const zn_step *step, zn_level lev)
{
    (void)lev;
    return step->hw * (1 - weight(s));
}

static zn_status update(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double du[])
{
    const zn_index n = zn_ds_nx(ds);
    double *x1 = step->x1 + zn_ds_x_offset(ds);
    const body *b = w;

    (void)s;
    for (zn_index i = 0; i < n; i++)
        x1[i] += b->inc[i] + du[i];
    return ZN_OK;
}

static zn_status commit(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double p[], double m[], double bc[])
{
    (void)s, (void)step, (void)ds, (void)w, (void)p, (void)m, (void)bc;
    return ZN_OK;
}

/* the input of the state is r, a mean over the step, not an impulse */
static double impulse_factor(const void *s, const zn_step *step)
{
    (void)s;
    return 1 / step->hw;
}

const zn_osi_type zni_osi_euler_moreau = {
    .type = {.size = sizeof zni_osi_euler_moreau,
             .kind = ZN_KIND_OSI,
             .name = "euler-moreau",
             .summary = "theta-gamma schemes for first-order systems",
             .state_size = sizeof(euler_moreau),
             .options = options},
    .family = ZN_FIRST_ORDER,
    .level = level,
    .attach = attach,
    .detach = detach,
    .begin = begin,
    .residual = residual,
    .free = free_state,
    .solve = solve,
    .free_value = free_value,
    .point = point,
    .relation_time = relation_time,
    .row_factor = row_factor,
    .col_factor = col_factor,
    .old_factor = old_factor,
    .update = update,
    .commit = commit,
    .impulse_factor = impulse_factor,
};
