/* test_qp_certificates.c - quadratic programs without solution, and such that nearly are, in many units
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

#include <zeno/qp.h>

#include "solvers/linalg/nearest.h"

/* Programs in whole numbers, with a contradiction or a direction in which they fall for ever, or, by one number,
 * without: rows and columns are then in units of 2^-reach to 2^reach, which changes no digit. */
enum { MOST = 12, ROWS = 2 * MOST, SEEDS = 150 };

typedef struct program {
    zn_index n, m;
    double M[MOST * MOST], A[ROWS * MOST], q[MOST], b[ROWS], lb[MOST], ub[MOST];
    zn_matrix view, rows;
    zn_qp qp;
} program;

static double whole(rng *g, double most)
{
    return integer(g, -most, most);
}

/* bounds that z is within, on one of them or not */
static void enclose(rng *g, program *p, const double z[])
{
    for (zn_index i = 0; i < p->n; i++) {
        const double what = uniform(g, 0, 1);

        p->lb[i] = what < 0.2 || (what > 0.3 && what < 0.45) ? z[i] - integer(g, 0, 2) : -INFINITY;
        p->ub[i] = what > 0.2 && what < 0.45 ? z[i] + integer(g, 0, 2) : INFINITY;
    }
}

static double row_at(const program *p, zn_index r, const double z[])
{
    double sum = 0;

    for (zn_index j = 0; j < p->n; j++)
        sum += p->A[r + j * p->m] * z[j];
    return sum;
}

/* rows that hold at z, with equality or not */
static void hold(rng *g, program *p, zn_index r, const double z[])
{
    p->b[r] = -row_at(p, r, z) + (uniform(g, 0, 1) < 0.5 ? 0 : integer(g, 0, 5));
}

/* B'B with `rank` rows, B d = 0 where d_k is 1 or -1 and k is not negative */
static void semidefinite(rng *g, program *p, const double d[], zn_index k)
{
    const zn_index rank = (zn_index)integer(g, 0, (double)p->n);

    memset(p->M, 0, sizeof p->M);
    for (zn_index r = 0; r < rank; r++) {
        double B[MOST], sum = 0;

        for (zn_index i = 0; i < p->n; i++) {
            B[i] = uniform(g, 0, 1) < 0.5 ? 0 : whole(g, 3);
            sum += k >= 0 && i != k ? B[i] * d[i] : 0;
        }
        if (k >= 0)
            B[k] = -sum * d[k];
        for (zn_index i = 0; i < p->n; i++)
            for (zn_index j = 0; j < p->n; j++)
                p->M[i + j * p->n] += B[i] * B[j];
    }
}

static void in_units(rng *g, program *p, int reach)
{
    const zn_index n = p->n, m = p->m;
    double c[MOST];

    for (zn_index i = 0; i < n; i++)
        c[i] = exp2(integer(g, -reach, reach));
    for (zn_index i = 0; i < n; i++) {
        for (zn_index j = 0; j < n; j++)
            p->M[i + j * n] *= c[i] * c[j];
        p->q[i] *= c[i];
        p->lb[i] /= c[i];
        p->ub[i] /= c[i];
    }
    for (zn_index r = 0; r < m; r++) {
        const double of = exp2(integer(g, -reach, reach));

        for (zn_index j = 0; j < n; j++)
            p->A[r + j * m] *= of * c[j];
        p->b[r] *= of;
    }
    p->view = zn_matrix_dense(n, n, p->M);
    p->rows = zn_matrix_dense(m, n, p->A);
    p->qp = (zn_qp){.n = n, .M = &p->view, .q = p->q, .lb = p->lb, .ub = p->ub, .m = m,
                    .A = &p->rows, .b = p->b};
}

static void begin(rng *g, program *p, double z[])
{
    memset(p, 0, sizeof *p);
    p->n = (zn_index)integer(g, 1, MOST);
    p->m = (zn_index)integer(g, 1, 2 * (double)p->n);
    for (zn_index i = 0; i < p->n; i++) {
        z[i] = whole(g, 3);
        p->q[i] = whole(g, 3);
    }
    enclose(g, p, z);
    for (zn_index r = 0; r < p->m; r++) {
        for (zn_index j = 0; j < p->n; j++)
            p->A[r + j * p->m] = uniform(g, 0, 1) < 0.4 ? 0 : whole(g, 3);
        hold(g, p, r, z);
    }
}

/* Rows whose sum with weights has no z that is not bounded: they hold with equality at z, and what is bounded has its
 * bound there, so that the sum is 0 at the most; less than 0 by `gap`. */
static void contradict(program *p, uint64_t seed, int reach, double gap)
{
    rng g = {seed};
    double z[MOST], l[ROWS];
    zn_index last;

    begin(&g, p, z);
    semidefinite(&g, p, NULL, -1);
    last = (zn_index)integer(&g, 0, (double)p->m - 1);
    for (zn_index r = 0; r < p->m; r++)
        l[r] = r == last ? 1 : uniform(&g, 0, 1) < 0.6 ? integer(&g, 1, 3) : 0;
    for (zn_index j = 0; j < p->n; j++) {
        double sum = 0, c = 0;

        for (zn_index r = 0; r < p->m; r++)
            sum += r == last ? 0 : l[r] * p->A[r + j * p->m];
        if (uniform(&g, 0, 1) < 0.3)
            c = isfinite(p->lb[j]) ? -2 : isfinite(p->ub[j]) ? 3 : 0;
        p->A[last + j * p->m] = c - sum;
        if (c < 0)
            p->lb[j] = z[j];
        else if (c > 0)
            p->ub[j] = z[j];
    }
    for (zn_index r = 0; r < p->m; r++)
        if (l[r] > 0)
            p->b[r] = -row_at(p, r, z);
    p->b[last] -= gap;
    in_units(&g, p, reach);
}

/* A direction d with M d = 0, A d >= 0, within the bounds, q'd = -gap. */
static void fall(program *p, uint64_t seed, int reach, double gap)
{
    rng g = {seed};
    double z[MOST], d[MOST], along = 0;
    zn_index k;

    begin(&g, p, z);
    k = (zn_index)integer(&g, 0, (double)p->n - 1);
    for (zn_index i = 0; i < p->n; i++) {
        d[i] = i == k ? (uniform(&g, 0, 1) < 0.5 ? 1 : -1) : uniform(&g, 0, 1) < 0.5 ? whole(&g, 3) : 0;
        p->ub[i] = d[i] > 0 ? INFINITY : p->ub[i];
        p->lb[i] = d[i] < 0 ? -INFINITY : p->lb[i];
        along += p->q[i] * d[i];
    }
    semidefinite(&g, p, d, k);
    for (zn_index r = 0; r < p->m; r++) {
        const double slope = row_at(p, r, d);

        if (uniform(&g, 0, 1) < 0.3)
            p->A[r + k * p->m] -= slope * d[k];
        for (zn_index j = 0; j < p->n && row_at(p, r, d) < 0; j++)
            for (zn_index i = 0; i < p->n; i++)
                p->A[r + i * p->m] *= -1;
        hold(&g, p, r, z);
    }
    p->q[k] -= (along + gap) * d[k];
    in_units(&g, p, reach);
}

/* sum of a_i x_i is no more than the rounding of its terms */
static bool nothing(long double sum, long double terms)
{
    return fabsl(sum) <= 64 * 1.2e-16L * terms;
}

static bool farkas(const program *p, const double l[])
{
    long double value = 0;

    for (zn_index r = 0; r < p->m; r++) {
        if (!(l[r] >= 0))
            return false;
        value += (long double)l[r] * p->b[r];
    }
    for (zn_index j = 0; j < p->n; j++) {
        long double c = 0, terms = 0;

        for (zn_index r = 0; r < p->m; r++) {
            c += (long double)p->A[r + j * p->m] * l[r];
            terms += fabsl((long double)p->A[r + j * p->m] * l[r]);
        }
        if (nothing(c, terms))
            continue;
        if (isinf(c > 0 ? p->ub[j] : p->lb[j]))
            return false;
        value += c * (c > 0 ? p->ub[j] : p->lb[j]);
    }
    return value < 0;
}

static bool ray(const program *p, const double d[])
{
    const zn_index n = p->n;
    long double along = 0;

    for (zn_index i = 0; i < n; i++) {
        long double s = 0, terms = 0;

        if ((d[i] < 0 && isfinite(p->lb[i])) || (d[i] > 0 && isfinite(p->ub[i])))
            return false;
        along += (long double)p->q[i] * d[i];
        for (zn_index j = 0; j < n; j++) {
            s += (long double)p->M[i + j * n] * d[j];
            terms += sqrtl((long double)p->M[i + i * n] * p->M[j + j * n]) * fabs(d[j]);
        }
        if (!nothing(s, terms))
            return false;
    }
    for (zn_index r = 0; r < p->m; r++) {
        long double s = 0, terms = 0;

        for (zn_index j = 0; j < n; j++) {
            s += (long double)p->A[r + j * p->m] * d[j];
            terms += fabsl((long double)p->A[r + j * p->m] * d[j]);
        }
        if (s < 0 && !nothing(s, terms))
            return false;
    }
    return along < 0;
}

/* Is what it says proved by w? None: it says nothing of the kind. */
typedef enum said { NONE, EMPTY, ENDLESS } said;

static said hear(zn_ctx *ctx, const char *solver, const program *p, uint64_t seed, zn_status *st)
{
    double z[MOST] = {0}, w[MOST + ROWS] = {0};
    zn_solve_info info;

    *st = run_once(ctx, "qp", solver, -1, &p->qp, z, w, &info);
    if (*st != ZN_UNSOLVED || (info.outcome != ZN_INFEASIBLE && info.outcome != ZN_RAY))
        return NONE;
    if (info.outcome == ZN_RAY) {
        ck_assert_msg(ray(p, w), "%s, seed %d: not a ray", solver, (int)seed);
        return ENDLESS;
    }
    ck_assert_msg(farkas(p, w + p->n), "%s, seed %d: no contradiction", solver, (int)seed);
    return EMPTY;
}

/* In units that are far apart a program without solution may have points that the measure, which has
 * one unit, calls solutions: they are none that a proof was missed of. */
static const int reaches[] = {0, 20};

START_TEST(rows_that_contradict_are_proved_to_do_so)
{
    zn_ctx *ctx = context();

    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        program p;
        zn_status st;

        contradict(&p, seed, reaches[_i], 1);
        const said what = hear(ctx, "auto", &p, seed, &st);

        ck_assert_msg(what != NONE || (_i > 0 && !st), "seed %d: %s", (int)seed, zn_errmsg(ctx));
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(rows_that_touch_are_not_called_contradictions)
{
    zn_ctx *ctx = context();

    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        program p;
        zn_status st;

        contradict(&p, seed, reaches[_i], 0);
        const said what = hear(ctx, "auto", &p, seed, &st);

        ck_assert_msg(what != EMPTY, "seed %d", (int)seed);
        ck_assert_msg(what == ENDLESS || !st, "seed %d: %s", (int)seed, zn_errmsg(ctx));
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(what_falls_for_ever_is_proved_to_do_so)
{
    zn_ctx *ctx = context();

    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        program p;
        zn_status st;

        fall(&p, seed, reaches[_i], 1);
        const said what = hear(ctx, "auto", &p, seed, &st);

        ck_assert_msg(what == ENDLESS || (what == NONE && _i > 0 && !st), "seed %d: %s", (int)seed,
                      zn_errmsg(ctx));
        /* others have no proofs */
        ck_assert_msg(hear(ctx, "active-set", &p, seed, &st) == NONE, "seed %d", (int)seed);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(what_is_level_is_not_called_a_fall)
{
    zn_ctx *ctx = context();

    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        program p;
        zn_status st;

        fall(&p, seed, reaches[_i], 0);
        /* another direction may fall: that of a proof does */
        const said what = hear(ctx, "auto", &p, seed, &st);

        ck_assert_msg(what == ENDLESS || !st, "seed %d: %s", (int)seed, zn_errmsg(ctx));
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Where iterates run away 1e10 times as far as what is left of the way, with some other processor's rounding also where
 * the seeds above do: next to them is a direction that falls only without what that is. */
START_TEST(what_is_left_of_the_way_does_not_hide_a_fall)
{
    static const uint64_t touch[] = {260, 871, 1028, 3898, 4062, 5210, 5276, 5769, 6431, 7033, 7427},
                          steep[] = {257, 1047, 1373, 2373, 3752, 3993, 5150, 5523};
    zn_ctx *ctx = context();

    for (size_t i = 0; i < sizeof touch / sizeof *touch; i++) {
        program p;
        zn_status st;

        contradict(&p, touch[i], 0, 0);
        const said what = hear(ctx, "auto", &p, touch[i], &st);

        ck_assert_msg(what == ENDLESS || !st, "seed %d: %s", (int)touch[i], zn_errmsg(ctx));
    }
    for (size_t i = 0; i < sizeof steep / sizeof *steep; i++) {
        program p;
        zn_status st;

        fall(&p, steep[i], 0, 1);
        ck_assert_msg(hear(ctx, "auto", &p, steep[i], &st) == ENDLESS, "seed %d: %s", (int)steep[i], zn_errmsg(ctx));
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- the nearest zero ------------------------------------------------------------------- */

/* G = a b', of which nothing but the products is known */
typedef struct tied {
    zn_index n, m;
    double a[MOST], b[MOST];
} tied;

static double along(zn_index n, const double u[], const double x[])
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++)
        sum += u[i] * x[i];
    return sum;
}

static void tie(const void *of, const double x[], double y[])
{
    const tied *t = of;
    const double s = along(t->n, t->b, x);

    for (zn_index i = 0; i < t->m; i++)
        y[i] = t->a[i] * s;
}

static void tie_back(const void *of, const double y[], double x[])
{
    const tied *t = of;
    const double s = along(t->m, t->a, y);

    for (zn_index i = 0; i < t->n; i++)
        x[i] = t->b[i] * s;
}

static void nearest(const tied *t, double x[])
{
    double d[MOST], s[MOST], r[MOST], Gd[MOST];
    const zni_nearest p = {.of = t, .n = t->n, .m = t->m, .mul = tie, .mul_t = tie_back,
                            .d = d, .s = s, .r = r, .Gd = Gd};

    zni_nearest_zero(&p, x);
}

/* One step leads to x - b (b'x) / (b'b). Those after it are made of rounding alone, which they would enlarge until x
 * is moved off in directions that G says nothing about. */
START_TEST(steps_that_rounding_makes_are_not_taken)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        rng g = {seed};
        tied t = {.n = 2 + (zn_index)(seed % 9), .m = 1 + (zn_index)(seed % 7)};
        double x[MOST], want[MOST], size = 0;

        for (zn_index i = 0; i < MOST; i++) {
            t.a[i] = uniform(&g, -1, 1);
            t.b[i] = uniform(&g, -1, 1);
            x[i] = uniform(&g, -1, 1);
        }
        for (zn_index i = 0; i < t.n; i++) {
            want[i] = x[i] - t.b[i] * along(t.n, t.b, x) / along(t.n, t.b, t.b);
            size = fmax(size, fabs(x[i]));
        }
        nearest(&t, x);
        for (zn_index i = 0; i < t.n; i++)
            ck_assert_msg(fabs(x[i] - want[i]) <= 1e-12 * size, "seed %d: x(%td) = %g, not %g", (int)seed, i, x[i],
                          want[i]);
    }
}
END_TEST

/* (G G' x)^2 is below what a double holds: there is no length of a step. */
START_TEST(a_row_too_small_to_be_squared_moves_nothing)
{
    const tied t = {.n = 1, .m = 1, .a = {1e-80}, .b = {1}};
    double x = 1;

    nearest(&t, &x);
    ck_assert_double_eq(x, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("qp, proofs");
    TCase *tc = tcase_create("proofs");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, rows_that_contradict_are_proved_to_do_so, 0, 2);
    tcase_add_loop_test(tc, rows_that_touch_are_not_called_contradictions, 0, 2);
    tcase_add_loop_test(tc, what_falls_for_ever_is_proved_to_do_so, 0, 2);
    tcase_add_loop_test(tc, what_is_level_is_not_called_a_fall, 0, 2);
    tcase_add_test(tc, what_is_left_of_the_way_does_not_hide_a_fall);
    tcase_add_test(tc, steps_that_rounding_makes_are_not_taken);
    tcase_add_test(tc, a_row_too_small_to_be_squared_moves_nothing);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
