/* test_alone.c - contacts that never acted keep nothing but their row, and nobody notices
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random models in which contacts come, go and change are moved twice: with room for every
 * row, and with what there is of a contact made when it acts for the first time. */
#include <zeno/output.h>
#include <zeno/simulation.h>

#include "model_test.h"

enum { BALLS = 12, MORE = 12, STEPS = 240, SEEDS = 30 };

static test_memory mem;
static zn_simulation *sim;
static zn_relation *floor_of[2], *between, *own;
static zn_law *law[3], *rough;
static zn_ds *ball[BALLS + MORE];
static int balls;
static zn_osi *other;
static uint64_t seed;

static double number(void)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(seed >> 40) / (double)(1 << 24);
}

static int below(int n)
{
    return (int)(number() * n);
}

static zn_relation *line(const char *name, zn_index n, const double C[],
                         double e)
{
    zn_relation *r;

    MUST(zn_relation_new(ctx, "linear", name, 1, n, &r));
    MUST(zn_relation_set_constant(r, "C", 1, n, C));
    MUST(zn_relation_set_constant(r, "e", 1, 1, &e));
    return r;
}

static void connect(zn_law *l, zn_relation *r, zn_ds *a, zn_ds *b)
{
    MUST(zn_model_connect(m, NULL, l, r, a, b, NULL));
}

/* A ball; the floor is at y = 0. */
static zn_ds *new_ball(double x, double y)
{
    const double q[2] = {x, y}, f[2] = {0.3, -9.81};
    const double v[2] = {number() - 0.5, -number()}, M[2] = {1 + number(), 2};
    char name[16];
    zn_ds *ds;

    snprintf(name, sizeof name, "ball%d", balls);
    MUST(zn_ds_new(ctx, "lagrangian-linear", name, 2, q, v, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 2, M));
    MUST(zn_ds_set_constant(ds, "f_ext", 2, 1, f));
    MUST(zn_model_add_ds(m, ds));
    return ball[balls++] = ds;
}

/* Two at one height stay so. */
static void tie(zn_ds *a, zn_ds *b)
{
    const double level[4] = {0, 1, 0, -1};
    zn_law *l;

    MUST(zn_law_equality(ctx, 1, &l));
    connect(l, line("tie", 4, level, 0), a, b);
}

/* Balls over two floors, some beside each other, some under another integrator, whose laws are
 * on positions, one on a floor with friction, two of them tied. */
static void make(const char *reserve)
{
    const double up[2] = {0, 1}, apart[4] = {-1, 0, 1, 0};
    const double plane[4] = {0, 1, 1, 0}, zero[2] = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zn_relation *r;

    mem = (test_memory){0};
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &m));
    for (int i = 0; i < 3; i++)
        MUST(zn_law_newton_impact(ctx, 0.3 * i, &law[i]));
    MUST(zn_law_friction(ctx, 2, 0.2, 0, 0.3, &rough));
    floor_of[0] = line("floor", 2, up, 0);
    floor_of[1] = line("step", 2, up, -0.1);
    between = line("between", 4, apart, -0.2);
    own = line("own", 2, up, 0.05);
    MUST(zn_relation_new(ctx, "linear", "rough", 2, 2, &r));
    MUST(zn_relation_set_constant(r, "C", 2, 2, plane));
    MUST(zn_relation_set_constant(r, "e", 2, 1, zero));
    balls = 0;
    for (int i = 0; i < BALLS; i++) {
        const double y = 0.15 + 0.5 * number();

        new_ball(0.25 * i, i < BALLS - 2 ? y : 0.4);
        if (i == 0)
            connect(rough, r, ball[i], NULL);
        else
            connect(law[i % 3], i == 1 ? own : floor_of[i % 2], ball[i], NULL);
        if (i % 2)
            connect(law[0], between, ball[i - 1], ball[i]);
    }
    tie(ball[BALLS - 2], ball[BALLS - 1]);
    MUST(zn_model_seal(m));
    MUST(zn_simulation_new(m, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_use(sim, "schatzman-paoli", NULL, &other));
    if (seed % 3 == 0)
        for (int i = 8; i < 10; i++)
            MUST(zn_osi_assign(other, ball[i]));
    MUST(zn_simulation_set(sim, "reserve", reserve));
    MUST(zn_simulation_set_time(sim, 0, 2e-3, STEPS));
    MUST(zn_simulation_init(sim));
}

static void done(void)
{
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
}

/* Some interaction that is there. */
static zn_interaction *any(void)
{
    zn_interaction *a = NULL;

    for (int tries = 0; !a && tries < 100; tries++)
        a = m->ints[below((int)m->nint)];
    return a;
}

/* What a user may do between two steps. */
static void change(void)
{
    const int what = below(6);
    zn_interaction *a;

    zn_model_reopen(m);
    a = any();
    if (what < 2 && a && a->law != rough &&
        a->nds == 1) /* another one in its place */
        MUST(zn_model_remove_interaction(m, a));
    if (what == 1 || what == 2)
        connect(law[below(3)], floor_of[below(2)], ball[below(balls)], NULL);
    if (what == 5) { /* one comes, over a floor */
        new_ball(0.25 * balls, 0.1 + number());
        connect(law[0], floor_of[below(2)], ball[balls - 1], NULL);
    }
    if (what == 3) { /* one relation is another one */
        const double e = -0.2 * number();
        MUST(zn_relation_set_constant(own, "e", 1, 1, &e));
    }
    if (what == 4) {
        const double e = number();
        MUST(zn_law_set_real(law[below(3)], "e", e));
    }
    MUST(zn_model_seal(m));
}

/* Everything that can be seen, in a sum of bits. */
typedef struct seen {
    uint64_t sum;
    zn_index active;
} seen;

static void add(seen *s, const double *x, zn_index n)
{
    for (zn_index i = 0; i < n; i++) {
        uint64_t bits;

        memcpy(&bits, &x[i], sizeof bits);
        s->sum = (s->sum ^ bits) * UINT64_C(1099511628211);
    }
}

static void look(seen *s)
{
    const zn_state *x = zn_simulation_state(sim);

    add(s, x->q, x->nq);
    add(s, x->v, x->nv);
    for (zn_index k = 0; k < m->nint; k++) {
        const zn_interaction *a = m->ints[k];

        if (!a)
            continue;
        for (int level = 0; level < 3; level++) {
            add(s, zn_simulation_y(sim, a, level), a->size);
            add(s, zn_simulation_lambda(sim, a, level), a->size);
        }
        s->sum = s->sum * 31 + (uint64_t)zn_simulation_level(sim, a);
        s->active += x->active[a->off] != 0;
    }
}

/* A step, with failing memory or without. */
static void step(bool fails)
{
    zn_status st;
    int tries = 0;

    do {
        mem.fail_at = fails ? mem.calls + 1 + tries++ : 0;
        st = zn_simulation_step(sim);
    } while (st == ZN_ENOMEM && tries < 400);
    mem.fail_at = 0;
    MUST(st);
}

static seen run(uint64_t s, const char *reserve, bool fails)
{
    seen all = {0};

    seed = s;
    make(reserve);
    for (int k = 0; k < STEPS; k++) {
        if (k % 20 == 10)
            change();
        step(fails && k > 0);
        look(&all);
    }
    done();
    return all;
}

START_TEST(contacts_that_come_go_and_change_have_the_same_bits)
{
    zn_index active = 0;

    for (uint64_t s = 1; s <= SEEDS; s++) {
        const seen all = run(s, "all", false), few = run(s, "active", false);
        const seen fails = run(s, "active", true);

        ck_assert_msg(all.sum == few.sum && all.active == few.active, "seed %d",
                      (int)s);
        ck_assert_msg(all.sum == fails.sum, "seed %d, memory that fails",
                      (int)s);
        active += all.active;
    }
    ck_assert_int_gt(active, 100 * SEEDS);
}
END_TEST

/* Contacts that acted are told from those that did not by nothing that is saved. */
START_TEST(a_checkpoint_knows_nothing_of_it)
{
    static unsigned char bytes[1 << 20];
    size_t size = 0;
    seen whole = {0}, second = {0};

    seed = 7;
    make("active");
    for (int k = 0; k < STEPS; k++) {
        if (k == STEPS / 2) {
            void *saved;
            MUST(zn_checkpoint_to_memory(sim, &saved, &size));
            ck_assert_uint_le(size, sizeof bytes);
            memcpy(bytes, saved, size);
            zn_free_array(ctx, saved);
        }
        step(false);
    }
    look(&whole);
    done();
    seed = 7;
    make("active");
    MUST(zn_checkpoint_from_memory(sim, bytes, size));
    for (int k = STEPS / 2; k < STEPS; k++)
        step(false);
    look(&second);
    done();
    ck_assert(whole.active > 0 && whole.sum == second.sum);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("contacts alone in their rows");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 120);
    tcase_add_test(t, contacts_that_come_go_and_change_have_the_same_bits);
    tcase_add_test(t, a_checkpoint_knows_nothing_of_it);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
