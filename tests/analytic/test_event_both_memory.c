/* test_event_both_memory.c - a model of both orders, run from event to event, while any
 * allocation may fail
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/zeno.h>

#include "tests/unit/zeno_test.h"

/* A mass that falls on a floor, and x, which a relay lets follow it. */
static zn_status systems(zn_ctx *c, zn_model *m, zn_ds **ball, zn_ds **x)
{
    const double one = 1, zero = 0, weight = -1;
    zn_status st =
        zn_ds_new(c, "lagrangian-linear", "ball", 1, &one, &zero, ball);

    if (!st && (st = zn_model_add_ds(m, *ball)))
        zn_ds_free(*ball);
    if (!st)
        st = zn_ds_set_constant(*ball, "mass", 1, 1, &one);
    if (!st)
        st = zn_ds_set_constant(*ball, "f_ext", 1, 1, &weight);
    if (!st)
        st = zn_ds_new_first_order(c, "first-order-linear", "x", 1, &one, x);
    if (!st && (st = zn_model_add_ds(m, *x)))
        zn_ds_free(*x);
    return st;
}

static zn_status relation(zn_ctx *c, zn_model *m, const char *cls,
                          zn_relation **out)
{
    const double one = 1;
    zn_status st = zn_relation_new(c, cls, cls, 1, 1, out);

    if (!st && (st = zn_model_add_relation(m, *out)))
        zn_relation_free(*out);
    return st ? st : zn_relation_set_constant(*out, "C", 1, 1, &one);
}

static zn_status law(zn_ctx *c, zn_model *m, const char *cls, zn_law **out)
{
    zn_status st = zn_law_new(c, cls, out);

    if (!st && (st = zn_model_add_law(m, *out)))
        zn_law_free(*out);
    return st;
}

static zn_status small_model(zn_ctx *c, zn_model *m)
{
    const double one = 1, see[2] = {0, -1};
    zn_relation *gap = NULL, *error = NULL;
    zn_law *hit = NULL, *switches = NULL;
    zn_ds *ball = NULL, *x = NULL;
    zn_status st = systems(c, m, &ball, &x);

    if (!st)
        st = relation(c, m, "linear", &gap);
    if (!st)
        st = relation(c, m, "first-order-linear", &error);
    if (!st)
        st = zn_relation_set_constant(error, "B", 1, 1, &one);
    if (!st)
        st = zn_relation_set_constant(error, "F", 1, 2, see);
    if (!st)
        st = law(c, m, "newton-impact", &hit);
    if (!st)
        st = law(c, m, "relay", &switches);
    if (!st)
        st = zn_model_connect(m, "floor", hit, gap, ball, NULL, NULL);
    if (!st)
        st = zn_model_connect(m, "relay", switches, error, x, NULL, NULL);
    if (!st)
        st = zn_model_follow_relation(m, error, ball);
    if (!st)
        st = zn_model_follow(m, ball, x);
    return st ? st : zn_model_seal(m);
}

static zn_status event_driven(zn_model *m, zn_simulation **s)
{
    zn_status st = zn_simulation_new_class(m, "event-driven", s);

    if (!st)
        st = zn_simulation_use(*s, "moreau-jean", NULL, NULL);
    if (!st)
        st = zn_simulation_use(*s, "euler-moreau", NULL, NULL);
    return st ? st : zn_simulation_set_time(*s, 0, 0.5, 2);
}

static zn_status starved(const zn_allocator *alloc)
{
    zn_ctx *c = NULL;
    zn_model *m = NULL;
    zn_simulation *s = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (!st)
        st = zn_model_new(c, &m);
    if (!st)
        st = small_model(c, m);
    if (!st)
        st = event_driven(m, &s);
    if (!st)
        st = zn_simulation_run(s);
    zn_simulation_free(s);
    zn_model_free(m);
    zn_ctx_free(c);
    return st;
}

START_TEST(any_allocation_may_fail)
{
    test_torture(starved);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: both orders, memory");
    TCase *tc = tcase_create("torture");

    tcase_add_test(tc, any_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
