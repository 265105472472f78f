/* test_ncp_sizes.c - nonlinear complementarity in the units of its components
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

#include <zeno/mcp.h>
#include <zeno/ncp.h>

enum { NALL = 4, MOST = 40 };

static const char *const all[NALL] = {"auto", "newton-fb", "newton-min", "path-search"};

/* F of b, its components times f, where z is s times what b has */
typedef struct elsewhere {
    bent b;
    double s[MOST], f[MOST];
} elsewhere;

static zn_status other_F(void *user, const double z[], double out[])
{
    elsewhere *o = (elsewhere *)user;
    double x[MOST];

    for (zn_index i = 0; i < o->b.n; i++)
        x[i] = z[i] / o->s[i];
    bent_F(&o->b, x, out);
    for (zn_index i = 0; i < o->b.n; i++)
        out[i] *= o->f[i];
    return ZN_OK;
}

static zn_status other_J(void *user, const double z[], double x[])
{
    elsewhere *o = (elsewhere *)user;
    const zn_matrix *J = o->b.pattern;
    const zn_index n = o->b.n;
    double at[MOST];

    for (zn_index i = 0; i < n; i++)
        at[i] = z[i] / o->s[i];
    bent_J(&o->b, at, x);
    for (zn_index j = 0; j < n; j++)
        for (zn_index e = J ? J->p[j] : j * n; e < (J ? J->p[j + 1] : (j + 1) * n); e++)
            x[e] *= o->f[J ? J->i[e] : e - j * n] / o->s[j];
    return ZN_OK;
}

/* a model: map, bounds, solution; ncp where !mixed */
typedef struct model {
    elsewhere o;
    bool mixed;
    double *M, q[MOST], lb[MOST], ub[MOST], want[MOST];
    stored csc;
} model;

static void model_make(model *m, uint64_t seed, bool mixed, bool sparse)
{
    rng r = {seed};
    const zn_index n = 2 + (zn_index)(seed % (MOST - 2));

    memset(m, 0, sizeof *m);
    m->mixed = mixed;
    m->M = random_matrix(&r, seed % 2 ? P_SKEW : SPD, n);
    m->csc = to_csc(n, m->M);
    for (zn_index i = 0; i < n; i++) {
        m->lb[i] = mixed && i % 3 == 0 ? -INFINITY : mixed ? -0.5 : 0;
        m->ub[i] = mixed && i % 3 == 1 ? 0.25 : INFINITY;
        m->o.s[i] = m->o.f[i] = 1;
    }
    plant_bent(&r, n, m->M, 2, m->lb, m->ub, m->want, m->q);
    m->o.b = (bent){n, m->M, m->q, 2, sparse ? &m->csc.m : NULL, 0};
}

/* The model with other units of z (s) and F (f), and these as sizes times `more`; s = f = NULL: 1. */
static zn_status model_solve(zn_ctx *ctx, model *m, const char *name, const double s[],
                             const double f[], double more, double z[], double w[],
                             zn_solve_info *info)
{
    const zn_index n = m->o.b.n;
    double zs[MOST], fs[MOST], lb[MOST], ub[MOST];

    for (zn_index i = 0; i < n; i++) {
        m->o.s[i] = s ? s[i] : 1;
        m->o.f[i] = f ? f[i] : 1;
        zs[i] = more * m->o.s[i];
        fs[i] = more * m->o.f[i];
        lb[i] = m->lb[i] * m->o.s[i];
        ub[i] = m->ub[i] * m->o.s[i];
        z[i] = 0;
    }

    const zn_ncp ncp = {.n = n, .F = other_F, .jacobian = other_J, .J = m->o.b.pattern,
                        .user = &m->o, .z_size = zs, .F_size = fs};
    const zn_mcp mcp = {.n = n, .F = other_F, .jacobian = other_J, .J = m->o.b.pattern,
                        .user = &m->o, .lb = lb, .ub = ub, .z_size = zs, .F_size = fs};

    return run_once(ctx, m->mixed ? "mcp" : "ncp", name, -1,
                    m->mixed ? (const void *)&mcp : (const void *)&ncp, z, w, info);
}

static void check_units(zn_ctx *ctx, uint64_t seed, bool mixed, bool sparse, const char *name)
{
    rng r = {1000 + seed};
    model m;
    double s[MOST], f[MOST], z[MOST], w[MOST], x[MOST], y[MOST];
    zn_solve_info plain, info;

    model_make(&m, seed, mixed, sparse);
    for (zn_index i = 0; i < m.o.b.n; i++) {
        s[i] = ldexp(1, (int)uniform(&r, -40, 40));
        f[i] = ldexp(1, (int)uniform(&r, -40, 40));
    }
    const zn_status st = model_solve(ctx, &m, name, NULL, NULL, 1, z, w, &plain);

    ck_assert_msg(!st || strcmp(name, "auto"), "seed %d: %s", (int)seed, zn_errmsg(ctx));
    for (zn_index i = 0; !st && i < m.o.b.n; i++)
        ck_assert_double_le(fabs(z[i] - m.want[i]), 1e-6);
    /* 1 and 1.5 are of the same unit */
    for (double more = 1; more < 2; more += 0.5) {
        ck_assert_int_eq(model_solve(ctx, &m, name, s, f, more, x, y, &info), st);
        ck_assert_int_eq(info.iterations, plain.iterations);
        ck_assert_msg(info.error == plain.error, "%s, seed %d: error %g and %g", name, (int)seed,
                      info.error, plain.error);
        for (zn_index i = 0; i < m.o.b.n; i++)
            ck_assert_msg(x[i] == s[i] * z[i] && y[i] == f[i] * w[i],
                          "%s, seed %d, row %td: %.17g, %.17g in other units", name, (int)seed, i,
                          z[i], x[i] / s[i]);
    }
    free(m.M);
    stored_free(&m.csc);
}

START_TEST(units_of_components_change_nothing)
{
    zn_ctx *ctx = context();

    for (uint64_t seed = 1; seed <= 40; seed++)
        for (int k = 0; k < NALL; k++)
            for (int kind = 0; kind < 4; kind++)
                check_units(ctx, seed, kind & 1, kind & 2, all[k]);
    zn_ctx_free(ctx);
}
END_TEST

/* by hand: z = (8, 1), F = (-3, 2), sizes (4, 1) and (2, 3), whose units are (4, 1) and (2, 2) */
static zn_status steady(void *user, const double z[], double out[])
{
    (void)user;
    (void)z;
    out[0] = -3;
    out[1] = 2;
    return ZN_OK;
}

START_TEST(errors_are_in_the_units_given)
{
    const double z[] = {8, 1}, w[] = {-3, 2}, off[] = {-3, 2.5}, a[] = {4, 1}, b[] = {2, 3};
    const double lb[] = {2, -INFINITY}, ub[] = {6, 5};
    const zn_ncp n = {.n = 2, .F = steady, .z_size = a, .F_size = b};
    const zn_ncp only_z = {.n = 2, .F = steady, .z_size = a};
    const zn_mcp m = {.n = 2, .F = steady, .lb = lb, .ub = ub, .z_size = a, .F_size = b};
    double work[4];

    /* min(8/4, -3/2) = -1.5, min(1, 2/2) = 1 */
    ck_assert_double_eq(zn_ncp_error(&n, z, w, work), 1.5);
    /* F(0) is 3, so that nothing is divided: min(8/4, -3) = -3 */
    ck_assert_double_eq(zn_ncp_error(&only_z, z, w, work), 3);
    /* w is not F by 0.5 of 2, less than the other */
    ck_assert_double_eq(zn_ncp_error(&n, z, off, work), 1.5);
    /* max(min((8 - 2)/4, -1.5), (8 - 6)/4) = 0.5; max(1, 1 - 5) = 1 */
    ck_assert_double_eq(zn_mcp_error(&m, z, w, work), 1);
}
END_TEST

START_TEST(sizes_are_checked)
{
    static const struct {
        double size;
        const char *words;
    } bad[] = {{0, "(1) = 0"}, {-2, "(1) = -2"}, {NAN, "nan"}, {INFINITY, "inf"}};
    zn_ctx *ctx = context();
    const double M[4] = {1, 0, 0, 1}, q[2] = {-1, -1}, one[2] = {1, 1};
    bent b = {2, M, q, 0, NULL, 0};
    double z[2] = {0}, w[2];

    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        const double size[2] = {1, bad[k].size};
        const zn_ncp n = {.n = 2, .F = bent_F, .jacobian = bent_J, .user = &b, .z_size = size};
        const zn_mcp m = {.n = 2, .F = bent_F, .jacobian = bent_J, .user = &b, .z_size = one,
                          .F_size = size};

        ck_assert_int_eq(run_once(ctx, "ncp", "auto", -1, &n, z, w, NULL), ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "z_size(1)"));
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), bad[k].words));
        ck_assert_int_eq(run_once(ctx, "mcp", "auto", -1, &m, z, w, NULL), ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "F_size(1)"));
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Currents of nA in an exponential law, as of two diodes against each other: voltages of 0.1 V, and F of
 * 1e9 in another unit. Without sizes its rounding alone is more than the tolerance. */
static zn_status diodes(void *user, const double z[], double out[])
{
    const double unit = *(const double *)user;

    out[0] = unit * (exp(z[0] / 0.025) - 1 - 50 + z[1]);
    out[1] = unit * (z[1] - 3 + z[0]);
    return ZN_OK;
}

static zn_status diodes_J(void *user, const double z[], double x[])
{
    const double unit = *(const double *)user;

    x[0] = unit * exp(z[0] / 0.025) / 0.025;
    x[1] = x[2] = x[3] = unit;
    return ZN_OK;
}

START_TEST(a_large_F_is_solved_where_its_size_is_given)
{
    zn_ctx *ctx = context();
    double unit = 1e12, z[2] = {0}, w[2], was = 0;
    const double size[2] = {unit, unit};
    zn_solve_info info;

    for (int with = 0; with < 2; with++) {
        const zn_ncp p = {.n = 2, .F = diodes, .jacobian = diodes_J, .user = &unit,
                          .F_size = with ? size : NULL};

        z[0] = z[1] = 0;
        ck_assert_int_eq(run_once(ctx, "ncp", "auto", -1, &p, z, w, &info),
                         with ? ZN_OK : ZN_UNSOLVED);
    }
    /* z1 = 3 - z0: exp(z0 / 0.025) = 48 + z0, by its fixed point */
    for (int k = 0; k < 100; k++)
        was = 0.025 * log(48 + was);
    ck_assert_double_le(fabs(z[0] - was), 1e-10);
    ck_assert_double_le(fabs(z[1] - (3 - was)), 1e-10);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("sizes of nonlinear complementarity");
    TCase *tc = tcase_create("core");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, units_of_components_change_nothing);
    tcase_add_test(tc, errors_are_in_the_units_given);
    tcase_add_test(tc, sizes_are_checked);
    tcase_add_test(tc, a_large_F_is_solved_where_its_size_is_given);
    suite_add_tcase(s, tc);
    return test_main(s);
}
