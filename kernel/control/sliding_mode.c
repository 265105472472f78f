/* sliding_mode.c - linear sliding-mode control of x' = A x + B u, s = C x
 *
 * With Pi = (C B)^-1 C A, which makes s' = C B (u + Pi x):
 *
 *     u_eq = -(1 - theta) Pi x - theta Pi x*,
 *     x*   = (I + theta Bd Pi)^-1 (Ad x - (1 - theta) Bd Pi x)
 *
 * or, `equivalent=sampled`, the one that keeps s from sampling to sampling,
 *
 *     u_eq = -(C Bd)^-1 C (Ad - I) x
 *
 * explicit   u = u_eq - alpha sgn(s), sgn taken at the present s. The held sign
 *            cannot know that s crosses zero before the next sampling, so the
 *            input flips at each sampling and s chatters with amplitude O(h).
 *
 * implicit   u = u_eq + u_s, the sign taken at the s of the next sampling
 *            (V. Acary, B. Brogliato, Syst. Control Lett. 59 (2010) 284-293;
 *             O. Huber, V. Acary, B. Brogliato, IEEE TAC 61 (2016)):
 *
 *     s+   = C (Ad x + Bd u_eq + d) + C Bd u_s,   -s+ in N_[-alpha,alpha](u_s)
 *
 *            a relay problem with matrix C Bd. On the surface u_s is the value
 *            within its bounds that keeps s+ = 0, not a sign: no chattering.
 *
 * d: what a disturbance is expected to add to x until the next sampling. It is
 * known only afterwards, d_{k-1} = x_k - Ad x_{k-1} - Bd u_{k-1}, so
 *
 *     prediction 0   d = 0                         |s| = O(h) with a disturbance
 *     prediction 1   d = d_{k-1}                   O(h^2)
 *     prediction 2   d = 2 d_{k-1} - d_{k-2}       O(h^3)
 *
 *            (W.-C. Su, S. V. Drakunov, U. Ozguner, An O(T^2) boundary layer in
 *             sliding mode for sampled-data systems, IEEE TAC 45 (2000) 482-485).
 *
 * Ad, Bd: exact for u held until the next sampling.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/relay.h>

#include "kernel/control/control.h"

enum { A, B, C };
enum { IMPLICIT, EXPLICIT };
enum { NO, YES, SAMPLED };

static const zn_slot slots[] = {
    [A] = {"A", NULL, 'i', 'i', true, "model of the plant; absent: zero"},
    [B] = {"B", NULL, 'i', 'o', true, "its input matrix"},
    [C] = {"C", NULL, 'o', 'i', true, "surface: s = C x"},
    {0},
};

typedef struct sliding_mode {
    double alpha, theta, tol;
    int form, equivalent;
    zn_index prediction;
    zni_held model;
    zn_factor *factor; /* of I + theta Bd Pi */
    zn_factor *gain;   /* of C Bd, for equivalent=sampled */
    zn_solver *solver;
    double *A;               /* n x n, when not given */
    double *Pi;              /* m x n */
    double *CAd, *CBd;       /* m x n, m x m */
    double *W;               /* n x n */
    double *x;               /* n */
    double *q, *w, *lb, *ub; /* m */
    double *us;              /* m, also the start of the next solve */
    double *d;               /* n, expected of the disturbance */
    double *past;            /* see PAST */
} sliding_mode;

/* What the prediction remembers: how many samplings it has seen, how long the
 * last input is held, and three vectors (n): the state expected without a
 * disturbance, the rates d/h of the last two intervals. */
enum { SEEN, HELD, EXPECTED };
#define PAST(n) (EXPECTED + 3 * (n))

static const zn_option options[] = {
    ZN_OPT_REAL(sliding_mode, alpha, 1, 0, 1e300, "-",
                "amplitude of the discontinuous part"),
    ZN_OPT_REAL(sliding_mode, theta, 0.5, 0, 1, "-",
                "weight of the next state in the equivalent part"),
    ZN_OPT_CHOICE(sliding_mode, form, IMPLICIT, "implicit|explicit",
                  "sign at the next sampling, or at this one"),
    ZN_OPT_CHOICE(sliding_mode, equivalent, YES, "no|yes|sampled",
                  "with the equivalent part -(C B)^-1 C A x by theta, or with "
                  "the one that keeps C x until the next sampling"),
    ZN_OPT_INT(sliding_mode, prediction, 0, 0, 2, "-",
               "past disturbances that the implicit form extrapolates"),
    ZN_OPT_REAL(sliding_mode, tol, 1e-12, 0, 1e300, "-",
                "tolerance of the relay problem (its error measure), > 0"),
    ZN_OPT_END,
};

static void fini(zn_block *b)
{
    sliding_mode *s = b->state;

    zni_held_fini(b->ctx, &s->model);
    zn_factor_free(s->factor);
    zn_factor_free(s->gain);
    zn_solver_free(s->solver);
    zn_free_array(b->ctx, s->A);
}

static zn_status make_room(zn_block *b)
{
    sliding_mode *s = b->state;
    const zn_index n = b->ni, m = b->no;
    double *a =
        zn_alloc(b->ctx,
                 2 * n * n + 2 * m * n + m * m + 2 * n + 5 * m + PAST(n),
                 sizeof *a);
    zn_status st;

    s->A = a;
    if (!a)
        return ZN_ENOMEM;
    s->W = a += n * n;
    s->Pi = a += n * n;
    s->CAd = a += m * n;
    s->CBd = a += m * n;
    s->x = a += m * m;
    s->q = a += n;
    s->w = a += m;
    s->lb = a += m;
    s->ub = a += m;
    s->us = a += m;
    s->d = a += m;
    s->past = a + n;
    st = zni_held_init(b->ctx, &s->model, n, m);
    if (!st)
        st = zn_factor_new(b->ctx, n, &s->factor);
    if (!st && s->equivalent == SAMPLED)
        st = zn_factor_new(b->ctx, m, &s->gain);
    if (!st)
        st = zn_solver_new(b->ctx, "relay", "auto", &s->solver);
    if (!st)
        st = zn_solver_set_real(s->solver, "tol", s->tol);
    return st ? st : zn_solver_reserve(s->solver, m, m * m);
}

/* Pi = (C B)^-1 C A */
static zn_status equivalent_gain(zn_block *b)
{
    sliding_mode *s = b->state;
    const zn_index n = b->ni, m = b->no;
    const double *c = zn_block_matrix(b, C);
    zn_factor *CB;
    zn_status st = zn_factor_new(b->ctx, m, &CB);

    if (st)
        return st;
    zni_product(m, n, m, c, zn_block_matrix(b, B), s->CBd);
    st = zn_factor_set(CB, s->CBd);
    zni_product(m, n, n, c, s->A, s->Pi);
    if (!st)
        zn_factor_solve(CB, n, s->Pi);
    zn_factor_free(CB);
    return zn_note(b->ctx, st,
                   "block '%s': C B must be regular (relative degree one)",
                   b->name);
}

static zn_status start(zn_block *b, zn_findings *f)
{
    sliding_mode *s = b->state;
    const bool missing =
        (int)zni_block_needs(b, f, B) | (int)zni_block_needs(b, f, C);
    zn_status st;

    if (!(s->tol > 0))
        zn_findings_add(f, "block '%s': tol = %g, must be > 0", b->name,
                        s->tol);
    if (missing || !(s->tol > 0))
        return ZN_OK;
    st = make_room(b);
    if (st)
        return st;
    if (zn_block_matrix(b, A))
        memcpy(s->A, zn_block_matrix(b, A),
               (size_t)(b->ni * b->ni) * sizeof *s->A);
    st = equivalent_gain(b);
    if (s->equivalent == NO)
        memset(s->Pi, 0, (size_t)(b->ni * b->no) * sizeof *s->Pi);
    return st;
}

/* Ad, Bd and what follows from them. */
static zn_status make_sampled(zn_block *b, double h)
{
    sliding_mode *s = b->state;
    const zn_index n = b->ni, m = b->no;
    bool fresh;
    zn_status st =
        zni_held_at(&s->model, h, s->A, zn_block_matrix(b, B), &fresh);

    if (st || !fresh)
        return st;
    zni_product(m, n, n, zn_block_matrix(b, C), s->model.Ad, s->CAd);
    zni_product(m, n, m, zn_block_matrix(b, C), s->model.Bd, s->CBd);
    zni_product(n, m, n, s->model.Bd, s->Pi, s->W);
    for (zn_index k = 0; k < n * n; k++)
        s->W[k] *= s->theta;
    for (zn_index i = 0; i < n; i++)
        s->W[i + i * n] += 1;
    st = zn_factor_set(s->factor, s->W);
    if (st || s->equivalent != SAMPLED)
        return zn_note(b->ctx, st, "I + theta Bd Pi");
    st = zn_factor_set(s->gain, s->CBd);
    return zn_note(b->ctx, st, "block '%s', equivalent=sampled: C Bd must be regular",
                   b->name);
}

static zn_status sampled(zn_block *b, double h)
{
    const zn_status st = make_sampled(b, h);

    if (st) /* all of it is made again */
        ((sliding_mode *)b->state)->model.h = 0;
    return st;
}

/* u_eq into out */
static void equivalent_part(zn_block *b, const double x[], double out[])
{
    sliding_mode *s = b->state;
    const zn_index n = b->ni, m = b->no;

    memset(out, 0, (size_t)m * sizeof *out);
    if (s->equivalent == NO)
        return;
    if (s->equivalent == SAMPLED) {
        zni_add_product(m, n, 1, zn_block_matrix(b, C), x, out);
        zni_add_product(m, n, -1, s->CAd, x, out);
        zn_factor_solve(s->gain, 1, out);
        return;
    }
    zni_add_product(m, n, s->theta - 1, s->Pi, x, out);
    if (!(s->theta > 0))
        return;
    memset(s->x, 0, (size_t)n * sizeof *s->x);
    zni_add_product(n, n, 1, s->model.Ad, x, s->x);
    zni_add_product(n, m, 1, s->model.Bd, out, s->x);
    zn_factor_solve(s->factor, 1, s->x);
    zni_add_product(m, n, -s->theta, s->Pi, s->x, out);
}

/* Does the input depend on how long it is held? Not with theta = 0. */
static bool asks_for_held(const sliding_mode *s)
{
    return s->form == IMPLICIT || s->equivalent == SAMPLED ||
           (s->equivalent == YES && s->theta > 0);
}

/* The disturbance that is expected, from the state that was and came. */
static void predict(zn_block *b, const zn_sampling *at)
{
    sliding_mode *s = b->state;
    const zn_index n = b->ni;
    double *expected = s->past + EXPECTED, *last = expected + n,
           *older = last + n;
    const double seen = s->past[SEEN];

    memset(s->d, 0, (size_t)n * sizeof *s->d);
    if (s->prediction < 1 || seen < 1)
        return;
    for (zn_index i = 0; i < n; i++) {
        older[i] = last[i];
        last[i] = (at->in[i] - expected[i]) / s->past[HELD];
        s->d[i] = at->held * last[i];
        if (s->prediction > 1 && seen > 1)
            s->d[i] += at->held * (last[i] - older[i]);
    }
}

/* What x will be without a disturbance. */
static void expect(zn_block *b, const zn_sampling *at, const double u[])
{
    sliding_mode *s = b->state;
    const zn_index n = b->ni;
    double *expected = s->past + EXPECTED;

    memset(expected, 0, (size_t)n * sizeof *expected);
    zni_add_product(n, n, 1, s->model.Ad, at->in, expected);
    zni_add_product(n, b->no, 1, s->model.Bd, u, expected);
    s->past[HELD] = at->held;
    s->past[SEEN] += 1;
}

static zn_status sample_implicit(zn_block *b, const zn_sampling *at,
                                 double out[])
{
    sliding_mode *s = b->state;
    const zn_index n = b->ni, m = b->no;
    const zn_matrix M = zn_matrix_dense(m, m, s->CBd);
    const zn_relay p = {.n = m, .M = &M, .q = s->q, .lb = s->lb, .ub = s->ub};
    zn_solve_info info;
    zn_status st = sampled(b, at->held);

    if (st)
        return st;
    predict(b, at);
    equivalent_part(b, at->in, out);
    memset(s->q, 0, (size_t)m * sizeof *s->q);
    zni_add_product(m, n, 1, s->CAd, at->in, s->q);
    zni_add_product(m, n, 1, zn_block_matrix(b, C), s->d, s->q);
    zni_add_product(m, m, 1, s->CBd, out, s->q);
    for (zn_index i = 0; i < m; i++) {
        s->ub[i] = s->alpha;
        s->lb[i] = -s->alpha;
    }
    st = zn_solver_solve(s->solver, &p, s->us, s->w, &info);
    for (zn_index i = 0; !st && i < m; i++)
        out[i] += s->us[i];
    if (!st && s->prediction > 0)
        expect(b, at, out);
    return st;
}

static zn_status sample_explicit(zn_block *b, const zn_sampling *at,
                                 double out[])
{
    sliding_mode *s = b->state;
    const zn_index n = b->ni, m = b->no;
    zn_status st = asks_for_held(s) ? sampled(b, at->held) : ZN_OK;

    if (st)
        return st;
    equivalent_part(b, at->in, out);
    memset(s->q, 0, (size_t)m * sizeof *s->q);
    zni_add_product(m, n, 1, zn_block_matrix(b, C), at->in, s->q);
    for (zn_index i = 0; i < m; i++)
        out[i] -= s->alpha * ((s->q[i] > 0) - (s->q[i] < 0));
    return ZN_OK;
}

static zn_status sample(zn_block *b, const zn_sampling *at, double out[])
{
    const sliding_mode *s = b->state;

    if (asks_for_held(s) && !(at->held > 0))
        return zn_fail(b->ctx, ZN_EINVAL,
                       "how long the input is held is not known: there is one "
                       "sampling instant only, or the steps of the simulation "
                       "are chosen on the way; give the block a period");
    return s->form == IMPLICIT ? sample_implicit(b, at, out)
                               : sample_explicit(b, at, out);
}

static void memory(zn_block *b, zn_block_keep_fn *keep, void *user)
{
    const sliding_mode *s = b->state;

    keep(user, b->no, s->us);
    keep(user, PAST(b->ni), s->past);
}

const zn_block_type zni_block_sliding_mode = {
    .type = {.size = sizeof zni_block_sliding_mode,
             .kind = ZN_KIND_BLOCK,
             .name = "sliding-mode",
             .summary = "linear sliding mode, implicit or explicit",
             .state_size = sizeof(sliding_mode),
             .options = options},
    .role = ZN_BLOCK_CONTROLLER,
    .slots = slots,
    .start = start,
    .sample = sample,
    .memory = memory,
    .fini = fini,
};
