/* test_conform_systems.c - every class of systems keeps what zeno/ds.h says
 *
 * Operators are called as integrators call them, at random points of specimens in a
 * sealed model. Derivatives are taken by central differences along the motions that
 * the class has; nothing else is known of it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "system_values.h"

static zn_index count(zn_ds_matrix which)
{
    const zn_pattern a = zn_ds_pattern(ds, which);
    return zn_pattern_count(&a);
}

static void dense(zn_ds_matrix which, const double x[], double out[])
{
    const zn_pattern a = zn_ds_pattern(ds, which);

    ck_assert(a.rows == n && a.cols == n);
    conform_ok(ctx, who, "a pattern", zn_pattern_check(ctx, who, &a));
    zn_pattern_to_dense(&a, x, 1, out);
}

/* ---- claims ------------------------------------------------------------------------ */

START_TEST(every_class_has_a_specimen)
{
    conform_covered(ZN_KIND_DS, class_of, "specimen_systems.h");
}
END_TEST

START_TEST(the_mass_is_symmetric_and_positive)
{
    uint64_t seed = 3;

    take(_i);
    for (int trial = 0; second() && trial < 20; trial++) {
        const point p = random_point(&seed);
        const values a = at(&p);
        double M[MAX2], w[MAX], Mw[MAX], sum[MAX] = {0}, size = 0, energy = 0;
        dense(ZN_DS_MASS, a.M, M);
        conform_fill(&seed, 1, n, w);
        for (zn_index j = 0; j < n; j++)
            for (zn_index i = 0; i < n; i++) {
                sum[i] += M[i + n * j] * w[j];
                ck_assert_msg(fabs(M[i + n * j] - M[j + n * i]) <=
                                  1e-15 * conform_size(n * n, M),
                              "%s: M(%td, %td) = %.17g, M(%td, %td) = %.17g",
                              who, i, j, M[i + n * j], j, i, M[j + n * i]);
            }
        for (zn_index i = 0; i < n; i++) {
            energy += w[i] * sum[i];
            size += w[i] * w[i];
        }
        ck_assert_msg(energy > 1e-12 * size, "%s: w'Mw = %g", who, energy);
        memset(Mw, 0x7f, sizeof Mw);
        conform_ok(ctx, who, "mass_mul", cls->mass_mul(ds, p.q, w, Mw));
        conform_close(who, "M w", n, sum, Mw, 1e-14);
    }
}
END_TEST

/* column j of d f/dx, f the part of the values that begins at `of` */
static void slope(const point *p, int of_v, zn_index j, size_t of,
                  double column[])
{
    const point a = moved(p, of_v, j, step), b = moved(p, of_v, j, -step);
    const values fa = at(&a), fb = at(&b);
    const double *x = (const double *)((const char *)&fa + of);
    const double *y = (const double *)((const char *)&fb + of);

    for (zn_index i = 0; i < n; i++)
        column[i] = (x[i] - y[i]) / (2 * step);
}

static void compare(const char *what, const point *p, int of_v, size_t of,
                    zn_ds_matrix which, const double x[])
{
    double J[MAX2], D[MAX2];

    dense(which, x, J);
    for (zn_index j = 0; j < n; j++)
        slope(p, of_v, j, of, D + n * j);
    conform_close(who, what, n * n, D, J, 1e-7); /* 1e-9 each, and condition */
}

START_TEST(jacobians_are_those_of_the_functions)
{
    const size_t F = offsetof(values, F), w = offsetof(values, w);
    uint64_t seed = 5;

    take(_i);
    for (int trial = 0; trial < 10; trial++) {
        const point p = random_point(&seed);
        const values a = at(&p);
        compare("dF/dq", &p, 0, F, ZN_DS_JAC_Q, a.Jq);
        if (second())
            compare("dF/dv", &p, 1, F, ZN_DS_JAC_V, a.Jv);
        if (!second() && vary->rate) {
            compare("dw/dx", &p, 0, w, ZN_DS_RATE_X, a.Wx);
            compare("dw/dx'", &p, 1, w, ZN_DS_RATE_XDOT, a.Wd);
        }
    }
}
END_TEST

START_TEST(positions_move_along_velocities)
{
    uint64_t seed = 7;

    take(_i);
    ck_assert(!cls->retract == !cls->tangent && !cls->retract == !cls->qdot);
    for (int trial = 0; second() && trial < 20; trial++) {
        const point p = random_point(&seed);
        double I[MAX2] = {0}, T[MAX2], q[MAX], a[MAX], b[MAX], w[MAX];
        for (zn_index i = 0; i < nq; i++)
            I[i + nq * i] = 1;
        zn_ds_tangent(ds, p.q, nq, I, T);
        zn_ds_qdot(ds, p.q, p.v, q);
        memset(a, 0, sizeof a);
        for (zn_index j = 0; j < n; j++)
            for (zn_index i = 0; i < nq; i++)
                a[i] += T[i + nq * j] * p.v[j];
        conform_close(who, "T v", nq, a, q, 1e-14);

        for (zn_index i = 0; i < n; i++)
            w[i] = step * p.v[i];
        zn_ds_retract(ds, p.q, w, a);
        for (zn_index i = 0; i < n; i++)
            w[i] = -w[i];
        zn_ds_retract(ds, p.q, w, b);
        for (zn_index i = 0; i < nq; i++)
            a[i] = (a[i] - b[i]) / (2 * step);
        conform_close(who, "d retract(q, h v)/dh", nq, q, a, 1e-9);
        memset(w, 0, sizeof w);
        zn_ds_retract(ds, p.q, w, a);
        conform_close(who, "retract(q, 0)", nq, p.q, a, 1e-15);
        memcpy(a, p.q, sizeof a); /* in place */
        zn_ds_retract(ds, a, p.v, a);
        zn_ds_retract(ds, p.q, p.v, b);
        conform_same(who, "retract in place", nq, a, b);
    }
}
END_TEST

/* the largest difference of d retract(q, w) and T D dw; D = I if there is none */
static double end_moves(const point *p, const double w[])
{
    double D[MAX2] = {0}, end[MAX], a[MAX], b[MAX], to[MAX], worst = 0;

    for (zn_index i = 0; i < n; i++)
        D[i + n * i] = 1;
    if (cls->retract_jac)
        cls->retract_jac(ds, p->q, w, D);
    zn_ds_retract(ds, p->q, w, end);
    for (zn_index j = 0; j < n; j++) {
        memcpy(to, w, sizeof to);
        to[j] = w[j] + step;
        zn_ds_retract(ds, p->q, to, a);
        to[j] = w[j] - step;
        zn_ds_retract(ds, p->q, to, b);
        zn_ds_qdot(ds, end, D + n * j, to);
        for (zn_index i = 0; i < nq; i++)
            worst = fmax(worst, fabs((a[i] - b[i]) / (2 * step) - to[i]));
    }
    return worst;
}

START_TEST(the_end_of_a_motion_moves_as_it_says)
{
    uint64_t seed = 9;

    take(_i);
    for (int trial = 0; second() && trial < 10; trial++) {
        const point p = random_point(&seed);
        double w[MAX] = {0};
        if (cls->retract_jac) {
            conform_fill(&seed, 1.5, n, w);
            ck_assert_msg(end_moves(&p, w) < 1e-8,
                          "%s: retract_jac is off by %g", who,
                          end_moves(&p, w));
        }
        /* said or not, it is the identity up to the size of the motion */
        for (double size = 0.1; size > 1e-3; size /= 4) {
            conform_fill(&seed, size, n, w);
            ck_assert_msg(end_moves(&p, w) <= size,
                          "%s: the end of a motion of %g is off by %g", who,
                          size, end_moves(&p, w));
        }
    }
}
END_TEST

START_TEST(momenta_are_carried)
{
    uint64_t seed = 13;

    take(_i);
    if (!second() || !cls->carries || !cls->carries(ds))
        return;
    for (int trial = 0; trial < 20; trial++) {
        const point p = random_point(&seed);
        double w[MAX], L[MAX], out[MAX], back[MAX], J[MAX2], D[MAX2];
        double none[MAX] = {0}, power = 0;
        conform_fill(&seed, 1, n, w);
        conform_fill(&seed, 1, n, L);
        cls->carry(ds, none, L, out);
        conform_close(who, "carried nowhere", n, L, out, 1e-15);
        cls->carry(ds, w, L, out);
        cls->carry_jac(ds, w, L, J);
        for (zn_index j = 0; j < n; j++) {
            double to[MAX], a[MAX], b[MAX];
            memcpy(to, w, sizeof to);
            to[j] = w[j] + step;
            cls->carry(ds, to, L, a);
            to[j] = w[j] - step;
            cls->carry(ds, to, L, b);
            for (zn_index i = 0; i < n; i++)
                D[i + n * j] = (a[i] - b[i]) / (2 * step);
        }
        conform_close(who, "carry_jac", n * n, D, J, 1e-8);
        for (zn_index i = 0; i < n; i++)
            w[i] = -w[i];
        cls->carry(ds, w, out, back);
        conform_close(who, "there and back", n, L, back, 1e-14);

        /* turning the frame does no work: v' d carry(s v, M v)/ds = 0 at s = 0 */
        conform_ok(ctx, who, "M v", cls->mass_mul(ds, p.q, p.v, L));
        cls->carry_jac(ds, none, L, J);
        for (zn_index j = 0; j < n; j++)
            for (zn_index i = 0; i < n; i++)
                power += p.v[i] * J[i + n * j] * p.v[j];
        ck_assert_msg(fabs(power) < 1e-13, "%s: the frame gives %g W", who,
                      power);
    }
}
END_TEST

START_TEST(the_force_is_the_sum_of_its_parts)
{
    uint64_t seed = 17;

    take(_i);
    for (int trial = 0; second() && cls->force_parts && trial < 10; trial++) {
        const point p = random_point(&seed);
        const values a = at(&p);
        double sum[MAX];
        for (zn_index i = 0; i < n; i++) {
            const point f = moved(&p, 0, i, step), b = moved(&p, 0, i, -step);
            sum[i] =
                cls->potential
                    ? -(cls->potential(ds, f.q) - cls->potential(ds, b.q)) /
                          (2 * step)
                    : 0;
            for (int k = 0; k < 4; k++)
                sum[i] += a.part[k][i];
        }
        conform_close(who, "F and its parts", n, a.F, sum, 1e-9);
    }
}
END_TEST

/* Also where another instant was asked for before. */
START_TEST(the_mean_force_is_that_of_both_instants)
{
    uint64_t seed = 19;

    take(_i);
    for (int trial = 0; second() && cls->force_mean && trial < 10; trial++) {
        const point p = random_point(&seed);
        const double t1 = p.t + 0.25, w = conform_uniform(&seed);
        double F0[MAX], F1[MAX], work[MAX], mean[MAX];

        conform_ok(ctx, who, "force", cls->force(ds, p.t, p.q, p.v, F0));
        conform_ok(ctx, who, "force", cls->force(ds, t1, p.q, p.v, F1));
        conform_ok(ctx, who, "force_mean",
                   cls->force_mean(ds, p.t, t1, w, p.q, p.v, work, mean));
        for (zn_index i = 0; i < n; i++)
            F0[i] += w * (F1[i] - F0[i]);
        conform_close(who, "mean force", n, F0, mean, 1e-14);
    }
}
END_TEST

START_TEST(the_part_in_time_is_the_force_at_the_origin_at_rest)
{
    uint64_t seed = 23;

    take(_i);
    for (int trial = 0; second() && cls->force_in_time && trial < 10; trial++) {
        const double t = random_point(&seed).t, none[MAX] = {0};
        double F[MAX], part[MAX];

        conform_ok(ctx, who, "force", cls->force(ds, t, none, none, F));
        for (zn_index i = 0; i < n; i++)
            part[i] = NAN;
        conform_ok(ctx, who, "force_in_time", cls->force_in_time(ds, t, part));
        conform_close(who, "the part in time", n, F, part, 1e-14);
    }
}
END_TEST

/* Velocities of two units: the arm makes of the angular ones what lies between the lengths at which the masses are. */
START_TEST(an_arm_is_a_length_of_the_masses)
{
    uint64_t seed = 31;
    const size_t end = offsetof(zn_ds_type, arm) + sizeof cls->arm;
    double low[2] = {INFINITY, INFINITY}, high[2] = {0, 0}, r;
    zn_index first = -1;
    point p;

    take(_i);
    if (!second() || cls->type.size < end || !cls->arm)
        return;
    p = random_point(&seed);
    r = cls->arm(ds, &first);
    ck_assert(first >= 1 && first < n);
    for (zn_index j = 0; j < n; j++) {
        const int k = j >= first;
        double e[MAX] = {0}, Me[MAX];

        e[j] = 1;
        conform_ok(ctx, who, "mass_mul", cls->mass_mul(ds, p.q, e, Me));
        low[k] = fmin(low[k], Me[j]);
        high[k] = fmax(high[k], Me[j]);
    }
    ck_assert_msg(r * r >= low[1] / high[0] && r * r <= high[1] / low[0], "%s: an arm of %g", who, r);
}
END_TEST

/* ---- what it says of itself ----------------------------------------------------------- */

static void honest(const char *what, zn_vary says, size_t from, zn_index k,
                   const values *here, const values *later,
                   const values *elsewhere)
{
    const double *a = (const double *)((const char *)here + from);
    char words[100];

    snprintf(words, sizeof words, "%s, said not to vary with time", what);
    if (!zn_vary_with(says, ZN_WITH_TIME))
        conform_same(who, words, k, a,
                     (const double *)((const char *)later + from));
    snprintf(words, sizeof words, "%s, said not to vary with the state", what);
    if (!zn_vary_with(says, ZN_WITH_STATE))
        conform_same(who, words, k, a,
                     (const double *)((const char *)elsewhere + from));
    ck_assert_msg(says != ZN_ZERO || conform_size(k, a) == 0,
                  "%s: %s is said to be zero", who, what);
}

/* The force at two points with the same t: apart by its Jacobians, which are constant. */
static void affine(const point *p, const values *a, const point *o,
                   const values *b)
{
    double Jq[MAX2], Jv[MAX2];

    ck_assert_msg(zn_ds_constant_matrices(vary), "%s: affine, but varies", who);
    ck_assert_msg(nq == n || vary->J == ZN_ZERO, "%s: affine on a sphere", who);
    dense(ZN_DS_JAC_Q, a->Jq, Jq);
    dense(ZN_DS_JAC_V, a->Jv, Jv);
    for (zn_index i = 0; i < n; i++) {
        double rise = 0;
        for (zn_index j = 0; j < n; j++)
            rise += Jq[i + j * n] * (o->q[j] - p->q[j]) +
                    Jv[i + j * n] * (o->v[j] - p->v[j]);
        ck_assert_msg(fabs(b->F[i] - a->F[i] - rise) < 1e-12,
                      "%s: said to be affine, off by %g", who,
                      b->F[i] - a->F[i] - rise);
    }
}

START_TEST(what_it_says_to_vary_with_is_so)
{
    const size_t M = offsetof(values, M), F = offsetof(values, F);
    const size_t q = offsetof(values, Jq), v = offsetof(values, Jv);
    uint64_t seed = 19;

    take(_i);
    for (int trial = 0; trial < 10; trial++) {
        const point p = random_point(&seed);
        point late = p, away = random_point(&seed);
        double J[MAX2];
        late.t += 1 + conform_uniform(&seed);
        away.t = p.t;
        const values a = at(&p), b = at(&late), c = at(&away);
        honest("M", vary->M, M, second() || cls->lhs ? count(ZN_DS_MASS) : 0,
               &a, &b, &c);
        honest("F", vary->F, F, n, &a, &b, &c);
        honest("dF/dq", vary->J, q, count(ZN_DS_JAC_Q), &a, &b, &c);
        if (second())
            honest("dF/dv", vary->J, v, count(ZN_DS_JAC_V), &a, &b, &c);
        if (second() && vary->affine)
            affine(&p, &a, &away, &c);
        for (int k = 0; vary->diagonal && k < (second() ? 3 : 2); k++) {
            const zn_ds_matrix which = (zn_ds_matrix)k;
            if (k == 0 && !second() && !cls->lhs)
                continue;
            dense(which, k == 0 ? a.M : k == 1 ? a.Jq : a.Jv, J);
            for (zn_index i = 0; i < n * n; i++)
                ck_assert_msg(i % (n + 1) == 0 || J[i] == 0,
                              "%s: said to be diagonal", who);
        }
    }
}
END_TEST

START_TEST(operators_depend_on_their_arguments_alone)
{
    uint64_t seed = 29;

    take(_i);
    for (int trial = 0; trial < 10; trial++) {
        const point p = random_point(&seed), q = random_point(&seed);
        const values a = at(&p);
        question again = {.at = p};
        at(&q);
        conform_in_thread(ask, &again);
        conform_ok(ctx, who, "in another thread", again.st);
        conform_same(who, "from another thread",
                     (zn_index)(sizeof a / sizeof(double)), (const double *)&a,
                     (const double *)&again.out);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conformance of systems");
    TCase *tc = tcase_create("systems");
    const int k = (int)CONFORM_COUNT(specimens);

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, every_class_has_a_specimen);
    tcase_add_loop_test(tc, the_mass_is_symmetric_and_positive, 0, k);
    tcase_add_loop_test(tc, jacobians_are_those_of_the_functions, 0, k);
    tcase_add_loop_test(tc, positions_move_along_velocities, 0, k);
    tcase_add_loop_test(tc, the_end_of_a_motion_moves_as_it_says, 0, k);
    tcase_add_loop_test(tc, momenta_are_carried, 0, k);
    tcase_add_loop_test(tc, the_force_is_the_sum_of_its_parts, 0, k);
    tcase_add_loop_test(tc, the_mean_force_is_that_of_both_instants, 0, k);
    tcase_add_loop_test(tc, the_part_in_time_is_the_force_at_the_origin_at_rest,
                        0, k);
    tcase_add_loop_test(tc, an_arm_is_a_length_of_the_masses, 0, k);
    tcase_add_loop_test(tc, what_it_says_to_vary_with_is_so, 0, k);
    tcase_add_loop_test(tc, operators_depend_on_their_arguments_alone, 0, k);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
