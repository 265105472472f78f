/* test_friction_piles.c - columns of discs that collapse, many towers: what their problems cost
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

/* Discs of diameter 1 on a triangular lattice between the ground and a wall on the left; the one on the
 * right has just gone. Neighbours touch but for some, as radii differ a little; bodies move. */
enum { WIDE = 28, HIGH = 28, DISCS = WIDE * HIGH, MOST = 4 * DISCS, TOUCH = 8 };

static const double TOUCHES = 0.65, MOVES = 0.1, MU = 0.5;

typedef struct column {
    zn_index discs, nc;
    zn_index number[HIGH][WIDE];
    double mass[DISCS], v[3 * DISCS];   /* m r^2 / 2 for turning, r = 1/2      */
    zn_index body[MOST][2];             /* -1: fixed                           */
    double normal[MOST][2];             /* into the first                      */
    zn_index at[DISCS][TOUCH], held[DISCS]; /* contacts of each                */
    zn_index p[MOST + 1], i[16 * MOST], bp[16 * MOST], ro[MOST + 1];
    double x[64 * MOST], q[2 * MOST], mu[MOST];
    zn_matrix W;
    zn_friction problem;
} column;

static void touch(column *k, zn_index a, zn_index b, double x, double y)
{
    const zn_index c = k->nc++, of[2] = {a, b};

    k->normal[c][0] = x;
    k->normal[c][1] = y;
    for (int s = 0; s < 2; s++) {
        k->body[c][s] = of[s];
        if (of[s] >= 0)
            k->at[of[s]][k->held[of[s]]++] = c;
    }
}

/* velocity of contact c along its normal, or across (e = 1), by that of its side s */
static void row(const column *k, zn_index c, int s, int e, double h[3])
{
    const double sign = s ? -1 : 1, *n = k->normal[c];

    h[0] = sign * (e ? -n[1] : n[0]);
    h[1] = sign * (e ? n[0] : n[1]);
    h[2] = e ? -0.5 : 0;
}

/* W_ab += H_a' M^-1 H_b of the bodies that both touch */
static void block(const column *k, zn_index a, zn_index b, double w[4])
{
    for (int s = 0; s < 4; s++) {
        const zn_index on = k->body[a][s / 2];

        if (on < 0 || on != k->body[b][s % 2])
            continue;
        for (int e = 0; e < 4; e++) {
            double g[3], h[3];

            row(k, a, s / 2, e % 2, g);
            row(k, b, s % 2, e / 2, h);
            w[e] += (g[0] * h[0] + g[1] * h[1] + 8 * g[2] * h[2]) / k->mass[on];
        }
    }
}

static void assemble(column *k)
{
    zn_index nb = 0;

    for (zn_index a = 0; a < k->nc; a++) {
        zn_index *near = k->i + nb, n = 0;

        for (int s = 0; s < 2; s++)
            for (zn_index l = 0; k->body[a][s] >= 0 && l < k->held[k->body[a][s]]; l++) {
                const zn_index b = k->at[k->body[a][s]][l];
                zn_index to = n;

                while (to > 0 && near[to - 1] > b)
                    to--;
                if (to > 0 && near[to - 1] == b)
                    continue;
                memmove(near + to + 1, near + to, (size_t)(n - to) * sizeof *near);
                near[to] = b;
                n++;
            }
        for (zn_index l = 0; l < n; l++, nb++) {
            k->bp[nb] = 4 * nb;
            block(k, a, k->i[nb], k->x + 4 * nb);
        }
        k->p[a + 1] = nb;
        k->ro[a + 1] = 2 * (a + 1);
        k->mu[a] = MU;
        for (int s = 0; s < 2; s++)
            for (int e = 0; e < 2 && k->body[a][s] >= 0; e++) {
                const double *v = k->v + 3 * k->body[a][s];
                double h[3];

                row(k, a, s, e, h);
                k->q[2 * a + e] += h[0] * v[0] + h[1] * v[1] + h[2] * v[2];
            }
    }
    k->W = (zn_matrix){.storage = ZN_BSR, .rows = 2 * k->nc, .cols = 2 * k->nc, .x = k->x,
                       .p = k->p, .i = k->i, .nbr = k->nc, .nbc = k->nc, .ro = k->ro,
                       .co = k->ro, .bp = k->bp};
    k->problem = (zn_friction){2, k->nc, &k->W, k->q, k->mu};
}

static column *collapsing(uint64_t seed)
{
    column *k = calloc(1, sizeof *k);
    rng g = {seed};

    ck_assert_ptr_nonnull(k);
    for (zn_index j = 0; j < HIGH; j++)
        for (zn_index i = 0; i < WIDE - j % 2; i++)
            k->number[j][i] = k->discs++;
    for (zn_index j = 0; j < HIGH; j++)
        for (zn_index i = 0; i < WIDE - j % 2; i++) {
            const zn_index a = k->number[j][i];

            if (j == 0)
                touch(k, a, -1, 0, 1);
            if (i == 0 && j % 2 == 0)
                touch(k, a, -1, 1, 0);
            if (i + 1 < WIDE - j % 2 && uniform(&g, 0, 1) < TOUCHES)
                touch(k, k->number[j][i + 1], a, 1, 0);
            for (zn_index s = 0; j > 0 && s < 2; s++) {
                const zn_index below = i + s - 1 + j % 2;

                if (below >= 0 && below < WIDE - (j - 1) % 2 && uniform(&g, 0, 1) < TOUCHES)
                    touch(k, a, k->number[j - 1][below], s ? -0.5 : 0.5, sqrt(0.75));
            }
        }
    for (zn_index b = 0; b < k->discs; b++) {
        const double r = uniform(&g, 0.75, 1);

        k->mass[b] = r * r;
        for (int e = 0; e < 3; e++)
            k->v[3 * b + e] = uniform(&g, -MOVES, MOVES) - (e == 1);
    }
    assemble(k);
    return k;
}

/* The velocities by those of the bodies, without W; then what the law leaves, relative to q. */
static double left(const column *k, const double r[])
{
    double *v = reals(3 * k->discs), sum = 0, all = 0;

    memcpy(v, k->v, (size_t)(3 * k->discs) * sizeof *v);
    for (zn_index c = 0; c < k->nc; c++)
        for (int s = 0; s < 2; s++)
            for (int e = 0; e < 2 && k->body[c][s] >= 0; e++) {
                const zn_index b = k->body[c][s];
                double h[3];

                row(k, c, s, e, h);
                for (int j = 0; j < 3; j++)
                    v[3 * b + j] += h[j] * r[2 * c + e] * (j == 2 ? 8 : 1) / k->mass[b];
            }
    for (zn_index c = 0; c < k->nc; c++) {
        double u[2] = {0}, at[2], to[2];

        for (int s = 0; s < 2; s++)
            for (int e = 0; e < 2 && k->body[c][s] >= 0; e++) {
                const double *vb = v + 3 * k->body[c][s];
                double h[3];

                row(k, c, s, e, h);
                u[e] += h[0] * vb[0] + h[1] * vb[1] + h[2] * vb[2];
            }
        /* a contact weighs some 3 to 8: 4 r, of which the size does not matter much */
        at[0] = 4 * r[2 * c] - u[0] - MU * fabs(u[1]);
        at[1] = 4 * r[2 * c + 1] - u[1];
        memcpy(to, at, sizeof to);
        if (MU * fabs(at[1]) <= -at[0]) {
            to[0] = to[1] = 0;
        } else if (fabs(at[1]) > MU * at[0]) {
            to[0] = (at[0] + MU * fabs(at[1])) / (1 + MU * MU);
            to[1] = copysign(MU * to[0], at[1]);
        }
        for (int e = 0; e < 2; e++) {
            const double off = 4 * r[2 * c + e] - to[e];

            sum += off * off;
            all += k->q[2 * c + e] * k->q[2 * c + e];
        }
    }
    free(v);
    return sqrt(sum / all);
}

/* who asks for factors, but the first ADMM for one */
static void note(void *user, const zn_attempt *a)
{
    zn_index *steps = user;

    if (strcmp(a->solver, "nsgs") && strcmp(a->solver, "patches") && strcmp(a->solver, "admm"))
        *steps += a->iterations;
}

/* Of 1500 contacts sweeps leave less and less, for a part of what steps with factors cost: as long as that
 * they are waited for, and where fifty steps of interior points fail they go on before all else. (By
 * operations alone, without what sparse factors take beside, they were given up after 150; after interior
 * points came some thousand steps of later methods, that each cost forty sweeps.) */
START_TEST(sweeps_are_waited_for_in_a_column_that_collapses)
{
    column *k = collapsing((uint64_t)_i + 1);
    double *r = reals(2 * k->nc), *u = reals(2 * k->nc);
    zn_ctx *ctx = context();
    zn_solve_info info;
    zn_index steps = 0;
    zn_solver *s;

    ck_assert(!zn_solver_new(ctx, "friction", "auto", &s));
    ck_assert(!zn_solver_set(s, "tol", "1e-3"));
    zn_solver_set_explain(s, note, &steps);
    ck_assert_msg(zn_friction_solve(s, &k->problem, r, u, &info) == ZN_OK, "%s", zn_errmsg(ctx));
    printf("%td contacts, %td iterations, %td with factors, left %g\n", k->nc, info.iterations,
           steps, left(k, r));
    ck_assert_int_le(steps, 50);
    ck_assert_int_le(info.iterations, 6000);
    ck_assert_double_le(left(k, r), 4e-3);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    free(r);
    free(u);
    free(k);
}
END_TEST

/* Towers of ten weights on the ground, many of them: the slow modes are few and the same in all, so that combined
 * sweeps end them in some ten, where Nesterov's momentum takes 44. */
enum { TOWERS = 1020, TEN = 10, ALL = TOWERS * TEN };

START_TEST(many_contacts_combine_before_they_gather_momentum)
{
    static double x[18] = {2, 0, 0, 0, 2, 0, 0, 0, 2, -1, 0, 0, 0, -1, 0, 0, 0, -1};
    static zn_index p[ALL + 1], i[3 * ALL], bp[3 * ALL], ro[ALL + 1];
    static double q[3 * ALL], mu[ALL], r[3 * ALL], u[3 * ALL];
    const zn_matrix W = {.storage = ZN_BSR, .rows = 3 * ALL, .cols = 3 * ALL, .x = x, .p = p,
                         .i = i, .nbr = ALL, .nbc = ALL, .ro = ro, .co = ro, .bp = bp};
    const zn_friction of = {.d = 3, .nc = ALL, .M = &W, .q = q, .mu = mu};
    zn_ctx *ctx = context();
    zn_solver *solver;
    zn_solve_info info = {0};
    zn_index nb = 0;

    for (zn_index a = 0; a < ALL; a++) {
        ro[a] = 3 * a;
        p[a] = nb;
        mu[a] = 0.5;
        q[3 * a] = a % TEN == 0 ? -1 : 0;
        for (zn_index b = a - 1; b <= a + 1; b++)
            if (b >= 0 && b / TEN == a / TEN) {
                i[nb] = b;
                bp[nb++] = b == a ? 0 : 9;
            }
    }
    p[ALL] = nb;
    ro[ALL] = 3 * ALL;
    ck_assert(!zn_solver_new(ctx, "friction", "patches", &solver));
    ck_assert(!zn_solver_set(solver, "tol", "1e-6"));
    ck_assert_int_eq(zn_solver_solve(solver, &of, r, u, &info), ZN_OK);
    ck_assert_int_lt(info.iterations, 25);
    /* load k of a tower carries what is not yet taken: W r = e_0 */
    for (zn_index k = 0; k < TEN; k++)
        ck_assert_double_eq_tol(r[3 * k], (double)(TEN - k) / (TEN + 1), 1e-4);
    zn_solver_free(solver);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("friction, piles");
    TCase *tc = tcase_create("piles");

    tcase_set_timeout(tc, 60);

    tcase_add_loop_test(tc, sweeps_are_waited_for_in_a_column_that_collapses, 0, 2);
    tcase_add_test(tc, many_contacts_combine_before_they_gather_momentum);
    suite_add_tcase(s, tc);
    return test_main(s);
}
