/* test_own_units.c - rows and contacts in units of their own: problems S M S, S q have the answers S^-1 z
 * SPDX-License-Identifier: Apache-2.0 */
#include "conduct_problems.h"

/* Powers of two from 1/4 to 4, and of pairs and bounds from 2^-12 to 2^12, one for each row of a complementarity
 * problem and for all rows of a contact or cone. Errors are relative to the largest numbers of a problem, so that units
 * further apart than that are another question: what is small beside all of it is not looked at. */
enum { N = 9, ROWS = 5 * N / 3, ALL = 2 * ROWS };

static const struct job {
    const char *name;
    zn_kind kind;
    void (*pose)(data *d);
    zn_index block;      /* rows that have one unit                           */
    zn_index velocities; /* before them in z: those of the motion, as they are */
} jobs[] = {
    {"lcp", ZN_KIND_LCP_SOLVER, pose_lcp, 1, 0},
    {"mlcp", ZN_KIND_MLCP_SOLVER, pose_mlcp, 1, 0},
    {"relay", ZN_KIND_RELAY_SOLVER, pose_relay, 1, 0},
    {"qp", ZN_KIND_QP_SOLVER, pose_qp, 1, 0},
    {"friction", ZN_KIND_FRICTION_SOLVER, pose_friction2d, 2, 0},
    {"friction", ZN_KIND_FRICTION_SOLVER, pose_friction3d, 3, 0},
    {"global-friction", ZN_KIND_GLOBAL_FRICTION_SOLVER, pose_global, 3, N},
    {"rolling-friction", ZN_KIND_ROLLING_SOLVER, pose_rolling, 5, 0},
    {"global-rolling-friction", ZN_KIND_GLOBAL_ROLLING_SOLVER, pose_global_rolling, 5, ROWS},
    {"soclcp", ZN_KIND_SOCLCP_SOLVER, pose_soclcp, 3, 0},
    {"plasticity", ZN_KIND_PLASTICITY_SOLVER, pose_plasticity, 3, 0},
    {"generic-mechanical", ZN_KIND_GENERIC_SOLVER, pose_generic, 5, 0},
};
enum { JOBS = sizeof jobs / sizeof *jobs, PAIRS = 4 };

static int octaves = 1; /* between two of the units */

static double unit(const struct job *j, zn_index row)
{
    return ldexp(1, octaves * (int)(row / j->block * 7 % 5 - 2));
}

/* With the motion kept the rows are those of H' and b, else those of M and q. */
static void scale(const struct job *j, data *d)
{
    const zn_index n = d->A.rows;

    for (zn_index k = 0; k < n; k++) {
        const double s = unit(j, k);

        for (zn_index i = 0; i < n; i++) {
            if (j->velocities) {
                d->E[i + k * n] *= s;
            } else {
                d->M[i + k * n] *= s;
                d->M[k + i * n] *= s;
            }
        }
        (j->velocities ? d->b : d->q)[k] *= s;
        if (!j->velocities) {
            d->lb[k] /= s;
            d->ub[k] /= s;
        }
    }
}

/* What pivots, or finds which rows are active, does so by signs and ratios in one row: it has no unit. */
static bool has_no_unit(const char *name)
{
    static const char *const list[] = {"lemke", "murty",  "bard",       "enum",
                                       "mlcp",  "direct", "cao-ferris", "newton-min"};

    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (!strcmp(name, list[i]))
            return true;
    return false;
}

/* What goes along gradients needs steps as the condition of M tells. */
static bool slows_down(const char *name)
{
    return strcmp(name, "admm") == 0 || strcmp(name, "projected-gradient") == 0;
}

static void compare(const struct job *j, zn_ctx *ctx, const char *name)
{
    double z[2][ALL] = {{0}}, w[ALL], size = 0;
    zn_solve_info info[2];
    zn_status st[2];
    data d;

    for (int k = 0; k < 2; k++) {
        fill(&d, N);
        j->pose(&d);
        if (k)
            scale(j, &d);
        st[k] = run_once(ctx, j->name, name, 1e-9, &d.p, z[k], w, &info[k]);
    }
    if (st[0] != ZN_OK) /* for fewer contacts, or it stops before 1e-9: not a question of units */
        return;
    ck_assert_msg(st[0] == st[1], "%s %s: %s, with units %s", j->name, name,
                  zn_outcome_name(info[0].outcome), zn_outcome_name(info[1].outcome));
    /* between bounds a path begins at the corner that is nearest, in the units given */
    ck_assert_msg(j->block > 1 || !has_no_unit(name) || (octaves > 1 && !strcmp(j->name, "relay")) ||
                      info[0].iterations == info[1].iterations,
                  "%s %s: %td iterations, with units %td", j->name, name, info[0].iterations,
                  info[1].iterations);
    for (zn_index i = 0; i < d.A.rows + j->velocities; i++)
        size = fmax(size, fabs(z[0][i]));
    for (zn_index i = 0; i < d.A.rows + j->velocities; i++) {
        const double s = i < j->velocities ? 1 : unit(j, i - j->velocities);

        /* eigenvalues from 1 to 5, units up to 16 apart in M: 1e-9 * 16^2, and tangents under friction */
        ck_assert_msg(fabs(z[1][i] * s - z[0][i]) <= (octaves > 1 ? 1e-5 : 1e-6) * size,
                      "%s %s: z(%td) = %.12g, with units %.12g", j->name, name, i, z[0][i], z[1][i] * s);
    }
}

START_TEST(rows_have_units_of_their_own)
{
    const struct job *j = &jobs[_i];
    zn_ctx *ctx = context();

    for (zn_index k = 0; zn_type_at(ctx, j->kind, k); k++)
        compare(j, ctx, zn_type_at(ctx, j->kind, k)->name);
    zn_ctx_free(ctx);
}
END_TEST

/* M = 0, q > 0, z in [-1, 1]: z = -1. What is off by 1/1024 of a bound is off by that, whatever the unit of q. */
START_TEST(without_a_matrix_bounds_count_as_q_does)
{
    const double none = 0, H[] = {1, -1}, K[] = {-1, -1}, low = -1, high = 1, off = 0x1p-10;
    const zn_matrix M = zn_matrix_dense(1, 1, &none);

    for (int e = -60; e <= 60; e += 20) {
        const double q = ldexp(1, e), z[] = {low, low + off}, w[] = {q, q, 0};
        const zn_relay r = {1, &M, &q, &low, &high};
        const zn_avi a = {.n = 1, .m = 2, .M = &M, .q = &q, .H = H, .K = K};
        double work[9];

        ck_assert_double_eq(zn_relay_error(&r, z, w, work), 0);
        ck_assert_double_eq(zn_relay_error(&r, z + 1, w, work), off);
        ck_assert_double_eq(zn_avi_error(&a, z, w, work), 0);
        ck_assert_double_eq(zn_avi_error(&a, z + 1, w, work), off);
    }
}
END_TEST

START_TEST(rows_of_pairs_and_bounds_are_far_apart)
{
    const struct job *j = &jobs[_i];
    zn_ctx *ctx = context();

    ck_assert_int_eq(j->block, 1);
    for (octaves = 3; octaves <= 6; octaves += 3)
        for (zn_index k = 0; zn_type_at(ctx, j->kind, k); k++)
            if (!slows_down(zn_type_at(ctx, j->kind, k)->name))
                compare(j, ctx, zn_type_at(ctx, j->kind, k)->name);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("solvers, units of rows");
    TCase *tc = tcase_create("rows");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, rows_have_units_of_their_own, 0, JOBS);
    tcase_add_test(tc, without_a_matrix_bounds_count_as_q_does);
    tcase_add_loop_test(tc, rows_of_pairs_and_bounds_are_far_apart, 0, PAIRS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
