/* bench_zeno.c - the benchmark's mechanical models
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "measure.h"
#include "problems.h"

/* ---- models ------------------------------------------------------------------ */

/* a body (x, y, phi) of which x moves */
static zn_ds *add_body(bench *b, size_t i, double m, double R, double x,
                       double v)
{
    const double mass[3] = {m, m, 0.4 * m * R * R};
    const double f[3] = {-m * bench_gravity, 0, 0};
    const double q0[3] = {x, 0, 0}, v0[3] = {v, 0, 0};
    char name[32];
    zn_ds *ds;

    snprintf(name, sizeof name, "body%zu", i);
    must(b->ctx, zn_ds_new(b->ctx, "lagrangian-linear", name, 3, q0, v0, &ds));
    must(b->ctx, zn_ds_set_diagonal(ds, "mass", 3, mass));
    must(b->ctx, zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    must(b->ctx, zn_model_add_ds(b->model, ds));
    return ds;
}

static zn_relation *linear(bench *b, const char *name, zn_index nq,
                           const double C[], double e)
{
    zn_relation *r;

    must(b->ctx, zn_relation_new(b->ctx, "linear", name, 1, nq, &r));
    must(b->ctx, zn_relation_set_constant(r, "C", 1, nq, C));
    must(b->ctx, zn_relation_set_constant(r, "e", 1, 1, &e));
    must(b->ctx, zn_model_add_relation(b->model, r));
    return r;
}

static zn_law *impact(bench *b, double e)
{
    zn_law *law;

    must(b->ctx, zn_law_newton_impact(b->ctx, e, &law));
    must(b->ctx, zn_model_add_law(b->model, law));
    return law;
}

static void connect(bench *b, size_t i, zn_law *law, zn_relation *r, zn_ds *d1,
                    zn_ds *d2)
{
    char name[32];

    snprintf(name, sizeof name, "contact%zu", i);
    must(b->ctx, zn_model_connect(b->model, name, law, r, d1, d2, NULL));
}

static void ball(bench *b, size_t n)
{
    const double C[3] = {1, 0, 0};
    zn_ds *ds = add_body(b, 0, ball_mass, ball_radius, 1, 0);

    (void)n;
    b->h = ball_h;
    connect(b, 0, impact(b, ball_e), linear(b, "ground", 3, C, 0), ds, NULL);
}

/* n beads and their contacts; chained: with the one below, else the ground */
static void beads(bench *b, size_t n, double (*height)(size_t),
                  double (*velocity)(size_t), bool chained)
{
    const double C1[3] = {1, 0, 0}, C2[6] = {-1, 0, 0, 1, 0, 0};
    zn_law *law = impact(b, bead_e);
    zn_relation *ground = linear(b, "ground", 3, C1, -bead_radius);
    zn_relation *pair = linear(b, "pair", 6, C2, -2 * bead_radius);
    zn_ds *below = NULL;

    b->h = bead_h;
    for (size_t i = 0; i < n; i++) {
        zn_ds *ds = add_body(b, i, 1, bead_radius, height(i),
                             velocity ? velocity(i) : 0);

        if (below && chained)
            connect(b, i, law, pair, below, ds);
        else
            connect(b, i, law, ground, ds, NULL);
        below = ds;
    }
}

static void column(bench *b, size_t n)
{
    beads(b, n, column_height, column_velocity, true);
}

static void resting(bench *b, size_t n)
{
    beads(b, n, rest_height, NULL, true);
}

static void balls(bench *b, size_t n)
{
    beads(b, n, balls_height, NULL, false);
}

static void bar(bench *b, size_t n)
{
    double *M = calloc(n * n, sizeof *M), *K = calloc(n * n, sizeof *K);
    double *q0 = calloc(n, sizeof *q0), *v0 = calloc(n, sizeof *v0);
    double *C = calloc(n, sizeof *C);
    zn_index nq = (zn_index)n;
    zn_ds *ds;

    if (!M || !K || !q0 || !v0 || !C)
        exit(1);
    for (size_t i = 0; i < n; i++) {
        q0[i] = bar_q0;
        v0[i] = bar_v0;
        for (size_t j = 0; j < n; j++) {
            M[i + j * n] = bar_mass(n, i, j);
            K[i + j * n] = bar_stiffness(n, i, j);
        }
    }
    C[0] = 1;
    b->h = bar_h;
    b->gamma = 0;
    must(b->ctx,
         zn_ds_new(b->ctx, "lagrangian-linear", "bar", nq, q0, v0, &ds));
    must(b->ctx, zn_ds_set_constant(ds, "mass", nq, nq, M));
    must(b->ctx, zn_ds_set_constant(ds, "stiffness", nq, nq, K));
    must(b->ctx, zn_model_add_ds(b->model, ds));
    connect(b, 0, impact(b, 0), linear(b, "wall", nq, C, 0), ds, NULL);
    free(M);
    free(K);
    free(q0);
    free(v0);
    free(C);
}

static zn_ds *follower(bench *b, double q0, double v0)
{
    zn_ds *ds;

    b->h = cam_h;
    must(b->ctx,
         zn_ds_new(b->ctx, "lagrangian-linear", "follower", 1, &q0, &v0, &ds));
    must(b->ctx, zn_ds_set_constant(ds, "mass", 1, 1, &cam_mass));
    must(b->ctx, zn_ds_set_constant(ds, "stiffness", 1, 1, &cam_spring));
    must(b->ctx, zn_model_add_ds(b->model, ds));
    return ds;
}

/* in coordinates that move with the cam */
static void cam(bench *b, size_t n)
{
    const double C = 1;
    zn_ds *ds = follower(b, cam_q0, cam_v0);

    (void)n;
    must(b->ctx, zn_ds_set_function(ds, "f_ext", (zn_fn *)cam_f_ext));
    connect(b, 0, impact(b, cam_e), linear(b, "cam", 1, &C, 0), ds, NULL);
}

/* in coordinates at rest */
static void cam_rheonomous(bench *b, size_t n)
{
    zn_ds *ds =
        follower(b, cam_q0 + cam_motion(0, 0), cam_v0 + cam_motion(0, 1));
    zn_relation *r;

    (void)n;
    b->iterates = true;
    b->newton = bench_newton;
    must(b->ctx, zn_relation_new(b->ctx, "rheonomous", "cam", 1, 1, &r));
    must(b->ctx, zn_relation_set_function(r, "h", (zn_fn *)cam_gap));
    must(b->ctx, zn_relation_set_function(r, "h_dot", (zn_fn *)cam_gap_dot));
    must(b->ctx, zn_relation_set_function(r, "jac_h_q", (zn_fn *)cam_gap_q));
    must(b->ctx, zn_model_add_relation(b->model, r));
    connect(b, 0, impact(b, cam_e), r, ds, NULL);
}

static zn_relation *wall(bench *b, const char *name, zn_fn_s9 *h, zn_fn_s9 *h_q)
{
    zn_relation *r;

    must(b->ctx, zn_relation_new(b->ctx, "scleronomous", name, 1, 2, &r));
    must(b->ctx, zn_relation_set_function(r, "h", (zn_fn *)h));
    must(b->ctx, zn_relation_set_function(r, "jac_h_q", (zn_fn *)h_q));
    must(b->ctx, zn_model_add_relation(b->model, r));
    return r;
}

static void pendulum(bench *b, size_t n)
{
    static const struct {
        const char *name;
        zn_fn *fn;
    } ops[] = {
        {"mass", (zn_fn *)pendulum_mass},
        {"f_int", (zn_fn *)pendulum_f_int},
        {"jac_f_int_q", (zn_fn *)pendulum_f_int_q},
        {"jac_f_int_v", (zn_fn *)pendulum_f_int_v},
        {"f_gyr", (zn_fn *)pendulum_f_gyr},
        {"jac_f_gyr_q", (zn_fn *)pendulum_f_gyr_q},
        {"jac_f_gyr_v", (zn_fn *)pendulum_f_gyr_v},
    };
    const double v0[2] = {0, 0};
    zn_relation *r1 = wall(b, "wall1", pendulum_gap1, pendulum_gap1_q);
    zn_relation *r2 = wall(b, "wall2", pendulum_gap2, pendulum_gap2_q);
    zn_ds *ds;

    (void)n;
    b->h = pendulum_h;
    b->iterates = true;
    b->newton = bench_newton;
    must(b->ctx,
         zn_ds_new(b->ctx, "lagrangian", "pendulum", 2, pendulum_q0, v0, &ds));
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        must(b->ctx, zn_ds_set_function(ds, ops[i].name, ops[i].fn));
    must(b->ctx, zn_model_add_ds(b->model, ds));
    connect(b, 0, impact(b, pendulum_e[0]), r1, ds, NULL);
    connect(b, 1, impact(b, pendulum_e[1]), r2, ds, NULL);
}

static const bench_problem problems[] = {
    {"ball", ball},
    {"cam", cam},
    {"cam-rheonomous", cam_rheonomous},
    {"bar", bar},
    {"pendulum", pendulum},
    {"column", column},
    {"resting", resting},
    {"balls", balls},
};

static void set(const bench *b, zn_osi *osi)
{
    must(b->ctx, zn_osi_set_real(osi, "theta", bench_theta));
    must(b->ctx, zn_osi_set_real(osi, "gamma", b->gamma));
    /* the mass matrix where the peer takes it */
    must(b->ctx, zn_osi_set_real(osi, "gamma_mass", 1));
}

int main(int argc, char **argv)
{
    return bench_main(argc, argv, problems, sizeof problems / sizeof *problems,
                      "moreau-jean", set);
}
