/* test_lcp_reference.c - reference problems of LCP and MLCP from files
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

/* One problem of the collection; eq NULL: LCP. */
typedef struct problem {
    zn_index n;
    double *M, *q;
    unsigned char *eq;
} problem;

static zn_index read_index(FILE *f)
{
    long v;

    ck_assert_int_eq(fscanf(f, "%ld", &v), 1);
    return v;
}

static double *read_reals(FILE *f, zn_index n)
{
    double *x = reals(n);

    for (zn_index i = 0; i < n; i++)
        ck_assert_int_eq(fscanf(f, "%lf", &x[i]), 1);
    return x;
}

/* the dense layout: 0, rows, cols, rows, cols, values by columns; then q */
static void read_system(FILE *f, problem *p)
{
    ck_assert_int_eq(read_index(f), 0);
    for (int k = 0; k < 4; k++)
        ck_assert_int_eq(read_index(f), p->n);
    p->M = read_reals(f, p->n * p->n);
    p->q = read_reals(f, p->n);
}

/* false: there are no reference data */
static bool load(const char *relative, bool mixed, problem *p)
{
    char path[TEST_PATH];
    FILE *f;
    zn_index end = 0, first = 0;

    if (!test_reference(path, relative))
        return false;
    f = fopen(path, "r");
    ck_assert_ptr_nonnull(f);
    *p = (problem){0};
    if (mixed) {
        zn_index block[64];
        int nb = 0;

        /* which forms are there (the matrix form always is), sizes, blocks, and
         * for each block 0: equality, 1: complementarity */
        ck_assert_int_eq(read_index(f), 1);
        read_index(f);
        p->n = read_index(f);
        p->n += read_index(f);
        ck_assert_int_eq(read_index(f), 0);
        while (end < p->n && nb < 64)
            block[nb++] = end = read_index(f);
        ck_assert_int_eq(end, p->n);
        p->eq = (unsigned char *)calloc((size_t)p->n, 1);
        ck_assert_ptr_nonnull(p->eq);
        for (int k = 0; k < nb; k++) {
            bool equality = read_index(f) == 0;

            for (zn_index i = first; i < block[k]; i++)
                p->eq[i] = equality;
            first = block[k];
        }
    } else {
        p->n = read_index(f);
    }
    read_system(f, p);
    fclose(f);
    return true;
}

static void problem_free(problem *p)
{
    free(p->M);
    free(p->q);
    free(p->eq);
}

/* ---- what is known ------------------------------------------------------- */

/* Solutions known from exact or independent computation; one row per problem,
 * only the first of several where there are more (known = 0: none to
 * compare). */
typedef struct reference {
    const char *file;
    int known; /* leading components to compare                      */
    double z[9];
    const char *fails; /* methods that may fail, in spaces               */
} reference;

static const reference lcps[] = {
    /* z1 + z2 = 1: infinitely many */
    {"lcp_CPS_1", 0, {0}, ""},
    {"lcp_CPS_2", 3, {0, 1, 3}, " murty bard "},
    /* three solutions; Lemke ends on a ray */
    {"lcp_CPS_3", 0, {0}, " lemke cao-ferris murty bard "},
    {"lcp_CPS_4", 4, {2, 2, 2, 92}, " murty bard "},
    {"lcp_CPS_4bis", 4, {3, 3, 0, 83}, " murty bard "},
    /* M = [1 -1; -1 1]: (z1, z1 + 1) all solve */
    {"lcp_CPS_5", 0, {0}, ""},
    /* an isolated solution and a singular set; not monotone */
    {"lcp_Pang_isolated_sol", 0, {0}, " murty bard interior-point "},
    {"lcp_enum_fails",
     9,
     {6.449878079890142e-05, 3.710898586599189e-06, 0, 8.016312625263467e-05,
      1.6032625250526926e-05, 5.2111449466418575e-05, 1.7310108598767298e-04,
      1.7257625528895067e-05, 0},
     ""},
    {"lcp_exp_murty", 6, {0, 0, 0, 0, 0, 1}, ""},
    {"lcp_exp_murty2", 6, {0, 0, 0, 0, 0, 64}, ""},
    {"lcp_inf_sol_perturbed", 0, {0}, " murty bard "},
    /* difficult: sigma_max / sigma_min = 2e6, indefinite */
    {"lcp_tobenna", 0, {0}, " newton-min newton-fb murty bard "},
};
enum { NLCPS = sizeof lcps / sizeof lcps[0] };

static const reference mlcps[] = {
    {"Buck2_mlcp", 3, {3, 2.9999994823002796, 0.9915801250358678}, ""},
    {"BuckConverter_mlcp", 6, {3, 0, 1.5, 0, 0, 0}, ""},
    {"BuckFirstStep_mlcp", 6, {3, 0, 1.5, 0, 0, 0}, ""},
    {"PDSym_mlcp",
     7,
     {-2.0492122970121533, -1.5181387702874003, -0.7517481900505288,
      0.7609238753951035, 0.4126314806835315, 0.6251169017603995,
      0.3255529744987667},
     ""},
    {"PD_mlcp",
     7,
     {0.9854318217925772, 0.9729458435437535, 0.012485978248830132,
      0.0009604598652947804, 0, 0, 0.0009604598652940156},
     ""},
    {"RCD_mlcp", 3, {0.3289036544850499, 0, 0.03289036544850499}, ""},
    {"deudeu_mlcp", 2, {1, 0}, ""},
    {"diodeBridge_mlcp",
     7,
     {0.9851851851851862, 0.9851851851851856, 0, 0.0009851851851833025, 0, 0,
      0.0009851851851853091},
     ""},
    {"m2n1_mlcp", 3, {1, 0, 3}, ""},
    {"relay3_mlcp", 6, {-10, 1.6, 0, 0.016, 0, 0}, ""},
};
enum { NMLCPS = sizeof mlcps / sizeof mlcps[0] };

/* pgs, psor, rpgs and cpg are left out: nearly every problem of the collection
 * has a zero on the diagonal, which they refuse */
static const char *const lcp_methods[] = {
    "auto", "lemke",      "cao-ferris", "murty",          "bard",
    "enum", "newton-min", "newton-fb",  "interior-point", NULL};
static const char *const mlcp_methods[] = {
    "auto",       "direct",     "enum",      "lemke",
    "cao-ferris", "newton-min", "newton-fb", NULL};

/* methods that end with the linear system of an active set: 1e-12 is rounding
 * for them, on every file */
static bool ends_exactly(const char *name)
{
    static const char *const list[] = {"auto", "lemke", "cao-ferris", "murty",
                                       "bard", "enum",  "direct"};

    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (!strcmp(name, list[i]))
            return true;
    return false;
}

static void compare(const reference *ref, bool mixed,
                    const char *const methods[])
{
    char file[128], token[64];
    problem p;
    zn_ctx *ctx = context();

    snprintf(file, sizeof file, "problems/%s/%s.dat", mixed ? "MLCP" : "LCP",
             ref->file);
    if (!load(file, mixed, &p)) {
        zn_ctx_free(ctx);
        return;
    }
    zn_matrix A = zn_matrix_dense(p.n, p.n, p.M);
    zn_lcp lcp = {p.n, &A, p.q};
    zn_mlcp mlcp = {p.n, &A, p.q, p.eq};
    const void *data = mixed ? (const void *)&mlcp : (const void *)&lcp;
    double *z = reals(p.n), *w = reals(p.n);
    zn_solve_info info;

    for (int k = 0; methods[k]; k++) {
        double tol = ends_exactly(methods[k]) ? 1e-12 : 1e-10;
        zn_status st;
        bool excused;

        if (!strcmp(methods[k], "enum") && p.n > 20 && !mixed)
            continue;
        snprintf(token, sizeof token, " %s ", methods[k]);
        excused = strstr(ref->fails, token);
        memset(z, 0, (size_t)p.n * sizeof *z);
        st = run_once(ctx, mixed ? "mlcp" : "lcp", methods[k], tol, data, z, w,
                      &info);
        ck_assert_msg(!st || (excused && st == ZN_UNSOLVED), "%s, %s: %s",
                      ref->file, methods[k], zn_errmsg(ctx));
        if (st)
            continue;
        ck_assert_msg(naive_error(p.n, p.M, p.q, p.eq, z) <= 1.01 * tol,
                      "%s, %s: error %g", ref->file, methods[k],
                      naive_error(p.n, p.M, p.q, p.eq, z));
        for (int i = 0; i < ref->known; i++)
            ck_assert_msg(fabs(z[i] - ref->z[i]) <=
                              1e-8 * (1 + fabs(ref->z[i])),
                          "%s, %s: z(%d) = %.17g, not %.17g", ref->file,
                          methods[k], i, z[i], ref->z[i]);
    }
    free(z);
    free(w);
    problem_free(&p);
    zn_ctx_free(ctx);
}

START_TEST(linear_complementarity)
{
    compare(&lcps[_i], false, lcp_methods);
}
END_TEST

START_TEST(mixed_linear_complementarity)
{
    compare(&mlcps[_i], true, mlcp_methods);
}
END_TEST

START_TEST(murtys_example_takes_all_subsets_for_murty_and_two_pivots_for_lemke)
{
    /* Murty (1988), chapter 6: M lower triangular with 2 below a unit diagonal;
     * the least index rule visits all 2^6 bases, Lemke needs two pivots */
    problem p;
    zn_ctx *ctx = context();
    double z[6] = {0}, w[6];
    zn_solve_info info;

    if (load("problems/LCP/lcp_exp_murty.dat", false, &p)) {
        zn_matrix A = zn_matrix_dense(p.n, p.n, p.M);
        zn_lcp lcp = {p.n, &A, p.q};

        ck_assert_int_eq(run_once(ctx, "lcp", "murty", -1, &lcp, z, w, &info),
                         ZN_OK);
        ck_assert_int_eq(info.iterations, 63);
        ck_assert_int_eq(run_once(ctx, "lcp", "lemke", -1, &lcp, z, w, &info),
                         ZN_OK);
        ck_assert_int_eq(info.iterations, 2);
        problem_free(&p);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite;
    TCase *tc;

    test_require_reference("problems/LCP/lcp_CPS_1.dat");
    suite = suite_create("lcp and mlcp, reference problems");
    tc = tcase_create("reference");
    tcase_set_timeout(tc, 30);
    tcase_add_loop_test(tc, linear_complementarity, 0, NLCPS);
    tcase_add_loop_test(tc, mixed_linear_complementarity, 0, NMLCPS);
    tcase_add_test(
        tc,
        murtys_example_takes_all_subsets_for_murty_and_two_pivots_for_lemke);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
