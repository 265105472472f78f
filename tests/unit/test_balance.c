/* test_balance.c - rows in units of their own: what is solved by them
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <zeno/avi.h>
#include <zeno/qp.h>
#include <zeno/relay.h>
#include <zeno/soclcp.h>

/* Monotone problems, singular or not, whose answer is made first, with unknowns and rows in units of
 * 2^-24 to 2^24, cones 2^-36 to 2^36. A is H of faces and rows of programs; cones have two rows. */
enum { MOST = 24, FACES = 24, SEEDS = 4 };

typedef struct uneven {
    zn_index n, m;
    double M[MOST * MOST], A[FACES * MOST], q[MOST], b[FACES], lb[MOST], ub[MOST], tau[MOST];
    zn_index cone[MOST + 1];
    zn_matrix view, rows;
    zn_avi avi;
    zn_qp qp;
    zn_soclcp cones;
    zn_relay relay;
} uneven;

typedef struct kind {
    const char *name;
    uint64_t seeds[SEEDS]; /* that were left before rows that are far apart had units of their own */
    bool left;             /* without them, now too */
} kind;

enum { AVI, QP, CONES, RELAY, KINDS };

static const kind kinds[KINDS] = {{"avi", {200, 374, 961, 1096}, true},
                                  {"qp", {1425, 1798, 6605}, false},
                                  {"soclcp", {8, 329, 425, 471}, false},
                                  {"relay", {926, 1373, 1581, 2204}, false}};

static double gain(rng *g, int which)
{
    const double most = which >= CONES ? 36 : 24;

    return exp2(integer(g, -most, most));
}

/* B'B of all rows, half of them or one, and perhaps what is skew */
static void monotone(rng *g, uneven *p, bool skew)
{
    const double what = uniform(g, 0, 1);
    const zn_index n = p->n, rank = what < 0.4 ? n : what < 0.7 ? (n + 1) / 2 : 1;
    double B[MOST * MOST];

    for (zn_index i = 0; i < n * rank; i++)
        B[i] = uniform(g, -1, 1);
    for (zn_index i = 0; i < n; i++)
        for (zn_index j = 0; j < n; j++) {
            double sum = 0;

            for (zn_index k = 0; k < rank; k++)
                sum += B[i * rank + k] * B[j * rank + k];
            p->M[i + j * n] = sum;
        }
    for (zn_index i = 0; i < n && skew && uniform(g, 0, 1) < 0.9; i++)
        for (zn_index j = 0; j < i; j++) {
            const double part = uniform(g, -1, 1);

            p->M[i + j * n] += part;
            p->M[j + i * n] -= part;
        }
}

/* cones of two rows, a last one of one: z and w on its border, or one of them inside */
static void pairs(rng *g, uneven *p, double z[], double w[])
{
    static const double taus[] = {1, 0.1, 3};

    for (zn_index i = 0, k = 0; i < p->n; i += 2, k++) {
        const double what = uniform(g, 0, 1), side = uniform(g, 0, 1) < 0.5 ? -1 : 1;
        const bool one = i + 1 == p->n;

        p->tau[k] = taus[(int)integer(g, 0, 2)];
        z[i] = what < 0.6 ? uniform(g, 0.1, 2) : 0;
        w[i] = what > 0.3 && !(one && what < 0.6) ? uniform(g, 0.1, 2) : 0;
        p->cone[k] = i;
        if (one)
            continue;
        z[i + 1] = side * z[i] * p->tau[k] * (what < 0.3 ? 0.5 : 1);
        w[i + 1] = -side * w[i] / p->tau[k] * (what > 0.6 ? 0.5 : 1);
    }
    p->cone[(p->n + 1) / 2] = p->n;
}

/* faces and rows that hold at z, some of them with a force l */
static void faces(rng *g, uneven *p, const double z[], double l[])
{
    for (zn_index f = 0; f < p->m; f++) {
        const double what = uniform(g, 0, 1);

        p->b[f] = what < 0.5 ? 0 : uniform(g, 0, 1);
        l[f] = what < 0.5 ? uniform(g, 0, 1) : 0;
        for (zn_index j = 0; j < p->n; j++) {
            p->A[f + j * p->m] = uniform(g, 0, 1) < 0.5 ? 0 : uniform(g, -1, 1);
            p->b[f] -= p->A[f + j * p->m] * z[j];
        }
        /* no row of zeros */
        p->b[f] -= z[f % p->n];
        p->A[f + f % p->n * p->m] += 1;
    }
}

static void in_units(rng *g, uneven *p, int which, double c[])
{
    const zn_index n = p->n, m = p->m;

    for (zn_index i = 0; i < n; i++)
        c[i] = which == CONES && i % 2 ? c[i - 1] : gain(g, which); /* cones have one unit */
    for (zn_index i = 0; i < n; i++) {
        for (zn_index j = 0; j < n; j++)
            p->M[i + j * n] *= c[i] * c[j];
        p->q[i] *= c[i];
        p->lb[i] /= c[i];
        p->ub[i] /= c[i];
    }
    for (zn_index f = 0; f < m; f++) {
        const double r = gain(g, which);

        for (zn_index j = 0; j < n; j++)
            p->A[f + j * m] *= r * c[j];
        p->b[f] *= r;
    }
}

static void make(uneven *p, int which, uint64_t seed)
{
    rng g = {seed};
    double z[MOST] = {0}, w[MOST] = {0}, l[FACES] = {0}, c[MOST];

    memset(p, 0, sizeof *p);
    p->n = (zn_index)integer(&g, 2, MOST);
    p->m = which >= CONES ? 0 : (zn_index)integer(&g, 1, FACES);
    monotone(&g, p, which != QP && uniform(&g, 0, 1) < 0.5);
    for (zn_index i = 0; i < p->n && which != CONES; i++) {
        const double what = which == AVI ? 1 : uniform(&g, 0, 1);

        z[i] = uniform(&g, -1, 1);
        p->lb[i] = what < 0.3 ? z[i] : -INFINITY;
        p->ub[i] = what < 0.6 ? z[i] + (what < 0.3) : INFINITY;
        w[i] = what < 0.3 ? uniform(&g, 0, 1) : what < 0.6 ? -uniform(&g, 0, 1) : 0;
    }
    if (which == CONES)
        pairs(&g, p, z, w);
    faces(&g, p, z, l);
    for (zn_index i = 0; i < p->n; i++) {
        p->q[i] = w[i];
        for (zn_index j = 0; j < p->n; j++)
            p->q[i] -= p->M[i + j * p->n] * z[j];
        for (zn_index f = 0; f < p->m; f++)
            p->q[i] += p->A[f + i * p->m] * l[f];
    }
    in_units(&g, p, which, c);
    for (zn_index f = 0; f < p->m && which == AVI; f++)
        p->b[f] = -p->b[f]; /* K */
    p->view = zn_matrix_dense(p->n, p->n, p->M);
    p->rows = zn_matrix_dense(p->m, p->n, p->A);
    p->avi = (zn_avi){.n = p->n, .m = p->m, .M = &p->view, .q = p->q, .H = p->A, .K = p->b};
    p->qp = (zn_qp){.n = p->n, .M = &p->view, .q = p->q, .lb = p->lb, .ub = p->ub,
                    .m = p->m, .A = &p->rows, .b = p->b};
    p->cones = (zn_soclcp){.n = p->n, .M = &p->view, .q = p->q, .ncones = (p->n + 1) / 2,
                           .cone = p->cone, .tau = p->tau};
    p->relay = (zn_relay){.n = p->n, .M = &p->view, .q = p->q, .lb = p->lb, .ub = p->ub};
}

static zn_status answer(zn_ctx *ctx, int which, uneven *p, double by_M, double by_q,
                        const char *balance, double z[], zn_solve_info *info)
{
    const void *const problems[] = {&p->avi, &p->qp, &p->cones, &p->relay};
    double w[MOST + FACES] = {0};
    zn_solver *s;
    zn_status st;

    for (zn_index i = 0; i < p->n * p->n; i++)
        p->M[i] *= by_M;
    for (zn_index i = 0; i < p->n; i++) {
        p->q[i] *= by_q;
        p->lb[i] *= by_q / by_M;
        p->ub[i] *= by_q / by_M;
    }
    for (zn_index f = 0; f < p->m; f++)
        p->b[f] *= by_q / by_M;
    ck_assert_int_eq(zn_solver_new(ctx, kinds[which].name, "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "balance", balance), ZN_OK);
    memset(z, 0, MOST * sizeof *z);
    st = zn_solver_solve(s, problems[which], z, w, info);
    zn_solver_free(s);
    for (zn_index i = 0; i < p->n; i++)
        z[i] *= by_M / by_q;
    return st;
}

START_TEST(rows_in_many_units_are_solved)
{
    zn_ctx *ctx = context();

    for (int i = 0; i < SEEDS && kinds[_i].seeds[i]; i++) {
        uneven p;
        double z[MOST], other[MOST];
        zn_solve_info info, again;

        make(&p, _i, kinds[_i].seeds[i]);
        ck_assert_int_eq(answer(ctx, _i, &p, 1, 1, "no", z, &info),
                         kinds[_i].left ? ZN_UNSOLVED : ZN_OK);
        ck_assert_msg(!answer(ctx, _i, &p, 1, 1, "yes", z, &info), "%s, seed %d: %g",
                      kinds[_i].name, (int)kinds[_i].seeds[i], info.error);
        ck_assert_int_eq(answer(ctx, _i, &p, 0x1p11, 0x1p-32, "yes", other, &again), ZN_OK);
        ck_assert_int_eq(again.iterations, info.iterations);
        ck_assert_mem_eq(z, other, sizeof z);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rows in units of their own");
    TCase *tc = tcase_create("core");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, rows_in_many_units_are_solved, 0, KINDS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
