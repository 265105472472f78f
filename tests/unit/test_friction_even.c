/* test_friction_even.c - friction with masses over decades: contacts of one size
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "friction_test.h"

#include "../../solvers/contact/contact.h"

/* sizes over six decades at any reactions: the error, and the way back, to the bit */
START_TEST(contacts_of_one_size_have_the_same_error)
{
    asked a = asked_new("friction", NULL, "structure=pile bodies=20 spread=6 seed=1");
    const zn_friction *p = a.p;
    const zn_index m = a.nz;
    double *r = reals(m), *z = a.z, *u = reals(m), *w = a.w, least = INFINITY, most = 0;
    zni_fc plain = {0}, even = {0};
    rng g = {7};

    ck_assert_int_eq(zni_fc_set(a.ctx, &plain, p), ZN_OK);
    ck_assert_int_eq(zni_fc_set(a.ctx, &even, p), ZN_OK);
    for (zn_index i = 0; i < m; i++)
        z[i] = r[i] = uniform(&g, i % p->d ? -1 : 0, 1) / plain.size[i / p->d];
    ck_assert_int_eq(zni_fc_even(a.ctx, &even, p, z), ZN_OK);
    ck_assert_ptr_nonnull(even.scale);
    for (zn_index c = 0; c < p->nc; c++) {
        least = fmin(least, even.size[c]);
        most = fmax(most, even.size[c]);
    }
    ck_assert_double_le(most, 4 * least);
    zni_fc_mul(&plain, r, plain.q, u);
    zni_fc_mul(&even, z, even.q, w);
    ck_assert_double_gt(zni_fc_error(&plain, r, u), 0.1);
    ck_assert_double_eq(zni_fc_error(&plain, r, u), zni_fc_error(&even, z, w));
    zni_fc_unscale(&even, z, w);
    for (zn_index i = 0; i < m; i++) {
        ck_assert_double_eq(z[i], r[i]);
        ck_assert_double_eq(w[i], u[i]);
    }
    zni_fc_fini(a.ctx, &plain);
    zni_fc_fini(a.ctx, &even);
    free(r);
    free(u);
    asked_free(&a);
}
END_TEST

/* Grains of one density: M is not copied. */
START_TEST(contacts_of_about_one_size_stay)
{
    asked a = asked_new("friction", NULL, "structure=pile bodies=20 seed=1");
    const zn_friction *p = a.p;
    zni_fc c = {0};

    ck_assert_int_eq(zni_fc_set(a.ctx, &c, p), ZN_OK);
    ck_assert_int_eq(zni_fc_even(a.ctx, &c, p, a.z), ZN_OK);
    ck_assert_ptr_null(c.scale);
    ck_assert_ptr_eq(c.x, p->M->x);
    zni_fc_fini(a.ctx, &c);
    asked_free(&a);
}
END_TEST

/* 355 contacts, masses over six decades. (With contacts as they come nothing arrived: 6e-2 after 14 s.) */
START_TEST(auto_solves_a_pile_of_masses_over_six_decades)
{
    asked a = asked_new("friction", "auto", "structure=pile bodies=60 mu=0.5 spread=6 seed=306");
    const zn_friction *p = a.p;
    double *work = reals(2 * a.nz);

    asked_solved(&a);
    printf("%td contacts: %s, %td iterations\n", p->nc, a.info.solver, a.info.iterations);
    /* velocities anew: they are what heavy loads leave of each other */
    memcpy(a.w, p->q, (size_t)a.nw * sizeof *a.w);
    zn_matrix_mul(p->M, 1, a.z, 1, a.w);
    ck_assert_double_le(zn_friction_error(p, a.z, a.w, work), 1.1e-8);
    free(work);
    asked_free(&a);
}
END_TEST

/* units of M and of velocities that are odd powers of two, from a start: the same bits */
START_TEST(units_do_not_matter)
{
    asked a = asked_new("friction", "auto", "structure=pile bodies=25 mu=0.5 spread=6 seed=2");

    for (zn_index i = 0; i < a.nz; i += 3)
        a.z[i] = 0.5;
    asked_in_other_units(&a, 31, -13);
    asked_free(&a);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("friction, contacts of one size");
    TCase *tc = tcase_create("even");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, contacts_of_one_size_have_the_same_error);
    tcase_add_test(tc, contacts_of_about_one_size_stay);
    tcase_add_test(tc, auto_solves_a_pile_of_masses_over_six_decades);
    tcase_add_test(tc, units_do_not_matter);
    suite_add_tcase(s, tc);
    return test_main(s);
}
