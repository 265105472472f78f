/* test_conform_laws.c - every class of nonsmooth laws keeps what zeno/law.h says
 *
 * Pairs (y, lambda) of a law come from its sets alone: lambda = P_C(x) of a random x,
 * and w + g(w) = lambda - x, which is minus a normal of C at lambda. g is De Saxce's
 * shift, written out here. The class is then asked whether it admits them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "conform.h"

enum { ROWS = 12, PARAMS = 64 };

typedef struct specimen {
    const char *cls;
    const char *options; /* "name=value ...", or NULL */
    zn_status (*make)(zn_ctx *ctx, zn_law **out); /* NULL: zn_law_new */
    /* options that fit one by one, and not together; NULL: none */
    const char *incoherent;
    bool defaults_refused; /* the class needs more than its options */
} specimen;

static zn_status bounds_by_row(zn_ctx *ctx, zn_law **out)
{
    const double lb[] = {-1, 0, -INFINITY, 2}, ub[] = {1, INFINITY, 0.5, 2};

    return zn_law_relay(ctx, 4, lb, ub, out);
}

/* the triangle x >= -1, y >= -0.5, x + y <= 1 */
static zn_status triangle(zn_ctx *ctx, zn_law **out)
{
    const double H[] = {1, 0, -1, 0, 1, -1}, K[] = {-1, -0.5, -1};

    return zn_law_normal_cone(ctx, 2, 3, H, K, out);
}

/* mu falls with the velocity of sliding */
static void worn(unsigned n_in, double *u, unsigned n_out, double *out,
                 unsigned nz, double *z)
{
    (void)n_in, (void)n_out, (void)nz, (void)z;
    out[0] = 0.3 + 0.2 / (1 + u[1] * u[1]);
}

static zn_status worn_friction(zn_ctx *ctx, zn_law **out)
{
    const zn_status st = zn_law_friction(ctx, 3, 0.5, 0.25, 0.4, out);

    return st ? st
              : zn_operator_set_function(zn_law_operator(*out, "mu"),
                                         (zn_fn *)worn);
}

static zn_status worn_fremond(zn_ctx *ctx, zn_law **out)
{
    const zn_status st = zn_law_fremond(ctx, 3, 0.5, 0.4, out);

    return st ? st
              : zn_operator_set_function(zn_law_operator(*out, "mu"),
                                         (zn_fn *)worn);
}

static void pull(double t, unsigned ny, double *y, unsigned nu, double *u,
                 double *f, unsigned nz, double *z)
{
    (void)ny, (void)nu, (void)nz, (void)z;
    f[0] = t - y[0] * y[0] + u[0];
}

static zn_status pulled(zn_ctx *ctx, zn_law **out)
{
    const zn_status st = zn_law_new(ctx, "spring", out);

    return st ? st
              : zn_operator_set_function(zn_law_operator(*out, "force"),
                                         (zn_fn *)pull);
}

static zn_status worn_rolling(zn_ctx *ctx, zn_law **out)
{
    const zn_status st = zn_law_rolling_friction(ctx, 5, 0.5, 0.4, 0.1, out);

    return st ? st
              : zn_operator_set_function(zn_law_operator(*out, "mu"),
                                         (zn_fn *)worn);
}

static const specimen specimens[] = {
    {.cls = "newton-impact", .options = "e=0.75"},
    {.cls = "newton-impact", .options = "e=0.5 approach_only=yes"},
    {.cls = "complementarity"},
    {.cls = "complementarity", .options = "size=3"},
    {.cls = "equality"},
    {.cls = "equality", .options = "size=4"},
    {.cls = "relay", .incoherent = "lb=2 ub=1"},
    {.cls = "relay", .options = "size=3 lb=-0.25 ub=2"},
    {.cls = "relay", .make = bounds_by_row},
    {.cls = "mixed-complementarity",
     .options = "size=5 equalities=2",
     .incoherent = "size=2 equalities=3"},
    {.cls = "mixed-complementarity", .options = "size=2 equalities=2"},
    {.cls = "normal-cone", .make = triangle, .defaults_refused = true},
    {.cls = "multiple-impact", .options = "e=0.5 K=100 eta=1.5"},
    {.cls = "multiple-impact-friction", .options = "e=0.5 mu=0.75"},
    {.cls = "poisson-impact", .options = "e=0.5"},
    {.cls = "newton-impact-friction", .options = "mu=0.5 e=0.5 e_t=-0.25"},
    {.cls = "newton-impact-friction", .options = "size=3 mu=0.75"},
    {.cls = "newton-impact-friction", .options = "size=3 mu=0"},
    {.cls = "newton-impact-friction", .make = worn_friction},
    {.cls = "fremond-impact",
     .options = "mu=0.5 e=0.75",
     .incoherent = "e=0.75 theta=0.625"},
    {.cls = "fremond-impact", .options = "size=3 mu=0.25 e=0.25 theta=0.75"},
    {.cls = "fremond-impact", .options = "size=1 e=0.5"},
    {.cls = "fremond-impact", .make = worn_fremond},
    {.cls = "dry-friction",
     .options = "size=2 bound=3",
     .incoherent = "coefficient=0.5"},
    {.cls = "spring", .options = "size=2 stiffness=3 damping=0.5 rest=1"},
    {.cls = "spring", .options = "stiffness=3 weight=1", .make = pulled},
    {.cls = "rolling-friction",
     .options = "mu=0.5 mu_r=0.125 e=0.5",
     .incoherent = "size=4"},
    {.cls = "rolling-friction", .options = "size=5 mu=0.25 mu_r=2"},
    {.cls = "rolling-friction", .make = worn_rolling},
};

static const char *class_of(zn_index i)
{
    return i < CONFORM_COUNT(specimens) ? specimens[i].cls : NULL;
}

static zn_ctx *ctx;

static void setup(void)
{
    ctx = conform_ctx();
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

/* the first refusal ends it */
static zn_status set_all(zn_law *law, const char *options)
{
    char text[200], *rest = text, *word;
    zn_status st = ZN_OK;

    snprintf(text, sizeof text, "%s", options ? options : "");
    while (!st && (word = strtok_r(rest, " ", &rest))) {
        char *value = strchr(word, '=');
        *value = '\0';
        st = zn_law_set(law, word, value + 1);
    }
    return st;
}

static zn_law *make(const specimen *s)
{
    zn_law *law = NULL;
    zn_status st = s->make ? s->make(ctx, &law) : zn_law_new(ctx, s->cls, &law);

    conform_ok(ctx, s->cls, "making it", st);
    conform_ok(ctx, s->cls, s->options, set_all(law, s->options));
    ck_assert_str_eq(zn_law_class(law)->type.name, s->cls);
    return law;
}

static zn_index rows_of(const zn_law *law)
{
    return zn_law_size(law) > 0 ? zn_law_size(law) : 1;
}

static bool varies(const zn_law *law)
{
    const zn_law_type *t = zn_law_class(law);

    return t->vary && (!t->varies || t->varies(law));
}

/* The k-th cone, with the parameters in force; *used counts them. */
static bool cone_of(const zn_law *law, zn_index k, const double param[],
                    zn_index *used, zn_cone *c)
{
    if (!zn_law_class(law)->cone(zn_law_state(law), k, c))
        return false;
    if (param)
        c->param = param + *used;
    *used += c->nparam;
    return true;
}

/* De Saxce's shift of the first component, by the words of zeno/set.h */
static double de_saxce(const zn_cone *c, const double w[])
{
    const bool rolls = strcmp(c->set->type.name, "rolling-friction") == 0;
    const zn_index m = rolls ? (c->size - 1) / 2 : c->size - 1;
    double slip = 0, roll = 0;

    if (!rolls && strcmp(c->set->type.name, "friction") != 0)
        return 0;
    for (zn_index i = 1; i < c->size; i++)
        *(i <= m ? &slip : &roll) += w[i] * w[i];
    return c->param[0] * sqrt(slip) + (rolls ? c->param[1] * sqrt(roll) : 0);
}

/* A pair of one cone; its natural map has to vanish. */
static void random_pair(uint64_t *seed, const zn_cone *c, double w[],
                        double z[])
{
    double x[ROWS], work[256];

    ck_assert_int_le(zn_cone_work(c), 256);
    conform_fill(seed, 3, c->size, x);
    zn_cone_project(c, x, z, work);
    for (zn_index i = 0; i < c->size; i++)
        w[i] = z[i] - x[i];
    w[0] -= de_saxce(c, w);
    const double r = zn_cone_residual(c, 1, z, w, work);
    ck_assert_msg(r <= 1e-12, "set '%s': %g is left of a pair of the law",
                  c->set->type.name, r);
}

/* ---- claims ------------------------------------------------------------------------ */

START_TEST(every_class_has_a_specimen)
{
    conform_covered(ZN_KIND_LAW, class_of, "test_conform_laws.c");
}
END_TEST

START_TEST(the_cones_cut_the_rows_of_one_copy)
{
    const specimen *s = &specimens[_i];
    zn_law *law = make(s);
    zn_index rows = 0, used = 0, row;
    zn_cone c;

    for (zn_index k = 0; cone_of(law, k, NULL, &used, &c); k++) {
        const zn_set_type *set;
        conform_ok(ctx, s->cls, "a cone", zn_cone_check(ctx, &c));
        conform_ok(ctx, s->cls, "its set",
                   zn_set_find(ctx, c.set->type.name, &set));
        ck_assert_ptr_eq(set, c.set);
        for (zn_index i = 0; i < c.size; i++) {
            const zn_cone at = zn_law_cone_at(law, rows + i, &row);
            ck_assert_int_eq(row, i);
            ck_assert(at.size == c.size && at.set == c.set);
        }
        rows += c.size;
    }
    ck_assert_msg(rows == rows_of(law), "law '%s': cones of %td rows, size %td",
                  s->cls, rows, zn_law_size(law));
    zn_law_free(law);
}
END_TEST

static bool admits(const zn_law *law, const double param[], const double y[],
                   const double lambda[], double tol)
{
    return zn_law_class(law)->admissible(zn_law_state(law), param, y, lambda,
                                         tol);
}

/* distance of one copy from the law */
static double off(const zn_law *law, const double param[], const double y[],
                  const double lambda[])
{
    double most = 0, work[256];
    zn_index row = 0, used = 0;
    zn_cone c;

    for (zn_index k = 0; cone_of(law, k, param, &used, &c); k++) {
        most = fmax(most, zn_cone_residual(&c, 1, lambda + row, y + row, work));
        row += c.size;
    }
    return most;
}

START_TEST(pairs_of_its_sets_are_admissible_and_others_are_not)
{
    const specimen *s = &specimens[_i];
    uint64_t seed = 11 + (uint64_t)_i;
    zn_law *law = make(s);
    int refused = 0;

    for (int trial = 0; trial < 200; trial++) {
        double y[ROWS], lambda[ROWS], u[ROWS], room[PARAMS];
        const double *param = varies(law) ? room : NULL;
        zn_index row = 0, used = 0;
        zn_cone c;

        conform_fill(&seed, 2, rows_of(law), u);
        if (param)
            conform_ok(ctx, s->cls, "vary",
                       zn_law_class(law)->vary(law, u, room));
        for (zn_index k = 0; cone_of(law, k, param, &used, &c); k++) {
            random_pair(&seed, &c, y + row, lambda + row);
            row += c.size;
        }
        ck_assert_msg(admits(law, param, y, lambda, 1e-10),
                      "law '%s' (%s) does not admit a pair of its sets, trial "
                      "%d: y[0] = %.17g, lambda[0] = %.17g",
                      s->cls, s->options ? s->options : "-", trial, y[0],
                      lambda[0]);
        /* one number of the two moved: no pair, unless the natural map says so */
        double *moved = trial % 2 ? y : lambda;
        moved[trial / 2 % rows_of(law)] += conform_uniform(&seed);
        if (off(law, param, y, lambda) < 1e-2)
            continue;
        refused++;
        /* after an impact a contact has had a percussion and separates */
        if (zn_law_class(law)->compliance)
            continue;
        ck_assert_msg(!admits(law, param, y, lambda, 1e-6),
                      "law '%s' (%s) admits a pair that is %g from its sets, "
                      "trial %d",
                      s->cls, s->options ? s->options : "-",
                      off(law, param, y, lambda), trial);
    }
    ck_assert_int_gt(refused, 20);
    zn_law_free(law);
}
END_TEST

START_TEST(restitution_is_the_shift_of_an_approach)
{
    const specimen *s = &specimens[_i];
    uint64_t seed = 5 + (uint64_t)_i;
    zn_law *law = make(s);
    const zn_law_type *t = zn_law_class(law);
    const double e = t->restitution ? t->restitution(zn_law_state(law)) : 0;
    const zn_index n = rows_of(law);

    ck_assert_msg(e >= 0 && e <= 1, "law '%s': restitution %g", s->cls, e);
    ck_assert_msg(e == 0 || t->shift || t->compliance, "law '%s': restitution without a shift",
                  s->cls);
    for (int trial = 0; t->shift && trial < 20; trial++) {
        double u[ROWS], twice[ROWS], b[ROWS], b2[ROWS];
        conform_fill(&seed, 2, n, u);
        u[0] = -fabs(u[0]);
        for (zn_index i = 0; i < n; i++)
            twice[i] = 2 * u[i];
        conform_ok(ctx, s->cls, "shift", t->shift(law, u, b));
        conform_ok(ctx, s->cls, "shift", t->shift(law, twice, b2));
        conform_close(s->cls, "shift of the normal row", 1, &(double){e * u[0]},
                      b, 1e-15);
        for (zn_index i = 0; i < n; i++) {
            ck_assert_msg(fabs(b[i]) <= fabs(u[i]),
                          "law '%s': row %td comes back faster, %g from %g",
                          s->cls, i, b[i], u[i]);
            /* a unit of velocity does not matter */
            b[i] *= 2;
        }
        conform_same(s->cls, "shift of twice the velocity", n, b, b2);
    }
    zn_law_free(law);
}
END_TEST

/* Of those that give one: its derivatives, and that it is the same for the same. */
START_TEST(a_force_has_its_derivatives)
{
    const specimen *s = &specimens[_i];
    uint64_t seed = 17 + (uint64_t)_i;
    zn_law *law = make(s);
    const zn_law_type *c = zn_law_class(law);
    const zn_index n = rows_of(law);
    const double d = 1e-5;

    ck_assert((c->levels == ZN_LAW_FORCE) == (c->force != NULL));
    if (c->force)
        ck_assert(c->always && c->force_weight(zn_law_state(law)) >= 0 &&
                  c->force_weight(zn_law_state(law)) <= 1);
    for (int trial = 0; c->force && trial < 20; trial++) {
        double y[ROWS], u[ROWS], f[ROWS], again[ROWS], dy[ROWS], du[ROWS];
        conform_fill(&seed, 2, n, y);
        conform_fill(&seed, 2, n, u);
        conform_ok(ctx, s->cls, "force", c->force(law, 1, y, u, f, dy, du));
        conform_ok(ctx, s->cls, "force",
                   c->force(law, 1, y, u, again, NULL, NULL));
        conform_same(s->cls, "force without derivatives", n, f, again);
        for (zn_index i = 0; i < 2 * n; i++) {
            double *x = i < n ? y + i : u + i - n, more[ROWS], less[ROWS];
            const double at = *x, given = i < n ? dy[i] : du[i - n];
            *x = at + d;
            conform_ok(ctx, s->cls, "force",
                       c->force(law, 1, y, u, more, NULL, NULL));
            *x = at - d;
            conform_ok(ctx, s->cls, "force",
                       c->force(law, 1, y, u, less, NULL, NULL));
            *x = at;
            ck_assert_double_eq_tol((more[i % n] - less[i % n]) / (2 * d),
                                    given, 1e-6);
        }
    }
    zn_law_free(law);
}
END_TEST

START_TEST(bad_parameters_are_refused_in_words)
{
    const specimen *s = &specimens[_i];
    zn_law *law = make(s);
    const zn_law_type *t = zn_law_class(law);

    for (const zn_option *o = t->type.options; o && o->kind; o++) {
        char was[200], is[200];
        if (o->kind != ZN_OPTION_REAL && o->kind != ZN_OPTION_INT)
            continue;
        const double bad[] = {o->min - fmax(1, fabs(o->min)),
                              o->max + fmax(1, fabs(o->max)), NAN};
        conform_ok(ctx, s->cls, o->name,
                   zn_law_get(law, o->name, was, sizeof was));
        for (int k = 0; k < 3; k++) {
            ck_assert_msg(zn_law_set_real(law, o->name, bad[k]) == ZN_EINVAL,
                          "law '%s' takes %s = %g", s->cls, o->name, bad[k]);
            says(ctx, o->name);
            says(ctx, s->cls);
        }
        conform_ok(ctx, s->cls, o->name,
                   zn_law_get(law, o->name, is, sizeof is));
        ck_assert_str_eq(was, is);
    }
    ck_assert_int_eq(zn_law_set(law, "no-such-option", "1"), ZN_ENOENT);
    says(ctx, "no-such-option");
    if (t->check)
        conform_ok(ctx, s->cls, "check", t->check(zn_law_state(law), ctx));
    zn_law_free(law);

    if (!s->incoherent && !s->defaults_refused)
        return;
    ck_assert_msg(t->check, "law '%s' has nothing that could refuse", s->cls);
    conform_ok(ctx, s->cls, "new", zn_law_new(ctx, s->cls, &law));
    conform_ok(ctx, s->cls, s->incoherent, set_all(law, s->incoherent));
    zn_fail(ctx, ZN_OK, " ");
    ck_assert_msg(t->check(zn_law_state(law), ctx) == ZN_EINVAL,
                  "law '%s' takes %s", s->cls,
                  s->incoherent ? s->incoherent : "its defaults");
    ck_assert_msg(strlen(zn_errmsg(ctx)) > 10, "law '%s' refuses with \"%s\"",
                  s->cls, zn_errmsg(ctx));
    zn_law_free(law);
}
END_TEST

/* ---- the same bits, whoever asks --------------------------------------------------- */

typedef struct answers {
    const zn_law *law;
    const double *u;
    double y[ROWS], lambda[ROWS];
    double number[ROWS + PARAMS + 1];
    zn_index n;
} answers;

static void *ask(void *user)
{
    answers *a = user;
    const zn_law_type *t = zn_law_class(a->law);
    const double *param = NULL;

    memset(a->number, 0, sizeof a->number);
    if (t->shift)
        t->shift(a->law, a->u, a->number);
    if (varies(a->law)) {
        t->vary(a->law, a->u, a->number + ROWS);
        param = a->number + ROWS;
    }
    a->number[ROWS + PARAMS] = admits(a->law, param, a->y, a->lambda, 0.3);
    return NULL;
}

START_TEST(answers_depend_on_the_arguments_alone)
{
    const specimen *s = &specimens[_i];
    uint64_t seed = 23 + (uint64_t)_i;
    zn_law *law = make(s);
    double u[ROWS];
    answers first = {.law = law, .u = u}, other;

    conform_fill(&seed, 1, ROWS, u);
    for (int trial = 0; trial < 20; trial++) {
        conform_fill(&seed, 1, ROWS, first.y);
        conform_fill(&seed, 1, ROWS, first.lambda);
        conform_fill(&seed, 1, ROWS, u);
        ask(&first);
        other = first;
        conform_in_thread(ask, &other);
        conform_same(s->cls, "from another thread", ROWS + PARAMS + 1,
                     first.number, other.number);
    }
    zn_law_free(law);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conformance of laws");
    TCase *tc = tcase_create("laws");
    const int n = (int)CONFORM_COUNT(specimens);

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, every_class_has_a_specimen);
    tcase_add_loop_test(tc, the_cones_cut_the_rows_of_one_copy, 0, n);
    tcase_add_loop_test(tc, pairs_of_its_sets_are_admissible_and_others_are_not,
                        0, n);
    tcase_add_loop_test(tc, restitution_is_the_shift_of_an_approach, 0, n);
    tcase_add_loop_test(tc, a_force_has_its_derivatives, 0, n);
    tcase_add_loop_test(tc, bad_parameters_are_refused_in_words, 0, n);
    tcase_add_loop_test(tc, answers_depend_on_the_arguments_alone, 0, n);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
