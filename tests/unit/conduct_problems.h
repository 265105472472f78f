/* conduct_problems.h - a small problem of every class, for all of its solvers
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CONDUCT_PROBLEMS_H
#define CONDUCT_PROBLEMS_H

#include "lcp_test.h"

#include <zeno/avi.h>
#include <zeno/friction.h>
#include <zeno/generic_mechanical.h>
#include <zeno/global_friction.h>
#include <zeno/mcp.h>
#include <zeno/ncp.h>
#include <zeno/plasticity.h>
#include <zeno/qp.h>
#include <zeno/relay.h>
#include <zeno/rolling_friction.h>
#include <zeno/soclcp.h>
#include <zeno/type.h>

/* ---- one problem of every class, of n = 3, 6, 9, ... rows or n / 3 contacts ---- */

enum { MOST = 15, FACES = 2 * MOST };

/* M = tridiag(-1, 3, -1), symmetric and positive definite, which all solvers
 * take; all else is there for the class that wants it. */
typedef struct data {
    zn_index n;
    double M[MOST * MOST], q[MOST], lb[MOST], ub[MOST], tau[MOST / 3];
    double H[FACES * MOST], K[FACES];
    double b[MOST], mu_all[MOST], mu[MOST / 3], mu_r[MOST / 3];
    double E[MOST * MOST]; /* the identity, for directions */
    zn_index start[MOST];
    unsigned char eq[MOST], law[MOST];
    zn_index cone[MOST / 3 + 1];
    zn_matrix A, I;
    union {
        zn_lcp lcp;
        zn_mlcp mlcp;
        zn_relay relay;
        zn_avi avi;
        zn_vi vi;
        zn_ncp ncp;
        zn_mcp mcp;
        zn_qp qp;
        zn_soclcp soclcp;
        zn_friction friction;
        zn_global_friction global;
        zn_rolling_friction rolling;
        zn_global_rolling_friction global_rolling;
        zn_generic generic;
        zn_plasticity plasticity;
    } p;
} data;

/* F = M z + q + atan(z), and its Jacobian */
static inline zn_status map(void *user, const double z[], double out[])
{
    const data *d = (const data *)user;

    memcpy(out, d->q, (size_t)d->n * sizeof *out);
    zn_matrix_mul(&d->A, 1, z, 1, out);
    for (zn_index i = 0; i < d->n; i++)
        out[i] += atan(z[i]);
    return ZN_OK;
}

static inline zn_status jacobian(void *user, const double z[], double x[])
{
    const data *d = (const data *)user;

    memcpy(x, d->M, (size_t)(d->n * d->n) * sizeof *x);
    for (zn_index i = 0; i < d->n; i++)
        x[i + i * d->n] += 1 / (1 + z[i] * z[i]);
    return ZN_OK;
}

static inline void fill(data *d, zn_index n)
{
    memset(d, 0, sizeof *d);
    d->n = n;
    for (zn_index i = 0; i < n; i++) {
        d->q[i] = i % 3 ? -1.25 : 0.75;
        d->lb[i] = -0.3;
        d->ub[i] = 0.2;
        d->eq[i] = i % 3 == 2;
        d->cone[(i + 3) / 3] = (i + 3) / 3 * 3;
        d->tau[i / 3] = 0.5;
        d->H[2 * i + i * 2 * n] = 1;
        d->H[2 * i + 1 + i * 2 * n] = -1;
        d->K[2 * i] = d->K[2 * i + 1] = -0.25;
        for (zn_index j = 0; j < n; j++)
            d->M[i + j * n] = i == j ? 3 : i - j == 1 || j - i == 1 ? -1 : 0;
    }
    d->A = zn_matrix_dense(n, n, d->M);
}

static inline void pose_lcp(data *d)
{
    d->p.lcp = (zn_lcp){.n = d->n, .M = &d->A, .q = d->q};
}

static inline void pose_mlcp(data *d)
{
    d->p.mlcp = (zn_mlcp){.n = d->n, .M = &d->A, .q = d->q, .eq = d->eq};
}

static inline void pose_relay(data *d)
{
    d->p.relay =
        (zn_relay){.n = d->n, .M = &d->A, .q = d->q, .lb = d->lb, .ub = d->ub};
}

static inline void pose_avi(data *d)
{
    d->p.avi = (zn_avi){
        .n = d->n, .m = 2 * d->n, .M = &d->A, .q = d->q, .H = d->H, .K = d->K};
}

static inline void pose_vi(data *d)
{
    d->p.vi = (zn_vi){.n = d->n,
                      .F = map,
                      .user = d,
                      .lb = d->lb,
                      .ub = d->ub,
                      .jacobian = jacobian};
}

static inline void pose_ncp(data *d)
{
    d->p.ncp = (zn_ncp){.n = d->n, .F = map, .jacobian = jacobian, .user = d};
}

static inline void pose_mcp(data *d)
{
    d->p.mcp = (zn_mcp){.n = d->n,
                        .F = map,
                        .jacobian = jacobian,
                        .user = d,
                        .lb = d->lb,
                        .ub = d->ub};
}

static inline void pose_qp(data *d)
{
    d->p.qp =
        (zn_qp){.n = d->n, .M = &d->A, .q = d->q, .lb = d->lb, .ub = d->ub};
}

static inline void pose_soclcp(data *d)
{
    d->p.soclcp = (zn_soclcp){.n = d->n,
                              .M = &d->A,
                              .q = d->q,
                              .ncones = d->n / 3,
                              .cone = d->cone,
                              .tau = d->tau};
}

/* contacts of d rows: some approach and slide, some leave */
static inline zn_index contacts(data *d, zn_index rows)
{
    zn_index nc = d->n / 3, N = rows * nc;

    for (zn_index j = 0; j < N; j++)
        for (zn_index i = 0; i < N; i++) {
            d->M[i + j * N] = i == j ? 3 : i - j == 1 || j - i == 1 ? -1 : 0;
            d->E[i + j * N] = i == j;
        }
    for (zn_index i = 0; i < N; i++) {
        d->q[i] = i % rows == 0 ? (i / rows == 1 ? 1 : -1.25)
                                : 0.2 * (double)(i % 4) - 0.15;
        d->b[i] = i % rows == 0 ? -0.5 : 0.1;
    }
    for (zn_index c = 0; c < nc; c++) {
        d->mu[c] = 0.4 + 0.1 * (double)c;
        d->mu_r[c] = 0.05;
    }
    d->A = zn_matrix_dense(N, N, d->M);
    d->I = zn_matrix_dense(N, N, d->E);
    return nc;
}

static inline void pose_friction2d(data *d)
{
    zn_index nc = contacts(d, 2);

    d->p.friction = (zn_friction){2, nc, &d->A, d->q, d->mu};
}

static inline void pose_friction3d(data *d)
{
    zn_index nc = contacts(d, 3);

    d->p.friction = (zn_friction){3, nc, &d->A, d->q, d->mu};
}

static inline void pose_global(data *d)
{
    zn_index nc = contacts(d, 3);

    d->p.global =
        (zn_global_friction){3, nc, 3 * nc, &d->A, &d->I, d->q, d->b, d->mu};
}

static inline void pose_rolling(data *d)
{
    zn_index nc = contacts(d, 5);

    d->p.rolling = (zn_rolling_friction){5, nc, &d->A, d->q, d->mu, d->mu_r};
}

static inline void pose_global_rolling(data *d)
{
    zn_index nc = contacts(d, 5);

    d->p.global_rolling = (zn_global_rolling_friction){
        5, nc, 5 * nc, &d->A, &d->I, d->q, d->b, d->mu, d->mu_r};
}

/* an equality, a unilateral row and a contact, by turns */
static inline void pose_generic(data *d)
{
    static const unsigned char laws[] = {
        ZN_GENERIC_EQUALITY, ZN_GENERIC_UNILATERAL, ZN_GENERIC_FRICTION_3D};
    static const zn_index rows[] = {1, 1, 3};
    zn_index nc = contacts(d, 5), nb = 3 * nc;

    for (zn_index b = 0; b < nb; b++) {
        d->start[b + 1] = d->start[b] + rows[b % 3];
        d->law[b] = laws[b % 3];
        d->mu_all[b] = 0.4;
    }
    d->p.generic = (zn_generic){.n = 5 * nc,
                                .M = &d->A,
                                .q = d->q,
                                .nb = nb,
                                .start = d->start,
                                .kind = d->law,
                                .mu = d->mu_all};
}

static inline void pose_plasticity(data *d)
{
    zn_index nc = contacts(d, 3);

    d->p.plasticity = (zn_plasticity){.nc = nc,
                                      .model = ZN_DRUCKER_PRAGER,
                                      .M = &d->A,
                                      .q = d->q,
                                      .eta = d->mu,
                                      .theta = d->mu_r};
}

static const struct class_of_problems {
    const char *name;
    zn_kind kind;
    void (*pose)(data *d);
    bool maps;     /* F may not be had at NaN: the class cannot check q */
    zn_index rows; /* of z for n = 3; 0: n */
} classes[] = {
    {"lcp", ZN_KIND_LCP_SOLVER, pose_lcp, false, 0},
    {"mlcp", ZN_KIND_MLCP_SOLVER, pose_mlcp, false, 0},
    {"relay", ZN_KIND_RELAY_SOLVER, pose_relay, false, 0},
    {"avi", ZN_KIND_AVI_SOLVER, pose_avi, false, 0},
    {"vi", ZN_KIND_VI_SOLVER, pose_vi, true, 0},
    {"ncp", ZN_KIND_NCP_SOLVER, pose_ncp, true, 0},
    {"mcp", ZN_KIND_MCP_SOLVER, pose_mcp, true, 0},
    {"qp", ZN_KIND_QP_SOLVER, pose_qp, false, 0},
    {"soclcp", ZN_KIND_SOCLCP_SOLVER, pose_soclcp, false, 0},
    {"friction", ZN_KIND_FRICTION_SOLVER, pose_friction2d, false, 2},
    {"friction", ZN_KIND_FRICTION_SOLVER, pose_friction3d, false, 3},
    {"global-friction", ZN_KIND_GLOBAL_FRICTION_SOLVER, pose_global, false, 6},
    {"rolling-friction", ZN_KIND_ROLLING_SOLVER, pose_rolling, false, 5},
    {"global-rolling-friction", ZN_KIND_GLOBAL_ROLLING_SOLVER,
     pose_global_rolling, false, 10},
    {"generic-mechanical", ZN_KIND_GENERIC_SOLVER, pose_generic, false, 5},
    {"plasticity", ZN_KIND_PLASTICITY_SOLVER, pose_plasticity, false, 3},
};
enum { NCLASSES = sizeof classes / sizeof *classes };

#endif
