/* global_friction_test.h - global friction problems made from their solutions, and
 * every solver of them with its choices
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GLOBAL_FRICTION_TEST_H
#define GLOBAL_FRICTION_TEST_H

#include "friction_test.h"

#include <zeno/global_friction.h>

/* ---- problems made from their solutions -------------------------------------- */

/* bodies with s = 3 (plane) or 6 (space) velocities, whose rows are dealt out as
 * cards: velocity i is of body i % bodies */
typedef struct scene {
    zn_index d, nc, n, m;
    stored M;
    double *H, *q, *b, *mu, *v, *r; /* v and r solve it */
    zn_matrix A;
    zn_global_friction p;
} scene;

static inline void scene_free(scene *s)
{
    stored_free(&s->M);
    free(s->H);
    free(s->q);
    free(s->b);
    free(s->mu);
    free(s->v);
    free(s->r);
}

/* (u, r) of a contact that takes off, sticks or slips */
static inline void state(rng *g, zn_index d, double mu, double u[], double r[])
{
    double t[2], size, kind = uniform(g, 0, 3);

    for (zn_index k = 0; k < d; k++)
        u[k] = r[k] = 0;
    if (kind < 1) {
        u[0] = uniform(g, 0.1, 1);
        for (zn_index k = 1; k < d; k++)
            u[k] = uniform(g, -1, 1);
        return;
    }
    r[0] = uniform(g, 0.5, 2);
    t[0] = uniform(g, -1, 1);
    t[1] = d == 3 ? uniform(g, -1, 1) : 0;
    size = sqrt(t[0] * t[0] + t[1] * t[1]);
    for (zn_index k = 1; k < d; k++)
        r[k] = mu * r[0] * t[k - 1] / size * (kind < 2 ? 0.8 : 1);
    for (zn_index k = 1; k < d && kind >= 2; k++)
        u[k] = -uniform(g, 0.2, 0.21) * t[k - 1] / size;
    if (d == 3 && kind >= 2) {
        double slip = uniform(g, 0.1, 1);

        u[1] = -slip * t[0] / size;
        u[2] = -slip * t[1] / size;
    }
}

static inline void scene_new(scene *s, rng *g, zn_index d, zn_index nc,
                      zn_index bodies, double mu0, double mu1, double spread)
{
    zn_index own = d == 2 ? 3 : 6, n = own * bodies, m = d * nc;
    double *M = reals(n * n), *mass = reals(n), *u = reals(m + 1);

    *s = (scene){.d = d,
                 .nc = nc,
                 .n = n,
                 .m = m,
                 .H = reals(n * m + 1),
                 .q = reals(n),
                 .b = reals(m + 1),
                 .mu = reals(nc + 1),
                 .v = reals(n),
                 .r = reals(m + 1)};
    /* masses and inertias of units `spread` apart, coupled within a body */
    for (zn_index i = 0; i < n; i++) {
        mass[i] = i / bodies < d ? 1 : 1 / spread;
        s->v[i] = uniform(g, -1, 1) / sqrt(mass[i]);
    }
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = j; i < n; i += bodies) {
            double x = i == j ? uniform(g, 1, 3) : uniform(g, -0.1, 0.1);

            M[i + n * j] = M[j + n * i] = x * sqrt(mass[i] * mass[j]);
        }
    for (zn_index a = 0; a < nc; a++) {
        s->mu[a] = uniform(g, mu0, mu1);
        state(g, d, s->mu[a], u + d * a, s->r + d * a);
        for (zn_index j = d * a; j < d * (a + 1); j++)
            for (zn_index i = 0; i < n; i++)
                if (i % bodies == a % bodies ||
                    (a >= bodies && i % bodies == (a + 1) % bodies))
                    s->H[i + n * j] = uniform(g, -1, 1) * sqrt(mass[i]);
    }
    for (zn_index i = 0; i < n; i++) {
        for (zn_index j = 0; j < n; j++)
            s->q[i] += M[i + n * j] * s->v[j];
        for (zn_index j = 0; j < m; j++)
            s->q[i] -= s->H[i + n * j] * s->r[j];
    }
    for (zn_index j = 0; j < m; j++) {
        s->b[j] = u[j];
        for (zn_index i = 0; i < n; i++)
            s->b[j] -= s->H[i + n * j] * s->v[i];
    }
    s->M = to_csc(n, M);
    s->A = zn_matrix_dense(n, m, s->H);
    s->p = (zn_global_friction){d, nc, n, &s->M.m, &s->A, s->q, s->b, s->mu};
    free(M);
    free(mass);
    free(u);
}

/* ---- solvers and their choices -------------------------------------------------- */

static const struct {
    const char *name, *solver, *set[2][2];
} ways[] = {
    {"auto", "auto", {{NULL}}},
    {"auto without W", "auto", {{"most_values", "0"}}},
    {"reduced", "reduced", {{NULL}}},
    {"reduced by newton-fb", "reduced", {{"solver", "newton-fb"}}},
    {"nsgs", "nsgs", {{NULL}}},
    {"nsgs, checked", "nsgs", {{"check", "full"}, {"freeze", "3"}}},
    {"nsgs, any order", "nsgs", {{"order", "shuffled"}, {"omega", "0.9"}}},
    {"newton-ac, full", "newton-ac", {{"jacobian", "full"}}},
    {"newton-ac, reduced", "newton-ac", {{"jacobian", "reduced"}}},
    {"newton-ac, split",
     "newton-ac",
     {{"rho_choice", "split"}, {"line_search", "goldstein-price"}}},
    {"newton-ac, jm", "newton-ac", {{"variant", "jean-moreau"}}},
    {"newton-ac, undamped", "newton-ac", {{"line_search", "none"}}},
    {"newton-natural", "newton-natural", {{NULL}}},
    {"newton-natural, gp",
     "newton-natural",
     {{"line_search", "goldstein-price"}, {"jacobian", "reduced"}}},
    {"newton-fb", "newton-fb", {{NULL}}},
    {"newton-fb, reduced",
     "newton-fb",
     {{"jacobian", "reduced"}, {"line_search", "goldstein-price"}}},
    {"newton-velocity", "newton-velocity", {{NULL}}},
    {"newton-velocity, proximal points",
     "newton-velocity",
     {{"steps", "1"}}},
    {"admm", "admm", {{NULL}}},
    {"interior-point", "interior-point", {{NULL}}},
    {"homotopy", "homotopy", {{NULL}}},
    {"central-path", "central-path", {{NULL}}},
    {"aclm", "aclm", {{NULL}}},
    {"aclm by newton", "aclm", {{"inner", "newton"}}},
    {"aclm by interior points",
     "aclm",
     {{"inner", "interior-point"}, {"accelerate", "yes"}}},
    {"vi-fixed-point", "vi-fixed-point", {{NULL}}},
    {"vi-extragradient", "vi-extragradient", {{"rule", "solodov"}}},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

static inline zn_status run_way(zn_ctx *ctx, int way, double tol,
                         const zn_global_friction *p, double z[], double w[],
                         zn_solve_info *info)
{
    zn_solver *s;
    zn_status st;

    ck_assert_msg(zn_solver_new(ctx, "global-friction", ways[way].solver, &s) ==
                      ZN_OK,
                  "%s", zn_errmsg(ctx));
    ck_assert_int_eq(zn_solver_set_real(s, "tol", tol), ZN_OK);
    for (int k = 0; k < 2 && ways[way].set[k][0]; k++)
        ck_assert_msg(
            zn_solver_set(s, ways[way].set[k][0], ways[way].set[k][1]) == ZN_OK,
            "%s", zn_errmsg(ctx));
    st = zn_solver_solve(s, p, z, w, info);
    zn_solver_free(s);
    return st;
}

#endif
