/* test_relation_functions.c - relations made of functions: outputs, inputs, Jacobians
 * SPDX-License-Identifier: Apache-2.0 */
#include "slider.h"
#include "model_test.h"

static zn_relation *make(const char *cls, const char *name, zn_index ny,
                         zn_index nq)
{
    zn_relation *r;

    MUST(zn_relation_new(ctx, cls, name, ny, nq, &r));
    return r;
}

static void set(zn_relation *r, const char *op, zn_fn *f)
{
    MUST(zn_relation_set_function(r, op, f));
}

static const zn_relation_type *sealed(zn_relation *r)
{
    MUST(zn_model_add_relation(m, r));
    MUST(zn_model_seal(m));
    return zn_relation_class(r);
}

/* ---- scleronomous: h = (q0^2 q1, sin q0) --------------------------------------- */

static void curve_h(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                    double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[0] * q[0] * q[1];
    y[1] = sin(q[0]);
}

static void curve_H(unsigned nq, double *q, unsigned ny, double *H, unsigned nz,
                    double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    H[0] = 2 * q[0] * q[1];
    H[1] = cos(q[0]);
    H[2] = q[0] * q[0];
    H[3] = 0;
}

static void curve_Hdot(unsigned nq, double *q, unsigned nv, double *v,
                       double *out, unsigned nz, double *z)
{
    (void)nq, (void)nv, (void)nz, (void)z;
    out[0] = 2 * (v[0] * q[1] + q[0] * v[1]);
    out[1] = -sin(q[0]) * v[0];
    out[2] = 2 * q[0] * v[0];
}

START_TEST(scleronomous_with_and_without_its_derivatives)
{
    const double q[] = {1.5, -2}, v[] = {3, 0.5};
    const double y[] = {-4.5, sin(1.5)};
    const double H[] = {-6, cos(1.5), 2.25, 0};
    /* v' h_qq v = 2 q1 v0^2 + 4 q0 v0 v1, -sin(q0) v0^2 */
    const double a[] = {-36 + 9, -9 * sin(1.5)};
    double got[4];

    /* Jacobians by differences leave 1e-12 of sizes up to 50 here, y'' by those of H v 1e-10, by those of h as much */
    for (int given = 0; given < 3; given++) {
        zn_relation *r = make("scleronomous", "r", 2, 2);
        set(r, "h", (zn_fn *)curve_h);
        if (given > 0)
            set(r, "jac_h_q", (zn_fn *)curve_H);
        if (given > 1)
            set(r, "jac_h_q_dot", (zn_fn *)curve_Hdot);
        const zn_relation_type *t = sealed(r);
        MUST(t->output(r, NULL, 0, q, NULL, got));
        close_to(2, got, y, 1e-15);
        MUST(t->jac_q(r, NULL, 0, q, NULL, got));
        close_to(4, got, H, given > 0 ? 1e-15 : 5e-12);
        MUST(t->acceleration(r, NULL, 0, q, v, got));
        close_to(2, got, a, given > 1 ? 1e-14 : 1e-8);
        ck_assert_uint_eq(zn_relation_varies(r)->C, ZN_WITH_STATE);
        ck_assert(!zn_relation_moves(zn_relation_varies(r)));
        zn_model_reopen(m);
    }
    ck_assert_str_eq(said, "1 relation 'r': not given, finite differences "
                           "instead: jac_h_q\n"
                           "1 relation 'r': not given, finite differences "
                           "instead: jac_h_q_dot\n"
                           "1 relation 'r': not given, finite differences "
                           "instead: jac_h_q_dot\n");
}
END_TEST

START_TEST(a_constant_jacobian_is_a_trait)
{
    const double H[] = {1, 0, 0, 1};
    zn_relation *r = make("scleronomous", "r", 2, 2);

    set(r, "h", (zn_fn *)curve_h);
    MUST(zn_relation_set_constant(r, "jac_h_q", 2, 2, H));
    sealed(r);
    ck_assert(zn_relation_affine(zn_relation_varies(r)));
    ck_assert_str_eq(said, "");
}
END_TEST

/* ---- rheonomous: the moving constraint of the slider --------------------------- */

static void rail_h(unsigned nq, double *q, double t, unsigned ny, double *y,
                   unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[0] + slider_L * sin(q[1]) - 0.2 - 0.1 * sin(2 * t);
}

static void rail_h_dot(unsigned nq, double *q, double t, unsigned ny, double *y,
                       unsigned nz, double *z)
{
    (void)nq, (void)q, (void)ny, (void)nz, (void)z;
    y[0] = -0.2 * cos(2 * t);
}

static void rail_H(unsigned nq, double *q, double t, unsigned ny, double *H,
                   unsigned nz, double *z)
{
    (void)nq, (void)t, (void)ny, (void)nz, (void)z;
    H[0] = 1;
    H[1] = slider_L * cos(q[1]);
}

static zn_relation *rail(bool exact)
{
    zn_relation *r = make("rheonomous", "rail", 1, 2);

    set(r, "h", (zn_fn *)rail_h);
    if (exact) {
        set(r, "h_dot", (zn_fn *)rail_h_dot);
        set(r, "jac_h_q", (zn_fn *)rail_H);
    }
    return r;
}

START_TEST(rheonomous_with_and_without_its_derivatives)
{
    const double q[] = {-0.5, 0.85}, v[] = {-2, 0.4}, t0 = 0.3;
    const double y = -0.7 + 0.9 * sin(0.85) - 0.1 * sin(0.6);
    const double H[] = {1, 0.9 * cos(0.85)}, ht = -0.2 * cos(0.6);
    const double a = -0.9 * sin(0.85) * 0.16 + 0.4 * sin(0.6);
    double got[2];

    for (int exact = 0; exact < 2; exact++) {
        zn_relation *r = rail(exact);
        const zn_relation_type *t = sealed(r);
        MUST(t->output(r, NULL, t0, q, NULL, got));
        ck_assert_double_eq_tol(got[0], y, 1e-15);
        MUST(t->jac_q(r, NULL, t0, q, NULL, got));
        close_to(2, got, H, exact ? 1e-15 : 1e-12);
        MUST(t->dh_dt(r, NULL, t0, q, got));
        ck_assert_double_eq_tol(got[0], ht, exact ? 1e-15 : 1e-12);
        MUST(t->acceleration(r, NULL, t0, q, v, got));
        ck_assert_double_eq_tol(got[0], a, 1e-9);
        ck_assert(zn_relation_moves(zn_relation_varies(r)));
        zn_model_reopen(m);
    }
    ck_assert_str_eq(said, "1 relation 'rail': not given, finite differences "
                           "instead: h_dot, jac_h_q\n");
}
END_TEST

/* Moreau-Jean step of the slider under the moving constraint, written out here
 * with the operations of system and relation; the numbers are those of an
 * independent program. */
START_TEST(a_step_of_the_slider_agrees_with_the_reference)
{
    const double q0[] = {-0.5, 0.85}, v0[] = {-2, 0.4}, t0 = 0.3;
    const double h = 0.02, theta = 0.6, gamma = 0.4, e = 0.5;
    const double want[] = {-5.229545954036e-01, 8.892579141670e-01,
                           -5.795496169671e-01, 3.004826180583e+00,
                           3.794745688195e+00};
    zn_ds *ds;
    zn_relation *r = rail(true);

    MUST(slider_new(ctx, q0, v0, true, &ds));
    MUST(zn_model_add_ds(m, ds));
    const zn_relation_type *rt = sealed(r);
    const zn_ds_type *t = zn_ds_class(ds);
    double Fk[2], F[2], M[4], W[4], Fq[4], Fv[4], H[2], ht, uk;
    double u[] = {-2, 0.4}, q[2], qM[2], lambda = 0;
    MUST(t->force(ds, t0, q0, v0, Fk));
    MUST(rt->jac_q(r, NULL, t0, q0, NULL, H));
    MUST(rt->dh_dt(r, NULL, t0, q0, &ht));
    uk = H[0] * v0[0] + H[1] * v0[1] + ht;

    for (int it = 0; it < 30; it++) {
        double R[2], x[2], Wh[2];
        for (int i = 0; i < 2; i++) {
            const double dq = h * (theta * u[i] + (1 - theta) * v0[i]);
            q[i] = q0[i] + dq;
            qM[i] = q0[i] + gamma * dq;
        }
        written_out_mass(ds, qM, M);
        MUST(t->force(ds, t0 + h, q, u, F));
        written_out_jac(ds, t0 + h, q, u, Fq, Fv);
        MUST(rt->jac_q(r, NULL, t0 + h, q, NULL, H));
        MUST(rt->dh_dt(r, NULL, t0 + h, q, &ht));
        for (int i = 0; i < 4; i++)
            W[i] = M[i] - h * theta * Fv[i] - h * h * theta * theta * Fq[i];
        for (int i = 0; i < 2; i++)
            R[i] = M[i] * (u[0] - v0[0]) + M[i + 2] * (u[1] - v0[1]) -
                   h * theta * F[i] - h * (1 - theta) * Fk[i];
        const double det = W[0] * W[3] - W[1] * W[2];
        x[0] = u[0] - (W[3] * R[0] - W[2] * R[1]) / det;
        x[1] = u[1] - (W[0] * R[1] - W[1] * R[0]) / det;
        Wh[0] = (W[3] * H[0] - W[2] * H[1]) / det;
        Wh[1] = (W[0] * H[1] - W[1] * H[0]) / det;
        lambda = -(H[0] * x[0] + H[1] * x[1] + ht + e * uk) /
                 (H[0] * Wh[0] + H[1] * Wh[1]);
        u[0] = x[0] + Wh[0] * lambda;
        u[1] = x[1] + Wh[1] * lambda;
    }
    const double got[] = {q[0], q[1], u[0], u[1], lambda};
    close_to(5, got, want, 1e-11);
}
END_TEST

/* ---- compliant: h = (q0 + l0^2, q0 q1 + 3 l1) ------------------------------------ */

static void pad_h(unsigned nq, double *q, unsigned nl, double *l, double *y,
                  unsigned nz, double *z)
{
    (void)nq, (void)nl, (void)nz, (void)z;
    y[0] = q[0] + l[0] * l[0];
    y[1] = q[0] * q[1] + 3 * l[1];
}

static void pad_C(unsigned nq, double *q, unsigned nl, double *l, double *C,
                  unsigned nz, double *z)
{
    (void)nq, (void)nl, (void)l, (void)nz, (void)z;
    C[0] = 1;
    C[1] = q[1];
    C[3] = q[0];
}

static void pad_D(unsigned nq, double *q, unsigned nl, double *l, double *D,
                  unsigned nz, double *z)
{
    (void)nq, (void)q, (void)nl, (void)nz, (void)z;
    D[0] = 2 * l[0];
    D[3] = 3;
}

START_TEST(compliant_with_and_without_its_derivatives)
{
    const double q[] = {0.5, -2}, l[] = {0.7, 0.1};
    const double y[] = {0.5 + 0.49, -1 + 0.3};
    const double C[] = {1, -2, 0, 0.5}, D[] = {1.4, 0, 0, 3};
    double got[4];

    for (int exact = 0; exact < 2; exact++) {
        zn_relation *r = make("compliant", "pad", 2, 2);
        set(r, "h", (zn_fn *)pad_h);
        if (exact) {
            set(r, "jac_h_q", (zn_fn *)pad_C);
            set(r, "jac_h_lambda", (zn_fn *)pad_D);
        }
        const zn_relation_type *t = sealed(r);
        MUST(t->output(r, NULL, 0, q, l, got));
        close_to(2, got, y, 1e-15);
        MUST(t->jac_q(r, NULL, 0, q, l, got));
        close_to(4, got, C, exact ? 1e-15 : 1e-9);
        MUST(t->jac_lambda(r, NULL, 0, q, l, got));
        close_to(4, got, D, exact ? 1e-15 : 1e-9);
        ck_assert(zn_relation_on_position(zn_relation_varies(r)));
        ck_assert(!zn_relation_varies(r)->input);
        zn_model_reopen(m);
    }
    ck_assert_str_eq(said, "1 relation 'pad': not given, finite differences "
                           "instead: jac_h_q, jac_h_lambda\n");
}
END_TEST

/* ---- nonlinear: that of the slider ---------------------------------------------- */

static void soft_h(double t, unsigned nx, double *q, unsigned nl, double *l,
                   double *y, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    y[0] = sin(q[0]) + 0.5 * q[1] * q[1] + 0.4 * l[0] +
           0.1 * l[0] * l[0] * l[0] - 0.6;
}

static void soft_g(double t, unsigned nx, double *q, unsigned nl, double *l,
                   double *g, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    g[0] = l[0] * cos(q[0]) + 0.05 * l[0] * l[0];
    g[1] = q[1] * l[0];
}

static void soft_C(double t, unsigned nx, double *q, unsigned nl, double *l,
                   double *C, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)l, (void)nz, (void)z;
    C[0] = cos(q[0]);
    C[1] = q[1];
}

static void soft_D(double t, unsigned nx, double *q, unsigned nl, double *l,
                   double *D, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)q, (void)nl, (void)nz, (void)z;
    D[0] = 0.4 + 0.3 * l[0] * l[0];
}

static void soft_B(double t, unsigned nx, double *q, unsigned nl, double *l,
                   double *B, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    B[0] = cos(q[0]) + 0.1 * l[0];
    B[1] = q[1];
}

static void soft_K(double t, unsigned nx, double *q, unsigned nl, double *l,
                   double *K, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz, (void)z;
    K[0] = -l[0] * sin(q[0]);
    K[3] = l[0];
}

static zn_relation *soft(bool exact)
{
    zn_relation *r = make("nonlinear", "soft", 1, 2);

    set(r, "h", (zn_fn *)soft_h);
    set(r, "g", (zn_fn *)soft_g);
    if (exact) {
        set(r, "jac_h_q", (zn_fn *)soft_C);
        set(r, "jac_h_lambda", (zn_fn *)soft_D);
        set(r, "jac_g_q", (zn_fn *)soft_K);
        set(r, "jac_g_lambda", (zn_fn *)soft_B);
    }
    return r;
}

START_TEST(nonlinear_with_and_without_its_derivatives)
{
    const double q[] = {-0.3, 0.2}, l = 1.5, tol[] = {1e-9, 1e-15};
    double want[4], got[4];

    for (int exact = 0; exact < 2; exact++) {
        zn_relation *r = soft(exact);
        const zn_relation_type *t = sealed(r);
        MUST(t->output(r, NULL, 0, q, &l, got));
        ck_assert_double_eq_tol(got[0], sin(-0.3) + 0.02 + 0.6 + 0.3375 - 0.6,
                                1e-15);
        MUST(t->input(r, NULL, 0, q, &l, got));
        ck_assert_double_eq_tol(got[0], 1.5 * cos(0.3) + 0.1125, 1e-15);
        ck_assert_double_eq_tol(got[1], 0.3, 1e-15);
        memset(want, 0, sizeof want);
        soft_C(0, 2, (double *)q, 1, (double *)&l, want, 0, NULL);
        MUST(t->jac_q(r, NULL, 0, q, &l, got));
        close_to(2, got, want, tol[exact]);
        soft_D(0, 2, (double *)q, 1, (double *)&l, want, 0, NULL);
        MUST(t->jac_lambda(r, NULL, 0, q, &l, got));
        close_to(1, got, want, tol[exact]);
        soft_B(0, 2, (double *)q, 1, (double *)&l, want, 0, NULL);
        MUST(t->input_jac_lambda(r, NULL, 0, q, &l, got));
        close_to(2, got, want, tol[exact]);
        memset(want, 0, sizeof want);
        soft_K(0, 2, (double *)q, 1, (double *)&l, want, 0, NULL);
        MUST(t->input_jac_q(r, NULL, 0, q, &l, got));
        close_to(4, got, want, tol[exact]);
        ck_assert(zn_relation_varies(r)->input);
        ck_assert(!zn_relation_affine(zn_relation_varies(r)));
        zn_model_reopen(m);
    }
    ck_assert_str_eq(
        said, "1 relation 'soft': not given, finite differences instead: "
              "jac_h_q, jac_h_lambda, jac_g_q, jac_g_lambda\n");
}
END_TEST

/* A step with forces instead of impulses, unknowns u and lambda > 0, Newton on
 *     M(q_M)(u - v_k) - h theta F - h (1-theta) F_k
 *                             = h gamma g(q, lambda) + h (1-gamma) g_k
 *     h(q, lambda) = 0,   q = q_k + h (theta u + (1-theta) v_k)
 * with the Jacobians by differences; reference as above. */
START_TEST(a_step_with_the_nonlinear_relation_agrees_with_the_reference)
{
    const double q0[] = {-0.3, 0.2}, v0[] = {-1, 0.5}, l0 = 0.5, t0 = 0.1;
    const double h = 0.1, theta = 0.6, gamma = 0.7, gM = 0.4;
    const double want[] = {-3.819983979730e-01, 2.213047602843e-01,
                           -6.999732995493e-01, 2.174600473820e-02,
                           1.509993146469e+00};
    zn_ds *ds;
    zn_relation *r = soft(false);

    MUST(slider_new(ctx, q0, v0, false, &ds));
    MUST(zn_model_add_ds(m, ds));
    const zn_relation_type *rt = sealed(r);
    const zn_ds_type *t = zn_ds_class(ds);
    double Fk[2], F[2], M[4], W[4], Fq[4], Fv[4], gk[2], g[2], C[2], D, B[2];
    double K[4], y, u[] = {-1, 0.5}, q[2], qM[2], lambda = l0;
    MUST(t->force(ds, t0, q0, v0, Fk));
    MUST(rt->input(r, NULL, t0, q0, &l0, gk));

    for (int it = 0; it < 60; it++) {
        double R[2], x[2], Wb[2];
        for (int i = 0; i < 2; i++) {
            const double dq = h * (theta * u[i] + (1 - theta) * v0[i]);
            q[i] = q0[i] + dq;
            qM[i] = q0[i] + gM * dq;
        }
        written_out_mass(ds, qM, M);
        MUST(t->force(ds, t0 + h, q, u, F));
        written_out_jac(ds, t0 + h, q, u, Fq, Fv);
        MUST(rt->output(r, NULL, t0 + h, q, &lambda, &y));
        MUST(rt->input(r, NULL, t0 + h, q, &lambda, g));
        MUST(rt->jac_q(r, NULL, t0 + h, q, &lambda, C));
        MUST(rt->jac_lambda(r, NULL, t0 + h, q, &lambda, &D));
        MUST(rt->input_jac_lambda(r, NULL, t0 + h, q, &lambda, B));
        MUST(rt->input_jac_q(r, NULL, t0 + h, q, &lambda, K));
        for (int i = 0; i < 4; i++)
            W[i] = M[i] - h * theta * Fv[i] - h * h * theta * theta * Fq[i] -
                   h * h * theta * gamma * K[i];
        for (int i = 0; i < 2; i++)
            R[i] = M[i] * (u[0] - v0[0]) + M[i + 2] * (u[1] - v0[1]) -
                   h * (theta * F[i] + (1 - theta) * Fk[i]) -
                   h * (gamma * g[i] + (1 - gamma) * gk[i]);
        const double det = W[0] * W[3] - W[1] * W[2];
        x[0] = -(W[3] * R[0] - W[2] * R[1]) / det;
        x[1] = -(W[0] * R[1] - W[1] * R[0]) / det;
        Wb[0] = h * gamma * (W[3] * B[0] - W[2] * B[1]) / det;
        Wb[1] = h * gamma * (W[0] * B[1] - W[1] * B[0]) / det;
        /* y + h theta C du + D dl = 0 with du = x + Wb dl */
        const double dl = -(y + h * theta * (C[0] * x[0] + C[1] * x[1])) /
                          (D + h * theta * (C[0] * Wb[0] + C[1] * Wb[1]));
        lambda += dl;
        u[0] += x[0] + Wb[0] * dl;
        u[1] += x[1] + Wb[1] * dl;
    }
    const double got[] = {q[0], q[1], u[0], u[1], lambda};
    close_to(5, got, want, 1e-11);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("relation, functions");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, scleronomous_with_and_without_its_derivatives);
    tcase_add_test(t, a_constant_jacobian_is_a_trait);
    tcase_add_test(t, rheonomous_with_and_without_its_derivatives);
    tcase_add_test(t, a_step_of_the_slider_agrees_with_the_reference);
    tcase_add_test(t, compliant_with_and_without_its_derivatives);
    tcase_add_test(t, nonlinear_with_and_without_its_derivatives);
    tcase_add_test(
        t, a_step_with_the_nonlinear_relation_agrees_with_the_reference);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
