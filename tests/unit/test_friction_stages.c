/* test_friction_stages.c - what `auto` lets patches, others and interior points cost, and in which order
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "friction_test.h"
#include "links.h"

#include "solvers/classes/friction/stages.h"

/* Others on 300 contacts cost five factorisations, 5 * 2/3 * 900^3 = 2.43e9 operations; a sweep
 * of nc contacts with 12 blocks each 516 nc. Of 1800 contacts 7020 sweeps, which factors cost,
 * are 2.7 of them, of 10^5 contacts 20000 sweeps 425. */
START_TEST(others_cost_no_more_than_sweeps)
{
    static const zn_index nc[] = {1800, 100000}, many[] = {2, 424};
    static const double sweeps[] = {7020.5, 20000.5};

    for (int i = 0; i < 2; i++) {
        const zni_fc c = {.d = 3, .nc = nc[i], .n = 3 * nc[i], .nb = 12 * nc[i]};
        const zni_flin lin = {.operations =
                                  sweeps[i] * 516 * (double)nc[i] / 20};
        const zni_stages of = {.c = &c,
                               .lin = &lin,
                               .patience = 400,
                               .max_sweeps = 20000,
                               .most_values = 2e8};

        ck_assert_int_eq(zni_stage_worth(&of), (zn_index)fmin(sweeps[i], 20000));
        ck_assert_int_eq(zni_stage_rescues(&of, zni_stage_worth(&of), 300), many[i]);
    }
}
END_TEST

/* Fifty steps on 2000 contacts with 12 blocks of nine values each, 360 operations a value besides the
 * 10^6 of the factors, which count five times where they are thin and 5/3 times where they are thick:
 * 50 * (5 * 10^6 + 360 * 9 * 24000) / (516 * 2000) = 4009.7 sweeps, 3848.2, at most max_sweeps. */
START_TEST(interior_points_cost_what_their_values_do)
{
    const zni_fc c = {.d = 3, .nc = 2000, .n = 6000, .nb = 24000};
    zni_flin lin = {.operations = 1e6, .values = 1e6};
    zni_stages of = {.c = &c,
                     .lin = &lin,
                     .patience = 400,
                     .max_sweeps = 20000,
                     .most_values = 2e8};

    ck_assert_int_eq(zni_stage_interior(&of, 50), 4009);
    lin.values = 6000;
    ck_assert_int_eq(zni_stage_interior(&of, 50), 3848);
    of.max_sweeps = 900;
    ck_assert_int_eq(zni_stage_interior(&of, 50), 900);
}
END_TEST

/* Which of the two came first, among the methods that were tried. */
typedef struct tried {
    int patches, points;
    int at;
} tried;

static void notes(void *user, const zn_attempt *a)
{
    tried *t = user;

    if (!a->applied)
        return;
    t->at++;
    if (!t->patches && !strcmp(a->solver, "patches"))
        t->patches = t->at;
    if (!t->points && !strcmp(a->solver, "interior-point"))
        t->points = t->at;
}

/* Where sweeps are worth less than three times those before the first patch, `auto` tries patches
 * after the other sweeps, before interior points; whether they end it is a question of rounding
 * here: of two heaps, or four, they end one at least. */
START_TEST(auto_tries_patches_before_interior_points)
{
    static const int seeds[] = {10, 21, 1, 4};
    int ended = 0;

    if (test_is_slowed())
        return;
    for (int i = 0; i < 4 && (i < 2 || !ended); i++) {
        const int seed = seeds[i];
        char options[60];
        tried t = {0};

        snprintf(options, sizeof options, "structure=heap bodies=500 mu=0.9 seed=%d", seed);
        asked h = asked_new("friction", "auto", options);

        asked_set(&h, "tol", "1e-6");
        asked_set(&h, "max_sweeps", "600");
        zn_solver_set_explain(h.s, notes, &t);
        ck_assert_int_eq(asked_solve(&h), ZN_OK);
        ck_assert_msg(!t.points || (t.patches > 1 && t.patches < t.points),
                      "seed %d: patches %d, points %d", seed, t.patches, t.points);
        ended += !strcmp(h.info.solver, "patches");
        certify_friction(h.p, h.z, 6.6e-5); /* root 4300 of the largest */
        asked_free(&h);
    }
    ck_assert_int_gt(ended, 0);
}
END_TEST

/* m^3 contacts, each on a lattice with its neighbours and the walls around; they push along a little, as what only
 * stands is for other methods */
static void lattice(links *l, zn_index m)
{
    const zn_index step[] = {m * m, m, 1};

    links_begin(l, m * m * m, 7 * m * m * m);
    for (zn_index a = 0; a < l->nc; a++) {
        const zn_index at[] = {a / (m * m), a / m % m, a % m};

        links_row(l, a);
        l->q[3 * a + 1] = 1e-2;
        for (int k = 0; k < 3; k++)
            if (at[k] > 0)
                links_block(l, a, a - step[k], -1);
        links_block(l, a, a, 6);
        for (int k = 2; k >= 0; k--)
            if (at[k] + 1 < m)
                links_block(l, a, a + step[k], -1);
    }
    links_end(l);
}

typedef struct course {
    int count;
    char names[2][20];
    zn_index sweeps;
} course;

static void follow(void *user, const zn_attempt *a)
{
    course *k = user;

    if (!a->applied || k->count == 2)
        return;
    snprintf(k->names[k->count], sizeof k->names[0], "%s", a->solver);
    if (k->count++ == 0)
        k->sweeps = a->iterations;
}

static bool one_is_enough(void *user, zn_index it, double error)
{
    (void)it;
    (void)error;
    return ((const course *)user)->count > 0;
}

/* Sweeps that seem to need more than sixty more, after thirty, are left to patches from 10 000 contacts on, which share
 * them by domains; some hundred do it. Fewer contacts are swept to the end. */
START_TEST(many_contacts_are_handed_on_early)
{
    for (int many = 0; many < 2; many++) {
        links l;
        course k = {.count = 0};
        zn_solve_info info;
        zn_ctx *ctx = context();
        zn_solver *s;

        lattice(&l, many ? 23 : 20);
        double *r = reals(3 * l.nc), *u = reals(3 * l.nc);

        ck_assert(!zn_solver_new(ctx, "friction", "auto", &s));
        zn_solver_set_explain(s, follow, &k);
        zn_solver_set_callback(s, one_is_enough, &k);
        ck_assert_int_eq(zn_solver_solve(s, &l.f, r, u, &info), many ? ZN_UNSOLVED : ZN_OK);
        ck_assert_str_eq(k.names[0], "nsgs");
        if (many) {
            ck_assert_int_le(k.sweeps, 60);
            ck_assert_str_eq(k.names[1], "patches");
        } else {
            ck_assert_int_gt(k.sweeps, 60);
            ck_assert_int_eq(k.count, 1);
        }
        free(r);
        free(u);
        links_free(&l);
        zn_solver_free(s);
        zn_ctx_free(ctx);
    }
}
END_TEST

static void counts_points(void *user, const zn_attempt *a)
{
    *(int *)user += a->applied && (!strncmp(a->solver, "newton", 6) || !strcmp(a->solver, "prox"));
}

/* `quick` never asks proximal points, which solve some of what the others leave, and solves nothing that
 * `auto` without it does not: of three, and as many more as it takes until there was one of each. */
START_TEST(quick_ends_before_newton)
{
    int quickly = 0, later = 0;

    for (int seed = 8; seed <= 13 && (seed <= 10 || !quickly || !later); seed++) {
        char options[80];
        zn_status st[2];
        int points[2] = {0};

        snprintf(options, sizeof options,
                 "contacts=60 bodies=6 degenerate=0.4 mu=1.5 seed=%d", seed);
        asked h = asked_new("friction", "auto", options);

        asked_set(&h, "tol", "1e-6");
        for (int quick = 0; quick < 2; quick++) {
            ck_assert(!zn_solver_set(h.s, "quick", quick ? "yes" : "no"));
            zn_solver_set_explain(h.s, counts_points, &points[quick]);
            st[quick] = asked_solve(&h);
        }
        ck_assert_int_eq(points[1], 0);
        ck_assert(st[1] == ZN_UNSOLVED || st[0] == ZN_OK);
        quickly += st[1] == ZN_OK;
        later += points[0] > 0 && st[0] == ZN_OK && st[1] == ZN_UNSOLVED;
        asked_free(&h);
    }
    ck_assert_int_gt(quickly, 0);
    ck_assert_int_gt(later, 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("friction, stages");
    TCase *tc = tcase_create("stages");

    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, others_cost_no_more_than_sweeps);
    tcase_add_test(tc, interior_points_cost_what_their_values_do);
    tcase_add_test(tc, auto_tries_patches_before_interior_points);
    tcase_add_test(tc, many_contacts_are_handed_on_early);
    tcase_add_test(tc, quick_ends_before_newton);
    suite_add_tcase(s, tc);
    return test_main(s);
}
