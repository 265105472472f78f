/* test_model.c - a model is built, sealed, reopened; things come and go
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <time.h>

#include "kernel/model/model.h"

static zn_ctx *ctx;
static zn_model *m;

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zn_model_new(ctx, &m), ZN_OK);
}

static void teardown(void)
{
    zn_model_free(m);
    zn_ctx_free(ctx);
}

static void must(zn_status st)
{
    ck_assert_msg(st == ZN_OK, "%s", zn_errmsg(ctx));
}

static void refused(zn_status st, zn_status want, const char *words)
{
    ck_assert_int_eq(st, want);
    ck_assert_msg(strstr(zn_errmsg(ctx), words), "'%s' is not in: %s", words,
                  zn_errmsg(ctx));
}

/* A point mass of n degrees of freedom, 2 kg. */
static zn_ds *body(const char *name, zn_index n)
{
    double zero[8] = {0}, mass[8];
    zn_ds *ds;

    for (zn_index i = 0; i < n; i++)
        mass[i] = 2;
    must(zn_ds_new(ctx, "lagrangian-linear", name, n, zero, zero, &ds));
    must(zn_ds_set_diagonal(ds, "mass", n, mass));
    must(zn_model_add_ds(m, ds));
    return ds;
}

/* y = q0 of nq */
static zn_relation *first_of(zn_index nq)
{
    const double C[16] = {1};
    zn_relation *r;

    must(zn_relation_new(ctx, "linear", "first", 1, nq, &r));
    must(zn_relation_set_constant(r, "C", 1, nq, C));
    return r;
}

static zn_law *impact(double e)
{
    zn_law *law;

    must(zn_law_newton_impact(ctx, e, &law));
    return law;
}

static zn_interaction *contact(const char *name, zn_ds *a, zn_ds *b)
{
    zn_interaction *out;

    must(zn_model_connect(m, name, impact(0.5),
                          first_of(zn_ds_nq(a) + (b ? zn_ds_nq(b) : 0)), a, b,
                          &out));
    return out;
}

/* ---- building --------------------------------------------------------------- */

START_TEST(systems_follow_each_other_in_the_state)
{
    zn_ds *a = body("a", 3), *b = body("b", 1), *c = body("c", 2);
    zn_interaction *ab = contact("ab", a, b);
    zn_interaction *cc = contact("c", c, NULL);

    must(zn_model_seal(m));
    ck_assert(zn_model_sealed(m));
    ck_assert_int_eq(zn_ds_q_offset(a), 0);
    ck_assert_int_eq(zn_ds_q_offset(b), 3);
    ck_assert_int_eq(zn_ds_v_offset(c), 4);
    ck_assert_int_eq(zn_ds_x_offset(c), -1);
    ck_assert_int_eq(m->nq, 6);
    ck_assert_int_eq(m->nv, 6);
    ck_assert_int_eq(m->nx, 0);
    ck_assert_int_eq(m->ny, 2);
    ck_assert_int_eq(zn_interaction_offset(ab), 0);
    ck_assert_int_eq(zn_interaction_offset(cc), 1);
    ck_assert_int_eq(zn_interaction_ds_count(ab), 2);
    ck_assert_ptr_eq(zn_interaction_ds(ab, 1), b);
    ck_assert_ptr_null(zn_interaction_ds(cc, 1));
    ck_assert_ptr_eq(zn_model_ds(m, "b"), b);
    ck_assert_ptr_eq(zn_model_interaction(m, "ab"), ab);
    ck_assert_ptr_null(zn_model_ds(m, "ab"));
    ck_assert_ptr_null(zn_model_ds(m, NULL));
    ck_assert_int_eq(zn_model_ds_places(m), 3);
    ck_assert_ptr_eq(zn_model_ds_at(m, 2), c);
    ck_assert_ptr_null(zn_model_ds_at(m, 3));
    ck_assert_ptr_null(zn_model_interaction_at(m, -1));
}
END_TEST

START_TEST(several_interactions_share_a_system_a_law_and_a_relation)
{
    zn_ds *a = body("a", 2), *b = body("b", 2);
    zn_law *law = impact(0.3);
    zn_relation *r = first_of(2);
    zn_interaction *x, *y;

    must(zn_model_connect(m, "x", law, r, a, NULL, &x));
    must(zn_model_connect(m, "y", law, r, b, NULL, &y));
    zn_interaction *ab = contact("z", a, b);
    must(zn_model_add_law(m, law)); /* it is there already: fine */
    must(zn_model_add_relation(m, r));
    must(zn_model_seal(m));
    ck_assert_ptr_eq(zn_interaction_law(x), zn_interaction_law(y));
    ck_assert_ptr_eq(zn_interaction_relation(x), r);
    ck_assert_int_eq(a->nint, 2);
    ck_assert_ptr_eq(a->ints[1], ab);
}
END_TEST

START_TEST(the_output_of_an_interaction_takes_the_stacked_state)
{
    /* y = C q + e with C = [1 -2 4], e = 0.5 at q = (3, 5, 7): 3-10+28+.5 */
    const double C[] = {1, -2, 4}, e = 0.5, q[] = {3, 5, 7};
    zn_relation *r;
    zn_interaction *a;
    double y;

    must(zn_relation_new(ctx, "linear", "r", 1, 3, &r));
    must(zn_relation_set_constant(r, "C", 1, 3, C));
    must(zn_relation_set_constant(r, "e", 1, 1, &e));
    must(
        zn_model_connect(m, "i", impact(0), r, body("a", 1), body("b", 2), &a));
    must(zn_model_seal(m));
    ck_assert_int_eq(zni_interaction_nq(a), 3);
    ck_assert_int_eq(zni_interaction_nv(a), 3);
    must(zni_interaction_output(a, 0, q, NULL, &y));
    ck_assert_double_eq(y, 21.5);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("model");
    TCase *t = tcase_create("build");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, systems_follow_each_other_in_the_state);
    tcase_add_test(t, several_interactions_share_a_system_a_law_and_a_relation);
    tcase_add_test(t, the_output_of_an_interaction_takes_the_stacked_state);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
