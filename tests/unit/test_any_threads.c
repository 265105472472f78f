/* test_any_threads.c - systems of every kind, with laws of every kind, under each integrator: what
 * other threads do at the same time changes no bit
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "tests/unit/any_model.h"

enum { RUNS = 2 };

/* What a thread works on, and what came of it. */
typedef struct rig {
    zn_ctx *ctx;
    zn_model *model;
    zn_simulation *sim;
    zn_ds *pilot;
    world w;
    int way;
    zn_status st;
    double seen, events;
} rig;

/* The one that this thread builds, or looks at. */
static void take(const rig *r)
{
    ctx = r->ctx;
    model = r->model;
    sim = r->sim;
    pilot = r->pilot;
    way = r->way;
}

static void leave(rig *r)
{
    r->ctx = ctx;
    r->model = model;
    r->sim = sim;
    r->pilot = pilot;
}

static void *run(void *arg)
{
    rig *r = arg;

    told = 0;
    shown = 0;
    r->st = ZN_OK;
    for (int k = 0; k < ON && !r->st; k++)
        r->st = zn_simulation_step(r->sim);
    r->seen = shown;
    r->events = (double)told;
    return NULL;
}

static zn_index look(const rig *r, double out[])
{
    take(r);
    out[0] = r->st;
    out[1] = r->seen;
    out[2] = r->events;
    return 3 + what_moves(&r->w, out + 3);
}

static void at_once(rig *one, rig *two)
{
    pthread_t t[2];

    ck_assert_int_eq(pthread_create(&t[0], NULL, run, one), 0);
    ck_assert_int_eq(pthread_create(&t[1], NULL, run, two), 0);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_join(t[i], NULL), 0);
}

static double want[2][MOST], got[MOST];

static void same(const rig *r, const double alone[], zn_index n, int number)
{
    ck_assert_int_eq(look(r, got), n);
    for (zn_index i = 0; i < n; i++)
        ck_assert_msg(memcmp(&alone[i], &got[i], sizeof *got) == 0,
                      "way %d, run %d: number %td is %.17g alone, with another "
                      "thread %.17g",
                      way, number, i, alone[i], got[i]);
}

/* ---- two models ---------------------------------------------------------------------------- */

/* false: the run ended before */
static bool build(rig *r, int run_number, int with)
{
    bool ends;

    *r = (rig){.way = with};
    way = with;
    seed = 977 * (unsigned)run_number + (unsigned)with;
    scene_setup();
    ends = grow(&r->w);
    leave(r);
    return ends;
}

static void end(rig *r)
{
    take(r);
    scene_teardown();
}

START_TEST(two_models_at_once_have_the_bits_of_one)
{
    static rig r[2];
    const int other = (7 * _i + 3) % WAYS, runs = test_rounds(RUNS);
    int whole = 0;

    for (int k = 1; whole < runs && k <= 4 * runs; k++) { /* some end before */
        zn_index n[2];

        for (int i = 0; i < 2; i++) {
            if (build(&r[i], k, i ? other : _i))
                run(&r[i]);
            n[i] = look(&r[i], want[i]);
            end(&r[i]);
        }
        if (build(&r[0], k, _i) & build(&r[1], k, other)) {
            at_once(&r[0], &r[1]);
            whole++;
            for (int i = 0; i < 2; i++)
                same(&r[i], want[i], n[i], k);
        }
        end(&r[0]);
        end(&r[1]);
    }
    ck_assert_int_eq(whole, runs);
}
END_TEST

/* ---- two simulations of one model ------------------------------------------------------ */

/* Another simulation of the model: nothing acts on it that the model keeps. */
static void another(rig *r)
{
    start_alone(&r->w);
    MUST(zn_simulation_init(sim));
    leave(r);
}

START_TEST(two_simulations_of_a_model_at_once_have_the_bits_of_one)
{
    static rig r[3];
    const int runs = test_rounds(RUNS);

    for (int k = 1; k <= runs; k++) {
        zn_index n;

        if (!build(&r[0], k, _i)) {
            end(&r[0]);
            continue;
        }
        zn_simulation_free(sim);
        r[1] = r[2] = r[0];
        for (int i = 0; i < 3; i++)
            another(&r[i]);
        run(&r[0]);
        n = look(&r[0], want[0]);
        at_once(&r[1], &r[2]);
        for (int i = 1; i < 3; i++)
            same(&r[i], want[0], n, k);
        zn_simulation_free(r[1].sim);
        zn_simulation_free(r[2].sim);
        end(&r[0]);
    }
}
END_TEST

/* ---- threads of a solver --------------------------------------------------------------- */

START_TEST(threads_that_share_contacts_have_the_bits_of_one)
{
    static const char *const threads[] = {"1", "2", "3"};
    static rig r;
    int pile = 0;

    while (!(how[pile].takes & SLIDES))
        pile++;
    for (int k = 1; k <= RUNS; k++) {
        zn_index n = 0;

        for (int i = 0; i < 3; i++) {
            sharing = threads[i];
            ck_assert(build(&r, k, pile));
            run(&r);
            if (i == 0)
                n = look(&r, want[0]);
            else
                same(&r, want[0], n, k);
            end(&r);
        }
    }
    sharing = NULL;
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("anything, in two threads");
    TCase *t = tcase_create("");

    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, two_models_at_once_have_the_bits_of_one, 0, WAYS);
    tcase_add_loop_test(
        t, two_simulations_of_a_model_at_once_have_the_bits_of_one, 0, WAYS);
    tcase_add_test(t, threads_that_share_contacts_have_the_bits_of_one);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
