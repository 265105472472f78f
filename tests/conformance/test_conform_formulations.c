/* test_conform_formulations.c - every class of formulations keeps what
 * zeno/formulation.h says
 *
 * Problems w = M z + q with M = A A' + I/2, of blocks that the class accepts, are put to
 * its `auto` solver. The answer is judged by the natural maps of the sets, which no
 * formulation sees. What a formulation takes it says itself: a class needs no
 * specimen, only a set that is in the table below.
 * SPDX-License-Identifier: Apache-2.0 */
#include "conform.h"

enum { BLOCKS = 6, ROWS = BLOCKS * 6, ROOM = 256, TRIALS = 8 };

/* ---- sets, with parameters ------------------------------------------------------------ */

typedef struct specimen {
    const char *set;
    zn_index size;
    double param[20];
    zn_index nparam;
    int unit; /* parameters have the unit of z from this one on; -1: none has */
    bool unique; /* a strictly monotone problem of such blocks has one answer */
} specimen;

static const specimen specimens[] = {
    {"zero", 1, {0}, 0, -1, true},
    {"zero", 3, {0}, 0, -1, true},
    {"orthant", 1, {0}, 0, -1, true},
    {"orthant", 2, {0}, 0, -1, true},
    {"box", 1, {-0.5, 0.25}, 2, 0, true},
    {"box", 3, {-1, 0, -INFINITY, 0.5, INFINITY, 0.25}, 6, 0, true},
    /* the triangle z0 >= -1, z1 >= -1/2, z0 + z1 <= 1 */
    {"polyhedron", 2, {1, 0, -1, 0, 1, -1, -1, -0.5, -1}, 9, 6, true},
    {"friction", 2, {0.5}, 1, -1, false},
    {"friction", 3, {0.25}, 1, -1, false},
    {"rolling-friction", 3, {0.5, 0.125}, 2, -1, false},
    {"rolling-friction", 5, {0.25, 0.125}, 2, -1, false},
    {"rolling-friction", 6, {0.25, 0.125, 0.5}, 3, -1, false},
    {"second-order-cone", 3, {0.75}, 1, -1, true},
};

static zn_ctx *ctx;
static const zn_set_type *sets[CONFORM_COUNT(specimens)];
static zn_law *law; /* that a block names as its owner */

static void setup(void)
{
    ctx = conform_ctx();
    ck_assert_int_eq(zn_law_complementarity(ctx, 1, &law), ZN_OK);
    for (zn_index i = 0; i < CONFORM_COUNT(specimens); i++)
        ck_assert_int_eq(zn_set_find(ctx, specimens[i].set, &sets[i]), ZN_OK);
}

static void teardown(void)
{
    zn_law_free(law);
    zn_ctx_free(ctx);
}

/* ---- problems ----------------------------------------------------------------------- */

typedef struct problem {
    zn_index n, nblocks, of[BLOCKS]; /* its specimen, by block */
    double A[ROWS * ROWS], q[ROWS], param[BLOCKS][20];
    zn_cone cone[BLOCKS];
    zn_index start[BLOCKS + 1];
    const zn_law *law[BLOCKS];
    zn_matrix M;
    zn_one_step step;
    /* the same matrix in block rows */
    zn_index p[BLOCKS + 1], i[BLOCKS * BLOCKS], bp[BLOCKS * BLOCKS];
    double x[ROWS * ROWS];
    /* and as equations of motion */
    zn_index wp[ROWS + 1], wi[ROWS], cp[ROWS + 1], ci[ROWS * ROWS];
    double wx[ROWS], cx[ROWS * ROWS];
    zn_matrix W, C;
    zn_one_step_motion motion;
} problem;

/* Cones and views of the blocks that p->of names; scale of their bounds. */
static void lay_out(problem *p, double scale, zn_index version)
{
    p->n = 0;
    for (zn_index b = 0; b < p->nblocks; b++) {
        const specimen *s = &specimens[p->of[b]];
        for (zn_index k = 0; k < s->nparam; k++)
            p->param[b][k] =
                s->param[k] * (s->unit >= 0 && k >= s->unit ? scale : 1);
        p->cone[b] = (zn_cone){.set = sets[p->of[b]],
                               .size = s->size,
                               .nparam = s->nparam,
                               .param = s->nparam ? p->param[b] : NULL};
        conform_ok(ctx, s->set, "a cone", zn_cone_check(ctx, &p->cone[b]));
        p->start[b] = p->n;
        p->law[b] = law;
        p->n += s->size;
    }
    p->start[p->nblocks] = p->n;
    p->M = zn_matrix_dense(p->n, p->n, p->A);
    p->step = (zn_one_step){.n = p->n,
                            .M = &p->M,
                            .q = p->q,
                            .nblocks = p->nblocks,
                            .cone = p->cone,
                            .start = p->start,
                            .law = p->law,
                            .version = version};
}

static void random_numbers(problem *p, uint64_t *seed)
{
    double A[ROWS * ROWS];
    const zn_index n = p->n;

    conform_fill(seed, 1, n * n, A);
    conform_fill(seed, 1, n, p->q);
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++) {
            p->A[i + n * j] = i == j ? 0.5 : 0;
            for (zn_index k = 0; k < n; k++)
                p->A[i + n * j] += A[i + n * k] * A[j + n * k];
        }
}

/* all blocks of one specimen (only >= 0), or of any that the class accepts */
static void make(problem *p, const zn_formulation_type *f, zn_index only,
                 uint64_t *seed)
{
    static zn_index version;

    p->nblocks = BLOCKS;
    for (zn_index b = 0; b < BLOCKS;) {
        const zn_index k = only >= 0
                               ? only
                               : (zn_index)((conform_uniform(seed) + 1) / 2 *
                                            (double)CONFORM_COUNT(specimens));
        const specimen *s = &specimens[k];
        const zn_cone c = {sets[k], s->size, s->nparam, s->param};
        if (f->accepts(&c))
            p->of[b++] = k;
    }
    lay_out(p, 1, ++version);
    random_numbers(p, seed);
}

static void block_rows(problem *p)
{
    zn_index at = 0, k = 0;

    for (zn_index a = 0; a < p->nblocks; a++) {
        p->p[a] = k;
        for (zn_index b = 0; b < p->nblocks; b++, k++) {
            p->i[k] = b;
            p->bp[k] = at;
            for (zn_index j = p->start[b]; j < p->start[b + 1]; j++)
                for (zn_index i = p->start[a]; i < p->start[a + 1]; i++)
                    p->x[at++] = p->A[i + p->n * j];
        }
    }
    p->p[p->nblocks] = k;
    p->M = (zn_matrix){.storage = ZN_BSR,
                       .rows = p->n,
                       .cols = p->n,
                       .x = p->x,
                       .p = p->p,
                       .i = p->i,
                       .nbr = p->nblocks,
                       .nbc = p->nblocks,
                       .ro = p->start,
                       .co = p->start,
                       .bp = p->bp};
    conform_ok(ctx, "the test", "block rows", zn_matrix_check(ctx, "M", &p->M));
}

/* For formulations that keep the equations of motion: M = U'U with W = I, C = U. */
static const zn_one_step *posed(const zn_formulation_type *f, problem *p)
{
    const zn_index n = p->n;
    zn_index at = 0;

    p->step.M = f->global ? NULL : &p->M;
    p->step.motion = f->global ? &p->motion : NULL;
    for (zn_index j = 0; j < n; j++) {
        p->wp[j] = p->wi[j] = j;
        p->wx[j] = 1;
        p->cp[j] = at;
        for (zn_index i = 0; i <= j; i++, at++) {
            double sum = p->A[i + n * j];
            for (zn_index k = 0; k < i; k++)
                sum -= p->cx[p->cp[i] + k] * p->cx[p->cp[j] + k];
            p->ci[at] = i;
            p->cx[at] = i < j ? sum / p->cx[p->cp[i] + i] : sqrt(sum);
        }
    }
    p->wp[n] = n;
    p->cp[n] = at;
    p->W = (zn_matrix){.storage = ZN_CSC, .rows = n, .cols = n,
                       .x = p->wx, .p = p->wp, .i = p->wi};
    p->C = (zn_matrix){.storage = ZN_CSC, .rows = n, .cols = n,
                       .x = p->cx, .p = p->cp, .i = p->ci};
    p->motion = (zn_one_step_motion){n, &p->W, &p->C, &p->C, NULL, NULL};
    return &p->step;
}

/* ---- one formulation with its solver --------------------------------------------------- */

typedef struct method {
    const zn_formulation_type *f;
    void *state;
    zn_solver *solver;
} method;

static method begin(const zn_formulation_type *f)
{
    method m = {.f = f};

    m.state = zn_alloc(ctx, 1, f->type.state_size + 1);
    ck_assert_ptr_nonnull(m.state);
    zn_option_defaults(f->type.options, m.state);
    conform_ok(ctx, f->type.name, "its solver",
               zn_solver_new(ctx, f->problem, "auto", &m.solver));
    conform_ok(ctx, f->type.name, "tol",
               zn_solver_set_real(m.solver, "tol", 1e-10));
    if (f->reserve)
        conform_ok(ctx, f->type.name, "reserve",
                   f->reserve(m.state, ctx, ROWS));
    return m;
}

static void end(method *m)
{
    if (m->f->fini)
        m->f->fini(m->state, ctx);
    zn_free_array(ctx, m->state);
    zn_solver_free(m->solver);
}

/* from z = 0; w is M z + q and every pair is in its law */
static void solve(method *m, problem *p, double z[], double w[],
                  double size)
{
    const char *name = m->f->type.name;
    double work[ROOM], y[ROWS];
    zn_solve_info info;

    memset(z, 0, ROWS * sizeof *z);
    memset(w, 0, ROWS * sizeof *w);
    conform_ok(ctx, name, "solve",
               m->f->solve(m->state, ctx, posed(m->f, p), m->solver, z, w,
                           &info));
    memcpy(y, p->q, sizeof y);
    zn_matrix_mul(&p->M, 1, z, 1, y);
    for (zn_index b = 0; b < p->nblocks; b++) {
        const zn_index at = p->start[b];
        ck_assert_int_le(zn_cone_work(&p->cone[b]), ROOM);
        for (zn_index i = at; i < p->start[b + 1]; i++)
            ck_assert_msg(fabs(w[i] - y[i]) <= 1e-8 * size,
                          "%s: w[%td] = %.17g, M z + q = %.17g", name, i, w[i],
                          y[i]);
        const double r = zn_cone_residual(&p->cone[b], 1, z + at, y + at, work);
        ck_assert_msg(r <= 1e-7 * size,
                      "%s: block %td ('%s') is %g off its law", name, b,
                      p->cone[b].set->type.name, r);
    }
}

/* ---- claims ------------------------------------------------------------------------ */

static const zn_formulation_type *formulation(zn_index i)
{
    return (const zn_formulation_type *)zn_type_at(ctx, ZN_KIND_FORMULATION, i);
}

static bool takes(const zn_formulation_type *f, zn_index k)
{
    const specimen *s = &specimens[k];
    const zn_cone c = {sets[k], s->size, s->nparam, s->param};
    const zn_cone bare = {sets[k], s->size, s->nparam, NULL};

    ck_assert_msg(f->accepts(&c) == f->accepts(&bare),
                  "%s: takes '%s' of %td with parameters only, or without",
                  f->type.name, s->set, s->size);
    return f->accepts(&c);
}

START_TEST(every_class_takes_a_set_of_the_table)
{
    const zn_formulation_type *f;
    zn_index found = 0;

    for (zn_index i = 0; (f = formulation(i)); i++, found++) {
        bool any = false;
        for (zn_index k = 0; k < CONFORM_COUNT(specimens); k++)
            any = takes(f, k) || any;
        ck_assert_msg(any,
                      "formulation '%s' accepts no set of the table: add the "
                      "set it is for, with parameters, to `specimens` of "
                      "test_conform_formulations.c, see "
                      "doc/extend-conformance.md",
                      f->type.name);
        const zn_type *solved;
        conform_ok(ctx, f->type.name, "its problem class",
                   zn_type_find(ctx, ZN_KIND_PROBLEM, f->problem, &solved));
    }
    ck_assert_int_gt(found, 0);
}
END_TEST

/* runs `claim` with every class, and blocks of one specimen or mixed; what is not a
 * problem of sets is judged elsewhere (tests/unit/test_multiple_impact.c) */
static void each(void (*claim)(const zn_formulation_type *f, zn_index only,
                               uint64_t *seed))
{
    const zn_formulation_type *f;

    for (zn_index i = 0; (f = formulation(i)); i++)
        for (zn_index k = f->uniform ? 0 : -1;
             !f->compliant && k < CONFORM_COUNT(specimens); k++) {
            uint64_t seed = 100 * (uint64_t)i + (uint64_t)(k + 1);
            if (k < 0 || takes(f, k))
                for (int trial = 0; trial < TRIALS; trial++)
                    claim(f, k, &seed);
        }
}

static void solved(const zn_formulation_type *f, zn_index only, uint64_t *seed)
{
    double z[ROWS], w[ROWS], zb[ROWS];
    method m = begin(f);
    problem p;

    make(&p, f, only, seed);
    solve(&m, &p, z, w, 1);
    /* the same matrix stored otherwise */
    block_rows(&p);
    p.step.version += 1000000;
    solve(&m, &p, zb, w, 1);
    bool unique = true;
    for (zn_index b = 0; b < p.nblocks; b++)
        unique = unique && specimens[p.of[b]].unique;
    if (unique)
        conform_close(f->type.name, "z of block rows", p.n, z, zb, 1e-6);
    end(&m);
}

START_TEST(random_problems_are_solved)
{
    each(solved);
}
END_TEST

static void used(const zn_formulation_type *f, zn_index only, uint64_t *seed)
{
    double z[ROWS], w[ROWS], za[ROWS], wa[ROWS];
    method old = begin(f), fresh = begin(f);
    problem p, other;

    make(&other, f, only, seed);
    make(&p, f, only, seed);
    solve(&old, &other, za, wa, 1);
    solve(&old, &p, za, wa, 1);
    solve(&fresh, &p, z, w, 1);
    conform_same(f->type.name, "z, fresh and used", p.n, z, za);
    conform_same(f->type.name, "w, fresh and used", p.n, w, wa);
    solve(&old, &p, za, wa,
          1); /* the same version: what was made of it is kept */
    conform_same(f->type.name, "z, once more", p.n, z, za);
    end(&old);
    end(&fresh);
}

START_TEST(used_objects_give_the_bits_of_fresh_ones)
{
    each(used);
}
END_TEST

static void scaled(const zn_formulation_type *f, zn_index only, uint64_t *seed)
{
    static const int exponents[][2] = {{0, 7}, {9, 0}, {-20, 12}, {13, -17}};
    double z[ROWS], w[ROWS], zs[ROWS], ws[ROWS];
    problem p, s;
    method m = begin(f);

    make(&p, f, only, seed);
    solve(&m, &p, z, w, 1);
    end(&m);
    for (int k = 0; k < 4; k++) {
        const double a = ldexp(1, exponents[k][0]),
                     b = ldexp(1, exponents[k][1]);
        memcpy(&s, &p, sizeof s);
        lay_out(&s, b / a, p.step.version);
        for (zn_index i = 0; i < s.n * s.n; i++)
            s.A[i] *= a;
        for (zn_index i = 0; i < s.n; i++)
            s.q[i] *= b;
        method again = begin(f);
        zn_solve_info info;
        memset(zs, 0, sizeof zs);
        memset(ws, 0, sizeof ws);
        conform_ok(
            ctx, f->type.name, "solve in other units",
            f->solve(again.state, ctx, posed(f, &s), again.solver, zs, ws,
                     &info));
        for (zn_index i = 0; i < s.n; i++) {
            zs[i] *= a / b;
            ws[i] /= b;
        }
        conform_close(f->type.name, "z in other units", p.n, z, zs, 1e-6);
        conform_close(f->type.name, "w in other units", p.n, w, ws, 1e-6);
        end(&again);
    }
}

START_TEST(units_do_not_matter)
{
    each(scaled);
}
END_TEST

/* blocks in the opposite order */
static void permuted(const zn_formulation_type *f, zn_index only,
                     uint64_t *seed)
{
    double z[ROWS], w[ROWS], zp[ROWS], wp[ROWS], back[ROWS];
    zn_index from[ROWS], at = 0;
    bool unique = true;
    method m = begin(f);
    problem p, r;

    make(&p, f, only, seed);
    r.nblocks = p.nblocks;
    for (zn_index b = 0; b < p.nblocks; b++) {
        const zn_index c = p.nblocks - 1 - b;
        r.of[b] = p.of[c];
        unique = unique && specimens[p.of[c]].unique;
        for (zn_index i = p.start[c]; i < p.start[c + 1]; i++)
            from[at++] = i;
    }
    lay_out(&r, 1, p.step.version + 1000000);
    for (zn_index j = 0; j < p.n; j++) {
        r.q[j] = p.q[from[j]];
        for (zn_index i = 0; i < p.n; i++)
            r.A[i + p.n * j] = p.A[from[i] + p.n * from[j]];
    }
    solve(&m, &p, z, w, 1);
    solve(&m, &r, zp, wp, 1);
    for (zn_index i = 0; i < p.n; i++)
        back[from[i]] = zp[i];
    if (unique)
        conform_close(f->type.name, "z, permuted", p.n, z, back, 1e-6);
    end(&m);
}

START_TEST(the_order_of_blocks_does_not_matter)
{
    each(permuted);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conformance of formulations");
    TCase *tc = tcase_create("formulations");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, every_class_takes_a_set_of_the_table);
    tcase_add_test(tc, random_problems_are_solved);
    tcase_add_test(tc, used_objects_give_the_bits_of_fresh_ones);
    tcase_add_test(tc, units_do_not_matter);
    tcase_add_test(tc, the_order_of_blocks_does_not_matter);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
