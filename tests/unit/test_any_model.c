/* test_any_model.c - systems of every kind, with laws of every kind, under each integrator: what
 * fails in mid-run, and is done again, leaves no trace; steps after the first allocate nothing
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/any_model.h"

enum { RUNS = 6 };

static test_memory mem;

static void again(void)
{
    const zn_allocator alloc = test_allocator(&mem);

    scene_teardown();
    mem.fail_at = raise_at = 0;
    second = NULL;
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    sim = NULL;
}

/* ---- steps that fail ------------------------------------------------------------------ */

/* What a step begins with. */
typedef struct before {
    zn_index step;
    double t, q[MOST], v[MOST], x[MOST], lambda[MOST];
} before;

static void note(before *b)
{
    const zn_state *s = zn_simulation_state(sim);

    ck_assert(s->nq <= MOST && s->nx <= MOST && s->ny <= MOST);
    b->step = zn_simulation_step_number(sim);
    b->t = s->t;
    memcpy(b->q, s->q, (size_t)s->nq * sizeof *b->q);
    memcpy(b->v, s->v, (size_t)s->nv * sizeof *b->v);
    memcpy(b->x, s->x, (size_t)s->nx * sizeof *b->x);
    memcpy(b->lambda, s->lambda[1], (size_t)s->ny * sizeof *b->lambda);
}

/* Is that still the state? */
static void unchanged(const before *b, const char *what)
{
    const zn_state *s = zn_simulation_state(sim);

    ck_assert_msg(b->t == s->t &&
                      !memcmp(b->q, s->q, (size_t)s->nq * sizeof *b->q) &&
                      !memcmp(b->v, s->v, (size_t)s->nv * sizeof *b->v) &&
                      !memcmp(b->x, s->x, (size_t)s->nx * sizeof *b->x) &&
                      !memcmp(b->lambda, s->lambda[1],
                              (size_t)s->ny * sizeof *b->lambda),
                  "way %d, t = %.17g, now %.17g: %s left another state (%s)",
                  way, b->t, s->t, what, zn_errmsg(ctx));
}

static long failures[3]; /* of functions, of allocations, after an accepted step */

/* What the n-th call of a function fails in, and the n-th allocation; then the same with another
 * n, until neither comes that far. b: the state that is to stay, NULL: any; where the step was made
 * what happens at its end goes on, and no other step is made. */
static zn_status persist(zn_status (*call)(zn_simulation *s), const before *b)
{
    zn_status st;

    for (long n = 1;; n += 1 + n / 2) {
        raise_at = raised + n;
        mem.fail_at = mem.calls + n;
        mem.failed = false;
        st = call(sim);
        if (st == ZN_EUSER && raised >= raise_at)
            failures[0]++;
        else if (st == ZN_ENOMEM && mem.failed)
            failures[1]++;
        else
            break;
        if (b && zn_simulation_step_number(sim) == b->step)
            unchanged(b, zn_status_name(st));
        else if (b)
            failures[2]++;
    }
    raise_at = mem.fail_at = 0;
    if (b && !st && goal < 0) /* else there may be instants before it */
        ck_assert_int_eq(zn_simulation_step_number(sim), b->step + 1);
    return st;
}

static zn_status stubborn(void)
{
    static before b;
    const zn_status st = persist(zn_simulation_init, NULL);

    if (st)
        return st;
    note(&b);
    return persist(stride, &b);
}

/* The whole of a run: false if it ended before. */
static bool whole(unsigned run, bool fails, double out[], zn_index *n)
{
    world w = {0};
    bool ends;

    seed = 977 * run + (unsigned)way;
    again();
    stepping = fails ? stubborn : NULL;
    ends = grow(&w);
    *n = ends ? go_on(&w, out) : 0;
    stepping = NULL;
    return ends;
}

START_TEST(a_step_that_failed_and_is_made_again_leaves_no_trace)
{
    static double want[MOST], got[MOST];
    const int runs = test_rounds(RUNS);

    way = _i;
    failures[0] = failures[1] = failures[2] = 0;
    for (int run = 1; run <= runs; run++) {
        zn_index n, m;
        const bool ends = whole((unsigned)run, false, want, &n);

        ck_assert_int_eq(whole((unsigned)run, true, got, &m), ends);
        ck_assert_int_eq(n, m);
        for (zn_index i = 0; i < n; i++)
            ck_assert_msg(memcmp(&want[i], &got[i], sizeof *want) == 0,
                          "way %d, run %d: number %td is %.17g, with failures "
                          "%.17g",
                          way, run, i, want[i], got[i]);
    }
    /* fewer rounds, under a tool, may have no function that is called */
    ck_assert(runs < RUNS ||
              (failures[0] > 0 && failures[1] > 0 && failures[2] > 0));
}
END_TEST

/* ---- allocations ---------------------------------------------------------------------- */

enum { LONG = 100, EVENTFUL = 60 };

START_TEST(steps_after_the_first_allocate_nothing)
{
    const int runs = test_rounds(RUNS / 2);

    way = _i;
    for (int run = 1; run <= runs; run++) {
        world w = {0};
        long first;

        seed = 977 * (unsigned)run + (unsigned)way;
        again();
        make_pilot();
        for (int k = 0; k < SYSTEMS; k++)
            new_thing(&w, k);
        for (int i = 0; i < TIES; i++)
            new_tie(&w, &w.t[i]);
        start(&w);
        MUST(zn_simulation_set(sim, "recompute", "no")); /* that allocates */
        if (!go(1))
            continue;
        first = mem.calls;
        go(how[way].ends ? EVENTFUL : LONG);
        ck_assert_msg(mem.calls == first,
                      "way %d, run %d: %ld allocations in %td steps", way, run,
                      mem.calls - first, zn_simulation_step_number(sim) - 1);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("anything, with failures");
    TCase *t = tcase_create("failures"), *room = tcase_create("allocations");

    tcase_set_timeout(t, 240);
    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_loop_test(
        t, a_step_that_failed_and_is_made_again_leaves_no_trace, 0, WAYS);
    suite_add_tcase(suite, t);
    tcase_set_timeout(room, 240);
    tcase_add_checked_fixture(room, scene_setup, scene_teardown);
    tcase_add_loop_test(room, steps_after_the_first_allocate_nothing, 0,
                        WAYS);
    suite_add_tcase(suite, room);
    return test_main(suite);
}
