/* test_set.c - sets: nearest points, natural maps, rules of size and parameters
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>

#include <zeno/plugin.h>
#include <zeno/set.h>

#include "../../solvers/sets/sets.h"
#include "ctx_test.h"

enum { DMAX = 6, MMAX = 8, ROUNDS = 2000 };

static const zn_set_type *set_of(const char *name)
{
    const zn_set_type *s;

    ck_assert_msg(!zn_set_find(ctx, name, &s), "%s", zn_errmsg(ctx));
    return s;
}

/* ---- random numbers, the same everywhere --------------------------------- */

static unsigned long long seed;

static double uniform(double lo, double hi)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return lo + (hi - lo) * (double)(seed >> 11) / 9007199254740992.0;
}

static zn_index below(zn_index n)
{
    return (zn_index)uniform(0, (double)n);
}

static void direction(zn_index n, double t[])
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++) {
        t[i] = uniform(-1, 1);
        sum += t[i] * t[i];
    }
    for (zn_index i = 0; i < n; i++)
        t[i] = sum > 0 ? t[i] / sqrt(sum) : 1 / sqrt((double)n);
}

/* ---- a random cone of a set, with a pair (z, w) of its law ---------------- */

typedef struct sample {
    zn_cone cone;
    double param[MMAX * (DMAX + 1)];
    double z[DMAX], w[DMAX];
    double work[1000];
} sample;

static void pair_orthant(sample *s)
{
    for (zn_index i = 0; i < s->cone.size; i++) {
        const bool open = below(2);
        s->z[i] = open ? 0 : uniform(0, 3);
        s->w[i] = open ? uniform(0, 3) : 0;
    }
}

static void pair_box(sample *s)
{
    const zn_index d = s->cone.size;

    for (zn_index i = 0; i < d; i++) {
        const zn_index where = below(3);
        s->param[i] = uniform(-2, 1);
        s->param[i + d] = s->param[i] + uniform(0, 2);
        if (below(4) == 0)
            s->param[i + d] = INFINITY;
        const double lb = s->param[i], ub = s->param[i + d];
        s->z[i] = where == 0                   ? lb
                  : where == 1 && isfinite(ub) ? ub
                                               : lb + 0.3 * fmin(ub - lb, 1);
        s->w[i] = where == 0                   ? uniform(0, 2)
                  : where == 1 && isfinite(ub) ? uniform(-2, 0)
                                               : 0;
    }
    s->cone.nparam = 2 * d;
}

/* the first faces go through z, w = H' mu over them */
static void pair_polyhedron(sample *s)
{
    const zn_index d = s->cone.size, m = 1 + below(MMAX), on = below(m + 1);

    for (zn_index j = 0; j < d; j++) {
        s->z[j] = uniform(-2, 2);
        s->w[j] = 0;
    }
    for (zn_index i = 0; i < m; i++) {
        const double mu = i < on ? uniform(0, 2) : 0;
        double at = 0;
        for (zn_index j = 0; j < d; j++) {
            const double h = uniform(-1, 1);
            s->param[i + j * m] = h;
            s->w[j] += mu * h;
            at += h * s->z[j];
        }
        s->param[m * d + i] = i < on ? at : at - uniform(0, 2);
    }
    s->cone.nparam = m * (d + 1);
}

/* one part of a contact: no slip and a load inside, or slip against it */
static void part(zn_index n, double most, double z[], double w[])
{
    double t[2];
    const bool slip = below(2);
    const double load = slip ? most : uniform(0, most), speed = uniform(0, 3);

    direction(n, t);
    for (zn_index i = 0; i < n; i++) {
        z[i] = load * t[i];
        w[i] = slip ? -speed * t[i] : 0;
    }
}

static void pair_contact(sample *s)
{
    const zn_index d = s->cone.size, parts = s->cone.nparam,
                   n = (d - 1) / parts;

    for (zn_index p = 0; p < parts; p++)
        s->param[p] = below(5) ? uniform(0, 1.5) : 0;
    s->z[0] = below(3) ? uniform(0, 4) : 0;
    s->w[0] = s->z[0] > 0 ? 0 : uniform(0, 4);
    for (zn_index p = 0; p < parts; p++)
        part(n, s->param[p] * s->z[0], s->z + 1 + p * n, s->w + 1 + p * n);
    if (s->z[0] == 0)
        for (zn_index i = 1; i < d; i++) {
            s->z[i] = 0;
            s->w[i] = uniform(-2, 2);
        }
}

static void pair_second_order(sample *s)
{
    const zn_index d = s->cone.size, where = below(3);
    const double tau = uniform(0.2, 2), a = uniform(0, 3), b = uniform(0, 3);
    double t[DMAX] = {0};

    s->param[0] = tau;
    direction(d - 1, t);
    for (zn_index i = 0; i < d; i++) {
        /* interior and 0, 0 and interior, both on the border */
        s->z[i] = where == 1 ? 0 : i ? tau * a * t[i - 1] : a;
        s->w[i] = where == 0 ? 0 : i ? -b * t[i - 1] : tau * b;
    }
    if (where == 0)
        s->z[0] *= 1.5;
    if (where == 1)
        s->w[0] *= 1.5;
    if (d == 1 && where == 2)
        s->w[0] = 0;
}

static const struct {
    const char *name;
    zn_index sizes[DMAX + 1]; /* ended by 0 */
    zn_index nparam;
    void (*pair)(sample *s);
} kinds[] = {
    {"zero", {1, 2, 5, 0}, 0, NULL},
    {"orthant", {1, 2, 5, 0}, 0, pair_orthant},
    {"box", {1, 2, 5, 0}, 0, pair_box},
    {"polyhedron", {1, 2, 3, 6, 0}, 0, pair_polyhedron},
    {"friction", {2, 3, 0}, 1, pair_contact},
    {"rolling-friction", {3, 5, 0}, 2, pair_contact},
    {"second-order-cone", {1, 2, 3, 6, 0}, 1, pair_second_order},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void draw(sample *s, int kind, zn_index round)
{
    zn_index n = 0;

    while (kinds[kind].sizes[n])
        n++;
    s->cone = (zn_cone){.set = set_of(kinds[kind].name),
                        .size = kinds[kind].sizes[round % n],
                        .nparam = kinds[kind].nparam,
                        .param = s->param};
    for (zn_index i = 0; i < s->cone.size; i++) {
        s->z[i] = uniform(-2, 2);
        s->w[i] = 0;
    }
    if (kinds[kind].pair)
        kinds[kind].pair(s);
    ck_assert_msg(!zn_cone_check(ctx, &s->cone), "%s", zn_errmsg(ctx));
    ck_assert_int_le(zn_cone_work(&s->cone), 1000);
}

static double norm(zn_index n, const double x[])
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* ---- claims ----------------------------------------------------------------- */

/* P(P(x)) = P(x), and (x - P(x))'(y - P(x)) <= 0 for the points y of the set */
START_TEST(nearest_point)
{
    sample s;

    seed = 17 + (unsigned long long)_i;
    for (zn_index k = 0; k < test_rounds(ROUNDS); k++) {
        double x[DMAX], p[DMAX], again[DMAX], y[DMAX], size;

        draw(&s, _i, k);
        const zn_index d = s.cone.size;
        for (zn_index i = 0; i < d; i++)
            x[i] = uniform(-4, 4);
        zn_cone_project(&s.cone, x, p, s.work);
        zn_cone_project(&s.cone, p, again, s.work);
        size = norm(d, x) + norm(d, p);
        for (zn_index i = 0; i < d; i++) {
            ck_assert(isfinite(p[i]));
            ck_assert_double_le(fabs(again[i] - p[i]), 1e-13 * size);
        }
        for (int j = 0; j < 20; j++) {
            double dot = 0, far = 0;
            for (zn_index i = 0; i < d; i++)
                y[i] = j == 0 ? s.z[i] : uniform(-4, 4);
            if (j > 0)
                zn_cone_project(&s.cone, y, y, s.work);
            for (zn_index i = 0; i < d; i++) {
                dot += (x[i] - p[i]) * (y[i] - p[i]);
                far = fmax(far, fabs(y[i]));
            }
            /* active faces of a polyhedron may be nearly parallel */
            ck_assert_double_le(dot, 1e-10 * (size + far) * (size + far));
        }
    }
}
END_TEST

/* pairs built without projections are pairs of the law, whatever rho */
START_TEST(zero_at_pairs)
{
    sample s;

    seed = 170 + (unsigned long long)_i;
    for (zn_index k = 0; k < test_rounds(ROUNDS); k++) {
        draw(&s, _i, k);
        const zn_index d = s.cone.size;
        for (double rho = 0.01; rho < 1000; rho *= 100) {
            const double size = norm(d, s.z) + rho * norm(d, s.w);
            ck_assert_double_le(
                zn_cone_residual(&s.cone, rho, s.z, s.w, s.work), 1e-11 * size);
        }
    }
}
END_TEST

/* other units, by powers of two: the same digits */
START_TEST(units_scale)
{
    sample s;

    seed = 1700 + (unsigned long long)_i;
    for (zn_index k = 0; k < test_rounds(ROUNDS); k++) {
        const double f = 8, u = 1. / 32;
        double r;

        draw(&s, _i, k);
        const zn_index d = s.cone.size, m = s.cone.nparam / (d + 1);
        for (zn_index i = 0; i < d; i++) {
            s.z[i] += uniform(-1, 1);
            s.w[i] += uniform(-1, 1);
        }
        r = zn_cone_residual(&s.cone, 0.7, s.z, s.w, s.work);
        for (zn_index i = 0; i < d; i++) {
            s.z[i] *= f;
            s.w[i] *= u;
        }
        for (zn_index i = 0; i < s.cone.nparam; i++)
            if (strcmp(kinds[_i].name, "box") == 0 ||
                (strcmp(kinds[_i].name, "polyhedron") == 0 && i >= m * d))
                s.param[i] *= f;
        ck_assert(zn_cone_residual(&s.cone, 0.7 * f / u, s.z, s.w, s.work) ==
                  f * r);
    }
}
END_TEST

/* what is no pair has a residual, of the size of what is wrong */
START_TEST(wrong_pairs_are_seen)
{
    const double half = 0.5, both[] = {0.5, 0.1};
    double work[20];
    const zn_cone disc = {set_of("friction"), 3, 1, &half};
    const zn_cone roll = {set_of("rolling-friction"), 5, 2, both};

    /* slips at right angles to the friction: z - w - shift = (2 - 1, 1, -2),
     * whose nearest point is (1 + sqrt(5) / 2) / 1.25 (1, ...) */
    ck_assert_double_ge(zn_cone_residual(&disc, 1, (double[]){2, 1, 0},
                                         (double[]){0, 0, 2}, work),
                        0.9);
    /* slips with less friction than there is: the shift is 0.5 * 2, the point
     * (2 - 1, 0.5 + 2, 0) is cut to a (1, 0.5, 0), a = (1 + 1.25) / 1.25 = 1.8 */
    ck_assert_double_eq_tol(zn_cone_residual(&disc, 1, (double[]){2, 0.5, 0},
                                             (double[]){0, -2, 0}, work),
                            hypot(0.2, 0.4), 1e-15);
    /* a pyramid's corner (1, 1) / sqrt 2 * 1.2 is outside of the disc */
    ck_assert_double_ge(zn_cone_residual(&disc, 1, (double[]){2, 0.85, 0.85},
                                         (double[]){0, 0, 0}, work),
                        0.1);
    /* penetrating velocity, and rolling that no moment opposes */
    ck_assert_double_eq(zn_cone_residual(&disc, 1, (double[]){0, 0, 0},
                                         (double[]){-3, 0, 0}, work),
                        3);
    ck_assert_double_ge(zn_cone_residual(&roll, 1, (double[]){1, 0, 0, 0, 0},
                                         (double[]){0, 0, 0, 0, 1}, work),
                        0.09);
}
END_TEST

static void refused(const char *name, zn_index size, zn_index nparam,
                    const double param[], const char *words)
{
    const zn_cone c = {set_of(name), size, nparam, param};

    ck_assert_int_eq(zn_cone_check(ctx, &c), ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), words) != NULL, "%s", zn_errmsg(ctx));
    ck_assert_msg(strstr(zn_errmsg(ctx), name) != NULL, "%s", zn_errmsg(ctx));
}

START_TEST(rules_are_told)
{
    refused("zero", 0, 0, NULL, "0 components, must be >= 1");
    refused("orthant", 2, 1, (double[]){1}, "1 parameters, must be 0");
    refused("box", 1, 2, (double[]){2, 1}, "[2, 1] is empty");
    refused("box", 1, 2, NULL, "at NULL");
    refused("polyhedron", 2, 4, (double[]){1, 1, 1, 1}, "m (2 + 1)");
    refused("polyhedron", 2, 3, (double[]){0, 0, 1}, "row of H is zero");
    refused("polyhedron", 1, 2, (double[]){1, NAN}, "parameter 1 = nan");
    refused("friction", 4, 1, (double[]){1},
            "must be 2 (normal, tangent) or 3");
    refused("friction", 3, 1, (double[]){-1}, "mu = -1, must be >= 0");
    refused("friction", 2, 1, (double[]){INFINITY}, "finite");
    refused("rolling-friction", 2, 2, (double[]){1, 1}, "must be 3");
    refused("rolling-friction", 5, 2, (double[]){1, -2}, "mu_r = -2");
    refused("rolling-friction", 6, 3, (double[]){1, 1, -0.5}, "mu_s = -0.5");
    refused("second-order-cone", 3, 1, (double[]){0}, "tau = 0, must be > 0");
    ck_assert_int_eq(zn_cone_check(ctx, &(zn_cone){.size = 1}), ZN_EINVAL);
}
END_TEST

/* {z : z >= 1 and z <= -1} */
START_TEST(empty_has_no_nearest_point)
{
    const double faces[] = {1, -1, 1, 1};
    const zn_cone c = {set_of("polyhedron"), 1, 4, faces};
    double x = 0.3, work[50];

    ck_assert_int_le(zn_cone_work(&c), 50);
    zn_cone_project(&c, &x, &x, work);
    ck_assert(isnan(x));
}
END_TEST

/* ---- a set that a plugin brings: the ball |z| <= r ------------------------- */

static zn_index ball_params(zn_index size)
{
    (void)size;
    return 1;
}

static void ball_project(const zn_cone *c, const double x[], double out[],
                         double work[])
{
    const double s = norm(c->size, x), r = c->param[0];

    (void)work;
    for (zn_index i = 0; i < c->size; i++)
        out[i] = s > r ? r / s * x[i] : x[i];
}

static void ball_natural(const zn_cone *c, double rho, const double z[],
                         const double w[], double f[], double work[])
{
    for (zn_index i = 0; i < c->size; i++)
        f[i] = z[i] - rho * w[i];
    ball_project(c, f, f, work);
    for (zn_index i = 0; i < c->size; i++)
        f[i] = z[i] - f[i];
}

static zn_set_type ball = {
    .type = {.size = sizeof ball,
             .kind = ZN_KIND_SET,
             .name = "ball",
             .summary = "|z| <= r"},
    .params = ball_params,
    .project = ball_project,
    .natural = ball_natural,
};

static zn_status add(void)
{
    static const zn_type *const types[] = {&ball.type, NULL};
    static const zn_plugin p = {.size = sizeof p,
                                .major = ZN_PLUGIN_MAJOR,
                                .minor = ZN_PLUGIN_MINOR,
                                .build = ZN_PLUGIN_BUILD,
                                .name = "ball",
                                .version = "1",
                                .license = "MIT",
                                .types = types};

    return zn_plugin_add(ctx, &p);
}

START_TEST(plugins_bring_sets)
{
    const double r = 2;
    double work[4];

    ball.natural = NULL;
    ck_assert_int_eq(add(), ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), "no natural map"), "%s",
                  zn_errmsg(ctx));
    ball.natural = ball_natural;
    ck_assert_int_eq(add(), ZN_OK);
    const zn_cone c = {set_of("ball"), 2, 1, &r};
    ck_assert_int_eq(zn_cone_check(ctx, &c), ZN_OK);
    /* 3-4-5: slides on the border, then is inside and moves */
    ck_assert_double_le(
        zn_cone_residual(&c, 1, (double[]){1.2, 1.6}, (double[]){-3, -4}, work),
        1e-15);
    ck_assert_double_eq_tol(
        zn_cone_residual(&c, 1, (double[]){0, 0}, (double[]){-3, -4}, work), 2,
        1e-15);
}
END_TEST

START_TEST(a_set_has_no_place_for_a_state)
{
    zn_set_type s = *set_of("orthant");

    ck_assert_ptr_null(zni_set_missing(&s.type));
    s.type.state_size = 8;
    ck_assert_ptr_nonnull(strstr(zni_set_missing(&s.type), "place for a state"));
}
END_TEST

START_TEST(built_in_sets_are_those_of_their_names)
{
    const zn_set_type *const built_in[] = {
        zn_set_zero(),     zn_set_orthant(),          zn_set_box(),
        zn_set_polyhedron(), zn_set_friction(), zn_set_rolling_friction(),
        zn_set_second_order_cone()};
    static const char *const names[] = {
        "zero", "orthant", "box", "polyhedron", "friction", "rolling-friction", "second-order-cone"};

    for (int k = 0; k < 7; k++)
        ck_assert_ptr_eq(built_in[k], set_of(names[k]));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("set");
    TCase *tc = tcase_create("set");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_set_has_no_place_for_a_state);
    tcase_add_loop_test(tc, nearest_point, 0, KINDS);
    tcase_add_loop_test(tc, zero_at_pairs, 0, KINDS);
    tcase_add_loop_test(tc, units_scale, 0, KINDS);
    tcase_add_test(tc, wrong_pairs_are_seen);
    tcase_add_test(tc, rules_are_told);
    tcase_add_test(tc, built_in_sets_are_those_of_their_names);
    tcase_add_test(tc, empty_has_no_nearest_point);
    tcase_add_test(tc, plugins_bring_sets);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
