/* test_conform_simulations.c - every class of simulations keeps what
 * zeno/simulation_kind.h and zeno/simulation.h say
 *
 * A ball bounces on a floor beside a driven oscillator; what is claimed is about time and
 * bits, whatever steps a class chooses.
 * SPDX-License-Identifier: Apache-2.0 */
#include "conform.h"

#define AND(st, call) ((st) ? (st) : (call))

typedef struct specimen {
    const char *cls;
    const char *options; /* of the class, or NULL */
    const char *osi;     /* integrator, or NULL */
} specimen;

static const specimen specimens[] = {
    {"time-stepping", NULL, "moreau-jean"},
    {"time-stepping", "step=error rtol=1e-4", "moreau-jean"},
    {"time-stepping", "on_solver_failure=shorten", "schatzman-paoli"},
    {"substeps", "n=3", "moreau-jean"},
    {"event-driven", NULL, "moreau-jean"},
};

static const char *class_of(zn_index i)
{
    return i < CONFORM_COUNT(specimens) ? specimens[i].cls : NULL;
}

static zn_ctx *ctx;
static zn_model *model;
static zn_simulation *sim;
static zn_ds *ball, *swing;
static const specimen *spec;
static const char *who;

static void setup(void)
{
    ctx = conform_ctx();
}

static void leave(void)
{
    zn_simulation_free(sim);
    zn_model_free(model);
    sim = NULL;
    model = NULL;
}

static void teardown(void)
{
    leave();
    zn_ctx_free(ctx);
}

static void drive(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz;
    f[0] = sin(3 * t) + (nz ? z[0] : 0);
}

static zn_status scene(void)
{
    const double one = 1, stiff = 4, zero = 0, weight = -9.81;
    zn_relation *gap = NULL;
    zn_law *law = NULL;
    zn_status st = zn_model_new(ctx, &model);

    st = AND(
        st, zn_ds_new(ctx, "lagrangian-linear", "ball", 1, &one, &zero, &ball));
    st = AND(st, zn_ds_set_constant(ball, "mass", 1, 1, &one));
    st = AND(st, zn_ds_set_constant(ball, "f_ext", 1, 1, &weight));
    st = AND(st, zn_model_add_ds(model, ball));
    st = AND(st, zn_ds_new(ctx, "lagrangian-linear", "swing", 1, &zero, &one,
                           &swing));
    st = AND(st, zn_ds_set_constant(swing, "mass", 1, 1, &one));
    st = AND(st, zn_ds_set_constant(swing, "stiffness", 1, 1, &stiff));
    st = AND(st, zn_ds_set_function(swing, "f_ext", (zn_fn *)drive));
    st = AND(st, zn_ds_set_z(swing, 1, &zero));
    st = AND(st, zn_model_add_ds(model, swing));
    st = AND(st, zn_relation_new(ctx, "linear", "gap", 1, 1, &gap));
    st = AND(st, zn_relation_set_constant(gap, "C", 1, 1, &one));
    st = AND(st, zn_law_newton_impact(ctx, 0.5, &law));
    st = AND(st, zn_model_connect(model, "floor", law, gap, ball, NULL, NULL));
    return AND(st, zn_model_seal(model));
}

static void set_all(const char *options)
{
    char text[200], *rest = text, *word;

    snprintf(text, sizeof text, "%s", options ? options : "");
    while ((word = strtok_r(rest, " ", &rest))) {
        char *value = strchr(word, '=');
        *value = '\0';
        conform_ok(ctx, who, word, zn_simulation_set(sim, word, value + 1));
    }
}

/* the scene of specimen i, at t = 0; false: its class is of a plugin that is not
 * loaded */
static bool play(int i)
{
    const zn_type *t;
    static char name[100];

    spec = &specimens[i];
    snprintf(name, sizeof name, "simulation '%s' (%s)", spec->cls,
             spec->options ? spec->options : "-");
    who = name;
    leave();
    if (zn_type_find(ctx, ZN_KIND_SIMULATION, spec->cls, &t))
        return false;
    conform_ok(ctx, who, "a scene", scene());
    conform_ok(ctx, who, "itself",
               zn_simulation_new_class(model, spec->cls, &sim));
    ck_assert_str_eq(zn_simulation_class(sim)->type.name, spec->cls);
    set_all(spec->options);
    /* what is kept from step to step is made again, and compared, all the time */
    set_all("recompute=yes");
    if (spec->osi)
        conform_ok(ctx, who, "an integrator",
                   zn_simulation_use(sim, spec->osi, NULL, NULL));
    conform_ok(ctx, who, "times", zn_simulation_set_time(sim, 0, 0.01, 1.5));
    return true;
}

static void run(void)
{
    conform_ok(ctx, who, "run", zn_simulation_run(sim));
}

static void step(void)
{
    conform_ok(ctx, who, "step", zn_simulation_step(sim));
}

/* Everything that moves. */
typedef struct motion {
    double x[64];
    zn_index n;
} motion;

static void put(motion *m, zn_index n, const double x[])
{
    ck_assert(m->n + n <= 64);
    memcpy(m->x + m->n, x, (size_t)n * sizeof *x);
    m->n += n;
}

static motion look(void)
{
    const zn_state *s = zn_simulation_state(sim);
    motion m = {.n = 0};

    put(&m, 1, &s->t);
    put(&m, 1, &(double){(double)s->step});
    put(&m, s->nq, s->q);
    put(&m, s->nv, s->v);
    put(&m, s->nv, s->p);
    for (int k = 0; k < ZN_LEVELS; k++) {
        put(&m, s->ny, s->y[k]);
        put(&m, s->ny, s->lambda[k]);
    }
    put(&m, s->nm, s->m);
    return m;
}

static void compare(const char *what, const motion *a)
{
    const motion b = look();

    ck_assert_int_eq(a->n, b.n);
    conform_same(who, what, b.n, a->x, b.x);
}

/* ---- claims ------------------------------------------------------------------------ */

START_TEST(every_class_has_a_specimen)
{
    conform_covered(ZN_KIND_SIMULATION, class_of, "test_conform_simulations.c");
}
END_TEST

START_TEST(it_lands_on_any_instant)
{
    static const double at[] = {0.004, 0.01,          0.0123,
                                0.3,   0.30000000001, 1.2345};

    if (!play(_i))
        return;
    for (zn_index k = 0; k < CONFORM_COUNT(at); k++) {
        conform_ok(ctx, who, "advance", zn_simulation_advance_to(sim, at[k]));
        ck_assert_msg(zn_simulation_time(sim) == at[k],
                      "%s: lands on %.17g, not on %.17g", who,
                      zn_simulation_time(sim), at[k]);
    }
    ck_assert_int_eq(zn_simulation_advance_to(sim, 1), ZN_EINVAL);
    says(ctx, "advance");
    ck_assert(zn_simulation_time(sim) == 1.2345);
    run();
    ck_assert(zn_simulation_time(sim) == 1.5);
}
END_TEST

START_TEST(it_ends_at_T)
{
    double t = 0;

    if (!play(_i))
        return;
    conform_ok(ctx, who, "init", zn_simulation_init(sim));
    for (int stands = 0; !zn_simulation_done(sim);) {
        step();
        /* a jump may take no time */
        stands = zn_simulation_time(sim) == t ? stands + 1 : 0;
        ck_assert_msg(zn_simulation_time(sim) >= t && stands < 10,
                      "%s: time stands at %g, or goes back", who, t);
        t = zn_simulation_time(sim);
    }
    ck_assert(t == 1.5);
    const motion end = look();
    ck_assert_int_eq(zn_simulation_step(sim), ZN_END);
    compare("after a step at the end", &end);
    const zn_index count = zn_simulation_step_count(sim);
    ck_assert(count == -1 || count == zn_simulation_step_number(sim));
    /* the ball has bounced, and has not fallen through */
    ck_assert(zn_simulation_q(sim, ball)[0] > -0.05 &&
              zn_simulation_q(sim, ball)[0] < 0.5);
}
END_TEST

/* what `remaining` counts beforehand are the steps that come */
START_TEST(steps_that_are_announced_are_made)
{
    if (!play(_i))
        return;
    conform_ok(ctx, who, "init", zn_simulation_init(sim));
    const zn_index count = zn_simulation_step_count(sim);
    run();
    ck_assert_msg(count == -1 || count == zn_simulation_step_number(sim),
                  "%s: announces %td steps, makes %td", who, count,
                  zn_simulation_step_number(sim));
}
END_TEST

static zn_status stop_at(void *user, const zn_simulation *s)
{
    return zn_simulation_time(s) >= *(const double *)user ? ZN_STOPPED : ZN_OK;
}

START_TEST(an_observer_stops_it)
{
    double when = 0.35;

    if (!play(_i))
        return;
    conform_ok(ctx, who, "an observer",
               zn_simulation_observe(sim, stop_at, &when, NULL));
    ck_assert_int_eq(zn_simulation_run(sim), ZN_STOPPED);
    ck_assert(zn_simulation_time(sim) >= when);
    when = INFINITY;
    run();
    ck_assert(zn_simulation_time(sim) == 1.5);
}
END_TEST

START_TEST(it_goes_back_to_a_snapshot)
{
    zn_snapshot *shot;

    if (!play(_i))
        return;
    conform_ok(ctx, who, "a snapshot", zn_snapshot_new(sim, &shot));
    ck_assert_int_eq(zn_snapshot_restore(shot), ZN_ESTATE);
    for (int k = 0; k < 20; k++)
        step();
    conform_ok(ctx, who, "a snapshot", zn_snapshot_take(shot));
    const motion there = look();
    run();
    const motion end = look();
    conform_ok(ctx, who, "restore", zn_snapshot_restore(shot));
    compare("restored", &there);
    run();
    compare("after a snapshot", &end);
    zn_snapshot_free(shot);
}
END_TEST

static zn_status count_calls(void *user, const zn_simulation *s)
{
    (void)s;
    ++*(int *)user;
    return ZN_OK;
}

START_TEST(a_snapshot_of_the_start_shows_it_to_nobody)
{
    zn_snapshot *shot;
    int calls = 0;

    if (!play(_i))
        return;
    conform_ok(ctx, who, "an observer",
               zn_simulation_observe(sim, count_calls, &calls, NULL));
    conform_ok(ctx, who, "a snapshot", zn_snapshot_new(sim, &shot));
    conform_ok(ctx, who, "a snapshot", zn_snapshot_take(shot));
    ck_assert_int_eq(calls, 0);
    /* the start itself does, once */
    conform_ok(ctx, who, "start", zn_simulation_init(sim));
    conform_ok(ctx, who, "start", zn_simulation_init(sim));
    ck_assert_int_eq(calls, 1);
    zn_snapshot_free(shot);
}
END_TEST

START_TEST(it_begins_anew)
{
    if (!play(_i))
        return;
    run();
    const motion end = look();
    for (int k = 0; k < 2; k++) {
        conform_ok(ctx, who, "reset", zn_simulation_reset(sim));
        ck_assert(zn_simulation_time(sim) == 0);
        run();
        compare("after a reset", &end);
    }
    play(_i);
    run();
    compare("with new objects", &end);
}
END_TEST

START_TEST(a_checkpoint_goes_on_elsewhere)
{
    void *bytes = NULL;
    size_t size = 0;

    if (!play(_i))
        return;
    for (int k = 0; k < 20; k++)
        step();
    conform_ok(ctx, who, "a checkpoint",
               zn_checkpoint_to_memory(sim, &bytes, &size));
    run();
    const motion end = look();
    play(_i);
    conform_ok(ctx, who, "load", zn_checkpoint_from_memory(sim, bytes, size));
    run();
    compare("after a checkpoint", &end);
    zn_free_array(ctx, bytes);
}
END_TEST

/* ---- events ------------------------------------------------------------------------- */

typedef struct diary {
    double t[32];
    int n;
    bool write; /* a kick, and another force */
} diary;

static zn_status note(void *user, zn_simulation *s)
{
    diary *d = user;

    ck_assert_int_lt(d->n, 32);
    d->t[d->n++] = zn_simulation_time(s);
    if (!d->write)
        return ZN_OK;
    zn_simulation_state_rw(s)->v[zn_ds_v_offset(swing)] += 1;
    return zn_simulation_touched(s);
}

START_TEST(events_happen_at_their_instants)
{
    static const double at[] = {0.005, 0.1, 0.1234567, 0.45};
    diary given = {.n = 0}, clock = {.n = 0};

    if (!play(_i))
        return;
    conform_ok(ctx, who, "events",
               zn_simulation_at(sim, 4, at, note, &given, NULL));
    conform_ok(ctx, who, "a clock",
               zn_simulation_every(sim, 0.07, 0.3, note, &clock, NULL));
    run();
    ck_assert_int_eq(given.n, 4);
    ck_assert_int_eq(clock.n, 5);
    for (int k = 0; k < 5; k++) {
        const double tick = 0.07 + k * 0.3;
        /* an instant of the grid up to a millionth of h counts as that one */
        if (k < 4)
            ck_assert_msg(fabs(given.t[k] - at[k]) <= 1e-8,
                          "%s: event at %.17g", who, given.t[k]);
        ck_assert_msg(fabs(clock.t[k] - tick) <= 1e-8, "%s: tick at %.17g", who,
                      clock.t[k]);
    }
}
END_TEST

START_TEST(what_an_event_writes_is_in_the_next_step)
{
    static const double at[] = {0.5};
    diary kick = {.n = 0, .write = true};

    if (!play(_i))
        return;
    conform_ok(ctx, who, "to 0.5", zn_simulation_advance_to(sim, 0.5));
    conform_ok(ctx, who, "on", zn_simulation_advance_to(sim, 0.501));
    const double without = zn_simulation_v(sim, swing)[0];
    play(_i);
    conform_ok(ctx, who, "an event",
               zn_simulation_at(sim, 1, at, note, &kick, NULL));
    conform_ok(ctx, who, "to 0.501", zn_simulation_advance_to(sim, 0.501));
    ck_assert_int_eq(kick.n, 1);
    conform_close(who, "velocity after the kick", 1, &(double){without + 1},
                  zn_simulation_v(sim, swing), 0.01); /* h omega^2 h and less */
    run();
}
END_TEST

/* ---- options -------------------------------------------------------------------------- */

START_TEST(options_are_checked_and_read_back)
{
    char text[200];

    if (!play(_i))
        return;
    const zn_simulation_type *t = zn_simulation_class(sim);
    for (const zn_option *o = t->type.options; o && o->kind; o++) {
        conform_ok(ctx, who, o->name,
                   zn_simulation_get(sim, o->name, text, sizeof text));
        conform_ok(ctx, who, o->name, zn_simulation_set(sim, o->name, text));
        if (o->kind == ZN_OPTION_REAL || o->kind == ZN_OPTION_INT) {
            ck_assert_int_eq(zn_simulation_set_real(sim, o->name, NAN),
                             ZN_EINVAL);
            says(ctx, o->name);
        }
    }
    ck_assert_int_eq(zn_simulation_set(sim, "no-such-option", "1"), ZN_ENOENT);
    says(ctx, "no-such-option");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conformance of simulations");
    TCase *tc = tcase_create("simulations");
    const int k = (int)CONFORM_COUNT(specimens);

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, every_class_has_a_specimen);
    tcase_add_loop_test(tc, it_lands_on_any_instant, 0, k);
    tcase_add_loop_test(tc, it_ends_at_T, 0, k);
    tcase_add_loop_test(tc, steps_that_are_announced_are_made, 0, k);
    tcase_add_loop_test(tc, an_observer_stops_it, 0, k);
    tcase_add_loop_test(tc, it_goes_back_to_a_snapshot, 0, k);
    tcase_add_loop_test(tc, a_snapshot_of_the_start_shows_it_to_nobody, 0, k);
    tcase_add_loop_test(tc, it_begins_anew, 0, k);
    tcase_add_loop_test(tc, a_checkpoint_goes_on_elsewhere, 0, k);
    tcase_add_loop_test(tc, events_happen_at_their_instants, 0, k);
    tcase_add_loop_test(tc, what_an_event_writes_is_in_the_next_step, 0, k);
    tcase_add_loop_test(tc, options_are_checked_and_read_back, 0, k);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
