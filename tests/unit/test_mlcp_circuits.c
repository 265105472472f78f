/* test_mlcp_circuits.c - circuits at random, of parts that nothing connects: equalities that depend on each other
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

/* Modified nodal analysis (Ho, Ruehli & Brennan, IEEE Trans. Circuits and Systems 22, 1975) of one step h: potentials
 * of nodes, currents of coils, sources and ideal switches, then of ideal diodes, against the voltage that they block.
 * Each element is between any two nodes, so that some hang on diodes, or on nothing; values over ten decades. */
enum { NODES = 30, MOST = 220 };

typedef struct circuit {
    zn_index n;
    double M[MOST * MOST], q[MOST];
    unsigned char eq[MOST];
} circuit;

/* +1 where the current of column `at` leaves node a, -1 where it enters b; node 0 is the ground */
static void incidence(circuit *c, zn_index at, zn_index a, zn_index b, double to_row)
{
    const zn_index n = c->n;

    if (a > 0) {
        c->M[a - 1 + at * n] += 1;
        c->M[at + (a - 1) * n] += to_row;
    }
    if (b > 0) {
        c->M[b - 1 + at * n] -= 1;
        c->M[at + (b - 1) * n] -= to_row;
    }
}

static void conductance(circuit *c, zn_index a, zn_index b, double y)
{
    const zn_index n = c->n;

    if (a > 0)
        c->M[(a - 1) * (n + 1)] += y;
    if (b > 0)
        c->M[(b - 1) * (n + 1)] += y;
    if (a > 0 && b > 0) {
        c->M[a - 1 + (b - 1) * n] -= y;
        c->M[b - 1 + (a - 1) * n] -= y;
    }
}

static void two_nodes(rng *r, zn_index nodes, zn_index *a, zn_index *b)
{
    *a = (zn_index)integer(r, 0, (double)nodes);
    *b = (*a + 1 + (zn_index)integer(r, 0, (double)nodes - 1)) % (nodes + 1);
}

static void make(circuit *c, uint64_t seed)
{
    rng r = {seed * UINT64_C(0x9E3779B97F4A7C15)};
    const zn_index nodes = (zn_index)integer(&r, 10, NODES), coils = nodes / 4, sources = nodes / 6,
                   switches = nodes / 3, diodes = (zn_index)integer(&r, 1, NODES);
    const zn_index free = nodes + coils + sources + switches;
    const double h = pow(10, integer(&r, -9, -4));
    zn_index a, b, at = nodes;

    memset(c, 0, sizeof *c);
    c->n = free + diodes;
    for (zn_index k = 0; k < nodes; k++) {
        two_nodes(&r, nodes, &a, &b);
        conductance(c, a, b, pow(10, integer(&r, -6, 0)));
        two_nodes(&r, nodes, &a, &b);
        if (k % 2)
            conductance(c, a, b, pow(10, integer(&r, -12, -4)) / h);
    }
    for (; at < free + diodes; at++) {
        const bool coil = at < nodes + coils, open = at >= nodes + coils + sources && at % 2;

        two_nodes(&r, nodes, &a, &b);
        incidence(c, at, a, b, at >= free ? -1 : open ? 0 : 1);
        if (coil || (at < free && open))
            c->M[at * (c->n + 1)] = coil ? -pow(10, integer(&r, -6, -1)) / h : 1;
    }
    for (zn_index j = 0; j < c->n; j++) {
        c->eq[j] = j < free;

        const double z = c->eq[j] ? uniform(&r, -2, 2) : fmax(0, uniform(&r, -2, 2));

        c->q[j] += c->eq[j] || z > 0 ? 0 : uniform(&r, 0, 2);
        for (zn_index i = 0; i < c->n; i++)
            c->q[i] -= c->M[i + j * c->n] * z;
    }
}

/* what is left of the rows, by sums of their own, of the largest q */
static double rest(const circuit *c, const double z[])
{
    double most = 0, err = 0;

    for (zn_index i = 0; i < c->n; i++) {
        long double w = c->q[i];

        for (zn_index j = 0; j < c->n; j++)
            w += (long double)c->M[i + j * c->n] * z[j];
        most = fmax(most, fabs(c->q[i]));
        err = fmax(err, fabs(c->eq[i] ? (double)w : fmin(z[i], (double)w)));
    }
    return err / most;
}

/* ten of any kind, and those that other methods leave */
static const uint64_t seeds[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 122, 143, 242, 290, 350, 354, 503};

START_TEST(equalities_that_say_nothing_are_left_out)
{
    static circuit c;
    zn_ctx *ctx = context();
    double z[MOST], w[MOST];

    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        stored s;
        zn_matrix M;

        make(&c, seeds[i]);
        s = to_csc(c.n, c.M);
        M = zn_matrix_dense(c.n, c.n, c.M);
        for (int k = 0; k < 2; k++) {
            const zn_mlcp p = {c.n, k ? &s.m : &M, c.q, c.eq};

            memset(z, 0, sizeof z);
            ck_assert_msg(!run_once(ctx, "mlcp", "auto", -1, &p, z, w, NULL), "%d, %s: %s",
                          (int)seeds[i], k ? "sparse" : "full", zn_errmsg(ctx));
            ck_assert_double_le(rest(&c, z), 1e-8);
        }
        stored_free(&s);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("mlcp: circuits");
    TCase *tc = tcase_create("core");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, equalities_that_say_nothing_are_left_out);
    suite_add_tcase(s, tc);
    return test_main(s);
}
