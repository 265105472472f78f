/* test_friction.c - the friction problem: measure, cone, cases by hand
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

#include "solvers/contact/contact.h"

/* ---- the cone ------------------------------------------------------------------ */

START_TEST(projection_of_a_point_between_the_cones)
{
    /* K_0.6, (0.5, 1.2, -0.9): s = 1.5, a = (0.5 + 0.9) / 1.36, r_T = 0.6 a (0.8,
     * -0.6) */
    const double x[] = {0.5, 1.2, -0.9}, a = 1.4 / 1.36;
    double y[3];

    zn_friction_project(3, 0.6, x, y);
    ck_assert_double_eq_tol(y[0], a, 1e-15);
    ck_assert_double_eq_tol(y[1], 0.6 * 0.8 * a, 1e-15);
    ck_assert_double_eq_tol(y[2], -0.6 * 0.6 * a, 1e-15);
    zn_friction_project(2, 0.6, (double[]){0.5, -1.5}, y);
    ck_assert_double_eq_tol(y[0], a, 1e-15);
    ck_assert_double_eq_tol(y[1], -0.6 * a, 1e-15);
}
END_TEST

START_TEST(projection_inside_and_below)
{
    double y[3];

    zn_friction_project(3, 0.5, (double[]){2, 0.6, -0.8}, y);
    ck_assert(y[0] == 2 && y[1] == 0.6 && y[2] == -0.8);
    /* mu s = 0.5 <= 0.7 */
    zn_friction_project(3, 0.5, (double[]){-0.7, 0.6, -0.8}, y);
    ck_assert(y[0] == 0 && y[1] == 0 && y[2] == 0);
    /* mu = 0: the half-line */
    zn_friction_project(3, 0, (double[]){0.3, 5, -7}, y);
    ck_assert(y[0] == 0.3 && y[1] == 0 && y[2] == 0);
    zn_friction_project(2, 0, (double[]){-0.3, 5}, y);
    ck_assert(y[0] == 0 && y[1] == 0);
    zn_friction_project(3, 0, (double[]){0, 0, 0}, y);
    ck_assert(y[0] == 0 && y[1] == 0 && y[2] == 0);
}
END_TEST

/* ---- derivatives ------------------------------------------------------------------ */

/* central differences of map against its A and B at one point */
static void differences(zni_map_kind kind, zn_index d, double mu,
                        const double u[], const double r[])
{
    const double h = 1e-6;
    double phi[3], A[9], B[9], up[3], rp[3], plus[3], minus[3];

    zni_map(kind, d, mu, 0.7, u, r, phi, A, B);
    for (zn_index j = 0; j < 2 * d; j++) {
        zn_index k = j % d;
        const double *J = j < d ? A : B;
        double *x = j < d ? up : rp;

        memcpy(up, u, sizeof up);
        memcpy(rp, r, sizeof rp);
        x[k] += h;
        zni_map(kind, d, mu, 0.7, up, rp, plus, NULL, NULL);
        x[k] -= 2 * h;
        zni_map(kind, d, mu, 0.7, up, rp, minus, NULL, NULL);
        for (zn_index i = 0; i < d; i++) {
            double fd = (plus[i] - minus[i]) / (2 * h);

            /* h^2 times third derivatives up to 1e2, rounding 1e-10 */
            ck_assert_msg(
                fabs(fd - J[i + k * d]) < 1e-7,
                "map %d, d = %td, mu %g: d phi_%td / d %s_%td = %.12g, "
                "differences say %.12g",
                (int)kind, d, mu, i, j < d ? "u" : "r", k, J[i + k * d], fd);
        }
    }
}

START_TEST(jacobians_are_derivatives_on_every_branch)
{
    rng g = {17 + (uint64_t)_i};
    zni_map_kind kind = (zni_map_kind)(_i / 2);
    zn_index d = 2 + _i % 2;
    int branch[3] = {0};

    for (int k = 0; k < 400; k++) {
        double u[3] = {0}, r[3] = {0}, x[3], P[3];
        double mu = uniform(&g, 0.1, 2), s, t = 0, gap;

        for (zn_index i = 0; i < d; i++) {
            u[i] = uniform(&g, -1, 1);
            r[i] = uniform(&g, -1, 1);
        }
        /* sometimes with a small velocity, so that sticking is met */
        for (zn_index i = 0; i < d && k % 3 == 0; i++) {
            u[i] *= 0.1;
            r[i] *= i ? 0.2 : 1;
        }
        /* away from the kinks of all maps */
        s = d == 2 ? fabs(u[1]) : hypot(u[1], u[2]);
        x[0] = r[0] - 0.7 * (u[0] + mu * s);
        for (zn_index i = 1; i < d; i++) {
            x[i] = r[i] - 0.7 * u[i];
            t += x[i] * x[i];
        }
        t = sqrt(t);
        gap = fmin(fabs(t - mu * x[0]), fabs(mu * t + x[0]));
        gap = fmin(gap, fmin(fabs(r[0]), fabs(r[0] - 0.7 * u[0])));
        gap = fmin(gap, fabs(t - mu * (r[0] - 0.7 * u[0])));
        gap = fmin(gap, fmin(s, fmin(t, fabs(t - mu * r[0]))));
        if (gap < 1e-2)
            continue;
        zn_friction_project(d, mu, x, P);
        branch[P[0] == 0 ? 0 : P[0] == x[0] ? 1 : 2]++;
        differences(kind, d, mu, u, r);
    }
    ck_assert_int_gt(branch[0], 10);
    ck_assert_int_gt(branch[1], 10);
    ck_assert_int_gt(branch[2], 10);
}
END_TEST

START_TEST(alart_curnier_of_the_notes)
{
    /* doc/friction.md, a slipping point: U_N + e U_N,k = -0.16; c = 1.08, w =
     * (-0.02, 0.76), |w| > 0.4 c */
    const double u[] = {-0.16, 0.4, -0.2}, r[] = {1, 0.3, 0.6};
    const double A0[] = {0.5, -5.261336417647e-03, 1.999307838706e-01,
                         0,   4.542648786186e-01,  1.195433891102e-02,
                         0,   1.195433891102e-02,  3.145878660793e-04};
    const double B0[] = {0, 1.052267283529e-02,  -3.998615677411e-01,
                         0, 4.321689017268e-01,  -1.494292363877e-02,
                         0, -1.494292363877e-02, 9.996067651674e-01};
    double phi[3], A[9], B[9];

    zni_ac(ZNI_AC, 3, 0.4, 0.5, 0.8, u, r, phi, A, B);
    ck_assert_double_eq_tol(phi[0], -0.08, 1e-15);
    ck_assert_double_eq_tol(phi[1], 3.113644866621e-01, 1e-12);
    ck_assert_double_eq_tol(phi[2], 1.681495068396e-01, 1e-12);
    for (int k = 0; k < 9; k++) {
        ck_assert_double_eq_tol(A[k], A0[k], 1e-12);
        ck_assert_double_eq_tol(B[k], B0[k], 1e-12);
    }
}
END_TEST

START_TEST(fischer_burmeister_of_the_notes)
{
    /* mu = 1, rho = 1: x = (u_N + |u_T|, u_T), y = r */
    const double u[] = {1 - 0.36055512754639896, 0.3, -0.2};
    const double r[] = {0.4, -0.5, 0.1};
    double phi[3];

    zni_map(ZNI_FB, 3, 1, 1, u, r, phi, NULL, NULL);
    ck_assert_double_eq_tol(phi[0], -1.644104854413e-01, 1e-12);
    ck_assert_double_eq_tol(phi[1], 2.809330273701e-01, 1e-12);
    ck_assert_double_eq_tol(phi[2], -2.949284379218e-02, 1e-12);
}
END_TEST

/* ---- the measure -------------------------------------------------------------------- */

START_TEST(error_is_the_natural_map_over_q)
{
    /* one contact, M = I, r = (1, 0), u = (0, 3), q = (-1, 3): r - u - mu |u_T|
     * e_N = (1 - 1.5, -3); mu = 0.5: P = a (1, -0.5), a = (-0.5 + 1.5) / 1.25 =
     * 0.8; r - P = (0.2, 0.4); |q| = sqrt(10) */
    const double M[] = {1, 0, 0, 1}, q[] = {-1, 3}, mu[] = {0.5};
    double work[4];
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_friction p = {2, 1, &A, q, mu};

    ck_assert_double_eq_tol(
        zn_friction_error(&p, (double[]){1, 0}, (double[]){0, 3}, work),
        sqrt(0.2 / 10), 1e-15);
    /* w off by 5 */
    ck_assert_double_eq_tol(
        zn_friction_error(&p, (double[]){1, 0}, (double[]){0, 8}, work),
        5 / sqrt(10), 1e-15);
    ck_assert(isnan(
        zn_friction_error(&p, (double[]){NAN, 0}, (double[]){0, 3}, work)));
    ck_assert(isnan(
        zn_friction_error(&p, (double[]){1, 0}, (double[]){NAN, 3}, work)));
}
END_TEST

START_TEST(error_of_two_coupled_contacts)
{
    /* W = [W1, .2 I; .2 I, J W1 J] of the notes */
    const double W1[] = {2, .5, -.3, .5, 1.5, .2, -.3, .2, 1};
    const double q[] = {-1, 1, -.5, -2, .3, -.4}, r[] = {1, 0, 0, 1, 0, 0};
    const double r0[] = {3.318021228755e-01,  -1.469829739472e-01,
                         7.693612646743e-02,  2.164840395814e+00,
                         -4.413779006146e-01, 4.764174675538e-01};
    contacts c;
    double u[6], work[12];

    contacts_new(&c, 3, 2);
    for (int i = 0; i < 3; i++) {
        c.M[i + 6 * (i + 3)] = c.M[i + 3 + 6 * i] = 0.2;
        for (int j = 0; j < 3; j++) {
            c.M[i + 6 * j] = W1[i + 3 * j];
            c.M[3 + i + 6 * (3 + j)] = W1[2 - i + 3 * (2 - j)];
        }
    }
    memcpy(c.q, q, sizeof q);
    c.mu[0] = 0.5;
    c.mu[1] = 0.3;
    c.p.M = &c.A;
    memcpy(u, q, sizeof q);
    zn_matrix_mul(&c.A, 1, r, 1, u);
    ck_assert_double_eq_tol(zn_friction_error(&c.p, r, u, work),
                            5.068340299792e-01, 1e-12);
    /* and the solution, by every solver */
    zn_ctx *ctx = context();
    const zn_type *t;

    for (zn_index k = 0; (t = zn_type_at(ctx, ZN_KIND_FRICTION_SOLVER, k));
         k++) {
        double z[6] = {0}, w[6];
        zn_solve_info info;
        zn_status st =
            run_once(ctx, "friction", t->name, 1e-10, &c.p, z, w, &info);

        if (st == ZN_EINVAL)
            continue; /* made for the plane */
        ck_assert_msg(st == ZN_OK, "%s: %s", t->name, zn_errmsg(ctx));
        for (int i = 0; i < 6; i++)
            ck_assert_msg(fabs(z[i] - r0[i]) < 1e-8, "%s: r(%d) = %.15g",
                          t->name, i, z[i]);
    }
    zn_ctx_free(ctx);
    contacts_free(&c);
}
END_TEST

/* ---- by hand --------------------------------------------------------------------------- */

/* every solver that takes the data finds r, in every storage, from 0 and from r */
static void expect(zn_index d, zn_index nc, const double M[], const double q[],
                   const double mu[], const double want[])
{
    zn_index n = d * nc, tried = 0;
    zn_ctx *ctx = context();
    stored csc = to_csc(n, M), odd = to_bsr(n, M), blocks = to_blocks(d, nc, M);
    zn_matrix dense = zn_matrix_dense(n, n, M);
    const zn_matrix *storages[] = {&dense, &csc.m, &odd.m, &blocks.m};
    const zn_type *t;

    for (zn_index k = 0; (t = zn_type_at(ctx, ZN_KIND_FRICTION_SOLVER, k));
         k++) {
        for (int c = 0; c < 8; c++) {
            zn_friction p = {d, nc, storages[c % 4], q, mu};
            double z[12], w[12];
            zn_solve_info info;
            zn_status st;

            for (zn_index i = 0; i < n; i++)
                z[i] = c < 4 ? 0 : want[i];
            st = run_once(ctx, "friction", t->name, 1e-10, &p, z, w, &info);
            if (st == ZN_EINVAL && d == 3)
                continue;
            ck_assert_msg(st == ZN_OK, "%s, storage %d: %s", t->name, c % 4,
                          zn_errmsg(ctx));
            tried++;
            for (zn_index i = 0; i < n; i++)
                ck_assert_msg(fabs(z[i] - want[i]) <=
                                  1e-8 * (1 + fabs(want[i])),
                              "%s, storage %d: r(%td) = %.17g, not %.17g",
                              t->name, c % 4, i, z[i], want[i]);
        }
    }
    ck_assert_int_ge(tried, 8);
    stored_free(&csc);
    stored_free(&odd);
    stored_free(&blocks);
    zn_ctx_free(ctx);
}

START_TEST(plane_stick_slip_and_take_off)
{
    const double M[] = {2, 0.5, 0.5, 1};

    /* stick: r = -M^-1 q, det = 1.75: r = (1 - 0.05, -0.5 + 0.2) / 1.75 */
    expect(2, 1, M, (double[]){-1, 0.1}, (double[]){0.9},
           (double[]){1.05 / 1.75, -0.7 / 1.75});
    /* slip to -, mu = 0.3: r_N = 1 / (2 - 0.15), u_T = 2 + (0.5 - 0.3) r_N > 0 */
    expect(2, 1, M, (double[]){-1, 2}, (double[]){0.3},
           (double[]){1 / 1.85, -0.3 / 1.85});
    /* slip to +: r_N = 1 / 2.15, u_T = -2 + 0.8 r_N < 0 */
    expect(2, 1, M, (double[]){-1, -2}, (double[]){0.3},
           (double[]){1 / 2.15, 0.3 / 2.15});
    expect(2, 1, M, (double[]){0.2, 3}, (double[]){0.3}, (double[]){0, 0});
    /* grazing, with a sliding velocity */
    expect(2, 1, M, (double[]){0, 3}, (double[]){0.3}, (double[]){0, 0});
    /* no friction: r_N = 1 / 2 */
    expect(2, 1, M, (double[]){-1, 3}, (double[]){0}, (double[]){0.5, 0});
    expect(2, 1, M, (double[]){0, 0}, (double[]){0.3}, (double[]){0, 0});
}
END_TEST

START_TEST(space_stick_slip_and_take_off)
{
    const double M[] = {2, .5, -.3, .5, 1.5, .2, -.3, .2, 1};

    /* numbers of the notes: stick, three slips */
    expect(3, 1, M, (double[]){-1, 0.1, 0.05}, (double[]){0.9},
           (double[]){6.014141414141e-01, -2.923232323232e-01,
                      1.888888888889e-01});
    expect(3, 1, M, (double[]){-1, 1, -0.5}, (double[]){0.5},
           (double[]){5.853241494360e-01, -2.503118156337e-01,
                      1.516413035173e-01});
    expect(3, 1, M, (double[]){-1, -2, 3}, (double[]){0.8},
           (double[]){4.144971066470e-01, 1.718597156674e-01,
                      -2.835864295743e-01});
    expect(3, 1, M, (double[]){0.1, -2, 3}, (double[]){0.8},
           (double[]){0, 0, 0});
    expect(3, 1, M, (double[]){-1, -2, 3}, (double[]){0},
           (double[]){0.5, 0, 0});
    expect(3, 1, M, (double[]){0, 0, 0}, (double[]){0.8}, (double[]){0, 0, 0});
}
END_TEST

START_TEST(a_block_on_the_floor_slides_where_it_is_pushed)
{
    /* M = I / m, isotropic: r_N = m, r_T = -mu m q_T / |q_T|; m = 2, q_T = (3,
     * -4): r = (2, -0.72, 0.96) with mu = 0.6 */
    const double M[] = {.5, 0, 0, 0, .5, 0, 0, 0, .5};

    expect(3, 1, M, (double[]){-1, 3, -4}, (double[]){0.6},
           (double[]){2, -0.72, 0.96});
}
END_TEST

START_TEST(two_blocks_of_which_one_leaves)
{
    /* uncoupled but for nothing: the first slides, the second takes off; M = I */
    double M[16] = {0};

    for (int i = 0; i < 4; i++)
        M[5 * i] = 1;
    expect(2, 2, M, (double[]){-2, 5, 1, 7}, (double[]){0.25, 0.7},
           (double[]){2, -0.5, 0, 0});
}
END_TEST

/* ---- faults ------------------------------------------------------------------------------- */

START_TEST(wrong_data_are_refused)
{
    const double M[] = {1, 0, 0, 1};
    double q[] = {-1, 0}, mu[] = {0.5}, z[4] = {0}, w[4];
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_ctx *ctx = context();
    zn_solve_info info;
    zn_friction p = {2, 1, &A, q, mu};

    p.d = 4;
    ck_assert_int_eq(run_once(ctx, "friction", "auto", -1, &p, z, w, &info),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "d = 4"));
    p.d = 2;
    p.nc = 2;
    ck_assert_int_eq(run_once(ctx, "friction", "auto", -1, &p, z, w, &info),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "must be 4 x 4"));
    p.nc = 1;
    mu[0] = -1;
    ck_assert_int_eq(run_once(ctx, "friction", "auto", -1, &p, z, w, &info),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "mu(0) = -1"));
    mu[0] = 0.5;
    q[1] = INFINITY;
    ck_assert_int_eq(run_once(ctx, "friction", "auto", -1, &p, z, w, &info),
                     ZN_EDOM);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "q(1)"));
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(no_solution_is_said_honestly)
{
    /* u_N = -1 whatever r is: no solver may say ok */
    const double M[] = {0, 0, 0, 1}, q[] = {-1, 0}, mu[] = {0.5};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_friction p = {2, 1, &A, q, mu};
    zn_ctx *ctx = context();
    const zn_type *t;

    for (zn_index k = 0; (t = zn_type_at(ctx, ZN_KIND_FRICTION_SOLVER, k));
         k++) {
        double z[2] = {0}, w[2];
        zn_solve_info info;
        zn_status st =
            run_once(ctx, "friction", t->name, 1e-10, &p, z, w, &info);

        ck_assert_msg(st == ZN_UNSOLVED, "%s: %s", t->name, zn_status_name(st));
        ck_assert_msg(isfinite(z[0]) && isfinite(z[1]) && isfinite(w[0]),
                      "%s: r = %g, %g", t->name, z[0], z[1]);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* A contact that nothing stops: u = q, q_N < 0, whatever r, however large. A
 * second one holds the scale of the data. */
/* The cones of this problem, with the shift that two steps make, have no solution. It has one: the first contact opens,
 * the second slides. */
START_TEST(cones_without_solution_prove_nothing_of_friction)
{
    const double M[36] = {
        2.1012286570005978, 1.3815160818073493, 2.0258604321052154, 1.8349070053507179, -0.52818987491288061, 0,
        1.3815160818073493, 1.9083193673061483, 1.3319629718193704, 1.2064148887687001, 0.65272565457889198, -2,
        2.0258604321052154, 1.3319629718193704, 1.9531955633176779, 1.7690913772511125, -0.50924441976345247, 0,
        1.8349070053507179, 1.2064148887687001, 1.7690913772511125, 1.6023404721174914, -0.46124409088177032, 0,
        -0.52818987491288061, 0.65272565457889198, -0.50924441976345247, -0.46124409088177032, 1.1327721012327716, -2,
        0, -2, 0, 0, -2, 4};
    const double q[] = {-2.099001942807158, -0.2800520614792541, -1.2237135871328388,
                        -1.8329625175583766, 3.0276301414981561, -1}, mu[] = {1e6, 0.5};
    const zn_matrix A = zn_matrix_dense(6, 6, M);
    const zn_friction p = {.d = 3, .nc = 2, .M = &A, .q = q, .mu = mu};
    zn_ctx *ctx = context();
    zn_solve_info info;
    double r[6] = {0}, u[6];

    run_once(ctx, "friction", "soclcp", 1e-8, &p, r, u, &info);
    ck_assert_int_ne(info.outcome, ZN_INFEASIBLE);
    memset(r, 0, sizeof r);
    ck_assert_msg(!run_once(ctx, "friction", "auto", 1e-8, &p, r, u, &info), "%s", zn_errmsg(ctx));
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(no_solver_says_solved_where_nothing_stops_a_contact)
{
    const double M[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                        0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
    const double q[] = {-1, 0.3, 0.2, -1, 0.1, 0}, mu[] = {0.5, 0.5};
    zn_matrix A = zn_matrix_dense(6, 6, M);
    zn_friction p = {3, 2, &A, q, mu};
    const zn_type *type;
    zn_ctx *ctx = context();
    int count = 0;

    for (; (type = zn_type_at(ctx, ZN_KIND_FRICTION_SOLVER, count)); count++) {
        double z[6] = {0}, w[6] = {0};
        zn_solve_info info;
        const zn_status st =
            run_once(ctx, "friction", type->name, 1e-8, &p, z, w, &info);

        ck_assert_msg(st != ZN_OK, "%s: r_N = %g", type->name, z[0]);
        ck_assert_msg(st < 0 || info.error > 0.1, "%s: error %g at r_N = %g",
                      type->name, info.error, z[0]);
    }
    ck_assert_int_gt(count, 10);
    zn_ctx_free(ctx);
}
END_TEST

/* a contact without friction that opens straight: x = r - u = (-1, 0), nearest
 * point of the half-line is 0, though 0 = |x_T| <= mu x_N = 0 */
START_TEST(an_open_contact_without_friction_carries_nothing)
{
    static const char *const names[] = {"auto", "nsgs", "newton-ac",
                                        "newton-natural"};
    const double M[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, q[] = {1, 0, 0}, mu[] = {0};
    const double x[] = {-1, 0, 0};
    double out[3], w[3], work[6];
    zn_ctx *ctx = context();

    for (zn_index d = 2; d <= 3; d++) {
        const double M2[] = {1, 0, 0, 1};
        zn_matrix A = zn_matrix_dense(d, d, d == 2 ? M2 : M);
        zn_friction p = {d, 1, &A, q, mu};
        const double none[3] = {0}, pull[] = {-1, 0, 0};

        zn_friction_project(d, 0, x, out);
        ck_assert(out[0] == 0 && out[1] == 0);
        ck_assert(zn_friction_error(&p, none, q, work) == 0);
        /* r_N = -1 closes it by pulling: no solution */
        ck_assert_double_eq_tol(zn_friction_error(&p, pull, none, work), 1,
                                1e-14);
        for (int k = 0; k < 4; k++) {
            double z[3] = {0.3, 0, 0};

            ck_assert_msg(run_once(ctx, "friction", names[k], 1e-12, &p, z, w,
                                   NULL) == ZN_OK,
                          "%s", zn_errmsg(ctx));
            ck_assert_double_eq_tol(z[0], 0, 1e-11);
            ck_assert_double_eq_tol(w[0], 1, 1e-11);
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

static bool stop_at_three(void *user, zn_index iteration, double error)
{
    (void)error;
    *(zn_index *)user = iteration;
    return iteration >= 3;
}

START_TEST(a_callback_stops_it)
{
    rng g = {5};
    contacts c;
    zn_ctx *ctx = context();
    zn_solver *s;
    zn_solve_info info;
    zn_index last = -1;

    contacts_random(&c, &g, 3, 12, 3, 0.2, 0.9);
    c.p.M = &c.A;
    double *z = reals(c.n), *w = reals(c.n);

    ck_assert_int_eq(zn_solver_new(ctx, "friction", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-15), ZN_OK);
    zn_solver_set_callback(s, stop_at_three, &last);
    ck_assert_int_eq(zn_solver_solve(s, &c.p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INTERRUPTED);
    ck_assert_int_eq(last, 3);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    free(z);
    free(w);
    contacts_free(&c);
}
END_TEST

START_TEST(a_time_limit_holds_for_all)
{
    rng g = {6};
    contacts c;
    zn_ctx *ctx = context();
    const zn_type *t;
    zn_index limited = 0;

    contacts_random(&c, &g, 2, 6, 3, 0.2, 0.9);
    c.p.M = &c.A;
    for (zn_index k = 0; (t = zn_type_at(ctx, ZN_KIND_FRICTION_SOLVER, k));
         k++) {
        double z[12] = {0}, w[12];
        zn_solve_info info;
        zn_solver *s;
        zn_status st;

        ck_assert_int_eq(zn_solver_new(ctx, "friction", t->name, &s), ZN_OK);
        ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-15), ZN_OK);
        zn_solver_set_time_limit(s, 1e-9);
        st = zn_solver_solve(s, &c.p, z, w, &info);
        /* who needs less than one iteration may have ended */
        ck_assert_msg(st == ZN_OK ||
                          (st == ZN_UNSOLVED && info.outcome == ZN_TIME_LIMIT),
                      "%s: %s, %s", t->name, zn_status_name(st),
                      zn_outcome_name(info.outcome));
        limited += st == ZN_UNSOLVED;
        zn_solver_free(s);
    }
    ck_assert_int_ge(limited, 12);
    zn_ctx_free(ctx);
    contacts_free(&c);
}
END_TEST

/* A contact without q that nothing else moves: Fischer & Burmeister's function is not differentiable there, and
 * what stands in for its root has no unit. */
START_TEST(what_nothing_moves_carries_nothing)
{
    double M[36] = {0}, r[6] = {0}, u[6];
    const double q[6] = {-1, 2, 1}, mu[2] = {0.5, 0.5};
    const zn_matrix A = zn_matrix_dense(6, 6, M);
    const zn_friction p = {3, 2, &A, q, mu};
    zn_ctx *ctx = context();

    for (int i = 0; i < 6; i++)
        M[7 * i] = 2 + i;
    M[1] = M[6] = 0.5;
    ck_assert_int_eq(run_once(ctx, "friction", "newton-fb", 1e-10, &p, r, u, NULL), ZN_OK);
    for (int i = 3; i < 6; i++)
        ck_assert(r[i] == 0);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction");
    TCase *tc = tcase_create("friction");

    tcase_set_timeout(tc, 30);
    tcase_add_test(tc, projection_of_a_point_between_the_cones);
    tcase_add_test(tc, projection_inside_and_below);
    tcase_add_loop_test(tc, jacobians_are_derivatives_on_every_branch, 0, 8);
    tcase_add_test(tc, alart_curnier_of_the_notes);
    tcase_add_test(tc, fischer_burmeister_of_the_notes);
    tcase_add_test(tc, error_is_the_natural_map_over_q);
    tcase_add_test(tc, error_of_two_coupled_contacts);
    tcase_add_test(tc, plane_stick_slip_and_take_off);
    tcase_add_test(tc, space_stick_slip_and_take_off);
    tcase_add_test(tc, a_block_on_the_floor_slides_where_it_is_pushed);
    tcase_add_test(tc, two_blocks_of_which_one_leaves);
    tcase_add_test(tc, an_open_contact_without_friction_carries_nothing);
    tcase_add_test(tc, cones_without_solution_prove_nothing_of_friction);
    tcase_add_test(tc, no_solver_says_solved_where_nothing_stops_a_contact);
    tcase_add_test(tc, wrong_data_are_refused);
    tcase_add_test(tc, no_solution_is_said_honestly);
    tcase_add_test(tc, a_callback_stops_it);
    tcase_add_test(tc, what_nothing_moves_carries_nothing);
    tcase_add_test(tc, a_time_limit_holds_for_all);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
