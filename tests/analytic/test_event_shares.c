/* test_event_shares.c - a table on more legs than its motion needs, run from event to event: when
 * it tips, memory, checkpoints
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

/* A table of mass 1 and moment of inertia 1, q = (x, height, angle), on legs at x = -3, -1, 1, 3
 * with friction. A load moves, so that the resultant of all is at s(t) = A sin t; a small force
 * pulls along the floor. Statics: it stands as long as |s| < 3, whatever bears it, and tips about
 * the leg at 3 then. */
enum { LEGS = 4, ROWS = 2 * LEGS };
static const double leg[LEGS] = {-3, -1, 1, 3}, A = 3.1, period = 6.283185307179586;

static void load(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = 0.1 * grav * cos(t);
    f[1] = -grav;
    f[2] = -grav * A * sin(t);
}

/* Of a leg, its gap and the way of its foot. */
static zn_status stand(zn_ctx *c, zn_model *m, zn_law *law, zn_ds *table, int k)
{
    const double C[2 * 3] = {0, 1, 1, 0, -leg[k], 0};
    char name[32];
    zn_relation *r;
    zn_status st;

    snprintf(name, sizeof name, "leg %d", k);
    st = zn_relation_new(c, "linear", name, 2, 3, &r);
    if (!st && (st = zn_model_add_relation(m, r)))
        zn_relation_free(r);
    if (!st)
        st = zn_relation_set_constant(r, "C", 2, 3, C);
    return st ? st : zn_model_connect(m, name, law, r, table, NULL, NULL);
}

static zn_status table(zn_ctx *c, zn_model *m, zn_ds **out)
{
    static const double M[3] = {1, 1, 1}, zero[3] = {0};
    zn_law *law;
    zn_status st =
        zn_ds_new(c, "lagrangian-linear", "table", 3, zero, zero, out);

    if (!st && (st = zn_model_add_ds(m, *out)))
        zn_ds_free(*out);
    if (!st)
        st = zn_ds_set_diagonal(*out, "mass", 3, M);
    if (!st)
        st = zn_ds_set_function(*out, "f_ext", (zn_fn *)load);
    if (!st)
        st = zn_law_friction(c, 2, 0, 0, 0.8, &law);
    if (!st && (st = zn_model_add_law(m, law)))
        zn_law_free(law);
    for (int k = 0; !st && k < LEGS; k++)
        st = stand(c, m, law, *out, k);
    return st;
}

/* The angle that it has tipped by at t, from a on. */
static double tipped(double a, double t)
{
    return grav / (1 + 9) *
           (A * (sin(a) - sin(t) + (t - a) * cos(a)) - 3 * (t - a) * (t - a) / 2);
}

/* When it is back. */
static double back(double a)
{
    double low = a + 2 * (period / 4 - a), high = a + period / 2;

    for (int k = 0; k < 60; k++) {
        const double t = (low + high) / 2;
        *(tipped(a, t) > 0 ? &low : &high) = t;
    }
    return high;
}

/* Whoever opens, closes, slides or sticks in ]from, to] does so at a, or since a force has been
 * below 1e-9 of the largest, weighed by the root of what accelerates a foot: sqrt(10) beside
 * sqrt(2). A least force of the three legs is grav (3 - s)/(6 + 4 + 2) at most, and s goes by
 * A cos a. Three legs are open afterwards; when the last one was. */
static double tips(double from, double to, double a)
{
    const double known = 12 * sqrt(5) * 1e-9 / (A * cos(asin(3 / A)));
    double last = 0;
    int open = 0;

    for (int i = 0; i < events.n; i++) {
        const zn_event_record *r = &events.at[i];
        if (!(r->t > from && r->t <= to))
            continue;
        ck_assert_msg(r->t > a - known && r->t < a + 1e-12, "%s at %.17g",
                      zn_event_name(r->what), r->t);
        open += (r->what == ZN_EVENT_OPEN) - (r->what == ZN_EVENT_CLOSE);
        last = r->what == ZN_EVENT_OPEN ? r->t : last;
    }
    ck_assert_int_eq(open, LEGS - 1);
    return last;
}

START_TEST(a_table_tips_where_the_resultant_leaves_its_legs)
{
    const double first = asin(3 / A);
    zn_ds *ds;

    MUST(table(ctx, model, &ds));
    event_driven(0, period / 64, 2 * period);
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 4; k++) { /* to one side, and to the other */
        const double half = k * period / 2;

        CLOSE(tips(half, half + period / 4, first + half), first + half, 1e-12);
        for (int i = 0; i < events.n; i++)
            if (events.at[i].what == ZN_EVENT_IMPACT && events.at[i].t > half &&
                events.at[i].t < half + period / 2)
                CLOSE(events.at[i].t, back(first) + half, 1e-10);
    }
    ck_assert_int_ge(event_count(ZN_EVENT_IMPACT), 4);
    CLOSE(q_of(ds, 0), 0, 1e-8); /* without friction it goes a metre and more */
    CLOSE(q_of(ds, 2), 0, 1e-12);
}
END_TEST

/* ---- memory --------------------------------------------------------------------------------- */

START_TEST(tipping_again_allocates_nothing)
{
    static test_memory mem; /* in use until the teardown */
    const zn_allocator alloc = test_allocator(&mem);
    zn_ds *ds;
    long before;
    int seen;

    scene_teardown();
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    MUST(table(ctx, model, &ds));
    event_driven(0, period / 64, 2 * period);
    MUST(zn_simulation_advance_to(sim, period / 2));
    seen = event_count(ZN_EVENT_OPEN);
    before = mem.calls;
    MUST(zn_simulation_run(sim));
    ck_assert_int_gt(event_count(ZN_EVENT_OPEN), 2 * seen);
    ck_assert_int_eq(mem.calls, before);
}
END_TEST

/* Three balls, of one island, come to rest one after the other: the first in the first step. Room is for all at once. */
START_TEST(who_rests_later_allocates_nothing)
{
    static test_memory mem; /* in use until the teardown */
    const zn_allocator alloc = test_allocator(&mem);
    const double one = 1;
    long before;

    scene_teardown();
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    for (int k = 0; k < 3; k++) {
        char name[2][16];
        snprintf(name[0], sizeof name[0], "ball %d", k);
        snprintf(name[1], sizeof name[1], "floor %d", k);
        join(name[1], newton(0), 1, 1, &one, NULL,
             point_mass(name[0], 1 + k, k ? 0.3 * k : 0.01, 0, -grav * (1 + k)), NULL);
    }
    event_driven(0, 0.1, 0.5);
    while (event_count(ZN_EVENT_CLOSE) < 1)
        MUST(zn_simulation_step(sim));
    before = mem.calls;
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(event_count(ZN_EVENT_CLOSE), 3);
    ck_assert_int_eq(mem.calls, before);
}
END_TEST

static zn_status starved(const zn_allocator *alloc)
{
    zn_ctx *c = NULL;
    zn_model *m = NULL;
    zn_simulation *s = NULL;
    zn_ds *ds;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (!st)
        st = zn_model_new(c, &m);
    if (!st)
        st = table(c, m, &ds);
    if (!st)
        st = zn_model_seal(m);
    if (!st)
        st = zn_simulation_new_class(m, "event-driven", &s);
    if (!st)
        st = zn_simulation_set_time(s, 0, period / 8, period / 2);
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

/* ---- checkpoints ------------------------------------------------------------------------------ */

typedef struct instant {
    void  *saved;
    size_t size;
    int    seen; /* events before it */
} instant;

/* From every step on, those between two events of the same instant among them. */
START_TEST(checkpoints_go_on_with_the_same_bits)
{
    enum { MOST = 400 };
    static instant at[MOST];
    static told whole;
    double q[3], v[3];
    int n = 0;
    zn_ds *ds;

    MUST(table(ctx, model, &ds));
    event_driven(0, period / 16, period);
    MUST(zn_simulation_init(sim));
    for (; !zn_simulation_done(sim); n++) {
        ck_assert_int_lt(n, MOST);
        at[n].seen = events.n;
        MUST(zn_checkpoint_to_memory(sim, &at[n].saved, &at[n].size));
        MUST(zn_simulation_step(sim));
    }
    whole = events;
    for (int i = 0; i < 3; i++) {
        q[i] = q_of(ds, i);
        v[i] = v_of(ds, i);
    }
    for (int k = 0; k < n; k += test_stride()) {
        events.n = 0;
        MUST(zn_checkpoint_from_memory(sim, at[k].saved, at[k].size));
        MUST(zn_simulation_run(sim));
        ck_assert_int_eq(events.n, whole.n - at[k].seen);
        for (int i = 0; i < events.n; i++)
            ck_assert(events.at[i].t == whole.at[at[k].seen + i].t &&
                      events.at[i].value == whole.at[at[k].seen + i].value);
        for (int i = 0; i < 3; i++)
            ck_assert(q_of(ds, i) == q[i] && v_of(ds, i) == v[i]);
    }
    for (int k = 0; k < n; k++)
        zn_free_array(ctx, at[k].saved);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: shares");
    TCase *tc = tcase_create("all");

    tcase_set_timeout(tc, 60); /* two hundred runs from checkpoints */
    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_table_tips_where_the_resultant_leaves_its_legs);
    tcase_add_test(tc, tipping_again_allocates_nothing);
    tcase_add_test(tc, who_rests_later_allocates_nothing);
    tcase_add_test(tc, checkpoints_go_on_with_the_same_bits);
    tcase_add_test(tc, any_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
