/* test_scene_forces.c - forces and moments of scenes that are expressions of t, against closed forms
 *
 * Their integrals by the midpoint rule of theta = 1/2 have the error C h^2.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/output.h> /* before ctx */

#include "tests/must.h"
#include "tests/unit/scene_text.h"

typedef struct play {
    zn_scene *s;
    zn_model *m;
    zn_simulation *sim;
} play;

static play begin_scene(zn_scene *s)
{
    play p = {.s = s};

    MUST(zn_scene_simulation(p.s, ctx, &p.m, &p.sim));
    return p;
}

/* `body` is what stands within the braces of body a. */
static play begin(const char *head, const char *body, double h)
{
    char text[2048];

    snprintf(text, sizeof text,
             "%s\nparameters: {F: 3, w: 5, M: 0.4}\n"
             "bodies: {a: {mass: 2, %s}}\n"
             "simulation: {h: %.17g, T: 0.75, theta: 0.5, newton_tol: 1e-13}\n",
             head, body, h);
    return begin_scene(read_with(text, 0, NULL));
}

static void end(play *p)
{
    zn_simulation_free(p->sim);
    zn_model_free(p->m);
    zn_scene_free(p->s);
}

static const double *q_of(const play *p)
{
    return zn_simulation_q(p->sim, zn_model_ds(p->m, "a"));
}

static const double *v_of(const play *p)
{
    return zn_simulation_v(p->sim, zn_model_ds(p->m, "a"));
}

#define SPACE "gravity: [0, 0, -9.81]"
#define PLANE "dimension: 2\ngravity: [0, -9.81]"

static const double F = 3, w = 5, M = 0.4, m = 2, T = 0.75;

/* ---- closed forms ---- */

/* m x'' = F sin(w t), x = F/(m w^2) (w t - sin(w t)) from rest, while a constant component and
 * the weight do as ever: exact by the midpoint rule. The error of x. */
static double pushed(bool flat, double h)
{
    play p = flat ? begin(PLANE, "inertia: 1, force: [F*sin(w*t), 2]", h)
                  : begin(SPACE, "inertia: [1, 1, 1], force: [F*sin(w*t), 0, 2]", h);
    double error;

    MUST(zn_simulation_run(p.sim));
    error = q_of(&p)[0] - F / (m * w * w) * (w * T - sin(w * T));
    ck_assert_double_eq_tol(q_of(&p)[flat ? 1 : 2], (2 / m - 9.81) * T * T / 2, 1e-12);
    end(&p);
    return error;
}

/* I w' = M cos(w t) about an axis of symmetry, that of z of the body, which lies along x of the
 * world: the moment is one of the inertial frame. The error of the spin. */
static double turned(bool flat, double h)
{
    play p = flat ? begin(PLANE, "inertia: 0.5, moment: M*cos(w*t)", h)
                  : begin(SPACE,
                          "inertia: [1, 1, 0.5], moment: [M*cos(w*t), 0, 0], "
                          "rotation: {axis: [0, 1, 0], angle: 90*deg}",
                          h);
    double error;

    MUST(zn_simulation_run(p.sim));
    error = v_of(&p)[flat ? 2 : 5] - M / (0.5 * w) * sin(w * T);
    for (int i = 3; !flat && i < 5; i++)
        ck_assert_double_eq_tol(v_of(&p)[i], 0, 1e-12);
    end(&p);
    return error;
}

static void second_order(double (*error)(bool, double), bool flat)
{
    const double coarse = error(flat, 1.0 / 64), fine = error(flat, 1.0 / 128);
    const double slope = log2(fabs(coarse / fine));

    ck_assert_double_lt(fabs(coarse), 1e-3);
    ck_assert_msg(fabs(slope - 2) < 0.02, "errors %g and %g, order %g", coarse, fine, slope);
}

START_TEST(a_force_of_time_gives_its_closed_form)
{
    second_order(pushed, _i);
}
END_TEST

START_TEST(a_moment_of_time_gives_its_closed_form)
{
    second_order(turned, _i);
}
END_TEST

/* ---- where it is kept ---- */

static zn_operator_mode mode(const play *p, const char *op)
{
    return zn_operator_get_mode(zn_ds_operator(zn_model_ds(p->m, "a"), op));
}

/* A parameter called t is what it was, a number. */
START_TEST(what_is_constant_stays_a_constant)
{
    play p = begin(SPACE, "inertia: [1, 1, 1], force: [F, 0, 2], moment: [0, M, 0]", 1e-2);

    ck_assert_int_eq(mode(&p, "f_ext"), ZN_OPERATOR_CONSTANT);
    ck_assert_int_eq(mode(&p, "m_ext"), ZN_OPERATOR_CONSTANT);
    end(&p);
    p = begin_scene(read_with("parameters: {t: 4}\nbodies: {a: {mass: 1, inertia: [1, 1, 1], "
                              "force: [2*t, 0, 0]}}",
                              0, NULL));
    ck_assert_int_eq(mode(&p, "f_ext"), ZN_OPERATOR_CONSTANT);
    ck_assert_double_eq(zn_scene_body_at(p.s, 0)->force[0], 8);
    end(&p);
    p = begin(SPACE, "inertia: [1, 1, 1], force: [0, F*t, 2]", 1e-2);
    ck_assert_int_eq(mode(&p, "f_ext"), ZN_OPERATOR_FUNCTION);
    ck_assert_int_eq(mode(&p, "m_ext"), ZN_OPERATOR_ABSENT);
    end(&p);
}
END_TEST

static const char *const both[] = {
    "inertia: [1, 2, 3], spin: [1, 0, 2], force: ['if(t < w/10, F, mod(t, 0.3))', 0.1, "
    "1e-3*t], moment: [0, M*exp(-t), 0.3]",
    "inertia: 0.3, force: [F*sin(w*t), 0.1], moment: '(M - 1)*max(t, 0.1)'"};

static void same_end(const play *a, const play *b, int nq)
{
    ck_assert_mem_eq(q_of(a), q_of(b), (size_t)nq * sizeof(double));
    ck_assert_mem_eq(v_of(a), v_of(b), (size_t)(nq == 7 ? 6 : 3) * sizeof(double));
}

START_TEST(written_and_read_again_it_moves_with_the_same_bits)
{
    play p = begin(_i ? PLANE : SPACE, both[_i], 1e-2), again;
    char text[4096];
    FILE *f = tmpfile();
    size_t n;

    ck_assert_ptr_nonnull(f);
    MUST(zn_scene_write(p.s, f));
    rewind(f);
    n = fread(text, 1, sizeof text - 1, f);
    text[n] = 0;
    fclose(f);
    again = begin_scene(read_with(text, 0, NULL));
    MUST(zn_simulation_run(p.sim));
    MUST(zn_simulation_run(again.sim));
    same_end(&p, &again, _i ? 3 : 7);
    end(&p);
    end(&again);
}
END_TEST

START_TEST(taken_up_from_a_checkpoint_it_moves_with_the_same_bits)
{
    play p = begin(_i ? PLANE : SPACE, both[_i], 1e-2);
    play later = begin(_i ? PLANE : SPACE, both[_i], 1e-2);
    void *saved;
    size_t size;

    for (int k = 0; k < 30; k++)
        MUST(zn_simulation_step(p.sim));
    MUST(zn_checkpoint_to_memory(p.sim, &saved, &size));
    MUST(zn_checkpoint_from_memory(later.sim, saved, size));
    zn_free_array(ctx, saved);
    MUST(zn_simulation_run(p.sim));
    MUST(zn_simulation_run(later.sim));
    same_end(&p, &later, _i ? 3 : 7);
    end(&p);
    end(&later);
}
END_TEST

/* ---- what is wrong ---- */

#define BODY "bodies: {a: {mass: 1, inertia: [1, 1, 1], "

START_TEST(what_is_wrong_is_said)
{
    refused(BODY "force: [t*foo, 0, 0]}}", "body 'a': x of force 't*foo': there is no "
                                           "parameter 'foo'; there is t");
    refused(BODY "force: [0, foo*t, 0]}}", "'foo*t': there is no parameter 'foo'");
    refused(BODY "moment: [0, 0, 2*y]}}", "there is no parameter 'y'");
    refused(BODY "moment: [0, 0, t*u]}}", "z of moment 't*u': there is no parameter 'u'");
    refused(BODY "force: [0, t +, 0]}}", "it ends where a number or a name is expected");
    refused(BODY "force: [0, 0, 2 N*t]}}", "numbers have no units");
    refused(BODY "force: [0, 0, t*2 N]}}", "numbers have no units");
    refused(BODY "force: [0, t]}}", "must be a list of 3 numbers, [x, y, z], this is a list of 2");
    refused(BODY "force: 3*t}}", "must be [x, y, z] or Plugin:symbol");
    refused("dimension: 2\nbodies: {a: {mass: 1, inertia: 1, moment: t*k}}",
            "z of moment 't*k': there is no parameter 'k'; there is t");
}
END_TEST

START_TEST(calls_refuse_what_the_reader_would)
{
    const double I[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const struct {
        zn_scene_body b;
        const char *words;
    } wrong[] = {
        {{.force = {0, 2}, .force_at = {NULL, "t"}}, "y of force is 2 and 't'; give one of them"},
        {{.f_ext = "P:f", .force_at = {"t"}}, "x of force is 't', and 'P:f' is all that acts"},
        {{.m_ext = "P:m", .moment_at = {NULL, NULL, "t"}}, "'P:m' is all that acts"},
        {{.moment_at = {"q"}}, "x of moment 'q': there is no parameter 'q'; there is t"},
    };
    zn_scene *s;

    MUST(zn_scene_new(ctx, &s));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        zn_scene_body b = wrong[i].b;
        b.name = "a";
        b.mass = 1;
        memcpy(b.inertia, I, sizeof I);
        ck_assert_int_eq(zn_scene_add_body(s, &b), ZN_EINVAL);
        ck_assert_msg(strstr(zn_errmsg(ctx), wrong[i].words), "'%s' is not in '%s'",
                      wrong[i].words, zn_errmsg(ctx));
    }
    MUST(zn_scene_set_dimension(s, 2));
    ck_assert_int_eq(zn_scene_add_body(s, &(zn_scene_body){.name = "a", .force_at = {0, 0, "t"}}),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "z of force, which a body of the plane has not"));
    zn_scene_free(s);
}
END_TEST

/* A value is needed where the body begins, which may be later than the scene. */
START_TEST(it_has_a_value_where_the_body_begins)
{
    zn_scene *s = read_with(BODY "moment: [0, 1/t, 0]}}", 0, NULL);
    zn_model *none;

    ck_assert_int_eq(zn_scene_build(s, ctx, &none), ZN_EDOM);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "body 'a': y of moment = 1/t is infinite at t = 0 s, "
                                                 "where the body begins"));
    zn_scene_free(s);
    s = read_with(BODY "birth: 0.5, force: [sqrt(t - 0.25), 0, 0]}}\nsimulation: {T: 1}", 0, NULL);
    play p = begin_scene(s);
    MUST(zn_simulation_run(p.sim));
    /* v = 2/3 ((T - 0.25)^1.5 - 0.25^1.5), the rule is of first order with theta > 1/2 */
    ck_assert_double_eq_tol(v_of(&p)[0], 2.0 / 3 * (pow(0.75, 1.5) - 0.125), 1e-3);
    end(&p);
}
END_TEST

/* Where it has none later, the run ends there. */
START_TEST(a_value_that_is_none_ends_the_run)
{
    play p = begin_scene(
        read_with(BODY "force: [0, sqrt(0.25 - t), 0]}}\nsimulation: {T: 1, h: 0.03125}", 0, NULL));
    const zn_status st = zn_simulation_run(p.sim);

    ck_assert_int_ne(st, ZN_OK);
    ck_assert_double_le(zn_simulation_time(p.sim), 0.25);
    ck_assert_msg(strstr(zn_errmsg(ctx), "f_ext") && strstr(zn_errmsg(ctx), "'a'"), "%s",
                  zn_errmsg(ctx));
    end(&p);
}
END_TEST

/* ---- memory ---- */

static zn_status all_of_it(const zn_allocator *alloc)
{
    return steps_with(alloc,
                      BODY "force: [sin(t), 1, cos(t)], moment: [t, 0, 1]}}\n"
                           "simulation: {h: 0.1, T: 1}",
                      3);
}

START_TEST(every_allocation_may_fail)
{
    test_torture(all_of_it);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("forces of scenes");
    TCase *t = tcase_create("forces");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, a_force_of_time_gives_its_closed_form, 0, 2);
    tcase_add_loop_test(t, a_moment_of_time_gives_its_closed_form, 0, 2);
    tcase_add_test(t, what_is_constant_stays_a_constant);
    tcase_add_loop_test(t, written_and_read_again_it_moves_with_the_same_bits, 0, 2);
    tcase_add_loop_test(t, taken_up_from_a_checkpoint_it_moves_with_the_same_bits, 0, 2);
    tcase_add_test(t, what_is_wrong_is_said);
    tcase_add_test(t, calls_refuse_what_the_reader_would);
    tcase_add_test(t, it_has_a_value_where_the_body_begins);
    tcase_add_test(t, a_value_that_is_none_ends_the_run);
    tcase_add_test(t, every_allocation_may_fail);
    suite_add_tcase(s, t);
    return test_main(s);
}
