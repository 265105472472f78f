/* any_model.h - models of systems of every kind, with laws of every kind, that change at random
 * SPDX-License-Identifier: Apache-2.0
 *
 * Linear and nonlinear systems, a mass that moves with q, bars with sparse matrices of which one end
 * is moved, rigid bodies and circuits come and go and change; so do contacts with and without
 * friction, joints, springs, dry friction, relays and diodes between them, and options, in time
 * steps and from event to event; some have another integrator, of another class, too, and names come
 * again. A controller and events act on one of them (any_actors.h). Functions of the user may fail
 * (raise_at), and a test may have its own way to step (stepping). */
#ifndef ZENO_TEST_ANY_MODEL_H
#define ZENO_TEST_ANY_MODEL_H

#include <zeno/event_driven.h>

#include "tests/unit/any_actors.h"

/* ---- ties ----------------------------------------------------------------------------- */

static inline double e_of(const tie *t, int kind)
{
    return (kind == BODY ? .5 : .8) * t->p[1];
}

/* q0 of one, less that of the other, and something, as a function */
static inline void gap(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                       double *z)
{
    (void)ny, (void)nz;
    may_fail();
    y[0] = sinh(q[0]) - (nq > 2 ? q[2] : 0) + z[0];
}

static inline void gap_jac(unsigned nq, double *q, unsigned ny, double *H,
                           unsigned nz, double *z)
{
    (void)ny, (void)nz, (void)z;
    may_fail();
    for (unsigned i = 0; i < nq; i++)
        H[i] = i == 0 ? cosh(q[0]) : i == 2 ? -1 : 0;
}

/* y = q0 (of one, or less that of the other) and something. */
static inline void of_coordinates(const tie *t, zn_index n, zn_relation **r,
                           zn_law **law)
{
    const double *p = t->p, C[] = {1, 0, -1, 0};
    const double e = t->kind == HOLD ? -.2 : .05 + p[0], k = 20 + p[1];

    if (t->kind == CURVE) {
        MUST(zn_relation_new(ctx, "scleronomous", NULL, 1, n, r));
        MUST(zn_relation_set_z(*r, 1, &e));
        MUST(zn_relation_set_function(*r, "h", (zn_fn *)gap));
        MUST(zn_relation_set_function(*r, "jac_h_q", (zn_fn *)gap_jac));
    } else {
        MUST(zn_relation_new(ctx, "linear", NULL, 1, n, r));
        MUST(zn_relation_set_constant(*r, "C", 1, n, C));
        MUST(zn_relation_set_constant(*r, "e", 1, 1, &e));
    }
    if (t->kind == BOUNCE || t->kind == CURVE) {
        *law = newton(e_of(t, LINEAR));
    } else if (t->kind == HOLD) {
        *law = equality(1);
    } else if (t->kind == SPRING) {
        MUST(zn_law_spring(ctx, 1, &k, &p[2], NULL, law));
        if (!how[way].ends) /* events know none */
            MUST(zn_law_set_real(*law, "inertia", p[3]));
    } else {
        MUST(zn_law_new(ctx, "dry-friction", law));
        MUST(zn_law_set_real(*law, "bound", 1 + p[1]));
    }
}

static inline void of_bodies(const tie *t, const zn_ds *d1, const zn_ds *d2,
                      zn_relation **r, zn_law **law)
{
    const double up[] = {0, 0, 1}, floor = 0, radius = .2,
                 point[] = {t->p[0], 0, 1};
    const zn_index rows = t->kind == SLIDE ? 3 : 1;

    if (t->kind == JOINT) {
        MUST(zn_joint_new(ctx, "spherical", t->name, d1, NULL, point, NULL, r));
        *law = equality(3);
        return;
    }
    MUST(zn_relation_new(ctx, d2 ? "sphere-sphere" : "sphere-plane", NULL, rows,
                         d2 ? 14 : 7, r));
    MUST(
        zn_relation_set_constant(*r, d2 ? "radius1" : "radius", 1, 1, &radius));
    if (d2) {
        MUST(zn_relation_set_constant(*r, "radius2", 1, 1, &radius));
    } else {
        MUST(zn_relation_set_constant(*r, "normal", 3, 1, up));
        MUST(zn_relation_set_constant(*r, "offset", 1, 1, &floor));
    }
    if (rows == 3)
        MUST(
            zn_law_friction(ctx, 3, e_of(t, BODY), 0, .3 * t->p[2] + .05, law));
    else
        *law = newton(e_of(t, BODY));
}

static inline void of_circuits(const tie *t, zn_index n, zn_relation **r, zn_law **law)
{
    const double C[] = {1, 0, -1, 0}, D = .1 * t->p[0], e = .1;

    MUST(zn_relation_new(ctx, "first-order-linear", NULL, 1, n, r));
    MUST(zn_relation_set_constant(*r, "C", 1, n, C));
    MUST(zn_relation_set_constant(*r, "B", n, 1, C));
    MUST(zn_relation_set_constant(*r, "D", 1, 1, &D));
    MUST(zn_relation_set_constant(*r, "e", 1, 1, &e));
    if (t->kind == RELAY)
        MUST(zn_law_new(ctx, "relay", law));
    else
        *law = complementarity(1);
}

static inline int family(const thing *s)
{
    return s->kind < BODY ? LINEAR : s->kind;
}

/* The two unknowns of a system that may be tied. */
static inline zn_end end_of(const thing *s)
{
    static const zn_index tip[] = {NODES - 1, NODES - 2};

    return (zn_end){s->ds, 2, s->kind == BAR ? tip : NULL};
}

static inline zn_interaction *connect(const world *w, const tie *t)
{
    const thing *a = &w->s[t->i];
    zn_ds *other = t->j < 0 ? NULL : w->s[t->j].ds;
    const zn_index n = other ? 4 : 2;
    const zn_end none = {0};
    zn_interaction *out;
    zn_relation *r;
    zn_law *law;

    if (a->kind < BODY)
        of_coordinates(t, n, &r, &law);
    else if (a->kind == BODY)
        of_bodies(t, a->ds, other, &r, &law);
    else
        of_circuits(t, n, &r, &law);
    if (family(a) == LINEAR) {
        const zn_end end[2] = {end_of(a), other ? end_of(&w->s[t->j]) : none};
        MUST(zn_model_connect_ends(model, t->name, law, r, &end[0],
                                   other ? &end[1] : NULL, &out));
    } else {
        MUST(zn_model_connect(model, t->name, law, r, a->ds, other, &out));
    }
    return out;
}

/* A kind of tie that the integrator takes. */
static inline int choose(const thing *a, bool alone)
{
    int kind = any(5);

    if (family(a) == CIRCUIT)
        return RELAY + any(2);
    if (takes(SLIDES))
        return SLIDE;
    if (family(a) == BODY)
        return alone && any(3) == 0 ? JOINT : any(2) ? SLIDE : BOUNCE;
    if (!takes(CONTACTS) || (kind == RUB && !takes(RUBS)))
        return HOLD;
    return kind == SPRING && !takes(FORCES) ? BOUNCE : kind;
}

static inline void new_tie(world *w, tie *t)
{
    const int i = any(SYSTEMS), j = any(3) ? any(SYSTEMS) : -1;
    const thing *a = &w->s[i], *b = j < 0 ? NULL : &w->s[j];

    if (!a->ds || i == j || (b && (!b->ds || family(a) != family(b))))
        return;
    if (b && takes(APART) && a->apart != b->apart && family(a) != CIRCUIT)
        return;
    t->i = i;
    t->j = j;
    numbers(4, t->p);
    t->kind = choose(a, !b);
    t->order = w->connected++;
    if (!*t->name || any(2)) /* else that of one that went */
        snprintf(t->name, sizeof t->name, "t%d", w->names++);
    t->a = connect(w, t);
}

/* ---- changes ------------------------------------------------------------------------- */

static inline void remove_thing(world *w, int k)
{
    for (int i = 0; i < TIES; i++) /* they go with it */
        if (w->t[i].a && (w->t[i].i == k || w->t[i].j == k))
            w->t[i].a = NULL;
    MUST(zn_model_remove_ds(model, w->s[k].ds));
    w->s[k].ds = NULL;
}

static inline void remove_tie(tie *t)
{
    zn_law *law = zn_interaction_law(t->a);
    zn_relation *r = zn_interaction_relation(t->a);

    MUST(zn_model_remove_interaction(model, t->a));
    if (any(2)) { /* or they stay, unused */
        MUST(zn_model_remove_law(model, law));
        MUST(zn_model_remove_relation(model, r));
    }
    t->a = NULL;
}

static inline void change_law(const world *w, tie *t)
{
    zn_law *law = zn_interaction_law(t->a);

    t->p[1] = any(1000) / 1000.0;
    if (t->kind == BOUNCE)
        MUST(zn_law_set_real(law, "e", e_of(t, family(&w->s[t->i]))));
    else
        MUST(zn_law_set_real(law, "bound", 1 + t->p[1]));
}

static inline void set_option(int i, int k)
{
    MUST(zn_simulation_set(sim, setting[i].name, setting[i].value[k]));
}

static inline void set_theta(const world *w)
{
    static const char *const theta[] = {NULL, NULL, "0.5", "0.75", "1"};

    if (w->theta)
        MUST(zn_osi_set(scheme, "theta", theta[w->theta]));
}

/* Another value of an option; of an integrator that has a theta, of that. */
static inline void change_option(world *w)
{
    const int i = any(SETTINGS + 1);

    if (how[way].ends)
        return;
    if (i < SETTINGS) {
        w->set[i] = any(3);
        set_option(i, w->set[i]);
    } else if (strcmp(how[way].osi, "moreau-jean") == 0) {
        w->theta = 2 + any(3);
        set_theta(w);
    }
}

static inline void change(world *w)
{
    const int k = any(SYSTEMS), what = any(7);
    thing *s = &w->s[k];
    tie *t = &w->t[any(TIES)];

    if (what == 0 && s->ds && any(3) == 0) {
        remove_thing(w, k);
        if (any(2)) /* another one in its place at once */
            new_thing(w, k);
    } else if (what == 0 && !s->ds) {
        new_thing(w, k);
    } else if (what == 1 && t->a) {
        remove_tie(t);
        if (any(2))
            new_tie(w, t);
    } else if (what == 2 && s->ds) {
        numbers(3, s->p);
        s->hard = any(2);
        give(s);
    } else if (what == 3 && t->a && (t->kind == BOUNCE || t->kind == RUB)) {
        change_law(w, t);
    } else if (what == 6) {
        change_option(w);
    } else if (what > 3 && !t->a) {
        new_tie(w, t);
    }
}

/* ---- runs --------------------------------------------------------------------------------- */

static _Thread_local zn_index told; /* events */

static inline void count_event(void *user, const zn_event_record *r)
{
    (void)user, (void)r;
    told++;
}

static inline void start_events(void)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_set_time(sim, 0, 1. / 256, 100));
    MUST(zn_simulation_set(sim, "ends", how[way].ends));
    MUST(zn_simulation_set(sim, "ode", how[way].osi));
    MUST(zn_simulation_set(sim, "rtol", "1e-8"));
    MUST(zn_simulation_set(sim, "atol", "1e-10"));
    MUST(zn_simulation_on_event(sim, count_event, NULL));
}

static inline void start_steps(const world *w)
{
    const struct {
        const char *name, *value;
    } set[] = {{"on_solver_failure", "accept"},
               {"on_newton_failure", "accept"},
               {"projection", how[way].projection}},
      own[] = {{"step", how[way].step}, {"atol", "1e-4"}, {"rtol", "1e-3"}};
    const bool several = strcmp(how[way].step, "substeps") == 0;

    MUST(zn_model_seal(model));
    MUST(stock_plugin_load(ctx, "SubstepsPlugin"));
    MUST(stock_plugin_load(ctx, "VerletMoreauPlugin"));
    MUST(zn_simulation_new_class(model, several ? how[way].step : "time-stepping", &sim));
    MUST(zn_simulation_use(sim, how[way].osi, how[way].options, &scheme));
    if (how[way].other) {
        MUST(zn_simulation_use(sim, how[way].second ? how[way].second : how[way].osi,
                               how[way].other, &second));
        for (int k = 0; k < SYSTEMS; k++)
            if (w->s[k].ds)
                assign(&w->s[k]);
    }
    MUST(zn_simulation_use(sim, "euler-moreau", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 1. / 256, 100));
    for (int i = 0; i < SETTINGS; i++)
        set_option(i, w->set[i]);
    set_theta(w);
    if (sharing) {
        MUST(zn_simulation_set(sim, "solver", "nsgs"));
        MUST(zn_simulation_solver_set(sim, "order", "coloured"));
        MUST(zn_simulation_solver_set(sim, "grain", "0"));
        MUST(zn_simulation_solver_set(sim, "threads", sharing));
    }
    for (size_t i = 0; i < sizeof set / sizeof *set; i++)
        MUST(zn_simulation_set(sim, set[i].name, set[i].value));
    if (several)
        MUST(zn_simulation_set(sim, "n", "3"));
    for (size_t i = 0; !several && i < sizeof own / sizeof *own; i++)
        MUST(zn_simulation_set(sim, own[i].name, own[i].value));
    if (strcmp(how[way].projection, "combined") == 0)
        MUST(zn_simulation_set(sim, "projection_metric", "coordinates"));
}

/* A simulation of the model, without what acts on it. */
static inline void start_alone(const world *w)
{
    second = NULL;
    if (how[way].ends)
        start_events();
    else
        start_steps(w);
}

static inline void start(const world *w)
{
    start_alone(w);
    act();
}

static double goal; /* where to go next, instants on the way are steps; < 0: to the next instant */

static inline zn_status stride(zn_simulation *s)
{
    return goal < 0 ? zn_simulation_step(s) : zn_simulation_advance_to(s, goal);
}

/* Rows that say the same in coordinates: the projection ends the run, with words. */
static inline bool dependent(zn_status st)
{
    return st == ZN_ESINGULAR && strstr(zn_errmsg(ctx), "take projection_metric=mass");
}

/* false: the run ended, as it may of joints that contradict each other */
static inline bool go(int n)
{
    zn_status st = ZN_OK;

    for (; !st && n > 0; n--) {
        goal = n % 3 ? -1 : zn_simulation_time(sim) + 1. / 700;
        st = stepping ? stepping() : stride(sim);
    }
    ck_assert_msg(st == ZN_OK || st == ZN_UNSOLVED || st == ZN_EDOM ||
                      st == ZN_EINVAL || dependent(st),
                  "%s: %s", zn_status_name(st), zn_errmsg(ctx));
    return !st;
}

static inline bool grow(world *w)
{
    second = NULL;
    make_pilot();
    for (int k = 0; k < SYSTEMS; k += 2)
        new_thing(w, k);
    start(w);
    for (int r = 0; r < ROUNDS; r++) {
        zn_model_reopen(model);
        for (int c = any(6); c >= 0; c--)
            change(w);
        MUST(zn_model_seal(model));
        if (!go(any(4)))
            return false;
    }
    return zn_simulation_init(sim) == ZN_OK;
}

static inline zn_index put(zn_index n, const double x[], double out[])
{
    memcpy(out, x, (size_t)n * sizeof *x);
    return n;
}

/* States and multipliers. */
static inline zn_index what_moves(const world *w, double out[])
{
    zn_index n = 0;

    for (int k = 0; k < SYSTEMS; k++) {
        const zn_ds *ds = w->s[k].ds;
        if (ds && w->s[k].kind == CIRCUIT) {
            n += put(2, zn_simulation_x(sim, ds), out + n);
        } else if (ds) {
            n += put(zn_ds_nq(ds), zn_simulation_q(sim, ds), out + n);
            n += put(zn_ds_nv(ds), zn_simulation_v(sim, ds), out + n);
        }
    }
    for (int i = 0; i < TIES; i++)
        for (int level = 0; w->t[i].a && level < 2; level++)
            n += put(zn_interaction_size(w->t[i].a),
                     zn_simulation_lambda(sim, w->t[i].a, level), out + n);
    n += put(1, zn_simulation_q(sim, pilot), out + n);
    n += put(1, zn_simulation_v(sim, pilot), out + n);
    ck_assert_int_le(n, MOST);
    return n;
}

/* Some steps; then events, what was seen, states and multipliers. */
static inline zn_index go_on(const world *w, double out[])
{
    told = 0;
    shown = 0;
    out[0] = go(ON);
    out[1] = (double)told;
    out[2] = shown;
    return 3 + what_moves(w, out + 3);
}

#endif
