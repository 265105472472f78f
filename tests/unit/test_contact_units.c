/* test_contact_units.c - solvers of friction, cones and mixed laws, and of pairs and bounds of more rows than few,
 * full and sparse: an answer is not better or worse for the choice of units, and a used object gives the bits of a
 * fresh one
 * SPDX-License-Identifier: Apache-2.0 */
#include "every_class.h"

#include <math.h>

#include <zeno/avi.h>
#include <zeno/friction.h>
#include <zeno/generic_mechanical.h>
#include <zeno/global_friction.h>
#include <zeno/lcp.h>
#include <zeno/mlcp.h>
#include <zeno/plasticity.h>
#include <zeno/qp.h>
#include <zeno/random_problem.h>
#include <zeno/relay.h>
#include <zeno/rolling_friction.h>
#include <zeno/soclcp.h>
#include <zeno/type.h>

enum { MOST = 1600 };

/* A random problem whose own arrays may be changed. */
typedef struct sample {
    zn_problem_file *f;
    const void *p;
    zn_index nz, nw;
} sample;

static double *open_array(const double *x)
{
    return (double *)(uintptr_t)x; /* the store's own memory, not constant */
}

static void times(zn_index n, const double *x, double by)
{
    for (zn_index i = 0; i < n; i++)
        open_array(x)[i] *= by;
}

static void matrix_times(const zn_matrix *A, double by)
{
    times(zn_matrix_nnz(A), A->x, by);
}

/* Other units: M times m, q times v. Then w is times v, and z: */
typedef void scale_fn(const void *p, double m, double v);

static void scale_lcp(const void *problem, double m, double v)
{
    const zn_lcp *p = (const zn_lcp *)problem;

    matrix_times(p->M, m);
    times(p->n, p->q, v);
}

static void scale_mlcp(const void *problem, double m, double v)
{
    const zn_mlcp *p = (const zn_mlcp *)problem;

    matrix_times(p->M, m);
    times(p->n, p->q, v);
}

static void scale_relay(const void *problem, double m, double v)
{
    const zn_relay *p = (const zn_relay *)problem;

    matrix_times(p->M, m);
    times(p->n, p->q, v);
    times(p->n, p->lb, v / m);
    times(p->n, p->ub, v / m);
}

static void scale_avi(const void *problem, double m, double v)
{
    const zn_avi *p = (const zn_avi *)problem;

    matrix_times(p->M, m);
    times(p->n, p->q, v);
    times(p->m, p->K, v / m);
}

static void scale_qp(const void *problem, double m, double v)
{
    const zn_qp *p = (const zn_qp *)problem;

    matrix_times(p->M, m);
    times(p->n, p->q, v);
    times(p->m, p->b, v / m);
    if (p->lb)
        times(p->n, p->lb, v / m);
    if (p->ub)
        times(p->n, p->ub, v / m);
}

static void scale_friction(const void *problem, double m, double v)
{
    const zn_friction *p = (const zn_friction *)problem;

    matrix_times(p->M, m);
    times(p->d * p->nc, p->q, v);
}

static void scale_rolling(const void *problem, double m, double v)
{
    const zn_rolling_friction *p = (const zn_rolling_friction *)problem;

    matrix_times(p->M, m);
    times(p->d * p->nc, p->q, v);
}

static void scale_soclcp(const void *problem, double m, double v)
{
    const zn_soclcp *p = (const zn_soclcp *)problem;

    matrix_times(p->M, m);
    times(p->n, p->q, v);
}

static void scale_generic(const void *problem, double m, double v)
{
    const zn_generic *p = (const zn_generic *)problem;

    matrix_times(p->M, m);
    times(p->n, p->q, v);
    if (p->lb)
        times(p->n, p->lb, v / m);
    if (p->ub)
        times(p->n, p->ub, v / m);
}

static void scale_plasticity(const void *problem, double m, double v)
{
    const zn_plasticity *p = (const zn_plasticity *)problem;

    matrix_times(p->M, m);
    times(3 * p->nc, p->q, v);
    if (p->sigma_y)
        times(p->nc, p->sigma_y, v / m);
}

/* with the motion kept m is that of 1 / mass; impulses are times v / m */
static void scale_global(const void *problem, double m, double v)
{
    const zn_global_friction *p = (const zn_global_friction *)problem;

    matrix_times(p->M, 1 / m);
    times(p->n, p->q, v / m);
    times(p->d * p->nc, p->b, v);
}

static void scale_global_rolling(const void *problem, double m, double v)
{
    const zn_global_rolling_friction *p =
        (const zn_global_rolling_friction *)problem;

    matrix_times(p->M, 1 / m);
    times(p->n, p->q, v / m);
    times(p->d * p->nc, p->b, v);
}

static zn_index global_velocities(const void *p)
{
    return ((const zn_global_friction *)p)->n;
}

static zn_index global_rolling_velocities(const void *p)
{
    return ((const zn_global_rolling_friction *)p)->n;
}

static const struct kind {
    const char *name;
    zn_kind solvers;
    const char *options;
    scale_fn *scale;
    zn_index (*velocities)(const void *p); /* first rows of z that go with v */
    const char *only; /* solver, or NULL: each                              */
    const char *function; /* of it, or NULL: its own                        */
} kinds[] = {
    {"lcp", ZN_KIND_LCP_SOLVER, "n=24 rank=0.5 skew=1", scale_lcp, NULL, NULL, NULL},
    {"lcp", ZN_KIND_LCP_SOLVER, "n=70 storage=sparse skew=0.5", scale_lcp, NULL, NULL, NULL},
    {"lcp", ZN_KIND_LCP_SOLVER, "n=20 family=game", scale_lcp, NULL, NULL, NULL},
    {"lcp", ZN_KIND_LCP_SOLVER, "n=400 family=obstacle-2d", scale_lcp, NULL, NULL, NULL},
    {"mlcp", ZN_KIND_MLCP_SOLVER, "n=14 rank=0.5 skew=1", scale_mlcp, NULL, NULL, NULL},
    {"mlcp", ZN_KIND_MLCP_SOLVER, "n=70 storage=sparse skew=0.5", scale_mlcp, NULL, NULL, NULL},
    {"mlcp", ZN_KIND_MLCP_SOLVER, "n=80 family=bridges", scale_mlcp, NULL, NULL, NULL},
    {"relay", ZN_KIND_RELAY_SOLVER, "n=24 rank=0.5 skew=1", scale_relay, NULL, NULL, NULL},
    {"relay", ZN_KIND_RELAY_SOLVER, "n=70 storage=sparse skew=0.5", scale_relay, NULL, NULL, NULL},
    {"avi", ZN_KIND_AVI_SOLVER, "n=12 faces=30", scale_avi, NULL, NULL, NULL},
    {"qp", ZN_KIND_QP_SOLVER, "n=24 rank=0.5", scale_qp, NULL, NULL, NULL},
    {"qp", ZN_KIND_QP_SOLVER, "n=30 storage=sparse", scale_qp, NULL, NULL, NULL},
    {"friction", ZN_KIND_FRICTION_SOLVER, "contacts=7 d=2", scale_friction,
     NULL, NULL, NULL},
    {"friction", ZN_KIND_FRICTION_SOLVER, "contacts=9", scale_friction, NULL,
     NULL, NULL},
    {"friction", ZN_KIND_FRICTION_SOLVER, "contacts=40", scale_friction, NULL,
     NULL, NULL},
    {"global-friction", ZN_KIND_GLOBAL_FRICTION_SOLVER, "contacts=7",
     scale_global, global_velocities, NULL, NULL},
    {"rolling-friction", ZN_KIND_ROLLING_SOLVER, "contacts=7", scale_rolling,
     NULL, NULL, NULL},
    {"global-rolling-friction", ZN_KIND_GLOBAL_ROLLING_SOLVER, "contacts=5",
     scale_global_rolling, global_rolling_velocities, NULL, NULL},
    /* factors by bodies, from 600 reactions on */
    {"global-friction", ZN_KIND_GLOBAL_FRICTION_SOLVER,
     "contacts=210 bodies=60", scale_global, global_velocities,
     "interior-point", NULL},
    {"global-rolling-friction", ZN_KIND_GLOBAL_ROLLING_SOLVER,
     "contacts=125 bodies=150", scale_global_rolling,
     global_rolling_velocities, "interior-point", NULL},
    {"global-friction", ZN_KIND_GLOBAL_FRICTION_SOLVER, "contacts=7 d=2", scale_global, global_velocities, NULL, NULL},
    {"rolling-friction", ZN_KIND_ROLLING_SOLVER, "contacts=6 d=3", scale_rolling, NULL, NULL, NULL},
    {"rolling-friction", ZN_KIND_ROLLING_SOLVER, "contacts=4 d=6 mu_s=0.1", scale_rolling, NULL, NULL, NULL},
    {"global-rolling-friction", ZN_KIND_GLOBAL_ROLLING_SOLVER, "contacts=5 d=3", scale_global_rolling,
     global_rolling_velocities, NULL, NULL},
    {"global-rolling-friction", ZN_KIND_GLOBAL_ROLLING_SOLVER, "contacts=3 d=6 mu_s=0.1", scale_global_rolling,
     global_rolling_velocities, NULL, NULL},
    {"soclcp", ZN_KIND_SOCLCP_SOLVER, "", scale_soclcp, NULL, NULL, NULL},
    /* without any diagonal, which otherwise says what the unit of M is */
    {"soclcp", ZN_KIND_SOCLCP_SOLVER, "rank=0 skew=1", scale_soclcp, NULL, NULL, NULL},
    {"generic-mechanical", ZN_KIND_GENERIC_SOLVER, "rank=0 skew=1 blocks=6", scale_generic, NULL,
     NULL, NULL},
    {"generic-mechanical", ZN_KIND_GENERIC_SOLVER, "", scale_generic, NULL, NULL, NULL},
    {"generic-mechanical", ZN_KIND_GENERIC_SOLVER, "", scale_generic, NULL, "newton",
     "fischer-burmeister"},
    {"plasticity", ZN_KIND_PLASTICITY_SOLVER, "", scale_plasticity, NULL, NULL, NULL},
    /* and where no reaction moves the first contact, and its moves none */
    {"friction", ZN_KIND_FRICTION_SOLVER, "contacts=7", scale_friction, NULL, NULL, NULL},
    {"rolling-friction", ZN_KIND_ROLLING_SOLVER, "contacts=5", scale_rolling, NULL, NULL, NULL},
    {"global-friction", ZN_KIND_GLOBAL_FRICTION_SOLVER, "contacts=7", scale_global, global_velocities, NULL, NULL},
    {"global-rolling-friction", ZN_KIND_GLOBAL_ROLLING_SOLVER, "contacts=5", scale_global_rolling,
     global_rolling_velocities, NULL, NULL},
};
enum { KINDS = sizeof kinds / sizeof *kinds, IDLE = KINDS - 4 };

/* Entries of the first rows, unless only columns are asked for, and columns become 0. */
static void clear(const zn_matrix *A, zn_index first, bool rows)
{
    double *x = open_array(A->x);

    if (A->storage == ZN_BSR) {
        for (zn_index a = 0; a < A->nbr; a++)
            for (zn_index k = A->p[a]; k < A->p[a + 1]; k++) {
                double *to = x + A->bp[k];

                for (zn_index j = A->co[A->i[k]]; j < A->co[A->i[k] + 1]; j++)
                    for (zn_index i = A->ro[a]; i < A->ro[a + 1]; i++, to++)
                        *to = j < first || (rows && i < first) ? 0 : *to;
            }
        return;
    }
    for (zn_index j = 0; j < A->cols; j++) {
        const bool full = A->storage == ZN_DENSE;

        for (zn_index k = full ? j * A->rows : A->p[j]; k < (full ? (j + 1) * A->rows : A->p[j + 1]); k++)
            if (j < first || (rows && (full ? k - j * A->rows : A->i[k]) < first))
                x[k] = 0;
    }
}

/* The first contact slides along something that nothing moves: u = q, with u_N = 0, whatever r is. */
static void let_idle(const char *name, const void *problem)
{
    const zn_friction *f = (const zn_friction *)problem;
    const zn_rolling_friction *r = (const zn_rolling_friction *)problem;
    const zn_global_friction *g = (const zn_global_friction *)problem;
    const zn_global_rolling_friction *gr = (const zn_global_rolling_friction *)problem;

    if (!strcmp(name, "friction")) {
        clear(f->M, f->d, true);
        times(1, f->q, 0);
    } else if (!strcmp(name, "rolling-friction")) {
        clear(r->M, r->d, true);
        times(1, r->q, 0);
    } else if (!strcmp(name, "global-friction")) {
        clear(g->H, g->d, false);
        times(1, g->b, 0);
    } else {
        clear(gr->H, gr->d, false);
        times(1, gr->b, 0);
    }
}

static sample draw(zn_ctx *ctx, const struct kind *k, int seed)
{
    char options[128];
    sample s;

    snprintf(options, sizeof options, "%s seed=%d", k->options, seed);
    ck_assert_msg(!zn_problem_random(ctx, k->name, options, &s.f), "%s",
                  zn_errmsg(ctx));
    s.p = zn_problem_file_problem(s.f);
    s.nz = zn_problem_file_nz(s.f);
    s.nw = zn_problem_file_nw(s.f);
    if (k - kinds >= IDLE)
        let_idle(k->name, s.p);
    ck_assert_int_le(s.nz, MOST);
    return s;
}

typedef struct answer {
    zn_index nz, first; /* of z; of them with v                             */
    double z[MOST], w[MOST];
    zn_solve_info info;
    zn_status st;
} answer;

static void answer_of(zn_ctx *ctx, zn_solver *s, const sample *p, answer *a)
{
    memset(a, 0, sizeof *a);
    a->st = zn_solver_solve(s, p->p, a->z, a->w, &a->info);
    ck_assert_msg(a->st == ZN_OK || a->st == ZN_UNSOLVED || a->st == ZN_EINVAL,
                  "%s", zn_errmsg(ctx));
}

static zn_solver *solver_of(zn_ctx *ctx, const struct kind *k, const char *name)
{
    zn_solver *s;

    ck_assert_msg(!zn_solver_new(ctx, k->name, name, &s), "%s", zn_errmsg(ctx));
    /* a method that fails has done so long before */
    if (zn_option_find(zn_solver_class(s)->type.options, "max_iter"))
        ck_assert_int_eq(zn_solver_set_real(s, "max_iter", 300), ZN_OK);
    if (k->function)
        ck_assert_int_eq(zn_solver_set(s, "function", k->function), ZN_OK);
    return s;
}

/* ---- units ------------------------------------------------------------------- */

/* powers of two for M and for q: sums of squares stay numbers */
static const int powers[][2] = {{1, 0},    {0, 1},    {32, 60},  {60, 60},
                                {-60, 60}, {60, 0}, {-59, -59}};
enum { POWERS = sizeof powers / sizeof *powers };

/* The same steps, and the same bits of z and of the error. */
static bool same(const struct kind *k, const char *name, int seed,
                 const int power[2], const answer *a, const answer *b)
{
    const double v = ldexp(1, power[1]), r = ldexp(1, power[1] - power[0]);
    double far = 0, size = 0;

    for (zn_index i = 0; i < a->nz; i++) {
        far = fmax(far, fabs(b->z[i] / (i < a->first ? v : r) - a->z[i]));
        size = fmax(size, fabs(a->z[i]));
    }
    if (a->st == b->st && a->info.outcome == b->info.outcome &&
        a->info.iterations == b->info.iterations &&
        memcmp(&a->info.error, &b->info.error, sizeof a->info.error) == 0 && far == 0)
        return true;
    printf("%s (%s) %s, seed %d, M 2^%d, q 2^%d: %s after %td, was %s after %td; "
           "error %g, was %g; z is %g off %g\n",
           k->name, k->options, name, seed, power[0], power[1],
           zn_outcome_name(b->info.outcome), b->info.iterations,
           zn_outcome_name(a->info.outcome), a->info.iterations, b->info.error,
           a->info.error, far, size);
    fflush(stdout);
    return false;
}

/* What a new object says of the problem in these units. */
static void answer_in(const struct kind *k, const char *name, int seed, const int power[2],
                      answer *a)
{
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    sample p = draw(ctx, k, seed);
    zn_solver *s = solver_of(ctx, k, name);

    k->scale(p.p, ldexp(1, power[0]), ldexp(1, power[1]));
    answer_of(ctx, s, &p, a);
    a->nz = p.nz;
    a->first = k->velocities ? k->velocities(p.p) : 0;
    zn_solver_free(s);
    zn_problem_file_free(p.f);
    zn_ctx_free(ctx);
}

static int in_all_units(const struct kind *k, const char *name)
{
    static const int own[2] = {0, 0};
    int others = 0;

    for (int seed = 1; seed <= test_rounds(4); seed++) {
        answer a, b;

        answer_in(k, name, seed, own, &a);
        for (int i = 0; i < POWERS; i++) {
            answer_in(k, name, seed, powers[i], &b);
            others += !same(k, name, seed, powers[i], &a, &b);
        }
    }
    return others;
}

static void each(const struct kind *k,
                 int (*one)(const struct kind *, const char *))
{
    zn_ctx *ctx;
    int bad = 0;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    for (zn_index i = 0; zn_type_at(ctx, k->solvers, i); i++)
        if (!k->only || !strcmp(k->only, zn_type_at(ctx, k->solvers, i)->name))
            bad += one(k, zn_type_at(ctx, k->solvers, i)->name);
    zn_ctx_free(ctx);
    ck_assert_msg(bad == 0, "%d answers differ, see above", bad);
}

START_TEST(units_do_not_matter)
{
    each(&kinds[_i], in_all_units);
}
END_TEST

/* ---- a used object ------------------------------------------------------------- */

static int used_as_fresh(const struct kind *k, const char *name)
{
    zn_ctx *ctx;
    zn_solver *used;
    int others = 0;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    used = solver_of(ctx, k, name);
    for (int seed = 1; seed <= test_rounds(12); seed++) {
        sample p = draw(ctx, k, 10 + seed % 7);
        zn_solver *fresh = solver_of(ctx, k, name);
        answer a, b;

        /* now and then of another size of numbers */
        if (seed % 3 == 0)
            k->scale(p.p, 1e3, 1e-3);
        answer_of(ctx, used, &p, &a);
        answer_of(ctx, fresh, &p, &b);
        if (a.st != b.st || a.info.outcome != b.info.outcome ||
            a.info.iterations != b.info.iterations ||
            memcmp(a.z, b.z, sizeof a.z) || memcmp(a.w, b.w, sizeof a.w)) {
            printf("%s (%s) %s, round %d: a used object says %s after %td, a "
                   "fresh one %s after %td\n",
                   k->name, k->options, name, seed,
                   zn_outcome_name(a.info.outcome), a.info.iterations,
                   zn_outcome_name(b.info.outcome), b.info.iterations);
            fflush(stdout);
            others++;
        }
        zn_solver_free(fresh);
        zn_problem_file_free(p.f);
    }
    zn_solver_free(used);
    zn_ctx_free(ctx);
    return others;
}

START_TEST(a_used_object_gives_the_bits_of_a_fresh_one)
{
    each(&kinds[_i], used_as_fresh);
}
END_TEST

/* Maps are in test_solver_units.c. */
static bool has(const char *name)
{
    static const char *const others[] = {"vi", "ncp", "mcp"};

    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (!strcmp(others[k], name))
            return true;
    for (int k = 0; k < KINDS; k++)
        if (!strcmp(kinds[k].name, name))
            return true;
    return false;
}

START_TEST(no_class_is_left_out)
{
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    every_class_is_asked(ctx, has);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("solvers, units");
    TCase *tc = tcase_create("units");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, no_class_is_left_out);
    tcase_add_loop_test(tc, units_do_not_matter, 0, KINDS);
    tcase_add_loop_test(tc, a_used_object_gives_the_bits_of_a_fresh_one, 0,
                        KINDS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
