/* test_model.c - a model is built, sealed, reopened; things come and go
 * SPDX-License-Identifier: Apache-2.0 */
#include "model_test.h"

/* A point mass of n degrees of freedom, 2 kg. */
static zn_ds *body(const char *name, zn_index n)
{
    double zero[8] = {0}, mass[8];
    zn_ds *ds;

    for (zn_index i = 0; i < n; i++)
        mass[i] = 2;
    MUST(zn_ds_new(ctx, "lagrangian-linear", name, n, zero, zero, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", n, mass));
    MUST(zn_model_add_ds(m, ds));
    return ds;
}

/* y = q0 of nq */
static zn_relation *first_of(zn_index nq)
{
    const double C[16] = {1};
    zn_relation *r;

    MUST(zn_relation_new(ctx, "linear", "first", 1, nq, &r));
    MUST(zn_relation_set_constant(r, "C", 1, nq, C));
    return r;
}

static zn_law *impact(double e)
{
    zn_law *law;

    MUST(zn_law_newton_impact(ctx, e, &law));
    return law;
}

static zn_interaction *contact(const char *name, zn_ds *a, zn_ds *b)
{
    zn_interaction *out;

    MUST(zn_model_connect(m, name, impact(0.5),
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

    MUST(zn_model_seal(m));
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

    MUST(zn_model_connect(m, "x", law, r, a, NULL, &x));
    MUST(zn_model_connect(m, "y", law, r, b, NULL, &y));
    zn_interaction *ab = contact("z", a, b);
    MUST(zn_model_add_law(m, law)); /* it is there already: fine */
    MUST(zn_model_add_relation(m, r));
    MUST(zn_model_seal(m));
    ck_assert_ptr_eq(zn_interaction_law(x), zn_interaction_law(y));
    ck_assert_ptr_eq(zn_interaction_relation(x), r);
    ck_assert_int_eq(a->nint, 2);
    ck_assert_ptr_eq(zni_ds_ints(a)[1], ab);
}
END_TEST

START_TEST(the_output_of_an_interaction_takes_the_stacked_state)
{
    /* y = C q + e with C = [1 -2 4], e = 0.5 at q = (3, 5, 7): 3-10+28+.5 */
    const double C[] = {1, -2, 4}, e = 0.5, q[] = {3, 5, 7};
    zn_relation *r;
    zn_interaction *a;
    double y;

    MUST(zn_relation_new(ctx, "linear", "r", 1, 3, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 3, C));
    MUST(zn_relation_set_constant(r, "e", 1, 1, &e));
    MUST(
        zn_model_connect(m, "i", impact(0), r, body("a", 1), body("b", 2), &a));
    MUST(zn_model_seal(m));
    ck_assert_int_eq(zni_interaction_nq(a), 3);
    ck_assert_int_eq(zni_interaction_nv(a), 3);
    MUST(r->type->output(r, zni_interaction_data(a), 0, q, NULL, &y));
    ck_assert_double_eq(y, 21.5);
}
END_TEST

/* ---- names and owners ------------------------------------------------------------ */

START_TEST(names_are_unique)
{
    const double zero = 0;
    zn_ds *a = body("a", 1), *twin;

    MUST(zn_ds_new(ctx, "lagrangian", "a", 1, &zero, &zero, &twin));
    REFUSED(zn_model_add_ds(m, twin), ZN_EEXIST,
            "the model has a system 'a' already");
    REFUSED(zn_model_add_ds(m, a), ZN_EEXIST, "is in the model already");
    zn_ds_free(twin);
    contact("c", a, NULL);

    zn_law *law = impact(0);
    zn_relation *r = first_of(1);
    zn_interaction *out = (zn_interaction *)&zero;
    REFUSED(zn_model_connect(m, "c", law, r, a, NULL, &out), ZN_EEXIST,
            "an interaction 'c' already");
    ck_assert_ptr_null(out);
    REFUSED(zn_model_connect(m, "", law, r, a, NULL, NULL), ZN_EINVAL, "name");
    REFUSED(zn_model_connect(m, "d\n", law, r, a, NULL, NULL), ZN_EINVAL,
            "a control character, U+000A, as byte 2");
    REFUSED(zn_model_connect(m, "d", law, r, a, a, NULL), ZN_EINVAL,
            "interaction 'd': system 'a' twice");
    REFUSED(zn_model_connect(m, "d", NULL, r, a, NULL, NULL), ZN_EINVAL,
            "the law is NULL");
    zn_law_free(law); /* none of it was handed over */
    zn_relation_free(r);
    MUST(zn_model_seal(m));
}
END_TEST

START_TEST(what_is_in_another_model_stays_there)
{
    const double zero = 0;
    zn_model *other;
    zn_ctx *foreign;
    zn_ds *ds, *alien;
    zn_law *law = impact(0);
    zn_relation *r = first_of(1);

    MUST(zn_model_new(ctx, &other));
    MUST(zn_ds_new(ctx, "lagrangian", "x", 1, &zero, &zero, &ds));
    MUST(zn_model_add_ds(other, ds));
    MUST(zn_model_add_law(other, law));
    MUST(zn_model_add_relation(other, r));
    REFUSED(zn_model_add_ds(m, ds), ZN_EINVAL,
            "system 'x' is in another model");
    REFUSED(zn_model_add_law(m, law), ZN_EINVAL, "in another model");
    REFUSED(zn_model_add_relation(m, r), ZN_EINVAL, "in another model");
    REFUSED(zn_model_connect(m, "i", law, r, ds, NULL, NULL), ZN_EINVAL,
            "system 'x' is not in this model");
    REFUSED(zn_model_connect(m, "i", law, r, body("y", 1), NULL, NULL),
            ZN_EINVAL, "interaction 'i': law 'newton-impact' is in another");
    REFUSED(zn_model_remove_ds(m, ds), ZN_EINVAL, "not in this model");
    zn_ds_free(ds); /* does nothing: a model owns it */
    zn_law_free(law);
    zn_relation_free(r);
    ck_assert_ptr_eq(zn_model_ds(other, "x"), ds);

    ck_assert_int_eq(zn_ctx_new(&foreign), ZN_OK);
    ck_assert_int_eq(
        zn_ds_new(foreign, "lagrangian", "f", 1, &zero, &zero, &alien), ZN_OK);
    REFUSED(zn_model_add_ds(m, alien), ZN_EINVAL, "of another context");
    zn_ds_free(alien);
    zn_ctx_free(foreign);
    zn_model_free(other);
}
END_TEST

START_TEST(nothing_changes_while_sealed)
{
    const double one = 1, z = 0;
    zn_ds *a = body("a", 1), *b;
    zn_interaction *c = contact("c", a, NULL);
    zn_law *law = zn_interaction_law(c), *more;
    zn_relation *r = zn_interaction_relation(c);
    const char *words = "reopen";

    MUST(zn_law_equality(ctx, 1, &more));
    MUST(zn_ds_new(ctx, "lagrangian", "b", 1, &one, &one, &b));
    MUST(zn_ds_set(b, "unit_mass", "yes"));
    MUST(zn_ds_set_z(a, 1, &one));
    MUST(zn_model_seal(m));
    MUST(zn_model_seal(m)); /* again: nothing to do */
    REFUSED(zn_model_add_ds(m, b), ZN_ESTATE, words);
    REFUSED(zn_model_add_law(m, more), ZN_ESTATE, words);
    REFUSED(zn_model_connect(m, "d", law, r, a, NULL, NULL), ZN_ESTATE, words);
    REFUSED(zn_model_remove_ds(m, a), ZN_ESTATE, words);
    REFUSED(zn_model_remove_interaction(m, c), ZN_ESTATE, words);
    REFUSED(zn_ds_set_constant(a, "mass", 1, 1, &one), ZN_ESTATE, words);
    REFUSED(zn_ds_set_diagonal(a, "mass", 1, &one), ZN_ESTATE, words);
    REFUSED(zn_ds_set_z(a, 0, &z), ZN_ESTATE, words);
    REFUSED(zn_relation_set_constant(r, "C", 1, 1, &one), ZN_ESTATE, words);
    REFUSED(zn_law_set_real(law, "e", 0.1), ZN_ESTATE, words);
    REFUSED(zn_law_set(law, "e", "0.1"), ZN_ESTATE, words);
    zn_operator_clear(zn_ds_operator(a, "mass"));
    ck_assert_int_eq(zn_operator_get_mode(zn_ds_operator(a, "mass")),
                     ZN_OPERATOR_DIAGONAL);
    ck_assert_double_eq(zn_law_class(law)->restitution(zn_law_state(law)), 0.5);

    zn_model_reopen(m);
    ck_assert(!zn_model_sealed(m));
    MUST(zn_law_set_real(law, "e", 0.1));
    MUST(zn_model_add_ds(m, b));
    MUST(zn_model_seal(m));
    zn_law_free(more);
}
END_TEST

/* ---- coming and going -------------------------------------------------------------- */

START_TEST(offsets_stay_and_holes_are_used_again_for_the_same_size)
{
    zn_ds *a = body("a", 3), *b = body("b", 2), *c = body("c", 3);
    zn_interaction *ca = contact("ca", a, NULL);
    zn_interaction *cb = contact("cb", b, NULL);
    zn_interaction *cc = contact("cc", c, b);

    MUST(zn_model_seal(m));
    zn_model_reopen(m);
    MUST(zn_model_remove_ds(m, b)); /* takes cb and cc along */
    ck_assert_ptr_null(zn_model_ds(m, "b"));
    ck_assert_ptr_null(zn_model_interaction(m, "cb"));
    ck_assert_ptr_null(zn_model_interaction(m, "cc"));
    ck_assert_ptr_null(zn_model_ds_at(m, 1));
    ck_assert_ptr_eq(zn_model_interaction(m, "ca"), ca);
    ck_assert_int_eq(c->nint, 0);
    (void)cb, (void)cc;

    zn_ds *one = body("one", 1), *two = body("two", 2);
    MUST(zn_model_seal(m));
    ck_assert_int_eq(zn_ds_q_offset(a), 0);
    ck_assert_int_eq(zn_ds_q_offset(c), 5);
    ck_assert_int_eq(zn_interaction_offset(ca), 0);
    ck_assert_int_eq(zn_ds_q_offset(one), 8);
    ck_assert_int_eq(zn_ds_q_offset(two), 3); /* where b was */
    ck_assert_int_eq(zn_ds_v_offset(two), 3);
    ck_assert_ptr_eq(zn_model_ds_at(m, 1), two);
    zn_model_reopen(m);
    zn_interaction *again = contact("cb", two, NULL);
    ck_assert_int_ge(zn_interaction_offset(again), 1);
    ck_assert_int_le(zn_interaction_offset(again), 2);
    MUST(zn_model_seal(m));
    ck_assert_int_eq(m->nq, 9);
    ck_assert_int_eq(m->ny, 3);
}
END_TEST

START_TEST(the_log_tells_what_came_and_went)
{
    zn_ds *a = body("a", 1), *b = body("b", 1);
    zn_interaction *c = contact("c", a, b);
    const zni_change *log;
    zn_index seen = -1;

    MUST(zn_model_seal(m));
    ck_assert_int_eq(zni_model_changes(m, &seen, &log), -1);
    ck_assert_int_eq(zni_model_changes(m, &seen, &log), 0);

    /* touched: a's mass; c through its law; then b leaves and d comes */
    zn_model_reopen(m);
    MUST(zn_ds_set_constant(a, "mass", 1, 1, (const double[]){3}));
    MUST(zn_ds_set_constant(a, "mass", 1, 1, (const double[]){4}));
    MUST(zn_law_set_real(zn_interaction_law(c), "e", 0.25));
    MUST(zn_model_seal(m));
    ck_assert_int_eq(zni_model_changes(m, &seen, &log), 2);
    ck_assert_int_eq(log[0].kind, ZNI_DS_CHANGED);
    ck_assert_int_eq(log[0].place, 0);
    ck_assert_int_eq(log[1].kind, ZNI_INTERACTION_CHANGED);

    zn_model_reopen(m);
    MUST(zn_relation_set_constant(zn_interaction_relation(c), "e", 1, 1,
                                  (const double[]){1}));
    MUST(zn_model_seal(m));
    ck_assert_int_eq(zni_model_changes(m, &seen, &log), 1);
    ck_assert_int_eq(log[0].kind, ZNI_INTERACTION_CHANGED);

    zn_model_reopen(m);
    MUST(zn_model_remove_ds(m, b));
    body("d", 1);
    zn_ds *fleeting = body("e", 1);
    MUST(zn_model_remove_ds(m, fleeting)); /* never sealed: never said */
    MUST(zn_model_seal(m));
    ck_assert_int_eq(zni_model_changes(m, &seen, &log), 3);
    ck_assert_int_eq(log[0].kind, ZNI_INTERACTION_REMOVED);
    ck_assert_int_eq(log[1].kind, ZNI_DS_REMOVED);
    ck_assert_int_eq(log[1].place, 1);
    ck_assert_int_eq(log[2].kind, ZNI_DS_ADDED);
    ck_assert_int_eq(log[2].place, 1);
}
END_TEST

START_TEST(coming_and_going_for_ever_takes_no_more_room)
{
    zn_index seen = -1, old;
    const zni_change *log;
    zn_ds *ground = body("ground", 1);
    zn_law *law = impact(0.5);
    zn_relation *r = first_of(3);

    MUST(zn_model_add_law(m, law));
    MUST(zn_model_add_relation(m, r));
    MUST(zn_model_seal(m));
    zni_model_changes(m, &seen, &log);
    old = seen;
    for (int i = 0; i < 2000; i++) {
        zn_ds *ball = NULL;
        zn_model_reopen(m);
        if (i > 0)
            MUST(zn_model_remove_ds(m, zn_model_ds(m, "ball")));
        ball = body("ball", 2);
        MUST(zn_model_connect(m, "touch", law, r, ball, ground, NULL));
        MUST(zn_model_seal(m));
        ck_assert_int_eq(zni_model_changes(m, &seen, &log), i > 0 ? 4 : 2);
    }
    ck_assert_int_eq(m->nq, 3);
    ck_assert_int_eq(m->nds, 2);
    ck_assert_int_eq(m->ny, 1);
    ck_assert_int_eq(ground->nint, 1);
    ck_assert_int_le(m->clog, 2048);
    /* who slept through it all must look at everything */
    ck_assert_int_eq(zni_model_changes(m, &old, &log), -1);
    ck_assert_int_eq(old, seen);
}
END_TEST

/* Is the pointer to something const? */
#define CONST(x)                                                               \
    _Generic((x), const zn_ds *: 1, const zn_interaction *: 1,                 \
             const zn_law *: 1, const zn_relation *: 1, const void *: 1,       \
             default: 0)

START_TEST(what_a_const_object_gives_is_const)
{
    zn_model *one = NULL;
    const zn_model *cm = one;
    zn_interaction *a = NULL;
    const zn_interaction *ca = a;
    zn_ds *ds = NULL;
    const zn_ds *cds = ds;

    ck_assert(CONST(zn_model_ds(cm, "a")) && !CONST(zn_model_ds(one, "a")));
    ck_assert(CONST(zn_model_interaction_at(cm, 0)));
    ck_assert(!CONST(zn_model_interaction_at(one, 0)));
    ck_assert(CONST(zn_interaction_law(ca)) && !CONST(zn_interaction_law(a)));
    ck_assert(CONST(zn_interaction_relation(ca)));
    ck_assert(CONST(zn_interaction_ds(ca, 0)));
    ck_assert(CONST(zn_ds_state(cds)) && !CONST(zn_ds_state(ds)));
}
END_TEST

/* ---- what equal systems share --------------------------------------------- */

static const double *mass_of(zn_ds *ds)
{
    return zn_operator_value(zn_ds_operator(ds, "mass"));
}

/* Whoever is given other values, or goes, leaves them to the others. */
START_TEST(equal_constants_are_kept_once)
{
    const double other[3] = {2, 2, 3}, light[3] = {0.5, 0.5, 0.5};
    zn_ds *a = body("a", 3), *b = body("b", 3), *c = body("c", 3),
          *d = body("d", 2), *e = body("e", 3);

    MUST(zn_ds_set_diagonal(c, "mass", 3, other));
    MUST(zn_model_seal(m));
    ck_assert_ptr_eq(mass_of(a), mass_of(b));
    ck_assert_ptr_eq(mass_of(a), mass_of(e));
    ck_assert_ptr_ne(mass_of(a), mass_of(c));
    ck_assert_ptr_ne(mass_of(a), mass_of(d));
    ck_assert(mass_of(c)[2] == 3 && mass_of(d)[1] == 2);
    zn_model_reopen(m);
    MUST(zn_ds_set_diagonal(a, "mass", 3, light));
    MUST(zn_model_seal(m));
    for (int i = 0; i < 3; i++)
        ck_assert(mass_of(a)[i] == 0.5 && mass_of(b)[i] == 2 &&
                  mass_of(e)[i] == 2);
    zn_model_reopen(m);
    MUST(zn_model_remove_ds(m, b));
    MUST(zn_ds_set_diagonal(c, "mass", 3, light));
    MUST(zn_ds_set_diagonal(d, "mass", 2, light));
    MUST(zn_model_seal(m));
    for (int i = 0; i < 3; i++)
        ck_assert(mass_of(c)[i] == 0.5 && mass_of(e)[i] == 2);
    zn_model_reopen(m);
    MUST(zn_model_remove_ds(m, e));
    MUST(zn_model_seal(m));
    ck_assert(mass_of(a)[1] == 0.5 && mass_of(d)[1] == 0.5);
}
END_TEST

/* v0 of bodies at rest is not kept, all of its bits else. */
START_TEST(a_start_at_rest_and_one_that_moves)
{
    const double q[3] = {1, 2, 3}, mass[3] = {1, 1, 1};
    const double v[][3] = {{0, 0, 0}, {0, -4, 0}, {0, 0, -0.0}};
    double z[6];

    for (int k = 0; k < 3; k++) {
        const char *name[] = {"rest", "moves", "minus"};
        zn_ds *ds;

        MUST(zn_ds_new(ctx, "lagrangian-linear", name[k], 3, q, v[k], &ds));
        MUST(zn_ds_set_diagonal(ds, "mass", 3, mass));
        MUST(zn_model_add_ds(m, ds));
        ck_assert_mem_eq(zn_ds_v0(ds), v[k], sizeof v[k]);
        ck_assert_mem_eq(zn_ds_q0(ds), q, sizeof q);
        ck_assert_str_eq(zn_ds_name(ds), name[k]);
    }
    /* parameters that are states begin where these do */
    for (int k = 0; k < 2; k++) {
        zn_ds *of = zn_model_ds_at(m, k), *seer = body(k ? "y" : "x", 1);

        MUST(zn_model_follow(m, seer, of));
        memcpy(z, zn_ds_z(seer, NULL), sizeof z);
        ck_assert_mem_eq(z, q, sizeof q);
        ck_assert_mem_eq(z + 3, v[k], sizeof v[k]);
    }
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("model");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 60); /* valgrind */
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, systems_follow_each_other_in_the_state);
    tcase_add_test(t, several_interactions_share_a_system_a_law_and_a_relation);
    tcase_add_test(t, the_output_of_an_interaction_takes_the_stacked_state);
    tcase_add_test(t, names_are_unique);
    tcase_add_test(t, what_is_in_another_model_stays_there);
    tcase_add_test(t, nothing_changes_while_sealed);
    tcase_add_test(t, offsets_stay_and_holes_are_used_again_for_the_same_size);
    tcase_add_test(t, the_log_tells_what_came_and_went);
    tcase_add_test(t, coming_and_going_for_ever_takes_no_more_room);
    tcase_add_test(t, what_a_const_object_gives_is_const);
    tcase_add_test(t, equal_constants_are_kept_once);
    tcase_add_test(t, a_start_at_rest_and_one_that_moves);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
