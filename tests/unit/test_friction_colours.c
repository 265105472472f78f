/* test_friction_colours.c - contacts in groups that do not touch each other
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling_test.h"

#include "solvers/contact/nsgs.h"
#include "solvers/contact/contact.h"

static void colour(zn_ctx *ctx, const zn_friction *p, zni_fc *c, zni_colours *k)
{
    ck_assert_int_eq(zni_fc_set(ctx, c, p), ZN_OK);
    ck_assert_int_eq(zni_colours_set(ctx, k, c), ZN_OK);
}

START_TEST(colours_by_hand)
{
    /* 0 - 1 - 2 - 3: two colours; each with all: four; alone: one */
    const zn_index want[3][4] = {{0, 1, 0, 1}, {0, 1, 2, 3}, {0, 0, 0, 0}};
    const zn_index colours[3] = {2, 4, 1};
    zn_ctx *ctx = context();

    for (int kind = 0; kind < 3; kind++) {
        zni_fc c = {0};
        zni_colours k = {0};
        contacts p;

        contacts_new(&p, 2, 4);
        p.p.M = &p.A;
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++)
                if (a == b || kind == 1 || (kind == 0 && abs(a - b) == 1))
                    p.M[2 * a + p.n * 2 * b] = a == b ? 4 : 1;
        colour(ctx, &p.p, &c, &k);
        ck_assert_int_eq(k.n, colours[kind]);
        for (int a = 0; a < 4; a++)
            ck_assert_int_eq(k.colour[a], want[kind][a]);
        zni_colours_fini(ctx, &k);
        zni_fc_fini(ctx, &c);
        contacts_free(&p);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(contacts_of_a_colour_do_not_touch)
{
    rng g = {7};
    zn_ctx *ctx = context();
    zni_fc c = {0};
    zni_colours k = {0};

    printf("seed 7\n");
    for (int round = 0; round < 30; round++) {
        zn_index nc = 1 + (zn_index)uniform(&g, 0, 25), listed = 0;
        contacts p;

        contacts_new(&p, 3, nc);
        p.p.M = &p.A;
        /* some blocks W_ab without W_ba */
        for (zn_index a = 0; a < nc; a++)
            for (zn_index b = 0; b < nc; b++)
                if (a == b || uniform(&g, 0, 1) < 0.1)
                    p.M[3 * a + p.n * (3 * b + 1)] = 1;
        colour(ctx, &p.p, &c, &k);
        ck_assert_int_eq(k.start[0], 0);
        ck_assert_int_eq(k.start[k.n], nc);
        for (zn_index group = 0; group < k.n; group++) {
            for (zn_index o = k.start[group]; o < k.start[group + 1]; o++) {
                zn_index a = k.order[o];

                listed += a;
                ck_assert_int_eq(k.colour[a], group);
                if (o > k.start[group])
                    ck_assert_int_gt(a, k.order[o - 1]);
                for (zn_index e = c.p[a]; e < c.p[a + 1]; e++)
                    ck_assert(c.i[e] == a || k.colour[c.i[e]] != group);
            }
        }
        /* ascending and the sum right: each once */
        ck_assert_int_eq(listed, nc * (nc - 1) / 2);
        contacts_free(&p);
    }
    zni_colours_fini(ctx, &k);
    zni_fc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

/* Of 1500 contacts in a plane, some of which read others that do not read them. */
static void plate(zn_friction *p, zn_matrix *A, rng *g)
{
    enum { SIDE = 40, NC = 1500 };
    static zn_index at[NC + 1], i[9 * NC], ro[NC + 1], bp[9 * NC];
    static double x[9 * 9 * NC], q[3 * NC], mu[NC];
    zn_index nb = 0;

    for (zn_index a = 0; a < NC; a++) {
        at[a] = nb;
        ro[a] = 3 * a;
        mu[a] = uniform(g, 0, 1);
        for (int e = 0; e < 3; e++)
            q[3 * a + e] = uniform(g, -1, 1);
        for (zn_index b = 0; b < NC; b++) {
            const bool near = labs(a / SIDE - b / SIDE) <= 1 &&
                              labs(a % SIDE - b % SIDE) <= 1;

            if (a != b && !(near && uniform(g, 0, 1) < 0.8))
                continue;
            for (int e = 0; e < 9; e++)
                x[9 * nb + e] = a == b ? (e % 4 == 0 ? 2 : 0) : uniform(g, -0.1, 0.1);
            bp[nb] = 9 * nb;
            i[nb++] = b;
        }
    }
    at[NC] = nb;
    ro[NC] = 3 * NC;
    *A = (zn_matrix){.storage = ZN_BSR, .rows = 3 * NC, .cols = 3 * NC, .x = x,
                     .p = at, .i = i, .nbr = NC, .nbc = NC, .ro = ro, .co = ro,
                     .bp = bp};
    *p = (zn_friction){.d = 3, .nc = NC, .M = A, .q = q, .mu = mu};
}

START_TEST(domains_of_a_colour_do_not_touch)
{
    rng g = {17};
    zn_ctx *ctx = context();
    zni_fc c = {0};
    zni_domains d = {0};
    zni_colours k = {0};
    zn_friction p;
    zn_matrix A;
    zn_index listed = 0, domain[1500];

    printf("seed 17\n");
    plate(&p, &A, &g);
    ck_assert_int_eq(zni_fc_set(ctx, &c, &p), ZN_OK);
    ck_assert_int_eq(zni_domains_set(ctx, &d, &c, &k), ZN_OK);
    ck_assert_int_gt(k.n, 1);
    ck_assert_int_gt(d.n, k.n);
    ck_assert_int_eq(k.part[k.n], d.n);
    ck_assert_int_eq(k.bound[d.n], 1500);
    for (zn_index m = 0; m < d.n; m++)
        for (zn_index o = k.bound[m]; o < k.bound[m + 1]; o++) {
            domain[k.order[o]] = m;
            listed += k.order[o];
        }
    for (zn_index o = 1; o < 1500; o++)
        ck_assert(domain[k.order[o]] != domain[k.order[o - 1]] || k.order[o] > k.order[o - 1]);
    ck_assert_int_eq(listed, 1500 * 1499 / 2); /* each once */
    for (zn_index m = 0; m < k.n; m++) {
        ck_assert_int_eq(k.start[m], k.bound[k.part[m]]);
        for (zn_index o = k.start[m]; o < k.start[m + 1]; o++) {
            const zn_index a = k.order[o];

            ck_assert_int_eq(k.colour[a], m);
            for (zn_index e = c.p[a]; e < c.p[a + 1]; e++)
                ck_assert(domain[c.i[e]] == domain[a] || k.colour[c.i[e]] != m);
        }
    }
    zni_domains_fini(ctx, &d);
    zni_colours_fini(ctx, &k);
    zni_fc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

static int rising(const void *x, const void *y)
{
    const zn_index a = *(const zn_index *)x, b = *(const zn_index *)y;

    return a < b ? -1 : a > b;
}

/* contacts of a permuted problem one after the other, or back */
static void visit_as_they_came(const zni_fc *c, const zn_index number[], zn_index n,
                               bool back, double r[])
{
    for (zn_index h = 0; h < n; h++) {
        const zn_index o = number[back ? n - 1 - h : h];
        zni_contact one;
        double q[3];

        zni_coulomb.contact_set(c, o, &one);
        zni_fc_others(c, o, r, q);
        zni_contact_advance(&one, q, r + 3 * o);
    }
}

/* Sweeps by domains have the bits of one contact after the other in the domain, as they came. */
START_TEST(domains_have_the_bits_of_contacts_as_they_come)
{
    enum { NC = 1500, N = 3 * NC, SWEEPS = 3 };
    const zni_nsgs opt = {.max_iter = SWEEPS, .omega = 1, .order = ZNI_DOMAINS};
    static double z[N], w[N], r[N], x[N];
    zn_index number[NC], place[NC];
    rng g = {19};
    zn_ctx *ctx = context();
    zni_nsgs_work work = {0};
    zni_fc c = {0};
    zn_solve_info info = {0};
    zn_monitor none = {0};
    zn_friction p;
    zn_matrix A;

    printf("seed 19\n");
    plate(&p, &A, &g);
    ck_assert_int_eq(zni_fc_set(ctx, &c, &p), ZN_OK);
    ck_assert_int_eq(zni_nsgs_run((zni_call){ctx, z, w, &none, &info}, &work, &opt, &c),
                     ZN_UNSOLVED);
    const zni_colours *k = &work.colours;
    for (zn_index o = 0; o < NC; o++)
        place[k->order[o]] = o;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (zn_index m = 0; m < k->part[k->n]; m++) {
            const zn_index n = k->bound[m + 1] - k->bound[m];

            memcpy(number, k->order + k->bound[m], (size_t)n * sizeof *number);
            qsort(number, (size_t)n, sizeof *number, rising);
            for (zn_index h = 0; h < n; h++)
                number[h] = place[number[h]];
            visit_as_they_came(&work.permuted.c, number, n, true, x);
            visit_as_they_came(&work.permuted.c, number, n, false, x);
        }
    zni_permuted_enter(&work.permuted, k, z);
    memcpy(r, work.permuted.v, sizeof r);
    ck_assert_mem_eq(r, x, sizeof r);
    zni_nsgs_fini(ctx, &work);
    zni_fc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

/* Threads share domains, and the answer is that of `natural` order. */
START_TEST(domains_are_swept_by_any_number_of_threads)
{
    enum { N = 4500 };
    static double z[4][N], w[N];
    rng g = {18};
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    zn_friction p;
    zn_matrix A;
    zn_solver *s;

    printf("seed 18\n");
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    plate(&p, &A, &g);
    ck_assert_int_eq(zn_solver_new(ctx, "friction", "nsgs", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "tol", "1e-12"), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "grain", "0"), ZN_OK);
    for (int threads = 0; threads <= 3; threads++) {
        if (threads == 1)
            ck_assert_int_eq(zn_solver_set(s, "order", "domains"), ZN_OK);
        if (threads > 0)
            ck_assert_int_eq(zn_solver_set_real(s, "threads", threads), ZN_OK);
        ck_assert_int_eq(zn_solver_solve(s, &p, z[threads], w, NULL), ZN_OK);
    }
    ck_assert_mem_eq(z[1], z[2], sizeof z[1]);
    ck_assert_mem_eq(z[1], z[3], sizeof z[1]);
    /* the others in a row of W are 19 of 0.05 in the mean, against 2 on the diagonal: an error of
     * 1e-12 |q|, |q| = 39, is no more than its multiple by some tens away */
    for (int i = 0; i < N; i++)
        ck_assert_double_eq_tol(z[0][i], z[1][i], 1e-10);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

/* A coloured sweep, on the problem permuted, is one over the contacts as they are in the
 * order of the colours: the same closed form each, the sums over neighbours here in
 * long double. */
START_TEST(a_sweep_takes_the_contacts_in_that_order)
{
    enum { NC = 40, N = 3 * NC };
    rng g = {11};
    zn_ctx *ctx = context();
    zni_fc c = {0};
    zni_colours k = {0};
    contacts p;
    double z[N], w[N], r[N], top = 0;
    zn_solve_info info;
    zn_solver *s;

    printf("seed 11\n");
    contacts_random(&p, &g, 3, NC, NC, 0.3, 0.8);
    for (zn_index a = 0; a < NC; a++)
        for (zn_index b = 0; b < NC; b++)
            for (int i = 0; i < 9 && a != b; i++)
                p.M[3 * a + i % 3 + N * (3 * b + i / 3)] =
                    labs(a - b) == 1 || labs(a - b) == 7
                        ? uniform(&g, -0.1, 0.1)
                        : 0;
    p.p.M = &p.A;
    colour(ctx, &p.p, &c, &k);
    ck_assert_int_gt(k.n, 1);
    for (zn_index i = 0; i < N; i++)
        z[i] = r[i] = i % 3 ? 0 : 0.1;
    ck_assert_int_eq(zn_solver_new(ctx, "friction", "nsgs", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "order", "coloured"), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "max_iter", "1"), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 0), ZN_OK);
    zn_solver_solve(s, &p.p, z, w, &info);
    for (zn_index o = 0; o < NC; o++) {
        zn_index a = k.order[o];
        zni_contact one;
        double q[3];

        for (zn_index i = 3 * a; i < 3 * a + 3; i++) {
            long double sum = p.q[i];

            for (zn_index j = 0; j < N; j++)
                sum += j / 3 == a ? 0 : (long double)p.M[i + N * j] * r[j];
            q[i - 3 * a] = (double)sum;
        }
        zni_contact_set(&one, 3, p.mu[a], c.x + 9 * c.diag[a]);
        ck_assert(zni_contact_advance(&one, q, r + 3 * a));
    }
    for (zn_index i = 0; i < N; i++)
        top = fmax(top, fabs(r[i]));
    /* a thousand roundings of sums, through contacts of condition 10 and less */
    for (zn_index i = 0; i < N; i++)
        ck_assert_double_eq_tol(z[i], r[i], 1e-12 * top);
    zn_solver_free(s);
    zni_colours_fini(ctx, &k);
    zni_fc_fini(ctx, &c);
    contacts_free(&p);
    zn_ctx_free(ctx);
}
END_TEST

/* Contact o of the permuted problem is contact a: all that is known of it, and the sum over the
 * others in its row. */
static void compare_contact(const zni_fc *s, zn_index o, const zni_fc *c, zn_index a,
                            const double rs[], const double r[])
{
    const zn_index d = c->d, dd = d * d;
    double us[5], u[5];

    ck_assert_mem_eq(s->x + dd * s->diag[o], c->x + dd * c->diag[a],
                     (size_t)dd * sizeof *s->x);
    ck_assert_mem_eq(s->q + d * o, c->q + d * a, (size_t)d * sizeof *s->q);
    ck_assert_double_eq(s->mu[o], c->mu[a]);
    ck_assert_double_eq(s->size[o], c->size[a]);
    if (c->mur)
        ck_assert_double_eq(s->mur[o], c->mur[a]);
    zni_fc_others(s, o, rs, us);
    zni_fc_others(c, a, r, u);
    for (zn_index i = 0; i < d; i++)
        ck_assert_double_eq_tol(us[i], u[i], 1e-12 * (1 + fabs(u[i])));
}

/* By its contacts, and as a whole: where sweeps look at it, it is as far from solved as plain
 * loops say of the problem that was given, in any units of its rotations. */
static void compare_permuted(zn_ctx *ctx, const zni_fc *c, const double r[], double error)
{
    double *u = reals(c->n), *us = reals(c->n), measured;
    zni_colours k = {0};
    zni_permuted s = {0};

    ck_assert_int_eq(zni_colours_set(ctx, &k, c), ZN_OK);
    ck_assert_int_eq(zni_permuted_set(ctx, &s, &k, c), ZN_OK);
    zni_permuted_enter(&s, &k, r);
    zni_fc_mul(c, r, c->q, u);
    for (zn_index o = 0; o < c->nc; o++) {
        compare_contact(&s.c, o, c, k.order[o], s.v, r);
        memcpy(us + c->d * o, u + c->d * k.order[o], (size_t)c->d * sizeof *u);
    }
    measured = zni_fc_error(&s.c, s.v, us);
    ck_assert_double_eq_tol(measured, zni_fc_error(c, r, u), 1e-13 * error);
    /* a method ends 1e-6 of it earlier, for the rounding of who measures it then */
    ck_assert_double_eq_tol(measured, (1 + 1e-6) * error, 1e-12 * error);
    zni_permuted_fini(ctx, &s);
    zni_colours_fini(ctx, &k);
    free(u), free(us);
}

START_TEST(a_permuted_problem_is_the_problem)
{
    static const double length[] = {1e-3, 1, 300};
    rng g = {12};
    zn_ctx *ctx = context();
    zni_fc c = {0};

    printf("seed 12\n");
    for (int round = 0; round < 12; round++) {
        const zn_index nc = 3 + 2 * round;
        contacts p;
        rollers o;
        double *r = reals(5 * nc), error;

        contacts_random(&p, &g, 3, nc, nc, 0.3, 0.8);
        p.p.M = &p.A;
        ck_assert_int_eq(zni_fc_set(ctx, &c, &p.p), ZN_OK);
        for (zn_index i = 0; i < 3 * nc; i++)
            r[i] = uniform(&g, -1, 1);
        compare_permuted(ctx, &c, r, naive_friction(&p, r));
        contacts_free(&p);

        rollers_random(&o, &g, round % 2 ? 3 : 5, nc, nc, 0.6, 0.1,
                       length[round % 3]);
        o.p.M = &o.A;
        for (zn_index i = 0; i < o.n; i++)
            r[i] = o.r[i] * uniform(&g, 0.5, 1.5);
        error = naive_rolling(&o, r);
        ck_assert_int_eq(zni_fc_set_rolling(ctx, &c, &o.p, r), ZN_OK);
        compare_permuted(ctx, &c, r, error);
        rollers_free(&o);
        free(r);
    }
    zni_fc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, colours");
    TCase *tc = tcase_create("colours");

    tcase_add_test(tc, colours_by_hand);
    tcase_add_test(tc, contacts_of_a_colour_do_not_touch);
    tcase_add_test(tc, domains_of_a_colour_do_not_touch);
    tcase_add_test(tc, domains_have_the_bits_of_contacts_as_they_come);
    tcase_add_test(tc, domains_are_swept_by_any_number_of_threads);
    tcase_add_test(tc, a_sweep_takes_the_contacts_in_that_order);
    tcase_add_test(tc, a_permuted_problem_is_the_problem);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
