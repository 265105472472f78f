/* test_newton_euler_forces.c - rigid bodies: forces, moments and their Jacobians
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/body_models.h"

/* dF/dq along T(q) and dF/dv against differences of F, on every branch: frames of
 * the moments, gyroscopic or not, Jacobians given or not. */
static void compare_jacobians(const zn_ds *ds, double tol)
{
    const zn_ds_type *t = zn_ds_class(ds);
    const double time = 0.3, h = 1e-5;
    double Jq[36], Jv[36];

    MUST(t->force_jac(ds, time, q0, v0, Jq, Jv));
    for (int j = 0; j < 6; j++) {
        double w[6] = {0}, q[7], v[6], a[6], b[6], c[6], d[6];
        w[j] = h;
        zn_ds_retract(ds, q0, w, q);
        MUST(t->force(ds, time, q, v0, a));
        w[j] = -h;
        zn_ds_retract(ds, q0, w, q);
        MUST(t->force(ds, time, q, v0, b));
        memcpy(v, v0, sizeof v);
        v[j] += h;
        MUST(t->force(ds, time, q0, v, c));
        v[j] -= 2 * h;
        MUST(t->force(ds, time, q0, v, d));
        for (int i = 0; i < 6; i++) {
            CLOSE(Jq[i + 6 * j], (a[i] - b[i]) / (2 * h), tol);
            CLOSE(Jv[i + 6 * j], (c[i] - d[i]) / (2 * h), tol);
        }
    }
}

START_TEST(jacobians_are_exact_on_every_branch)
{
    static const char *const frames[] = {"body", "inertial"};
    static const char *const gyro[] = {"force", "off", "carried"};
    static const char *const update[] = {"exponential", "tangent"};

    for (int k = 0; k < 48; k++) {
        zn_ds *ds;
        scene_teardown();
        scene_setup();
        ds = loaded(k & 1);
        MUST(zn_ds_set(ds, "m_ext", frames[k >> 1 & 1]));
        MUST(zn_ds_set(ds, "m_int", frames[k >> 2 & 1]));
        MUST(zn_ds_set(ds, "update", update[k >> 3 & 1]));
        MUST(zn_ds_set(ds, "gyroscopic", gyro[k / 16]));
        MUST(zn_model_seal(model));
        compare_jacobians(ds, 1e-9); /* differences with h = 1e-5 leave 1e-10 */
    }
}
END_TEST

static void count(void *user, const zn_jacobian_check *found)
{
    ck_assert_msg(found->agrees, "%s: error %g at (%td, %td)", found->jacobian,
                  found->error, found->row, found->col);
    ++*(int *)user;
}

START_TEST(given_jacobians_are_checked)
{
    zn_index wrong;
    int n = 0;

    loaded(true);
    MUST(zn_model_seal(model));
    MUST(zn_check_jacobians(model, NULL, count, &n, &wrong));
    ck_assert_int_eq(n, 4);
    ck_assert_int_eq(wrong, 0);
}
END_TEST

/* NE-8, NE-9: a moment fixed in space, seen from the body. */
START_TEST(inertial_moments_are_turned_into_the_body)
{
    const double m[3] = {1, -2, 0.5}, r = sqrt(30);
    const double q[7] = {0, 0, 0, 1 / r, 2 / r, 3 / r, 4 / r}, v[6] = {0};
    const double there[3] = {-11 / 6., 19 / 15., -8 / 15.};
    zn_ds *ds = body(q, v, 1, inertia);
    double F[6], Jq[36], Jv[36];

    MUST(zn_ds_set_constant(ds, "m_ext", 3, 1, m));
    MUST(zn_ds_set(ds, "m_ext", "inertial"));
    MUST(zn_model_seal(model));
    MUST(zn_ds_class(ds)->force(ds, 0, q, v, F));
    for (int i = 0; i < 3; i++)
        CLOSE(F[3 + i], there[i], 1e-14);
    MUST(zn_ds_class(ds)->force_jac(ds, 0, q, v, Jq, Jv));
    CLOSE(Jq[3 + 6 * 4], -F[5], 1e-15);
    CLOSE(Jq[4 + 6 * 3], F[5], 1e-15);
}
END_TEST

/* Under weight and by itself a body is pulled nowhere, wherever it is: dF/dq has no values, and those of
 * dF/dv are the gyroscopic ones. A moment that is fixed in space, or momentum that is carried along, has some. */
START_TEST(only_what_pulls_has_a_dF_dq)
{
    static const char *const gyro[] = {"force", "off", "carried"};
    const double m[3] = {1, -2, 0.5}, weight[3] = {0, 0, -9.81};

    for (int k = 0; k < 6; k++) {
        const bool inertial = k & 1, carried = k / 2 == 2;
        double Jq[36], Jv[36], a[6], b[6], v[6];
        zn_pattern of_q, of_v;
        zn_ds *ds;

        scene_teardown();
        scene_setup();
        ds = body(q0, v0, 1, inertia);
        MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, weight));
        MUST(zn_ds_set_constant(ds, "m_ext", 3, 1, m));
        MUST(zn_ds_set(ds, "m_ext", inertial ? "inertial" : "body"));
        MUST(zn_ds_set(ds, "gyroscopic", gyro[k / 2]));
        MUST(zn_model_seal(model));
        of_q = zn_ds_pattern(ds, ZN_DS_JAC_Q);
        of_v = zn_ds_pattern(ds, ZN_DS_JAC_V);
        ck_assert_int_eq(zn_pattern_count(&of_q), inertial || carried ? 36 : 0);
        ck_assert_int_eq(zn_pattern_count(&of_v), 36);
        Jq[0] = -7e77;
        MUST(zn_ds_class(ds)->force_jac(ds, 0, q0, v0, Jq, Jv));
        ck_assert_double_eq(Jq[0], inertial || carried ? 0 : -7e77);
        for (int j = 3; j < 6; j++) {
            memcpy(v, v0, sizeof v);
            v[j] += 1e-5;
            MUST(zn_ds_class(ds)->force(ds, 0, q0, v, a));
            v[j] -= 2e-5;
            MUST(zn_ds_class(ds)->force(ds, 0, q0, v, b));
            for (int i = 0; i < 6; i++)
                CLOSE(Jv[i + 6 * j], (a[i] - b[i]) / 2e-5, 1e-9);
        }
    }
}
END_TEST

/* retract_jac and carry_jac against differences, for both updates */
START_TEST(motions_have_exact_derivatives)
{
    static const char *const update[] = {"exponential", "tangent"};
    static const double w[6] = {0.1, -0.2, 0.3, 0.6, -0.4, 0.9};
    static const double L[6] = {1, 2, 3, -1, 0.5, 2};

    for (int k = 0; k < 2; k++) {
        const double h = 1e-5;
        double D[36], J[36], at[7];
        zn_ds *ds;
        scene_teardown();
        scene_setup();
        ds = body(q0, v0, 1, inertia);
        MUST(zn_ds_set(ds, "update", update[k]));
        MUST(zn_ds_set(ds, "gyroscopic", "carried"));
        MUST(zn_model_seal(model));
        const zn_ds_type *t = zn_ds_class(ds);
        ck_assert(t->carries(ds));
        t->retract_jac(ds, q0, w, D);
        t->carry_jac(ds, w, L, J);
        zn_ds_retract(ds, q0, w, at);
        for (int j = 0; j < 6; j++) {
            double a[6], b[6], p[7], q[7], c[6], d[6], qdot[7];
            memcpy(a, w, sizeof a);
            memcpy(b, w, sizeof b);
            a[j] += h;
            b[j] -= h;
            zn_ds_retract(ds, q0, a, p);
            zn_ds_retract(ds, q0, b, q);
            zn_ds_qdot(ds, at, D + 6 * j, qdot);
            for (int i = 0; i < 7; i++)
                CLOSE((p[i] - q[i]) / (2 * h), qdot[i], 1e-10);
            t->carry(ds, a, L, c);
            t->carry(ds, b, L, d);
            for (int i = 0; i < 6; i++)
                CLOSE((c[i] - d[i]) / (2 * h), J[i + 6 * j], 1e-9);
        }
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("newton_euler, forces");
    TCase *tc = tcase_create("forces");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, jacobians_are_exact_on_every_branch);
    tcase_add_test(tc, given_jacobians_are_checked);
    tcase_add_test(tc, inertial_moments_are_turned_into_the_body);
    tcase_add_test(tc, only_what_pulls_has_a_dF_dq);
    tcase_add_test(tc, motions_have_exact_derivatives);
    suite_add_tcase(s, tc);
    return test_main(s);
}
