/* bench_bodies.c - the benchmark's bodies with friction and joints
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <zeno/mechanics.h>

#include "bodies.h"
#include "measure.h"

static zn_ds *body(bench *b, const char *name, const double q[7],
                   const double v[6], double m, const double I[9])
{
    const double f[3] = {0, 0, -m * body_gravity};
    zn_ds *ds;

    must(b->ctx, zn_ds_new(b->ctx, "newton-euler", name, 6, q, v, &ds));
    must(b->ctx, zn_ds_set_constant(ds, "mass", 1, 1, &m));
    must(b->ctx, zn_ds_set_constant(ds, "inertia", 3, 3, I));
    must(b->ctx, zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    must(b->ctx, zn_model_add_ds(b->model, ds));
    return ds;
}

static void connect(bench *b, const char *name, zn_law *law, zn_relation *r,
                    zn_ds *d1, zn_ds *d2)
{
    must(b->ctx, zn_model_connect(b->model, name, law, r, d1, d2, NULL));
}

/* n balls that do not know of each other */
static void ball(bench *b, size_t n)
{
    const double I[9] = {roll_inertia, 0, 0, 0, roll_inertia, 0, 0, 0,
                         roll_inertia};
    const double up[3] = {0, 0, 1}, zero = 0;
    zn_relation *r;
    zn_law *law;

    b->h = roll_h;
    must(b->ctx, zn_law_friction(b->ctx, 3, roll_e, 0, roll_mu, &law));
    must(b->ctx, zn_model_add_law(b->model, law));
    must(b->ctx, zn_relation_new(b->ctx, "sphere-plane", "floor", 3, 7, &r));
    must(b->ctx, zn_relation_set_constant(r, "radius", 1, 1, &roll_radius));
    must(b->ctx, zn_relation_set_constant(r, "normal", 3, 1, up));
    must(b->ctx, zn_relation_set_constant(r, "offset", 1, 1, &zero));
    must(b->ctx, zn_model_add_relation(b->model, r));
    for (size_t i = 0; i < n; i++) {
        char name[32];
        snprintf(name, sizeof name, "ball%zu", i);
        connect(b, name, law, r,
                body(b, name, roll_q0, roll_v0, roll_mass, I), NULL);
    }
}

static void joint(bench *b, const char *cls, const char *name, zn_ds *d1,
                  zn_ds *d2, const double point[3], const double *axis)
{
    zn_relation *r;
    zn_law *law;

    must(b->ctx, zn_joint_new(b->ctx, cls, name, d1, d2, point, axis, &r));
    must(b->ctx, zn_law_equality(b->ctx, zn_relation_ny(r), &law));
    connect(b, name, law, r, d1, d2);
}

static void beams(bench *b, size_t n)
{
    static const char *const name[3] = {"one", "two", "three"};
    static const char *const knee[3] = {"knee 1", "knee 2", "knee 3"};
    const double v[6] = {0}, up[3] = {0, 0, 1};
    double x[3];
    zn_ds *ds[3];

    (void)n;
    b->h = beam_h;
    b->plain = true;
    for (int i = 0; i < 3; i++) {
        double q[7] = {0};
        beam_centre(i, q);
        q[3] = cos(beam_turn[i] / 2);
        q[5] = sin(beam_turn[i] / 2);
        ds[i] = body(b, name[i], q, v, 1, beam_inertia);
    }
    for (int i = 0; i < 3; i++) {
        beam_knee(i, x);
        joint(b, "spherical", knee[i], ds[i ? i - 1 : 0], i ? ds[i] : NULL, x,
              NULL);
    }
    beam_centre(2, x);
    joint(b, "prismatic", "slider", ds[2], NULL, x, up);
}

static void woodpecker(bench *b, size_t n)
{
    double M[9], K[9], f[3], H[3][6], gap[3];
    static const char *const name[3] = {"beak", "lower", "upper"};
    zn_ds *ds;

    (void)n;
    b->h = peck_h;
    woodpecker_matrices(M, K, f, H, gap);
    must(b->ctx, zn_ds_new(b->ctx, "lagrangian-linear", "toy", 3, peck_q0,
                           peck_v0, &ds));
    must(b->ctx, zn_ds_set_constant(ds, "mass", 3, 3, M));
    must(b->ctx, zn_ds_set_constant(ds, "stiffness", 3, 3, K));
    must(b->ctx, zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    must(b->ctx, zn_model_add_ds(b->model, ds));
    for (int k = 0; k < 3; k++) {
        const double e[2] = {gap[k], 0};
        zn_relation *r;
        zn_law *law;
        must(b->ctx, zn_relation_new(b->ctx, "linear", name[k], 2, 3, &r));
        must(b->ctx, zn_relation_set_constant(r, "C", 2, 3, H[k]));
        must(b->ctx, zn_relation_set_constant(r, "e", 2, 1, e));
        must(b->ctx, zn_law_friction(b->ctx, 2, peck_e[k], 0, peck_mu, &law));
        connect(b, name[k], law, r, ds, NULL);
    }
}

static const bench_problem problems[] = {
    {"ball-friction", ball},
    {"beams", beams},
    {"woodpecker", woodpecker},
};

static void set(const bench *b, zn_osi *osi)
{
    must(b->ctx, zn_osi_set_real(osi, "theta", b->plain ? 1 : body_theta));
    must(b->ctx, zn_osi_set_real(osi, "gamma", b->gamma));
    if (b->plain) { /* the scheme of the peer */
        must(b->ctx, zn_osi_set(osi, "start", "velocity"));
        must(b->ctx, zn_osi_set(osi, "impulses", "end"));
    }
}

int main(int argc, char **argv)
{
    return bench_main(argc, argv, problems, sizeof problems / sizeof *problems,
                      "moreau-jean", set);
}
