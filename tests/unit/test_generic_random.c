/* test_generic_random.c - random mechanisms against the other classes
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic_test.h"

#include <zeno/friction.h>
#include <zeno/mlcp.h>
#include <zeno/relay.h>
#include <zeno/rolling_friction.h>

enum {
    ROUNDS = 12,
    MOST = 64
};

/* nb blocks with kinds of a list in turn, on so many bodies */
typedef struct kin {
    const char *name;
    zn_index nb, bodies;
    int kinds[7], nkinds;
    bool redundant; /* asked of auto only: no other has to manage all of them */
} kin;

static const kin families[] = {
    {"equality and unilateral", 12, 6, {EQ, UN}, 2, false},
    {"the same, redundant", 12, 2, {EQ, UN}, 2, true},
    {"relay and unilateral", 12, 8, {RE, UN}, 2, false},
    {"relay, equality and unilateral", 12, 8, {RE, EQ, UN}, 3, false},
    {"plane friction", 10, 5, {F2}, 1, false},
    {"friction", 8, 5, {F3}, 1, false},
    {"equality and friction", 10, 7, {EQ, F3}, 2, false},
    {"both frictions and unilateral", 10, 7, {F2, F3, UN}, 3, false},
    {"all", 15, 9, {EQ, UN, RE, F2, F3}, 5, false},
    {"rolling in the plane", 9, 5, {R2}, 1, false},
    {"rolling", 6, 6, {R3}, 1, false},
    {"equality and rolling", 8, 7, {EQ, R3}, 2, false},
    {"rolling beside all", 14, 11, {R3, EQ, UN, RE, F2, F3, R2}, 7, false},
    {"all, redundant", 15, 3, {EQ, UN, RE, F2, F3}, 5, true},
};
enum { FAMILIES_HERE = sizeof families / sizeof families[0] };

static void draw(machine *m, rng *g, const kin *f)
{
    zn_index rows[32];
    int kind[32];

    for (zn_index b = 0; b < f->nb; b++) {
        kind[b] = f->kinds[b % f->nkinds];
        rows[b] = kind[b] == F2                       ? 2
                  : kind[b] == R3                     ? 5
                  : kind[b] == F3 || kind[b] == R2 ? 3
                                  : 1 + (zn_index)uniform(g, 0, 3);
    }
    machine_random(m, g, f->nb, rows, kind, f->bodies);
    ck_assert_int_le(m->n, MOST);
}

static bool only(const kin *f, int a, int b, int c)
{
    for (int k = 0; k < f->nkinds; k++)
        if (f->kinds[k] != a && f->kinds[k] != b && f->kinds[k] != c)
            return false;
    return true;
}

/* w of the class that the family belongs to, if there is one */
static bool other_class(zn_ctx *ctx, const kin *f, const machine *m, double w[])
{
    double z[MOST] = {0}, lb[MOST], ub[MOST];
    unsigned char eq[MOST] = {0};

    for (zn_index b = 0; b < m->nb; b++)
        for (zn_index i = m->start[b]; i < m->start[b + 1]; i++) {
            eq[i] = m->kind[b] == EQ;
            lb[i] = m->kind[b] == RE ? m->lb[i] : m->kind[b] == UN ? 0 : -INFINITY;
            ub[i] = m->kind[b] == RE ? m->ub[i] : INFINITY;
        }
    zn_mlcp mlcp = {m->n, &m->A, m->q, eq};
    zn_relay relay = {m->n, &m->A, m->q, lb, ub};
    zn_friction friction = {f->kinds[0] == F2 ? 2 : 3, m->nb, &m->A, m->q,
                            m->mu};
    zn_rolling_friction rolling = {f->kinds[0] == R2 ? 3 : 5, m->nb, &m->A,
                                   m->q, m->mu, m->mu_r};
    zn_status st;

    if (only(f, EQ, UN, UN))
        st = run_once(ctx, "mlcp", "auto", 1e-12, &mlcp, z, w, NULL);
    else if (only(f, RE, UN, UN))
        st = run_once(ctx, "relay", "auto", 1e-12, &relay, z, w, NULL);
    else if (f->nkinds == 1 && f->kinds[0] >= R2)
        st = run_once(ctx, "rolling-friction", "auto", 1e-12, &rolling, z, w,
                      NULL);
    else if (f->nkinds == 1)
        st = run_once(ctx, "friction", "auto", 1e-12, &friction, z, w, NULL);
    else
        return false;
    ck_assert_msg(st == ZN_OK, "%s", zn_errmsg(ctx));
    return true;
}

START_TEST(every_way_solves_and_agrees_with_the_other_classes)
{
    const kin *f = &families[_i];
    rng g = {(uint64_t)(700 + _i)};
    zn_ctx *ctx = context();

    printf("%s: seed %d\n", f->name, 700 + _i);
    for (int round = 0; round < test_rounds(ROUNDS); round++) {
        machine m;
        double u[MOST];
        bool known;

        draw(&m, &g, f);
        known = other_class(ctx, f, &m, u);
        for (int k = 0; k < WAYS; k++) {
            double z[MOST] = {0}, w[MOST];

            if (f->redundant && k > 0)
                continue;
            ck_assert_msg(run_with(ctx, ways[k].name, ways[k].option, 1e-9,
                                   &m.p, z, w, NULL) == ZN_OK,
                          "%s, round %d, %s: %s", f->name, round,
                          ways[k].option ? ways[k].option : "", zn_errmsg(ctx));
            ck_assert_double_le(naive_generic(&m, z), 1.0001e-9);
            /* w is unique (M semidefinite; little friction); an error of 1e-9
             * in the map is more in w, by the condition of what is active */
            for (zn_index i = 0; i < m.n && known; i++)
                ck_assert_msg(fabs(w[i] - u[i]) <= 1e-5,
                              "%s, round %d, %s %s: w(%td) = %.12g, not %.12g",
                              f->name, round, ways[k].name,
                              ways[k].option ? ways[k].option : "", i, w[i],
                              u[i]);
        }
        machine_free(&m);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(auto_goes_to_1e_12)
{
    const kin *f = &families[_i];
    rng g = {(uint64_t)(900 + _i)};
    zn_ctx *ctx = context();

    printf("%s: seed %d\n", f->name, 900 + _i);
    for (int round = 0; round < test_rounds(ROUNDS); round++) {
        machine m;
        stored s;
        double z[MOST] = {0}, w[MOST];

        draw(&m, &g, f);
        s = to_csc(m.n, m.M);
        m.p.M = &s.m;
        ck_assert_msg(run_with(ctx, "auto", NULL, 1e-12, &m.p, z, w, NULL) ==
                          ZN_OK,
                      "%s, round %d: %s", f->name, round, zn_errmsg(ctx));
        stored_free(&s);
        machine_free(&m);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- a long mechanism: sparse ---------------------------------------------------------- */

/* A chain of nc bodies of unit mass on a line: body k is joined to the next by an
 * equality every second time, else by a stop; each slides with friction on the floor:
 * per body a contact in the plane. Rows of joint k: v_(k+1) - v_k. */
START_TEST(a_long_chain_is_solved)
{
    enum { NC = 250, N = NC - 1 + 2 * NC };
    machine m;
    zn_index *rows = indices(2 * NC);
    int *kind = (int *)calloc(2 * NC, sizeof *kind);
    double *z = reals(N), *w = reals(N), *H = reals(2 * NC * (zn_index)N);
    zn_ctx *ctx = context();
    zn_solve_info info;
    stored s;

    ck_assert_ptr_nonnull(kind);
    for (int k = 0; k < NC; k++) {
        rows[k] = 2;
        kind[k] = F2;
        rows[NC + k] = 1;
        kind[NC + k] = k % 2 ? UN : EQ;
    }
    machine_new(&m, 2 * NC - 1, rows, kind);
    /* velocities (y_k, x_k) of body k at 2 k; columns of H: contact, joints */
    for (int k = 0; k < NC; k++) {
        H[2 * k + 2 * NC * (2 * k)] = 1;
        H[2 * k + 1 + 2 * NC * (2 * k + 1)] = 1;
        m.mu[k] = 0.3;
        m.q[2 * k] = -1;
        m.q[2 * k + 1] = 3 * sin(k);
        if (k + 1 < NC) {
            H[2 * k + 1 + 2 * NC * (2 * NC + k)] = -1;
            H[2 * k + 3 + 2 * NC * (2 * NC + k)] = 1;
            m.q[2 * NC + k] = 3 * (sin(k + 1) - sin(k));
        }
    }
    /* H'H, few products are not zero: neighbours only */
    for (zn_index i = 0; i < N; i++)
        for (zn_index v = 0; v < 2 * NC; v++)
            if (H[v + 2 * NC * i] != 0)
                for (zn_index j = 0; j < N; j++)
                    m.M[i + j * N] += H[v + 2 * NC * i] * H[v + 2 * NC * j];
    s = to_csc(N, m.M);
    m.p.M = &s.m;
    ck_assert_msg(run_with(ctx, ways[_i].name, ways[_i].option, 1e-8, &m.p, z,
                           w, &info) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    printf("%s %s: %s, %td iterations, error %.1e\n", ways[_i].name,
           ways[_i].option ? ways[_i].option : "", info.solver, info.iterations,
           info.error);
    free(rows);
    free(kind);
    free(z);
    free(w);
    free(H);
    stored_free(&s);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generic mechanical, random");
    TCase *tc = tcase_create("random");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, every_way_solves_and_agrees_with_the_other_classes,
                        0, FAMILIES_HERE);
    tcase_add_loop_test(tc, auto_goes_to_1e_12, 0, FAMILIES_HERE);
    tcase_add_loop_test(tc, a_long_chain_is_solved, 0, WAYS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
