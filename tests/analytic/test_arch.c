/* test_arch.c - a half circle of voussoirs stands or falls at the thickness of the theory
 * SPDX-License-Identifier: Apache-2.0 */
#include "../unit/friction_test.h"

#include <zeno/random_problem.h>
#include <zeno/solver.h>

enum { VOUSSOIRS = 100 };
static const double weight = 9.81 * 5e-3; /* of 1 kg for 5 ms, N s */

/* abscissa of the centre of voussoir b from the springing, on the radius 1 */
static double centre(int b)
{
    return cos(acos(-1) * (b + 0.5) / VOUSSOIRS);
}

/* moment of the voussoirs above joint j about x, weights 1 */
static double moment(int j, double x)
{
    double sum = 0;

    for (int b = j; b < VOUSSOIRS / 2; b++)
        sum += x - centre(b);
    return sum;
}

/* J. Heyman, The safety of masonry arches, Int. J. Mech. Sci. 11 (1969): at the least
 * thickness t the line of thrust touches extrados (radius e = 1 + t/2) at crown and
 * springing, intrados (i = 1 - t/2) at the haunch. With thrust H at the crown,
 *     springing  H e = moment of the half arch about (e, 0),  the most it bears
 *     joint j    H (e - i sin phi_j) = moment above j about i cos phi_j,  the least
 * How much of the most is left above the least: it grows with t. */
static double margin(double t)
{
    const double e = 1 + t / 2, i = 1 - t / 2;
    double least = 0;

    for (int j = 1; j < VOUSSOIRS / 2; j++) {
        const double phi = acos(-1) * j / VOUSSOIRS;

        least = fmax(least, moment(j, i * cos(phi)) / (e - i * sin(phi)));
    }
    return moment(0, e) / e - least;
}

static double least_thickness(void)
{
    double low = 0.01, high = 0.3;

    for (int k = 0; k < 60; k++) {
        const double t = (low + high) / 2;

        if (margin(t) > 0)
            high = t;
        else
            low = t;
    }
    return high;
}

/* reactions and velocities after 5 ms, mu = 1: nothing slides */
typedef struct arch {
    zn_ctx *ctx;
    zn_problem_file *f;
    const zn_friction *p;
    double *r, *u;
} arch;

static arch arch_new(double thickness)
{
    arch a = {.ctx = context()};
    char text[100];
    zn_solver *s;

    snprintf(text, sizeof text, "structure=arch bodies=%d slope=%.17g mu=1",
             VOUSSOIRS, thickness);
    ck_assert_msg(!zn_problem_random(a.ctx, "friction", text, &a.f), "%s",
                  zn_errmsg(a.ctx));
    a.p = zn_problem_file_problem(a.f);
    a.r = reals(3 * a.p->nc);
    a.u = reals(3 * a.p->nc);
    ck_assert(!zn_solver_new(a.ctx, "friction", "auto", &s));
    ck_assert_msg(!zn_solver_solve(s, a.p, a.r, a.u, NULL), "%s",
                  zn_errmsg(a.ctx));
    zn_solver_free(s);
    memcpy(a.u, a.p->q, (size_t)(3 * a.p->nc) * sizeof *a.u);
    zn_matrix_mul(a.p->M, 1, a.r, 1, a.u);
    return a;
}

static void arch_free(arch *a)
{
    free(a->r);
    free(a->u);
    zn_problem_file_free(a->f);
    zn_ctx_free(a->ctx);
}

START_TEST(the_thickness_is_that_of_the_books)
{
    /* Milankovitch 1907, Heyman: 0.1075 for the true centres of voussoirs, 0.1074 for
     * those on the radius 1 */
    ck_assert_double_eq_tol(least_thickness(), 0.1074, 1e-4);
}
END_TEST

/* 1 and 0.1 % above: reactions in their cones that hold the arch, u = 0, are a proof that
 * it stands */
static const double above[] = {1.01, 1.001};

START_TEST(above_it_reactions_hold_the_arch)
{
    arch a = arch_new(above[_i] * least_thickness());

    for (zn_index c = 0; c < a.p->nc; c++) {
        const double *r = a.r + 3 * c, *u = a.u + 3 * c;

        ck_assert_double_ge(r[0], hypot(r[1], r[2]) - 1e-6 * weight);
        for (int k = 0; k < 3; k++) /* against 5 ms of free fall */
            ck_assert_double_le(fabs(u[k]), 1e-6 * weight);
    }
    arch_free(&a);
}
END_TEST

/* 1 and 0.1 % below: velocities v whose u = H'v open every contact by more than they
 * slide, with power of the weights v'g > 0. Reactions s that held the arch would have
 * s'u = -v'g < 0, but s'u >= 0 as s is in its cones: there are none. By complementarity
 * v'g = v'M v, and v'M v_free = |v_free|^2 + q'r. */
static const double below[] = {0.99, 0.999};

START_TEST(below_it_a_mechanism_proves_that_it_falls)
{
    arch a = arch_new(below[_i] * least_thickness());
    double power = VOUSSOIRS * weight * weight, worst = 0, fastest = 0;

    for (zn_index c = 0; c < a.p->nc; c++) {
        const double *u = a.u + 3 * c;

        worst = fmax(worst, hypot(u[1], u[2]) - u[0]);
        fastest = fmax(fastest, u[0]);
        for (int k = 0; k < 3; k++)
            power += a.p->q[3 * c + k] * a.r[3 * c + k];
    }
    ck_assert_double_gt(fastest, 1e-4 * weight);
    /* what rounding takes from u counts with the sum of s: some 100 voussoirs' weight at
     * each of 101 joints at the most */
    ck_assert_msg(power > worst * VOUSSOIRS * VOUSSOIRS * weight,
                  "power %g, worst %g", power, worst);
    arch_free(&a);
}
END_TEST

START_TEST(a_stack_of_a_hundred_is_solved_with_masses_over_four_decades)
{
    /* cubes, 1 to 10^4 kg from below: each bed bears what is above it */
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_friction *p;
    double *r, *u, bears = 0;
    zn_solver *s;

    ck_assert(!zn_problem_random(ctx, "friction",
                                 "structure=stack bodies=100 spread=4", &f));
    p = zn_problem_file_problem(f);
    r = reals(3 * p->nc);
    u = reals(3 * p->nc);
    ck_assert(!zn_solver_new(ctx, "friction", "auto", &s));
    ck_assert_msg(!zn_solver_solve(s, p, r, u, NULL), "%s", zn_errmsg(ctx));
    for (int b = VOUSSOIRS - 1; b >= 0; b--) {
        double sum = 0;

        bears += weight * pow(10, 4 * b / 99.0);
        for (int k = 0; k < 4; k++)
            sum += r[12 * b + 3 * k];
        /* errors of 1e-8 in velocities, times masses that differ by 10^4 */
        ck_assert_double_eq_tol(sum / bears, 1, 1e-5);
    }
    zn_solver_free(s);
    free(r);
    free(u);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("arches and stacks");
    TCase *tc = tcase_create("masonry");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, the_thickness_is_that_of_the_books);
    tcase_add_loop_test(tc, above_it_reactions_hold_the_arch, 0, 2);
    tcase_add_loop_test(tc, below_it_a_mechanism_proves_that_it_falls, 0, 2);
    tcase_add_test(tc,
                   a_stack_of_a_hundred_is_solved_with_masses_over_four_decades);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
