/* test_moreau_names.c - the Moreau-Jean schemes that have names of their own are made by options:
 * their steps, against those made by hand
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

/* A bob on a rod of 1 m in cartesian coordinates whose masses grow with its place, on two springs:
 * mass, forces and rows all change with q. */
static void rod(unsigned n, double *q, unsigned m, double *y, unsigned nz, double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    y[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
}

static void rod_jac(unsigned n, double *q, unsigned m, double *C, unsigned nz, double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    C[0] = q[0];
    C[1] = q[1];
}

static void mass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    M[0] = 1 + q[0] * q[0];
    M[1] = M[2] = 0;
    M[3] = 2 + q[1];
}

static void springs(double t, unsigned n, double *q, double *v, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    f[0] = 5 * q[0] * q[0] * q[0] + 0.1 * v[0];
    f[1] = 3 * q[1] + 20;
}

typedef struct scheme {
    const char *name, *options;
    double theta, mass; /* weight of the new force, where M is taken */
    bool end, middle;   /* rows at the end of the step; impulses along those of its middle */
} scheme;

static const scheme schemes[] = {
    {"semi-explicit", "theta=0 relations=start gamma_mass=0", 0, 0, false, false},
    {"nearly implicit, rows of the start", "relations=start gamma_mass=0", 0.5, 0, false, false},
    {"nearly implicit, rows of the end", "impulses=end gamma_mass=0", 0.5, 0, true, false},
    {"fully implicit", "", 0.5, 0.5, true, true},
};

static const double h = 0x1p-7, q0[2] = {0.6, -0.8}, v0[2] = {0.8, 0.6};

/* M(q_M)(u - v) = h (theta F(q(u), u) + (1 - theta) F(q, v)) + H_i' lambda, H u = 0, by fixed points. */
static void step_by_hand(const scheme *s, double q[2], double v[2])
{
    double u[2] = {v[0], v[1]}, at[2], F[2][2];

    for (int k = 0; k < 100; k++) {
        double M[4], qM[2], H[2], Hi[2], free[2], num = 0, den = 0;
        for (int i = 0; i < 2; i++) {
            const double way = h * (s->theta * u[i] + (1 - s->theta) * v[i]);
            at[i] = q[i] + way;
            qM[i] = q[i] + s->mass * way;
            H[i] = s->end ? at[i] : q[i];
            Hi[i] = s->middle ? q[i] + h / 4 * (u[i] + v[i]) : H[i];
        }
        mass(2, qM, M, 0, NULL);
        springs(0, 2, q, v, F[0], 0, NULL);
        springs(0, 2, at, u, F[1], 0, NULL);
        for (int i = 0; i < 2; i++) {
            free[i] = v[i] - h * (s->theta * F[1][i] + (1 - s->theta) * F[0][i]) / M[3 * i];
            num -= H[i] * free[i];
            den += H[i] * Hi[i] / M[3 * i];
        }
        for (int i = 0; i < 2; i++)
            u[i] = free[i] + Hi[i] * num / den / M[3 * i];
    }
    for (int i = 0; i < 2; i++) {
        q[i] += h * (s->theta * u[i] + (1 - s->theta) * v[i]);
        v[i] = u[i];
    }
}

START_TEST(schemes_by_name)
{
    const scheme *s = &schemes[_i];
    double q[2] = {q0[0], q0[1]}, v[2] = {v0[0], v0[1]};
    zn_relation *r;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "bob", 2, q0, v0, &ds));
    MUST(zn_ds_set_function(ds, "mass", (zn_fn *)mass));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)springs));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "scleronomous", "rod", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)rod));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)rod_jac));
    MUST(zn_model_connect(model, "rod", equality(1), r, ds, NULL, NULL));
    simulate("moreau-jean", s->options, 0, h, 1);
    MUST(zn_simulation_set(sim, "projection", "none"));
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-14));
    for (int k = 0; k < 100; k++) {
        MUST(zn_simulation_step(sim));
        step_by_hand(s, q, v);
        for (int i = 0; i < 2; i++) {
            ck_assert_msg(fabs(q_of(ds, i) - q[i]) < 1e-11 && fabs(v_of(ds, i) - v[i]) < 1e-11,
                          "%s, step %d: q %.17g, v %.17g, expected %.17g, %.17g", s->name, k,
                          q_of(ds, i), v_of(ds, i), q[i], v[i]);
        }
    }
}
END_TEST

/* They are four: no two of them are the same to what a step of them is off by. */
START_TEST(they_are_not_the_same)
{
    double q[4][2], v[4][2];

    for (int s = 0; s < 4; s++) {
        memcpy(q[s], q0, sizeof q0);
        memcpy(v[s], v0, sizeof v0);
        for (int k = 0; k < 100; k++)
            step_by_hand(&schemes[s], q[s], v[s]);
        for (int before = 0; before < s; before++)
            ck_assert_double_gt(hypot(v[s][0] - v[before][0], v[s][1] - v[before][1]), 1e-6);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("names of Moreau-Jean schemes");
    TCase *tc = tcase_create("names of Moreau-Jean schemes");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, schemes_by_name, 0, 4);
    tcase_add_test(tc, they_are_not_the_same);
    suite_add_tcase(s, tc);
    return test_main(s);
}
