/* test_friction_redundant.c - more contacts than their bodies can tell apart
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"
#include "generic_test.h"

/* Walls of bricks in the plane and stacks of boxes in space, some kicked: W = H' M^-1 H has
 * the rank of the velocities, far below its order, and q = H' v. That is how exactly models
 * tell it; off: and so are rows whose arms come from iterations, each off by that part of
 * |q|. Then no loads make all contacts stick that would, and those that balance each other
 * have to be shifted until one of them slips. A solution exists as the bodies can be
 * lifted apart (Acary, Cadoux, Lemarechal & Malick, ZAMM 91, 2011). */

static const double HEIGHT = 1, WIDTH = 2, FALL = 0.0981; /* m, m, m/s */

/* rows of contact a into H (m velocities a row): body b, or -1, pushed by sign along
 * the axes n, t (and the third), arm x */
static void push2(double *H, zn_index m, zn_index a, zn_index b, double sign,
                  const double x[2])
{
    double *n = H + m * 2 * a, *t = n + m;

    if (b < 0)
        return;
    n[3 * b + 1] += sign;
    n[3 * b + 2] += sign * x[0];
    t[3 * b] += sign;
    t[3 * b + 2] -= sign * x[1];
}

static void push3(double *H, zn_index m, zn_index a, zn_index b, double sign,
                  const double x[3])
{
    for (int k = 0; k < 3; k++) {
        double *h = H + m * (3 * a + k);
        int i = (k + 2) % 3; /* the normal is z */

        if (b < 0)
            return;
        h[6 * b + i] += sign;
        h[6 * b + 3 + (i + 1) % 3] += sign * x[(i + 2) % 3];
        h[6 * b + 3 + (i + 2) % 3] -= sign * x[(i + 1) % 3];
    }
}

/* M = H' diag(inverse) H, q = H' v, off by noise |q| */
static void finish(contacts *c, zn_index m, const double H[],
                   const double inverse[], const double v[], double noise,
                   rng *g)
{
    double size = 0;

    for (zn_index i = 0; i < c->n; i++) {
        for (zn_index k = 0; k < m; k++)
            c->q[i] += H[k + m * i] * v[k];
        size += c->q[i] * c->q[i];
        for (zn_index j = 0; j < c->n; j++)
            for (zn_index k = 0; k < m; k++)
                c->M[i + j * c->n] += H[k + m * i] * inverse[k] * H[k + m * j];
    }
    for (zn_index i = 0; i < c->n; i++)
        c->q[i] += noise * sqrt(size) * uniform(g, -1, 1);
    c->p.M = &c->A;
}

/* `rows` of `cols` bricks in running bond, the two ends of each bed a contact */
static void wall(contacts *c, rng *g, zn_index rows, zn_index cols,
                 double noise)
{
    zn_index nb = rows * cols, m = 3 * nb, a = 0, kicked;
    double *H, *inverse = reals(m), *v = reals(m);
    double mu = uniform(g, 0.2, 1);

    /* every second course stands over by half a brick: 2 cols - 1 beds */
    contacts_new(c, 2, 2 * cols + 2 * (rows - 1) * (2 * cols - 1));
    H = reals(m * c->n);
    for (zn_index b = 0; b < nb; b++) {
        double mass = uniform(g, 1, 2), X = WIDTH * (double)(b % cols);

        X += (double)(b / cols % 2) * WIDTH / 2;
        inverse[3 * b] = inverse[3 * b + 1] = 1 / mass;
        inverse[3 * b + 2] =
            12 / (mass * (WIDTH * WIDTH + HEIGHT * HEIGHT));
        v[3 * b + 1] = -FALL;
        for (zn_index o = b < cols ? -1 : b / cols * cols - cols;
             o < b / cols * cols; o++) {
            double Y = WIDTH * (double)(o % cols) +
                       (double)((b / cols + 1) % 2) * WIDTH / 2;
            double lo = o < 0 ? X : fmax(X, Y), hi = o < 0 ? X : fmin(X, Y);
            double at[2] = {lo - WIDTH / 2, hi + WIDTH / 2};

            if (at[1] - at[0] < WIDTH / 4)
                continue;
            for (int end = 0; end < 2; end++, a++) {
                push2(H, m, a, b, 1, (double[]){at[end] - X, -HEIGHT / 2});
                push2(H, m, a, o, -1, (double[]){at[end] - Y, HEIGHT / 2});
                c->mu[a] = mu;
            }
        }
    }
    ck_assert_int_eq(a, c->nc);
    kicked = (zn_index)uniform(g, 0, (double)nb - 1e-9);
    for (int k = 0; k < 3; k++)
        v[3 * kicked + k] += uniform(g, -2, 2);
    finish(c, m, H, inverse, v, noise, g);
    free(H);
    free(inverse);
    free(v);
}

/* boxes of edge 1, one on another, by their corners and some points more */
static void stack(contacts *c, rng *g, zn_index nb, double noise)
{
    enum { POINTS = 6 };
    static const double corner[4][2] = {
        {-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    zn_index m = 6 * nb, kicked;
    double *H, *inverse = reals(m), *v = reals(m);
    double mu = uniform(g, 0.2, 1);

    contacts_new(c, 3, POINTS * nb);
    H = reals(m * c->n);
    for (zn_index b = 0; b < nb; b++) {
        double mass = uniform(g, 1, 2);

        for (int k = 0; k < 6; k++)
            inverse[6 * b + k] = (k < 3 ? 1 : 6) / mass;
        v[6 * b + 2] = -FALL;
        for (int k = 0; k < POINTS; k++) {
            double x = k < 4 ? corner[k][0] : uniform(g, -0.5, 0.5);
            double y = k < 4 ? corner[k][1] : uniform(g, -0.5, 0.5);

            push3(H, m, POINTS * b + k, b, 1, (double[]){x, y, -0.5});
            push3(H, m, POINTS * b + k, b - 1, -1, (double[]){x, y, 0.5});
            c->mu[POINTS * b + k] = mu;
        }
    }
    kicked = (zn_index)uniform(g, 0, (double)nb - 1e-9);
    for (int k = 0; k < 6; k++)
        v[6 * kicked + k] += uniform(g, -1, 1);
    finish(c, m, H, inverse, v, noise, g);
    free(H);
    free(inverse);
    free(v);
}

/* `auto` brings it to 1e-12; in units that are powers of two the same bits */
static void check_solved(contacts *c, const char *what, int round)
{
    static const int units[][2] = {{0, 0}, {-40, 0}, {0, 50}, {33, -47}};
    double *z = reals(c->n), *w = reals(c->n), *first = reals(c->n);
    zn_ctx *ctx = context();

    for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
        const double M = ldexp(1, units[k][0]), q = ldexp(1, units[k][1]);
        zn_solve_info info;

        for (zn_index i = 0; i < c->n * c->n; i++)
            c->M[i] *= M;
        for (zn_index i = 0; i < c->n; i++) {
            c->q[i] *= q;
            z[i] = 0;
        }
        ck_assert_msg(
            !run_once(ctx, "friction", "auto", 1e-12, &c->p, z, w, &info),
            "%s %d: %s", what, round, zn_errmsg(ctx));
        /* its measure forgives twice the rounding, the host a little more */
        ck_assert_double_le(naive_friction(c, z), 1.0001e-12);
        for (zn_index i = 0; i < c->n; i++) {
            if (k == 0)
                first[i] = z[i];
            ck_assert_double_eq(z[i] * M / q, first[i]);
        }
        for (zn_index i = 0; i < c->n * c->n; i++)
            c->M[i] /= M;
        for (zn_index i = 0; i < c->n; i++)
            c->q[i] /= q;
    }
    zn_ctx_free(ctx);
    free(z);
    free(w);
    free(first);
}

enum { ROUNDS = 12 };

START_TEST(walls_of_bricks_are_solved_whatever_the_last_digits_of_their_rows)
{
    const double noise = _i ? 1e-11 : 0;
    rng g = {(uint64_t)(2600 + _i)};

    printf("walls: seed %d\n", 2600 + _i);
    for (int k = 0; k < test_rounds(ROUNDS); k++) {
        contacts c;

        wall(&c, &g, 2 + k % 3, 2 + k / 3 % 3, noise);
        check_solved(&c, "wall", k);
        contacts_free(&c);
    }
}
END_TEST

START_TEST(stacks_of_boxes_are_solved_whatever_the_last_digits_of_their_rows)
{
    const double noise = _i ? 1e-11 : 0;
    rng g = {(uint64_t)(2700 + _i)};

    printf("stacks: seed %d\n", 2700 + _i);
    for (int k = 0; k < test_rounds(ROUNDS); k++) {
        contacts c;

        /* taller ones with rows that are off stop at 1e-11: contacts that creep */
        stack(&c, &g, 1 + k % (_i ? 2 : 5), noise);
        check_solved(&c, "stack", k);
        contacts_free(&c);
    }
}
END_TEST

/* The same contacts with two joints and a stop that act on what they act on: rows R' H of
 * random R, M = [I R]' W [I R], off as the contacts are. R has no normals: boxes that are
 * lifted do not move it, and a solution exists. */
static void joined(machine *m, const contacts *c, rng *g, double noise)
{
    enum { MORE = 3 };
    zn_index n = c->n + MORE, nb = c->nc + 2;
    zn_index *rows = indices(nb);
    int *kinds = (int *)calloc((size_t)nb, sizeof *kinds);
    double *R = reals(c->n * n), size = 0;

    ck_assert_ptr_nonnull(kinds);
    for (zn_index b = 0; b < nb; b++) {
        rows[b] = b < c->nc ? 3 : b == c->nc ? 2 : 1;
        kinds[b] = b < c->nc    ? ZN_GENERIC_FRICTION_3D
                   : b == c->nc ? ZN_GENERIC_EQUALITY
                                : ZN_GENERIC_UNILATERAL;
    }
    machine_new(m, nb, rows, kinds);
    for (zn_index a = 0; a < c->nc; a++)
        m->mu[a] = c->mu[a];
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < c->n; i++)
            R[i + c->n * j] = j < c->n  ? i == j
                              : i % 3 ? uniform(g, -1, 1) / sqrt((double)c->n)
                                      : 0;
    for (zn_index i = 0; i < n; i++)
        for (zn_index k = 0; k < c->n; k++) {
            m->q[i] += R[k + c->n * i] * c->q[k];
            for (zn_index l = 0; l < c->n; l++)
                for (zn_index j = 0; j < n; j++)
                    m->M[i + n * j] += R[k + c->n * i] *
                                       c->M[k + c->n * l] * R[l + c->n * j];
        }
    for (zn_index i = 0; i < n; i++)
        size += m->q[i] * m->q[i];
    for (zn_index i = 0; i < n; i++)
        m->q[i] += noise * sqrt(size) * uniform(g, -1, 1);
    free(R);
    free(rows);
    free(kinds);
}

START_TEST(joints_beside_contacts_are_solved_whatever_the_last_digits)
{
    const double noise = _i ? 1e-11 : 0;
    rng g = {(uint64_t)(2800 + _i)};
    zn_ctx *ctx = context();

    printf("joints: seed %d\n", 2800 + _i);
    for (int k = 0; k < test_rounds(ROUNDS); k++) {
        contacts c;
        machine m;
        zn_solve_info info;
        double *z, *w;

        stack(&c, &g, 1 + k % 2, 0);
        joined(&m, &c, &g, noise);
        z = reals(m.n);
        w = reals(m.n);
        ck_assert_msg(
            !run_once(ctx, "generic-mechanical", "auto", 1e-12, &m.p, z, w, &info),
            "round %d: %s", k, zn_errmsg(ctx));
        ck_assert_double_le(naive_generic(&m, z), 1.0001e-12);
        free(z);
        free(w);
        machine_free(&m);
        contacts_free(&c);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* problems that proximal points asked Newton's method for */
static void count_shifts(void *user, const zn_attempt *a)
{
    *(zn_index *)user += strcmp(a->solver, "prox") ? 0 : a->iterations;
}

/* A body between two walls that come nearer, and a stop by itself: u_1N = r_1N - r_2N - 1 and
 * u_2N = r_2N - r_1N - 1 are never both >= 0. No loads that could be shifted are to blame, and
 * to see that took ten times as long as all other methods. */
START_TEST(what_has_no_solution_is_not_shifted)
{
    static const zn_index rows[] = {3, 3, 1};
    static const int kinds[] = {ZN_GENERIC_FRICTION_3D, ZN_GENERIC_FRICTION_3D,
                                ZN_GENERIC_UNILATERAL};
    double z[7] = {0}, w[7];
    zn_index shifts = 0;
    zn_ctx *ctx = context();
    zn_solve_info info;
    zn_solver *s;
    machine m;

    machine_new(&m, 3, rows, kinds);
    for (zn_index i = 0; i < 7; i++) {
        m.M[i + 7 * i] = 1;
        if (i < 3)
            m.M[i + 7 * (i + 3)] = m.M[i + 3 + 7 * i] = -1;
    }
    m.q[0] = m.q[3] = m.q[6] = -1;
    m.mu[0] = m.mu[1] = 0.3;
    ck_assert(!zn_solver_new(ctx, "generic-mechanical", "auto", &s));
    zn_solver_set_explain(s, count_shifts, &shifts);
    ck_assert_int_eq(zn_solver_solve(s, &m.p, z, w, &info), ZN_UNSOLVED);
    ck_assert_double_ge(info.error, 0.1);
    ck_assert_int_eq(shifts, 0);
    zn_solver_free(s);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, redundant");
    TCase *tc = tcase_create("redundant");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(
        tc, walls_of_bricks_are_solved_whatever_the_last_digits_of_their_rows,
        0, 2);
    tcase_add_loop_test(
        tc, stacks_of_boxes_are_solved_whatever_the_last_digits_of_their_rows,
        0, 2);
    tcase_add_loop_test(
        tc, joints_beside_contacts_are_solved_whatever_the_last_digits, 0, 2);
    tcase_add_test(tc, what_has_no_solution_is_not_shifted);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
