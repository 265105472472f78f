/* zero_order_hold.c - exact integration of linear systems, input held
 *
 * M x' = A x + b(t) + r with M, A constant, M regular. While b and r are held,
 *
 *     x_{k+1} = Phi x_k + Psi (b + r_{k+1}),
 *     Phi = exp(M^-1 A h),   Psi = int_0^h exp(M^-1 A s) ds M^-1.
 *
 * The scheme is written on this equation itself, in units of x, since Psi may be
 * singular (an oscillator sampled once per period cannot be moved by a held
 * input): the residual is x - Phi x_k - Psi b, its norm counts Psi r, and what
 * others know as W^-1 is Psi / h, which tends to M^-1; the input of a step is
 * h r. A relation whose input depends on x, dg/dx = K, makes W^-1 =
 * (I - Psi K)^-1 Psi / h.
 *
 * An input that is a function of t is taken at the end of the step (error O(h))
 * or at its middle (O(h^2)). doc/control.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/expm.h>

#include "kernel/osi/first_order.h"

enum { END = 0, MIDDLE = 1 };

typedef struct zero_order_hold {
    int input;
} zero_order_hold;

/* What is kept for one system. All arrays in one block. */
typedef struct body {
    zni_first_order head;
    zn_expm *expm;
    zn_factor *factor;   /* of M, then of I - Psi K */
    double h;            /* that Phi and Psi are made for; 0: none */
    bool fresh;          /* they are new since the last `free` */
    bool coupled;        /* factor holds I - Psi K, which is not I */
    double *zero;        /* n */
    double *b, *R, *col; /* n: b(t), residual, scratch */
    double *Phi, *Psi;   /* n x n; Psi is divided by h */
    double *A, *B;       /* n x n: M^-1 A, M^-1; later scratch */
} body;

static const zn_option options[] = {
    ZN_OPT_CHOICE(zero_order_hold, input, END, "end|middle",
                  "where in the step b(t) is taken"),
    ZN_OPT_END,
};

static const char *refuses(const void *s, const zn_ds *ds)
{
    (void)s;
    if (!zn_ds_constant_matrices(zn_ds_varies(ds)))
        return "M and A must be constant for an exact step (class "
               "first-order-linear; euler-moreau takes others)";
    return NULL;
}

static void detach(void *s, zn_ctx *ctx, const zn_ds *ds, void *w)
{
    body *b = w;

    (void)s;
    (void)ds;
    if (!b)
        return;
    zn_expm_free(b->expm);
    zn_factor_free(b->factor);
    zn_free_array(ctx, b);
}

static zn_status attach(void *s, zn_ctx *ctx, const zn_ds *ds, void **w)
{
    const zn_index n = zn_ds_nx(ds);
    double *a;
    body *b = zni_first_order_attach(ctx, ds, sizeof *b, 5 * n + 4 * n * n, &a);
    zn_status st;

    if (!b)
        return ZN_ENOMEM;
    b->zero = a;
    b->head.inc = a += n;
    b->b = a += n;
    b->R = a += n;
    b->col = a += n;
    b->Phi = a += n;
    b->Psi = a += n * n;
    b->A = a += n * n;
    b->B = a + n * n;
    st = zn_expm_new(ctx, n, n, &b->expm);
    if (!st)
        st = zn_factor_new(ctx, n, &b->factor);
    if (st) {
        detach(s, ctx, ds, b);
        return st;
    }
    *w = b;
    return ZN_OK;
}

static void identity(zn_index n, double X[])
{
    memset(X, 0, (size_t)(n * n) * sizeof *X);
    for (zn_index i = 0; i < n; i++)
        X[i + i * n] = 1;
}

/* out = out + f A x */
static void add_product(zn_index n, double f, const double A[],
                        const double x[], double out[])
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            out[i] += A[i + j * n] * (f * x[j]);
}

/* A = M^-1 A and B = M^-1. */
static zn_status explicit_form(const zn_ds *ds, double t, body *b)
{
    const zn_pattern mass = zn_ds_pattern(ds, ZN_DS_MASS);
    const zn_pattern jac = zn_ds_pattern(ds, ZN_DS_JAC_Q);
    const zn_ds_type *type = zn_ds_class(ds);
    const zn_index n = zn_ds_nx(ds);
    zn_status st = type->field_jac(ds, t, b->zero, b->B);

    /* the exponential is full, whatever its matrix: all are written out */
    zn_pattern_to_dense(&jac, b->B, 1, b->A);
    identity(n, b->Phi);
    if (!st && type->lhs) {
        st = type->lhs(ds, t, b->zero, b->B);
        zn_pattern_to_dense(&mass, b->B, 1, b->Phi);
    }
    if (st)
        return st;
    identity(n, b->B);
    st = zn_factor_set(b->factor, b->Phi);
    if (st)
        return zn_note(zn_ds_ctx(ds), st,
                       "zero-order hold needs a regular M, system '%s'",
                       zn_ds_name(ds));
    zn_factor_solve(b->factor, n, b->A);
    zn_factor_solve(b->factor, n, b->B);
    return ZN_OK;
}

/* Phi and Psi / h for the length of this step, if they are not at hand. */
static zn_status sampled(const zn_step *step, const zn_ds *ds, body *b)
{
    const zn_index n = zn_ds_nx(ds);
    zn_status st;

    if (b->h == step->hw)
        return ZN_OK;
    b->h = 0;
    st = explicit_form(ds, step->t1, b);
    if (!st)
        st = zn_expm_held(b->expm, step->hw, b->A, b->B, b->Phi, b->Psi);
    if (st)
        return zn_note(zn_ds_ctx(ds), st, "system '%s', h = %g s",
                       zn_ds_name(ds), step->hw);
    for (zn_index k = 0; k < n * n; k++)
        b->Psi[k] /= step->hw;
    b->h = step->hw;
    b->fresh = true;
    return ZN_OK;
}

static zn_status begin(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[])
{
    const zero_order_hold *z = s;
    const double t = z->input == MIDDLE ? step->t + step->h / 2 : step->t1;
    body *b = w;
    const zn_index at = b->head.at;

    (void)m;
    memcpy(step->x1 + at, step->state->x + at,
           (size_t)b->head.n * sizeof(double));
    /* the field at x = 0 is the input */
    return zn_ds_class(ds)->field(ds, t, b->zero, b->b);
}

static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    const zn_index n = zn_ds_nx(ds);
    const double *x = step->state->x + zn_ds_x_offset(ds);
    const double *x1 = step->x1 + zn_ds_x_offset(ds);
    body *b = w;
    double sum = 0;
    zn_status st = sampled(step, ds, b);

    (void)s;
    if (st)
        return st;
    memcpy(b->R, x1, (size_t)n * sizeof *x1);
    add_product(n, -1, b->Phi, x, b->R);
    add_product(n, -b->h, b->Psi, b->b, b->R);
    memcpy(b->col, b->R, (size_t)n * sizeof *b->R);
    add_product(n, -1, b->Psi, p, b->col);
    for (zn_index i = 0; i < n; i++)
        sum += b->col[i] * b->col[i];
    *norm = sqrt(sum);
    return ZN_OK;
}

/* Factorise I - Psi K. */
static zn_status couple(const zn_ds *ds, body *b, const double K[])
{
    const zn_index n = zn_ds_nx(ds);

    identity(n, b->A);
    for (zn_index j = 0; j < n; j++)
        add_product(n, -b->h, b->Psi, K + j * n, b->A + j * n);
    return zn_note(zn_ds_ctx(ds), zn_factor_set(b->factor, b->A),
                   "matrix I - Psi K of system '%s'", zn_ds_name(ds));
}

static zn_status free_state(void *s, const zn_step *step, const zn_ds *ds,
                            void *w, const double p_fixed[], const double K[],
                            bool *changed)
{
    const zn_index n = zn_ds_nx(ds);
    body *b = w;
    bool some = false;
    zn_status st = ZN_OK;

    (void)s;
    (void)step;
    for (zn_index i = 0; K && !some && i < n * n; i++)
        some = K[i] != 0;
    *changed = some || b->coupled || b->fresh;
    b->coupled = some;
    b->fresh = false;
    if (some)
        st = couple(ds, b, K);
    if (st)
        return st;
    for (zn_index i = 0; i < n; i++)
        b->head.inc[i] = -b->R[i];
    if (p_fixed)
        add_product(n, 1, b->Psi, p_fixed, b->head.inc);
    if (some)
        zn_factor_solve(b->factor, 1, b->head.inc);
    return ZN_OK;
}

/* inc = Phi x - x + Psi b, b in b->b */
static void held(const double x[], body *b)
{
    const zn_index n = b->head.n;
    double *inc = b->head.inc;

    for (zn_index i = 0; i < n; i++)
        inc[i] = -x[i];
    add_product(n, 1, b->Phi, x, inc);
    add_product(n, b->h, b->Psi, b->b, inc);
}

static zn_status free_affine(void *s, const zn_step *step, const zn_ds *ds,
                             void *w, const double m[], bool *changed)
{
    body *b = w;
    zn_status st = begin(s, step, ds, w, m);

    if (!st)
        st = sampled(step, ds, b);
    *changed = b->fresh || b->coupled;
    b->fresh = b->coupled = false;
    if (!st)
        held(step->state->x + b->head.at, b);
    return st;
}

static void solve(void *s, const zn_ds *ds, void *w, zn_index nrhs, double B[])
{
    const zn_index n = zn_ds_nx(ds);
    const body *b = w;

    (void)s;
    for (zn_index j = 0; j < nrhs; j++) {
        memcpy(b->col, B + j * n, (size_t)n * sizeof *B);
        memset(B + j * n, 0, (size_t)n * sizeof *B);
        add_product(n, 1, b->Psi, b->col, B + j * n);
    }
    if (b->coupled)
        zn_factor_solve(b->factor, nrhs, B);
}

static void point(void *s, const zn_step *step, const zn_ds *ds, void *w,
                  zn_level lev, double e, double q[])
{
    (void)s, (void)w, (void)lev, (void)e;
    memcpy(q, step->x1 + zn_ds_x_offset(ds), (size_t)zn_ds_nx(ds) * sizeof *q);
}

static double row_factor(const void *s, const zn_step *step, zn_level lev,
                         double e)
{
    (void)s, (void)step, (void)lev, (void)e;
    return 1;
}

static double col_factor(const void *s, const zn_step *step, zn_level lev)
{
    (void)s, (void)lev;
    return step->hw;
}

const zn_osi_type zni_osi_zero_order_hold = {
    .type = {.size = sizeof zni_osi_zero_order_hold,
             .kind = ZN_KIND_OSI,
             .name = "zero-order-hold",
             .summary = "exact for linear first-order systems, input held",
             .state_size = sizeof(zero_order_hold),
             .options = options},
    .family = ZN_FIRST_ORDER,
    .refuses = refuses,
    .level = zni_first_order_level,
    .attach = attach,
    .detach = detach,
    .begin = begin,
    .residual = residual,
    .free = free_state,
    .free_affine = free_affine,
    .solve = solve,
    .free_value = zni_first_order_free_value,
    .point = point,
    .row_factor = row_factor,
    .col_factor = col_factor,
    .update = zni_first_order_update,
    .updates_again = true,
    .commit = zni_first_order_commit,
    .impulse_factor = zni_first_order_impulse_factor,
};
