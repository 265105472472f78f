/* twisting.c - twisting control of x' = A x + B u, x = (sigma, sigma')
 *
 *     u = G (l_1 + beta l_2),   l_1 in -Sgn(sigma),  l_2 in -Sgn(sigma')
 *
 * explicit   signs of the present state
 * relay      signs of the state at the next sampling: -x+ in N_[-1,1]^2(l),
 *            x+ = Ad x + G Bd (l_1 + beta l_2)
 * avi        the same over a set that is skewed with the step,
 *            -x+ in N_P(l),  P = {|l_1| <= 1, |l_2 - h/2 l_1| <= 1},
 *            which for the double integrator makes the closed loop come to rest
 *            at zero in finitely many steps (O. Huber, V. Acary, B. Brogliato,
 *            F. Plestan, Implicit discrete-time twisting controller without
 *            numerical chattering, Control Eng. Practice 46 (2016) 129-141).
 *
 * P is a box for m = T l, T = [1 0; -h/2 1]: with N_P(l) = T' N_box(m) the problem
 * is a relay with matrix T^-T G Bd (1, beta) T^-1. It has rank one, so l is not
 * unique, but u is.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <zeno/relay.h>

#include "kernel/control/control.h"

enum { A, B };
enum { AVI, RELAY, EXPLICIT };

static const zn_slot slots[] = {
    [A] = {"A", NULL, 'i', 'i', true, "model of the plant"},
    [B] = {"B", NULL, 'i', 'o', true, "its input matrix"},
    {0},
};

typedef struct twisting {
    double gain, beta, tol;
    int form;
    zni_held model;
    zn_solver *solver;
    double m[2]; /* start of the next solve */
} twisting;

static const zn_option options[] = {
    ZN_OPT_REAL(twisting, gain, 1, 0, 1e300, "-", "G"),
    ZN_OPT_REAL(twisting, beta, 0.5, 0, 1, "-", "weight of the second sign"),
    ZN_OPT_CHOICE(twisting, form, AVI, "avi|relay|explicit",
                  "implicit over the skewed set, over the square, explicit"),
    ZN_OPT_REAL(twisting, tol, 1e-12, 0, 1e300, "-",
                "tolerance of the relay problem (its error measure), > 0"),
    ZN_OPT_END,
};

static void fini(zn_block *b)
{
    twisting *s = b->state;

    zni_held_fini(b->ctx, &s->model);
    zn_solver_free(s->solver);
}

static zn_status start(zn_block *b, zn_findings *f)
{
    twisting *s = b->state;
    const bool missing =
        (int)zni_block_needs(b, f, A) | (int)zni_block_needs(b, f, B);
    zn_status st;

    if (b->ni != 2 || b->no != 1)
        zn_findings_add(f,
                        "block '%s': twisting has two inputs and one output, "
                        "not %td and %td",
                        b->name, b->ni, b->no);
    if (!(s->tol > 0))
        zn_findings_add(f, "block '%s': tol = %g, must be > 0", b->name,
                        s->tol);
    if (missing || b->ni != 2 || b->no != 1 || !(s->tol > 0))
        return ZN_OK;
    st = zni_held_init(b->ctx, &s->model, 2, 1);
    if (!st)
        st = zn_solver_new(b->ctx, "relay", "auto", &s->solver);
    if (!st)
        st = zn_solver_set_real(s->solver, "tol", s->tol);
    return st ? st : zn_solver_reserve(s->solver, 2, 4);
}

static double sign(double x)
{
    return (x > 0) - (x < 0);
}

static zn_status sample_implicit(zn_block *b, const zn_sampling *at,
                                 double out[])
{
    static const double lb[] = {-1, -1}, ub[] = {1, 1};
    twisting *s = b->state;
    /* T = [1 0; -k 1], T^-1 = [1 0; k 1] */
    const double k = s->form == AVI ? at->held / 2 : 0;
    const double row[] = {1 + k * s->beta, s->beta}; /* (1, beta) T^-1 */
    double q[2] = {0}, w[2], M[4] = {0};
    const zn_matrix view = zn_matrix_dense(2, 2, M);
    const zn_relay p = {.n = 2, .M = &view, .q = q, .lb = lb, .ub = ub};
    const double *Bd;
    zn_solve_info info;
    bool fresh;
    zn_status st = zni_held_at(&s->model, at->held, zn_block_matrix(b, A),
                               zn_block_matrix(b, B), &fresh);

    if (st)
        return st;
    Bd = s->model.Bd;
    zni_add_product(2, 2, 1, s->model.Ad, at->in, q);
    q[0] += k * q[1]; /* T^-T = [1 k; 0 1] */
    for (int j = 0; j < 2; j++) {
        M[2 * j] = s->gain * (Bd[0] + k * Bd[1]) * row[j];
        M[2 * j + 1] = s->gain * Bd[1] * row[j];
    }
    st = zn_solver_solve(s->solver, &p, s->m, w, &info);
    out[0] = s->gain * (row[0] * s->m[0] + row[1] * s->m[1]);
    return st;
}

static zn_status sample(zn_block *b, const zn_sampling *at, double out[])
{
    const twisting *s = b->state;

    if (s->form == EXPLICIT) {
        out[0] = -s->gain * (sign(at->in[0]) + s->beta * sign(at->in[1]));
        return ZN_OK;
    }
    if (!(at->held > 0))
        return zn_fail(b->ctx, ZN_EINVAL,
                       "how long the input is held is not known: there is one "
                       "sampling instant only, or the steps of the simulation "
                       "are chosen on the way; give the block a period");
    return sample_implicit(b, at, out);
}

static void memory(zn_block *b, zn_block_keep_fn *keep, void *user)
{
    keep(user, 2, ((twisting *)b->state)->m);
}

const zn_block_type zni_block_twisting = {
    .type = {.size = sizeof zni_block_twisting,
             .kind = ZN_KIND_BLOCK,
             .name = "twisting",
             .summary = "twisting, implicit or explicit",
             .state_size = sizeof(twisting),
             .options = options},
    .role = ZN_BLOCK_CONTROLLER,
    .slots = slots,
    .start = start,
    .sample = sample,
    .memory = memory,
    .fini = fini,
};
