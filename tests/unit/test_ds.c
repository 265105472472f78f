/* test_ds.c - dynamical systems: creation, forces, Jacobians, structure
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include "kernel/model/model.h"
#include "kernel/model/structure.h"
#include "slider.h"

static zn_ctx *ctx;
static zn_model *m;
static char said[2000]; /* the log */

static void listen(void *user, zn_log_level level, const char *line)
{
    (void)user;
    const size_t n = strlen(said);
    snprintf(said + n, sizeof said - n, "%d %s\n", (int)level, line);
}

static void setup(void)
{
    said[0] = '\0';
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    zn_ctx_set_log(ctx, ZN_LOG_INFO, listen, NULL);
    ck_assert_int_eq(zn_model_new(ctx, &m), ZN_OK);
}

static void teardown(void)
{
    zn_model_free(m);
    zn_ctx_free(ctx);
}

static void must(zn_status st)
{
    ck_assert_msg(st == ZN_OK, "%s", zn_errmsg(ctx));
}

static void refused(zn_status st, zn_status want, const char *words)
{
    ck_assert_msg(st == want, "%s: %s", zn_status_name(st), zn_errmsg(ctx));
    ck_assert_msg(strstr(zn_errmsg(ctx), words), "'%s' is not in: %s", words,
                  zn_errmsg(ctx));
}

static void close_to(zn_index n, const double a[], const double b[], double tol)
{
    for (zn_index i = 0; i < n; i++)
        ck_assert_msg(fabs(a[i] - b[i]) <= tol, "[%td]: %.15g, not %.15g", i,
                      a[i], b[i]);
}

static zn_ds *sealed(zn_ds *ds)
{
    must(zn_model_add_ds(m, ds));
    must(zn_model_seal(m));
    return ds;
}

/* ---- creation ----------------------------------------------------------------- */

START_TEST(a_system_keeps_what_it_was_made_of)
{
    double q[] = {1, 2}, v[] = {-3, 4};
    char name[] = "pair";
    zn_ds *ds;

    must(zn_ds_new(ctx, "lagrangian", name, 2, q, v, &ds));
    name[0] = 'X';
    q[0] = v[1] = 99;
    ck_assert_str_eq(zn_ds_name(ds), "pair");
    ck_assert_double_eq(zn_ds_q0(ds)[0], 1);
    ck_assert_double_eq(zn_ds_v0(ds)[1], 4);
    ck_assert_ptr_null(zn_ds_x0(ds));
    ck_assert_int_eq(zn_ds_nq(ds), 2);
    ck_assert_int_eq(zn_ds_nv(ds), 2);
    ck_assert_int_eq(zn_ds_nx(ds), 0);
    ck_assert_int_eq(zn_ds_q_offset(ds), -1);
    ck_assert_int_eq(zn_ds_class(ds)->family, ZN_SECOND_ORDER);
    ck_assert_str_eq(zn_ds_class(ds)->type.name, "lagrangian");
    ck_assert_ptr_eq(zn_ds_ctx(ds), ctx);
    ck_assert_ptr_eq(zn_ds_operator(ds, "f_int"), zn_ds_op(ds, 2));
    zn_ds_free(ds);
    zn_ds_free(NULL);
}
END_TEST

START_TEST(bad_arguments_are_refused_at_once)
{
    const double q[] = {1, NAN}, v[] = {0, INFINITY}, zero[2] = {0};
    zn_ds *ds;

    refused(zn_ds_new(ctx, "lagrangian", "a", 2, q, zero, &ds), ZN_EDOM,
            "system 'a': q0[1] is nan");
    ck_assert_ptr_null(ds);
    refused(zn_ds_new(ctx, "lagrangian", "a", 2, zero, v, &ds), ZN_EDOM,
            "v0[1] is inf");
    refused(zn_ds_new(ctx, "lagrangian", "a", 2, NULL, v, &ds), ZN_EINVAL,
            "q0 is NULL");
    refused(zn_ds_new(ctx, "lagrangian", "a", 0, zero, zero, &ds), ZN_EINVAL,
            "n = 0, must be 1");
    refused(zn_ds_new(ctx, "lagrangian", "a", -3, zero, zero, &ds), ZN_EINVAL,
            "n = -3");
    refused(zn_ds_new(ctx, "lagrangian", "a", PTRDIFF_MAX, zero, zero, &ds),
            ZN_EINVAL, "must be 1 ...");
    refused(zn_ds_new(ctx, "lagrangian", "", 1, zero, zero, &ds), ZN_EINVAL,
            "must have a name");
    refused(zn_ds_new(ctx, "lagrangien", "a", 1, zero, zero, &ds), ZN_ENOENT,
            "system 'a'");
    refused(zn_ds_new_first_order(ctx, "lagrangian", "a", 1, zero, &ds),
            ZN_EINVAL, "'lagrangian' is of second order");
    ck_assert_ptr_null(ds);
}
END_TEST

START_TEST(an_unknown_operator_is_answered_with_those_there_are)
{
    const double one = 1;
    zn_ds *ds;

    must(zn_ds_new(ctx, "lagrangian-linear", "a", 1, &one, &one, &ds));
    ck_assert_ptr_null(zn_ds_operator(ds, "masse"));
    ck_assert_str_eq(zn_errmsg(ctx), "system 'a' has no operator 'masse', it "
                                     "has: mass, stiffness, damping, f_ext");
    refused(zn_ds_set_constant(ds, "x", 1, 1, &one), ZN_ENOENT, "'x'");
    refused(zn_ds_set_diagonal(ds, "x", 1, &one), ZN_ENOENT, "'x'");
    refused(zn_ds_set_function(ds, "x", NULL), ZN_ENOENT, "'x'");
    refused(zn_ds_set_plugin(ds, "x", "p", "s"), ZN_ENOENT, "'x'");
    refused(zn_ds_set_name(ds, "x", "p:s"), ZN_ENOENT, "'x'");
    refused(zn_ds_set_function(ds, "mass", (zn_fn *)slider_mass), ZN_EINVAL,
            "mass of system 'a'"); /* a constant of the class */
    zn_ds_free(ds);
}
END_TEST

/* ---- nonlinear Lagrangian ------------------------------------------------------- */

static const double qs[] = {-0.5, 0.85}, vs[] = {-2, 0.4};

START_TEST(forces_of_the_slider_are_those_of_the_formulas)
{
    /* F = f_ext - f_int - N at t = .3, by hand from slider.h */
    const double F[] = {
        sin(0.9) - (3 * -0.5 + 0.4 * -2) + 0.7 * 0.9 * sin(0.85) * 0.4 * 0.4,
        0.2 - (0.7 * 9.81 * 0.9 * sin(0.85) + 0.1 * 0.4),
    };
    const double mc = 0.63 * cos(0.85), w[] = {2, -1};
    const double M[] = {2, mc, mc, 0.567}, Mw[] = {4 - mc, 2 * mc - 0.567};
    double got[4], e[2], i[2], g[2];
    zn_force_parts parts = {e, i, g};
    zn_ds *ds;

    must(slider_new(ctx, qs, vs, true, &ds));
    sealed(ds);
    const zn_ds_type *t = zn_ds_class(ds);
    must(t->force(ds, 0.3, qs, vs, got));
    close_to(2, got, F, 1e-15);
    must(t->mass(ds, qs, got));
    close_to(4, got, M, 1e-15);
    must(t->mass_mul(ds, qs, w, got));
    close_to(2, got, Mw, 1e-15);

    must(t->force_parts(ds, 0.3, qs, vs, &parts));
    for (int k = 0; k < 2; k++)
        ck_assert_double_eq_tol(e[k] + i[k] + g[k], F[k], 1e-15);
    ck_assert_double_eq_tol(g[0], 0.63 * sin(0.85) * 0.16, 1e-16);
    ck_assert_double_eq(e[1], 0.2);
    ck_assert_ptr_null(t->potential);
    ck_assert_uint_eq(zn_ds_traits(ds), 0);
}
END_TEST

START_TEST(given_jacobians_are_minus_those_of_both_terms)
{
    const double Fq[] = {-3, 0, 0.63 * cos(0.85) * 0.16,
                         -0.63 * 9.81 * cos(0.85)};
    const double Fv[] = {-0.4, 0, 2 * 0.63 * sin(0.85) * 0.4, -0.1};
    double dFdq[4], dFdv[4];
    zn_ds *ds;

    must(slider_new(ctx, qs, vs, true, &ds));
    sealed(ds);
    must(zn_ds_class(ds)->force_jac(ds, 0.3, qs, vs, dFdq, dFdv));
    close_to(4, dFdq, Fq, 1e-15);
    close_to(4, dFdv, Fv, 1e-15);
    ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(missing_jacobians_are_differences_said_once)
{
    double exact_q[4], exact_v[4], q[4], v[4];
    zn_ds *a, *b;

    must(slider_new(ctx, qs, vs, true, &a));
    sealed(a);
    must(zn_ds_class(a)->force_jac(a, 0.3, qs, vs, exact_q, exact_v));
    zn_model_reopen(m);
    must(zn_model_remove_ds(m, a));

    must(slider_new(ctx, qs, vs, false, &b));
    must(zn_ds_set_function(b, "jac_f_int_q", (zn_fn *)slider_f_int_q));
    sealed(b);
    must(zn_ds_class(b)->force_jac(b, 0.3, qs, vs, q, v));
    /* truncation h^2/6 = 6e-12 times third derivatives of size 6, rounding
     * eps/h = 4e-11 times forces of size 5 */
    close_to(4, q, exact_q, 1e-9);
    close_to(4, v, exact_v, 1e-9);
    ck_assert_str_eq(
        said, "1 system 'slider': not given, finite differences instead: "
              "jac_f_int_v, jac_f_gyr_q, jac_f_gyr_v\n");

    /* another seal does not repeat it, one more missing is said alone */
    zn_model_reopen(m);
    must(zn_ds_set_function(b, "f_ext", (zn_fn *)slider_f_ext));
    must(zn_model_seal(m));
    zn_model_reopen(m);
    zn_operator_clear(zn_ds_operator(b, "jac_f_int_q"));
    said[0] = '\0';
    must(zn_model_seal(m));
    ck_assert_str_eq(said, "1 system 'slider': not given, finite differences "
                           "instead: jac_f_int_q\n");
}
END_TEST

START_TEST(an_absent_mass_is_the_identity_said_once)
{
    const double w[] = {3, -4}, one[] = {1, 0, 0, 1};
    double got[4];
    zn_ds *ds;

    must(zn_ds_new(ctx, "lagrangian", "free", 2, qs, vs, &ds));
    sealed(ds);
    must(zn_ds_class(ds)->mass(ds, qs, got));
    close_to(4, got, one, 0);
    must(zn_ds_class(ds)->mass_mul(ds, qs, w, got));
    close_to(2, got, w, 0);
    must(zn_ds_class(ds)->force(ds, 0, qs, vs, got));
    close_to(2, got, (const double[]){0, 0}, 0);
    ck_assert_uint_eq(zn_ds_traits(ds),
                      ZN_DS_CONST_MASS | ZN_DS_AFFINE_FORCE | ZN_DS_DIAGONAL);
    ck_assert_str_eq(
        said, "2 system 'free': mass is not given, the identity is taken\n");
    zn_model_reopen(m);
    must(zn_ds_set_z(ds, 1, w));
    must(zn_model_seal(m));
    ck_assert_ptr_eq(strchr(said, '\n') + 1, said + strlen(said));
}
END_TEST

START_TEST(constant_operators_make_an_affine_system)
{
    const double K[] = {5, 1, 2, 7}, C[] = {0.5, 0.25}, f[] = {1, 1};
    const double M[] = {2, 0, 0, 3};
    double dFdq[4], dFdv[4];
    zn_ds *ds;

    must(zn_ds_new(ctx, "lagrangian", "a", 2, qs, vs, &ds));
    must(zn_ds_set_constant(ds, "mass", 2, 2, M));
    must(zn_ds_set_function(ds, "f_int", (zn_fn *)slider_f_int));
    must(zn_ds_set_constant(ds, "jac_f_int_q", 2, 2, K));
    must(zn_ds_set_diagonal(ds, "jac_f_int_v", 2, C));
    must(zn_ds_set_constant(ds, "f_gyr", 2, 1, f));
    sealed(ds);
    ck_assert_uint_eq(zn_ds_traits(ds), ZN_DS_CONST_MASS | ZN_DS_AFFINE_FORCE);
    must(zn_ds_class(ds)->force_jac(ds, 0, qs, vs, dFdq, dFdv));
    close_to(4, dFdq, (const double[]){-5, -1, -2, -7}, 0);
    close_to(4, dFdv, (const double[]){-0.5, 0, 0, -0.25}, 0);
    ck_assert_str_eq(said, "");
}
END_TEST

static void scaled_force(double t, unsigned n, double *f, unsigned nz,
                         double *z)
{
    for (unsigned i = 0; i < n; i++)
        f[i] = nz == 2 ? z[0] * t + z[1] : -1;
}

START_TEST(parameters_reach_the_functions)
{
    const double z[] = {10, 3};
    double F[2];
    zn_index nz;
    zn_ds *ds;

    must(zn_ds_new(ctx, "lagrangian", "a", 2, qs, vs, &ds));
    must(zn_ds_set_function(ds, "f_ext", (zn_fn *)scaled_force));
    refused(zn_ds_set_z(ds, -1, z), ZN_EINVAL, "z has -1");
    refused(zn_ds_set_z(ds, 2, NULL), ZN_EINVAL, "NULL");
    must(zn_ds_set_z(ds, 2, z));
    sealed(ds);
    must(zn_ds_class(ds)->force(ds, 0.5, qs, vs, F));
    ck_assert_double_eq(F[1], 8);
    zn_ds_z(ds, &nz)[1] = 4; /* between steps, without reopening */
    ck_assert_int_eq(nz, 2);
    must(zn_ds_class(ds)->force(ds, 0.5, qs, vs, F));
    ck_assert_double_eq(F[1], 9);
}
END_TEST

/* ---- linear Lagrangian ---------------------------------------------------------- */

START_TEST(one_linear_step_agrees_with_the_reference)
{
    /* M = [2 .3; .3 1], K = [4 -1; -1 3], C = diag(.2, .1), F = (0, -1),
     * q = (.1, -.2), v = (-1, .5), h = .1, theta = .5; W = M - h theta dF/dv -
     * h^2 theta^2 dF/dq; v_free = v + W^-1 h (F - h theta K v) */
    const double M[] = {2, 0.3, 0.3, 1}, K[] = {4, -1, -1, 3}, C[] = {0.2, 0.1};
    const double f[] = {0, -1}, q[] = {0.1, -0.2}, v[] = {-1, 0.5};
    const double v_free[] = {-1.001833403070790, 0.453625123371417};
    double W[4], Kq[4], Cv[4], F[2], b[2], out[2];
    zn_ds *ds;

    must(zn_ds_new(ctx, "lagrangian-linear", "a", 2, q, v, &ds));
    must(zn_ds_set_constant(ds, "mass", 2, 2, M));
    must(zn_ds_set_constant(ds, "stiffness", 2, 2, K));
    must(zn_ds_set_diagonal(ds, "damping", 2, C));
    must(zn_ds_set_constant(ds, "f_ext", 2, 1, f));
    sealed(ds);
    const zn_ds_type *t = zn_ds_class(ds);
    must(t->mass(ds, q, W));
    must(t->force_jac(ds, 0, q, v, Kq, Cv));
    must(t->force(ds, 0, q, v, F));
    for (int i = 0; i < 4; i++)
        W[i] += -0.05 * Cv[i] - 0.0025 * Kq[i];
    for (int i = 0; i < 2; i++)
        b[i] = 0.1 * F[i] + 0.1 * 0.05 * (Kq[i] * v[0] + Kq[i + 2] * v[1]);
    const double det = W[0] * W[3] - W[1] * W[2];
    out[0] = v[0] + (W[3] * b[0] - W[2] * b[1]) / det;
    out[1] = v[1] + (W[0] * b[1] - W[1] * b[0]) / det;
    close_to(2, out, v_free, 1e-14);
    ck_assert_uint_eq(zn_ds_traits(ds),
                      ZN_DS_CONST_MASS | ZN_DS_AFFINE_FORCE | ZN_DS_AUTONOMOUS);
}
END_TEST

START_TEST(what_has_a_potential_is_not_internal_work)
{
    /* K = S + A, S = [4 1; 1 6], A = [0 -2; 2 0]: V = q'Sq/2 at (1, 2) is
     * (4 + 4 + 24)/2 = 16; internal: -C v - A q = -(6, 8) + (4, -2) */
    const double K[] = {4, 3, -1, 6}, C[] = {2, 2}, one[] = {1, 1};
    const double q[] = {1, 2}, v[] = {3, 4};
    double e[2], i[2], g[2], F[2];
    zn_force_parts parts = {e, i, g};
    zn_ds *ds;

    must(zn_ds_new(ctx, "lagrangian-linear", "a", 2, q, v, &ds));
    must(zn_ds_set_diagonal(ds, "mass", 2, one));
    must(zn_ds_set_constant(ds, "stiffness", 2, 2, K));
    must(zn_ds_set_diagonal(ds, "damping", 2, C));
    sealed(ds);
    const zn_ds_type *t = zn_ds_class(ds);
    ck_assert_double_eq(t->potential(ds, q), 16);
    must(t->force_parts(ds, 0, q, v, &parts));
    close_to(2, i, (const double[]){-2, -10}, 1e-15);
    close_to(2, g, (const double[]){0, 0}, 0);
    close_to(2, e, (const double[]){0, 0}, 0);
    must(t->force(ds, 0, q, v, F)); /* -C v - K q = -(6,8) - (2,15) */
    close_to(2, F, (const double[]){-8, -23}, 1e-15);
}
END_TEST

/* K of a bar of n springs of stiffness 3 */
static void bar(zn_index n, double K[])
{
    memset(K, 0, (size_t)(n * n) * sizeof *K);
    for (zn_index i = 0; i < n; i++) {
        K[i * (n + 1)] = 6;
        if (i > 0)
            K[i + (i - 1) * n] = K[i - 1 + i * n] = -3;
    }
}

START_TEST(a_bar_is_banded_and_costs_three_entries_a_node)
{
    enum { N = 100 };
    static double K[N * N], zero[N], one[N], v[N], F[N], dense[N * N],
        damp[N * N];
    zn_ds *ds;

    bar(N, K);
    for (int i = 0; i < N; i++) {
        one[i] = 1;
        v[i] = 0.1 * (i % 7);
    }
    must(zn_ds_new(ctx, "lagrangian-linear", "bar", N, zero, zero, &ds));
    must(zn_ds_set_diagonal(ds, "mass", N, one));
    must(zn_ds_set_constant(ds, "stiffness", N, N, K));
    sealed(ds);
    must(zn_ds_class(ds)->force(ds, 0, v, zero, F));
    for (int i = 0; i < N; i++) {
        const double left = i > 0 ? v[i - 1] : 0;
        const double right = i < N - 1 ? v[i + 1] : 0;
        ck_assert_double_eq_tol(F[i], 3 * left - 6 * v[i] + 3 * right, 1e-14);
    }
    must(zn_ds_class(ds)->force_jac(ds, 0, v, zero, dense, damp));
    for (int i = 0; i < N * N; i++)
        ck_assert(dense[i] == -K[i] && damp[i] == 0);

    zni_smatrix s;
    zni_smatrix_detect(&s, zn_ds_operator(ds, "stiffness"), N);
    ck_assert_int_eq(s.kind, ZNI_BANDED);
    ck_assert_int_eq(zni_smatrix_count(&s), 3 * N);
}
END_TEST

/* Fill A (n x n) with entries within the band, by a small generator. */
static void random_band(zn_index n, zn_index kl, zn_index ku, double A[])
{
    static unsigned seed = 12345;

    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++) {
            seed = seed * 1664525u + 1013904223u;
            A[i + j * n] =
                i - j <= kl && j - i <= ku ? (double)(seed >> 8) / 1e7 : 0;
        }
}

START_TEST(every_structure_multiplies_like_the_dense_matrix)
{
    const struct {
        zn_index n, kl, ku;
        zni_structure kind;
    } cases[] = {
        {1, 0, 0, ZNI_DIAGONAL}, {9, 0, 0, ZNI_DIAGONAL},
        {9, 0, 1, ZNI_BANDED},   {9, 2, 0, ZNI_BANDED},
        {9, 1, 2, ZNI_BANDED},   {9, 8, 8, ZNI_DENSE},
        {9, 0, 8, ZNI_DENSE},    {2, 1, 1, ZNI_DENSE},
        {9, -9, 0, ZNI_ZERO}, /* nothing within the band */
    };
    const double q[9] = {0};

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const zn_index n = cases[c].n;
        double A[81], x[9], y[9], yt[9], store[81], dense[81], *at = store;
        double quad = 0;
        zni_smatrix s;
        zn_ds *ds;

        random_band(n, cases[c].kl, cases[c].ku, A);
        if (cases[c].kind == ZNI_ZERO)
            memset(A, 0, sizeof A);
        must(zn_ds_new(ctx, "lagrangian-linear", "a", n, q, q, &ds));
        must(zn_ds_set_constant(ds, "stiffness", n, n, A));
        zni_smatrix_detect(&s, zn_ds_operator(ds, "stiffness"), n);
        ck_assert_int_eq(s.kind, cases[c].kind);
        zni_smatrix_fill(&s, zn_ds_operator(ds, "stiffness"), &at);
        ck_assert_int_eq(at - store, zni_smatrix_count(&s));

        for (zn_index i = 0; i < n; i++) {
            x[i] = 1 + (double)i;
            y[i] = yt[i] = 5;
        }
        zni_smatrix_mul(&s, 2, x, y);
        zni_smatrix_mul_t(&s, 2, x, yt);
        zni_smatrix_dense(&s, -1, dense);
        for (zn_index i = 0; i < n; i++) {
            double row = 5, col = 5;
            for (zn_index j = 0; j < n; j++) {
                row += 2 * A[i + j * n] * x[j];
                col += 2 * A[j + i * n] * x[j];
                quad += x[i] * A[i + j * n] * x[j];
                ck_assert_double_eq(dense[i + j * n], -A[i + j * n]);
            }
            ck_assert_double_eq_tol(y[i], row, 1e-12);
            ck_assert_double_eq_tol(yt[i], col, 1e-12);
        }
        ck_assert_double_eq_tol(zni_smatrix_quad(&s, x), quad, 1e-11);
        zn_ds_free(ds);
    }
}
END_TEST

START_TEST(symmetry_is_seen_in_every_structure)
{
    const double q[9] = {0};
    double A[81];
    zn_ds *ds;

    must(zn_ds_new(ctx, "lagrangian-linear", "a", 9, q, q, &ds));
    for (int c = 0; c < 4; c++) {
        double store[81], *at = store;
        zni_smatrix s;
        bar(9, A);
        if (c >= 2)
            A[8] = A[72] = 0.25; /* full bandwidth: dense */
        if (c % 2)
            A[1] += 1e-3;
        must(zn_ds_set_constant(ds, "stiffness", 9, 9, A));
        zni_smatrix_detect(&s, zn_ds_operator(ds, "stiffness"), 9);
        zni_smatrix_fill(&s, zn_ds_operator(ds, "stiffness"), &at);
        ck_assert_int_eq(s.kind, c < 2 ? ZNI_BANDED : ZNI_DENSE);
        ck_assert_int_eq(zni_smatrix_symmetric(&s), c % 2 == 0);
    }
    zn_ds_free(ds);
}
END_TEST

/* ---- mass ------------------------------------------------------------------- */

START_TEST(a_mass_must_be_symmetric_positive_definite)
{
    const struct {
        double M[9];
        const char *words;
    } cases[] = {
        {{1, 0, 0, 0, 2, 0, 0, 0, 0}, "(2,2) = 0, must be > 0"},
        {{1, 0, 0, 0, -2, 0, 0, 0, 1}, "(1,1) = -2, must be > 0"},
        {{2, 1, 0, 1.5, 2, 0, 0, 0, 1},
         "not symmetric: (1,0) = 1, (0,1) = 1.5"},
        {{1, 2, 0, 2, 1, 0, 0, 0, 1}, "leading 2 x 2 part"},
        /* [1 1; 1 1], and up to two units in the last place of it */
        {{1, 1, 0, 1, 1, 0, 0, 0, 1}, "leading 2 x 2 part"},
        {{1, 1, 0, 1, 1 + 4e-16, 0, 0, 0, 1},
         "singular to working precision at component 1"},
        {{0}, "(0,0) = 0, must be > 0"},
        {{2, 1, 0, 1, 2, 1, 0, 1, 2}, NULL},
        {{1e-12, 0, 0, 0, 1, 0, 0, 0, 1e12}, NULL},
        /* equal up to the digits that were printed */
        {{2, 1, 0, 1 + 1e-12, 2, 0, 0, 0, 1}, NULL},
    };
    const double q[3] = {0};

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int k = 0; k < 2; k++) {
            zn_ds *ds;
            must(zn_ds_new(ctx, k ? "lagrangian" : "lagrangian-linear", "a", 3,
                           q, q, &ds));
            must(zn_ds_set_constant(ds, "mass", 3, 3, cases[c].M));
            must(zn_model_add_ds(m, ds));
            if (cases[c].words)
                refused(zn_model_seal(m), ZN_EINVAL, cases[c].words);
            else
                must(zn_model_seal(m));
            zn_model_reopen(m);
            must(zn_model_remove_ds(m, ds));
        }
}
END_TEST

static void bad_mass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    M[0] = q[0]; /* good for q > 0 */
    M[3] = 1;
}

static void no_mass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n, (void)q, (void)nz, (void)z;
    M[0] = M[3] = 1;
    zn_raise("no mass today");
}

START_TEST(a_mass_function_is_tried_at_q0)
{
    const double q[] = {-1, 0};
    zn_ds *ds;

    must(zn_ds_new(ctx, "lagrangian", "a", 2, q, q, &ds));
    must(zn_ds_set_function(ds, "mass", (zn_fn *)bad_mass));
    must(zn_model_add_ds(m, ds));
    refused(zn_model_seal(m), ZN_EINVAL,
            "system 'a': mass at q0 is not positive definite: (0,0) = -1");
    must(zn_ds_set_function(ds, "mass", (zn_fn *)no_mass));
    refused(zn_model_seal(m), ZN_EINVAL, "no mass today");
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "model, 1 finding:\n"));
    ck_assert(!zn_model_sealed(m));
}
END_TEST

/* ---- prescribed velocities ------------------------------------------------------ */

static void moving(double t, unsigned n, double *v)
{
    for (unsigned i = 0; i < n; i++)
        v[i] = t + i;
}

static void wild(double t, unsigned n, double *v)
{
    (void)n;
    v[0] = sqrt(t - 1);
}

START_TEST(velocities_are_prescribed_by_value_and_by_function)
{
    const zn_index index[] = {2, 0};
    const double q[3] = {0}, values[] = {1.5, -2};
    double got[2] = {9, 9};
    zn_ds *ds;

    must(zn_ds_new(ctx, "lagrangian", "a", 3, q, q, &ds));
    ck_assert_int_eq(zn_ds_bc_count(ds), 0);
    ck_assert_ptr_null(zn_ds_bc_index(ds));
    must(zn_ds_bc_values(ds, 0, got));
    ck_assert_double_eq(got[0], 9);

    must(zn_ds_prescribe(ds, 2, index, values));
    ck_assert_int_eq(zn_ds_bc_count(ds), 2);
    ck_assert_int_eq(zn_ds_bc_index(ds)[0], 2);
    must(zn_ds_bc_values(ds, 7, got));
    close_to(2, got, values, 0);

    must(zn_ds_prescribe_function(ds, 2, index, moving));
    must(zn_ds_bc_values(ds, 7, got));
    close_to(2, got, (const double[]){7, 8}, 0);

    must(zn_ds_prescribe_function(ds, 1, index + 1, wild));
    must(zn_ds_bc_values(ds, 1, got));
    refused(zn_ds_bc_values(ds, 0, got), ZN_EDOM,
            "boundary condition of system 'a'");
    must(zn_ds_prescribe(ds, 0, NULL, NULL));
    ck_assert_int_eq(zn_ds_bc_count(ds), 0);
    zn_ds_free(ds);
}
END_TEST

START_TEST(a_bad_condition_leaves_the_old_one)
{
    const zn_index good[] = {1}, far[] = {3}, twice[] = {0, 2, 0};
    const double q[3] = {0}, v[] = {4, 5, NAN};
    double got;
    zn_ds *ds;

    must(zn_ds_new(ctx, "lagrangian", "a", 3, q, q, &ds));
    must(zn_ds_prescribe(ds, 1, good, v));
    refused(zn_ds_prescribe(ds, 1, far, v), ZN_EINVAL,
            "prescribed component 3, must be 0 ... 2");
    refused(zn_ds_prescribe(ds, 3, twice, v), ZN_EINVAL,
            "component 0 prescribed twice");
    refused(zn_ds_prescribe(ds, 4, twice, v), ZN_EINVAL, "it has 3");
    refused(zn_ds_prescribe(ds, -1, twice, v), ZN_EINVAL, "-1 prescribed");
    refused(zn_ds_prescribe(ds, 1, NULL, v), ZN_EINVAL, "without indices");
    refused(zn_ds_prescribe(ds, 1, good, v + 2), ZN_EDOM, "is nan");
    refused(zn_ds_prescribe(ds, 1, good, NULL), ZN_EINVAL, "NULL");
    refused(zn_ds_prescribe_function(ds, 1, good, NULL), ZN_EINVAL, "NULL");
    refused(zn_ds_prescribe_name(ds, 1, good, "no colon"), ZN_EINVAL,
            "no colon");
    ck_assert_int_eq(zn_ds_bc_count(ds), 1);
    must(zn_ds_bc_values(ds, 0, &got));
    ck_assert_double_eq(got, 4);

    must(zn_ds_set_diagonal(ds, "mass", 3, (const double[]){1, 1, 1}));
    sealed(ds);
    refused(zn_ds_prescribe(ds, 0, NULL, NULL), ZN_ESTATE,
            "system 'a' is in a sealed model");
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("ds");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_system_keeps_what_it_was_made_of);
    tcase_add_test(t, bad_arguments_are_refused_at_once);
    tcase_add_test(t, an_unknown_operator_is_answered_with_those_there_are);
    tcase_add_test(t, forces_of_the_slider_are_those_of_the_formulas);
    tcase_add_test(t, given_jacobians_are_minus_those_of_both_terms);
    tcase_add_test(t, missing_jacobians_are_differences_said_once);
    tcase_add_test(t, an_absent_mass_is_the_identity_said_once);
    tcase_add_test(t, constant_operators_make_an_affine_system);
    tcase_add_test(t, parameters_reach_the_functions);
    tcase_add_test(t, one_linear_step_agrees_with_the_reference);
    tcase_add_test(t, what_has_a_potential_is_not_internal_work);
    tcase_add_test(t, a_bar_is_banded_and_costs_three_entries_a_node);
    tcase_add_test(t, every_structure_multiplies_like_the_dense_matrix);
    tcase_add_test(t, symmetry_is_seen_in_every_structure);
    tcase_add_test(t, a_mass_must_be_symmetric_positive_definite);
    tcase_add_test(t, a_mass_function_is_tried_at_q0);
    tcase_add_test(t, velocities_are_prescribed_by_value_and_by_function);
    tcase_add_test(t, a_bad_condition_leaves_the_old_one);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
