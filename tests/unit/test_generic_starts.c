/* test_generic_starts.c - machines that hold themselves: what other starts solve; rows of nothing
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic_test.h"

/* Few bodies with many blocks of all kinds between them at random, whose answer is made first: contacts with mu
 * up to 2 beside joints, stops and relays that are redundant. */
static const zn_index rows_of[] = {1, 1, 1, 2, 3, 3, 5};
enum { KINDS = sizeof rows_of / sizeof rows_of[0], MOST = 16, ROWS = 5 * MOST };

typedef struct answer {
    zn_status st;
    zn_solve_info info;
    double z[ROWS];
} answer;

/* z and w of a row or a contact that fit each other */
static void planted(rng *g, const machine *m, zn_index b, double z[], double w[])
{
    const int kind = m->kind[b];
    const double what = uniform(g, 0, 1), load = 0.01 - log(uniform(g, 1e-3, 1));
    const zn_index i = m->start[b], rows = m->start[b + 1] - i;
    const int discs = kind >= ZN_GENERIC_ROLLING_2D ? 2 : 1;
    const zn_index each = (rows - 1) / discs;
    const double part[2] = {m->mu[b], m->mu_r[b]};

    if (kind == ZN_GENERIC_EQUALITY) {
        z[i] = uniform(g, -2, 2);
        return;
    }
    if (kind == ZN_GENERIC_RELAY) {
        m->lb[i] = -uniform(g, 0, 2);
        m->ub[i] = m->lb[i] + uniform(g, 0, 4);
        z[i] = what < 0.3 ? m->lb[i] : what < 0.6 ? m->ub[i] : (m->lb[i] + m->ub[i]) / 2;
        w[i] = what < 0.3 ? load : what < 0.6 ? -load : 0;
        return;
    }
    *(what < 0.25 ? &w[i] : &z[i]) = load;
    for (int k = 0; kind >= ZN_GENERIC_FRICTION_2D && k < discs; k++) {
        const bool holds = uniform(g, 0, 1) < 0.57 && z[i] > 0;
        const double speed = holds ? 0 : uniform(g, 0, 2);
        const double pull = part[k] * z[i] * (holds ? uniform(g, 0, 1) : 1);
        const double angle = uniform(g, 0, 6.283185307179586);

        for (zn_index j = 0; j < each; j++) {
            const double t = j ? sin(angle) : each > 1 ? cos(angle) : angle < 3 ? 1 : -1;

            z[i + 1 + k * each + j] = -pull * t;
            w[i + 1 + k * each + j] = speed * t;
        }
    }
}

static void tangle(machine *m, uint64_t seed)
{
    rng g = {seed};
    const zn_index nb = (zn_index)integer(&g, 3, MOST);
    const zn_index bodies = 1 + nb / (zn_index)integer(&g, 1, 4);
    zn_index rows[MOST];
    int kind[MOST];
    double *H, z[ROWS] = {0}, w[ROWS] = {0};

    for (zn_index b = 0; b < nb; b++) {
        kind[b] = (int)integer(&g, 0, KINDS - 1);
        rows[b] = rows_of[kind[b]];
    }
    machine_new(m, nb, rows, kind);
    H = reals(6 * bodies * m->n);
    for (zn_index b = 0; b < nb; b++) {
        m->mu[b] = 2;
        m->mu_r[b] = 1;
        planted(&g, m, b, z, w);
        for (int side = 0; side < (uniform(&g, 0, 1) < 0.3 ? 1 : 2); side++) {
            double *h = H + 6 * (zn_index)integer(&g, 0, (double)bodies - 1);

            for (zn_index r = m->start[b]; r < m->start[b + 1]; r++)
                for (int k = 0; k < 6; k++)
                    h[6 * bodies * r + k] += (1 - 2 * side) * uniform(&g, -1.7, 1.7);
        }
    }
    for (zn_index i = 0; i < m->n; i++) {
        m->q[i] = w[i];
        for (zn_index j = 0; j < m->n; j++) {
            for (zn_index k = 0; k < 6 * bodies; k++)
                m->M[i + j * m->n] += H[k + 6 * bodies * i] * H[k + 6 * bodies * j];
            m->q[i] -= m->M[i + j * m->n] * z[j];
        }
    }
    free(H);
}

/* M and q times powers of two; z in the units that it had before */
static answer solved(zn_ctx *ctx, machine *m, double by_M, double by_q)
{
    answer out = {0};
    double *z = reals(m->n), *w = reals(m->n);

    for (zn_index i = 0; i < m->n * m->n; i++)
        m->M[i] *= by_M;
    for (zn_index i = 0; i < m->n; i++) {
        m->q[i] *= by_q;
        m->lb[i] *= by_q / by_M;
        m->ub[i] *= by_q / by_M;
    }
    out.st = run_once(ctx, "generic-mechanical", "auto", 1e-8, &m->p, z, w, &out.info);
    for (zn_index i = 0; i < m->n; i++)
        out.z[i] = z[i] * (by_M / by_q);
    free(z);
    free(w);
    return out;
}

static void same(const answer *a, const answer *b)
{
    ck_assert_int_eq(a->st, b->st);
    ck_assert_int_eq(a->info.iterations, b->info.iterations);
    ck_assert_mem_eq(a->z, b->z, sizeof a->z);
}

/* all else leaves these */
static const uint64_t seeds[] = {137, 583, 659, 897, 1859, 2898};

START_TEST(what_holds_itself_is_solved)
{
    zn_ctx *ctx = context();

    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
        machine m;
        answer a, b;

        tangle(&m, seeds[i]);
        a = solved(ctx, &m, 1, 1);
        ck_assert_msg(!a.st, "seed %d: error %g", (int)seeds[i], a.info.error);
        ck_assert_double_le(naive_generic(&m, a.z), 1.0001e-8);
        b = solved(ctx, &m, 0x1p20, 0x1p-40);
        same(&a, &b);
        machine_free(&m);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* A stop whose row is that of a joint: without the joint nothing is left of it, and what it asks for
 * contradicts the joint by less than the tolerance. Beside them a contact in the plane. */
START_TEST(a_row_of_nothing_has_the_unit_of_the_others)
{
    static const zn_index rows[] = {1, 1, 2};
    static const int kind[] = {ZN_GENERIC_EQUALITY, ZN_GENERIC_UNILATERAL, ZN_GENERIC_FRICTION_2D};
    static const double M[] = {1, 1, 0.5, 0, 1, 1, 0.5, 0, 0.5, 0.5, 1, 0, 0, 0, 0, 1};
    static const double q[] = {-1, -1 - 0x1p-30, -2, 0.25};
    zn_ctx *ctx = context();
    answer a[2];

    for (int i = 0; i < 2; i++) {
        machine m;

        machine_new(&m, 3, rows, kind);
        memcpy(m.M, M, sizeof M);
        memcpy(m.q, q, sizeof q);
        m.mu[2] = 0.5;
        a[i] = solved(ctx, &m, i ? 0x1p13 : 1, i ? 0x1p-7 : 1);
        machine_free(&m);
    }
    ck_assert_int_eq(a[0].st, ZN_OK);
    same(&a[0], &a[1]);
    zn_ctx_free(ctx);
}
END_TEST

/* Two walls that push one row against each other: no sweeps gain anything. */
START_TEST(sweeps_without_gain_end)
{
    static const zn_index rows[] = {1, 1, 3};
    static const int kind[] = {ZN_GENERIC_RELAY, ZN_GENERIC_UNILATERAL, ZN_GENERIC_FRICTION_3D};
    zn_ctx *ctx = context();
    machine m;
    answer a;

    machine_new(&m, 3, rows, kind);
    for (zn_index i = 0; i < 5; i++)
        m.M[6 * i] = 1;
    m.M[0] = m.M[6] = 1;
    m.M[1] = m.M[5] = -1;
    m.q[0] = 2;
    m.q[1] = -3;
    m.q[2] = -1;
    m.lb[0] = -INFINITY;
    m.ub[0] = INFINITY;
    m.mu[2] = 0.5;
    a = solved(ctx, &m, 1, 1);
    ck_assert_int_eq(a.st, ZN_UNSOLVED);
    /* half as many again as are granted, and the steps of all other methods; without an end 20000 */
    ck_assert_int_lt(a.info.iterations, 5000);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generic mechanical problems from other starts");
    TCase *tc = tcase_create("core");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, what_holds_itself_is_solved);
    tcase_add_test(tc, a_row_of_nothing_has_the_unit_of_the_others);
    tcase_add_test(tc, sweeps_without_gain_end);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
