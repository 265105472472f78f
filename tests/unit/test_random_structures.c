/* test_random_structures.c - bodies at rest on each other: as many contacts as are said,
 * forces that are opposite, the same problem condensed or not, and those stand that are to
 * SPDX-License-Identifier: Apache-2.0 */
#include "io_test.h"

#include <zeno/global_friction.h>
#include <zeno/random_problem.h>
#include <zeno/solver.h>

/* The bricks of a wall of 8 are two in a course, every other course moved by half a brick:
 * 2 4 of the ground, and from course to course 3 4. The last one of a moved course lies on
 * one, and its centre is above the border of that. */
static const struct {
    const char *options;
    zn_index contacts, bodies;
    bool stands;
} specs[] = {
    {"structure=stack bodies=5 mu=0", 20, 5, true},
    {"structure=stack bodies=5 spread=2 d=2", 20, 5, true},
    {"structure=wall bodies=8 mu=0.1", 44, 8, true},
    {"structure=arch bodies=7 slope=0.2 mu=1", 32, 7, true},
    {"structure=arch bodies=7 slope=0.02 mu=1", 32, 7, false},
    {"structure=arch bodies=7 slope=0.2 mu=0", 32, 7, false},
    {"structure=wedge bodies=5 mu=0", 56, 5, true},
    {"structure=wedge bodies=5 slope=0 mu=0", 56, 5, false},
    {"structure=chain bodies=6 slope=0.3 mu=0", 7, 6, true},
    {"structure=chain bodies=6 slope=0.3 spread=1 mu=0", 7, 6, false},
    {"structure=chain bodies=6 slope=0.3 d=2", 7, 6, true},
};
enum { SPECS = sizeof specs / sizeof *specs };

static const double fall = 9.81 * 5e-3; /* m/s, of free fall for 5 ms */

static zn_problem_file *make(const char *class, const char *options)
{
    zn_problem_file *f;

    ck_assert_msg(!zn_problem_random(ctx, class, options, &f), "%s",
                  zn_errmsg(ctx));
    return f;
}

static double *reals(zn_index n)
{
    double *x = calloc((size_t)n, sizeof *x);

    ck_assert_ptr_nonnull(x);
    return x;
}

START_TEST(a_structure_has_its_bodies_and_contacts_and_no_known_solution)
{
    zn_problem_file *f = make("global-friction", specs[_i].options);
    const zn_global_friction *p = zn_problem_file_problem(f);
    const double *z, *w;

    ck_assert_int_eq(p->nc, specs[_i].contacts);
    ck_assert_int_eq(p->n, 6 * specs[_i].bodies);
    ck_assert(!zn_problem_file_known(f, &z, &w));
    for (zn_index b = 0; b < specs[_i].bodies; b++) {
        const double m = zn_matrix_get(p->M, 6 * b, 6 * b);
        for (zn_index i = 0; i < 6; i++) /* the momentum of the fall */
            ck_assert_double_eq_tol(p->q[6 * b + i], i == 2 ? -m * fall : 0,
                                    1e-15 * m);
    }
    zn_problem_file_free(f);
}
END_TEST

START_TEST(condensed_it_is_the_same_problem)
{
    zn_problem_file *f = make("friction", specs[_i].options);
    zn_problem_file *g = make("global-friction", specs[_i].options);
    const zn_friction *p = zn_problem_file_problem(f);
    const zn_global_friction *s = zn_problem_file_problem(g);
    const zn_index m = p->d * p->nc, n = s->n;
    double *r = reals(m), *u = reals(m), *v = reals(n), *by = reals(m);

    ck_assert_int_eq(p->nc, s->nc);
    ck_assert_int_eq(p->d, s->d);
    /* W r + q = H' M^-1 (H r + q_global), for some r; M is diagonal */
    for (zn_index i = 0; i < m; i++)
        r[i] = fall * sin((double)(3 * i + 1));
    memcpy(u, p->q, (size_t)m * sizeof *u);
    zn_matrix_mul(p->M, 1, r, 1, u);
    zn_matrix_mul(s->H, 1, r, 0, v);
    for (zn_index i = 0; i < n; i++)
        v[i] = (v[i] + s->q[i]) / zn_matrix_get(s->M, i, i);
    zn_matrix_mul_t(s->H, 1, v, 0, by);
    for (zn_index i = 0; i < m; i++)
        ck_assert_double_eq_tol(u[i], by[i], 1e-13); /* of terms up to 10 */
    free(r);
    free(u);
    free(v);
    free(by);
    zn_problem_file_free(f);
    zn_problem_file_free(g);
}
END_TEST

/* The direction e of contact a, as a force on body b. */
static void force(const zn_global_friction *p, zn_index a, zn_index e,
                  zn_index b, double out[3])
{
    for (zn_index i = 0; i < 3; i++)
        out[i] = zn_matrix_get(p->H, 6 * b + i, p->d * a + e);
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

START_TEST(forces_of_a_contact_are_opposite_and_their_directions_orthonormal)
{
    const char *more[] = {"structure=pile bodies=30", "structure=pile d=2",
                          "structure=heap bodies=30"};
    zn_problem_file *f = make("global-friction", _i < SPECS
                                                     ? specs[_i].options
                                                     : more[_i - SPECS]);
    const zn_global_friction *p = zn_problem_file_problem(f);

    for (zn_index a = 0; a < p->nc; a++) {
        double on[2][3][3] = {{{0}}}, t[3];
        int bodies = 0;
        for (zn_index b = 0; b < p->n / 6; b++) {
            force(p, a, 0, b, t);
            if (dot(t, t) == 0)
                continue;
            ck_assert_int_lt(bodies, 2);
            for (zn_index e = 0; e < p->d; e++)
                force(p, a, e, b, on[bodies][e]);
            bodies++;
        }
        ck_assert_int_ge(bodies, 1);
        for (zn_index e = 0; e < p->d; e++)
            for (zn_index k = 0; k <= e; k++)
                ck_assert_double_eq_tol(dot(on[0][e], on[0][k]), e == k, 1e-15);
        for (zn_index e = 0; e < p->d && bodies == 2; e++)
            for (int i = 0; i < 3; i++)
                ck_assert(on[0][e][i] == -on[1][e][i]);
    }
    zn_problem_file_free(f);
}
END_TEST

/* Reactions in their cones with v = 0 are a proof that it stands; if it does not, no
 * solution has v = 0. */
START_TEST(what_is_said_to_stand_stands_and_the_rest_does_not)
{
    zn_problem_file *f = make("global-friction", specs[_i].options);
    const zn_global_friction *p = zn_problem_file_problem(f);
    const zn_index m = p->d * p->nc;
    double *z = reals(p->n + m), *u = reals(m), most = 0;
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "global-friction", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-10), ZN_OK);
    ck_assert_msg(!zn_solver_solve(s, p, z, u, NULL), "%s", zn_errmsg(ctx));
    for (zn_index i = 0; i < p->n; i++)
        most = fmax(most, fabs(z[i]));
    if (specs[_i].stands)
        ck_assert_msg(most < 1e-7 * fall, "%s: a velocity of %g",
                      specs[_i].options, most);
    else
        ck_assert_msg(most > 1e-3 * fall, "%s: all velocities below %g",
                      specs[_i].options, most);
    zn_solver_free(s);
    free(z);
    free(u);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(masses_spread_from_the_first_body_to_the_last)
{
    zn_problem_file *f =
        make("global-friction", "structure=stack bodies=4 spread=6");
    const zn_global_friction *p = zn_problem_file_problem(f);

    for (zn_index b = 0; b < 4; b++) {
        const double m = pow(10, 2 * (double)b);
        /* cubes of edge 1: m / 6 about their centres */
        ck_assert_double_eq_tol(zn_matrix_get(p->M, 6 * b, 6 * b), m, 1e-12 * m);
        ck_assert_double_eq_tol(zn_matrix_get(p->M, 6 * b + 5, 6 * b + 5), m / 6,
                                1e-12 * m);
    }
    zn_problem_file_free(f);
}
END_TEST

/* The row of contact a that is about body b's spin: the lever arm of direction e. */
static double arm(const zn_global_friction *p, zn_index a, zn_index e, zn_index b)
{
    double sum = 0;

    for (zn_index i = 3; i < 6; i++) {
        const double x = zn_matrix_get(p->H, 6 * b + i, p->d * a + e);

        sum += x * x;
    }
    return sqrt(sum);
}

/* the last body in contact a */
static zn_index last_of(const zn_global_friction *p, zn_index a)
{
    zn_index last = -1;

    for (zn_index b = 0; b < p->n / 6; b++) {
        double n[3];

        force(p, a, 0, b, n);
        if (dot(n, n) > 0)
            last = b;
    }
    return last;
}

/* Rows of 4 in a box, 16 to a layer and 12 in the last: on the floor 16; at the walls of x
 * 3 4 + 3 each, at those of y 3 4 + 4 and 3 4. */
START_TEST(a_pile_is_in_its_box)
{
    enum { N = 60 };
    zn_problem_file *f = make("global-friction", "structure=pile bodies=60");
    const zn_global_friction *p = zn_problem_file_problem(f);
    int alone = 0;

    ck_assert_int_eq(p->n, 6 * N);
    for (zn_index a = 0; a < p->nc; a++) {
        int touched = 0;
        for (zn_index b = 0; b < N; b++) {
            double t[3];
            force(p, a, 0, b, t);
            touched += dot(t, t) > 0;
        }
        ck_assert(touched == 1 || touched == 2);
        alone += touched == 1;
    }
    ck_assert_int_eq(alone, 16 + 15 + 15 + 16 + 12);
    zn_problem_file_free(f);
}
END_TEST

/* Normals go through the centres, and tangents have the radius for an arm, the same at all
 * contacts of a sphere and the one that its mass has, m = 8 R^3: so gaps are zero. Where a
 * sphere is the first of its contacts it is held: its weight is a sum of pushes. */
START_TEST(spheres_of_a_heap_touch_and_are_held)
{
    enum { N = 40 };
    static const double up[3] = {0, 0, 1};
    zn_problem_file *f = make("global-friction", "structure=heap bodies=40");
    const zn_global_friction *p = zn_problem_file_problem(f);
    zn_index first = 0;

    ck_assert_int_eq(p->n, 6 * N);
    ck_assert_int_gt(p->nc, 2 * N);
    ck_assert_int_le(p->nc, 3 * N);
    for (zn_index b = 0; b < N; b++) {
        const double R = cbrt(zn_matrix_get(p->M, 6 * b, 6 * b)) / 2;
        double n[3][3], t[3], x[3], cross[3], det;
        zn_index held = 0;

        ck_assert_double_ge(R, 0.4);
        ck_assert_double_le(R, 0.6);
        for (zn_index a = 0; a < p->nc; a++) {
            force(p, a, 0, b, t);
            if (dot(t, t) == 0)
                continue;
            ck_assert_double_eq_tol(arm(p, a, 0, b), 0, 1e-12);
            for (zn_index e = 1; e < 3; e++)
                ck_assert_double_eq_tol(arm(p, a, e, b), R, 1e-12);
        }
        /* its own contacts come in its turn, with no later sphere in them */
        for (; first < p->nc && last_of(p, first) == b; first++, held++) {
            ck_assert_int_lt(held, 3);
            force(p, first, 0, b, n[held]);
        }
        ck_assert(held == 3 || held == 1);
        if (held == 1) {
            ck_assert_double_eq(n[0][2], 1);
            continue;
        }
        /* sum of x_i n_i = up, by Cramer's rule */
        for (int i = 0; i < 3; i++) {
            const double *c = n[(i + 1) % 3], *d = n[(i + 2) % 3];

            for (int k = 0; k < 3; k++)
                cross[k] = c[(k + 1) % 3] * d[(k + 2) % 3] -
                           c[(k + 2) % 3] * d[(k + 1) % 3];
            det = dot(n[i], cross);
            x[i] = dot(up, cross) / det;
            ck_assert_double_gt(x[i], 0);
        }
    }
    ck_assert_int_eq(first, p->nc);
    zn_problem_file_free(f);
}
END_TEST

/* Blocks of five rows, a node and four diodes; a node's row has its diodes' signs, and a
 * diode of each rectifier loads one of the next: M is symmetric but for the nodes. */
START_TEST(rectifiers_load_each_other_both_ways)
{
    zn_problem_file *f = make("mlcp", "family=bridges n=15");
    const zn_mlcp *p = zn_problem_file_problem(f);

    ck_assert_int_eq(p->n, 15);
    for (zn_index i = 0; i < 15; i++)
        for (zn_index j = 0; j < i; j++) {
            const bool node = i % 5 == 0 || j % 5 == 0;
            const double a = zn_matrix_get(p->M, i, j);
            ck_assert(zn_matrix_get(p->M, j, i) == (node ? -a : a));
            if (i / 5 != j / 5)
                ck_assert(a == (i - j == 2 && i % 5 == 1 ? -0.05 : 0));
        }
    zn_problem_file_free(f);
}
END_TEST

static zn_status make_all(const zn_allocator *alloc)
{
    static const char *const small[] = {
        "structure=stack bodies=2", "structure=wall bodies=2",
        "structure=arch bodies=2",  "structure=wedge bodies=2",
        "structure=pile bodies=2",  "structure=chain bodies=2",
        "structure=heap bodies=2"};
    zn_ctx *c;
    zn_status st = zn_ctx_new_with(alloc, &c);

    for (size_t k = 0; !st && k < 2 * sizeof small / sizeof *small; k++) {
        zn_problem_file *f;
        st = zn_problem_random(c, k % 2 ? "friction" : "global-friction",
                               small[k / 2], &f);
        ck_assert(!st == !!f);
        zn_problem_file_free(f);
    }
    if (c)
        zn_ctx_free(c);
    return st;
}

START_TEST(failing_memory_is_told_and_nothing_leaks)
{
    test_torture(make_all);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("random structures");
    TCase *tc = tcase_create("structures");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(
        tc, a_structure_has_its_bodies_and_contacts_and_no_known_solution, 0,
        SPECS);
    tcase_add_loop_test(tc, condensed_it_is_the_same_problem, 0, SPECS);
    tcase_add_loop_test(
        tc, forces_of_a_contact_are_opposite_and_their_directions_orthonormal, 0,
        SPECS + 3);
    tcase_add_loop_test(tc, what_is_said_to_stand_stands_and_the_rest_does_not,
                        0, SPECS);
    tcase_add_test(tc, masses_spread_from_the_first_body_to_the_last);
    tcase_add_test(tc, a_pile_is_in_its_box);
    tcase_add_test(tc, spheres_of_a_heap_touch_and_are_held);
    tcase_add_test(tc, rectifiers_load_each_other_both_ways);
    tcase_add_test(tc, failing_memory_is_told_and_nothing_leaks);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
