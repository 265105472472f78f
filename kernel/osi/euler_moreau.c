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

#include "kernel/model/vectors.h"
#include "kernel/osi/first_order.h"
#include "kernel/osi/iteration.h"
#include "kernel/osi/rate.h"

enum { STANDARD = 0, FULL = 1, MIDPOINT = 2 };

/* from here on a banded W may be cheaper than a full P */
enum { SMALL = 8 };

typedef struct euler_moreau {
    double theta;
    double gamma;
    int scheme;
} euler_moreau;

/* What is kept for one system. All arrays in one block. */
typedef struct body {
    zni_first_order head;
    const zn_ds_type *type;
    zni_iteration W;
    bool kept; /* W is constant and factorised for what follows */
    double hW, thetaW;
    int schemeW;
    bool small;               /* constant and so small that P pays */
    bool have_P;              /* P and g are those of W */
    double *P, *g;            /* n x n, n: x_free - x = P x + g */
    double *fk, *f1, *R;      /* fields at both ends, residual */
    double *xt;               /* x_{k+theta} */
    zni_rate rate;            /* room for the term in x', if there is one */
    double *c;                /* n, weights of its rows */
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

    if (em->gamma > 0)
        return zni_first_order_level(s, r, law, why);
    *why = "an implicit law needs gamma > 0";
    return ZN_LEVEL_REFUSED;
}

static void detach(void *s, zn_ctx *ctx, const zn_ds *ds, void *w)
{
    body *b = w;

    (void)s;
    (void)ds;
    if (!b)
        return;
    zni_iteration_fini(ctx, &b->W);
    zn_free_array(ctx, b->algebraic);
    zn_free_array(ctx, b);
}

static zn_status attach(void *s, zn_ctx *ctx, const zn_ds *ds, void **w)
{
    const zn_index n = zn_ds_nx(ds);
    double *a;
    const zn_ds_variability *v = zn_ds_varies(ds);
    const bool rate = v->rate;
    const bool small = n <= SMALL && zn_ds_constant_matrices(v) &&
                       !zn_vary_with(v->F, ZN_WITH_TIME | ZN_WITH_PARAMETERS);
    body *b = zni_first_order_attach(
        ctx, ds, sizeof *b,
        7 * n + (small ? n * n : 0) + (rate ? zni_rate_room(n) : 0), &a);
    zn_status st = ZN_ENOMEM;

    if (!b)
        return st;
    b->type = zn_ds_class(ds);
    b->head.inc = a;
    b->fk = a += n;
    b->f1 = a += n;
    b->R = a += n;
    b->xt = a += n;
    b->P = a += n;
    b->g = a += small ? n * n : 0;
    b->c = a += n;
    if (rate)
        zni_rate_place(&b->rate, n, a + n);
    b->small = small;
    b->algebraic = zn_alloc(ctx, n, 1);
    if (b->algebraic)
        st = zni_iteration_init(ctx, ds, rate, &b->W);
    if (st) {
        detach(s, ctx, ds, b);
        return st;
    }
    *w = b;
    return ZN_OK;
}

static double theta_of(const euler_moreau *em, const body *b, zn_index i)
{
    return b->algebraic[i] ? 1 : em->theta;
}

/* Rows of M that hold something. */
typedef struct marking {
    const double *M;
    unsigned char *zero;
} marking;

static void mark(void *user, zn_index row, zn_index at)
{
    const marking *m = user;

    if (m->M[at] != 0)
        m->zero[row] = 0;
}

/* M at x_{k+theta}, and which of its rows are zero. */
static zn_status mass(const euler_moreau *em, const zn_step *step,
                      const zn_ds *ds, body *b)
{
    const zn_index n = b->head.n;
    double *M = zni_iteration_term(&b->W, ZNI_MASS);
    marking rows = {M, b->algebraic};
    zn_status st = ZN_OK;

    if (b->kept && b->schemeW == em->scheme)
        return ZN_OK;
    if (b->type->lhs)
        st = b->type->lhs(ds, step->t + em->theta * step->h, b->xt, M);
    else
        for (zn_index i = 0; i < n; i++)
            M[i] = 1;
    if (st)
        return st;
    for (zn_index i = 0; i < n; i++)
        b->algebraic[i] = 1;
    for (zn_index j = 0; j < n; j++)
        zn_pattern_column(b->W.terms->mass, j, &rows, mark);
    for (zn_index i = 0; i < n; i++) {
        if (b->algebraic[i] && em->scheme == MIDPOINT && em->theta < 1)
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
    body *b = w;
    const double *x = step->state->x + b->head.at;

    (void)m;
    zni_copy(b->head.n, x, step->x1 + b->head.at);
    if (em->scheme == MIDPOINT || em->theta >= 1)
        return ZN_OK;
    return b->type->field(ds, step->t, x, b->fk);
}

static void middle(const euler_moreau *em, const zn_step *step, body *b)
{
    const zn_index n = b->head.n;
    const double *x = step->state->x + b->head.at;
    const double *x1 = step->x1 + b->head.at;

    for (zn_index i = 0; i < n; i++)
        b->xt[i] = em->theta * x1[i] + (1 - em->theta) * x[i];
}

/* Instant at which f and its Jacobian are taken. */
static double time_of_f(const euler_moreau *em, const zn_step *step)
{
    return em->scheme == MIDPOINT ? step->t + em->theta * step->h : step->t1;
}

/* State at which they are. */
static const double *point_of_f(const euler_moreau *em, const zn_step *step,
                                const body *b)
{
    return em->scheme == MIDPOINT ? b->xt : step->x1 + b->head.at;
}

/* Weights of the rows at the new point of f, or at the old one. */
static const double *weights(const euler_moreau *em, body *b, bool old)
{
    for (zn_index i = 0; i < b->head.n; i++) {
        const double th = em->scheme == MIDPOINT ? 1 : theta_of(em, b, i);
        b->c[i] = old ? 1 - th : th;
    }
    return b->c;
}

/* Does the old point count, too? */
static bool two_points(const euler_moreau *em)
{
    return em->scheme != MIDPOINT && em->theta < 1;
}

/* The share of the term in x' in R. */
static zn_status rate_residual(const euler_moreau *em, const zn_step *step,
                               const zn_ds *ds, body *b)
{
    const double *x = step->state->x + b->head.at;
    zn_status st;

    zni_rate_of(&b->rate, b->head.n, step->h, x, step->x1 + b->head.at);
    st = zni_rate_residual(&b->rate, ds, time_of_f(em, step),
                           point_of_f(em, step, b), step->h,
                           weights(em, b, false), b->R);
    return st || !two_points(em)
               ? st
               : zni_rate_residual(&b->rate, ds, step->t, x, step->h,
                                   weights(em, b, true), b->R);
}

/* And in W. */
static zn_status rate_matrix(const euler_moreau *em, const zn_step *step,
                             const zn_ds *ds, body *b)
{
    const double moves = em->scheme == MIDPOINT ? em->theta : 1;
    const zn_status st = zni_rate_matrix(&b->rate, ds, time_of_f(em, step),
                                         point_of_f(em, step, b), step->hw,
                                         weights(em, b, false), moves, b->W.W);

    return st || !two_points(em)
               ? st
               : zni_rate_matrix(&b->rate, ds, step->t,
                                 step->state->x + b->head.at, step->hw,
                                 weights(em, b, true), 0, b->W.W);
}

static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    const euler_moreau *em = s;
    body *b = w;
    const zn_index n = b->head.n;
    const double *x = step->state->x + b->head.at;
    const double *x1 = step->x1 + b->head.at;
    const double h = step->h, theta = em->scheme == MIDPOINT ? 1 : em->theta;
    double *R = b->R, *c = b->c, sum = 0;
    bool moved = false;
    zn_status st;

    if (em->scheme == MIDPOINT || !b->kept) /* who asks for x_{k+theta} */
        middle(em, step, b);
    st = mass(em, step, ds, b);
    if (!st)
        st = b->type->field(ds, time_of_f(em, step), point_of_f(em, step, b),
                            b->f1);
    if (st)
        return st;
    for (zn_index i = 0; i < n; i++) {
        const double th = b->algebraic[i] ? 1 : theta;
        const double r = -h * th * b->f1[i];

        R[i] = th < 1 ? r - h * (1 - th) * b->fk[i] : r;
        c[i] = x1[i] - x[i];
        moved = moved || c[i] != 0;
    }
    if (moved)
        zn_pattern_mul(b->W.terms->mass, zni_iteration_term(&b->W, ZNI_MASS), 1,
                       c, R);
    if (b->head.varies.rate)
        st = rate_residual(em, step, ds, b);
    for (zn_index i = 0; i < n; i++)
        sum += (R[i] - p[i]) * (R[i] - p[i]);
    *norm = sqrt(sum);
    return st;
}

static zn_status iteration_matrix(const euler_moreau *em, const zn_step *step,
                                  const zn_ds *ds, body *b, const double K[])
{
    const zn_pattern pattern = zn_ds_pattern(ds, ZN_DS_JAC_Q);
    const bool mid = em->scheme == MIDPOINT;
    const double h = step->hw;
    zni_iteration *W = &b->W;
    zn_status st =
        b->type->field_jac(ds, time_of_f(em, step), point_of_f(em, step, b),
                           zni_iteration_term(W, ZNI_JAC_Q));

    if (st)
        return st;
    for (zn_index i = 0; i < b->head.n; i++)
        b->c[i] = h * (mid ? em->theta : theta_of(em, b, i));
    zn_pattern_scale_rows(&pattern, b->c, zni_iteration_term(W, ZNI_JAC_Q));
    zni_iteration_clear(W);
    zni_iteration_add(W, ZNI_MASS, 1);
    zni_iteration_add(W, ZNI_JAC_Q, -1);
    if (K)
        st = zni_iteration_add_relations(W, ds, -h * em->gamma, K);
    if (!st && (b->head.varies.rate))
        st = rate_matrix(em, step, ds, b);
    if (st)
        return st;
    st = zni_iteration_factor(W, zn_ds_ctx(ds));
    return zn_note(zn_ds_ctx(ds), st,
                   "iteration matrix M - h theta A of system '%s' (t = %g s, "
                   "h = %g s)",
                   zn_ds_name(ds), step->t1, h);
}

/* W for this step, factorised again only if it is another one. */
static zn_status prepare(const euler_moreau *em, const zn_step *step,
                         const zn_ds *ds, body *b, const double K[],
                         bool *changed)
{
    zn_status st;

    *changed = !(b->kept && !K && b->hW == step->hw && b->thetaW == em->theta &&
                 b->schemeW == em->scheme);
    if (!*changed)
        return ZN_OK;
    b->kept = b->have_P = false; /* also when what follows fails */
    st = iteration_matrix(em, step, ds, b, K);
    b->kept = !st && !K && zn_ds_constant_matrices(&b->head.varies);
    b->hW = step->hw;
    b->thetaW = em->theta;
    b->schemeW = em->scheme;
    return st;
}

static zn_status free_state(void *s, const zn_step *step, const zn_ds *ds,
                            void *w, const double p_fixed[], const double K[],
                            bool *changed)
{
    body *b = w;
    const zn_index n = b->head.n;
    bool no_K = true;
    zn_status st;

    for (zn_index i = 0; K && no_K && i < n * n; i++)
        no_K = K[i] == 0;
    st = prepare(s, step, ds, b, no_K ? NULL : K, changed);
    if (st)
        return st;
    for (zn_index i = 0; i < n; i++)
        b->head.inc[i] = (p_fixed ? p_fixed[i] : 0) - b->R[i];
    zn_factor_solve(b->W.factor, 1, b->head.inc);
    return ZN_OK;
}

/* P = h W^-1 A and g = h W^-1 b of a constant system: n^2 products instead of a
 * call and a solution with W. */
static zn_status explicit_form(const zn_step *step, const zn_ds *ds, body *b)
{
    const zn_index n = b->head.n;
    const zn_pattern pattern = zn_ds_pattern(ds, ZN_DS_JAC_Q);
    double *A = zni_iteration_term(&b->W, ZNI_JAC_Q);
    zn_status st;

    memset(b->xt, 0, (size_t)n * sizeof *b->xt);
    st = b->type->field(ds, step->t, b->xt, b->g);
    if (!st)
        st = b->type->field_jac(ds, step->t, b->xt, A);
    if (st)
        return st;
    zn_pattern_to_dense(&pattern, A, 1, b->P);
    zn_factor_solve(b->W.factor, n + 1, b->P); /* g lies behind P */
    for (zn_index k = 0; k < n * (n + 1); k++)
        b->P[k] *= step->hw;
    b->have_P = true;
    return ZN_OK;
}

/* The linear system at x = x_k: W inc = h (theta f(t_{k+1}, x_k) +
 * (1 - theta) f(t_k, x_k)), or h f(t_{k+theta}, x_k); one evaluation of f when
 * it does not depend on time. */
static zn_status free_affine(void *s, const zn_step *step, const zn_ds *ds,
                             void *w, const double m[], bool *changed)
{
    const euler_moreau *em = s;
    body *b = w;
    const zn_index n = b->head.n;
    const double *x = step->state->x + b->head.at;
    double *x1 = step->x1 + b->head.at, *inc = b->head.inc;
    const bool twice = em->scheme != MIDPOINT && em->theta < 1 &&
                       zn_vary_with(b->head.varies.F, ZN_WITH_TIME);
    zn_status st = ZN_OK;

    (void)m;
    for (zn_index i = 0; i < n; i++)
        x1[i] = x[i];
    if (!b->kept || b->schemeW != em->scheme) {
        memcpy(b->xt, x, (size_t)n * sizeof *x);
        st = mass(em, step, ds, b);
    }
    if (!st)
        st = prepare(em, step, ds, b, NULL, changed);
    if (!st && b->small && !b->have_P)
        st = explicit_form(step, ds, b);
    if (!st && b->small) {
        for (zn_index i = 0; i < n; i++)
            inc[i] = b->g[i];
        for (zn_index j = 0; j < n; j++)
            for (zn_index i = 0; i < n; i++)
                inc[i] += b->P[i + j * n] * x[j];
        return ZN_OK;
    }
    if (!st)
        st = b->type->field(ds, time_of_f(em, step), x, inc);
    if (!st && twice)
        st = b->type->field(ds, step->t, x, b->fk);
    if (st)
        return st;
    for (zn_index i = 0; i < n; i++) {
        if (twice)
            inc[i] += (1 - theta_of(em, b, i)) * (b->fk[i] - inc[i]);
        inc[i] *= step->h;
    }
    zn_factor_solve(b->W.factor, 1, inc);
    return ZN_OK;
}

static void solve(void *s, const zn_ds *ds, void *w, zn_index nrhs, double B[])
{
    (void)s;
    (void)ds;
    zn_factor_solve(((body *)w)->W.factor, nrhs, B);
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
    const body *b = w;
    const double *x = step->state->x + b->head.at;
    const double *x1 = step->x1 + b->head.at;
    const double a = place(s);

    (void)ds;
    (void)lev;
    (void)e;
    for (zn_index i = 0; i < b->head.n; i++)
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

static zn_status matrix(void *s, const zn_ds *ds, void *w, const zn_pattern **a,
                        const double **W)
{
    const body *b = w;

    (void)s, (void)ds;
    zni_iteration_matrix(&b->W, a, W);
    return ZN_OK;
}

static int order(const void *s)
{
    const euler_moreau *em = s;

    return em->theta == 0.5 && em->gamma == 0.5 ? 2 : 1;
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
    .free_affine = free_affine,
    .solve = solve,
    .free_value = zni_first_order_free_value,
    .point = point,
    .relation_time = relation_time,
    .row_factor = row_factor,
    .col_factor = col_factor,
    .old_factor = old_factor,
    .update = zni_first_order_update,
    .updates_again = true,
    .commit = zni_first_order_commit,
    .impulse_factor = zni_first_order_impulse_factor,
    .matrix = matrix,
    .order = order,
};
