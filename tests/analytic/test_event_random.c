/* test_event_random.c - random chains of masses from event to event: motions must not depend on the
 * order in which the model is written down, on the grid, on the integrator, or on a restart
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/event_ways.h"

enum { MOST = 5 };

/* What a mass of a chain may have besides its neighbours. */
enum { STOP = 1, RUBS = 2, DRIVEN = 4, SPRING = 8, ALL = 15 };

typedef struct mass {
    double m, q, v, f, k, e, mu, left;
    int has;
} mass;

typedef struct chain {
    int n;
    mass at[MOST];
} chain;

static chain random_chain(uint64_t seed)
{
    chain c = {0};

    for (int i = 0; i < 5; i++)
        between(&seed, 0, 1);
    c.n = 1 + (int)between(&seed, 0, MOST);
    for (int i = 0; i < c.n; i++)
        c.at[i] = (mass){.m = between(&seed, 0.5, 3),
                         .q = i + between(&seed, 0.1, 0.8),
                         .v = between(&seed, -2, 2),
                         .f = between(&seed, -3, 3),
                         .k = between(&seed, 1, 20),
                         .e = between(&seed, 0, 0.9),
                         .mu = between(&seed, 0.1, 2),
                         .left = i - between(&seed, 0, 0.5),
                         .has = (int)between(&seed, 0, ALL + 1)};
    return c;
}

/* A force with kinks. */
static void drive(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = 5 * fabs(sin(3 * t + 1)) - 2;
}

static zn_ds *add_mass(const mass *o, int i)
{
    zn_ds *ds = linear_system(called("mass", i), 1, &o->m, NULL,
                              o->has & SPRING ? &o->k : NULL, &o->q, &o->v,
                              o->has & DRIVEN ? NULL : &o->f);
    if (o->has & DRIVEN)
        MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)drive));
    return ds;
}

/* Stops, belts, and neighbours that keep a distance of 1/4; from the last one on if `back`. */
static void build(const chain *c, zn_ds *ds[], bool back)
{
    const double one = 1, pair[2] = {-1, 1}, apart = -0.25;

    for (int j = 0; j < c->n; j++) {
        const int i = back ? c->n - 1 - j : j;
        ds[i] = add_mass(&c->at[i], i);
    }
    for (int j = 0; j < c->n; j++) {
        const int i = back ? c->n - 1 - j : j;
        const mass *o = &c->at[i];
        const double b = -o->left;
        if (o->has & STOP)
            join(called("stop", i), newton(o->e), 1, 1, &one, &b, ds[i], NULL);
        if (o->has & RUBS)
            join(called("belt", i), dry(o->mu), 1, 1, &one, NULL, ds[i], NULL);
        if (i > 0)
            join(called("pair", i), newton(o->e), 1, 2, pair, &apart, ds[i - 1],
                 ds[i]);
    }
}

static const double T = 1.5;

/* Positions at T. */
static void motion(const chain *c, const way *w, double q[])
{
    zn_ds *ds[MOST];

    scene_again();
    build(c, ds, w->back);
    event_driven(0, w->h, T);
    MUST(run_this_way(w, T));
    for (int i = 0; i < c->n; i++)
        q[i] = q_of(ds[i], 0);
}

static void moves_alike(uint64_t seed)
{
    const chain c = random_chain(seed);
    double q[MOST], other[MOST];

    motion(&c, &ways[0], q);
    for (int k = 1; k < WAYS; k++) {
        motion(&c, &ways[k], other);
        ck_assert_msg(farthest(c.n, q, other) < 1e-8,
                      "seed %d, '%s': %g apart", (int)seed, ways[k].name,
                      farthest(c.n, q, other));
    }
}

/* Up to some hundred impacts multiply the errors of instants, 1e-13 s, by a thousand at most here. */
START_TEST(chains_move_alike_however_they_are_written_and_run)
{
    for (uint64_t seed = 1; seed <= 60; seed++)
        moves_alike(seed);
}
END_TEST

/* Of 1500 chains, those where contacts opened as their forces came to zero, and roundings of gaps that
 * had not risen yet were taken for impacts: without end, or ten thousand times. */
START_TEST(what_opens_slowly_has_opened)
{
    static const uint64_t seeds[] = {690, 876, 1041, 1058, 1073, 1258, 1469};

    for (size_t k = 0; k < sizeof seeds / sizeof *seeds; k++)
        moves_alike(seeds[k]);
}
END_TEST

/* Of 1100, those that stopped: of two contacts thrown up from gaps that rounding has at zero each hid
 * behind the other that it had been hit there, or one that goes too slowly to change the last place of its
 * gap in the time between two numbers was hit at each of these. */
START_TEST(what_rounding_has_at_zero_is_thrown_up_once)
{
    static const uint64_t seeds[] = {411, 426, 741, 996};

    for (size_t k = 0; k < sizeof seeds / sizeof *seeds; k++)
        moves_alike(seeds[k]);
}
END_TEST

/* Of 1500, those in which belts let go for half a millisecond, as a force turns round: half-explicit steps that went over
 * all of that had the belt stick again at once, without end. */
START_TEST(what_slides_for_a_moment_begins_to_slide)
{
    static const uint64_t seeds[] = {1608, 2101};

    for (size_t k = 0; k < sizeof seeds / sizeof *seeds; k++)
        moves_alike(seeds[k]);
}
END_TEST

/* A mass on a floor is pulled with all but its weight, or with a little more for a moment. */
static struct {
    double more, rate;
} pull;

static void pulled(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)nz, (void)z;
    f[0] = (1 + pull.more) * sin(pull.rate * t) - 1;
    if (n > 1)
        f[1] = 0.1;
}

static void pull_up(const char *ode, bool friction)
{
    const double M[4] = {1, 0, 0, 1}, zero[2] = {0, 0};
    const zn_index n = friction ? 2 : 1;
    zn_law *law = NULL;
    zn_ds *ds;

    scene_again();
    ds = linear_system("mass", n, M, NULL, NULL, zero, zero, NULL);
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)pulled));
    if (friction)
        MUST(zn_law_friction(ctx, 2, 0.3, 0, 0.5, &law));
    join("floor", friction ? law : newton(0.3), n, n, M, NULL, ds, NULL);
    event_driven(0, 0.1 / pull.rate, 3.5 / pull.rate);
    MUST(zn_simulation_set(sim, "ode", ode));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(zn_simulation_state(sim)->active[0], 1);
    CLOSE(q_of(ds, 0), 0, 1e-10);
    /* two, and what accumulates after a flight that is one */
    ck_assert_int_le(event_count(ZN_EVENT_OPEN), 2);
    ck_assert_int_le(event_count(ZN_EVENT_CLOSE), 3);
}

/* Of the height of that moment, more^2/rate^2, nothing is left in the values of a step that goes far
 * beyond it: its root was at its start, where the contact closed, and opened again, without end. */
START_TEST(what_opens_for_a_moment_closes)
{
    static const char *const ode[] = {"dormand-prince", "dormand-prince-853",
                                      "radau"};

    for (int k = 0; k < 6; k++)
        for (pull.more = 1e-14; pull.more < 0.1; pull.more *= 10)
            for (pull.rate = 1; pull.rate < 200; pull.rate *= 10)
                pull_up(ode[k / 2], k % 2);
}
END_TEST

static void weight(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    f[0] = -grav;
}

/* Two masses that keep a distance they are far from: one rises from the floor, the other falls on it. */
static void rise_and_fall(const char *ode, double u, double high)
{
    const double one = 1, none = 0, pair[2] = {-1, 1}, far = 10;
    const double fall = sqrt(2 * high / grav);
    zn_ds *ds[2];

    scene_again();
    ds[0] = linear_system("rises", 1, &one, NULL, NULL, &none, &u, NULL);
    ds[1] = linear_system("falls", 1, &one, NULL, NULL, &high, &none, NULL);
    for (int i = 0; i < 2; i++) {
        MUST(zn_ds_set_function(ds[i], "f_ext", (zn_fn *)weight));
        join(called("floor", i), newton(0), 1, 1, &one, NULL, ds[i], NULL);
    }
    join("pair", newton(0), 1, 2, pair, &far, ds[0], ds[1]);
    event_driven(0, 0.1, 0.1);
    MUST(zn_simulation_set(sim, "ode", ode));
    MUST(zn_simulation_run(sim));
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, 2 * u / grav, 1e-11);
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->before, -u, 1e-11);
    CLOSE(event_at(ZN_EVENT_IMPACT, 1)->t, fall, 1e-11);
    ck_assert_int_eq(event_count(ZN_EVENT_IMPACT), 2);
}

/* A flight that ends before the first sample of a step has its contact on no side in it, and below at the
 * root of the other: it hit together with that, from inside of the floor. */
START_TEST(what_rises_lower_than_samples_see_is_not_gone_at_the_next_event)
{
    static const char *const ode[] = {"auto", "dormand-prince",
                                      "dormand-prince-853", "radau",
                                      "half-explicit"};

    for (double high = 1e-2; high > 1e-4; high /= 3)
        for (double u = 1e-2; u > 5e-5; u /= 10)
            rise_and_fall(ode[_i], u, high);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: random chains");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, chains_move_alike_however_they_are_written_and_run);
    tcase_add_test(tc, what_opens_slowly_has_opened);
    tcase_add_test(tc, what_rounding_has_at_zero_is_thrown_up_once);
    tcase_add_test(tc, what_slides_for_a_moment_begins_to_slide);
    tcase_add_test(tc, what_opens_for_a_moment_closes);
    tcase_add_loop_test(
        tc, what_rises_lower_than_samples_see_is_not_gone_at_the_next_event, 0,
        5);
    tcase_set_timeout(tc, 120);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
