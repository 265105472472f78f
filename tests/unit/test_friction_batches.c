/* test_friction_batches.c - sweeps by colours and domains do solve contacts four at a time: who asks for batches, and
 * how many of their contacts are left to be solved one by one
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <math.h>

#include <zeno/random_problem.h>

#include "solvers/contact/contact.h"
#include "solvers/system/row3.h"

static long visited, left_over;

/* the closed form of one contact, where a batch asks for it */
static bool by_itself(const zni_contact *c, const double q[], double r[])
{
    left_over++;
    return zni_contact_advance(c, q, r);
}

/* what the library has in its place: the same text, that counts */
void answer_batch(const zni_fc *c, const zni_contact contact[], zn_index first, zn_index n, double r[],
                  double moved[]);
#define zni_contact_advance by_itself
#define zni_contacts_visit answer_batch
#include "solvers/contact/lanes.c"
#undef zni_contacts_visit
#undef zni_contact_advance

void zni_contacts_visit(const zni_fc *c, const zni_contact contact[], zn_index first, zn_index n, double r[],
                        double moved[])
{
    visited += n;
    answer_batch(c, contact, first, n, r, moved);
}

/* sweeps of all contacts that a sweep is; of them, in batches */
static const struct way {
    const char *order, *options;
    int sweeps, batched;
} ways[] = {
    {"coloured", "contacts=600 bodies=600", 1, 1},
    {"coloured", "structure=wall bodies=60", 1, 1},
    {"coloured", "structure=heap bodies=200 mu=0.5", 1, 1},
    {"domains", "contacts=600 bodies=600", 2, 2},
    {"domains", "structure=heap bodies=200 mu=0.5", 2, 2},
    {"natural", "contacts=600 bodies=600", 1, 0},
    /* in the plane there are none */
    {"coloured", "contacts=600 bodies=600 d=2", 1, 0},
};
enum { WAYS = sizeof ways / sizeof *ways, SWEEPS = 30, MOST = 3000 };

START_TEST(colours_and_domains_are_swept_in_batches)
{
    const struct way *k = &ways[_i];
    static double z[MOST], w[MOST];
    zn_problem_file *f;
    zn_solve_info info;
    zn_ctx *ctx;
    zn_solver *s;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_msg(!zn_problem_random(ctx, "friction", k->options, &f), "%s", zn_errmsg(ctx));
    const zn_friction *p = (const zn_friction *)zn_problem_file_problem(f);
    const zn_index nc = p->nc;

    ck_assert_int_le(p->d * nc, MOST);

    ck_assert(!zn_solver_new(ctx, "friction", "nsgs", &s));
    ck_assert(!zn_solver_set(s, "order", k->order));
    ck_assert(!zn_solver_set_real(s, "max_iter", SWEEPS));
    ck_assert(!zn_solver_set_real(s, "tol", 0));
    visited = left_over = 0;
    ck_assert_int_eq(zn_solver_solve(s, p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.iterations, SWEEPS);
    printf("%s, %s: %ld of %td visits in batches, %ld by themselves\n", k->order, k->options, visited,
           SWEEPS * k->sweeps * nc, left_over);
    fflush(stdout);
    ck_assert_int_eq(visited, SWEEPS * k->batched * nc);
    /* what slides from where it did not slide before, and what Newton's steps do not find */
    ck_assert_int_le(20 * left_over, visited);
    zn_solver_free(s);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, batches");
    TCase *tc = tcase_create("batches");

    tcase_add_loop_test(tc, colours_and_domains_are_swept_in_batches, 0, WAYS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
