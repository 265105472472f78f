/* test_same_model_any.c - systems of every kind, with laws of every kind, under each integrator:
 * changed at random or built fresh, they move with the same bits
 * SPDX-License-Identifier: Apache-2.0
 *
 * Linear and nonlinear systems, a mass that moves with q, rigid bodies and circuits come and go
 * and change; so do contacts with and without friction, joints, springs, dry friction, relays and
 * diodes between them, in time steps and from event to event. At the end a checkpoint is loaded into
 * a model that was built from the list of what is there, in another order of systems, and both go
 * on. */
#include "tests/unit/osi_models.h"

enum { SYSTEMS = 12, TIES = 40, ROUNDS = 30, RUNS = 12, MOST = 4000, ON = 20 };

/* Kinds of systems; those of one family may be tied. */
enum { LINEAR, SLIDER, SPRUNG, BODY, CIRCUIT, KINDS };

/* Kinds of ties: of Lagrangian systems, of bodies, of circuits. */
enum { BOUNCE, HOLD, SPRING, RUB, SLIDE, JOINT, RELAY, DIODE };

typedef struct thing {
    zn_ds *ds;    /* NULL: not there */
    double p[4];  /* numbers that change */
    double at[4]; /* numbers of the initial state */
    int kind;
    bool hard;
    char name[16];
} thing;

typedef struct tie {
    zn_interaction *a; /* NULL: not there */
    double p[4];
    int kind, i, j; /* j < 0: the world */
    int order;      /* of connection */
    char name[16];
} tie;

typedef struct world {
    thing s[SYSTEMS];
    tie t[TIES];
    int connected, names;
} world;

/* What a way takes; without circuits systems that nothing joins have their own steps from event to
 * event. */
enum { BODIES = 1, FORCES = 2, RUBS = 4, CONTACTS = 8, CIRCUITS = 16, ALL = 31 };

static const struct {
    const char *osi, *options, *projection, *step;
    unsigned takes;
    const char *ends; /* event-driven, osi being the integrator of the motion; NULL: is not */
} how[] = {
    {"moreau-jean", NULL, "none", "fixed", ALL, NULL},
    {"moreau-jean", "theta=1", "none", "fixed", ALL, NULL},
    {"moreau-jean", "gamma=0.7", "none", "fixed", ALL, NULL},
    {"moreau-jean", "start=velocity matrix=every", "none", "fixed", ALL, NULL},
    {"moreau-jean", NULL, "joints", "fixed", ALL, NULL},
    {"moreau-jean", NULL, "simultaneous", "fixed", ALL, NULL},
    {"moreau-jean", NULL, "combined", "fixed", ALL, NULL},
    {"moreau-jean", NULL, "none", "error", ALL, NULL},
    {"nonsmooth-alpha", NULL, "none", "fixed", ALL - FORCES, NULL},
    {"d1-minus", NULL, "none", "fixed", CONTACTS | CIRCUITS, NULL},
    {"schatzman-paoli", NULL, "none", "fixed", CONTACTS | CIRCUITS, NULL},
    {"generalised-alpha", NULL, "none", "fixed", CIRCUITS, NULL},
    {"auto", NULL, NULL, NULL, ALL, "events"},
    {"auto", NULL, NULL, NULL, ALL - CIRCUITS, "grid"},
    {"radau", NULL, NULL, NULL, ALL - BODIES, "events"},
    {"radau", NULL, NULL, NULL, ALL - BODIES - CIRCUITS, "grid"},
    {"half-explicit", NULL, NULL, NULL, ALL - BODIES, "events"},
    {"generalised-alpha", NULL, NULL, NULL, BODIES | FORCES, "grid"},
    {"generalised-alpha", NULL, NULL, NULL, ALL - CIRCUITS, "grid"},
};
enum { WAYS = sizeof how / sizeof *how };
static int way;

static bool takes(unsigned what)
{
    return how[way].takes & what;
}

static unsigned seed;

static int any(int n)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (unsigned)n);
}

static void numbers(int n, double p[])
{
    for (int i = 0; i < n; i++)
        p[i] = any(1000) / 1000.0;
}

/* ---- systems ---------------------------------------------------------------------- */

static void hard(double t, unsigned n, double *q, double *v, double *f,
                 unsigned nz, double *z)
{
    (void)t, (void)v, (void)nz;
    for (unsigned i = 0; i < n; i++)
        f[i] = 5 * q[i] * q[i] * q[i] + z[0] * q[i];
}

static void hard_q(double t, unsigned n, double *q, double *v, double *J,
                   unsigned nz, double *z)
{
    (void)t, (void)v, (void)nz;
    for (unsigned i = 0; i < n * n; i++)
        J[i] = i % (n + 1) ? 0 : 15 * q[i % n] * q[i % n] + z[0];
}

static void no_v(double t, unsigned n, double *q, double *v, double *J,
                 unsigned nz, double *z)
{
    (void)t, (void)q, (void)v, (void)nz, (void)z;
    memset(J, 0, n * n * sizeof *J);
}

static void soft(double t, unsigned n, double *q, double *v, double *f,
                 unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz;
    f[0] = z[0] * q[0];
    f[1] = q[1];
}

static void give_sprung(const thing *s)
{
    const double *p = s->p, M[] = {1 + p[0], .2, .2, 1.5}, f[] = {-5, p[1]};
    const double K[] = {p[2], 0, 0, 1}, none[4] = {0};

    MUST(zn_ds_set_constant(s->ds, "mass", 2, 2, M));
    MUST(zn_ds_set_constant(s->ds, "f_ext", 2, 1, f));
    MUST(zn_ds_set_z(s->ds, 1, &p[2]));
    MUST(zn_ds_set_function(s->ds, "f_int",
                            s->hard ? (zn_fn *)hard : (zn_fn *)soft));
    if (s->hard) {
        MUST(zn_ds_set_function(s->ds, "jac_f_int_q", (zn_fn *)hard_q));
        MUST(zn_ds_set_function(s->ds, "jac_f_int_v", (zn_fn *)no_v));
    } else {
        MUST(zn_ds_set_constant(s->ds, "jac_f_int_q", 2, 2, K));
        MUST(zn_ds_set_constant(s->ds, "jac_f_int_v", 2, 2, none));
    }
}

/* The operators of a system, from its numbers. */
static void give(const thing *s)
{
    const double *p = s->p;
    const double M[] = {1 + p[0], .1, .1, 1}, K[] = {10 * p[1], -1, -1, 5};
    const double C[] = {p[2], 0, 0, 0}, f[] = {-grav * (1 + p[0]), 0};
    const double m = 1 + p[0], F[] = {p[1], 0, -grav * m},
                 I[] = {.1 + p[2], .2, .3};
    const double A[] = {-p[0], -1, 1, -p[1]}, b[] = {p[2], -.5};

    if (s->kind == LINEAR) {
        MUST(zn_ds_set_constant(s->ds, "mass", 2, 2, M));
        MUST(zn_ds_set_constant(s->ds, "stiffness", 2, 2, K));
        MUST(zn_ds_set_constant(s->ds, "damping", 2, 2, C));
        MUST(zn_ds_set_constant(s->ds, "f_ext", 2, 1, f));
    } else if (s->kind == SPRUNG) {
        give_sprung(s);
    } else if (s->kind == BODY) {
        MUST(zn_ds_set_constant(s->ds, "mass", 1, 1, &m));
        MUST(zn_ds_set_constant(s->ds, "f_ext", 3, 1, F));
        MUST(zn_ds_set_diagonal(s->ds, "inertia", 3, I));
    } else if (s->kind == CIRCUIT) {
        MUST(zn_ds_set_constant(s->ds, "A", 2, 2, A));
        MUST(zn_ds_set_constant(s->ds, "b", 2, 1, b));
    }
}

static void make(thing *s)
{
    const double *p = s->at, q[7] = {p[3], p[1], 0.3 + p[3], 1, 0, 0, 0};
    const double v[6] = {.3, .1, -1, 1, 2, p[0]};

    switch (s->kind) {
    case LINEAR:
        MUST(zn_ds_new(ctx, "lagrangian-linear", s->name, 2, q + 2, v + 2,
                       &s->ds));
        break;
    case SLIDER:
        MUST(slider_named(ctx, s->name, q, v, true, &s->ds));
        break;
    case SPRUNG:
        MUST(zn_ds_new(ctx, "lagrangian", s->name, 2, q + 2, v + 2, &s->ds));
        break;
    case BODY:
        MUST(zn_ds_new(ctx, "newton-euler", s->name, 6, q, v, &s->ds));
        break;
    default:
        MUST(zn_ds_new_first_order(ctx, "first-order-linear", s->name, 2, q + 1,
                                   &s->ds));
    }
    give(s);
    MUST(zn_model_add_ds(model, s->ds));
}

static void new_thing(world *w, int k)
{
    thing *s = &w->s[k];

    *s = (thing){.kind = any(KINDS), .hard = any(2)};
    if ((s->kind == BODY && !takes(BODIES)) ||
        (s->kind == CIRCUIT && !takes(CIRCUITS)))
        s->kind = LINEAR;
    numbers(4, s->p);
    memcpy(s->at, s->p, sizeof s->at);
    snprintf(s->name, sizeof s->name, "s%d", w->names++);
    make(s);
}

/* ---- ties ----------------------------------------------------------------------------- */

static double e_of(const tie *t, int kind)
{
    return (kind == BODY ? .5 : .8) * t->p[1];
}

/* y = q0 (of one, or less that of the other) and something. */
static void of_coordinates(const tie *t, zn_index n, zn_relation **r,
                           zn_law **law)
{
    const double *p = t->p, C[] = {1, 0, -1, 0};
    const double e = t->kind == HOLD ? -.2 : .05 + p[0], k = 20 + p[1];

    MUST(zn_relation_new(ctx, "linear", NULL, 1, n, r));
    MUST(zn_relation_set_constant(*r, "C", 1, n, C));
    MUST(zn_relation_set_constant(*r, "e", 1, 1, &e));
    if (t->kind == BOUNCE) {
        *law = newton(e_of(t, LINEAR));
    } else if (t->kind == HOLD) {
        *law = equality(1);
    } else if (t->kind == SPRING) {
        MUST(zn_law_spring(ctx, 1, &k, &p[2], NULL, law));
    } else {
        MUST(zn_law_new(ctx, "dry-friction", law));
        MUST(zn_law_set_real(*law, "bound", 1 + p[1]));
    }
}

static void of_bodies(const tie *t, const zn_ds *d1, const zn_ds *d2,
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

static void of_circuits(const tie *t, zn_index n, zn_relation **r, zn_law **law)
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

static zn_interaction *connect(const world *w, const tie *t)
{
    const thing *a = &w->s[t->i];
    zn_ds *other = t->j < 0 ? NULL : w->s[t->j].ds;
    const zn_index n = other ? 4 : 2;
    zn_interaction *out;
    zn_relation *r;
    zn_law *law;

    if (a->kind < BODY)
        of_coordinates(t, n, &r, &law);
    else if (a->kind == BODY)
        of_bodies(t, a->ds, other, &r, &law);
    else
        of_circuits(t, n, &r, &law);
    MUST(zn_model_connect(model, t->name, law, r, a->ds, other, &out));
    return out;
}

static int family(const thing *s)
{
    return s->kind < BODY ? LINEAR : s->kind;
}

/* A kind of tie that the integrator takes. */
static int choose(const thing *a, bool alone)
{
    int kind = any(4);

    if (family(a) == CIRCUIT)
        return RELAY + any(2);
    if (family(a) == BODY)
        return alone && any(3) == 0 ? JOINT : any(2) ? SLIDE : BOUNCE;
    if (!takes(CONTACTS) || (kind == RUB && !takes(RUBS)))
        return HOLD;
    return kind == SPRING && !takes(FORCES) ? BOUNCE : kind;
}

static void new_tie(world *w, tie *t)
{
    const int i = any(SYSTEMS), j = any(3) ? any(SYSTEMS) : -1;
    const thing *a = &w->s[i], *b = j < 0 ? NULL : &w->s[j];

    if (!a->ds || i == j || (b && (!b->ds || family(a) != family(b))))
        return;
    t->i = i;
    t->j = j;
    numbers(4, t->p);
    t->kind = choose(a, !b);
    t->order = w->connected++;
    snprintf(t->name, sizeof t->name, "t%d", w->names++);
    t->a = connect(w, t);
}

/* ---- changes ------------------------------------------------------------------------- */

static void remove_thing(world *w, int k)
{
    for (int i = 0; i < TIES; i++) /* they go with it */
        if (w->t[i].a && (w->t[i].i == k || w->t[i].j == k))
            w->t[i].a = NULL;
    MUST(zn_model_remove_ds(model, w->s[k].ds));
    w->s[k].ds = NULL;
}

static void remove_tie(tie *t)
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

static void change_law(const world *w, tie *t)
{
    zn_law *law = zn_interaction_law(t->a);

    t->p[1] = any(1000) / 1000.0;
    if (t->kind == BOUNCE)
        MUST(zn_law_set_real(law, "e", e_of(t, family(&w->s[t->i]))));
    else
        MUST(zn_law_set_real(law, "bound", 1 + t->p[1]));
}

static void change(world *w)
{
    const int k = any(SYSTEMS), what = any(6);
    thing *s = &w->s[k];
    tie *t = &w->t[any(TIES)];

    if (what == 0 && s->ds && any(3) == 0) {
        remove_thing(w, k);
    } else if (what == 0 && !s->ds) {
        new_thing(w, k);
    } else if (what == 1 && t->a) {
        remove_tie(t);
    } else if (what == 2 && s->ds) {
        numbers(3, s->p);
        s->hard = any(2);
        give(s);
    } else if (what == 3 && t->a && (t->kind == BOUNCE || t->kind == RUB)) {
        change_law(w, t);
    } else if (what > 3 && !t->a) {
        new_tie(w, t);
    }
}

/* ---- runs --------------------------------------------------------------------------------- */

static void start_events(void)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_set_time(sim, 0, 1. / 256, 100));
    MUST(zn_simulation_set(sim, "ends", how[way].ends));
    MUST(zn_simulation_set(sim, "ode", how[way].osi));
    MUST(zn_simulation_set(sim, "rtol", "1e-8"));
    MUST(zn_simulation_set(sim, "atol", "1e-10"));
}

static void start_steps(void)
{
    static const struct {
        const char *name, *value;
    } set[] = {{"on_solver_failure", "accept"},
               {"on_newton_failure", "accept"},
               {"newton_max_iter", "8"},
               {"solver_tol", "1e-8"},
               {"atol", "1e-4"},
               {"rtol", "1e-3"}};

    simulate(how[way].osi, how[way].options, 0, 1. / 256, 100);
    MUST(zn_simulation_use(sim, "euler-moreau", NULL, NULL));
    for (size_t i = 0; i < sizeof set / sizeof *set; i++)
        MUST(zn_simulation_set(sim, set[i].name, set[i].value));
    MUST(zn_simulation_set(sim, "projection", how[way].projection));
    MUST(zn_simulation_set(sim, "step", how[way].step));
    if (strcmp(how[way].projection, "combined") == 0)
        MUST(zn_simulation_set(sim, "projection_metric", "coordinates"));
}

static void start(void)
{
    if (how[way].ends)
        start_events();
    else
        start_steps();
}

/* false: the run ended, as it may of joints that contradict each other */
static bool go(int n)
{
    zn_status st = ZN_OK;

    while (!st && n-- > 0)
        st = zn_simulation_step(sim);
    ck_assert_msg(st == ZN_OK || st == ZN_UNSOLVED || st == ZN_EDOM ||
                      st == ZN_EINVAL,
                  "%s: %s", zn_status_name(st), zn_errmsg(ctx));
    return !st;
}

static bool grow(world *w)
{
    for (int k = 0; k < SYSTEMS; k += 2)
        new_thing(w, k);
    start();
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

static void build(world *w)
{
    scene_teardown();
    scene_setup();
    for (int k = SYSTEMS - 1; k >= 0; k--)
        if (w->s[k].ds)
            make(&w->s[k]);
    for (int order = 0; order < w->connected; order++)
        for (int i = 0; i < TIES; i++)
            if (w->t[i].a && w->t[i].order == order)
                w->t[i].a = connect(w, &w->t[i]);
    start();
}

static zn_index put(zn_index n, const double x[], double out[])
{
    memcpy(out, x, (size_t)n * sizeof *x);
    return n;
}

/* Some steps; then states and multipliers. */
static zn_index go_on(const world *w, double out[])
{
    zn_index n = 0;

    out[n++] = go(ON);
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
    ck_assert_int_le(n, MOST);
    return n;
}

/* The same bits? false: the run ended before. */
static bool agree(unsigned run)
{
    static double want[MOST], got[MOST];
    world w = {0};
    void *bytes, *copy;
    size_t size;
    zn_index n;

    seed = 977 * run + (unsigned)way;
    scene_teardown();
    scene_setup();
    if (!grow(&w))
        return false;
    MUST(zn_checkpoint_to_memory(sim, &bytes, &size));
    copy = malloc(size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, size);
    zn_free_array(ctx, bytes);
    n = go_on(&w, want);
    build(&w);
    MUST(zn_checkpoint_from_memory(sim, copy, size));
    free(copy);
    ck_assert_int_eq(go_on(&w, got), n);
    for (zn_index i = 0; i < n; i++)
        ck_assert_msg(memcmp(&want[i], &got[i], sizeof *want) == 0,
                      "way %d (%s %s), run %u: number %td is %.17g, built "
                      "fresh %.17g",
                      way, how[way].osi,
                      how[way].ends      ? how[way].ends
                      : how[way].options ? how[way].options
                                         : how[way].projection,
                      run, i, want[i], got[i]);
    return true;
}

START_TEST(whatever_came_and_went_the_bits_are_those_of_what_is_there)
{
    const int runs = test_rounds(RUNS);
    int whole = 0;

    way = _i;
    for (int run = 1; run <= runs; run++)
        whole += agree((unsigned)run);
    ck_assert_int_ge(3 * whole, 2 * runs); /* else there is little to compare */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("anything, changed or fresh");
    TCase *t = tcase_create("");

    tcase_set_timeout(t, 120);
    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_loop_test(
        t, whatever_came_and_went_the_bits_are_those_of_what_is_there, 0, WAYS);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
