/* test_turns.c - a function that is called at an instant fails once: the run that goes on is the one in
 * which nothing failed, and nobody else is called twice
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/snapshot.h>

#include "tests/unit/control_scene.h"

/* Every function counts its calls; the one whose number it is fails, also with a status that says that
 * there is no answer. What was done is noted: a letter, the time, and the state then. */
static int calls, fails;
static struct {
    char who;
    double t, x;
} done[512];
static int ndone;

static zn_status turn(char who, double t, double x)
{
    if (++calls == fails)
        return zn_fail(ctx, fails % 3 ? ZN_EDOM : ZN_UNSOLVED, "call %d, '%c', fails", calls, who);
    ck_assert_int_lt(ndone, 512);
    done[ndone].who = who;
    done[ndone].t = t;
    done[ndone++].x = x;
    return ZN_OK;
}

/* Half of what is there goes, before it fails: done twice a quarter would be left. */
static zn_status halve(void *user, zn_simulation *s)
{
    const char *who = user;
    double *x = zn_simulation_state_rw(s)->x;
    const double before = x[0];
    zn_status st;

    x[0] /= 2;
    st = zn_simulation_touched(s);
    return st ? st : turn(*who, zn_simulation_time(s), before);
}

static zn_status see(void *user, const zn_simulation *s)
{
    const char *who = user;

    return turn(*who, zn_simulation_time(s), zn_simulation_state(s)->x[0]);
}

static zn_status sample_eye(zn_block *b, const zn_sampling *at, double out[])
{
    (void)b;
    out[0] += at->in[0]; /* what it was counts, too */
    return turn('e', at->t, out[0]);
}

static zn_status sample_hand(zn_block *b, const zn_sampling *at, double out[])
{
    (void)b;
    out[0] -= at->in[0] / 8 + (double)at->number / 64;
    return turn('h', at->t, out[0]);
}

#define CLASS(ident, r)                                                                    \
    static const zn_block_type ident##_type = {.type = {.size = sizeof ident##_type,       \
                                                        .kind = ZN_KIND_BLOCK,             \
                                                        .name = #ident,                    \
                                                        .summary = "for tests"},           \
                                               .role = r,                                  \
                                               .sample = sample_##ident}
CLASS(eye, ZN_BLOCK_SENSOR);
CLASS(hand, ZN_BLOCK_CONTROLLER);

static const zn_type *const types[] = {&eye_type.type, &hand_type.type, NULL};
static const zn_plugin plugin = {.size = sizeof plugin,
                                 .major = ZN_PLUGIN_MAJOR,
                                 .minor = ZN_PLUGIN_MINOR,
                                 .build = ZN_PLUGIN_BUILD,
                                 .name = "blocks",
                                 .version = "1",
                                 .license = "Apache-2.0",
                                 .types = types};

/* Once more from an empty model. */
static void scene_again(void)
{
    zn_simulation_free(sim);
    sim = NULL;
    zn_model_free(model);
    MUST(zn_model_new(ctx, &model));
}

/* Two series of events that meet every 0.2 s, t0 among them, one of them beside the grid; a sensor and a
 * controller at every instant; two observers. */
static void build(void)
{
    static char a = 'a', b = 'b', o = 'o', p = 'p';
    zn_ds *ds = integrator(1);
    zn_block *y;

    start(.1, 1);
    y = block("eye", "y", ds, NULL, 1);
    block("hand", "u", ds, y, 1);
    MUST(zn_simulation_every(sim, 0, .2, halve, &a, NULL));
    MUST(zn_simulation_every(sim, 0, .05, halve, &b, NULL));
    MUST(zn_simulation_observe(sim, see, &o, NULL));
    MUST(zn_simulation_observe(sim, see, &p, NULL));
}

enum { AGAIN, RUN, LAND, MEMORY, WAYS };

/* The run is taken up by another simulation. */
static void move(void)
{
    void *bytes;
    size_t size;

    MUST(zn_checkpoint_to_memory(sim, &bytes, &size));
    scene_again();
    build();
    MUST(zn_checkpoint_from_memory(sim, bytes, size));
    zn_free_array(ctx, bytes);
}

/* @return x in the end; *failed: the function did */
static double run(int way, int fail, bool *failed)
{
    zn_status st = ZN_OK;

    calls = ndone = 0;
    fails = fail;
    build();
    *failed = false;
    while (st != ZN_END) {
        st = way == RUN ? zn_simulation_run(sim) : zn_simulation_step(sim);
        if (way == RUN && !st)
            break;
        if (st != ZN_EDOM && st != ZN_UNSOLVED)
            continue;
        ck_assert(!*failed);
        ck_assert(strstr(zn_errmsg(ctx), "fails"));
        *failed = true;
        if (way == MEMORY)
            move();
        if (way == LAND) /* it is there, and what is left is done */
            MUST(zn_simulation_advance_to(sim, zn_simulation_time(sim)));
        st = ZN_OK;
    }
    return zn_simulation_state(sim)->x[0];
}

START_TEST(a_function_that_failed_is_called_again_and_no_other)
{
    bool failed;
    double x;
    int n, number;
    const size_t bytes = sizeof done;
    void *first = malloc(bytes);

    ck_assert(first);
    memset(done, 0, bytes);
    x = run(AGAIN, 0, &failed);
    n = calls;
    number = ndone;
    memcpy(first, done, bytes);
    ck_assert_int_eq(n, 91); /* 6 + 21 of events, 22 of blocks, 42 of observers */
    for (int k = 1; k <= n; k++) {
        scene_again();
        memset(done, 0, bytes);
        ck_assert(run(_i, k, &failed) == x);
        ck_assert(failed);
        ck_assert_int_eq(ndone, number);
        ck_assert_mem_eq(done, first, bytes);
    }
    free(first);
}
END_TEST

/* A run that begins anew owes nothing to the one before. */
START_TEST(a_reset_forgets_what_was_left)
{
    bool failed;
    const double x = run(AGAIN, 0, &failed);
    const int n = ndone;
    const double zero = 0;

    for (int k = 1; k < 60; k += 7) {
        zn_status st = ZN_OK;

        scene_again();
        build();
        calls = ndone = 0;
        fails = k;
        while (!st)
            st = zn_simulation_step(sim);
        ck_assert(st == ZN_EDOM || st == ZN_UNSOLVED);
        MUST(zn_simulation_reset(sim));
        zn_model_reopen(model);
        MUST(zn_ds_set_z(zn_model_ds(model, "plant"), 1, &zero)); /* a held input is left as it is */
        MUST(zn_model_seal(model));
        ndone = 0;
        MUST(zn_simulation_run(sim));
        ck_assert(zn_simulation_state(sim)->x[0] == x);
        ck_assert_int_eq(ndone, n);
    }
}
END_TEST

/* What is left to do at an instant is of the state of that instant. */
START_TEST(a_snapshot_knows_whose_turn_it_was)
{
    bool failed;
    const double x = run(AGAIN, 0, &failed);

    for (int k = 12; k < 60; k++) { /* those before are of t0 */
        zn_snapshot *before, *then;
        double t;

        scene_again();
        build();
        calls = ndone = 0;
        fails = k;
        MUST(zn_snapshot_new(sim, &before));
        MUST(zn_snapshot_new(sim, &then));
        MUST(zn_simulation_init(sim));
        MUST(zn_snapshot_take(before));
        ck_assert_int_ne(zn_simulation_run(sim), ZN_OK);
        MUST(zn_snapshot_take(then));
        MUST(zn_snapshot_restore(before));
        ck_assert(zn_simulation_time(sim) == 0);
        fails = ndone = 0;
        if (k % 2) { /* nothing is left there */
            MUST(zn_simulation_step(sim));
            ck_assert(ndone > 0 && done[0].t == .05);
        }
        MUST(zn_snapshot_restore(then));
        zn_snapshot_free(before);
        zn_snapshot_free(then);
        ndone = 0;
        t = zn_simulation_time(sim);
        MUST(zn_simulation_run(sim));
        ck_assert(ndone > 0 && done[0].t == t);
        if (k % 2 == 0) /* else blocks have sampled since, which snapshots do not know */
            ck_assert(zn_simulation_state(sim)->x[0] == x);
    }
}
END_TEST

/* What is missing at the start may be given then. */
START_TEST(a_control_that_cannot_begin_may_begin_later)
{
    const double one = 1;
    zn_ds *ds = integrator(1);
    zn_block *y, *u;

    start(.1, 1);
    y = block("linear-sensor", "y", ds, NULL, 1);
    u = block("sliding-mode", "u", ds, y, 1);
    REFUSED(zn_simulation_step(sim), ZN_EINVAL, "B is not given");
    REFUSED(zn_simulation_step(sim), ZN_EINVAL, "B is not given");
    MUST(zn_block_set_constant(u, "B", 1, 1, &one));
    MUST(zn_block_set_constant(u, "C", 1, 1, &one));
    MUST(zn_simulation_run(sim));
    ck_assert_double_le(fabs(zn_simulation_state(sim)->x[0]), .11); /* on its surface, within a sampling */
}
END_TEST

/* ---- events that change the model -------------------------------------------------- */

/* Takes the other system out, then fails, with the model open; the next time it closes it. */
static zn_status take_out(void *user, zn_simulation *s)
{
    zn_model *m = zn_simulation_model(s);
    zn_ds *other = zn_model_ds(m, "other");
    const bool *harmless = user;
    zn_status st;

    zn_model_reopen(m);
    if (other) {
        MUST(zn_model_remove_ds(m, other));
        if (!*harmless)
            return zn_fail(ctx, ZN_EDOM, "half of it");
    }
    st = zn_model_seal(m);
    return st ? st : turn('x', zn_simulation_time(s), 0);
}

/* Once with an event that does not fail, then with one that does, and each way on that a caller has. */
START_TEST(who_left_the_model_open_may_close_it)
{
    double x[4] = {0};

    for (int way = 0; way < 4; way++) {
        static bool harmless;
        const double A = -1, x0 = 2;
        zn_ds *ds;
        zn_status st;

        scene_again();
        ds = fo_system("plant", 1, &A, &x0);
        fo_system("other", 1, &A, &x0);
        simulate("zero-order-hold", NULL, 0, .1, 1);
        calls = fails = ndone = 0;
        harmless = way == 0;
        MUST(zn_simulation_every(sim, .5, 10, take_out, &harmless, NULL));
        st = zn_simulation_advance_to(sim, .5);
        if (way > 0) {
            ck_assert_int_eq(st, ZN_EDOM);
            ck_assert_str_eq(zn_errmsg(ctx), "half of it");
            ck_assert_double_eq_tol(zn_simulation_time(sim), .5, 1e-15);
            st = way == 1 ? zn_simulation_step(sim)
                 : way == 2 ? zn_simulation_advance_to(sim, .6)
                            : zn_simulation_init(sim);
        }
        ck_assert_msg(!st, "way %d: %s", way, zn_errmsg(ctx));
        ck_assert(ndone == 1 && done[0].who == 'x');
        MUST(zn_simulation_run(sim));
        ck_assert(!zn_model_ds(model, "other"));
        x[way] = x_of(ds, 0);
        ck_assert_double_eq(x[way], x[0]);
    }
    ck_assert_double_eq_tol(x[0], 2 * exp(-1), 1e-14);
}
END_TEST

static void setup(void)
{
    scene_setup();
    MUST(zn_kernel_register(ctx));
    MUST(zn_plugin_add(ctx, &plugin));
}

int main(void)
{
    Suite *suite = suite_create("turns");
    TCase *tc = tcase_create("turns");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_loop_test(tc, a_function_that_failed_is_called_again_and_no_other, 0, WAYS);
    tcase_add_test(tc, a_reset_forgets_what_was_left);
    tcase_add_test(tc, a_snapshot_knows_whose_turn_it_was);
    tcase_add_test(tc, a_control_that_cannot_begin_may_begin_later);
    tcase_add_test(tc, who_left_the_model_open_may_close_it);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
