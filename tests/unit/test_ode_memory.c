/* test_ode_memory.c - what an integrator hands to `memory` is all that its next steps need
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "kernel/ode/ode.h"
#include "kernel/ode/over.h"
#include "tests/unit/ode_jumps.h"

static const char *const classes[] = {"dormand-prince", "dormand-prince-853", "radau", "half-explicit",
                                      "ballistic",      "linear"};

/* ---- motions, q'' = f ---- */

/* q'' = 1, after a jump in t -1000 */
static zn_status late(void *user, double t, const double y[], double f[])
{
    (void)user;
    f[0] = y[1];
    f[1] = t < jump_at ? 1 : -1000;
    return ZN_OK;
}

static zn_status part_of(zn_ode_field *f, double t, double b[])
{
    const double zero[] = {0, 0};

    return f(NULL, t, zero, b);
}

static zn_status late_part(void *user, double t, double b[])
{
    (void)user;
    return part_of(late, t, b);
}

static zn_status thrust_part(void *user, double t, double b[])
{
    (void)user;
    return part_of(thrust, t, b);
}

static zn_status ramp_part(void *user, double t, double b[])
{
    (void)user;
    return part_of(ramp, t, b);
}

/* part: of those that are linear but for it; tol: of the last one less than rounding of t leaves */
static const struct {
    zn_ode_field *f;
    zn_status (*part)(void *user, double t, double b[]);
    double q, v, begin, end, tol;
} motion[] = {{fields, NULL, 0, 0.2, 0, 3, 1e-9},
              {dry, NULL, 1, 0, 0, 8, 1e-9},
              {springs, NULL, 0.3, 1, 0, 8, 1e-9},
              {thrust, thrust_part, 0, 0.3, 0, 5, 1e-9},
              {ramp, ramp_part, 0, 0.3, 0, 5, 1e-9},
              {late, late_part, 0, 0, 140, 160, 1e-15}};

enum { MOTIONS = sizeof motion / sizeof *motion };

/* coarse: a class of second order */
static zn_ode_problem problem_of(int k, bool coarse)
{
    static const double of_free[] = {0, 0, 1, 0};
    static const zn_index rate[] = {1, -1};
    const double tol = coarse ? 1e-4 : motion[k].tol;
    zn_ode_problem p = problem(2, motion[k].f, tol, tol);

    p.rate = rate;
    p.part = motion[k].part;
    p.A = p.part ? of_free : NULL;
    return p;
}

/* ---- what is kept ---- */

typedef struct store {
    char bytes[1 << 14];
    size_t n;
    bool back; /* into the integrator */
} store;

static void pass(void *to, void *p, size_t n)
{
    store *s = to;

    ck_assert_uint_le(s->n + n, sizeof s->bytes);
    memcpy(s->back ? p : s->bytes + s->n, s->back ? s->bytes + s->n : p, n);
    s->n += n;
}

static void keep(zn_ode *o, store *s, bool back)
{
    s->n = 0;
    s->back = back;
    zni_ode_memory(o, 2, pass, s);
}

/* the end of a step, the length of the next one, the solution in its middle and how far it sags */
typedef struct place {
    double t, y[2], h, between[2], sag[2];
} place;

/* ---- tests ---- */

/* What is known of the last step. */
static place here(const zn_ode *o)
{
    place x = {.t = zn_ode_time(o), .h = *zn_ode_length((zn_ode *)o)};

    memcpy(x.y, zn_ode_value(o), sizeof x.y);
    zn_ode_at(o, (zn_ode_before(o) + x.t) / 2, x.between);
    zn_ode_sag(o, x.sag);
    return x;
}

/* From each step on the way over jumps and kinks one goes on with what was kept: the integrator whose step it was,
 * one that has done something else, and one that has done nothing. All have the same bits for two steps. */
START_TEST(a_step_is_taken_up_by_what_was_kept)
{
    static const char *const who[] = {"the same", "another", "a new one"};
    const char *name = classes[_i / MOTIONS];
    const int k = _i % MOTIONS;
    const double end = motion[k].end, y0[] = {motion[k].q, motion[k].v};
    const bool coarse = strcmp(name, "ballistic") == 0 && motion[k].begin == 0;
    const zn_ode_problem p = problem_of(k, coarse), other = problem_of(3, false);
    zn_ode *o[3];
    store s;
    int steps = 0;

    if (!p.A && strcmp(name, "linear") == 0)
        return;
    for (int i = 0; i < 3; i++)
        MUST(zn_ode_new(ctx, name, &o[i]));
    ode = o[0];
    ck_assert(zni_ode_keeps(ode));
    MUST(zn_ode_begin(ode, &p, motion[k].begin, y0));
    MUST(zn_ode_step(ode, end));
    MUST(zn_ode_begin(o[1], &other, 0, y0));
    MUST(zn_ode_step(o[1], 7));
    for (; zn_ode_time(ode) < end; steps++) {
        place at[3] = {here(ode)};
        int n = 1;

        keep(ode, &s, false);
        for (; n < 3 && zn_ode_time(ode) < end; n++) {
            MUST(zn_ode_step(ode, end));
            at[n] = here(ode);
        }
        MUST(zn_ode_begin(o[2], &p, 0, y0));
        for (int w = 2; w >= 0; w--) { /* the same last, so that it goes on */
            keep(o[w], &s, true);
            zni_ode_attach(o[w], &p);
            for (int i = 0; i < n; i++) {
                if (i)
                    MUST(zn_ode_step(o[w], end));
                const place again = here(o[w]);
                ck_assert_msg(memcmp(&again, &at[i], sizeof again) == 0,
                              "%s, motion %d, step %d + %d of %s: t = %.17g, not %.17g, h = %g, not %g",
                              name, k, steps, i, who[w], again.t, at[i].t, again.h, at[i].h);
            }
        }
        keep(ode, &s, true);
        MUST(zn_ode_step(ode, end));
    }
    ck_assert_int_ge(steps, 3);
    for (int i = 1; i < 3; i++)
        zn_ode_free(o[i]);
}
END_TEST

static void context_only(void)
{
    MUST(zn_ctx_new(&ctx));
}

/* What a step went over was a jump if the next one is smooth: it is not gone on so, step by step. */
START_TEST(two_jumps_in_succession_are_none)
{
    zni_ode_over o = {0};
    double h = 0;

    zni_ode_over_start(&o, false, 1, 2);
    ck_assert_int_eq(zni_ode_over_try(&o, true, 2 * o.least, 5, &h), ZN_RETRY);
    ck_assert_int_eq(zni_ode_over_try(&o, false, o.least, 5, &h), ZN_RETRY);
    ck_assert_int_eq(zni_ode_over_try(&o, true, o.least, NAN, &h), ZN_UNSOLVED);
    ck_assert_int_eq(zni_ode_over_try(&o, true, o.least, 5, &h), ZN_OK);
    ck_assert(h == 5 * o.least);
    zni_ode_over_start(&o, false, 1, 2);
    ck_assert_int_eq(zni_ode_over_try(&o, true, o.least, 5, &h), ZN_UNSOLVED);
    zni_ode_over_start(&o, true, 1, 2); /* after a step with an error that is none */
    ck_assert_int_eq(zni_ode_over_try(&o, true, o.least, 5, &h), ZN_OK);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("what integrators keep");
    TCase *tc = tcase_create("memory");

    tcase_add_checked_fixture(tc, context_only, teardown);
    tcase_add_loop_test(tc, a_step_is_taken_up_by_what_was_kept, 0,
                        MOTIONS * (int)(sizeof classes / sizeof *classes));
    tcase_add_test(tc, two_jumps_in_succession_are_none);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
