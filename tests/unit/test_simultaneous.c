/* test_simultaneous.c - projection=simultaneous: what a projection moves counts, whatever is checked
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "tests/unit/scene.h"

/* A force that is zero where the step begins, a = 7.5 mm, and where it would end, b = -2.5 mm; of C times
 * 18.75 mm^2 on the surface between. */
static const double a = .0075, b = -.0025, C = 1e6;

static void between(double t, unsigned n, double *q, double *v, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = C * (q[0] - a) * (q[0] - b);
}

static void between_q(double t, unsigned n, double *q, double *v, double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    J[0] = C * (2 * q[0] - a - b);
}

static void none(double t, unsigned n, double *q, double *v, double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    J[0] = 0;
}

/* At -1 m/s, h = 10 ms, the contact is not foreseen: y + h/2 v = 2.5 mm. So no impulse acts, and the
 * projection brings the mass of 1 kg to q = 0. The balance is that of the end that is reached,
 *     u = v - h/2 (f(a) + f(0)) = -1 + h/2 C a |b| = -0.90625 m/s;
 * of the end without projection it is u = v, which Newton's method begins with: it is 2.5 mm inside
 * then, and 2.03 mm with the u of the balance. Of a tolerance between the two it is corrected all the
 * same, else it is sent to and fro. */
START_TEST(the_balance_is_of_the_end_that_is_reached)
{
    static const char *const check[] = {"both", "increment", "residual"};
    const double may_stay = _i < 3 ? 1e-14 : 2.2e-3;
    const double one = 1, v = -1;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "mass", 1, &a, &v, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &one));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)between));
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)between_q));
    MUST(zn_ds_set_function(ds, "jac_f_int_v", (zn_fn *)none));
    MUST(zn_model_add_ds(model, ds));
    join("wall", newton(0), 1, 1, &one, NULL, ds, NULL);
    simulate("moreau-jean", "theta=0.5", 0, .01, .01);
    MUST(zn_simulation_set(sim, "projection", "simultaneous"));
    MUST(zn_simulation_set_real(sim, "projection_tol", may_stay));
    MUST(zn_simulation_set(sim, "newton_check", check[_i % 3]));
    MUST(zn_simulation_run(sim));
    CLOSE(q_of(ds, 0), 0, 1e-14);
    CLOSE(v_of(ds, 0), -1 + .005 * C * a * -b, 1e-10); /* newton_tol */
}
END_TEST

/* ---- a contact that lasts ---------------------------------------------------------------------- */

static double R = 1; /* m */

/* R - |q|, in a ring */
static void ring(unsigned nq, double *q, unsigned ny, double *y, unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = R - hypot(q[0], q[1]);
}

static void ring_jac(unsigned nq, double *q, unsigned ny, double *H, unsigned nz, double *z)
{
    const double r = hypot(q[0], q[1]);

    (void)nq, (void)ny, (void)nz, (void)z;
    H[0] = -q[0] / r;
    H[1] = -q[1] / r;
}

enum { STEPS = 400 };

/* A bead that runs to and fro in the ring, from 0.6 R below its centre. @return steps without a
 * force of the ring, after the first */
static int swing(zn_law *law, double h, double newton_tol, double end[4])
{
    const double q[2] = {.8 * R, -.6 * R}, v[2] = {0, 0}, M[4] = {1, 0, 0, 1}, f[2] = {0, -9.81 * R};
    zn_interaction *at;
    zn_relation *r;
    zn_ds *bead;
    int loose = 0;

    MUST(zn_ds_new(ctx, "lagrangian", "bead", 2, q, v, &bead));
    MUST(zn_ds_set_constant(bead, "mass", 2, 2, M));
    MUST(zn_ds_set_constant(bead, "f_ext", 2, 1, f));
    MUST(zn_model_add_ds(model, bead));
    MUST(zn_relation_new(ctx, "scleronomous", "ring", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)ring));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)ring_jac));
    MUST(zn_model_connect(model, "ring", law, r, bead, NULL, &at));
    simulate("moreau-jean", "theta=0.5 impulses=end", 0, h, 10);
    MUST(zn_simulation_set(sim, "projection", "simultaneous"));
    MUST(zn_simulation_set_real(sim, "newton_tol", newton_tol));
    for (int k = 0; k < STEPS; k++) {
        MUST(zn_simulation_step(sim));
        loose += k > 0 && zn_simulation_lambda(sim, at, 1)[0] == 0;
    }
    for (int i = 0; i < 2; i++) {
        end[i] = q_of(bead, i);
        end[2 + i] = v_of(bead, i);
    }
    scene_teardown();
    scene_setup();
    return loose;
}

/* It moves as on a rod, while the ring presses, whatever rounding makes of a gap of zero, and
 * whatever Newton's tolerance is. */
START_TEST(a_contact_that_presses_lasts)
{
    static const double tol[] = {1e-8, 1e-10, 1e-12};
    const double h = 2e-3 + 1e-4 * _i;
    double rod[4], end[4];

    swing(equality(1), h, 1e-12, rod);
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(swing(newton(0), h, tol[k], end), 0);
        for (int i = 0; i < 4; i++)
            CLOSE(end[i], rod[i], 1e-7);
    }
}
END_TEST

/* In any unit of length it does the same. */
START_TEST(what_lasts_knows_no_unit)
{
    double end[4], other[4];
    const int loose = swing(newton(0), 2e-3, 1e-10, end);

    ck_assert_int_eq(loose, 0);
    R = ldexp(1, _i);
    ck_assert_int_eq(swing(newton(0), 2e-3, 1e-10, other), 0);
    for (int i = 0; i < 4; i++)
        ck_assert(other[i] == R * end[i]);
    R = 1;
}
END_TEST

int main(void)
{
    Suite *s = suite_create("simultaneous projection");
    TCase *tc = tcase_create("checks");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, the_balance_is_of_the_end_that_is_reached, 0, 6);
    tcase_add_loop_test(tc, a_contact_that_presses_lasts, 0, 20);
    tcase_add_loop_test(tc, what_lasts_knows_no_unit, -40, 41);
    suite_add_tcase(s, tc);
    return test_main(s);
}
