/* test_event_isles.c - systems apart from one another, each with its own steps and events
 * between two instants of the grid: the bits of as many runs of one
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

#include <stdlib.h>

enum { GRID = 12, MOST = 100000 };

static const double step = 0.1; /* s */

/* ---- isles ---------------------------------------------------------------------------- */

/* Kinds of them, see add_system: `auto` takes one formulation for all laws of a model, and two
 * contacts that are hit together have the bits of a single run by the same one only. */
static const char *kinds;
static const char mixed[] = "013456", plain[] = "01246";

static char kind_of(zn_index k)
{
    return kinds[k % (zn_index)strlen(kinds)];
}

typedef struct isle {
    zn_index number;
    zn_ds *ds[2];
} isle;

static double draw(zn_index k, double low, double high)
{
    return low + (high - low) * fmod(0.618033988749895 * (double)(k + 1), 1);
}

static zn_ds *mass(zn_index k, int which, double q, double v)
{
    char name[32];

    snprintf(name, sizeof name, "mass %td %d", k, which);
    return point_mass(name, 1 + which, q, v, -grav * (1 + which));
}

static zn_ds *flat(zn_index k, double stiffness)
{
    const double M[4] = {2, 0, 0, 2}, q0[2] = {0, draw(k, 0, 0.3)};
    const double v0[2] = {draw(k, 0.5, 3), 0}, f[2] = {0, -2 * grav};
    const double K[4] = {stiffness, 0, 0, 0};
    char name[32];

    snprintf(name, sizeof name, "block %td", k);
    return linear_system(name, 2, M, K, NULL, q0, v0, f);
}

/* The first and, of a pair, the second system. */
static void add_system(isle *o, zn_index k, int which)
{
    o->number = k;
    o->ds[1] = which ? o->ds[1] : NULL;
    if (which && kind_of(k) == '2')
        o->ds[1] = mass(k, 1, draw(k, 0.5, 0.9), -draw(k, 0, 1));
    if (which)
        return;
    switch (kind_of(k)) {
    case '3':
    case '5':
        o->ds[0] = flat(k, 0);
        break;
    case '4': /* without contact */
        o->ds[0] = flat(k, draw(k, 100, 900));
        break;
    default:
        o->ds[0] = mass(k, 0, draw(k, kind_of(k) == '1' ? 0.01 : 0.3, 0.4), 0);
    }
}

static zn_law *rough(double e, double mu)
{
    zn_law *law;

    MUST(zn_law_friction(ctx, 2, e, 0, mu, &law));
    return law;
}

static zn_law *spring(double k, double d)
{
    const double rest = 0;
    zn_law *law;

    MUST(zn_law_spring(ctx, 1, &k, &d, &rest, &law));
    return law;
}

static zn_law *relay(double bound)
{
    const double lb = -bound;
    zn_law *law;

    MUST(zn_law_relay(ctx, 1, &lb, &bound, &law));
    return law;
}

static void add_contacts(const isle *o)
{
    static const double one = 1, pair[2] = {-1, 1}, up[2] = {0, 1};
    static const double plane[4] = {0, 1, 1, 0}, along[2] = {1, 0};
    const zn_index k = o->number;
    char name[32];

    snprintf(name, sizeof name, "floor %td", k);
    switch (kind_of(k)) {
    case '1': /* comes to rest */
        join(name, newton(0.5), 1, 1, &one, NULL, o->ds[0], NULL);
        break;
    case '2':
        join(name, newton(0.8), 1, 1, &one, NULL, o->ds[0], NULL);
        snprintf(name, sizeof name, "pair %td", k);
        join(name, newton(0.7), 1, 2, pair, NULL, o->ds[0], o->ds[1]);
        break;
    case '3': /* thrown, bounces and slides until it sticks */
        join(name, rough(0.3, draw(k, 0.2, 0.6)), 2, 2, plane, NULL, o->ds[0],
             NULL);
        break;
    case '4':
        break;
    case '5': /* bounces, with dry friction along the floor */
        join(name, newton(0.6), 1, 2, up, NULL, o->ds[0], NULL);
        snprintf(name, sizeof name, "dry %td", k);
        join(name, relay(draw(k, 2, 9)), 1, 2, along, NULL, o->ds[0], NULL);
        break;
    case '6': /* on a spring */
        join(name, newton(0.9), 1, 1, &one, NULL, o->ds[0], NULL);
        snprintf(name, sizeof name, "spring %td", k);
        join(name, spring(draw(k, 50, 300), 0.1), 1, 1, &one, NULL, o->ds[0],
             NULL);
        break;
    default:
        join(name, newton(0.9), 1, 1, &one, NULL, o->ds[0], NULL);
    }
}

/* n isles from the k-th on; second systems are behind all first ones, and contacts come from
 * the last to the first. */
static void add(isle at[], zn_index k, zn_index n)
{
    for (int which = 0; which < 2; which++)
        for (zn_index i = 0; i < n; i++)
            add_system(&at[i], k + i, which);
    for (zn_index i = n - 1; i >= 0; i--)
        add_contacts(&at[i]);
}

/* ---- what they did ---------------------------------------------------------------------- */

typedef struct line {
    zn_index isle;
    char kind; /* of the contact */
    zn_event_record r;
} line;

typedef struct story {
    long n;
    line at[MOST];
} story;

static story apart, together;

static void write_down(void *user, const zn_event_record *r)
{
    const char *name = zn_interaction_name(r->interaction);
    story *s = user;

    ck_assert_int_lt(s->n, MOST);
    s->at[s->n].isle = atol(strchr(name, ' '));
    s->at[s->n].kind = name[0];
    s->at[s->n++].r = *r;
}

static void go(const char *ends, story *s)
{
    event_driven(0, step, GRID * step);
    MUST(zn_simulation_set(sim, "ends", ends));
    MUST(zn_simulation_on_event(sim, write_down, s));
    MUST(zn_simulation_init(sim));
}

typedef struct where {
    double q[2][2], v[2][2]; /* by system */
} where;

static where look(const isle *o)
{
    where w = {0};

    for (int s = 0; s < 2 && o->ds[s]; s++)
        for (zn_index i = 0; i < zn_ds_nv(o->ds[s]); i++) {
            w.q[s][i] = q_of(o->ds[s], i);
            w.v[s][i] = v_of(o->ds[s], i);
        }
    return w;
}

static bool same(const line *a, const line *b)
{
    const double x[] = {a->r.t,      a->r.before, a->r.after, a->r.value,
                        a->r.energy, a->r.limit,  a->r.error};
    const double y[] = {b->r.t,      b->r.before, b->r.after, b->r.value,
                        b->r.energy, b->r.limit,  b->r.error};

    return a->isle == b->isle && a->kind == b->kind && a->r.what == b->r.what &&
           a->r.row == b->r.row && memcmp(x, y, sizeof x) == 0;
}

/* Every isle alone, one run after the other: where it is at the instants of the grid, and
 * its events from apart.at[first[k]] on. */
static void alone(zn_index n, where at[][GRID], long first[])
{
    apart.n = 0;
    for (zn_index k = 0; k < n; k++) {
        isle one;
        int seen = 0;
        first[k] = apart.n;
        add(&one, k, 1);
        go("events", &apart);
        while (!zn_simulation_done(sim)) {
            MUST(zn_simulation_step(sim));
            /* the last row of an instant is after its events */
            seen = (int)round(zn_simulation_time(sim) / step);
            if (seen && fabs(zn_simulation_time(sim) - seen * step) < 1e-9)
                at[k][seen - 1] = look(&one);
        }
        scene_again();
    }
    first[n] = apart.n;
}

/* Events in the order of time, and of each isle those of its own run. */
static void same_events(zn_index n, const long first[])
{
    long *next = calloc((size_t)n, sizeof *next);

    memcpy(next, first, (size_t)n * sizeof *next);
    ck_assert_int_eq(together.n, apart.n);
    for (long i = 0; i < together.n; i++) {
        const line *a = &together.at[i];
        ck_assert(i == 0 || a->r.t >= a[-1].r.t);
        ck_assert_int_lt(next[a->isle], first[a->isle + 1]);
        ck_assert_msg(same(a, &apart.at[next[a->isle]++]),
                      "isle %td: %s at %.17g", a->isle,
                      zn_event_name(a->r.what), a->r.t);
    }
    free(next);
}

enum { MANY = 1001 };

static void bit_for_bit(const char *which)
{
    static where at[MANY][GRID];
    static long first[MANY + 1];
    static isle all[MANY];

    kinds = which;
    alone(MANY, at, first);
    ck_assert_int_gt(apart.n, 5 * MANY);
    add(all, 0, MANY);
    together.n = 0;
    go("auto", &together);
    for (int i = 0; i < GRID; i++) {
        MUST(zn_simulation_step(sim));
        CLOSE(zn_simulation_time(sim), (i + 1) * step, 1e-12);
        for (zn_index k = 0; k < MANY; k++) {
            const where w = look(&all[k]);
            ck_assert_msg(memcmp(&w, &at[k][i], sizeof w) == 0,
                          "isle %td at instant %d", k, i + 1);
        }
    }
    ck_assert(zn_simulation_done(sim));
    same_events(MANY, first);
}

START_TEST(many_isles_have_the_bits_of_as_many_single_runs)
{
    bit_for_bit(mixed);
    scene_again();
    bit_for_bit(plain);
}
END_TEST

/* ---- rows ----------------------------------------------------------------------------------- */

/* v1 - v0 = p/m - g h, the forces of springs not being impulses of contacts. */
START_TEST(impulses_of_a_step_are_those_of_all_its_events)
{
    static isle all[40];
    double v[40];

    add(all, 0, 40);
    go("grid", &together);
    for (zn_index k = 0; k < 40; k++)
        v[k] = v_of(all[k].ds[0], 0);
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        for (zn_index k = 0; k < 40; k++) {
            const zn_ds *ds = all[k].ds[0];
            const double p = zn_simulation_state(sim)->p[zn_ds_v_offset(ds)];
            /* what the end of accumulating impacts takes away is no impulse */
            if (kind_of(k) == '0' || kind_of(k) == '1')
                CLOSE(v_of(ds, 0) - v[k], p - grav * step,
                      kind_of(k) == '0' ? 1e-11 : 1e-7 * grav);
            v[k] = v_of(ds, 0);
        }
    }
}
END_TEST

static zn_index steps_of(zn_index n, const char *ends)
{
    static isle all[20];
    zn_index count = 0;

    add(all, 0, n);
    together.n = 0;
    go(ends, &together);
    for (; !zn_simulation_done(sim); count++)
        MUST(zn_simulation_step(sim));
    scene_again();
    return count;
}

START_TEST(few_isles_have_steps_that_end_at_events_unless_asked_not_to)
{
    ck_assert_int_eq(steps_of(16, "grid"), GRID);
    ck_assert_int_gt(steps_of(16, "events"), 2 * GRID);
    ck_assert_int_eq(steps_of(16, "auto"), steps_of(16, "events"));
    ck_assert_int_eq(steps_of(17, "auto"), GRID);
    ck_assert_int_eq(steps_of(1, "grid"), GRID); /* one alone */
}
END_TEST

/* A ball hits the floor at an instant of the grid, 1 to 1; a body flies beside it, spinning about a
 * principal axis: x = x0 + v t, p = (cos w t/2, 0, 0, sin w t/2). */
START_TEST(an_impact_moves_no_body_that_it_does_not_meet)
{
    const double q0[7] = {0, 2, 3, 1, 0, 0, 0}, v0[6] = {1, -2, 0.5, 0, 0, 1.5};
    const double I[3] = {1, 2, 3}, m = 2, one = 1;
    const double want[7] = {1, 0, 3.5, cos(0.75), 0, 0, sin(0.75)};
    zn_ds *body;

    join("floor", newton(1), 1, 1, &one, NULL,
         point_mass("a ball", 1, 0.5, -1, 0), NULL);
    MUST(zn_ds_new(ctx, "newton-euler", "body", 6, q0, v0, &body));
    MUST(zn_ds_set_constant(body, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(body, "inertia", 3, I));
    MUST(zn_model_add_ds(model, body));
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_set_time(sim, 0, 0.25, 1));
    MUST(zn_simulation_set(sim, "ends", "grid"));
    MUST(zn_simulation_set(sim, "rtol", "1e-12"));
    MUST(zn_simulation_set(sim, "atol", "1e-12"));
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 7; i++)
        CLOSE(q_of(body, i), want[i], 1e-10); /* a hundred times what a step may err by */
}
END_TEST

/* Equal balls hit at one instant, two of them together: the log is that of steps which end
 * at events, impacts before contacts that close. */
START_TEST(events_of_one_instant_have_the_order_of_kinds_and_contacts)
{
    static const char *const ends[] = {"events", "grid"};
    story *const log[] = {&apart, &together};

    for (int s = 0; s < 2; s++) {
        for (zn_index k = 0; k < 6; k++) {
            const double one = 1;
            char name[32];
            snprintf(name, sizeof name, "floor %td", k);
            join(name, newton(k % 2 ? 0 : 0.5), 1, 1, &one, NULL,
                 mass(k, 0, k == 5 ? 0.4 : 0.2, 0), NULL);
        }
        log[s]->n = 0;
        go(ends[s], log[s]);
        MUST(zn_simulation_advance_to(sim, 0.25));
        scene_again();
    }
    ck_assert_int_eq(apart.n, 5 + 2);
    ck_assert_int_eq(together.n, apart.n);
    for (long i = 0; i < apart.n; i++)
        ck_assert(apart.at[i].isle == together.at[i].isle &&
                  apart.at[i].r.what == together.at[i].r.what);
}
END_TEST

/* Of three equal masses in touch the first comes with 1 m/s, the last leaves with 0.1 m/s, e = 1/2: after an
 * impact by Newton's law the last two come together with 0.05 m/s, which is another one. */
START_TEST(impacts_of_one_instant_are_told_in_the_order_they_come)
{
    static const char *const ends[] = {"events", "grid"};
    static const double pair[2] = {-1, 1}, one = 1, v0[3] = {1, 0, 0.1};
    static const double want[3][2] = {{0.1, -0.05}, {-1, 0.5}, {-0.05, 0.025}};

    for (int s = 0; s < 2; s++) {
        zn_ds *m[3];
        for (int i = 0; i < 3; i++)
            m[i] = point_mass((const char *[]){"a", "b", "c"}[i], 1, 0, v0[i], 0);
        join("last 1", newton(0.5), 1, 2, pair, NULL, m[1], m[2]);
        join("first 0", newton(0.5), 1, 2, pair, NULL, m[0], m[1]);
        join("floor 2", newton(0.5), 1, 1, &one, NULL, mass(2, 0, 0.4, 0), NULL);
        together.n = 0;
        go(ends[s], &together);
        MUST(zn_simulation_advance_to(sim, step));
        ck_assert_int_ge(together.n, 3);
        for (int i = 0; i < 3; i++) {
            const line *o = &together.at[i];
            ck_assert_int_eq(o->r.what, ZN_EVENT_IMPACT);
            ck_assert_int_eq(o->kind, "lfl"[i]);
            CLOSE(o->r.before, want[i][0], 1e-12);
            CLOSE(o->r.after, want[i][1], 1e-12);
        }
        scene_again();
    }
}
END_TEST

/* ---- memory, failures ------------------------------------------------------------------------ */

START_TEST(checkpoints_go_on_with_the_same_bits)
{
    static isle all[30];
    static void *saved[GRID];
    static size_t size[GRID];
    static long seen[GRID];
    where end[30];

    add(all, 0, 30);
    together.n = 0;
    go("grid", &together);
    for (int i = 0; i < GRID; i++) {
        seen[i] = together.n;
        MUST(zn_checkpoint_to_memory(sim, &saved[i], &size[i]));
        MUST(zn_simulation_step(sim));
    }
    for (zn_index k = 0; k < 30; k++)
        end[k] = look(&all[k]);
    for (int i = 0; i < GRID; i++) {
        apart.n = 0;
        MUST(zn_simulation_on_event(sim, write_down, &apart));
        MUST(zn_checkpoint_from_memory(sim, saved[i], size[i]));
        MUST(zn_simulation_run(sim));
        for (zn_index k = 0; k < 30; k++) {
            const where w = look(&all[k]);
            ck_assert_msg(memcmp(&w, &end[k], sizeof w) == 0,
                          "isle %td from instant %d", k, i);
        }
        ck_assert_int_eq(apart.n, together.n - seen[i]);
        for (long j = 0; j < apart.n; j++)
            ck_assert(same(&apart.at[j], &together.at[seen[i] + j]));
        zn_free_array(ctx, saved[i]);
    }
}
END_TEST

START_TEST(a_step_in_which_one_of_them_fails_is_none)
{
    static isle all[20];
    where before[20];

    add(all, 0, 20);
    together.n = 0;
    go("grid", &together);
    MUST(zn_simulation_set(sim, "max_events", "6"));
    for (zn_status st = ZN_OK; !st;) {
        const long heard = together.n;
        const double t = zn_simulation_time(sim);
        for (zn_index k = 0; k < 20; k++)
            before[k] = look(&all[k]);
        ck_assert(!zn_simulation_done(sim));
        st = zn_simulation_step(sim);
        if (!st)
            continue;
        REFUSED(st, ZN_UNSOLVED, "more than 6 events");
        ck_assert_int_eq(heard, together.n);
        ck_assert(zn_simulation_time(sim) == t);
        for (zn_index k = 0; k < 20; k++) {
            const where w = look(&all[k]);
            ck_assert(memcmp(&w, &before[k], sizeof w) == 0);
        }
    }
}
END_TEST

/* Balls that meet the floor in the fourth step, all of them, tell two events each. */
START_TEST(a_step_allocates_nothing_for_its_events)
{
    enum { BALLS = 40 };
    static test_memory mem; /* in use until the teardown */
    const zn_allocator alloc = test_allocator(&mem);
    const double one = 1;
    long before;

    scene_teardown();
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    for (zn_index k = 0; k < BALLS; k++) {
        char name[32];
        snprintf(name, sizeof name, "floor %td", k);
        /* the first is hit in the first step, which makes what any impact needs */
        join(name, newton(0), 1, 1, &one, NULL, mass(k, 0, k ? draw(k, 0.5, 0.7) : 0.01, 0),
             NULL);
    }
    together.n = 0;
    go("grid", &together);
    MUST(zn_simulation_step(sim));
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq(together.n, 2); /* it is hit, and closes */
    before = mem.calls;
    MUST(zn_simulation_step(sim));
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq(together.n, 2 * BALLS);
    ck_assert_int_eq(mem.calls, before);
}
END_TEST

START_TEST(the_energy_balance_of_all_closes)
{
    static isle all[40];
    zn_run_info info;

    add(all, 0, 40);
    event_driven(0, step, GRID * step);
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_set(sim, "ends", "grid"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &info);
    ck_assert_double_lt(info.work.contact, -10);
    CLOSE(info.balance, 0, 1e-9);
}
END_TEST

/* What an event of one costs does not know of the others: calls of the forces of all. */
static long calls;

static void weight(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    f[0] = -grav;
    calls++;
}

static long calls_of(zn_index n)
{
    const double one = 1;

    for (zn_index k = 0; k < n; k++) {
        char name[32];
        zn_ds *ds = mass(k, 0, draw(k, 0.3, 1), 0);
        MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)weight));
        snprintf(name, sizeof name, "floor %td", k);
        join(name, newton(0.9), 1, 1, &one, NULL, ds, NULL);
    }
    together.n = 0;
    go("grid", &together);
    calls = 0;
    MUST(zn_simulation_run(sim));
    scene_again();
    return calls;
}

START_TEST(calls_of_users_functions_grow_as_the_isles_do)
{
    const double few = (double)calls_of(50) / 50;

    ck_assert_double_eq_tol((double)calls_of(400) / 400, few, few / 10);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: isles");
    TCase *tc = tcase_create("all");

    kinds = "0123456";
    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, many_isles_have_the_bits_of_as_many_single_runs);
    tcase_add_test(tc, impulses_of_a_step_are_those_of_all_its_events);
    tcase_add_test(tc,
                   few_isles_have_steps_that_end_at_events_unless_asked_not_to);
    tcase_add_test(tc, an_impact_moves_no_body_that_it_does_not_meet);
    tcase_add_test(tc,
                   events_of_one_instant_have_the_order_of_kinds_and_contacts);
    tcase_add_test(tc, impacts_of_one_instant_are_told_in_the_order_they_come);
    tcase_add_test(tc, checkpoints_go_on_with_the_same_bits);
    tcase_add_test(tc, a_step_in_which_one_of_them_fails_is_none);
    tcase_add_test(tc, a_step_allocates_nothing_for_its_events);
    tcase_add_test(tc, the_energy_balance_of_all_closes);
    tcase_add_test(tc, calls_of_users_functions_grow_as_the_isles_do);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
