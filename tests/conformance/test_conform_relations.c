/* test_conform_relations.c - every class of relations keeps what zeno/relation.h says
 *
 * Operations are called as the host calls them, at random points of a sealed model.
 * Derivatives are central differences along the motions of the systems joined; of two
 * bodies it is known that what moves both rigidly moves nothing between them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "relation_values.h"

/* ---- claims ------------------------------------------------------------------------ */

START_TEST(every_class_has_a_specimen)
{
    conform_covered(ZN_KIND_RELATION, class_of, "specimen_contacts.h");
}
END_TEST

enum { BY_Q, BY_LAMBDA, BY_TIME };

/* central difference of y (n numbers at `of`) along component j */
static void slope(const point *p, int by, zn_index j, size_t of, zn_index n,
                  double out[])
{
    values f[2];

    for (int k = 0; k < 2; k++) {
        const double s = k ? -step : step;
        point to = *p;
        double w[NQ] = {0};
        w[j] = s;
        if (by == BY_Q)
            follow(p->q, w, 1, to.q);
        else if (by == BY_LAMBDA)
            to.l[j] += s;
        else
            to.t += s;
        f[k] = at(&to);
    }
    for (zn_index i = 0; i < n; i++)
        out[i] = (((double *)((char *)&f[0] + of))[i] -
                  ((double *)((char *)&f[1] + of))[i]) /
                 (2 * step);
}

static void compare(const char *what, const point *p, int by, size_t of,
                    zn_index rows, zn_index used, zn_index cols,
                    const double J[])
{
    for (zn_index j = 0; j < cols; j++) {
        double column[NQ];
        slope(p, by, j, of, used, column);
        conform_close(who, what, used, column, J + j * rows, 1e-7);
    }
}

START_TEST(jacobians_are_those_of_the_functions)
{
    const size_t y = offsetof(values, y), g = offsetof(values, g);
    uint64_t seed = 3;

    take(_i);
    for (int trial = 0; trial < 10; trial++) {
        const point p = random_point(&seed);
        const values a = at(&p);
        compare("H", &p, BY_Q, y, ny, outputs, nv, a.H);
        compare("D", &p, BY_LAMBDA, y, ny, ny, ny, a.D);
        if (!vary->input) {
            double yt[NY];
            slope(&p, BY_TIME, 0, y, ny, yt);
            conform_close(who, "dh/dt", ny, yt, a.yt, 1e-7);
            continue;
        }
        compare("dg/dlambda", &p, BY_LAMBDA, g, nv, nv, ny, a.B);
        compare("dg/dq", &p, BY_Q, g, nv, nv, nv, a.K);
    }
}
END_TEST

/* rows without an output: y = 0, and their velocities come from H alone */
START_TEST(rows_of_sliding_have_no_output)
{
    uint64_t seed = 4;

    take(_i);
    for (int trial = 0; trial < 10; trial++) {
        const point p = random_point(&seed);
        const values a = at(&p);
        for (zn_index i = outputs; i < ny; i++)
            ck_assert_msg(a.y[i] == 0, "%s: y[%td] = %g", who, i, a.y[i]);
    }
}
END_TEST

/* d/dt (H v + dh/dt) along the motion with constant v */
START_TEST(accelerations_are_those_of_motions_with_constant_velocity)
{
    uint64_t seed = 5;

    take(_i);
    if (!second || zn_relation_on_position(vary))
        return;
    for (int trial = 0; trial < 10; trial++) {
        const point p = random_point(&seed);
        const values a = at(&p);
        double u[2][NY] = {{0}}, rate[NY];
        for (int k = 0; k < 2; k++) {
            const double s = k ? -step : step;
            point to = p;
            to.t += s;
            follow(p.q, p.v, s, to.q);
            const values b = at(&to);
            for (zn_index i = 0; i < ny; i++) {
                u[k][i] = b.yt[i];
                for (zn_index j = 0; j < nv; j++)
                    u[k][i] += b.H[i + j * ny] * p.v[j];
            }
        }
        for (zn_index i = 0; i < ny; i++)
            rate[i] = (u[0][i] - u[1][i]) / (2 * step);
        /* differences of differences where Jacobians are left out: 1e-4 */
        const bool rough = strcmp(specimens[_i].what, "by differences") == 0;
        conform_close(who, "acceleration", ny, rate, a.a, rough ? 1e-4 : 1e-7);
    }
}
END_TEST

/* `rate` is `output`, to the last bit, and H v + dh/dt; into arrays that held anything */
START_TEST(outputs_and_velocities_are_found_at_once)
{
    uint64_t seed = 7;

    take(_i);
    if (!cls->rate)
        return;
    ck_assert(second && (cls->jac_v || cls->jac_q));
    ck_assert(cls->dh_dt || !zn_relation_moves(vary));
    for (int trial = 0; trial < 20; trial++) {
        const point p = random_point(&seed);
        const values a = at(&p);
        double y[NY], u[NY], Hv[NY];
        for (int i = 0; i < NY; i++)
            y[i] = u[i] = -7e77;
        conform_ok(ctx, who, "rate", cls->rate(rel, data, p.t, p.q, p.v, y, u));
        memcpy(Hv, a.yt, sizeof Hv);
        for (zn_index j = 0; j < nv; j++)
            for (zn_index i = 0; i < ny; i++)
                Hv[i] += a.H[i + j * ny] * p.v[j];
        for (zn_index i = 0; i < ny; i++)
            ck_assert_msg(y[i] == a.y[i], "%s: y[%td] is %.17g, and %.17g by rate", who, i, a.y[i],
                          y[i]);
        conform_close(who, "u of rate", ny, Hv, u, 1e-14);
    }
}
END_TEST

/* both bodies moved as one: nothing moves between them; turned as one, likewise where
 * they are joined or touch, as they do at the beginning. Advances along directions of the world are
 * not between them. */
START_TEST(a_rigid_motion_of_both_is_not_felt)
{
    const specimen *s = &specimens[_i];
    const bool closed =
        strcmp(s->what, "two bodies") == 0 || strcmp(s->what, "touching") == 0;
    uint64_t seed = 6;

    take(_i);
    if (s->systems < 2 || s->joins == POINTS ||
        strcmp(s->what, "along the world") == 0)
        return;
    for (int trial = 0; trial < 20; trial++) {
        const bool turns = trial % 2;
        point p = random_point(&seed);
        const zn_index mq = nq / 2, mv = nv / 2;
        double c[3], w[3], v[NQ] = {0}, u[NY] = {0};
        if (turns && !closed)
            continue;
        for (zn_index i = 0; turns && i < nq; i++)
            p.q[i] = zn_ds_q0(ds[i / mq])[i % mq];
        const values a = at(&p);
        conform_fill(&seed, 1, 3, c);
        conform_fill(&seed, turns, 3, w);
        for (int b = 0; b < 2; b++) {
            const double *x = p.q + b * mq;
            double *to = v + b * mv;
            if (s->joins == PLANE) {
                to[0] = c[0] - w[0] * x[1];
                to[1] = c[1] + w[0] * x[0];
                to[2] = w[0];
                continue;
            }
            for (int i = 0; i < 3; i++)
                to[i] = c[i] + w[(i + 1) % 3] * x[(i + 2) % 3] -
                        w[(i + 2) % 3] * x[(i + 1) % 3];
            zn_rotate_back(x + 3, w, to + 3);
        }
        for (zn_index j = 0; j < nv; j++)
            for (zn_index i = 0; i < ny; i++)
                u[i] += a.H[i + j * ny] * v[j];
        conform_close(who, "velocity of a rigid motion", ny, (double[NY]){0}, u,
                      1e-13);
    }
}
END_TEST

/* ---- what it says of itself --------------------------------------------------------- */

static void same(const char *what, const char *of, size_t from, zn_index n,
                 const values *a, const values *b)
{
    char words[100];

    snprintf(words, sizeof words, "%s, said not to vary with %s", what, of);
    conform_same(who, words, n, (const double *)((const char *)a + from),
                 (const double *)((const char *)b + from));
}

/* f = slope x + rest: the rest, of which bits are lost in the subtraction */
static void rest(const double f[], zn_index n, zn_index k, const double J[],
                 const double x[], double out[])
{
    memcpy(out, f, (size_t)n * sizeof *out);
    for (zn_index j = 0; j < k; j++)
        for (zn_index i = 0; i < n; i++)
            out[i] -= J[i + j * n] * x[j];
}

START_TEST(what_it_says_to_vary_with_is_so)
{
    static const zn_vary with[] = {ZN_WITH_TIME, ZN_WITH_STATE, ZN_WITH_LAMBDA};
    static const char *const names[] = {"time", "the state", "lambda"};
    uint64_t seed = 7;

    take(_i);
    ck_assert_msg(!vary->D || cls->jac_lambda, "%s: D without jac_lambda", who);
    ck_assert_msg(!vary->input || cls->input, "%s: said to have an input", who);
    for (int trial = 0; trial < 30; trial++) {
        const int k = trial % 3;
        const point p = random_point(&seed);
        point to = p;
        const point other = random_point(&seed);
        if (k == 0)
            to.t = other.t;
        else if (k == 1)
            memcpy(to.q, other.q, sizeof to.q);
        else
            memcpy(to.l, other.l, sizeof to.l);
        const values a = at(&p), b = at(&to);
        if (cls->jac_q && !zn_vary_with(vary->C, with[k]))
            same("C", names[k], offsetof(values, C), ny * nq, &a, &b);
        if (!zn_vary_with(vary->D, with[k]))
            same("D", names[k], offsetof(values, D), ny * ny, &a, &b);
        if (vary->input && !zn_vary_with(vary->B, with[k]))
            same("B", names[k], offsetof(values, B), nv * ny, &a, &b);
        if (vary->input && !zn_vary_with(vary->K, with[k]))
            same("K", names[k], offsetof(values, K), nv * nq, &a, &b);
        double e[2][NQ];
        if (cls->jac_q && !zn_vary_with(vary->e, with[k]) &&
            zn_relation_affine_output(vary)) {
            rest(a.y, ny, nq, a.C, p.q, e[0]);
            rest(b.y, ny, nq, b.C, to.q, e[1]);
            rest(e[0], ny, ny, a.D, p.l, e[0]);
            rest(e[1], ny, ny, b.D, to.l, e[1]);
            conform_close(who, "e, said not to vary", ny, e[0], e[1], 1e-14);
        }
        if (vary->input && !vary->b) {
            rest(a.g, nv, ny, a.B, p.l, e[0]);
            conform_close(who, "b, said to be zero", nv, (double[NQ]){0}, e[0],
                          1e-14);
        }
    }
}
END_TEST

START_TEST(data_are_those_of_the_interaction)
{
    const specimen *s = &specimens[_i];
    const double none[15] = {0};
    uint64_t seed = 8;
    double more[15];

    take(_i);
    if (!cls->data_size) {
        ck_assert_int_eq(zn_interaction_set_data(inter, none), ZN_EINVAL);
        says(ctx, "it");
        return;
    }
    ck_assert_int_ge((int)cls->data_size, (int)cls->data_given);
    if (s->bad_data) {
        ck_assert_msg(zn_interaction_set_data(inter, none) == ZN_EINVAL,
                      "%s takes data that are zero", who);
        ck_assert_int_gt((int)strlen(zn_errmsg(ctx)), 20);
    }
    if (strcmp(s->what, "points") == 0)
        return; /* operators stand in their place */
    const point p = random_point(&seed);
    const values a = at(&p);
    ck_assert(memcmp(zn_interaction_data(inter), s->data, cls->data_size) == 0);
    memcpy(more, s->data, sizeof more);
    more[0] += 1; /* a full turn, where that is what they are */
    conform_ok(ctx, who, "data", zn_interaction_set_data(inter, more));
    data = zn_interaction_data(inter);
    const values b = at(&p);
    ck_assert_msg(memcmp(a.y, b.y, sizeof a.y) != 0,
                  "%s: the data make no difference", who);
}
END_TEST

START_TEST(operations_depend_on_their_arguments_alone)
{
    uint64_t seed = 9;

    take(_i);
    for (int trial = 0; trial < test_rounds(10); trial++) {
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
    Suite *suite = suite_create("conformance of relations");
    TCase *tc = tcase_create("relations");
    const int k = (int)CONFORM_COUNT(specimens);

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, every_class_has_a_specimen);
    tcase_add_loop_test(tc, jacobians_are_those_of_the_functions, 0, k);
    tcase_add_loop_test(tc, rows_of_sliding_have_no_output, 0, k);
    tcase_add_loop_test(
        tc, accelerations_are_those_of_motions_with_constant_velocity, 0, k);
    tcase_add_loop_test(tc, outputs_and_velocities_are_found_at_once, 0, k);
    tcase_add_loop_test(tc, a_rigid_motion_of_both_is_not_felt, 0, k);
    tcase_add_loop_test(tc, what_it_says_to_vary_with_is_so, 0, k);
    tcase_add_loop_test(tc, data_are_those_of_the_interaction, 0, k);
    tcase_add_loop_test(tc, operations_depend_on_their_arguments_alone, 0, k);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
