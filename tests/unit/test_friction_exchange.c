/* test_friction_exchange.c - Gauss-Seidel by the velocities of bodies, beside that on W
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

#include "solvers/contact/exchange.h"

#include <math.h>

enum { BODIES = 9, NV = 6, MOST = 24 };

/* contacts of bodies at random, and W of them, dense */
typedef struct heap {
    double mass[BODIES][NV];
    double H[MOST][2 * 3 * NV], X[MOST][2 * 3 * NV];
    zn_index nc;
    int32_t body[MOST][2];
    contacts c;
} heap;

/* W_ab += H_a M^-1 H_b' of one body that both have */
static void couple(heap *h, zn_index a, int i, zn_index b, int j)
{
    const zn_index d = h->c.d;
    const double *Ha = h->H[a] + i * d * NV, *Hb = h->H[b] + j * d * NV;

    for (zn_index r = 0; r < d; r++)
        for (zn_index s = 0; s < d; s++)
            for (zn_index k = 0; k < NV; k++)
                h->c.M[d * a + r + (d * b + s) * h->c.n] +=
                    Ha[r + d * k] * Hb[s + d * k] / h->mass[h->body[a][i]][k];
}

static void heap_new(heap *h, zn_index d, zn_index nc, uint64_t seed)
{
    rng r = {seed};

    h->nc = nc;
    contacts_new(&h->c, d, nc);
    h->c.p.M = &h->c.A;
    for (int b = 0; b < BODIES; b++)
        for (int k = 0; k < NV; k++)
            h->mass[b][k] = exp(2 * uniform(&r, -1, 1));
    for (zn_index a = 0; a < nc; a++) {
        const int one = (int)uniform(&r, 0, BODIES - 1e-9);
        const int other = (int)uniform(&r, 0, BODIES - 1e-9);

        h->body[a][0] = one;
        h->body[a][1] = other == one ? -1 : other; /* the ground */
        for (zn_index k = 0; k < 2 * d * NV; k++)
            h->H[a][k] = uniform(&r, -1, 1);
        for (int j = 0; j < 2 && h->body[a][j] >= 0; j++)
            for (zn_index i = 0; i < d; i++)
                for (zn_index k = 0; k < NV; k++)
                    h->X[a][j * d * NV + k + i * NV] =
                        h->H[a][j * d * NV + i + d * k] / h->mass[h->body[a][j]][k];
        h->c.mu[a] = a % 5 == 4 ? 0 : uniform(&r, 0.1, 0.8);
        for (zn_index i = 0; i < d; i++)
            h->c.q[d * a + i] = uniform(&r, -1, 0.4);
    }
    for (zn_index a = 0; a < nc; a++)
        for (zn_index b = 0; b < nc; b++)
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    if (h->body[a][i] >= 0 && h->body[a][i] == h->body[b][j])
                        couple(h, a, i, b, j);
}

/* the problem as sweeps have it; kept: with M^-1 H' of every second contact */
static zn_status pose(zn_ctx *ctx, zni_exchange *x, const heap *h, bool kept)
{
    zn_status st =
        zni_exchange_size(ctx, x, h->c.d, h->nc, BODIES, BODIES * NV);

    if (!st && kept)
        st = zni_exchange_keep(ctx, x);
    if (st)
        return st;
    x->q = h->c.q;
    for (int b = 0; b < BODIES; b++)
        x->body[b] = (zni_exchange_body){h->mass[b], b * NV, NV};
    for (zn_index a = 0; a < h->nc; a++)
        x->contact[a] = (zni_exchange_contact){
            h->H[a], h->c.mu[a], {h->body[a][0], h->body[a][1]}};
    for (zn_index a = 1; kept && a < h->nc; a += 2)
        x->X[a] = h->X[a];
    return ZN_OK;
}

static zn_solver *nsgs(zn_ctx *ctx, double tol, const char *sweeps)
{
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "friction", "nsgs", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", tol), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "max_iter", sweeps), ZN_OK);
    return s;
}

/* ---- the same iterates --------------------------------------------------------------- */

START_TEST(sweeps_are_those_on_the_matrix)
{
    static const char *const sweeps[] = {"1", "2", "7", "30"};
    const zn_index d = _i % 2 ? 3 : 2;
    zn_ctx *ctx = context();
    zni_exchange x = {0};
    heap *h = malloc(sizeof *h);

    heap_new(h, d, MOST, 7 + (uint64_t)_i);
    ck_assert_int_eq(pose(ctx, &x, h, _i >= 2), ZN_OK);
    ck_assert(zni_exchange_set(&x));
    for (size_t k = 0; k < sizeof sweeps / sizeof *sweeps; k++) {
        const zni_exchanging how = {.tol = 0,
                                    .max_iter = atol(sweeps[k]),
                                    .plain = 1000};
        zn_solver *s = nsgs(ctx, 0, sweeps[k]);
        double z[3 * MOST] = {0}, w[3 * MOST], r[3 * MOST] = {0}, u[3 * MOST];
        zn_solve_info info, other;

        z[0] = r[0] = 0.3; /* not only from rest */
        zn_solver_solve(s, &h->c.p, z, w, &other);
        ck_assert_int_eq(zni_exchange_run(ctx, &x, &how, r, u, NULL, &info),
                         ZN_UNSOLVED);
        ck_assert_int_eq(info.iterations, other.iterations);
        for (zn_index i = 0; i < h->c.n; i++) {
            /* rounding of 30 sweeps, reactions of some units */
            ck_assert_double_eq_tol(r[i], z[i], 1e-11);
            ck_assert_double_eq_tol(u[i], w[i], 1e-11);
        }
        /* the class measures the same error, of W */
        ck_assert_double_eq_tol(info.error, other.error, 1e-11);
        zn_solver_free(s);
    }
    zni_exchange_fini(ctx, &x);
    contacts_free(&h->c);
    free(h);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- solutions -------------------------------------------------------------------------- */

START_TEST(the_answer_is_one_by_the_tests_own_measure)
{
    zn_ctx *ctx = context();
    zni_exchange x = {0};
    heap *h = malloc(sizeof *h);

    for (uint64_t seed = 100; seed < 160; seed++) {
        const zni_exchanging how = {.tol = 1e-9,
                                    .max_iter = 5000,
                                    .plain = seed % 3 ? 10 : 5000,
                                    .patience = 2000};
        double r[3 * MOST] = {0}, u[3 * MOST];
        zn_solve_info info;
        zn_status st;

        heap_new(h, seed % 2 ? 3 : 2, 6 + (zn_index)(seed % 13), seed);
        ck_assert_int_eq(pose(ctx, &x, h, seed % 4 == 0), ZN_OK);
        ck_assert(zni_exchange_set(&x));
        st = zni_exchange_run(ctx, &x, &how, r, u, NULL, &info);
        ck_assert_int_eq(st, ZN_OK);
        ck_assert_double_le(info.error, 1e-9);
        ck_assert_double_le(naive_friction(&h->c, r), 1e-9 * 1.001);
        for (zn_index i = 0; i < h->c.n; i++) {
            double w = h->c.q[i];

            for (zn_index j = 0; j < h->c.n; j++)
                w += h->c.M[i + j * h->c.n] * r[j];
            ck_assert_double_eq_tol(u[i], w, 1e-11 * (1 + fabs(w)));
        }
        contacts_free(&h->c);
    }
    zni_exchange_fini(ctx, &x);
    free(h);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(units_that_are_powers_of_two_scale_bits)
{
    /* W = H M^-1 H' with masses m, q of velocities s: r is in m s */
    const double m = 0x1p-7, v = 0x1p5;
    zn_ctx *ctx = context();
    zni_exchange x = {0};
    heap *h = malloc(sizeof *h);
    double r[2][3 * MOST] = {{0}}, u[2][3 * MOST];

    heap_new(h, 3, MOST, 42);
    for (int k = 0; k < 2; k++) {
        const zni_exchanging how = {.tol = 1e-10, .max_iter = 300, .plain = 5};
        zn_solve_info info;

        for (int b = 0; k && b < BODIES; b++)
            for (int i = 0; i < NV; i++)
                h->mass[b][i] *= m;
        for (zn_index i = 0; k && i < h->c.n; i++)
            h->c.q[i] *= v;
        ck_assert_int_eq(pose(ctx, &x, h, false), ZN_OK);
        ck_assert(zni_exchange_set(&x));
        zni_exchange_run(ctx, &x, &how, r[k], u[k], NULL, &info);
    }
    for (zn_index i = 0; i < h->c.n; i++) {
        ck_assert_double_eq(r[1][i], m * v * r[0][i]);
        ck_assert_double_eq(u[1][i], v * u[0][i]);
    }
    zni_exchange_fini(ctx, &x);
    contacts_free(&h->c);
    free(h);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- what is not for sweeps --------------------------------------------------------------- */

START_TEST(what_cannot_move_or_is_no_number_is_said)
{
    zn_ctx *ctx = context();
    zni_exchange x = {0};
    heap *h = malloc(sizeof *h);
    double whole;

    heap_new(h, 3, 10, 3);
    ck_assert_int_eq(pose(ctx, &x, h, false), ZN_OK);
    ck_assert(zni_exchange_set(&x));
    whole = h->c.q[4];
    h->c.q[4] = NAN;
    ck_assert(!zni_exchange_set(&x));
    h->c.q[4] = whole;
    x.contact[2].mu = -1;
    ck_assert(!zni_exchange_set(&x));
    x.contact[2].mu = INFINITY;
    ck_assert(!zni_exchange_set(&x));
    x.contact[2].mu = 0.5;
    ck_assert(zni_exchange_set(&x));
    whole = h->H[3][0];
    h->H[3][0] = INFINITY;
    ck_assert(!zni_exchange_set(&x));
    memset(h->H[3], 0, sizeof h->H[3]);
    ck_assert(!zni_exchange_set(&x));
    zni_exchange_fini(ctx, &x);
    contacts_free(&h->c);
    free(h);
    zn_ctx_free(ctx);
}
END_TEST

static heap *torture_heap;

static zn_status torture(const zn_allocator *alloc)
{
    const zni_exchanging how = {.tol = 1e-8, .max_iter = 5000, .plain = 2};
    double r[3 * MOST] = {0}, u[3 * MOST];
    zni_exchange x = {0};
    zn_solve_info info;
    zn_ctx *ctx;
    zn_status st = zn_ctx_new_with(alloc, &ctx);

    if (st)
        return st;
    st = pose(ctx, &x, torture_heap, true);
    if (!st && !zni_exchange_set(&x))
        st = ZN_EINVAL;
    if (!st)
        st = zni_exchange_run(ctx, &x, &how, r, u, NULL, &info);
    zni_exchange_fini(ctx, &x);
    zn_ctx_free(ctx);
    return st;
}

START_TEST(each_allocation_may_fail)
{
    torture_heap = malloc(sizeof *torture_heap);
    heap_new(torture_heap, 3, 12, 11);
    test_torture(torture);
    contacts_free(&torture_heap->c);
    free(torture_heap);
}
END_TEST

START_TEST(once_there_is_room_none_is_asked_for)
{
    const zni_exchanging how = {.tol = 1e-8, .max_iter = 5000, .plain = 2};
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zni_exchange x = {0};
    heap *h = malloc(sizeof *h);
    double first[3 * MOST], u[3 * MOST];
    zn_ctx *ctx;
    long calls = 0;

    heap_new(h, 3, 12, 11);
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    for (int k = 0; k < 3; k++) {
        double r[3 * MOST] = {0};
        zn_solve_info info;

        ck_assert_int_eq(pose(ctx, &x, h, false), ZN_OK);
        ck_assert(zni_exchange_set(&x));
        ck_assert_int_eq(zni_exchange_run(ctx, &x, &how, r, u, NULL, &info), ZN_OK);
        if (k) { /* a used one has the bits of a fresh one */
            ck_assert_int_eq(mem.calls, calls);
            ck_assert_int_eq(memcmp(r, first, (size_t)h->c.n * sizeof *r), 0);
        }
        memcpy(first, r, sizeof r);
        calls = mem.calls;
    }
    zni_exchange_fini(ctx, &x);
    zn_ctx_free(ctx);
    contacts_free(&h->c);
    free(h);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("sweeps by velocities");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, sweeps_are_those_on_the_matrix, 0, 4);
    tcase_add_test(t, the_answer_is_one_by_the_tests_own_measure);
    tcase_add_test(t, units_that_are_powers_of_two_scale_bits);
    tcase_add_test(t, what_cannot_move_or_is_no_number_is_said);
    tcase_add_test(t, each_allocation_may_fail);
    tcase_add_test(t, once_there_is_room_none_is_asked_for);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
