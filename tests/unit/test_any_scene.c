/* test_any_scene.c - scenes at random: the same bits in whatever order their bodies stand in the file, where a
 * run is taken up in the middle, and in other units of length, mass and time; steps of any length
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include <zeno/output.h>
#include <zeno/rotation.h>

#include "tests/rounds.h"
#include "tests/unit/any_scene.h"

enum { SEEDS = 30, LOOKS = 5 };

/* What a run is compared by: bodies by name, at some instants. */
typedef struct looked {
    zn_status st;
    int n;
    double q[LOOKS][SCENE_BODIES][7], v[LOOKS][SCENE_BODIES][6];
    void *saved; /* in the middle */
    size_t size;
    char words[512];
} looked;

typedef struct running {
    zn_scene *scene;
    zn_model *m;
    zn_simulation *sim;
} running;

static void begin(const any_scene *s, const int order[], running *r)
{
    static char text[24 * 1024];

    write_scene(s, order, text, sizeof text);
    r->scene = read_with(text, 0, NULL);
    ck_assert_msg(!zn_scene_simulation(r->scene, ctx, &r->m, &r->sim), "%s\n%s",
                  zn_errmsg(ctx), text);
}

static void end(running *r)
{
    zn_simulation_free(r->sim);
    zn_model_free(r->m);
    zn_scene_free(r->scene);
}

static void look(const running *r, int k, looked *out)
{
    for (int i = 0; i < SCENE_BODIES; i++) {
        const char name[] = {'b', (char)('0' + i), 0};
        const zn_ds *ds = zn_model_ds(r->m, name);
        if (!ds)
            continue;
        memcpy(out->q[k][i], zn_simulation_q(r->sim, ds), sizeof out->q[k][i]);
        memcpy(out->v[k][i], zn_simulation_v(r->sim, ds), sizeof out->v[k][i]);
    }
    out->n = k + 1;
}

/* From look `from` on, to the end or to what goes wrong. */
static void go_on(const any_scene *s, running *r, int from, looked *out)
{
    for (int k = from; k < LOOKS && !out->st; k++) {
        /* a step that is far shorter than those around it, in every second interval */
        if (k % 2)
            out->st = zn_simulation_advance_to(
                r->sim, in(s, .1 * (k + 1) - 0x1p-30, 0, 0, 1));
        if (!out->st)
            out->st =
                zn_simulation_advance_to(r->sim, in(s, .1 * (k + 1), 0, 0, 1));
        if (out->st) {
            snprintf(out->words, sizeof out->words, "%s", zn_errmsg(ctx));
            return;
        }
        look(r, k, out);
        if (from == 0 && k == LOOKS / 2)
            ck_assert(!zn_checkpoint_to_memory(r->sim, &out->saved, &out->size));
    }
}

static int failed; /* runs; joints at random may contradict each other */

static void run_scene(const any_scene *s, const int order[], looked *out)
{
    running r;

    *out = (looked){0};
    begin(s, order, &r);
    go_on(s, &r, 0, out);
    end(&r);
    failed += out->st != ZN_OK;
}

static void same(int seed, const char *what, const any_scene *s, const looked *a,
                 const looked *b)
{
    ck_assert_msg(a->st == b->st && a->n == b->n, "seed %d, %s: %d, '%s' and %d, '%s'",
                  seed, what, a->st, a->words, b->st, b->words);
    for (int k = 0; k < a->n; k++)
        for (int i = 0; i < SCENE_BODIES; i++) {
            for (int j = 0; j < 7; j++) {
                const double q = ldexp(b->q[k][i][j], j < 3 ? s->length : 0);
                ck_assert_msg(q == a->q[k][i][j],
                              "seed %d, %s: q[%d] of b%d at %g s is %.17g and %.17g",
                              seed, what, j, i, .1 * (k + 1), a->q[k][i][j], q);
            }
            for (int j = 0; j < 6; j++) {
                const double v =
                    ldexp(b->v[k][i][j], (j < 3 ? s->length : 0) - s->time);
                ck_assert_msg(v == a->v[k][i][j],
                              "seed %d, %s: v[%d] of b%d at %g s is %.17g and %.17g",
                              seed, what, j, i, .1 * (k + 1), a->v[k][i][j], v);
            }
        }
}

static void shuffle(any_scene *s, int order[])
{
    for (int k = 0; k < s->n; k++)
        order[k] = k;
    for (int k = s->n - 1; k > 0; k--) {
        const int j = choice(s, k + 1), o = order[k];
        order[k] = order[j];
        order[j] = o;
    }
}

static any_scene one, other;
static looked want, got;

START_TEST(bodies_in_any_order_have_the_same_bits)
{
    failed = 0;
    for (int seed = 0; seed < SEEDS; seed += test_stride()) {
        int order[SCENE_PARTS];
        make_scene(&one, seed, 0, 0, 0);
        run_scene(&one, NULL, &want);
        shuffle(&one, order);
        run_scene(&one, order, &got);
        same(seed, "in another order", &one, &want, &got);
        zn_free_array(ctx, want.saved);
        zn_free_array(ctx, got.saved);
    }
    ck_assert_int_lt(failed, SEEDS / 2); /* of twice as many runs */
}
END_TEST

START_TEST(taken_up_in_the_middle_they_have_the_same_bits)
{
    failed = 0;
    for (int seed = SEEDS; seed < 2 * SEEDS; seed += test_stride()) {
        running r;
        make_scene(&one, seed, 0, 0, 0);
        run_scene(&one, NULL, &want);
        if (!want.saved)
            continue;
        got = want;
        got.st = ZN_OK;
        begin(&one, NULL, &r);
        ck_assert_msg(!zn_checkpoint_from_memory(r.sim, want.saved, want.size), "%s",
                      zn_errmsg(ctx));
        go_on(&one, &r, LOOKS / 2 + 1, &got);
        end(&r);
        same(seed, "taken up", &one, &want, &got);
        zn_free_array(ctx, want.saved);
    }
    ck_assert_int_lt(failed, SEEDS / 4);
}
END_TEST

/* Joints, too, whose rows have two units, and odd powers of the mass, of which roots are taken. */
START_TEST(lengths_masses_and_times_have_any_units)
{
    static const int units[][3] = {{0, 5, 0}, {2, 0, 2}, {-5, -21, 3}, {7, 13, -9}, {10, 0, 0}};
    const int kinds = (int)(sizeof units / sizeof *units);

    failed = 0;
    for (int seed = 2 * SEEDS; seed < 3 * SEEDS; seed += test_stride()) {
        const int *u = units[seed % kinds];
        make_scene(&one, seed, 0, 0, 0);
        run_scene(&one, NULL, &want);
        make_scene(&other, seed, u[0], u[1], u[2]);
        run_scene(&other, NULL, &got);
        same(seed, "in other units", &other, &want, &got);
        zn_free_array(ctx, want.saved);
        zn_free_array(ctx, got.saved);
    }
    ck_assert_int_lt(failed, SEEDS / 2);
}
END_TEST

/* .1 + .1 + .1 is not 60 times 5 ms: what is left is rounding, and no step. */
START_TEST(what_is_left_to_an_instant_is_no_step)
{
    running r;
    zn_run_info info;

    r.scene = read_with("gravity: [0, 0, -9.81]\n"
                        "laws: {mu: 0.3}\n"
                        "bodies:\n"
                        "  ground: {fixed: yes, shape: {type: plane}}\n"
                        "  ball: {density: 600, position: [0, 0, 0.5], spin: [1, 2, 3], "
                        "shape: {type: box, size: [0.1, 0.2, 0.3]}}\n"
                        "simulation: {h: 5e-3, T: 1}\n",
                        0, NULL);
    ck_assert(!zn_scene_simulation(r.scene, ctx, &r.m, &r.sim));
    for (double t = .1; t < .95; t += .1) {
        ck_assert_msg(!zn_simulation_advance_to(r.sim, t), "%s", zn_errmsg(ctx));
        ck_assert(zn_simulation_time(r.sim) == t);
    }
    zn_simulation_run_info(r.sim, &info);
    ck_assert_int_eq(info.steps, 180);
    ck_assert_double_gt(info.least_step, 4.9e-3);
    end(&r);
}
END_TEST

/* A box tumbles, and is 5 um over the ground, within its threshold, at the end of a step; the next one, of 1 ns, is
 * that of its impact. The one after that begins where that led to, not where its rate would in 1 ms. */
START_TEST(a_jump_in_a_short_step_is_not_carried_on)
{
    static const char *const text =
        "parameters: {low: -9}\n"
        "gravity: [0, 0, -9.81]\n"
        "laws: {mu: 0.3}\n"
        "bodies:\n"
        "  ground: {fixed: yes, position: [0, 0, low], shape: {type: plane}}\n"
        "  box: {density: 600, position: [0, 0, 0.5], spin: [3, 2, 1],\n"
        "    shape: {type: box, size: [0.1, 0.2, 0.3]}}\n"
        "simulation: {h: 1e-3, T: 1}\n";
    double low = INFINITY;
    zn_run_info before, after;
    char set[64];
    const char *sets[] = {set};
    running r;

    r.scene = read_with(text, 0, NULL);
    ck_assert(!zn_scene_simulation(r.scene, ctx, &r.m, &r.sim));
    ck_assert(!zn_simulation_advance_to(r.sim, .2));
    const double *q = zn_simulation_q(r.sim, zn_model_ds(r.m, "box"));
    for (int k = 0; k < 8; k++) {
        const double at[] = {k & 1 ? .05 : -.05, k & 2 ? .1 : -.1, k & 4 ? .15 : -.15};
        double x[3];
        zn_rotate(q + 3, at, x);
        low = fmin(low, q[2] + x[2]);
    }
    end(&r);
    snprintf(set, sizeof set, "low=%.17g", low - 5e-6);
    r.scene = read_with(text, 1, sets);
    ck_assert(!zn_scene_simulation(r.scene, ctx, &r.m, &r.sim));
    ck_assert(!zn_simulation_advance_to(r.sim, .2));
    zn_simulation_run_info(r.sim, &before);
    ck_assert_int_eq(before.impacts, 0);
    ck_assert_msg(!zn_simulation_advance_to(r.sim, .2 + 1e-9), "%s", zn_errmsg(ctx));
    zn_simulation_run_info(r.sim, &before);
    ck_assert_int_eq(before.impacts, 1);
    ck_assert_msg(!zn_simulation_step(r.sim), "%s", zn_errmsg(ctx));
    zn_simulation_run_info(r.sim, &after);
    ck_assert_int_le(after.newton_iterations - before.newton_iterations, 4);
    end(&r);
}
END_TEST

/* ---- an allocator behind whose blocks stand bytes that mean something to everybody ------------------ */

enum { BEHIND = 256 };

static void *resize(void *user, void *p, size_t bytes)
{
    char *block;

    (void)user;
    if (bytes == 0) {
        free(p);
        return NULL;
    }
    block = realloc(p, bytes + BEHIND);
    if (block)
        memset(block + bytes, 0xff, BEHIND);
    return block;
}

static const char welded[] =
    "gravity: [0, 0, -9.81]\n"
    "laws: {mu: 0.5}\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: plane}}\n"
    "  b4: {density: 600, position: [0, 3, 1], shape: {type: box, size: [0.1, 0.1, 0.1]}}\n"
    "  b5: {density: 600, position: [0.2, 3, 1], shape: {type: box, size: [0.1, 0.1, 0.1]}}\n"
    "  box: {repeat: {k: 5}, density: 600, position: [0, 0.5*(k + 1), 0.2 + 0.1*k], velocity: [2, 0, 0],\n"
    "    shape: {type: box, size: [0.1, 0.1, 0.1]}}\n"
    "joints:\n"
    "  one: {type: fixed, bodies: [b4, b5], point: [0.1, 3, 1]}\n"
    "  two: {type: fixed, bodies: [b4, b5], point: [0.15, 3, 1]}\n"
    "simulation: {h: 2e-3, T: 0.5}\n";

static void run_welded(const zn_allocator *alloc, double v[5][6])
{
    zn_ctx *mine;
    zn_scene *scene;
    zn_model *m;
    zn_simulation *sim;

    ck_assert(!zn_ctx_new_with(alloc, &mine));
    ck_assert(!zn_scene_read_text(mine, "welded.yaml", welded, strlen(welded), 0, NULL, &scene));
    ck_assert(!zn_scene_simulation(scene, mine, &m, &sim));
    ck_assert_msg(!zn_simulation_run(sim), "%s", zn_errmsg(mine));
    for (int k = 0; k < 5; k++) {
        const char name[] = {'b', 'o', 'x', '.', (char)('0' + k), 0};
        memcpy(v[k], zn_simulation_v(sim, zn_model_ds(m, name)), sizeof v[k]);
    }
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(scene);
    zn_ctx_free(mine);
}

/* Two bodies that are welded twice have rows that are left out, of which there is a list. Boxes fall beside them one
 * after the other and slide, with friction, whatever stands behind that list. */
START_TEST(what_stands_behind_a_list_of_rows_does_not_matter)
{
    const zn_allocator filled = {resize, NULL};
    double plain[5][6], behind[5][6];

    run_welded(NULL, plain);
    run_welded(&filled, behind);
    for (int k = 0; k < 5; k++) {
        ck_assert(memcmp(plain[k], behind[k], sizeof plain[k]) == 0);
        /* 2 m/s less what friction took since the impact, of which it took half already */
        ck_assert_double_lt(behind[k][0], 1.9);
    }
}
END_TEST

static void add(Suite *suite, const char *name, const TTest *test)
{
    TCase *tc = tcase_create(name);

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, test);
    suite_add_tcase(suite, tc);
}

int main(void)
{
    Suite *suite = suite_create("scenes at random");

    add(suite, "order", bodies_in_any_order_have_the_same_bits);
    add(suite, "restart", taken_up_in_the_middle_they_have_the_same_bits);
    add(suite, "units", lengths_masses_and_times_have_any_units);
    add(suite, "instants", what_is_left_to_an_instant_is_no_step);
    add(suite, "jump", a_jump_in_a_short_step_is_not_carried_on);
    add(suite, "behind", what_stands_behind_a_list_of_rows_does_not_matter);
    return test_main(suite);
}
