/* test_far_rows.c - each row and unknown in a unit of its own: the same outcome, the answer in those units
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <zeno/avi.h>
#include <zeno/qp.h>
#include <zeno/relay.h>

#include "../../solvers/linalg/far_rows.h"
#include "../../solvers/linalg/units.h"

/* Problems with one answer, which is made first: pairs, bounds, faces and rows are active with a force of at least
 * 1/10, or not by as much. M has eigenvalues of at least 1. Then powers of two up to 2^FAR or 2^-FAR for each. */
enum { MOST = 16, ALL = 2 * MOST, SEEDS = 40, FAR = 24 };

enum { LCP, MLCP, RELAY, AVI, QP, KINDS };

static const struct kind {
    const char *name;
    zn_kind kind;
} kinds[KINDS] = {{"lcp", ZN_KIND_LCP_SOLVER},
                  {"mlcp", ZN_KIND_MLCP_SOLVER},
                  {"relay", ZN_KIND_RELAY_SOLVER},
                  {"avi", ZN_KIND_AVI_SOLVER},
                  {"qp", ZN_KIND_QP_SOLVER}};

typedef struct rows {
    int which;
    zn_index n, m;
    double M[MOST * MOST], A[MOST * MOST], q[MOST], b[MOST], lb[MOST], ub[MOST];
    double z[MOST], l[MOST];           /* the answer, forces of rows */
    double c[MOST], r[MOST], f[MOST];  /* units: z / c, r w, f (A z + b) */
    unsigned char eq[MOST];
    zn_matrix view, rows;
    double x[MOST * MOST]; /* the same in columns */
    zn_index at[MOST + 1], row[MOST * MOST];
} rows;

/* B'B / n + 1, and what is skew but for programs */
static void monotone(rng *g, rows *p)
{
    const zn_index n = p->n;
    double B[MOST * MOST];

    for (zn_index i = 0; i < n * n; i++)
        B[i] = uniform(g, -1, 1);
    for (zn_index i = 0; i < n; i++)
        for (zn_index j = 0; j <= i; j++) {
            const double skew = p->which == QP ? 0 : uniform(g, -1, 1);
            double sum = i == j;

            for (zn_index k = 0; k < n; k++)
                sum += B[i * n + k] * B[j * n + k] / (double)n;
            p->M[i + j * n] = sum + (i == j ? 0 : skew);
            p->M[j + i * n] = sum - (i == j ? 0 : skew);
        }
}

/* z within its bounds or at one, with that force in w */
static void answer(rng *g, rows *p, zn_index i, double w[])
{
    const double what = uniform(g, 0, 1), force = uniform(g, 0.1, 2);
    const bool pairs = p->which <= MLCP;

    p->eq[i] = p->which == MLCP && uniform(g, 0, 1) < 0.4;
    p->lb[i] = p->eq[i] || p->which == AVI ? -INFINITY : pairs ? 0 : uniform(g, -2, 1);
    p->ub[i] = pairs || p->which == AVI ? INFINITY : p->lb[i] + uniform(g, 1, 3);
    if (isinf(p->lb[i])) {
        p->z[i] = uniform(g, -2, 2);
        return;
    }
    p->z[i] = p->lb[i] + uniform(g, 0.1, 0.9);
    if (what < 0.6) {
        p->z[i] = what < 0.3 || pairs ? p->lb[i] : p->ub[i];
        w[i] = what < 0.3 || pairs ? force : -force;
    }
}

static void make(rows *p, int which, uint64_t seed)
{
    rng g = {seed * 977 + (uint64_t)which};
    double w[MOST] = {0};

    for (int i = 0; i < 4; i++)
        uniform(&g, 0, 1);
    memset(p, 0, sizeof *p);
    p->which = which;
    p->n = (zn_index)integer(&g, 2, MOST);
    p->m = which < AVI ? 0 : (zn_index)integer(&g, 1, (double)p->n / 2);
    monotone(&g, p);
    for (zn_index i = 0; i < p->n; i++)
        answer(&g, p, i, w);
    for (zn_index f = 0; f < p->m; f++) {
        const double what = uniform(&g, 0, 1);

        p->l[f] = what < 0.5 ? uniform(&g, 0.1, 2) : 0;
        p->b[f] = what < 0.5 ? 0 : uniform(&g, 0.1, 2);
        for (zn_index j = 0; j < p->n; j++) {
            p->A[f + j * p->m] = uniform(&g, -1, 1) + (j == f);
            p->b[f] -= p->A[f + j * p->m] * p->z[j];
        }
    }
    for (zn_index i = 0; i < p->n; i++) {
        p->q[i] = w[i];
        for (zn_index j = 0; j < p->n; j++)
            p->q[i] -= p->M[i + j * p->n] * p->z[j];
        for (zn_index f = 0; f < p->m; f++)
            p->q[i] += p->A[f + i * p->m] * p->l[f];
    }
}

static double gain(rng *g)
{
    return exp2(integer(g, -FAR, FAR));
}

/* Pairs and bounds have units of w that have nothing to do with those of z; energies of the others are one number. */
static void in_units(rows *p, uint64_t seed)
{
    rng g = {seed};
    const zn_index n = p->n, m = p->m;
    const bool one = p->which >= AVI || uniform(&g, 0, 1) < 0.5;

    for (zn_index i = 0; i < n; i++) {
        p->c[i] = gain(&g);
        p->r[i] = one ? p->c[i] : gain(&g);
    }
    for (zn_index f = 0; f < m; f++)
        p->f[f] = gain(&g);
    for (zn_index i = 0; i < n; i++) {
        for (zn_index j = 0; j < n; j++)
            p->M[i + j * n] *= p->r[i] * p->c[j];
        for (zn_index f = 0; f < m; f++)
            p->A[f + i * m] *= p->f[f] * p->c[i];
        p->q[i] *= p->r[i];
        p->lb[i] /= p->c[i];
        p->ub[i] /= p->c[i];
    }
    for (zn_index f = 0; f < m; f++)
        p->b[f] *= p->f[f];
}

static void columns(rows *p)
{
    const zn_index n = p->n;

    for (zn_index j = 0; j < n; j++) {
        p->at[j + 1] = (j + 1) * n;
        for (zn_index i = 0; i < n; i++)
            p->row[i + j * n] = i;
    }
    memcpy(p->x, p->M, sizeof p->x);
    p->view = (zn_matrix){
        .storage = ZN_CSC, .rows = n, .cols = n, .x = p->x, .p = p->at, .i = p->row};
}

static zn_status solve(zn_ctx *ctx, rows *p, const char *name, double z[])
{
    double w[ALL] = {0}, minus[MOST];
    zn_solve_info info;

    p->view = zn_matrix_dense(p->n, p->n, p->M);
    if (p->n % 2)
        columns(p);
    p->rows = zn_matrix_dense(p->m, p->n, p->A);
    for (zn_index f = 0; f < p->m; f++)
        minus[f] = -p->b[f];

    const zn_lcp lcp = {.n = p->n, .M = &p->view, .q = p->q};
    const zn_mlcp mlcp = {.n = p->n, .M = &p->view, .q = p->q, .eq = p->eq};
    const zn_relay relay = {.n = p->n, .M = &p->view, .q = p->q, .lb = p->lb, .ub = p->ub};
    const zn_avi avi = {.n = p->n, .m = p->m, .M = &p->view, .q = p->q, .H = p->A, .K = minus};
    const zn_qp qp = {.n = p->n, .M = &p->view, .q = p->q, .lb = p->lb, .ub = p->ub,
                      .m = p->m, .A = &p->rows, .b = p->b};
    const void *const posed[KINDS] = {&lcp, &mlcp, &relay, &avi, &qp};

    memset(z, 0, MOST * sizeof *z);
    return run_once(ctx, kinds[p->which].name, name, -1, posed[p->which], z, w, &info);
}

/* how far z, in those units, is from the answer */
static double off(const rows *p, const double z[])
{
    double most = 0;

    for (zn_index i = 0; i < p->n; i++)
        most = fmax(most, fabs(z[i] * p->c[i] - p->z[i]));
    return most;
}

/* What goes along gradients takes steps as the condition of M tells, to which powers of two add up to 16. */
static bool slows_down(const char *name)
{
    return strcmp(name, "admm") == 0 || strcmp(name, "projected-gradient") == 0;
}

/* 1e-5: errors up to 1e-8 of q, which is up to 30, and rows that powers of two leave up to 16 apart; eigenvalues
 * from 1 */
START_TEST(each_row_and_unknown_has_a_unit)
{
    zn_ctx *ctx = context();
    const zn_type *type;

    for (zn_index k = 0; (type = zn_type_at(ctx, kinds[_i].kind, k)) != NULL; k++)
        for (uint64_t seed = 1; seed <= SEEDS && !slows_down(type->name); seed++) {
            rows p;
            double z[MOST];

            make(&p, _i, seed);
            if (solve(ctx, &p, type->name, z) != ZN_OK)
                continue; /* a method for others, or a slow one */
            in_units(&p, seed);
            ck_assert_msg(solve(ctx, &p, type->name, z) == ZN_OK, "%s %s, seed %d: %s",
                          kinds[_i].name, type->name, (int)seed, zn_errmsg(ctx));
            ck_assert_msg(off(&p, z) <= 1e-5, "%s %s, seed %d: off by %g", kinds[_i].name,
                          type->name, (int)seed, off(&p, z));
        }
    zn_ctx_free(ctx);
}
END_TEST

/* the largest of each row or column that has numbers: is one more than 2^13 times another? */
static bool far_by_hand(zn_index n, const double M[], zn_index of_row, zn_index of_column)
{
    double least = INFINITY, most = 0;

    for (zn_index i = 0; i < n; i++) {
        double own = 0;

        for (zn_index j = 0; j < n; j++)
            own = fmax(own, fabs(M[i * of_row + j * of_column]));
        most = fmax(most, own);
        least = own > 0 ? fmin(least, own) : least;
    }
    return most > 0x1p13 * least;
}

/* What a look at the diagonal saves is seen to be the same: numbers of all sizes, zeros, and rows of zeros;
 * the last place of a row, at which what is taken by fours may end, has the largest number. */
START_TEST(rows_are_far_or_not_however_one_looks)
{
    const zn_index n = _i;
    int found[2] = {0, 0};
    rng g = {(uint64_t)n};

    for (int turn = 0; turn < 2000; turn++) {
        double M[MOST * MOST], x[MOST], y[MOST], work[2 * MOST];
        const double spread = uniform(&g, 0, 14);
        const zn_matrix view = zn_matrix_dense(n, n, M);

        for (zn_index i = 0; i < n * n; i++)
            M[i] = uniform(&g, 0, 1) < 0.1 ? 0 : uniform(&g, -1, 1) * exp2(uniform(&g, -spread, spread));
        for (zn_index i = 0; i < n && turn % 2; i++) /* mostly the diagonal tells */
            M[i * (n + 1)] = 1 + uniform(&g, 0, 1);
        if (turn % 3 == 0)
            M[n * n - 1] = exp2(spread);
        for (zn_index j = 0; j < n && turn % 5 == 0; j++)
            M[turn % n + j * n] *= 0x1p-20;
        const bool is = far_by_hand(n, M, 1, n) || far_by_hand(n, M, n, 1);

        found[is]++;
        ck_assert_int_eq(zni_few_rows_far(&view), is);
        ck_assert_int_eq(zni_few_rows_look(&view), is);
        ck_assert(is || !zni_far_rows(n, n, NULL, &view, x, y, work));
        ck_assert(is || !zni_far_rows(n, 0, &view, NULL, x, y, work));
    }
    ck_assert_int_gt(found[false], 100);
    ck_assert(n < 2 || found[true] > 100);
}
END_TEST

/* One row or column of 2^20, whichever it is, is found and evened out. */
START_TEST(the_row_that_is_far_is_found)
{
    const zn_index n = _i;

    for (zn_index far = 0; far < 2 * n; far++) {
        double M[MOST * MOST], x[MOST], y[MOST], work[2 * MOST];
        const zn_matrix view = zn_matrix_dense(n, n, M);

        for (zn_index k = 0; k < n * n; k++)
            M[k] = (k % n == far || k / n == far - n ? 0x1p20 : 1) * (1 + (double)k / MOST / MOST);
        ck_assert(zni_few_rows_far(&view) && zni_far_rows(n, n, NULL, &view, x, y, work));
        for (zn_index k = 0; k < n * n; k++)
            M[k] *= y[k % n] * x[k / n];
        ck_assert(!zni_few_rows_far(&view) && !far_by_hand(n, M, 1, n) && !far_by_hand(n, M, n, 1));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("units of rows");
    TCase *tc = tcase_create("far apart");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, each_row_and_unknown_has_a_unit, 0, KINDS);
    tcase_add_loop_test(tc, rows_are_far_or_not_however_one_looks, 1, MOST + 1);
    tcase_add_loop_test(tc, the_row_that_is_far_is_found, 2, MOST + 1);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
