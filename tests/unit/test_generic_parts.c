/* test_generic_parts.c - joints of machines that only contacts join, eliminated machine by machine
 *
 * M = H H' of machines with velocities of their own: rows of joints are in one machine, those of
 * contacts in one or two. A matrix that is stored dense is eliminated as a whole.
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic_test.h"

#include "solvers/classes/generic/generic.h"

enum {
    MACHINES = 7,
    JOINTS = 12, /* rows of joints of a machine: more than 60 together */
    DOFS = 20,   /* velocities of a machine */
    CONTACTS = 10,
    BLOCKS = MACHINES + CONTACTS,
    ROWS = MACHINES * JOINTS + 3 * CONTACTS,
    COLS = MACHINES * DOFS
};

/* Joints; contacts of each machine with the world, then of neighbours; `redundant`: a joint's row of the third
 * machine is the sum of two others. */
static void make(machine *m, rng *g, bool redundant)
{
    zn_index rows[BLOCKS];
    int kind[BLOCKS];
    double *H = reals(ROWS * COLS), *u = reals(COLS);

    for (int b = 0; b < BLOCKS; b++) {
        rows[b] = b < MACHINES ? JOINTS : 3;
        kind[b] = b < MACHINES ? EQ : F3;
    }
    machine_new(m, BLOCKS, rows, kind);
    for (int b = 0; b < BLOCKS; b++)
        for (zn_index r = m->start[b]; r < m->start[b + 1]; r++)
            for (int d = 0; d < DOFS; d++) {
                const int one = b % MACHINES, other = (b + 3) % MACHINES;

                H[r * COLS + one * DOFS + d] = uniform(g, -1, 1);
                if (b >= 2 * MACHINES)
                    H[r * COLS + other * DOFS + d] = uniform(g, -1, 1);
            }
    for (int c = 0; c < COLS && redundant; c++)
        H[(2 * JOINTS + 5) * COLS + c] = H[2 * JOINTS * COLS + c] + H[(2 * JOINTS + 1) * COLS + c];
    for (int c = 0; c < COLS; c++)
        u[c] = uniform(g, -1, 1);
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < ROWS; j++)
            for (int c = 0; c < COLS; c++)
                m->M[i + j * ROWS] += H[i * COLS + c] * H[j * COLS + c];
        for (int c = 0; c < COLS; c++)
            m->q[i] += H[i * COLS + c] * u[c];
    }
    for (int b = MACHINES; b < BLOCKS; b++)
        m->mu[b] = 0.4;
    free(H);
    free(u);
}

static void condense(zn_ctx *ctx, const zn_generic *p, zni_gm *g, zni_condensed *k)
{
    ck_assert(!zni_gm_set(ctx, g, p));
    ck_assert(!zni_condensed_set(ctx, k, g));
    ck_assert_int_eq(k->p.n, 3 * CONTACTS);
}

START_TEST(parts_and_the_whole_give_the_same)
{
    const bool redundant = _i % 2;
    rng random = {(uint64_t)(910 + _i)};
    zn_ctx *ctx = context();
    zni_gm g = {0}, dense = {0};
    zni_condensed k = {0}, whole = {0};
    double z[ROWS] = {0}, by_parts[ROWS], together[ROWS];
    machine m;

    make(&m, &random, redundant);
    stored s = to_csc(ROWS, m.M);
    zn_generic sparse = m.p;
    sparse.M = &s.m;
    condense(ctx, &sparse, &g, &k);
    condense(ctx, &m.p, &dense, &whole);
    ck_assert_int_eq(k.joint.parts.n, MACHINES);
    ck_assert_int_eq(whole.joint.parts.n, 0);
    for (int i = 0; i < 3 * CONTACTS; i++) {
        for (int j = 0; j < 3 * CONTACTS; j++) {
            const int at = i + j * 3 * CONTACTS;

            ck_assert_double_eq_tol(k.v[at], whole.v[at], 1e-11);
        }
        ck_assert_double_eq_tol(k.p.q[i], whole.p.q[i], 1e-11);
        k.z[i] = whole.z[i] = uniform(&random, 0, 1);
    }
    /* what joints bear of it; least where a row says nothing new, of which no more is left than rounding */
    memset(by_parts, 0, sizeof by_parts);
    memcpy(together, z, sizeof together);
    zni_condensed_expand(&k, &g, by_parts);
    zni_condensed_expand(&whole, &dense, together);
    for (int i = 0; i < ROWS; i++)
        ck_assert_double_eq_tol(by_parts[i], together[i], 1e-10);
    zni_condensed_fini(ctx, &k);
    zni_condensed_fini(ctx, &whole);
    zni_gm_fini(ctx, &g);
    zni_gm_fini(ctx, &dense);
    stored_free(&s);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* Row 29 is the sum of rows 24 and 25: with (1, 1, -1) of them nothing of z is left, and of q what is added to it. That
 * proves it, and is said in few steps; what comes back leaves as little of w as any z, gap / 3 in each of them. */
START_TEST(joints_that_contradict_are_told_at_once)
{
    enum { SUM = 2 * JOINTS + 5 };
    const double gaps[] = {1, 1e-4, 1e-6, 0}, bent[] = {0, 1e-7};
    const bool sparse = _i % 2;
    rng random = {(uint64_t)(930 + _i)};
    zn_ctx *ctx = context();
    machine m;

    make(&m, &random, true);
    for (int k = 0; k < 4; k++)
        for (int b = 0; b < 2; b++) {
            double z[ROWS] = {0}, w[ROWS], work[2 * ROWS], q2 = 0, error;
            zn_solve_info info;

            m.q[SUM] += gaps[k];
            m.M[SUM * (ROWS + 1)] += bent[b];
            for (int i = 0; i < ROWS; i++)
                q2 += m.q[i] * m.q[i];
            stored s = to_csc(ROWS, m.M);
            zn_generic p = m.p;
            if (sparse)
                p.M = &s.m;
            const zn_status st = run_once(ctx, "generic-mechanical", "auto", 1e-8, &p, z, w, &info);

            error = zn_generic_error(&p, z, w, work);
            if (b == 0 && gaps[k] > 0) {
                ck_assert_int_eq(st, ZN_UNSOLVED);
                ck_assert_msg(info.outcome == ZN_INFEASIBLE, "%s", zn_errmsg(ctx));
                ck_assert_int_le(info.iterations, 60);
                ck_assert_double_le(error, 1.001 * gaps[k] / sqrt(3 * q2));
                /* who asks for less has an answer */
                memset(z, 0, sizeof z);
                ck_assert_int_eq(run_once(ctx, "generic-mechanical", "auto", 1.1 * error, &p, z, w, &info), ZN_OK);
            } else {
                /* joints that nearly are the same bear 1e7 times as much, which is no contradiction */
                ck_assert_msg(!st, "gap %g, bent %g: %s", gaps[k], bent[b], zn_errmsg(ctx));
                ck_assert_double_le(error, 1e-8);
            }
            stored_free(&s);
            m.q[SUM] -= gaps[k];
            m.M[SUM * (ROWS + 1)] -= bent[b];
        }
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* What a machine does is the same in its last bit, however many others there are: nothing of them is
 * in its columns. */
START_TEST(columns_of_a_machine_are_its_own)
{
    rng random = {77};
    zn_ctx *ctx = context();
    zni_gm g = {0};
    zni_condensed k = {0};
    double S[9 * CONTACTS * CONTACTS];
    machine m;

    make(&m, &random, false);
    for (int pass = 0; pass < 2; pass++) {
        stored s = to_csc(ROWS, m.M);
        zn_generic sparse = m.p;

        sparse.M = &s.m;
        condense(ctx, &sparse, &g, &k);
        for (int j = 0; j < 3 && pass; j++) /* the contact of machine 0 with the world */
            for (int i = 0; i < 3 * CONTACTS; i++)
                ck_assert_double_eq(k.v[i + j * 3 * CONTACTS], S[i + j * 3 * CONTACTS]);
        memcpy(S, k.v, sizeof S);
        stored_free(&s);
        for (int i = JOINTS; i < 2 * JOINTS; i++) /* machine 1 becomes heavier */
            for (int j = JOINTS; j < 2 * JOINTS; j++)
                m.M[i + j * ROWS] *= 3;
    }
    zni_condensed_fini(ctx, &k);
    zni_gm_fini(ctx, &g);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

enum { RING = 100, RING_ROWS = RING + 3 };

/* Joints in a ring with chords, which no order makes a band, and one contact. Chords of another size have pivots
 * elsewhere. */
static void ring(machine *m, double own, uint64_t seed)
{
    static const int chords[] = {1, 7, 23};
    const zn_index rows[] = {RING, 3};
    const int kind[] = {EQ, F3};
    rng g = {seed};

    machine_new(m, 2, rows, kind);
    for (int i = 0; i < RING_ROWS; i++)
        m->M[i + i * RING_ROWS] = own * uniform(&g, 1, 2);
    for (int i = 0; i < RING; i++)
        for (int c = 0; c < 3; c++) {
            const int j = (i + chords[c]) % RING;

            m->M[i + j * RING_ROWS] = uniform(&g, -1, 1);
            m->M[j + i * RING_ROWS] = uniform(&g, -1, 1);
        }
    for (int r = RING; r < RING_ROWS; r++)
        for (int j = 0; j < RING; j += 9)
            m->M[r + j * RING_ROWS] = m->M[j + r * RING_ROWS] = uniform(&g, -1, 1);
    for (int i = 0; i < RING_ROWS; i++)
        m->q[i] = uniform(&g, -1, 1);
    m->mu[1] = 0.4;
}

/* What was eliminated before decides nothing: the pivots of another matrix with the same pattern would round
 * otherwise. */
START_TEST(pivots_of_an_older_problem_are_forgotten)
{
    zn_ctx *ctx = context();
    zni_gm g[2] = {{0}};
    zni_condensed k[2] = {{.p.n = 0}};

    for (int pass = 0; pass < 2; pass++) {
        machine m;

        ring(&m, pass ? 4 : 1e-7, 5 + (uint64_t)pass);
        stored s = to_csc(RING_ROWS, m.M);
        zn_generic p = m.p;

        p.M = &s.m;
        for (int fresh = 0; fresh <= pass; fresh++) {
            ck_assert(!zni_gm_set(ctx, &g[fresh], &p));
            ck_assert(!zni_condensed_set(ctx, &k[fresh], &g[fresh]));
            ck_assert_int_eq(k[fresh].p.n, 3);
            ck_assert_int_eq(k[fresh].joint.parts.n, 0);
        }
        ck_assert(!pass || !memcmp(k[0].v, k[1].v, 12 * sizeof *k[0].v));
        stored_free(&s);
        machine_free(&m);
    }
    for (int i = 0; i < 2; i++) {
        zni_condensed_fini(ctx, &k[i]);
        zni_gm_fini(ctx, &g[i]);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generic mechanical, parts");
    TCase *tc = tcase_create("parts");

    tcase_add_loop_test(tc, parts_and_the_whole_give_the_same, 0, 6);
    tcase_add_loop_test(tc, joints_that_contradict_are_told_at_once, 0, 6);
    tcase_add_test(tc, columns_of_a_machine_are_its_own);
    tcase_add_test(tc, pivots_of_an_older_problem_are_forgotten);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
