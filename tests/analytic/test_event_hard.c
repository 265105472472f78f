/* test_event_hard.c - the event-driven simulation where it is hard: events at the start,
 * on the grid, at once, hardly at all, too many; reruns and restarts; what it refuses
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

#include <float.h>

/* ---- when -------------------------------------------------------------------------- */

START_TEST(an_impact_at_the_start_is_the_first_step)
{
    zn_ds *ds = bouncing_ball(0, -1, 0.5);

    event_driven(0, 0.25, 1);
    MUST(zn_simulation_step(sim));
    ck_assert_double_eq(zn_simulation_time(sim), 0);
    CLOSE(v_of(ds, 0), 0.5, 1e-15);
    CLOSE(zn_simulation_p(sim, ds)[0], 1.5, 1e-15);
    MUST(zn_simulation_step(sim));
    ck_assert_double_eq(event_at(ZN_EVENT_IMPACT, 0)->t, 0);
    CLOSE(zn_simulation_time(sim), 1 / grav, 1e-14);
}
END_TEST

/* Dropped from g/2 the ball hits at t = 1, an instant of the grid; with T = 1 what
 * happens there still happens. */
START_TEST(an_event_may_be_an_instant_of_the_grid)
{
    static const double end[] = {1, 2};

    for (int i = 0; i < 2; i++) {
        zn_ds *ds = bouncing_ball(grav / 2, 0, 0.5);
        event_driven(0, 0.25, end[i]);
        MUST(zn_simulation_run(sim));
        ck_assert_double_eq(zn_simulation_time(sim), end[i]);
        CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, 1, 1e-14);
        /* up with g / 2, and down again after one second */
        CLOSE(fabs(v_of(ds, 0)), i ? grav / 4 : grav / 2, 1e-12);
        scene_again();
    }
}
END_TEST

/* One ball rests, another is dropped on its floor from g/2 and hits at T = 1: one row, with
 * the impulse g T of who rests and the percussion (1 + e) g of who hits, on both grids. */
START_TEST(a_last_row_has_what_acted_up_to_it)
{
    static const double h[] = {1, 0.25};
    const double one = 1, e = 0.5;

    for (int i = 0; i < 2; i++) {
        zn_ds *rests = point_mass("rests", 1, 0, 0, -grav);
        zn_ds *falls = point_mass("falls", 1, grav / 2, 0, -grav);
        zn_interaction *a =
            join("a", newton(e), 1, 1, &one, NULL, rests, NULL);
        zn_interaction *b =
            join("b", newton(e), 1, 1, &one, NULL, falls, NULL);
        event_driven(0, h[i], 1);
        MUST(zn_simulation_run(sim));
        CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, 1, 1e-14);
        CLOSE(zn_simulation_p(sim, rests)[0], grav * h[i], 1e-11);
        CLOSE(zn_simulation_lambda(sim, a, 1)[0], grav * h[i], 1e-11);
        CLOSE(zn_simulation_p(sim, falls)[0], (1 + e) * grav, 1e-11);
        CLOSE(zn_simulation_lambda(sim, b, 1)[0], (1 + e) * grav, 1e-11);
        scene_again();
    }
}
END_TEST

/* Steps of the grid longer than the whole motion: nobody falls through the floor. */
START_TEST(a_coarse_grid_changes_nothing)
{
    zn_ds *ds = bouncing_ball(1, 0, 0.5);

    event_driven(0, 100, 100);
    MUST(zn_simulation_run(sim));
    CLOSE(event_at(ZN_EVENT_ACCUMULATION, 0)->limit, 3 * sqrt(2 / grav), 1e-12);
    CLOSE(q_of(ds, 0), 0, 1e-13);
}
END_TEST

/* ---- hardly ------------------------------------------------------------------------- */

/* q = cos t comes down to -1; the wall is at -1 + depth. */
static zn_ds *oscillator(double depth)
{
    const double m = 1, k = 1, q0 = 1, v0 = 0, one = 1, b = 1 - depth;
    zn_ds *ds = linear_system("mass", 1, &m, NULL, &k, &q0, &v0, NULL);

    join("wall", newton(0.5), 1, 1, &one, &b, ds, NULL);
    return ds;
}

/* The motion is known to some 2e-12 with rtol = 1e-12: it may be so deep in the wall, which it meets
 * with sqrt(2 depth) and leaves with (1 + e) of that less. Steps that the grid cuts are exact to
 * rounding. */
START_TEST(a_grazing_contact_leaves_the_motion_as_it_is)
{
    static const double depth[] = {0, 1e-15, -1e-15, -1e-12};
    const double known[] = {1.5 * sqrt(2 * 2e-12), 1e-7};

    for (int i = 0; i < 8; i++) {
        zn_ds *ds = oscillator(depth[i / 2]);
        event_driven(0, 0.1, 10);
        MUST(zn_simulation_set(sim, "instants", i % 2 ? "stop" : "dense"));
        MUST(zn_simulation_run(sim));
        CLOSE(q_of(ds, 0), cos(10), known[i % 2]);
        scene_again();
    }
}
END_TEST

/* Through the wall by 1e-9 for 9e-5 s, with a grid of 0.5: the velocity there is
 * u = sin(acos(1 - 1e-9)). An error d of the position is one of d/u of the velocity: for 1e-8 it
 * has to be 4e-13, less than a relative tolerance of 1e-12 gives. */
START_TEST(a_shallow_impact_is_found)
{
    const double depth = 1e-9, u = sqrt(depth * (2 - depth));

    oscillator(depth);
    event_driven(0, 0.5, 5);
    MUST(zn_simulation_set_real(sim, "rtol", 1e-13));
    MUST(zn_simulation_set_real(sim, "atol", 1e-14));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(event_count(ZN_EVENT_IMPACT), 1);
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, M_PI - u, 1e-8);
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->before, -u, 1e-8);
}
END_TEST

/* ---- at once ------------------------------------------------------------------------- */

static void waning(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz;
    f[0] = z[0] * z[0] - (t - 1) * (t - 1);
}

/* The force on a mass on the floor wanes to d^2 above zero: with tau from 1 - d on
 *     y'' = 2 d tau - tau^2,   y = d tau^3/3 - tau^4/12,
 * it is back at tau = 4 d with -16/3 d^3. With d = 0 the force of the contact touches zero and
 * is there again; with d = 10^-4 it is away by 10^-16 m. */
START_TEST(a_force_wanes_for_a_moment)
{
    static const double d[] = {0.05, 1e-4, 0};

    for (int i = 0; i < 3; i++) {
        const double q0 = 0, one = 1;
        zn_interaction *at;
        zn_ds *ds;
        MUST(zn_ds_new(ctx, "lagrangian-linear", "mass", 1, &q0, &q0, &ds));
        MUST(zn_ds_set_constant(ds, "mass", 1, 1, &one));
        MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)waning));
        MUST(zn_ds_set_z(ds, 1, &d[i]));
        MUST(zn_model_add_ds(model, ds));
        at = join("floor", newton(0), 1, 1, &one, NULL, ds, NULL);
        event_driven(0, 0.1, 2);
        MUST(zn_simulation_run(sim));
        if (i == 0) {
            CLOSE(event_at(ZN_EVENT_OPEN, 0)->t, 1 - d[i], 1e-11);
            CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, 1 + 3 * d[i], 1e-8);
            CLOSE(event_at(ZN_EVENT_IMPACT, 0)->before, -16 * pow(d[i], 3) / 3,
                  1e-9);
        }
        CLOSE(q_of(ds, 0), 0, 1e-11);
        CLOSE(v_of(ds, 0), 0, 1e-11);
        CLOSE(zn_simulation_lambda(sim, at, ZN_LEVEL_ACCELERATION)[0],
              1 - d[i] * d[i], 1e-12);
        scene_again();
    }
}
END_TEST

/* z: the force (N) */
static void pulled(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz;
    f[0] = z[0];
}

static zn_status pull_up(void *user, zn_simulation *s)
{
    double *z = zn_ds_z(user, NULL);

    (void)s;
    z[0] = -z[0];
    return ZN_OK;
}

/* The force on a mass at rest changes its sign at t = 1 and back d later: it leaves,
 * and is there again (1 + sqrt 2) d after that. */
START_TEST(a_contact_is_lost_by_a_switch_of_force)
{
    static const double length[] = {0.5, 1e-3, 1e-6};

    for (int i = 0; i < 3; i++) {
        const double q0 = 0, d = length[i], one = 1, down = -1;
        const double at[] = {1, 1 + d};
        zn_ds *ds;
        MUST(zn_ds_new(ctx, "lagrangian-linear", "mass", 1, &q0, &q0, &ds));
        MUST(zn_ds_set_constant(ds, "mass", 1, 1, &one));
        MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)pulled));
        MUST(zn_ds_set_z(ds, 1, &down));
        MUST(zn_model_add_ds(model, ds));
        join("floor", newton(0), 1, 1, &one, NULL, ds, NULL);
        event_driven(0, 0.1, 3);
        MUST(zn_simulation_at(sim, 2, at, pull_up, ds, NULL));
        MUST(zn_simulation_run(sim));
        ck_assert_int_eq(event_count(ZN_EVENT_OPEN), 1);
        ck_assert_double_eq(event_at(ZN_EVENT_OPEN, 0)->t, 1);
        CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, 1 + d * (2 + M_SQRT2), 1e-11);
        CLOSE(q_of(ds, 0), 0, 1e-12);
        ck_assert_int_eq(event_count(ZN_EVENT_CLOSE), 2); /* the first at t0 */
        scene_again();
    }
}
END_TEST

/* Four legs, three of which determine the motion: a plate on them stays at rest. */
START_TEST(a_contact_too_many_does_no_harm)
{
    const double M[] = {1, 0, 0, 0, 0.1, 0, 0, 0, 0.1}, q0[3] = {0},
                 f[] = {-10, 1, 0.5};
    const double C[12] = {1, 1, 1, 1, 1, -1, -1, 1, 1, 1, -1, -1};
    zn_ds *ds = linear_system("plate", 3, M, NULL, NULL, q0, q0, f);
    zn_interaction *a = join("legs", newton(0.5), 4, 3, C, NULL, ds, NULL);
    double sum = 0;

    event_driven(0, 0.1, 1);
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 4; i++) {
        sum += zn_simulation_lambda(sim, a, 2)[i];
        ck_assert_double_ge(zn_simulation_lambda(sim, a, 2)[i], 0);
        CLOSE(q_of(ds, i % 3), 0, 1e-13);
    }
    CLOSE(sum, 10, 1e-12);
}
END_TEST

/* ---- too many ------------------------------------------------------------------------- */

START_TEST(too_many_events_stop_the_run_or_are_stepped_over)
{
    zn_run_info run;
    zn_ds *ds = bouncing_ball(1, 0, 0.9);

    event_driven(0, 10, 10);
    MUST(zn_simulation_set_real(sim, "max_events", 20));
    MUST(zn_simulation_init(sim));
    for (zn_status st = ZN_OK; !st;) {
        const zn_state *x = zn_simulation_state(sim);
        const double was[] = {x->t, x->q[0], x->v[0], x->p[0], x->lambda[1][0]};
        st = zn_simulation_step(sim);
        if (!st)
            continue;
        REFUSED(st, ZN_UNSOLVED, "more than 20 events");
        const double is[] = {x->t, x->q[0], x->v[0], x->p[0], x->lambda[1][0]};
        ck_assert(was[3] > 0 && memcmp(is, was, sizeof was) == 0);
    }
    ck_assert_int_eq(event_count(ZN_EVENT_IMPACT), 21);
    scene_again();
    ds = bouncing_ball(1, 0, 0.9);
    event_driven(0, 0.02, 12);
    MUST(zn_simulation_set_real(sim, "max_events", 3));
    MUST(zn_simulation_set(sim, "on_many", "step"));
    MUST(zn_simulation_run(sim));
    ck_assert_double_lt(fabs(q_of(ds, 0)), 0.05);
    /* and it is told that there were steps that nobody has checked */
    zn_simulation_run_info(sim, &run);
    ck_assert_int_ge(run.forced, 1);
}
END_TEST

/* ---- again ------------------------------------------------------------------------------ */

static told whole;

/* Rerun: the same bits. From the checkpoint of every step, between the two sides of an
 * impact too: the same bits in the state and in the events from there on. */
START_TEST(reruns_and_restarts_have_the_same_bits)
{
    enum { STEPS = 500 };
    static void *saved[STEPS];
    static size_t size[STEPS];
    static int seen[STEPS];
    double end[2] = {0};
    int n = 0;
    zn_ds *ds = bouncing_ball(1, 0, 0.7);

    event_driven(0, 0.03, 3);
    MUST(zn_simulation_init(sim));
    for (zn_status st = ZN_OK; st == ZN_OK; n++) {
        ck_assert_int_lt(n, STEPS);
        seen[n] = events.n;
        MUST(zn_checkpoint_to_memory(sim, &saved[n], &size[n]));
        st = zn_simulation_step(sim);
    }
    whole = events;
    end[0] = q_of(ds, 0);
    end[1] = v_of(ds, 0);
    for (int k = 0; k < n; k++) {
        events.n = 0;
        MUST(zn_checkpoint_from_memory(sim, saved[k], size[k]));
        MUST(zn_simulation_run(sim));
        ck_assert(q_of(ds, 0) == end[0] && v_of(ds, 0) == end[1]);
        ck_assert_int_eq(events.n, whole.n - seen[k]);
        for (int i = 0; i < events.n; i++)
            ck_assert_msg(events.at[i].t == whole.at[seen[k] + i].t &&
                              events.at[i].value ==
                                  whole.at[seen[k] + i].value &&
                              events.at[i].what == whole.at[seen[k] + i].what,
                          "from step %d: event %d", k, i);
        zn_free_array(ctx, saved[k]);
    }
}
END_TEST

/* ---- stiff parts ------------------------------------------------------------------------- */

START_TEST(a_stiff_part_does_not_set_the_step)
{
    const zn_index steps = stiff_part("radau", "1e-10", "1e-11", 1e-11, 1e-8);

    ck_assert_int_lt(steps, 1000); /* of 500 000 */
}
END_TEST

/* ---- many of them -------------------------------------------------------------------------- */

typedef struct count {
    zn_index n;
    double worst, last; /* of instants, relatively; the last rate */
} count;

/* e = 1 from height 1: impact k is at (2 k + 1) sqrt(2/g). */
static void note_count(void *user, const zn_event_record *r)
{
    count *c = user;
    const double t = (double)(2 * c->n + 1) * sqrt(2 / grav);

    ck_assert_int_eq(r->what, ZN_EVENT_IMPACT);
    c->worst = fmax(c->worst, fabs(r->t / t - 1));
    c->last = r->after;
    c->n++;
}

/* The instant of an impact is rounded, up, and with it what comes after: by a unit of its
 * last place at most, most of which cancels. The energy stays. */
START_TEST(a_million_impacts_keep_time_and_energy)
{
    if (test_is_slowed())
        return;
    const zn_index n = 1000000;
    const double T = 2 * (double)n * sqrt(2 / grav);
    count c = {0};

    bouncing_ball(1, 0, 1);
    event_driven(0, T / 100, T);
    MUST(zn_simulation_set(sim, "max_events", "1000000"));
    MUST(zn_simulation_on_event(sim, note_count, &c));
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(c.n, n);
    ck_assert_double_lt(c.worst, DBL_EPSILON * (double)n / 4);
    CLOSE(c.last / sqrt(2 * grav), 1, 1e-10);
}
END_TEST

enum { BEADS = 30 };

static void ignore(void *user, const zn_event_record *r)
{
    (void)user, (void)r;
}

/* Thirty beads fall one after the other on the floor and on each other, with e = 0.9: some
 * 10^4 impacts, many at once or in flights lower than rounding. The upper ones are thrown up by
 * the others and still bounce after 2 s, as in a program that goes from impact to impact of two
 * with e = 1 between those nearer than 1e-5 s. Then they rest, and each contact bears what is
 * above it. */
START_TEST(a_column_of_beads_comes_to_rest)
{
    static const double R = 0.1, m = 1;
    zn_interaction *under[BEADS];
    zn_ds *bead[BEADS] = {NULL};

    for (int k = 0; k < BEADS; k++) {
        const double C[2] = {k ? -1 : 1, 1}, gap = k ? -2 * R : -R;
        char name[16];
        snprintf(name, sizeof name, "bead%d", k);
        bead[k] = point_mass(name, m, 1 + 0.25 * k, 0, -m * grav);
        snprintf(name, sizeof name, "under%d", k);
        under[k] = join(name, newton(0.9), 1, k ? 2 : 1, C, &gap,
                        k ? bead[k - 1] : bead[k], k ? bead[k] : NULL);
    }
    event_driven(0, 0.05, 6);
    MUST(zn_simulation_set(sim, "max_events", "1000000"));
    MUST(zn_simulation_on_event(sim, ignore, NULL));
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < BEADS; k++) {
        CLOSE(q_of(bead[k], 0), R + 2 * R * k, 1e-10);
        CLOSE(v_of(bead[k], 0), 0, 1e-10);
        CLOSE(zn_simulation_lambda(sim, under[k], 2)[0], (BEADS - k) * m * grav,
              1e-8);
    }
}
END_TEST

static void count_drop(void *user)
{
    ++*(int *)user;
}

START_TEST(data_of_who_is_told_are_dropped_once)
{
    int drops[3] = {0};

    point_mass("ball", 1, 1, 0, -grav);
    event_driven(0, 0.1, 1);
    MUST(zn_simulation_on_event_owned(sim, ignore, &drops[0], count_drop));
    MUST(zn_simulation_on_event_owned(sim, ignore, &drops[1], count_drop));
    ck_assert(drops[0] == 1 && drops[1] == 0);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(drops[1], 0);
    zn_simulation_free(sim);
    ck_assert(drops[0] == 1 && drops[1] == 1);

    /* who is refused keeps them */
    MUST(zn_simulation_new(model, &sim));
    REFUSED(zn_simulation_on_event_owned(sim, ignore, &drops[2], count_drop),
            ZN_ENOTSUP, "knows no events");
    zn_simulation_free(sim);
    sim = NULL;
    ck_assert_int_eq(drops[2], 0);
}
END_TEST

/* ---- what it does not take ---------------------------------------------------------------- */

static zn_status start(void)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.1, 1));
    return zn_simulation_init(sim);
}

/* A law of a plugin: y = 0 in its first row, a contact in the second. */
static zn_index two(const void *state)
{
    (void)state;
    return 2;
}

static bool rail_and_stop(const void *state, zn_index k, zn_cone *out)
{
    (void)state;
    *out = (zn_cone){.set = k ? zn_set_orthant() : zn_set_zero(), .size = 1};
    return k < 2;
}

static bool admits(const void *state, const double param[], const double y[],
                   const double lambda[], double tol)
{
    (void)state, (void)param, (void)lambda;
    return fabs(y[0]) <= tol && y[1] >= -tol;
}

static const zn_law_type slide_law = {.type = {.size = sizeof slide_law,
                                               .kind = ZN_KIND_LAW,
                                               .name = "rail-and-stop",
                                               .summary = "y1 = 0, y2 >= 0",
                                               .state_size = 8},
                                      .levels = ZN_LAW_VELOCITY,
                                      .families = 1u << ZN_SECOND_ORDER,
                                      .size = two,
                                      .cone = rail_and_stop,
                                      .admissible = admits};
static const zn_type *const slide_types[] = {&slide_law.type, NULL};
static const zn_plugin slides = {.size = sizeof slides,
                                 .major = ZN_PLUGIN_MAJOR,
                                 .minor = ZN_PLUGIN_MINOR,
                                 .build = ZN_PLUGIN_BUILD,
                                 .name = "slides",
                                 .version = "1",
                                 .license = "Apache-2.0",
                                 .types = slide_types};

/* Copies of laws are active as a whole: the open row would be held as the other one is. */
START_TEST(rows_of_several_kinds_in_one_law_are_refused)
{
    const double M[4] = {1, 0, 0, 1}, C[4] = {1, 0, 0, 1}, q0[2] = {0, 1};
    zn_law *law;
    zn_ds *ds;

    MUST(zn_kernel_register(ctx));
    MUST(zn_plugin_add(ctx, &slides));
    ds = linear_system("slide", 2, M, NULL, NULL, q0, (double[2]){0, 0},
                       (double[2]){0, -grav});
    MUST(zn_law_new(ctx, "rail-and-stop", &law));
    join("slide", law, 2, 2, C, NULL, ds, NULL);
    REFUSED(start(), ZN_ENOTSUP, "rows of several kinds");
    ck_assert_ptr_nonnull(
        strstr(zn_errmsg(ctx), "make an interaction of each of them"));
}
END_TEST

START_TEST(what_it_does_not_take_it_refuses_with_words)
{
    const double one = 1, D = 1e-3;
    const zn_index first = 0;
    zn_relation *r;
    zn_interaction *a;
    zn_law *law;
    zn_ds *ds = point_mass("ball", 1, 1, 0, -grav);

    MUST(zn_relation_new(ctx, "linear", "spring", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "D", 1, 1, &D));
    MUST(zn_model_connect(model, "soft", complementarity(1), r, ds, NULL, &a));
    REFUSED(start(), ZN_ENOTSUP, "without impacts and events");
    ck_assert_ptr_nonnull(
        strstr(zn_errmsg(ctx), "take simulation 'time-stepping'"));
    scene_again();

    ds = point_mass("ball", 1, 1, 0, -grav);
    MUST(zn_law_rolling_friction(ctx, 5, 0.5, 0.3, 0.01, &law));
    join("rough", law, 5, 1, (double[]){1, 0, 0, 0, 0}, NULL, ds, NULL);
    REFUSED(start(), ZN_ENOTSUP, "with constant friction, of equalities");
    scene_again();

    ds = point_mass("ball", 1, 1, 0, -grav);
    MUST(zn_ds_prescribe(ds, 1, &first, &one));
    REFUSED(start(), ZN_ENOTSUP, "prescribed velocities");
    scene_again();

    point_mass("ball", 1, 1, 0, -grav);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    REFUSED(zn_simulation_on_event(sim, note_event, NULL), ZN_ENOTSUP,
            "knows no events");
    REFUSED(zn_simulation_set(sim, "max_events", "3"), ZN_ENOENT, "max_events");
}
END_TEST

/* A ball goes up from 1e-15 below the floor, as rounding leaves one that was thrown: until 1e-11 s
 * its guard says that it is hit. A second one is lifted off its floor before that. */
static void lift(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = t / 2e-12 - 1;
}

START_TEST(what_is_not_up_yet_does_not_hide_what_comes_before)
{
    const double one = 1;
    zn_ds *up = point_mass("up", 1, -1e-15, 1e-4, -grav);
    zn_ds *lifted = point_mass("lifted", 1, 0, 0, 0);

    MUST(zn_ds_set_function(lifted, "f_ext", (zn_fn *)lift));
    join("thrown", newton(0.5), 1, 1, &one, NULL, up, NULL);
    join("lifted", newton(0.5), 1, 1, &one, NULL, lifted, NULL);
    event_driven(0, 1e-11, 2e-11);
    MUST(zn_simulation_run(sim));
    ck_assert_int_eq(event_count(ZN_EVENT_OPEN), 1);
    CLOSE(event_at(ZN_EVENT_OPEN, 0)->t, 2e-12, 1e-20);
    ck_assert_int_eq(event_count(ZN_EVENT_IMPACT), 0);
    CLOSE(q_of(up, 0), 1e-4 * 2e-11 - 1e-15, 1e-17);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven, hard cases");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(t, an_impact_at_the_start_is_the_first_step);
    tcase_add_test(t, an_event_may_be_an_instant_of_the_grid);
    tcase_add_test(t, a_last_row_has_what_acted_up_to_it);
    tcase_add_test(t, a_coarse_grid_changes_nothing);
    tcase_add_test(t, a_grazing_contact_leaves_the_motion_as_it_is);
    tcase_add_test(t, a_shallow_impact_is_found);
    tcase_add_test(t, a_contact_is_lost_by_a_switch_of_force);
    tcase_add_test(t, a_force_wanes_for_a_moment);
    tcase_add_test(t, a_contact_too_many_does_no_harm);
    tcase_add_test(t, too_many_events_stop_the_run_or_are_stepped_over);
    tcase_add_test(t, reruns_and_restarts_have_the_same_bits);
    tcase_add_test(t, a_stiff_part_does_not_set_the_step);
    tcase_add_test(t, a_million_impacts_keep_time_and_energy);
    tcase_add_test(t, a_column_of_beads_comes_to_rest);
    tcase_add_test(t, data_of_who_is_told_are_dropped_once);
    tcase_add_test(t, rows_of_several_kinds_in_one_law_are_refused);
    tcase_add_test(t, what_it_does_not_take_it_refuses_with_words);
    tcase_add_test(t, what_is_not_up_yet_does_not_hide_what_comes_before);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
