/* test_multiple_impact.c - percussions by the law of Liu, Zhao and Brogliato
 * SPDX-License-Identifier: Apache-2.0 */
#include "solvers/classes/impact/impact.h"

#include "multiple_impact_test.h"

enum { MOST = 12 };

typedef struct chain {
    zn_index n; /* contacts, of n + 1 balls in a row */
    double M[MOST * MOST], q[MOST], v[MOST + 1], m[MOST + 1];
    zn_compliance of[MOST];
    zn_matrix A;
    zn_multiple_impact p;
    double z[MOST], w[MOST], work[2 * MOST];
    zn_solve_info info;
} chain;

static void set(const char *option, const char *value)
{
    ck_assert_msg(!zn_solver_set(solver, option, value), "%s", zn_errmsg(ctx));
}

/* Balls of masses m at velocities v, u_i = v_(i+1) - v_i. */
static void lay(chain *c, zn_index n, const double m[], const double v[],
                double K, double eta, double e)
{
    memset(c, 0, sizeof *c);
    c->n = n;
    for (zn_index i = 0; i <= n; i++) {
        c->m[i] = m[i];
        c->v[i] = v[i];
    }
    for (zn_index i = 0; i < n; i++) {
        c->of[i] = (zn_compliance){K, eta, e};
        c->q[i] = v[i + 1] - v[i];
        c->M[i + i * n] = 1 / m[i] + 1 / m[i + 1];
        if (i)
            c->M[i + (i - 1) * n] = c->M[i - 1 + i * n] = -1 / m[i];
    }
    c->A = zn_matrix_dense(n, n, c->M);
    c->p = (zn_multiple_impact){c->n, &c->A, c->q, c->of, NULL, NULL};
}

static void strike(chain *c)
{
    c->info = solve(&c->p, c->z, c->w);
    for (zn_index i = 0; i <= c->n; i++)
        c->v[i] += ((i ? c->z[i - 1] : 0) - (i < c->n ? c->z[i] : 0)) / c->m[i];
}

static const double ones[MOST + 1] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static const double first[MOST + 1] = {1};

/* ---- one contact -------------------------------------------------------------------- */

/* E falls from m u^2/2 by (u+)^2 m / (2 e^2): u+ = -e u-, whatever K and eta. */
START_TEST(one_contact_gives_back_what_newton_says)
{
    static const double e[] = {0, 0.01, 0.5, 0.9, 1}, eta[] = {1, 1.5, 3};
    const double m[] = {2, 3}, v[] = {0.75, -0.5};

    for (int model = 0; model < 2; model++)
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 3; j++) {
                chain c;
                use("lzb");
                set("model", model ? "mono-stiffness" : "bi-stiffness");
                lay(&c, 1, m, v, 1e7, eta[j], e[i]);
                strike(&c);
                NEAR(c.w[0], 1.25 * e[i], 1e-10);
                NEAR(c.z[0], 1.25 * (1 + e[i]) * 6 / 5, 1e-10);
            }
}
END_TEST

/* ---- chains ------------------------------------------------------------------------- */

/* Three equal balls, conservative: final velocities by integration of the springs with
 * another program. */
START_TEST(three_balls)
{
    static const struct {
        double eta, v[3];
    } known[] = {{1.5, {-.070952354, .076403039, .994549315}},
                 {1, {-.130261695, .150229569, .980032126}}};

    for (int k = 0; k < 2; k++) {
        chain c;
        use("auto");
        lay(&c, 2, ones, first, 1, known[k].eta, 1);
        strike(&c);
        for (int i = 0; i < 3; i++)
            NEAR(c.v[i], known[k].v[i], 1e-9); /* digits of the table */
    }
}
END_TEST

/* A ball of mass 1 hits two of mass 1 and m -> 0: the third is thrown off, the first two
 * share as if it were not there, up to O(m). A limit in which pairs are right. */
START_TEST(a_light_ball_at_the_end_does_not_matter)
{
    const double m[] = {1, 1, 1e-9};
    chain c;

    use("auto");
    lay(&c, 2, m, first, 1, 1.5, 1);
    strike(&c);
    NEAR(c.v[0], 0, 1e-6);
    NEAR(c.v[1], 1, 1e-6);
}
END_TEST

/* An impact that was ended in its middle leaves nothing to the next one: all but the last two balls
 * move apart then. */
START_TEST(springs_forget_the_impact_before)
{
    static const double before[MOST + 1] = {1, 0, -1, -2}, after[MOST + 1] = {-0.5, 0, 0.25, -1};
    static const char *const names[] = {"lzb", "lzb-steps"};

    for (int k = 0; k < 2; k++) {
        chain used, fresh;
        char usual[32];

        use(names[k]);
        ck_assert(!zn_solver_get(solver, "max_iter", usual, sizeof usual));
        set("max_iter", "10");
        lay(&used, 3, ones, before, 1, 1.5, 0.8);
        ck_assert_int_eq(zn_solver_solve(solver, &used.p, used.z, used.w, NULL), ZN_UNSOLVED);
        set("max_iter", usual);
        if (k == 1)
            set("step", "1e-4");
        lay(&used, 3, ones, after, 1, 1.5, 0.6);
        strike(&used);
        use(names[k]);
        if (k == 1)
            set("step", "1e-4");
        lay(&fresh, 3, ones, after, 1, 1.5, 0.6);
        strike(&fresh);
        ck_assert_mem_eq(used.v, fresh.v, sizeof used.v);
        ck_assert_mem_eq(used.z, fresh.z, sizeof used.z);
        ck_assert_int_eq(used.info.iterations, fresh.info.iterations);
    }
}
END_TEST

/* A stiff first contact is over before a soft second one begins: impacts one after the
 * other, which equal balls pass on whole; and the other way round both balls move as
 * one body of mass 2 does, hit by mass 1. */
START_TEST(stiffness_makes_the_order)
{
    chain c;

    use("auto");
    lay(&c, 2, ones, first, 1, 1, 1);
    c.of[0].K = 1e10;
    strike(&c);
    NEAR(c.v[0], 0, 1e-4);
    NEAR(c.v[1], 0, 1e-4);
    NEAR(c.v[2], 1, 1e-4);
    lay(&c, 2, ones, first, 1, 1, 1);
    c.of[1].K = 1e8; /* vibrates 5000 times meanwhile */
    strike(&c);
    NEAR(c.v[0], -1.0 / 3, 1e-4);
    NEAR((c.v[1] + c.v[2]) / 2, 2.0 / 3, 1e-4);
}
END_TEST

/* Of two balls pushed at once against one in the middle everything is symmetric. */
START_TEST(symmetric_impacts_have_symmetric_answers)
{
    const double v[] = {1, 0, -1};
    chain c;

    use("auto");
    lay(&c, 2, ones, v, 3, 1.5, 0.6);
    strike(&c);
    ck_assert_double_eq(c.v[0], -c.v[2]);
    NEAR(c.v[0], -0.6, 1e-10);
    NEAR(c.v[1], 0, 1e-15);
}
END_TEST

/* Energy: none is made; e = 0 still lets waves pass. */
START_TEST(energy_and_momentum)
{
    static const double m[] = {1, 2, 0.5, 3, 1, 1, 4};

    for (int model = 0; model < 2; model++)
        for (int k = 0; k <= 4; k++) {
            double P = 0, T = 0;
            chain c;
            use("lzb");
            set("model", model ? "mono-stiffness" : "bi-stiffness");
            lay(&c, 6, m, first, 5, 1.5, 0.25 * k);
            strike(&c);
            for (int i = 0; i < 7; i++) {
                P += m[i] * c.v[i];
                T += m[i] * c.v[i] * c.v[i] / 2;
            }
            NEAR(P, 1, 1e-14);
            ck_assert_double_le(T, 0.5 + 1e-10);
            if (k == 4)
                NEAR(T, 0.5, 1e-10);
            else
                ck_assert_double_lt(T, 0.5 - 0.01);
        }
}
END_TEST

/* The springs of a chain in steps of dt until none is compressed: one of force k d^1.5 gives back
 * e^2 of what it has taken in, and lets go, however often it is compressed anew meanwhile.
 * v: n + 1. Returns how often one was. */
static int springs(const chain *c, double dt, double v[])
{
    double d[MOST] = {0}, taken[MOST] = {0};
    bool approaches[MOST] = {false};
    int again = 0;

    for (bool left = true; left;) {
        double F[MOST + 2] = {0};

        left = false;
        for (zn_index i = 0; i < c->n; i++)
            F[i + 1] = c->of[i].K * pow(d[i], 1.5);
        for (zn_index i = 0; i <= c->n; i++)
            v[i] += (F[i] - F[i + 1]) / c->m[i] * dt;
        for (zn_index i = 0; i < c->n; i++) {
            const double u = v[i] - v[i + 1], e = c->of[i].e;

            again += u > 0 && !approaches[i] && d[i] > 0;
            approaches[i] = u > 0;
            if (u <= 0 && d[i] == 0)
                continue;
            left = true;
            taken[i] += fmax(u, 0) * F[i + 1] * dt;
            d[i] = fmax(d[i] + u * dt, 0);
            if (u <= 0 &&
                c->of[i].K * pow(d[i], 2.5) / 2.5 <= (1 - e * e) * taken[i])
                d[i] = taken[i] = 0;
        }
    }
    return again;
}

/* A light ball between two heavy ones goes to and fro while they are in contact: springs are
 * compressed several times before they let go. */
START_TEST(what_is_compressed_again_gives_back_its_share_of_all)
{
    const double m[] = {3, 0.2, 5};
    double v[3] = {1};
    chain c;

    use("lzb");
    set("model", "mono-stiffness");
    lay(&c, 2, m, first, 1, 1.5, 0.8);
    ck_assert_int_ge(springs(&c, 1e-5, v), 3);
    strike(&c);
    for (int i = 0; i < 3; i++) /* the steps above are of order one */
        NEAR(c.v[i], v[i], 1e-4);
}
END_TEST

/* A body between two walls that touches both: the wall that it hits throws it against the other, and to and fro
 * until both springs hold it, the Hertzian one as much as the linear one. Without friction the motion ends there, too;
 * P_0 - P_1 takes its momentum. */
START_TEST(springs_may_hold_a_body_without_friction)
{
    static const double M[] = {1, -1, -1, 1}, q[] = {-1, 1};
    static const zn_compliance of[] = {{1, 1.5, 0.5}, {1, 1, 1}};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_multiple_impact p = {.n = 2, .M = &A, .q = q, .of = of};
    double z[2] = {0}, w[2];

    use("auto");
    ck_assert_int_lt(solve(&p, z, w).iterations, 100000);
    NEAR(w[0], 0, 1e-9);
    NEAR(w[1], 0, 1e-9);
    NEAR(z[0] - z[1], 1, 1e-9);
    ck_assert_double_gt(z[1], 0.1);
}
END_TEST

/* Equal steps come to the same percussions, with an error that shrinks with the step, however little far contacts
 * store in one: a rate is 1e-4 off by steps of 1e-5 if energies up to 2.2e-16 are none, as usual. */
START_TEST(equal_steps_converge_with_order_one)
{
    static const char *const step[] = {"2.56e-3", "6.4e-4", "1.6e-4", "4e-5", "1e-5", "1e-5"};
    double e[6];
    chain fine;

    use("lzb");
    lay(&fine, 5, ones, first, 1, 1.5, 0.8);
    strike(&fine);
    use("lzb-steps");
    for (int k = 0; k < 6; k++) {
        chain c;
        set("step", step[k]);
        set("nothing", k < 5 ? "0" : "2.220446049250313e-16");
        set("tol", "1e-2");
        lay(&c, 5, ones, first, 1, 1.5, 0.8);
        strike(&c);
        e[k] = 0;
        for (int i = 0; i < 6; i++)
            e[k] = fmax(e[k], fabs(c.v[i] - fine.v[i]));
    }
    ck_assert_double_lt(e[4], 3e-5);
    for (int k = 0; k < 4; k++)
        NEAR(log2(e[k] / e[k + 1]) / 2, 1, 0.3);
    ck_assert_double_gt(e[5], 3 * e[4]);
}
END_TEST

/* Accuracy is what it is asked for. */
START_TEST(accuracy_is_an_option)
{
    static const char *const asked[] = {"1e-6", "1e-8", "1e-10"};
    chain fine;

    use("lzb");
    set("accuracy", "1e-14");
    lay(&fine, 9, ones, first, 1, 1.5, 1);
    strike(&fine);
    for (int k = 0; k < 3; k++) {
        double worst = 0;
        chain c;
        set("accuracy", asked[k]);
        set("tol", "1e-3");
        lay(&c, 9, ones, first, 1, 1.5, 1);
        strike(&c);
        for (int i = 0; i < 10; i++)
            worst = fmax(worst, fabs(c.v[i] - fine.v[i]));
        ck_assert_double_lt(worst, 100 * atof(asked[k]));
        ck_assert_int_lt(c.info.iterations, 2000);
    }
}
END_TEST

/* ---- equalities ------------------------------------------------------------------------ */

/* Two balls that are bound to one another are one of their mass. */
START_TEST(bound_balls_are_one)
{
    const double m[] = {1, 0.5, 1.5}, bound[] = {1, 2};
    unsigned char eq[2] = {0, 1};
    chain c, one;

    use("auto");
    lay(&c, 2, m, first, 1, 1.5, 0.75);
    c.p.eq = eq;
    strike(&c);
    lay(&one, 1, bound, first, 1, 1.5, 0.75);
    strike(&one);
    NEAR(c.v[0], one.v[0], 1e-11);
    NEAR(c.v[1], one.v[1], 1e-11);
    NEAR(c.v[2], one.v[1], 1e-11);
    NEAR(c.w[1], 0, 1e-14);
}
END_TEST

/* What is bound at different velocities is first made one, with its momentum. */
START_TEST(a_bond_takes_the_velocity_that_it_forbids)
{
    const double m[] = {1, 0.5, 1.5}, bound[] = {1, 2};
    const double v[] = {1, 0.4, -0.4}, mean[] = {1, (0.5 * 0.4 - 1.5 * 0.4) / 2};
    unsigned char eq[2] = {0, 1};
    chain c, one;

    use("auto");
    lay(&c, 2, m, v, 1, 1.5, 0.75);
    c.p.eq = eq;
    strike(&c);
    lay(&one, 1, bound, mean, 1, 1.5, 0.75);
    strike(&one);
    NEAR(c.v[0], one.v[0], 1e-11);
    NEAR(c.v[1], one.v[1], 1e-11);
    NEAR(c.v[2], one.v[1], 1e-11);
}
END_TEST

/* ---- conduct ---------------------------------------------------------------------------- */

/* Two joints among four contacts: whatever percussions these have, the joints' are those with which their rates vanish;
 * and the smaller problem gives the rates that the whole one has. */
START_TEST(joints_hold_under_any_percussions)
{
    enum { N = 6, HELD = 2 };
    static const unsigned char eq[N] = {0, 1, 0, 0, 1, 0};
    zni_percussion c = {0};

    for (int round = 0; round < 10; round++) {
        double G[N * N], x[N * N] = {0}, q[N], P[N - HELD], z[N], w[N];
        const zn_matrix M = zn_matrix_dense(N, N, x);
        zn_compliance of[N];
        const zn_multiple_impact p = {.n = N, .M = &M, .q = q, .of = of, .eq = eq};

        for (int i = 0; i < N * N; i++)
            G[i] = sin(3 * i + 7 * round + 1);
        for (int i = 0; i < N; i++) {
            of[i] = (zn_compliance){.K = 1, .eta = 1.5, .e = 0.5};
            q[i] = cos(5 * i + round);
            for (int j = 0; j < N; j++) {
                x[i + j * N] = i == j;
                for (int k = 0; k < N; k++)
                    x[i + j * N] += G[i + k * N] * G[j + k * N];
            }
        }
        for (int j = 0; j < N - HELD; j++)
            P[j] = 1 + sin(j + round);
        ck_assert_int_eq(zni_percussion_form(&c, ctx, &p, 0), ZN_OK);
        ck_assert_int_eq(c.m, N - HELD);
        zni_percussion_expand(&c, &p, P, z, w);
        for (zn_index j = 0; j < c.m; j++) {
            double u = c.q[j];
            for (zn_index k = 0; k < c.m; k++)
                u += c.M[j + k * c.m] * P[k];
            ck_assert_double_eq(z[c.row[j]], P[j]);
            ck_assert_double_eq_tol(w[c.row[j]], u, 1e-12); /* of terms up to 50 */
        }
        ck_assert_double_eq_tol(w[1], 0, 1e-12);
        ck_assert_double_eq_tol(w[4], 0, 1e-12);
    }
    zni_percussion_fini(&c, ctx);
}
END_TEST

START_TEST(without_approach_there_is_no_percussion)
{
    const double v[] = {0, 0, 1};
    chain c;

    use("auto");
    lay(&c, 2, ones, v, 1, 1.5, 1);
    strike(&c);
    ck_assert_double_eq(c.z[0], 0);
    ck_assert_double_eq(c.z[1], 0);
    ck_assert_double_eq(c.w[1], 1);
}
END_TEST

/* Velocities, masses and stiffnesses in other units give the same up to rounding. */
START_TEST(units_do_not_matter)
{
    chain c, d;
    double m[5], v[5];

    for (int i = 0; i < 5; i++) {
        m[i] = 1e-3;
        v[i] = 1e4 * first[i];
    }
    use("auto");
    lay(&c, 4, ones, first, 1, 1.5, 0.9);
    strike(&c);
    lay(&d, 4, m, v, 1e13, 1.5, 0.9);
    strike(&d);
    for (int i = 0; i < 5; i++)
        NEAR(d.v[i] / 1e4, c.v[i], 1e-11);
}
END_TEST

static void refused(chain *c, zn_status status, const char *words)
{
    ck_assert_int_eq(zn_solver_solve(solver, &c->p, c->z, c->w, &c->info),
                     status);
    ck_assert_msg(strstr(zn_errmsg(ctx), words) != NULL, "'%s' lacks '%s'",
                  zn_errmsg(ctx), words);
}

/* One contact of M = 1, e = 1 that comes at 1: the percussion 2 turns the velocity, 3
 * would make it 2 and give energy. */
START_TEST(energy_that_comes_from_nowhere_is_an_error)
{
    const double M = 1, q = -1;
    const zn_compliance of = {1, 1, 1};
    const zn_matrix A = zn_matrix_dense(1, 1, &M);
    const zn_multiple_impact p = {.n = 1, .M = &A, .q = &q, .of = &of};
    double z = 2, w = 1, work[2];

    ck_assert(zn_multiple_impact_error(&p, &z, &w, work) == 0);
    z = 3;
    w = 2;
    /* z (q + w) over |z| times the largest velocity before, 1 */
    ck_assert(zn_multiple_impact_error(&p, &z, &w, work) == 1);
}
END_TEST

/* The same of a rigid contact, whose energy nobody looks at. */
START_TEST(a_velocity_is_the_one_of_its_percussion)
{
    const double M = 1, q = -1;
    const zn_compliance of = {INFINITY, 1, 1};
    const zn_matrix A = zn_matrix_dense(1, 1, &M);
    const zn_multiple_impact p = {.n = 1, .M = &A, .q = &q, .of = &of};
    double z = 2, w = 1, work[2];

    ck_assert(zn_multiple_impact_error(&p, &z, &w, work) == 0);
    w = 1.5;
    ck_assert(zn_multiple_impact_error(&p, &z, &w, work) == 0.5);
    w = 0.75;
    ck_assert(zn_multiple_impact_error(&p, &z, &w, work) == 0.25);
}
END_TEST

/* Balls of 1, 2, 1 kg at 3, 0, -1 m/s, elastic, in pairs. The first two come faster: they
 * leave with -1 and 2; the last two then, 3 m/s, with 0 and 3: at -1, 0, 3 all is over.
 * (The last two first would end at -17/9, 22/27, 61/27.) */
START_TEST(in_pairs_the_fastest_are_first)
{
    const double m[] = {1, 2, 1}, v[] = {3, 0, -1};
    chain c;

    lay(&c, 2, m, v, INFINITY, 1, 1);
    use("pairs");
    ck_assert_msg(!zn_solver_solve(solver, &c.p, c.z, c.w, &c.info), "%s",
                  zn_errmsg(ctx));
    ck_assert_double_eq_tol(c.w[0], 1, 1e-14);
    ck_assert_double_eq_tol(c.w[1], 3, 1e-14);
}
END_TEST

START_TEST(bad_data_are_refused_with_words)
{
    chain c;

    use("auto");
    lay(&c, 2, ones, first, 1, 1.5, 1);
    c.of[1].K = 0;
    refused(&c, ZN_EINVAL, "contact 1: stiffness 0 must be > 0");
    lay(&c, 2, ones, first, 1, 0.5, 1);
    refused(&c, ZN_EINVAL, "exponent 0.5 >= 1");
    lay(&c, 2, ones, first, 1, 1.5, 1.5);
    refused(&c, ZN_EINVAL, "restitution 1.5 in [0, 1]");
    lay(&c, 2, ones, first, 1, 1.5, 1);
    c.q[0] = NAN;
    refused(&c, ZN_EDOM, "q(0) = nan");
    lay(&c, 2, ones, first, 1, 1.5, 1);
    c.M[0] = 0;
    refused(&c, ZN_EINVAL, "no percussion of this contact");
    lay(&c, 2, ones, first, 1, 1.5, 1);
    use("lzb");
    set("max_iter", "10");
    refused(&c, ZN_UNSOLVED, "");
    ck_assert_int_eq(c.info.outcome, ZN_ITERATION_LIMIT);
    use("lzb-steps");
    set("max_iter", "10");
    refused(&c, ZN_UNSOLVED, "");
    ck_assert_int_eq(c.info.outcome, ZN_ITERATION_LIMIT);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("multiple impact");
    TCase *tc = tcase_create("law");

    tcase_set_timeout(tc, 60); /* the usual 4 s are few where the processor is shared */
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, one_contact_gives_back_what_newton_says);
    tcase_add_test(tc, three_balls);
    tcase_add_test(tc, a_light_ball_at_the_end_does_not_matter);
    tcase_add_test(tc, springs_forget_the_impact_before);
    tcase_add_test(tc, stiffness_makes_the_order);
    tcase_add_test(tc, symmetric_impacts_have_symmetric_answers);
    tcase_add_test(tc, energy_and_momentum);
    tcase_add_test(tc, what_is_compressed_again_gives_back_its_share_of_all);
    tcase_add_test(tc, springs_may_hold_a_body_without_friction);
    tcase_add_test(tc, equal_steps_converge_with_order_one);
    tcase_add_test(tc, accuracy_is_an_option);
    tcase_add_test(tc, bound_balls_are_one);
    tcase_add_test(tc, a_bond_takes_the_velocity_that_it_forbids);
    tcase_add_test(tc, joints_hold_under_any_percussions);
    tcase_add_test(tc, without_approach_there_is_no_percussion);
    tcase_add_test(tc, units_do_not_matter);
    tcase_add_test(tc, energy_that_comes_from_nowhere_is_an_error);
    tcase_add_test(tc, a_velocity_is_the_one_of_its_percussion);
    tcase_add_test(tc, in_pairs_the_fastest_are_first);
    tcase_add_test(tc, bad_data_are_refused_with_words);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
