/* test_generic_plane.c - contacts of the plane beside stops and relays, redundant
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic_test.h"

#include "../../solvers/classes/generic/generic.h"

/* A slider on the floor against a stop of the same direction, as it is in a step that
 * ends at the stop: the stop gives way by d, and friction, which nothing else moves,
 * has to slide by that little. Scales of M and q.
 *     u_T = q_T + a (r_T - r_S),   u_S = -q_T - d - a (r_T - r_S) = -u_T - d
 *     u_S = 0: u_T = -d < 0: r_T = mu r_N,   r_N = -q_N/b,   r_S = r_T + (q_T + d)/a */
static void slider(machine *m, double d, double size, double unit)
{
    static const zn_index rows[] = {2, 1};
    static const int kind[] = {F2, UN};
    const double a = 0.84831522 * size, b = 0.5 * size;

    machine_new(m, 2, rows, kind);
    m->M[0] = b;
    m->M[4] = m->M[8] = a;
    m->M[5] = m->M[7] = -a;
    m->q[0] = -0.00981 * unit;
    m->q[1] = 0.00381306 * unit;
    m->q[2] = -m->q[1] - d * unit;
    m->mu[0] = 0.2;
}

static const struct {
    double d;
    int size, unit; /* powers of two */
} sliders[] = {{1.2754e-11, 0, 0}, {1e-9, 0, 0},      {1e-6, 0, 0},
               {1.2754e-11, 7, 0}, {1.2754e-11, 0, 9}, {1e-9, -21, 15}};
enum { SLIDERS = sizeof sliders / sizeof sliders[0] };

START_TEST(a_stop_that_hardly_gives_way_is_met)
{
    const double size = ldexp(1, sliders[_i].size),
                 unit = ldexp(1, sliders[_i].unit), d = sliders[_i].d;
    double z[3] = {0}, w[3];
    zn_ctx *ctx = context();
    zn_solve_info info;
    machine m;

    slider(&m, d, size, unit);
    /* the tolerance is relative to q where it is below 1 */
    ck_assert_msg(!run_with(ctx, "auto", NULL, 1e-12, &m.p, z, w, &info), "%s",
                  zn_errmsg(ctx));
    ck_assert_double_le(naive_generic(&m, z), 1e-12);
    z[0] *= size / unit;
    z[1] *= size / unit;
    z[2] *= size / unit;
    /* d is a difference of numbers of the size of q, known to 1e-18 */
    ck_assert_double_eq_tol(z[0], 0.01962, 1e-15);
    ck_assert_double_eq_tol(z[1], 0.2 * 0.01962, 1e-15);
    ck_assert_double_eq_tol(z[2], 0.2 * 0.01962 + (0.00381306 + d) / 0.84831522,
                            1e-15);
    ck_assert_double_eq_tol(w[1] / unit, -d, 1e-15);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* What the elimination of joints leaves is such a problem, too: an axle that carries
 * the stop, w_0 = 2 z_0 + z_3 - 1 = 0, so that S_33 is what the slider has. */
START_TEST(joints_are_eliminated_before)
{
    static const zn_index rows[] = {1, 2, 1};
    static const int kind[] = {EQ, F2, UN};
    double z[4] = {0}, w[4];
    zn_ctx *ctx = context();
    machine m, s;

    slider(&s, 1e-9, 1, 1);
    machine_new(&m, 3, rows, kind);
    for (zn_index j = 0; j < 3; j++) {
        m.q[1 + j] = s.q[j];
        for (zn_index i = 0; i < 3; i++)
            m.M[1 + i + 4 * (1 + j)] = s.M[i + 3 * j];
    }
    m.M[0] = 2;
    m.M[3] = m.M[12] = 1;
    m.M[15] += 0.5;
    m.q[0] = -1;
    m.q[3] += -0.5;
    m.mu[1] = 0.2;
    ck_assert_msg(!run_with(ctx, "auto", NULL, 1e-12, &m.p, z, w, NULL), "%s",
                  zn_errmsg(ctx));
    ck_assert_double_eq_tol(z[2], 0.2 * 0.01962, 1e-12);
    ck_assert_double_eq_tol(z[3], 0.2 * 0.01962 + (0.00381306 + 1e-9) / 0.84831522,
                            1e-12);
    ck_assert_double_eq_tol(z[0], (1 - z[3]) / 2, 1e-12);
    machine_free(&m);
    machine_free(&s);
    zn_ctx_free(ctx);
}
END_TEST

static const int units[][2] = {{0, 0}, {1, 0}, {7, -90}, {-21, 15}, {0, 41}};
enum { UNITS = sizeof units / sizeof units[0] };

/* M and q in other units, and the bounds with them */
static void scale(machine *m, double size, double unit)
{
    for (zn_index i = 0; i < m->n * m->n; i++)
        m->M[i] *= size;
    for (zn_index i = 0; i < m->n; i++) {
        m->q[i] *= unit;
        m->lb[i] *= unit / size;
        m->ub[i] *= unit / size;
    }
}

/* The linear problem by itself, from zero: every kind of unit that it takes. In other units,
 * and where another problem was before, the same bits. */
START_TEST(pivots_alone_solve_what_is_redundant)
{
    static const zn_index rows[] = {2, 1, 2, 1, 2, 2, 1};
    static const int kind[] = {F2, UN, RE, UN, F2, F2, RE};
    rng g = {(uint64_t)(7100 + _i)};
    double z[11], w[11], first[11];
    zn_ctx *ctx = context();
    zni_gplane_work k = {0};
    zn_solve_info info = {0};
    zni_gm gm = {0};
    machine m;

    printf("seed %d\n", 7100 + _i);
    machine_random(&m, &g, 7, rows, kind, 1); /* 11 rows, of rank 6 */
    if (_i % 2)
        m.ub[3] = m.ub[4] = INFINITY;
    for (int u = 0; u < UNITS; u++) {
        const double size = ldexp(1, units[u][0]), unit = ldexp(1, units[u][1]);

        scale(&m, size, unit);
        memset(z, 0, sizeof z);
        ck_assert(!zni_gm_set(ctx, &gm, &m.p));
        ck_assert_int_eq(zni_gplane_rows(&gm), _i % 2 ? 18 : 20);
        ck_assert_msg(!zni_gplane_run((zni_call){ctx, z, w, NULL, &info}, &k,
                                      1e-12, 1000, &gm),
                      "%s", zn_errmsg(ctx));
        ck_assert_double_le(naive_generic(&m, z), 1e-12);
        for (zn_index i = 0; i < m.n; i++) {
            first[i] = u ? first[i] : z[i];
            ck_assert_double_eq(z[i] * size / unit, first[i]);
        }
        /* who may not pivot keeps what was given, whatever its unit */
        zni_gplane_run((zni_call){ctx, z, w, NULL, &info}, &k, 1e-12, 1, &gm);
        ck_assert_double_le(naive_generic(&m, z), 1e-11);
        scale(&m, 1 / size, 1 / unit);
    }
    zni_gplane_fini(ctx, &k);
    zni_gm_fini(ctx, &gm);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* What was reserved for 6 rows is enough whatever they are: one contact and four stops, which have one unknown, or two
 * contacts, which have four, and two stops; relays without an upper bound and with one. */
START_TEST(what_rows_are_takes_no_other_room)
{
    static const zn_index rows[][5] = {{2, 1, 1, 1, 1}, {2, 1, 2, 1}};
    static const int kinds[][5] = {{F2, UN, UN, UN, UN}, {F2, UN, F2, UN}},
                     relays[] = {F2, RE, RE, RE, RE};
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    zn_solver *s;
    long before;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(zn_solver_new(ctx, "generic-mechanical", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "tol", "1e-12"), ZN_OK);
    ck_assert_int_eq(zn_solver_reserve(s, 6, 36), ZN_OK);
    before = mem.calls;
    for (int k = 0; k < 4; k++) {
        double z[6] = {0}, w[6];
        zn_solve_info info;
        machine m, some;

        machine_new(&m, k == 1 ? 4 : 5, rows[k == 1], k < 2 ? kinds[k] : relays);
        slider(&some, 1.2754e-11, 1, 1);
        for (zn_index i = 0; i < 6; i++) {
            m.M[i + 6 * i] = 1;
            m.q[i] = i < 3 ? some.q[i] : -0.01;
            for (zn_index j = 0; j < 3 && i < 3; j++)
                m.M[i + 6 * j] = some.M[i + 3 * j];
        }
        m.mu[0] = m.mu[2] = 0.2;
        for (zn_index i = 2; i < 6; i++)
            m.ub[i] = k < 3 ? INFINITY : 1;
        ck_assert_msg(!zn_solver_solve(s, &m.p, z, w, &info), "%d: %s", k,
                      zn_errmsg(ctx));
        ck_assert_str_eq(info.solver, "plane");
        ck_assert_double_le(naive_generic(&m, z), 1e-12);
        ck_assert_int_eq(mem.calls, before);
        machine_free(&some);
        machine_free(&m);
    }
    zn_solver_free(s);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

START_TEST(what_is_not_of_this_form_is_known)
{
    static const zn_index rows[] = {2, 1}, space[] = {3, 1};
    static const int joint[] = {F2, EQ}, contact[] = {F3, UN}, roll[] = {R2, UN};
    const int *kinds[] = {joint, contact, roll};
    zn_ctx *ctx = context();

    for (int k = 0; k < 3; k++) {
        zni_gm gm = {0};
        machine m;

        machine_new(&m, 2, k ? space : rows, kinds[k]);
        for (zn_index i = 0; i < m.n; i++)
            m.M[i * (m.n + 1)] = 1;
        ck_assert(!zni_gm_set(ctx, &gm, &m.p));
        ck_assert_int_eq(zni_gplane_rows(&gm), 0);
        zni_gm_fini(ctx, &gm);
        machine_free(&m);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generic mechanical, the plane");
    TCase *tc = tcase_create("plane");

    tcase_add_loop_test(tc, a_stop_that_hardly_gives_way_is_met, 0, SLIDERS);
    tcase_add_test(tc, joints_are_eliminated_before);
    tcase_add_loop_test(tc, pivots_alone_solve_what_is_redundant, 0, 60);
    tcase_add_test(tc, what_rows_are_takes_no_other_room);
    tcase_add_test(tc, what_is_not_of_this_form_is_known);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
